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
// hash and merge joins. The order stays where ids of one time must count as equal, or the rows are not the sorted ones:
// with a further sort key (but the id), WITH TIES, DISTINCT, grouping, window functions, set operations and
// set-returning targets.
//
// What a table has of its own for the extracted time is not taken away: see Use.
//
// Twice does no harm, and it happens, with two tables: what was replaced does not occur any more, and what stays beside
// its range is found to have one.
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "pg/settings.hpp"
#include "pg/time.hpp"
#include "pg/time_planning.hpp"

namespace ulidkit {

static decltype(ULIDKIT_RELATION_HOOK) previous_hook = nullptr;

// The support function of every K_extract_timestamp: to have been called is its use.
static Datum
extract_timestamp_support(FunctionCallInfo)
{
    return PointerGetDatum(NULL);
}

ULIDKIT_FUNCTION(ulidkit_extract_timestamp_support, extract_timestamp_support)

// Values of type timestamp and date compare with timestamptz without ever being out of its range. So near its ends they
// become infinite here, a day before a time zone could bring them across: no kind's times are there.
#define FAR_FROM_THE_ENDS(kind, K, size) \
    static_assert(to_timestamptz(K::lowest().time()) > MIN_TIMESTAMP + 3 * USECS_PER_DAY && \
                  to_timestamptz(K::highest().time()) < END_TIMESTAMP - 3 * USECS_PER_DAY);
ULIDKIT_KINDS(FAR_FROM_THE_ENDS)

// The infinity that the local time `time` stands for, or 0.
static TimestampTz
infinity_of(Timestamp time)
{
    if (time < MIN_TIMESTAMP + 2 * USECS_PER_DAY)
        return DT_NOBEGIN;
    return time >= END_TIMESTAMP - 2 * USECS_PER_DAY ? DT_NOEND : 0;
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
    // A date has more days than a timestamp.
    const std::int64_t last = END_TIMESTAMP / USECS_PER_DAY;
    const std::int64_t day = PG_GETARG_DATEADT(0);
    if (const TimestampTz infinity = infinity_of((day < last ? day : last) * USECS_PER_DAY))
        PG_RETURN_TIMESTAMPTZ(infinity);
    return DirectFunctionCall1(date_timestamptz, PG_GETARG_DATUM(0));
}

ULIDKIT_FUNCTION(ulidkit_date_timestamptz, date_to_timestamptz)

// The call of a K_extract_timestamp that `node` is, or null.
static FuncExpr *
extracted_time(Node *node)
{
    if (node == nullptr || !IsA(node, FuncExpr))
        return nullptr;
    auto *call = castNode(FuncExpr, node);
    if (call->funcresulttype != TIMESTAMPTZOID || list_length(call->args) != 1)
        return nullptr;
    const Oid support = get_func_support(call->funcid);
    if (!OidIsValid(support))
        return nullptr;
    FmgrInfo function;
    fmgr_info(support, &function);
    return function.fn_addr == ulidkit_extract_timestamp_support ? call : nullptr;
}

static Node *
id_of(const FuncExpr *time)
{
    return static_cast<Node *>(linitial(time->args));
}

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

// A call of the function `name` that came with `function`, in the same schema. Null if there is none.
static Expr *
call_beside(Oid function, const char *name, Oid result, Oid argument_type, Expr *argument)
{
    const Oid callee = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
                                       PointerGetDatum(buildoidvector(&argument_type, 1)),
                                       ObjectIdGetDatum(get_func_namespace(function)));
    if (!OidIsValid(callee))
        return nullptr;
    return reinterpret_cast<Expr *>(
        makeFuncExpr(callee, result, list_make1(argument), InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
}

// What a table, or one that inherits from it, has of its own for the extracted time. It needs the condition on the time
// as it was written:
enum class Use {
    none,
    proof, // a partition key, a CHECK constraint or the predicate of a partial index: the range goes beside
    index, // an index on the time: the time is left to it, but for the ranges of a partitioned table
};

static bool
is_time_key(Node *key, Oid function)
{
    return IsA(key, FuncExpr) && castNode(FuncExpr, key)->funcid == function;
}

static Use
use_in_index(HeapTuple index, Oid function)
{
    bool is_null;
    const Datum keys = SysCacheGetAttr(INDEXRELID, index, Anum_pg_index_indexprs, &is_null);
    if (!is_null) {
        ListCell *cell;
        foreach (cell, static_cast<List *>(stringToNode(TextDatumGetCString(keys)))) {
            if (is_time_key(static_cast<Node *>(lfirst(cell)), function))
                return Use::index;
        }
    }
    return heap_attisnull(index, Anum_pg_index_indpred, nullptr) ? Use::none : Use::proof;
}

// The use that the object makes of `function`, on which it depends, and for which table. Statistics on the time do not
// count: those on the id tell as much.
static Use
use_by_object(Oid catalog, Oid object, Oid function, Oid *table)
{
    Use use = Use::none;
    if (catalog == ConstraintRelationId) {
        if (HeapTuple tuple = SearchSysCache1(CONSTROID, ObjectIdGetDatum(object))) {
            *table = reinterpret_cast<Form_pg_constraint>(GETSTRUCT(tuple))->conrelid;
            use = OidIsValid(*table) ? Use::proof : Use::none;
            ReleaseSysCache(tuple);
        }
    } else if (catalog == RelationRelationId) {
        if (HeapTuple tuple = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(object))) {
            *table = reinterpret_cast<Form_pg_index>(GETSTRUCT(tuple))->indrelid;
            use = use_in_index(tuple, function);
            ReleaseSysCache(tuple);
        } else if (get_rel_relkind(object) == RELKIND_PARTITIONED_TABLE) {
            *table = object;
            use = Use::proof;
        }
    }
    return use;
}

// The greatest use of `function` that the table makes, with its heirs if they are read too. All uses are dependencies.
static Use
use_by_table(Oid table, bool inherited, Oid function)
{
    ScanKeyData key[2];
    ScanKeyInit(&key[0], Anum_pg_depend_refclassid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(ProcedureRelationId));
    ScanKeyInit(&key[1], Anum_pg_depend_refobjid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(function));
    Relation depend = table_open(DependRelationId, AccessShareLock);
    SysScanDesc scan = systable_beginscan(depend, DependReferenceIndexId, true, nullptr, 2, key);
    Use greatest = Use::none;
    while (HeapTuple tuple = systable_getnext(scan)) {
        const auto *dependency = reinterpret_cast<Form_pg_depend>(GETSTRUCT(tuple));
        Oid user = InvalidOid;
        const Use use = use_by_object(dependency->classid, dependency->objid, function, &user);
        if (use > greatest &&
            (user == table || (inherited && typeInheritsFrom(get_rel_type_id(user), get_rel_type_id(table)))))
            greatest = use;
    }
    systable_endscan(scan);
    table_close(depend, AccessShareLock);
    return greatest;
}

// The same for a relation of a query: a table, or a UNION ALL of some.
static Use
use_by_relation(PlannerInfo *root, int relation, Oid function)
{
    const RangeTblEntry *entry = root->simple_rte_array[relation];
    if (entry->rtekind == RTE_RELATION)
        return use_by_table(entry->relid, entry->inh, function);
    Use greatest = Use::none;
    ListCell *cell;
    foreach (cell, root->append_rel_list) {
        const auto *child = lfirst_node(AppendRelInfo, cell);
        if (static_cast<int>(child->parent_relid) == relation)
            greatest = Max(greatest, use_by_relation(root, static_cast<int>(child->child_relid), function));
    }
    return greatest;
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
        value = call_beside(function, "ulidkit_timestamptz", TIMESTAMPTZOID, comparison.value_type, value);
    if (suffix == nullptr || value == nullptr)
        return nullptr;
    name = psprintf("%.*s_%s", static_cast<int>(suffix - prefix), prefix, name);
    Expr *call = call_beside(function, name, kind, TIMESTAMPTZOID, value);
    if (call == nullptr)
        return nullptr;
    Node *limit = eval_const_expressions(root, reinterpret_cast<Node *>(call));
    if (IsA(limit, Const) && castNode(Const, limit)->constisnull)
        return reinterpret_cast<Expr *>(makeBoolConst(false, false));
    Expr *clause = make_opclause(btree_operator(kind, strategy), BOOLOID, false, copy_of(id_of(comparison.time)),
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
    bool beside = false; // besides the condition itself
};

static void
add(Meaning &meaning, const Meaning &more)
{
    meaning.clauses = list_concat(meaning.clauses, more.clauses);
    meaning.beside = meaning.beside || more.beside;
}

static bool
is_partitioned(PlannerInfo *root, int relation)
{
    return root->simple_rte_array[relation]->relkind == RELKIND_PARTITIONED_TABLE;
}

static Meaning
meaning_of(PlannerInfo *root, const Comparison &comparison)
{
    Node *id = id_of(comparison.time);
    const int relation = relation_of(root, id);
    if (relation == 0 || contain_volatile_functions(comparison.value))
        return {};
    const bool equality = comparison.strategy == BTEqualStrategyNumber;
    const Relids others = pull_varnos(root, comparison.value);
    // An equality needs its value twice, and what a subplan answers may cost.
    if (bms_is_member(relation, others) || (equality && contain_subplans(comparison.value)))
        return {};
    const Use use = use_by_relation(root, relation, comparison.time->funcid);
    if (use == Use::index && !is_partitioned(root, relation))
        return {};
    return {range(root, comparison), use != Use::none || (equality && !bms_is_empty(others))};
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
    const auto side = [&](const RangeBound &end, int strategy) -> Meaning {
        if (end.infinite)
            return {};
        auto *value = makeConst(TIMESTAMPTZOID, -1, InvalidOid, sizeof(TimestampTz), end.val, false, FLOAT8PASSBYVAL);
        return meaning_of(root, {time, strategy, reinterpret_cast<Node *>(value), TIMESTAMPTZOID});
    };
    Meaning meaning = side(lower, lower.inclusive ? BTGreaterEqualStrategyNumber : BTGreaterStrategyNumber);
    add(meaning, side(upper, upper.inclusive ? BTLessEqualStrategyNumber : BTLessStrategyNumber));
    return meaning;
}

static Meaning
meaning_of(PlannerInfo *root, const OpExpr *clause)
{
    if (list_length(clause->args) != 2)
        return {};
    auto *left = static_cast<Node *>(linitial(clause->args));
    auto *right = static_cast<Node *>(lsecond(clause->args));
    const FuncExpr *left_time = extracted_time(left);
    const FuncExpr *right_time = extracted_time(right);
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
    Meaning meaning;
    if (left_time != nullptr)
        add(meaning, meaning_of(root, {left_time, strategy, right, right_type}));
    if (right_time != nullptr)
        add(meaning, meaning_of(root, {right_time, BTCommuteStrategyNumber(strategy), left, left_type}));
    return meaning;
}

// A time is null where its id is.
static Meaning
meaning_of(PlannerInfo *root, const NullTest *clause)
{
    const FuncExpr *time = extracted_time(reinterpret_cast<Node *>(clause->arg));
    const int relation = time == nullptr ? 0 : relation_of(root, id_of(time));
    if (relation == 0)
        return {};
    const Use use = use_by_relation(root, relation, time->funcid);
    if (use == Use::index)
        return {};
    auto *test = makeNode(NullTest);
    *test = *clause;
    test->arg = copy_of(id_of(time));
    return {list_make1(test), use != Use::none};
}

static Meaning
meaning_of(PlannerInfo *root, Node *clause)
{
    if (IsA(clause, OpExpr))
        return meaning_of(root, castNode(OpExpr, clause));
    if (IsA(clause, NullTest))
        return meaning_of(root, castNode(NullTest, clause));
    return {};
}

static Node *rewrite_or(PlannerInfo *root, BoolExpr *clause);

// `clauses`, which all hold, in terms of ids: the same list if nothing changed.
static List *
rewrite(PlannerInfo *root, List *clauses)
{
    List *result = NIL;
    bool changed = false;
    ListCell *cell;
    foreach (cell, clauses) {
        auto *clause = static_cast<Node *>(lfirst(cell));
        if (is_orclause(clause)) {
            Node *arms = rewrite_or(root, castNode(BoolExpr, clause));
            changed = changed || arms != clause;
            result = list_concat(result, arms == clause ? list_make1(clause) : make_ands_implicit((Expr *) arms));
            continue;
        }
        const Meaning meaning = meaning_of(root, clause);
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
rewrite_or(PlannerInfo *root, BoolExpr *clause)
{
    List *arms = NIL;
    bool changed = false;
    ListCell *cell;
    foreach (cell, clause->args) {
        List *arm = make_ands_implicit(static_cast<Expr *>(lfirst(cell)));
        List *rewritten = rewrite(root, arm);
        changed = changed || rewritten != arm;
        arms = lappend(arms, make_ands_explicit(rewritten));
    }
    return changed ? eval_const_expressions(root, reinterpret_cast<Node *>(make_orclause(arms)))
                   : reinterpret_cast<Node *>(clause);
}

static Node *
rewrite_quals(PlannerInfo *root, Node *quals)
{
    return reinterpret_cast<Node *>(rewrite(root, reinterpret_cast<List *>(quals)));
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
            join->quals = rewrite_quals(root, join->quals);
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

// Lets the query be ordered by the id instead of its time, where this is one of the orders asked for.
static void
rewrite_order(PlannerInfo *root)
{
    Query *query = root->parse;
    if (query->sortClause == NIL || query->setOperations != nullptr || query->distinctClause != NIL ||
        query->groupClause != NIL || query->groupingSets != NIL || query->hasAggs || query->hasWindowFuncs ||
        query->hasTargetSRFs || query->limitOption == LIMIT_OPTION_WITH_TIES)
        return;
    // The time is the last key, or only its id follows, in the same direction.
    List *targets = root->processed_tlist;
    int before = list_length(query->sortClause) - 1;
    auto *key = llast_node(SortGroupClause, query->sortClause);
    TargetEntry *target = get_sortgroupclause_tle(key, targets);
    const FuncExpr *time = extracted_time(reinterpret_cast<Node *>(target->expr));
    if (time == nullptr && before > 0) {
        const SortGroupClause *last = key;
        const TargetEntry *last_target = target;
        key = list_nth_node(SortGroupClause, query->sortClause, --before);
        target = get_sortgroupclause_tle(key, targets);
        time = extracted_time(reinterpret_cast<Node *>(target->expr));
        if (time == nullptr || !equal(id_of(time), last_target->expr) ||
            last->sortop != btree_operator(kind_of(time->funcid), time_strategy(key->sortop)))
            return;
    }
    if (time == nullptr)
        return;
    const int strategy = time_strategy(key->sortop);
    const int relation = relation_of(root, id_of(time));
    if (strategy == 0 || relation == 0 || use_by_relation(root, relation, time->funcid) == Use::index)
        return;

    // A target that is there for the order alone becomes the id. In a subquery it has to keep its type, of which the
    // outer query may know, and a constant is no work. Otherwise the id is one of the targets already, or joins them.
    Expr *id = copy_of(id_of(time));
    const bool outermost = root->parent_root == nullptr;
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
    auto *by_id = makeNode(SortGroupClause);
    *by_id = *key;
    by_id->tleSortGroupRef = assignSortGroupRef(id_target, root->processed_tlist);
    by_id->eqop = btree_operator(kind, BTEqualStrategyNumber);
    by_id->sortop = btree_operator(kind, strategy);
    by_id->hashable = true;
    query->sortClause = lappend(list_truncate(list_copy(query->sortClause), before), by_id);
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
    } else {
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
