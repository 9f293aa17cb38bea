// TypeORM. It refuses types that it does not know, so ulid has to be added to them before initialize().
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import assert from "node:assert/strict";
import { DataSource, EntitySchema, In, MoreThan, QueryFailedError } from "typeorm";

const Customer = new EntitySchema({
  name: "customer",
  columns: {
    id: { type: "ulid", primary: true, default: () => "ulid_generate()" },
    name: { type: "text" },
    parent: { type: "ulid", nullable: true },
  },
});
const Event = new EntitySchema({
  name: "event",
  columns: { id: { type: "timeid", primary: true, default: () => "timeid_generate()" }, note: { type: "text" } },
});
const says = (name, value) => console.log(`${name}: ${value}`);
const names = async (rows) => (await rows).map((row) => row.name).join(" ");
const sqlstate = (query) =>
  query.then(() => "no error", (error) => error instanceof QueryFailedError && error.driverError.code);

const { PGHOST: host, PGPORT: port, PGUSER: username, PGPASSWORD: password, PGDATABASE: database } = process.env;
const source = new DataSource({
  type: "postgres", host, port: +port, username, password, database,
  entities: [Customer, Event],
});
source.driver.supportedDataTypes.push("ulid");
source.driver.supportedDataTypes.push("timeid");
await source.initialize();
await source.synchronize();

const customers = source.getRepository(Customer);
says("default", (await customers.save({ name: "new" })).id.length);
const given = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
says("given", (await customers.save({ id: given, name: "given" })).id);
const [one, two, three] = ["01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8"];
const batch = [{ id: one, name: "one" }, { id: two, name: "two" }, { id: three, name: "three" }];
says("batch", (await customers.insert(batch)).identifiers.length);

const byId = (id) => customers.findBy({ id });
says("id", await names(byId(given)));
says("list", await names(customers.find({ where: { id: In([one, three]) }, order: { id: "ASC" } })));
const query = (where, parameters) => customers.createQueryBuilder("c").where(where, parameters);
const anyOf = query("c.id = ANY(:ids)", { ids: [one, three] });
assert.equal(await anyOf.getCount(), 2);
says("after_id", await names(customers.find({ where: { id: MoreThan(one) }, order: { id: "ASC" }, take: 2 })));
const start = new Date("2026-01-01T12:00Z");
const afterTime = query("c.id::timestamptz > :start", { start }).orderBy("c.id::timestamptz").limit(2);
says("after_time", await names(afterTime.getMany()));
const times = { from: new Date("2026-01-02T00:00Z"), to: new Date("2026-01-04T00:00Z") };
const range = query("c.id::timestamptz >= :from AND c.id::timestamptz < :to", times).orderBy("c.id");
says("time_range", await names(range.getMany()));

says("update", (await customers.update(two, { name: "second", parent: one })).affected);
says("delete", (await customers.delete(three)).affected);
const nobody = await customers.save({ name: "nobody", parent: null });
says("null", (await customers.findOneBy({ id: nobody.id })).parent);

says("bad", await sqlstate(byId("01ARZ3NDEKTSV4RRFFQ69G5FAO")));
says("range", await sqlstate(byId("81ARZ3NDEKTSV4RRFFQ69G5FAV")));
says("untyped", await names(source.query("SELECT name FROM customer WHERE id = $1", [given])));
says("typed", await sqlstate(source.query("SELECT name FROM customer WHERE id = $1::text", [given])));

const { id } = await source.getRepository(Event).save({ note: "started" });
says("kind", (await source.getRepository(Event).findOneBy({ id })).note);

// The tables match the entities. With a column of type "text", synchronize() would drop the IDs and add a text column.
says("schema", (await source.driver.createSchemaBuilder().log()).upQueries.length);
await source.destroy();
