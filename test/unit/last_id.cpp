// What is exchanged as one, by many threads at once.
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include "core/last_id.hpp"
#include "support.hpp"

namespace ulidkit::test {
namespace {

constexpr std::uint64_t
scramble(std::uint64_t number)
{
    return number * 0x9E3779B97F4A7C15 + 1;
}

std::mutex mutex;

bool
exchange(SharedRemembered &last, Remembered &expected, const Remembered &desired)
{
    if constexpr (exchanges_at_once)
        return exchange_remembered(last, expected, desired);
    const std::lock_guard hold(mutex);
    return exchange_remembered(last, expected, desired);
}

} // namespace

TEST_CASE("what is exchanged is what was expected, and otherwise is left alone")
{
    SharedRemembered last{1, 2};
    for (const Remembered other : {Remembered{1, 3}, Remembered{0, 2}, Remembered{2, 1}, Remembered{}}) {
        Remembered expected = other;
        CHECK(!exchange(last, expected, {8, 9}));
        CHECK(expected.first == 1);
        CHECK(expected.second == 2);
        CHECK(last.first == 1);
        CHECK(last.second == 2);
    }
    Remembered expected{1, 2};
    CHECK(exchange(last, expected, expected));
    CHECK(last.first == 1);
    CHECK(last.second == 2);
    CHECK(exchange(last, expected, {8, 9}));
    CHECK(last.first == 8);
    CHECK(last.second == 9);
}

// Each step is possible from the one before only, so none is lost or made twice, and no thread steps from a mixture of
// two steps.
TEST_CASE("no exchange of several threads is lost, and none is from two words that were never together")
{
    constexpr std::uint64_t threads = 4;
    const std::uint64_t steps = rounds(1000000);
    std::atomic<std::uint64_t> started = 0;
    SharedRemembered last{0, scramble(0)};
    std::vector<std::uint64_t> mixed(threads);
    std::vector<std::thread> running;
    for (std::uint64_t &wrong : mixed)
        running.emplace_back([&] {
            // All at once.
            for (++started; started < threads;)
                ;
            for (std::uint64_t step = 0; step < steps; ++step) {
                Remembered seen = glimpse(last);
                while (!exchange(last, seen, {seen.first + 1, scramble(seen.first + 1)}))
                    ;
                wrong += seen.second != scramble(seen.first);
            }
        });
    for (std::thread &thread : running)
        thread.join();
    for (const std::uint64_t wrong : mixed)
        CHECK(wrong == 0);
    CHECK(last.first == threads * steps);
    CHECK(last.second == scramble(last.first));
}

TEST_CASE_TEMPLATE("the first 16 bytes of an id are remembered", K, EVERY_KIND)
{
    const K id = K::highest();
    const K back = recall<K>(remember(id));
    std::size_t same = 0;
    for (const auto *a = reinterpret_cast<const char *>(&id), *b = reinterpret_cast<const char *>(&back);
         same < sizeof(K) && a[same] == b[same]; ++same)
        ;
    CHECK(same == std::min<std::size_t>(sizeof(K), 16));
    CHECK(remember(id).any());
    CHECK(!remember(K{}).any());
}

} // namespace ulidkit::test
