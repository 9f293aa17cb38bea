// Reads test/vectors/*.tsv: a header and rows of cells, in COPY's text format.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// The folder, relative to the working directory. An environment variable of the same name overrides it.
#ifndef ULIDKIT_VECTORS
#define ULIDKIT_VECTORS "test/vectors"
#endif

namespace ulidkit::test {

struct Table {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;

    std::size_t
    column(std::string_view name) const
    {
        const auto found = std::find(columns.begin(), columns.end(), name);
        if (found == columns.end())
            throw std::runtime_error("no column " + std::string(name));
        return static_cast<std::size_t>(found - columns.begin());
    }
};

// Undoes what COPY ... TO escapes. \N, which is NULL, does not occur in a vector.
inline std::string
unescape(std::string_view cell)
{
    static constexpr std::string_view letters = "bfnrtv", meanings = "\b\f\n\r\t\v";
    std::string plain;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        if (cell[i] != '\\') {
            plain += cell[i];
            continue;
        }
        if (++i == cell.size() || cell[i] == 'N')
            throw std::runtime_error("bad escape in cell " + std::string(cell));
        const auto number = [&](std::size_t from, std::size_t most, int base) {
            std::size_t digits = 0;
            plain += static_cast<char>(std::stoi(std::string(cell.substr(from, most)), &digits, base));
            i = from + digits - 1;
        };
        if (cell[i] == 'x')
            number(i + 1, 2, 16);
        else if (cell[i] >= '0' && cell[i] <= '7')
            number(i, 3, 8);
        else if (const std::size_t letter = letters.find(cell[i]); letter != letters.npos)
            plain += meanings[letter];
        else
            plain += cell[i];
    }
    return plain;
}

inline std::filesystem::path
vectors_path(const std::string &name)
{
    const char *folder = std::getenv("ULIDKIT_VECTORS");
    return std::filesystem::path(folder != nullptr ? folder : ULIDKIT_VECTORS) / (name + ".tsv");
}

inline Table
read_vectors(const std::string &name)
{
    std::ifstream file(vectors_path(name), std::ios::binary);
    if (!file)
        throw std::runtime_error("cannot open " + vectors_path(name).string());
    Table table;
    for (std::string line; std::getline(file, line);) {
        std::vector<std::string> cells;
        for (std::size_t start = 0, end = 0; end != line.npos; start = end + 1) {
            end = line.find('\t', start);
            cells.push_back(unescape(std::string_view(line).substr(start, end - start)));
        }
        if (table.columns.empty()) {
            table.columns = cells;
            continue;
        }
        if (cells.size() != table.columns.size())
            throw std::runtime_error("ragged row in " + name + ": " + line);
        table.rows.push_back(cells);
    }
    return table;
}

} // namespace ulidkit::test
