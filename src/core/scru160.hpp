// SCRU160: 48 bits of Unix time in milliseconds, a 16-bit counter, 96 random bits. https://github.com/scru160/spec,
// v0.1.0
//
//     byte 0            6         8          10                            20
//     | milliseconds    | counter | random16 | random80                     |
#pragma once

#include "core/kind.hpp"

namespace ulidkit {

// "counter": the two usages that a generator can follow. An id does not show which one it was.
struct CounterUsage {
    enum : int {
        random,     // "Default counter usage": a 15-bit random start in each millisecond
        microsecond // "Alternative counter usage": the microsecond in the high 10 bits, a 5-bit random start in the low
                    // 6
    };
    static constexpr const char *labels[] = {"random", "microsecond"};
};

struct Scru160 : ByteString<20> {
    struct Options {
        int counter = CounterUsage::random;
    };

    static constexpr Setting<Options> settings[] = {
        {"ulidkit.scru160_counter", "Sets how the counter of generated scru160 values starts.",
         "The counter starts either at a random number in each millisecond, or at the microsecond of the clock.",
         &Options::counter, CounterUsage::random, CounterUsage::microsecond, CounterUsage::labels}};

    static constexpr const char *name = "scru160";
    static constexpr const char *text_form = "32 base32hex digits or 40 hexadecimal digits";
    static constexpr const char *prefix_form = "at most 32 base32hex digits";
    static constexpr std::size_t text_size = 32;
    static constexpr std::size_t hex_size = 40;
    static constexpr std::int64_t tick = 1000;
    static constexpr bool runs_ahead = false;
    static constexpr std::int64_t last_millisecond = (std::int64_t{1} << 48) - 1;
    // "Reserved IDs": timestamps 0 and 2^48 - 1 are never generated.
    static constexpr std::int64_t first_generated = tick;
    static constexpr std::int64_t last_generated = (last_millisecond - 1) * tick;
    static constexpr std::size_t random_size = 12; // random16 and random80
    static constexpr int last_counter = 0xFFFF;
    static constexpr std::size_t entropy_size = 2 + random_size;

    static constexpr Scru160
    make(std::int64_t milliseconds, std::uint32_t counter, const std::uint8_t *random)
    {
        Scru160 id{};
        store_be<6>(id.bytes, static_cast<std::uint64_t>(milliseconds));
        store_be<2>(id.bytes + 6, counter);
        for (std::size_t i = 0; i < random_size; ++i)
            id.bytes[8 + i] = random[i];
        return id;
    }

    // In the order of the times, to the microsecond, and of the numbers: the counter follows the "Alternative counter
    // usage", random16 is zero, and random80 is the number.
    static constexpr Scru160
    make_ordered(std::int64_t time, std::int64_t number)
    {
        std::uint8_t random[random_size]{};
        store_ordered(random + 4, number);
        return make(time / tick, static_cast<std::uint32_t>(time % tick) << 6, random);
    }

    static constexpr Scru160
    lowest()
    {
        return lowest_at(0);
    }

    static constexpr Scru160
    highest()
    {
        return highest_at(last_millisecond * tick);
    }

    static constexpr Scru160
    lowest_at(std::int64_t time)
    {
        constexpr std::uint8_t zeros[random_size] = {};
        return make(time / tick, 0, zeros);
    }

    static constexpr Scru160
    highest_at(std::int64_t time)
    {
        constexpr std::uint8_t ones[random_size] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
                                                    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
        return make(time / tick, last_counter, ones);
    }

    // "Encodings": base32hex or hex, "A decoder MUST ignore cases".
    static constexpr Parsed
    parse(std::string_view text, Scru160 &id)
    {
        std::uint8_t seen = 0;
        if (text.size() == hex_size) {
            read_bytes<binary_size>(hex_lower, text.data(), id.bytes, seen);
            return has_bad_digit(seen) ? explain(hex_lower, text) : Parsed{};
        }
        if (text.size() != text_size)
            return explain(base32hex, text);
        read_bytes<binary_size>(base32hex, text.data(), id.bytes, seen);
        return has_bad_digit(seen) ? explain(base32hex, text) : Parsed{};
    }

    static constexpr Parsed
    parse_prefix(std::string_view prefix, Scru160 &first, Scru160 &last)
    {
        return parse_prefix_of("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", base32hex, prefix, first, last);
    }

    constexpr void
    format(char *text) const
    {
        write_bytes<binary_size>(base32hex, text, bytes);
    }

    // "lowercase letters in ... the hex encoding": hex_size characters.
    constexpr void
    format_hex(char *text) const
    {
        write_bytes<binary_size>(hex_lower, text, bytes);
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

    constexpr std::uint32_t
    counter() const
    {
        return static_cast<std::uint32_t>(load_be<2>(bytes + 6));
    }

    constexpr const std::uint8_t *
    random() const
    {
        return bytes + 8;
    }

    // The counter of the first id at `time`.
    static constexpr std::uint32_t
    start_counter(std::int64_t time, const std::uint8_t *entropy, int usage)
    {
        const auto bits = static_cast<std::uint32_t>(load_be<2>(entropy));
        if (usage == CounterUsage::random)
            return bits & 0x7FFF;
        return static_cast<std::uint32_t>(time % tick) << 6 | (bits & 0x1F);
    }

    static constexpr Scru160
    random_at(std::int64_t time, const std::uint8_t *entropy, const Options &options)
    {
        return make(time / tick, start_counter(time, entropy, options.counter), entropy + 2);
    }

    // Both random fields are fresh in every id.
    static constexpr Next<Scru160>
    next(const Scru160 *last, std::int64_t now, const std::uint8_t *entropy, const Options &options)
    {
        if (last == nullptr || now >= last->counter_end(options.counter))
            return Next<Scru160>::issued(random_at(now, entropy, options), true);
        const std::uint32_t room = options.counter == CounterUsage::random ? 0xFFFF : 0x3F;
        const std::uint32_t counter = last->counter();
        // Under the alternative usage, a counter that the default one left above microsecond 999 is full, too.
        const bool foreign = options.counter == CounterUsage::microsecond && (counter >> 6) >= tick;
        if ((counter & room) != room && !foreign)
            return Next<Scru160>::issued(make(last->milliseconds(), counter + 1, entropy + 2), true);
        return Next<Scru160>::exhausted(last->counter_end(options.counter));
    }

    // The end of the tick in which the counter counts: a millisecond, or under the alternative usage a microsecond.
    constexpr std::int64_t
    counter_end(int usage) const
    {
        const std::int64_t microsecond = counter() >> 6;
        if (usage == CounterUsage::random || microsecond >= tick)
            return time() + tick;
        return time() + microsecond + 1;
    }

    template <class Visitor>
    constexpr void
    fields(Visitor &visit) const
    {
        visit("counter", std::int64_t{counter()});
        visit("random16", random(), 2);
        visit("random80", random() + 2, 10);
        const bool reserved = milliseconds() == 0 || milliseconds() == last_millisecond;
        visit("timestamp_class", reserved ? std::string_view{"reserved"} : std::string_view{"normal"});
    }
};

static_assert(Kind<Scru160>);

} // namespace ulidkit
