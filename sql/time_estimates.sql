-- Estimates: for a range of ids, or of their times, the rows that the planner expects for the same range of a column of
-- times with the same values.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/planning.sql

-- One id every 26 seconds or so, and pauses; an id that is common, and NULLs. ANALYZE reads all 30,000 rows.
SELECT setseed(0.3) \g /dev/null
SELECT bool_and(answer = '1') AS built FROM each_kind($$
    CREATE TABLE KIND_big (id KIND, created timestamptz, k integer);
    INSERT INTO KIND_big
        SELECT id, id::timestamptz, i % 7
        FROM generate_series(1, 26000) AS i, LATERAL (SELECT KIND_generate('2025-01-01Z'::timestamptz + i * interval '26 seconds'
            + random() * interval '20 seconds' + (i / 9000) * interval '3 days') AS id OFFSET 0) AS made;
    INSERT INTO KIND_big (id, k) SELECT NULL, i FROM generate_series(1, 1500) AS i;
    INSERT INTO KIND_big SELECT id, id::timestamptz, 1
        FROM generate_series(1, 2500), (SELECT id FROM KIND_big WHERE id >= KIND_min('2025-01-03Z') ORDER BY id LIMIT 1) AS common;
    CREATE INDEX ON KIND_big (id);
    CREATE INDEX ON KIND_big (created);
    CREATE TABLE KIND_parts (id KIND, created timestamptz, k integer) PARTITION BY RANGE (id);
    CREATE TABLE KIND_parts_1 PARTITION OF KIND_parts FOR VALUES FROM (MINVALUE) TO (KIND_min('2025-01-04Z'));
    CREATE TABLE KIND_parts_2 PARTITION OF KIND_parts FOR VALUES FROM (KIND_min('2025-01-04Z')) TO (MAXVALUE);
    CREATE TABLE KIND_by_column (created timestamptz, k integer) PARTITION BY RANGE (created);
    CREATE TABLE KIND_by_column_1 PARTITION OF KIND_by_column FOR VALUES FROM (MINVALUE) TO ('2025-01-04Z');
    CREATE TABLE KIND_by_column_2 PARTITION OF KIND_by_column FOR VALUES FROM ('2025-01-04Z') TO (MAXVALUE);
    CREATE TABLE KIND_by_time (id KIND, created timestamptz, k integer) PARTITION BY RANGE ((id::timestamptz));
    CREATE TABLE KIND_by_time_1 PARTITION OF KIND_by_time FOR VALUES FROM (MINVALUE) TO ('2025-01-04Z');
    CREATE TABLE KIND_by_time_2 PARTITION OF KIND_by_time FOR VALUES FROM ('2025-01-04Z') TO (MAXVALUE);
    CREATE TABLE KIND_parent (id KIND, created timestamptz, k integer);
    CREATE TABLE KIND_child (CHECK (id::timestamptz >= '2000-01-01Z')) INHERITS (KIND_parent);
    CREATE TABLE KIND_kept (id KIND, created timestamptz, k integer);
    CREATE TABLE KIND_fresh (id KIND, created timestamptz, k integer);
    INSERT INTO KIND_parts SELECT id, created, k FROM KIND_big WHERE id IS NOT NULL;
    INSERT INTO KIND_by_column SELECT created, k FROM KIND_big WHERE id IS NOT NULL;
    INSERT INTO KIND_by_time SELECT id, created, k FROM KIND_big WHERE id IS NOT NULL;
    INSERT INTO KIND_child SELECT id, created, k FROM KIND_big;
    INSERT INTO KIND_kept SELECT id, created, k FROM KIND_big;
    CREATE INDEX ON KIND_kept (id);
    CREATE INDEX ON KIND_kept (created);
    CREATE INDEX ON KIND_kept (k) WHERE id::timestamptz > '2025-01-01 12:00Z';
    CREATE INDEX ON KIND_kept (k, (id::timestamptz));
    ANALYZE KIND_big, KIND_parts, KIND_by_column, KIND_by_time, KIND_parent, KIND_child, KIND_kept;
    SELECT 1$$);

-- Within a tenth, or five rows: beyond the ends of the statistics the server expects a little less of an id.
CREATE FUNCTION close(a numeric, b numeric, tolerance integer DEFAULT 5) RETURNS boolean LANGUAGE sql
    RETURN abs(a - b) <= greatest(tolerance, 0.1 * b);

