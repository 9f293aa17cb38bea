// Alphabets, and the digits of power-of-two bases. No digit depends on a locale: a byte is in the alphabet or it is
// not.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "core/bytes.hpp"

namespace ulidkit {

// Whether an alphabet also reads letters of the other case.
enum class Case { exact, any };

// The digits of a base: written by `digits` and `pairs`, read by `values`. An alphabet of another number of letters, or
// with a letter that is read as two of its digits, does not compile.
template <std::size_t Base>
struct Alphabet {
    static_assert(Base >= 2 && Base <= 128);

    static constexpr std::uint8_t none = 0xFF; // no digit; no value of any base reaches its top bit

    char digits[Base]{};
    char pairs[Base * Base][2]{};
    std::uint8_t values[256]{};

    consteval Alphabet(std::string_view letters, Case read)
    {
        if (letters.size() != Base)
            does_not_fit();
        for (auto &value : values)
            value = none;
        for (std::size_t i = 0; i < Base; ++i) {
            const char digit = letters[i];
            digits[i] = digit;
            add(digit, i);
            if (read == Case::any && ((digit >= 'A' && digit <= 'Z') || (digit >= 'a' && digit <= 'z')))
                add(static_cast<char>(digit ^ 0x20), i);
        }
        for (std::size_t i = 0; i < Base * Base; ++i) {
            pairs[i][0] = digits[i / Base];
            pairs[i][1] = digits[i % Base];
        }
    }

    constexpr std::uint8_t
    value(char letter) const
    {
        return values[static_cast<std::uint8_t>(letter)];
    }

private:
    // Not a constant expression.
    static void does_not_fit();

    consteval void
    add(char letter, std::size_t value)
    {
        auto &slot = values[static_cast<std::uint8_t>(letter)];
        if (slot != none)
            does_not_fit();
        slot = static_cast<std::uint8_t>(value);
    }
};

// ulid/spec, "Encoding": Crockford's Base32 without its aliases.
inline constexpr Alphabet<32> crockford{"0123456789ABCDEFGHJKMNPQRSTVWXYZ", Case::any};
// RFC 4648, section 7.
inline constexpr Alphabet<32> base32hex{"0123456789ABCDEFGHIJKLMNOPQRSTUV", Case::any};
// draft-goldman-tid, "Base32lex encoding".
inline constexpr Alphabet<32> base32lex{"234567abcdefghijklmnopqrstuvwxyz", Case::exact};
// RFC 4648, section 8. SCRU160 reads any case and writes lower case; TBSL reads and writes upper case only.
inline constexpr Alphabet<16> hex_lower{"0123456789abcdef", Case::any};
inline constexpr Alphabet<16> hex_upper{"0123456789ABCDEF", Case::exact};

// Only the digits of a power of two have a number of bits. A kind with another base converts its text itself.
template <std::size_t Base>
constexpr unsigned
bits_of()
{
    static_assert(std::has_single_bit(Base), "the base is not a power of two");
    return std::bit_width(Base) - 1;
}

// Reads `Count` digits at `text`; `seen` collects the values of all letters, so that many calls need a single test: its
// top bit is set if any letter was no digit. Halves are read separately, because a chain of shifts would wait for every
// digit.
template <std::size_t Count, std::size_t Base>
[[gnu::always_inline]] constexpr std::uint64_t
read_digits(const Alphabet<Base> &alphabet, const char *text, std::uint8_t &seen)
{
    static_assert(Count * bits_of<Base>() <= 64);
    if constexpr (Count == 1) {
        const std::uint8_t digit = alphabet.value(text[0]);
        seen |= digit;
        return digit;
    } else {
        constexpr std::size_t low = Count / 2;
        const std::uint64_t high = read_digits<Count - low>(alphabet, text, seen);
        return high << (low * bits_of<Base>()) | read_digits<low>(alphabet, text + (Count - low), seen);
    }
}

// Writes the low `Count` digits of `value` at `text`, two at a time. Recursion instead of a loop, because g++ does not
// unroll the loop.
template <std::size_t Count, std::size_t Base>
[[gnu::always_inline]] constexpr void
write_digits(const Alphabet<Base> &alphabet, char *text, std::uint64_t value)
{
    static_assert(Count >= 1 && Count * bits_of<Base>() <= 64);
    if constexpr (Count == 1) {
        text[0] = alphabet.digits[value & (Base - 1)];
    } else {
        const char *pair = alphabet.pairs[value & (Base * Base - 1)];
        if (std::is_constant_evaluated()) {
            text[Count - 2] = pair[0];
            text[Count - 1] = pair[1];
        } else {
            std::memcpy(text + Count - 2, pair, 2);
        }
        if constexpr (Count > 2)
            write_digits<Count - 2>(alphabet, text, value >> 2 * bits_of<Base>());
    }
}

// The same for a byte string, in groups of 5 bytes: 8 digits of base 32 or 10 of base 16.
template <std::size_t Bytes, std::size_t Base>
constexpr void
read_bytes(const Alphabet<Base> &alphabet, const char *text, std::uint8_t *bytes, std::uint8_t &seen)
{
    static_assert(Bytes % 5 == 0 && 40 % bits_of<Base>() == 0);
    constexpr std::size_t group = 40 / bits_of<Base>();
    for (std::size_t i = 0; i < Bytes / 5; ++i)
        store_be<5>(bytes + 5 * i, read_digits<group>(alphabet, text + group * i, seen));
}

template <std::size_t Bytes, std::size_t Base>
constexpr void
write_bytes(const Alphabet<Base> &alphabet, char *text, const std::uint8_t *bytes)
{
    static_assert(Bytes % 5 == 0 && 40 % bits_of<Base>() == 0);
    constexpr std::size_t group = 40 / bits_of<Base>();
    for (std::size_t i = 0; i < Bytes / 5; ++i)
        write_digits<group>(alphabet, text + group * i, load_be<5>(bytes + 5 * i));
}

// Whether a letter that read_digits collected was no digit.
constexpr bool
has_bad_digit(std::uint8_t seen)
{
    return (seen & 0x80) != 0;
}

} // namespace ulidkit
