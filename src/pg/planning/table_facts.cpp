// What a table proves, what its indexes have at their ends, and what its server does wrongly.
//
// PostgreSQL's uuid_extract_timestamp() returns NULL, or a time that is not in the order of the ids, for other versions
// than 7. It is therefore understood only for a table with a CHECK constraint that allows only version 7. For that it
// returns the same as uuidv7_extract_timestamp(), the leading 48 bits. When such a constraint is dropped, ALTER TABLE
// invalidates the plans of its table and of the child tables, as for constraint exclusion.
#include "pg/postgres.hpp"

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/table_facts.hpp"

namespace ulidkit {

namespace {

// What proves that the uuid in the column is null or of version 7, as an OR. `version = 7` alone does not: for a uuid
// of another variant it is null, which satisfies a constraint.
List *
proofs_of_version_7(const Form_pg_attribute id)
{
    auto *column = reinterpret_cast<Node *>(makeVar(1, id->attnum, id->atttypid, id->atttypmod, id->attcollation, 0));
    Node *uuid = applyRelabelType(column, UUIDOID, -1, InvalidOid, COERCE_IMPLICIT_CAST, -1, false);
    Node *version = call_of(server_uuid_version, INT2OID, list_of(uuid));
    const auto null_test = [](void *arg, NullTestType type) {
        auto *test = new_node<NullTest>(T_NullTest);
        test->arg = static_cast<Expr *>(arg);
        test->nulltesttype = type;
        return test;
    };
    List *proofs = list_of(null_test(column, IS_NULL));
    constexpr Oid types[] = {INT2OID, INT4OID, INT8OID};
    for (const Oid type : types) {
        auto *seven =
            reinterpret_cast<Expr *>(makeConst(type, -1, InvalidOid, get_typlen(type), Int16GetDatum(7), false, true));
        const Oid equality = get_opfamily_member(INTEGER_BTREE_FAM_OID, INT2OID, type, BTEqualStrategyNumber);
        for (const bool on_left : {true, false}) {
            auto *other = reinterpret_cast<Expr *>(version);
            Expr *equal = make_opclause(on_left ? equality : get_commutator(equality), BOOLOID, false,
                                        on_left ? other : seven, on_left ? seven : other, InvalidOid, InvalidOid);
            auto *distinct = static_cast<Expr *>(copyObjectImpl(equal));
            distinct->type = T_DistinctExpr;
            auto *is_true = new_node<BooleanTest>(T_BooleanTest);
            is_true->arg = equal;
            is_true->booltesttype = IS_TRUE;
            proofs = lappend(proofs, make_notclause(distinct));
            proofs = lappend(proofs, is_true);
            proofs = lappend(proofs, make_andclause(list_of(equal, null_test(version, IS_NOT_NULL))));
        }
    }
    return list_of(make_orclause(proofs));
}

// Returns true if the function is none of those that a constraint on the version of a uuid is made of.
bool
is_foreign(Oid function, void *)
{
    switch (function) {
    case F_INT2EQ:
    case F_INT24EQ:
    case F_INT28EQ:
    case F_INT42EQ:
    case F_INT82EQ:
    case F_INT2_INT4:
    case F_INT4_INT2:
    case F_INT8_INT2:
    case F_INT8_INT4:
        return false;
    default:
        return function != server_uuid_version;
    }
}

// Returns true if simplifying the constraint could call a function of a user, or raise an error. Planning does neither
// for a constraint that the server does not look at.
bool
may_do_harm(Node *node, void *)
{
    if (node == nullptr)
        return false;
    switch (nodeTag(node)) {
    case T_FuncExpr: {
        const Node *argument = static_cast<Node *>(linitial(castNode(FuncExpr, node)->args));
        const Const *number = castNode(FuncExpr, node)->funcid == F_INT2_INT4 ? constant_of(argument) : nullptr;
        if (number != nullptr && DatumGetInt32(number->constvalue) != DatumGetInt16(number->constvalue))
            return true;
        break;
    }
    case T_List:
    case T_Var:
    case T_Const:
    case T_OpExpr:
    case T_DistinctExpr:
    case T_BoolExpr:
    case T_NullTest:
    case T_BooleanTest:
    case T_RelabelType:
        break;
    default:
        return true;
    }
    return check_functions_in_node(node, is_foreign, nullptr) || ULIDKIT_WALK(node, may_do_harm, nullptr);
}

// Whether a constraint of the table proves that the uuid in the column is null or of version 7; `inherited`: also in
// its child tables.
bool
has_version_7(Relation table, AttrNumber column, bool inherited)
{
    const TupleConstr *constraints = RelationGetDescr(table)->constr;
    List *conditions = NIL;
    for (int i = 0; column > 0 && constraints != nullptr && i < constraints->num_check; ++i) {
        const ConstrCheck &check = constraints->check[i];
        if (!is_kept(check) || (inherited && check.ccnoinherit))
            continue;
        ListCell *cell;
        foreach (cell, make_ands_implicit(static_cast<Expr *>(stringToNode(check.ccbin)))) {
            auto *condition = static_cast<Node *>(lfirst(cell));
            if (!may_do_harm(condition, nullptr))
                conditions = lappend(conditions, eval_const_expressions(nullptr, condition));
        }
    }
    return conditions != NIL &&
           predicate_implied_by(proofs_of_version_7(TupleDescAttr(RelationGetDescr(table), column - 1)), conditions,
                                true);
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

} // namespace

bool
is_in_order(PlannerInfo *root, const RelOptInfo *relation, const FuncExpr *time)
{
    const RangeTblEntry *entry = root->simple_rte_array[relation->relid];
    if (time->funcid != server_uuid_time)
        return true;
    if (entry->rtekind != RTE_RELATION)
        return false;
    Relation table = table_open(entry->relid, NoLock);
    const bool proved = has_version_7(table, column_of(id_of(time)), entry->inh);
    table_close(table, NoLock);
    return proved;
}

bool
is_pruned_wrongly(PlannerInfo *root, const RelOptInfo *relation)
{
    Index number = prunes_wrongly(true, true) ? relation->relid : 0;
    bool wrongly = false;
    while (number != 0 && !wrongly) {
        const RangeTblEntry *entry = root->simple_rte_array[number];
        if (entry->rtekind == RTE_RELATION && entry->relkind == RELKIND_PARTITIONED_TABLE) {
            Relation table = table_open(entry->relid, NoLock);
            wrongly = is_pruned_wrongly(table);
            table_close(table, NoLock);
        }
        const AppendRelInfo *member = root->append_rel_array == nullptr ? nullptr : root->append_rel_array[number];
        number = member == nullptr ? 0 : member->parent_relid;
    }
    return wrongly;
}

namespace {

// The end of an index. Statistics are as old as the last ANALYZE, and the rows that are asked for most often are the
// newest: so the server looks for the end of a column in an index, if a value in a condition is near the end of its
// histogram. It does so for columns only. Here it is done for the time of an id.

// Rows on more pages that are dead to all are not looked through: the server gives up there, too.
constexpr int most_pages = 100;

// Whether the scan finds a row that is not dead to all.
bool
find_row(IndexScanDesc scan, ScanDirection direction, Relation table, TupleTableSlot *slot)
{
    Buffer visibility = InvalidBuffer;
    BlockNumber last = InvalidBlockNumber;
    bool found = false;
    int pages = 0;
    while (ItemPointer row = found ? nullptr : index_getnext_tid(scan, direction)) {
        const BlockNumber block = ItemPointerGetBlockNumber(row);
        found = VM_ALL_VISIBLE(table, block, &visibility) || index_fetch_heap(scan, slot);
        if (!found && block != last && ++pages > most_pages)
            break;
        last = block;
    }
    if (BufferIsValid(visibility))
        ReleaseBuffer(visibility);
    return found;
}

} // namespace

bool
find_index_end(Oid table_oid, const IndexOptInfo *index, ScanDirection direction, Datum &value)
{
    Relation table = table_open(table_oid, NoLock);
    Relation opened = index_open(index->indexoid, NoLock);
    TupleTableSlot *slot = table_slot_create(table, nullptr);
    SnapshotData snapshot;
    InitNonVacuumableSnapshot(snapshot, GlobalVisTestFor(table));
    IndexScanDesc scan = begin_index_scan(table, opened, &snapshot, 1);
    scan->xs_want_itup = true;
    ScanKeyData not_null;
    ScanKeyEntryInitialize(&not_null, SK_ISNULL | SK_SEARCHNOTNULL, 1, InvalidStrategy, InvalidOid, InvalidOid,
                           InvalidOid, 0);
    index_rescan(scan, &not_null, 1, nullptr, 0);
    const bool found = find_row(scan, direction, table, slot);
    if (found) {
        bool is_null;
        const Datum first = index_getattr(scan->xs_itup, 1, scan->xs_itupdesc, &is_null);
        const FormData_pg_attribute *key = TupleDescAttr(scan->xs_itupdesc, 0);
        value = datumCopy(first, key->attbyval, key->attlen);
    }
    index_endscan(scan);
    ExecDropSingleTupleTableSlot(slot);
    index_close(opened, NoLock);
    table_close(table, NoLock);
    return found;
}

} // namespace ulidkit
