// The entry point of the library.
#include "pg/postgres.hpp"

#include "pg/settings.hpp"
#include "pg/shared.hpp"
#include "pg/time_estimates.hpp"
#include "pg/time_planning.hpp"

extern "C" {

ULIDKIT_MODULE_MAGIC;

PGDLLEXPORT void _PG_init();

void
_PG_init()
{
    ulidkit::settings::define();
    ulidkit::preload_shared_memory();
    ulidkit::install_time_planning();
    ulidkit::install_time_estimates();
}
}
