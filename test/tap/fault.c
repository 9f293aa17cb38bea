/*
 * Faults of the disk under the file ulidkit.bounds, for LD_PRELOAD. While the file FAULT_CONTROL exists, the call that
 * it names fails as it says, as in "pwrite 28" for ENOSPC. "short" makes pwrite() write half, and "torn" kills the
 * process after half. "slow" makes a flush take so many microseconds more. FAULT_TRACE receives a line for each write
 * and each flush, also of the folder of the file.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name)) dlsym(RTLD_NEXT, #name))

static int
is_bounds(const char *path)
{
    const char *slash = strrchr(path, '/');

    return strcmp(slash != NULL ? slash + 1 : path, "ulidkit.bounds") == 0;
}

static void
path_of(int file, char *path, size_t most)
{
    const int saved = errno;
    char link[32];
    ssize_t size;

    snprintf(link, sizeof(link), "/proc/self/fd/%d", file);
    size = readlink(link, path, most - 1);
    path[size < 0 ? 0 : size] = '\0';
    errno = saved;
}

static int
is_bounds_descriptor(int file)
{
    char path[4096];

    path_of(file, path, sizeof(path));
    return is_bounds(path);
}

static int
is_folder_of_bounds(int file)
{
    const int saved = errno;
    char path[4096];
    int found;

    path_of(file, path, sizeof(path) - 32);
    strcat(path, "/ulidkit.bounds");
    found = access(path, F_OK) == 0;
    errno = saved;
    return found;
}

static void
trace(const char *call)
{
    const int saved = errno;
    const char *path = getenv("FAULT_TRACE");

    if (path != NULL) {
        const int out = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
        char line[32];
        const int size = snprintf(line, sizeof(line), "%s\n", call);

        if (REAL(write)(out, line, size) != size)
            abort();
        close(out);
    }
    errno = saved;
}

/* Whether the call is the one that fails. Sets errno if so. */
static int
fails(const char *call)
{
    const int saved = errno;
    const char *path = getenv("FAULT_CONTROL");
    FILE *in = path != NULL ? fopen(path, "r") : NULL;
    char name[32];
    int error;
    const int found = in != NULL && fscanf(in, "%31s %d", name, &error) == 2 && strcmp(name, call) == 0;

    if (in != NULL)
        fclose(in);
    errno = found ? error : saved;
    return found;
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) \
    { \
        va_list rest; \
        mode_t mode; \
        va_start(rest, flags); \
        mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        if (is_bounds(path) && (flags & O_ACCMODE) != O_RDONLY && fails("open")) \
            return -1; \
        return REAL(name)(path, flags, mode); \
    }

OPEN(open)
OPEN(open64)

#define PWRITE(name) \
    ssize_t name(int file, const void *bytes, size_t size, off_t offset) \
    { \
        if (!is_bounds_descriptor(file)) \
            return REAL(name)(file, bytes, size, offset); \
        trace("write"); \
        if (fails("pwrite")) \
            return -1; \
        if (fails("short")) \
            return REAL(name)(file, bytes, size / 2, offset); \
        if (fails("torn")) { \
            if (REAL(name)(file, bytes, size / 2, offset) > 0) \
                kill(getpid(), SIGKILL); \
            abort(); \
        } \
        return REAL(name)(file, bytes, size, offset); \
    }

PWRITE(pwrite)
PWRITE(pwrite64)

#define FSYNC(name) \
    int name(int file) \
    { \
        if (is_bounds_descriptor(file)) { \
            trace("sync"); \
            if (fails("slow")) \
                usleep(errno); \
            if (fails("sync")) \
                return -1; \
        } else if (is_folder_of_bounds(file)) { \
            trace("folder"); \
        } \
        return REAL(name)(file); \
    }

FSYNC(fsync)
FSYNC(fdatasync)
