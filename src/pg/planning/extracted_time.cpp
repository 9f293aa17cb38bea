// The calls that are the time of an ID: the calls of a K_extract_timestamp(), which all have the same support function,
// and the calls of PostgreSQL's uuid_extract_timestamp(), for which is_in_order() needs a proof. Also the built-in
// types whose columns can contain IDs: a query by the time of such an ID is planned with the column's own index.
//
// What a time of a built-in type is. It is a function of a value of the type, and of constants that say how the IDs are
// laid out. For every value of the type it returns a timestamptz, which is never less for a greater value, in the order
// that the table below has for the type. It returns NULL for NULL only. So no CHECK constraint is needed: whatever the
// column contains, conditions on the time, and orders by the time, can be replaced by conditions on the column, and
// orders by it.
//
// How to add a time, X, of a type that is in the table already:
//
// 1. Write X_extract_timestamp(id, ...) RETURNS timestamptz, IMMUTABLE STRICT PARALLEL SAFE, with the support function
//    ulidkit_extract_timestamp_support, by which the planner recognises it.
// 2. Write the bounds of a time in the same schema: X_at_or_after(timestamptz, ...) and X_after(timestamptz, ...),
//    which return the first value at or after the time, and the first value after it. They have the same further
//    arguments, are LEAKPROOF, and raise no error.
// 3. If each time has a last value of the type, also write X_before() and X_at_or_before(). All four return NULL if
//    there is no such value.
// 4. If the type is exclusive, the first two functions are the upper ends as well: the condition time < t becomes
//    `id < X_at_or_after(t)`. If there is no such value, they return a value that is greater than any value that an
//    index can contain.
//
// A type is added with a row of the table. Its operators must be in a btree operator family.
//
// The order of texts. The times of texts are in the order of the texts' bytes. The collations C, POSIX and C.UTF-8 have
// this order, and in any collation the operator classes text_pattern_ops, varchar_pattern_ops and bpchar_pattern_ops.
// No other collation has this order: in Estonian, Z is before T. Only an index or a partition key with this order helps
// conditions and orders by the time, so the planner does not look for other collations that happen to agree. Conditions
// compare bytes, so they are exact in any column, and an index condition has the operators of its index. For its
// comparisons, and for the function of its time, a char(n) is the text without its trailing blanks. A blank is not a
// digit and sorts below all of them, so that a value of the column with its blanks has the same time.
#include "pg/postgres.hpp"

#include "pg/default_arguments.hpp"
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

// The types of these arguments.
constexpr Oid layout_types[] = {TIMESTAMPTZOID, INT4OID, INTERVALOID};

constexpr BuiltinType types[] = {
    // type, exclusive, pattern_family, is_layout
    {UUIDOID, false, InvalidOid, nullptr},
    {INT8OID, false, InvalidOid, is_possible<Snowflake>},
    {TEXTOID, true, TEXT_PATTERN_BTREE_FAM_OID, nullptr},
    {BPCHAROID, true, BPCHAR_PATTERN_BTREE_FAM_OID, nullptr},
    {BYTEAOID, true, InvalidOid, is_possible<BinaryId>},
};

// Returns true if the locale of the C library compares bytes.
bool
compares_bytes(const char *locale)
{
    return pg_strcasecmp(locale, "C") == 0 || pg_strcasecmp(locale, "POSIX") == 0 ||
           pg_strcasecmp(locale, "C.UTF-8") == 0 || pg_strcasecmp(locale, "C.UTF8") == 0;
}

// The builtin provider, which PostgreSQL 17 and later have. All its locales sort by code points, which is the order of
// the bytes.
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
        node = as_node(castNode(RelabelType, node)->arg);
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
        id = as_node(linitial(castNode(FuncExpr, id)->args));
    }
}

AttrNumber
column_of(Node *id)
{
    id = bare_id(id);
    return IsA(id, Var) ? castNode(Var, id)->varattno : 0;
}

