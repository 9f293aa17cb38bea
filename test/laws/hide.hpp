// Hidden forms, with a cipher that is quick and no secret, and the lines of the file of keys.
#pragma once

#include <algorithm>

#include "core/hide.hpp"
#include "core/hide_keys.hpp"
#include "laws/law.hpp"

namespace ulidkit::test {

// A permutation of blocks: six rounds in which each half is changed by a function of the other and of the key.
struct ToyCipher {
    std::uint64_t key;

    static std::uint64_t
    mix(std::uint64_t half, std::uint64_t key)
    {
        half ^= key;
        half *= 0x9E3779B97F4A7C15;
        half ^= half >> 29;
        half *= 0xBF58476D1CE4E5B9;
        return half ^ half >> 32;
    }

    void
    encrypt(std::uint8_t *block) const
    {
        std::uint64_t left = load_be<8>(block), right = load_be<8>(block + 8);
        for (std::uint64_t round = 0; round < 6; ++round) {
            left ^= mix(right, key + round);
            std::swap(left, right);
        }
        store_be<8>(block, left);
        store_be<8>(block + 8, right);
    }

    void
    decrypt(std::uint8_t *block) const
    {
        std::uint64_t left = load_be<8>(block), right = load_be<8>(block + 8);
        for (std::uint64_t round = 6; round-- > 0;) {
            std::swap(left, right);
            left ^= mix(right, key + round);
        }
        store_be<8>(block, left);
        store_be<8>(block + 8, right);
    }
};

// The kinds and Bigint, of which a block has room for: calls `visit` with a std::type_identity of each.
template <class Visit>
void
each_hidable(Visit visit)
{
    all_kinds.each([&]<class K>(std::type_identity<K> identity) {
        if constexpr (Hidable<K> && !std::same_as<K, Uuidv7>)
            visit(identity);
    });
    visit(std::type_identity<Bigint>{});
}

// What is hidden is the id's bytes and zeros, and is revealed.
template <class Id>
void
check_hide(const ToyCipher &cipher, const Id &id)
{
    char text[crockford_size];
    hide(cipher, id, text);
    std::uint8_t block[hide_block_size];
    LAW(parse_hidden({text, sizeof text}, block));
    std::uint8_t plain[hide_block_size], expected[hide_block_size]{};
    std::copy_n(block, sizeof block, plain);
    cipher.decrypt(plain);
    id.store(expected);
    LAW(std::memcmp(plain, expected, sizeof plain) == 0);
    Id revealed{};
    LAW(reveal(cipher, block, revealed) && same(revealed, id));
}

// A text is read if it is 26 digits, the first 0 to 7, and only one text hides an id.
template <class Id>
Parsed
check_hidden_text(const ToyCipher &cipher, std::string_view text)
{
    constexpr std::string_view digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    std::uint8_t block[hide_block_size];
    const Parsed parsed = parse_hidden(text, block);
    if (const std::size_t wrong = text.find_first_not_of(digits); wrong != text.npos)
        LAW(parsed.fault == Fault::letter && parsed.at == wrong);
    else if (text.size() != 26)
        LAW(parsed.fault == Fault::length);
    else if (text[0] > '7')
        LAW(parsed.fault == Fault::letter && parsed.at == 0);
    else
        LAW(parsed.fault == Fault::none);
    if (!parsed)
        return parsed;
    std::uint8_t plain[hide_block_size];
    std::copy_n(block, sizeof block, plain);
    cipher.decrypt(plain);
    const bool zeros = std::all_of(plain + Id::binary_size, plain + sizeof plain, [](auto byte) { return byte == 0; });
    Id id{}, stored{};
    bool valid = true;
    if constexpr (Kind<Id>)
        valid = load_binary(plain, Id::binary_size, stored) == Fault::none;
    else
        stored.load(plain);
    const bool revealed = reveal(cipher, block, id);
    LAW(revealed == (zeros && valid));
    if (revealed) {
        LAW(same(id, stored));
        char again[crockford_size];
        hide(cipher, id, again);
        LAW(std::string_view(again, sizeof again) == text);
    }
    return parsed;
}

// A text that hides these bytes and zeros, whether they are an id or not.
template <class Id>
void
check_hidden_bytes(const ToyCipher &cipher, const std::uint8_t *bytes)
{
    std::uint8_t block[hide_block_size]{};
    std::copy_n(bytes, Id::binary_size, block);
    cipher.encrypt(block);
    char text[crockford_size];
    write_crockford(crockford, text, block);
    LAW(check_hidden_text<Id>(cipher, {text, sizeof text}));
}

// Version 7 is hidden in version 8, all of it and nothing else.
inline void
check_hidden_uuid(const ToyCipher &cipher, const Uuidv7 &id)
{
    const auto field = [](const Uuidv7 &uuid) { return std::pair{uuid.bytes[6] >> 4, uuid.bytes[8] >> 6}; };
    Uuidv7 form = id;
    LAW(hide_uuid(cipher, form) == (field(id) == std::pair{7, 2}));
    if (field(id) == std::pair{7, 2}) {
        LAW(field(form) == std::pair(8, 2));
        LAW(reveal_uuid(cipher, form) && same(form, id));
    }
    Uuidv7 revealed = id;
    LAW(reveal_uuid(cipher, revealed) == (field(id) == std::pair{8, 2}));
    if (field(id) == std::pair{8, 2}) {
        LAW(field(revealed) == std::pair(7, 2));
        LAW(hide_uuid(cipher, revealed) && same(revealed, id));
    }
}

// A line of the file of keys: its words, up to a comment, are none, or a name and digits.
inline KeyLine
check_key_line(std::string_view line)
{
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.";
    constexpr std::string_view digits = "0123456789abcdefABCDEF";
    HideKey key{};
    const KeyLine found = parse_key_line(line, key);
    std::string_view words[3];
    std::size_t count = 0;
    bool inside = false;
    for (std::size_t i = 0; i < line.size() && (inside || line[i] != '#'); ++i) {
        const bool blank = line[i] == ' ' || line[i] == '\t' || line[i] == '\r';
        if (!blank && !inside && count < 3)
            words[count++] = line.substr(i, 0);
        inside = !blank;
        if (inside)
            words[count - 1] = {words[count - 1].data(),
                                static_cast<std::size_t>(line.data() + i + 1 - words[count - 1].data())};
    }
    const bool good = count == 2 && words[0].size() <= 63 && words[0].find_first_not_of(letters) == line.npos &&
                      (words[1].size() == 32 || words[1].size() == 64) &&
                      words[1].find_first_not_of(digits) == line.npos;
    LAW(found == (count == 0 ? KeyLine::nothing : good ? KeyLine::key : KeyLine::bad));
    if (found == KeyLine::key) {
        LAW(key.name == words[0] && key.size == words[1].size() / 2);
        for (std::size_t i = 0; i < words[1].size(); ++i) {
            const std::size_t digit = digits.find(words[1][i]);
            const std::size_t byte = key.bytes[i / 2];
            LAW((i % 2 == 0 ? byte >> 4 : byte & 15) == (digit < 16 ? digit : digit - 6));
        }
    }
    return found;
}

// All lines, with what ends them, are the file.
inline void
check_key_file(std::string_view file)
{
    std::size_t size = 0, lines = 0;
    for (std::string_view rest = file; !rest.empty(); ++lines) {
        const std::string_view line = take_line(rest);
        LAW(line.find('\n') == line.npos);
        check_key_line(line);
        size += line.size();
    }
    const auto ends = static_cast<std::size_t>(std::count(file.begin(), file.end(), '\n'));
    LAW(size + ends == file.size() && lines == ends + (file.empty() || file.ends_with('\n') ? 0 : 1));
}

} // namespace ulidkit::test
