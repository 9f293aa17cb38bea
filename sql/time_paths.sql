-- Index scans in the order of the id where that of its time is one of several, or serves grouping, joins or feeds.
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/planning.sql
\if :{?generated}
\elif :{?builtin_types}
\else
    \set others
\endif

SELECT bool_and(answer = '1') AS built FROM each_kind($$
    CREATE TABLE KIND_after (id KIND, created timestamptz, k integer, wide text);
    ALTER TABLE KIND_after ALTER wide SET STORAGE PLAIN;
    CREATE INDEX ON KIND_after (id, k);
    INSERT INTO KIND_after SELECT id, created, k, repeat('x', 2000) FROM KIND_loose;
    CREATE TABLE KIND_before (id KIND, created timestamptz, k integer, note text);
    CREATE INDEX ON KIND_before (k, id);
    CREATE INDEX ON KIND_before (id) WHERE note > 'note 2';
    INSERT INTO KIND_before SELECT id, created, k, note FROM KIND_event;
    CREATE TABLE KIND_down (id KIND, created timestamptz, k integer);
    CREATE INDEX ON KIND_down (id DESC NULLS LAST);
    INSERT INTO KIND_down SELECT id, created, k FROM KIND_loose;
    CREATE DOMAIN KIND_domain AS KIND;
    CREATE TABLE KIND_named (id KIND_domain, created timestamptz, k integer);
    CREATE INDEX ON KIND_named (id);
    INSERT INTO KIND_named SELECT id, created, k FROM KIND_loose;
    CREATE VIEW KIND_barrier WITH (security_barrier) AS SELECT id, created, k, note FROM KIND_event WHERE k <> 5;
    ANALYZE KIND_after, KIND_before, KIND_down, KIND_named;
    SELECT 1$$);
\if :{?generated}
    SELECT generate_created('after', 'before', 'down', 'named');
\endif

-- Further keys.
SELECT * FROM judge(in_order => true, queries => $$
    SELECT e.TIME, e.k FROM KIND_loose AS e ORDER BY e.TIME, e.k LIMIT 20;
    SELECT e.TIME, e.k FROM KIND_loose AS e ORDER BY 1 DESC, 2 LIMIT 40;
    SELECT e.note FROM KIND_event AS e WHERE e.TIME < '2025-01-02Z' AND e.k = 2 ORDER BY e.TIME DESC, e.note LIMIT 20;
    SELECT e.seen, e.note FROM KIND_view AS e ORDER BY e.seen DESC, e.note LIMIT 20;
    SELECT e.TIME, e.k FROM KIND_loose AS e ORDER BY e.TIME DESC NULLS LAST, e.k LIMIT 20;
    SELECT e.TIME, e.k FROM KIND_loose AS e ORDER BY e.TIME NULLS FIRST, e.k LIMIT 20;
    SELECT e.TIME, e.k FROM KIND_base AS e ORDER BY e.TIME DESC, e.k LIMIT 20;
    SELECT e.TIME, e.k FROM KIND_event AS e TABLESAMPLE SYSTEM (100) ORDER BY 1, 2 LIMIT 20;
    SELECT e.k, e.TIME, e.note FROM KIND_before AS e ORDER BY e.k, e.TIME, e.note LIMIT 20;
    SELECT e.k, e.TIME, e.note FROM KIND_before AS e ORDER BY e.k DESC, e.TIME DESC, e.note LIMIT 20;
    SELECT e.TIME, e.note FROM KIND_before AS e WHERE e.k = 3 ORDER BY e.TIME, e.note LIMIT 20;
    SELECT e.TIME, e.note FROM KIND_before AS e WHERE e.k IN (3, 4) ORDER BY e.k, e.TIME, e.note LIMIT 20;
    SELECT e.TIME, e.note FROM KIND_before AS e WHERE e.note > 'note 25' ORDER BY e.TIME, e.note LIMIT 5;
    SELECT e.TIME, e.note FROM KIND_before AS e ORDER BY e.TIME, e.note LIMIT 5;
    SELECT e.TIME, e.k FROM KIND_down AS e ORDER BY e.TIME DESC NULLS LAST, e.k LIMIT 20;
    SELECT e.TIME, e.k FROM KIND_down AS e ORDER BY e.TIME NULLS FIRST, e.k LIMIT 40;
    SELECT e.TIME, e.k FROM KIND_down AS e ORDER BY e.TIME DESC, e.k LIMIT 40;
    SELECT e.TIME, e.k FROM KIND_named AS e ORDER BY e.TIME DESC, e.k LIMIT 40;
    SELECT e.TIME, e.note FROM KIND_barrier AS e ORDER BY e.TIME DESC, e.note LIMIT 20$$);
