// Knex, on node-postgres: knex.specificType() for the column, knex.raw() for its default.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import assert from "node:assert/strict";
import makeKnex from "knex";

const knex = makeKnex({ client: "pg", connection: {} });
const says = (name, value) => console.log(`${name}: ${value}`);
const names = async (query) => (await query.pluck("name")).join(" ");
const sqlstate = (query) => query.then(() => "no error", (error) => error.code);
await knex.schema.createTable("customer", (table) => {
  table.specificType("id", "ulid").primary().defaultTo(knex.raw("ulid_generate()"));
  table.text("name").notNullable();
  table.specificType("parent", "ulid").references("customer.id");
});
await knex.schema.createTable("event", (table) => {
  table.specificType("id", "timeid").primary().defaultTo(knex.raw("timeid_generate()"));
  table.text("note");
});

says("default", (await knex("customer").insert({ name: "new" }, ["id"]))[0].id.length);
const given = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
says("given", (await knex("customer").insert({ id: given, name: "given" }, ["id"]))[0].id);
const [one, two, three] = ["01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8"];
const batch = [{ id: one, name: "one" }, { id: two, name: "two" }, { id: three, name: "three" }];
says("batch", (await knex("customer").insert(batch)).rowCount);

const byId = (id) => knex("customer").where({ id });
says("id", await names(byId(given)));
says("list", await names(knex("customer").whereIn("id", [one, three]).orderBy("id")));
assert.equal(await names(knex("customer").whereRaw("id = ANY(?)", [[one, three]]).orderBy("id")), "one three");
says("after_id", await names(knex("customer").where("id", ">", one).orderBy("id").limit(2)));
const time = knex.raw("id::timestamptz");
says("after_time", await names(knex("customer").where(time, ">", new Date("2026-01-01T12:00Z")).orderBy(time).limit(2)));
const [from, to] = [new Date("2026-01-02T00:00Z"), new Date("2026-01-04T00:00Z")];
says("time_range", await names(knex("customer").where(time, ">=", from).where(time, "<", to).orderBy("id")));

says("update", await byId(two).update({ name: "second", parent: one }));
says("delete", await byId(three).delete());
says("null", (await knex("customer").insert({ name: "nobody", parent: null }, ["parent"]))[0].parent);

says("bad", await sqlstate(byId("01ARZ3NDEKTSV4RRFFQ69G5FAO")));
says("range", await sqlstate(byId("81ARZ3NDEKTSV4RRFFQ69G5FAV")));
says("untyped", await names(knex("customer").whereRaw("id = ?", given)));
says("typed", await sqlstate(knex("customer").whereRaw("id = ?::text", given)));

const [{ id }] = await knex("event").insert({ note: "started" }, ["id"]);
says("kind", await knex("event").where({ id }).pluck("note"));

await knex.destroy();
