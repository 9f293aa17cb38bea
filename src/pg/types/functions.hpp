// The SQL functions that every kind has, as templates over the kind. exports.cpp instantiates and names them.
#pragma once

#include "pg/postgres.hpp"

#include "pg/datum.hpp"
#include "pg/generation/generator.hpp"

namespace ulidkit {

// Text and binary, in and out.

template <Kind K>
inline Datum
input(FunctionCallInfo fcinfo)
{
    const std::string_view text = PG_GETARG_CSTRING(0);
    K id;
    if (const Parsed parsed = K::parse(text, id); !parsed)
        return bad_text(fcinfo->context, kind_text<K>(), K::text_form, text, parsed, true);
    return to_datum(id);
}

template <Kind K>
inline Datum
output(FunctionCallInfo fcinfo)
{
    auto *text = static_cast<char *>(palloc(K::text_size + 1));
    argument<K>(fcinfo, 0).format(text);
    text[K::text_size] = '\0';
    PG_RETURN_CSTRING(text);
}

// The inverse of a function that writes an id as a text of `Size` characters: NULL for any other text. See
// pg/planning/id_forms.cpp.
template <Kind K, std::size_t Size, auto Format>
inline Datum
text_or_null(FunctionCallInfo fcinfo)
{
    const std::string_view text = text_argument(fcinfo, 0);
    K id;
    char again[Size];
    if (text.size() != Size || !K::parse(text, id))
        PG_RETURN_NULL();
    (id.*Format)(again);
    if (text != std::string_view(again, Size))
        PG_RETURN_NULL();
    return to_datum(id);
}

template <Kind K>
inline Datum
input_or_null(FunctionCallInfo fcinfo)
{
    return text_or_null<K, K::text_size, &K::format>(fcinfo);
}

template <Kind K>
inline Datum
receive(FunctionCallInfo fcinfo)
{
    auto *message = reinterpret_cast<StringInfo>(PG_GETARG_POINTER(0));
    const int size = message->len - message->cursor;
    return to_datum(from_binary<K>(pq_getmsgbytes(message, size), static_cast<std::size_t>(size)));
}

template <Kind K>
inline Datum
to_bytea(FunctionCallInfo fcinfo)
{
    std::uint8_t bytes[K::binary_size];
    argument<K>(fcinfo, 0).store(bytes);
    return bytea_datum(bytes, sizeof(bytes));
}

template <Kind K>
inline Datum
from_bytea(FunctionCallInfo fcinfo)
{
    const bytea *bytes = PG_GETARG_BYTEA_PP(0);
    return to_datum(from_binary<K>(VARDATA_ANY(bytes), static_cast<std::size_t>(VARSIZE_ANY_EXHDR(bytes))));
}

template <Kind K>
inline Datum
bytea_or_null(FunctionCallInfo fcinfo)
{
    const bytea *bytes = PG_GETARG_BYTEA_PP(0);
    K id;
    if (load_binary(reinterpret_cast<const std::uint8_t *>(VARDATA_ANY(bytes)), VARSIZE_ANY_EXHDR(bytes), id) !=
        Fault::none)
        PG_RETURN_NULL();
    return to_datum(id);
}

// Order. Every operator is one line on the kind's one comparison.

template <Kind K>
inline int
compare(Datum a, Datum b)
{
    return K::compare(from_datum<K>(a), from_datum<K>(b));
}

template <Kind K>
inline int
compare(FunctionCallInfo fcinfo)
{
    return compare<K>(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1));
}

// clang-format off
template <Kind K> inline Datum less(FunctionCallInfo fcinfo) { PG_RETURN_BOOL(compare<K>(fcinfo) < 0); }
template <Kind K> inline Datum less_equal(FunctionCallInfo fcinfo) { PG_RETURN_BOOL(compare<K>(fcinfo) <= 0); }
template <Kind K> inline Datum equal(FunctionCallInfo fcinfo) { PG_RETURN_BOOL(compare<K>(fcinfo) == 0); }
template <Kind K> inline Datum not_equal(FunctionCallInfo fcinfo) { PG_RETURN_BOOL(compare<K>(fcinfo) != 0); }
template <Kind K> inline Datum greater_equal(FunctionCallInfo fcinfo) { PG_RETURN_BOOL(compare<K>(fcinfo) >= 0); }
template <Kind K> inline Datum greater(FunctionCallInfo fcinfo) { PG_RETURN_BOOL(compare<K>(fcinfo) > 0); }
template <Kind K> inline Datum order(FunctionCallInfo fcinfo) { PG_RETURN_INT32(compare<K>(fcinfo)); }
template <Kind K> inline Datum smaller(FunctionCallInfo fcinfo) { return PG_GETARG_DATUM(compare<K>(fcinfo) <= 0 ? 0 : 1); }
template <Kind K> inline Datum larger(FunctionCallInfo fcinfo) { return PG_GETARG_DATUM(compare<K>(fcinfo) >= 0 ? 0 : 1); }
// clang-format on

// Sorting. Kinds by reference compare their leading 8 bytes as numbers first, unless too few of these differ, as when
// all ids are from a few milliseconds.

