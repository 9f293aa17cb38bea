// Every error that ulidkit raises. A function that raises does not return; one that takes an error-saving context
// (16 and later) may, and then returns 0.
#pragma once

#include "pg/postgres.hpp"

#include "core/kind.hpp"
#include "pg/time.hpp"

namespace ulidkit {

// What messages say about a kind.
struct KindText {
    const char *name;
    const char *text_form;
    char lowest[64]; // canonical texts of the ends
    char highest[64];
    TimestampTz first_time; // of the ends
    TimestampTz last_time;
};

template <Kind K>
KindText
kind_text()
{
    static_assert(K::text_size < sizeof(KindText::lowest));
    KindText text = {
        K::name, K::text_form, {}, {}, to_timestamptz(K::lowest().time()), to_timestamptz(K::highest().time())};
    K::lowest().format(text.lowest);
    K::highest().format(text.highest);
    return text;
}

// 22P02, or 22003 for Fault::range: `text` is no `type`, as `parsed` found; `expected` is the right form.
Datum bad_text(Node *escontext, const char *type, const char *expected, std::string_view text, Parsed parsed,
               const KindText &kind);

// 22P03: a binary form of `size` bytes instead of `expected`.
[[noreturn]] void bad_binary_size(const char *type, std::size_t size, std::size_t expected);

// 22003: a binary form, or a bigint, of the right size that is no value of the kind.
[[noreturn]] void binary_out_of_range(const KindText &kind);
[[noreturn]] void bigint_out_of_range(const char *type, std::int64_t value, std::int64_t lowest, std::int64_t highest);

// 22008: the kind has no id at (for a bound: on the asked side of) `time`. The range is that of `first` to `last`.
[[noreturn]] void time_out_of_range(TimestampTz time, const KindText &kind, TimestampTz first, TimestampTz last);

// The same for other systems' ids, of the layout whose times are `first` to `last`.
[[noreturn]] void snowflake_time_out_of_range(TimestampTz time, TimestampTz first, TimestampTz last);

// 22023
[[noreturn]] void bad_base(int base);
[[noreturn]] void bad_scalability(int id);
[[noreturn]] void bad_snowflake_epoch(TimestampTz epoch, TimestampTz first, TimestampTz last);
[[noreturn]] void bad_snowflake_shift(int shift, int last);
[[noreturn]] void bad_snowflake_unit(const Interval *unit);

// 55000: see generator.hpp.
[[noreturn]] void tick_exhausted(const char *type);
[[noreturn]] void clock_behind(const char *type, std::int64_t microseconds);
[[noreturn]] void clock_stepped_back(const char *type, std::int64_t microseconds);

// 42501: `function` is for superusers.
[[noreturn]] void not_superuser(const char *function);

// A warning: the generators' memory of their last ids is gone.
void warn_of_reset();

// XX000: the source of randomness failed; `reason` is its own, or null.
[[noreturn]] void no_randomness(const char *reason);

} // namespace ulidkit
