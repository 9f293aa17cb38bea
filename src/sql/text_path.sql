-- The types of these casts are ulidkit's. CREATE EXTENSION and ALTER EXTENSION search other schemas before ulidkit's, where
-- somebody can have made types of the same names, so the script searches ulidkit's schema only.
SELECT pg_catalog.set_config('search_path', pg_catalog.format('%I, pg_temp', n.nspname), true)
FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON e.extnamespace OPERATOR(pg_catalog.=) n.oid
WHERE e.extname OPERATOR(pg_catalog.=) 'ulidkit';
