// Whether the partitions of a table have something of their own for the time of ids.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// Whether a partition of `ancestor`, at any depth, has a CHECK constraint, an index or a partition key that uses the
// function, or with 0 a conversion to text or a cast. What it has from its parent does not count: that is found at the
// parent.
bool is_used_by_partitions(Oid ancestor, Oid function);

} // namespace ulidkit
