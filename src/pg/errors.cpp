// Texts and error codes of the messages, which errors.hpp lists.
#include "pg/postgres.hpp"

#include "pg/errors.hpp"

namespace ulidkit {

// What a message shows of `text`: all of it, or the beginning, in whole characters, of what is far too long for an id.
static const char *
shown_in_message(std::string_view text)
{
    constexpr int most = 100;
    const int size = static_cast<int>(text.size());
    if (size <= most)
        return pnstrdup(text.data(), text.size());
    return psprintf("%.*s...", pg_mbcliplen(text.data(), size, most), text.data());
}

Datum
bad_text(Node *escontext, const KindText &kind, const char *expected, std::string_view text, Parsed parsed)
{
    // What comes before a foreign letter, and a text without one, are digits and hyphens: as many characters as bytes.
    const char *shown = shown_in_message(text);
    switch (parsed.fault) {
    case Fault::letter: {
        const char *letter =
            pnstrdup(text.data() + parsed.at, Min(text.size() - parsed.at, std::size_t{MAX_MULTIBYTE_CHAR_LEN}));
        const int size = pg_encoding_mblen_bounded(GetDatabaseEncoding(), letter);
        ereturn(escontext, (Datum) 0,
                (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
                 errmsg("invalid input syntax for type %s: \"%s\"", kind.name, shown),
                 errdetail("Expected %s, found \"%.*s\" at character %zu.", expected, size, letter, parsed.at + 1)));
    }
    case Fault::range:
        ereturn(escontext, (Datum) 0,
                (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                 errmsg("value \"%s\" is out of range for type %s", shown, kind.name),
                 errdetail("The range of type %s is %s to %s.", kind.name, kind.lowest, kind.highest)));
    default:
        ereturn(escontext, (Datum) 0,
                (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
                 errmsg("invalid input syntax for type %s: \"%s\"", kind.name, shown),
                 errdetail_plural("Expected %s, found %zu character.", "Expected %s, found %zu characters.",
                                  text.size(), expected, text.size())));
    }
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
                    errdetail("The times of type %s are %s to %s.", kind, from, timestamptz_to_str(last))));
}

void
snowflake_time_out_of_range(TimestampTz time, TimestampTz first, TimestampTz last)
{
    const char *shown = pstrdup(timestamptz_to_str(time));
    const char *from = pstrdup(timestamptz_to_str(first));
    ereport(ERROR, (errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
                    errmsg("timestamp out of range for snowflake ids: \"%s\"", shown),
                    errdetail("The times of snowflake ids with this epoch, shift and unit are %s to %s.", from,
                              timestamptz_to_str(last))));
}

void
bad_base(int base)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid base for type tbsl: %d", base),
                    errdetail("The bases are 16, 32, 36, 58 and 62.")));
}

void
bad_scalability(int id)
{
    ereport(ERROR,
            (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid scalability id for type ulidflake: %d", id),
             errdetail("A scalability id is 0 to 31.")));
}

void
bad_snowflake_epoch(TimestampTz epoch, TimestampTz first, TimestampTz last)
{
    const char *shown = pstrdup(timestamptz_to_str(epoch));
    const char *from = pstrdup(timestamptz_to_str(first));
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid epoch of snowflake ids: \"%s\"", shown),
                    errdetail("An epoch is %s to %s.", from, timestamptz_to_str(last))));
}

void
bad_snowflake_shift(int shift, int last)
{
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid shift of snowflake ids: %d", shift),
                    errdetail("A shift is 0 to %d.", last)));
}

void
bad_snowflake_unit(const Interval *unit)
{
    const char *shown = DatumGetCString(DirectFunctionCall1(interval_out, IntervalPGetDatum(unit)));
    ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE), errmsg("invalid unit of snowflake ids: \"%s\"", shown),
                    errdetail("A unit is longer than 0, and has no months or years, whose lengths differ.")));
}

void
tick_exhausted(const char *type)
{
    ereport(ERROR,
            (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE), errmsg("no %s is left at the present time", type),
             errhint("Try again, or set ulidkit.on_overflow to \"wait\".")));
}

void
clock_behind(const char *type, std::int64_t microseconds)
{
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                    errmsg("the clock is behind the newest %s by %.6f seconds", type,
                           static_cast<double>(microseconds) / 1000000.0),
                    errdetail("The newest %s may be ahead of the clock by ulidkit.max_clock_lead.", type),
                    errhint("Set the clock right, or wait until it has caught up.")));
}

void
clock_stepped_back(const char *type, std::int64_t microseconds)
{
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                    errmsg("the clock stepped back by %.6f seconds since the newest %s",
                           static_cast<double>(microseconds) / 1000000.0, type),
                    errhint("Set the clock right, or set ulidkit.clock_rollback to \"advance\".")));
}

void
other_memory_layout()
{
    ereport(ERROR, (errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
                    errmsg("the generators of this server were started by another version of ulidkit"),
                    errhint("Restart the server.")));
}

void
no_shared_memory(ErrorData *error)
{
    FlushErrorState();
    if (error->hint == nullptr)
        // The server finds a size other than it expects without an error code.
        error->hint = pstrdup(error->sqlerrcode == ERRCODE_INTERNAL_ERROR
                                  ? "Restart the server: its generators were started by another version of ulidkit."
                                  : "Restart the server, with ulidkit in shared_preload_libraries if there was no "
                                    "shared memory left.");
    const char *context = "making the shared memory of ulidkit's generators";
    error->context = error->context == nullptr ? pstrdup(context) : psprintf("%s\n%s", context, error->context);
    ReThrowError(error);
}

void
warn_of_reset()
{
    ereport(WARNING, (errmsg("the generators of ulidkit start again from the present clock"),
                      errdetail("New identifiers can be below those made before, and can repeat them where those are "
                                "ahead of the clock.")));
}

void
no_randomness(const char *reason)
{
    ereport(ERROR, (errcode(ERRCODE_INTERNAL_ERROR), errmsg("could not generate random values"),
                    reason != nullptr ? errdetail("%s", reason) : 0));
}

} // namespace ulidkit
