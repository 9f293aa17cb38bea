// The server that the unit tests have: what src/pg/generation needs of PostgreSQL, for processes that share a
// WeakMemory. It stands in the place of src/pg/postgres.hpp.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string_view>

#include "core/last_id.hpp"
#include "unit/weak_memory.hpp"

namespace ulidkit {

// An error of the server.
struct ServerError {};

// Where the present process makes its accesses. The number of a place follows from its address.
extern test::WeakMemory *weak_memory;
std::uint8_t place_of(const void *address);

inline test::Found
access(test::Access::Kind kind, const void *address, std::memory_order order, std::int64_t value = 0,
       std::int64_t expected = 0)
{
    const bool both = order == std::memory_order_acq_rel || order == std::memory_order_seq_cst;
    return weak_memory->access({kind,
                                place_of(address),
                                both || order == std::memory_order_acquire,
                                both || order == std::memory_order_release,
                                {value},
                                {expected}});
}

// As std::atomic.
template <class Value>
class Shared {
public:
    static constexpr bool is_always_lock_free = true;

    Value
    load(std::memory_order order = std::memory_order_seq_cst) const
    {
        return static_cast<Value>(access(test::Access::Kind::load, this, order).value[0]);
    }

    void
    store(Value value, std::memory_order order = std::memory_order_seq_cst)
    {
        access(test::Access::Kind::store, this, order, static_cast<std::int64_t>(value));
    }

    Value
    fetch_add(Value value, std::memory_order order = std::memory_order_seq_cst)
    {
        return static_cast<Value>(access(test::Access::Kind::add, this, order, value).value[0]);
    }

    bool
    compare_exchange_strong(Value &expected, Value desired, std::memory_order order = std::memory_order_seq_cst)
    {
        const test::Found found = access(test::Access::Kind::compare, this, order, static_cast<std::int64_t>(desired),
                                         static_cast<std::int64_t>(expected));
        expected = static_cast<Value>(found.value[0]);
        return found.exchanged;
    }

    bool
    compare_exchange_weak(Value &expected, Value desired)
    {
        return compare_exchange_strong(expected, desired);
    }

    operator Value() const
    {
        return load();
    }

    Value
    operator=(Value value)
    {
        store(value);
        return value;
    }

private:
    Value unused;
};

// As the processors that exchange 16 bytes at once; others have the core's own.
template <class Word>
requires(exchanges_at_once && !std::same_as<Word, std::atomic<std::uint64_t>>) inline bool exchange_remembered(
    RememberedWords<Word> &last, Remembered &expected, const Remembered &desired)
{
    const auto number = [](std::uint64_t word) { return static_cast<std::int64_t>(word); };
    const test::Found found = weak_memory->access({test::Access::Kind::compare_both,
                                                   place_of(&last.first),
                                                   true,
                                                   true,
                                                   {number(desired.first), number(desired.second)},
                                                   {number(expected.first), number(expected.second)}});
    expected = {static_cast<std::uint64_t>(found.value[0]), static_cast<std::uint64_t>(found.value[1])};
    return found.exchanged;
}

} // namespace ulidkit

#define likely(condition) (condition)
#define unlikely(condition) (condition)
#define Max(a, b) std::max(a, b)
#define Min(a, b) std::min(a, b)
#define PG_INT64_MIN INT64_MIN
#define PG_INT64_MAX INT64_MAX
#define PG_CACHE_LINE_SIZE 128
#define Assert(condition) static_cast<void>(condition)

