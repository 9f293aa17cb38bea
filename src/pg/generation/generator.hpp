// Generators: the core's next-id rules with a clock, randomness, and the server's memory of the last id.
#pragma once

#include "pg/postgres.hpp"

#include "core/kind.hpp"
#include "pg/errors.hpp"
#include "pg/generation/ceilings.hpp"
#include "pg/generation/random.hpp"
#include "pg/settings.hpp"
#include "pg/time.hpp"

namespace ulidkit {

// A reading of the clock was before `newest`, an earlier one at which an id was issued or a ceiling was written. Reads
// the clock again, because another process can have been faster. If the clock stepped back, counts that and accepts it
// or raises an error, as ulidkit.on_clock_step_back says.
void check_clock(const char *kind, Memory &memory, std::int64_t newest);

// For a session in which a step back is an error: raises it also if another session has accepted the step, until
// the clock has caught up.
void refuse_step_back(const char *kind, Memory &memory, std::int64_t reading);

// No id could be issued at the clock reading `now`, for the reason `verdict`: exhausted or ahead. Waits interruptibly
// towards the reading `until`, or raises an error.
void wait_or_fail(Memory &memory, const Generator &generator, Verdict verdict, std::int64_t now, std::int64_t until);

// Raises the error that no id of K can be generated at `time`.
template <Kind K>
[[noreturn]] inline void
cannot_generate_at(TimestampTz time)
{
    time_out_of_range(time, K::name, to_timestamptz(K::first_generated), to_timestamptz(K::last_generated));
}

// What generation and observation need to know of the ids of a kind. generation/snowflakes.hpp has the same for those
// of a layout.
template <Kind K>
struct KindSource {
    using Id = K;
    static constexpr std::size_t entropy_size = K::entropy_size;
    static constexpr std::size_t text_size = K::text_size;

    typename K::Options options;

    static const Generator &
    generator()
    {
        return generator_of<K>;
    }

    // The memory, from which an id can be issued.
    Memory &
    begin()
    {
        Memory &memory = begun_memory_of<K>();
        settle<K>(options, memory.drawn);
        return memory;
    }

    RulesOf<K>
    rules() const
    {
        return {options};
    }

    static Remembered
    remember(const K &id)
    {
        return ulidkit::remember(id);
    }

    static K
    recall(const Remembered &remembered)
    {
        return ulidkit::recall<K>(remembered);
    }

    // Writes an id, text_size characters.
    static std::string_view
    format(const K &id, char *text)
    {
        id.format(text);
        return {text, text_size};
    }

