// The CHECK constraints by which a table has only UUIDs of version 7.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// Whether a constraint of the table proves that the uuid in the column is null or of version 7; `inherited`: also in
// its child tables.
bool has_version_7(Relation table, AttrNumber column, bool inherited);

} // namespace ulidkit
