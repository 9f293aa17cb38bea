// The GIN operator class of every kind with a type of its own, so that an ID can be a column of an index beside arrays
// or documents. An ID is one entry of the index, and a range of IDs is a partial match.
#pragma once

#include "pg/postgres.hpp"

#include "pg/types/functions.hpp"

namespace ulidkit {

// The entry of a row.
inline Datum
gin_extract_value(FunctionCallInfo fcinfo)
{
    auto *count = reinterpret_cast<std::int32_t *>(PG_GETARG_POINTER(1));
    auto *entries = static_cast<Datum *>(palloc(sizeof(Datum)));
    entries[0] = PG_GETARG_DATUM(0);
    *count = 1;
    PG_RETURN_POINTER(entries);
}

// The entry at which a search begins, and for a range the value to compare the following entries with.
template <Kind K>
inline Datum
gin_extract_query(FunctionCallInfo fcinfo)
{
    auto *count = reinterpret_cast<std::int32_t *>(PG_GETARG_POINTER(1));
    const StrategyNumber strategy = PG_GETARG_UINT16(2);
    auto **partial = reinterpret_cast<bool **>(PG_GETARG_POINTER(3));
    auto **extra = reinterpret_cast<Pointer **>(PG_GETARG_POINTER(4));
    const K query = argument<K>(fcinfo, 0);
    if (strategy < BTLessStrategyNumber || strategy > BTGreaterStrategyNumber)
        unknown_strategy(strategy);
    const bool from_first = strategy == BTLessStrategyNumber || strategy == BTLessEqualStrategyNumber;

    auto *entries = static_cast<Datum *>(palloc(sizeof(Datum)));
    entries[0] = to_datum(from_first ? K::lowest() : query);
    *count = 1;
    *partial = static_cast<bool *>(palloc(sizeof(bool)));
    **partial = strategy != BTEqualStrategyNumber;
    auto *compared = static_cast<K *>(palloc(sizeof(K)));
    *compared = query;
    *extra = static_cast<Pointer *>(palloc(sizeof(Pointer)));
    **extra = reinterpret_cast<Pointer>(compared);
    PG_RETURN_POINTER(entries);
}

// The result is 0 if the entry matches, below 0 if it does not but later ones can, and above 0 if no later one can.
template <Kind K>
inline Datum
gin_compare_partial(FunctionCallInfo fcinfo)
{
    const int order = K::compare(argument<K>(fcinfo, 1), *reinterpret_cast<const K *>(PG_GETARG_POINTER(3)));
    switch (PG_GETARG_UINT16(2)) {
    case BTLessStrategyNumber:
        PG_RETURN_INT32(order < 0 ? 0 : 1);
    case BTLessEqualStrategyNumber:
        PG_RETURN_INT32(order <= 0 ? 0 : 1);
    case BTGreaterEqualStrategyNumber:
        PG_RETURN_INT32(order >= 0 ? 0 : -1);
    default: // BTGreaterStrategyNumber: gin_extract_query() knows no other
        PG_RETURN_INT32(order > 0 ? 0 : -1);
    }
}

// A row matches if its only entry does.
inline Datum
gin_consistent(FunctionCallInfo fcinfo)
{
    const auto *matches = reinterpret_cast<const bool *>(PG_GETARG_POINTER(0));
    auto *recheck = reinterpret_cast<bool *>(PG_GETARG_POINTER(5));
    *recheck = false;
    PG_RETURN_BOOL(matches[0]);
}

} // namespace ulidkit
