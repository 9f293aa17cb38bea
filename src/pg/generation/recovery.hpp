// What a server knows of the IDs that it has replayed besides the times of the transactions: the time of the last
// checkpoint of the server that made them.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// Returns the time of the old primary's last checkpoint that this server knows, rounded up to a second, in microseconds
// since 1970. A server that is restarted in recovery begins to replay at that checkpoint. So it learns the times of the
// transactions after the checkpoint. All other transactions were committed before the checkpoint. Returns the lowest
// time if the checkpoint is not known. During recovery it is known. After recovery it is known until the server has
// made a checkpoint of its own or, if the library is preloaded, until the server stops.
std::int64_t checkpoint_of_primary(bool in_recovery);

// If the library is preloaded, reads that time when the server starts.
void watch_start();

} // namespace ulidkit
