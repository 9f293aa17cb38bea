// The result of a parser: a value, or what is wrong with the text and where.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/codec.hpp"

namespace ulidkit {

enum class Fault {
    none,         // the text is a value
    letter,       // a byte does not belong where it is: `at` is its offset
    length,       // every byte could belong, but there are too few or too many of them
    out_of_range, // well formed, but outside the kind's limits
    gap,          // well formed and within the limits, but no value of the kind
};

struct Parsed {
    Fault fault = Fault::none;
    std::size_t at = 0;

    constexpr explicit operator bool() const
    {
        return fault == Fault::none;
    }
};

// Explains a text that is known not to be digits of `alphabet` in the right number. A foreign byte is reported before a
// wrong length, because it can be the cause: a space at the end, or a letter of several bytes.
template <std::size_t Base>
constexpr Parsed
explain(const Alphabet<Base> &alphabet, std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); ++i)
        if (alphabet.value(text[i]) == alphabet.none)
            return {Fault::letter, i};
    return {Fault::length, text.size()};
}

// Finds the first byte of `text` that does not belong where it is. In `form`, the form of an id's text, an x stands for
// any digit of `alphabet`, and every other character for itself. Only digits belong after its end.
template <std::size_t Base>
constexpr Parsed
compare_with_form(std::string_view form, const Alphabet<Base> &alphabet, std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char expected = i < form.size() ? form[i] : 'x';
        if (expected == 'x' ? alphabet.value(text[i]) == alphabet.none : text[i] != expected)
            return {Fault::letter, i};
    }
    return {};
}

// Finds the first and the last id whose text begins with `prefix`; Fault::out_of_range if there is none. `form` is the
// form of an id's text, as above. A prefix that is not empty becomes the first of these ids if it is padded with the
// first digit. Padded with the last digit, it becomes the last of them, or is above all ids.
template <class K, std::size_t Base, std::size_t Size>
constexpr Parsed
parse_prefix_of(const char (&form)[Size], const Alphabet<Base> &alphabet, std::string_view prefix, K &first, K &last)
{
    constexpr std::size_t form_size = Size - 1; // without the terminator
    static_assert(form_size <= K::text_size);
    if (const Parsed parsed = compare_with_form({form, form_size}, alphabet, prefix); !parsed)
        return parsed;
    if (prefix.size() > form_size)
        return {Fault::length, prefix.size()};
    first = K::lowest();
    last = K::highest();
    if (prefix.empty())
        return {};
    const auto pad = [&](char digit, K &id) {
        char padded[form_size];
        for (std::size_t i = 0; i < form_size; ++i)
            padded[i] = i < prefix.size() ? prefix[i] : form[i] == 'x' ? digit : form[i];
        return K::parse({padded, form_size}, id);
    };
    if (!pad(alphabet.digits[Base - 1], last))
        last = K::highest();
    return pad(alphabet.digits[0], first);
}

} // namespace ulidkit
