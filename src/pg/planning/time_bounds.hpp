// The functions and operators that stand for a condition on the time of an id: the operators of the id's type, and the
// extension's functions for the first and last id of a time.
#pragma once

#include "pg/planning/time_conditions.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

enum BoundName { at_or_after, after, before, at_or_before };

// What came with a function for the time, for ids of a type. 0: there is none.
struct Companions {
    Oid function;
    Oid type;
    Oid kind;      // the type of the bounds, which has the same order
    Oid bounds[4]; // by BoundName
    Oid at_least;  // the operators >= and <= of the type, or < if upper ends are exclusive
    Oid at_most;
    Oid conversions[2]; // ulidkit_timestamptz() of a timestamp and a date
    Oid extremes[2];    // ulidkit_earliest() and ulidkit_latest()
    bool exclusive;     // upper ends are: those of before and at_or_before are the bounds at_or_after and after
    bool complete;
    bool open; // for everybody
};

// Those of the function of the time, for an id of the type. False: the user cannot execute all of them, or there are
// not all.
bool find_companions(PlannerInfo *root, const FuncExpr *time, Oid type, Companions &found);

// What the conditions on the time of one id become.
struct TimeBounds {
    Node *id; // as a value of the type whose operators are used
    Companions of;
    Oid at_least; // the operators
    Oid at_most;
    Oid collation; // of the comparisons
};

// Of an id that is compared as an index or partition key with this operator family and collation is. False: its order
// is another one, or the user cannot execute all that is needed.
bool find_bounds(PlannerInfo *root, const FuncExpr *time, Node *id, Oid family, Oid collation, TimeBounds &bounds);

// K_<name>(value), as a value of the id's type. Null if the value is known, and the limit is an upper one that is above
// every id. A lower one that is above every id is a constant NULL.
Node *limit_of(const TimeBounds &bounds, const FuncExpr *time, BoundName name, Node *value);

// A comparison of the id with a limit that limit_of() made.
Node *comparison_of(const TimeBounds &bounds, BoundName name, Node *limit);

// The ends of the ids of `time strategy value`: calls `add` with the name of each.
template <class Add>
void
each_end(int strategy, Add add)
{
    if (strategy >= BTEqualStrategyNumber)
        add(strategy == BTGreaterStrategyNumber ? after : at_or_after);
    if (strategy <= BTEqualStrategyNumber)
        add(strategy == BTLessStrategyNumber ? before : at_or_before);
}

// A value as timestamptz, converted as the operators convert a timestamp or date. Null: not possible.
Node *timestamptz_of(const Companions &companions, Node *value, Oid type);

// The time that a condition compares with, as a value of type timestamptz. Null: it cannot be made.
Node *instant_of(PlannerInfo *root, const Companions &companions, const ParsedCondition &parsed,
                 const Comparison &comparison);

// The function `name` that came with `function`, or 0: in the same schema, with this result, and in C of the same
// library, which only a superuser can give to a function, so nobody else can have put one in its place.
Oid function_beside(Oid function, const char *name, Oid result, const Oid *types, int count);

// The comparisons of the id that follow from those of its time, in their order, and for each the lower end first.
// Empty: a value cannot be converted, or no comparison excludes an id.
List *ranges_by(PlannerInfo *root, const TimeBounds &bounds, const ParsedCondition &parsed);

// A call of one of the extension's functions, all of which are STRICT: what it returns, as a constant, if all arguments
// are constants and the function is immutable. The arguments are taken as they are: they may be calls of anybody's
// functions, which the server has simplified, and planning simplifies nothing a second time.
Node *call_or_result(Oid function, Oid result, List *args);

inline Expr *
copy_of(Node *node)
{
    return static_cast<Expr *>(copyObjectImpl(node));
}

// Stands for each element of an array.
inline Node *
element_of_array(Oid type, Oid collation)
{
    auto *element = new_node<CaseTestExpr>(T_CaseTestExpr);
    element->typeId = type;
    element->typeMod = -1;
    element->collation = collation;
    return reinterpret_cast<Node *>(element);
}

// The node as a value of the type, by a cast that changes no bytes. The node can be changed.
inline Node *
relabelled(Node *node, Oid type)
{
    return applyRelabelType(node, type, -1, InvalidOid, COERCE_EXPLICIT_CAST, -1, true);
}

// `id operator value` as a clause.
Node *comparison_by(Oid opno, const Node *id, Node *value, Oid collation = InvalidOid);

} // namespace ulidkit
