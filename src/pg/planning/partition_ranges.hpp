// Ranges of ids among the conditions of a query, by which the server prunes partitions.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// To be called for each relation of the query when it is built, and for each when its paths are made, before and after
// those of the server.
void add_partition_ranges(PlannerInfo *root, RelOptInfo *relation);
void prepare_paths_of_partitions(PlannerInfo *root, RelOptInfo *relation);

} // namespace ulidkit
