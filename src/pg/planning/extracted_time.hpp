// The times of ids in a query, and their ids.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// The call of a K_extract_timestamp, with constant arguments after the id, or of PostgreSQL's uuid_extract_timestamp(),
// that `node` is. Otherwise null.
FuncExpr *extracted_time(Node *node);

inline Node *
id_of(const FuncExpr *time)
{
    return static_cast<Node *>(linitial(time->args));
}

// The id as a value of its column's type, if that is a built-in type with the same order, as for `column::ulid` of a
// uuid: then the column's own index and statistics are used. For a domain it is the base type.
Node *own_id(const FuncExpr *time);

// How the operator compares a time with its other argument: a btree strategy, or 0.
int time_strategy(Oid opno);

// The K_extract_timestamp that has the bounds for the function of an extracted time: the function itself, or ours for
// PostgreSQL's. 0: there is none.
Oid own_function(Oid function);

} // namespace ulidkit
