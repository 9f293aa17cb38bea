// The functions and operators that stand for a condition on the time of an id.
#include "pg/postgres.hpp"

#include "pg/planning/bounds.hpp"
#include "pg/planning/guest_bounds.hpp"
#include "pg/planning/guests.hpp"
#include "pg/planning/table_facts.hpp"
#include "pg/planning/time_statistics.hpp"
#include "pg/types/foreign_ids.hpp"

namespace ulidkit {

bool
may_execute(PlannerInfo *root, Oid function)
{
    root->glob->dependsOnRole = true;
    return may_call(function);
}

namespace {

// The function `name` that came with `function`, in the same schema, or 0. It has to be leakproof, for two reasons: the
// condition it replaces was, and could be pushed below a security barrier; and only a superuser can mark a function
// leakproof, so nobody else can have put one in its place.
Oid
leakproof_beside(Oid function, const char *name, Oid result, const Oid *types, int count)
{
    const Oid callee =
        GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
                        PointerGetDatum(buildoidvector(types, count)), ObjectIdGetDatum(get_func_namespace(function)));
    return OidIsValid(callee) && get_func_rettype(callee) == result && get_func_leakproof(callee) ? callee : InvalidOid;
}

// 0 also if the user cannot execute it: the rewriting must not introduce errors of its own.
Oid
function_beside(PlannerInfo *root, Oid function, const char *name, Oid result, const Oid *types, int count)
{
    function = own_function(function);
    if (!OidIsValid(function))
        return InvalidOid;
    const Oid callee = leakproof_beside(function, name, result, types, count);
    return OidIsValid(callee) && may_execute(root, callee) ? callee : InvalidOid;
}

// What came with a function for the time, for ids of a type, remembered until a function changes.
struct Companions {
    Oid function;
    Oid type;
    Oid kind;
    Oid bounds[4];
    Oid guest[2];
    bool exclusive;
};

Companions companions[32];
int companion_count;
std::uint64_t function_changes;

void
forget_companions(Datum, CacheName, std::uint32_t)
{
    companion_count = 0;
    ++function_changes;
}

// The functions take a time and the further arguments of the time's function.
Companions
look_up_companions(Oid function, Oid type)
{
    Companions found = {function, type, InvalidOid, {}, {}, false};
    const Oid own = own_function(function);
    const char *name = OidIsValid(own) ? get_func_name(own) : "";
    const char *suffix = strstr(name, "_extract_timestamp");
    if (suffix == nullptr)
        return found;
    Oid *types;
    int count;
    get_func_signature(own, &types, &count);
    found.kind = types[0];
    types[0] = TIMESTAMPTZOID;
    static constexpr const char *names[] = {"at_or_after", "after", "before", "at_or_before"};
    for (int i = 0; i < 4; ++i)
        found.bounds[i] = leakproof_beside(own, psprintf("%.*s_%s", static_cast<int>(suffix - name), name, names[i]),
                                           found.kind, types, count);
    if (const GuestType *guest = guest_of(type)) {
        const Oid both[] = {type, type};
        found.exclusive = guest->exclusive;
        found.guest[0] = leakproof_beside(own, "ulidkit_at_least", BOOLOID, both, 2);
        found.guest[1] =
            leakproof_beside(own, guest->exclusive ? "ulidkit_below" : "ulidkit_at_most", BOOLOID, both, 2);
    }
    if (found.exclusive) {
        found.bounds[before] = found.bounds[at_or_after];
        found.bounds[at_or_before] = found.bounds[after];
    }
    return found;
}

Companions
companions_of(Oid function, Oid type)
{
    for (int i = 0; i < companion_count; ++i) {
        if (companions[i].function == function && companions[i].type == type)
            return companions[i];
    }
    static bool registered;
    if (!registered)
        CacheRegisterSyscacheCallback(PROCOID, forget_companions, 0);
    registered = true;
    const std::uint64_t changes = function_changes;
    const Companions found = look_up_companions(function, type);
    if (changes == function_changes && companion_count < static_cast<int>(lengthof(companions)))
        companions[companion_count++] = found;
    return found;
}

} // namespace

