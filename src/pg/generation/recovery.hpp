// What a server knows of the IDs that it has replayed besides the times of the transactions: the time of the last
// checkpoint of the server that made them.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// A server that is restarted in recovery replays from the last checkpoint of its primary on, and learns the times of
// the transactions after that, but not of those before. These were committed before the checkpoint. Returns the latest
// time that this can have had, in microseconds since 1970, or the lowest time if it is not known: outside of recovery
// it is, until the server has made a checkpoint of its own; if the library is preloaded, until the server stops.
std::int64_t checkpoint_of_primary(bool in_recovery);

// If the library is preloaded, reads that time when the server starts.
void watch_start();

} // namespace ulidkit
