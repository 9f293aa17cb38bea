// Ulid-Flake: a zero sign bit, 43 bits of milliseconds since 2024, and 20 random bits (stand-alone) or 15 random bits
// and a 5-bit scalability id (scalable). https://github.com/ulid-flake/spec. The two forms cannot be told apart from a
// value.
//
//     bit 64  63                              20                  5      0
//     | 0    | milliseconds since 2024         | randomness               |   stand-alone
//     | 0    | milliseconds since 2024         | randomness        | id   |   scalable
#pragma once

#include "core/kind.hpp"

namespace ulidkit {

struct Ulidflake : Int64 {
    static constexpr int stand_alone = -1;

    struct Options {
        int scalability = stand_alone; // 0..31: the scalable form, with this id
        int step_bytes = 1;            // 1..3: the step within a millisecond is 1 .. 2^(8 * step_bytes) - 1
        int scalability_id = NodeField<Options>::none; // the value of `scalability` for the scalable form, or 0
    };

    static constexpr NodeField<Options> node_field = {"scalability ID", 31, &Options::scalability_id, true};

    static constexpr const char *name = "ulidflake";
    static constexpr const char *text_form = "13 Crockford base32 digits";
    static constexpr const char *prefix_form = "at most 13 Crockford base32 digits";
    static constexpr std::size_t text_size = 13;
    static constexpr std::int64_t tick = 1000;
    static constexpr std::int64_t epoch = 1704067200LL * 1000 * 1000; // 2024-01-01T00:00:00Z
    static constexpr bool runs_ahead = false;
    static constexpr std::int64_t first_generated = epoch;
    static constexpr std::int64_t last_generated = epoch + ((std::int64_t{1} << 43) - 1) * tick;
    static constexpr int randomness_mask = 0xFFFFF;
    static constexpr int last_scalable_randomness = 0x7FFF;
    static constexpr int last_scalability = node_field.last;
    static constexpr Setting<Options> settings[] = {
        {"ulidkit.ulidflake_scalability_id", "Sets the scalability ID used by ulidflake_generate_scalable().",
         "-1 selects the number of \"ulidkit.node\", or 0 if that is -1 as well.", &Options::scalability_id,
         node_field.none, last_scalability},
        {"ulidkit.ulidflake_step_bytes",
         "Sets the number of random bytes in the step between ulidflake values of one millisecond.",
         "More bytes make the next value harder to guess, but allow fewer values in a millisecond.",
         &Options::step_bytes, 1, 3}};
    static constexpr std::size_t entropy_size = 8;

    static constexpr Ulidflake
    make(std::int64_t time, std::int64_t randomness)
    {
        return {{(time - epoch) / tick << 20 | randomness}};
    }

    static constexpr Ulidflake
    make_scalable(std::int64_t time, std::int64_t scalable_randomness, std::int64_t scalability)
    {
        return make(time, scalable_randomness << 5 | scalability);
    }

    static constexpr Ulidflake
    lowest()
    {
        return {{0}};
    }

    static constexpr Ulidflake
    highest()
    {
        return {{std::numeric_limits<std::int64_t>::max()}};
    }

    static constexpr Ulidflake
    lowest_at(std::int64_t time)
    {
        return make(time, 0);
    }

    static constexpr Ulidflake
    highest_at(std::int64_t time)
    {
        return make(time, randomness_mask);
    }

    // 13 digits hold 65 bits: a first digit above 7 is too large.
    static constexpr Parsed
    parse(std::string_view text, Ulidflake &id)
    {
        if (text.size() != text_size)
            return explain(crockford, text);
        std::uint8_t seen = 0;
        const std::uint64_t first = read_digits<1>(crockford, text.data(), seen);
        const std::uint64_t rest = read_digits<12>(crockford, text.data() + 1, seen);
        if (has_bad_digit(seen))
            return explain(crockford, text);
        if (first > 7)
            return {Fault::out_of_range, 0};
        id.value = static_cast<std::int64_t>(first << 60 | rest);
        return {};
    }

    static constexpr Parsed
    parse_prefix(std::string_view prefix, Ulidflake &first, Ulidflake &last)
    {
        return parse_prefix_of("xxxxxxxxxxxxx", crockford, prefix, first, last);
    }

    constexpr void
    format(char *text) const
    {
        write_digits<1>(crockford, text, static_cast<std::uint64_t>(value) >> 60);
        write_digits<12>(crockford, text + 1, static_cast<std::uint64_t>(value));
    }

    constexpr std::int64_t
    time() const
    {
        return epoch + (value >> 20) * tick;
    }

    // The random bits of the stand-alone form.
    constexpr std::int64_t
    randomness() const
    {
        return value & randomness_mask;
    }

    // The random bits of the scalable form.
    constexpr std::int64_t
    scalable_randomness() const
    {
        return randomness() >> 5;
    }

    constexpr std::int64_t
    scalability() const
    {
        return value & last_scalability;
    }

    constexpr std::int64_t
    node() const
    {
        return scalability();
    }

    static constexpr Ulidflake
    random_at(std::int64_t time, const std::uint8_t *entropy, const Options &options)
    {
        auto randomness = static_cast<std::int64_t>(load_be<3>(entropy)) & randomness_mask;
        if (options.scalability != stand_alone)
            randomness = (randomness & ~std::int64_t{last_scalability}) | options.scalability;
        return make(time, randomness);
    }

    // "Monotonicity": within a millisecond the random component grows by a random n >= 1; past its end there is an
    // overflow error. The scalable form steps its own 15 bits, so that the next id is above the last one of either
    // form.
    static constexpr Next<Ulidflake>
    next(const Ulidflake *last, std::int64_t now, const std::uint8_t *entropy, const Options &options)
    {
        if (last == nullptr || now >= last->time() + tick)
            return Next<Ulidflake>::issued(random_at(now, entropy, options), true);
        // The high half of a product maps 64 random bits to 1..steps with a bias below 2^-40.
        const std::uint64_t steps = (std::uint64_t{1} << (8 * options.step_bytes)) - 1;
        const std::uint64_t draw = load_be<8>(entropy);
        const auto step =
            static_cast<std::int64_t>(((draw >> 32) * steps + ((draw & 0xFFFFFFFF) * steps >> 32)) >> 32) + 1;
        std::int64_t randomness;
        if (options.scalability == stand_alone)
            randomness = last->randomness() + step;
        else
            randomness = (last->scalable_randomness() + step) << 5 | options.scalability;
        if (randomness > randomness_mask)
            return Next<Ulidflake>::exhausted(last->time() + tick, true); // the step depends on the entropy
        return Next<Ulidflake>::issued(make(last->time(), randomness), true);
    }

    template <class Visitor>
    constexpr void
    fields(Visitor &visit) const
    {
        visit("randomness", randomness());
        visit("scalable_randomness", scalable_randomness());
        visit("scalability_id", scalability());
    }
};

static_assert(Kind<Ulidflake>);

} // namespace ulidkit
