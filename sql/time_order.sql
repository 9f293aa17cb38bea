-- Orders by, and the ends of, the extracted time: planned as those of the id, and answered as by a column of times.
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/planning.sql

-- Either direction, nulls at either end: the time in no column, and in a column by its number.
SELECT d, n, j.* FROM unnest('{"",ASC,DESC}'::text[]) AS d, unnest('{"",NULLS FIRST,NULLS LAST}'::text[]) AS n,
    judge(format('SELECT e.k, e.note FROM KIND_event AS e ORDER BY e.TIME %1$s %2$s LIMIT 20;
        SELECT e.TIME FROM KIND_loose AS e ORDER BY 1 %1$s %2$s', d, n), in_order => true) AS j
ORDER BY 1, 2;
SELECT * FROM judge(in_order => true, queries => $$
    SELECT e.note, e.TIME AS seen FROM KIND_event AS e ORDER BY seen DESC LIMIT 20;
    SELECT e.id, e.TIME, e.note FROM KIND_event AS e ORDER BY 2 DESC OFFSET 5 LIMIT 20;
    SELECT e.id, e.TIME FROM KIND_event AS e ORDER BY e.TIME DESC, e.id DESC LIMIT 20;
    SELECT e.note FROM KIND_event AS e ORDER BY e.TIME, e.id LIMIT 20;
    SELECT e.note FROM KIND_event AS e ORDER BY e.k DESC, e.TIME LIMIT 20;
    SELECT e.note FROM KIND_event AS e ORDER BY e.TIME USING > LIMIT 20;
    SELECT e.note FROM KIND_event AS e ORDER BY e.TIME DESC LIMIT 20 FOR UPDATE$$);
-- The server does not know that rows in the order of the ids are in that of the times.
SELECT * FROM judge(in_order => true, plans => false, queries => $$
    SELECT e.note FROM KIND_event AS e ORDER BY e.id, e.TIME LIMIT 20;
    SELECT e.note, f.k FROM KIND_event AS e JOIN KIND_base AS f ON e.id = f.id ORDER BY e.TIME DESC LIMIT 20$$);
-- With a filter, in views, subqueries, joins, arrays.
SELECT * FROM judge(in_order => true, queries => $$
    SELECT e.note FROM KIND_event AS e WHERE e.TIME < '2025-01-02Z' AND e.k = 2 ORDER BY e.TIME DESC LIMIT 20;
    SELECT e.note FROM KIND_event AS e WHERE e.TIME > '2025-01-03Z' ORDER BY e.id LIMIT 20;
    SELECT e.seen, e.note FROM KIND_view AS e ORDER BY e.seen DESC LIMIT 20;
    SELECT s.n, e.TIME FROM span AS s LEFT JOIN KIND_event AS e ON e.k = s.n AND e.TIME < '2025-01-01 01:00Z' ORDER BY 2, 1;
    SELECT s.n, e.TIME FROM span AS s LEFT JOIN KIND_event AS e ON e.k = s.n AND e.TIME < '2025-01-01 01:00Z' ORDER BY 1, 2 DESC$$);
SELECT * FROM judge($$
    SELECT count(*) FROM (SELECT e.k FROM KIND_event AS e ORDER BY e.TIME LIMIT 100) AS s WHERE k = 3;
    WITH c AS MATERIALIZED (SELECT e.k, e.TIME AS seen FROM KIND_event AS e ORDER BY 2 LIMIT 100) SELECT * FROM c WHERE k = 3;
    SELECT s.n, l.id FROM span AS s
        LEFT JOIN LATERAL (SELECT e.id FROM KIND_event AS e WHERE e.TIME < s.a ORDER BY e.TIME DESC LIMIT 1) AS l ON true;
    SELECT s.n, ARRAY(SELECT e.TIME FROM KIND_event AS e WHERE e.k = s.n ORDER BY 1 LIMIT 3) FROM span AS s WHERE s.n < 9;
    SELECT s.n, (SELECT e.TIME FROM KIND_event AS e WHERE e.k = s.n ORDER BY e.TIME DESC LIMIT 1) FROM span AS s WHERE s.n < 9$$);
-- Partitions in their order, inheritance, UNION ALL.
SELECT * FROM judge(in_order => true, queries => $$
    SELECT e.k FROM KIND_log AS e ORDER BY e.TIME LIMIT 20;
    SELECT e.TIME FROM KIND_log AS e WHERE e.TIME > '2025-01-02 12:00Z' ORDER BY 1 DESC LIMIT 20;
    SELECT e.k FROM KIND_base AS e ORDER BY e.TIME DESC LIMIT 20;
    SELECT e.TIME FROM (SELECT id, created FROM KIND_event UNION ALL SELECT id, created FROM KIND_log) AS e
        ORDER BY 1 DESC LIMIT 20$$);
-- The ends, alone, together, with a filter, with another aggregate.
SELECT * FROM judge($$
    SELECT min(e.TIME) FROM KIND_event AS e;
    SELECT max(e.TIME) AS newest, min(e.TIME) AS oldest FROM KIND_event AS e WHERE e.TIME < '2025-01-02Z';
    SELECT min(e.TIME) FROM KIND_loose AS e;
    SELECT max(e.TIME) AS newest, min(e.TIME) AS oldest FROM KIND_loose AS e WHERE e.TIME < '2025-01-02Z';
    SELECT min(e.TIME) FROM KIND_log AS e;
    SELECT max(e.TIME) AS newest, min(e.TIME) AS oldest FROM KIND_log AS e WHERE e.TIME < '2025-01-02Z';
    SELECT min(e.TIME) FROM KIND_base AS e;
    SELECT max(e.TIME) AS newest, min(e.TIME) AS oldest FROM KIND_base AS e WHERE e.TIME < '2025-01-02Z';
    SELECT max(e.TIME) FROM KIND_event AS e WHERE e.k = 4;
    SELECT max(e.TIME), max(e.k) FROM KIND_event AS e;
    SELECT max(e.TIME) FROM KIND_event AS e WHERE e.TIME > 'infinity';
    SELECT s.n, (SELECT max(e.TIME) FROM KIND_event AS e WHERE e.TIME < s.a) FROM span AS s;
    SELECT e.k, max(e.TIME) FROM KIND_event AS e GROUP BY 1;
    SELECT max(e.TIME) FROM KIND_event AS e HAVING max(e.TIME) > '2025-01-01Z';
    SELECT max(e.seen) - min(e.seen) FROM KIND_view AS e$$);
-- Where ids of one time must count as equal, or the rows are not those to be ordered.
SELECT * FROM judge(in_order => true, queries => $$
    SELECT e.TIME, e.k FROM KIND_loose AS e ORDER BY e.TIME, e.k;
    SELECT e.TIME FROM KIND_loose AS e WHERE e.id IS NOT NULL ORDER BY e.TIME FETCH FIRST 3 ROWS WITH TIES;
    SELECT e.TIME, rank() OVER (ORDER BY e.TIME) FROM KIND_loose AS e ORDER BY 1;
    SELECT e.TIME, generate_series(1, 2) AS g FROM KIND_loose AS e ORDER BY 1;
    SELECT array_agg(e.TIME ORDER BY e.TIME) FROM KIND_loose AS e;
    SELECT e.TIME, f.id FROM KIND_loose AS e JOIN KIND_loose AS f ON e.k = f.k WHERE f.k = 3 ORDER BY e.TIME, f.id$$);
-- How many times there are, the statistics of ids do not say; and the column is no key after itself.
SELECT * FROM judge(in_order => true, plans => false, queries => $$
    SELECT DISTINCT e.TIME FROM KIND_loose AS e ORDER BY 1;
    SELECT DISTINCT ON (e.TIME) e.TIME FROM KIND_loose AS e ORDER BY 1 DESC;
    SELECT e.TIME, count(*) FROM KIND_loose AS e GROUP BY 1 ORDER BY 1;
    SELECT e.TIME FROM KIND_loose AS e UNION SELECT e.TIME FROM KIND_event AS e WHERE e.k = 1 ORDER BY 1;
    SELECT e.TIME FROM KIND_event AS e ORDER BY e.TIME DESC, e.id LIMIT 20;
    SELECT e.TIME, e.id FROM KIND_loose AS e ORDER BY e.TIME DESC NULLS LAST, e.id$$);

-- A merge join by the time is in its order.
SET enable_nestloop = off;
SET enable_hashjoin = off;
SELECT * FROM judge('SELECT e.TIME, e.k FROM span AS s JOIN KIND_event AS e ON e.TIME = s.a ORDER BY e.TIME', in_order => true);
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
DROP SCHEMA :test, by_column CASCADE;
