// Statistics of the times of IDs. With them, the planner estimates the rows of a join by equal times, the number of
// groups by a time, and so on, as it does for a column of timestamps.
//
// The planner looks for the statistics of an expression among the statistics of the indexes that have the expression,
// and asks a hook for the statistics of a hypothetical index. So a table gets such an index for each key in the query
// (see id_keys.hpp). The columns of these indexes belong to no operator family, and a scan of such an index would need
// a condition. So the planner makes no path over them.
//
// - For a time, the statistics are the ID's, with a time in the place of each ID. The order of the rows is the same.
// - A form of the time has fewer values than the time. Each bin of the histogram gets the value of the form at its
//   bound.
// - A form of an ID that has an inverse, such as the text of the ID, has as many distinct values as the ID.
//
// An index on the time itself, and an extended statistics object, have statistics of their own, which the planner uses
// first.
#include "pg/postgres.hpp"

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/id_forms.hpp"
#include "pg/planning/id_keys.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/support_function.hpp"
#include "pg/planning/time_statistics.hpp"
#include "pg/planning/virtual_index.hpp"

namespace ulidkit {

namespace {

// Returns an index on the key. With this index the server finds the statistics of the key, and that it is unique.
IndexOptInfo *
make_index(RelOptInfo *relation, Oid table, const IdKey &key)
{
    auto *made = new_node<StatisticsIndex>(T_IndexOptInfo);
    made->key = key;
    IndexOptInfo *index = &made->info;
    // This index does not exist, so it has no OID. It gets the OID of its table, which no index can have, so that
    // use_statistics() recognises it.
    index->indexoid = table;
    index->rel = relation;
    index->ncolumns = 1;
    index->nkeycolumns = 1;
    index->indexkeys = copied(IsA(key.node, Var) ? static_cast<int>(castNode(Var, key.node)->varattno) : 0);
    index->indexcollations = copied(exprCollation(key.node));
    index->opfamily = copied(InvalidOid);
    index->opcintype = copied(InvalidOid);
    index->canreturn = copied(false);
    index->indexprs = IsA(key.node, Var) ? NIL : list_of(key.node);
    index->hypothetical = true;
    // A form of an ID is unique if the ID is unique. A time is not.
    const AttrNumber column = column_of(key.id);
    index->unique = key.time == nullptr && column > 0 && has_unique_index(relation, column);
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
    for (const auto *key : each<IdKey>(keys))
        relation->indexlist = lappend(relation->indexlist, make_index(relation, table, *key));
    state->with_statistics = list_append_unique_oid(state->with_statistics, table);
}

namespace {

// Returns a slot of the ID's statistics, as a copy that can be changed into a slot of a key. The slot is empty if the
// statistics have no slot of that kind.
AttStatsSlot
slot_of(HeapTuple statistics, int kind)
{
    AttStatsSlot slot;
    const int parts = (kind == STATISTIC_KIND_CORRELATION ? 0 : ATTSTATSSLOT_VALUES) |
                      (kind == STATISTIC_KIND_HISTOGRAM ? 0 : ATTSTATSSLOT_NUMBERS);
    get_attstatsslot(&slot, statistics, kind, InvalidOid, parts);
    return slot;
}

ArrayType *
datum_array(const Datum *values, int count, Oid type)
{
    const TypeCacheEntry *element = lookup_type_cache(type, 0);
    return construct_array(const_cast<Datum *>(values), count, type, element->typlen, element->typbyval,
                           element->typalign);
}

// Returns a copy of the ID's statistics as the statistics of the key: with these slots, whose values are values of the
// key, in the place of the ID's slots. The share of NULLs, the number of distinct values, and the order of the rows
// stay as they are.
HeapTuple
with_slots(HeapTuple statistics, const IdKey &key, const AttStatsSlot &common, const AttStatsSlot &histogram)
{
    static constexpr int kinds[] = {STATISTIC_KIND_MCV, STATISTIC_KIND_HISTOGRAM, STATISTIC_KIND_CORRELATION};
    const AttStatsSlot slots[STATISTIC_NUM_SLOTS] = {common, histogram, slot_of(statistics, kinds[2])};
    const Oid type = exprType(key.node);
    Oid equality = btree_operator(type, BTEqualStrategyNumber);
    Oid less = btree_operator(type, BTLessStrategyNumber);
    if (!OidIsValid(equality)) { // varchar and domains use the operators of another type
        const TypeCacheEntry *operators = lookup_type_cache(type, TYPECACHE_EQ_OPR | TYPECACHE_LT_OPR);
        equality = operators->eq_opr;
        less = operators->lt_opr;
    }
    Relation catalog = table_open(StatisticRelationId, AccessShareLock);
    Datum values[Natts_pg_statistic];
    bool nulls[Natts_pg_statistic];
    heap_deform_tuple(statistics, RelationGetDescr(catalog), values, nulls);
    for (int i = 0; i < STATISTIC_NUM_SLOTS; ++i) {
        const AttStatsSlot &slot = slots[i];
        const bool has_values = slot.nvalues > 0;
        const bool has_numbers = slot.numbers_arr != nullptr;
        const int kind = has_values || has_numbers ? kinds[i] : 0;
        // A virtual index on a form of an ID knows only equality, so the correlation is stored for this operator.
        const bool by_equality =
            kind == STATISTIC_KIND_MCV || (kind == STATISTIC_KIND_CORRELATION && key.time == nullptr);
        values[Anum_pg_statistic_stakind1 - 1 + i] = Int16GetDatum(static_cast<std::int16_t>(kind));
        values[Anum_pg_statistic_staop1 - 1 + i] = ObjectIdGetDatum(by_equality ? equality : less);
        values[Anum_pg_statistic_stacoll1 - 1 + i] = ObjectIdGetDatum(exprCollation(key.node));
        values[Anum_pg_statistic_stanumbers1 - 1 + i] = PointerGetDatum(slot.numbers_arr);
        nulls[Anum_pg_statistic_stanumbers1 - 1 + i] = !has_numbers;
        values[Anum_pg_statistic_stavalues1 - 1 + i] = PointerGetDatum(datum_array(slot.values, slot.nvalues, type));
        nulls[Anum_pg_statistic_stavalues1 - 1 + i] = !has_values;
    }
    HeapTuple tuple = heap_form_tuple(RelationGetDescr(catalog), values, nulls);
    table_close(catalog, AccessShareLock);
    return tuple;
}

// Compares two Datums of type timestamptz, for qsort().
int
compare_times(const void *one, const void *other)
{
    return timestamptz_cmp_internal(DatumGetTimestampTz(*static_cast<const Datum *>(one)),
                                    DatumGetTimestampTz(*static_cast<const Datum *>(other)));
}

// Replaces the values of the slot by the values of the expression, in which each of them takes the place of `variable`.
// Returns false if the expression is NULL for one of them.
bool
replace_values(AttStatsSlot &slot, Node *expression, const Node *variable)
{
    auto *values = static_cast<Datum *>(palloc(sizeof(Datum) * static_cast<std::size_t>(slot.nvalues)));
    for (int i = 0; i < slot.nvalues; ++i) {
        const NullableDatum value = evaluate(expression, variable, slot.values[i]);
        if (value.isnull)
            return false;
        values[i] = value.value;
    }
    slot.values = values;
    return true;
}

// Returns the ID's slot with a time in the place of each ID. The slot is empty if one of the IDs has no time.
AttStatsSlot
slot_of_times(HeapTuple statistics, FuncExpr *time, int kind)
{
    AttStatsSlot slot = slot_of(statistics, kind);
    if (!replace_values(slot, as_node(time), id_of(time)))
        return {};
    // The statistics list texts in the order of their column's collation, which need not be the order of the times.
    if (kind == STATISTIC_KIND_HISTOGRAM)
        qsort(slot.values, static_cast<std::size_t>(slot.nvalues), sizeof(Datum), compare_times);
    return slot;
}

// Removes the values of the slot that are equal to the value before, and sets the share that each value has of all.
void
count_values(AttStatsSlot &slot, Oid type)
{
    const TypeCacheEntry *element = lookup_type_cache(type, 0);
    auto *shares = static_cast<Datum *>(palloc(sizeof(Datum) * static_cast<std::size_t>(slot.nvalues)));
    int count = 0;
    int first = 0; // the place of the first value that is equal to the last one
    for (int i = 0; i < slot.nvalues; ++i) {
        if (count == 0 || !datumIsEqual(slot.values[count - 1], slot.values[i], element->typbyval, element->typlen)) {
            slot.values[count++] = slot.values[i];
            first = i;
        }
        shares[count - 1] = Float4GetDatum(static_cast<float4>(i + 1 - first) / static_cast<float4>(slot.nvalues));
    }
    slot.nvalues = count;
    slot.numbers_arr = datum_array(shares, count, FLOAT4OID);
}

// Returns the ID's histogram as that of a form of its times. If the form has fewer values than the histogram has bins,
// all values are stored as common values.
HeapTuple
statistics_of_time_form(HeapTuple statistics, const IdKey &key)
{
    AttStatsSlot slot = slot_of_times(statistics, key.time, STATISTIC_KIND_HISTOGRAM);
    if (slot.nvalues == 0)
        return with_slots(statistics, key, {}, {});
    const TimestampTz first = DatumGetTimestampTz(slot.values[0]);
    const TimestampTz last = DatumGetTimestampTz(slot.values[slot.nvalues - 1]);
    // Planning must not raise an error that the query does not raise, and must not evaluate a function of a user.
    if (!is_computable(key.time_form, first, last) || !replace_values(slot, key.expression, as_node(key.time)))
        return with_slots(statistics, key, {}, {});
    const double distinct = values_between(key.time_form, first, last);
    const bool common = distinct < slot.nvalues;
    if (common)
        count_values(slot, exprType(key.node));
    HeapTuple tuple = common ? with_slots(statistics, key, slot, {}) : with_slots(statistics, key, {}, slot);
    reinterpret_cast<Form_pg_statistic>(GETSTRUCT(tuple))->stadistinct =
        static_cast<float4>(common ? slot.nvalues : distinct);
    return tuple;
}

} // namespace

bool
is_readable(HeapTuple statistics, Oid type)
{
    if (!HeapTupleIsValid(statistics))
        return true;
    for (const int kind : {STATISTIC_KIND_MCV, STATISTIC_KIND_HISTOGRAM}) {
        AttStatsSlot slot;
        if (get_attstatsslot(&slot, statistics, kind, InvalidOid, ATTSTATSSLOT_VALUES) &&
            (get_typlen(slot.valuetype) != get_typlen(type) || get_typbyval(slot.valuetype) != get_typbyval(type)))
            return false;
        free_attstatsslot(&slot);
    }
    return true;
}

namespace {

// Frees nothing, because the statistics belong to the memory of the run.
void
free_nothing(HeapTuple)
{
}

// Returns the statistics of the key, computed from the statistics of the ID. Returns null for a time, and for a form of
// a time, if the statistics of the ID cannot be read as values of the ID's type.
HeapTuple
compute_statistics(const IdKey &key, HeapTuple statistics)
{
    if (key.time == nullptr)
        return with_slots(statistics, key, {}, {});
    if (!is_readable(statistics, exprType(key.id)))
        return nullptr;
    if (!key.is_time())
        return statistics_of_time_form(statistics, key);
    return with_slots(statistics, key, slot_of_times(statistics, key.time, STATISTIC_KIND_MCV),
                      slot_of_times(statistics, key.time, STATISTIC_KIND_HISTOGRAM));
}

// Returns the statistics of a column of a table or an index. Returns null if there are none. The caller releases them.
HeapTuple
statistics_in(Oid table, int column, bool inherited)
{
    return SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(table), Int16GetDatum(static_cast<std::int16_t>(column)),
                           BoolGetDatum(inherited));
}

// Returns the statistics of the ID. These are the statistics of its column or, if the ID is an expression, of an index
// on that expression. Returns null if there are none. The caller releases them.
HeapTuple
statistics_of_id(const IdKey &key, const RangeTblEntry *entry, const RelOptInfo *relation)
{
    const AttrNumber column = column_of(key.id);
    for (const auto *index : each<IndexOptInfo>(column > 0 ? NIL : relation->indexlist)) {
        for (int i = 0; !index->hypothetical && i < index->nkeycolumns; ++i) {
            if (index->indexkeys[i] == 0 && id_in_index(index, i, key) != nullptr && has_order_of_ids(index, i))
                return statistics_in(index->indexoid, i + 1, false);
        }
    }
    return statistics_in(entry->relid, column, entry->inh);
}

// Statistics of a key. The session keeps them from one query to the next, because computing the times of a hundred IDs
// takes longer than the rest of planning a short query. They are used as long as the ID has the same statistics.
struct Remembered {
    ItemPointerData place; // of the ID's statistics in pg_statistic
    TransactionId writer;
    const pg_tz *zone; // the session's time zone, on which local times depend
    Node *expression;  // its only relation has the number 1
    HeapTuple statistics;
};

// A list with so many entries begins again, because the entries belong to many time zones.
constexpr int most_remembered = 64;

using KnownStatistics = Cache<Remembered, true>;

// Returns a copy of the statistics of the key, in the present memory context. Returns null if there are no statistics.
// Computes them from `of_id`, the statistics of the ID, if the session does not know them yet.
HeapTuple
look_up_statistics(const IdKey &key, Oid table, HeapTuple of_id)
{
    Node *expression = key.expression;
    if (key.relation != 1) {
        expression = as_node(copyObjectImpl(expression));
        ChangeVarNodes(expression, key.relation, 1, 0);
    }
    const TransactionId writer = HeapTupleHeaderGetRawXmin(of_id->t_data);
    const auto *known = KnownStatistics::find(table);
    for (const auto *one : each<Remembered>(known == nullptr ? NIL : known->list)) {
        if (ItemPointerEquals(const_cast<ItemPointer>(&one->place), &of_id->t_self) && one->writer == writer &&
            one->zone == session_timezone && equal(one->expression, expression))
            return heap_copytuple(one->statistics);
    }
    if (known != nullptr && list_length(known->list) >= most_remembered)
        KnownStatistics::forget(0, table);
    const std::uint64_t before = KnownStatistics::changes;
    HeapTuple made = compute_statistics(key, of_id);
    KnownStatistics::add(table, before, [&](List *list) {
        return lappend(list, copied(Remembered{of_id->t_self, writer, session_timezone,
                                               as_node(copyObjectImpl(expression)), heap_copytuple(made)}));
    });
    return made;
}

// One end of a histogram of times: the first bin, or the last.
struct End {
    PlannerInfo *root;
    const IdKey &key;
    TimestampTz bin; // the inner bound of the bin
    bool lower;
};

// Returns true if one of the conditions is an inequality that compares the time with a value in the bin, or beyond it.
// The value is evaluated only if PostgreSQL's estimator for the operator evaluates it, because it can be a call of a
// user's function.
bool
is_compared_near(Node *node, void *context)
{
    if (node != nullptr && (IsA(node, List) || IsA(node, BoolExpr)))
        return ULIDKIT_WALK(node, is_compared_near, context);
    const auto *end = static_cast<End *>(context);
    const Sides sides = sides_of(node);
    const bool on_left = equal(sides.left, end->key.node);
    if (!on_left && !equal(sides.right, end->key.node))
        return false;
    const Oid estimator = get_oprrest(sides.opno);
    if (estimator != F_SCALARLTSEL && estimator != F_SCALARLESEL && estimator != F_SCALARGESEL &&
        estimator != F_SCALARGTSEL)
        return false;
    const Const *value = constant_of(estimate_expression_value(end->root, on_left ? sides.right : sides.left));
    if (value == nullptr || value->consttype != TIMESTAMPTZOID)
        return false;
    const TimestampTz compared = DatumGetTimestampTz(value->constvalue);
    return end->lower ? compared <= end->bin : compared >= end->bin;
}

// Statistics are as old as the last ANALYZE, but queries ask most often for the newest rows. So, if a value in a
// condition is near the end of a column's histogram, the server looks in an index for the actual end of the column's
// values. The server does so for columns only. The following functions do it for the time of an ID.

// The search gives up after so many rows that are dead to all transactions.
constexpr int most_dead = 1000;

// Sets `value` to the first value of the index's first key or, with BackwardScanDirection, to the last one, in the
// present memory context. Returns false if there is no value, or if finding it takes too long.
bool
find_index_end(Oid table_oid, const IndexOptInfo *index, ScanDirection direction, Datum &value)
{
    Relation table = table_open(table_oid, NoLock);
    Relation opened = index_open(index->indexoid, NoLock);
    TupleTableSlot *slot = table_slot_create(table, nullptr);
    SnapshotData snapshot;
    InitNonVacuumableSnapshot(snapshot, GlobalVisTestFor(table));
    IndexScanDesc scan = begin_index_scan(table, opened, &snapshot, 1);
    scan->xs_want_itup = true;
    ScanKeyData not_null;
    ScanKeyEntryInitialize(&not_null, SK_ISNULL | SK_SEARCHNOTNULL, 1, InvalidStrategy, InvalidOid, InvalidOid,
                           InvalidOid, 0);
    index_rescan(scan, &not_null, 1, nullptr, 0);
    bool found = false;
    for (int dead = 0; !found && dead < most_dead && index_getnext_tid(scan, direction) != nullptr; ++dead)
        found = index_fetch_heap(scan, slot);
    if (found) {
        bool is_null;
        const Datum first = index_getattr(scan->xs_itup, 1, scan->xs_itupdesc, &is_null);
        const FormData_pg_attribute *key = TupleDescAttr(scan->xs_itupdesc, 0);
        value = datumCopy(first, key->attbyval, key->attlen);
    }
    index_endscan(scan);
    ExecDropSingleTupleTableSlot(slot);
    index_close(opened, NoLock);
    table_close(table, NoLock);
    return found;
}

// Returns an index on all rows whose first key is the ID, in the order of its times. Returns null if there is no such
// index.
const IndexOptInfo *
index_on_id(const RelOptInfo *relation, const IdKey &key)
{
    return first_in<IndexOptInfo>(relation->indexlist, [&](const IndexOptInfo *index) {
        return !index->hypothetical && index->indpred == NIL && is_usable(index) &&
               id_in_index(index, 0, key) != nullptr && has_order_of_ids(index, 0) && index->canreturn[0] &&
               index->amcostestimate != nullptr;
    });
}

// Replaces the ends of the histogram by the first and the last time that the table has at present. Does so only for an
// end near which a condition compares the time. Changes `statistics` in place.
void
update_ends(PlannerInfo *root, const RelOptInfo *relation, const IdKey &key, HeapTuple statistics)
{
    bool is_null = false;
    const Datum datum = SysCacheGetAttr(STATRELATTINH, statistics, Anum_pg_statistic_stavalues2, &is_null);
    if (is_null)
        return;
    ArrayType *array = DatumGetArrayTypeP(datum);
    // If the array has some 13 times or fewer, it is stored in a short form. Then this is a copy, which would be
    // changed in vain.
    if (reinterpret_cast<Pointer>(array) != DatumGetPointer(datum))
        return;
    const int count = ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array));
    // The elements are at the end of the array.
    auto *times = reinterpret_cast<TimestampTz *>(reinterpret_cast<char *>(array) + VARSIZE(array)) - count;
    auto *conditions = as_node(extract_actual_clauses(relation->baserestrictinfo, false));
    const IndexOptInfo *index = nullptr;
    for (const bool lower : {true, false}) {
        TimestampTz &end = times[lower ? 0 : count - 1];
        End near = {root, key, times[lower ? 1 : count - 2], lower};
        if (!is_compared_near(conditions, &near))
            continue;
        index = index == nullptr ? index_on_id(relation, key) : index;
        if (index == nullptr)
            return;
        const bool backward = lower == index->reverse_sort[0];
        Datum id;
        if (!find_index_end(root->simple_rte_array[relation->relid]->relid, index,
                            backward ? BackwardScanDirection : ForwardScanDirection, id))
            continue;
        const NullableDatum actual = evaluate(as_node(key.time), key.id, id);
        if (!actual.isnull)
            end = DatumGetTimestampTz(actual.value);
    }
}

