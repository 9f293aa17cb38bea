// Planning by the time of an id: the conditions of a query. The time that `K_extract_timestamp(id)`, or
// `id::timestamptz`, returns never falls as the id rises, and so conditions and sort orders on the time can be written
// as conditions and sort orders on the id:
//
//   filter  time(id) >= t   becomes   id >= the first id at or after t, and so on for <, <=, = and >;
//   order   ORDER BY time(id)   becomes   ORDER BY id, which is one of the orders that were asked for;
//   ends    min and max of time(id) follow, as the planner plans them as ORDER BY ... LIMIT 1.
//
// PostgreSQL then does by itself all that it can do with an id: index conditions, ordered scans, partition pruning,
// BRIN.
//
// A condition goes through these files: readings.cpp reads it as comparisons of the time, with conversions.cpp for
// forms in which the time is converted first; policy.cpp decides what becomes of it, by what table_facts.cpp and
// run.cpp know of the table; replacement.cpp makes the conditions on the id, with the operators and functions of
// bounds.cpp; and here they take their place in the AND and OR lists of the query. order.cpp and ordered_paths.cpp have
// the orders, estimates.cpp, guest_bounds.cpp and time_statistics.cpp the estimates, union_all.cpp what is special
// about a UNION ALL, and lookup_paths.cpp the joins by equal times and with a UNION ALL.
//
// Why this hook. The planner calls it for each relation of a query after expressions are simplified, views and
// subqueries pulled up, and policies added, and before conditions are distributed to relations and sort keys are made.
// So the query's own jointree and sort clause can still be changed, and already show the table behind a view. It is
// also called in the planner runs for subqueries, and for the ORDER BY ... LIMIT 1 of min and max. planner_hook comes
// before views are pulled up and never sees the runs for subqueries, min and max. SupportRequestSimplify sees a
// function's call, but not the operator above it. SupportRequestIndexCondition makes index conditions, but neither
// partition pruning nor BRIN's exclusion nor an estimate nor a sort order. The order within query_planner() is no API:
// if it changes, no query is rewritten any more, and every test named time_* fails. The function has a support
// function, which simplification calls, so the library is loaded in time for the first query of a session.
//
// Why it is exact. For every value of t, also beyond the kind's range, infinite, between two of its units or null, and
// for every id, also null, the range is true for the same rows: if no id fits, the bound is null, and if all ids fit,
// it is the first or last of the kind. The range can be null where the comparison was false. Therefore only conditions
// that count as false when they are null are rewritten: those in WHERE and JOIN ... ON, through AND and OR, and not
// below NOT or anything else. Forms whose meaning depends on a time zone keep their condition; their range can be
// wider, and is never narrower.
//
// Ids of PostgreSQL's types: guests.cpp says what the time of such a column is. The time of a uuid or bigint column, by
// a function of that type or by a cast to a kind that does not change its bytes, is planned with the column's own
// operators, which have the same order; that of a text, in the order of bytes, by an index that has it. A function of
// the time can have further arguments if they are constants: they are part of what the time is, and are passed to its
// bounds. A cast that checks each id can raise an error, and is left alone, as is an impossible layout of ids.
// snowflake_extract_timestamp() is not leakproof, because it raises an error for such a layout. Its range is, because
// the layout is known to be possible here, and so the range can go below a security barrier. PostgreSQL's
// uuid_extract_timestamp() is in order only under a condition: see uuid_version.cpp.
//
// What is left alone: values that are volatile or of the id's own table; ON of a FULL JOIN, which restricts no table
// and can need its equality; every other operator. An equality with another table's column stays, for hash and
// merge joins; lookup_paths.cpp has its range. So does one with a constant if the time is in another equality, because
// the planner infers a third from both. Between tables the range is made only where an index on the id can use it. The
// order is as written if ids of one time must count as equal, or other rows than the table's are sorted: with a further
// sort key (except the id), WITH TIES, DISTINCT (except DISTINCT ON earlier keys), grouping, window functions, set
// operations and set-returning targets; and if no index gives the other order. ordered_paths.cpp serves it then.
//
// How to extend it: a new clause is a function in readings.cpp, a new form an entry in conversions.cpp, a new reason to
// keep a condition one in table_facts.cpp or a row in policy.cpp. A condition that is replaced, and not kept, must be
// equivalent to its range.
#include "pg/postgres.hpp"

