// Reads any bytes as a text in one of tbsl's transport bases, and writes ten of them as a value. The first byte picks
// the base.
#include "laws/bases.hpp"

#include "fuzz.hpp"

using namespace ulidkit;
using namespace ulidkit::test;

extern "C" int
LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const Input input{data, size};
    const Base &base = bases[input.first % std::size(bases)];
    check_base_text(base, input.text());
    if (Tbsl id{}; load_binary(input.bytes(), input.size, id) == Fault::none)
        check_base(base, id);
    return 0;
}
