// The texts of the kinds, written a second time from their specifications. What the core reads, writes and refuses, and
// why, is compared with this. A kind without a Grammar is left out of those comparisons.
#pragma once

#include <algorithm>
#include <bit>

#include "laws/law.hpp"

namespace ulidkit::test {

enum class Letters { exact, any_case };

// One text form: an x in the pattern is a digit, any other character is itself.
struct Form {
    std::string_view pattern;
    std::string_view digits;
    Letters reads;

    bool
    is_digit(char letter) const
    {
        return digits.find(letter) != digits.npos ||
               (reads == Letters::any_case && digits.find(other_case(letter)) != digits.npos);
    }

    // Whether `letter` is read as `digit`.
    bool
    reads_as(char letter, char digit) const
    {
        return letter == digit || (reads == Letters::any_case && other_case(letter) == digit);
    }

    static char
    other_case(char letter)
    {
        const bool upper = letter >= 'A' && letter <= 'Z', lower = letter >= 'a' && letter <= 'z';
        return upper ? static_cast<char>(letter - 'A' + 'a') : lower ? static_cast<char>(letter - 'a' + 'A') : letter;
    }
};

// forms: the canonical one first. form: the one that a text is compared with. fits: whether a well-formed text is in
// range, which its first letters show.
template <class K>
struct Grammar;

template <class K>
concept HasGrammar = requires(std::string_view text)
{
    Grammar<K>::form(text);
};

inline constexpr std::string_view crockford_digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

template <>
struct Grammar<Ulid> {
    static constexpr Form forms[] = {{"xxxxxxxxxxxxxxxxxxxxxxxxxx", crockford_digits, Letters::any_case}};

    static const Form &
    form(std::string_view)
    {
        return forms[0];
    }

