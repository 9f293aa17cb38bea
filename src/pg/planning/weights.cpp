// What the rewriting of conditions on the time of an id passes on to the estimates.
#include "pg/postgres.hpp"

#include "pg/planning/guests.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/table_facts.hpp"
#include "pg/planning/weights.hpp"

namespace ulidkit {

namespace {

struct Weighed {
    Node *id;
    Node *value;
    Weight weight;
};

struct Ranged {
    Node *condition;
    Node *time;
};

// A column of a child table as that of its parent, or of a query of a UNION ALL as that of the whole.
Node *
as_of_parents(Node *node, void *context)
{
    if (node == nullptr || !IsA(node, Var))
        return ULIDKIT_MUTATE(node, as_of_parents, context);
    const auto *root = static_cast<PlannerInfo *>(context);
    auto *column = static_cast<Var *>(copyObjectImpl(node));
    const AppendRelInfo *member;
    while (root->append_rel_array != nullptr && (member = root->append_rel_array[column->varno]) != nullptr) {
        const AttrNumber number = position_of(member->translated_vars, reinterpret_cast<Node *>(column));
        if (number == 0)
            break;
        column->varno = static_cast<int>(member->parent_relid);
        column->varattno = number;
    }
    return reinterpret_cast<Node *>(column);
}

// An expression as it is remembered.
Node *
remembered(PlannerInfo *root, Node *node)
{
    return as_of_parents(without_nulling(copyObjectImpl(bare_id(node))), root);
}

struct Wanted {
    PlannerInfo *root;
    Node *id;   // or null
    Node *time; // as it is remembered
    FuncExpr *found;
};

bool
find_time(Node *node, void *context)
{
    auto *wanted = static_cast<Wanted *>(context);
    if (node == nullptr)
        return false;
    if (IsA(node, FuncExpr) && castNode(FuncExpr, node)->funcid == castNode(FuncExpr, wanted->time)->funcid &&
        equal(remembered(wanted->root, node), wanted->time)) {
        auto *call = castNode(FuncExpr, node);
        if (wanted->id == nullptr || equal(bare_id(id_of(call)), bare_id(wanted->id)))
            wanted->found = call;
        return true;
    }
    return ULIDKIT_WALK(node, find_time, context);
}

} // namespace

void
set_weight(PlannerInfo *root, Node *id, Node *value, Weight weight)
{
    PlannerState *state = state_of(root);
    id = remembered(root, id);
    value = remembered(root, value);
    ListCell *cell;
    foreach (cell, state->weights) {
        auto *weighed = static_cast<Weighed *>(lfirst(cell));
        if (equal(weighed->value, value) && equal(weighed->id, id)) {
            weighed->weight = weight;
            return;
        }
    }
    if (weight == Weight::full)
        return;
    auto *weighed = static_cast<Weighed *>(palloc(sizeof(Weighed)));
    *weighed = {id, value, weight};
    state->weights = lappend(state->weights, weighed);
}

Weight
weight_of(PlannerInfo *root, Node *id, Node *value)
{
    const PlannerState *state = state_of(root);
    if (state == nullptr || state->weights == NIL)
        return Weight::full;
    id = remembered(root, id);
    value = remembered(root, value);
    ListCell *cell;
    foreach (cell, state->weights) {
        const auto *weighed = static_cast<Weighed *>(lfirst(cell));
        if (equal(weighed->value, value) && equal(weighed->id, id))
            return weighed->weight;
    }
    return Weight::full;
}

void
mark_as_ranged(PlannerInfo *root, Node *condition, FuncExpr *time)
{
    auto *ranged = static_cast<Ranged *>(palloc(sizeof(Ranged)));
    *ranged = {remembered(root, condition), remembered(root, reinterpret_cast<Node *>(time))};
    PlannerState *state = state_of(root);
    state->ranged = lappend(state->ranged, ranged);
}

FuncExpr *
ranged_time_in(PlannerInfo *root, Node *condition, Node *id)
{
    const PlannerState *state = state_of(root);
    if (state == nullptr || state->ranged == NIL)
        return nullptr;
    Node *wanted_condition = remembered(root, condition);
    ListCell *cell;
    foreach (cell, state->ranged) {
        const auto *ranged = static_cast<Ranged *>(lfirst(cell));
        if (!equal(ranged->condition, wanted_condition))
            continue;
        Wanted wanted = {root, id, ranged->time, nullptr};
        find_time(condition, &wanted);
        return wanted.found;
    }
    return nullptr;
}

void
mark_as_equated(PlannerInfo *root, Node *form)
{
    PlannerState *state = state_of(root);
    state->equated = list_append_unique(state->equated, remembered(root, form));
}

bool
is_equated(PlannerInfo *root, Node *form)
{
    const PlannerState *state = state_of(root);
    return state != nullptr && state->equated != NIL && list_member(state->equated, remembered(root, form));
}

} // namespace ulidkit
