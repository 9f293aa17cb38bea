# psycopg2. It writes parameters into the statement: a str is a literal of no type, but a list is an array of text.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
from datetime import datetime, timedelta, timezone

import psycopg2
import psycopg2.extensions
from psycopg2.extras import execute_values

conn = psycopg2.connect("")
conn.autocommit = True
db = conn.cursor()
db.execute("CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL)")
db.execute("CREATE TABLE orders (id ulid PRIMARY KEY DEFAULT ulid_generate(), customer ulid REFERENCES customer)")

db.execute("INSERT INTO customer (name) VALUES (%s) RETURNING id", ["first"])
[first] = db.fetchone()
db.execute("INSERT INTO orders (customer) VALUES (%s)", [first])
[(second,)] = execute_values(db, "INSERT INTO customer (name) VALUES %s RETURNING id", [("second",)], fetch=True)

db.execute("SELECT name FROM customer WHERE id = %s", [first])
assert db.fetchall() == [("first",)]

# A list is sent as ARRAY['...'], which is an array of text: the cast makes it one of ulid. A tuple with IN needs none.
db.execute("SELECT name FROM customer WHERE id = ANY(%s::ulid[]) ORDER BY id", [[first, second]])
assert db.fetchall() == [("first",), ("second",)]
db.execute("SELECT count(*) FROM customer WHERE id IN %s", [(first, second)])
assert db.fetchone() == (2,)
db.execute("EXPLAIN SELECT FROM customer WHERE id = ANY(%s::ulid[])", [[first, second]])
assert any("Index Cond" in line for [line] in db)

# The rows of a VALUES list need a cast, too.
update = "UPDATE customer SET name = v.name FROM (VALUES %s) AS v (id, name) WHERE customer.id = v.id"
execute_values(db, update, [(first, "renamed")], template="(%s::ulid, %s)")
assert db.rowcount == 1

hour_ago = datetime.now(timezone.utc) - timedelta(hours=1)
db.execute("SELECT id::timestamptz FROM customer WHERE id::timestamptz >= %s", [hour_ago])
assert db.rowcount == 2 and db.fetchone()[0] > hour_ago
db.execute("EXPLAIN SELECT FROM customer WHERE id::timestamptz >= %s", [hour_ago])
assert any("Index Cond: (id >=" in line for [line] in db)

# psycopg2 reads an array of a type that it does not know as one str, until it is told that it is an array of strings.
db.execute("SELECT 'ulid[]'::regtype::oid")
[oid] = db.fetchone()
ulids = psycopg2.extensions.new_array_type((oid,), "ULID[]", psycopg2.STRING)
psycopg2.extensions.register_type(ulids, conn)
db.execute("SELECT array_agg(id ORDER BY id) FROM customer")
assert db.fetchone() == ([first, second],)

for text, error in (
    ("01ARZ3NDEKTSV4RRFFQ69G5FAO", psycopg2.errors.InvalidTextRepresentation),  # 22P02
    ("81ARZ3NDEKTSV4RRFFQ69G5FAV", psycopg2.errors.NumericValueOutOfRange),  # 22003
):
    try:
        db.execute("SELECT FROM customer WHERE id = %s", [text])
    except error:
        continue
    raise AssertionError(text)
