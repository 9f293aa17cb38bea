// The first and the last value that an index has at present.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// The first value of the index's first key, or with BackwardScanDirection the last, in the present memory context.
// False: there is none, or it takes too long to find.
bool find_index_end(Oid table, const IndexOptInfo *index, ScanDirection direction, Datum &value);

} // namespace ulidkit
