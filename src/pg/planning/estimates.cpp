// Estimates for the operators <, <=, >= and > of the kinds. They return the share of the rows that PostgreSQL expects
// for the same condition on a column of timestamps with the same statistics.
//
// PostgreSQL's estimators find the bucket of the histogram that a value falls in for any type. But they interpolate
// within the bucket only for types whose distances they know. So they are called with the same datums labelled as a
// type of the same representation whose distances they know: bigint for a kind of 8 bytes by value, and macaddr for
// byte strings, of which they read the first 6 bytes as a number. Comparisons are still made by the kind's own
// operator. Common values, NULLs, the first and the last value of an index, and the defaults are therefore treated as
// PostgreSQL treats them, in every version.
//
// clauselist_selectivity() combines two conditions into a range only if their estimators are PostgreSQL's four. So the
// estimator here looks at the list that its condition belongs to:
//
// - For an upper bound whose list has a lower bound, it returns the share among the rows above the lower bound. Then
//   the product of both shares is the share of the range.
// - If there are several bounds on one side, only the narrowest of them counts.
// - A comparison with its sides exchanged, as the planner makes it for an index, has the same value.
//
// An estimator never raises an error: it does not read statistics whose values have another representation than the
// operator's type.
#include "pg/postgres.hpp"

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/time_statistics.hpp"
#include "pg/planning/virtual_index.hpp"

