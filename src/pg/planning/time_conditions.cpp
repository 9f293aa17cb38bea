// Parses conditions on the time of an ID.
#include "pg/postgres.hpp"

#include "pg/datum.hpp"
#include "pg/planning/extracted_time.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/time_conditions.hpp"
#include "pg/planning/time_forms.hpp"

namespace ulidkit {

namespace {

// A list of more elements than these is treated as one range.
constexpr int few = 100;

// Adds a comparison to the condition.
void
add(ParsedCondition &parsed, int strategy, Node *value, Oid type = InvalidOid, int compared = 0)
{
    parsed.comparisons[parsed.count] = {strategy, value, type, compared};
    ++parsed.count;
}

// Returns a condition on the time itself, without comparisons.
ParsedCondition
of_time(FuncExpr *time)
{
    return {{time}, as_node(time)};
}

Node *
time_constant(TimestampTz time)
{
    return make_constant(TIMESTAMPTZOID, TimestampTzGetDatum(time));
}

// Parses `form strategy value` as the range from the first to the last time for which it can be true.
ParsedCondition
between_extremes(const TimeForm &form, Node *key, int strategy, Node *value, Oid type)
{
    ParsedCondition parsed = {form, key};
    // The form of type timestamptz is a truncated time, whose value is converted to timestamptz. For the other forms,
    // the functions take the value as it is.
    const Oid converted = form.type == TIMESTAMPTZOID ? type : InvalidOid;
    if (strategy >= BTEqualStrategyNumber)
        add(parsed, BTGreaterEqualStrategyNumber, value, converted, strategy);
    if (strategy <= BTEqualStrategyNumber)
        add(parsed, BTLessEqualStrategyNumber, value, converted, strategy);
    return parsed;
}

// Parses `form strategy value` like between_extremes(), or `time strategy value` as it is if the key is the time
// itself.
ParsedCondition
parse_operand(const TimeForm &form, Node *key, int strategy, Node *value, Oid type)
{
    if (key != as_node(form.time))
        return between_extremes(form, key, strategy, value, type);
    ParsedCondition parsed = of_time(form.time);
    add(parsed, strategy, value, type);
    parsed.exact = true;
    return parsed;
}

// Returns true if the node is a time or a form of a time, and sets `form`. The form of a time itself has the unit
// microseconds.
bool
as_operand(Node *node, TimeForm &form)
{
    FuncExpr *time = extracted_time(node);
    if (time == nullptr)
        return as_form(node, form);
    form = {time, unit_microseconds, nullptr, TIMESTAMPTZOID};
    return true;
}

// Returns the btree strategy by which the operator compares the form with its other argument. Returns 0 if the operator
// is not such a comparison, or if the types or the zone are not understood. A timestamp or a date is compared with any
// form. A form of type timestamptz is compared with a value of any type that has an operator.
int
form_strategy(PlannerInfo *root, const TimeForm &form, Oid opno, Oid value_type)
{
    const bool understood =
        form.type == TIMESTAMPTZOID || form.type == value_type || value_type == TIMESTAMPOID || value_type == DATEOID;
    if (!understood ||
        (form.zone != nullptr && (!bms_is_empty(pull_varnos(root, form.zone)) || calls_user_function(form.zone))))
        return 0;
    return get_op_opfamily_strategy(opno, own_family(form.type));
}

// Adds that the time is not beyond an end of the range. `infinity` takes the place of an end that the range does not
// have.
void
add_end(PlannerInfo *root, ParsedCondition &parsed, int strategy, Node *range, TimestampTz infinity)
{
    const Oid end = strategy == BTGreaterEqualStrategyNumber ? F_LOWER_ANYRANGE : F_UPPER_ANYRANGE;
    auto *choice = new_node<CoalesceExpr>(T_CoalesceExpr);
    choice->coalescetype = TIMESTAMPTZOID;
    choice->args = list_of(call_of(end, TIMESTAMPTZOID, list_of(range)), time_constant(infinity));
    choice->location = -1;
    Node *value = IsA(range, Const) ? eval_const_expressions(root, as_node(choice)) : as_node(choice);
    const Const *known = constant_of(value);
    if (known == nullptr || DatumGetTimestampTz(known->constvalue) != infinity)
        add(parsed, strategy, value);
}

// Parses `time <@ range`. The comparisons say only that the time is not beyond the ends of the range. From PostgreSQL
// 17 on, the server itself turns a constant range into comparisons.
ParsedCondition
parse_containment(PlannerInfo *root, Node *operand, Node *range)
{
    FuncExpr *time = extracted_time(operand);
    if (time == nullptr)
        return {};
    TypeCacheEntry *type = lookup_type_cache(exprType(range), TYPECACHE_RANGE_INFO);
    if (type->rngelemtype == nullptr || type->rngelemtype->type_id != TIMESTAMPTZOID ||
        type->rng_cmp_proc_finfo.fn_oid != lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_CMP_PROC)->cmp_proc ||
        !bms_is_empty(pull_varnos(root, range)) || !may_execute(root, F_LOWER_ANYRANGE) ||
        !may_execute(root, F_UPPER_ANYRANGE))
        return {};
    ParsedCondition parsed = of_time(time);
    add_end(root, parsed, BTGreaterEqualStrategyNumber, range, DT_NOBEGIN);
    add_end(root, parsed, BTLessEqualStrategyNumber, range, DT_NOEND);
    return parsed.count > 0 ? parsed : ParsedCondition();
}

// Parses the comparison of `side` with `value`. If `row` is true, both are the first members of rows: a comparison of
// rows is also true if they are equal. Returns a condition without a time if `side` is not a time or a form of a time.
ParsedCondition
parse_side(PlannerInfo *root, Oid opno, bool row, bool on_left, Node *side, Node *value)
{
    TimeForm form;
    if (!as_operand(side, form))
        return {};
    const ArgumentTypes types = argument_types(opno);
    const Oid type = on_left ? types.right : types.left;
    int strategy = form_strategy(root, form, opno, type);
    if (strategy == 0)
        return {};
    if (row)
        strategy = strategy < BTEqualStrategyNumber ? BTLessEqualStrategyNumber : BTGreaterEqualStrategyNumber;
    if (!on_left)
        strategy = BTCommuteStrategyNumber(strategy);
    return parse_operand(form, side, strategy, value, type);
}

// Parses a comparison from both sides. If only the right side is a time, the result is in `left`.
ParsedSides
parse_sides(PlannerInfo *root, const Sides &sides, bool row)
{
    const ParsedCondition left = parse_side(root, sides.opno, row, true, sides.left, sides.right);
    const ParsedCondition right = parse_side(root, sides.opno, row, false, sides.right, sides.left);
    return left.time != nullptr ? ParsedSides{left, right} : ParsedSides{right, {}};
}

// Returns true if the node is the time at which the transaction or the statement began.
bool
is_now(Node *node)
{
    if (IsA(node, SQLValueFunction))
        return castNode(SQLValueFunction, node)->type == TIMESTAMPTZOID;
    const Oid function = IsA(node, FuncExpr) ? castNode(FuncExpr, node)->funcid : InvalidOid;
    return function == F_NOW || function == F_TRANSACTION_TIMESTAMP || function == F_STATEMENT_TIMESTAMP;
}

// Parses `now() - time < interval`, with the interval on either side. The age of the time is compared as PostgreSQL
// compares intervals: a month has 30 days, and a day has 24 hours.
ParsedCondition
parse_age(PlannerInfo *root, const Sides &sides)
{
    const bool on_left = IsA(sides.left, OpExpr);
    const Sides difference = sides_of(on_left ? sides.left : sides.right);
    const Const *other = constant_of(on_left ? sides.right : sides.left);
    if (difference.left == nullptr || get_opcode(difference.opno) != F_TIMESTAMPTZ_MI || other == nullptr ||
        other->consttype != INTERVALOID)
        return {};
    const int strategy = get_op_opfamily_strategy(sides.opno, own_family(INTERVALOID));
    FuncExpr *time = extracted_time(difference.right);
    auto *age = static_cast<Interval *>(palloc0(sizeof(Interval)));
    if (time == nullptr || strategy == 0 || !is_now(difference.left) ||
        !as_microseconds(DatumGetIntervalP(other->constvalue), age->time) ||
        !may_execute(root, F_TIMESTAMPTZ_MI_INTERVAL))
        return {};
    Node *moment = call_of(F_TIMESTAMPTZ_MI_INTERVAL, TIMESTAMPTZOID,
                           list_of(difference.left, make_constant(INTERVALOID, IntervalPGetDatum(age))));
    // The greater the age is, the earlier is the time.
    ParsedCondition parsed = of_time(time);
    add(parsed, on_left ? BTCommuteStrategyNumber(strategy) : strategy, moment);
    return parsed;
}

} // namespace

