-- Before the library of 0.2.0 or 0.3.0 takes the place of that of 1.0: docs/install.md, "Go back to an older version". Run it
-- with psql, as a superuser, in each database that has the objects of 1.0. An older library lacks two functions that the server
-- calls by itself: that of the options of the B-tree class of ulid, whenever it opens an index, and the planner support of
-- functions with an inverse, such as conversions to text. The planner support of the time does nothing for these.
SELECT format('ALTER OPERATOR FAMILY %1$s.ulid_ops USING btree DROP FUNCTION 5 (%1$s.ulid, %1$s.ulid)', n.oid::regnamespace)
FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
WHERE e.extname = 'ulidkit' \gexec
SELECT format('ALTER FUNCTION %s SUPPORT %s.ulidkit_extract_timestamp_support', p.oid::regprocedure, n.oid::regnamespace)
FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
    JOIN pg_proc s ON s.pronamespace = n.oid AND s.proname = 'ulidkit_inverse_support'
    JOIN pg_proc p ON p.prosupport = s.oid
WHERE e.extname = 'ulidkit' \gexec
