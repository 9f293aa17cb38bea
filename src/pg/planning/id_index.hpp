// Indexes on ids, as indexes on their times.
#pragma once

#include "pg/planning/inverse.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// Whether the index can be scanned in the order of its keys, and has the rows that the query asks for.
inline bool
is_usable(const IndexOptInfo *index)
{
    return index->relam == BTREE_AM_OID && index->sortopfamily != nullptr && (index->indpred == NIL || index->predOK);
}

// Whether the column of the index has the order of the id, with or without a cast, of which that is the time.
bool is_id(const IndexOptInfo *index, int column, const FuncExpr *time);

// Whether the order of the ids is proved to be that of their times.
bool is_in_order(PlannerInfo *root, const RelOptInfo *relation, FuncExpr *time);

// The same for a form of the id.
bool is_id_of(const IndexOptInfo *index, int column, const IdForm &form);

// A copy of an index on an id, with the time, or another form of the id, in the place of the id. The planner is asked
// what it would do with it; no path may keep it. It is not unique, and has the id itself, if that is a column of the
// table, as a further column, which is no key.
struct IndexOnTime {
    IndexOptInfo index;
    int keys[INDEX_MAX_KEYS + 1];
    bool canreturn[INDEX_MAX_KEYS + 1];
    Oid collations[INDEX_MAX_KEYS];
    Oid families[INDEX_MAX_KEYS];
    Oid types[INDEX_MAX_KEYS];

    IndexOnTime(const IndexOptInfo *original, int column, Expr *time, Oid type = TIMESTAMPTZOID,
                Oid collation = InvalidOid);
    IndexOnTime(const IndexOnTime &) = delete;
    IndexOnTime &operator=(const IndexOnTime &) = delete;
};

} // namespace ulidkit
