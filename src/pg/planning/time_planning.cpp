// Planning of queries by the time of an ID: what happens when. Wherever there is an index on an ID, the planner is
// shown an index on its time: see virtual_index.cpp.
//
//   plan_relation()   is called when the server looks a table up, before it distributes the conditions. It finds the
//                     times and forms of IDs in the query (id_keys.cpp), gives them statistics (time_statistics.cpp),
//                     and adds ranges of IDs for the pruning of partitions (partitions.cpp).
//   make_paths()      is called when the server has made the paths of a table. It calls the server's
//                     create_index_paths() once more, with virtual indexes in the place of the table's indexes, and
//                     with what follows from the conditions (implied_conditions.cpp). Each path that the server would
//                     keep becomes a path of the index on the ID (path_conversion.cpp).
//   finish_paths()    is called when the result is sorted. It lets partitions be read one after the other
//                     (partitions.cpp).
//
// A query that has nothing to do with IDs costs a look at a list: when the planner simplifies a call of a function of a
// time or a form, the function's support function notes it (planner_state.cpp). Some expressions call no function of
// ulidkit: a ulid as a uuid, a uuid as text, the server's uuid_extract_timestamp(), and generated columns. So a table
// that can have such expressions is looked at, too.
//
// An example: CREATE TABLE event (id ulid PRIMARY KEY), and SELECT * FROM event WHERE id::date = d.
//
// 1. The parser makes an OpExpr (=) of the FuncExpr date(ulid_extract_timestamp(id)) and d. When the planner simplifies
//    the inner FuncExpr, extract_timestamp_support() calls note_ids(), which makes a PlannerState.
// 2. plan_relation() calls add_statistics_indexes(), which gets two IdKeys from keys_of(): the form, with
//    time_form = {time, day, no zone, date}, and the time itself. For each it adds a StatisticsIndex to the table's
//    indexlist. When the server estimates the rows of the condition, use_statistics() returns the ID's histogram with a
//    date in the place of each ID.
// 3. make_paths() calls make_virtual_indexes(), which makes a VirtualIndex for event_pkey and the time. Its keys are
//    (time, id), and its info is an IndexOptInfo like any other.
// 4. implied_conditions() calls ranges_of(). There parse_comparison() makes a ParsedCondition of the OpExpr: the time,
//    the unit day, and two Comparisons, >= and <= what d means. time_ranges() turns them into
//        time >= ulidkit_earliest('=', d, 'day', '') and time <= ulidkit_latest('=', d, 'day', '')
//    Each becomes an ImpliedCondition, whose `original` is the condition of the query, and which is not exact.
// 5. make_index_paths() calls the server's create_index_paths(). The server matches both ranges with the first key of
//    the virtual index, and makes an IndexPath with two IndexClauses.
// 6. path_on_id() makes the path of event_pkey of it. clause_on_id() turns each IndexClause into one on the ID, by
//    ranges_by(), whose functions limit_of() takes from the Companions of ulid_extract_timestamp():
//        id >= ulid_at_or_after(ulidkit_earliest('=', d, 'day', ''))
//    The clause says that it follows from the condition of the query (rinfo) and that it is lossy. So the server keeps
//    the condition as the filter of the scan, and the plan is
//        Index Scan using event_pkey on event
//          Index Cond: ((id >= ulid_at_or_after(...)) AND (id <= ulid_at_or_before(...)))
//          Filter: ((id)::date = d)
#include "pg/postgres.hpp"

#include "pg/planning/id_keys.hpp"
#include "pg/planning/implied_conditions.hpp"
#include "pg/planning/partitions.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/support_function.hpp"
#include "pg/planning/time_planning.hpp"
#include "pg/planning/time_statistics.hpp"
#include "pg/planning/virtual_index.hpp"
#include "pg/settings.hpp"

