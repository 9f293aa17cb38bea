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
extern bool time_planning;

// The present settings of `K_generate()`.
template <Kind K>
inline typename K::Options of_kind{};

// Defines the settings; called once, when the library is loaded.
void define();

} // namespace settings
} // namespace ulidkit