ParsedSides
parse_comparison(PlannerInfo *root, Node *clause)
{
    const Sides sides = sides_of(clause);
    if (sides.left == nullptr)
        return {};
    const ParsedCondition age = parse_age(root, sides);
    if (age.time != nullptr)
        return {age, {}};
    if (sides.opno == OID_RANGE_ELEM_CONTAINED_OP)
        return {parse_containment(root, sides.left, sides.right), {}};
    if (sides.opno == OID_RANGE_CONTAINS_ELEM_OP)
        return {parse_containment(root, sides.right, sides.left), {}};
    return parse_sides(root, sides, false);
}

ParsedList
parse_array(PlannerInfo *root, const ScalarArrayOpExpr *clause)
{
    auto *operand = as_node(linitial(clause->args));
    auto *array = as_node(lsecond(clause->args));
    const Oid type = argument_types(clause->opno).right;
    TimeForm form;
    if (!clause->useOr || get_base_element_type(exprType(array)) != type || !as_operand(operand, form) ||
        form_strategy(root, form, clause->opno, type) != BTEqualStrategyNumber)
        return {};
    // ulidkit_earliest() and ulidkit_latest() take an array as it is. They take a timestamp or a date for a local time,
    // and the instant that the operator converts it to lies between the first and the last instant of that local time.
    return {between_extremes(form, operand, BTEqualStrategyNumber, array, InvalidOid), array, type};
}

