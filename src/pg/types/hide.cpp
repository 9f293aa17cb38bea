// The hidden forms: K_hide() and K_reveal(), and the inverse of K_hide() that the planner uses. Their last two
// arguments are the context and the name of the key.
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "pg/datum.hpp"
#include "pg/types/hide_keys.hpp"

namespace ulidkit {

namespace {

// Before anything else is looked at, so that no answer hides that a key is missing.
template <class Id>
const HideCipher &
cipher_argument(FunctionCallInfo fcinfo)
{
    return hide_cipher(Id::name, text_argument(fcinfo, 1), text_argument(fcinfo, 2),
                       get_fn_expr_arg_stable(fcinfo->flinfo, 2));
}

template <Hidable Id>
Id
id_argument(FunctionCallInfo fcinfo)
{
    if constexpr (Id::by_value)
        return {{PG_GETARG_INT64(0)}};
    else
        return argument<Id>(fcinfo, 0);
}

template <Hidable Id>
Datum
id_datum(const Id &id)
{
    if constexpr (Id::by_value)
        return Int64GetDatum(id.value);
    else
        return to_datum(id);
}

template <Hidable Id>
Datum
hide_id(FunctionCallInfo fcinfo)
{
    char text[crockford_size];
    hide(cipher_argument<Id>(fcinfo), id_argument<Id>(fcinfo), text);
    return text_datum(text, sizeof(text));
}

template <Hidable Id>
Datum
reveal_id(FunctionCallInfo fcinfo)
{
    const HideCipher &cipher = cipher_argument<Id>(fcinfo);
    std::uint8_t block[hide_block_size];
    if (!parse_hidden(text_argument(fcinfo, 0), block))
        bad_hidden_form(Id::name);
    Id id;
    if (!reveal(cipher, block, id))
        hides_nothing(Id::name);
    return id_datum(id);
}

// Raises an error unless the user can call the function whose name is that of the present one without "_or_null".
// Everybody can call the present one, because the planner puts it into everybody's queries. As the server does for
// other functions, once for each place in a query.
void
check_may_reveal(FunctionCallInfo fcinfo, Oid hidden_type)
{
    static char checked;
    if (fcinfo->flinfo->fn_extra == &checked)
        return;
    const Oid self = fcinfo->flinfo->fn_oid;
    const char *name = get_func_name(self);
    const std::size_t size = name == nullptr ? 0 : strlen(name) - strlen("_or_null");
    const char *other = pnstrdup(name == nullptr ? "" : name, size);
    const Oid types[] = {hidden_type, TEXTOID, TEXTOID};
    const Oid reveals = function_in(get_func_namespace(self), other, types, 3);
    if (!OidIsValid(reveals) || !may_call(reveals))
        may_not_reveal(other);
    fcinfo->flinfo->fn_extra = &checked;
}

// NULL for what hide_id() never returns.
template <Hidable Id>
Datum
reveal_id_or_null(FunctionCallInfo fcinfo)
{
    check_may_reveal(fcinfo, TEXTOID);
    const HideCipher &cipher = cipher_argument<Id>(fcinfo);
    std::uint8_t block[hide_block_size];
    Id id;
    if (!parse_hidden(text_argument(fcinfo, 0), block) || !reveal(cipher, block, id))
        PG_RETURN_NULL();
    return id_datum(id);
}

Datum
hide_uuid(FunctionCallInfo fcinfo)
{
    Uuidv7 id = argument<Uuidv7>(fcinfo, 0);
    if (!hide_uuid(cipher_argument<Uuidv7>(fcinfo), id))
        not_to_be_hidden(id.bytes[6] >> 4, id.bytes[8] >> 6);
    return to_datum(id);
}

Datum
reveal_uuid(FunctionCallInfo fcinfo)
{
    Uuidv7 id = argument<Uuidv7>(fcinfo, 0);
    if (!reveal_uuid(cipher_argument<Uuidv7>(fcinfo), id))
        hides_nothing(Uuidv7::name);
    return to_datum(id);
}

Datum
reveal_uuid_or_null(FunctionCallInfo fcinfo)
{
    check_may_reveal(fcinfo, UUIDOID);
    Uuidv7 id = argument<Uuidv7>(fcinfo, 0);
    if (!reveal_uuid(cipher_argument<Uuidv7>(fcinfo), id))
        PG_RETURN_NULL();
    return to_datum(id);
}

Datum
fingerprint_of_key(FunctionCallInfo fcinfo)
{
    std::uint8_t fingerprint[fingerprint_size];
    hide_key_fingerprint(text_argument(fcinfo, 0), fingerprint);
    char text[2 * fingerprint_size];
    write_digits<sizeof(text)>(hex_lower, text, load_be<fingerprint_size>(fingerprint));
    return text_datum(text, sizeof(text));
}

} // namespace

// The types of at most 16 bytes, and what else is hidden in a text.
#define ULIDKIT_HIDABLE(HIDE) \
    HIDE(ulid, Ulid) \
    HIDE(ulidflake, Ulidflake) \
    HIDE(timeid, Timeid) \
    HIDE(tbsl, Tbsl) \
    HIDE(bigint, Bigint)

#define EXPORT_HIDE(kind, Id) \
    ULIDKIT_FUNCTION(kind##_hide, hide_id<Id>) \
    ULIDKIT_FUNCTION(kind##_reveal, reveal_id<Id>) \
    ULIDKIT_FUNCTION(kind##_reveal_or_null, reveal_id_or_null<Id>)

ULIDKIT_HIDABLE(EXPORT_HIDE)

// src/sql/new-kind prints the SQL functions of every type of at most 16 bytes.
#define COUNT_HIDABLE(kind, Id) +Kind<Id>
#define COUNT_SMALL(kind, K, shape) +Hidable<K>
static_assert((0 ULIDKIT_HIDABLE(COUNT_HIDABLE)) == (0 ULIDKIT_TYPES(COUNT_SMALL)),
              "a kind of at most 16 bytes is missing in ULIDKIT_HIDABLE");

ULIDKIT_FUNCTION(uuidv7_hide, hide_uuid)
ULIDKIT_FUNCTION(uuidv7_reveal, reveal_uuid)
ULIDKIT_FUNCTION(uuidv7_reveal_or_null, reveal_uuid_or_null)
ULIDKIT_FUNCTION(ulidkit_hide_key_fingerprint, fingerprint_of_key)

} // namespace ulidkit
