# asyncpg. Strings work unchanged, by the text format; binary COPY and composite values need a codec.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import asyncio
from datetime import datetime, timezone

import asyncpg

DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def encode(text):
    number = 0
    for digit in text:
        number = number << 5 | DIGITS.index(digit)
    return number.to_bytes(16, "big")


def decode(data):
    number = int.from_bytes(data, "big")
    return "".join(DIGITS[number >> shift & 31] for shift in range(125, -5, -5))


def says(name, value):
    print(f"{name}: {value}")


async def main():
    conn = await asyncpg.connect()
    await conn.execute("CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid)")
    await conn.execute("CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text)")

    async def names(query, *values):
        return " ".join(row["name"] for row in await conn.fetch(query, *values))

    async def sqlstate(query, value, expected):
        try:
            await conn.fetch(query, value)
        except expected as error:
            return error.sqlstate
        return "no error"

    says("default", len(await conn.fetchval("INSERT INTO customer (name) VALUES ($1) RETURNING id", "new")))
    given, one, two, three = (
        "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8")
    insert = "INSERT INTO customer (id, name) VALUES ($1, $2) RETURNING id"
    says("given", await conn.fetchval(insert, given, "given"))
    await conn.executemany(insert, [(one, "one"), (two, "two"), (three, "three")])
    ids = [one, two, three]
    assert await conn.fetchval("SELECT array_agg(id ORDER BY id) FROM customer WHERE id = ANY($1)", ids) == ids
    says("batch", len(ids))

    by_id = "SELECT name FROM customer WHERE id = $1"
    says("id", await names(by_id, given))
    says("list", await names("SELECT name FROM customer WHERE id = ANY($1) ORDER BY id", [one, three]))
    says("after_id", await names("SELECT name FROM customer WHERE id > $1 ORDER BY id LIMIT 2", one))
    start = datetime(2026, 1, 1, 12, tzinfo=timezone.utc)
    after_time = "SELECT name FROM customer WHERE id::timestamptz > $1 ORDER BY id::timestamptz LIMIT 2"
    says("after_time", await names(after_time, start))
    times = [datetime(2026, 1, 2, tzinfo=timezone.utc), datetime(2026, 1, 4, tzinfo=timezone.utc)]
    between = "SELECT name FROM customer WHERE id::timestamptz >= $1 AND id::timestamptz < $2 ORDER BY id"
    says("time_range", await names(between, *times))
    assert await conn.fetchval("SELECT id::timestamptz FROM customer WHERE id = $1", one) == start

    update = "UPDATE customer SET name = $1, parent = $2 WHERE id = $3"
    says("update", (await conn.execute(update, "second", one, two)).split()[1])
    says("delete", (await conn.execute("DELETE FROM customer WHERE id = $1", three)).split()[1])
    nobody = "INSERT INTO customer (name, parent) VALUES ($1, $2) RETURNING parent"
    says("null", await conn.fetchval(nobody, "nobody", None))

    says("bad", await sqlstate(by_id, "01ARZ3NDEKTSV4RRFFQ69G5FAO", asyncpg.InvalidTextRepresentationError))
    says("range", await sqlstate(by_id, "81ARZ3NDEKTSV4RRFFQ69G5FAV", asyncpg.NumericValueOutOfRangeError))
    says("untyped", await names(by_id, given))
    says("typed", await sqlstate("SELECT name FROM customer WHERE id = $1::text", given, asyncpg.UndefinedFunctionError))

    event = await conn.fetchval("INSERT INTO event (note) VALUES ('started') RETURNING id")
    says("kind", await conn.fetchval("SELECT note FROM event WHERE id = $1", event))

    # copy_records_to_table() and whole rows use the binary format only, for which asyncpg has no codec of a type
    # that it does not know. A codec of format="text" does not help.
    await conn.set_type_codec("ulid", schema="public", encoder=encode, decoder=decode, format="binary")
    copied = "01KE4E1TG0A1B2C3D4E5F6G7H8"
    await conn.copy_records_to_table("customer", records=[(copied, "copied")], columns=["id", "name"])
    says("copy", await names(by_id, copied))
    row = await conn.fetchval("SELECT customer FROM customer WHERE id = $1", one)
    assert row["id"] == one
    await conn.close()


asyncio.run(main())
