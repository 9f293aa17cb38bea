// Ranges of times, and ranges of IDs, that follow from the conditions of a query. Only ranges_of() turns a condition
// into ranges. A condition of the query is never changed. What follows from it is used where it helps:
//
// - A condition on a form of the time, such as `id::date = d`, becomes a range of times for the virtual indexes.
// - An OR, or a list of values, becomes an OR of such ranges for bitmap scans. For other scans it becomes the range
//   from its least to its greatest value. For example, `time > t OR (time = t AND id > i)`, with which a query asks for
//   the next page, becomes time >= t.
// - A condition on the beginning of the ID's text, such as `id::text LIKE 'x%'`, becomes a range of IDs for the table's
//   own indexes.
//
// Any condition on the time also becomes a range of IDs
//
// - if a scan in the order of the ID is wanted;
// - for indexes that cannot serve conditions on times, such as GiST;
// - if the condition may not be evaluated before a security barrier;
// - for pruning of partitions, and for exclusion by constraints;
// - for the predicates of partial indexes.
#include "pg/postgres.hpp"

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/id_forms.hpp"
#include "pg/planning/id_keys.hpp"
#include "pg/planning/implied_conditions.hpp"
#include "pg/planning/time_bounds.hpp"
#include "pg/planning/time_conditions.hpp"

