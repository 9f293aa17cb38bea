// Makes the seeds of the fuzz targets from the vectors: FOLDER/TARGET/NUMBER, in the shape that the target reads.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "laws/bases.hpp"
#include "unit/vectors.hpp"

using namespace ulidkit;
using namespace ulidkit::test;

namespace {

std::map<std::string, std::set<std::string>> seeds; // of each target

std::string
from_hex(const std::string &digits)
{
    std::string bytes;
    for (std::size_t i = 0; i < digits.size(); i += 2)
        bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
    return bytes;
}

// A kind can have no vectors.
void
add_kind(const std::string &kind, std::uint8_t number)
{
    if (!std::filesystem::exists(vectors_path(kind)))
        return;
    const std::string first(1, static_cast<char>(number));
    const Table table = read_vectors(kind);
    const std::size_t canonical = table.column("canonical_text"), hex = table.column("hex_of_binary");
    std::string before;
    for (const auto &row : table.rows) {
        const std::string id = from_hex(row[hex]);
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            if (column == canonical || table.columns[column].starts_with("alt_"))
                seeds["text"].insert(first + row[column]);
            for (std::size_t base = 0; base < std::size(bases); ++base)
                if (table.columns[column] == "ref_base" + std::to_string(bases[base].base)) {
                    seeds["bases"].insert(static_cast<char>(base) + row[column]);
                    seeds["bases"].insert(static_cast<char>(base) + id);
                }
        }
        seeds["binary"].insert(first + id);
        seeds["order"].insert(first + id + before);
        for (const char *distance : {"\xFF\xFF", "\0\0", "\0\1"})
            seeds["bounds"].insert(first + id + '\0' + std::string(distance, 2));
        // The target reads the clock and the settings from the end.
        seeds["next"].insert(first + id + before + id);
        before = id;
    }
    for (const auto &row : read_vectors(kind + "_invalid").rows)
        seeds["text"].insert(first + row[0]);
}

template <std::size_t Size>
std::string
bytes_of(std::int64_t number)
{
    std::uint8_t bytes[Size];
    store_be<Size>(bytes, static_cast<std::uint64_t>(number));
    return {reinterpret_cast<const char *>(bytes), Size};
}

void
add_snowflakes()
{
    const Table table = read_vectors("snowflake");
    for (const auto &row : table.rows) {
        const auto number = [&](const char *column) { return std::stoll(row[table.column(column)]); };
        const std::string layout = bytes_of<8>(number("int64")) +
                                   bytes_of<8>(number("epoch_unix_milliseconds") * 1000) +
                                   bytes_of<8>(number("unit_microseconds")) + bytes_of<1>(number("shift"));
        // The time that the target starts from.
        for (char place = 0; place < 9; ++place)
            seeds["snowflake"].insert(place + layout);
    }
}

// Behind the first eight bytes of an ID, its text, or a time and the layout.
void
add_foreign_ids()
{
    const Table table = read_vectors("binaryid");
    for (const auto &row : table.rows) {
        const auto number = [&](const char *column) { return std::stoll(row[table.column(column)]); };
        const std::string first = '\0' + from_hex(row[table.column("hex")]).substr(0, 8);
        seeds["foreign_ids"].insert(first + row[table.column("text")]);
        seeds["foreign_ids"].insert(first + bytes_of<8>(number("unix_milliseconds") * 1000) +
                                    bytes_of<8>(number("epoch_unix_seconds") * 1'000'000) +
                                    bytes_of<8>(number("unit_microseconds")) + bytes_of<1>(number("bytes")) +
                                    bytes_of<1>(0) + bytes_of<4>(0) + bytes_of<1>(1));
    }
}

void
add_typeids()
{
    for (const char *file : {"typeid", "typeid_invalid"}) {
        const Table table = read_vectors(file);
        for (const auto &row : table.rows)
            seeds["typeid"].insert('\xFF' + row[table.column("typeid")]);
    }
}

// The keys of the vectors, and what is hidden with them: for the targets' own cipher that hides nothing, but is a text.
void
add_hidden_forms()
{
    const Table table = read_vectors("hide");
    for (const auto &row : table.rows) {
        const std::string &key = row[table.column("key")];
        seeds["hide_keys"].insert(" a " + key + "\n# b\nb\t" + key + " # c");
        for (char type = 0; type < 8; ++type)
            seeds["hide"].insert(type + row[table.column("hidden")]);
    }
}

} // namespace

int
main(int, char **arguments)
{
    std::uint8_t number = 0;
    all_kinds.each([&]<class K>(std::type_identity<K>) { add_kind(K::name, number++); });
    add_snowflakes();
    add_foreign_ids();
    add_typeids();
    add_hidden_forms();
    for (const auto &[target, inputs] : seeds) {
        const std::filesystem::path folder = std::filesystem::path(arguments[1]) / target;
        std::filesystem::create_directories(folder);
        int file = 0;
        for (const std::string &input : inputs)
            std::ofstream(folder / std::to_string(file++), std::ios::binary) << input;
    }
}
