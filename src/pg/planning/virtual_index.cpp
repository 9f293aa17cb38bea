// Wherever there is an index on an ID, the planner is shown an index on its time.
//
// The time of an ID never falls as the ID rises, and it is NULL exactly where the ID is NULL. So an index with the keys
// (a, id, b) has the order of an index with the keys (a, time(id), id, b), and can be scanned like such an index: the
// rows in a range of times are the rows in a range of IDs. For each index of a table on an ID whose time is in the
// query, the planner is shown such an index. It is called a virtual index.
//
// The server does the rest, as it does for an index on a created_at column: it finds the conditions that match the
// index, with constants or with values of joins, it knows in which order a scan returns the rows, and it computes the
// cost. So filters, row comparisons, joins and semijoins, orders, minima and maxima, groups, windows, merge joins,
// bitmaps and index-only scans all follow from one sentence, and nothing in the query is changed.
//
// time_planning.cpp says how virtual indexes are shown. Each path over a virtual index is converted to a path over the
// index on the ID: see path_conversion.cpp. A path that cannot be converted is dropped, and nothing is lost, because
// the server's other paths remain.
//
// There are also virtual indexes on forms of an ID that have an inverse, such as the text of the ID: see id_forms.cpp.
// Such an index serves only equality, as a hash index does, because the forms can have another order than the IDs.
//
// Why this is exact. Take every value of t, including values beyond the kind's range, infinite values, values between
// two units of the kind, and NULL, and take every ID, including NULL. The range of IDs is true exactly for the rows for
// which the condition is true. Where the range is NULL, the condition may have been false, but an index scan treats
// NULL like false.
#include "pg/postgres.hpp"

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/virtual_index.hpp"

