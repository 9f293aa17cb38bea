// Conditions that convert an ID's time first, as people and ORMs write them:
//
//   time::date = d, time::timestamp >= t, (time AT TIME ZONE 'Europe/Berlin')::date = d,
//   date_trunc('month', time) = t, date_trunc('week', time)::date = d, extract(year FROM time) = 2025,
//   time::timestamptz(3) = t, now() - time < interval '1 day'
//
// Each compares a local time, truncated or rounded to a unit, with a value. The condition stays, and a range of times
// is added, which ulidkit_earliest() and ulidkit_latest() compute when the query runs: the first and last time for
// which the condition can be true. Why no row is lost by one of these functions: see local_times.cpp.
//
// A local time that is truncated twice, as in date_trunc('month', time AT TIME ZONE zone)::date, is a local time that
// is truncated once, to the longer unit, because the longer unit begins where a shorter one does. The exception is a
// week, which can begin in one month and end in the next. A date is a local time truncated to a day: it is compared by
// its midnight.
//
// date_trunc(unit, time)::date is another matter, because date_trunc() of a timestamptz returns an instant, whose date
// is that of the session's time zone again. Around a change of the offset this date need not be the one that the time
// was truncated to: where a zone leaves a day out, the month can begin at a midnight that does not exist, and the
// instant that stands for it is on the next day. date_trunc() can also have a zone of its own. So no local time is
// compared here, but the instant, in two steps: the date bounds the instants x for which `x::date = d`, from e to l,
// and the times are those for which date_trunc(unit, time) is from e to l. A row for which the condition is true has
// such an x, so neither step loses it, whatever the zones do.
#include "pg/postgres.hpp"

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/time_forms.hpp"

