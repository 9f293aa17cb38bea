// Compares examples/hide/hide.mjs with files of hidden forms and of fingerprints, in the form of the vectors.
import { readFileSync } from 'node:fs';
import { fingerprint, hide, hideUuid, reveal, revealUuid } from './hide.mjs';

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
let forms = 0;
let wrong = 0;

function check(condition, row) {
  if (condition) return;
  wrong++;
  console.log('hide.mjs is wrong about', ...row);
}

function refuses(action) {
  try {
    action();
  } catch (error) {
    return error instanceof RangeError;
  }
  return false;
}

function binaryOf(kind, id) {
  if (kind === 'tbsl') return Buffer.from(id, 'hex');
  if (kind === 'ulid') {
    const number = [...id].reduce((sum, digit) => (sum << 5n) | BigInt(digits.indexOf(digit)), 0n);
    return Buffer.from(number.toString(16).padStart(32, '0'), 'hex');
  }
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(id));
  return bytes;
}

for (const name of process.argv.slice(2))
  for (const line of readFileSync(name, 'utf8').trimEnd().split('\n')) {
    const row = line.split('\t');
    if (row[0] === 'kind' || row[0] === 'key') continue;
    forms++;
    if (row.length === 2) {
      check(fingerprint(Buffer.from(row[0], 'hex')) === row[1], row);
      continue;
    }
    const [kind, digitsOfKey, context, id, hidden] = row;
    const key = Buffer.from(digitsOfKey, 'hex');
    if (kind === 'uuidv7') {
      check(hideUuid(key, context, id) === hidden && revealUuid(key, context, hidden) === id, row);
      check(refuses(() => hideUuid(key, context, hidden)) && refuses(() => revealUuid(key, context, id)), row);
    } else {
      check(hide(key, kind, context, binaryOf(kind, id)) === hidden, row);
      check(reveal(key, kind, context, hidden).equals(binaryOf(kind, id)), row);
      check(refuses(() => reveal(key, kind, context, hidden.toLowerCase() + '0')), row);
      check(kind === 'ulid' || refuses(() => reveal(key, kind, `${context}x`, hidden)), row);
    }
  }
console.log(`hide.mjs: ${forms} forms, ${wrong} wrong`);
process.exit(wrong || !forms ? 1 : 0);
