// What the unit tests share: the list of kinds for typed tests, a seeded source of random values, and plain spellings
// of the core's output.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "kind/sparse.hpp"
#include "laws/law.hpp"

// The classes of the list and a kind with gaps, separated by commas: TEST_CASE_TEMPLATE("...", K, EVERY_KIND).
#define ULIDKIT_TEST_REST(first, ...) __VA_ARGS__
#define ULIDKIT_TEST_EXPAND(macro, ...) macro(__VA_ARGS__)
#define ULIDKIT_TEST_CLASS(name, Class, type) , ulidkit::Class
#define EVERY_KIND \
    ULIDKIT_TEST_EXPAND(ULIDKIT_TEST_REST, void ULIDKIT_TYPES(ULIDKIT_TEST_CLASS) ULIDKIT_GUESTS(ULIDKIT_TEST_CLASS), \
                        ulidkit::Sparse)

namespace ulidkit::test {

// The same numbers in every run, unless ULIDKIT_SEED names another seed. A failure prints it.
inline std::uint64_t
seed()
{
    const char *given = std::getenv("ULIDKIT_SEED");
    return given != nullptr ? std::strtoull(given, nullptr, 10) : 20240719164046;
}

// How often a test with random values is repeated: `few` times the environment variable ULIDKIT_ROUNDS, which is 1 by
// default.
inline std::uint64_t
rounds(std::uint64_t few)
{
    const char *given = std::getenv("ULIDKIT_ROUNDS");
    return few * (given != nullptr ? std::strtoull(given, nullptr, 10) : 1);
}

class Random final : public Source {
public:
    std::uint64_t
    bits() override
    {
        return engine();
    }

    std::size_t
    below(std::size_t end) override
    {
        return engine() % end;
    }

    std::int64_t
    between(std::int64_t first, std::int64_t last) override
    {
        return std::uniform_int_distribution<std::int64_t>{first, last}(engine);
    }

    void
    fill(std::uint8_t *to, std::size_t size) override
    {
        for (; size >= 8; to += 8, size -= 8)
            store_be<8>(to, engine());
        for (; size > 0; ++to, --size)
            *to = static_cast<std::uint8_t>(engine());
    }

private:
    std::mt19937_64 engine{seed()};
};

inline std::string
hex(const std::uint8_t *bytes, std::size_t size)
{
    std::string text;
    for (std::size_t i = 0; i < size; ++i) {
        text += "0123456789abcdef"[bytes[i] >> 4];
        text += "0123456789abcdef"[bytes[i] & 15];
    }
    return text;
}

template <class K>
std::string
hex_of(const K &id)
{
    std::uint8_t bytes[K::binary_size];
    id.store(bytes);
    return hex(bytes, sizeof bytes);
}

template <class K>
std::string
text_of(const K &id)
{
    std::string text(K::text_size, '?');
    id.format(text.data());
    return text;
}

// Any value of the kind, a third of them with many bytes 0x00 or 0xFF, for carries and signs.
template <class K>
K
random_id(Random &random)
{
    for (;;) {
        std::uint8_t bytes[K::binary_size];
        random.fill(bytes, sizeof bytes);
        if (random.one_in(3))
            for (auto &byte : bytes)
                byte = random.pick<std::uint8_t>({0x00, 0x01, 0x7F, 0x80, 0xFF, 0xFF, 0x00, byte});
        K id{};
        id.load(bytes);
        // Few byte strings are ids of a kind with gaps, so go to the next id.
        if (is_valid(id) || (HasGaps<K> && to_next(id)))
            return id;
    }
}

// Times at which a kind could go wrong: around its first and last, the epochs and the limits of int64.
template <class K>
std::vector<std::int64_t>
edge_times()
{
    std::vector<std::int64_t> times;
    const auto around = [&](std::int64_t time) {
        for (const std::int64_t distance : {std::int64_t{0}, std::int64_t{1}, K::tick - 1, K::tick, K::tick + 1,
                                            2 * K::tick, std::int64_t{999}, std::int64_t{1000}, std::int64_t{1001}}) {
            if (time >= int64_min + distance)
                times.push_back(time - distance);
            if (time <= int64_max - distance)
                times.push_back(time + distance);
        }
    };
    for (const std::int64_t time :
         {int64_min, int64_max, std::int64_t{0}, K::lowest().time(), K::highest().time(), K::first_generated,
          std::int64_t{K::last_generated}, std::int64_t{1704067200000000}, std::int64_t{1721407246480310}})
        around(time);
    return times;
}

} // namespace ulidkit::test
