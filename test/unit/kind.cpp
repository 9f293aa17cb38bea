// The concept refuses a kind that breaks a rule: it must not compile.
#include "support.hpp"

namespace ulidkit::test {
namespace {

// All members of Sparse except the neighbours, for a class of its own.
template <class Self>
struct Copy : Sparse {
    static constexpr Self
    of(const Sparse &id)
    {
        Self copy{};
        copy.load(id.bytes);
        return copy;
    }

    static constexpr Self
    lowest()
    {
        return of(Sparse::lowest());
    }

    static constexpr Self
    highest()
    {
        return of(Sparse::highest());
    }

    static constexpr Self
    lowest_at(std::int64_t time)
    {
        return of(Sparse::lowest_at(time));
    }

    static constexpr Self
    highest_at(std::int64_t time)
    {
        return of(Sparse::highest_at(time));
    }

    static constexpr Self
    random_at(std::int64_t time, const std::uint8_t *entropy, const Options &options)
    {
        return of(Sparse::random_at(time, entropy, options));
    }

    static Next<Self> next(const Self *last, std::int64_t now, const std::uint8_t *entropy, const Options &options);
};

struct Whole : Copy<Whole> {
    bool increment();
    bool decrement();
};

struct WithoutNeighbours : Copy<WithoutNeighbours> {};

struct WithoutPrevious : Copy<WithoutPrevious> {
    bool increment();
};

struct WithoutReason : Copy<WithoutReason> {
    bool increment();
    bool decrement();
    void binary_form();
};

// Neighbours of its own, but not the valid() that they need.
struct WithoutValid : Copy<WithoutValid> {
    bool increment();
    bool decrement();
    bool valid(int) const;
};

struct ByValue : Copy<ByValue> {
    static constexpr bool by_value = true;
    bool increment();
    bool decrement();
};

struct OfAnotherSize : Copy<OfAnotherSize> {
    static constexpr std::size_t binary_size = 16;
    bool increment();
    bool decrement();
};

struct WithoutPrefixes : Copy<WithoutPrefixes> {
    bool increment();
    bool decrement();
    void parse_prefix();
};

struct WithoutPrefixForm : Copy<WithoutPrefixForm> {
    bool increment();
    bool decrement();
    void prefix_form();
};

struct WithMore : Copy<WithMore> {
    bool increment();
    bool decrement();
    std::uint8_t more;
};

static_assert(Kind<Whole>);
static_assert(!Kind<WithoutNeighbours>);
static_assert(!Kind<WithoutPrevious>);
static_assert(!Kind<WithoutReason>);
static_assert(!Kind<WithoutValid>);
static_assert(!Kind<ByValue>);
static_assert(!Kind<OfAnotherSize>);
static_assert(!Kind<WithoutPrefixes>);
static_assert(!Kind<WithoutPrefixForm>);
static_assert(!Kind<WithMore>);

// A type of the server can hold any value, so a kind on it has them all.
static_assert(covers_shape<Uuidv7>() && covers_shape<Timeid>());
static_assert(!covers_shape<Tbsl>() && !covers_shape<Ulidflake>() && !covers_shape<Sparse>());

struct Decimal {
    static constexpr std::string_view letters = "0123456789";
};

struct Hexadecimal {
    static constexpr std::string_view letters = "0123456789abcdef";
};

struct BothCases {
    static constexpr std::string_view letters = "abcdefghABCDEFGH";
};

struct Twice {
    static constexpr std::string_view letters = "0123456789abcdea";
};

template <std::size_t Base, class Digits, Case Read>
concept Fits = requires
{
    typename std::bool_constant<(Alphabet<Base>{Digits::letters, Read}, true)>;
};

static_assert(Fits<16, Hexadecimal, Case::any> && Fits<16, BothCases, Case::exact> && Fits<10, Decimal, Case::any>);
static_assert(!Fits<32, Hexadecimal, Case::any> && !Fits<16, Decimal, Case::any>);
static_assert(!Fits<16, BothCases, Case::any> && !Fits<16, Twice, Case::exact>);

} // namespace

TEST_CASE("what is between the ends of a kind with gaps need not be one of its values")
{
    Sparse id = Sparse::lowest();
    CHECK(is_valid(id));
    id.bytes[4] = 0x80;
    std::uint8_t bytes[Sparse::binary_size];
    id.store(bytes);
    CHECK(within_limits(id));
    CHECK_FALSE(is_valid(id));
    CHECK(load_binary(bytes, sizeof bytes, id) == Fault::gap);
    bytes[4] = 0x6F;
    CHECK(load_binary(bytes, sizeof bytes, id) == Fault::out_of_range);
}

TEST_CASE("a kind with gaps steps over them")
{
    Sparse id = Sparse::highest_at(Sparse::first_generated);
    CHECK(text_of(id) == "000000007FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF");
    CHECK(to_next(id));
    CHECK(text_of(id) == "0000000170000000000000000000000000000000");
    CHECK(to_previous(id));
    CHECK(text_of(id) == "000000007FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF");
}

} // namespace ulidkit::test
