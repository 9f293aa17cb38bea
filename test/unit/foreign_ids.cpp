// Ids of other systems in texts and byte strings: models of all short ones, the laws for random ones, and the examples
// of the formats.
#include "laws/foreign_ids.hpp"

#include "support.hpp"
#include "vectors.hpp"

namespace ulidkit::test {
namespace {

// Calls `visit` with every text of up to `length` characters of the alphabet.
template <class Visit>
void
for_each_text(std::string_view alphabet, std::size_t length, Visit visit, const std::string &text = "")
{
    visit(text);
    if (text.size() < length)
        for (const char character : alphabet)
            for_each_text(alphabet, length, visit, text + character);
}

std::string
random_text(Random &random, std::string_view alphabet, std::size_t length)
{
    std::string text;
    for (std::size_t size = random.below(length + 1); text.size() < size;)
        text += alphabet[random.below(alphabet.size())];
    return text;
}

std::string
bytes_of(std::string_view hex)
{
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
    return bytes;
}

// Times where results change, and any.
std::int64_t
time_near(Random &random, std::int64_t place)
{
    switch (random.below(4)) {
    case 0:
        return static_cast<std::int64_t>(random.bits());
    case 1:
        return random.pick({int64_min, int64_max, std::int64_t{0}, std::int64_t{-1}});
    default:
        return place + random.between(-2, 2);
    }
}

BinaryId::Fault
fault(std::int64_t epoch, std::int64_t bytes, std::int64_t months, std::int32_t days, std::int64_t microseconds)
{
    BinaryId layout{};
    return BinaryId::make(epoch, bytes, months, days, microseconds, layout);
}

} // namespace

TEST_CASE("every short text has the greatest number at or before it")
{
    // Digits with gaps between them, below the first and above the last; a first digit that is too large.
    constexpr Beginning<2, 3, 43> digits{"BDFH"};
    for_each_text("ABCDEFGHI", 4, [&](const std::string &text) {
        for (std::uint64_t number = 0; number <= 43; ++number)
            check_beginning(digits, text, number);
    });
    constexpr Beginning<1, 4, 15> bits{"\x01\xFE"};
    for_each_text(std::string_view("\x00\x01\x02\xFD\xFE\xFF", 6), 5, [&](const std::string &text) {
        for (std::uint64_t number = 0; number <= 15; ++number)
            check_beginning(bits, text, number);
    });
}

TEST_CASE("texts of ULIDs and others")
{
    Random random;
    constexpr std::string_view alphabet = "0123789@ABHIJKOZ[`abhijkozz{~\x80\xFF ";
    for (std::uint64_t round = 0; round < rounds(20'000); ++round) {
        const std::string text = random_text(random, alphabet, 14);
        for (const UlidText::Digits *digits : {&UlidText::upper, &UlidText::lower}) {
            INFO("seed ", seed(), ", text ", text);
            check_beginning(*digits, text, random.bits() >> 16 >> random.below(48));
            check_ulid_text(*digits, text, time_near(random, UlidText::time(digits->last_until(text))));
        }
    }
    for (const std::int64_t time :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}, int64_min, int64_max, UlidText::time(UlidText::highest),
          UlidText::time(UlidText::highest) + 1, UlidText::time(UlidText::highest) - 1})
        for (const std::string_view text :
             {"", "0", "0000000000", "7ZZZZZZZZZ", "7ZZZZZZZZZZ", "8", "zzz", "7zzzzzzzzz"})
            for (const UlidText::Digits *digits : {&UlidText::upper, &UlidText::lower})
                check_ulid_text(*digits, text, time);
}

TEST_CASE("texts of ULIDs have the times of the ULIDs")
{
    const Table table = read_vectors("ulid");
    for (const auto &row : table.rows) {
        const std::string &text = row[0];
        std::string lower = text;
        for (char &letter : lower)
            letter = letter >= 'A' ? static_cast<char>(letter + 32) : letter;
        Ulid id{};
        REQUIRE(bool(Ulid::parse(text, id)));
        CHECK(UlidText::time(UlidText::upper.last_until(text)) == id.time());
        CHECK(UlidText::time(UlidText::lower.last_until(lower)) == id.time());
    }
}

