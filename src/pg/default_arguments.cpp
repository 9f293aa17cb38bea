// Default arguments of functions, kept for the session.
//
// The catalog has the default arguments of a function as the text of an expression tree. Whenever the server plans a
// call that leaves arguments out, it reads this text, which takes thousands of instructions for each argument. The five
// arguments of snowflake_generate(), as the default of a column, cost as much as all other planning of an INSERT.
// An overload without arguments cannot help, because a call without arguments would be ambiguous.
//
// So this file keeps the trees, and completes the calls of a query before the server plans it. It adds the arguments
// that the server would add, so it makes no difference to the plan whether a call has been completed. A call that is
// not completed is left to the server, for example one with named arguments.
//
// The hook looks only for functions for which note_defaults() has been called. In a session without such functions, the
// hook does nothing.
#include "pg/postgres.hpp"

#include "pg/default_arguments.hpp"

namespace ulidkit {

Oid noted_function;

namespace {

planner_hook_type previous_planner_hook;

struct NotedFunction {
    Oid oid;
    bool is_read;   // false: the following are not known yet
    int arguments;  // how many the function has
    List *defaults; // of the last arguments, in `memory`
};

NotedFunction functions[8];
int count; // of the functions that are noted
MemoryContext memory;
std::uint64_t changes; // how often the functions have been forgotten

// Forgets all functions. It is called when the definition of any function has changed.
void
forget(Datum, CacheName, std::uint32_t)
{
    noted_function = InvalidOid;
    count = 0;
    ++changes;
    MemoryContextReset(memory);
}

NotedFunction *
find(Oid function)
{
    for (int i = 0; i < count; ++i) {
        if (functions[i].oid == function)
            return &functions[i];
    }
    return nullptr;
}

// Reads the default arguments of the function, unless functions are forgotten meanwhile: the server reads them then.
void
read_defaults(NotedFunction &function)
{
    const std::uint64_t before = changes;
    HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function.oid));
    if (!HeapTupleIsValid(tuple))
        return;
    bool is_null = true;
    const Datum source = SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_proargdefaults, &is_null);
    void *read = is_null ? nullptr : stringToNode(TextDatumGetCString(source));
    const int arguments = reinterpret_cast<Form_pg_proc>(GETSTRUCT(tuple))->pronargs;
    ReleaseSysCache(tuple);
    if (before != changes)
        return;
    const MemoryContext outer = MemoryContextSwitchTo(memory);
    function.defaults = static_cast<List *>(copyObjectImpl(read));
    MemoryContextSwitchTo(outer);
    function.arguments = arguments;
    function.is_read = true;
}

bool
has_named_arguments(const FuncExpr *call)
{
    ListCell *cell;
    foreach (cell, call->args) {
        if (IsA(lfirst(cell), NamedArgExpr))
            return true;
    }
    return false;
}

// Completes the call if its function is noted.
void
complete(FuncExpr *call)
{
    NotedFunction *function = find(call->funcid);
    if (function == nullptr || has_named_arguments(call))
        return;
    if (!function->is_read)
        read_defaults(*function);
    if (!function->is_read)
        return;
    const int missing = function->arguments - list_length(call->args);
    const int first = list_length(function->defaults) - missing;
    if (missing <= 0 || first < 0)
        return;
    ListCell *cell;
    for_each_from(cell, function->defaults, first) call->args = lappend(call->args, copyObjectImpl(lfirst(cell)));
}

// Completes the calls in a query or an expression. The planner may change its query, so this changes it in place.
bool
complete_calls(Node *node, void *)
{
    // Most nodes are of these kinds. The server's walker takes several times as long for them.
    while (node != nullptr && IsA(node, TargetEntry))
        node = reinterpret_cast<Node *>(castNode(TargetEntry, node)->expr);
    if (node == nullptr || IsA(node, Var) || IsA(node, Const))
        return false;
    if (IsA(node, List)) {
        ListCell *cell;
        foreach (cell, reinterpret_cast<List *>(node))
            complete_calls(static_cast<Node *>(lfirst(cell)), nullptr);
        return false;
    }
    if (IsA(node, Query))
        return ULIDKIT_WALK_QUERY(castNode(Query, node), complete_calls, nullptr, QTW_IGNORE_JOINALIASES);
    if (IsA(node, FuncExpr))
        complete(castNode(FuncExpr, node));
    return ULIDKIT_WALK(node, complete_calls, nullptr);
}

// The planner's hook. Its other arguments differ between versions of PostgreSQL.
template <class... Arguments>
PlannedStmt *
plan(Query *query, Arguments... arguments)
{
    if (count > 0)
        complete_calls(reinterpret_cast<Node *>(query), nullptr);
    return previous_planner_hook != nullptr ? previous_planner_hook(query, arguments...)
                                            : standard_planner(query, arguments...);
}

} // namespace

void
note_defaults(Oid function)
{
    if (memory == nullptr) {
        memory = AllocSetContextCreateInternal(CacheMemoryContext, "ulidkit default arguments", ALLOCSET_SMALL_SIZES);
        CacheRegisterSyscacheCallback(PROCOID, forget, 0);
    }
    if (find(function) == nullptr) {
        if (count == lengthof(functions))
            return;
        functions[count++] = {function, false, 0, NIL};
    }
    noted_function = function;
}

void
install_default_arguments()
{
    previous_planner_hook = planner_hook;
    planner_hook = plan;
}

} // namespace ulidkit
