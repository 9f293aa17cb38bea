// What the generators of Snowflakes have instead of a kind.
#include "pg/postgres.hpp"

#include "core/bytes.hpp"
#include "pg/generation/snowflakes.hpp"
#include "pg/types/layout.hpp"

namespace ulidkit {

namespace {

// A key has the mark of layouts, the shift, the unit and the epoch.
constexpr std::size_t unit_size = 3;
static_assert(longest_tick < std::int64_t{1} << (8 * unit_size));

} // namespace

CeilingKey
key_of(const Snowflake &layout)
{
    std::uint8_t bytes[sizeof(CeilingKey)]{};
    bytes[0] = CeilingKey::layout_mark;
    bytes[1] = static_cast<std::uint8_t>(layout.shift);
    store_be<unit_size>(bytes + 2, layout.unit);
    store_be<8>(bytes + 2 + unit_size, static_cast<std::uint64_t>(layout.epoch));
    return std::bit_cast<CeilingKey>(bytes);
}

Snowflake
layout_of(const CeilingKey &key)
{
    std::uint8_t bytes[sizeof(CeilingKey)];
    memcpy(bytes, &key, sizeof(key));
    return {static_cast<std::int64_t>(load_be<8>(bytes + 2 + unit_size)), bytes[1], load_be<unit_size>(bytes + 2)};
}

SnowflakeSource::SnowflakeSource(const SnowflakeRules &rules, const CeilingKey &key, Memory &memory)
    : rules_of_ids(rules), generator_of_ids{"snowflake",
                                            key,
                                            rules.tick,
                                            rules.runs_ahead,
                                            [](const Remembered &id) { return static_cast<std::int64_t>(id.second); },
                                            rules.layout.epoch - floor_to(rules.layout.epoch, rules.tick)},
      memory_of_ids(&memory)
{
}

void
snowflake_out_of_range(const SnowflakeRules &rules, TimestampTz time)
{
    layout_time_out_of_range(layout_text<Snowflake>, time, to_timestamptz(rules.first_generated),
                             to_timestamptz(rules.last_generated));
}

} // namespace ulidkit
