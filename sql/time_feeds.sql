-- Feeds: conditions on a column of a UNION ALL that is the time of ids of several types, or of none, by their indexes.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
SET datestyle = 'ISO';
SET max_parallel_workers_per_gather = 0;

CREATE TABLE orders (id ulid PRIMARY KEY, n int);
CREATE TABLE payment (id uuid PRIMARY KEY, n int);
CREATE TABLE reading (id bigint PRIMARY KEY, n int);
CREATE TABLE note (at timestamptz, n int);
CREATE INDEX note_at ON note (at);
CREATE TABLE visit (id timeid PRIMARY KEY, n int) PARTITION BY RANGE (id);
CREATE TABLE visit_old PARTITION OF visit FOR VALUES FROM (MINVALUE) TO (timeid_at_or_after('2025-01-10Z'));
CREATE TABLE visit_new PARTITION OF visit FOR VALUES FROM (timeid_at_or_after('2025-01-10Z')) TO (MAXVALUE);
CREATE TABLE made (n, at) AS
    SELECT i, '2025-01-01Z'::timestamptz + i * interval '10 min' FROM generate_series(1, 2000) AS i;
INSERT INTO orders SELECT ulid_generate(at), n FROM made;
INSERT INTO payment SELECT uuidv7_generate(at), n FROM made;
INSERT INTO reading SELECT snowflake_min(at), n FROM made;
INSERT INTO note SELECT at, n FROM made;
INSERT INTO note VALUES (NULL, 0);
INSERT INTO visit SELECT timeid_generate(at), n FROM made;
ANALYZE orders, payment, reading, note, visit;

-- The plan, without the names of a subquery and of a table with a key of groups, which versions differ in.
CREATE FUNCTION shown(query text) RETURNS text LANGUAGE sql
    RETURN regexp_replace(plan_of(query), '(Subquery Scan) on \S+( \d+")?|(Group Key: )\w+\.', '\1\3', 'g');
\set ECHO all
-- The last branch is a query of its own.
CREATE VIEW feed AS
    SELECT id::timestamptz AS at, 'order' AS what, n FROM orders
    UNION ALL SELECT uuidv7_extract_timestamp(id), 'payment', NULL FROM payment
    UNION ALL SELECT snowflake_extract_timestamp(id), 'reading', n FROM reading
    UNION ALL SELECT at, 'note', n FROM note
    UNION ALL SELECT id::timestamptz, 'visit', n FROM visit
    UNION ALL SELECT id::timestamptz, 'first', min(n) FROM orders GROUP BY id;
SELECT shown($$SELECT * FROM feed WHERE at >= '2025-01-14Z' AND n < 1999$$);
SET ulidkit.time_planning = off;
SELECT shown($$SELECT * FROM feed WHERE at >= '2025-01-14Z' AND n < 1999$$);
RESET ulidkit.time_planning;
-- Each table gets what it would get alone.
SELECT shown($$SELECT * FROM feed WHERE at::date = '2025-01-05' AND what IN ('order', 'payment')$$);
-- Through a further view, and in a generic plan.
CREATE VIEW latest AS SELECT f.at, f.what FROM feed AS f WHERE f.n > 0;
SET plan_cache_mode = force_generic_plan;
SET enable_seqscan = off;
PREPARE since (timestamptz) AS SELECT l.what FROM latest AS l WHERE l.at > $1;
SELECT shown($$EXECUTE since ('2025-01-14Z')$$);
RESET plan_cache_mode;
RESET enable_seqscan;
-- A user who may not call a bound gets the condition as it is written, for that table alone.
CREATE ROLE feed_reader;
GRANT USAGE ON SCHEMA time_feeds TO feed_reader;
GRANT SELECT ON orders, payment TO feed_reader;
REVOKE EXECUTE ON FUNCTION uuidv7_at_or_after(timestamptz) FROM PUBLIC;
SET ROLE feed_reader;
EXPLAIN (COSTS OFF) SELECT FROM (SELECT id::timestamptz AS at FROM orders
    UNION ALL SELECT uuidv7_extract_timestamp(id) FROM payment) AS f WHERE at >= '2025-01-14Z';
