// The functions ulidkit_generators(), ulidkit_reset_generators() and ulidkit_version().
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "pg/datum.hpp"
#include "pg/generation/generator.hpp"
#include "pg/generation/snowflakes.hpp"

namespace ulidkit {

namespace {

// The interval from one core time to another.
Datum
interval_between(std::int64_t from, std::int64_t to)
{
    return DirectFunctionCall2(timestamp_mi, TimestampTzGetDatum(to_timestamptz(to)),
                               TimestampTzGetDatum(to_timestamptz(from)));
}

// Adds the row of a generator to `result`: of what it makes ids, and the node of this server in them, or none.
template <class Source>
void
watch(const Source &source, Memory &memory, const char *kind, int node, const ReturnSetInfo *result)
{
    SpinLockAcquire(&memory.lock);
    const Memory::Counts counts = memory.counts;
    SpinLockRelease(&memory.lock);
    const std::int64_t generated = memory.generated;
    // Before the floor and the ceiling, which rise, so that the id is not shown beyond its ceiling.
    const Remembered remembered = memory.read_last();
    const std::int64_t floor = memory.floor;
    const std::int64_t ceiling = memory.ceiling;
    const bool any = remembered.any();
    const auto last = source.recall(remembered);
    const std::int64_t last_time = source.rules().time(last);

    char text[Source::text_size];
    const std::string_view newest = source.format(last, text);
    // The next id is not of an earlier time than the last one and the floor.
    const bool has_floor = floor != PG_INT64_MIN;
    const std::int64_t reached = any ? Max(last_time, floor) : floor;
    const bool is_saved = ceiling != PG_INT64_MIN && ceiling != PG_INT64_MAX;
    // Older versions of the extension have the first columns only, later ones can have more.
    const int columns = result->setDesc->natts;
    auto *values = static_cast<Datum *>(palloc0(mul_size(sizeof(Datum), static_cast<std::size_t>(columns))));
    auto *nulls = static_cast<bool *>(palloc(static_cast<std::size_t>(columns)));
    memset(nulls, true, static_cast<std::size_t>(columns));
    int column = 0;
    const auto add = [&](Datum value, bool is_known = true) {
        if (column < columns) {
            values[column] = value;
            nulls[column++] = !is_known;
        }
    };
    add(CStringGetTextDatum(kind));
    add(Int64GetDatum(generated));
    add(text_datum(newest.data(), newest.size()), any);
    add(TimestampTzGetDatum(to_timestamptz(last_time)), any);
    add(any || has_floor ? interval_between(clock_now(), reached) : (Datum) 0, any || has_floor);
    add(Int64GetDatum(counts.waits));
    add(Int64GetDatum(counts.steps_back));
    add(Int64GetDatum(counts.refusals));
    add(interval_between(0, counts.waited));
    add(Int32GetDatum(node), node >= 0);
    add(Int64GetDatum(counts.conflicts));
    add(TimestampTzGetDatum(has_floor ? to_timestamptz(floor) : 0), has_floor);
    add(TimestampTzGetDatum(is_saved ? to_timestamptz(ceiling) : 0), is_saved);
    add(Int64GetDatum(counts.failures));
    tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

// The name of a layout: its epoch, shift and unit, in the same words in every session.
const char *
text_of(const Snowflake &layout)
{
    pg_tm day;
    fsec_t fraction;
    char epoch[MAXDATELEN + 1];
    if (timestamp2tm(to_timestamptz(layout.epoch), nullptr, &day, &fraction, nullptr, nullptr) != 0)
        elog(ERROR, "timestamp out of range");
    day.tm_isdst = 0;
    EncodeDateTime(&day, fraction, true, 0, "UTC", USE_ISO_DATES, epoch);
    return psprintf("snowflake('%s', %d, '%llu us')", epoch, layout.shift,
                    static_cast<unsigned long long>(layout.unit));
}

Datum
watch_generators(FunctionCallInfo fcinfo)
{
    InitMaterializedSRF(fcinfo, 0);
    const auto *result = reinterpret_cast<const ReturnSetInfo *>(fcinfo->resultinfo);
    all_kinds.each([&]<class K>(std::type_identity<K>) {
        Memory &memory = begun_memory_of<K>();
        int node = no_node;
        if constexpr (HasNode<K>)
            node = own_node<K>(memory);
        watch(KindSource<K>{}, memory, K::name, node, result);
    });
    for_each_layout([&](const SnowflakeSource &source) {
        watch(source, source.begin(), text_of(source.rules().layout), settings::node.value, result);
    });
    return (Datum) 0;
}

// The privilege to call it is checked by the catalog: the installation script revokes it from PUBLIC.
Datum
reset_generators(FunctionCallInfo)
{
    all_kinds.each([]<class K>(std::type_identity<K>) { begun_memory_of<K>(); });
    for_each_layout([](const SnowflakeSource &source) { source.begin(); });
    // Before any of them, because an error can leave some of them reset.
    warn_of_reset();
    all_kinds.each([]<class K>(std::type_identity<K>) { reset(begun_memory_of<K>(), generator_of<K>); });
    // First, so that there is room for those in use.
    if (!RecoveryInProgress())
        forget_others();
    for_each_layout([](const SnowflakeSource &source) { reset(source.begin(), source.generator()); });
    PG_RETURN_VOID();
}

Datum
library_version(FunctionCallInfo)
{
    return CStringGetTextDatum(ULIDKIT_VERSION);
}

} // namespace

// The name says from which version on the rows have so many columns: an older library, which would return fewer, does
// not have it.
ULIDKIT_FUNCTION(ulidkit_generators_1_0, watch_generators)
ULIDKIT_FUNCTION(ulidkit_reset_clock, reset_generators)
ULIDKIT_FUNCTION(ulidkit_version, library_version)

} // namespace ulidkit