-- Ranges from ten minutes to everything, in the first and last part and beyond the ends, in an OR, one side only; by
-- either spelling, and by hand.
CREATE TABLE asked (a timestamptz, b timestamptz);
INSERT INTO asked
    SELECT a, a + width FROM unnest('{10 min, 1 hour, 6 hours, 1 day, 3 days, 1 year}'::interval[]) AS width,
        unnest('{2024-06-01Z, 2024-12-31 23:55Z, 2025-01-01Z, 2025-01-02 23:30Z, 2025-01-03Z, 2025-01-05 12:34:56Z, '
            '2025-01-06Z, 2025-01-16 18:00Z, 2025-01-16 23:00Z, 2026-01-01Z}'::timestamptz[]) AS a;
CREATE TABLE form (n serial, by_time text, by_hand text);
INSERT INTO form (by_time, by_hand) VALUES
    ('e.TIME >= ''A'' AND e.TIME < ''B''', 'e.id >= KIND_at_or_after(''A'') AND e.id <= KIND_before(''B'')'),
    ('e.TIME > ''A'' AND e.TIME <= ''B''', 'e.id >= KIND_after(''A'') AND e.id <= KIND_at_or_before(''B'')'),
    ('e.TIME BETWEEN ''A'' AND ''B''', 'KIND_at_or_after(''A'') <= e.id AND KIND_at_or_before(''B'') >= e.id'),
    ('e.TIME < ''A''', 'e.id <= KIND_before(''A'')'),
    ('e.TIME >= ''B''', 'e.id >= KIND_at_or_after(''B'')'),
    ('e.TIME > ''A'' AND e.TIME >= ''A'' AND e.TIME < ''B'' AND e.TIME < ''2025-01-10Z''',
        'e.id >= KIND_after(''A'') AND e.id >= KIND_at_or_after(''A'') AND e.id <= KIND_before(''B'') '
            'AND e.id <= KIND_before(''2025-01-10Z'')'),
    ('(e.TIME >= ''A'' AND e.TIME < ''B'' OR e.TIME > ''2025-01-04Z'' AND e.TIME < ''2025-01-04 06:00Z'')',
        '(e.id >= KIND_at_or_after(''A'') AND e.id <= KIND_before(''B'') OR e.id >= KIND_after(''2025-01-04Z'') '
            'AND e.id <= KIND_before(''2025-01-04 06:00Z''))'),
    ('(e.k = 3 AND (e.TIME >= ''A'' AND e.TIME < ''B'' OR e.k = 4))', NULL),
    ('e.TIME >= ''A'' AND e.TIME < ''B'' AND e.k = 3', NULL),
    ('e.TIME >= (''A''::timestamptz AT TIME ZONE ''UTC'') AND e.TIME < now() - (now() - ''B''::timestamptz)', NULL);
CREATE FUNCTION compare(condition text, kind text, relation text, by_column text DEFAULT NULL, by_time text DEFAULT NULL,
    OUT asked bigint, OUT off bigint, OUT example text)
LANGUAGE sql BEGIN ATOMIC
    SELECT count(*), count(*) FILTER (WHERE NOT close(of_ids, of_times)),
        min(format('%s: %s instead of %s', query, of_ids, of_times)) FILTER (WHERE NOT close(of_ids, of_times))
    FROM asked, LATERAL (SELECT replace(replace(condition, '''A''', quote_literal(a)), '''B''', quote_literal(b)),
            replace(replace(coalesce(by_time, condition), '''A''', quote_literal(a)), '''B''', quote_literal(b))) AS c (c, d),
        LATERAL (SELECT format('SELECT * FROM %s AS e WHERE ', kind || '_' || relation),
            format('SELECT * FROM %s AS e WHERE ', kind || '_' || coalesce(by_column, relation))) AS f (from_ids, from_times),
        LATERAL (SELECT from_ids || spell(c, kind, '\1.id::timestamptz')) AS q (query),
        LATERAL (SELECT estimate(query), estimate(from_times || spell(d, kind, '\1.created'))) AS e (of_ids, of_times);
END;
\set ECHO all
SELECT count(DISTINCT n) AS forms, min(asked) AS asked, sum(off) AS off, min(example) AS example
FROM form, kinds, compare(by_time, kind, 'big');
-- By hand, on the ids.
SELECT count(DISTINCT n) AS forms, min(asked) AS asked, sum(off) AS off, min(example) AS example
FROM form, kinds, compare(replace(by_hand, 'KIND', kind), kind, 'big', NULL, by_time) WHERE by_hand IS NOT NULL;
-- Random conditions, also contradictory ones and several on one side: within ten rows, a few for each bound.
CREATE FUNCTION condition(depth integer) RETURNS text VOLATILE LANGUAGE plpgsql AS $$
DECLARE
    t timestamptz := '2024-12-30Z'::timestamptz + random() * interval '20 days';
