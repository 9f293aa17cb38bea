// What the partitions of a table have of their own for the time of ids.
//
// They are not opened: pruning is meant to avoid that, and there can be thousands. The catalog tells what they have,
// and the answer is remembered until one of them changes. It depends on the partitions of this table alone, so that
// other tables cost the query nothing.
//
// An answer that is out of date could only make a plan worse, never wrong: a range of ids is exact without the
// condition that is kept beside it.
#include "pg/postgres.hpp"

#include "pg/planning/partitions.hpp"

namespace ulidkit {

namespace {

struct Question {
    Oid ancestor;
    Oid function; // 0: conversions to text, and casts that change no bytes
};

struct Answer {
    Question question; // the key
    bool is_used;
    int count;   // of the tables that it is about: the ancestor and its partitions
    Oid *tables; // in ascending order
};

HTAB *answers;

// Changes of any relation so far. They are noticed whenever the catalog is read, so also while an answer is looked for.
std::uint64_t changes;

int
compare(const void *one, const void *other)
{
    const Oid a = *static_cast<const Oid *>(one);
    const Oid b = *static_cast<const Oid *>(other);
    return (a > b) - (a < b);
}

// The server calls it with a relation that has changed, or with 0 if any can have. Indexes and constraints are changes
// of their table, and new or detached partitions are of the parent.
void
forget_answers(Datum, Oid relation)
{
    ++changes;
    HASH_SEQ_STATUS scan;
    hash_seq_init(&scan, answers);
    while (auto *answer = static_cast<Answer *>(hash_seq_search(&scan))) {
        if (OidIsValid(relation) && bsearch(&relation, answer->tables, static_cast<std::size_t>(answer->count),
                                            sizeof(Oid), compare) == nullptr)
            continue;
        pfree(answer->tables);
        hash_search(answers, &answer->question, HASH_REMOVE, nullptr);
    }
}

void
make_answers()
{
    HASHCTL control = {};
    control.keysize = sizeof(Question);
    control.entrysize = sizeof(Answer);
    control.hcxt = CacheMemoryContext;
    answers = hash_create("ulidkit partitions", 16, &control, HASH_ELEM | HASH_BLOBS | HASH_CONTEXT);
    CacheRegisterRelcacheCallback(forget_answers, 0);
}

// Calls `is_wanted` with the rows of a catalog whose columns have these values, until one is.
template <class Row, std::size_t count, class Function>
bool
has_row(Oid catalog, Oid index, const AttrNumber (&columns)[count], const Oid (&values)[count], Function is_wanted)
{
    ScanKeyData keys[count];
    for (std::size_t i = 0; i < count; ++i)
        ScanKeyInit(&keys[i], columns[i], BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(values[i]));
    Relation relation = table_open(catalog, AccessShareLock);
    SysScanDesc scan = systable_beginscan(relation, index, true, nullptr, static_cast<int>(count), keys);
    bool found = false;
    while (HeapTuple tuple = found ? nullptr : systable_getnext(scan))
        found = is_wanted(reinterpret_cast<Row>(GETSTRUCT(tuple)), tuple);
    systable_endscan(scan);
    table_close(relation, AccessShareLock);
    return found;
}

// An expression in the catalog. No dependency is recorded for its conversions.
bool
has_conversion(Datum expression, bool isnull)
{
    const char *tree = isnull ? "" : TextDatumGetCString(expression);
    return strstr(tree, "{COERCEVIAIO ") != nullptr || strstr(tree, "{RELABELTYPE ") != nullptr;
}

bool
has_conversion(Oid catalog, HeapTuple tuple, AttrNumber column)
{
    Relation relation = table_open(catalog, AccessShareLock);
    bool isnull;
    const Datum expression = heap_getattr(tuple, column, RelationGetDescr(relation), &isnull);
    const bool found = has_conversion(expression, isnull);
    table_close(relation, AccessShareLock);
    return found;
}

bool
depends_on(Oid catalog, Oid object, Oid function)
{
    return has_row<Form_pg_depend>(
        DependRelationId, DependDependerIndexId, {Anum_pg_depend_classid, Anum_pg_depend_objid}, {catalog, object},
        [&](Form_pg_depend dependency, HeapTuple) {
            return dependency->refclassid == ProcedureRelationId && dependency->refobjid == function;
        });
}

bool
is_used_by_constraint(Oid table, Oid function)
{
    return has_row<Form_pg_constraint>(
        ConstraintRelationId, ConstraintRelidTypidNameIndexId, {Anum_pg_constraint_conrelid}, {table},
        [&](Form_pg_constraint constraint, HeapTuple tuple) {
            return constraint->contype == CONSTRAINT_CHECK && constraint->conislocal &&
                   (OidIsValid(function) ? depends_on(ConstraintRelationId, constraint->oid, function)
                                         : has_conversion(ConstraintRelationId, tuple, Anum_pg_constraint_conbin));
        });
}

bool
is_used_by_index(Oid table, Oid function)
{
    return has_row<Form_pg_index>(IndexRelationId, IndexIndrelidIndexId, {Anum_pg_index_indrelid}, {table},
                                  [&](Form_pg_index index, HeapTuple tuple) {
                                      const bool computed = !heap_attisnull(tuple, Anum_pg_index_indexprs, nullptr) ||
                                                            !heap_attisnull(tuple, Anum_pg_index_indpred, nullptr);
                                      return computed && index->indisvalid &&
                                             !get_rel_relispartition(index->indexrelid) &&
                                             (OidIsValid(function)
                                                  ? depends_on(RelationRelationId, index->indexrelid, function)
                                                  : has_conversion(IndexRelationId, tuple, Anum_pg_index_indexprs) ||
                                                        has_conversion(IndexRelationId, tuple, Anum_pg_index_indpred));
                                  });
}

bool
is_used_by_key(Oid table, Oid function)
{
    if (OidIsValid(function))
        return depends_on(RelationRelationId, table, function);
    HeapTuple tuple = SearchSysCache1(PARTRELID, ObjectIdGetDatum(table));
    if (!HeapTupleIsValid(tuple))
        return false;
    bool isnull;
    const Datum expressions = SysCacheGetAttr(PARTRELID, tuple, Anum_pg_partitioned_table_partexprs, &isnull);
    const bool found = has_conversion(expressions, isnull);
    ReleaseSysCache(tuple);
    return found;
}

bool
is_used_by(Oid table, Oid function)
{
    HeapTuple tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(table));
    if (!HeapTupleIsValid(tuple)) // dropped
        return false;
    const FormData_pg_class relation = *reinterpret_cast<Form_pg_class>(GETSTRUCT(tuple));
    ReleaseSysCache(tuple);
    return (relation.relkind == RELKIND_PARTITIONED_TABLE && is_used_by_key(table, function)) ||
           (relation.relchecks > 0 && is_used_by_constraint(table, function)) ||
           (relation.relhasindex && is_used_by_index(table, function));
}

} // namespace

