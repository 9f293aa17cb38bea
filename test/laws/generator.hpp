// A generator with a clock, entropy and settings that the test sets, and the laws for each of its steps.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "core/last_id.hpp"
#include "laws/law.hpp"
#include "laws/rules.hpp"

namespace ulidkit::test {

inline constexpr std::int64_t millisecond = 1000, second = 1'000'000;

template <class K>
bool
same_outcome(const Next<K> &a, const Next<K> &b)
{
    if (a.verdict != b.verdict || a.used_entropy != b.used_entropy)
        return false;
    if (a.verdict == Verdict::issued)
        return a.time == b.time && same(a.id, b.id);
    return a.verdict == Verdict::out_of_range || a.until == b.until;
}

template <class K>
struct Generator {
    typename K::Options options{};
    std::int64_t max_lead = second;
    std::int64_t floor = int64_min;
    std::optional<K> last{};
    // On the heap, so that a sanitizer sees a use of more than entropy_size bytes.
    std::vector<std::uint8_t> entropy = std::vector<std::uint8_t>(K::entropy_size, std::uint8_t{0x5A});

    // next_id() is a pure function: a second call has the same result, and the last id is unchanged. What a server
    // remembers of the last id is enough for it.
    Next<K>
    ask(std::int64_t now) const
    {
        const std::optional<K> before = last;
        const Next<K> next = next_id<K>(last ? &*last : nullptr, now, floor, max_lead, entropy.data(), options);
        const Next<K> again = next_id<K>(before ? &*before : nullptr, now, floor, max_lead, entropy.data(), options);
        LAW(!last || same(*last, *before));
        LAW(same_outcome(next, again));
        if (last) {
            const K remembered = recall<K>(remember(*last));
            LAW(same_outcome(next, next_id<K>(&remembered, now, floor, max_lead, entropy.data(), options)));
        }
        return next;
    }

    Verdict
    verdict(std::int64_t now) const
    {
        return ask(now).verdict;
    }

    // The same, and if the tick is full and the clock far behind, what comes in the next one.
    Next<K>
    ask_on(std::int64_t now)
    {
        const Next<K> next = ask(now);
        if (next.verdict != Verdict::full)
            return next;
        LAW(next.until > std::max(now, floor));
        floor = next.until;
        return ask(now);
    }

    K
    issue(std::int64_t now)
    {
        const Next<K> next = ask_on(now);
        LAW(next.verdict == Verdict::issued);
        if (last)
            LAW(compare(*last, next.id) < 0);
        last = next.id;
        return next.id;
    }

    void
    draw(std::uint8_t every_byte)
    {
        std::fill(entropy.begin(), entropy.end(), every_byte);
    }