BEGIN
    RETURN CASE
        WHEN depth > 0 AND random() < 0.7 THEN format('(%s %s %s)', condition(depth - 1),
            pick('AND', 'AND', 'OR'), condition(depth - 1))
        WHEN random() < 0.1 THEN pick('e.k = 3', 'e.k < 5', 'e.id IS NOT NULL')
        WHEN random() < 0.3 THEN format('e.TIME BETWEEN %L AND %L', t, t + random() * interval '2 days')
        WHEN random() < 0.5 THEN format('e.TIME %s %L', pick('<', '<=', '>=', '>'), t)
        ELSE format('%L %s e.TIME', t, pick('<', '<=', '>=', '>'))
    END;
END
$$;
SELECT count(*) FILTER (WHERE kind = 'ulid') AS asked,
    count(*) FILTER (WHERE NOT close(by_id, by_time, 10)) AS off,
    min(format('%s: %s instead of %s', condition, by_id, by_time))
        FILTER (WHERE NOT close(by_id, by_time, 10)) AS example
FROM (SELECT oid, kind, condition(3) AS condition FROM kinds, generate_series(1, 300) OFFSET 0) AS c,
    LATERAL (SELECT format('SELECT * FROM %s_big AS e WHERE %s', kind, condition)) AS q (query),
    LATERAL (SELECT estimate(spell(query, kind, '\1.id::timestamptz')),
        estimate(spell(query, kind, '\1.created'))) AS e (by_id, by_time);
-- Of partitions, also by the time; of tables that inherit; beside conditions that stay; without statistics.
SELECT count(DISTINCT relation) AS relations, min(asked) AS asked, sum(off) AS off, min(example) AS example
FROM (VALUES ('parts', 'by_column'), ('by_time', 'by_column'), ('parent', 'parent'), ('kept', 'kept'),
    ('fresh', 'fresh')) AS r (relation, by_column),
    form, kinds, compare(by_time, kind, relation, by_column)
WHERE n IN (4, 7);
SET constraint_exclusion = on;
SELECT sum(asked) AS asked, sum(off) AS off, min(example) AS example
FROM form, compare(by_time, 'ulid', 'child') WHERE n IN (1, 4, 7);
RESET constraint_exclusion;

-- The newest rows, which no ANALYZE has seen: as the index knows.
SELECT bool_and(answer = '1') AS built FROM each_kind($$
    INSERT INTO KIND_big SELECT id, id::timestamptz, 1
    FROM (SELECT KIND_generate('2025-01-17Z'::timestamptz + i * interval '26 seconds') AS id
        FROM generate_series(1, 2000) AS i) AS n;
    SELECT 1$$);
UPDATE asked SET a = a + interval '12 hours', b = b + interval '12 hours' WHERE a >= '2025-01-16 18:00Z';
SELECT count(DISTINCT n) AS forms, min(asked) AS asked, sum(off) AS off, min(example) AS example
FROM form, kinds, compare(by_time, kind, 'big') WHERE n IN (1, 4, 5, 7);

-- Parameters: the defaults.
SET plan_cache_mode = force_generic_plan;
PREPARE by_id (timestamptz, timestamptz) AS SELECT * FROM ulid_big WHERE id::timestamptz >= $1 AND id::timestamptz < $2;
PREPARE by_time (timestamptz, timestamptz) AS SELECT * FROM ulid_big WHERE created >= $1 AND created < $2;
PREPARE by_id_from (timestamptz) AS SELECT * FROM ulid_big WHERE id::timestamptz >= $1;
PREPARE by_time_from (timestamptz) AS SELECT * FROM ulid_big WHERE created >= $1;
SELECT estimate($$EXECUTE by_id ('2025-01-02', '2025-01-03')$$)
    = estimate($$EXECUTE by_time ('2025-01-02', '2025-01-03')$$) AS pair,
    estimate($$EXECUTE by_id_from ('2025-01-02')$$) = estimate($$EXECUTE by_time_from ('2025-01-02')$$) AS one;
RESET plan_cache_mode;
DEALLOCATE ALL;

