// Statistics of the times of ids: how many rows a join by equal times has, how many groups there are of a time, and so
// on is expected as for a column of timestamps.
//
// The planner looks for the statistics of an expression among those of the indexes that have it, and asks a hook for
// those of a hypothetical index. So a table whose id's time occurs in the query is given such an index. Its keys are of
// no operator family and need a condition, so no path is made of it. Its statistics are the id's, with a time in the
// place of each id: the order is the same. An index on the time itself, or an extended statistics object, has its own,
// which precede these. A form of an id that has an inverse, such as its text, has as many distinct values as the id.
#include "pg/postgres.hpp"

#include "pg/planning/conversions.hpp"
#include "pg/planning/estimates.hpp"
#include "pg/planning/guests.hpp"
#include "pg/planning/id_index.hpp"
#include "pg/planning/index_end.hpp"
#include "pg/planning/inverse.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/statistics_cache.hpp"
#include "pg/planning/table_facts.hpp"
#include "pg/planning/time_statistics.hpp"
#include "pg/planning/virtual_index.hpp"
#include "pg/planning/weights.hpp"
#include "pg/settings.hpp"

namespace ulidkit {

namespace {

struct FormSearch {
    PlannerInfo *root;
    List *forms;
};

bool
find_time_forms(Node *node, void *context)
{
    auto *search = static_cast<FormSearch *>(context);
    if (node == nullptr || IsA(node, Var))
        return false;
    Form form;
    if (as_form(search->root, node, form))
        search->forms = list_append_unique(search->forms, without_nulling(copyObjectImpl(node)));
    return ULIDKIT_WALK(node, find_time_forms, context);
}

// Forms of times, such as their dates.
List *
time_forms_in(PlannerInfo *root, Node *node)
{
    FormSearch search = {root, NIL};
    if (settings::virtual_index)
        find_time_forms(node, &search);
    return search.forms;
}

// What the index of a table can have: the times and forms in a tree of expressions.
List *
keys_in(PlannerInfo *root, Node *node)
{
    List *keys = list_concat(times_in(root, node), time_forms_in(root, node));
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
one(T value)
{
    auto *array = static_cast<T *>(palloc(sizeof(T)));
    *array = value;
    return array;
}

// Whether the table has at most one row for each value of the key: it is a form of an id of which that is so.
bool
is_unique(PlannerInfo *root, const RelOptInfo *relation, Node *key)
{
    const IdForm form = form_of(root, key);
    ListCell *cell;
    foreach (cell, form.node == nullptr ? NIL : relation->indexlist) {
        const auto *index = lfirst_node(IndexOptInfo, cell);
        if (index->unique && index->nkeycolumns == 1 && index->indpred == NIL && is_id_of(index, 0, form))
            return true;
    }
    return false;
}

// An index on the expression, by which the server finds its statistics and that it is unique.
IndexOptInfo *
make_index(PlannerInfo *root, RelOptInfo *relation, Oid table, Node *expression)
{
    auto *index = new_node<IndexOptInfo>(T_IndexOptInfo);
    // Of the table, because an index that does not exist has no OID. The hook knows it by that.
    index->indexoid = table;
    index->rel = relation;
    index->pages = relation->pages;
    index->tuples = relation->tuples;
    index->ncolumns = 1;
    index->nkeycolumns = 1;
    index->indexkeys = one(0);
    index->indexcollations = one(exprCollation(expression));
    index->opfamily = one(InvalidOid);
    index->opcintype = one(InvalidOid);
    index->canreturn = one(false);
    index->relam = BTREE_AM_OID;
    index->indexprs = list_of(expression);
    index->hypothetical = true;
    index->unique = is_unique(root, relation, expression);
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
    Form of_time;
    if (as_form(root, key, of_time))
        return id_of(of_time.time);
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
    const Oid table = root->simple_rte_array[relation->relid]->relid;
    foreach (cell, expressions)
        relation->indexlist =
            lappend(relation->indexlist, make_index(root, relation, table, static_cast<Node *>(lfirst(cell))));
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

// A call of the function of the time, with its further arguments.
void
prepare_call(const FuncExpr *time, FmgrInfo &function, FunctionCallInfo call)
{
    fmgr_info(time->funcid, &function);
    InitFunctionCallInfoData(*call, &function, static_cast<short>(list_length(time->args)), InvalidOid, nullptr,
                             nullptr);
    ListCell *cell;
    for_each_from(cell, time->args, 1)
    {
        call->args[foreach_current_index(cell)] = {lfirst_node(Const, cell)->constvalue, false};
    }
}

// False: the id has none.
bool
time_of_id(const FuncExpr *time, Datum id, TimestampTz &result)
{
    FmgrInfo function;
    LOCAL_FCINFO(call, 8);
    prepare_call(time, function, call);
    call->args[0] = {id, false};
    result = DatumGetTimestampTz(FunctionCallInvoke(call));
    return !call->isnull;
}

// An array of ids as the array of their times, `in_order`: in their own order. Null: one of them has none.
ArrayType *
times_of_ids(const FuncExpr *time, const AttStatsSlot &slot, bool in_order)
{
    FmgrInfo function;
    LOCAL_FCINFO(call, 8);
    prepare_call(time, function, call);
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

// The correlation of the id, as that of an operator.
Slot
slot_of_order(HeapTuple statistics, Oid operator_oid)
{
    AttStatsSlot slot;
    if (!get_attstatsslot(&slot, statistics, STATISTIC_KIND_CORRELATION, InvalidOid, ATTSTATSSLOT_NUMBERS))
        return {};
    Datum number = Float4GetDatum(slot.numbers[0]);
    Slot result = {STATISTIC_KIND_CORRELATION, operator_oid};
    result.numbers = PointerGetDatum(construct_array(&number, 1, FLOAT4OID, sizeof(float4), true, TYPALIGN_INT));
    free_attstatsslot(&slot);
    return result;
}

// The id's statistics as those of its forms: how many are null, and how many distinct. `equated`: in the rows in which
// an equality selects one.
HeapTuple
statistics_of_forms(HeapTuple statistics, bool equated, const Slot &order = {})
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
    if (order.kind != 0) {
        values[Anum_pg_statistic_stakind1 - 1] = Int16GetDatum(static_cast<std::int16_t>(order.kind));
        values[Anum_pg_statistic_staop1 - 1] = ObjectIdGetDatum(order.operator_oid);
        values[Anum_pg_statistic_stanumbers1 - 1] = order.numbers;
        nulls[Anum_pg_statistic_stanumbers1 - 1] = false;
    }
    if (equated) {
        values[Anum_pg_statistic_stanullfrac - 1] = Float4GetDatum(0);
        values[Anum_pg_statistic_stadistinct - 1] = Float4GetDatum(1);
    }
    HeapTuple tuple = heap_form_tuple(RelationGetDescr(catalog), values, nulls);
    table_close(catalog, AccessShareLock);
    return tuple;
}

struct Exchange {
    Node *from;
    Node *to;
};

Node *
exchange(Node *node, void *context)
{
    const auto *what = static_cast<Exchange *>(context);
    if (node == nullptr || equal(node, what->from))
        return node == nullptr ? nullptr : what->to;
    return ULIDKIT_MUTATE(node, exchange, context);
}

// The values of a form of the times in a histogram, in their order, with the share of each.
struct Values {
    Datum *values;
    Datum *shares; // of type float4
    int count;
    int bins;
    double distinct; // of all times
};

// False: one of them is not known.
bool
find_values(PlannerInfo *root, Node *key, const Form &form, ArrayType *times, const TypeCacheEntry *type, Values &found)
{
    Datum *elements;
    bool *nulls;
    deconstruct_array(times, TIMESTAMPTZOID, sizeof(TimestampTz), FLOAT8PASSBYVAL, TYPALIGN_DOUBLE, &elements, &nulls,
                      &found.bins);
    const Size size = sizeof(Datum) * static_cast<Size>(found.bins);
    found.values = static_cast<Datum *>(palloc(size));
    found.shares = static_cast<Datum *>(palloc(size));
    found.count = 0;
    found.distinct =
        values_between(form, DatumGetTimestampTz(elements[0]), DatumGetTimestampTz(elements[found.bins - 1]));
    int bins = 0;
    for (int i = 0; i < found.bins; ++i) {
        Exchange time = {form.operand,
                         reinterpret_cast<Node *>(makeConst(TIMESTAMPTZOID, -1, InvalidOid, sizeof(TimestampTz),
                                                            elements[i], false, FLOAT8PASSBYVAL))};
        Node *value = estimate_expression_value(root, exchange(key, &time));
        if (!IsA(value, Const) || castNode(Const, value)->constisnull)
            return false;
        const Datum datum = castNode(Const, value)->constvalue;
        bins = found.count > 0 && DatumGetBool(FunctionCall2Coll(const_cast<FmgrInfo *>(&type->eq_opr_finfo),
                                                                 InvalidOid, found.values[found.count - 1], datum))
                   ? bins + 1
                   : 1;
        if (bins == 1)
            found.values[found.count++] = datum;
        found.shares[found.count - 1] = Float4GetDatum(static_cast<float>(bins) / static_cast<float>(found.bins));
    }
    return true;
}

// The id's histogram as that of a form of its times. If it has fewer values than bins, all of them are common ones.
HeapTuple
statistics_of_time_form(PlannerInfo *root, HeapTuple statistics, Node *key, const Form &form)
{
    HeapTuple of_form = statistics_of_forms(statistics, false);
    AttStatsSlot slot;
    if (!get_attstatsslot(&slot, statistics, STATISTIC_KIND_HISTOGRAM, InvalidOid, ATTSTATSSLOT_VALUES))
        return of_form;
    ArrayType *times = times_of_ids(form.time, slot, true);
    free_attstatsslot(&slot);
    const Oid type = exprType(key);
    const TypeCacheEntry *entry = lookup_type_cache(type, TYPECACHE_EQ_OPR | TYPECACHE_LT_OPR | TYPECACHE_EQ_OPR_FINFO);
    Values found;
    if (times == nullptr || !find_values(root, key, form, times, entry, found))
        return of_form;
    const bool common = found.distinct < found.bins;
    Relation catalog = table_open(StatisticRelationId, AccessShareLock);
    Datum row[Natts_pg_statistic];
    bool nulls[Natts_pg_statistic];
    heap_deform_tuple(of_form, RelationGetDescr(catalog), row, nulls);
    row[Anum_pg_statistic_stadistinct - 1] = Float4GetDatum(static_cast<float>(common ? found.count : found.distinct));
    row[Anum_pg_statistic_stakind1 - 1] = Int16GetDatum(common ? STATISTIC_KIND_MCV : STATISTIC_KIND_HISTOGRAM);
    row[Anum_pg_statistic_staop1 - 1] = ObjectIdGetDatum(common ? entry->eq_opr : entry->lt_opr);
    row[Anum_pg_statistic_stavalues1 - 1] = PointerGetDatum(
        construct_array(found.values, found.count, type, entry->typlen, entry->typbyval, entry->typalign));
    nulls[Anum_pg_statistic_stavalues1 - 1] = false;
    if (common)
        row[Anum_pg_statistic_stanumbers1 - 1] =
            PointerGetDatum(construct_array(found.shares, found.count, FLOAT4OID, sizeof(float4), true, TYPALIGN_INT));
    nulls[Anum_pg_statistic_stanumbers1 - 1] = !common;
    HeapTuple tuple = heap_form_tuple(RelationGetDescr(catalog), row, nulls);
    table_close(catalog, AccessShareLock);
    return tuple;
}

// The statistics of a time or form, computed once: for a list the planner asks for each of its elements.
struct Asked {
    const Node *key;
    const RangeTblEntry *relation;
    HeapTuple statistics; // or null
};

void
keep(HeapTuple)
{
}

// The statistics of the key, computed from those of the id. Null: there are none.
HeapTuple
compute_statistics(PlannerInfo *root, Node *key, HeapTuple statistics)
{
    Form form;
    if (as_form(root, key, form))
        return is_readable(statistics, exprType(id_of(form.time)))
                   ? statistics_of_time_form(root, statistics, key, form)
                   : nullptr;
    if (form_of(root, key).node != nullptr)
        return statistics_of_forms(statistics, is_equated(root, key));
    return is_readable(statistics, exprType(id_of_key(root, key)))
               ? statistics_of_times(statistics, castNode(FuncExpr, key))
               : nullptr;
}

HeapTuple
look_up_statistics(PlannerInfo *root, Node *key, const RangeTblEntry *entry)
{
    const std::uint64_t changes = changes_of_statistics();
    Node *expression = static_cast<Node *>(copyObjectImpl(key));
    Node *id = id_of_key(root, key);
    ChangeVarNodes(expression, static_cast<int>(castNode(Var, bare_id(id))->varno), 1, 0);
    const StatisticsKey remembered = {entry->relid, column_of(id), entry->inh, expression};
    const bool of_time = form_of(root, key).node == nullptr;
    if (HeapTuple known = of_time ? remembered_statistics(remembered) : nullptr)
        return known;
    HeapTuple statistics = SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(entry->relid),
                                           Int16GetDatum(remembered.column), BoolGetDatum(entry->inh));
    if (!HeapTupleIsValid(statistics))
        return nullptr;
    HeapTuple computed = compute_statistics(root, key, statistics);
    ReleaseSysCache(statistics);
    if (of_time && computed != nullptr)
        remember_statistics(remembered, computed, changes);
    return computed;
}

// Whether one of the table's conditions compares the time with a value near an end of the histogram: `lower`, the first
// bin, or the last.
bool
is_compared_near(PlannerInfo *root, const RelOptInfo *relation, Node *time, TimestampTz end, bool lower)
{
    ListCell *cell;
    foreach (cell, relation->baserestrictinfo) {
        auto *clause = reinterpret_cast<Node *>(lfirst_node(RestrictInfo, cell)->clause);
        if (!is_opclause(clause) || list_length(castNode(OpExpr, clause)->args) != 2 ||
            !list_member(castNode(OpExpr, clause)->args, time))
            continue;
        List *args = castNode(OpExpr, clause)->args;
        auto *other = static_cast<Node *>(equal(linitial(args), time) ? lsecond(args) : linitial(args));
        Node *value = estimate_expression_value(root, other);
        if (!IsA(value, Const) || castNode(Const, value)->constisnull ||
            castNode(Const, value)->consttype != TIMESTAMPTZOID)
            continue;
        const TimestampTz compared = DatumGetTimestampTz(castNode(Const, value)->constvalue);
        if (lower ? compared <= end : compared >= end)
            return true;
    }
    return false;
}

// An index whose first key is the id, in the order of its times, of all rows. Null: there is none.
const IndexOptInfo *
index_on_id(const RelOptInfo *relation, const FuncExpr *time)
{
    ListCell *cell;
    foreach (cell, relation->indexlist) {
        const auto *index = lfirst_node(IndexOptInfo, cell);
        if (!index->hypothetical && index->indpred == NIL && is_usable(index) && is_id(index, 0, time) &&
            index->canreturn[0] && index->amcostestimate != nullptr)
            return index;
    }
    return nullptr;
}

// Puts the times that the table has at present in the place of the ends of the histogram, where it matters.
void
update_ends(PlannerInfo *root, const RelOptInfo *relation, Node *key, HeapTuple statistics)
{
    bool is_null = false;
    const Datum datum = SysCacheGetAttr(STATRELATTINH, statistics, Anum_pg_statistic_stavalues2, &is_null);
    if (is_null)
        return;
    ArrayType *array = DatumGetArrayTypeP(datum);
    const int count = ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array));
    if (reinterpret_cast<Pointer>(array) != DatumGetPointer(datum) || count < 3 || ARR_HASNULL(array))
        return;
    // The elements are the last of the array.
    auto *times = reinterpret_cast<TimestampTz *>(reinterpret_cast<char *>(array) + VARSIZE(array)) - count;
    const auto *time = castNode(FuncExpr, key);
    const IndexOptInfo *index = nullptr;
    for (const bool lower : {true, false}) {
        TimestampTz &end = times[lower ? 0 : count - 1];
        if (!is_compared_near(root, relation, key, times[lower ? 1 : count - 2], lower))
            continue;
        index = index == nullptr ? index_on_id(relation, time) : index;
        if (index == nullptr)
            return;
        const bool backward = lower == index->reverse_sort[0];
        Datum id;
        if (!find_index_end(root->simple_rte_array[relation->relid]->relid, index,
                            backward ? BackwardScanDirection : ForwardScanDirection, id))
            continue;
        TimestampTz actual;
        if (time_of_id(time, id, actual))
            end = actual;
    }
}

HeapTuple
statistics_for(PlannerInfo *root, PlannerState *state, Node *key, const RangeTblEntry *entry,
               const RelOptInfo *relation)
{
    ListCell *cell;
    foreach (cell, state->statistics) {
        const auto *asked = static_cast<Asked *>(lfirst(cell));
        if (asked->relation == entry && (asked->key == key || equal(asked->key, key)))
            return asked->statistics;
    }
    const MemoryContext before = MemoryContextSwitchTo(root->planner_cxt);
    auto *asked = static_cast<Asked *>(palloc(sizeof(Asked)));
    *asked = {key, entry, look_up_statistics(root, key, entry)};
    if (settings::virtual_index && asked->statistics != nullptr && extracted_time(root, key) != nullptr &&
        IsA(key, FuncExpr) && !entry->inh)
        update_ends(root, relation, key, asked->statistics);
    state->statistics = lappend(state->statistics, asked);
    MemoryContextSwitchTo(before);
    return asked->statistics;
}

get_index_stats_hook_type previous_hook = nullptr;

// Whether the user may read all rows of the table, or of the tables whose child it is, and so their statistics.
bool
may_read(PlannerInfo *root, const RelOptInfo *relation, AttrNumber column)
{
    Index number = relation->relid;
    for (;;) {
        const RangeTblEntry *entry = root->simple_rte_array[number];
        if (entry->rtekind == RTE_RELATION && entry->securityQuals == NIL && may_select(relation, entry, column))
            return true;
        const AppendRelInfo *member = root->append_rel_array == nullptr ? nullptr : root->append_rel_array[number];
        if (member == nullptr || root->simple_rte_array[member->parent_relid]->rtekind != RTE_RELATION)
            return false;
        column = column > 0 && column <= member->num_child_cols ? member->parent_colnos[column - 1] : 0;
        number = member->parent_relid;
    }
}

// How far the table is in the order of the id, as if it were that of the form.
HeapTuple
order_of_form(const VirtualIndex *index, const RangeTblEntry *entry)
{
    HeapTuple statistics = SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(entry->relid),
                                           Int16GetDatum(column_of(index->form.id)), BoolGetDatum(entry->inh));
    if (!HeapTupleIsValid(statistics))
        return nullptr;
    const Oid type = exprType(index->form.node);
    const Oid equality = get_opfamily_member(index->info.opfamily[index->column], type, type, HTEqualStrategyNumber);
    const Slot slot = slot_of_order(statistics, equality);
    HeapTuple tuple = statistics_of_forms(statistics, false, slot);
    ReleaseSysCache(statistics);
    return tuple;
}

