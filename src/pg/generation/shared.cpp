// Finding, making and beginning the generators' memory.
//
// If the library is preloaded, the memory is a part of the server's main segment, claimed when the server starts.
// Otherwise the first process that generates makes it: from 17 on as named segments, before in the spare space of the
// main segment. Later processes find it by its name.
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "pg/errors.hpp"
#include "pg/generation/ceiling_file.hpp"
#include "pg/generation/random.hpp"
#include "pg/generation/shared.hpp"
#include "pg/settings.hpp"
#include "pg/time.hpp"

namespace ulidkit {

Common *attached_common;

void
initialise_memory(void *memory)
{
    memset(memory, 0, sizeof(Memory));
    SpinLockInit(&static_cast<Memory *>(memory)->lock);
}

namespace {

constexpr const char *common_name = "ulidkit";
constexpr const char *file_lock_name = "UlidkitBounds";
void
initialise_common(void *memory)
{
    auto *common = static_cast<Common *>(memory);
    memset(memory, 0, sizeof(Common));
    common->layout = memory_layout;
    common->tranche = initialise_lock(common->file_lock, file_lock_name);
}

// The file of ceilings has room for a row of each kind, of each layout, and of all generators together.
static_assert(all_kinds.size + most_layouts + 1 <= std::size(FileCopy{}.rows) &&
              all_kinds.all([]<class K>(std::type_identity<K>) {
                  return std::string_view{K::name}.size() < sizeof(CeilingKey);
              }));

constexpr const char *layouts_name = "ulidkit snowflakes";

void
initialise_layouts(void *memory)
{
    memset(memory, 0, sizeof(Layouts));
    for (Memory &each : static_cast<Layouts *>(memory)->memories)
        initialise_memory(&each);
}

// A name of shared memory, in a static buffer.
const char *
name_of(const char *kind)
{
    static char name[NAMEDATALEN];
    snprintf(name, sizeof(name), "ulidkit %s", kind);
    return name;
}

using Find = void *(const char *name, std::size_t size, void (*initialise)(void *));

// Finds or makes memory in the main segment. The caller holds AddinShmemInitLock.
void *
find_in_main_segment(const char *name, std::size_t size, void (*initialise)(void *))
{
    bool found;
    void *memory = ShmemInitStruct(name, size, &found);
    if (!found)
        initialise(memory);
    return memory;
}

#if ULIDKIT_NAMED_SEGMENTS

void *
find_or_make(const char *name, std::size_t size, void (*initialise)(void *))
{
    return find_or_make_segment(name, size, initialise);
}

#else

void *
find_or_make(const char *name, std::size_t size, void (*initialise)(void *))
{
    LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
    void *memory = find_in_main_segment(name, size, initialise);
    LWLockRelease(AddinShmemInitLock);
    return memory;
}

#endif

// Memory that was claimed when the server started is found by a rendezvous variable. So even a second copy of this
// library, loaded from another path, shares the generators.
void *
find_preloaded_first(const char *name, std::size_t size, void (*initialise)(void *))
{
    void **preloaded = find_rendezvous_variable(name);
    return *preloaded != nullptr ? *preloaded : find_or_make(name, size, initialise);
}

void *
find(const char *name, std::size_t size, void (*initialise)(void *), Find *find_named)
{
    auto *common = static_cast<Common *>(find_named(common_name, sizeof(Common), initialise_common));
    if (common->layout != memory_layout)
        other_memory_layout();
    if (attached_common != common) {
        attached_common = common;
        name_lock(common->tranche, file_lock_name);
    }
    return find_named(name, size, initialise);
}

// The same for a process. Every failure is one error with a hint.
void *
attach_named(const char *name, std::size_t size, void (*initialise)(void *))
{
    // Whoever has the memory acts by this setting, for all sessions.
    if (settings::max_clock_lead.refused != nullptr)
        setting_refused(settings::max_clock_lead.name, settings::max_clock_lead.refused);
    const MemoryContext context = CurrentMemoryContext;
    void *volatile memory = nullptr;
    PG_TRY();
    {
        memory = find(name, size, initialise, find_preloaded_first);
    }
    PG_CATCH();
    {
        MemoryContextSwitchTo(context);
        no_shared_memory(CopyErrorData());
    }
    PG_END_TRY();
    // What is at another address cannot be exchanged at once.
    Assert(reinterpret_cast<std::uintptr_t>(memory) % alignof(Memory) == 0);
    return memory;
}

} // namespace

Memory &
attach(const char *kind)
{
    return *static_cast<Memory *>(attach_named(name_of(kind), sizeof(Memory), initialise_memory));
}

Layouts &
attach_layouts()
{
    static Layouts *attached;
    if (attached == nullptr)
        attached = static_cast<Layouts *>(attach_named(layouts_name, sizeof(Layouts), initialise_layouts));
    return *attached;
}

Memory *
find_layout(const CeilingKey &key)
{
    Layouts &layouts = attach_layouts();
    for (int i = 0; i < layouts.used; ++i)
        if (layouts.keys[i] == key)
            return &layouts.memories[i];
    return nullptr;
}

namespace {

shmem_request_hook_type next_request_hook;
shmem_startup_hook_type next_startup_hook;

void
request()
{
    if (next_request_hook != nullptr)
        next_request_hook();
    RequestAddinShmemSpace(
        add_size(CACHELINEALIGN(sizeof(Common)),
                 add_size(mul_size(sizeof(Memory), static_cast<std::size_t>(all_kinds.size)), sizeof(Layouts))));
}

void *
claim(const char *name, std::size_t size, void (*initialise)(void *))
{
    return *find_rendezvous_variable(name) = find_in_main_segment(name, size, initialise);
}

void
start()
{
    if (next_startup_hook != nullptr)
        next_startup_hook();
    LWLockAcquire(AddinShmemInitLock, LW_EXCLUSIVE);
    all_kinds.each(
        []<class K>(std::type_identity<K>) { find(name_of(K::name), sizeof(Memory), initialise_memory, claim); });
    find(layouts_name, sizeof(Layouts), initialise_layouts, claim);
    LWLockRelease(AddinShmemInitLock);
}

} // namespace

void
preload_shared_memory()
{
    if (!process_shared_preload_libraries_in_progress)
        return;
    next_request_hook = shmem_request_hook;
    shmem_request_hook = request;
    next_startup_hook = shmem_startup_hook;
    shmem_startup_hook = start;
}

} // namespace ulidkit
