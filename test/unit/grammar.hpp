// The texts of the five kinds as specs.md states them, written down a second time: what the core reads, refuses and
// complains of is compared with this. A kind without a Grammar is left out of those comparisons.
#pragma once

#include "support.hpp"

namespace ulidkit::test {

// One text form: every x of the pattern is one of the letters, anything else stands for itself.
struct Form {
    std::string_view pattern;
    std::string_view letters;
};

inline std::string
upper(std::string text)
{
    for (char &letter : text)
        if (letter >= 'a' && letter <= 'z')
            letter = static_cast<char>(letter - 'a' + 'A');
    return text;
}

inline std::string
lower(std::string text)
{
    for (char &letter : text)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return text;
}

inline std::string
without_hyphens(std::string text)
{
    std::erase(text, '-');
    return text;
}

inline std::string
random_case(std::string text, Random &random)
{
    for (char &letter : text)
        letter = random.one_in(2) ? upper({letter})[0] : lower({letter})[0];
    return text;
}

// form: the form that a text must be of, or fails to be of. fits: whether a well-formed text is small enough.
// says: whether `text` is a spelling of `id`. respell: one of the spellings of an id.
template <class K>
struct Grammar;

template <class K>
concept HasGrammar = requires(std::string_view text)
{
    Grammar<K>::form(text);
};

inline constexpr std::string_view crockford_letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz";

template <>
struct Grammar<Ulid> {
    static Form
    form(std::string_view)
    {
        return {"xxxxxxxxxxxxxxxxxxxxxxxxxx", crockford_letters};
    }

    static bool
    fits(std::string_view text)
    {
        return text[0] <= '7';
    }

    static bool
    says(const std::string &text, const Ulid &id)
    {
        return text_of(id) == upper(text);
    }

    static std::string
    respell(const Ulid &id, Random &random)
    {
        return random_case(text_of(id), random);
    }
};

template <>
struct Grammar<Scru160> {
    static Form
    form(std::string_view text)
    {
        if (text.size() == 40)
            return {"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "0123456789abcdefABCDEF"};
        return {"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "0123456789ABCDEFGHIJKLMNOPQRSTUVabcdefghijklmnopqrstuv"};
    }

    static bool
    fits(std::string_view)
    {
        return true;
    }

    static bool
    says(const std::string &text, const Scru160 &id)
    {
        return text.size() == 40 ? hex_of(id) == lower(text) : text_of(id) == upper(text);
    }

    static std::string
    respell(const Scru160 &id, Random &random)
    {
        return random_case(random.one_in(2) ? hex_of(id) : text_of(id), random);
    }
};

template <>
struct Grammar<Ulidflake> {
    static Form
    form(std::string_view)
    {
        return {"xxxxxxxxxxxxx", crockford_letters};
    }

    static bool
    fits(std::string_view text)
    {
        return text[0] <= '7';
    }

    static bool
    says(const std::string &text, const Ulidflake &id)
    {
        return text_of(id) == upper(text);
    }

    static std::string
    respell(const Ulidflake &id, Random &random)
    {
        return random_case(text_of(id), random);
    }
};

template <>
struct Grammar<Timeid> {
    static Form
    form(std::string_view text)
    {
        const bool hyphens = text.size() > 4 && text[4] == '-';
        return {hyphens ? "xxxx-xxx-xxxx-xx" : "xxxxxxxxxxxxx", "234567abcdefghijklmnopqrstuvwxyz"};
    }

    static bool
    fits(std::string_view text)
    {
        return std::string_view("234567abstuvwxyz").find(text[0]) != std::string_view::npos;
    }

    static bool
    says(const std::string &text, const Timeid &id)
    {
        return without_hyphens(text_of(id)) == without_hyphens(text);
    }

    static std::string
    respell(const Timeid &id, Random &random)
    {
        return random.one_in(2) ? without_hyphens(text_of(id)) : text_of(id);
    }
};

template <>
struct Grammar<Tbsl> {
    static Form
    form(std::string_view)
    {
        return {"xxxxxxxxxxxxxxxxxxxx", "0123456789ABCDEF"};
    }

    // The payload's 15 digits are at most those of 10^18 - 1.
    static bool
    fits(std::string_view text)
    {
        return text.substr(0, 15) <= "DE0B6B3A763FFFF";
    }

    static bool
    says(const std::string &text, const Tbsl &id)
    {
        return text_of(id) == text;
    }

    static std::string
    respell(const Tbsl &id, Random &)
    {
        return text_of(id);
    }
};

// What a parser has to find. Past its pattern a text goes on in letters: a foreign byte there is what is wrong with it.
template <HasGrammar K>
Parsed
judge(std::string_view text)
{
    const Form form = Grammar<K>::form(text);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char wanted = i < form.pattern.size() ? form.pattern[i] : 'x';
        const bool right = wanted == 'x' ? form.letters.find(text[i]) != form.letters.npos : text[i] == wanted;
        if (!right)
            return {Fault::letter, i};
    }
    if (text.size() != form.pattern.size())
        return {Fault::length, 0};
    return Grammar<K>::fits(text) ? Parsed{} : Parsed{Fault::range, 0};
}

// Whether the core's finding is the grammar's. Where a length goes wrong is a matter of taste, but it is in the text.
template <HasGrammar K>
bool
agrees(const Parsed &found, std::string_view text)
{
    const Parsed wanted = judge<K>(text);
    return found.fault == wanted.fault && (found.fault != Fault::letter || found.at == wanted.at) &&
           found.at <= text.size();
}

} // namespace ulidkit::test
