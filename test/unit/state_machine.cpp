// Generators run through random clocks, settings and entropy: what holds after every single step.
#include "generator.hpp"

#include <array>

namespace ulidkit::test {
namespace {

constexpr int runs = 500, steps = 1000; // of each kind

// The last microsecond of the range for generated ids.
template <class K>
constexpr std::int64_t range_end = K::last_generated + K::tick - 1;

template <class K>
bool
in_range(std::int64_t time)
{
    return time >= K::first_generated && time <= range_end<K>;
}

template <class K>
std::int64_t
tick_of(std::int64_t time)
{
    const std::int64_t rest = time % K::tick;
    return time - (rest < 0 ? rest + K::tick : rest);
}

template <class K>
std::int64_t
random_time(Random &random)
{
    // At the ends what is next to them: the ends of a range of microseconds are hit by nothing wider.
    const std::int64_t near = random.between(0, random.pick<std::int64_t>({2, 5000}));
    switch (random.below(5)) {
    case 0:
        return K::first_generated + near;
    case 1:
        return range_end<K> - near;
    case 2:
        return random.between(K::first_generated, range_end<K>);
    default:
        return random.between(1'720'000'000'000'000, 1'730'000'000'000'000);
    }
}

// A moved clock: it mostly stands still or creeps, and sometimes jumps, also out of the kind's range.
template <class K>
std::int64_t
tick_on(std::int64_t now, Random &random)
{
    switch (random.below(64)) {
    case 0:
    case 1:
        return now + random.between(-2 * second, second);
    case 2:
    case 3:
    case 4:
        return now + random.between(-3000, 3000);
    case 5:
        return random.one_in(20) ? random_time<K>(random) : now;
    case 6:
        return random.one_in(50) ? random.pick({int64_min, int64_max, K::first_generated - 1, range_end<K> + 1}) : now;
    case 7:
    case 8:
    case 9:
    case 10:
        return now + random.between(0, 2000);
    default:
        return now + random.between(0, 1) * random.between(0, 2);
    }
}

// Where a generator starts: nothing yet, an id with nearly no room left, or any other one of the present tick.
template <class K>
std::optional<K>
random_last(std::int64_t time, Random &random)
{
    if (random.one_in(3))
        return {};
    K first{}, last{};
    if (!first_from(time, first) || !last_until(time, last))
        return {};
    switch (random.below(4)) {
    case 0:
        return first;
    case 1:
    case 2:
        for (std::size_t room = random.below(100); room > 0; --room)
            last.decrement();
        return last;
    default:
        return K::random_at(time, std::vector<std::uint8_t>(K::entropy_size, std::uint8_t(random.bits())).data(),
                            random_options<K>(random));
    }
}

template <class K>
void
check_issued(const Generator<K> &generator, std::int64_t now, const Next<K> &next)
{
    const std::int64_t time = next.id.time();
    const std::int64_t start = std::max(now, generator.floor);
    LAW(next.id.valid());
    LAW(in_range<K>(now));
    LAW(in_range<K>(time));
    LAW(time <= now || time - now <= generator.max_lead);
    LAW(time >= tick_of<K>(start));
    if (!generator.last || tick_of<K>(start) > generator.last->time()) {
        LAW(time == tick_of<K>(start));
    } else {
        LAW(compare(*generator.last, next.id) < 0);
        LAW(time - generator.last->time() <= K::tick);
    }
}

// Entropy that may be used again has told nothing: with any other the outcome is the same.
template <class K>
void
check_reusable(Generator<K> generator, std::int64_t now, const Next<K> &next, Random &random)
{
    generator.draw(random);
    const Next<K> again = generator.ask(now);
    LAW(!again.drew);
    LAW(again.verdict == next.verdict);
    LAW(again.until == next.until);
    LAW(next.verdict != Verdict::issued || same(again.id, next.id));
}

// Neither sooner nor in vain: a microsecond before `until` nothing is issued, and when the clock reads it, something
// is, unless the kind ends there.
template <class K>
void
check_waiting(const Generator<K> &generator, std::int64_t now, Next<K> next)
{
    LAW(generator.last.has_value() || generator.floor > now);
    LAW(in_range<K>(now));
    for (int waits = 0; next.verdict == Verdict::exhausted || next.verdict == Verdict::ahead; ++waits) {
        LAW(waits < 3);
        LAW(next.until > now);
        LAW(generator.verdict(next.until - 1) != Verdict::issued);
        if (next.verdict == Verdict::exhausted)
            LAW(next.until <= generator.last->time() + K::tick);
        now = next.until;
        next = generator.ask(now);
    }
    if (next.verdict == Verdict::issued)
        check_issued(generator, now, next);
    else
        LAW(!in_range<K>(now) || generator.last->time() >= K::last_generated);
}

} // namespace

TEST_CASE_TEMPLATE("a generator keeps its laws on any clock", K, EVERY_KIND)
{
    Random random;
    int run = 0, step = 0;
    std::int64_t now = 0;
    Generator<K> generator;
    std::array<std::uint64_t, 4> seen{};
    INFO("seed ", seed(), ", run ", run, ", step ", step, ", clock ", now, ", lead ", generator.max_lead, ", entropy ",
         hex(generator.entropy.data(), generator.entropy.size()), ", last ",
         generator.last ? hex_of(*generator.last) : "none");
    for (; run < runs; ++run) {
        now = random_time<K>(random);
        generator.last = random_last<K>(tick_of<K>(now), random);
        for (step = 0; step < steps; ++step) {
            if (step == 0 || random.one_in(100)) {
                generator.options = random_options<K>(random);
                generator.max_lead =
                    random.pick({std::int64_t{0}, std::int64_t{1}, millisecond, second, random.between(0, second),
                                 second, second, std::int64_t{3600} * second, int64_max});
                generator.floor = random.one_in(4) && in_range<K>(now)
                                      ? std::min(range_end<K>, now + random.between(-second, 2 * second))
                                      : int64_min;
            }
            generator.draw(random);
            if (random.one_in(8))
                generator.draw(random.pick<std::uint8_t>({0x00, 0xFF}));
            const Next<K> next = generator.ask(now);
            if (!next.drew)
                check_reusable(generator, now, next, random);
            ++seen[static_cast<std::size_t>(next.verdict)];
            switch (next.verdict) {
            case Verdict::issued:
                check_issued(generator, now, next);
                generator.last = next.id;
                break;
            case Verdict::exhausted:
            case Verdict::ahead:
                check_waiting(generator, now, next);
                if (random.one_in(2))
                    now = next.until;
                break;
            case Verdict::out_of_range:
                LAW(!in_range<K>(now) || generator.last->time() >= K::last_generated);
                now = random_time<K>(random);
                generator.last = random_last<K>(tick_of<K>(now), random);
                break;
            }
            now = tick_on<K>(now, random);
        }
    }
    CHECK(seen[static_cast<std::size_t>(Verdict::issued)] > std::uint64_t{runs} * steps / 2);
    CHECK(seen[static_cast<std::size_t>(Verdict::exhausted)] > 0);
    CHECK(seen[static_cast<std::size_t>(Verdict::ahead)] > 0);
    CHECK(seen[static_cast<std::size_t>(Verdict::out_of_range)] > 0);
}

} // namespace ulidkit::test
