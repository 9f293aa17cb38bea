// What drizzle-kit makes of the tables of node-drizzle.mjs: pull, the edits of docs/clients.md, and push.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import * as own from "./drizzle.schema.mjs";

const { pushSchema } = createRequire(import.meta.url)("drizzle-kit/api"); // what "drizzle-kit push" would do
const db = drizzle(new pg.Pool());
const difference = async (schema) => (await pushSchema({ ...schema }, db)).statementsToExecute;

execFileSync("node_modules/.bin/drizzle-kit", ["pull", "--config", "drizzle.config.mjs"], { stdio: "inherit" });
const pulled = fs.readFileSync("drizzle/schema.ts", "utf8");
assert.match(pulled, /id: unknown\("id"\)\.primaryKey/);
assert.match(pulled, /id: time\(\)\.default/); // because the name of the type begins with "time"

// The types, and the DEFAULT that pull leaves out
const types = 'import { customType } from "drizzle-orm/pg-core";\nconst ulid = customType({ dataType: () => "ulid" });\n' +
  'const timeid = customType({ dataType: () => "timeid" });\n';
const typed = types + pulled.replaceAll("unknown(", "ulid(").replace("time()", 'timeid("id")');
fs.writeFileSync("drizzle/typed.mjs", typed);
fs.writeFileSync("drizzle/edited.mjs", typed.replace('ulid("id")', 'ulid("id").default(sql`ulid_generate()`)'));
assert.match((await difference(await import("./drizzle/typed.mjs"))).join(), /ALTER COLUMN "id" DROP DEFAULT/);
const left = [own, await import("./drizzle/edited.mjs")].map(difference);
console.log(`schema: ${(await Promise.all(left)).flat().length}`);
await db.$client.end();
