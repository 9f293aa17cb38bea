// Parses conditions on the time of an id.
#include "pg/postgres.hpp"

#include "pg/datum.hpp"
#include "pg/planning/extracted_time.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/time_conditions.hpp"
#include "pg/planning/time_forms.hpp"

namespace ulidkit {

namespace {

// More elements than these are a range.
constexpr int few = 100;

void
add(ParsedCondition &parsed, int strategy, Node *value, Oid type = InvalidOid, int compared = 0)
{
    parsed.comparisons[parsed.count] = {strategy, value, type, compared};
    ++parsed.count;
}

// A condition on the time itself.
ParsedCondition
of_time(FuncExpr *time)
{
    return {time, reinterpret_cast<Node *>(time)};
}

Node *
time_constant(TimestampTz time)
{
    return reinterpret_cast<Node *>(makeConst(TIMESTAMPTZOID, -1, InvalidOid, sizeof(TimestampTz),
                                              TimestampTzGetDatum(time), false, FLOAT8PASSBYVAL));
}

// Reads `form strategy value` as a range between the first and the last time for which it can be true.
ParsedCondition
between_extremes(const TimeForm &form, Node *key, int strategy, Node *value, Oid type)
{
    ParsedCondition parsed = {form.time, key, {}, 0, false, form.unit, form.zone, form.of_instant};
    // A truncated time is compared as a timestamptz; the functions take the values of the other forms as they are.
    const Oid converted = form.type == TIMESTAMPTZOID ? type : InvalidOid;
    if (strategy >= BTEqualStrategyNumber)
        add(parsed, BTGreaterEqualStrategyNumber, value, converted, strategy);
    if (strategy <= BTEqualStrategyNumber)
        add(parsed, BTLessEqualStrategyNumber, value, converted, strategy);
    return parsed;
}

// The same, or `time strategy value` as it is.
ParsedCondition
parse_operand(const TimeForm &form, Node *key, int strategy, Node *value, Oid type)
{
    if (key != reinterpret_cast<Node *>(form.time))
        return between_extremes(form, key, strategy, value, type);
    ParsedCondition parsed = of_time(form.time);
    add(parsed, strategy, value, type);
    parsed.exact = true;
    return parsed;
}

// Whether the node is a time, as its own form, or a form of one.
bool
as_operand(Node *node, TimeForm &form)
{
    FuncExpr *time = extracted_time(node);
    if (time == nullptr)
        return as_form(node, form);
    form = {time, unit_microseconds, nullptr, TIMESTAMPTZOID};
    return true;
}

// How the operator compares the form with its other argument: a btree strategy, or 0. A value of another type than
// timestamptz is converted for a form of that type.
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

// An end of a range that is not known: infinite if it has none, null if the range is null or empty.
Node *
end_of(Node *range, Oid end, Oid is_infinite, TimestampTz infinity)
{
    auto *when = new_node<CaseWhen>(T_CaseWhen);
    when->expr = reinterpret_cast<Expr *>(call_of(is_infinite, BOOLOID, list_of(range)));
    when->result = reinterpret_cast<Expr *>(time_constant(infinity));
    when->location = -1;
    auto *choice = new_node<CaseExpr>(T_CaseExpr);
    choice->casetype = TIMESTAMPTZOID;
    choice->args = list_of(when);
    choice->defresult = reinterpret_cast<Expr *>(call_of(end, TIMESTAMPTZOID, list_of(range)));
    choice->location = -1;
    return reinterpret_cast<Node *>(choice);
}

// `time <@ range`. From 17 on the server itself makes comparisons of a constant range. Of one that is known only when
// the query runs: the time is not beyond its ends.
ParsedCondition
parse_containment(PlannerInfo *root, Node *operand, Node *range)
{
    FuncExpr *time = extracted_time(operand);
    if (time == nullptr)
        return {};
    TypeCacheEntry *type = lookup_type_cache(exprType(range), TYPECACHE_RANGE_INFO);
    if (type->rngelemtype == nullptr || type->rngelemtype->type_id != TIMESTAMPTZOID ||
        type->rng_cmp_proc_finfo.fn_oid != lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_CMP_PROC)->cmp_proc)
        return {};
    ParsedCondition parsed = of_time(time);
    if (IsA(range, Const)) {
        const Const *constant = constant_of(range);
        RangeBound lower = {};
        RangeBound upper = {};
        bool empty = true;
        if (constant != nullptr)
            range_deserialize(type, DatumGetRangeTypeP(constant->constvalue), &lower, &upper, &empty);
        if (!empty && !lower.infinite)
            add(parsed, lower.inclusive ? BTGreaterEqualStrategyNumber : BTGreaterStrategyNumber,
                time_constant(DatumGetTimestampTz(lower.val)));
        if (!empty && !upper.infinite)
            add(parsed, upper.inclusive ? BTLessEqualStrategyNumber : BTLessStrategyNumber,
                time_constant(DatumGetTimestampTz(upper.val)));
        parsed.exact = true;
    } else if (bms_is_empty(pull_varnos(root, range)) && may_execute(root, F_LOWER_ANYRANGE) &&
               may_execute(root, F_UPPER_ANYRANGE) && may_execute(root, F_LOWER_INF_ANYRANGE) &&
               may_execute(root, F_UPPER_INF_ANYRANGE)) {
        add(parsed, BTGreaterEqualStrategyNumber, end_of(range, F_LOWER_ANYRANGE, F_LOWER_INF_ANYRANGE, DT_NOBEGIN));
        add(parsed, BTLessEqualStrategyNumber, end_of(range, F_UPPER_ANYRANGE, F_UPPER_INF_ANYRANGE, DT_NOEND));
    }
    return parsed.count > 0 ? parsed : ParsedCondition();
}

// A side of a comparison with a value. `row`: in a comparison of rows, which is true for more values.
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

ParsedSides
parse_sides(PlannerInfo *root, Oid opno, bool row, Node *left, Node *right)
{
    const ParsedCondition of_left = parse_side(root, opno, row, true, left, right);
    const ParsedCondition of_right = parse_side(root, opno, row, false, right, left);
    return of_left.time != nullptr ? ParsedSides{of_left, of_right} : ParsedSides{of_right, {}};
}

// Whether the node is the present time as the transaction or the statement has it.
bool
is_now(Node *node)
{
    if (IsA(node, SQLValueFunction))
        return castNode(SQLValueFunction, node)->type == TIMESTAMPTZOID;
    const Oid function = IsA(node, FuncExpr) ? castNode(FuncExpr, node)->funcid : InvalidOid;
    return function == F_NOW || function == F_TRANSACTION_TIMESTAMP || function == F_STATEMENT_TIMESTAMP;
}

// `now() - time < interval`, on either side: the age of the time, as intervals are compared.
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
    auto *now = static_cast<Node *>(linitial(castNode(OpExpr, difference)->args));
    FuncExpr *time = extracted_time(static_cast<Node *>(lsecond(castNode(OpExpr, difference)->args)));
    auto *age = static_cast<Interval *>(palloc0(sizeof(Interval)));
    if (time == nullptr || strategy == 0 || !is_now(now) ||
        !as_microseconds(DatumGetIntervalP(other->constvalue), age->time) ||
        !may_execute(root, F_TIMESTAMPTZ_MI_INTERVAL))
        return {};
    auto *interval = makeConst(INTERVALOID, -1, InvalidOid, sizeof(Interval), IntervalPGetDatum(age), false, false);
    Node *moment = call_of(F_TIMESTAMPTZ_MI_INTERVAL, TIMESTAMPTZOID, list_of(now, reinterpret_cast<Node *>(interval)));
    // The greater the age is, the less is the time.
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
    auto *left = static_cast<Node *>(linitial(clause->args));
    auto *right = static_cast<Node *>(lsecond(clause->args));
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
    auto *operand = static_cast<Node *>(linitial(clause->args));
    auto *array = static_cast<Node *>(lsecond(clause->args));
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
    ParsedSides sides =
        parse_sides(root, linitial_oid(clause->opnos), true, static_cast<Node *>(linitial(clause->largs)),
                    static_cast<Node *>(linitial(clause->rargs)));
    sides.left.exact = false;
    return sides.right.time == nullptr ? sides.left : ParsedCondition();
}

} // namespace ulidkit
