// Bounds of ids in columns of PostgreSQL's own types.
#pragma once

#include "pg/planning/estimates.hpp"
#include "pg/planning/guests.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// `ulidkit_at_least(id, value)`, or `ulidkit_at_most(id, value)` or `ulidkit_below(id, value)`, a call of the function
// given, in this run. The id is of the type.
Node *guest_bound(PlannerInfo *root, Oid function, Oid type, bool lower, Node *id, Node *value);

// Whether the clause is such a call; if so, as a comparison.
bool as_guest_bound(PlannerInfo *root, Node *clause, IdComparison &bound);

// Lets the comparisons among the conditions, and in ORs among them, that repeat a bound for the pruning of partitions
// count for nothing.
void discount_comparisons(const IdComparison &bound, List *conditions);

// Lets the cost of the relation's indexes be computed with the estimates of such bounds.
void use_estimates_of_guests(RelOptInfo *relation);

} // namespace ulidkit
