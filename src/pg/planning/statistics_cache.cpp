// Statistics of times, remembered from one query to the next: the times of a hundred ids cost more than all the rest of
// planning a short query.
#include "pg/postgres.hpp"

#include "pg/planning/statistics_cache.hpp"

namespace ulidkit {

namespace {

struct Remembered {
    StatisticsKey key;
    const pg_tz *zone; // on which local times depend
    HeapTuple statistics;
};

Remembered remembered[32];
int count;
std::uint64_t changes;
MemoryContext memory;

void
forget(Datum, CacheName, std::uint32_t)
{
    count = 0;
    ++changes;
    MemoryContextReset(memory);
}

void
begin()
{
    memory = AllocSetContextCreateInternal(CacheMemoryContext, "ulidkit statistics", ALLOCSET_SMALL_SIZES);
    CacheRegisterSyscacheCallback(STATRELATTINH, forget, 0);
    CacheRegisterSyscacheCallback(PROCOID, forget, 0);
}

} // namespace

HeapTuple
remembered_statistics(const StatisticsKey &key)
{
    for (int i = 0; i < count; ++i) {
        const Remembered &one = remembered[i];
        if (one.key.table == key.table && one.key.column == key.column && one.key.inherited == key.inherited &&
            one.zone == session_timezone && equal(one.key.expression, key.expression))
            return heap_copytuple(one.statistics);
    }
    return nullptr;
}

void
remember_statistics(const StatisticsKey &key, HeapTuple statistics, std::uint64_t before)
{
    if (before != changes)
        return;
    // When it is full, all is forgotten.
    if (count == static_cast<int>(lengthof(remembered)))
        forget(0, STATRELATTINH, 0);
    const MemoryContext outer = MemoryContextSwitchTo(memory);
    remembered[count] = {key, session_timezone, heap_copytuple(statistics)};
    remembered[count].key.expression = static_cast<Node *>(copyObjectImpl(key.expression));
    MemoryContextSwitchTo(outer);
    ++count;
}

std::uint64_t
changes_of_statistics()
{
    if (memory == nullptr)
        begin();
    return changes;
}

} // namespace ulidkit
