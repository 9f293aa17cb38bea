// Any two ids of each kind: the second is given in full, or by what it has in common with the first.
#include "laws/order.hpp"

#include "fuzz.hpp"

using namespace ulidkit;
using namespace ulidkit::test;

extern "C" int
LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const Input input{data, size};
    input.for_kind([&]<class K>(std::type_identity<K>) {
        Reader reader{input};
        K a{}, b{};
        if (!reader.read(a))
            return;
        if (reader.rest() >= K::binary_size) {
            if (!reader.read(b))
                return;
        } else {
            Bytes<K> bytes = bytes_of(a);
            const std::size_t place = reader.number<std::uint8_t>() % K::binary_size;
            bytes[place] = reader.number<std::uint8_t>();
            if (load_binary(bytes.data(), bytes.size(), b) != Fault::none)
                return;
        }
        check_order(a, b);
        if (oracle(a, b) > 0)
            std::swap(a, b);
        check_distance(a, b);
    });
    return 0;
}
