// The names of the SQL functions that every kind has. Only here do macros make names.
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "pg/types/functions.hpp"
#include "pg/types/gin.hpp"
#include "pg/types/gist.hpp"

namespace ulidkit {

// For example, ulid_cmp, which the SQL of the extension names, is made from "kind##_cmp" below with kind = ulid and K =
// Ulid:
//
//     PGDLLEXPORT Datum ulid_cmp(PG_FUNCTION_ARGS) { return order<Ulid>(fcinfo); }
//
// and order() is a template in functions.hpp.

// EXPORT_TIME: the functions of every kind. EXPORT_TYPE: the further ones of a kind with a type of its own;
// what SQL calls kind##_to_bytea is kind##_send.

#define EXPORT_TIME(kind, K, type) \
    ULIDKIT_FUNCTION(kind##_extract_timestamp, extract_timestamp<K>) \
    ULIDKIT_FUNCTION(kind##_min, first_at_or_after<K>) \
    ULIDKIT_FUNCTION(kind##_max, last_at_or_before<K>) \
    ULIDKIT_FUNCTION(kind##_at_or_after, (bound_or_null<K, first_from<K>>) ) \
    ULIDKIT_FUNCTION(kind##_after, (bound_or_null<K, first_after<K>>) ) \
    ULIDKIT_FUNCTION(kind##_before, (bound_or_null<K, last_before<K>>) ) \
    ULIDKIT_FUNCTION(kind##_at_or_before, (bound_or_null<K, last_until<K>>) ) \
    ULIDKIT_FUNCTION(kind##_prefix_min, first_with_prefix<K>) \
    ULIDKIT_FUNCTION(kind##_prefix_max, last_with_prefix<K>) \
    ULIDKIT_FUNCTION(kind##_generate, generate_next<K>) \
    ULIDKIT_FUNCTION(kind##_generate_at, generate_for_time<K>) \
    ULIDKIT_FUNCTION(kind##_observe, observe_id<K>)

#define EXPORT_TYPE(kind, K, shape) \
    ULIDKIT_FUNCTION(kind##_in, input<K>) \
    ULIDKIT_FUNCTION(kind##_out, output<K>) \
    ULIDKIT_FUNCTION(kind##_in_or_null, input_or_null<K>) \
    ULIDKIT_FUNCTION(kind##_like_min, (like_bound<K, false>) ) \
    ULIDKIT_FUNCTION(kind##_like_max, (like_bound<K, true>) ) \
    ULIDKIT_FUNCTION(kind##_recv, receive<K>) \
    ULIDKIT_FUNCTION(kind##_send, to_bytea<K>) \
    ULIDKIT_FUNCTION(kind##_from_bytea, from_bytea<K>) \
    ULIDKIT_FUNCTION(kind##_from_bytea_or_null, bytea_or_null<K>) \
    ULIDKIT_FUNCTION(kind##_lt, less<K>) \
    ULIDKIT_FUNCTION(kind##_le, less_equal<K>) \
    ULIDKIT_FUNCTION(kind##_eq, equal<K>) \
    ULIDKIT_FUNCTION(kind##_ne, not_equal<K>) \
    ULIDKIT_FUNCTION(kind##_ge, greater_equal<K>) \
    ULIDKIT_FUNCTION(kind##_gt, greater<K>) \
    ULIDKIT_FUNCTION(kind##_cmp, order<K>) \
    ULIDKIT_FUNCTION(kind##_smaller, smaller<K>) \
    ULIDKIT_FUNCTION(kind##_larger, larger<K>) \
    ULIDKIT_FUNCTION(kind##_sortsupport, sort_support<K>) \
    ULIDKIT_FUNCTION(kind##_hash, hash<K>) \
    ULIDKIT_FUNCTION(kind##_hash_extended, hash_extended<K>) \
    ULIDKIT_FUNCTION(kind##_distance, distance<K>) \
    ULIDKIT_FUNCTION(kind##_gist_key_in, gist_key_input<K>) \
    ULIDKIT_FUNCTION(kind##_gist_key_out, gist_key_output<K>) \
    ULIDKIT_FUNCTION(kind##_gist_consistent, gist_consistent<K>) \
    ULIDKIT_FUNCTION(kind##_gist_union, gist_union<K>) \
    ULIDKIT_FUNCTION(kind##_gist_compress, gist_compress<K>) \
    ULIDKIT_FUNCTION(kind##_gist_fetch, gist_fetch<K>) \
    ULIDKIT_FUNCTION(kind##_gist_penalty, gist_penalty<K>) \
    ULIDKIT_FUNCTION(kind##_gist_picksplit, gist_picksplit<K>) \
    ULIDKIT_FUNCTION(kind##_gist_same, gist_same<K>) \
    ULIDKIT_FUNCTION(kind##_gist_sortsupport, gist_sort_support<K>) \
    ULIDKIT_FUNCTION(kind##_gin_extract_query, gin_extract_query<K>) \
    ULIDKIT_FUNCTION(kind##_gin_compare_partial, gin_compare_partial<K>)

ULIDKIT_TYPES(EXPORT_TIME)
ULIDKIT_GUESTS(EXPORT_TIME)
ULIDKIT_TYPES(EXPORT_TYPE)

// Of PostgreSQL's conversion of a uuid to text.
ULIDKIT_FUNCTION(uuid_in_or_null, input_or_null<Uuidv7>)
ULIDKIT_FUNCTION(uuid_like_min, (like_bound<Uuidv7, false>) )
ULIDKIT_FUNCTION(uuid_like_max, (like_bound<Uuidv7, true>) )

#if ULIDKIT_SKIP_SUPPORT

#define EXPORT_SKIP_SUPPORT(kind, K, shape) ULIDKIT_FUNCTION(kind##_skipsupport, skip_support<K>)

ULIDKIT_TYPES(EXPORT_SKIP_SUPPORT)

#endif

// For all kinds.

ULIDKIT_FUNCTION(ulidkit_gin_extract_value, gin_extract_value)
ULIDKIT_FUNCTION(ulidkit_gin_consistent, gin_consistent)

#if ULIDKIT_COMPARE_TYPES

ULIDKIT_FUNCTION(ulidkit_gist_translate_cmptype, gist_translate_cmptype)

#endif

} // namespace ulidkit
