// The times of other systems' 64-bit ids that are laid out like Twitter's Snowflake: the high bits count units of time
// from an epoch, and the `shift` low bits tell the ids of one unit apart.
// https://github.com/twitter-archive/snowflake/tree/snowflake-2010
//
// Any int64 is an id, negative ones have times before the epoch, and the time never falls as the id rises.
#pragma once

#include <cstdint>
#include <limits>

namespace ulidkit {

struct Snowflake {
    // 4713-01-01T00:00:00Z BC and 294247-01-01T00:00:00Z, in microseconds since 1970, as all times here. A time beyond
    // one of them becomes that one, so that ids stay in order. Both are weeks within the limits of PostgreSQL's
    // timestamps, so a conversion to a local time does not fail, and an infinite time is beyond every id.
    static constexpr std::int64_t first_time = -210863520000LL * 1000 * 1000;
    static constexpr std::int64_t last_time = 9223371244800LL * 1000 * 1000;
    static constexpr int last_shift = 62;

    // No unit has to be longer: one such unit before or after any epoch is beyond these times.
    static constexpr std::uint64_t longest_unit =
        static_cast<std::uint64_t>(last_time) - static_cast<std::uint64_t>(first_time);

    enum class Fault { none, epoch, shift, unit };

    std::int64_t epoch; // first_time .. last_time
    int shift;          // 0 .. last_shift
    std::uint64_t unit; // 1 .. longest_unit, in microseconds

    // Makes the layout of these three, or returns what is wrong with them. The unit is the sum of its parts. Days have
    // 24 hours; months have no fixed length.
    static constexpr Fault
    make(std::int64_t epoch, std::int64_t shift, std::int64_t months, std::int32_t days, std::int64_t microseconds,
         Snowflake &layout)
    {
        __extension__ using Wide = __int128;
        const Wide unit = Wide{days} * (24 * 3600 * 1000000LL) + microseconds;
        if (epoch < first_time || epoch > last_time)
            return Fault::epoch;
        if (shift < 0 || shift > last_shift)
            return Fault::shift;
        if (months != 0 || unit <= 0)
            return Fault::unit;
        layout.epoch = epoch;
        layout.shift = static_cast<int>(shift);
        layout.unit = unit < longest_unit ? static_cast<std::uint64_t>(unit) : longest_unit;
        return Fault::none;
    }

    // At the start of the id's unit.
    constexpr std::int64_t
    time(std::int64_t id) const
    {
        const std::int64_t ticks = id >> shift;
        const auto from = static_cast<std::uint64_t>(epoch);
        std::uint64_t elapsed;
        if (ticks < 0) {
            const std::uint64_t most = distance(first_time, epoch);
            if (__builtin_mul_overflow(0 - static_cast<std::uint64_t>(ticks), unit, &elapsed) || elapsed > most)
                elapsed = most;
            return static_cast<std::int64_t>(from - elapsed);
        }
        const std::uint64_t most = distance(epoch, last_time);
        if (__builtin_mul_overflow(static_cast<std::uint64_t>(ticks), unit, &elapsed) || elapsed > most)
            elapsed = most;
        return static_cast<std::int64_t>(from + elapsed);
    }

    // Finds the last id at or before `time`: false if there is none. Any int64 is a time.
    constexpr bool
    last_until(std::int64_t time, std::int64_t &id) const
    {
        if (time >= this->time(highest)) {
            id = highest;
            return true;
        }
        if (time < this->time(lowest))
            return false;
        // Between these two times the number of units is that of some id. It is rounded down, in 64 bits, because a
        // division of 128 bits is a call that JIT-compiled code cannot make.
        const std::int64_t ticks = time >= epoch ? static_cast<std::int64_t>(distance(epoch, time) / unit)
                                                 : -1 - static_cast<std::int64_t>((distance(time, epoch) - 1) / unit);
        id = ticks << shift | ((std::int64_t{1} << shift) - 1);
        return true;
    }

    // Find the last id before `time`, and the first id after it and at or after it: false if there is none. All follow
    // from last_until(), because ids have no gaps.
    constexpr bool
    last_before(std::int64_t time, std::int64_t &id) const
    {
        return time > std::numeric_limits<std::int64_t>::min() && last_until(time - 1, id);
    }

    constexpr bool
    first_after(std::int64_t time, std::int64_t &id) const
    {
        return follow(last_until(time, id), id);
    }

    constexpr bool
    first_from(std::int64_t time, std::int64_t &id) const
    {
        return follow(last_before(time, id), id);
    }

private:
    static constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    static constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

    // b - a, for a <= b.
    static constexpr std::uint64_t
    distance(std::int64_t a, std::int64_t b)
    {
        return static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a);
    }

    // Goes to the id after `id`, or to the first of all if there was none: false at the end.
    static constexpr bool
    follow(bool any, std::int64_t &id)
    {
        if (any && id == highest)
            return false;
        id = any ? id + 1 : lowest;
        return true;
    }
};

} // namespace ulidkit
