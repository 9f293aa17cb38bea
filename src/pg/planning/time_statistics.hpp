// Statistics of the times of ids.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// Gives a table indexes that exist for the statistics of what the query has of its ids.
void add_statistics_indexes(PlannerInfo *root, RelOptInfo *relation);

// Sets the statistics of a key of such an index, or of a virtual one. False: they are not asked for.
bool use_statistics(PlannerInfo *root, Oid index, AttrNumber number, VariableStatData *variable);

// The same of a generated column that is a time. False also if it has an index of its own, which knows its ends.
bool use_statistics_of_column(PlannerInfo *root, const RangeTblEntry *entry, AttrNumber column,
                              VariableStatData *variable);

// Whether the values in the statistics, if there are any, have the representation of `type`.
bool is_readable(HeapTuple statistics, Oid type);

} // namespace ulidkit
