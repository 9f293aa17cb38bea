# pyodbc, on psqlodbc. Strings go in and come out.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import os
from datetime import datetime

import pyodbc

# psqlODBC reads no PG* variables.
conn = pyodbc.connect(
    "Driver={PostgreSQL Unicode};Server=%(PGHOST)s;Port=%(PGPORT)s;Database=%(PGDATABASE)s;Uid=%(PGUSER)s" % os.environ
)
conn.autocommit = True
db = conn.cursor()
db.execute("CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid)")
db.execute("CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text)")


def says(name, value):
    print(f"{name}: {value}")


def names(query, *values):
    return " ".join(name for [name] in db.execute(query, *values).fetchall())


def sqlstate(query, value):
    try:
        db.execute(query, value)
    except pyodbc.Error as error:
        return error.args[0]
    return "no error"


says("default", len(db.execute("INSERT INTO customer (name) VALUES (?) RETURNING id", "new").fetchval()))
given, one, two, three = (
    "01ARZ3NDEKTSV4RRFFQ69G5FAV", "01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8")
insert = "INSERT INTO customer (id, name) VALUES (?, ?)"
says("given", db.execute(insert + " RETURNING id", given, "given").fetchval())
batch = [(one, "one"), (two, "two"), (three, "three")]
db.executemany(insert, batch)
says("batch", len(batch))

by_id = "SELECT name FROM customer WHERE id = ?"
says("id", names(by_id, given))
# ODBC has no arrays: send a list as the text of one.
says("list", names("SELECT name FROM customer WHERE id = ANY(?) ORDER BY id", "{%s,%s}" % (one, three)))
says("after_id", names("SELECT name FROM customer WHERE id > ? ORDER BY id LIMIT 2", one))
# ODBC's times have no time zone: they are local times of the session.
db.execute("SET timezone = 'UTC'")
after_time = "SELECT name FROM customer WHERE id::timestamptz > ? ORDER BY id::timestamptz LIMIT 2"
says("after_time", names(after_time, datetime(2026, 1, 1, 12)))
between = "SELECT name FROM customer WHERE id::timestamptz >= ? AND id::timestamptz < ? ORDER BY id"
says("time_range", names(between, datetime(2026, 1, 2), datetime(2026, 1, 4)))

says("update", db.execute("UPDATE customer SET name = ?, parent = ? WHERE id = ?", "second", one, two).rowcount)
says("delete", db.execute("DELETE FROM customer WHERE id = ?", three).rowcount)
says("null", db.execute("INSERT INTO customer (name, parent) VALUES (?, ?) RETURNING parent", "nobody", None).fetchval())

says("bad", sqlstate(by_id, "01ARZ3NDEKTSV4RRFFQ69G5FAO"))
says("range", sqlstate(by_id, "81ARZ3NDEKTSV4RRFFQ69G5FAV"))
says("untyped", names(by_id, given))
says("typed", sqlstate("SELECT name FROM customer WHERE id = ?::text", given))

event = db.execute("INSERT INTO event (note) VALUES ('started') RETURNING id").fetchval()
says("kind", db.execute("SELECT note FROM event WHERE id = ?", event).fetchval())
