// Estimates of the operators <, <=, >= and > of the kinds: the rows that PostgreSQL expects for the same condition on a
// column of timestamps with the same statistics.
//
// PostgreSQL's estimators find the bucket of the histogram that a value falls in for any type, but interpolate within
// it only for types whose distances they know. They are therefore called with the same datums labelled as a type of the
// same representation that they know: bigint for a kind of 8 bytes by value, and macaddr for byte strings, whose first
// 6 bytes they read as a number. Comparisons are still made by the kind's own operator. Common values, NULLs, the first
// and last value of an index, and defaults thus stay PostgreSQL's, in every version.
//
// clauselist_selectivity() combines two conditions into a range only if their estimators are PostgreSQL's four. The
// estimator here therefore looks at the list of conditions that its own belongs to. For an upper bound that has a lower
// one, it returns the share among the rows above the lower bound, so that the product is the share of the range. Of
// several bounds on one side only the narrowest counts. A comparison with its sides exchanged, as the planner makes for
// an index, has the same value.
//
// A condition on the time that stays in addition to its range (see jointree.cpp) says the same a second time. The
// first estimate of the range, which precedes it in the list, sets the estimate that the planner keeps with that
// condition to 1.
//
// An estimator never raises an error: statistics of another representation than the operator's are not read.
#include "pg/postgres.hpp"

#include "pg/planning/bounds.hpp"
#include "pg/planning/estimates.hpp"
#include "pg/planning/guest_bounds.hpp"
#include "pg/planning/table_facts.hpp"
#include "pg/planning/time_statistics.hpp"

