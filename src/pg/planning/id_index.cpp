// Indexes on ids, as indexes on their times.
#include "pg/postgres.hpp"

#include "pg/planning/bounds.hpp"
#include "pg/planning/id_index.hpp"
#include "pg/planning/table_facts.hpp"

namespace ulidkit {

bool
is_id(const IndexOptInfo *index, int column, const FuncExpr *time)
{
    auto *key = reinterpret_cast<Node *>(list_nth_node(TargetEntry, index->indextlist, column)->expr);
    if (!equal(without_casts(key), without_casts(id_of(time))))
        return false;
    const Oid type = index->opcintype[column];
    return (type == getBaseType(exprType(id_of(time))) || type == getBaseType(exprType(own_id(time)))) &&
           index->sortopfamily[column] == lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
}

bool
is_in_order(PlannerInfo *root, const RelOptInfo *relation, FuncExpr *time)
{
    return time->funcid != server_uuid_time ||
           !facts_of(root, static_cast<int>(relation->relid), time, reinterpret_cast<Node *>(time)).as_written;
}

IndexOnTime::IndexOnTime(const IndexOptInfo *original, int column, Expr *time) : index(*original)
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
    keys[index.ncolumns] = keys[column];
    canreturn[index.ncolumns] = canreturn[column];
    ++index.ncolumns;

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
    collations[column] = InvalidOid;
    families[column] = lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
    types[column] = TIMESTAMPTZOID;
    index.indexkeys = keys;
    index.canreturn = canreturn;
    index.indexcollations = collations;
    // For btree they are the same.
    index.opfamily = families;
    index.sortopfamily = families;
    index.opcintype = types;
    index.unique = false;
    index.immediate = false;
}

} // namespace ulidkit
