// The background worker of a preloaded library.
#pragma once

namespace ulidkit {

// If the library is preloaded, registers a background worker that begins the generators as soon as recovery has ended,
// so that what they know of the replayed IDs is on disk before the next restart.
void register_recovery_worker();

} // namespace ulidkit
