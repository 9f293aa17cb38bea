// What the tables of a query have to do with the extracted time of their ids.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// The call of a K_extract_timestamp, with constant arguments after the id, that `node` is, or, as a column of a UNION
// ALL, stands for; also one of the core's uuid_extract_timestamp(). Otherwise null.
FuncExpr *extracted_time(PlannerInfo *root, Node *node);

inline Node *
id_of(const FuncExpr *time)
{
    return static_cast<Node *>(linitial(time->args));
}

// The K_extract_timestamp whose bounds are those of the function of an extracted time: that function itself, but ours
// for the core's. 0: there is none.
Oid own_function(Oid function);

// The id without the casts that leave its bytes as they are.
Node *without_casts(Node *id);

// The column that `id` is, without casts, or 0.
AttrNumber column_of(Node *id);

// An index on the time itself, which the time may be left to. Its expressions are of the query's relation.
struct TimeIndex {
    bool ordered;    // a btree index
    List *leading;   // its keys before the time
    List *families;  // and their operator families
    List *predicate; // of a partial index
};

// What is known of a table, or a UNION ALL of some, for the time of an id of it.
struct Facts {
    // The server would prune partitions wrongly by ranges of ids, or the order of ids may not be that of their times:
    // nothing is rewritten.
    bool as_written;
    // Something else needs conditions on the time: a partition key, a constraint that can exclude the table, the
    // predicate of a partial index, or an index with the time behind other keys. They stay beside their ranges.
    bool kept;
    bool partitioned;        // into what a range of ids can prune
    bool id_indexed;         // by a btree index of the table's own
    bool id_perhaps_indexed; // or of tables that inherit from it
    bool by_cast;            // as it stands, with its casts, and not the column that it is of
    List *indexes;           // of TimeIndex
};

// Of the relation, for the expression `key`, which has the time in it and may be indexed.
Facts facts_of(PlannerInfo *root, int relation, const FuncExpr *time, Node *key);

} // namespace ulidkit