-- Comparisons of rows that begin with another key.
SET enable_seqscan = off;
SELECT * FROM judge(plans => false, queries => $$
    SELECT e.note FROM KIND_before AS e WHERE (e.k, e.TIME) < (3, '2025-01-02 01:00Z');
    SELECT e.note FROM KIND_before AS e WHERE (e.k, e.TIME) <= (3, '2025-01-02 01:00Z');
    SELECT e.note FROM KIND_before AS e WHERE (3, '2025-01-02 01:00Z') < (e.k, e.TIME);
    SELECT e.note FROM KIND_before AS e WHERE (e.k, e.TIME, e.note) >= (3::bigint, '2025-01-02'::date, 'note 9')$$);
RESET enable_seqscan;
SELECT plan_of(spell(query, kind, '\1.id::timestamptz')) ~ 'k <= 0' AS converted
FROM kinds, (VALUES ('SELECT * FROM KIND_before AS e WHERE (e.k, e.TIME) < (0, ''2025-01-02Z'')')) AS v (query) LIMIT 1;
-- Those of an index after the id are in no order within a time. So the plan has a sort, and the one by the column has
-- none.
SELECT * FROM judge(in_order => true, plans => false, queries => $$
    SELECT e.TIME, e.k FROM KIND_after AS e ORDER BY e.TIME, e.k LIMIT 20;
    SELECT e.TIME, e.k FROM KIND_after AS e ORDER BY e.TIME DESC, e.k DESC LIMIT 40$$);
SELECT nodes(spell('SELECT * FROM KIND_after AS e ORDER BY e.TIME, e.k LIMIT 20', kind, '\1.id::timestamptz')) FROM kinds LIMIT 1;
-- Arrays of values for a key of the index after the first.
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT * FROM judge(in_order => true, plans => false, queries => $$
    SELECT e.TIME, e.k, length(e.wide) FROM KIND_after AS e WHERE e.k IN (1, 3) ORDER BY 1, 2;
    SELECT e.TIME, min(length(e.wide)) FROM KIND_after AS e WHERE e.k IN (1, 3) GROUP BY 1 ORDER BY 1$$);
RESET enable_seqscan;
RESET enable_bitmapscan;

-- Grouping, DISTINCT, WITH TIES, windows, a subquery whose order the outer query knows. How many times there are, the
-- statistics of ids do not say.
SELECT * FROM judge(in_order => true, estimates => false, queries => $$
    SELECT DISTINCT ON (e.TIME) e.TIME FROM KIND_loose AS e ORDER BY e.TIME DESC LIMIT 10;
    SELECT DISTINCT ON (e.TIME) e.TIME, e.k FROM KIND_loose AS e ORDER BY 1 DESC, 2 LIMIT 10;
    SELECT e.TIME FROM KIND_loose AS e ORDER BY e.TIME FETCH FIRST 3 ROWS WITH TIES;
    SELECT e.TIME, rank() OVER (ORDER BY e.TIME) FROM KIND_loose AS e ORDER BY 1 LIMIT 20;
    SELECT e.k, e.TIME, count(*) OVER (PARTITION BY e.k ORDER BY e.TIME) FROM KIND_before AS e ORDER BY 1, 2 LIMIT 20;
    SELECT t, count(*) FROM (SELECT e.TIME AS t FROM KIND_event AS e ORDER BY e.TIME) AS s GROUP BY t ORDER BY t LIMIT 10;
    SELECT e.TIME, generate_series(1, 2) AS g FROM KIND_loose AS e ORDER BY 1 LIMIT 20;
    SELECT max(e.TIME) FROM KIND_event AS e$$);
