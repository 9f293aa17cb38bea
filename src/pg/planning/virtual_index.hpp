// Indexes on ids as indexes on their times. Wherever there is an index on an id, the planner sees an index on its time:
// see virtual_index.cpp.
#pragma once

#include "pg/planning/id_keys.hpp"
#include "pg/planning/time_bounds.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// An index (..., id, ...) as the index (..., key, id, ...), whose key is the time of the id, or a form of it.
struct VirtualIndex {
    IndexOptInfo info;      // first: the server knows it by it
    IndexOptInfo *original; // the index on the id
    int column;             // of the key; the id follows. -1: there is none, but conditions on the id that are implied
    const IdKey *key;
    TimeBounds bounds; // of a time, by the operators of the index
    List *implied;     // of ImpliedCondition, among its conditions
    bool listed;       // a list of times is looked up by it: see list_scan.cpp
};

// The virtual indexes of a table for a key: a time of its ids, or a form that has an inverse.
List *make_virtual_indexes(PlannerInfo *root, RelOptInfo *relation, const IdKey &key);

// The table's own indexes, as virtual ones without a key.
List *copies_of_indexes(const RelOptInfo *relation);

// Null: the index is none.
VirtualIndex *as_virtual(IndexOptInfo *index);

// Whether the index can be scanned in the order of its keys, and has the rows that the query asks for.
inline bool
is_usable(const IndexOptInfo *index)
{
    return index->relam == BTREE_AM_OID && index->sortopfamily != nullptr && (index->indpred == NIL || index->predOK);
}

// Whether the column of the index has the order of the id of the key, with or without a cast.
bool is_id_of(const IndexOptInfo *index, int column, const IdKey &key);

} // namespace ulidkit
