// What ulidkit remembers during a run of the planner. Before PostgreSQL 19, a PlannerInfo has no place for it, so
// states are found by the address of their PlannerInfo, which a later one can reuse. A reset callback of planner_cxt
// removes the state in time.
#include "pg/postgres.hpp"

#include "pg/planning/planner_state.hpp"

namespace ulidkit {

namespace {

PlannerState *newest = nullptr; // the first of a list of all states

// Removes the state from the list. It is called when the memory of the state's run is freed.
void
forget(void *state)
{
    for (PlannerState **place = &newest; *place != nullptr; place = &(*place)->next) {
        if (*place == state) {
            *place = (*place)->next;
            return;
        }
    }
}

} // namespace

PlannerState *
known_state_of(const PlannerInfo *root)
{
    PlannerState *state = newest;
    while (state != nullptr && state->root != root)
        state = state->next;
    return state;
}

PlannerState *
state_of(PlannerInfo *root)
{
    PlannerState *state = known_state_of(root);
    if (state != nullptr || root->planner_cxt == nullptr)
        return state;
    state = static_cast<PlannerState *>(MemoryContextAllocZero(root->planner_cxt, sizeof(PlannerState)));
    state->root = root;
    state->query = root->glob;
    state->next_relation = 1;
    state->forget.func = forget;
    state->forget.arg = state;
    MemoryContextRegisterResetCallback(root->planner_cxt, &state->forget);
    state->next = newest;
    newest = state;
    return state;
}

void
note_ids(PlannerInfo *root)
{
    if (root != nullptr && !has_ids(root))
        state_of(root);
}

bool
has_ids(const PlannerInfo *root)
{
    const PlannerState *state = newest;
    while (state != nullptr && state->query != root->glob)
        state = state->next;
    return state != nullptr;
}

bool
may_execute(PlannerInfo *root, Oid function)
{
    root->glob->dependsOnRole = true;
    return may_call(function);
}

} // namespace ulidkit
