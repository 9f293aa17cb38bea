// What is remembered of a run of the planner as long as it lasts, and whether a query has anything to do with ids.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

struct PlannerState {
    const PlannerInfo *root;
    const PlannerGlobal *query; // of which the run is one
    bool searched;
    int next_relation;                 // of id_keys.cpp: the first whose generated columns are not known
    List *keys;                        // of IdKey, once they have been looked for
    List *with_statistics;             // OIDs of the tables that have indexes for statistics
    const struct VirtualIndex *costed; // of virtual_index.cpp: the one whose cost the server computes
    List *set_aside;                   // of partitions.cpp
    bool joins_taken;                  // of partitions.cpp
    Relids appended;                   // of partitions.cpp: partitioned tables that the server itself reads
    List *generated;                   // of GeneratedColumn

    PlannerState *next;
    MemoryContextCallback forget;
};

// The state of the run, made at the first call. It belongs to the memory of the run, and is forgotten with it. Null for
// what is no run, but a call of one of the planner's functions by another part of the server.
PlannerState *state_of(PlannerInfo *root);

// The state, if there is one.
PlannerState *known_state_of(const PlannerInfo *root);

// A support function calls the first when the planner simplifies a call of its function: the query has something to do
// with ids. The second tells for any run of the query, without looking at its conditions.
void note_ids(PlannerInfo *root);
bool has_ids(const PlannerInfo *root);

// Returns true if the present user has the privilege to execute the function. Marks the plan as one that depends on the
// role, so that a cached plan is made again for another one. Planning asks for privileges nowhere else.
bool may_execute(PlannerInfo *root, Oid function);

} // namespace ulidkit
