// The file of keys: a line for each, with its name, blanks, and 32 or 64 hexadecimal digits. A # begins a comment, at
// the start of a line or after a blank.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/codec.hpp"

namespace ulidkit {

inline constexpr std::size_t key_file_most = 65536;
inline constexpr std::size_t key_name_most = 63;
inline constexpr std::size_t key_size_most = 32;

// The name is a part of the file.
struct HideKey {
    std::string_view name;
    std::uint8_t bytes[key_size_most];
    std::size_t size; // 16 or 32
};

enum class KeyLine { key, nothing, bad };

constexpr bool
is_key_name(std::string_view name)
{
    for (const char letter : name)
        if (!((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
              (letter >= '0' && letter <= '9') || letter == '_' || letter == '-' || letter == '.'))
            return false;
    return !name.empty() && name.size() <= key_name_most;
}

// The first `size` letters of `text`, or all. substr() can throw, so it needs the C++ runtime where it is not inlined.
constexpr std::string_view
beginning(std::string_view text, std::size_t size)
{
    return {text.data(), size < text.size() ? size : text.size()};
}

// Takes the first word from `line`, without the blanks before it. At the end, and at a comment, it is empty.
constexpr std::string_view
take_word(std::string_view &line)
{
    constexpr std::string_view blanks = " \t\r";
    const std::size_t start = line.find_first_not_of(blanks);
    line.remove_prefix(start < line.size() && line[start] != '#' ? start : line.size());
    const std::string_view word = beginning(line, line.find_first_of(blanks));
    line.remove_prefix(word.size());
    return word;
}

// Reads a line, without its end, into `key`, which has parts of a key even if the line is bad: the caller wipes it.
constexpr KeyLine
parse_key_line(std::string_view line, HideKey &key)
{
    key.name = take_word(line);
    if (key.name.empty())
        return KeyLine::nothing;
    const std::string_view digits = take_word(line);
    if (!is_key_name(key.name) || (digits.size() != 32 && digits.size() != 64) || !take_word(line).empty())
        return KeyLine::bad;
    key.size = digits.size() / 2;
    std::uint8_t seen = 0;
    for (std::size_t i = 0; i < key.size; ++i)
        key.bytes[i] = static_cast<std::uint8_t>(read_digits<2>(hex_lower, digits.data() + 2 * i, seen));
    return has_bad_digit(seen) ? KeyLine::bad : KeyLine::key;
}

// Takes the first line from `text`, without its end.
constexpr std::string_view
take_line(std::string_view &text)
{
    const std::string_view line = beginning(text, text.find('\n'));
    text.remove_prefix(line.size() < text.size() ? line.size() + 1 : line.size());
    return line;
}

} // namespace ulidkit
