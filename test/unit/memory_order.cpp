// The generators' accesses to shared memory, in src/pg/generation, on memory as weak as the processors': see
// weak_memory.hpp. The sources are the server's own; pg/postgres.hpp is that of the tests.
#include "support.hpp"

#include <set>

#include "pg/generation/ceilings.cpp"
#include "pg/generation/generator.cpp"
#include "pg/generation/shared.cpp"

namespace ulidkit {

test::WeakMemory *weak_memory;
ServerClock server_clock;
ServerRecovery server_recovery;
RandomPool random_pool;

namespace settings {

int on_overflow;
int on_clock_step_back;
ServerSetting max_clock_lead{"", 100, nullptr, 100};
ServerSetting node{"", -1, nullptr, -1};

} // namespace settings

namespace test {
namespace {

constexpr std::int64_t noon = 1'721'390'400'000'000, ms = 1000;

alignas(Memory) char memory_bytes[sizeof(Memory)];
alignas(Common) char common_bytes[sizeof(Common)];
void *preloaded[] = {memory_bytes, common_bytes};

Memory &memory = reinterpret_cast<Memory &>(memory_bytes);
Common &common = reinterpret_cast<Common &>(common_bytes);
std::int64_t disk;    // the ceiling
std::int64_t said[2]; // whether a process has said that it has done something

const struct {
    const void *address;
    const char *name;
} places[] = {{&memory.last.first, "last"},
              {&memory.last.second, "last, second word"},
              {&memory.lock, "lock"},
              {&memory.floor_state, "floor state"},
              {&memory.clock, "clock"},
              {&memory.floor, "floor"},
              {&memory.renewal, "renewal"},
              {&memory.generated, "generated"},
              {&memory.ceiling, "ceiling"},
              {&memory.given_up, "given up"},
              {&common.file_lock, "file lock"},
              {&server_clock, "the clock"},
              {&server_recovery, "recovery"},
              {&disk, "disk"},
              {&said[0], "said 0"},
              {&said[1], "said 1"}};
static_assert(std::size(places) <= WeakMemory::most_places);

} // namespace
} // namespace test

std::uint8_t
place_of(const void *address)
{
    std::uint8_t place = 0;
    while (test::places[place].address != address)
        ++place;
    return place;
}

void **
find_rendezvous_variable(const char *name)
{
    return &test::preloaded[std::string_view{name} == common_name];
}

void
fill_random_pool()
{
    throw ServerError{};
}

// The file, which has the row of one generator.
SavedCeiling
read_ceiling(CeilingFile &, const CeilingKey &key)
{
    if (key == all_generators)
        return no_ceiling;
    const std::int64_t ceiling = access(test::Access::Kind::present, &test::disk, std::memory_order_relaxed).value[0];
    return {ceiling != 0, ceiling, 0};
}

bool
write_ceilings(CeilingFile &, const CeilingRow *rows, std::size_t, int)
{
    access(test::Access::Kind::store, &test::disk, std::memory_order_relaxed, rows[0].ceiling);
    return true;
}

void
note_ceiling(CeilingFile &, const CeilingRow &)
{
}

bool
has_room(const CeilingFile &, const CeilingKey &)
{
    return true;
}

void
retire_layout(CeilingFile &, const CeilingKey *, std::size_t)
{
}

void
forget_layouts(CeilingFile &, const CeilingKey *, std::size_t)
{
}

// There is one generator, and nothing was replayed.
bool
find_generator(const CeilingKey &, Generator &)
{
    return false;
}

std::int64_t
checkpoint_of_primary(bool)
{
    return PG_INT64_MIN;
}

void
nap(std::int64_t microseconds, std::uint32_t)
{
    pg_usleep(microseconds);
}

void
lock_interruptibly(LWLock &lock, std::uint32_t)
{
    acquire(&lock);
}

// Each error is one.
#define ULIDKIT_TEST_ERROR(name, ...) \
    void name(__VA_ARGS__) \
    { \
        throw ServerError{}; \
    }
ULIDKIT_TEST_ERROR(time_out_of_range, TimestampTz, const char *, TimestampTz, TimestampTz)
ULIDKIT_TEST_ERROR(tick_exhausted, const char *)
ULIDKIT_TEST_ERROR(clock_behind, const char *, std::int64_t)
ULIDKIT_TEST_ERROR(clock_stepped_back, const char *, std::int64_t)
ULIDKIT_TEST_ERROR(observed_too_far, const char *, std::int64_t)
ULIDKIT_TEST_ERROR(setting_refused, const char *, const char *)
ULIDKIT_TEST_ERROR(too_many_layouts, int)
ULIDKIT_TEST_ERROR(warn_of_conflict, const char *, const char *, int, std::string_view)
ULIDKIT_TEST_ERROR(file_too_slow, std::int64_t, std::int64_t)
ULIDKIT_TEST_ERROR(other_memory_layout)
ULIDKIT_TEST_ERROR(no_shared_memory, ErrorData *)

namespace test {
namespace {

Key
key_of(const Ulid &id)
{
    return {load_be<8>(id.bytes), load_be<8>(id.bytes + 8)};
}

void
set(const std::int64_t &place, std::int64_t value)
{
    access(Access::Kind::store, &place, std::memory_order_release, value);
}

// What a process does.
void
make()
{
    weak_memory->access({Access::Kind::begin});
    const Ulid id = generate<Ulid>({});
    weak_memory->access({.kind = Access::Kind::end, .value = {id.time()}, .key = key_of(id)});
}

// In recovery there is no ceiling.
void
make_in_recovery()
{
    weak_memory->access({Access::Kind::begin});
    weak_memory->access({.kind = Access::Kind::end, .value = {INT64_MIN}, .key = key_of(generate<Ulid>({}))});
}

void
see(std::int64_t time)
{
    const Ulid id = Ulid::highest_at(time);
    observe(id);
    weak_memory->access({.kind = Access::Kind::observe, .value = {time}, .key = key_of(id)});
}

void
say(int process)
{
    set(said[process], 1);
}

void
hear(int process)
{
    access(Access::Kind::wait, &said[process], std::memory_order_acquire, 0, 1);
}

void
set_clock(std::int64_t time)
{
    access(Access::Kind::store, &server_clock, std::memory_order_relaxed, time);
}

// A server that was started, with a clock at noon, and that makes no id of an earlier time than its `ceiling` on disk.
void
start(std::int64_t ceiling)
{
    set_clock(noon);
    set(server_recovery.ended, 1);
    set(disk, ceiling);
    const Ulid id = Ulid::highest_at(ceiling - ms);
    weak_memory->access({.kind = Access::Kind::observe, .value = {id.time()}, .key = key_of(id)});
}

void
start_and_make()
{
    start(noon);
    make();
}

struct Server : WeakMemory {
    Server()
    {
        weak_memory = this;
        common.layout = memory_layout;
        attached_common = &common;
        for (const auto &place : places)
            names.emplace_back(place.name);
        ceiling = place_of(&disk);
        // What a process has of its own, and what it shares but is not looked at. All have the same random bytes.
        restart = [] {
            std::memset(static_cast<void *>(&memory), 0, sizeof(memory));
            std::memset(random_pool.bytes, 0x55, sizeof(random_pool.bytes));
            random_pool.left = sizeof(random_pool.bytes);
            common.write_time = 0;
        };
    }
};

// After a reset the generator begins again at the clock.
void
make_at(std::int64_t time)
{
    if (generate<Ulid>({}).time() != time)
        weak_memory->broke("an id after a reset is not at the clock");
}

void
begin_again()
{
    reset(memory, generator_of<Ulid>);
}

// What processes do after a start. In the setup one of them is alone.
const struct Case {
    const char *name;
    WeakMemory::Program setup;
    std::vector<WeakMemory::Program> processes;
    bool rises = true; // not if the generator is reset
} cases[] = {
    {"the generator begins", [] { start(noon + 5 * ms); }, {make, [] { begun_memory_of<Ulid>(); }}},
    {"a reset", start_and_make, {begin_again, make}, false},
    {"a call after a reset",
     [] { start_and_make(), see(noon + 3 * ms); },
     {[] { begin_again(), say(0); }, [] { generate<Ulid>({}), say(1); }, [] { hear(0), hear(1), make_at(noon); }},
     false},
    {"recovery ends",
     [] { start(noon), set(server_recovery.ended, 0), make_in_recovery(); },
     {make_in_recovery, [] { set(server_recovery.ended, 1), make(); }}},
    {"three calls", start_and_make, {make, make, make}},
    {"two calls each", start_and_make, {[] { make(), make(); }, [] { make(), make(); }}},
    {"a call after another", start_and_make, {[] { make(), say(0); }, [] { hear(0), make(); }, make}},
    {"a call after an observation",
     start_and_make,
     {[] { see(noon + 3 * ms), say(0); }, [] { hear(0), make(); }, make}},
    {"a call after an observation, while there is a greater one",
     start_and_make,
     {[] { see(noon + 3 * ms); }, [] { see(noon + 2 * ms), say(0); }, [] { hear(0), make(); }}},
    {"a call after two observations",
     start_and_make,
     {[] { see(noon + 3 * ms), say(0); }, [] { see(noon + 2 * ms), say(1); }, [] { hear(0), hear(1), make(); }}},
    {"observations above the ceiling",
     [] { start_and_make(), set_clock(noon + 98 * ms); },
     {[] { see(noon + 103 * ms); }, [] { see(noon + 102 * ms), make(); }}},
    {"the ceiling is raised in time", start_and_make, {[] { set_clock(noon + 60 * ms), make(); }, make}},
    {"the ceiling is reached", start_and_make, {[] { set_clock(noon + 160 * ms), make(); }, make}},
    {"the clock steps back", start_and_make, {[] { set_clock(noon - 5 * ms), make(); }, make}},
};

// Tries all cases, with accesses that `change` changes, until a law is broken.
std::string
explore(const std::function<void(Access &)> &change)
{
    for (const Case &each : cases) {
        Server server;
        server.rises = each.rises;
        server.change = change;
        const std::string broken = server.explore(each.setup, each.processes);
        if (!broken.empty())
            return each.name + (": " + broken);
    }
    return {};
}

void
relax(Access &access)
{
    access.acquire = access.release = false;
}

} // namespace

TEST_CASE("generation, observation and reset keep their laws on weak memory")
{
    CHECK(explore({}) == "");
}

// Of each of these the own order of its values is enough: nothing else is read because of what was found in it.
TEST_CASE("the clock, the floor, the ceiling, its renewal and the number of ids could be relaxed")
{
    const std::set<std::uint8_t> relaxed = {place_of(&memory.clock),   place_of(&memory.given_up),
                                            place_of(&memory.floor),   place_of(&memory.ceiling),
                                            place_of(&memory.renewal), place_of(&memory.generated)};
    CHECK(explore([&](Access &access) {
              if (relaxed.contains(access.place))
                  relax(access);
          }) == "");
}

TEST_CASE("the last id and the state of the floor could not")
{
    using enum Access::Kind;
    const struct {
        std::string name;
        std::set<std::uint8_t> of;
        Access::Kind kind;
        bool with_lock; // also if the last id is exchanged under a lock
    } needed[] = {
        {"a glimpse", {place_of(&memory.last.first), place_of(&memory.last.second)}, load, true},
        {"an exchange", {place_of(&memory.last)}, compare_both, false},
        {"a load of the state", {place_of(&memory.floor_state)}, load, true},
        {"a store of the state", {place_of(&memory.floor_state)}, store, true},
    };
    for (const auto &each : needed) {
        if (!each.with_lock && !exchanges_at_once)
            continue;
        CAPTURE(each.name);
        CHECK(explore([&](Access &access) {
                  if (access.kind == each.kind && each.of.contains(access.place))
                      relax(access);
              }) != "");
    }
}

TEST_CASE("more calls keep the laws on weak memory, in random order")
{
    std::mt19937_64 random{seed()};
    INFO("seed ", seed());
    Server server;
    const auto several = [] { make(), make(), make(); };
    for (std::uint64_t round = 0; round < rounds(100); ++round)
        CHECK(server.walk(start_and_make,
                          {several, [] { set_clock(noon + 60 * ms), make(), make(), make(); },
                           [] { see(noon + 3 * ms), set_clock(noon + 120 * ms), make(), make(); }, several},
                          random) == "");
}

} // namespace test
} // namespace ulidkit
