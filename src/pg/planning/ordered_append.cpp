// Partitions of ids in the order of their times. The server reads the partitions of a table one after the other if they
// are asked for in the order of the partition key, and merges them otherwise. Ranges of ids in the order of the ids are
// in the order of the times, too: each path that merges them by the time of the key, or by the time and then the key,
// gets one beside it that does not have to.
//
// Where. The paths of a table are made before set_rel_pathlist_hook. Those of the outermost one of a query are made
// anew when the target list is computed, with no hook but create_upper_paths_hook after it.
#include "pg/postgres.hpp"

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/guests.hpp"
#include "pg/planning/ordered_append.hpp"
#include "pg/planning/table_facts.hpp"
#include "pg/settings.hpp"

namespace ulidkit {

namespace {

create_upper_paths_hook_type previous_hook = nullptr;

// Whether the key of an order is that expression, or the time of it.
bool
is_key(PlannerInfo *root, const RelOptInfo *relation, const PathKey *key, Node *id, bool of_time)
{
    bool found = false;
    for_each_member(key->pk_eclass, relation->relids, [&](const EquivalenceMember *member) {
        if (found)
            return;
        auto *expression = reinterpret_cast<Node *>(member->em_expr);
        const FuncExpr *time = of_time ? extracted_time(root, expression) : nullptr;
        found = of_time ? time != nullptr && equal(bare_id(id_of(time)), bare_id(id))
                        : equal(bare_id(expression), bare_id(id));
    });
    return found;
}

// Whether the partitions one after the other have that order.
bool
is_by_time(PlannerInfo *root, const RelOptInfo *relation, List *order, Node *id)
{
    const auto *first = linitial_node(PathKey, order);
    if (!is_key(root, relation, first, id, true))
        return false;
    return list_length(order) == 1 ||
           (list_length(order) == 2 && strategy_of(lsecond_node(PathKey, order)) == strategy_of(first) &&
            is_key(root, relation, lsecond_node(PathKey, order), id, false));
}

// Whether the partitions one after the other have that order, and can be read so.
bool
are_in_order(PlannerInfo *root, const RelOptInfo *relation, List *order)
{
    const PartitionSchemeData *scheme = relation->part_scheme;
    return scheme != nullptr && relation->boundinfo != nullptr && scheme->partnatts == 1 &&
           scheme->strategy == PARTITION_STRATEGY_RANGE &&
           has_order_of_ids(scheme->partopcintype[0], scheme->partopfamily[0], scheme->partcollation[0]) &&
           partitions_are_ordered(relation->boundinfo, relation->live_parts) &&
           is_by_time(root, relation, order, static_cast<Node *>(linitial(relation->partexprs[0])));
}

// Adds the paths of the partitions in the order, and of theirs. False: one of them has none.
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

// The path in the order, or null.
Path *
path_in_order(PlannerInfo *root, RelOptInfo *relation, List *order)
{
    List *paths = NIL;
    return order != NIL && are_in_order(root, relation, order) && add_paths_in_order(root, relation, order, paths) &&
                   paths != NIL
               ? make_ordered_append(root, relation, paths, order)
               : nullptr;
}

// The paths of the input can be gone: those that were added to the output, and were not the best, are freed. What is
// computed after sorting is computed above the path, but for sets.
void
append_upper(PlannerInfo *root, UpperRelationKind stage, RelOptInfo *input, RelOptInfo *output, void *extra)
{
    if (previous_hook != nullptr)
        previous_hook(root, stage, input, output, extra);
    if (!settings::time_planning || !settings::virtual_index || stage != UPPERREL_ORDERED ||
        input->reloptkind != RELOPT_BASEREL || root->parse->hasTargetSRFs)
        return;
    Path *path = path_in_order(root, input, root->sort_pathkeys);
    PathTarget *target = root->upper_targets[UPPERREL_ORDERED];
    if (path != nullptr && target != nullptr)
        add_path(output, path->pathtarget == target ? path : apply_projection_to_path(root, output, path, target));
}

} // namespace

void
append_in_order(PlannerInfo *root, RelOptInfo *relation)
{
    // First all orders: a path that is added can free others.
    List *orders = NIL;
    ListCell *cell;
    foreach (cell, relation->pathlist) {
        const auto *path = static_cast<Path *>(lfirst(cell));
        if (IsA(path, MergeAppendPath) && path->param_info == nullptr)
            orders = lappend(orders, path->pathkeys);
    }
    foreach (cell, orders) {
        if (Path *path = path_in_order(root, relation, static_cast<List *>(lfirst(cell))))
            add_path(relation, path);
    }
}

void
install_ordered_append()
{
    previous_hook = create_upper_paths_hook;
    create_upper_paths_hook = append_upper;
}

} // namespace ulidkit
