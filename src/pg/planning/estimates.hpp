// What the estimates of conditions on ids have in common.
#pragma once

#include "pg/planning/weights.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// A condition `id operator value`, as seen from the id.
struct IdComparison {
    Oid opno;
    Oid type;     // of the operator
    int strategy; // of the operator, for the arguments as they stand
    List *args;
    Node *id;
    Node *value;
    bool lower;    // the value is the lower end
    bool constant; // the value has no columns of this query's tables and is not volatile
    Weight weight;
};

IdComparison id_comparison_of(PlannerInfo *root, Oid inequality, Oid type, int strategy, List *args);

// Whether the values in the statistics, if there are any, have the representation of `type`.
bool is_readable(HeapTuple statistics, Oid type);

// What a bound counts for among the conditions of its table. `estimator`: of its operator, or 0 for a guest's.
double selectivity_of_bound(PlannerInfo *root, const IdComparison &bound, Oid estimator, int relation);

// And among those of a join.
double selectivity_in_join(const IdComparison &bound);

// The share of the rows of one id, and so of one time.
double selectivity_of_one(PlannerInfo *root, Node *id, int relation);

// The share of the rows with ids from the lower to the upper one, two constants.
double selectivity_between(PlannerInfo *root, Oid type, Node *id, Node *lower, Node *upper, int relation);

// A condition of a list, and the RestrictInfo around it, if any.
struct Condition {
    Node *clause;
    RestrictInfo *restriction; // or null
};

Condition condition_of(void *element);

// Calls `visit` with each arm of an OR, as an AND list.
template <class Visit>
void
for_each_arm(Node *clause, Visit visit)
{
    check_stack_depth();
    ListCell *cell;
    foreach (cell, castNode(BoolExpr, clause)->args) {
        auto *arm = static_cast<Node *>(lfirst(cell));
        visit(is_andclause(arm) ? castNode(BoolExpr, arm)->args : list_of(arm));
    }
}

// The share of the rows that a condition is kept to stand for.
inline void
set_selectivity(RestrictInfo *restriction, double share)
{
    restriction->norm_selec = restriction->outer_selec = share;
}

} // namespace ulidkit
