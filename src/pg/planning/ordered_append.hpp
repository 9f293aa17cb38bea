// Partitions of ids in the order of their times.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// Adds paths that read the partitions of the table one after the other, where the server would merge them by the time.
void append_in_order(PlannerInfo *root, RelOptInfo *relation);

void install_ordered_append();

} // namespace ulidkit
