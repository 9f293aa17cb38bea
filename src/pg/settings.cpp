// Definition of the settings.
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "pg/settings.hpp"

namespace ulidkit::settings {

int on_overflow = static_cast<int>(OnOverflow::wait);
int clock_rollback = static_cast<int>(ClockRollback::advance);
int max_clock_lead = 1000;
int node = -1;
const char *refused_node;
bool time_planning = true;

static const char *const on_overflow_words[] = {"wait", "error"};
static const char *const clock_rollback_words[] = {"advance", "error"};

// Defines an enum setting with the words for 0 to `last`.
static void
define_enum(const char *name, const char *description, const char *more, int *variable, const char *const *words,
            int last)
{
    // The server keeps the array, which ends with an entry without a name.
    auto *values = static_cast<config_enum_entry *>(MemoryContextAllocZero(
        TopMemoryContext, mul_size(sizeof(config_enum_entry), static_cast<std::size_t>(last) + 2)));
    for (int i = 0; i <= last; ++i)
        values[i] = {words[i], i, false};
    DefineCustomEnumVariable(name, description, more, variable, *variable, values, PGC_USERSET, 0, nullptr, nullptr,
                             nullptr);
}

static void
define_int(const char *name, const char *description, const char *more, int *variable, int first, int last,
           GucContext context = PGC_USERSET, int flags = 0)
{
    DefineCustomIntVariable(name, description, more, variable, *variable, first, last, context, flags, nullptr, nullptr,
                            nullptr);
}

// Defines the settings of a kind.
template <Kind K>
static void
define_settings_of()
{
    if constexpr (requires { K::settings; })
        for (const auto &setting : K::settings) {
            int *variable = &(of_kind<K>.*setting.value);
            if (setting.words == nullptr)
                define_int(setting.name, setting.description, setting.more, variable, setting.first, setting.last);
            else
                define_enum(setting.name, setting.description, setting.more, variable, setting.words, setting.last);
        }
}

// The number of a server is never replaced by the default. If the server refuses the value that a session begins with,
// because it is out of range or set for a database or a role, it only warns.
static void
define_node()
{
    const char *wanted = GetConfigOption("ulidkit.node", true, false);
    if (wanted != nullptr)
        wanted = MemoryContextStrdup(TopMemoryContext, wanted);
    define_int(
        "ulidkit.node", "Sets the number of this server in IDs that have room for one.",
        "Each of several servers whose IDs come together needs a number of its own. -1 means no number. Settings "
        "of single types take precedence.",
        &node, -1, 1023, PGC_SIGHUP);
    int number;
    if (wanted != nullptr && *wanted != '\0' && (!parse_int(wanted, &number, 0, nullptr) || number != node))
        refused_node = wanted;
}

void
define()
{
    define_enum("ulidkit.on_overflow",
                "Sets the action to take when no more values are available for the current timestamp.",
                "Generation either waits until the clock has advanced, or raises an error.", &on_overflow,
                on_overflow_words, static_cast<int>(OnOverflow::error));
    define_enum("ulidkit.clock_rollback", "Sets the action to take when the system clock has stepped back.",
                "Generation either continues from the newest value, or raises an error until the clock has caught up.",
                &clock_rollback, clock_rollback_words, static_cast<int>(ClockRollback::error));
    define_int("ulidkit.max_clock_lead", "Sets how far the newest generated value can be ahead of the system clock.",
               "Beyond this limit, generation waits or raises an error.", &max_clock_lead, 0, 24 * 60 * 60 * 1000,
               PGC_SIGHUP, GUC_UNIT_MS);
    define_node();
    all_kinds.each([]<class K>(std::type_identity<K>) { define_settings_of<K>(); });
    DefineCustomBoolVariable(
        "ulidkit.time_planning",
        "Enables the planner to turn conditions and sort orders on an ID's timestamp into conditions and "
        "sort orders on the ID.",
        "They can then use the indexes, statistics and partitions of the ID.", &time_planning, time_planning,
        PGC_USERSET, GUC_EXPLAIN, nullptr, nullptr, nullptr);
    MarkGUCPrefixReserved("ulidkit");
}

} // namespace ulidkit::settings
