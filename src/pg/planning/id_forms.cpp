// Forms of an ID that have an inverse. If g is the inverse of f, the condition `f(id, constants) = value` is true
// exactly where `id = g(value, constants)` is true, and the index on the ID finds the rows.
//
// Which functions have an inverse. f has the support function ulidkit_inverse_support(), and g is in the same schema
// and has the name that the table below says. g takes the arguments of f, with a value of the form in the place of the
// ID, and returns the ID. So a new pair needs a line of the table, unless its names fit a line, and a function in the
// extension. A conversion of a value to text calls the output function of the value's type, so for such a conversion f
// is the output function.
//
// What g promises. It is STRICT, and returns NULL for a value that f never returns: it reads the value, writes it
// again, and compares the bytes. For example, '01arz3ndektsv4rrffq69g5fav' is the text of no ID, because it is in lower
// case. It raises no error for a value. For the other arguments it raises the same errors as f, because a key or a base
// that does not exist must not look like an ID that does not exist.
//
// Why the library is loaded. The planner simplifies a conversion to text as a call of the output function, and it
// simplifies each call by the support function of the called function. That loads the library before the planner
// reaches its hooks. A cast of a ulid to uuid calls no function. So the btree operator class of ulid has a function for
// its options, although it has no options: the server calls that function when it opens an index. A uuid as text calls
// no function of the extension either, and its index belongs to the server's operator class. For such queries the user
// has to load the library.
//
// What a condition becomes. The operator must compare bytes: = of bytea, of uuid, or of text (and varchar, which uses
// the operator of text) in a deterministic collation. Then
//
// - `f(id) = v` becomes `id = g(v)`;
// - a list of values becomes the list of their IDs.
//
// A condition on the beginning of a text becomes a range of IDs:
//
//   id::text LIKE pattern        id >= K_like_min(pattern, true) AND id <= K_like_max(pattern, true)
//   id::text ^@ prefix           the same with false, for a prefix without wildcards and escapes
//   starts_with(id::text, prefix)
//
// All IDs whose texts begin with the same characters lie between two IDs, and no other ID does, because the digits of
// the text have the order of the IDs. This is also true for a timeid before 1970, whose first digit tells the sign. The
// bounds raise no errors. They are NULL if no text of an ID begins as the pattern does, for example in lower case. They
// are the ends of the type if the pattern begins with a wildcard.
//
// Who can use it. g is recognised as the extension's by its language and library, which only a superuser can give to a
// function. The user needs the privilege to call f and g. As the name of g ends with "_or_null", the user also needs
// the privilege to call the function whose name lacks that ending. For example, K_reveal_or_null() needs the privilege
// for K_reveal(), because otherwise EXPLAIN would reveal IDs to a user who may not reveal them. For a conversion to
// text, the server checks no privilege to call f, and neither does planning.
#include "pg/postgres.hpp"

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/id_forms.hpp"
#include "pg/planning/support_function.hpp"
#include "pg/planning/time_bounds.hpp"

