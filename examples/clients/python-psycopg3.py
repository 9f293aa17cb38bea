# psycopg 3. Strings go in and come out; nothing has to be registered, except for arrays.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
from datetime import datetime, timedelta, timezone

import psycopg
from psycopg.types import TypeInfo

conn = psycopg.connect(autocommit=True)
conn.execute("CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL)")
conn.execute("CREATE TABLE orders (id ulid PRIMARY KEY DEFAULT ulid_generate(), customer ulid REFERENCES customer)")

# The server makes the ID, RETURNING brings it back as a str.
[first] = conn.execute("INSERT INTO customer (name) VALUES (%s) RETURNING id", ["first"]).fetchone()
[second] = conn.execute("INSERT INTO customer (name) VALUES (%s) RETURNING id", ["second"]).fetchone()
assert len(first) == 26 and first < second
conn.execute("INSERT INTO orders (customer) VALUES (%s)", [first])

# By ID, and by a list of IDs. Both use the index.
assert conn.execute("SELECT name FROM customer WHERE id = %s", [first]).fetchall() == [("first",)]
ids = [first, second]
assert len(conn.execute("SELECT name FROM customer WHERE id = ANY(%s)", [ids]).fetchall()) == 2
plan = conn.execute("EXPLAIN SELECT FROM customer WHERE id = ANY(%s)", [ids]).fetchall()
assert any("Index Cond" in line for [line] in plan)

# By time, with a datetime that has a time zone, and the time of an ID.
hour_ago = datetime.now(timezone.utc) - timedelta(hours=1)
rows = conn.execute("SELECT id::timestamptz FROM customer WHERE id::timestamptz >= %s", [hour_ago]).fetchall()
assert len(rows) == 2 and rows[0][0] > hour_ago
plan = conn.execute("EXPLAIN SELECT FROM customer WHERE id::timestamptz >= %s", [hour_ago]).fetchall()
assert any("Index Cond: (id >=" in line for [line] in plan)

# psycopg reads an array of a type that it does not know as one str; with the type registered, as a list.
TypeInfo.fetch(conn, "ulid").register(conn)
assert conn.execute("SELECT array_agg(id ORDER BY id) FROM customer").fetchone() == ([first, second],)

# COPY in text format, which is psycopg's default. In FORMAT BINARY an ID is 16 bytes.
with conn.cursor().copy("COPY customer (id, name) FROM STDIN") as copy:
    copy.write_row(("01ARZ3NDEKTSV4RRFFQ69G5FAV", "copied"))

# The errors for texts that are not IDs
for text, error in (
    ("01ARZ3NDEKTSV4RRFFQ69G5FAO", psycopg.errors.InvalidTextRepresentation),  # 22P02
    ("81ARZ3NDEKTSV4RRFFQ69G5FAV", psycopg.errors.NumericValueOutOfRange),  # 22003
):
    try:
        conn.execute("SELECT FROM customer WHERE id = %s", [text])
    except error:
        continue
    raise AssertionError(text)
