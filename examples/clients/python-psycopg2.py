# psycopg2. It writes parameters into the statement: a str is a literal of no type, but a list is an array of text.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import io
from datetime import datetime, timezone

import psycopg2
import psycopg2.extensions
from psycopg2.extras import execute_values

conn = psycopg2.connect("")
conn.autocommit = True
db = conn.cursor()
db.execute("CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid)")
db.execute("CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text)")


def says(name, value):
    print(f"{name}: {value}")


def one_value(query, values=None):
    db.execute(query, values)
    return db.fetchone()[0]


def names(query, values):
    db.execute(query, values)
    return " ".join(name for [name] in db)


def sqlstate(query, value, expected):
    try:
        db.execute(query, [value])
    except expected as error:
        return error.pgcode
    return "no error"


says("default", len(one_value("INSERT INTO customer (name) VALUES (%s) RETURNING id", ["new"])))
given, first, two, second = (
    "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8")
says("given", one_value("INSERT INTO customer (id, name) VALUES (%s, %s) RETURNING id", [given, "given"]))
execute_values(db, "INSERT INTO customer (id, name) VALUES %s", [(first, "one"), (two, "two"), (second, "three")])
says("batch", db.rowcount)

by_id = "SELECT name FROM customer WHERE id = %s"
says("id", names(by_id, [given]))
# A list is sent as ARRAY['...'], which is an array of text: the cast makes it one of ulid. A tuple with IN needs none.
db.execute("SELECT name FROM customer WHERE id = ANY(%s::ulid[]) ORDER BY id", [[first, second]])
says("list", " ".join(name for [name] in db))
db.execute("SELECT count(*) FROM customer WHERE id IN %s", [(first, second)])
assert db.fetchone() == (2,)
says("after_id", names("SELECT name FROM customer WHERE id > %s ORDER BY id LIMIT 2", [first]))
start = datetime(2026, 1, 1, 12, tzinfo=timezone.utc)
after_time = "SELECT name FROM customer WHERE id::timestamptz > %s ORDER BY id::timestamptz LIMIT 2"
says("after_time", names(after_time, [start]))
times = [datetime(2026, 1, 2, tzinfo=timezone.utc), datetime(2026, 1, 4, tzinfo=timezone.utc)]
between = "SELECT name FROM customer WHERE id::timestamptz >= %s AND id::timestamptz < %s ORDER BY id"
says("time_range", names(between, times))
assert one_value("SELECT id::timestamptz FROM customer WHERE id = %s", [first]) == start

# psycopg2 reads an array of a type that it does not know as one str, until it is told that it is an array of strings.
oid = one_value("SELECT 'ulid[]'::regtype::oid")
ulids = psycopg2.extensions.new_array_type((oid,), "ULID[]", psycopg2.STRING)
psycopg2.extensions.register_type(ulids, conn)
assert one_value("SELECT array_agg(id ORDER BY id) FROM customer WHERE id IN %s", [(first, second)]) == [first, second]

db.execute("UPDATE customer SET name = %s, parent = %s WHERE id = %s", ["renamed", first, two])
says("update", db.rowcount)
# The rows of a VALUES list need a cast, too.
update = "UPDATE customer SET name = v.name FROM (VALUES %s) AS v (id, name) WHERE customer.id = v.id"
execute_values(db, update, [(first, "renamed")], template="(%s::ulid, %s)")
execute_values(db, update, [(first, "one"), (two, "second")], template="(%s::ulid, %s)")
assert db.rowcount == 2
db.execute("DELETE FROM customer WHERE id = %s", [second])
says("delete", db.rowcount)
says("null", one_value("INSERT INTO customer (name, parent) VALUES (%s, %s) RETURNING parent", ["nobody", None]))

says("bad", sqlstate(by_id, "01ARZ3NDEKTSV4RRFFQ69G5FAO", psycopg2.errors.InvalidTextRepresentation))
says("range", sqlstate(by_id, "81ARZ3NDEKTSV4RRFFQ69G5FAV", psycopg2.errors.NumericValueOutOfRange))
says("untyped", names(by_id, [given]))
says("typed", sqlstate("SELECT name FROM customer WHERE id = %s::text", given, psycopg2.errors.UndefinedFunction))

db.copy_expert("COPY customer (id, name) FROM STDIN (FORMAT csv)", io.StringIO("01KE4E1TG0A1B2C3D4E5F6G7H8,copied\n"))
says("copy", names(by_id, ["01KE4E1TG0A1B2C3D4E5F6G7H8"]))

event = one_value("INSERT INTO event (note) VALUES ('started') RETURNING id")
says("kind", one_value("SELECT note FROM event WHERE id = %s", [event]))
