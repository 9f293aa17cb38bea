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
    ListScan scan;
    List *restrictions; // that the scan stands for
    bool exact;         // or the last of them, the list's, is a filter, too
};

Plan *
plan_of(PlannerInfo *, RelOptInfo *relation, CustomPath *custom, List *targets, List *restrictions, List *)
{
    const auto *path = reinterpret_cast<const ListPath *>(custom);
    List *served =
        path->exact ? path->restrictions : list_copy_head(path->restrictions, list_length(path->restrictions) - 1);
    ListScan scan = path->scan;
    scan.conditions = get_actual_clauses(path->restrictions);
    return make_list_scan(scan, relation, custom, targets,
                          extract_actual_clauses(list_difference_ptr(restrictions, served), false));
}

const CustomPathMethods methods = {"ulidkit list", plan_of, nullptr};

// An index's key in a condition `key = value`. Null: it is none.
Node *
value_of_key(PlannerInfo *root, IndexOptInfo *index, int column, const RestrictInfo *restriction, Oid &opno)
{
    if (!is_opclause(restriction->clause))
        return nullptr;
    const auto *equality = castNode(OpExpr, restriction->clause);
    if (list_length(equality->args) != 2 ||
        (OidIsValid(index->indexcollations[column]) && index->indexcollations[column] != equality->inputcollid))
        return nullptr;
    auto *key = static_cast<Node *>(linitial(equality->args));
    auto *value = static_cast<Node *>(lsecond(equality->args));
    opno = equality->opno;
    if (!match_index_to_operand(key, column, index)) {
        Node *left = key;
        key = value;
        value = left;
        opno = get_commutator(opno);
    }
    return match_index_to_operand(key, column, index) && OidIsValid(opno) &&
                   get_op_opfamily_strategy(opno, index->opfamily[column]) == BTEqualStrategyNumber &&
                   is_pseudo_constant_for_index(root, value, index)
               ? value
               : nullptr;
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
        Oid opno;
        Node *value = value_of_key(root, index, column, restriction, opno);
        if (value == nullptr || !restriction_is_securely_promotable(restriction, relation))
            continue;
        path->scan.operators = lappend_oid(path->scan.operators, opno);
        path->scan.values = lappend(path->scan.values, value);
        path->restrictions = lappend(path->restrictions, restriction);
        clauses = lappend(clauses, index_clause(restriction, restriction, column));
        return true;
    }
    return false;
}

// Sets the ends of the range of an element. False: it has none.
bool
find_ends(PlannerInfo *root, const ParsedCondition &element, const TimeBounds &bounds, Node *&lower, Node *&upper)
{
    for (int i = 0; i < element.count; ++i) {
        const int strategy = element.comparisons[i].strategy;
        Node *value = instant_of(root, bounds.of, element, element.comparisons[i]);
        if (value == nullptr)
            return false;
        if (strategy != BTLessEqualStrategyNumber)
            lower = limit_of(root, bounds, element.time, at_or_after, value);
        if (strategy != BTGreaterEqualStrategyNumber)
            upper = limit_of(root, bounds, element.time, at_or_before, value);
    }
    return lower != nullptr && upper != nullptr;
}

Node *
element_of(Oid type)
{
    auto *element = new_node<CaseTestExpr>(T_CaseTestExpr);
    element->typeId = type;
    element->typeMod = -1;
    return reinterpret_cast<Node *>(element);
}

// A condition of the table that is a list.
struct ListCondition {
    RestrictInfo *restriction;
    const ScalarArrayOpExpr *list; // the condition itself, or what it says
    ParsedList parsed;
    Relids outer; // tables whose columns the list has
};