    void
    draw(Source &source)
    {
        source.fill(entropy.data(), entropy.size());
    }
};

// The last microsecond of the range for generated ids.
template <class K>
constexpr std::int64_t range_end = K::last_generated + K::tick - 1;

template <class K>
bool
in_range(std::int64_t time)
{
    return time >= K::first_generated && time <= range_end<K>;
}

template <class K>
std::int64_t
tick_of(std::int64_t time)
{
    const std::int64_t rest = time % K::tick;
    return time - (rest < 0 ? rest + K::tick : rest);
}

template <class K>
std::int64_t
any_time(Source &source)
{
    // Near the limits use their neighbours, because wider ranges would miss them.
    const std::int64_t near = source.between(0, source.pick<std::int64_t>({2, 5000}));
    switch (source.below(5)) {
    case 0:
        return K::first_generated + near;
    case 1:
        return range_end<K> - near;
    case 2:
        return source.between(K::first_generated, range_end<K>);
    default:
        return source.between(1'720'000'000'000'000, 1'730'000'000'000'000);
    }
}

// Moves the clock: it mostly stands still or creeps, and sometimes jumps, even out of the kind's range.
template <class K>
std::int64_t
tick_on(std::int64_t now, Source &source)
{
    switch (source.below(64)) {
    case 0:
    case 1:
        return now + source.between(-2 * second, second);
    case 2:
    case 3:
    case 4:
        return now + source.between(-3000, 3000);
    case 5:
        return source.one_in(20) ? any_time<K>(source) : now;
    case 6:
        return source.one_in(50) ? source.pick({int64_min, int64_max, K::first_generated - 1, range_end<K> + 1}) : now;
    case 7:
    case 8:
    case 9:
    case 10:
        return now + source.between(0, 2000);
    default:
        return now + source.between(0, 1) * source.between(0, 2);
    }
}

// The last id of a new generator: none, an id of the tick of `time`, mostly of the last in it, or any id.
template <class K>
std::optional<K>
any_last(std::int64_t time, Source &source)
{
    if (source.one_in(3))
        return {};
    K id = source.one_in(4) ? K::lowest_at(tick_of<K>(time)) : K::highest_at(tick_of<K>(time));
    Bytes<K> bytes = bytes_of(id);
    switch (source.below(4)) {
    case 0:
        source.fill(bytes.data(), bytes.size());
        break;
    case 1:
        bytes[source.below(bytes.size())] = static_cast<std::uint8_t>(source.below(256));
        break;
    default:
        for (std::size_t room = source.below(100); room > 0; --room)
            to_previous(id);
        bytes = bytes_of(id);
    }
    if (load_binary(bytes.data(), bytes.size(), id) != Fault::none)
        return {};
    return id;
}

template <class K>
void
check_issued(const Generator<K> &generator, std::int64_t now, const Next<K> &next)
{
    const std::int64_t time = next.id.time();
    const std::int64_t start = std::max(now, generator.floor);
    LAW(is_valid(next.id));
    LAW(next.time == time);
    LAW(in_range<K>(now));
    LAW(in_range<K>(time));
    LAW(time <= now || time - now <= generator.max_lead);
    LAW(time >= tick_of<K>(start));
    if (!generator.last || tick_of<K>(start) > generator.last->time()) {
        LAW(time == tick_of<K>(start));
    } else {
        LAW(compare(*generator.last, next.id) < 0);
        LAW(time - generator.last->time() <= K::tick);
    }
    if constexpr (HasRules<K>) {
        const typename K::Options &options = generator.options;
        LAW(Rules<K>::obeys(next.id, options));
        if (generator.last && time == generator.last->time())
            LAW(Rules<K>::follows(*generator.last, next.id, options));
        else if (time > start)
            LAW(!Rules<K>::has_room(*generator.last, options) && Rules<K>::advances(*generator.last, start));
    }
}

// If entropy can be used again, it had no influence: with any other the outcome is the same.
template <class K>
void
check_reusable(Generator<K> &generator, std::int64_t now, const Next<K> &next, Source &source)
{
    generator.draw(source);
    LAW(same_outcome(generator.ask(now), next));
}

// Waiting is as short as possible and not in vain: a microsecond before `until` no id is issued, and at `until` one is,
// unless the kind's times end there.
template <class K>
void
check_waiting(Generator<K> generator, std::int64_t now, Next<K> next)
{
    LAW(generator.last.has_value() || generator.floor > now);
    LAW(in_range<K>(now));
    for (int waits = 0; next.verdict == Verdict::exhausted || next.verdict == Verdict::ahead; ++waits) {
        LAW(waits < 3);
        LAW(next.until > now);
        LAW(generator.verdict(next.until - 1) != Verdict::issued);
        if (next.verdict == Verdict::exhausted) {
            LAW(next.until <= generator.last->time() + K::tick);
            LAW(next.until - now <= 2 * K::tick);
            if constexpr (HasRules<K>)
                LAW(!Rules<K>::has_room(*generator.last, generator.options));
        }
        now = next.until;
        next = generator.ask_on(now);
    }
    if (next.verdict == Verdict::issued)
        check_issued(generator, now, next);
    else
        LAW(!in_range<K>(now) || generator.last->time() >= K::last_generated);
}

// A full tick far ahead of the clock: the next tick is within the lead, and has an id.
template <class K>
void
check_full(const Generator<K> &generator, std::int64_t now, const Next<K> &next)
{
    LAW(in_range<K>(now));
    LAW(next.until - now > 2 * K::tick);
    LAW(next.until - now <= generator.max_lead);
    LAW(next.until <= generator.last->time() + K::tick);
    if constexpr (HasRules<K>)
        LAW(!Rules<K>::has_room(*generator.last, generator.options));
    Generator<K> on = generator;
    const Next<K> after = on.ask_on(now);
    LAW(after.verdict == Verdict::issued);
    check_issued(on, now, after);
}

// A generator run through any clock, settings and entropy.
template <class K>
struct Walk {
    Generator<K> generator{};
    std::int64_t now = 0;

    void
    start(Source &source)
    {
        now = any_time<K>(source);
        generator.last = any_last<K>(now, source);
        if (generator.last && source.one_in(2))
            now = generator.last->time() + source.between(-K::tick, K::tick);
        set(source);
    }

    void
    set(Source &source)
    {
        generator.options = any_options<K>(source);
        generator.max_lead =
            source.pick({std::int64_t{0}, std::int64_t{1}, millisecond, second, source.between(0, second), second,
                         second, std::int64_t{3600} * second, int64_max});
        generator.floor = source.one_in(4) && in_range<K>(now)
                              ? std::min(range_end<K>, now + source.between(-second, 2 * second))
                              : int64_min;
    }

    Verdict
    step(Source &source)
    {
        if (source.one_in(100))
            set(source);
        generator.draw(source);
        if (source.one_in(8))
            generator.draw(source.pick<std::uint8_t>({0x00, 0xFF}));
        const Next<K> next = generator.ask(now);
        // If the last id is too far ahead of the clock, that is the verdict, even if its tick is full.
        if (generator.last && in_range<K>(now) && generator.last->time() - now > generator.max_lead)
            LAW(next.verdict == Verdict::ahead);
        if (!next.used_entropy)
            check_reusable(generator, now, next, source);
        switch (next.verdict) {
        case Verdict::issued:
            check_issued(generator, now, next);
            generator.last = next.id;
            break;
        case Verdict::exhausted:
        case Verdict::ahead:
            check_waiting(generator, now, next);
            if (source.one_in(2))
                now = next.until;
            break;
        case Verdict::full:
            check_full(generator, now, next);
            generator.floor = next.until;
            break;
        case Verdict::out_of_range:
            LAW(!in_range<K>(now) || generator.last->time() >= K::last_generated);
            start(source);
            break;
        }
        now = tick_on<K>(now, source);
        return next.verdict;
    }
};

// generate_at() makes an id of the tick of any time in the range for generated ids, and fails for other times.
template <class K>
void
check_generate_at(const Generator<K> &generator, std::int64_t time)
{
    K id{};
    const bool made = generate_at(time, generator.entropy.data(), generator.options, id);
    LAW(made == in_range<K>(time));
    if (made) {
        LAW(is_valid(id));
        LAW(id.time() == tick_of<K>(time));
        if constexpr (HasRules<K>)
            LAW(Rules<K>::obeys(id, generator.options));
    }
}

} // namespace ulidkit::test
