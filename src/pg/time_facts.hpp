// What the tables of a query have to do with the extracted time of their ids.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// The call of a K_extract_timestamp that `node` is, or, as a column of a UNION ALL, stands for. Otherwise null.
FuncExpr *extracted_time(PlannerInfo *root, Node *node);

inline Node *
id_of(const FuncExpr *time)
{
    return static_cast<Node *>(linitial(time->args));
}

// The column that `id` is, without casts, or 0.
AttrNumber column_of(Node *id);

// What a table, or one that inherits from it, has of its own for the extracted time. It needs the condition on the time
// as it was written:
enum class Use {
    none,
    proof,   // a partition key, a CHECK constraint or the predicate of a partial index: the range goes beside
    partial, // a partial index on the time: the range goes beside, and the order is left to it
    index,   // an index on the time: the time is left to it, but for the ranges of a partitioned table
};

// What is known of a relation of a query.
struct Facts {
    Use use = Use::none;
    bool id_indexed = false; // by a btree index
    bool partitioned = false;
};

// Of a table, or a UNION ALL of some, for the time of an id of it.
Facts facts_of(PlannerInfo *root, int relation, const FuncExpr *time);

} // namespace ulidkit
