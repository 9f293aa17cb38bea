// The only file that includes PostgreSQL's headers, and the only one that tells server versions apart. Every file of
// src/pg includes it first. PostgreSQL's include path is given with -isystem, because its headers are C.
#pragma once

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

// Before 16 PostgreSQL leaves this empty, so that with hidden visibility nothing would be exported.
#define PGDLLEXPORT __attribute__((visibility("default")))

extern "C" {
#include "postgres.h"

#include "access/genam.h"
#include "access/gin.h"
#include "access/gist.h"
#include "access/htup_details.h"
#include "access/nbtree.h"
#include "access/parallel.h"
#include "access/reloptions.h"
#include "access/stratnum.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xlog.h"
#include "access/xlogrecovery.h"
#include "catalog/partition.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_constraint.h"
#include "catalog/pg_control.h"
#include "catalog/pg_database.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_index.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_language.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_operator.h"
#include "catalog/pg_opfamily.h"
#include "catalog/pg_partitioned_table.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_statistic.h"
#include "catalog/pg_type.h"
#include "commands/defrem.h"
#include "commands/explain.h"
#include "commands/extension.h"
#include "commands/trigger.h"
#include "common/controldata_utils.h"
#include "common/hashfn.h"
#include "common/int.h"
#include "executor/executor.h"
#include "executor/nodeIndexscan.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "funcapi.h"
#include "lib/hyperloglog.h"
#include "lib/stringinfo.h"
#include "libpq/pqformat.h"
#include "mb/pg_wchar.h"
#include "miscadmin.h"
#include "nodes/extensible.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/appendinfo.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/plancat.h"
#include "optimizer/planmain.h"
#include "optimizer/planner.h"
#include "optimizer/restrictinfo.h"
#include "optimizer/tlist.h"
#include "parser/parse_clause.h"
#include "partitioning/partbounds.h"
#include "partitioning/partdesc.h"
#include "partitioning/partprune.h"
#include "pgtime.h"
#include "port/pg_crc32c.h"
#include "portability/instr_time.h"
#include "postmaster/bgworker.h"
#include "rewrite/rewriteHandler.h"
#include "rewrite/rewriteManip.h"
#include "storage/fd.h"
#include "storage/ipc.h"
#include "storage/latch.h"
#include "storage/lwlock.h"
#include "storage/shmem.h"
#include "storage/spin.h"
#include "tcop/tcopprot.h"
#include "utils/acl.h"
#include "utils/array.h"
#include "utils/backend_status.h"
#include "utils/builtins.h"
#include "utils/catcache.h"
#include "utils/date.h"
#include "utils/datetime.h"
#include "utils/datum.h"
#include "utils/fmgroids.h"
#include "utils/fmgrprotos.h"
#include "utils/guc.h"
#include "utils/hsearch.h"
#include "utils/index_selfuncs.h"
#include "utils/inet.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/partcache.h"
#include "utils/plancache.h"
#include "utils/rangetypes.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/ruleutils.h"
#include "utils/selfuncs.h"
#include "utils/snapmgr.h"
#include "utils/sortsupport.h"
#include "utils/syscache.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"
#include "utils/typcache.h"
#include "utils/uuid.h"
#include "utils/wait_event.h"
#if PG_VERSION_NUM >= 160000
#include "nodes/miscnodes.h"
#include "varatt.h"
#endif
#if PG_VERSION_NUM >= 170000
#include "storage/dsm_registry.h"
#endif
#if PG_VERSION_NUM >= 180000
#include "commands/explain_format.h"
#include "commands/explain_state.h"
#include "utils/skipsupport.h"
#endif
}

#if PG_VERSION_NUM < 150000
#error "ulidkit needs PostgreSQL 15 or later"
#endif

static_assert(sizeof(Datum) == 8, "ulidkit needs a 64-bit server");

// Input functions report soft errors from 16 on.
#if PG_VERSION_NUM < 160000
#define ereturn(context, dummy, ...) \
    do { \
        (void) (context); \
        ereport(ERROR, __VA_ARGS__); \
        return dummy; \
    } while (0)
