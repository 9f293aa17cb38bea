// Planning by the time of an id: rewriting. The time that `K_extract_timestamp(id)`, or `id::timestamptz`, returns
// never falls as the id rises, and so conditions and sort orders on the time can be written as conditions and sort
// orders on the id:
//
//   filter  time(id) >= t   becomes   id >= the first id at or after t, and so on for <, <=, = and >;
//   order   ORDER BY time(id)   becomes   ORDER BY id, which is one of the orders that were asked for;
//   ends    min and max of time(id) follow, as the planner plans them as ORDER BY ... LIMIT 1.
//
// PostgreSQL then does by itself all that it can do with an id: index conditions, ordered scans, partition pruning,
// BRIN. table_facts.cpp finds what a table has for the time itself, conversions.cpp reads forms in which the time is
// converted first, and estimates.cpp has the estimates.
//
// Why this hook. The planner calls it for each relation of a query after expressions are simplified, views and
// subqueries pulled up, and policies added, and before conditions are distributed to relations and sort keys are made.
// So the query's own jointree and sort clause can still be changed, and already show the table behind a view. It is
// also called in the planner runs for subqueries, and for the ORDER BY ... LIMIT 1 of min and max. planner_hook comes
// before views are pulled up and never sees the runs for subqueries, min and max. SupportRequestSimplify sees a
// function's call, but not the operator above it. SupportRequestIndexCondition makes index conditions, but neither
// partition pruning nor BRIN's exclusion nor an estimate nor a sort order. The order within query_planner() is no API:
// if it changes, no query is rewritten any more, and every test named time_* fails. The function has a support
// function, which simplification calls, so the library is loaded in time for the first query of a session.
//
// Why it is exact. For every value of t, also beyond the kind's range, infinite, between two of its units or null, and
// for every id, also null, the range is true for the same rows: if no id fits, the bound is null, and if all ids fit,
// it is the first or last of the kind. The range can be null where the comparison was false. Therefore only conditions
// that count as false when they are null are rewritten: those in WHERE and JOIN ... ON, through AND and OR, and not
// below NOT or anything else. Forms whose meaning depends on a time zone keep their condition; their range can be
// wider, and is never narrower.
//
// Ids of the core's types. The time of a uuid or bigint column, by a function of that type or by a cast to a kind that
// does not change its bytes, is planned with the column's own operators, which have the same order. A function of the
// time can have further arguments if they are constants: they are part of what the time is, and are passed to its
// bounds. A cast that checks each id can raise an error, and is left alone, as is an impossible layout of ids.
// snowflake_extract_timestamp() is not leakproof, because it raises an error for such a layout. Its range is, because
// the layout is known to be possible here, and so the range can go below a security barrier. The core's
// uuid_extract_timestamp() is in order only under a condition: see table_facts.cpp.
//
// What is left alone: values that are volatile or of the id's own table; ON of a FULL JOIN, which restricts no table
// and can need its equality; every other operator. An equality with another table's column stays in addition to its
// range, for hash and merge joins. So does one with a constant if the time is in another equality, because the planner
// infers a third from both. Between tables the range is made only where an index on the id can use it. The order stays
// if ids of one time must count as equal, or other rows than the table's are sorted: with a further sort key (except
// the id), WITH TIES, DISTINCT (except DISTINCT ON earlier keys), grouping, window functions, set operations and
// set-returning targets; and if no index gives the other order.
//
// How to extend it: a new form is an entry in conversions.cpp; a new reason to keep a condition is one in
// table_facts.cpp. A condition that is replaced, and not kept, must be equivalent to its range.
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "core/snowflake.hpp"
#include "pg/planning/conversions.hpp"
#include "pg/planning/estimates.hpp"
#include "pg/planning/rewriting.hpp"
#include "pg/planning/table_facts.hpp"
#include "pg/settings.hpp"
#include "pg/time.hpp"

namespace ulidkit {

static decltype(ULIDKIT_RELATION_HOOK) previous_hook = nullptr;

// Comparing a timestamp or date with a timestamptz is never out of range. The same values converted to timestamptz
// could be, so those within 8 days of its limits become infinite here: no time zone is more than a week from UTC, and
// no kind has times there.
constexpr std::int64_t near_the_ends = 8 * USECS_PER_DAY;

constexpr bool
is_far_from_the_ends(std::int64_t first, std::int64_t last)
{
    return to_timestamptz(first) > MIN_TIMESTAMP + 2 * near_the_ends &&
           to_timestamptz(last) < END_TIMESTAMP - 2 * near_the_ends;
}

static_assert(all_kinds.all([]<class K>(std::type_identity<K>) {
    return is_far_from_the_ends(K::lowest().time(), K::highest().time());
}));
static_assert(is_far_from_the_ends(Snowflake::first_time, Snowflake::last_time));

// The infinity that the local time `time` stands for, or 0.
static TimestampTz
infinity_of(Timestamp time)
{
    if (time < MIN_TIMESTAMP + near_the_ends)
        return DT_NOBEGIN;
    return time >= END_TIMESTAMP - near_the_ends ? DT_NOEND : 0;
}

static Datum
timestamp_to_timestamptz(FunctionCallInfo fcinfo)
{
    if (const TimestampTz infinity = infinity_of(PG_GETARG_TIMESTAMP(0)))
        PG_RETURN_TIMESTAMPTZ(infinity);
    return DirectFunctionCall1(timestamp_timestamptz, PG_GETARG_DATUM(0));
}

ULIDKIT_FUNCTION(ulidkit_timestamp_timestamptz, timestamp_to_timestamptz)

static Datum
date_to_timestamptz(FunctionCallInfo fcinfo)
{
    // The range of date exceeds that of timestamp on both sides.
    const std::int64_t first = MIN_TIMESTAMP / USECS_PER_DAY;
    const std::int64_t last = END_TIMESTAMP / USECS_PER_DAY;
    const std::int64_t day = Min(Max(PG_GETARG_DATEADT(0), first), last);
    if (const TimestampTz infinity = infinity_of(day * USECS_PER_DAY))
        PG_RETURN_TIMESTAMPTZ(infinity);
    return DirectFunctionCall1(date_timestamptz, PG_GETARG_DATUM(0));
}

ULIDKIT_FUNCTION(ulidkit_date_timestamptz, date_to_timestamptz)

static Expr *
copy_of(Node *node)
{
    return static_cast<Expr *>(copyObjectImpl(node));
}

// The id as a value of its column's type, if that is a type of the core with the same order, as for `column::ulid` of a
// uuid: then the column's own index and statistics are used. For a domain it is the base type.
static Node *
own_id(const FuncExpr *time)
{
    Node *column = without_casts(id_of(time));
    const Oid type = getBaseType(exprType(column));
    if (type != UUIDOID && type != INT8OID)
        return id_of(time);
    return applyRelabelType(static_cast<Node *>(copyObjectImpl(column)), type, -1, InvalidOid, COERCE_IMPLICIT_CAST, -1,
                            true);
}

// The member of the default btree operator family of `type` for a strategy.
static Oid
btree_operator(Oid type, int strategy)
{
    const TypeCacheEntry *entry = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY);
    return get_opfamily_member(entry->btree_opf, type, type, static_cast<std::int16_t>(strategy));
}

