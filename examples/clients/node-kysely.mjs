// Kysely, on node-postgres: write the type of the column as sql`ulid`. In TypeScript the column is
// id: Generated<string>.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import assert from "node:assert/strict";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";

const db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool() }) });
const says = (name, value) => console.log(`${name}: ${value}`);
const names = async (query) => (await query.select("name").execute()).map((row) => row.name).join(" ");
const sqlstate = (query) => names(query).then(() => "no error", (error) => error.code);
await db.schema
  .createTable("customer")
  .addColumn("id", sql`ulid`, (column) => column.primaryKey().defaultTo(sql`ulid_generate()`))
  .addColumn("name", "text", (column) => column.notNull())
  .addColumn("parent", sql`ulid`, (column) => column.references("customer.id"))
  .execute();
await db.schema
  .createTable("event")
  .addColumn("id", sql`timeid`, (column) => column.primaryKey().defaultTo(sql`timeid_generate()`))
  .addColumn("note", "text")
  .execute();

const insert = (values) => db.insertInto("customer").values(values).returningAll().execute();
says("default", (await insert({ name: "new" }))[0].id.length);
const given = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
says("given", (await insert({ id: given, name: "given" }))[0].id);
const [one, two, three] = ["01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8"];
says("batch", (await insert([{ id: one, name: "one" }, { id: two, name: "two" }, { id: three, name: "three" }])).length);

const customers = db.selectFrom("customer");
const byId = (id) => customers.where("id", "=", id);
says("id", await names(byId(given)));
says("list", await names(customers.where("id", "in", [one, three]).orderBy("id")));
assert.equal(await names(customers.where(sql`id = ANY(${[one, three]})`).orderBy("id")), "one three");
says("after_id", await names(customers.where("id", ">", one).orderBy("id").limit(2)));
const time = sql`id::timestamptz`;
says("after_time", await names(customers.where(time, ">", new Date("2026-01-01T12:00Z")).orderBy(time).limit(2)));
const [from, to] = [new Date("2026-01-02T00:00Z"), new Date("2026-01-04T00:00Z")];
says("time_range", await names(customers.where(time, ">=", from).where(time, "<", to).orderBy("id")));

const update = db.updateTable("customer").set({ name: "second", parent: one }).where("id", "=", two);
says("update", (await update.executeTakeFirst()).numUpdatedRows);
says("delete", (await db.deleteFrom("customer").where("id", "=", three).executeTakeFirst()).numDeletedRows);
says("null", (await insert({ name: "nobody", parent: null }))[0].parent);

says("bad", await sqlstate(byId("01ARZ3NDEKTSV4RRFFQ69G5FAO")));
says("range", await sqlstate(byId("81ARZ3NDEKTSV4RRFFQ69G5FAV")));
says("untyped", await names(customers.where(sql`id = ${given}`)));
says("typed", await sqlstate(customers.where(sql`id = ${given}::text`)));

const { id } = await db.insertInto("event").values({ note: "started" }).returning("id").executeTakeFirst();
says("kind", (await db.selectFrom("event").select("note").where("id", "=", id).executeTakeFirst()).note);

await db.destroy();
