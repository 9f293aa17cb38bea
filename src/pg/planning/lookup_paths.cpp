// Look-ups by the time of an id, for joins by equal times and joins with a UNION ALL: the inner side of a nested loop
// can be a scan of the index on the id, as it would be one of an index on the time. The same for joins by a form
// of an id that has an inverse, such as its text: see inverse.cpp.
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
#include "pg/planning/time_statistics.hpp"
#include "pg/settings.hpp"

namespace ulidkit {

namespace {

set_rel_pathlist_hook_type previous_hook = nullptr;

// An index on an id, for the time of which its column stands, or for another form.
struct Lookup {
    PlannerInfo *root;
    IndexOptInfo *index;
    int column;
    FuncExpr *time; // null: the form
    TimeBounds bounds;
    IdForm form;
    Oid collation; // of the form
};

RestrictInfo *
index_condition(const Lookup &lookup, Node *clause, double share)
{
    RestrictInfo *condition = make_simple_restrictinfo(lookup.root, reinterpret_cast<Expr *>(clause));
    make_free_of_columns(condition);
    set_selectivity(condition, share);
    return condition;
}

// A condition of the index, which counts for this share of the rows.
RestrictInfo *
index_condition(const Lookup &lookup, BoundName name, Node *value, double share)
{
    Node *limit = limit_of(lookup.root, lookup.bounds, lookup.time, name, value);
    set_weight(lookup.root, lookup.bounds.id, limit, Weight::equality);
    return index_condition(lookup, comparison_of(lookup.bounds, name, limit), share);
}

double
share_of(const Lookup &lookup, const IndexClause *clause)
{
    return clauselist_selectivity(lookup.root, clause->indexquals, static_cast<int>(lookup.index->rel->relid),
                                  JOIN_INNER, nullptr);
}

IndexClause *
with_conditions(const IndexClause *clause, List *conditions)
{
    auto *result = static_cast<IndexClause *>(palloc(sizeof(IndexClause)));
    *result = *clause;
    result->indexquals = conditions;
    return result;
}

// Whether the relation is a table of a UNION ALL.
bool
is_of_union(PlannerInfo *root, const RelOptInfo *relation)
{
    return relation->reloptkind == RELOPT_OTHER_MEMBER_REL &&
           root->simple_rte_array[bms_next_member(relation->top_parent_relids, -1)]->rtekind == RTE_SUBQUERY;
}

// Whether the planner can have inferred the condition, an equality, from others. The conditions of a table of a UNION
// ALL do not tell, so each equality counts.
bool
is_inferred(PlannerInfo *root, const RelOptInfo *relation, const RestrictInfo *condition)
{
    if (!is_opclause(condition->clause))
        return false;
    const auto *comparison = reinterpret_cast<const OpExpr *>(condition->clause);
    return condition->parent_ec != nullptr ||
           (condition->left_ec != nullptr && condition->left_ec == condition->right_ec) ||
           (is_of_union(root, relation) && (time_strategy(comparison->opno) == BTEqualStrategyNumber ||
                                            compares_bytes(comparison->opno, comparison->inputcollid)));
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
    if (value == nullptr || contain_subplans(value) ||
        (IsA(value, Const) && !is_inferred(lookup.root, lookup.index->rel, clause->rinfo)))
        return nullptr;
    double share = share_of(lookup, clause);
    List *conditions = NIL;
    if (strategy >= BTEqualStrategyNumber) {
        const BoundName name = strategy == BTGreaterStrategyNumber ? after : at_or_after;
        conditions = lappend(conditions, index_condition(lookup, name, value, share));
        share = 1;
    }
    if (strategy <= BTEqualStrategyNumber) {
        const BoundName name = strategy == BTLessStrategyNumber ? before : at_or_before;
        conditions = lappend(conditions, index_condition(lookup, name, value, share));
    }
    return with_conditions(clause, conditions);
}

// `form = value` as the equality of the id. Null: this is not possible.
IndexClause *
with_id(const Lookup &lookup, const IndexClause *clause)
{
    const auto *condition = linitial_node(RestrictInfo, clause->indexquals);
    if (!is_opclause(condition->clause))
        return nullptr;
    const auto *equality = reinterpret_cast<const OpExpr *>(condition->clause);
    auto *value = static_cast<Node *>(lsecond(equality->args));
    if (!compares_bytes(equality->opno, equality->inputcollid) || contain_subplans(value))
        return nullptr;
    const Oid type = lookup.index->opcintype[lookup.column];
    Node *own = id_of_form(lookup.form);
    const Node *id = getBaseType(exprType(own)) == type ? own : lookup.form.id;
    Node *inverse = inverted(lookup.root, lookup.form, value, type);
    return with_conditions(clause,
                           list_of(index_condition(lookup, equality_of(id, inverse, type), share_of(lookup, clause))));
}

// Whether the conditions have a range of ids in the place of a time's condition, or beside it.
bool
have_range(PlannerInfo *root, List *conditions, Node *id)
{
    ListCell *cell;
    foreach (cell, conditions) {
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

// Whether such a path is of use. Without another table it is for a value that the planner has inferred from an equality
// with another table's column: a condition in the query has its range.
bool
is_wanted(const Lookup &lookup, const RelOptInfo *relation, const IndexPath *path)
{
    if (path->path.param_info != nullptr || lookup.time == nullptr)
        return true;
    if (have_range(lookup.root, relation->baserestrictinfo, lookup.bounds.id))
        return false;
    ListCell *cell;
    foreach (cell, path->indexclauses) {
        const auto *clause = lfirst_node(IndexClause, cell);
        if (clause->indexcol == lookup.column && !is_inferred(lookup.root, relation, clause->rinfo))
            return false;
    }
    return true;
}

// Adds the path, of an index on the time, as one of the index on the id.
void
add_lookup(const Lookup &lookup, RelOptInfo *relation, const IndexPath *path)
{
    auto *scan = static_cast<IndexPath *>(palloc(sizeof(IndexPath)));
    *scan = *path;
    scan->path.pathkeys = NIL; // rows of one time are in the order of their ids, not in that of keys after the time
    scan->indexinfo = lookup.index;
    scan->indexclauses = NIL;
    bool by_time = false;
    ListCell *cell;
    foreach (cell, path->indexclauses) {
        auto *clause = lfirst_node(IndexClause, cell);
        if (clause->indexcol == lookup.column) {
            by_time = true;
            clause = lookup.time != nullptr ? with_range(lookup, clause) : with_id(lookup, clause);
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
    Node *key = lookup.time != nullptr ? reinterpret_cast<Node *>(lookup.time) : lookup.form.node;
    IndexOnTime by_time(lookup.index, lookup.column, reinterpret_cast<Expr *>(key),
                        lookup.time != nullptr ? TIMESTAMPTZOID : lookup.form.inverse.form, lookup.collation);
    by_time.index.amhasgetbitmap = false;
    by_time.index.amsearcharray = false;
    by_time.index.amsearchnulls = false;
    by_time.index.amcanparallel = false;
    // The order of the forms can be another one than that of the ids.
    if (lookup.time == nullptr)
        by_time.index.sortopfamily = nullptr;

    // The other indexes are not asked about again. Those of time_statistics.cpp are for the estimates.
    List *indexes = relation->indexlist;
    List *paths = relation->pathlist;
    List *partial_paths = relation->partial_pathlist;
    relation->indexlist = list_of(&by_time.index);
    ListCell *cell;
    foreach (cell, indexes) {
        auto *index = lfirst_node(IndexOptInfo, cell);
        if (is_for_estimates(index))
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
        if (IsA(path, IndexPath) && is_wanted(lookup, relation, castNode(IndexPath, path)))
            add_lookup(lookup, relation, castNode(IndexPath, path));
    }
}

// What of the relation's ids is compared with another table's column.
struct Found {
    PlannerInfo *root;
    const RelOptInfo *relation;
    List *times; // of FuncExpr
    List *forms; // of Lookup

    void
    add_time(Node *node, Relids relids)
    {
        FuncExpr *time = bms_equal(relids, relation->relids) ? extracted_time(root, node) : nullptr;
        if (time != nullptr)
            times = list_append_unique(times, time);
    }

    void
    add_form(Node *node, Relids relids, Oid collation)
    {
        if (!bms_equal(relids, relation->relids))
            return;
        const IdForm form = form_of(root, node);
        if (form.node == nullptr)
            return;
        ListCell *cell;
        foreach (cell, forms) {
            const auto *known = static_cast<Lookup *>(lfirst(cell));
            if (known->collation == collation && equal(known->form.node, form.node))
                return;
        }
        auto *lookup = static_cast<Lookup *>(palloc0(sizeof(Lookup)));
        lookup->root = root;
        lookup->form = form;
        lookup->collation = collation;
        forms = lappend(forms, lookup);
    }

    void
    add_sides(const RestrictInfo *condition)
    {
        if (!is_opclause(condition->clause) || condition->left_relids == nullptr)
            return;
        const auto *comparison = reinterpret_cast<const OpExpr *>(condition->clause);
        auto *left = static_cast<Node *>(linitial(comparison->args));
        auto *right = static_cast<Node *>(lsecond(comparison->args));
        if (time_strategy(comparison->opno) != 0) {
            add_time(left, condition->left_relids);
            add_time(right, condition->right_relids);
        } else if (compares_bytes(comparison->opno, comparison->inputcollid)) {
            add_form(left, condition->left_relids, comparison->inputcollid);
            add_form(right, condition->right_relids, comparison->inputcollid);
        }
    }
};

void
find_in_joins(Found &found)
{
    PlannerInfo *root = found.root;
    const RelOptInfo *relation = found.relation;
    int i = -1;
    while (relation->has_eclass_joins && (i = bms_next_member(relation->eclass_indexes, i)) >= 0) {
        auto *eclass = list_nth_node(EquivalenceClass, root->eq_classes, i);
        if (eclass->ec_has_volatile || bms_membership(eclass->ec_relids) != BMS_MULTIPLE)
            continue;
        for_each_member(eclass, relation->relids, [&](const EquivalenceMember *member) {
            auto *expression = reinterpret_cast<Node *>(member->em_expr);
            if (member->em_datatype == TIMESTAMPTZOID)
                found.add_time(expression, member->em_relids);
            else if (member->em_datatype == TEXTOID || member->em_datatype == BYTEAOID ||
                     member->em_datatype == UUIDOID)
                found.add_form(expression, member->em_relids, eclass->ec_collation);
        });
    }
    ListCell *cell;
    foreach (cell, relation->joininfo)
        found.add_sides(lfirst_node(RestrictInfo, cell));
    // What the planner infers from one and an equality of the other table's column.
    foreach (cell, relation->baserestrictinfo) {
        if (is_inferred(root, relation, lfirst_node(RestrictInfo, cell)))
            found.add_sides(lfirst_node(RestrictInfo, cell));
    }
}

void
look_up_time(PlannerInfo *root, RelOptInfo *relation, FuncExpr *time)
{
    const Facts facts = facts_of(root, static_cast<int>(relation->relid), time, reinterpret_cast<Node *>(time));
    TimeBounds bounds = bounds_of(root, time, facts);
    bool callable = bounds.callable && !facts.as_written;
    for (const Oid function : bounds.functions)
        callable = callable && OidIsValid(function);
    // Or the joins have the range of such a condition already, by which partitions are pruned.
    if (!callable || have_range(root, relation->joininfo, bounds.id) ||
        (!relation->has_eclass_joins && relation->joininfo == NIL &&
         have_range(root, relation->baserestrictinfo, bounds.id)))
        return;
    ListCell *cell;
    foreach (cell, relation->indexlist) {
        auto *index = lfirst_node(IndexOptInfo, cell);
        for (int column = 0; is_usable(index) && column < index->nkeycolumns; ++column) {
            if (is_id(index, column, time) && index->opcintype[column] == bounds.type &&
                use_operators(bounds, index->opfamily[column], index->indexcollations[column]))
                look_up({root, index, column, time, bounds, {}, InvalidOid}, relation);
        }
    }
}

// Whether an equality of the id itself is among the conditions of the table.
bool
is_restricted(const RelOptInfo *relation, const IdForm &form)
{
    Node *id = id_of_form(form);
    ListCell *cell;
    foreach (cell, relation->baserestrictinfo) {
        auto *clause = reinterpret_cast<Node *>(lfirst_node(RestrictInfo, cell)->clause);
        if (is_opclause(clause) && equal(linitial(castNode(OpExpr, clause)->args), id))
            return true;
    }
    return false;
}

void
look_up_form(const Lookup &wanted, RelOptInfo *relation)
{
    ListCell *cell;
    foreach (cell, relation->indexlist) {
        auto *index = lfirst_node(IndexOptInfo, cell);
        for (int column = 0; is_usable(index) && column < index->nkeycolumns; ++column) {
            if (!is_id_of(index, column, wanted.form) ||
                !is_invertible(wanted.root, wanted.form, index->opcintype[column]))
                continue;
            Lookup lookup = wanted;
            lookup.index = index;
            lookup.column = column;
            look_up(lookup, relation);
        }
    }
}

void
make_lookups(PlannerInfo *root, RelOptInfo *relation, Index number, RangeTblEntry *entry)
{
    if (previous_hook != nullptr)
        previous_hook(root, relation, number, entry);
    if (!settings::time_planning || settings::virtual_index || entry->rtekind != RTE_RELATION || entry->inh ||
        entry->tablesample != nullptr || relation->indexlist == NIL || IS_DUMMY_REL(relation) ||
        (!relation->has_eclass_joins && relation->joininfo == NIL && relation->baserestrictinfo == NIL))
        return;
    Found found = {root, relation, NIL, NIL};
    find_in_joins(found);
    ListCell *cell;
    foreach (cell, found.times)
        look_up_time(root, relation, lfirst_node(FuncExpr, cell));
    foreach (cell, found.forms) {
        const auto *lookup = static_cast<Lookup *>(lfirst(cell));
        if (!is_restricted(relation, lookup->form))
            look_up_form(*lookup, relation);
    }
}

} // namespace

void
install_time_lookups()
{
    previous_hook = set_rel_pathlist_hook;
    set_rel_pathlist_hook = make_lookups;
}

} // namespace ulidkit
