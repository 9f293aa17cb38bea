// PostGraphile 5. Without the plugin, it leaves out the columns whose type it does not know.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import { postgraphile } from "postgraphile";
import { domainOfCodec, TYPES } from "postgraphile/@dataplan/pg";
import { makePgService } from "postgraphile/adaptors/pg";
import { execute, hookArgs } from "postgraphile/grafast";
import { parse } from "postgraphile/graphql";
import { sql } from "postgraphile/pg-sql2";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";
import { cases, url } from "./postgraphile.mjs";

const UlidkitPlugin = {
  name: "UlidkitPlugin",
  version: "1.0.0",
  gather: {
    hooks: {
      pgCodecs_findPgCodec(info, event) {
        const { typname, getNamespace } = event.pgType;
        if (!event.pgCodec && ["ulid", "scru160", "ulidflake", "timeid", "tbsl"].includes(typname)) {
          event.pgCodec = domainOfCodec(TYPES.text, typname, sql.identifier(getNamespace().nspname, typname));
        }
      },
    },
  },
};

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [UlidkitPlugin],
  pgServices: [makePgService({ connectionString: url })],
});
const { schema, resolvedPreset } = await instance.getSchemaResult();
await cases(async (query) => execute(await hookArgs({ schema, document: parse(query), resolvedPreset, requestContext: {} })), "rowId");
process.exit(); // not waiting for idle connections