namespace ulidkit {

namespace {

decltype(ULIDKIT_RELATION_HOOK) previous_relation_hook;
set_rel_pathlist_hook_type previous_paths_hook;
create_upper_paths_hook_type previous_upper_hook;
get_index_stats_hook_type previous_statistics_hook;
get_relation_stats_hook_type previous_column_hook;

// Returns true if the query converts a uuid to text, or casts it to a type of the extension.
bool
converts_uuids(Node *node, void *)
{
    if (node == nullptr || IsA(node, Var) || IsA(node, Const))
        return false;
    if (IsA(node, CoerceViaIO) || IsA(node, RelabelType))
        node = as_node(IsA(node, RelabelType) ? castNode(RelabelType, node)->arg : castNode(CoerceViaIO, node)->arg);
    else
        return ULIDKIT_WALK(node, converts_uuids, nullptr);
    return getBaseType(exprType(node)) == UUIDOID || converts_uuids(node, nullptr);
}

// Returns true if a query can use this table's IDs without a call that note_ids() sees: through a generated column,
// ulid::uuid, uuid::text, or the server's uuid_extract_timestamp(). IDs in columns without an index do not count. For a
// parent table all columns count, because the indexes are on its children. The server's uuid_extract_timestamp() counts
// only if the table has a constraint: see is_in_order() in extracted_time.cpp.
bool
has_silent_ids(PlannerInfo *root, const RelOptInfo *relation, const RangeTblEntry *entry)
{
    const Oid table = entry->relid;
    const auto is_of_id = [&](const GeneratedColumn *column) {
        IdKey key;
        return parse_key(root, column->expression, key);
    };
    if (has_generated_columns(table) &&
        has_any<GeneratedColumn>(expressions_of(root, table, relation->relid), is_of_id))
        return true;
    const auto has_checks = [](Relation opened) { return opened->rd_rel->relchecks > 0; };
    bool own = false;
    bool uuid = false;
    const auto look_at = [&](Oid type) {
        own = own || (type >= FirstNormalObjectId && is_own(type));
        uuid = uuid || type == UUIDOID;
    };
    for (AttrNumber i = 1; entry->inh && i <= relation->max_attr; ++i)
        look_at(get_atttype(table, i));
    for (const auto *index : each<IndexOptInfo>(relation->indexlist)) {
        for (int i = 0; i < index->nkeycolumns && !index->hypothetical; ++i)
            look_at(index->opcintype[i]);
    }
    return own || (uuid && ((OidIsValid(server_uuid_time) && with_table(table, has_checks)) ||
                            converts_uuids(as_node(root->parse->jointree), nullptr)));
}

// The hook that is called when the server looks a relation of the query up. Before PostgreSQL 19 it is called for
// tables only.
void
plan_relation(ULIDKIT_RELATION_HOOK_PARAMETERS)
{
    if (previous_relation_hook != nullptr)
        previous_relation_hook(ULIDKIT_RELATION_HOOK_ARGUMENTS);
    // Without a jointree, the PlannerInfo does not belong to a query, but to a call by a helper function.
    if (!settings::time_planning || relation->rtekind != RTE_RELATION || root->parse->jointree == nullptr ||
        !(has_ids(root) || has_silent_ids(root, relation, root->simple_rte_array[relation->relid])))
        return;
    if (relation->reloptkind == RELOPT_BASEREL && !state_of(root)->searched)
        add_ranges_below_barriers(root);
    add_ranges(root, relation);
    add_statistics_indexes(root, relation);
}

// Returns true if all paths of the relation are scans of PostgreSQL's own that read a table as it is. If another
// extension reads the table in its own way, some of the table's rows may be elsewhere, and an index does not contain
// them.
bool
is_plain(const RelOptInfo *relation)
{
    return consists_of(relation, [](const Path *path) {
        return IsA(path, Path) || IsA(path, IndexPath) || IsA(path, BitmapHeapPath) || IsA(path, TidPath) ||
               IsA(path, TidRangePath);
    });
}

// Returns true if the bounds of the partition exclude all IDs in the ranges.
bool
is_outside_partition(Oid table, const RelOptInfo *relation, List *ranges)
{
    List *bounds = with_table(table, [](Relation partition) {
        return static_cast<List *>(copyObjectImpl(RelationGetPartitionQual(partition)));
    });
    ChangeVarNodes(as_node(bounds), 1, static_cast<int>(relation->relid), 0);
    return bounds != NIL && predicate_refuted_by(bounds, ranges, false);
}

// Returns true if the constraints of a child table, together with what the conditions imply, exclude all rows of the
// child table.
bool
is_excluded(PlannerInfo *root, RelOptInfo *relation, RangeTblEntry *entry)
{
    if (relation->reloptkind != RELOPT_OTHER_MEMBER_REL || constraint_exclusion == CONSTRAINT_EXCLUSION_OFF)
        return false;
    List *ranges = id_ranges_of(root, relation);
    List *conditions = relation->baserestrictinfo;
    List *more = list_copy(ranges);
    // A constraint can also be on the time itself, as the constraint of a chunk of TimescaleDB is.
    for (const auto *restriction : each<RestrictInfo>(conditions)) {
        auto *clause = as_node(restriction->clause);
        Node *computed = with_columns_computed(root, clause, relation->relid);
        if (computed != clause)
            more = lappend(more, computed);
    }
    if (more == NIL)
        return false;
    List *all = list_copy(conditions);
    for (auto *condition : each<Expr>(more))
        all = lappend(all, make_simple_restrictinfo(root, condition));
    relation->baserestrictinfo = all;
    const bool excluded = relation_excluded_by_constraints(root, relation, entry);
    relation->baserestrictinfo = conditions;
    // A parent is not pruned by conditions on generated columns, because a partition can have a generation expression
    // of its own, nor is a member of a UNION ALL. So the bounds of the partition are compared here.
    const RangeTblEntry *top = root->simple_rte_array[bms_singleton_member(relation->top_parent_relids)];
    return excluded || ((top->rtekind != RTE_RELATION || has_generated_columns(entry->relid)) &&
                        is_outside_partition(entry->relid, relation, ranges));
}

// Returns true if one of the table's own indexes can serve conditions on the IDs that follow from conditions on their
// times. Either the index cannot serve conditions on times, or a scan of it returns the rows in an order that is of
// use.
bool
wants_ids(PlannerInfo *root, RelOptInfo *relation)
{
    const auto is_wanted = [&](IndexOptInfo *index, ScanDirection direction) {
        return truncate_useless_pathkeys(root, relation, build_index_pathkeys(root, index, direction)) != NIL;
    };
    for (auto *index : each<IndexOptInfo>(relation->indexlist)) {
        if (as_statistics(index) == nullptr &&
            (knows_id_alone(index) ||
             (is_usable(index) && (is_wanted(index, ForwardScanDirection) || is_wanted(index, BackwardScanDirection)))))
            return true;
    }
    return false;
}

// Returns true if the condition compares the time that is the key of the index with a list of values, or if it is an OR
// with an arm that compares this time. Such a condition is hidden from the virtual index. The index has the range that
// follows from the condition, and bitmap scans have the OR of its ranges, because an array of times cannot be converted
// to an array of IDs, and because from PostgreSQL 18 on the server makes an array of an OR.
bool
is_list_of(const VirtualIndex *index, const RestrictInfo *condition)
{
    auto *clause = as_node(condition->clause);
    const auto compares = [&](Node *arm) {
        return is_opclause(arm) && list_member(castNode(OpExpr, arm)->args, index->key->node);
    };
    if (index->key->time == nullptr)
        return false;
    if (is_orclause(clause))
        return has_any<Node>(castNode(BoolExpr, clause)->args, compares);
    return IsA(clause, ScalarArrayOpExpr) &&
           equal(linitial(castNode(ScalarArrayOpExpr, clause)->args), index->key->node);
}

// Returns the condition in a form that no index can serve. The condition cannot be left out, because the server must
// know that an index-only scan needs the columns of the condition.
RestrictInfo *
hidden_from_indexes(PlannerInfo *root, const RestrictInfo *condition)
{
    auto *test = new_node<BooleanTest>(T_BooleanTest);
    test->arg = condition->clause;
    test->booltesttype = IS_TRUE;
    test->location = -1;
    return make_restriction(root, &test->xpr, condition);
}

// Gives each virtual index the conditions that follow from the conditions of the table.
void
show_implied_conditions(PlannerInfo *root, List *indexes, const ImpliedConditions &implied)
{
    for (auto *index : each<VirtualIndex>(indexes)) {
        const bool has_key = index->column >= 0;
        index->implied = implied.conditions;
        List *conditions = NIL;
        for (auto *condition : each<RestrictInfo>(index->info.indrestrictinfo)) {
            conditions = lappend(
                conditions, has_key && is_list_of(index, condition) ? hidden_from_indexes(root, condition) : condition);
        }
        for (const auto *one : each<ImpliedCondition>(implied.conditions)) {
            if (one->on_id != has_key)
                conditions = lappend(conditions, one->condition);
        }
        index->info.indrestrictinfo = conditions;
    }
}

// Returns true if a bitmap scan can combine conditions on the keys with conditions that only the table's own indexes
// serve. This is the case if one of the table's conditions is not a comparison of a key.
bool
combines(const RelOptInfo *relation, List *for_statistics)
{
    const auto is_on_key = [&](Node *clause) {
        return is_opclause(clause) && has_any<StatisticsIndex>(for_statistics, [&](const StatisticsIndex *index) {
                   return list_member(castNode(OpExpr, clause)->args, index->key.node);
               });
    };
    return relation->joininfo != NIL ||
           has_any<RestrictInfo>(relation->baserestrictinfo, [&](const RestrictInfo *restriction) {
               return !is_on_key(as_node(restriction->clause));
           });
}

// Lets the server make paths over the virtual indexes, and adds to the table those paths that the server would keep,
// after converting them to paths over the indexes on the IDs. `arms`: the conditions of the table for its bitmap scans.
void
make_index_paths(PlannerInfo *root, RelOptInfo *relation, List *for_statistics, List *indexes, List *arms)
{
    List *conditions = relation->baserestrictinfo;
    List *own = relation->indexlist;
    List *paths = relation->pathlist;
    List *partial_paths = relation->partial_pathlist;
    // The indexes for statistics are first, because the server takes the statistics of the first index with an
    // expression.
    relation->indexlist = list_concat(list_copy(for_statistics), indexes);
    if (combines(relation, for_statistics))
        relation->indexlist = list_concat_unique_ptr(relation->indexlist, own);
    relation->baserestrictinfo = arms;
    relation->pathlist = NIL;
    relation->partial_pathlist = NIL;
    create_index_paths(root, relation);
    List *made = relation->pathlist;
    List *made_partial = relation->partial_pathlist;
    relation->indexlist = own;
    relation->baserestrictinfo = conditions;
    relation->pathlist = paths;
    relation->partial_pathlist = partial_paths;

    for (auto *path : each<Path>(made)) {
        Path *of_id = precheck_path(relation, path) ? path_on_id(root, path) : nullptr;
        Assert(of_id == nullptr || (of_id->pathkeys == path->pathkeys && of_id->param_info == path->param_info));
        if (of_id != nullptr)
            add_path(relation, of_id);
    }
    for (auto *path : each<Path>(made_partial)) {
        Path *of_id = precheck_partial_path(relation, path) ? path_on_id(root, path) : nullptr;
        if (of_id != nullptr)
            add_partial_path(relation, of_id);
    }
}

// Adds the paths of a table that use the times of its IDs.
void
add_paths_by_time(PlannerInfo *root, RelOptInfo *relation, RangeTblEntry *entry)
{
    List *for_statistics = NIL;
    List *indexes = NIL;
    for (auto *index : each<IndexOptInfo>(relation->indexlist)) {
        const StatisticsIndex *with_key = as_statistics(index);
        if (with_key == nullptr)
            continue;
        for_statistics = lappend(for_statistics, index);
        indexes = list_concat(indexes, make_virtual_indexes(root, relation, with_key->key));
    }
    if (is_excluded(root, relation, entry)) {
        mark_dummy_rel(relation);
        return;
    }
    // The arms of an OR can compare the table's IDs.
    if ((for_statistics == NIL && !has_any<RestrictInfo>(relation->baserestrictinfo, restriction_is_or_clause)) ||
        !is_plain(relation))
        return;
    // The server adds IS NOT NULL for min() and max(), and by this it can prune partitions wrongly: see partitions.cpp.
    // It does not do so for indexes without an order.
    if (is_pruned_wrongly(root, relation)) {
        for (auto *index : each<VirtualIndex>(indexes))
            index->info.sortopfamily = nullptr;
    }
    const bool by_id = for_statistics != NIL && wants_ids(root, relation);
    const ImpliedConditions implied = implied_conditions(root, relation, by_id);
    if (implied.on_id)
        indexes = list_concat(indexes, copies_of_indexes(relation, by_id));
    show_implied_conditions(root, indexes, implied);
    if (indexes != NIL)
        make_index_paths(root, relation, for_statistics, indexes, implied.arms);
}

// The hook that is called when the server has made the paths of a relation.
void
make_paths(PlannerInfo *root, RelOptInfo *relation, Index number, RangeTblEntry *entry)
{
    if (previous_paths_hook != nullptr)
        previous_paths_hook(root, relation, number, entry);
    if (!settings::time_planning || known_state_of(root) == nullptr)
        return;
    prepare_paths_of_partitions(root, relation);
    if (entry->rtekind != RTE_RELATION)
        return;
    if (entry->inh && entry->relkind == RELKIND_PARTITIONED_TABLE)
        append_in_order(root, relation);
    if (!entry->inh && entry->tablesample == nullptr && !IS_DUMMY_REL(relation))
        add_paths_by_time(root, relation, entry);
}

// The hook that is called when the paths of a later stage of the query have been made.
void
finish_paths(PlannerInfo *root, UpperRelationKind stage, RelOptInfo *input, RelOptInfo *output, void *extra)
{
    if (previous_upper_hook != nullptr)
        previous_upper_hook(root, stage, input, output, extra);
    if (settings::time_planning && stage == UPPERREL_ORDERED && known_state_of(root) != nullptr)
        append_result_in_order(root, input, output);
}

// The hook for the statistics of an index.
bool
find_statistics(PlannerInfo *root, Oid index, AttrNumber number, VariableStatData *variable)
{
    return use_statistics(root, index, number, variable) ||
           (previous_statistics_hook != nullptr && previous_statistics_hook(root, index, number, variable));
}

// The hook for the statistics of a column.
bool
find_column_statistics(PlannerInfo *root, RangeTblEntry *entry, AttrNumber number, VariableStatData *variable)
{
    return use_statistics_of_column(root, entry, number, variable) ||
           (previous_column_hook != nullptr && previous_column_hook(root, entry, number, variable));
}

} // namespace

void
install_time_planning()
{
    previous_relation_hook = ULIDKIT_RELATION_HOOK;
    ULIDKIT_RELATION_HOOK = plan_relation;
    previous_paths_hook = set_rel_pathlist_hook;
    set_rel_pathlist_hook = make_paths;
    previous_upper_hook = create_upper_paths_hook;
    create_upper_paths_hook = finish_paths;
    previous_statistics_hook = get_index_stats_hook;
    get_index_stats_hook = find_statistics;
    previous_column_hook = get_relation_stats_hook;
    get_relation_stats_hook = find_column_statistics;
}

} // namespace ulidkit
