// Other systems' ids: the vectors of their documentation, and the laws for all layouts.
#include "laws/snowflake.hpp"

#include "support.hpp"
#include "vectors.hpp"

namespace ulidkit::test {
namespace {

constexpr std::int64_t first_time = Snowflake::first_time, last_time = Snowflake::last_time;
constexpr std::int64_t twitter_epoch = 1288834974657000;

struct Unit {
    std::int32_t days;
    std::int64_t microseconds;
};

// From a microsecond to more than the range of all times, in one part of an interval or in two.
constexpr Unit units[] = {{0, 1},
                          {0, 1000},
                          {0, 10'000},
                          {0, 999'983},
                          {0, 60'000'000},
                          {1, 0},
                          {1, -86'399'999'999},
                          {-1, 86'400'000'001},
                          {365, 0},
                          {36'525, 0},
                          {54'000'000, 1},
                          {106'751'991, 14'454'775'807},
                          {109'211'085, 0},
                          {0, int64_max},
                          {2'147'483'647, int64_max},
                          {2'147'483'647, int64_min}};

constexpr std::int64_t epochs[] = {0,  twitter_epoch,    1577836800000000, first_time, first_time + 1,
                                   -1, last_time - 1000, last_time};

// `distance` from `from`, limited to int64.
std::int64_t
beside(std::int64_t from, std::int64_t distance)
{
    std::int64_t sum;
    if (!__builtin_add_overflow(from, distance, &sum))
        return sum;
    return distance < 0 ? int64_min : int64_max;
}

// Times where results change: at the limits, around the times of two ids; and any time.
void
check_around(const SnowflakeArguments &arguments, std::int64_t id, Random &random)
{
    std::int64_t time = 0;
    INFO("seed ", seed(), ", epoch ", arguments.epoch, ", shift ", arguments.shift, ", days ", arguments.days,
         ", microseconds ", arguments.microseconds, ", id ", id, ", time ", time);
    for (const std::int64_t place : {arguments.time(id), arguments.time(random.one_in(2) ? int64_min : int64_max),
                                     arguments.epoch, random.pick({first_time, last_time, int64_min, int64_max})})
        for (const std::int64_t distance : {-1, 0, 1})
            check_snowflake(arguments, id, time = beside(place, distance));
    check_snowflake(arguments, id, time = static_cast<std::int64_t>(random.bits()));
    check_snowflake(arguments, id, time = random.between(arguments.epoch - arguments.epoch / 8, last_time));
}

Snowflake::Fault
fault(std::int64_t epoch, std::int64_t shift, std::int64_t months, std::int32_t days, std::int64_t microseconds)
{
    Snowflake layout{};
    return Snowflake::make(epoch, shift, months, days, microseconds, layout);
}

} // namespace

TEST_CASE("ids of other systems have the times of their documentation")
{
    const Table table = read_vectors("snowflake");
    CHECK(table.rows.size() >= 16);
    for (const auto &row : table.rows) {
        const auto number = [&](const char *column) { return std::stoll(row[table.column(column)]); };
        Snowflake layout{};
        const std::int64_t id = number("int64"), time = number("unix_milliseconds") * 1000;
        INFO(row[0], " ", id);
        REQUIRE(Snowflake::make(number("epoch_unix_milliseconds") * 1000, number("shift"), 0, 0,
                                number("unit_microseconds"), layout) == Snowflake::Fault::none);
        CHECK(layout.time(id) == time);
        std::int64_t first = 0, last = 0;
        CHECK(layout.first_from(time, first));
        CHECK(layout.last_until(time, last));
        CHECK(first <= id);
        CHECK(id <= last);
        CHECK(last - first == (std::int64_t{1} << layout.shift) - 1);
    }
}

TEST_CASE("snowflake ids of every shift, unit and epoch")
{
    Random random;
    for (int shift = 0; shift <= Snowflake::last_shift; ++shift)
        for (const Unit &unit : units)
            for (const std::int64_t epoch : epochs) {
                const SnowflakeArguments arguments{epoch, shift, unit.days, unit.microseconds};
                const std::int64_t one = std::int64_t{1} << shift;
                for (const std::int64_t id : {int64_min, int64_max, std::int64_t{0}, std::int64_t{-1}, one, -one - 1,
                                              static_cast<std::int64_t>(random.bits())})
                    check_around(arguments, id, random);
            }
}

TEST_CASE("random snowflake ids")
{
    Random random;
    for (std::uint64_t round = 0; round < rounds(10'000); ++round) {
        // Ids of any magnitude.
        const auto bits = [&] { return static_cast<std::int64_t>(random.bits()) >> random.below(64); };
        SnowflakeArguments arguments{random.between(first_time, last_time), static_cast<int>(random.below(63)),
                                     static_cast<std::int32_t>(random.one_in(3) ? bits() : 0), bits()};
        if (arguments.unit() <= 0)
            continue;
        check_around(arguments, bits(), random);
    }
}

TEST_CASE("snowflake times beyond the ends are the ends")
{
    Snowflake layout{};
    REQUIRE(Snowflake::make(twitter_epoch, 0, 0, 1, 0, layout) == Snowflake::Fault::none);
    CHECK(layout.time(int64_max) == last_time);
    CHECK(layout.time(int64_min) == first_time);
    std::int64_t id = 0;
    // Many ids have these times. The bounds find the first and the last of each.
    CHECK(layout.first_from(last_time, id));
    CHECK(layout.time(id) == last_time);
    CHECK(layout.time(id - 1) < last_time);
    CHECK(layout.last_until(last_time, id));
    CHECK(id == int64_max);
    CHECK(layout.last_until(first_time, id));
    CHECK(layout.time(id) == first_time);
    CHECK(layout.time(id + 1) > first_time);
    // No id is beyond them.
    CHECK_FALSE(layout.first_after(last_time, id));
    CHECK_FALSE(layout.first_from(int64_max, id));
    CHECK_FALSE(layout.last_before(first_time, id));
    CHECK_FALSE(layout.last_until(int64_min, id));
}

TEST_CASE("what is no layout of snowflake ids")
{
    using enum Snowflake::Fault;
    CHECK(fault(0, 0, 0, 0, 1) == none);
    CHECK(fault(0, 62, 0, 0, 1) == none);
    CHECK(fault(0, -1, 0, 0, 1) == shift);
    CHECK(fault(0, 63, 0, 0, 1) == shift);
    CHECK(fault(0, 64, 0, 0, 1) == shift);
    CHECK(fault(0, int64_min, 0, 0, 1) == shift);
    CHECK(fault(first_time, 0, 0, 0, 1) == none);
    CHECK(fault(last_time, 0, 0, 0, 1) == none);
    CHECK(fault(first_time - 1, 0, 0, 0, 1) == epoch);
    CHECK(fault(last_time + 1, 0, 0, 0, 1) == epoch);
    CHECK(fault(int64_min, 0, 0, 0, 1) == epoch);
    CHECK(fault(int64_max, 0, 0, 0, 1) == epoch);
    CHECK(fault(0, 0, 0, 0, 0) == unit);
    CHECK(fault(0, 0, 0, 0, -1) == unit);
    CHECK(fault(0, 0, 0, 1, -86'400'000'000) == unit);
    CHECK(fault(0, 0, 0, 1, -86'399'999'999) == none);
    CHECK(fault(0, 0, 1, 0, 1) == unit);
    CHECK(fault(0, 0, -1, 31, 0) == unit);
    // Infinite intervals, which 17 and later have.
    CHECK(fault(0, 0, 2147483647, 2147483647, int64_max) == unit);
    CHECK(fault(0, 0, -2147483648, -2147483648, int64_min) == unit);
}

} // namespace ulidkit::test