// How the operator compares a time with its other argument: a btree strategy, or 0.
static int
time_strategy(Oid opno)
{
    return get_op_opfamily_strategy(opno, lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf);
}

// Whether the present user has the privilege. The plan then depends on the role, and is made again for another.
static bool
may_execute(PlannerInfo *root, Oid function)
{
    root->glob->dependsOnRole = true;
    return DatumGetBool(
        DirectFunctionCall2(has_function_privilege_id, ObjectIdGetDatum(function), CStringGetTextDatum("EXECUTE")));
}

// The function `name` that came with `function`, in the same schema. 0 if there is none, or none that the user can
// execute: the rewriting must not introduce errors of its own. The callee has to be leakproof, for two reasons: the
// condition it replaces was, and could be pushed below a security barrier; and only a superuser can mark a function
// leakproof, so nobody else can have put one in its place.
static Oid
function_beside(PlannerInfo *root, Oid function, const char *name, Oid result, const Oid *types, int count)
{
    function = own_function(function);
    if (!OidIsValid(function))
        return InvalidOid;
    const Oid callee =
        GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
                        PointerGetDatum(buildoidvector(types, count)), ObjectIdGetDatum(get_func_namespace(function)));
    const bool usable = OidIsValid(callee) && get_func_rettype(callee) == result && get_func_leakproof(callee) &&
                        may_execute(root, callee);
    return usable ? callee : InvalidOid;
}

