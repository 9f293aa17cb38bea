// Prisma, with its adapter for node-postgres. In schema.prisma an ID is a String with @default(dbgenerated(...)).
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import assert from "node:assert/strict";
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "./prisma-client/index.js";

const says = (name, value) => console.log(`${name}: ${value}`);
const prisma = new PrismaClient({ adapter: new PrismaPg({}) });
const names = (rows) => rows.map((row) => row.name).join(" ");
// The SQLSTATE is in the driver's error.
const sqlstate = (query) => query.then(() => "no error", (error) =>
  error.meta.driverAdapterError.cause.originalCode);

// SQL makes the tables, and prisma.config.mjs says so.
await prisma.$executeRaw`CREATE TABLE customer
  (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid,
  created_at timestamptz NOT NULL GENERATED ALWAYS AS (ulid_extract_timestamp(id)) STORED,
  public_id text NOT NULL GENERATED ALWAYS AS (typeid_encode('cus', id::uuid)) STORED
)`;
await prisma.$executeRaw`CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text)`;

says("default", (await prisma.customer.create({ data: { name: "new" } })).id.length);
const given = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
says("given", (await prisma.customer.create({ data: { id: given, name: "given" } })).id);
const [one, two, three] = ["01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8"];
const batch = [{ id: one, name: "one" }, { id: two, name: "two" }, { id: three, name: "three" }];
says("batch", (await prisma.customer.createMany({ data: batch })).count);

says("id", (await prisma.customer.findUnique({ where: { id: given } })).name);
says("list", names(await prisma.customer.findMany({ where: { id: { in: [one, three] } }, orderBy: { id: "asc" } })));
says("after_id", names(await prisma.customer.findMany({ where: { id: { gt: one } }, orderBy: { id: "asc" }, take: 2 })));
// A condition on an expression is SQL.
const start = new Date("2026-01-01T12:00Z");
says("after_time", names(await prisma.$queryRaw`SELECT name FROM customer
  WHERE id::timestamptz > ${start} ORDER BY id::timestamptz LIMIT 2`));
const [from, to] = [new Date("2026-01-02T00:00Z"), new Date("2026-01-04T00:00Z")];
says("time_range", names(await prisma.$queryRaw`SELECT name FROM customer
  WHERE id::timestamptz >= ${from} AND id::timestamptz < ${to} ORDER BY id`));

// By the generated columns
says("column_newest", names(await prisma.customer.findMany({ orderBy: { createdAt: "desc" }, take: 2 })));
const between = { createdAt: { gte: from, lt: to } };
says("column_range", names(await prisma.customer.findMany({ where: between, orderBy: { createdAt: "asc" } })));
const { name, createdAt } = await prisma.customer.findUnique({ where: { publicId: "cus_01arz3ndektsv4rrffq69g5fav" } });
says("column_public", name);
const plan = await prisma.$queryRaw`EXPLAIN SELECT name FROM customer ORDER BY created_at DESC LIMIT 2`;
says("column_index", /using (\w+)/.exec(plan.map((line) => line["QUERY PLAN"]).join())[1]);

says("update", (await prisma.customer.updateMany({ where: { id: two }, data: { name: "second", parent: one } })).count);
says("delete", (await prisma.customer.deleteMany({ where: { id: three } })).count);
says("null", (await prisma.customer.create({ data: { name: "nobody", parent: null } })).parent);

// create() returns the generated columns, and update() and upsert() leave them alone.
const created = await prisma.customer.create({ data: { name: "created" } });
const updated = await prisma.customer.update({ where: { publicId: created.publicId }, data: { name: "updated" } });
assert.deepEqual(updated, { ...created, name: "updated" });
const upsert = { where: { id: created.id }, create: { name: "created" }, update: { name: "upserted" } };
assert.deepEqual(await prisma.customer.upsert(upsert), { ...created, name: "upserted" });
await prisma.customer.delete({ where: { id: created.id } });

const byId = (id) => prisma.customer.findUnique({ where: { id } });
says("bad", await sqlstate(byId("01ARZ3NDEKTSV4RRFFQ69G5FAO")));
says("range", await sqlstate(byId("81ARZ3NDEKTSV4RRFFQ69G5FAV")));
says("untyped", names(await prisma.$queryRaw`SELECT name FROM customer WHERE id = ${given}`));
says("typed", await sqlstate(prisma.$queryRaw`SELECT name FROM customer WHERE id = ${given}::text`));

const { id } = await prisma.event.create({ data: { note: "started" } });
says("kind", (await prisma.event.findUnique({ where: { id } })).note);
await prisma.$disconnect();
