// Hidden forms, and the lines of the file of keys.
#include "laws/hide.hpp"

#include "support.hpp"
#include "vectors.hpp"

namespace ulidkit::test {

TEST_CASE("an id is its hidden form's only one, and bytes that are no id are hidden by nothing")
{
    Random random;
    std::uint64_t round = 0;
    INFO("seed ", seed(), ", round ", round);
    for (; round < rounds(2'000); ++round) {
        const ToyCipher cipher{random.bits()};
        each_hidable([&]<class Id>(std::type_identity<Id>) {
            std::uint8_t bytes[hide_block_size];
            random.fill(bytes, sizeof bytes);
            check_hidden_bytes<Id>(cipher, bytes);
            if constexpr (Kind<Id>)
                check_hide(cipher, random_id<Id>(random));
            else
                check_hide(cipher, Id{{static_cast<std::int64_t>(random.bits())}});
            char text[crockford_size];
            write_crockford(crockford, text, bytes);
            std::string changed(text, sizeof text);
            check_hidden_text<Id>(cipher, changed);
            changed[random.below(changed.size())] = "OILUa8-Z"[random.below(8)];
            check_hidden_text<Id>(cipher, changed);
            check_hidden_text<Id>(cipher, changed.substr(random.below(3)));
        });
    }
}

TEST_CASE("a UUID of version 7 is hidden in one of version 8")
{
    Random random;
    std::uint64_t round = 0;
    INFO("seed ", seed(), ", round ", round);
    for (; round < rounds(2'000); ++round) {
        const ToyCipher cipher{random.bits()};
        Uuidv7 id = random_id<Uuidv7>(random);
        check_hidden_uuid(cipher, id);
        id.bytes[8] = static_cast<std::uint8_t>((id.bytes[8] & 0x3F) | 0x80);
        for (const unsigned version : {7u, 8u}) {
            set_version(id, version);
            check_hidden_uuid(cipher, id);
        }
    }
}

TEST_CASE("a line of the file of keys is a name and digits, or nothing")
{
    const std::string digits = "6f2d1b8a90c4e7355b1f0e8d7c6a4932", upper = "6F2D1B8A90C4E7355B1F0E8D7C6A4932";
    for (const std::string &line :
         {"a " + digits, "a\t" + upper, " a  " + digits + digits + " \r", "default-2.b_C " + digits + " # comment",
          std::string(63, 'a') + " " + digits + "\t#"}) {
        CAPTURE(line);
        CHECK(check_key_line(line) == KeyLine::key);
    }
    for (const std::string &line : {std::string(), std::string(" \t\r"), std::string("#"), " # a " + digits}) {
        CAPTURE(line);
        CHECK(check_key_line(line) == KeyLine::nothing);
    }
    for (const std::string &line :
         {std::string("a"), digits, "a " + digits + "0", "a " + digits + "00", "a 0x" + digits.substr(2), "a=" + digits,
          "a: " + digits, "a " + digits + " b", "a " + digits + "#", std::string(64, 'a') + " " + digits,
          "\xC3\xA4 " + digits, "\"a\" " + digits, "a " + digits.substr(1) + "g",
          "a " + digits.substr(0, 16) + " " + digits.substr(16), std::string("a \0", 3) + digits,
          "\xEF\xBB\xBF"
          "a " +
              digits,
          "a\f" + digits, "a " + digits + digits + digits}) {
        CAPTURE(line);
        CHECK(check_key_line(line) == KeyLine::bad);
    }
    for (const std::string_view file : {"", "\n", "a", "a\n", "a\n\nb", "\na\r\n"})
        check_key_file(file);
}

} // namespace ulidkit::test
