// Bounds of ids in columns of PostgreSQL's own types: ulidkit_at_least(id, value), and ulidkit_at_most(id, value) or,
// of types whose upper ends are exclusive, ulidkit_below(id, value).
//
// They stand for >= and <= where PostgreSQL's estimators would not do: for uuid they expect half a bucket of the
// histogram at each end of a range, for a value of another table half a per cent of the rows, and they cannot know that
// a range says the same as a condition that stays. As functions the bounds have estimates of their own, those of
// estimates.cpp, and nobody else's conditions are touched. An index uses them as the comparisons that they are; its
// cost is PostgreSQL's, computed with these estimates. Of texts they are in the order of bytes, and an index that has
// this order uses them by its own operators, whichever these are.
//
// Partitions are pruned by comparisons alone, so a partitioned table has both. The comparison then counts for nothing.
#include "pg/postgres.hpp"

#include "pg/datum.hpp"
#include "pg/planning/bounds.hpp"
#include "pg/planning/guest_bounds.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/types/foreign_ids.hpp"

namespace ulidkit {

namespace {

// A function that stands for an operator of the type.
struct BoundFunction {
    Oid function;
    Oid type;
    Oid opno;
    int strategy;
    bool lower;
};

BoundFunction
bound_function(Oid function, Oid type, bool lower)
{
    const int strategy = lower                      ? BTGreaterEqualStrategyNumber
                         : has_exclusive_ends(type) ? BTLessStrategyNumber
                                                    : BTLessEqualStrategyNumber;
    return {function, type, btree_operator(type, strategy), strategy, lower};
}

// Null: the function has not been called by this run.
const BoundFunction *
find_function(PlannerInfo *root, Oid function)
{
    const PlannerState *state = state_of(root);
    ListCell *cell;
    foreach (cell, state == nullptr ? NIL : state->guests) {
        const auto *guest = static_cast<BoundFunction *>(lfirst(cell));
        if (guest->function == function)
            return guest;
    }
    return nullptr;
}

} // namespace

Node *
guest_bound(PlannerInfo *root, Oid function, Oid type, bool lower, Node *id, Node *value)
{
    if (find_function(root, function) == nullptr) {
        PlannerState *state = state_of(root);
        auto *guest = static_cast<BoundFunction *>(palloc(sizeof(BoundFunction)));
        *guest = bound_function(function, type, lower);
        state->guests = lappend(state->guests, guest);
    }
    return reinterpret_cast<Node *>(makeFuncExpr(function, BOOLOID, list_of(copyObjectImpl(id), copyObjectImpl(value)),
                                                 InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
}

namespace {

IdComparison
comparison_of(PlannerInfo *root, const BoundFunction &guest, List *args)
{
    return id_comparison_of(root, guest.opno, guest.type, guest.strategy, args);
}

// A bound as the comparison that it is, also if somebody else has called the function.
IdComparison
comparison_of(PlannerInfo *root, Oid function, bool lower, List *args)
{
    if (const BoundFunction *guest = find_function(root, function))
        return comparison_of(root, *guest, args);
    const Oid type = getBaseType(exprType(static_cast<Node *>(linitial(args))));
    return comparison_of(root, bound_function(function, type, lower), args);
}

} // namespace

bool
as_guest_bound(PlannerInfo *root, Node *clause, IdComparison &bound)
{
    if (!IsA(clause, FuncExpr))
        return false;
    const auto *call = castNode(FuncExpr, clause);
    const BoundFunction *guest = find_function(root, call->funcid);
    if (guest == nullptr)
        return false;
    bound = comparison_of(root, *guest, call->args);
    return true;
}

namespace {

// Whether a comparison of the same by the operator says the same as the bound.
bool
repeats(Oid opno, const IdComparison &bound)
{
    const GuestType *guest = guest_of(bound.type);
    return opno == bound.opno || (guest != nullptr && OidIsValid(guest->pattern_family) &&
                                  get_op_opfamily_strategy(opno, guest->pattern_family) == bound.strategy);
}

} // namespace

void
discount_comparisons(const IdComparison &bound, List *conditions)
{
    ListCell *cell;
    foreach (cell, conditions) {
        const auto [clause, restriction] = condition_of(lfirst(cell));
        if (is_orclause(clause))
            for_each_arm(clause, [&](List *arm) { discount_comparisons(bound, arm); });
        else if (restriction != nullptr && is_opclause(clause) && equal(castNode(OpExpr, clause)->args, bound.args) &&
                 repeats(castNode(OpExpr, clause)->opno, bound))
            set_selectivity(restriction, 1);
    }
}

namespace {

// The same for all conditions on the bound's table.
void
discount_comparisons(PlannerInfo *root, const IdComparison &bound)
{
    int number;
    if (!bms_get_singleton_member(pull_varnos(root, bound.id), &number))
        return;
    const RelOptInfo *relation = root->simple_rel_array[number];
    discount_comparisons(bound, relation->baserestrictinfo);
    discount_comparisons(bound, relation->joininfo);
}

// `id operator value` for an index. Null: the index does not have the operator, or the value is of its own table.
Node *
index_condition(const SupportRequestIndexCondition *request, bool lower)
{
    List *args = castNode(FuncExpr, request->node)->args;
    const IdComparison bound = comparison_of(request->root, request->funcid, lower, args);
    const Oid collation = request->index->indexcollations[request->indexcol];
    const Oid opno = id_operator(bound.type, request->opfamily, collation, bound.strategy);
    if (request->indexarg != 0 || !OidIsValid(opno) ||
        !is_pseudo_constant_for_index(request->root, static_cast<Node *>(lsecond(args)), request->index))
        return nullptr;
    return reinterpret_cast<Node *>(make_opclause(opno, BOOLOID, false, static_cast<Expr *>(linitial(args)),
                                                  static_cast<Expr *>(lsecond(args)), InvalidOid, collation));
}

Datum
support(FunctionCallInfo fcinfo, bool lower)
{
    auto *request = reinterpret_cast<Node *>(PG_GETARG_POINTER(0));
    if (IsA(request, SupportRequestSelectivity)) {
        auto *asked = castNode(SupportRequestSelectivity, request);
        const IdComparison bound = comparison_of(asked->root, asked->funcid, lower, asked->args);
        // Otherwise it is done where the bound is weighed.
        if (!bound.constant || bound.weight == Weight::none)
            discount_comparisons(asked->root, bound);
        asked->selectivity = asked->is_join ? selectivity_in_join(bound)
                                            : selectivity_of_bound(asked->root, bound, InvalidOid, asked->varRelid);
        PG_RETURN_POINTER(asked);
    }
    if (IsA(request, SupportRequestIndexCondition) &&
        is_funcclause(castNode(SupportRequestIndexCondition, request)->node)) {
        auto *asked = castNode(SupportRequestIndexCondition, request);
        Node *condition = index_condition(asked, lower);
        asked->lossy = false;
        PG_RETURN_POINTER(condition == nullptr ? NIL : list_of(condition));
    }
    PG_RETURN_POINTER(NULL);
}

Datum
at_least_support(FunctionCallInfo fcinfo)
{
    return support(fcinfo, true);
}

Datum
at_most_support(FunctionCallInfo fcinfo)
{
    return support(fcinfo, false);
}

// An index's clause with the share of the bound that it was made of. The planner's own is left as it is.
IndexClause *
with_estimate(PlannerInfo *root, const IndexClause *clause, const IdComparison &bound, Index relation)
{
    auto *copy = static_cast<IndexClause *>(palloc(sizeof(IndexClause)));
    *copy = *clause;
    auto *condition = static_cast<RestrictInfo *>(palloc(sizeof(RestrictInfo)));
    *condition = *linitial_node(RestrictInfo, clause->indexquals);
    // Whose share counts as it is, and not as one end of a range.
    make_free_of_columns(condition);
    // All bounds of a list have been weighed at once: see estimates.cpp.
    const bool weighed = bound.constant && clause->rinfo->norm_selec >= 0;
    set_selectivity(condition, weighed ? clause->rinfo->norm_selec
                                       : selectivity_of_bound(root, bound, InvalidOid, static_cast<int>(relation)));
    copy->indexquals = list_of(condition);
    return copy;
}

// The cost of an index scan, in which bounds of guests count what they are expected to.
void
cost_of_index(PlannerInfo *root, IndexPath *path, double loops, Cost *startup, Cost *total, Selectivity *share,
              double *correlation, double *pages)
{
    List *clauses = NIL;
    bool changed = false;
    ListCell *cell;
    foreach (cell, path->indexclauses) {
        auto *clause = lfirst_node(IndexClause, cell);
        IdComparison bound;
        if (as_guest_bound(root, reinterpret_cast<Node *>(clause->rinfo->clause), bound)) {
            changed = true;
            clause = with_estimate(root, clause, bound, path->path.parent->relid);
        }
        clauses = lappend(clauses, clause);
    }
    if (!changed) {
        btcostestimate(root, path, loops, startup, total, share, correlation, pages);
        return;
    }
    IndexPath estimated = *path;
    estimated.indexclauses = clauses;
    btcostestimate(root, &estimated, loops, startup, total, share, correlation, pages);
}

int
compare_uuids(Datum a, Datum b)
{
    return memcmp(DatumGetUUIDP(a)->data, DatumGetUUIDP(b)->data, UUID_LEN);
}

// Compares two values by their bytes, `blanks`: without blanks at their ends.
int
compare_bytes(FunctionCallInfo fcinfo, bool blanks)
{
    std::string_view values[2];
    for (int i = 0; i < 2; ++i) {
        values[i] = text_argument(fcinfo, i);
        while (blanks && !values[i].empty() && values[i].back() == ' ')
            values[i].remove_suffix(1);
    }
    const int order = memcmp(values[0].data(), values[1].data(), Min(values[0].size(), values[1].size()));
    return order != 0 ? order : (values[0].size() > values[1].size()) - (values[0].size() < values[1].size());
}

// A bound that no index can have a value as great as is greater than any value.
bool
is_below(FunctionCallInfo fcinfo, bool blanks)
{
    return is_end_bound(PG_GETARG_VARLENA_PP(1)) || compare_bytes(fcinfo, blanks) < 0;
}

template <bool blanks>
Datum
bytes_at_least(FunctionCallInfo fcinfo)
{
    PG_RETURN_BOOL(!is_below(fcinfo, blanks));
}

template <bool blanks>
Datum
bytes_below(FunctionCallInfo fcinfo)
{
    PG_RETURN_BOOL(is_below(fcinfo, blanks));
}

Datum
uuid_at_least(FunctionCallInfo fcinfo)
{
    PG_RETURN_BOOL(compare_uuids(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)) >= 0);
}

Datum
uuid_at_most(FunctionCallInfo fcinfo)
{
    PG_RETURN_BOOL(compare_uuids(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)) <= 0);
}

Datum
bigint_at_least(FunctionCallInfo fcinfo)
{
    PG_RETURN_BOOL(PG_GETARG_INT64(0) >= PG_GETARG_INT64(1));
}

Datum
bigint_at_most(FunctionCallInfo fcinfo)
{
    PG_RETURN_BOOL(PG_GETARG_INT64(0) <= PG_GETARG_INT64(1));
}

} // namespace

void
use_estimates_of_guests(RelOptInfo *relation)
{
    ListCell *cell;
    foreach (cell, relation->indexlist) {
        auto *index = lfirst_node(IndexOptInfo, cell);
        using Cost = decltype(index->amcostestimate);
        if (index->relam != BTREE_AM_OID || index->amcostestimate != reinterpret_cast<Cost>(btcostestimate))
            continue;
        for (int i = 0; i < index->nkeycolumns; ++i) {
            if (guest_of(index->opcintype[i]) != nullptr)
                index->amcostestimate = reinterpret_cast<Cost>(cost_of_index);
        }
    }
}

ULIDKIT_FUNCTION(ulidkit_at_least_support, at_least_support)
ULIDKIT_FUNCTION(ulidkit_at_most_support, at_most_support)
ULIDKIT_FUNCTION(ulidkit_uuid_at_least, uuid_at_least)
ULIDKIT_FUNCTION(ulidkit_uuid_at_most, uuid_at_most)
ULIDKIT_FUNCTION(ulidkit_bigint_at_least, bigint_at_least)
ULIDKIT_FUNCTION(ulidkit_bigint_at_most, bigint_at_most)
ULIDKIT_FUNCTION(ulidkit_bytes_at_least, bytes_at_least<false>)
ULIDKIT_FUNCTION(ulidkit_bytes_below, bytes_below<false>)
ULIDKIT_FUNCTION(ulidkit_character_at_least, bytes_at_least<true>)
ULIDKIT_FUNCTION(ulidkit_character_below, bytes_below<true>)

} // namespace ulidkit
