// Order, neighbours and distance, against memcmp of the canonical bytes, int64 and 128-bit integers.
#include "support.hpp"

#include <array>

namespace ulidkit::test {
namespace {

__extension__ using Wide = __int128;

constexpr std::uint64_t pairs = 200'000; // of each kind

int
sign(int order)
{
    return (order > 0) - (order < 0);
}

template <class K>
std::array<std::uint8_t, K::binary_size>
bytes_of(const K &id)
{
    std::array<std::uint8_t, K::binary_size> bytes;
    id.store(bytes.data());
    return bytes;
}

template <class K>
int
oracle(const K &a, const K &b)
{
    if constexpr (K::by_value)
        return sign((a.value > b.value) - (a.value < b.value));
    else
        return sign(std::memcmp(bytes_of(a).data(), bytes_of(b).data(), K::binary_size));
}

// b - a, rounded once. The low 64 bits are taken apart from the rest: 160 bits fit no integer.
template <class K>
long double
difference(const K &a, const K &b)
{
    if constexpr (K::by_value) {
        return static_cast<long double>(Wide{b.value} - Wide{a.value});
    } else {
        const auto x = bytes_of(a), y = bytes_of(b);
        Wide high = 0, low = 0;
        for (std::size_t i = 0; i < K::binary_size; ++i) {
            Wide &part = i + 8 < K::binary_size ? high : low;
            part = part * 256 + y[i] - x[i];
        }
        return static_cast<long double>(high) * 0x1p64L + static_cast<long double>(low);
    }
}

// Half of the time a neighbour: the same but for one byte, so that the order is decided at every depth.
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
    return other.valid() ? other : id;
}

// Text order is the type's, except where a timeid is before 1970.
template <class K>
bool
text_is_ordered(const K &a, const K &b)
{
    if constexpr (std::is_same_v<K, Timeid>)
        return a.time() >= 0 && b.time() >= 0;
    else
        return true;
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
        const int order = compare(a, b);
        LAW(sign(order) == oracle(a, b));
        LAW(sign(compare(b, a)) == -sign(order));
        LAW(compare(a, a) == 0);
        LAW((order == 0) == (text_of(a) == text_of(b)));
        if (order <= 0 && compare(b, c) <= 0)
            LAW(compare(a, c) <= 0);
        if (order < 0)
            LAW(a.time() <= b.time());
        if (text_is_ordered(a, b)) {
            LAW(sign(text_of(a).compare(text_of(b))) == sign(order));
            ++ordered_texts;
        }
        if constexpr (!K::by_value) {
            LAW(a.abbreviated() >= b.abbreviated() || order < 0);
            LAW((a.abbreviated() < b.abbreviated()) == (std::memcmp(a.bytes, b.bytes, 8) < 0));
        }
    }
    CHECK(ordered_texts > pairs / 10);
}

TEST_CASE("timeids before 1970 are ordered as numbers, not as texts")
{
    const Timeid before{{-1}}, after{{0}};
    CHECK(compare(before, after) < 0);
    CHECK(text_of(before) > text_of(after));
}

TEST_CASE_TEMPLATE("increment and decrement are each other's inverse, one apart", K, EVERY_KIND)
{
    Random random;
    std::uint64_t round = 0;
    K id{};
    INFO("seed ", seed(), ", round ", round, ": ", hex_of(id));
    for (; round < pairs; ++round) {
        id = random_id<K>(random);
        K next = id;
        if (!next.increment())
            continue;
        LAW(oracle(id, next) < 0);
        LAW(difference(id, next) == 1);
        LAW(next.decrement() && same(next, id));
    }
}

TEST_CASE_TEMPLATE("increment and decrement end where the bytes or the number end", K, EVERY_KIND)
{
    K low{}, high{};
    if constexpr (K::by_value) {
        low.value = int64_min;
        high.value = int64_max;
    } else {
        std::fill(std::begin(low.bytes), std::end(low.bytes), std::uint8_t{0});
        std::fill(std::begin(high.bytes), std::end(high.bytes), std::uint8_t{0xFF});
    }
    K id = high;
    CHECK(id.decrement());
    CHECK(id.increment());
    CHECK(same(id, high));
    CHECK_FALSE(id.increment());
    if constexpr (!K::by_value)
        CHECK(same(id, low));
    id = low;
    CHECK(id.increment());
    CHECK(id.decrement());
    CHECK(same(id, low));
    CHECK_FALSE(id.decrement());
    if constexpr (!K::by_value)
        CHECK(same(id, high));
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
        const long double wanted = difference(a, b);
        const long double error = K::distance(a, b) - wanted;
        // Exact where a double is.
        LAW((error < 0 ? -error : error) <= (wanted <= 0x1p53L ? 0 : wanted * 1e-14L));
    }
}

} // namespace ulidkit::test
