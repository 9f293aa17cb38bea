// What earlier versions of the library put into plans.
#pragma once

namespace ulidkit {

// Makes parallel workers answer a plan node of 1.0 or 1.1 with a clear error; called once, when the library is loaded.
void register_retired_nodes();

} // namespace ulidkit
