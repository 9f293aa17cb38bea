// The settings, all named ulidkit.*: those for all kinds, and those of single kinds, see Setting in core/kind.hpp.
#pragma once

#include "pg/postgres.hpp"

#include "core/kind.hpp"

namespace ulidkit {

enum class OnOverflow { wait, error };
enum class ClockRollback { advance, error };

namespace settings {

extern int on_overflow;    // OnOverflow
extern int clock_rollback; // ClockRollback
extern int max_clock_lead; // milliseconds
extern int node;           // the number of this server, or -1

// Microseconds that the newest id can be ahead of the clock.
inline std::int64_t
max_lead()
{
    return max_clock_lead * std::int64_t{1000};
}

// The value of ulidkit.node that the server refused when the library was loaded, or null.
extern const char *refused_node;

extern bool time_planning;

// The present settings of `K_generate()`.
template <Kind K>
inline typename K::Options of_kind{};

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
