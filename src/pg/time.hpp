// The core's times, microseconds since 1970, and PostgreSQL's, since 2000.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

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
