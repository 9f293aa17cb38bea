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
// - for pruning of partitions, and for exclusion by constraints.
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
    for (Node *item : each<Node>(items)) {
        CHECK_FOR_INTERRUPTS();
        List *conditions = visit(item);
        if (conditions == NIL)
            return NIL;
        auto *arm = as_node(make_ands_explicit(conditions));
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
        if (!equal(bare_id(as_node(key)), bare_id(id)) || !has_order_of_ids(of_type, of_family, of_collation))
            return;
        known = true;
        family = of_family;
        collation = of_collation;
    };
    const PartitionSchemeData *scheme = relation->part_scheme;
    for (int i = 0; scheme != nullptr && i < scheme->partnatts; ++i)
        use(linitial(relation->partexprs[i]), scheme->partopcintype[i], scheme->partopfamily[i],
            scheme->partcollation[i]);
    for (const auto *index : each<IndexOptInfo>(known ? NIL : relation->indexlist)) {
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
    auto *call = as_node(parsed.time);
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
Ranges
ranges_of_condition(const RangeSearch &search, const ParsedCondition &parsed, bool computed)
{
    if (parsed.time == nullptr)
        return {};
    List *ranges = NIL;
    TimeBounds bounds;
    if (search.times)
        ranges = time_ranges(search, parsed, computed);
    else if (has_id(search, id_of(parsed.time)) && find_bounds_in(search, parsed.time, bounds))
        ranges = ranges_by(search.root, bounds, parsed);
    const auto has_other = [&](Node *range) { return !is_value(search, sides_of(range).right); };
    return has_any<Node>(ranges, has_other) ? Ranges() : Ranges{ranges, parsed.exact};
}

// Partitions are pruned by the OR of a list that has at most so many values. They are pruned by the range of a longer
// list, because pruning by a long OR takes longer than looking for its values in the other partitions.
constexpr int few_to_prune = 8;

Ranges
ranges_of_list(const RangeSearch &search, const ParsedList &parsed, bool computed)
{
    if (parsed.whole.time == nullptr)
        return {};
    List *elements = search.times || search.prunes ? elements_of(parsed.array) : NIL;
    if (!search.times && list_length(elements) > few_to_prune)
        elements = NIL;
    bool exact = false;
    List *any = any_of(elements, [&](Node *element) {
        const Ranges ranges = ranges_of_condition(search, parse_element(parsed, element), computed);
        exact = ranges.exact;
        return ranges.conditions;
    });
    return any != NIL ? Ranges{any, exact} : ranges_of_condition(search, parsed.whole, computed);
}

// Returns `form = value`, or `form = ANY (array)`, as an equality of the ID.
Ranges
ids_of_equality(const RangeSearch &search, ByteEquality equality)
{
    PlannerInfo *root = search.root;
    const IdForm form = equality.operand == nullptr ? IdForm() : form_of(root, equality.operand);
    if (form.node == nullptr || !has_id(search, form.id) || !is_constant(root, equality.value))
        return {};
    Node *id = id_of_form(form);
    const Oid type = exprType(id);
    if (!is_invertible(root, form, type))
        return {};
    if (search.prunes && !equality.list)
        equality = {equality.operand, array_of(exprType(equality.value), list_of(equality.value)), true};
    return {list_of(inverted_equality(root, form, equality, id, type)), true};
}

Ranges ranges_of_computed(const RangeSearch &search, Node *clause, bool computed);

// Returns the OR of the ranges of the arms. If ranges of times are looked for, an arm keeps the conditions from which
// nothing follows, because they can use other indexes. If ranges of IDs are looked for, each arm needs a range.
Ranges
ranges_of_or(const RangeSearch &search, const BoolExpr *clause, bool computed)
{
    bool exact = true;
    bool found = false;
    List *any = any_of(clause->args, [&](Node *arm) {
        List *ranges = NIL;
        for (auto *condition : each<Node>(make_ands_implicit(reinterpret_cast<Expr *>(arm)))) {
            const Ranges part = ranges_of_computed(search, condition, computed);
            const bool has_part = part.conditions != NIL;
            found = found || has_part;
            exact = exact && part.exact && has_part;
            ranges = !has_part && search.times ? lappend(ranges, condition) : list_concat(ranges, part.conditions);
        }
        return ranges;
    });
    return found ? Ranges{any, exact} : Ranges();
}

Ranges
ranges_of_computed(const RangeSearch &search, Node *clause, bool computed)
{
    PlannerInfo *root = search.root;
    Ranges ranges;
    if (is_orclause(clause))
        return ranges_of_or(search, castNode(BoolExpr, clause), computed);
    if (is_opclause(clause)) {
        const ParsedSides sides = parse_comparison(root, clause);
        const Ranges left = ranges_of_condition(search, sides.left, computed);
        const Ranges right = ranges_of_condition(search, sides.right, computed);
        ranges = {list_concat(left.conditions, right.conditions), left.exact || right.exact};
    } else if (IsA(clause, ScalarArrayOpExpr)) {
        ranges = ranges_of_list(search, parse_array(root, castNode(ScalarArrayOpExpr, clause)), computed);
    } else if (IsA(clause, RowCompareExpr) && !search.times) {
        ranges = ranges_of_condition(search, parse_row(root, castNode(RowCompareExpr, clause)), computed);
    }
    if (ranges.conditions == NIL && !search.times) {
        const ByteEquality equality = byte_equality(clause);
        ranges = ids_of_equality(search, equality);
        if (ranges.conditions == NIL && !equality.list)
            ranges = ids_of_equality(search, {equality.value, equality.operand, false});
    }
    if (ranges.conditions != NIL)
        return ranges;
    const Ranges prefix = range_of_prefix(root, clause);
    return prefix.conditions != NIL && has_id(search, sides_of(as_node(linitial(prefix.conditions))).left) ? prefix
                                                                                                           : Ranges();
}

} // namespace

