// The GiST operator class of every kind with a type of its own, for exclusion constraints, temporal keys, and indexes
// with columns that have no B-tree. An index key is the interval from the smallest to the largest value below it. At
// the leaves both are the value, so the same rules serve there and above.
#pragma once

#include "pg/postgres.hpp"

#include "pg/types/functions.hpp"

namespace ulidkit {

// A key as CREATE TYPE K_gist_key stores it.
template <Kind K>
struct GistKey {
    K lower;
    K upper;
};

// The strategies of btree_gist, which are those of a B-tree and <>. From 18 on CompareType has the same numbers.
enum GistStrategy : StrategyNumber {
    gist_less = BTLessStrategyNumber,
    gist_less_equal = BTLessEqualStrategyNumber,
    gist_equal = BTEqualStrategyNumber,
    gist_greater_equal = BTGreaterEqualStrategyNumber,
    gist_greater = BTGreaterStrategyNumber,
    gist_not_equal
};

template <Kind K>
inline const GistKey<K> &
gist_key(Datum datum)
{
    return *reinterpret_cast<const GistKey<K> *>(DatumGetPointer(datum));
}

// Allocates a key in the current memory context.
template <Kind K>
inline GistKey<K> *
new_gist_key(const K &lower, const K &upper)
{
    auto *key = static_cast<GistKey<K> *>(palloc(sizeof(GistKey<K>)));
    key->lower = lower;
    key->upper = upper;
    return key;
}

// Makes `key` the smallest interval that contains itself and `other`.
template <Kind K>
inline void
extend(GistKey<K> &key, const GistKey<K> &other)
{
    if (K::compare(other.lower, key.lower) < 0)
        key.lower = other.lower;
    if (K::compare(other.upper, key.upper) > 0)
        key.upper = other.upper;
}

// Whether an interval can contain a value for which the operator of `strategy` is true with `query` on its right.
template <Kind K>
inline bool
is_consistent(const GistKey<K> &key, const K &query, StrategyNumber strategy)
{
    switch (strategy) {
    case gist_less:
        return K::compare(key.lower, query) < 0;
    case gist_less_equal:
        return K::compare(key.lower, query) <= 0;
    case gist_equal:
        return K::compare(key.lower, query) <= 0 && K::compare(query, key.upper) <= 0;
    case gist_greater_equal:
        return K::compare(key.upper, query) >= 0;
    case gist_greater:
        return K::compare(key.upper, query) > 0;
    case gist_not_equal:
        return K::compare(key.lower, query) != 0 || K::compare(key.upper, query) != 0;
    default:
        unknown_strategy(strategy);
    }
}

template <Kind K>
inline Datum
gist_consistent(FunctionCallInfo fcinfo)
{
    const auto *entry = reinterpret_cast<const GISTENTRY *>(PG_GETARG_POINTER(0));
    auto *recheck = reinterpret_cast<bool *>(PG_GETARG_POINTER(4));
    *recheck = false;
    PG_RETURN_BOOL(is_consistent<K>(gist_key<K>(entry->key), argument<K>(fcinfo, 1), PG_GETARG_UINT16(2)));
}

template <Kind K>
inline Datum
gist_union(FunctionCallInfo fcinfo)
{
    const auto *entries = reinterpret_cast<const GistEntryVector *>(PG_GETARG_POINTER(0));
    auto *size = reinterpret_cast<int *>(PG_GETARG_POINTER(1));
    const GistKey<K> &first = gist_key<K>(entries->vector[0].key);
    GistKey<K> *all = new_gist_key(first.lower, first.upper);
    for (int i = 1; i < entries->n; ++i)
        extend(*all, gist_key<K>(entries->vector[i].key));
    *size = sizeof(GistKey<K>);
    PG_RETURN_POINTER(all);
}

// The value of a row becomes an interval. Above the leaves there are only intervals.
template <Kind K>
inline Datum
gist_compress(FunctionCallInfo fcinfo)
{
    auto *entry = reinterpret_cast<GISTENTRY *>(PG_GETARG_POINTER(0));
    if (!entry->leafkey)
        PG_RETURN_POINTER(entry);
    const K value = from_datum<K>(entry->key);
    auto *compressed = static_cast<GISTENTRY *>(palloc(sizeof(GISTENTRY)));
    gistentryinit(*compressed, PointerGetDatum(new_gist_key(value, value)), entry->rel, entry->page, entry->offset,
                  false);
    PG_RETURN_POINTER(compressed);
}

// The value of a row, for an index-only scan.
template <Kind K>
inline Datum
gist_fetch(FunctionCallInfo fcinfo)
{
    const auto *entry = reinterpret_cast<const GISTENTRY *>(PG_GETARG_POINTER(0));
    auto *fetched = static_cast<GISTENTRY *>(palloc(sizeof(GISTENTRY)));
    gistentryinit(*fetched, to_datum(gist_key<K>(entry->key).lower), entry->rel, entry->page, entry->offset, false);
    PG_RETURN_POINTER(fetched);
}

// The penalty is by how much an interval has to grow. A distance of 160 bits is more than a float can hold, so
// distances are divided by 2 to the power of half the bits of K: then the largest and the smallest are within it.
template <Kind K>
inline Datum
gist_penalty(FunctionCallInfo fcinfo)
{
    const auto *present = reinterpret_cast<const GISTENTRY *>(PG_GETARG_POINTER(0));
    const auto *added = reinterpret_cast<const GISTENTRY *>(PG_GETARG_POINTER(1));
    auto *penalty = reinterpret_cast<float *>(PG_GETARG_POINTER(2));
    constexpr double scale = [] {
        double half = 1;
        for (std::size_t i = 0; i < K::binary_size; ++i)
            half /= 16;
        return half;
    }();
    const GistKey<K> &key = gist_key<K>(present->key);
    const GistKey<K> &other = gist_key<K>(added->key);
    double growth = 0;
    if (K::compare(other.lower, key.lower) < 0)
        growth += K::distance(other.lower, key.lower);
    if (K::compare(other.upper, key.upper) > 0)
        growth += K::distance(key.upper, other.upper);
    *penalty = static_cast<float>(growth * scale);
    PG_RETURN_POINTER(penalty);
}

template <Kind K>
struct GistSplitEntry {
    const GistKey<K> *key;
    OffsetNumber offset;
};

// Orders entries by their lower ends, and then by their upper ones.
template <Kind K>
inline int
compare_split_entries(const void *a, const void *b)
{
    const GistKey<K> &x = *static_cast<const GistSplitEntry<K> *>(a)->key;
    const GistKey<K> &y = *static_cast<const GistSplitEntry<K> *>(b)->key;
    const int lower = K::compare(x.lower, y.lower);
    return lower != 0 ? lower : K::compare(x.upper, y.upper);
}

// Puts the lower half of a page's entries to the left, and the upper half to the right.
template <Kind K>
inline Datum
gist_picksplit(FunctionCallInfo fcinfo)
{
    const auto *entries = reinterpret_cast<const GistEntryVector *>(PG_GETARG_POINTER(0));
    auto *split = reinterpret_cast<GIST_SPLITVEC *>(PG_GETARG_POINTER(1));
    const int count = entries->n - FirstOffsetNumber; // the first element of the vector is not used
    auto *sorted =
        static_cast<GistSplitEntry<K> *>(palloc(sizeof(GistSplitEntry<K>) * static_cast<std::size_t>(count)));
    for (int i = 0; i < count; ++i) {
        const auto offset = static_cast<OffsetNumber>(i + FirstOffsetNumber);
        sorted[i] = {&gist_key<K>(entries->vector[offset].key), offset};
    }
    qsort(sorted, static_cast<std::size_t>(count), sizeof(GistSplitEntry<K>), compare_split_entries<K>);

    const auto half = [sorted](int begin, int end, OffsetNumber *&offsets, int &size, Datum &datum) {
        offsets = static_cast<OffsetNumber *>(palloc(sizeof(OffsetNumber) * static_cast<std::size_t>(end - begin)));
        size = end - begin;
        GistKey<K> *all = new_gist_key(sorted[begin].key->lower, sorted[begin].key->upper);
        for (int i = begin; i < end; ++i) {
            offsets[i - begin] = sorted[i].offset;
            extend(*all, *sorted[i].key);
        }
        datum = PointerGetDatum(all);
    };
    half(0, count / 2, split->spl_left, split->spl_nleft, split->spl_ldatum);
    half(count / 2, count, split->spl_right, split->spl_nright, split->spl_rdatum);
    PG_RETURN_POINTER(split);
}

template <Kind K>
inline Datum
gist_same(FunctionCallInfo fcinfo)
{
    const GistKey<K> &a = gist_key<K>(PG_GETARG_DATUM(0));
    const GistKey<K> &b = gist_key<K>(PG_GETARG_DATUM(1));
    auto *same = reinterpret_cast<bool *>(PG_GETARG_POINTER(2));
    *same = K::compare(a.lower, b.lower) == 0 && K::compare(a.upper, b.upper) == 0;
    PG_RETURN_POINTER(same);
}

// For builds that sort. They sort the keys of rows, whose two ends are the same.
template <Kind K>
inline int
compare_lower(Datum a, Datum b, SortSupport)
{
    return K::compare(gist_key<K>(a).lower, gist_key<K>(b).lower);
}

template <Kind K>
inline Datum
gist_sort_support(FunctionCallInfo fcinfo)
{
    auto *support = reinterpret_cast<SortSupport>(PG_GETARG_POINTER(0));
    support->comparator = compare_lower<K>;
    if constexpr (!K::by_value) {
        // A key begins with a value of the kind, whose leading bytes are compared first.
        static_assert(offsetof(GistKey<K>, lower) == 0);
        if (support->abbreviate)
            use_abbreviation(support, abbreviate<K>, compare_lower<K>);
    }
    PG_RETURN_VOID();
}

// The text of a key, which pageinspect shows. It cannot be read back, as with the key types of other extensions.

template <Kind K>
inline Datum
gist_key_output(FunctionCallInfo fcinfo)
{
    const GistKey<K> &key = gist_key<K>(PG_GETARG_DATUM(0));
    char lower[K::text_size];
    char upper[K::text_size];
    key.lower.format(lower);
    key.upper.format(upper);
    constexpr int size = K::text_size;
    PG_RETURN_CSTRING(psprintf("[%.*s,%.*s]", size, lower, size, upper));
}

template <Kind K>
inline Datum
gist_key_input(FunctionCallInfo)
{
    no_gist_key_input(K::name);
}

#if ULIDKIT_COMPARE_TYPES

// The strategy of a comparison that WITHOUT OVERLAPS and temporal foreign keys ask for; 0 if there is none.
inline Datum
gist_translate_cmptype(FunctionCallInfo fcinfo)
{
    static_assert(int{COMPARE_LT} == gist_less && int{COMPARE_NE} == gist_not_equal);
    const std::int32_t type = PG_GETARG_INT32(0);
    PG_RETURN_UINT16(type >= COMPARE_LT && type <= COMPARE_NE ? static_cast<StrategyNumber>(type) : InvalidStrategy);
}

#endif

} // namespace ulidkit
