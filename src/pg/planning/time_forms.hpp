// Forms of conditions on the time of an id that convert it first: to a local time, a date, a truncated time or a year.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// The time in a time zone, truncated to a unit.
struct TimeForm {
    FuncExpr *time;
    const char *unit; // of date_trunc(), or "microseconds"
    Node *zone;       // text; null: the session's
    Oid type;         // of the expression: timestamp, date, numeric (a year) or timestamptz
};

// Whether `node` is a form of an extracted time; if so, sets `form`.
bool as_form(Node *node, TimeForm &form);

// How many values the form has of the times from the first to the last one, roughly.
double values_between(const TimeForm &form, TimestampTz first, TimestampTz last);

// How the operator compares the form with its other argument: a btree strategy, or 0. For a form of type timestamptz,
// the caller converts a value of another type.
int form_strategy(const TimeForm &form, Oid opno, Oid value_type);

} // namespace ulidkit
