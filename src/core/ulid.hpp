// ULID: 48 bits of Unix time in milliseconds, 80 random bits. https://github.com/ulid/spec
#pragma once

#include "core/kind.hpp"

namespace ulidkit {

struct Ulid : ByteString<16> {
    using Options = NoOptions;

    static constexpr const char *name = "ulid";
    static constexpr const char *text_form = "26 Crockford base32 digits";
    static constexpr std::size_t text_size = 26;
    static constexpr std::int64_t tick = 1000;
    static constexpr bool runs_ahead = false;
    static constexpr std::int64_t first_generated = 0;
    static constexpr std::int64_t last_generated = ((std::int64_t{1} << 48) - 1) * tick;
    static constexpr std::size_t randomness_size = 10;
    static constexpr std::size_t entropy_size = randomness_size;

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

    // 26 digits hold 130 bits: a first digit above 7 is too large ("Overflow Errors when Parsing Base32 Strings").
    static constexpr Parsed
    parse(std::string_view text, Ulid &id)
    {
        if (text.size() != text_size)
            return explain(crockford, text);
        std::uint8_t seen = 0;
        const std::uint64_t milliseconds = read_digits<10>(crockford, text.data(), seen);
        store_be<6>(id.bytes, milliseconds);
        read_bytes<randomness_size>(crockford, text.data() + 10, id.bytes + 6, seen);
        if (has_bad_digit(seen))
            return explain(crockford, text);
        if (milliseconds >> 48 != 0)
            return {Fault::range, 0};
        return {};
    }

    constexpr void
    format(char *text) const
    {
        write_digits<10>(crockford, text, load_be<6>(bytes));
        write_bytes<randomness_size>(crockford, text + 10, randomness());
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
        Ulid id = filled(time / tick, 0);
        for (std::size_t i = 0; i < randomness_size; ++i)
            id.bytes[6 + i] = entropy[i];
        return id;
    }

    // "Monotonicity": within a millisecond the random component is incremented by 1, and past its end "the generation
    // will fail". A clock that stepped back is a clock that stands still: the millisecond of the last id goes on.
    static constexpr Next<Ulid>
    next(const Ulid *last, std::int64_t now, const std::uint8_t *entropy, const Options &options)
    {
        if (last == nullptr || now >= last->time() + tick)
            return Next<Ulid>::issued(random_at(now, entropy, options), true);
        Ulid id = *last;
        if (!id.increment() || id.time() != last->time())
            return Next<Ulid>::exhausted(last->time() + tick);
        return Next<Ulid>::issued(id, false);
    }

    template <class Visitor>
    constexpr void
    fields(Visitor &visit) const
    {
        visit("randomness", randomness(), randomness_size);
    }

    // The UUID of version 7 (RFC 9562, section 5.7) with the same time: 6 of the 80 random bits give way to the version
    // and the variant.
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
