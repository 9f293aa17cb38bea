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
    return {time, as_node(time)};
}

Node *
time_constant(TimestampTz time)
{
    return as_node(makeConst(TIMESTAMPTZOID, -1, InvalidOid, sizeof(TimestampTz), TimestampTzGetDatum(time), false,
                             FLOAT8PASSBYVAL));
}

// Parses `form strategy value` as the range from the first to the last time for which it can be true.
ParsedCondition
between_extremes(const TimeForm &form, Node *key, int strategy, Node *value, Oid type)
{
    ParsedCondition parsed = {form.time, key, {}, 0, false, form.unit, form.zone, form.of_instant};
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
    Oid types[2];
    op_input_types(opno, &types[0], &types[1]);
    const Oid type = types[on_left ? 1 : 0];
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
parse_sides(PlannerInfo *root, Oid opno, bool row, Node *left, Node *right)
{
    const ParsedCondition of_left = parse_side(root, opno, row, true, left, right);
    const ParsedCondition of_right = parse_side(root, opno, row, false, right, left);
    return of_left.time != nullptr ? ParsedSides{of_left, of_right} : ParsedSides{of_right, {}};
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
parse_age(PlannerInfo *root, Node *left, Node *right, Oid opno)
{
    const bool on_left = IsA(left, OpExpr);
    Node *difference = on_left ? left : right;
    const Const *other = constant_of(on_left ? right : left);
    if (!IsA(difference, OpExpr) || get_opcode(castNode(OpExpr, difference)->opno) != F_TIMESTAMPTZ_MI ||
        other == nullptr || other->consttype != INTERVALOID)
        return {};
    const int strategy = get_op_opfamily_strategy(opno, own_family(INTERVALOID));
    auto *now = as_node(linitial(castNode(OpExpr, difference)->args));
    FuncExpr *time = extracted_time(as_node(lsecond(castNode(OpExpr, difference)->args)));
    auto *age = static_cast<Interval *>(palloc0(sizeof(Interval)));
    if (time == nullptr || strategy == 0 || !is_now(now) ||
        !as_microseconds(DatumGetIntervalP(other->constvalue), age->time) ||
        !may_execute(root, F_TIMESTAMPTZ_MI_INTERVAL))
        return {};
    auto *interval = makeConst(INTERVALOID, -1, InvalidOid, sizeof(Interval), IntervalPGetDatum(age), false, false);
    Node *moment = call_of(F_TIMESTAMPTZ_MI_INTERVAL, TIMESTAMPTZOID, list_of(now, as_node(interval)));
    // The greater the age is, the earlier is the time.
    ParsedCondition parsed = of_time(time);
    add(parsed, on_left ? BTCommuteStrategyNumber(strategy) : strategy, moment);
    return parsed;
}

} // namespace

ParsedSides
parse_comparison(PlannerInfo *root, const OpExpr *clause)
{
    if (list_length(clause->args) != 2)
        return {};
    auto *left = as_node(linitial(clause->args));
    auto *right = as_node(lsecond(clause->args));
    const ParsedCondition age = parse_age(root, left, right, clause->opno);
    if (age.time != nullptr)
        return {age, {}};
    if (clause->opno == OID_RANGE_ELEM_CONTAINED_OP)
        return {parse_containment(root, left, right), {}};
    if (clause->opno == OID_RANGE_CONTAINS_ELEM_OP)
        return {parse_containment(root, right, left), {}};
    return parse_sides(root, clause->opno, false, left, right);
}

ParsedList
parse_array(PlannerInfo *root, const ScalarArrayOpExpr *clause)
{
    auto *operand = as_node(linitial(clause->args));
    auto *array = as_node(lsecond(clause->args));
    Oid left_type;
    Oid type;
    op_input_types(clause->opno, &left_type, &type);
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
    const Oid type = ARR_ELEMTYPE(known);
    std::int16_t length;
    bool by_value;
    get_typlenbyval(type, &length, &by_value);
    List *elements = NIL;
    for_each_element(constant->constvalue, [&](Datum value) {
        elements = lappend(elements, makeConst(type, -1, constant->constcollid, length, value, false, by_value));
    });
    return elements;
}

ParsedCondition
parse_element(const ParsedList &parsed, Node *element)
{
    const ParsedCondition &whole = parsed.whole;
    const TimeForm form = {whole.time, whole.unit, whole.zone, exprType(whole.key), whole.of_instant};
    return parse_operand(form, whole.key, BTEqualStrategyNumber, element, parsed.type);
}

ParsedCondition
parse_row(PlannerInfo *root, const RowCompareExpr *clause)
{
    ParsedSides sides = parse_sides(root, linitial_oid(clause->opnos), true, as_node(linitial(clause->largs)),
                                    as_node(linitial(clause->rargs)));
    sides.left.exact = false;
    return sides.right.time == nullptr ? sides.left : ParsedCondition();
}

} // namespace ulidkit
