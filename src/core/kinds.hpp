// The list of kinds: name, core class, and the shape that the class has and that its type in SQL is stored by.
// src/sql/assemble reads it too, and takes no other spelling. A name is small letters and digits: the function f of the
// kind K is K_f in C and in SQL, where capitals are folded, and with an underscore in K it would not tell where K ends.
#pragma once

#include "core/scru160.hpp"
#include "core/tbsl.hpp"
#include "core/timeid.hpp"
#include "core/ulid.hpp"
#include "core/ulidflake.hpp"

// clang-format off
#define ULIDKIT_TYPES(KIND) \
    KIND(ulid, Ulid, ByteString<16>) \
    KIND(scru160, Scru160, ByteString<20>) \
    KIND(ulidflake, Ulidflake, Int64) \
    KIND(timeid, Timeid, Int64) \
    KIND(tbsl, Tbsl, ByteString<10>)

#define ULIDKIT_KINDS(KIND) ULIDKIT_TYPES(KIND)
// clang-format on
