// The hidden form of an id: it tells nothing to whoever does not have the key, and is made back into the id with it.
//
// It is the block of 16 bytes of a cipher, a permutation of these blocks: AES-128, by a class that the caller has. What
// follows here and in hide_keys.hpp is a format: changing it would make all hidden forms that are known to others those
// of nothing. A service that has the key can do the same with any library: see examples/hide.
#pragma once

#include "core/crockford.hpp"
#include "core/kind.hpp"
#include "core/uuidv7.hpp"

namespace ulidkit {

inline constexpr std::size_t hide_block_size = 16;

// The key of a cipher is made of a named key by HMAC-SHA-256, of which it is the first 16 bytes, over this label, a
// zero byte, the kind's name, a zero byte and the context in UTF-8. So equal ids of two contexts or kinds have nothing
// in common.
inline constexpr std::string_view hide_label = "ulidkit/hide/v1";
// A named key is recognized by the first 8 bytes of HMAC-SHA-256 over this label.
inline constexpr std::string_view fingerprint_label = "ulidkit/fingerprint/v1";
inline constexpr std::size_t fingerprint_size = 8;

// encrypt() and decrypt() replace the 16 bytes of a block, and are the inverse of one another.
template <class Cipher>
concept BlockCipher = requires(const Cipher &cipher, std::uint8_t *block)
{
    cipher.encrypt(block);
    cipher.decrypt(block);
};

// Any int64: a serial number, another system's id.
struct Bigint : Int64 {
    static constexpr const char *name = "bigint";
};

// What a block has room for.
template <class Id>
concept Hidable = (Kind<Id> || std::same_as<Id, Bigint>) &&Id::binary_size <= hide_block_size;

// Only upper case, and no aliases: two texts never hide the same id.
inline constexpr Alphabet<32> hidden_digits{"0123456789ABCDEFGHJKMNPQRSTVWXYZ", Case::exact};

// Writes the hidden form of `id` at `text`, crockford_size characters: the binary form, and zero bytes up to the
// block's end.
template <Hidable Id, BlockCipher Cipher>
constexpr void
hide(const Cipher &cipher, const Id &id, char *text)
{
    std::uint8_t block[hide_block_size]{};
    id.store(block);
    cipher.encrypt(block);
    write_crockford(hidden_digits, text, block);
}

// Reads what hide() writes, as a block. A first digit above 7 does not belong where it is.
constexpr Parsed
parse_hidden(std::string_view text, std::uint8_t *block)
{
    const Parsed parsed = read_crockford(hidden_digits, text, block);
    return parsed.fault == Fault::out_of_range ? Parsed{Fault::letter, 0} : parsed;
}

// Makes the id of a block of hide(), which is overwritten. False if it hides none: of the blocks for 8 bytes, all but
// one in 2^64 do not.
template <Hidable Id, BlockCipher Cipher>
constexpr bool
reveal(const Cipher &cipher, std::uint8_t *block, Id &id)
{
    cipher.decrypt(block);
    for (std::size_t i = Id::binary_size; i < hide_block_size; ++i)
        if (block[i] != 0)
            return false;
    if constexpr (Kind<Id>)
        return load_binary(block, Id::binary_size, id) == Fault::none;
    id.load(block);
    return true;
}

constexpr void
set_version(Uuidv7 &id, unsigned version)
{
    id.bytes[6] = static_cast<std::uint8_t>((id.bytes[6] & 0x0F) | version << 4);
}

// "Custom data", RFC 9562, section 5.8.
constexpr bool
is_version_8(const Uuidv7 &id)
{
    return id.version() == 8 && id.variant() == 2;
}

// Replaces a UUID of version 7 by its hidden form, one of version 8: encrypted until it has that version and the
// variant again, 64 times on average. As the cipher is a permutation of all blocks, this is one of the UUIDs of version
// 8, and it always ends. False for any other UUID, which has no hidden form.
template <BlockCipher Cipher>
constexpr bool
hide_uuid(const Cipher &cipher, Uuidv7 &id)
{
    if (!id.genuine())
        return false;
    set_version(id, 8);
    do
        cipher.encrypt(id.bytes);
    while (!is_version_8(id));
    return true;
}

// The inverse: false if `id` is no hidden form.
template <BlockCipher Cipher>
constexpr bool
reveal_uuid(const Cipher &cipher, Uuidv7 &id)
{
    if (!is_version_8(id))
        return false;
    do
        cipher.decrypt(id.bytes);
    while (!is_version_8(id));
    set_version(id, 7);
    return true;
}

} // namespace ulidkit