template <Kind K>
inline int
compare_full(Datum a, Datum b, SortSupport)
{
    return compare<K>(a, b);
}

struct Abbreviation {
    std::int64_t count;    // values abbreviated
    bool undecided;        // whether abbreviation can still turn out to be useless
    hyperLogLogState keys; // distinct abbreviated keys
};

// Counts `key` as one abbreviated key.
void count_abbreviated(Abbreviation &state, std::uint64_t key);

// SortSupport's abbrev_abort.
bool abort_abbreviation(int count, SortSupport support);

template <Kind K>
inline Datum
abbreviate(Datum original, SortSupport support)
{
    auto &state = *static_cast<Abbreviation *>(support->ssup_extra);
    const std::uint64_t key = reinterpret_cast<const K *>(original)->abbreviated();
    if (state.undecided)
        count_abbreviated(state, key);
    ++state.count;
    return static_cast<Datum>(key);
}

// Makes `support` compare abbreviated keys, made by `convert`, before it compares whole values by `compare`.
void use_abbreviation(SortSupport support, Datum (*convert)(Datum, SortSupport),
                      int (*compare)(Datum, Datum, SortSupport));

template <Kind K>
inline Datum
sort_support(FunctionCallInfo fcinfo)
{
    auto *support = reinterpret_cast<SortSupport>(PG_GETARG_POINTER(0));
    if constexpr (K::by_value) {
        support->comparator = ssup_datum_signed_cmp;
    } else {
        support->comparator = compare_full<K>;
        if (support->abbreviate)
            use_abbreviation(support, abbreviate<K>, compare_full<K>);
    }
    PG_RETURN_VOID();
}

#if ULIDKIT_SKIP_SUPPORT

template <Kind K>
inline Datum
skip_next(Relation, Datum existing, bool *overflow)
{
    K id = from_datum<K>(existing);
    *overflow = !to_next(id);
    return *overflow ? (Datum) 0 : to_datum(id);
}

template <Kind K>
inline Datum
skip_previous(Relation, Datum existing, bool *underflow)
{
    K id = from_datum<K>(existing);
    *underflow = !to_previous(id);
    return *underflow ? (Datum) 0 : to_datum(id);
}

template <Kind K>
inline Datum
skip_support(FunctionCallInfo fcinfo)
{
    auto *support = reinterpret_cast<SkipSupport>(PG_GETARG_POINTER(0));
    support->decrement = skip_previous<K>;
    support->increment = skip_next<K>;
    support->low_elem = to_datum(K::lowest());
    support->high_elem = to_datum(K::highest());
    PG_RETURN_VOID();
}

#endif

// Hashes of the binary form.

// Returns what `hash` returns for the bytes of the binary form of the ID. Hash values are on disk and must not change.
// An ID by reference has these bytes in its place.
template <Kind K, class Hash>
inline Datum
hash_bytes_of(const K &id, Hash hash)
{
    if constexpr (K::by_value) {
        std::uint8_t bytes[K::binary_size];
        id.store(bytes);
        return hash(bytes);
    } else {
        static_assert(sizeof(id.bytes) == K::binary_size);
        return hash(id.bytes);
    }
}

template <Kind K>
inline Datum
hash(FunctionCallInfo fcinfo)
{
    return hash_bytes_of(argument<K>(fcinfo, 0),
                         [](const std::uint8_t *bytes) { return hash_any(bytes, K::binary_size); });
}

template <Kind K>
inline Datum
hash_extended(FunctionCallInfo fcinfo)
{
    const auto seed = static_cast<std::uint64_t>(PG_GETARG_INT64(1));
    return hash_bytes_of(argument<K>(fcinfo, 0),
                         [seed](const std::uint8_t *bytes) { return hash_any_extended(bytes, K::binary_size, seed); });
}

// Distance for BRIN minmax-multi, which always asks with the smaller value first.
template <Kind K>
inline Datum
distance(FunctionCallInfo fcinfo)
{
    PG_RETURN_FLOAT8(K::distance(argument<K>(fcinfo, 0), argument<K>(fcinfo, 1)));
}

// Time.

template <Kind K>
inline Datum
extract_timestamp(FunctionCallInfo fcinfo)
{
    PG_RETURN_TIMESTAMPTZ(to_timestamptz(argument<K>(fcinfo, 0).time()));
}

template <Kind K>
inline Datum
bound(FunctionCallInfo fcinfo, bool (*find)(std::int64_t, K &))
{
    const TimestampTz time = PG_GETARG_TIMESTAMPTZ(0);
    K id;
    if (!find(from_timestamptz(time), id))
        time_out_of_range(time, K::name, to_timestamptz(K::lowest().time()), to_timestamptz(K::highest().time()));
    return to_datum(id);
}

template <Kind K>
inline Datum
first_at_or_after(FunctionCallInfo fcinfo)
{
    return bound<K>(fcinfo, first_from<K>);
}

template <Kind K>
inline Datum
last_at_or_before(FunctionCallInfo fcinfo)
{
    return bound<K>(fcinfo, last_until<K>);
}

