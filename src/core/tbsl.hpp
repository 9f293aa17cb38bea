// TBSL: a 60-bit payload (the decimal digits of the microseconds since 1970, then a 2-digit machine) and a 20-bit
// suffix, random or counted. infocyph/UID, TBSL.md.
//
//     bit 80                                             20        0
//     | microseconds * 100 + machine                     | suffix  |
#pragma once

#include "core/kind.hpp"

namespace ulidkit {

struct Tbsl : ByteString<10> {
    struct Options {
        int machine = NodeField<Options>::none; // 0..99; without a node it is 0
        bool sequenced = false;
    };

    static constexpr NodeField<Options> node_field = {"machine ID", 99, &Options::machine, false};

    static constexpr const char *name = "tbsl";
    static constexpr const char *text_form = "20 upper-case hexadecimal digits";
    static constexpr const char *prefix_form = "at most 20 upper-case hexadecimal digits";
    static constexpr std::size_t text_size = 20;
    static constexpr std::int64_t tick = 1;
    static constexpr int machines = node_field.last + 1;
    static constexpr std::int64_t payload_end = 1000000LL * 1000000 * 1000000; // the payload has 18 decimal digits
    static constexpr bool runs_ahead = true;
    static constexpr std::int64_t first_generated = 0;
    static constexpr std::int64_t last_generated = payload_end / machines - 1;
    static constexpr int last_suffix = 0xFFFFF;
    static constexpr std::size_t entropy_size = 3;
    static constexpr Setting<Options> settings[] = {
        {"ulidkit.tbsl_machine", "Sets the machine ID of generated tbsl values.",
         "-1 selects the number of \"ulidkit.node\", or 0 if that is -1 as well.", &Options::machine, node_field.none,
         node_field.last}};

    static constexpr Tbsl
    make(std::int64_t time, std::int64_t machine, std::int64_t suffix)
    {
        Tbsl id{};
        const auto payload = static_cast<std::uint64_t>(time * machines + machine);
        store_be<7>(id.bytes, payload >> 4);
        store_be<3>(id.bytes + 7, (payload & 0xF) << 20 | static_cast<std::uint64_t>(suffix));
        return id;
    }

    static constexpr Tbsl
    lowest()
    {
        return lowest_at(0);
    }

    static constexpr Tbsl
    highest()
    {
        return highest_at(last_generated);
    }

    static constexpr Tbsl
    lowest_at(std::int64_t time)
    {
        return make(time, 0, 0);
    }

    static constexpr Tbsl
    highest_at(std::int64_t time)
    {
        return make(time, machines - 1, last_suffix);
    }

    constexpr std::int64_t
    payload() const
    {
        return static_cast<std::int64_t>(load_be<8>(bytes) >> 4);
    }

    static constexpr Parsed
    parse(std::string_view text, Tbsl &id)
    {
        if (text.size() != text_size)
            return explain(hex_upper, text);
        std::uint8_t seen = 0;
        read_bytes<binary_size>(hex_upper, text.data(), id.bytes, seen);
        if (has_bad_digit(seen))
            return explain(hex_upper, text);
        return id.payload() < payload_end ? Parsed{} : Parsed{Fault::out_of_range, 0};
    }

    static constexpr Parsed
    parse_prefix(std::string_view prefix, Tbsl &first, Tbsl &last)
    {
        return parse_prefix_of("xxxxxxxxxxxxxxxxxxxx", hex_upper, prefix, first, last);
    }

    constexpr void
    format(char *text) const
    {
        write_bytes<binary_size>(hex_upper, text, bytes);
    }

    constexpr std::int64_t
    time() const
    {
        return payload() / machines;
    }

    constexpr std::int64_t
    machine() const
    {
        return payload() % machines;
    }

    constexpr std::int64_t
    node() const
    {
        return machine();
    }

    constexpr std::int64_t
    suffix() const
    {
        return static_cast<std::int64_t>(load_be<3>(bytes + 7)) & last_suffix;
    }

    static constexpr std::int64_t
    machine_of(const Options &options)
    {
        return options.machine == node_field.none ? 0 : options.machine;
    }

    // Sequenced, the first suffix of a microsecond is 1, as in the reference.
    static constexpr Tbsl
    random_at(std::int64_t time, const std::uint8_t *entropy, const Options &options)
    {
        const auto suffix = static_cast<std::int64_t>(load_be<3>(entropy)) & last_suffix;
        return make(time, machine_of(options), options.sequenced ? 1 : suffix);
    }

    // Within a microsecond the suffix grows by 1. Past its end, and for a machine below the last id's, the id gets the
    // next microsecond. An id of a higher machine is greater in the same microsecond.
    static constexpr Next<Tbsl>
    next(const Tbsl *last, std::int64_t now, const std::uint8_t *entropy, const Options &options)
    {
        if (last == nullptr || now > last->time())
            return Next<Tbsl>::issued(random_at(now, entropy, options), !options.sequenced);
        const std::int64_t machine = machine_of(options);
        if (machine > last->machine())
            return Next<Tbsl>::issued(random_at(last->time(), entropy, options), !options.sequenced);
        if (machine == last->machine() && last->suffix() < last_suffix)
            return Next<Tbsl>::issued(make(last->time(), machine, last->suffix() + 1), false);
        const std::int64_t time = last->time() + 1;
        if (time > last_generated)
            return Next<Tbsl>::exhausted(time);
        return Next<Tbsl>::issued(random_at(time, entropy, options), !options.sequenced);
    }

    template <class Visitor>
    constexpr void
    fields(Visitor &visit) const
    {
        visit("machine", machine());
        visit("suffix", suffix());
    }
};

static_assert(Kind<Tbsl>);

} // namespace ulidkit
