// What conditions on forms of a time or an id say of the time, or the id, itself. A condition stays what it is. What
// follows from it is shown to the planner only where it is of use, and where it counts for nothing:
//
//   a form of the time       id::date = d, also in an OR, is a range of times, for the virtual indexes
//   a prefix                 id::text LIKE 'x%' is a range of ids, for the indexes themselves
//   below a barrier          any condition that can leak a value is a range of ids, which cannot
//   partitions and so on     ranges of ids, for pruning, for exclusion by constraints, for the predicates of partial
//                            indexes, and for other servers: see partitions.cpp and time_planning.cpp
#include "pg/postgres.hpp"

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/id_forms.hpp"
#include "pg/planning/id_keys.hpp"
#include "pg/planning/implied_conditions.hpp"
#include "pg/planning/table_facts.hpp"
#include "pg/planning/time_bounds.hpp"
#include "pg/planning/time_conditions.hpp"

namespace ulidkit {

namespace {

// The OR of what `visit` returns of each item, as AND lists. Empty: one of these is.
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

// What follows from the condition for the time, as an AND list; `computed`: for the column that it is. Empty: nothing.
List *
comparisons_of(PlannerInfo *root, const ParsedCondition &parsed, bool computed)
{
    auto *call = reinterpret_cast<Node *>(parsed.time);
    Node *time = computed ? as_column(root, call) : call;
    Companions companions;
    if (!find_companions(root, parsed.time, getBaseType(exprType(own_id(parsed.time))), companions))
        return NIL;
    List *comparisons = NIL;
    for (int i = 0; i < parsed.count; ++i) {
        const int strategy = parsed.comparisons[i].strategy;
        Node *value = instant_of(root, companions, parsed, parsed.comparisons[i]);
        if (value == nullptr || contain_volatile_functions(value) || contain_subplans(value))
            return NIL;
        comparisons = lappend(comparisons, comparison_by(btree_operator(TIMESTAMPTZOID, strategy), time, value));
    }
    return comparisons;
}

// What follows from a condition other than an OR. Empty: nothing, or it is on the time itself.
List *
implied_by_condition(PlannerInfo *root, Node *written, bool &exact)
{
    Node *clause = with_columns_computed(root, written);
    ParsedCondition parsed;
    if (is_opclause(clause) && list_length(castNode(OpExpr, clause)->args) == 2) {
        const auto *comparison = castNode(OpExpr, clause);
        const bool on_time = extracted_time(static_cast<Node *>(linitial(comparison->args))) != nullptr ||
                             extracted_time(static_cast<Node *>(lsecond(comparison->args))) != nullptr;
        if (!on_time || comparison->opno == OID_RANGE_ELEM_CONTAINED_OP ||
            comparison->opno == OID_RANGE_CONTAINS_ELEM_OP)
            parsed = parse_comparison(root, comparison).left;
    } else if (IsA(clause, ScalarArrayOpExpr)) {
        parsed = parse_array(root, castNode(ScalarArrayOpExpr, clause)).whole;
    }
    exact = parsed.exact;
    return parsed.time == nullptr ? NIL : comparisons_of(root, parsed, clause != written);
}

// An OR with what follows from its arms, for the time or the id, in their places. Empty: nothing follows.
List *
implied_by_or(PlannerInfo *root, Node *clause)
{
    bool changed = false;
    List *any = any_of(castNode(BoolExpr, clause)->args, [&](Node *arm) {
        List *result = NIL;
        ListCell *cell;
        foreach (cell, make_ands_implicit(reinterpret_cast<Expr *>(arm))) {
            auto *condition = static_cast<Node *>(lfirst(cell));
            bool exact = false;
            List *implied =
                is_orclause(condition) ? implied_by_or(root, condition) : implied_by_condition(root, condition, exact);
            if (implied == NIL)
                implied = range_of_prefix(root, with_columns_computed(root, condition), exact);
            changed = changed || implied != NIL;
            result = implied == NIL ? lappend(result, condition) : list_concat(result, implied);
        }
        return result;
    });
    return changed ? any : NIL;
}

// A list as the OR of its elements, if these are known and few. Empty: it is none.
List *
implied_by_list(PlannerInfo *root, Node *written)
{
    if (!IsA(written, ScalarArrayOpExpr))
        return NIL;
    Node *clause = with_columns_computed(root, written);
    const ParsedList parsed = parse_array(root, castNode(ScalarArrayOpExpr, clause));
    List *any = any_of(parsed.whole.time == nullptr ? NIL : elements_of(parsed.array), [&](Node *element) {
        return comparisons_of(root, parse_element(parsed, element), clause != written);
    });
    return any != NIL && is_orclause(linitial(any)) ? any : NIL;
}

} // namespace

List *
implied_conditions(PlannerInfo *root, RelOptInfo *relation)
{
    List *result = NIL;
    bool brin = false; // which cannot look up lists, as the other ones do: see list_scan.cpp
    bool other = false;
    ListCell *cell;
    foreach (cell, relation->indexlist) {
        const auto *index = lfirst_node(IndexOptInfo, cell);
        brin = brin || index->relam == BRIN_AM_OID;
        other = other || knows_id_alone(index);
    }
    foreach (cell, relation->baserestrictinfo) {
        auto *original = lfirst_node(RestrictInfo, cell);
        Node *clause = without_placeholders(reinterpret_cast<Node *>(original->clause));
        bool exact = false;
        const auto add = [&](List *conditions, bool on_id, bool for_others = false) {
            ListCell *condition;
            foreach (condition, conditions) {
                RestrictInfo *implied = make_restriction(root, static_cast<Expr *>(lfirst(condition)), original);
                result = lappend(result, copied(ImpliedCondition{implied, original, on_id,
                                                                 IsA(clause, ScalarArrayOpExpr), for_others, exact}));
            }
        };
        if (!restriction_is_securely_promotable(original, relation)) {
            add(id_ranges_of({root, relation, false, false}, clause, exact), true);
            continue;
        }
        // It counts for nothing.
        List *any = is_orclause(clause) ? implied_by_or(root, clause) : brin ? implied_by_list(root, clause) : NIL;
        if (any != NIL) {
            add(any, false);
            auto *condition = static_cast<ImpliedCondition *>(llast(result))->condition;
            condition->norm_selec = condition->outer_selec = 1;
        }
        if (!is_orclause(clause)) {
            add(implied_by_condition(root, clause, exact), false);
            add(range_of_prefix(root, with_columns_computed(root, clause), exact), true);
            if (other)
                add(id_ranges_of({root, relation, false, false}, clause, exact), true, true);
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

namespace {

bool
is_value(const IdRelation &table, Node *value)
{
    if (contain_volatile_functions(value) || contain_subplans(value))
        return false;
    const Relids others = pull_varnos(table.root, value);
    return bms_is_empty(others) || (table.joins && !bms_is_member(static_cast<int>(table.relation->relid), others));
}

bool
has_id(const IdRelation &table, Node *id)
{
    Node *column = bare_id(id);
    return IsA(column, Var) && castNode(Var, column)->varno == static_cast<int>(table.relation->relid);
}

// The bounds of the relation's ids, which are compared as they are by its partition key, in their column, or by an
// index. False: these have other orders.
bool
find_bounds(const IdRelation &table, const FuncExpr *time, TimeBounds &bounds)
{
    RelOptInfo *relation = table.relation;
    Node *id = own_id(time);
    const Oid type = getBaseType(exprType(id));
    Oid family = own_family(type);
    Oid collation = exprCollation(id);
    // The default collation of another server can be another one than that of this.
    bool known = !OidIsValid(collation) || (has_order_of_ids(type, family, collation) &&
                                            (!OidIsValid(relation->serverid) || collation != DEFAULT_COLLATION_OID));
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
    return known && is_in_order(table.root, relation, time) &&
           find_bounds(table.root, time, id, family, collation, bounds);
}

List *
ranges_of_condition(const IdRelation &table, const ParsedCondition &parsed, bool &exact)
{
    TimeBounds bounds;
    if (parsed.time == nullptr || !has_id(table, id_of(parsed.time)) || !find_bounds(table, parsed.time, bounds))
        return NIL;
    List *ranges = ranges_by(table.root, bounds, parsed);
    ListCell *cell;
    foreach (cell, ranges) {
        if (!is_value(table, static_cast<Node *>(lsecond(lfirst_node(OpExpr, cell)->args))))
            return NIL;
    }
    exact = parsed.exact;
    return ranges;
}

// More elements than these are a range: pruning by an OR takes longer than looking up the elements of the other
// partitions.
constexpr int few = 8;

List *
ranges_of_list(const IdRelation &table, const ParsedList &parsed, bool &exact)
{
    if (parsed.whole.time == nullptr)
        return NIL;
    List *elements = elements_of(parsed.array);
    List *ranges = any_of(list_length(elements) <= few ? elements : NIL, [&](Node *element) {
        return ranges_of_condition(table, parse_element(parsed, element), exact);
    });
    return ranges != NIL ? ranges : ranges_of_condition(table, parsed.whole, exact);
}

// `form = value`, or `form = ANY (array)`, as one on the id.
List *
ids_of(const IdRelation &table, ByteEquality equality, bool &exact)
{
    PlannerInfo *root = table.root;
    const IdForm form = equality.operand == nullptr ? IdForm() : form_of(root, equality.operand);
    if (form.node == nullptr || !has_id(table, form.id) || !is_constant(root, equality.value))
        return NIL;
    Node *id = id_of_form(form);
    const Oid type = exprType(id);
    if (!is_invertible(root, form, type))
        return NIL;
    exact = true;
    if (table.prunes && !equality.list)
        equality = {equality.operand, array_of(exprType(equality.value), list_of(equality.value)), true};
    return list_of(inverted_equality(root, form, equality, id, type));
}

// `time IS NULL` as one on the id.
List *
ids_of_test(const IdRelation &table, const NullTest *test, bool &exact)
{
    FuncExpr *time = extracted_time(reinterpret_cast<Node *>(test->arg));
    if (time == nullptr || test->nulltesttype != IS_NULL || !has_id(table, id_of(time)) ||
        !is_in_order(table.root, table.relation, time))
        return NIL;
    exact = true;
    auto *of_id = static_cast<NullTest *>(copyObjectImpl(test));
    of_id->arg = copy_of(own_id(time));
    return list_of(of_id);
}

// Those of an OR, if each arm has some.
List *
ranges_of_or(const IdRelation &table, Node *clause, bool &exact)
{
    exact = true;
    return any_of(castNode(BoolExpr, clause)->args, [&](Node *arm) {
        List *ranges = NIL;
        ListCell *cell;
        foreach (cell, make_ands_implicit(reinterpret_cast<Expr *>(arm))) {
            bool one = false;
            List *part = id_ranges_of(table, static_cast<Node *>(lfirst(cell)), one);
            exact = exact && one && part != NIL;
            ranges = list_concat(ranges, part);
        }
        return ranges;
    });
}

} // namespace

List *
id_ranges_of(const IdRelation &table, Node *clause, bool &exact)
{
    exact = false;
    clause = without_placeholders(clause);
    if (table.parts || !table.root->simple_rte_array[table.relation->relid]->inh)
        clause = with_columns_computed(table.root, clause, table.relation->relid);
    if (is_orclause(clause))
        return ranges_of_or(table, clause, exact);
    List *ranges = NIL;
    if (is_opclause(clause)) {
        const ParsedSides sides = parse_comparison(table.root, castNode(OpExpr, clause));
        ranges =
            list_concat(ranges_of_condition(table, sides.left, exact), ranges_of_condition(table, sides.right, exact));
    } else if (IsA(clause, ScalarArrayOpExpr)) {
        ranges = ranges_of_list(table, parse_array(table.root, castNode(ScalarArrayOpExpr, clause)), exact);
    }
    const ByteEquality equality = byte_equality(clause);
    if (ranges == NIL)
        ranges = ids_of(table, equality, exact);
    if (ranges == NIL && !equality.list)
        ranges = ids_of(table, {equality.value, equality.operand, false}, exact);
    if (ranges != NIL)
        return ranges;
    if (IsA(clause, NullTest))
        return ids_of_test(table, castNode(NullTest, clause), exact);
    if (IsA(clause, RowCompareExpr))
        return ranges_of_condition(table, parse_row(table.root, castNode(RowCompareExpr, clause)), exact);
    List *range = range_of_prefix(table.root, clause, exact);
    return range != NIL && has_id(table, static_cast<Node *>(linitial(linitial_node(OpExpr, range)->args))) ? range
                                                                                                            : NIL;
}

List *
id_ranges_of(PlannerInfo *root, RelOptInfo *relation)
{
    List *ranges = NIL;
    ListCell *cell;
    foreach (cell, relation->baserestrictinfo) {
        bool exact = false;
        ranges =
            list_concat(ranges, id_ranges_of({root, relation, false, false},
                                             reinterpret_cast<Node *>(lfirst_node(RestrictInfo, cell)->clause), exact));
    }
    return ranges;
}

} // namespace ulidkit
