// What the generators remember: in shared memory, for all processes of a server and all of its databases. Nothing has
// to be preloaded for it; see attach().
#pragma once

#include "pg/postgres.hpp"

#include <type_traits>

#include "core/kinds.hpp"

namespace ulidkit {

// What is remembered of any kind. All under the lock, which is held for a few instructions: no error, no system call.
struct Memory {
    slock_t lock;
    bool any;               // whether there is a last id
    std::int64_t clock;     // newest reading of the clock that an id was issued at
    std::int64_t floor;     // no id is issued for an earlier time
    std::int64_t generated; // ids issued
};

// What is seldom touched.
struct Incidents {
    std::int64_t counted; // value of `clock` that the clock was seen to be behind, and counted in steps_back
    std::int64_t waits;   // times that a process waited for the clock
    std::int64_t steps_back;
};

// A kind's own, apart from the other kinds' cache lines; what every id touches is in one.
template <Kind K>
struct alignas(PG_CACHE_LINE_SIZE) Slot : Memory {
    static_assert(sizeof(Memory) + sizeof(K) <= 64);

    K last;
    Incidents incidents;
};

struct Shared {
    int best_effort_node; // of timeid
    // Made during recovery, which may still replay ids of another server: until it has ended, and `floor` was raised.
    volatile bool in_recovery;

#define ULIDKIT_SLOT(kind, K, size) \
    Slot<K> kind; \
    Slot<K> &of(std::type_identity<K>) \
    { \
        return kind; \
    }
    ULIDKIT_KINDS(ULIDKIT_SLOT)
#undef ULIDKIT_SLOT
};

// The shared memory, found or made at a process's first call. An error with a hint where there is none.
Shared &attach();

template <Kind K>
inline Slot<K> &
slot()
{
    return attach().of(std::type_identity<K>{});
}

// On servers before 17: room for the shared memory, where the library is preloaded.
void request_shared_memory();

} // namespace ulidkit
