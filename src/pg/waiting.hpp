// Waiting that ends when the query is cancelled or times out, or the session is terminated.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// Sleeps for about `microseconds`, at most a second, or until there is an interrupt, and shows the wait event
// meanwhile.
void nap(std::int64_t microseconds, std::uint32_t event);

// Takes a lock, exclusively. While another process has it, shows the wait event. LWLockAcquire() would not obey
// interrupts.
void lock_interruptibly(LWLock &lock, std::uint32_t event);

} // namespace ulidkit
