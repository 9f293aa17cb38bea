// Other systems' ids: the vectors of their documentation, and the laws for all layouts.
#include <optional>

#include "core/snowflake_rules.hpp"
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

// Where the documentation of a system puts the node in its ids: the bits of it, and the bits below.
struct Published {
    const char *system;
    int node_bits;
    int node_shift;
};

constexpr Published published[] = {
    {"Twitter", 10, 12}, {"Discord", 10, 12}, {"TSID", 10, 12}, {"Instagram", 13, 10}, {"Sonyflake", 16, 0}};

TEST_CASE("each id of the documentation is made by its node, after those before it in its unit")
{
    const Table table = read_vectors("snowflake");
    for (const auto &[system, bits, below] : published) {
        int found = 0;
        for (const auto &row : table.rows) {
            if (row[0] != system)
                continue;
            ++found;
            const auto number = [&](const char *column) { return std::stoll(row[table.column(column)]); };
            const std::int64_t id = number("int64"), now = number("unix_milliseconds") * 1000;
            INFO(system, " ", id);
            Snowflake layout{};
            REQUIRE(Snowflake::make(number("epoch_unix_milliseconds") * 1000, number("shift"), 0, 0,
                                    number("unit_microseconds"), layout) == Snowflake::Fault::none);
            SnowflakeNode field{};
            REQUIRE(SnowflakeNode::make(layout.shift, bits, below, field) == SnowflakeNode::Fault::none);
            const SnowflakeRules rules{layout, field, field.of(id)};
            Next<Int64> next = next_id(rules, nullptr, now, int64_min, 0, nullptr);
            while (next.verdict == Verdict::issued && next.id.value < id) {
                const Int64 last = next.id;
                next = next_id(rules, &last, now, int64_min, 0, nullptr);
            }
            CHECK(next.verdict == Verdict::issued);
            CHECK(next.id.value == id);
        }
        CHECK(found > 0);
    }
}

TEST_CASE("generated snowflake ids of random layouts, nodes and clocks")
{
    Random random;
    for (std::uint64_t round = 0; round < rounds(3000); ++round) {
        const int low_bits = static_cast<int>(random.below(25));
        const std::int64_t unit = random.pick<std::int64_t>({1, 7, 1000, 1000, 10'000, 999'983, 1'000'000});
        std::int64_t now = random.between(1'720'000'000'000'000, 1'730'000'000'000'000);
        const SnowflakeArguments arguments{now - random.between(0, std::int64_t{1} << random.below(50)), low_bits, 0,
                                           unit};
        if (arguments.time(int64_max) < now + std::int64_t{3600} * 1'000'000)
            continue;
        Snowflake layout{};
        REQUIRE(Snowflake::make(arguments.epoch, low_bits, 0, 0, unit, layout) == Snowflake::Fault::none);
        SnowflakeNode field{};
        std::int64_t node = 0;
        const auto change_node = [&] {
            const int bits = static_cast<int>(random.below(static_cast<std::uint64_t>(low_bits) + 1));
            const int below = static_cast<int>(random.between(-1, low_bits - bits));
            REQUIRE(SnowflakeNode::make(low_bits, bits, below, field) == SnowflakeNode::Fault::none);
            node = random.between(0, (std::int64_t{1} << bits) - 1);
        };
        change_node();
        INFO("seed ", seed(), ", epoch ", arguments.epoch, ", shift ", low_bits, ", unit ", unit);
        std::optional<Int64> last;
        std::int64_t of_unit = 0, max_lead = random.pick<std::int64_t>({0, 1000, 1'000'000});
        bool same_node = true;
        for (int i = 0; i < 300; ++i) {
            if (random.one_in(60)) {
                change_node();
                same_node = false;
            }
            const SnowflakeRules rules{layout, field, node};
            const Next<Int64> next = next_id(rules, last ? &*last : nullptr, now, int64_min, max_lead, nullptr);
            const std::int64_t room = std::int64_t{1} << (low_bits - field.bits);
            if (next.verdict == Verdict::issued) {
                const std::int64_t time = arguments.time(next.id.value);
                CHECK(next.time == time);
                CHECK((next.id.value >> field.shift & ((std::int64_t{1} << field.bits) - 1)) == node);
                CHECK(time - now <= max_lead);
                CHECK(time > now - unit);
                CHECK((unit < 1000 || time <= now));
                if (last) {
                    CHECK(next.id.value > last->value);
                    const bool is_new_unit = time > arguments.time(last->value);
                    // All of a unit's ids are used before those of the next one, if that is ahead of the clock.
                    if (is_new_unit && time > now && same_node)
                        CHECK(of_unit == room);
                    of_unit = is_new_unit ? 0 : of_unit;
                    if (is_new_unit)
                        same_node = true;
                }
                ++of_unit;
                CHECK((!same_node || of_unit <= room));
                last = next.id;
            } else {
                REQUIRE((next.verdict == Verdict::exhausted || next.verdict == Verdict::ahead));
                CHECK((next.verdict == Verdict::ahead || unit >= 1000));
                CHECK(next.until > now);
                CHECK(next.until - now <= 2 * unit + max_lead);
                if (next.verdict == Verdict::exhausted && same_node)
                    CHECK(of_unit == room);
                now = next.until;
            }
            now += random.one_in(30) ? random.between(0, 3 * unit) : 0;
        }
    }
}

TEST_CASE("the last snowflake id, and what is no field of a node")
{
    Snowflake layout{};
    REQUIRE(Snowflake::make(twitter_epoch, 61, 0, 0, 1'000'000, layout) == Snowflake::Fault::none);
    const SnowflakeRules rules{layout, {1, 0}, 1};
    const Int64 last{int64_max - 2};
    Next<Int64> next = next_id(rules, &last, twitter_epoch + 3'000'000, int64_min, 0, nullptr);
    CHECK(next.verdict == Verdict::issued);
    CHECK(next.id.value == int64_max);
    const Int64 highest = next.id;
    for (const std::int64_t now : {twitter_epoch + 3'000'000, twitter_epoch + 4'000'000, twitter_epoch - 1})
        CHECK(next_id(rules, &highest, now, int64_min, 0, nullptr).verdict == Verdict::out_of_range);

    using enum SnowflakeNode::Fault;
    SnowflakeNode field{};
    CHECK(SnowflakeNode::make(22, 0, -1, field) == none);
    CHECK(SnowflakeNode::make(22, 22, 0, field) == none);
    CHECK(SnowflakeNode::make(22, 23, -1, field) == bits);
    CHECK(SnowflakeNode::make(22, -1, -1, field) == bits);
    CHECK(SnowflakeNode::make(22, 10, 13, field) == shift);
    CHECK(SnowflakeNode::make(22, 10, -2, field) == shift);
    CHECK(SnowflakeNode::make(22, 10, -1, field) == none);
    CHECK(field.shift == 12);
}

} // namespace ulidkit::test
