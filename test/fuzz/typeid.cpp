// Reads any bytes as a prefix of TypeIDs, and as a TypeID with a prefix. The first byte says how many of them are the
// prefix: as many as it is, or what is before the last _.
#include "laws/typeid.hpp"

#include "fuzz.hpp"

using namespace ulidkit;
using namespace ulidkit::test;

extern "C" int
LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const Input input{data, size};
    const std::string_view text = input.text();
    const std::size_t separator = std::min(text.rfind('_'), text.size());
    const std::size_t end = input.first < 128 ? std::min<std::size_t>(input.first, text.size()) : separator;
    const std::string_view prefix = text.substr(0, end);
    if (!check_typeid_prefix_law(prefix))
        return 0;
    check_typeid_text(prefix, text);
    if (input.size >= 16)
        check_typeid(prefix, input.bytes());
    return 0;
}
