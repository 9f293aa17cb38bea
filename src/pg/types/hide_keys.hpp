// The keys of hidden forms, as a process has them.
#pragma once

#include "pg/postgres.hpp"

#include <openssl/evp.h>

#include "core/hide.hpp"

namespace ulidkit {

// AES-128 with one key. Both contexts belong to OpenSSL, which wipes their keys when they go.
struct HideCipher {
    EVP_CIPHER_CTX *encrypting;
    EVP_CIPHER_CTX *decrypting;

    void encrypt(std::uint8_t *block) const;
    void decrypt(std::uint8_t *block) const;
};

// The cipher of a kind, by the name that core has for it, a context and a named key. Kind is a static string. It is
// valid until the next call. An error if there is no such key, or the file of keys cannot be used. `shown`: the error
// names the key, because it is no value of a row.
const HideCipher &hide_cipher(const char *kind, std::string_view context, std::string_view key, bool shown);

// Tells keys apart: fingerprint_size bytes at `to`.
void hide_key_fingerprint(std::string_view key, std::uint8_t *to);

} // namespace ulidkit