// An array of as many ids as a list has elements, if these are known. None of the ids is: the elements are no ids, as
// the server would compare them with the predicate of a partial index.
Node *
ids_in_place_of(Node *array, Oid type)
{
    int count = 0;
    if (const Const *constant = constant_of(array)) {
        const ArrayType *known = DatumGetArrayTypeP(constant->constvalue);
        count = ArrayGetNItems(ARR_NDIM(known), ARR_DIMS(known));
    } else if (IsA(array, ArrayExpr) && !castNode(ArrayExpr, array)->multidims) {
        count = list_length(castNode(ArrayExpr, array)->elements);
    } else {
        return array;
    }
    std::int16_t length;
    bool by_value;
    char alignment;
    get_typlenbyvalalign(type, &length, &by_value, &alignment);
    auto *values = static_cast<Datum *>(palloc0(sizeof(Datum) * static_cast<std::size_t>(count)));
    auto *nulls = static_cast<bool *>(palloc(static_cast<std::size_t>(count)));
    memset(nulls, true, static_cast<std::size_t>(count));
    int first = 1;
    ArrayType *ids = construct_md_array(values, nulls, 1, &count, &first, type, length, by_value, alignment);
    return reinterpret_cast<Node *>(
        makeConst(get_array_type(type), -1, InvalidOid, -1, PointerGetDatum(ids), false, false));
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
                           ids_in_place_of(static_cast<Node *>(lsecond(clause->args)), type));
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
    const TimeBounds &bounds = index->bounds;
    ListPath made = {};
    ListScan &scan = made.scan;
    List *clauses = NIL;
    for (int key = 0; key < index->column; ++key) {
        if (!fix_key(root, relation, index->original, key, &made, clauses))
            return;
    }
    if (!find_ends(root, parse_element(parsed, element_of(parsed.type)), bounds, scan.lower, scan.upper))
        return;
    scan.index = index->original->indexoid;
    scan.column = index->column;
    scan.type = bounds.of.type;
    scan.at_least = bounds.at_least;
    scan.at_most = bounds.at_most;
    scan.array = parsed.array;
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
            path->scan.direction = direction;
            path->custom.path = costed->path;
            path->custom.path.type = T_CustomPath;
            path->custom.path.pathtype = T_CustomScan;
            path->custom.flags = CUSTOMPATH_SUPPORT_PROJECTION;
            path->custom.methods = &methods;
            add_path(relation, &path->custom.path);
        }
    }
}

// Whether the list is the same for all rows of the table; if it has columns of other tables, they are outer ones.
bool
is_constant(PlannerInfo *root, const RelOptInfo *relation, ListCondition &condition)
{
    condition.outer = relation->lateral_relids;
    for (Node *node : {condition.parsed.array, condition.parsed.whole.zone}) {
        if (node == nullptr)
            continue;
        if (contain_volatile_functions(node) || contain_subplans(node))
            return false;
        condition.outer = bms_union(condition.outer, pull_varnos(root, node));
    }
    return !bms_is_member(static_cast<int>(relation->relid), condition.outer);
}

// Whether the condition is a list of times of the table, or of forms of such; if so, reads it.
bool
parse_list(PlannerInfo *root, const RelOptInfo *relation, RestrictInfo *restriction, ListCondition &condition)
{
    Node *clause = with_columns_computed(root, without_placeholders(reinterpret_cast<Node *>(restriction->clause)));
    condition.restriction = restriction;
    condition.list = IsA(clause, ScalarArrayOpExpr) ? castNode(ScalarArrayOpExpr, clause)
                     : is_orclause(clause)          ? list_in_or(castNode(BoolExpr, clause))
                                                    : nullptr;
    if (condition.list == nullptr)
        return false;
    condition.parsed = parse_array(root, condition.list);
    return condition.parsed.whole.time != nullptr && is_constant(root, relation, condition);
}

void
look_up(PlannerInfo *root, RelOptInfo *relation, List *indexes, RestrictInfo *restriction)
{
    ListCondition condition;
    if (!parse_list(root, relation, restriction, condition))
        return;
    // If partitions are joined one by one, columns of another table in the path become those of its partition.
    if (relation->reloptkind == RELOPT_OTHER_MEMBER_REL && !bms_is_empty(condition.outer))
        return;
    ListCell *cell;
    foreach (cell, indexes) {
        auto *index = static_cast<VirtualIndex *>(lfirst(cell));
        if (index->key->is_time() && is_usable(&index->info) && equal(index->key->time, condition.parsed.whole.time))
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
