// Index scans that look up the elements of a list of times.
#pragma once

namespace ulidkit {

// Installs the planner hook; called once, when the library is loaded.
void install_list_paths();

} // namespace ulidkit
