// Finds what a table has for the time of its ids itself, so that planning by the id takes nothing away.
//
// An index on the time serves a condition as well as the id's index would, if its keys before the time are fixed by the
// query and its predicate is implied: then the condition is left to it, as it would be left to an index on a created_at
// column. Indexes of other access methods matter only if the id has no btree index. For any other use of a condition on
// the time, the condition stays in addition to the range of ids.
//
// All of it is looked up once in a run of the planner. Child tables of the one in the query are not opened: see
// partitions.cpp.
//
// PostgreSQL's uuid_extract_timestamp() returns NULL, or a time that is not in the order of the ids, for other versions
// than 7. It is therefore understood only for a table with a CHECK constraint that allows only version 7: see
// proves_version(). For version 7 it returns the same as uuidv7_extract_timestamp(), the leading 48 bits. When such a
// constraint is dropped, ALTER TABLE invalidates the plans of its table and of the child tables, as for constraint
// exclusion.
#include "pg/postgres.hpp"

#include "pg/planning/guests.hpp"
#include "pg/planning/partitions.hpp"
#include "pg/planning/table_facts.hpp"

namespace ulidkit {

namespace {

// The support function in this database, or 0 if the planner has not called it yet.
Oid own_support;

// The support function of every K_extract_timestamp. Calling it loads the library before the planner reaches its hooks.
// The planner calls it whenever it simplifies a call of the function it supports, so before it reaches them it has told
// by itself which function it is.
Datum
extract_timestamp_support(FunctionCallInfo fcinfo)
{
    own_support = fcinfo->flinfo->fn_oid;
    return PointerGetDatum(NULL);
}

} // namespace

ULIDKIT_FUNCTION(ulidkit_extract_timestamp_support, extract_timestamp_support)

namespace {

// Whether a function that the planner has simplified a call of is a K_extract_timestamp.
bool
has_support(Oid function)
{
    return OidIsValid(own_support) && get_func_support(function) == own_support;
}

// The same for any function. Looks the support function up if the planner has not called it.
bool
would_have_support(Oid function)
{
    const Oid support = get_func_support(function);
    if (!OidIsValid(support) || support == own_support)
        return OidIsValid(support);
    FmgrInfo found;
    fmgr_info(support, &found);
    if (found.fn_addr != ulidkit_extract_timestamp_support)
        return false;
    own_support = support;
    return true;
}

} // namespace

Oid
own_function(Oid function)
{
    if (function != server_uuid_time)
        return function;
    const Oid schema = extension_schema();
    const Oid type = UUIDOID;
    const Oid own = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum("uuidv7_extract_timestamp"),
                                    PointerGetDatum(buildoidvector(&type, 1)), ObjectIdGetDatum(schema));
    return OidIsValid(own) && would_have_support(own) ? own : InvalidOid;
}

AttrNumber
position_of(List *expressions, Node *wanted)
{
    ListCell *cell;
    foreach (cell, expressions) {
        if (equal(lfirst(cell), wanted))
            return static_cast<AttrNumber>(foreach_current_index(cell) + 1);
    }
    return 0;
}

