// The first and the last value that an index has at present. Statistics are as old as the last ANALYZE, and the rows
// that are asked for most often are the newest: so the server looks for the end of a column in an index, if a value in
// a condition is near the end of its histogram. It does so for columns only. Here it is done for the time of an id.
#include "pg/postgres.hpp"

#include "pg/planning/index_end.hpp"

namespace ulidkit {

namespace {

// Rows on more pages that are dead to all are not looked through: the server gives up there, too.
constexpr int most_pages = 100;

// Whether the scan finds a row that is not dead to all.
bool
find_row(IndexScanDesc scan, ScanDirection direction, Relation table, TupleTableSlot *slot)
{
    Buffer visibility = InvalidBuffer;
    BlockNumber last = InvalidBlockNumber;
    bool found = false;
    int pages = 0;
    while (ItemPointer row = found ? nullptr : index_getnext_tid(scan, direction)) {
        const BlockNumber block = ItemPointerGetBlockNumber(row);
        found = VM_ALL_VISIBLE(table, block, &visibility) || index_fetch_heap(scan, slot);
        if (!found && block != last && ++pages > most_pages)
            break;
        last = block;
    }
    if (BufferIsValid(visibility))
        ReleaseBuffer(visibility);
    return found;
}

} // namespace

bool
find_index_end(Oid table_oid, const IndexOptInfo *index, ScanDirection direction, Datum &value)
{
    Relation table = table_open(table_oid, NoLock);
    Relation opened = index_open(index->indexoid, NoLock);
    TupleTableSlot *slot = table_slot_create(table, nullptr);
    SnapshotData snapshot;
    InitNonVacuumableSnapshot(snapshot, GlobalVisTestFor(table));
    IndexScanDesc scan = begin_index_scan(table, opened, &snapshot, 1);
    scan->xs_want_itup = true;
    ScanKeyData not_null;
    ScanKeyEntryInitialize(&not_null, SK_ISNULL | SK_SEARCHNOTNULL, 1, InvalidStrategy, InvalidOid, InvalidOid,
                           InvalidOid, 0);
    index_rescan(scan, &not_null, 1, nullptr, 0);
    const bool found = find_row(scan, direction, table, slot);
    if (found) {
        bool is_null;
        const Datum first = index_getattr(scan->xs_itup, 1, scan->xs_itupdesc, &is_null);
        const FormData_pg_attribute *key = TupleDescAttr(scan->xs_itupdesc, 0);
        value = datumCopy(first, key->attbyval, key->attlen);
    }
    index_endscan(scan);
    ExecDropSingleTupleTableSlot(slot);
    index_close(opened, NoLock);
    table_close(table, NoLock);
    return found;
}

} // namespace ulidkit
