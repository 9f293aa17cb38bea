// What a kind of identifier must provide, and what every kind gets for it. Times are int64 microseconds since
// 1970-01-01T00:00:00Z, leap seconds not counted; a kind's own unit is a whole number of them, its tick.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "core/id.hpp"
#include "core/parse.hpp"

namespace ulidkit {

// Outcome of asking a kind for the id after the last one.
enum class Verdict {
    issued,       // `id` is the next id
    exhausted,    // the last id's tick is full: ask again when the clock reads `until`
    full,         // the same, but the clock needs long for that: ask again with `until` as the floor
    ahead,        // the next id would be further ahead of the clock than allowed until the clock reads `until`
    out_of_range, // no id can be generated at what the clock reads
};

template <class K>
struct Next {
    Verdict verdict;
    bool used_entropy; // whether the entropy decided anything; if not, it can be used again
    // One or the other, because generation takes more instructions if this is larger.
    union {
        std::int64_t time;  // of an issued id, from next_id() only: some kinds have to divide for it
        std::int64_t until; // when to ask again, if that can help
    };
    K id;

    static constexpr Next
    issued(const K &id, bool used_entropy)
    {
        return {Verdict::issued, used_entropy, {.time = 0}, id};
    }

    static constexpr Next
    exhausted(std::int64_t until, bool used_entropy = false)
    {
        return without_id(Verdict::exhausted, used_entropy, until);
    }

    static constexpr Next
    without_id(Verdict verdict, bool used_entropy, std::int64_t until)
    {
        return {verdict, used_entropy, {.until = until}, {}};
    }
};

// Receives a kind's fields from its function fields(), see the concept Kind.
struct FieldProbe {
    void operator()(std::string_view name, std::int64_t value);
    void operator()(std::string_view name, const std::uint8_t *bytes, std::size_t size);
    void operator()(std::string_view name, std::string_view label);
};

// A setting of a kind's generator: a member of its Options, limited to `first` to `last`. A setting with labels has
// one for each of 0, 1 and so on. The initial value in Options is the default.
template <class Options>
struct Setting {
    const char *name; // with the prefix "ulidkit."
    const char *description;
    const char *more; // null if the description is enough
    int Options::*value;
    int first;
    int last;
    const char *const *labels = nullptr; // last - first + 1 of them
};

// A kind without settings.
struct NoOptions {};

// The field of a kind's ids that tells servers apart, with the node of a server, 0 to `last`: a member of its Options,
// of which one of settings[] sets the value; none if it is not given.
template <class Options>
struct NodeField {
    static constexpr int none = -1;

