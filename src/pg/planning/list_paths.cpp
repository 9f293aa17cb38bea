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

#include "pg/planning/bounds.hpp"
#include "pg/planning/estimates.hpp"
#include "pg/planning/guests.hpp"
#include "pg/planning/id_index.hpp"
#include "pg/planning/list_paths.hpp"
#include "pg/planning/list_scan.hpp"
#include "pg/planning/readings.hpp"
#include "pg/planning/replacement.hpp"
#include "pg/planning/virtual_index.hpp"
#include "pg/settings.hpp"

namespace ulidkit {

namespace {

set_rel_pathlist_hook_type previous_hook = nullptr;

// The path. The list and the keys' conditions are restrictions of its relation. The server allows a path to be larger
// than CustomPath, but before 17 it copies only that for a join of partitions, and nothing there translates columns of
// other tables: see make_paths().
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

// Sets the ends of the range of an element. False: the functions that they need are missing.
bool
find_ends(PlannerInfo *root, const Reading &element, const TimeBounds &bounds, Node *&lower, Node *&upper)
{
    for (int i = 0; i < element.count; ++i) {
        const int strategy = element.comparisons[i].strategy;
        Node *value = instant_of(root, element, element.comparisons[i]);
        if (value == nullptr)
            return false;
        if (strategy != BTLessEqualStrategyNumber && OidIsValid(bounds.functions[at_or_after]))
            lower = limit_of(root, bounds, element.time, at_or_after, value);
        if (strategy != BTGreaterEqualStrategyNumber && OidIsValid(bounds.functions[at_or_before]))
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

// The share of the rows that the forms of the times in a known array are for, from some of its elements; otherwise
// that of the condition.
double
selectivity_of_forms(PlannerInfo *root, const RelOptInfo *relation, const ArrayReading &reading,
                     const TimeBounds &bounds, RestrictInfo *restriction)
{
    const int number = static_cast<int>(relation->relid);
    List *elements = elements_of(reading);
    const int step = list_length(elements) / 10 + 1;
    double share = 0;
    int count = 0;
    for (int i = 0; i < list_length(elements); i += step) {
        Node *lower = nullptr;
        Node *upper = nullptr;
        if (!find_ends(root, read_element(reading, static_cast<Node *>(list_nth(elements, i))), bounds, lower, upper))
            break;
        lower = estimate_expression_value(root, lower);
        upper = estimate_expression_value(root, upper);
        if (!IsA(lower, Const) || !IsA(upper, Const))
            break;
        if (!castNode(Const, lower)->constisnull && !castNode(Const, upper)->constisnull)
            share += selectivity_between(root, bounds.type, bounds.id, lower, upper, number);
        ++count;
    }
    return count == 0 ? clause_selectivity(root, reinterpret_cast<Node *>(restriction), number, JOIN_INNER, nullptr)
                      : share / count * list_length(elements);
}

// The list as `id = ANY (array)`, of which the server computes the cost.
RestrictInfo *
condition_on_id(PlannerInfo *root, const RelOptInfo *relation, IndexOptInfo *index, int column,
                RestrictInfo *restriction, const ScalarArrayOpExpr *list, const ArrayReading &reading,
                const TimeBounds &bounds)
{
    const Oid type = index->opcintype[column];
    auto *clause = static_cast<ScalarArrayOpExpr *>(copyObjectImpl(list));
    clause->opno = id_operator(type, index->opfamily[column], index->indexcollations[column], BTEqualStrategyNumber);
    clause->opfuncid = get_opcode(clause->opno);
    linitial(clause->args) = list_nth_node(TargetEntry, index->indextlist, column)->expr;
    auto *condition = static_cast<RestrictInfo *>(palloc(sizeof(RestrictInfo)));
    *condition = *restriction;
    condition->clause = reinterpret_cast<Expr *>(clause);
    make_free_of_columns(condition);
    double share = is_of_times(reading) ? array_length(root, reading.array) *
                                              selectivity_of_one(root, bounds.id, static_cast<int>(relation->relid))
                                        : selectivity_of_forms(root, relation, reading, bounds, restriction);
    CLAMP_PROBABILITY(share);
    set_selectivity(condition, share);
    return condition;
}

// A condition of the table that is a list.
struct ListCondition {
    RestrictInfo *restriction;
    const ScalarArrayOpExpr *list; // the condition itself, or what it says
    ArrayReading reading;
};

// Adds the paths by one index whose column is the id. `ordered`: the index whose order is theirs.
void
look_up(PlannerInfo *root, RelOptInfo *relation, IndexOptInfo *index, int column, IndexOptInfo *ordered,
        const TimeBounds &bounds, const ListCondition &condition)
{
    const ArrayReading &reading = condition.reading;
    ListPath made = {};
    ListScan &scan = made.scan;
    List *clauses = NIL;
    for (int key = 0; key < column; ++key) {
        if (!fix_key(root, relation, index, key, &made, clauses))
            return;
    }
    if (!find_ends(root, read_element(reading, element_of(reading.type)), bounds, scan.lower, scan.upper))
        return;
    scan.index = index->indexoid;
    scan.column = column;
    scan.type = bounds.type;
    scan.at_least = bounds.at_least;
    scan.at_most = bounds.at_most;
    scan.array = reading.array;
    made.restrictions = lappend(made.restrictions, condition.restriction);
    made.exact = is_of_times(reading);
    RestrictInfo *on_id =
        condition_on_id(root, relation, index, column, condition.restriction, condition.list, reading, bounds);
    clauses = lappend(clauses, index_clause(condition.restriction, on_id, column));
    for (const ScanDirection direction : {ForwardScanDirection, BackwardScanDirection}) {
        List *order = truncate_useless_pathkeys(root, relation, build_index_pathkeys(root, ordered, direction));
        if (direction == BackwardScanDirection && order == NIL)
            continue;
        const IndexPath *costed = create_index_path(root, index, clauses, NIL, NIL, order, direction, false,
                                                    relation->lateral_relids, 1, false);
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

void
look_up(PlannerInfo *root, RelOptInfo *relation, IndexOptInfo *index, int column, const ListCondition &condition)
{
    const FuncExpr *time = condition.reading.whole.time;
    const Oid type = index->opcintype[column];
    Facts facts = {};
    facts.by_cast = type == getBaseType(exprType(id_of(time)));
    facts.foreign = true; // the functions that stand for comparisons are not needed
    TimeBounds bounds = bounds_of(root, time, facts);
    if (bounds.callable && bounds.type == type &&
        use_operators(bounds, index->opfamily[column], index->indexcollations[column]))
        look_up(root, relation, index, column, index, bounds, condition);
}

// Whether the list is the same for all rows of the table.
bool
is_constant(PlannerInfo *root, const RelOptInfo *relation, const ArrayReading &reading)
{
    const auto constant = [&](Node *node) {
        return node == nullptr || (bms_is_subset(pull_varnos(root, node), relation->lateral_relids) &&
                                   !contain_volatile_functions(node) && !contain_subplans(node));
    };
    return constant(reading.array) && constant(reading.whole.zone);
}

// Whether the condition is a list of times of the table, or of forms of such; if so, reads it.
bool
read_list(PlannerInfo *root, const RelOptInfo *relation, RestrictInfo *restriction, ListCondition &condition)
{
    auto *clause = reinterpret_cast<Node *>(restriction->clause);
    condition.restriction = restriction;
    condition.list = IsA(clause, ScalarArrayOpExpr)                   ? castNode(ScalarArrayOpExpr, clause)
                     : is_orclause(clause) && settings::virtual_index ? list_in_or(castNode(BoolExpr, clause))
                                                                      : nullptr;
    if (condition.list == nullptr)
        return false;
    condition.reading = read_array(root, condition.list);
    return condition.reading.whole.time != nullptr && is_constant(root, relation, condition.reading);
}

// Whether the relation is a table that can have such a path.
bool
is_scanned(RelOptInfo *relation, const RangeTblEntry *entry)
{
    if (!settings::time_planning || entry->rtekind != RTE_RELATION || entry->inh || entry->tablesample != nullptr ||
        IS_DUMMY_REL(relation))
        return false;
    // If partitions are joined one by one, columns of another table in the path become those of its partition.
    return relation->reloptkind != RELOPT_OTHER_MEMBER_REL || bms_is_empty(relation->lateral_relids);
}

void
make_paths(PlannerInfo *root, RelOptInfo *relation, Index number, RangeTblEntry *entry)
{
    if (previous_hook != nullptr)
        previous_hook(root, relation, number, entry);
    if (settings::virtual_index || !is_scanned(relation, entry))
        return;
    ListCell *cell;
    foreach (cell, relation->baserestrictinfo) {
        ListCondition condition;
        if (!read_list(root, relation, lfirst_node(RestrictInfo, cell), condition) ||
            !is_in_order(root, relation, condition.reading.whole.time))
            continue;
        ListCell *other;
        foreach (other, relation->indexlist) {
            auto *index = lfirst_node(IndexOptInfo, other);
            if (!is_usable(index))
                continue;
            for (int column = 0; column < index->nkeycolumns; ++column) {
                if (is_id(index, column, condition.reading.whole.time))
                    look_up(root, relation, index, column, condition);
            }
        }
    }
}

} // namespace

void
add_list_paths(PlannerInfo *root, RelOptInfo *relation, List *indexes)
{
    if (!is_scanned(relation, root->simple_rte_array[relation->relid]))
        return;
    ListCell *cell;
    foreach (cell, relation->baserestrictinfo) {
        ListCondition condition;
        if (!read_list(root, relation, lfirst_node(RestrictInfo, cell), condition))
            continue;
        ListCell *other;
        foreach (other, indexes) {
            auto *index = static_cast<VirtualIndex *>(lfirst(other));
            if (index->column >= 0 && index->time != nullptr && is_usable(&index->info) &&
                equal(index->time, condition.reading.whole.time))
                look_up(root, relation, index->original, index->column, &index->info, index->bounds, condition);
        }
    }
}

void
install_list_paths()
{
    previous_hook = set_rel_pathlist_hook;
    set_rel_pathlist_hook = make_paths;
}

} // namespace ulidkit
