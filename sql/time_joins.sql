-- Joins by equal times: the index on the id looks up the rows of a time, as one on a column of times does.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/planning.sql

SELECT bool_and(answer = '1') AS built FROM each_kind($$
    CREATE TABLE KIND_timed (id KIND PRIMARY KEY, created timestamptz, k integer, note text);
    INSERT INTO KIND_timed SELECT id, created, k, note FROM KIND_event;
    CREATE TABLE KIND_many (id KIND, created timestamptz, k integer);
    INSERT INTO KIND_many SELECT id, id::timestamptz, n % 50 FROM (
        SELECT n, KIND_generate('2025-01-01Z'::timestamptz + n % 10000 * interval '1 second') AS id
        FROM generate_series(1, 20000) AS n) AS made;
    CREATE INDEX ON KIND_many (k, id);
    CREATE INDEX ON KIND_many (id) WHERE k < 10;
    CREATE TABLE KIND_tied AS SELECT id, id::timestamptz AS created, row_number() OVER (ORDER BY id DESC) AS k FROM KIND_many
        WHERE created < '2025-01-01 00:10Z';
    CREATE INDEX ON KIND_tied (id, k);
    ANALYZE KIND_timed, KIND_many, KIND_tied;
    SELECT 1$$);
CREATE TABLE asked (at timestamptz, day date, k integer);
INSERT INTO asked SELECT '2025-01-01Z'::timestamptz + i * interval '1 hour', '2025-01-01'::date + i, i
    FROM generate_series(0, 19) AS i;
INSERT INTO asked VALUES (NULL, NULL, 0), ('infinity', 'infinity', 1), ('-infinity', '-infinity', 2);
ANALYZE asked;
\set ECHO all
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SET enable_memoize = off;
SET random_page_cost = 1;

-- EXISTS, NOT EXISTS, IN, and joins of each sort.
EXPLAIN (COSTS OFF) SELECT * FROM asked AS a WHERE EXISTS (SELECT FROM ulid_timed AS e WHERE e.id::timestamptz = a.at);
SELECT * FROM judge($$
    SELECT * FROM asked AS a WHERE EXISTS (SELECT FROM KIND_timed AS e WHERE e.TIME = a.at);
    SELECT * FROM asked AS a WHERE NOT EXISTS (SELECT FROM KIND_timed AS e WHERE e.TIME = a.at);
    SELECT e.id FROM KIND_timed AS e WHERE e.TIME IN (SELECT a.at FROM asked AS a);
    SELECT e.id, e.note FROM KIND_timed AS e WHERE EXISTS (SELECT FROM asked AS a WHERE e.TIME = a.at);
    SELECT e.id, e.note FROM KIND_timed AS e JOIN asked AS a ON e.TIME = a.at;
    SELECT e.id, e.note, a.k FROM asked AS a LEFT JOIN KIND_timed AS e ON e.TIME = a.at;
    SELECT e.id, e.note, a.k FROM asked AS a LEFT JOIN KIND_timed AS e ON e.TIME = a.at AND e.k = 3;
    SELECT e.id, a.k FROM KIND_timed AS e FULL JOIN asked AS a ON e.TIME = a.at;
    SELECT e.id, e.note, l.at FROM asked AS a, LATERAL (SELECT a.at OFFSET 0) AS l, KIND_timed AS e WHERE e.TIME = l.at;
    SELECT e.note, f.note FROM asked AS a JOIN KIND_timed AS e ON e.TIME = a.at JOIN KIND_event AS f ON f.id = e.id;
    SELECT e.note, f.note FROM asked AS a JOIN KIND_timed AS e ON e.TIME = a.at JOIN KIND_timed AS f ON f.TIME = e.TIME$$);
-- Through an equality with a third table, and with a date, which the time zone makes a time.
SELECT * FROM judge($$
    SELECT e.note FROM asked AS a JOIN asked AS b ON a.at = b.at JOIN KIND_timed AS e ON e.TIME = b.at WHERE a.k < 5;
    SELECT e.note FROM asked AS a JOIN KIND_timed AS e ON e.TIME = a.day$$);
SET timezone = 'America/New_York';
SELECT * FROM judge('SELECT e.note FROM asked AS a JOIN KIND_timed AS e ON a.day = e.TIME');
RESET timezone;
-- With a value of the other table, from which the planner infers one of the time.
SELECT * FROM judge($$
    SELECT e.note, a.k FROM asked AS a JOIN KIND_timed AS e ON e.TIME = a.at WHERE a.at = '2025-01-01 05:00Z';
    SELECT e.note, a.k FROM asked AS a LEFT JOIN KIND_timed AS e ON e.TIME = a.at WHERE a.at = '2025-01-01 05:00Z';
    SELECT a.k FROM asked AS a WHERE a.at = (SELECT max(at) FROM asked WHERE k = 5)
        AND EXISTS (SELECT FROM KIND_timed AS e WHERE e.TIME = a.at);
    SELECT e.note, f.note FROM KIND_timed AS e JOIN KIND_timed AS f ON e.TIME = f.TIME WHERE e.TIME = '2025-01-01 05:00Z';
    SELECT e.id, a.k FROM asked AS a JOIN KIND_many AS e ON e.TIME = a.at AND e.k = a.k WHERE a.at = '2025-01-01 00:00Z'$$);
