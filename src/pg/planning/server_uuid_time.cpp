// Finds the tables for whose uuids PostgreSQL's own uuid_extract_timestamp() can be planned.
//
// For a uuid of another version than 7, PostgreSQL's uuid_extract_timestamp() returns NULL, or a time that is not in
// the order of the IDs. So planning uses it only for a table with a CHECK constraint that allows only version 7. For
// version 7 it returns the same as uuidv7_extract_timestamp(), the leading 48 bits. When such a constraint is dropped,
// ALTER TABLE invalidates the plans for its table and for the child tables, as the server needs it for constraint
// exclusion.
#include "pg/postgres.hpp"

#include "pg/planning/extracted_time.hpp"

namespace ulidkit {

namespace {

// Returns an OR of all conditions that prove that the uuid in the column is NULL or of version 7. `version = 7` alone
// is not a proof: for a uuid of another variant the version is NULL, and a constraint that is NULL is satisfied.
List *
proofs_of_version_7(const Form_pg_attribute id)
{
    auto *column = reinterpret_cast<Node *>(makeVar(1, id->attnum, id->atttypid, id->atttypmod, id->attcollation, 0));
    Node *uuid = applyRelabelType(column, UUIDOID, -1, InvalidOid, COERCE_IMPLICIT_CAST, -1, false);
    Node *version = call_of(server_uuid_version, INT2OID, list_of(uuid));
    const auto null_test = [](void *arg, NullTestType type) {
        auto *test = new_node<NullTest>(T_NullTest);
        test->arg = static_cast<Expr *>(arg);
        test->nulltesttype = type;
        return test;
    };
    List *proofs = list_of(null_test(column, IS_NULL));
    constexpr Oid types[] = {INT2OID, INT4OID, INT8OID};
    for (const Oid type : types) {
        auto *seven =
            reinterpret_cast<Expr *>(makeConst(type, -1, InvalidOid, get_typlen(type), Int16GetDatum(7), false, true));
        const Oid equality = get_opfamily_member(INTEGER_BTREE_FAM_OID, INT2OID, type, BTEqualStrategyNumber);
        for (const bool on_left : {true, false}) {
            auto *other = reinterpret_cast<Expr *>(version);
            Expr *equal = make_opclause(on_left ? equality : get_commutator(equality), BOOLOID, false,
                                        on_left ? other : seven, on_left ? seven : other, InvalidOid, InvalidOid);
            auto *distinct = static_cast<Expr *>(copyObjectImpl(equal));
            distinct->type = T_DistinctExpr;
            auto *is_true = new_node<BooleanTest>(T_BooleanTest);
            is_true->arg = equal;
            is_true->booltesttype = IS_TRUE;
            proofs = lappend(proofs, make_notclause(distinct));
            proofs = lappend(proofs, is_true);
            proofs = lappend(proofs, make_andclause(list_of(equal, null_test(version, IS_NOT_NULL))));
        }
    }
    return list_of(make_orclause(proofs));
}

// Returns true if the function is not one of those of which a constraint on the version of a uuid consists.
bool
is_foreign(Oid function, void *)
{
    switch (function) {
    case F_INT2EQ:
    case F_INT24EQ:
    case F_INT28EQ:
    case F_INT42EQ:
    case F_INT82EQ:
    case F_INT2_INT4:
    case F_INT4_INT2:
    case F_INT8_INT2:
    case F_INT8_INT4:
        return false;
    default:
        return function != server_uuid_version;
    }
}

// Returns true if simplifying the constraint could call a function of a user, or raise an error. Planning must do
// neither for a constraint that the server itself does not look at.
bool
may_do_harm(Node *node, void *)
{
    if (node == nullptr)
        return false;
    switch (nodeTag(node)) {
    case T_FuncExpr: {
        const Node *argument = static_cast<Node *>(linitial(castNode(FuncExpr, node)->args));
        const Const *number = castNode(FuncExpr, node)->funcid == F_INT2_INT4 ? constant_of(argument) : nullptr;
        if (number != nullptr && DatumGetInt32(number->constvalue) != DatumGetInt16(number->constvalue))
            return true;
        break;
    }
    case T_List:
    case T_Var:
    case T_Const:
    case T_OpExpr:
    case T_DistinctExpr:
    case T_BoolExpr:
    case T_NullTest:
    case T_BooleanTest:
    case T_RelabelType:
        break;
    default:
        return true;
    }
    return check_functions_in_node(node, is_foreign, nullptr) || ULIDKIT_WALK(node, may_do_harm, nullptr);
}

// Returns true if a constraint of the table proves that the uuid in the column is NULL or of version 7. If `inherited`
// is true, only constraints that child tables inherit count.
bool
has_version_7(Relation table, AttrNumber column, bool inherited)
{
    const TupleConstr *constraints = RelationGetDescr(table)->constr;
    List *conditions = NIL;
    for (int i = 0; column > 0 && constraints != nullptr && i < constraints->num_check; ++i) {
        const ConstrCheck &check = constraints->check[i];
        if (!is_kept(check) || (inherited && check.ccnoinherit))
            continue;
        ListCell *cell;
        foreach (cell, make_ands_implicit(static_cast<Expr *>(stringToNode(check.ccbin)))) {
            auto *condition = static_cast<Node *>(lfirst(cell));
            if (!may_do_harm(condition, nullptr))
                conditions = lappend(conditions, eval_const_expressions(nullptr, condition));
        }
    }
    return conditions != NIL &&
           predicate_implied_by(proofs_of_version_7(TupleDescAttr(RelationGetDescr(table), column - 1)), conditions,
                                true);
}

} // namespace

bool
is_in_order(PlannerInfo *root, const RelOptInfo *relation, const FuncExpr *time)
{
    const RangeTblEntry *entry = root->simple_rte_array[relation->relid];
    if (time->funcid != server_uuid_time)
        return true;
    if (entry->rtekind != RTE_RELATION)
        return false;
    Relation table = table_open(entry->relid, NoLock);
    const bool proved = has_version_7(table, column_of(id_of(time)), entry->inh);
    table_close(table, NoLock);
    return proved;
}

} // namespace ulidkit
