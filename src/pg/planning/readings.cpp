// Readings of conditions on the time of an id.
#include "pg/postgres.hpp"

#include "pg/planning/bounds.hpp"
#include "pg/planning/conversions.hpp"
#include "pg/planning/readings.hpp"
#include "pg/planning/table_facts.hpp"

namespace ulidkit {

namespace {

// More elements than these are a range.
constexpr int few = 100;

Reading
exactly(FuncExpr *time, Node *operand, int strategy, Node *value, Oid type)
{
    if (time == nullptr)
        return {};
    return {time, operand, reinterpret_cast<Node *>(time),   {{strategy, value, type, Instant::itself, 0}},
            1,    true,    strategy == BTEqualStrategyNumber};
}

// Reads `form strategy value` as a range between the first and the last time for which it can be true.
Reading
between_extremes(const Form &form, Node *key, int strategy, Node *value, Oid type)
{
    Reading reading = {form.time, form.operand, key, {}, 0, false, strategy == BTEqualStrategyNumber,
                       form.unit, form.zone};
    // A truncated time is compared as a timestamptz; the functions take the values of the other forms as they are.
    const Oid converted = form.type == TIMESTAMPTZOID ? type : InvalidOid;
    if (strategy >= BTEqualStrategyNumber)
        reading.comparisons[reading.count++] = {BTGreaterEqualStrategyNumber, value, converted, Instant::earliest,
                                                strategy};
    if (strategy <= BTEqualStrategyNumber)
        reading.comparisons[reading.count++] = {BTLessEqualStrategyNumber, value, converted, Instant::latest, strategy};
    return reading;
}

// `time <@ range`, with a constant range. From 17 on the server itself makes comparisons of it.
Reading
read_containment(PlannerInfo *root, Node *operand, Node *range)
{
    FuncExpr *time = extracted_time(root, operand);
    if (time == nullptr || !IsA(range, Const) || castNode(Const, range)->constisnull)
        return {};
    const auto *constant = castNode(Const, range);
    TypeCacheEntry *type = lookup_type_cache(constant->consttype, TYPECACHE_RANGE_INFO);
    if (type->rngelemtype == nullptr || type->rngelemtype->type_id != TIMESTAMPTZOID ||
        type->rng_cmp_proc_finfo.fn_oid != lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_CMP_PROC)->cmp_proc)
        return {};
    RangeBound lower;
    RangeBound upper;
    bool empty;
    range_deserialize(type, DatumGetRangeTypeP(constant->constvalue), &lower, &upper, &empty);
    if (empty || (lower.infinite && upper.infinite))
        return {};
    // An infinite end of the range is an infinite time.
    const auto side = [](const RangeBound &end, TimestampTz infinity, int with, int without) -> Comparison {
        const Datum value = end.infinite ? TimestampTzGetDatum(infinity) : end.val;
        return {end.infinite || end.inclusive ? with : without,
                reinterpret_cast<Node *>(
                    makeConst(TIMESTAMPTZOID, -1, InvalidOid, sizeof(TimestampTz), value, false, FLOAT8PASSBYVAL)),
                InvalidOid, Instant::itself, 0};
    };
    return {time,
            operand,
            reinterpret_cast<Node *>(time),
            {side(lower, DT_NOBEGIN, BTGreaterEqualStrategyNumber, BTGreaterStrategyNumber),
             side(upper, DT_NOEND, BTLessEqualStrategyNumber, BTLessStrategyNumber)},
            2,
            true,
            false};
}

// A comparison of a form of an id's time with a value, on either side.
Reading
read_conversion(PlannerInfo *root, Oid opno, Node *left, Node *right)
{
    Form form;
    const bool on_left = as_form(root, left, form);
    if (!on_left && !as_form(root, right, form))
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

// The elements of an array, if they are known and few, without those that are known to be null: no time is equal to
// NULL.
List *
elements_of(Node *array, Oid type)
{
    List *elements = NIL;
    if (IsA(array, ArrayExpr) && !castNode(ArrayExpr, array)->multidims) {
        elements = castNode(ArrayExpr, array)->elements;
    } else if (IsA(array, Const) && !castNode(Const, array)->constisnull) {
        Datum *values;
        bool *nulls;
        int count;
        std::int16_t length;
        bool by_value;
        char alignment;
        get_typlenbyvalalign(type, &length, &by_value, &alignment);
        deconstruct_array(DatumGetArrayTypeP(castNode(Const, array)->constvalue), type, length, by_value, alignment,
                          &values, &nulls, &count);
        for (int i = 0; i < count && count <= few; ++i) {
            if (!nulls[i])
                elements = lappend(elements, makeConst(type, -1, InvalidOid, length, values[i], false, by_value));
        }
    }
    return list_length(elements) <= few ? elements : NIL;
}

} // namespace

Readings
read_comparison(PlannerInfo *root, const OpExpr *clause)
{
    if (list_length(clause->args) != 2)
        return {};
    auto *left = static_cast<Node *>(linitial(clause->args));
    auto *right = static_cast<Node *>(lsecond(clause->args));
    if (clause->opno == OID_RANGE_ELEM_CONTAINED_OP)
        return {read_containment(root, left, right), {}};
    if (clause->opno == OID_RANGE_CONTAINS_ELEM_OP)
        return {read_containment(root, right, left), {}};
    FuncExpr *left_time = extracted_time(root, left);
    FuncExpr *right_time = extracted_time(root, right);
    if (left_time == nullptr && right_time == nullptr)
        return {read_conversion(root, clause->opno, left, right), {}};
    const int strategy = time_strategy(clause->opno);
    if (strategy == 0)
        return {};
    Oid left_type;
    Oid right_type;
    op_input_types(clause->opno, &left_type, &right_type);
    const Reading by_left = exactly(left_time, left, strategy, right, right_type);
    const Reading by_right = exactly(right_time, right, BTCommuteStrategyNumber(strategy), left, left_type);
    if (left_time == nullptr)
        return {by_right, {}};
    return {by_left, by_right};
}

ArrayReading
read_array(PlannerInfo *root, const ScalarArrayOpExpr *clause)
{
    auto *operand = static_cast<Node *>(linitial(clause->args));
    auto *array = static_cast<Node *>(lsecond(clause->args));
    FuncExpr *time = extracted_time(root, operand);
    if (time == nullptr || !clause->useOr || time_strategy(clause->opno) != BTEqualStrategyNumber)
        return {};
    Oid left_type;
    Oid type;
    op_input_types(clause->opno, &left_type, &type);
    ArrayReading reading = {{}, elements_of(array, type), type};
    reading.whole = between_extremes({time, operand, "microseconds", nullptr, TIMESTAMPTZOID},
                                     reinterpret_cast<Node *>(time), BTEqualStrategyNumber, array, InvalidOid);
    // ulidkit_earliest() and ulidkit_latest() take arrays of timestamptz.
    if (type != TIMESTAMPTZOID)
        reading.whole.count = 0;
    return reading;
}

Reading
read_element(const ArrayReading &array, Node *element)
{
    return exactly(array.whole.time, array.whole.operand, BTEqualStrategyNumber, element, array.type);
}

Reading
read_row(PlannerInfo *root, const RowCompareExpr *clause)
{
    const Oid first = linitial_oid(clause->opnos);
    if (time_strategy(first) == 0)
        return {};
    auto *left = static_cast<Node *>(linitial(clause->largs));
    auto *right = static_cast<Node *>(linitial(clause->rargs));
    FuncExpr *left_time = extracted_time(root, left);
    FuncExpr *right_time = extracted_time(root, right);
    if ((left_time == nullptr) == (right_time == nullptr))
        return {};
    Oid left_type;
    Oid right_type;
    op_input_types(first, &left_type, &right_type);
    const int of_row = strategy_of(clause);
    const bool less = of_row == BTLessStrategyNumber || of_row == BTLessEqualStrategyNumber;
    if (!less && of_row != BTGreaterStrategyNumber && of_row != BTGreaterEqualStrategyNumber)
        return {};
    Reading reading = left_time != nullptr
                          ? exactly(left_time, left, less ? BTLessEqualStrategyNumber : BTGreaterEqualStrategyNumber,
                                    right, right_type)
                          : exactly(right_time, right, less ? BTGreaterEqualStrategyNumber : BTLessEqualStrategyNumber,
                                    left, left_type);
    reading.exact = false;
    return reading;
}

} // namespace ulidkit