#endif

// From 18 on a module has a name and a version, btree indexes have skip scans, and keys have WITHOUT OVERLAPS.
#if PG_VERSION_NUM >= 180000
#define ULIDKIT_MODULE_MAGIC PG_MODULE_MAGIC_EXT(.name = "ulidkit", .version = ULIDKIT_VERSION)
#define ULIDKIT_SKIP_SUPPORT 1
#define ULIDKIT_COMPARE_TYPES 1
#else
#define ULIDKIT_MODULE_MAGIC PG_MODULE_MAGIC
#define ULIDKIT_SKIP_SUPPORT 0
#define ULIDKIT_COMPARE_TYPES 0
#endif

// Before 16 the walkers of trees are declared without their arguments, which means none in C++.
#if PG_VERSION_NUM < 160000
#define ULIDKIT_WALK(node, walker, context) \
    expression_tree_walker(node, reinterpret_cast<bool (*)()>(reinterpret_cast<void (*)()>(walker)), context)
#define ULIDKIT_WALK_QUERY(query, walker, context, flags) \
    query_tree_walker(query, reinterpret_cast<bool (*)()>(reinterpret_cast<void (*)()>(walker)), context, flags)
#else
#define ULIDKIT_WALK(node, walker, context) expression_tree_walker(node, walker, context)
#define ULIDKIT_WALK_QUERY(query, walker, context, flags) query_tree_walker(query, walker, context, flags)
#endif

// The same for the mutator.
#if PG_VERSION_NUM < 160000
#define ULIDKIT_MUTATE(node, mutator, context) \
    expression_tree_mutator(node, reinterpret_cast<Node *(*) ()>(reinterpret_cast<void (*)()>(mutator)), context)
#else
#define ULIDKIT_MUTATE(node, mutator, context) expression_tree_mutator(node, mutator, context)
#endif

// What is the same for every version.
#include "pg/nodes.hpp"

