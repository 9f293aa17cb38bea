// The SQL functions that the planner puts into plans for conditions on a form of the time of an ID: a local time, a
// date, a truncated or rounded time, a year. ulidkit_earliest() and ulidkit_latest() return the first and the last time
// for which such a condition can be true, in the session's time zone or the one that is named. See
// planning/time_forms.cpp.
//
// Why no row is lost. A local time is the time plus the offset of its zone. Only offsets in force within a week of a
// value can matter for it, because no zone is further from UTC. So the first time whose local time reaches a value is
// no earlier than the value minus the greatest of these offsets, and the last one before it no later than the value
// minus the least one. If the offset does not change, there is only one, and the range is exact; around a change it is
// wider by the change. date_trunc() of a timestamptz goes back from the truncated local time by an offset in force near
// it; so, for a value within hours of a change, the range is wider by up to a unit. A time that is rounded is at most
// half a unit away from the result, so the range is wider by that on each side. A time zone that is an abbreviation
// is treated as unknown: the range is then wider by a week on each side. So is a zone that PostgreSQL does not accept
// as that of a session, because it has leap seconds (`right/UTC`): the boundaries that it has tell nothing of these.
#include "pg/postgres.hpp"

#include <cmath>
#include <cstdlib>

#include "core/kinds.hpp"
#include "pg/datum.hpp"
#include "pg/local_times.hpp"
#include "pg/time.hpp"

