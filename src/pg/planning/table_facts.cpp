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
// PostgreSQL's uuid_extract_timestamp() is understood only for a table that proves the version: see uuid_version.cpp.
#include "pg/postgres.hpp"

#include "pg/planning/guests.hpp"
#include "pg/planning/partitions.hpp"
#include "pg/planning/table_facts.hpp"
#include "pg/planning/uuid_version.hpp"

namespace ulidkit {

namespace {

bool
is_same_call(Node *node, const IdCall &call)
{
    if (OidIsValid(call.function))
        return IsA(node, FuncExpr) &&
               is_same_time(castNode(FuncExpr, node), castNode(FuncExpr, call.node), call.position);
    return nodeTag(node) == nodeTag(call.node) && exprType(node) == exprType(call.node) &&
           getBaseType(exprType(IdCall(node).id())) == getBaseType(exprType(call.id()));
}

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

    // A key of an index: a column, or an expression if that is 0, with or without the id's casts.
    bool
    is_id(AttrNumber number, Node *expression) const
    {
        return id != nullptr && (number != 0 ? number == column : equal(expression, id) || is_own(expression));
    }

    bool
    is_own(Node *expression) const
    {
        return equal(expression, without_casts(id));
    }

    bool
    mentioned(void *node) const
    {
        return mentions(static_cast<Node *>(node), const_cast<IdCall *>(&call));
    }
};

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

// Whether a key that is the id has the order of its times: of texts only some have, and none of another type that is
// cast to text, such as citext.
bool
can_have_order(Relation index, int key, Node *id)
{
    const Oid type = index->rd_opcintype[key];
    if (!is_collated(getBaseType(exprType(id))))
        return true;
    return is_collated(type) && has_order_of_ids(type, index->rd_opfamily[key], index->rd_indcollation[key]);
}

void
find_in_index(Relation index, const Asked &asked, Facts &facts)
{
    List *expressions = RelationGetIndexExpressions(index);
    List *predicate = RelationGetIndexPredicate(index);
    const bool ordered = index->rd_rel->relam == BTREE_AM_OID;
    if (asked.mentioned(predicate))
        facts.kept = facts.in_predicate = true;
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
        const bool is_id = asked.is_id(column, key) && can_have_order(index, i, asked.id);
        facts.id_searched = facts.id_searched || is_id;
        if (ordered && is_id) {
            if (predicate == NIL) {
                facts.by_cast = column == 0 && !asked.is_own(key) && (facts.by_cast || !facts.id_indexed);
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
prunes_wrongly(Oid oid)
{
    Relation table = table_open(oid, NoLock);
    const bool wrongly = is_pruned_wrongly(table);
    table_close(table, NoLock);
    return wrongly;
}

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
