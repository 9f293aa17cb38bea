// The hidden forms of ulidkit, by Node's own module crypto: for a service that has the key and no server to ask.
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
// Bytes of the binary form. An ID of 8 bytes is the bigint, big-endian.
const sizes = { ulid: 16, ulidflake: 8, timeid: 8, tbsl: 10, bigint: 8 };

const mac = (key, message) => createHmac('sha256', key).update(message, 'utf8').digest();

// A function that encrypts or decrypts one block of 16 bytes. The key is a Buffer of 16 or 32 bytes.
function block(create, key, kind, context) {
  const cipher = create('aes-128-ecb', mac(key, `ulidkit/hide/v1\0${kind}\0${context}`).subarray(0, 16), null);
  cipher.setAutoPadding(false);
  return (bytes) => cipher.update(bytes);
}

// K_hide(): the hidden form of the binary form of an ID. That of a bigint is made by buffer.writeBigInt64BE().
export function hide(key, kind, context, binary) {
  if (binary.length !== sizes[kind]) throw new RangeError('wrong length');
  const plain = Buffer.concat([binary], 16);
  let number = BigInt(`0x${block(createCipheriv, key, kind, context)(plain).toString('hex')}`);
  let text = '';
  for (let place = 0; place < 26; place++, number >>= 5n) text = digits[Number(number & 31n)] + text;
  return text;
}

// K_reveal(): the binary form, or an error for what hides nothing.
export function reveal(key, kind, context, hidden) {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(hidden)) throw new RangeError('no hidden form');
  let number = 0n;
  for (const digit of hidden) number = (number << 5n) | BigInt(digits.indexOf(digit));
  const bytes = Buffer.from(number.toString(16).padStart(32, '0'), 'hex');
  const plain = block(createDecipheriv, key, kind, context)(bytes);
  if (plain.subarray(sizes[kind]).some((byte) => byte !== 0)) throw new RangeError('hides nothing with this key and context');
  return plain.subarray(0, sizes[kind]);
}

const isVersion = (x, version) => x[6] >> 4 === version && x[8] >> 6 === 2;
const setVersion = (x, version) => {
  x[6] = (x[6] & 15) | (version << 4);
  return x;
};
const bytesOf = (uuid) => Buffer.from(uuid.replaceAll('-', ''), 'hex');
const textOf = (x) => x.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

// uuidv7_hide(): the text of a UUID of version 8 for one of version 7.
export function hideUuid(key, context, id) {
  let x = bytesOf(id);
  if (!isVersion(x, 7)) throw new RangeError('not of version 7');
  const encrypt = block(createCipheriv, key, 'uuidv7', context);
  setVersion(x, 8);
  do x = encrypt(x);
  while (!isVersion(x, 8));
  return textOf(x);
}

// uuidv7_reveal()
export function revealUuid(key, context, hidden) {
  let x = bytesOf(hidden);
  if (!isVersion(x, 8)) throw new RangeError('no hidden form');
  const decrypt = block(createDecipheriv, key, 'uuidv7', context);
  do x = decrypt(x);
  while (!isVersion(x, 8));
  return textOf(setVersion(x, 7));
}

// ulidkit_hide_key_fingerprint()
export const fingerprint = (key) => mac(key, 'ulidkit/fingerprint/v1').subarray(0, 8).toString('hex');
