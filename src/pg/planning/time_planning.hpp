// Planning by the time of an id.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// Installs the planner's hooks; called once, when the library is loaded.
void install_time_planning();

} // namespace ulidkit
