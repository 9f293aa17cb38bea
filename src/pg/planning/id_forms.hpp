// Forms of an id that have an inverse: its text, its bytes, what a function with constants makes of it.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// A function of an id and its inverse, which takes the form in the place of the id.
struct Inverse {
    Oid function; // of the form
    Oid inverse;  // 0: there is none
    Oid open;     // the function for everybody's use that does the same, but for its errors; or 0
    int position; // of the id among the arguments
    Oid type;     // of the id
    Oid form;     // the type of the form
    Oid least;    // of a conversion to text: K_like_min() and K_like_max(), or 0
    Oid most;
};

// A form of an id as it stands in a query. Without a node it is none.
struct IdForm {
    Node *node = nullptr; // a FuncExpr, a conversion to text, or a cast that changes no bytes
    Node *id = nullptr;
    Inverse inverse = {}; // without a function: of a cast
};

// Whether the type is one of the extension's.
bool is_own(Oid type);

// Returns true if the function makes a form of an id, and has an inverse. Needs no call that the planner has simplified
// before.
bool is_form_function(Oid function);

// Whether the node is the same for all rows.
bool is_constant(PlannerInfo *root, Node *node);

// What the node is, without casts around it that change no bytes.
IdForm form_of(PlannerInfo *root, Node *node);

// Whether the operator and the collation compare bytes.
bool compares_bytes(Oid opno, Oid collation);

// The id as a value of its column's type, or of the type that the inverse returns.
Node *id_of_form(const IdForm &form);

// The id of a value, as a value of the type: of a form with the same function and constants. A constant if it can be.
Node *inverted(PlannerInfo *root, const IdForm &form, Node *value, Oid type);

// `operand = value`, or `operand = ANY (value)`, if it compares bytes. Without an operand it is none.
struct ByteEquality {
    Node *operand = nullptr;
    Node *value = nullptr;
    bool list = false;
};

ByteEquality byte_equality(Node *clause);

// An equality of the form as one of the id, a value of the type.
Node *inverted_equality(PlannerInfo *root, const IdForm &form, const ByteEquality &equality, Node *id, Oid type);

// The expressions as an array of the type.
Node *array_of(Oid type, List *elements);

// Whether the user can execute what a condition on the form becomes.
bool is_invertible(PlannerInfo *root, const IdForm &form, Oid type);

// The range of ids that a condition on what a text begins with implies. `exact`: it says no more. Empty: it is none.
List *range_of_prefix(PlannerInfo *root, Node *clause, bool &exact);

} // namespace ulidkit
