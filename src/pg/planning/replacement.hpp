// What a condition on the time of an id is replaced with.
#pragma once

#include "pg/planning/readings.hpp"
#include "pg/planning/run.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

struct Replacement {
    List *clauses = NIL;        // an AND list; empty: the condition is left alone
    bool kept = false;          // the condition stays in addition to them
    FuncExpr *ranged = nullptr; // the time in it, if its estimate is not to count
    Node *operand = nullptr;    // as it stands there
};

Replacement replacement_of(Run &run, const Context &context, Node *clause);

// An OR of equalities of one time with constants as the list of them, if that is what looks them up. Otherwise null.
Node *list_of_or(Run &run, const Context &context, BoolExpr *clause);

// The equalities of one operand with constants that the arms of an OR are, as a list. Null: they are others.
ScalarArrayOpExpr *list_in_or(const BoolExpr *clause);

// The time of type timestamptz that a comparison of the reading is with. Null: it cannot be made.
Node *instant_of(PlannerInfo *root, const Reading &reading, const Comparison &comparison);

// Whether one of the conditions is FALSE.
bool is_false(List *conditions);

// Adds an AND list of conditions to the arms of an OR.
void add_arm(List *&arms, List *conditions);

// The OR of the arms, as an AND list.
List *any_of(List *arms);

} // namespace ulidkit
