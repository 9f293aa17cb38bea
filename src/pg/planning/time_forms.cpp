// Conditions that convert an id's time first, as people and ORMs write them:
//
//   time::date = d, time::timestamp >= t, (time AT TIME ZONE 'Europe/Berlin')::date = d,
//   date_trunc('month', time) = t, extract(year FROM time) = 2025, extract(epoch FROM time) > 1735689600
//   date_bin('15 minutes', time, '2025-01-01') = t, now() - time < interval '1 day'
//
// Each compares a local time, truncated to a unit, with a value. The condition stays, and a range of times is added,
// which ulidkit_earliest() and ulidkit_latest() compute when the query runs: the first and last time for which the
// condition can be true, in the session's time zone or the one that is named.
//
// Why no row is lost. A local time is the time plus the offset of its zone. Only offsets in force within a week of a
// value can matter for it, because no zone is further from UTC. So the first time whose local time reaches a value is
// no earlier than the value minus the greatest of these offsets, and the last one before it no later than the value
// minus the least one. If the offset does not change, there is only one, and the range is exact; around a change it is
// wider by the change. date_trunc() of a timestamptz goes back from the truncated local time by an offset in force near
// it; so, for a value within hours of a change, the range is wider by up to a unit. A time zone that is an abbreviation
// is treated as unknown: the range is then wider by a week on each side. So is a zone that PostgreSQL does not accept
// as that of a session, because it has leap seconds (`right/UTC`): the boundaries that it has tell nothing of these.
#include "pg/postgres.hpp"

#include <cmath>
#include <cstdlib>

#include "core/kinds.hpp"
#include "core/snowflake.hpp"
#include "pg/datum.hpp"
#include "pg/planning/extracted_time.hpp"
#include "pg/planning/time_forms.hpp"
#include "pg/time.hpp"

namespace ulidkit {

bool
as_microseconds(const Interval *interval, std::int64_t &microseconds)
{
    constexpr std::int64_t days = 5000 * 366;
    const std::int64_t whole = static_cast<std::int64_t>(interval->month) * DAYS_PER_MONTH + interval->day;
    if (whole > days || whole < -days || interval->time > days * USECS_PER_DAY ||
        interval->time < -days * USECS_PER_DAY)
        return false;
    microseconds = whole * USECS_PER_DAY + interval->time;
    return true;
}

namespace {

struct Unit {
    const char *name;
    std::int64_t microseconds; // or 0
    int months;                // otherwise
    int first;                 // the first month of a unit, counted from the year 0
};

constexpr const char *epoch = "epoch"; // of extract()

constexpr Unit units[] = {
    {"microseconds", 1, 0, 0},
    {epoch, 1, 0, 0},
    {"milliseconds", 1000, 0, 0},
    {"second", USECS_PER_SEC, 0, 0},
    {"minute", USECS_PER_MINUTE, 0, 0},
    {"hour", USECS_PER_HOUR, 0, 0},
    {"day", USECS_PER_DAY, 0, 0},
    {"week", 7 * USECS_PER_DAY, 0, 0},
    {"month", 0, 1, 0},
    {"quarter", 0, 3, 0},
    {"year", 0, 12, 0},
    {"decade", 0, 120, 0},
    {"century", 0, 1200, 12},
    {"millennium", 0, 12000, 12},
};

const Unit *
unit_of(std::string_view name)
{
    for (const Unit &unit : units) {
        if (name.size() == strlen(unit.name) && pg_strncasecmp(unit.name, name.data(), name.size()) == 0)
            return &unit;
    }
    return nullptr;
}

// The start of the unit after the one that `local` is in.
Timestamp
next_start(const Unit &unit, Timestamp local)
{
    if (unit.months == 0) {
        // The third day of the epoch, 2000-01-03, was a Monday.
        const std::int64_t first = unit.microseconds == 7 * USECS_PER_DAY ? 2 * USECS_PER_DAY : 0;
        return floor_to(local - first, unit.microseconds) + first + unit.microseconds;
    }
    int year;
    int month;
    int day;
    j2date(static_cast<int>(floor_to(local, USECS_PER_DAY) / USECS_PER_DAY) + POSTGRES_EPOCH_JDATE, &year, &month,
           &day);
    const int past = 12 * year + month - 1 - unit.first;
    const int next = (past / unit.months + 1) * unit.months + unit.first;
    return (date2j(next / 12, next % 12 + 1, 1) - POSTGRES_EPOCH_JDATE) * USECS_PER_DAY;
}

// No zone is further from UTC: the longest offset that a zone can be given is a second less than a week.
constexpr std::int64_t greatest_offset = 8 * USECS_PER_DAY;

// Microseconds to add to UTC.
struct Offsets {
    std::int64_t least;
    std::int64_t greatest;

