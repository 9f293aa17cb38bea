// The pool of random bytes of a process.
#include "pg/postgres.hpp"

#include <openssl/err.h>
#include <openssl/rand.h>

#include "pg/errors.hpp"
#include "pg/generation/random.hpp"

namespace ulidkit {

RandomPool random_pool;

void
fill_random_pool()
{
    // Every other process begins with a copy of the postmaster's memory and does not fork. So if the postmaster has no
    // bytes, no two processes can have the same ones.
    if (IsPostmasterEnvironment && !IsUnderPostmaster)
        no_randomness("Random values are not available in the postmaster.");
    random_pool.left = 0;
    ERR_clear_error();
    if (RAND_bytes(random_pool.bytes, sizeof(random_pool.bytes)) != 1) {
        char reason[256];
        ERR_error_string_n(ERR_get_error(), reason, sizeof(reason));
        ERR_clear_error();
        no_randomness(reason);
    }
    random_pool.left = sizeof(random_pool.bytes);
}

} // namespace ulidkit
