// Texts and error codes of the messages, which errors.hpp lists.
#include "pg/postgres.hpp"

#include "pg/errors.hpp"

namespace ulidkit {

namespace {

// What a message shows of `text`: all of it, or the beginning, in whole characters, of what is far too long for an id.
const char *
shown_in_message(std::string_view text)
{
    constexpr int most = 100;
    const int size = static_cast<int>(text.size());
    return size <= most ? pnstrdup(text.data(), text.size())
                        : psprintf("%.*s...", pg_mbcliplen(text.data(), size, most), text.data());
}

constexpr std::string_view hexadecimal_digits = "0123456789abcdefABCDEF";

// Whether `text` begins with that form, in which d stands for a decimal digit and x for a hexadecimal one.
bool
begins_like(std::string_view text, std::string_view form)
{
    if (text.size() < form.size())
        return false;
    for (std::size_t i = 0; i < form.size(); ++i) {
        const std::string_view allowed = form[i] == 'd' ? "0123456789" : form[i] == 'x' ? hexadecimal_digits : "-";
        if (allowed.find(text[i]) == allowed.npos)
            return false;
    }
    return true;
}

// What to do with `text` instead, or null.
const char *
hint_for(const KindText &kind, std::string_view text)
{
    constexpr std::string_view uuid = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    if (begins_like(text, "dddd-dd-dd"))
        return psprintf("To compare an ID with a timestamp, cast the ID, as in \"id::timestamptz\", or use %s_min() or "
                        "%s_max().",
                        kind.name, kind.name);
    if (kind.is_uuid && text.size() == uuid.size() && begins_like(text, uuid))
        return psprintf("To convert a UUID to %s, cast it, as in \"'%.*s'::uuid::%s\".", kind.name,
                        static_cast<int>(text.size()), text.data(), kind.name);
    std::string_view digits = text; // alone, or of a bytea
    if (digits.size() > 2 && digits[0] == '\\' && digits[1] == 'x')
        digits.remove_prefix(2);
    if (digits.size() == 2 * kind.bytes && digits.find_first_not_of(hexadecimal_digits) == digits.npos)
        return psprintf("To convert %zu bytes to %s, cast them, as in \"'\\x%.*s'::bytea::%s\".", kind.bytes, kind.name,
                        static_cast<int>(digits.size()), digits.data(), kind.name);
    return nullptr;
}

// The detail of an error, within ereport(): what is found in `text`, for which `parsed` is the reason, in the place of
// what is expected.
int
found_in(std::string_view text, const char *expected, Parsed parsed)
{
    // What comes before a foreign letter, and a text without one, are letters of ASCII: as many characters as bytes.
    if (parsed.fault != Fault::letter)
        return errdetail_plural("Expected %s, found %zu character.", "Expected %s, found %zu characters.", text.size(),
                                expected, text.size());
    const char *letter =
        pnstrdup(text.data() + parsed.at, Min(text.size() - parsed.at, std::size_t{MAX_MULTIBYTE_CHAR_LEN}));
    const int size = pg_encoding_mblen_bounded(GetDatabaseEncoding(), letter);
    return errdetail("Expected %s, found \"%.*s\" at character %zu.", expected, size, letter, parsed.at + 1);
}

double
in_seconds(std::int64_t microseconds)
{
    return static_cast<double>(microseconds) / 1000000.0;
}

// Why the last call failed. Not by %m, which is no format of C++.
const char *
reason_of_errno()
{
    const int error = errno;
    const char *reason = pstrdup(strerror(error));
    errno = error;
    return reason;
}

// The server's SQLSTATE for the reason in errno, but for reasons that it takes for its own fault.
int
errcode_for_file()
{
    const int result = errcode_for_file_access();
    return geterrcode() == ERRCODE_INTERNAL_ERROR ? errcode(ERRCODE_IO_ERROR) : result;
}

} // namespace

Datum
bad_text(Node *escontext, const KindText &kind, const char *expected, std::string_view text, Parsed parsed,
         bool is_input)
{
    const char *shown = shown_in_message(text);
    if (parsed.fault == Fault::out_of_range)
        ereturn(escontext, (Datum) 0,
                (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                 errmsg("value \"%s\" is out of range for type %s", shown, kind.name),
                 errdetail("The range of type %s is %s to %s.", kind.name, kind.lowest, kind.highest)));
    const char *hint = is_input ? hint_for(kind, text) : nullptr;
    ereturn(escontext, (Datum) 0,
            (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
             errmsg("invalid input syntax for type %s: \"%s\"", kind.name, shown), found_in(text, expected, parsed),
             hint != nullptr ? errhint("%s", hint) : 0));
}

void
bad_binary_size(const char *type, std::size_t size, std::size_t expected)
{
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION), errmsg("invalid binary representation of type %s", type),
             errdetail("Expected %zu bytes, found %zu.", expected, size)));
}

