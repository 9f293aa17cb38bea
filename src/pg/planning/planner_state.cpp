// What is remembered of a run of the planner as long as it lasts. A PlannerInfo has no place for it before 19, and one
// that is made later can have the same address, so each state is forgotten by a callback of the memory that it is in.
#include "pg/postgres.hpp"

#include "pg/planning/planner_state.hpp"

namespace ulidkit {

namespace {

PlannerState *newest = nullptr;

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
state_of(PlannerInfo *root)
{
    for (PlannerState *state = newest; state != nullptr; state = state->next) {
        if (state->root == root)
            return state;
    }
    if (root->planner_cxt == nullptr)
        return nullptr;
    auto *state = static_cast<PlannerState *>(MemoryContextAllocZero(root->planner_cxt, sizeof(PlannerState)));
    state->root = root;
    state->forget.func = forget;
    state->forget.arg = state;
    MemoryContextRegisterResetCallback(root->planner_cxt, &state->forget);
    state->next = newest;
    newest = state;
    return state;
}

} // namespace ulidkit
