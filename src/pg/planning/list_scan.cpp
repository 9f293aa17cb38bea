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

Node *
create_state(CustomScan *)
{
    auto *state = new_node<ListScanState>(T_CustomScanState);
    state->node.methods = &execution;
    return reinterpret_cast<Node *>(state);
}

} // namespace

const CustomScanMethods list_scan_methods = {name, create_state};

} // namespace ulidkit
