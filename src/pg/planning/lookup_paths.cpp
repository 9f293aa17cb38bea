// Look-ups by the time of an id, for joins by equal times and joins with a UNION ALL: the inner side of a nested loop
// can be a scan of the index on the id, as it would be one of an index on the time.
//
// The conditions of the join stay what they are. Ranges of ids among them would be evaluated for every pair of rows of
// a hash or merge join, would count for the size of the join, and would keep the planner from making the rows of an
// EXISTS or IN unique; and a UNION ALL has no id of its own to have a range of. So only the scans have them.
//
// How the paths are made. create_index_paths() is asked about copies of the indexes with the time in the place of the
// id: see id_index.hpp. It finds the conditions, in equivalence classes and joins, together with those on the other
// keys of the index, and makes a path for each set of tables that can come first, with the cost and the rows of an
// index on the time. In these paths the copies are then replaced with the indexes themselves, and each condition on the
// time with its range of ids.
//
// Why it is exact. As where a condition is replaced: the range has the ids for which the condition holds, and no
// others. See jointree.cpp.
#include "pg/postgres.hpp"

#include "pg/planning/bounds.hpp"
#include "pg/planning/estimates.hpp"
#include "pg/planning/id_index.hpp"
#include "pg/planning/lookup_paths.hpp"
#include "pg/planning/table_facts.hpp"
#include "pg/settings.hpp"

