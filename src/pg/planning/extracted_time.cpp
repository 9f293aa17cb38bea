// The calls that are the time of an id: those of a K_extract_timestamp, which have a support function in common, and of
// PostgreSQL's uuid_extract_timestamp(), for which server_uuid_time.cpp has to find more. And columns of built-in
// types, by whose time queries are planned with the column's own index.
//
// What a time of a built-in type is. A function of the column's type, and of constants that say how its ids are laid
// out, that returns a timestamptz for every value of the type, never less for a greater value in the order that the
// table below has for the type, and NULL for NULL only. So it needs no CHECK constraint: whatever the column contains,
// conditions and orders by the time are those by the column.
//
// How to add one, X, of a type that is here already:
//
// 1. X_extract_timestamp(id, ...) RETURNS timestamptz, IMMUTABLE STRICT PARALLEL SAFE, with the support function
//    ulidkit_extract_timestamp_support, by which the planner knows it.
// 2. Beside it the bounds of a time, X_at_or_after(timestamptz, ...) and X_after(timestamptz, ...), the first values at
//    or after the time and after it, with the same further arguments, and LEAKPROOF. They raise no error. Of a type
//    with last values, X_before() and X_at_or_before(), too; all are NULL where there is no such value. Of an exclusive
//    type, the two are the upper ends as well, as `id < X_at_or_after(t)` for time < t; where there is no such value,
//    they are one that is greater than any that an index can have.
//
// A type is added with a row of the table. Its operators must be in a btree operator family.
//
// The order of texts. Their times are in the order of bytes, as the collations C, POSIX and C.UTF-8 have it, and the
// operator classes text_pattern_ops, varchar_pattern_ops and bpchar_pattern_ops in any collation. No other collation
// has: in Estonian Z is before T. Only an index or partition key in this order is of use for conditions and orders by
// the time, so facts of others are not looked for. The conditions themselves compare bytes: they are exact in any
// column, and an index condition has the operators of its index. A char(n) is the text without its trailing blanks,
// for its comparisons and for the function of its time; a blank is no digit and below all of them, so that a value of
// the column with its blanks has the same time.
#include "pg/postgres.hpp"

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/support_function.hpp"
#include "pg/settings.hpp"
#include "pg/types/layout.hpp"

