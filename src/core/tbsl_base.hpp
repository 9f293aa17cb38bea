// TBSL's transport bases (infocyph/UID, docs/base-encoding.rst): the 80 bits as one number in base 16, 32, 36, 58 or
// 62, without leading zeros.
#pragma once

#include "core/tbsl.hpp"

namespace ulidkit {

// Digits of the longest text in any base.
inline constexpr std::size_t tbsl_base_max_size = 20;

struct TransportBase {
    unsigned base;
    std::size_t max_size; // digits of 2^80 - 1
    std::string_view digits;
};

inline constexpr TransportBase transport_bases[] = {
    {16, 20, "0123456789abcdef"},
    {32, 16, "0123456789abcdefghijklmnopqrstuv"},
    {36, 16, "0123456789abcdefghijklmnopqrstuvwxyz"},
    {58, 14, "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"},
    {62, 14, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"},
};

// Null if there is no such base.
constexpr const TransportBase *
find_transport_base(int base)
{
    for (const TransportBase &candidate : transport_bases)
        if (base >= 0 && candidate.base == static_cast<unsigned>(base))
            return &candidate;
    return nullptr;
}

// Writes `id` at `text`, at most tbsl_base_max_size characters, and returns their number.
constexpr std::size_t
format_base(const TransportBase &base, const Tbsl &id, char *text)
{
    char reversed[tbsl_base_max_size]{};
    std::size_t size = 0;
    Tbsl quotient = id;
    for (bool zero = false; !zero;) {
        unsigned rest = 0;
        zero = true;
        for (std::uint8_t &byte : quotient.bytes) {
            const unsigned value = rest << 8 | byte;
            byte = static_cast<std::uint8_t>(value / base.base);
            rest = value % base.base;
            zero = zero && byte == 0;
        }
        reversed[size++] = base.digits[rest];
    }
    for (std::size_t i = 0; i < size; ++i)
        text[i] = reversed[size - 1 - i];
    return size;
}

// Reads what format_base() writes, and leading zeros up to the base's longest text. In base 58 the reference writes
// zero as "0", which is no digit of that base but is read as zero.
constexpr Parsed
parse_base(const TransportBase &base, std::string_view text, Tbsl &id)
{
    id = Tbsl::lowest();
    if (base.base == 58 && text == "0")
        return {};
    bool fits = true;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t digit = base.digits.find(text[i]);
        if (digit == std::string_view::npos)
            return {Fault::letter, i};
        if (i >= base.max_size)
            continue; // too long already: only look for foreign letters
        unsigned carry = static_cast<unsigned>(digit);
        for (std::size_t byte = id.binary_size; byte-- > 0;) {
            carry += id.bytes[byte] * base.base;
            id.bytes[byte] = static_cast<std::uint8_t>(carry);
            carry >>= 8;
        }
        fits = fits && carry == 0;
    }
    if (text.empty() || text.size() > base.max_size)
        return {Fault::length, text.size()};
    return fits && id.payload() < Tbsl::payload_end ? Parsed{} : Parsed{Fault::out_of_range, 0};
}

} // namespace ulidkit
