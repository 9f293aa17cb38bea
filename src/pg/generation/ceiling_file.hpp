// The file ulidkit.bounds, which keeps the ceiling of each generator: a time before which all of its ids were made. A
// server that starts with a clock that was set back goes on from there.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// What tells the rows apart: the name of a kind and zeros, or a layout of Snowflakes, see generation/snowflakes.hpp.
struct CeilingKey {
    char bytes[16];

    constexpr bool operator==(const CeilingKey &) const = default;

    // The first byte of a layout's, with which no name begins.
    static constexpr char layout_mark = '#';

    static constexpr CeilingKey
    of_kind(std::string_view name)
    {
        CeilingKey key{};
        name.copy(key.bytes, sizeof(key.bytes) - 1);
        return key;
    }

    constexpr bool
    is_layout() const
    {
        return bytes[0] == layout_mark;
    }
};

// Layouts of Snowflakes that a server can have.
constexpr int most_layouts = 8;

// The key of the ceiling that all generators have in common: of IDs that this server replayed, and of layouts that no
// longer have a row of their own. Libraries before 1.2 keep the row and do not look at it.
constexpr CeilingKey all_generators = CeilingKey::of_kind("all");

// What the file says about a generator. Times are microseconds since 1970.
struct SavedCeiling {
    bool found;
    std::int64_t ceiling; // all of its ids are of earlier times
    std::int64_t clock;   // what the clock read when this was written
};

constexpr SavedCeiling no_ceiling{false, PG_INT64_MIN, 0};

// The ceiling of a generator. The key of an unused row is all zero.
struct CeilingRow {
    CeilingKey key;
    std::int64_t ceiling;
    std::int64_t clock;
};

// One of the two copies in the file, in the byte order of the machine, as all files of a data directory.
struct FileCopy {
    std::uint32_t magic;
    std::uint32_t version;
    std::uint64_t system;   // the database cluster's identifier
    std::uint64_t sequence; // of the writes: the copy with the higher one is the newer
    CeilingRow rows[64];
    std::uint8_t unused[2020];
    pg_crc32c checksum; // of all before
};

// The file, as the server knows it: in shared memory, where zeros mean that it was not read yet. A lock protects it.
struct CeilingFile {
    bool loaded;
    bool usable;        // the file is on disk, and has a copy of this database cluster
    bool recovery_kept; // this run of the server has written how far the replayed IDs go, or has replayed nothing
    int place;          // of the newer copy, 0 or 1
    FileCopy newer;     // empty if no copy in the file can be used; see also note_ceiling()
};

// Libraries before 1.2 share this memory, and do not know recovery_kept. It is where they have padding.
static_assert(offsetof(CeilingFile, place) == 4 && sizeof(CeilingFile) == 8 + sizeof(FileCopy));

// What the file says about a generator. Reads the file if this was not done yet. If nothing in it can be used, writes
// the reason to the server's log. Raises an error if there is a file that cannot be read now, or is of another version:
// what it says holds.
SavedCeiling read_ceiling(CeilingFile &known, const CeilingKey &key);

// Changes what the server knows about a generator. The next write of the file, whoever makes that, writes it to disk.
void note_ceiling(CeilingFile &known, const CeilingRow &row);

// Writes what the file says about some generators to disk. If that fails, nothing changes, and there is an error, or if
// `level` is LOG, a log entry. (The server raises an error in any case if the process has too many open files.) An
// error also if there are more layouts than the file can have.
bool write_ceilings(CeilingFile &known, const CeilingRow *rows, std::size_t count, int level);

// Returns true if the file has room for the row of a generator.
bool has_room(const CeilingFile &known, const CeilingKey &key);

// Removes the row of a layout other than `used`, `count` of them: the one with the lowest ceiling. From then on that
// ceiling is one of all generators, so that the order of the layout's IDs is kept. Raises an error if the file cannot
// be written.
void retire_layout(CeilingFile &known, const CeilingKey *used, std::size_t count);

// Removes the rows of layouts other than `used`, and the row of all generators: what they said is lost. Raises an error
// if the file cannot be written.
void forget_layouts(CeilingFile &known, const CeilingKey *used, std::size_t count);

} // namespace ulidkit
