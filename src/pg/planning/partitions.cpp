// Pruning and order of partitions, and ranges below the barriers of views.
//
// Ranges. The server prunes partitions by conditions on the partition key alone, and does not know the time of an ID.
// So the ranges of IDs that follow from the conditions on a partitioned table are added to the query's jointree, from
// where the server distributes them like any other condition. They prune partitions, and they do nothing else:
//
// - After the server has pruned the partitions, and before it copies the table's conditions to them, the ranges are
//   removed from the conditions. A partition that has partitions itself gets them for its own pruning first.
// - When the paths of the partitions have been made, the ranges are restored, so that the server can prune by them
//   while the query runs.
// - Ranges whose values come from other tables are join conditions. They are removed from the join conditions of every
//   table, and those on this table's IDs are restored while the path over its partitions is made, so that the values of
//   a nested loop prune partitions.
//
// So no estimate, no filter and no other path sees the ranges. An added condition is recognised by its location in the
// text of the query, which no real condition can have, and which survives copying and translation.
//
// Barriers. A condition that can leak a value must not be evaluated below the barrier of a view, but a range of IDs
// cannot leak one. So the ranges stand beside the conditions on such a view, and the server pushes them into it.
//
// Order. If rows are wanted in the order of the partition key, the server reads the partitions one after the other;
// otherwise it merges them. Partitions of ID ranges that are in the order of the IDs are in the order of the times,
// too. So each path that merges the partitions by the time of the key, or by the time and then the key, gets an
// alternative that reads them one after the other.
#include "pg/postgres.hpp"

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/id_keys.hpp"
#include "pg/planning/implied_conditions.hpp"
#include "pg/planning/partitions.hpp"
#include "pg/planning/planner_state.hpp"