    static bool
    fits(std::string_view text)
    {
        return text[0] <= '7';
    }
};

template <>
struct Grammar<Scru160> {
    static constexpr Form forms[] = {
        {"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "0123456789ABCDEFGHIJKLMNOPQRSTUV", Letters::any_case},
        {"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "0123456789abcdef", Letters::any_case}};

    static const Form &
    form(std::string_view text)
    {
        return forms[text.size() == 40];
    }

    static bool
    fits(std::string_view)
    {
        return true;
    }
};

template <>
struct Grammar<Ulidflake> {
    static constexpr Form forms[] = {{"xxxxxxxxxxxxx", crockford_digits, Letters::any_case}};

    static const Form &
    form(std::string_view)
    {
        return forms[0];
    }

    static bool
    fits(std::string_view text)
    {
        return text[0] <= '7';
    }
};

template <>
struct Grammar<Timeid> {
    static constexpr std::string_view digits = "234567abcdefghijklmnopqrstuvwxyz";
    static constexpr Form forms[] = {{"xxxx-xxx-xxxx-xx", digits, Letters::exact},
                                     {"xxxxxxxxxxxxx", digits, Letters::exact}};

    static const Form &
    form(std::string_view text)
    {
        return forms[text.size() > 4 && text[4] == '-' ? 0 : 1];
    }

    static bool
    fits(std::string_view text)
    {
        return std::string_view("234567abstuvwxyz").find(text[0]) != std::string_view::npos;
    }
};

template <>
struct Grammar<Tbsl> {
    static constexpr Form forms[] = {{"xxxxxxxxxxxxxxxxxxxx", "0123456789ABCDEF", Letters::exact}};

    static const Form &
    form(std::string_view)
    {
        return forms[0];
    }

    // The payload's 15 digits are at most those of 10^18 - 1.
    static bool
    fits(std::string_view text)
    {
        return text.substr(0, 15) <= "DE0B6B3A763FFFF";
    }
};

// A text no longer than the longest form.
struct Spelling {
    char letters[40];
    std::size_t size;

    operator std::string_view() const
    {
        return {letters, size};
    }
};

// Divides a big-endian number by `divisor`, and returns the remainder.
template <std::size_t Size>
unsigned
divide(std::array<std::uint8_t, Size> &number, unsigned divisor)
{
    unsigned rest = 0;
    for (std::uint8_t &byte : number) {
        rest = rest * 256 + byte;
        byte = static_cast<std::uint8_t>(rest / divisor);
        rest %= divisor;
    }
    return rest;
}

// Writes the digits of an id's bytes, from the last one on. If the digits have more bits than the id, these are the
// number's sign. Digits of a base that is no power of two have no bits, so the bytes are divided.
template <HasGrammar K>
Spelling
spell(const K &id, const Form &form)
{
    Bytes<K> bytes = bytes_of(id);
    const auto base = static_cast<unsigned>(form.digits.size());
    const auto width = static_cast<unsigned>(std::bit_width(base) - 1);
    const unsigned beyond = K::by_value && bytes[0] >= 0x80 ? 0xFF : 0;
    Spelling text{{}, form.pattern.size()};
    std::size_t byte = K::binary_size;
    unsigned bits = 0, count = 0;
    for (std::size_t i = text.size; i-- > 0;) {
        if (form.pattern[i] != 'x') {
            text.letters[i] = form.pattern[i];
            continue;
        }
        if (!std::has_single_bit(base)) {
            text.letters[i] = form.digits[divide(bytes, base)];
            continue;
        }
        if (count < width) {
            bits |= (byte > 0 ? bytes[--byte] : beyond) << count;
            count += 8;
        }
        text.letters[i] = form.digits[bits % base];
        bits >>= width;
        count -= width;
    }
    return text;
}

// Whether `text` is a spelling of `id`.
template <HasGrammar K>
bool
says(std::string_view text, const K &id)
{
    const Form &form = Grammar<K>::form(text);
    const Spelling spelt = spell(id, form);
    return std::ranges::equal(text, std::string_view(spelt),
                              [&](char letter, char digit) { return form.reads_as(letter, digit); });
}

// One of the spellings of an id.
template <HasGrammar K>
Spelling
respell(const K &id, Source &source)
{
    const Form &form = source.any_of(Grammar<K>::forms);
    Spelling text = spell(id, form);
    if (form.reads == Letters::any_case)
        for (std::size_t i = 0; i < text.size; ++i)
            text.letters[i] = source.one_in(2) ? Form::other_case(text.letters[i]) : text.letters[i];
    return text;
}

// The result that a parser has to have. After the pattern only digits are expected: a foreign byte there is the fault.
// A text that need not be `whole` can stop anywhere.
template <HasGrammar K>
Parsed
judge(std::string_view text, const Form &form, bool whole)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char wanted = i < form.pattern.size() ? form.pattern[i] : 'x';
        if (wanted == 'x' ? !form.is_digit(text[i]) : text[i] != wanted)
            return {Fault::letter, i};
    }
    if (whole ? text.size() != form.pattern.size() : text.size() > form.pattern.size())
        return {Fault::length, 0};
    return text.empty() || Grammar<K>::fits(text) ? Parsed{} : Parsed{Fault::out_of_range, 0};
}

template <HasGrammar K>
Parsed
judge(std::string_view text)
{
    return judge<K>(text, Grammar<K>::form(text), true);
}

// Whether the core's result is the grammar's. The place of a wrong length is not compared, but must be in the text.
inline bool
agrees(const Parsed &found, const Parsed &wanted, std::string_view text)
{
    return found.fault == wanted.fault && (found.fault != Fault::letter || found.at == wanted.at) &&
           found.at <= text.size();
}

// The canonical text is the grammar's, and reads back.
template <class K>
void
check_canonical(const K &id)
{
    const Canonical<K> text{id};
    K read{};
    LAW(K::parse(text, read) && same(read, id));
    if constexpr (HasGrammar<K>)
        LAW(std::string_view(text) == spell(id, Grammar<K>::forms[0]));
}

// The other forms that the core writes.
template <class K>
void
check_other_forms(const K &)
{
}

inline void
check_other_forms(const Scru160 &id)
{
    char text[Scru160::hex_size];
    id.format_hex(text);
    LAW(std::string_view(text, sizeof text) == spell(id, Grammar<Scru160>::forms[1]));
}

inline void
check_other_forms(const Timeid &id)
{
    char text[Timeid::compact_size];
    id.format_compact(text);
    LAW(std::string_view(text, sizeof text) == spell(id, Grammar<Timeid>::forms[1]));
}

// Any text: it is read or refused as the grammar says, and what is read is a value with a canonical text.
template <class K>
Parsed
check_text(std::string_view text)
{
    K id{};
    const Parsed parsed = K::parse(text, id);
    LAW(parsed.at <= text.size());
    if constexpr (HasGrammar<K>) {
        LAW(agrees(parsed, judge<K>(text), text));
        LAW(!parsed || says(text, id));
    }
    if (parsed) {
        LAW(is_valid(id));
        check_canonical(id);
        check_other_forms(id);
    }
    return parsed;
}

// Any binary form: refused for its size, or if a text of the same digits is refused; otherwise the bytes are stored
// unchanged.
template <class K>
Fault
check_binary(const std::uint8_t *bytes, std::size_t size)
{
    K id{};
    const Fault fault = load_binary(bytes, size, id);
    if (size != K::binary_size) {
        LAW(fault == Fault::length);
        return fault;
    }
    id.load(bytes);
    LAW(std::memcmp(bytes_of(id).data(), bytes, size) == 0);
    const bool beyond = compare(id, K::lowest()) < 0 || compare(K::highest(), id) < 0;
    LAW(beyond ? fault == Fault::out_of_range : fault == Fault::none || (HasGaps<K> && fault == Fault::gap));
    LAW(is_valid(id) == (fault == Fault::none));
    if constexpr (HasGrammar<K>)
        LAW(fault == judge<K>(spell(id, Grammar<K>::forms[0])).fault);
    if (fault == Fault::none) {
        check_canonical(id);
        check_other_forms(id);
    }
    return fault;
}

// The form of a prefix: the canonical one, of which timeid can leave out the hyphens.
template <HasGrammar K>
const Form &
prefix_form(std::string_view)
{
    return Grammar<K>::forms[0];
}

template <>
inline const Form &
prefix_form<Timeid>(std::string_view prefix)
{
    return Grammar<Timeid>::form(prefix);
}

// Whether the text of an id begins with `prefix`.
template <class K>
bool
begins(const K &id, std::string_view prefix)
{
    return std::string_view(Canonical<K>{id}).starts_with(prefix);
}

template <HasGrammar K>
bool
begins(const K &id, std::string_view prefix)
{
    const Form &form = prefix_form<K>(prefix);
    const Spelling text = spell(id, form);
    return prefix.size() <= text.size &&
           std::ranges::equal(prefix, std::string_view(text).substr(0, prefix.size()),
                              [&](char letter, char digit) { return form.reads_as(letter, digit); });
}

inline bool
begins(const Uuidv7 &id, std::string_view prefix)
{
    const Canonical<Uuidv7> canonical{id};
    const bool hyphens = prefix.find('-') != prefix.npos;
    std::size_t at = 0;
    for (const char digit : canonical.letters) {
        if (at == prefix.size())
            return true;
        if ((hyphens || digit != '-') && prefix[at] != digit && Form::other_case(prefix[at]) != digit)
            return false;
        at += hyphens || digit != '-';
    }
    return at == prefix.size();
}

// Any text as a prefix: refused as the grammar says, or the range of all ids that begin with it.
template <class K>
Parsed
check_prefix(std::string_view prefix)
{
    K first{}, last{};
    const Parsed parsed = K::parse_prefix(prefix, first, last);
    LAW(parsed.at <= prefix.size());
    if constexpr (HasGrammar<K>)
        LAW(agrees(parsed, judge<K>(prefix, prefix_form<K>(prefix), false), prefix));
    if (parsed) {
        LAW(is_valid(first) && is_valid(last) && compare(first, last) <= 0);
        LAW(begins(first, prefix) && begins(last, prefix));
        LAW(!to_previous(first) || !begins(first, prefix));
        LAW(!to_next(last) || !begins(last, prefix));
    }
    return parsed;
}

} // namespace ulidkit::test
