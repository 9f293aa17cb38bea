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

// Sets `variable` to the statistics of a generated column that is the time of an ID. Returns false if the column is not
// one, if there are no statistics, or if the column has an index of its own, because the server finds the ends of the
// column's values in that index.
bool use_statistics_of_column(PlannerInfo *root, const RangeTblEntry *entry, AttrNumber column,
                              VariableStatData *variable);

// Returns true if the values in the statistics have the representation of `type`, or if there are no statistics.
bool is_readable(HeapTuple statistics, Oid type);

} // namespace ulidkit
