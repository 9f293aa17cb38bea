// Local times: the units to which times are truncated or rounded, and time zones. The planner reads conditions by them,
// and ulidkit_earliest() and ulidkit_latest() compute ranges of times by them when a query runs: see local_times.cpp.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

struct Unit {
    const char *name;
    Interval length;
};

// Units to truncate to, from the shortest to the longest, and then those to round to, as timestamptz(3) does.
inline constexpr Unit units[] = {
    {"microseconds", {1, 0, 0}},
    {"milliseconds", {1000, 0, 0}},
    {"second", {USECS_PER_SEC, 0, 0}},
    {"minute", {USECS_PER_MINUTE, 0, 0}},
    {"hour", {USECS_PER_HOUR, 0, 0}},
    {"day", {USECS_PER_DAY, 0, 0}},
    {"week", {7 * USECS_PER_DAY, 0, 0}},
    {"month", {0, 0, 1}},
    {"quarter", {0, 0, 3}},
    {"year", {0, 0, 12}},
    {"precision 5", {10, 0, 0}},
    {"precision 4", {100, 0, 0}},
    {"precision 3", {1000, 0, 0}},
    {"precision 2", {10000, 0, 0}},
    {"precision 1", {100000, 0, 0}},
    {"precision 0", {USECS_PER_SEC, 0, 0}},
};

consteval const Unit *
unit_named(std::string_view name)
{
    const Unit *unit = units;
    while (unit->name != name)
        ++unit;
    return unit;
}

inline constexpr const Unit *unit_microseconds = unit_named("microseconds");
inline constexpr const Unit *unit_day = unit_named("day");
inline constexpr const Unit *unit_week = unit_named("week");
inline constexpr const Unit *unit_year = unit_named("year");

// Returns true if times are rounded to the unit, and not truncated.
constexpr bool
is_rounded(const Unit *unit)
{
    return unit > unit_year;
}

// Returns the unit with that name, in upper or lower case. Returns null if there is no such unit.
const Unit *unit_of(std::string_view name);

// Returns the time zone with that name. An empty name means the session's time zone. Returns null if there is no such
// zone, if the name can be an abbreviation, or if the zone has leap seconds.
const pg_tz *zone_of(std::string_view name);

constexpr std::int64_t
start_of_year(int number)
{
    // Approximately, by the mean length of a Gregorian year.
    return static_cast<std::int64_t>(365.2425 * (number - 2000)) * USECS_PER_DAY;
}

// Ranges are computed for values between these local times.
inline constexpr std::int64_t first_local = start_of_year(1000);
inline constexpr std::int64_t last_local = start_of_year(200000);

} // namespace ulidkit
