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

// What has been looked up about functions, until the definition of any function changes. In static memory, where it
// begins empty. If it is full, the oldest entry goes.
template <class T, std::size_t Size>
struct FunctionCache {
    T entries[Size];
    std::size_t count;
    std::size_t oldest;
    std::uint64_t changes;
    bool registered;

    static void
    forget(Datum cache, CacheName, std::uint32_t)
    {
        auto *all = reinterpret_cast<FunctionCache *>(DatumGetPointer(cache));
        all->count = all->oldest = 0;
        ++all->changes;
    }

    // Returns the entry that `is` is true for, or otherwise what `look_up` returns.
    template <class Is, class LookUp>
    T
    find(Is is, LookUp look_up)
    {
        for (std::size_t i = 0; i < count; ++i) {
            if (is(entries[i]))
                return entries[i];
        }
        if (!registered)
            CacheRegisterSyscacheCallback(PROCOID, forget, PointerGetDatum(this));
        registered = true;
        const std::uint64_t before = changes;
        const T found = look_up();
        if (before != changes) // what was found can be of before the change
            return found;
        if (count < Size) {
            entries[count++] = found;
        } else {
            entries[oldest] = found;
            oldest = (oldest + 1) % Size;
        }
        return found;
    }
};

// What has been found out about tables: for each a list in a memory context of its own, until the table changes. `What`
// makes caches of different things different types, because the callbacks of the server know a cache by its type.
template <class What>
struct TableCache {
    struct Entry {
        Oid table; // first: the key
        MemoryContext memory;
        List *list;
    };

    static inline HTAB *entries;
    static inline std::uint64_t changes;

    static void
    forget_entry(Entry *entry)
    {
        MemoryContext memory = entry->memory;
        hash_search(entries, &entry->table, HASH_REMOVE, nullptr);
        MemoryContextDelete(memory);
    }

    // Forgets the table, or all tables if `table` is 0.
    static void
    forget(Datum, Oid table)
    {
        ++changes;
        if (OidIsValid(table)) {
            if (void *entry = hash_search(entries, &table, HASH_FIND, nullptr))
                forget_entry(static_cast<Entry *>(entry));
            return;
        }
        HASH_SEQ_STATUS scan;
        hash_seq_init(&scan, entries);
        while (void *entry = hash_seq_search(&scan))
            forget_entry(static_cast<Entry *>(entry));
    }

    static void
    forget_all(Datum, CacheName, std::uint32_t)
    {
        forget(0, InvalidOid);
    }

    // Makes the cache. It is emptied when a row of one of the system caches changes.
    static void
    make(std::initializer_list<CacheName> caches)
    {
        if (entries != nullptr)
            return;
        HASHCTL shape = {};
        shape.keysize = sizeof(Oid);
        shape.entrysize = sizeof(Entry);
        entries = hash_create("ulidkit tables", 64, &shape, HASH_ELEM | HASH_BLOBS);
        CacheRegisterRelcacheCallback(forget, 0);
        for (const CacheName cache : caches)
            CacheRegisterSyscacheCallback(cache, forget_all, 0);
    }

    // Returns the entry of the table, or null. It is valid until the server accepts invalidation messages.
    static Entry *
    find(Oid table)
    {
        return static_cast<Entry *>(hash_search(entries, &table, HASH_FIND, nullptr));
    }

    // Adds what `copy` returns to the list of the table; `copy` is called in the memory of the entry. Does nothing if
    // something has changed since `before`, which is an earlier value of `changes`.
    template <class Copy>
    static void
    add(Oid table, std::uint64_t before, Copy copy)
    {
        if (before != changes)
            return;
        Entry *entry = find(table);
        if (entry == nullptr) {
            MemoryContext memory =
                AllocSetContextCreateInternal(CacheMemoryContext, "ulidkit table", ALLOCSET_SMALL_SIZES);
            entry = static_cast<Entry *>(hash_search(entries, &table, HASH_ENTER, nullptr));
            entry->memory = memory;
            entry->list = NIL;
        }
        const MemoryContext outer = MemoryContextSwitchTo(entry->memory);
        entry->list = copy(entry->list);
        MemoryContextSwitchTo(outer);
    }
};

} // namespace ulidkit
