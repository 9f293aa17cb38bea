// The times of ULIDs that are kept as texts, in columns whose order is that of bytes. Any text has a time, because
// nothing keeps other texts out of such a column, and the time never falls as the text rises:
//
//     the greatest number whose digits are at or before the text in byte order, or 0 if there is none
//
// A ULID begins with the 10 digits of its millisecond, in one case for the whole column. So no time is after that of
// `01J` followed by anything, and the texts at or after a time are those at or after the digits of the time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ulidkit {

// Numbers from 0 to `Highest` in texts that begin with `Length` digits of `Bits` bits.
template <int Bits, int Length, std::uint64_t Highest>
class Beginning {
    static constexpr std::size_t base = std::size_t{1} << Bits;
    static_assert(Bits >= 1 && Bits <= 6 && Bits * Length < 64 && Highest >> Bits * Length == 0);

    std::array<char, base> digits{};
    // For each byte, the number of digits below it, and whether it is one.
    std::array<std::uint8_t, 256> below{};
    std::array<bool, 256> is_digit{};

public:
    static constexpr std::size_t size = Length;

    // The digits, in the order of their bytes.
    explicit constexpr Beginning(std::string_view digits_in_order)
    {
        for (std::size_t i = 0; i < digits.size(); ++i) {
            digits[i] = digits_in_order[i];
            const auto digit = static_cast<std::uint8_t>(digits[i]);
            is_digit[digit] = true;
            for (std::size_t byte = digit + 1U; byte < below.size(); ++byte)
                ++below[byte];
        }
    }

    // The greatest number whose digits are at or before the text, or 0.
    constexpr std::uint64_t
    last_until(std::string_view text) const
    {
        std::uint64_t number = 0;
        for (int i = 0; i < Length; ++i) {
            const bool ends = static_cast<std::size_t>(i) == text.size();
            const auto byte = static_cast<std::uint8_t>(ends ? '\0' : text[static_cast<std::size_t>(i)]);
            number = (number << Bits) + (ends ? 0 : below[byte]);
            if (!ends && is_digit[byte])
                continue;
            // The first number with these digits is after the text, and all before it are not.
            number <<= Bits * (Length - 1 - i);
            number -= number == 0 ? 0 : 1;
            break;
        }
        return number < Highest ? number : Highest;
    }

    // The digits of a number.
    constexpr void
    write(char *to, std::uint64_t number) const
    {
        for (int i = Length; i-- > 0; number >>= Bits)
            to[i] = digits[static_cast<std::size_t>(number % base)];
    }
};

struct UlidText {
    static constexpr std::uint64_t highest = (std::uint64_t{1} << 48) - 1;
    using Digits = Beginning<5, 10, highest>;
    static constexpr Digits upper{"0123456789ABCDEFGHJKMNPQRSTVWXYZ"};
    static constexpr Digits lower{"0123456789abcdefghjkmnpqrstvwxyz"};

    // The time of the millisecond, in microseconds since 1970.
    static constexpr std::int64_t
    time(std::uint64_t millisecond)
    {
        return static_cast<std::int64_t>(millisecond) * 1000;
    }

    // Find the first millisecond at or after a time, any int64, and after it: false if there is none.
    static constexpr bool
    first_from(std::int64_t time, std::uint64_t &millisecond)
    {
        millisecond = time <= 0 ? 0 : static_cast<std::uint64_t>(time / 1000 + (time % 1000 == 0 ? 0 : 1));
        return millisecond <= highest;
    }

    static constexpr bool
    first_after(std::int64_t time, std::uint64_t &millisecond)
    {
        millisecond = time < 0 ? 0 : static_cast<std::uint64_t>(time / 1000 + 1);
        return millisecond <= highest;
    }
};

} // namespace ulidkit
