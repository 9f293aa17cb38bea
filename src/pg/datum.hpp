// A kind's values as PostgreSQL passes them.
#pragma once

#include "pg/postgres.hpp"

#include "core/kind.hpp"
#include "pg/errors.hpp"

namespace ulidkit {

// A value by reference stays in place.
template <Kind K>
inline std::conditional_t<K::by_value, K, const K &>
from_datum(Datum datum)
{
    if constexpr (K::by_value)
        return {{DatumGetInt64(datum)}};
    else
        return *reinterpret_cast<const K *>(DatumGetPointer(datum));
}

// A value by reference is copied to the current memory context.
template <Kind K>
inline Datum
to_datum(const K &id)
{
    if constexpr (K::by_value) {
        return Int64GetDatum(id.value);
    } else {
        auto *copy = static_cast<K *>(palloc(sizeof(K)));
        *copy = id;
        return PointerGetDatum(copy);
    }
}

template <Kind K>
inline decltype(auto)
argument(FunctionCallInfo fcinfo, int index)
{
    return from_datum<K>(PG_GETARG_DATUM(index));
}

// A text Datum of a copy of `text`.
inline Datum
text_datum(const char *text, std::size_t size)
{
    return PointerGetDatum(cstring_to_text_with_len(text, static_cast<int>(size)));
}

// A bytea Datum of a copy of `bytes`.
inline Datum
bytea_datum(const std::uint8_t *bytes, std::size_t size)
{
    auto *copy = static_cast<bytea *>(palloc(VARHDRSZ + size));
    SET_VARSIZE(copy, VARHDRSZ + size);
    memcpy(VARDATA(copy), bytes, size);
    return PointerGetDatum(copy);
}

// The characters of argument `index`, a text.
inline std::string_view
text_argument(FunctionCallInfo fcinfo, int index)
{
    const text *value = PG_GETARG_TEXT_PP(index);
    return {VARDATA_ANY(value), static_cast<std::size_t>(VARSIZE_ANY_EXHDR(value))};
}

// Calls `visit` with each element of the array that is not null, in its place.
template <class Visit>
inline void
for_each_element(Datum array, Visit visit)
{
    ArrayIterator elements = array_create_iterator(DatumGetArrayTypeP(array), 0, nullptr);
    Datum element;
    bool isnull;
    while (array_iterate(elements, &element, &isnull)) {
        if (!isnull)
            visit(element);
    }
}

// An id from its binary form of `size` bytes: an error if the size is wrong or it is no value of the kind.
template <Kind K>
inline K
from_binary(const void *bytes, std::size_t size)
{
    K id;
    const Fault fault = load_binary(static_cast<const std::uint8_t *>(bytes), size, id);
    if (fault == Fault::length)
        bad_binary_size(K::name, size, K::binary_size);
    if (fault == Fault::out_of_range)
        binary_out_of_range(kind_text<K>());
    if constexpr (HasGaps<K>)
        if (fault == Fault::gap)
            bad_binary(K::name, K::binary_form);
    return id;
}

} // namespace ulidkit
