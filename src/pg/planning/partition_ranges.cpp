// Ranges of ids among the conditions of a query, by which the server prunes partitions. It does so by conditions on the
// partition key alone, and knows nothing of the time of an id. So for a partitioned table the ranges of ids that its
// conditions imply stand beside them, in the query's jointree, from where the server takes them to the table. They
// prune, and they do nothing else:
//
// - Before the partitions get their conditions, which is after they are pruned, the ranges are taken out of those of
//   the table. A table among the partitions that has partitions itself gets them first.
// - They are put back when the paths of the partitions have been made, for pruning while the query runs.
// - Ranges by values of other tables are conditions of joins. They are taken out of all of them, and put back while the
//   path of the partitions is made, for pruning by the values of a nested loop.
//
// So no estimate, no filter and no other path sees them.
//
// An added condition is known by its location in the text of the query, where no condition is, and which copies and
// translations of it keep.
#include "pg/postgres.hpp"

#include "pg/planning/bounds.hpp"
#include "pg/planning/estimates.hpp"
#include "pg/planning/guests.hpp"
#include "pg/planning/inverse.hpp"
#include "pg/planning/partition_ranges.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/readings.hpp"
#include "pg/planning/replacement.hpp"
#include "pg/planning/table_facts.hpp"

namespace ulidkit {

namespace {

constexpr int location_of_added = -42;

void
mark(Node *condition)
{
    if (IsA(condition, OpExpr))
        castNode(OpExpr, condition)->location = location_of_added;
    else if (IsA(condition, ScalarArrayOpExpr))
        castNode(ScalarArrayOpExpr, condition)->location = location_of_added;
    else if (IsA(condition, NullTest))
        castNode(NullTest, condition)->location = location_of_added;
}

bool
is_added(const Node *condition)
{
    if (IsA(condition, BoolExpr))
        return is_added(static_cast<const Node *>(linitial(reinterpret_cast<const BoolExpr *>(condition)->args)));
    const int location = IsA(condition, OpExpr) ? reinterpret_cast<const OpExpr *>(condition)->location
                         : IsA(condition, ScalarArrayOpExpr)
                             ? reinterpret_cast<const ScalarArrayOpExpr *>(condition)->location
                         : IsA(condition, NullTest) ? reinterpret_cast<const NullTest *>(condition)->location
                                                    : -1;
    return location == location_of_added;
}

// The table whose ranges are looked for.
struct Partitioned {
    PlannerInfo *root;
    int relation;
    bool joins; // values of other tables are of use

    bool
    is_value(Node *value) const
    {
        if (value == nullptr || contain_volatile_functions(value) || contain_subplans(value))
            return false;
        const Relids others = pull_varnos(root, value);
        return bms_is_empty(others) || (joins && !bms_is_member(relation, others));
    }