namespace ulidkit {

namespace {

set_rel_pathlist_hook_type previous_hook = nullptr;

// An index on an id, for the time of which its column stands.
struct Lookup {
    PlannerInfo *root;
    IndexOptInfo *index;
    int column;
    FuncExpr *time;
    TimeBounds bounds;
};

// A condition of the index, which counts for this share of the rows.
RestrictInfo *
index_condition(const Lookup &lookup, BoundName name, Node *value, double share)
{
    List *clauses = bound(lookup.root, lookup.bounds, lookup.time, name, value, Weight::equality, false);
    RestrictInfo *condition = make_simple_restrictinfo(lookup.root, static_cast<Expr *>(linitial(clauses)));
    make_free_of_columns(condition);
    set_selectivity(condition, share);
    return condition;
}

// A comparison of the time as its range of ids. Null: this is not possible.
IndexClause *
with_range(const Lookup &lookup, const IndexClause *clause)
{
    const auto *condition = linitial_node(RestrictInfo, clause->indexquals);
    if (!is_opclause(condition->clause))
        return nullptr;
    const auto *comparison = reinterpret_cast<const OpExpr *>(condition->clause);
    const int strategy = time_strategy(comparison->opno);
    if (strategy == 0)
        return nullptr;
    Oid type;
    Oid value_type;
    op_input_types(comparison->opno, &type, &value_type);
    Node *value = timestamptz_of(lookup.root, lookup.time, static_cast<Node *>(lsecond(comparison->args)), value_type);
    if (value == nullptr || IsA(value, Const) || contain_subplans(value))
        return nullptr;
    double share = clauselist_selectivity(lookup.root, clause->indexquals, static_cast<int>(lookup.index->rel->relid),
                                          JOIN_INNER, nullptr);
    auto *range = static_cast<IndexClause *>(palloc(sizeof(IndexClause)));
    *range = *clause;
    range->indexquals = NIL;
    if (strategy >= BTEqualStrategyNumber) {
        const BoundName name = strategy == BTGreaterStrategyNumber ? after : at_or_after;
        range->indexquals = lappend(range->indexquals, index_condition(lookup, name, value, share));
        share = 1;
    }
    if (strategy <= BTEqualStrategyNumber) {
        const BoundName name = strategy == BTLessStrategyNumber ? before : at_or_before;
        range->indexquals = lappend(range->indexquals, index_condition(lookup, name, value, share));
    }
    return range;
}

// Adds the path, of an index on the time, as one of the index on the id.
void
add_lookup(const Lookup &lookup, RelOptInfo *relation, const IndexPath *path)
{
    auto *scan = static_cast<IndexPath *>(palloc(sizeof(IndexPath)));
    *scan = *path;
    scan->indexinfo = lookup.index;
    scan->indexclauses = NIL;
    bool by_time = false;
    ListCell *cell;
    foreach (cell, path->indexclauses) {
        auto *clause = lfirst_node(IndexClause, cell);
        if (clause->indexcol == lookup.column) {
            by_time = true;
            clause = with_range(lookup, clause);
        }
        if (clause == nullptr)
            return;
        scan->indexclauses = lappend(scan->indexclauses, clause);
    }
    if (by_time)
        add_path(relation, &scan->path);
}

// Adds the look-ups of the index. Those of its other keys, and scans of it in its order, have been.
void
look_up(const Lookup &lookup, RelOptInfo *relation)
{
    IndexOnTime by_time(lookup.index, lookup.column, reinterpret_cast<Expr *>(lookup.time));
    by_time.index.amhasgetbitmap = false;
    by_time.index.amsearcharray = false;
    by_time.index.amsearchnulls = false;
    by_time.index.amcanparallel = false;

    // The other indexes are not asked about again. Those of time_statistics.cpp are for the estimates.
    List *indexes = relation->indexlist;
    List *paths = relation->pathlist;
    List *partial_paths = relation->partial_pathlist;
    relation->indexlist = list_of(&by_time.index);
    ListCell *cell;
    foreach (cell, indexes) {
        auto *index = lfirst_node(IndexOptInfo, cell);
        if (index->sortopfamily == nullptr && index->hypothetical)
            relation->indexlist = lappend(relation->indexlist, index);
    }
    relation->pathlist = NIL;
    relation->partial_pathlist = NIL;
    create_index_paths(lookup.root, relation);
    List *made = relation->pathlist;
    relation->indexlist = indexes;
    relation->pathlist = paths;
    relation->partial_pathlist = partial_paths;

    foreach (cell, made) {
        auto *path = static_cast<Path *>(lfirst(cell));
        if (IsA(path, IndexPath) && path->param_info != nullptr)
            add_lookup(lookup, relation, castNode(IndexPath, path));
    }
}

// The times of the relation's ids that are compared with another table's column.
List *
times_in_joins(PlannerInfo *root, RelOptInfo *relation)
{
    List *times = NIL;
    const auto add = [&](Node *node, Relids relids) {
        FuncExpr *time = bms_equal(relids, relation->relids) ? extracted_time(root, node) : nullptr;
        if (time != nullptr)
            times = list_append_unique(times, time);
    };
    int i = -1;
    while (relation->has_eclass_joins && (i = bms_next_member(relation->eclass_indexes, i)) >= 0) {
        auto *eclass = list_nth_node(EquivalenceClass, root->eq_classes, i);
        if (eclass->ec_has_volatile || bms_membership(eclass->ec_relids) != BMS_MULTIPLE)
            continue;
        for_each_member(eclass, relation->relids, [&](const EquivalenceMember *member) {
            if (member->em_datatype == TIMESTAMPTZOID)
                add(reinterpret_cast<Node *>(member->em_expr), member->em_relids);
        });
    }
    ListCell *cell;
    foreach (cell, relation->joininfo) {
        const auto *condition = lfirst_node(RestrictInfo, cell);
        if (!is_opclause(condition->clause))
            continue;
        const auto *comparison = reinterpret_cast<const OpExpr *>(condition->clause);
        if (time_strategy(comparison->opno) == 0)
            continue;
        add(static_cast<Node *>(linitial(comparison->args)), condition->left_relids);
        add(static_cast<Node *>(lsecond(comparison->args)), condition->right_relids);
    }
    return times;
}

// Whether the joins have the range of such a condition already, by which partitions are pruned.
bool
is_in_joins(PlannerInfo *root, const RelOptInfo *relation, Node *id)
{
    ListCell *cell;
    foreach (cell, relation->joininfo) {
        auto *clause = reinterpret_cast<Node *>(lfirst_node(RestrictInfo, cell)->clause);
        List *args = is_opclause(clause)     ? castNode(OpExpr, clause)->args
                     : is_funcclause(clause) ? castNode(FuncExpr, clause)->args
                                             : NIL;
        if (list_length(args) == 2 && equal(linitial(args), id) &&
            weight_of(root, id, static_cast<Node *>(lsecond(args))) != Weight::full)
            return true;
    }
    return false;
}

void
look_up_time(PlannerInfo *root, RelOptInfo *relation, FuncExpr *time)
{
    const Facts facts = facts_of(root, static_cast<int>(relation->relid), time, reinterpret_cast<Node *>(time));
    const TimeBounds bounds = bounds_of(root, time, facts);
    bool callable = bounds.callable && !facts.as_written;
    for (const Oid function : bounds.functions)
        callable = callable && OidIsValid(function);
    if (!callable || is_in_joins(root, relation, bounds.id))
        return;
    ListCell *cell;
    foreach (cell, relation->indexlist) {
        auto *index = lfirst_node(IndexOptInfo, cell);
        for (int column = 0; is_usable(index) && column < index->nkeycolumns; ++column) {
            if (is_id(index, column, time) && index->opcintype[column] == bounds.type)
                look_up({root, index, column, time, bounds}, relation);
        }
    }
}

void
make_lookups(PlannerInfo *root, RelOptInfo *relation, Index number, RangeTblEntry *entry)
{
    if (previous_hook != nullptr)
        previous_hook(root, relation, number, entry);
    if (!settings::time_planning || entry->rtekind != RTE_RELATION || entry->inh || entry->tablesample != nullptr ||
        relation->indexlist == NIL || IS_DUMMY_REL(relation) ||
        (!relation->has_eclass_joins && relation->joininfo == NIL))
        return;
    ListCell *cell;
    foreach (cell, times_in_joins(root, relation))
        look_up_time(root, relation, lfirst_node(FuncExpr, cell));
}

} // namespace

void
install_time_lookups()
{
    previous_hook = set_rel_pathlist_hook;
    set_rel_pathlist_hook = make_lookups;
}

} // namespace ulidkit
