// Forms of an id that have an inverse. Where f has the inverse g, `f(id, constants) = value` holds exactly where
// `id = g(value, constants)` does, and the index on the id finds it.
//
// Which functions have one. f has the support function ulidkit_inverse_support(), and g stands in the same schema under
// the name that the table below says. g takes the arguments of f, with a value of the form in the place of the id, and
// returns the id. So a pair is a line of the table, unless its names fit one, and a function of the extension. The
// output function of a type stands for the conversion of its values to text, which calls it.
//
// What g promises. It is STRICT, and NULL for what f never returns: it reads the value, writes it again, and compares
// the bytes. So '01arz3ndektsv4rrffq69g5fav' is the text of no id. It raises no error for a value, and the same as f
// for the other arguments, because a key or a base that does not exist must not look like an id that does not.
//
// Why the library is there. The planner simplifies a conversion to text as a call of the output function, and each call
// of a function by its support function. That loads the library before the planner reaches its hooks. A cast of a ulid
// to uuid calls nothing. So the btree class has a function for its options, of which there are none: the server calls
// it when it opens an index.
//
// Who can use it. g is known to be the extension's by its language and library, which only a superuser can give to a
// function. The user needs the privilege to call f and g and, as the name of g ends with "_or_null", the function of
// the same name without that: K_reveal() for K_reveal_or_null(), for example, or EXPLAIN would reveal for him. For a
// conversion to text the server asks for no privilege.
#include "pg/postgres.hpp"

#include "pg/planning/bounds.hpp"
#include "pg/planning/guest_bounds.hpp"
#include "pg/planning/inverse.hpp"
#include "pg/planning/support_function.hpp"
#include "pg/settings.hpp"

namespace ulidkit {

namespace {

// The ends of the names of functions and their inverses.
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

// That of every function that has an inverse.
SupportFunction own_support;

Datum
inverse_support(FunctionCallInfo fcinfo)
{
    own_support.oid = fcinfo->flinfo->fn_oid;
    return PointerGetDatum(NULL);
}

} // namespace

ULIDKIT_FUNCTION(ulidkit_inverse_support, inverse_support)

namespace {

Datum
btree_options(FunctionCallInfo fcinfo)
{
    // Nothing but the size.
    init_local_reloptions(reinterpret_cast<local_relopts *>(PG_GETARG_POINTER(0)), sizeof(std::int32_t));
    PG_RETURN_VOID();
}

} // namespace

ULIDKIT_FUNCTION(ulid_btree_options, btree_options)

namespace {

// The library of a function in C, or null.
char *
library_of(Oid function)
{
    HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
    if (!HeapTupleIsValid(tuple))
        return nullptr;
    char *library = nullptr;
    if (reinterpret_cast<Form_pg_proc>(GETSTRUCT(tuple))->prolang == ClanguageId) {
        bool isnull;
        const Datum name = SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_probin, &isnull);
        library = isnull ? nullptr : TextDatumGetCString(name);
    }
    ReleaseSysCache(tuple);
    return library;
}

bool
same_library(Oid one, Oid other)
{
    const char *a = library_of(one);
    const char *b = library_of(other);
    return a != nullptr && b != nullptr && strcmp(a, b) == 0;
}

Oid
function_named(const char *name, const Oid *types, int count, Oid beside)
{
    return GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
                           PointerGetDatum(buildoidvector(types, count)), ObjectIdGetDatum(get_func_namespace(beside)));
}

// The inverse of that name, which has the argument `position` of f in its result.
void
find_inverse(const char *name, Oid *types, int count, int position, Inverse &found)
{
    const Oid type = types[position];
    types[position] = found.form;
    const Oid inverse = function_named(name, types, count, found.function);
    if (OidIsValid(inverse) && get_func_rettype(inverse) == type && func_strict(inverse) &&
        same_library(inverse, found.function)) {
        const std::size_t size = strlen(name) - or_null.size();
        found.inverse = inverse;
        found.open = function_named(pnstrdup(name, size), types, count, inverse);
        found.position = position;
        found.type = type;
    }
    types[position] = type;
}

