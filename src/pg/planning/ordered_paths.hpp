// Index scans in the order of the time of an id.
#pragma once

namespace ulidkit {

// Installs the planner hook; called once, when the library is loaded.
void install_time_order();

} // namespace ulidkit