static Node *
call(Oid function, Oid result, List *args)
{
    return reinterpret_cast<Node *>(makeFuncExpr(function, result, args, InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
}

// The one relation whose columns `id` is made of, if that is a table or a UNION ALL. Otherwise 0.
static int
relation_of(PlannerInfo *root, Node *id)
{
    int relation = 0;
    ListCell *cell;
    foreach (cell, pull_var_clause(id, PVC_RECURSE_PLACEHOLDERS)) {
        const int number = static_cast<int>(lfirst_node(Var, cell)->varno);
        if (relation != 0 && number != relation)
            return 0;
        relation = number;
    }
    if (relation == 0)
        return 0;
    const RangeTblEntry *entry = root->simple_rte_array[relation];
    const bool readable = entry->rtekind == RTE_RELATION || (entry->rtekind == RTE_SUBQUERY && entry->inh);
    return readable && !contain_volatile_functions(id) && !contain_subplans(id) ? relation : 0;
}

enum BoundName { at_or_after, after, before, at_or_before };

// The facts about the time of one id in one planner run.
struct Known {
    int relation;
    Node *key; // what an index can have: the time, or a form of it
    Facts facts;
    bool callable; // the user can execute what is replaced and the operators that replace it
    Node *id;      // as a value of the type whose operators are used
    Oid type;
    Oid kind;      // the type of the bounds, which has the same order
    Oid bounds[4]; // by BoundName; 0: none that the user can execute
    Oid at_least;  // the operators >= and <= of the type
    Oid at_most;
};

// Conditions that hold together, and with those around them.
struct Context {
    List *conditions;
    const Context *outer;
    bool semijoin; // they join the tables of an EXISTS or IN
    bool in_or;
};

// One run of the planner.
struct Run {
    PlannerInfo *root;
    List *known = NIL;      // of Known
    List *conditions = NIL; // all that hold of the query's rows, at any depth of its joins
};

// The bounds of the time, which take a time and the further arguments of its function.
static void
find_bounds(PlannerInfo *root, const FuncExpr *time, Known &known)
{
    const Oid function = own_function(time->funcid);
    const char *name = OidIsValid(function) ? get_func_name(function) : "";
    const char *suffix = strstr(name, "_extract_timestamp");
    if (suffix == nullptr)
        return;
    Oid *types;
    int count;
    get_func_signature(function, &types, &count);
    known.kind = types[0];
    types[0] = TIMESTAMPTZOID;
    static constexpr const char *names[] = {"at_or_after", "after", "before", "at_or_before"};
    for (int i = 0; i < 4; ++i)
        known.bounds[i] =
            function_beside(root, function, psprintf("%.*s_%s", static_cast<int>(suffix - name), name, names[i]),
                            known.kind, types, count);
}

static const Known &
known_of(Run &run, int relation, const FuncExpr *time, Node *key)
{
    ListCell *cell;
    foreach (cell, run.known) {
        const auto *known = static_cast<Known *>(lfirst(cell));
        if (known->relation == relation && equal(known->key, key))
            return *known;
    }
    auto *known = static_cast<Known *>(palloc0(sizeof(Known)));
    run.known = lappend(run.known, known);
    known->relation = relation;
    known->key = key;
    known->facts = facts_of(run.root, relation, time, key);
    known->id = known->facts.by_cast ? id_of(time) : own_id(time);
    known->type = getBaseType(exprType(known->id));
    known->at_least = btree_operator(known->type, BTGreaterEqualStrategyNumber);
    known->at_most = btree_operator(known->type, BTLessEqualStrategyNumber);
    known->callable = may_execute(run.root, time->funcid) && may_execute(run.root, get_opcode(known->at_least)) &&
                      may_execute(run.root, get_opcode(known->at_most));
    find_bounds(run.root, time, *known);
    // The plan does not call the function that it replaces, but depends on it.
    if (known->callable)
        record_plan_function_dependency(run.root, time->funcid);
    return *known;
}

// Whether a condition fixes the key of an index: it equals a value that is the same for all rows. `one`: and only one.
static bool
fixes(PlannerInfo *root, Node *condition, Node *key, Oid family, bool one)
{
    Oid opno;
    List *args;
    if (is_opclause(condition)) {
        opno = castNode(OpExpr, condition)->opno;
        args = castNode(OpExpr, condition)->args;
    } else if (!one && IsA(condition, ScalarArrayOpExpr) && castNode(ScalarArrayOpExpr, condition)->useOr) {
        opno = castNode(ScalarArrayOpExpr, condition)->opno;
        args = castNode(ScalarArrayOpExpr, condition)->args;
    } else {
        return false;
    }
    if (list_length(args) != 2 || get_op_opfamily_strategy(opno, family) != BTEqualStrategyNumber)
        return false;
    const auto is_key = [&](Node *node) {
        node = without_nulling(root, copyObjectImpl(node));
        while (IsA(node, RelabelType))
            node = reinterpret_cast<Node *>(castNode(RelabelType, node)->arg);
        return equal(node, key);
    };
    auto *left = static_cast<Node *>(linitial(args));
    auto *right = static_cast<Node *>(lsecond(args));
    return (bms_is_empty(pull_varnos(root, right)) && is_key(left)) ||
           (bms_is_empty(pull_varnos(root, left)) && is_key(right));
}

static bool
is_fixed(PlannerInfo *root, const Context *context, Node *key, Oid family, bool one)
{
    for (; context != nullptr; context = context->outer) {
        ListCell *cell;
        foreach (cell, context->conditions) {
            if (fixes(root, static_cast<Node *>(lfirst(cell)), key, family, one))
                return true;
        }
    }
    return false;
}

// Whether an index on the time itself can serve the condition, or, if `sorted` is not null, an order by these
// expressions and then the time: see table_facts.cpp.
static bool
is_served(PlannerInfo *root, const Facts &facts, const Context *context, List *const *sorted)
{
    ListCell *cell;
    foreach (cell, facts.indexes) {
        const auto *index = static_cast<TimeIndex *>(lfirst(cell));
        if (!index->ordered && (facts.id_indexed || sorted != nullptr))
            continue;
        bool serves = true;
        ListCell *key;
        ListCell *family;
        forboth(key, index->ordered ? index->leading : NIL, family, index->families)
        {
            auto *expression = static_cast<Node *>(lfirst(key));
            serves = serves && ((sorted != nullptr && list_member(*sorted, expression)) ||
                                is_fixed(root, context, expression, lfirst_oid(family), sorted != nullptr));
        }
        if (serves && index->predicate != NIL) {
            List *conditions = NIL;
            for (const Context *level = context; level != nullptr; level = level->outer)
                conditions = list_concat(conditions, level->conditions);
            serves = predicate_implied_by(index->predicate, conditions, false);
        }
        if (serves)
            return true;
    }
    return false;
}

// A condition on the time of an id, read as one or two comparisons with values of type timestamptz.
struct Comparison {
    int strategy; // `time strategy value`
    Node *value;  // null: none can be made
};

struct Reading {
    FuncExpr *time;
    Node *operand; // as in the condition: the time, or a column of a UNION ALL that is the time
    Node *key;     // what an index can have of it
    Comparison comparisons[2];
    int count;
    bool exact;    // otherwise the condition implies the comparisons, but says more
    bool equality; // the condition is an equality
};

// The replacement of a condition.
struct Meaning {
    List *clauses = NIL;        // an AND list; empty: the condition is left alone
    bool kept = false;          // the condition stays in addition to them
    FuncExpr *ranged = nullptr; // the time in it, if its estimate is not to count
    Node *operand = nullptr;    // as it stands there
};

// K_<name>(value), as a value of the id's type.
static Node *
limit_of(PlannerInfo *root, const Known &known, const FuncExpr *time, BoundName name, Node *value)
{
    auto *args = static_cast<List *>(copyObjectImpl(time->args));
    linitial(args) = copyObjectImpl(value);
    Node *limit = eval_const_expressions(root, call(known.bounds[name], known.kind, args));
    return applyRelabelType(limit, known.type, -1, InvalidOid, COERCE_EXPLICIT_CAST, -1, true);
}

// `id >= K_<name>(value)`, or <=: FALSE if the bound is known to be null.
static Node *
bound(PlannerInfo *root, const Known &known, const FuncExpr *time, BoundName name, Node *value, Weight weight)
{
    Node *limit = limit_of(root, known, time, name, value);
    if (IsA(limit, Const) && castNode(Const, limit)->constisnull)
        return makeBoolConst(false, false);
    set_weight(limit, weight);
    const bool lower = name == at_or_after || name == after;
    Expr *clause = make_opclause(lower ? known.at_least : known.at_most, BOOLOID, false, copy_of(known.id),
                                 reinterpret_cast<Expr *>(limit), InvalidOid, InvalidOid);
    set_opfuncid(castNode(OpExpr, clause));
    return reinterpret_cast<Node *>(clause);
}

// `ulidkit_between(id, K_at_or_after(value), K_at_or_before(value))`: see estimates.cpp. Null: not possible.
static Node *
look_up(PlannerInfo *root, const Known &known, const FuncExpr *time, Node *value)
{
    const Oid types[] = {known.type, known.type, known.type};
    const Oid function = function_beside(root, time->funcid, "ulidkit_between", BOOLOID, types, lengthof(types));
    if (!OidIsValid(function) || !OidIsValid(known.bounds[at_or_after]) || !OidIsValid(known.bounds[at_or_before]))
        return nullptr;
    return call(function, BOOLOID,
                list_of(copyObjectImpl(known.id), static_cast<void *>(limit_of(root, known, time, at_or_after, value)),
                        static_cast<void *>(limit_of(root, known, time, at_or_before, value))));
}

// Sets the weight of bounds that bound() made.
static void
reweigh(List *clauses, Weight weight)
{
    ListCell *cell;
    foreach (cell, clauses) {
        auto *clause = static_cast<Node *>(lfirst(cell));
        if (is_opclause(clause))
            set_weight(static_cast<Node *>(lsecond(castNode(OpExpr, clause)->args)), weight);
    }
}

static Meaning
meaning_of(Run &run, const Context &context, Node *condition, const Reading &reading)
{
    PlannerInfo *root = run.root;
    Node *id = id_of(reading.time);
    const int relation = relation_of(root, id);
    if (relation == 0)
        return {};
    bool has_subplans = false;
    Relids others = nullptr;
    for (int i = 0; i < reading.count; ++i) {
        Node *value = reading.comparisons[i].value;
        if (value == nullptr || contain_volatile_functions(value))
            return {};
        has_subplans = has_subplans || contain_subplans(value);
        others = bms_add_members(others, pull_varnos(root, value));
    }
    if (bms_is_member(relation, others))
        return {};
    const Known &known = known_of(run, relation, reading.time, reading.key);
    const Facts &facts = known.facts;
    if (!known.callable || facts.as_written)
        return {};
    const bool served = is_served(root, facts, &context, nullptr);
    if (served && !facts.partitioned)
        return {};
    // For a join, or an id that has to be computed, only an index makes a range worthwhile. An equality makes the inner
    // rows of a semijoin unique, and a range in addition would hide that.
    const bool join = !bms_is_empty(others);
    if ((join || column_of(known.id) == 0) && !facts.id_perhaps_indexed)
        return {};
    if (join && reading.equality && context.semijoin)
        return {};

    const bool one = reading.exact && reading.equality;
    bool kept = facts.kept || !reading.exact || served || (join && one);
    if (!kept && one && !context.in_or) {
        // Two equalities of the time form an equivalence class.
        ListCell *cell;
        foreach (cell, run.conditions) {
            auto *other = static_cast<Node *>(lfirst(cell));
            kept = kept || (other != condition && is_opclause(other) &&
                            time_strategy(castNode(OpExpr, other)->opno) == BTEqualStrategyNumber &&
                            list_member(castNode(OpExpr, other)->args, reading.operand));
        }
    }
    // The value occurs more than once, and a subplan can be expensive.
    if (has_subplans && (reading.equality || kept))
        return {};
    // If only an index on the time can be used, its estimate is that of the condition.
    const bool weightless = served && !facts.id_indexed;
    const Weight weight = weightless     ? Weight::none
                          : one          ? Weight::equality
                          : join && kept ? Weight::none_in_joins
                                         : Weight::full;
    Meaning meaning;
    bool complete = true;
    const auto add = [&](BoundName name, Node *value) {
        complete = complete && OidIsValid(known.bounds[name]);
        if (complete)
            meaning.clauses = lappend(meaning.clauses, bound(root, known, reading.time, name, value, weight));
    };
    if (join && one && is_estimated_by_core(known.type)) {
        Node *range = look_up(root, known, reading.time, reading.comparisons[0].value);
        if (range == nullptr)
            return {};
        meaning.clauses = list_of(range);
        // Partitions are pruned by comparisons alone.
        if (!facts.partitioned)
            return {meaning.clauses, kept};
    }
    for (int i = 0; i < reading.count; ++i) {
        Node *value = reading.comparisons[i].value;
        switch (reading.comparisons[i].strategy) {
        case BTGreaterStrategyNumber:
            add(after, value);
            break;
        case BTGreaterEqualStrategyNumber:
            add(at_or_after, value);
            break;
        case BTEqualStrategyNumber:
            add(at_or_after, value);
            add(at_or_before, value);
            break;
        case BTLessEqualStrategyNumber:
            add(at_or_before, value);
            break;
        case BTLessStrategyNumber:
            add(before, value);
            break;
        }
    }
    if (!complete)
        return {};
    meaning.kept = kept;
    if (kept && !join && !weightless) {
        meaning.ranged = reading.time;
        meaning.operand = reading.operand;
    }
    return meaning;
}

// A value as timestamptz, converted as the operators convert a timestamp or date. Null: not possible.
static Node *
timestamptz_of(PlannerInfo *root, const FuncExpr *time, Node *value, Oid type)
{
    if (type == TIMESTAMPTZOID)
        return value;
    const Oid function = function_beside(root, time->funcid, "ulidkit_timestamptz", TIMESTAMPTZOID, &type, 1);
    return OidIsValid(function) ? call(function, TIMESTAMPTZOID, list_of(copyObjectImpl(value))) : nullptr;
}

static Node *
text_constant(const char *text)
{
    return reinterpret_cast<Node *>(
        makeConst(TEXTOID, -1, DEFAULT_COLLATION_OID, -1, CStringGetTextDatum(text), false, false));
}

// ulidkit_<name>() of conversions.cpp: the first or last time that compares by `strategy` with the value.
static Node *
extreme(PlannerInfo *root, const char *name, const FuncExpr *time, int strategy, Node *value, const char *unit,
        Node *zone)
{
    static constexpr Oid types[] = {TEXTOID, ANYELEMENTOID, TEXTOID, TEXTOID};
    static constexpr const char *comparisons[] = {"<", "<=", "=", ">=", ">"};
    const Oid function = function_beside(root, time->funcid, name, TIMESTAMPTZOID, types, 4);
    if (!OidIsValid(function) || value == nullptr)
        return nullptr;
    return call(function, TIMESTAMPTZOID,
                list_of(text_constant(comparisons[strategy - 1]), copyObjectImpl(value), text_constant(unit),
                        zone == nullptr ? text_constant("") : copyObjectImpl(zone)));
}

// Reads `form strategy value` as a range between the first and the last time for which it can be true.
static Reading
between_extremes(PlannerInfo *root, const Form &form, Node *key, int strategy, Node *value)
{
    Reading reading = {form.time, form.operand, key, {}, 0, false, strategy == BTEqualStrategyNumber};
    if (strategy >= BTEqualStrategyNumber)
        reading.comparisons[reading.count++] = {
            BTGreaterEqualStrategyNumber,
            extreme(root, "ulidkit_earliest", form.time, strategy, value, form.unit, form.zone)};
    if (strategy <= BTEqualStrategyNumber)
        reading.comparisons[reading.count++] = {
            BTLessEqualStrategyNumber,
            extreme(root, "ulidkit_latest", form.time, strategy, value, form.unit, form.zone)};
    return reading;
}

// `time <@ range`, with a constant range. From 17 on the server itself makes comparisons of it.
static Meaning
meaning_of_containment(Run &run, const Context &context, OpExpr *clause, Node *operand, Node *range)
{
    FuncExpr *time = extracted_time(run.root, operand);
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
                    makeConst(TIMESTAMPTZOID, -1, InvalidOid, sizeof(TimestampTz), value, false, FLOAT8PASSBYVAL))};
    };
    return meaning_of(run, context, reinterpret_cast<Node *>(clause),
                      {time,
                       operand,
                       reinterpret_cast<Node *>(time),
                       {side(lower, DT_NOBEGIN, BTGreaterEqualStrategyNumber, BTGreaterStrategyNumber),
                        side(upper, DT_NOEND, BTLessEqualStrategyNumber, BTLessStrategyNumber)},
                       2,
                       true,
                       false});
}

