// Definition of the settings.
#include "pg/postgres.hpp"

#include "core/kinds.hpp"
#include "pg/errors.hpp"
#include "pg/settings.hpp"

namespace ulidkit::settings {

int on_overflow = static_cast<int>(OnOverflow::wait);
int on_clock_step_back = static_cast<int>(OnClockStepBack::advance);
ServerSetting max_clock_lead{"ulidkit.max_clock_lead", 1000, nullptr, 0};
ServerSetting node{"ulidkit.node", -1, nullptr, 0};
FileSetting hide_key_file{"ulidkit.hide_key_file", nullptr, nullptr};
bool time_planning = true;

namespace {

const char *const on_overflow_labels[] = {"wait", "error"};
const char *const on_clock_step_back_labels[] = {"advance", "error"};

// Defines an enum setting with the labels for 0 to `last`.
void
define_enum(const char *name, const char *description, const char *more, int *variable, const char *const *labels,
            int last)
{
    // The server keeps the array, which ends with an entry without a name.
    auto *values = static_cast<config_enum_entry *>(MemoryContextAllocZero(
        TopMemoryContext, mul_size(sizeof(config_enum_entry), static_cast<std::size_t>(last) + 2)));
    for (int i = 0; i <= last; ++i)
        values[i] = {labels[i], i, false};
    DefineCustomEnumVariable(name, description, more, variable, *variable, values, PGC_USERSET, 0, nullptr, nullptr,
                             nullptr);
}

// Whether a setting is being defined, and how often the server has assigned a value to it.
bool defining;
int assignments;

// Calls `define`, which defines the setting, and returns the value that the process begins with if the server refuses
// it, with only a warning; otherwise null.
template <class Define>
const char *
refused_by_server(const char *name, Define define)
{
    const char *wanted = GetConfigOption(name, true, false);
    // What was removed from the configuration while the server runs is empty.
    wanted = wanted == nullptr || *wanted == '\0' ? nullptr : MemoryContextStrdup(TopMemoryContext, wanted);
    defining = true;
    assignments = 0;
    define();
    defining = false;
    // The first assignment is that of the default.
    return wanted != nullptr && assignments < 2 ? wanted : nullptr;
}

// Defines a setting of integers, and returns the value that the server refuses, as above. `assign` is called at each
// assignment.
const char *
define_int(const char *name, const char *description, const char *more, int *variable, int first, int last,
           GucContext context = PGC_USERSET, int flags = 0, GucIntAssignHook assign = nullptr)
{
    return refused_by_server(name, [&] {
        DefineCustomIntVariable(name, description, more, variable, *variable, first, last, context, flags, nullptr,
                                assign, nullptr);
    });
}

// A parallel worker first gets the default in the place of what it has from the configuration, and then the value of
// the session that it works for, unless the server has refused that.
template <Kind K>
void
assign_node(int value, void *)
{
    const bool lost = InitializingParallelWorker && !defining && value == K::node_field.none &&
                      of_kind<K>.*K::node_field.value != K::node_field.none;
    refused_node<K> = lost ? "-1" : nullptr;
    ++assignments;
}

// Defines the settings of a kind. Not every role can make ids with the node of another server.
template <Kind K>
void
define_settings_of()
{
    if constexpr (requires { K::settings; })
        for (const auto &setting : K::settings) {
            int *variable = &(of_kind<K>.*setting.value);
            if (setting.labels != nullptr) {
                define_enum(setting.name, setting.description, setting.more, variable, setting.labels, setting.last);
                continue;
            }
            if constexpr (HasNode<K>)
                if (setting.value == K::node_field.value) {
                    refused_node<K> = define_int(setting.name, setting.description, setting.more, variable,
                                                 setting.first, setting.last, PGC_SUSET, 0, assign_node<K>);
                    continue;
                }
            define_int(setting.name, setting.description, setting.more, variable, setting.first, setting.last);
        }
}

// A parallel worker has the configuration of the server from the postmaster, and then gets the values of the session
// that it works for: the default, if the server has refused that session's value.
template <ServerSetting &setting>
void
assign(int value, void *)
{
    if (InitializingParallelWorker && !defining)
        return;
    setting.value = value;
    setting.refused = nullptr;
    ++assignments;
}

template <ServerSetting &setting>
void
define_for_server(const char *description, const char *more, int first, int last, int flags)
{
    setting.variable = setting.value;
    setting.refused =
        define_int(setting.name, description, more, &setting.variable, first, last, PGC_SIGHUP, flags, assign<setting>);
}

// The server keeps the value. A parallel worker that the leader gives no value of its own has that of the
// configuration.
void
assign_key_file(const char *, void *)
{
    hide_key_file.refused = nullptr;
    ++assignments;
}

// Only superusers see where the file is.
void
define_key_file()
{
    hide_key_file.refused = refused_by_server(hide_key_file.name, [] {
        DefineCustomStringVariable(
            hide_key_file.name, "Sets the file with the keys of hidden forms.",
            "Each line has a name and 32 or 64 hexadecimal digits. A relative path is relative to the data directory.",
            &hide_key_file.value, "", PGC_SIGHUP, GUC_SUPERUSER_ONLY, nullptr, assign_key_file, nullptr);
    });
}

} // namespace

void
define()
{
    define_enum("ulidkit.on_overflow",
                "Sets the action to take when no more values are available for the current timestamp.",
                "Generation either waits until the clock has advanced, or raises an error.", &on_overflow,
                on_overflow_labels, static_cast<int>(OnOverflow::error));
    define_enum("ulidkit.on_clock_step_back", "Sets the action to take when the system clock has stepped back.",
                "Generation either continues from the newest value, or raises an error until the clock has caught up.",
                &on_clock_step_back, on_clock_step_back_labels, static_cast<int>(OnClockStepBack::error));
    define_for_server<max_clock_lead>("Sets how far the newest generated value can be ahead of the system clock.",
                                      "Beyond this limit, generation waits or raises an error.", 0, 24 * 60 * 60 * 1000,
                                      GUC_UNIT_MS);
    define_for_server<node>(
        "Sets the number of this server in IDs that have room for one.",
        "Each of several servers whose IDs come together needs a number of its own. -1 means no number. Settings "
        "of single types take precedence.",
        -1, 1023, 0);
    define_key_file();
    all_kinds.each([]<class K>(std::type_identity<K>) { define_settings_of<K>(); });
    DefineCustomBoolVariable(
        "ulidkit.time_planning",
        "Enables the planner to see indexes on an ID as indexes on its timestamp, its text and other forms.",
        "Queries by these can then use the indexes, statistics and partitions of the ID.", &time_planning,
        time_planning, PGC_USERSET, GUC_EXPLAIN, nullptr, nullptr, nullptr);
    MarkGUCPrefixReserved("ulidkit");
}

} // namespace ulidkit::settings
