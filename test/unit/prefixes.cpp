// The range of ids whose text begins with a prefix.
#include "laws/text.hpp"

#include "support.hpp"

namespace ulidkit::test {

namespace {

// One of the spellings of an id whose beginnings are prefixes.
template <class K>
std::string
respell_prefix(const K &id, Random &random)
{
    std::string text = text_of(id);
    bool any_case = std::is_same_v<K, Uuidv7>;
    if constexpr (std::is_same_v<K, Timeid>)
        text = respell(id, random);
    else if constexpr (HasGrammar<K>)
        any_case = Grammar<K>::forms[0].reads == Letters::any_case;
    if (std::is_same_v<K, Uuidv7> && random.one_in(2))
        std::erase(text, '-');
    if (any_case)
        for (char &letter : text)
            letter = random.one_in(2) ? Form::other_case(letter) : letter;
    return text;
}

} // namespace

TEST_CASE_TEMPLATE("a prefix is the range of all ids that begin with it", K, EVERY_KIND)
{
    Random random;
    std::uint64_t round = 0;
    std::string prefix;
    INFO("seed ", seed(), ", round ", round, ", prefix ", prefix);
    for (; round < rounds(1'000); ++round) {
        const K id = random_id<K>(random);
        prefix = respell_prefix(id, random);
        // Half of them short, where a digit decides about the range.
        prefix.resize(random.below(random.one_in(2) ? 4 : prefix.size() + 1));
        LAW(check_prefix<K>(prefix));
        K first{}, last{};
        LAW(K::parse_prefix(prefix, first, last));
        LAW(compare(first, id) <= 0 && compare(id, last) <= 0);
    }
}

TEST_CASE_TEMPLATE("every id begins with the empty prefix, and one with its own text", K, EVERY_KIND)
{
    K first{}, last{};
    CHECK(K::parse_prefix("", first, last));
    CHECK(same(first, K::lowest()));
    CHECK(same(last, K::highest()));
    for (const K &id : {K::lowest(), K::highest()}) {
        CHECK(K::parse_prefix(text_of(id), first, last));
        CHECK(same(first, id));
        CHECK(same(last, id));
        CHECK(K::parse_prefix(text_of(id) + '7', first, last).fault == Fault::length);
        CHECK(K::parse_prefix(text_of(id) + "7 ", first, last).fault == Fault::letter);
    }
}

TEST_CASE_TEMPLATE("every byte in every place of a prefix is read or refused", K, EVERY_KIND)
{
    Random random;
    std::string prefix;
    INFO("seed ", seed(), ", prefix ", prefix);
    for (const K &id : {K::lowest(), K::highest(), random_id<K>(random)})
        for (std::size_t place = 0; place < K::text_size; ++place)
            for (int byte = 0; byte < 256; ++byte) {
                prefix = text_of(id).substr(0, place);
                prefix += static_cast<char>(byte);
                check_prefix<K>(prefix);
            }
}

TEST_CASE("the last id of a prefix at the end of the range is the last of all")
{
    Tbsl first{}, last{};
    for (const std::string_view prefix : {"DE", "DE0", "DE0B6B3A76", "DE0B6B3A763FFFFFFFFF"}) {
        CAPTURE(prefix);
        CHECK(Tbsl::parse_prefix(prefix, first, last));
        CHECK(text_of(last) == "DE0B6B3A763FFFFFFFFF");
    }
    CHECK(Tbsl::parse_prefix("DD", first, last));
    CHECK(text_of(last) == "DDFFFFFFFFFFFFFFFFFF");
    for (const std::string_view prefix : {"DF", "DE1", "DE0B6B3A764", "F"}) {
        CAPTURE(prefix);
        CHECK(Tbsl::parse_prefix(prefix, first, last).fault == Fault::out_of_range);
    }
}

TEST_CASE("a prefix of a kind with gaps is a range of its ids")
{
    Sparse first{}, last{};
    CHECK(Sparse::parse_prefix("0123", first, last));
    CHECK(text_of(first) == "0123000070000000000000000000000000000000");
    CHECK(text_of(last) == "0123FFFF7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF");
    CHECK(Sparse::parse_prefix("012345677", first, last));
    CHECK(text_of(last) == "012345677FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF");
    const Parsed parsed = Sparse::parse_prefix("012345678", first, last);
    CHECK(parsed.fault == Fault::letter);
    CHECK(parsed.at == 8);
}

TEST_CASE("a prefix of a scru160 is one of base32hex digits")
{
    Scru160 first{}, last{};
    CHECK(Scru160::parse_prefix(std::string(32, '0'), first, last));
    CHECK(Scru160::parse_prefix(std::string(40, '0'), first, last).fault == Fault::length);
}

TEST_CASE("a prefix of a uuid has all hyphens or none")
{
    Uuidv7 first{}, last{};
    for (const std::string_view prefix : {"0198", "01983e3a", "01983e3a-", "01983e3a-b5d3-", "01983e3ab5d3",
                                          "01983E3A-b5D3-7676-8c61-efb99302bd5b", "01983e3ab5d376768c61efb99302bd5b"}) {
        CAPTURE(prefix);
        CHECK(check_prefix<Uuidv7>(prefix));
    }
    const struct {
        std::string_view prefix;
        std::size_t at;
    } wrong[] = {
        {"-", 0},
        {"0198-", 4},
        {"{01983e3a", 0},
        {"01983e3a--", 9},
        {"01983e3a-b5d37676", 13},
        {"01983e3ab5d3-", 12},
        {"01983e3a-b5d3-7676-8c61-efb99302bd5b-", 36},
    };
    for (const auto &row : wrong) {
        CAPTURE(row.prefix);
        CHECK(Uuidv7::parse_prefix(row.prefix, first, last).fault == Fault::letter);
        CHECK(Uuidv7::parse_prefix(row.prefix, first, last).at == row.at);
    }
}

TEST_CASE("a prefix of a timeid is refused where no id can begin with it")
{
    Timeid first{}, last{};
    const auto judged = [&](std::string_view prefix) { return Timeid::parse_prefix(prefix, first, last); };
    for (const char letter : std::string("234567abcdefghijklmnopqrstuvwxyz")) {
        CAPTURE(letter);
        const bool fits = Grammar<Timeid>::fits({&letter, 1});
        CHECK(judged({&letter, 1}).fault == (fits ? Fault::none : Fault::out_of_range));
    }
    const struct {
        std::string_view prefix;
        std::size_t at;
    } wrong[] = {
        {"-", 0},
        {"3kx-", 3},
        {"3kxn--", 5},
        {"3kxnl-", 5},
        {"3kxn-lhrg", 8},
        {"3KXN", 1},
        {"3kxn-lh-r", 7},
        {"3kxnlhr-3gx", 7},
        {"3kxn-lhr-3gxq-23-", 16},
        {"3kxn-lhr-3gxq-232 ", 17},
        {" ", 0},
        {"3kxn 0", 4},
    };
    for (const auto &row : wrong) {
        CAPTURE(row.prefix);
        CHECK(judged(row.prefix).fault == Fault::letter);
        CHECK(judged(row.prefix).at == row.at);
    }
    CHECK(judged("3kxn-lhr-3gxq-232").fault == Fault::length);
    CHECK(judged("3kxnlhr3gxq232").fault == Fault::length);
}

} // namespace ulidkit::test
