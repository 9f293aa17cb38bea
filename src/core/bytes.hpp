// Big-endian integers in byte strings: the binary form of every kind is big-endian, so that the order of the bytes is
// the order of the values.
//
// always_inline here and in codec.hpp, because g++ stops inlining when a source file has grown too much by it, as the
// one with the functions of all kinds does. Without it, a change to one kind turns some of these few instructions into
// calls in the other kinds.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace ulidkit {

// The unsigned integer of `Size` bytes, a power of two.
template <std::size_t Size>
using Word = std::conditional_t<
    Size == 1, std::uint8_t,
    std::conditional_t<Size == 2, std::uint16_t, std::conditional_t<Size == 4, std::uint32_t, std::uint64_t>>>;

// An integer in the order of the processor from one whose bytes are big-endian, or the other way round.
template <class Integer>
constexpr Integer
swap_be(Integer integer)
{
    if constexpr (std::endian::native == std::endian::big || sizeof(Integer) == 1)
        return integer;
    else if constexpr (sizeof(Integer) == 2)
        return __builtin_bswap16(integer);
    else if constexpr (sizeof(Integer) == 4)
        return __builtin_bswap32(integer);
    else
        return __builtin_bswap64(integer);
}

// Loads the first `Count` bytes at `from` as an unsigned big-endian integer.
template <std::size_t Count>
[[gnu::always_inline]] constexpr std::uint64_t
load_be(const std::uint8_t *from)
{
    static_assert(Count >= 1 && Count <= 8);
    constexpr std::size_t head = std::bit_floor(Count);
    if (std::is_constant_evaluated()) {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < Count; ++i)
            value = value << 8 | from[i];
        return value;
    }
    Word<head> word;
    std::memcpy(&word, from, head);
    if constexpr (head == Count)
        return swap_be(word);
    else
        return std::uint64_t{swap_be(word)} << 8 * (Count - head) | load_be<Count - head>(from + head);
}

// Stores the low `Count` bytes of `value` at `to`, big-endian.
template <std::size_t Count>
[[gnu::always_inline]] constexpr void
store_be(std::uint8_t *to, std::uint64_t value)
{
    static_assert(Count >= 1 && Count <= 8);
    constexpr std::size_t head = std::bit_floor(Count);
    if (std::is_constant_evaluated()) {
        for (std::size_t i = Count; i-- > 0; value >>= 8)
            to[i] = static_cast<std::uint8_t>(value);
        return;
    }
    const auto word = swap_be(static_cast<Word<head>>(value >> 8 * (Count - head)));
    std::memcpy(to, &word, head);
    if constexpr (head != Count)
        store_be<Count - head>(to + head, value);
}

} // namespace ulidkit
