// A generator with a clock, entropy and settings that the test sets.
#pragma once

#include <optional>

#include "support.hpp"

namespace ulidkit::test {

inline constexpr std::int64_t millisecond = 1000, second = 1'000'000;

template <class K>
struct Generator {
    typename K::Options options{};
    std::int64_t max_lead = second;
    std::int64_t floor = int64_min;
    std::optional<K> last{};
    // On the heap, so that a sanitizer sees what takes more than entropy_size bytes.
    std::vector<std::uint8_t> entropy = std::vector<std::uint8_t>(K::entropy_size, std::uint8_t{0x5A});

    Next<K>
    ask(std::int64_t now) const
    {
        return next_id<K>(last ? &*last : nullptr, now, floor, max_lead, entropy.data(), options);
    }

    Verdict
    verdict(std::int64_t now) const
    {
        return ask(now).verdict;
    }

    K
    issue(std::int64_t now)
    {
        const Next<K> next = ask(now);
        REQUIRE(next.verdict == Verdict::issued);
        if (last)
            LAW(compare(*last, next.id) < 0);
        last = next.id;
        return next.id;
    }

    void
    draw(std::uint8_t every_byte)
    {
        std::fill(entropy.begin(), entropy.end(), every_byte);
    }

    void
    draw(Random &random)
    {
        random.fill(entropy.data(), entropy.size());
    }
};

// Any settings that a kind can have.
template <class K>
typename K::Options
random_options(Random &)
{
    return {};
}

template <>
inline Scru160::Options
random_options<Scru160>(Random &random)
{
    return {random.pick({CounterUsage::random, CounterUsage::microsecond})};
}

template <>
inline Ulidflake::Options
random_options<Ulidflake>(Random &random)
{
    return {static_cast<int>(random.pick<std::int64_t>({-1, 0, 31, random.between(0, 31)})),
            static_cast<int>(random.between(1, 3))};
}

template <>
inline Timeid::Options
random_options<Timeid>(Random &random)
{
    return {static_cast<int>(random.pick<std::int64_t>({-1, 0, 1023, random.between(0, 1023)}))};
}

template <>
inline Tbsl::Options
random_options<Tbsl>(Random &random)
{
    return {static_cast<int>(random.pick<std::int64_t>({0, 50, 99, random.between(0, 99)})), random.one_in(2)};
}

} // namespace ulidkit::test
