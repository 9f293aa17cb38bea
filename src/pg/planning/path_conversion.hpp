// Paths over virtual indexes, as paths over the indexes on the ids.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// The path with the index on the id in the place of each virtual index, and ranges of ids in the place of the
// conditions on the time. Null: it is no path over a virtual index, or cannot be converted.
Path *converted(PlannerInfo *root, Path *path);

} // namespace ulidkit
