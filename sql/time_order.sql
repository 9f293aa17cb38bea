-- Orders by, and the ends of, the extracted time: planned as those of the id, and answered as by a column of times.
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/planning.sql

-- Either direction, nulls at either end: the time in no column, and in a column by its number.
SELECT d, n, alone.plan, alone.rows, alone.counts, seen.plan AS plan_seen, seen.rows AS rows_seen, seen.counts AS counts_seen
FROM unnest('{"",ASC,DESC}'::text[]) AS d, unnest('{"",NULLS FIRST,NULLS LAST}'::text[]) AS n,
    judge(format('SELECT e.k, e.note FROM KIND_event AS e ORDER BY e.TIME %s %s LIMIT 20', d, n),
        format('SELECT e.k, e.note FROM KIND_event AS e ORDER BY e.id %s %s LIMIT 20', d, n), in_order => true) AS alone,
    judge(format('SELECT e.TIME FROM KIND_loose AS e ORDER BY 1 %s %s', d, n),
        format('SELECT e.id::timestamptz FROM KIND_loose AS e ORDER BY e.id %s %s', d, n), in_order => true, costs => false) AS seen
ORDER BY 1, 2;
SELECT * FROM judge($$SELECT e.note, e.TIME AS seen FROM KIND_event AS e ORDER BY seen DESC LIMIT 20$$,
    $$SELECT e.note, e.id::timestamptz AS seen FROM KIND_event AS e ORDER BY e.id DESC LIMIT 20$$,
        in_order => true, costs => false);
SELECT * FROM judge($$SELECT e.id, e.TIME, e.note FROM KIND_event AS e ORDER BY 2 DESC OFFSET 5 LIMIT 20$$,
    $$SELECT e.id, e.id::timestamptz, e.note FROM KIND_event AS e ORDER BY e.id DESC OFFSET 5 LIMIT 20$$, in_order => true);
SELECT * FROM judge($$SELECT e.id, e.TIME FROM KIND_event AS e ORDER BY e.TIME DESC, e.id DESC LIMIT 20$$,
    $$SELECT e.id, e.id::timestamptz FROM KIND_event AS e ORDER BY e.id DESC LIMIT 20$$, in_order => true);
SELECT * FROM judge($$SELECT e.note FROM KIND_event AS e ORDER BY e.TIME, e.id LIMIT 20$$,
    $$SELECT e.note FROM KIND_event AS e ORDER BY e.id LIMIT 20$$, in_order => true);
SELECT * FROM judge($$SELECT e.note FROM KIND_event AS e ORDER BY e.id, e.TIME LIMIT 20$$,
    $$SELECT e.note FROM KIND_event AS e ORDER BY e.id LIMIT 20$$, in_order => true);
SELECT * FROM judge($$SELECT e.note FROM KIND_event AS e ORDER BY e.k DESC, e.TIME LIMIT 20$$,
    $$SELECT e.note FROM KIND_event AS e ORDER BY e.k DESC, e.id LIMIT 20$$, in_order => true);
SELECT * FROM judge($$SELECT e.note FROM KIND_event AS e ORDER BY e.TIME USING > LIMIT 20$$,
    $$SELECT e.note FROM KIND_event AS e ORDER BY e.id DESC LIMIT 20$$, in_order => true);
SELECT * FROM judge($$SELECT e.note FROM KIND_event AS e ORDER BY e.TIME DESC LIMIT 20 FOR UPDATE$$,
    $$SELECT e.note FROM KIND_event AS e ORDER BY e.id DESC LIMIT 20 FOR UPDATE$$, in_order => true);
-- With a filter, in views, subqueries, joins, arrays.
SELECT * FROM judge($$SELECT e.note FROM KIND_event AS e WHERE e.TIME < '2025-01-02Z' AND e.k = 2 ORDER BY e.TIME DESC LIMIT 20$$,
    $$SELECT e.note FROM KIND_event AS e WHERE e.id <= KIND_before('2025-01-02Z') AND e.k = 2
        ORDER BY e.id DESC LIMIT 20$$, in_order => true);
