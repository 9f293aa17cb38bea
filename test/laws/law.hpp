// What the unit tests and the fuzz targets share. A law is a function check_*(), which is true for any value or text.
// The caller chooses the values.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <string_view>

#include "core/kinds.hpp"

#define LAW(condition) \
    do { \
        if (!(condition)) [[unlikely]] \
            ::ulidkit::test::broken(#condition, __FILE__, __LINE__); \
    } while (false)

namespace ulidkit::test {

__extension__ using Wide = __int128;

// Fails the test. Each program has its own.
[[noreturn]] void broken(const char *law, const char *file, int line);

inline constexpr std::int64_t int64_min = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();

// A source of values for a test.
class Source {
public:
    virtual std::uint64_t bits() = 0;
    // From 0 to `end` - 1.
    virtual std::size_t below(std::size_t end) = 0;
    virtual std::int64_t between(std::int64_t first, std::int64_t last) = 0;
    virtual void fill(std::uint8_t *to, std::size_t size) = 0;

    bool
    one_in(std::size_t times)
    {
        return below(times) == 0;
    }

    template <class T>
    T
    pick(std::initializer_list<T> choices)
    {
        return choices.begin()[below(choices.size())];
    }

    template <class Choices>
    const auto &
    any_of(const Choices &choices)
    {
        return choices[below(std::size(choices))];
    }

protected:
    ~Source() = default;
};

template <class K>
bool
same(const K &a, const K &b)
{
    return std::memcmp(&a, &b, sizeof a) == 0;
}

template <class K>
int
compare(const K &a, const K &b)
{
    return K::compare(a, b);
}

template <class K>
using Bytes = std::array<std::uint8_t, K::binary_size>;

template <class K>
Bytes<K>
bytes_of(const K &id)
{
    Bytes<K> bytes;
    id.store(bytes.data());
    return bytes;
}

// The canonical text, in an array of exactly its size.
template <class K>
struct Canonical {
    char letters[K::text_size];

    explicit Canonical(const K &id)
    {
        id.format(letters);
    }

    operator std::string_view() const
    {
        return {letters, sizeof letters};
    }
};

} // namespace ulidkit::test
