// Unit tests of src/core: no server is needed. Run from the repository's root, or name the vectors' folder in
// ULIDKIT_VECTORS.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
