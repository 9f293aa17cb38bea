// Slonik. Strings go in and come out; sql.array() takes the name of the type.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import { createPool, InvalidInputError, sql } from "slonik";

const { PGPORT, PGUSER, PGDATABASE } = process.env;
const db = await createPool(`postgresql://${PGUSER}@127.0.0.1:${PGPORT}/${PGDATABASE}`);
const query = sql.unsafe;
const says = (name, value) => console.log(`${name}: ${value}`);
// 22P02 has a class of its own, without the SQLSTATE.
const sqlstate = (promise) => promise.then(() => "no error", (error) =>
  error instanceof InvalidInputError ? "22P02" : error.code);

await db.query(query`CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid)`);
await db.query(query`CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text)`);

says("default", (await db.oneFirst(query`INSERT INTO customer (name) VALUES (${"new"}) RETURNING id`)).length);
const given = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
says("given", await db.oneFirst(query`INSERT INTO customer (id, name) VALUES (${given}, ${"given"}) RETURNING id`));
const [one, two, three] = ["01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8"];
const batch = sql.unnest([[one, "one"], [two, "two"], [three, "three"]], ["ulid", "text"]);
says("batch", (await db.query(query`INSERT INTO customer (id, name) SELECT * FROM ${batch}`)).rowCount);

const byId = (id) => db.oneFirst(query`SELECT name FROM customer WHERE id = ${id}`);
const names = async (statement) => (await db.anyFirst(statement)).join(" ");
says("id", await byId(given));
const list = sql.array([one, three], "ulid");
says("list", await names(query`SELECT name FROM customer WHERE id = ANY(${list}) ORDER BY id`));
says("after_id", await names(query`SELECT name FROM customer WHERE id > ${one} ORDER BY id LIMIT 2`));
const time = (text) => sql.timestamp(new Date(text));
says("after_time", await names(query`SELECT name FROM customer WHERE id::timestamptz > ${time("2026-01-01T12:00Z")}
  ORDER BY id::timestamptz LIMIT 2`));
says("time_range", await names(query`SELECT name FROM customer WHERE id::timestamptz >= ${time("2026-01-02T00:00Z")}
  AND id::timestamptz < ${time("2026-01-04T00:00Z")} ORDER BY id`));

says("update", (await db.query(query`UPDATE customer SET name = ${"second"}, parent = ${one} WHERE id = ${two}`)).rowCount);
says("delete", (await db.query(query`DELETE FROM customer WHERE id = ${three}`)).rowCount);
says("null", await db.oneFirst(query`INSERT INTO customer (name, parent) VALUES (${"nobody"}, ${null}) RETURNING parent`));

says("bad", await sqlstate(byId("01ARZ3NDEKTSV4RRFFQ69G5FAO")));
says("range", await sqlstate(byId("81ARZ3NDEKTSV4RRFFQ69G5FAV")));
says("untyped", await byId(given));
says("typed", await sqlstate(db.oneFirst(query`SELECT name FROM customer WHERE id = ${given}::text`)));

const id = await db.oneFirst(query`INSERT INTO event (note) VALUES (${"started"}) RETURNING id`);
says("kind", await db.oneFirst(query`SELECT note FROM event WHERE id = ${id}`));

await db.end();
