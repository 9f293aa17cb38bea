// The lists of kinds, which src/sql/new-kind reads too. A name consists of lower-case letters and digits: the function
// f of the kind K is K_f in C and in SQL, SQL folds capitals, and an underscore in K would hide where K ends.
#pragma once

#include <type_traits>

#include "core/scru160.hpp"
#include "core/tbsl.hpp"
#include "core/timeid.hpp"
#include "core/ulid.hpp"
#include "core/ulidflake.hpp"
#include "core/uuidv7.hpp"

// clang-format off

// The kinds with a type of their own: the name of both, the core class, and its shape, which decides how the type is
// stored.
#define ULIDKIT_TYPES(KIND) \
    KIND(ulid, Ulid, ByteString<16>) \
    KIND(scru160, Scru160, ByteString<20>) \
    KIND(ulidflake, Ulidflake, Int64) \
    KIND(timeid, Timeid, Int64) \
    KIND(tbsl, Tbsl, ByteString<10>)

// The kinds on a type of PostgreSQL's own, all values of which they cover: the name, the core class, and that type.
#define ULIDKIT_GUESTS(KIND) \
    KIND(uuidv7, Uuidv7, uuid)

// clang-format on

namespace ulidkit {

// Classes. Loop over them with list.each([]<class K>(std::type_identity<K>) { ... });
template <class... Kinds>
struct KindList {
    static constexpr int size = sizeof...(Kinds);

    constexpr explicit KindList(std::type_identity<Kinds>...)
    {
    }

    template <class Function>
    static constexpr void
    each(Function function)
    {
        (function(std::type_identity<Kinds>{}), ...);
    }

    template <class Function>
    static constexpr bool
    all(Function function)
    {
        return (function(std::type_identity<Kinds>{}) && ...);
    }
};

#define ULIDKIT_LISTED(name, K, type) std::type_identity<K>{},

inline constexpr KindList all_kinds{ULIDKIT_TYPES(ULIDKIT_LISTED) ULIDKIT_GUESTS(ULIDKIT_LISTED)};

#undef ULIDKIT_LISTED

// Checks what the code relies on and a concept cannot say.
template <Kind K>
consteval void
check_kind()
{
    static_assert(is_valid(K::lowest()) && is_valid(K::highest()) && K::compare(K::lowest(), K::highest()) < 0);
    static_assert(K::tick > 0 && K::tick <= longest_tick);
    static_assert(K::first_generated <= latest_start && earliest_end <= K::last_generated);
    static_assert(K::lowest().time() % K::tick == 0 && K::highest().time() % K::tick == 0);
    static_assert(K::compare(K::lowest(), K::lowest_at(K::lowest().time())) == 0);
    static_assert(K::compare(K::highest(), K::highest_at(K::highest().time())) == 0);
    static_assert(K::lowest().time() <= K::first_generated && K::first_generated < K::last_generated &&
                  K::last_generated <= K::highest().time());
    static_assert(K::first_generated % K::tick == 0 && K::last_generated % K::tick == 0);
}

#define ULIDKIT_CHECK_TYPE(kind, K, shape) \
    static_assert((check_kind<K>(), std::is_base_of_v<shape, K> && std::string_view(K::name) == #kind));
#define ULIDKIT_CHECK_GUEST(kind, K, type) \
    static_assert((check_kind<K>(), covers_shape<K>() && std::string_view(K::name) == #kind));
ULIDKIT_TYPES(ULIDKIT_CHECK_TYPE)
ULIDKIT_GUESTS(ULIDKIT_CHECK_GUEST)
#undef ULIDKIT_CHECK_TYPE
#undef ULIDKIT_CHECK_GUEST

} // namespace ulidkit
