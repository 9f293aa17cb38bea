// Layouts of Snowflakes and their keys: see layouts.hpp.
#include "pg/postgres.hpp"

#include "core/bytes.hpp"
#include "core/kinds.hpp"
#include "pg/generation/layouts.hpp"

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

Generator
generator_of_layout(const SnowflakeRules &rules, const CeilingKey &key)
{
    return {"snowflake",
            key,
            rules.tick,
            rules.runs_ahead,
            [](const Remembered &id) { return static_cast<std::int64_t>(id.second); },
            rules.layout.epoch - floor_to(rules.layout.epoch, rules.tick)};
}

bool
find_generator(const CeilingKey &key, Generator &generator)
{
    if (key.is_layout()) {
        generator = generator_of_layout(SnowflakeRules{layout_of(key), {}, 0}, key);
        return true;
    }
    bool found = false;
    all_kinds.each([&]<class K>(std::type_identity<K>) {
        if (generator_of<K>.key == key) {
            generator = generator_of<K>;
            found = true;
        }
    });
    return found;
}

} // namespace ulidkit
