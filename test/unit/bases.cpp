// TBSL's transport bases.
#include "laws/bases.hpp"

#include <algorithm>

#include "support.hpp"

namespace ulidkit::test {
namespace {

std::string
written(Natural value, std::string_view digits)
{
    return std::string(Numeral(value, digits));
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
        REQUIRE((found != nullptr) == (std::ranges::count(bases, base, &Base::base) == 1));
        if (found != nullptr)
            CHECK(found->base == static_cast<unsigned>(base));
    }
}

TEST_CASE("a value is written without leading zeros, and read with or without")
{
    Random random;
    std::uint64_t round = 0;
    int base = 0;
    Tbsl id{};
    INFO("seed ", seed(), ", round ", round, ", base ", base, ", value ", hex_of(id));
    for (; round < rounds(2'000); ++round) {
        id = random_id<Tbsl>(random);
        // Small values, too, because they have few digits.
        if (random.one_in(2))
            std::fill_n(id.bytes, random.below(11), std::uint8_t{0});
        for (const Base &transport : bases) {
            base = transport.base;
            check_base(transport, id);
            std::string text = written(number_of(id), transport.digits);
            text.insert(0, random.below(transport.room - text.size() + 1), transport.digits[0]);
            LAW(check_base_text(transport, text));
        }
    }
}

TEST_CASE("a number above the values is too large, whether it fits 80 bits or not")
{
    for (const auto &[base, room, digits] : bases) {
        CAPTURE(base);
        CHECK(read(base, written(end_of_tbsl - 1, digits)) == Fault::none);
        CHECK(read(base, written(end_of_tbsl, digits)) == Fault::out_of_range);
        const Natural full = Natural{1} << 80;
        CHECK(read(base, written(full - 1, digits)) == Fault::out_of_range);
        CHECK(written(full - 1, digits).size() == room);
        if (written(full, digits).size() == room) {
            // Losing bits above the 80th must not make it small again.
            CHECK(read(base, written(full, digits)) == Fault::out_of_range);
            CHECK(read(base, written(full + 1, digits)) == Fault::out_of_range);
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
    for (const auto &[base, room, digits] : bases) {
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
                CHECK((number_of(id) == (Natural{digits.size()} + digit) * digits.size()));
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
