// One run of the planner: what is known of the time of each id, and the conditions that hold.
#include "pg/postgres.hpp"

#include "pg/planning/run.hpp"

namespace ulidkit {

int
relation_of(PlannerInfo *root, Node *id)
{
    int relation = 0;
    ListCell *cell;
    foreach (cell, pull_var_clause(id, PVC_RECURSE_PLACEHOLDERS)) {
        const int number = static_cast<int>(lfirst_node(Var, cell)->varno);
        if (relation != 0 && number != relation)
            return 0;
        relation = number;
    }
    if (relation == 0)
        return 0;
    const RangeTblEntry *entry = root->simple_rte_array[relation];
    const bool readable = entry->rtekind == RTE_RELATION || is_union_all(entry);
    return readable && !contain_volatile_functions(id) && !contain_subplans(id) ? relation : 0;
}

const Known &
known_of(Run &run, int relation, const FuncExpr *time, Node *key)
{
    ListCell *cell;
    foreach (cell, run.known) {
        const auto *known = static_cast<Known *>(lfirst(cell));
        if (known->relation == relation && equal(known->key, key))
            return *known;
    }
    const Facts facts = facts_of(run.root, relation, time, key);
    auto *known = static_cast<Known *>(palloc(sizeof(Known)));
    *known = {relation, key, facts, bounds_of(run.root, time, facts)};
    run.known = lappend(run.known, known);
    // The plan does not call the function that it replaces, but depends on it.
    if (known->bounds.callable)
        record_plan_function_dependency(run.root, time->funcid);
    return *known;
}

namespace {

// Whether a condition fixes the key of an index: it equals a value that is the same for all rows. `one`: and only one.
bool
fixes(PlannerInfo *root, Node *condition, Node *key, Oid family, bool one)
{
    Oid opno;
    List *args;
    if (is_opclause(condition)) {
        opno = castNode(OpExpr, condition)->opno;
        args = castNode(OpExpr, condition)->args;
    } else if (!one && IsA(condition, ScalarArrayOpExpr) && castNode(ScalarArrayOpExpr, condition)->useOr) {
        opno = castNode(ScalarArrayOpExpr, condition)->opno;
        args = castNode(ScalarArrayOpExpr, condition)->args;
    } else {
        return false;
    }
    if (list_length(args) != 2 || get_op_opfamily_strategy(opno, family) != BTEqualStrategyNumber)
        return false;
    const auto is_key = [&](Node *node) {
        node = without_nulling(copyObjectImpl(node));
        while (IsA(node, RelabelType))
            node = reinterpret_cast<Node *>(castNode(RelabelType, node)->arg);
        return equal(node, key);
    };
    auto *left = static_cast<Node *>(linitial(args));
    auto *right = static_cast<Node *>(lsecond(args));
    return (bms_is_empty(pull_varnos(root, right)) && is_key(left)) ||
           (bms_is_empty(pull_varnos(root, left)) && is_key(right));
}

bool
is_fixed(PlannerInfo *root, const Context *context, Node *key, Oid family, bool one)
{
    for (; context != nullptr; context = context->outer) {
        ListCell *cell;
        foreach (cell, context->conditions) {
            if (fixes(root, static_cast<Node *>(lfirst(cell)), key, family, one))
                return true;
        }
    }
    return false;
}

// Whether the conditions imply the predicate of a partial index.
bool
implies(const Context *context, List *predicate)
{
    if (predicate == NIL)
        return true;
    List *conditions = NIL;
    for (; context != nullptr; context = context->outer)
        conditions = list_concat(conditions, context->conditions);
    return predicate_implied_by(predicate, conditions, false);
}

} // namespace

bool
looks_up(PlannerInfo *root, const Facts &facts, const Context &context)
{
    ListCell *cell;
    foreach (cell, facts.by_id) {
        const auto *index = static_cast<TimeIndex *>(lfirst(cell));
        bool fixed = true;
        ListCell *key;
        ListCell *family;
        forboth(key, index->leading, family, index->families)
        {
            fixed = fixed && is_fixed(root, &context, static_cast<Node *>(lfirst(key)), lfirst_oid(family), true);
        }
        if (fixed && implies(&context, index->predicate))
            return true;
    }
    return false;
}

bool
is_served(PlannerInfo *root, const Facts &facts, const Context *context, List *const *sorted)
{
    ListCell *cell;
    foreach (cell, facts.indexes) {
        const auto *index = static_cast<TimeIndex *>(lfirst(cell));
        if (!index->ordered && (facts.id_indexed || sorted != nullptr))
            continue;
        bool serves = true;
        ListCell *key;
        ListCell *family;
        forboth(key, index->ordered ? index->leading : NIL, family, index->families)
        {
            auto *expression = static_cast<Node *>(lfirst(key));
            serves = serves && ((sorted != nullptr && list_member(*sorted, expression)) ||
                                is_fixed(root, context, expression, lfirst_oid(family), sorted != nullptr));
        }
        if (serves && implies(context, index->predicate))
            return true;
    }
    return false;
}

} // namespace ulidkit
