-- snowflake_generate(), snowflake_observe(), and what pg_partman calls.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
SET datestyle = 'ISO';

-- Layouts without a node: numbers below 2^53, units that are too short to wait for, those of Sonyflake, no counter.
CREATE TABLE layout (name text, epoch timestamptz, shift integer, unit interval, most bigint);
INSERT INTO layout VALUES ('53 bits', '2024-01-01Z', 10, '1 ms', 2000), ('microseconds', '2020-01-01Z', 4, '1 us', 2000),
    ('Sonyflake', '2014-09-01Z', 24, '10 ms', 70000), ('no counter', '2020-01-01 00:00:00.0005Z', 0, '1 ms', 50);
-- Each id is above the one before and has a time that the clock reads, or if units are short is ahead by at most the
-- lead. Units are filled before the next one begins.
CREATE TABLE made (name text, n integer, id bigint, before timestamptz, after timestamptz);
DO $$
DECLARE
    l record;
    m made;
BEGIN
    -- In a new server short units begin ahead of the clock: wait for it.
    PERFORM snowflake_generate(epoch, shift, unit, 0) FROM layout;
    PERFORM pg_sleep_for(greatest(least(max(clock_lead), interval '2 s'), interval '0 s')) FROM ulidkit_generators();
    FOR l IN SELECT * FROM layout LOOP
        FOR n IN 1 .. l.most LOOP
            m.before := clock_timestamp();
            m.id := snowflake_generate(l.epoch, l.shift, l.unit, 0);
            m.after := clock_timestamp();
            INSERT INTO made VALUES (l.name, n, m.id, m.before, m.after);
        END LOOP;
    END LOOP;
END
$$;
CREATE TEMPORARY VIEW seen AS
SELECT *, id > lag(id) OVER made_before AS above, id - lag(id) OVER made_before = 1 AS counted,
    snowflake_extract_timestamp(id, epoch, shift, unit) AS "time",
    snowflake_extract_timestamp(lag(id) OVER made_before, epoch, shift, unit) AS "time before",
    id >> shift << shift = id AS first_of_unit
FROM made JOIN layout USING (name) WINDOW made_before AS (PARTITION BY name ORDER BY n);
SELECT name, count(*) = max(most) AS "all", bool_and(n = 1 OR above) AS rising,
    bool_and("time" > before - unit AND "time" <= after + CASE WHEN unit < '1 ms' THEN '1 s' ELSE interval '0 s' END)
        AS "of their time",
    bool_and(n = 1 OR counted OR "time" > "time before") AS "counted in a unit",
    bool_and(n = 1 OR "time" = "time before" OR first_of_unit) AS "a unit begins with 0",
    bool_and(id BETWEEN 0 AND 9007199254740991) FILTER (WHERE name = '53 bits') AS "exact in JavaScript"
FROM seen GROUP BY name ORDER BY name;
-- The generators are shown by the arguments of a call.
SELECT g.kind, g.generated >= most AS counted, g.newest::bigint >= m.newest AS newest,
    g.newest_time = snowflake_extract_timestamp(g.newest::bigint, epoch, shift, unit) AS "its time", node,
    g.newest_time < saved_until AS saved
FROM layout AS l JOIN (SELECT name, max(id) AS newest FROM made GROUP BY name) AS m USING (name)
    JOIN ulidkit_generators() AS g ON g.kind = format('snowflake(%L, %s, %L)', to_char(l.epoch AT TIME ZONE 'UTC',
        CASE WHEN l.name = 'no counter' THEN 'YYYY-MM-DD HH24:MI:SS.MS"5+00"' ELSE 'YYYY-MM-DD HH24:MI:SS"+00"' END), l.shift,
        (extract(epoch FROM l.unit) * 1000000)::bigint || ' us')
ORDER BY l.name;
-- As many at once as three units of a layout have room for.
SELECT count(DISTINCT id), max(id >> 3) - min(id >> 3) >= 2 AS "several units"
FROM (SELECT snowflake_generate('2024-01-01Z', 3, '1 ms', 0) AS id FROM generate_series(1, 24)) AS s;

-- The id of a row is its time.
CREATE TABLE message (
    id bigint PRIMARY KEY DEFAULT snowflake_generate('2024-01-01Z', 10, '1 ms', 0),
    created_at timestamptz GENERATED ALWAYS AS (snowflake_extract_timestamp(id, '2024-01-01Z', 10)) STORED,
    words text);
INSERT INTO message (words) SELECT n FROM generate_series(1, 5000) AS n;
-- Numbers of a sequence are below all of them.
INSERT INTO message (id, words) SELECT n, 'old' FROM generate_series(1, 50000) AS n;
ANALYZE message;
EXPLAIN (COSTS OFF) SELECT * FROM message WHERE created_at >= now() - interval '1 day';
SELECT count(*) FROM message WHERE created_at >= now() - interval '1 day';
EXPLAIN (COSTS OFF) SELECT * FROM message ORDER BY created_at DESC LIMIT 10;
SELECT count(*) FILTER (WHERE words = 'old') AS old FROM (SELECT * FROM message ORDER BY id DESC LIMIT 5000) AS newest;

-- The next id is above an observed one. What is not above the newest changes nothing.
SELECT snowflake_observe(snowflake_max(clock_timestamp() + interval '20 ms', '2024-01-01Z', 10), '2024-01-01Z', 10, '1 ms', 0),
    snowflake_max(clock_timestamp() + interval '20 ms', '2024-01-01Z', 10) AS seen \gset
SELECT snowflake_generate('2024-01-01Z', 10, '1 ms', 0) AS next \gset
SELECT snowflake_extract_timestamp(:next, '2024-01-01Z', 10)
        >= snowflake_extract_timestamp(:seen, '2024-01-01Z', 10) - interval '1 ms' AS "above",
    snowflake_observe(0, '2024-01-01Z', 10, '1 ms', 0), snowflake_observe(-1, '2024-01-01Z', 10, '1 ms', 0),
    snowflake_generate('2024-01-01Z', 10, '1 ms', 0) > :next AS "goes on";

-- Texts for pg_partman.
SELECT snowflake_time_encoder('2018-10-10 20:19:24.211Z'), snowflake_time_decoder('1050118621198921728'),
    snowflake_time_encoder('2025-01-01Z', '2024-01-01Z', 10), snowflake_time_decoder('32381337600000', '2024-01-01Z', 10);

-- Errors, and NULL.
SELECT call, regexp_replace(report_of('SELECT ' || call), '"20\d\d-.*?"', '"NOW"') AS report FROM unnest(ARRAY[
    $$snowflake_generate()$$,
    $$snowflake_generate(epoch => '9999-01-01Z', node_bits => 0)$$,
    $$snowflake_generate(epoch => '1970-01-01Z', shift => 32, node_bits => 0)$$,
    $$snowflake_generate(unit => '1.000001 s', node_bits => 0)$$,
    $$snowflake_generate(node_bits => 23)$$,
    $$snowflake_generate(node_bits => -1)$$,
    $$snowflake_generate(node_bits => 10, node_shift => 13)$$,
    $$snowflake_generate(node_bits => 10, node_shift => -2)$$,
    $$snowflake_generate(shift => 63)$$,
    $$snowflake_observe(snowflake_min(now() + interval '1 hour', '2024-01-01Z', 10), '2024-01-01Z', 10, '1 ms', 0)$$,
    $$snowflake_time_decoder('x')$$]) AS call;
SELECT num_nulls(snowflake_generate(NULL), snowflake_generate(node_bits => NULL), snowflake_time_encoder(NULL)) AS "NULL of 3";

DROP SCHEMA :test CASCADE;
