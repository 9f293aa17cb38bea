// What the rewriting of conditions on the time of an id passes on to the estimates.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// What a bound that was made from a condition on a time counts for. It is kept in the parse location of the bound's
// value, which has no other use there: copies keep it, while equal() and EXPLAIN ignore it.
enum class Weight : int {
    full = -1,          // like any condition; the parser and the planner leave this in values without a location
    none = -2,          // nothing: the condition stays, and is estimated itself
    none_in_joins = -3, // nothing for the size of a join, whose condition stays; like any condition for a look-up
    equality = -4,      // with the bound of the other side, the rows of one time; nothing for the size of a join
};

void set_weight(Node *value, Weight weight);
Weight weight_of(Node *value);

// Marks, in the same way, the call of a K_extract_timestamp in a condition that stays in addition to its range: only
// the range has statistics, so the condition counts for nothing.
void mark_as_ranged(FuncExpr *time);

// The marked call for `id`, or if that is null for any, in a condition. Null: there is none.
FuncExpr *ranged_time_in(Node *condition, Node *id);

} // namespace ulidkit
