// What a table has of its own for the time of its ids, so that planning by the id takes nothing away.
//
// An index on the time serves a condition as well as the id's index would, if its keys before the time are fixed by the
// query and its predicate is implied: then the condition is left to it, as it would be left to an index on a created_at
// column. Indexes of other access methods matter only where the id has no btree index. Whatever else can make use of a
// condition on the time keeps it beside the range of ids.
//
// All of it is looked up once in a run of the planner. Tables that inherit from the one in the query are not opened:
// that is what pruning is to avoid, and there may be thousands. What depends on the function is looked up in the
// catalog instead, and its table's ancestors.
#include "pg/postgres.hpp"

#include "pg/time_facts.hpp"

namespace ulidkit {

// The support function of every K_extract_timestamp. It only has to be called: that loads the library before the hooks
// of the planner are.
static Datum
extract_timestamp_support(FunctionCallInfo)
{
    return PointerGetDatum(NULL);
}

ULIDKIT_FUNCTION(ulidkit_extract_timestamp_support, extract_timestamp_support)

static FuncExpr *
time_call(Node *node)
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

// The number of the first of the expressions that is `wanted`, from 1, or 0.
static AttrNumber
position(List *expressions, Node *wanted)
{
    ListCell *cell;
    foreach (cell, expressions) {
        if (equal(lfirst(cell), wanted))
            return static_cast<AttrNumber>(foreach_current_index(cell) + 1);
    }
    return 0;
}

// A column of a UNION ALL that is in each of its tables the time of the same other column.
static FuncExpr *
time_of_union_all(PlannerInfo *root, const Var *column)
{
    const RangeTblEntry *entry = root->simple_rte_array[column->varno];
    if (column->vartype != TIMESTAMPTZOID || column->varattno <= 0 || entry->rtekind != RTE_SUBQUERY || !entry->inh)
        return nullptr;
    Oid function = InvalidOid;
    auto *id = static_cast<Var *>(copyObjectImpl(column));
    ListCell *cell;
    foreach (cell, root->append_rel_list) {
        const auto *member = lfirst_node(AppendRelInfo, cell);
        if (static_cast<int>(member->parent_relid) != static_cast<int>(column->varno))
            continue;
        const FuncExpr *time = time_call(static_cast<Node *>(list_nth(member->translated_vars, column->varattno - 1)));
        const AttrNumber number = time == nullptr ? 0 : position(member->translated_vars, id_of(time));
        if (number == 0 || (OidIsValid(function) && (time->funcid != function || number != id->varattno)))
            return nullptr;
        function = time->funcid;
        id->varattno = number;
        id->varattnosyn = number;
        id->vartype = exprType(id_of(time));
        id->vartypmod = exprTypmod(id_of(time));
        id->varcollid = exprCollation(id_of(time));
    }
    if (!OidIsValid(function))
        return nullptr;
    return makeFuncExpr(function, TIMESTAMPTZOID, lappend(NIL, id), InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL);
}

FuncExpr *
extracted_time(PlannerInfo *root, Node *node)
{
    return node != nullptr && IsA(node, Var) ? time_of_union_all(root, castNode(Var, node)) : time_call(node);
}

AttrNumber
column_of(Node *id)
{
    while (IsA(id, RelabelType))
        id = reinterpret_cast<Node *>(castNode(RelabelType, id)->arg);
    return IsA(id, Var) ? castNode(Var, id)->varattno : 0;
}

static bool
is_call(Oid function, void *wanted)
{
    return function == *static_cast<Oid *>(wanted);
}

static bool
mentions(Node *node, void *function)
{
    return node != nullptr &&
           (check_functions_in_node(node, is_call, function) || ULIDKIT_WALK(node, mentions, function));
}

// What is asked of a table: its id, and an expression over its time, as of relation 1.
struct Asked {
    Oid function;
    Node *id;  // null: any
    Node *key; // null: any time
    int relation;