namespace ulidkit {

using Datum = std::uintptr_t;
using Oid = std::uint32_t;
using TimestampTz = std::int64_t;
using pg_crc32c = std::uint32_t;
struct Node;
struct Interval;
struct ErrorData;

constexpr std::int64_t POSTGRES_EPOCH_JDATE = 2451545, UNIX_EPOCH_JDATE = 2440588, USECS_PER_DAY = 86400000000;

#define TIMESTAMP_IS_NOBEGIN(time) ((time) == INT64_MIN)

inline bool
pg_add_s64_overflow(std::int64_t a, std::int64_t b, std::int64_t *sum)
{
    return __builtin_add_overflow(a, b, sum);
}

// The clock, which every process reads at its newest.
#undef CLOCK_REALTIME
#define CLOCK_REALTIME ::ulidkit::server_clock

extern struct ServerClock {
    std::int64_t unused;
} server_clock;

inline void
clock_gettime(const ServerClock &clock, timespec *now)
{
    const std::int64_t time = access(test::Access::Kind::present, &clock, std::memory_order_relaxed).value[0];
    *now = {static_cast<time_t>(time / 1000000), static_cast<long>(time % 1000000 * 1000)};
}

// Locks. What waits for one goes on when it is free.
struct slock_t {
    std::int32_t unused;
};

enum LWLockMode { LW_EXCLUSIVE };

struct LWLock {
    std::int64_t unused;
};

template <class Lock>
inline void
acquire(Lock *lock)
{
    access(test::Access::Kind::lock, lock, std::memory_order_acquire, 1);
}

template <class Lock>
inline void
release(Lock *lock)
{
    access(test::Access::Kind::unlock, lock, std::memory_order_release);
}

inline void
SpinLockInit(slock_t *)
{
}

inline void
SpinLockAcquire(slock_t *lock)
{
    acquire(lock);
}

inline void
SpinLockRelease(slock_t *lock)
{
    release(lock);
}

inline void
LWLockAcquire(LWLock *lock, LWLockMode)
{
    acquire(lock);
}

inline bool
LWLockConditionalAcquire(LWLock *lock, LWLockMode)
{
    return access(test::Access::Kind::try_lock, lock, std::memory_order_acquire, 1).exchanged;
}

inline void
LWLockRelease(LWLock *lock)
{
    release(lock);
}

// The end of recovery, which every process sees at once.
extern struct ServerRecovery {
    std::int64_t ended;
} server_recovery;

inline bool
RecoveryInProgress()
{
    return access(test::Access::Kind::present, &server_recovery, std::memory_order_acquire).value[0] == 0;
}

// Shared memory: the test has it.
#define NAMEDATALEN 64
#define ULIDKIT_NAMED_SEGMENTS 0
#define CACHELINEALIGN(size) (size)

using MemoryContext = void *;
inline MemoryContext CurrentMemoryContext;
inline LWLock *AddinShmemInitLock;
inline bool process_shared_preload_libraries_in_progress;
using shmem_request_hook_type = void (*)();
using shmem_startup_hook_type = void (*)();
inline shmem_request_hook_type shmem_request_hook;
inline shmem_startup_hook_type shmem_startup_hook;

void **find_rendezvous_variable(const char *name);

inline void *
ShmemInitStruct(const char *, std::size_t, bool *)
{
    throw ServerError{};
}

inline void
RequestAddinShmemSpace(std::size_t)
{
}

inline std::size_t
add_size(std::size_t a, std::size_t b)
{
    return a + b;
}

inline std::size_t
mul_size(std::size_t a, std::size_t b)
{
    return a * b;
}

inline int
initialise_lock(LWLock &, const char *)
{
    return 0;
}

inline void
name_lock(int, const char *)
{
}

// Errors.
enum { LOG, ERROR };

// clang-format off
#define PG_TRY() try { static_cast<void>(0)
#define PG_CATCH() } catch (const ::ulidkit::ServerError &) { static_cast<void>(0)
#define PG_END_TRY() } static_cast<void>(0)
// clang-format on
#define PG_RE_THROW() throw
#define CHECK_FOR_INTERRUPTS() static_cast<void>(0)

inline void
MemoryContextSwitchTo(MemoryContext)
{
}

inline ErrorData *
CopyErrorData()
{
    return nullptr;
}

// Waiting, while which the clock goes on.
struct instr_time {};
enum class WaitFor { clock, file, file_lock };

#define INSTR_TIME_SET_CURRENT(time) static_cast<void>(time)
#define INSTR_TIME_SUBTRACT(time, before) static_cast<void>(time)
#define INSTR_TIME_GET_MICROSEC(time) 0

template <WaitFor what>
inline std::uint32_t
wait_event()
{
    return 0;
}

inline void
pg_usleep(long microseconds)
{
    access(test::Access::Kind::add, &server_clock, std::memory_order_relaxed, microseconds);
}

// A server that has replayed nothing, and whose processes are as old as their clock.
struct PgBackendStatus {
    int st_backendType;
    TimestampTz st_proc_start_timestamp;
};

struct LocalPgBackendStatus {
    PgBackendStatus backendStatus;
};

enum { B_CHECKPOINTER = 1 };
inline TimestampTz MyStartTimestamp;

inline TimestampTz
GetLatestXTime()
{
    return 0;
}

inline int
pgstat_fetch_stat_numbackends()
{
    return 0;
}

inline const LocalPgBackendStatus *
local_backend_status(int)
{
    return nullptr;
}

} // namespace ulidkit
