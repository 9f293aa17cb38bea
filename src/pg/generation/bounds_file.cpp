// The file ulidkit.bounds in the data directory.
//
// It has two copies, each in a block of its own. A write replaces the older one, so that a crash meanwhile leaves the
// other one, which still holds: no id is issued under the new bound before it is on disk. In place, because that needs
// no room on a full disk, and one flush only.
#include "pg/postgres.hpp"

#include "pg/errors.hpp"
#include "pg/generation/bounds_file.hpp"

namespace ulidkit {

static constexpr std::uint32_t bounds_magic = 0x756C6964; // "ulid"
static constexpr std::uint32_t bounds_version = 1;
static constexpr off_t block_size = 4096;
static_assert(sizeof(BoundRow) == 32 && sizeof(BoundsCopy) == block_size);

static pg_crc32c
checksum_of(const BoundsCopy &copy)
{
    pg_crc32c checksum;
    INIT_CRC32C(checksum);
    COMP_CRC32C(checksum, &copy, offsetof(BoundsCopy, checksum));
    FIN_CRC32C(checksum);
    return checksum;
}

// A copy of another format is as good as none.
static bool
is_intact(const BoundsCopy &copy)
{
    return copy.magic == bounds_magic && copy.version == bounds_version && copy.checksum == checksum_of(copy);
}

// Reads a copy. What is beyond the end of the file reads as zeros.
static void
read_copy(int file, int place, BoundsCopy &copy)
{
    memset(static_cast<void *>(&copy), 0, sizeof(copy));
    if (pread(file, &copy, sizeof(copy), place * block_size) < 0)
        file_failure(ERROR, "read");
}

static void
load_bounds(Bounds &bounds)
{
    const int file = OpenTransientFile(bounds_file, O_RDONLY | PG_BINARY);
    if (file < 0) {
        if (errno != ENOENT)
            file_failure(ERROR, "open");
        log_no_bounds("The file does not exist.", true);
        bounds.loaded = true;
        return;
    }
    BoundsCopy copies[2];
    for (int place = 0; place < 2; ++place)
        read_copy(file, place, copies[place]);
    CloseTransientFile(file);

    bool foreign = false;
    bool damaged = false;
    for (int place = 0; place < 2; ++place) {
        const BoundsCopy &copy = copies[place];
        if (!is_intact(copy)) {
            damaged = true;
        } else if (copy.system != GetSystemIdentifier()) {
            foreign = true;
        } else if (!bounds.usable || copy.number > bounds.newer.number) {
            bounds.usable = true;
            bounds.newer = copy;
            bounds.place = place;
        }
    }
    bounds.loaded = true;
    if (!bounds.usable)
        log_no_bounds(
            foreign ? "The file belongs to another database cluster." : "Both copies in the file are damaged.", false);
    else if (damaged)
        log_damaged_copy();
}

// The row of a kind; if there is none, null or a new one. There is room for more kinds than there are.
static BoundRow *
find_row(BoundsCopy &copy, const char *kind, bool make)
{
    for (BoundRow &row : copy.rows) {
        if (row.kind[0] == '\0') {
            if (!make)
                return nullptr;
            strlcpy(row.kind, kind, sizeof(row.kind));
        }
        if (strncmp(row.kind, kind, sizeof(row.kind)) == 0)
            return &row;
    }
    return nullptr;
}

SavedBound
read_bound(Bounds &bounds, const char *kind)
{
    if (!bounds.loaded)
        load_bounds(bounds);
    const BoundRow *row = find_row(bounds.newer, kind, false);
    return row == nullptr ? no_bound : SavedBound{true, row->bound, row->clock};
}

// Writes a copy to its place, or to both places if the file is new or not usable, so that later writes need no more
// room.
static bool
write_copy(int file, const BoundsCopy &copy, int place, bool usable, int level)
{
    for (int each = 0; each < 2; ++each) {
        if (each != place && usable)
            continue;
        errno = 0;
        if (pwrite(file, &copy, sizeof(copy), each * block_size) != static_cast<ssize_t>(sizeof(copy))) {
            // A short write without a reason, as the server takes it.
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

bool
write_bound(Bounds &bounds, const char *kind, std::int64_t bound, std::int64_t clock, int level)
{
    BoundsCopy copy = bounds.newer;
    BoundRow *row = find_row(copy, kind, true);
    Assert(row != nullptr);
    row->bound = bound;
    row->clock = clock;
    copy.magic = bounds_magic;
    copy.version = bounds_version;
    copy.system = GetSystemIdentifier();
    ++copy.number;
    copy.checksum = checksum_of(copy);

    const int file = OpenTransientFile(bounds_file, O_RDWR | O_CREAT | PG_BINARY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) {
        file_failure(level, "open");
        if (file >= 0)
            CloseTransientFile(file);
        return false;
    }
    // Somebody has removed the file. Until a write succeeds, neither a copy nor the new file itself is known to be on
    // disk.
    if (status.st_size == 0)
        bounds.usable = false;
    // After a failure the next attempt is at the same place: the other copy is the one that is on disk, unless the file
    // is new.
    const int place = 1 - bounds.place;
    pgstat_report_wait_start(wait_event<WaitFor::file>());
    const bool written = write_copy(file, copy, place, bounds.usable, level);
    pgstat_report_wait_end();
    CloseTransientFile(file);
    if (written) {
        bounds.newer = copy;
        bounds.place = place;
        bounds.usable = true;
    }
    return written;
}

} // namespace ulidkit
