-- Stored generated columns whose expression is the time of an id, a form of it, or a form of the id with an inverse.
-- They are filtered, ordered and looked up by the index on the id.
\set generated
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/planning.sql
SET datestyle = 'ISO';

-- As if they had an index.
SELECT * FROM judge(queries => $$
    SELECT e.k FROM KIND_event AS e WHERE e.TIME >= '2025-01-01 06:00Z' AND e.TIME < '2025-01-01 07:00Z';
    SELECT e.k FROM KIND_event AS e WHERE '2025-01-01 06:00Z' = e.TIME AND e.k = 3;
    SELECT e.k FROM KIND_loose AS e WHERE e.TIME IS NULL;
    SELECT e.k FROM KIND_log AS e WHERE e.TIME >= '2025-01-02 23:50Z' AND e.TIME < '2025-01-03 00:10Z' AND e.k = 3;
    SELECT e.k FROM KIND_base AS e WHERE e.TIME < '2025-01-01 00:30Z';
    SELECT e.k FROM KIND_event AS e WHERE e.TIME = '2025-01-01 06:00Z' OR e.TIME = '2025-01-02 07:00Z' AND e.k > 1;
    SELECT s.n, e.k FROM span AS s JOIN KIND_event AS e ON e.TIME = s.a WHERE s.n < 5;
    SELECT s.n, e.k FROM span AS s LEFT JOIN KIND_event AS e ON e.TIME >= s.a AND e.TIME < s.b WHERE s.n < 3;
    SELECT s.n FROM span AS s WHERE s.n < 9 AND NOT EXISTS (SELECT FROM KIND_event AS e WHERE e.TIME = s.a);
    SELECT max(e.TIME) FROM KIND_event AS e WHERE e.TIME < '2025-01-02Z'$$);
SELECT * FROM judge(plans => false, queries => $$
    SELECT e.k FROM KIND_event AS e WHERE e.TIME IN ('2025-01-01 06:00Z', '2025-01-02 07:00Z', '2026-01-01Z');
    SELECT e.k FROM KIND_event AS e WHERE e.TIME::date = '2025-01-02' AND date_trunc('hour', e.TIME) > '2025-01-02 20:00Z';
    SELECT e.k FROM KIND_event AS e WHERE e.TIME <@ tstzrange('2025-01-02Z', '2025-01-02 01:00Z', '[]');
    SELECT e.k FROM KIND_event AS e WHERE e.TIME::date = '2025-01-02' OR e.TIME = '2025-01-01 01:00Z' OR e.id IS NULL;
    SELECT e.k FROM KIND_event AS e WHERE (e.TIME, e.id) > ('2025-01-02 23:00Z', KIND_max('2025-01-02 23:00Z'))$$);
SELECT condition, kind, given FROM kinds, (VALUES ('= ANY (ARRAY[''2025-01-01 06:00Z'', now()])', 'id from, id to'),
        ('::date < ''2025-01-01''', 'id to'), (' <@ tstzrange(''2025-01-02Z'', ''2025-01-02 01:00Z'')', 'id from, id to'),
        ('> now() - interval ''1 day''', 'id from')) AS c (condition, wanted),
    ends_in(plan_of(format('SELECT * FROM %s_event WHERE created%s', kind, condition))) AS given
    WHERE given IS DISTINCT FROM wanted;

-- Other forms: the day, the text, the public id; also of ids in columns of PostgreSQL's types.
CREATE TABLE customer (id uuid PRIMARY KEY, k integer,
    created timestamptz(6) GENERATED ALWAYS AS (uuidv7_extract_timestamp(id)) STORED,
    day date GENERATED ALWAYS AS ((uuidv7_extract_timestamp(id) AT TIME ZONE 'UTC')::date) STORED,
    public text GENERATED ALWAYS AS (typeid_encode('cus', id)) STORED,
    short varchar GENERATED ALWAYS AS ((id::ulid)::text) STORED);
