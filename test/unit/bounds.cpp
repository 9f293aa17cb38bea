// Bounds at limits and at random times.
#include "laws/bounds.hpp"

#include "support.hpp"

namespace ulidkit::test {

TEST_CASE_TEMPLATE("bounds at every edge", K, EVERY_KIND)
{
    std::int64_t time = 0;
    INFO("time ", time);
    for (const std::int64_t edge : edge_times<K>())
        check_bounds<K>(time = edge);
}

TEST_CASE_TEMPLATE("bounds at random times", K, EVERY_KIND)
{
    Random random;
    const std::int64_t first = K::lowest().time(), last = K::highest().time();
    std::int64_t time = 0;
    INFO("seed ", seed(), ", time ", time);
    for (std::uint64_t round = 0; round < rounds(3'000); ++round) {
        check_bounds<K>(time = static_cast<std::int64_t>(random.bits()));
        check_bounds<K>(time = random.between(first, last));
        // One microsecond around the start of a tick.
        const K id = random_id<K>(random);
        check_bounds<K>(time = id.time() + random.pick<std::int64_t>({-1, 0, 1}));
        check_comparisons(id, time);
    }
}

TEST_CASE_TEMPLATE("no bound exists after the end for the first, and before the start for the last", K, EVERY_KIND)
{
    K id{};
    CHECK(first_from(int64_min, id));
    CHECK(same(id, K::lowest()));
    CHECK_FALSE(first_from(int64_max, id));
    CHECK_FALSE(last_until(int64_min, id));
    CHECK(last_until(int64_max, id));
    CHECK(same(id, K::highest()));
    CHECK(first_after(int64_min, id));
    CHECK_FALSE(first_after(int64_max, id));
    CHECK_FALSE(last_before(int64_min, id));
    CHECK(last_before(int64_max, id));
}

TEST_CASE_TEMPLATE("the ids of an instant lie between its bounds", K, EVERY_KIND)
{
    Random random;
    INFO("seed ", seed());
    for (std::uint64_t round = 0; round < rounds(3'000); ++round) {
        const K id = random_id<K>(random);
        K first{}, last{};
        LAW(first_from(id.time(), first) && last_until(id.time(), last));
        LAW(compare(first, id) <= 0 && compare(id, last) <= 0);
        LAW(first.time() == id.time() && last.time() == id.time());
        // All microseconds of a tick have the same ids.
        LAW(last_until(id.time() + (K::tick - 1), last) && last.time() == id.time());
    }
}

} // namespace ulidkit::test
