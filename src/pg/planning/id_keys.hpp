// What a query has of ids that an index on an id can serve: their times, forms of the times, and forms of the ids.
#pragma once

#include "pg/planning/id_forms.hpp"
#include "pg/planning/time_forms.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// The time of a table's id, a form of the time, or a form of the id that has an inverse; or a generated column that is
// one.
struct IdKey {
    Node *node;       // without outer joins
    Node *expression; // that it is: another one of a generated column
    Node *id;
    int relation;       // of which its columns are
    FuncExpr *time;     // null: a form of the id
    TimeForm time_form; // of the time; without a time: the key is the time itself
    IdForm form;        // of the id
    List *collations;   // of the operators that have the form as an argument

    bool
    is_time() const
    {
        return time != nullptr && time_form.time == nullptr;
    }
};

// What the node is. False: none of these.
bool parse_key(PlannerInfo *root, Node *node, IdKey &key);

// Those of a table of the query, or of a child table, in a list of IdKey.
List *keys_of(PlannerInfo *root, const RelOptInfo *relation);

// An index that only exists for the statistics of its key: see time_statistics.cpp.
struct StatisticsIndex {
    IndexOptInfo info; // first: the server knows it by it
    IdKey key;
    bool asked;           // for what follows
    bool readable;        // whether the user may read the rows
    HeapTuple statistics; // or null
};

// Null: the index is none.
inline StatisticsIndex *
as_statistics(IndexOptInfo *index)
{
    return index->hypothetical && index->relam == InvalidOid ? reinterpret_cast<StatisticsIndex *>(index) : nullptr;
}

// The expression of a stored generated column. The server computes such a column from its row whenever it writes one.
// So a column whose expression is the time of an id, or a form, is that expression to the planner.
struct GeneratedColumn {
    Var *column;
    Node *expression; // simplified
    bool inherited;   // a parent has the column, too
};

bool has_generated_columns(Oid table);

// Returns the stored generated columns of the table whose expressions consist of functions of ulidkit, and of functions
// and casts of PostgreSQL that are named in the code, with constants: a list of GeneratedColumn. Their columns are
// those of the relation with that number. Looks into no function of a user, and evaluates nothing.
List *expressions_of(Oid table, Index relation);

// The same of the tables of the query that have been looked up so far.
List *generated_columns(PlannerInfo *root);

// The expression with the columns' own in their places, of one relation, or of all if it is 0. A value of another one
// is its column: what that is computed from need not be at hand. Of a table that has child tables the expressions are
// true for none of them, because each can have its own.
Node *with_columns_computed(PlannerInfo *root, Node *node, Index relation = 0);

// The column of that expression; the expression itself if there is none.
Node *as_column(PlannerInfo *root, Node *expression);

} // namespace ulidkit
