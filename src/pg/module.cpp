#include "pg/postgres.hpp"

#include "pg/settings.hpp"
#include "pg/shared.hpp"

extern "C" {

#if PG_VERSION_NUM >= 180000
PG_MODULE_MAGIC_EXT(.name = "ulidkit", .version = ULIDKIT_VERSION);
#else
PG_MODULE_MAGIC;
#endif

PGDLLEXPORT void _PG_init();

void
_PG_init()
{
    ulidkit::settings::define();
    ulidkit::request_shared_memory();
}
}
