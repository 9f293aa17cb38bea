// Indexes on IDs as indexes on their times. Wherever there is an index on an ID, the planner is shown an index on its
// time: see virtual_index.cpp.
#pragma once

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/id_keys.hpp"
#include "pg/planning/time_bounds.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// An index on (..., id, ...), shown to the planner as an index on (..., key, id, ...). The key is the time of the ID,
// or a form of the ID. An index can also be shown without a key, so that it gets conditions on the ID that follow from
// those of the query.
struct VirtualIndex {
    IndexOptInfo info;      // first, because the server has only a pointer to it
    IndexOptInfo *original; // the table's index on the ID
    int column;             // the position of the key, before the ID; -1: there is no key
    const IdKey *key;       // null if there is no key
    TimeBounds bounds;      // for a time, with the operators of the index; for a form, only the ID is set
    List *implied;          // list of ImpliedCondition: those of its conditions that follow from the query's
};

// Returns the virtual indexes of a table for a key, as a list of VirtualIndex. Returns NIL if the key is a form of a
// time, or if the order of the table's IDs is not proved to be the order of their times. The indexes point to `key`.
List *make_virtual_indexes(PlannerInfo *root, RelOptInfo *relation, const IdKey &key);

// Returns copies of the table's own indexes, as virtual indexes without a key. If `by_id` is true, the copies get the
// ranges of IDs that follow from the conditions on the time. Then the copies of B-tree indexes serve ordered scans
// only, because the virtual indexes on the time serve bitmap scans, and a bitmap scan must not combine both.
List *copies_of_indexes(const RelOptInfo *relation, bool by_id);

// Returns true if the index uses an access method for which there are no virtual indexes on the time, such as GiST.
// Such an index can only serve conditions on the ID.
inline bool
knows_id_alone(const IndexOptInfo *index)
{
    return OidIsValid(index->relam) && index->relam != BTREE_AM_OID && index->relam != BRIN_AM_OID &&
           index->relam != HASH_AM_OID;
}

// Returns the index as a VirtualIndex. Returns null if the index is not a virtual index.
VirtualIndex *as_virtual(IndexOptInfo *index);

// Returns true if the order of the index's column is the order of the IDs, or if the index has no order.
inline bool
has_order_of_ids(const IndexOptInfo *index, int column)
{
    return index->sortopfamily == nullptr ||
           has_order_of_ids(index->opcintype[column], index->sortopfamily[column], index->indexcollations[column]);
}

// Returns true if the index can be scanned in the order of its keys, and contains all rows that the query asks for.
inline bool
is_usable(const IndexOptInfo *index)
{
    return index->relam == BTREE_AM_OID && index->sortopfamily != nullptr && (index->indpred == NIL || index->predOK);
}

// Returns the ID of the key as the column of the index contains it: with or without a cast, as a value of the column's
// type. Returns null if the column does not contain the ID.
Node *id_in_index(const IndexOptInfo *index, int column, const IdKey &key);

// Returns the path with the index on the ID in the place of each virtual index, and with ranges of IDs in the place of
// the conditions on the time. Returns null if the path cannot be converted, or if it is a scan of an index that is not
// virtual. An index path is copied; a bitmap heap path is changed in place. See path_conversion.cpp.
Path *path_on_id(PlannerInfo *root, Path *path);

} // namespace ulidkit
