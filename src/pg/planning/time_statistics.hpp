// Statistics of the times of ids.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// Gives the planner statistics of the times of the relation's ids, if the query has any.
void add_time_statistics(PlannerInfo *root, RelOptInfo *relation);

// Also of a time whose conditions have become those on its id.
void keep_time_statistics(PlannerInfo *root, const FuncExpr *time);

void install_time_statistics();

// Whether the index is one that was made here: of times, for estimates only.
inline bool
is_for_estimates(const IndexOptInfo *index)
{
    return index->hypothetical && index->sortopfamily == nullptr && OidIsValid(index->indexoid);
}

} // namespace ulidkit
