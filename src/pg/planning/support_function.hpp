// Planning recognises functions, which can be in any schema, by their support function, which is in this library. Here
// are also the caches for what planning has looked up about functions and tables.
#pragma once

#include "pg/planning/planner_state.hpp"
#include "pg/postgres.hpp"

namespace ulidkit {

// Returns a text that pg_proc has for a function that is written in C, such as the name of its library. Returns null if
// the catalog has no such text, or if the function is written in another language.
inline char *
text_of_c_function(Oid function, AttrNumber attribute)
{
    HeapTuple tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
    if (!HeapTupleIsValid(tuple))
        return nullptr;
    bool is_null = true;
    Datum found = 0;
    if (reinterpret_cast<Form_pg_proc>(GETSTRUCT(tuple))->prolang == ClanguageId)
        found = SysCacheGetAttr(PROCOID, tuple, attribute, &is_null);
    char *copy = is_null ? nullptr : TextDatumGetCString(found);
    ReleaseSysCache(tuple);
    return copy;
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
        auto *request = as_node(PG_GETARG_POINTER(0));
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
        const char *known = text_of_c_function(support, Anum_pg_proc_prosrc);
        if (known == nullptr || strcmp(known, symbol) != 0)
            return false;
        FmgrInfo found;
        fmgr_info(support, &found);
        if (found.fn_addr != address)
            return false;
        oid = support;
        return true;
    }
};

// A cache of what the session has looked up about functions or, if `of_tables` is true, about tables: for each of them
// a list of T, in a memory context of its own. What is known about a table is forgotten when the table changes, and
// everything is forgotten when the definition of a function changes.
template <class T, bool of_tables>
struct Cache {
    struct Entry {
        Oid object; // first, because it is the key of the hash table
        MemoryContext memory;
        List *list;
    };

    static inline HTAB *entries;
    static inline std::uint64_t changes;

    static void
    forget_entry(void *found)
    {
        auto *entry = static_cast<Entry *>(found);
        MemoryContext memory = entry->memory;
        hash_search(entries, &entry->object, HASH_REMOVE, nullptr);
        MemoryContextDelete(memory);
    }

    // Forgets what is known about the object, or about all objects if `object` is 0.
    static void
    forget(Datum, Oid object)
    {
        ++changes;
        if (OidIsValid(object)) {
            if (void *entry = hash_search(entries, &object, HASH_FIND, nullptr))
                forget_entry(entry);
            return;
        }
        HASH_SEQ_STATUS scan;
        hash_seq_init(&scan, entries);
        while (void *entry = hash_seq_search(&scan))
            forget_entry(entry);
    }

    static void
    forget_all(Datum, CacheName, std::uint32_t)
    {
        forget(0, InvalidOid);
    }

    // Returns the entry of the object. Returns null if the object has no entry. The entry is valid until the server
    // next accepts invalidation messages.
    static Entry *
    find(Oid object)
    {
        if (entries == nullptr) {
            HASHCTL shape = {};
            shape.keysize = sizeof(Oid);
            shape.entrysize = sizeof(Entry);
            entries = hash_create("ulidkit cache", 64, &shape, HASH_ELEM | HASH_BLOBS);
            CacheRegisterSyscacheCallback(PROCOID, forget_all, 0);
            if (of_tables)
                CacheRegisterRelcacheCallback(forget, 0);
        }
        return static_cast<Entry *>(hash_search(entries, &object, HASH_FIND, nullptr));
    }

    // Replaces the list of the object by the result of `copy`, which gets the list and is called in the memory context
    // of the entry. Does nothing if something has changed since the caller read `before` from `changes`.
    template <class Copy>
    static void
    add(Oid object, std::uint64_t before, Copy copy)
    {
        if (before != changes)
            return;
        Entry *entry = find(object);
        if (entry == nullptr) {
            MemoryContext memory =
                AllocSetContextCreateInternal(CacheMemoryContext, "ulidkit cache", ALLOCSET_SMALL_SIZES);
            entry = static_cast<Entry *>(hash_search(entries, &object, HASH_ENTER, nullptr));
            entry->memory = memory;
            entry->list = NIL;
        }
        const MemoryContext outer = MemoryContextSwitchTo(entry->memory);
        entry->list = copy(entry->list);
        MemoryContextSwitchTo(outer);
    }

    // Returns the element of the object's list for which `is` returns true. If there is no such element, calls
    // `look_up`, and adds the result, in which nothing may point to other memory.
    template <class Is, class LookUp>
    static T
    get(Oid object, Is is, LookUp look_up)
    {
        const Entry *entry = find(object);
        const auto is_it = [&](const T *known) { return is(*known); };
        if (const T *known = first_in<T>(entry == nullptr ? NIL : entry->list, is_it))
            return *known;
        const std::uint64_t before = changes;
        const T found = look_up();
        add(object, before, [&](List *list) { return lappend(list, copied(found)); });
        return found;
    }
};

} // namespace ulidkit