    constexpr std::int64_t
    change() const
    {
        return greatest - least;
    }
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
    const std::int64_t change = offsets_between(time - 2 * greatest_offset, time + 2 * greatest_offset, zone).change();
    const std::int64_t near = change == 0 ? 0 : 3 * change + 2 * USECS_PER_HOUR;
    return offsets_between(time - near, time + near, zone);
}

// An empty name means the session's time zone. Null: possibly an abbreviation, or a zone with leap seconds.
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

// The value that the time is compared with. Infinite also if it is so far away that arithmetic could overflow.
struct Value {
    Timestamp local;
    bool instant; // of type timestamptz, so no local time
    bool known;
    int margin = 0; // microseconds on either side
};

constexpr std::int64_t
start_of_year(int year)
{
    // Approximately, by the mean length of a Gregorian year.
    return static_cast<std::int64_t>(365.2425 * (year - 2000)) * USECS_PER_DAY;
}

constexpr std::int64_t first_local = start_of_year(1000);
constexpr std::int64_t last_local = start_of_year(200000);

// For a value before the first of these years, the last time is set after the end of its millennium; for one after the
// last of them, the first time is set before it. No kind has times there, but other systems' ids can.
constexpr std::int64_t last_before_all = start_of_year(1003);
constexpr std::int64_t first_after_all = start_of_year(199998);
static_assert(all_kinds.all([]<class K>(std::type_identity<K>) {
    return to_timestamptz(K::lowest().time()) > start_of_year(1100) &&
           to_timestamptz(K::highest().time()) < start_of_year(190000);
}));

// A number between two years is treated as a day within the first.
Value
value_of_year(double year, bool between)
{
    if (!(year < 200000))
        return {DT_NOEND, false, true};
    if (year < 1000)
        return {DT_NOBEGIN, false, true};
    return {(date2j(static_cast<int>(year), 1, 1) - POSTGRES_EPOCH_JDATE + between) * USECS_PER_DAY, false, true};
}

// Seconds since 1970. As a double they are rounded by less than a millisecond in the years that kinds have.
Value
value_of_epoch(double seconds)
{
    constexpr double most = 6.3e12; // some 200,000 years
    if (!(seconds < most))
        return {DT_NOEND, true, true};
    if (seconds < -most)
        return {DT_NOBEGIN, true, true};
    constexpr std::int64_t offset = (POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * USECS_PER_DAY;
    const double whole = std::floor(seconds);
    const double part = std::floor((seconds - whole) * 1e6);
    return {static_cast<std::int64_t>(whole) * USECS_PER_SEC + static_cast<std::int64_t>(part) - offset, true, true,
            1000};
}

Value
value_of(Datum datum, Oid type, const Unit &unit)
{
    if (unit.name == epoch && (type == FLOAT8OID || type == NUMERICOID))
        return value_of_epoch(
            DatumGetFloat8(type == FLOAT8OID ? datum : DirectFunctionCall1(numeric_float8_no_overflow, datum)));
    switch (type) {
    case TIMESTAMPOID:
        return {DatumGetTimestamp(datum), false, true};
    case TIMESTAMPTZOID:
        return {DatumGetTimestampTz(datum), true, true};
    case DATEOID: {
        const std::int64_t days = DatumGetDateADT(datum);
        if (days < first_local / USECS_PER_DAY)
            return {DT_NOBEGIN, false, true};
        return {days > last_local / USECS_PER_DAY ? DT_NOEND : days * USECS_PER_DAY, false, true};
    }
    case NUMERICOID: {
        const Datum whole = DirectFunctionCall1(numeric_floor, datum);
        return value_of_year(DatumGetFloat8(DirectFunctionCall1(numeric_float8_no_overflow, whole)),
                             !DatumGetBool(DirectFunctionCall2(numeric_eq, whole, datum)));
    }
    case FLOAT8OID: {
        const double year = std::floor(DatumGetFloat8(datum));
        return value_of_year(year, year != DatumGetFloat8(datum));
    }
    default:
        return {0, false, false};
    }
}

// The first, or the last, time that compares by `comparison` with the value.
TimestampTz
extreme(std::string_view comparison, const Value &value, const Unit &unit, const pg_tz *zone, bool last)
{
    const bool equal = comparison == "=";
    const bool less = comparison == "<" || comparison == "<=";
    const bool greater = comparison == ">" || comparison == ">=";
    if (!value.known || !(equal || (last ? less : greater)))
        return last ? DT_NOEND : DT_NOBEGIN;
    if (value.local < first_local)
        return last ? last_before_all : DT_NOBEGIN;
    if (value.local >= last_local)
        return last ? DT_NOEND : first_after_all;
    // Whether the bound is after the value's own unit instead of at its start.
    const bool past = comparison == ">" || comparison == "<=" || (last && equal);
    // Truncating to this unit changes no time, but in a zone with leap seconds, where it takes these away.
    if (value.instant && unit.microseconds == 1 && zone != nullptr)
        return last ? value.local + past - 1 + value.margin : value.local + past - value.margin;
    Timestamp local = value.local;
    if (value.instant) {
        const Offsets offsets = offsets_of_truncated(local, zone);
        local += last ? offsets.greatest : offsets.least;
    }
    local = next_start(unit, past ? local : local - 1);
    const Offsets offsets = offsets_at(local, zone);
    return last ? local - offsets.least - 1 : local - offsets.greatest;
}

// The result of the last call, for a condition that is evaluated for many rows.
struct Remembered {
    Datum value; // a copy, which is flat if the value is an expanded object that can change
    bool by_value;
    const pg_tz *session_zone;
    TimestampTz result;
};

// Whether the remembered value is the one given, of a type by value or a varlena type.
bool
is_same(Datum remembered, Datum given, bool by_value)
{
    if (by_value)
        return remembered == given;
    const void *one = DatumGetPointer(remembered);
    const void *other = DatumGetPointer(given);
    return VARSIZE_ANY(one) == VARSIZE_ANY(other) && memcmp(one, other, VARSIZE_ANY(one)) == 0;
}

TimestampTz
extreme(FunctionCallInfo fcinfo, bool last)
{
    const Oid type = get_fn_expr_argtype(fcinfo->flinfo, 1);
    const Unit *unit = unit_of(text_argument(fcinfo, 2));
    if (unit == nullptr)
        return last ? DT_NOEND : DT_NOBEGIN;
    const std::string_view comparison = text_argument(fcinfo, 0);
    const pg_tz *zone = zone_of(text_argument(fcinfo, 3));
    const Oid element = get_element_type(type);
    if (!OidIsValid(element))
        return extreme(comparison, value_of(PG_GETARG_DATUM(1), type, *unit), *unit, zone, last);
    // The extreme over all elements; no time at all if there are none.
    std::int16_t length;
    bool by_value;
    char alignment;
    get_typlenbyvalalign(element, &length, &by_value, &alignment);
    Datum *elements;
    bool *nulls;
    int count;
    deconstruct_array(PG_GETARG_ARRAYTYPE_P(1), element, length, by_value, alignment, &elements, &nulls, &count);
    TimestampTz result = last ? DT_NOBEGIN : DT_NOEND;
    for (int i = 0; i < count; ++i) {
        if (nulls[i])
            continue;
        const TimestampTz one = extreme(comparison, value_of(elements[i], element, *unit), *unit, zone, last);
        result = last ? Max(result, one) : Min(result, one);
    }
    return result;
}

Datum
remembered_extreme(FunctionCallInfo fcinfo, bool last)
{
    FmgrInfo *function = fcinfo->flinfo;
    auto *remembered = static_cast<Remembered *>(function->fn_extra);
    const Datum value = PG_GETARG_DATUM(1);
    if (remembered != nullptr && remembered->session_zone == session_timezone &&
        is_same(remembered->value, value, remembered->by_value))
        PG_RETURN_TIMESTAMPTZ(remembered->result);
    std::int16_t length;
    bool by_value;
    get_typlenbyval(get_fn_expr_argtype(function, 1), &length, &by_value);
    const TimestampTz result = extreme(fcinfo, last);
    if (get_fn_expr_arg_stable(function, 0) && get_fn_expr_arg_stable(function, 2) &&
        get_fn_expr_arg_stable(function, 3) && (by_value || length == -1)) {
        const MemoryContext before = MemoryContextSwitchTo(function->fn_mcxt);
        if (remembered == nullptr)
            remembered = static_cast<Remembered *>(palloc(sizeof(Remembered)));
        else if (!by_value)
            pfree(DatumGetPointer(remembered->value));
        function->fn_extra = nullptr; // until the copy is made
        *remembered = {datumCopy(value, by_value, length), by_value, session_timezone, result};
        function->fn_extra = remembered;
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

// Comparing a timestamp or date with a timestamptz is never out of range. The same values converted to timestamptz
// could be, so those that are no further from its limits than a zone from UTC become infinite here. No kind has times
// there.
constexpr std::int64_t near_the_ends = greatest_offset;

constexpr bool
is_far_from_the_ends(std::int64_t first, std::int64_t last)
{
    return to_timestamptz(first) > MIN_TIMESTAMP + 2 * near_the_ends &&
           to_timestamptz(last) < END_TIMESTAMP - 2 * near_the_ends;
}

static_assert(all_kinds.all([]<class K>(std::type_identity<K>) {
    return is_far_from_the_ends(K::lowest().time(), K::highest().time());
}));
static_assert(is_far_from_the_ends(Snowflake::first_time, Snowflake::last_time));

// The infinity that the local time `time` stands for, or 0.
TimestampTz
infinity_of(Timestamp time)
{
    if (time < MIN_TIMESTAMP + near_the_ends)
        return DT_NOBEGIN;
    return time >= END_TIMESTAMP - near_the_ends ? DT_NOEND : 0;
}

Datum
timestamp_to_timestamptz(FunctionCallInfo fcinfo)
{
    if (const TimestampTz infinity = infinity_of(PG_GETARG_TIMESTAMP(0)))
        PG_RETURN_TIMESTAMPTZ(infinity);
    const Datum result = DirectFunctionCall1(timestamp_timestamptz, PG_GETARG_DATUM(0));
    Assert(std::abs(DatumGetTimestampTz(result) - PG_GETARG_TIMESTAMP(0)) < near_the_ends);
    return result;
}

Datum
date_to_timestamptz(FunctionCallInfo fcinfo)
{
    // The range of date exceeds that of timestamp on both sides.
    const std::int64_t first = MIN_TIMESTAMP / USECS_PER_DAY;
    const std::int64_t last = END_TIMESTAMP / USECS_PER_DAY;
    const std::int64_t day = Min(Max(PG_GETARG_DATEADT(0), first), last);
    if (const TimestampTz infinity = infinity_of(day * USECS_PER_DAY))
        PG_RETURN_TIMESTAMPTZ(infinity);
    const Datum result = DirectFunctionCall1(date_timestamptz, PG_GETARG_DATUM(0));
    Assert(std::abs(DatumGetTimestampTz(result) - day * USECS_PER_DAY) < near_the_ends);
    return result;
}

// The name of the unit that the constant is, or null.
const char *
named_unit(Node *node)
{
    const Const *constant = constant_of(node);
    const Unit *unit = constant == nullptr ? nullptr : unit_of(TextDatumGetCString(constant->constvalue));
    return unit == nullptr ? nullptr : unit->name;
}

// Makes a form of a time: false if the operand is none or there is no unit.
bool
make_form(Node *operand, const char *unit, Node *zone, Oid type, TimeForm &form)
{
    form = {extracted_time(operand), unit, zone, type};
    return form.time != nullptr && unit != nullptr;
}

// Makes a form of date_bin(), of a stride and an origin that are known.
bool
make_bin(Node *operand, const Const *stride, const Const *origin, TimeForm &form)
{
    if (!make_form(operand, "microseconds", nullptr, TIMESTAMPTZOID, form) || stride == nullptr || origin == nullptr)
        return false;
    form.origin = DatumGetTimestampTz(origin->constvalue);
    return as_microseconds(DatumGetIntervalP(stride->constvalue), form.stride) && form.stride > 0;
}

// Whether `node` is the local time of an extracted time.
bool
as_local_time(Node *node, TimeForm &form)
{
    if (!IsA(node, FuncExpr))
        return false;
    const auto *call = castNode(FuncExpr, node);
    Node *zone = nullptr;
    switch (call->funcid) {
    case F_TIMEZONE_TEXT_TIMESTAMPTZ:
        zone = static_cast<Node *>(linitial(call->args));
        break;
    case F_TIMESTAMP_TIMESTAMPTZ:
#ifdef F_TIMEZONE_TIMESTAMPTZ
    case F_TIMEZONE_TIMESTAMPTZ:
#endif
        break;
    default:
        return false;
    }
    return make_form(static_cast<Node *>(llast(call->args)), "microseconds", zone, TIMESTAMPOID, form);
}

// Whether `node` is the date of an extracted time.
bool
as_date(Node *node, TimeForm &form)
{
    if (!IsA(node, FuncExpr))
        return false;
    const auto *call = castNode(FuncExpr, node);
    if (call->funcid == F_DATE_TIMESTAMPTZ)
        return make_form(static_cast<Node *>(linitial(call->args)), "day", nullptr, DATEOID, form);
    if (call->funcid != F_DATE_TIMESTAMP || !as_local_time(static_cast<Node *>(linitial(call->args)), form))
        return false;
    form.unit = "day";
    form.type = DATEOID;
    return true;
}

} // namespace

ULIDKIT_FUNCTION(ulidkit_earliest, earliest)
ULIDKIT_FUNCTION(ulidkit_latest, latest)
ULIDKIT_FUNCTION(ulidkit_timestamp_timestamptz, timestamp_to_timestamptz)
ULIDKIT_FUNCTION(ulidkit_date_timestamptz, date_to_timestamptz)

bool
as_form(Node *node, TimeForm &form)
{
    if (node == nullptr || !IsA(node, FuncExpr))
        return false;
    if (as_local_time(node, form) || as_date(node, form))
        return true;
    const auto *call = castNode(FuncExpr, node);
    const auto argument = [&](int number) { return static_cast<Node *>(list_nth(call->args, number)); };
    const auto is_number = [&] {
        return form.unit == epoch || (form.unit != nullptr && strcmp(form.unit, "year") == 0);
    };
    switch (call->funcid) {
    case F_DATE_BIN_INTERVAL_TIMESTAMPTZ_TIMESTAMPTZ:
        return make_bin(argument(1), constant_of(argument(0)), constant_of(argument(2)), form);
    case F_DATE_TRUNC_TEXT_TIMESTAMPTZ:
    case F_DATE_TRUNC_TEXT_TIMESTAMPTZ_TEXT:
        return make_form(argument(1), named_unit(argument(0)), list_length(call->args) > 2 ? argument(2) : nullptr,
                         TIMESTAMPTZOID, form) &&
               form.unit != epoch;
    case F_DATE_TRUNC_TEXT_TIMESTAMP:
        if (!as_local_time(argument(1), form))
            return false;
        form.unit = named_unit(argument(0));
        return form.unit != nullptr && form.unit != epoch;
    case F_EXTRACT_TEXT_TIMESTAMPTZ:
    case F_DATE_PART_TEXT_TIMESTAMPTZ:
        return make_form(argument(1), named_unit(argument(0)), nullptr, call->funcresulttype, form) && is_number();
    case F_EXTRACT_TEXT_TIMESTAMP:
    case F_EXTRACT_TEXT_DATE:
    case F_DATE_PART_TEXT_TIMESTAMP:
        if (!as_local_time(argument(1), form) && !as_date(argument(1), form))
            return false;
        form.unit = named_unit(argument(0));
        form.type = call->funcresulttype;
        return is_number() && form.unit != epoch;
    default:
        return false;
    }
}

double
values_between(const TimeForm &form, TimestampTz first, TimestampTz last)
{
    const Unit *unit = unit_of(form.unit);
    const double microseconds = form.stride != 0    ? static_cast<double>(form.stride)
                                : unit->months == 0 ? static_cast<double>(unit->microseconds)
                                                    : unit->months * DAYS_PER_YEAR / 12 * USECS_PER_DAY;
    return static_cast<double>(last - first) / microseconds + 1;
}

int
form_strategy(const TimeForm &form, Oid opno, Oid value_type)
{
    const bool understood =
        form.type == TIMESTAMPTZOID || form.type == value_type || value_type == TIMESTAMPOID || value_type == DATEOID;
    return understood
               ? get_op_opfamily_strategy(opno, lookup_type_cache(form.type, TYPECACHE_BTREE_OPFAMILY)->btree_opf)
               : 0;
}

} // namespace ulidkit