// `form strategy value`, for a form of an id's time.
static Meaning
meaning_of_form(Run &run, const Context &context, OpExpr *clause, const Form &form, int strategy, Node *side,
                Node *value, Oid value_type)
{
    if (strategy == 0)
        return {};
    if (form.zone != nullptr && !bms_is_empty(pull_varnos(run.root, form.zone)))
        return {};
    if (form.type == TIMESTAMPTZOID)
        value = timestamptz_of(run.root, form.time, value, value_type);
    return meaning_of(run, context, reinterpret_cast<Node *>(clause),
                      between_extremes(run.root, form, side, strategy, value));
}

static Meaning
meaning_of(Run &run, const Context &context, OpExpr *clause)
{
    if (list_length(clause->args) != 2)
        return {};
    PlannerInfo *root = run.root;
    auto *left = static_cast<Node *>(linitial(clause->args));
    auto *right = static_cast<Node *>(lsecond(clause->args));
    if (clause->opno == OID_RANGE_ELEM_CONTAINED_OP)
        return meaning_of_containment(run, context, clause, left, right);
    if (clause->opno == OID_RANGE_CONTAINS_ELEM_OP)
        return meaning_of_containment(run, context, clause, right, left);
    Oid left_type;
    Oid right_type;
    FuncExpr *left_time = extracted_time(root, left);
    FuncExpr *right_time = extracted_time(root, right);
    if (left_time == nullptr && right_time == nullptr) {
        Form form;
        const bool on_left = as_form(root, left, form);
        if (!on_left && !as_form(root, right, form))
            return {};
        op_input_types(clause->opno, &left_type, &right_type);
        if (on_left)
            return meaning_of_form(run, context, clause, form, form_strategy(form, clause->opno, right_type), left,
                                   right, right_type);
        const int strategy = form_strategy(form, clause->opno, left_type);
        return meaning_of_form(run, context, clause, form, strategy == 0 ? 0 : BTCommuteStrategyNumber(strategy), right,
                               left, left_type);
    }
    const int strategy = time_strategy(clause->opno);
    if (strategy == 0)
        return {};
    op_input_types(clause->opno, &left_type, &right_type);
    auto *condition = reinterpret_cast<Node *>(clause);
    const auto read = [&](FuncExpr *time, Node *operand, int by, Node *value, Oid type) -> Meaning {
        if (time == nullptr)
            return {};
        return meaning_of(run, context, condition,
                          {time,
                           operand,
                           reinterpret_cast<Node *>(time),
                           {{by, timestamptz_of(root, time, value, type)}},
                           1,
                           true,
                           by == BTEqualStrategyNumber});
    };
    Meaning by_left = read(left_time, left, strategy, right, right_type);
    Meaning by_right = read(right_time, right, BTCommuteStrategyNumber(strategy), left, left_type);
    if (left_time == nullptr || right_time == nullptr)
        return left_time != nullptr ? by_left : by_right;
    // The times of two tables' ids: make a range for each, because only the planner decides which table is looked up by
    // the other. A table without a range can have an index on the time, which needs the comparison.
    const auto left_alone = [&](const FuncExpr *time, const Meaning &meaning) {
        return meaning.clauses == NIL && relation_of(root, id_of(time)) != 0;
    };
    if (by_left.clauses == NIL && by_right.clauses == NIL)
        return {};
    const bool kept =
        by_left.kept || by_right.kept || left_alone(left_time, by_left) || left_alone(right_time, by_right);
    // The condition counts once.
    if (strategy != BTEqualStrategyNumber) {
        reweigh(by_right.clauses, Weight::none_in_joins);
        if (kept)
            reweigh(by_left.clauses, Weight::none_in_joins);
    }
    return {list_concat(by_left.clauses, by_right.clauses), kept};
}

