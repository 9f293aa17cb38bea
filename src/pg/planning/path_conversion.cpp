// Paths over virtual indexes, as paths over the indexes on the ids. The server's path stays as it is: its rows, its
// cost and its order are those of an index on the time, and so are those of the index on the id. Its index becomes the
// index on the id, and each of its index conditions on the time one on the id:
//
//   time = t                id >= at_or_after(t) AND id <= at_or_before(t), and so on for the other comparisons
//   (time, x) < (t, y)      id <= at_or_before(t), and the comparison of rows is checked again
//   (a, time) < (b, t)      (a, id) <= (b, at_or_before(t)), likewise
//   time IS NULL            id IS NULL
//   form = value            id = inverse(value)
//
// An array of times is none of these: list_scan.cpp looks up its elements.
//
// A condition that is implied by another one, which is a filter then, is that on the time or the id: see
// implied_conditions.cpp.
#include "pg/postgres.hpp"

#include "pg/planning/builtin_types.hpp"
#include "pg/planning/extracted_time.hpp"
#include "pg/planning/implied_conditions.hpp"
#include "pg/planning/path_conversion.hpp"
#include "pg/planning/time_conditions.hpp"
#include "pg/planning/virtual_index.hpp"

namespace ulidkit {

namespace {

struct Conversion {
    PlannerInfo *root;
    const VirtualIndex *index;

