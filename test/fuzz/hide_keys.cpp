// Reads any bytes as a file of keys.
#include "laws/hide.hpp"

#include "fuzz.hpp"

using namespace ulidkit;
using namespace ulidkit::test;

extern "C" int
LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const Input input{data, size};
    check_key_file(input.text());
    return 0;
}
