// Examples of the specifications, in constant expressions: a wrong one does not compile.
#include "core/kinds.hpp"
#include "core/tbsl_base.hpp"

#include <chrono>

namespace ulidkit {
namespace {

template <class K>
consteval K
read(std::string_view text)
{
    K id{};
    if (!K::parse(text, id))
        throw "no value";
    return id;
}

template <class K>
constexpr bool
writes(const K &id, std::string_view text)
{
    char made[K::text_size]{};
    id.format(made);
    return std::string_view(made, sizeof made) == text;
}

template <class K>
constexpr Fault
fault(std::string_view text)
{
    K id{};
    return K::parse(text, id).fault;
}

template <class K>
constexpr bool
ends(std::string_view lowest, std::string_view highest)
{
    return writes(K::lowest(), lowest) && writes(K::highest(), highest);
}

consteval std::int64_t
utc(int year, unsigned month, unsigned day, int hours, int minutes, int seconds, int microseconds)
{
    using namespace std::chrono;
    const std::chrono::microseconds time =
        sys_days{std::chrono::year{year} / std::chrono::month{month} / std::chrono::day{day}}.time_since_epoch() +
        std::chrono::hours{hours} + std::chrono::minutes{minutes} + std::chrono::seconds{seconds} +
        std::chrono::microseconds{microseconds};
    return time.count();
}

// ulid
static_assert(read<Ulid>("01ARZ3NDEKTSV4RRFFQ69G5FAV").time() == 1469922850259000);
static_assert(writes(read<Ulid>("01arz3ndektsv4rrffq69g5fav"), "01ARZ3NDEKTSV4RRFFQ69G5FAV"));
static_assert(ends<Ulid>("00000000000000000000000000", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"));
static_assert(Ulid::highest().time() == utc(10889, 8, 2, 5, 31, 50, 655000));
static_assert(fault<Ulid>("80000000000000000000000000") == Fault::out_of_range);
static_assert(fault<Ulid>("01ARZ3NDEKTSV4RRFFQ69G5FAU") == Fault::letter);

// "Monotonicity": 01BX5ZZKBKACTAV9WEVGEMMVRZ, then ...MVS0.
consteval bool
counts_up()
{
    const Ulid last = read<Ulid>("01BX5ZZKBKACTAV9WEVGEMMVRZ");
    const std::uint8_t entropy[Ulid::entropy_size]{};
    const Next<Ulid> next = next_id(&last, last.time(), 0, 1000000, entropy, {});
    return next.verdict == Verdict::issued && !next.used_entropy && writes(next.id, "01BX5ZZKBKACTAV9WEVGEMMVS0");
}
static_assert(counts_up());

// scru160: the first three ids of the specification's list.
static_assert(read<Scru160>("05TTUP1HNCPNA1QHTDHRTCU3V32PD7C6").time() == utc(2021, 9, 13, 13, 41, 30, 683000));
static_assert(read<Scru160>("05TTUP1HNCPNA1QHTDHRTCU3V32PD7C6").counter() == 13173);
static_assert(read<Scru160>("05ttup1hncpncoi15pl5em490sqs6f1b").counter() == 13174);
static_assert(writes(read<Scru160>("017bdf6431bb33788c1f750c4a375d4af97f1184"), "05TTUP1HNCPNH30VEK64KDQT9BSNU4C4"));
static_assert(ends<Scru160>("00000000000000000000000000000000", "VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV"));
static_assert(Scru160::highest().time() == utc(10889, 8, 2, 5, 31, 50, 655000));

// ulidflake
static_assert(read<Ulidflake>("00CMXB6TAK4SA").value == 14246757444195114);
static_assert(read<Ulidflake>("00CMXB6TAK4SA").time() == utc(2024, 6, 6, 6, 6, 6, 666000));
static_assert(read<Ulidflake>("00CMXB6TAK4SA").randomness() == 627498);
static_assert(read<Ulidflake>("00CMXB6TAK4SA").scalable_randomness() == 19609);
static_assert(read<Ulidflake>("00CMXB6TAK4SA").scalability() == 10);
static_assert(ends<Ulidflake>("0000000000000", "7ZZZZZZZZZZZZ"));
static_assert(Ulidflake::lowest().time() == utc(2024, 1, 1, 0, 0, 0, 0));
static_assert(Ulidflake::highest().time() == utc(2302, 9, 27, 15, 10, 22, 207000));
static_assert(fault<Ulidflake>("G000000000000") == Fault::out_of_range);

// timeid
static_assert(read<Timeid>("3kxn-lhr-3gxq-23").time() == utc(2024, 7, 19, 16, 40, 46, 480310));
static_assert(read<Timeid>("3kxnlhr3gxq23").node() == 1);
static_assert(read<Timeid>("3kxm-tyq-iinc-22").time() == 1721382046481000);
static_assert(read<Timeid>("3iso-34e-qpw2-22").time() == utc(2022, 2, 22, 19, 22, 22, 0));
static_assert(read<Timeid>("zzzz-zzz-zzzz-xx").time() == -1);
static_assert(writes(Timeid{{0}}, "2222-222-2222-22") && writes(Timeid{{-1}}, "zzzz-zzz-zzzz-zz"));
static_assert(ends<Timeid>("s222-222-2222-22", "bzzz-zzz-zzzz-zz"));
static_assert(Timeid::lowest().time() == utc(1684, 7, 28, 0, 12, 25, 259008));
static_assert(Timeid::highest().time() == utc(2255, 6, 5, 23, 47, 34, 740991));
static_assert(fault<Timeid>("c222-222-2222-22") == Fault::out_of_range &&
              fault<Timeid>("rzzz-zzz-zzzz-zz") == Fault::out_of_range);

// tbsl
static_assert(ends<Tbsl>("00000000000000000000", "DE0B6B3A763FFFFFFFFF"));
static_assert(Tbsl::highest().time() == utc(2286, 11, 20, 17, 46, 39, 999999));
static_assert(Tbsl::highest().machine() == 99 && Tbsl::highest().suffix() == 0xFFFFF);
static_assert(fault<Tbsl>("DE0B6B3A764000000000") == Fault::out_of_range);
static_assert(fault<Tbsl>("ffffffffffffffffffff") == Fault::letter);

// uuidv7: RFC 9562, appendix A.6, and the forms of the server's uuid.
static_assert(read<Uuidv7>("017F22E2-79B0-7CC3-98C4-DC0C0C07398F").time() == utc(2022, 2, 22, 19, 22, 22, 0));
static_assert(read<Uuidv7>("017F22E2-79B0-7CC3-98C4-DC0C0C07398F").rand_a() == 0xCC3);
static_assert(read<Uuidv7>("017F22E2-79B0-7CC3-98C4-DC0C0C07398F").rand_b() == 0x18C4DC0C0C07398F);
static_assert(read<Uuidv7>("017f22e2-79b0-7cc3-98c4-dc0c0c07398f").genuine());
static_assert(!read<Uuidv7>("919108f7-52d1-4320-9bac-f847db4148a8").genuine());
static_assert(!read<Uuidv7>("017f22e2-79b0-7cc3-d8c4-dc0c0c07398f").genuine());
static_assert(writes(read<Uuidv7>("{017F22E279B07CC398C4DC0C0C07398F}"), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"));
static_assert(writes(read<Uuidv7>("017f-22e2-79b07cc3-98c4-dc0c-0c07-398f"), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"));
static_assert(ends<Uuidv7>("00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"));
static_assert(Uuidv7::highest().time() == utc(10889, 8, 2, 5, 31, 50, 655000));
static_assert(fault<Uuidv7>("017f22e2-79b0-7cc3-98c4-dc0c0c07398") == Fault::length);
static_assert(fault<Uuidv7>("017f22e2-79b0-7cc3-98c4-dc0c0c07398f-") == Fault::length);
static_assert(fault<Uuidv7>("{017f22e2-79b0-7cc3-98c4-dc0c0c07398f") == Fault::length);
static_assert(fault<Uuidv7>("{017f22e2-79b0-7cc3-98c4-dc0c0c07398f)") == Fault::letter);
static_assert(fault<Uuidv7>("017f22e2--79b0-7cc3-98c4-dc0c0c07398f") == Fault::letter);
static_assert(fault<Uuidv7>("017f22e279-b0-7cc3-98c4-dc0c0c07398f") == Fault::letter);

// Bounds and a given time, of a kind whose tick is longer than a microsecond.
consteval bool
bounds()
{
    Ulid first{}, last{};
    return first_from(1469922850258001, first) && writes(first, "01ARZ3NDEK0000000000000000") &&
           last_until(1469922850259999, last) && writes(last, "01ARZ3NDEKZZZZZZZZZZZZZZZZ");
}
static_assert(bounds());

} // namespace
} // namespace ulidkit
