// Planning by the time of an id: conditions on it, sort orders by it, and its min and max become those of the id.
#pragma once

#include "pg/planning/run.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// Rewrites the context's AND list in terms of ids. Returns the same list if nothing changed. Ranges precede the
// conditions that stay, which the estimates rely on.
List *rewrite(Run &run, const Context &context);

// Installs the planner hook; called once, when the library is loaded.
void install_time_planning();

} // namespace ulidkit
