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
// How it is shown. set_rel_pathlist_hook comes when the server has made the paths of a table. create_index_paths() is
// then called once more, with the virtual indexes in the place of the table's own. Each path that it makes becomes one
// of the index on the id: see path_conversion.cpp. What cannot become one is dropped, and nothing is lost.
//
// The same for a form of an id that has an inverse, such as its text: see inverse.cpp. Its index knows equality alone,
// as a hash index does, because the order of the forms can be another one than that of the ids.
//
// Why it is exact. For every value of t, also beyond the kind's range, infinite, between two of its units or null, and
// for every id, also null, the range of ids is true for the rows for which the condition is. Where it is null the
// condition was false, and to an index scan this is the same.
#include "pg/postgres.hpp"

#include "pg/planning/guests.hpp"
#include "pg/planning/id_index.hpp"
#include "pg/planning/implied_conditions.hpp"
#include "pg/planning/list_paths.hpp"
#include "pg/planning/ordered_append.hpp"
#include "pg/planning/partition_ranges.hpp"
#include "pg/planning/path_conversion.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/table_facts.hpp"
#include "pg/planning/time_statistics.hpp"
#include "pg/planning/virtual_index.hpp"
#include "pg/settings.hpp"

namespace ulidkit {

namespace {

set_rel_pathlist_hook_type previous_hook = nullptr;

// The cost of a scan, computed by the server. The statistics of the key are those of time_statistics.cpp.
void
cost_of_virtual(PlannerInfo *root, IndexPath *path, double loops, Cost *startup, Cost *total, Selectivity *share,
                double *correlation, double *pages)
{
    const VirtualIndex *made = as_virtual(path->indexinfo);
    PlannerState *state = state_of(root);
    const VirtualIndex *outer = state->costed;
    state->costed = made->column >= 0 ? made : nullptr;
    using Estimate = decltype(&cost_of_virtual);
    reinterpret_cast<Estimate>(made->original->amcostestimate)(root, path, loops, startup, total, share, correlation,
                                                               pages);
    state->costed = outer;
    // The server trusts the order of the first key less if there are others. The id is none: it is what the time is of.
    if (made->column >= 0 && made->original->nkeycolumns == 1 && made->info.relam == BTREE_AM_OID)
        *correlation /= 0.75;
}

using Estimate = decltype(IndexOptInfo::amcostestimate);

// An array with another element at the place, after which the others follow.
template <class T>
T *
with(const T *array, int count, int place, T element)
{
    if (array == nullptr)
        return nullptr;
    auto *result = static_cast<T *>(palloc(sizeof(T) * static_cast<std::size_t>(count + 1)));
    for (int i = 0; i <= count; ++i)
        result[i] = i < place ? array[i] : i == place ? element : array[i - 1];
    return result;
}

// The operator family of the type for an index of that access method.
Oid
family_for(Oid method, Oid type)
{
    if (method == BTREE_AM_OID)
        return own_family(type);
    const Oid opclass = GetDefaultOpClass(type, method);
    return OidIsValid(opclass) ? get_opclass_family(opclass) : InvalidOid;
}

// The index with the key before the id. Null: the server has no room for it.
VirtualIndex *
with_key(IndexOptInfo *original, int column, Node *key, Oid collation, Oid table)
{
    const Oid type = exprType(key);
    const Oid family = family_for(original->relam, type);
    if (original->ncolumns >= INDEX_MAX_KEYS || !OidIsValid(family))
        return nullptr;
    auto *made = static_cast<VirtualIndex *>(palloc0(sizeof(VirtualIndex)));
    made->original = original;
    made->column = column;
    IndexOptInfo &index = made->info;
    index = *original;
    const int keys = original->nkeycolumns;
    ++index.ncolumns;
    ++index.nkeycolumns;
    index.indexkeys = with(original->indexkeys, original->ncolumns, column, 0);
    index.canreturn = with(original->canreturn, original->ncolumns, column, false);
    index.indexcollations = with(original->indexcollations, keys, column, collation);
    index.opfamily = with(original->opfamily, keys, column, family);
    index.opcintype = with(original->opcintype, keys, column, type);
    index.opclassoptions = nullptr;
    if (original->sortopfamily != nullptr) {
        index.sortopfamily = with(original->sortopfamily, keys, column, family);
        index.reverse_sort = with(original->reverse_sort, keys, column, original->reverse_sort[column]);
        index.nulls_first = with(original->nulls_first, keys, column, original->nulls_first[column]);
    }
    int expressions = 0;
    for (int i = 0; i < column; ++i)
        expressions += original->indexkeys[i] == 0 ? 1 : 0;
    index.indexprs = list_insert_nth(list_copy(original->indexprs), expressions, key);
    auto *target = makeTargetEntry(reinterpret_cast<Expr *>(key), static_cast<AttrNumber>(column + 1), nullptr, false);
    index.indextlist = list_insert_nth(list_copy(original->indextlist), column, target);
    index.unique = false;
    index.immediate = false;
    // Statistics are asked for by it, and no index has the OID of a table. The cost of a BRIN index opens it.
    index.hypothetical = original->relam != BRIN_AM_OID;
    if (index.hypothetical)
        index.indexoid = table;
    index.amcostestimate = reinterpret_cast<Estimate>(cost_of_virtual);
    return made;
}

// Whether the user can execute all that conditions on the time can be replaced with.
bool
is_convertible(PlannerInfo *root, const TimeBounds &bounds, const FuncExpr *time)
{
    bool callable = bounds.callable;
    for (const Oid function : bounds.functions)
        callable = callable && OidIsValid(function);
    return callable && can_convert_times(root, time);
}

// The index on the time, if the column is the id, in the order of its times.
VirtualIndex *
index_on_time(PlannerInfo *root, IndexOptInfo *index, int column, FuncExpr *time, Oid table)
{
    auto *key = reinterpret_cast<Node *>(list_nth_node(TargetEntry, index->indextlist, column)->expr);
    if (!equal(bare_id(key), bare_id(id_of(time))))
        return nullptr;
    Facts facts = {};
    facts.family = index->opfamily[column];
    facts.collation = index->indexcollations[column];
    facts.by_cast = index->indexkeys[column] == 0 && !equal(key, without_casts(id_of(time)));
    facts.foreign = true;
    TimeBounds bounds = bounds_of(root, time, facts);
    if ((index->relam != BTREE_AM_OID && index->relam != BRIN_AM_OID) || bounds.type != index->opcintype[column] ||
        !use_operators(bounds, index->opfamily[column], index->indexcollations[column]) ||
        !is_convertible(root, bounds, time))
        return nullptr;
    VirtualIndex *made = with_key(index, column, reinterpret_cast<Node *>(time), InvalidOid, table);
    if (made != nullptr) {
        made->time = time;
        made->bounds = bounds;
    }
    return made;
}

// The index on a form of the id, if the column is the id.
VirtualIndex *
index_on_form(PlannerInfo *root, IndexOptInfo *index, int column, const IdForm &form, Oid table)
{
    if ((index->relam != BTREE_AM_OID && index->relam != HASH_AM_OID) || !is_id_of(index, column, form) ||
        !is_invertible(root, form, index->opcintype[column]))
        return nullptr;
    // Of any collation: which comparisons are of bytes is seen when a path is converted.
    VirtualIndex *made = with_key(index, column, form.node, InvalidOid, table);
    if (made == nullptr)
        return nullptr;
    made->form = form;
    made->info.relam = HASH_AM_OID;
    made->info.opfamily[column] = lookup_type_cache(exprType(form.node), TYPECACHE_HASH_OPFAMILY)->hash_opf;
    made->info.sortopfamily = nullptr;
    made->info.amsearchnulls = false;
    return made;
}

} // namespace

VirtualIndex *
as_virtual(IndexOptInfo *index)
{
    return index->amcostestimate == reinterpret_cast<Estimate>(cost_of_virtual)
               ? reinterpret_cast<VirtualIndex *>(index)
               : nullptr;
}

List *
make_virtual_indexes(PlannerInfo *root, const RelOptInfo *relation, List *keys)
{
    const Oid table = root->simple_rte_array[relation->relid]->relid;
    List *made = NIL;
    ListCell *cell;
    foreach (cell, keys) {
        auto *key = static_cast<Node *>(lfirst(cell));
        FuncExpr *time = extracted_time(root, key);
        const IdForm form = time == nullptr ? form_of(root, key) : IdForm();
        if ((time == nullptr && form.node == nullptr) || (time != nullptr && !is_in_order(root, relation, time)))
            continue;
        ListCell *other;
        foreach (other, relation->indexlist) {
            auto *index = lfirst_node(IndexOptInfo, other);
            if (index->hypothetical)
                continue;
            for (int column = 0; column < index->nkeycolumns; ++column) {
                VirtualIndex *one = time != nullptr ? index_on_time(root, index, column, time, table)
                                                    : index_on_form(root, index, column, form, table);
                if (one != nullptr)
                    made = lappend(made, one);
            }
        }
    }
    return made;
}

namespace {

// The server prunes partitions wrongly by IS NOT NULL, which it adds for min and max: see table_facts.cpp.
void
hide_orders(List *indexes)
{
    ListCell *cell;
    foreach (cell, indexes)
        lfirst_node(IndexOptInfo, cell)->sortopfamily = nullptr;
}

// The indexes for estimates of the table, one for each time and form of the query.
List *
indexes_for_estimates(const RelOptInfo *relation)
{
    List *indexes = NIL;
    ListCell *cell;
    foreach (cell, relation->indexlist) {
        if (is_for_estimates(lfirst_node(IndexOptInfo, cell)))
            indexes = lappend(indexes, lfirst(cell));
    }
    return indexes;
}

// Whether conditions on the time can go together with those of other indexes, in a bitmap.
bool
combines(const RelOptInfo *relation)
{
    if (list_length(relation->baserestrictinfo) > 1 || relation->joininfo != NIL)
        return true;
    ListCell *cell;
    foreach (cell, relation->baserestrictinfo) {
        if (restriction_is_or_clause(lfirst_node(RestrictInfo, cell)))
            return true;
    }
    return false;
}

// Copies of the indexes, for conditions on the id that are implied.
List *
copies_of(List *indexes)
{
    List *copies = NIL;
    ListCell *cell;
    foreach (cell, indexes) {
        auto *index = lfirst_node(IndexOptInfo, cell);
        if (index->hypothetical)
            continue;
        auto *copy = static_cast<VirtualIndex *>(palloc0(sizeof(VirtualIndex)));
        copy->info = *index;
        copy->info.amcostestimate = reinterpret_cast<Estimate>(cost_of_virtual);
        copy->original = index;
        copy->column = -1;
        copies = lappend(copies, copy);
    }
    return copies;
}

// Adds what the conditions of the table imply to those of the virtual indexes, and returns what does so as an OR.
List *
show_implied_conditions(PlannerInfo *root, const RelOptInfo *relation, List *&indexes)
{
    List *implied = implied_conditions(root, relation);
    List *ors = NIL;
    List *on_time = NIL;
    List *on_id = NIL;
    ListCell *cell;
    foreach (cell, implied) {
        const auto *one = static_cast<ImpliedCondition *>(lfirst(cell));
        List *&place = restriction_is_or_clause(one->condition) ? ors : one->on_id ? on_id : on_time;
        place = lappend(place, one->condition);
    }
    if (on_id != NIL)
        indexes = list_concat(indexes, copies_of(relation->indexlist));
    foreach (cell, indexes) {
        auto *index = static_cast<VirtualIndex *>(lfirst(cell));
        index->implied = implied;
        index->info.indrestrictinfo =
            list_concat_copy(index->info.indrestrictinfo, index->column >= 0 ? on_time : on_id);
    }
    return ors;
}

// `ors`: conditions that stand beside those of the table, for its bitmap scans.
void
show_virtual_indexes(PlannerInfo *root, RelOptInfo *relation, List *for_estimates, List *indexes, List *ors)
{
    List *conditions = relation->baserestrictinfo;
    List *own = relation->indexlist;
    List *paths = relation->pathlist;
    List *partial_paths = relation->partial_pathlist;
    // Those for estimates first: the server takes the statistics of the first index with an expression.
    relation->indexlist = list_concat(for_estimates, indexes);
    if (combines(relation))
        relation->indexlist = list_concat_unique_ptr(relation->indexlist, own);
    relation->baserestrictinfo = list_concat_copy(conditions, ors);
    relation->pathlist = NIL;
    relation->partial_pathlist = NIL;
    create_index_paths(root, relation);
    List *made = relation->pathlist;
    List *partial = relation->partial_pathlist;
    relation->indexlist = own;
    relation->baserestrictinfo = conditions;
    relation->pathlist = paths;
    relation->partial_pathlist = partial_paths;

    ListCell *cell;
    foreach (cell, made) {
        if (Path *path = converted(root, relation, static_cast<Path *>(lfirst(cell))))
            add_path(relation, path);
    }
    foreach (cell, partial) {
        if (Path *path = converted(root, relation, static_cast<Path *>(lfirst(cell))))
            add_partial_path(relation, path);
    }
}

void
make_paths(PlannerInfo *root, RelOptInfo *relation, Index number, RangeTblEntry *entry)
{
    if (previous_hook != nullptr)
        previous_hook(root, relation, number, entry);
    if (!settings::time_planning || !settings::virtual_index || entry->rtekind != RTE_RELATION)
        return;
    prepare_paths_of_partitions(root, relation);
    if (entry->inh && entry->relkind == RELKIND_PARTITIONED_TABLE)
        append_in_order(root, relation);
    if (entry->inh || entry->tablesample != nullptr || IS_DUMMY_REL(relation))
        return;
    List *for_estimates = indexes_for_estimates(relation);
    if (for_estimates == NIL)
        return;
    List *indexes = NIL;
    ListCell *cell;
    foreach (cell, for_estimates)
        indexes = list_concat(indexes, make_virtual_indexes(root, relation, lfirst_node(IndexOptInfo, cell)->indexprs));
    if (is_pruned_wrongly(root, relation))
        hide_orders(indexes);
    add_list_paths(root, relation, indexes);
    List *ors = show_implied_conditions(root, relation, indexes);
    if (indexes != NIL)
        show_virtual_indexes(root, relation, for_estimates, indexes, ors);
}

} // namespace

void
install_virtual_indexes()
{
    previous_hook = set_rel_pathlist_hook;
    set_rel_pathlist_hook = make_paths;
    install_ordered_append();
}

} // namespace ulidkit
