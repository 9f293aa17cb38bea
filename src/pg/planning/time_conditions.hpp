// Parsed conditions on the time of an id: what a clause says of the time, as comparisons. Nothing here knows
// the tables of the query, or decides what becomes of the condition.
#pragma once

#include "pg/local_times.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// `time strategy value`, or a range's end that follows from `form compared value`: the first, or the last, time of
// which it is true, see local_times.cpp.
struct Comparison {
    int strategy;
    Node *value;
    Oid type;     // of the value, which is converted to timestamptz; 0: as it is
    int compared; // the strategy of the condition on the form; 0: the value is the time
};

// A condition on the time of an id, parsed into one or two comparisons. Without a time it cannot be.
struct ParsedCondition {
    FuncExpr *time = nullptr;
    Node *key = nullptr; // the time, or the form of it
    Comparison comparisons[2] = {};
    int count = 0;
    bool exact = false;         // otherwise the condition implies the comparisons, but says more
    const Unit *unit = nullptr; // what the time is truncated to, and in which zone, for the earliest and latest
    Node *zone = nullptr;
    bool of_instant = false; // see TimeForm
};

// A comparison of the times of two ids is parsed from both sides, any other into the left one.
struct ParsedSides {
    ParsedCondition left;
    ParsedCondition right;
};

ParsedSides parse_comparison(PlannerInfo *root, const OpExpr *clause);

// `time IN (...)` or `time = ANY (array)`, also of what a condition can compare with one value.
struct ParsedList {
    ParsedCondition whole; // from the first to the last element
    Node *array;
    Oid type; // of the elements
};

ParsedList parse_array(PlannerInfo *root, const ScalarArrayOpExpr *clause);

// The elements of an array, if they are known and few, without those that are known to be null: no value is equal to
// NULL.
List *elements_of(Node *array);

// Of one of the elements.
ParsedCondition parse_element(const ParsedList &parsed, Node *element);

// `(time, ...) < (value, ...)`, as used to ask for the next page: no time is after the value, and the condition says
// more.
ParsedCondition parse_row(PlannerInfo *root, const RowCompareExpr *clause);

} // namespace ulidkit
