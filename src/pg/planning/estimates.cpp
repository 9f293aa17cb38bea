// Estimates of the operators <, <=, >= and > of the kinds: the rows that the core expects for the same condition on a
// column of timestamps with the same statistics.
//
// The core's estimators find the bucket of the histogram that a value falls in for any type, but interpolate within it
// only for types whose distances they know. They are therefore called with the same datums labelled as a type of the
// same representation that they know: bigint for a kind of 8 bytes by value, and macaddr for byte strings, whose first
// 6 bytes they read as a number. Comparisons are still made by the kind's own operator. Common values, NULLs, the first
// and last value of an index, and defaults thus stay the core's, in every version.
//
// clauselist_selectivity() combines two conditions into a range only if their estimators are the core's four. The
// estimator here therefore looks at the list of conditions that its own belongs to. For an upper bound that has a lower
// one, it returns the share among the rows above the lower bound, so that the product is the share of the range. Of
// several bounds on one side only the narrowest counts. A comparison with its sides exchanged, as the planner makes for
// an index, has the same value.
//
// A condition on the time that stays in addition to its range (see rewriting.cpp) says the same a second time. The
// first estimate of the range, which precedes it in the list, sets the estimate that the planner keeps with that
// condition to 1.
//
// Ids of the core's types uuid and bigint have the core's operators and therefore its estimators, which interpolate for
// bigint, but for uuid expect half a bucket at each end of a range. The selectivities of a range of uuids are therefore
// set beforehand, except the first, which is being computed at that moment; the other side of its range compensates for
// it. Conditions that count twice are corrected in the same way. A range asks for the statistics of its column before
// the condition that stays does, and that condition is then set to count for nothing. Between tables, a range counts
// for nothing in addition to the equality of the times; this is set before joins are planned. If an equality of times
// looks ids up by another table's column, the range is one call of ulidkit_between(): an index uses it as two
// comparisons, and its estimate is the rows of one id.
//
// An estimator never raises an error: statistics of another representation than the operator's are not read.
#include "pg/postgres.hpp"

#include "pg/planning/estimates.hpp"
#include "pg/planning/table_facts.hpp"
#include "pg/settings.hpp"

