// Helpers for lists, nodes and the catalog. Many of PostgreSQL's macros for these do not compile in C++. This file is a
// part of postgres.hpp, which includes it.
#pragma once

namespace ulidkit {

// PostgreSQL's list_make1() and so on compile in C only.
template <class... Node>
List *
list_of(Node *...nodes)
{
    List *list = NIL;
    ((list = lappend(list, nodes)), ...);
    return list;
}

// The elements of a list, for a loop over them: see each().
template <class T>
struct Elements {
    struct Iterator {
        const List *list;
        int place;

        T *
        operator*() const
        {
            return static_cast<T *>(list_nth(list, place));
        }

        Iterator &
        operator++()
        {
            ++place;
            return *this;
        }

        // As foreach() does, the loop also visits what is appended to the list meanwhile.
        bool
        operator!=(const Iterator &) const
        {
            return place < list_length(list);
        }
    };

    const List *list;

    Iterator
    begin() const
    {
        return {list, 0};
    }

    Iterator
    end() const
    {
        return {list, 0};
    }
};

// Returns the elements of a list of pointers, each as a T, for a loop: for (auto *path : each<Path>(paths)).
template <class T>
Elements<T>
each(const List *list)
{
    return {list};
}

// Returns the first element of the list for which `is` returns true. Returns null if there is no such element.
template <class T, class Is>
T *
first_in(const List *list, Is is)
{
    for (T *element : each<T>(list)) {
        if (is(element))
            return element;
    }
    return nullptr;
}

// Returns true if `is` returns true for an element of the list.
template <class T, class Is>
bool
has_any(const List *list, Is is)
{
    return first_in<T>(list, is) != nullptr;
}

// Returns true if the relation has paths, and `is` returns true for each of them.
template <class Is>
bool
consists_of(const RelOptInfo *relation, Is is)
{
    const auto is_other = [&](const Path *path) { return !is(path); };
    return relation->pathlist != NIL && !has_any<Path>(relation->pathlist, is_other) &&
           !has_any<Path>(relation->partial_pathlist, is_other);
}

// Returns a pointer to a node of any type, such as an element of a list, as a pointer to Node.
inline Node *
as_node(void *node)
{
    return static_cast<Node *>(node);
}

inline const Node *
as_node(const void *node)
{
    return static_cast<const Node *>(node);
}

// PostgreSQL's makeNode() is a statement expression.
template <class T>
T *
new_node(NodeTag tag)
{
    auto *node = static_cast<Node *>(palloc0(sizeof(T)));
    node->type = tag;
    return reinterpret_cast<T *>(node);
}

// A call of a function whose result has no collation.
inline Node *
call_of(Oid function, Oid result, List *args)
{
    return reinterpret_cast<Node *>(makeFuncExpr(function, result, args, InvalidOid, InvalidOid, COERCE_EXPLICIT_CALL));
}

// Returns a shallow copy of the value.
template <class T>
T *
copied(const T &value)
{
    auto *copy = static_cast<T *>(palloc(sizeof(T)));
    *copy = value;
    return copy;
}

// Returns the node as a constant. Returns null if the node is not a constant, or is a constant NULL.
inline const Const *
constant_of(const Node *node)
{
    const auto *constant = reinterpret_cast<const Const *>(node);
    return IsA(node, Const) && !constant->constisnull ? constant : nullptr;
}

// Opens the table, and returns what `use` returns for it. The table is locked already unless `mode` says how to lock
// it.
template <class Use>
auto
with_table(Oid table, Use use, LOCKMODE mode = NoLock)
{
    Relation opened = table_open(table, mode);
    const auto result = use(opened);
    table_close(opened, mode);
    return result;
}

// Returns a constant of the type.
inline Node *
make_constant(Oid type, Datum value, bool is_null = false, Oid collation = InvalidOid)
{
    std::int16_t length;
    bool by_value;
    get_typlenbyval(type, &length, &by_value);
    return as_node(makeConst(type, -1, collation, length, value, is_null, by_value));
}

// The types of the arguments of an operator.
struct ArgumentTypes {
    Oid left;
    Oid right;
};

inline ArgumentTypes
argument_types(Oid opno)
{
    ArgumentTypes types;
    op_input_types(opno, &types.left, &types.right);
    return types;
}

// Returns the function with that name and those types of arguments in the schema. Returns 0 if there is no such
// function.
inline Oid
function_in(Oid schema, const char *name, const Oid *types, int count)
{
    return GetSysCacheOid3(PROCNAMEARGSNSP, Anum_pg_proc_oid, CStringGetDatum(name),
                           PointerGetDatum(buildoidvector(types, count)), ObjectIdGetDatum(schema));
}

// `left operator right`. If `left` is null, the clause is not an operator with two arguments.
struct Sides {
    Node *left = nullptr;
    Node *right = nullptr;
    Oid opno = InvalidOid;
};

inline Sides
sides_of(Node *clause)
{
    const auto *comparison = is_opclause(clause) ? castNode(OpExpr, clause) : nullptr;
    if (comparison == nullptr || list_length(comparison->args) != 2)
        return {};
    return {as_node(linitial(comparison->args)), as_node(lsecond(comparison->args)), comparison->opno};
}

} // namespace ulidkit