-- So the first three read the index, where the column makes groups of all rows. Partitions are merged, where those of
-- the column are in its order.
SELECT j.*, nodes(spell(query, (SELECT kind FROM kinds LIMIT 1), '\1.id::timestamptz')) AS nodes
FROM unnest(ARRAY['SELECT e.TIME, count(*), sum(e.k) FROM KIND_loose AS e GROUP BY 1 ORDER BY 1 LIMIT 10',
        'SELECT e.TIME, e.k, count(*) FROM KIND_loose AS e GROUP BY 1, 2 ORDER BY 1 DESC, 2 DESC LIMIT 40',
        'SELECT DISTINCT e.TIME FROM KIND_loose AS e ORDER BY 1 LIMIT 10',
        'SELECT e.TIME, e.k FROM KIND_log AS e ORDER BY e.TIME, e.k LIMIT 20',
        'SELECT e.TIME, count(*) FROM KIND_log AS e GROUP BY 1 ORDER BY 1 DESC LIMIT 10']) AS query,
    judge(query, in_order => true, plans => false) AS j;

-- Merge joins by time.
SET enable_hashjoin = off;
SET enable_nestloop = off;
SET enable_sort = off;
SELECT * FROM judge(estimates => false, queries => $$
    SELECT e.k, f.k AS other FROM KIND_event AS e JOIN KIND_event AS f ON e.TIME = f.TIME;
    SELECT e.TIME, f.TIME AS other FROM KIND_loose AS e LEFT JOIN KIND_event AS f ON e.TIME = f.TIME;
    SELECT e.TIME, f.TIME AS other FROM KIND_loose AS e FULL JOIN KIND_event AS f ON e.TIME = f.TIME$$);
SELECT * FROM judge(estimates => false, in_order => true, queries => $$
    SELECT e.k FROM KIND_loose AS e WHERE EXISTS (SELECT FROM KIND_event AS f WHERE e.TIME = f.TIME) ORDER BY e.TIME, 1;
    SELECT s.n, e.TIME FROM span AS s LEFT JOIN KIND_event AS e ON e.TIME = s.a ORDER BY e.TIME, s.n$$);
RESET enable_hashjoin;
RESET enable_nestloop;
RESET enable_sort;

-- Parallel plans.
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET min_parallel_index_scan_size = 0;
SET enable_seqscan = off;
SELECT * FROM judge(in_order => true, queries => $$
    SELECT e.TIME, e.k FROM KIND_event AS e WHERE md5(e.note) < '8' AND md5(e.note || 'a') < '8' AND md5(e.note || 'b') < '8'
        ORDER BY 1, 2;
    SELECT e.k, e.note FROM KIND_event AS e WHERE md5(e.note) < '8' AND e.TIME > '2025-01-01 06:00Z' ORDER BY e.TIME$$);
SET max_parallel_workers_per_gather = 0;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
RESET min_parallel_index_scan_size;
RESET enable_seqscan;

\if :{?others}
-- Feeds: tables with ids of different kinds, and a column of times. Partitions are merged with the other tables.
CREATE TABLE orders (id ulid PRIMARY KEY, who integer);
CREATE TABLE payment (id uuid, who integer);
CREATE INDEX ON payment (id);
CREATE TABLE message (id bigint, who integer) PARTITION BY RANGE (id);
CREATE TABLE message_1 PARTITION OF message FOR VALUES FROM (MINVALUE) TO (snowflake_at_or_after('2025-01-02Z'));
CREATE TABLE message_2 PARTITION OF message FOR VALUES FROM (snowflake_at_or_after('2025-01-02Z')) TO (MAXVALUE);
CREATE INDEX ON message (id);
CREATE TABLE login (at timestamptz, who integer);
CREATE INDEX ON login (at);
INSERT INTO orders SELECT ulid_generate('2025-01-01Z'::timestamptz + i * interval '1 minute'), i FROM generate_series(0, 2999) AS i;
INSERT INTO payment SELECT overlay(gen_random_uuid()::text PLACING left(uuidv7_at_or_after(t)::text, 13) FROM 1)::uuid, i
    FROM generate_series(0, 1499) AS i, LATERAL (SELECT '2025-01-01Z'::timestamptz + i * interval '2 minutes' AS t) AS l;
