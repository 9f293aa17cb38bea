// Finding, making and beginning the generators' memory.
//
// If the library is preloaded, the memory is a part of the server's main segment, claimed when the server starts.
// Otherwise the first process that generates makes it: from 17 on as named segments, before in the spare space of the
// main segment. Later processes find it by its name.
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "pg/errors.hpp"
#include "pg/random.hpp"
#include "pg/settings.hpp"
#include "pg/shared.hpp"
#include "pg/time.hpp"

namespace ulidkit {

// A piece for all kinds, with the layout of the others. Version 0.1.0 had all kinds in a structure of that name and of
// another size, so the server allows only one of the two.
struct Layout {
    std::uint32_t layout;
};

static constexpr const char *layout_name = "ulidkit";

static void
initialise_layout(void *memory)
{
    static_cast<Layout *>(memory)->layout = memory_layout;
}

static void
initialise_memory(void *memory)
{
    memset(memory, 0, sizeof(Memory));
    SpinLockInit(&static_cast<Memory *>(memory)->lock);
}

// A name of shared memory, in a static buffer.
static const char *
name_of(const char *kind)
{
    static char name[NAMEDATALEN];
    snprintf(name, sizeof(name), "ulidkit %s", kind);
    return name;
}

using Find = void *(const char *name, std::size_t size, void (*initialise)(void *));

// Finds or makes memory in the main segment. The caller holds AddinShmemInitLock.
static void *
find_in_main_segment(const char *name, std::size_t size, void (*initialise)(void *))
{
    bool found;
    void *memory = ShmemInitStruct(name, size, &found);
    if (!found)
        initialise(memory);
    return memory;
}

#if ULIDKIT_NAMED_SEGMENTS

static void *
find_or_make(const char *name, std::size_t size, void (*initialise)(void *))
{
    return find_or_make_segment(name, size, initialise);
}

#else

static void *
find_or_make(const char *name, std::size_t size, void (*initialise)(void *))
{
    LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
    void *memory = find_in_main_segment(name, size, initialise);
    LWLockRelease(AddinShmemInitLock);
    return memory;
}

#endif

// Memory that was claimed when the server started is found by a rendezvous variable. So even a second copy of this
// library, loaded from another path, shares the generators.
static void *
find_preloaded_first(const char *name, std::size_t size, void (*initialise)(void *))
{
    void **preloaded = find_rendezvous_variable(name);
    return *preloaded != nullptr ? *preloaded : find_or_make(name, size, initialise);
}

static Memory *
find(const char *kind, Find *find_named)
{
    const auto *found = static_cast<const Layout *>(find_named(layout_name, sizeof(Layout), initialise_layout));
    if (found->layout != memory_layout)
        other_memory_layout();
    return static_cast<Memory *>(find_named(name_of(kind), sizeof(Memory), initialise_memory));
}

Memory &
attach(const char *kind)
{
    const MemoryContext context = CurrentMemoryContext;
    Memory *volatile memory = nullptr;
    PG_TRY();
    {
        memory = find(kind, find_preloaded_first);
    }
    PG_CATCH();
    {
        MemoryContextSwitchTo(context);
        no_shared_memory(CopyErrorData());
    }
    PG_END_TRY();
    return *memory;
}

static shmem_request_hook_type next_request_hook;
static shmem_startup_hook_type next_startup_hook;

static void
request()
{
    if (next_request_hook != nullptr)
        next_request_hook();
    RequestAddinShmemSpace(
        add_size(MAXALIGN(sizeof(Layout)), mul_size(sizeof(Memory), static_cast<std::size_t>(all_kinds.size))));
}

static void *
claim(const char *name, std::size_t size, void (*initialise)(void *))
{
    return *find_rendezvous_variable(name) = find_in_main_segment(name, size, initialise);
}

static void
start()
{
    if (next_startup_hook != nullptr)
        next_startup_hook();
    LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
    all_kinds.each([]<class K>(std::type_identity<K>) { find(K::name, claim); });
    LWLockRelease(AddinShmemInitLock);
}

void
preload_shared_memory()
{
    if (!process_shared_preload_libraries_in_progress)
        return;
    next_request_hook = shmem_request_hook;
    shmem_request_hook = request;
    next_startup_hook = shmem_startup_hook;
    shmem_startup_hook = start;
}

// The first time after all ids made until `time`, on this server or another. Ids of kinds that run ahead of the clock
// can have later times.
static std::int64_t
floor_after(TimestampTz time, std::int64_t tick, bool runs_ahead)
{
    const std::int64_t lead = runs_ahead ? settings::max_clock_lead * std::int64_t{1000} : 0;
    return floor_to(from_timestamptz(time), tick) + tick + lead;
}

void
begin(Memory &memory, std::int64_t tick, bool runs_ahead)
{
    // The order matters: once recovery has ended, the replayed time is final.
    const bool in_recovery = RecoveryInProgress();
    if (memory.begun == Begun::in_recovery && in_recovery)
        return;
    const TimestampTz replayed = GetLatestXTime();
    // All transactions that were replayed, from an older primary or a backup, were committed by then. Zero if there was
    // none.
    const std::int64_t after_replayed = replayed == 0 ? PG_INT64_MIN : floor_after(replayed, tick, runs_ahead);
    // A server's memory is new after each start, also after a crash. This process began after that, and the ids of the
    // previous run are older, except that microsecond kinds can have been ahead of the clock.
    const std::int64_t after_start = runs_ahead ? floor_after(MyStartTimestamp, tick, runs_ahead) : PG_INT64_MIN;
    std::uint8_t drawn[sizeof(memory.drawn)];
    memcpy(drawn, peek_random(sizeof(drawn)), sizeof(drawn));
    drop_random(sizeof(drawn));

    SpinLockAcquire(&memory.lock);
    if (memory.begun == Begun::no) {
        memcpy(memory.drawn, drawn, sizeof(drawn));
        memory.floor = Max(after_start, after_replayed);
        memory.begun = Begun::in_recovery;
    }
    if (memory.begun == Begun::in_recovery && !in_recovery) {
        memory.floor = Max(memory.floor, after_replayed);
        memory.begun = Begun::yes;
    }
    SpinLockRelease(&memory.lock);
}

} // namespace ulidkit
