// What the rewriting of conditions on the time of an id passes on to the estimates.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// What a bound that was made from a condition on a time counts for.
enum class Weight {
    full,          // like any condition, as for all that is not remembered here
    none,          // nothing: the condition stays, and is estimated itself
    none_in_joins, // nothing for the size of a join, whose condition stays; like any condition for a look-up
    equality,      // with the bound of the other side, the rows of one time; nothing for the size of a join
};

// Both are remembered as long as the run of the planner lasts, by the expressions as they are equal(): the planner
// copies conditions, and translates them for child tables, whose columns stand for their parents' here.
void set_weight(PlannerInfo *root, Node *id, Node *value, Weight weight);
Weight weight_of(PlannerInfo *root, Node *id, Node *value);

// Remembers that a condition on a time stays in addition to its range: only the range has statistics, so the condition
// counts for nothing.
void mark_as_ranged(PlannerInfo *root, Node *condition, FuncExpr *time);

// The time in such a condition, if it is that of `id`, or of any if that is null. Null: the condition is none.
FuncExpr *ranged_time_in(PlannerInfo *root, Node *condition, Node *id);

// Remembers that each equality of a form of an id with a value stays in addition to one of the id: it counts for
// nothing, as the form has one value in the rows that the other selects.
void mark_as_equated(PlannerInfo *root, Node *form);
bool is_equated(PlannerInfo *root, Node *form);

} // namespace ulidkit
