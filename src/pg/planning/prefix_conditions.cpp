// Conditions on what the text of an id begins with, as ranges of ids:
//
//   id::text LIKE pattern        id >= K_like_min(pattern, true) AND id <= K_like_max(pattern, true)
//   id::text ^@ prefix           the same, with false, for a prefix without wildcards and escapes
//   starts_with(id::text, prefix)
//
// All ids whose texts begin with the same characters lie between two ids, and no other id does: the digits of a text
// have the order of the ids, also those of a timeid before 1970, whose first digit tells the sign. So a prefix is
// replaced with its range, and a pattern that is known to be one with a % at its end. Any other pattern stays in
// addition. The bounds raise no errors. They are NULL if no text of an id begins so, as in lower case, and the ends of
// the type if the pattern begins with a wildcard.
#include "pg/postgres.hpp"

#include "pg/planning/bounds.hpp"
#include "pg/planning/inverse.hpp"

namespace ulidkit {

namespace {

// `text begins with value`, where the value is a LIKE pattern or a prefix.
struct Beginning {
    Node *text = nullptr; // null: the clause is none
    Node *value = nullptr;
    Oid collation = InvalidOid;
    bool pattern = false;
};

Beginning
beginning_of(Node *clause)
{
    Oid function = InvalidOid;
    List *args = NIL;
    Oid collation = InvalidOid;
    if (is_opclause(clause)) {
        function = get_opcode(castNode(OpExpr, clause)->opno);
        args = castNode(OpExpr, clause)->args;
        collation = castNode(OpExpr, clause)->inputcollid;
    } else if (is_funcclause(clause)) {
        function = castNode(FuncExpr, clause)->funcid;
        args = castNode(FuncExpr, clause)->args;
        collation = castNode(FuncExpr, clause)->inputcollid;
    }
    if ((function != F_TEXTLIKE && function != F_STARTS_WITH) || list_length(args) != 2)
        return {};
    return {static_cast<Node *>(linitial(args)), static_cast<Node *>(lsecond(args)), collation, function == F_TEXTLIKE};
}

// Whether the value is a prefix, or known to be a pattern that says no more than one.
bool
is_prefix(const Beginning &beginning)
{
    if (!beginning.pattern)
        return true;
    if (!IsA(beginning.value, Const))
        return false;
    const text *value = DatumGetTextPP(castNode(Const, beginning.value)->constvalue);
    const std::string_view pattern = {VARDATA_ANY(value), static_cast<std::size_t>(VARSIZE_ANY_EXHDR(value))};
    return pattern.find_first_of("%_\\") == pattern.size() - 1 && pattern.back() == '%';
}

// Whether nothing is known of the first character.
bool
is_open(const Beginning &beginning)
{
    if (!IsA(beginning.value, Const))
        return false;
    const text *value = DatumGetTextPP(castNode(Const, beginning.value)->constvalue);
    if (VARSIZE_ANY_EXHDR(value) == 0)
        return true;
    return beginning.pattern && (*VARDATA_ANY(value) == '%' || *VARDATA_ANY(value) == '_');
}

Node *
limit_of(PlannerInfo *root, Oid function, Oid kind, const Beginning &beginning, Oid type)
{
    Node *limit = eval_const_expressions(
        root,
        call_of(function, kind, list_of(copyObjectImpl(beginning.value), makeBoolConst(beginning.pattern, false))));
    return applyRelabelType(limit, type, -1, InvalidOid, COERCE_EXPLICIT_CAST, -1, true);
}

Node *
comparison(const KnownForm &known, Oid opno, Node *limit)
{
    Expr *clause =
        make_opclause(opno, BOOLOID, false, copy_of(known.id), reinterpret_cast<Expr *>(limit), InvalidOid, InvalidOid);
    set_opfuncid(castNode(OpExpr, clause));
    return reinterpret_cast<Node *>(clause);
}

bool
is_executable(PlannerInfo *root, const Oid *functions, int count)
{
    bool executable = true;
    for (int i = 0; i < count; ++i) {
        record_plan_function_dependency(root, functions[i]);
        executable = may_execute(root, functions[i]) && executable;
    }
    return executable;
}

} // namespace

List *
range_of_prefix(PlannerInfo *root, Node *clause, bool &exact)
{
    const Beginning beginning = beginning_of(clause);
    const IdForm form = beginning.text == nullptr ? IdForm() : form_of(root, beginning.text);
    if (form.node == nullptr || !OidIsValid(form.inverse.least) || !OidIsValid(form.inverse.most) ||
        !OidIsValid(beginning.collation) || !get_collation_isdeterministic(beginning.collation) ||
        !is_constant(root, beginning.value) || exprType(beginning.value) != TEXTOID)
        return NIL;
    if ((IsA(beginning.value, Const) && castNode(Const, beginning.value)->constisnull) || is_open(beginning))
        return NIL;
    KnownForm known = {};
    known.id = id_of_form(form);
    known.type = getBaseType(exprType(known.id));
    const Oid at_least = btree_operator(known.type, BTGreaterEqualStrategyNumber);
    const Oid at_most = btree_operator(known.type, BTLessEqualStrategyNumber);
    const Oid functions[] = {form.inverse.least, form.inverse.most, get_opcode(at_least), get_opcode(at_most)};
    if (!is_invertible(root, form, known.type) || !is_executable(root, functions, lengthof(functions)))
        return NIL;
    exact = is_prefix(beginning);
    return list_of(
        comparison(known, at_least, limit_of(root, form.inverse.least, form.inverse.type, beginning, known.type)),
        comparison(known, at_most, limit_of(root, form.inverse.most, form.inverse.type, beginning, known.type)));
}

Replacement
replacement_by_prefix(Run &run, const Context &context, Node *clause)
{
    PlannerInfo *root = run.root;
    const Beginning beginning = beginning_of(clause);
    const IdForm form = beginning.text == nullptr ? IdForm() : form_of(root, beginning.text);
    if (form.node == nullptr || !OidIsValid(form.inverse.least) || !OidIsValid(form.inverse.most) ||
        !OidIsValid(beginning.collation) || !get_collation_isdeterministic(beginning.collation) ||
        !is_constant(root, beginning.value) || exprType(beginning.value) != TEXTOID)
        return {};
    if (IsA(beginning.value, Const) && castNode(Const, beginning.value)->constisnull)
        return {};
    const KnownForm *known = is_open(beginning) ? nullptr : known_to_replace(run, form, beginning.collation);
    if (known == nullptr)
        return {};
    const Oid at_least = btree_operator(known->type, BTGreaterEqualStrategyNumber);
    const Oid at_most = btree_operator(known->type, BTLessEqualStrategyNumber);
    const Oid functions[] = {form.inverse.least, form.inverse.most, get_opcode(at_least), get_opcode(at_most)};
    if (!is_executable(root, functions, lengthof(functions)))
        return {};
    Node *least = limit_of(root, form.inverse.least, form.inverse.type, beginning, known->type);
    Node *most = limit_of(root, form.inverse.most, form.inverse.type, beginning, known->type);
    if (IsA(least, Const) && castNode(Const, least)->constisnull)
        return {list_of(makeBoolConst(false, false))};
    const bool kept = !is_prefix(beginning) || known->facts.kept || is_served(root, known->facts, &context, nullptr);
    return {list_of(comparison(*known, at_least, least), comparison(*known, at_most, most)), kept};
}

} // namespace ulidkit
