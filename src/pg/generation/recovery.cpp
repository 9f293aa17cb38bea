// What is known of the server whose transactions this one has replayed: see recovery.hpp.
#include "pg/postgres.hpp"

#include "pg/generation/recovery.hpp"

namespace ulidkit {

namespace {

// Read by the postmaster, and inherited by all of its children.
std::int64_t checkpoint_at_start = PG_INT64_MIN;

shmem_startup_hook_type next_startup_hook;

// The end of the second in which the checkpoint began.
std::int64_t
time_of(const CheckPoint &checkpoint)
{
    return (checkpoint.time + 1) * std::int64_t{1000000};
}

// Returns true if there is such a file in the data directory.
bool
exists(const char *name)
{
    struct stat status;
    return stat(name, &status) == 0;
}

// Returns true if the last checkpoint in the control file is that of another server: this one was in recovery when it
// stopped, or will be, or was stopped between its promotion and its first checkpoint.
bool
is_of_primary(const ControlFileData &control)
{
    return control.state == DB_SHUTDOWNED_IN_RECOVERY || control.state == DB_IN_ARCHIVE_RECOVERY ||
           control.minRecoveryPointTLI > control.checkPointCopy.ThisTimeLineID || exists(STANDBY_SIGNAL_FILE) ||
           exists(RECOVERY_SIGNAL_FILE);
}

// In the postmaster, before recovery, also after the crash of a backend.
void
read_checkpoint()
{
    if (next_startup_hook != nullptr)
        next_startup_hook();
    bool intact;
    ControlFileData *control = get_controlfile(DataDir, &intact);
    checkpoint_at_start = intact && is_of_primary(*control) ? time_of(control->checkPointCopy) : PG_INT64_MIN;
    pfree(control);
}

} // namespace

std::int64_t
checkpoint_of_primary(bool in_recovery)
{
    bool intact;
    LWLockAcquire(ControlFileLock, LW_SHARED);
    ControlFileData *control = get_controlfile(DataDir, &intact);
    LWLockRelease(ControlFileLock);
    std::int64_t time = checkpoint_at_start;
    // A promotion begins a new timeline.
    if (intact && (in_recovery || control->checkPointCopy.ThisTimeLineID < GetWALInsertionTimeLine()))
        time = Max(time, time_of(control->checkPointCopy));
    pfree(control);
    return time;
}

void
watch_start()
{
    if (!process_shared_preload_libraries_in_progress)
        return;
    next_startup_hook = shmem_startup_hook;
    shmem_startup_hook = read_checkpoint;
}

} // namespace ulidkit
