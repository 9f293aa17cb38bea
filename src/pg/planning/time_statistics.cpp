// Statistics of the times of ids: how many rows a join by equal times has, how many groups there are of a time, and so
// on is expected as for a column of timestamps.
//
// The planner looks for the statistics of an expression among those of the indexes that have it, and asks a hook for
// those of a hypothetical index. So a table whose id's time occurs in the query is given such an index. Its keys are of
// no operator family and need a condition, so no path is made of it. Its statistics are the id's, with a time in the
// place of each id: the order is the same. An index on the time itself, or an extended statistics object, has its own,
// which precede these. A form of an id that has an inverse, such as its text, has as many distinct values as the id.
#include "pg/postgres.hpp"

#include "pg/planning/estimates.hpp"
#include "pg/planning/guests.hpp"
#include "pg/planning/inverse.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/table_facts.hpp"
#include "pg/planning/time_statistics.hpp"
#include "pg/planning/weights.hpp"
#include "pg/settings.hpp"

namespace ulidkit {

namespace {

// What the index of a table can have: the times and forms in a tree of expressions.
List *
keys_in(PlannerInfo *root, Node *node)
{
    List *keys = times_in(root, node);
    ListCell *cell;
    foreach (cell, forms_in(root, node))
        keys = lappend(keys, without_nulling(copyObjectImpl(static_cast<IdForm *>(lfirst(cell))->node)));
    return keys;
}

// Looks for those in the query, once.
void
search(PlannerInfo *root, PlannerState *state)
{
    if (!state->searched) {
        state->searched = true;
        Node *parts[] = {reinterpret_cast<Node *>(root->processed_tlist), root->parse->havingQual};
        state->keys = list_concat_unique(state->keys, keys_in(root, reinterpret_cast<Node *>(root->parse->jointree)));
        for (Node *part : parts)
            state->keys = list_concat_unique(state->keys, times_in(root, part));
    }
}

template <class T>
T *
zeros(int count)
{
    return static_cast<T *>(palloc0(sizeof(T) * static_cast<std::size_t>(count)));
}

IndexOptInfo *
make_index(RelOptInfo *relation, Oid table, List *expressions)
{
    auto *index = static_cast<IndexOptInfo *>(palloc0(sizeof(IndexOptInfo)));
    index->type = T_IndexOptInfo;
    const int count = list_length(expressions);
    // Of the table, because an index that does not exist has no OID. The hook knows it by that.
    index->indexoid = table;
    index->rel = relation;
    index->pages = relation->pages;
    index->tuples = relation->tuples;
    index->ncolumns = count;
    index->nkeycolumns = count;
    index->indexkeys = zeros<int>(count);
    index->indexcollations = zeros<Oid>(count);
    ListCell *cell;
    foreach (cell, expressions)
        index->indexcollations[foreach_current_index(cell)] = exprCollation(static_cast<Node *>(lfirst(cell)));
    index->opfamily = zeros<Oid>(count);
    index->opcintype = zeros<Oid>(count);
    index->canreturn = zeros<bool>(count);
    index->relam = BTREE_AM_OID;
    index->indexprs = expressions;
    index->hypothetical = true;
    return index;
}

// Those in the query, of its tables as of their child table if the relation is one, and those that are columns of a
// UNION ALL of which it is one.
List *
keys_for(PlannerInfo *root, PlannerState *state, Index relation)
{
    AppendRelInfo *member = root->append_rel_array == nullptr ? nullptr : root->append_rel_array[relation];
    if (member == nullptr) {
        search(root, state);
        return state->keys;
    }
    Node *keys = reinterpret_cast<Node *>(keys_for(root, state, member->parent_relid));
    auto *translated = reinterpret_cast<List *>(adjust_appendrel_attrs(root, keys, 1, &member));
    return root->simple_rte_array[member->parent_relid]->rtekind == RTE_RELATION
               ? translated
               : list_concat_unique(translated, keys_in(root, reinterpret_cast<Node *>(member->translated_vars)));
}

Node *
id_of_key(PlannerInfo *root, Node *key)
{
    const IdForm form = form_of(root, key);
    return form.node != nullptr ? form.id : id_of(castNode(FuncExpr, key));
}

} // namespace

void
keep_time_statistics(PlannerInfo *root, const FuncExpr *time)
{
    PlannerState *state = state_of(root);
    Node *key = without_nulling(static_cast<Node *>(copyObjectImpl(time)));
    state->keys = list_append_unique(state->keys, key);
}

void
add_time_statistics(PlannerInfo *root, RelOptInfo *relation)
{
    if (relation->rtekind != RTE_RELATION)
        return;
    PlannerState *state = state_of(root);
    List *expressions = NIL;
    ListCell *cell;
    foreach (cell, keys_for(root, state, relation->relid)) {
        auto *key = static_cast<Node *>(lfirst(cell));
        Node *id = id_of_key(root, key);
        if (column_of(id) > 0 && castNode(Var, bare_id(id))->varno == static_cast<int>(relation->relid))
            expressions = list_append_unique(expressions, key);
    }
    if (expressions == NIL)
        return;
    expressions = list_truncate(expressions, INDEX_MAX_KEYS); // the others have none
    const Oid table = root->simple_rte_array[relation->relid]->relid;
    relation->indexlist = lappend(relation->indexlist, make_index(relation, table, expressions));
    state->with_statistics = list_append_unique_oid(state->with_statistics, table);
}

namespace {

// One slot of a row of pg_statistic.
struct Slot {
    int kind = 0;
    Oid operator_oid = InvalidOid;
    Datum numbers = 0; // null if 0
    Datum values = 0;  // likewise
};

int
compare_times(const void *one, const void *other)
{
    const TimestampTz a = DatumGetTimestampTz(*static_cast<const Datum *>(one));
    const TimestampTz b = DatumGetTimestampTz(*static_cast<const Datum *>(other));
    return (a > b) - (a < b);
}

// An array of ids as the array of their times, `in_order`: in their own order. Null: one of them has none.
ArrayType *
times_of_ids(const FuncExpr *time, const AttStatsSlot &slot, bool in_order)
{
    FmgrInfo function;
    fmgr_info(time->funcid, &function);
    LOCAL_FCINFO(call, 8);
    InitFunctionCallInfoData(*call, &function, static_cast<short>(list_length(time->args)), InvalidOid, nullptr,
                             nullptr);
    ListCell *cell;
    for_each_from(cell, time->args, 1)
    {
        call->args[foreach_current_index(cell)] = {lfirst_node(Const, cell)->constvalue, false};
    }
    auto *times = static_cast<Datum *>(palloc(sizeof(Datum) * static_cast<std::size_t>(slot.nvalues)));
    for (int i = 0; i < slot.nvalues; ++i) {
        call->args[0] = {slot.values[i], false};
        call->isnull = false;
        times[i] = FunctionCallInvoke(call);
        if (call->isnull)
            return nullptr;
    }
    // The order of texts in the statistics is that of their column's collation.
    if (in_order)
        qsort(times, static_cast<std::size_t>(slot.nvalues), sizeof(Datum), compare_times);
    return construct_array(times, slot.nvalues, TIMESTAMPTZOID, sizeof(TimestampTz), FLOAT8PASSBYVAL, TYPALIGN_DOUBLE);
}

// What a slot of the id's statistics says of its times. Without a kind: nothing.
Slot
slot_of_times(HeapTuple statistics, const FuncExpr *time, int kind)
{
    AttStatsSlot slot;
    const int parts = (kind == STATISTIC_KIND_CORRELATION ? 0 : ATTSTATSSLOT_VALUES) |
                      (kind == STATISTIC_KIND_HISTOGRAM ? 0 : ATTSTATSSLOT_NUMBERS);
    if (!get_attstatsslot(&slot, statistics, kind, InvalidOid, parts))
        return {};
    const TypeCacheEntry *type = lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_EQ_OPR | TYPECACHE_LT_OPR);
    Slot result = {kind, kind == STATISTIC_KIND_MCV ? type->eq_opr : type->lt_opr};
    if (slot.nnumbers > 0) {
        auto *numbers = static_cast<Datum *>(palloc(sizeof(Datum) * static_cast<std::size_t>(slot.nnumbers)));
        for (int i = 0; i < slot.nnumbers; ++i)
            numbers[i] = Float4GetDatum(slot.numbers[i]);
        result.numbers =
            PointerGetDatum(construct_array(numbers, slot.nnumbers, FLOAT4OID, sizeof(float4), true, TYPALIGN_INT));
    }
    if (slot.nvalues > 0) {
        ArrayType *times = times_of_ids(time, slot, kind == STATISTIC_KIND_HISTOGRAM);
        if (times == nullptr)
            return {};
        result.values = PointerGetDatum(times);
    }
    free_attstatsslot(&slot);
    return result;
}

// The id's statistics as those of its times.
HeapTuple
statistics_of_times(HeapTuple statistics, const FuncExpr *time)
{
    Relation catalog = table_open(StatisticRelationId, AccessShareLock);
    Datum values[Natts_pg_statistic];
    bool nulls[Natts_pg_statistic];
    heap_deform_tuple(statistics, RelationGetDescr(catalog), values, nulls);
    values[Anum_pg_statistic_stawidth - 1] = Int32GetDatum(sizeof(TimestampTz));
    static constexpr int kinds[STATISTIC_NUM_SLOTS] = {STATISTIC_KIND_MCV, STATISTIC_KIND_HISTOGRAM,
                                                       STATISTIC_KIND_CORRELATION};
    for (int i = 0; i < STATISTIC_NUM_SLOTS; ++i) {
        const Slot slot = kinds[i] == 0 ? Slot() : slot_of_times(statistics, time, kinds[i]);
        values[Anum_pg_statistic_stakind1 - 1 + i] = Int16GetDatum(static_cast<std::int16_t>(slot.kind));
        values[Anum_pg_statistic_staop1 - 1 + i] = ObjectIdGetDatum(slot.operator_oid);
        values[Anum_pg_statistic_stacoll1 - 1 + i] = ObjectIdGetDatum(InvalidOid);
        values[Anum_pg_statistic_stanumbers1 - 1 + i] = slot.numbers;
        nulls[Anum_pg_statistic_stanumbers1 - 1 + i] = slot.numbers == 0;
        values[Anum_pg_statistic_stavalues1 - 1 + i] = slot.values;
        nulls[Anum_pg_statistic_stavalues1 - 1 + i] = slot.values == 0;
    }
    HeapTuple tuple = heap_form_tuple(RelationGetDescr(catalog), values, nulls);
    table_close(catalog, AccessShareLock);
    return tuple;
}

// The id's statistics as those of its forms: how many are null, and how many distinct. `equated`: in the rows in which
// an equality selects one.
HeapTuple
statistics_of_forms(HeapTuple statistics, bool equated)
{
    Relation catalog = table_open(StatisticRelationId, AccessShareLock);
    Datum values[Natts_pg_statistic];
    bool nulls[Natts_pg_statistic];
    heap_deform_tuple(statistics, RelationGetDescr(catalog), values, nulls);
    for (int i = 0; i < STATISTIC_NUM_SLOTS; ++i) {
        values[Anum_pg_statistic_stakind1 - 1 + i] = Int16GetDatum(0);
        values[Anum_pg_statistic_staop1 - 1 + i] = ObjectIdGetDatum(InvalidOid);
        values[Anum_pg_statistic_stacoll1 - 1 + i] = ObjectIdGetDatum(InvalidOid);
        nulls[Anum_pg_statistic_stanumbers1 - 1 + i] = true;
        nulls[Anum_pg_statistic_stavalues1 - 1 + i] = true;
    }
    if (equated) {
        values[Anum_pg_statistic_stanullfrac - 1] = Float4GetDatum(0);
        values[Anum_pg_statistic_stadistinct - 1] = Float4GetDatum(1);
    }
    HeapTuple tuple = heap_form_tuple(RelationGetDescr(catalog), values, nulls);
    table_close(catalog, AccessShareLock);
    return tuple;
}

// The statistics of a time or form, computed once: for a list the planner asks for each of its elements.
struct Asked {
    const Node *key;      // in the index
    HeapTuple statistics; // or null
};

void
keep(HeapTuple)
{
}

HeapTuple
statistics_for(PlannerInfo *root, PlannerState *state, Node *key, const RangeTblEntry *entry)
{
    ListCell *cell;
    foreach (cell, state->statistics) {
        const auto *asked = static_cast<Asked *>(lfirst(cell));
        if (asked->key == key)
            return asked->statistics;
    }
    const MemoryContext before = MemoryContextSwitchTo(root->planner_cxt);
    auto *asked = static_cast<Asked *>(palloc(sizeof(Asked)));
    *asked = {key, nullptr};
    HeapTuple statistics = SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(entry->relid),
                                           Int16GetDatum(column_of(id_of_key(root, key))), BoolGetDatum(entry->inh));
    if (HeapTupleIsValid(statistics)) {
        if (form_of(root, key).node != nullptr)
            asked->statistics = statistics_of_forms(statistics, is_equated(root, key));
        else if (is_readable(statistics, exprType(id_of_key(root, key))))
            asked->statistics = statistics_of_times(statistics, castNode(FuncExpr, key));
        ReleaseSysCache(statistics);
    }
    state->statistics = lappend(state->statistics, asked);
    MemoryContextSwitchTo(before);
    return asked->statistics;
}

get_index_stats_hook_type previous_hook = nullptr;

bool
use_time_statistics(PlannerInfo *root, Oid index, AttrNumber number, VariableStatData *variable)
{
    // For the cost of a BRIN index, the server leaves `variable` unset.
    PlannerState *state = state_of(root);
    if (state == nullptr || !list_member_oid(state->with_statistics, index))
        return previous_hook != nullptr && previous_hook(root, index, number, variable);
    const RelOptInfo *relation = variable->rel;
    const RangeTblEntry *entry = root->simple_rte_array[relation->relid];
    ListCell *cell;
    foreach (cell, relation->indexlist) {
        const auto *made = lfirst_node(IndexOptInfo, cell);
        if (made->indexoid != index)
            continue;
        auto *key = static_cast<Node *>(list_nth(made->indexprs, number - 1));
        variable->statsTuple = statistics_for(root, state, key, entry);
        variable->freefunc = keep;
    }
    return true;
}

} // namespace

void
install_time_statistics()
{
    previous_hook = get_index_stats_hook;
    get_index_stats_hook = use_time_statistics;
}

} // namespace ulidkit
