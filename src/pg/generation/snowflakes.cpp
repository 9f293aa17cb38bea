// What the generators of Snowflakes have instead of a kind.
#include "pg/postgres.hpp"

#include "pg/generation/snowflakes.hpp"
#include "pg/types/layout.hpp"

namespace ulidkit {

void
snowflake_out_of_range(const SnowflakeRules &rules, TimestampTz time)
{
    layout_time_out_of_range(layout_text<Snowflake>, time, to_timestamptz(rules.first_generated),
                             to_timestamptz(rules.last_generated));
}

} // namespace ulidkit
