// The times of ids in a query, and what the planner knows of built-in types that have ids. See extracted_time.cpp.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

struct BuiltinType {
    Oid type;
    // No value is the last one of a time: the upper ends of ranges are exclusive.
    bool exclusive;
    // If the order of the ids is that of bytes, and the type's own order is only in some collations: the btree operator
    // family whose order is that of bytes in any collation.
    Oid pattern_family;
    // Whether the arguments of a function of the time after the id are a possible layout. Null: there are none.
    bool (*is_layout)(const Datum *arguments);
};

// Null: the type is none.
const BuiltinType *builtin_type_of(Oid type);

// Whether the type is uuid or bigint, whose values can be those of kinds.
bool is_of_server(Oid type);

// The member of the default btree operator family of `type` for a strategy.
Oid btree_operator(Oid type, int strategy);

// Families of PostgreSQL's catalog, whose headers give them no names.
constexpr Oid datetime_btree_family = 434;
constexpr Oid datetime_minmax_family = 4059; // of BRIN

// The btree operator family of the type's own order.
inline Oid
own_family(Oid type)
{
    // The type cache searches all operator classes of the access method when it is asked for a type for the first time.
    if (type == TIMESTAMPTZOID)
        return datetime_btree_family;
    return lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
}

// The operator of the strategy, in the order of the ids, that an index or a partition key with this operator family, of
// any access method, and collation has. 0: none, and no order of ids.
Oid id_operator(Oid type, Oid family, Oid collation, int strategy);

// Whether the order of an index or partition key is that of the ids, or the reverse.
inline bool
has_order_of_ids(Oid type, Oid family, Oid collation)
{
    return OidIsValid(id_operator(type, family, collation, BTLessStrategyNumber));
}

// The expression without casts that change no bytes.
Node *without_casts(Node *node);

// Returns true if the expression calls a function that is not PostgreSQL's own. For what stands beside the id in a
// form, such as a time zone: the server does not estimate it, and so must not be led to evaluate it while it plans.
bool calls_user_function(Node *node);

// The id as its column: without casts that change neither its bytes nor its order.
Node *bare_id(Node *id);

// The number of that column. 0: it is none.
AttrNumber column_of(Node *id);

// Returns true if the function is a K_extract_timestamp, or PostgreSQL's uuid_extract_timestamp(). Needs no call that
// the planner has simplified before.
bool is_time_function(Oid function);

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

// The K_extract_timestamp that has the bounds for the function of an extracted time: the function itself, or ours for
// PostgreSQL's. 0: there is none.
Oid own_function(Oid function);

// Returns true if the order of the table's IDs is proved to be that of their times. Only for the server's
// uuid_extract_timestamp() this takes a CHECK constraint: see server_uuid_time.cpp.
bool is_in_order(PlannerInfo *root, const RelOptInfo *relation, const FuncExpr *time);

} // namespace ulidkit
