// Wherever there is an index on an id, the planner sees an index on its time.
//
// The time of an id never falls as the id rises, and is null where the id is null and nowhere else. So an index whose
// keys are (a, id, b) has the order of an index with the keys (a, time(id), id, b), and can be scanned as one: the rows
// of a range of times are those of a range of ids. The planner is shown such an index beside each that a table has on
// an id whose time is in the query: a virtual index. What is done with it is the server's own work, as for an index on
// a created_at column: which conditions match it, constants and those of joins, in which order a scan of it returns the
// rows, and what it costs. So filters, row comparisons, joins and semijoins, orders and their ends, groups, windows,
// merge joins, bitmaps and index-only scans all follow from one sentence, and nothing in the query is changed.
//
// How it is shown: see time_planning.cpp. Each path that is made of one becomes one of the index on the id: see
// path_conversion.cpp. What cannot become one is dropped, and nothing is lost.
//
// The same for a form of an id that has an inverse, such as its text: see id_forms.cpp. Its index knows equality alone,
// as a hash index does, because the order of the forms can be another one than that of the ids.
//
// Why it is exact. For every value of t, also beyond the kind's range, infinite, between two of its units or null, and
// for every id, also null, the range of ids is true for the rows for which the condition is. Where it is null the
// condition was false, and to an index scan this is the same.
#include "pg/postgres.hpp"

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/virtual_index.hpp"

namespace ulidkit {

namespace {

// The cost of a scan, computed by the server. The statistics of the key are those of time_statistics.cpp.
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
    // The server trusts the order of the first key less if there are others. The id is none: it is what the time is of.
    if (made->column >= 0 && made->original->nkeycolumns == 1 && made->original->relam == BTREE_AM_OID)
        *correlation /= 0.75;
}

using Estimate = decltype(IndexOptInfo::amcostestimate);

// An array with another element at the place, after which the others follow.
template <class T>
T *
with(const T *array, int count, int place, T element)
{
    auto *result = static_cast<T *>(palloc(sizeof(T) * static_cast<std::size_t>(count + 1)));
    for (int i = 0; i <= count; ++i)
        result[i] = i < place ? array[i] : i == place ? element : array[i - 1];
    return result;
}

// The index with the key, which has the operator family and the collation, before the id. Null: the server has no room
// for it.
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
    // Statistics are asked for by it, and no index has the OID of a table. A BRIN index is opened for its cost.
    index.hypothetical = original->relam != BRIN_AM_OID;
    if (index.hypothetical)
        index.indexoid = table;
    index.amcostestimate = reinterpret_cast<Estimate>(cost_of_virtual);
    return made;
}

// The index on the time, if the column is the id, in the order of its times.
VirtualIndex *
index_on_time(PlannerInfo *root, IndexOptInfo *index, int column, const IdKey &key, Oid table)
{
    // The cost of a BRIN index opens it, so none that another extension makes up for EXPLAIN has a time.
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

// The index on a form of the id, if the column is the id, for comparisons by the collation.
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
    auto *expression = reinterpret_cast<Node *>(list_nth_node(TargetEntry, index->indextlist, column)->expr);
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
    ListCell *cell;
    foreach (cell, relation->indexlist) {
        auto *index = lfirst_node(IndexOptInfo, cell);
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
    ListCell *cell;
    foreach (cell, relation->indexlist) {
        auto *index = lfirst_node(IndexOptInfo, cell);
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
