// The generators' shared memory, for all processes and databases of a server. Each kind has a piece of its own, so that
// libraries with more and with fewer kinds can serve one server at a time, as happens when sessions go on over an
// update. Nothing has to be preloaded.
#pragma once

#include "pg/postgres.hpp"

#include "core/kind.hpp"
#include "core/last_id.hpp"
#include "pg/generation/ceiling_file.hpp"
#include "pg/settings.hpp"

namespace ulidkit {

// The floor of a kind's ids.
enum class FloorState : std::uint8_t {
    unset,       // there is none yet: the memory was claimed when the server started
    provisional, // in recovery the server can still replay ids of another one, or of its own previous run
    settled
};

// The memory of a kind. The last id changes only by exchange(), which on most processors needs no lock: a process that
// is preempted while it generates holds up no other. The lock protects `drawn`, the counts and, on other processors,
// the exchange. It is held for a few instructions, without an error, system call or wait, as a spinlock demands.
//
// Accesses are sequentially consistent where they do not say otherwise, but nothing depends on that: acquire and
// release are enough, and for `clock`, `floor`, `generated`, `ceiling`, `renewal` and `given_up` relaxed accesses. Of
// each of these a process that was told of a value, as by an id that was returned, finds that one or a later one, and
// it reads nothing else because of it. The unit tests try all that on a model of weak memory
// (test/unit/memory_order.cpp).
struct alignas(PG_CACHE_LINE_SIZE) Memory {
    // Used for every id, in one cache line.
    RememberedWords<Shared<std::uint64_t>> last; // of the last id
    slock_t lock;
    Shared<FloorState> floor_state; // written last: who finds it settled finds what was there before, also `drawn`
    Shared<std::int64_t> clock;     // newest reading of the clock, lowered by check_clock() and reset()
    Shared<std::int64_t> floor;     // no id is issued for an earlier time
    // Whoever makes an ID of this time or later, or at such a reading of the clock, has the ceiling raised.
    Shared<std::int64_t> renewal;
    Shared<std::int64_t> generated; // ids issued
    // No id of this time or a later one is returned: the ceiling on disk, but the lowest time before the first write of
    // this run, and the highest in recovery.
    Shared<std::int64_t> ceiling;

    // Seldom written.
    std::uint8_t drawn[8]; // random bytes, for choices that hold until the server stops; constant once there is a floor
    Shared<std::int64_t> given_up; // the newest reading from which check_clock() has lowered `clock`
    struct Counts {
        std::int64_t counted; // value of `clock` for which a step back was counted last
        std::int64_t steps_back;
        std::int64_t waits;     // times that a process waited for the clock
        std::int64_t waited;    // microseconds that they waited
        std::int64_t refusals;  // errors because of the clock, or because a unit of time was used up
        std::int64_t began;     // before the floor was settled, the server issued no id of this time or a later one
        std::int64_t conflicts; // observed ids with the node of this server that it did not issue
        std::int64_t conflict;  // what the clock read at the last one
        std::int64_t failures;  // times that the ceiling could not be written to disk, or not in time
    } counts;

    // As exchange_remembered(), for the last id.
    bool
    exchange(Remembered &expected, const Remembered &desired)
    {
        if constexpr (exchanges_at_once) {
            return exchange_remembered(last, expected, desired);
        } else {
            SpinLockAcquire(&lock);
            const bool exchanged = exchange_remembered(last, expected, desired);
            SpinLockRelease(&lock);
            return exchanged;
        }
    }

    // The last id, not only a glimpse of it.
    Remembered
    read_last()
    {
        Remembered seen = glimpse(last);
        while (!exchange(seen, seen))
            ;
        return seen;
    }
};

static_assert(offsetof(Memory, drawn) <= 64 && Shared<std::int64_t>::is_always_lock_free);

// Makes `value` at least `least`, unless it is less than `from`.
[[gnu::cold, gnu::noinline]] inline void
raise(Shared<std::int64_t> &value, std::int64_t least, std::int64_t from = PG_INT64_MIN)
{
    std::int64_t found = value;
    while (found >= from && found < least && !value.compare_exchange_weak(found, least))
        ;
}

// Increase this if Memory or what it says changes. Libraries with different layouts cannot serve one server.
constexpr std::uint32_t memory_layout = 6;

// What the beginning of a generator and its ceiling depend on.
struct Generator {
    const char *kind;
    CeilingKey key;
    std::int64_t tick;
    bool runs_ahead;
    std::int64_t (*time)(const Remembered &id);
    std::int64_t offset = 0; // of the starts of ticks from multiples of a tick
};

template <Kind K>
inline constexpr Generator generator_of{K::name, CeilingKey::of_kind(K::name), K::tick, K::runs_ahead,
                                        [](const Remembered &id) -> std::int64_t { return recall<K>(id).time(); }};

// Finds or makes the memory of the kind of that name. Raises an error with a hint if that fails.
Memory &attach(const char *kind);

// The memories of the layouts of Snowflakes that this run of the server has used. A layout keeps its place.
struct Layouts {
    Shared<int> used; // raised after the key was written: who finds it finds the key
    CeilingKey keys[most_layouts];
    Memory memories[most_layouts];
};

// Finds or makes them, as attach().
Layouts &attach_layouts();

// The memory of a layout, or null if this run of the server has not used it.
Memory *find_layout(const CeilingKey &key);

// Makes memory as it is before its generator has begun.
void initialise_memory(void *memory);

// What all generators of the server share. Its fields keep their places, because libraries of several versions use it
// at the same time. When the server starts, everything but the lock and the first two fields is zero.
struct Common {
    std::uint32_t layout; // memory_layout of the library that made it
    int tranche;
    LWLock file_lock;        // held while the file of ceilings is read or written
    std::int64_t write_time; // microseconds that its last write took
    CeilingFile file;
};

// The one that this process uses. attach() and attach_layouts() set it.
extern Common *attached_common;

template <Kind K>
inline Memory &
memory_of()
{
    static Memory *attached;
    if (unlikely(attached == nullptr))
        attached = &attach(K::name);
    return *attached;
}

// If the library is preloaded, lets the server claim all of this memory when it starts.
void preload_shared_memory();

} // namespace ulidkit
