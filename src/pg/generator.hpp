// Generators: the core's next-id rules with a clock, randomness and a memory of the last id, which is this process's.
#pragma once

#include "pg/postgres.hpp"

#include "core/kind.hpp"
#include "pg/errors.hpp"
#include "pg/random.hpp"
#include "pg/settings.hpp"

namespace ulidkit {

// Microseconds since 1970 now.
std::int64_t clock_now();

// The node of a timeid where the settings leave it open: drawn once in each process.
int best_effort_node();

// No id could be issued at the clock reading `now`, and `verdict` says why: waits, interruptibly, towards the reading
// `until`, or raises an error. `newest` is the time of the newest id.
void wait_or_fail(const char *type, Verdict verdict, std::int64_t now, std::int64_t until, std::int64_t newest);

// Decides what the settings leave open.
template <Kind K>
inline void
settle(typename K::Options &)
{
}

template <>
inline void
settle<Timeid>(Timeid::Options &options)
{
    if (options.node == Timeid::best_effort)
        options.node = best_effort_node();
}

// What is remembered of a kind's ids.
template <Kind K>
struct Generated {
    bool any;
    std::int64_t clock; // newest reading that an id was generated at
    K last;
};

template <Kind K>
inline Generated<K> generated{};

// The next id of this process.
template <Kind K>
inline K
generate(typename K::Options options)
{
    settle<K>(options);
    Generated<K> &memory = generated<K>;
    for (;;) {
        const std::uint8_t *entropy = peek_random(K::entropy_size);
        const std::int64_t now = clock_now();
        if (now < memory.clock && settings::clock_rollback == static_cast<int>(ClockRollback::error))
            clock_stepped_back(K::name, memory.clock - now);
        const Next<K> next = next_id<K>(memory.any ? &memory.last : nullptr, now,
                                        settings::max_clock_lead * std::int64_t{1000}, entropy, options);
        if (next.drew)
            drop_random(K::entropy_size);
        if (next.verdict == Verdict::issued) {
            memory = {true, now, next.id};
            return next.id;
        }
        if (next.verdict == Verdict::out_of_range)
            time_out_of_range(to_timestamptz(now), kind_text<K>(), to_timestamptz(K::first_generated),
                              to_timestamptz(K::last_generated));
        wait_or_fail(K::name, next.verdict, now, next.until, memory.last.time());
    }
}

// A fresh id at `time`, which no memory knows of.
template <Kind K>
inline K
generate_for(TimestampTz time, const typename K::Options &options)
{
    K id;
    const std::uint8_t *entropy = peek_random(K::entropy_size);
    if (!generate_at<K>(from_timestamptz(time), entropy, options, id))
        time_out_of_range(time, kind_text<K>(), to_timestamptz(K::first_generated), to_timestamptz(K::last_generated));
    drop_random(K::entropy_size);
    return id;
}

} // namespace ulidkit
