// Statistics of times, remembered from one query to the next.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// What statistics are of: an expression over the only relation, which is number 1 in it, and its column.
struct StatisticsKey {
    Oid table;
    AttrNumber column;
    bool inherited;
    Node *expression;
};

// A copy of what was remembered, or null.
HeapTuple remembered_statistics(const StatisticsKey &key);

// Remembers them until the statistics of any column, or a function, changes. `changes`: what there were when they were
// looked up.
void remember_statistics(const StatisticsKey &key, HeapTuple statistics, std::uint64_t changes);
std::uint64_t changes_of_statistics();

} // namespace ulidkit
