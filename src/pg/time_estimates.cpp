// Estimates of the operators <, <=, >= and > of the kinds: the rows that the core expects for the same condition on a
// column of timestamps with the same statistics.
//
// The core's estimators find the bucket of the histogram that a value falls in for any type, but interpolate within it
// only for types whose distances they know. They are therefore called with the same datums under the name of a type
// that has the same representation and that they know: bigint for a kind of 8 bytes by value, and macaddr for byte
// strings, which they read as the number that its first 6 bytes are. Comparisons are still made by the kind's own
// operator. Common values, NULLs, the present ends of an index, and defaults thus stay the core's, in every version.
//
// clauselist_selectivity() combines two conditions into a range only if their estimators are the core's four. The
// estimator here therefore looks for the list of conditions that its own belongs to, and for an upper bound with a
// lower one answers the share of the rows above the lower bound, so that their product is that of the range. Of several
// bounds on one side only the narrowest counts.
//
// A condition on the time that the planner has left beside its range (see time_planning.cpp) says the same a second
// time. The first estimate of the range, which precedes it in the list, sets the estimate that the planner keeps with
// that condition to 1.
//
// An estimator never raises an error: statistics of another representation than the operator's are not read.
#include "pg/postgres.hpp"

#include "pg/time_estimates.hpp"

