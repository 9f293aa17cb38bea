// What becomes of a condition on the time of an id, once it has been read.
#pragma once

#include "pg/planning/readings.hpp"
#include "pg/planning/run.hpp"
#include "pg/planning/weights.hpp"

namespace ulidkit {

// A decision's input, as a set of these.
enum Flag : unsigned {
    as_written = 1 << 0,  // the time cannot be rewritten, or the user cannot execute what would replace it
    served = 1 << 1,      // an index on the time itself serves the condition
    partitioned = 1 << 2, // a range of ids can prune partitions
    join = 1 << 3,        // the value is of other tables
    computed = 1 << 4,    // the id is no column
    indexed = 1 << 5,     // there is perhaps an index on the id, in the table or a child table
    own_index = 1 << 6,   // there is one in the table
    semijoin = 1 << 7,    // the condition joins the tables of an EXISTS or IN
    equality = 1 << 8,    // the condition is an equality
    one_time = 1 << 9,    // and its range is exactly the ids of one time
    needed = 1 << 10,     // it says more than its range, or something else than the id's index can use it
    equated = 1 << 11,    // the time is in another equality
    subplan = 1 << 12,    // the value has subplans, which can be expensive
    listed = 1 << 13,     // it is a list: an index looks its elements up, or there is none on the id
    parent = 1 << 14,     // the table has child tables, which the ranges can exclude
};

enum class Action { leave, replace, add };

struct Decision {
    Action action;
    Weight weight = Weight::full; // of the range
    bool counts_once = false;     // the condition that stays is not to count in addition to its range
};

// A set of flags. `joins`: the values have columns of other tables.
unsigned situation_of(Run &run, const Context &context, Node *condition, const Reading &reading, const Known &known,
                      bool joins, bool has_subplans);

Decision decide(unsigned situation);

// Whether the time, an operand of the condition, is in another equality, too: two form an equivalence class.
bool is_equated(const Run &run, Node *condition, Node *operand);

} // namespace ulidkit