namespace {

FuncExpr *
time_call(Node *node)
{
    if (node == nullptr || !IsA(node, FuncExpr))
        return nullptr;
    auto *call = castNode(FuncExpr, node);
    if (call->funcresulttype != TIMESTAMPTZOID || call->args == NIL)
        return nullptr;
    if (call->funcid == server_uuid_time)
        return OidIsValid(own_function(call->funcid)) ? call : nullptr;
    return has_support(call->funcid) && is_layout(call->args) ? call : nullptr;
}

// Whether both are the same function of their ids, argument `id` of them.
bool
is_same_time(const FuncExpr *one, const FuncExpr *other, int id = 0)
{
    if (one->funcid != other->funcid || list_length(one->args) != list_length(other->args))
        return false;
    bool same = true;
    for (int i = 0; same && i < list_length(one->args); ++i)
        same = i == id || equal(list_nth(one->args, i), list_nth(other->args, i));
    return same;
}

bool
is_same_call(Node *node, const IdCall &call)
{
    if (OidIsValid(call.function))
        return IsA(node, FuncExpr) &&
               is_same_time(castNode(FuncExpr, node), castNode(FuncExpr, call.node), call.position);
    return nodeTag(node) == nodeTag(call.node) && exprType(node) == exprType(call.node) &&
           getBaseType(exprType(IdCall(node).id())) == getBaseType(exprType(call.id()));
}

// For a column of a UNION ALL that is the time of the same other column in each of its tables, with or without a cast.
FuncExpr *
time_of_union_all(PlannerInfo *root, const Var *column)
{
    const RangeTblEntry *entry = root->simple_rte_array[column->varno];
    if (column->vartype != TIMESTAMPTZOID || column->varattno <= 0 || entry->rtekind != RTE_SUBQUERY || !entry->inh)
        return nullptr;
    FuncExpr *first = nullptr;
    auto *id = static_cast<Var *>(copyObjectImpl(column));
    ListCell *cell;
    foreach (cell, root->append_rel_list) {
        const auto *member = lfirst_node(AppendRelInfo, cell);
        if (static_cast<int>(member->parent_relid) != static_cast<int>(column->varno))
            continue;
        FuncExpr *time = time_call(static_cast<Node *>(list_nth(member->translated_vars, column->varattno - 1)));
        if (time == nullptr)
            return nullptr;
        Node *source = id_of(time);
        AttrNumber number = position_of(member->translated_vars, source);
        if (number == 0) {
            source = without_casts(source);
            number = position_of(member->translated_vars, source);
        }
        if (number == 0 || (first != nullptr &&
                            (!is_same_time(time, first) || number != id->varattno || exprType(source) != id->vartype)))
            return nullptr;
        first = time;
        id->varattno = number;
        id->varattnosyn = number;
        id->vartype = exprType(source);
        id->vartypmod = exprTypmod(source);
        id->varcollid = exprCollation(source);
    }
    if (first == nullptr)
        return nullptr;
    auto *time = static_cast<FuncExpr *>(copyObjectImpl(first));
    linitial(time->args) = applyRelabelType(reinterpret_cast<Node *>(id), exprType(id_of(first)), -1, InvalidOid,
                                            COERCE_EXPLICIT_CAST, -1, false);
    return time;
}

} // namespace

FuncExpr *
extracted_time(PlannerInfo *root, Node *node)
{
    return node != nullptr && IsA(node, Var) ? time_of_union_all(root, castNode(Var, node)) : time_call(node);
}

namespace {

struct Search {
    PlannerInfo *root;
    List *times; // of FuncExpr
};

bool
find_times(Node *node, void *context)
{
    auto *search = static_cast<Search *>(context);
    if (node == nullptr || IsA(node, Var))
        return false;
    if (FuncExpr *time = extracted_time(search->root, node)) {
        search->times = list_append_unique(search->times, without_nulling(copyObjectImpl(time)));
        return false;
    }
    return ULIDKIT_WALK(node, find_times, context);
}

} // namespace

List *
times_in(PlannerInfo *root, Node *node)
{
    Search search = {root, NIL};
    find_times(node, &search);
    return search.times;
}

Node *
without_casts(Node *id)
{
    while (IsA(id, RelabelType))
        id = reinterpret_cast<Node *>(castNode(RelabelType, id)->arg);
    return id;
}

AttrNumber
column_of(Node *id)
{
    id = bare_id(id);
    return IsA(id, Var) ? castNode(Var, id)->varattno : 0;
}

namespace {

// Whether the node contains the time of any id: the same function, with the same further arguments.
bool
mentions(Node *node, void *call)
{
    if (node == nullptr)
        return false;
    if (is_same_call(node, *static_cast<const IdCall *>(call)))
        return true;
    return ULIDKIT_WALK(node, mentions, call);
}

// What to look for in a table: its id, and an expression over its time, with the table as relation 1.
struct Asked {
    const IdCall &call;
    Node *id;          // null: any
    AttrNumber column; // the id's column, or 0
    Node *key;         // null: any time
    Oid collation;     // of an index on it
    int relation;

