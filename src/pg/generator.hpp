// Generators: the core's next-id rules with a clock, randomness, and the server's memory of the last id.
#pragma once

#include "pg/postgres.hpp"

#include "core/kind.hpp"
#include "pg/errors.hpp"
#include "pg/random.hpp"
#include "pg/settings.hpp"
#include "pg/shared.hpp"

namespace ulidkit {

// Microseconds since 1970 now.
std::int64_t clock_now();

// A reading of the clock was before `newest`, at which an id was issued. Reads the clock again, because another process
// can have been faster. If the clock stepped back, counts that and accepts it or raises an error, as
// ulidkit.clock_rollback says.
void check_clock(const char *kind, Memory &memory, std::int64_t newest);

// No id could be issued at the clock reading `now`, for the reason `verdict`. Waits interruptibly towards the reading
// `until`, or raises an error.
void wait_or_fail(const char *kind, Memory &memory, Verdict verdict, std::int64_t now, std::int64_t until);

// Raises the error that no id of K can be generated at `time`.
template <Kind K>
[[noreturn]] inline void
cannot_generate_at(TimestampTz time)
{
    time_out_of_range(time, K::name, to_timestamptz(K::first_generated), to_timestamptz(K::last_generated));
}

// The next id of this server, above every id that a call returned before this one began.
template <Kind K>
inline K
generate(typename K::Options options)
{
    const std::int64_t max_lead = settings::max_clock_lead * std::int64_t{1000};
    for (;;) {
        // Looked up again after each wait, during which recovery can have ended.
        Memory &memory = begun_memory_of<K>();
        settle<K>(options, memory.drawn);
        const std::uint8_t *entropy = peek_random(K::entropy_size);
        const std::int64_t now = clock_now();

        SpinLockAcquire(&memory.lock);
        const std::int64_t newest = memory.clock;
        if (now < newest) {
            SpinLockRelease(&memory.lock);
            check_clock(K::name, memory, newest);
            continue;
        }
        const K last = memory.last_id<K>();
        const Next<K> next = next_id<K>(memory.any ? &last : nullptr, now, memory.floor, max_lead, entropy, options);
        if (next.verdict == Verdict::issued)
            memory.remember(next.id, now);
        SpinLockRelease(&memory.lock);

        if (next.drew)
            drop_random(K::entropy_size);
        if (next.verdict == Verdict::issued)
            return next.id;
        if (next.verdict == Verdict::out_of_range)
            cannot_generate_at<K>(to_timestamptz(now));
        wait_or_fail(K::name, memory, next.verdict, now, next.until);
    }
}

// A fresh id at `time`, not recorded in the generator's memory.
template <Kind K>
inline K
generate_for(TimestampTz time, const typename K::Options &options)
{
    K id;
    const std::uint8_t *entropy = peek_random(K::entropy_size);
    if (!generate_at<K>(from_timestamptz(time), entropy, options, id))
        cannot_generate_at<K>(time);
    drop_random(K::entropy_size);
    return id;
}

} // namespace ulidkit
