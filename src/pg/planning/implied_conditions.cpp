// What the conditions of a table on forms of a time, or an id, say of the time, or the id, itself:
//
//   id::timestamptz::date = d           time >= earliest(d) AND time <= latest(d): see conversions.cpp
//   id::timestamptz <@ range            time >= lower(range) AND time < upper(range)
//   id::text LIKE 'prefix%'             id >= least AND id <= most: see prefix_conditions.cpp
//   one OR another                      what follows from the one OR what follows from the other
//
// They are not conditions of the query, and count for nothing in it: they are shown for the paths over virtual indexes
// alone.
#include "pg/postgres.hpp"

#include "pg/planning/bounds.hpp"
#include "pg/planning/estimates.hpp"
#include "pg/planning/implied_conditions.hpp"
#include "pg/planning/inverse.hpp"
#include "pg/planning/readings.hpp"
#include "pg/planning/replacement.hpp"

namespace ulidkit {

namespace {

// `time strategy value` as a clause.
Node *
comparison_of(const Reading &reading, int strategy, Node *value)
{
    Expr *comparison = make_opclause(btree_operator(TIMESTAMPTZOID, strategy), BOOLOID, false,
                                     copy_of(reinterpret_cast<Node *>(reading.time)), reinterpret_cast<Expr *>(value),
                                     InvalidOid, InvalidOid);
    set_opfuncid(castNode(OpExpr, comparison));
    return reinterpret_cast<Node *>(comparison);
}

// What follows from the reading, as an AND list. Empty: nothing.
List *
comparisons_of(PlannerInfo *root, const Reading &reading)
{
    List *comparisons = NIL;
    for (int i = 0; i < reading.count; ++i) {
        Node *value = instant_of(root, reading, reading.comparisons[i]);
        if (reading.comparisons[i].strategy == 0 || value == nullptr || contain_volatile_functions(value) ||
            contain_subplans(value))
            return NIL;
        comparisons = lappend(comparisons, comparison_of(reading, reading.comparisons[i].strategy, value));
    }
    return comparisons;
}

// What follows from a condition other than an OR. Empty: nothing, or it is on the time itself.
List *
implied_by_condition(PlannerInfo *root, Node *clause, bool &exact)
{
    Reading reading;
    if (is_opclause(clause)) {
        reading = read_comparison(root, castNode(OpExpr, clause)).left;
        if (reading.count == 1 && reading.exact)
            return NIL;
    } else if (IsA(clause, ScalarArrayOpExpr)) {
        reading = read_array(root, castNode(ScalarArrayOpExpr, clause)).whole;
    }
    exact = reading.exact;
    return reading.time == nullptr ? NIL : comparisons_of(root, reading);
}

// The same in an OR, where it can be on the id, too.
List *
implied_in_or(PlannerInfo *root, Node *clause)
{
    bool exact = false;
    List *implied = implied_by_condition(root, clause, exact);
    return implied != NIL ? implied : range_of_prefix(root, clause, exact);
}

// An OR with what follows from its arms in their places. Null: nothing follows.
Node *
implied_by_or(PlannerInfo *root, Node *clause)
{
    List *arms = NIL;
    bool changed = false;
    for_each_arm(clause, [&](List *conditions) {
        CHECK_FOR_INTERRUPTS();
        List *arm = NIL;
        ListCell *cell;
        foreach (cell, conditions) {
            auto *condition = static_cast<Node *>(lfirst(cell));
            List *implied = is_orclause(condition) ? NIL : implied_in_or(root, condition);
            if (Node *inner = is_orclause(condition) ? implied_by_or(root, condition) : nullptr)
                implied = list_of(inner);
            changed = changed || implied != NIL;
            arm = implied == NIL ? lappend(arm, condition) : list_concat(arm, implied);
        }
        arms = lappend(arms, make_ands_explicit(arm));
    });
    return changed ? reinterpret_cast<Node *>(make_orclause(arms)) : nullptr;
}

} // namespace

List *
implied_conditions(PlannerInfo *root, const RelOptInfo *relation)
{
    List *result = NIL;
    ListCell *cell;
    foreach (cell, relation->baserestrictinfo) {
        auto *original = lfirst_node(RestrictInfo, cell);
        auto *clause = reinterpret_cast<Node *>(original->clause);
        const auto add = [&](Node *condition, bool on_id, bool exact) {
            auto *implied = static_cast<ImpliedCondition *>(palloc(sizeof(ImpliedCondition)));
            *implied = {make_restriction(root, reinterpret_cast<Expr *>(condition), original), original, on_id, exact};
            result = lappend(result, implied);
        };
        if (is_orclause(clause)) {
            if (Node *implied = implied_by_or(root, clause)) {
                add(implied, false, false);
                set_selectivity(static_cast<ImpliedCondition *>(llast(result))->condition, 1);
            }
            continue;
        }
        bool exact = false;
        ListCell *other;
        foreach (other, implied_by_condition(root, clause, exact))
            add(static_cast<Node *>(lfirst(other)), false, exact);
        foreach (other, range_of_prefix(root, clause, exact))
            add(static_cast<Node *>(lfirst(other)), true, exact);
    }
    return result;
}

const ImpliedCondition *
implied_by(List *implied, const RestrictInfo *condition)
{
    ListCell *cell;
    foreach (cell, implied) {
        const auto *one = static_cast<ImpliedCondition *>(lfirst(cell));
        if (one->condition == condition)
            return one;
    }
    return nullptr;
}

} // namespace ulidkit
