// Index scans that look up the elements of a list of times: `time = ANY (array)`, also of a form of the time.
//
// An index on a column of times looks up each element of the array, known or not. No condition on an id says the same:
// each time is a range of ids. So the table gets a path of its own, for a btree index whose column is the id, after
// keys that are fixed by `key = value`. The condition stays as it was written, which costs nothing to plan. Its
// executor node makes the ranges of ids when the scan starts, and again when a parameter of the array has changed. It
// sorts them, and merges those that overlap, as those of local times around a change of the offset can; then it scans
// the index for each. So no row is read twice, and the rows are in the order of the index. A range is null, and left
// out, if no id has the time.
//
// Why it is exact. The ranges are made by the functions that make a range for one value. For an element of a list of
// times the range is exactly the ids of that time; for a form of the time it is a superset, and the condition stays as
// a filter. Security barriers lose nothing by it: comparisons of ids are leakproof, and the values are of no table. The
// conditions that the ranges stand for are evaluated only for a row that another transaction has changed meanwhile
// (EvalPlanQual), as those of an index scan are.
//
// What it costs is what an index scan with `id = ANY (array)` would: the server computes it.
#include "pg/postgres.hpp"

#include "pg/errors.hpp"
#include "pg/planning/extracted_time.hpp"
#include "pg/planning/id_keys.hpp"
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

constexpr const char name[] = "ulidkit list";

const CustomPathMethods methods = {name, plan_of, nullptr};

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
    RestrictInfo *result = copied(*condition.restriction);
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
            ListPath *path = copied(made);
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

