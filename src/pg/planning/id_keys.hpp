// Expressions in a query that an index on an ID can serve: the times of IDs, forms of the times, and forms of the IDs.
#pragma once

#include "pg/planning/id_forms.hpp"
#include "pg/planning/time_forms.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// The time of a table's ID, a form of the time, or a form of the ID that has an inverse. It can also be a generated
// column whose expression is one of these.
struct IdKey {
    Node *node;       // as in the query, without marks of outer joins
    Node *expression; // what the node is: for a generated column, its expression
    Node *id;
    int relation;       // the number of the relation whose columns the ID consists of
    FuncExpr *time;     // null if the key is a form of the ID
    TimeForm time_form; // the form of the time; has no time if the key is the time itself
    IdForm form;        // the form of the ID, if `time` is null
    List *collations;   // collations of the operators that have the key as an argument

    bool
    is_time() const
    {
        return time != nullptr && time_form.time == nullptr;
    }
};

// Sets `key` to the time, the form of a time, or the form of an ID that the node is. Returns false if the node is none
// of these. `relation` and `collations` stay empty.
bool parse_key(PlannerInfo *root, Node *node, IdKey &key);

// Returns the keys in the query that belong to the relation, as a list of IdKey. The relation can be a table of the
// query or a child table.
List *keys_of(PlannerInfo *root, const RelOptInfo *relation);

// An index that exists only to give the planner statistics for its key: see time_statistics.cpp.
struct StatisticsIndex {
    IndexOptInfo info; // first, because the server has only a pointer to it
    IdKey key;
    bool asked;           // the following fields have been set
    bool readable;        // the user may read the rows
    HeapTuple statistics; // null if there are no statistics
};

// Returns the index as a StatisticsIndex. Returns null if the index is not one that make_index() in time_statistics.cpp
// made.
inline StatisticsIndex *
as_statistics(IndexOptInfo *index)
{
    return index->hypothetical && index->relam == InvalidOid ? reinterpret_cast<StatisticsIndex *>(index) : nullptr;
}

// A stored generated column and its expression. The server computes such a column from its row whenever it writes the
// row. So the planner can treat a column whose expression is the time of an ID, or a form, like that expression.
struct GeneratedColumn {
    Var *column;
    Node *expression; // simplified
    bool inherited;   // a parent has the column, too
};

// Returns true if the table has a stored generated column.
bool has_generated_columns(Oid table);

// Returns the stored generated columns of the table whose expressions the planner may look into: they consist of
// columns, of constants, of functions of ulidkit, and of those functions and casts of PostgreSQL that is_known() in
// id_keys.cpp names. The result is a list of GeneratedColumn, which the caller owns. Its columns are columns of the
// relation with the number `relation`. The function looks into no function of a user, and evaluates nothing.
List *expressions_of(PlannerInfo *root, Oid table, Index relation);

// Returns the columns, as expressions_of() does, of all tables of the query that the server has looked up so far. The
// list belongs to the state of the run, and is NIL for a run without a state.
List *generated_columns(PlannerInfo *root);

// Replaces stored generated columns of `relation` (0: of all relations) by their generation expressions. The result
// only tells what an expression is. Never evaluate it: above a join, the columns that it needs may be missing. Do not
// use the result for a table that has child tables either, because each child table can have expressions of its own.
Node *with_columns_computed(PlannerInfo *root, Node *node, Index relation = 0);

// Returns the generated column that has this expression. Returns the expression itself if there is no such column.
Node *as_column(PlannerInfo *root, Node *expression);

} // namespace ulidkit
