// The core's times, microseconds since 1970, by the clock and as PostgreSQL's, which are since 2000.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// Microseconds since 1970 now. Not by PostgreSQL's GetCurrentTimestamp(), which converts from gettimeofday() to its own
// epoch: reading the clock is a third of what generation takes. CLOCK_REALTIME exists wherever the call does, so it
// cannot fail.
inline std::int64_t
clock_now()
{
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return std::int64_t{now.tv_sec} * 1000000 + static_cast<std::uint32_t>(now.tv_nsec) / 1000;
}

// PostgreSQL's time of a core time. Exact for every kind's values.
constexpr TimestampTz
to_timestamptz(std::int64_t time)
{
    return time - (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * USECS_PER_DAY;
}

// The core's time of a timestamptz: infinities, and PostgreSQL's last times, which overflow with the core's epoch,
// become the limits of int64, which are outside every kind.
inline std::int64_t
from_timestamptz(TimestampTz time)
{
    std::int64_t result;
    if (TIMESTAMP_IS_NOBEGIN(time))
        return PG_INT64_MIN;
    if (pg_add_s64_overflow(time, -to_timestamptz(0), &result))
        return PG_INT64_MAX;
    return result;
}

} // namespace ulidkit
