// The generators' shared memory, for all processes and databases of a server. Each kind has a piece of its own, so that
// libraries with more and with fewer kinds can serve one server at a time, as happens when sessions go on over an
// update. Nothing has to be preloaded.
#pragma once

#include "pg/postgres.hpp"

#include "core/kind.hpp"

namespace ulidkit {

// Whether the floor of a kind's ids is final.
enum class Begun : std::uint8_t {
    no,          // there is none yet: the memory was claimed when the server started
    in_recovery, // the server can still replay ids of another one, or of its own previous run
    yes
};

// The memory of a kind. The lock protects all of it; `begun` is also read without it. It is held for K::next() or for a
// copy of this, without a loop, error, system call or sleep, as a spinlock demands.
struct alignas(PG_CACHE_LINE_SIZE) Memory {
    // Used for every id, in one cache line.
    slock_t lock;
    volatile Begun begun;
    bool any;               // whether there is a last id
    std::int64_t clock;     // newest reading of the clock, lowered by check_clock()
    std::int64_t floor;     // no id is issued for an earlier time
    std::int64_t renewal;   // from this time on, an id's process has the bound raised
    std::int64_t generated; // ids issued
    std::uint8_t last[24];  // the last id, as the kind's class has it

    // Seldom used.
    // No id is issued for this time or a later one: the bound on disk, but the lowest time before the first write of
    // this run, and the highest in recovery.
    std::int64_t bound;
    std::uint8_t drawn[8]; // random bytes, for choices that hold until the server stops
    std::int64_t counted;  // value of `clock` for which a step back was counted last
    std::int64_t steps_back;
    std::int64_t waits;     // times that a process waited for the clock
    std::int64_t waited;    // microseconds that they waited
    std::int64_t refusals;  // errors because of the clock, or because a unit of time was used up
    std::int64_t began;     // before it was `begun`, the server issued no id of this time or a later one
    std::int64_t conflicts; // observed ids with the number of this server that it did not issue
    std::int64_t conflict;  // what the clock read at the last one

    template <Kind K>
    K
    last_id() const
    {
        static_assert(sizeof(K) <= sizeof(last));
        K id;
        memcpy(static_cast<void *>(&id), last, sizeof(id));
        return id;
    }

    template <Kind K>
    void
    remember(const K &id, std::int64_t now)
    {
        memcpy(last, &id, sizeof(id));
        any = true;
        clock = now;
        ++generated;
    }
};

static_assert(offsetof(Memory, bound) <= 64);

// Increase this if Memory or its meaning changes. Libraries with different layouts cannot serve one server.
constexpr std::uint32_t memory_layout = 3;

// What begins and bounds the generator of a kind.
struct Generator {
    const char *kind;
    std::int64_t tick;
    bool runs_ahead;
    std::int64_t (*last_time)(const Memory &memory); // of the last id
};

template <Kind K>
inline constexpr Generator generator_of{
    K::name, K::tick, K::runs_ahead, [](const Memory &memory) -> std::int64_t { return memory.last_id<K>().time(); }};

// Finds or makes the memory of the kind of that name. Raises an error with a hint if that fails.
Memory &attach(const char *kind);

// Raises `floor` above all ids that can have been made before, and makes it final if recovery has ended.
void begin(Memory &memory, const Generator &generator);

// Raises the bound above the last id, the floor and the clock, and writes it to disk. If it is not `needed` yet, the
// next id tries again where another process uses the file, and a failure is logged only. Otherwise it is an error.
void raise_bound(Memory &memory, const Generator &generator, bool needed);

// Makes the generator begin again at the present clock.
void reset(Memory &memory, const Generator &generator);

template <Kind K>
inline Memory &
memory_of()
{
    static Memory *attached;
    if (unlikely(attached == nullptr))
        attached = &attach(K::name);
    return *attached;
}

// The same with a valid floor, so that an id can be issued.
template <Kind K>
inline Memory &
begun_memory_of()
{
    Memory &memory = memory_of<K>();
    if (unlikely(memory.begun != Begun::yes))
        begin(memory, generator_of<K>);
    return memory;
}

// If the library is preloaded, lets the server claim the memory of all kinds when it starts.
void preload_shared_memory();

} // namespace ulidkit
