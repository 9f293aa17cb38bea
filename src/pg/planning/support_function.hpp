// A support function of the library, by which the planner knows the functions that have it: they can be in any schema.
#pragma once

#include "pg/postgres.hpp"

namespace ulidkit {

struct SupportFunction {
    Oid oid; // in this database; 0: the planner has not called it yet

    // Whether a function that the planner has simplified a call of has it.
    bool
    supports(Oid function) const
    {
        return OidIsValid(oid) && get_func_support(function) == oid;
    }

    // The same for any function: before the planner has called the support function, by its symbol in the library.
    bool
    would_support(Oid function, PGFunction symbol)
    {
        const Oid support = get_func_support(function);
        if (!OidIsValid(support) || support == oid)
            return OidIsValid(support);
        FmgrInfo found;
        fmgr_info(support, &found);
        if (found.fn_addr != symbol)
            return false;
        oid = support;
        return true;
    }
};

} // namespace ulidkit