namespace ulidkit {

// The location of a marked call.
constexpr int ranged = -2;

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

// The marked call for `id`, or if that is null for any, in a condition.
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
        if (call->location == ranged &&
            (ranged_time->id == nullptr || equal(without_casts(id_of(call)), without_casts(ranged_time->id)))) {
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

// Whether the values in the statistics, if there are any, have the representation of `type`.
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

// The core's estimate of one condition.
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

// The share of both bounds together, computed as in clauselist_selectivity().
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

// Redundant conditions on both sides of a time count for 1 each, but clauselist_selectivity() treats them as a range,
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
    const OpExpr *comparison;
    Bound bound;
    double share; // of the rows, by itself
};

// The narrower of two bounds on one side. The first can be null.
static const Listed *
narrower(const Listed *one, const Listed *other)
{
    return one == nullptr || other->share < one->share ? other : one;
}

// The bound to be estimated, and where to look for others.
struct Asked {
    PlannerInfo *root;
    Oid estimator;
    int relation;
    const Bound &bound;
    double own;   // its share of the rows, by itself
    double share; // in its list
    bool found;
};

// Decides what each of the bounds of a list counts for in it.
static void
weigh(Asked &asked, List *bounds, const RedundantPair &pair)
{
    const Listed *lower = nullptr;
    const Listed *upper = nullptr;
    ListCell *cell;
    foreach (cell, bounds) {
        auto *listed = static_cast<Listed *>(lfirst(cell));
        listed->share =
            listed->bound.value == asked.bound.value
                ? asked.own
                : selectivity(asked.root, listed->comparison->opno, listed->comparison->args, asked.relation);
        const Listed *&side = listed->bound.lower ? lower : upper;
        side = narrower(side, listed);
    }
    double above = lower != nullptr ? lower->share : 1;
    double below = upper != nullptr ? upper->share : 1;
    if (lower != nullptr && upper != nullptr) {
        Node *id = asked.bound.id;
        double both = selectivity_of_range(asked.root, id, asked.relation, above, below);
        if (weight_of(lower->bound.value) == Weight::equality && weight_of(upper->bound.value) == Weight::equality) {
            const double one = selectivity_of_one(asked.root, id, asked.relation);
            both = both == DEFAULT_RANGE_INEQ_SEL ? one : Max(both, one);
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
            listed->restriction->norm_selec = listed->restriction->outer_selec = counts;
        if (listed->bound.value == asked.bound.value) {
            asked.share = counts;
            asked.found = true;
        }
    }
}

// A condition of a list, and the RestrictInfo around it, if any.
struct Condition {
    Node *clause;
    RestrictInfo *restriction; // or null
};

static Condition
condition_of(void *element)
{
    auto *clause = static_cast<Node *>(element);
    if (!IsA(clause, RestrictInfo))
        return {clause, nullptr};
    auto *restriction = castNode(RestrictInfo, clause);
    return {reinterpret_cast<Node *>(restriction->orclause != nullptr ? restriction->orclause : restriction->clause),
            restriction};
}

// Weighs the bounds of the same id in `clauses`, an AND list, and in the ORs among them, each list by itself.
static void
weigh_all(Asked &asked, List *clauses)
{
    List *bounds = NIL;
    bool open = false; // one has not been weighed yet
    RedundantPair pair;
    ListCell *cell;
    foreach (cell, clauses) {
        const auto [clause, restriction] = condition_of(lfirst(cell));
        if (is_orclause(clause)) {
            check_stack_depth();
            ListCell *arm;
            foreach (arm, castNode(BoolExpr, clause)->args) {
                auto *one = static_cast<Node *>(lfirst(arm));
                weigh_all(asked, is_andclause(one) ? castNode(BoolExpr, one)->args : list_of(one));
            }
            continue;
        }
        if (is_opclause(clause) && get_oprrest(castNode(OpExpr, clause)->opno) == asked.estimator) {
            const auto *comparison = castNode(OpExpr, clause);
            const Bound bound = bound_of(asked.root, comparison->opno, comparison->args);
            if (!bound.constant || weight_of(bound.value) == Weight::none || !equal(bound.id, asked.bound.id))
                continue;
            auto *listed = static_cast<Listed *>(palloc(sizeof(Listed)));
            *listed = {restriction, comparison, bound, 0};
            bounds = lappend(bounds, listed);
            open = open || bound.value == asked.bound.value || (restriction != nullptr && restriction->norm_selec < 0);
            continue;
        }
        Ranged beside = {asked.bound.id, nullptr};
        if (restriction != nullptr && find_ranged_time(clause, &beside)) {
            restriction->norm_selec = restriction->outer_selec = 1;
            pair.add(clause, beside.time);
        }
    }
    if (open)
        weigh(asked, bounds, pair);
}

// What the condition counts for in its list: see the top of this file. All bounds of its id are weighed at once, and
// the results kept in their RestrictInfos, as the planner does.
static double
selectivity_in_list(PlannerInfo *root, Oid inequality, List *args, int relation, const Bound &bound)
{
    const double own = selectivity(root, inequality, args, relation);
    int number;
    if (!bound.constant || !bms_get_singleton_member(pull_varnos(root, bound.id), &number))
        return own;
    Asked asked = {root, get_oprrest(inequality), relation, bound, own, own, false};
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

bool
is_estimated_by_core(Oid type)
{
    return type == UUIDOID || type == INT8OID;
}

// Sets the share of those conditions of a list, and of the ORs among them, that stay in addition to ranges of the
// core's types. clauselist_selectivity() treats both sides of one time as a range, as above.
static void
count_once(PlannerInfo *root, int relation, List *conditions)
{
    RedundantPair pair;
    ListCell *cell;
    foreach (cell, conditions) {
        const auto [clause, restriction] = condition_of(lfirst(cell));
        if (is_orclause(clause)) {
            check_stack_depth();
            ListCell *arm;
            foreach (arm, castNode(BoolExpr, clause)->args) {
                auto *one = static_cast<Node *>(lfirst(arm));
                count_once(root, relation, is_andclause(one) ? castNode(BoolExpr, one)->args : list_of(one));
            }
            continue;
        }
        Ranged beside = {nullptr, nullptr};
        if (restriction == nullptr || restriction->norm_selec >= 0 || !find_ranged_time(clause, &beside) ||
            !is_estimated_by_core(getBaseType(exprType(without_casts(id_of(beside.time))))))
            continue;
        pair.add(clause, beside.time);
        const bool second = pair.time == beside.time && pair.lower && pair.upper;
        restriction->norm_selec = restriction->outer_selec = second ? 2 - pair.nulls(root, relation) : 1;
    }
}

// Sets the bounds of a list of conditions, and of the ORs among them, to what the core would expect if it could
// interpolate between two uuids. The very first one can be the one that is being estimated, so it stays the core's
// (`is_first`); the other side of its range, if there is one, compensates for its error.
static void
interpolate(PlannerInfo *root, int relation, AttrNumber column, List *conditions, bool &is_first)
{
    double off_by = 0;
    bool off_at_lower = false;
    const auto of_core = [&](const OpExpr *comparison) {
        return DatumGetFloat8(OidFunctionCall4(get_oprrest(comparison->opno), PointerGetDatum(root),
                                               ObjectIdGetDatum(comparison->opno), PointerGetDatum(comparison->args),
                                               Int32GetDatum(relation)));
    };
    ListCell *cell;
    foreach (cell, conditions) {
        const auto [clause, restriction] = condition_of(lfirst(cell));
        if (is_orclause(clause)) {
            check_stack_depth();
            ListCell *arm;
            foreach (arm, castNode(BoolExpr, clause)->args) {
                auto *one = static_cast<Node *>(lfirst(arm));
                interpolate(root, relation, column, is_andclause(one) ? castNode(BoolExpr, one)->args : list_of(one),
                            is_first);
            }
            continue;
        }
        if (restriction == nullptr || restriction->norm_selec >= 0 || !is_opclause(clause))
            continue;
        const auto *comparison = castNode(OpExpr, clause);
        const Oid estimator = get_oprrest(comparison->opno);
        if (estimator != F_SCALARLTSEL && estimator != F_SCALARLESEL && estimator != F_SCALARGTSEL &&
            estimator != F_SCALARGESEL)
            continue;
        const Bound bound = bound_of(root, comparison->opno, comparison->args);
        if (!bound.constant || column_of(bound.id) != column)
            continue;
        double share = selectivity(root, comparison->opno, comparison->args, relation);
        if (is_first) {
            is_first = false;
            off_by = share - of_core(comparison);
            off_at_lower = bound.lower;
            continue;
        }
        if (bound.lower != off_at_lower && off_by != 0) {
            share += off_by;
            off_by = 0;
        }
        CLAMP_PROBABILITY(share);
        restriction->norm_selec = restriction->outer_selec = share;
    }
}

static get_relation_stats_hook_type previous_stats_hook = nullptr;

// The last column whose table's conditions have been set, in the present planner run.
static const RelOptInfo *counted = nullptr;
static AttrNumber counted_column = 0;

void
begin_time_estimates()
{
    counted = nullptr;
}

// The number of the query's table, or 0.
static int
number_of(PlannerInfo *root, const RangeTblEntry *entry)
{
    for (int i = 1; i < root->simple_rel_array_size; ++i)
        if (root->simple_rte_array[i] == entry)
            return i;
    return 0;
}

static bool
use_statistics(PlannerInfo *root, RangeTblEntry *entry, AttrNumber column, VariableStatData *variable)
{
    // For the cost of a BRIN index, the server leaves `variable` unset.
    const int number = entry->rtekind == RTE_RELATION && column > 0 ? number_of(root, entry) : 0;
    const RelOptInfo *relation = number == 0 ? nullptr : root->simple_rel_array[number];
    if (relation != nullptr && (relation != counted || column != counted_column)) {
        counted = relation;
        counted_column = column;
        const Oid type = getBaseType(get_atttype(entry->relid, column));
        if (is_estimated_by_core(type))
            count_once(root, number, relation->baserestrictinfo);
        if (settings::time_planning && type == UUIDOID) {
            bool is_first = true;
            interpolate(root, number, column, relation->baserestrictinfo, is_first);
        }
    }
    return previous_stats_hook != nullptr && previous_stats_hook(root, entry, column, variable);
}

static set_rel_pathlist_hook_type previous_pathlist_hook = nullptr;

// Sets those of these conditions, and of the ORs among them, that count for nothing in a join.
static void
discount(List *conditions)
{
    ListCell *cell;
    foreach (cell, conditions) {
        const auto [clause, restriction] = condition_of(lfirst(cell));
        if (is_orclause(clause) || is_andclause(clause)) {
            check_stack_depth();
            discount(castNode(BoolExpr, clause)->args);
            continue;
        }
        if (restriction == nullptr || !is_opclause(clause) || list_length(castNode(OpExpr, clause)->args) != 2)
            continue;
        const auto *comparison = castNode(OpExpr, clause);
        if ((weight_of(static_cast<Node *>(linitial(comparison->args))) != Weight::full ||
             weight_of(static_cast<Node *>(lsecond(comparison->args))) != Weight::full) &&
            is_estimated_by_core(exprType(static_cast<Node *>(linitial(comparison->args)))))
            restriction->norm_selec = restriction->outer_selec = 1;
    }
}

static void
make_paths(PlannerInfo *root, RelOptInfo *relation, Index number, RangeTblEntry *entry)
{
    if (previous_pathlist_hook != nullptr)
        previous_pathlist_hook(root, relation, number, entry);
    discount(relation->joininfo);
}

void
install_time_estimates()
{
    previous_stats_hook = get_relation_stats_hook;
    get_relation_stats_hook = use_statistics;
    previous_pathlist_hook = set_rel_pathlist_hook;
    set_rel_pathlist_hook = make_paths;
}

// Whether the id is between two bounds: stands for an equality of times between tables. Null if a bound is.
template <class Compare>
static Datum
between(FunctionCallInfo fcinfo, Compare compare)
{
    PG_RETURN_BOOL(compare(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)) >= 0 &&
                   compare(PG_GETARG_DATUM(0), PG_GETARG_DATUM(2)) <= 0);
}

static Datum
between_uuids(FunctionCallInfo fcinfo)
{
    return between(fcinfo,
                   [](Datum a, Datum b) { return memcmp(DatumGetUUIDP(a)->data, DatumGetUUIDP(b)->data, UUID_LEN); });
}

static Datum
between_bigints(FunctionCallInfo fcinfo)
{
    return between(fcinfo, [](Datum a, Datum b) {
        return DatumGetInt64(a) < DatumGetInt64(b) ? -1 : DatumGetInt64(a) > DatumGetInt64(b);
    });
}

ULIDKIT_FUNCTION(ulidkit_between_uuids, between_uuids)
ULIDKIT_FUNCTION(ulidkit_between_bigints, between_bigints)

// `id operator bound` for an index. Null: the index does not have the operator, or the bound is of its own table.
static Node *
index_condition(SupportRequestIndexCondition *request, List *args, int strategy, int bound)
{
    auto *id = static_cast<Node *>(linitial(args));
    auto *value = static_cast<Node *>(list_nth(args, bound));
    const Oid type = getBaseType(exprType(id));
    const Oid opno = get_opfamily_member(lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf, type, type,
                                         static_cast<std::int16_t>(strategy));
    if (!op_in_opfamily(opno, request->opfamily) || !is_pseudo_constant_for_index(request->root, value, request->index))
        return nullptr;
    return reinterpret_cast<Node *>(make_opclause(opno, BOOLOID, false, reinterpret_cast<Expr *>(id),
                                                  reinterpret_cast<Expr *>(value), InvalidOid, InvalidOid));
}

static Datum
between_support(FunctionCallInfo fcinfo)
{
    auto *request = reinterpret_cast<Node *>(PG_GETARG_POINTER(0));
    if (IsA(request, SupportRequestSelectivity)) {
        auto *asked = castNode(SupportRequestSelectivity, request);
        auto *id = static_cast<Node *>(linitial(asked->args));
        asked->selectivity = asked->is_join ? 1 : selectivity_of_one(asked->root, id, asked->varRelid);
        CLAMP_PROBABILITY(asked->selectivity);
        PG_RETURN_POINTER(asked);
    }
    if (IsA(request, SupportRequestIndexCondition)) {
        auto *asked = castNode(SupportRequestIndexCondition, request);
        if (asked->indexarg != 0 || !is_funcclause(asked->node))
            PG_RETURN_POINTER(NULL);
        List *args = castNode(FuncExpr, asked->node)->args;
        Node *lower = index_condition(asked, args, BTGreaterEqualStrategyNumber, 1);
        Node *upper = index_condition(asked, args, BTLessEqualStrategyNumber, 2);
        if (lower == nullptr || upper == nullptr)
            PG_RETURN_POINTER(NULL);
        asked->lossy = false;
        PG_RETURN_POINTER(list_of(lower, upper));
    }
    PG_RETURN_POINTER(NULL);
}

ULIDKIT_FUNCTION(ulidkit_between_support, between_support)

} // namespace ulidkit
