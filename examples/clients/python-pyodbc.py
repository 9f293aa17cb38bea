# pyodbc, on psqlodbc. Strings go in and come out.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import os
from datetime import datetime, timedelta

import pyodbc

# psqlODBC reads no PG* variables.
conn = pyodbc.connect(
    "Driver={PostgreSQL Unicode};Server=%(PGHOST)s;Port=%(PGPORT)s;Database=%(PGDATABASE)s;Uid=%(PGUSER)s" % os.environ
)
conn.autocommit = True
db = conn.cursor()
db.execute("CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL)")
db.execute("CREATE TABLE orders (id ulid PRIMARY KEY DEFAULT ulid_generate(), customer ulid REFERENCES customer)")

first = db.execute("INSERT INTO customer (name) VALUES (?) RETURNING id", "first").fetchval()
second = db.execute("INSERT INTO customer (name) VALUES (?) RETURNING id", "second").fetchval()
assert len(first) == 26 and first < second
db.execute("INSERT INTO orders (customer) VALUES (?)", first)

assert db.execute("SELECT name FROM customer WHERE id = ?", first).fetchval() == "first"
# ODBC has no arrays: send a list as the text of one.
assert len(db.execute("SELECT name FROM customer WHERE id = ANY(?)", "{%s,%s}" % (first, second)).fetchall()) == 2

# ODBC's times have no time zone: they are local times of the session.
db.execute("SET timezone = 'UTC'")
hour_ago = datetime.utcnow() - timedelta(hours=1)
assert len(db.execute("SELECT id FROM customer WHERE id::timestamptz >= ?", hour_ago).fetchall()) == 2
plan = db.execute("EXPLAIN SELECT FROM customer WHERE id::timestamptz >= ?", hour_ago).fetchval()
assert plan.startswith("Index"), plan

for text, state in ("01ARZ3NDEKTSV4RRFFQ69G5FAO", "22P02"), ("81ARZ3NDEKTSV4RRFFQ69G5FAV", "22003"):
    try:
        db.execute("SELECT FROM customer WHERE id = ?", text)
    except pyodbc.Error as error:
        assert error.args[0] == state, error
        continue
    raise AssertionError(text)
