// typeid_encode(), typeid_decode(), and the inverse of the first that the planner uses.
#include "pg/postgres.hpp"

#include "core/typeid.hpp"
#include "pg/datum.hpp"

namespace ulidkit {

namespace {

std::string_view
prefix_argument(FunctionCallInfo fcinfo)
{
    const std::string_view prefix = text_argument(fcinfo, 0);
    if (const Parsed parsed = check_typeid_prefix(prefix); !parsed)
        bad_typeid_prefix(prefix, parsed);
    return prefix;
}

Datum
encode_typeid(FunctionCallInfo fcinfo)
{
    char text[typeid_size_most];
    const std::size_t size = format_typeid(prefix_argument(fcinfo), PG_GETARG_UUID_P(1)->data, text);
    return text_datum(text, size);
}

Datum
decode_typeid(FunctionCallInfo fcinfo)
{
    const std::string_view prefix = prefix_argument(fcinfo);
    const std::string_view text = text_argument(fcinfo, 1);
    auto *uuid = static_cast<pg_uuid_t *>(palloc(sizeof(pg_uuid_t)));
    if (const Parsed parsed = parse_typeid(prefix, text, uuid->data); !parsed)
        bad_typeid(prefix, text, parsed);
    return UUIDPGetDatum(uuid);
}

// NULL for a text that is no TypeID with the prefix. A wrong prefix is an error, as of typeid_encode().
Datum
decode_typeid_or_null(FunctionCallInfo fcinfo)
{
    const std::string_view prefix = prefix_argument(fcinfo);
    auto *uuid = static_cast<pg_uuid_t *>(palloc(sizeof(pg_uuid_t)));
    if (!parse_typeid(prefix, text_argument(fcinfo, 1), uuid->data))
        PG_RETURN_NULL();
    return UUIDPGetDatum(uuid);
}

} // namespace

ULIDKIT_FUNCTION(typeid_encode, encode_typeid)
ULIDKIT_FUNCTION(typeid_decode, decode_typeid)
ULIDKIT_FUNCTION(typeid_decode_or_null, decode_typeid_or_null)

} // namespace ulidkit
