// Forms of conditions on the time of an id in which it is converted first: to a local time or a date, truncated, or to
// a year.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// The time in a time zone, truncated to a unit.
struct Form {
    FuncExpr *time;
    Node *operand;    // as it stands in the form: the time, or a column of a UNION ALL that is it
    const char *unit; // of date_trunc(), or "microseconds"
    Node *zone;       // text; null: the session's
    Oid type;         // of the expression: timestamp, date, numeric (a year) or timestamptz
};

// Whether `node` is a form of an extracted time, and which.
bool as_form(PlannerInfo *root, Node *node, Form &form);

// How the operator compares the form with a value of its other type: a btree strategy, or 0. A value of `type` is
// understood as it is, or, for a form of type timestamptz, converted to that by the caller.
int form_strategy(const Form &form, Oid opno, Oid value_type);

} // namespace ulidkit