-- With other keys of the index, and a partial one.
EXPLAIN (COSTS OFF) SELECT * FROM asked AS a WHERE EXISTS (SELECT FROM ulid_many AS e
    WHERE e.k = a.k AND e.id::timestamptz = a.at + interval '1 second');
SELECT * FROM judge($$
    SELECT * FROM asked AS a
        WHERE EXISTS (SELECT FROM KIND_many AS e WHERE e.k = a.k AND e.TIME = a.at + interval '1 second');
    SELECT * FROM asked AS a WHERE EXISTS (SELECT FROM KIND_many AS e WHERE e.k = 0 AND e.TIME = a.at)$$);
-- How many times there are, the statistics of ids do not say.
SELECT * FROM judge('SELECT e.id FROM asked AS a JOIN KIND_many AS e ON e.k < 10 AND e.TIME = a.at', estimates => false);
-- Child tables, by statistics of their own.
SELECT * FROM judge($$
    SELECT * FROM asked AS a WHERE EXISTS (SELECT FROM KIND_base AS e WHERE e.TIME = a.at);
    SELECT * FROM asked AS a WHERE EXISTS (SELECT FROM KIND_log AS e WHERE e.TIME = a.at);
    SELECT e.id FROM asked AS a LEFT JOIN KIND_log AS e ON e.TIME = a.at AND e.k = a.k$$);
-- Ids that are null, first or last, and several of one time. The rows of a time are in the order of their ids, and not
-- of a further column of the index.
SELECT * FROM judge(plans => false, queries => $$
    SELECT e.id, s.n FROM span AS s JOIN KIND_loose AS e ON e.TIME = s.a;
    SELECT e.id, s.n FROM span AS s LEFT JOIN KIND_loose AS e ON e.TIME = s.b;
    SELECT s.n FROM span AS s WHERE EXISTS (SELECT FROM KIND_loose AS e WHERE e.TIME = s.a)$$);
SET enable_sort = off;
SET enable_seqscan = off;
SELECT * FROM judge($$
    SELECT e.k FROM asked AS a JOIN KIND_tied AS e ON e.TIME = a.at WHERE a.at = '2025-01-01 00:00Z' ORDER BY e.k$$,
    in_order => true, plans => false);
RESET enable_sort;
RESET enable_seqscan;
-- Where all rows are read, the plan has no range.
SET enable_nestloop = off;
SET enable_hashjoin = on;
SELECT * FROM judge('SELECT count(*) FROM KIND_timed AS e JOIN KIND_base AS f ON e.TIME = f.TIME');
EXPLAIN (COSTS OFF) SELECT count(*) FROM ulid_timed AS e JOIN asked AS a ON e.id::timestamptz = a.at;
RESET enable_nestloop;
SET enable_hashjoin = off;

-- A function that the user may not execute is not called.
BEGIN;
CREATE ROLE regress_ulidkit_time_joins;
GRANT USAGE ON SCHEMA :test TO regress_ulidkit_time_joins;
GRANT SELECT ON ulid_timed, asked TO regress_ulidkit_time_joins;
REVOKE EXECUTE ON FUNCTION public.ulid_at_or_before(timestamptz) FROM PUBLIC;
SET LOCAL ROLE regress_ulidkit_time_joins;
EXPLAIN (COSTS OFF) SELECT * FROM asked AS a WHERE EXISTS (SELECT FROM ulid_timed AS e WHERE e.id::timestamptz = a.at);
ROLLBACK;
-- Behind a policy, whose conditions come first.
BEGIN;
CREATE ROLE regress_ulidkit_time_joins;
GRANT USAGE ON SCHEMA :test TO regress_ulidkit_time_joins;
GRANT SELECT ON ulid_timed, asked TO regress_ulidkit_time_joins;
ALTER TABLE ulid_timed ENABLE ROW LEVEL SECURITY;
CREATE POLICY others ON ulid_timed USING (note <> 'note 60');
SET LOCAL ROLE regress_ulidkit_time_joins;
EXPLAIN (COSTS OFF) SELECT * FROM asked AS a JOIN ulid_timed AS e ON e.id::timestamptz = a.at;
SELECT count(*) FROM asked AS a JOIN ulid_timed AS e ON e.id::timestamptz = a.at;
ROLLBACK;
-- Uuids of several versions, whose bytes are read as a time.
CREATE TABLE mixed (id uuid PRIMARY KEY);
INSERT INTO mixed SELECT uuidv7_at_or_after(at) FROM asked WHERE at < 'infinity' AND at > '-infinity';
INSERT INTO mixed SELECT overlay(id::text PLACING '4' FROM 15)::uuid FROM mixed;
INSERT INTO mixed SELECT gen_random_uuid() FROM generate_series(1, 2000);
ANALYZE mixed;
EXPLAIN (COSTS OFF) SELECT * FROM asked AS a JOIN mixed AS e ON uuidv7_extract_timestamp(e.id) = a.at;
SELECT count(*) FROM asked AS a JOIN mixed AS e ON uuidv7_extract_timestamp(e.id) = a.at;
SET ulidkit.time_planning = off;
SELECT count(*) FROM asked AS a JOIN mixed AS e ON uuidv7_extract_timestamp(e.id) = a.at;
RESET ulidkit.time_planning;

SET client_min_messages = warning;
DROP SCHEMA :test, by_column CASCADE;
