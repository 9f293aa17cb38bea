// Finds the functions and operators that take the place of a condition on the time of an ID, and makes conditions of
// them.
#include "pg/postgres.hpp"

#include <array>

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/support_function.hpp"
#include "pg/planning/time_bounds.hpp"

namespace ulidkit {

namespace {

// Returns the library of a function that is written in C. Returns null if the function is written in another language.
char *
library_of(Oid function)
{
    HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
    if (!HeapTupleIsValid(tuple))
        return nullptr;
    char *library = nullptr;
    if (reinterpret_cast<Form_pg_proc>(GETSTRUCT(tuple))->prolang == ClanguageId) {
        bool isnull;
        const Datum name = SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_probin, &isnull);
        library = isnull ? nullptr : TextDatumGetCString(name);
    }
    ReleaseSysCache(tuple);
    return library;
}

} // namespace

Oid
function_beside(Oid function, const char *name, Oid result, const Oid *types, int count)
{
    const Oid callee = function_in(get_func_namespace(function), name, types, count);
    const char *library = OidIsValid(callee) && get_func_rettype(callee) == result ? library_of(callee) : nullptr;
    const char *own = library_of(function);
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

// Returns all functions that a plan can need.
std::array<Oid, 11>
functions_of(const Companions &companions)
{
    return {companions.function,           companions.bounds[0],
            companions.bounds[1],          companions.bounds[2],
            companions.bounds[3],          companions.conversions[0],
            companions.conversions[1],     companions.extremes[0],
            companions.extremes[1],        get_opcode(companions.at_least),
            get_opcode(companions.at_most)};
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
        found.bounds[i] = leakproof_beside(own, psprintf("%.*s_%s", static_cast<int>(suffix - name), name, names[i]),
                                           found.kind, types, count);
    if (found.exclusive) {
        found.bounds[before] = found.bounds[at_or_after];
        found.bounds[at_or_before] = found.bounds[after];
    }
}

// Returns the companions of the function, whether or not the user may execute them.
Companions
look_up_companions(Oid function, Oid type)
{
    Companions found = {};
    found.function = function;
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
    for (int i = 0; i < 2; ++i) {
        found.conversions[i] = leakproof_beside(own, "ulidkit_timestamptz", TIMESTAMPTZOID, &converted[i], 1);
        found.extremes[i] =
            leakproof_beside(own, i == 0 ? "ulidkit_earliest" : "ulidkit_latest", TIMESTAMPTZOID, types, 4);
    }
    found.complete = found.open = true;
    for (const Oid one : functions_of(found)) {
        found.complete = found.complete && OidIsValid(one);
        found.open = found.complete && found.open && may_call(one, ACL_ID_PUBLIC);
    }
    return found;
}

FunctionCache<Companions, 64> known_companions;

} // namespace

bool
find_companions(PlannerInfo *root, const FuncExpr *time, Oid type, Companions &found)
{
    const Oid function = time->funcid;
    found = known_companions.find([&](const Companions &one) { return one.function == function && one.type == type; },
                                  [&] { return look_up_companions(function, type); });
    if (found.open || !found.complete)
        return found.complete;
    bool executable = true;
    for (const Oid one : functions_of(found))
        executable = executable && may_execute(root, one);
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
    if (builtin_type_of(type) == nullptr && family == own_family(type))
        return true;
    bounds.at_least = id_operator(type, family, collation, BTGreaterEqualStrategyNumber);
    bounds.at_most =
        id_operator(type, family, collation, bounds.of.exclusive ? BTLessStrategyNumber : BTLessEqualStrategyNumber);
    return OidIsValid(bounds.at_least) && OidIsValid(bounds.at_most);
}

namespace {

// Returns the result of the function for the constants, none of which is NULL. The planner's own function for this is
// not used, because it sets up an executor.
Node *
result_of(Oid function, Oid result, const List *args)
{
    FmgrInfo found;
    fmgr_info(function, &found);
    LOCAL_FCINFO(fcinfo, FUNC_MAX_ARGS);
    InitFunctionCallInfoData(*fcinfo, &found, static_cast<short>(list_length(args)), InvalidOid, nullptr, nullptr);
    ListCell *cell;
    foreach (cell, args)
        fcinfo->args[foreach_current_index(cell)] = {lfirst_node(Const, cell)->constvalue, false};
    const Datum value = FunctionCallInvoke(fcinfo);
    std::int16_t length;
    bool by_value;
    get_typlenbyval(result, &length, &by_value);
    return reinterpret_cast<Node *>(makeConst(result, -1, InvalidOid, length, value, fcinfo->isnull, by_value));
}

} // namespace

