// Reads the file of keys, and keeps what was made of them.
//
// Each process reads the file at the first use, and again at the first use after a reload; the postmaster never does.
// What stays in memory are OpenSSL's own objects. The text of the file and what was read of it are wiped also if
// there is an error.
#include "pg/postgres.hpp"

#include <openssl/crypto.h>
#include <openssl/err.h>

#include "core/hide_keys.hpp"
#include "pg/errors.hpp"
#include "pg/settings.hpp"
#include "pg/types/hide_keys.hpp"

namespace ulidkit {

namespace {

// A key of the file. One that was in it before has no mac: it stays known, so that its name gets no other key.
struct NamedKey {
    char name[key_name_most + 1];
    int line;
    std::uint8_t fingerprint[fingerprint_size];
    EVP_MD_CTX *mac; // HMAC-SHA-256 with the key, before any message
};

// Belongs to its memory context, and so does the text of the file while it is read.
struct KeyList {
    MemoryContext context;
    MemoryContextCallback release;
    char *text; // null if it is wiped
    int size;
    NamedKey *keys;
};

constexpr std::size_t text_room = key_file_most + 1;

KeyList *known;             // of the last file that was read without an error, or null
bool is_current;            // whether no reload has come since
TimestampTz reload_of_list; // the last one before it was read

// The last few ciphers, by what they were made of: the name of the key and the context, one after the other.
struct CachedCipher {
    const char *kind; // null if it is not to be used
    std::size_t key_size;
    std::size_t context_size;
    char words[key_name_most + 192];
    std::uint64_t last_use;
    HideCipher cipher;
};

CachedCipher ciphers[8];
std::uint64_t uses;

// Raises the error that OpenSSL has for what it could not do.
[[noreturn]] void
fail()
{
    char reason[256];
    ERR_error_string_n(ERR_get_error(), reason, sizeof(reason));
    ERR_clear_error();
    cipher_failure(reason);
}

} // namespace

void
HideCipher::encrypt(std::uint8_t *block) const
{
    int size;
    if (EVP_EncryptUpdate(encrypting, block, &size, block, hide_block_size) != 1)
        fail();
}

void
HideCipher::decrypt(std::uint8_t *block) const
{
    int size;
    if (EVP_DecryptUpdate(decrypting, block, &size, block, hide_block_size) != 1)
        fail();
}

namespace {

// HMAC-SHA-256 of `message` by a copy of `mac`: 32 bytes at `digest`. False if OpenSSL fails.
bool
sign(const EVP_MD_CTX *mac, std::string_view message, std::uint8_t *digest)
{
    EVP_MD_CTX *copy = EVP_MD_CTX_new();
    std::size_t size = 32;
    const bool done = copy != nullptr && EVP_MD_CTX_copy_ex(copy, mac) == 1 &&
                      EVP_DigestSignUpdate(copy, message.data(), message.size()) == 1 &&
                      EVP_DigestSignFinal(copy, digest, &size) == 1 && size == 32;
    EVP_MD_CTX_free(copy);
    return done;
}

// Null if OpenSSL fails.
EVP_MD_CTX *
make_mac(const std::uint8_t *key, std::size_t size)
{
    EVP_MD_CTX *mac = EVP_MD_CTX_new();
    EVP_PKEY *object = EVP_PKEY_new_raw_private_key(EVP_PKEY_HMAC, nullptr, key, size);
    const bool done =
        mac != nullptr && object != nullptr && EVP_DigestSignInit(mac, nullptr, EVP_sha256(), nullptr, object) == 1;
    EVP_PKEY_free(object); // of which the context keeps what it needs
    if (!done) {
        EVP_MD_CTX_free(mac);
        return nullptr;
    }
    return mac;
}

void
wipe_text(KeyList &list)
{
    if (list.text == nullptr)
        return;
    OPENSSL_cleanse(list.text, text_room);
    pfree(list.text);
    list.text = nullptr;
}

// Called when the memory context of the list is deleted, also after an error.
void
release(void *argument)
{
    auto &list = *static_cast<KeyList *>(argument);
    wipe_text(list);
    for (int i = 0; i < list.size; ++i)
        EVP_MD_CTX_free(list.keys[i].mac);
}

// A list without keys, which an error ends.
KeyList *
make_list()
{
    // The macro is one of GNU C.
    MemoryContext context =
        AllocSetContextCreateInternal(CurrentMemoryContext, "ulidkit hide keys", ALLOCSET_DEFAULT_SIZES);
    auto *list = static_cast<KeyList *>(MemoryContextAllocZero(context, sizeof(KeyList)));
    list->context = context;
    list->release.func = release;
    list->release.arg = list;
    MemoryContextRegisterResetCallback(context, &list->release);
    return list;
}

NamedKey *
find_key(const KeyList *list, std::string_view name)
{
    for (int i = 0; list != nullptr && i < list->size; ++i)
        if (name == list->keys[i].name)
            return &list->keys[i];
    return nullptr;
}

// As the server checks ssl_key_file, but on the file that is open.
void
check_file(int file)
{
    struct stat status;
    if (fstat(file, &status) != 0)
        key_file_failure("stat");
    if (!S_ISREG(status.st_mode))
        key_file_not_regular();
    if (status.st_uid != geteuid() && status.st_uid != 0)
        key_file_of_others();
    const mode_t refused = S_IRWXO | (status.st_uid == geteuid() ? S_IRWXG : S_IWGRP | S_IXGRP);
    if ((status.st_mode & refused) != 0)
        key_file_exposed();
}

// Reads the file into list.text.
std::string_view
read_file(KeyList &list, const char *path)
{
    // Not blocking, for what turns out to be no regular file.
    const int file = OpenTransientFile(path, O_RDONLY | O_NONBLOCK | PG_BINARY);
    if (file < 0)
        key_file_failure("open");
    check_file(file);
    list.text = static_cast<char *>(MemoryContextAlloc(list.context, text_room));
    std::size_t size = 0;
    ssize_t more;
    do {
        more = read(file, list.text + size, text_room - size);
        if (more > 0)
            size += static_cast<std::size_t>(more);
    } while ((more > 0 && size < text_room) || (more < 0 && errno == EINTR));
    if (more < 0) {
        const int error = errno;
        wipe_text(list);
        errno = error;
        key_file_failure("read");
    }
    CloseTransientFile(file);
    if (size > key_file_most) {
        wipe_text(list);
        key_file_too_long(key_file_most);
    }
    return {list.text, size};
}

// Adds the key, with room for it. False if OpenSSL fails.
bool
add_key(KeyList &list, const HideKey &key, int line)
{
    NamedKey &added = list.keys[list.size];
    memcpy(added.name, key.name.data(), key.name.size());
    added.name[key.name.size()] = '\0';
    added.line = line;
    added.mac = make_mac(key.bytes, key.size);
    if (added.mac == nullptr)
        return false;
    ++list.size;
    std::uint8_t digest[32];
    const bool done = sign(added.mac, fingerprint_label, digest);
    memcpy(added.fingerprint, digest, fingerprint_size);
    OPENSSL_cleanse(digest, sizeof(digest));
    return done;
}

// Reads the keys of the file. Nothing is raised before the text and the key are wiped.
void
read_keys(KeyList &list, const char *path)
{
    std::string_view rest = read_file(list, path);
    const int older = known == nullptr ? 0 : known->size;
    std::size_t lines = 1;
    for (const char letter : rest)
        lines += letter == '\n';
    list.keys = static_cast<NamedKey *>(
        MemoryContextAllocZero(list.context, sizeof(NamedKey) * (lines + static_cast<std::size_t>(older))));

    HideKey key;
    KeyLine found = KeyLine::nothing;
    const NamedKey *same = nullptr;
    bool failed = false;
    int line = 0;
    while (!rest.empty() && found != KeyLine::bad && same == nullptr && !failed) {
        ++line;
        found = parse_key_line(take_line(rest), key);
        if (found == KeyLine::key && (same = find_key(&list, key.name)) == nullptr)
            failed = !add_key(list, key, line);
    }
    OPENSSL_cleanse(&key, sizeof(key));
    wipe_text(list);
    if (failed)
        fail();
    if (found == KeyLine::bad || same != nullptr)
        key_file_bad_line(line, same == nullptr ? 0 : same->line);
    if (list.size == 0)
        key_file_without_keys();
}

// Takes over the names that were known before. False if one of them has another key now, which is logged.
bool
keeps_names(KeyList &list)
{
    for (int i = 0; known != nullptr && i < known->size; ++i) {
        const NamedKey &before = known->keys[i];
        const NamedKey *now = find_key(&list, before.name);
        if (now == nullptr) {
            NamedKey &gone = list.keys[list.size++];
            gone = before;
            gone.mac = nullptr;
        } else if (memcmp(now->fingerprint, before.fingerprint, fingerprint_size) != 0) {
            log_changed_key(now->line);
            return false;
        }
    }
    return true;
}

void
forget_ciphers()
{
    for (CachedCipher &each : ciphers) {
        each.kind = nullptr;
        EVP_CIPHER_CTX_free(each.cipher.encrypting);
        EVP_CIPHER_CTX_free(each.cipher.decrypting);
        each.cipher = {};
    }
}

// Reads the file if it was not read since the last reload. A reload in which a name would change its key changes
// nothing. After an error the file is read again at the next use.
void
update_keys()
{
    if (is_current && reload_of_list == PgReloadTime)
        return;
    // Every process that uses keys is one of the server's children, or a server of a single user.
    Assert(IsUnderPostmaster || !IsPostmasterEnvironment);
    is_current = false;
    const settings::FileSetting &setting = settings::hide_key_file;
    if (setting.refused != nullptr)
        setting_refused(setting.name, setting.refused);
    if (setting.value == nullptr || *setting.value == '\0')
        key_file_not_set(setting.name);
    KeyList *list = make_list();
    read_keys(*list, setting.value);
    if (keeps_names(*list)) {
        forget_ciphers();
        MemoryContextSetParent(list->context, TopMemoryContext);
        std::swap(known, list);
    }
    if (list != nullptr)
        MemoryContextDelete(list->context);
    is_current = true;
    reload_of_list = PgReloadTime;
}

const NamedKey &
present_key(std::string_view name, bool shown)
{
    update_keys();
    const NamedKey *key = find_key(known, name);
    if (key == nullptr || key->mac == nullptr)
        unknown_key(shown ? name : "");
    return *key;
}

// What HMAC makes the key of a cipher from. The context in UTF-8: an error if it cannot be.
std::string_view
message_of(const char *kind, std::string_view context)
{
    StringInfoData message;
    initStringInfo(&message);
    appendBinaryStringInfo(&message, hide_label.data(), static_cast<int>(hide_label.size()));
    appendStringInfoChar(&message, '\0');
    appendStringInfoString(&message, kind);
    appendStringInfoChar(&message, '\0');
    const char *utf8 = pg_server_to_any(context.data(), static_cast<int>(context.size()), PG_UTF8);
    appendBinaryStringInfo(&message, utf8, static_cast<int>(utf8 == context.data() ? context.size() : strlen(utf8)));
    return {message.data, static_cast<std::size_t>(message.len)};
}

// Gives the context a key, or returns false. A new context gets the cipher, too.
bool
set_key(EVP_CIPHER_CTX *&context, const std::uint8_t *key, bool encrypts)
{
    const EVP_CIPHER *cipher = nullptr;
    if (context == nullptr) {
        context = EVP_CIPHER_CTX_new();
        cipher = EVP_aes_128_ecb();
    }
    return context != nullptr && EVP_CipherInit_ex(context, cipher, nullptr, key, nullptr, encrypts ? 1 : 0) == 1 &&
           EVP_CIPHER_CTX_set_padding(context, 0) == 1;
}

// Makes the cipher in the place of the one that was not used for longest. It is found again unless its words are too
// long to be remembered.
CachedCipher &
make_cipher(const char *kind, std::string_view context, std::string_view key, bool shown)
{
    const EVP_MD_CTX *mac = present_key(key, shown).mac;
    const std::string_view message = message_of(kind, context);
    CachedCipher *oldest = &ciphers[0];
    for (CachedCipher &each : ciphers)
        if (each.last_use < oldest->last_use)
            oldest = &each;
    oldest->kind = nullptr;
    std::uint8_t digest[32];
    const bool done = sign(mac, message, digest) && set_key(oldest->cipher.encrypting, digest, true) &&
                      set_key(oldest->cipher.decrypting, digest, false);
    OPENSSL_cleanse(digest, sizeof(digest));
    if (!done) {
        forget_ciphers(); // one can have no key
        fail();
    }
    if (key.size() + context.size() <= sizeof(oldest->words)) {
        memcpy(oldest->words, key.data(), key.size());
        memcpy(oldest->words + key.size(), context.data(), context.size());
        oldest->key_size = key.size();
        oldest->context_size = context.size();
        oldest->kind = kind;
    }
    return *oldest;
}

} // namespace

const HideCipher &
hide_cipher(const char *kind, std::string_view context, std::string_view key, bool shown)
{
    update_keys();
    CachedCipher *found = nullptr;
    for (CachedCipher &each : ciphers)
        if (each.kind == kind && each.key_size == key.size() && each.context_size == context.size() &&
            memcmp(each.words, key.data(), key.size()) == 0 &&
            memcmp(each.words + key.size(), context.data(), context.size()) == 0) {
            found = &each;
            break;
        }
    if (found == nullptr)
        found = &make_cipher(kind, context, key, shown);
    found->last_use = ++uses;
    return found->cipher;
}

void
hide_key_fingerprint(std::string_view key, std::uint8_t *to)
{
    memcpy(to, present_key(key, true).fingerprint, fingerprint_size);
}

} // namespace ulidkit
