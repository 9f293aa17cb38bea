// TypeIDs, compared with the specification's grammar in other words, and with a number that is multiplied out.
#pragma once

#include "core/typeid.hpp"
#include "laws/law.hpp"

namespace ulidkit::test {

inline constexpr std::string_view typeid_prefix_letters = "abcdefghijklmnopqrstuvwxyz_";
inline constexpr std::string_view typeid_suffix_digits = "0123456789abcdefghjkmnpqrstvwxyz";

// ^([a-z]([a-z_]{0,61}[a-z])?)?$
inline Parsed
check_typeid_prefix_law(std::string_view prefix)
{
    const Parsed parsed = check_typeid_prefix(prefix);
    const std::size_t wrong = prefix.starts_with('_') ? 0 : prefix.find_first_not_of(typeid_prefix_letters);
    if (wrong != prefix.npos)
        LAW(parsed.fault == Fault::letter && parsed.at == wrong);
    else if (prefix.ends_with('_'))
        LAW(parsed.fault == Fault::letter && parsed.at == prefix.size() - 1);
    else
        LAW(parsed.fault == (prefix.size() > 63 ? Fault::length : Fault::none));
    return parsed;
}

// A UUID is written with its digits, the prefix and a _ before them, and read again.
inline void
check_typeid(std::string_view prefix, const std::uint8_t *uuid)
{
    char text[typeid_size_most];
    const std::string_view written{text, format_typeid(prefix, uuid, text)};
    LAW(written.size() == (prefix.empty() ? 26 : prefix.size() + 27));
    LAW(written.starts_with(prefix) && (prefix.empty() || written[prefix.size()] == '_'));
    std::uint8_t read[16];
    LAW(parse_typeid(prefix, written, read) && std::memcmp(read, uuid, sizeof read) == 0);
}

// Any text is read as the number of its digits, or refused for its first letter that no TypeID with the prefix, which
// is valid, has there.
inline Parsed
check_typeid_text(std::string_view prefix, std::string_view text)
{
    std::uint8_t uuid[16];
    const Parsed parsed = parse_typeid(prefix, text, uuid);
    const std::size_t start = prefix.empty() ? 0 : prefix.size() + 1;
    std::size_t same = 0;
    while (same < start && same < text.size() && text[same] == (same == prefix.size() ? '_' : prefix[same]))
        ++same;
    const std::size_t wrong = same < start ? same : text.find_first_not_of(typeid_suffix_digits, start);
    if (wrong < text.size()) {
        LAW(parsed.fault == Fault::letter && parsed.at == wrong);
    } else if (text.size() != start + 26) {
        LAW(parsed.fault == Fault::length && parsed.at == text.size());
    } else if (text[start] > '7') {
        LAW(parsed.fault == Fault::letter && parsed.at == start);
    } else {
        LAW(parsed.fault == Fault::none);
        __extension__ unsigned __int128 number = 0;
        for (const char letter : text.substr(start))
            number = number * 32 + typeid_suffix_digits.find(letter);
        for (std::size_t i = 16; i-- > 0; number >>= 8)
            LAW(uuid[i] == static_cast<std::uint8_t>(number));
        check_typeid(prefix, uuid);
        char again[typeid_size_most];
        LAW(std::string_view(again, format_typeid(prefix, uuid, again)) == text);
    }
    return parsed;
}

} // namespace ulidkit::test
