-- Random queries by the extracted time: the same rows with the planning turned on and off, and by a column of the time.
-- RANDOM_QUERIES, in the environment, is how many; they are 1000 otherwise. RANDOM_SEED makes them others.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/planning.sql
\i :abs_srcdir/test/regress/random.sql
-- Of few queries for each kind, those of all are counted.
SELECT kind, queries = share AS all_tried, CASE WHEN :queries < 1000 THEN sum(replanned) OVER () > sum(queries) OVER () / 4
    ELSE replanned > queries / 4 OR kind ~ '^server' END AS many_replanned, errors, wrong, example
FROM kinds, LATERAL (SELECT :queries / count(*) AS share FROM kinds) AS s, try_queries(kind, share::integer, :seed) ORDER BY oid;

SET client_min_messages = warning;
DROP SCHEMA :test, by_column CASCADE;
