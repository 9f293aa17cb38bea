-- Skip scans, which servers from 18 on have: an index whose first column is an id and whose second is sought.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

SET enable_seqscan = off;
SET enable_bitmapscan = off;
-- Few ids, the kind's ends and neighbours among them, in an index that they lead: the second column is found by seeking
-- from id to id, forward and backward, in far fewer searches than the index has pages, and in fewer than without the
-- kinds' support, which knows the id next to an id.
CREATE FUNCTION searches(query text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE plan json;
BEGIN
    EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF, FORMAT json) ' || query INTO plan;
    RETURN plan -> 0 -> 'Plan' ->> 'Index Searches';
END
$$;
SELECT * FROM facts(ARRAY[
    ['rows', '35000', $$
    CREATE TABLE KIND_row (id KIND, n integer);
    INSERT INTO KIND_row SELECT id, n
        FROM (VALUES (KIND_min('-infinity')), (KIND_max('infinity')), (KIND_min('2025-01-01Z')), (KIND_max('2025-01-01Z')),
            (KIND_max('2024-12-31 23:59:59.999999Z')), (KIND_min('2025-01-01 00:00:00.000001Z')), (NULL)) AS v (id),
                generate_series(1, 5000) AS n;
    CREATE INDEX ON KIND_row (id, n);
    ANALYZE KIND_row;
    SELECT count(*) FROM KIND_row$$]]);
CREATE VIEW counted AS
    SELECT kind, searches(format('SELECT id FROM %I_row WHERE n = 1234 ORDER BY id', kind)) AS forward,
        searches(format('SELECT id FROM %I_row WHERE n = 1234 ORDER BY id DESC', kind)) AS backward
    FROM kinds ORDER BY oid;
CREATE TABLE supported AS TABLE counted;
BEGIN;
SELECT format('ALTER OPERATOR FAMILY %1$I_ops USING btree DROP FUNCTION 6 (%1$I, %1$I)', kind) FROM kinds ORDER BY oid \gexec
CREATE TABLE unsupported AS TABLE counted;
SELECT * FROM facts(ARRAY[
    ['searches', '11 and 10, with support fewer: t and t', $$
    SELECT format('%s and %s, with support fewer: %s and %s', s.forward, s.backward, u.forward > s.forward, u.backward > s.backward)
    FROM supported s JOIN unsupported u USING (kind) WHERE kind = 'KIND'$$]]);
ROLLBACK;
SELECT * FROM facts(ARRAY[
    ['found forward and backward', 't t', $$
    SELECT format('%s %s', (SELECT array_agg(id) FROM (SELECT id FROM KIND_row WHERE n = 1234 ORDER BY id) AS s)
            = array_agg(id ORDER BY id),
        (SELECT array_agg(id) FROM (SELECT id FROM KIND_row WHERE n = 1234 ORDER BY id DESC) AS s) = array_agg(id ORDER BY id DESC))
    FROM KIND_row WHERE n + 0 = 1234$$],
    -- An id that is next to another is not passed over by the step from it.
    ['next to another', '4', $$
    SELECT count(*) FROM KIND_row WHERE n = 77 AND id > KIND_min('-infinity')
        AND id <= KIND_min('2025-01-01 00:00:00.000001Z')$$]]);

DROP SCHEMA :test CASCADE;
