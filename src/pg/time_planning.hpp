// Planning by the time of an id: conditions on it, orders by it and its ends become those of the id.
#pragma once

namespace ulidkit {

// Hooks into the planner: once, when the library is loaded.
void install_time_planning();

} // namespace ulidkit
