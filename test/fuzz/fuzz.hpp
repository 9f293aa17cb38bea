// What the fuzz targets share. The first byte of an input picks the kind, the target interprets the rest.
#pragma once

#include <sanitizer/asan_interface.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

#include "laws/law.hpp"

// A failed law ends the process, and libFuzzer keeps the input.
inline void
ulidkit::test::broken(const char *law, const char *file, int line)
{
    std::fprintf(stderr, "%s:%d: broken law: %s\n", file, line, law);
    std::abort();
}

namespace ulidkit::test {

// A copy of an input without its first byte: a read before its start is an error, too, not only one past its end.
class Input {
public:
    Input(const std::uint8_t *data, std::size_t all) : size{all == 0 ? 0 : std::min(all - 1, sizeof room - 2 * guard)}
    {
        ASAN_UNPOISON_MEMORY_REGION(room, sizeof room);
        if (all > 0)
            first = data[0];
        if (size > 0)
            std::memcpy(room + guard, data + 1, size);
        ASAN_POISON_MEMORY_REGION(room, guard);
        ASAN_POISON_MEMORY_REGION(room + guard + size, sizeof room - guard - size);
    }

    Input(const Input &) = delete;

    ~Input()
    {
        ASAN_UNPOISON_MEMORY_REGION(room, sizeof room);
    }

    const std::uint8_t *
    bytes() const
    {
        return room + guard;
    }

    std::string_view
    text() const
    {
        return {reinterpret_cast<const char *>(bytes()), size};
    }

    // Calls `test` with a std::type_identity of the kind.
    template <class Test>
    void
    for_kind(Test test) const
    {
        int kind = first % all_kinds.size;
        all_kinds.each([&]<class K>(std::type_identity<K> identity) {
            if (kind-- == 0)
                test(identity);
        });
    }

private:
    static constexpr std::size_t guard = 8; // ASan's granularity

    alignas(guard) std::uint8_t room[512];

public:
    std::uint8_t first = 0;
    std::size_t size;
};

// Removes `size` bytes from the front. Missing bytes are zeros.
class Reader {
public:
    explicit Reader(const Input &input) : at{input.bytes()}, left{input.size}
    {
    }

    void
    fill(std::uint8_t *to, std::size_t size)
    {
        const std::size_t there = std::min(size, left);
        if (there > 0)
            std::memcpy(to, at, there);
        std::fill_n(to + there, size - there, std::uint8_t{0});
        at += there;
        left -= there;
    }

    template <class Number>
    Number
    number()
    {
        std::uint8_t bytes[sizeof(Number)];
        fill(bytes, sizeof bytes);
        return static_cast<Number>(load_be<sizeof(Number)>(bytes));
    }

    // False if the bytes are no value.
    template <class K>
    bool
    read(K &id)
    {
        std::uint8_t bytes[K::binary_size];
        fill(bytes, sizeof bytes);
        return load_binary(bytes, sizeof bytes, id) == Fault::none;
    }

    std::size_t
    rest() const
    {
        return left;
    }

private:
    const std::uint8_t *at;
    std::size_t left;
};

// A time that many microseconds later. Wraps around the limits of int64.
inline std::int64_t
moved(std::int64_t time, std::int64_t distance)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(time) + static_cast<std::uint64_t>(distance));
}

} // namespace ulidkit::test