SELECT * FROM judge($$SELECT e.seen, e.note FROM KIND_view AS e ORDER BY e.seen DESC LIMIT 20$$,
    $$SELECT e.seen, e.note FROM KIND_view AS e ORDER BY e.id DESC LIMIT 20$$, in_order => true, costs => false);
SELECT * FROM judge($$SELECT count(*) FROM (SELECT e.k FROM KIND_event AS e ORDER BY e.TIME LIMIT 100) AS s WHERE k = 3$$,
    $$SELECT count(*) FROM (SELECT e.k FROM KIND_event AS e ORDER BY e.id LIMIT 100) AS s WHERE k = 3$$);
SELECT * FROM judge($$WITH c AS MATERIALIZED (SELECT e.k, e.TIME AS seen FROM KIND_event AS e ORDER BY 2 LIMIT 100)
    SELECT * FROM c WHERE k = 3$$,
    $$WITH c AS MATERIALIZED (SELECT e.k, e.id::timestamptz AS seen FROM KIND_event AS e ORDER BY e.id LIMIT 100)
        SELECT * FROM c WHERE k = 3$$, costs => false);
SELECT * FROM judge($$SELECT s.n, l.id FROM span AS s
    LEFT JOIN LATERAL (SELECT e.id FROM KIND_event AS e WHERE e.TIME < s.a ORDER BY e.TIME DESC LIMIT 1) AS l ON true$$);
SELECT * FROM judge($$SELECT s.n, ARRAY(SELECT e.TIME FROM KIND_event AS e WHERE e.k = s.n ORDER BY 1 LIMIT 3)
    FROM span AS s WHERE s.n < 9$$,
    $$SELECT s.n, ARRAY(SELECT e.id::timestamptz FROM KIND_event AS e WHERE e.k = s.n ORDER BY e.id LIMIT 3)
        FROM span AS s WHERE s.n < 9$$, costs => false);
SELECT * FROM judge($$SELECT s.n, (SELECT e.TIME FROM KIND_event AS e WHERE e.k = s.n ORDER BY e.TIME DESC LIMIT 1)
    FROM span AS s WHERE s.n < 9$$,
    $$SELECT s.n, (SELECT e.id::timestamptz FROM KIND_event AS e WHERE e.k = s.n ORDER BY e.id DESC LIMIT 1)
        FROM span AS s WHERE s.n < 9$$, costs => false);
SELECT * FROM judge($$SELECT e.note, f.k FROM KIND_event AS e JOIN KIND_base AS f USING (id) ORDER BY e.TIME DESC LIMIT 20$$,
    $$SELECT e.note, f.k FROM KIND_event AS e JOIN KIND_base AS f USING (id) ORDER BY e.id DESC LIMIT 20$$, in_order => true);
SELECT * FROM judge($$SELECT s.n, e.TIME FROM span AS s LEFT JOIN KIND_event AS e ON e.k = s.n AND e.TIME < '2025-01-01 01:00Z'
    ORDER BY 2, 1$$, in_order => true);
SELECT * FROM judge($$SELECT s.n, e.TIME FROM span AS s LEFT JOIN KIND_event AS e ON e.k = s.n
    AND e.TIME < '2025-01-01 01:00Z' ORDER BY 1, 2 DESC$$,
    $$SELECT s.n, e.id::timestamptz FROM span AS s LEFT JOIN KIND_event AS e ON e.k = s.n
        AND e.id <= KIND_before('2025-01-01 01:00Z') ORDER BY 1, e.id DESC$$, in_order => true, costs => false);
-- Partitions in their order, inheritance, UNION ALL.
SELECT * FROM judge($$SELECT e.k FROM KIND_log AS e ORDER BY e.TIME LIMIT 20$$,
    $$SELECT e.k FROM KIND_log AS e ORDER BY e.id LIMIT 20$$, in_order => true);
