-- Calls that leave arguments out have the same plan whether the session has kept the default arguments or not.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
SET datestyle = 'ISO';

CREATE TABLE message (
    id bigint PRIMARY KEY DEFAULT snowflake_generate('2024-01-01Z', node_bits => 0),
    near bigint DEFAULT snowflake_generate(),
    n integer);
CREATE TABLE reading (
    id bigint PRIMARY KEY DEFAULT snowflake_generate('2024-01-01Z', 10, '1 ms', 0),
    at timestamptz GENERATED ALWAYS AS (snowflake_extract_timestamp(id, '2024-01-01Z', 10)) STORED,
    n integer);
CREATE TABLE event (
    id bytea PRIMARY KEY, at timestamptz GENERATED ALWAYS AS (binaryid_extract_timestamp(id)) STORED);
CREATE VIEW seen AS SELECT id, snowflake_extract_timestamp(id) AS at, n FROM message;
CREATE FUNCTION time_of(bigint) RETURNS timestamptz IMMUTABLE LANGUAGE sql
    RETURN snowflake_extract_timestamp($1, '2024-01-01Z');
CREATE TABLE query (query text, plan text);
INSERT INTO query VALUES
    ($$INSERT INTO message (n) VALUES (1)$$),
    ($$INSERT INTO message (n) VALUES (1), (2)$$),
    ($$INSERT INTO message VALUES (DEFAULT, DEFAULT, 1), (7, DEFAULT, 2)$$),
    ($$INSERT INTO message SELECT snowflake_generate(), n FROM reading
        ON CONFLICT (id) DO UPDATE SET near = snowflake_generate()$$),
    ($$INSERT INTO reading (n) VALUES (1) RETURNING snowflake_extract_timestamp(id, '2024-01-01Z')$$),
    ($$UPDATE message SET near = DEFAULT WHERE snowflake_extract_timestamp(id) < '2024-01-01Z'$$),
    ($$DELETE FROM message WHERE snowflake_extract_timestamp(id, shift => 10) < '2024-01-01Z'$$),
    ($$SELECT * FROM seen WHERE at >= '2024-01-01Z' ORDER BY at LIMIT 3$$),
    ($$SELECT * FROM message
        WHERE id IN (SELECT id FROM seen WHERE at < now()) AND time_of(id) > '2025-01-01Z'$$),
    ($$WITH m AS MATERIALIZED (SELECT snowflake_extract_timestamp(id) FROM message) SELECT * FROM m$$),
    ($$SELECT 1 FROM message GROUP BY snowflake_extract_timestamp(id)
        HAVING snowflake_extract_timestamp(max(id)) > now()$$),
    ($$SELECT * FROM event WHERE binaryid_extract_timestamp(id) > '2024-01-01Z' AND at > '2024-01-02Z'$$),
    ($$SELECT * FROM (VALUES (snowflake_extract_timestamp(1)), (binaryid_extract_timestamp('\x01', bytes => 1))) AS v$$),
    ($$SELECT snowflake_extract_timestamp(n) FROM generate_series(snowflake_generate(), 5) AS n$$);

-- The session forgets all functions when the definition of one changes, and notes a function when it is called.
CREATE FUNCTION forget() RETURNS void LANGUAGE plpgsql AS $$BEGIN ALTER FUNCTION time_of COST 1; END$$;
CREATE FUNCTION note() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM error_of('SELECT snowflake_generate()');
    PERFORM plan_of('SELECT snowflake_extract_timestamp(id) FROM message');
    PERFORM plan_of('SELECT binaryid_extract_timestamp(id) FROM event');
END
$$;
CREATE VIEW kept AS SELECT count(*) FROM pg_backend_memory_contexts
    WHERE name = 'ulidkit default arguments' AND used_bytes > 1000;
DO $$
DECLARE
    q query;
BEGIN
    FOR q IN SELECT * FROM query LOOP
        PERFORM forget();
        UPDATE query SET plan = plan_of(q.query, 'VERBOSE, COSTS OFF') WHERE query = q.query;
    END LOOP;
END
$$;
SELECT forget() \g /dev/null
SELECT count AS forgotten FROM kept;
SELECT note() \g /dev/null
SELECT query AS "planned otherwise", plan, plan_of(query, 'VERBOSE, COSTS OFF') AS now FROM query
WHERE plan <> plan_of(query, 'VERBOSE, COSTS OFF');
SELECT count AS kept, (SELECT count(*) FROM query WHERE plan ~ 'snowflake|binaryid') AS plans FROM kept;

-- Statements that are executed again and again, in a function and prepared.
CREATE FUNCTION add(n integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    before bigint := max(id) FROM reading;
    new bigint;
BEGIN
    INSERT INTO reading (n) VALUES (add.n) RETURNING id INTO new;
    RETURN new > before AND snowflake_extract_timestamp(new, '2024-01-01Z', 10) > now() - interval '1 minute';
END
$$;
PREPARE add AS INSERT INTO reading (n) VALUES (1) RETURNING at > now() - interval '1 minute' AS new;
EXECUTE add;
SELECT bool_and(add(n)) AS new FROM generate_series(1, 20) AS n;
SELECT forget() \g /dev/null
SELECT bool_and(add(n)) AS new FROM generate_series(1, 20) AS n;
EXECUTE add;
SELECT count(DISTINCT id) FROM reading;

-- Other defaults are used from the next statement on, and those from before after a ROLLBACK.
SELECT snowflake_extract_timestamp(1050118621198921728) AS "before";
SELECT probin AS library FROM pg_proc WHERE proname = 'snowflake_extract_timestamp' \gset
BEGIN;
CREATE OR REPLACE FUNCTION snowflake_extract_timestamp(
    id bigint, epoch timestamptz DEFAULT '2015-01-01Z', shift integer DEFAULT 22, unit interval DEFAULT '1 ms'
) RETURNS timestamptz
    AS :'library' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_extract_timestamp_support;
SELECT snowflake_extract_timestamp(1050118621198921728) AS "in the transaction";
SELECT count(*) AS again FROM generate_series(1, 3), snowflake_extract_timestamp(1050118621198921728) AS t
WHERE t = '2022-12-07 18:36:29.554Z';
ROLLBACK;
SELECT snowflake_extract_timestamp(1050118621198921728) AS "after it";

-- The functions of an extension that is created again.
BEGIN;
DROP EXTENSION ulidkit CASCADE;
CREATE EXTENSION ulidkit;
SELECT snowflake_extract_timestamp(0) AS epoch, snowflake_extract_timestamp(0) AS again FROM generate_series(1, 2);
ROLLBACK;

DROP SCHEMA :test CASCADE;