RESET ROLE;
GRANT EXECUTE ON FUNCTION uuidv7_at_or_after(timestamptz) TO PUBLIC;
REVOKE ALL ON orders, payment FROM feed_reader;
REVOKE USAGE ON SCHEMA time_feeds FROM feed_reader;
DROP ROLE feed_reader;

-- Every form, compared with time planning off.
CREATE FUNCTION answer(query text, planning text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    PERFORM set_config('ulidkit.time_planning', planning, true);
    EXECUTE format('SELECT concat_ws('' '', count(*), md5(string_agg(q::text, ''|'' ORDER BY q::text))) FROM (%s) AS q', query)
        INTO answer;
    RETURN answer;
END
$$;
SELECT condition, split_part(answer(query, 'on'), ' ', 1) AS rows, answer(query, 'on') = answer(query, 'off') AS same
FROM unnest(ARRAY[
    $$at >= '2025-01-14Z'$$,
    $$at < '2025-01-01 03:00Z' OR at >= '2025-01-14 12:00Z'$$,
    $$at BETWEEN '2025-01-03Z' AND '2025-01-03 01:00Z' AND what <> 'note'$$,
    $$at = '2025-01-03Z'$$,
    $$at IN ('2025-01-03Z', '2025-01-04Z', NULL)$$,
    $$at = ANY (ARRAY(SELECT at FROM made WHERE n < 9))$$,
    $$at <@ '[2025-01-03Z,2025-01-03 01:00Z)'::tstzrange$$,
    $$at::date = '2025-01-05'$$,
    $$date_trunc('hour', at) = '2025-01-05 03:00Z'$$,
    $$(at AT TIME ZONE 'Asia/Kolkata')::date = '2025-01-05'$$,
    $$at IS NULL$$,
    $$at IS NOT NULL AND n = 7$$,
    $$at > 'infinity' OR at = '-infinity'$$,
    $$at >= '2025-01-14Z' AND at::text LIKE '%:10%'$$,
    $$NOT at < '2025-01-14Z'$$,
    $$(at, n) > ('2025-01-14 20:00Z', 5)$$,
    $$at > (SELECT max(at) - interval '1 hour' FROM note)$$,
    $$at > clock_timestamp()$$,
    $$EXISTS (SELECT FROM made AS m WHERE m.at = f.at AND m.n % 100 = 0)$$,
    $$at = '2025-01-03Z' AND EXISTS (SELECT FROM made AS m WHERE m.at = f.at)$$]) AS condition,
    format('SELECT f.* FROM feed AS f WHERE %s', condition) AS query;
SELECT answer(query, 'on') = answer(query, 'off') AS same FROM unnest(ARRAY[
    $$SELECT a.n, b.what FROM feed AS a JOIN feed AS b ON a.at = b.at
        WHERE a.at < '2025-01-01 02:00Z' AND b.at > '2025-01-01 01:00Z'$$,
    $$SELECT m.n, f.what FROM made AS m LEFT JOIN feed AS f ON f.at = m.at AND f.at < '2025-01-02Z'$$,
    $$SELECT m.n, f.what FROM made AS m FULL JOIN feed AS f ON f.at = m.at AND f.at < '2025-01-02Z'$$,
    $$SELECT what, count(*) FROM feed WHERE at >= '2025-01-14Z' GROUP BY ROLLUP (what)$$,
    $$SELECT at FROM feed WHERE at >= '2025-01-14Z' EXCEPT ALL SELECT at FROM note WHERE n > 1900$$]) AS query;

-- Joins look up each table and partition, whatever the join is and however it compares.
CREATE TABLE asked AS SELECT at, n FROM made WHERE n % 400 = 0;
ANALYZE asked;
CREATE VIEW stream AS
    SELECT id::timestamptz AS at, 'order' AS what, n FROM orders
    UNION ALL SELECT uuidv7_extract_timestamp(id), 'payment', NULL FROM payment
    UNION ALL SELECT snowflake_extract_timestamp(id), 'reading', n FROM reading
    UNION ALL SELECT at, 'note', n FROM note
    UNION ALL SELECT id::timestamptz, 'visit', n FROM visit;
SELECT regexp_replace(shown('SELECT a.n, s.what FROM asked AS a JOIN stream AS s ON s.at = a.at'), ' *Filter: [^\n]*\n', '', 'g')
    AS without_filters;
SELECT regexp_replace(shown($$SELECT a.n, s.what FROM asked AS a JOIN stream AS s ON s.at = a.at
    WHERE a.at = '2025-01-03 18:40Z'$$), ' *Filter: [^\n]*\n', '', 'g') AS with_a_value;
SELECT shown($$SELECT a.n FROM asked AS a WHERE NOT EXISTS (
    SELECT FROM stream AS s WHERE s.at > a.at AND s.at <= a.at + interval '10 min' AND s.what <> 'note')$$);
-- A table with an index on the time itself, and one without any.
CREATE TABLE dated (id ulid, n int);
INSERT INTO dated SELECT id, n FROM orders;
CREATE INDEX ON dated ((id::timestamptz));
CREATE TABLE heap AS TABLE payment;
ANALYZE dated, heap;
CREATE VIEW mixed AS
    SELECT id::timestamptz AS at, n FROM dated UNION ALL SELECT uuidv7_extract_timestamp(id), n FROM heap
    UNION ALL SELECT id::timestamptz, n FROM orders;
SELECT query, split_part(answer(query, 'on'), ' ', 1) AS rows, answer(query, 'on') = answer(query, 'off') AS same
FROM unnest(ARRAY[
    'SELECT a.n, s.what FROM asked AS a JOIN stream AS s ON s.at = a.at',
    'SELECT a.n, s.what FROM asked AS a JOIN stream AS s ON s.at = a.at WHERE a.at = ''2025-01-03 18:40Z''',
    'SELECT a.n, s.what FROM asked AS a LEFT JOIN stream AS s ON s.at = a.at AND s.n <> 800',
    'SELECT a.n, s.what FROM asked AS a LEFT JOIN stream AS s ON a.at < s.at AND s.at < a.at + interval ''25 min''',
    'SELECT a.n FROM asked AS a WHERE EXISTS (SELECT FROM stream AS s WHERE s.at = a.at AND s.n < 1000)',
    'SELECT a.n FROM asked AS a WHERE NOT EXISTS (SELECT FROM stream AS s WHERE s.at = a.at AND s.n < 1000)',
    'SELECT s.what, s.n FROM stream AS s WHERE s.at IN (SELECT a.at FROM asked AS a)',
    'SELECT s.what, t.what AS other FROM asked AS a JOIN stream AS s ON s.at = a.at JOIN stream AS t ON t.at = s.at',
    'SELECT s.what, o.n FROM orders AS o JOIN stream AS s ON s.at = o.id::timestamptz WHERE o.n < 5',
    'SELECT s.what, o.n FROM orders AS o LEFT JOIN stream AS s ON s.at > o.id::timestamptz AND s.n = o.n + 1 WHERE o.n < 5',
    'SELECT a.n, s.n AS other FROM asked AS a JOIN stream AS s ON s.at::date = a.at::date',
    'SELECT a.n, l.n AS other FROM asked AS a, LATERAL (SELECT s.n FROM stream AS s WHERE s.at >= a.at AND s.n > a.n) AS l',
    'SELECT a.n, m.n AS other FROM asked AS a JOIN mixed AS m ON m.at = a.at',
    'SELECT a.n, m.n AS other FROM asked AS a JOIN mixed AS m ON m.at BETWEEN a.at AND a.at + interval ''15 min''']) AS query;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SELECT answer(query, 'on') = answer(query, 'off') AS same FROM unnest(ARRAY[
    'SELECT s.what, t.what AS other FROM stream AS s JOIN stream AS t ON s.at = t.at WHERE s.n < 20',
    'SELECT s.what, t.n FROM stream AS s LEFT JOIN mixed AS t ON s.at = t.at AND t.n = s.n WHERE s.n < 20']) AS query;