void
bad_binary(const char *type, const char *expected)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
                    errmsg("invalid binary representation of type %s", type), errdetail("Expected %s.", expected)));
}

void
binary_out_of_range(const KindText &kind)
{
    ereport(ERROR,
            (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE), errmsg("binary value is out of range for type %s", kind.name),
             errdetail("The range of type %s is %s to %s.", kind.name, kind.lowest, kind.highest)));
}

void
bigint_out_of_range(const char *type, std::int64_t value, std::int64_t lowest, std::int64_t highest)
{
    ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                    errmsg("value \"%lld\" is out of range for type %s", static_cast<long long>(value), type),
                    errdetail("The range of type %s as bigint is %lld to %lld.", type, static_cast<long long>(lowest),
                              static_cast<long long>(highest))));
}

void
time_out_of_range(TimestampTz time, const char *kind, TimestampTz first, TimestampTz last)
{
    // timestamptz_to_str() answers in a static buffer, in the session's time zone.
    const char *shown = pstrdup(timestamptz_to_str(time));
    const char *from = pstrdup(timestamptz_to_str(first));
    ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
                    errmsg("timestamp out of range for type %s: \"%s\"", kind, shown),
                    errdetail("Timestamps of type %s range from %s to %s.", kind, from, timestamptz_to_str(last))));
}

void
layout_time_out_of_range(const LayoutText &text, TimestampTz time, TimestampTz first, TimestampTz last)
{
    const char *shown = pstrdup(timestamptz_to_str(time));
    const char *from = pstrdup(timestamptz_to_str(first));
    ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
                    errmsg("timestamp out of range for %s: \"%s\"", text.ids, shown),
                    errdetail("Timestamps of %s with this epoch, %s and unit range from %s to %s.", text.ids,
                              text.number, from, timestamptz_to_str(last))));
}

void
ulidtext_time_out_of_range(TimestampTz time, TimestampTz first, TimestampTz last)
{
    const char *shown = pstrdup(timestamptz_to_str(time));
    const char *from = pstrdup(timestamptz_to_str(first));
    ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
                    errmsg("timestamp out of range for ULID texts: \"%s\"", shown),
                    errdetail("Timestamps of ULID texts range from %s to %s.", from, timestamptz_to_str(last))));
}

void
bad_base(int base)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid base for type tbsl: %d", base),
                    errdetail("The base must be 16, 32, 36, 58 or 62.")));
}

void
bad_field(const char *kind, const char *field, std::int64_t value, std::int64_t last)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("invalid %s for type %s: %lld", field, kind, static_cast<long long>(value)),
                    errdetail("The %s must be between 0 and %lld.", field, static_cast<long long>(last))));
}

void
bad_field_size(const char *kind, const char *field, std::size_t size, std::size_t expected)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid length of %s for type %s", field, kind),
                    errdetail("Expected %zu bytes, found %zu.", expected, size)));
}

void
bad_layout_epoch(const LayoutText &text, TimestampTz epoch, TimestampTz first, TimestampTz last)
{
    const char *shown = pstrdup(timestamptz_to_str(epoch));
    const char *from = pstrdup(timestamptz_to_str(first));
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid epoch for %s: \"%s\"", text.ids, shown),
                    errdetail("The epoch must be between %s and %s.", from, timestamptz_to_str(last))));
}

void
bad_layout_number(const LayoutText &text, int number)
{
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid %s for %s: %d", text.number, text.ids, number),
             errdetail("The %s must be between %d and %d.", text.number, text.least, text.most)));
}