Ranges
ranges_of(const RangeSearch &search, Node *condition)
{
    Node *clause = without_placeholders(condition);
    Node *computed = search.parts_compute || !search.root->simple_rte_array[search.relation->relid]->inh
                         ? with_columns_computed(search.root, clause, search.relation->relid)
                         : clause;
    return ranges_of_computed(search, computed, computed != clause);
}

List *
id_ranges_of(PlannerInfo *root, RelOptInfo *relation)
{
    const RangeSearch search = {root, relation, false, false, false};
    List *ranges = NIL;
    for (const auto *restriction : each<RestrictInfo>(relation->baserestrictinfo))
        ranges = list_concat(ranges, ranges_of(search, as_node(restriction->clause)).conditions);
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
    auto *first = as_node(linitial(values));
    if (!has_any<Node>(values, [&](const Node *value) { return !equal(value, first); }))
        return first;
    const bool known = !has_any<Node>(values, [](const Node *value) { return !IsA(value, Const); });
    if (!known && list_length(values) > most_values)
        return nullptr;
    auto *extreme = new_node<MinMaxExpr>(T_MinMaxExpr);
    extreme->minmaxtype = exprType(first);
    extreme->minmaxcollid = extreme->inputcollid = collation;
    extreme->op = which;
    extreme->args = values;
    extreme->location = -1;
    return known ? eval_const_expressions(root, as_node(extreme)) : as_node(extreme);
}

