// What Prisma's schema engine makes of the tables of node-prisma.mjs: introspection ("prisma db pull") and push. The engine is
// the one of npm, a module of WebAssembly, because Prisma downloads the program.
import assert from "node:assert/strict";
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import pg from "pg";
import config from "./prisma.config.mjs";

// The adapter does not know the type "char" of the catalog's columns: they are text here.
const { addFields } = pg.Result.prototype;
pg.Result.prototype.addFields = function (fields) {
  for (const field of fields) if (field.dataTypeID === 18) field.dataTypeID = 25;
  addFields.call(this, fields);
};

const folder = new URL(".", import.meta.resolve("@prisma/schema-engine-wasm"));
const bindings = await import(new URL("schema_engine_bg.js", folder));
const { instance } = await WebAssembly.instantiate(fs.readFileSync(fileURLToPath(new URL("schema_engine_bg.wasm", folder))),
  { "./schema_engine_bg.js": bindings });
bindings.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start();
globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => { throw new Error(message); } };

const own = fs.readFileSync("schema.prisma", "utf8");
const files = (content) => ({ files: [{ path: "schema.prisma", content }] });
const engine = await bindings.SchemaEngine.new({ datamodels: [["schema.prisma", own]] }, () => {},
  bindMigrationAwareSqlAdapterFactory(new PrismaPg({})));
const push = (content, tables) => engine.schemaPush({ force: false, schema: files(content),
  filters: { externalTables: tables, externalEnums: [] } });

const pulled = (await engine.introspect({ schema: files(own.slice(0, own.indexOf("\nmodel "))), baseDirectoryPath: ".",
  force: true, compositeTypeDepth: -1, namespaces: null })).schema.files[0].content;
assert.match(pulled, /id +Unsupported\("ulid"\) +@id @default\(dbgenerated\("ulid_generate\(\)"\)\)/);
await assert.rejects(push(pulled, []), /at least one unique criteria/);
const edited = pulled.replace(/Unsupported\("(ulid|timeid)"\)/g, "String");
assert.match(edited, /id +String +@id @default\(dbgenerated\("ulid_generate\(\)"\)\)/);

// Without the list of tables, push wants to change the types.
const { warnings, unexecutable } = await push(edited, []);
assert.match([...warnings, ...unexecutable].join(), /customer/);
const steps = [];
for (const schema of [edited, own]) steps.push((await push(schema, config.tables.external)).executedSteps);
assert.equal(steps[0], steps[1]);
console.log(`schema: ${steps[0]}`);
process.exit(); // the engine keeps its connections
