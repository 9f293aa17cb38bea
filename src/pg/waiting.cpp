// Waiting: see waiting.hpp.
#include "pg/postgres.hpp"

#include "pg/waiting.hpp"

namespace ulidkit {

void
nap(std::int64_t microseconds, std::uint32_t event)
{
    if (microseconds < 1000) {
        // Shorter than the latch can wait.
        pgstat_report_wait_start(event);
        pg_usleep(static_cast<long>(microseconds));
        pgstat_report_wait_end();
    } else {
        WaitLatch(MyLatch, WL_LATCH_SET | WL_TIMEOUT | WL_EXIT_ON_PM_DEATH,
                  static_cast<long>(Min(microseconds, std::int64_t{1000000}) / 1000), event);
        ResetLatch(MyLatch);
    }
}

void
lock_interruptibly(LWLock &lock, std::uint32_t event)
{
    // Naps that grow with the wait: on a fast disk the lock is free again after some 100 microseconds, and on a slow
    // one waiting costs little.
    for (std::int64_t waited = 0; !LWLockConditionalAcquire(&lock, LW_EXCLUSIVE);) {
        const std::int64_t pause = Min(Max(waited / 8, std::int64_t{100}), std::int64_t{20000});
        nap(pause, event);
        waited += pause;
        CHECK_FOR_INTERRUPTS();
    }
}

} // namespace ulidkit