// The bounds that the planner uses for comparisons of times: NULL if there is no id on that side of the time.
template <Kind K, bool (*find)(std::int64_t, K &)>
inline Datum
bound_or_null(FunctionCallInfo fcinfo)
{
    K id;
    if (!find(from_timestamptz(PG_GETARG_TIMESTAMPTZ(0)), id))
        PG_RETURN_NULL();
    return to_datum(id);
}

// Generation.

template <Kind K>
inline Datum
generate_next(FunctionCallInfo)
{
    return to_datum(generate<K>(present_options<K>()));
}

template <Kind K>
inline Datum
generate_for_time(FunctionCallInfo fcinfo)
{
    return to_datum(generate_for<K>(PG_GETARG_TIMESTAMPTZ(0), present_options<K>()));
}

template <Kind K>
inline Datum
observe_id(FunctionCallInfo fcinfo)
{
    observe(argument<K>(fcinfo, 0));
    PG_RETURN_VOID();
}

// Making an id from its time and its fields.

// The time of argument 0: an error if no id can be generated at it.
template <Kind K>
inline std::int64_t
time_argument(FunctionCallInfo fcinfo)
{
    const TimestampTz time = PG_GETARG_TIMESTAMPTZ(0);
    if (!can_generate_at<K>(from_timestamptz(time)))
        cannot_generate_at<K>(time);
    return from_timestamptz(time);
}

// Argument `index`, a field of 0 to `last`.
template <Kind K>
inline int
field_argument(FunctionCallInfo fcinfo, int index, const char *field, int last)
{
    const int value = PG_GETARG_INT32(index);
    if (value < 0 || value > last)
        bad_field(K::name, field, value, last);
    return value;
}

// Argument `index`, a field of `size` bytes.
template <Kind K>
inline const std::uint8_t *
bytes_argument(FunctionCallInfo fcinfo, int index, const char *field, std::size_t size)
{
    const bytea *value = PG_GETARG_BYTEA_PP(index);
    if (VARSIZE_ANY_EXHDR(value) != size)
        bad_field_size(K::name, field, VARSIZE_ANY_EXHDR(value), size);
    return reinterpret_cast<const std::uint8_t *>(VARDATA_ANY(value));
}

template <Kind K>
inline Datum
make_ordered(FunctionCallInfo fcinfo)
{
    const std::int64_t time = time_argument<K>(fcinfo);
    const std::int64_t number = PG_GETARG_INT64(1);
    // A kind can have too little room for any number.
    if constexpr (requires { K::last_number; })
        if (number < 0 || number > K::last_number)
            bad_field(K::name, "number", number, K::last_number);
    return to_datum(K::make_ordered(time, number));
}

// The ids whose text begins with a prefix.

template <Kind K>
inline Datum
prefix_bound(FunctionCallInfo fcinfo, bool want_last)
{
    const std::string_view prefix = text_argument(fcinfo, 0);
    K first;
    K last;
    if (const Parsed parsed = K::parse_prefix(prefix, first, last); !parsed)
        return bad_text(nullptr, kind_text<K>(), K::prefix_form, prefix, parsed);
    return to_datum(want_last ? last : first);
}

template <Kind K>
inline Datum
first_with_prefix(FunctionCallInfo fcinfo)
{
    return prefix_bound<K>(fcinfo, false);
}

template <Kind K>
inline Datum
last_with_prefix(FunctionCallInfo fcinfo)
{
    return prefix_bound<K>(fcinfo, true);
}

// The first or last id whose text begins like a LIKE pattern, up to its first wildcard, or with a prefix: NULL if there
// is none. See pg/planning/id_forms.cpp.

// Copies what is literal at the start of the argument, at most `most` characters, and returns how many.
inline std::size_t
copy_literal_start(std::string_view text, bool pattern, char *to, std::size_t most)
{
    std::size_t size = 0;
    for (std::size_t i = 0; i < text.size() && size < most; ++i) {
        if (pattern && (text[i] == '%' || text[i] == '_'))
            break;
        if (pattern && text[i] == '\\' && ++i == text.size())
            break;
        to[size++] = text[i];
    }
    return size;
}

template <Kind K, bool want_last>
inline Datum
like_bound(FunctionCallInfo fcinfo)
{
    char start[K::text_size + 1];
    const std::size_t size = copy_literal_start(text_argument(fcinfo, 0), PG_GETARG_BOOL(1), start, sizeof(start));
    K first;
    K last;
    if (!K::parse_prefix({start, size}, first, last))
        PG_RETURN_NULL();
    // Other spellings of digits are understood, but are in no text.
    char text[K::text_size];
    first.format(text);
    if (memcmp(text, start, size) != 0)
        PG_RETURN_NULL();
    return to_datum(want_last ? last : first);
}

// Kinds by value, as bigint.

template <Kind K>
inline Datum
from_bigint(FunctionCallInfo fcinfo)
{
    const K id = {{PG_GETARG_INT64(0)}};
    if (!is_valid(id))
        bigint_out_of_range(K::name, id.value, K::lowest().value, K::highest().value);
    return to_datum(id);
}

} // namespace ulidkit
