// Planning recognises functions, which can be in any schema, by their support function, which is in this library. Here
// are also the caches for what planning has looked up about functions and tables.
#pragma once

#include "pg/planning/planner_state.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// Returns true if the function is written in C, and `symbol` is its name in its library.
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

// A support function of the library.
struct SupportFunction {
    Oid oid; // its OID in this database; 0 if it is not known yet

    // To be called by the support function itself. Remembers the OID of the support function, and notes that the query
    // has something to do with IDs. Returns the request of the planner.
    Node *
    called(FunctionCallInfo fcinfo)
    {
        oid = fcinfo->flinfo->fn_oid;
        auto *request = reinterpret_cast<Node *>(PG_GETARG_POINTER(0));
        if (IsA(request, SupportRequestSimplify))
            note_ids(castNode(SupportRequestSimplify, request)->root);
        return request;
    }

    // Returns true if the function has this support function. Can return false for a function of which the planner has
    // not simplified a call yet.
    bool
    supports(Oid function) const
    {
        return OidIsValid(oid) && get_func_support(function) == oid;
    }

    // Returns true if the function has this support function, even if the planner has not called the support function
    // yet. `symbol` is the name of the support function in the library, and `address` its address. Does not load the
    // library of a support function that has another name.
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

// A cache of what has been looked up about functions. It is emptied when the definition of any function changes. It
// must be in static memory, where it begins empty. If it is full, a new entry replaces the oldest one.
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

    // Returns the entry for which `is` returns true. If there is no such entry, calls `look_up`, and adds the result.
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
        if (before != changes) // the result may date from before the change, so it is not kept
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

// A cache of what has been looked up about tables: for each table a list, in a memory context of its own, until the
// table changes. `What` makes a type of its own for each cache, because the callbacks of the server find a cache by its
// type.
template <class What>
struct TableCache {
    struct Entry {
        Oid table; // first, because it is the key of the hash table
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

    // Forgets what is known about the table, or about all tables if `table` is 0.
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

    // Makes the cache if it does not exist yet. The cache is emptied when a row of one of the system caches changes.
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

    // Returns the entry of the table. Returns null if there is none. The entry is valid until the server next accepts
    // invalidation messages.
    static Entry *
    find(Oid table)
    {
        return static_cast<Entry *>(hash_search(entries, &table, HASH_FIND, nullptr));
    }

    // Replaces the list of the table by the result of `copy`, which gets the list and is called in the memory context
    // of the entry. Does nothing if something has changed since the caller read `before` from `changes`.
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
