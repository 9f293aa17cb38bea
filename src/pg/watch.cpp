// The view ulidkit_generators, and ulidkit_reset_clock().
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "pg/datum.hpp"
#include "pg/generator.hpp"

namespace ulidkit {

// Adds the row of a kind to `result`.
template <Kind K>
static void
watch(Memory &memory, const ReturnSetInfo *result)
{
    SpinLockAcquire(&memory.lock);
    const Memory now = memory;
    SpinLockRelease(&memory.lock);

    const K last = now.last_id<K>();
    char newest[K::text_size];
    last.format(newest);
    const TimestampTz time = to_timestamptz(last.time());
    Datum values[] = {
        CStringGetTextDatum(K::name),
        Int64GetDatum(now.generated),
        now.any ? text_datum(newest, sizeof(newest)) : (Datum) 0,
        TimestampTzGetDatum(time),
        DirectFunctionCall2(timestamp_mi, TimestampTzGetDatum(time), TimestampTzGetDatum(to_timestamptz(clock_now()))),
        Int64GetDatum(now.waits),
        Int64GetDatum(now.steps_back)};
    bool nulls[] = {false, false, !now.any, !now.any, !now.any, false, false};
    tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

static Datum
watch_generators(FunctionCallInfo fcinfo)
{
    InitMaterializedSRF(fcinfo, 0);
    const auto *result = reinterpret_cast<const ReturnSetInfo *>(fcinfo->resultinfo);
    all_kinds.each([&]<class K>(std::type_identity<K>) { watch<K>(memory_of<K>(), result); });
    return (Datum) 0;
}

static void
forget(Memory &memory)
{
    SpinLockAcquire(&memory.lock);
    memory.any = false;
    memory.clock = 0;
    memory.floor = PG_INT64_MIN;
    memory.counted = 0;
    SpinLockRelease(&memory.lock);
}

// The privilege to call it is checked by the catalog: the installation script revokes it from PUBLIC.
static Datum
reset_clock(FunctionCallInfo)
{
    all_kinds.each([]<class K>(std::type_identity<K>) { forget(begun_memory_of<K>()); });
    warn_of_reset();
    PG_RETURN_VOID();
}

ULIDKIT_FUNCTION(ulidkit_generators, watch_generators)
ULIDKIT_FUNCTION(ulidkit_reset_clock, reset_clock)

} // namespace ulidkit
