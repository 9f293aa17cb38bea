// Conditions that convert an ID's time first, as people and ORMs write them:
//
//   time::date = d, time::timestamp >= t, (time AT TIME ZONE 'Europe/Berlin')::date = d,
//   date_trunc('month', time) = t, date_trunc('week', time)::date = d, extract(year FROM time) = 2025,
//   time::timestamptz(3) = t, now() - time < interval '1 day'
//
// Each of them compares a local time, truncated or rounded to a unit, with a value. The condition remains in the query,
// and a range of times is added. ulidkit_earliest() and ulidkit_latest() compute the range when the query runs: it goes
// from the first to the last time for which the condition can be true. local_times.cpp says why these functions lose no
// row.
//
// A local time can be truncated twice, as in date_trunc('month', time AT TIME ZONE zone)::date. This is the same as a
// local time that is truncated once, to the longer unit, because a longer unit begins where a shorter one does. The
// exception is a week, which can begin in one month and end in the next. A date is a local time that is truncated to a
// day, and it is compared by its midnight.
//
// date_trunc(unit, time)::date is another matter, because date_trunc() of a timestamptz returns an instant, and the
// date of that instant depends on the session's time zone again. Around a change of the offset, this date need not be
// the date to which the time was truncated: if a zone leaves a day out, a month can begin at a midnight that does not
// exist, and then the instant that stands for this midnight is on the next day. date_trunc() can also have a zone of
// its own. So the instant is compared, and not a local time. This takes two steps:
//
// 1. The date bounds the instants x for which `x::date = d`. They lie between two instants, e and l.
// 2. The times are those for which date_trunc(unit, time) lies between e and l.
//
// If the condition is true for a row, such an x exists for the row. So neither step loses the row, whatever the zones
// do.
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

// A function whose result is a form of the time, or a form of such a form.
struct Former {
    Oid function;
    int operand;      // the number of the argument that is the time or the form, 0 or 1
    const Unit *unit; // null if the other argument is the name of the unit, or the precision
    int zone;         // the number of the argument that is the zone; -1: there is no such argument
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

// Returns the row of the table for the function. Returns null if the function does not make a form of a time.
const Former *
former_of(Oid function)
{
    for (const Former &former : formers) {
        if (former.function == function)
            return &former;
    }
    return nullptr;
}

// Returns the unit to which the time is truncated, if the node is a constant text that names it. Returns the unit to
// which the time is rounded, if the node is a constant integer, which is the precision. Returns null if the node is not
// a constant, or if there is no such unit.
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

// Returns the single unit that has the same effect as converting a local time to the first unit, and the result to the
// second one. Returns null if there is no such unit.
const Unit *
nested_unit(const Unit *first, const Unit *second)
{
    const Unit *longer = Max(first, second);
    if (is_rounded(longer) && first != unit_microseconds)
        return nullptr;
    return longer > unit_week && Min(first, second) == unit_week ? nullptr : longer;
}

// Changes `form`, which is the form of the call's argument, to the form that the call makes of it. Returns false if the
// call does not make a form that can be compared.
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

} // namespace

bool
as_form(Node *node, TimeForm &form)
{
    const auto *call = node != nullptr && IsA(node, FuncExpr) ? castNode(FuncExpr, node) : nullptr;
    const Former *former = call == nullptr ? nullptr : former_of(call->funcid);
    if (former == nullptr)
        return false;
    const auto argument = [&](int number) { return as_node(list_nth(call->args, number)); };
    Node *operand = argument(former->operand);
    const Unit *unit = former->unit != nullptr ? former->unit : named_unit(argument(1 - former->operand));
    const Oid type = call->funcresulttype;
    if (unit == nullptr || ((type == NUMERICOID || type == FLOAT8OID) && unit != unit_year))
        return false;
    if (FuncExpr *time = extracted_time(operand))
        form = {time, unit, former->zone < 0 ? nullptr : argument(former->zone), type};
    else if (!as_form(operand, form) || !apply(call, unit, form))
        return false;
    form.type = type;
    return true;
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
    // The difference is computed as a double, because for infinite times it does not fit into an int64.
    return (static_cast<double>(last) - static_cast<double>(first)) / static_cast<double>(length) + 1;
}

} // namespace ulidkit