    // A condition of the index, which has been costed.
    RestrictInfo *
    condition(Node *clause) const
    {
        return make_simple_restrictinfo(root, reinterpret_cast<Expr *>(clause));
    }
};

template <class T>
T *
copied(const T *node)
{
    auto *copy = static_cast<T *>(palloc(sizeof(T)));
    *copy = *node;
    return copy;
}

// The conditions on the id that `time strategy value` becomes.
List *
ranges(const Conversion &conversion, int strategy, Oid opno, Node *value)
{
    const VirtualIndex *index = conversion.index;
    Oid type;
    Oid value_type;
    op_input_types(opno, &type, &value_type);
    value = timestamptz_of(index->bounds.of, value, value_type);
    if (value == nullptr)
        return NIL;
    List *conditions = NIL;
    each_end(strategy, [&](BoundName name) {
        Node *limit = limit_of(conversion.root, index->bounds, index->key->time, name, value);
        conditions = lappend(conditions, conversion.condition(comparison_of(index->bounds, name, limit)));
    });
    return conditions;
}

// A comparison of rows that begins with the time.
bool
convert_leading_row(const Conversion &conversion, const RowCompareExpr *row, IndexClause *result)
{
    int strategy = strategy_of(row);
    if (list_length(row->opnos) > 1 && strategy == BTLessStrategyNumber)
        strategy = BTLessEqualStrategyNumber;
    if (list_length(row->opnos) > 1 && strategy == BTGreaterStrategyNumber)
        strategy = BTGreaterEqualStrategyNumber;
    result->indexquals =
        ranges(conversion, strategy, linitial_oid(row->opnos), static_cast<Node *>(linitial(row->rargs)));
    result->indexcols = NIL;
    result->lossy = true;
    return result->indexquals != NIL;
}

// The number of members of the comparison before the time.
int
place_of_time(const Conversion &conversion, const IndexClause *clause)
{
    int place = 0;
    ListCell *cell;
    foreach (cell, clause->indexcols) {
        if (lfirst_int(cell) == conversion.index->column)
            break;
        ++place;
    }
    return place;
}

// A comparison of rows in which the time comes after other keys: it ends with the id.
bool
convert_row(const Conversion &conversion, const IndexClause *clause, RowCompareExpr *row, IndexClause *result)
{
    const VirtualIndex *index = conversion.index;
    const int place = place_of_time(conversion, clause);
    Oid type;
    Oid value_type;
    op_input_types(list_nth_oid(row->opnos, place), &type, &value_type);
    Node *value = timestamptz_of(index->bounds.of, static_cast<Node *>(list_nth(row->rargs, place)), value_type);
    if (value == nullptr)
        return false;
    const int given = strategy_of(row);
    const bool lower = given == BTGreaterStrategyNumber || given == BTGreaterEqualStrategyNumber;
    const int strategy = lower ? BTGreaterEqualStrategyNumber : BTLessEqualStrategyNumber;
    set_strategy(row, strategy);
    List **parts[] = {&row->opnos, &row->opfamilies, &row->inputcollids, &row->largs, &row->rargs};
    for (List **part : parts)
        *part = list_truncate(*part, place + 1);
    for (int i = 0; i < place; ++i) {
        Oid left;
        Oid right;
        op_input_types(list_nth_oid(row->opnos, i), &left, &right);
        const Oid opno =
            get_opfamily_member(list_nth_oid(row->opfamilies, i), left, right, static_cast<std::int16_t>(strategy));
        if (!OidIsValid(opno))
            return false;
        lfirst_oid(list_nth_cell(row->opnos, i)) = opno;
    }
    lfirst_oid(list_nth_cell(row->opnos, place)) = lower ? index->bounds.at_least : index->bounds.at_most;
    lfirst_oid(list_nth_cell(row->opfamilies, place)) = index->original->opfamily[index->column];
    lfirst_oid(list_nth_cell(row->inputcollids, place)) = index->bounds.collation;
    lfirst(list_nth_cell(row->largs, place)) = copyObjectImpl(index->bounds.id);
    lfirst(list_nth_cell(row->rargs, place)) =
        limit_of(conversion.root, index->bounds, index->key->time, lower ? at_or_after : at_or_before, value);
    // With an exclusive upper end the members before the last cannot be equal.
    if (!lower && index->bounds.of.exclusive && place > 0)
        return false;
    result->indexcols = list_truncate(result->indexcols, place + 1);
    result->indexquals = list_of(conversion.condition(reinterpret_cast<Node *>(row)));
    result->lossy = true;
    return true;
}

bool
convert_test(const Conversion &conversion, const NullTest *test, IndexClause *result)
{
    auto *of_id = static_cast<NullTest *>(copyObjectImpl(test));
    of_id->arg = copy_of(conversion.index->bounds.id);
    result->indexquals = list_of(conversion.condition(reinterpret_cast<Node *>(of_id)));
    return true;
}

// The id of a form, as its index has it.
Node *
id_of_index(const VirtualIndex *index)
{
    Node *own = id_of_form(index->key->form);
    return getBaseType(exprType(own)) == index->original->opcintype[index->column] ? own : index->key->id;
}

// `form = value`.
bool
convert_form(const Conversion &conversion, const OpExpr *equality, IndexClause *result)
{
    const VirtualIndex *index = conversion.index;
    auto *value = static_cast<Node *>(lsecond(equality->args));
    if (!compares_bytes(equality->opno, equality->inputcollid))
        return false;
    const Oid type = index->original->opcintype[index->column];
    result->indexquals =
        list_of(conversion.condition(comparison_by(btree_operator(type, BTEqualStrategyNumber), id_of_index(index),
                                                   inverted(conversion.root, index->key->form, value, type))));
    return true;
}

// `form = ANY (array)`.
bool
convert_form(const Conversion &conversion, const ScalarArrayOpExpr *clause, IndexClause *result)
{
    const VirtualIndex *index = conversion.index;
    if (!clause->useOr || !compares_bytes(clause->opno, clause->inputcollid))
        return false;
    const Oid type = index->original->opcintype[index->column];
    auto *of_id = static_cast<ScalarArrayOpExpr *>(copyObjectImpl(clause));
    of_id->opno = btree_operator(type, BTEqualStrategyNumber);
    of_id->opfuncid = get_opcode(of_id->opno);
    of_id->hashfuncid = InvalidOid;
    of_id->negfuncid = InvalidOid;
    of_id->inputcollid = InvalidOid;
    auto *array = static_cast<Node *>(lsecond(clause->args));
    of_id->args =
        list_of(copy_of(id_of_index(index)), inverted_elements(conversion.root, index->key->form, array, type));
    result->indexquals = list_of(conversion.condition(reinterpret_cast<Node *>(of_id)));
    return true;
}

// A condition on the key.
bool
convert_condition(const Conversion &conversion, const IndexClause *clause, IndexClause *result)
{
    auto *node = reinterpret_cast<Node *>(linitial_node(RestrictInfo, clause->indexquals)->clause);
    if (conversion.index->key->time == nullptr)
        return IsA(node, ScalarArrayOpExpr)
                   ? convert_form(conversion, castNode(ScalarArrayOpExpr, node), result)
                   : is_opclause(node) && convert_form(conversion, castNode(OpExpr, node), result);
    if (IsA(node, NullTest))
        return convert_test(conversion, castNode(NullTest, node), result);
    if (IsA(node, RowCompareExpr))
        return clause->indexcol == conversion.index->column
                   ? convert_leading_row(conversion, castNode(RowCompareExpr, node), result)
                   : convert_row(conversion, clause, castNode(RowCompareExpr, copyObjectImpl(node)), result);
    if (!is_opclause(node))
        return false;
    const auto *comparison = castNode(OpExpr, node);
    const int strategy = time_strategy(comparison->opno);
    if (strategy == 0)
        return false;
    result->indexquals = ranges(conversion, strategy, comparison->opno, static_cast<Node *>(lsecond(comparison->args)));
    return result->indexquals != NIL;
}

// The condition of a scan of the index on the id. Null: it cannot be made.
IndexClause *
converted(const Conversion &conversion, const IndexClause *clause)
{
    const int column = conversion.index->column;
    IndexClause *result = copied(clause);
    const auto moved = [&](int place) { return column >= 0 && place > column ? place - 1 : place; };
    result->indexcol = static_cast<AttrNumber>(moved(clause->indexcol));
    result->indexcols = NIL;
    bool on_key = column >= 0 && clause->indexcol == column;
    ListCell *cell;
    foreach (cell, clause->indexcols) {
        on_key = on_key || lfirst_int(cell) == column;
        result->indexcols = lappend_int(result->indexcols, moved(lfirst_int(cell)));
    }
    if (on_key && !convert_condition(conversion, clause, result))
        return nullptr;
    if (const ImpliedCondition *implied = implied_by(conversion.index->implied, clause->rinfo)) {
        result->rinfo = implied->original;
        result->lossy = result->lossy || !implied->exact;
    }
    return result;
}

Path *
converted(PlannerInfo *root, const VirtualIndex *index, const IndexPath *path)
{
    IndexPath *scan = copied(path);
    scan->indexinfo = index->original;
    scan->indexclauses = NIL;
    ListCell *cell;
    // A condition that cannot be converted is a filter; but an array of times, which was costed as one look-up for
    // each.
    foreach (cell, path->indexclauses) {
        const auto *clause = lfirst_node(IndexClause, cell);
        if (IndexClause *of_id = converted({root, index}, clause))
            scan->indexclauses = lappend(scan->indexclauses, of_id);
        else if (IsA(linitial_node(RestrictInfo, clause->indexquals)->clause, ScalarArrayOpExpr))
            return nullptr;
    }
    return scan->indexclauses == NIL && path->indexclauses != NIL ? nullptr : &scan->path;
}

// False: one of the parts of a bitmap scan cannot be converted.
bool convert_parts(PlannerInfo *root, List *&parts);

// The condition on the time that is an OR, which servers from 18 on write as an array. Null: there is none.
const IndexClause *
array_of_or(const VirtualIndex *index, const IndexPath *scan)
{
    ListCell *cell;
    foreach (cell, index->column >= 0 && index->key->is_time() ? scan->indexclauses : NIL) {
        const auto *clause = lfirst_node(IndexClause, cell);
        if (clause->indexcol == index->column && restriction_is_or_clause(clause->rinfo) &&
            IsA(linitial_node(RestrictInfo, clause->indexquals)->clause, ScalarArrayOpExpr))
            return clause;
    }
    return nullptr;
}

// The scan with that condition, as one for each element of the array.
Path *
converted_or(PlannerInfo *root, const VirtualIndex *index, const IndexPath *scan, const IndexClause *clause)
{
    const auto *list = castNode(ScalarArrayOpExpr, linitial_node(RestrictInfo, clause->indexquals)->clause);
    List *elements = elements_of(static_cast<Node *>(lsecond(list->args)));
    List *paths = NIL;
    ListCell *element;
    foreach (element, elements) {
        IndexClause *arm = copied(clause);
        arm->rinfo = Conversion{root, index}.condition(
            comparison_by(list->opno, static_cast<Node *>(linitial(list->args)), static_cast<Node *>(lfirst(element))));
        arm->indexquals = list_of(arm->rinfo);
        IndexPath *one = copied(scan);
        one->indextotalcost /= list_length(elements);
        one->indexselectivity /= list_length(elements);
        one->indexclauses = list_copy(scan->indexclauses);
        ListCell *cell;
        foreach (cell, one->indexclauses) {
            if (lfirst(cell) == clause)
                lfirst(cell) = arm;
        }
        Path *path = converted(root, index, one);
        if (path == nullptr)
            return nullptr;
        paths = lappend(paths, path);
    }
    return paths == NIL ? nullptr : &create_bitmap_or_path(root, scan->path.parent, paths)->path;
}

// A part of a bitmap scan. Several scans can share it, so it is copied.
Path *
converted_bitmap(PlannerInfo *root, Path *path)
{
    if (IsA(path, IndexPath)) {
        auto *scan = castNode(IndexPath, path);
        const VirtualIndex *index = as_virtual(scan->indexinfo);
        if (index == nullptr)
            return path;
        const IndexClause *clause = array_of_or(index, scan);
        return clause == nullptr ? converted(root, index, scan) : converted_or(root, index, scan, clause);
    }
    if (IsA(path, BitmapAndPath)) {
        auto *copy = copied(castNode(BitmapAndPath, path));
        return convert_parts(root, copy->bitmapquals) ? &copy->path : nullptr;
    }
    auto *copy = copied(castNode(BitmapOrPath, path));
    return convert_parts(root, copy->bitmapquals) ? &copy->path : nullptr;
}

bool
convert_parts(PlannerInfo *root, List *&parts)
{
    parts = list_copy(parts);
    ListCell *cell;
    foreach (cell, parts) {
        lfirst(cell) = converted_bitmap(root, static_cast<Path *>(lfirst(cell)));
        if (lfirst(cell) == nullptr)
            return false;
    }
    return true;
}

// The index conditions of a part of a bitmap scan, as the server compares them with the conditions of the table.
List *
conditions_of(const Path *path)
{
    List *conditions = NIL;
    ListCell *cell;
    if (IsA(path, IndexPath)) {
        foreach (cell, reinterpret_cast<const IndexPath *>(path)->indexclauses)
            conditions = list_concat(conditions, get_actual_clauses(lfirst_node(IndexClause, cell)->indexquals));
        return conditions;
    }
    if (!IsA(path, BitmapOrPath))
        return NIL;
    foreach (cell, reinterpret_cast<const BitmapOrPath *>(path)->bitmapquals) {
        List *arm = conditions_of(static_cast<Path *>(lfirst(cell)));
        if (arm == NIL)
            return NIL;
        conditions = lappend(conditions, make_ands_explicit(arm));
    }
    return list_of(make_orclause(conditions));
}

// Whether the scan is of one index, and its conditions are those of the arm, of RestrictInfo, and say the same.
bool
serves(const Path *path, Node *arm)
{
    if (!IsA(path, IndexPath) || reinterpret_cast<const IndexPath *>(path)->indexinfo->indpred != NIL)
        return false;
    List *served = NIL;
    ListCell *cell;
    foreach (cell, reinterpret_cast<const IndexPath *>(path)->indexclauses) {
        const auto *clause = lfirst_node(IndexClause, cell);
        if (!clause->lossy)
            served = lappend(served, clause->rinfo);
    }
    foreach (cell, is_andclause(arm) ? castNode(BoolExpr, arm)->args : list_of(arm)) {
        if (!list_member_ptr(served, lfirst(cell)))
            return false;
    }
    return true;
}

// A bitmap scan checks each condition of the table again that is none of its own. An OR of a thousand times would be
// checked a thousand times for each row. So the OR that the scan serves exactly becomes its conditions, which say the
// same of every row.
void
simplify_or(const RelOptInfo *relation, const Path *path)
{
    ListCell *cell;
    if (IsA(path, BitmapAndPath)) {
        foreach (cell, reinterpret_cast<const BitmapAndPath *>(path)->bitmapquals)
            simplify_or(relation, static_cast<Path *>(lfirst(cell)));
    }
    if (!IsA(path, BitmapOrPath))
        return;
    List *parts = reinterpret_cast<const BitmapOrPath *>(path)->bitmapquals;
    foreach (cell, relation->baserestrictinfo) {
        auto *condition = lfirst_node(RestrictInfo, cell);
        List *arms = condition->orclause == nullptr ? NIL : castNode(BoolExpr, condition->orclause)->args;
        bool all = arms != NIL && list_length(arms) == list_length(parts);
        ListCell *arm;
        ListCell *part;
        forboth(arm, arms, part, parts)
        {
            all = all && serves(static_cast<Path *>(lfirst(part)), static_cast<Node *>(lfirst(arm)));
        }
        List *conditions = all ? conditions_of(path) : NIL;
        if (conditions != NIL)
            condition->clause = static_cast<Expr *>(linitial(conditions));
    }
}

} // namespace

Path *
converted(PlannerInfo *root, const RelOptInfo *relation, Path *path)
{
    if (IsA(path, IndexPath)) {
        auto *scan = castNode(IndexPath, path);
        const VirtualIndex *index = as_virtual(scan->indexinfo);
        if (index == nullptr)
            return nullptr;
        Path *ordered = converted(root, index, scan);
        const IndexClause *clause = array_of_or(index, scan);
        if (ordered != nullptr || clause == nullptr)
            return ordered;
        Path *parts = converted_or(root, index, scan, clause);
        return parts == nullptr ? nullptr
                                : &create_bitmap_heap_path(root, path->parent, parts, PATH_REQ_OUTER(path), 1,
                                                           path->parallel_workers)
                                       ->path;
    }
    if (!IsA(path, BitmapHeapPath))
        return nullptr;
    auto *heap = castNode(BitmapHeapPath, path);
    heap->bitmapqual = converted_bitmap(root, heap->bitmapqual);
    if (heap->bitmapqual == nullptr)
        return nullptr;
    simplify_or(relation, heap->bitmapqual);
    return path;
}

} // namespace ulidkit