// Whether one of the conditions is FALSE.
static bool
is_false(List *conditions)
{
    ListCell *cell;
    foreach (cell, conditions) {
        auto *condition = static_cast<Node *>(lfirst(cell));
        if (IsA(condition, Const) && !DatumGetBool(castNode(Const, condition)->constvalue))
            return true;
    }
    return false;
}

// Adds an AND list of conditions to the arms of an OR.
static void
add_arm(List *&arms, List *conditions)
{
    auto *arm = reinterpret_cast<Node *>(make_ands_explicit(conditions));
    if (is_orclause(arm))
        arms = list_concat(arms, castNode(BoolExpr, arm)->args);
    else if (!is_false(conditions))
        arms = lappend(arms, arm);
}

// The OR of the arms, as an AND list.
static List *
any_of(List *arms)
{
    if (list_length(arms) > 1)
        return list_of(make_orclause(arms));
    return arms == NIL ? list_of(makeBoolConst(false, false)) : make_ands_implicit(static_cast<Expr *>(linitial(arms)));
}

// `time IN (...)` or `time = ANY (array)`: an OR of ranges if the elements are known and few, otherwise a range in
// addition.
static Meaning
meaning_of(Run &run, const Context &context, ScalarArrayOpExpr *clause)
{
    constexpr int few = 100;
    PlannerInfo *root = run.root;
    auto *operand = static_cast<Node *>(linitial(clause->args));
    auto *array = static_cast<Node *>(lsecond(clause->args));
    FuncExpr *time = extracted_time(root, operand);
    if (time == nullptr || !clause->useOr || time_strategy(clause->opno) != BTEqualStrategyNumber)
        return {};
    Oid left_type;
    Oid type;
    op_input_types(clause->opno, &left_type, &type);
    auto *condition = reinterpret_cast<Node *>(clause);
    auto *key = reinterpret_cast<Node *>(time);
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
            // No time is equal to NULL.
            if (!nulls[i])
                elements = lappend(elements, makeConst(type, -1, InvalidOid, length, values[i], false, by_value));
        }
    }
    if (elements != NIL && list_length(elements) <= few) {
        const Context arm = {NIL, &context, context.semijoin, true};
        List *arms = NIL;
        bool exact = true;
        ListCell *cell;
        foreach (cell, elements) {
            auto *element = static_cast<Node *>(lfirst(cell));
            const Meaning meaning = meaning_of(run, arm, condition,
                                               {time,
                                                operand,
                                                key,
                                                {{BTEqualStrategyNumber, timestamptz_of(root, time, element, type)}},
                                                1,
                                                true,
                                                true});
            exact = exact && meaning.clauses != NIL && !meaning.kept;
            add_arm(arms, meaning.clauses);
        }
        if (exact)
            return {any_of(arms)};
    }
    if (type != TIMESTAMPTZOID)
        return {};
    return meaning_of(run, context, condition,
                      between_extremes(root, {time, operand, "microseconds", nullptr, TIMESTAMPTZOID}, key,
                                       BTEqualStrategyNumber, array));
}