void
bad_layout_unit(const LayoutText &text, const Interval *unit, bool too_long)
{
    const char *shown = DatumGetCString(DirectFunctionCall1(interval_out, IntervalPGetDatum(unit)));
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid unit for %s: \"%s\"", text.ids, shown),
                    too_long ? errdetail("The unit of generated IDs must be at most 1 second.")
                             : errdetail("The unit must be longer than zero and must not contain months or years, "
                                         "because their lengths vary.")));
}

void
bad_typeid_prefix(std::string_view prefix, Parsed parsed)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("invalid TypeID prefix: \"%s\"", shown_in_message(prefix)),
                    found_in(prefix, "at most 63 letters a to z and underscores, a letter first and last", parsed)));
}

void
bad_typeid(std::string_view prefix, std::string_view text, Parsed parsed)
{
    const char *expected =
        psprintf("%s26 lower-case Crockford base32 digits, the first 0 to 7",
                 prefix.empty() ? "" : psprintf("\"%.*s_\" and ", static_cast<int>(prefix.size()), prefix.data()));
    ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
                    errmsg("invalid TypeID: \"%s\"", shown_in_message(text)), found_in(text, expected, parsed)));
}

void
bad_hidden_form(const char *kind)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION), errmsg("invalid hidden form of type %s", kind),
                    errdetail("Expected 26 upper-case Crockford base32 digits, the first 0 to 7.")));
}

void
hides_nothing(const char *kind)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("hidden form does not hide a %s", kind),
                    errdetail("It was made with another key or context, or from something else.")));
}

void
not_to_be_hidden(int version, int variant)
{
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("UUID has no hidden form"),
             errdetail("Only UUIDs of version 7 and variant 2 have one; this one is of version %d and variant %d.",
                       version, variant)));
}

void
key_file_not_set(const char *setting)
{
    ereport(ERROR,
            (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE), errmsg("\"%s\" is not set", setting),
             errhint("Set it to the name of a file of keys in \"postgresql.conf\", and reload the configuration.")));
}

void
key_file_failure(const char *action)
{
    const char *reason = reason_of_errno();
    ereport(ERROR,
            (errcode_for_file(), errmsg("could not %s key file of \"ulidkit.hide_key_file\": %s", action, reason)));
}

void
key_file_not_regular()
{
    ereport(ERROR, (errcode(ERRCODE_CONFIG_FILE_ERROR),
                    errmsg("key file of \"ulidkit.hide_key_file\" is not a regular file")));
}

void
key_file_of_others()
{
    ereport(ERROR, (errcode(ERRCODE_CONFIG_FILE_ERROR),
                    errmsg("key file of \"ulidkit.hide_key_file\" belongs to another user"),
                    errhint("Only the user of the server, or root, can own it.")));
}

void
key_file_exposed()
{
    ereport(ERROR,
            (errcode(ERRCODE_CONFIG_FILE_ERROR),
             errmsg("key file of \"ulidkit.hide_key_file\" has group or world access"),
             errhint("Change its permissions to 0600 if the user of the server owns it, or to 0640 if root does.")));
}

void
key_file_too_long(std::size_t most)
{
    ereport(ERROR, (errcode(ERRCODE_CONFIG_FILE_ERROR),
                    errmsg("key file of \"ulidkit.hide_key_file\" has more than %zu bytes", most)));
}

void
key_file_without_keys()
{
    ereport(ERROR, (errcode(ERRCODE_CONFIG_FILE_ERROR), errmsg("key file of \"ulidkit.hide_key_file\" has no keys"),
                    errhint("Add a line with a name and 32 or 64 hexadecimal digits.")));
}

void
key_file_bad_line(int line, int same_name)
{
    ereport(
        ERROR,
        (errcode(ERRCODE_CONFIG_FILE_ERROR), errmsg("invalid line %d in key file of \"ulidkit.hide_key_file\"", line),
         same_name != 0
             ? errdetail("Line %d has a key of the same name.", same_name)
             : errdetail("Expected a name of at most 63 letters, digits and characters \"_\", \"-\" and \".\", blanks, "
                         "and 32 or 64 hexadecimal digits.")));
}

void
unknown_key(std::string_view name)
{
    ereport(
        ERROR,
        (errcode(ERRCODE_UNDEFINED_OBJECT),
         name.empty() ? errmsg("key does not exist") : errmsg("key \"%s\" does not exist", shown_in_message(name)),
         errhint("Add a line for it to the file that \"ulidkit.hide_key_file\" names, and reload the configuration.")));
}

