// Indexes on ids as indexes on their times. Wherever there is an index on an id, the planner sees an index on its time:
// see virtual_index.cpp.
#pragma once

#include "pg/planning/bounds.hpp"
#include "pg/planning/inverse.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// An index (..., id, ...) as the index (..., key, id, ...), whose key is the time of the id, or a form of it.
struct VirtualIndex {
    IndexOptInfo info;      // first: the server knows it by it
    IndexOptInfo *original; // the index on the id
    int column;             // of the key; the id follows. -1: there is none, but conditions that are implied
    FuncExpr *time;         // null: the key is the form
    TimeBounds bounds;      // of the time, by the operators of the index
    IdForm form;
    List *implied; // of ImpliedCondition, among its conditions

    Node *
    key() const
    {
        return time != nullptr ? reinterpret_cast<Node *>(time) : form.node;
    }
};

// The virtual indexes of a table for these keys: times of its ids, and forms that have an inverse.
List *make_virtual_indexes(PlannerInfo *root, const RelOptInfo *relation, List *keys);

// Null: the index is none.
VirtualIndex *as_virtual(IndexOptInfo *index);

// Lets the planner see the virtual indexes of each table; called once, when the library is loaded.
void install_virtual_indexes();

} // namespace ulidkit
