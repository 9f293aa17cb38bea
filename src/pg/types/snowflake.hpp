// The 64-bit ids of other systems, in bigint columns.
#pragma once

#include "pg/postgres.hpp"

#include "core/snowflake.hpp"

namespace ulidkit {

// Makes the layout from the arguments `epoch`, `shift` and `unit` of snowflake_extract_timestamp() and its bounds, or
// returns which of them is wrong.
Snowflake::Fault snowflake_layout(TimestampTz epoch, std::int32_t shift, const Interval *unit, Snowflake &layout);

} // namespace ulidkit