void
log_changed_key(int line)
{
    ereport(LOG_SERVER_ONLY, (errmsg("key file of \"ulidkit.hide_key_file\" was not read again"),
                              errdetail("The name in line %d has had another key in this session.", line),
                              errhint("A new key needs a new name.")));
}

void
may_not_reveal(const char *function)
{
    ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_PRIVILEGE), errmsg("permission denied for function %s", function)));
}

void
cipher_failure(const char *reason)
{
    ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR), errmsg("could not use AES-128 and HMAC-SHA-256"),
                    errdetail("%s", reason)));
}

void
no_gist_key_input(const char *kind)
{
    ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("cannot accept a value of type %s_gist_key", kind)));
}

void
unknown_strategy(int strategy)
{
    elog(ERROR, "unrecognized strategy number: %d", strategy);
}

void
tick_exhausted(const char *type)
{
    ereport(ERROR, (errcode(ERRCODE_INSUFFICIENT_RESOURCES),
                    errmsg("no more %s values available for the current timestamp", type),
                    errhint("Try again, or set \"ulidkit.on_overflow\" to \"wait\".")));
}

void
clock_behind(const char *type, std::int64_t microseconds)
{
    ereport(ERROR,
            (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
             errmsg("system clock is behind the newest %s by %.6f seconds", type, in_seconds(microseconds)),
             errdetail("The newest %s can be ahead of the system clock by at most \"ulidkit.max_clock_lead\".", type),
             errhint("Correct the system clock, or wait until it has caught up. If the clock is correct, wait, raise "
                     "\"ulidkit.max_clock_lead\", or consider calling ulidkit_reset_generators().")));
}

void
observed_too_far(const char *type, std::int64_t microseconds)
{
    ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
                    errmsg("observed %s is ahead of the system clock by %.6f seconds", type, in_seconds(microseconds)),
                    errdetail("An observed ID can be ahead of the system clock by at most \"ulidkit.max_clock_lead\"."),
                    errhint("Correct the system clock of this server, or of the server that generated the ID.")));
}

void
node_out_of_range(const char *type, int node, const char *field, int last, const char *setting)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("value %d of \"ulidkit.node\" is out of range for type %s", node, type),
                    errdetail("The %s must be between 0 and %d.", field, last),
                    errhint("Set \"%s\", or change \"ulidkit.node\".", setting)));
}

void
no_node_set()
{
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE), errmsg("\"ulidkit.node\" is not set"),
                    errdetail("The node bits of Snowflake IDs have the number of the server."),
                    errhint("Set \"ulidkit.node\" to a different number on each server, or generate IDs with 0 node "
                            "bits.")));
}

void
snowflake_node_out_of_range(int node, std::int64_t last)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("value %d of \"ulidkit.node\" is out of range for Snowflake IDs", node),
                    errdetail("With this number of node bits, the node must be between 0 and %lld.",
                              static_cast<long long>(last)),
                    errhint("Use more node bits, or change \"ulidkit.node\".")));
}

void
too_many_layouts(int most)
{
    ereport(
        ERROR,
        (errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED), errmsg("too many layouts of Snowflake IDs"),
         errdetail("A server can generate Snowflake IDs of at most %d combinations of epoch, shift and unit.", most),
         errhint("After a restart of the server, only layouts that are used again count. An epoch without a time zone "
                 "is a different epoch in each time zone; write it with a time zone, as in '2024-01-01Z'.")));
}

void
setting_refused(const char *setting, const char *value)
{
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
             errmsg("value \"%s\" of \"%s\" could not be applied", value, setting),
             errdetail("The value that is set for the whole server is not known in this session."),
             errhint("Set \"%s\" only in \"postgresql.conf\", to a value within its range, and remove it from the "
                     "settings of databases, roles and connections.",
                     setting)));
}

void
warn_of_conflict(const char *type, const char *field, int node, std::string_view id)
{
    ereport(WARNING, (errmsg("another server generates %s values with %s %d of this server", type, field, node),
                      errdetail("This server has not generated %.*s.", static_cast<int>(id.size()), id.data()),
                      errhint("Set \"ulidkit.node\" to a different number on each server.")));
}

