// Sort orders by the time of an id.
#include "pg/postgres.hpp"

#include "pg/planning/guests.hpp"
#include "pg/planning/order.hpp"

namespace ulidkit {

namespace {

// Whether the condition says that the time equals something, which can have an order of its own.
bool
equates(Node *node, void *time)
{
    if (node == nullptr)
        return false;
    if (IsA(node, OpExpr) && time_strategy(castNode(OpExpr, node)->opno) == BTEqualStrategyNumber &&
        list_member(castNode(OpExpr, node)->args, time))
        return true;
    return ULIDKIT_WALK(node, equates, time);
}

// Whether an order by the time's id, with or without a cast, is that by the column, which is one by its times.
bool
has_order(const FuncExpr *time, Node *id, Oid sortop, int strategy)
{
    Oid type = getBaseType(exprType(id));
    if (type == VARCHAROID)
        type = TEXTOID;
    if (exprCollation(id) != exprCollation(bare_id(id)))
        return false;
    return (type == getBaseType(exprType(id_of(time))) || type == getBaseType(exprType(own_id(time)))) &&
           sortop == btree_operator(type, strategy);
}

// The sort key of a query that is the time of an id, with nothing after it but that id in the same direction.
struct TimeKey {
    SortGroupClause *clause;
    TargetEntry *target;
    FuncExpr *time;
    int before; // the number of keys before it
};

// Whether the query's rows are a table's, and those of one time can be in any order.
bool
allows_other_order(const PlannerInfo *root)
{
    const Query *query = root->parse;
    if (query->sortClause == NIL || query->setOperations != nullptr ||
        (query->distinctClause != NIL && !query->hasDistinctOn) || query->groupClause != NIL ||
        query->groupingSets != NIL || query->hasAggs || query->hasWindowFuncs || query->hasTargetSRFs ||
        query->limitOption == LIMIT_OPTION_WITH_TIES)
        return false;
    // The outer query can rely on the order of a whole subquery by the time.
    return root->parent_root == nullptr || query->limitCount != nullptr || query->hasDistinctOn;
}

// False: there is none.
bool
find_time_key(PlannerInfo *root, TimeKey &key)
{
    List *clauses = root->parse->sortClause;
    const auto take = [&](int number) {
        key.before = number;
        key.clause = list_nth_node(SortGroupClause, clauses, number);
        key.target = get_sortgroupclause_tle(key.clause, root->processed_tlist);
        key.time = extracted_time(root, reinterpret_cast<Node *>(key.target->expr));
    };
    take(list_length(clauses) - 1);
    if (key.time == nullptr && key.before > 0) {
        const TimeKey last = key;
        take(key.before - 1);
        auto *last_id = reinterpret_cast<Node *>(last.target->expr);
        if (key.time == nullptr || !equal(bare_id(id_of(key.time)), bare_id(last_id)) ||
            !has_order(key.time, last_id, last.clause->sortop, time_strategy(key.clause->sortop)))
            return false;
    }
    return key.time != nullptr && time_strategy(key.clause->sortop) != 0;
}

// Whether an index can give the order by ids, and nothing gives that by times.
bool
is_worthwhile(const Run &run, const Known &known, const TimeKey &key)
{
    PlannerInfo *root = run.root;
    List *sorted = NIL;
    ListCell *cell;
    foreach (cell, root->parse->sortClause) {
        if (foreach_current_index(cell) < key.before)
            sorted =
                lappend(sorted, get_sortgroupclause_expr(lfirst_node(SortGroupClause, cell), root->processed_tlist));
    }
    const Context context = {run.conditions, nullptr, false, false};
    // min and max of a table that is pruned wrongly stay as written, too: their planner runs add IS NOT NULL.
    return known.bounds.callable && !known.facts.as_written && known.facts.id_perhaps_indexed &&
           (known.facts.own_order || !is_collated(known.bounds.type)) &&
           !is_served(root, known.facts, &context, &sorted) &&
           !equates(reinterpret_cast<Node *>(root->parse->jointree), key.time);
}

void
sort_by_id(PlannerInfo *root, const Known &known, const TimeKey &key)
{
    Query *query = root->parse;
    const bool outermost = root->parent_root == nullptr;
    List *targets = root->processed_tlist;
    TargetEntry *target = key.target;
    // A target that only serves the order becomes the id. In a subquery it has to keep its type, which the outer query
    // can have recorded, so it becomes a null constant. Otherwise the id is among the targets already, or is added.
    Expr *id = copy_of(known.bounds.id);
    TargetEntry *id_target = target->resjunk && outermost ? target : tlist_member(id, targets);
    if (id_target == nullptr) {
        id_target = makeTargetEntry(id, static_cast<AttrNumber>(list_length(targets) + 1), nullptr, true);
        const bool shared = query->targetList == targets;
        root->processed_tlist = lappend(targets, id_target);
        query->targetList = shared ? root->processed_tlist : lappend(query->targetList, id_target);
    }
    target->ressortgroupref = 0;
    if (target->resjunk)
        target->expr = outermost ? id : reinterpret_cast<Expr *>(makeNullConst(TIMESTAMPTZOID, -1, InvalidOid));

    auto *by_id = static_cast<SortGroupClause *>(copyObjectImpl(key.clause));
    by_id->tleSortGroupRef = assignSortGroupRef(id_target, root->processed_tlist);
    by_id->eqop = btree_operator(known.bounds.type, BTEqualStrategyNumber);
    by_id->sortop = btree_operator(known.bounds.type, time_strategy(key.clause->sortop));
    by_id->hashable = true;
    query->sortClause = lappend(list_truncate(list_copy(query->sortClause), key.before), by_id);
}

} // namespace

void
rewrite_order(Run &run)
{
    PlannerInfo *root = run.root;
    TimeKey key;
    if (!allows_other_order(root) || !find_time_key(root, key))
        return;
    const int relation = relation_of(root, id_of(key.time));
    // DISTINCT ON earlier keys: the first row of each group counts, and any of the ids of one time can be first.
    if (relation == 0 || list_length(root->parse->distinctClause) > key.before)
        return;
    const Known &known = known_of(run, relation, key.time, reinterpret_cast<Node *>(key.time));
    if (is_worthwhile(run, known, key))
        sort_by_id(root, known, key);
}

} // namespace ulidkit
