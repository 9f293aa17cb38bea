// snowflake_extract_timestamp(), its bounds, and snowflake_generate(). Three arguments say how ids are laid out. An
// impossible layout is an error, except for the four bounds that the planner uses: these are leakproof and return NULL.
// The planner looks at the layout first.
#include "pg/postgres.hpp"

#include "pg/default_arguments.hpp"
#include "pg/generation/snowflakes.hpp"
#include "pg/types/layout.hpp"

namespace ulidkit {

namespace {

Datum
snowflake_time(FunctionCallInfo fcinfo)
{
    PG_RETURN_TIMESTAMPTZ(to_timestamptz(checked_layout_argument<Snowflake>(fcinfo).time(PG_GETARG_INT64(0))));
}

using Find = bool (Snowflake::*)(std::int64_t time, std::int64_t &id) const;

// A bound, or an error if there is none.
template <Find find>
Datum
snowflake_bound(FunctionCallInfo fcinfo)
{
    const auto layout = checked_layout_argument<Snowflake>(fcinfo);
    const TimestampTz time = PG_GETARG_TIMESTAMPTZ(0);
    std::int64_t id;
    if (!(layout.*find)(from_timestamptz(time), id))
        layout_time_out_of_range(layout_text<Snowflake>, time, to_timestamptz(layout.time(PG_INT64_MIN)),
                                 to_timestamptz(layout.time(PG_INT64_MAX)));
    PG_RETURN_INT64(id);
}

// A bound as the planner uses it: NULL if there is none.
template <Find find>
Datum
snowflake_bound_or_null(FunctionCallInfo fcinfo)
{
    Snowflake layout;
    std::int64_t id;
    if (layout_argument(fcinfo, layout) != Snowflake::Fault::none ||
        !(layout.*find)(from_timestamptz(PG_GETARG_TIMESTAMPTZ(0)), id))
        PG_RETURN_NULL();
    PG_RETURN_INT64(id);
}

// The number of this server in ids with such a field, which generation needs; 0 if the field has no bits.
int
node_of_server(const SnowflakeNode &field)
{
    if (field.bits == 0)
        return 0;
    if (settings::node.refused != nullptr)
        setting_refused(settings::node.name, settings::node.refused);
    if (settings::node.value > field.last())
        snowflake_node_out_of_range(settings::node.value, field.last());
    if (settings::node.value == no_node)
        no_node_set();
    return settings::node.value;
}

// The generator of a layout: epoch, shift, unit, bits of the node and bits below it are the arguments from number
// `index` on. A call that fails because of them, or of the node, is to use up no place for a layout.
SnowflakeSource
source_argument(FunctionCallInfo fcinfo, int index, bool generates)
{
    note_defaults(fcinfo);
    const auto layout = checked_layout_argument<Snowflake>(fcinfo, index);
    if (layout.unit > longest_tick)
        bad_layout_unit(layout_text<Snowflake>, PG_GETARG_INTERVAL_P(index + 2), true);
    SnowflakeNode field;
    const int bits = PG_GETARG_INT32(index + 3);
    const int below = PG_GETARG_INT32(index + 4);
    switch (SnowflakeNode::make(layout.shift, bits, below, field)) {
    case SnowflakeNode::Fault::none:
        break;
    case SnowflakeNode::Fault::bits:
        bad_layout_number({layout_text<Snowflake>.ids, "number of node bits", 0, layout.shift}, bits);
    case SnowflakeNode::Fault::shift:
        bad_layout_number({layout_text<Snowflake>.ids, "node shift", -1, layout.shift - bits}, below);
    }
    const SnowflakeRules rules{layout, field, generates ? node_of_server(field) : 0};
    const Generator generator = generator_of_layout(rules, key_of(layout));
    Memory *memory = find_layout(generator.key);
    if (unlikely(memory == nullptr)) {
        const std::int64_t now = clock_now();
        if (!is_generated_at(rules, now))
            snowflake_out_of_range(rules, to_timestamptz(now));
        memory = &find_or_add_layout(generator);
    }
    return {rules, generator, memory};
}

Datum
generate_snowflake(FunctionCallInfo fcinfo)
{
    PG_RETURN_INT64(generate(source_argument(fcinfo, 0, true)).value);
}

Datum
observe_snowflake(FunctionCallInfo fcinfo)
{
    const SnowflakeSource source = source_argument(fcinfo, 1, false);
    const SnowflakeNode &field = source.rules().field;
    const std::int64_t id = PG_GETARG_INT64(0);
    // A number that fits none of these ids is in no conflict.
    const bool fits = field.bits > 0 && settings::node.refused == nullptr && settings::node.value <= field.last();
    observe(source, source.begin(), Int64{id}, static_cast<int>(field.of(id)), fits ? settings::node.value : no_node,
            "node");
    PG_RETURN_VOID();
}

} // namespace

ULIDKIT_FUNCTION(snowflake_extract_timestamp, snowflake_time)
ULIDKIT_FUNCTION(snowflake_min, snowflake_bound<&Snowflake::first_from>)
ULIDKIT_FUNCTION(snowflake_max, snowflake_bound<&Snowflake::last_until>)
ULIDKIT_FUNCTION(snowflake_at_or_after, snowflake_bound_or_null<&Snowflake::first_from>)
ULIDKIT_FUNCTION(snowflake_after, snowflake_bound_or_null<&Snowflake::first_after>)
ULIDKIT_FUNCTION(snowflake_before, snowflake_bound_or_null<&Snowflake::last_before>)
ULIDKIT_FUNCTION(snowflake_at_or_before, snowflake_bound_or_null<&Snowflake::last_until>)
ULIDKIT_FUNCTION(snowflake_generate, generate_snowflake)
ULIDKIT_FUNCTION(snowflake_observe, observe_snowflake)

} // namespace ulidkit
