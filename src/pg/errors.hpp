// Every message of ulidkit. Errors do not return, except that one with an error-saving context (16 and later) can
// return 0.
#pragma once

#include "pg/postgres.hpp"

#include "core/kind.hpp"
#include "pg/time.hpp"

namespace ulidkit {

// The parts of messages that depend on the kind.
struct KindText {
    const char *name;
    char lowest[64]; // canonical texts of the first and last value
    char highest[64];
    bool is_uuid;      // whether a uuid has the same bytes
    std::size_t bytes; // of the binary form
};

template <Kind K>
KindText
kind_text()
{
    static_assert(K::text_size < sizeof(KindText::lowest));
    KindText text = {K::name, {}, {}, SameAsUuid<K>, K::binary_size};
    K::lowest().format(text.lowest);
    K::highest().format(text.highest);
    return text;
}

// The parts of messages that depend on whose ids are laid out by an epoch, a number and a unit.
struct LayoutText {
    const char *ids;
    const char *number; // what it is, and its limits
    int least;
    int most;
};

// 22P02, or 22003 for Fault::out_of_range: `text` is no value of the kind, for the reason `parsed`; `expected`
// describes the right form. `is_input`: of the type, with a hint if `text` is not an id but begins with a date, or is a
// UUID or the bytes of an id in hexadecimal digits.
Datum bad_text(Node *escontext, const KindText &kind, const char *expected, std::string_view text, Parsed parsed,
               bool is_input = false);

// 22P03: a binary form of `size` bytes instead of `expected`.
[[noreturn]] void bad_binary_size(const char *type, std::size_t size, std::size_t expected);

// 22P03: a binary form of the right size and within the limits that is no value of the kind; `expected` describes the
// right form.
[[noreturn]] void bad_binary(const char *type, const char *expected);

// 22003: a binary form, or a bigint, of the right size that is no value of the kind.
[[noreturn]] void binary_out_of_range(const KindText &kind);
[[noreturn]] void bigint_out_of_range(const char *type, std::int64_t value, std::int64_t lowest, std::int64_t highest);

// 22008: the kind has no id at `time`, or for a bound, on that side of it. Its times are `first` to `last`.
[[noreturn]] void time_out_of_range(TimestampTz time, const char *kind, TimestampTz first, TimestampTz last);

// The same for ULIDs as texts, and for other systems' ids, of a layout.
[[noreturn]] void ulidtext_time_out_of_range(TimestampTz time, TimestampTz first, TimestampTz last);
[[noreturn]] void layout_time_out_of_range(const LayoutText &text, TimestampTz time, TimestampTz first,
                                           TimestampTz last);

// 22023: a field of a kind is not between 0 and `last`, or not of the expected size in bytes.
[[noreturn]] void bad_field(const char *kind, const char *field, std::int64_t value, std::int64_t last);
[[noreturn]] void bad_field_size(const char *kind, const char *field, std::size_t size, std::size_t expected);

// 22023
[[noreturn]] void bad_base(int base);

// 22023: a part of a layout is impossible. `too_long`: its unit, for ids that are to be generated.
[[noreturn]] void bad_layout_epoch(const LayoutText &text, TimestampTz epoch, TimestampTz first, TimestampTz last);
[[noreturn]] void bad_layout_number(const LayoutText &text, int number);
[[noreturn]] void bad_layout_unit(const LayoutText &text, const Interval *unit, bool too_long = false);

// 22023: a prefix that TypeIDs cannot have, and 22P02: `text` is no TypeID with that prefix.
[[noreturn]] void bad_typeid_prefix(std::string_view prefix, Parsed parsed);
[[noreturn]] void bad_typeid(std::string_view prefix, std::string_view text, Parsed parsed);

// 22P02: a text is of another form than the hidden forms of the kind. 22023: a text is of that form, but hides no id; a
// UUID has no hidden form. None shows the text or the UUID: who reads a view of hidden forms gets the errors, too.
[[noreturn]] void bad_hidden_form(const char *kind);
[[noreturn]] void hides_nothing(const char *kind);
[[noreturn]] void not_to_be_hidden(int version, int variant);

// 55000: the setting has no file.
[[noreturn]] void key_file_not_set(const char *setting);

// The file of keys could not be opened or read, which `action` tells, for the reason in errno. F0000: it has something
// else than keys, or others than it should can read it. The setting stands for the name of the file, which not every
// role may know.
[[noreturn]] void key_file_failure(const char *action);
[[noreturn]] void key_file_not_regular();
[[noreturn]] void key_file_of_others();
[[noreturn]] void key_file_exposed();
[[noreturn]] void key_file_too_long(std::size_t most);
[[noreturn]] void key_file_without_keys();
// What is in the line is not shown. The line `same_name` has a key of the same name, or it is 0.
[[noreturn]] void key_file_bad_line(int line, int same_name);

// 42704. Without a name it does not show it.
[[noreturn]] void unknown_key(std::string_view name);

// An entry in the server's log, for no client: the file has another key for a name, and was not taken over.
void log_changed_key(int line);

// 42501: who calls a function that reveals ids cannot call `function`.
[[noreturn]] void may_not_reveal(const char *function);

// XX000: AES-128 or HMAC-SHA-256 failed; `reason` is OpenSSL's.
[[noreturn]] void cipher_failure(const char *reason);

// 0A000: a key of a GiST index on a kind has no input.
[[noreturn]] void no_gist_key_input(const char *kind);

// XX000: an operator family has an operator that the kind's support functions do not know.
[[noreturn]] void unknown_strategy(int strategy);

// 53000: see generator.hpp.
[[noreturn]] void tick_exhausted(const char *type);

// 55000: see generator.hpp.
[[noreturn]] void clock_behind(const char *type, std::int64_t microseconds);
[[noreturn]] void clock_stepped_back(const char *type, std::int64_t microseconds);

// 22008: an observed id is ahead of the clock by that much.
[[noreturn]] void observed_too_far(const char *type, std::int64_t microseconds);

// 22023: ulidkit.node is above `last`, the highest that the kind has room for in its field; `setting` is the
// kind's own.
[[noreturn]] void node_out_of_range(const char *type, int node, const char *field, int last, const char *setting);

// 22023: the server refused a value of a setting that it has only one of.
[[noreturn]] void setting_refused(const char *setting, const char *value);

// 55000: ids are to have the number of this server, and none is set. 22023: that number is above `last`.
[[noreturn]] void no_node_set();
[[noreturn]] void snowflake_node_out_of_range(int node, std::int64_t last);

// 54000: generation of ids of one more layout than the `most` that a server can have.
[[noreturn]] void too_many_layouts(int most);

// A warning: an observed id has the node of this server in that field, but was generated elsewhere.
void warn_of_conflict(const char *type, const char *field, int node, std::string_view id);

// The file of ceilings, as messages name it, in the data directory.
constexpr const char *ceiling_file = "ulidkit.bounds";

// Log entries: the file cannot be used, or one of its two copies.
void log_no_file(const char *reason, bool is_missing);
void log_damaged_copy();

// XX001: the file has the format of another version of this library.
[[noreturn]] void file_of_other_version(std::uint32_t found, std::uint32_t known);

// 58030, an error or a log entry, as `level` says: something else has the name of the file.
void file_not_regular(int level);

// That file could not be opened, read, written or flushed, which `action` tells, for the reason in errno: an error or a
// log entry, as `level` says. 58030, unless the server has an SQLSTATE for the reason.
void file_failure(int level, const char *action);

// 58030: each of the last two writes of the file took at least that many microseconds, and ids are made for at most
// `reach` after the beginning of one.
[[noreturn]] void file_too_slow(std::int64_t taken, std::int64_t reach);

// 39P01, 22023, 42703, 42804: the trigger function ulidkit_observe() was called in another way than as a row trigger,
// with no column, with one that the table does not have, or with one of another type.
[[noreturn]] void not_observing_rows();
[[noreturn]] void no_observed_column();
[[noreturn]] void unknown_column(const char *column, const char *table);
[[noreturn]] void column_without_ids(const char *column, Oid type);

// 55000: the leader of a parallel query has an older library.
[[noreturn]] void planned_by_other_version();

// 55000: a library with another layout made the memory of this server's generators.
[[noreturn]] void other_memory_layout();

// Raises `error`, which was caught while that memory was made, again with a hint.
[[noreturn]] void no_shared_memory(ErrorData *error);

// A warning: the generators have forgotten their last ids.
void warn_of_reset();

// XX000: there are no random bytes, for this reason.
[[noreturn]] void no_randomness(const char *reason);

} // namespace ulidkit