    bool
    is_key(Node *expression) const
    {
        return key == nullptr ? IsA(expression, FuncExpr) && castNode(FuncExpr, expression)->funcid == function
                              : equal(expression, key);
    }
};

// `node`, an expression or list of relation 1, as of the query's relation.
template <class T>
static T *
moved(T *node, int relation)
{
    T *copy = static_cast<T *>(copyObjectImpl(node));
    ChangeVarNodes(reinterpret_cast<Node *>(copy), 1, relation, 0);
    return copy;
}

static void
find_in_index(Relation index, const Asked &asked, Facts &facts)
{
    List *expressions = RelationGetIndexExpressions(index);
    List *predicate = RelationGetIndexPredicate(index);
    const bool ordered = index->rd_rel->relam == BTREE_AM_OID;
    const AttrNumber id_column = asked.id == nullptr ? 0 : column_of(asked.id);
    auto *function = const_cast<Oid *>(&asked.function);
    if (mentions(reinterpret_cast<Node *>(predicate), function))
        facts.kept = true;
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
        if (ordered && predicate == NIL && asked.id != nullptr &&
            (column != 0 ? column == id_column : equal(key, asked.id)))
            facts.id_indexed = true;
        if (key != nullptr && asked.is_key(key)) {
            auto *found = static_cast<TimeIndex *>(palloc(sizeof(TimeIndex)));
            *found = {ordered, list_copy(leading), list_copy(families), moved(predicate, asked.relation)};
            facts.indexes = lappend(facts.indexes, found);
            if (ordered && i > 0)
                facts.kept = true;
        }
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
// range of some of a key's columns. A library runs on any minor release of its major one.
static bool
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

// Of a partitioned table and those among its partitions. The present server's answer is for this.
static bool
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

// The table itself, from the relation cache, whose expressions are simplified as those of queries are. `excludable`:
// the planner compares its CHECK constraints with the conditions.
static Facts
facts_of_table(Relation table, const Asked &asked, bool excludable)
{
    Facts facts = {};
    auto *function = const_cast<Oid *>(&asked.function);
    ListCell *cell;
    foreach (cell, RelationGetIndexList(table)) {
        Relation index = index_open(lfirst_oid(cell), AccessShareLock);
        // One that failed to be built, or is not complete yet, is of no use.
        if (index->rd_index->indisvalid)
            find_in_index(index, asked, facts);
        index_close(index, AccessShareLock);
    }
    const TupleConstr *constraints = RelationGetDescr(table)->constr;
    for (int i = 0; excludable && constraints != nullptr && i < constraints->num_check; ++i) {
        auto *check = static_cast<Node *>(stringToNode(constraints->check[i].ccbin));
        if (mentions(eval_const_expressions(nullptr, check), function))
            facts.kept = true;
    }
    if (constraint_exclusion == CONSTRAINT_EXCLUSION_ON && table->rd_rel->relispartition &&
        mentions(reinterpret_cast<Node *>(RelationGetPartitionQual(table)), function))
        facts.kept = true;
    if (table->rd_rel->relkind == RELKIND_PARTITIONED_TABLE) {
        facts.partitioned = true;
        if (mentions(reinterpret_cast<Node *>(RelationGetPartitionKey(table)->partexprs), function))
            facts.kept = true;
        facts.as_written = is_pruned_wrongly(table);
    }
    return facts;
}

// The table that an object of the catalog belongs to, if it is one that can use the time: a CHECK constraint, an index,
// or a partition key. Not if it is a partition's share of its parent's, which is found there.
static Oid
table_of(Oid catalog, Oid object)
{
    Oid table = InvalidOid;
    if (catalog == ConstraintRelationId) {
        if (HeapTuple tuple = SearchSysCache1(CONSTROID, ObjectIdGetDatum(object))) {
            const auto *constraint = reinterpret_cast<Form_pg_constraint>(GETSTRUCT(tuple));
            table = constraint->conislocal ? constraint->conrelid : InvalidOid;
            ReleaseSysCache(tuple);
        }
    } else if (catalog == RelationRelationId) {
        if (HeapTuple tuple = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(object))) {
            const auto *index = reinterpret_cast<Form_pg_index>(GETSTRUCT(tuple));
            table = index->indisvalid && !get_rel_relispartition(object) ? index->indrelid : InvalidOid;
            ReleaseSysCache(tuple);
        } else {
            table = object;
        }
    }
    return table;
}

// Whether a partition of `ancestor`, at any depth, has something that depends on the function.
static bool
is_used_by_partitions(Oid ancestor, Oid function)
{
    ScanKeyData key[2];
    ScanKeyInit(&key[0], Anum_pg_depend_refclassid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(ProcedureRelationId));
    ScanKeyInit(&key[1], Anum_pg_depend_refobjid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(function));
    Relation depend = table_open(DependRelationId, AccessShareLock);
    SysScanDesc scan = systable_beginscan(depend, DependReferenceIndexId, true, nullptr, 2, key);
    bool found = false;
    while (HeapTuple tuple = found ? nullptr : systable_getnext(scan)) {
        const auto *dependency = reinterpret_cast<Form_pg_depend>(GETSTRUCT(tuple));
        const Oid table = table_of(dependency->classid, dependency->objid);
        if (OidIsValid(table) && get_rel_relispartition(table))
            found = list_member_oid(get_partition_ancestors(table), ancestor);
    }
    systable_endscan(scan);
    table_close(depend, AccessShareLock);
    return found;
}

static Facts
facts_of_entry(const RangeTblEntry *entry, const Asked &asked, bool member)
{
    Relation table = table_open(entry->relid, NoLock);
    const bool excludable = constraint_exclusion == CONSTRAINT_EXCLUSION_ON ||
                            (constraint_exclusion == CONSTRAINT_EXCLUSION_PARTITION && (member || entry->inh));
    Facts facts = facts_of_table(table, asked, excludable);
    facts.id_perhaps_indexed = facts.id_indexed;
    table_close(table, NoLock);
    if (entry->inh) {
        // Their indexes on ids are taken for granted.
        facts.id_perhaps_indexed = true;
        // Tables that inherit may be excluded by their constraints, also by extensions when the query runs.
        if (!facts.kept)
            facts.kept = !facts.partitioned || is_used_by_partitions(entry->relid, asked.function);
    }
    return facts;
}

Facts
facts_of(PlannerInfo *root, int relation, const FuncExpr *time, Node *key)
{
    const RangeTblEntry *entry = root->simple_rte_array[relation];
    if (entry->rtekind == RTE_RELATION) {
        auto *id = without_nulling(root, copyObjectImpl(id_of(time)));
        key = without_nulling(root, copyObjectImpl(key));
        ChangeVarNodes(id, relation, 1, 0);
        ChangeVarNodes(key, relation, 1, 0);
        return facts_of_entry(entry, {time->funcid, id, key, relation}, false);
    }
    Facts facts = {};
    ListCell *cell;
    foreach (cell, root->append_rel_list) {
        const auto *member = lfirst_node(AppendRelInfo, cell);
        const RangeTblEntry *child = root->simple_rte_array[member->child_relid];
        if (static_cast<int>(member->parent_relid) != relation || child->rtekind != RTE_RELATION)
            continue;
        const Facts found = facts_of_entry(child, {time->funcid, nullptr, nullptr, relation}, true);
        facts.as_written = facts.as_written || found.as_written;
        facts.kept = facts.kept || found.kept || found.indexes != NIL;
    }
    facts.id_perhaps_indexed = true;
    facts.partitioned = true; // perhaps
    return facts;
}

} // namespace ulidkit
