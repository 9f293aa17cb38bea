// TBSL's transport bases, against division of a 128-bit integer.
#include "core/tbsl_base.hpp"

#include "support.hpp"

#include <map>

namespace ulidkit::test {
namespace {

__extension__ using Wide = unsigned __int128;

const std::map<int, std::string> digits_of = {
    {16, "0123456789abcdef"},
    {32, "0123456789abcdefghijklmnopqrstuv"},
    {36, "0123456789abcdefghijklmnopqrstuvwxyz"},
    {58, "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"},
    {62, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"},
};

constexpr Wide end_of_values = Wide{1'000'000'000'000'000'000} << 20;

std::string
written(Wide value, const std::string &digits)
{
    std::string text;
    do
        text.insert(text.begin(), digits[static_cast<std::size_t>(value % digits.size())]);
    while ((value /= digits.size()) != 0);
    return text;
}

Wide
number_of(const Tbsl &id)
{
    return Wide{load_be<2>(id.bytes)} << 64 | load_be<8>(id.bytes + 2);
}

Fault
read(int base, std::string_view text)
{
    Tbsl id{};
    const Parsed parsed = parse_base(*find_transport_base(base), text, id);
    CHECK(parsed.at <= text.size());
    return parsed.fault;
}

} // namespace

TEST_CASE("there are five transport bases")
{
    for (int base = -70; base <= 1000; ++base) {
        const TransportBase *found = find_transport_base(base);
        CAPTURE(base);
        REQUIRE((found != nullptr) == digits_of.contains(base));
        if (found != nullptr)
            CHECK(found->base == static_cast<unsigned>(base));
    }
}

TEST_CASE("a value is written without leading zeros, and read with or without")
{
    Random random;
    int round = 0, base = 0;
    Tbsl id{};
    INFO("seed ", seed(), ", round ", round, ", base ", base, ", value ", hex_of(id));
    for (; round < 20'000; ++round) {
        id = random_id<Tbsl>(random);
        // Small values too: they have few digits.
        if (random.one_in(2))
            std::fill_n(id.bytes, random.below(11), std::uint8_t{0});
        for (const auto &[number, digits] : digits_of) {
            base = number;
            const TransportBase &transport = *find_transport_base(base);
            char text[tbsl_base_max_size];
            const std::string_view made{text, format_base(transport, id, text)};
            LAW(made == written(number_of(id), digits));
            LAW(made.size() <= transport.max_size);
            std::string padded(random.below(transport.max_size - made.size() + 1), digits[0]);
            padded += made;
            Tbsl parsed{};
            LAW(parse_base(transport, padded, parsed) && same(parsed, id));
        }
    }
}

TEST_CASE("a number above the values is too large, whether it fits 80 bits or not")
{
    for (const auto &[number, digits] : digits_of) {
        const int base = number;
        CAPTURE(base);
        const std::size_t room = find_transport_base(base)->max_size;
        CHECK(read(base, written(end_of_values - 1, digits)) == Fault::none);
        CHECK(read(base, written(end_of_values, digits)) == Fault::range);
        const Wide full = Wide{1} << 80;
        CHECK(read(base, written(full - 1, digits)) == Fault::range);
        CHECK(written(full - 1, digits).size() == room);
        if (written(full, digits).size() == room) {
            // What is lost above 80 bits must not make it small again.
            CHECK(read(base, written(full, digits)) == Fault::range);
            CHECK(read(base, written(full + 1, digits)) == Fault::range);
        }
        CHECK(read(base, "") == Fault::length);
        CHECK(read(base, std::string(room, digits[0])) == Fault::none);
        CHECK(read(base, std::string(room + 1, digits[0])) == Fault::length);
        CHECK(read(base, std::string(room + 1, digits.back())) == Fault::length);
        CHECK(read(base, std::string(1000, digits.back())) == Fault::length);
    }
}

TEST_CASE("every byte is a digit of the base or a wrong letter")
{
    for (const auto &[number, digits] : digits_of) {
        const int base = number;
        CAPTURE(base);
        for (int byte = 0; byte < 256; ++byte) {
            CAPTURE(byte);
            const std::string text{digits[1], static_cast<char>(byte), digits[0]};
            const std::size_t digit = digits.find(text[1]);
            Tbsl id{};
            const Parsed parsed = parse_base(*find_transport_base(base), text, id);
            if (digit == digits.npos) {
                CHECK(parsed.fault == Fault::letter);
                CHECK(parsed.at == 1);
            } else {
                CHECK(parsed);
                CHECK((number_of(id) == (Wide{digits.size()} + digit) * digits.size()));
            }
        }
    }
}

TEST_CASE("base 58 writes zero in its own digit, and also reads the reference's")
{
    char text[tbsl_base_max_size];
    const TransportBase &base = *find_transport_base(58);
    CHECK(std::string(text, format_base(base, Tbsl::lowest(), text)) == "1");
    for (const std::string_view zero : {"0", "1", "11111111111111"}) {
        Tbsl id = Tbsl::highest();
        CHECK(parse_base(base, zero, id));
        CHECK(same(id, Tbsl::lowest()));
    }
    CHECK(read(58, "00") == Fault::letter);
    CHECK(read(58, "10") == Fault::letter);
}

} // namespace ulidkit::test
