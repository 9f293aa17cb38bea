// Conditions on a column of a UNION ALL that is the time of an id, in different ways in its tables.
#pragma once

#include "pg/planning/run.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// The condition as one that is rewritten for each table of a UNION ALL, if one of them has a time in it. Otherwise NIL.
List *for_each_table(Run &run, Node *clause);

// For a query over nothing but UNION ALLs, before 19: called for their tables, it rewrites the conditions on the whole.
void rewrite_union_all(PlannerInfo *root, const RelOptInfo *member);

} // namespace ulidkit
