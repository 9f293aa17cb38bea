// Sequelize: the type of a column can be a string.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import assert from "node:assert/strict";
import { DatabaseError, Op, QueryTypes, Sequelize } from "sequelize";

const { PGHOST: host, PGPORT: port, PGUSER: username, PGPASSWORD: password, PGDATABASE: database } = process.env;
const db = new Sequelize({ dialect: "postgres", host, port, username, password, database, logging: false });

const generated = { type: "ULID", primaryKey: true, defaultValue: db.literal("ulid_generate()") };
const options = { freezeTableName: true, timestamps: false };
const Customer = db.define("customer", { id: generated, name: { type: "TEXT", allowNull: false } }, options);
const Order = db.define("orders", { id: generated }, options);
Order.belongsTo(Customer, { foreignKey: "customer_id" });
await db.sync();

const { id: first } = await Customer.create({ name: "first" });
const [{ id: second }] = await Customer.bulkCreate([{ name: "second" }]);
assert(first.length === 26 && first < second);
await Order.create({ customer_id: first });

assert.equal((await Customer.findByPk(first)).name, "first");
assert.equal(await Customer.count({ where: { id: [first, second] } }), 2);
assert.equal((await Order.findOne({ include: Customer })).customer.name, "first");

// Sequelize writes replacements into the statement, a list as an array of text,
// which needs a cast. With bind, it does not.
const query = (sql, more) => db.query(sql, { type: QueryTypes.SELECT, ...more });
const ids = [first, second];
assert.equal((await query("SELECT FROM customer WHERE id = ANY(ARRAY[:ids]::ulid[])", { replacements: { ids } })).length, 2);
assert.equal((await query("SELECT FROM customer WHERE id = ANY($ids)", { bind: { ids } })).length, 2);

const hourAgo = new Date(Date.now() - 3600e3);
const createdAt = db.cast(db.col("id"), "timestamptz");
assert.equal(await Customer.count({ where: db.where(createdAt, Op.gte, hourAgo) }), 2);
const plan = await query("EXPLAIN SELECT FROM customer WHERE id::timestamptz >= $1", { bind: [hourAgo] });
assert.match(plan.map((row) => row["QUERY PLAN"]).join("\n"), /Index Cond: \(id >=/);

for (const [id, code] of [["01ARZ3NDEKTSV4RRFFQ69G5FAO", "22P02"], ["81ARZ3NDEKTSV4RRFFQ69G5FAV", "22003"]])
  await assert.rejects(Customer.findByPk(id), (error) => error instanceof DatabaseError && error.original.code === code);

await db.close();
