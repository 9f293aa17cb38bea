// The next-id rules of the kinds, written a second time from their specifications. A kind without Rules only has to
// obey the laws for every kind.
#pragma once

#include "laws/law.hpp"

namespace ulidkit::test {

// Any settings that a kind can have.
template <class K>
typename K::Options
any_options(Source &)
{
    return {};
}

template <>
inline Ulid::Options
any_options<Ulid>(Source &source)
{
    return {static_cast<int>(source.pick<std::int64_t>({0, 0, 1, 8, source.between(0, 8)}))};
}

template <>
inline Scru160::Options
any_options<Scru160>(Source &source)
{
    return {source.pick({CounterUsage::random, CounterUsage::microsecond})};
}

template <>
inline Ulidflake::Options
any_options<Ulidflake>(Source &source)
{
    return {static_cast<int>(source.pick<std::int64_t>({-1, 0, 31, source.between(0, 31)})),
            static_cast<int>(source.between(1, 3))};
}

template <>
inline Timeid::Options
any_options<Timeid>(Source &source)
{
    return {static_cast<int>(source.pick<std::int64_t>({-1, 0, 1023, source.between(0, 1023)}))};
}

template <>
inline Tbsl::Options
any_options<Tbsl>(Source &source)
{
    return {static_cast<int>(source.pick<std::int64_t>({-1, 0, 50, 99, source.between(0, 99)})), source.one_in(2)};
}

// obeys: whether an id can be made with these settings. follows: whether it can come next after `last` in the same
// tick. has_room: whether any id can. advances: whether, if none can, the next tick can begin before the clock, which
// reads `now`, reaches it.
template <class K>
struct Rules;

template <class K>
concept HasRules = requires(const K &id, const typename K::Options &options)
{
    Rules<K>::obeys(id, options);
};

// A part of an id as a number: `size` bytes from byte `first` on, at most 15.
template <class K>
Wide
number_at(const K &id, std::size_t first, std::size_t size)
{
    Wide number = 0;
    for (std::size_t i = first; i < first + size; ++i)
        number = number * 256 + id.bytes[i];
    return number;
}

// Plus 1, or 1 to 2^(8n), never into the time.
template <>
struct Rules<Ulid> {
    static Wide
    largest_step(const Ulid::Options &options)
    {
        return Wide{1} << (8 * options.step_bytes);
    }

    static bool
    obeys(const Ulid &, const Ulid::Options &)
    {
        return true;
    }

    static bool
    follows(const Ulid &last, const Ulid &id, const Ulid::Options &options)
    {
        const Wide step = number_at(id, 6, 10) - number_at(last, 6, 10);
        return step >= 1 && step <= largest_step(options);
    }

    // For the largest step, because smaller ones depend on chance.
    static bool
    has_room(const Ulid &last, const Ulid::Options &options)
    {
        return number_at(last, 6, 10) + largest_step(options) < Wide{1} << 80;
    }

    static bool
    advances(const Ulid &, std::int64_t)
    {
        return false;
    }
};

// The counter plus 1. Under the alternative usage it starts again in each of 1000 microseconds.
template <>
struct Rules<Scru160> {
    static bool
    obeys(const Scru160 &id, const Scru160::Options &options)
    {
        return options.counter == CounterUsage::random || id.counter() / 64 < 1000;
    }

    static bool
    follows(const Scru160 &last, const Scru160 &id, const Scru160::Options &options)
    {
        if (options.counter == CounterUsage::microsecond && id.counter() / 64 > last.counter() / 64)
            return id.counter() % 64 < 32;
        return id.counter() == last.counter() + 1;
    }

    static bool
    has_room(const Scru160 &last, const Scru160::Options &options)
    {
        if (options.counter == CounterUsage::random)
            return last.counter() < 65535;
        return last.counter() / 64 < 1000 && last.counter() % 64 < 63;
    }

