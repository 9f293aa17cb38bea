// ULID: 48 bits of Unix time in milliseconds, 80 random bits. https://github.com/ulid/spec
//
//     byte 0            6                              16
//     | milliseconds    | randomness                    |
#pragma once

#include "core/crockford.hpp"
#include "core/kind.hpp"

namespace ulidkit {

struct Ulid : ByteString<16> {
    struct Options {
        int step_bytes = 0; // 0..8: the step within a millisecond is 1, or at random 1..2^(8 * step_bytes)
    };

    static constexpr const char *name = "ulid";
    static constexpr const char *text_form = "26 Crockford base32 digits";
    static constexpr const char *prefix_form = "at most 26 Crockford base32 digits";
    static constexpr std::size_t text_size = crockford_size;
    static constexpr std::int64_t tick = 1000;
    static constexpr bool runs_ahead = false;
    static constexpr bool same_as_uuid = true; // which casts to it
    static constexpr std::int64_t first_generated = 0;
    static constexpr std::int64_t last_generated = ((std::int64_t{1} << 48) - 1) * tick;
    static constexpr std::size_t randomness_size = 10;
    static constexpr std::size_t entropy_size = randomness_size;
    static constexpr Setting<Options> settings[] = {
        {"ulidkit.ulid_step_bytes",
         "Sets the number of random bytes in the step between ulid values of one millisecond.",
         "0 is the step of 1 that the ULID specification asks for. More bytes make the next value harder to guess, but "
         "allow fewer values in a millisecond.",
         &Options::step_bytes, 0, 8}};

    static constexpr Ulid
    filled(std::int64_t milliseconds, std::uint8_t fill)
    {
        Ulid id{};
        store_be<6>(id.bytes, static_cast<std::uint64_t>(milliseconds));
        for (std::size_t i = 6; i < binary_size; ++i)
            id.bytes[i] = fill;
        return id;
    }

    static constexpr Ulid
    make(std::int64_t time, const std::uint8_t *randomness)
    {
        Ulid id = filled(time / tick, 0);
        for (std::size_t i = 0; i < randomness_size; ++i)
            id.bytes[6 + i] = randomness[i];
        return id;
    }

    // In the order of the times, to the microsecond, and of the numbers: the randomness is the microsecond within the
    // millisecond, in 16 bits, and the number.
    static constexpr Ulid
    make_ordered(std::int64_t time, std::int64_t number)
    {
        std::uint8_t randomness[randomness_size]{};
        store_be<2>(randomness, static_cast<std::uint64_t>(time % tick));
        store_ordered(randomness + 2, number);
        return make(time, randomness);
    }

    static constexpr Ulid
    lowest()
    {
        return lowest_at(0);
    }

    static constexpr Ulid
    highest()
    {
        return highest_at(last_generated);
    }

    static constexpr Ulid
    lowest_at(std::int64_t time)
    {
        return filled(time / tick, 0);
    }

    static constexpr Ulid
    highest_at(std::int64_t time)
    {
        return filled(time / tick, 0xFF);
    }

    // A first digit above 7 is too large ("Overflow Errors when Parsing Base32 Strings").
    static constexpr Parsed
    parse(std::string_view text, Ulid &id)
    {
        return read_crockford(crockford, text, id.bytes);
    }

    static constexpr Parsed
    parse_prefix(std::string_view prefix, Ulid &first, Ulid &last)
    {
        return parse_prefix_of("xxxxxxxxxxxxxxxxxxxxxxxxxx", crockford, prefix, first, last);
    }

    constexpr void
    format(char *text) const
    {
        write_crockford(crockford, text, bytes);
    }

    constexpr std::int64_t
    time() const
    {
        return static_cast<std::int64_t>(load_be<6>(bytes)) * tick;
    }

    constexpr const std::uint8_t *
    randomness() const
    {
        return bytes + 6;
    }

    static constexpr Ulid
    random_at(std::int64_t time, const std::uint8_t *entropy, const Options &)
    {
        return make(time, entropy);
    }

    // Adds 1 + `step` to the random component. Past its end, it wraps round and returns false.
    constexpr bool
    advance(std::uint64_t step)
    {
        const std::uint64_t low = load_be<8>(bytes + 8);
        const std::uint64_t sum = low + step;
        const bool carry = sum < low;
        const std::uint64_t high = load_be<2>(bytes + 6) + carry + (sum == ~std::uint64_t{0});
        store_be<8>(bytes + 8, sum + 1);
        store_be<2>(bytes + 6, high);
        return high >> 16 == 0;
    }

    // "Monotonicity": within a millisecond the random component is incremented by 1, and past its end "the generation
    // will fail". If the clock stepped back, generation goes on in the millisecond of the last id. RFC 9562, section
    // 6.2, method 2, advises a random step, so that ids cannot be guessed from a neighbour.
    static constexpr Next<Ulid>
    next(const Ulid *last, std::int64_t now, const std::uint8_t *entropy, const Options &options)
    {
        if (last == nullptr || now >= last->time() + tick)
            return Next<Ulid>::issued(random_at(now, entropy, options), true);
        Ulid id = *last;
        const bool used_entropy = options.step_bytes > 0;
        const std::uint64_t step = used_entropy ? load_be<8>(entropy) >> (64 - 8 * options.step_bytes) : 0;
        if (!id.advance(step))
            return Next<Ulid>::exhausted(last->time() + tick, used_entropy); // the step depends on the entropy
        return Next<Ulid>::issued(id, used_entropy);
    }

    template <class Visitor>
    constexpr void
    fields(Visitor &visit) const
    {
        visit("randomness", randomness(), randomness_size);
    }

    // The UUID of version 7 (RFC 9562, section 5.7) with the same time: the version and the variant replace 6 of the 80
    // random bits.
    constexpr void
    store_uuidv7(std::uint8_t *to) const
    {
        store(to);
        to[6] = static_cast<std::uint8_t>((to[6] & 0x0F) | 0x70);
        to[8] = static_cast<std::uint8_t>((to[8] & 0x3F) | 0x80);
    }
};

static_assert(Kind<Ulid>);

} // namespace ulidkit
