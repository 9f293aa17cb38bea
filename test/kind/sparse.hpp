// A kind that only the tests have, the worst that is allowed. Its ticks are the longest and end as soon as they may. It
// is longer than what generators remember of the last id. And it has gaps: 32 bits of seconds from 2014-05-13, a
// hexadecimal digit that is always 7, a counter of 60 bits, 64 random bits. Code that goes by neighbours, as skip scans
// do, has to step over all values with another digit.
#pragma once

#include "core/kind.hpp"

namespace ulidkit {

struct Sparse : ByteString<20> {
    using Options = NoOptions;

    static constexpr const char *name = "sparse";
    static constexpr const char *text_form = "40 upper-case hexadecimal digits, the 9th a 7";
    static constexpr const char *prefix_form = "the start of 40 upper-case hexadecimal digits, the 9th a 7";
    static constexpr const char *binary_form = "20 bytes, the 9th hexadecimal digit a 7";
    static constexpr std::size_t text_size = 40;
    static constexpr std::int64_t tick = longest_tick;
    static constexpr bool runs_ahead = false;
    static constexpr std::int64_t first_generated = 1400000000 * tick;
    static constexpr std::int64_t last_generated = earliest_end;
    static constexpr std::size_t entropy_size = 16;

    static constexpr Sparse
    make(std::int64_t time, std::uint64_t counter, std::uint64_t random)
    {
        Sparse id{};
        store_be<4>(id.bytes, static_cast<std::uint64_t>((time - first_generated) / tick));
        store_be<8>(id.bytes + 4, std::uint64_t{7} << 60 | (counter & last_counter));
        store_be<8>(id.bytes + 12, random);
        return id;
    }

    static constexpr Sparse
    lowest()
    {
        return lowest_at(first_generated);
    }

    static constexpr Sparse
    highest()
    {
        return highest_at(last_generated);
    }

    static constexpr Sparse
    lowest_at(std::int64_t time)
    {
        return make(time, 0, 0);
    }

    static constexpr Sparse
    highest_at(std::int64_t time)
    {
        return make(time, last_counter, last_random);
    }

    constexpr bool
    valid() const
    {
        return bytes[4] >> 4 == 7;
    }

    constexpr bool
    increment()
    {
        if (random() != last_random)
            return move_to(time(), counter(), random() + 1);
        if (counter() != last_counter)
            return move_to(time(), counter() + 1, 0);
        return move_to(time() + tick, 0, 0);
    }

    constexpr bool
    decrement()
    {
        if (random() != 0)
            return move_to(time(), counter(), random() - 1);
        if (counter() != 0)
            return move_to(time(), counter() - 1, last_random);
        return move_to(time() - tick, last_counter, last_random);
    }

    static constexpr Parsed
    parse(std::string_view text, Sparse &id)
    {
        if (text.size() != text_size)
            return explain(hex_upper, text);
        std::uint8_t seen = 0;
        read_bytes<binary_size>(hex_upper, text.data(), id.bytes, seen);
        if (has_bad_digit(seen))
            return explain(hex_upper, text);
        if (!id.valid())
            return {Fault::letter, 8};
        return id.time() <= last_generated ? Parsed{} : Parsed{Fault::out_of_range, 0};
    }

    static constexpr Parsed
    parse_prefix(std::string_view prefix, Sparse &first, Sparse &last)
    {
        return parse_prefix_of("xxxxxxxx7xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", hex_upper, prefix, first, last);
    }

    constexpr void
    format(char *text) const
    {
        write_bytes<binary_size>(hex_upper, text, bytes);
    }

    constexpr std::int64_t
    time() const
    {
        return first_generated + static_cast<std::int64_t>(load_be<4>(bytes)) * tick;
    }

    constexpr std::uint64_t
    counter() const
    {
        return load_be<8>(bytes + 4) & last_counter;
    }

    constexpr std::uint64_t
    random() const
    {
        return load_be<8>(bytes + 12);
    }

    static constexpr Sparse
    random_at(std::int64_t time, const std::uint8_t *entropy, const Options &)
    {
        return make(time, load_be<8>(entropy), load_be<8>(entropy + 8));
    }

    // The random bits are fresh in every id.
    static constexpr Next<Sparse>
    next(const Sparse *last, std::int64_t now, const std::uint8_t *entropy, const Options &options)
    {
        if (last == nullptr || now >= last->time() + tick)
            return Next<Sparse>::issued(random_at(now, entropy, options), true);
        if (last->counter() == last_counter)
            return Next<Sparse>::exhausted(last->time() + tick);
        return Next<Sparse>::issued(make(last->time(), last->counter() + 1, load_be<8>(entropy + 8)), true);
    }

    template <class Visitor>
    constexpr void
    fields(Visitor &visit) const
    {
        visit("counter", static_cast<std::int64_t>(counter()));
        visit("random", bytes + 12, 8);
    }

private:
    static constexpr std::uint64_t last_counter = (std::uint64_t{1} << 60) - 1;
    static constexpr std::uint64_t last_random = ~std::uint64_t{0};

    constexpr bool
    move_to(std::int64_t time, std::uint64_t counter, std::uint64_t random)
    {
        if (time < first_generated || time > last_generated)
            return false;
        *this = make(time, counter, random);
        return true;
    }
};

static_assert(Kind<Sparse>);

} // namespace ulidkit
