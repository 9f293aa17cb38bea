// Big-endian integers in byte strings: the binary form of every kind is big-endian, so that the order of the bytes is
// the order of the values.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ulidkit {

// Loads the first `Count` bytes at `from` as an unsigned big-endian integer. Recursion instead of a loop, because g++
// recognises only this as one load and one byte swap.
template <std::size_t Count>
constexpr std::uint64_t
load_be(const std::uint8_t *from)
{
    static_assert(Count >= 1 && Count <= 8);
    if constexpr (Count == 1)
        return from[0];
    else
        return load_be<Count - 1>(from) << 8 | from[Count - 1];
}

// Stores the low `Count` bytes of `value` at `to`, big-endian.
template <std::size_t Count>
constexpr void
store_be(std::uint8_t *to, std::uint64_t value)
{
    static_assert(Count >= 1 && Count <= 8);
    if constexpr (Count > 1)
        store_be<Count - 1>(to, value >> 8);
    to[Count - 1] = static_cast<std::uint8_t>(value);
}

} // namespace ulidkit
