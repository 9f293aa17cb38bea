// The settings, all named ulidkit.*: those for all kinds, and those of single kinds, see Setting in core/kind.hpp.
#pragma once

#include "pg/postgres.hpp"

#include "core/kind.hpp"

namespace ulidkit {

enum class OnOverflow { wait, error };
enum class OnClockStepBack { advance, error };

namespace settings {

extern int on_overflow;        // OnOverflow
extern int on_clock_step_back; // OnClockStepBack

// A setting of the whole server, which comes from its configuration file only. No session replaces it: a value that the
// server refuses, because it is out of range or was given for a database, a role or a session, leaves another value in
// force in the sessions that have it. What needs the setting is an error there.
struct ServerSetting {
    const char *name;
    int value;           // as the server's configuration says, if it is not refused
    const char *refused; // the value that the server refused when the library was loaded, or null
    int variable;        // the server's
};

extern ServerSetting max_clock_lead; // milliseconds
extern ServerSetting node;           // of this server, or -1

// Microseconds that the newest id can be ahead of the clock.
inline std::int64_t
max_lead()
{
    return max_clock_lead.value * std::int64_t{1000};
}

// A setting of the same sort that is the name of a file; empty if there is none.
struct FileSetting {
    const char *name;
    char *value; // the server's
    const char *refused;
};

extern FileSetting hide_key_file;

extern bool time_planning;

// The present settings of `K_generate()`.
template <Kind K>
inline typename K::Options of_kind{};

// The value of the kind's own setting for the node that the server refused, or null.
template <Kind K>
inline const char *refused_node;

// The name of the setting of K for a member of its options.
template <Kind K>
constexpr const char *
name_of(int K::Options::*value)
{
    for (const auto &setting : K::settings)
        if (setting.value == value)
            return setting.name;
    return nullptr;
}

// Defines the settings; called once, when the library is loaded.
void define();

} // namespace settings
} // namespace ulidkit
