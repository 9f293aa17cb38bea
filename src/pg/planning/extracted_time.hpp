// The times of IDs in a query, and what the planner knows about the built-in types that can contain IDs. See
// extracted_time.cpp.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

struct BuiltinType {
    Oid type;
    // True if no value of the type is the last ID of a time. The upper ends of ranges are then exclusive.
    bool exclusive;
    // For a type whose IDs have the order of their bytes, although the type's own order is the order of bytes only in
    // some collations: the btree operator family that orders by bytes in every collation. Otherwise 0.
    Oid pattern_family;
    // Returns true if these arguments, which follow the ID in a call of a function for the time, are a possible layout.
    // Null if the functions of the type take no arguments after the ID.
    bool (*is_layout)(const Datum *arguments);
};

// Returns the row of the table in extracted_time.cpp for the type. Returns null if the type is not in the table.
const BuiltinType *builtin_type_of(Oid type);

// Returns the operator for a strategy (a btree strategy number) in the default btree operator family of `type`. Returns
// 0 if there is no such operator.
Oid btree_operator(Oid type, int strategy);

// Operator families of PostgreSQL's catalog. PostgreSQL's headers define no names for them.
constexpr Oid datetime_btree_family = 434;
constexpr Oid datetime_minmax_family = 4059; // the minmax operator family for BRIN indexes

// Returns the btree operator family for the type's own order.
inline Oid
own_family(Oid type)
{
    // The family of timestamptz is a constant, because the type cache searches all operator classes of the access
    // method when it is asked for a type for the first time.
    if (type == TIMESTAMPTZOID)
        return datetime_btree_family;
    return lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf;
}

// Returns the operator for the strategy that compares IDs in their order, and that belongs to the operator family of an
// index or a partition key. The family can be one of any access method. Returns 0 if the family, with the collation,
// does not have the order of the IDs.
Oid id_operator(Oid type, Oid family, Oid collation, int strategy);

// Returns true if the order of an index or a partition key with this operator family and collation is the order of the
// IDs, or the reverse of that order.
inline bool
has_order_of_ids(Oid type, Oid family, Oid collation)
{
    return OidIsValid(id_operator(type, family, collation, BTLessStrategyNumber));
}

// Returns the expression without the casts around it that change no bytes. Does not copy the expression.
Node *without_casts(Node *node);

// Returns true if the expression calls a function that is not PostgreSQL's own. It is used for the arguments beside the
// ID in a form, such as a time zone. Planning must not evaluate them if they call a function of a user, because the
// server does not evaluate them for its own estimates.
bool calls_user_function(Node *node);

// Returns the ID without the casts around it that change neither its bytes nor its order. For an ID that is stored in
// a column, the result is the column.
Node *bare_id(Node *id);

// Returns the number of the column that the ID is, after removing the casts as in bare_id(). Returns 0 if the ID is not
// a column.
AttrNumber column_of(Node *id);

// Returns true if the function is a K_extract_timestamp(), or PostgreSQL's uuid_extract_timestamp(). The answer is
// right even if the planner has not simplified a call of the function yet.
bool is_time_function(Oid function);

// Returns `node` if it is a call of a K_extract_timestamp() whose arguments after the ID are constants, or a call of
// PostgreSQL's uuid_extract_timestamp(). Otherwise returns null.
FuncExpr *extracted_time(Node *node);

// Returns the ID in a call that extracted_time() returned.
inline Node *
id_of(const FuncExpr *time)
{
    return as_node(linitial(time->args));
}

// Returns the ID of an extracted time. If the ID is a cast from a column of a built-in type with the same order, as in
// `column::ulid` for a uuid column, returns a copy of the column without the cast, so that the column's own index and
// statistics are used. A column of a domain is returned as a value of the base type.
Node *own_id(const FuncExpr *time);

// Returns the K_extract_timestamp() that has functions for the bounds beside it: the function itself or, for
// PostgreSQL's uuid_extract_timestamp(), the extension's uuidv7_extract_timestamp(). Returns 0 if there is no such
// function.
Oid own_function(Oid function);

// Returns true if the order of the table's IDs is proved to be the order of their times. A proof is needed only for the
// server's uuid_extract_timestamp(), and it takes a CHECK constraint: see is_in_order() in extracted_time.cpp.
bool is_in_order(PlannerInfo *root, const RelOptInfo *relation, const FuncExpr *time);

} // namespace ulidkit