// Returns true if operators that leak their arguments may see the statistics of the column, or of an expression of the
// table if `column` is 0. The rule is that of PostgreSQL's examine_variable() and all_rows_selectable(). It looks at
// the table that the query names, which is the topmost parent of a child table. This table must have no policy and be
// below no security barrier, and the user must have the privilege to read it, or to read the column in it. The
// privileges and policies of the child itself do not count.
bool
may_read(PlannerInfo *root, const RelOptInfo *relation, AttrNumber column)
{
    Index number = relation->relid;
    for (;;) {
        const AppendRelInfo *member = root->append_rel_array == nullptr ? nullptr : root->append_rel_array[number];
        if (member == nullptr || root->simple_rte_array[member->parent_relid]->rtekind != RTE_RELATION)
            break;
        if (column > 0) {
            column = column <= member->num_child_cols ? member->parent_colnos[column - 1] : 0;
            if (column == 0) // only the child has the column
                return false;
        }
        number = member->parent_relid;
    }
    const RangeTblEntry *entry = root->simple_rte_array[number];
    return entry->rtekind == RTE_RELATION && entry->securityQuals == NIL && may_select(relation, entry, column);
}

// Sets the statistics of the index, and returns the index. The statistics are computed once, because for a list the
// planner asks for them for each element.
StatisticsIndex *
with_statistics(PlannerInfo *root, StatisticsIndex *index)
{
    if (index->asked)
        return index;
    const RelOptInfo *relation = index->info.rel;
    const RangeTblEntry *entry = root->simple_rte_array[relation->relid];
    const IdKey &key = index->key;
    const MemoryContext before = MemoryContextSwitchTo(root->planner_cxt);
    HeapTuple of_id = statistics_of_id(key, entry, relation);
    if (HeapTupleIsValid(of_id)) {
        index->statistics = look_up_statistics(key, entry->relid, of_id);
        if (index->statistics != nullptr && key.is_time() && !entry->inh)
            update_ends(root, relation, key, index->statistics);
        ReleaseSysCache(of_id);
    }
    index->readable = may_read(root, relation, column_of(key.id));
    index->asked = true;
    MemoryContextSwitchTo(before);
    return index;
}

