-- Queries that planning by time must not change: their rows, their errors, and what is executed for them. Each of them
-- went wrong in 1.1.0.
SET client_min_messages = warning;
DROP SCHEMA IF EXISTS time_faults CASCADE;
CREATE SCHEMA time_faults;
RESET client_min_messages;
SET search_path = time_faults, public;
SET TimeZone = 'UTC';
SET datestyle = 'ISO';
-- The text of a plan.
CREATE FUNCTION plan(query text, options text DEFAULT 'COSTS OFF') RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    lines text := '';
BEGIN
    FOR line IN EXECUTE format('EXPLAIN (%s) %s', options, query) LOOP
        lines := lines || line || E'\n';
    END LOOP;
    RETURN lines;
END
$$;

-- An OR on a generated column that has an index of its own.
CREATE TABLE event (id ulid PRIMARY KEY, pad text,
    created timestamptz GENERATED ALWAYS AS (ulid_extract_timestamp(id)) STORED);
INSERT INTO event SELECT ulid_generate('2025-01-01Z'::timestamptz + i * interval '1 hour'), repeat('x', 500)
    FROM generate_series(1, 400) AS i;
CREATE INDEX ON event (created DESC);
ANALYZE event;
SELECT min(created) FROM event WHERE created = '2025-01-02Z' OR created > '2025-01-16Z';
-- EXPLAIN shows the condition as it was written.
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SELECT plan('SELECT * FROM event WHERE created = ''2025-01-02Z'' OR created = ''2025-01-03Z''') ~ 'created' AS as_written;
RESET enable_indexscan;
RESET enable_indexonlyscan;

-- Rows in the order of the ID, with an array for a later key: before 17 the scan does not return them in this order.
CREATE TABLE pair (id uuid NOT NULL, k integer NOT NULL, v text, PRIMARY KEY (id, k));
CREATE TABLE upair (id ulid NOT NULL, k integer NOT NULL, v text, created timestamptz
    GENERATED ALWAYS AS (ulid_extract_timestamp(id)) STORED, PRIMARY KEY (id, k));
INSERT INTO pair SELECT uuidv7_generate('2025-01-01Z'::timestamptz + i * interval '1 s'), (i * 7919) % 1000, repeat('x', 100)
    FROM generate_series(1, 20000) AS i ORDER BY md5(i::text);
INSERT INTO upair SELECT ulid_generate('2025-01-01Z'::timestamptz + i * interval '1 s'), (i * 7919) % 1000, repeat('x', 100)
    FROM generate_series(1, 20000) AS i ORDER BY md5(i::text);
VACUUM ANALYZE pair, upair;
SET enable_bitmapscan = off;
SET enable_sort = off;
SELECT string_agg(k::text, ' ') FROM (SELECT k, v FROM pair
    WHERE uuidv7_extract_timestamp(id) >= '2025-01-01 02:00Z' AND k IN (1, 7) ORDER BY id LIMIT 20) AS page;
SELECT string_agg(k::text, ' ') FROM (SELECT k, v FROM upair
    WHERE id::timestamptz >= '2025-01-01 02:00Z' AND k IN (1, 7) ORDER BY id DESC LIMIT 20) AS page;
SELECT string_agg(k::text, ' ') FROM (SELECT k, v FROM upair
    WHERE created >= '2025-01-01 02:00Z' AND k IN (1, 7) ORDER BY id LIMIT 20) AS page;
SET enable_hashjoin = off;
SET enable_nestloop = off;
SELECT count(*) FROM upair AS a JOIN upair AS b USING (id)
    WHERE a.created >= '2025-01-01 02:00Z' AND a.k IN (1, 7) AND b.created >= '2025-01-01 02:00Z';
RESET enable_bitmapscan;
RESET enable_sort;
RESET enable_hashjoin;
RESET enable_nestloop;

