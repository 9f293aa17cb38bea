// Reads any bytes as the binary form of each kind, and makes the id again of its fields.
#include "laws/make.hpp"
#include "laws/order.hpp"
#include "laws/text.hpp"

#include "fuzz.hpp"

using namespace ulidkit;
using namespace ulidkit::test;

extern "C" int
LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const Input input{data, size};
    input.for_kind([&]<class K>(std::type_identity<K>) {
        if (check_binary<K>(input.bytes(), input.size) != Fault::none)
            return;
        K id{};
        id.load(input.bytes());
        check_tick(id);
        if constexpr (requires { check_make(id); })
            check_make(id);
    });
    return 0;
}
