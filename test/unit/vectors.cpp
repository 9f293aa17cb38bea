// Compares with every cell of the vectors, which the reference implementations made.
#include "vectors.hpp"

#include <chrono>
#include <cstdio>
#include <map>
#include <set>

#include "core/tbsl_base.hpp"
#include "laws/text.hpp"
#include "support.hpp"

namespace ulidkit::test {
namespace {

// A kind's fields, numbers in decimal and bytes in hexadecimal digits; and which of them no column has compared.
struct Fields {
    std::map<std::string, std::string, std::less<>> values;
    std::set<std::string, std::less<>> unread;

    void
    operator()(std::string_view name, std::int64_t number)
    {
        (*this)(name, std::string_view(std::to_string(number)));
    }

    void
    operator()(std::string_view name, const std::uint8_t *bytes, std::size_t size)
    {
        (*this)(name, std::string_view(hex(bytes, size)));
    }

    void
    operator()(std::string_view name, std::string_view word)
    {
        CHECK_MESSAGE(unread.emplace(name).second, "two fields named ", name);
        values.emplace(name, word);
    }

    const std::string &
    operator[](std::string_view name)
    {
        REQUIRE_MESSAGE(values.contains(name), "no field ", name);
        unread.erase(std::string(name));
        return values.find(name)->second;
    }
};

std::string
upper(std::string text)
{
    for (char &letter : text)
        if (letter >= 'a' && letter <= 'z')
            letter = static_cast<char>(letter - 'a' + 'A');
    return text;
}

std::string
lower(std::string text)
{
    for (char &letter : text)
        if (letter >= 'A' && letter <= 'Z')
            letter = static_cast<char>(letter - 'A' + 'a');
    return text;
}

std::string
hex_number(const std::string &decimal, int digits)
{
    char text[32];
    std::snprintf(text, sizeof text, "%0*llx", digits, std::stoull(decimal));
    return text;
}

// The core's value for a column that only this kind has.
template <class K>
using Columns = std::map<std::string, std::string (*)(const K &, Fields &)>;

template <class K>
Columns<K>
own_columns()
{
    return {};
}

template <>
Columns<Ulid>
own_columns()
{
    return {
        {"random_hex", [](const Ulid &, Fields &fields) { return fields["randomness"]; }},
        {"uuid_text",
         [](const Ulid &id, Fields &) {
             std::string text = hex_of(id);
             for (const std::size_t hyphen : {8u, 13u, 18u, 23u})
                 text.insert(hyphen, 1, '-');
             return text;
         }},
    };
}

template <>
Columns<Scru160>
own_columns()
{
    return {
        {"counter", [](const Scru160 &, Fields &fields) { return fields["counter"]; }},
        {"counter_hex", [](const Scru160 &, Fields &fields) { return hex_number(fields["counter"], 4); }},
        {"random16_hex", [](const Scru160 &, Fields &fields) { return fields["random16"]; }},
        {"random80_hex", [](const Scru160 &, Fields &fields) { return fields["random80"]; }},
        {"alt_usage_microsecond",
         [](const Scru160 &, Fields &fields) { return std::to_string(std::stoul(fields["counter"]) / 64); }},
        {"alt_usage_low6",
         [](const Scru160 &, Fields &fields) { return std::to_string(std::stoul(fields["counter"]) % 64); }},
        {"timestamp_class", [](const Scru160 &, Fields &fields) { return fields["timestamp_class"]; }},
        {"alt_upper_hex_text",
         [](const Scru160 &id, Fields &) {
             std::string text(Scru160::hex_size, '?');
             id.format_hex(text.data());
             CHECK(text == lower(text));
             return upper(text);
         }},
    };
}

template <>
Columns<Ulidflake>
own_columns()
{
    return {
        {"flake_milliseconds_since_2024",
         [](const Ulidflake &id, Fields &) { return std::to_string((id.time() - 1704067200000000) / 1000); }},
        {"standalone_random20", [](const Ulidflake &, Fields &fields) { return fields["randomness"]; }},
        {"standalone_random20_hex",
         [](const Ulidflake &, Fields &fields) { return hex_number(fields["randomness"], 5); }},
        {"scalable_random15", [](const Ulidflake &, Fields &fields) { return fields["scalable_randomness"]; }},
        {"scalable_random15_hex",
         [](const Ulidflake &, Fields &fields) { return hex_number(fields["scalable_randomness"], 4); }},
        {"scalable_id", [](const Ulidflake &, Fields &fields) { return fields["scalability_id"]; }},
    };
}

template <>
Columns<Timeid>
own_columns()
{
    return {
        {"clock_id", [](const Timeid &, Fields &fields) { return fields["node"]; }},
        {"clock_id_text", [](const Timeid &id, Fields &) { return text_of(id).substr(14); }},
        {"clock_id_range", [](const Timeid &, Fields &fields) { return fields["node_range"]; }},
        {"alt_compact_text",
         [](const Timeid &id, Fields &) {
             std::string text(Timeid::compact_size, '?');
             id.format_compact(text.data());
             return text;
         }},
        {"time_part_text", [](const Timeid &id, Fields &) { return text_of(id).substr(0, 13); }},
    };
}

template <int base>
std::string
to_base(const Tbsl &id, Fields &)
{
    char text[tbsl_base_max_size];
    return {text, format_base(*find_transport_base(base), id, text)};
}

template <>
Columns<Tbsl>
own_columns()
{
    return {
        {"machine_id", [](const Tbsl &, Fields &fields) { return fields["machine"]; }},
        {"suffix_hex", [](const Tbsl &, Fields &fields) { return hex_number(fields["suffix"], 5); }},
        {"suffix_dec", [](const Tbsl &, Fields &fields) { return fields["suffix"]; }},
        // Deliberately not as the reference, whose base 58 writes zero with a letter that it does not have.
        {"ref_base58",
         [](const Tbsl &id, Fields &fields) {
             return same(id, Tbsl::lowest()) ? std::string("0") : to_base<58>(id, fields);
         }},
        {"ref_base16", to_base<16>},
        {"ref_base32", to_base<32>},
        {"ref_base36", to_base<36>},
        {"ref_base62", to_base<62>},
    };
}

std::string
iso_utc(std::int64_t microseconds)
{
    using namespace std::chrono;
    const sys_time<std::chrono::microseconds> time{std::chrono::microseconds{microseconds}};
    const year_month_day date{floor<days>(time)};
    const hh_mm_ss clock{time - floor<days>(time)};
    char text[64];
    std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%06dZ", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                  static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
    return text;
}

// Milliseconds are compared as microseconds, so that a time with a fraction of a millisecond fails.
std::string
in_microseconds(std::string cell)
{
    if (cell.size() - cell.find('.') == sizeof ".123Z" - 1)
        cell.insert(cell.size() - 1, "000");
    return cell;
}

// Parses from a buffer of exactly its size, so that a sanitizer sees reads past it.
template <class K>
Parsed
parse_exact(std::string_view text, K &id)
{
    const std::vector<char> bytes(text.begin(), text.end());
    return K::parse({bytes.data(), bytes.size()}, id);
}

template <class K>
bool
reads_as(std::string_view text, const K &id)
{
    K read{};
    return parse_exact(text, read) && same(read, id);
}

template <class K>
K
from_hex(const std::string &digits)
{
    REQUIRE(digits.size() == 2 * K::binary_size);
    std::uint8_t bytes[K::binary_size];
    for (std::size_t i = 0; i < sizeof bytes; ++i)
        bytes[i] = static_cast<std::uint8_t>(std::stoul(digits.substr(2 * i, 2), nullptr, 16));
    K id{};
    id.load(bytes);
    return id;
}

std::size_t
lines_in(const std::string &name)
{
    std::ifstream file(vectors_path(name), std::ios::binary);
    return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
}

// A new kind can have no vectors; the kinds that have columns of their own here have some.
template <class K>
bool
has_vectors()
{
    const bool found = std::filesystem::exists(vectors_path(K::name));
    if (!found && own_columns<K>().empty()) {
        MESSAGE("no vectors for ", std::string(K::name));
        return false;
    }
    REQUIRE_MESSAGE(found, vectors_path(K::name).string(), " is missing");
    return true;
}

} // namespace

TEST_CASE_TEMPLATE("every cell of the vectors is what the core says", K, EVERY_KIND)
{
    if (!has_vectors<K>())
        return;
    const Table table = read_vectors(K::name);
    const Columns<K> own = own_columns<K>();
    for (const auto &[name, column] : own)
        table.column(name);
    const std::size_t text = table.column("canonical_text");
    const std::size_t binary = table.column("hex_of_binary");
    std::size_t rows = 0;
    for (const std::vector<std::string> &row : table.rows) {
        CAPTURE(row[text]);
        const K id = from_hex<K>(row[binary]);
        CHECK(is_valid(id));
        Fields fields;
        id.fields(fields);
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string &column = table.columns[i];
            const std::string &cell = row[i];
            CAPTURE(column);
            const bool alternative = column.starts_with("alt_") && column.ends_with("_text");
            if (alternative)
                CHECK_MESSAGE(reads_as(cell, id), cell);
            if (const auto found = own.find(column); found != own.end()) {
                CHECK(found->second(id, fields) == cell);
            } else if (column == "canonical_text") {
                CHECK(text_of(id) == cell);
                CHECK(reads_as(cell, id));
            } else if (column == "hex_of_binary") {
                CHECK(hex_of(id) == cell);
            } else if (column == "unix_microseconds") {
                CHECK(std::to_string(id.time()) == cell);
            } else if (column == "unix_milliseconds") {
                CHECK(id.time() == std::stoll(cell) * 1000);
            } else if (column == "iso_utc") {
                CHECK(iso_utc(id.time()) == in_microseconds(cell));
            } else if (column == "int64") {
                if constexpr (K::by_value)
                    CHECK(std::to_string(id.value) == cell);
                else
                    FAIL_CHECK("a number, but the kind is none");
            } else if (!alternative && column != "category") {
                FAIL("unknown column");
            }
        }
        CHECK_MESSAGE(fields.unread.empty(), "no column for field ", *fields.unread.begin());
        ++rows;
    }
    CHECK(rows > 0);
    CHECK(rows == lines_in(K::name) - 1);
}