CREATE TABLE message (id bigint PRIMARY KEY, k integer,
    created timestamptz GENERATED ALWAYS AS (snowflake_extract_timestamp(id)) STORED);
CREATE TABLE old_text (id text COLLATE "C" PRIMARY KEY, k integer,
    created timestamptz GENERATED ALWAYS AS (ulidtext_extract_timestamp(id)) STORED);
CREATE TABLE old_bytes (id bytea PRIMARY KEY, k integer,
    created timestamptz GENERATED ALWAYS AS (binaryid_extract_timestamp(id)) STORED);
\set ECHO none
INSERT INTO customer SELECT overlay(md5(i::text)::uuid::text PLACING left(uuidv7_at_or_after(t)::text, 15) FROM 1)::uuid, i
    FROM generate_series(0, 2999) AS i, LATERAL (SELECT '2025-01-01Z'::timestamptz + i * interval '1 minute' AS t) AS l;
INSERT INTO message SELECT snowflake_at_or_after(created), k FROM customer;
INSERT INTO old_text SELECT ulid_at_or_after(created)::text, k FROM customer;
INSERT INTO old_bytes SELECT ulid_at_or_after(created)::bytea, k FROM customer;
ANALYZE customer, message, old_text, old_bytes;
CREATE FUNCTION asked(query text) RETURNS TABLE (rows bigint, as_off boolean, plan text) LANGUAGE plpgsql AS $$
DECLARE
    answer text := rows_of(query, false);
BEGIN
    plan := regexp_replace(regexp_replace(plan_of(query), '\s*\n\s*', '; ', 'g'), '; $', '');
    rows := split_part(answer, ' ', 1);
    PERFORM set_config('ulidkit.time_planning', 'off', true);
    as_off := rows_of(query, false) = answer;
    PERFORM set_config('ulidkit.time_planning', 'on', true);
    RETURN NEXT;
END
$$;
SELECT query, asked.* FROM unnest(ARRAY[
    'SELECT k FROM customer WHERE created BETWEEN ''2025-01-01 01:00Z'' AND ''2025-01-01 01:10Z''',
    'SELECT k FROM customer ORDER BY created DESC LIMIT 3',
    'SELECT k FROM customer WHERE day = ''2025-01-03''',
    'SELECT k FROM customer WHERE day IN (''2025-01-02'', ''2025-01-05'') AND k % 100 = 0',
    format('SELECT k FROM customer WHERE public = %L', (SELECT public FROM customer WHERE k = 5)),
    format('SELECT k FROM customer WHERE public IN (%L, ''cus_'')', (SELECT public FROM customer WHERE k = 6)),
    format('SELECT k FROM customer WHERE short = %L', (SELECT short FROM customer WHERE k = 7)),
    'SELECT c.k FROM (SELECT public FROM customer LIMIT 4) AS m JOIN customer AS c USING (public)',
    'SELECT c.k FROM message AS m JOIN customer AS c USING (created) WHERE m.k < 3',
    'SELECT k FROM message WHERE created < ''2025-01-01 00:10Z''',
    'SELECT k FROM old_text WHERE created < ''2025-01-01 00:10Z''',
    'SELECT k FROM old_bytes WHERE created < ''2025-01-01 00:10Z'' ORDER BY created',
    'SELECT k FROM (SELECT created, k FROM message UNION ALL SELECT created, k FROM customer) AS u ORDER BY created DESC LIMIT 4'])
    AS query, asked(query);

\set ECHO all
-- Expected as the id is: before the column has statistics, and for what has come since the last ANALYZE. An index of
-- its own is used if it is cheaper.
CREATE TABLE grown (id ulid PRIMARY KEY, k integer) WITH (autovacuum_enabled = off);
INSERT INTO grown SELECT ulid_at_or_after('2025-01-01Z'::timestamptz + i * interval '1 minute'), i
    FROM generate_series(1, 10000) AS i;
