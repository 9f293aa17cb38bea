// Big-endian integers in byte strings: the binary form of every kind is big-endian, so that the order of the bytes is
// the order of the values.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ulidkit {

// Loads the first `Count` bytes at `from` as an unsigned big-endian integer. Written as shifts, which compilers turn
// into one load and one byte swap, because that is also what a constant expression can evaluate.
template <std::size_t Count>
constexpr std::uint64_t
load_be(const std::uint8_t *from)
{
    static_assert(Count >= 1 && Count <= 8);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < Count; ++i)
        value = value << 8 | from[i];
    return value;
}

// Stores the low `Count` bytes of `value` at `to`, big-endian.
template <std::size_t Count>
constexpr void
store_be(std::uint8_t *to, std::uint64_t value)
{
    static_assert(Count >= 1 && Count <= 8);
    for (std::size_t i = 0; i < Count; ++i)
        to[i] = static_cast<std::uint8_t>(value >> (8 * (Count - 1 - i)));
}

} // namespace ulidkit