namespace ulidkit {

// Adds the outer joins, and the grouping step, that can have made something in the expression null.
#if PG_VERSION_NUM >= 160000
inline bool
add_nulling(Node *node, void *relids)
{
    if (node == nullptr)
        return false;
    auto *found = static_cast<Relids *>(relids);
    if (IsA(node, Var))
        *found = bms_add_members(*found, castNode(Var, node)->varnullingrels);
    if (IsA(node, PlaceHolderVar))
        *found = bms_add_members(*found, castNode(PlaceHolderVar, node)->phnullingrels);
    return ULIDKIT_WALK(node, add_nulling, relids);
}
#endif

// The expression without what only says where it has been. From 18 on the server wraps the columns of views and
// subqueries below grouping sets in PlaceHolderVars, and looks through those that no outer join has made null.
#if PG_VERSION_NUM >= 180000
inline bool
has_placeholder(Node *node, void *context)
{
    return node != nullptr &&
           ((IsA(node, PlaceHolderVar) && bms_is_empty(castNode(PlaceHolderVar, node)->phnullingrels)) ||
            ULIDKIT_WALK(node, has_placeholder, context));
}

inline Node *
replace_placeholders(Node *node, void *context)
{
    if (node != nullptr && IsA(node, PlaceHolderVar) && bms_is_empty(castNode(PlaceHolderVar, node)->phnullingrels))
        return replace_placeholders(reinterpret_cast<Node *>(castNode(PlaceHolderVar, node)->phexpr), context);
    return ULIDKIT_MUTATE(node, replace_placeholders, context);
}
#endif

inline Node *
without_placeholders(Node *node)
{
#if PG_VERSION_NUM >= 180000
    return has_placeholder(node, nullptr) ? replace_placeholders(node, nullptr) : node;
#else
    return node;
#endif
}

// The expression without its outer joins. From 16 on a column lists those that can have made it null. Before 18 the
// tables of a PlaceHolderVar stay: it has to be computed at some.
inline Node *
without_nulling(Node *node)
{
#if PG_VERSION_NUM >= 160000
    Relids nulling = nullptr;
    add_nulling(node, &nulling);
    return without_placeholders(nulling == nullptr ? node : remove_nulling_relids(node, nulling, nullptr));
#else
    return node;
#endif
}

// What names a system cache in the calls about its changes.
#if PG_VERSION_NUM >= 190000
using CacheName = SysCacheIdentifier;
#else
using CacheName = int;
#endif

// Whether the present user, or the one given, has the privilege to call the function.
inline bool
may_call(Oid function, Oid user = GetUserId())
{
#if PG_VERSION_NUM >= 160000
    return object_aclcheck(ProcedureRelationId, function, user, ACL_EXECUTE) == ACLCHECK_OK;
#else
    return pg_proc_aclcheck(function, user, ACL_EXECUTE) == ACLCHECK_OK;
#endif
}

// Whether the user of the query has the privilege to read the column of the table.
inline bool
may_select([[maybe_unused]] const RelOptInfo *relation, const RangeTblEntry *entry, AttrNumber column)
{
#if PG_VERSION_NUM >= 160000
    const Oid user = OidIsValid(relation->userid) ? relation->userid : GetUserId();
#else
    const Oid user = OidIsValid(entry->checkAsUser) ? entry->checkAsUser : GetUserId();
#endif
    return pg_class_aclcheck(entry->relid, user, ACL_SELECT) == ACLCHECK_OK ||
           (column > 0 && pg_attribute_aclcheck(entry->relid, column, user, ACL_SELECT) == ACLCHECK_OK);
}

// A condition in the place of another one on the same relations.
inline RestrictInfo *
make_restriction(PlannerInfo *root, Expr *clause, const RestrictInfo *other)
{
#if PG_VERSION_NUM >= 160000
    return make_restrictinfo(root, clause, other->is_pushed_down, other->has_clone, other->is_clone, false,
                             other->security_level, other->required_relids, other->incompatible_relids,
                             other->outer_relids);
#else
    return make_restrictinfo(root, clause, other->is_pushed_down, other->outerjoin_delayed, false,
                             other->security_level, other->required_relids, other->outer_relids,
                             other->nullable_relids);
#endif
}

// Returns true if the planner would keep a path of the relation with the costs and the order of this one.
inline bool
precheck_path(RelOptInfo *relation, const Path *path)
{
    return add_path_precheck(relation,
#if PG_VERSION_NUM >= 180000
                             path->disabled_nodes,
#endif
                             path->startup_cost, path->total_cost, path->pathkeys, PATH_REQ_OUTER(path));
}

// Returns true if the planner would keep a partial path of the relation with the costs and the order of this one.
inline bool
precheck_partial_path(RelOptInfo *relation, const Path *path)
{
    return add_partial_path_precheck(relation,
#if PG_VERSION_NUM >= 180000
                                     path->disabled_nodes,
#endif
#if PG_VERSION_NUM >= 190000
                                     path->startup_cost,
#endif
                                     path->total_cost, path->pathkeys);
}

// PostgreSQL's functions for the time and the version of a uuid. Before 18 the first returns NULL for version 7.
#if PG_VERSION_NUM >= 180000
constexpr Oid server_uuid_time = F_UUID_EXTRACT_TIMESTAMP;
constexpr Oid server_uuid_version = F_UUID_EXTRACT_VERSION;
#else
constexpr Oid server_uuid_time = InvalidOid;
constexpr Oid server_uuid_version = InvalidOid;
#endif

// The schema of this extension, or 0 in a database that does not have it. Only used for server_uuid_time.
inline Oid
extension_schema()
{
#if PG_VERSION_NUM >= 180000
    const Oid extension = get_extension_oid("ulidkit", true);
    return OidIsValid(extension) ? get_extension_schema(extension) : InvalidOid;
#else
    return InvalidOid;
#endif
}

// Whether every row satisfies the constraint: not if it was added NOT VALID or, from 18 on, is NOT ENFORCED.
inline bool
is_kept(const ConstrCheck &check)
{
#if PG_VERSION_NUM >= 180000
    return check.ccvalid && check.ccenforced;
#else
    return check.ccvalid;
#endif
}

// Before 16 a column can be generated in a child table and ordinary in its parent.
constexpr bool parents_have_ordinary_columns = PG_VERSION_NUM < 160000;

// The tables from which the table inherits columns, at all levels.
inline List *
ancestors_of(Oid table)
{
    List *tables = list_append_unique_oid(NIL, table);
    Relation inherits = table_open(InheritsRelationId, AccessShareLock);
    ListCell *cell;
    foreach (cell, tables) {
        ScanKeyData key;
        ScanKeyInit(&key, Anum_pg_inherits_inhrelid, BTEqualStrategyNumber, F_OIDEQ,
                    ObjectIdGetDatum(lfirst_oid(cell)));
        SysScanDesc scan = systable_beginscan(inherits, InheritsRelidSeqnoIndexId, true, nullptr, 1, &key);
        while (HeapTuple tuple = systable_getnext(scan))
            tables = list_append_unique_oid(tables, reinterpret_cast<Form_pg_inherits>(GETSTRUCT(tuple))->inhparent);
        systable_endscan(scan);
    }
    table_close(inherits, AccessShareLock);
    return list_delete_first(tables);
}

// From 18 on the server makes an array of the arms of an OR that are equalities of the same expression.
constexpr bool makes_arrays_of_ors = PG_VERSION_NUM >= 180000;

// Whether a btree scan with a comparison of rows on several keys, and an array for a key, returns the right rows. 17
// lets the comparison of rows move on to a key that is no element of the array.
constexpr bool rows_beside_arrays = PG_VERSION_NUM < 170000 || PG_VERSION_NUM >= 180000;

// Begins a scan of an index for rows of its table.
inline IndexScanDesc
begin_index_scan(Relation table, Relation index, Snapshot snapshot, int keys)
{
#if PG_VERSION_NUM >= 190000
    return index_beginscan(table, index, snapshot, nullptr, keys, 0, SO_NONE);
#elif PG_VERSION_NUM >= 180000
    return index_beginscan(table, index, snapshot, nullptr, keys, 0);
#else
    return index_beginscan(table, index, snapshot, keys, 0);
#endif
}

// Returns true if this minor release prunes partitions wrongly: by ranges together with IS NOT NULL if there is a
// default partition, or by a range of some columns of a key that has several. A library runs on any minor release, so
// this is decided at run time.
inline bool
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

// Calls `visit` with the members of an equivalence class. From 18 on those of child tables are kept apart.
template <class Visit>
inline void
for_each_member(EquivalenceClass *eclass, [[maybe_unused]] Relids child, Visit visit)
{
#if PG_VERSION_NUM >= 180000
    EquivalenceMemberIterator members;
    setup_eclass_member_iterator(&members, eclass, child);
    while (EquivalenceMember *member = eclass_member_iterator_next(&members))
        visit(member);
#else
    ListCell *cell;
    foreach (cell, eclass->ec_members)
        visit(lfirst_node(EquivalenceMember, cell));
#endif
}

// A path that reads paths of the relation one after the other, in an order that they have together.
inline Path *
make_ordered_append(PlannerInfo *root, RelOptInfo *relation, List *paths, List *order)
{
#if PG_VERSION_NUM >= 190000
    AppendPathInput input = {};
    input.subpaths = paths;
    return &create_append_path(root, relation, input, order, nullptr, 0, false, -1)->path;
#else
    return &create_append_path(root, relation, paths, NIL, order, nullptr, 0, false, -1)->path;
#endif
}

// The btree strategy of a row comparison.
inline int
strategy_of(const RowCompareExpr *comparison)
{
#if PG_VERSION_NUM >= 180000
    return comparison->cmptype;
#else
    return comparison->rctype;
#endif
}

inline int
strategy_of(const PathKey *key)
{
#if PG_VERSION_NUM >= 180000
    return key->pk_cmptype;
#else
    return key->pk_strategy;
#endif
}

// The wait event of a process that waits for the clock, writes the file of ceilings, or waits for another process that
// uses it. From 17 on they have names of their own.
enum class WaitFor { clock, file, file_lock };

template <WaitFor what>
inline std::uint32_t
wait_event()
{
#if PG_VERSION_NUM >= 170000
    static std::uint32_t event;
    if (event == 0)
        event = WaitEventExtensionNew(what == WaitFor::clock  ? "UlidkitClock"
                                      : what == WaitFor::file ? "UlidkitBoundsWrite"
                                                              : "UlidkitBounds");
    return event;
#else
    return PG_WAIT_EXTENSION;
#endif
}

// What processes share. The unit tests, which have a postgres.hpp of their own, have something else in its place.
template <class Value>
using Shared = std::atomic<Value>;

// A lock in shared memory, with the name that sessions which wait for it show. The tranche belongs to it.
inline int
initialise_lock(LWLock &lock, [[maybe_unused]] const char *name)
{
#if PG_VERSION_NUM >= 190000
    const int tranche = LWLockNewTrancheId(name);
#else
    const int tranche = LWLockNewTrancheId();
#endif
    LWLockInitialize(&lock, tranche);
    return tranche;
}

// The state of a process of the server, of 1 to pgstat_fetch_stat_numbackends().
inline const LocalPgBackendStatus *
local_backend_status(int index)
{
#if PG_VERSION_NUM >= 160000
    return pgstat_get_local_beentry_by_index(index);
#else
    return pgstat_fetch_stat_local_beentry(index);
#endif
}

// Each process that uses the lock calls this once.
inline void
name_lock([[maybe_unused]] int tranche, [[maybe_unused]] const char *name)
{
#if PG_VERSION_NUM < 190000
    LWLockRegisterTranche(tranche, name);
#endif
}

} // namespace ulidkit

