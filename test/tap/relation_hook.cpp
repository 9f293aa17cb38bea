// Another extension, for 007_hooks.pl, with two of the planner's hooks: the one at each relation counts its calls, and
// the one for a table's paths lets a scan of its own read one table, whose rows it pretends to keep elsewhere. It uses
// only a header of ulidkit.
#include "pg/postgres.hpp"

static decltype(ULIDKIT_RELATION_HOOK) previous_hook = nullptr;
static bool follows = false;
static std::int32_t calls = 0;

// Tables only, so that the count is the same from 19 on.
static void
count_call(ULIDKIT_RELATION_HOOK_PARAMETERS)
{
    if (relation->rtekind == RTE_RELATION)
        ++calls;
    if (previous_hook != nullptr)
        previous_hook(ULIDKIT_RELATION_HOOK_ARGUMENTS);
}

// The table that the extension reads by itself: it returns no row. 0: none.
static Oid kept_elsewhere = InvalidOid;
static set_rel_pathlist_hook_type previous_paths_hook = nullptr;

static void
begin_scan(CustomScanState *, EState *, int)
{
}

static TupleTableSlot *
next_row(CustomScanState *)
{
    return nullptr;
}

static void
end_scan(CustomScanState *)
{
}

static CustomExecMethods scan_methods;

static Node *
make_state(CustomScan *)
{
    auto *state = ulidkit::new_node<CustomScanState>(T_CustomScanState);
    state->methods = &scan_methods;
    return reinterpret_cast<Node *>(state);
}

static const CustomScanMethods plan_methods = {"elsewhere", make_state};

static Plan *
make_plan(PlannerInfo *, RelOptInfo *relation, CustomPath *, List *targets, List *conditions, List *)
{
    auto *scan = ulidkit::new_node<CustomScan>(T_CustomScan);
    scan->scan.scanrelid = relation->relid;
    scan->scan.plan.targetlist = targets;
    scan->scan.plan.qual = extract_actual_clauses(conditions, false);
    scan->methods = &plan_methods;
    return &scan->scan.plan;
}

static CustomPathMethods path_methods;

static void
read_elsewhere(PlannerInfo *root, RelOptInfo *relation, Index number, RangeTblEntry *entry)
{
    if (previous_paths_hook != nullptr)
        previous_paths_hook(root, relation, number, entry);
    if (entry->rtekind != RTE_RELATION || entry->relid != kept_elsewhere)
        return;
    auto *path = ulidkit::new_node<CustomPath>(T_CustomPath);
    path->path.pathtype = T_CustomScan;
    path->path.parent = relation;
    path->path.pathtarget = relation->reltarget;
    path->path.rows = relation->rows;
    path->path.total_cost = 1e6;
    path->methods = &path_methods;
    relation->pathlist = ulidkit::list_of(path);
    relation->partial_pathlist = NIL;
}

static Datum
set_kept_elsewhere(FunctionCallInfo fcinfo)
{
    kept_elsewhere = PG_GETARG_OID(0);
    PG_RETURN_VOID();
}

static Datum
get_calls(FunctionCallInfo)
{
    PG_RETURN_INT32(calls);
}

static Datum
get_follows(FunctionCallInfo)
{
    PG_RETURN_BOOL(follows);
}

ULIDKIT_FUNCTION(relation_hook_calls, get_calls)
// Whether a hook was installed before, which shows the order of loading.
ULIDKIT_FUNCTION(relation_hook_follows, get_follows)
// From now on the extension reads this table in its own way.
ULIDKIT_FUNCTION(relation_hook_read, set_kept_elsewhere)

extern "C" {

PG_MODULE_MAGIC;

PGDLLEXPORT void _PG_init();

void
_PG_init()
{
    previous_hook = ULIDKIT_RELATION_HOOK;
    follows = previous_hook != nullptr;
    ULIDKIT_RELATION_HOOK = count_call;
    scan_methods.CustomName = path_methods.CustomName = "elsewhere";
    scan_methods.BeginCustomScan = begin_scan;
    scan_methods.ExecCustomScan = next_row;
    scan_methods.EndCustomScan = scan_methods.ReScanCustomScan = end_scan;
    path_methods.PlanCustomPath = make_plan;
    previous_paths_hook = set_rel_pathlist_hook;
    set_rel_pathlist_hook = read_elsewhere;
}
}
