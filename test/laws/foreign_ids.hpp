// The times of texts and byte strings, and their bounds, compared with the definition.
#pragma once

#include "core/binaryid.hpp"
#include "core/ulidtext.hpp"
#include "laws/law.hpp"

namespace ulidkit::test {

// The text's number is the greatest whose digits are at or before it, or 0: what is true for any text and number.
template <int Bits, int Length, std::uint64_t Highest>
void
check_beginning(const Beginning<Bits, Length, Highest> &digits, std::string_view text, std::uint64_t number)
{
    char written[Length];
    digits.write(written, number);
    const std::string_view bound(written, Length);
    LAW(digits.last_until(bound) == number);
    LAW((digits.last_until(text) >= number) == (number == 0 || text >= bound));
}

// A bound from a number, as the SQL functions have it: empty for 0.
inline std::string_view
as_bound(const UlidText::Digits &digits, std::uint64_t number, char *to)
{
    digits.write(to, number);
    return {to, number == 0 ? 0 : UlidText::Digits::size};
}

// For any text and any time, comparing with a bound is comparing the times.
inline void
check_ulid_text(const UlidText::Digits &digits, std::string_view text, std::int64_t time)
{
    const std::uint64_t number = digits.last_until(text);
    LAW(number <= UlidText::highest);
    const std::int64_t of_text = UlidText::time(number);
    char written[UlidText::Digits::size];
    std::uint64_t bound = 0;
    bool any = UlidText::first_from(time, bound);
    LAW(any == (time <= UlidText::time(UlidText::highest)));
    LAW(!any || (UlidText::time(bound) >= time && (bound == 0 || UlidText::time(bound - 1) < time)));
    LAW((of_text >= time) == (any && text >= as_bound(digits, bound, written)));
    any = UlidText::first_after(time, bound);
    LAW(any == (time < UlidText::time(UlidText::highest)));
    LAW(!any || (UlidText::time(bound) > time && (bound == 0 || UlidText::time(bound - 1) <= time)));
    LAW((of_text > time) == (any && text >= as_bound(digits, bound, written)));
}

struct BinaryIdArguments {
    std::int64_t epoch;
    int bytes;
    std::int32_t days;
    std::int64_t microseconds;

    // epoch + number * unit, limited to the last time.
    std::int64_t
    time(std::uint64_t number) const
    {
        const Wide unit = Wide{days} * 86'400'000'000 + microseconds;
        const Wide last = BinaryId::last_time;
        // Not multiplied where 128 bits could overflow.
        return static_cast<std::int64_t>(Wide{number} > (last - epoch) / unit ? last : epoch + Wide{number} * unit);
    }
};

inline void
check_binary_id(const BinaryIdArguments &arguments, std::string_view string, std::uint64_t number, std::int64_t time)
{
    BinaryId layout{};
    LAW(BinaryId::make(arguments.epoch, arguments.bytes, 0, arguments.days, arguments.microseconds, layout) ==
        BinaryId::Fault::none);
    LAW(layout.bytes == arguments.bytes);
    const auto read = [&](std::string_view of) {
        return layout.last_until(reinterpret_cast<const std::uint8_t *>(of.data()), of.size());
    };
    std::uint8_t written[BinaryId::most_bytes];
    const auto write = [&](std::uint64_t of) {
        layout.write(written, of);
        return std::string_view(reinterpret_cast<const char *>(written), static_cast<std::size_t>(layout.bytes));
    };
    number &= layout.highest();
    LAW(read(write(number)) == number);
    LAW((read(string) >= number) == (number == 0 || string >= write(number)));
    LAW(layout.time(number) == arguments.time(number));
    LAW(number == 0 || layout.time(number - 1) <= layout.time(number));

    const std::int64_t of_string = arguments.time(read(string));
    const std::int64_t last = arguments.time(layout.highest());
    std::uint64_t bound = 0;
    const auto at_least = [&] { return bound == 0 || string >= write(bound); };
    bool any = layout.first_from(time, bound);
    LAW(any == (time <= last));
    LAW(!any || (arguments.time(bound) >= time && (bound == 0 || arguments.time(bound - 1) < time)));
    LAW((of_string >= time) == (any && at_least()));
    any = layout.first_after(time, bound);
    LAW(any == (time < last));
    LAW(!any || (arguments.time(bound) > time && (bound == 0 || arguments.time(bound - 1) <= time)));
    LAW((of_string > time) == (any && at_least()));
}

} // namespace ulidkit::test
