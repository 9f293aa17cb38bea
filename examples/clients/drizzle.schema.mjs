// The tables of node-drizzle.mjs, as "drizzle-kit push" reads them.
import { sql } from "drizzle-orm";
import { customType, pgTable, text } from "drizzle-orm/pg-core";

const ulid = customType({ dataType: () => "ulid" });
const timeid = customType({ dataType: () => "timeid" });
export const customer = pgTable("customer", {
  id: ulid("id").primaryKey().default(sql`ulid_generate()`),
  name: text("name").notNull(),
  parent: ulid("parent"),
});
export const event = pgTable("event", {
  id: timeid("id").primaryKey().default(sql`timeid_generate()`),
  note: text("note"),
});
