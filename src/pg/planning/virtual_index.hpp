// Indexes on ids as indexes on their times. Wherever there is an index on an id, the planner sees an index on its time:
// see virtual_index.cpp.
#pragma once

#include "pg/planning/extracted_time.hpp"
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
    TimeBounds bounds; // of a time, by the operators of the index; of a form only the id
    List *implied;     // of ImpliedCondition, among its conditions
};

// The virtual indexes of a table for a key: a time of its ids, or a form that has an inverse.
List *make_virtual_indexes(PlannerInfo *root, RelOptInfo *relation, const IdKey &key);

// Returns copies of the table's own indexes, as virtual ones without a key. `by_id`: they get the ranges of IDs that
// follow from the conditions on the time. Then copies of B-tree indexes serve ordered scans only, because the virtual
// indexes on the time serve bitmap scans, and a bitmap scan must not combine both.
List *copies_of_indexes(const RelOptInfo *relation, bool by_id);

// Returns true if the index is of an access method that knows the ID alone, such as GiST.
inline bool
knows_id_alone(const IndexOptInfo *index)
{
    return OidIsValid(index->relam) && index->relam != BTREE_AM_OID && index->relam != BRIN_AM_OID &&
           index->relam != HASH_AM_OID;
}

// Null: the index is none.
VirtualIndex *as_virtual(IndexOptInfo *index);

// Whether the order of the column, if it has one, is that of ids.
inline bool
has_order_of_ids(const IndexOptInfo *index, int column)
{
    return index->sortopfamily == nullptr ||
           has_order_of_ids(index->opcintype[column], index->sortopfamily[column], index->indexcollations[column]);
}

// Whether the index can be scanned in the order of its keys, and has the rows that the query asks for.
inline bool
is_usable(const IndexOptInfo *index)
{
    return index->relam == BTREE_AM_OID && index->sortopfamily != nullptr && (index->indpred == NIL || index->predOK);
}

// The id of the key as the column of the index has it, with or without a cast. Null: the column is none.
Node *id_in_index(const IndexOptInfo *index, int column, const IdKey &key);

// Returns the path with the index on the ID in the place of each virtual index, and with ranges of IDs in the place of
// the conditions on the time. Null if it is not a path over a virtual index, or cannot be converted. See
// path_conversion.cpp.
Path *path_on_id(PlannerInfo *root, Path *path);

} // namespace ulidkit
