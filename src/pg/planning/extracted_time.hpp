// The times of ids in a query, and their ids.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// The call of a K_extract_timestamp, with constant arguments after the id, or of PostgreSQL's uuid_extract_timestamp(),
// that `node` is, or stands for as a column of a UNION ALL. Otherwise null.
FuncExpr *extracted_time(PlannerInfo *root, Node *node);

// The different times in an expression or a tree of conditions, but for columns of a UNION ALL that are times.
List *times_in(PlannerInfo *root, Node *node);

inline Node *
id_of(const FuncExpr *time)
{
    return static_cast<Node *>(linitial(time->args));
}

// The K_extract_timestamp that has the bounds for the function of an extracted time: the function itself, or ours for
// PostgreSQL's. 0: there is none.
Oid own_function(Oid function);

// Whether both are the same function of their ids, argument `id` of them.
bool is_same_time(const FuncExpr *one, const FuncExpr *other, int id = 0);

// The id without casts that do not change its bytes.
Node *without_casts(Node *id);

// The column that `id` is, without casts, or 0.
AttrNumber column_of(Node *id);

// The position of the first expression that is `wanted`, from 1, or 0.
AttrNumber position_of(List *expressions, Node *wanted);

} // namespace ulidkit
