// The background worker of a preloaded library: see recovery_worker.hpp.
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "pg/generation/ceilings.hpp"
#include "pg/generation/recovery.hpp"
#include "pg/generation/recovery_worker.hpp"

namespace ulidkit {

void
register_recovery_worker()
{
    if (!process_shared_preload_libraries_in_progress)
        return;
    BackgroundWorker worker{};
    worker.bgw_flags = BGWORKER_SHMEM_ACCESS;
    worker.bgw_start_time = BgWorkerStart_RecoveryFinished;
    worker.bgw_restart_time = BGW_NEVER_RESTART;
    strlcpy(worker.bgw_name, "ulidkit recovery", sizeof(worker.bgw_name));
    strlcpy(worker.bgw_type, "ulidkit recovery", sizeof(worker.bgw_type));
    strlcpy(worker.bgw_library_name, "ulidkit", sizeof(worker.bgw_library_name));
    strlcpy(worker.bgw_function_name, "ulidkit_recovery_main", sizeof(worker.bgw_function_name));
    RegisterBackgroundWorker(&worker);
}

} // namespace ulidkit

extern "C" {

PGDLLEXPORT void ulidkit_recovery_main(Datum);

// The background worker. Once one generator has begun, what was replayed is on disk for all. A server that has replayed
// nothing has nothing to write.
void
ulidkit_recovery_main(Datum)
{
    // A shutdown is not to wait for a slow disk.
    pqsignal(SIGTERM, die);
    BackgroundWorkerUnblockSignals();
    if (GetLatestXTime() != 0 || ulidkit::checkpoint_of_primary(false) != PG_INT64_MIN)
        ulidkit::begun_memory_of<ulidkit::Ulid>();
}
}
