// What ulidkit remembers during a run of the planner, and whether a query has anything to do with IDs.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// The state of a run of the planner: of one query, or of one of its subqueries.
struct PlannerState {
    const PlannerInfo *root;
    const PlannerGlobal *query; // the whole query, to which the run belongs
    bool searched;              // the query has been searched for keys
    int next_relation;          // id_keys.cpp: the first relation whose generated columns have not been looked up
    List *keys;                 // list of IdKey; valid once `searched` is true
    List *with_statistics;      // OIDs of the tables that have indexes for statistics
    const struct VirtualIndex *costed; // virtual_index.cpp: the index whose cost the server is computing
    List *set_aside;                   // partitions.cpp: list of SetAside
    bool joins_taken;                  // partitions.cpp: the ranges have been removed from the join conditions
    Relids appended;                   // partitions.cpp: partitioned tables that the server itself reads
    List *generated;                   // list of GeneratedColumn
    HTAB *weights;                     // estimates.cpp: what the bounds in lists of conditions count for

    PlannerState *next;
    MemoryContextCallback forget;
};

// Returns the state of the run, and makes it if there is none yet. The state is allocated in the memory of the run, and
// is forgotten when that memory is freed. Returns null if `root` has no memory of a run, because another part of the
// server, and not the planner, has called a function of the planner.
PlannerState *state_of(PlannerInfo *root);

// Returns the state of the run. Returns null if nothing has made a state yet.
PlannerState *known_state_of(const PlannerInfo *root);

// Notes that the query has something to do with IDs. A support function calls it when the planner simplifies a call of
// the function that it supports. `root` may be null.
void note_ids(PlannerInfo *root);
// Returns true if note_ids() has been called, or a state made, in any run of the planner for the same query. Does not
// look at the conditions of the query.
bool has_ids(const PlannerInfo *root);

// Returns true if the present user has the privilege to execute the function. Marks the plan as one that depends on the
// role, so that the server plans a cached plan again for another role. Except for the check whether everybody has a
// privilege, planning checks privileges on functions nowhere else.
bool may_execute(PlannerInfo *root, Oid function);

} // namespace ulidkit
