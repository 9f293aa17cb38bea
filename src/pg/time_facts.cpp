#include "pg/postgres.hpp"

#include "pg/time_facts.hpp"

namespace ulidkit {

// The support function of every K_extract_timestamp: to have been called is its use.
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

// The time of an id's column, as a table knows it.
struct Time {
    Oid function;
    const char *column; // null if the id is no column: then any of the table's
};

AttrNumber
column_of(Node *id)
{
    while (IsA(id, RelabelType))
        id = reinterpret_cast<Node *>(castNode(RelabelType, id)->arg);
    return IsA(id, Var) ? castNode(Var, id)->varattno : 0;
}

// False too if the table, which may be another's heir, has been dropped meanwhile.
static bool
has_name(Oid table, AttrNumber column, const char *name)
{
    const char *found = get_attname(table, column, true);
    return found != nullptr && strcmp(found, name) == 0;
}

static bool
is_time(Node *expression, Oid table, const Time &time)
{
    if (!IsA(expression, FuncExpr) || castNode(FuncExpr, expression)->funcid != time.function)
        return false;
    const AttrNumber column = column_of(id_of(castNode(FuncExpr, expression)));
    return column == 0 || time.column == nullptr || has_name(table, column, time.column);
}

static bool
has_time(List *expressions, Oid table, const Time &time)
{
    ListCell *cell;
    foreach (cell, expressions) {
        if (is_time(static_cast<Node *>(lfirst(cell)), table, time))
            return true;
    }
    return false;
}

static bool
is_call(Oid function, void *wanted)
{
    return function == *static_cast<Oid *>(wanted);
}

static bool
mentions_time(Node *node, void *function)
{
    return node != nullptr &&
           (check_functions_in_node(node, is_call, function) || ULIDKIT_WALK(node, mentions_time, function));
}

// Whether a key of the btree index is `id`, an expression of relation 1.
static bool
indexes_id(Relation index, List *expressions, Node *id)
{
    if (index->rd_rel->relam != BTREE_AM_OID)
        return false;
    const AttrNumber column = column_of(id);
    for (int key = 0; column != 0 && key < index->rd_index->indnkeyatts; ++key) {
        if (index->rd_index->indkey.values[key] == column)
            return true;
    }
    return list_member(expressions, id);
}

// The table itself, from the relation cache, whose expressions are simplified as those of queries are.
static Facts
facts_of_table(Oid oid, const Time &time, Node *id)
{
    Facts facts;
    const auto found = [&](Use use) { facts.use = Max(facts.use, use); };
    auto *function = const_cast<Oid *>(&time.function);
    Relation table = table_open(oid, NoLock);
    ListCell *cell;
    foreach (cell, RelationGetIndexList(table)) {
        Relation index = index_open(lfirst_oid(cell), AccessShareLock);
        // One that failed to be built, or is not complete yet, is of no use.
        if (index->rd_index->indisvalid) {
            List *expressions = RelationGetIndexExpressions(index);
            List *predicate = RelationGetIndexPredicate(index);
            if (has_time(expressions, oid, time))
                found(predicate == NIL ? Use::index : Use::partial);
            if (mentions_time(reinterpret_cast<Node *>(predicate), function))
                found(Use::proof);
            if (predicate == NIL && indexes_id(index, expressions, id))
                facts.id_indexed = true;
        }
        index_close(index, AccessShareLock);
    }
    if (const TupleConstr *constraints = RelationGetDescr(table)->constr) {
        for (int i = 0; i < constraints->num_check; ++i) {
            auto *check = static_cast<Node *>(stringToNode(constraints->check[i].ccbin));
            if (mentions_time(eval_const_expressions(nullptr, check), function))
                found(Use::proof);
        }
    }
    if (table->rd_rel->relkind == RELKIND_PARTITIONED_TABLE) {
        facts.partitioned = true;
        if (has_time(RelationGetPartitionKey(table)->partexprs, oid, time))
            found(Use::proof);
    }
    table_close(table, NoLock);
    return facts;
}

// The use of the time by a table that is another's heir, through `object`, which depends on the function. It is looked
// up in the catalog, and only there: to open every partition is what pruning is to avoid.
static Use
use_by_heir(List *heirs, Oid catalog, Oid object, const Time &time)
{
    Use use = Use::none;
    if (catalog == ConstraintRelationId) {
        if (HeapTuple tuple = SearchSysCache1(CONSTROID, ObjectIdGetDatum(object))) {
            if (list_member_oid(heirs, reinterpret_cast<Form_pg_constraint>(GETSTRUCT(tuple))->conrelid))
                use = Use::proof;
            ReleaseSysCache(tuple);
        }
    } else if (catalog == RelationRelationId) {
        if (HeapTuple tuple = SearchSysCache1(INDEXRELID, ObjectIdGetDatum(object))) {
            const auto *index = reinterpret_cast<Form_pg_index>(GETSTRUCT(tuple));
            if (index->indisvalid && list_member_oid(heirs, index->indrelid)) {
                bool is_null;
                const Datum keys = SysCacheGetAttr(INDEXRELID, tuple, Anum_pg_index_indexprs, &is_null);
                List *expressions = is_null ? NIL : static_cast<List *>(stringToNode(TextDatumGetCString(keys)));
                const bool predicate = !heap_attisnull(tuple, Anum_pg_index_indpred, nullptr);
                if (has_time(expressions, index->indrelid, time))
                    use = predicate ? Use::partial : Use::index;
                else if (predicate)
                    use = Use::proof;
            }
            ReleaseSysCache(tuple);
        } else if (list_member_oid(heirs, object)) {
            use = Use::proof; // a partition key
        }
    }
    return use;
}

static Use
use_by_heirs(Oid oid, const Time &time)
{
    List *heirs = NIL;
    ScanKeyData key[2];
    ScanKeyInit(&key[0], Anum_pg_depend_refclassid, BTEqualStrategyNumber, F_OIDEQ,
                ObjectIdGetDatum(ProcedureRelationId));
    ScanKeyInit(&key[1], Anum_pg_depend_refobjid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(time.function));
    Relation depend = table_open(DependRelationId, AccessShareLock);
    SysScanDesc scan = systable_beginscan(depend, DependReferenceIndexId, true, nullptr, 2, key);
    Use greatest = Use::none;
    while (HeapTuple tuple = greatest < Use::index ? systable_getnext(scan) : nullptr) {
        const auto *dependency = reinterpret_cast<Form_pg_depend>(GETSTRUCT(tuple));
        if (dependency->classid != ConstraintRelationId && dependency->classid != RelationRelationId)
            continue;
        // Most often there is nothing of this, and there may be thousands of partitions.
        if (heirs == NIL)
            heirs = find_all_inheritors(oid, NoLock, nullptr);
        greatest = Max(greatest, use_by_heir(heirs, dependency->classid, dependency->objid, time));
    }
    systable_endscan(scan);
    table_close(depend, AccessShareLock);
    return greatest;
}

// With its heirs, if they are read too. Their indexes on ids are taken for granted.
static Facts
facts_of_entry(const RangeTblEntry *entry, const Time &time, Node *id)
{
    Facts facts = facts_of_table(entry->relid, time, id);
    if (entry->inh) {
        if (facts.use < Use::index)
            facts.use = Max(facts.use, use_by_heirs(entry->relid, time));
        facts.id_indexed = true;
    }
    return facts;
}

Facts
facts_of(PlannerInfo *root, int relation, const FuncExpr *time)
{
    const RangeTblEntry *entry = root->simple_rte_array[relation];
    if (entry->rtekind == RTE_RELATION) {
        const AttrNumber column = column_of(id_of(time));
        Node *id = static_cast<Node *>(copyObjectImpl(id_of(time)));
        ChangeVarNodes(id, relation, 1, 0);
        return facts_of_entry(entry, {time->funcid, column == 0 ? nullptr : get_attname(entry->relid, column, false)},
                              id);
    }
    Facts facts;
    ListCell *cell;
    foreach (cell, root->append_rel_list) {
        const auto *member = lfirst_node(AppendRelInfo, cell);
        const RangeTblEntry *child = root->simple_rte_array[member->child_relid];
        if (static_cast<int>(member->parent_relid) == relation && child->rtekind == RTE_RELATION)
            facts.use = Max(facts.use, facts_of_entry(child, {time->funcid, nullptr}, id_of(time)).use);
    }
    facts.id_indexed = true;
    facts.partitioned = true; // perhaps
    return facts;
}

} // namespace ulidkit
