// TBSL's transport bases, compared with division of a 128-bit integer.
#pragma once

#include "core/tbsl_base.hpp"
#include "laws/law.hpp"

namespace ulidkit::test {

__extension__ using Natural = unsigned __int128;

struct Base {
    int base;
    std::size_t room; // digits of 2^80 - 1
    std::string_view digits;
};

inline constexpr Base bases[] = {
    {16, 20, "0123456789abcdef"},
    {32, 16, "0123456789abcdefghijklmnopqrstuv"},
    {36, 16, "0123456789abcdefghijklmnopqrstuvwxyz"},
    {58, 14, "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"},
    {62, 14, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"},
};

inline constexpr Natural end_of_tbsl = Natural{1'000'000'000'000'000'000} << 20;

// A number without leading zeros.
class Numeral {
public:
    Numeral(Natural value, std::string_view digits)
    {
        do
            letters[--start] = digits[static_cast<std::size_t>(value % digits.size())];
        while ((value /= digits.size()) != 0);
    }

    operator std::string_view() const
    {
        return {letters + start, sizeof letters - start};
    }

private:
    char letters[128];
    std::size_t start = sizeof letters;
};

inline Natural
number_of(const Tbsl &id)
{
    Natural number = 0;
    for (const std::uint8_t byte : id.bytes)
        number = number << 8 | byte;
    return number;
}

// A value is written without leading zeros, and reads back.
inline void
check_base(const Base &base, const Tbsl &id)
{
    const TransportBase &transport = *find_transport_base(base.base);
    char text[tbsl_base_max_size];
    const std::string_view written{text, format_base(transport, id, text)};
    LAW(written == Numeral(number_of(id), base.digits));
    Tbsl read{};
    LAW(parse_base(transport, written, read) && same(read, id));
}

// Any text is read as a number or refused.
inline Parsed
check_base_text(const Base &base, std::string_view text)
{
    Tbsl id{};
    const Parsed parsed = parse_base(*find_transport_base(base.base), text, id);
    LAW(parsed.at <= text.size());
    if (base.base == 58 && text == "0") { // the reference's zero
        LAW(parsed && number_of(id) == 0);
        return parsed;
    }
    if (const std::size_t wrong = text.find_first_not_of(base.digits); wrong != text.npos) {
        LAW(parsed.fault == Fault::letter && parsed.at == wrong);
    } else if (text.empty() || text.size() > base.room) {
        LAW(parsed.fault == Fault::length);
    } else {
        Natural number = 0; // below 2^85
        for (const char letter : text)
            number = number * base.digits.size() + base.digits.find(letter);
        LAW(parsed.fault == (number < end_of_tbsl ? Fault::none : Fault::out_of_range));
        LAW(!parsed || number_of(id) == number);
    }
    if (parsed)
        check_base(base, id);
    return parsed;
}

} // namespace ulidkit::test
