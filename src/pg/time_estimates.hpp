// How many rows a range of ids is expected to have, and what the rewriting of conditions on their times tells about it.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// What a bound that the planner made of a condition on a time counts for, beside the condition itself. It is kept in
// the parse location of the bound's value, which has no other use there: copies keep it, while equal() and EXPLAIN pass
// over it.
enum class Weight : int {
    full = -1,          // as any condition; so do the parser and the planner leave values without a location
    none = -2,          // nothing: the condition stays and is estimated itself
    none_in_joins = -3, // nothing for the size of a join, whose condition stays; as any condition for a look-up
    equality = -4,      // with its other side the rows of one time; nothing for the size of a join, as above
};

void set_weight(Node *value, Weight weight);
Weight weight_of(Node *value);

// Marks, in the same way, the call of a K_extract_timestamp in a condition that stays beside its range: the range has
// the statistics, so the condition counts for nothing beside it.
void mark_as_ranged(FuncExpr *time);

// Whether comparisons of the type are estimated by the core, and not here.
bool is_estimated_by_core(Oid type);

// A run of the planner begins.
void begin_time_estimates();

// Hooks into the planner: once, when the library is loaded.
void install_time_estimates();

} // namespace ulidkit
