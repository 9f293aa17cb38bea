// pg-promise. Strings go in and come out; only a list of IDs needs a cast.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import pgPromise from "pg-promise";

const pgp = pgPromise();
const db = pgp({});
const says = (name, value) => console.log(`${name}: ${value}`);
const names = (rows) => rows.map((row) => row.name).join(" ");
const sqlstate = (promise) => promise.then(() => "no error", (error) => error.code);

await db.none("CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid)");
await db.none("CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text)");

const insert = "INSERT INTO customer (name) VALUES ($1) RETURNING id";
says("default", (await db.one(insert, "new")).id.length);
const given = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const withId = "INSERT INTO customer (id, name) VALUES ($<id>, $<name>) RETURNING id";
says("given", (await db.one(withId, { id: given, name: "given" })).id);
const batch = [
  { id: "01KDWPVNG0A1B2C3D4E5F6G7H8", name: "one" },
  { id: "01KDZ98CG0A1B2C3D4E5F6G7H8", name: "two" },
  { id: "01KE1VN3G0A1B2C3D4E5F6G7H8", name: "three" },
];
const [one, two, three] = batch.map((row) => row.id);
says("batch", await db.result(pgp.helpers.insert(batch, ["id", "name"], "customer"), [], (r) => r.rowCount));

says("id", (await db.one("SELECT name FROM customer WHERE id = $1", given)).name);
// pg-promise writes a list into the statement as array['...'], which is an array of text.
says("list", names(await db.any("SELECT name FROM customer WHERE id = ANY($1::ulid[]) ORDER BY id", [[one, three]])));
says("after_id", names(await db.any("SELECT name FROM customer WHERE id > $1 ORDER BY id LIMIT 2", one)));
const afterTime = "SELECT name FROM customer WHERE id::timestamptz > $1 ORDER BY id::timestamptz LIMIT 2";
says("after_time", names(await db.any(afterTime, new Date("2026-01-01T12:00Z"))));
const between = "SELECT name FROM customer WHERE id::timestamptz >= $1 AND id::timestamptz < $2 ORDER BY id";
says("time_range", names(await db.any(between, [new Date("2026-01-02T00:00Z"), new Date("2026-01-04T00:00Z")])));

const update = "UPDATE customer SET name = $1, parent = $2 WHERE id = $3";
says("update", await db.result(update, ["second", one, two], (r) => r.rowCount));
says("delete", await db.result("DELETE FROM customer WHERE id = $1", three, (r) => r.rowCount));
says("null", (await db.one("INSERT INTO customer (name, parent) VALUES ($1, $2) RETURNING parent", ["nobody", null])).parent);

const byId = "SELECT name FROM customer WHERE id = $1";
says("bad", await sqlstate(db.any(byId, "01ARZ3NDEKTSV4RRFFQ69G5FAO")));
says("range", await sqlstate(db.any(byId, "81ARZ3NDEKTSV4RRFFQ69G5FAV")));
says("untyped", (await db.one(byId, given)).name);
says("typed", await sqlstate(db.any("SELECT name FROM customer WHERE id = $1::text", given)));

const { id } = await db.one("INSERT INTO event (note) VALUES ($1) RETURNING id", "started");
says("kind", (await db.one("SELECT note FROM event WHERE id = $1", id)).note);

await db.$pool.end();
