// Planning of queries by the time of an ID.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// Installs the planner's hooks. It is called once, when the library is loaded.
void install_time_planning();

} // namespace ulidkit
