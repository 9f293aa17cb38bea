// The file that keeps, for each kind, a time before which all of its ids were made. A server that starts with a clock
// that was set back goes on from there.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// What the file says about a kind. Times are microseconds since 1970.
struct SavedBound {
    bool found;
    std::int64_t bound; // all ids of the kind are of earlier times
    std::int64_t clock; // what the clock read when this was written
};

// Processes read and write the file one after another: the callers hold a lock, see lock_bounds().

// Reads what the file says about a kind. If nothing in the file can be used, writes the reason to the server's log, unless
// `told` is true, which it becomes then. Raises an error if there is a file that cannot be read now: what it says holds.
SavedBound read_bound(const char *kind, bool &told);

// Writes what the file says about a kind to disk. If that fails, raises an error, or if `level` is LOG, writes a log
// entry and returns false.
bool write_bound(const char *kind, std::int64_t bound, std::int64_t clock, int level);

} // namespace ulidkit
