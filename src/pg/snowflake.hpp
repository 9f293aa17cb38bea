// The 64-bit ids of other systems, which are bigint here.
#pragma once

#include "pg/postgres.hpp"

#include "core/snowflake.hpp"

namespace ulidkit {

// The layout that the arguments `epoch`, `shift` and `unit` of snowflake_extract_timestamp() and its bounds mean, or
// which of them is none.
Snowflake::Fault snowflake_layout(TimestampTz epoch, std::int32_t shift, const Interval *unit, Snowflake &layout);

} // namespace ulidkit
