// Estimates for ids in columns of PostgreSQL's types.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// Whether comparisons of the type have PostgreSQL's estimators, not ours.
bool is_estimated_by_server(Oid type);

// Installs the planner hooks; called once, when the library is loaded.
void install_time_estimates();

} // namespace ulidkit
