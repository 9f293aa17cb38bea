// Forms of conditions on the time of an id that convert it first: to a local time, a date, a truncated time or a year.
#pragma once

#include "pg/local_times.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// The time in a time zone, truncated or rounded to a unit. If `of_instant`, the truncated time is an instant, and the
// form is its date in the session's time zone, as in date_trunc('week', time)::date.
struct TimeForm {
    FuncExpr *time;
    const Unit *unit; // of date_trunc() or extract(), or of a precision, or microseconds
    Node *zone;       // text; null: the session's
    Oid type;         // of the expression: timestamp, date, timestamptz, or a number, numeric or float8
    bool of_instant = false;
};

// Whether `node` is a form of an extracted time; if so, sets `form`.
bool as_form(Node *node, TimeForm &form);

// Returns true if the function is one of PostgreSQL's that make a form of a time.
bool is_time_form_function(Oid function);

// Returns true if computing the form for times between the first and the last one cannot raise an error, and calls
// nothing but PostgreSQL's own functions: the zone is known, and the times are far from the ends of timestamps.
bool is_computable(const TimeForm &form, TimestampTz first, TimestampTz last);

// An interval as microseconds, with months of 30 days and days of 24 hours, as intervals are compared. False: it is
// more than some 5,000 years.
bool as_microseconds(const Interval *interval, std::int64_t &microseconds);

// How many values the form has of the times from the first to the last one, roughly.
double values_between(const TimeForm &form, TimestampTz first, TimestampTz last);

} // namespace ulidkit
