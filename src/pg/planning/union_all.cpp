// Conditions on a column of a UNION ALL that is the time of an id, in different ways in its tables: of ids of several
// kinds, of uuids, or of no ids at all. The same for a form of an id that has an inverse.
//
// The planner copies a condition on the whole for each table, with the table's expressions for the columns, and
// simplifies the copies. So the condition becomes the argument of ulidkit_for_each_table(), which returns it as it is:
// its support function rewrites the condition when the call is simplified with one table's columns. Each table gets
// what it would get in a query of its own, and a table without ids the plain condition. A query in the UNION ALL that
// has not been pulled up gets the plain condition, too, in its WHERE, and is planned by time in its own run.
#include "pg/postgres.hpp"

#include "pg/planning/inverse.hpp"
#include "pg/planning/jointree.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/policy.hpp"
#include "pg/planning/union_all.hpp"
#include "pg/settings.hpp"

namespace ulidkit {

namespace {

// A function of the extension for a time, or a form that has an inverse, of an id in the expression. 0: there is none.
Oid
function_in(PlannerInfo *root, Node *node)
{
    List *times = times_in(root, node);
    if (times != NIL)
        return linitial_node(FuncExpr, times)->funcid;
    List *forms = forms_in(root, node);
    return forms == NIL ? InvalidOid : static_cast<IdForm *>(linitial(forms))->inverse.inverse;
}

// The same in a column of the UNION ALL, for one of its tables.
Oid
function_in_members(PlannerInfo *root, const Var *column)
{
    Oid function = InvalidOid;
    ListCell *cell;
    foreach (cell, root->append_rel_list) {
        const auto *member = lfirst_node(AppendRelInfo, cell);
        if (!OidIsValid(function) && static_cast<int>(member->parent_relid) == static_cast<int>(column->varno) &&
            root->simple_rte_array[member->child_relid]->rtekind == RTE_RELATION)
            function = function_in(root, static_cast<Node *>(list_nth(member->translated_vars, column->varattno - 1)));
    }
    return function;
}

// Whether the planner infers more from the condition: it is an equality of a column that is in another one, too.
bool
is_needed(const Run &run, Node *clause, Var *column)
{
    if (!is_opclause(clause) || !list_member(castNode(OpExpr, clause)->args, column))
        return false;
    const auto *condition = castNode(OpExpr, clause);
    auto *operand = reinterpret_cast<Node *>(column);
    return (time_strategy(condition->opno) == BTEqualStrategyNumber && is_equated(run, clause, operand)) ||
           (compares_bytes(condition->opno, condition->inputcollid) &&
            is_equated_by(run, clause, condition->opno, operand));
}

} // namespace

List *
for_each_table(Run &run, Node *clause)
{
    PlannerInfo *root = run.root;
    int relation;
    if (!bms_get_singleton_member(pull_varnos(root, clause), &relation) ||
        !is_union_all(root->simple_rte_array[relation]) || contain_volatile_functions(clause) ||
        contain_subplans(clause))
        return NIL;
    const Oid in_clause = function_in(root, clause);
    ListCell *cell;
    foreach (cell, pull_var_clause(clause, PVC_RECURSE_PLACEHOLDERS)) {
        auto *column = lfirst_node(Var, cell);
        const Oid beside = OidIsValid(in_clause)  ? in_clause
                           : column->varattno > 0 ? function_in_members(root, column)
                                                  : InvalidOid;
        const Oid function = OidIsValid(beside) ? function_for_each_table(root, beside) : InvalidOid;
        if (!OidIsValid(function))
            continue;
        auto *call = makeFuncExpr(function, BOOLOID, list_of(clause), InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
        return is_needed(run, clause, column) ? list_of(reinterpret_cast<Node *>(call), clause) : list_of(call);
    }
    return NIL;
}

void
rewrite_union_all(PlannerInfo *root, const RelOptInfo *member)
{
    const Index parent = root->append_rel_array[member->relid]->parent_relid;
    PlannerState *state = state_of(root);
    if (!is_union_all(root->simple_rte_array[parent]) || bms_is_member(static_cast<int>(parent), state->union_alls))
        return;
    state->union_alls = bms_add_member(state->union_alls, static_cast<int>(parent));
    RelOptInfo *whole = root->simple_rel_array[parent];
    Run run = {root};
    ListCell *cell;
    foreach (cell, whole->baserestrictinfo)
        run.conditions = lappend(run.conditions, lfirst_node(RestrictInfo, cell)->clause);
    const Context around = {run.conditions, nullptr, false, false};
    List *restrictions = NIL;
    foreach (cell, whole->baserestrictinfo) {
        auto *restriction = lfirst_node(RestrictInfo, cell);
        const Context context = {make_ands_implicit(restriction->clause), &around, false, false};
        List *rewritten = rewrite(run, context);
        if (rewritten == context.conditions) {
            restrictions = lappend(restrictions, restriction);
            continue;
        }
        ListCell *part;
        foreach (part, rewritten)
            restrictions =
                lappend(restrictions, make_restriction(root, static_cast<Expr *>(lfirst(part)), restriction));
    }
    whole->baserestrictinfo = restrictions;
}

namespace {

Datum
for_each_table_call(FunctionCallInfo fcinfo)
{
    PG_RETURN_DATUM(PG_GETARG_DATUM(0));
}

// The condition as it is rewritten for a table. Without the tables of a run of the planner, before that run, it is left
// to it.
Datum
for_each_table_support(FunctionCallInfo fcinfo)
{
    auto *request = reinterpret_cast<Node *>(PG_GETARG_POINTER(0));
    if (!IsA(request, SupportRequestSimplify))
        PG_RETURN_POINTER(NULL);
    auto *asked = castNode(SupportRequestSimplify, request);
    PlannerInfo *root = asked->root;
    auto *clause = static_cast<Node *>(linitial(asked->fcall->args));
    int relation;
    if (root == nullptr || root->simple_rte_array == nullptr ||
        !bms_get_singleton_member(pull_varnos(root, clause), &relation))
        PG_RETURN_POINTER(clause);
    if (is_union_all(root->simple_rte_array[relation]))
        PG_RETURN_POINTER(NULL);
    if (!settings::time_planning || root->simple_rte_array[relation]->rtekind != RTE_RELATION)
        PG_RETURN_POINTER(clause);
    Run run = {root};
    run.conditions = list_of(clause);
    const Context context = {run.conditions, nullptr, false, false};
    PG_RETURN_POINTER(make_ands_explicit(rewrite(run, context)));
}

} // namespace

ULIDKIT_FUNCTION(ulidkit_for_each_table, for_each_table_call)
ULIDKIT_FUNCTION(ulidkit_for_each_table_support, for_each_table_support)

} // namespace ulidkit
