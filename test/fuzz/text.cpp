// Reads any bytes as a text of each kind, and as a prefix.
#include "laws/text.hpp"

#include "fuzz.hpp"

using namespace ulidkit;
using namespace ulidkit::test;

extern "C" int
LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const Input input{data, size};
    input.for_kind([&]<class K>(std::type_identity<K>) {
        check_text<K>(input.text());
        check_prefix<K>(input.text());
    });
    return 0;
}
