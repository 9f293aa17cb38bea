// Random bytes from OpenSSL, drawn in bulk. Each byte is handed out once, to one process.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

struct RandomPool {
    std::uint8_t bytes[4096];
    std::size_t left; // at the end of `bytes`; the rest is wiped
};

extern RandomPool random_pool;

// Fills the pool.
[[gnu::cold]] void fill_random_pool();

// `size` (at most 16) random bytes, valid until the next call of these functions. Raises an error if there are none:
// there are never weaker bytes.
inline const std::uint8_t *
peek_random(std::size_t size)
{
    if (unlikely(random_pool.left < size))
        fill_random_pool();
    return std::end(random_pool.bytes) - random_pool.left;
}

// Wipes the bytes of the last peek_random() from the pool, because they were used.
inline void
drop_random(std::size_t size)
{
    std::uint8_t *used = std::end(random_pool.bytes) - random_pool.left;
    memset(used, 0, size);
    // Without this, the compiler could leave out what nothing reads. explicit_bzero() is a call.
    asm volatile("" : : "r"(used) : "memory");
    random_pool.left -= size;
}

} // namespace ulidkit
