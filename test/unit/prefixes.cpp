// The range of timeids whose text begins with a prefix.
#include "laws/text.hpp"

#include "support.hpp"

namespace ulidkit::test {

TEST_CASE("a prefix is the range of all ids that begin with it")
{
    Random random;
    std::uint64_t round = 0;
    std::string prefix;
    INFO("seed ", seed(), ", round ", round, ", prefix ", prefix);
    for (; round < rounds(3'000); ++round) {
        const Timeid id = random_id<Timeid>(random);
        prefix = respell(id, random);
        prefix.resize(random.below(prefix.size() + 1));
        LAW(check_prefix(prefix));
        Timeid first{}, last{};
        LAW(Timeid::parse_prefix(prefix, first, last));
        LAW(compare(first, id) <= 0 && compare(id, last) <= 0);
    }
}

TEST_CASE("a prefix is refused where no id can begin with it")
{
    Timeid first{}, last{};
    const auto judged = [&](std::string_view prefix) { return Timeid::parse_prefix(prefix, first, last); };
    for (const char letter : std::string("234567abcdefghijklmnopqrstuvwxyz")) {
        CAPTURE(letter);
        const bool fits = Grammar<Timeid>::fits({&letter, 1});
        CHECK(judged({&letter, 1}).fault == (fits ? Fault::none : Fault::range));
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
