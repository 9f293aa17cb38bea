// What "prisma db pull", "db push" and "migrate" read. The schema engine leaves these tables alone: otherwise it would make
// the columns of the type String into columns of the type text.
export default {
  schema: "schema.prisma",
  experimental: { externalTables: true },
  tables: { external: ["public.customer", "public.event"] },
};
