// TID, the TimeID: 54 bits of signed microseconds since 1970, a 10-bit node. draft-goldman-tid,
// https://github.com/learningproof/tid-i-d. Every int64 is a value.
//
//     bit 64                           10     0
//     | microseconds, signed            | node |
#pragma once

#include "core/kind.hpp"

namespace ulidkit {

struct Timeid : Int64 {
    static constexpr int best_effort = -1;

    struct Options {
        int node = best_effort; // 0..1023, or any of the best-effort nodes
    };

    static constexpr NodeField<Options> node_field = {"node", 1023, &Options::node, false};

    static constexpr const char *name = "timeid";
    static constexpr const char *text_form = "xxxx-xxx-xxxx-xx or xxxxxxxxxxxxx in base32lex digits";
    static constexpr const char *prefix_form = "the start of xxxx-xxx-xxxx-xx or xxxxxxxxxxxxx in base32lex digits";
    static constexpr std::size_t text_size = 16;
    static constexpr std::size_t compact_size = 13;
    static constexpr std::int64_t tick = 1;
    static constexpr bool runs_ahead = true;
    static constexpr std::int64_t first_generated = -(std::int64_t{1} << 53);
    static constexpr std::int64_t last_generated = (std::int64_t{1} << 53) - 1;
    static constexpr int node_mask = node_field.last;
    static constexpr std::size_t entropy_size = 1;
    static constexpr Setting<Options> settings[] = {
        {"ulidkit.timeid_node", "Sets the node of generated timeid values.",
         "Nodes 0 to 31 are best-effort nodes, 32 to 991 are assigned by the application, and 992 to 1023 are "
         "registered globally. -1 selects the number of \"ulidkit.node\" or, if that is -1 as well, a random "
         "best-effort node whenever the server starts.",
         &Options::node, best_effort, node_mask}};

    static constexpr Timeid
    make(std::int64_t time, std::int64_t node)
    {
        return {{time * (node_mask + 1) + node}};
    }

    static constexpr Timeid
    lowest()
    {
        return {{std::numeric_limits<std::int64_t>::min()}};
    }

    static constexpr Timeid
    highest()
    {
        return {{std::numeric_limits<std::int64_t>::max()}};
    }

    static constexpr Timeid
    lowest_at(std::int64_t time)
    {
        return make(time, 0);
    }

    static constexpr Timeid
    highest_at(std::int64_t time)
    {
        return make(time, node_mask);
    }

    static constexpr char hyphenated_form[] = "xxxx-xxx-xxxx-xx";
    static constexpr char compact_form[] = "xxxxxxxxxxxxx";

    // Whether `text` is explained as one with hyphens, or as one without.
    static constexpr bool
    is_hyphenated(std::string_view text)
    {
        return text.size() > 4 && text[4] == '-';
    }

    // Explains a text that is known to be in neither form. It has no part in reading one that is.
    static constexpr Parsed
    explain(std::string_view text)
    {
        const std::string_view form = is_hyphenated(text) ? hyphenated_form : compact_form;
        const Parsed parsed = compare_with_form(form, base32lex, text);
        return parsed ? Parsed{Fault::length, text.size()} : parsed;
    }

    // Reads the digits of a text that has `Hyphen` characters, 0 or 1, where the canonical text has a hyphen. 13 digits
    // hold 65 bits: bit 63, extended by one. If the two top bits of the first digit differ, the id is out of range.
    template <std::size_t Hyphen>
    static constexpr Parsed
    read(std::string_view text, Timeid &id)
    {
        const char *digits = text.data();
        std::uint8_t seen = 0;
        const std::uint64_t first = read_digits<4>(base32lex, digits, seen);
        const std::uint64_t second = read_digits<3>(base32lex, digits + 4 + Hyphen, seen);
        const std::uint64_t third = read_digits<4>(base32lex, digits + 7 + 2 * Hyphen, seen);
        const std::uint64_t fourth = read_digits<2>(base32lex, digits + 11 + 3 * Hyphen, seen);
        if (has_bad_digit(seen))
            return explain(text);
        if ((first >> 19 & 1) != (first >> 18 & 1))
            return {Fault::out_of_range, 0};
        id.value = static_cast<std::int64_t>(first << 45 | second << 30 | third << 10 | fourth);
        return {};
    }

    // Writes the digits, and leaves out `Hyphen` characters for each hyphen.
    template <std::size_t Hyphen>
    constexpr void
    write(char *digits) const
    {
        write_digits<4>(base32lex, digits, static_cast<std::uint64_t>(value >> 45));
        write_digits<3>(base32lex, digits + 4 + Hyphen, static_cast<std::uint64_t>(value >> 30));
        write_digits<4>(base32lex, digits + 7 + 2 * Hyphen, static_cast<std::uint64_t>(value >> 10));
        write_digits<2>(base32lex, digits + 11 + 3 * Hyphen, static_cast<std::uint64_t>(value));
    }

    static constexpr Parsed
    parse(std::string_view text, Timeid &id)
    {
        if (text.size() == text_size && text[4] == '-' && text[8] == '-' && text[13] == '-')
            return read<1>(text, id);
        if (text.size() == compact_size)
            return read<0>(text, id);
        return explain(text);
    }

    // "prefixes can be used to mask ranges": with all hyphens that it reaches, or none.
    static constexpr Parsed
    parse_prefix(std::string_view prefix, Timeid &first, Timeid &last)
    {
        if (is_hyphenated(prefix))
            return parse_prefix_of(hyphenated_form, base32lex, prefix, first, last);
        return parse_prefix_of(compact_form, base32lex, prefix, first, last);
    }

    constexpr void
    format(char *text) const
    {
        write<1>(text);
        text[4] = text[8] = text[13] = '-';
    }

    // Writes the form without hyphens, as in the AT Protocol: compact_size characters.
    constexpr void
    format_compact(char *text) const
    {
        write<0>(text);
    }

    constexpr std::int64_t
    time() const
    {
        return value >> 10;
    }

    // "Node Identifier Component".
    constexpr std::int64_t
    node() const
    {
        return value & node_mask;
    }

    constexpr std::string_view
    node_range() const
    {
        return node() < 32 ? "best_effort" : node() < 992 ? "context" : "global";
    }

    // Draws one of the best-effort nodes, 0 to 31.
    static constexpr int
    draw_node(const std::uint8_t *entropy)
    {
        return entropy[0] & 0x1F;
    }

    // A server has one best-effort node.
    static constexpr void
    settle(Options &options, const std::uint8_t *drawn)
    {
        if (options.node == best_effort)
            options.node = draw_node(drawn);
    }

    static constexpr Timeid
    random_at(std::int64_t time, const std::uint8_t *entropy, const Options &options)
    {
        return make(time, options.node == best_effort ? draw_node(entropy) : options.node);
    }

    // "the current microsecond since epoch OR the last microsecond returned plus 1, whichever is greater".
    static constexpr Next<Timeid>
    next(const Timeid *last, std::int64_t now, const std::uint8_t *entropy, const Options &options)
    {
        const std::int64_t time = last == nullptr || now > last->time() ? now : last->time() + 1;
        if (time > last_generated)
            return Next<Timeid>::exhausted(time);
        return Next<Timeid>::issued(random_at(time, entropy, options), options.node == best_effort);
    }

    template <class Visitor>
    constexpr void
    fields(Visitor &visit) const
    {
        visit("node", node());
        visit("node_range", node_range());
    }
};

static_assert(Kind<Timeid>);

} // namespace ulidkit