Node *
call_of(Oid function, Oid result, List *args)
{
    return reinterpret_cast<Node *>(makeFuncExpr(function, result, args, InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
}

Node *
evaluated(Oid function, Oid result, const List *args)
{
    FmgrInfo found;
    fmgr_info(function, &found);
    LOCAL_FCINFO(fcinfo, FUNC_MAX_ARGS);
    InitFunctionCallInfoData(*fcinfo, &found, static_cast<short>(list_length(args)), InvalidOid, nullptr, nullptr);
    ListCell *cell;
    foreach (cell, args) {
        const auto *argument = lfirst_node(Const, cell);
        Assert(!argument->constisnull);
        fcinfo->args[foreach_current_index(cell)] = {argument->constvalue, false};
    }
    const Datum value = FunctionCallInvoke(fcinfo);
    std::int16_t length;
    bool by_value;
    get_typlenbyval(result, &length, &by_value);
    return reinterpret_cast<Node *>(makeConst(result, -1, InvalidOid, length, value, fcinfo->isnull, by_value));
}

Node *
limit_of(PlannerInfo *root, const TimeBounds &bounds, const FuncExpr *time, BoundName name, Node *value)
{
    // The arguments after the id are constants: see is_layout().
    List *args = list_copy(time->args);
    linitial(args) = value;
    Node *limit = IsA(value, Const) && !castNode(Const, value)->constisnull
                      ? evaluated(bounds.functions[name], bounds.kind, args)
                      : eval_const_expressions(root, call_of(bounds.functions[name], bounds.kind,
                                                             static_cast<List *>(copyObjectImpl(args))));
    return applyRelabelType(limit, bounds.type, -1, InvalidOid, COERCE_EXPLICIT_CAST, -1, true);
}

namespace {

void
find_functions(PlannerInfo *root, const FuncExpr *time, bool guests, TimeBounds &bounds)
{
    const Companions found = companions_of(time->funcid, bounds.type);
    const auto executable = [&](Oid function) {
        return OidIsValid(function) && may_execute(root, function) ? function : InvalidOid;
    };
    bounds.kind = found.kind;
    bounds.exclusive = found.exclusive;
    for (int i = 0; i < 4; ++i)
        bounds.functions[i] = executable(found.bounds[i]);
    for (int i = 0; i < 2 && guests; ++i)
        bounds.guest[i] = executable(found.guest[i]);
}

bool
is_lower(BoundName name)
{
    return name == at_or_after || name == after;
}

Node *
not_null(const Node *id)
{
    auto *test = new_node<NullTest>(T_NullTest);
    test->arg = static_cast<Expr *>(copyObjectImpl(id));
    test->nulltesttype = IS_NOT_NULL;
    test->location = -1;
    return reinterpret_cast<Node *>(test);
}

Node *
text_constant(const char *text)
{
    return reinterpret_cast<Node *>(
        makeConst(TEXTOID, -1, DEFAULT_COLLATION_OID, -1, CStringGetTextDatum(text), false, false));
}

} // namespace

Node *
own_id(const FuncExpr *time)
{
    Node *column = bare_id(id_of(time));
    const Oid type = getBaseType(exprType(column));
    if (guest_of(type) == nullptr)
        return id_of(time);
    // A char(n) keeps its length, without which it is another expression than its index has.
    if (exprType(column) == type)
        return static_cast<Node *>(copyObjectImpl(column));
    return applyRelabelType(static_cast<Node *>(copyObjectImpl(column)), type, -1, exprCollation(column),
                            COERCE_IMPLICIT_CAST, -1, true);
}

Oid
btree_operator(Oid type, int strategy)
{
    const TypeCacheEntry *entry = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY);
    return get_opfamily_member(entry->btree_opf, type, type, static_cast<std::int16_t>(strategy));
}

int
time_strategy(Oid opno)
{
    return get_op_opfamily_strategy(opno, lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf);
}

TimeBounds
bounds_of(PlannerInfo *root, const FuncExpr *time, const Facts &facts)
{
    TimeBounds bounds = {};
    bounds.id = facts.by_cast ? id_of(time) : own_id(time);
    bounds.type = getBaseType(exprType(bounds.id));
    find_functions(root, time, !facts.foreign, bounds);
    const GuestType *guest = guest_of(bounds.type);
    const bool collated = guest != nullptr && guest->collated;
    const bool comparable = !collated || OidIsValid(facts.family);
    use_operators(bounds, collated && comparable ? facts.family : own_family(bounds.type),
                  collated && !comparable ? C_COLLATION_OID : facts.collation);
    bounds.callable = may_execute(root, time->funcid) && may_execute(root, get_opcode(bounds.at_least)) &&
                      may_execute(root, get_opcode(bounds.at_most));
    bounds.compared = facts.partitioned && comparable;
    if (guest != nullptr && !facts.foreign) {
        bounds.guests = !guest->interpolated;
        // An index can have other operators than those of the type.
        if (collated)
            bounds.callable = bounds.callable && OidIsValid(bounds.guest[0]) && OidIsValid(bounds.guest[1]);
    }
    return bounds;
}

bool
use_operators(TimeBounds &bounds, Oid family, Oid collation)
{
    bounds.at_least = id_operator(bounds.type, family, collation, BTGreaterEqualStrategyNumber);
    bounds.at_most = id_operator(bounds.type, family, collation,
                                 bounds.exclusive ? BTLessStrategyNumber : BTLessEqualStrategyNumber);
    bounds.collation = collation;
    return OidIsValid(bounds.at_least) && OidIsValid(bounds.at_most);
}

Node *
comparison_of(const TimeBounds &bounds, BoundName name, Node *limit)
{
    Expr *comparison = make_opclause(is_lower(name) ? bounds.at_least : bounds.at_most, BOOLOID, false,
                                     copy_of(bounds.id), reinterpret_cast<Expr *>(limit), InvalidOid, bounds.collation);
    set_opfuncid(castNode(OpExpr, comparison));
    return reinterpret_cast<Node *>(comparison);
}

List *
bound(PlannerInfo *root, const TimeBounds &bounds, const FuncExpr *time, BoundName name, Node *value, Weight weight,
      bool estimated)
{
    Node *limit = limit_of(root, bounds, time, name, value);
    const bool lower = is_lower(name);
    if (IsA(limit, Const)) {
        const auto *constant = castNode(Const, limit);
        if (constant->constisnull)
            return list_of(makeBoolConst(false, false));
        if (bounds.exclusive && is_end_bound(reinterpret_cast<varlena *>(DatumGetPointer(constant->constvalue))))
            return list_of(lower ? makeBoolConst(false, false) : not_null(bounds.id));
    }
    set_weight(root, bounds.id, limit, weight);
    // By which a bound of bytes is estimated.
    if (bounds.exclusive)
        keep_time_statistics(root, time);
    List *clauses = NIL;
    const Oid function = estimated || bounds.guests ? bounds.guest[lower ? 0 : 1] : InvalidOid;
    if (OidIsValid(function))
        clauses = list_of(guest_bound(root, function, bounds.type, lower, bounds.id, limit));
    if (bounds.compared || !OidIsValid(function))
        clauses = lappend(clauses, comparison_of(bounds, name, limit));
    return clauses;
}

void
reweigh(PlannerInfo *root, List *clauses, Weight weight)
{
    ListCell *cell;
    foreach (cell, clauses) {
        auto *clause = static_cast<Node *>(lfirst(cell));
        if (!is_opclause(clause) && !is_funcclause(clause))
            continue;
        List *args = is_opclause(clause) ? castNode(OpExpr, clause)->args : castNode(FuncExpr, clause)->args;
        set_weight(root, static_cast<Node *>(linitial(args)), static_cast<Node *>(lsecond(args)), weight);
    }
}

Oid
function_for_each_table(PlannerInfo *root, Oid beside)
{
    static constexpr Oid type = BOOLOID;
    return function_beside(root, beside, "ulidkit_for_each_table", BOOLOID, &type, 1);
}

Node *
timestamptz_of(PlannerInfo *root, const FuncExpr *time, Node *value, Oid type)
{
    if (type == TIMESTAMPTZOID)
        return value;
    const Oid function = function_beside(root, time->funcid, "ulidkit_timestamptz", TIMESTAMPTZOID, &type, 1);
    return OidIsValid(function) ? call_of(function, TIMESTAMPTZOID, list_of(copyObjectImpl(value))) : nullptr;
}

bool
can_convert_times(PlannerInfo *root, const FuncExpr *time)
{
    static constexpr Oid types[] = {TIMESTAMPOID, DATEOID};
    for (const Oid &type : types) {
        if (!OidIsValid(function_beside(root, time->funcid, "ulidkit_timestamptz", TIMESTAMPTZOID, &type, 1)))
            return false;
    }
    return true;
}

Node *
extreme_time(PlannerInfo *root, const char *name, const FuncExpr *time, int strategy, Node *value, const char *unit,
             Node *zone)
{
    static constexpr Oid types[] = {TEXTOID, ANYELEMENTOID, TEXTOID, TEXTOID};
    static constexpr const char *comparisons[] = {"<", "<=", "=", ">=", ">"};
    const Oid function = function_beside(root, time->funcid, name, TIMESTAMPTZOID, types, 4);
    if (!OidIsValid(function) || value == nullptr)
        return nullptr;
    return call_of(function, TIMESTAMPTZOID,
                   list_of(text_constant(comparisons[strategy - 1]), copyObjectImpl(value), text_constant(unit),
                           zone == nullptr ? text_constant("") : copyObjectImpl(zone)));
}

} // namespace ulidkit
