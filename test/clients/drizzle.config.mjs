// For drizzle-kit. Without extensionsFilters or schemaFilter it looks at the schema public only, and at no function or type.
const { PGPORT, PGUSER, PGDATABASE } = process.env;
export default {
  dialect: "postgresql",
  schema: process.env.SCHEMA ?? "./drizzle.schema.mjs",
  out: "./drizzle",
  dbCredentials: { url: `postgresql://${PGUSER}@127.0.0.1:${PGPORT}/${PGDATABASE}` },
};