TEST_CASE("every short byte string has the greatest number at or before it")
{
    const BinaryIdArguments arguments{0, 3, 0, 1000};
    for_each_text(std::string_view("\x00\x01\x7F\xFF", 4), 5, [&](const std::string &string) {
        for (const std::uint64_t number : {0, 1, 2, 0x7F, 0xFF, 0x100, 0x101, 0x1FF, 0x7FFF, 0xFFFF, 0x10000, 0x10001,
                                           0x1007F, 0x7F7F7F, 0xFF0000, 0xFF00FF, 0xFFFFFE, 0xFFFFFF})
            check_binary_id(arguments, string, number, arguments.time(number));
    });
}

TEST_CASE("byte strings of every layout")
{
    Random random;
    constexpr std::int64_t last = BinaryId::last_time, first = Snowflake::first_time;
    for (std::uint64_t round = 0; round < rounds(20'000); ++round) {
        BinaryIdArguments arguments{
            random.pick({std::int64_t{0}, std::int64_t{1400000000000000}, first, last, last - 1}),
            static_cast<int>(1 + random.below(8)), 0, 1};
        arguments.days = static_cast<std::int32_t>(random.one_in(4) ? random.bits() >> 1 & 0x7FFFFFFF : 0);
        arguments.microseconds = static_cast<std::int64_t>((random.bits() >> 1 >> random.below(63)) | 1);
        std::string string(random.below(10), '\0');
        random.fill(reinterpret_cast<std::uint8_t *>(string.data()), string.size());
        const std::uint64_t number = random.bits() >> random.below(64);
        BinaryId layout{};
        REQUIRE(BinaryId::make(arguments.epoch, arguments.bytes, 0, arguments.days, arguments.microseconds, layout) ==
                BinaryId::Fault::none);
        const std::int64_t place = arguments.time(random.pick({number & layout.highest(), layout.highest()}));
        INFO("seed ", seed(), ", epoch ", arguments.epoch, ", bytes ", arguments.bytes, ", days ", arguments.days,
             ", microseconds ", arguments.microseconds, ", number ", number);
        check_binary_id(arguments, string, number, time_near(random, place));
    }
}

TEST_CASE("binary ids of other systems have the times of their documentation")
{
    const Table table = read_vectors("binaryid");
    CHECK(table.rows.size() >= 6);
    for (const auto &row : table.rows) {
        const auto number = [&](const char *column) { return std::stoll(row[table.column(column)]); };
        INFO(row[0], " ", row[1]);
        BinaryId layout{};
        REQUIRE(BinaryId::make(number("epoch_unix_seconds") * 1000000, number("bytes"), 0, 0,
                               number("unit_microseconds"), layout) == BinaryId::Fault::none);
        const std::string bytes = bytes_of(row[table.column("hex")]);
        CHECK(layout.time(layout.last_until(reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size())) ==
              number("unix_milliseconds") * 1000);
    }
}

TEST_CASE("what is no layout of binary ids")
{
    using enum BinaryId::Fault;
    CHECK(fault(0, 1, 0, 0, 1) == none);
    CHECK(fault(0, 8, 0, 0, 1) == none);
    CHECK(fault(0, 0, 0, 0, 1) == bytes);
    CHECK(fault(0, 9, 0, 0, 1) == bytes);
    CHECK(fault(0, -1, 0, 0, 1) == bytes);
    CHECK(fault(0, int64_min, 0, 0, 1) == bytes);
    CHECK(fault(Snowflake::first_time - 1, 6, 0, 0, 1) == epoch);
    CHECK(fault(Snowflake::last_time + 1, 6, 0, 0, 1) == epoch);
    CHECK(fault(0, 6, 0, 0, 0) == unit);
    CHECK(fault(0, 6, 0, 0, -1) == unit);
    CHECK(fault(0, 6, 1, 0, 1) == unit);
}

} // namespace ulidkit::test
