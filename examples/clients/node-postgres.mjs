// postgres.js. It asks the server for the types of parameters and for the array types; nothing has to be registered.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import assert from "node:assert/strict";
import postgres from "postgres";

const sql = postgres();
await sql`CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL)`;
await sql`CREATE TABLE orders (id ulid PRIMARY KEY DEFAULT ulid_generate(), customer ulid REFERENCES customer)`;

const [{ id: first }] = await sql`INSERT INTO customer ${sql({ name: "first" })} RETURNING id`;
const [{ id: second }] = await sql`INSERT INTO customer ${sql({ name: "second" })} RETURNING id`;
await sql`INSERT INTO orders ${sql({ customer: first })}`;

const ids = [first, second];
assert.equal((await sql`SELECT name FROM customer WHERE id = ${first}`)[0].name, "first");
assert.equal((await sql`SELECT name FROM customer WHERE id = ANY(${ids})`).count, 2);
assert.equal((await sql`SELECT name FROM customer WHERE id IN ${sql(ids)}`).count, 2);
// sql.array() sends an array of text. Pass the list itself, as above; its type is then the one that the server infers.
await assert.rejects(sql`SELECT FROM customer WHERE id = ANY(${sql.array(ids)})`, { code: "42883" });
const [{ list }] = await sql`SELECT array_agg(id ORDER BY id) AS list FROM customer`;
assert.deepEqual([...list], ids);

// The rows of a VALUES list need a cast.
await sql`UPDATE customer SET name = v.name FROM (VALUES ${sql([[first, "renamed"]])}) AS v (id, name)
    WHERE customer.id = v.id::ulid`;

const hourAgo = new Date(Date.now() - 3600e3);
const recent = sql`SELECT id::timestamptz AS created_at FROM customer WHERE id::timestamptz >= ${hourAgo}`;
const rows = await recent;
assert(rows.length === 2 && rows[0].created_at > hourAgo);
const plan = await sql`EXPLAIN SELECT FROM customer WHERE id::timestamptz >= ${hourAgo}`;
assert.match(plan.map((row) => row["QUERY PLAN"]).join("\n"), /Index Cond: \(id >=/);

const find = (id) => sql`SELECT FROM customer WHERE id = ${id}`;
await assert.rejects(find("01ARZ3NDEKTSV4RRFFQ69G5FAO"), { name: "PostgresError", code: "22P02" });
await assert.rejects(find("81ARZ3NDEKTSV4RRFFQ69G5FAV"), { name: "PostgresError", code: "22003" });

await sql.end();