namespace {

// Returns true if the arguments after the ID, in a call of a function for the time, are constants that are a possible
// layout. A call with an impossible layout raises an error when the query runs, so it stays in the query as it is.
bool
is_layout(List *args)
{
    if (list_length(args) == 1)
        return true;
    const BuiltinType *builtin = builtin_type_of(exprType(as_node(linitial(args))));
    if (builtin == nullptr || builtin->is_layout == nullptr || list_length(args) != 1 + lengthof(layout_types))
        return false;
    Datum values[lengthof(layout_types)] = {};
    ListCell *cell;
    for_each_from(cell, args, 1)
    {
        const Const *constant = constant_of(as_node(lfirst(cell)));
        const int i = foreach_current_index(cell) - 1;
        if (constant == nullptr || constant->consttype != layout_types[i])
            return false;
        values[i] = constant->constvalue;
    }
    return builtin->is_layout(values);
}

// The support function of every K_extract_timestamp().
SupportFunction own_support;

// The cost of a call, in operators. A call takes as long as an operator that compares two times, some 5 ns. That is 0.4
// of what the planner charges for an operator, if the other costs of a scan are charged as long as they take. The cost
// matters for keys of joins: for each pair of rows, the planner counts four calls for a merge join, which makes two,
// and one call for a hash join, which makes four.
constexpr double cost_of_call = 0.4;

// The support function of every K_extract_timestamp(). The planner calls it whenever it simplifies a call of a function
// that it supports. This loads the library before the planner reaches its hooks, and by then the call has told which
// function the support function is.
Datum
extract_timestamp_support(FunctionCallInfo fcinfo)
{
    Node *request = own_support.called(fcinfo);
    if (IsA(request, SupportRequestSimplify)) {
        const FuncExpr *call = castNode(SupportRequestSimplify, request)->fcall;
        if (list_length(call->args) > 1) // a layout, which has defaults
            note_defaults(call->funcid);
    }
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
    // A char(n) keeps its length, because without the length it would not be equal to the expression in its index.
    if (exprType(column) == type)
        return as_node(copyObjectImpl(column));
    return applyRelabelType(as_node(copyObjectImpl(column)), type, -1, exprCollation(column), COERCE_IMPLICIT_CAST, -1,
                            true);
}

// The tables for whose uuids PostgreSQL's own uuid_extract_timestamp() can be planned. For a uuid of another version
// than 7, it returns NULL, or a time that is not in the order of the IDs. So planning uses it only for a table with a
// CHECK constraint that allows only version 7, for which it returns the same as uuidv7_extract_timestamp(), the leading
// 48 bits. The constraint is looked at as it is stored, and nothing in it is evaluated. When such a constraint is
// dropped, ALTER TABLE invalidates the plans for its table and for the child tables, as the server needs it for
// constraint exclusion.
namespace {

// Returns true if the node is the version of the uuid in the column.
bool
is_version(Node *node, AttrNumber column)
{
    return IsA(node, FuncExpr) && castNode(FuncExpr, node)->funcid == server_uuid_version &&
           column_of(as_node(linitial(castNode(FuncExpr, node)->args))) == column;
}

// Returns true if the node is the constant 7, also as a bigint or a smallint.
bool
is_seven(Node *node)
{
    const Oid cast = IsA(node, FuncExpr) ? castNode(FuncExpr, node)->funcid : InvalidOid;
    if (cast == F_INT2_INT4 || cast == F_INT8_INT4)
        node = as_node(linitial(castNode(FuncExpr, node)->args));
    const Const *constant = constant_of(node);
    return constant != nullptr && constant->constvalue == Int32GetDatum(7);
}

// Returns true if the node compares the version with 7, by = or, if the tag is T_DistinctExpr, by IS DISTINCT FROM.
bool
compares_with_7(Node *node, NodeTag tag, AttrNumber column)
{
    if (nodeTag(node) != tag)
        return false;
    const auto *comparison = reinterpret_cast<const OpExpr *>(node); // a DistinctExpr is an OpExpr, too
    Node *left = as_node(linitial(comparison->args));
    Node *right = as_node(llast(comparison->args));
    return get_op_opfamily_strategy(comparison->opno, INTEGER_BTREE_FAM_OID) == BTEqualStrategyNumber &&
           ((is_version(left, column) && is_seven(right)) || (is_seven(left) && is_version(right, column)));
}

// Returns true if the conditions, an AND list, are false for each uuid in the column whose version is not 7. `version =
// 7` alone is not: for a uuid of another variant the version is NULL, and a constraint that is NULL is satisfied.
bool
prove_version_7(List *conditions, AttrNumber column)
{
    check_stack_depth();
    const auto is_null_test = [&](const Node *node, NullTestType type) {
        return IsA(node, NullTest) && reinterpret_cast<const NullTest *>(node)->nulltesttype == type;
    };
    const auto operand = [](Node *node) { return as_node(castNode(NullTest, node)->arg); };
    const auto allows_null = [&](Node *node) {
        return is_null_test(node, IS_NULL) && column_of(operand(node)) == column;
    };
    const auto proves = [&](Node *node) {
        if (is_orclause(node))
            return !has_any<Node>(castNode(BoolExpr, node)->args, [&](Node *arm) {
                return !allows_null(arm) && !prove_version_7(make_ands_implicit(reinterpret_cast<Expr *>(arm)), column);
            });
        if (is_andclause(node))
            return prove_version_7(castNode(BoolExpr, node)->args, column);
        if (IsA(node, BooleanTest))
            return castNode(BooleanTest, node)->booltesttype == IS_TRUE &&
                   compares_with_7(as_node(castNode(BooleanTest, node)->arg), T_OpExpr, column);
        return is_notclause(node) && compares_with_7(as_node(get_notclausearg(node)), T_DistinctExpr, column);
    };
    const auto equals = [&](Node *node) { return compares_with_7(node, T_OpExpr, column); };
    const auto is_known = [&](Node *node) {
        return is_null_test(node, IS_NOT_NULL) && is_version(operand(node), column);
    };
    return has_any<Node>(conditions, proves) ||
           (has_any<Node>(conditions, equals) && has_any<Node>(conditions, is_known));
}

} // namespace

bool
is_in_order(PlannerInfo *root, const RelOptInfo *relation, const FuncExpr *time)
{
    if (time->funcid != server_uuid_time)
        return true;
    const RangeTblEntry *entry = root->simple_rte_array[relation->relid];
    const AttrNumber column = column_of(id_of(time));
    if (entry->rtekind != RTE_RELATION || column <= 0)
        return false;
    Relation table = table_open(entry->relid, NoLock);
    const TupleConstr *constraints = RelationGetDescr(table)->constr;
    List *conditions = NIL;
    for (int i = 0; constraints != nullptr && i < constraints->num_check; ++i) {
        const ConstrCheck &check = constraints->check[i];
        // Child tables inherit a constraint unless it says otherwise.
        if (is_kept(check) && !(entry->inh && check.ccnoinherit))
            conditions = list_concat(conditions, make_ands_implicit(static_cast<Expr *>(stringToNode(check.ccbin))));
    }
    table_close(table, NoLock);
    return prove_version_7(conditions, column);
}

} // namespace ulidkit