SELECT * FROM judge($$SELECT e.TIME FROM KIND_log AS e WHERE e.TIME > '2025-01-02 12:00Z' ORDER BY 1 DESC LIMIT 20$$,
    $$SELECT e.id::timestamptz FROM KIND_log AS e WHERE e.id >= KIND_after('2025-01-02 12:00Z') ORDER BY e.id DESC LIMIT 20$$,
        in_order => true, costs => false);
SELECT * FROM judge($$SELECT e.k FROM KIND_base AS e ORDER BY e.TIME DESC LIMIT 20$$,
    $$SELECT e.k FROM KIND_base AS e ORDER BY e.id DESC LIMIT 20$$, in_order => true);
SELECT * FROM judge($$SELECT e.TIME FROM (SELECT id, created FROM KIND_event UNION ALL SELECT id, created FROM KIND_log) AS e
    ORDER BY 1 DESC LIMIT 20$$, in_order => true);
-- The ends, alone, together, with a filter, with another aggregate.
SELECT * FROM judge($$SELECT min(e.TIME) FROM KIND_event AS e$$);
SELECT * FROM judge($$SELECT max(e.TIME) AS newest, min(e.TIME) AS oldest FROM KIND_event AS e WHERE e.TIME < '2025-01-02Z'$$);
SELECT * FROM judge($$SELECT min(e.TIME) FROM KIND_loose AS e$$);
SELECT * FROM judge($$SELECT max(e.TIME) AS newest, min(e.TIME) AS oldest FROM KIND_loose AS e WHERE e.TIME < '2025-01-02Z'$$);
SELECT * FROM judge($$SELECT min(e.TIME) FROM KIND_log AS e$$);
SELECT * FROM judge($$SELECT max(e.TIME) AS newest, min(e.TIME) AS oldest FROM KIND_log AS e WHERE e.TIME < '2025-01-02Z'$$);
SELECT * FROM judge($$SELECT min(e.TIME) FROM KIND_base AS e$$);
SELECT * FROM judge($$SELECT max(e.TIME) AS newest, min(e.TIME) AS oldest FROM KIND_base AS e WHERE e.TIME < '2025-01-02Z'$$);
SELECT * FROM judge($$SELECT max(e.TIME) FROM KIND_event AS e WHERE e.k = 4$$);
SELECT * FROM judge($$SELECT max(e.TIME), max(e.k) FROM KIND_event AS e$$);
SELECT * FROM judge($$SELECT max(e.TIME) FROM KIND_event AS e WHERE e.TIME > 'infinity'$$);
SELECT * FROM judge($$SELECT s.n, (SELECT max(e.TIME) FROM KIND_event AS e WHERE e.TIME < s.a) FROM span AS s$$);
SELECT * FROM judge($$SELECT e.k, max(e.TIME) FROM KIND_event AS e GROUP BY 1$$);
SELECT * FROM judge($$SELECT max(e.TIME) FROM KIND_event AS e HAVING max(e.TIME) > '2025-01-01Z'$$);
SELECT * FROM judge($$SELECT max(e.seen) - min(e.seen) FROM KIND_view AS e$$);
-- What keeps its order by the time: where ids of one time must count as equal, or the rows are not those to be ordered.
SELECT * FROM judge($$SELECT e.TIME, e.k FROM KIND_loose AS e ORDER BY e.TIME, e.k$$, in_order => true);
SELECT * FROM judge($$SELECT e.TIME FROM KIND_loose AS e WHERE e.id IS NOT NULL
    ORDER BY e.TIME FETCH FIRST 3 ROWS WITH TIES$$, in_order => true);
