// TypeIDs: the specification's vectors, and the laws for any prefix and text.
#include "laws/typeid.hpp"

#include "support.hpp"
#include "vectors.hpp"

namespace ulidkit::test {
namespace {

std::string
random_letters(Random &random, std::string_view letters, std::size_t most)
{
    std::string text(random.below(most + 1), '?');
    for (char &letter : text)
        letter = letters[random.below(letters.size())];
    return text;
}

} // namespace

TEST_CASE("the vectors of TypeIDs")
{
    const Table valid = read_vectors("typeid");
    REQUIRE(valid.rows.size() == 9);
    for (const auto &row : valid.rows) {
        const std::string &text = row[valid.column("typeid")], &prefix = row[valid.column("prefix")];
        CAPTURE(text);
        CHECK(check_typeid_prefix_law(prefix));
        CHECK(check_typeid_text(prefix, text));
        std::uint8_t uuid[16];
        REQUIRE(parse_typeid(prefix, text, uuid));
        std::string digits = hex(uuid, sizeof uuid);
        for (const std::size_t place : {8u, 13u, 18u, 23u})
            digits.insert(place, "-");
        CHECK(digits == row[valid.column("uuid")]);
    }
    const Table invalid = read_vectors("typeid_invalid");
    REQUIRE(invalid.rows.size() == 21);
    for (const auto &row : invalid.rows) {
        const std::string_view text = row[invalid.column("typeid")];
        const std::size_t separator = text.rfind('_');
        const std::string_view prefix = separator == text.npos ? "" : text.substr(0, separator);
        CAPTURE(text);
        CHECK_FALSE((check_typeid_prefix_law(prefix) && check_typeid_text(prefix, text)));
    }
}

TEST_CASE("any prefix is one of the grammar's or refused, and any text is a number or refused")
{
    Random random;
    std::uint64_t round = 0, prefixes = 0, texts = 0;
    std::string prefix, text;
    INFO("seed ", seed(), ", round ", round, ", prefix ", prefix, ", text ", text);
    for (; round < rounds(20'000); ++round) {
        prefix = random_letters(random, random.pick<std::string_view>({"az_", "abcxyz_", "az_`{A0- \xC3"}),
                                random.pick<std::size_t>({1, 3, 66}));
        if (!check_typeid_prefix_law(prefix))
            continue;
        ++prefixes;
        std::uint8_t uuid[16];
        random.fill(uuid, sizeof uuid);
        check_typeid(prefix, uuid);
        char written[typeid_size_most];
        text.assign(written, format_typeid(prefix, uuid, written));
        for (std::size_t changes = random.below(3); changes > 0; --changes) {
            const std::size_t place = random.below(text.size());
            text.replace(place, random.below(2), random_letters(random, "az_ilou07z8A-\xC3", 1));
            if (text.empty())
                text = "0";
        }
        texts += static_cast<bool>(check_typeid_text(prefix, text));
    }
    CHECK(prefixes > rounds(5'000));
    CHECK(texts > rounds(1'000));
    CHECK(texts < prefixes);
}

} // namespace ulidkit::test
