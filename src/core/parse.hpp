// The result of a parser: a value, or what is wrong with the text and where.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/codec.hpp"

namespace ulidkit {

enum class Fault {
    none,   // the text is a value
    letter, // a byte does not belong where it is: `at` is its offset
    length, // every byte could belong, but there are too few or too many of them
    range,  // well formed, but outside the kind's range
    gap,    // well formed and within the range, but no value of the kind
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
        if (alphabet.value(text[i]) == Alphabet<Base>::none)
            return {Fault::letter, i};
    return {Fault::length, text.size()};
}

} // namespace ulidkit
