// The list of kinds: the name of the kind and its type, the core class, and the shape that the class has and that the type
// is stored by. src/sql/assemble reads it too, and takes no other spelling. A name is small letters and digits: the
// function f of the kind K is K_f in C and in SQL, where capitals are folded, and with an underscore in K it would not tell
// where K ends.
#pragma once

#include <type_traits>

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

// clang-format on

namespace ulidkit {

// Classes, to be called with: list.each([]<class K>(std::type_identity<K>) { ... });
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

inline constexpr KindList all_kinds{ULIDKIT_TYPES(ULIDKIT_LISTED)};

#undef ULIDKIT_LISTED

// What the code relies on beyond what a concept can say.
template <Kind K>
consteval void
check_kind()
{
    static_assert(is_valid(K::lowest()) && is_valid(K::highest()) && K::compare(K::lowest(), K::highest()) < 0);
    static_assert(K::tick > 0 && K::lowest().time() % K::tick == 0 && K::highest().time() % K::tick == 0);
    static_assert(K::compare(K::lowest(), K::lowest_at(K::lowest().time())) == 0);
    static_assert(K::compare(K::highest(), K::highest_at(K::highest().time())) == 0);
    static_assert(K::lowest().time() <= K::first_generated && K::first_generated < K::last_generated &&
                  K::last_generated <= K::highest().time());
    static_assert(K::first_generated % K::tick == 0 && K::last_generated % K::tick == 0);
}

#define ULIDKIT_CHECK(kind, K, shape) \
    static_assert((check_kind<K>(), std::is_base_of_v<shape, K> && std::string_view(K::name) == #kind));
ULIDKIT_TYPES(ULIDKIT_CHECK)
#undef ULIDKIT_CHECK

} // namespace ulidkit
