// TypeID 0.3: a prefix that tells the type of an entity, and a UUID.
// https://github.com/jetify-com/typeid/tree/main/spec
//
//     user_01h455vb4pex5vsknk084sn02q
//
// Without a prefix it is the 26 digits alone.
#pragma once

#include "core/crockford.hpp"

namespace ulidkit {

// "Type Prefix": at most 63 characters, a to z and _, and neither the first nor the last is a _.
inline constexpr std::size_t typeid_prefix_most = 63;
inline constexpr std::size_t typeid_size_most = typeid_prefix_most + 1 + crockford_size;

// "UUID Suffix": lower case only, no aliases.
inline constexpr Alphabet<32> typeid_digits{"0123456789abcdefghjkmnpqrstvwxyz", Case::exact};

// Whether `prefix` is one, or the place of its first character that does not belong there; Fault::length if it is too
// long.
constexpr Parsed
check_typeid_prefix(std::string_view prefix)
{
    for (std::size_t i = 0; i < prefix.size(); ++i) {
        const bool inner = i != 0 && i != prefix.size() - 1;
        if (!(prefix[i] >= 'a' && prefix[i] <= 'z') && !(prefix[i] == '_' && inner))
            return {Fault::letter, i};
    }
    if (prefix.size() > typeid_prefix_most)
        return {Fault::length, prefix.size()};
    return {};
}

// Characters of a TypeID before the digits of the UUID.
constexpr std::size_t
typeid_start(std::string_view prefix)
{
    return prefix.empty() ? 0 : prefix.size() + 1;
}

// Writes the TypeID of a valid prefix and the 16 bytes of a UUID at `text`, at most typeid_size_most characters, and
// returns their number.
constexpr std::size_t
format_typeid(std::string_view prefix, const std::uint8_t *uuid, char *text)
{
    for (std::size_t i = 0; i < prefix.size(); ++i)
        text[i] = prefix[i];
    if (!prefix.empty())
        text[prefix.size()] = '_';
    write_crockford(typeid_digits, text + typeid_start(prefix), uuid);
    return typeid_start(prefix) + crockford_size;
}

// Reads a TypeID with that valid prefix, and nothing else. The 16 bytes at `uuid` are undefined on failure.
constexpr Parsed
parse_typeid(std::string_view prefix, std::string_view text, std::uint8_t *uuid)
{
    const std::size_t start = typeid_start(prefix);
    for (std::size_t i = 0; i < start && i < text.size(); ++i)
        if (text[i] != (i < prefix.size() ? prefix[i] : '_'))
            return {Fault::letter, i};
    if (text.size() < start)
        return {Fault::length, text.size()};
    Parsed parsed = read_crockford(typeid_digits, {text.data() + start, text.size() - start}, uuid);
    // The first digit is too large: it is a wrong letter, as no other range has such a TypeID.
    if (parsed.fault == Fault::out_of_range)
        parsed.fault = Fault::letter;
    parsed.at += start;
    return parsed;
}

} // namespace ulidkit