namespace ulidkit {

namespace {

template <class Layout>
bool
is_possible(const Datum *arguments)
{
    Layout layout;
    return make_layout(DatumGetTimestampTz(arguments[0]), DatumGetInt32(arguments[1]), DatumGetIntervalP(arguments[2]),
                       layout) == Layout::Fault::none;
}

// Those arguments' types.
constexpr Oid layout_types[] = {TIMESTAMPTZOID, INT4OID, INTERVALOID};

constexpr BuiltinType types[] = {
    // type, exclusive, pattern_family, is_layout
    {UUIDOID, false, InvalidOid, nullptr},
    {INT8OID, false, InvalidOid, is_possible<Snowflake>},
    {TEXTOID, true, TEXT_PATTERN_BTREE_FAM_OID, nullptr},
    {BPCHAROID, true, BPCHAR_PATTERN_BTREE_FAM_OID, nullptr},
    {BYTEAOID, true, InvalidOid, is_possible<BinaryId>},
};

// Of the C library's collations, those that compare bytes.
bool
compares_bytes(const char *locale)
{
    return pg_strcasecmp(locale, "C") == 0 || pg_strcasecmp(locale, "POSIX") == 0 ||
           pg_strcasecmp(locale, "C.UTF-8") == 0 || pg_strcasecmp(locale, "C.UTF8") == 0;
}

// All locales of the builtin provider, which 17 and later have, sort by code points, which is by bytes.
constexpr char builtin_provider = 'b';

bool
sorts_by_bytes(Oid collation)
{
    const bool of_database = collation == DEFAULT_COLLATION_OID;
    const CacheName cache = of_database ? DATABASEOID : COLLOID;
    HeapTuple tuple = SearchSysCache1(cache, ObjectIdGetDatum(of_database ? MyDatabaseId : collation));
    if (!HeapTupleIsValid(tuple))
        return false;
    bool isnull;
    const auto attribute = [&](AttrNumber database, AttrNumber other) {
        return SysCacheGetAttr(cache, tuple, of_database ? database : other, &isnull);
    };
    const char provider = DatumGetChar(attribute(Anum_pg_database_datlocprovider, Anum_pg_collation_collprovider));
    const Datum locale = attribute(Anum_pg_database_datcollate, Anum_pg_collation_collcollate);
    const bool by_bytes = provider == builtin_provider ||
                          (provider == COLLPROVIDER_LIBC && !isnull && compares_bytes(TextDatumGetCString(locale)));
    ReleaseSysCache(tuple);
    return by_bytes;
}

} // namespace

const BuiltinType *
builtin_type_of(Oid type)
{
    for (const BuiltinType &builtin : types) {
        if (builtin.type == type)
            return &builtin;
    }
    return nullptr;
}

bool
is_of_server(Oid type)
{
    return type == UUIDOID || type == INT8OID;
}

Oid
btree_operator(Oid type, int strategy)
{
    return get_opfamily_member(own_family(type), type, type, static_cast<std::int16_t>(strategy));
}

Oid
id_operator(Oid type, Oid family, Oid collation, int strategy)
{
    const BuiltinType *builtin = builtin_type_of(type);
    const bool is_collated = builtin != nullptr && OidIsValid(builtin->pattern_family);
    const Oid own = btree_operator(type, strategy);
    const auto has = [&](Oid opno) { return OidIsValid(opno) && get_op_opfamily_strategy(opno, family) == strategy; };
    if (family == own_family(type) || has(own))
        return !is_collated || sorts_by_bytes(collation) ? own : InvalidOid;
    if (!is_collated)
        return InvalidOid;
    const Oid by_bytes = get_opfamily_member(builtin->pattern_family, type, type, static_cast<std::int16_t>(strategy));
    return has(by_bytes) ? by_bytes : InvalidOid;
}

Node *
without_casts(Node *node)
{
    while (IsA(node, RelabelType))
        node = reinterpret_cast<Node *>(castNode(RelabelType, node)->arg);
    return node;
}

namespace {

bool
is_of_user(Oid function, void *)
{
    return function >= FirstNormalObjectId;
}

bool
find_call_of_user(Node *node, void *)
{
    return node != nullptr &&
           (check_functions_in_node(node, is_of_user, nullptr) || ULIDKIT_WALK(node, find_call_of_user, nullptr));
}

} // namespace

bool
calls_user_function(Node *node)
{
    return find_call_of_user(node, nullptr);
}

Node *
bare_id(Node *id)
{
    for (;;) {
        id = without_casts(id);
        if (!IsA(id, FuncExpr) || castNode(FuncExpr, id)->funcid != F_TEXT_BPCHAR)
            return id;
        id = static_cast<Node *>(linitial(castNode(FuncExpr, id)->args));
    }
}

AttrNumber
column_of(Node *id)
{
    id = bare_id(id);
    return IsA(id, Var) ? castNode(Var, id)->varattno : 0;
}

namespace {

// Whether the arguments of a function of the time after the id, which have to be constants, are a possible layout. If
// not, the call raises an error, and is kept for that.
bool
is_layout(List *args)
{
    if (list_length(args) == 1)
        return true;
    const BuiltinType *builtin = builtin_type_of(exprType(static_cast<Node *>(linitial(args))));
    if (builtin == nullptr || builtin->is_layout == nullptr || list_length(args) != 1 + lengthof(layout_types))
        return false;
    Datum values[lengthof(layout_types)] = {};
    ListCell *cell;
    for_each_from(cell, args, 1)
    {
        const Const *constant = constant_of(static_cast<Node *>(lfirst(cell)));
        const int i = foreach_current_index(cell) - 1;
        if (constant == nullptr || constant->consttype != layout_types[i])
            return false;
        values[i] = constant->constvalue;
    }
    return builtin->is_layout(values);
}

// That of every K_extract_timestamp.
SupportFunction own_support;

// What a call costs, in operators. It takes as long as an operator that compares two times, some 5 ns, which is 0.4 of
// what the planner charges for one if the rest of a scan costs what it takes. It matters for keys of joins: for a pair
// of rows the planner counts four calls of a merge join, which makes two, and one of a hash join, which makes four.
constexpr double cost_of_call = 0.4;

// Calling it loads the library before the planner reaches its hooks. The planner calls it whenever it simplifies a call
// of the function it supports, so before it reaches them it has told by itself which function it is.
Datum
extract_timestamp_support(FunctionCallInfo fcinfo)
{
    Node *request = own_support.called(fcinfo);
    if (!settings::time_planning || !IsA(request, SupportRequestCost))
        PG_RETURN_POINTER(NULL);
    auto *asked = castNode(SupportRequestCost, request);
    asked->startup = 0;
    asked->per_tuple = cost_of_call * cpu_operator_cost;
    PG_RETURN_POINTER(asked);
}

} // namespace

ULIDKIT_FUNCTION(ulidkit_extract_timestamp_support, extract_timestamp_support)

bool
is_time_function(Oid function)
{
    return function == server_uuid_time ||
           own_support.would_support(function, "ulidkit_extract_timestamp_support", ulidkit_extract_timestamp_support);
}

Oid
own_function(Oid function)
{
    if (function != server_uuid_time)
        return function;
    const Oid schema = extension_schema();
    const Oid type = UUIDOID;
    const Oid own = function_in(schema, "uuidv7_extract_timestamp", &type, 1);
    return OidIsValid(own) && is_time_function(own) ? own : InvalidOid;
}

FuncExpr *
extracted_time(Node *node)
{
    if (node == nullptr || !IsA(node, FuncExpr))
        return nullptr;
    auto *call = castNode(FuncExpr, node);
    if (call->funcresulttype != TIMESTAMPTZOID || call->args == NIL)
        return nullptr;
    if (call->funcid == server_uuid_time)
        return OidIsValid(own_function(call->funcid)) ? call : nullptr;
    return own_support.supports(call->funcid) && is_layout(call->args) ? call : nullptr;
}

Node *
own_id(const FuncExpr *time)
{
    Node *column = bare_id(id_of(time));
    const Oid type = getBaseType(exprType(column));
    if (builtin_type_of(type) == nullptr)
        return id_of(time);
    // A char(n) keeps its length, without which it is another expression than its index has.
    if (exprType(column) == type)
        return static_cast<Node *>(copyObjectImpl(column));
    return applyRelabelType(static_cast<Node *>(copyObjectImpl(column)), type, -1, exprCollation(column),
                            COERCE_IMPLICIT_CAST, -1, true);
}

} // namespace ulidkit
