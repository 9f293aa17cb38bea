// What a generator remembers of the last id: two words in shared memory, which are compared and exchanged as one, where
// the processor can do that without a lock.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>

#include "core/kind.hpp"

namespace ulidkit {

// The first 16 bytes of an id, as the kind's class has them, and zeros. All zero if there is no id: an id that is all
// zero is of a time that the clock is long past.
struct Remembered {
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

// The same in the memory of several processes. A word is a std::atomic, or what a test has in its place.
template <class Word>
struct alignas(16) RememberedWords {
    Word first;
    Word second;
};

using SharedRemembered = RememberedWords<std::atomic<std::uint64_t>>;

// Reads `last` while other processes exchange it: each word is one that was there, but the two perhaps never
// together. Acquires, so that what is read afterwards is not older than the exchange by which the words came.
template <class Word>
inline Remembered
glimpse(const RememberedWords<Word> &last)
{
    return {last.first.load(std::memory_order_acquire), last.second.load(std::memory_order_acquire)};
}

// If `last` is `expected`, makes it `desired` and returns true. Otherwise makes `expected` a glimpse of it, and returns
// false. It is of a single order, so no two go on from the same id; and it acquires, also if it fails, and releases.
#if defined(__x86_64__) && !defined(ULIDKIT_PORTABLE)

constexpr bool exchanges_at_once = true;

// A builtin would call libatomic, or need an option for every file that uses this memory.
inline bool
exchange_remembered(SharedRemembered &last, Remembered &expected, const Remembered &desired)
{
    bool exchanged;
    asm volatile("lock cmpxchg16b %1"
                 : "=@ccz"(exchanged), "+m"(reinterpret_cast<Remembered &>(last)), "+a"(expected.first),
                   "+d"(expected.second)
                 : "b"(desired.first), "c"(desired.second)
                 : "memory");
    return exchanged;
}

#elif defined(__aarch64__) && !defined(ULIDKIT_PORTABLE)

constexpr bool exchanges_at_once = true;

// The builtin calls libgcc, which chooses the processor's instruction, or a loop with a barrier after it. What fails in
// the loop is torn as a glimpse can be.
inline bool
exchange_remembered(SharedRemembered &last, Remembered &expected, const Remembered &desired)
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

template <class Word>
inline bool
exchange_remembered(RememberedWords<Word> &last, Remembered &expected, const Remembered &desired)
{
    const Remembered found = glimpse(last);
    const bool exchanged = found.first == expected.first && found.second == expected.second;
    if (exchanged) {
        last.first.store(desired.first, std::memory_order_release);
        last.second.store(desired.second, std::memory_order_release);
    }
    expected = found;
    return exchanged;
}

#endif

} // namespace ulidkit
