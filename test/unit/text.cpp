// Text and binary forms of random values, and texts that are wrong in random ways.
#include "laws/text.hpp"

#include "support.hpp"

namespace ulidkit::test {
namespace {

const std::uint64_t round_trips = rounds(3'000); // of each kind; the fuzz targets check the same laws for longer

// A letter that belongs, one of the other case, one that nearly belongs, or any byte.
char
random_letter(Random &random)
{
    static constexpr std::string_view letters =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_ ./:;@[`{=+\t\n";
    return random.one_in(4) ? static_cast<char>(random.bits()) : random.any_of(letters);
}

void
edit(std::string &text, Random &random)
{
    const std::size_t at = random.below(text.size());
    switch (random.below(8)) {
    case 0:
        text.insert(at, 1, random_letter(random));
        break;
    case 1:
        text.erase(at, 1);
        break;
    case 2:
        text.resize(at);
        break;
    case 3:
        text.append(text, at);
        break;
    default:
        text[at] = random_letter(random);
    }
}

// The text of an id in every form.
template <class K>
std::vector<std::string>
spellings_of(const K &id)
{
    std::vector<std::string> texts;
    if constexpr (HasGrammar<K>)
        for (const Form &form : Grammar<K>::forms)
            texts.emplace_back(std::string_view(spell(id, form)));
    else
        texts.push_back(text_of(id));
    return texts;
}

} // namespace

TEST_CASE_TEMPLATE("text and binary form read back as the value", K, EVERY_KIND)
{
    Random random;
    std::uint64_t round = 0;
    K id{};
    INFO("seed ", seed(), ", round ", round, ", id ", hex_of(id));
    for (; round < round_trips; ++round) {
        id = random_id<K>(random);
        check_canonical(id);
        LAW(check_binary<K>(bytes_of(id).data(), K::binary_size) == Fault::none);
        if constexpr (HasGrammar<K>)
            LAW(check_text<K>(respell(id, random)));
    }
}

TEST_CASE_TEMPLATE("a text is written to its last character and no further", K, EVERY_KIND)
{
    for (const K &id : {K::lowest(), K::highest()}) {
        std::string text(K::text_size + 1, '\x7F');
        id.format(text.data());
        CHECK(text.find('\x7F') == K::text_size);
    }
}

TEST_CASE_TEMPLATE("every byte in every place of a text is read or refused by the specification", K, EVERY_KIND)
{
    Random random;
    std::string text;
    INFO("seed ", seed(), ", text ", text);
    for (const K &id : {K::lowest(), K::highest(), random_id<K>(random), random_id<K>(random)})
        for (const std::string &whole : spellings_of(id))
            for (std::size_t place = 0; place < whole.size(); ++place)
                for (int byte = 0; byte < 256; ++byte) {
                    text = whole;
                    text[place] = static_cast<char>(byte);
                    check_text<K>(text);
                }
}

TEST_CASE("a timeid of any length, with hyphens in any places, is read or refused by the specification")
{
    Random random;
    std::string text;
    int well_formed = 0;
    INFO("seed ", seed(), ", text ", text);
    for (std::size_t size = 0; size <= Timeid::text_size + 1; ++size)
        for (unsigned hyphens = 0; hyphens < 1U << size; ++hyphens) {
            text.resize(size);
            for (std::size_t i = 0; i < size; ++i)
                text[i] = (hyphens >> i & 1) != 0 ? '-' : random.any_of(Grammar<Timeid>::digits);
            well_formed += check_text<Timeid>(text).fault != Fault::letter;
        }
    // One of each size from 0 to 17 without hyphens, and one of each from 5 on with them.
    CHECK(well_formed == 18 + 13);
}

TEST_CASE_TEMPLATE("an edited text is read or refused by the specification", K, EVERY_KIND)
{
    Random random;
    std::uint64_t round = 0, read = 0, refused = 0;
    std::string text;
    INFO("seed ", seed(), ", round ", round, ", text ", text);
    for (; round < round_trips / 2; ++round) {
        const K id = random_id<K>(random);
        if constexpr (HasGrammar<K>)
            text = respell(id, random);
        else
            text = text_of(id);
        for (edit(text, random); !text.empty() && random.one_in(3);)
            edit(text, random);
        ++(check_text<K>(text) ? read : refused);
    }
    CHECK(read > 0);
    CHECK(refused > 0);
}

TEST_CASE_TEMPLATE("the ends are the ends of what is read and received", K, EVERY_KIND)
{
    K id{};
    CHECK(K::parse(text_of(K::lowest()), id));
    CHECK(same(id, K::lowest()));
    CHECK(K::parse(text_of(K::highest()), id));
    CHECK(same(id, K::highest()));
    // Beyond the limits, the bytes wrap round or are no value of the kind.
    id = K::highest();
    CHECK_FALSE(to_next(id));
    id = K::lowest();
    CHECK_FALSE(to_previous(id));
}

TEST_CASE_TEMPLATE("a byte string is received exactly if it is a value", K, EVERY_KIND)
{
    Random random;
    std::uint64_t round = 0;
    std::vector<std::uint8_t> bytes;
    INFO("seed ", seed(), ", round ", round);
    for (; round < round_trips / 5; ++round) {
        bytes.resize(random.one_in(4) ? random.below(2 * K::binary_size) : K::binary_size);
        random.fill(bytes.data(), bytes.size());
        check_binary<K>(bytes.data(), bytes.size());
    }
}

TEST_CASE("a binary tbsl is refused where its text is")
{
    for (const std::string_view text : {"DE0B6B3A763FFFFFFFFF", "DE0B6B3A764000000000", "FFFFFFFFFFFFFFFFFFFF",
                                        "00000000000000000000", "E0000000000000000000", "DE0B6B3A763FFFE00000"}) {
        CAPTURE(text);
        Tbsl id{};
        const Parsed parsed = Tbsl::parse(text, id);
        CHECK(parsed.fault == (text.substr(0, 15) > "DE0B6B3A763FFFF" ? Fault::out_of_range : Fault::none));
        CHECK(is_valid(id) == static_cast<bool>(parsed));
    }
}

TEST_CASE("a uuid of version 7 keeps all of a ulid but its version and variant")
{
    Random random;
    INFO("seed ", seed());
    for (int round = 0; round < 1000; ++round) {
        const Ulid id = random_id<Ulid>(random);
        std::uint8_t uuid[16];
        id.store_uuidv7(uuid);
        std::string wanted = hex_of(id), made = hex(uuid, sizeof uuid);
        LAW(made[12] == '7');
        LAW(std::string_view("89ab").find(made[16]) != std::string_view::npos);
        LAW((uuid[8] & 0x3F) == (id.bytes[8] & 0x3F));
        made[12] = wanted[12];
        made[16] = wanted[16];
        LAW(made == wanted);
    }
}

} // namespace ulidkit::test
