// What the rewriting of conditions on the time of an id passes on to the estimates.
#include "pg/postgres.hpp"

#include "pg/planning/table_facts.hpp"
#include "pg/planning/weights.hpp"

namespace ulidkit {

namespace {

// The location of a marked call.
constexpr int ranged = -2;

struct Ranged {
    Node *id;
    FuncExpr *time;
};

bool
find_ranged_time(Node *node, void *context)
{
    auto *ranged_time = static_cast<Ranged *>(context);
    if (node == nullptr)
        return false;
    if (IsA(node, FuncExpr)) {
        auto *call = castNode(FuncExpr, node);
        if (call->location == ranged &&
            (ranged_time->id == nullptr || equal(without_casts(id_of(call)), without_casts(ranged_time->id)))) {
            ranged_time->time = call;
            return true;
        }
    }
    return ULIDKIT_WALK(node, find_ranged_time, context);
}

} // namespace

void
set_weight(Node *value, Weight weight)
{
    value = without_casts(value);
    const auto location = static_cast<int>(weight);
    if (IsA(value, Const))
        castNode(Const, value)->location = location;
    else
        castNode(FuncExpr, value)->location = location;
}

Weight
weight_of(Node *value)
{
    int location = -1;
    value = without_casts(value);
    if (IsA(value, Const))
        location = castNode(Const, value)->location;
    else if (IsA(value, FuncExpr))
        location = castNode(FuncExpr, value)->location;
    return location < -1 ? static_cast<Weight>(location) : Weight::full;
}

void
mark_as_ranged(FuncExpr *time)
{
    time->location = ranged;
}

FuncExpr *
ranged_time_in(Node *condition, Node *id)
{
    Ranged found = {id, nullptr};
    find_ranged_time(condition, &found);
    return found.time;
}

} // namespace ulidkit
