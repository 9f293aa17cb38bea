-- Skip scans, which servers from 18 on have: an index whose first column is an id and whose second is sought.
\getenv abs_srcdir PG_ABS_SRCDIR
\set kinds :abs_srcdir '/test/regress/kinds.sql'
CREATE SCHEMA pg18_skip_scan;
SET search_path = pg18_skip_scan, public;
\set ECHO none
\i :kinds
\set ECHO all
SET timezone = 'UTC';
SET client_min_messages = warning;

SET enable_seqscan = off;
SET enable_bitmapscan = off;
-- Few ids, the kind's ends and neighbours among them, in an index that they lead: the second column is found by seeking
-- from id to id, in far fewer steps than the index has pages, forward and backward.
CREATE FUNCTION skips(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE plan json;
BEGIN
    EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF, FORMAT json) ' || query INTO plan;
    plan := plan -> 0 -> 'Plan';
    RETURN format('%s rows by %s of %s, fewer than 40 searches: %s', (plan ->> 'Actual Rows')::numeric::integer, plan ->> 'Node Type',
        plan ->> 'Scan Direction', (plan ->> 'Index Searches')::integer < 40);
END
$$;
SELECT * FROM each_kind($$
    CREATE TABLE KIND_row (id KIND, n integer);
    INSERT INTO KIND_row SELECT id, n
        FROM (VALUES (KIND_min('-infinity')), (KIND_max('infinity')), (KIND_min('2025-01-01Z')), (KIND_max('2025-01-01Z')),
            (KIND_max('2024-12-31 23:59:59.999999Z')), (KIND_min('2025-01-01 00:00:00.000001Z')), (NULL)) AS v (id), generate_series(1, 5000) AS n;
    CREATE INDEX ON KIND_row (id, n);
    ANALYZE KIND_row;
    SELECT concat_ws(E'\n', skips('SELECT id FROM KIND_row WHERE n = 1234 ORDER BY id'), skips('SELECT id FROM KIND_row WHERE n = 1234 ORDER BY id DESC'))$$);
SELECT * FROM each_kind($$
    SELECT string_agg(coalesce(id::text, 'NULL'), E'\n') FROM (SELECT id FROM KIND_row WHERE n = 1234 ORDER BY id) AS s$$);
SELECT * FROM each_kind($$
    SELECT string_agg(coalesce(id::text, 'NULL'), E'\n') = (SELECT string_agg(coalesce(id::text, 'NULL'), E'\n' ORDER BY id DESC) FROM KIND_row WHERE n + 0 = 1234)
    FROM (SELECT id FROM KIND_row WHERE n = 1234 ORDER BY id DESC) AS s$$);
-- An id that is next to another is not passed over by the step from it.
SELECT * FROM each_kind($$
    SELECT count(*) FROM KIND_row WHERE n = 77 AND id > KIND_min('-infinity') AND id <= KIND_min('2025-01-01 00:00:00.000001Z')$$);

DROP SCHEMA pg18_skip_scan CASCADE;
