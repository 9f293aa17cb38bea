// Planning by the time of an id: conditions on it, sort orders by it, and its min and max become those of the id.
#pragma once

namespace ulidkit {

// Installs the planner hook; called once, when the library is loaded.
void install_time_planning();

} // namespace ulidkit
