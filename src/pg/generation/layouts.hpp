// The generators by their keys in the file of ceilings.
#pragma once

#include "pg/postgres.hpp"

#include "core/snowflake_rules.hpp"
#include "pg/generation/shared.hpp"

namespace ulidkit {

// The key of a layout in the file of ceilings, and the layout of a key. It tells apart all whose units are at most
// longest_tick.
CeilingKey key_of(const Snowflake &layout);
Snowflake layout_of(const CeilingKey &key);

// The generator of a layout.
Generator generator_of_layout(const SnowflakeRules &rules, const CeilingKey &key);

// Finds the generator of a key: of a kind or a layout. Returns false if this version has none.
bool find_generator(const CeilingKey &key, Generator &generator);

} // namespace ulidkit