// `(time, ...) < (value, ...)`, as used to ask for the next page: no time is after the value, and the condition stays.
static Meaning
meaning_of(Run &run, const Context &context, RowCompareExpr *clause)
{
    const int strategy = time_strategy(linitial_oid(clause->opnos));
    if (strategy == 0)
        return {};
    auto *left = static_cast<Node *>(linitial(clause->largs));
    auto *right = static_cast<Node *>(linitial(clause->rargs));
    FuncExpr *left_time = extracted_time(run.root, left);
    FuncExpr *right_time = extracted_time(run.root, right);
    if ((left_time == nullptr) == (right_time == nullptr))
        return {};
    FuncExpr *time = left_time != nullptr ? left_time : right_time;
    Oid left_type;
    Oid right_type;
    op_input_types(linitial_oid(clause->opnos), &left_type, &right_type);
    const int of_row = strategy_of(clause);
    const bool less = of_row == BTLessStrategyNumber || of_row == BTLessEqualStrategyNumber;
    if (!less && of_row != BTGreaterStrategyNumber && of_row != BTGreaterEqualStrategyNumber)
        return {};
    Node *value =
        timestamptz_of(run.root, time, time == left_time ? right : left, time == left_time ? right_type : left_type);
    return meaning_of(
        run, context, reinterpret_cast<Node *>(clause),
        {time,
         time == left_time ? left : right,
         reinterpret_cast<Node *>(time),
         {{less == (time == left_time) ? BTLessEqualStrategyNumber : BTGreaterEqualStrategyNumber, value}},
         1,
         false,
         false});
}

// A time is null where its id is.
static Meaning
meaning_of(Run &run, const Context &context, NullTest *clause)
{
    FuncExpr *time = extracted_time(run.root, reinterpret_cast<Node *>(clause->arg));
    const int relation = time == nullptr ? 0 : relation_of(run.root, id_of(time));
    if (relation == 0)
        return {};
    const Known &known = known_of(run, relation, time, reinterpret_cast<Node *>(time));
    if (!known.callable || known.facts.as_written || is_served(run.root, known.facts, &context, nullptr))
        return {};
    auto *test = static_cast<NullTest *>(copyObjectImpl(clause));
    test->arg = copy_of(known.id);
    return {list_of(test), known.facts.kept};
}

static Meaning
meaning_of(Run &run, const Context &context, Node *clause)
{
    if (IsA(clause, OpExpr))
        return meaning_of(run, context, castNode(OpExpr, clause));
    if (IsA(clause, ScalarArrayOpExpr))
        return meaning_of(run, context, castNode(ScalarArrayOpExpr, clause));
    if (IsA(clause, RowCompareExpr))
        return meaning_of(run, context, castNode(RowCompareExpr, clause));
    if (IsA(clause, NullTest))
        return meaning_of(run, context, castNode(NullTest, clause));
    return {};
}

struct Substitution {
    Node *from;
    Node *to;
};

static Node *
substitute(Node *node, void *context)
{
    const auto *substitution = static_cast<Substitution *>(context);
    if (node == nullptr || equal(node, substitution->from))
        return node == nullptr ? nullptr : static_cast<Node *>(copyObjectImpl(substitution->to));
    return ULIDKIT_MUTATE(node, substitute, context);
}

