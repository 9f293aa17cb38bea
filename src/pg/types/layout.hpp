// How other systems' ids are laid out, a Snowflake or a BinaryId: the arguments after the first of their SQL functions.
#pragma once

#include "pg/postgres.hpp"

#include "core/binaryid.hpp"
#include "pg/errors.hpp"
#include "pg/time.hpp"

namespace ulidkit {

template <class Layout>
inline constexpr LayoutText layout_text = {};
template <>
inline constexpr LayoutText layout_text<Snowflake> = {"Snowflake IDs", "shift", 0, Snowflake::last_shift};
template <>
inline constexpr LayoutText layout_text<BinaryId> = {"binary IDs", "number of bytes", 1, BinaryId::most_bytes};

// Makes the layout of an epoch, a shift or a number of bytes, and a unit, or returns which of them is wrong.
template <class Layout>
typename Layout::Fault
make_layout(TimestampTz epoch, std::int32_t number, const Interval *unit, Layout &layout)
{
    // Infinite epochs are beyond the core's limits, and infinite units, which 17 and later have, are of many months.
    return Layout::make(from_timestamptz(epoch), number, unit->month, unit->day, unit->time, layout);
}

// Reads the three arguments from number `index` on.
template <class Layout>
typename Layout::Fault
layout_argument(FunctionCallInfo fcinfo, Layout &layout, int index = 1)
{
    return make_layout(PG_GETARG_TIMESTAMPTZ(index), PG_GETARG_INT32(index + 1), PG_GETARG_INTERVAL_P(index + 2),
                       layout);
}

// An impossible layout is an error.
template <class Layout>
Layout
checked_layout_argument(FunctionCallInfo fcinfo, int index = 1)
{
    Layout layout = {};
    switch (layout_argument(fcinfo, layout, index)) {
    case Layout::Fault::none:
        return layout;
    case Layout::Fault::epoch:
        bad_layout_epoch(layout_text<Layout>, PG_GETARG_TIMESTAMPTZ(index), to_timestamptz(Snowflake::first_time),
                         to_timestamptz(Snowflake::last_time));
    case Layout::Fault::unit:
        bad_layout_unit(layout_text<Layout>, PG_GETARG_INTERVAL_P(index + 2));
    default:
        bad_layout_number(layout_text<Layout>, PG_GETARG_INT32(index + 1));
    }
}

} // namespace ulidkit