TEST_CASE_TEMPLATE("every invalid vector is refused for what is wrong with it", K, EVERY_KIND)
{
    if (!has_vectors<K>())
        return;
    const std::string name = std::string(K::name) + "_invalid";
    const Table table = read_vectors(name);
    REQUIRE(table.columns == std::vector<std::string>{"text", "class", "reason", "rejected_by"});
    std::size_t rows = 0;
    for (const std::vector<std::string> &row : table.rows) {
        const std::string &text = row[0];
        CAPTURE(text);
        CAPTURE(row[2]);
        K id{};
        const Parsed parsed = parse_exact(text, id);
        // A number in decimal is too large as a number, but as a text of the kind it is too long.
        const bool too_large = row[1] == "overflow" && !row[2].starts_with("long int");
        if (too_large)
            CHECK(parsed.fault == Fault::out_of_range);
        else
            CHECK((parsed.fault == Fault::letter || parsed.fault == Fault::length));
        CHECK(parsed.at <= text.size());
        if constexpr (HasGrammar<K>)
            CHECK(agrees(parsed, judge<K>(text), text));
        ++rows;
    }
    CHECK(rows > 0);
    CHECK(rows == lines_in(name) - 1);
}

TEST_CASE("tbsl's transport forms of the references read as the value")
{
    const Table table = read_vectors("tbsl");
    for (const std::vector<std::string> &row : table.rows) {
        const Tbsl id = from_hex<Tbsl>(row[table.column("hex_of_binary")]);
        for (const int base : {16, 32, 36, 58, 62}) {
            CAPTURE(base);
            const std::string &text = row[table.column("ref_base" + std::to_string(base))];
            Tbsl read{};
            CHECK_MESSAGE(parse_base(*find_transport_base(base), text, read), text);
            CHECK(same(read, id));
        }
    }
}

} // namespace ulidkit::test
