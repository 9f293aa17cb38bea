// The expressions of stored generated columns, looked up once in a run of the planner. A plan that relies on one is
// made again when the table changes, as by ALTER COLUMN ... DROP EXPRESSION: it depends on its tables.
#include "pg/postgres.hpp"

#include "pg/planning/generated_columns.hpp"
#include "pg/planning/planner_state.hpp"

namespace ulidkit {

bool
has_generated_columns(Oid table)
{
    Relation opened = table_open(table, NoLock);
    const TupleConstr *constraints = RelationGetDescr(opened)->constr;
    const bool found = constraints != nullptr && constraints->has_generated_stored;
    table_close(opened, NoLock);
    return found;
}

namespace {

// Without a precision that changes nothing, as that of timestamptz(6).
Node *
without_precision(Node *node)
{
    auto *inner = IsA(node, RelabelType) ? reinterpret_cast<Node *>(castNode(RelabelType, node)->arg) : node;
    return exprType(inner) == exprType(node) ? inner : node;
}

} // namespace

List *
expressions_of(PlannerInfo *root, Oid table, Index relation)
{
    if (!has_generated_columns(table))
        return NIL;
    List *columns = NIL;
    Relation opened = table_open(table, NoLock);
    for (int i = 0; i < RelationGetNumberOfAttributes(opened); ++i) {
        const Form_pg_attribute attribute = TupleDescAttr(RelationGetDescr(opened), i);
        if (attribute->attgenerated != ATTRIBUTE_GENERATED_STORED || attribute->attisdropped)
            continue;
        Node *expression = build_column_default(opened, attribute->attnum);
        ChangeVarNodes(expression, 1, static_cast<int>(relation), 0);
        auto *column = static_cast<GeneratedColumn *>(palloc(sizeof(GeneratedColumn)));
        *column = {makeVar(static_cast<int>(relation), attribute->attnum, attribute->atttypid, attribute->atttypmod,
                           attribute->attcollation, 0),
                   without_precision(eval_const_expressions(root, expression))};
        columns = lappend(columns, column);
    }
    table_close(opened, NoLock);
    return columns;
}

namespace {

// A table of this server, which has computed the columns, and not one of another server, or a view that a rule names.
bool
is_table(const RangeTblEntry *entry)
{
    return entry != nullptr && entry->rtekind == RTE_RELATION &&
           (entry->relkind == RELKIND_RELATION || entry->relkind == RELKIND_PARTITIONED_TABLE);
}

struct TableColumns {
    Index relation;
    List *columns; // of GeneratedColumn
};

} // namespace

List *
columns_of(PlannerInfo *root, Index relation)
{
    const RangeTblEntry *entry =
        relation < static_cast<Index>(root->simple_rel_array_size) ? root->simple_rte_array[relation] : nullptr;
    PlannerState *state = known_state_of(root);
    if (state == nullptr || !is_table(entry))
        return NIL;
    ListCell *cell;
    foreach (cell, state->generated) {
        const auto *known = static_cast<TableColumns *>(lfirst(cell));
        if (known->relation == relation)
            return known->columns;
    }
    const MemoryContext before = MemoryContextSwitchTo(root->planner_cxt);
    auto *found = static_cast<TableColumns *>(palloc(sizeof(TableColumns)));
    *found = {relation, expressions_of(root, entry->relid, relation)};
    state->generated = lappend(state->generated, found);
    MemoryContextSwitchTo(before);
    return found->columns;
}

namespace {

// Whose columns are computed.
struct Computed {
    PlannerInfo *root;
    Index relation; // 0: of all
};

// The expression of the column that the node is. Null: it is none.
Node *
expression_of(const Computed *of, Node *node)
{
    const Var *column = node != nullptr && IsA(node, Var) ? castNode(Var, node) : nullptr;
    if (column == nullptr || column->varlevelsup != 0 || IS_SPECIAL_VARNO(column->varno) ||
        (of->relation != 0 && of->relation != static_cast<Index>(column->varno)))
        return nullptr;
    ListCell *cell;
    foreach (cell, columns_of(of->root, static_cast<Index>(column->varno))) {
        const auto *generated = static_cast<GeneratedColumn *>(lfirst(cell));
        if (generated->column->varattno == column->varattno)
            return generated->expression;
    }
    return nullptr;
}

bool
has_tables_with_columns(PlannerInfo *root)
{
    PlannerState *state = known_state_of(root);
    for (int i = 1; state != nullptr && !state->asked_for_generated && i < root->simple_rel_array_size; ++i) {
        const RangeTblEntry *entry = root->simple_rte_array[i];
        state->has_generated = state->has_generated || (is_table(entry) && has_generated_columns(entry->relid));
    }
    if (state != nullptr)
        state->asked_for_generated = true;
    return state != nullptr && state->has_generated;
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
    return has_tables_with_columns(root) && has_generated(node, &of) ? compute(node, &of) : node;
}

Node *
as_column(PlannerInfo *root, Node *expression)
{
    int relation;
    ListCell *cell;
    foreach (cell, bms_get_singleton_member(pull_varnos(root, expression), &relation)
                       ? columns_of(root, static_cast<Index>(relation))
                       : NIL) {
        const auto *generated = static_cast<GeneratedColumn *>(lfirst(cell));
        if (equal(generated->expression, expression))
            return reinterpret_cast<Node *>(generated->column);
    }
    return expression;
}

} // namespace ulidkit
