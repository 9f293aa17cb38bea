-- Partitions with a default one, and by several columns. Minor releases of the server before those of August and
-- November 2026 prune some of them wrongly by ranges of ids, also in joins, in prepared statements and for min and max.
-- Their tables are then planned as the query is written.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/planning.sql

-- rest: one partition by the id, and the default one. by_time: the same by the time. nested: by (k, id),
-- and within that by the id with a default. ends: by (k, id) to the last id of a k, with a default.
-- prefix: by (id, k), without one.
SELECT bool_and(answer = '1') AS built FROM each_kind($$
    CREATE TABLE KIND_rest (id KIND, created timestamptz, k integer) PARTITION BY RANGE (id);
    CREATE TABLE KIND_rest_1 PARTITION OF KIND_rest FOR VALUES FROM (KIND_min('2025-01-01 06:00Z')) TO (KIND_min('2025-01-02Z'));
    CREATE TABLE KIND_rest_2 PARTITION OF KIND_rest DEFAULT;
    CREATE TABLE KIND_nested (id KIND, created timestamptz, k integer) PARTITION BY RANGE (k, id);
    CREATE TABLE KIND_nested_1 PARTITION OF KIND_nested FOR VALUES FROM (-1, KIND_min('2025-01-01Z'))
        TO (50, KIND_min('2025-01-01Z'))
        PARTITION BY RANGE (id);
    CREATE TABLE KIND_nested_1a PARTITION OF KIND_nested_1 FOR VALUES FROM (KIND_min('2025-01-01 06:00Z'))
        TO (KIND_min('2025-01-02Z'));
    CREATE TABLE KIND_nested_1b PARTITION OF KIND_nested_1 DEFAULT;
    CREATE TABLE KIND_ends (id KIND, created timestamptz, k integer) PARTITION BY RANGE (k, id);
    CREATE TABLE KIND_ends_1 PARTITION OF KIND_ends FOR VALUES FROM (0, MINVALUE) TO (5, MAXVALUE);
    CREATE TABLE KIND_ends_2 PARTITION OF KIND_ends DEFAULT;
    CREATE TABLE KIND_prefix (id KIND, created timestamptz, k integer) PARTITION BY RANGE (id, k);
    CREATE TABLE KIND_prefix_1 PARTITION OF KIND_prefix FOR VALUES FROM (MINVALUE, MINVALUE) TO (KIND_max('2025-01-01 12:00Z'), 3);
    CREATE TABLE KIND_prefix_2 PARTITION OF KIND_prefix FOR VALUES FROM (KIND_max('2025-01-01 12:00Z'), 3)
        TO (KIND_max('2025-01-01 12:00Z'), 6);
    CREATE TABLE KIND_prefix_3 PARTITION OF KIND_prefix FOR VALUES FROM (KIND_max('2025-01-01 12:00Z'), 6) TO (MAXVALUE, MAXVALUE);
    CREATE TABLE KIND_by_time (id KIND, created timestamptz, k integer) PARTITION BY RANGE ((id::timestamptz));
    CREATE TABLE KIND_by_time_1 PARTITION OF KIND_by_time FOR VALUES FROM ('2025-01-01 06:00Z') TO ('2025-01-02Z');
    CREATE TABLE KIND_by_time_2 PARTITION OF KIND_by_time DEFAULT;
    INSERT INTO KIND_rest SELECT id, created, k FROM KIND_event WHERE k < 3;
    INSERT INTO KIND_by_time SELECT id, created, k FROM KIND_event WHERE k < 3;
    INSERT INTO KIND_nested SELECT id, created, k FROM KIND_event WHERE k < 3;
    INSERT INTO KIND_ends SELECT id, created, k FROM KIND_event;
    INSERT INTO KIND_prefix SELECT id, created, k FROM KIND_event WHERE k < 3;
    INSERT INTO KIND_prefix SELECT KIND_max('2025-01-01 12:00Z'), KIND_max('2025-01-01 12:00Z')::timestamptz, k
        FROM generate_series(0, 9) AS k;
    CREATE INDEX ON KIND_rest (id);
    CREATE INDEX ON KIND_nested (id);
    CREATE INDEX ON KIND_ends (id);
    CREATE INDEX ON KIND_prefix (id);
    CREATE INDEX ON KIND_by_time (id);
    ANALYZE KIND_rest, KIND_nested, KIND_ends, KIND_prefix, KIND_by_time;
    SELECT 1$$);

