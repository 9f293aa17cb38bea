// Ids of other systems in columns of text and bytea.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// The value that a lower bound is if there is no value at or after its time: it is greater than any that an index can
// have. A bound is it, or a few bytes long.
bool is_end_bound(const varlena *bound);

} // namespace ulidkit
