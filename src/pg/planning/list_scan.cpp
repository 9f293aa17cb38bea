// The executor node that looks the elements of a list of times up in an index on the id: an index scan for each range
// of ids, one after the other.
//
// The ranges are computed when the scan starts, and again when a parameter of the array has changed. They are sorted,
// and those that overlap are merged, as those of local times around a change of the offset can: so no row is read
// twice, and the rows are in the order of the index. A range is null, and left out, if no id has the time.
//
// Everything else is the server's. The conditions that the ranges stand for are evaluated only for a row that another
// transaction has changed meanwhile (EvalPlanQual), as those of an index scan are.
#include "pg/postgres.hpp"

#include "pg/planning/list_scan.hpp"

namespace ulidkit {

namespace {

constexpr const char name[] = "ulidkit list";

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
    ExprState *lower;
    ExprState *upper;
    List *values; // of ExprState
    ExprState *conditions;
    FmgrInfo *compare;
    ScanKey keys; // of the leading keys, and two for the range
    int key_count;
    MemoryContext memory; // of the ranges
    IdRange *ranges;
    int count;
    int next;     // the next range to be read, counted in the direction of the scan
    bool known;   // the ranges are
    bool reading; // a range is being read
};

// What make_list_scan() has put into the plan: OIDs of the index, the type, >=, <= and the operators of the keys; the
// column of the id and the direction; and as expressions the array, the lower and the upper end, the values of the
// keys, and the conditions.
List *
oids_of(const CustomScan *plan)
{
    return static_cast<List *>(linitial(plan->custom_private));
}

List *
numbers_of(const CustomScan *plan)
{
    return static_cast<List *>(lsecond(plan->custom_private));
}

ListScanState *
state_of(ScanState *node)
{
    return reinterpret_cast<ListScanState *>(node);
}

int
compare(const void *one, const void *other, void *function)
{
    return DatumGetInt32(FunctionCall2Coll(static_cast<FmgrInfo *>(function), order_of_ids,
                                           static_cast<const IdRange *>(one)->lower,
                                           static_cast<const IdRange *>(other)->lower));
}

int
compare(const ListScanState *state, Datum one, Datum other)
{
    return DatumGetInt32(FunctionCall2Coll(state->compare, order_of_ids, one, other));
}

// Sorts the ranges, and merges those that overlap.
void
merge_ranges(ListScanState *state)
{
    if (state->count == 0)
        return;
    qsort_arg(state->ranges, static_cast<std::size_t>(state->count), sizeof(IdRange), compare, state->compare);
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

// Sets the values of the leading keys. False: one is null, and no row equals it.
bool
set_values(ListScanState *state, ExprContext *context)
{
    ListCell *cell;
    foreach (cell, state->values) {
        bool is_null;
        const Datum value = ExecEvalExpr(static_cast<ExprState *>(lfirst(cell)), context, &is_null);
        if (is_null)
            return false;
        state->keys[foreach_current_index(cell)].sk_argument = value;
    }
    return true;
}

void
find_ranges(ListScanState *state, ExprContext *context)
{
    bool is_null;
    const Datum array = ExecEvalExpr(state->array, context, &is_null);
    if (is_null || !set_values(state, context))
        return;
    ArrayType *elements = DatumGetArrayTypeP(array);
    std::int16_t length;
    bool by_value;
    char alignment;
    get_typlenbyvalalign(ARR_ELEMTYPE(elements), &length, &by_value, &alignment);
    Datum *values;
    bool *nulls;
    int count;
    deconstruct_array(elements, ARR_ELEMTYPE(elements), length, by_value, alignment, &values, &nulls, &count);
    state->ranges = static_cast<IdRange *>(
        MemoryContextAllocHuge(CurrentMemoryContext, sizeof(IdRange) * static_cast<std::size_t>(Max(count, 1))));
    for (int i = 0; i < count; ++i) {
        CHECK_FOR_INTERRUPTS();
        context->caseValue_datum = values[i];
        context->caseValue_isNull = false;
        bool has_lower = !nulls[i];
        bool has_upper = has_lower;
        IdRange range = {};
        if (has_lower)
            range.lower = ExecEvalExpr(state->lower, context, &is_null);
        has_lower = has_lower && !is_null;
        if (has_lower)
            range.upper = ExecEvalExpr(state->upper, context, &is_null);
        has_upper = has_lower && !is_null;
        if (has_upper && compare(state, range.lower, range.upper) <= 0)
            state->ranges[state->count++] = range;
    }
    merge_ranges(state);
}

void
prepare(ListScanState *state)
{
    ExprContext *context = state->node.ss.ps.ps_ExprContext;
    MemoryContextReset(state->memory);
    state->count = 0;
    state->next = 0;
    state->reading = false;
    state->known = true;
    const MemoryContext before = MemoryContextSwitchTo(state->memory);
    find_ranges(state, context);
    MemoryContextSwitchTo(before);
    context->caseValue_datum = 0;
    context->caseValue_isNull = true;
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
    state->keys[state->key_count - 2].sk_argument = range.lower;
    state->keys[state->key_count - 1].sk_argument = range.upper;
    index_rescan(state->scan, state->keys, state->key_count, nullptr, 0);
    ++state->next;
    return true;
}

ScanDirection
direction_of(const ListScanState *state)
{
    const auto *plan = castNode(CustomScan, state->node.ss.ps.plan);
    return static_cast<ScanDirection>(lsecond_int(numbers_of(plan)));
}

TupleTableSlot *
next_row(ScanState *node)
{
    ListScanState *state = state_of(node);
    TupleTableSlot *slot = node->ss_ScanTupleSlot;
    if (!state->known)
        prepare(state);
    const ScanDirection direction = direction_of(state);
    for (;;) {
        CHECK_FOR_INTERRUPTS();
        if (state->reading && index_getnext_slot(state->scan, direction, slot))
            return slot;
        state->reading = read_next_range(state);
        if (!state->reading)
            return ExecClearTuple(slot);
    }
}

// Whether a row that another transaction has changed is one that would be read.
bool
is_still_read(ScanState *node, TupleTableSlot *slot)
{
    ExprContext *context = node->ps.ps_ExprContext;
    context->ecxt_scantuple = slot;
    return ExecQualAndReset(state_of(node)->conditions, context);
}

ExprState *
initialised(ListScanState *state, void *expression)
{
    return ExecInitExpr(static_cast<Expr *>(expression), &state->node.ss.ps);
}

void
add_key(ListScanState *state, AttrNumber number, Oid opno, Oid family)
{
    int strategy;
    Oid left_type;
    Oid right_type;
    get_op_opfamily_properties(opno, family, false, &strategy, &left_type, &right_type);
    ScanKeyEntryInitialize(&state->keys[state->key_count++], 0, number, static_cast<StrategyNumber>(strategy),
                           right_type, state->index->rd_indcollation[number - 1], get_opcode(opno), 0);
}

// The slot in which an index scan puts rows. The server has made one that cannot hold them.
void
use_slot_of_table(ScanState *node)
{
    const auto *plan = castNode(CustomScan, node->ps.plan);
    make_scan_slot(node, node->ss_currentRelation);
    ExecAssignScanProjectionInfo(node);
    node->ps.qual = ExecInitQual(plan->scan.plan.qual, &node->ps);
}

void
begin(CustomScanState *custom, EState *estate, int flags)
{
    ListScanState *state = state_of(&custom->ss);
    const auto *plan = castNode(CustomScan, custom->ss.ps.plan);
    List *oids = oids_of(plan);
    List *numbers = numbers_of(plan);
    const int column = linitial_int(numbers);
    use_slot_of_table(&custom->ss);
    // EXPLAIN shows the subplans of these.
    state->conditions = ExecInitQual(list_copy_tail(plan->custom_exprs, 3 + column), &custom->ss.ps);
    // An index that exists in EXPLAIN only cannot be opened.
    if ((flags & EXEC_FLAG_EXPLAIN_ONLY) != 0)
        return;
    state->array = initialised(state, linitial(plan->custom_exprs));
    state->lower = initialised(state, lsecond(plan->custom_exprs));
    state->upper = initialised(state, lthird(plan->custom_exprs));
    for (int i = 0; i < column; ++i)
        state->values = lappend(state->values, initialised(state, list_nth(plan->custom_exprs, 3 + i)));
    state->index = index_open(linitial_oid(oids), exec_rt_fetch(plan->scan.scanrelid, estate)->rellockmode);
    const Oid type = lsecond_oid(oids);
    state->compare = &lookup_type_cache(type, TYPECACHE_CMP_PROC_FINFO)->cmp_proc_finfo;
    state->keys = static_cast<ScanKey>(palloc0(sizeof(ScanKeyData) * static_cast<std::size_t>(column + 2)));
    for (int i = 0; i < column; ++i)
        add_key(state, static_cast<AttrNumber>(i + 1), list_nth_oid(oids, 4 + i), state->index->rd_opfamily[i]);
    for (int i = 2; i < 4; ++i)
        add_key(state, static_cast<AttrNumber>(column + 1), list_nth_oid(oids, i), state->index->rd_opfamily[column]);
    const bool falls = (state->index->rd_indoption[column] & INDOPTION_DESC) != 0;
    state->descending = falls == ScanDirectionIsForward(direction_of(state));
    state->memory = AllocSetContextCreateInternal(estate->es_query_cxt, "ulidkit list", ALLOCSET_DEFAULT_SIZES);
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
    List *oids = oids_of(plan);
    const int column = linitial_int(numbers_of(plan));
    if (direction_of(state_of(&custom->ss)) == BackwardScanDirection)
        ExplainPropertyText("Scan Direction", "Backward", output);
    ExplainPropertyText("Index Name", name_of_index(linitial_oid(oids)), output);
    List *context = set_deparse_context_plan(output->deparse_cxt, &plan->scan.plan, ancestors);
    auto *conditions = reinterpret_cast<Node *>(make_ands_explicit(list_copy_tail(plan->custom_exprs, 3 + column)));
    ExplainPropertyText("Index Cond", deparse_expression(conditions, context, output->verbose, false), output);
}

const CustomExecMethods execution = {name,    begin,   execute, end,     rescan,  nullptr, nullptr,
                                     nullptr, nullptr, nullptr, nullptr, nullptr, explain};

Node *
create_state(CustomScan *)
{
    auto *state = new_node<ListScanState>(T_CustomScanState);
    state->node.methods = &execution;
    return reinterpret_cast<Node *>(state);
}

const CustomScanMethods methods = {name, create_state};

} // namespace

Plan *
make_list_scan(const ListScan &scan, const RelOptInfo *relation, const CustomPath *path, List *targets, List *filter)
{
    auto *plan = new_node<CustomScan>(T_CustomScan);
    plan->scan.plan.targetlist = targets;
    plan->scan.plan.qual = filter;
    plan->scan.scanrelid = relation->relid;
    plan->flags = path->flags;
    plan->methods = &methods;
    plan->custom_exprs =
        list_concat(list_concat(list_of(scan.array, scan.lower, scan.upper), scan.values), scan.conditions);
    List *oids = NIL;
    for (const Oid oid : {scan.index, scan.type, scan.at_least, scan.at_most})
        oids = lappend_oid(oids, oid);
    List *numbers = lappend_int(lappend_int(NIL, scan.column), scan.direction);
    plan->custom_private = list_of(list_concat(oids, scan.operators), numbers);
    return &plan->scan.plan;
}

void
install_list_scan()
{
    RegisterCustomScanMethods(&methods);
}

} // namespace ulidkit
