// What is remembered of a run of the planner as long as it lasts.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

struct PlannerState {
    const PlannerInfo *root;
    bool rewritten;        // its conditions and its order have been
    Bitmapset *union_alls; // whose conditions have been, in a query over nothing else
    // Of time_statistics.cpp: the times in the query and the forms with an inverse, once they have been looked for.
    bool searched;
    List *keys;
    List *with_statistics; // OIDs of the tables whose ids' times have been given some
    List *statistics;      // those that have been asked for
    // Of weights.cpp.
    HTAB *weights;
    HTAB *ranged;
    List *equated;
    const struct VirtualIndex *costed; // of virtual_index.cpp: the one whose cost the server computes
    List *set_aside;                   // of partition_ranges.cpp
    List *guests;                      // of guest_bounds.cpp: the functions that have been called

    PlannerState *next;
    MemoryContextCallback forget;
};

// The state of the run, made at the first call. It belongs to the memory of the run, and is forgotten with it. Null for
// what is no run, but a call of one of the planner's functions by another part of the server.
PlannerState *state_of(PlannerInfo *root);

} // namespace ulidkit
