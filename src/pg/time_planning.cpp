// Planning by the time of an id. The time that `K_extract_timestamp(id)`, or `id::timestamptz`, tells never falls as
// the id rises, and so the planner may be shown the id in the place of its time:
//
//   filter  time(id) >= t   becomes   id >= the first id at or after t, and so on for <, <=, = and >;
//   order   ORDER BY time(id)   becomes   ORDER BY id, which is one of the orders that were asked for;
//   ends    min and max of time(id) follow, as the planner plans them as ORDER BY ... LIMIT 1.
//
// All that PostgreSQL can do with an id (index conditions, ordered scans, pruning of partitions, BRIN, the histogram)
// it then does by itself.
//
// When. The server's hook at each relation of a query is called after expressions are simplified, views and subqueries
// pulled up, and policies added, and before conditions are distributed to relations and sort keys are made: then the
// query's own jointree and sort clause can be changed. It is called for every planner run of its own: subqueries, and
// the ORDER BY ... LIMIT 1 of min and max. The library is in time for the first query of a session, because the
// function carries a support function, which the simplification calls: that is all that one does.
//
// Why it is exact. For every value of t, also beyond the kind's range, infinite, between two of its units or null, and
// for every id, also null, the range is true for the same rows: where no id fits, the bound is null, and where all ids
// fit, it is the kind's end. It may be null where the comparison was false, and thus only what counts when it is true
// is looked at: WHERE and JOIN ... ON, through AND and OR, and not below NOT or anything else.
//
// What is left alone: values that are volatile, or of the id's own table; ON of a FULL JOIN, which restricts no table,
// and may need its equality; every other operator. An equality with another table's column stays beside its range, for
// hash and merge joins. Between tables the range is made only where an index on the id can use it. The order stays
// where ids of one time must count as equal, or the rows are not the sorted ones: with a further sort key (but the id),
// WITH TIES, DISTINCT, grouping, window functions, set operations and set-returning targets; and where no index gives
// the other one.
//
// What a table has of its own for the extracted time is not taken away: see time_facts.hpp.
//
// Twice does no harm: what was replaced does not occur any more, and what stays beside its range is found to have one.
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "pg/settings.hpp"
#include "pg/time.hpp"
#include "pg/time_facts.hpp"
#include "pg/time_planning.hpp"

namespace ulidkit {

static decltype(ULIDKIT_RELATION_HOOK) previous_hook = nullptr;

// Values of type timestamp and date compare with timestamptz without ever being out of its range. So near its ends they
// become infinite here, a day before a time zone, which can be a week away from UTC, could bring them across: no kind's
// times are there.
constexpr std::int64_t near_the_ends = 8 * USECS_PER_DAY;
#define FAR_FROM_THE_ENDS(kind, K, size) \
    static_assert(to_timestamptz(K::lowest().time()) > MIN_TIMESTAMP + 2 * near_the_ends && \
                  to_timestamptz(K::highest().time()) < END_TIMESTAMP - 2 * near_the_ends);
ULIDKIT_KINDS(FAR_FROM_THE_ENDS)

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
    // A date has more days than a timestamp, either way.
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

// The type of the ids that the function takes.
static Oid
kind_of(Oid function)
{
    Oid *types;
    int count;
    get_func_signature(function, &types, &count);
    return types[0];
}

// The member of the default btree operator family of `type` for a strategy.
static Oid
btree_operator(Oid type, int strategy)
{
    const TypeCacheEntry *entry = lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY);
    return get_opfamily_member(entry->btree_opf, type, type, static_cast<std::int16_t>(strategy));
}

// How the operator compares a time with a value of its other type: a btree strategy, or 0.
static int
time_strategy(Oid opno)
{
    return get_op_opfamily_strategy(opno, lookup_type_cache(TIMESTAMPTZOID, TYPECACHE_BTREE_OPFAMILY)->btree_opf);
}

// Whether the present user may. The plan is for this one then, and made again for another.
static bool
may_execute(PlannerInfo *root, Oid function)
{
    root->glob->dependsOnRole = true;
    return DatumGetBool(
        DirectFunctionCall2(has_function_privilege_id, ObjectIdGetDatum(function), CStringGetTextDatum("EXECUTE")));
}

// The call of a K_extract_timestamp that the query may do without: not one that it would fail for.
static FuncExpr *
replaceable_time(PlannerInfo *root, Node *node)
{
    FuncExpr *time = extracted_time(root, node);
    return time != nullptr && may_execute(root, time->funcid) ? time : nullptr;
}

