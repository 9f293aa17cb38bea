// node-postgres (pg). Strings go in and come out; nothing has to be registered, except for arrays.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import assert from "node:assert/strict";
import pg from "pg";

const db = new pg.Client();
await db.connect();
const says = (name, value) => console.log(`${name}: ${value}`);
const names = async (sql, values) => (await db.query(sql, values)).rows.map((row) => row.name).join(" ");
// A text that is not an ID is a DatabaseError, with the SQLSTATE in code.
const sqlstate = (query) => query.then(() => "no error", (error) => error instanceof pg.DatabaseError && error.code);
await db.query("CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid)");
await db.query("CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text)");

says("default", (await db.query("INSERT INTO customer (name) VALUES ($1) RETURNING id", ["new"])).rows[0].id.length);
const given = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const insert = "INSERT INTO customer (id, name) VALUES ($1, $2) RETURNING id";
says("given", (await db.query(insert, [given, "given"])).rows[0].id);
const ids = ["01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8"];
const batch = "INSERT INTO customer (id, name) SELECT * FROM unnest($1::ulid[], $2::text[])";
says("batch", (await db.query(batch, [ids, ["one", "two", "three"]])).rowCount);
const [one, two, three] = ids;

const byId = "SELECT name FROM customer WHERE id = $1";
says("id", await names(byId, [given]));
says("list", await names("SELECT name FROM customer WHERE id = ANY($1) ORDER BY id", [[one, three]]));
says("after_id", await names("SELECT name FROM customer WHERE id > $1 ORDER BY id LIMIT 2", [one]));
const afterTime = "SELECT name FROM customer WHERE id::timestamptz > $1 ORDER BY id::timestamptz LIMIT 2";
says("after_time", await names(afterTime, [new Date("2026-01-01T12:00Z")]));
const between = "SELECT name FROM customer WHERE id::timestamptz >= $1 AND id::timestamptz < $2 ORDER BY id";
says("time_range", await names(between, [new Date("2026-01-02T00:00Z"), new Date("2026-01-04T00:00Z")]));
const time = await db.query("SELECT id::timestamptz AS created_at FROM customer WHERE id = $1", [one]);
assert.deepEqual(time.rows, [{ created_at: new Date("2026-01-01T12:00Z") }]);

// pg reads an array of a type that it does not know as one string. This reads it as text[], whose OID is 1009.
const { oid } = (await db.query("SELECT 'ulid[]'::regtype::oid")).rows[0];
pg.types.setTypeParser(oid, pg.types.getTypeParser(1009));
const list = await db.query("SELECT array_agg(id ORDER BY id) AS list FROM customer WHERE id = ANY($1)", [ids]);
assert.deepEqual(list.rows[0].list, ids);

const update = "UPDATE customer SET name = $1, parent = $2 WHERE id = $3";
says("update", (await db.query(update, ["second", one, two])).rowCount);
says("delete", (await db.query("DELETE FROM customer WHERE id = $1", [three])).rowCount);
const nobody = "INSERT INTO customer (name, parent) VALUES ($1, $2) RETURNING parent";
says("null", (await db.query(nobody, ["nobody", null])).rows[0].parent);

says("bad", await sqlstate(db.query(byId, ["01ARZ3NDEKTSV4RRFFQ69G5FAO"])));
says("range", await sqlstate(db.query(byId, ["81ARZ3NDEKTSV4RRFFQ69G5FAV"])));
says("untyped", await names(byId, [given]));
says("typed", await sqlstate(db.query("SELECT name FROM customer WHERE id = $1::text", [given])));

const { id } = (await db.query("INSERT INTO event (note) VALUES ('started') RETURNING id")).rows[0];
says("kind", (await db.query("SELECT note FROM event WHERE id = $1", [id])).rows[0].note);

// 64-bit types: ulidflake and timeid are strings. As a number, one would lose its last digits without an error.
const flake = (await db.query("SELECT ulidflake_generate() AS id")).rows[0].id;
const asBigint = (await db.query("SELECT $1::ulidflake::bigint AS n", [flake])).rows[0].n;
assert(typeof flake === "string" && typeof asBigint === "string");
assert(BigInt(asBigint) > Number.MAX_SAFE_INTEGER);

await db.end();
