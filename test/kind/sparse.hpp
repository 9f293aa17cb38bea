// A kind that only the tests have, with gaps: 48 bits of Unix time in milliseconds, a hexadecimal digit that is always
// 7, 44 random bits. Code that goes by neighbours, as skip scans do, has to step over all values with another digit.
#pragma once

#include "core/kind.hpp"

namespace ulidkit {

struct Sparse : ByteString<12> {
    using Options = NoOptions;

    static constexpr const char *name = "sparse";
    static constexpr const char *text_form = "24 upper-case hexadecimal digits, the 13th a 7";
    static constexpr const char *prefix_form = "the start of 24 upper-case hexadecimal digits, the 13th a 7";
    static constexpr const char *binary_form = "12 bytes, the 13th hexadecimal digit a 7";
    static constexpr std::size_t text_size = 24;
    static constexpr std::int64_t tick = 1000;
    static constexpr bool runs_ahead = false;
    static constexpr std::int64_t first_generated = 0;
    static constexpr std::int64_t last_generated = ((std::int64_t{1} << 48) - 1) * tick;
    static constexpr std::size_t entropy_size = 6;

    static constexpr Sparse
    make(std::int64_t time, std::uint64_t random)
    {
        Sparse id{};
        store_be<6>(id.bytes, static_cast<std::uint64_t>(time / tick));
        store_be<6>(id.bytes + 6, std::uint64_t{7} << 44 | (random & random_mask));
        return id;
    }

    static constexpr Sparse
    lowest()
    {
        return lowest_at(0);
    }

    static constexpr Sparse
    highest()
    {
        return highest_at(last_generated);
    }

    static constexpr Sparse
    lowest_at(std::int64_t time)
    {
        return make(time, 0);
    }

    static constexpr Sparse
    highest_at(std::int64_t time)
    {
        return make(time, random_mask);
    }

    constexpr bool
    valid() const
    {
        return bytes[6] >> 4 == 7;
    }

    constexpr bool
    increment()
    {
        if (random() == random_mask)
            return move_to(time() + tick, 0);
        return move_to(time(), random() + 1);
    }

    constexpr bool
    decrement()
    {
        if (random() == 0)
            return move_to(time() - tick, random_mask);
        return move_to(time(), random() - 1);
    }

    static constexpr Parsed
    parse(std::string_view text, Sparse &id)
    {
        if (text.size() != text_size)
            return explain(hex_upper, text);
        std::uint8_t seen = 0;
        read_bytes<10>(hex_upper, text.data(), id.bytes, seen);
        const std::uint64_t rest = read_digits<4>(hex_upper, text.data() + 20, seen);
        store_be<2>(id.bytes + 10, rest);
        if (has_bad_digit(seen))
            return explain(hex_upper, text);
        return id.valid() ? Parsed{} : Parsed{Fault::letter, 12};
    }

    static constexpr Parsed
    parse_prefix(std::string_view prefix, Sparse &first, Sparse &last)
    {
        return parse_prefix_of("xxxxxxxxxxxx7xxxxxxxxxxx", hex_upper, prefix, first, last);
    }

    constexpr void
    format(char *text) const
    {
        write_bytes<10>(hex_upper, text, bytes);
        write_digits<4>(hex_upper, text + 20, load_be<2>(bytes + 10));
    }

    constexpr std::int64_t
    time() const
    {
        return static_cast<std::int64_t>(load_be<6>(bytes)) * tick;
    }

    constexpr std::uint64_t
    random() const
    {
        return load_be<6>(bytes + 6) & random_mask;
    }

    static constexpr Sparse
    random_at(std::int64_t time, const std::uint8_t *entropy, const Options &)
    {
        return make(time, load_be<6>(entropy));
    }

    static constexpr Next<Sparse>
    next(const Sparse *last, std::int64_t now, const std::uint8_t *entropy, const Options &options)
    {
        if (last == nullptr || now >= last->time() + tick)
            return Next<Sparse>::issued(random_at(now, entropy, options), true);
        if (last->random() == random_mask)
            return Next<Sparse>::exhausted(last->time() + tick);
        return Next<Sparse>::issued(make(last->time(), last->random() + 1), false);
    }

    template <class Visitor>
    constexpr void
    fields(Visitor &visit) const
    {
        visit("random", static_cast<std::int64_t>(random()));
    }

private:
    static constexpr std::uint64_t random_mask = (std::uint64_t{1} << 44) - 1;

    constexpr bool
    move_to(std::int64_t time, std::uint64_t random)
    {
        if (time < 0 || time > last_generated)
            return false;
        *this = make(time, random);
        return true;
    }
};

static_assert(Kind<Sparse>);

} // namespace ulidkit
