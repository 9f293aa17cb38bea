# Compares examples/hide/hide.py with files of hidden forms and of fingerprints, in the form of the vectors.
import csv
import sys
import uuid

from hide import DIGITS, SIZES, fingerprint, hide, hide_uuid, reveal, reveal_uuid

forms, wrong = 0, 0


def check(condition, row):
    global wrong
    if not condition:
        wrong += 1
        print("hide.py is wrong about", *row)


def refuses(function, *arguments):
    try:
        function(*arguments)
    except ValueError:
        return True
    return False


def binary_of(kind, id):
    if SIZES[kind] == 8:
        return int(id).to_bytes(8, "big", signed=True)
    if kind == "tbsl":
        return bytes.fromhex(id)
    number = 0
    for digit in id:
        number = number << 5 | DIGITS.index(digit)
    return number.to_bytes(16, "big")


for name in sys.argv[1:]:
    with open(name, encoding="utf-8", newline="") as file:
        for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row[0] in ("kind", "key"):
                continue
            forms += 1
            if len(row) == 2:
                check(fingerprint(bytes.fromhex(row[0])) == row[1], row)
                continue
            kind, key, context, id, hidden = row
            key = bytes.fromhex(key)
            if kind == "uuidv7":
                check(hide_uuid(key, context, uuid.UUID(id)) == uuid.UUID(hidden), row)
                check(reveal_uuid(key, context, uuid.UUID(hidden)) == uuid.UUID(id), row)
                check(refuses(hide_uuid, key, context, uuid.UUID(hidden)), row)
                check(refuses(reveal_uuid, key, context, uuid.UUID(id)), row)
            else:
                check(hide(key, kind, context, binary_of(kind, id)) == hidden, row)
                check(reveal(key, kind, context, hidden) == binary_of(kind, id), row)
                check(refuses(reveal, key, kind, context, hidden.lower() + "0"), row)
                check(kind == "ulid" or refuses(reveal, key, kind, context + "x", hidden), row)
print(f"hide.py: {forms} forms, {wrong} wrong")
sys.exit(1 if wrong or not forms else 0)
