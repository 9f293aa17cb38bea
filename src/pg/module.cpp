// The entry point of the library.
#include "pg/postgres.hpp"

#include "pg/default_arguments.hpp"
#include "pg/generation/recovery.hpp"
#include "pg/generation/recovery_worker.hpp"
#include "pg/generation/shared.hpp"
#include "pg/planning/time_planning.hpp"
#include "pg/retired.hpp"
#include "pg/settings.hpp"

extern "C" {

ULIDKIT_MODULE_MAGIC;

PGDLLEXPORT void _PG_init();

void
_PG_init()
{
    ulidkit::settings::define();
    ulidkit::preload_shared_memory();
    ulidkit::watch_start();
    ulidkit::register_recovery_worker();
    ulidkit::install_time_planning();
    ulidkit::install_default_arguments();
    ulidkit::register_retired_nodes();
    // Plans that were made without the hooks are made again when they are used.
    ResetPlanCache();
}
}