    const char *name; // the specification's name
    int last;
    int Options::*value;
    bool optional; // whether the ids of K_generate() do without it
};

// Whether the ids of a kind have room for the node of a server. node() is that of an id.
template <class K>
concept HasNode = requires(const K &id)
{
    K::node_field.last;
    id.node();
};

// Whether some values between lowest() and highest() are no ids of the kind. The kind then says which are, and steps
// over the others.
template <class K>
concept HasGaps = requires(const K &id)
{
    id.valid();
};

// Whether the ids of a kind are cast to uuid and back.
template <class K>
concept SameAsUuid = requires
{
    K::same_as_uuid;
};

// clang-format off

// Without gaps the neighbours are those of the shape. With gaps, valid() tells the kind's values from the others,
// errors say "Expected <binary_form>.", and increment() and decrement() go to the next value of the kind, or return
// false if there is none.
template <class K>
concept StepsOverGaps = requires(const K &other) {
    requires std::same_as<decltype(&K::increment), bool (K::*)()>;
    requires std::same_as<decltype(&K::decrement), bool (K::*)()>;
    { other.valid() } -> std::same_as<bool>;
    { K::binary_form } -> std::convertible_to<const char *>;
};

template <class K, class Shape>
concept StepsLike = std::same_as<decltype(&K::increment), decltype(&Shape::increment)> &&
    std::same_as<decltype(&K::decrement), decltype(&Shape::decrement)>;

// A value is an int64, passed by value, or a longer byte string, passed by reference.
template <class K, class Shape>
concept Shaped = std::derived_from<K, Shape> && sizeof(K) == sizeof(Shape) && K::by_value == Shape::by_value &&
    K::binary_size == Shape::binary_size && ((HasGaps<K> && StepsOverGaps<K>) || StepsLike<K, Shape>);

template <class K>
concept Kind = (Shaped<K, Int64> || Shaped<K, ByteString<K::binary_size>>) &&
    std::is_trivially_copyable_v<K> && std::is_standard_layout_v<K> &&
    requires(K id, const K &other, std::string_view text, char *to, const std::uint8_t *entropy, std::int64_t time,
             const typename K::Options &options, FieldProbe &probe) {
    // The type's name, and the form of its text, as in "Expected <text_form>, found ...".
    { K::name } -> std::convertible_to<const char *>;
    { K::text_form } -> std::convertible_to<const char *>;
    // Characters of the canonical text, without a terminator.
    { K::text_size } -> std::convertible_to<std::size_t>;
    // Reads any text form into `id`, which is undefined on failure. Writes the canonical one, `text_size` characters.
    { K::parse(text, id) } -> std::same_as<Parsed>;
    { other.format(to) } -> std::same_as<void>;
    // The first and the last id whose text begins with `text`, in upper or lower case as in parse(): see
    // parse_prefix_of(). The form of such a prefix, as in "Expected <prefix_form>, found ...".
    { K::parse_prefix(text, id, id) } -> std::same_as<Parsed>;
    { K::prefix_form } -> std::convertible_to<const char *>;
    // The first and the last value. All values between them are ids of the kind, unless it HasGaps.
    { K::lowest() } -> std::same_as<K>;
    { K::highest() } -> std::same_as<K>;
    // Microseconds in the kind's unit of time, at most longest_tick; the time of any id, at the start of its tick; and
    // the lowest and highest ids of a time, which is the start of a tick that has ids.
    { K::tick } -> std::convertible_to<std::int64_t>;
    { other.time() } -> std::same_as<std::int64_t>;
    { K::lowest_at(time) } -> std::same_as<K>;
    { K::highest_at(time) } -> std::same_as<K>;
    // Whether next() goes ahead of a clock that does not step back, instead of waiting for it.
    { K::runs_ahead } -> std::convertible_to<bool>;
    // First and last time at which an id can be generated: by latest_start, and until earliest_end.
    { K::first_generated } -> std::convertible_to<std::int64_t>;
    { K::last_generated } -> std::convertible_to<std::int64_t>;
    // What an administrator or a user can set. settings[] lists it, if there is anything.
    requires std::default_initializable<typename K::Options>;
    // Random bytes that one call of random_at() or next() can use.
    { K::entropy_size } -> std::convertible_to<std::size_t>;
    // An id of `time`, random where the kind is.
    { K::random_at(time, entropy, options) } -> std::same_as<K>;
    // The id after `last` (which can be null) at the clock reading `time`: issued or exhausted, and above `last`. It
    // depends only on the first 16 bytes of `last`, which is what generators remember.
    { K::next(&other, time, entropy, options) } -> std::same_as<Next<K>>;
    // Hands every field to `probe`, by the specification's name.
    { other.fields(probe) };
};
// clang-format on

// The longest unit of time that a kind can have. A generator can have to wait for the next one, for example after an
// observed id or a quick restart.
inline constexpr std::int64_t longest_tick = 1000000;

// The starts of 2024 and 2150: ids of any kind can be generated between them, and tests for all kinds use no other
// times.
inline constexpr std::int64_t latest_start = 1704067200000000;
inline constexpr std::int64_t earliest_end = 5680281600000000;

// Whether every value of the shape is an id of the kind, as it must be on a type of PostgreSQL's own, whose values are
// not checked.
template <Kind K>
constexpr bool
covers_shape()
{
    K first = K::lowest();
    K last = K::highest();
    return !HasGaps<K> && !first.decrement() && !last.increment();
}

// Whether the value is between lowest() and highest().
template <Kind K>
constexpr bool
within_limits(const K &id)
{
    constexpr K lowest = K::lowest();
    constexpr K highest = K::highest();
    return K::compare(lowest, id) <= 0 && K::compare(id, highest) <= 0;
}

// Whether the value is one of the kind.
template <Kind K>
constexpr bool
is_valid(const K &id)
{
    if constexpr (HasGaps<K>)
        return within_limits(id) && id.valid();
    else
        return within_limits(id);
}

// Goes to the next (previous) id of the kind. If there is none, the result is false and the id undefined.
template <Kind K>
constexpr bool
to_next(K &id)
{
    return id.increment() && within_limits(id);
}

template <Kind K>
constexpr bool
to_previous(K &id)
{
    return id.decrement() && within_limits(id);
}

// Reads a binary form of `size` bytes: Fault::length if the size is wrong, Fault::out_of_range if the value is below
// lowest() or above highest(), and Fault::gap if it is between them but no id.
template <Kind K>
constexpr Fault
load_binary(const std::uint8_t *bytes, std::size_t size, K &id)
{
    if (size != K::binary_size)
        return Fault::length;
    id.load(bytes);
    return is_valid(id) ? Fault::none : within_limits(id) ? Fault::gap : Fault::out_of_range;
}

// Makes the choices that hold for a whole server, from random bytes drawn when the kind's memory was made.
template <Kind K>
constexpr void
settle(typename K::Options &options, const std::uint8_t *drawn)
{
    if constexpr (requires { K::settle(options, drawn); })
        K::settle(options, drawn);
}

constexpr std::int64_t
floor_to(std::int64_t time, std::int64_t unit)
{
    const std::int64_t rest = time % unit;
    return time - (rest < 0 ? rest + unit : rest);
}

// Finds the first id at or after `time`: false if `time` is after the kind's last. Any int64 is a time.
template <Kind K>
constexpr bool
first_from(std::int64_t time, K &id)
{
    if (time <= K::lowest().time())
        id = K::lowest();
    else if (time > K::highest().time())
        return false;
    else
        id = K::lowest_at(floor_to(time + (K::tick - 1), K::tick));
    return true;
}

// Finds the last id at or before `time`: false if `time` is before the kind's first.
template <Kind K>
constexpr bool
last_until(std::int64_t time, K &id)
{
    if (time >= K::highest().time())
        id = K::highest();
    else if (time < K::lowest().time())
        return false;
    else
        id = K::highest_at(floor_to(time, K::tick));
    return true;
}

// Find the first id after `time`, and the last id before it: false if there is none.
template <Kind K>
constexpr bool
first_after(std::int64_t time, K &id)
{
    return time < K::highest().time() && first_from(time + 1, id);
}

template <Kind K>
constexpr bool
last_before(std::int64_t time, K &id)
{
    return time > K::lowest().time() && last_until(time - 1, id);
}

// The rules by which next_id() makes ids: those of a kind. core/snowflake_rules.hpp has others, which are known only
// when ids are made.
template <Kind K>
struct RulesOf {
    using Id = K;

