// Where generators begin, and how far they can go. Each process that raises a ceiling raises those of all generators in
// use by the same write, so the number of writes does not grow with the number of generators.
#include "pg/postgres.hpp"

#include "pg/errors.hpp"
#include "pg/generation/ceilings.hpp"
#include "pg/generation/layouts.hpp"
#include "pg/generation/random.hpp"
#include "pg/generation/recovery.hpp"
#include "pg/time.hpp"
#include "pg/waiting.hpp"

namespace ulidkit {

namespace {

// Transactions are replayed in an order that differs from that of their times by less than this, in microseconds.
constexpr std::int64_t replay_disorder = 100000;

// A restart takes longer than this, in microseconds.
constexpr std::int64_t shortest_restart = 20000;

// A generator counts as in use for so many microseconds after its ceiling was raised.
constexpr std::int64_t in_use = 10000000;

void
lock_file()
{
    lock_interruptibly(attached_common->file_lock, wait_event<WaitFor::file_lock>());
}

void
unlock_file()
{
    LWLockRelease(&attached_common->file_lock);
}

// The start of the first tick after `time`, or the lowest time if that is the lowest.
std::int64_t
next_tick(const Generator &generator, std::int64_t time)
{
    if (time == PG_INT64_MIN)
        return time;
    return floor_to(time - generator.offset, generator.tick) + generator.tick + generator.offset;
}

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

// The time that no replayed ID exceeds, or the lowest time if nothing is known to have been replayed. IDs can be ahead
// of the transaction that made them by the lead.
std::int64_t
newest_replayed(bool in_recovery)
{
    const TimestampTz committed = GetLatestXTime();
    const std::int64_t replayed =
        Max(committed == 0 ? PG_INT64_MIN : from_timestamptz(committed), checkpoint_of_primary(in_recovery));
    return replayed == PG_INT64_MIN ? replayed : replayed + replay_disorder + settings::max_lead();
}

void
count_failure(Memory &memory)
{
    SpinLockAcquire(&memory.lock);
    ++memory.counts.failures;
    SpinLockRelease(&memory.lock);
}

// Writes rows to the file, and measures how long that takes. A failure is counted, and reported as `level` says.
bool
write_and_measure(Memory &memory, const CeilingRow *rows, std::size_t count, int level)
{
    volatile bool written = false;
    instr_time start, taken;
    INSTR_TIME_SET_CURRENT(start);
    PG_TRY();
    {
        written = write_ceilings(attached_common->file, rows, count, level);
    }
    PG_CATCH();
    {
        count_failure(memory);
        PG_RE_THROW();
    }
    PG_END_TRY();
    INSTR_TIME_SET_CURRENT(taken);
    INSTR_TIME_SUBTRACT(taken, start);
    attached_common->write_time = static_cast<std::int64_t>(INSTR_TIME_GET_MICROSEC(taken));
    if (!written)
        count_failure(memory);
    return written;
}

// Makes the ceiling of all generators one above the replayed IDs: in recovery in memory, and once it has ended on disk,
// before any generator makes an ID. Once in a run of the server.
void
keep_recovery(Memory &memory, bool in_recovery)
{
    CeilingFile &file = attached_common->file;
    SavedCeiling all = read_ceiling(file, all_generators);
    if (file.recovery_kept)
        return;
    if (const std::int64_t newest = newest_replayed(in_recovery); newest != PG_INT64_MIN && newest >= all.ceiling) {
        all = {true, newest + 1, clock_now()};
        note_ceiling(file, {all_generators, all.ceiling, all.clock});
    }
    if (in_recovery)
        return;
    if (all.found) {
        const CeilingRow row{all_generators, all.ceiling, all.clock};
        write_and_measure(memory, &row, 1, ERROR);
    }
    file.recovery_kept = true;
}

// The caller holds the lock of the file, because save_ceiling() takes `ceiling` for the one on disk.
void
set_ceiling(Memory &memory, std::int64_t ceiling, std::int64_t renewal)
{
    memory.ceiling = ceiling;
    memory.renewal = renewal;
}

// begin(), by a caller that holds the lock of the file.
void
begin_locked(Memory &memory, const Generator &generator, bool in_recovery)
{
    keep_recovery(memory, in_recovery);
    const std::int64_t all = read_ceiling(attached_common->file, all_generators).ceiling;
    const std::int64_t after_others = next_tick(generator, all == PG_INT64_MIN ? all : all - 1);
    // The IDs of the previous run are below the ceiling on disk, which a server in recovery does not have.
    const SavedCeiling saved = in_recovery ? no_ceiling : read_ceiling(attached_common->file, generator.key);
    // Without a ceiling the clock is all there is. Under load the IDs of the microsecond kinds were ahead of it when
    // the previous run ended. Those of a long tick were not, but that tick can still last.
    std::int64_t after_start = PG_INT64_MIN;
    if (!saved.found && (generator.runs_ahead || generator.tick > shortest_restart))
        after_start = next_tick(generator, from_timestamptz(start_of_server()) +
                                               (generator.runs_ahead ? settings::max_lead() : 0));
    const std::int64_t now = clock_now();
    std::uint8_t drawn[sizeof(memory.drawn)];
    memcpy(drawn, peek_random(sizeof(drawn)), sizeof(drawn));
    drop_random(sizeof(drawn));

    SpinLockAcquire(&memory.lock);
    if (memory.floor_state == FloorState::unset) {
        memcpy(memory.drawn, drawn, sizeof(drawn));
        memory.floor = Max(after_start, after_others);
        memory.clock = saved.clock;
        set_ceiling(memory, PG_INT64_MAX, PG_INT64_MAX);
        memory.counts.began = PG_INT64_MAX; // the IDs of the primary have the same node
        memory.floor_state = FloorState::provisional;
    }
    if (memory.floor_state == FloorState::provisional && !in_recovery) {
        raise(memory.floor, Max(after_others, saved.ceiling));
        const std::int64_t floor = memory.floor;
        memory.counts.began = floor == PG_INT64_MIN ? now : floor;
        set_ceiling(memory, PG_INT64_MIN, PG_INT64_MIN);
        memory.floor_state = FloorState::settled;
    }
    SpinLockRelease(&memory.lock);
}

} // namespace

void
begin(Memory &memory, const Generator &generator)
{
    // The order matters: once recovery has ended, what was replayed is final.
    const bool in_recovery = RecoveryInProgress();
    if (in_recovery && memory.floor_state == FloorState::provisional)
        return;
    lock_file();
    begin_locked(memory, generator, in_recovery);
    unlock_file();
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
// the clock would pass it during the write. The ceiling of a longer tick is the end of one anyway, so 100 ms are
// enough. A kind that runs ahead has a quarter less, so that it has room to do so after a start at the ceiling.
std::int64_t
reach(const Generator &generator)
{
    const std::int64_t at_least = 100000;
    const std::int64_t on_fast_disk = Min(Max(settings::max_lead(), at_least), std::int64_t{1000000});
    const std::int64_t usual = generator.tick >= on_fast_disk ? at_least
                               : generator.runs_ahead         ? on_fast_disk / 4 * 3
                                                              : on_fast_disk;
    return Min(usual + 2 * attached_common->write_time, longest_reach(generator));
}

// The ceiling of a generator whose IDs have reached the time `reached`, at the reading `now`. What is ahead of the
// clock itself, such as timeid under load, has less room. So a start at the ceiling does not wait for a clock that is
// right, and several starts do not add up: a restart takes longer than that.
std::int64_t
next_ceiling(const Generator &generator, std::int64_t now, std::int64_t reached)
{
    return next_tick(generator, Max(now + reach(generator), reached + shortest_restart));
}

// Writes the ceiling of a generator, and those of all others in use, as far as they rise. Those of others have a
// quarter less than the usual reach, because they are written at any time, also just before the server stops: after a
// start at its ceiling, a generator is to have room within the lead.
bool
write_with_others(Memory &memory, const Generator &generator, std::int64_t ceiling, std::int64_t now, int level)
{
    CeilingFile &file = attached_common->file;
    // A layout that only earlier runs of the server have used makes room for one that has no row.
    if (!has_room(file, generator.key)) {
        const Layouts &layouts = attach_layouts();
        retire_layout(file, layouts.keys, static_cast<std::size_t>(layouts.used.load()));
    }
    CeilingRow rows[std::size(FileCopy{}.rows)];
    std::size_t count = 0;
    rows[count++] = {generator.key, ceiling, Max(now, memory.clock.load())};
    for (const CeilingRow &row : file.newer.rows) {
        Generator other;
        if (row.key != generator.key && row.clock > now - in_use && find_generator(row.key, other))
            rows[count++] = {row.key, Max(row.ceiling, next_tick(other, now + reach(other) / 4 * 3)), row.clock};
    }
    const std::int64_t before = attached_common->write_time;
    const bool written = write_and_measure(memory, rows, count, level);
    const std::int64_t taken = Min(before, attached_common->write_time);
    const std::int64_t reached = longest_reach(generator);
    if (written && taken >= reached && clock_now() >= ceiling) {
        count_failure(memory);
        if (level >= ERROR)
            file_too_slow(taken, reached);
    }
    return written;
}

// Makes the ceiling one above the last ID, the floor and the clock that is on disk. The caller holds the lock of the
// file. `again` if the generator begins again: then what is on disk is not to be kept.
void
save_ceiling(Memory &memory, const Generator &generator, int level, bool again = false)
{
    const std::int64_t now = clock_now();
    std::int64_t reached = Max(now, memory.floor.load());
    std::int64_t need = reached;
    if (const Remembered last = memory.read_last(); last.any()) {
        const std::int64_t time = generator.time(last);
        reached = Max(reached, time);
        need = Max(need, time + generator.tick);
    }
    if (need < memory.renewal) // raised by another process
        return;

    // It is not lowered, because meanwhile IDs are made up to the present one. The write for another generator can have
    // raised the one on disk. If that has enough room, it is taken.
    const std::int64_t present = memory.ceiling;
    const std::int64_t on_disk = again ? PG_INT64_MIN : read_ceiling(attached_common->file, generator.key).ceiling;
    std::int64_t ceiling = present;
    if (on_disk > present && on_disk - reach(generator) / 2 >= need) {
        ceiling = on_disk;
        note_ceiling(attached_common->file, {generator.key, on_disk, now});
    } else if (const std::int64_t wanted = Max(next_ceiling(generator, now, reached), on_disk);
               wanted > present && write_with_others(memory, generator, wanted, now, level)) {
        ceiling = wanted;
    }
    // The next one is written at half the way to this one, if that is left, but no earlier than it has to be.
    set_ceiling(memory, ceiling, need < ceiling ? ceiling - Min((ceiling - reached) / 2, reach(generator)) : ceiling);
}

} // namespace

void
raise_ceiling(Memory &memory, const Generator &generator, bool needed)
{
    if (needed)
        lock_file();
    else if (!LWLockConditionalAcquire(&attached_common->file_lock, LW_EXCLUSIVE))
        return;
    save_ceiling(memory, generator, needed ? ERROR : LOG);
    unlock_file();
}

Memory &
find_or_add_layout(const Generator &generator)
{
    Layouts &layouts = attach_layouts();
    lock_file();
    Memory *memory = find_layout(generator.key);
    if (memory == nullptr) {
        const int place = layouts.used;
        if (place == most_layouts)
            too_many_layouts(most_layouts);
        // A call that failed can have used it.
        memory = &layouts.memories[place];
        initialise_memory(memory);
        const bool in_recovery = RecoveryInProgress();
        begin_locked(*memory, generator, in_recovery);
        if (!in_recovery)
            save_ceiling(*memory, generator, ERROR);
        layouts.keys[place] = generator.key;
        layouts.used = place + 1;
    }
    unlock_file();
    return *memory;
}

void
reset(Memory &memory, const Generator &generator)
{
    lock_file();
    SpinLockAcquire(&memory.lock);
    memory.clock = 0;
    memory.given_up = 0;
    memory.floor = PG_INT64_MIN;
    memory.counts.counted = 0;
    const bool settled = memory.floor_state == FloorState::settled;
    if (settled) {
        // The IDs made so far, which can be observed, are below the ceiling.
        memory.counts.began = Max(memory.counts.began, memory.ceiling.load());
        set_ceiling(memory, PG_INT64_MIN, PG_INT64_MIN);
    }
    SpinLockRelease(&memory.lock);
    // Last, and it releases, so that IDs that are being made do not go on from the old values, unless there was no last
    // ID.
    Remembered last = glimpse(memory.last);
    while (!memory.exchange(last, {}))
        ;
    if (settled)
        save_ceiling(memory, generator, ERROR, true);
    unlock_file();
}

void
forget_others()
{
    const Layouts &layouts = attach_layouts();
    lock_file();
    forget_layouts(attached_common->file, layouts.keys, static_cast<std::size_t>(layouts.used.load()));
    unlock_file();
}

} // namespace ulidkit
