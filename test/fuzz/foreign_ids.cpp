// Any text and byte string, any layout and any time, most of them near one at which results change.
#include "laws/foreign_ids.hpp"

#include "fuzz.hpp"

using namespace ulidkit;
using namespace ulidkit::test;

extern "C" int
LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const Input input{data, size};
    Reader reader{input};
    const auto number = reader.number<std::uint64_t>();
    const auto any = reader.number<std::int64_t>();
    const auto epoch = reader.number<std::int64_t>();
    const auto microseconds = reader.number<std::int64_t>();
    const std::int64_t bytes = reader.number<std::int8_t>();
    const auto months = reader.number<std::int8_t>();
    const auto days = reader.number<std::int32_t>();
    const std::int64_t step = reader.number<std::int8_t>();
    // The others are what is read, up to where the input ends.
    const std::string_view text = input.text().substr(std::min<std::size_t>(input.size, 8));

    for (const UlidText::Digits *digits : {&UlidText::upper, &UlidText::lower}) {
        check_beginning(*digits, text, number >> 16);
        for (const std::int64_t place : {any, UlidText::time(digits->last_until(text)), UlidText::time(number >> 16)})
            check_ulid_text(*digits, text, moved(place, step));
    }
    BinaryId layout{};
    const BinaryIdArguments arguments{epoch, static_cast<int>(bytes), days, microseconds};
    if (BinaryId::make(epoch, bytes, months, days, microseconds, layout) != BinaryId::Fault::none) {
        const Wide unit = Wide{days} * 86'400'000'000 + microseconds;
        LAW(epoch < Snowflake::first_time || epoch > Snowflake::last_time || bytes < 1 || bytes > 8 || months != 0 ||
            unit <= 0);
        return 0;
    }
    for (const std::int64_t place :
         {any, arguments.time(number & layout.highest()), arguments.time(layout.highest()), epoch, BinaryId::last_time})
        check_binary_id(arguments, text, number, moved(place, step));
    return 0;
}
