// make() and make_ordered(): ids of given times and fields.
#pragma once

#include "laws/law.hpp"

namespace ulidkit::test {

// make() is the inverse of the accessors: what they say of an id makes it again.
inline void
check_make(const Ulid &id)
{
    LAW(same(Ulid::make(id.time(), id.randomness()), id));
}

inline void
check_make(const Scru160 &id)
{
    LAW(same(Scru160::make(id.milliseconds(), id.counter(), id.random()), id));
}

inline void
check_make(const Ulidflake &id)
{
    LAW(same(Ulidflake::make(id.time(), id.randomness()), id));
    LAW(same(Ulidflake::make_scalable(id.time(), id.scalable_randomness(), id.scalability()), id));
}

inline void
check_make(const Timeid &id)
{
    LAW(same(Timeid::make(id.time(), id.node()), id));
}

inline void
check_make(const Tbsl &id)
{
    LAW(same(Tbsl::make(id.time(), id.machine(), id.suffix()), id));
}

template <class K>
concept MakesOrdered = requires(std::int64_t number)
{
    K::make_ordered(number, number);
};

// For any times and numbers, ids are in the order of the times, to the microsecond, and of the numbers, and equal only
// if both are.
template <MakesOrdered K>
void
check_ordered(std::int64_t time, std::int64_t number, std::int64_t other_time, std::int64_t other_number)
{
    const K id = K::make_ordered(time, number), other = K::make_ordered(other_time, other_number);
    LAW(is_valid(id) && id.time() == floor_to(time, K::tick));
    const int order =
        time != other_time ? (time < other_time ? -1 : 1) : (number > other_number) - (number < other_number);
    LAW(compare(id, other) == order);
}

} // namespace ulidkit::test
