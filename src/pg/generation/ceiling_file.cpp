// The file ulidkit.bounds in the data directory.
//
// It has two copies, each in a block of its own. A write replaces the older one, so that a crash meanwhile leaves the
// other one, which still holds: no id is issued under the new ceiling before it is on disk. In place, because that
// needs no room on a full disk, and one flush only.
#include "pg/postgres.hpp"

#include "pg/errors.hpp"
#include "pg/generation/ceiling_file.hpp"

namespace ulidkit {

namespace {

constexpr std::uint32_t file_magic = 0x756C6964; // "ulid"
constexpr std::uint32_t file_version = 1;
constexpr off_t block_size = 4096;
static_assert(sizeof(CeilingRow) == 32 && sizeof(FileCopy) == block_size);

pg_crc32c
checksum_of(const FileCopy &copy)
{
    pg_crc32c checksum;
    INIT_CRC32C(checksum);
    COMP_CRC32C(checksum, &copy, offsetof(FileCopy, checksum));
    FIN_CRC32C(checksum);
    return checksum;
}

// What every version of the file has at the same place: the magic number, the version and the checksum.
bool
is_intact(const FileCopy &copy)
{
    return copy.magic == file_magic && copy.checksum == checksum_of(copy);
}

// Opens the file. What is no regular file is neither waited for, as a FIFO would be, nor used. If that fails, there is
// an error, or if `level` is LOG, a log entry, and -1.
int
open_file(int flags, int level, struct stat &status)
{
    const int file = OpenTransientFile(ceiling_file, flags | O_NONBLOCK | PG_BINARY);
    const int failure = errno;
    // Folders and sockets cannot be opened.
    const bool known = (file < 0 ? stat(ceiling_file, &status) : fstat(file, &status)) == 0;
    if (file >= 0 && known && S_ISREG(status.st_mode))
        return file;
    if (file < 0)
        errno = failure;
    if (known && !S_ISREG(status.st_mode))
        file_not_regular(level);
    else
        file_failure(level, "open");
    if (file >= 0)
        CloseTransientFile(file);
    return -1;
}

// Reads a copy. What is beyond the end of the file reads as zeros.
void
read_copy(int file, int place, FileCopy &copy)
{
    memset(static_cast<void *>(&copy), 0, sizeof(copy));
    if (pread(file, &copy, sizeof(copy), place * block_size) < 0)
        file_failure(ERROR, "read");
}

void
load_file(CeilingFile &known)
{
    struct stat status;
    if (stat(ceiling_file, &status) != 0 && errno == ENOENT) {
        log_no_file("The file does not exist.", true);
        known.loaded = true;
        return;
    }
    const int file = open_file(O_RDONLY, ERROR, status);
    FileCopy copies[2];
    for (int place = 0; place < 2; ++place)
        read_copy(file, place, copies[place]);
    CloseTransientFile(file);
    // Its ceilings hold, but where they are is not known.
    for (const FileCopy &copy : copies)
        if (is_intact(copy) && copy.version != file_version)
            file_of_other_version(copy.version, file_version);

    bool foreign = false;
    bool damaged = false;
    for (int place = 0; place < 2; ++place) {
        const FileCopy &copy = copies[place];
        if (!is_intact(copy)) {
            damaged = true;
        } else if (copy.system != GetSystemIdentifier()) {
            foreign = true;
        } else if (!known.usable || copy.sequence > known.newer.sequence) {
            known.usable = true;
            known.newer = copy;
            known.place = place;
        }
    }
    known.loaded = true;
    if (!known.usable)
        log_no_file(foreign ? "The file belongs to another database cluster." : "Both copies in the file are damaged.",
                    false);
    else if (damaged)
        log_damaged_copy();
}

// The row of a generator; if there is none, null.
template <class Copy>
auto
find_row(Copy &copy, const CeilingKey &key) -> decltype(&copy.rows[0])
{
    for (auto &row : copy.rows)
        if (row.key == key)
            return &row;
    return nullptr;
}

int
count_layouts(const FileCopy &copy)
{
    int count = 0;
    for (const CeilingRow &row : copy.rows)
        count += row.key.is_layout();
    return count;
}

// The row of a generator, which can be new. There is room for more kinds than there are.
CeilingRow &
find_or_make_row(FileCopy &copy, const CeilingKey &key)
{
    if (CeilingRow *row = find_row(copy, key))
        return *row;
    CeilingRow *unused = find_row(copy, CeilingKey{});
    if (unused == nullptr || (key.is_layout() && count_layouts(copy) >= most_layouts))
        too_many_layouts(most_layouts);
    unused->key = key;
    return *unused;
}

} // namespace

SavedCeiling
read_ceiling(CeilingFile &known, const CeilingKey &key)
{
    if (!known.loaded)
        load_file(known);
    const CeilingRow *row = find_row(known.newer, key);
    return row == nullptr ? no_ceiling : SavedCeiling{true, row->ceiling, row->clock};
}

namespace {

// Writes a copy to its place, or to both places if the file is new or not usable, so that later writes need no more
// room.
bool
write_copy(int file, const FileCopy &copy, int place, bool usable, int level)
{
    for (int each = 0; each < 2; ++each) {
        if (each != place && usable)
            continue;
        errno = 0;
        if (pwrite(file, &copy, sizeof(copy), each * block_size) != static_cast<ssize_t>(sizeof(copy))) {
            // A short write without a reason, as PostgreSQL takes it.
            if (errno == 0)
                errno = ENOSPC;
            file_failure(level, "write");
            return false;
        }
    }
    if (pg_fdatasync(file) != 0) {
        file_failure(level, "fsync");
        return false;
    }
    // The entry of a new file in the directory.
    return usable || fsync_fname_ext(".", true, false, level) == 0;
}

// Makes `copy` what the file says.
bool
write_file(CeilingFile &known, FileCopy &copy, int level)
{
    copy.magic = file_magic;
    copy.version = file_version;
    copy.system = GetSystemIdentifier();
    ++copy.sequence;
    copy.checksum = checksum_of(copy);

    struct stat status;
    const int file = open_file(O_RDWR | O_CREAT, level, status);
    if (file < 0)
        return false;
    // Somebody has removed the file. Until a write succeeds, neither a copy nor the new file itself is known to be on
    // disk.
    if (status.st_size == 0)
        known.usable = false;
    // After a failure the next attempt is at the same place: the other copy is the one that is on disk, unless the file
    // is new.
    const int place = 1 - known.place;
    pgstat_report_wait_start(wait_event<WaitFor::file>());
    const bool written = write_copy(file, copy, place, known.usable, level);
    pgstat_report_wait_end();
    CloseTransientFile(file);
    if (written) {
        known.newer = copy;
        known.place = place;
        known.usable = true;
    }
    return written;
}

bool
is_among(const CeilingKey &key, const CeilingKey *keys, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        if (keys[i] == key)
            return true;
    return false;
}

} // namespace

void
note_ceiling(CeilingFile &known, const CeilingRow &row)
{
    find_or_make_row(known.newer, row.key) = row;
}

bool
write_ceilings(CeilingFile &known, const CeilingRow *rows, std::size_t count, int level)
{
    FileCopy copy = known.newer;
    for (std::size_t i = 0; i < count; ++i)
        find_or_make_row(copy, rows[i].key) = rows[i];
    return write_file(known, copy, level);
}

bool
has_room(const CeilingFile &known, const CeilingKey &key)
{
    return !key.is_layout() || find_row(known.newer, key) != nullptr || count_layouts(known.newer) < most_layouts;
}

namespace {

// Copies the rows of the file for which `keeps` is true.
template <class Keeps>
FileCopy
copy_rows(const CeilingFile &known, Keeps keeps)
{
    FileCopy copy = known.newer;
    std::size_t kept = 0;
    for (const CeilingRow &row : known.newer.rows)
        if (keeps(row))
            copy.rows[kept++] = row;
    memset(copy.rows + kept, 0, (std::size(copy.rows) - kept) * sizeof(CeilingRow));
    return copy;
}

} // namespace

void
retire_layout(CeilingFile &known, const CeilingKey *used, std::size_t count)
{
    const CeilingRow *lowest = nullptr;
    for (const CeilingRow &row : known.newer.rows)
        if (row.key.is_layout() && !is_among(row.key, used, count) &&
            (lowest == nullptr || row.ceiling < lowest->ceiling))
            lowest = &row;
    if (lowest == nullptr)
        return;
    const SavedCeiling all = read_ceiling(known, all_generators);
    FileCopy copy = copy_rows(known, [&](const CeilingRow &row) { return &row != lowest; });
    find_or_make_row(copy, all_generators) = {all_generators, Max(all.ceiling, lowest->ceiling),
                                              Max(all.clock, lowest->clock)};
    write_file(known, copy, ERROR);
}

void
forget_layouts(CeilingFile &known, const CeilingKey *used, std::size_t count)
{
    FileCopy copy = copy_rows(known, [&](const CeilingRow &row) {
        return row.key != all_generators && (!row.key.is_layout() || is_among(row.key, used, count));
    });
    if (memcmp(copy.rows, known.newer.rows, sizeof(copy.rows)) != 0)
        write_file(known, copy, ERROR);
}

} // namespace ulidkit
