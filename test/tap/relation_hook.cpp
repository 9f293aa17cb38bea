// Another extension with the planner's hook at each relation, for 007_hooks.pl. It uses only a header of ulidkit.
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

extern "C" {

PG_MODULE_MAGIC;

PGDLLEXPORT void _PG_init();

void
_PG_init()
{
    previous_hook = ULIDKIT_RELATION_HOOK;
    follows = previous_hook != nullptr;
    ULIDKIT_RELATION_HOOK = count_call;
}
}
