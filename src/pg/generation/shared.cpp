// Finding, making and beginning the generators' memory.
//
// If the library is preloaded, the memory is a part of the server's main segment, claimed when the server starts.
// Otherwise the first process that generates makes it: from 17 on as named segments, before in the spare space of the
// main segment. Later processes find it by its name.
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "pg/errors.hpp"
#include "pg/generation/ceiling_file.hpp"
#include "pg/generation/random.hpp"
#include "pg/generation/shared.hpp"
#include "pg/settings.hpp"
#include "pg/time.hpp"

namespace ulidkit {

namespace {

// A piece for all kinds, which tells the layout of the others.
struct Common {
    std::uint32_t layout;
    int tranche;
    LWLock file_lock;        // held while the file of ceilings is read or written
    std::int64_t write_time; // microseconds that its last write took
    CeilingFile file;
};

constexpr const char *common_name = "ulidkit";
constexpr const char *file_lock_name = "UlidkitBounds";
Common *attached_common;

void
initialise_common(void *memory)
{
    auto *common = static_cast<Common *>(memory);
    memset(memory, 0, sizeof(Common));
    common->layout = memory_layout;
    common->tranche = initialise_lock(common->file_lock, file_lock_name);
}

// Every kind and layout has a row in the file of ceilings.
static_assert(all_kinds.size + most_layouts <= std::size(FileCopy{}.rows) &&
              all_kinds.all([]<class K>(std::type_identity<K>) {
                  return std::string_view{K::name}.size() < sizeof(CeilingKey);
              }));

void
initialise_memory(void *memory)
{
    memset(memory, 0, sizeof(Memory));
    SpinLockInit(&static_cast<Memory *>(memory)->lock);
}

constexpr const char *layouts_name = "ulidkit snowflakes";

void
initialise_layouts(void *memory)
{
    memset(memory, 0, sizeof(Layouts));
    for (Memory &each : static_cast<Layouts *>(memory)->memories)
        initialise_memory(&each);
}

// A name of shared memory, in a static buffer.
const char *
name_of(const char *kind)
{
    static char name[NAMEDATALEN];
    snprintf(name, sizeof(name), "ulidkit %s", kind);
    return name;
}

using Find = void *(const char *name, std::size_t size, void (*initialise)(void *));

// Finds or makes memory in the main segment. The caller holds AddinShmemInitLock.
void *
find_in_main_segment(const char *name, std::size_t size, void (*initialise)(void *))
{
    bool found;
    void *memory = ShmemInitStruct(name, size, &found);
    if (!found)
        initialise(memory);
    return memory;
}

#if ULIDKIT_NAMED_SEGMENTS

void *
find_or_make(const char *name, std::size_t size, void (*initialise)(void *))
{
    return find_or_make_segment(name, size, initialise);
}

#else

void *
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
void *
find_preloaded_first(const char *name, std::size_t size, void (*initialise)(void *))
{
    void **preloaded = find_rendezvous_variable(name);
    return *preloaded != nullptr ? *preloaded : find_or_make(name, size, initialise);
}

void *
find(const char *name, std::size_t size, void (*initialise)(void *), Find *find_named)
{
    auto *common = static_cast<Common *>(find_named(common_name, sizeof(Common), initialise_common));
    if (common->layout != memory_layout)
        other_memory_layout();
    if (attached_common != common) {
        attached_common = common;
        name_lock(common->tranche, file_lock_name);
    }
    return find_named(name, size, initialise);
}

// The same for a process. Every failure is one error with a hint.
void *
attach_named(const char *name, std::size_t size, void (*initialise)(void *))
{
    // Whoever has the memory acts by this setting, for all sessions.
    if (settings::max_clock_lead.refused != nullptr)
        setting_refused(settings::max_clock_lead.name, settings::max_clock_lead.refused);
    const MemoryContext context = CurrentMemoryContext;
    void *volatile memory = nullptr;
    PG_TRY();
    {
        memory = find(name, size, initialise, find_preloaded_first);
    }
    PG_CATCH();
    {
        MemoryContextSwitchTo(context);
        no_shared_memory(CopyErrorData());
    }
    PG_END_TRY();
    // What is at another address cannot be exchanged at once.
    Assert(reinterpret_cast<std::uintptr_t>(memory) % alignof(Memory) == 0);
    return memory;
}

} // namespace

Memory &
attach(const char *kind)
{
    return *static_cast<Memory *>(attach_named(name_of(kind), sizeof(Memory), initialise_memory));
}

Layouts &
attach_layouts()
{
    static Layouts *attached;
    if (attached == nullptr)
        attached = static_cast<Layouts *>(attach_named(layouts_name, sizeof(Layouts), initialise_layouts));
    return *attached;
}

Memory *
find_layout(const CeilingKey &key)
{
    Layouts &layouts = attach_layouts();
    for (int i = 0; i < layouts.used; ++i)
        if (layouts.keys[i] == key)
            return &layouts.memories[i];
    return nullptr;
}

namespace {

// Whether there is room for the layout: those in memory and those in the file are together no more than there can be,
// so that each has a place in both.
bool
has_room(const Layouts &layouts, const CeilingKey &key)
{
    CeilingFile &file = attached_common->file;
    int count = layouts.used;
    if (read_ceiling(file, key).found)
        return count < most_layouts;
    for (const CeilingRow &row : file.newer.rows)
        count += row.key.is_layout() && find_layout(row.key) == nullptr;
    return count < most_layouts;
}

} // namespace

Memory &
find_or_add_layout(const CeilingKey &key)
{
    Layouts &layouts = attach_layouts();
    LWLockAcquire(&attached_common->file_lock, LW_EXCLUSIVE);
    Memory *memory = find_layout(key);
    if (memory == nullptr) {
        if (!has_room(layouts, key))
            too_many_layouts(most_layouts);
        const int place = layouts.used;
        layouts.keys[place] = key;
        layouts.used = place + 1;
        memory = &layouts.memories[place];
    }
    LWLockRelease(&attached_common->file_lock);
    return *memory;
}

void
forget_unused_layouts()
{
    const Layouts &layouts = attach_layouts();
    LWLockAcquire(&attached_common->file_lock, LW_EXCLUSIVE);
    forget_layouts(attached_common->file, layouts.keys, static_cast<std::size_t>(layouts.used.load()));
    LWLockRelease(&attached_common->file_lock);
}

namespace {

shmem_request_hook_type next_request_hook;
shmem_startup_hook_type next_startup_hook;

void
request()
{
    if (next_request_hook != nullptr)
        next_request_hook();
    RequestAddinShmemSpace(
        add_size(CACHELINEALIGN(sizeof(Common)),
                 add_size(mul_size(sizeof(Memory), static_cast<std::size_t>(all_kinds.size)), sizeof(Layouts))));
}

void *
claim(const char *name, std::size_t size, void (*initialise)(void *))
{
    return *find_rendezvous_variable(name) = find_in_main_segment(name, size, initialise);
}

void
start()
{
    if (next_startup_hook != nullptr)
        next_startup_hook();
    LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
    all_kinds.each(
        []<class K>(std::type_identity<K>) { find(name_of(K::name), sizeof(Memory), initialise_memory, claim); });
    find(layouts_name, sizeof(Layouts), initialise_layouts, claim);
    LWLockRelease(AddinShmemInitLock);
}

} // namespace

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

namespace {

// The first tick after all ids made until `time`, on this server or another, which can be ahead of the clock by `lead`.
std::int64_t
floor_after(TimestampTz time, std::int64_t lead, const Generator &generator)
{
    return next_tick(generator, from_timestamptz(time) + lead);
}

// Transactions are replayed in an order that differs from that of their times by less than this, in microseconds.
constexpr std::int64_t replay_disorder = 100000;

// A restart takes longer than this, in microseconds.
constexpr std::int64_t shortest_restart = 20000;

// When the processes of this server were started, the last time after a crash. All that a previous run did was done by
// then.
TimestampTz
start_of_server()
{
    // The server starts the checkpointer before it lets sessions in. A server in single-user mode has only this
    // process.
    for (int i = 1; i <= pgstat_fetch_stat_numbackends(); ++i) {
        const PgBackendStatus &process = local_backend_status(i)->backendStatus;
        if (process.st_backendType == B_CHECKPOINTER)
            return process.st_proc_start_timestamp;
    }
    return MyStartTimestamp;
}

// In this order: with a new renewal and an old ceiling, which is the highest time in recovery, save_ceiling() in
// another process would take that as the one on disk.
void
set_ceiling(Memory &memory, std::int64_t ceiling, std::int64_t renewal)
{
    memory.ceiling = ceiling;
    memory.renewal = renewal;
}

} // namespace

void
begin(Memory &memory, const Generator &generator)
{
    // The order matters: once recovery has ended, the replayed time is final.
    const bool in_recovery = RecoveryInProgress();
    if (memory.floor_state == FloorState::provisional && in_recovery)
        return;
    const TimestampTz replayed = GetLatestXTime();
    // All transactions that were replayed, from an older primary or a backup, were committed by then, and their ids
    // made. Zero if there was none.
    const std::int64_t after_replayed =
        replayed == 0 ? PG_INT64_MIN : floor_after(replayed + replay_disorder, settings::max_lead(), generator);
    // The ids of the previous run are below the ceiling on disk, which a server in recovery does not have.
    SavedCeiling saved = no_ceiling;
    if (!in_recovery) {
        LWLockAcquire(&attached_common->file_lock, LW_EXCLUSIVE);
        saved = read_ceiling(attached_common->file, generator.key);
        LWLockRelease(&attached_common->file_lock);
    }
    // Without a ceiling the clock is all there is. Under load the ids of the microsecond kinds were ahead of it when
    // the previous run ended. Those of a long tick were not, but that tick can still last.
    std::int64_t after_start = PG_INT64_MIN;
    if (!saved.found && (generator.runs_ahead || generator.tick > shortest_restart))
        after_start = floor_after(start_of_server(), generator.runs_ahead ? settings::max_lead() : 0, generator);
    const std::int64_t now = clock_now();
    std::uint8_t drawn[sizeof(memory.drawn)];
    memcpy(drawn, peek_random(sizeof(drawn)), sizeof(drawn));
    drop_random(sizeof(drawn));

    SpinLockAcquire(&memory.lock);
    if (memory.floor_state == FloorState::unset) {
        memcpy(memory.drawn, drawn, sizeof(drawn));
        memory.floor = Max(after_start, after_replayed);
        memory.clock = saved.clock;
        set_ceiling(memory, PG_INT64_MAX, PG_INT64_MAX);
        memory.counts.began = PG_INT64_MAX; // the ids of the primary have the same node
        memory.floor_state = FloorState::provisional;
    }
    if (memory.floor_state == FloorState::provisional && !in_recovery) {
        raise(memory.floor, Max(after_replayed, saved.ceiling));
        const std::int64_t floor = memory.floor;
        memory.counts.began = floor == PG_INT64_MIN ? now : floor;
        set_ceiling(memory, PG_INT64_MIN, PG_INT64_MIN);
        memory.floor_state = FloorState::settled;
    }
    SpinLockRelease(&memory.lock);
}

namespace {

// The longest reach of the ceiling on disk. If the server stops at once, the next one waits for the clock, and does not
// fail.
std::int64_t
longest_reach(const Generator &generator)
{
    return settings::max_lead() + longest_wait(generator) - generator.tick;
}

// How far the ceiling is ahead of the clock: the lead, but 100 ms to 1 s. On a slow disk it is further ahead, because
// the clock would pass it during the write. The end of a tick that is as long as that is far enough: a start begins
// there.
std::int64_t
reach(const Generator &generator)
{
    const std::int64_t on_fast_disk = Min(Max(settings::max_lead(), std::int64_t{100000}), std::int64_t{1000000});
    return Min((generator.tick < on_fast_disk ? on_fast_disk : 0) + 2 * attached_common->write_time,
               longest_reach(generator));
}

void
count_failure(Memory &memory)
{
    SpinLockAcquire(&memory.lock);
    ++memory.counts.failures;
    SpinLockRelease(&memory.lock);
}

// Writes a ceiling to disk, and measures how long that takes. A failure is counted, and reported as `level` says.
bool
write_in_time(Memory &memory, const Generator &generator, std::int64_t ceiling, std::int64_t clock, int level)
{
    volatile bool written = false;
    instr_time start, taken;
    INSTR_TIME_SET_CURRENT(start);
    PG_TRY();
    {
        written = write_ceiling(attached_common->file, generator.key, ceiling, clock, level);
    }
    PG_CATCH();
    {
        count_failure(memory);
        PG_RE_THROW();
    }
    PG_END_TRY();
    INSTR_TIME_SET_CURRENT(taken);
    INSTR_TIME_SUBTRACT(taken, start);
    const std::int64_t before = attached_common->write_time;
    const auto now = static_cast<std::int64_t>(INSTR_TIME_GET_MICROSEC(taken));
    attached_common->write_time = now;
    const std::int64_t reached = longest_reach(generator);
    const bool too_slow = Min(before, now) >= reached && clock_now() >= ceiling;
    if (!written || too_slow)
        count_failure(memory);
    if (too_slow && level >= ERROR)
        file_too_slow(Min(before, now), reached);
    return written;
}

// Writes the ceiling for the last id, the floor and the clock to disk. The caller holds the lock of the file.
void
save_ceiling(Memory &memory, const Generator &generator, int level)
{
    const std::int64_t now = clock_now();
    std::int64_t need = Max(now, memory.floor.load());
    if (const Remembered last = memory.read_last(); last.any())
        need = Max(need, generator.time(last) + generator.tick);
    if (need < memory.renewal) // raised by another process
        return;

    // What is ahead of the clock itself, such as timeid under load, has less room. So a start at the ceiling does not
    // wait for a clock that is right, and several starts do not add up: a restart takes longer than that. It is not
    // lowered, because meanwhile ids are issued up to the present one.
    const std::int64_t present = memory.ceiling;
    const std::int64_t wanted = next_tick(generator, Max(now + reach(generator), need + shortest_restart));
    std::int64_t ceiling = Max(wanted, present);
    if (ceiling > present && !write_in_time(memory, generator, ceiling, Max(now, memory.clock.load()), level))
        ceiling = present;
    // Half way to it, if that is left.
    set_ceiling(memory, ceiling, need < ceiling ? ceiling - (ceiling - need) / 2 : ceiling);
}

} // namespace

void
raise_ceiling(Memory &memory, const Generator &generator, bool needed)
{
    LWLock *lock = &attached_common->file_lock;
    if (!needed) {
        if (!LWLockConditionalAcquire(lock, LW_EXCLUSIVE))
            return;
        save_ceiling(memory, generator, LOG);
    } else {
        LWLockAcquire(lock, LW_EXCLUSIVE);
        save_ceiling(memory, generator, ERROR);
    }
    LWLockRelease(lock);
}

void
reset(Memory &memory, const Generator &generator)
{
    LWLockAcquire(&attached_common->file_lock, LW_EXCLUSIVE);
    SpinLockAcquire(&memory.lock);
    memory.clock = 0;
    memory.given_up = 0;
    memory.floor = PG_INT64_MIN;
    memory.counts.counted = 0;
    const bool settled = memory.floor_state == FloorState::settled;
    if (settled) {
        // The ids issued so far, which can be observed, are below the ceiling.
        memory.counts.began = Max(memory.counts.began, memory.ceiling.load());
        set_ceiling(memory, PG_INT64_MIN, PG_INT64_MIN);
    }
    SpinLockRelease(&memory.lock);
    // Last, and it releases, so that ids that are being generated are not issued from the old values, unless there was
    // no last id.
    Remembered last = glimpse(memory.last);
    while (!memory.exchange(last, {}))
        ;
    if (settled)
        save_ceiling(memory, generator, ERROR);
    LWLockRelease(&attached_common->file_lock);
}

} // namespace ulidkit
