// Drizzle, on node-postgres. It needs a custom type of one line. The tables are in drizzle.schema.mjs, for drizzle-kit, too.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import { asc, DrizzleQueryError, eq, gt, gte, inArray, lt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { customer, event } from "./drizzle.schema.mjs";

const says = (name, value) => console.log(`${name}: ${value}`);
const names = async (rows) => (await rows).map((row) => row.name).join(" ");
// Drizzle's error has that of the driver as its cause.
const sqlstate = (query) => query.then(() => "no error", (error) =>
  error instanceof DrizzleQueryError && error.cause.code);
const db = drizzle(new pg.Pool());

const [created] = await db.insert(customer).values({ name: "new" }).returning();
says("default", created.id.length);
const given = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
says("given", (await db.insert(customer).values({ id: given, name: "given" }).returning())[0].id);
const [one, two, three] = ["01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8"];
const batch = [{ id: one, name: "one" }, { id: two, name: "two" }, { id: three, name: "three" }];
says("batch", (await db.insert(customer).values(batch)).rowCount);

const select = () => db.select().from(customer);
const byId = (id) => select().where(eq(customer.id, id));
says("id", await names(byId(given)));
says("list", await names(select().where(inArray(customer.id, [one, three])).orderBy(asc(customer.id))));
says("after_id", await names(select().where(gt(customer.id, one)).orderBy(asc(customer.id)).limit(2)));
const time = sql`${customer.id}::timestamptz`;
says("after_time", await names(select().where(gt(time, new Date("2026-01-01T12:00Z"))).orderBy(time).limit(2)));
const [from, to] = [new Date("2026-01-02T00:00Z"), new Date("2026-01-04T00:00Z")];
says("time_range", await names(select().where(sql`${gte(time, from)} AND ${lt(time, to)}`).orderBy(customer.id)));
const list = sql.param([one, three]); // sql`${[...]}` alone is a list ($1, $2)
await names(select().where(sql`${customer.id} = ANY(${list})`));

says("update", (await db.update(customer).set({ name: "second", parent: one }).where(eq(customer.id, two))).rowCount);
says("delete", (await db.delete(customer).where(eq(customer.id, three))).rowCount);
says("null", (await db.insert(customer).values({ name: "nobody", parent: null }).returning())[0].parent);

says("bad", await sqlstate(byId("01ARZ3NDEKTSV4RRFFQ69G5FAO")));
says("range", await sqlstate(byId("81ARZ3NDEKTSV4RRFFQ69G5FAV")));
says("untyped", await names(select().where(sql`id = ${given}`)));
says("typed", await sqlstate(select().where(sql`id = ${given}::text`)));

const [{ id }] = await db.insert(event).values({ note: "started" }).returning();
says("kind", (await db.select().from(event).where(eq(event.id, id)))[0].note);
await db.$client.end();
