// Statistics of the times of ids: how many rows a join by equal times has, how many groups there are of a time, and so
// on is expected as for a column of timestamps.
//
// The planner looks for the statistics of an expression among those of the indexes that have it, and asks a hook for
// those of a hypothetical index. So a table whose id's time occurs in the query is given such an index. Its keys are of
// no operator family and need a condition, so no path is made of it. Its statistics are the id's, with a time in the
// place of each id: the order is the same. An index on the time itself, or an extended statistics object, has its own,
// which precede these. A form of the time has fewer values: of each bin of the histogram the one that it has there. A
// form of an id that has an inverse, such as its text, has as many distinct values as the id.
#include "pg/postgres.hpp"

#include "pg/planning/builtin_types.hpp"
#include "pg/planning/extracted_time.hpp"
#include "pg/planning/id_forms.hpp"
#include "pg/planning/id_keys.hpp"
#include "pg/planning/index_end.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/statistics_cache.hpp"
#include "pg/planning/time_statistics.hpp"
#include "pg/planning/virtual_index.hpp"

namespace ulidkit {

namespace {

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
is_unique(const RelOptInfo *relation, const IdKey &key)
{
    ListCell *cell;
    foreach (cell, key.time != nullptr ? NIL : relation->indexlist) {
        const auto *index = lfirst_node(IndexOptInfo, cell);
        if (index->unique && index->nkeycolumns == 1 && index->indpred == NIL && is_id_of(index, 0, key))
            return true;
    }
    return false;
}

// An index on the key, by which the server finds its statistics and that it is unique.
IndexOptInfo *
make_index(RelOptInfo *relation, Oid table, const IdKey &key)
{
    auto *made = new_node<StatisticsIndex>(T_IndexOptInfo);
    made->key = key;
    IndexOptInfo *index = &made->info;
    // Of the table, because an index that does not exist has no OID. The hook knows it by that.
    index->indexoid = table;
    index->rel = relation;
    index->pages = relation->pages;
    index->tuples = relation->tuples;
    index->ncolumns = 1;
    index->nkeycolumns = 1;
    index->indexkeys = one(IsA(key.node, Var) ? static_cast<int>(castNode(Var, key.node)->varattno) : 0);
    index->indexcollations = one(exprCollation(key.node));
    index->opfamily = one(InvalidOid);
    index->opcintype = one(InvalidOid);
    index->canreturn = one(false);
    index->indexprs = IsA(key.node, Var) ? NIL : list_of(key.node);
    index->hypothetical = true;
    index->unique = is_unique(relation, key);
    return index;
}

} // namespace

void
add_statistics_indexes(PlannerInfo *root, RelOptInfo *relation)
{
    List *keys = keys_of(root, relation);
    if (keys == NIL)
        return;
    PlannerState *state = state_of(root);
    const Oid table = root->simple_rte_array[relation->relid]->relid;
    ListCell *cell;
    foreach (cell, keys)
        relation->indexlist =
            lappend(relation->indexlist, make_index(relation, table, *static_cast<IdKey *>(lfirst(cell))));
    state->with_statistics = list_append_unique_oid(state->with_statistics, table);
}

namespace {

// One slot of a row of pg_statistic.
struct Slot {
    int kind = 0;
    Oid operator_oid = InvalidOid;
    Oid collation = InvalidOid;
    Datum numbers = 0; // null if 0
    Datum values = 0;  // likewise
};

// Sets a slot of a row.
void
put_slot(Datum *values, bool *nulls, int i, const Slot &slot)
{
    values[Anum_pg_statistic_stakind1 - 1 + i] = Int16GetDatum(static_cast<std::int16_t>(slot.kind));
    values[Anum_pg_statistic_staop1 - 1 + i] = ObjectIdGetDatum(slot.operator_oid);
    values[Anum_pg_statistic_stacoll1 - 1 + i] = ObjectIdGetDatum(slot.collation);
    values[Anum_pg_statistic_stanumbers1 - 1 + i] = slot.numbers;
    nulls[Anum_pg_statistic_stanumbers1 - 1 + i] = slot.numbers == 0;
    values[Anum_pg_statistic_stavalues1 - 1 + i] = slot.values;
    nulls[Anum_pg_statistic_stavalues1 - 1 + i] = slot.values == 0;
}

Datum
array_of_numbers(Datum *numbers, int count)
{
    return PointerGetDatum(construct_array(numbers, count, FLOAT4OID, sizeof(float4), true, TYPALIGN_INT));
}

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

// What a slot of the kind has.
int
parts_of(int kind)
{
    return (kind == STATISTIC_KIND_CORRELATION ? 0 : ATTSTATSSLOT_VALUES) |
           (kind == STATISTIC_KIND_HISTOGRAM ? 0 : ATTSTATSSLOT_NUMBERS);
}

// The numbers of a slot, as they are. 0: it has none.
Datum
numbers_of(const AttStatsSlot &slot)
{
    if (slot.nnumbers == 0)
        return 0;
    auto *numbers = static_cast<Datum *>(palloc(sizeof(Datum) * static_cast<std::size_t>(slot.nnumbers)));
    for (int i = 0; i < slot.nnumbers; ++i)
        numbers[i] = Float4GetDatum(slot.numbers[i]);
    return array_of_numbers(numbers, slot.nnumbers);
}

// What a slot of the id's statistics says of its times. Without a kind: nothing.
Slot
slot_of_times(HeapTuple statistics, const FuncExpr *time, int kind)
{
    AttStatsSlot slot;
    if (!get_attstatsslot(&slot, statistics, kind, InvalidOid, parts_of(kind)))
        return {};
    const TypeCacheEntry *type = lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_EQ_OPR | TYPECACHE_LT_OPR);
    Slot result = {kind, kind == STATISTIC_KIND_MCV ? type->eq_opr : type->lt_opr, InvalidOid, 0, 0};
    result.numbers = numbers_of(slot);
    if (slot.nvalues > 0) {
        ArrayType *times = times_of_ids(time, slot, kind == STATISTIC_KIND_HISTOGRAM);
        if (times == nullptr)
            return {};
        result.values = PointerGetDatum(times);
    }
    free_attstatsslot(&slot);
    return result;
}

// The statistics with these slots in the place of theirs.
HeapTuple
with_slots(HeapTuple statistics, std::initializer_list<Slot> slots)
{
    Relation catalog = table_open(StatisticRelationId, AccessShareLock);
    Datum values[Natts_pg_statistic];
    bool nulls[Natts_pg_statistic];
    heap_deform_tuple(statistics, RelationGetDescr(catalog), values, nulls);
    for (int i = 0; i < STATISTIC_NUM_SLOTS; ++i)
        put_slot(values, nulls, i, i < static_cast<int>(slots.size()) ? slots.begin()[i] : Slot());
    HeapTuple tuple = heap_form_tuple(RelationGetDescr(catalog), values, nulls);
    table_close(catalog, AccessShareLock);
    return tuple;
}

// The id's statistics as those of its times.
HeapTuple
statistics_of_times(HeapTuple statistics, const FuncExpr *time)
{
    HeapTuple tuple = with_slots(statistics, {slot_of_times(statistics, time, STATISTIC_KIND_MCV),
                                              slot_of_times(statistics, time, STATISTIC_KIND_HISTOGRAM),
                                              slot_of_times(statistics, time, STATISTIC_KIND_CORRELATION)});
    reinterpret_cast<Form_pg_statistic>(GETSTRUCT(tuple))->stawidth = sizeof(TimestampTz);
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
    free_attstatsslot(&slot);
    return {STATISTIC_KIND_CORRELATION, operator_oid, InvalidOid, array_of_numbers(&number, 1), 0};
}

// The id's statistics as those of its forms: how many are null, and how many distinct. `slot`: what else there is.
HeapTuple
statistics_of_forms(HeapTuple statistics, const Slot &slot = {})
{
    return with_slots(statistics, {slot});
}

struct Exchange {
    const Node *from;
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
find_values(PlannerInfo *root, const IdKey &key, ArrayType *times, const TypeCacheEntry *type, Values &found)
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
        values_between(key.time_form, DatumGetTimestampTz(elements[0]), DatumGetTimestampTz(elements[found.bins - 1]));
    int bins = 0;
    for (int i = 0; i < found.bins; ++i) {
        Exchange time = {reinterpret_cast<Node *>(key.time),
                         reinterpret_cast<Node *>(makeConst(TIMESTAMPTZOID, -1, InvalidOid, sizeof(TimestampTz),
                                                            elements[i], false, FLOAT8PASSBYVAL))};
        const Const *value = constant_of(estimate_expression_value(root, exchange(key.expression, &time)));
        if (value == nullptr)
            return false;
        const Datum datum = value->constvalue;
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

Datum
array_of_values(Datum *values, int count, const TypeCacheEntry *type)
{
    return PointerGetDatum(construct_array(values, count, type->type_id, type->typlen, type->typbyval, type->typalign));
}

// The id's histogram as that of a form of its times. If it has fewer values than bins, all of them are common ones.
HeapTuple
statistics_of_time_form(PlannerInfo *root, HeapTuple statistics, const IdKey &key)
{
    AttStatsSlot slot;
    if (!get_attstatsslot(&slot, statistics, STATISTIC_KIND_HISTOGRAM, InvalidOid, ATTSTATSSLOT_VALUES))
        return statistics_of_forms(statistics);
    ArrayType *times = times_of_ids(key.time, slot, true);
    free_attstatsslot(&slot);
    const TypeCacheEntry *type =
        lookup_type_cache(exprType(key.node), TYPECACHE_EQ_OPR | TYPECACHE_LT_OPR | TYPECACHE_EQ_OPR_FINFO);
    Values found;
    if (times == nullptr || !find_values(root, key, times, type, found))
        return statistics_of_forms(statistics);
    const bool common = found.distinct < found.bins;
    const Datum values = array_of_values(found.values, found.count, type);
    HeapTuple tuple =
        statistics_of_forms(statistics, common ? Slot{STATISTIC_KIND_MCV, type->eq_opr, InvalidOid,
                                                      array_of_numbers(found.shares, found.count), values}
                                               : Slot{STATISTIC_KIND_HISTOGRAM, type->lt_opr, InvalidOid, 0, values});
    reinterpret_cast<Form_pg_statistic>(GETSTRUCT(tuple))->stadistinct =
        static_cast<float4>(common ? found.count : found.distinct);
    return tuple;
}

// The id's histogram as that of its texts, which have the same order.
HeapTuple
statistics_of_texts(HeapTuple statistics, const IdKey &key)
{
    AttStatsSlot slot;
    if (!is_readable(statistics, exprType(key.id)) ||
        !get_attstatsslot(&slot, statistics, STATISTIC_KIND_HISTOGRAM, InvalidOid, ATTSTATSSLOT_VALUES))
        return statistics_of_forms(statistics);
    const TypeCacheEntry *type = lookup_type_cache(TEXTOID, TYPECACHE_LT_OPR);
    // As the conversion does it, which asks for no privilege.
    for (int i = 0; i < slot.nvalues; ++i)
        slot.values[i] = CStringGetTextDatum(OidOutputFunctionCall(key.form.inverse.function, slot.values[i]));
    HeapTuple tuple = statistics_of_forms(statistics, {STATISTIC_KIND_HISTOGRAM, type->lt_opr, exprCollation(key.node),
                                                       0, array_of_values(slot.values, slot.nvalues, type)});
    free_attstatsslot(&slot);
    return tuple;
}

// What the table's conditions compare the form with by equality, and the ids that this is, calls `visit` with both.
template <class Visit>
void
each_equality(PlannerInfo *root, const RelOptInfo *relation, const IdKey &key, Oid id_type, Visit visit)
{
    ListCell *cell;
    foreach (cell, relation->baserestrictinfo) {
        auto *clause = reinterpret_cast<Node *>(lfirst_node(RestrictInfo, cell)->clause);
        if (!is_opclause(clause) || list_length(castNode(OpExpr, clause)->args) != 2 ||
            !compares_bytes(castNode(OpExpr, clause)->opno, castNode(OpExpr, clause)->inputcollid))
            continue;
        auto *left = static_cast<Node *>(linitial(castNode(OpExpr, clause)->args));
        auto *right = static_cast<Node *>(lsecond(castNode(OpExpr, clause)->args));
        const bool on_left = equal(without_casts(left), without_casts(key.node));
        if (!on_left && !equal(without_casts(right), without_casts(key.node)))
            continue;
        Node *value = estimate_expression_value(root, on_left ? right : left);
        const Const *constant = constant_of(value);
        const Const *id = constant == nullptr
                              ? nullptr
                              : constant_of(estimate_expression_value(root, inverted(root, key.form, value, id_type)));
        if (id != nullptr)
            visit(constant->constvalue, id->constvalue);
    }
}

// The form's statistics with those of its values that the conditions ask for, if their ids are among the common ones.
HeapTuple
with_common_values(PlannerInfo *root, const RelOptInfo *relation, const IdKey &key, HeapTuple of_form, HeapTuple of_id)
{
    AttStatsSlot slot;
    const Oid id_type = getBaseType(exprType(id_of_form(key.form)));
    if (!is_readable(of_id, id_type) || !is_invertible(root, key.form, id_type) ||
        !get_attstatsslot(&slot, of_id, STATISTIC_KIND_MCV, InvalidOid, ATTSTATSSLOT_VALUES | ATTSTATSSLOT_NUMBERS))
        return of_form;
    const TypeCacheEntry *ids = lookup_type_cache(id_type, TYPECACHE_EQ_OPR_FINFO);
    const TypeCacheEntry *type = lookup_type_cache(exprType(key.node), TYPECACHE_EQ_OPR);
    Datum values[1];
    Datum shares[1];
    int count = 0;
    each_equality(root, relation, key, id_type, [&](Datum value, Datum id) {
        for (int i = 0; i < slot.nvalues && count == 0; ++i) {
            if (DatumGetBool(
                    FunctionCall2Coll(const_cast<FmgrInfo *>(&ids->eq_opr_finfo), slot.stacoll, slot.values[i], id))) {
                values[count] = value;
                shares[count++] = Float4GetDatum(slot.numbers[i]);
            }
        }
    });
    free_attstatsslot(&slot);
    return count == 0 ? of_form
                      : statistics_of_forms(of_form, {STATISTIC_KIND_MCV, type->eq_opr, exprCollation(key.node),
                                                      array_of_numbers(shares, 1), array_of_values(values, 1, type)});
}

} // namespace

bool
is_readable(HeapTuple statistics, Oid type)
{
    if (!HeapTupleIsValid(statistics))
        return true;
    const auto *row = reinterpret_cast<Form_pg_statistic>(GETSTRUCT(statistics));
    for (int i = 0; i < STATISTIC_NUM_SLOTS; ++i) {
        const int kind = (&row->stakind1)[i];
        if (kind != STATISTIC_KIND_MCV && kind != STATISTIC_KIND_HISTOGRAM)
            continue;
        bool is_null;
        const Datum values = SysCacheGetAttr(STATRELATTINH, statistics,
                                             static_cast<AttrNumber>(Anum_pg_statistic_stavalues1 + i), &is_null);
        if (is_null)
            return false;
        const auto *array = reinterpret_cast<const ArrayType *>(
            PG_DETOAST_DATUM_SLICE(values, 0, static_cast<int>(sizeof(ArrayType) - VARHDRSZ)));
        const Oid element = ARR_ELEMTYPE(array);
        if (get_typlen(element) != get_typlen(type) || get_typbyval(element) != get_typbyval(type))
            return false;
    }
    return true;
}

namespace {

// The statistics of a key, computed once: for a list the planner asks for each of its elements.
struct Asked {
    const Node *key;
    const RangeTblEntry *relation;
    HeapTuple statistics; // or null
    bool readable;        // whether the user may read the rows
};

void
keep(HeapTuple)
{
}

// The statistics of the key, computed from those of the id. Null: there are none.
HeapTuple
compute_statistics(PlannerInfo *root, const IdKey &key, HeapTuple statistics)
{
    if (key.time == nullptr)
        return IsA(key.node, CoerceViaIO) ? statistics_of_texts(statistics, key) : statistics_of_forms(statistics);
    if (!is_readable(statistics, exprType(key.id)))
        return nullptr;
    return key.is_time() ? statistics_of_times(statistics, key.time) : statistics_of_time_form(root, statistics, key);
}

// Those of the id: of its column, or of the expression that it is in an index.
HeapTuple
statistics_of_id(const IdKey &key, const RangeTblEntry *entry, const RelOptInfo *relation)
{
    Oid table = entry->relid;
    AttrNumber column = column_of(key.id);
    ListCell *cell;
    foreach (cell, column > 0 ? NIL : relation->indexlist) {
        const auto *index = lfirst_node(IndexOptInfo, cell);
        for (int i = 0; column <= 0 && !index->hypothetical && i < index->nkeycolumns; ++i) {
            if (index->indexkeys[i] == 0 && is_id_of(index, i, key)) {
                table = index->indexoid;
                column = static_cast<AttrNumber>(i + 1);
            }
        }
    }
    return SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(table), Int16GetDatum(column),
                           BoolGetDatum(entry->inh && table == entry->relid));
}

HeapTuple
look_up_statistics(PlannerInfo *root, const IdKey &key, const RangeTblEntry *entry, const RelOptInfo *relation)
{
    const std::uint64_t changes = changes_of_statistics();
    Node *expression = key.expression;
    if (key.relation != 1) {
        expression = static_cast<Node *>(copyObjectImpl(expression));
        ChangeVarNodes(expression, key.relation, 1, 0);
    }
    const StatisticsKey remembered = {entry->relid, column_of(key.id), entry->inh, expression};
    if (HeapTuple known = remembered_statistics(remembered))
        return known;
    HeapTuple statistics = statistics_of_id(key, entry, relation);
    if (!HeapTupleIsValid(statistics))
        return nullptr;
    HeapTuple computed = compute_statistics(root, key, statistics);
    ReleaseSysCache(statistics);
    if (computed != nullptr)
        remember_statistics(remembered, computed, changes);
    return computed;
}

// An end of a histogram of times: the first bin, or the last.
struct End {
    PlannerInfo *root;
    const Node *time;
    TimestampTz bin; // its other side
    bool lower;
};

// Whether a comparison among the conditions compares the time with a value in the bin.
bool
is_compared_near(Node *node, void *context)
{
    const auto *end = static_cast<End *>(context);
    if (node == nullptr || !(is_opclause(node) || IsA(node, BoolExpr)))
        return false;
    if (IsA(node, BoolExpr))
        return ULIDKIT_WALK(node, is_compared_near, context);
    List *args = castNode(OpExpr, node)->args;
    if (list_length(args) != 2 || !list_member(args, end->time))
        return false;
    auto *other = static_cast<Node *>(equal(linitial(args), end->time) ? lsecond(args) : linitial(args));
    const Const *value = constant_of(estimate_expression_value(end->root, other));
    if (value == nullptr || value->consttype != TIMESTAMPTZOID)
        return false;
    const TimestampTz compared = DatumGetTimestampTz(value->constvalue);
    return end->lower ? compared <= end->bin : compared >= end->bin;
}

bool
is_compared_near(const RelOptInfo *relation, End end)
{
    ListCell *cell;
    foreach (cell, relation->baserestrictinfo) {
        if (is_compared_near(reinterpret_cast<Node *>(lfirst_node(RestrictInfo, cell)->clause), &end))
            return true;
    }
    return false;
}

// An index whose first key is the id, in the order of its times, of all rows. Null: there is none.
const IndexOptInfo *
index_on_id(const RelOptInfo *relation, const IdKey &key)
{
    ListCell *cell;
    foreach (cell, relation->indexlist) {
        const auto *index = lfirst_node(IndexOptInfo, cell);
        if (!index->hypothetical && index->indpred == NIL && is_usable(index) && is_id_of(index, 0, key) &&
            index->canreturn[0] && index->amcostestimate != nullptr)
            return index;
    }
    return nullptr;
}

// Puts the times that the table has at present in the place of the ends of the histogram, where it matters.
void
update_ends(PlannerInfo *root, const RelOptInfo *relation, const IdKey &key, HeapTuple statistics)
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
    const IndexOptInfo *index = nullptr;
    for (const bool lower : {true, false}) {
        TimestampTz &end = times[lower ? 0 : count - 1];
        if (!is_compared_near(relation, {root, key.node, times[lower ? 1 : count - 2], lower}))
            continue;
        index = index == nullptr ? index_on_id(relation, key) : index;
        if (index == nullptr)
            return;
        const bool backward = lower == index->reverse_sort[0];
        Datum id;
        if (!find_index_end(root->simple_rte_array[relation->relid]->relid, index,
                            backward ? BackwardScanDirection : ForwardScanDirection, id))
            continue;
        TimestampTz actual;
        if (time_of_id(key.time, id, actual))
            end = actual;
    }
}

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

const Asked &
statistics_for(PlannerInfo *root, PlannerState *state, const IdKey &key, const RangeTblEntry *entry,
               const RelOptInfo *relation)
{
    ListCell *cell;
    foreach (cell, state->statistics) {
        const auto *asked = static_cast<Asked *>(lfirst(cell));
        if (asked->relation == entry && asked->key == key.node)
            return *asked;
    }
    const MemoryContext before = MemoryContextSwitchTo(root->planner_cxt);
    auto *asked = static_cast<Asked *>(palloc(sizeof(Asked)));
    *asked = {key.node, entry, look_up_statistics(root, key, entry, relation),
              may_read(root, relation, column_of(key.id))};
    if (asked->statistics != nullptr && key.is_time() && !entry->inh)
        update_ends(root, relation, key, asked->statistics);
    HeapTuple of_id = key.time == nullptr ? statistics_of_id(key, entry, relation) : nullptr;
    if (HeapTupleIsValid(of_id)) {
        asked->statistics = with_common_values(root, relation, key, asked->statistics, of_id);
        ReleaseSysCache(of_id);
    }
    state->statistics = lappend(state->statistics, asked);
    MemoryContextSwitchTo(before);
    return *asked;
}

// How far the table is in the order of the id, as if it were that of the form.
HeapTuple
order_of_form(const VirtualIndex *index, const RangeTblEntry *entry)
{
    HeapTuple statistics = statistics_of_id(*index->key, entry, index->original->rel);
    if (!HeapTupleIsValid(statistics))
        return nullptr;
    const Oid type = exprType(index->key->node);
    const Oid equality = get_opfamily_member(index->info.opfamily[index->column], type, type, HTEqualStrategyNumber);
    HeapTuple tuple = statistics_of_forms(statistics, slot_of_order(statistics, equality));
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
        variable->statsTuple = made->key->is_time()
                                   ? statistics_for(root, state, *made->key, entry, made->original->rel).statistics
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

// The key that an index of the relation has for the expression, of which the server has taken a cast off.
const IdKey *
key_of(const RelOptInfo *relation, const Node *expression)
{
    ListCell *cell;
    foreach (cell, relation->indexlist) {
        const StatisticsIndex *index = as_statistics(lfirst_node(IndexOptInfo, cell));
        if (index != nullptr && equal(without_casts(index->key.node), expression))
            return &index->key;
    }
    return nullptr;
}

} // namespace

bool
use_statistics(PlannerInfo *root, Oid index, AttrNumber number, VariableStatData *variable)
{
    PlannerState *state = known_state_of(root);
    if (state == nullptr)
        return false;
    const bool costed = state->costed != nullptr && state->costed->column >= 0;
    // For the cost of a BRIN index, the server leaves `variable` unset.
    if (!list_member_oid(state->with_statistics, index))
        return costed && state->costed->original->indexoid == index &&
               use_statistics_of_virtual(root, state, number, variable);
    if (variable->var == nullptr)
        return costed && use_statistics_of_virtual(root, state, number, variable);
    const RelOptInfo *relation = variable->rel;
    variable->freefunc = keep;
    const IdKey *key = key_of(relation, without_casts(without_nulling(variable->var)));
    if (key == nullptr)
        return true;
    const RangeTblEntry *entry = root->simple_rte_array[relation->relid];
    const Asked &asked = statistics_for(root, state, *key, entry, relation);
    variable->statsTuple = asked.statistics;
    variable->acl_ok = asked.readable;
    return true;
}

namespace {

// Whether the table has an index of its own that begins with the column, which knows its ends.
bool
has_own_index(const RelOptInfo *relation, AttrNumber column)
{
    ListCell *cell;
    foreach (cell, relation->indexlist) {
        const auto *index = lfirst_node(IndexOptInfo, cell);
        if (!index->hypothetical && index->indexkeys[0] == column)
            return true;
    }
    return false;
}

} // namespace

bool
use_statistics_of_column(PlannerInfo *root, const RangeTblEntry *entry, AttrNumber column, VariableStatData *variable)
{
    PlannerState *state = known_state_of(root);
    if (state == nullptr || !list_member_oid(state->with_statistics, entry->relid))
        return false;
    for (int i = 1; i < root->simple_rel_array_size; ++i) {
        const RelOptInfo *relation = root->simple_rte_array[i] == entry ? root->simple_rel_array[i] : nullptr;
        ListCell *cell;
        foreach (cell, relation == nullptr ? NIL : relation->indexlist) {
            const StatisticsIndex *index = as_statistics(lfirst_node(IndexOptInfo, cell));
            if (index == nullptr || !index->key.is_time() || index->info.indexkeys[0] != column ||
                has_own_index(relation, column))
                continue;
            variable->statsTuple = statistics_for(root, state, index->key, entry, relation).statistics;
            variable->freefunc = keep;
            return variable->statsTuple != nullptr;
        }
    }
    return false;
}

} // namespace ulidkit