// Looks at the conditions of an arm of an OR for a comparison of the node that has the given strategy, >= or <=, or is
// strict in the same direction, or is an equality. Returns its value. Returns null if there is no such comparison.
Node *
bound_in(Node *arm, const Node *node, int strategy)
{
    const Oid type = getBaseType(exprType(node));
    const bool lower = strategy == BTGreaterEqualStrategyNumber;
    for (auto *condition : each<Node>(make_ands_implicit(reinterpret_cast<Expr *>(arm)))) {
        const Sides sides = sides_of(condition);
        if (sides.left == nullptr || !equal(sides.left, node) || exprType(sides.right) != type)
            continue;
        const int found = get_op_opfamily_strategy(sides.opno, own_family(type));
        if (found == BTEqualStrategyNumber || (found != 0 && (found > BTEqualStrategyNumber) == lower))
            return sides.right;
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
        return cannot_fail(as_node(reinterpret_cast<const RelabelType *>(value)->arg));
    if (!IsA(value, FuncExpr) || !get_func_leakproof(reinterpret_cast<const FuncExpr *>(value)->funcid))
        return false;
    return !has_any<Node>(reinterpret_cast<const FuncExpr *>(value)->args,
                          [](const Node *argument) { return !cannot_fail(argument); });
}

// Returns the comparison of the node with the least, or the greatest, of its bounds in the arms of the OR. Returns null
// if one of the arms has no bound, or has a bound that can raise an error. A bound that is NULL does no harm, because
// its arm is not true, and LEAST() and GREATEST() ignore it.
Node *
hull_of(const RangeSearch &search, const BoolExpr *clause, const Node *node, int strategy)
{
    List *values = NIL;
    for (Node *arm : each<Node>(clause->args)) {
        Node *bound = bound_in(arm, node, strategy);
        if (bound == nullptr || !is_value(search, bound) || !cannot_fail(bound))
            return nullptr;
        values = lappend(values, bound);
    }
    const Oid collation = exprCollation(node);
    const MinMaxOp which = strategy == BTGreaterEqualStrategyNumber ? IS_LEAST : IS_GREATEST;
    Node *value = extreme_of(search.root, which, values, collation);
    return value == nullptr
               ? nullptr
               : comparison_by(btree_operator(getBaseType(exprType(node)), strategy), node, value, collation);
}

// Returns the ranges within which every row of an OR lies. If the search is for times, these are ranges of the times,
// and of IDs of the extension's types, that the first arm of the OR compares. Otherwise the OR is one of ranges of IDs.
// IDs that have a collation are left out then.
List *
hulls_of(const RangeSearch &search, const BoolExpr *clause)
{
    List *nodes = NIL;
    for (Node *condition : each<Node>(make_ands_implicit(static_cast<Expr *>(linitial(clause->args))))) {
        Node *node = sides_of(condition).left;
        const auto is_wanted = [&] {
            if (!search.times)
                return !OidIsValid(exprCollation(node));
            return extracted_time(with_columns_computed(search.root, node, search.relation->relid)) != nullptr ||
                   (IsA(node, Var) && has_id(search, node) && is_own(exprType(node)));
        };
        if (node != nullptr && is_wanted())
            nodes = list_append_unique(nodes, node);
    }
    List *hulls = NIL;
    for (const Node *node : each<Node>(nodes)) {
        for (const int strategy : {BTGreaterEqualStrategyNumber, BTLessEqualStrategyNumber}) {
            if (Node *hull = hull_of(search, clause, node, strategy))
                hulls = lappend(hulls, hull);
        }
    }
    return hulls;
}

// Returns true if the condition compares a time itself with a value. The virtual indexes then serve the condition as it
// is written.
bool
is_on_time(PlannerInfo *root, Node *clause)
{
    const Sides sides = sides_of(clause);
    const auto is_time = [&](Node *side) { return extracted_time(with_columns_computed(root, side)) != nullptr; };
    return sides.left != nullptr && sides.opno != OID_RANGE_ELEM_CONTAINED_OP &&
           sides.opno != OID_RANGE_CONTAINS_ELEM_OP && (is_time(sides.left) || is_time(sides.right));
}

// Two thirds of the rows, for each end of a range that depends on several values which are not known.
constexpr double share_of_unknown_end = 0.67;

// Sets the expected share of the rows of a condition that follows from another condition, where the server would expect
// something else: a range that depends on several unknown values, and a range of IDs of a built-in type. The server has
// better statistics for times than for uuids, so such a range is expected to have the rows of the condition on the
// time. If two ranges follow from it, the second one excludes no further rows. `first`: this is the first one.
void
set_share(PlannerInfo *root, const ImpliedCondition &implied, bool first)
{
    const Sides sides = sides_of(as_node(implied.condition->clause));
    if (sides.left == nullptr)
        return;
    double &share = implied.condition->norm_selec;
    if (IsA(sides.right, MinMaxExpr))
        share = share_of_unknown_end;
    else if (implied.on_id && builtin_type_of(getBaseType(exprType(sides.left))) != nullptr)
        share = first ? clause_selectivity(root, as_node(implied.original), 0, JOIN_INNER, nullptr) : 1;
    implied.condition->outer_selec = share;
}

// Adds conditions that follow from `original` to the result.
void
add_implied(PlannerInfo *root, RestrictInfo *original, const Ranges &ranges, ImpliedConditions &result)
{
    bool first = true;
    for (auto *node : each<Node>(ranges.conditions)) {
        Node *left = sides_of(node).left;
        const bool on_id = left == nullptr || extracted_time(with_columns_computed(root, left)) == nullptr;
        RestrictInfo *made = make_restriction(root, reinterpret_cast<Expr *>(node), original);
        auto *implied = copied(ImpliedCondition{made, original, on_id, ranges.exact});
        set_share(root, *implied, first);
        first = false;
        result.conditions = lappend(result.conditions, implied);
        result.on_id = result.on_id || on_id;
    }
}

// Returns the OR that the ranges are. Returns null if they are not an OR.
const BoolExpr *
or_of(const Ranges &ranges)
{
    return ranges.conditions != NIL && is_orclause(linitial(ranges.conditions))
               ? linitial_node(BoolExpr, ranges.conditions)
               : nullptr;
}

} // namespace

