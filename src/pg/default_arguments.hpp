// Default arguments of functions, kept for the session: see default_arguments.cpp.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

// The function that note_defaults() was called for last. 0 if the definition of any function has changed since then.
extern Oid noted_function;

// Notes that the planner's calls of the function are to be completed with its default arguments.
void note_defaults(Oid function);

// The same for the function that the server is calling.
inline void
note_defaults(FunctionCallInfo fcinfo)
{
    if (fcinfo->flinfo != nullptr && unlikely(fcinfo->flinfo->fn_oid != noted_function))
        note_defaults(fcinfo->flinfo->fn_oid);
}

// Installs the planner's hook. It is called once, when the library is loaded.
void install_default_arguments();

} // namespace ulidkit
