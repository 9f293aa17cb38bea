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

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/id_forms.hpp"
#include "pg/planning/id_keys.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/support_function.hpp"
#include "pg/planning/time_statistics.hpp"
#include "pg/planning/virtual_index.hpp"

namespace ulidkit {

namespace {

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
    index->ncolumns = 1;
    index->nkeycolumns = 1;
    index->indexkeys = copied(IsA(key.node, Var) ? static_cast<int>(castNode(Var, key.node)->varattno) : 0);
    index->indexcollations = copied(exprCollation(key.node));
    index->opfamily = copied(InvalidOid);
    index->opcintype = copied(InvalidOid);
    index->canreturn = copied(false);
    index->indexprs = IsA(key.node, Var) ? NIL : list_of(key.node);
    index->hypothetical = true;
    // A form of an id is as unique as the id.
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
    ListCell *cell;
    foreach (cell, keys)
        relation->indexlist =
            lappend(relation->indexlist, make_index(relation, table, *static_cast<IdKey *>(lfirst(cell))));
    state->with_statistics = list_append_unique_oid(state->with_statistics, table);
}

namespace {

// A slot of the id's statistics, to be made one of a key. Empty: there is none.
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
array_of(Datum *values, int count, Oid type)
{
    const TypeCacheEntry *element = lookup_type_cache(type, 0);
    return construct_array(values, count, type, element->typlen, element->typbyval, element->typalign);
}

// The statistics as those of the key: these slots, whose values are the key's, in the place of theirs. How many are
// null, how many distinct, and the order of the rows are the same.
HeapTuple
with_slots(HeapTuple statistics, const IdKey &key, const AttStatsSlot &common, const AttStatsSlot &histogram)
{
    static constexpr int kinds[] = {STATISTIC_KIND_MCV, STATISTIC_KIND_HISTOGRAM, STATISTIC_KIND_CORRELATION};
    const AttStatsSlot slots[STATISTIC_NUM_SLOTS] = {common, histogram, slot_of(statistics, kinds[2])};
    const Oid type = exprType(key.node);
    Oid equality = btree_operator(type, BTEqualStrategyNumber);
    Oid less = btree_operator(type, BTLessStrategyNumber);
    if (!OidIsValid(equality)) { // varchar and domains have the operators of another type
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
        // A virtual index on a form of an id has the order of equality.
        const bool by_equality =
            kind == STATISTIC_KIND_MCV || (kind == STATISTIC_KIND_CORRELATION && key.time == nullptr);
        values[Anum_pg_statistic_stakind1 - 1 + i] = Int16GetDatum(static_cast<std::int16_t>(kind));
        values[Anum_pg_statistic_staop1 - 1 + i] = ObjectIdGetDatum(by_equality ? equality : less);
        values[Anum_pg_statistic_stacoll1 - 1 + i] = ObjectIdGetDatum(exprCollation(key.node));
        values[Anum_pg_statistic_stanumbers1 - 1 + i] = PointerGetDatum(slot.numbers_arr);
        nulls[Anum_pg_statistic_stanumbers1 - 1 + i] = !has_numbers;
        values[Anum_pg_statistic_stavalues1 - 1 + i] = PointerGetDatum(array_of(slot.values, slot.nvalues, type));
        nulls[Anum_pg_statistic_stavalues1 - 1 + i] = !has_values;
    }
    HeapTuple tuple = heap_form_tuple(RelationGetDescr(catalog), values, nulls);
    table_close(catalog, AccessShareLock);
    return tuple;
}

int
compare_times(const void *one, const void *other)
{
    const TimestampTz a = DatumGetTimestampTz(*static_cast<const Datum *>(one));
    const TimestampTz b = DatumGetTimestampTz(*static_cast<const Datum *>(other));
    return (a > b) - (a < b);
}

// Null: one of the ids has none.
Datum *
times_of_ids(const FuncExpr *time, const Datum *ids, int count)
{
    FmgrInfo function;
    LOCAL_FCINFO(call, 8);
    fmgr_info(time->funcid, &function);
    InitFunctionCallInfoData(*call, &function, static_cast<short>(list_length(time->args)), InvalidOid, nullptr,
                             nullptr);
    ListCell *cell;
    for_each_from(cell, time->args, 1)
    {
        call->args[foreach_current_index(cell)] = {lfirst_node(Const, cell)->constvalue, false};
    }
    auto *times = static_cast<Datum *>(palloc(sizeof(Datum) * static_cast<std::size_t>(count)));
    for (int i = 0; i < count; ++i) {
        call->args[0] = {ids[i], false};
        call->isnull = false;
        times[i] = FunctionCallInvoke(call);
        if (call->isnull)
            return nullptr;
    }
    return times;
}

// The id's slot with a time in the place of each id.
AttStatsSlot
slot_of_times(HeapTuple statistics, const FuncExpr *time, int kind)
{
    AttStatsSlot slot = slot_of(statistics, kind);
    slot.values = times_of_ids(time, slot.values, slot.nvalues);
    if (slot.values == nullptr)
        return {};
    // The order of texts in the statistics is that of their column's collation.
    if (kind == STATISTIC_KIND_HISTOGRAM)
        qsort(slot.values, static_cast<std::size_t>(slot.nvalues), sizeof(Datum), compare_times);
    return slot;
}

struct Exchange {
    const Node *from;
    Node *to;
};

Node *
exchange(Node *node, void *context)
{
    const auto *what = static_cast<Exchange *>(context);
    return equal(node, what->from) ? what->to : ULIDKIT_MUTATE(node, exchange, context);
}

// The id's histogram as that of a form of its times. If it has fewer values than bins, all of them are common ones.
HeapTuple
statistics_of_time_form(PlannerInfo *root, HeapTuple statistics, const IdKey &key)
{
    AttStatsSlot slot = slot_of_times(statistics, key.time, STATISTIC_KIND_HISTOGRAM);
    const int bins = slot.nvalues;
    if (bins == 0)
        return with_slots(statistics, key, {}, {});
    TypeCacheEntry *type = lookup_type_cache(exprType(key.node), TYPECACHE_EQ_OPR_FINFO);
    Datum *values = slot.values;
    // Planning must not raise an error that the query does not, and evaluates no function of a user.
    if (!is_computable(key.time_form, DatumGetTimestampTz(values[0]), DatumGetTimestampTz(values[bins - 1])))
        return with_slots(statistics, key, {}, {});
    const double distinct =
        values_between(key.time_form, DatumGetTimestampTz(values[0]), DatumGetTimestampTz(values[bins - 1]));
    auto *shares = static_cast<Datum *>(palloc(sizeof(Datum) * static_cast<std::size_t>(bins)));
    Const *time = makeConst(TIMESTAMPTZOID, -1, InvalidOid, sizeof(TimestampTz), 0, false, FLOAT8PASSBYVAL);
    Exchange what = {reinterpret_cast<Node *>(key.time), reinterpret_cast<Node *>(time)};
    Node *form = exchange(key.expression, &what);
    int count = 0;
    int first = 0; // of the bins with the last value
    for (int i = 0; i < bins; ++i) {
        time->constvalue = values[i];
        const Const *value = constant_of(estimate_expression_value(root, form));
        if (value == nullptr)
            return with_slots(statistics, key, {}, {});
        if (count == 0 ||
            !DatumGetBool(FunctionCall2Coll(&type->eq_opr_finfo, InvalidOid, values[count - 1], value->constvalue))) {
            values[count++] = value->constvalue; // in the place of a time
            first = i;
        }
        shares[count - 1] = Float4GetDatum(static_cast<float4>(i + 1 - first) / static_cast<float4>(bins));
    }
    slot.nvalues = count;
    const bool common = distinct < bins;
    if (common)
        slot.numbers_arr = array_of(shares, count, FLOAT4OID);
    HeapTuple tuple = common ? with_slots(statistics, key, slot, {}) : with_slots(statistics, key, {}, slot);
    reinterpret_cast<Form_pg_statistic>(GETSTRUCT(tuple))->stadistinct = static_cast<float4>(common ? count : distinct);
    return tuple;
}

// Returns true if PostgreSQL's estimator for the operator evaluates what a value is compared with. Otherwise planning
// must not evaluate it: it can be a call of anybody's function.
bool
is_estimated(Oid opno)
{
    switch (get_oprrest(opno)) {
    case F_EQSEL:
    case F_SCALARLTSEL:
    case F_SCALARLESEL:
    case F_SCALARGESEL:
    case F_SCALARGTSEL:
        return true;
    default:
        return false;
    }
}

// The constant that the condition compares the key with, if it is known. Otherwise null.
Node *
compared_value(PlannerInfo *root, Node *clause, const IdKey &key)
{
    if (!is_opclause(clause) || list_length(castNode(OpExpr, clause)->args) != 2 ||
        !is_estimated(castNode(OpExpr, clause)->opno))
        return nullptr;
    auto *left = static_cast<Node *>(linitial(castNode(OpExpr, clause)->args));
    auto *right = static_cast<Node *>(lsecond(castNode(OpExpr, clause)->args));
    Node *bare = without_casts(key.node);
    const bool on_left = equal(without_casts(left), bare);
    if (!on_left && !equal(without_casts(right), bare))
        return nullptr;
    Node *value = estimate_expression_value(root, on_left ? right : left);
    return constant_of(value) == nullptr ? nullptr : value;
}

// The form's statistics with a value that a condition asks for in the place of others, if its id is a common one.
HeapTuple
with_common_value(PlannerInfo *root, const RelOptInfo *relation, const IdKey &key, HeapTuple of_form, HeapTuple of_id)
{
    const Oid id_type = getBaseType(exprType(id_of_form(key.form)));
    if (!is_readable(of_id, id_type) || !is_invertible(root, key.form, id_type))
        return of_form;
    AttStatsSlot slot = slot_of(of_id, STATISTIC_KIND_MCV);
    TypeCacheEntry *type = lookup_type_cache(id_type, TYPECACHE_EQ_OPR_FINFO);
    ListCell *cell;
    foreach (cell, slot.nvalues == 0 ? NIL : relation->baserestrictinfo) {
        auto *clause = reinterpret_cast<Node *>(lfirst_node(RestrictInfo, cell)->clause);
        Node *value = compared_value(root, clause, key);
        if (value == nullptr || !compares_bytes(castNode(OpExpr, clause)->opno, castNode(OpExpr, clause)->inputcollid))
            continue;
        const Const *id = constant_of(estimate_expression_value(root, inverted(root, key.form, value, id_type)));
        for (int i = 0; id != nullptr && i < slot.nvalues; ++i) {
            if (!DatumGetBool(FunctionCall2Coll(&type->eq_opr_finfo, slot.stacoll, slot.values[i], id->constvalue)))
                continue;
            Datum share = Float4GetDatum(slot.numbers[i]);
            slot.numbers_arr = array_of(&share, 1, FLOAT4OID);
            slot.values[0] = castNode(Const, value)->constvalue;
            slot.nvalues = 1;
            return with_slots(of_form, key, slot, {});
        }
    }
    return of_form;
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

void
free_nothing(HeapTuple)
{
}

// The statistics of the key, computed from those of the id. Null: there are none.
HeapTuple
compute_statistics(PlannerInfo *root, const IdKey &key, HeapTuple statistics)
{
    const bool readable = is_readable(statistics, exprType(key.id));
    if (key.time == nullptr)
        return with_slots(statistics, key, {}, {});
    if (!readable)
        return nullptr;
    if (!key.is_time())
        return statistics_of_time_form(root, statistics, key);
    return with_slots(statistics, key, slot_of_times(statistics, key.time, STATISTIC_KIND_MCV),
                      slot_of_times(statistics, key.time, STATISTIC_KIND_HISTOGRAM));
}

HeapTuple
statistics_in(Oid table, int column, bool inherited)
{
    return SearchSysCache3(STATRELATTINH, ObjectIdGetDatum(table), Int16GetDatum(static_cast<std::int16_t>(column)),
                           BoolGetDatum(inherited));
}

// Those of the id: of its column, or of the expression that it is in an index.
HeapTuple
statistics_of_id(const IdKey &key, const RangeTblEntry *entry, const RelOptInfo *relation)
{
    const AttrNumber column = column_of(key.id);
    ListCell *cell;
    foreach (cell, column > 0 ? NIL : relation->indexlist) {
        const auto *index = lfirst_node(IndexOptInfo, cell);
        for (int i = 0; !index->hypothetical && i < index->nkeycolumns; ++i) {
            if (index->indexkeys[i] == 0 && id_in_index(index, i, key) != nullptr && has_order_of_ids(index, i))
                return statistics_in(index->indexoid, i + 1, false);
        }
    }
    return statistics_in(entry->relid, column, entry->inh);
}

// Statistics of a key, kept from one query to the next: the times of a hundred IDs cost more than all the rest of
// planning a short query.
struct Remembered {
    bool inherited;
    const pg_tz *zone; // on which local times depend
    Node *expression;  // over the only relation, which is number 1 in it
    HeapTuple statistics;
};

// More than these belong to many time zones.
constexpr int most_remembered = 64;

// Until the statistics of any column, or a function, changes.
using KnownStatistics = TableCache<Remembered>;

// Returns the statistics of the key, in the present memory context. Null if there are none.
HeapTuple
look_up_statistics(PlannerInfo *root, const IdKey &key, const RangeTblEntry *entry, HeapTuple of_id)
{
    KnownStatistics::make({STATRELATTINH, PROCOID});
    Node *expression = key.expression;
    if (key.relation != 1) {
        expression = static_cast<Node *>(copyObjectImpl(expression));
        ChangeVarNodes(expression, key.relation, 1, 0);
    }
    const auto *known = KnownStatistics::find(entry->relid);
    ListCell *cell;
    foreach (cell, known == nullptr ? NIL : known->list) {
        const auto *one = static_cast<Remembered *>(lfirst(cell));
        if (one->inherited == entry->inh && one->zone == session_timezone && equal(one->expression, expression))
            return heap_copytuple(one->statistics);
    }
    if (known != nullptr && list_length(known->list) >= most_remembered)
        KnownStatistics::forget(0, entry->relid);
    const std::uint64_t before = KnownStatistics::changes;
    HeapTuple made = compute_statistics(root, key, of_id);
    KnownStatistics::add(entry->relid, before, [&](List *list) {
        return lappend(list, copied(Remembered{entry->inh, session_timezone,
                                               static_cast<Node *>(copyObjectImpl(expression)), heap_copytuple(made)}));
    });
    return made;
}

// An end of a histogram of times: the first bin, or the last.
struct End {
    PlannerInfo *root;
    const IdKey &key;
    TimestampTz bin; // its other side
    bool lower;
};

// Returns true if an inequality among the conditions compares the time with a value in the bin.
bool
is_compared_near(Node *node, void *context)
{
    if (node != nullptr && (IsA(node, List) || IsA(node, BoolExpr)))
        return ULIDKIT_WALK(node, is_compared_near, context);
    const auto *end = static_cast<End *>(context);
    const Node *value = compared_value(end->root, node, end->key);
    if (value == nullptr || exprType(value) != TIMESTAMPTZOID || get_oprrest(castNode(OpExpr, node)->opno) == F_EQSEL)
        return false;
    const TimestampTz compared = DatumGetTimestampTz(constant_of(value)->constvalue);
    return end->lower ? compared <= end->bin : compared >= end->bin;
}

// The end of an index. Statistics are as old as the last ANALYZE, and the rows that are asked for most often are the
// newest: so the server looks for the end of a column in an index, if a value in a condition is near the end of its
// histogram. It does so for columns only. Here it is done for the time of an id.

// Rows on more pages that are dead to all are not looked through: the server gives up there, too.
constexpr int most_pages = 100;

// Whether the scan finds a row that is not dead to all.
bool
find_row(IndexScanDesc scan, ScanDirection direction, Relation table, TupleTableSlot *slot)
{
    Buffer visibility = InvalidBuffer;
    BlockNumber last = InvalidBlockNumber;
    bool found = false;
    int pages = 0;
    while (ItemPointer row = found ? nullptr : index_getnext_tid(scan, direction)) {
        const BlockNumber block = ItemPointerGetBlockNumber(row);
        found = VM_ALL_VISIBLE(table, block, &visibility) || index_fetch_heap(scan, slot);
        if (!found && block != last && ++pages > most_pages)
            break;
        last = block;
    }
    if (BufferIsValid(visibility))
        ReleaseBuffer(visibility);
    return found;
}

// Finds the first value of the index's first key, or with BackwardScanDirection the last, in the present memory
// context. Returns false if there is none, or if it takes too long to find.
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
    const bool found = find_row(scan, direction, table, slot);
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

// An index whose first key is the id, in the order of its times, of all rows. Null: there is none.
const IndexOptInfo *
index_on_id(const RelOptInfo *relation, const IdKey &key)
{
    ListCell *cell;
    foreach (cell, relation->indexlist) {
        const auto *index = lfirst_node(IndexOptInfo, cell);
        if (!index->hypothetical && index->indpred == NIL && is_usable(index) &&
            id_in_index(index, 0, key) != nullptr && has_order_of_ids(index, 0) && index->canreturn[0] &&
            index->amcostestimate != nullptr)
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
    // Of some 13 times or fewer it is a copy.
    if (reinterpret_cast<Pointer>(array) != DatumGetPointer(datum))
        return;
    const int count = ArrayGetNItems(ARR_NDIM(array), ARR_DIMS(array));
    // The elements are the last of the array.
    auto *times = reinterpret_cast<TimestampTz *>(reinterpret_cast<char *>(array) + VARSIZE(array)) - count;
    auto *conditions = reinterpret_cast<Node *>(extract_actual_clauses(relation->baserestrictinfo, false));
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
        if (const Datum *actual = times_of_ids(key.time, &id, 1))
            end = DatumGetTimestampTz(*actual);
    }
}

// Returns true if operators that leak their arguments may see the statistics of the column, or of an expression of the
// table if `column` is 0. The rule is that of PostgreSQL's examine_variable() and all_rows_selectable(): the table that
// the query names, which is the topmost parent of a child table, has no policy and is below no security barrier, and
// the user may read it, or the column in it. The privileges and policies of the child itself count for nothing.
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
            if (column == 0) // only the child has it
                return false;
        }
        number = member->parent_relid;
    }
    const RangeTblEntry *entry = root->simple_rte_array[number];
    return entry->rtekind == RTE_RELATION && entry->securityQuals == NIL && may_select(relation, entry, column);
}

