// Statistics of the times of IDs, and of forms.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// Gives a table one index for each key that the query has for it (see id_keys.hpp). These indexes exist only to give
// the planner statistics.
void add_statistics_indexes(PlannerInfo *root, RelOptInfo *relation);

// Sets `variable` to the statistics of the column `number` of an index that is one of these, or of a virtual index
// while its cost is computed. Returns false if the index is neither.
bool use_statistics(PlannerInfo *root, Oid index, AttrNumber number, VariableStatData *variable);

// Returns true if the values in the statistics have the representation of `type`, or if there are no statistics.
bool is_readable(HeapTuple statistics, Oid type);

} // namespace ulidkit
