// snowflake_extract_timestamp() and its bounds. Their last three arguments say how ids are laid out. An impossible
// layout is an error, except for the four bounds that the planner uses: these are leakproof and return NULL. The
// planner calls snowflake_layout() first.
#include "pg/postgres.hpp"

#include "pg/errors.hpp"
#include "pg/time.hpp"
#include "pg/types/snowflake.hpp"

namespace ulidkit {

Snowflake::Fault
snowflake_layout(TimestampTz epoch, std::int32_t shift, const Interval *unit, Snowflake &layout)
{
    // Infinite epochs are beyond the core's limits, and infinite units, which 17 and later have, are of many months.
    return Snowflake::make(from_timestamptz(epoch), shift, unit->month, unit->day, unit->time, layout);
}

// The layout that the arguments after the first mean.
static Snowflake::Fault
layout_argument(FunctionCallInfo fcinfo, Snowflake &layout)
{
    return snowflake_layout(PG_GETARG_TIMESTAMPTZ(1), PG_GETARG_INT32(2), PG_GETARG_INTERVAL_P(3), layout);
}

static Snowflake
checked_layout_argument(FunctionCallInfo fcinfo)
{
    Snowflake layout = {};
    switch (layout_argument(fcinfo, layout)) {
    case Snowflake::Fault::none:
        break;
    case Snowflake::Fault::epoch:
        bad_snowflake_epoch(PG_GETARG_TIMESTAMPTZ(1), to_timestamptz(Snowflake::first_time),
                            to_timestamptz(Snowflake::last_time));
    case Snowflake::Fault::shift:
        bad_snowflake_shift(PG_GETARG_INT32(2), Snowflake::last_shift);
    case Snowflake::Fault::unit:
        bad_snowflake_unit(PG_GETARG_INTERVAL_P(3));
    }
    return layout;
}

static Datum
snowflake_time(FunctionCallInfo fcinfo)
{
    PG_RETURN_TIMESTAMPTZ(to_timestamptz(checked_layout_argument(fcinfo).time(PG_GETARG_INT64(0))));
}

using Find = bool (Snowflake::*)(std::int64_t time, std::int64_t &id) const;

// A bound, or an error if there is none.
template <Find find>
static Datum
snowflake_bound(FunctionCallInfo fcinfo)
{
    const Snowflake layout = checked_layout_argument(fcinfo);
    const TimestampTz time = PG_GETARG_TIMESTAMPTZ(0);
    std::int64_t id;
    if (!(layout.*find)(from_timestamptz(time), id))
        snowflake_time_out_of_range(time, to_timestamptz(layout.time(PG_INT64_MIN)),
                                    to_timestamptz(layout.time(PG_INT64_MAX)));
    PG_RETURN_INT64(id);
}

// A bound as the planner uses it: NULL if there is none.
template <Find find>
static Datum
snowflake_bound_or_null(FunctionCallInfo fcinfo)
{
    Snowflake layout;
    std::int64_t id;
    if (layout_argument(fcinfo, layout) != Snowflake::Fault::none ||
        !(layout.*find)(from_timestamptz(PG_GETARG_TIMESTAMPTZ(0)), id))
        PG_RETURN_NULL();
    PG_RETURN_INT64(id);
}

ULIDKIT_FUNCTION(snowflake_extract_timestamp, snowflake_time)
ULIDKIT_FUNCTION(snowflake_min, snowflake_bound<&Snowflake::first_from>)
ULIDKIT_FUNCTION(snowflake_max, snowflake_bound<&Snowflake::last_until>)
ULIDKIT_FUNCTION(snowflake_at_or_after, snowflake_bound_or_null<&Snowflake::first_from>)
ULIDKIT_FUNCTION(snowflake_after, snowflake_bound_or_null<&Snowflake::first_after>)
ULIDKIT_FUNCTION(snowflake_before, snowflake_bound_or_null<&Snowflake::last_before>)
ULIDKIT_FUNCTION(snowflake_at_or_before, snowflake_bound_or_null<&Snowflake::last_until>)

} // namespace ulidkit
