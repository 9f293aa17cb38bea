// Kysely, on node-postgres: write the type of the column as sql`ulid`. In TypeScript the column is
// id: Generated<string>.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import assert from "node:assert/strict";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";

const db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool() }) });
await db.schema
  .createTable("customer")
  .addColumn("id", sql`ulid`, (column) => column.primaryKey().defaultTo(sql`ulid_generate()`))
  .addColumn("name", "text", (column) => column.notNull())
  .execute();
await db.schema
  .createTable("orders")
  .addColumn("id", sql`ulid`, (column) => column.primaryKey().defaultTo(sql`ulid_generate()`))
  .addColumn("customer", sql`ulid`, (column) => column.references("customer.id"))
  .execute();

const [{ id: first }, { id: second }] = await db
  .insertInto("customer").values([{ name: "first" }, { name: "second" }]).returning("id").execute();
assert(first.length === 26 && first < second);
await db.insertInto("orders").values({ customer: first }).execute();

const found = await db.selectFrom("customer").select("name").where("id", "=", first).executeTakeFirst();
assert.equal(found.name, "first");
assert.equal((await db.selectFrom("customer").select("id").where("id", "in", [first, second]).execute()).length, 2);
const ids = [first, second];
assert.equal((await db.selectFrom("customer").select("id").where(sql`id = ANY(${ids})`).execute()).length, 2);

const hourAgo = new Date(Date.now() - 3600e3);
const createdAt = sql`id::timestamptz`;
const recent = db.selectFrom("customer").select(createdAt.as("createdAt")).where(createdAt, ">=", hourAgo);
assert.equal((await recent.execute()).length, 2);
const plan = (await recent.explain()).map((row) => row["QUERY PLAN"]).join("\n");
assert.match(plan, /Index Cond: \(id >=/);

const find = (id) => db.selectFrom("customer").selectAll().where("id", "=", id).execute();
await assert.rejects(find("01ARZ3NDEKTSV4RRFFQ69G5FAO"), { code: "22P02" });
await assert.rejects(find("81ARZ3NDEKTSV4RRFFQ69G5FAV"), { code: "22003" });

await db.destroy();
