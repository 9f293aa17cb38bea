// What a parser found: a value, or what is wrong with the text and where.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/codec.hpp"

namespace ulidkit {

enum class Fault {
    none,   // the text is a value
    letter, // a byte does not belong where it is: `at` is its offset
    length, // every byte could belong, but there are too few or too many of them
    range,  // well formed, but beyond the ends of the kind
    gap,    // well formed and between the ends, but no value of the kind
};

struct Parsed {
    Fault fault = Fault::none;
    std::size_t at = 0;

    constexpr explicit operator bool() const
    {
        return fault == Fault::none;
    }
};

// Explains a text that is known not to be `size` digits of `alphabet`. A foreign byte is named before a wrong length:
// it is what made the length wrong, where a text has a space at its end or a letter of several bytes.
template <std::size_t Base>
constexpr Parsed
explain(const Alphabet<Base> &alphabet, std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); ++i)
        if (alphabet.value(text[i]) == Alphabet<Base>::none)
            return {Fault::letter, i};
    return {Fault::length, text.size()};
}

} // namespace ulidkit
