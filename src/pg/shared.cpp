#include "pg/postgres.hpp"

#include "pg/errors.hpp"
#include "pg/random.hpp"
#include "pg/settings.hpp"
#include "pg/shared.hpp"
#include "pg/time.hpp"

namespace ulidkit {

static constexpr const char *name = "ulidkit";

// Drawn before the memory is made, because making it must not raise an error half-way.
static int drawn_node;

// Ids may have been made until `time`, in another life of this server or on the server that this one takes over from,
// and those of kinds that run ahead of the clock may be of later times. The next one is of a tick after all of these.
template <Kind K>
static void
raise_floor(Slot<K> &slot, TimestampTz time)
{
    const std::int64_t lead = K::runs_ahead ? settings::max_clock_lead * std::int64_t{1000} : 0;
    const std::int64_t floor = floor_to(from_timestamptz(time), K::tick) + K::tick + lead;
    SpinLockAcquire(&slot.lock);
    slot.floor = Max(slot.floor, floor);
    SpinLockRelease(&slot.lock);
}

// Whatever was replayed, from an older primary or a backup, was committed by then. Zero where nothing was.
static void
raise_floors_to_replayed(Shared &shared)
{
    const TimestampTz replayed = GetLatestXTime();
    if (replayed == 0)
        return;
#define RAISE(kind, K, size) raise_floor(shared.kind, replayed);
    ULIDKIT_KINDS(RAISE)
#undef RAISE
}

static void
initialise(void *memory)
{
    Shared &shared = *static_cast<Shared *>(memory);
    memset(static_cast<void *>(&shared), 0, sizeof(shared));
    shared.best_effort_node = drawn_node;
    shared.in_recovery = RecoveryInProgress();
    // The memory is made at the first call after a start, or a restart after a crash. This process began after that,
    // and the ids of the life before are older, but for what the microsecond kinds were ahead.
#define INITIALISE(kind, K, size) \
    SpinLockInit(&shared.kind.lock); \
    shared.kind.floor = PG_INT64_MIN; \
    if (K::runs_ahead) \
        raise_floor(shared.kind, MyStartTimestamp);
    ULIDKIT_KINDS(INITIALISE)
#undef INITIALISE
    raise_floors_to_replayed(shared);
}

// What an error on the way to shared memory is completed with.
static void
explain_failure(void *)
{
    errcontext("making the shared memory of ulidkit's generators");
    errhint("Restart the server, with ulidkit in shared_preload_libraries if there was no shared memory left.");
}

#if ULIDKIT_NAMED_SEGMENTS

static Shared *
find_or_make()
{
    return static_cast<Shared *>(find_or_make_segment(name, sizeof(Shared), initialise));
}

void
request_shared_memory()
{
}

#else

static Shared *
find_or_make()
{
    bool found;
    LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
    auto *shared = static_cast<Shared *>(ShmemInitStruct(name, sizeof(Shared), &found));
    if (!found)
        initialise(shared);
    LWLockRelease(AddinShmemInitLock);
    return shared;
}

static shmem_request_hook_type next_request_hook;

static void
request()
{
    if (next_request_hook != nullptr)
        next_request_hook();
    RequestAddinShmemSpace(sizeof(Shared));
}

void
request_shared_memory()
{
    if (!process_shared_preload_libraries_in_progress)
        return;
    next_request_hook = shmem_request_hook;
    shmem_request_hook = request;
}

#endif

static Shared *attached;

// Once in a process, or when recovery has ended since.
static void
attach_slowly()
{
    if (attached == nullptr) {
        drawn_node = Timeid::draw_node(peek_random(Timeid::entropy_size));
        drop_random(Timeid::entropy_size);
        ErrorContextCallback context = {error_context_stack, explain_failure, nullptr};
        error_context_stack = &context;
        attached = find_or_make();
        error_context_stack = context.previous;
    }
    if (attached->in_recovery && !RecoveryInProgress()) {
        raise_floors_to_replayed(*attached);
        pg_write_barrier();
        attached->in_recovery = false;
    }
}

Shared &
attach()
{
    if (unlikely(attached == nullptr || attached->in_recovery))
        attach_slowly();
    return *attached;
}

} // namespace ulidkit
