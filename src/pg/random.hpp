// Random bytes from OpenSSL, drawn in bulk. Each byte is handed out once, to one process.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// `size` (at most 16) random bytes, valid until the next call of these functions. Raises an error if there are none:
// there are never weaker bytes.
const std::uint8_t *peek_random(std::size_t size);

// Wipes the bytes of the last peek_random() from the pool, because they were used.
void drop_random(std::size_t size);

} // namespace ulidkit
