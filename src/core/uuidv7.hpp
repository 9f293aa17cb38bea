// UUID of version 7: 48 bits of Unix time in milliseconds, the version, 12 bits rand_a, the variant, 62 bits rand_b.
// RFC 9562, section 5.7. It is stored in PostgreSQL's type uuid, next to UUIDs of other versions. So any 16 bytes have
// a time, that of their leading 48 bits, and are within the limits.
//
//     bit 128            80  76        64  62                              0
//     | milliseconds     | 7 | rand_a  | 2 | rand_b                        |
#pragma once

#include "core/kind.hpp"

namespace ulidkit {

struct Uuidv7 : ByteString<16> {
    using Options = NoOptions;

    static constexpr const char *name = "uuidv7";
    static constexpr const char *text_form = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx in hexadecimal digits";
    static constexpr const char *prefix_form =
        "the start of xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx in hexadecimal digits, with all hyphens or none";
    static constexpr std::size_t text_size = 36;
    static constexpr std::int64_t tick = 1000;
    static constexpr bool runs_ahead = false;
    static constexpr std::int64_t first_generated = 0;
    static constexpr std::int64_t last_generated = ((std::int64_t{1} << 48) - 1) * tick;
    static constexpr std::size_t entropy_size = 8;

    // "rand_a": here the fraction of the millisecond in 1/4096 (section 6.2, method 3), as in PostgreSQL's uuidv7().
    static constexpr std::uint64_t fractions = 4096;
    static constexpr std::uint64_t random_mask = (std::uint64_t{1} << 62) - 1;

    static constexpr Uuidv7
    make(std::int64_t milliseconds, std::uint64_t rand_a, std::uint64_t rand_b)
    {
        Uuidv7 id{};
        store_be<6>(id.bytes, static_cast<std::uint64_t>(milliseconds));
        store_be<2>(id.bytes + 6, std::uint64_t{7} << 12 | rand_a);
        store_be<8>(id.bytes + 8, std::uint64_t{2} << 62 | (rand_b & random_mask));
        return id;
    }

    // In the order of the times, to the microsecond, and of the numbers, 0 to last_number, which are rand_b.
    static constexpr std::int64_t last_number = static_cast<std::int64_t>(random_mask);

    static constexpr Uuidv7
    make_ordered(std::int64_t time, std::int64_t number)
    {
        return make(time / tick, fraction(time), static_cast<std::uint64_t>(number));
    }

    static constexpr Uuidv7
    filled(std::int64_t milliseconds, std::uint8_t fill)
    {
        Uuidv7 id{};
        store_be<6>(id.bytes, static_cast<std::uint64_t>(milliseconds));
        for (std::size_t i = 6; i < binary_size; ++i)
            id.bytes[i] = fill;
        return id;
    }

    static constexpr Uuidv7
    lowest()
    {
        return lowest_at(0);
    }

    static constexpr Uuidv7
    highest()
    {
        return highest_at(last_generated);
    }

    static constexpr Uuidv7
    lowest_at(std::int64_t time)
    {
        return filled(time / tick, 0);
    }

    static constexpr Uuidv7
    highest_at(std::int64_t time)
    {
        return filled(time / tick, 0xFF);
    }

    static constexpr bool
    hyphen_before(std::size_t digit)
    {
        return digit == 8 || digit == 12 || digit == 16 || digit == 20;
    }

    // Reads what PostgreSQL's uuid reads: 32 digits of either case, a hyphen or none after every four, braces around
    // all or none.
    static constexpr Parsed
    parse(std::string_view text, Uuidv7 &id)
    {
        const bool braces = text.starts_with('{');
        char digits[2 * binary_size];
        std::size_t count = 0, i = braces;
        while (count < sizeof(digits) && i < text.size()) {
            if (text[i] == '-' && count % 4 == 0 && count > 0 && text[i - 1] != '-') {
                ++i;
            } else if (hex_lower.value(text[i]) != hex_lower.none) {
                digits[count++] = text[i++];
            } else {
                return {Fault::letter, i};
            }
        }
        if (count < sizeof(digits) || i + braces > text.size())
            return {Fault::length, text.size()};
        if (braces && text[i++] != '}')
            return {Fault::letter, i - 1};
        if (i < text.size())
            return {Fault::length, text.size()};
        std::uint8_t seen = 0;
        store_be<8>(id.bytes, read_digits<16>(hex_lower, digits, seen));
        store_be<8>(id.bytes + 8, read_digits<16>(hex_lower, digits + 16, seen));
        return {};
    }