// The bounds of the ids whose texts begin with another: the kind's name, and K_like_min() and K_like_max().
void
find_bounds(std::string_view kind, Inverse &found)
{
    static constexpr Oid types[] = {TEXTOID, BOOLOID};
    const auto find = [&](const char *name) {
        const Oid function = function_named(psprintf("%.*s%s", static_cast<int>(kind.size()), kind.data(), name), types,
                                            2, found.function);
        return OidIsValid(function) && get_func_rettype(function) == found.type && func_strict(function) &&
                       same_library(function, found.function)
                   ? function
                   : InvalidOid;
    };
    found.least = find("_like_min");
    found.most = find("_like_max");
}

Inverse
look_up_inverse(Oid function)
{
    Inverse found = {};
    found.function = function;
    const char *copy = own_support.would_support(function, ulidkit_inverse_support) ? get_func_name(function) : nullptr;
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
            find_inverse(inverse, types, count, i, found);
        if (OidIsValid(found.inverse) && result == CSTRINGOID)
            find_bounds(start, found);
        if (OidIsValid(found.inverse))
            break;
    }
    return found;
}

// What has been looked up, remembered until a function changes.
Inverse inverses[64];
int inverse_count;
std::uint64_t function_changes;

void
forget_inverses(Datum, CacheName, std::uint32_t)
{
    inverse_count = 0;
    ++function_changes;
}

Inverse
inverse_of(Oid function)
{
    for (int i = 0; i < inverse_count; ++i) {
        if (inverses[i].function == function)
            return inverses[i];
    }
    static bool registered;
    if (!registered)
        CacheRegisterSyscacheCallback(PROCOID, forget_inverses, 0);
    registered = true;
    const std::uint64_t changes = function_changes;
    const Inverse found = look_up_inverse(function);
    if (changes == function_changes && inverse_count < static_cast<int>(lengthof(inverses)))
        inverses[inverse_count++] = found;
    return found;
}

} // namespace

bool
is_constant(PlannerInfo *root, Node *node)
{
    return bms_is_empty(pull_varnos(root, node)) && !contain_volatile_functions(node) && !contain_subplans(node);
}

namespace {

IdForm
form_of_call(PlannerInfo *root, FuncExpr *call)
{
    if (!own_support.supports(call->funcid))
        return {};
    const Inverse inverse = inverse_of(call->funcid);
    if (!OidIsValid(inverse.inverse) || inverse.position >= list_length(call->args))
        return {};
    ListCell *cell;
    foreach (cell, call->args) {
        if (foreach_current_index(cell) != inverse.position && !is_constant(root, static_cast<Node *>(lfirst(cell))))
            return {};
    }
    return {reinterpret_cast<Node *>(call), static_cast<Node *>(list_nth(call->args, inverse.position)), inverse};
}

Oid
output_function_of(Oid type)
{
    Oid function;
    bool is_varlena;
    getTypeOutputInfo(type, &function, &is_varlena);
    return function;
}

// Whether the type is one of the extension's.
bool
is_own(Oid type)
{
    return own_support.would_support(output_function_of(type), ulidkit_inverse_support);
}

IdForm
form_of_conversion(CoerceViaIO *conversion)
{
    if (conversion->resulttype != TEXTOID && conversion->resulttype != VARCHAROID)
        return {};
    auto *id = reinterpret_cast<Node *>(conversion->arg);
    const Oid function = output_function_of(exprType(id));
    if (!own_support.supports(function))
        return {};
    const Inverse inverse = inverse_of(function);
    return OidIsValid(inverse.inverse) ? IdForm{reinterpret_cast<Node *>(conversion), id, inverse} : IdForm{};
}

// A ulid as a uuid.
IdForm
form_of_cast(RelabelType *cast)
{
    auto *id = reinterpret_cast<Node *>(cast->arg);
    const Oid type = getBaseType(exprType(id));
    if (cast->resulttype != UUIDOID || !OidIsValid(type) || !is_own(type))
        return {};
    IdForm form = {reinterpret_cast<Node *>(cast), id, {}};
    form.inverse.type = type;
    form.inverse.form = cast->resulttype;
    return form;
}

} // namespace

IdForm
form_of(PlannerInfo *root, Node *node)
{
    Node *inner = without_casts(node);
    if (IsA(inner, CoerceViaIO))
        return form_of_conversion(castNode(CoerceViaIO, inner));
    if (IsA(inner, FuncExpr)) {
        const IdForm form = form_of_call(root, castNode(FuncExpr, inner));
        if (form.node != nullptr)
            return form;
    }
    return IsA(node, RelabelType) ? form_of_cast(castNode(RelabelType, node)) : IdForm{};
}