ImpliedConditions
implied_conditions(PlannerInfo *root, RelOptInfo *relation, bool by_id)
{
    ImpliedConditions result = {};
    const RangeSearch times = {root, relation, true, false, false};
    const RangeSearch ids = {root, relation, false, false, false};
    for (auto *original : each<RestrictInfo>(relation->baserestrictinfo)) {
        auto *clause = as_node(original->clause);
        RestrictInfo *for_bitmaps = original;
        const bool promotable = restriction_is_securely_promotable(original, relation);
        const Ranges ranges = promotable && !is_on_time(root, clause) ? ranges_of(times, clause) : Ranges();
        const BoolExpr *any = or_of(ranges);
        if (any != nullptr) {
            // The OR of ranges stands for the condition, so the server expects as many rows of it.
            for_bitmaps = make_restriction(root, static_cast<Expr *>(linitial(ranges.conditions)), original);
            for_bitmaps->norm_selec = for_bitmaps->outer_selec =
                clause_selectivity(root, as_node(original), 0, JOIN_INNER, nullptr);
        }
        if (promotable && any == nullptr && is_orclause(clause))
            any = castNode(BoolExpr, clause);
        add_implied(root, original, any != nullptr ? Ranges{hulls_of(times, any)} : ranges, result);
        result.arms = lappend(result.arms, for_bitmaps);
        if (!by_id && promotable)
            continue;
        const Ranges of_id = ranges_of(ids, clause);
        // A condition on the beginning of a text has become a range of IDs already.
        if (const BoolExpr *any_id = or_of(of_id))
            add_implied(root, original, {hulls_of(ids, any_id)}, result);
        else if (!promotable || !equal(of_id.conditions, ranges.conditions))
            add_implied(root, original, of_id, result);
    }
    return result;
}

const ImpliedCondition *
implied_by(List *implied, const RestrictInfo *condition)
{
    return first_in<ImpliedCondition>(implied,
                                      [&](const ImpliedCondition *one) { return one->condition == condition; });
}

} // namespace ulidkit