SELECT * FROM judge($$SELECT DISTINCT e.TIME FROM KIND_loose AS e ORDER BY 1$$, in_order => true);
SELECT * FROM judge($$SELECT DISTINCT ON (e.TIME) e.TIME FROM KIND_loose AS e ORDER BY 1 DESC$$, in_order => true);
SELECT * FROM judge($$SELECT e.TIME, count(*) FROM KIND_loose AS e GROUP BY 1 ORDER BY 1$$, in_order => true);
SELECT * FROM judge($$SELECT e.TIME, rank() OVER (ORDER BY e.TIME) FROM KIND_loose AS e ORDER BY 1$$, in_order => true);
SELECT * FROM judge($$SELECT e.TIME FROM KIND_loose AS e UNION SELECT e.TIME FROM KIND_event AS e WHERE e.k = 1
    ORDER BY 1$$, in_order => true);
SELECT * FROM judge($$SELECT e.TIME, generate_series(1, 2) AS g FROM KIND_loose AS e ORDER BY 1$$, in_order => true);
SELECT * FROM judge($$SELECT array_agg(e.TIME ORDER BY e.TIME) FROM KIND_loose AS e$$);
SELECT * FROM judge($$SELECT e.TIME FROM KIND_event AS e ORDER BY e.TIME DESC, e.id LIMIT 20$$, in_order => true);
SELECT * FROM judge($$SELECT e.TIME, e.id FROM KIND_loose AS e ORDER BY e.TIME DESC NULLS LAST, e.id$$, in_order => true);
SELECT * FROM judge($$SELECT e.TIME, f.id FROM KIND_loose AS e JOIN KIND_loose AS f USING (k) WHERE k = 3
    ORDER BY e.TIME, f.id$$, in_order => true);

-- What is planned as it is written: where no index gives the order by the id, and where a join has that by the time.
CREATE TABLE bare_event AS SELECT * FROM ulid_event;
ANALYZE bare_event;
SELECT left_alone($$SELECT * FROM bare_event AS e ORDER BY e.TIME$$) AS without_index;
SET enable_nestloop = off;
SET enable_hashjoin = off;
SELECT plan_of('SELECT e.k FROM span AS s JOIN ulid_event AS e ON e.id::timestamptz = s.a ORDER BY e.id::timestamptz')
    ~ '^Merge Join' AS joined;
RESET enable_nestloop;
RESET enable_hashjoin;

-- How the three look.
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event ORDER BY id::timestamptz DESC LIMIT 20;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_log ORDER BY id::timestamptz LIMIT 20;
SELECT plan_of('SELECT max(id::timestamptz) FROM ' || t) ~ 'Index Only Scan Backward'
    AND plan_of('SELECT max(id::timestamptz) FROM ' || t) !~ '(->  |^)Aggregate' AS by_index
FROM unnest('{ulid_event,ulid_loose,ulid_log,ulid_base}'::text[]) AS t;
-- A cursor goes either way.
BEGIN;
DECLARE c SCROLL CURSOR FOR SELECT id::timestamptz FROM ulid_event ORDER BY 1;
FETCH LAST FROM c;
FETCH BACKWARD 2 FROM c;
FETCH FIRST FROM c;
COMMIT;
-- A table made in this order, and a row changed at the cursor.
CREATE TABLE copied AS SELECT id::timestamptz AS seen, k FROM ulid_event ORDER BY id::timestamptz DESC LIMIT 3;
SELECT * FROM copied;
BEGIN;
DECLARE c CURSOR FOR SELECT k FROM ulid_event ORDER BY id::timestamptz DESC FOR UPDATE;
FETCH 2 FROM c;
UPDATE ulid_event SET note = 'here' WHERE CURRENT OF c RETURNING id::timestamptz, k, note;
ROLLBACK;

-- The first query of a session.
\c -
SET search_path = time_order, public;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event ORDER BY id::timestamptz DESC LIMIT 20;
\c -
SET search_path = time_order, public;
SELECT plan_of('SELECT max(id::timestamptz) FROM ulid_event') ~ 'Index Only Scan Backward' AS by_index;

SET client_min_messages = warning;
DROP SCHEMA :test CASCADE;
