// Drizzle, on node-postgres. It needs a custom type of one line.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import assert from "node:assert/strict";
import { eq, gte, inArray, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { customType, pgTable, text } from "drizzle-orm/pg-core";
import pg from "pg";

const ulid = customType({ dataType: () => "ulid" });
const customer = pgTable("customer", {
  id: ulid("id").primaryKey().default(sql`ulid_generate()`),
  name: text("name").notNull(),
});
const orders = pgTable("orders", {
  id: ulid("id").primaryKey().default(sql`ulid_generate()`),
  customer: ulid("customer").references(() => customer.id),
});

// What drizzle-kit generates from the tables above.
const db = drizzle(new pg.Pool());
await db.execute(`CREATE TABLE "customer" ("id" "ulid" PRIMARY KEY DEFAULT ulid_generate() NOT NULL, "name" text NOT NULL)`);
await db.execute(`CREATE TABLE "orders" ("id" "ulid" PRIMARY KEY DEFAULT ulid_generate() NOT NULL,
    "customer" "ulid" REFERENCES "customer"("id"))`);

const [{ id: first }, { id: second }] = await db
  .insert(customer).values([{ name: "first" }, { name: "second" }]).returning({ id: customer.id });
assert(first.length === 26 && first < second);
await db.insert(orders).values({ customer: first });

assert.deepEqual(await db.select().from(customer).where(eq(customer.id, first)), [{ id: first, name: "first" }]);
assert.equal((await db.select().from(customer).where(inArray(customer.id, [first, second]))).length, 2);
assert.equal((await db.select().from(orders).innerJoin(customer, eq(orders.customer, customer.id))).length, 1);
const param = sql.param([first, second]); // sql`${[...]}` alone is a list ($1, $2)
assert.equal((await db.select().from(customer).where(sql`${customer.id} = ANY(${param})`)).length, 2);

const createdAt = sql`${customer.id}::timestamptz`;
const hourAgo = new Date(Date.now() - 3600e3);
const recent = db.select({ createdAt }).from(customer).where(gte(createdAt, hourAgo)).orderBy(createdAt);
assert.equal((await recent).length, 2);
const plan = (await db.execute(sql`EXPLAIN ${recent}`)).rows.map((row) => row["QUERY PLAN"]).join("\n");
assert.match(plan, /Index Cond: \(id >=/);

// Drizzle's error has that of the driver as its cause.
const find = (id) => db.select().from(customer).where(eq(customer.id, id));
const cause = (code) => (error) => error.cause.code === code;
await assert.rejects(find("01ARZ3NDEKTSV4RRFFQ69G5FAO"), cause("22P02"));
await assert.rejects(find("81ARZ3NDEKTSV4RRFFQ69G5FAV"), cause("22003"));

await db.$client.end();
