// The times of ids that are kept as byte strings and begin with a number of units of time from an epoch, big-endian:
//
//     ULID, https://github.com/ulid/spec: 48 bits of milliseconds since 1970
//
//     ObjectId, https://www.mongodb.com/docs/manual/reference/bson-types/: 32 bits of seconds since 1970
//
//     XID, https://github.com/rs/xid: 32 bits of seconds since 1970
//
//     KSUID, https://github.com/segmentio/ksuid: 32 bits of seconds since 2014-05-13 16:53:20 UTC
//
// Any byte string has a time, also a short one, and the time never falls as the string rises in the order of bytes: it
// is that of the greatest number whose bytes are at or before the string, or of 0 if there is none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/snowflake.hpp"

namespace ulidkit {

struct BinaryId {
    static constexpr int most_bytes = 8;
    static constexpr std::int64_t last_time = Snowflake::last_time;

    enum class Fault { none, epoch, bytes, unit };

    std::int64_t epoch; // microseconds since 1970
    int bytes;          // 1 .. most_bytes
    std::uint64_t unit; // in microseconds

    // Makes the layout of these three, or returns what is wrong with them. Epoch and unit are those of a Snowflake.
    static constexpr Fault
    make(std::int64_t epoch, std::int64_t bytes, std::int64_t months, std::int32_t days, std::int64_t microseconds,
         BinaryId &layout)
    {
        Snowflake checked{};
        switch (Snowflake::make(epoch, 0, months, days, microseconds, checked)) {
        case Snowflake::Fault::epoch:
            return Fault::epoch;
        case Snowflake::Fault::unit:
            return Fault::unit;
        default:
            break;
        }
        if (bytes < 1 || bytes > most_bytes)
            return Fault::bytes;
        layout = {checked.epoch, static_cast<int>(bytes), checked.unit};
        return Fault::none;
    }

    constexpr std::uint64_t
    highest() const
    {
        return ~std::uint64_t{0} >> 8 * (most_bytes - bytes);
    }

    // The greatest number whose bytes are at or before the string, or 0. Of a string that is too short, the first
    // number that begins with it is after it.
    constexpr std::uint64_t
    last_until(const std::uint8_t *string, std::size_t size) const
    {
        const auto wanted = static_cast<std::size_t>(bytes);
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < wanted; ++i)
            number = number << 8 | (i < size ? string[i] : 0U);
        return size < wanted && number != 0 ? number - 1 : number;
    }

    constexpr void
    write(std::uint8_t *to, std::uint64_t number) const
    {
        for (int i = bytes; i-- > 0; number >>= 8)
            to[i] = static_cast<std::uint8_t>(number);
    }

    // At the start of the number's unit; last_time for all that are beyond it.
    constexpr std::int64_t
    time(std::uint64_t number) const
    {
        const std::uint64_t most = distance(last_time);
        std::uint64_t elapsed;
        if (__builtin_mul_overflow(number, unit, &elapsed) || elapsed > most)
            elapsed = most;
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(epoch) + elapsed);
    }

    // Finds the first number whose time is at or after `time`, any int64: false if there is none.
    constexpr bool
    first_from(std::int64_t time, std::uint64_t &number) const
    {
        number = 0;
        if (time <= epoch)
            return true;
        if (time > this->time(highest()))
            return false;
        number = (distance(time) - 1) / unit + 1;
        return true;
    }

    constexpr bool
    first_after(std::int64_t time, std::uint64_t &number) const
    {
        return time < std::numeric_limits<std::int64_t>::max() && first_from(time + 1, number);
    }

private:
    // From the epoch, which is no later.
    constexpr std::uint64_t
    distance(std::int64_t time) const
    {
        return static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(epoch);
    }
};

} // namespace ulidkit