namespace ulidkit {

bool
as_microseconds(const Interval *interval, std::int64_t &microseconds)
{
    constexpr std::int64_t most = 5000 * 366;
    const std::int64_t days = static_cast<std::int64_t>(interval->month) * DAYS_PER_MONTH + interval->day;
    if (std::abs(days) > most || std::abs(interval->time / USECS_PER_DAY) > most)
        return false;
    microseconds = days * USECS_PER_DAY + interval->time;
    return true;
}

namespace {

// The functions whose result is a form of the time, or of a form of it.
struct Former {
    Oid function;
    int operand;      // the number of that argument, 0 or 1
    const Unit *unit; // null: the other argument names it, or is the precision
    int zone;         // the number of that argument, or -1
};

constexpr Former formers[] = {
    {F_TIMESTAMP_TIMESTAMPTZ, 0, unit_microseconds, -1},
#ifdef F_TIMEZONE_TIMESTAMPTZ
    {F_TIMEZONE_TIMESTAMPTZ, 0, unit_microseconds, -1},
#endif
    {F_TIMEZONE_TEXT_TIMESTAMPTZ, 1, unit_microseconds, 0},
    {F_DATE_TIMESTAMPTZ, 0, unit_day, -1},
    {F_DATE_TIMESTAMP, 0, unit_day, -1},
    {F_DATE_TRUNC_TEXT_TIMESTAMPTZ, 1, nullptr, -1},
    {F_DATE_TRUNC_TEXT_TIMESTAMPTZ_TEXT, 1, nullptr, 2},
    {F_DATE_TRUNC_TEXT_TIMESTAMP, 1, nullptr, -1},
    {F_EXTRACT_TEXT_TIMESTAMPTZ, 1, nullptr, -1},
    {F_EXTRACT_TEXT_TIMESTAMP, 1, nullptr, -1},
    {F_EXTRACT_TEXT_DATE, 1, nullptr, -1},
    {F_DATE_PART_TEXT_TIMESTAMPTZ, 1, nullptr, -1},
    {F_DATE_PART_TEXT_TIMESTAMP, 1, nullptr, -1},
    {F_TIMESTAMPTZ_TIMESTAMPTZ_INT4, 0, nullptr, -1},
    {F_TIMESTAMP_TIMESTAMP_INT4, 0, nullptr, -1},
};

// Null if the function makes no form of a time.
const Former *
former_of(Oid function)
{
    for (const Former &former : formers) {
        if (former.function == function)
            return &former;
    }
    return nullptr;
}

// Returns the unit to truncate to that a constant text names, or the unit to round to that a constant integer is the
// precision for. Null: it is not a constant, or there is no such unit.
const Unit *
named_unit(Node *node)
{
    const Const *constant = constant_of(node);
    if (constant == nullptr)
        return nullptr;
    if (constant->consttype == INT4OID)
        return unit_of(psprintf("precision %d", DatumGetInt32(constant->constvalue)));
    const Unit *unit = unit_of(TextDatumGetCString(constant->constvalue));
    return unit == nullptr || is_rounded(unit) ? nullptr : unit;
}

// Returns the unit to which a local time is truncated or rounded that is first converted to one unit, and then to
// another. Null: it is not a unit.
const Unit *
nested_unit(const Unit *first, const Unit *second)
{
    const Unit *longer = Max(first, second);
    if (is_rounded(longer) && first != unit_microseconds)
        return nullptr;
    return longer > unit_week && Min(first, second) == unit_week ? nullptr : longer;
}

// Makes `form`, that of the argument of the call, the form that the call is.
bool
apply(const FuncExpr *call, const Unit *unit, TimeForm &form)
{
    if (form.of_instant)
        return false;
    if (form.type == TIMESTAMPTZOID) {
        form.of_instant = call->funcid == F_DATE_TIMESTAMPTZ;
        return form.of_instant;
    }
    form.unit = nested_unit(form.unit, unit);
    return form.unit != nullptr;
}

bool
as_form(const FuncExpr *call, const Former &former, TimeForm &form)
{
    const auto argument = [&](int number) { return static_cast<Node *>(list_nth(call->args, number)); };
    Node *operand = argument(former.operand);
    const Unit *unit = former.unit != nullptr ? former.unit : named_unit(argument(1 - former.operand));
    const Oid type = call->funcresulttype;
    if (unit == nullptr || ((type == NUMERICOID || type == FLOAT8OID) && unit != unit_year))
        return false;
    if (FuncExpr *time = extracted_time(operand))
        form = {time, unit, former.zone < 0 ? nullptr : argument(former.zone), type};
    else if (!as_form(operand, form) || !apply(call, unit, form))
        return false;
    form.type = type;
    return true;
}

} // namespace

bool
as_form(Node *node, TimeForm &form)
{
    if (node == nullptr || !IsA(node, FuncExpr))
        return false;
    const auto *call = castNode(FuncExpr, node);
    const Former *former = former_of(call->funcid);
    return former != nullptr && as_form(call, *former, form);
}

bool
is_time_form_function(Oid function)
{
    return former_of(function) != nullptr;
}

bool
is_computable(const TimeForm &form, TimestampTz first, TimestampTz last)
{
    const Const *zone = form.zone == nullptr ? nullptr : constant_of(form.zone);
    if (form.zone != nullptr &&
        (zone == nullptr || zone->consttype != TEXTOID || zone_of(TextDatumGetCString(zone->constvalue)) == nullptr))
        return false;
    return (TIMESTAMP_IS_NOBEGIN(first) || first >= first_local) && (TIMESTAMP_IS_NOEND(last) || last < last_local);
}

double
values_between(const TimeForm &form, TimestampTz first, TimestampTz last)
{
    std::int64_t length = 0;
    as_microseconds(&form.unit->length, length);
    if (form.type == DATEOID)
        length = Max(length, USECS_PER_DAY);
    // Of infinite times the difference is no int64.
    return (static_cast<double>(last) - static_cast<double>(first)) / static_cast<double>(length) + 1;
}

} // namespace ulidkit
