// Recognizes the calls that are the time of an id: those of a K_extract_timestamp, which have a support function in
// common, and of PostgreSQL's uuid_extract_timestamp(), for which table_facts.cpp has to find more.
#include "pg/postgres.hpp"

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/guests.hpp"
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
    own_support.oid = fcinfo->flinfo->fn_oid;
    auto *request = reinterpret_cast<Node *>(PG_GETARG_POINTER(0));
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
    const Oid own = GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum("uuidv7_extract_timestamp"),
                                    PointerGetDatum(buildoidvector(&type, 1)), ObjectIdGetDatum(schema));
    return OidIsValid(own) && own_support.would_support(own, ulidkit_extract_timestamp_support) ? own : InvalidOid;
}

AttrNumber
position_of(List *expressions, Node *wanted)
{
    ListCell *cell;
    foreach (cell, expressions) {
        if (equal(lfirst(cell), wanted))
            return static_cast<AttrNumber>(foreach_current_index(cell) + 1);
    }
    return 0;
}

namespace {

FuncExpr *
time_call(Node *node)
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

} // namespace

bool
is_same_time(const FuncExpr *one, const FuncExpr *other, int id)
{
    if (one->funcid != other->funcid || list_length(one->args) != list_length(other->args))
        return false;
    bool same = true;
    for (int i = 0; same && i < list_length(one->args); ++i)
        same = i == id || equal(list_nth(one->args, i), list_nth(other->args, i));
    return same;
}

namespace {

// For a column of a UNION ALL that is the time of the same other column in each of its tables, with or without a cast.
FuncExpr *
time_of_union_all(PlannerInfo *root, const Var *column)
{
    const RangeTblEntry *entry = root->simple_rte_array[column->varno];
    if (column->vartype != TIMESTAMPTZOID || column->varattno <= 0 || entry->rtekind != RTE_SUBQUERY || !entry->inh)
        return nullptr;
    FuncExpr *first = nullptr;
    auto *id = static_cast<Var *>(copyObjectImpl(column));
    ListCell *cell;
    foreach (cell, root->append_rel_list) {
        const auto *member = lfirst_node(AppendRelInfo, cell);
        if (static_cast<int>(member->parent_relid) != static_cast<int>(column->varno))
            continue;
        FuncExpr *time = time_call(static_cast<Node *>(list_nth(member->translated_vars, column->varattno - 1)));
        if (time == nullptr)
            return nullptr;
        Node *source = id_of(time);
        AttrNumber number = position_of(member->translated_vars, source);
        if (number == 0) {
            source = without_casts(source);
            number = position_of(member->translated_vars, source);
        }
        if (number == 0 || (first != nullptr &&
                            (!is_same_time(time, first) || number != id->varattno || exprType(source) != id->vartype)))
            return nullptr;
        first = time;
        id->varattno = number;
        id->varattnosyn = number;
        id->vartype = exprType(source);
        id->vartypmod = exprTypmod(source);
        id->varcollid = exprCollation(source);
    }
    if (first == nullptr)
        return nullptr;
    auto *time = static_cast<FuncExpr *>(copyObjectImpl(first));
    linitial(time->args) = applyRelabelType(reinterpret_cast<Node *>(id), exprType(id_of(first)), -1, InvalidOid,
                                            COERCE_EXPLICIT_CAST, -1, false);
    return time;
}

} // namespace

FuncExpr *
extracted_time(PlannerInfo *root, Node *node)
{
    return node != nullptr && IsA(node, Var) ? time_of_union_all(root, castNode(Var, node)) : time_call(node);
}

namespace {

struct Search {
    PlannerInfo *root;
    List *times; // of FuncExpr
};

bool
find_times(Node *node, void *context)
{
    auto *search = static_cast<Search *>(context);
    if (node == nullptr || IsA(node, Var))
        return false;
    if (FuncExpr *time = extracted_time(search->root, node)) {
        search->times = list_append_unique(search->times, without_nulling(copyObjectImpl(time)));
        return false;
    }
    return ULIDKIT_WALK(node, find_times, context);
}

} // namespace

List *
times_in(PlannerInfo *root, Node *node)
{
    Search search = {root, NIL};
    find_times(node, &search);
    return search.times;
}

Node *
without_casts(Node *id)
{
    while (IsA(id, RelabelType))
        id = reinterpret_cast<Node *>(castNode(RelabelType, id)->arg);
    return id;
}

AttrNumber
column_of(Node *id)
{
    id = bare_id(id);
    return IsA(id, Var) ? castNode(Var, id)->varattno : 0;
}

} // namespace ulidkit
