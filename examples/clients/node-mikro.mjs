// MikroORM, on node-postgres. An ID is a column of "type: string" and "columnType: ulid"; the schema generator knows the rest.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import { EntitySchema, MikroORM, raw } from "@mikro-orm/postgresql";

const says = (name, value) => console.log(`${name}: ${value}`);
const names = (rows) => rows.map((row) => row.name).join(" ");
const sqlstate = (query) => query.then(() => "no error", (error) => error.code);

const ulid = { type: "string", columnType: "ulid" };
const Customer = new EntitySchema({
  name: "Customer",
  tableName: "customer",
  properties: {
    id: { ...ulid, primary: true, defaultRaw: "ulid_generate()" },
    name: { type: "text" },
    parent: { ...ulid, nullable: true },
  },
});
const Event = new EntitySchema({
  name: "Event",
  tableName: "event",
  properties: {
    id: { type: "string", columnType: "timeid", primary: true, defaultRaw: "timeid_generate()" },
    note: { type: "text", nullable: true },
  },
});
const { PGPORT, PGUSER, PGDATABASE } = process.env;
const orm = await MikroORM.init({
  entities: [Customer, Event],
  clientUrl: `postgresql://${PGUSER}@127.0.0.1:${PGPORT}/${PGDATABASE}`,
});
await orm.schema.create();
const db = orm.em.fork();

const created = db.create(Customer, { name: "new" });
await db.persist(created).flush();
says("default", created.id.length);
const given = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const [one, two, three] = ["01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8"];
const second = db.create(Customer, { id: given, name: "given" });
await db.persist(second).flush();
says("given", second.id);
const batch = [{ id: one, name: "one" }, { id: two, name: "two" }, { id: three, name: "three" }];
for (const row of batch) db.persist(db.create(Customer, row));
await db.flush();
says("batch", await db.count(Customer, { id: [one, two, three] }));
db.clear();

says("id", (await db.findOne(Customer, given)).name);
says("list", names(await db.find(Customer, { id: [one, three] }, { orderBy: { id: "asc" } })));
says("after_id", names(await db.find(Customer, { id: { $gt: one } }, { orderBy: { id: "asc" }, limit: 2 })));
const time = (alias) => `${alias}.id::timestamptz`;
const afterTime = { [raw(time)]: { $gt: new Date("2026-01-01T12:00Z") } };
says("after_time", names(await db.find(Customer, afterTime, { orderBy: { [raw(time)]: "asc" }, limit: 2 })));
const between = { [raw(time)]: { $gte: new Date("2026-01-02T00:00Z"), $lt: new Date("2026-01-04T00:00Z") } };
says("time_range", names(await db.find(Customer, between, { orderBy: { id: "asc" } })));

const found = await db.findOne(Customer, two);
says("update", await db.nativeUpdate(Customer, { id: two }, { name: "second", parent: one }));
says("delete", await db.nativeDelete(Customer, { id: three }));
const nobody = db.create(Customer, { name: "nobody", parent: null });
await db.persist(nobody).flush();
db.clear();
says("null", (await db.findOne(Customer, nobody.id)).parent);

says("bad", await sqlstate(db.findOne(Customer, "01ARZ3NDEKTSV4RRFFQ69G5FAO")));
says("range", await sqlstate(db.findOne(Customer, "81ARZ3NDEKTSV4RRFFQ69G5FAV")));
says("untyped", names(await db.execute("SELECT name FROM customer WHERE id = ?", [given])));
says("typed", await sqlstate(db.execute("SELECT name FROM customer WHERE id = ?::text", [given])));

const event = db.create(Event, { note: "started" });
await db.persist(event).flush();
db.clear();
says("kind", (await db.findOne(Event, event.id)).note);

// The difference between the database and the entities
says("schema", (await orm.schema.getUpdateSchemaSQL()).length);
await orm.schema.update();
await orm.close();
