// What people see of the generators, and may do to them.
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "pg/datum.hpp"
#include "pg/generator.hpp"

namespace ulidkit {

// Adds the row of a kind to `result`.
template <Kind K>
static void
watch(Slot<K> &slot, const ReturnSetInfo *result)
{
    SpinLockAcquire(&slot.lock);
    const Slot<K> now = slot;
    SpinLockRelease(&slot.lock);

    char newest[K::text_size];
    now.last.format(newest);
    const TimestampTz time = to_timestamptz(now.last.time());
    Datum values[] = {
        CStringGetTextDatum(K::name),
        Int64GetDatum(now.generated),
        now.any ? text_datum(newest, sizeof(newest)) : (Datum) 0,
        TimestampTzGetDatum(time),
        DirectFunctionCall2(timestamp_mi, TimestampTzGetDatum(time), TimestampTzGetDatum(to_timestamptz(clock_now()))),
        Int64GetDatum(now.incidents.waits),
        Int64GetDatum(now.incidents.steps_back)};
    bool nulls[] = {false, false, !now.any, !now.any, !now.any, false, false};
    tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

static Datum
watch_generators(FunctionCallInfo fcinfo)
{
    Shared &shared = attach();
    InitMaterializedSRF(fcinfo, 0);
    const auto *result = reinterpret_cast<const ReturnSetInfo *>(fcinfo->resultinfo);
#define WATCH(kind, K, size) watch<K>(shared.kind, result);
    ULIDKIT_KINDS(WATCH)
#undef WATCH
    return (Datum) 0;
}

static void
forget(Memory &memory, Incidents &incidents)
{
    SpinLockAcquire(&memory.lock);
    memory.any = false;
    memory.clock = 0;
    memory.floor = PG_INT64_MIN;
    incidents.counted = 0;
    SpinLockRelease(&memory.lock);
}

static Datum
reset_clock(FunctionCallInfo)
{
    if (!superuser())
        not_superuser("ulidkit_reset_clock");
    Shared &shared = attach();
#define FORGET(kind, K, size) forget(shared.kind, shared.kind.incidents);
    ULIDKIT_KINDS(FORGET)
#undef FORGET
    warn_of_reset();
    PG_RETURN_VOID();
}

ULIDKIT_FUNCTION(ulidkit_generators, watch_generators)
ULIDKIT_FUNCTION(ulidkit_reset_clock, reset_clock)

} // namespace ulidkit
