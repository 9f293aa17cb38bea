// The list of kinds: type name, core class, bytes. The Makefile reads it too, for the extension's SQL.
#pragma once

#include "core/scru160.hpp"
#include "core/tbsl.hpp"
#include "core/timeid.hpp"
#include "core/ulid.hpp"
#include "core/ulidflake.hpp"

// clang-format off
#define ULIDKIT_KINDS(KIND) \
    KIND(ulid, Ulid, 16) \
    KIND(scru160, Scru160, 20) \
    KIND(ulidflake, Ulidflake, 8) \
    KIND(timeid, Timeid, 8) \
    KIND(tbsl, Tbsl, 10)
// clang-format on
