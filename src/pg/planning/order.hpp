// Sort orders by the time of an id.
#pragma once

#include "pg/planning/run.hpp"

namespace ulidkit {

// Makes the query sort by the id instead of its time, if this is one of the orders that it allows.
void rewrite_order(Run &run);

} // namespace ulidkit
