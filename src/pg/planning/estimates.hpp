// What the estimates of conditions on ids have in common.
#pragma once

#include "pg/planning/weights.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// A condition `id operator value`, as seen from the id.
struct IdComparison {
    Node *id;
    Node *value;
    bool lower;    // the value is the lower end
    bool constant; // the value has no columns of this query's tables and is not volatile
    Weight weight;
};

IdComparison id_comparison_of(PlannerInfo *root, Oid inequality, List *args);

// The estimate of one comparison by PostgreSQL's own estimators: see estimates.cpp.
double selectivity(PlannerInfo *root, Oid inequality, List *args, int relation);

// The share of the rows of one id, and so of one time.
double selectivity_of_one(PlannerInfo *root, Node *id, int relation);

// Redundant conditions on both sides of a time count for 1 each, but clauselist_selectivity() treats them as a range,
// and adds the share of the rows whose time is null.
class RedundantPair {
    FuncExpr *time = nullptr;
    bool lower = false;
    bool upper = false;

public:
    void add(Node *clause, FuncExpr *ranged_time);
    bool is_completed_by(const FuncExpr *ranged_time) const;
    double nulls(PlannerInfo *root, int relation) const;
};

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
