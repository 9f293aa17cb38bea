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
struct alignas(16) Words {
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
constexpr std::size_t remembered_size = sizeof(K) < sizeof(Words) ? sizeof(K) : sizeof(Words);

template <Kind K>
inline Words
to_words(const K &id)
{
    Words words{};
    std::memcpy(&words, &id, remembered_size<K>);
    return words;
}

template <Kind K>
inline K
from_words(const Words &words)
{
    K id{};
    std::memcpy(static_cast<void *>(&id), &words, remembered_size<K>);
    return id;
}

// Reads `words` while other processes exchange them: each word is one that was there, but the two perhaps never
// together.
inline Words
glimpse(const Words &words)
{
    return {__atomic_load_n(&words.first, __ATOMIC_ACQUIRE), __atomic_load_n(&words.second, __ATOMIC_ACQUIRE)};
}

// If `words` are `expected`, makes them `desired` and returns true. Otherwise makes `expected` a glimpse of them, and
// returns false.
#if defined(__x86_64__) && !defined(ULIDKIT_PORTABLE)

constexpr bool exchanges_words = true;

// Reads and writes are not moved across it. A builtin would call libatomic, or need an option for every file that uses
// this memory.
inline bool
exchange_words(Words &words, Words &expected, const Words &desired)
{
    bool exchanged;
    asm volatile("lock cmpxchg16b %1"
                 : "=@ccz"(exchanged), "+m"(words), "+a"(expected.first), "+d"(expected.second)
                 : "b"(desired.first), "c"(desired.second)
                 : "memory");
    return exchanged;
}

#elif defined(__aarch64__) && !defined(ULIDKIT_PORTABLE)

constexpr bool exchanges_words = true;

inline bool
exchange_words(Words &words, Words &expected, const Words &desired)
{
    __extension__ using Wide = unsigned __int128;
    const auto before = std::bit_cast<Wide>(expected);
    const Wide found =
        __sync_val_compare_and_swap(reinterpret_cast<Wide *>(&words), before, std::bit_cast<Wide>(desired));
    expected = std::bit_cast<Words>(found);
    return found == before;
}

#else

// The caller holds the lock under which all processes exchange these words.
constexpr bool exchanges_words = false;

inline bool
exchange_words(Words &words, Words &expected, const Words &desired)
{
    const Words found = glimpse(words);
    const bool exchanged = found.first == expected.first && found.second == expected.second;
    if (exchanged) {
        __atomic_store_n(&words.first, desired.first, __ATOMIC_RELEASE);
        __atomic_store_n(&words.second, desired.second, __ATOMIC_RELEASE);
    }
    expected = found;
    return exchanged;
}

#endif

} // namespace ulidkit
