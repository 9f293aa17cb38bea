// Ranges of times, and ranges of IDs, that follow from the conditions of a query.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// What is looked for in a condition.
struct RangeSearch {
    PlannerInfo *root;
    RelOptInfo *relation; // whose IDs, or times of IDs, are compared
    bool times;           // ranges of times, which virtual indexes serve; otherwise ranges of IDs
    // The ranges are added to the query only to prune partitions. An equality is written as = ANY, because = would
    // become an equivalence class of the query.
    bool prunes;
    bool joins;                 // a range may have values of other tables
    bool parts_compute = false; // the child tables of the relation compute their generated columns as it does
};

// Returns the ranges that follow from the condition, as an AND list. An OR, or a list of few values, becomes an OR of
// ranges. NIL means that nothing follows. Sets `exact` to true if the ranges say all that the condition says.
List *ranges_of(const RangeSearch &search, Node *condition, bool &exact);

// Returns the ranges of IDs that follow from all conditions of the relation, as an AND list.
List *id_ranges_of(PlannerInfo *root, RelOptInfo *relation);

// A condition that follows from one of the conditions of a table.
struct ImpliedCondition {
    RestrictInfo *condition;
    RestrictInfo *original;
    bool on_id; // it is on the ID, for the table's own indexes; otherwise on the time, for virtual ones
    bool exact; // all conditions that follow from the original say together what it says
};

struct ImpliedConditions {
    List *conditions; // of ImpliedCondition, without ORs
    List
        *arms; // the conditions of the table for its bitmap scans: with an OR of ranges in the place of an OR or a list
    bool on_id; // one of the conditions is on the ID
};

// Returns what follows from the conditions of a table. `by_id`: conditions on the ID are wanted for each condition on
// its time; otherwise there are such conditions only where nothing follows for the time.
ImpliedConditions implied_conditions(PlannerInfo *root, RelOptInfo *relation, bool by_id);

// Returns the one of the list (of ImpliedCondition) with that condition, or null.
const ImpliedCondition *implied_by(List *implied, const RestrictInfo *condition);

} // namespace ulidkit