void
log_no_file(const char *reason, bool is_missing)
{
    ereport(LOG,
            (errmsg("generators of ulidkit start without the file \"%s\"", ceiling_file), errdetail("%s", reason),
             is_missing ? errhint("This is expected when ulidkit is used for the first time in a database cluster, "
                                  "and after pg_upgrade.")
                        : 0));
}

void
log_damaged_copy()
{
    ereport(LOG, (errmsg("one of the two copies in the file \"%s\" is damaged", ceiling_file),
                  errdetail("The other copy is used.")));
}

void
file_of_other_version(std::uint32_t found, std::uint32_t known)
{
    ereport(ERROR, (errcode(ERRCODE_DATA_CORRUPTED), // as the server says it of its own files
                    errmsg("file \"%s\" has unsupported version %u", ceiling_file, found),
                    errdetail("This library can use version %u.", known),
                    errhint("Install the version of ulidkit that wrote the file, or a newer one.")));
}

void
file_not_regular(int level)
{
    ereport(level, (errcode(ERRCODE_IO_ERROR), errmsg("file \"%s\" is not a regular file", ceiling_file)));
}

void
file_failure(int level, const char *action)
{
    const char *reason = reason_of_errno();
    ereport(level, (errcode_for_file(), errmsg("could not %s file \"%s\": %s", action, ceiling_file, reason)));
}

void
file_too_slow(std::int64_t taken, std::int64_t reach)
{
    ereport(
        ERROR,
        (errcode(ERRCODE_IO_ERROR), errmsg("file \"%s\" is written too slowly", ceiling_file),
         errdetail("Each of the last two writes took %.3f seconds or more, but IDs can be generated for %.3f seconds "
                   "after the beginning of a write.",
                   in_seconds(taken), in_seconds(reach)),
         errhint("Check the disk. On a disk that stays so slow, raise \"ulidkit.max_clock_lead\".")));
}

void
not_observing_rows()
{
    ereport(ERROR, (errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
                    errmsg("function ulidkit_observe() must be called by a row trigger for INSERT or UPDATE")));
}

void
no_observed_column()
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                    errmsg("function ulidkit_observe() needs the names of columns as arguments")));
}

void
unknown_column(const char *column, const char *table)
{
    ereport(ERROR, (errcode(ERRCODE_UNDEFINED_COLUMN),
                    errmsg("column \"%s\" of relation \"%s\" does not exist", column, table)));
}

void
column_without_ids(const char *column, Oid type)
{
    ereport(ERROR, (errcode(ERRCODE_DATATYPE_MISMATCH),
                    errmsg("column \"%s\" has type %s, which is not a type of IDs", column, format_type_be(type))));
}

void
clock_stepped_back(const char *type, std::int64_t microseconds)
{
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                    errmsg("system clock has stepped back by %.6f seconds since the newest %s was generated",
                           in_seconds(microseconds), type),
                    errhint("Correct the system clock, or set \"ulidkit.on_clock_step_back\" to \"advance\".")));
}

void
planned_by_other_version()
{
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                    errmsg("query was planned by another version of ulidkit"), errhint("Reconnect to the database.")));
}

void
other_memory_layout()
{
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                    errmsg("shared memory of ulidkit was created by an incompatible version of the library"),
                    errhint("Restart the server.")));
}

void
no_shared_memory(ErrorData *error)
{
    FlushErrorState();
    if (error->hint == nullptr)
        error->hint = pstrdup(
            error->sqlerrcode == ERRCODE_INTERNAL_ERROR // the server's, without a code: another size
                ? "The shared memory of ulidkit was created by an incompatible version of the library. Restart the "
                  "server."
                : "If there is not enough shared memory, add \"ulidkit\" to \"shared_preload_libraries\" and "
                  "restart the server.");
    const char *context = "while creating the shared memory of ulidkit";
    error->context = error->context == nullptr ? pstrdup(context) : psprintf("%s\n%s", context, error->context);
    ReThrowError(error);
}

void
warn_of_reset()
{
    ereport(WARNING,
            (errmsg("generators of ulidkit restarted at the current time"),
             errdetail("New IDs can be less than existing ones, and can duplicate existing ones that are ahead of "
                       "the system clock.")));
}

void
no_randomness(const char *reason)
{
    ereport(ERROR,
            (errcode(ERRCODE_INTERNAL_ERROR), errmsg("could not generate random values"), errdetail("%s", reason)));
}

} // namespace ulidkit
