// Index scans for the rows whose time another table has.
#pragma once

namespace ulidkit {

// Installs the planner hook; called once, when the library is loaded.
void install_time_lookups();

} // namespace ulidkit
