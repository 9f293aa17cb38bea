// TypeORM. It refuses types that it does not know, so ulid has to be added to them before initialize().
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import assert from "node:assert/strict";
import { DataSource, EntitySchema, In, MoreThanOrEqual, QueryFailedError } from "typeorm";

const generated = { type: "ulid", primary: true, default: () => "ulid_generate()" };
const Customer = new EntitySchema({
  name: "customer",
  columns: { id: generated, name: { type: "text" } },
});
const Order = new EntitySchema({
  name: "orders",
  columns: { id: generated },
  relations: { customer: { type: "many-to-one", target: "customer", joinColumn: { name: "customer" } } },
});

const { PGHOST: host, PGPORT: port, PGUSER: username, PGPASSWORD: password, PGDATABASE: database } = process.env;
const source = new DataSource({
  type: "postgres", host, port: +port, username, password, database,
  entities: [Customer, Order],
});
source.driver.supportedDataTypes.push("ulid");
await source.initialize();
await source.synchronize();
// The tables match the entities. With a column of type "text", synchronize() would drop the IDs and add a text column.
const pending = await source.driver.createSchemaBuilder().log();
assert.deepEqual(pending.upQueries, []);

const customers = source.getRepository(Customer);
const [{ id: first }, { id: second }] = await customers.save([{ name: "first" }, { name: "second" }]);
assert(first.length === 26 && first < second);
await source.getRepository(Order).save({ customer: { id: first } });

assert.equal((await customers.findOneBy({ id: first })).name, "first");
assert.equal(await customers.countBy({ id: In([first, second]) }), 2);
const anyOf = customers.createQueryBuilder("c").where("c.id = ANY(:ids)", { ids: [first, second] });
assert.equal(await anyOf.getCount(), 2);
const [order] = await source.getRepository(Order).find({ relations: { customer: true } });
assert.equal(order.customer.name, "first");

const recent = customers.createQueryBuilder("c").where("c.id::timestamptz >= :from", { from: new Date(Date.now() - 3600e3) });
assert.equal(await recent.getCount(), 2);
const [sql, parameters] = recent.getQueryAndParameters();
const plan = (await source.query("EXPLAIN " + sql, parameters)).map((row) => row["QUERY PLAN"]).join("\n");
assert.match(plan, /Index Cond: \(id >=/);

for (const [id, code] of [["01ARZ3NDEKTSV4RRFFQ69G5FAO", "22P02"], ["81ARZ3NDEKTSV4RRFFQ69G5FAV", "22003"]])
  await assert.rejects(
    customers.findOneBy({ id }),
    (error) => error instanceof QueryFailedError && error.driverError.code === code,
  );

await source.destroy();
