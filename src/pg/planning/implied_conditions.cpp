// What conditions on forms of a time or an id say of the time, or the id, itself. A condition stays what it is. What
// follows from it is shown to the planner only where it is of use, and where it counts for nothing:
//
//   a form of the time       id::date = d, also in an OR, is a range of times, for the virtual indexes
//   a prefix                 id::text LIKE 'x%' is a range of ids, for the indexes themselves
//   below a barrier          any condition that can leak a value is a range of ids, which cannot
//   partitions and so on     ranges of ids, for pruning, for exclusion by constraints, for the predicates of partial
//                            indexes, and for other servers: see partitions.cpp and time_planning.cpp
#include "pg/postgres.hpp"

#include "pg/planning/builtin_types.hpp"
#include "pg/planning/extracted_time.hpp"
#include "pg/planning/generated_columns.hpp"
#include "pg/planning/id_forms.hpp"
#include "pg/planning/implied_conditions.hpp"
#include "pg/planning/table_facts.hpp"
#include "pg/planning/time_bounds.hpp"
#include "pg/planning/time_conditions.hpp"

namespace ulidkit {

namespace {

// Calls `visit` with each arm of an OR, as an AND list.
template <class Visit>
void
for_each_arm(Node *clause, Visit visit)
{
    check_stack_depth();
    ListCell *cell;
    foreach (cell, castNode(BoolExpr, clause)->args) {
        CHECK_FOR_INTERRUPTS();
        auto *arm = static_cast<Node *>(lfirst(cell));
        visit(is_andclause(arm) ? castNode(BoolExpr, arm)->args : list_of(arm));
    }
}

Companions
companions_of(PlannerInfo *root, const FuncExpr *time)
{
    Companions companions;
    if (!find_companions(root, time, getBaseType(exprType(own_id(time))), companions))
        companions = {};
    return companions;
}

// What follows from the condition for the time, as an AND list; `computed`: for the column that it is. Empty: nothing.
List *
comparisons_of(PlannerInfo *root, const ParsedCondition &parsed, bool computed)
{
    auto *time = reinterpret_cast<Node *>(parsed.time);
    const Companions companions = companions_of(root, parsed.time);
    List *comparisons = NIL;
    for (int i = 0; i < parsed.count && companions.complete; ++i) {
        const int strategy = parsed.comparisons[i].strategy;
        Node *value = instant_of(root, companions, parsed, parsed.comparisons[i]);
        if (value == nullptr || contain_volatile_functions(value) || contain_subplans(value))
            return NIL;
        comparisons = lappend(comparisons, comparison_by(btree_operator(TIMESTAMPTZOID, strategy),
                                                         computed ? as_column(root, time) : time, value));
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

// The same in an OR, where it can be on the id, too.
List *
implied_in_or(PlannerInfo *root, Node *clause)
{
    bool exact = false;
    List *implied = implied_by_condition(root, clause, exact);
    return implied != NIL ? implied : range_of_prefix(root, clause, exact);
}

// An OR with what follows from its arms in their places. Null: nothing follows.
Node *
implied_by_or(PlannerInfo *root, Node *clause)
{
    List *arms = NIL;
    bool changed = false;
    for_each_arm(clause, [&](List *conditions) {
        List *arm = NIL;
        ListCell *cell;
        foreach (cell, conditions) {
            auto *condition = static_cast<Node *>(lfirst(cell));
            List *implied = is_orclause(condition) ? NIL : implied_in_or(root, condition);
            if (Node *inner = is_orclause(condition) ? implied_by_or(root, condition) : nullptr)
                implied = list_of(inner);
            changed = changed || implied != NIL;
            arm = implied == NIL ? lappend(arm, condition) : list_concat(arm, implied);
        }
        arms = lappend(arms, make_ands_explicit(arm));
    });
    return changed ? reinterpret_cast<Node *>(make_orclause(arms)) : nullptr;
}

// A list as the OR of its elements, if these are known and few.
Node *
implied_by_list(PlannerInfo *root, Node *written)
{
    if (!IsA(written, ScalarArrayOpExpr))
        return nullptr;
    Node *clause = with_columns_computed(root, written);
    const ParsedList parsed = parse_array(root, castNode(ScalarArrayOpExpr, clause));
    List *arms = NIL;
    ListCell *cell;
    foreach (cell, parsed.whole.time == nullptr ? NIL : elements_of(parsed.array)) {
        List *arm = comparisons_of(root, parse_element(parsed, static_cast<Node *>(lfirst(cell))), clause != written);
        if (arm == NIL)
            return nullptr;
        arms = lappend(arms, make_ands_explicit(arm));
    }
    return list_length(arms) > 1 ? reinterpret_cast<Node *>(make_orclause(arms)) : nullptr;
}

template <class Wanted>
bool
has_index(const RelOptInfo *relation, Wanted wanted)
{
    ListCell *cell;
    foreach (cell, relation->indexlist) {
        if (wanted(lfirst_node(IndexOptInfo, cell)))
            return true;
    }
    return false;
}

} // namespace

List *
implied_conditions(PlannerInfo *root, RelOptInfo *relation)
{
    List *result = NIL;
    // Which cannot look up lists, as the other ones do: see list_paths.cpp.
    const bool brin = has_index(relation, [](const IndexOptInfo *index) { return index->relam == BRIN_AM_OID; });
    const bool other = has_index(relation, knows_id_alone);
    ListCell *cell;
    foreach (cell, relation->baserestrictinfo) {
        auto *original = lfirst_node(RestrictInfo, cell);
        Node *clause = without_placeholders(reinterpret_cast<Node *>(original->clause));
        bool exact = false;
        const auto add = [&](List *conditions, bool on_id, bool for_others = false) {
            ListCell *condition;
            foreach (condition, conditions) {
                auto *implied = static_cast<ImpliedCondition *>(palloc(sizeof(ImpliedCondition)));
                *implied = {make_restriction(root, static_cast<Expr *>(lfirst(condition)), original),
                            original,
                            on_id,
                            IsA(clause, ScalarArrayOpExpr),
                            for_others,
                            exact};
                result = lappend(result, implied);
            }
        };
        if (!restriction_is_securely_promotable(original, relation)) {
            add(id_ranges_of({root, relation, false, false}, clause, exact), true);
            continue;
        }
        // It counts for nothing.
        Node *any = is_orclause(clause) ? implied_by_or(root, clause) : brin ? implied_by_list(root, clause) : nullptr;
        if (any != nullptr) {
            add(list_of(any), false);
            auto *condition = static_cast<ImpliedCondition *>(llast(result))->condition;
            condition->norm_selec = condition->outer_selec = 1;
        }
        if (!is_orclause(clause)) {
            add(implied_by_condition(root, clause, exact), false);
            add(range_of_prefix(root, clause, exact), true);
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
    if (value == nullptr || contain_volatile_functions(value) || contain_subplans(value))
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
    const auto use = [&](Oid of_family, Oid of_collation) {
        known = true;
        family = of_family;
        collation = of_collation;
    };
    const PartitionSchemeData *scheme = relation->part_scheme;
    for (int i = 0; scheme != nullptr && i < scheme->partnatts; ++i) {
        if (equal(bare_id(static_cast<Node *>(linitial(relation->partexprs[i]))), bare_id(id)) &&
            has_order_of_ids(scheme->partopcintype[i], scheme->partopfamily[i], scheme->partcollation[i])) {
            use(scheme->partopfamily[i], scheme->partcollation[i]);
            break;
        }
    }
    ListCell *cell;
    foreach (cell, known ? NIL : relation->indexlist) {
        const auto *index = lfirst_node(IndexOptInfo, cell);
        for (int i = 0; i < index->nkeycolumns && index->relam == BTREE_AM_OID; ++i) {
            auto *key = reinterpret_cast<Node *>(list_nth_node(TargetEntry, index->indextlist, i)->expr);
            if (equal(bare_id(key), bare_id(id)) &&
                has_order_of_ids(index->opcintype[i], index->opfamily[i], index->indexcollations[i]))
                use(index->opfamily[i], index->indexcollations[i]);
        }
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
    List *ranges = NIL;
    for (int i = 0; i < parsed.count; ++i) {
        Node *value = instant_of(table.root, bounds.of, parsed, parsed.comparisons[i]);
        const int strategy = parsed.comparisons[i].strategy;
        if (!is_value(table, value))
            return NIL;
        each_end(strategy, [&](BoundName name) {
            ranges =
                lappend(ranges, comparison_of(bounds, name, limit_of(table.root, bounds, parsed.time, name, value)));
        });
    }
    exact = parsed.exact;
    return ranges;
}

bool
is_false(List *conditions)
{
    ListCell *cell;
    foreach (cell, conditions) {
        const auto *condition = static_cast<Node *>(lfirst(cell));
        if (IsA(condition, Const) && !DatumGetBool(reinterpret_cast<const Const *>(condition)->constvalue))
            return true;
    }
    return false;
}

// Adds the conditions as an arm of an OR.
void
add_arm(List *&arms, List *conditions)
{
    auto *arm = reinterpret_cast<Node *>(make_ands_explicit(conditions));
    if (is_orclause(arm))
        arms = list_concat(arms, castNode(BoolExpr, arm)->args);
    else if (!is_false(conditions))
        arms = lappend(arms, arm);
}

// The arms as an AND list.
List *
any_of(List *arms)
{
    if (list_length(arms) > 1)
        return list_of(make_orclause(arms));
    return arms == NIL ? list_of(makeBoolConst(false, false)) : make_ands_implicit(static_cast<Expr *>(linitial(arms)));
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
    List *arms = NIL;
    bool all = elements != NIL && list_length(elements) <= few;
    ListCell *cell;
    foreach (cell, elements) {
        List *arm =
            all ? ranges_of_condition(table, parse_element(parsed, static_cast<Node *>(lfirst(cell))), exact) : NIL;
        all = all && arm != NIL;
        if (all)
            add_arm(arms, arm);
    }
    exact = exact && all;
    return all ? any_of(arms) : ranges_of_condition(table, parsed.whole, exact);
}

// `form = value`, or `form = ANY (array)`, as one on the id.
List *
ids_of(const IdRelation &table, Node *operand, Node *value, Oid opno, Oid collation, bool list, bool &exact)
{
    PlannerInfo *root = table.root;
    const IdForm form = form_of(root, operand);
    if (form.node == nullptr || !has_id(table, form.id) || !compares_bytes(opno, collation) ||
        !is_constant(root, value))
        return NIL;
    Node *id = id_of_form(form);
    const Oid type = exprType(id);
    if (!is_invertible(root, form, type))
        return NIL;
    exact = true;
    const Oid equality = btree_operator(type, BTEqualStrategyNumber);
    Node *ids = list ? inverted_elements(root, form, value, type) : inverted(root, form, value, type);
    if (!list && !table.prunes)
        return list_of(comparison_by(equality, id, ids));
    if (!list) {
        auto *one = new_node<ArrayExpr>(T_ArrayExpr);
        one->array_typeid = get_array_type(type);
        one->element_typeid = type;
        one->elements = list_of(ids);
        one->location = -1;
        ids = eval_const_expressions(root, reinterpret_cast<Node *>(one));
    }
    auto *condition = new_node<ScalarArrayOpExpr>(T_ScalarArrayOpExpr);
    condition->opno = equality;
    condition->opfuncid = get_opcode(equality);
    condition->useOr = true;
    condition->args = list_of(id, ids);
    return list_of(condition);
}

List *
ids_of_comparison(const IdRelation &table, const OpExpr *clause, bool &exact)
{
    auto *left = static_cast<Node *>(linitial(clause->args));
    auto *right = static_cast<Node *>(lsecond(clause->args));
    List *ids = ids_of(table, left, right, clause->opno, clause->inputcollid, false, exact);
    return ids != NIL ? ids : ids_of(table, right, left, clause->opno, clause->inputcollid, false, exact);
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
    List *arms = NIL;
    bool all = true;
    bool all_exact = true;
    for_each_arm(clause, [&](List *conditions) {
        List *ranges = NIL;
        ListCell *cell;
        foreach (cell, all ? conditions : NIL) {
            bool one = false;
            ranges = list_concat(ranges, id_ranges_of(table, static_cast<Node *>(lfirst(cell)), one));
            all_exact = all_exact && one;
        }
        all = all && ranges != NIL;
        if (all)
            add_arm(arms, ranges);
    });
    exact = all && all_exact;
    return all ? any_of(arms) : NIL;
}

} // namespace

List *
id_ranges_of(const IdRelation &table, Node *clause, bool &exact)
{
    exact = false;
    clause = without_placeholders(clause);
    if (table.parts || !table.root->simple_rte_array[table.relation->relid]->inh)
        clause = with_columns_computed(table.root, clause);
    if (is_orclause(clause))
        return ranges_of_or(table, clause, exact);
    if (is_opclause(clause) && list_length(castNode(OpExpr, clause)->args) == 2) {
        const ParsedSides sides = parse_comparison(table.root, castNode(OpExpr, clause));
        List *ranges =
            list_concat(ranges_of_condition(table, sides.left, exact), ranges_of_condition(table, sides.right, exact));
        if (ranges == NIL)
            ranges = ids_of_comparison(table, castNode(OpExpr, clause), exact);
        if (ranges != NIL)
            return ranges;
    }
    if (IsA(clause, ScalarArrayOpExpr)) {
        const auto *list = castNode(ScalarArrayOpExpr, clause);
        List *ranges = ranges_of_list(table, parse_array(table.root, list), exact);
        return ranges != NIL || !list->useOr
                   ? ranges
                   : ids_of(table, static_cast<Node *>(linitial(list->args)), static_cast<Node *>(lsecond(list->args)),
                            list->opno, list->inputcollid, true, exact);
    }
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
