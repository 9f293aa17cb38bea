// What the conditions of a table on forms of a time or an id say of the time, or the id, itself.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// A condition on the time, or the id, that follows from one of the table's.
struct ImpliedCondition {
    RestrictInfo *condition;
    RestrictInfo *original;
    bool on_id;
    bool exact; // the conditions that follow from it say all that it says
};

// Those of a table, of ImpliedCondition.
List *implied_conditions(PlannerInfo *root, const RelOptInfo *relation);

// The one of the list with that condition, or null.
const ImpliedCondition *implied_by(List *implied, const RestrictInfo *condition);

} // namespace ulidkit
