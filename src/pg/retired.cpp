// Functions that only the script of 1.0 names, and that the script of 1.1 drops. The planner of 1.0 put them into
// plans. Until a database is updated, its views and parallel workers of sessions that have the library of 1.0 still can
// call them: they are the comparisons of PostgreSQL that they were.
//
// 1.0 and 1.1 also had a plan node for lists of times. A session that still has one of these libraries can plan it, and
// its parallel workers load the library that is installed now.
#include "pg/postgres.hpp"

#include "pg/errors.hpp"
#include "pg/retired.hpp"

namespace ulidkit {

namespace {

Datum
no_support(FunctionCallInfo)
{
    PG_RETURN_POINTER(NULL);
}

Datum
condition(FunctionCallInfo fcinfo)
{
    PG_RETURN_DATUM(PG_GETARG_DATUM(0));
}

Node *
create_retired_state(CustomScan *)
{
    planned_by_other_version();
}

const CustomScanMethods list_scan = {"ulidkit list", create_retired_state};

} // namespace

void
register_retired_nodes()
{
    RegisterCustomScanMethods(&list_scan);
}

ULIDKIT_FUNCTION(ulidkit_at_least_support, no_support)
ULIDKIT_FUNCTION(ulidkit_at_most_support, no_support)
ULIDKIT_FUNCTION(ulidkit_for_each_table_support, no_support)
ULIDKIT_FUNCTION(ulidkit_for_each_table, condition)
ULIDKIT_FUNCTION(ulidkit_uuid_at_least, uuid_ge)
ULIDKIT_FUNCTION(ulidkit_uuid_at_most, uuid_le)
ULIDKIT_FUNCTION(ulidkit_bigint_at_least, int8ge)
ULIDKIT_FUNCTION(ulidkit_bigint_at_most, int8le)
ULIDKIT_FUNCTION(ulidkit_bytes_at_least, byteage)
ULIDKIT_FUNCTION(ulidkit_bytes_below, bytealt)
ULIDKIT_FUNCTION(ulidkit_character_at_least, bpchar_pattern_ge)
ULIDKIT_FUNCTION(ulidkit_character_below, bpchar_pattern_lt)

} // namespace ulidkit