ANALYZE grown;
INSERT INTO grown SELECT ulid_at_or_after('2025-01-01Z'::timestamptz + i * interval '1 minute'), i
    FROM generate_series(10001, 10100) AS i;
ALTER TABLE grown ADD created timestamptz GENERATED ALWAYS AS (ulid_extract_timestamp(id)) STORED;
SELECT condition, estimate('SELECT * FROM grown WHERE created' || condition)
    / estimate('SELECT * FROM grown WHERE id::timestamptz' || condition) AS ratio
FROM unnest(ARRAY[' > ''2025-01-07 22:41Z''', ' < ''2025-01-02Z''', ' BETWEEN ''2025-01-02Z'' AND ''2025-01-03Z''',
    ' < timestamp ''2025-01-02''']) AS condition;
CREATE INDEX grown_created ON grown (created) INCLUDE (k);
VACUUM ANALYZE grown;
SET enable_indexonlyscan = on;
EXPLAIN (COSTS OFF) SELECT sum(k) FROM grown WHERE created > '2025-01-07Z';
-- A prepared statement knows that the column is none any more, and what it is now.
DROP INDEX grown_created;
SET plan_cache_mode = force_generic_plan;
PREPARE newest AS SELECT k FROM grown WHERE created > $1;
EXPLAIN (COSTS OFF) EXECUTE newest ('2025-01-08Z');
EXECUTE newest ('2025-01-08 00:18Z');
ALTER TABLE grown ALTER created DROP EXPRESSION;
UPDATE grown SET created = now() WHERE k = 1;
EXPLAIN (COSTS OFF) EXECUTE newest ('2025-01-08Z');
EXECUTE newest ('2025-01-08 00:18Z');
ALTER TABLE grown DROP created, ADD created timestamptz GENERATED ALWAYS AS (ulid_extract_timestamp(id)) STORED;
EXPLAIN (COSTS OFF) EXECUTE newest ('2025-01-08Z');
EXECUTE newest ('2025-01-08 00:18Z');
DEALLOCATE newest;

-- Partitions: excluded while it is planned, and while it runs; in order; none of it by a partition that has another
-- time.
CREATE TABLE item (id ulid NOT NULL, made ulid, k integer,
    created timestamptz GENERATED ALWAYS AS (ulid_extract_timestamp(id)) STORED,
    name text GENERATED ALWAYS AS (id::text) STORED) PARTITION BY RANGE (id);
CREATE TABLE item_1 PARTITION OF item FOR VALUES FROM (ulid_min('2025-01-01Z')) TO (ulid_min('2025-01-02Z'));
CREATE TABLE item_2 (k integer, made ulid, created timestamptz GENERATED ALWAYS AS (ulid_extract_timestamp(id)) STORED,
    id ulid NOT NULL, name text GENERATED ALWAYS AS (id::text) STORED);
ALTER TABLE item ATTACH PARTITION item_2 FOR VALUES FROM (ulid_min('2025-01-02Z')) TO (ulid_min('2025-01-03Z'));
CREATE TABLE item_3 PARTITION OF item FOR VALUES FROM (ulid_min('2025-01-03Z')) TO (ulid_max('infinity')) PARTITION BY RANGE (id);
CREATE TABLE item_3a PARTITION OF item_3 FOR VALUES FROM (ulid_min('2025-01-03Z')) TO (ulid_max('infinity'));
CREATE INDEX ON item (id);
INSERT INTO item SELECT id::ulid, ulid_at_or_after('2020-01-01Z'), k FROM customer;
ANALYZE item;
PREPARE later AS SELECT k FROM item WHERE created >= $1;
SELECT query, asked.* FROM unnest(ARRAY['SELECT k FROM item WHERE created >= ''2025-01-02 23:50Z''',
    'SELECT k FROM item WHERE created = ''2020-01-01Z''', 'SELECT k FROM item ORDER BY created DESC LIMIT 3',
    'SELECT k FROM item WHERE created IN (''2025-01-02 01:00Z'', ''2025-01-02 02:00Z'')']) AS query, asked(query);
