// Forms of the time of an ID: a condition can convert the time to a local time, a date, a truncated time or a year
// first.
#pragma once

#include "pg/local_times.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// The local time in a time zone, truncated or rounded to a unit. If `of_instant` is true, the truncated time is an
// instant, and the form is the date of that instant in the session's time zone, as in date_trunc('week', time)::date.
struct TimeForm {
    FuncExpr *time = nullptr;
    // The unit that date_trunc(), extract() or a precision names. Microseconds if the time is not truncated.
    const Unit *unit = nullptr;
    Node *zone = nullptr;  // an expression of type text; null: the session's time zone
    Oid type = InvalidOid; // of the form: timestamp, date, timestamptz, numeric or float8
    bool of_instant = false;
};

// Returns true if `node` is a form of an extracted time, and sets `form`. If it returns false, the contents of `form`
// are undefined.
bool as_form(Node *node, TimeForm &form);

// Returns true if the function is one of PostgreSQL's that make a form of a time.
bool is_time_form_function(Oid function);

// Returns true if the form can be computed for all times from `first` to `last` without raising an error, and without
// calling a function that is not PostgreSQL's own. Then the zone is known, and the times are far from the ends of the
// type timestamp.
bool is_computable(const TimeForm &form, TimestampTz first, TimestampTz last);

// Sets `microseconds` to the length of the interval, with months of 30 days and days of 24 hours, as PostgreSQL
// compares intervals. Returns false if the interval is longer than some 5,000 years.
bool as_microseconds(const Interval *interval, std::int64_t &microseconds);

// Returns roughly how many different values the form has for the times from `first` to `last`.
double values_between(const TimeForm &form, TimestampTz first, TimestampTz last);

} // namespace ulidkit