// From 17 on any process can make a named segment of shared memory. Before, the main segment has some spare space.
#if PG_VERSION_NUM >= 170000
#define ULIDKIT_NAMED_SEGMENTS 1

namespace ulidkit {

inline void *
find_or_make_segment(const char *name, std::size_t size, void (*initialise)(void *))
{
    bool found;
#if PG_VERSION_NUM >= 190000
    const auto call = [](void *segment, void *function) { (*static_cast<void (**)(void *)>(function))(segment); };
    return GetNamedDSMSegment(name, size, call, &found, &initialise);
#else
    return GetNamedDSMSegment(name, size, initialise, &found);
#endif
}

} // namespace ulidkit
#else
#define ULIDKIT_NAMED_SEGMENTS 0
#endif

// The planner's hook at each relation of a query. Before 19 it is called for tables only, from 19 on for all.
#if PG_VERSION_NUM >= 190000
#define ULIDKIT_RELATION_HOOK build_simple_rel_hook
#define ULIDKIT_RELATION_HOOK_PARAMETERS PlannerInfo *root, RelOptInfo *relation, RangeTblEntry *entry
#define ULIDKIT_RELATION_HOOK_ARGUMENTS root, relation, entry
#else
#define ULIDKIT_RELATION_HOOK get_relation_info_hook
#define ULIDKIT_RELATION_HOOK_PARAMETERS PlannerInfo *root, Oid oid, bool inherits, RelOptInfo *relation
#define ULIDKIT_RELATION_HOOK_ARGUMENTS root, oid, inherits, relation
#endif

// Defines the SQL-callable C function `name` as a call of `function`.
#define ULIDKIT_FUNCTION(name, function) \
    extern "C" { \
    PGDLLEXPORT Datum name(PG_FUNCTION_ARGS); \
    PG_FUNCTION_INFO_V1(name); \
    Datum \
    name(PG_FUNCTION_ARGS) \
    { \
        return function(fcinfo); \
    } \
    }
