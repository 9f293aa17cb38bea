// Objection, on Knex and node-postgres. Nothing has to be declared in the models.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import makeKnex from "knex";
import objection from "objection";

const knex = makeKnex({ client: "pg", connection: {} });
objection.Model.knex(knex);
const says = (name, value) => console.log(`${name}: ${value}`);
const names = async (query) => (await query).map((row) => row.name).join(" ");
// Objection wraps some errors: theirs is the nativeError.
const sqlstate = (query) => query.then(() => "no error", (error) => (error.nativeError ?? error).code);

await knex.schema.createTable("customer", (table) => {
  table.specificType("id", "ulid").primary().defaultTo(knex.raw("ulid_generate()"));
  table.text("name").notNullable();
  table.specificType("parent", "ulid").references("customer.id");
});
await knex.schema.createTable("event", (table) => {
  table.specificType("id", "timeid").primary().defaultTo(knex.raw("timeid_generate()"));
  table.text("note");
});

class Customer extends objection.Model {
  static tableName = "customer";
  static relationMappings = {
    children: {
      relation: objection.Model.HasManyRelation,
      modelClass: Customer,
      join: { from: "customer.id", to: "customer.parent" },
    },
  };
}
class Event extends objection.Model {
  static tableName = "event";
}

says("default", (await Customer.query().insert({ name: "new" })).id.length);
const given = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
says("given", (await Customer.query().insert({ id: given, name: "given" }).returning("*")).id);
const [one, two, three] = ["01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8"];
const batch = [{ id: one, name: "one" }, { id: two, name: "two" }, { id: three, name: "three" }];
says("batch", (await Customer.query().insertGraph(batch)).length);

says("id", (await Customer.query().findById(given)).name);
says("list", await names(Customer.query().findByIds([one, three]).orderBy("id")));
says("after_id", await names(Customer.query().where("id", ">", one).orderBy("id").limit(2)));
const time = objection.raw("id::timestamptz");
says("after_time", await names(Customer.query().where(time, ">", new Date("2026-01-01T12:00Z")).orderBy(time).limit(2)));
const [from, to] = [new Date("2026-01-02T00:00Z"), new Date("2026-01-04T00:00Z")];
says("time_range", await names(Customer.query().where(time, ">=", from).where(time, "<", to).orderBy("id")));

says("update", await Customer.query().findById(two).patch({ name: "second", parent: one }));
says("delete", await Customer.query().deleteById(three));
says("null", (await Customer.query().insert({ name: "nobody", parent: null }).returning("*")).parent);

says("bad", await sqlstate(Customer.query().findById("01ARZ3NDEKTSV4RRFFQ69G5FAO")));
says("range", await sqlstate(Customer.query().findById("81ARZ3NDEKTSV4RRFFQ69G5FAV")));
says("untyped", await names(Customer.query().whereRaw("id = ?", given)));
says("typed", await sqlstate(Customer.query().whereRaw("id = ?::text", given)));

const { id } = await Event.query().insert({ note: "started" });
says("kind", (await Event.query().findById(id)).note);

await knex.destroy();