-- Forms in which the time is converted: within a quarter of the rows of the range that they mean. The server knows
-- nothing of such a form of a column.
CREATE TABLE converted (n serial, form text, a timestamptz, b timestamptz);
INSERT INTO converted (form, a, b) VALUES
    ('e.TIME::date = ''2025-01-07''', '2025-01-07Z', '2025-01-08Z'),
    ('e.TIME::date BETWEEN ''2025-01-02'' AND ''2025-01-04''', '2025-01-02Z', '2025-01-05Z'),
    ('e.TIME::timestamp >= ''2025-01-07'' AND e.TIME::timestamp < ''2025-01-07 06:00''', '2025-01-07Z', '2025-01-07 06:00Z'),
    ('(e.TIME AT TIME ZONE ''Asia/Tokyo'')::date = ''2025-01-07''', '2025-01-06 15:00Z', '2025-01-07 15:00Z'),
    ('date_trunc(''day'', e.TIME) = ''2025-01-07Z''', '2025-01-07Z', '2025-01-08Z'),
    ('date_trunc(''hour'', e.TIME) >= ''2025-01-07Z'' AND date_trunc(''hour'', e.TIME) < ''2025-01-08Z''',
        '2025-01-07Z', '2025-01-08Z'),
    ('date_trunc(''week'', e.TIME, ''Asia/Tokyo'') = ''2025-01-05 15:00Z''', '2025-01-05 15:00Z', '2025-01-12 15:00Z'),
    ('extract(year FROM e.TIME) = 2025', '2025-01-01Z', '2026-01-01Z'),
    ('(e.TIME, e.id) < (''2025-01-02Z'', KIND_min(''2025-01-02Z''))', '-infinity', '2025-01-02Z');
SELECT count(DISTINCT n) AS forms, min(form) FILTER (WHERE (abs(by_id - by_time) <= 0.25 * by_time) IS NOT TRUE) AS off
FROM converted, kinds,
    LATERAL (SELECT estimate('SELECT * FROM ' || kind || '_big AS e WHERE ' || spell(form, kind, '\1.id::timestamptz')),
        estimate(format('SELECT * FROM %s_big AS e WHERE created >= %L AND created < %L', kind, a, b))) AS e (by_id, by_time);
-- Beside a range it counts, too, as that of a column does.
SELECT bool_and(by_id BETWEEN by_column AND by_range) AS between
FROM kinds, CAST('e.TIME >= ''2025-01-07 03:00Z'' AND e.TIME < ''2025-01-07 04:00Z''' AS text) AS range,
    LATERAL (SELECT format('SELECT * FROM %s_big AS e WHERE %s', kind, range)) AS q (query),
    LATERAL (SELECT query || ' AND e.TIME::date = ''2025-01-07''') AS f (both_of),
    LATERAL (SELECT estimate(spell(both_of, kind, '\1.id::timestamptz')), estimate(spell(both_of, kind, '\1.created')),
        estimate(spell(query, kind, '\1.created'))) AS e (by_id, by_column, by_range);

-- One time: the rows of one id. Common ones are known.
SELECT bool_and(close(estimate(format('SELECT * FROM %s_big WHERE id::timestamptz = ''2025-01-05Z''', kind)),
        estimate(format('SELECT * FROM %s_big WHERE created = ''2025-01-05Z''', kind)))) AS rare,
    bool_and(close(estimate(format('SELECT * FROM %s_big WHERE id::timestamptz = %L', kind, common)),
        estimate(format('SELECT * FROM %s_big WHERE created = %L', kind, common)))) AS common
FROM each_kind('SELECT created FROM KIND_big WHERE created IS NOT NULL GROUP BY 1 HAVING count(*) > 2000') AS c (kind, common);

-- Joins, and groups: as many rows as by a column.
SELECT count(*) AS queries, min(query)
    FILTER (WHERE close(estimate(query), estimate(replace(query, 'id::timestamptz', 'created'))) IS NOT TRUE) AS off
FROM unnest(ARRAY['SELECT * FROM span AS s JOIN ulid_big AS e ON e.id::timestamptz = s.a',
        'SELECT * FROM ulid_event AS f JOIN ulid_big AS e ON e.id::timestamptz = f.id::timestamptz',
        'SELECT * FROM span AS s LEFT JOIN ulid_big AS e ON e.id::timestamptz = s.a AND e.k = 3',
        'SELECT * FROM span AS s WHERE EXISTS (SELECT FROM ulid_big AS e WHERE e.id::timestamptz = s.a)',
        'SELECT * FROM span AS s WHERE NOT EXISTS (SELECT FROM ulid_big AS e WHERE e.id::timestamptz = s.a)',
        'SELECT * FROM span AS s JOIN ulid_big AS e ON e.id::timestamptz > s.a',
        'SELECT * FROM ulid_event AS f JOIN ulid_big AS e ON e.id::timestamptz > f.id::timestamptz',
        'SELECT * FROM span AS s JOIN ulid_kept AS e ON e.id::timestamptz > s.a',
        'SELECT e.id::timestamptz, count(*) FROM ulid_big AS e GROUP BY 1',
        'SELECT DISTINCT e.id::timestamptz FROM ulid_big AS e']) AS query;
