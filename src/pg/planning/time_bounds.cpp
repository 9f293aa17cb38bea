// Finds the functions and operators that take the place of a condition on the time of an ID, and makes conditions of
// them.
#include "pg/postgres.hpp"

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/support_function.hpp"
#include "pg/planning/time_bounds.hpp"

namespace ulidkit {

Oid
function_beside(Oid function, const char *name, Oid result, const Oid *types, int count)
{
    const Oid callee = function_in(get_func_namespace(function), name, types, count);
    const char *library = OidIsValid(callee) && get_func_rettype(callee) == result
                              ? text_of_c_function(callee, Anum_pg_proc_probin)
                              : nullptr;
    const char *own = text_of_c_function(function, Anum_pg_proc_probin);
    return library != nullptr && own != nullptr && strcmp(library, own) == 0 ? callee : InvalidOid;
}

namespace {

// Returns what function_beside() returns, if that function is leakproof. Otherwise returns 0. If the bounds are
// leakproof, a condition with them can be leakproof, and can then be evaluated below a security barrier.
Oid
leakproof_beside(Oid function, const char *name, Oid result, const Oid *types, int count)
{
    const Oid callee = function_beside(function, name, result, types, count);
    return OidIsValid(callee) && get_func_leakproof(callee) ? callee : InvalidOid;
}

// Finds the functions for the bounds. They take a time and the further arguments of `own`, the function of the time.
void
find_bound_functions(Oid own, Companions &found)
{
    const char *name = get_func_name(own);
    const char *suffix = name == nullptr ? nullptr : strstr(name, "_extract_timestamp");
    if (suffix == nullptr)
        return;
    Oid *types;
    int count;
    get_func_signature(own, &types, &count);
    found.kind = types[0];
    types[0] = TIMESTAMPTZOID;
    static constexpr const char *names[] = {"at_or_after", "after", "before", "at_or_before"};
    for (int i = 0; i < 4; ++i)
        found.functions[i] = leakproof_beside(own, psprintf("%.*s_%s", static_cast<int>(suffix - name), name, names[i]),
                                              found.kind, types, count);
    if (found.exclusive) {
        found.functions[before] = found.functions[at_or_after];
        found.functions[at_or_before] = found.functions[after];
    }
}

// Returns the companions of the function, whether or not the user may execute them.
Companions
look_up_companions(Oid function, Oid type)
{
    Companions found = {};
    found.type = type;
    const BuiltinType *builtin = builtin_type_of(type);
    found.exclusive = builtin != nullptr && builtin->exclusive;
    const Oid own = own_function(function);
    if (!OidIsValid(own))
        return found;
    find_bound_functions(own, found);
    found.at_least = btree_operator(type, BTGreaterEqualStrategyNumber);
    found.at_most = btree_operator(type, found.exclusive ? BTLessStrategyNumber : BTLessEqualStrategyNumber);
    static constexpr Oid converted[] = {TIMESTAMPOID, DATEOID};
    static constexpr Oid types[] = {TEXTOID, ANYELEMENTOID, TEXTOID, TEXTOID};
    const auto find = [&](const char *name, const Oid *arguments, int count) {
        return leakproof_beside(own, name, TIMESTAMPTZOID, arguments, count);
    };
    found.functions[of_timestamp] = find("ulidkit_timestamptz", &converted[0], 1);
    found.functions[of_date] = find("ulidkit_timestamptz", &converted[1], 1);
    found.functions[earliest] = find("ulidkit_earliest", types, 4);
    found.functions[latest] = find("ulidkit_latest", types, 4);
    found.functions[of_id] = function;
    found.complete = found.open = true;
    for (const Oid one : found.functions) {
        found.complete = found.complete && OidIsValid(one);
        found.open = found.complete && found.open && may_call(one, ACL_ID_PUBLIC);
    }
    return found;
}

// What is known about a btree operator family for a type.
struct Comparisons {
    Oid type;
    bool open; // everybody may execute the functions of all comparisons
};

} // namespace

bool
are_open(Oid family, Oid type)
{
    const auto look_up = [&] {
        Comparisons found = {type, true};
        for (std::int16_t strategy = 1; strategy <= BTMaxStrategyNumber; ++strategy) {
            const Oid opno = get_opfamily_member(family, type, type, strategy);
            for (const Oid one : {opno, get_negator(opno)}) // the negator of = is <>
                found.open = found.open && OidIsValid(one) && may_call(get_opcode(one), ACL_ID_PUBLIC);
        }
        return found;
    };
    const auto is = [&](const Comparisons &one) { return one.type == type; };
    return Cache<Comparisons, false>::get(family, is, look_up).open;
}

bool
find_companions(PlannerInfo *root, const FuncExpr *time, Oid type, Companions &found)
{
    const Oid function = time->funcid;
    found = Cache<Companions, false>::get(
        function, [&](const Companions &one) { return one.type == type; },
        [&] { return look_up_companions(function, type); });
    bool executable =
        found.complete && are_open(own_family(type), type) && are_open(own_family(TIMESTAMPTZOID), TIMESTAMPTZOID);
    for (const Oid one : found.functions)
        executable = executable && (found.open || may_execute(root, one));
    return executable;
}

bool
find_bounds(PlannerInfo *root, const FuncExpr *time, Node *id, Oid family, Oid collation, TimeBounds &bounds)
{
    const Oid type = getBaseType(exprType(id));
    if (!find_companions(root, time, type, bounds.of))
        return false;
    bounds.id = id;
    bounds.collation = collation;
    bounds.at_least = bounds.of.at_least;
    bounds.at_most = bounds.of.at_most;
    const BuiltinType *builtin = builtin_type_of(type);
    if (builtin == nullptr && family == own_family(type))
        return true;
    bounds.at_least = id_operator(type, family, collation, BTGreaterEqualStrategyNumber);
    bounds.at_most =
        id_operator(type, family, collation, bounds.of.exclusive ? BTLessStrategyNumber : BTLessEqualStrategyNumber);
    return OidIsValid(bounds.at_least) && OidIsValid(bounds.at_most) &&
           (bounds.at_least == bounds.of.at_least || are_open(builtin->pattern_family, type));
}

NullableDatum
evaluate(Node *expression, const Node *variable, Datum value)
{
    if (variable != nullptr && equal(expression, variable))
        return {value, false};
    if (IsA(expression, Const))
        return {castNode(Const, expression)->constvalue, castNode(Const, expression)->constisnull};
    const auto *call = castNode(FuncExpr, expression);
    FmgrInfo function;
    fmgr_info(call->funcid, &function);
    LOCAL_FCINFO(fcinfo, FUNC_MAX_ARGS);
    InitFunctionCallInfoData(*fcinfo, &function, static_cast<short>(list_length(call->args)), call->inputcollid,
                             nullptr, nullptr);
    int count = 0;
    for (Node *argument : each<Node>(call->args)) {
        fcinfo->args[count] = evaluate(argument, variable, value);
        if (fcinfo->args[count++].isnull)
            return {0, true};
    }
    const Datum result = FunctionCallInvoke(fcinfo);
    return {result, fcinfo->isnull};
}

Node *
call_or_result(Oid function, Oid result, List *args)
{
    const auto is_null = [](const Node *argument) { return IsA(argument, Const) && constant_of(argument) == nullptr; };
    if (has_any<Node>(args, is_null))
        return as_node(makeNullConst(result, -1, InvalidOid));
    Node *call = call_of(function, result, static_cast<List *>(copyObjectImpl(args)));
    if (func_volatile(function) != PROVOLATILE_IMMUTABLE ||
        has_any<Node>(args, [](const Node *argument) { return !IsA(argument, Const); }))
        return call;
    const NullableDatum value = evaluate(call, nullptr, 0);
    return make_constant(result, value.value, value.isnull);
}

namespace {

// Returns true if the limit is the value that is greater than any value that an index can contain. The bounds of an
// exclusive type are this value if no ID is late enough. All other bounds of such a type are much shorter.
bool
is_above_all(const TimeBounds &bounds, const Node *limit)
{
    const Const *constant = bounds.of.exclusive ? constant_of(limit) : nullptr;
    return constant != nullptr && VARSIZE_ANY(DatumGetPointer(constant->constvalue)) > BLCKSZ;
}

} // namespace

Node *
limit_of(const TimeBounds &bounds, const FuncExpr *time, BoundName name, Node *value)
{
    // The arguments after the ID are constants: see is_layout() in extracted_time.cpp.
    List *args = list_copy(time->args);
    linitial(args) = value;
    Node *limit = call_or_result(bounds.of.functions[name], bounds.of.kind, args);
    if (is_above_all(bounds, limit)) {
        if (name == before || name == at_or_before)
            return nullptr;
        limit = as_node(makeNullConst(bounds.of.kind, -1, InvalidOid));
    }
    return relabelled(limit, bounds.of.type);
}

Node *
comparison_by(Oid opno, const Node *id, Node *value, Oid collation)
{
    Expr *comparison = make_opclause(opno, BOOLOID, false, static_cast<Expr *>(copyObjectImpl(id)),
                                     reinterpret_cast<Expr *>(value), InvalidOid, collation);
    set_opfuncid(castNode(OpExpr, comparison));
    return as_node(comparison);
}

namespace {

// Returns the value as a timestamptz, converted as PostgreSQL's operators convert a timestamp or a date. Returns null
// if the value has another type.
Node *
timestamptz_of(const Companions &companions, Node *value, Oid type)
{
    if (type == TIMESTAMPTZOID)
        return value;
    if (type != TIMESTAMPOID && type != DATEOID)
        return nullptr;
    return call_of(companions.functions[type == DATEOID ? of_date : of_timestamp], TIMESTAMPTZOID,
                   list_of(copyObjectImpl(value)));
}

Node *
text_constant(const char *text)
{
    return make_constant(TEXTOID, CStringGetTextDatum(text), false, DEFAULT_COLLATION_OID);
}

} // namespace

Node *
instant_of(PlannerInfo *root, const Companions &companions, const ParsedCondition &parsed, const Comparison &comparison)
{
    Node *value =
        OidIsValid(comparison.type) ? timestamptz_of(companions, comparison.value, comparison.type) : comparison.value;
    if (comparison.compared == 0 || value == nullptr)
        return value;
    static constexpr const char *comparisons[] = {"<", "<=", "=", ">=", ">"};
    const Oid function = companions.functions[comparison.strategy == BTGreaterEqualStrategyNumber ? earliest : latest];
    const auto extreme = [&](int strategy, Node *of, const Unit *unit, Node *zone) {
        return call_of(function, TIMESTAMPTZOID,
                       list_of(text_constant(comparisons[strategy - 1]), of, text_constant(unit->name),
                               zone == nullptr ? text_constant("") : copyObjectImpl(zone)));
    };
    auto *compared = as_node(copyObjectImpl(value));
    int strategy = comparison.compared;
    if (parsed.of_instant) {
        compared = extreme(strategy, compared, unit_day, nullptr);
        strategy = comparison.strategy;
    }
    Node *call = extreme(strategy, compared, parsed.unit, parsed.zone);
    // The ends of a list of instants do not depend on the time zone, so they can be computed now.
    const bool known =
        parsed.key == as_node(parsed.time) && constant_of(value) != nullptr && exprType(value) == TIMESTAMPTZARRAYOID;
    return known ? estimate_expression_value(root, call) : call;
}

List *
ranges_by(PlannerInfo *root, const TimeBounds &bounds, const ParsedCondition &parsed)
{
    List *ranges = NIL;
    for (int i = 0; i < parsed.count; ++i) {
        const Comparison &comparison = parsed.comparisons[i];
        Node *value = instant_of(root, bounds.of, parsed, comparison);
        if (value == nullptr)
            return NIL;
        const auto add = [&](BoundName name) {
            const Oid opno = name == at_or_after || name == after ? bounds.at_least : bounds.at_most;
            if (Node *limit = limit_of(bounds, parsed.time, name, value))
                ranges = lappend(ranges, comparison_by(opno, bounds.id, limit, bounds.collation));
        };
        if (comparison.strategy >= BTEqualStrategyNumber)
            add(comparison.strategy == BTGreaterStrategyNumber ? after : at_or_after);
        if (comparison.strategy <= BTEqualStrategyNumber)
            add(comparison.strategy == BTLessStrategyNumber ? before : at_or_before);
    }
    return ranges;
}

} // namespace ulidkit
