// Estimates for ids in columns of uuid and bigint, which have PostgreSQL's operators.
//
// They have PostgreSQL's estimators, too, which interpolate for bigint, but for uuid expect half a bucket at each end
// of a range. The selectivities of a range of uuids are therefore set beforehand, except the first, which is being
// computed at that moment; the other side of its range compensates for it. Conditions that count twice are corrected in
// the same way. A range asks for the statistics of its column before the condition that stays does, and that condition
// is then set to count for nothing. Between tables, a range counts for nothing in addition to the equality of the
// times; this is set before joins are planned. If an equality of times looks ids up by another table's column, the
// range is one call of ulidkit_between(): an index uses it as two comparisons, and its estimate is the rows of one id.
#include "pg/postgres.hpp"

#include "pg/planning/estimates.hpp"
#include "pg/planning/guest_estimates.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/table_facts.hpp"
#include "pg/settings.hpp"

namespace ulidkit {

namespace {

// Sets the share of those conditions of a list, and of the ORs among them, that stay in addition to ranges of
// PostgreSQL's types. clauselist_selectivity() treats both sides of one time as a range, as above.
void
count_once(PlannerInfo *root, int relation, List *conditions)
{
    RedundantPair pair;
    ListCell *cell;
    foreach (cell, conditions) {
        const auto [clause, restriction] = condition_of(lfirst(cell));
        if (is_orclause(clause)) {
            for_each_arm(clause, [&](List *arm) { count_once(root, relation, arm); });
            continue;
        }
        if (restriction == nullptr || restriction->norm_selec >= 0)
            continue;
        FuncExpr *beside = ranged_time_in(root, clause, nullptr);
        if (beside == nullptr || !is_estimated_by_server(getBaseType(exprType(without_casts(id_of(beside))))))
            continue;
        pair.add(clause, beside);
        const bool second = pair.is_completed_by(beside);
        set_selectivity(restriction, second ? 2 - pair.nulls(root, relation) : 1);
    }
}

// Sets the bounds of a list of conditions, and of the ORs among them, to what PostgreSQL would expect if it could
// interpolate between two uuids. The very first one can be the one that is being estimated, so it stays PostgreSQL's
// (`is_first`); the other side of its range, if there is one, compensates for its error.
void
interpolate(PlannerInfo *root, int relation, AttrNumber column, List *conditions, bool &is_first)
{
    double off_by = 0;
    bool off_at_lower = false;
    const auto of_server = [&](const OpExpr *comparison) {
        return DatumGetFloat8(OidFunctionCall4(get_oprrest(comparison->opno), PointerGetDatum(root),
                                               ObjectIdGetDatum(comparison->opno), PointerGetDatum(comparison->args),
                                               Int32GetDatum(relation)));
    };
    ListCell *cell;
    foreach (cell, conditions) {
        const auto [clause, restriction] = condition_of(lfirst(cell));
        if (is_orclause(clause)) {
            for_each_arm(clause, [&](List *arm) { interpolate(root, relation, column, arm, is_first); });
            continue;
        }
        if (restriction == nullptr || restriction->norm_selec >= 0 || !is_opclause(clause))
            continue;
        const auto *comparison = castNode(OpExpr, clause);
        const Oid estimator = get_oprrest(comparison->opno);
        if (estimator != F_SCALARLTSEL && estimator != F_SCALARLESEL && estimator != F_SCALARGTSEL &&
            estimator != F_SCALARGESEL)
            continue;
        const IdComparison bound = id_comparison_of(root, comparison->opno, comparison->args);
        if (!bound.constant || column_of(bound.id) != column)
            continue;
        double share = selectivity(root, comparison->opno, comparison->args, relation);
        if (is_first) {
            is_first = false;
            off_by = share - of_server(comparison);
            off_at_lower = bound.lower;
            continue;
        }
        if (bound.lower != off_at_lower && off_by != 0) {
            share += off_by;
            off_by = 0;
        }
        CLAMP_PROBABILITY(share);
        set_selectivity(restriction, share);
    }
}

get_relation_stats_hook_type previous_stats_hook = nullptr;

// The number of the query's table, or 0.
int
number_of(PlannerInfo *root, const RangeTblEntry *entry)
{
    for (int i = 1; i < root->simple_rel_array_size; ++i)
        if (root->simple_rte_array[i] == entry)
            return i;
    return 0;
}

bool
use_statistics(PlannerInfo *root, RangeTblEntry *entry, AttrNumber column, VariableStatData *variable)
{
    // For the cost of a BRIN index, the server leaves `variable` unset.
    const int number = entry->rtekind == RTE_RELATION && column > 0 ? number_of(root, entry) : 0;
    const RelOptInfo *relation = number == 0 ? nullptr : root->simple_rel_array[number];
    PlannerState *state = relation == nullptr ? nullptr : state_of(root);
    if (state != nullptr && (relation != state->counted || column != state->counted_column)) {
        state->counted = relation;
        state->counted_column = column;
        const Oid type = getBaseType(get_atttype(entry->relid, column));
        if (is_estimated_by_server(type))
            count_once(root, number, relation->baserestrictinfo);
        if (settings::time_planning && type == UUIDOID) {
            bool is_first = true;
            interpolate(root, number, column, relation->baserestrictinfo, is_first);
        }
    }
    return previous_stats_hook != nullptr && previous_stats_hook(root, entry, column, variable);
}

set_rel_pathlist_hook_type previous_pathlist_hook = nullptr;

// Sets those of these conditions, and of the ORs among them, that count for nothing in a join.
void
discount(PlannerInfo *root, List *conditions)
{
    ListCell *cell;
    foreach (cell, conditions) {
        const auto [clause, restriction] = condition_of(lfirst(cell));
        if (is_orclause(clause) || is_andclause(clause)) {
            check_stack_depth();
            discount(root, castNode(BoolExpr, clause)->args);
            continue;
        }
        if (restriction == nullptr || !is_opclause(clause) || list_length(castNode(OpExpr, clause)->args) != 2)
            continue;
        const auto *comparison = castNode(OpExpr, clause);
        auto *left = static_cast<Node *>(linitial(comparison->args));
        auto *right = static_cast<Node *>(lsecond(comparison->args));
        if (is_estimated_by_server(exprType(left)) &&
            (weight_of(root, left, right) != Weight::full || weight_of(root, right, left) != Weight::full))
            set_selectivity(restriction, 1);
    }
}

void
make_paths(PlannerInfo *root, RelOptInfo *relation, Index number, RangeTblEntry *entry)
{
    if (previous_pathlist_hook != nullptr)
        previous_pathlist_hook(root, relation, number, entry);
    discount(root, relation->joininfo);
}

} // namespace

bool
is_estimated_by_server(Oid type)
{
    return type == UUIDOID || type == INT8OID;
}

void
install_time_estimates()
{
    previous_stats_hook = get_relation_stats_hook;
    get_relation_stats_hook = use_statistics;
    previous_pathlist_hook = set_rel_pathlist_hook;
    set_rel_pathlist_hook = make_paths;
}

} // namespace ulidkit
