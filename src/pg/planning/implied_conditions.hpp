// What conditions on forms of a time or an id say of the time, or the id, itself.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// A condition on the time, or the id, that follows from one of the table's.
struct ImpliedCondition {
    RestrictInfo *condition;
    RestrictInfo *original;
    bool on_id;
    bool list;  // that of a list, from its first to its last element
    bool other; // for indexes of other access methods, which have no virtual ones
    bool exact; // the conditions that follow from it say all that it says
};

// Whether the index is of an access method that knows the id alone, such as GiST.
inline bool
knows_id_alone(const IndexOptInfo *index)
{
    return OidIsValid(index->relam) && index->relam != BTREE_AM_OID && index->relam != BRIN_AM_OID &&
           index->relam != HASH_AM_OID;
}

// Those of a table that its index conditions can be made of, of ImpliedCondition.
List *implied_conditions(PlannerInfo *root, RelOptInfo *relation);

// The one of the list with that condition, or null.
const ImpliedCondition *implied_by(List *implied, const RestrictInfo *condition);

// A relation whose ranges of ids are looked for.
struct IdRelation {
    PlannerInfo *root;
    RelOptInfo *relation;
    bool prunes;        // partitions, which no equality may do: it would be known to the planner as one of the query
    bool joins;         // values of other tables are of use
    bool parts = false; // with child tables, which compute their columns as it does
};

// The ranges of ids that follow from a condition, on the time or in any other way, as an AND list. `exact`: they say
// all that it says. Empty: nothing follows.
List *id_ranges_of(const IdRelation &table, Node *clause, bool &exact);

// Those of all conditions of the relation.
List *id_ranges_of(PlannerInfo *root, RelOptInfo *relation);

} // namespace ulidkit