// For the cost of a virtual index. The keys before the id are those of the index on it.
bool
use_statistics_of_virtual(PlannerInfo *root, PlannerState *state, AttrNumber number, VariableStatData *variable)
{
    const VirtualIndex *made = state->costed;
    const int place = number - 1;
    variable->freefunc = keep;
    if (place == made->column) {
        const RangeTblEntry *entry = root->simple_rte_array[made->original->rel->relid];
        variable->statsTuple = made->time != nullptr
                                   ? statistics_for(root, state, made->key(), entry, made->original->rel)
                                   : order_of_form(made, entry);
        variable->acl_ok = true; // the server compares no values with them
        return true;
    }
    const int original = place > made->column ? place - 1 : place;
    variable->statsTuple = SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(made->original->indexoid),
                                           Int16GetDatum(static_cast<std::int16_t>(original + 1)), BoolGetDatum(false));
    variable->freefunc = ReleaseSysCache;
    return true;
}

bool
use_time_statistics(PlannerInfo *root, Oid index, AttrNumber number, VariableStatData *variable)
{
    PlannerState *state = state_of(root);
    if (state == nullptr || !list_member_oid(state->with_statistics, index)) {
        // For the cost of a BRIN index, the server leaves `variable` unset.
        if (state != nullptr && state->costed != nullptr && state->costed->original->indexoid == index)
            return use_statistics_of_virtual(root, state, number, variable);
        return previous_hook != nullptr && previous_hook(root, index, number, variable);
    }
    if (variable->var == nullptr)
        return state->costed != nullptr && use_statistics_of_virtual(root, state, number, variable);
    const RelOptInfo *relation = variable->rel;
    const RangeTblEntry *entry = root->simple_rte_array[relation->relid];
    variable->statsTuple = statistics_for(root, state, variable->var, entry, relation);
    variable->freefunc = keep;
    variable->acl_ok = may_read(root, relation, column_of(id_of_key(root, variable->var)));
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
