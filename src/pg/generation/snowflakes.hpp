// Generators of Snowflakes: one for each epoch, shift and unit that the server uses.
#pragma once

#include "pg/postgres.hpp"

#include "pg/generation/generator.hpp"
#include "pg/generation/layouts.hpp"

namespace ulidkit {

// Raises the error that no id can be generated at `time`.
[[noreturn]] void snowflake_out_of_range(const SnowflakeRules &rules, TimestampTz time);

// As KindSource, for ids of a layout.
struct SnowflakeSource {
    using Id = Int64;
    static constexpr std::size_t entropy_size = 0;
    static constexpr std::size_t text_size = 20;

    SnowflakeRules rules_of_ids;
    Generator generator_of_ids;
    Memory *memory_of_ids;

    const Generator &
    generator() const
    {
        return generator_of_ids;
    }

    Memory &
    begin() const
    {
        if (unlikely(memory_of_ids->floor_state != FloorState::settled))
            ulidkit::begin(*memory_of_ids, generator_of_ids);
        return *memory_of_ids;
    }

    const SnowflakeRules &
    rules() const
    {
        return rules_of_ids;
    }

    // With its time, so that an id that is 0 is one.
    Remembered
    remember(Int64 id) const
    {
        return {static_cast<std::uint64_t>(id.value), static_cast<std::uint64_t>(rules_of_ids.time(id))};
    }

    static Int64
    recall(const Remembered &remembered)
    {
        return {static_cast<std::int64_t>(remembered.first)};
    }

    static std::string_view
    format(Int64 id, char *text)
    {
        return {text, static_cast<std::size_t>(snprintf(text, text_size, "%lld", static_cast<long long>(id.value)))};
    }

    [[noreturn]] void
    out_of_range(TimestampTz time) const
    {
        snowflake_out_of_range(rules_of_ids, time);
    }
};

// Calls `visit` with the source of each layout that this run of the server has used.
template <class Visit>
inline void
for_each_layout(Visit visit)
{
    Layouts &layouts = attach_layouts();
    for (int i = 0; i < layouts.used; ++i) {
        const SnowflakeRules rules{layout_of(layouts.keys[i]), {}, 0};
        visit(SnowflakeSource{rules, generator_of_layout(rules, layouts.keys[i]), &layouts.memories[i]});
    }
}

} // namespace ulidkit
