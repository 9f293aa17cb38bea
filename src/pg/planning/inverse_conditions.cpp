// Equalities of a form of an id, as equalities of the id: see inverse.cpp.
//
//   f(id) = v                   id = g(v), with v the same for all rows
//   f(id) IN (...), = ANY (a)   id = ANY of g of each element, of which those that are NULL stay
//   f(id) = f(other)            id = other, for ids of two tables
//
// They are replaced where a condition that is NULL counts as false, like those on the time: see jointree.cpp. Only
// where the operator compares bytes: = of text in a deterministic collation, which varchar uses, too, of bytea and of
// uuid.
//
// A condition stays in addition if the table can use it otherwise, or if the planner can infer from it that a column of
// another table has the value. It is left to an index on the form itself. Conditions with columns of another table stay
// as they are: lookup_paths.cpp has the scans of the index that they allow.
#include "pg/postgres.hpp"

#include "pg/planning/bounds.hpp"
#include "pg/planning/inverse.hpp"

namespace ulidkit {

namespace {

// A constant array of more elements is no list.
constexpr int few = 100;

// The one relation whose columns the id is made of, or 0.
int
relation_of_form(PlannerInfo *root, const IdForm &form)
{
    int relation;
    if (form.node == nullptr || !bms_get_singleton_member(pull_varnos(root, form.id), &relation) ||
        contain_volatile_functions(form.id) || contain_subplans(form.id))
        return 0;
    return relation;
}

// Whether conditions on the relation are replaced here. Those on any other subquery get into it, and are replaced
// there, but a barrier keeps a conversion to text above it, and lets an equality of ids pass. Those on a UNION ALL are
// for each of its tables.
bool
is_replaced_here(const RangeTblEntry *entry)
{
    return entry->rtekind == RTE_RELATION || (entry->rtekind == RTE_SUBQUERY && !entry->inh && entry->security_barrier);
}

Facts
facts_of_form(PlannerInfo *root, int relation, const IdForm &form, Oid collation)
{
    if (root->simple_rte_array[relation]->rtekind != RTE_RELATION)
        return {};
    const IdCall call =
        IsA(form.node, FuncExpr) ? IdCall(castNode(FuncExpr, form.node), form.inverse.position) : IdCall(form.node);
    return facts_of(root, relation, call, form.node, collation);
}

const KnownForm &
known_form(Run &run, int relation, const IdForm &form, Oid collation)
{
    ListCell *cell;
    foreach (cell, run.forms) {
        const auto *known = static_cast<KnownForm *>(lfirst(cell));
        if (known->relation == relation && known->collation == collation && equal(known->node, form.node))
            return *known;
    }
    auto *known = static_cast<KnownForm *>(palloc0(sizeof(KnownForm)));
    *known = {form.node, collation, relation, {}, nullptr, InvalidOid, false};
    known->facts = facts_of_form(run.root, relation, form, collation);
    known->id = known->facts.by_cast ? form.id : id_of_form(form);
    known->type = getBaseType(exprType(known->id));
    known->invertible = is_invertible(run.root, form, known->type);
    run.forms = lappend(run.forms, known);
    return *known;
}

} // namespace

bool
is_same_form(const IdForm &one, const IdForm &other)
{
    if (one.node == nullptr || other.node == nullptr || nodeTag(one.node) != nodeTag(other.node) ||
        one.inverse.function != other.inverse.function || one.inverse.type != other.inverse.type)
        return false;
    if (!IsA(one.node, FuncExpr))
        return true;
    ListCell *a;
    ListCell *b;
    forboth(a, castNode(FuncExpr, one.node)->args, b, castNode(FuncExpr, other.node)->args)
    {
        if (foreach_current_index(a) != one.inverse.position && !equal(lfirst(a), lfirst(b)))
            return false;
    }
    return true;
}

bool
is_equated_by(const Run &run, Node *condition, Oid opno, Node *operand, const IdForm &form)
{
    ListCell *cell;
    foreach (cell, run.conditions) {
        auto *other = static_cast<Node *>(lfirst(cell));
        if (other == condition || !is_opclause(other) || castNode(OpExpr, other)->opno != opno)
            continue;
        List *args = castNode(OpExpr, other)->args;
        for (int i = 0; i < 2; ++i) {
            auto *value = static_cast<Node *>(list_nth(args, 1 - i));
            // An equality with the same form of another id is replaced, too.
            if (equal(list_nth(args, i), operand) && !bms_is_empty(pull_varnos(run.root, value)) &&
                (form.node == nullptr || !is_same_form(form_of(run.root, value), form)))
                return true;
        }
    }
    return false;
}

namespace {

bool
is_null(Node *node)
{
    return IsA(node, Const) && castNode(Const, node)->constisnull;
}

} // namespace

const KnownForm *
known_to_replace(Run &run, const IdForm &form, Oid collation)
{
    const int relation = relation_of_form(run.root, form);
    if (relation == 0 || !is_replaced_here(run.root->simple_rte_array[relation]))
        return nullptr;
    const KnownForm &known = known_form(run, relation, form, collation);
    return known.invertible && !known.facts.as_written ? &known : nullptr;
}

namespace {

// The same for an equality, and whether it stays.
const KnownForm *
to_replace(Run &run, const Context &context, Node *clause, Oid opno, Oid collation, const IdForm &form, bool &kept)
{
    const KnownForm *known = compares_bytes(opno, collation) ? known_to_replace(run, form, collation) : nullptr;
    if (known == nullptr)
        return nullptr;
    const bool served = is_served(run.root, known->facts, &context, nullptr);
    if (served && !known->facts.partitioned)
        return nullptr;
    kept = served || known->facts.kept;
    if (!kept && !context.in_or && is_opclause(clause)) {
        List *args = castNode(OpExpr, clause)->args;
        auto *left = static_cast<Node *>(linitial(args));
        auto *operand =
            equal(without_casts(left), form.node) || equal(left, form.node) ? left : static_cast<Node *>(lsecond(args));
        kept = is_equated_by(run, clause, opno, operand, form);
    }
    // A partial index is chosen by what its predicate counts for.
    if (kept && !known->facts.in_predicate)
        mark_as_equated(run.root, form.node);
    return known;
}

Replacement
replacement_of_value(Run &run, const Context &context, OpExpr *clause, const IdForm &form, Node *value)
{
    bool kept = false;
    const KnownForm *known = is_constant(run.root, value) ? to_replace(run, context, reinterpret_cast<Node *>(clause),
                                                                       clause->opno, clause->inputcollid, form, kept)
                                                          : nullptr;
    if (known == nullptr)
        return {};
    Node *id = inverted(run.root, form, value, known->type);
    if (is_null(id))
        return {list_of(makeBoolConst(false, false))};
    return {list_of(equality_of(known->id, id, known->type)), kept};
}

// The same form of two tables' ids.
Replacement
replacement_of_both(Run &run, const Context &context, OpExpr *clause, const IdForm &left, const IdForm &right)
{
    PlannerInfo *root = run.root;
    const int relations[] = {relation_of_form(root, left), relation_of_form(root, right)};
    if (relations[0] == 0 || relations[1] == 0 || relations[0] == relations[1] || !is_same_form(left, right) ||
        !compares_bytes(clause->opno, clause->inputcollid))
        return {};
    const KnownForm *known[] = {&known_form(run, relations[0], left, clause->inputcollid),
                                &known_form(run, relations[1], right, clause->inputcollid)};
    for (const KnownForm *one : known) {
        if (!one->invertible || one->facts.as_written || one->facts.kept ||
            is_served(root, one->facts, &context, nullptr))
            return {};
    }
    if (known[0]->type == known[1]->type)
        return {list_of(equality_of(known[0]->id, reinterpret_cast<Node *>(copy_of(known[1]->id)), known[0]->type))};
    if (!is_invertible(root, left, left.inverse.type))
        return {};
    return {list_of(equality_of(left.id, reinterpret_cast<Node *>(copy_of(right.id)), left.inverse.type))};
}

Replacement
replacement_of_comparison(Run &run, const Context &context, OpExpr *clause)
{
    auto *left = static_cast<Node *>(linitial(clause->args));
    auto *right = static_cast<Node *>(lsecond(clause->args));
    const IdForm left_form = form_of(run.root, left);
    const IdForm right_form = form_of(run.root, right);
    if (left_form.node != nullptr) {
        const Replacement replacement = replacement_of_value(run, context, clause, left_form, right);
        if (replacement.clauses != NIL)
            return replacement;
    }
    if (right_form.node != nullptr) {
        const Replacement replacement = replacement_of_value(run, context, clause, right_form, left);
        if (replacement.clauses != NIL)
            return replacement;
    }
    return replacement_of_both(run, context, clause, left_form, right_form);
}

// The ids of the elements of an array, which is no list of expressions.
Node *
inverted_array(PlannerInfo *root, const IdForm &form, Node *array, Oid type)
{
    const Oid element = get_base_element_type(exprType(array));
    auto *each = new_node<CaseTestExpr>(T_CaseTestExpr);
    each->typeId = element;
    each->typeMod = -1;
    each->collation = exprCollation(array);
    auto *coercion = new_node<ArrayCoerceExpr>(T_ArrayCoerceExpr);
    coercion->arg = copy_of(array);
    coercion->elemexpr = reinterpret_cast<Expr *>(inverted(root, form, reinterpret_cast<Node *>(each), type));
    coercion->resulttype = get_array_type(type);
    coercion->resulttypmod = -1;
    coercion->coerceformat = COERCE_EXPLICIT_CAST;
    coercion->location = -1;
    return eval_const_expressions(root, reinterpret_cast<Node *>(coercion));
}

Node *
inverted_list(PlannerInfo *root, const IdForm &form, List *elements, Oid type)
{
    auto *result = new_node<ArrayExpr>(T_ArrayExpr);
    result->array_typeid = get_array_type(type);
    result->element_typeid = type;
    result->location = -1;
    ListCell *cell;
    foreach (cell, elements)
        result->elements = lappend(result->elements, inverted(root, form, static_cast<Node *>(lfirst(cell)), type));
    return eval_const_expressions(root, reinterpret_cast<Node *>(result));
}

// The expressions of an array, if it is a list of such, or a constant whose ids are not known until the query runs: the
// estimates of a list know how many there are.
List *
elements_of(const IdForm &form, Node *array)
{
    if (IsA(array, ArrayExpr) && !castNode(ArrayExpr, array)->multidims)
        return castNode(ArrayExpr, array)->elements;
    if (!IsA(array, Const) || !OidIsValid(form.inverse.inverse) ||
        func_volatile(form.inverse.inverse) == PROVOLATILE_IMMUTABLE)
        return NIL;
    const auto *constant = castNode(Const, array);
    const Oid type = get_base_element_type(constant->consttype);
    std::int16_t length;
    bool by_value;
    char alignment;
    get_typlenbyvalalign(type, &length, &by_value, &alignment);
    Datum *values;
    bool *nulls;
    int count;
    deconstruct_array(DatumGetArrayTypeP(constant->constvalue), type, length, by_value, alignment, &values, &nulls,
                      &count);
    List *elements = NIL;
    for (int i = 0; i < count && count <= few; ++i)
        elements = lappend(elements, makeConst(type, -1, constant->constcollid, length, values[i], nulls[i], by_value));
    return elements;
}

// Whether a cast of arrays changes no bytes of their elements.
bool
relabels_elements(const ArrayCoerceExpr *cast)
{
    const auto *element = reinterpret_cast<const Node *>(cast->elemexpr);
    while (IsA(element, RelabelType))
        element = reinterpret_cast<const Node *>(reinterpret_cast<const RelabelType *>(element)->arg);
    return IsA(element, CaseTestExpr);
}

// An array without casts that change no bytes of its elements.
Node *
without_array_casts(Node *array)
{
    for (;;) {
        if (IsA(array, RelabelType))
            array = reinterpret_cast<Node *>(castNode(RelabelType, array)->arg);
        else if (IsA(array, ArrayCoerceExpr) && relabels_elements(castNode(ArrayCoerceExpr, array)))
            array = reinterpret_cast<Node *>(castNode(ArrayCoerceExpr, array)->arg);
        else
            return array;
    }
}

} // namespace

Node *
inverted_elements(PlannerInfo *root, const IdForm &form, Node *array, Oid type)
{
    array = without_array_casts(array);
    if (is_null(array))
        return reinterpret_cast<Node *>(makeNullConst(get_array_type(type), -1, InvalidOid));
    List *elements = elements_of(form, array);
    return elements != NIL ? inverted_list(root, form, elements, type) : inverted_array(root, form, array, type);
}

namespace {

Replacement
replacement_of_array(Run &run, const Context &context, ScalarArrayOpExpr *clause)
{
    const IdForm form = form_of(run.root, static_cast<Node *>(linitial(clause->args)));
    Node *array = without_array_casts(static_cast<Node *>(lsecond(clause->args)));
    if (form.node == nullptr || !clause->useOr || !is_constant(run.root, array))
        return {};
    bool kept = false;
    const KnownForm *known =
        to_replace(run, context, reinterpret_cast<Node *>(clause), clause->opno, clause->inputcollid, form, kept);
    if (known == nullptr)
        return {};
    if (is_null(array))
        return {list_of(makeBoolConst(false, false))};
    auto *result = static_cast<ScalarArrayOpExpr *>(copyObjectImpl(clause));
    result->opno = btree_operator(known->type, BTEqualStrategyNumber);
    result->opfuncid = get_opcode(result->opno);
    result->hashfuncid = InvalidOid;
    result->negfuncid = InvalidOid;
    result->inputcollid = InvalidOid;
    List *elements = elements_of(form, array);
    Node *ids = elements != NIL ? inverted_list(run.root, form, elements, known->type)
                                : inverted_array(run.root, form, array, known->type);
    result->args = list_of(copyObjectImpl(known->id), ids);
    auto *condition = reinterpret_cast<Node *>(result);
    convert_saop_to_hashed_saop(condition);
    return {list_of(condition), kept};
}

} // namespace

Replacement
replacement_by_inverse(Run &run, const Context &context, Node *clause)
{
    if (is_opclause(clause) && list_length(castNode(OpExpr, clause)->args) == 2)
        return replacement_of_comparison(run, context, castNode(OpExpr, clause));
    if (IsA(clause, ScalarArrayOpExpr))
        return replacement_of_array(run, context, castNode(ScalarArrayOpExpr, clause));
    return {};
}

} // namespace ulidkit
