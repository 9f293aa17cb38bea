// Index scans that look up the elements of a list of times.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// Adds the paths that look up the lists of times among the conditions of the table, by its virtual indexes.
void add_list_paths(PlannerInfo *root, RelOptInfo *relation, List *indexes);

} // namespace ulidkit
