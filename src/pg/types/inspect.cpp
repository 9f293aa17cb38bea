// ulidkit_inspect(text): every kind of id that a text can be.
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "pg/datum.hpp"

namespace ulidkit {

namespace {

// Writes an id's fields as a JSON object. Names and labels are the core's and need no escapes.
struct JsonFields {
    StringInfoData json;

    JsonFields()
    {
        initStringInfo(&json);
        appendStringInfoChar(&json, '{');
    }

    void
    begin(std::string_view name)
    {
        appendStringInfo(&json, "%s\"%.*s\": ", json.len > 1 ? ", " : "", static_cast<int>(name.size()), name.data());
    }

    void
    operator()(std::string_view name, std::int64_t value)
    {
        begin(name);
        appendStringInfo(&json, "%lld", static_cast<long long>(value));
    }

    void
    operator()(std::string_view name, std::string_view label)
    {
        begin(name);
        appendStringInfo(&json, "\"%.*s\"", static_cast<int>(label.size()), label.data());
    }

    // Bytes become lower-case hexadecimal digits.
    void
    operator()(std::string_view name, const std::uint8_t *bytes, std::size_t size)
    {
        begin(name);
        appendStringInfoChar(&json, '"');
        for (std::size_t i = 0; i < size; ++i)
            appendStringInfo(&json, "%02x", bytes[i]);
        appendStringInfoChar(&json, '"');
    }

    Datum
    jsonb()
    {
        appendStringInfoChar(&json, '}');
        return DirectFunctionCall1(jsonb_in, CStringGetDatum(json.data));
    }
};

// Adds a row to `result` if `text` is a K.
template <Kind K>
void
inspect_as(std::string_view text, const ReturnSetInfo *result)
{
    K id;
    if (!K::parse(text, id))
        return;
    // A type of PostgreSQL's own also has values that are not of the kind.
    if constexpr (requires { id.genuine(); })
        if (!id.genuine())
            return;
    char canonical[K::text_size];
    id.format(canonical);
    JsonFields fields;
    id.fields(fields);
    Datum values[] = {CStringGetTextDatum(K::name), text_datum(canonical, sizeof(canonical)),
                      TimestampTzGetDatum(to_timestamptz(id.time())), fields.jsonb()};
    bool nulls[] = {false, false, false, false};
    tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

Datum
inspect(FunctionCallInfo fcinfo)
{
    const std::string_view text = text_argument(fcinfo, 0);
    InitMaterializedSRF(fcinfo, 0);
    const auto *result = reinterpret_cast<const ReturnSetInfo *>(fcinfo->resultinfo);
    all_kinds.each([&]<class K>(std::type_identity<K>) { inspect_as<K>(text, result); });
    return (Datum) 0;
}

} // namespace

ULIDKIT_FUNCTION(ulidkit_inspect, inspect)

} // namespace ulidkit