List *
elements_of(Node *array)
{
    if (IsA(array, ArrayExpr) && !castNode(ArrayExpr, array)->multidims) {
        List *elements = castNode(ArrayExpr, array)->elements;
        return list_length(elements) <= few ? elements : NIL;
    }
    const Const *constant = constant_of(array);
    ArrayType *known = constant == nullptr ? nullptr : DatumGetArrayTypeP(constant->constvalue);
    if (known == nullptr || ArrayGetNItems(ARR_NDIM(known), ARR_DIMS(known)) > few)
        return NIL;
    List *elements = NIL;
    for_each_element(constant->constvalue, [&](Datum value) {
        elements = lappend(elements, make_constant(ARR_ELEMTYPE(known), value, false, constant->constcollid));
    });
    return elements;
}

ParsedCondition
parse_element(const ParsedList &parsed, Node *element)
{
    return parse_operand(parsed.whole, parsed.whole.key, BTEqualStrategyNumber, element, parsed.type);
}

ParsedCondition
parse_row(PlannerInfo *root, const RowCompareExpr *clause)
{
    const Sides first = {as_node(linitial(clause->largs)), as_node(linitial(clause->rargs)),
                         linitial_oid(clause->opnos)};
    ParsedSides parsed = parse_sides(root, first, true);
    parsed.left.exact = false;
    return parsed.right.time == nullptr ? parsed.left : ParsedCondition();
}

} // namespace ulidkit
