// What the rewriting of conditions on the time of an id passes on to the estimates.
#include "pg/postgres.hpp"

#include "pg/planning/guests.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/table_facts.hpp"
#include "pg/planning/weights.hpp"

namespace ulidkit {

namespace {

// What is remembered of expressions, found by them: a query can have thousands.
struct Key {
    Node *node;
    Node *other; // or null
};

struct Weighed {
    Key key; // the id and the value
    Weight weight;
};

struct Ranged {
    Key key; // the condition
    Node *time;
};

// Equal for expressions that are equal().
bool
add_to_hash(Node *node, void *context)
{
    if (node == nullptr)
        return false;
    auto *hash = static_cast<std::uint32_t *>(context);
    *hash = hash_combine(*hash, static_cast<std::uint32_t>(nodeTag(node)));
    if (IsA(node, Const)) {
        const auto *constant = castNode(Const, node);
        if (!constant->constisnull)
            *hash =
                hash_combine(*hash, datum_image_hash(constant->constvalue, constant->constbyval, constant->constlen));
        return false;
    }
    return ULIDKIT_WALK(node, add_to_hash, context);
}

std::uint32_t
hash_of_key(const void *key, Size)
{
    std::uint32_t hash = 0;
    add_to_hash(static_cast<const Key *>(key)->node, &hash);
    add_to_hash(static_cast<const Key *>(key)->other, &hash);
    return hash;
}

int
compare_keys(const void *one, const void *other, Size)
{
    const auto *a = static_cast<const Key *>(one);
    const auto *b = static_cast<const Key *>(other);
    return equal(a->other, b->other) && equal(a->node, b->node) ? 0 : 1;
}

HTAB *
table_of(PlannerInfo *root, Size entry_size)
{
    HASHCTL control = {};
    control.keysize = sizeof(Key);
    control.entrysize = entry_size;
    control.hash = hash_of_key;
    control.match = compare_keys;
    control.hcxt = root->planner_cxt;
    return hash_create("ulidkit expressions", 64, &control, HASH_ELEM | HASH_FUNCTION | HASH_COMPARE | HASH_CONTEXT);
}

// A column of a child table as that of its parent, or of a query of a UNION ALL as that of the whole.
Node *
as_of_parents(Node *node, void *context)
{
    if (node == nullptr || !IsA(node, Var))
        return ULIDKIT_MUTATE(node, as_of_parents, context);
    const auto *root = static_cast<PlannerInfo *>(context);
    auto *column = static_cast<Var *>(copyObjectImpl(node));
    const AppendRelInfo *member;
    while (root->append_rel_array != nullptr && (member = root->append_rel_array[column->varno]) != nullptr) {
        const AttrNumber number = position_of(member->translated_vars, reinterpret_cast<Node *>(column));
        if (number == 0)
            break;
        column->varno = static_cast<int>(member->parent_relid);
        column->varattno = number;
    }
    return reinterpret_cast<Node *>(column);
}

// An expression as it is remembered.
Node *
remembered(PlannerInfo *root, Node *node)
{
    if (IsA(node, Const))
        return node;
    return as_of_parents(without_nulling(copyObjectImpl(bare_id(node))), root);
}

struct Wanted {
    PlannerInfo *root;
    Node *id;   // or null
    Node *time; // as it is remembered
    FuncExpr *found;
};

bool
find_time(Node *node, void *context)
{
    auto *wanted = static_cast<Wanted *>(context);
    if (node == nullptr)
        return false;
    if (IsA(node, FuncExpr) && castNode(FuncExpr, node)->funcid == castNode(FuncExpr, wanted->time)->funcid &&
        equal(remembered(wanted->root, node), wanted->time)) {
        auto *call = castNode(FuncExpr, node);
        if (wanted->id == nullptr || equal(bare_id(id_of(call)), bare_id(wanted->id)))
            wanted->found = call;
        return true;
    }
    return ULIDKIT_WALK(node, find_time, context);
}

} // namespace

void
set_weight(PlannerInfo *root, Node *id, Node *value, Weight weight)
{
    PlannerState *state = state_of(root);
    if (state->weights == nullptr && weight == Weight::full)
        return;
    if (state->weights == nullptr)
        state->weights = table_of(root, sizeof(Weighed));
    const Key key = {remembered(root, id), remembered(root, value)};
    auto *weighed = static_cast<Weighed *>(hash_search(state->weights, &key, HASH_ENTER, nullptr));
    weighed->weight = weight;
}

Weight
weight_of(PlannerInfo *root, Node *id, Node *value)
{
    const PlannerState *state = state_of(root);
    if (state == nullptr || state->weights == nullptr)
        return Weight::full;
    const Key key = {remembered(root, id), remembered(root, value)};
    const auto *weighed = static_cast<Weighed *>(hash_search(state->weights, &key, HASH_FIND, nullptr));
    return weighed == nullptr ? Weight::full : weighed->weight;
}

void
mark_as_ranged(PlannerInfo *root, Node *condition, FuncExpr *time)
{
    PlannerState *state = state_of(root);
    if (state->ranged == nullptr)
        state->ranged = table_of(root, sizeof(Ranged));
    const Key key = {remembered(root, condition), nullptr};
    auto *ranged = static_cast<Ranged *>(hash_search(state->ranged, &key, HASH_ENTER, nullptr));
    ranged->time = remembered(root, reinterpret_cast<Node *>(time));
}

FuncExpr *
ranged_time_in(PlannerInfo *root, Node *condition, Node *id)
{
    const PlannerState *state = state_of(root);
    if (state == nullptr || state->ranged == nullptr)
        return nullptr;
    const Key key = {remembered(root, condition), nullptr};
    const auto *ranged = static_cast<Ranged *>(hash_search(state->ranged, &key, HASH_FIND, nullptr));
    if (ranged == nullptr)
        return nullptr;
    Wanted wanted = {root, id, ranged->time, nullptr};
    find_time(condition, &wanted);
    return wanted.found;
}

void
mark_as_equated(PlannerInfo *root, Node *form)
{
    PlannerState *state = state_of(root);
    state->equated = list_append_unique(state->equated, remembered(root, form));
}

bool
is_equated(PlannerInfo *root, Node *form)
{
    const PlannerState *state = state_of(root);
    return state != nullptr && state->equated != NIL && list_member(state->equated, remembered(root, form));
}

} // namespace ulidkit
