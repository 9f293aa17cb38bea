// Index scans that look up the elements of a list of times: `time = ANY (array)`, also of a form of the time.
//
// An index on a column of times looks up each element of the array, known or not. No condition on an id says the same:
// each time is a range of ids. So the table gets a path of its own, whose executor node is in list_scan.cpp: for a
// btree index whose column is the id, after keys that are fixed by `key = value`. The condition stays as it was
// written, which costs nothing to plan, and the scan makes the ranges of ids when it runs.
//
// Why it is exact. The ranges are made by the functions that make a range for one value. For an element of a list of
// times the range is exactly the ids of that time, as in a condition that is replaced; for a form of the time it is a
// superset, and the condition stays as a filter. Security barriers lose nothing by it: comparisons of ids are
// leakproof, and the values are of no table.
//
// What it costs is what an index scan with `id = ANY (array)` would: the server computes it.
#include "pg/postgres.hpp"

#include "pg/planning/builtin_types.hpp"
#include "pg/planning/generated_columns.hpp"
#include "pg/planning/list_paths.hpp"
#include "pg/planning/list_scan.hpp"
#include "pg/planning/time_conditions.hpp"
#include "pg/planning/virtual_index.hpp"

namespace ulidkit {

namespace {

// The path. The list and the keys' conditions are restrictions of its relation. The server allows a path to be larger
// than CustomPath, but before 17 it copies only that for a join of partitions, and nothing there translates columns of
// other tables: see add_list_paths().
struct ListPath {
    CustomPath custom; // first: the server knows the path by it
    Oid index;
    ScanDirection direction;
    Node *array;
    List *range;        // conditions on the columns of the index
    List *restrictions; // that the scan stands for
    bool exact;         // or the last of them, the list's, is a filter, too
};

Plan *
plan_of(PlannerInfo *, RelOptInfo *relation, CustomPath *custom, List *targets, List *restrictions, List *)
{
    const auto *path = reinterpret_cast<const ListPath *>(custom);
    List *served =
        path->exact ? path->restrictions : list_copy_head(path->restrictions, list_length(path->restrictions) - 1);
    auto *plan = new_node<CustomScan>(T_CustomScan);
    plan->scan.plan.targetlist = targets;
    plan->scan.plan.qual = extract_actual_clauses(list_difference_ptr(restrictions, served), false);
    plan->scan.scanrelid = relation->relid;
    plan->flags = custom->flags;
    plan->methods = &list_scan_methods;
    plan->custom_exprs = list_of(path->array, path->range, get_actual_clauses(path->restrictions));
    plan->custom_private = lappend_int(lappend_int(NIL, static_cast<int>(path->index)), path->direction);
    return &plan->scan.plan;
}

const CustomPathMethods methods = {"ulidkit list", plan_of, nullptr};

// The column of the index in the conditions of its scans.
Node *
column_of_index(const IndexOptInfo *index, int column)
{
    return reinterpret_cast<Node *>(makeVar(INDEX_VAR, static_cast<AttrNumber>(column + 1), index->opcintype[column],
                                            -1, index->indexcollations[column], 0));
}

// A condition `key = value` as one of a scan of the index. Null: it is none.
Node *
equality_of_key(PlannerInfo *root, IndexOptInfo *index, int column, const RestrictInfo *restriction)
{
    const auto *equality = is_opclause(restriction->clause) ? castNode(OpExpr, restriction->clause) : nullptr;
    const Oid collation = index->indexcollations[column];
    if (equality == nullptr || list_length(equality->args) != 2 ||
        (OidIsValid(collation) && collation != equality->inputcollid))
        return nullptr;
    for (const int side : {0, 1}) {
        auto *value = static_cast<Node *>(list_nth(equality->args, 1 - side));
        const Oid opno = side == 0 ? equality->opno : get_commutator(equality->opno);
        if (match_index_to_operand(static_cast<Node *>(list_nth(equality->args, side)), column, index) &&
            OidIsValid(opno) && get_op_opfamily_strategy(opno, index->opfamily[column]) == BTEqualStrategyNumber &&
            is_pseudo_constant_for_index(root, value, index))
            return comparison_by(opno, column_of_index(index, column), value, collation);
    }
    return nullptr;
}

IndexClause *
index_clause(RestrictInfo *restriction, RestrictInfo *condition, int column)
{
    auto *clause = new_node<IndexClause>(T_IndexClause);
    clause->rinfo = restriction;
    clause->indexquals = list_of(condition);
    clause->indexcol = static_cast<AttrNumber>(column);
    return clause;
}

// Adds the condition that fixes a key before the id. False: there is none.
bool
fix_key(PlannerInfo *root, RelOptInfo *relation, IndexOptInfo *index, int column, ListPath *path, List *&clauses)
{
    ListCell *cell;
    foreach (cell, relation->baserestrictinfo) {
        auto *restriction = lfirst_node(RestrictInfo, cell);
        Node *equality = equality_of_key(root, index, column, restriction);
        if (equality == nullptr || !restriction_is_securely_promotable(restriction, relation))
            continue;
        path->range = lappend(path->range, equality);
        path->restrictions = lappend(path->restrictions, restriction);
        clauses = lappend(clauses, index_clause(restriction, restriction, column));
        return true;
    }
    return false;
}

// A condition of the table that is a list.
struct ListCondition {
    RestrictInfo *restriction;
    const ScalarArrayOpExpr *list; // the condition itself, or what it says
    ParsedList parsed;
    Relids outer; // tables whose columns the list has
};

// An array of as many ids as the list is expected to have elements. None of the ids is known: the elements are no ids,
// as the server would compare them with the predicate of a partial index.
Const *
ids_in_place_of(PlannerInfo *root, Node *array, Oid type)
{
    ArrayBuildState *ids = initArrayResult(type, CurrentMemoryContext, false);
    for (double count = array_length(root, array); count >= 0.5; --count)
        accumArrayResult(ids, 0, true, type, CurrentMemoryContext);
    return makeConst(get_array_type(type), -1, InvalidOid, -1, makeArrayResult(ids, CurrentMemoryContext), false,
                     false);
}

// The list as `id = ANY (array)`, of which the server computes the cost, with the share that it expects of the list.
RestrictInfo *
condition_on_id(PlannerInfo *root, const VirtualIndex *index, const ListCondition &condition)
{
    const IndexOptInfo *original = index->original;
    const int column = index->column;
    const Oid type = original->opcintype[column];
    auto *clause = static_cast<ScalarArrayOpExpr *>(copyObjectImpl(condition.list));
    clause->opno =
        id_operator(type, original->opfamily[column], original->indexcollations[column], BTEqualStrategyNumber);
    clause->opfuncid = get_opcode(clause->opno);
    clause->args = list_of(list_nth_node(TargetEntry, original->indextlist, column)->expr,
                           ids_in_place_of(root, static_cast<Node *>(lsecond(clause->args)), type));
    auto *result = static_cast<RestrictInfo *>(palloc(sizeof(RestrictInfo)));
    *result = *condition.restriction;
    result->clause = reinterpret_cast<Expr *>(clause);
    make_free_of_columns(result);
    result->norm_selec = result->outer_selec =
        clause_selectivity(root, reinterpret_cast<Node *>(condition.restriction),
                           static_cast<int>(original->rel->relid), JOIN_INNER, nullptr);
    return result;
}

// Adds the paths by one index, in the order of its times.
void
look_up(PlannerInfo *root, RelOptInfo *relation, VirtualIndex *index, const ListCondition &condition)
{
    const ParsedList &parsed = condition.parsed;
    TimeBounds bounds = index->bounds;
    bounds.id = column_of_index(index->original, index->column);
    ListPath made = {};
    List *clauses = NIL;
    for (int key = 0; key < index->column; ++key) {
        if (!fix_key(root, relation, index->original, key, &made, clauses))
            return;
    }
    List *ends = ranges_by(root, bounds, parse_element(parsed, element_of_array(parsed.type, InvalidOid)));
    if (list_length(ends) != 2)
        return;
    made.range = list_concat(made.range, ends);
    made.index = index->original->indexoid;
    made.array = parsed.array;
    made.restrictions = lappend(made.restrictions, condition.restriction);
    made.exact = is_of_times(parsed);
    clauses =
        lappend(clauses, index_clause(condition.restriction, condition_on_id(root, index, condition), index->column));
    index->listed = true;
    // In the order of the times, and of the ids as well, which the server does not know to be the same.
    for (IndexOptInfo *ordered : {&index->info, index->original}) {
        for (const ScanDirection direction : {ForwardScanDirection, BackwardScanDirection}) {
            List *order = truncate_useless_pathkeys(root, relation, build_index_pathkeys(root, ordered, direction));
            if (order == NIL && (ordered == index->original || direction == BackwardScanDirection))
                continue;
            const IndexPath *costed = create_index_path(root, index->original, clauses, NIL, NIL, order, direction,
                                                        false, condition.outer, 1, false);
            auto *path = static_cast<ListPath *>(palloc(sizeof(ListPath)));
            *path = made;
            path->direction = direction;
            path->custom.path = costed->path;
            path->custom.path.type = T_CustomPath;
            path->custom.path.pathtype = T_CustomScan;
            path->custom.flags = CUSTOMPATH_SUPPORT_PROJECTION;
            path->custom.methods = &methods;
            add_path(relation, &path->custom.path);
        }
    }
}

// Adds those of the condition, if it is a list of times of the table, or of forms of such, that is the same for all its
// rows. If it has columns of other tables, they are outer ones.
void
look_up(PlannerInfo *root, RelOptInfo *relation, List *indexes, RestrictInfo *restriction)
{
    Node *clause = with_columns_computed(root, without_placeholders(reinterpret_cast<Node *>(restriction->clause)),
                                         relation->relid);
    ListCondition condition = {restriction, nullptr, {}, nullptr};
    condition.list = is_orclause(clause)              ? list_in_or(castNode(BoolExpr, clause))
                     : IsA(clause, ScalarArrayOpExpr) ? castNode(ScalarArrayOpExpr, clause)
                                                      : nullptr;
    if (condition.list == nullptr)
        return;
    condition.parsed = parse_array(root, condition.list);
    const ParsedCondition &whole = condition.parsed.whole;
    auto *values = reinterpret_cast<Node *>(list_of(condition.parsed.array, whole.zone));
    if (whole.time == nullptr || contain_volatile_functions(values) || contain_subplans(values))
        return;
    condition.outer = bms_union(relation->lateral_relids, pull_varnos(root, values));
    // If partitions are joined one by one, columns of another table in the path become those of its partition.
    if (bms_is_member(static_cast<int>(relation->relid), condition.outer) ||
        (relation->reloptkind == RELOPT_OTHER_MEMBER_REL && !bms_is_empty(condition.outer)))
        return;
    ListCell *cell;
    foreach (cell, indexes) {
        auto *index = static_cast<VirtualIndex *>(lfirst(cell));
        if (index->key->is_time() && is_usable(&index->info) && equal(index->key->time, whole.time))
            look_up(root, relation, index, condition);
    }
}

} // namespace

void
add_list_paths(PlannerInfo *root, RelOptInfo *relation, List *indexes)
{
    ListCell *cell;
    foreach (cell, relation->baserestrictinfo)
        look_up(root, relation, indexes, lfirst_node(RestrictInfo, cell));
    foreach (cell, relation->joininfo) {
        auto *restriction = lfirst_node(RestrictInfo, cell);
        if (join_clause_is_movable_to(restriction, relation))
            look_up(root, relation, indexes, restriction);
    }
}

} // namespace ulidkit