    bool
    is_key(Node *expression) const
    {
        return key == nullptr ? is_same_call(expression, call) : equal(expression, key);
    }

    // A key of an index: a column, or an expression if that is 0.
    bool
    is_id(AttrNumber number, Node *expression) const
    {
        return id != nullptr && (number != 0 ? number == column : equal(expression, id));
    }

    bool
    mentioned(void *node) const
    {
        return mentions(static_cast<Node *>(node), const_cast<IdCall *>(&call));
    }
};

// Whether `node` is PostgreSQL's version of the uuid in `column`, of relation 1.
bool
is_version(Node *node, AttrNumber column)
{
    if (!IsA(node, FuncExpr) || castNode(FuncExpr, node)->funcid != server_uuid_version)
        return false;
    return column_of(id_of(castNode(FuncExpr, node))) == column;
}

// Whether the operator of two arguments says that the version is 7.
bool
is_version_7(Oid opno, List *args, AttrNumber column)
{
    auto *left = static_cast<Node *>(linitial(args));
    auto *right = static_cast<Node *>(lsecond(args));
    if (IsA(left, Const)) {
        Node *constant = left;
        left = right;
        right = constant;
    }
    if (!is_version(left, column) || !IsA(right, Const) || castNode(Const, right)->constisnull ||
        get_op_opfamily_strategy(opno, lookup_type_cache(INT4OID, TYPECACHE_BTREE_OPFAMILY)->btree_opf) !=
            BTEqualStrategyNumber)
        return false;
    const auto *constant = castNode(Const, right);
    switch (constant->consttype) {
    case INT2OID:
        return DatumGetInt16(constant->constvalue) == 7;
    case INT4OID:
        return DatumGetInt32(constant->constvalue) == 7;
    case INT8OID:
        return DatumGetInt64(constant->constvalue) == 7;
    default:
        return false;
    }
}

// Whether a uuid in `column` is null or of version 7 if the condition is not false, as a CHECK constraint demands.
// `version = 7` alone is not enough: for a uuid of another variant it is null, which satisfies the constraint.
bool
proves_version(Node *condition, AttrNumber column)
{
    check_stack_depth();
    ListCell *cell;
    if (is_andclause(condition)) {
        bool is_7 = false;
        bool has_version = false;
        foreach (cell, castNode(BoolExpr, condition)->args) {
            auto *arm = static_cast<Node *>(lfirst(cell));
            if (proves_version(arm, column))
                return true;
            if (is_opclause(arm) && list_length(castNode(OpExpr, arm)->args) == 2)
                is_7 = is_7 || is_version_7(castNode(OpExpr, arm)->opno, castNode(OpExpr, arm)->args, column);
            has_version = has_version || (IsA(arm, NullTest) && castNode(NullTest, arm)->nulltesttype == IS_NOT_NULL &&
                                          is_version(reinterpret_cast<Node *>(castNode(NullTest, arm)->arg), column));
        }
        return is_7 && has_version;
    }
    if (is_orclause(condition)) {
        foreach (cell, castNode(BoolExpr, condition)->args) {
            auto *arm = static_cast<Node *>(lfirst(cell));
            const bool is_null = IsA(arm, NullTest) && castNode(NullTest, arm)->nulltesttype == IS_NULL &&
                                 column_of(reinterpret_cast<Node *>(castNode(NullTest, arm)->arg)) == column;
            if (!is_null && !proves_version(arm, column))
                return false;
        }
        return true;
    }
    if (is_notclause(condition)) {
        auto *inner = static_cast<Node *>(linitial(castNode(BoolExpr, condition)->args));
        return IsA(inner, DistinctExpr) && is_version_7(reinterpret_cast<DistinctExpr *>(inner)->opno,
                                                        reinterpret_cast<DistinctExpr *>(inner)->args, column);
    }
    if (IsA(condition, BooleanTest) && castNode(BooleanTest, condition)->booltesttype == IS_TRUE) {
        auto *inner = reinterpret_cast<Node *>(castNode(BooleanTest, condition)->arg);
        return is_opclause(inner) && list_length(castNode(OpExpr, inner)->args) == 2 &&
               is_version_7(castNode(OpExpr, inner)->opno, castNode(OpExpr, inner)->args, column);
    }
    return false;
}

// Whether a constraint of the table proves it; `inherited`: for its child tables, too.
bool
has_version_7(Relation table, AttrNumber column, bool inherited)
{
    const TupleConstr *constraints = RelationGetDescr(table)->constr;
    List *conditions = NIL;
    for (int i = 0; column > 0 && constraints != nullptr && i < constraints->num_check; ++i) {
        const ConstrCheck &check = constraints->check[i];
        if (is_kept(check) && !(inherited && check.ccnoinherit))
            conditions =
                lappend(conditions, eval_const_expressions(nullptr, static_cast<Node *>(stringToNode(check.ccbin))));
    }
    return conditions != NIL &&
           proves_version(reinterpret_cast<Node *>(make_ands_explicit(make_ands_implicit(make_andclause(conditions)))),
                          column);
}

// `node`, an expression or list over relation 1, moved to the query's relation.
template <class T>
T *
moved(T *node, int relation)
{
    T *copy = static_cast<T *>(copyObjectImpl(node));
    ChangeVarNodes(reinterpret_cast<Node *>(copy), 1, relation, 0);
    return copy;
}

bool
has_later_key(Relation index, AttrNumber column)
{
    bool found = false;
    for (int i = 1; column != 0 && i < index->rd_index->indnkeyatts; ++i)
        found = found || index->rd_index->indkey.values[i] == column;
    return found;
}

void
find_in_index(Relation index, const Asked &asked, Facts &facts)
{
    List *expressions = RelationGetIndexExpressions(index);
    List *predicate = RelationGetIndexPredicate(index);
    const bool ordered = index->rd_rel->relam == BTREE_AM_OID;
    if (asked.mentioned(predicate))
        facts.kept = true;
    // Otherwise no key after the first is a time or the id.
    const bool with_leading = expressions != NIL || (ordered && has_later_key(index, asked.column));
    List *leading = NIL;
    List *families = NIL;
    ListCell *next = list_head(expressions);
    for (int i = 0; i < index->rd_index->indnkeyatts; ++i) {
        const AttrNumber column = index->rd_index->indkey.values[i];
        Node *key = nullptr;
        if (column == 0) {
            key = static_cast<Node *>(lfirst(next));
            next = lnext(expressions, next);
        }
        const auto found = [&] {
            auto *copy = static_cast<TimeIndex *>(palloc(sizeof(TimeIndex)));
            *copy = {ordered, list_copy(leading), list_copy(families), moved(predicate, asked.relation)};
            return copy;
        };
        // Of texts only in the order of their times.
        const bool is_id = asked.is_id(column, key) &&
                           (!is_collated(index->rd_opcintype[i]) ||
                            has_order_of_ids(index->rd_opcintype[i], index->rd_opfamily[i], index->rd_indcollation[i]));
        facts.id_searched = facts.id_searched || is_id;
        if (ordered && is_id) {
            if (predicate == NIL) {
                facts.by_cast = column == 0 && (facts.by_cast || !facts.id_indexed);
                facts.id_indexed = true;
                const Oid collation = index->rd_indcollation[i];
                facts.own_order = facts.own_order || (index->rd_opfamily[i] == own_family(index->rd_opcintype[i]) &&
                                                      collation == exprCollation(asked.id) &&
                                                      collation == exprCollation(bare_id(asked.id)));
            }
            if (has_order_of_ids(index->rd_opcintype[i], index->rd_opfamily[i], index->rd_indcollation[i]))
                facts.by_id = lappend(facts.by_id, found());
        }
        if (key != nullptr && asked.is_key(key) && index->rd_indcollation[i] == asked.collation) {
            facts.indexes = lappend(facts.indexes, found());
            if (ordered && i > 0)
                facts.kept = true;
        }
        if (!with_leading)
            continue;
        if (column != 0) {
            Oid type;
            std::int32_t modifier;
            Oid collation;
            get_atttypetypmodcoll(index->rd_index->indrelid, column, &type, &modifier, &collation);
            key = reinterpret_cast<Node *>(makeVar(1, column, type, modifier, collation, 0));
        }
        leading = lappend(leading, moved(key, asked.relation));
        families = lappend_oid(families, index->rd_opfamily[i]);
    }
}

// Minor releases before these prune partitions wrongly: by ranges and IS NOT NULL with a default partition, and by a
// range of some of a key's columns. A library runs on any minor release, so this is decided at run time.
bool
prunes_wrongly(bool default_partition, bool several_columns)
{
    static int version;
    if (version == 0)
        version = pg_strtoint32(GetConfigOption("server_version_num", false, false));
    constexpr int with_default[] = {150019, 160015, 170011, 180006};
    constexpr int with_columns[] = {150020, 160016, 170012, 180007};
    const int major = version / 10000 - 15;
    if (major >= static_cast<int>(lengthof(with_default)))
        return false;
    return (default_partition && version < with_default[major]) || (several_columns && version < with_columns[major]);
}

// Whether this server prunes a partitioned table, or one among its partitions, wrongly.
bool
is_pruned_wrongly(Relation table)
{
    if (!prunes_wrongly(true, true))
        return false;
    const PartitionDesc partitions = RelationGetPartitionDesc(table, true);
    const bool has_default = partitions->boundinfo != nullptr && partition_bound_has_default(partitions->boundinfo);
    if (prunes_wrongly(has_default, RelationGetPartitionKey(table)->partnatts > 1))
        return true;
    bool found = false;
    for (int i = 0; i < partitions->nparts && !found; ++i) {
        if (!partitions->is_leaf[i]) {
            Relation partition = table_open(partitions->oids[i], AccessShareLock);
            found = is_pruned_wrongly(partition);
            table_close(partition, AccessShareLock);
        }
    }
    return found;
}

// The facts of the table itself, from the relation cache, whose expressions are simplified like those of queries.
// `excludable`: the planner compares its CHECK constraints with the conditions. `inherited`: its constraints have to
// hold for its child tables.
Facts
facts_of_table(Relation table, const Asked &asked, bool excludable, bool inherited)
{
    Facts facts = {};
    ListCell *cell;
    foreach (cell, RelationGetIndexList(table)) {
        Relation index = index_open(lfirst_oid(cell), AccessShareLock);
        // An index that failed to be built, or is not complete yet, cannot be used.
        if (index->rd_index->indisvalid)
            find_in_index(index, asked, facts);
        index_close(index, AccessShareLock);
    }
    const TupleConstr *constraints = RelationGetDescr(table)->constr;
    for (int i = 0; excludable && constraints != nullptr && i < constraints->num_check; ++i) {
        auto *check = static_cast<Node *>(stringToNode(constraints->check[i].ccbin));
        if (asked.mentioned(eval_const_expressions(nullptr, check)))
            facts.kept = true;
    }
    if (constraint_exclusion == CONSTRAINT_EXCLUSION_ON && table->rd_rel->relispartition &&
        asked.mentioned(RelationGetPartitionQual(table)))
        facts.kept = true;
    if (asked.call.is_of_server())
        facts.as_written = !has_version_7(table, asked.column, inherited);
    facts.foreign = table->rd_rel->relkind == RELKIND_FOREIGN_TABLE;
    if (asked.id != nullptr)
        find_comparisons(table, asked.id, asked.column, facts.family, facts.collation);
    if (table->rd_rel->relkind == RELKIND_PARTITIONED_TABLE) {
        facts.partitioned = true;
        facts.kept = facts.kept || asked.mentioned(RelationGetPartitionKey(table)->partexprs);
        facts.as_written = facts.as_written || is_pruned_wrongly(table);
    }
    return facts;
}

Facts
facts_of_entry(const RangeTblEntry *entry, const Asked &asked, bool member)
{
    Relation table = table_open(entry->relid, NoLock);
    const bool excludable = constraint_exclusion == CONSTRAINT_EXCLUSION_ON ||
                            (constraint_exclusion == CONSTRAINT_EXCLUSION_PARTITION && (member || entry->inh));
    Facts facts = facts_of_table(table, asked, excludable, entry->inh);
    facts.id_perhaps_indexed = facts.id_indexed;
    table_close(table, NoLock);
    if (entry->inh) {
        // Child tables are assumed to have indexes on their ids.
        facts.id_perhaps_indexed = true;
        facts.parent = true;
        // Child tables can be excluded by their constraints, also by extensions when the query runs. No catalog records
        // what depends on a function of PostgreSQL's.
        if (!facts.kept)
            facts.kept = !facts.partitioned || asked.call.is_of_server() ||
                         is_used_by_partitions(entry->relid, asked.call.function);
    }
    // Without an index in the order of the times, or other tables that can have one, texts stay as they are.
    if (asked.id != nullptr && is_collated(getBaseType(exprType(asked.id))) && !facts.id_searched && !facts.parent &&
        !OidIsValid(facts.family))
        facts.as_written = true;
    return facts;
}

} // namespace

