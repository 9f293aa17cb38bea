// postgres.js. It asks the server for the types of parameters and for the array types; nothing has to be registered.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import assert from "node:assert/strict";
import { once } from "node:events";
import postgres from "postgres";

const sql = postgres();
const says = (name, value) => console.log(`${name}: ${value}`);
const names = (rows) => rows.map((row) => row.name).join(" ");
const sqlstate = (query) => query.then(() => "no error", (error) => error.name === "PostgresError" && error.code);
await sql`CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid)`;
await sql`CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text)`;

says("default", (await sql`INSERT INTO customer ${sql({ name: "new" })} RETURNING id`)[0].id.length);
const given = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
says("given", (await sql`INSERT INTO customer ${sql({ id: given, name: "given" })} RETURNING id`)[0].id);
const [one, two, three] = ["01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8"];
const batch = [{ id: one, name: "one" }, { id: two, name: "two" }, { id: three, name: "three" }];
says("batch", (await sql`INSERT INTO customer ${sql(batch)}`).count);

const byId = (id) => sql`SELECT name FROM customer WHERE id = ${id}`;
says("id", names(await byId(given)));
const ids = [one, three];
assert.equal((await sql`SELECT name FROM customer WHERE id = ANY(${ids})`).count, 2);
says("list", names(await sql`SELECT name FROM customer WHERE id IN ${sql(ids)} ORDER BY id`));
// sql.array() sends an array of text. Pass the list itself, as above; its type is then the one that the server infers.
assert.equal(await sqlstate(sql`SELECT FROM customer WHERE id = ANY(${sql.array(ids)})`), "42883");
const [{ list }] = await sql`SELECT array_agg(id ORDER BY id) AS list FROM customer WHERE id = ANY(${ids})`;
assert.deepEqual([...list], ids);

says("after_id", names(await sql`SELECT name FROM customer WHERE id > ${one} ORDER BY id LIMIT 2`));
const [start, from, to] = [new Date("2026-01-01T12:00Z"), new Date("2026-01-02T00:00Z"), new Date("2026-01-04T00:00Z")];
says("after_time", names(await sql`SELECT name FROM customer WHERE id::timestamptz > ${start}
    ORDER BY id::timestamptz LIMIT 2`));
says("time_range", names(await sql`SELECT name FROM customer
    WHERE id::timestamptz >= ${from} AND id::timestamptz < ${to} ORDER BY id`));

// The rows of a VALUES list need a cast.
says("update", (await sql`UPDATE customer SET name = v.name, parent = v.parent::ulid
    FROM (VALUES ${sql([[two, "second", one]])}) AS v (id, name, parent) WHERE customer.id = v.id::ulid`).count);
says("delete", (await sql`DELETE FROM customer WHERE id = ${three}`).count);
says("null", (await sql`INSERT INTO customer ${sql({ name: "nobody", parent: null })} RETURNING parent`)[0].parent);

says("bad", await sqlstate(byId("01ARZ3NDEKTSV4RRFFQ69G5FAO")));
says("range", await sqlstate(byId("81ARZ3NDEKTSV4RRFFQ69G5FAV")));
says("untyped", names(await byId(given)));
says("typed", await sqlstate(sql`SELECT name FROM customer WHERE id = ${given}::text`));

const copy = await sql`COPY customer (id, name) FROM STDIN (FORMAT csv)`.writable();
copy.end("01KE4E1TG0A1B2C3D4E5F6G7H8,copied\n");
await once(copy, "finish");
says("copy", names(await byId("01KE4E1TG0A1B2C3D4E5F6G7H8")));

const [{ id }] = await sql`INSERT INTO event ${sql({ note: "started" })} RETURNING id`;
says("kind", (await sql`SELECT note FROM event WHERE id = ${id}`)[0].note);

await sql.end();
