// Recognizes the calls that are the time of an id: those of a K_extract_timestamp, which have a support function in
// common, and of PostgreSQL's uuid_extract_timestamp(), for which table_facts.cpp has to find more.
#include "pg/postgres.hpp"

#include "pg/planning/builtin_types.hpp"
#include "pg/planning/extracted_time.hpp"
#include "pg/planning/support_function.hpp"
#include "pg/settings.hpp"

namespace ulidkit {

namespace {

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

Oid
own_function(Oid function)
{
    if (function != server_uuid_time)
        return function;
    const Oid schema = extension_schema();
    const Oid type = UUIDOID;
    const Oid own = function_in(schema, "uuidv7_extract_timestamp", &type, 1);
    return OidIsValid(own) && own_support.would_support(own, ulidkit_extract_timestamp_support) ? own : InvalidOid;
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

int
time_strategy(Oid opno)
{
    return get_op_opfamily_strategy(opno, own_family(TIMESTAMPTZOID));
}

} // namespace ulidkit
