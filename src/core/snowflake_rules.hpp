// How ids of a Snowflake's layout are generated: the low bits tell servers apart by a node, and what is left of them
// counts.
//
//     bit 63   62            shift                                    0
//     | 0    | units of time     | node           | counter            |   Twitter, Discord, Instagram
//     | 0    | units of time     | counter        | node               |   Sonyflake
//     https://github.com/sony/sonyflake, "Sonyflake ID"
#pragma once

#include "core/kind.hpp"
#include "core/snowflake.hpp"

namespace ulidkit {

// The field of the node within the low bits of an id.
struct SnowflakeNode {
    enum class Fault { none, bits, shift };

    int bits;  // 0: ids without a node
    int shift; // bits below it

    // Makes the field of ids with so many low bits, or returns what is wrong with it. A shift of -1 puts the node
    // directly below the time.
    static constexpr Fault
    make(int low_bits, int bits, int shift, SnowflakeNode &field)
    {
        if (bits < 0 || bits > low_bits)
            return Fault::bits;
        if (shift < -1 || shift > low_bits - bits)
            return Fault::shift;
        field = {bits, shift == -1 ? low_bits - bits : shift};
        return Fault::none;
    }

    constexpr std::int64_t
    last() const
    {
        return (std::int64_t{1} << bits) - 1;
    }

    constexpr std::int64_t
    of(std::int64_t id) const
    {
        return id >> shift & last();
    }
};

// The rules for next_id(), see RulesOf. All ids of one epoch, shift and unit follow each other, whatever their nodes.
struct SnowflakeRules {
    using Id = Int64;

    // Within a shorter unit, as within a microsecond, a wait would cost more than the ids of the next one.
    static constexpr std::int64_t shortest_wait = 1000;

    Snowflake layout; // with a unit of at most longest_tick
    SnowflakeNode field;
    std::int64_t node; // 0 to field.last()
    std::int64_t tick = static_cast<std::int64_t>(layout.unit);
    std::int64_t first_generated = layout.epoch;
    std::int64_t last_generated = layout.time(std::numeric_limits<std::int64_t>::max());
    bool runs_ahead = tick < shortest_wait;

    constexpr std::int64_t
    time(Int64 id) const
    {
        return layout.time(id.value);
    }

    // The first id of the unit of `now`, or the one after `last`, which can have another node.
    constexpr Next<Int64>
    next(const Int64 *last, std::int64_t now, const std::uint8_t *) const
    {
        if (last == nullptr || now >= time(*last) + tick) {
            const std::uint64_t elapsed = static_cast<std::uint64_t>(now) - static_cast<std::uint64_t>(layout.epoch);
            return Next<Int64>::issued(
                {static_cast<std::int64_t>(elapsed / layout.unit) << layout.shift | node << field.shift}, false);
        }
        // If that is not greater, because the counter goes on above the node or the node is lower than that of `last`,
        // what is above the node has to rise.
        std::int64_t value = after(last->value);
        if (value <= last->value)
            value = after(last->value | ((std::int64_t{1} << (field.shift + field.bits)) - 1));
        if (value < 0)
            return Next<Int64>::without_id(Verdict::out_of_range, false, 0);
        if (!runs_ahead && value >> layout.shift != last->value >> layout.shift)
            return Next<Int64>::exhausted(time(*last) + tick);
        return Next<Int64>::issued({value}, false);
    }

private:
    // With the node, the id after `value`; negative if there is none.
    constexpr std::int64_t
    after(std::int64_t value) const
    {
        const auto next = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) + 1);
        return (next & ~(field.last() << field.shift)) | node << field.shift;
    }
};

} // namespace ulidkit
