// Forms of an ID that have an inverse: the text of the ID, its bytes, and the results of other functions of the ID and
// constants, such as K_hide().
#pragma once

#include "pg/planning/time_bounds.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// A function of an ID, and the inverse function, which takes the form in the place of the ID. An OID is 0 if
// there is no such function.
struct Inverse {
    Oid function; // makes the form from the ID
    Oid inverse;  // makes the ID from the form
    Oid open;     // the function for users that does the same as the inverse, but raises errors
    int position; // the number of the ID among the arguments, from 0
    Oid type;     // the type of the ID
    Oid form;     // the type of the form
    Oid least;    // K_like_min() and K_like_max(), if the form is a conversion to text
    Oid most;
};

// A form of an ID as it occurs in a query. If `node` is null, the expression is not a form.
struct IdForm {
    Node *node = nullptr; // a FuncExpr, a conversion to text, or a cast that changes no bytes
    Node *id = nullptr;
    Inverse inverse = {}; // has no function if the form is a cast
};

// Returns true if the type is one of the extension's types.
bool is_own(Oid type);

// Returns true if the function makes a form of an ID and has an inverse. The answer is right even if the planner has
// not simplified a call of the function yet.
bool is_form_function(Oid function);

// Returns true if the node has the same value for all rows: it contains no column, no volatile function and no subplan.
bool is_constant(PlannerInfo *root, Node *node);

// Returns the form of an ID that the node is. Casts around the node that change no bytes are ignored. The result has no
// node if the node is not a form.
IdForm form_of(PlannerInfo *root, Node *node);

// Returns true if the operator is an equality that, with the collation, compares bytes.
bool compares_bytes(Oid opno, Oid collation);

// Returns a copy of the form's ID: as a value of its column's base type if IDs can be stored in that type, and
// otherwise as a value of the type that the form's function takes.
Node *id_of_form(const IdForm &form);

// Returns the ID whose form is `value`, as a value of `type`: a call of the inverse, or a constant if the result of the
// call is known while the query is planned.
Node *inverted(const IdForm &form, Node *value, Oid type);

// `operand = value`, or `operand = ANY (value)`, if the operator compares bytes. If `operand` is null, the clause is
// not such an equality.
struct ByteEquality {
    Node *operand = nullptr;
    Node *value = nullptr;
    bool list = false; // the clause is `operand = ANY (value)`
};

// Returns the parts of the clause if it is an equality that compares bytes. Does not look at whether the operand is a
// form.
ByteEquality byte_equality(Node *clause);

// Returns the condition on the ID that is equivalent to the equality of the form. `type` is the type of `id`.
Node *inverted_equality(PlannerInfo *root, const IdForm &form, const ByteEquality &equality, Node *id, Oid type);

// Returns an array of the type whose elements are the expressions. Does not copy the expressions.
Node *array_of(Oid type, List *elements);

// Returns true if the user may execute every function that a condition on the form is converted to, with IDs of the
// type. The plan then depends on these functions, even if it calls none of them.
bool is_invertible(PlannerInfo *root, const IdForm &form, Oid type);

// Returns the range of IDs that follows from a condition on the beginning of an ID's text: LIKE, ^@, or starts_with().
Ranges range_of_prefix(PlannerInfo *root, Node *clause);

} // namespace ulidkit
