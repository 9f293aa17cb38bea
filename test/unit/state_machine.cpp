// Generators run through random clocks, settings and entropy.
#include "laws/generator.hpp"

#include "support.hpp"

namespace ulidkit::test {
namespace {

const std::uint64_t runs = rounds(30); // of each kind
constexpr int steps = 1000;

} // namespace

TEST_CASE_TEMPLATE("a generator keeps its laws on any clock", K, EVERY_KIND)
{
    Random random;
    std::uint64_t run = 0;
    int step = 0;
    Walk<K> walk;
    std::array<std::uint64_t, 5> seen{};
    INFO("seed ", seed(), ", run ", run, ", step ", step, ", clock ", walk.now, ", lead ", walk.generator.max_lead,
         ", entropy ", hex(walk.generator.entropy.data(), walk.generator.entropy.size()), ", last ",
         walk.generator.last ? hex_of(*walk.generator.last) : "none");
    for (; run < runs; ++run) {
        walk.start(random);
        for (step = 0; step < steps; ++step)
            ++seen[static_cast<std::size_t>(walk.step(random))];
    }
    CHECK(seen[static_cast<std::size_t>(Verdict::issued)] > runs * steps / 2);
    CHECK(seen[static_cast<std::size_t>(Verdict::exhausted)] > 0);
    CHECK(seen[static_cast<std::size_t>(Verdict::ahead)] > 0);
    CHECK(seen[static_cast<std::size_t>(Verdict::out_of_range)] > 0);
}

} // namespace ulidkit::test
