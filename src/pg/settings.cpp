// Definition of the settings.
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "pg/settings.hpp"

namespace ulidkit::settings {

int on_overflow = static_cast<int>(OnOverflow::wait);
int clock_rollback = static_cast<int>(ClockRollback::advance);
ServerSetting max_clock_lead{"ulidkit.max_clock_lead", 1000, nullptr, 0};
ServerSetting node{"ulidkit.node", -1, nullptr, 0};
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
define_int(const char *name, const char *description, const char *more, int *variable, int first, int last)
{
    DefineCustomIntVariable(name, description, more, variable, *variable, first, last, PGC_USERSET, 0, nullptr, nullptr,
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

// Whether define_for_server() is defining a setting, and how often the server has assigned a value to it.
static bool defining;
static int assignments;

// A parallel worker has the configuration of the server from the postmaster, and then gets the values of the session
// that it works for: the default, if the server has refused that session's value.
template <ServerSetting &setting>
static void
assign(int value, void *)
{
    if (InitializingParallelWorker && !defining)
        return;
    setting.value = value;
    setting.refused = nullptr;
    ++assignments;
}

// Defines a setting of the server. If the server refuses the value that the process begins with, it only warns.
template <ServerSetting &setting>
static void
define_for_server(const char *description, const char *more, int first, int last, int flags)
{
    const char *wanted = GetConfigOption(setting.name, true, false);
    if (wanted != nullptr)
        wanted = MemoryContextStrdup(TopMemoryContext, wanted);
    defining = true;
    assignments = 0;
    DefineCustomIntVariable(setting.name, description, more, &setting.variable, setting.value, first, last, PGC_SIGHUP,
                            flags, nullptr, assign<setting>, nullptr);
    defining = false;
    // The first value is the default.
    if (wanted != nullptr && assignments < 2)
        setting.refused = wanted;
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
    define_for_server<max_clock_lead>("Sets how far the newest generated value can be ahead of the system clock.",
                                      "Beyond this limit, generation waits or raises an error.", 0, 24 * 60 * 60 * 1000,
                                      GUC_UNIT_MS);
    define_for_server<node>(
        "Sets the number of this server in IDs that have room for one.",
        "Each of several servers whose IDs come together needs a number of its own. -1 means no number. Settings "
        "of single types take precedence.",
        -1, 1023, 0);
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
