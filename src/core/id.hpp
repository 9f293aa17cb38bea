// The two shapes of a kind's value: a byte string, passed by reference, and an int64, passed by value. This header has
// everything that follows from the shape alone: order, neighbours, distance, the binary form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/bytes.hpp"

namespace ulidkit {

// `Size` bytes, ordered as unsigned bytes. Alignment 1: PostgreSQL stores them at any address.
template <std::size_t Size>
struct ByteString {
    static_assert(Size > 8, "abbreviated() takes 8 bytes, and what has 8 bytes is an Int64");

    static constexpr bool by_value = false;
    static constexpr std::size_t binary_size = Size;

    std::uint8_t bytes[Size];

    static constexpr int
    compare(const ByteString &a, const ByteString &b)
    {
        constexpr std::size_t words = Size / 8;
        for (std::size_t i = 0; i < words; ++i) {
            const std::uint64_t x = load_be<8>(a.bytes + 8 * i);
            const std::uint64_t y = load_be<8>(b.bytes + 8 * i);
            if (x != y)
                return x < y ? -1 : 1;
        }
        if constexpr (Size % 8 != 0) {
            const std::uint64_t x = load_be<Size % 8>(a.bytes + 8 * words);
            const std::uint64_t y = load_be<Size % 8>(b.bytes + 8 * words);
            return x < y ? -1 : x > y;
        }
        return 0;
    }

    // The leading 8 bytes as a number, which never contradicts compare().
    constexpr std::uint64_t
    abbreviated() const
    {
        return load_be<8>(bytes);
    }

    // b - a, for a <= b.
    static constexpr double
    distance(const ByteString &a, const ByteString &b)
    {
        // Subtract before rounding, so that neighbours that share their leading bytes do not come out as 0. In words,
        // because an insertion into a GiST index measures the distance to every key of a page.
        constexpr std::size_t head = Size % 8 == 0 ? 8 : Size % 8;
        constexpr std::size_t words = (Size + 7) / 8;
        const auto word = [](const ByteString &id, std::size_t i) {
            return i == 0 ? load_be<head>(id.bytes) : load_be<8>(id.bytes + head + 8 * (i - 1));
        };
        std::uint64_t difference[words]{};
        bool borrow = false;
        for (std::size_t i = words; i-- > 0;) {
            const std::uint64_t x = word(a, i);
            const std::uint64_t y = word(b, i);
            difference[i] = y - x - borrow;
            borrow = y < x || (y == x && borrow);
        }
        double sum = 0;
        for (const std::uint64_t digit : difference)
            sum = sum * 18446744073709551616.0 + static_cast<double>(digit);
        return sum;
    }

    constexpr void
    store(std::uint8_t *to) const
    {
        for (std::size_t i = 0; i < Size; ++i)
            to[i] = bytes[i];
    }

    constexpr void
    load(const std::uint8_t *from)
    {
        for (std::size_t i = 0; i < Size; ++i)
            bytes[i] = from[i];
    }

    // Goes to the next (previous) byte string. At the end, it wraps round and returns false.
    constexpr bool
    increment()
    {
        for (std::size_t i = Size; i-- > 0;)
            if (++bytes[i] != 0)
                return true;
        return false;
    }

    constexpr bool
    decrement()
    {
        for (std::size_t i = Size; i-- > 0;)
            if (bytes[i]-- != 0)
                return true;
        return false;
    }
};

// Stores `number` as 8 bytes that are in the order of the numbers: with the sign bit flipped.
constexpr void
store_ordered(std::uint8_t *to, std::int64_t number)
{
    store_be<8>(to, static_cast<std::uint64_t>(number) ^ std::uint64_t{1} << 63);
}

// An int64, ordered as a signed number.
struct Int64 {
    static constexpr bool by_value = true;
    static constexpr std::size_t binary_size = 8;

    std::int64_t value;

    static constexpr int
    compare(const Int64 &a, const Int64 &b)
    {
        return a.value < b.value ? -1 : a.value > b.value;
    }

    // b - a, for a <= b.
    static constexpr double
    distance(const Int64 &a, const Int64 &b)
    {
        return static_cast<double>(static_cast<std::uint64_t>(b.value) - static_cast<std::uint64_t>(a.value));
    }

    constexpr void
    store(std::uint8_t *to) const
    {
        store_be<8>(to, static_cast<std::uint64_t>(value));
    }

    constexpr void
    load(const std::uint8_t *from)
    {
        value = static_cast<std::int64_t>(load_be<8>(from));
    }

    constexpr bool
    increment()
    {
        if (value == std::numeric_limits<std::int64_t>::max())
            return false;
        ++value;
        return true;
    }

    constexpr bool
    decrement()
    {
        if (value == std::numeric_limits<std::int64_t>::min())
            return false;
        --value;
        return true;
    }
};

} // namespace ulidkit