bool
is_pruned_wrongly(PlannerInfo *root, const RelOptInfo *relation)
{
    if (!prunes_wrongly(true, true) || root->append_rel_array == nullptr)
        return false;
    const AppendRelInfo *member = root->append_rel_array[relation->relid];
    for (; member != nullptr; member = root->append_rel_array[member->parent_relid]) {
        const RangeTblEntry *parent = root->simple_rte_array[member->parent_relid];
        if (parent->rtekind != RTE_RELATION || parent->relkind != RELKIND_PARTITIONED_TABLE)
            continue;
        Relation table = table_open(parent->relid, NoLock);
        const bool wrongly = is_pruned_wrongly(table);
        table_close(table, NoLock);
        if (wrongly)
            return true;
    }
    return false;
}

Facts
facts_of(PlannerInfo *root, int relation, const IdCall &call, Node *key, Oid collation)
{
    const RangeTblEntry *entry = root->simple_rte_array[relation];
    if (entry->rtekind == RTE_RELATION) {
        auto *id = without_nulling(copyObjectImpl(call.id()));
        key = without_nulling(copyObjectImpl(key));
        ChangeVarNodes(id, relation, 1, 0);
        ChangeVarNodes(key, relation, 1, 0);
        return facts_of_entry(entry, {call, id, column_of(id), key, collation, relation}, false);
    }
    Facts facts = {};
    // The tables of a UNION ALL can have texts in different orders. Each has its own conditions.
    facts.as_written = is_collated(getBaseType(exprType(call.id())));
    ListCell *cell;
    foreach (cell, root->append_rel_list) {
        const auto *member = lfirst_node(AppendRelInfo, cell);
        if (static_cast<int>(member->parent_relid) != relation)
            continue;
        const RangeTblEntry *child = root->simple_rte_array[member->child_relid];
        if (child->rtekind != RTE_RELATION) {
            facts.as_written = facts.as_written || call.is_of_server();
            continue;
        }
        const AttrNumber number = column_of(call.id());
        const AttrNumber column =
            number > 0 ? column_of(static_cast<Node *>(list_nth(member->translated_vars, number - 1))) : 0;
        const Facts found = facts_of_entry(child, {call, nullptr, column, nullptr, collation, relation}, true);
        facts.as_written = facts.as_written || found.as_written;
        facts.kept = facts.kept || found.kept || found.indexes != NIL;
    }
    facts.id_perhaps_indexed = true;
    facts.partitioned = true; // perhaps
    return facts;
}

} // namespace ulidkit
