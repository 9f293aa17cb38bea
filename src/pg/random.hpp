// Random bytes from OpenSSL, drawn in bulk. Each byte is handed out once, to one process.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// `size` (at most 16) random bytes, which stay the pool's until the next call here. An error where there are none:
// never weaker bytes.
const std::uint8_t *peek_random(std::size_t size);

// The bytes of the last peek_random() were used: wipes them from the pool.
void drop_random(std::size_t size);

} // namespace ulidkit