namespace ulidkit {

namespace {

// A condition `id operator value`. The ID can be on either side.
struct Bound {
    Oid opno;
    Oid type;     // the type of the operator's arguments
    int strategy; // of the operator, for the arguments in the order in which they are written
    List *args;
    Node *id;
    Node *value;
    bool lower;    // the value is the lower end of a range
    bool constant; // the value contains no column of the query's tables, and is not volatile
    double share;  // of the rows, for this bound alone; set by weigh()
};

// Returns the bound that the condition is. The side that is a constant is the value.
Bound
bound_of(Oid opno, List *args)
{
    const Oid type = argument_types(opno).left;
    const int strategy = get_op_opfamily_strategy(opno, own_family(type));
    auto *left = as_node(linitial(args));
    auto *right = as_node(lsecond(args));
    const bool greater = strategy == BTGreaterEqualStrategyNumber || strategy == BTGreaterStrategyNumber;
    if (is_pseudo_constant_clause(left))
        return {opno, type, strategy, args, right, left, !greater, true, 0};
    return {opno, type, strategy, args, left, right, greater, is_pseudo_constant_clause(right), 0};
}

// Returns the type as which the IDs are shown to PostgreSQL's estimators: see the top of this file. Returns 0 if there
// is no such type, or if the statistics of the IDs have another representation.
Oid
shown_type_of(PlannerInfo *root, Oid type, Node *id, int relation)
{
    std::int16_t length;
    bool by_value;
    get_typlenbyval(type, &length, &by_value);
    if (!by_value && length < static_cast<std::int16_t>(sizeof(macaddr)))
        return InvalidOid;
    VariableStatData variable;
    examine_variable(root, id, relation, &variable);
    const bool readable = is_readable(variable.statsTuple, type);
    ReleaseVariableStats(variable);
    return !readable ? InvalidOid : by_value ? INT8OID : MACADDROID;
}

// Returns the estimate of PostgreSQL's own estimator for one comparison.
double
selectivity(PlannerInfo *root, const Bound &bound, Oid shown_type, int relation)
{
    static constexpr PGFunction estimators[] = {scalarltsel, scalarlesel, nullptr, scalargesel, scalargtsel};
    if (!OidIsValid(shown_type) || bound.strategy == 0 || bound.strategy == BTEqualStrategyNumber)
        return DEFAULT_INEQ_SEL;
    // Labels the datums as values of the type that PostgreSQL's estimators know.
    const auto show = [&](void *node) {
        return applyRelabelType(as_node(node), shown_type, -1, InvalidOid, COERCE_IMPLICIT_CAST, -1, false);
    };
    List *shown = list_of(show(linitial(bound.args)), show(lsecond(bound.args)));
    return DatumGetFloat8(DirectFunctionCall4(estimators[bound.strategy - 1], PointerGetDatum(root),
                                              ObjectIdGetDatum(bound.opno), PointerGetDatum(shown),
                                              Int32GetDatum(relation)));
}

// Returns the share of the rows that are within both bounds, computed as clauselist_selectivity() computes it.
double
selectivity_of_range(PlannerInfo *root, Node *id, int relation, double lower, double upper)
{
    if (lower == DEFAULT_INEQ_SEL || upper == DEFAULT_INEQ_SEL)
        return DEFAULT_RANGE_INEQ_SEL;
    const double both = lower + upper - 1 + nulltestsel(root, IS_NULL, id, relation, JOIN_INNER, nullptr);
    if (both > 0)
        return both;
    return both < -0.01 ? DEFAULT_RANGE_INEQ_SEL : 1e-10;
}

// The share that a bound counts for in its list. It is found by the address of the bound's arguments. The arguments
// belong to conditions of the query, which live as long as the run of the planner.
struct Weight {
    const List *args;
    double share;
};

// Returns the table of the weights of the run. They are kept because an OR of thousands of bounds is to be weighed
// once, and not once for each bound. Returns null if the run has no state.
HTAB *
weights_of(PlannerInfo *root)
{
    PlannerState *state = state_of(root);
    if (state == nullptr || state->weights != nullptr)
        return state == nullptr ? nullptr : state->weights;
    HASHCTL shape = {};
    shape.keysize = sizeof(Weight::args);
    shape.entrysize = sizeof(Weight);
    shape.hcxt = root->planner_cxt;
    state->weights = hash_create("weights of bounds", 64, &shape, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
    return state->weights;
}

// The bound that is to be estimated, and what is needed to look for other bounds of the same ID.
struct Asked {
    PlannerInfo *root;
    Oid estimator; // the estimator of the operator
    int relation;
    const Bound &bound;
    Oid shown_type; // the type as which the ID is shown to PostgreSQL's estimators
    double own;     // the bound's share of the rows, for this bound alone
    double share;   // the share that the bound counts for in its list; negative: the bound has not been found in a list
};

// Decides what each bound of a list counts for, and stores the weights. Sets `asked.share` if the asked bound is in the
// list.
void
weigh(Asked &asked, List *bounds)
{
    const Bound *lower = nullptr;
    const Bound *upper = nullptr;
    for (auto *bound : each<Bound>(bounds)) {
        bound->share = bound->value == asked.bound.value
                           ? asked.own
                           : selectivity(asked.root, *bound, asked.shown_type, asked.relation);
        const Bound *&side = bound->lower ? lower : upper;
        if (side == nullptr || bound->share < side->share)
            side = bound;
    }
    double above = lower != nullptr ? lower->share : 1;
    double below = upper != nullptr ? upper->share : 1;
    if (lower != nullptr && upper != nullptr) {
        const double both = selectivity_of_range(asked.root, asked.bound.id, asked.relation, above, below);
        above = Min(Max(above, both), 1.0);
        below = both / above;
    }
    HTAB *weights = weights_of(asked.root);
    for (const auto *bound : each<Bound>(bounds)) {
        double counts = bound == lower ? above : bound == upper ? below : 1;
        CLAMP_PROBABILITY(counts);
        if (weights != nullptr)
            static_cast<Weight *>(hash_search(weights, &bound->args, HASH_ENTER, nullptr))->share = counts;
        if (bound->value == asked.bound.value)
            asked.share = counts;
    }
}

// Weighs the bounds of the asked ID in `clauses`, which is an AND list. Each OR in the list has arms that are lists of
// their own, and each of these lists is weighed by itself.
void
weigh_all(Asked &asked, List *clauses)
{
    CHECK_FOR_INTERRUPTS();
    check_stack_depth();
    List *bounds = NIL;
    for (auto *clause : each<Node>(clauses)) {
        if (const auto *restriction = IsA(clause, RestrictInfo) ? castNode(RestrictInfo, clause) : nullptr)
            clause = as_node(restriction->orclause != nullptr ? restriction->orclause : restriction->clause);
        for (auto *conditions : each<Node>(is_orclause(clause) ? castNode(BoolExpr, clause)->args : NIL)) {
            weigh_all(asked, is_andclause(conditions) ? castNode(BoolExpr, conditions)->args : list_of(conditions));
        }
        if (!is_opclause(clause) || get_oprrest(castNode(OpExpr, clause)->opno) != asked.estimator)
            continue;
        const Bound bound = bound_of(castNode(OpExpr, clause)->opno, castNode(OpExpr, clause)->args);
        if (bound.constant && equal(bound.id, asked.bound.id))
            bounds = lappend(bounds, copied(bound));
    }
    weigh(asked, bounds);
}

// Returns the share that the condition counts for in its list: see the top of this file. All bounds of its ID are
// weighed at once, and the results are kept for the run of the planner.
double
selectivity_in_list(PlannerInfo *root, const Bound &bound, Oid estimator, int relation)
{
    HTAB *weights = weights_of(root);
    if (const void *known = weights == nullptr ? nullptr : hash_search(weights, &bound.args, HASH_FIND, nullptr))
        return static_cast<const Weight *>(known)->share;
    const Oid shown_type = shown_type_of(root, bound.type, bound.id, relation);
    const double own = selectivity(root, bound, shown_type, relation);
    int number;
    if (!bound.constant || !bms_get_singleton_member(pull_varnos(root, bound.id), &number))
        return own;
    Asked asked = {root, estimator, relation, bound, shown_type, own, -1};
    const RelOptInfo *table = root->simple_rel_array[number];
    weigh_all(asked, table->baserestrictinfo);
    if (asked.share < 0)
        weigh_all(asked, table->joininfo);
    for (const auto *index : each<IndexOptInfo>(table->indexlist)) {
        if (asked.share < 0)
            weigh_all(asked, index->indpred);
    }
    // The condition can be one that follows from the conditions of the query.
    const PlannerState *state = known_state_of(root);
    if (asked.share < 0 && state != nullptr && state->costed != nullptr)
        weigh_all(asked, state->costed->info.indrestrictinfo);
    return asked.share < 0 ? own : asked.share;
}

// The restriction estimator of the operators.
Datum
inequality_selectivity(FunctionCallInfo fcinfo)
{
    auto *root = reinterpret_cast<PlannerInfo *>(PG_GETARG_POINTER(0));
    const Oid opno = PG_GETARG_OID(1);
    const Bound bound = bound_of(opno, reinterpret_cast<List *>(PG_GETARG_POINTER(2)));
    double share = selectivity_in_list(root, bound, get_oprrest(opno), PG_GETARG_INT32(3));
    CLAMP_PROBABILITY(share);
    PG_RETURN_FLOAT8(share);
}

} // namespace

ULIDKIT_FUNCTION(ulidkit_ineqsel, inequality_selectivity)
ULIDKIT_FUNCTION(ulidkit_ineqjoinsel, scalarltjoinsel)

} // namespace ulidkit
