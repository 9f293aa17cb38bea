// Converts paths over virtual indexes to paths over the indexes on the IDs. The server's path keeps its rows, its cost
// and its order, because they are those of an index on the time, and the index on the ID has the same. The index of the
// path becomes the index on the ID, and each index condition on the time becomes a condition on the ID:
//
//   time = t                id >= at_or_after(t) AND id <= at_or_before(t), and so on for the other comparisons
//   (time, x) < (t, y)      id <= at_or_before(t), and the comparison of rows is checked again
//   (a, time) < (b, t)      a <= b, and the comparison of rows is checked again
//   time IS NULL            id IS NULL
//   form = value            id = inverse(value)
//
// An array of times cannot be converted. Lists of times are ORs of ranges: see implied_conditions.cpp.
//
// A condition that follows from another condition of the query is converted like any other. The other condition then
// becomes a filter, unless the conditions that follow from it say all that it says: see implied_conditions.cpp.
#include "pg/postgres.hpp"

#include "pg/planning/extracted_time.hpp"
#include "pg/planning/implied_conditions.hpp"
#include "pg/planning/time_conditions.hpp"
#include "pg/planning/virtual_index.hpp"

namespace ulidkit {

namespace {

// Returns `id IS NULL`, or `id IS NOT NULL`, as an AND list.
List *
null_test_of_id(const VirtualIndex *index, NullTestType type)
{
    auto *test = new_node<NullTest>(T_NullTest);
    test->arg = copy_of(index->bounds.id);
    test->nulltesttype = type;
    test->location = -1;
    return list_of(test);
}

// Returns the conditions on the ID that `time strategy value` becomes, as an AND list. Returns NIL if `strategy` is 0.
// If the condition excludes no ID, the result is the condition that there is an ID.
List *
ranges(PlannerInfo *root, const VirtualIndex *index, int strategy, Oid opno, void *value)
{
    ParsedCondition parsed;
    parsed.time = index->key->time;
    parsed.comparisons[parsed.count++] = {strategy, as_node(value), argument_types(opno).right, 0};
    if (strategy == 0)
        return NIL;
    List *found = ranges_by(root, index->bounds, parsed);
    return found != NIL ? found : null_test_of_id(index, IS_NOT_NULL);
}

// Converts a comparison of rows to a comparison of their first members, with the ID in the place of the time. It is
// also true for rows whose first members are equal, so the comparison of rows itself has to be checked again. `place`
// is the place of the time in the row. Changes `result`. Returns NIL if the comparison cannot be converted.
List *
convert_row(PlannerInfo *root, const VirtualIndex *index, const RowCompareExpr *row, IndexClause *result, int place)
{
    const int strategy =
        strategy_of(row) >= BTGreaterEqualStrategyNumber ? BTGreaterEqualStrategyNumber : BTLessEqualStrategyNumber;
    const Oid opno = linitial_oid(row->opnos);
    result->lossy = true;
    result->indexcols = list_truncate(result->indexcols, 1);
    if (place == 0)
        return ranges(root, index, strategy, opno, linitial(row->rargs));
    const ArgumentTypes types = argument_types(opno);
    const Oid member = get_opfamily_member(linitial_oid(row->opfamilies), types.left, types.right,
                                           static_cast<std::int16_t>(strategy));
    return OidIsValid(member)
               ? list_of(comparison_by(member, as_node(linitial(row->largs)),
                                       as_node(copyObjectImpl(linitial(row->rargs))), linitial_oid(row->inputcollids)))
               : NIL;
}

// Converts an equality of a form. Returns NIL if the condition is not an equality that compares bytes.
List *
convert_form(PlannerInfo *root, const VirtualIndex *index, Node *clause)
{
    const ByteEquality equality = byte_equality(clause);
    const Oid type = index->original->opcintype[index->column];
    return equality.operand == nullptr
               ? NIL
               : list_of(inverted_equality(root, index->key->form, equality, index->bounds.id, type));
}

// Returns what a condition on the key becomes, as an AND list. `place` is the place of the key in a comparison of rows.
// Changes `result` if the converted condition says less. Returns NIL if the condition cannot be converted.
List *
convert_condition(PlannerInfo *root, const VirtualIndex *index, const IndexClause *clause, int place,
                  IndexClause *result)
{
    auto *node = as_node(linitial_node(RestrictInfo, clause->indexquals)->clause);
    if (index->key->time == nullptr)
        return convert_form(root, index, node);
    if (IsA(node, NullTest))
        return null_test_of_id(index, castNode(NullTest, node)->nulltesttype);
    if (IsA(node, RowCompareExpr))
        return convert_row(root, index, castNode(RowCompareExpr, node), result, place);
    if (!is_opclause(node))
        return NIL;
    const auto *comparison = castNode(OpExpr, node);
    const int strategy = get_op_opfamily_strategy(comparison->opno, own_family(TIMESTAMPTZOID));
    return ranges(root, index, strategy, comparison->opno, lsecond(comparison->args));
}

// Returns the condition for a scan of the index on the ID. Returns null if the condition cannot be converted.
IndexClause *
clause_on_id(PlannerInfo *root, const VirtualIndex *index, const IndexClause *clause)
{
    IndexClause *result = copied(*clause);
    const auto moved = [&](int column) { return index->column >= 0 && column > index->column ? column - 1 : column; };
    result->indexcol = static_cast<AttrNumber>(moved(clause->indexcol));
    result->indexcols = NIL;
    // The place of the key among the columns of a comparison of rows; -1 if the condition is not on the key.
    int place = clause->indexcol == index->column ? 0 : -1;
    ListCell *cell;
    foreach (cell, clause->indexcols) {
        if (place < 0 && lfirst_int(cell) == index->column)
            place = foreach_current_index(cell);
        result->indexcols = lappend_int(result->indexcols, moved(lfirst_int(cell)));
    }
    if (place >= 0) {
        result->indexquals = NIL;
        for (auto *condition : each<Expr>(convert_condition(root, index, clause, place, result)))
            result->indexquals = lappend(result->indexquals, make_simple_restrictinfo(root, condition));
        if (result->indexquals == NIL)
            return nullptr;
    }
    if (const ImpliedCondition *implied = implied_by(index->implied, clause->rinfo)) {
        result->rinfo = implied->original;
        result->lossy = result->lossy || !implied->exact;
    }
    return result;
}

// Returns the scan of the index on the ID. Returns null if the scan cannot be made:
//
// - A condition of the query that cannot be converted becomes a filter, except an array. So does a comparison of rows
//   on several keys if the server cannot scan an index by such a comparison and by an array.
// - A condition that follows from a condition of the query must not be missing, because the scan may stand for that
//   condition only with all conditions that follow from it.
// - A copy of an index without a key is only of use with a condition that the server did not have before.
Path *
scan_on_id(PlannerInfo *root, const VirtualIndex *index, const IndexPath *path)
{
    IndexPath *scan = copied(*path);
    scan->indexinfo = index->original;
    scan->indexclauses = NIL;
    bool has_implied = false;
    for (const auto *clause : each<IndexClause>(path->indexclauses)) {
        const bool is_implied = implied_by(index->implied, clause->rinfo) != nullptr;
        has_implied = has_implied || is_implied;
        IndexClause *of_id = clause_on_id(root, index, clause);
        if (of_id != nullptr && (rows_beside_arrays || list_length(of_id->indexcols) <= 1))
            scan->indexclauses = lappend(scan->indexclauses, of_id);
        else if (is_implied || IsA(linitial_node(RestrictInfo, clause->indexquals)->clause, ScalarArrayOpExpr))
            return nullptr;
    }
    const bool is_known = index->column < 0 && !has_implied;
    return is_known || (scan->indexclauses == NIL && path->indexclauses != NIL) ? nullptr : &scan->path;
}

// Converts a scan, or a part of a bitmap scan. The part is copied, because several scans can share it. A scan of an
// index that is not virtual is returned as it is. Returns null if the part cannot be converted.
Path *
part_on_id(PlannerInfo *root, Path *path)
{
    if (IsA(path, IndexPath)) {
        const VirtualIndex *index = as_virtual(castNode(IndexPath, path)->indexinfo);
        return index == nullptr ? path : scan_on_id(root, index, castNode(IndexPath, path));
    }
    auto *both = IsA(path, BitmapAndPath) ? copied(*castNode(BitmapAndPath, path)) : nullptr;
    auto *any = both == nullptr ? copied(*castNode(BitmapOrPath, path)) : nullptr;
    List *&parts = both != nullptr ? both->bitmapquals : any->bitmapquals;
    parts = list_copy(parts);
    ListCell *cell;
    foreach (cell, parts) {
        lfirst(cell) = part_on_id(root, static_cast<Path *>(lfirst(cell)));
        if (lfirst(cell) == nullptr)
            return nullptr;
    }
    return both != nullptr ? &both->path : &any->path;
}

} // namespace

Path *
path_on_id(PlannerInfo *root, Path *path)
{
    if (IsA(path, IndexPath))
        return as_virtual(castNode(IndexPath, path)->indexinfo) == nullptr ? nullptr : part_on_id(root, path);
    auto *heap = castNode(BitmapHeapPath, path);
    heap->bitmapqual = part_on_id(root, heap->bitmapqual);
    return heap->bitmapqual == nullptr ? nullptr : path;
}

} // namespace ulidkit
