// Ids that are made of their time and fields, and of a time and a number.
#include "laws/make.hpp"

#include "support.hpp"

namespace ulidkit::test {

TEST_CASE_TEMPLATE("an id is made again of its time and fields", K, Ulid, Scru160, Ulidflake, Timeid, Tbsl)
{
    Random random;
    std::uint64_t round = 0;
    K id{};
    INFO("seed ", seed(), ", round ", round, ", id ", hex_of(id));
    for (; round < rounds(3'000); ++round) {
        id = random_id<K>(random);
        check_make(id);
    }
}

TEST_CASE_TEMPLATE("ids of times and numbers are in their order", K, Ulid, Scru160, Uuidv7)
{
    Random random;
    std::uint64_t round = 0;
    INFO("seed ", seed(), ", round ", round);
    const auto any_time = [&] { return random.between(K::first_generated, K::last_generated + K::tick - 1); };
    const auto any_number = [&] {
        const auto number =
            random.one_in(2)
                ? static_cast<std::int64_t>(random.bits())
                : random.pick<std::int64_t>({int64_min, int64_min + 1, -2, -1, 0, 1, 2, int64_max - 1, int64_max});
        if constexpr (requires { K::last_number; })
            return number & K::last_number;
        else
            return number;
    };
    for (; round < rounds(10'000); ++round) {
        const std::int64_t time = any_time(), number = any_number();
        check_ordered<K>(time, number, any_time(), any_number());
        check_ordered<K>(time, number, time, any_number());
        check_ordered<K>(time, number, time, number);
        if (const std::int64_t later = time + random.between(1, 2000); can_generate_at<K>(later))
            check_ordered<K>(time, number, later, any_number());
    }
}

TEST_CASE("the fields of an id of a time and a number")
{
    // 2025-01-01 00:00:00.123456
    constexpr std::int64_t time = 1735689600123456;
    CHECK(hex_of(Ulid::make_ordered(time, 5)) == "01941f297c7b"
                                                 "01c8"
                                                 "8000000000000005");
    CHECK(hex_of(Ulid::make_ordered(time, -1)) == "01941f297c7b"
                                                  "01c8"
                                                  "7fffffffffffffff");
    CHECK(hex_of(Scru160::make_ordered(time, 5)) == "01941f297c7b"
                                                    "7200"
                                                    "0000"
                                                    "0000"
                                                    "8000000000000005");
    CHECK(hex_of(Scru160::make_ordered(time, int64_min)) == "01941f297c7b"
                                                            "7200"
                                                            "0000"
                                                            "0000"
                                                            "0000000000000000");
    // 456 of 1000 microseconds are 1867 of 4096, 0x74B.
    CHECK(hex_of(Uuidv7::make_ordered(time, 5)) == "01941f297c7b"
                                                   "774b"
                                                   "8000000000000005");
    CHECK(hex_of(Uuidv7::make_ordered(time, Uuidv7::last_number)) == "01941f297c7b"
                                                                     "774b"
                                                                     "bfffffffffffffff");
}

TEST_CASE("a uuid of version 7 keeps the numbers from 0 to 2^62 - 1, and all random UUIDs' last 64 bits")
{
    Random random;
    INFO("seed ", seed());
    for (int round = 0; round < 1000; ++round) {
        const std::uint64_t variant = random.one_in(2) ? 0 : std::uint64_t{2} << 62;
        const std::uint64_t number = random.bits() >> 2;
        std::uint8_t uuid[16];
        const Ulid id =
            Ulid::make_ordered(random.between(0, Ulid::last_generated), static_cast<std::int64_t>(variant | number));
        id.store_uuidv7(uuid);
        LAW(load_be<8>(uuid + 8) == (std::uint64_t{2} << 62 | number));
        LAW((load_be<2>(uuid + 6) & 0x0FFF) == load_be<2>(id.bytes + 6));
    }
}

} // namespace ulidkit::test
