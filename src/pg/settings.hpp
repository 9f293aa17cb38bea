// The settings, all named ulidkit.*, and what a kind's generator reads of them.
#pragma once

#include "pg/postgres.hpp"

#include "core/kinds.hpp"

namespace ulidkit {

enum class OnOverflow { wait, error };
enum class ClockRollback { advance, error };

namespace settings {

extern int on_overflow;    // OnOverflow
extern int clock_rollback; // ClockRollback
extern int max_clock_lead; // milliseconds
extern int timeid_node;    // 0..1023, or Timeid::best_effort
extern int ulidflake_scalability_id;
extern int ulidflake_entropy_bytes;
extern int tbsl_machine;
extern int scru160_counter; // CounterUsage
extern bool time_planning;

// Tells the server of the settings: once, when the library is loaded.
void define();

} // namespace settings

// How `K_generate()` generates now.
template <Kind K>
inline typename K::Options
options()
{
    return {};
}

template <>
inline Scru160::Options
options<Scru160>()
{
    return {static_cast<CounterUsage>(settings::scru160_counter)};
}

template <>
inline Ulidflake::Options
options<Ulidflake>()
{
    return {Ulidflake::stand_alone, settings::ulidflake_entropy_bytes};
}

template <>
inline Timeid::Options
options<Timeid>()
{
    return {settings::timeid_node};
}

template <>
inline Tbsl::Options
options<Tbsl>()
{
    return {settings::tbsl_machine, false};
}

} // namespace ulidkit
