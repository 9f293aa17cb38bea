// Abbreviated keys for the kinds by reference, and when they are given up.
#include "pg/postgres.hpp"

#include "pg/types/functions.hpp"

namespace ulidkit {

void
count_abbreviated(Abbreviation &state, std::uint64_t key)
{
    const auto folded = static_cast<std::uint32_t>(key ^ key >> 32);
    addHyperLogLog(&state.keys, DatumGetUInt32(hash_uint32(folded)));
}

bool
abort_abbreviation(int count, SortSupport support)
{
    auto &state = *static_cast<Abbreviation *>(support->ssup_extra);
    if (count < 10000 || state.count < 10000 || !state.undecided)
        return false;
    const double distinct = estimateHyperLogLog(&state.keys);
    // Enough distinct keys that abbreviation is no loss, whatever follows: stop counting.
    if (distinct > 100000) {
        state.undecided = false;
        return false;
    }
    // If 2,000 values share a key, about eleven comparisons of each (the binary logarithm) find equal keys and are
    // repeated with whole values. With fewer keys abbreviation does not pay. PostgreSQL uses the same measure for uuid.
    // The 0.5 also gives up if exactly 2,000 values have one key.
    const double worthwhile = static_cast<double>(state.count) / 2000.0 + 0.5;
    if (distinct >= worthwhile)
        return false;
    if (trace_sort)
        elog(LOG, "aborting abbreviation: about %.1f distinct abbreviated keys among %lld values, fewer than %.1f",
             distinct, static_cast<long long>(state.count), worthwhile);
    return true;
}

void
use_abbreviation(SortSupport support, Datum (*convert)(Datum, SortSupport), int (*compare)(Datum, Datum, SortSupport))
{
    // Allocate in the sort's own context, which outlives the present one.
    const MemoryContext before = MemoryContextSwitchTo(support->ssup_cxt);
    auto *state = static_cast<Abbreviation *>(palloc(sizeof(Abbreviation)));
    state->count = 0;
    state->undecided = true;
    initHyperLogLog(&state->keys, 10);
    MemoryContextSwitchTo(before);
    support->ssup_extra = state;
    support->comparator = ssup_datum_unsigned_cmp;
    support->abbrev_converter = convert;
    support->abbrev_abort = abort_abbreviation;
    support->abbrev_full_comparator = compare;
}

} // namespace ulidkit
