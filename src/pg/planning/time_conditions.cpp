// Parses conditions on the time of an id.
#include "pg/postgres.hpp"

#include "pg/planning/builtin_types.hpp"
#include "pg/planning/extracted_time.hpp"
#include "pg/planning/time_conditions.hpp"
#include "pg/planning/time_forms.hpp"

namespace ulidkit {

namespace {

// More elements than these are a range.
constexpr int few = 100;

ParsedCondition
exactly(FuncExpr *time, int strategy, Node *value, Oid type)
{
    if (time == nullptr)
        return {};
    return {time, reinterpret_cast<Node *>(time), {{strategy, value, type, Instant::itself, 0}}, 1, true};
}

Node *
time_constant(TimestampTz time)
{
    return reinterpret_cast<Node *>(makeConst(TIMESTAMPTZOID, -1, InvalidOid, sizeof(TimestampTz),
                                              TimestampTzGetDatum(time), false, FLOAT8PASSBYVAL));
}

// A constant time, moved. Null: it is none.
Node *
moved(Node *time, std::int64_t microseconds)
{
    const Const *constant = constant_of(time);
    if (constant == nullptr || constant->consttype != TIMESTAMPTZOID)
        return nullptr;
    TimestampTz value = DatumGetTimestampTz(constant->constvalue);
    if (!TIMESTAMP_NOT_FINITE(value) &&
        (pg_add_s64_overflow(value, microseconds, &value) || !IS_VALID_TIMESTAMP(value)))
        value = microseconds > 0 ? DT_NOEND : DT_NOBEGIN;
    return time_constant(value);
}

// `date_bin(stride, time, origin) strategy value`: the time is less than a stride after the start of its bin. Servers
// differ before the origin, where it can be as much before it.
ParsedCondition
parse_bin(const TimeForm &form, Node *key, int strategy, Node *value)
{
    Node *end = moved(value, form.stride);
    if (end == nullptr)
        return {};
    const bool after_origin = DatumGetTimestampTz(castNode(Const, value)->constvalue) > form.origin;
    ParsedCondition parsed = {form.time, key, {}, 0, false};
    if (strategy >= BTEqualStrategyNumber)
        parsed.comparisons[parsed.count++] = {BTGreaterEqualStrategyNumber,
                                              after_origin ? value : moved(value, -form.stride), InvalidOid,
                                              Instant::itself, 0};
    if (strategy <= BTEqualStrategyNumber)
        parsed.comparisons[parsed.count++] = {BTLessStrategyNumber, end, InvalidOid, Instant::itself, 0};
    return parsed;
}

// Reads `form strategy value` as a range between the first and the last time for which it can be true.
ParsedCondition
between_extremes(const TimeForm &form, Node *key, int strategy, Node *value, Oid type)
{
    if (form.stride != 0)
        return type == TIMESTAMPTZOID ? parse_bin(form, key, strategy, value) : ParsedCondition();
    ParsedCondition parsed = {form.time, key, {}, 0, false, form.unit, form.zone};
    // A truncated time is compared as a timestamptz; the functions take the values of the other forms as they are.
    const Oid converted = form.type == TIMESTAMPTZOID ? type : InvalidOid;
    if (strategy >= BTEqualStrategyNumber)
        parsed.comparisons[parsed.count++] = {BTGreaterEqualStrategyNumber, value, converted, Instant::earliest,
                                              strategy};
    if (strategy <= BTEqualStrategyNumber)
        parsed.comparisons[parsed.count++] = {BTLessEqualStrategyNumber, value, converted, Instant::latest, strategy};
    return parsed;
}

// An end of a range that is not known: infinite if it has none, null if the range is null or empty.
Node *
end_of(Node *range, Oid end, Oid is_infinite, TimestampTz infinity)
{
    const auto call = [&](Oid function, Oid type) {
        return reinterpret_cast<Expr *>(
            makeFuncExpr(function, type, list_of(range), InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
    };
    auto *when = new_node<CaseWhen>(T_CaseWhen);
    when->expr = call(is_infinite, BOOLOID);
    when->result = reinterpret_cast<Expr *>(time_constant(infinity));
    when->location = -1;
    auto *choice = new_node<CaseExpr>(T_CaseExpr);
    choice->casetype = TIMESTAMPTZOID;
    choice->args = list_of(when);
    choice->defresult = call(end, TIMESTAMPTZOID);
    choice->location = -1;
    return reinterpret_cast<Node *>(choice);
}

// `time <@ range`, with a range that is known only when the query runs: the time is not beyond its ends.
ParsedCondition
parse_unknown_containment(PlannerInfo *root, FuncExpr *time, Node *range)
{
    static constexpr Oid functions[] = {F_LOWER_ANYRANGE, F_LOWER_INF_ANYRANGE, F_UPPER_ANYRANGE, F_UPPER_INF_ANYRANGE};
    for (const Oid function : functions) {
        if (!may_call(function))
            return {};
    }
    if (!bms_is_empty(pull_varnos(root, range)))
        return {};
    return {time,
            reinterpret_cast<Node *>(time),
            {{BTGreaterEqualStrategyNumber, end_of(range, F_LOWER_ANYRANGE, F_LOWER_INF_ANYRANGE, DT_NOBEGIN),
              InvalidOid, Instant::itself, 0},
             {BTLessEqualStrategyNumber, end_of(range, F_UPPER_ANYRANGE, F_UPPER_INF_ANYRANGE, DT_NOEND), InvalidOid,
              Instant::itself, 0}},
            2,
            false};
}

// `time <@ range`. From 17 on the server itself makes comparisons of a constant range.
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
    if (!IsA(range, Const))
        return parse_unknown_containment(root, time, range);
    const auto *constant = castNode(Const, range);
    if (constant->constisnull)
        return {};
    RangeBound lower;
    RangeBound upper;
    bool empty;
    range_deserialize(type, DatumGetRangeTypeP(constant->constvalue), &lower, &upper, &empty);
    if (empty || (lower.infinite && upper.infinite))
        return {};
    // An infinite end of the range is an infinite time.
    const auto side = [](const RangeBound &end, TimestampTz infinity, int with, int without) -> Comparison {
        return {end.infinite || end.inclusive ? with : without,
                time_constant(end.infinite ? infinity : DatumGetTimestampTz(end.val)), InvalidOid, Instant::itself, 0};
    };
    return {time,
            reinterpret_cast<Node *>(time),
            {side(lower, DT_NOBEGIN, BTGreaterEqualStrategyNumber, BTGreaterStrategyNumber),
             side(upper, DT_NOEND, BTLessEqualStrategyNumber, BTLessStrategyNumber)},
            2,
            true};
}

// A comparison of a form of an id's time with a value, on either side.
ParsedCondition
parse_conversion(PlannerInfo *root, Oid opno, Node *left, Node *right)
{
    TimeForm form;
    const bool on_left = as_form(left, form);
    if (!on_left && !as_form(right, form))
        return {};
    Oid left_type;
    Oid right_type;
    op_input_types(opno, &left_type, &right_type);
    const Oid type = on_left ? right_type : left_type;
    const int strategy = form_strategy(form, opno, type);
    if (strategy == 0 || (form.zone != nullptr && !bms_is_empty(pull_varnos(root, form.zone))))
        return {};
    return on_left ? between_extremes(form, left, strategy, right, type)
                   : between_extremes(form, right, BTCommuteStrategyNumber(strategy), left, type);
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
parse_age(Node *left, Node *right, Oid opno)
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
    if (time == nullptr || strategy == 0 || !is_now(now) || !may_call(F_TIMESTAMPTZ_MI_INTERVAL) ||
        !as_microseconds(DatumGetIntervalP(other->constvalue), age->time))
        return {};
    auto *interval = makeConst(INTERVALOID, -1, InvalidOid, sizeof(Interval), IntervalPGetDatum(age), false, false);
    auto *moment =
        makeFuncExpr(F_TIMESTAMPTZ_MI_INTERVAL, TIMESTAMPTZOID, list_of(now, reinterpret_cast<Node *>(interval)),
                     InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
    // The greater the age is, the less is the time.
    ParsedCondition parsed = exactly(time, on_left ? BTCommuteStrategyNumber(strategy) : strategy,
                                     reinterpret_cast<Node *>(moment), TIMESTAMPTZOID);
    parsed.exact = false;
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
    const ParsedCondition age = parse_age(left, right, clause->opno);
    if (age.time != nullptr)
        return {age, {}};
    if (clause->opno == OID_RANGE_ELEM_CONTAINED_OP)
        return {parse_containment(root, left, right), {}};
    if (clause->opno == OID_RANGE_CONTAINS_ELEM_OP)
        return {parse_containment(root, right, left), {}};
    FuncExpr *left_time = extracted_time(left);
    FuncExpr *right_time = extracted_time(right);
    if (left_time == nullptr && right_time == nullptr)
        return {parse_conversion(root, clause->opno, left, right), {}};
    const int strategy = time_strategy(clause->opno);
    if (strategy == 0)
        return {};
    Oid left_type;
    Oid right_type;
    op_input_types(clause->opno, &left_type, &right_type);
    const ParsedCondition by_left = exactly(left_time, strategy, right, right_type);
    const ParsedCondition by_right = exactly(right_time, BTCommuteStrategyNumber(strategy), left, left_type);
    if (left_time == nullptr)
        return {by_right, {}};
    return {by_left, by_right};
}

ParsedList
parse_array(PlannerInfo *root, const ScalarArrayOpExpr *clause)
{
    auto *operand = static_cast<Node *>(linitial(clause->args));
    auto *array = static_cast<Node *>(lsecond(clause->args));
    Oid left_type;
    Oid type;
    op_input_types(clause->opno, &left_type, &type);
    if (!clause->useOr || get_base_element_type(exprType(array)) != type)
        return {};
    FuncExpr *time = extracted_time(operand);
    TimeForm form = {time, "microseconds", nullptr, TIMESTAMPTZOID};
    const int strategy = time != nullptr          ? time_strategy(clause->opno)
                         : as_form(operand, form) ? form_strategy(form, clause->opno, type)
                                                  : 0;
    if (strategy != BTEqualStrategyNumber || (form.zone != nullptr && !bms_is_empty(pull_varnos(root, form.zone))))
        return {};
    auto *key = time != nullptr ? reinterpret_cast<Node *>(time) : operand;
    // ulidkit_earliest() and ulidkit_latest() take an array as it is, so its elements are not converted.
    ParsedList parsed = {between_extremes(form, key, strategy, array, InvalidOid), array, type};
    if (form.type == TIMESTAMPTZOID && type != TIMESTAMPTZOID) {
        parsed.whole.comparisons[0] = {0, array, InvalidOid, Instant::itself, 0};
        parsed.whole.count = 1;
    }
    parsed.whole.list = true;
    return parsed;
}

Node *
end_of_list(const ParsedCondition &parsed, const Comparison &comparison)
{
    const Const *constant = constant_of(comparison.value);
    if (!parsed.list || parsed.key != reinterpret_cast<Node *>(parsed.time) || constant == nullptr ||
        constant->consttype != TIMESTAMPTZARRAYOID)
        return nullptr;
    Datum *times;
    bool *nulls;
    int count;
    deconstruct_array(DatumGetArrayTypeP(constant->constvalue), TIMESTAMPTZOID, sizeof(TimestampTz), FLOAT8PASSBYVAL,
                      TYPALIGN_DOUBLE, &times, &nulls, &count);
    bool known = false;
    TimestampTz end = 0;
    for (int i = 0; i < count; ++i) {
        if (nulls[i])
            continue;
        const TimestampTz time = DatumGetTimestampTz(times[i]);
        if (!known || (comparison.instant == Instant::earliest ? time < end : time > end))
            end = time;
        known = true;
    }
    return known ? time_constant(end) : nullptr;
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
    char alignment;
    get_typlenbyvalalign(type, &length, &by_value, &alignment);
    Datum *values;
    bool *nulls;
    int count;
    deconstruct_array(known, type, length, by_value, alignment, &values, &nulls, &count);
    List *elements = NIL;
    for (int i = 0; i < count; ++i) {
        if (!nulls[i])
            elements =
                lappend(elements, makeConst(type, -1, constant->constcollid, length, values[i], false, by_value));
    }
    return elements;
}

ParsedCondition
parse_element(const ParsedList &parsed, Node *element)
{
    const ParsedCondition &whole = parsed.whole;
    if (is_of_times(parsed))
        return exactly(whole.time, BTEqualStrategyNumber, element, parsed.type);
    const TimeForm form = {whole.time, whole.unit, whole.zone, exprType(whole.key)};
    return between_extremes(form, whole.key, BTEqualStrategyNumber, element, parsed.type);
}

ParsedCondition
parse_row(const RowCompareExpr *clause)
{
    const Oid first = linitial_oid(clause->opnos);
    if (time_strategy(first) == 0)
        return {};
    auto *left = static_cast<Node *>(linitial(clause->largs));
    auto *right = static_cast<Node *>(linitial(clause->rargs));
    FuncExpr *left_time = extracted_time(left);
    FuncExpr *right_time = extracted_time(right);
    if ((left_time == nullptr) == (right_time == nullptr))
        return {};
    Oid left_type;
    Oid right_type;
    op_input_types(first, &left_type, &right_type);
    const int of_row = strategy_of(clause);
    const bool less = of_row == BTLessStrategyNumber || of_row == BTLessEqualStrategyNumber;
    if (!less && of_row != BTGreaterStrategyNumber && of_row != BTGreaterEqualStrategyNumber)
        return {};
    ParsedCondition parsed =
        left_time != nullptr
            ? exactly(left_time, less ? BTLessEqualStrategyNumber : BTGreaterEqualStrategyNumber, right, right_type)
            : exactly(right_time, less ? BTGreaterEqualStrategyNumber : BTLessEqualStrategyNumber, left, left_type);
    parsed.exact = false;
    return parsed;
}

namespace {

// The equalities of one operand with constants, or lists of them, that the arms of an OR are.
struct Equalities {
    Oid opno = InvalidOid;
    Oid collation = InvalidOid;
    Node *operand = nullptr;
    Oid type = InvalidOid; // of the constants
    ArrayBuildState *values = nullptr;
};

// Adds those of an arm. False: it is none, or of another operand.
bool
add_equality(Equalities &found, Node *arm)
{
    const bool list = IsA(arm, ScalarArrayOpExpr) && castNode(ScalarArrayOpExpr, arm)->useOr;
    if (!list && !is_opclause(arm))
        return false;
    const Oid opno = list ? castNode(ScalarArrayOpExpr, arm)->opno : castNode(OpExpr, arm)->opno;
    List *args = list ? castNode(ScalarArrayOpExpr, arm)->args : castNode(OpExpr, arm)->args;
    const Const *value = list_length(args) == 2 ? constant_of(static_cast<Node *>(lsecond(args))) : nullptr;
    if (value == nullptr)
        return false;
    const Oid type = list ? get_element_type(value->consttype) : value->consttype;
    if (found.operand == nullptr) {
        found.opno = opno;
        found.collation = list ? castNode(ScalarArrayOpExpr, arm)->inputcollid : castNode(OpExpr, arm)->inputcollid;
        found.operand = static_cast<Node *>(linitial(args));
        found.type = type;
    }
    if (!OidIsValid(type) || type != found.type || opno != found.opno || !equal(linitial(args), found.operand))
        return false;
    if (!list) {
        found.values = accumArrayResult(found.values, value->constvalue, false, type, CurrentMemoryContext);
        return true;
    }
    ArrayIterator elements = array_create_iterator(DatumGetArrayTypeP(value->constvalue), 0, nullptr);
    Datum element;
    bool isnull;
    while (array_iterate(elements, &element, &isnull))
        found.values = accumArrayResult(found.values, element, isnull, type, CurrentMemoryContext);
    return true;
}

} // namespace

ScalarArrayOpExpr *
list_in_or(const BoolExpr *clause)
{
    Equalities found;
    ListCell *cell;
    foreach (cell, clause->args) {
        CHECK_FOR_INTERRUPTS();
        if (!add_equality(found, static_cast<Node *>(lfirst(cell))))
            return nullptr;
    }
    auto *list = new_node<ScalarArrayOpExpr>(T_ScalarArrayOpExpr);
    list->opno = found.opno;
    list->opfuncid = get_opcode(found.opno);
    list->useOr = true;
    list->inputcollid = found.collation;
    list->args = list_of(copyObjectImpl(found.operand),
                         makeConst(get_array_type(found.type), -1, InvalidOid, -1,
                                   makeArrayResult(found.values, CurrentMemoryContext), false, false));
    list->location = -1;
    return list;
}

} // namespace ulidkit
