// What the tables of a query have for the extracted time of their ids.
#pragma once

#include "pg/planning/extracted_time.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// A function of an id in the query, the time or another form of it.
struct IdCall {
    Node *node;   // a FuncExpr, a conversion to text, or a cast that changes no bytes
    int position; // of the id among its arguments
    Oid function; // 0: a conversion or cast

    explicit IdCall(const FuncExpr *call, int argument = 0)
        : node(reinterpret_cast<Node *>(const_cast<FuncExpr *>(call))), position(argument), function(call->funcid)
    {
    }

    // Of a conversion or cast.
    explicit IdCall(Node *conversion) : node(conversion), position(0), function(0)
    {
    }

    // Whether it is PostgreSQL's uuid_extract_timestamp().
    bool
    is_of_server() const
    {
        return OidIsValid(function) && function == server_uuid_time;
    }

    Node *
    id() const
    {
        if (OidIsValid(function))
            return static_cast<Node *>(list_nth(castNode(FuncExpr, node)->args, position));
        return reinterpret_cast<Node *>(IsA(node, CoerceViaIO) ? castNode(CoerceViaIO, node)->arg
                                                               : castNode(RelabelType, node)->arg);
    }
};

// An index on the time itself, which a query can be left to, or on the id. Its expressions refer to the query's
// relation.
struct TimeIndex {
    bool ordered;    // a btree index
    List *leading;   // its keys before the time or the id
    List *families;  // and their operator families
    List *predicate; // of a partial index
};

// What a table, or a UNION ALL of tables, has for the time, or another form, of one of its ids.
struct Facts {
    // The server would prune partitions wrongly by ranges of ids, or the order of ids is not proved to be that of their
    // times: nothing is rewritten.
    bool as_written;
    // Something else needs conditions on the time: a partition key, a constraint that can exclude the table, the
    // predicate of a partial index, or an index with the time after other keys. They stay in addition to their ranges.
    bool kept;
    bool in_predicate;       // of a partial index of the table's own
    bool partitioned;        // into what a range of ids can prune
    bool foreign;            // another server may be given the range
    bool id_indexed;         // by a btree index of the table's own
    bool id_perhaps_indexed; // or of its child tables
    bool id_searched;        // by any index of the table's own
    bool by_cast;            // the index is on the id with its casts, not on the column
    bool own_order;          // the index has the order that its column has by itself
    Oid family;              // the btree operator family and the collation by which texts are compared: 0 for none, and
    Oid collation;           // for ids of other types, which have those of their type
    List *indexes;           // of TimeIndex
    List *by_id;             // the btree indexes on the id
    bool parent;             // the table has child tables, whose indexes they are only if it is partitioned
};

// Whether the server prunes the partitions of the table that the relation, a child table or not, belongs to wrongly.
bool is_pruned_wrongly(PlannerInfo *root, const RelOptInfo *relation);

// The same for the partitioned table.
bool prunes_wrongly(Oid table);

// Looks up the facts of the relation for the expression `key`, which contains the call and can be indexed. An index on
// it has to have the collation.
Facts facts_of(PlannerInfo *root, int relation, const IdCall &call, Node *key, Oid collation = InvalidOid);

inline Facts
facts_of(PlannerInfo *root, int relation, const FuncExpr *time, Node *key)
{
    return facts_of(root, relation, IdCall(time), key);
}

} // namespace ulidkit
