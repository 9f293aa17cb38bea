// Abbreviated keys, for the kinds by reference: when they are worth it.
#include "pg/postgres.hpp"

#include "pg/functions.hpp"

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
    // Enough that no number of equal keys to come can make abbreviation a loss: counting them only costs time.
    if (distinct > 100000) {
        state.undecided = false;
        return false;
    }
    // Where 2,000 values share a key, some eleven comparisons of each (their binary logarithm) find equal keys and are
    // made again with whole values: with fewer keys abbreviation does not pay. That is the core's measure, for uuid.
    // Its half also rules out just that number of keys, of which there is only an estimate.
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
    // The sort's own context, which outlives the present one.
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