Node *
call_or_result(Oid function, Oid result, List *args)
{
    bool known = func_volatile(function) == PROVOLATILE_IMMUTABLE;
    ListCell *cell;
    foreach (cell, args) {
        const auto *argument = static_cast<const Node *>(lfirst(cell));
        if (IsA(argument, Const) && reinterpret_cast<const Const *>(argument)->constisnull)
            return reinterpret_cast<Node *>(makeNullConst(result, -1, InvalidOid));
        known = known && IsA(argument, Const);
    }
    return known ? result_of(function, result, args)
                 : call_of(function, result, static_cast<List *>(copyObjectImpl(args)));
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
    Node *limit = call_or_result(bounds.of.bounds[name], bounds.of.kind, args);
    if (is_above_all(bounds, limit)) {
        if (name == before || name == at_or_before)
            return nullptr;
        limit = reinterpret_cast<Node *>(makeNullConst(bounds.of.kind, -1, InvalidOid));
    }
    return relabelled(limit, bounds.of.type);
}

Node *
comparison_by(Oid opno, const Node *id, Node *value, Oid collation)
{
    Expr *comparison = make_opclause(opno, BOOLOID, false, static_cast<Expr *>(copyObjectImpl(id)),
                                     reinterpret_cast<Expr *>(value), InvalidOid, collation);
    set_opfuncid(castNode(OpExpr, comparison));
    return reinterpret_cast<Node *>(comparison);
}

Node *
comparison_of(const TimeBounds &bounds, BoundName name, Node *limit)
{
    return comparison_by(name == at_or_after || name == after ? bounds.at_least : bounds.at_most, bounds.id, limit,
                         bounds.collation);
}

Node *
timestamptz_of(const Companions &companions, Node *value, Oid type)
{
    if (type == TIMESTAMPTZOID)
        return value;
    const Oid function = type == TIMESTAMPOID ? companions.conversions[0]
                         : type == DATEOID    ? companions.conversions[1]
                                              : InvalidOid;
    return OidIsValid(function) ? call_of(function, TIMESTAMPTZOID, list_of(copyObjectImpl(value))) : nullptr;
}

namespace {

Node *
text_constant(const char *text)
{
    return reinterpret_cast<Node *>(
        makeConst(TEXTOID, -1, DEFAULT_COLLATION_OID, -1, CStringGetTextDatum(text), false, false));
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
    const Oid function = companions.extremes[comparison.strategy == BTGreaterEqualStrategyNumber ? 0 : 1];
    const auto extreme = [&](int strategy, Node *of, const Unit *unit, Node *zone) {
        return call_of(function, TIMESTAMPTZOID,
                       list_of(text_constant(comparisons[strategy - 1]), of, text_constant(unit->name),
                               zone == nullptr ? text_constant("") : copyObjectImpl(zone)));
    };
    auto *compared = static_cast<Node *>(copyObjectImpl(value));
    int strategy = comparison.compared;
    if (parsed.of_instant) {
        compared = extreme(strategy, compared, unit_day, nullptr);
        strategy = comparison.strategy;
    }
    Node *call = extreme(strategy, compared, parsed.unit, parsed.zone);
    // The ends of a list of instants do not depend on the time zone, so they can be computed now.
    const bool known = parsed.key == reinterpret_cast<Node *>(parsed.time) && constant_of(value) != nullptr &&
                       exprType(value) == TIMESTAMPTZARRAYOID;
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
        each_end(comparison.strategy, [&](BoundName name) {
            if (Node *limit = limit_of(bounds, parsed.time, name, value))
                ranges = lappend(ranges, comparison_of(bounds, name, limit));
        });
    }
    return ranges;
}

} // namespace ulidkit
