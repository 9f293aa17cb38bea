// Partitions of ids in the order of their times, and the ranges of ids by which they are pruned.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// Returns true if the server prunes the partitions of the table that the relation belongs to wrongly. The relation can
// be the table itself or one of its child tables.
bool is_pruned_wrongly(PlannerInfo *root, const RelOptInfo *relation);

// Adds ranges of ids to the conditions on a partitioned or foreign table, for a child table those of its parent.
void add_ranges(PlannerInfo *root, RelOptInfo *relation);

// The same for the views of the query that are barriers.
void add_ranges_below_barriers(PlannerInfo *root);

// Puts the conditions of a partitioned table back for its pruning while the query runs, before its paths are made; of a
// join, when the first partition's are.
void prepare_paths_of_partitions(PlannerInfo *root, RelOptInfo *relation);

// Adds the paths that read partitions one after the other in the order of the times of their ids.
void append_in_order(PlannerInfo *root, RelOptInfo *relation);

// The same for the order of the query, with what the query returns.
void append_result_in_order(PlannerInfo *root, RelOptInfo *input, RelOptInfo *output);

} // namespace ulidkit