-- Reading a table evaluates nothing of a generation expression, asks for no privilege on its functions, and looks for
-- nothing in a search_path.
CREATE ROLE regress_faults_reader;
GRANT USAGE ON SCHEMA time_faults TO regress_faults_reader;
CREATE FUNCTION message_time(bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE
    AS 'SELECT snowflake_extract_timestamp($1, ''2020-01-01Z'')';
CREATE FUNCTION factor(text) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN length($1); END';
CREATE TABLE message (id bigint PRIMARY KEY, n integer, created timestamptz GENERATED ALWAYS AS (message_time(id)) STORED,
    x integer GENERATED ALWAYS AS (n * factor('a')) STORED);
INSERT INTO message (id, n) SELECT snowflake_at_or_after('2025-01-01Z'::timestamptz + i * interval '1 hour', '2020-01-01Z'), i
    FROM generate_series(1, 50) AS i;
ANALYZE message;
REVOKE EXECUTE ON FUNCTION factor FROM PUBLIC;
GRANT SELECT ON message TO regress_faults_reader;
SET search_path = '';
SELECT count(*) FROM time_faults.message;
SET search_path = time_faults, public;
SET ROLE regress_faults_reader;
SELECT sum(x) FROM message;
RESET ROLE;
CREATE OR REPLACE FUNCTION factor(text) RETURNS integer LANGUAGE plpgsql IMMUTABLE
    AS 'BEGIN RAISE NOTICE ''factor is executed''; RETURN 1 / (length($1) - 1); END';
SELECT sum(x) FROM message;
-- An expression that calls a function of a user says nothing about the stored values.
SET enable_seqscan = off;
CREATE OR REPLACE FUNCTION message_time(bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE
    AS 'SELECT snowflake_extract_timestamp($1, ''1970-01-01Z'')';
SELECT count(*) FROM message WHERE created >= '2025-01-02Z';
-- It does not matter who asks first.
SET ROLE regress_faults_reader;
SELECT count(*) FROM message WHERE created < '2025-01-02Z';
RESET ROLE;
CREATE TABLE plain_message (id bigint PRIMARY KEY,
    created timestamptz GENERATED ALWAYS AS (snowflake_extract_timestamp(id)) STORED);
GRANT SELECT ON plain_message TO regress_faults_reader;
SET ROLE regress_faults_reader;
EXPLAIN (COSTS OFF) SELECT * FROM plain_message WHERE created >= '2025-01-02Z';
RESET ROLE;
EXPLAIN (COSTS OFF) SELECT * FROM plain_message WHERE created >= '2025-01-02Z';
RESET enable_seqscan;

-- A cached plan is made again for a role that may not execute what it needs.
BEGIN;
REVOKE EXECUTE ON FUNCTION lower(anyrange) FROM PUBLIC;
GRANT SELECT ON event TO regress_faults_reader;
SET LOCAL plan_cache_mode = force_generic_plan;
PREPARE within (tstzrange) AS SELECT count(*) FROM event WHERE id::timestamptz <@ $1;
EXECUTE within ('[2025-01-02 00:00Z, 2025-01-03 00:00Z)');
SET LOCAL ROLE regress_faults_reader;
EXECUTE within ('[2025-01-02 00:00Z, 2025-01-03 00:00Z)');
ROLLBACK;
DEALLOCATE within;

-- Planning evaluates no function of a user in a form of the time either, and raises no error that the query does not.
CREATE FUNCTION zone() RETURNS text LANGUAGE plpgsql STABLE
    AS 'BEGIN RAISE NOTICE ''zone is executed''; RETURN ''Europe/Berlin''; END';
CREATE FUNCTION moment() RETURNS timestamptz LANGUAGE plpgsql STABLE
    AS 'BEGIN RAISE NOTICE ''moment is executed''; RETURN ''2025-01-02Z''; END';
CREATE FUNCTION prefix() RETURNS text LANGUAGE plpgsql STABLE
    AS 'BEGIN RAISE NOTICE ''prefix is executed''; RETURN ''x''; END';
CREATE FUNCTION near(timestamptz, timestamptz) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN $1 = $2; END';
CREATE OPERATOR ~~~~ (LEFTARG = timestamptz, RIGHTARG = timestamptz, FUNCTION = near);
SELECT plan('SELECT FROM event WHERE (id::timestamptz AT TIME ZONE zone())::date = ''2025-01-02''') <> '' AS planned;
SELECT plan('SELECT FROM event WHERE id::timestamptz ~~~~ moment()') <> '' AS planned;
SELECT plan('SELECT FROM event WHERE typeid_encode(prefix(), id::uuid) = ''x_01jgfjxyj01yqpzdf611zb3cpw''') <> '' AS planned;
SELECT plan('SELECT FROM event WHERE (id::timestamptz AT TIME ZONE ''No/Where'')::date = ''2025-01-02''') <> '' AS planned;

-- A generated column of a child table whose parent has an ordinary column can have been set through the parent. From 16
-- on the server refuses such a table.
CREATE TABLE parent (id ulid, created timestamptz);
CREATE TABLE child (n integer) INHERITS (parent);
INSERT INTO child (id) SELECT ulid_generate('2025-01-01Z'::timestamptz + i * interval '1 hour') FROM generate_series(1, 4) AS i;
CREATE INDEX ON child (id);
\set ECHO none
SET client_min_messages = warning;
SELECT format('CREATE TABLE generated_child (created timestamptz %s) INHERITS (parent)',
    CASE WHEN current_setting('server_version_num')::integer < 160000
        THEN 'GENERATED ALWAYS AS (ulid_extract_timestamp(id)) STORED' END) \gexec
RESET client_min_messages;
\set ECHO all
INSERT INTO generated_child (id) SELECT id FROM child;
CREATE INDEX ON generated_child (id);
UPDATE parent SET created = '2000-01-01Z';
SET enable_seqscan = off;
SELECT count(*) FROM generated_child WHERE created = '2000-01-01Z';
-- The same of a table whose parent gets a parent of its own, after a query of the table.
CREATE TABLE grandparent (id ulid, created timestamptz);
\set ECHO none
SELECT format('CREATE TABLE middle (id ulid, created timestamptz %s)',
    CASE WHEN current_setting('server_version_num')::integer < 160000
        THEN 'GENERATED ALWAYS AS (ulid_extract_timestamp(id)) STORED' END) \gexec
\set ECHO all
CREATE TABLE leaf () INHERITS (middle);
INSERT INTO leaf (id) SELECT id FROM child;
CREATE INDEX ON leaf (id);
SELECT count(*) FROM leaf WHERE created = '2000-01-01Z';
SET plan_cache_mode = force_generic_plan;
PREPARE leaves AS SELECT count(*) FROM leaf WHERE created = '2000-01-01Z';
EXECUTE leaves;
ALTER TABLE middle INHERIT grandparent;
UPDATE grandparent SET created = '2000-01-01Z';
SELECT count(*) FROM leaf WHERE created = '2000-01-01Z';
EXECUTE leaves;
RESET plan_cache_mode;
RESET enable_seqscan;

-- Two partitioned tables that are joined by the times of a third one: both are pruned while the query runs.
CREATE TABLE log_a (id ulid NOT NULL, k integer) PARTITION BY RANGE (id);
CREATE TABLE log_b (id ulid NOT NULL, k integer) PARTITION BY RANGE (id);
\set ECHO none
SELECT format('CREATE TABLE log_%1$s_%2$s PARTITION OF log_%1$s FOR VALUES FROM (%3$L) TO (%4$L)', log, day,
    ulid_min('2025-01-01Z'::timestamptz + day * interval '1 day'), ulid_min('2025-01-02Z'::timestamptz + day * interval '1 day'))
    FROM unnest('{a,b}'::text[]) AS log, generate_series(0, 9) AS day \gexec
\set ECHO all
CREATE INDEX ON log_a (id);
CREATE INDEX ON log_b (id);
INSERT INTO log_a SELECT ulid_at_or_after('2025-01-01Z'::timestamptz + i * interval '10 minutes'), i
    FROM generate_series(0, 1439) AS i;
INSERT INTO log_b SELECT * FROM log_a;
CREATE TABLE asked (t timestamptz, u timestamptz);
INSERT INTO asked VALUES ('2025-01-03 12:00Z', '2025-01-07 12:00Z');
ANALYZE log_a, log_b, asked;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SELECT log, count(*) AS partitions, count(*) FILTER (WHERE line ~ 'never executed') AS never_executed
    FROM regexp_split_to_table(plan('SELECT count(*) FROM asked AS s JOIN log_a AS a ON a.id::timestamptz = s.t
        JOIN log_b AS b ON b.id::timestamptz = s.u', 'ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF'), '\n') AS line,
    unnest('{log_a,log_b}'::text[]) AS log WHERE line ~ ('Scan.* on ' || log || '_') GROUP BY log ORDER BY log;
RESET enable_hashjoin;
RESET enable_mergejoin;

-- A time beyond all IDs of a built-in type is no long constant in a plan.
CREATE TABLE old_bytes (id bytea PRIMARY KEY);
CREATE TABLE old_text (id text COLLATE "C" PRIMARY KEY);
INSERT INTO old_bytes SELECT binaryid_min('2025-01-01Z'::timestamptz + i * interval '1 s', '1970-01-01Z', 4, '1 s') || '\x01'
    FROM generate_series(1, 1000) AS i;
INSERT INTO old_text SELECT ulid_generate('2025-01-01Z'::timestamptz + i * interval '1 s')::text FROM generate_series(1, 1000) AS i;
VACUUM ANALYZE old_bytes, old_text;
SET enable_seqscan = off;
SELECT condition, length(plan('SELECT FROM ' || source || condition)) < 1000 AS is_short, (
        SELECT count(*) FROM old_bytes WHERE source ~ 'old_bytes' AND CASE n
            WHEN 1 THEN binaryid_extract_timestamp(id, '1970-01-01Z', 4, '1 s') BETWEEN '2025-01-01 00:10Z' AND '9999-12-31Z'
            WHEN 2 THEN binaryid_extract_timestamp(id, '1970-01-01Z', 4, '1 s') > '9999-12-31Z'
            ELSE binaryid_extract_timestamp(id, '1970-01-01Z', 4, '1 s') < '9999-12-31Z' END) AS bytes
    FROM (VALUES (1, ' BETWEEN ''2025-01-01 00:10Z'' AND ''9999-12-31Z'''), (2, ' > ''9999-12-31Z'''), (3, ' < ''9999-12-31Z'''))
        AS c (n, condition), (VALUES ('old_bytes WHERE binaryid_extract_timestamp(id, ''1970-01-01Z'', 4, ''1 s'')')) AS s (source);
SELECT condition, length(plan('SELECT FROM old_text WHERE ulidtext_extract_timestamp(id)' || condition)) < 1000 AS is_short
    FROM unnest(ARRAY[' BETWEEN ''2025-01-01 00:10Z'' AND ''infinity''', ' >= ''infinity''', ' <= ''infinity''', ' = ''infinity''',
        ' IN (''2025-01-01 00:10Z'', ''infinity'')']) AS condition;
SELECT count(*) FROM old_text WHERE ulidtext_extract_timestamp(id) BETWEEN '2025-01-01 00:10Z' AND 'infinity';
SELECT count(*) FROM old_text WHERE ulidtext_extract_timestamp(id) <= 'infinity';
SELECT count(*) FROM old_text WHERE ulidtext_extract_timestamp(id) > 'infinity';
EXPLAIN (COSTS OFF) SELECT id FROM old_text WHERE ulidtext_extract_timestamp(id) <= 'infinity'
    ORDER BY ulidtext_extract_timestamp(id) DESC LIMIT 3;
RESET enable_seqscan;

-- The server proves by comparisons of IDs that a partition is not needed. Whoever may not call one of these functions
-- can read the table as without ulidkit.
CREATE TABLE parted (id uuid) PARTITION BY RANGE (id);
CREATE TABLE parted_0 PARTITION OF parted FOR VALUES FROM (MINVALUE) TO (uuidv7_min('2025-01-02Z'));
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (uuidv7_min('2025-01-02Z')) TO (MAXVALUE);
INSERT INTO parted SELECT uuidv7_min('2025-01-01Z'::timestamptz + i * interval '1 hour') FROM generate_series(0, 47) AS i;
GRANT SELECT ON parted TO regress_faults_reader;
BEGIN;
REVOKE EXECUTE ON FUNCTION uuid_gt(uuid, uuid) FROM PUBLIC;
SET ROLE regress_faults_reader;
SELECT count(*) FROM (SELECT id FROM parted UNION ALL SELECT id FROM parted) AS p
    WHERE uuidv7_extract_timestamp(id) <= '2025-01-01 12:00Z';
ROLLBACK;

-- An OR over another key of the index: from PostgreSQL 18 on, the server searches the index for both values of the key.
CREATE TABLE keyed (k integer, id ulid, v text);
INSERT INTO keyed SELECT i % 50, ulid_generate('2025-01-01Z'::timestamptz + i * interval '1 s'), repeat('x', 100)
    FROM generate_series(1, 20000) AS i;
CREATE INDEX ON keyed (k, id);
VACUUM ANALYZE keyed;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT condition, current_setting('server_version_num')::integer < 180000 OR plan ~ 'Index Cond: [^\n]* = ANY ' AS uses_or,
        plan ~ 'Sort' AND condition ~ '>=' AS sorts
    FROM unnest(ARRAY['(k = 1 OR k = 2) AND id::timestamptz >= ''2025-01-01 05:00Z''',
            '(id::text = ''01JGFJJYG00000000000000000'' OR id::text = ''01JGFJJYG00000000000000001'') AND k = 3']) AS condition,
        plan('SELECT * FROM keyed WHERE ' || condition || ' ORDER BY k, id::timestamptz LIMIT 9') AS plan;
SELECT k, id::timestamptz FROM keyed WHERE (k = 1 OR k = 2) AND id::timestamptz >= '2025-01-01 05:00Z'
    ORDER BY k DESC, id::timestamptz DESC LIMIT 3;
SELECT count(*) FROM keyed WHERE k = 1 AND (id::timestamptz = '2025-01-01 05:00:01Z' OR id::timestamptz = '2025-01-01 05:00:02Z');
RESET enable_seqscan;
RESET enable_bitmapscan;

DROP OWNED BY regress_faults_reader;
DROP ROLE regress_faults_reader;
SET client_min_messages = warning;
DROP SCHEMA time_faults CASCADE;