namespace ulidkit {

namespace {

// Calls `visit` for each item, and returns the OR of the AND lists that it returns. Returns NIL if `visit` returns NIL
// for one of the items.
template <class Visit>
List *
any_of(List *items, Visit visit)
{
    check_stack_depth();
    List *arms = NIL;
    ListCell *cell;
    foreach (cell, items) {
        CHECK_FOR_INTERRUPTS();
        List *conditions = visit(static_cast<Node *>(lfirst(cell)));
        if (conditions == NIL)
            return NIL;
        auto *arm = reinterpret_cast<Node *>(make_ands_explicit(conditions));
        arms = is_orclause(arm) ? list_concat(arms, castNode(BoolExpr, arm)->args) : lappend(arms, arm);
    }
    if (list_length(arms) > 1)
        return list_of(make_orclause(arms));
    return arms == NIL ? NIL : make_ands_implicit(static_cast<Expr *>(linitial(arms)));
}

// Returns true if the value is the same for all rows of the relation that one scan reads.
bool
is_value(const RangeSearch &search, Node *value)
{
    if (contain_volatile_functions(value) || contain_subplans(value))
        return false;
    const Relids others = pull_varnos(search.root, value);
    return bms_is_empty(others) || (search.joins && !bms_is_member(static_cast<int>(search.relation->relid), others));
}

// Returns true if the ID is a column of the relation, with or without casts that change neither bytes nor order.
bool
has_id(const RangeSearch &search, Node *id)
{
    Node *column = bare_id(id);
    return IsA(column, Var) && castNode(Var, column)->varno == static_cast<int>(search.relation->relid);
}

// Finds the bounds for IDs that are compared in the way in which the relation's partition key, the ID's column or an
// index compares them. Returns false if none of these has the order of the IDs.
bool
find_bounds_in(const RangeSearch &search, const FuncExpr *time, TimeBounds &bounds)
{
    RelOptInfo *relation = search.relation;
    Node *id = own_id(time);
    const Oid type = getBaseType(exprType(id));
    Oid family = own_family(type);
    Oid collation = exprCollation(id);
    bool known = !OidIsValid(collation) || has_order_of_ids(type, family, collation);
    const auto use = [&](void *key, Oid of_type, Oid of_family, Oid of_collation) {
        if (!equal(bare_id(static_cast<Node *>(key)), bare_id(id)) ||
            !has_order_of_ids(of_type, of_family, of_collation))
            return;
        known = true;
        family = of_family;
        collation = of_collation;
    };
    const PartitionSchemeData *scheme = relation->part_scheme;
    for (int i = 0; scheme != nullptr && i < scheme->partnatts; ++i)
        use(linitial(relation->partexprs[i]), scheme->partopcintype[i], scheme->partopfamily[i],
            scheme->partcollation[i]);
    ListCell *cell;
    foreach (cell, known ? NIL : relation->indexlist) {
        const auto *index = lfirst_node(IndexOptInfo, cell);
        for (int i = 0; i < index->nkeycolumns && index->relam == BTREE_AM_OID; ++i)
            use(list_nth_node(TargetEntry, index->indextlist, i)->expr, index->opcintype[i], index->opfamily[i],
                index->indexcollations[i]);
    }
    return known && is_in_order(search.root, relation, time) &&
           find_bounds(search.root, time, id, family, collation, bounds);
}

// Returns comparisons of the time. If `computed` is true, and the time is a generated column, the comparisons are with
// the column, as in the query. Where the server turns an OR of equalities into an array, an equality becomes a range,
// because an array of times cannot be converted.
List *
time_ranges(const RangeSearch &search, const ParsedCondition &parsed, bool computed)
{
    auto *call = reinterpret_cast<Node *>(parsed.time);
    Node *time = computed ? as_column(search.root, call) : call;
    Companions companions;
    if (!find_companions(search.root, parsed.time, getBaseType(exprType(own_id(parsed.time))), companions))
        return NIL;
    List *ranges = NIL;
    const auto add = [&](int strategy, Node *value) {
        ranges = lappend(ranges, comparison_by(btree_operator(TIMESTAMPTZOID, strategy), time, value));
    };
    for (int i = 0; i < parsed.count; ++i) {
        const int strategy = parsed.comparisons[i].strategy;
        Node *value = instant_of(search.root, companions, parsed, parsed.comparisons[i]);
        if (value == nullptr)
            return NIL;
        if (strategy == BTEqualStrategyNumber && makes_arrays_of_ors) {
            add(BTGreaterEqualStrategyNumber, value);
            add(BTLessEqualStrategyNumber, value);
        } else {
            add(strategy, value);
        }
    }
    return ranges;
}

// Returns the ranges for a parsed condition. `computed`: the condition had generated columns, which have been replaced.
List *
ranges_of_condition(const RangeSearch &search, const ParsedCondition &parsed, bool computed, bool &exact)
{
    if (parsed.time == nullptr)
        return NIL;
    List *ranges = NIL;
    if (search.times) {
        ranges = time_ranges(search, parsed, computed);
    } else {
        TimeBounds bounds;
        if (has_id(search, id_of(parsed.time)) && find_bounds_in(search, parsed.time, bounds))
            ranges = ranges_by(search.root, bounds, parsed);
    }
    ListCell *cell;
    foreach (cell, ranges) {
        if (!is_value(search, static_cast<Node *>(lsecond(lfirst_node(OpExpr, cell)->args))))
            return NIL;
    }
    exact = parsed.exact;
    return ranges;
}

// Partitions are pruned by the OR of a list that has at most so many values. They are pruned by the range of a longer
// list, because pruning by a long OR takes longer than looking for its values in the other partitions.
constexpr int few_to_prune = 8;

List *
ranges_of_list(const RangeSearch &search, const ParsedList &parsed, bool computed, bool &exact)
{
    if (parsed.whole.time == nullptr)
        return NIL;
    List *elements = search.times || search.prunes ? elements_of(parsed.array) : NIL;
    List *ranges = any_of(search.times || list_length(elements) <= few_to_prune ? elements : NIL, [&](Node *element) {
        return ranges_of_condition(search, parse_element(parsed, element), computed, exact);
    });
    return ranges != NIL ? ranges : ranges_of_condition(search, parsed.whole, computed, exact);
}

// Returns `form = value`, or `form = ANY (array)`, as an equality of the ID.
List *
ids_of_equality(const RangeSearch &search, ByteEquality equality, bool &exact)
{
    PlannerInfo *root = search.root;
    const IdForm form = equality.operand == nullptr ? IdForm() : form_of(root, equality.operand);
    if (form.node == nullptr || !has_id(search, form.id) || !is_constant(root, equality.value))
        return NIL;
    Node *id = id_of_form(form);
    const Oid type = exprType(id);
    if (!is_invertible(root, form, type))
        return NIL;
    exact = true;
    if (search.prunes && !equality.list)
        equality = {equality.operand, array_of(exprType(equality.value), list_of(equality.value)), true};
    return list_of(inverted_equality(root, form, equality, id, type));
}

// Returns `time IS NULL` as a condition on the ID.
List *
ids_of_test(const RangeSearch &search, const NullTest *test, bool &exact)
{
    FuncExpr *time = extracted_time(reinterpret_cast<Node *>(test->arg));
    if (time == nullptr || test->nulltesttype != IS_NULL || !has_id(search, id_of(time)) ||
        !is_in_order(search.root, search.relation, time))
        return NIL;
    exact = true;
    auto *of_id = static_cast<NullTest *>(copyObjectImpl(test));
    of_id->arg = copy_of(own_id(time));
    return list_of(of_id);
}

List *ranges_of_computed(const RangeSearch &search, Node *clause, bool computed, bool &exact);

// Returns the OR of the ranges of the arms. If ranges of times are looked for, an arm keeps the conditions from which
// nothing follows, because they can use other indexes. If ranges of IDs are looked for, each arm needs a range.
List *
ranges_of_or(const RangeSearch &search, const BoolExpr *clause, bool computed, bool &exact)
{
    exact = true;
    bool found = false;
    List *any = any_of(clause->args, [&](Node *arm) {
        List *ranges = NIL;
        ListCell *cell;
        foreach (cell, make_ands_implicit(reinterpret_cast<Expr *>(arm))) {
            auto *condition = static_cast<Node *>(lfirst(cell));
            bool one = false;
            List *part = ranges_of_computed(search, condition, computed, one);
            found = found || part != NIL;
            exact = exact && one && part != NIL;
            ranges = part == NIL && search.times ? lappend(ranges, condition) : list_concat(ranges, part);
        }
        return ranges;
    });
    return found ? any : NIL;
}

List *
ranges_of_computed(const RangeSearch &search, Node *clause, bool computed, bool &exact)
{
    PlannerInfo *root = search.root;
    if (is_orclause(clause))
        return ranges_of_or(search, castNode(BoolExpr, clause), computed, exact);
    List *ranges = NIL;
    if (is_opclause(clause)) {
        const ParsedSides sides = parse_comparison(root, castNode(OpExpr, clause));
        ranges = list_concat(ranges_of_condition(search, sides.left, computed, exact),
                             ranges_of_condition(search, sides.right, computed, exact));
    } else if (IsA(clause, ScalarArrayOpExpr)) {
        ranges = ranges_of_list(search, parse_array(root, castNode(ScalarArrayOpExpr, clause)), computed, exact);
    }
    if (ranges == NIL && !search.times) {
        const ByteEquality equality = byte_equality(clause);
        ranges = ids_of_equality(search, equality, exact);
        if (ranges == NIL && !equality.list)
            ranges = ids_of_equality(search, {equality.value, equality.operand, false}, exact);
        if (ranges == NIL && IsA(clause, NullTest))
            ranges = ids_of_test(search, castNode(NullTest, clause), exact);
        if (ranges == NIL && IsA(clause, RowCompareExpr))
            ranges = ranges_of_condition(search, parse_row(root, castNode(RowCompareExpr, clause)), computed, exact);
    }
    if (ranges != NIL)
        return ranges;
    List *range = range_of_prefix(root, clause, exact);
    return range != NIL && has_id(search, static_cast<Node *>(linitial(linitial_node(OpExpr, range)->args))) ? range
                                                                                                             : NIL;
}

} // namespace

List *
ranges_of(const RangeSearch &search, Node *condition, bool &exact)
{
    exact = false;
    Node *clause = without_placeholders(condition);
    Node *computed = search.parts_compute || !search.root->simple_rte_array[search.relation->relid]->inh
                         ? with_columns_computed(search.root, clause, search.relation->relid)
                         : clause;
    return ranges_of_computed(search, computed, computed != clause, exact);
}

List *
id_ranges_of(PlannerInfo *root, RelOptInfo *relation)
{
    List *ranges = NIL;
    ListCell *cell;
    foreach (cell, relation->baserestrictinfo) {
        bool exact = false;
        ranges =
            list_concat(ranges, ranges_of({root, relation, false, false, false},
                                          reinterpret_cast<Node *>(lfirst_node(RestrictInfo, cell)->clause), exact));
    }
    return ranges;
}

namespace {

// If more values than these are not known while the query is planned, no range is made of the least or the greatest of
// them, because finding it takes time when the query runs.
constexpr int most_values = 100;

// Returns the least, or the greatest, of the values. All values must have the same type. Returns null if there are too
// many values that are not known.
Node *
extreme_of(PlannerInfo *root, MinMaxOp which, List *values, Oid collation)
{
    bool same = true;
    bool known = true;
    ListCell *cell;
    foreach (cell, values) {
        same = same && equal(lfirst(cell), linitial(values));
        known = known && IsA(lfirst(cell), Const);
    }
    if (same)
        return static_cast<Node *>(linitial(values));
    if (!known && list_length(values) > most_values)
        return nullptr;
    auto *extreme = new_node<MinMaxExpr>(T_MinMaxExpr);
    extreme->minmaxtype = exprType(static_cast<Node *>(linitial(values)));
    extreme->minmaxcollid = extreme->inputcollid = collation;
    extreme->op = which;
    extreme->args = values;
    extreme->location = -1;
    auto *node = reinterpret_cast<Node *>(extreme);
    return known ? eval_const_expressions(root, node) : node;
}

// Looks at the conditions of an arm of an OR for a comparison of the node that has the given strategy, >= or <=, or is
// strict in the same direction, or is an equality. Returns its value. Returns null if there is no such comparison.
Node *
bound_in(List *conditions, const Node *node, int strategy)
{
    ListCell *cell;
    foreach (cell, conditions) {
        auto *condition = static_cast<Node *>(lfirst(cell));
        if (!is_opclause(condition) || list_length(castNode(OpExpr, condition)->args) != 2)
            continue;
        const auto *comparison = castNode(OpExpr, condition);
        const Oid type = getBaseType(exprType(node));
        const int found =
            equal(linitial(comparison->args), node) ? get_op_opfamily_strategy(comparison->opno, own_family(type)) : 0;
        auto *value = static_cast<Node *>(lsecond(comparison->args));
        const bool lower = strategy == BTGreaterEqualStrategyNumber;
        if ((found == BTEqualStrategyNumber || (found != 0 && (found > BTEqualStrategyNumber) == lower)) &&
            exprType(value) == type)
            return value;
    }
    return nullptr;
}

// Returns true if computing the value cannot raise an error: the value is a constant, a parameter, or consists of
// leakproof functions of such values. The server may never compute a value of an arm whose other conditions are not
// true, but the range of the whole OR computes the values of all arms.
bool
cannot_fail(const Node *value)
{
    if (IsA(value, Const) || IsA(value, Param))
        return true;
    if (IsA(value, RelabelType))
        return cannot_fail(reinterpret_cast<const Node *>(reinterpret_cast<const RelabelType *>(value)->arg));
    if (!IsA(value, FuncExpr) || !get_func_leakproof(reinterpret_cast<const FuncExpr *>(value)->funcid))
        return false;
    bool safe = true;
    ListCell *cell;
    foreach (cell, reinterpret_cast<const FuncExpr *>(value)->args)
        safe = safe && cannot_fail(static_cast<const Node *>(lfirst(cell)));
    return safe;
}

// Returns the comparison of the node with the least, or the greatest, of its bounds in the arms of the OR. Returns null
// if one of the arms has no bound, or has a bound that can raise an error. A bound that is NULL does no harm, because
// its arm is not true, and LEAST() and GREATEST() ignore it.
Node *
hull_of(const RangeSearch &search, const BoolExpr *clause, const Node *node, int strategy)
{
    List *values = NIL;
    ListCell *cell;
    foreach (cell, clause->args) {
        Node *bound = bound_in(make_ands_implicit(static_cast<Expr *>(lfirst(cell))), node, strategy);
        if (bound == nullptr || !is_value(search, bound) || !cannot_fail(bound))
            return nullptr;
        values = lappend(values, bound);
    }
    const Oid collation = exprCollation(node);
    Node *value =
        extreme_of(search.root, strategy == BTGreaterEqualStrategyNumber ? IS_LEAST : IS_GREATEST, values, collation);
    return value == nullptr
               ? nullptr
               : comparison_by(btree_operator(getBaseType(exprType(node)), strategy), node, value, collation);
}

// Returns true if the node is an ID column of the relation, and its type is one of the extension's types.
bool
is_own_id(const RangeSearch &search, Node *node)
{
    return IsA(node, Var) && has_id(search, node) && is_own(exprType(node));
}

// Returns the ranges within which every row of an OR lies. If the search is for times, these are ranges of the times,
// and of IDs of the extension's types, that the first arm of the OR compares. Otherwise the OR is one of ranges of IDs.
// IDs that have a collation are left out then.
List *
hulls_of(const RangeSearch &search, const BoolExpr *clause)
{
    List *hulls = NIL;
    ListCell *cell;
    foreach (cell, make_ands_implicit(static_cast<Expr *>(linitial(clause->args)))) {
        auto *condition = static_cast<Node *>(lfirst(cell));
        if (!is_opclause(condition))
            continue;
        auto *node = static_cast<Node *>(linitial(castNode(OpExpr, condition)->args));
        const bool of_times =
            extracted_time(with_columns_computed(search.root, node, search.relation->relid)) != nullptr;
        if (search.times ? !of_times && !is_own_id(search, node) : OidIsValid(exprCollation(node)))
            continue;
        for (const int strategy : {BTGreaterEqualStrategyNumber, BTLessEqualStrategyNumber}) {
            Node *hull = hull_of(search, clause, node, strategy);
            if (hull != nullptr)
                hulls = list_append_unique(hulls, hull);
        }
    }
    return hulls;
}

// Returns true if the condition compares a time itself with a value. The virtual indexes then serve the condition as it
// is written.
bool
is_on_time(PlannerInfo *root, Node *clause)
{
    if (!is_opclause(clause) || list_length(castNode(OpExpr, clause)->args) != 2)
        return false;
    const auto *comparison = castNode(OpExpr, clause);
    bool found = false;
    ListCell *cell;
    foreach (cell, comparison->args)
        found = found || extracted_time(with_columns_computed(root, static_cast<Node *>(lfirst(cell)))) != nullptr;
    return found && comparison->opno != OID_RANGE_ELEM_CONTAINED_OP && comparison->opno != OID_RANGE_CONTAINS_ELEM_OP;
}

// Two thirds of the rows, for each end of a range that depends on several values which are not known.
constexpr double share_of_unknown_end = 0.67;

// Returns true if the condition compares with the least or the greatest of several values that are not known.
bool
has_unknown_end(const RestrictInfo *condition)
{
    const auto *comparison = is_opclause(condition->clause) ? castNode(OpExpr, condition->clause) : nullptr;
    return comparison != nullptr && IsA(lsecond(comparison->args), MinMaxExpr);
}

// For a condition on an ID of a built-in type, sets the expected share of the rows to the share that is expected for
// the original condition on the time, because the server has better statistics for times than for uuids. `first`: this
// is the first condition that follows from the original. A second one is set to exclude no further rows.
void
set_share(PlannerInfo *root, const ImpliedCondition &implied, bool first)
{
    auto *id = static_cast<Node *>(
        is_opclause(implied.condition->clause) ? linitial(castNode(OpExpr, implied.condition->clause)->args) : nullptr);
    if (id == nullptr || builtin_type_of(getBaseType(exprType(id))) == nullptr)
        return;
    implied.condition->norm_selec = implied.condition->outer_selec =
        first ? clause_selectivity(root, reinterpret_cast<Node *>(implied.original), 0, JOIN_INNER, nullptr) : 1;
}

} // namespace

ImpliedConditions
implied_conditions(PlannerInfo *root, RelOptInfo *relation, bool by_id)
{
    ImpliedConditions result = {};
    const RangeSearch times = {root, relation, true, false, false};
    const RangeSearch ids = {root, relation, false, false, false};
    ListCell *cell;
    foreach (cell, relation->baserestrictinfo) {
        auto *original = lfirst_node(RestrictInfo, cell);
        auto *clause = reinterpret_cast<Node *>(original->clause);
        RestrictInfo *for_bitmaps = original;
        bool exact = false;
        // Adds conditions that follow from `original` to the result.
        const auto add = [&](List *conditions, bool exactly) {
            ListCell *condition;
            foreach (condition, conditions) {
                auto *node = static_cast<Node *>(lfirst(condition));
                const bool on_id =
                    !is_opclause(node) ||
                    extracted_time(with_columns_computed(
                        root, static_cast<Node *>(linitial(castNode(OpExpr, node)->args)), relation->relid)) == nullptr;
                RestrictInfo *made = make_restriction(root, reinterpret_cast<Expr *>(node), original);
                auto *implied = copied(ImpliedCondition{made, original, on_id, exactly});
                if (has_unknown_end(made))
                    made->norm_selec = made->outer_selec = share_of_unknown_end;
                else if (on_id)
                    set_share(root, *implied, foreach_current_index(condition) == 0);
                result.conditions = lappend(result.conditions, implied);
                result.on_id = result.on_id || on_id;
            }
        };
        const bool promotable = restriction_is_securely_promotable(original, relation);
        List *ranges = promotable && !is_on_time(root, clause) ? ranges_of(times, clause, exact) : NIL;
        Node *any = ranges != NIL && is_orclause(linitial(ranges)) ? static_cast<Node *>(linitial(ranges)) : nullptr;
        if (any != nullptr) {
            // The OR of ranges stands for the condition, so the server expects as many rows of it.
            for_bitmaps = make_restriction(root, reinterpret_cast<Expr *>(any), original);
            for_bitmaps->norm_selec = for_bitmaps->outer_selec =
                clause_selectivity(root, reinterpret_cast<Node *>(original), 0, JOIN_INNER, nullptr);
        }
        if (promotable && (any != nullptr || is_orclause(clause)))
            add(hulls_of(times, castNode(BoolExpr, any != nullptr ? any : clause)), false);
        else
            add(ranges, exact);
        result.arms = lappend(result.arms, for_bitmaps);
        if (by_id || !promotable) {
            List *of_id = ranges_of(ids, clause, exact);
            if (of_id != NIL && is_orclause(linitial(of_id)))
                add(hulls_of(ids, castNode(BoolExpr, linitial(of_id))), false);
            // A condition on the beginning of a text has become a range of IDs already.
            else if (of_id != NIL && !(promotable && equal(of_id, ranges)))
                add(of_id, exact);
        }
    }
    return result;
}

const ImpliedCondition *
implied_by(List *implied, const RestrictInfo *condition)
{
    ListCell *cell;
    foreach (cell, implied) {
        const auto *one = static_cast<ImpliedCondition *>(lfirst(cell));
        if (one->condition == condition)
            return one;
    }
    return nullptr;
}

} // namespace ulidkit
