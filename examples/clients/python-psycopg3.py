# psycopg 3. Strings go in and come out; nothing has to be registered, except for arrays.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
from datetime import datetime, timezone

import psycopg
from psycopg.types import TypeInfo

conn = psycopg.connect(autocommit=True)
conn.execute("CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid)")
conn.execute("CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text)")


def says(name, value):
    print(f"{name}: {value}")


def names(query, values):
    return " ".join(name for [name] in conn.execute(query, values))


def sqlstate(query, value, expected):
    try:
        conn.execute(query, [value])
    except expected as error:
        return error.sqlstate
    return "no error"


# The server makes the ID, RETURNING brings it back as a str.
[new] = conn.execute("INSERT INTO customer (name) VALUES (%s) RETURNING id", ["new"]).fetchone()
says("default", len(new))
given, one, two, three = (
    "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8")
insert = "INSERT INTO customer (id, name) VALUES (%s, %s)"
says("given", conn.execute(insert + " RETURNING id", [given, "given"]).fetchone()[0])
with conn.cursor() as db:
    db.executemany(insert, [(one, "one"), (two, "two"), (three, "three")])
    says("batch", db.rowcount)

by_id = "SELECT name FROM customer WHERE id = %s"
says("id", names(by_id, [given]))
says("list", names("SELECT name FROM customer WHERE id = ANY(%s) ORDER BY id", [[one, three]]))
says("after_id", names("SELECT name FROM customer WHERE id > %s ORDER BY id LIMIT 2", [one]))
# By time, with datetimes that have a time zone, and the time of an ID
start = datetime(2026, 1, 1, 12, tzinfo=timezone.utc)
after_time = "SELECT name FROM customer WHERE id::timestamptz > %s ORDER BY id::timestamptz LIMIT 2"
says("after_time", names(after_time, [start]))
times = [datetime(2026, 1, 2, tzinfo=timezone.utc), datetime(2026, 1, 4, tzinfo=timezone.utc)]
between = "SELECT name FROM customer WHERE id::timestamptz >= %s AND id::timestamptz < %s ORDER BY id"
says("time_range", names(between, times))
assert conn.execute("SELECT id::timestamptz FROM customer WHERE id = %s", [one]).fetchone() == (start,)

# psycopg reads an array of a type that it does not know as one str; with the type registered, as a list.
TypeInfo.fetch(conn, "ulid").register(conn)
[ids] = conn.execute("SELECT array_agg(id ORDER BY id) FROM customer WHERE id = ANY(%s)", [[one, three]]).fetchone()
assert ids == [one, three]

says("update", conn.execute("UPDATE customer SET name = %s, parent = %s WHERE id = %s", ["second", one, two]).rowcount)
says("delete", conn.execute("DELETE FROM customer WHERE id = %s", [three]).rowcount)
nobody = "INSERT INTO customer (name, parent) VALUES (%s, %s) RETURNING parent"
says("null", conn.execute(nobody, ["nobody", None]).fetchone()[0])

# The errors for texts that are not IDs, and for a parameter of type text
says("bad", sqlstate(by_id, "01ARZ3NDEKTSV4RRFFQ69G5FAO", psycopg.errors.InvalidTextRepresentation))
says("range", sqlstate(by_id, "81ARZ3NDEKTSV4RRFFQ69G5FAV", psycopg.errors.NumericValueOutOfRange))
says("untyped", names(by_id, [given]))
says("typed", sqlstate("SELECT name FROM customer WHERE id = %s::text", given, psycopg.errors.UndefinedFunction))

# COPY in text format, which is psycopg's default. In FORMAT BINARY an ID is 16 bytes.
with conn.cursor().copy("COPY customer (id, name) FROM STDIN") as copy:
    copy.write_row(("01KE4E1TG0A1B2C3D4E5F6G7H8", "copied"))
says("copy", names(by_id, ["01KE4E1TG0A1B2C3D4E5F6G7H8"]))

[event] = conn.execute("INSERT INTO event (note) VALUES ('started') RETURNING id").fetchone()
says("kind", names("SELECT note FROM event WHERE id = %s", [event]))
