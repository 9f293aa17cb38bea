// Preloaded into a server, makes its clock wrong by what a file says: see with_clock() in Ulidkit.pm. libfaketime reads
// such a file with functions that allocate memory. This can be called by signal handlers, as PostgreSQL's timeouts do.
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace {

constexpr long long second = 1'000'000'000;

// The nanoseconds of a text such as "+1.5".
long long
nanoseconds(const char *text)
{
    const bool negative = *text == '-';
    if (*text == '-' || *text == '+')
        ++text;
    long long value = 0;
    int decimals = -1;
    for (; (*text >= '0' && *text <= '9') || (*text == '.' && decimals < 0); ++text) {
        if (*text == '.')
            decimals = 0;
        else if (decimals < 9) {
            value = 10 * value + (*text - '0');
            decimals += decimals >= 0;
        }
    }
    for (decimals = decimals < 0 ? 0 : decimals; decimals < 9; ++decimals)
        value *= 10;
    return negative ? -value : value;
}

} // namespace

extern "C" int
clock_gettime(clockid_t clock, timespec *time) noexcept
{
    const int error = errno;
    const long result = syscall(SYS_clock_gettime, clock, time);
    if (result != 0 || clock != CLOCK_REALTIME)
        return static_cast<int>(result);

    // With a sign what the clock is wrong by, otherwise a time at which it stands still.
    char text[64] = "+0";
    const char *path = std::getenv("TEST_CLOCK");
    const int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file >= 0) {
        const ssize_t size = read(file, text, sizeof text - 1);
        if (size > 0)
            text[size] = '\0';
        close(file);
    }
    long long now = nanoseconds(text);
    if (*text == '+' || *text == '-')
        now += time->tv_sec * second + time->tv_nsec;
    time->tv_sec = now / second;
    time->tv_nsec = now % second;
    errno = error;
    return 0;
}

extern "C" int
gettimeofday(timeval *time, void *) noexcept
{
    timespec now;
    const int result = clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return result;
}

extern "C" time_t
time(time_t *time) noexcept
{
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (time)
        *time = now.tv_sec;
    return now.tv_sec;
}
