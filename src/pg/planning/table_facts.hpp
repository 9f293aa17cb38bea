// What a table proves, or its server does wrongly.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// Whether the order of the table's ids is proved to be that of their times.
bool is_in_order(PlannerInfo *root, const RelOptInfo *relation, const FuncExpr *time);

// Whether the server prunes the partitions of the table that the relation, a child table or not, belongs to wrongly.
bool is_pruned_wrongly(PlannerInfo *root, const RelOptInfo *relation);

} // namespace ulidkit