namespace ulidkit {

namespace {

bool
is_constant(PlannerInfo *root, Node *node)
{
    // Most often it is one of these.
    if (IsA(node, Const) || IsA(node, Var))
        return IsA(node, Const);
    return bms_is_empty(pull_varnos(root, node)) && !contain_volatile_functions(node);
}

// Less than a bucket of the histogram, and not less than what is expected beyond its ends.
constexpr double near_an_end = 0.001;

// The same datum as a value of `type`.
Node *
disguised(Node *node, Oid type)
{
    Node *inner = IsA(node, RelabelType) ? reinterpret_cast<Node *>(castNode(RelabelType, node)->arg) : node;
    return reinterpret_cast<Node *>(
        makeRelabelType(reinterpret_cast<Expr *>(inner), type, -1, InvalidOid, COERCE_IMPLICIT_CAST));
}

} // namespace

bool
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

IdComparison
id_comparison_of(PlannerInfo *root, Oid inequality, Oid type, int strategy, List *args)
{
    auto *left = static_cast<Node *>(linitial(args));
    auto *right = static_cast<Node *>(lsecond(args));
    const bool greater = strategy == BTGreaterEqualStrategyNumber || strategy == BTGreaterStrategyNumber;
    const Weight weight = weight_of(root, left, right);
    if (weight == Weight::full) {
        const Weight exchanged = weight_of(root, right, left);
        const bool constant = is_constant(root, left);
        if (constant || exchanged != Weight::full)
            return {inequality, type, strategy, args, right, left, !greater, constant, exchanged};
    }
    return {inequality, type, strategy, args, left, right, greater, is_constant(root, right), weight};
}

namespace {

// The only time of the id, a text or byte string, in the query. Null: there are others. It has statistics of its own:
// see time_statistics.cpp.
FuncExpr *
time_of_id(PlannerInfo *root, Node *id)
{
    int number;
    if (!bms_get_singleton_member(pull_varnos(root, id), &number))
        return nullptr;
    FuncExpr *time = nullptr;
    ListCell *cell;
    foreach (cell, root->simple_rel_array[number]->indexlist) {
        const auto *index = lfirst_node(IndexOptInfo, cell);
        if (!is_for_estimates(index))
            continue;
        ListCell *expression;
        foreach (expression, index->indexprs) {
            FuncExpr *call = extracted_time(root, static_cast<Node *>(lfirst(expression)));
            if (call == nullptr || !equal(bare_id(id_of(call)), bare_id(id)))
                continue;
            if (time != nullptr)
                return nullptr;
            time = call;
        }
    }
    return time;
}

// The share of a comparison `id operator value` of texts or byte strings. PostgreSQL interpolates texts by their bytes,
// as if all of these were digits, and only if the column's collation is that of bytes. So the comparison is one of
// times. Near the ends it is PostgreSQL's, which looks for the present ends of an index on the id.
double
selectivity_of_bytes(PlannerInfo *root, Oid inequality, PGFunction estimator, int strategy, List *args, int relation)
{
    auto *id = static_cast<Node *>(linitial(args));
    const auto estimate = [&](Oid opno, List *compared, Oid collation) {
        return DatumGetFloat8(DirectFunctionCall4Coll(estimator, collation, PointerGetDatum(root),
                                                      ObjectIdGetDatum(opno), PointerGetDatum(compared),
                                                      Int32GetDatum(relation)));
    };
    const Oid collation = exprCollation(id);
    const bool sorted = !OidIsValid(collation) || sorts_by_bytes(collation);
    Node *value = estimate_expression_value(root, static_cast<Node *>(lsecond(args)));
    FuncExpr *time = time_of_id(root, id);
    if (time != nullptr && IsA(value, Const) && !castNode(Const, value)->constisnull) {
        auto *of_value = static_cast<FuncExpr *>(copyObjectImpl(time));
        linitial(of_value->args) = value;
        List *times =
            list_of(reinterpret_cast<Node *>(time), eval_const_expressions(root, reinterpret_cast<Node *>(of_value)));
        const double share = estimate(btree_operator(TIMESTAMPTZOID, strategy), times, InvalidOid);
        if (!sorted || (share > near_an_end && share < 1 - near_an_end))
            return share;
    }
    return estimate(inequality, args, sorted ? collation : C_COLLATION_OID);
}

IdComparison
comparison_by(PlannerInfo *root, Oid inequality, List *args)
{
    Oid type;
    Oid right_type;
    op_input_types(inequality, &type, &right_type);
    const int strategy =
        get_op_opfamily_strategy(inequality, lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf);
    return id_comparison_of(root, inequality, type, strategy, args);
}

// The type as which PostgreSQL's estimators are shown the ids: see the top of this file. 0: none. Texts and byte
// strings are shown as they are.
Oid
guise_of(PlannerInfo *root, Oid type, Node *id, int relation)
{
    std::int16_t length;
    bool by_value;
    get_typlenbyval(type, &length, &by_value);
    const bool bytes = has_exclusive_ends(type);
    if (!bytes && !by_value && length < static_cast<std::int16_t>(sizeof(macaddr)))
        return InvalidOid;
    VariableStatData variable;
    examine_variable(root, id, relation, &variable);
    const bool readable = is_readable(variable.statsTuple, type);
    ReleaseVariableStats(variable);
    return !readable ? InvalidOid : bytes ? type : by_value ? INT8OID : MACADDROID;
}

// The estimate of one comparison by PostgreSQL's own estimators.
double
selectivity(PlannerInfo *root, Oid inequality, int strategy, List *args, Oid guise, int relation)
{
    static constexpr PGFunction estimators[] = {scalarltsel, scalarlesel, nullptr, scalargesel, scalargtsel};
    if (!OidIsValid(guise) || strategy == 0 || strategy == BTEqualStrategyNumber)
        return DEFAULT_INEQ_SEL;
    if (has_exclusive_ends(guise))
        return selectivity_of_bytes(root, inequality, estimators[strategy - 1], strategy, args, relation);
    List *shown = list_of(disguised(static_cast<Node *>(linitial(args)), guise),
                          disguised(static_cast<Node *>(lsecond(args)), guise));
    return DatumGetFloat8(DirectFunctionCall4(estimators[strategy - 1], PointerGetDatum(root),
                                              ObjectIdGetDatum(inequality), PointerGetDatum(shown),
                                              Int32GetDatum(relation)));
}

double
selectivity(PlannerInfo *root, const IdComparison &bound, Oid guise, int relation)
{
    return selectivity(root, bound.opno, bound.strategy, bound.args, guise, relation);
}

} // namespace

double
selectivity_of_one(PlannerInfo *root, Node *id, int relation)
{
    VariableStatData variable;
    examine_variable(root, id, relation, &variable);
    bool is_default;
    const double distinct = get_variable_numdistinct(&variable, &is_default);
    ReleaseVariableStats(variable);
    return (1 - nulltestsel(root, IS_NULL, id, relation, JOIN_INNER, nullptr)) / Max(distinct, 1.0);
}

namespace {

// Redundant conditions on both sides of a time count for 1 each, but clauselist_selectivity() treats them as a range,
// and adds the share of the rows whose time is null.
class RedundantPair {
    FuncExpr *time = nullptr;
    bool lower = false;
    bool upper = false;

public:
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

} // namespace

Condition
condition_of(void *element)
{
    auto *clause = static_cast<Node *>(element);
    if (!IsA(clause, RestrictInfo))
        return {clause, nullptr};
    auto *restriction = castNode(RestrictInfo, clause);
    return {reinterpret_cast<Node *>(restriction->orclause != nullptr ? restriction->orclause : restriction->clause),
            restriction};
}

namespace {

// The share of both bounds together, computed as in clauselist_selectivity().
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

} // namespace

double
selectivity_between(PlannerInfo *root, Oid type, Node *id, Node *lower, Node *upper, int relation)
{
    const Oid guise = guise_of(root, type, id, relation);
    const auto side = [&](int strategy, Node *value) {
        return selectivity(root, btree_operator(type, strategy), strategy, list_of(id, value), guise, relation);
    };
    return selectivity_of_range(root, id, relation, side(BTGreaterEqualStrategyNumber, lower),
                                side(BTLessEqualStrategyNumber, upper));
}

namespace {

// A bound in a list of conditions.
struct Listed {
    RestrictInfo *restriction; // or null
    IdComparison bound;
    double share; // of the rows, by itself
};

// The narrower of two bounds on one side. The first can be null.
const Listed *
narrower(const Listed *one, const Listed *other)
{
    return one == nullptr || other->share < one->share ? other : one;
}

// The bound to be estimated, and where to look for others.
struct Asked {
    PlannerInfo *root;
    Oid estimator; // of the operator, or 0 for a guest's bound
    int relation;
    const IdComparison &bound;
    Oid guise;    // of the bounds of its id
    double own;   // its share of the rows, by itself
    double share; // in its list
    bool found;
    double one; // the share of one id, once it has been asked for
};

// Decides what each of the bounds of a list counts for in it.
void
weigh(Asked &asked, List *bounds, List *clauses, const RedundantPair &pair)
{
    CHECK_FOR_INTERRUPTS();
    const Listed *lower = nullptr;
    const Listed *upper = nullptr;
    ListCell *cell;
    foreach (cell, bounds) {
        auto *listed = static_cast<Listed *>(lfirst(cell));
        listed->share = listed->bound.value == asked.bound.value
                            ? asked.own
                            : selectivity(asked.root, listed->bound, asked.guise, asked.relation);
        const Listed *&side = listed->bound.lower ? lower : upper;
        side = narrower(side, listed);
    }
    double above = lower != nullptr ? lower->share : 1;
    double below = upper != nullptr ? upper->share : 1;
    if (lower != nullptr && upper != nullptr) {
        Node *id = asked.bound.id;
        double both = selectivity_of_range(asked.root, id, asked.relation, above, below);
        if (lower->bound.weight == Weight::equality && upper->bound.weight == Weight::equality) {
            if (asked.one < 0)
                asked.one = selectivity_of_one(asked.root, id, asked.relation);
            both = both == DEFAULT_RANGE_INEQ_SEL ? asked.one : Max(both, asked.one);
        }
        above = Min(Max(above, both), 1.0);
        below = both / above;
    }
    (lower != nullptr ? above : below) /= pair.nulls(asked.root, asked.relation);
    foreach (cell, bounds) {
        const auto *listed = static_cast<Listed *>(lfirst(cell));
        double counts = listed == lower ? above : listed == upper ? below : 1;
        CLAMP_PROBABILITY(counts);
        if (listed->restriction != nullptr)
            set_selectivity(listed->restriction, counts);
        // The planner will not ask for it any more.
        if (!OidIsValid(asked.estimator))
            discount_comparisons(listed->bound, clauses);
        if (listed->bound.value == asked.bound.value) {
            asked.share = counts;
            asked.found = true;
        }
    }
}

// Whether the clause is a bound of the same sort as the one that is asked for; if so, as a comparison.
bool
as_bound(const Asked &asked, Node *clause, IdComparison &bound)
{
    if (!OidIsValid(asked.estimator))
        return as_guest_bound(asked.root, clause, bound);
    if (!is_opclause(clause) || get_oprrest(castNode(OpExpr, clause)->opno) != asked.estimator)
        return false;
    bound = comparison_by(asked.root, castNode(OpExpr, clause)->opno, castNode(OpExpr, clause)->args);
    return true;
}

// Weighs the bounds of the same id in `clauses`, an AND list, and in the ORs among them, each list by itself.
void
weigh_all(Asked &asked, List *clauses)
{
    List *bounds = NIL;
    bool open = false; // one has not been weighed yet
    RedundantPair pair;
    ListCell *cell;
    foreach (cell, clauses) {
        const auto [clause, restriction] = condition_of(lfirst(cell));
        if (is_orclause(clause)) {
            for_each_arm(clause, [&](List *arm) { weigh_all(asked, arm); });
            continue;
        }
        IdComparison bound;
        if (as_bound(asked, clause, bound)) {
            if (!bound.constant || bound.weight == Weight::none || !equal(bound.id, asked.bound.id))
                continue;
            auto *listed = static_cast<Listed *>(palloc(sizeof(Listed)));
            *listed = {restriction, bound, 0};
            bounds = lappend(bounds, listed);
            open = open || bound.value == asked.bound.value || (restriction != nullptr && restriction->norm_selec < 0);
            continue;
        }
        FuncExpr *beside = restriction == nullptr ? nullptr : ranged_time_in(asked.root, clause, asked.bound.id);
        if (beside != nullptr) {
            set_selectivity(restriction, 1);
            pair.add(clause, beside);
        }
    }
    if (open)
        weigh(asked, bounds, clauses, pair);
}

// What the condition counts for in its list: see the top of this file. All bounds of its id are weighed at once, and
// the results kept in their RestrictInfos, as the planner does.
double
selectivity_in_list(PlannerInfo *root, const IdComparison &bound, Oid estimator, int relation)
{
    const Oid guise = guise_of(root, bound.type, bound.id, relation);
    const double own = selectivity(root, bound, guise, relation);
    int number;
    if (!bound.constant || !bms_get_singleton_member(pull_varnos(root, bound.id), &number))
        return own;
    Asked asked = {root, estimator, relation, bound, guise, own, own, false, -1};
    const RelOptInfo *table = root->simple_rel_array[number];
    weigh_all(asked, table->baserestrictinfo);
    if (!asked.found)
        weigh_all(asked, table->joininfo);
    ListCell *cell;
    foreach (cell, table->indexlist) {
        if (!asked.found)
            weigh_all(asked, lfirst_node(IndexOptInfo, cell)->indpred);
    }
    return asked.share;
}

} // namespace

double
selectivity_of_bound(PlannerInfo *root, const IdComparison &bound, Oid estimator, int relation)
{
    double share = 1;
    if (bound.weight == Weight::equality && !bound.constant)
        share = bound.lower ? selectivity_of_one(root, bound.id, relation) : 1;
    else if (bound.weight != Weight::none)
        share = selectivity_in_list(root, bound, estimator, relation);
    CLAMP_PROBABILITY(share);
    return share;
}

double
selectivity_in_join(const IdComparison &bound)
{
    return bound.weight == Weight::full ? DEFAULT_INEQ_SEL : 1;
}

namespace {

Datum
inequality_selectivity(FunctionCallInfo fcinfo)
{
    auto *root = reinterpret_cast<PlannerInfo *>(PG_GETARG_POINTER(0));
    const Oid inequality = PG_GETARG_OID(1);
    const IdComparison bound = comparison_by(root, inequality, reinterpret_cast<List *>(PG_GETARG_POINTER(2)));
    PG_RETURN_FLOAT8(selectivity_of_bound(root, bound, get_oprrest(inequality), PG_GETARG_INT32(3)));
}

Datum
inequality_join_selectivity(FunctionCallInfo fcinfo)
{
    auto *root = reinterpret_cast<PlannerInfo *>(PG_GETARG_POINTER(0));
    PG_RETURN_FLOAT8(
        selectivity_in_join(comparison_by(root, PG_GETARG_OID(1), reinterpret_cast<List *>(PG_GETARG_POINTER(2)))));
}

} // namespace

ULIDKIT_FUNCTION(ulidkit_ineqsel, inequality_selectivity)
ULIDKIT_FUNCTION(ulidkit_ineqjoinsel, inequality_join_selectivity)

} // namespace ulidkit
