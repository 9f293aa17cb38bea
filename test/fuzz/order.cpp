// Any two ids of each kind, and their neighbours: the second is given in full, or it equals the first up to a byte that
// differs, so that carries and the order are tried at every depth.
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
            const auto place = static_cast<std::ptrdiff_t>(reader.number<std::uint8_t>() % K::binary_size);
            std::fill(bytes.begin() + place, bytes.end(), reader.number<std::uint8_t>());
            if (load_binary(bytes.data(), bytes.size(), b) != Fault::none)
                return;
        }
        check_order(a, b);
        check_neighbours(a);
        check_neighbours(b);
        if (oracle(a, b) > 0)
            std::swap(a, b);
        check_distance(a, b);
    });
    return 0;
}