namespace ulidkit {

namespace {

// The endings of the names of functions, and of the names of their inverses.
struct Pair {
    std::string_view function;
    const char *inverse;
};

constexpr Pair pairs[] = {
    {"_out", "_in_or_null"},          {"_to_bytea", "_from_bytea_or_null"}, {"_to_compact", "_from_compact_or_null"},
    {"_to_hex", "_from_hex_or_null"}, {"_to_base", "_from_base_or_null"},   {"_encode", "_decode_or_null"},
    {"_hide", "_reveal_or_null"},
};

constexpr std::string_view or_null = "_or_null";

// The support function of every function that has an inverse.
SupportFunction own_support;

Datum
inverse_support(FunctionCallInfo fcinfo)
{
    own_support.called(fcinfo);
    PG_RETURN_POINTER(NULL);
}

Datum
btree_options(FunctionCallInfo fcinfo)
{
    // There are no options, so only the size is set.
    init_local_reloptions(reinterpret_cast<local_relopts *>(PG_GETARG_POINTER(0)), sizeof(std::int32_t));
    PG_RETURN_VOID();
}

} // namespace

ULIDKIT_FUNCTION(ulidkit_inverse_support, inverse_support)
ULIDKIT_FUNCTION(ulid_btree_options, btree_options)

bool
is_form_function(Oid function)
{
    return own_support.would_support(function, "ulidkit_inverse_support", ulidkit_inverse_support);
}

namespace {

// Returns the function of the extension beside which the inverse of `function` is found. Usually this is the function
// itself. For PostgreSQL's conversion of a uuid to text, it is the inverse, which is recognised by its support
// function. Returns 0 if there is no such function.
Oid
own_beside(Oid function)
{
    if (function != F_UUID_OUT)
        return is_form_function(function) ? function : InvalidOid;
    Oid found = InvalidOid;
    CatCList *named = SearchSysCacheList1(PROCNAMEARGSNSP, CStringGetDatum("uuid_in_or_null"));
    for (int i = 0; i < named->n_members && !OidIsValid(found); ++i) {
        const Oid one = reinterpret_cast<Form_pg_proc>(GETSTRUCT(&named->members[i]->tuple))->oid;
        if (is_form_function(one))
            found = one;
    }
    ReleaseSysCacheList(named);
    return found;
}

// Looks for the inverse with that name, which takes the form in the place of the argument number `position` of the
// function, and returns the ID. Sets the fields of `found` that depend on the inverse. Leaves `types` as it was.
void
find_inverse(Oid own, const char *name, Oid *types, int count, int position, Inverse &found)
{
    const Oid type = types[position];
    types[position] = found.form;
    const Oid inverse = function_beside(own, name, type, types, count);
    if (OidIsValid(inverse)) {
        const std::size_t size = strlen(name) - or_null.size();
        found.inverse = inverse;
        found.open = function_in(get_func_namespace(own), pnstrdup(name, size), types, count);
        found.position = position;
        found.type = type;
    }
    types[position] = type;
}

Inverse
look_up_inverse(Oid function)
{
    Inverse found = {};
    found.function = function;
    const Oid own = own_beside(function);
    const char *copy = OidIsValid(own) ? get_func_name(function) : nullptr;
    const std::string_view name = copy == nullptr ? "" : copy;
    Oid *types;
    int count;
    for (const Pair &pair : pairs) {
        if (!name.ends_with(pair.function))
            continue;
        const Oid result = get_func_signature(function, &types, &count);
        found.form = result == CSTRINGOID ? TEXTOID : result;
        const std::string_view start{name.data(), name.size() - pair.function.size()};
        const char *inverse = psprintf("%.*s%s", static_cast<int>(start.size()), start.data(), pair.inverse);
        for (int i = 0; i < count && !OidIsValid(found.inverse); ++i)
            find_inverse(own, inverse, types, count, i, found);
        // The bounds of the IDs whose texts begin with another text.
        static constexpr Oid prefix[] = {TEXTOID, BOOLOID};
        const auto find = [&](const char *end) {
            const char *bound = psprintf("%.*s%s", static_cast<int>(start.size()), start.data(), end);
            return result == CSTRINGOID ? function_beside(own, bound, found.type, prefix, 2) : InvalidOid;
        };
        found.least = find("_like_min");
        found.most = find("_like_max");
    }
    return found;
}

Inverse
inverse_of(Oid function)
{
    return Cache<Inverse, false>::get(
        function, [](const Inverse &) { return true; }, [&] { return look_up_inverse(function); });
}

// Returns the form that a call of the function is. Instead of the call, `call` can be a conversion to text, which calls
// the function. The result has no node if the function has no inverse, or if another argument than the ID is not
// constant or calls a function of a user.
IdForm
form_of_call(PlannerInfo *root, Node *call, Oid function, List *args)
{
    if (function != F_UUID_OUT && !own_support.supports(function))
        return {};
    const Inverse inverse = inverse_of(function);
    if (!OidIsValid(inverse.inverse) || inverse.position >= list_length(args))
        return {};
    int place = 0;
    for (Node *argument : each<Node>(args)) {
        if (place++ != inverse.position && (!is_constant(root, argument) || calls_user_function(argument)))
            return {};
    }
    return {call, as_node(list_nth(args, inverse.position)), inverse};
}

Oid
output_function_of(Oid type)
{
    Oid function;
    bool is_varlena;
    getTypeOutputInfo(type, &function, &is_varlena);
    return function;
}

// Returns the form that the cast is if it makes a uuid of an ID, or an ID of a uuid, without changing bytes.
IdForm
form_of_cast(RelabelType *cast)
{
    auto *id = as_node(cast->arg);
    const Oid type = getBaseType(exprType(id));
    const Oid own = cast->resulttype == UUIDOID ? type : type == UUIDOID ? cast->resulttype : InvalidOid;
    if (!OidIsValid(own) || !is_own(own))
        return {};
    IdForm form = {as_node(cast), id, {}};
    form.inverse.type = type;
    form.inverse.form = cast->resulttype;
    return form;
}

} // namespace

bool
is_constant(PlannerInfo *root, Node *node)
{
    return bms_is_empty(pull_varnos(root, node)) && !contain_volatile_functions(node) && !contain_subplans(node);
}

bool
is_own(Oid type)
{
    return is_form_function(output_function_of(type));
}

IdForm
form_of(PlannerInfo *root, Node *node)
{
    Node *inner = without_casts(node);
    if (IsA(inner, CoerceViaIO)) {
        const auto *conversion = castNode(CoerceViaIO, inner);
        if (conversion->resulttype != TEXTOID && conversion->resulttype != VARCHAROID)
            return {};
        auto *id = as_node(conversion->arg);
        return form_of_call(root, inner, output_function_of(exprType(id)), list_of(id));
    }
    if (IsA(inner, FuncExpr)) {
        const IdForm form =
            form_of_call(root, inner, castNode(FuncExpr, inner)->funcid, castNode(FuncExpr, inner)->args);
        if (form.node != nullptr)
            return form;
    }
    return IsA(node, RelabelType) ? form_of_cast(castNode(RelabelType, node)) : IdForm{};
}

bool
compares_bytes(Oid opno, Oid collation)
{
    switch (get_opcode(opno)) {
    case F_TEXTEQ:
        return OidIsValid(collation) && get_collation_isdeterministic(collation);
    case F_BYTEAEQ:
    case F_UUID_EQ:
        return true;
    default:
        const Oid type = argument_types(opno).left;
        return is_own(type) && opno == btree_operator(type, BTEqualStrategyNumber);
    }
}

Node *
id_of_form(const IdForm &form)
{
    Node *column = without_casts(form.id);
    const Oid type = getBaseType(exprType(column));
    const bool can_have_ids = type == UUIDOID || type == INT8OID || type == form.inverse.type || is_own(type);
    Node *id = can_have_ids ? column : form.id;
    return applyRelabelType(as_node(copyObjectImpl(id)), getBaseType(exprType(id)), -1, InvalidOid,
                            COERCE_IMPLICIT_CAST, -1, true);
}

Node *
inverted(const IdForm &form, Node *value, Oid type)
{
    Node *id = applyRelabelType(as_node(copyObjectImpl(value)), form.inverse.form, -1, exprCollation(value),
                                COERCE_IMPLICIT_CAST, -1, true);
    if (OidIsValid(form.inverse.function)) {
        List *args = IsA(form.node, FuncExpr) ? static_cast<List *>(copyObjectImpl(castNode(FuncExpr, form.node)->args))
                                              : list_of(form.node);
        lfirst(list_nth_cell(args, form.inverse.position)) = id;
        id = call_or_result(form.inverse.inverse, form.inverse.type, args);
    }
    return relabelled(id, type);
}

namespace {

// Returns the IDs of the elements of an array, which can be any expression.
Node *
inverted_array(PlannerInfo *root, const IdForm &form, Node *array, Oid type)
{
    auto *element = new_node<CaseTestExpr>(T_CaseTestExpr); // stands for each element
    element->typeId = get_base_element_type(exprType(array));
    element->typeMod = -1;
    element->collation = exprCollation(array);
    auto *coercion = new_node<ArrayCoerceExpr>(T_ArrayCoerceExpr);
    coercion->arg = copy_of(array);
    coercion->elemexpr = reinterpret_cast<Expr *>(inverted(form, as_node(element), type));
    coercion->resulttype = get_array_type(type);
    coercion->resulttypmod = -1;
    coercion->coerceformat = COERCE_EXPLICIT_CAST;
    coercion->location = -1;
    auto *ids = as_node(coercion);
    return IsA(array, Const) ? eval_const_expressions(root, ids) : ids;
}

// Returns the IDs of the elements of an array. A list of expressions remains a list, because the planner can prune
// partitions by a list.
Node *
inverted_elements(PlannerInfo *root, const IdForm &form, Node *array, Oid type)
{
    if (!IsA(array, ArrayExpr) || castNode(ArrayExpr, array)->multidims)
        return inverted_array(root, form, array, type);
    List *ids = NIL;
    for (Node *element : each<Node>(castNode(ArrayExpr, array)->elements))
        ids = lappend(ids, inverted(form, element, type));
    const bool known = !has_any<Node>(ids, [](const Node *id) { return !IsA(id, Const); });
    return known ? eval_const_expressions(root, array_of(type, ids)) : array_of(type, ids);
}

} // namespace

Node *
array_of(Oid type, List *elements)
{
    auto *array = new_node<ArrayExpr>(T_ArrayExpr);
    array->array_typeid = get_array_type(type);
    array->element_typeid = type;
    array->elements = elements;
    array->location = -1;
    return as_node(array);
}

ByteEquality
byte_equality(Node *clause)
{
    const bool list = IsA(clause, ScalarArrayOpExpr);
    if (list ? !castNode(ScalarArrayOpExpr, clause)->useOr : !is_opclause(clause))
        return {};
    List *args = list ? castNode(ScalarArrayOpExpr, clause)->args : castNode(OpExpr, clause)->args;
    const Oid opno = list ? castNode(ScalarArrayOpExpr, clause)->opno : castNode(OpExpr, clause)->opno;
    return compares_bytes(opno, exprInputCollation(clause))
               ? ByteEquality{as_node(linitial(args)), as_node(lsecond(args)), list}
               : ByteEquality{};
}

Node *
inverted_equality(PlannerInfo *root, const IdForm &form, const ByteEquality &equality, Node *id, Oid type)
{
    const Oid opno = btree_operator(type, BTEqualStrategyNumber);
    if (!equality.list)
        return comparison_by(opno, id, inverted(form, equality.value, type));
    auto *condition = new_node<ScalarArrayOpExpr>(T_ScalarArrayOpExpr);
    condition->opno = opno;
    condition->opfuncid = get_opcode(opno);
    condition->useOr = true;
    condition->args = list_of(copy_of(id), inverted_elements(root, form, equality.value, type));
    condition->location = -1;
    return as_node(condition);
}

namespace {

// Returns true if the user may call all of the functions. A function that is 0 is ignored. Makes the plan depend on the
// functions, whether or not it calls them.
bool
is_executable(PlannerInfo *root, std::initializer_list<Oid> functions)
{
    bool executable = true;
    for (const Oid function : functions) {
        if (OidIsValid(function)) {
            record_plan_function_dependency(root, function);
            executable = may_execute(root, function) && executable;
        }
    }
    return executable;
}

} // namespace

bool
is_invertible(PlannerInfo *root, const IdForm &form, Oid type)
{
    return are_open(own_family(type), type) &&
           is_executable(root, {IsA(form.node, FuncExpr) ? form.inverse.function : InvalidOid, form.inverse.inverse,
                                form.inverse.open});
}

namespace {

// Returns the text if it is known. Returns an empty string if it is not known or NULL.
std::string_view
known_text(const Node *value)
{
    const Const *constant = constant_of(value);
    if (constant == nullptr)
        return "";
    const text *known = DatumGetTextPP(constant->constvalue);
    return {VARDATA_ANY(known), static_cast<std::size_t>(VARSIZE_ANY_EXHDR(known))};
}

} // namespace

Ranges
range_of_prefix(PlannerInfo *root, Node *clause)
{
    const bool is_operator = is_opclause(clause);
    if (!is_operator && !is_funcclause(clause))
        return {};
    const Oid function = is_operator ? get_opcode(castNode(OpExpr, clause)->opno) : castNode(FuncExpr, clause)->funcid;
    const bool pattern = function == F_TEXTLIKE;
    if (!pattern && function != F_STARTS_WITH)
        return {};
    List *args = is_operator ? castNode(OpExpr, clause)->args : castNode(FuncExpr, clause)->args;
    auto *value = as_node(lsecond(args));
    const Oid collation = exprInputCollation(clause);
    const IdForm form = form_of(root, as_node(linitial(args)));
    if (form.node == nullptr || !OidIsValid(form.inverse.least) || !OidIsValid(form.inverse.most) ||
        !OidIsValid(collation) || !get_collation_isdeterministic(collation) || !is_constant(root, value) ||
        exprType(value) != TEXTOID)
        return {};
    // Nothing follows from a constant that is NULL, is empty, or begins with a wildcard.
    const std::string_view known = known_text(value);
    if (IsA(value, Const) && known.find_first_not_of(pattern ? "%_" : "") != 0)
        return {};
    Node *id = id_of_form(form);
    const Oid type = getBaseType(exprType(id));
    const Oid at_least = btree_operator(type, BTGreaterEqualStrategyNumber);
    const Oid at_most = btree_operator(type, BTLessEqualStrategyNumber);
    if (!is_invertible(root, form, type) || !is_executable(root, {form.inverse.least, form.inverse.most}))
        return {};
    const auto limit = [&](Oid bound) {
        return relabelled(call_or_result(bound, form.inverse.type, list_of(value, makeBoolConst(pattern, false))),
                          type);
    };
    return {list_of(comparison_by(at_least, id, limit(form.inverse.least)),
                    comparison_by(at_most, id, limit(form.inverse.most))),
            !pattern || (known.ends_with('%') && known.find_first_of("%_\\") == known.size() - 1)};
}

} // namespace ulidkit
