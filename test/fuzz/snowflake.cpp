// Any layout of other systems' ids, any id and any time, most of them near one at which results change.
#include "laws/snowflake.hpp"

#include "fuzz.hpp"

using namespace ulidkit;
using namespace ulidkit::test;

extern "C" int
LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const Input input{data, size};
    Reader reader{input};
    const auto id = reader.number<std::int64_t>();
    const auto epoch = reader.number<std::int64_t>();
    const auto microseconds = reader.number<std::int64_t>();
    const std::int64_t shift = reader.number<std::int8_t>();
    const auto months = reader.number<std::int8_t>();
    const auto days = reader.number<std::int32_t>();
    const SnowflakeArguments arguments{epoch, static_cast<int>(shift), days, microseconds};

    Snowflake layout{};
    const Snowflake::Fault fault = Snowflake::make(epoch, shift, months, days, microseconds, layout);
    const bool sane = epoch >= Snowflake::first_time && epoch <= Snowflake::last_time && shift >= 0 && shift <= 62 &&
                      months == 0 && arguments.unit() > 0;
    LAW(sane == (fault == Snowflake::Fault::none));
    if (!sane)
        return 0;

    const std::int64_t places[] = {arguments.time(id),
                                   arguments.time(int64_min),
                                   arguments.time(int64_max),
                                   epoch,
                                   Snowflake::first_time,
                                   Snowflake::last_time,
                                   int64_min,
                                   int64_max,
                                   reader.number<std::int64_t>()};
    check_snowflake(arguments, id, moved(places[input.first % std::size(places)], reader.number<std::int8_t>()));
    return 0;
}
