// 16 bytes as 26 digits of Crockford's Base32: a ULID, the end of a TypeID, a hidden form.
//
//     digit 0           10                              26
//     | 2 zero bits, 48 bits | 80 bits                  |
#pragma once

#include "core/parse.hpp"

namespace ulidkit {

inline constexpr std::size_t crockford_size = 26;

// Reads `text`, in exactly that many digits, into the 16 bytes at `bytes`, which are undefined on failure. 26 digits
// hold 130 bits: a first digit above 7 is too large.
constexpr Parsed
read_crockford(const Alphabet<32> &alphabet, std::string_view text, std::uint8_t *bytes)
{
    if (text.size() != crockford_size)
        return explain(alphabet, text);
    std::uint8_t seen = 0;
    const std::uint64_t high = read_digits<10>(alphabet, text.data(), seen);
    store_be<6>(bytes, high);
    read_bytes<10>(alphabet, text.data() + 10, bytes + 6, seen);
    if (has_bad_digit(seen))
        return explain(alphabet, text);
    if (high >> 48 != 0)
        return {Fault::out_of_range, 0};
    return {};
}

// Writes the digits of the 16 bytes at `bytes`.
constexpr void
write_crockford(const Alphabet<32> &alphabet, char *text, const std::uint8_t *bytes)
{
    write_digits<10>(alphabet, text, load_be<6>(bytes));
    write_bytes<10>(alphabet, text + 10, bytes + 6);
}

} // namespace ulidkit
