// Big-endian integers of every size, in constant expressions and at run time.
#include <array>
#include <utility>

#include "core/bytes.hpp"
#include "support.hpp"

namespace ulidkit::test {
namespace {

constexpr std::uint64_t number = 0x8182838485868788;

// The low bytes of `number`, between two others.
template <std::size_t Count>
constexpr std::array<std::uint8_t, 10>
stored()
{
    std::array<std::uint8_t, 10> bytes{};
    store_be<Count>(bytes.data() + 1, number);
    return bytes;
}

template <std::size_t Count>
void
check_size()
{
    static constexpr std::array<std::uint8_t, 10> constant = stored<Count>();
    constexpr std::uint64_t loaded = load_be<Count>(constant.data() + 1);
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < constant.size(); ++i) {
        const bool is_part = i >= 1 && i <= Count;
        const std::uint64_t byte = is_part ? 0x88 - Count + i : 0;
        CHECK(constant[i] == byte);
        if (is_part)
            expected = expected << 8 | byte;
    }
    CHECK(loaded == expected);
    const std::array<std::uint8_t, 10> bytes = stored<Count>();
    CHECK(bytes == constant);
    CHECK(load_be<Count>(bytes.data() + 1) == expected);
}

} // namespace

TEST_CASE("big-endian integers are the same in constant expressions and at run time")
{
    []<std::size_t... Before>(std::index_sequence<Before...>)
    {
        (check_size<Before + 1>(), ...);
    }
    (std::make_index_sequence<8>{});
}

} // namespace ulidkit::test
