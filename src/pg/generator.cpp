#include "pg/postgres.hpp"

#include "pg/generator.hpp"

namespace ulidkit {

std::int64_t
clock_now()
{
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return std::int64_t{now.tv_sec} * 1000000 + now.tv_nsec / 1000;
}

void
check_clock(const char *type, Memory &memory, Incidents &incidents, std::int64_t newest)
{
    // Read after `newest` was: if the clock goes forward, it cannot be before it.
    const std::int64_t now = clock_now();
    if (now >= newest)
        return;
    const bool accept = settings::clock_rollback == static_cast<int>(ClockRollback::advance);
    SpinLockAcquire(&memory.lock);
    if (incidents.counted != newest) {
        incidents.counted = newest;
        ++incidents.steps_back;
    }
    if (accept && memory.clock == newest)
        memory.clock = now;
    SpinLockRelease(&memory.lock);
    if (!accept)
        clock_stepped_back(type, newest - now);
}

// Sleeps for about `microseconds`, at most a second of them: interrupts are served.
static void
nap(std::int64_t microseconds)
{
    if (microseconds < 1000) {
        // Shorter than the latch can wait.
        pg_usleep(static_cast<long>(microseconds));
    } else {
        WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
                  static_cast<long>(Min(microseconds, std::int64_t{1000000}) / 1000), PG_WAIT_EXTENSION);
        ResetLatch(MyLatch);
    }
    CHECK_FOR_INTERRUPTS();
}

void
wait_or_fail(const char *type, Memory &memory, Incidents &incidents, Verdict verdict, std::int64_t now,
             std::int64_t until)
{
    // A clock that is behind by more than the lead is waited for if that takes no longer than the lead again, or a
    // second.
    const std::int64_t max_lead = settings::max_clock_lead * std::int64_t{1000};
    if (verdict == Verdict::ahead && until - now > Max(max_lead, std::int64_t{1000000}))
        clock_behind(type, until + max_lead - now);
    if (settings::on_overflow == static_cast<int>(OnOverflow::error))
        tick_exhausted(type);
    SpinLockAcquire(&memory.lock);
    ++incidents.waits;
    SpinLockRelease(&memory.lock);
    nap(until - now);
}

} // namespace ulidkit
