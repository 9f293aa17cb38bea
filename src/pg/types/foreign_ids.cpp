// ulidtext_extract_timestamp(), for ULIDs in columns of text, varchar or char, and binaryid_extract_timestamp(), for
// ids in columns of bytea, with their bounds: see core/ulidtext.hpp and core/binaryid.hpp.
//
// A value has no last one below it in byte order, and a time no last value: it can always be longer. So all bounds are
// first values, and the ends of ranges are exclusive. The two bounds of each that the planner uses never raise an
// error: a layout that is impossible, which it has looked at, is NULL, and where no value is late enough, the bound is
// one that no index can have a value as great as. So `id >= bound` is true of none, and `id < bound` of all.
#include "pg/postgres.hpp"

#include "core/ulidtext.hpp"
#include "pg/datum.hpp"
#include "pg/types/layout.hpp"

namespace ulidkit {

namespace {

// An index has less than a page of a value, which is compressed by no more than this factor.
constexpr std::size_t end_size = std::size_t{256} * BLCKSZ;

// The last character that a text of this server can have, and the greatest byte otherwise.
std::string_view
last_character(bool text)
{
    return text && GetDatabaseEncoding() == PG_UTF8 ? std::string_view("\xF4\x8F\xBF\xBF") : std::string_view("\xFF");
}

// Made once in a process.
Datum
end_bound(bool text)
{
    static varlena *ends[2];
    varlena *&end = ends[text ? 1 : 0];
    if (end == nullptr) {
        auto *made = static_cast<varlena *>(MemoryContextAlloc(TopMemoryContext, VARHDRSZ + end_size));
        SET_VARSIZE(made, VARHDRSZ + end_size);
        const std::string_view character = last_character(text);
        for (std::size_t i = 0; i < end_size; i += character.size())
            memcpy(VARDATA(made) + i, character.data(), character.size());
        end = made;
    }
    return PointerGetDatum(end);
}

// The first bytes of an argument, at least as many as are given. Nothing else of a long value is read.
std::string_view
beginning(FunctionCallInfo fcinfo, std::size_t size)
{
    auto *value = reinterpret_cast<varlena *>(PG_GETARG_POINTER(0));
    if (VARATT_IS_COMPRESSED(value) || VARATT_IS_EXTERNAL(value))
        value = pg_detoast_datum_slice(value, 0, static_cast<std::int32_t>(size));
    return {VARDATA_ANY(value), static_cast<std::size_t>(VARSIZE_ANY_EXHDR(value))};
}

template <const UlidText::Digits &digits>
Datum
text_time(FunctionCallInfo fcinfo)
{
    const std::uint64_t millisecond = digits.last_until(beginning(fcinfo, UlidText::Digits::size));
    PG_RETURN_TIMESTAMPTZ(to_timestamptz(UlidText::time(millisecond)));
}

// The digits, or the empty text, which is before all others.
template <const UlidText::Digits &digits>
Datum
text_bound(std::uint64_t millisecond)
{
    char text[UlidText::Digits::size];
    digits.write(text, millisecond);
    return text_datum(text, millisecond == 0 ? 0 : sizeof(text));
}

using FindMillisecond = bool (*)(std::int64_t time, std::uint64_t &millisecond);

template <const UlidText::Digits &digits, FindMillisecond find>
Datum
text_bound_or_end(FunctionCallInfo fcinfo)
{
    std::uint64_t millisecond;
    return find(from_timestamptz(PG_GETARG_TIMESTAMPTZ(0)), millisecond) ? text_bound<digits>(millisecond)
                                                                         : end_bound(true);
}

template <const UlidText::Digits &digits>
Datum
text_min(FunctionCallInfo fcinfo)
{
    std::uint64_t millisecond;
    const TimestampTz time = PG_GETARG_TIMESTAMPTZ(0);
    if (!UlidText::first_from(from_timestamptz(time), millisecond))
        ulidtext_time_out_of_range(time, to_timestamptz(UlidText::time(0)),
                                   to_timestamptz(UlidText::time(UlidText::highest)));
    return text_bound<digits>(millisecond);
}

Datum
binary_time(FunctionCallInfo fcinfo)
{
    const auto layout = checked_layout_argument<BinaryId>(fcinfo);
    const std::string_view string = beginning(fcinfo, BinaryId::most_bytes);
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(string.data());
    PG_RETURN_TIMESTAMPTZ(to_timestamptz(layout.time(layout.last_until(bytes, string.size()))));
}

// The bytes, or the empty string, which is before all others.
Datum
binary_bound(const BinaryId &layout, std::uint64_t number)
{
    std::uint8_t bytes[BinaryId::most_bytes];
    layout.write(bytes, number);
    return bytea_datum(bytes, number == 0 ? 0 : static_cast<std::size_t>(layout.bytes));
}

using FindNumber = bool (BinaryId::*)(std::int64_t time, std::uint64_t &number) const;

template <FindNumber find>
Datum
binary_bound_or_end(FunctionCallInfo fcinfo)
{
    BinaryId layout;
    std::uint64_t number;
    if (layout_argument(fcinfo, layout) != BinaryId::Fault::none)
        PG_RETURN_NULL();
    return (layout.*find)(from_timestamptz(PG_GETARG_TIMESTAMPTZ(0)), number) ? binary_bound(layout, number)
                                                                              : end_bound(false);
}

Datum
binary_min(FunctionCallInfo fcinfo)
{
    const auto layout = checked_layout_argument<BinaryId>(fcinfo);
    std::uint64_t number;
    const TimestampTz time = PG_GETARG_TIMESTAMPTZ(0);
    if (!layout.first_from(from_timestamptz(time), number))
        layout_time_out_of_range(layout_text<BinaryId>, time, to_timestamptz(layout.time(0)),
                                 to_timestamptz(layout.time(layout.highest())));
    return binary_bound(layout, number);
}

} // namespace

ULIDKIT_FUNCTION(ulidtext_extract_timestamp, text_time<UlidText::upper>)
ULIDKIT_FUNCTION(ulidtext_min, text_min<UlidText::upper>)
ULIDKIT_FUNCTION(ulidtext_at_or_after, (text_bound_or_end<UlidText::upper, &UlidText::first_from>) )
ULIDKIT_FUNCTION(ulidtext_after, (text_bound_or_end<UlidText::upper, &UlidText::first_after>) )
ULIDKIT_FUNCTION(ulidtext_lower_extract_timestamp, text_time<UlidText::lower>)
ULIDKIT_FUNCTION(ulidtext_lower_min, text_min<UlidText::lower>)
ULIDKIT_FUNCTION(ulidtext_lower_at_or_after, (text_bound_or_end<UlidText::lower, &UlidText::first_from>) )
ULIDKIT_FUNCTION(ulidtext_lower_after, (text_bound_or_end<UlidText::lower, &UlidText::first_after>) )
ULIDKIT_FUNCTION(binaryid_extract_timestamp, binary_time)
ULIDKIT_FUNCTION(binaryid_min, binary_min)
ULIDKIT_FUNCTION(binaryid_at_or_after, binary_bound_or_end<&BinaryId::first_from>)
ULIDKIT_FUNCTION(binaryid_after, binary_bound_or_end<&BinaryId::first_after>)

} // namespace ulidkit