namespace {

// Texts are in the order of bytes in the index, and in this collation. Other ids have none.
constexpr Oid order_of_ids = C_COLLATION_OID;

struct IdRange {
    Datum lower;
    Datum upper;
};

// Belongs to the executor, which clears the memory before.
struct ListScanState {
    CustomScanState node; // first: the server knows the state by it
    Relation index;
    IndexScanDesc scan; // null until a row is asked for
    bool descending;    // the direction of the scan is that of falling ids
    ExprState *array;
    ExprState *conditions;
    FmgrInfo *compare;
    ScanKey keys; // the last two are the ends of the range
    int key_count;
    IndexRuntimeKeyInfo *values; // of the keys that are no constants: the ends are none
    int value_count;
    ExprContext *context; // of the ranges
    IdRange *ranges;
    int count;
    int next;     // the next range to be read, counted in the direction of the scan
    bool known;   // the ranges are
    bool reading; // a range is being read
};

Oid
index_of(const CustomScan *plan)
{
    return static_cast<Oid>(linitial_int(plan->custom_private));
}

ScanDirection
direction_of(const CustomScan *plan)
{
    return static_cast<ScanDirection>(lsecond_int(plan->custom_private));
}

ListScanState *
state_of(ScanState *node)
{
    return reinterpret_cast<ListScanState *>(node);
}

int
compare(const ListScanState *state, Datum one, Datum other)
{
    return DatumGetInt32(FunctionCall2Coll(state->compare, order_of_ids, one, other));
}

int
compare(const void *one, const void *other, void *state)
{
    return compare(static_cast<const ListScanState *>(state), static_cast<const IdRange *>(one)->lower,
                   static_cast<const IdRange *>(other)->lower);
}

// Sorts the ranges, and merges those that overlap.
void
merge_ranges(ListScanState *state)
{
    if (state->count == 0)
        return;
    qsort_arg(state->ranges, static_cast<std::size_t>(state->count), sizeof(IdRange), compare, state);
    int last = 0;
    for (int i = 1; i < state->count; ++i) {
        const IdRange &range = state->ranges[i];
        IdRange &merged = state->ranges[last];
        if (compare(state, range.lower, merged.upper) > 0)
            state->ranges[++last] = range;
        else if (compare(state, range.upper, merged.upper) > 0)
            merged.upper = range.upper;
    }
    state->count = last + 1;
}

void
find_ranges(ListScanState *state)
{
    ExprContext *context = state->context;
    ResetExprContext(context);
    state->count = 0;
    bool is_null;
    const Datum array = ExecEvalExprSwitchContext(state->array, context, &is_null);
    if (is_null)
        return;
    const MemoryContext before = MemoryContextSwitchTo(context->ecxt_per_tuple_memory);
    ArrayType *elements = DatumGetArrayTypeP(array);
    const auto size = static_cast<std::size_t>(ArrayGetNItems(ARR_NDIM(elements), ARR_DIMS(elements)));
    state->ranges =
        static_cast<IdRange *>(MemoryContextAllocHuge(CurrentMemoryContext, sizeof(IdRange) * Max(size, 1)));
    IndexRuntimeKeyInfo *ends = state->values + state->value_count - 2;
    ExecIndexEvalRuntimeKeys(context, state->values, state->value_count - 2);
    ArrayIterator iterator = array_create_iterator(elements, 0, nullptr);
    while (array_iterate(iterator, &context->caseValue_datum, &context->caseValue_isNull)) {
        CHECK_FOR_INTERRUPTS();
        ExecIndexEvalRuntimeKeys(context, ends, 2);
        const ScanKeyData &lower = *ends[0].scan_key;
        const ScanKeyData &upper = *ends[1].scan_key;
        if (((lower.sk_flags | upper.sk_flags) & SK_ISNULL) == 0 &&
            compare(state, lower.sk_argument, upper.sk_argument) <= 0)
            state->ranges[state->count++] = {lower.sk_argument, upper.sk_argument};
    }
    MemoryContextSwitchTo(before);
    merge_ranges(state);
}

// Starts to read the next range. False: there is none.
bool
read_next_range(ListScanState *state)
{
    if (state->next >= state->count)
        return false;
    const ScanState &node = state->node.ss;
    if (state->scan == nullptr)
        state->scan =
            begin_index_scan(node.ss_currentRelation, state->index, node.ps.state->es_snapshot, state->key_count);
    const IdRange &range = state->ranges[state->descending ? state->count - 1 - state->next : state->next];
    ScanKey ends = &state->keys[state->key_count - 2];
    ends[0].sk_argument = range.lower;
    ends[1].sk_argument = range.upper;
    // Those of the last element can have been null.
    ends[0].sk_flags = ends[1].sk_flags = 0;
    index_rescan(state->scan, state->keys, state->key_count, nullptr, 0);
    ++state->next;
    return true;
}

TupleTableSlot *
next_row(ScanState *node)
{
    ListScanState *state = state_of(node);
    TupleTableSlot *slot = node->ss_ScanTupleSlot;
    if (!state->known)
        find_ranges(state);
    state->known = true;
    const ScanDirection direction = direction_of(castNode(CustomScan, node->ps.plan));
    while (!state->reading || !index_getnext_slot(state->scan, direction, slot)) {
        CHECK_FOR_INTERRUPTS();
        state->reading = read_next_range(state);
        if (!state->reading)
            return ExecClearTuple(slot);
    }
    return slot;
}

// Whether a row that another transaction has changed is one that would be read.
bool
is_still_read(ScanState *node, TupleTableSlot *slot)
{
    ExprContext *context = node->ps.ps_ExprContext;
    context->ecxt_scantuple = slot;
    return ExecQualAndReset(state_of(node)->conditions, context);
}

void
begin(CustomScanState *custom, EState *estate, int flags)
{
    ListScanState *state = state_of(&custom->ss);
    PlanState *node = &custom->ss.ps;
    const auto *plan = castNode(CustomScan, node->plan);
    // The slot in which an index scan puts rows. The server has made one that cannot hold them.
    make_scan_slot(&custom->ss, custom->ss.ss_currentRelation);
    ExecAssignScanProjectionInfo(&custom->ss);
    node->qual = ExecInitQual(plan->scan.plan.qual, node);
    // EXPLAIN shows the subplans of these.
    state->conditions = ExecInitQual(lthird_node(List, plan->custom_exprs), node);
    // An index that exists in EXPLAIN only cannot be opened.
    if ((flags & EXEC_FLAG_EXPLAIN_ONLY) != 0)
        return;
    state->array = ExecInitExpr(static_cast<Expr *>(linitial(plan->custom_exprs)), node);
    state->context = CreateExprContext(estate);
    state->index = index_open(index_of(plan), exec_rt_fetch(plan->scan.scanrelid, estate)->rellockmode);
    ExecIndexBuildScanKeys(node, state->index, lsecond_node(List, plan->custom_exprs), false, &state->keys,
                           &state->key_count, &state->values, &state->value_count, nullptr, nullptr);
    const ScanKeyData &end = state->keys[state->key_count - 1];
    state->compare = &lookup_type_cache(end.sk_subtype, TYPECACHE_CMP_PROC_FINFO)->cmp_proc_finfo;
    const bool falls = (state->index->rd_indoption[end.sk_attno - 1] & INDOPTION_DESC) != 0;
    state->descending = falls == ScanDirectionIsForward(direction_of(plan));
}

TupleTableSlot *
execute(CustomScanState *custom)
{
    return ExecScan(&custom->ss, next_row, is_still_read);
}

void
end(CustomScanState *custom)
{
    const ListScanState *state = state_of(&custom->ss);
    if (state->scan != nullptr)
        index_endscan(state->scan);
    if (state->index != nullptr)
        index_close(state->index, NoLock);
}

void
rescan(CustomScanState *custom)
{
    ListScanState *state = state_of(&custom->ss);
    if (custom->ss.ps.chgParam != nullptr)
        state->known = false;
    state->next = 0;
    state->reading = false;
    ExecScanReScan(&custom->ss);
}

const char *
name_of_index(Oid index)
{
    const char *name_for_explain =
        explain_get_index_name_hook == nullptr ? nullptr : explain_get_index_name_hook(index);
    return name_for_explain != nullptr ? name_for_explain : get_rel_name(index);
}

void
explain(CustomScanState *custom, List *ancestors, ExplainState *output)
{
    auto *plan = castNode(CustomScan, custom->ss.ps.plan);
    if (direction_of(plan) == BackwardScanDirection)
        ExplainPropertyText("Scan Direction", "Backward", output);
    ExplainPropertyText("Index Name", name_of_index(index_of(plan)), output);
    List *context = set_deparse_context_plan(output->deparse_cxt, &plan->scan.plan, ancestors);
    auto *conditions = reinterpret_cast<Node *>(make_ands_explicit(lthird_node(List, plan->custom_exprs)));
    ExplainPropertyText("Index Cond", deparse_expression(conditions, context, output->verbose, false), output);
}

const CustomExecMethods execution = {name,    begin,   execute, end,     rescan,  nullptr, nullptr,
                                     nullptr, nullptr, nullptr, nullptr, nullptr, explain};

// Also in a parallel worker, whose library can be newer than the one that has planned.
Node *
create_state(CustomScan *plan)
{
    if (!IsA(plan->custom_private, IntList))
        planned_by_other_version();
    auto *state = new_node<ListScanState>(T_CustomScanState);
    state->node.methods = &execution;
    return reinterpret_cast<Node *>(state);
}

} // namespace

const CustomScanMethods list_scan_methods = {name, create_state};

} // namespace ulidkit
