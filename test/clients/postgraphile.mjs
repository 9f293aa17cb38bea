// The cases of cases.tsv for PostGraphile 4 and 5. What GraphQL has no means for, lists and times, are functions of SQL.
import pg from "pg";

// For PostGraphile 5, before Node 22
Promise.withResolvers ??= () => {
  const pending = {};
  pending.promise = new Promise((resolve, reject) => Object.assign(pending, { resolve, reject }));
  return pending;
};

const { PGPORT, PGUSER, PGDATABASE } = process.env;
export const url = `postgresql://${PGUSER}@127.0.0.1:${PGPORT}/${PGDATABASE}`;

const db = new pg.Client(url);
await db.connect();
await db.query(`
  CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid);
  CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text);
  CREATE FUNCTION customers_of(ids ulid[]) RETURNS SETOF customer STABLE
    BEGIN ATOMIC SELECT * FROM customer WHERE id = ANY (ids) ORDER BY id; END;
  CREATE FUNCTION customers_after(start timestamptz) RETURNS SETOF customer STABLE
    BEGIN ATOMIC SELECT * FROM customer WHERE id::timestamptz > start ORDER BY id::timestamptz LIMIT 2; END;
  CREATE FUNCTION customers_between(start timestamptz, stop timestamptz) RETURNS SETOF customer STABLE
    BEGIN ATOMIC SELECT * FROM customer WHERE id::timestamptz >= start AND id::timestamptz < stop ORDER BY id; END`);
await db.end();

// run(query) returns the result of GraphQL. The field of the column id is called id, or rowId.
export const cases = async (run, id) => {
  const By = `By${id[0].toUpperCase()}${id.slice(1)}`;
  const says = (name, value) => console.log(`${name}: ${value}`);
  const data = async (query) => {
    const result = await run(query);
    if (result.errors) throw result.errors[0];
    return result.data;
  };
  const create = (values) => `createCustomer(input: {customer: {${values}}}) { customer { ${id} parent } }`;
  const names = (connection) => connection.nodes.map((row) => row.name).join(" ");
  const nodes = "{ nodes { name } }";

  says("default", (await data(`mutation { ${create('name: "new"')} }`)).createCustomer.customer[id].length);
  const given = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
  says("given", (await data(`mutation { ${create(`${id}: "${given}", name: "given"`)} }`)).createCustomer.customer[id]);
  const [one, two, three] = ["01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8"];
  const batch = Object.entries({ one, two, three }).map(([name, text]) => `${name}: ${create(`${id}: "${text}", name: "${name}"`)}`);
  says("batch", Object.keys(await data(`mutation { ${batch.join()} }`)).length);

  says("id", (await data(`{ customer${By}(${id}: "${given}") { name } }`))[`customer${By}`].name);
  says("list", names((await data(`{ customersOf(ids: ["${one}", "${three}"]) ${nodes} }`)).customersOf));
  const page = (rest) => data(`{ allCustomers(orderBy: PRIMARY_KEY_ASC, first: 2 ${rest}) { nodes { name } pageInfo { endCursor } } }`);
  const first = (await page("")).allCustomers;
  says("after_id", names((await page(`after: "${first.pageInfo.endCursor}"`)).allCustomers));
  says("after_time", names((await data(`{ customersAfter(start: "2026-01-01T12:00Z") ${nodes} }`)).customersAfter));
  const times = 'start: "2026-01-02T00:00Z", stop: "2026-01-04T00:00Z"';
  says("time_range", names((await data(`{ customersBetween(${times}) ${nodes} }`)).customersBetween));

  const patch = `customerPatch: {name: "second", parent: "${one}"}`;
  const updated = await data(`mutation { updateCustomer${By}(input: {${id}: "${two}", ${patch}}) { customer { name } } }`);
  says("update", Object.keys(updated).length);
  const deleted = await data(`mutation { deleteCustomer${By}(input: {${id}: "${three}"}) { customer { name } } }`);
  says("delete", Object.keys(deleted).length);
  says("null", (await data(`mutation { ${create('name: "nobody", parent: null')} }`)).createCustomer.customer.parent);

  const sqlstate = (text) => data(`{ customer${By}(${id}: "${text}") { name } }`).then(() => "no error", (error) => error.originalError.code);
  says("bad", await sqlstate("01ARZ3NDEKTSV4RRFFQ69G5FAO"));
  says("range", await sqlstate("81ARZ3NDEKTSV4RRFFQ69G5FAV"));

  const started = (await data(`mutation { createEvent(input: {event: {note: "started"}}) { event { ${id} } } }`)).createEvent.event[id];
  says("kind", (await data(`{ event${By}(${id}: "${started}") { note } }`))[`event${By}`].note);
};
