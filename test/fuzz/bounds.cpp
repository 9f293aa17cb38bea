// The bounds of any time, compared with any id. Most times are near one at which results change.
#include "laws/bounds.hpp"

#include "fuzz.hpp"

using namespace ulidkit;
using namespace ulidkit::test;

namespace {

template <class K>
std::int64_t
read_time(Reader &reader, const K &id)
{
    const std::int64_t places[] = {id.time(),          K::lowest().time(), K::highest().time(),
                                   K::first_generated, K::last_generated,  0,
                                   int64_min,          int64_max};
    const std::size_t place = reader.number<std::uint8_t>();
    if (place >= std::size(places))
        return reader.number<std::int64_t>();
    return moved(places[place], reader.number<std::int16_t>());
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const Input input{data, size};
    input.for_kind([&]<class K>(std::type_identity<K>) {
        Reader reader{input};
        K id{};
        if (!reader.read(id))
            return;
        const std::int64_t time = read_time(reader, id);
        check_bounds<K>(time);
        check_comparisons(id, time);
    });
    return 0;
}