    static constexpr std::int64_t tick = K::tick;
    static constexpr std::int64_t first_generated = K::first_generated;
    static constexpr std::int64_t last_generated = K::last_generated;

    const typename K::Options &options;

    static constexpr std::int64_t
    time(const K &id)
    {
        return id.time();
    }

    constexpr Next<K>
    next(const K *last, std::int64_t now, const std::uint8_t *entropy) const
    {
        return K::next(last, now, entropy, options);
    }
};

template <class Rules>
constexpr bool
is_generated_at(const Rules &rules, std::int64_t time)
{
    return time >= rules.first_generated && time < rules.last_generated + rules.tick;
}

template <Kind K>
constexpr bool
can_generate_at(std::int64_t time)
{
    return is_generated_at(RulesOf<K>{{}}, time);
}

// Makes an id of the tick of `time`: false if none can be generated there.
template <Kind K>
constexpr bool
generate_at(std::int64_t time, const std::uint8_t *entropy, const typename K::Options &options, K &id)
{
    if (!can_generate_at<K>(time))
        return false;
    id = K::random_at(time, entropy, options);
    return true;
}

// The id after `last` (null: none yet) when the clock reads `now`, and of no tick before that of `floor`. This is a
// pure function, for any clock and any last id. An issued id is above `last`, at a time at which ids can be generated,
// and at most `max_lead` microseconds ahead of `now`.
template <class Rules>
constexpr Next<typename Rules::Id>
next_id(const Rules &rules, const typename Rules::Id *last, std::int64_t now, std::int64_t floor, std::int64_t max_lead,
        const std::uint8_t *entropy)
{
    using Id = typename Rules::Id;
    const std::int64_t start = floor > now ? floor : now;
    if (now < rules.first_generated || start >= rules.last_generated + rules.tick) [[unlikely]]
        return Next<Id>::without_id(Verdict::out_of_range, false, 0);
    if (last != nullptr && rules.time(*last) - now > max_lead) [[unlikely]]
        return Next<Id>::without_id(Verdict::ahead, false, rules.time(*last) - max_lead);
    Next<Id> next = rules.next(last, start, entropy);
    if (next.verdict == Verdict::issued) [[likely]] {
        const std::int64_t time = rules.time(next.id);
        if (!is_generated_at(rules, time)) [[unlikely]]
            next.verdict = Verdict::out_of_range;
        else if (time - now > max_lead) [[unlikely]]
            return Next<Id>::without_id(Verdict::ahead, next.used_entropy, time - max_lead);
        else
            next.time = time;
    } else if (next.until - now > 2 * rules.tick) {
        // The clock stepped back, or the floor is ahead of it.
        if (next.until - now > max_lead)
            return Next<Id>::without_id(Verdict::ahead, next.used_entropy, next.until - max_lead);
        next.verdict = is_generated_at(rules, next.until) ? Verdict::full : Verdict::out_of_range;
    }
    return next;
}

template <Kind K>
constexpr Next<K>
next_id(const K *last, std::int64_t now, std::int64_t floor, std::int64_t max_lead, const std::uint8_t *entropy,
        const typename K::Options &options)
{
    return next_id(RulesOf<K>{options}, last, now, floor, max_lead, entropy);
}

} // namespace ulidkit
