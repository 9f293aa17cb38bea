// first_from, first_after, last_before and last_until: the bounds that replace comparisons of times.
#pragma once

#include "laws/law.hpp"

namespace ulidkit::test {

// Checks bounds by their neighbours: no smaller id is at or after the time, and no greater one at or before it.
template <class K>
void
check_bounds(std::int64_t time)
{
    K id{};
    if (first_from(time, id)) {
        LAW(is_valid(id));
        LAW(id.time() >= time);
        LAW(compare(K::lowest(), id) <= 0 && compare(id, K::highest()) <= 0);
        if (compare(id, K::lowest()) != 0) {
            LAW(to_previous(id));
            LAW(id.time() < time);
        }
    } else {
        LAW(K::highest().time() < time);
    }
    if (last_until(time, id)) {
        LAW(is_valid(id));
        LAW(id.time() <= time);
        LAW(compare(K::lowest(), id) <= 0 && compare(id, K::highest()) <= 0);
        if (compare(id, K::highest()) != 0) {
            LAW(to_next(id));
            LAW(id.time() > time);
        }
    } else {
        LAW(K::lowest().time() > time);
    }
    // first_after() begins where last_until() stops, and last_before() stops where first_from() begins, without a gap.
    K other{};
    if (const bool any = last_until(time, id); first_after(time, other)) {
        LAW(other.time() > time);
        LAW(any ? to_next(id) && same(id, other) : same(other, K::lowest()));
    } else {
        LAW(any && same(id, K::highest()));
    }
    if (const bool any = first_from(time, id); last_before(time, other)) {
        LAW(other.time() < time);
        LAW(any ? to_previous(id) && same(id, other) : same(other, K::highest()));
    } else {
        LAW(any && same(id, K::lowest()));
    }
}

// The planner relies on this: for any id and any time, comparing with the bound is comparing the times.
template <class K>
void
check_comparisons(const K &id, std::int64_t time)
{
    K bound{};
    LAW((id.time() >= time) == (first_from(time, bound) && compare(id, bound) >= 0));
    LAW((id.time() > time) == (first_after(time, bound) && compare(id, bound) >= 0));
    LAW((id.time() <= time) == (last_until(time, bound) && compare(id, bound) <= 0));
    LAW((id.time() < time) == (last_before(time, bound) && compare(id, bound) <= 0));
}

} // namespace ulidkit::test