namespace ulidkit {

namespace {

// Returns true if this server prunes the partitioned table, or a partitioned table among its partitions, wrongly.
bool
is_pruned_wrongly_itself(Relation table)
{
    if (!prunes_wrongly(true, true))
        return false;
    const PartitionDesc partitions = RelationGetPartitionDesc(table, true);
    const bool has_default = partitions->boundinfo != nullptr && partition_bound_has_default(partitions->boundinfo);
    if (prunes_wrongly(has_default, RelationGetPartitionKey(table)->partnatts > 1))
        return true;
    bool found = false;
    for (int i = 0; i < partitions->nparts && !found; ++i) {
        if (!partitions->is_leaf[i])
            found = with_table(partitions->oids[i], is_pruned_wrongly_itself, AccessShareLock);
    }
    return found;
}

} // namespace

bool
is_pruned_wrongly(PlannerInfo *root, const RelOptInfo *relation)
{
    Index number = prunes_wrongly(true, true) ? relation->relid : 0;
    bool wrongly = false;
    while (number != 0 && !wrongly) {
        const RangeTblEntry *entry = root->simple_rte_array[number];
        if (entry->rtekind == RTE_RELATION && entry->relkind == RELKIND_PARTITIONED_TABLE)
            wrongly = with_table(entry->relid, is_pruned_wrongly_itself);
        const AppendRelInfo *member = root->append_rel_array == nullptr ? nullptr : root->append_rel_array[number];
        number = member == nullptr ? 0 : member->parent_relid;
    }
    return wrongly;
}

namespace {

// The location of an added condition in the text of the query. No condition of a query has it.
constexpr int location_of_added = -42;

// Returns the location of a condition. Returns null if the condition cannot be one of the ranges that are added.
int *
location_of(Node *condition)
{
    return IsA(condition, OpExpr)              ? &castNode(OpExpr, condition)->location
           : IsA(condition, ScalarArrayOpExpr) ? &castNode(ScalarArrayOpExpr, condition)->location
                                               : nullptr;
}

// Returns the condition. For an AND or an OR, returns the first condition in it that is not an AND or an OR.
Node *
first_of(Node *condition)
{
    while (IsA(condition, BoolExpr))
        condition = as_node(linitial(castNode(BoolExpr, condition)->args));
    return condition;
}

// Returns true if the condition is a range that has been added to the query.
bool
is_added(Node *condition)
{
    const int *location = location_of(first_of(condition));
    return location != nullptr && *location == location_of_added;
}

// Returns true if an added condition is a range of the relation's IDs. Returns false if it is a range of another
// table's IDs that only has a value of the relation.
bool
is_on_id_of(PlannerInfo *root, const RelOptInfo *relation, Node *condition)
{
    Node *first = first_of(condition);
    List *args = IsA(first, OpExpr) ? castNode(OpExpr, first)->args : castNode(ScalarArrayOpExpr, first)->args;
    auto *id = as_node(linitial(args));
    return bms_equal(pull_varnos(root, id), relation->relids);
}

// Marks the conditions, and the conditions in an OR, as added.
bool
mark(Node *node, void *)
{
    if (node == nullptr)
        return false;
    if (int *location = location_of(node))
        *location = location_of_added;
    return (IsA(node, List) || IsA(node, BoolExpr)) && ULIDKIT_WALK(node, mark, nullptr);
}

// Returns the conditions, and after each condition the ranges of IDs that follow from it. Ranges for pruning are marked
// as added.
List *
with_ranges(const RangeSearch &search, List *conditions)
{
    List *result = NIL;
    for (Node *condition : each<Node>(conditions)) {
        List *ranges = is_added(condition) ? NIL : ranges_of(search, condition).conditions;
        if (search.prunes)
            mark(as_node(ranges), nullptr);
        result = list_concat(lappend(result, condition), ranges);
    }
    return result;
}

// Adds the ranges to the conditions of the jointree.
void
add_to_jointree(const RangeSearch &search, Node *node)
{
    check_stack_depth();
    const auto add = [&](Node *&conditions, bool joins) {
        conditions = as_node(with_ranges({search.root, search.relation, false, search.prunes, joins && search.prunes},
                                         reinterpret_cast<List *>(conditions)));
    };
    if (IsA(node, FromExpr)) {
        auto *from = castNode(FromExpr, node);
        for (Node *item : each<Node>(from->fromlist))
            add_to_jointree(search, item);
        add(from->quals, true);
    } else if (IsA(node, JoinExpr)) {
        auto *join = castNode(JoinExpr, node);
        add_to_jointree(search, join->larg);
        add_to_jointree(search, join->rarg);
        // The conditions of a full join get no ranges. The conditions of a semijoin get no ranges with values of the
        // other table, because such a range beside the equality would keep the planner from making the inner rows
        // unique by the equality.
        if (join->jointype != JOIN_FULL)
            add(join->quals, join->jointype != JOIN_SEMI);
    }
}

// Adds the ranges of the relation's IDs to the query. `prunes`: they are only to prune partitions.
void
add_to_query(PlannerInfo *root, RelOptInfo *relation, bool prunes)
{
    const RangeSearch search = {root, relation, false, prunes, false};
    add_to_jointree(search, as_node(root->parse->jointree));
    // Row-level security has one list of conditions for each level.
    ListCell *cell;
    foreach (cell, root->simple_rte_array[relation->relid]->securityQuals)
        lfirst(cell) = with_ranges(search, static_cast<List *>(lfirst(cell)));
}

// The ranges that have been removed from the conditions of a table.
struct SetAside {
    Index relation;
    List *conditions; // list of RestrictInfo, from the table's own conditions
    List *joins;      // list of RestrictInfo, from the join conditions
    bool taken;       // `conditions` has been filled in
};

// Returns what has been set aside for the relation. Returns null if there is nothing.
SetAside *
set_aside_of(PlannerState *state, const RelOptInfo *relation)
{
    return first_in<SetAside>(state->set_aside,
                              [&](const SetAside *aside) { return aside->relation == relation->relid; });
}

// Removes the added conditions from the list, and returns them.
List *
take_added(List *&conditions)
{
    List *added = NIL;
    List *others = NIL;
    for (auto *restriction : each<RestrictInfo>(conditions)) {
        List *&place = is_added(as_node(restriction->clause)) ? added : others;
        place = lappend(place, restriction);
    }
    if (added != NIL)
        conditions = others;
    return added;
}

// Removes the added conditions from the join conditions of all tables, before the first table has paths. Sets them
// aside for the tables whose IDs they compare.
void
take_joins(PlannerInfo *root, PlannerState *state)
{
    if (state->joins_taken)
        return;
    state->joins_taken = true;
    for (int i = 1; i < root->simple_rel_array_size; ++i) {
        RelOptInfo *relation = root->simple_rel_array[i];
        if (relation == nullptr || relation->reloptkind != RELOPT_BASEREL)
            continue;
        List *joins = NIL;
        for (auto *join : each<RestrictInfo>(take_added(relation->joininfo))) {
            if (is_on_id_of(root, relation, as_node(join->clause)))
                joins = lappend(joins, join);
        }
        if (joins != NIL)
            state->set_aside = lappend(state->set_aside, copied(SetAside{relation->relid, NIL, joins, false}));
    }
}

// Removes the added conditions from the conditions of a partitioned table, unless this has been done before. Returns
// what has been set aside.
SetAside *
set_aside(PlannerInfo *root, PlannerState *state, RelOptInfo *parent)
{
    take_joins(root, state);
    SetAside *aside = set_aside_of(state, parent);
    if (aside == nullptr) {
        aside = copied(SetAside{parent->relid, NIL, NIL, false});
        state->set_aside = lappend(state->set_aside, aside);
    }
    if (!aside->taken)
        aside->conditions = take_added(parent->baserestrictinfo);
    aside->taken = true;
    return aside;
}

// Returns true if the relation is a partitioned table whose partitions are read.
bool
is_partitioned(PlannerInfo *root, Index relation)
{
    const RangeTblEntry *entry = root->simple_rte_array[relation];
    return entry->rtekind == RTE_RELATION && entry->relkind == RELKIND_PARTITIONED_TABLE && entry->inh;
}

// Returns the partitioned table whose partition the relation is. Returns null if the relation is not a partition.
RelOptInfo *
parent_of(PlannerInfo *root, const RelOptInfo *relation)
{
    if (relation->reloptkind != RELOPT_OTHER_MEMBER_REL)
        return nullptr;
    const Index parent = root->append_rel_array[relation->relid]->parent_relid;
    return is_partitioned(root, parent) ? root->simple_rel_array[parent] : nullptr;
}

} // namespace

void
add_ranges_below_barriers(PlannerInfo *root)
{
    for (int i = 1; i < root->simple_rel_array_size; ++i) {
        const RangeTblEntry *entry = root->simple_rte_array[i];
        if (entry == nullptr || entry->rtekind != RTE_SUBQUERY || entry->inh || !entry->security_barrier)
            continue;
        auto *subquery = new_node<RelOptInfo>(T_RelOptInfo);
        subquery->relid = static_cast<Index>(i);
        add_to_query(root, subquery, false);
    }
}

void
add_ranges(PlannerInfo *root, RelOptInfo *relation)
{
    if (relation->reloptkind == RELOPT_BASEREL) {
        if (is_partitioned(root, relation->relid) && !is_pruned_wrongly(root, relation))
            add_to_query(root, relation, true);
        return;
    }
    RelOptInfo *parent = parent_of(root, relation);
    const SetAside *aside = parent == nullptr ? nullptr : set_aside(root, state_of(root), parent);
    if (aside == nullptr || aside->conditions == NIL)
        return;
    take_added(parent->baserestrictinfo);
    if (is_partitioned(root, relation->relid))
        parent->baserestrictinfo = list_concat_copy(parent->baserestrictinfo, aside->conditions);
}

namespace {

// Returns true if all partitions of the table that have not been pruned have the generation expressions of the table.
bool
compute_the_same(PlannerInfo *root, const RelOptInfo *table)
{
    check_stack_depth();
    for (int i = 0; i < table->nparts; ++i) {
        const RelOptInfo *partition = table->part_rels[i];
        if (partition == nullptr)
            continue;
        AppendRelInfo *member = root->append_rel_array[partition->relid];
        for (const auto *generated : each<GeneratedColumn>(generated_columns(root))) {
            if (generated->column->varno != static_cast<int>(table->relid))
                continue;
            auto *own = as_node(list_nth(member->translated_vars, generated->column->varattno - 1));
            if (!equal(with_columns_computed(root, own),
                       adjust_appendrel_attrs(root, generated->expression, 1, &member)))
                return false;
        }
        if (!compute_the_same(root, partition))
            return false;
    }
    return true;
}

// Returns the ranges that follow from conditions on generated columns. They serve pruning while the query runs. While
// the query is planned, each partition is excluded by its own expressions: see is_excluded() in time_planning.cpp.
List *
computed_ranges(PlannerInfo *root, RelOptInfo *relation)
{
    List *ranges = NIL;
    if (!is_partitioned(root, relation->relid) || generated_columns(root) == NIL || is_pruned_wrongly(root, relation) ||
        !compute_the_same(root, relation))
        return NIL;
    const RangeSearch search = {root, relation, false, true, false, true};
    for (const auto *restriction : each<RestrictInfo>(relation->baserestrictinfo)) {
        auto *clause = as_node(restriction->clause);
        if (with_columns_computed(root, clause) == clause)
            continue;
        for (auto *range : each<Expr>(ranges_of(search, clause).conditions))
            ranges = lappend(ranges, make_restriction(root, range, restriction));
    }
    return ranges;
}

} // namespace

void
prepare_paths_of_partitions(PlannerInfo *root, RelOptInfo *relation)
{
    PlannerState *state = state_of(root);
    if (root->simple_rte_array[relation->relid]->inh) {
        relation->baserestrictinfo = list_concat_copy(relation->baserestrictinfo, computed_ranges(root, relation));
        const SetAside *aside = set_aside_of(state, relation);
        if (aside == nullptr)
            return;
        take_added(relation->baserestrictinfo);
        relation->baserestrictinfo = list_concat_copy(relation->baserestrictinfo, aside->conditions);
        take_added(relation->joininfo);
        return;
    }
    Assert(!has_any<RestrictInfo>(list_concat_copy(relation->baserestrictinfo, relation->joininfo),
                                  [](const RestrictInfo *condition) { return is_added(as_node(condition->clause)); }));
    // The relation can be the first partition whose paths have been made.
    for (RelOptInfo *parent = parent_of(root, relation); parent != nullptr; parent = parent_of(root, parent)) {
        SetAside *aside = set_aside_of(state, parent);
        if (aside != nullptr && aside->joins != NIL) {
            parent->joininfo = list_concat_copy(parent->joininfo, aside->joins);
            aside->joins = NIL;
        }
    }
}

namespace {

// Returns true if the key of an order is the ID or, if `of_time` is true, the time of the ID.
bool
is_key(PlannerInfo *root, const RelOptInfo *relation, const PathKey *key, Node *id, bool of_time)
{
    bool found = false;
    for_each_member(key->pk_eclass, relation->relids, [&](const EquivalenceMember *member) {
        auto *expression = as_node(member->em_expr);
        Node *computed = of_time && !found ? with_columns_computed(root, expression) : expression;
        const FuncExpr *time = of_time && !found && (computed == expression || compute_the_same(root, relation))
                                   ? extracted_time(computed)
                                   : nullptr;
        if (time != nullptr)
            expression = id_of(time);
        found = found || (of_time == (time != nullptr) && equal(bare_id(expression), bare_id(id)));
    });
    return found;
}

// Returns true if the table's partitions can be read one after the other to get the order. The order must be by the
// time of the partition key, or by the time and then the partition key.
bool
are_in_order(PlannerInfo *root, const RelOptInfo *relation, List *order)
{
    const PartitionSchemeData *scheme = relation->part_scheme;
    if (scheme == nullptr || relation->boundinfo == nullptr || scheme->partnatts != 1 ||
        scheme->strategy != PARTITION_STRATEGY_RANGE || list_length(order) > 2 ||
        !has_order_of_ids(scheme->partopcintype[0], scheme->partopfamily[0], scheme->partcollation[0]) ||
        !partitions_are_ordered(relation->boundinfo, relation->live_parts))
        return false;
    auto *id = as_node(linitial(relation->partexprs[0]));
    const auto *first = linitial_node(PathKey, order);
    const auto *last = llast_node(PathKey, order);
    return is_key(root, relation, first, id, true) &&
           (last == first || (strategy_of(last) == strategy_of(first) && is_key(root, relation, last, id, false)));
}

// Adds to `paths` one path with the order for each partition, in the order of the partitions: the path with the lowest
// startup cost. Partitions that are partitioned themselves, and in order, are replaced by their partitions. Returns
// false if a partition has no path with the order.
bool
add_paths_in_order(PlannerInfo *root, const RelOptInfo *relation, List *order, List *&paths)
{
    check_stack_depth();
    const bool ascending = strategy_of(linitial_node(PathKey, order)) == BTLessStrategyNumber;
    for (int n = 0; n < relation->nparts; ++n) {
        const int i = ascending ? n : relation->nparts - 1 - n;
        RelOptInfo *partition = relation->part_rels[i];
        if (partition == nullptr || !bms_is_member(i, relation->live_parts) || IS_DUMMY_REL(partition))
            continue;
        if (partition->nparts > 0 && are_in_order(root, partition, order)) {
            if (!add_paths_in_order(root, partition, order, paths))
                return false;
            continue;
        }
        Path *path = get_cheapest_path_for_pathkeys(partition->pathlist, order, nullptr, STARTUP_COST, false);
        if (path == nullptr)
            return false;
        paths = lappend(paths, path);
    }
    return true;
}

// Returns the path that reads the partitions one after the other in the order. Returns null if there is no such path.
Path *
path_in_order(PlannerInfo *root, RelOptInfo *relation, List *order)
{
    List *paths = NIL;
    return order != NIL && are_in_order(root, relation, order) && add_paths_in_order(root, relation, order, paths) &&
                   paths != NIL
               ? make_ordered_append(root, relation, paths, order)
               : nullptr;
}

} // namespace

void
append_in_order(PlannerInfo *root, RelOptInfo *relation)
{
    // Another extension can have replaced the server's paths with scans of its own.
    if (!consists_of(relation, [](const Path *path) { return IsA(path, AppendPath) || IsA(path, MergeAppendPath); }))
        return;
    PlannerState *state = state_of(root);
    state->appended = bms_add_member(state->appended, static_cast<int>(relation->relid));
    // All orders are collected first, because adding a path can free other paths.
    List *orders = NIL;
    for (const auto *path : each<Path>(relation->pathlist)) {
        if (IsA(path, MergeAppendPath) && path->param_info == nullptr)
            orders = lappend(orders, path->pathkeys);
    }
    for (auto *order : each<List>(orders)) {
        if (Path *path = path_in_order(root, relation, order))
            add_path(relation, path);
    }
}

// The path is made again, and not taken from the paths of the input, because these can be gone: those that were added
// to the output, and were not the best, have been freed. Expressions that the query computes after sorting are computed
// above the path. A query that returns sets gets no such path.
void
append_result_in_order(PlannerInfo *root, RelOptInfo *input, RelOptInfo *output)
{
    const PlannerState *state = known_state_of(root);
    if (input->reloptkind != RELOPT_BASEREL || root->parse->hasTargetSRFs ||
        !bms_is_member(static_cast<int>(input->relid), state->appended))
        return;
    if (Path *path = path_in_order(root, input, root->sort_pathkeys))
        add_path(output, apply_projection_to_path(root, output, path, root->upper_targets[UPPERREL_ORDERED]));
}

} // namespace ulidkit