// A call of the function `name` that came with `function`, in the same schema. Null if there is none, or none for the
// user: the query must not fail for what it does not say. To be leakproof is what a condition on the time is, so that
// it may go below a security barrier, and shows that a superuser made the function: nobody else can put one in its
// place.
static Expr *
call_beside(PlannerInfo *root, Oid function, const char *name, Oid result, Oid argument_type, Expr *argument)
{
    const Oid callee = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
                                       PointerGetDatum(buildoidvector(&argument_type, 1)),
                                       ObjectIdGetDatum(get_func_namespace(function)));
    if (!OidIsValid(callee) || get_func_rettype(callee) != result || !get_func_leakproof(callee) ||
        !may_execute(root, callee))
        return nullptr;
    return reinterpret_cast<Expr *>(
        makeFuncExpr(callee, result, lappend(NIL, argument), InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
}

// The one relation whose columns `id` is made of, if that has rows to look for: a table, or a UNION ALL. Otherwise 0.
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

// A comparison of an extracted time with a value.
struct Comparison {
    const FuncExpr *time;
    int strategy; // `time strategy value`
    Node *value;
    Oid value_type; // timestamptz, timestamp or date
};

// `id strategy K_<name>(value)`: FALSE where the bound is known to be null, null if the functions have been renamed.
static Expr *
bound(PlannerInfo *root, const Comparison &comparison, int strategy, const char *name)
{
    const Oid function = comparison.time->funcid;
    const Oid kind = kind_of(function);
    const char *prefix = get_func_name(function);
    const char *suffix = strstr(prefix, "_extract_timestamp");
    Expr *value = copy_of(comparison.value);
    if (comparison.value_type != TIMESTAMPTZOID)
        value = call_beside(root, function, "ulidkit_timestamptz", TIMESTAMPTZOID, comparison.value_type, value);
    if (suffix == nullptr || value == nullptr)
        return nullptr;
    name = psprintf("%.*s_%s", static_cast<int>(suffix - prefix), prefix, name);
    Expr *call = call_beside(root, function, name, kind, TIMESTAMPTZOID, value);
    const Oid compare = btree_operator(kind, strategy);
    if (call == nullptr || !may_execute(root, get_opcode(compare)))
        return nullptr;
    Node *limit = eval_const_expressions(root, reinterpret_cast<Node *>(call));
    if (IsA(limit, Const) && castNode(Const, limit)->constisnull)
        return reinterpret_cast<Expr *>(makeBoolConst(false, false));
    Expr *clause = make_opclause(compare, BOOLOID, false, copy_of(id_of(comparison.time)),
                                 reinterpret_cast<Expr *>(limit), InvalidOid, InvalidOid);
    set_opfuncid(castNode(OpExpr, clause));
    return clause;
}

// What the comparison means for the id: conditions that all hold, or none if it is to be left alone.
static List *
range(PlannerInfo *root, const Comparison &comparison)
{
    const int strategy = comparison.strategy;
    List *clauses = NIL;
    if (strategy == BTGreaterStrategyNumber)
        clauses = lappend(clauses, bound(root, comparison, BTGreaterEqualStrategyNumber, "after"));
    if (strategy == BTGreaterEqualStrategyNumber || strategy == BTEqualStrategyNumber)
        clauses = lappend(clauses, bound(root, comparison, BTGreaterEqualStrategyNumber, "at_or_after"));
    if (strategy == BTLessEqualStrategyNumber || strategy == BTEqualStrategyNumber)
        clauses = lappend(clauses, bound(root, comparison, BTLessEqualStrategyNumber, "at_or_before"));
    if (strategy == BTLessStrategyNumber)
        clauses = lappend(clauses, bound(root, comparison, BTLessEqualStrategyNumber, "before"));
    return list_member_ptr(clauses, nullptr) ? NIL : clauses;
}

// What a condition is to be replaced by.
struct Meaning {
    List *clauses = NIL; // which all hold; none: it is left alone
    bool beside = false; // and the condition itself stays
};

// `semijoin`: the condition joins the tables of an EXISTS or IN.
static Meaning
meaning_of(PlannerInfo *root, const Comparison &comparison, bool semijoin)
{
    Node *id = id_of(comparison.time);
    const int relation = relation_of(root, id);
    if (relation == 0 || contain_volatile_functions(comparison.value))
        return {};
    const Relids others = pull_varnos(root, comparison.value);
    if (bms_is_member(relation, others))
        return {};
    const bool equality = comparison.strategy == BTEqualStrategyNumber;
    const bool join = !bms_is_empty(others);
    const Facts facts = facts_of(root, relation, comparison.time);
    if (facts.use == Use::index && !facts.partitioned)
        return {};
    // A join, or an id that has to be made, needs an index to be worth it. An equality is what makes the inner rows of
    // a semijoin unique, and a range beside it would hide that.
    if ((join || column_of(id) == 0) && !facts.id_indexed)
        return {};
    if (join && equality && semijoin)
        return {};
    const bool beside = facts.use != Use::none || (equality && join);
    // The value comes more than once, and what a subplan answers may cost.
    if ((equality || beside) && contain_subplans(comparison.value))
        return {};
    return {range(root, comparison), beside};
}

// `time <@ range`, with a constant range. From 17 on the server itself makes comparisons of it.
static Meaning
meaning_of_containment(PlannerInfo *root, const FuncExpr *time, Node *node)
{
    if (!IsA(node, Const) || castNode(Const, node)->constisnull)
        return {};
    const auto *constant = castNode(Const, node);
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
    // An infinite end is that of the times.
    const auto side = [&](const RangeBound &end, Datum infinity, int with, int without) {
        auto *value = makeConst(TIMESTAMPTZOID, -1, InvalidOid, sizeof(TimestampTz), end.infinite ? infinity : end.val,
                                false, FLOAT8PASSBYVAL);
        return meaning_of(
            root,
            {time, end.infinite || end.inclusive ? with : without, reinterpret_cast<Node *>(value), TIMESTAMPTZOID},
            false);
    };
    const Meaning from =
        side(lower, TimestampTzGetDatum(DT_NOBEGIN), BTGreaterEqualStrategyNumber, BTGreaterStrategyNumber);
    const Meaning to = side(upper, TimestampTzGetDatum(DT_NOEND), BTLessEqualStrategyNumber, BTLessStrategyNumber);
    if (from.clauses == NIL || to.clauses == NIL)
        return {};
    return {list_concat(from.clauses, to.clauses), from.beside};
}

static Meaning
meaning_of(PlannerInfo *root, const OpExpr *clause, bool semijoin)
{
    if (list_length(clause->args) != 2)
        return {};
    auto *left = static_cast<Node *>(linitial(clause->args));
    auto *right = static_cast<Node *>(lsecond(clause->args));
    const FuncExpr *left_time = replaceable_time(root, left);
    const FuncExpr *right_time = replaceable_time(root, right);
    if (left_time == nullptr && right_time == nullptr)
        return {};
    if (left_time != nullptr && clause->opno == OID_RANGE_ELEM_CONTAINED_OP)
        return meaning_of_containment(root, left_time, right);
    if (right_time != nullptr && clause->opno == OID_RANGE_CONTAINS_ELEM_OP)
        return meaning_of_containment(root, right_time, left);
    const int strategy = time_strategy(clause->opno);
    if (strategy == 0)
        return {};
    Oid left_type;
    Oid right_type;
    op_input_types(clause->opno, &left_type, &right_type);
    // The times of two tables' ids: a range for either, as only the planner knows which one is looked up by the other.
    Meaning by_left;
    Meaning by_right;
    if (left_time != nullptr)
        by_left = meaning_of(root, {left_time, strategy, right, right_type}, semijoin);
    if (right_time != nullptr)
        by_right = meaning_of(root, {right_time, BTCommuteStrategyNumber(strategy), left, left_type}, semijoin);
    // A table's time that has no range may have an index of its own, which needs the comparison.
    const auto left_alone = [&](const FuncExpr *time, const Meaning &meaning) {
        return time != nullptr && meaning.clauses == NIL && relation_of(root, id_of(time)) != 0;
    };
    const bool beside =
        by_left.beside || by_right.beside || left_alone(left_time, by_left) || left_alone(right_time, by_right);
    return {list_concat(by_left.clauses, by_right.clauses), beside};
}

// A time is null where its id is.
static Meaning
meaning_of(PlannerInfo *root, const NullTest *clause)
{
    const FuncExpr *time = replaceable_time(root, reinterpret_cast<Node *>(clause->arg));
    const int relation = time == nullptr ? 0 : relation_of(root, id_of(time));
    if (relation == 0)
        return {};
    // Not with partitions: some servers, as 15.18, prune a default partition by IS NOT NULL and an OR of ranges
    // together, though it has rows for both.
    const Facts facts = facts_of(root, relation, time);
    if (facts.use == Use::index || facts.partitioned)
        return {};
    auto *test = static_cast<NullTest *>(copyObjectImpl(clause));
    test->arg = copy_of(id_of(time));
    return {lappend(NIL, test), facts.use != Use::none};
}

static Meaning
meaning_of(PlannerInfo *root, Node *clause, bool semijoin)
{
    if (IsA(clause, OpExpr))
        return meaning_of(root, castNode(OpExpr, clause), semijoin);
    if (IsA(clause, NullTest))
        return meaning_of(root, castNode(NullTest, clause));
    return {};
}

static Node *rewrite_or(PlannerInfo *root, BoolExpr *clause, bool semijoin);

// `clauses`, which all hold, in terms of ids: the same list if nothing changed.
static List *
rewrite(PlannerInfo *root, List *clauses, bool semijoin = false)
{
    List *result = NIL;
    bool changed = false;
    ListCell *cell;
    foreach (cell, clauses) {
        auto *clause = static_cast<Node *>(lfirst(cell));
        if (is_orclause(clause)) {
            Node *arms = rewrite_or(root, castNode(BoolExpr, clause), semijoin);
            changed = changed || arms != clause;
            result = list_concat(result, arms == clause ? lappend(NIL, clause) : make_ands_implicit((Expr *) arms));
            continue;
        }
        const Meaning meaning = meaning_of(root, clause, semijoin);
        ListCell *more;
        foreach (more, meaning.clauses) {
            if (meaning.beside && list_member(clauses, lfirst(more)))
                continue;
            result = lappend(result, lfirst(more));
            changed = true;
        }
        if (meaning.clauses == NIL || meaning.beside)
            result = lappend(result, clause);
    }
    return changed ? result : clauses;
}

// `clause` in terms of ids, simplified as the planner expects it: the same node if nothing changed.
static Node *
rewrite_or(PlannerInfo *root, BoolExpr *clause, bool semijoin)
{
    List *arms = NIL;
    bool changed = false;
    ListCell *cell;
    foreach (cell, clause->args) {
        List *arm = make_ands_implicit(static_cast<Expr *>(lfirst(cell)));
        List *rewritten = rewrite(root, arm, semijoin);
        changed = changed || rewritten != arm;
        arms = lappend(arms, make_ands_explicit(rewritten));
    }
    return changed ? eval_const_expressions(root, reinterpret_cast<Node *>(make_orclause(arms)))
                   : reinterpret_cast<Node *>(clause);
}

static Node *
rewrite_quals(PlannerInfo *root, Node *quals, bool semijoin = false)
{
    return reinterpret_cast<Node *>(rewrite(root, reinterpret_cast<List *>(quals), semijoin));
}

static void
rewrite_jointree(PlannerInfo *root, Node *node)
{
    ListCell *cell;
    if (IsA(node, RangeTblRef)) {
        // Row-level security and security-barrier views: a list for each level.
        const RangeTblEntry *entry = root->simple_rte_array[castNode(RangeTblRef, node)->rtindex];
        foreach (cell, entry->securityQuals)
            lfirst(cell) = rewrite_quals(root, static_cast<Node *>(lfirst(cell)));
    } else if (IsA(node, FromExpr)) {
        auto *from = castNode(FromExpr, node);
        foreach (cell, from->fromlist)
            rewrite_jointree(root, static_cast<Node *>(lfirst(cell)));
        from->quals = rewrite_quals(root, from->quals);
    } else {
        auto *join = castNode(JoinExpr, node);
        rewrite_jointree(root, join->larg);
        rewrite_jointree(root, join->rarg);
        if (join->jointype != JOIN_FULL)
            join->quals = rewrite_quals(root, join->quals, join->jointype == JOIN_SEMI);
    }
}

// Before 19 the hook is not called for a UNION ALL itself, but for its tables: then its conditions are distributed, and
// about to be copied for the table.
static void
rewrite_union_all(PlannerInfo *root, const RelOptInfo *member)
{
    const Index parent = root->append_rel_array[member->relid]->parent_relid;
    if (root->simple_rte_array[parent]->rtekind != RTE_SUBQUERY)
        return;
    ListCell *cell;
    foreach (cell, root->simple_rel_array[parent]->baserestrictinfo) {
        auto *condition = lfirst_node(RestrictInfo, cell);
        condition->clause = make_ands_explicit(rewrite(root, make_ands_implicit(condition->clause)));
    }
}

// Whether the condition says that the time equals something: that may have the order.
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

// Lets the query be ordered by the id instead of its time, where this is one of the orders asked for.
static void
rewrite_order(PlannerInfo *root)
{
    Query *query = root->parse;
    if (query->sortClause == NIL || query->setOperations != nullptr || query->distinctClause != NIL ||
        query->groupClause != NIL || query->groupingSets != NIL || query->hasAggs || query->hasWindowFuncs ||
        query->hasTargetSRFs || query->limitOption == LIMIT_OPTION_WITH_TIES)
        return;
    // Of the whole of a subquery the outer query may want to know the order by the time.
    const bool outermost = root->parent_root == nullptr;
    if (!outermost && query->limitCount == nullptr)
        return;
    // The time is the last key, or only its id follows, in the same direction.
    List *targets = root->processed_tlist;
    int before = list_length(query->sortClause) - 1;
    auto *key = llast_node(SortGroupClause, query->sortClause);
    TargetEntry *target = get_sortgroupclause_tle(key, targets);
    const FuncExpr *time = replaceable_time(root, reinterpret_cast<Node *>(target->expr));
    if (time == nullptr && before > 0) {
        const SortGroupClause *last = key;
        const TargetEntry *last_target = target;
        key = list_nth_node(SortGroupClause, query->sortClause, --before);
        target = get_sortgroupclause_tle(key, targets);
        time = replaceable_time(root, reinterpret_cast<Node *>(target->expr));
        if (time == nullptr || !equal(id_of(time), last_target->expr) ||
            last->sortop != btree_operator(kind_of(time->funcid), time_strategy(key->sortop)))
            return;
    }
    if (time == nullptr)
        return;
    const int strategy = time_strategy(key->sortop);
    const int relation = relation_of(root, id_of(time));
    if (strategy == 0 || relation == 0)
        return;
    const Facts facts = facts_of(root, relation, time);
    if (facts.use >= Use::partial || !facts.id_indexed ||
        equates(reinterpret_cast<Node *>(query->jointree), const_cast<FuncExpr *>(time)))
        return;

    // A target that is there for the order alone becomes the id. In a subquery it has to keep its type, of which the
    // outer query may know, and a constant is no work. Otherwise the id is one of the targets already, or joins them.
    Expr *id = copy_of(id_of(time));
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

    const Oid kind = kind_of(time->funcid);
    auto *by_id = static_cast<SortGroupClause *>(copyObjectImpl(key));
    by_id->tleSortGroupRef = assignSortGroupRef(id_target, root->processed_tlist);
    by_id->eqop = btree_operator(kind, BTEqualStrategyNumber);
    by_id->sortop = btree_operator(kind, strategy);
    by_id->hashable = true;
    query->sortClause = lappend(list_truncate(list_copy(query->sortClause), before), by_id);
}

// Whether `relation` is the first of the query's tables that the hook is called for: once is enough.
static bool
is_first_table(PlannerInfo *root, const RelOptInfo *relation)
{
    for (int i = 1; i < root->simple_rel_array_size; ++i) {
        const RelOptInfo *other = root->simple_rel_array[i];
        if (other != nullptr && other != relation && other->reloptkind == RELOPT_BASEREL &&
            other->rtekind == RTE_RELATION)
            return false;
    }
    return true;
}

static void
plan_by_time(ULIDKIT_RELATION_HOOK_PARAMETERS)
{
    if (previous_hook != nullptr)
        previous_hook(ULIDKIT_RELATION_HOOK_ARGUMENTS);
    // Without a jointree it is a helper's call and no query.
    if (!settings::time_planning || root->parse->jointree == nullptr)
        return;
    if (relation->reloptkind == RELOPT_OTHER_MEMBER_REL) {
        rewrite_union_all(root, relation);
    } else if (is_first_table(root, relation)) {
        rewrite_jointree(root, reinterpret_cast<Node *>(root->parse->jointree));
        rewrite_order(root);
    }
}

void
install_time_planning()
{
    previous_hook = ULIDKIT_RELATION_HOOK;
    ULIDKIT_RELATION_HOOK = plan_by_time;
}

} // namespace ulidkit
