// How planning knows functions, which can be in any schema: by a support function of the library, and what it has
// looked up of them.
#pragma once

#include "pg/planning/planner_state.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// Returns true if the function is written in C and has that symbol in its library.
inline bool
is_symbol(Oid function, const char *symbol)
{
    HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
    if (!HeapTupleIsValid(tuple))
        return false;
    bool is_null = true;
    const Datum source = SysCacheGetAttr(PROCOID, tuple, Anum_pg_proc_prosrc, &is_null);
    const bool same = reinterpret_cast<Form_pg_proc>(GETSTRUCT(tuple))->prolang == ClanguageId && !is_null &&
                      strcmp(TextDatumGetCString(source), symbol) == 0;
    ReleaseSysCache(tuple);
    return same;
}

struct SupportFunction {
    Oid oid; // in this database; 0: the planner has not called it yet

    // For its own calls: which it is, and that a query that calls what has it has something to do with ids. Returns
    // the request.
    Node *
    called(FunctionCallInfo fcinfo)
    {
        oid = fcinfo->flinfo->fn_oid;
        auto *request = reinterpret_cast<Node *>(PG_GETARG_POINTER(0));
        if (IsA(request, SupportRequestSimplify))
            note_ids(castNode(SupportRequestSimplify, request)->root);
        return request;
    }

    // Whether a function that the planner has simplified a call of has it.
    bool
    supports(Oid function) const
    {
        return OidIsValid(oid) && get_func_support(function) == oid;
    }

    // Returns true if the function has this support function, also before the planner has called it. `symbol` is its
    // name in the library. The library of a support function with another symbol is not loaded.
    bool
    would_support(Oid function, const char *symbol, PGFunction address)
    {
        const Oid support = get_func_support(function);
        if (!OidIsValid(support) || support == oid)
            return OidIsValid(support);
        if (!is_symbol(support, symbol))
            return false;
        FmgrInfo found;
        fmgr_info(support, &found);
        if (found.fn_addr != address)
            return false;
        oid = support;
        return true;
    }
};

// What has been looked up of functions, or of tables, remembered until one changes. In static memory, where it begins
// empty.
template <class T, std::size_t Size, bool OfTables = false>
struct FunctionCache {
    T remembered[Size];
    std::size_t count;
    std::uint64_t changes;
    bool registered;

    static void
    forget(Datum cache, Oid)
    {
        auto *all = reinterpret_cast<FunctionCache *>(DatumGetPointer(cache));
        all->count = 0;
        ++all->changes;
    }

    static void
    forget(Datum cache, CacheName, std::uint32_t)
    {
        forget(cache, InvalidOid);
    }

    // The one that `is` is true of; otherwise what `look_up` returns.
    template <class Is, class LookUp>
    T
    find(Is is, LookUp look_up)
    {
        for (std::size_t i = 0; i < count; ++i) {
            if (is(remembered[i]))
                return remembered[i];
        }
        if (!registered && OfTables)
            CacheRegisterRelcacheCallback(forget, PointerGetDatum(this));
        else if (!registered)
            CacheRegisterSyscacheCallback(PROCOID, forget, PointerGetDatum(this));
        registered = true;
        const std::uint64_t before = changes;
        const T found = look_up();
        // When it is full, all is forgotten.
        if (count == Size)
            forget(PointerGetDatum(this), InvalidOid);
        else if (before == changes)
            remembered[count++] = found;
        return found;
    }
};

} // namespace ulidkit