namespace {

struct Search {
    PlannerInfo *root;
    List *forms; // of IdForm
};

bool
find_forms(Node *node, void *context)
{
    if (node == nullptr)
        return false;
    auto *search = static_cast<Search *>(context);
    if (IsA(node, CoerceViaIO) || IsA(node, FuncExpr) || (settings::virtual_index && IsA(node, RelabelType))) {
        const IdForm form = form_of(search->root, node);
        if (form.node != nullptr) {
            auto *copy = static_cast<IdForm *>(palloc(sizeof(IdForm)));
            *copy = form;
            search->forms = lappend(search->forms, copy);
            return false;
        }
    }
    return ULIDKIT_WALK(node, find_forms, context);
}

} // namespace

List *
forms_in(PlannerInfo *root, Node *node)
{
    // A cast calls no function.
    if (!OidIsValid(own_support.oid) && !settings::virtual_index)
        return NIL;
    Search search = {root, NIL};
    find_forms(node, &search);
    return search.forms;
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
        return false;
    }
}

Node *
id_of_form(const IdForm &form)
{
    Node *column = without_casts(form.id);
    const Oid type = getBaseType(exprType(column));
    Node *id = is_of_server(type) || type == form.inverse.type || is_own(type) ? column : form.id;
    return applyRelabelType(static_cast<Node *>(copyObjectImpl(id)), getBaseType(exprType(id)), -1, InvalidOid,
                            COERCE_IMPLICIT_CAST, -1, true);
}

Node *
inverted(PlannerInfo *root, const IdForm &form, Node *value, Oid type)
{
    // The same form of another id.
    if (settings::virtual_index && is_same_form(form, form_of(root, value)) && OidIsValid(form.inverse.function))
        return applyRelabelType(static_cast<Node *>(copyObjectImpl(form_of(root, value).id)), type, -1, InvalidOid,
                                COERCE_EXPLICIT_CAST, -1, true);
    Node *id = applyRelabelType(static_cast<Node *>(copyObjectImpl(value)), form.inverse.form, -1, exprCollation(value),
                                COERCE_IMPLICIT_CAST, -1, true);
    if (OidIsValid(form.inverse.function)) {
        List *args = IsA(form.node, FuncExpr) ? static_cast<List *>(copyObjectImpl(castNode(FuncExpr, form.node)->args))
                                              : list_of(form.node);
        lfirst(list_nth_cell(args, form.inverse.position)) = id;
        id = IsA(id, Const) && !castNode(Const, id)->constisnull && list_length(args) == 1
                 ? evaluated(form.inverse.inverse, form.inverse.type, args)
                 : eval_const_expressions(root, call_of(form.inverse.inverse, form.inverse.type, args));
    }
    return applyRelabelType(id, type, -1, InvalidOid, COERCE_EXPLICIT_CAST, -1, true);
}

Node *
equality_of(const Node *id, Node *value, Oid type)
{
    Expr *equality =
        make_opclause(btree_operator(type, BTEqualStrategyNumber), BOOLOID, false,
                      static_cast<Expr *>(copyObjectImpl(id)), reinterpret_cast<Expr *>(value), InvalidOid, InvalidOid);
    set_opfuncid(castNode(OpExpr, equality));
    return reinterpret_cast<Node *>(equality);
}

bool
is_invertible(PlannerInfo *root, const IdForm &form, Oid type)
{
    const Oid equality = btree_operator(type, BTEqualStrategyNumber);
    const Oid functions[] = {IsA(form.node, FuncExpr) ? form.inverse.function : InvalidOid, form.inverse.inverse,
                             form.inverse.open, OidIsValid(equality) ? get_opcode(equality) : InvalidOid};
    bool invertible = OidIsValid(equality);
    for (const Oid function : functions) {
        if (OidIsValid(function)) {
            // The plan depends on it, whether it calls it or not.
            record_plan_function_dependency(root, function);
            invertible = may_execute(root, function) && invertible;
        }
    }
    return invertible;
}

} // namespace ulidkit