    static bool
    advances(const Scru160 &, std::int64_t)
    {
        return false;
    }
};

// Plus a step of 1 to 255, 65535 or 16777215: of the 20 bits, or of the upper 15, which the scalability id follows.
template <>
struct Rules<Ulidflake> {
    static std::int64_t
    part(const Ulidflake &id, const Ulidflake::Options &options)
    {
        return options.scalability < 0 ? id.value % (1 << 20) : id.value % (1 << 20) / 32;
    }

    static std::int64_t
    largest_step(const Ulidflake::Options &options)
    {
        return options.step_bytes == 1 ? 255 : options.step_bytes == 2 ? 65535 : 16777215;
    }

    static bool
    obeys(const Ulidflake &id, const Ulidflake::Options &options)
    {
        return options.scalability < 0 || id.value % 32 == options.scalability;
    }

    static bool
    follows(const Ulidflake &last, const Ulidflake &id, const Ulidflake::Options &options)
    {
        const std::int64_t step = part(id, options) - part(last, options);
        return step >= 1 && step <= largest_step(options);
    }

    static bool
    has_room(const Ulidflake &last, const Ulidflake::Options &options)
    {
        return part(last, options) + largest_step(options) < (options.scalability < 0 ? 1 << 20 : 1 << 15);
    }

    static bool
    advances(const Ulidflake &, std::int64_t)
    {
        return false;
    }
};

// One id in a microsecond.
template <>
struct Rules<Timeid> {
    static bool
    obeys(const Timeid &id, const Timeid::Options &options)
    {
        return options.node < 0 ? id.node() < 32 : id.node() == options.node;
    }

    static bool
    follows(const Timeid &, const Timeid &, const Timeid::Options &)
    {
        return false;
    }

    static bool
    has_room(const Timeid &, const Timeid::Options &)
    {
        return false;
    }

    static bool
    advances(const Timeid &, std::int64_t)
    {
        return true;
    }
};

// The suffix plus 1, or a higher machine.
template <>
struct Rules<Tbsl> {
    static std::int64_t
    machine(const Tbsl::Options &options)
    {
        return std::max(options.machine, 0);
    }

    static bool
    obeys(const Tbsl &id, const Tbsl::Options &options)
    {
        return id.machine() == machine(options);
    }

    static bool
    follows(const Tbsl &last, const Tbsl &id, const Tbsl::Options &options)
    {
        if (machine(options) == last.machine())
            return id.suffix() == last.suffix() + 1;
        return machine(options) > last.machine() && (!options.sequenced || id.suffix() == 1);
    }

    static bool
    has_room(const Tbsl &last, const Tbsl::Options &options)
    {
        return machine(options) > last.machine() || (machine(options) == last.machine() && last.suffix() < 0xFFFFF);
    }

    static bool
    advances(const Tbsl &, std::int64_t)
    {
        return true;
    }
};

// The next fraction of the clock, or a step of 1 to 2^32 of the 74 random bits and the fraction, which are one number
// without the version and the variant.
template <>
struct Rules<Uuidv7> {
    static Wide
    counter(const Uuidv7 &id)
    {
        return number_at(id, 6, 2) % 4096 << 62 | number_at(id, 8, 8) % (Wide{1} << 62);
    }

    static bool
    obeys(const Uuidv7 &id, const NoOptions &)
    {
        return id.bytes[6] / 16 == 7 && id.bytes[8] / 64 == 2;
    }

    static bool
    follows(const Uuidv7 &last, const Uuidv7 &id, const NoOptions &)
    {
        const Wide step = counter(id) - counter(last);
        return (step >= 1 && step <= Wide{1} << 32) || counter(id) >> 62 > counter(last) >> 62;
    }

    static bool
    has_room(const Uuidv7 &last, const NoOptions &)
    {
        return obeys(last, {}) && counter(last) + (Wide{1} << 32) < Wide{1} << 74;
    }

    static bool
    advances(const Uuidv7 &, std::int64_t)
    {
        return true;
    }
};

} // namespace ulidkit::test
