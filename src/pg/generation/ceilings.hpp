// The floor and the ceiling of a generator: the time at which it begins, and the time that its IDs do not reach before
// a later one is on disk. The file ulidkit.bounds has the ceilings, see ceiling_file.hpp.
#pragma once

#include "pg/postgres.hpp"

#include "pg/generation/shared.hpp"
#include "pg/settings.hpp"

namespace ulidkit {

// Microseconds that generation waits for a clock that is behind; where more would be needed, it fails. A ceiling, which
// is at the start of a tick, can be two ticks beyond the lead although the clock is right.
inline std::int64_t
longest_wait(const Generator &generator)
{
    return Max(Max(settings::max_lead(), std::int64_t{1000000}), 2 * generator.tick);
}

// Raises `floor` above all IDs that can have been made before, and makes it final if recovery has ended. If the server
// has replayed IDs, a ceiling above them is on disk by then, so that a restart does not forget them. Raises an error if
// that ceiling cannot be written, or if the file exists and cannot be read.
void begin(Memory &memory, const Generator &generator);

// The memory of a kind with a floor, so that an ID can be made.
template <Kind K>
inline Memory &
begun_memory_of()
{
    Memory &memory = memory_of<K>();
    if (unlikely(memory.floor_state != FloorState::settled))
        begin(memory, generator_of<K>);
    return memory;
}

// The memory of the generator of a layout, which can be new to this run of the server. A new one has a ceiling on disk
// when it takes its place, except in recovery. Raises an error, and takes no place, if that cannot be written, or if it
// is one more layout than a server can have.
Memory &find_or_add_layout(const Generator &generator);

// Raises the ceiling above the last ID, the floor and the clock, and writes it to disk; with it, those of all other
// generators that are in use. If it is `needed`, waits for other processes that use the file, and a failure is an
// error. Otherwise does nothing while another process uses the file, and only logs a failure: the next ID tries again.
void raise_ceiling(Memory &memory, const Generator &generator, bool needed);

// Makes the generator begin again at the present clock.
void reset(Memory &memory, const Generator &generator);

// Removes from the file what it says about IDs that no generator in use has made: of layouts that this run of the
// server has not used, and of a recovery.
void forget_others();

} // namespace ulidkit
