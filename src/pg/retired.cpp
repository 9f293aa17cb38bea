// Functions that only the script of 1.0 names. The planner called them; the script of 1.1 drops them, and until it has
// run nothing calls them. The server wants their symbols when it runs the first of the two.
#include "pg/postgres.hpp"

namespace ulidkit {

namespace {

Datum
of_1_0(FunctionCallInfo fcinfo)
{
    elog(ERROR, "function %u is of ulidkit 1.0: update the extension", fcinfo->flinfo->fn_oid);
}

Datum
no_support(FunctionCallInfo)
{
    PG_RETURN_POINTER(NULL);
}

} // namespace

ULIDKIT_FUNCTION(ulidkit_at_least_support, no_support)
ULIDKIT_FUNCTION(ulidkit_at_most_support, no_support)
ULIDKIT_FUNCTION(ulidkit_for_each_table_support, no_support)
ULIDKIT_FUNCTION(ulidkit_for_each_table, of_1_0)
ULIDKIT_FUNCTION(ulidkit_uuid_at_least, of_1_0)
ULIDKIT_FUNCTION(ulidkit_uuid_at_most, of_1_0)
ULIDKIT_FUNCTION(ulidkit_bigint_at_least, of_1_0)
ULIDKIT_FUNCTION(ulidkit_bigint_at_most, of_1_0)
ULIDKIT_FUNCTION(ulidkit_bytes_at_least, of_1_0)
ULIDKIT_FUNCTION(ulidkit_bytes_below, of_1_0)
ULIDKIT_FUNCTION(ulidkit_character_at_least, of_1_0)
ULIDKIT_FUNCTION(ulidkit_character_below, of_1_0)

} // namespace ulidkit
