// The functions and operators that take the place of a condition on the time of an ID: the operators of the ID's type,
// and the extension's functions for the first and the last ID of a time.
#pragma once

#include "pg/planning/time_conditions.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// The names of the four bounds of a time `t`: the first ID at or after `t`, the first ID after `t`, the last ID before
// `t`, and the last ID at or before `t`.
enum BoundName { at_or_after, after, before, at_or_before };

// The functions that belong to a function for the time, beside the four bounds: ulidkit_timestamptz() of a timestamp
// and of a date, ulidkit_earliest() and ulidkit_latest(), and the function for the time itself.
enum CompanionName { of_timestamp = 4, of_date, earliest, latest, of_id, companion_count };

// The functions and operators that belong to a function for the time, for IDs of one type. The OID of one that does not
// exist is 0.
struct Companions {
    Oid type;
    Oid kind;                       // the type that the bounds return; it has the same order as `type`
    Oid functions[companion_count]; // by BoundName and CompanionName
    Oid at_least;                   // the operators >= and <= of `type`; < instead of <= if upper ends are exclusive
    Oid at_most;
    // Upper ends of ranges are exclusive. Then the bounds for `before` and `at_or_before` are those for `at_or_after`
    // and `after`.
    bool exclusive;
    bool complete; // all of them exist
    bool open;     // everybody may execute all of them
};

// Returns true if everybody may execute the functions of all comparisons that the btree operator family has for the
// type. Given one comparison, the server can use any of the others to prove the predicate of an index, or that a table
// is empty.
bool are_open(Oid family, Oid type);

// Sets `found` to the companions of the function of the time, for IDs of the type. Returns false if some do not exist,
// if the user may not execute all of them, or if not everybody may compare IDs and times.
bool find_companions(PlannerInfo *root, const FuncExpr *time, Oid type, Companions &found);

// What conditions on the time of one ID are converted with.
struct TimeBounds {
    Node *id; // the ID as a value of the type whose operators are used
    Companions of;
    Oid at_least; // the operators
    Oid at_most;
    Oid collation; // the collation of the comparisons
};

// Sets `bounds` for an ID that is compared as an index or a partition key with this operator family and collation
// compares it. Returns false if the family does not have the order of the IDs, or if the user may not execute all
// functions that are needed.
bool find_bounds(PlannerInfo *root, const FuncExpr *time, Node *id, Oid family, Oid collation, TimeBounds &bounds);

// Returns K_<name>(value) as a value of the ID's type. If the limit is known, and is above every ID, then the result is
// null for an upper limit, because it excludes nothing, and a constant NULL for a lower limit, because no ID reaches
// it.
Node *limit_of(const TimeBounds &bounds, const FuncExpr *time, BoundName name, Node *value);

// Returns the time that a comparison compares with, as an expression of type timestamptz. Returns null if the value
// cannot be converted.
Node *instant_of(PlannerInfo *root, const Companions &companions, const ParsedCondition &parsed,
                 const Comparison &comparison);

// Returns the function `name` that was installed together with `function`: it is in the same schema, returns `result`,
// and is written in C in the same library. Only a superuser can make a function of a library, so nobody else can have
// put another function in its place. Returns 0 if there is no such function.
Oid function_beside(Oid function, const char *name, Oid result, const Oid *types, int count);

// Returns the comparisons of the ID that follow from the comparisons of its time, in their order. If two follow from
// one, the lower end is first. Returns NIL if a value cannot be converted, or if no comparison excludes an ID.
List *ranges_by(PlannerInfo *root, const TimeBounds &bounds, const ParsedCondition &parsed);

// Returns the value of an expression, in which `value` takes the place of `variable`. The expression must consist of
// calls of strict functions, and of constants. Checks no privileges, and sets up no executor.
NullableDatum evaluate(Node *expression, const Node *variable, Datum value);

// Returns a call of one of the extension's functions, all of which are STRICT. If all arguments are constants, and the
// function is immutable, returns its result as a constant. Returns a constant NULL if an argument is a constant NULL.
// The arguments are not simplified: they may be calls of a user's functions that the server has simplified already, and
// planning simplifies nothing a second time.
Node *call_or_result(Oid function, Oid result, List *args);

// Returns a copy of the node as an Expr.
inline Expr *
copy_of(Node *node)
{
    return static_cast<Expr *>(copyObjectImpl(node));
}

// Returns the node as a value of the type, by a cast that changes no bytes. It can change the node itself.
inline Node *
relabelled(Node *node, Oid type)
{
    return applyRelabelType(node, type, -1, InvalidOid, COERCE_EXPLICIT_CAST, -1, true);
}

// Conditions that follow from a condition of the query, as an AND list. NIL if nothing follows from it.
struct Ranges {
    List *conditions = NIL;
    bool exact = false; // they say all that the condition says
};

// Returns the clause `id operator value`. Copies `id`, but not `value`.
Node *comparison_by(Oid opno, const Node *id, Node *value, Oid collation = InvalidOid);

} // namespace ulidkit
