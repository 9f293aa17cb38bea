// The file ulidkit.bounds in the data directory.
//
// It has two copies, each in a block of its own. A write replaces the older one, so that a crash meanwhile leaves the
// other one, which still holds: no id is issued under the new bound before it is on disk. In place, because that needs
// no room on a full disk, and one flush only.
#include "pg/postgres.hpp"

#include "pg/bounds.hpp"
#include "pg/errors.hpp"

namespace ulidkit {

// The bound of a kind. Its name ends with zeros; an unused row has none.
struct BoundRow {
    char kind[16];
    std::int64_t bound;
    std::int64_t clock;
};

// A copy, in the byte order of the machine, as are all files of a data directory.
struct BoundsCopy {
    std::uint32_t magic;
    std::uint32_t version;
    std::uint64_t system; // the database cluster's identifier
    std::uint64_t number; // of the write; the copy with the higher one is the newer
    BoundRow rows[64];
    std::uint8_t unused[2020];
    pg_crc32c checksum; // of all before
};

static constexpr off_t block_size = 4096;
static_assert(sizeof(BoundRow) == 32 && sizeof(BoundsCopy) == block_size);

static constexpr std::uint32_t bounds_magic = 0x756C6964; // "ulid"
static constexpr std::uint32_t bounds_version = 1;

enum class BoundsState { valid, half_damaged, missing, damaged, foreign, unreadable };

struct Bounds {
    BoundsState state;
    BoundsCopy newest; // empty unless the state is valid or half_damaged
    int place;         // of the newest copy, 0 or 1
    int problem;       // errno, if the file is unreadable
};

static pg_crc32c
checksum_of(const BoundsCopy &copy)
{
    pg_crc32c checksum;
    INIT_CRC32C(checksum);
    COMP_CRC32C(checksum, &copy, offsetof(BoundsCopy, checksum));
    FIN_CRC32C(checksum);
    return checksum;
}

static bool
is_intact(const BoundsCopy &copy)
{
    return copy.magic == bounds_magic && copy.version == bounds_version && copy.checksum == checksum_of(copy);
}

static bool
is_unwritten(const BoundsCopy &copy)
{
    return copy.magic == 0 && copy.checksum == 0;
}

static void
load_bounds(Bounds &bounds)
{
    memset(static_cast<void *>(&bounds), 0, sizeof(bounds));
    const int file = OpenTransientFile(bounds_file, O_RDONLY | PG_BINARY);
    if (file < 0) {
        bounds.state = errno == ENOENT ? BoundsState::missing : BoundsState::unreadable;
        bounds.problem = errno;
        return;
    }
    bool foreign = false;
    bool damaged = false;
    bool found = false;
    for (int place = 0; place < 2; ++place) {
        // What is beyond the end of the file reads as zeros, like a copy that was never written.
        BoundsCopy copy{};
        if (pread(file, &copy, sizeof(copy), place * block_size) < 0) {
            bounds.state = BoundsState::unreadable;
            bounds.problem = errno;
            CloseTransientFile(file);
            return;
        }
        if (!is_intact(copy)) {
            damaged = damaged || !is_unwritten(copy);
        } else if (copy.system != GetSystemIdentifier()) {
            foreign = true;
        } else if (!found || copy.number > bounds.newest.number) {
            found = true;
            bounds.newest = copy;
            bounds.place = place;
        }
    }
    CloseTransientFile(file);
    if (found)
        bounds.state = damaged ? BoundsState::half_damaged : BoundsState::valid;
    else
        bounds.state = foreign ? BoundsState::foreign : BoundsState::damaged;
}

// The row of a kind, or of none if there is none and `make` is false. There is room for more kinds than there are.
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
read_bound(const char *kind, bool &told)
{
    Bounds bounds;
    load_bounds(bounds);
    if (bounds.state == BoundsState::unreadable) {
        errno = bounds.problem;
        file_failure(ERROR, "read");
    }
    if (bounds.state != BoundsState::valid && !told) {
        told = true;
        switch (bounds.state) {
        case BoundsState::half_damaged:
            log_damaged_copy();
            break;
        case BoundsState::missing:
            log_no_bounds("The file does not exist.", true);
            break;
        case BoundsState::foreign:
            log_no_bounds("The file belongs to another database cluster.", false);
            break;
        default:
            log_no_bounds("Both copies in the file are damaged.", false);
        }
    }
    const BoundRow *row = find_row(bounds.newest, kind, false);
    return row == nullptr ? SavedBound{false, 0, 0} : SavedBound{true, row->bound, row->clock};
}

// Writes both copies of a new file, so that later writes need no more room.
static bool
write_copies(int file, const BoundsCopy &copy, int place, bool is_new, int level)
{
    for (int each = 0; each < 2; ++each) {
        if (each != place && !is_new)
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
    if (pg_fdatasync(file) != 0 || (is_new && fsync_fname_ext(".", true, false, LOG) != 0)) {
        file_failure(level, "fsync");
        return false;
    }
    return true;
}

bool
write_bound(const char *kind, std::int64_t bound, std::int64_t clock, int level)
{
    Bounds bounds;
    load_bounds(bounds);
    if (bounds.state == BoundsState::unreadable) {
        errno = bounds.problem;
        file_failure(level, "read");
        return false;
    }
    BoundsCopy &copy = bounds.newest;
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
    if (file < 0) {
        file_failure(level, "open");
        return false;
    }
    pgstat_report_wait_start(wait_event<WaitFor::file>());
    const bool is_new = bounds.state != BoundsState::valid && bounds.state != BoundsState::half_damaged;
    const bool written = write_copies(file, copy, 1 - bounds.place, is_new, level);
    pgstat_report_wait_end();
    CloseTransientFile(file);
    return written;
}

} // namespace ulidkit
