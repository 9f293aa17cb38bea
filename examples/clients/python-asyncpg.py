# asyncpg. Strings work unchanged, by the text format; binary COPY and composite values need a codec.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import asyncio
from datetime import datetime, timedelta, timezone

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


async def main():
    conn = await asyncpg.connect()
    await conn.execute("CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL)")

    first = await conn.fetchval("INSERT INTO customer (name) VALUES ($1) RETURNING id", "first")
    second = await conn.fetchval("INSERT INTO customer (name) VALUES ($1) RETURNING id", "second")
    assert await conn.fetchval("SELECT name FROM customer WHERE id = $1", first) == "first"
    assert len(await conn.fetch("SELECT name FROM customer WHERE id = ANY($1)", [first, second])) == 2
    assert await conn.fetchval("SELECT array_agg(id ORDER BY id) FROM customer") == [first, second]
    plan = await conn.fetch("EXPLAIN SELECT FROM customer WHERE id = ANY($1)", [first, second])
    assert any("Index Cond" in line for [line] in plan)

    hour_ago = datetime.now(timezone.utc) - timedelta(hours=1)
    times = await conn.fetch("SELECT id::timestamptz FROM customer WHERE id::timestamptz >= $1", hour_ago)
    assert len(times) == 2 and times[0][0] > hour_ago
    plan = await conn.fetch("EXPLAIN SELECT FROM customer WHERE id::timestamptz >= $1", hour_ago)
    assert any("Index Cond: (id >=" in line for [line] in plan)

    for text, error in (
        ("01ARZ3NDEKTSV4RRFFQ69G5FAO", asyncpg.InvalidTextRepresentationError),  # 22P02
        ("81ARZ3NDEKTSV4RRFFQ69G5FAV", asyncpg.NumericValueOutOfRangeError),  # 22003
    ):
        try:
            await conn.fetch("SELECT FROM customer WHERE id = $1", text)
        except error:
            continue
        raise AssertionError(text)

    # copy_records_to_table() and whole rows use the binary format only, for which asyncpg has no codec of a type
    # that it does not know. A codec of format="text" does not help.
    await conn.set_type_codec("ulid", schema="public", encoder=encode, decoder=decode, format="binary")
    copied = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
    await conn.copy_records_to_table("customer", records=[(copied, "copied")])
    assert await conn.fetchval("SELECT name FROM customer WHERE id = $1", copied) == "copied"
    row = await conn.fetchval("SELECT customer FROM customer WHERE id = $1", first)
    assert row["id"] == first
    assert await conn.fetchval("SELECT array_agg(id ORDER BY id) FROM customer") == [copied, first, second]
    await conn.close()


asyncio.run(main())