namespace ulidkit {

const Unit *
unit_of(std::string_view name)
{
    for (const Unit &unit : units) {
        if (name.size() == strlen(unit.name) && pg_strncasecmp(unit.name, name.data(), name.size()) == 0)
            return &unit;
    }
    return nullptr;
}

const pg_tz *
zone_of(std::string_view name)
{
    if (name.empty())
        return session_timezone;
    const char *text = pnstrdup(name.data(), name.size());
    if (strchr(text, '/') == nullptr && pg_strcasecmp(text, "UTC") != 0 && pg_strcasecmp(text, "GMT") != 0)
        return nullptr;
    pg_tz *zone = pg_tzset(text);
    return zone != nullptr && pg_tz_acceptable(zone) ? zone : nullptr;
}

namespace {

// The start of the unit after the one that `local` is in.
Timestamp
next_start(const Unit &unit, Timestamp local)
{
    Datum start = TimestampGetDatum(local);
    if (unit.length.time != 1)
        start = DirectFunctionCall2(timestamp_trunc, CStringGetTextDatum(unit.name), start);
    return DatumGetTimestamp(DirectFunctionCall2(timestamp_pl_interval, start, IntervalPGetDatum(&unit.length)));
}

// No zone is further from UTC: the longest offset that a zone can be given is a second less than a week.
constexpr std::int64_t greatest_offset = 8 * USECS_PER_DAY;

// Microseconds to add to UTC.
struct Offsets {
    std::int64_t least;
    std::int64_t greatest;
};

// The offsets in force in `zone`, null if it is not known, from `first` to `last`.
Offsets
offsets_between(TimestampTz first, TimestampTz last, const pg_tz *zone)
{
    constexpr Offsets any = {-greatest_offset, greatest_offset};
    if (zone == nullptr)
        return any;
    // A second more on either side, whichever way these round.
    pg_time_t time = timestamptz_to_time_t(first) - 1;
    const pg_time_t end = timestamptz_to_time_t(last) + 1;
    Offsets offsets = {greatest_offset, -greatest_offset};
    const auto add = [&](long seconds) {
        Assert(std::abs(seconds * USECS_PER_SEC) < greatest_offset);
        offsets.least = Min(offsets.least, seconds * USECS_PER_SEC);
        offsets.greatest = Max(offsets.greatest, seconds * USECS_PER_SEC);
    };
    for (;;) {
        long before;
        long after;
        int before_is_dst;
        int after_is_dst;
        pg_time_t change;
        const int found = pg_next_dst_boundary(&time, &before, &before_is_dst, &change, &after, &after_is_dst, zone);
        if (found < 0)
            return any;
        add(before);
        if (found == 0 || change > end)
            return offsets;
        add(after);
        time = change;
    }
}

// The offsets that can be in force when the local time passes `local`: of those within about a week, the ones at the
// times that they lead to.
Offsets
offsets_at(Timestamp local, const pg_tz *zone)
{
    const Offsets near = offsets_between(local - greatest_offset, local + greatest_offset, zone);
    return offsets_between(local - near.greatest, local - near.least, zone);
}

// The possible offsets between a truncated time that passes `time` and its local time: those in force nearby. Only
// units of up to an hour are truncated without looking the offset up again.
Offsets
offsets_of_truncated(TimestampTz time, const pg_tz *zone)
{
    const Offsets near = offsets_between(time - 2 * greatest_offset, time + 2 * greatest_offset, zone);
    const std::int64_t change = near.greatest - near.least;
    const std::int64_t margin = change == 0 ? 0 : 3 * change + 2 * USECS_PER_HOUR;
    return offsets_between(time - margin, time + margin, zone);
}

// For a value before the first of these years, the last time is set after the end of its unit; for a value after the
// last of them, the first time is set before it. No kind has times there, but IDs of other systems can.
constexpr std::int64_t last_before_all = start_of_year(1003);
constexpr std::int64_t first_after_all = start_of_year(199998);
static_assert(all_kinds.all([]<class K>(std::type_identity<K>) {
    return to_timestamptz(K::lowest().time()) > start_of_year(1100) &&
           to_timestamptz(K::highest().time()) < start_of_year(190000);
}));

// Infinite if it is out of range.
Timestamp
midnight(DateADT day)
{
    const double time = date2timestamp_no_overflow(day);
    if (time < static_cast<double>(MIN_TIMESTAMP))
        return DT_NOBEGIN;
    return time < static_cast<double>(END_TIMESTAMP) ? static_cast<Timestamp>(time) : DT_NOEND;
}

// A number between two years is treated as a day within the first. One that is out of range stays so.
Timestamp
value_of_year(double number, bool between)
{
    const int whole = static_cast<int>(number < 200001 ? Max(number, 999.0) : 200001);
    return (date2j(whole, 1, 1) - POSTGRES_EPOCH_JDATE + between) * USECS_PER_DAY;
}

// Sets `value` to the time that a truncated time is compared with: an instant for a timestamptz, otherwise a local
// time. Returns false if the type is not that of a form.
bool
value_of(Datum datum, Oid type, Timestamp &value)
{
    switch (type) {
    case TIMESTAMPOID:
    case TIMESTAMPTZOID:
        value = DatumGetTimestamp(datum);
        return true;
    case DATEOID:
        value = midnight(DatumGetDateADT(datum));
        return true;
    case NUMERICOID: {
        const Datum whole = DirectFunctionCall1(numeric_floor, datum);
        value = value_of_year(DatumGetFloat8(DirectFunctionCall1(numeric_float8_no_overflow, whole)),
                              !DatumGetBool(DirectFunctionCall2(numeric_eq, whole, datum)));
        return true;
    }
    case FLOAT8OID: {
        const double number = DatumGetFloat8(datum);
        value = value_of_year(std::floor(number), std::floor(number) != number);
        return true;
    }
    default:
        return false;
    }
}

constexpr const char *comparisons[] = {"", "<", "<=", "=", ">=", ">"}; // by strategy

// What is asked for: the first, or the last, time that, truncated to a unit in a zone, compares with a value.
struct Question {
    int strategy;
    const Unit *unit;
    const pg_tz *zone;
    bool last;
};

TimestampTz
extreme(const Question &asked, Datum datum, Oid type)
{
    const bool last = asked.last;
    const bool bounded = last ? asked.strategy <= BTEqualStrategyNumber : asked.strategy >= BTEqualStrategyNumber;
    Timestamp value;
    if (asked.strategy == 0 || !bounded || asked.unit == nullptr || !value_of(datum, type, value))
        return last ? DT_NOEND : DT_NOBEGIN;
    if (value < first_local)
        return last ? last_before_all : DT_NOBEGIN;
    if (value >= last_local)
        return last ? DT_NOEND : first_after_all;
    if (is_rounded(asked.unit)) {
        const std::int64_t half = asked.unit->length.time / 2;
        value += last ? half : -half;
        if (type == TIMESTAMPTZOID)
            return value;
        const Offsets offsets = offsets_at(value, asked.zone);
        return value - (last ? offsets.least : offsets.greatest);
    }
    // True if the bound is after the unit that the value is in, and false if it is at the start of that unit.
    const bool past = asked.strategy == BTGreaterStrategyNumber || asked.strategy == BTLessEqualStrategyNumber ||
                      (last && asked.strategy == BTEqualStrategyNumber);
    if (type == TIMESTAMPTZOID) {
        // Truncating to this unit changes no time, but in a zone with leap seconds, where it takes these away.
        if (asked.unit->length.time == 1 && asked.zone != nullptr)
            return last ? value + past - 1 : value + past;
        const Offsets offsets = offsets_of_truncated(value, asked.zone);
        value += last ? offsets.greatest : offsets.least;
    }
    value = next_start(*asked.unit, past ? value : value - 1);
    const Offsets offsets = offsets_at(value, asked.zone);
    return last ? value - offsets.least - 1 : value - offsets.greatest;
}

TimestampTz
extreme(FunctionCallInfo fcinfo, bool last)
{
    const Oid type = get_fn_expr_argtype(fcinfo->flinfo, 1);
    const std::string_view comparison = text_argument(fcinfo, 0);
    Question asked = {lengthof(comparisons) - 1, unit_of(text_argument(fcinfo, 2)), zone_of(text_argument(fcinfo, 3)),
                      last};
    while (asked.strategy > 0 && comparison != comparisons[asked.strategy])
        --asked.strategy;
    const Oid element = get_element_type(type);
    if (!OidIsValid(element))
        return extreme(asked, PG_GETARG_DATUM(1), type);
    // The extreme of all elements. If the array has no elements, no time is in the range.
    TimestampTz result = last ? DT_NOBEGIN : DT_NOEND;
    for_each_element(PG_GETARG_DATUM(1), [&](Datum value) {
        const TimestampTz one = extreme(asked, value, element);
        result = last ? Max(result, one) : Min(result, one);
    });
    return result;
}

// The result of the last call, for a condition that is evaluated for many rows.
struct Remembered {
    Datum value; // a copy, which is flat if the value is an expanded object that can change
    std::int16_t length;
    bool by_value;
    const pg_tz *session_zone;
    TimestampTz result;
};

Datum
remembered_extreme(FunctionCallInfo fcinfo, bool last)
{
    FmgrInfo *function = fcinfo->flinfo;
    auto *remembered = static_cast<Remembered *>(function->fn_extra);
    const Datum value = PG_GETARG_DATUM(1);
    if (remembered != nullptr && remembered->session_zone == session_timezone &&
        datumIsEqual(remembered->value, value, remembered->by_value, remembered->length))
        PG_RETURN_TIMESTAMPTZ(remembered->result);
    const TimestampTz result = extreme(fcinfo, last);
    if (get_fn_expr_arg_stable(function, 0) && get_fn_expr_arg_stable(function, 2) &&
        get_fn_expr_arg_stable(function, 3)) {
        const MemoryContext before = MemoryContextSwitchTo(function->fn_mcxt);
        Remembered now = {0, 0, false, session_timezone, result};
        get_typlenbyval(get_fn_expr_argtype(function, 1), &now.length, &now.by_value);
        now.value = datumCopy(value, now.by_value, now.length);
        if (remembered == nullptr)
            function->fn_extra = remembered = static_cast<Remembered *>(palloc(sizeof(Remembered)));
        else if (!now.by_value)
            pfree(DatumGetPointer(remembered->value));
        *remembered = now;
        MemoryContextSwitchTo(before);
    }
    PG_RETURN_TIMESTAMPTZ(result);
}

Datum
earliest(FunctionCallInfo fcinfo)
{
    return remembered_extreme(fcinfo, false);
}

Datum
latest(FunctionCallInfo fcinfo)
{
    return remembered_extreme(fcinfo, true);
}

// The time that the local time is in comparisons: infinite if it is out of range.
Datum
as_timestamptz(Timestamp local)
{
    if (TIMESTAMP_NOT_FINITE(local))
        PG_RETURN_TIMESTAMPTZ(local);
    pg_tm fields;
    fsec_t part;
    timestamp2tm(local, nullptr, &fields, &part, nullptr, nullptr);
    const TimestampTz time = local + DetermineTimeZoneOffset(&fields, session_timezone) * USECS_PER_SEC;
    PG_RETURN_TIMESTAMPTZ(IS_VALID_TIMESTAMP(time) ? time : time < 0 ? DT_NOBEGIN : DT_NOEND);
}

Datum
timestamp_to_timestamptz(FunctionCallInfo fcinfo)
{
    return as_timestamptz(PG_GETARG_TIMESTAMP(0));
}

Datum
date_to_timestamptz(FunctionCallInfo fcinfo)
{
    return as_timestamptz(midnight(PG_GETARG_DATEADT(0)));
}

} // namespace

ULIDKIT_FUNCTION(ulidkit_earliest, earliest)
ULIDKIT_FUNCTION(ulidkit_latest, latest)
ULIDKIT_FUNCTION(ulidkit_timestamp_timestamptz, timestamp_to_timestamptz)
ULIDKIT_FUNCTION(ulidkit_date_timestamptz, date_to_timestamptz)

} // namespace ulidkit
