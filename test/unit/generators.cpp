// The rule of each kind for the id after the last one.
#include "laws/generator.hpp"
#include "laws/order.hpp"

#include "support.hpp"

#include <set>

namespace ulidkit::test {
namespace {

constexpr std::int64_t noon = 1'721'390'400'000'000; // a whole second of 2024

template <class K>
K
read(std::string_view text)
{
    K id{};
    REQUIRE(K::parse(text, id));
    return id;
}

// Checks an outcome without an id: the verdict and the time to wait for.
template <class K>
void
check_waits(const Generator<K> &generator, std::int64_t now, Verdict verdict, std::int64_t until)
{
    CAPTURE(now);
    const Next<K> next = generator.ask(now);
    CHECK(next.verdict == verdict);
    CHECK(next.until == until);
}

} // namespace

TEST_CASE_TEMPLATE("ids are generated in the kind's range and nowhere else", K, EVERY_KIND)
{
    Generator<K> generator;
    const std::int64_t first = K::first_generated, last = K::last_generated;
    K id{};
    for (const std::int64_t outside : {int64_min, first - 1, last + K::tick, last + K::tick + 1, int64_max}) {
        CAPTURE(outside);
        CHECK(generator.verdict(outside) == Verdict::out_of_range);
        CHECK_FALSE(generate_at(outside, generator.entropy.data(), generator.options, id));
    }
    for (const std::int64_t inside : {first, first + K::tick - 1, last, last + K::tick - 1}) {
        CAPTURE(inside);
        const std::int64_t tick = inside < last ? first : last;
        const Next<K> next = generator.ask(inside);
        CHECK(next.verdict == Verdict::issued);
        CHECK(next.id.time() == tick);
        REQUIRE(generate_at(inside, generator.entropy.data(), generator.options, id));
        CHECK(id.time() == tick);
    }
}

TEST_CASE("the ranges are those of the specifications")
{
    constexpr std::int64_t last_48 = 281'474'976'710'655'000;
    CHECK(Ulid::first_generated == 0);
    CHECK(Ulid::last_generated == last_48);
    // Timestamps 0 and 2^48 - 1 are reserved.
    CHECK(Scru160::first_generated == millisecond);
    CHECK(Scru160::last_generated == last_48 - millisecond);
    CHECK(Ulidflake::first_generated == 1'704'067'200'000'000);
    CHECK(Ulidflake::last_generated == 1'704'067'200'000'000 + 8'796'093'022'207'000);
    CHECK(Timeid::first_generated == -9'007'199'254'740'992);
    CHECK(Timeid::last_generated == 9'007'199'254'740'991);
    CHECK(Tbsl::first_generated == 0);
    CHECK(Tbsl::last_generated == 9'999'999'999'999'999);
}

TEST_CASE_TEMPLATE("an id for a given time is of its tick, and random where the kind is", K, EVERY_KIND)
{
    Random random;
    Generator<K> generator;
    INFO("seed ", seed());
    std::set<std::string> texts;
    for (int round = 0; round < 2000; ++round) {
        generator.draw(random);
        generator.options = any_options<K>(random);
        const std::int64_t time = random.between(K::first_generated, K::last_generated + K::tick - 1);
        K id{};
        LAW(generate_at(time, generator.entropy.data(), generator.options, id));
        LAW(is_valid(id));
        LAW(id.time() <= time && time - id.time() < K::tick);
        LAW(generate_at(noon, generator.entropy.data(), {}, id));
        texts.insert(text_of(id));
    }
    CHECK(texts.size() > 20);
}

TEST_CASE("an id for a given time is made by the settings")
{
    const std::vector<std::uint8_t> entropy(32, std::uint8_t{0xFF});
    Scru160 scru160{};
    CHECK(generate_at(noon + 123'456, entropy.data(), {CounterUsage::random}, scru160));
    CHECK(scru160.counter() == 0x7FFF);
    CHECK(generate_at(noon + 123'456, entropy.data(), {CounterUsage::microsecond}, scru160));
    CHECK(scru160.counter() == 456 * 64 + 31);
    Ulidflake ulidflake{};
    CHECK(generate_at(noon, entropy.data(), {Ulidflake::stand_alone, 1}, ulidflake));
    CHECK(ulidflake.randomness() == 0xFFFFF);
    CHECK(generate_at(noon, entropy.data(), {0, 1}, ulidflake));
    CHECK(ulidflake.randomness() == 0xFFFE0);
    Timeid timeid{};
    CHECK(generate_at(-1, entropy.data(), {991}, timeid));
    CHECK(timeid.value == -1024 + 991);
    Tbsl tbsl{};
    CHECK(generate_at(noon, entropy.data(), {99, false}, tbsl));
    CHECK(same(tbsl, Tbsl::make(noon, 99, 0xFFFFF)));
    CHECK(generate_at(noon, entropy.data(), {99, true}, tbsl));
    CHECK(same(tbsl, Tbsl::make(noon, 99, 1)));
}

TEST_CASE_TEMPLATE("nothing is issued after the highest id", K, EVERY_KIND)
{
    Random random;
    Generator<K> generator;
    generator.last = K::highest();
    for (const std::int64_t lead : {std::int64_t{0}, second, int64_max})
        for (const std::int64_t now : {std::int64_t{K::first_generated}, noon, std::int64_t{K::last_generated},
                                       K::last_generated + K::tick - 1, K::last_generated + K::tick})
            for (int round = 0; round < 20; ++round) {
                generator.max_lead = lead;
                generator.options = any_options<K>(random);
                CHECK(generator.verdict(now) != Verdict::issued);
            }
}

TEST_CASE_TEMPLATE("within a millisecond's room, the clock may step back by the lead and no further", K, Ulid, Scru160,
                   Ulidflake)
{
    Generator<K> generator;
    generator.issue(noon + 500);
    for (const std::int64_t lead : {std::int64_t{0}, std::int64_t{1}, second}) {
        generator.max_lead = lead;
        CHECK(generator.issue(noon - lead).time() == noon);
        check_waits(generator, noon - lead - 1, Verdict::ahead, noon - lead);
        check_waits(generator, noon - 3 * second, Verdict::ahead, noon - lead);
    }
}

TEST_CASE_TEMPLATE("the node of a server is in its ids", K, Timeid, Tbsl, Ulidflake)
{
    Random random;
    Generator<K> generator;
    CHECK(K::lowest_at(noon).node() == 0);
    CHECK(K::highest_at(noon).node() == K::node_field.last);
    CHECK(typename K::Options{}.*K::node_field.value == K::node_field.none);
    for (int node = 0; node <= K::node_field.last; ++node) {
        generator.options.*K::node_field.value = node;
        if constexpr (std::same_as<K, Ulidflake>)
            generator.options.scalability = node;
        generator.draw(random);
        // The second one is in the tick of the first, or next to it.
        for (int i = 0; i < 2; ++i)
            LAW(generator.issue(noon + node * millisecond).node() == node);
    }
}

TEST_CASE("ulid: the random part of a new millisecond is the entropy")
{
    Random random;
    Generator<Ulid> generator;
    for (int tick = 0; tick < 5; ++tick) {
        generator.draw(random);
        const Next<Ulid> next = generator.ask(noon + tick * millisecond + 999);
        CHECK(next.used_entropy);
        const Ulid id = generator.issue(noon + tick * millisecond + 999);
        CHECK(id.time() == noon + tick * millisecond);
        CHECK(hex(id.bytes + 6, 10) == hex(generator.entropy.data(), 10));
    }
}

TEST_CASE("ulid: within a millisecond 1 is added, also where the clock steps back")
{
    Generator<Ulid> generator;
    generator.last = read<Ulid>("01BX5ZZKBKACTAV9WEVGEMMVRZ");
    const std::int64_t time = generator.last->time();
    CHECK_FALSE(generator.ask(time).used_entropy);
    CHECK(text_of(generator.issue(time)) == "01BX5ZZKBKACTAV9WEVGEMMVS0");
    CHECK(text_of(generator.issue(time + 999)) == "01BX5ZZKBKACTAV9WEVGEMMVS1");
    CHECK(text_of(generator.issue(time - second)) == "01BX5ZZKBKACTAV9WEVGEMMVS2");
}

TEST_CASE("ulid: the carry goes through all of the random part and not into the time")
{
    Generator<Ulid> generator;
    generator.last = read<Ulid>("01BX5ZZKBKFZZZZZZZZZZZZZZZ");
    const std::int64_t time = generator.last->time();
    CHECK(text_of(generator.issue(time)) == "01BX5ZZKBKG000000000000000");
    generator.last = read<Ulid>("01BX5ZZKBKZZZZZZZZZZZZZZZY");
    CHECK(text_of(generator.issue(time)) == "01BX5ZZKBKZZZZZZZZZZZZZZZZ");
    CHECK_FALSE(generator.ask(time).used_entropy);
    check_waits(generator, time, Verdict::exhausted, time + millisecond);
    check_waits(generator, time - second, Verdict::ahead, time + millisecond - second);
    CHECK(generator.issue(time + millisecond).time() == time + millisecond);
}

TEST_CASE_TEMPLATE("a full millisecond goes on in the next one where the clock is far behind", K, Ulid, Scru160,
                   Ulidflake)
{
    Random random;
    Generator<K> generator;
    generator.draw(random);
    // Up to two milliseconds the clock is waited for.
    for (const std::int64_t behind : {std::int64_t{0}, millisecond}) {
        generator.last = K::highest_at(noon);
        check_waits(generator, noon - behind, Verdict::exhausted, noon + millisecond);
    }
    for (const std::int64_t behind : {millisecond + 1, second / 2, second - millisecond}) {
        Generator<K> on = generator;
        const Next<K> next = on.ask(noon - behind);
        CHECK(next.verdict == Verdict::full);
        CHECK(next.until == noon + millisecond);
        // It is as if the clock had got there: what comes is as random as ever.
        const K id = on.issue(noon - behind);
        CHECK(id.time() == noon + millisecond);
        on.last.reset();
        CHECK(same(on.ask(noon + millisecond).id, id));
    }
    // Beyond the lead it is not.
    check_waits(generator, noon - second, Verdict::ahead, noon + millisecond - second);
}

TEST_CASE("ulid: a step of n random bytes is 1 to 2^(8n)")
{
    Generator<Ulid> generator;
    const Ulid last = read<Ulid>("01BX5ZZKBK0000000000000000");
    const std::int64_t time = last.time();
    for (int bytes = 1; bytes <= 8; ++bytes) {
        CAPTURE(bytes);
        generator.options.step_bytes = bytes;
        generator.last = last;
        generator.draw(0x00);
        CHECK(generator.ask(time).used_entropy);
        CHECK(difference(last, generator.issue(time)) == 1);
        generator.last = last;
        generator.draw(0xFF);
        CHECK(difference(last, generator.issue(time)) == __builtin_ldexpl(1, 8 * bytes));
    }
    // The step is the entropy's leading bytes, and carries through the rest.
    generator.options.step_bytes = 3;
    generator.entropy = {0x01, 0x02, 0x03, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
    generator.last = read<Ulid>("01BX5ZZKBK0000000000000000");
    CHECK(hex_of(generator.issue(time)).substr(12) == "00000000000000010204");
    generator.last = read<Ulid>("01BX5ZZKBKFZZZZZZZZZZZZZZZ");
    CHECK(hex_of(generator.issue(time)).substr(12) == "80000000000000010203");
    generator.draw(0x00);
    generator.last = read<Ulid>("01BX5ZZKBKFZZZZZZZZZZZZZZZ");
    CHECK(hex_of(generator.issue(time)).substr(12) == "80000000000000000000");
}

TEST_CASE("ulid: a step beyond the millisecond waits for the next, whatever its luck")
{
    Generator<Ulid> generator;
    generator.options.step_bytes = 2;
    generator.last = read<Ulid>("01BX5ZZKBKZZZZZZZZZZZZZZZY");
    const std::int64_t time = generator.last->time();
    generator.draw(0x00);
    CHECK(text_of(generator.ask(time).id) == "01BX5ZZKBKZZZZZZZZZZZZZZZZ");
    generator.draw(0x01);
    CHECK(generator.ask(time).used_entropy);
    check_waits(generator, time, Verdict::exhausted, time + millisecond);
    CHECK(generator.issue(time + millisecond).time() == time + millisecond);
}

TEST_CASE("scru160: a millisecond starts at a random 15-bit counter, and all else is fresh in every id")
{
    Random random;
    Generator<Scru160> generator;
    std::uint32_t lowest = 0xFFFF, highest = 0;
    std::int64_t now = noon;
    for (int round = 0; round < 20'000; ++round) {
        now += millisecond;
        generator.draw(random);
        const Scru160 id = generator.issue(now);
        LAW(id.time() == now);
        LAW(hex(id.random(), 12) == hex(generator.entropy.data() + 2, 12));
        lowest = std::min(lowest, id.counter());
        highest = std::max(highest, id.counter());
        generator.draw(random);
        const Scru160 second_id = generator.issue(now + 999);
        LAW(second_id.time() == now);
        LAW(second_id.counter() == id.counter() + 1);
        LAW(hex(second_id.random(), 12) == hex(generator.entropy.data() + 2, 12));
    }
    CHECK(lowest < 50);
    CHECK(highest <= 0x7FFF);
    CHECK(highest > 0x7FFF - 50);
}

TEST_CASE("scru160: a millisecond has room for 32,769 ids whatever its start")
{
    Generator<Scru160> generator;
    generator.draw(0xFF);
    for (int i = 0; i < 32'769; ++i)
        generator.issue(noon);
    check_waits(generator, noon + 999, Verdict::exhausted, noon + millisecond);
    CHECK(generator.issue(noon + millisecond).counter() == 0x7FFF);
}

TEST_CASE("scru160: the alternative counter is the microsecond and a random 5-bit start")
{
    Random random;
    Generator<Scru160> generator;
    generator.options.counter = CounterUsage::microsecond;
    std::set<std::uint32_t> starts;
    for (std::uint32_t microsecond = 0; microsecond < 1000; ++microsecond) {
        generator.draw(random);
        const Scru160 id = generator.issue(noon + microsecond);
        LAW(id.time() == noon);
        LAW(id.counter() / 64 == microsecond);
        LAW(hex(id.random(), 12) == hex(generator.entropy.data() + 2, 12));
        starts.insert(id.counter() % 64);
        LAW(generator.issue(noon + microsecond).counter() == id.counter() + 1);
    }
    CHECK(starts.size() == 32);
    CHECK(*starts.rbegin() == 31);
}

TEST_CASE("scru160: a microsecond has room for 33 ids whatever its start, and does not run into the next")
{
    Generator<Scru160> generator;
    generator.options.counter = CounterUsage::microsecond;
    generator.draw(0xFF);
    for (const std::int64_t microsecond : {0, 1, 500, 999}) {
        const std::int64_t now = noon + microsecond;
        for (int i = 0; i < 33; ++i)
            LAW(generator.issue(now).counter() / 64 == microsecond);
        check_waits(generator, now, Verdict::exhausted, now + 1);
        // If the clock stepped back a little, the last id's microsecond goes on, too.
        check_waits(generator, now - 900, Verdict::exhausted, now + 1);
    }
    const Scru160 next = generator.issue(noon + 1000);
    CHECK(next.time() == noon + 1000);
    CHECK(next.counter() / 64 == 0);
}

TEST_CASE("scru160: far behind, a full microsecond goes on in the next one")
{
    Generator<Scru160> generator;
    generator.options.counter = CounterUsage::microsecond;
    generator.draw(0xFF);
    for (const std::int64_t microsecond : {0, 998, 999}) {
        constexpr std::uint8_t random[12] = {};
        generator.last = Scru160::make(noon / millisecond, static_cast<std::uint32_t>(microsecond * 64 + 63), random);
        const Scru160 id = generator.issue(noon - second / 2);
        CHECK(id.time() + id.counter() / 64 == noon + microsecond + 1);
        CHECK(id.counter() % 64 == 31);
    }
}

TEST_CASE("scru160: the counter usage may change between two ids")
{
    constexpr std::uint8_t random[12] = {};
    const auto after = [&](std::uint32_t counter, int usage) {
        Generator<Scru160> generator;
        generator.draw(std::uint8_t{0});
        generator.last = Scru160::make(noon / millisecond, counter, random);
        generator.options.counter = usage;
        return generator;
    };
    // The default usage goes on counting from a counter of the other, past its microsecond.
    CHECK(after(999 * 64 + 63, CounterUsage::random).issue(noon + 999).counter() == 64'000);
    CHECK(after(63, CounterUsage::random).issue(noon + 500).counter() == 64);
    // The alternative one treats a counter below the clock's microsecond as an earlier microsecond,
    CHECK(after(0x7FFF, CounterUsage::microsecond).issue(noon + 600).counter() == 600 * 64);
    // one above it as a later one, in which it counts until that is full,
    CHECK(after(0x7FFE, CounterUsage::microsecond).issue(noon + 100).counter() == 0x7FFF);
    check_waits(after(0x7FFF, CounterUsage::microsecond), noon + 100, Verdict::exhausted, noon + 512);
    // and one above microsecond 999 as full.
    check_waits(after(64'000, CounterUsage::microsecond), noon + 999, Verdict::exhausted, noon + millisecond);
    check_waits(after(64'001, CounterUsage::microsecond), noon, Verdict::exhausted, noon + millisecond);
    CHECK(after(64'001, CounterUsage::microsecond).issue(noon + millisecond).counter() == 0);
    const Scru160 advanced = after(64'001, CounterUsage::microsecond).issue(noon - second / 2);
    CHECK(advanced.time() == noon + millisecond);
    CHECK(advanced.counter() == 0);
}

TEST_CASE("scru160: no reserved timestamp is made, neither by the clock nor by an advance")
{
    constexpr std::int64_t reserved = 281'474'976'710'655'000;
    constexpr std::uint8_t random[12] = {};
    for (const int usage : {CounterUsage::random, CounterUsage::microsecond}) {
        Generator<Scru160> generator;
        generator.options.counter = usage;
        for (const std::int64_t now : {std::int64_t{0}, std::int64_t{999}, reserved, reserved + 999})
            CHECK(generator.verdict(now) == Verdict::out_of_range);
        for (const std::int64_t time : {reserved - millisecond, reserved}) {
            generator.last = Scru160::make(time / millisecond, 0xFFFF, random);
            CHECK(generator.verdict(reserved - second / 2) == Verdict::out_of_range);
        }
        generator.last = Scru160::make(reserved / millisecond, 0, random);
        CHECK(generator.verdict(reserved - 1) == Verdict::out_of_range);
        generator.last = Scru160::highest_at(0);
        CHECK(generator.issue(millisecond).time() == millisecond);
    }
}

TEST_CASE("ulidflake: a new millisecond is random in all of its bits")
{
    Random random;
    Generator<Ulidflake> generator;
    for (const int scalability : {-1, 0, 10, 31}) {
        CAPTURE(scalability);
        generator.options.scalability = scalability;
        std::int64_t set = 0, clear = 0;
        for (int round = 0; round < 200; ++round) {
            generator.draw(random);
            generator.last.reset();
            const Ulidflake id = generator.issue(noon + 999);
            CHECK(id.time() == noon);
            if (scalability >= 0)
                CHECK(id.value % 32 == scalability);
            set |= id.randomness();
            clear |= ~id.randomness();
        }
        const std::int64_t fixed = scalability < 0 ? 0 : 31;
        CHECK((set | fixed) == 0xFFFFF);
        CHECK(((clear | fixed) & 0xFFFFF) == 0xFFFFF);
    }
}

TEST_CASE("ulidflake: within a millisecond a random step of 1 to 2^(8n) - 1 is added")
{
    Random random;
    Generator<Ulidflake> generator;
    const auto at = [](std::int64_t randomness) { return Ulidflake::make(noon, randomness); };
    for (const int bytes : {1, 2, 3}) {
        CAPTURE(bytes);
        const std::int64_t largest = (std::int64_t{1} << (8 * bytes)) - 1;
        generator.options.step_bytes = bytes;
        generator.last = at(0);
        generator.draw(std::uint8_t{0});
        CHECK(generator.ask(noon).id.value == at(1).value);
        generator.last = at(0xFFFFE);
        CHECK(generator.issue(noon + 999).value == at(0xFFFFF).value);
        check_waits(generator, noon, Verdict::exhausted, noon + millisecond);
        generator.draw(0xFF);
        if (largest <= 0xFFFFF) {
            generator.last = at(0xFFFFF - largest);
            CHECK(generator.ask(noon - second).id.value == at(0xFFFFF).value);
            generator.last = at(0xFFFFF - largest + 1);
        }
        check_waits(generator, noon, Verdict::exhausted, noon + millisecond);
        // Evenly: the mean of the steps that fit, and how many of them do.
        double sum = 0, fitting = 0;
        constexpr int draws = 100'000;
        for (int draw = 0; draw < draws; ++draw) {
            generator.draw(random);
            generator.last = at(0);
            const Next<Ulidflake> next = generator.ask(noon);
            if (next.verdict != Verdict::issued)
                continue;
            LAW(next.used_entropy);
            const std::int64_t step = next.id.value - at(0).value;
            LAW(step >= 1 && step <= largest);
            sum += static_cast<double>(step);
            ++fitting;
        }
        const auto top = static_cast<double>(std::min<std::int64_t>(largest, 0xFFFFF));
        CHECK(sum / fitting == doctest::Approx((top + 1) / 2).epsilon(0.03));
        CHECK(fitting / draws == doctest::Approx(top / static_cast<double>(largest)).epsilon(0.06));
    }
}

TEST_CASE("ulidflake: every step of one byte occurs")
{
    Random random;
    Generator<Ulidflake> generator;
    std::set<std::int64_t> steps;
    for (int round = 0; round < 10'000; ++round) {
        generator.draw(random);
        generator.last = Ulidflake::make(noon, 0);
        steps.insert(generator.issue(noon).value % 0x100000);
    }
    CHECK(steps.size() == 255);
}

TEST_CASE("ulidflake: the scalable form steps its own 15 bits and keeps its id")
{
    Generator<Ulidflake> generator;
    generator.options.scalability = 31;
    const auto at = [](std::int64_t randomness, std::int64_t scalability) {
        return Ulidflake::make(noon, randomness * 32 + scalability);
    };
    generator.last = at(7, 31);
    generator.draw(std::uint8_t{0});
    CHECK(generator.ask(noon).id.value == at(8, 31).value);
    generator.draw(0xFF);
    CHECK(generator.ask(noon).id.value == at(7 + 255, 31).value);
    generator.last = at(32'767 - 255, 31);
    CHECK(generator.issue(noon - second).value == at(32'767, 31).value);
    check_waits(generator, noon, Verdict::exhausted, noon + millisecond);
    // Another scalability id, then the stand-alone form, and back.
    generator.draw(std::uint8_t{0});
    generator.last = at(7, 31);
    generator.options.scalability = 0;
    CHECK(generator.issue(noon).value == at(8, 0).value);
    generator.options.scalability = Ulidflake::stand_alone;
    CHECK(generator.issue(noon).value == at(8, 1).value);
    generator.options.scalability = 0;
    CHECK(generator.issue(noon).value == at(9, 0).value);
    generator.last = at(32'767, 0);
    check_waits(generator, noon, Verdict::exhausted, noon + millisecond);
    generator.options.scalability = Ulidflake::stand_alone;
    CHECK(generator.issue(noon).value == at(32'767, 1).value);
}

TEST_CASE("timeid: the time is the clock's, or the last id's and 1 where that is greater")
{
    Generator<Timeid> generator;
    generator.options.node = 1023;
    CHECK(generator.issue(noon).value == noon * 1024 + 1023);
    CHECK_FALSE(generator.ask(noon).used_entropy);
    CHECK(generator.issue(noon).value == (noon + 1) * 1024 + 1023);
    generator.options.node = 0;
    CHECK(generator.issue(noon).value == (noon + 2) * 1024);
    CHECK(generator.issue(noon + 2).value == (noon + 3) * 1024);
    CHECK(generator.issue(noon - second / 2).value == (noon + 4) * 1024);
    CHECK(generator.issue(noon + 100).value == (noon + 100) * 1024);
    CHECK(Generator<Timeid>{.options = {5}}.issue(-1).value == -1024 + 5);
}

TEST_CASE("timeid: the clock is outrun by the lead and no further")
{
    Generator<Timeid> generator;
    generator.issue(noon);
    generator.max_lead = 2;
    generator.issue(noon);
    generator.issue(noon);
    check_waits(generator, noon, Verdict::ahead, noon + 1);
    check_waits(generator, noon - 1, Verdict::ahead, noon);
    CHECK(generator.issue(noon + 1).time() == noon + 3);
}

TEST_CASE("timeid: after the last microsecond there is none")
{
    Generator<Timeid> generator;
    const std::int64_t last = Timeid::last_generated;
    generator.issue(last - 1);
    CHECK(generator.issue(last - 1).time() == last);
    check_waits(generator, last, Verdict::exhausted, last + 1);
}

TEST_CASE("timeid: the node is a drawn one of 0 to 31, or the given one")
{
    Random random;
    Generator<Timeid> generator;
    std::set<std::int64_t> nodes;
    for (int round = 0; round < 1000; ++round) {
        generator.draw(random);
        CHECK(generator.ask(noon + round).used_entropy);
        nodes.insert(generator.issue(noon + round).node());
    }
    CHECK(nodes.size() == 32);
    CHECK(*nodes.rbegin() == 31);
    for (const int node : {0, 31, 32, 991, 992, 1023}) {
        generator.options.node = node;
        CHECK(generator.issue(noon).node() == node);
    }
}

TEST_CASE("tbsl: a random suffix, then 1 more within a microsecond, then the next microsecond")
{
    Random random;
    Generator<Tbsl> generator;
    generator.options.machine = 42;
    std::int64_t set = 0, clear = 0;
    for (int round = 0; round < 200; ++round) {
        generator.draw(random);
        CHECK(generator.ask(noon + round).used_entropy);
        const Tbsl id = generator.issue(noon + round);
        CHECK(id.time() == noon + round);
        CHECK(id.machine() == 42);
        set |= id.suffix();
        clear |= ~id.suffix();
        CHECK_FALSE(generator.ask(noon + round).used_entropy);
        const Tbsl next = generator.issue(noon + round);
        CHECK(next.payload() == id.payload());
        CHECK(next.suffix() == id.suffix() + 1);
    }
    CHECK(set == 0xFFFFF);
    CHECK((clear & 0xFFFFF) == 0xFFFFF);
    generator.last = Tbsl::make(noon, 42, 0xFFFFE);
    CHECK(same(generator.issue(noon - 5), Tbsl::make(noon, 42, 0xFFFFF)));
    const Tbsl next = generator.issue(noon);
    CHECK(next.payload() == (noon + 1) * 100 + 42);
}

TEST_CASE("tbsl: sequenced, every microsecond counts from 1")
{
    Generator<Tbsl> generator;
    generator.options = {7, true};
    generator.draw(0xFF);
    CHECK_FALSE(generator.ask(noon).used_entropy);
    CHECK(same(generator.issue(noon), Tbsl::make(noon, 7, 1)));
    CHECK(same(generator.issue(noon), Tbsl::make(noon, 7, 2)));
    CHECK(same(generator.issue(noon + 1), Tbsl::make(noon + 1, 7, 1)));
    generator.last = Tbsl::make(noon, 7, 0xFFFFF);
    CHECK(same(generator.issue(noon), Tbsl::make(noon + 1, 7, 1)));
}

TEST_CASE("tbsl: a higher machine goes on in the microsecond, a lower one in the next")
{
    Generator<Tbsl> generator;
    generator.options = {50, true};
    generator.last = Tbsl::make(noon, 50, 9);
    generator.options.machine = 51;
    CHECK(same(generator.issue(noon), Tbsl::make(noon, 51, 1)));
    generator.options.machine = 50;
    CHECK(same(generator.issue(noon), Tbsl::make(noon + 1, 50, 1)));
    generator.options.machine = 0;
    CHECK(same(generator.issue(noon - 5), Tbsl::make(noon + 2, 0, 1)));
    generator.options.machine = 99;
    generator.last = Tbsl::make(noon, 98, 0xFFFFF);
    CHECK(same(generator.issue(noon), Tbsl::make(noon, 99, 1)));
}

// An id of a higher machine is above the last one in its own microsecond, at any clock reading.
TEST_CASE("tbsl: a higher machine goes on in the microsecond also where the clock is behind")
{
    Generator<Tbsl> generator;
    generator.options = {51, true};
    generator.last = Tbsl::make(noon, 50, 9);
    CHECK(same(generator.ask(noon - 1).id, Tbsl::make(noon, 51, 1)));
    generator.last = Tbsl::make(Tbsl::last_generated, 50, 9);
    CHECK(generator.verdict(Tbsl::last_generated - 1) == Verdict::issued);
}

TEST_CASE("tbsl: after the last microsecond there is none, and the lead holds")
{
    Generator<Tbsl> generator;
    const std::int64_t last = Tbsl::last_generated;
    generator.last = Tbsl::make(last, 0, 0xFFFFF);
    check_waits(generator, last, Verdict::exhausted, last + 1);
    generator.options.machine = 1;
    CHECK(generator.issue(last).time() == last);
    generator.options.machine = 0;
    check_waits(generator, last, Verdict::exhausted, last + 1);
    generator.last = Tbsl::make(noon, 0, 0xFFFFF);
    generator.max_lead = 3;
    CHECK(generator.verdict(noon - 2) == Verdict::issued);
    check_waits(generator, noon - 3, Verdict::ahead, noon - 2);
    check_waits(generator, noon - 4, Verdict::ahead, noon - 3);
}

TEST_CASE("uuidv7: the fraction of the millisecond in 1/4096, and 62 random bits")
{
    Generator<Uuidv7> generator;
    generator.draw(0xFF);
    for (int microsecond = 0; microsecond < 1000; ++microsecond) {
        generator.last = {};
        const Uuidv7 id = generator.issue(noon + microsecond);
        LAW(id.time() == noon);
        LAW(static_cast<int>(id.rand_a()) == microsecond * 4096 / 1000);
        LAW(hex_of(id).substr(16) == "bfffffffffffffff");
        LAW(id.version() == 7);
    }
    generator.draw(0x00);
    generator.last = {};
    CHECK(text_of(generator.issue(1645557742000000)) == "017f22e2-79b0-7000-8000-000000000000");
}

TEST_CASE("uuidv7: where the clock stands still or steps back, a random step of 1 to 2^32")
{
    Generator<Uuidv7> generator;
    generator.last = read<Uuidv7>("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    const std::int64_t time = generator.last->time();
    generator.draw(0x00);
    CHECK(generator.ask(time).used_entropy);
    CHECK(text_of(generator.issue(time)) == "017f22e2-79b0-7cc3-98c4-dc0c0c073990");
    CHECK(text_of(generator.issue(time + 797)) == "017f22e2-79b0-7cc3-98c4-dc0c0c073991");
    CHECK(text_of(generator.issue(time - second)) == "017f22e2-79b0-7cc3-98c4-dc0c0c073992");
    generator.draw(0xFF);
    CHECK(text_of(generator.issue(time)) == "017f22e2-79b0-7cc3-98c4-dc0d0c073992");
    // 798 us are 3268/4096 ms, one more than cc3.
    CHECK(text_of(generator.issue(time + 798)) == "017f22e2-79b0-7cc4-bfff-ffffffffffff");
}

TEST_CASE("uuidv7: the step goes on in the next fraction and the next millisecond, past version and variant")
{
    Generator<Uuidv7> generator;
    generator.last = read<Uuidv7>("017f22e2-79b0-7cc3-bfff-ffffffffffff");
    const std::int64_t time = generator.last->time();
    generator.draw(0x00);
    CHECK(text_of(generator.issue(time)) == "017f22e2-79b0-7cc4-8000-000000000000");
    generator.last = read<Uuidv7>("017f22e2-79b0-7fff-bfff-fffffffffffe");
    CHECK(text_of(generator.issue(time)) == "017f22e2-79b0-7fff-bfff-ffffffffffff");
    CHECK(text_of(generator.issue(time)) == "017f22e2-79b1-7000-8000-000000000000");
    generator.last = read<Uuidv7>("ffffffff-ffff-7fff-bfff-ffffffffffff");
    CHECK(generator.verdict(Uuidv7::last_generated) == Verdict::exhausted);
    CHECK(generator.verdict(Uuidv7::last_generated + millisecond) == Verdict::out_of_range);
}

TEST_CASE_TEMPLATE("nothing is issued for a time before the floor", K, EVERY_KIND)
{
    Generator<K> generator;
    const std::int64_t ahead = std::max(500 * millisecond, std::int64_t{K::tick});
    generator.floor = noon + ahead;
    check_waits(generator, noon - second, Verdict::ahead, noon + ahead - second);
    CHECK(generator.issue(noon + ahead - second).time() == generator.floor);
    CHECK(generator.issue(noon).time() - generator.floor <= K::tick);
    CHECK(generator.issue(noon + 2 * second).time() == noon + 2 * second);
    generator.floor = std::numeric_limits<std::int64_t>::max();
    CHECK(generator.verdict(noon + 2 * second) == Verdict::out_of_range);
}

} // namespace ulidkit::test
