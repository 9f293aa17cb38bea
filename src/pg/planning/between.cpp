// ulidkit_between(id, lower, upper), which stands for an equality of times between tables: an index uses it as two
// comparisons, and its estimate is the rows of one id.
#include "pg/postgres.hpp"

#include "pg/planning/estimates.hpp"

namespace ulidkit {

namespace {

// Whether the id is between two bounds. Null if a bound is.
template <class Compare>
Datum
between(FunctionCallInfo fcinfo, Compare compare)
{
    PG_RETURN_BOOL(compare(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1)) >= 0 &&
                   compare(PG_GETARG_DATUM(0), PG_GETARG_DATUM(2)) <= 0);
}

Datum
between_uuids(FunctionCallInfo fcinfo)
{
    return between(fcinfo,
                   [](Datum a, Datum b) { return memcmp(DatumGetUUIDP(a)->data, DatumGetUUIDP(b)->data, UUID_LEN); });
}

Datum
between_bigints(FunctionCallInfo fcinfo)
{
    return between(fcinfo, [](Datum a, Datum b) {
        return DatumGetInt64(a) < DatumGetInt64(b) ? -1 : DatumGetInt64(a) > DatumGetInt64(b);
    });
}

// `id operator bound` for an index. Null: the index does not have the operator, or the bound is of its own table.
Node *
index_condition(SupportRequestIndexCondition *request, List *args, int strategy, int bound)
{
    auto *id = static_cast<Node *>(linitial(args));
    auto *value = static_cast<Node *>(list_nth(args, bound));
    const Oid type = getBaseType(exprType(id));
    const Oid opno = get_opfamily_member(lookup_type_cache(type, TYPECACHE_BTREE_OPFAMILY)->btree_opf, type, type,
                                         static_cast<std::int16_t>(strategy));
    if (!op_in_opfamily(opno, request->opfamily) || !is_pseudo_constant_for_index(request->root, value, request->index))
        return nullptr;
    return reinterpret_cast<Node *>(make_opclause(opno, BOOLOID, false, reinterpret_cast<Expr *>(id),
                                                  reinterpret_cast<Expr *>(value), InvalidOid, InvalidOid));
}

Datum
between_support(FunctionCallInfo fcinfo)
{
    auto *request = reinterpret_cast<Node *>(PG_GETARG_POINTER(0));
    if (IsA(request, SupportRequestSelectivity)) {
        auto *asked = castNode(SupportRequestSelectivity, request);
        auto *id = static_cast<Node *>(linitial(asked->args));
        asked->selectivity = asked->is_join ? 1 : selectivity_of_one(asked->root, id, asked->varRelid);
        CLAMP_PROBABILITY(asked->selectivity);
        PG_RETURN_POINTER(asked);
    }
    if (IsA(request, SupportRequestIndexCondition)) {
        auto *asked = castNode(SupportRequestIndexCondition, request);
        if (asked->indexarg != 0 || !is_funcclause(asked->node))
            PG_RETURN_POINTER(NULL);
        List *args = castNode(FuncExpr, asked->node)->args;
        Node *lower = index_condition(asked, args, BTGreaterEqualStrategyNumber, 1);
        Node *upper = index_condition(asked, args, BTLessEqualStrategyNumber, 2);
        if (lower == nullptr || upper == nullptr)
            PG_RETURN_POINTER(NULL);
        asked->lossy = false;
        PG_RETURN_POINTER(list_of(lower, upper));
    }
    PG_RETURN_POINTER(NULL);
}

} // namespace

ULIDKIT_FUNCTION(ulidkit_between_uuids, between_uuids)
ULIDKIT_FUNCTION(ulidkit_between_bigints, between_bigints)
ULIDKIT_FUNCTION(ulidkit_between_support, between_support)

} // namespace ulidkit