-- So two ranges are joined by their ids, and not each row with each.
SELECT plan_of($$SELECT count(*) FROM ulid_big AS a JOIN ulid_big AS b USING (k)
    WHERE a.id::timestamptz BETWEEN '2025-01-05Z' AND '2025-01-05 04:00Z'
        AND b.id::timestamptz BETWEEN '2025-01-06Z' AND '2025-01-06 04:00Z'$$) ~ 'Hash Join' AS hashed;
-- A look-up by a time expects the rows of one.
SET enable_hashjoin = off;
SET enable_mergejoin = off;
EXPLAIN (COSTS OFF) SELECT * FROM span AS s JOIN ulid_big AS e ON e.id::timestamptz = s.a WHERE s.n < 9;
RESET enable_hashjoin;
RESET enable_mergejoin;

-- Statistics of another type, as of a column that was something else: no error, and no estimate by them.
CREATE TABLE odd (id ulid, words text, number bigint);
INSERT INTO odd SELECT id, 'word ' || k, k FROM ulid_big;
ANALYZE odd;
CREATE FUNCTION take_statistics_of(other text) RETURNS void LANGUAGE sql AS $$
    UPDATE pg_statistic AS s SET (stavalues1, stavalues2, stavalues3) = (o.stavalues1, o.stavalues2, o.stavalues1),
        stakind1 = 1, stakind2 = 2, (stanumbers1, stanumbers2) = (o.stanumbers1, o.stanumbers1)
    FROM pg_statistic AS o
    WHERE s.starelid = 'odd'::regclass AND s.staattnum = 1 AND o.starelid = 'odd'::regclass
        AND o.staattnum = (SELECT attnum FROM pg_attribute WHERE attrelid = 'odd'::regclass AND attname = other)
$$;
SELECT take_statistics_of('words');
SELECT estimate($$SELECT * FROM odd WHERE id < '01JGFJJZ000000000000000000'$$) = round(count(*) / 3.0) AS third,
    estimate($$SELECT * FROM odd WHERE id::timestamptz BETWEEN '2025-01-02' AND '2025-01-03'$$) = round(count(*) * 0.005) AS pair
        FROM odd;
SELECT take_statistics_of('number');
SELECT estimate($$SELECT * FROM odd WHERE id < '01JGFJJZ000000000000000000'$$) = round(count(*) / 3.0) AS third FROM odd;
DELETE FROM pg_statistic WHERE starelid = 'odd'::regclass;
SELECT estimate($$SELECT * FROM odd WHERE id < '01JGFJJZ000000000000000000'$$) = round(count(*) / 3.0) AS third FROM odd;
-- A kind by value with statistics of bigint, which has the same representation.
CREATE TABLE changed (id bigint);
INSERT INTO changed SELECT id::bigint FROM timeid_big;
ANALYZE changed;
SELECT close(estimate($$SELECT * FROM changed WHERE id::timeid::timestamptz < '2025-01-05Z'$$), count(*)) AS close
FROM timeid_big WHERE created < '2025-01-05Z';

-- More times of an id than an index can have keys.
SELECT format('SELECT count(*) FROM changed GROUP BY %s',
    string_agg(format('snowflake_extract_timestamp(id, shift => %s)', n), ', ')) FROM generate_series(1, 40) AS n \gset
SELECT estimate(:'format') IS NOT NULL AS no_error;

-- What a call costs, in operators: less than one, so that joins by times are planned like those of a column of times.
CREATE FUNCTION cost_of_call(expression text, relation text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
    plan json;
    without json;
BEGIN
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT %s FROM %s', expression, relation) INTO plan;
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT id FROM %s', relation) INTO without;
    RETURN round(((plan #>> '{0,Plan,Total Cost}')::numeric - (without #>> '{0,Plan,Total Cost}')::numeric)
        / (plan #>> '{0,Plan,Plan Rows}')::numeric / current_setting('cpu_operator_cost')::numeric, 2);
END
$$;
CREATE VIEW costs AS
SELECT string_agg(DISTINCT cost_of_call('id::timestamptz', kind || '_big')::text, ' or ') AS kinds,
    cost_of_call('uuidv7_extract_timestamp(id::uuid)', 'ulid_big') AS uuidv7,
    cost_of_call('snowflake_extract_timestamp(id::bigint)', 'timeid_big') AS snowflake
FROM kinds;
SELECT * FROM costs;
SET ulidkit.time_planning = off;
SELECT * FROM costs;
RESET ulidkit.time_planning;

SET client_min_messages = warning;
DROP SCHEMA :test, by_column CASCADE;
