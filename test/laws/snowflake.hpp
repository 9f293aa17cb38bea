// The times of other systems' ids and their bounds, compared with the definition in wide integers.
#pragma once

#include "core/snowflake.hpp"
#include "laws/law.hpp"

namespace ulidkit::test {

// The three arguments as in SQL, the unit in the parts of an interval.
struct SnowflakeArguments {
    std::int64_t epoch;
    int shift;
    std::int32_t days;
    std::int64_t microseconds;

    Wide
    unit() const
    {
        return Wide{days} * 86'400'000'000 + microseconds;
    }

    // epoch + (id >> shift) * unit, with a division that rounds down, and limited to first_time and last_time.
    std::int64_t
    time(std::int64_t id) const
    {
        const Wide divisor = Wide{1} << shift;
        const Wide ticks = (id - (((Wide{id} % divisor) + divisor) % divisor)) / divisor;
        const Wide first = Snowflake::first_time, last = Snowflake::last_time;
        // Longer than all times together, so that 128 bits could overflow.
        if (unit() > last - first)
            return static_cast<std::int64_t>(ticks < 0 ? first : ticks > 0 ? last : Wide{epoch});
        const Wide time = epoch + ticks * unit();
        return static_cast<std::int64_t>(time < first ? first : time > last ? last : time);
    }
};

// Checks bounds by their neighbours, and what the planner relies on: for any id and any time, comparing with the bound
// is comparing the times.
inline void
check_snowflake(const SnowflakeArguments &arguments, std::int64_t id, std::int64_t time)
{
    Snowflake layout{};
    LAW(Snowflake::make(arguments.epoch, arguments.shift, 0, arguments.days, arguments.microseconds, layout) ==
        Snowflake::Fault::none);

    const std::int64_t of_id = arguments.time(id);
    LAW(layout.time(id) == of_id);
    LAW(id == int64_max || layout.time(id + 1) >= of_id);

    std::int64_t bound = 0;
    const auto after = [&](std::int64_t than) { return bound == int64_max || arguments.time(bound + 1) > than; };
    const auto before = [&](std::int64_t than) { return bound == int64_min || arguments.time(bound - 1) < than; };
    const auto from = [&](std::int64_t than) { return bound == int64_max || arguments.time(bound + 1) >= than; };
    const auto until = [&](std::int64_t than) { return bound == int64_min || arguments.time(bound - 1) <= than; };
    bool any = layout.first_from(time, bound);
    LAW(any ? arguments.time(bound) >= time && before(time) : arguments.time(int64_max) < time);
    LAW((of_id >= time) == (any && id >= bound));
    any = layout.first_after(time, bound);
    LAW(any ? arguments.time(bound) > time && until(time) : arguments.time(int64_max) <= time);
    LAW((of_id > time) == (any && id >= bound));
    any = layout.last_until(time, bound);
    LAW(any ? arguments.time(bound) <= time && after(time) : arguments.time(int64_min) > time);
    LAW((of_id <= time) == (any && id <= bound));
    any = layout.last_before(time, bound);
    LAW(any ? arguments.time(bound) < time && from(time) : arguments.time(int64_min) >= time);
    LAW((of_id < time) == (any && id <= bound));
}

} // namespace ulidkit::test
