// Order, neighbours and distance of random values.
#include "laws/order.hpp"

#include "support.hpp"

namespace ulidkit::test {
namespace {

const std::uint64_t pairs = rounds(3'000); // of each kind; the fuzz targets check the same laws for longer

// Half of the time a neighbour that differs in one byte, so that the order is decided at every depth.
template <class K>
K
random_other(const K &id, Random &random)
{
    if (random.one_in(2))
        return random_id<K>(random);
    auto bytes = bytes_of(id);
    bytes[random.below(bytes.size())] = static_cast<std::uint8_t>(random.bits());
    K other{};
    other.load(bytes.data());
    return is_valid(other) ? other : id;
}

} // namespace

TEST_CASE_TEMPLATE("compare is the order of the bytes or of the number", K, EVERY_KIND)
{
    Random random;
    std::uint64_t round = 0, ordered_texts = 0;
    K a{}, b{}, c{};
    INFO("seed ", seed(), ", round ", round, ": ", hex_of(a), " ", hex_of(b), " ", hex_of(c));
    for (; round < pairs; ++round) {
        a = random_id<K>(random);
        b = random_other(a, random);
        c = random_other(b, random);
        check_order(a, b);
        if (compare(a, b) <= 0 && compare(b, c) <= 0)
            LAW(compare(a, c) <= 0);
        ordered_texts += text_is_ordered(a, b);
    }
    CHECK(ordered_texts > pairs / 10);
}

TEST_CASE("timeids before 1970 are ordered as numbers, not as texts")
{
    const Timeid before{{-1}}, after{{0}};
    CHECK(compare(before, after) < 0);
    CHECK(text_of(before) > text_of(after));
}

TEST_CASE_TEMPLATE("an id has neighbours, and ends of its tick", K, EVERY_KIND)
{
    Random random;
    std::uint64_t round = 0;
    K id{};
    INFO("seed ", seed(), ", round ", round, ": ", hex_of(id));
    for (; round < pairs; ++round) {
        id = random_id<K>(random);
        check_neighbours(id);
        check_tick(id);
    }
}

TEST_CASE_TEMPLATE("increment and decrement end where the bytes or the number end", Shape, Int64, ByteString<10>,
                   ByteString<16>, ByteString<20>)
{
    Shape low{}, high{};
    if constexpr (Shape::by_value) {
        low.value = int64_min;
        high.value = int64_max;
    } else {
        std::fill(std::begin(low.bytes), std::end(low.bytes), std::uint8_t{0});
        std::fill(std::begin(high.bytes), std::end(high.bytes), std::uint8_t{0xFF});
    }
    Shape id = high;
    CHECK(id.decrement());
    CHECK(id.increment());
    CHECK(same(id, high));
    CHECK_FALSE(id.increment());
    if constexpr (!Shape::by_value)
        CHECK(same(id, low));
    id = low;
    CHECK(id.increment());
    CHECK(id.decrement());
    CHECK(same(id, low));
    CHECK_FALSE(id.decrement());
    if constexpr (!Shape::by_value)
        CHECK(same(id, high));
}

TEST_CASE_TEMPLATE("the ends of a kind have a neighbour on one side only", K, EVERY_KIND)
{
    K id = K::lowest();
    CHECK_FALSE(to_previous(id));
    id = K::highest();
    CHECK_FALSE(to_next(id));
    check_neighbours(K::lowest());
    id = K::highest();
    CHECK(to_previous(id));
    check_neighbours(id);
}

TEST_CASE_TEMPLATE("distance is the difference", K, EVERY_KIND)
{
    Random random;
    std::uint64_t round = 0;
    K a{}, b{};
    INFO("seed ", seed(), ", round ", round, ": ", hex_of(a), " ", hex_of(b));
    CHECK(K::distance(K::lowest(), K::highest()) == doctest::Approx(double(difference(K::lowest(), K::highest()))));
    for (; round < pairs; ++round) {
        a = random_id<K>(random);
        b = random_other(a, random);
        if (oracle(a, b) > 0)
            std::swap(a, b);
        check_distance(a, b);
    }
}

} // namespace ulidkit::test