EXPLAIN (COSTS OFF) EXECUTE later ('2025-01-03 01:50Z');
-- Before 16 the server attaches no such partition.
SELECT current_setting('server_version_num')::integer >= 160000 AS other_expressions \gset
\if :other_expressions
ALTER TABLE item DETACH PARTITION item_2;
ALTER TABLE item_2 DROP created, ADD created timestamptz GENERATED ALWAYS AS (ulid_extract_timestamp(made)) STORED,
    DROP name, ADD name text GENERATED ALWAYS AS (made::text) STORED;
ALTER TABLE item ATTACH PARTITION item_2 FOR VALUES FROM (ulid_min('2025-01-02Z')) TO (ulid_min('2025-01-03Z'));
\endif
SELECT count(*) FILTER (WHERE asked.as_off) AS as_off FROM unnest(ARRAY[
    'SELECT k FROM item WHERE created >= ''2025-01-02 23:50Z''', 'SELECT k FROM item WHERE created = ''2020-01-01Z''',
    'SELECT created FROM item ORDER BY created LIMIT 3',
    'SELECT k FROM item WHERE created <= timestamptz ''2020-06-01Z'' + (now() - now())',
    'SELECT k FROM item WHERE created IN (''2020-01-01Z'', ''2025-01-02 02:00Z'')',
    'SELECT k FROM item WHERE created >= now() - interval ''1 day''', 'SELECT max(created), min(created) FROM item',
    'SELECT g.k FROM item AS i JOIN grown AS g ON g.created = ANY (ARRAY[i.created, NULL]) WHERE i.k BETWEEN 1500 AND 1505',
    format('SELECT k FROM item WHERE name LIKE %L', left(ulid_at_or_after('2020-01-01Z')::text, 8) || '%'),
    format('SELECT k FROM item WHERE name = %L', ulid_at_or_after('2020-01-01Z'))]) AS query, asked(query);
RESET plan_cache_mode;

-- What another server has in the column, nobody here has computed.
SELECT count(*) > 0 AS fdw FROM pg_available_extensions WHERE name = 'postgres_fdw' \gset
BEGIN;
\if :fdw
CREATE EXTENSION postgres_fdw;
CREATE SERVER regress_ulidkit_generated FOREIGN DATA WRAPPER postgres_fdw;
CREATE USER MAPPING FOR CURRENT_USER SERVER regress_ulidkit_generated;
CREATE FOREIGN TABLE remote (id ulid, created timestamptz GENERATED ALWAYS AS (ulid_extract_timestamp(id)) STORED)
    SERVER regress_ulidkit_generated;
SELECT plan_of('SELECT * FROM remote WHERE created > ''2025-01-01Z''', 'COSTS OFF, VERBOSE') ~ 'id >=' AS by_id \gset
\else
\set by_id f
\endif
SELECT :'by_id' AS by_id;
ROLLBACK;

-- Who may read the column alone, and below the barrier of a view.
CREATE ROLE regress_reader;
GRANT USAGE ON SCHEMA :test TO regress_reader;
GRANT SELECT (created, k) ON customer TO regress_reader;
CREATE VIEW recent WITH (security_barrier) AS SELECT * FROM customer WHERE k < 2000;
GRANT SELECT ON recent TO regress_reader;
SET ROLE regress_reader;
EXPLAIN (COSTS OFF) SELECT k FROM customer WHERE created < '2025-01-01 00:10Z';
EXPLAIN (COSTS OFF) SELECT k FROM recent WHERE created < '2025-01-01 00:10Z';
RESET ROLE;
DROP OWNED BY regress_reader;
DROP ROLE regress_reader;

-- The first query of a session.
\c -
SET search_path = generated_columns, public;
EXPLAIN (COSTS OFF) SELECT k FROM grown WHERE created > '2025-01-08Z';
SET client_min_messages = warning;
DROP SCHEMA :test, by_column CASCADE;