// Those of the index, computed once: for a list the planner asks for each of its elements.
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
        index->statistics = look_up_statistics(root, key, entry, of_id);
        if (key.time == nullptr)
            index->statistics = with_common_value(root, relation, key, index->statistics, of_id);
        else if (index->statistics != nullptr && key.is_time() && !entry->inh)
            update_ends(root, relation, key, index->statistics);
        ReleaseSysCache(of_id);
    }
    index->readable = may_read(root, relation, column_of(key.id));
    index->asked = true;
    MemoryContextSwitchTo(before);
    return index;
}

// The index of the relation on the expression, of which the server has taken a cast off. Null: there is none.
StatisticsIndex *
index_on(const RelOptInfo *relation, Node *expression)
{
    ListCell *cell;
    foreach (cell, relation->indexlist) {
        StatisticsIndex *index = as_statistics(lfirst_node(IndexOptInfo, cell));
        if (index != nullptr && equal(without_casts(index->key.node), without_casts(expression)))
            return index;
    }
    return nullptr;
}

// For the cost of a virtual index. The other keys are those of the index on the id.
void
use_statistics_of_virtual(PlannerInfo *root, const VirtualIndex *made, int place, VariableStatData *variable)
{
    if (place == made->column) {
        variable->statsTuple = with_statistics(root, index_on(made->original->rel, made->key->node))->statistics;
        variable->freefunc = free_nothing;
        variable->acl_ok = true; // the server compares no values with them
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
    // For the cost of a BRIN index, which has its own OID, the server leaves `variable` unset.
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
    if (number == root->simple_rel_array_size || root->simple_rel_array[number] == nullptr)
        return false;
    StatisticsIndex *found = nullptr;
    ListCell *cell;
    foreach (cell, root->simple_rel_array[number]->indexlist) {
        auto *index = lfirst_node(IndexOptInfo, cell);
        if (index->indexkeys[0] != column)
            continue;
        if (!index->hypothetical)
            return false;
        if (StatisticsIndex *known = as_statistics(index); known != nullptr && known->key.is_time())
            found = known;
    }
    variable->statsTuple = found == nullptr ? nullptr : with_statistics(root, found)->statistics;
    variable->freefunc = free_nothing;
    variable->acl_ok = found != nullptr && may_read(root, found->info.rel, column);
    return variable->statsTuple != nullptr;
}

} // namespace ulidkit
