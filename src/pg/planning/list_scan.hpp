// Index scans that look up the elements of a list of times: paths, and an executor node.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// Adds the paths that look up the lists of times among the conditions of the table, by its virtual indexes.
void add_list_paths(PlannerInfo *root, RelOptInfo *relation, List *indexes);

// For each element of an array, the node reads the rows of a range of an index. Its plan has as custom_exprs the array;
// the conditions of the range on columns of the index, which are those that fix its leading keys, and those for the
// lower and the upper end of an element, a CaseTestExpr in them; and the conditions of the table that these stand for:
// true for all rows that are read, unless they change. As custom_private it has the index and the scan's direction.
extern const CustomScanMethods list_scan_methods;

} // namespace ulidkit