// Returns the index for statistics on the expression. Casts that change no bytes are ignored, because the server has
// removed them from the expression. Returns null if the relation has no such index.
StatisticsIndex *
index_on(const RelOptInfo *relation, Node *expression)
{
    for (auto *one : each<IndexOptInfo>(relation->indexlist)) {
        StatisticsIndex *index = as_statistics(one);
        if (index != nullptr && equal(without_casts(index->key.node), without_casts(expression)))
            return index;
    }
    return nullptr;
}

// Sets `variable` to the statistics of a key of a virtual index, whose cost the server is computing. `place` is the
// place of the key, from 0. The other keys than the time or the form are keys of the index on the ID.
void
use_statistics_of_virtual(PlannerInfo *root, const VirtualIndex *made, int place, VariableStatData *variable)
{
    if (place == made->column) {
        StatisticsIndex *with_key = index_on(made->original->rel, made->key->node);
        Assert(with_key != nullptr);
        variable->statsTuple = with_statistics(root, with_key)->statistics;
        variable->freefunc = free_nothing;
        variable->acl_ok = true; // the server compares no values with these statistics
        return;
    }
    variable->statsTuple = statistics_in(made->original->indexoid, place > made->column ? place : place + 1, false);
    variable->freefunc = ReleaseSysCache;
}

} // namespace

