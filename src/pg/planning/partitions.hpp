// Partitions by ID in the order of their times, and the ranges of IDs by which partitions are pruned.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// Returns true if this minor release of the server prunes the partitions of a table wrongly. The relation can be the
// partitioned table itself or one of its child tables.
bool is_pruned_wrongly(PlannerInfo *root, const RelOptInfo *relation);

// Prepares the ranges of IDs by which partitions are pruned. Called when the server looks the relation up:
//
// - For a partitioned table, adds the ranges to the query.
// - For a partition, removes the ranges from the conditions of its parent before the server copies these conditions to
//   the partition, and from the join conditions of all tables. A partition that has partitions itself gets the ranges
//   on its parent for its own pruning.
void add_ranges(PlannerInfo *root, RelOptInfo *relation);

// Adds ranges of IDs beside the conditions on those views of the query that are security barriers.
void add_ranges_below_barriers(PlannerInfo *root);

// Restores ranges that add_ranges() removed, so that the server can prune partitions by them while the query runs.
// Called when the paths of the relation have been made. For a partitioned table, restores the ranges in its conditions.
// For the first partition, restores the ranges in the join conditions of its parents, until the paths of the parents
// have been made.
void prepare_paths_of_partitions(PlannerInfo *root, RelOptInfo *relation);

// Adds paths that read the partitions one after the other, in the order of the times of their IDs, beside the paths
// that merge the partitions in that order. Does nothing if another extension reads the partitions in its own way.
void append_in_order(PlannerInfo *root, RelOptInfo *relation);

// Adds a path to `output` that reads the partitions of `input` one after the other, if that is the order of the query.
// The path returns what the query returns.
void append_result_in_order(PlannerInfo *root, RelOptInfo *input, RelOptInfo *output);

} // namespace ulidkit
