// Indexes on ids, as indexes on their times.
#include "pg/postgres.hpp"

#include "pg/planning/bounds.hpp"
#include "pg/planning/guests.hpp"
#include "pg/planning/id_index.hpp"
#include "pg/planning/table_facts.hpp"

namespace ulidkit {

namespace {

// Whether the column has the order of `id`, or of it as a value of its column's type, if the index has an order.
bool
has_order_of(const IndexOptInfo *index, int column, Node *id, Node *own)
{
    auto *key = reinterpret_cast<Node *>(list_nth_node(TargetEntry, index->indextlist, column)->expr);
    if (!equal(bare_id(key), bare_id(id)))
        return false;
    const Oid type = index->opcintype[column];
    return (type == getBaseType(exprType(id)) || type == getBaseType(exprType(own))) &&
           (index->sortopfamily == nullptr ||
            has_order_of_ids(type, index->sortopfamily[column], index->indexcollations[column]));
}

} // namespace

bool
is_id(const IndexOptInfo *index, int column, const FuncExpr *time)
{
    return has_order_of(index, column, id_of(time), own_id(time));
}

bool
is_id_of(const IndexOptInfo *index, int column, const IdForm &form)
{
    return has_order_of(index, column, form.id, id_of_form(form));
}

bool
is_in_order(PlannerInfo *root, const RelOptInfo *relation, FuncExpr *time)
{
    return time->funcid != server_uuid_time ||
           !facts_of(root, static_cast<int>(relation->relid), time, reinterpret_cast<Node *>(time)).as_written;
}

IndexOnTime::IndexOnTime(const IndexOptInfo *original, int column, Expr *time, Oid type, Oid collation)
    : index(*original)
{
    for (int i = 0; i < index.ncolumns; ++i) {
        keys[i] = original->indexkeys[i];
        canreturn[i] = original->canreturn[i];
    }
    for (int i = 0; i < index.nkeycolumns; ++i) {
        collations[i] = original->indexcollations[i];
        families[i] = original->opfamily[i];
        types[i] = original->opcintype[i];
    }
    // An index cannot return the columns of an expression.
    if (keys[column] != 0) {
        keys[index.ncolumns] = keys[column];
        canreturn[index.ncolumns] = canreturn[column];
        ++index.ncolumns;
    }

    int expressions = 0;
    for (int i = 0; i < column; ++i)
        expressions += keys[i] == 0 ? 1 : 0;
    index.indexprs = list_copy(index.indexprs);
    if (keys[column] == 0)
        index.indexprs = list_delete_nth_cell(index.indexprs, expressions);
    index.indexprs = list_insert_nth(index.indexprs, expressions, time);
    index.indextlist = list_copy(index.indextlist);
    lfirst(list_nth_cell(index.indextlist, column)) =
        makeTargetEntry(time, static_cast<AttrNumber>(column + 1), nullptr, false);

    keys[column] = 0;
    canreturn[column] = false;
    collations[column] = collation;
    families[column] = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
    types[column] = type;
    index.indexkeys = keys;
    index.canreturn = canreturn;
    index.indexcollations = collations;
    // For btree they are the same.
    index.opfamily = families;
    index.sortopfamily = families;
    index.opcintype = types;
    index.unique = false;
    index.immediate = false;
    // What the index contains, and its statistics, are ids.
    index.indexoid = InvalidOid;
    index.hypothetical = true;
}

} // namespace ulidkit