    [[noreturn]] static void
    out_of_range(TimestampTz time)
    {
        cannot_generate_at<K>(time);
    }
};

// A reading of the clock that is older than the newest one by less than this, in microseconds, is taken as the newest
// and checked afterwards: mostly another process has issued an id since.
constexpr std::int64_t late_reading = 1000;

// Goes on after next_id() has issued nothing at the clock reading `now`: returns when it is to be asked again, or
// raises an error.
template <class Source, class Id>
[[gnu::cold, gnu::noinline]] inline void
not_issued(const Source &source, Memory &memory, const Next<Id> &next, std::int64_t now)
{
    if (next.verdict == Verdict::out_of_range)
        source.out_of_range(to_timestamptz(now));
    // This process can have been preempted after the reading, and the others have gone on with the clock.
    const std::int64_t present = clock_now();
    if (present >= next.until || present - now >= late_reading)
        return;
    if (next.verdict == Verdict::full)
        raise(memory.floor, next.until);
    else
        wait_or_fail(memory, source.generator(), next.verdict, present, next.until);
}

// An id was issued at the clock reading `reading`; `newest` was the newest one before.
inline void
keep_reading(const char *kind, Memory &memory, std::int64_t reading, std::int64_t newest)
{
    if (std::int64_t found = newest; reading > newest) {
        // If another process has changed it meanwhile: to a later reading, to an earlier one, or to one before `newest`
        // because the clock stepped back.
        if (unlikely(!memory.clock.compare_exchange_strong(found, reading, std::memory_order_relaxed)))
            raise(memory.clock, reading, newest);
    } else if (unlikely(reading < newest)) {
        check_clock(kind, memory, newest);
    }
}

// The next id of this server, above every id that a call returned before this one began.
template <class Source>
[[gnu::flatten]] inline typename Source::Id
generate(Source source)
{
    using Id = typename Source::Id;
    const Generator &generator = source.generator();
    const std::int64_t max_lead = settings::max_lead();
    for (;;) {
        // Looked up again after each wait, during which recovery can have ended.
        Memory &memory = source.begin();
        const std::uint8_t *entropy = peek_random(Source::entropy_size);
        const std::int64_t reading = clock_now();
        const std::int64_t newest = memory.clock.load(std::memory_order_relaxed);
        std::int64_t now = reading;
        if (unlikely(reading < newest)) {
            if (newest - reading >= late_reading) {
                check_clock(generator.kind, memory, newest);
                continue;
            }
            // Behind other processes most readings are late. After another one that, too, would be late again.
            now = newest;
        }
        if (unlikely(settings::on_clock_step_back == static_cast<int>(OnClockStepBack::error)))
            refuse_step_back(generator.kind, memory, reading);

        // What is computed from a glimpse of the last id holds if that can be exchanged.
        Remembered seen = glimpse(memory.last);
        for (;;) {
            const Id last = source.recall(seen);
            // Read after the last id, which acquires, because reset() lowers the floor before it removes that id.
            const std::int64_t floor = memory.floor.load(std::memory_order_relaxed);
            const Next<Id> next = next_id(source.rules(), seen.any() ? &last : nullptr, now, floor, max_lead, entropy);
            const bool issued = next.verdict == Verdict::issued;
            if (unlikely(issued && next.time >= memory.ceiling)) {
                raise_ceiling(memory, generator, true);
                CHECK_FOR_INTERRUPTS();
                break;
            }
            if (unlikely(!memory.exchange(seen, issued ? source.remember(next.id) : seen)))
                continue;

            // The random bytes can be used again if no id was issued, unless that was because of them.
            if (next.used_entropy)
                drop_random(Source::entropy_size);
            if (unlikely(!issued)) {
                if (reading < newest)
                    check_clock(generator.kind, memory, newest);
                not_issued(source, memory, next, now);
                break;
            }
            keep_reading(generator.kind, memory, reading, newest);
            memory.generated.fetch_add(1, std::memory_order_relaxed);
            // By the clock, too: within a long tick all IDs are of one time.
            if (unlikely(Max(next.time, now) >= memory.renewal)) {
                // The ceiling is lower than before if recovery has ended or the generator was reset meanwhile. After a
                // reset, the id can be above the new one, too: it is given up. Who writes a ceiling has exchanged the
                // last id before, so that either that process has found this id or this one finds the new renewal.
                raise_ceiling(memory, generator, next.time >= memory.ceiling);
                if (next.time >= memory.ceiling)
                    break;
            }
            return next.id;
        }
    }
}

template <Kind K>
inline K
generate(const typename K::Options &options)
{
    return generate(KindSource<K>{options});
}

constexpr int no_node = NodeField<NoOptions>::none;

// While observed ids with this server's node come at shorter intervals than this, in microseconds, they are one case.
constexpr std::int64_t conflict_pause = 60000000;

// The node of this server in ids of K: of the kind's setting, or of ulidkit.node, which can be one that the kind has no
// room for; or none.
template <Kind K>
inline int
node_setting()
{
    const int own = settings::of_kind<K>.*K::node_field.value;
    return own != K::node_field.none ? own : settings::node.value;
}

// The same, or an error if the kind has no room for it, or if the server refused the setting.
template <Kind K>
inline int
checked_node()
{
    const int node = node_setting<K>();
    if (unlikely(settings::refused_node<K> != nullptr))
        setting_refused(settings::name_of<K>(K::node_field.value), settings::refused_node<K>);
    if (unlikely(node == K::node_field.none && settings::node.refused != nullptr))
        setting_refused(settings::node.name, settings::node.refused);
    if (unlikely(node > K::node_field.last))
        node_out_of_range(K::name, node, K::node_field.name, K::node_field.last,
                          settings::name_of<K>(K::node_field.value));
    return node;
}

// The options of K_generate().
template <Kind K>
inline typename K::Options
present_options()
{
    typename K::Options options = settings::of_kind<K>;
    if constexpr (HasNode<K>)
        if constexpr (!K::node_field.optional)
            options.*K::node_field.value = checked_node<K>();
    return options;
}

// The node that this server's ids of K have at present; none if the kind has no room for it, or if they have the
// default because none is set.
template <Kind K>
inline int
own_node(const Memory &memory)
{
    typename K::Options options = settings::of_kind<K>;
    options.*K::node_field.value = node_setting<K>();
    settle<K>(options, memory.drawn);
    const int node = options.*K::node_field.value;
    return node > K::node_field.last ? K::node_field.none : node;
}

// Makes the next id of this server greater than `id`, which another server can have generated: its node is `id_node`,
// and that of this server `node`, or none. Raises an error, and changes nothing, if it would be further ahead of the
// clock than allowed. If the ceiling cannot be written, that is an error, too, but the next id is greater as long as
// the server runs.
template <class Source, class Id = typename Source::Id>
inline void
observe(const Source &source, Memory &memory, const Id &id, int id_node, int node, const char *node_name)
{
    const Generator &generator = source.generator();
    const std::int64_t time = source.rules().time(id);
    // The next id is of a later tick. If that is beyond the lead, it waits for a tick at most.
    const std::int64_t after = time + generator.tick;
    const std::int64_t now = clock_now();
    bool warn = false;

    // What is not remembered of the last id is left out of both, or one that is equal to it would be newer.
    const Id last = source.recall(memory.read_last());
    const bool newer = Id::compare(last, source.recall(source.remember(id))) < 0;
    const bool rises = newer && after > memory.floor;
    const bool too_far = rises && time - now > settings::max_lead();
    if (rises && !too_far)
        raise(memory.floor, after);
    // A start begins at the ceiling, so that has to be above the id as well, also if another process has raised the
    // floor and not yet written, or could not.
    const bool above_ceiling = newer && !too_far && after > memory.ceiling;
    if (newer && !too_far && node != no_node && id_node == node) {
        SpinLockAcquire(&memory.lock);
        Memory::Counts &counts = memory.counts;
        if (time >= counts.began) {
            warn = counts.conflicts == 0 || now - counts.conflict >= conflict_pause;
            ++counts.conflicts;
            counts.conflict = now;
        }
        SpinLockRelease(&memory.lock);
    }

    if (warn) {
        char text[Source::text_size];
        warn_of_conflict(generator.kind, node_name, node, source.format(id, text));
    }
    if (too_far)
        observed_too_far(generator.kind, time - now);
    if (above_ceiling)
        raise_ceiling(memory, generator, true);
}

// The same for an id of a kind.
template <Kind K>
inline void
observe(const K &id)
{
    // PostgreSQL's type has values that are no ids of the kind.
    if constexpr (requires { id.genuine(); })
        if (!id.genuine())
            return;
    KindSource<K> source{};
    Memory &memory = source.begin();
    if constexpr (HasNode<K>)
        observe(source, memory, id, static_cast<int>(id.node()), own_node<K>(memory), K::node_field.name);
    else
        observe(source, memory, id, no_node, no_node, nullptr);
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