    // With all hyphens that it reaches, or none.
    static constexpr Parsed
    parse_prefix(std::string_view prefix, Uuidv7 &first, Uuidv7 &last)
    {
        if (prefix.size() > 8 && prefix[8] == '-')
            return parse_prefix_of("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", hex_lower, prefix, first, last);
        return parse_prefix_of("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", hex_lower, prefix, first, last);
    }

    constexpr void
    format(char *text) const
    {
        char digits[2 * binary_size];
        write_digits<16>(hex_lower, digits, load_be<8>(bytes));
        write_digits<16>(hex_lower, digits + 16, load_be<8>(bytes + 8));
        for (std::size_t i = 0; i < sizeof(digits); ++i) {
            if (hyphen_before(i))
                *text++ = '-';
            *text++ = digits[i];
        }
    }

    constexpr std::int64_t
    milliseconds() const
    {
        return static_cast<std::int64_t>(load_be<6>(bytes));
    }

    constexpr std::int64_t
    time() const
    {
        return milliseconds() * tick;
    }

    constexpr std::int64_t
    version() const
    {
        return bytes[6] >> 4;
    }

    // The two bits of the variant, which is 2 in RFC 9562.
    constexpr std::int64_t
    variant() const
    {
        return bytes[8] >> 6;
    }

    constexpr std::uint64_t
    rand_a() const
    {
        return load_be<2>(bytes + 6) & (fractions - 1);
    }

    constexpr std::uint64_t
    rand_b() const
    {
        return load_be<8>(bytes + 8) & random_mask;
    }

    // Whether it is a UUID of version 7 at all.
    constexpr bool
    genuine() const
    {
        return version() == 7 && variant() == 2;
    }

    static constexpr std::uint64_t
    fraction(std::int64_t time)
    {
        return static_cast<std::uint64_t>(time % tick) * fractions / static_cast<std::uint64_t>(tick);
    }

    static constexpr Uuidv7
    random_at(std::int64_t time, const std::uint8_t *entropy, const Options &)
    {
        return make(time / tick, fraction(time), load_be<8>(entropy));
    }

    // If the clock has not passed the last id's fraction of a millisecond, the 74 bits after the time are a counter
    // that grows by a random step (section 6.2, method 2): 1 to 2^32 here. So the next id cannot be guessed, and a
    // billion ids on average fit into a fraction before they go on in the next one.
    static constexpr Next<Uuidv7>
    next(const Uuidv7 *last, std::int64_t now, const std::uint8_t *entropy, const Options &options)
    {
        const std::int64_t millisecond = now / tick;
        if (last == nullptr || millisecond > last->milliseconds() ||
            (millisecond == last->milliseconds() && fraction(now) > last->rand_a() && last->genuine()))
            return Next<Uuidv7>::issued(random_at(now, entropy, options), true);
        // After a UUID of another version, which next_id() can be given, the next millisecond is above.
        const bool counts = last->genuine();
        const std::uint64_t rand_b =
            counts ? last->rand_b() + load_be<4>(entropy) + 1 : load_be<8>(entropy) & random_mask;
        const std::uint64_t rand_a = counts ? last->rand_a() + (rand_b >> 62) : fractions;
        const std::int64_t carried = last->milliseconds() + static_cast<std::int64_t>(rand_a / fractions);
        if (carried > last_generated / tick)
            return Next<Uuidv7>::exhausted(last->time() + tick, true); // the step depends on the entropy
        return Next<Uuidv7>::issued(make(carried, rand_a % fractions, rand_b), true);
    }

    template <class Visitor>
    constexpr void
    fields(Visitor &visit) const
    {
        visit("version", version());
        visit("variant", variant());
        visit("rand_a", static_cast<std::int64_t>(rand_a()));
        std::uint8_t random[8]{};
        store_be<8>(random, rand_b());
        visit("rand_b", random, sizeof(random));
    }
};

static_assert(Kind<Uuidv7>);

} // namespace ulidkit
