// Index scans in the order of the time of an id. An index on the id is one on its time, as far as order goes, and the
// planner is told so: it gets the paths that it would make for a btree index on the time, with the order that such an
// index would have. Incremental sorts, grouping, DISTINCT, WITH TIES, window functions, merge joins, and Merge Append
// over tables with ids of different kinds follow from it.
//
// order.cpp replaces an order by the time with one by the id where that is all that is asked for. Here nothing is
// replaced: rows, conditions and target lists stay as they are.
//
// Why it is exact. Equal ids have equal times, a greater id never has a lesser time, and the time is null where the id
// is null and nowhere else. So rows in the order of the id, in either direction and with nulls at either end, are in
// the order of its time. Keys of the index before the id stay what they are. Keys after it do not count: ids of one
// time differ, so the rows of one time can have any order in further columns.
//
// How the order is found. build_index_pathkeys() is asked about a copy of the index that ends with the time in the
// place of the id. So the rules for keys that are redundant, for outer joins and for child tables are the server's, and
// an order that is of no use to the query makes no path.
//
// How the paths are made. create_index_paths() makes those of one index, for copies of the relation and the index, so
// that nothing of the planner's is changed. The copies have no other purpose than a plain scan of this index: without
// bitmap scans, which have no order, and without conditions of joins, because a parameterized path is never chosen for
// its order. A scan costs the same in both directions.
#include "pg/postgres.hpp"

#include "pg/planning/id_index.hpp"
#include "pg/planning/ordered_paths.hpp"
#include "pg/planning/table_facts.hpp"
#include "pg/settings.hpp"

namespace ulidkit {

namespace {

set_rel_pathlist_hook_type previous_hook = nullptr;

// The order of a scan of the index, if its column were the time and its last key, as far as the query can use it. Empty
// if it cannot use that of the time.
List *
useful_order(PlannerInfo *root, RelOptInfo *relation, const IndexOptInfo *index, int column, EquivalenceClass *eclass,
             Expr *time, ScanDirection direction)
{
    IndexOnTime by_time(index, column, time);
    by_time.index.nkeycolumns = column + 1;
    List *order = build_index_pathkeys(root, &by_time.index, direction);
    const int keys = list_length(order);
    order = truncate_useless_pathkeys(root, relation, order);
    // The time is the last key, unless it is redundant or an earlier key is of no use to the query.
    const bool useful = keys > 0 && list_length(order) == keys && llast_node(PathKey, order)->pk_eclass == eclass;
    return useful ? order : NIL;
}

// Adds the scans among the paths, which are of this index only, in the direction and with its order.
void
add_scans(RelOptInfo *relation, IndexOptInfo *index, List *paths, ScanDirection direction, List *order,
          void (*add)(RelOptInfo *, Path *))
{
    ListCell *cell;
    foreach (cell, paths) {
        auto *path = static_cast<Path *>(lfirst(cell));
        if (!IsA(path, IndexPath) || path->param_info != nullptr ||
            castNode(IndexPath, path)->indexscandir != ForwardScanDirection)
            continue;
        auto *scan = static_cast<IndexPath *>(palloc(sizeof(IndexPath)));
        *scan = *castNode(IndexPath, path);
        scan->path.parent = relation;
        scan->path.pathkeys = order;
        scan->indexinfo = index;
        scan->indexscandir = direction;
        add(relation, &scan->path);
    }
}

// Adds scans of the index in these orders, each of which can be empty.
void
scan_in_order(PlannerInfo *root, RelOptInfo *relation, IndexOptInfo *index, List *forward, List *backward)
{
    RelOptInfo alone = *relation;
    IndexOptInfo only = *index;
    alone.indexlist = list_of(&only);
    alone.pathlist = NIL;
    alone.partial_pathlist = NIL;
    alone.baserestrictinfo = NIL; // those that the index can use are in indrestrictinfo
    alone.joininfo = NIL;
    alone.has_eclass_joins = false;
    only.rel = &alone;
    only.predOK = true; // makes a path for the whole index, too
    only.amhasgetbitmap = false;
    only.amsearcharray = index->amsearcharray && arrays_keep_order;
    create_index_paths(root, &alone);

    const auto add = [&](ScanDirection direction, List *order) {
        if (order == NIL)
            return;
        add_scans(relation, index, alone.pathlist, direction, order, add_path);
        add_scans(relation, index, alone.partial_pathlist, direction, order, add_partial_path);
    };
    add(ForwardScanDirection, forward);
    add(BackwardScanDirection, backward);
}

// Adds scans in the order of the expression, a member of the class, if it is the time of an id.
void
scan_by_time(PlannerInfo *root, RelOptInfo *relation, EquivalenceClass *eclass, Expr *expression)
{
    FuncExpr *time = nullptr;
    ListCell *cell;
    foreach (cell, relation->indexlist) {
        auto *index = lfirst_node(IndexOptInfo, cell);
        if (!is_usable(index))
            continue;
        if (time == nullptr) {
            time = extracted_time(root, reinterpret_cast<Node *>(expression));
            // For min and max the server adds IS NOT NULL, by which it prunes wrongly as well.
            if (time == nullptr || !is_in_order(root, relation, time) || is_pruned_wrongly(root, relation))
                return;
        }
        for (int column = 0; column < index->nkeycolumns; ++column) {
            if (!is_id(index, column, time))
                continue;
            List *forward = useful_order(root, relation, index, column, eclass, expression, ForwardScanDirection);
            List *backward = useful_order(root, relation, index, column, eclass, expression, BackwardScanDirection);
            if (forward != NIL || backward != NIL)
                scan_in_order(root, relation, index, forward, backward);
        }
    }
}

void
make_paths(PlannerInfo *root, RelOptInfo *relation, Index number, RangeTblEntry *entry)
{
    if (previous_hook != nullptr)
        previous_hook(root, relation, number, entry);
    if (!settings::time_planning || settings::virtual_index || entry->rtekind != RTE_RELATION || entry->inh ||
        entry->tablesample != nullptr || relation->indexlist == NIL || relation->lateral_relids != nullptr ||
        IS_DUMMY_REL(relation) || !has_useful_pathkeys(root, relation))
        return;
    int i = -1;
    while ((i = bms_next_member(relation->eclass_indexes, i)) >= 0) {
        auto *eclass = list_nth_node(EquivalenceClass, root->eq_classes, i);
        for_each_member(eclass, relation->relids, [&](const EquivalenceMember *member) {
            if (member->em_datatype == TIMESTAMPTZOID && IsA(member->em_expr, FuncExpr) &&
                bms_equal(member->em_relids, relation->relids))
                scan_by_time(root, relation, eclass, member->em_expr);
        });
    }
}

} // namespace

void
install_time_order()
{
    previous_hook = set_rel_pathlist_hook;
    set_rel_pathlist_hook = make_paths;
}

} // namespace ulidkit
