// Ranges of times, and ranges of IDs, that follow from the conditions of a query.
#pragma once

#include "pg/planning/time_bounds.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// Says which ranges are looked for in a condition.
struct RangeSearch {
    PlannerInfo *root;
    RelOptInfo *relation; // the relation whose IDs, or times of IDs, are compared
    bool times;           // look for ranges of times, for the virtual indexes; otherwise for ranges of IDs
    // The ranges are added to the query only to prune partitions. An equality is written as = ANY, because = would
    // become an equivalence class of the query.
    bool prunes;
    bool joins;                 // a range may contain values of other tables
    bool parts_compute = false; // the child tables of the relation have the relation's generation expressions
};

// Returns the ranges that follow from the condition. An OR, or a list of few values, becomes an OR of ranges. Does not
// change the condition.
Ranges ranges_of(const RangeSearch &search, Node *condition);

// Returns the ranges of IDs that follow from all conditions of the relation, as an AND list.
List *id_ranges_of(PlannerInfo *root, RelOptInfo *relation);

// A condition that follows from one of the conditions of a table.
struct ImpliedCondition {
    RestrictInfo *condition;
    RestrictInfo *original;
    bool on_id; // it is on the ID, for the table's own indexes; otherwise on the time, for virtual indexes
    bool exact; // all conditions that follow from the original say together what the original says
};

struct ImpliedConditions {
    List *conditions; // of ImpliedCondition, without ORs
    // The conditions of the table for its bitmap scans: an OR, or a list, is replaced by an OR of ranges.
    List *arms;
    bool on_id; // one of the conditions is on the ID
};

// Returns what follows from the conditions of a table. If `by_id` is true, the result has conditions on the ID for each
// condition on its time. Otherwise there are conditions on the ID only for the prefix of a text, for an OR that
// compares IDs, and for a condition that may not be evaluated before a security barrier.
ImpliedConditions implied_conditions(PlannerInfo *root, RelOptInfo *relation, bool by_id);

// Returns the element of the list (of ImpliedCondition) whose `condition` is the given one. Returns null if there is no
// such element.
const ImpliedCondition *implied_by(List *implied, const RestrictInfo *condition);

} // namespace ulidkit