bool
use_statistics(PlannerInfo *root, Oid index, AttrNumber number, VariableStatData *variable)
{
    PlannerState *state = known_state_of(root);
    if (state == nullptr)
        return false;
    const VirtualIndex *costed = state->costed != nullptr && state->costed->column >= 0 ? state->costed : nullptr;
    const bool of_table = list_member_oid(state->with_statistics, index);
    // When the server computes the cost of a virtual index, it leaves `variable` unset. A virtual BRIN index has the
    // OID of the index on the ID.
    if (of_table ? variable->var == nullptr : costed != nullptr && costed->original->indexoid == index) {
        if (costed != nullptr)
            use_statistics_of_virtual(root, costed, number - 1, variable);
        return costed != nullptr;
    }
    if (!of_table)
        return false;
    variable->freefunc = free_nothing;
    if (StatisticsIndex *known = index_on(variable->rel, without_nulling(variable->var))) {
        variable->statsTuple = with_statistics(root, known)->statistics;
        variable->acl_ok = known->readable;
    }
    return true;
}

bool
use_statistics_of_column(PlannerInfo *root, const RangeTblEntry *entry, AttrNumber column, VariableStatData *variable)
{
    const PlannerState *state = known_state_of(root);
    if (state == nullptr || !list_member_oid(state->with_statistics, entry->relid))
        return false;
    int number = 1;
    while (number < root->simple_rel_array_size && root->simple_rte_array[number] != entry)
        ++number;
    const RelOptInfo *relation = number < root->simple_rel_array_size ? root->simple_rel_array[number] : nullptr;
    StatisticsIndex *found = nullptr;
    for (auto *index : each<IndexOptInfo>(relation == nullptr ? NIL : relation->indexlist)) {
        if (index->indexkeys[0] != column)
            continue;
        if (!index->hypothetical)
            return false;
        found = found == nullptr ? as_statistics(index) : found;
    }
    if (found == nullptr || !found->key.is_time())
        return false;
    variable->statsTuple = with_statistics(root, found)->statistics;
    variable->freefunc = free_nothing;
    variable->acl_ok = may_read(root, relation, column);
    return variable->statsTuple != nullptr;
}

} // namespace ulidkit