#include "pg/planning/guest_bounds.hpp"
#include "pg/planning/inverse.hpp"
#include "pg/planning/jointree.hpp"
#include "pg/planning/order.hpp"
#include "pg/planning/partition_ranges.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/replacement.hpp"
#include "pg/planning/time_statistics.hpp"
#include "pg/planning/union_all.hpp"
#include "pg/settings.hpp"

namespace ulidkit {

namespace {

decltype(ULIDKIT_RELATION_HOOK) previous_hook = nullptr;

struct Substitution {
    Node *from;
    Node *to;
};

Node *
substitute(Node *node, void *context)
{
    const auto *substitution = static_cast<Substitution *>(context);
    if (node == nullptr || equal(node, substitution->from))
        return node == nullptr ? nullptr : static_cast<Node *>(copyObjectImpl(substitution->to));
    return ULIDKIT_MUTATE(node, substitute, context);
}

// A condition that stays, marked as such. A column of a UNION ALL becomes the call itself, because each of its
// tables would otherwise get its own.
Node *
with_ranged_time(PlannerInfo *root, Node *clause, const Replacement &replacement)
{
    Substitution substitution = {replacement.operand, reinterpret_cast<Node *>(replacement.ranged)};
    if (IsA(replacement.operand, Var))
        clause = substitute(clause, &substitution);
    mark_as_ranged(root, clause, replacement.ranged);
    return clause;
}

List *rewrite_or(Run &run, const Context &context, Node *clause);

} // namespace

List *
rewrite(Run &run, const Context &context)
{
    List *result = NIL;
    bool changed = false;
    ListCell *cell;
    foreach (cell, context.conditions) {
        auto *clause = static_cast<Node *>(lfirst(cell));
        if (is_orclause(clause)) {
            if (Node *list = list_of_or(run, context, castNode(BoolExpr, clause))) {
                changed = true;
                result = lappend(result, list);
                continue;
            }
            List *rewritten = rewrite_or(run, context, clause);
            changed = changed || linitial(rewritten) != clause;
            result = list_concat(result, rewritten);
            continue;
        }
        Replacement replacement = replacement_of(run, context, clause);
        if (replacement.clauses == NIL)
            replacement = replacement_by_inverse(run, context, clause);
        if (replacement.clauses == NIL)
            replacement = replacement_by_prefix(run, context, clause);
        if (replacement.clauses == NIL) {
            List *for_tables = for_each_table(run, clause);
            changed = changed || for_tables != NIL;
            result = for_tables == NIL ? lappend(result, clause) : list_concat(result, for_tables);
            continue;
        }
        changed = true;
        result = list_concat(result, replacement.clauses);
        if (replacement.kept)
            result = lappend(result,
                             replacement.ranged == nullptr ? clause : with_ranged_time(run.root, clause, replacement));
    }
    if (!changed)
        return context.conditions;
    return is_false(result) ? list_of(makeBoolConst(false, false)) : result;
}

namespace {

// Rewrites an OR in terms of ids. Returns an AND list, which has the OR itself if nothing changed.
List *
rewrite_or(Run &run, const Context &context, Node *clause)
{
    check_stack_depth();
    List *arms = NIL;
    bool changed = false;
    ListCell *cell;
    foreach (cell, castNode(BoolExpr, clause)->args) {
        CHECK_FOR_INTERRUPTS();
        auto *arm = static_cast<Node *>(lfirst(cell));
        const Context within = {make_ands_implicit(reinterpret_cast<Expr *>(arm)), &context, context.semijoin, true};
        List *rewritten = rewrite(run, within);
        if (rewritten == within.conditions) {
            arms = lappend(arms, arm);
            continue;
        }
        changed = true;
        add_arm(arms, rewritten);
    }
    return changed ? any_of(arms) : list_of(clause);
}

Node *
rewrite_quals(Run &run, Node *quals, bool semijoin = false)
{
    const Context around = {run.conditions, nullptr, false, false};
    const Context context = {reinterpret_cast<List *>(quals), &around, semijoin, false};
    return reinterpret_cast<Node *>(rewrite(run, context));
}

// All conditions of the jointree, in a new list.
List *
conditions_of(Node *node)
{
    check_stack_depth();
    ListCell *cell;
    if (IsA(node, FromExpr)) {
        List *conditions = list_copy(reinterpret_cast<List *>(castNode(FromExpr, node)->quals));
        foreach (cell, castNode(FromExpr, node)->fromlist)
            conditions = list_concat(conditions, conditions_of(static_cast<Node *>(lfirst(cell))));
        return conditions;
    }
    if (!IsA(node, JoinExpr))
        return NIL;
    const auto *join = castNode(JoinExpr, node);
    return list_concat(list_concat(list_copy(reinterpret_cast<List *>(join->quals)), conditions_of(join->larg)),
                       conditions_of(join->rarg));
}

void
rewrite_jointree(Run &run, Node *node)
{
    check_stack_depth();
    ListCell *cell;
    if (IsA(node, RangeTblRef)) {
        // Row-level security and security-barrier views: one list for each level.
        const RangeTblEntry *entry = run.root->simple_rte_array[castNode(RangeTblRef, node)->rtindex];
        foreach (cell, entry->securityQuals)
            lfirst(cell) = rewrite_quals(run, static_cast<Node *>(lfirst(cell)));
    } else if (IsA(node, FromExpr)) {
        auto *from = castNode(FromExpr, node);
        foreach (cell, from->fromlist)
            rewrite_jointree(run, static_cast<Node *>(lfirst(cell)));
        from->quals = rewrite_quals(run, from->quals);
    } else {
        auto *join = castNode(JoinExpr, node);
        rewrite_jointree(run, join->larg);
        rewrite_jointree(run, join->rarg);
        if (join->jointype != JOIN_FULL)
            join->quals = rewrite_quals(run, join->quals, join->jointype == JOIN_SEMI);
    }
}

void
rewrite_query(PlannerInfo *root, PlannerState *state)
{
    state->rewritten = true;
    auto *jointree = reinterpret_cast<Node *>(root->parse->jointree);
    Run run = {root};
    run.conditions = conditions_of(jointree);
    rewrite_jointree(run, jointree);
    rewrite_order(run);
}

// The hook is called for each relation of the query, and before 19 for tables only.
void
plan_by_time(ULIDKIT_RELATION_HOOK_PARAMETERS)
{
    if (previous_hook != nullptr)
        previous_hook(ULIDKIT_RELATION_HOOK_ARGUMENTS);
    // Without a jointree it is no query, but a call by a helper function.
    if (!settings::time_planning || root->parse->jointree == nullptr)
        return;
    PlannerState *state = state_of(root);
    if (state == nullptr)
        return;
    if (settings::virtual_index) {
        add_partition_ranges(root, relation);
        add_time_statistics(root, relation);
        return;
    }
    use_estimates_of_guests(relation);
    if (!state->rewritten && relation->reloptkind == RELOPT_OTHER_MEMBER_REL)
        rewrite_union_all(root, relation);
    else if (!state->rewritten)
        rewrite_query(root, state);
    // For the times that are left.
    add_time_statistics(root, relation);
}

} // namespace

void
install_time_planning()
{
    previous_hook = ULIDKIT_RELATION_HOOK;
    ULIDKIT_RELATION_HOOK = plan_by_time;
}

} // namespace ulidkit
