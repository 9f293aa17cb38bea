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

int
best_effort_node()
{
    static struct {
        int owner;
        int node;
    } drawn;
    if (drawn.owner != MyProcPid) {
        drawn.node = *peek_random(1) & 0x1F;
        drop_random(1);
        drawn.owner = MyProcPid;
    }
    return drawn.node;
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
wait_or_fail(const char *type, Verdict verdict, std::int64_t now, std::int64_t until, std::int64_t newest)
{
    // Beyond the allowed lead, a clock that will be there within that lead again is waited for. At least a few
    // milliseconds, so that a lead of zero means to wait for the next tick.
    const std::int64_t reach = Max(settings::max_clock_lead, 10) * std::int64_t{1000};
    if (verdict == Verdict::ahead && until - now > reach)
        clock_behind(type, newest - now);
    if (settings::on_overflow == static_cast<int>(OnOverflow::error))
        tick_exhausted(type);
    nap(until - now);
}

} // namespace ulidkit
