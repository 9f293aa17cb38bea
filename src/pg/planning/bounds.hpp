// The functions and operators that stand for a condition on the time of an id: the operators of the id's type, and the
// extension's functions for the first and last id of a time.
#pragma once

#include "pg/planning/table_facts.hpp"
#include "pg/planning/weights.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

enum BoundName { at_or_after, after, before, at_or_before };

// What the conditions on the time of one id are replaced with.
struct TimeBounds {
    Node *id; // as a value of the type whose operators are used
    Oid type;
    Oid kind;         // the type of the functions' results, which has the same order
    Oid functions[4]; // by BoundName; 0: none that the user can execute
    bool exclusive;   // upper ends are: those of before and at_or_before are the bounds at_or_after and after
    Oid at_least;     // the operators >= and <= of the type, or < if upper ends are exclusive
    Oid at_most;
    Oid collation; // of the comparisons
    Oid guest[2];  // ulidkit_at_least() and ulidkit_at_most() or _below() for a type of PostgreSQL's; 0: none
    bool guests;   // these are always used
    bool compared; // in addition to these
    bool callable; // the user can execute what is replaced and the operators that replace it
};

TimeBounds bounds_of(PlannerInfo *root, const FuncExpr *time, const Facts &facts);

// K_<name>(value), as a value of the id's type.
Node *limit_of(PlannerInfo *root, const TimeBounds &bounds, const FuncExpr *time, BoundName name, Node *value);

// `id >= K_<name>(value)`, or <= or <, as an AND list: FALSE if the bound is known to be null.
// `estimated`: the server's estimate of such a comparison would not do.
List *bound(PlannerInfo *root, const TimeBounds &bounds, const FuncExpr *time, BoundName name, Node *value,
            Weight weight, bool estimated);

// The comparisons as those of an index or partition key with this operator family and collation. False: it has none.
bool use_operators(TimeBounds &bounds, Oid family, Oid collation);

// One of these comparisons with a limit that limit_of() made.
Node *comparison_of(const TimeBounds &bounds, BoundName name, Node *limit);

// Sets the weight of bounds that bound() made.
void reweigh(PlannerInfo *root, List *clauses, Weight weight);

// A value as timestamptz, converted as the operators convert a timestamp or date. Null: not possible.
Node *timestamptz_of(PlannerInfo *root, const FuncExpr *time, Node *value, Oid type);

// Whether the user can have that done for each type that an operator compares a time with.
bool can_convert_times(PlannerInfo *root, const FuncExpr *time);

// ulidkit_<name>() of conversions.cpp: the first or last time that compares by `strategy` with the value. Null: not
// possible.
Node *extreme_time(PlannerInfo *root, const char *name, const FuncExpr *time, int strategy, Node *value,
                   const char *unit, Node *zone);

// Whether the present user has the privilege. The plan then depends on the role, and is made again for another.
bool may_execute(PlannerInfo *root, Oid function);

Node *call_of(Oid function, Oid result, List *args);

// What the function returns for the constants, none of which is null. The planner would set an executor up for it.
Node *evaluated(Oid function, Oid result, const List *args);

// ulidkit_for_each_table() in the schema of the function: see union_all.cpp. 0: not possible.
Oid function_for_each_table(PlannerInfo *root, Oid beside);

inline Expr *
copy_of(Node *node)
{
    return static_cast<Expr *>(copyObjectImpl(node));
}

// The id as a value of its column's type, if that is a type of PostgreSQL with the same order, as for `column::ulid` of
// a uuid: then the column's own index and statistics are used. For a domain it is the base type.
Node *own_id(const FuncExpr *time);

// The member of the default btree operator family of `type` for a strategy.
Oid btree_operator(Oid type, int strategy);

// How the operator compares a time with its other argument: a btree strategy, or 0.
int time_strategy(Oid opno);

} // namespace ulidkit
