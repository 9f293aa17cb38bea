// Finds the expressions in a query that an index on an ID can serve. They are looked for once in each run of the
// planner. In the conditions, all keys are looked for. In what is sorted, grouped and returned, only times are looked
// for, because an index cannot serve a form of an ID there.
//
// The expressions of stored generated columns are looked up once in a run of the planner. The server never looks at
// these expressions when a table is read, so planning may evaluate nothing in them: see is_known(). A plan that relies
// on such an expression depends on its tables. So the server plans the query again when a table changes, for example by
// ALTER COLUMN ... DROP EXPRESSION.
#include "pg/postgres.hpp"

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/id_keys.hpp"
#include "pg/planning/planner_state.hpp"
#include "pg/planning/support_function.hpp"

namespace ulidkit {

bool
has_generated_columns(Oid table)
{
    return with_table(table, [](Relation opened) {
        const TupleConstr *constraints = RelationGetDescr(opened)->constr;
        return constraints != nullptr && constraints->has_generated_stored;
    });
}

namespace {

// Returns the expression without a precision that changes nothing, such as the precision of timestamptz(6).
Node *
without_precision(Node *node)
{
    auto *inner = IsA(node, RelabelType) ? as_node(castNode(RelabelType, node)->arg) : node;
    return exprType(inner) == exprType(node) ? inner : node;
}

// Returns true if the planner may look into the generation expression. It consists of columns, of constants, of casts
// that change no bytes, of conversions of IDs to text, and of calls of functions of the extension and of those
// functions of PostgreSQL that make forms of times. Each of these calls must have a column below it. Simplifying such
// an expression calls no function, checks no privilege, and raises no error.
bool
is_known(Node *node)
{
    check_stack_depth();
    if (IsA(node, Var))
        return castNode(Var, node)->varattno > 0;
    if (IsA(node, RelabelType))
        return is_known(as_node(castNode(RelabelType, node)->arg));
    if (IsA(node, CoerceViaIO)) {
        auto *id = as_node(castNode(CoerceViaIO, node)->arg);
        const Oid type = exprType(id);
        return (type == UUIDOID || is_own(type)) && is_known(id);
    }
    const Oid function = IsA(node, FuncExpr) ? castNode(FuncExpr, node)->funcid : InvalidOid;
    if (!OidIsValid(function) || !(function == F_TEXT_BPCHAR || is_time_form_function(function) ||
                                   is_time_function(function) || is_form_function(function)))
        return false;
    bool has_column = false;
    for (auto *argument : each<Node>(castNode(FuncExpr, node)->args)) {
        if (IsA(without_casts(argument), Const))
            continue;
        if (!is_known(argument))
            return false;
        has_column = true;
    }
    return has_column;
}

// Returns true if a table from which the table inherits has an ordinary column with that name. The server then stores
// what is written through that table instead of computing the column. The plan is made again when one of them changes.
bool
is_ordinary_in_ancestor(PlannerInfo *root, Oid table, const char *column)
{
    bool found = false;
    ListCell *cell;
    foreach (cell, ancestors_of(table)) {
        const AttrNumber number = get_attnum(lfirst_oid(cell), column);
        root->glob->relationOids = list_append_unique_oid(root->glob->relationOids, lfirst_oid(cell));
        found = found || (number != InvalidAttrNumber &&
                          get_attgenerated(lfirst_oid(cell), number) != ATTRIBUTE_GENERATED_STORED);
    }
    return found;
}

// Returns the generation expression of a column as it is stored. Returns null if the planner may not look into the
// expression (see is_known()), or if the values of the column can be other than those of the expression.
Node *
known_expression(Relation table, const FormData_pg_attribute *attribute)
{
    const TupleConstr *constraints = RelationGetDescr(table)->constr;
    for (int i = 0; i < constraints->num_defval; ++i) {
        if (constraints->defval[i].adnum != attribute->attnum)
            continue;
        auto *expression = as_node(stringToNode(constraints->defval[i].adbin));
        return is_known(expression) ? expression : nullptr;
    }
    return nullptr;
}

using KnownColumns = Cache<GeneratedColumn, true>;

// Returns the columns as expressions_of() does, as columns of relation number 1.
List *
look_up_columns(Relation table)
{
    List *columns = NIL;
    for (int i = 0; i < RelationGetNumberOfAttributes(table); ++i) {
        const Form_pg_attribute attribute = TupleDescAttr(RelationGetDescr(table), i);
        Node *expression = attribute->attgenerated == ATTRIBUTE_GENERATED_STORED && !attribute->attisdropped
                               ? known_expression(table, attribute)
                               : nullptr;
        if (expression == nullptr)
            continue;
        Var *column =
            makeVar(1, attribute->attnum, attribute->atttypid, attribute->atttypmod, attribute->attcollation, 0);
        // The expression is stored as the planner sees the same expression in a query: simplified, with the defaults of
        // arguments that are not given.
        columns = lappend(columns,
                          copied(GeneratedColumn{column, without_precision(eval_const_expressions(nullptr, expression)),
                                                 attribute->attinhcount > 0}));
    }
    return columns;
}

// Returns copies of the columns, as columns of the relation with that number.
List *
copies_of(const List *columns, int relation)
{
    List *copies = NIL;
    for (const auto *one : each<GeneratedColumn>(columns)) {
        const GeneratedColumn copy = {static_cast<Var *>(copyObjectImpl(one->column)),
                                      as_node(copyObjectImpl(one->expression)), one->inherited};
        ChangeVarNodes(as_node(copy.column), 1, relation, 0);
        ChangeVarNodes(copy.expression, 1, relation, 0);
        copies = lappend(copies, copied(copy));
    }
    return copies;
}

} // namespace

// Nothing in the result depends on the role or on a setting. So the session remembers the columns of each table,
// whoever asks for them.
List *
expressions_of(PlannerInfo *root, Oid table, Index relation)
{
    const auto *known = KnownColumns::find(table);
    List *columns = known == nullptr ? NIL : copies_of(known->list, static_cast<int>(relation));
    if (known == nullptr) {
        const std::uint64_t before = KnownColumns::changes;
        List *found = with_table(table, look_up_columns);
        KnownColumns::add(table, before, [&](List *) { return copies_of(found, 1); });
        columns = copies_of(found, static_cast<int>(relation));
    }
    if (!parents_have_ordinary_columns)
        return columns;
    // A parent can get an ordinary column from a parent of its own, and nothing tells of that for this table.
    List *generated = NIL;
    for (auto *one : each<GeneratedColumn>(columns)) {
        if (!one->inherited || !is_ordinary_in_ancestor(root, table, get_attname(table, one->column->varattno, false)))
            generated = lappend(generated, one);
    }
    return generated;
}

namespace {

// Returns true if the entry is a table of this server, which has computed the generated columns. Returns false for a
// foreign table, and for a view that a rule names.
bool
is_table(const RangeTblEntry *entry)
{
    return entry->rtekind == RTE_RELATION &&
           (entry->relkind == RELKIND_RELATION || entry->relkind == RELKIND_PARTITIONED_TABLE);
}

} // namespace

List *
generated_columns(PlannerInfo *root)
{
    PlannerState *state = known_state_of(root);
    if (state == nullptr)
        return NIL;
    // The server adds child tables to the array one after the other, so the first empty place is the end for now.
    int &next = state->next_relation;
    const MemoryContext before = MemoryContextSwitchTo(root->planner_cxt);
    for (; next < root->simple_rel_array_size && root->simple_rte_array[next] != nullptr; ++next) {
        if (is_table(root->simple_rte_array[next]))
            state->generated = list_concat(
                state->generated, expressions_of(root, root->simple_rte_array[next]->relid, static_cast<Index>(next)));
    }
    MemoryContextSwitchTo(before);
    return state->generated;
}

namespace {

// Says which generated columns are replaced.
struct Computed {
    PlannerInfo *root;
    Index relation; // 0: those of all relations
};

// Returns the generation expression if the node is a generated column that is to be replaced. Otherwise returns null.
Node *
expression_of(const Computed *of, Node *node)
{
    const Var *column = node != nullptr && IsA(node, Var) ? castNode(Var, node) : nullptr;
    if (column == nullptr || column->varlevelsup != 0 ||
        (of->relation != 0 && of->relation != static_cast<Index>(column->varno)))
        return nullptr;
    const auto *generated = first_in<GeneratedColumn>(generated_columns(of->root), [&](const GeneratedColumn *one) {
        return one->column->varno == column->varno && one->column->varattno == column->varattno;
    });
    return generated == nullptr ? nullptr : generated->expression;
}

bool
has_generated(Node *node, void *of)
{
    return node != nullptr &&
           (expression_of(static_cast<Computed *>(of), node) != nullptr || ULIDKIT_WALK(node, has_generated, of));
}

Node *
compute(Node *node, void *of)
{
    Node *expression = expression_of(static_cast<Computed *>(of), node);
    return expression != nullptr ? expression : ULIDKIT_MUTATE(node, compute, of);
}

} // namespace

Node *
with_columns_computed(PlannerInfo *root, Node *node, Index relation)
{
    Computed of = {root, relation};
    return generated_columns(root) != NIL && has_generated(node, &of) ? compute(node, &of) : node;
}

Node *
as_column(PlannerInfo *root, Node *expression)
{
    const auto *generated = first_in<GeneratedColumn>(
        generated_columns(root), [&](const GeneratedColumn *one) { return equal(one->expression, expression); });
    return generated == nullptr ? expression : as_node(generated->column);
}

bool
parse_key(PlannerInfo *root, Node *node, IdKey &key)
{
    key = {};
    key.node = node;
    key.expression = with_columns_computed(root, node);
    key.time = extracted_time(key.expression);
    if (key.time == nullptr && as_form(key.expression, key.time_form))
        key.time = key.time_form.time;
    if (key.time != nullptr) {
        key.id = id_of(key.time);
        return true;
    }
    key.form = form_of(root, key.expression);
    key.id = key.form.id;
    return key.form.node != nullptr;
}

namespace {

struct Search {
    PlannerInfo *root;
    bool times;       // look for times only, and not for forms of IDs
    List *keys;       // list of IdKey
    List *collations; // of the operator whose arguments are being looked at
};

void
add_key(PlannerInfo *root, List *&keys, Node *node, List *collations)
{
    if (auto *known = first_in<IdKey>(keys, [&](const IdKey *one) { return equal(one->node, node); })) {
        known->collations = list_concat_unique_oid(known->collations, collations);
        return;
    }
    IdKey key;
    if (!parse_key(root, node, key) || !bms_get_singleton_member(pull_varnos(root, key.id), &key.relation) ||
        (column_of(key.id) <= 0 && (contain_volatile_functions(key.id) || contain_subplans(key.id))))
        return;
    key.collations = list_copy(collations);
    keys = lappend(keys, copied(key));
}

bool
find_keys(Node *node, void *context)
{
    if (node == nullptr || IsA(node, Const))
        return false;
    auto *search = static_cast<Search *>(context);
    IdKey key;
    if ((IsA(node, FuncExpr) || IsA(node, CoerceViaIO) || IsA(node, RelabelType) || IsA(node, Var)) &&
        parse_key(search->root, node, key) && !(search->times && key.time == nullptr)) {
        // The casts around a form of an ID are removed, because the server looks for the form without casts in an
        // index.
        const bool computed = key.expression != node;
        Node *bare = key.time != nullptr ? node : computed ? without_casts(node) : key.form.node;
        add_key(search->root, search->keys, without_nulling(bare), search->collations);
        if (key.time == nullptr || key.is_time())
            return false;
        return find_keys(computed ? as_column(search->root, as_node(key.time)) : as_node(key.time), context);
    }
    List *outer = search->collations;
    if (is_opclause(node) || IsA(node, ScalarArrayOpExpr))
        search->collations = lappend_oid(NIL, exprInputCollation(node));
    ULIDKIT_WALK(node, find_keys, context);
    search->collations = outer;
    return false;
}

List *
keys_in_query(PlannerInfo *root)
{
    PlannerState *state = state_of(root);
    if (state->searched)
        return state->keys;
    state->searched = true;
    Search search = {root, false, NIL, NIL};
    find_keys(as_node(root->parse->jointree), &search);
    // The conditions of row-level security, and of views that are security barriers.
    for (int i = 1; i < root->simple_rel_array_size; ++i) {
        if (root->simple_rte_array[i] != nullptr)
            find_keys(as_node(root->simple_rte_array[i]->securityQuals), &search);
    }
    search.times = true;
    find_keys(as_node(root->processed_tlist), &search);
    find_keys(root->parse->havingQual, &search);
    state->keys = search.keys;
    return state->keys;
}

// Returns the keys of a child table: the keys of its parent, translated. For a member of a UNION ALL, also the keys in
// what the columns and conditions of the UNION ALL are for the member.
List *
keys_of_child(PlannerInfo *root, AppendRelInfo *member)
{
    RelOptInfo *parent = root->simple_rel_array[member->parent_relid];
    const auto translated = [&](void *node) { return adjust_appendrel_attrs(root, as_node(node), 1, &member); };
    Search search = {root, false, NIL, NIL};
    for (const auto *key : each<IdKey>(keys_of(root, parent))) {
        add_key(root, search.keys, translated(key->node), key->collations);
    }
    if (root->simple_rte_array[member->parent_relid]->rtekind == RTE_RELATION)
        return search.keys;
    for (const auto *restriction : each<RestrictInfo>(parent->baserestrictinfo))
        find_keys(translated(restriction->clause), &search);
    find_keys(as_node(member->translated_vars), &search);
    return search.keys;
}

} // namespace

List *
keys_of(PlannerInfo *root, const RelOptInfo *relation)
{
    List *keys = NIL;
    for (auto *key : each<IdKey>(relation->reloptkind == RELOPT_OTHER_MEMBER_REL
                                     ? keys_of_child(root, root->append_rel_array[relation->relid])
                                     : keys_in_query(root))) {
        if (key->relation == static_cast<int>(relation->relid))
            keys = lappend(keys, key);
    }
    return keys;
}

} // namespace ulidkit
