// The pool of random bytes of a process.
#include "pg/postgres.hpp"

#include <openssl/err.h>
#include <openssl/rand.h>

#include "pg/errors.hpp"
#include "pg/random.hpp"

namespace ulidkit {

static struct {
    std::uint8_t bytes[4096];
    std::size_t left; // at the end of `bytes`; the rest is wiped
} pool;

static void
fill()
{
    // Every other process begins with a copy of the postmaster's memory and does not fork. So if the postmaster has no
    // bytes, no two processes can have the same ones.
    if (IsPostmasterEnvironment && !IsUnderPostmaster)
        no_randomness("Random values are not available in the postmaster.");
    pool.left = 0;
    ERR_clear_error();
    if (RAND_bytes(pool.bytes, sizeof(pool.bytes)) != 1) {
        char reason[256];
        ERR_error_string_n(ERR_get_error(), reason, sizeof(reason));
        ERR_clear_error();
        no_randomness(reason);
    }
    pool.left = sizeof(pool.bytes);
}

const std::uint8_t *
peek_random(std::size_t size)
{
    if (pool.left < size)
        fill();
    return pool.bytes + (sizeof(pool.bytes) - pool.left);
}

void
drop_random(std::size_t size)
{
    explicit_bzero(pool.bytes + (sizeof(pool.bytes) - pool.left), size);
    pool.left -= size;
}

} // namespace ulidkit