bool
is_used_by_partitions(Oid ancestor, Oid function)
{
    if (answers == nullptr)
        make_answers();
    const Question question = {ancestor, function};
    if (const auto *known = static_cast<Answer *>(hash_search(answers, &question, HASH_FIND, nullptr)))
        return known->is_used;
    const std::uint64_t changes_before = changes;
    List *tables = find_all_inheritors(ancestor, NoLock, nullptr);
    bool is_used = false;
    ListCell *cell;
    for_each_from(cell, tables, 1) // the first is the ancestor
    {
        is_used = is_used_by(lfirst_oid(cell), function);
        if (is_used)
            break;
    }
    if (changes != changes_before)
        return is_used;
    const int count = list_length(tables);
    auto *sorted = static_cast<Oid *>(MemoryContextAlloc(CacheMemoryContext, sizeof(Oid) * static_cast<Size>(count)));
    foreach (cell, tables)
        sorted[foreach_current_index(cell)] = lfirst_oid(cell);
    qsort(sorted, static_cast<std::size_t>(count), sizeof(Oid), compare);
    auto *answer = static_cast<Answer *>(hash_search(answers, &question, HASH_ENTER, nullptr));
    answer->is_used = is_used;
    answer->count = count;
    answer->tables = sorted;
    return is_used;
}

} // namespace ulidkit
