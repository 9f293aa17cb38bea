-- Undoes to_older.sql, when the library of 1.0 or later is back: with psql, as a superuser, in each of the databases.
SELECT format('ALTER EXTENSION ulidkit UPDATE TO %L', target)
FROM pg_extension, pg_extension_update_paths('ulidkit')
WHERE extname = 'ulidkit' AND source = extversion AND target LIKE '%-pg\_upgraded' AND path IS NOT NULL \gexec
ALTER EXTENSION ulidkit UPDATE;
SELECT format('ALTER FUNCTION %s SUPPORT %s.ulidkit_inverse_support', p.oid::regprocedure, n.oid::regnamespace)
FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
    JOIN pg_proc s ON s.pronamespace = n.oid AND s.proname = 'ulidkit_extract_timestamp_support'
    JOIN pg_proc p ON p.prosupport = s.oid AND p.prorettype <> 'timestamptz'::regtype
WHERE e.extname = 'ulidkit' \gexec
