// What a condition on the time of an id is replaced with: a reading of it, a decision, and the bounds that follow.
#include "pg/postgres.hpp"

#include "pg/planning/policy.hpp"
#include "pg/planning/readings.hpp"
#include "pg/planning/replacement.hpp"

namespace ulidkit {

bool
is_false(List *conditions)
{
    ListCell *cell;
    foreach (cell, conditions) {
        auto *condition = static_cast<Node *>(lfirst(cell));
        if (IsA(condition, Const) && !DatumGetBool(castNode(Const, condition)->constvalue))
            return true;
    }
    return false;
}

void
add_arm(List *&arms, List *conditions)
{
    auto *arm = reinterpret_cast<Node *>(make_ands_explicit(conditions));
    if (is_orclause(arm))
        arms = list_concat(arms, castNode(BoolExpr, arm)->args);
    else if (!is_false(conditions))
        arms = lappend(arms, arm);
}

List *
any_of(List *arms)
{
    if (list_length(arms) > 1)
        return list_of(make_orclause(arms));
    return arms == NIL ? list_of(makeBoolConst(false, false)) : make_ands_implicit(static_cast<Expr *>(linitial(arms)));
}

Node *
instant_of(PlannerInfo *root, const Reading &reading, const Comparison &comparison)
{
    Node *value = OidIsValid(comparison.type) ? timestamptz_of(root, reading.time, comparison.value, comparison.type)
                                              : comparison.value;
    if (comparison.instant == Instant::itself)
        return value;
    if (Node *end = end_of_list(reading, comparison))
        return end;
    return extreme_time(root, comparison.instant == Instant::earliest ? "ulidkit_earliest" : "ulidkit_latest",
                        reading.time, comparison.compared, value, reading.unit, reading.zone);
}

namespace {

// The times that a reading compares with, as values of type timestamptz. False: they cannot be made.
struct Instants {
    Node *values[2];
    bool joins; // they have columns of other tables
    bool has_subplans;
};

bool
find_instants(PlannerInfo *root, const Reading &reading, int relation, Instants &instants)
{
    instants = {};
    Relids others = nullptr;
    for (int i = 0; i < reading.count; ++i) {
        Node *value = instant_of(root, reading, reading.comparisons[i]);
        if (value == nullptr || contain_volatile_functions(value))
            return false;
        instants.values[i] = value;
        instants.has_subplans = instants.has_subplans || contain_subplans(value);
        others = bms_add_members(others, pull_varnos(root, value));
    }
    instants.joins = !bms_is_empty(others);
    return !bms_is_member(relation, others);
}

// Adds the bounds of `time strategy value` to the clauses. False: a function is missing.
bool
add_bounds(PlannerInfo *root, const Known &known, const FuncExpr *time, int strategy, Node *value,
           const Decision &decision, bool joins, List *&clauses)
{
    const bool estimated = joins || decision.weight != Weight::full || decision.counts_once;
    const auto add = [&](BoundName name) {
        if (!OidIsValid(known.bounds.functions[name]))
            return false;
        clauses = list_concat(clauses, bound(root, known.bounds, time, name, value, decision.weight, estimated));
        return true;
    };
    switch (strategy) {
    case BTGreaterStrategyNumber:
        return add(after);
    case BTGreaterEqualStrategyNumber:
        return add(at_or_after);
    case BTEqualStrategyNumber:
        return add(at_or_after) && add(at_or_before);
    case BTLessEqualStrategyNumber:
        return add(at_or_before);
    case BTLessStrategyNumber:
        return add(before);
    default:
        return true;
    }
}

// What has been decided of a reading.
struct Decided {
    unsigned situation = 0;
    Decision decision = {Action::leave};
    Instants instants = {};
    const Known *known = nullptr;
};

Decided
decide_on(Run &run, const Context &context, Node *condition, const Reading &reading)
{
    PlannerInfo *root = run.root;
    const int relation = reading.time == nullptr ? 0 : relation_of(root, id_of(reading.time));
    Decided decided;
    if (relation == 0 || !find_instants(root, reading, relation, decided.instants))
        return {};
    const auto [values, joins, has_subplans] = decided.instants;
    // Left to each of its tables.
    if (is_union_all(root->simple_rte_array[relation]) && !joins && !has_subplans)
        return {};
    decided.known = &known_of(run, relation, reading.time, reading.key);
    decided.situation = situation_of(run, context, condition, reading, *decided.known, joins, has_subplans);
    decided.decision = decide(decided.situation);
    return decided;
}

Replacement
replacement_by(PlannerInfo *root, const Reading &reading, const Decided &decided)
{
    const Decision &decision = decided.decision;
    if (decision.action == Action::leave)
        return {};
    Replacement replacement;
    replacement.kept = decision.action == Action::add;
    for (int i = 0; i < reading.count; ++i) {
        if (!add_bounds(root, *decided.known, reading.time, reading.comparisons[i].strategy, decided.instants.values[i],
                        decision, decided.instants.joins, replacement.clauses))
            return {};
    }
    if (decision.counts_once) {
        replacement.ranged = reading.time;
        replacement.operand = reading.operand;
    }
    return replacement;
}

Replacement
replacement_of(Run &run, const Context &context, Node *condition, const Reading &reading)
{
    return replacement_by(run.root, reading, decide_on(run, context, condition, reading));
}

// The times of two tables' ids: makes a range for each, because only the planner decides which table is looked up by
// the other. A table without a range can have an index on the time, which needs the comparison.
Replacement
replacement_of_both(Run &run, const Context &context, Node *condition, const Readings &readings)
{
    const Replacement by_left = replacement_of(run, context, condition, readings.left);
    const Replacement by_right = replacement_of(run, context, condition, readings.right);
    if (by_left.clauses == NIL && by_right.clauses == NIL)
        return {};
    const auto left_alone = [&](const Reading &reading, const Replacement &replacement) {
        return replacement.clauses == NIL && relation_of(run.root, id_of(reading.time)) != 0;
    };
    const bool kept =
        by_left.kept || by_right.kept || left_alone(readings.left, by_left) || left_alone(readings.right, by_right);
    // The condition counts once.
    if (!readings.left.equality) {
        reweigh(run.root, by_right.clauses, Weight::none_in_joins);
        if (kept)
            reweigh(run.root, by_left.clauses, Weight::none_in_joins);
    }
    return {list_concat(by_left.clauses, by_right.clauses), kept};
}

// More elements than these are a range where it only prunes partitions: planning an OR takes longer than looking up the
// elements of the other partitions.
constexpr int few_for_partitions = 8;

// An OR of ranges if the elements are known and few, otherwise a range.
Replacement
replacement_of_array(Run &run, const Context &context, Node *condition, const ArrayReading &array)
{
    const Decided decided = decide_on(run, context, condition, array.whole);
    if (decided.decision.action == Action::leave)
        return {};
    const bool only_prunes = (decided.situation & listed) != 0;
    List *elements = elements_of(array);
    bool all = elements != NIL && !(only_prunes && list_length(elements) > few_for_partitions);
    const Context within = {NIL, &context, context.semijoin, true};
    Replacement any;
    List *arms = NIL;
    ListCell *cell;
    foreach (cell, elements) {
        if (!all)
            break;
        const Reading element = read_element(array, static_cast<Node *>(lfirst(cell)));
        Decided of_element = decide_on(run, within, condition, element);
        if (only_prunes)
            of_element.decision = decided.decision;
        const Replacement arm = replacement_by(run.root, element, of_element);
        all = arm.clauses != NIL;
        any.kept = any.kept || arm.kept;
        if (arm.ranged != nullptr) {
            any.ranged = arm.ranged;
            any.operand = arm.operand;
        }
        add_arm(arms, arm.clauses);
    }
    // A list of another table's values stays for joins.
    if (!all || (any.kept && decided.instants.joins))
        return replacement_by(run.root, array.whole, decided);
    any.clauses = any_of(arms);
    return any;
}

// The equalities of one operand with constants, or lists of them, that the arms of an OR are.
struct Equalities {
    Oid opno = InvalidOid;
    Oid collation = InvalidOid;
    Node *operand = nullptr;
    Oid type = InvalidOid; // of the constants
    ArrayBuildState *values = nullptr;
};

// Adds those of an arm. False: it is none, or of another operand.
bool
add_equality(Equalities &found, Node *arm)
{
    const bool list = IsA(arm, ScalarArrayOpExpr) && castNode(ScalarArrayOpExpr, arm)->useOr;
    if (!list && !is_opclause(arm))
        return false;
    const Oid opno = list ? castNode(ScalarArrayOpExpr, arm)->opno : castNode(OpExpr, arm)->opno;
    List *args = list ? castNode(ScalarArrayOpExpr, arm)->args : castNode(OpExpr, arm)->args;
    if (list_length(args) != 2 || !IsA(lsecond(args), Const) || lsecond_node(Const, args)->constisnull)
        return false;
    const auto *value = lsecond_node(Const, args);
    const Oid type = list ? get_element_type(value->consttype) : value->consttype;
    if (found.operand == nullptr) {
        found.opno = opno;
        found.collation = list ? castNode(ScalarArrayOpExpr, arm)->inputcollid : castNode(OpExpr, arm)->inputcollid;
        found.operand = static_cast<Node *>(linitial(args));
        found.type = type;
    }
    if (!OidIsValid(type) || type != found.type || opno != found.opno || !equal(linitial(args), found.operand))
        return false;
    if (!list) {
        found.values = accumArrayResult(found.values, value->constvalue, false, type, CurrentMemoryContext);
        return true;
    }
    ArrayIterator elements = array_create_iterator(DatumGetArrayTypeP(value->constvalue), 0, nullptr);
    Datum element;
    bool isnull;
    while (array_iterate(elements, &element, &isnull))
        found.values = accumArrayResult(found.values, element, isnull, type, CurrentMemoryContext);
    return true;
}

// A time is null where its id is.
Replacement
replacement_of_test(Run &run, const Context &context, const NullTest *clause)
{
    FuncExpr *time = extracted_time(run.root, reinterpret_cast<Node *>(clause->arg));
    const int relation = time == nullptr ? 0 : relation_of(run.root, id_of(time));
    if (relation == 0)
        return {};
    if (is_union_all(run.root->simple_rte_array[relation]))
        return {};
    const Known &known = known_of(run, relation, time, reinterpret_cast<Node *>(time));
    if (!known.bounds.callable || known.facts.as_written || is_served(run.root, known.facts, &context, nullptr))
        return {};
    auto *test = static_cast<NullTest *>(copyObjectImpl(clause));
    test->arg = copy_of(known.bounds.id);
    return {list_of(test), known.facts.kept};
}

} // namespace

ScalarArrayOpExpr *
list_in_or(const BoolExpr *clause)
{
    Equalities found;
    ListCell *cell;
    foreach (cell, clause->args) {
        CHECK_FOR_INTERRUPTS();
        if (!add_equality(found, static_cast<Node *>(lfirst(cell))))
            return nullptr;
    }
    auto *list = new_node<ScalarArrayOpExpr>(T_ScalarArrayOpExpr);
    list->opno = found.opno;
    list->opfuncid = get_opcode(found.opno);
    list->useOr = true;
    list->inputcollid = found.collation;
    list->args = list_of(copyObjectImpl(found.operand),
                         makeConst(get_array_type(found.type), -1, InvalidOid, -1,
                                   makeArrayResult(found.values, CurrentMemoryContext), false, false));
    list->location = -1;
    return list;
}

Node *
list_of_or(Run &run, const Context &context, BoolExpr *clause)
{
    ScalarArrayOpExpr *list = list_in_or(clause);
    if (list == nullptr)
        return nullptr;
    auto *condition = reinterpret_cast<Node *>(list);
    const ArrayReading reading = read_array(run.root, list);
    if (!is_of_times(reading) ||
        (decide_on(run, context, condition, reading.whole).situation & (listed | parent)) != listed)
        return nullptr;
    convert_saop_to_hashed_saop(condition);
    return condition;
}

Replacement
replacement_of(Run &run, const Context &context, Node *clause)
{
    if (IsA(clause, OpExpr)) {
        const Readings readings = read_comparison(run.root, castNode(OpExpr, clause));
        return readings.right.time == nullptr ? replacement_of(run, context, clause, readings.left)
                                              : replacement_of_both(run, context, clause, readings);
    }
    if (IsA(clause, ScalarArrayOpExpr))
        return replacement_of_array(run, context, clause, read_array(run.root, castNode(ScalarArrayOpExpr, clause)));
    if (IsA(clause, RowCompareExpr))
        return replacement_of(run, context, clause, read_row(run.root, castNode(RowCompareExpr, clause)));
    if (IsA(clause, NullTest))
        return replacement_of_test(run, context, castNode(NullTest, clause));
    return {};
}

} // namespace ulidkit
