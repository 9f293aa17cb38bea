// The SQL functions that only one kind has.
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "core/tbsl_base.hpp"
#include "pg/functions.hpp"

namespace ulidkit {

// The integer that the accessor `Get` of K returns.
template <Kind K, auto Get>
static Datum
integer_field(FunctionCallInfo fcinfo)
{
    PG_RETURN_INT32(static_cast<std::int32_t>((argument<K>(fcinfo, 0).*Get)()));
}

// The text of `Size` characters that `Format` of the kind writes.
template <Kind K, std::size_t Size, auto Format>
static Datum
text_form(FunctionCallInfo fcinfo)
{
    char text[Size];
    (argument<K>(fcinfo, 0).*Format)(text);
    return text_datum(text, sizeof(text));
}

static Datum
random_ulid(FunctionCallInfo)
{
    return to_datum(generate_for<Ulid>(to_timestamptz(clock_now()), {}));
}

static Datum
ulid_randomness(FunctionCallInfo fcinfo)
{
    const auto &id = argument<Ulid>(fcinfo, 0);
    return bytea_datum(id.randomness(), Ulid::randomness_size);
}

static Datum
uuidv7_of_ulid(FunctionCallInfo fcinfo)
{
    auto *uuid = static_cast<pg_uuid_t *>(palloc(sizeof(pg_uuid_t)));
    argument<Ulid>(fcinfo, 0).store_uuidv7(uuid->data);
    return UUIDPGetDatum(uuid);
}

static Datum
scru160_random(FunctionCallInfo fcinfo)
{
    const auto &id = argument<Scru160>(fcinfo, 0);
    return bytea_datum(id.random(), Scru160::random_size);
}

// The scalable form, with the scalability id of the argument or of the setting.
static Datum
scalable_ulidflake(FunctionCallInfo fcinfo)
{
    Ulidflake::Options scalable = settings::of_kind<Ulidflake>;
    scalable.scalability = PG_NARGS() == 0 ? scalable.scalability_id : PG_GETARG_INT32(0);
    if (scalable.scalability < 0 || scalable.scalability > Ulidflake::last_scalability)
        bad_scalability(scalable.scalability);
    return to_datum(generate<Ulidflake>(scalable));
}

// The first or last id with a given prefix.
static Datum
timeid_prefix(FunctionCallInfo fcinfo, bool want_last)
{
    const std::string_view prefix = text_argument(fcinfo, 0);
    Timeid first;
    Timeid last;
    if (const Parsed parsed = Timeid::parse_prefix(prefix, first, last); !parsed)
        return bad_text(nullptr, kind_text<Timeid>(), Timeid::prefix_form, prefix, parsed);
    return to_datum(want_last ? last : first);
}

static Datum
first_with_prefix(FunctionCallInfo fcinfo)
{
    return timeid_prefix(fcinfo, false);
}

static Datum
last_with_prefix(FunctionCallInfo fcinfo)
{
    return timeid_prefix(fcinfo, true);
}

static Datum
sequenced_tbsl(FunctionCallInfo)
{
    Tbsl::Options sequenced = settings::of_kind<Tbsl>;
    sequenced.sequenced = true;
    return to_datum(generate<Tbsl>(sequenced));
}

static const TransportBase &
base_argument(FunctionCallInfo fcinfo)
{
    const TransportBase *base = find_transport_base(PG_GETARG_INT32(1));
    if (base == nullptr)
        bad_base(PG_GETARG_INT32(1));
    return *base;
}

static Datum
tbsl_in_base(FunctionCallInfo fcinfo)
{
    char text[tbsl_base_max_size];
    const std::size_t size = format_base(base_argument(fcinfo), argument<Tbsl>(fcinfo, 0), text);
    return text_datum(text, size);
}

static Datum
tbsl_of_base(FunctionCallInfo fcinfo)
{
    const TransportBase &base = base_argument(fcinfo);
    const std::string_view text = text_argument(fcinfo, 0);
    Tbsl id;
    if (const Parsed parsed = parse_base(base, text, id); !parsed)
        return bad_text(nullptr, kind_text<Tbsl>(), psprintf("1 to %zu digits of base %u", base.max_size, base.base),
                        text, parsed);
    return to_datum(id);
}

ULIDKIT_FUNCTION(ulid_random, random_ulid)
ULIDKIT_FUNCTION(ulid_extract_randomness, ulid_randomness)
ULIDKIT_FUNCTION(ulid_to_uuidv7, uuidv7_of_ulid)

ULIDKIT_FUNCTION(scru160_extract_counter, (integer_field<Scru160, &Scru160::counter>) )
ULIDKIT_FUNCTION(scru160_extract_random, scru160_random)
ULIDKIT_FUNCTION(scru160_to_hex, (text_form<Scru160, Scru160::hex_size, &Scru160::format_hex>) )

ULIDKIT_FUNCTION(ulidflake_from_bigint, from_bigint<Ulidflake>)
ULIDKIT_FUNCTION(ulidflake_generate_scalable, scalable_ulidflake)
ULIDKIT_FUNCTION(ulidflake_extract_randomness, (integer_field<Ulidflake, &Ulidflake::randomness>) )
ULIDKIT_FUNCTION(ulidflake_extract_scalable_randomness, (integer_field<Ulidflake, &Ulidflake::scalable_randomness>) )
ULIDKIT_FUNCTION(ulidflake_extract_scalability, (integer_field<Ulidflake, &Ulidflake::scalability>) )

ULIDKIT_FUNCTION(timeid_extract_node, (integer_field<Timeid, &Timeid::node>) )
ULIDKIT_FUNCTION(timeid_to_compact, (text_form<Timeid, Timeid::compact_size, &Timeid::format_compact>) )
ULIDKIT_FUNCTION(timeid_prefix_min, first_with_prefix)
ULIDKIT_FUNCTION(timeid_prefix_max, last_with_prefix)

ULIDKIT_FUNCTION(tbsl_generate_sequenced, sequenced_tbsl)
ULIDKIT_FUNCTION(tbsl_extract_machine, (integer_field<Tbsl, &Tbsl::machine>) )
ULIDKIT_FUNCTION(tbsl_extract_suffix, (integer_field<Tbsl, &Tbsl::suffix>) )
ULIDKIT_FUNCTION(tbsl_to_base, tbsl_in_base)
ULIDKIT_FUNCTION(tbsl_from_base, tbsl_of_base)

} // namespace ulidkit
