// The trigger function ulidkit_observe(): the generators of this server follow the IDs of the rows that arrive.
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "pg/datum.hpp"
#include "pg/generation/generator.hpp"

namespace ulidkit {

namespace {

using ObserveValue = void(Datum);

template <Kind K>
void
observe_value(Datum id)
{
    observe<K>(from_datum<K>(id));
}

// The types that hold ids: those of the extension, and PostgreSQL's own.
struct ObservedType {
    const char *type;
    ObserveValue *observe;
};

#define ULIDKIT_OBSERVED_TYPE(kind, K, shape) {#kind, observe_value<K>},
#define ULIDKIT_OBSERVED_GUEST(kind, K, type) {#type, observe_value<K>},

constexpr ObservedType extension_types[] = {ULIDKIT_TYPES(ULIDKIT_OBSERVED_TYPE)};
constexpr ObservedType server_types[] = {ULIDKIT_GUESTS(ULIDKIT_OBSERVED_GUEST)};

#undef ULIDKIT_OBSERVED_TYPE
#undef ULIDKIT_OBSERVED_GUEST

template <std::size_t Size>
ObserveValue *
find_type(const ObservedType (&types)[Size], Oid schema, Oid wanted)
{
    for (const ObservedType &each : types)
        if (GetSysCacheOid2(TYPENAMENSP, Anum_pg_type_oid, CStringGetDatum(each.type), ObjectIdGetDatum(schema)) ==
            wanted)
            return each.observe;
    return nullptr;
}

// The columns that a trigger names.
struct ObservedColumn {
    int attnum;
    ObserveValue *observe;
};

ObservedColumn
find_column(const char *name, Relation relation, Oid function)
{
    const TupleDesc row = RelationGetDescr(relation);
    const int attnum = SPI_fnumber(row, name);
    if (attnum <= 0)
        unknown_column(name, RelationGetRelationName(relation));
    const Oid type = SPI_gettypeid(row, attnum);
    const Oid base = getBaseType(type);
    ObserveValue *observe = find_type(extension_types, get_func_namespace(function), base);
    if (observe == nullptr)
        observe = find_type(server_types, PG_CATALOG_NAMESPACE, base);
    if (observe == nullptr)
        column_without_ids(name, type);
    return {attnum, observe};
}

// The columns, looked up once while the call information of the trigger lives, which is for one relation.
const ObservedColumn *
find_columns(FmgrInfo *function, const Trigger &trigger, Relation relation)
{
    if (function->fn_extra == nullptr) {
        auto *columns = static_cast<ObservedColumn *>(MemoryContextAlloc(
            function->fn_mcxt, mul_size(sizeof(ObservedColumn), static_cast<std::size_t>(trigger.tgnargs))));
        for (int i = 0; i < trigger.tgnargs; ++i)
            columns[i] = find_column(trigger.tgargs[i], relation, function->fn_oid);
        function->fn_extra = columns;
    }
    return static_cast<const ObservedColumn *>(function->fn_extra);
}

Datum
observe_row(FunctionCallInfo fcinfo)
{
    if (!CALLED_AS_TRIGGER(fcinfo))
        not_observing_rows();
    const auto &data = *reinterpret_cast<const TriggerData *>(fcinfo->context);
    const bool is_update = TRIGGER_FIRED_BY_UPDATE(data.tg_event);
    // In the place of an INSERT into a view it would seem that the row has been stored.
    if (!TRIGGER_FIRED_FOR_ROW(data.tg_event) || TRIGGER_FIRED_INSTEAD(data.tg_event) ||
        !(is_update || TRIGGER_FIRED_BY_INSERT(data.tg_event)))
        not_observing_rows();
    if (data.tg_trigger->tgnargs == 0)
        no_observed_column();

    const ObservedColumn *columns = find_columns(fcinfo->flinfo, *data.tg_trigger, data.tg_relation);
    const HeapTuple row = is_update ? data.tg_newtuple : data.tg_trigtuple;
    for (int i = 0; i < data.tg_trigger->tgnargs; ++i) {
        bool is_null;
        const Datum id = heap_getattr(row, columns[i].attnum, RelationGetDescr(data.tg_relation), &is_null);
        if (!is_null)
            columns[i].observe(id);
    }
    return PointerGetDatum(row);
}

} // namespace

ULIDKIT_FUNCTION(ulidkit_observe, observe_row)

} // namespace ulidkit