namespace ulidkit {

// The location of a marked call.
constexpr int ranged = -2;

void
set_weight(Node *value, Weight weight)
{
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

// The marked call for `id` in a condition.
struct Ranged {
    Node *id;
    FuncExpr *time;
};

static bool
find_ranged_time(Node *node, void *context)
{
    auto *ranged_time = static_cast<Ranged *>(context);
    if (node == nullptr)
        return false;
    if (IsA(node, FuncExpr)) {
        auto *call = castNode(FuncExpr, node);
        if (call->location == ranged && list_length(call->args) == 1 && equal(linitial(call->args), ranged_time->id)) {
            ranged_time->time = call;
            return true;
        }
    }
    return ULIDKIT_WALK(node, find_ranged_time, context);
}

// A condition `id operator value`, as seen from the id.
struct Bound {
    Node *id;
    Node *value;
    bool lower;
    bool constant; // the value has no columns of this query's tables and is not volatile
};

static int
strategy_of(Oid inequality)
{
    Oid type;
    Oid right_type;
    op_input_types(inequality, &type, &right_type);
    return get_op_opfamily_strategy(inequality, lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf);
}

static bool
is_constant(PlannerInfo *root, Node *node)
{
    // Most often it is one of these.
    if (IsA(node, Const) || IsA(node, Var))
        return IsA(node, Const);
    return bms_is_empty(pull_varnos(root, node)) && !contain_volatile_functions(node);
}

static Bound
bound_of(PlannerInfo *root, Oid inequality, List *args)
{
    auto *left = static_cast<Node *>(linitial(args));
    auto *right = static_cast<Node *>(lsecond(args));
    const int strategy = strategy_of(inequality);
    const bool greater = strategy == BTGreaterEqualStrategyNumber || strategy == BTGreaterStrategyNumber;
    const bool left_constant = weight_of(right) == Weight::full && is_constant(root, left);
    if (left_constant || weight_of(left) != Weight::full)
        return {right, left, !greater, left_constant};
    return {left, right, greater, is_constant(root, right)};
}

// Where the last condition was found in a long list: arms of an OR are estimated in their order.
static int hint;

// The condition itself, or the OR with what is kept of its arms.
static Node *
condition_of(void *node)
{
    if (!IsA(node, RestrictInfo))
        return static_cast<Node *>(node);
    const auto *restriction = castNode(RestrictInfo, node);
    return reinterpret_cast<Node *>(restriction->orclause != nullptr ? restriction->orclause : restriction->clause);
}

static bool
compares(Node *condition, const Node *operand)
{
    return is_opclause(condition) && list_member_ptr(castNode(OpExpr, condition)->args, operand);
}

// The list of conditions that all hold, among `clauses` and within the ORs in it, which has a comparison with
// `operand`. A comparison with its sides exchanged, as made for an index, has the same operands.
static List *
list_with(List *clauses, const Node *operand)
{
    ListCell *cell;
    foreach (cell, clauses) {
        Node *clause = condition_of(lfirst(cell));
        if (compares(clause, operand))
            return clauses;
        if (!is_orclause(clause))
            continue;
        List *arms = castNode(BoolExpr, clause)->args;
        const int count = list_length(arms);
        const int first = hint < count ? hint : 0;
        for (int i = 0; i < count; ++i) {
            const int number = (first + i) % count;
            Node *arm = condition_of(list_nth(arms, number));
            List *found = is_andclause(arm)        ? list_with(castNode(BoolExpr, arm)->args, operand)
                          : compares(arm, operand) ? list_of(arm)
                                                   : NIL;
            if (found != NIL) {
                if (count > 8)
                    hint = number;
                return found;
            }
        }
    }
    return NIL;
}

static List *
list_with(const RelOptInfo *relation, const Node *operand)
{
    if (List *found = list_with(relation->baserestrictinfo, operand))
        return found;
    if (List *found = list_with(relation->joininfo, operand))
        return found;
    ListCell *cell;
    foreach (cell, relation->indexlist) {
        if (List *found = list_with(lfirst_node(IndexOptInfo, cell)->indpred, operand))
            return found;
    }
    return NIL;
}

// Whether the values in the statistics, if there are any, are passed as those of `type`.
static bool
is_readable(HeapTuple statistics, Oid type)
{
    if (!HeapTupleIsValid(statistics))
        return true;
    const auto *row = reinterpret_cast<Form_pg_statistic>(GETSTRUCT(statistics));
    for (int i = 0; i < STATISTIC_NUM_SLOTS; ++i) {
        const int kind = (&row->stakind1)[i];
        if (kind != STATISTIC_KIND_MCV && kind != STATISTIC_KIND_HISTOGRAM)
            continue;
        bool is_null;
        const Datum values = SysCacheGetAttr(STATRELATTINH, statistics,
                                             static_cast<AttrNumber>(Anum_pg_statistic_stavalues1 + i), &is_null);
        if (is_null)
            return false;
        const auto *array = reinterpret_cast<const ArrayType *>(
            PG_DETOAST_DATUM_SLICE(values, 0, static_cast<int>(sizeof(ArrayType) - VARHDRSZ)));
        const Oid element = ARR_ELEMTYPE(array);
        if (get_typlen(element) != get_typlen(type) || get_typbyval(element) != get_typbyval(type))
            return false;
    }
    return true;
}

// The same datum as a value of `type`.
static Node *
disguised(Node *node, Oid type)
{
    Node *inner = IsA(node, RelabelType) ? reinterpret_cast<Node *>(castNode(RelabelType, node)->arg) : node;
    return reinterpret_cast<Node *>(
        makeRelabelType(reinterpret_cast<Expr *>(inner), type, -1, InvalidOid, COERCE_IMPLICIT_CAST));
}

// What the core expects of one condition.
static double
selectivity(PlannerInfo *root, Oid inequality, List *args, int relation)
{
    Oid type;
    Oid right_type;
    op_input_types(inequality, &type, &right_type);
    VariableStatData variable;
    Node *value;
    bool on_left;
    if (!get_restriction_variable(root, args, relation, &variable, &value, &on_left))
        return DEFAULT_INEQ_SEL;
    const bool readable = is_readable(variable.statsTuple, type);
    ReleaseVariableStats(variable);

    static constexpr PGFunction estimators[] = {scalarltsel, scalarlesel, nullptr, scalargesel, scalargtsel};
    const int strategy = strategy_of(inequality);
    const bool by_value = get_typbyval(type);
    const bool has_guise = by_value || get_typlen(type) >= static_cast<std::int16_t>(sizeof(macaddr));
    if (!readable || !has_guise || strategy == 0 || strategy == BTEqualStrategyNumber)
        return DEFAULT_INEQ_SEL;
    const Oid guise = by_value ? INT8OID : MACADDROID;
    List *shown = list_of(disguised(static_cast<Node *>(linitial(args)), guise),
                          disguised(static_cast<Node *>(lsecond(args)), guise));
    return DatumGetFloat8(DirectFunctionCall4(estimators[strategy - 1], PointerGetDatum(root),
                                              ObjectIdGetDatum(inequality), PointerGetDatum(shown),
                                              Int32GetDatum(relation)));
}

// The share of both bounds together, as clauselist_selectivity() has it.
static double
selectivity_of_range(PlannerInfo *root, Node *id, int relation, double lower, double upper)
{
    if (lower == DEFAULT_INEQ_SEL || upper == DEFAULT_INEQ_SEL)
        return DEFAULT_RANGE_INEQ_SEL;
    const double both = lower + upper - 1 + nulltestsel(root, IS_NULL, id, relation, JOIN_INNER, nullptr);
    if (both > 0)
        return both;
    return both < -0.01 ? DEFAULT_RANGE_INEQ_SEL : 1e-10;
}

// The share of the rows of one id, and so of one time.
static double
selectivity_of_one(PlannerInfo *root, Node *id, int relation)
{
    VariableStatData variable;
    examine_variable(root, id, relation, &variable);
    bool is_default;
    const double distinct = get_variable_numdistinct(&variable, &is_default);
    ReleaseVariableStats(variable);
    return (1 - nulltestsel(root, IS_NULL, id, relation, JOIN_INNER, nullptr)) / Max(distinct, 1.0);
}

// Redundant conditions on both sides of a time count for 1 each, but clauselist_selectivity() takes them for a range,
// and adds the share of the rows whose time is null.
struct RedundantPair {
    FuncExpr *time = nullptr;
    bool lower = false;
    bool upper = false;

    void
    add(Node *clause, FuncExpr *ranged_time)
    {
        if (!is_opclause(clause))
            return;
        const auto *comparison = castNode(OpExpr, clause);
        const Oid estimator = get_oprrest(comparison->opno);
        const bool less = estimator == F_SCALARLTSEL || estimator == F_SCALARLESEL;
        if (!less && estimator != F_SCALARGTSEL && estimator != F_SCALARGESEL)
            return;
        time = ranged_time;
        ((linitial(comparison->args) == time) != less ? lower : upper) = true;
    }

    double
    nulls(PlannerInfo *root, int relation) const
    {
        return lower && upper
                   ? 1 + nulltestsel(root, IS_NULL, reinterpret_cast<Node *>(time), relation, JOIN_INNER, nullptr)
                   : 1;
    }
};

// A bound in a list of conditions.
struct Listed {
    RestrictInfo *restriction; // or null
    const Node *value;
    bool equality; // one side of one
    double share;  // of the rows, by itself
};

// The narrowest of two bounds on one side, the first of which may be null.
static const Listed *
narrower(const Listed *one, const Listed *other)
{
    return one == nullptr || other->share < one->share ? other : one;
}

// What the condition counts for in its list: see the top of this file. What the others count for is found, too, and
// kept with them, as the planner would.
static double
selectivity_in_list(PlannerInfo *root, Oid inequality, List *args, int relation, const Bound &bound)
{
    const double own = selectivity(root, inequality, args, relation);
    const Relids relations = pull_varnos(root, bound.id);
    int number;
    if (!bound.constant || !bms_get_singleton_member(relations, &number))
        return own;
    List *bounds = NIL;
    const Listed *lower = nullptr;
    const Listed *upper = nullptr;
    RedundantPair pair;
    ListCell *cell;
    foreach (cell, list_with(root->simple_rel_array[number], bound.value)) {
        auto *clause = static_cast<Node *>(lfirst(cell));
        auto *restriction = IsA(clause, RestrictInfo) ? castNode(RestrictInfo, clause) : nullptr;
        if (restriction != nullptr)
            clause = reinterpret_cast<Node *>(restriction->clause);
        if (is_opclause(clause) && get_oprrest(castNode(OpExpr, clause)->opno) == get_oprrest(inequality)) {
            const auto *other = castNode(OpExpr, clause);
            const Bound found = bound_of(root, other->opno, other->args);
            const Weight weight = weight_of(found.value);
            if (!found.constant || weight == Weight::none || !equal(found.id, bound.id))
                continue;
            auto *listed = static_cast<Listed *>(palloc(sizeof(Listed)));
            *listed = {restriction, found.value, weight == Weight::equality,
                       found.value == bound.value ? own : selectivity(root, other->opno, other->args, relation)};
            bounds = lappend(bounds, listed);
            const Listed *&side = found.lower ? lower : upper;
            side = narrower(side, listed);
            continue;
        }
        Ranged beside = {bound.id, nullptr};
        // What stays within an OR is in a list of its own.
        if (restriction != nullptr && !is_orclause(clause) && find_ranged_time(clause, &beside)) {
            restriction->norm_selec = restriction->outer_selec = 1;
            pair.add(clause, beside.time);
        }
    }
    if (bounds == NIL)
        return own;

    double above = lower != nullptr ? lower->share : 1;
    double below = upper != nullptr ? upper->share : 1;
    if (lower != nullptr && upper != nullptr) {
        double both = selectivity_of_range(root, bound.id, relation, above, below);
        if (lower->equality && upper->equality) {
            const double one = selectivity_of_one(root, bound.id, relation);
            both = both == DEFAULT_RANGE_INEQ_SEL ? one : Max(both, one);
        }
        above = Min(Max(above, both), 1.0);
        below = both / above;
    }
    (lower != nullptr ? above : below) /= pair.nulls(root, relation);
    double share = 1;
    foreach (cell, bounds) {
        const auto *listed = static_cast<Listed *>(lfirst(cell));
        double counts = listed == lower ? above : listed == upper ? below : 1;
        CLAMP_PROBABILITY(counts);
        if (listed->value == bound.value)
            share = counts;
        else if (listed->restriction != nullptr)
            listed->restriction->norm_selec = listed->restriction->outer_selec = counts;
    }
    return share;
}

static Datum
inequality_selectivity(FunctionCallInfo fcinfo)
{
    auto *root = reinterpret_cast<PlannerInfo *>(PG_GETARG_POINTER(0));
    const Oid inequality = PG_GETARG_OID(1);
    auto *args = reinterpret_cast<List *>(PG_GETARG_POINTER(2));
    const int relation = PG_GETARG_INT32(3);
    const Bound bound = bound_of(root, inequality, args);
    const Weight weight = weight_of(bound.value);
    double share = 1;
    if (weight == Weight::equality && !bound.constant)
        share = bound.lower ? selectivity_of_one(root, bound.id, relation) : 1;
    else if (weight != Weight::none)
        share = selectivity_in_list(root, inequality, args, relation, bound);
    CLAMP_PROBABILITY(share);
    PG_RETURN_FLOAT8(share);
}

ULIDKIT_FUNCTION(ulidkit_ineqsel, inequality_selectivity)

static Datum
inequality_join_selectivity(FunctionCallInfo fcinfo)
{
    const auto *args = reinterpret_cast<List *>(PG_GETARG_POINTER(2));
    const bool full = weight_of(static_cast<Node *>(linitial(args))) == Weight::full &&
                      weight_of(static_cast<Node *>(lsecond(args))) == Weight::full;
    PG_RETURN_FLOAT8(full ? DEFAULT_INEQ_SEL : 1);
}

ULIDKIT_FUNCTION(ulidkit_ineqjoinsel, inequality_join_selectivity)

} // namespace ulidkit
