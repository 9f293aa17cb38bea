// What a generator remembers of the last id: two words in shared memory, which are compared and exchanged as one, where
// the processor can do that without a lock.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "core/kind.hpp"

namespace ulidkit {

// The first 16 bytes of an id, as the kind's class has them, and zeros. All zero if there is no id: an id that is all
// zero is of a time that the clock is long past.
struct alignas(16) Remembered {
    std::uint64_t first;
    std::uint64_t second;

    constexpr bool
    any() const
    {
        return (first | second) != 0;
    }
};

// Of a longer id the rest is not remembered. So the kind must not need it: next() gives the same id with and without
// it.
template <Kind K>
constexpr std::size_t remembered_size = sizeof(K) < sizeof(Remembered) ? sizeof(K) : sizeof(Remembered);

template <Kind K>
inline Remembered
remember(const K &id)
{
    Remembered remembered{};
    std::memcpy(&remembered, &id, remembered_size<K>);
    return remembered;
}

template <Kind K>
inline K
recall(const Remembered &remembered)
{
    K id{};
    std::memcpy(static_cast<void *>(&id), &remembered, remembered_size<K>);
    return id;
}

// Reads `last` while other processes exchange it: each word is one that was there, but the two perhaps never
// together.
inline Remembered
glimpse(const Remembered &last)
{
    return {__atomic_load_n(&last.first, __ATOMIC_ACQUIRE), __atomic_load_n(&last.second, __ATOMIC_ACQUIRE)};
}

// If `last` is `expected`, makes it `desired` and returns true. Otherwise makes `expected` a glimpse of it, and returns
// false.
#if defined(__x86_64__) && !defined(ULIDKIT_PORTABLE)

constexpr bool exchanges_at_once = true;

// Reads and writes are not moved across it. A builtin would call libatomic, or need an option for every file that uses
// this memory.
inline bool
exchange_remembered(Remembered &last, Remembered &expected, const Remembered &desired)
{
    bool exchanged;
    asm volatile("lock cmpxchg16b %1"
                 : "=@ccz"(exchanged), "+m"(last), "+a"(expected.first), "+d"(expected.second)
                 : "b"(desired.first), "c"(desired.second)
                 : "memory");
    return exchanged;
}

#elif defined(__aarch64__) && !defined(ULIDKIT_PORTABLE)

constexpr bool exchanges_at_once = true;

inline bool
exchange_remembered(Remembered &last, Remembered &expected, const Remembered &desired)
{
    __extension__ using Wide = unsigned __int128;
    const auto before = std::bit_cast<Wide>(expected);
    const Wide found =
        __sync_val_compare_and_swap(reinterpret_cast<Wide *>(&last), before, std::bit_cast<Wide>(desired));
    expected = std::bit_cast<Remembered>(found);
    return found == before;
}

#else

// The caller holds the lock under which all processes exchange the last id.
constexpr bool exchanges_at_once = false;

inline bool
exchange_remembered(Remembered &last, Remembered &expected, const Remembered &desired)
{
    const Remembered found = glimpse(last);
    const bool exchanged = found.first == expected.first && found.second == expected.second;
    if (exchanged) {
        __atomic_store_n(&last.first, desired.first, __ATOMIC_RELEASE);
        __atomic_store_n(&last.second, desired.second, __ATOMIC_RELEASE);
    }
    expected = found;
    return exchanged;
}

#endif

} // namespace ulidkit