// A condition that stays, with its time marked. A column of a UNION ALL becomes the call itself, because each of its
// tables would otherwise get its own.
static Node *
with_ranged_time(Node *clause, const Meaning &meaning)
{
    mark_as_ranged(meaning.ranged);
    Substitution substitution = {meaning.operand, reinterpret_cast<Node *>(meaning.ranged)};
    return IsA(meaning.operand, Var) ? substitute(clause, &substitution) : clause;
}

static List *rewrite_or(Run &run, const Context &context, Node *clause);

// Rewrites the context's AND list in terms of ids. Returns the same list if nothing changed. Ranges precede the
// conditions that stay, which the estimates rely on.
static List *
rewrite(Run &run, const Context &context)
{
    List *result = NIL;
    bool changed = false;
    ListCell *cell;
    foreach (cell, context.conditions) {
        auto *clause = static_cast<Node *>(lfirst(cell));
        if (is_orclause(clause)) {
            List *rewritten = rewrite_or(run, context, clause);
            changed = changed || linitial(rewritten) != clause;
            result = list_concat(result, rewritten);
            continue;
        }
        const Meaning meaning = meaning_of(run, context, clause);
        changed = changed || meaning.clauses != NIL;
        result = list_concat(result, meaning.clauses);
        if (meaning.clauses == NIL || meaning.kept)
            result = lappend(result, meaning.ranged == nullptr ? clause : with_ranged_time(clause, meaning));
    }
    if (!changed)
        return context.conditions;
    return is_false(result) ? list_of(makeBoolConst(false, false)) : result;
}

// Rewrites an OR in terms of ids. Returns an AND list, which has the OR itself if nothing changed.
static List *
rewrite_or(Run &run, const Context &context, Node *clause)
{
    check_stack_depth();
    List *arms = NIL;
    bool changed = false;
    ListCell *cell;
    foreach (cell, castNode(BoolExpr, clause)->args) {
        auto *arm = static_cast<Node *>(lfirst(cell));
        const Context within = {make_ands_implicit(reinterpret_cast<Expr *>(arm)), &context, context.semijoin, true};
        List *rewritten = rewrite(run, within);
        if (rewritten == within.conditions) {
            arms = lappend(arms, arm);
            continue;
        }
        changed = true;
        add_arm(arms, rewritten);
    }
    return changed ? any_of(arms) : list_of(clause);
}

static Node *
rewrite_quals(Run &run, Node *quals, bool semijoin = false)
{
    const Context around = {run.conditions, nullptr, false, false};
    const Context context = {reinterpret_cast<List *>(quals), &around, semijoin, false};
    return reinterpret_cast<Node *>(rewrite(run, context));
}

// All conditions of the jointree, in a new list.
static List *
conditions_of(Node *node)
{
    ListCell *cell;
    if (IsA(node, FromExpr)) {
        List *conditions = list_copy(reinterpret_cast<List *>(castNode(FromExpr, node)->quals));
        foreach (cell, castNode(FromExpr, node)->fromlist)
            conditions = list_concat(conditions, conditions_of(static_cast<Node *>(lfirst(cell))));
        return conditions;
    }
    if (!IsA(node, JoinExpr))
        return NIL;
    const auto *join = castNode(JoinExpr, node);
    return list_concat(list_concat(list_copy(reinterpret_cast<List *>(join->quals)), conditions_of(join->larg)),
                       conditions_of(join->rarg));
}

static void
rewrite_jointree(Run &run, Node *node)
{
    ListCell *cell;
    if (IsA(node, RangeTblRef)) {
        // Row-level security and security-barrier views: one list for each level.
        const RangeTblEntry *entry = run.root->simple_rte_array[castNode(RangeTblRef, node)->rtindex];
        foreach (cell, entry->securityQuals)
            lfirst(cell) = rewrite_quals(run, static_cast<Node *>(lfirst(cell)));
    } else if (IsA(node, FromExpr)) {
        auto *from = castNode(FromExpr, node);
        foreach (cell, from->fromlist)
            rewrite_jointree(run, static_cast<Node *>(lfirst(cell)));
        from->quals = rewrite_quals(run, from->quals);
    } else {
        auto *join = castNode(JoinExpr, node);
        rewrite_jointree(run, join->larg);
        rewrite_jointree(run, join->rarg);
        if (join->jointype != JOIN_FULL)
            join->quals = rewrite_quals(run, join->quals, join->jointype == JOIN_SEMI);
    }
}

// Whether the condition says that the time equals something, which can have an order of its own.
static bool
equates(Node *node, void *time)
{
    if (node == nullptr)
        return false;
    if (IsA(node, OpExpr) && time_strategy(castNode(OpExpr, node)->opno) == BTEqualStrategyNumber &&
        list_member(castNode(OpExpr, node)->args, time))
        return true;
    return ULIDKIT_WALK(node, equates, time);
}

// Whether an order by the time's id, with or without a cast, is an order by its times.
static bool
has_order(const FuncExpr *time, Node *id, Oid sortop, int strategy)
{
    const Oid type = getBaseType(exprType(id));
    return (type == getBaseType(exprType(id_of(time))) || type == getBaseType(exprType(own_id(time)))) &&
           sortop == btree_operator(type, strategy);
}

