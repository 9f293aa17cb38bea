// What the generators remember: in shared memory, for all processes of a server and all of its databases. Each kind has
// a piece of its own, so that libraries with more and with fewer kinds can serve one server at a time: before and after
// an update, that is, while old sessions go on. Nothing has to be preloaded for it.
#pragma once

#include "pg/postgres.hpp"

#include "core/kind.hpp"

namespace ulidkit {

// What decides about a kind's ids before the first one of this server.
enum class Begun : std::uint8_t {
    no,          // nothing is decided: the memory was set aside when the server started
    in_recovery, // the server may still replay ids of another one, or of its own former life
    yes
};

// What is remembered of a kind. All under the lock, but that `begun` is looked at without it, too. The lock is held for
// a clock's worth of instructions, K::next() and a copy of this, with no loop, error or system call, and by nobody who
// sleeps: that is what a spinlock is for.
struct alignas(PG_CACHE_LINE_SIZE) Memory {
    // What every id touches, in one cache line.
    slock_t lock;
    volatile Begun begun;
    bool any;               // whether there is a last id
    std::int64_t clock;     // newest reading of the clock that an id was issued at
    std::int64_t floor;     // no id is issued for an earlier time
    std::int64_t generated; // ids issued
    std::uint8_t last[24];  // the last id, as the kind's class has it

    // What is seldom touched.
    std::uint8_t drawn[8]; // random bytes, for what a kind decides once in a server's life
    std::int64_t counted;  // value of `clock` that the clock was seen to be behind, and counted in steps_back
    std::int64_t steps_back;
    std::int64_t waits; // times that a process waited for the clock

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

static_assert(offsetof(Memory, drawn) <= 64);

// A change to Memory, or to what it means, is another layout. Libraries with different layouts cannot serve one server.
constexpr std::uint32_t memory_layout = 2;

// The memory of the kind of that name, found or made. An error with a hint where there is none.
Memory &attach(const char *kind);

// Decides what is left to decide, or that is not for long: where no id can come from before, `floor` is raised above
// those that can.
void begin(Memory &memory, std::int64_t tick, bool runs_ahead);

template <Kind K>
inline Memory &
memory_of()
{
    static Memory *attached;
    if (unlikely(attached == nullptr))
        attached = &attach(K::name);
    return *attached;
}

// The memory that an id can be issued from.
template <Kind K>
inline Memory &
begun_memory_of()
{
    Memory &memory = memory_of<K>();
    if (unlikely(memory.begun != Begun::yes))
        begin(memory, K::tick, K::runs_ahead);
    return memory;
}

// Where the library is preloaded, sets the memory of all kinds aside when the server starts.
void preload_shared_memory();

} // namespace ulidkit
