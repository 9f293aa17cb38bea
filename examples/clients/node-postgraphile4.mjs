// PostGraphile 4, which needs nothing.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
import Module, { createRequire } from "node:module";
import { cases, url } from "./postgraphile.mjs";

const require = createRequire(import.meta.resolve("postgraphile4"));

// Only because PostGraphile 5, with another version of graphql, is in the same folder
const resolve = Module._resolveFilename;
const graphqlFolder = require.resolve("graphql").replace(/\/index\.js$/, "");
Module._resolveFilename = (name, ...rest) => resolve(name.replace(/^graphql(?=\/|$)/, graphqlFolder), ...rest);

const { createPostGraphileSchema, withPostGraphileContext } = require("postgraphile4");
const { graphql } = require("graphql");
const pgPool = new (require("pg").Pool)({ connectionString: url });
const schema = await createPostGraphileSchema(pgPool, "public");
await cases((query) => withPostGraphileContext({ pgPool }, (context) => graphql(schema, query, null, { ...context })), "id");
await pgPool.end();