namespace ulidkit {

namespace {

// Computes the cost of a scan with the server's function for the index on the ID. While that function runs,
// use_statistics() in time_statistics.cpp returns the statistics of the key for it.
void
cost_of_virtual(PlannerInfo *root, IndexPath *path, double loops, Cost *startup, Cost *total, Selectivity *share,
                double *correlation, double *pages)
{
    const VirtualIndex *made = as_virtual(path->indexinfo);
    PlannerState *state = state_of(root);
    const VirtualIndex *outer = state->costed;
    state->costed = made;
    using Estimate = decltype(&cost_of_virtual);
    reinterpret_cast<Estimate>(made->original->amcostestimate)(root, path, loops, startup, total, share, correlation,
                                                               pages);
    state->costed = outer;
    // For an index with several keys, the server reduces the correlation of the first key. The ID that follows the time
    // is not a further key in this sense, because it is the ID of the time. So the reduction is undone.
    if (made->column >= 0 && made->original->nkeycolumns == 1 && made->original->relam == BTREE_AM_OID)
        *correlation /= 0.75;
}

using Estimate = decltype(IndexOptInfo::amcostestimate);

// Returns a copy of the array in which `element` is inserted at the place. `count` is the number of elements before.
template <class T>
T *
with(const T *array, int count, int place, T element)
{
    auto *result = static_cast<T *>(palloc(sizeof(T) * static_cast<std::size_t>(count + 1)));
    for (int i = 0; i <= count; ++i)
        result[i] = i < place ? array[i] : i == place ? element : array[i - 1];
    return result;
}

// Returns a virtual index with the key before the column, which is the ID. The key has the operator family and the
// collation. `table` is the OID of the table. Returns null if the server has no room for another key.
VirtualIndex *
with_key(IndexOptInfo *original, int column, Node *key, Oid family, Oid collation, Oid table)
{
    if (original->ncolumns >= INDEX_MAX_KEYS)
        return nullptr;
    auto *made = static_cast<VirtualIndex *>(palloc0(sizeof(VirtualIndex)));
    made->original = original;
    made->column = column;
    IndexOptInfo &index = made->info;
    index = *original;
    const int keys = original->nkeycolumns;
    ++index.ncolumns;
    ++index.nkeycolumns;
    const int number = IsA(key, Var) ? castNode(Var, key)->varattno : 0;
    index.indexkeys = with(original->indexkeys, original->ncolumns, column, number);
    index.canreturn = with(original->canreturn, original->ncolumns, column, false);
    index.indexcollations = with(original->indexcollations, keys, column, collation);
    index.opfamily = with(original->opfamily, keys, column, family);
    index.opcintype = with(original->opcintype, keys, column, exprType(key));
    index.opclassoptions = nullptr;
    if (original->sortopfamily != nullptr) {
        index.sortopfamily = with(original->sortopfamily, keys, column, family);
        index.reverse_sort = with(original->reverse_sort, keys, column, original->reverse_sort[column]);
        index.nulls_first = with(original->nulls_first, keys, column, original->nulls_first[column]);
    }
    int expressions = 0;
    for (int i = 0; i < column; ++i)
        expressions += original->indexkeys[i] == 0 ? 1 : 0;
    if (number == 0)
        index.indexprs = list_insert_nth(list_copy(original->indexprs), expressions, key);
    auto *target = makeTargetEntry(reinterpret_cast<Expr *>(key), static_cast<AttrNumber>(column + 1), nullptr, false);
    index.indextlist = list_insert_nth(list_copy(original->indextlist), column, target);
    index.unique = false;
    index.immediate = false;
    // A virtual index has the OID of its table, which no index can have. When the server asks for statistics,
    // use_statistics() recognises the index by this OID. A BRIN index keeps its own OID, because the server opens it to
    // compute its cost.
    index.hypothetical = original->relam != BRIN_AM_OID;
    if (index.hypothetical)
        index.indexoid = table;
    index.amcostestimate = reinterpret_cast<Estimate>(cost_of_virtual);
    return made;
}

// Returns the virtual index on the time. Returns null if the column is not the ID, or does not have the order of the
// ID's times.
VirtualIndex *
index_on_time(PlannerInfo *root, IndexOptInfo *index, int column, const IdKey &key, Oid table)
{
    // The server opens a BRIN index to compute its cost. So there is no virtual index for a BRIN index that does not
    // exist, but that another extension shows to the planner for EXPLAIN.
    if (index->relam != BTREE_AM_OID && (index->relam != BRIN_AM_OID || index->hypothetical))
        return nullptr;
    Node *id = id_in_index(index, column, key);
    TimeBounds bounds;
    if (id == nullptr ||
        !find_bounds(root, key.time, id, index->opfamily[column], index->indexcollations[column], bounds))
        return nullptr;
    const Oid family = index->relam == BTREE_AM_OID ? datetime_btree_family : datetime_minmax_family;
    VirtualIndex *made = with_key(index, column, key.node, family, InvalidOid, table);
    if (made != nullptr)
        made->bounds = bounds;
    return made;
}

// Returns the virtual index on a form of the ID, for comparisons with the collation. Returns null if the column is not
// the ID.
VirtualIndex *
index_on_form(PlannerInfo *root, IndexOptInfo *index, int column, const IdKey &key, Oid collation, Oid table)
{
    if (index->relam != BTREE_AM_OID && index->relam != HASH_AM_OID)
        return nullptr;
    Node *id = id_in_index(index, column, key);
    if (id == nullptr || !has_order_of_ids(index, column) || !is_invertible(root, key.form, index->opcintype[column]))
        return nullptr;
    const Oid family = lookup_type_cache(exprType(key.node), TYPECACHE_HASH_OPFAMILY)->hash_opf;
    VirtualIndex *made = with_key(index, column, key.node, family, collation, table);
    if (made == nullptr)
        return nullptr;
    made->bounds.id = id;
    made->info.relam = HASH_AM_OID;
    made->info.sortopfamily = nullptr;
    made->info.amsearchnulls = false;
    return made;
}

} // namespace

Node *
id_in_index(const IndexOptInfo *index, int column, const IdKey &key)
{
    auto *expression = as_node(list_nth_node(TargetEntry, index->indextlist, column)->expr);
    if (!equal(bare_id(expression), bare_id(key.id)))
        return nullptr;
    const Oid type = index->opcintype[column];
    Node *own = key.time != nullptr ? own_id(key.time) : id_of_form(key.form);
    Node *id = getBaseType(exprType(own)) == type ? own : key.id;
    return getBaseType(exprType(id)) == type ? id : nullptr;
}

VirtualIndex *
as_virtual(IndexOptInfo *index)
{
    return index->amcostestimate == reinterpret_cast<Estimate>(cost_of_virtual)
               ? reinterpret_cast<VirtualIndex *>(index)
               : nullptr;
}

List *
make_virtual_indexes(PlannerInfo *root, RelOptInfo *relation, const IdKey &key)
{
    if (key.time != nullptr && (!key.is_time() || !is_in_order(root, relation, key.time)))
        return NIL;
    const Oid table = root->simple_rte_array[relation->relid]->relid;
    List *made = NIL;
    const auto add = [&](VirtualIndex *one) {
        if (one == nullptr)
            return;
        one->key = &key;
        made = lappend(made, one);
    };
    for (auto *index : each<IndexOptInfo>(relation->indexlist)) {
        for (int column = 0; column < index->nkeycolumns && as_statistics(index) == nullptr; ++column) {
            if (key.time != nullptr)
                add(index_on_time(root, index, column, key, table));
            ListCell *collation;
            foreach (collation, key.time == nullptr ? key.collations : NIL)
                add(index_on_form(root, index, column, key, lfirst_oid(collation), table));
        }
    }
    return made;
}

List *
copies_of_indexes(const RelOptInfo *relation, bool by_id)
{
    List *copies = NIL;
    for (auto *index : each<IndexOptInfo>(relation->indexlist)) {
        if (as_statistics(index) != nullptr)
            continue;
        auto *copy = static_cast<VirtualIndex *>(palloc0(sizeof(VirtualIndex)));
        copy->info = *index;
        copy->info.amcostestimate = reinterpret_cast<Estimate>(cost_of_virtual);
        copy->original = index;
        copy->column = -1;
        if (by_id && index->relam == BTREE_AM_OID)
            copy->info.amhasgetbitmap = false;
        copies = lappend(copies, copy);
    }
    return copies;
}

} // namespace ulidkit