INSERT INTO message SELECT snowflake_at_or_after('2025-01-01Z'::timestamptz + i * interval '3 minutes') + i, i
    FROM generate_series(0, 999) AS i;
INSERT INTO payment VALUES (NULL, 7), (NULL, 8);
INSERT INTO login SELECT '2025-01-01Z'::timestamptz + i * interval '4 minutes', i FROM generate_series(0, 749) AS i;
ANALYZE orders, payment, message, login;
CREATE VIEW feed AS
    SELECT id::timestamptz AS at, 'order' AS what, who FROM orders
    UNION ALL SELECT uuidv7_extract_timestamp(id), 'payment', who FROM payment
    UNION ALL SELECT snowflake_extract_timestamp(id), 'message', who FROM message
    UNION ALL SELECT at, 'login', who FROM login;
EXPLAIN (COSTS OFF) SELECT * FROM feed ORDER BY at DESC LIMIT 20;
EXPLAIN (COSTS OFF) SELECT * FROM feed ORDER BY at, what LIMIT 20;
-- With the planning on and off.
SELECT query, nodes(query), split_part(rows, ' ', 1) AS rows, rows_of(query, true) = rows AS as_off
FROM unnest(ARRAY[
    'SELECT * FROM feed ORDER BY at DESC NULLS LAST, what, who LIMIT 20',
    'SELECT * FROM feed ORDER BY at DESC, what, who LIMIT 20',
    'SELECT at, what FROM feed WHERE who < 400 ORDER BY at, what OFFSET 50 LIMIT 30',
    'SELECT at, count(*) FROM feed GROUP BY at ORDER BY at DESC LIMIT 10',
    'SELECT DISTINCT at FROM feed ORDER BY at LIMIT 10',
    'SELECT at FROM feed ORDER BY at FETCH FIRST 3 ROWS WITH TIES',
    'SELECT at, lag(at) OVER (ORDER BY at) FROM feed ORDER BY 1 LIMIT 10',
    'SELECT a.what, b.what FROM feed AS a JOIN feed AS b USING (at) ORDER BY at, 1, 2 LIMIT 10']) AS query,
    LATERAL (SELECT set_config('ulidkit.time_planning', 'off', true), rows_of(query, true) AS rows,
        set_config('ulidkit.time_planning', 'on', true)) AS off;

-- An index on the id with a cast, and one whose order is its own.
CREATE TABLE payment_cast AS TABLE payment;
CREATE INDEX ON payment_cast ((id::ulid));
ANALYZE payment_cast;
EXPLAIN (COSTS OFF) SELECT who FROM payment_cast ORDER BY id::ulid::timestamptz, who LIMIT 20;
CREATE FUNCTION against(bigint, bigint) RETURNS integer IMMUTABLE STRICT LANGUAGE sql RETURN btint8cmp($2, $1);
CREATE OPERATOR CLASS down FOR TYPE bigint USING btree AS
    OPERATOR 1 >, OPERATOR 2 >=, OPERATOR 3 =, OPERATOR 4 <=, OPERATOR 5 <, FUNCTION 1 against(bigint, bigint);
CREATE TABLE message_down AS SELECT * FROM message;
CREATE INDEX ON message_down (id down);
ANALYZE message_down;
EXPLAIN (COSTS OFF) SELECT who FROM message_down ORDER BY snowflake_extract_timestamp(id), who LIMIT 20;
-- The setting, and the first query of a session.
SET ulidkit.time_planning = off;
EXPLAIN (COSTS OFF) SELECT * FROM orders ORDER BY id::timestamptz DESC, who LIMIT 20;
\c -
SET search_path = time_paths, public;
EXPLAIN (COSTS OFF) SELECT * FROM orders ORDER BY id::timestamptz DESC, who LIMIT 20;
\endif

SET client_min_messages = warning;
DROP SCHEMA :test, by_column CASCADE;
