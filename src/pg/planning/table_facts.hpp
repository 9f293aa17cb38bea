// What a table proves, what its indexes have at their ends, and what its server does wrongly.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// Whether the order of the table's ids is proved to be that of their times.
bool is_in_order(PlannerInfo *root, const RelOptInfo *relation, const FuncExpr *time);

// Whether the server prunes the partitions of the table that the relation, a child table or not, belongs to wrongly.
bool is_pruned_wrongly(PlannerInfo *root, const RelOptInfo *relation);

// The first value of the index's first key, or with BackwardScanDirection the last, in the present memory context.
// False: there is none, or it takes too long to find.
bool find_index_end(Oid table, const IndexOptInfo *index, ScanDirection direction, Datum &value);

} // namespace ulidkit