-- The rows are those by a column of times, which partitions nothing: selected, deleted, joined, and the ends.
CREATE TABLE asked (n serial, relation text, condition text);
INSERT INTO asked (relation, condition) VALUES
    ('rest', 'e.id IS NOT NULL AND (e.TIME < ''2025-01-01 12:00Z'' OR e.TIME < ''2025-01-02 12:00Z'')'),
    ('rest', 'e.TIME IS NOT NULL AND (e.TIME < ''2025-01-01 03:00Z'' OR e.TIME >= ''2025-01-02 12:00Z'')'),
    ('rest', 'e.TIME < ''2025-01-01 12:00Z'' OR e.TIME < ''2025-01-02 12:00Z'''),
    ('rest', 'e.id IS NOT NULL AND e.TIME IN (''2025-01-01 00:01Z'', ''2025-01-02 12:00Z'')'),
    ('rest', 'e.id IS NOT NULL AND (e.TIME::date < ''2025-01-01'' OR e.TIME::date > ''2025-01-02'')'),
    ('nested', 'e.TIME < ''2025-01-01 03:00Z'' OR e.TIME >= ''2025-01-02 12:00Z'''),
    ('nested', 'e.TIME IN (''2025-01-01 00:01Z'', ''2025-01-02 12:00Z'')'),
    ('ends', 'e.TIME < ''2025-01-02Z'' AND e.k = 6'),
    ('ends', 'e.TIME > ''2025-01-02Z'' AND e.k <= 6'),
    ('ends', 'e.TIME BETWEEN ''2025-01-01 12:00Z'' AND ''2025-01-02Z'' AND e.k IN (5, 6)'),
    ('ends', '(e.TIME, e.id) > (''2025-01-02Z'', KIND_min(''2025-01-02Z'')) AND e.k = 6'),
    ('prefix', 'e.TIME <= ''2025-01-01 12:00Z'''),
    ('prefix', 'e.TIME = ''2025-01-01 12:00Z'''),
    ('prefix', 'e.TIME::date = ''2025-01-01'''),
    ('by_time', 'e.TIME < ''2025-01-01 12:00Z'' OR e.TIME < ''2025-01-02 12:00Z'''),
    ('by_time', 'e.TIME < ''2025-01-01 03:00Z'' OR e.TIME >= ''2025-01-02 12:00Z''');
\set ECHO all
SELECT a.relation, a.condition, max(j.counts) AS counts, string_agg(DISTINCT j.answer, ' ') AS answer
FROM asked AS a,
    unnest(ARRAY['SELECT e.id, e.k FROM KIND_%1$s AS e WHERE %2$s', 'DELETE FROM KIND_%1$s AS e WHERE %2$s RETURNING e.id, e.k',
        'SELECT max(e.TIME), min(e.TIME) FROM KIND_%1$s AS e WHERE %2$s',
        'SELECT max(e.id), min(e.id) FROM KIND_%1$s AS e WHERE %2$s',
        'SELECT s.n, e.id, e.k FROM (VALUES (1), (2)) AS s (n) LEFT JOIN KIND_%1$s AS e ON %2$s']) AS query,
    judge(format(query, a.relation, a.condition), plans => false) AS j
GROUP BY a.n, 1, 2 ORDER BY a.n;

-- Prepared, for any value.
SET plan_cache_mode = force_generic_plan;
PREPARE a (timestamptz, timestamptz) AS SELECT count(*), min(id::timestamptz), max(id::timestamptz) FROM ulid_rest
    WHERE id::timestamptz < $1 OR id::timestamptz < $2;
EXECUTE a ('2025-01-01 12:00Z', '2025-01-02 12:00Z');
PREPARE b (timestamptz, timestamptz) AS SELECT count(*), min(id::timestamptz), max(id::timestamptz) FROM ulid_nested
    WHERE id::timestamptz < $1 OR id::timestamptz >= $2;
EXECUTE b ('2025-01-01 03:00Z', '2025-01-02 12:00Z');
PREPARE c (timestamptz, integer) AS SELECT count(*), min(id::timestamptz), max(id::timestamptz) FROM ulid_ends
    WHERE id::timestamptz < $1 AND k = $2;
EXECUTE c ('2025-01-02Z', 6);
PREPARE d (timestamptz) AS SELECT count(*), min(id::timestamptz), max(id::timestamptz) FROM ulid_prefix WHERE id::timestamptz <= $1;
EXECUTE d ('2025-01-01 12:00Z');
BEGIN;
PREPARE e (timestamptz, integer) AS DELETE FROM ulid_ends WHERE id::timestamptz < $1 AND k = $2;
EXECUTE e ('2025-01-02Z', 6);
SELECT count(*) FROM ulid_ends WHERE created < '2025-01-02Z' AND k = 6;
ROLLBACK;
DEALLOCATE ALL;
RESET plan_cache_mode;

-- Only as many tables are left alone as have to be: on the servers that have the fixes, none.
CREATE VIEW fixed AS
    SELECT number >= first[number / 10000 - 14] AS default_partitions, number >= second[number / 10000 - 14] AS several_columns
    FROM CAST(current_setting('server_version_num') AS integer) AS number,
        (VALUES ('{150019,160015,170011,180006,190000}'::integer[],
            '{150020,160016,170012,180007,190000}'::integer[])) AS v (first, second);
SELECT relation, (plan_of(format('SELECT * FROM ulid_%s WHERE id::timestamptz < ''2025-01-01 00:03Z''', relation))
            !~ (other || '|ERROR'))
        = (CASE WHEN relation = 'rest' THEN default_partitions ELSE several_columns END) AS as_expected
FROM fixed, (VALUES ('rest', 'rest_1'), ('nested', 'nested_1a'), ('prefix', 'prefix_2')) AS r (relation, other);

SET client_min_messages = warning;
DROP SCHEMA :test, by_column CASCADE;
