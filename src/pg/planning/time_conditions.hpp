// Parsed conditions on the time of an ID: what a clause says about the time, as comparisons. Nothing here knows the
// tables of the query, or decides what becomes of the condition.
#pragma once

#include "pg/planning/time_forms.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// A comparison of the time with a value.
//
// - If `compared` is 0, it is `time strategy value`.
// - Otherwise it is one end of the range of times that follows from `form compared value`. The strategy is >= for the
//   first time for which that condition is true, and <= for the last one: see local_times.cpp.
struct Comparison {
    int strategy;
    Node *value;
    Oid type;     // the type of the value, which is converted to timestamptz; 0: it is not converted
    int compared; // the strategy of the condition on the form; 0: the value is a time
};

// A condition on the time of an ID, or on a form of the time, parsed into one or two comparisons. If `time` is null,
// the condition could not be parsed. The unit and the zone are for ulidkit_earliest() and ulidkit_latest().
struct ParsedCondition : TimeForm {
    Node *key = nullptr; // the time, or the form of the time, as in the condition
    Comparison comparisons[2] = {};
    int count = 0;
    bool exact = false; // the comparisons say all that the condition says; otherwise the condition says more
};

// What parse_comparison() returns. If both sides are times of IDs, each side is parsed. Otherwise the result is in
// `left`, whichever side the time is on.
struct ParsedSides {
    ParsedCondition left;
    ParsedCondition right;
};

// Parses a comparison of a time, or of a form of a time, with a value.
ParsedSides parse_comparison(PlannerInfo *root, Node *clause);

// `time IN (...)` or `time = ANY (array)`. Instead of the time, there can be a form of it.
struct ParsedList {
    ParsedCondition whole; // the range from the first to the last element
    Node *array;
    Oid type; // the type of the elements
};

// Parses a condition with a list of values. `whole.time` is null if it cannot be parsed.
ParsedList parse_array(PlannerInfo *root, const ScalarArrayOpExpr *clause);

// Returns the elements of an array, if they are known and at most 100. Elements that are known to be NULL are left out
// of a constant array, because no value is equal to NULL. Returns NIL if the elements are not known, or are more.
List *elements_of(Node *array);

// Parses the condition that the time, or the form, is equal to one element of the list.
ParsedCondition parse_element(const ParsedList &parsed, Node *element);

// Parses a comparison of rows that begins with a time, such as `(time, ...) < (value, ...)`, which queries use to ask
// for the next page. The result says only that the time is not after (or not before) the value. The condition says
// more.
ParsedCondition parse_row(PlannerInfo *root, const RowCompareExpr *clause);

} // namespace ulidkit
