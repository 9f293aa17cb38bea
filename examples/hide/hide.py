# The hidden forms of ulidkit, by the package cryptography (Debian: python3-cryptography): for a service that has the key
# and no server to ask.
import hashlib
import hmac
import uuid

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
# Bytes of the binary form. An ID of 8 bytes is the bigint, big-endian.
SIZES = {"ulid": 16, "ulidflake": 8, "timeid": 8, "tbsl": 10, "bigint": 8}


def _mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


def _block(key, kind, context):
    """The cipher of one block of 16 bytes. The key has 16 or 32 bytes."""
    message = b"\0".join([b"ulidkit/hide/v1", kind.encode(), context.encode()])
    return Cipher(algorithms.AES(_mac(key, message)[:16]), modes.ECB())


def hide(key, kind, context, binary):
    """K_hide(): the hidden form of the binary form of an ID, such as (42).to_bytes(8, "big", signed=True)."""
    assert len(binary) == SIZES[kind]
    block = _block(key, kind, context).encryptor().update(binary.ljust(16, b"\0"))
    number = int.from_bytes(block, "big")
    return "".join(DIGITS[number >> 5 * place & 31] for place in reversed(range(26)))


def reveal(key, kind, context, hidden):
    """K_reveal(): the binary form, or ValueError for what hides nothing."""
    number = 0
    for digit in hidden:
        number = number << 5 | DIGITS.index(digit)
    if len(hidden) != 26 or hidden[0] > "7":
        raise ValueError("no hidden form")
    block = _block(key, kind, context).decryptor().update(number.to_bytes(16, "big"))
    size = SIZES[kind]
    if any(block[size:]):
        raise ValueError("hides nothing with this key and context")
    return block[:size]


def _walk(step, x, version):
    """Replaces x, a UUID of version 8, by the next one of that version, and sets the version."""
    while True:
        x = step(x)
        if x[6] >> 4 == 8 and x[8] >> 6 == 2:
            return uuid.UUID(bytes=x[:6] + bytes([version << 4 | x[6] & 15]) + x[7:])


def hide_uuid(key, context, id):
    """uuidv7_hide(): a UUID of version 8 for one of version 7."""
    x = id.bytes
    if x[6] >> 4 != 7 or x[8] >> 6 != 2:
        raise ValueError("not of version 7")
    return _walk(_block(key, "uuidv7", context).encryptor().update, x[:6] + bytes([8 << 4 | x[6] & 15]) + x[7:], 8)


def reveal_uuid(key, context, hidden):
    """uuidv7_reveal()"""
    x = hidden.bytes
    if x[6] >> 4 != 8 or x[8] >> 6 != 2:
        raise ValueError("no hidden form")
    return _walk(_block(key, "uuidv7", context).decryptor().update, x, 7)


def fingerprint(key):
    """ulidkit_hide_key_fingerprint()"""
    return _mac(key, b"ulidkit/fingerprint/v1")[:8].hex()
