// Sequelize: the type of a column can be a string.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import assert from "node:assert/strict";
import { DatabaseError, Op, QueryTypes, Sequelize } from "sequelize";

const { PGHOST: host, PGPORT: port, PGUSER: username, PGPASSWORD: password, PGDATABASE: database } = process.env;
const db = new Sequelize({ dialect: "postgres", host, port, username, password, database, logging: false });
const says = (name, value) => console.log(`${name}: ${value}`);
const names = async (rows) => (await rows).map((row) => row.name).join(" ");
const sqlstate = (query) =>
  query.then(() => "no error", (error) => error instanceof DatabaseError && error.original.code);

const generated = { type: "ULID", primaryKey: true, defaultValue: db.literal("ulid_generate()") };
const options = { freezeTableName: true, timestamps: false };
const columns = { id: generated, name: { type: "TEXT", allowNull: false }, parent: "ULID" };
const Customer = db.define("customer", columns, options);
const ofEvent = { type: "TIMEID", primaryKey: true, defaultValue: db.literal("timeid_generate()") };
const Event = db.define("event", { id: ofEvent, note: "TEXT" }, options);
await db.sync();

says("default", (await Customer.create({ name: "new" })).id.length);
const given = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
says("given", (await Customer.create({ id: given, name: "given" })).id);
const [one, two, three] = ["01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8"];
const batch = [{ id: one, name: "one" }, { id: two, name: "two" }, { id: three, name: "three" }];
says("batch", (await Customer.bulkCreate(batch)).length);

says("id", (await Customer.findByPk(given)).name);
const find = (where, more) => Customer.findAll({ where, order: ["id"], ...more });
says("list", await names(find({ id: [one, three] })));
says("after_id", await names(find({ id: { [Op.gt]: one } }, { limit: 2 })));
const time = db.cast(db.col("id"), "timestamptz");
const afterTime = db.where(time, Op.gt, new Date("2026-01-01T12:00Z"));
says("after_time", await names(find(afterTime, { order: [time], limit: 2 })));
const [from, to] = [new Date("2026-01-02T00:00Z"), new Date("2026-01-04T00:00Z")];
says("time_range", await names(find({ [Op.and]: [db.where(time, Op.gte, from), db.where(time, Op.lt, to)] })));

// Sequelize writes replacements into the statement, a list as an array of text,
// which needs a cast. With bind, it does not.
const query = (sql, more) => db.query(sql, { type: QueryTypes.SELECT, ...more });
const ids = [one, three];
assert.equal((await query("SELECT FROM customer WHERE id = ANY(ARRAY[:ids]::ulid[])", { replacements: { ids } })).length, 2);
assert.equal((await query("SELECT FROM customer WHERE id = ANY($ids)", { bind: { ids } })).length, 2);

says("update", (await Customer.update({ name: "second", parent: one }, { where: { id: two } }))[0]);
says("delete", await Customer.destroy({ where: { id: three } }));
says("null", (await (await Customer.create({ name: "nobody", parent: null })).reload()).parent);

says("bad", await sqlstate(Customer.findByPk("01ARZ3NDEKTSV4RRFFQ69G5FAO")));
says("range", await sqlstate(Customer.findByPk("81ARZ3NDEKTSV4RRFFQ69G5FAV")));
says("untyped", await names(query("SELECT name FROM customer WHERE id = $1", { bind: [given] })));
says("typed", await sqlstate(query("SELECT name FROM customer WHERE id = $1::text", { bind: [given] })));

const { id } = await Event.create({ note: "started" });
says("kind", (await Event.findByPk(id)).note);

await db.close();
