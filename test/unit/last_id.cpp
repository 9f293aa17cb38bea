// Words that are exchanged as one, by many threads at once.
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
exchange(Words &words, Words &expected, const Words &desired)
{
    if constexpr (exchanges_words)
        return exchange_words(words, expected, desired);
    const std::lock_guard hold(mutex);
    return exchange_words(words, expected, desired);
}

} // namespace

TEST_CASE("words that are exchanged are those that were expected, and otherwise are left alone")
{
    Words words{1, 2};
    for (const Words other : {Words{1, 3}, Words{0, 2}, Words{2, 1}, Words{}}) {
        Words expected = other;
        CHECK(!exchange(words, expected, {8, 9}));
        CHECK(expected.first == 1);
        CHECK(expected.second == 2);
        CHECK(words.first == 1);
        CHECK(words.second == 2);
    }
    Words expected{1, 2};
    CHECK(exchange(words, expected, expected));
    CHECK(words.first == 1);
    CHECK(words.second == 2);
    CHECK(exchange(words, expected, {8, 9}));
    CHECK(words.first == 8);
    CHECK(words.second == 9);
}

// Each step is possible from the one before only, so none is lost or made twice, and no thread steps from words of two
// steps.
TEST_CASE("no exchange of several threads is lost, and none is from words that were never together")
{
    constexpr std::uint64_t threads = 4;
    const std::uint64_t steps = rounds(1000000);
    std::atomic<std::uint64_t> started = 0;
    Words words{0, scramble(0)};
    std::vector<std::uint64_t> mixed(threads);
    std::vector<std::thread> running;
    for (std::uint64_t &wrong : mixed)
        running.emplace_back([&] {
            // All at once.
            for (++started; started < threads;)
                ;
            for (std::uint64_t step = 0; step < steps; ++step) {
                Words seen = glimpse(words);
                while (!exchange(words, seen, {seen.first + 1, scramble(seen.first + 1)}))
                    ;
                wrong += seen.second != scramble(seen.first);
            }
        });
    for (std::thread &thread : running)
        thread.join();
    for (const std::uint64_t wrong : mixed)
        CHECK(wrong == 0);
    CHECK(words.first == threads * steps);
    CHECK(words.second == scramble(words.first));
}

TEST_CASE_TEMPLATE("words hold the first 16 bytes of an id", K, EVERY_KIND)
{
    const K id = K::highest();
    const K back = from_words<K>(to_words(id));
    std::size_t same = 0;
    for (const auto *a = reinterpret_cast<const char *>(&id), *b = reinterpret_cast<const char *>(&back);
         same < sizeof(K) && a[same] == b[same]; ++same)
        ;
    CHECK(same == std::min<std::size_t>(sizeof(K), 16));
    CHECK(to_words(id).any());
    CHECK(!to_words(K{}).any());
}

} // namespace ulidkit::test
