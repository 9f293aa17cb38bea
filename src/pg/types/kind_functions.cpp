// The SQL functions that only one kind has.
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "core/tbsl_base.hpp"
#include "pg/types/functions.hpp"

namespace ulidkit {

namespace {

// The integer that the accessor `Get` of K returns.
template <Kind K, auto Get>
Datum
integer_field(FunctionCallInfo fcinfo)
{
    PG_RETURN_INT32(static_cast<std::int32_t>((argument<K>(fcinfo, 0).*Get)()));
}

// The text of `Size` characters that `Format` of the kind writes.
template <Kind K, std::size_t Size, auto Format>
Datum
text_form(FunctionCallInfo fcinfo)
{
    char text[Size];
    (argument<K>(fcinfo, 0).*Format)(text);
    return text_datum(text, sizeof(text));
}

Datum
random_ulid(FunctionCallInfo)
{
    return to_datum(generate_for<Ulid>(to_timestamptz(clock_now()), {}));
}

Datum
ulid_randomness(FunctionCallInfo fcinfo)
{
    const auto &id = argument<Ulid>(fcinfo, 0);
    return bytea_datum(id.randomness(), Ulid::randomness_size);
}

Datum
make_ulid(FunctionCallInfo fcinfo)
{
    const std::int64_t time = time_argument<Ulid>(fcinfo);
    return to_datum(Ulid::make(time, bytes_argument<Ulid>(fcinfo, 1, "randomness", Ulid::randomness_size)));
}

Datum
uuidv7_of_ulid(FunctionCallInfo fcinfo)
{
    auto *uuid = static_cast<pg_uuid_t *>(palloc(sizeof(pg_uuid_t)));
    argument<Ulid>(fcinfo, 0).store_uuidv7(uuid->data);
    return UUIDPGetDatum(uuid);
}

Datum
scru160_random(FunctionCallInfo fcinfo)
{
    const auto &id = argument<Scru160>(fcinfo, 0);
    return bytea_datum(id.random(), Scru160::random_size);
}

Datum
make_scru160(FunctionCallInfo fcinfo)
{
    const std::int64_t time = time_argument<Scru160>(fcinfo);
    const auto counter =
        static_cast<std::uint32_t>(field_argument<Scru160>(fcinfo, 1, "counter", Scru160::last_counter));
    return to_datum(Scru160::make(time / Scru160::tick, counter,
                                  bytes_argument<Scru160>(fcinfo, 2, "random fields", Scru160::random_size)));
}

int
scalability_argument(FunctionCallInfo fcinfo, int index)
{
    return field_argument<Ulidflake>(fcinfo, index, "scalability ID", Ulidflake::last_scalability);
}

// The options for the scalable form, with a scalability id or the node of this server.
Ulidflake::Options
scalable_options(int scalability)
{
    Ulidflake::Options options = settings::of_kind<Ulidflake>;
    options.scalability = scalability;
    return options;
}

Ulidflake::Options
scalable_options()
{
    const int node = checked_node<Ulidflake>();
    return scalable_options(node == Ulidflake::node_field.none ? 0 : node);
}

Datum
scalable_ulidflake(FunctionCallInfo fcinfo)
{
    return to_datum(
        generate<Ulidflake>(PG_NARGS() == 0 ? scalable_options() : scalable_options(scalability_argument(fcinfo, 0))));
}

Datum
scalable_ulidflake_at(FunctionCallInfo fcinfo)
{
    return to_datum(
        generate_for<Ulidflake>(PG_GETARG_TIMESTAMPTZ(0), scalable_options(scalability_argument(fcinfo, 1))));
}

Datum
make_ulidflake(FunctionCallInfo fcinfo)
{
    const std::int64_t time = time_argument<Ulidflake>(fcinfo);
    return to_datum(
        Ulidflake::make(time, field_argument<Ulidflake>(fcinfo, 1, "randomness", Ulidflake::randomness_mask)));
}

Datum
make_scalable_ulidflake(FunctionCallInfo fcinfo)
{
    const std::int64_t time = time_argument<Ulidflake>(fcinfo);
    const int randomness =
        field_argument<Ulidflake>(fcinfo, 1, "scalable randomness", Ulidflake::last_scalable_randomness);
    return to_datum(Ulidflake::make_scalable(time, randomness, scalability_argument(fcinfo, 2)));
}

Datum
make_timeid(FunctionCallInfo fcinfo)
{
    const std::int64_t time = time_argument<Timeid>(fcinfo);
    return to_datum(Timeid::make(time, field_argument<Timeid>(fcinfo, 1, "node", Timeid::node_mask)));
}

Datum
sequenced_tbsl(FunctionCallInfo)
{
    Tbsl::Options sequenced = present_options<Tbsl>();
    sequenced.sequenced = true;
    return to_datum(generate<Tbsl>(sequenced));
}

Datum
make_tbsl(FunctionCallInfo fcinfo)
{
    const std::int64_t time = time_argument<Tbsl>(fcinfo);
    const int machine = field_argument<Tbsl>(fcinfo, 1, "machine ID", Tbsl::machines - 1);
    return to_datum(Tbsl::make(time, machine, field_argument<Tbsl>(fcinfo, 2, "suffix", Tbsl::last_suffix)));
}

const TransportBase &
base_argument(FunctionCallInfo fcinfo)
{
    const TransportBase *base = find_transport_base(PG_GETARG_INT32(1));
    if (base == nullptr)
        bad_base(PG_GETARG_INT32(1));
    return *base;
}

Datum
tbsl_in_base(FunctionCallInfo fcinfo)
{
    char text[tbsl_base_max_size];
    const std::size_t size = format_base(base_argument(fcinfo), argument<Tbsl>(fcinfo, 0), text);
    return text_datum(text, size);
}

Datum
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

Datum
tbsl_of_base_or_null(FunctionCallInfo fcinfo)
{
    const TransportBase &base = base_argument(fcinfo);
    const std::string_view text = text_argument(fcinfo, 0);
    Tbsl id;
    char again[tbsl_base_max_size];
    if (!parse_base(base, text, id) || text != std::string_view(again, format_base(base, id, again)))
        PG_RETURN_NULL();
    return to_datum(id);
}

} // namespace

ULIDKIT_FUNCTION(ulid_random, random_ulid)
ULIDKIT_FUNCTION(ulid_extract_randomness, ulid_randomness)
ULIDKIT_FUNCTION(ulid_make, make_ulid)
ULIDKIT_FUNCTION(ulid_make_ordered, make_ordered<Ulid>)
ULIDKIT_FUNCTION(ulid_to_uuidv7, uuidv7_of_ulid)

ULIDKIT_FUNCTION(uuidv7_make_ordered, make_ordered<Uuidv7>)

ULIDKIT_FUNCTION(scru160_extract_counter, (integer_field<Scru160, &Scru160::counter>) )
ULIDKIT_FUNCTION(scru160_extract_random, scru160_random)
ULIDKIT_FUNCTION(scru160_make, make_scru160)
ULIDKIT_FUNCTION(scru160_make_ordered, make_ordered<Scru160>)
ULIDKIT_FUNCTION(scru160_to_hex, (text_form<Scru160, Scru160::hex_size, &Scru160::format_hex>) )
ULIDKIT_FUNCTION(scru160_from_hex_or_null, (text_or_null<Scru160, Scru160::hex_size, &Scru160::format_hex>) )

ULIDKIT_FUNCTION(ulidflake_from_bigint, from_bigint<Ulidflake>)
ULIDKIT_FUNCTION(ulidflake_generate_scalable, scalable_ulidflake)
ULIDKIT_FUNCTION(ulidflake_generate_scalable_at, scalable_ulidflake_at)
ULIDKIT_FUNCTION(ulidflake_make, make_ulidflake)
ULIDKIT_FUNCTION(ulidflake_make_scalable, make_scalable_ulidflake)
ULIDKIT_FUNCTION(ulidflake_extract_randomness, (integer_field<Ulidflake, &Ulidflake::randomness>) )
ULIDKIT_FUNCTION(ulidflake_extract_scalable_randomness, (integer_field<Ulidflake, &Ulidflake::scalable_randomness>) )
ULIDKIT_FUNCTION(ulidflake_extract_scalability, (integer_field<Ulidflake, &Ulidflake::scalability>) )

ULIDKIT_FUNCTION(timeid_extract_node, (integer_field<Timeid, &Timeid::node>) )
ULIDKIT_FUNCTION(timeid_to_compact, (text_form<Timeid, Timeid::compact_size, &Timeid::format_compact>) )
ULIDKIT_FUNCTION(timeid_from_compact_or_null, (text_or_null<Timeid, Timeid::compact_size, &Timeid::format_compact>) )
ULIDKIT_FUNCTION(timeid_make, make_timeid)

ULIDKIT_FUNCTION(tbsl_generate_sequenced, sequenced_tbsl)
ULIDKIT_FUNCTION(tbsl_make, make_tbsl)
ULIDKIT_FUNCTION(tbsl_extract_machine, (integer_field<Tbsl, &Tbsl::machine>) )
ULIDKIT_FUNCTION(tbsl_extract_suffix, (integer_field<Tbsl, &Tbsl::suffix>) )
ULIDKIT_FUNCTION(tbsl_to_base, tbsl_in_base)
ULIDKIT_FUNCTION(tbsl_from_base, tbsl_of_base)
ULIDKIT_FUNCTION(tbsl_from_base_or_null, tbsl_of_base_or_null)

} // namespace ulidkit
