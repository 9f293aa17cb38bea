// snowflake_extract_timestamp() and its bounds. Their last three arguments say how ids are laid out. An impossible
// layout is an error, except for the four bounds that the planner uses: these are leakproof and return NULL. The
// planner looks at the layout first.
#include "pg/postgres.hpp"

#include "pg/types/layout.hpp"

namespace ulidkit {

namespace {

Datum
snowflake_time(FunctionCallInfo fcinfo)
{
    PG_RETURN_TIMESTAMPTZ(to_timestamptz(checked_layout_argument<Snowflake>(fcinfo).time(PG_GETARG_INT64(0))));
}

using Find = bool (Snowflake::*)(std::int64_t time, std::int64_t &id) const;

// A bound, or an error if there is none.
template <Find find>
Datum
snowflake_bound(FunctionCallInfo fcinfo)
{
    const auto layout = checked_layout_argument<Snowflake>(fcinfo);
    const TimestampTz time = PG_GETARG_TIMESTAMPTZ(0);
    std::int64_t id;
    if (!(layout.*find)(from_timestamptz(time), id))
        layout_time_out_of_range(layout_text<Snowflake>, time, to_timestamptz(layout.time(PG_INT64_MIN)),
                                 to_timestamptz(layout.time(PG_INT64_MAX)));
    PG_RETURN_INT64(id);
}

// A bound as the planner uses it: NULL if there is none.
template <Find find>
Datum
snowflake_bound_or_null(FunctionCallInfo fcinfo)
{
    Snowflake layout;
    std::int64_t id;
    if (layout_argument(fcinfo, layout) != Snowflake::Fault::none ||
        !(layout.*find)(from_timestamptz(PG_GETARG_TIMESTAMPTZ(0)), id))
        PG_RETURN_NULL();
    PG_RETURN_INT64(id);
}

} // namespace

ULIDKIT_FUNCTION(snowflake_extract_timestamp, snowflake_time)
ULIDKIT_FUNCTION(snowflake_min, snowflake_bound<&Snowflake::first_from>)
ULIDKIT_FUNCTION(snowflake_max, snowflake_bound<&Snowflake::last_until>)
ULIDKIT_FUNCTION(snowflake_at_or_after, snowflake_bound_or_null<&Snowflake::first_from>)
ULIDKIT_FUNCTION(snowflake_after, snowflake_bound_or_null<&Snowflake::first_after>)
ULIDKIT_FUNCTION(snowflake_before, snowflake_bound_or_null<&Snowflake::last_before>)
ULIDKIT_FUNCTION(snowflake_at_or_before, snowflake_bound_or_null<&Snowflake::last_until>)

} // namespace ulidkit
