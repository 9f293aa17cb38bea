// Ids in columns of built-in types: what the planner knows of each type. See builtin_types.cpp.
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

inline bool
has_exclusive_ends(Oid type)
{
    const BuiltinType *builtin = builtin_type_of(type);
    return builtin != nullptr && builtin->exclusive;
}

// The member of the default btree operator family of `type` for a strategy.
Oid btree_operator(Oid type, int strategy);

// The btree operator family of the type's own order.
inline Oid
own_family(Oid type)
{
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

// Whether the arguments of a function of the time after the id, which have to be constants, are a possible layout. If
// not, the call raises an error, and is kept for that.
bool is_layout(List *args);

// The expression without casts that change no bytes.
Node *without_casts(Node *node);

// The id as its column: without casts that change neither its bytes nor its order.
Node *bare_id(Node *id);

// The number of that column. 0: it is none.
AttrNumber column_of(Node *id);

} // namespace ulidkit
