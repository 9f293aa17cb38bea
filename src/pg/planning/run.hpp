// One run of the planner: what is known of the time of each id, and the conditions that hold.
#pragma once

#include "pg/planning/bounds.hpp"
#include "pg/planning/table_facts.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// The facts about the time of one id in one planner run.
struct Known {
    int relation;
    Node *key; // what an index can have: the time, or a form of it
    Facts facts;
    TimeBounds bounds;
};

// Conditions that hold together, and with those around them.
struct Context {
    List *conditions;
    const Context *outer;
    bool semijoin; // they join the tables of an EXISTS or IN
    bool in_or;
};

struct Run {
    PlannerInfo *root;
    List *known = NIL;      // of Known
    List *forms = NIL;      // of what inverse_conditions.cpp knows
    List *conditions = NIL; // all that hold of the query's rows, at any depth of its joins
};

// The one relation whose columns `id` is made of, if that is a table or a UNION ALL. Otherwise 0.
int relation_of(PlannerInfo *root, Node *id);

inline bool
is_union_all(const RangeTblEntry *entry)
{
    return entry->rtekind == RTE_SUBQUERY && entry->inh;
}

const Known &known_of(Run &run, int relation, const FuncExpr *time, Node *key);

// Whether an index on the id can look up the elements of a list that holds together with these conditions.
bool looks_up(PlannerInfo *root, const Facts &facts, const Context &context);

// Whether an index on the time itself can serve the condition, or, if `sorted` is not null, an order by these
// expressions and then the time: see table_facts.cpp.
bool is_served(PlannerInfo *root, const Facts &facts, const Context *context, List *const *sorted);

} // namespace ulidkit
