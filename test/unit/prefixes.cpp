// The range of timeids whose text begins with a prefix.
#include "grammar.hpp"
#include "support.hpp"

namespace ulidkit::test {
namespace {

bool
begins(const Timeid &id, const std::string &prefix)
{
    return without_hyphens(text_of(id)).starts_with(without_hyphens(prefix));
}

} // namespace

TEST_CASE("a prefix is the range of all ids that begin with it")
{
    Random random;
    int round = 0;
    std::string prefix;
    INFO("seed ", seed(), ", round ", round, ", prefix ", prefix);
    for (; round < 50'000; ++round) {
        const Timeid id = random_id<Timeid>(random);
        prefix = Grammar<Timeid>::respell(id, random);
        prefix.resize(random.below(prefix.size() + 1));
        Timeid first{}, last{};
        LAW(Timeid::parse_prefix(prefix, first, last));
        LAW(compare(first, id) <= 0 && compare(id, last) <= 0);
        LAW(begins(first, prefix) && begins(last, prefix));
        if (first.decrement())
            LAW(!begins(first, prefix));
        if (last.increment())
            LAW(!begins(last, prefix));
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
