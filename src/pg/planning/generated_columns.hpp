// The expressions of stored generated columns. The server computes such a column from its row whenever it writes one.
// So a column whose expression is the time of an id, or a form, is that expression to the planner.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

struct GeneratedColumn {
    Var *column;
    Node *expression; // simplified
};

bool has_generated_columns(Oid table);

// Those of a table, in a list of GeneratedColumn, as those of the relation of that number.
List *expressions_of(PlannerInfo *root, Oid table, Index relation);

// The same of a table of the query.
List *columns_of(PlannerInfo *root, Index relation);

// The expression with the columns' own in their places, of one relation, or of all if it is 0. A value of another one
// is its column: what that is computed from need not be at hand. Of a table that has child tables the expressions are
// true for none of them, because each can have its own.
Node *with_columns_computed(PlannerInfo *root, Node *node, Index relation = 0);

// The column of that expression; the expression itself if there is none.
Node *as_column(PlannerInfo *root, Node *expression);

} // namespace ulidkit
