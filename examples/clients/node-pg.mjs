// node-postgres (pg). Strings go in and come out; nothing has to be registered, except for arrays.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import assert from "node:assert/strict";
import pg from "pg";

const db = new pg.Client();
await db.connect();
await db.query("CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL)");
await db.query("CREATE TABLE orders (id ulid PRIMARY KEY DEFAULT ulid_generate(), customer ulid REFERENCES customer)");

const insert = "INSERT INTO customer (name) VALUES ($1) RETURNING id";
const first = (await db.query(insert, ["first"])).rows[0].id;
const second = (await db.query(insert, ["second"])).rows[0].id;
assert(first.length === 26 && first < second);
await db.query("INSERT INTO orders (customer) VALUES ($1)", [first]);

// By ID, and by a list of IDs. Both use the index.
const byId = await db.query("SELECT name FROM customer WHERE id = $1", [first]);
assert.deepEqual(byId.rows, [{ name: "first" }]);
const byList = await db.query("SELECT name FROM customer WHERE id = ANY($1)", [[first, second]]);
assert.equal(byList.rowCount, 2);
const plan = async (sql, values) =>
  (await db.query("EXPLAIN " + sql, values)).rows.map((row) => row["QUERY PLAN"]).join("\n");
assert.match(await plan("SELECT FROM customer WHERE id = ANY($1)", [[first, second]]), /Index Cond/);

// By time
const hourAgo = new Date(Date.now() - 3600e3);
const recent = "SELECT id::timestamptz AS created_at FROM customer WHERE id::timestamptz >= $1";
const { rows } = await db.query(recent, [hourAgo]);
assert(rows.length === 2 && rows[0].created_at > hourAgo);
assert.match(await plan(recent, [hourAgo]), /Index Cond: \(id >=/);

// pg reads an array of a type that it does not know as one string. This reads it as text[], whose OID is 1009.
const { oid } = (await db.query("SELECT 'ulid[]'::regtype::oid")).rows[0];
pg.types.setTypeParser(oid, pg.types.getTypeParser(1009));
const list = await db.query("SELECT array_agg(id ORDER BY id) AS ids FROM customer");
assert.deepEqual(list.rows[0].ids, [first, second]);

// A text that is not an ID is a DatabaseError, with the SQLSTATE in code.
const find = (id) => db.query("SELECT FROM customer WHERE id = $1", [id]);
await assert.rejects(find("01ARZ3NDEKTSV4RRFFQ69G5FAO"), { code: "22P02" });
await assert.rejects(find("81ARZ3NDEKTSV4RRFFQ69G5FAV"), { code: "22003" });

// 64-bit types: ulidflake and timeid are strings. As a number, one would lose its last digits without an error.
const flake = (await db.query("SELECT ulidflake_generate() AS id")).rows[0].id;
const asBigint = (await db.query("SELECT $1::ulidflake::bigint AS n", [flake])).rows[0].n;
assert(typeof flake === "string" && typeof asBigint === "string");
assert(BigInt(asBigint) > Number.MAX_SAFE_INTEGER);

await db.end();
