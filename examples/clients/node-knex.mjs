// Knex, on node-postgres: knex.specificType() for the column, knex.raw() for its default.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import assert from "node:assert/strict";
import makeKnex from "knex";

const knex = makeKnex({ client: "pg", connection: {} });
await knex.schema.createTable("customer", (table) => {
  table.specificType("id", "ulid").primary().defaultTo(knex.raw("ulid_generate()"));
  table.text("name").notNullable();
});
await knex.schema.createTable("orders", (table) => {
  table.specificType("id", "ulid").primary().defaultTo(knex.raw("ulid_generate()"));
  table.specificType("customer", "ulid").references("customer.id");
});

const [{ id: first }, { id: second }] = await knex("customer").insert([{ name: "first" }, { name: "second" }], ["id"]);
assert(first.length === 26 && first < second);
await knex("orders").insert({ customer: first });

assert.deepEqual(await knex("customer").where({ id: first }).pluck("name"), ["first"]);
assert.equal((await knex("customer").whereIn("id", [first, second])).length, 2);
assert.equal((await knex("customer").whereRaw("id = ANY(?)", [[first, second]])).length, 2);

const hourAgo = new Date(Date.now() - 3600e3);
const createdAt = knex.raw("id::timestamptz");
const recent = knex("customer").select({ createdAt }).where(createdAt, ">=", hourAgo).orderBy("createdAt", "desc");
assert.equal((await recent).length, 2);
const { sql, bindings } = recent.toSQL();
const plan = (await knex.raw("EXPLAIN " + sql, bindings)).rows.map((row) => row["QUERY PLAN"]).join("\n");
assert.match(plan, /Index Cond: \(id >=/);

await assert.rejects(knex("customer").where({ id: "01ARZ3NDEKTSV4RRFFQ69G5FAO" }), { code: "22P02" });
await assert.rejects(knex("customer").where({ id: "81ARZ3NDEKTSV4RRFFQ69G5FAV" }), { code: "22003" });

await knex.destroy();
