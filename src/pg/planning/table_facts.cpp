// What a table proves, or its server does wrongly.
//
// PostgreSQL's uuid_extract_timestamp() returns NULL, or a time that is not in the order of the ids, for other versions
// than 7. It is therefore understood only for a table with a CHECK constraint that allows only version 7. For that it
// returns the same as uuidv7_extract_timestamp(), the leading 48 bits. When such a constraint is dropped, ALTER TABLE
// invalidates the plans of its table and of the child tables, as for constraint exclusion.
#include "pg/postgres.hpp"

#include "pg/planning/builtin_types.hpp"
#include "pg/planning/extracted_time.hpp"
#include "pg/planning/table_facts.hpp"

namespace ulidkit {

namespace {

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
    const bool on_left = is_version(left, column);
    const Const *constant = constant_of(on_left ? right : left);
    if (constant == nullptr || !(on_left || is_version(right, column)) ||
        get_op_opfamily_strategy(opno, lookup_type_cache(INT4OID, TYPECACHE_BTREE_OPFAMILY)->btree_opf) !=
            BTEqualStrategyNumber)
        return false;
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

// Whether a constraint of the table proves that the uuid in the column is null or of version 7; `inherited`: also in
// its child tables.
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

} // namespace ulidkit
