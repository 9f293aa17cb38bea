// Unit tests of src/core: no server is needed. Run from the repository's root, or name the vectors' folder in
// ULIDKIT_VECTORS.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "laws/law.hpp"

void
ulidkit::test::broken(const char *law, const char *file, int line)
{
    ADD_FAIL_AT(file, line, std::string(law));
    std::abort(); // not reached
}
