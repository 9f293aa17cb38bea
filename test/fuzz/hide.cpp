// Reads any bytes as a hidden form, and hides them as an id, with a key that depends on the first byte. That also picks
// the type.
#include "laws/hide.hpp"

#include "fuzz.hpp"

using namespace ulidkit;
using namespace ulidkit::test;

extern "C" int
LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const Input input{data, size};
    const ToyCipher cipher{input.first};
    int type = input.first % 8;
    each_hidable([&]<class Id>(std::type_identity<Id>) {
        if (type-- != 0)
            return;
        check_hidden_text<Id>(cipher, input.text());
        if (input.size >= Id::binary_size) {
            check_hidden_bytes<Id>(cipher, input.bytes());
            Id id{};
            id.load(input.bytes());
            bool valid = true;
            if constexpr (Kind<Id>)
                valid = is_valid(id);
            if (valid)
                check_hide(cipher, id);
        }
    });
    if (type >= 0 && input.size >= Uuidv7::binary_size) {
        Uuidv7 id{};
        id.load(input.bytes());
        check_hidden_uuid(cipher, id);
        id.bytes[8] = static_cast<std::uint8_t>((id.bytes[8] & 0x3F) | 0x80);
        set_version(id, type % 2 == 0 ? 7 : 8);
        check_hidden_uuid(cipher, id);
    }
    return 0;
}