    bool
    has(Node *id) const
    {
        Node *column = bare_id(id);
        return IsA(column, Var) && static_cast<int>(castNode(Var, column)->varno) == relation;
    }
};

// The ranges of ids of a reading, as an AND list.
List *
ranges_of(const Partitioned &table, const Reading &reading)
{
    if (reading.time == nullptr || !table.has(id_of(reading.time)))
        return NIL;
    const Facts facts = facts_of(table.root, table.relation, reading.time, reading.key);
    const TimeBounds bounds = bounds_of(table.root, reading.time, facts);
    if (!bounds.callable || facts.as_written)
        return NIL;
    List *ranges = NIL;
    for (int i = 0; i < reading.count; ++i) {
        Node *value = instant_of(table.root, reading, reading.comparisons[i]);
        const int strategy = reading.comparisons[i].strategy;
        if (strategy == 0 || !table.is_value(value))
            return NIL;
        const auto add = [&](BoundName name) {
            if (OidIsValid(bounds.functions[name]))
                ranges = lappend(ranges,
                                 comparison_of(bounds, name, limit_of(table.root, bounds, reading.time, name, value)));
        };
        if (strategy >= BTEqualStrategyNumber)
            add(strategy == BTGreaterStrategyNumber ? after : at_or_after);
        if (strategy <= BTEqualStrategyNumber)
            add(strategy == BTLessStrategyNumber ? before : at_or_before);
    }
    return ranges;
}

// More elements than these are a range: pruning by an OR takes longer than looking up the elements of the other
// partitions.
constexpr int few = 8;

List *
ranges_of_list(const Partitioned &table, const ArrayReading &reading)
{
    if (reading.whole.time == nullptr)
        return NIL;
    List *elements = elements_of(reading);
    List *arms = NIL;
    bool all = elements != NIL && list_length(elements) <= few;
    ListCell *cell;
    foreach (cell, elements) {
        List *arm = all ? ranges_of(table, read_element(reading, static_cast<Node *>(lfirst(cell)))) : NIL;
        all = all && arm != NIL;
        if (all)
            add_arm(arms, arm);
    }
    return all ? any_of(arms) : ranges_of(table, reading.whole);
}

// `form = value`, or `form = ANY (array)`, as one on the id. Of one value, too, it is an array: an equality would be
// known to the planner as one of the query.
List *
ids_of(const Partitioned &table, Node *operand, Node *value, Oid opno, Oid collation, bool list)
{
    const IdForm form = form_of(table.root, operand);
    if (form.node == nullptr || !table.has(form.id) || !compares_bytes(opno, collation) ||
        !is_constant(table.root, value))
        return NIL;
    Node *id = id_of_form(form);
    const Oid type = exprType(id);
    if (!is_invertible(table.root, form, type) || prunes_wrongly(table.root->simple_rte_array[table.relation]->relid))
        return NIL;
    auto *ids = new_node<ScalarArrayOpExpr>(T_ScalarArrayOpExpr);
    ids->opno = btree_operator(type, BTEqualStrategyNumber);
    ids->opfuncid = get_opcode(ids->opno);
    ids->useOr = true;
    Node *array = nullptr;
    if (list) {
        array = inverted_elements(table.root, form, value, type);
    } else {
        auto *one = new_node<ArrayExpr>(T_ArrayExpr);
        one->array_typeid = get_array_type(type);
        one->element_typeid = type;
        one->elements = list_of(inverted(table.root, form, value, type));
        one->location = -1;
        array = eval_const_expressions(table.root, reinterpret_cast<Node *>(one));
    }
    ids->args = list_of(id, array);
    return list_of(ids);
}

List *
ids_of_comparison(const Partitioned &table, const OpExpr *clause)
{
    auto *left = static_cast<Node *>(linitial(clause->args));
    auto *right = static_cast<Node *>(lsecond(clause->args));
    List *ids = ids_of(table, left, right, clause->opno, clause->inputcollid, false);
    return ids != NIL ? ids : ids_of(table, right, left, clause->opno, clause->inputcollid, false);
}

List *ranges_of_or(const Partitioned &table, Node *clause);

List *
ranges_of(const Partitioned &table, Node *clause)
{
    if (is_orclause(clause))
        return ranges_of_or(table, clause);
    if (is_opclause(clause) && list_length(castNode(OpExpr, clause)->args) == 2) {
        const Readings readings = read_comparison(table.root, castNode(OpExpr, clause));
        List *ranges = list_concat(ranges_of(table, readings.left), ranges_of(table, readings.right));
        if (ranges == NIL)
            ranges = ids_of_comparison(table, castNode(OpExpr, clause));
        if (ranges != NIL)
            return ranges;
    }
    if (IsA(clause, ScalarArrayOpExpr)) {
        const auto *list = castNode(ScalarArrayOpExpr, clause);
        List *ranges = ranges_of_list(table, read_array(table.root, list));
        return ranges != NIL || !list->useOr
                   ? ranges
                   : ids_of(table, static_cast<Node *>(linitial(list->args)), static_cast<Node *>(lsecond(list->args)),
                            list->opno, list->inputcollid, true);
    }
    if (IsA(clause, RowCompareExpr))
        return ranges_of(table, read_row(table.root, castNode(RowCompareExpr, clause)));
    bool exact = false;
    List *range = range_of_prefix(table.root, clause, exact);
    return range != NIL && table.has(static_cast<Node *>(linitial(linitial_node(OpExpr, range)->args))) ? range : NIL;
}

// An OR of ranges, if each arm has some.
List *
ranges_of_or(const Partitioned &table, Node *clause)
{
    List *arms = NIL;
    bool all = true;
    for_each_arm(clause, [&](List *conditions) {
        CHECK_FOR_INTERRUPTS();
        List *ranges = NIL;
        ListCell *cell;
        foreach (cell, all ? conditions : NIL)
            ranges = list_concat(ranges, ranges_of(table, static_cast<Node *>(lfirst(cell))));
        all = all && ranges != NIL;
        if (all)
            add_arm(arms, ranges);
    });
    return all ? any_of(arms) : NIL;
}

bool
mark_all(Node *node, void *)
{
    if (node == nullptr)
        return false;
    mark(node);
    return IsA(node, BoolExpr) ? ULIDKIT_WALK(node, mark_all, nullptr) : false;
}

// The conditions with the ranges of the table beside them.
List *
with_ranges(const Partitioned &table, List *conditions)
{
    List *ranges = NIL;
    ListCell *cell;
    foreach (cell, conditions) {
        if (is_added(static_cast<Node *>(lfirst(cell))))
            continue;
        ranges = list_concat(ranges, ranges_of(table, static_cast<Node *>(lfirst(cell))));
    }
    foreach (cell, ranges)
        mark_all(static_cast<Node *>(lfirst(cell)), nullptr);
    return ranges == NIL ? conditions : list_concat_copy(conditions, ranges);
}

void
add_to(const Partitioned &table, Node *&conditions, bool joins)
{
    Partitioned wanted = table;
    wanted.joins = joins;
    conditions = reinterpret_cast<Node *>(with_ranges(wanted, reinterpret_cast<List *>(conditions)));
}

void
add_to_jointree(const Partitioned &table, Node *node)
{
    check_stack_depth();
    ListCell *cell;
    if (IsA(node, FromExpr)) {
        auto *from = castNode(FromExpr, node);
        foreach (cell, from->fromlist)
            add_to_jointree(table, static_cast<Node *>(lfirst(cell)));
        add_to(table, from->quals, true);
    } else if (IsA(node, JoinExpr)) {
        auto *join = castNode(JoinExpr, node);
        add_to_jointree(table, join->larg);
        add_to_jointree(table, join->rarg);
        // A range beside the equality of a semijoin would hide that its inner rows are unique by it.
        if (join->jointype != JOIN_FULL)
            add_to(table, join->quals, join->jointype != JOIN_SEMI);
    }
}

// What was taken out of the conditions of a table.
struct SetAside {
    Index relation;
    List *conditions; // of RestrictInfo
    List *joins;
};

SetAside *
set_aside_of(PlannerState *state, const RelOptInfo *relation)
{
    ListCell *cell;
    foreach (cell, state->set_aside) {
        auto *aside = static_cast<SetAside *>(lfirst(cell));
        if (aside->relation == relation->relid)
            return aside;
    }
    return nullptr;
}

// Takes the added conditions out of the list, and returns them.
List *
take_added(List *&conditions)
{
    List *added = NIL;
    List *others = NIL;
    ListCell *cell;
    foreach (cell, conditions) {
        auto *restriction = lfirst_node(RestrictInfo, cell);
        List *&place = is_added(reinterpret_cast<Node *>(restriction->clause)) ? added : others;
        place = lappend(place, restriction);
    }
    if (added != NIL)
        conditions = others;
    return added;
}

// Those of joins, out of all tables.
List *
take_joins(PlannerInfo *root, const RelOptInfo *relation)
{
    List *joins = NIL;
    for (int i = 1; i < root->simple_rel_array_size; ++i) {
        RelOptInfo *other = root->simple_rel_array[i];
        if (other == nullptr || other->joininfo == NIL || other->reloptkind != RELOPT_BASEREL)
            continue;
        List *taken = take_added(other->joininfo);
        if (other == relation)
            joins = taken;
    }
    return joins;
}

SetAside *
set_aside(PlannerInfo *root, PlannerState *state, RelOptInfo *parent)
{
    if (SetAside *known = set_aside_of(state, parent))
        return known;
    auto *aside = static_cast<SetAside *>(palloc(sizeof(SetAside)));
    aside->relation = parent->relid;
    aside->conditions = take_added(parent->baserestrictinfo);
    aside->joins = parent->reloptkind == RELOPT_BASEREL ? take_joins(root, parent) : NIL;
    state->set_aside = lappend(state->set_aside, aside);
    return aside;
}

bool
is_partitioned(PlannerInfo *root, Index relation)
{
    const RangeTblEntry *entry = root->simple_rte_array[relation];
    return entry->rtekind == RTE_RELATION && entry->relkind == RELKIND_PARTITIONED_TABLE && entry->inh;
}

RelOptInfo *
parent_of(PlannerInfo *root, const RelOptInfo *relation)
{
    if (relation->reloptkind != RELOPT_OTHER_MEMBER_REL || root->append_rel_array[relation->relid] == nullptr)
        return nullptr;
    const Index parent = root->append_rel_array[relation->relid]->parent_relid;
    return is_partitioned(root, parent) ? root->simple_rel_array[parent] : nullptr;
}

} // namespace

void
add_partition_ranges(PlannerInfo *root, RelOptInfo *relation)
{
    RangeTblEntry *entry = root->simple_rte_array[relation->relid];
    if (relation->reloptkind == RELOPT_BASEREL && is_partitioned(root, relation->relid)) {
        const Partitioned table = {root, static_cast<int>(relation->relid), false};
        add_to_jointree(table, reinterpret_cast<Node *>(root->parse->jointree));
        // Row-level security: one list for each level.
        ListCell *cell;
        foreach (cell, entry->securityQuals)
            lfirst(cell) = with_ranges(table, static_cast<List *>(lfirst(cell)));
        return;
    }
    RelOptInfo *parent = parent_of(root, relation);
    if (parent == nullptr)
        return;
    const SetAside *aside = set_aside(root, state_of(root), parent);
    if (aside->conditions == NIL)
        return;
    take_added(parent->baserestrictinfo);
    if (is_partitioned(root, relation->relid))
        parent->baserestrictinfo = list_concat_copy(parent->baserestrictinfo, aside->conditions);
}

void
prepare_paths_of_partitions(PlannerInfo *root, RelOptInfo *relation)
{
    PlannerState *state = state_of(root);
    if (state == nullptr || state->set_aside == NIL)
        return;
    if (is_partitioned(root, relation->relid)) {
        const SetAside *aside = set_aside_of(state, relation);
        if (aside == nullptr)
            return;
        take_added(relation->baserestrictinfo);
        relation->baserestrictinfo = list_concat_copy(relation->baserestrictinfo, aside->conditions);
        take_added(relation->joininfo);
        return;
    }
    // The first of the partitions.
    for (RelOptInfo *parent = parent_of(root, relation); parent != nullptr; parent = parent_of(root, parent)) {
        SetAside *aside = set_aside_of(state, parent);
        if (aside != nullptr && aside->joins != NIL) {
            parent->joininfo = list_concat_copy(parent->joininfo, aside->joins);
            aside->joins = NIL;
        }
    }
}

} // namespace ulidkit