// Makes the query sort by the id instead of its time, if this is one of the orders that it allows.
static void
rewrite_order(Run &run)
{
    PlannerInfo *root = run.root;
    Query *query = root->parse;
    if (query->sortClause == NIL || query->setOperations != nullptr ||
        (query->distinctClause != NIL && !query->hasDistinctOn) || query->groupClause != NIL ||
        query->groupingSets != NIL || query->hasAggs || query->hasWindowFuncs || query->hasTargetSRFs ||
        query->limitOption == LIMIT_OPTION_WITH_TIES)
        return;
    // The outer query can rely on the order of a whole subquery by the time.
    const bool outermost = root->parent_root == nullptr;
    if (!outermost && query->limitCount == nullptr && !query->hasDistinctOn)
        return;
    // The time is the last key, or only its id follows, in the same direction.
    List *targets = root->processed_tlist;
    int before = list_length(query->sortClause) - 1;
    auto *key = llast_node(SortGroupClause, query->sortClause);
    TargetEntry *target = get_sortgroupclause_tle(key, targets);
    FuncExpr *time = extracted_time(root, reinterpret_cast<Node *>(target->expr));
    if (time == nullptr && before > 0) {
        const SortGroupClause *last = key;
        const TargetEntry *last_target = target;
        key = list_nth_node(SortGroupClause, query->sortClause, --before);
        target = get_sortgroupclause_tle(key, targets);
        time = extracted_time(root, reinterpret_cast<Node *>(target->expr));
        auto *last_id = reinterpret_cast<Node *>(last_target->expr);
        if (time == nullptr || !equal(without_casts(id_of(time)), without_casts(last_id)) ||
            !has_order(time, last_id, last->sortop, time_strategy(key->sortop)))
            return;
    }
    if (time == nullptr)
        return;
    const int strategy = time_strategy(key->sortop);
    const int relation = relation_of(root, id_of(time));
    if (strategy == 0 || relation == 0)
        return;
    // DISTINCT ON earlier keys: the first row of each group counts, and any of the ids of one time can be first.
    if (list_length(query->distinctClause) > before)
        return;
    const Known &known = known_of(run, relation, time, reinterpret_cast<Node *>(time));
    List *sorted = NIL;
    ListCell *cell;
    foreach (cell, query->sortClause) {
        if (foreach_current_index(cell) < before)
            sorted = lappend(sorted, get_sortgroupclause_expr(lfirst_node(SortGroupClause, cell), targets));
    }
    const Context context = {run.conditions, nullptr, false, false};
    // min and max of a table that is pruned wrongly stay as written, too: their planner runs add IS NOT NULL.
    if (!known.callable || known.facts.as_written || !known.facts.id_perhaps_indexed ||
        is_served(root, known.facts, &context, &sorted) || equates(reinterpret_cast<Node *>(query->jointree), time))
        return;

    // A target that only serves the order becomes the id. In a subquery it has to keep its type, which the outer query
    // can have recorded, so it becomes a null constant. Otherwise the id is among the targets already, or is added.
    Expr *id = copy_of(known.id);
    TargetEntry *id_target = target->resjunk && outermost ? target : tlist_member(id, targets);
    if (id_target == nullptr) {
        id_target = makeTargetEntry(id, static_cast<AttrNumber>(list_length(targets) + 1), nullptr, true);
        const bool shared = query->targetList == targets;
        root->processed_tlist = lappend(targets, id_target);
        query->targetList = shared ? root->processed_tlist : lappend(query->targetList, id_target);
    }
    target->ressortgroupref = 0;
    if (target->resjunk)
        target->expr = outermost ? id : reinterpret_cast<Expr *>(makeNullConst(TIMESTAMPTZOID, -1, InvalidOid));

    auto *by_id = static_cast<SortGroupClause *>(copyObjectImpl(key));
    by_id->tleSortGroupRef = assignSortGroupRef(id_target, root->processed_tlist);
    by_id->eqop = btree_operator(known.type, BTEqualStrategyNumber);
    by_id->sortop = btree_operator(known.type, strategy);
    by_id->hashable = true;
    query->sortClause = lappend(list_truncate(list_copy(query->sortClause), before), by_id);
}

// Whether the hook has been called before for a relation of the query itself. Before 19 it is called for tables only.
static bool
was_called(PlannerInfo *root, const RelOptInfo *relation)
{
    for (int i = 1; i < root->simple_rel_array_size; ++i) {
        const RelOptInfo *other = root->simple_rel_array[i];
        if (other != nullptr && other != relation && other->reloptkind == RELOPT_BASEREL &&
            (ULIDKIT_HOOK_FOR_ALL || other->rtekind == RTE_RELATION))
            return true;
    }
    return false;
}

// A query over nothing but a UNION ALL, before 19: the hook is first called for its first table, after its conditions
// have been distributed and before they are copied for each table.
static void
rewrite_union_all(PlannerInfo *root, const RelOptInfo *member)
{
    const Index parent = root->append_rel_array[member->relid]->parent_relid;
    if (root->simple_rte_array[parent]->rtekind != RTE_SUBQUERY)
        return;
    ListCell *cell;
    foreach (cell, root->append_rel_list) {
        const auto *first = lfirst_node(AppendRelInfo, cell);
        if (first->parent_relid == parent) {
            if (first->child_relid != member->relid)
                return;
            break;
        }
    }
    List *restrictions = root->simple_rel_array[parent]->baserestrictinfo;
    Run run = {root};
    foreach (cell, restrictions)
        run.conditions = lappend(run.conditions, lfirst_node(RestrictInfo, cell)->clause);
    foreach (cell, restrictions) {
        auto *condition = lfirst_node(RestrictInfo, cell);
        auto *quals = reinterpret_cast<Node *>(make_ands_implicit(condition->clause));
        condition->clause = make_ands_explicit(reinterpret_cast<List *>(rewrite_quals(run, quals)));
    }
}

static void
plan_by_time(ULIDKIT_RELATION_HOOK_PARAMETERS)
{
    begin_time_estimates();
    if (previous_hook != nullptr)
        previous_hook(ULIDKIT_RELATION_HOOK_ARGUMENTS);
    // Without a jointree it is no query, but a call by a helper function.
    if (!settings::time_planning || root->parse->jointree == nullptr || was_called(root, relation))
        return;
    if (relation->reloptkind == RELOPT_OTHER_MEMBER_REL) {
        rewrite_union_all(root, relation);
    } else {
        auto *jointree = reinterpret_cast<Node *>(root->parse->jointree);
        Run run = {root};
        run.conditions = conditions_of(jointree);
        rewrite_jointree(run, jointree);
        rewrite_order(run);
    }
}

void
install_time_planning()
{
    previous_hook = ULIDKIT_RELATION_HOOK;
    ULIDKIT_RELATION_HOOK = plan_by_time;
}

} // namespace ulidkit
