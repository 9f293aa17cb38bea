// Ids of other systems in columns of text and bytea.
#pragma once

#include "pg/postgres.hpp"

#include "core/binaryid.hpp"

namespace ulidkit {

// Makes the layout from the arguments `epoch`, `bytes` and `unit` of binaryid_extract_timestamp() and its bounds, or
// returns which of them is wrong.
BinaryId::Fault binaryid_layout(TimestampTz epoch, std::int32_t bytes, const Interval *unit, BinaryId &layout);

// The value that a lower bound is if there is no value at or after its time: it is greater than any that an index can
// have. A bound is it, or a few bytes long.
bool is_end_bound(const varlena *bound);

} // namespace ulidkit
