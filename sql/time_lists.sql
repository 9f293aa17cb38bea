-- Lists of times: an index on the id looks their elements up, and the rows are those by a column of times.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
SET timezone = 'Europe/Berlin';
SET datestyle = 'ISO';
SET max_parallel_workers_per_gather = 0;

-- The extension's types, and the server's with functions and casts for the time. From here on TYPE stands for the type,
-- NAME for what it is called, TIME(id) for the time of an id, and FIRST(t) and LAST(t) for its first and last id.
CREATE TABLE form (n serial, name text, type text, first_id text, last_id text, time_of text);
INSERT INTO form (name, type, first_id, last_id, time_of)
SELECT kind, kind, kind || '_at_or_after(\1)', kind || '_at_or_before(\1)', '\1::timestamptz' FROM kinds ORDER BY oid;
INSERT INTO form (name, type, first_id, last_id, time_of) VALUES
    ('uuid', 'uuid', 'uuidv7_at_or_after(\1)', 'uuidv7_at_or_before(\1)', 'uuidv7_extract_timestamp(\1)'),
    ('uuid_ulid', 'uuid', 'ulid_at_or_after(\1)::uuid', 'ulid_at_or_before(\1)::uuid', '\1::ulid::timestamptz'),
    ('bigint', 'bigint', 'timeid_at_or_after(\1)::bigint', 'timeid_at_or_before(\1)::bigint', '\1::timeid::timestamptz'),
    ('snowflake', 'bigint', 'snowflake_at_or_after(\1, ''2014-09-01Z'', 24, ''10 ms'')',
        'snowflake_at_or_before(\1, ''2014-09-01Z'', 24, ''10 ms'')',
        'snowflake_extract_timestamp(\1, ''2014-09-01Z'', 24, ''10 ms'')');
CREATE FUNCTION spelt(query text, f form, time_of text DEFAULT NULL) RETURNS text IMMUTABLE LANGUAGE sql
    RETURN replace(replace(regexp_replace(regexp_replace(regexp_replace(query,
        'FIRST\(([^()]+)\)', f.first_id, 'g'), 'LAST\(([^()]+)\)', f.last_id, 'g'),
        'TIME\(([^()]+)\)', coalesce(time_of, f.time_of), 'g'), 'NAME', f.name), 'TYPE', f.type);

-- The first and the last id of each quarter of an hour of some days, on which clocks change, and ids that are null.
-- event has an index on the id, keyed one after two other keys, partial one for some rows, brin no btree index. log is
-- partitioned by the id, and base has a child table.
CREATE TABLE made AS SELECT t, extract(hour FROM t AT TIME ZONE 'UTC')::integer % 5 AS k
FROM generate_series('2025-03-01Z'::timestamptz, '2025-04-05Z', '15 minutes') AS t
WHERE NOT t BETWEEN '2025-03-04Z' AND '2025-03-08Z' AND NOT t BETWEEN '2025-03-12Z' AND '2025-03-28Z';
CREATE TABLE few AS SELECT t FROM made WHERE k = 2 AND t::date IN ('2025-03-02', '2025-03-30', '2025-03-31', '2025-04-02');
DO $do$
DECLARE
    f form;
BEGIN
    FOR f IN SELECT * FROM form ORDER BY n LOOP
        EXECUTE spelt($$
            CREATE TABLE NAME_event (id TYPE, created timestamptz, k integer, note text);
            INSERT INTO NAME_event SELECT e.id, TIME(e.id), e.k, e.note FROM (SELECT FIRST(t), k, 'first' FROM made
                UNION ALL SELECT LAST(t), k, 'last' FROM made
                UNION ALL SELECT NULL, 3, 'none' FROM generate_series(1, 9)) AS e (id, k, note);
            CREATE TABLE NAME_keyed AS TABLE NAME_event;
            CREATE TABLE NAME_partial AS TABLE NAME_event;
            CREATE TABLE NAME_brin AS TABLE NAME_event;
            CREATE INDEX ON NAME_event (id);
            CREATE INDEX ON NAME_keyed (k, note, id DESC);
            CREATE INDEX ON NAME_partial (id) WHERE k = 3;
            CREATE INDEX ON NAME_brin USING brin (id);
            CREATE TABLE NAME_log (LIKE NAME_event) PARTITION BY RANGE (id);
            CREATE TABLE NAME_log_1 PARTITION OF NAME_log FOR VALUES FROM (MINVALUE) TO (FIRST('2025-04-01Z'));
            CREATE TABLE NAME_log_2 PARTITION OF NAME_log FOR VALUES FROM (FIRST('2025-04-01Z')) TO (MAXVALUE);
            CREATE INDEX ON NAME_log (id);
            INSERT INTO NAME_log SELECT * FROM NAME_event WHERE id IS NOT NULL;
            CREATE TABLE NAME_base (id TYPE PRIMARY KEY, created timestamptz, k integer, note text);
            CREATE TABLE NAME_heir (PRIMARY KEY (id)) INHERITS (NAME_base);
            INSERT INTO NAME_base SELECT * FROM NAME_event WHERE k < 3;
            INSERT INTO NAME_heir SELECT * FROM NAME_event WHERE k >= 3 AND id IS NOT NULL;
            ANALYZE NAME_event, NAME_keyed, NAME_partial, NAME_brin, NAME_log, NAME_base$$, f);
    END LOOP;
END
$do$;
-- A bitmap scan, or a sequential one, could be as cheap in tables as small as these.
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SET random_page_cost = 1;

CREATE FUNCTION lines_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line record;
    lines text;
BEGIN
    FOR line IN EXECUTE query LOOP
        lines := concat_ws(E'\n', lines, line::text);
    END LOOP;
    RETURN coalesce(lines, '');
END
$$;
CREATE FUNCTION count_of_lines(lines text) RETURNS integer IMMUTABLE LANGUAGE sql
    RETURN CASE lines WHEN '' THEN 0 ELSE 1 + length(lines) - length(replace(lines, E'\n', '')) END;
-- What scans the table of ids, and the rows of the query.
CREATE FUNCTION answer_to(query text, by_time boolean, OUT scan text, OUT rows text) LANGUAGE plpgsql AS $$
DECLARE
    plan text;
BEGIN
    PERFORM set_config('ulidkit.time_planning', by_time::text, true);
    plan := lines_of('EXPLAIN (COSTS OFF) ' || query);
    scan := CASE WHEN plan ~ 'ulidkit list' THEN 'list' WHEN plan ~ '\mid >=[^\n]*\mid <' THEN 'range'
        WHEN plan ~ 'Index Cond' THEN 'index' ELSE 'filter' END;
    rows := lines_of(query);
    PERFORM set_config('ulidkit.time_planning', 'on', true);
END
$$;
-- For each query: what scans the table, how many rows there are, for which types these are not those with the setting
-- off, or not those by the column of times. The order of the rows has to be the query's own.
CREATE FUNCTION listed(query text) RETURNS TABLE (scan text, counts text, other text) LANGUAGE sql BEGIN ATOMIC
    WITH answers AS (
        SELECT f.n, f.name, a.scan, count_of_lines(a.rows) AS count, a.rows = off.rows AND a.rows = c.rows AS same
        FROM form AS f, answer_to(spelt(listed.query, f), true) AS a, answer_to(spelt(listed.query, f), false) AS off,
            answer_to(spelt(listed.query, f, 'e.created'), true) AS c)
    SELECT string_agg(DISTINCT a.scan, ', '), string_agg(DISTINCT a.count::text, ', '),
        string_agg(a.name, ', ' ORDER BY a.n) FILTER (WHERE NOT same)
    FROM answers AS a;
END;
\pset null -

-- Lists of every form, with elements that are null, twice, infinite or of no id, and empty lists. Ranges.
CREATE TABLE asked (n serial, condition text);
INSERT INTO asked (condition) SELECT regexp_split_to_table(btrim($$
    T IN ('2025-03-30 01:00Z', '2025-04-02 03:00Z')
    T IN ('2025-04-02 03:00Z', '2025-03-30 01:00Z', '2025-04-02 03:00Z', NULL, 'infinity', '2025-03-30 01:01Z')
    T = ANY (ARRAY['-infinity', 'infinity', '4713-01-01 BC', '294276-12-31', '1700-01-01']::timestamptz[])
    T = ANY (ARRAY(SELECT t FROM made WHERE k = 2 AND t < '2025-03-02'))
    T = ANY (ARRAY(SELECT t FROM made WHERE k = 9))
    T = ANY ((SELECT array_agg(t) FROM made WHERE k = 9)::timestamptz[])
    T = ANY (ARRAY[['2025-03-30 01:00Z', now()], [NULL, '2025-04-02 03:00Z']]::timestamptz[])
    T = ANY ('{2025-03-30,2025-04-02,infinity,5874897-12-31}'::date[])
    T = ANY ('{2025-03-30 02:30,2025-03-30 03:30,2025-04-02 03:00}'::timestamp[])
    T::date IN ('2025-03-30', '2025-03-31', '2025-04-02', '2025-03-31')
    T::date = ANY ('{2025-03-30 00:00,2025-04-02 00:00,2025-04-03 01:00}'::timestamp[])
    T::date = ANY (ARRAY(SELECT '2025-03-29'::date + n FROM generate_series(0, 4, 2) AS n))
    T::timestamp IN ('2025-03-30 01:45', '2025-03-30 02:15', '2025-03-30 03:00')
    (T AT TIME ZONE 'America/New_York')::date IN ('2025-03-09', '2025-03-10', 'infinity')
    T AT TIME ZONE 'America/New_York' IN ('2025-03-09 01:45', '2025-03-09 02:00', '2025-03-09 03:00')
    T AT TIME ZONE (SELECT 'Asia/Tokyo') IN ('2025-03-09 01:45', '2025-03-09 02:00')
    date_trunc('hour', T) IN ('2025-03-30 00:00Z', '2025-03-30 01:00Z', '2025-03-30 02:00Z')
    date_trunc('week', T, 'Asia/Kolkata') IN ('2025-03-30 18:30Z', '2025-04-06 18:30Z')
    date_trunc('day', T, 'Asia/Kolkata') = ANY ('{2025-03-30,2025-03-31}'::date[])
    date_trunc('day', T, 'Europe/Berlin') = ANY ('{2025-03-30,2025-03-31}'::date[])
    date_trunc('hour', T::timestamp) IN ('2025-03-30 01:00', '2025-03-30 03:00')
    extract(year FROM T) IN (2024, 2026.5)
    T <@ tstzrange('2025-04-02 03:00Z'::timestamptz + (now() - now()), '2025-04-02 05:00Z')
    (SELECT tstzrange(min(t), max(t), '(]') FROM made WHERE t < '2025-03-03') @> T
    T <@ (SELECT tstzrange(NULL, min(t), '[]') FROM made)
    T <@ (SELECT tstzrange(max(t), NULL) FROM made)
    T <@ (SELECT tstzrange(max(t), max(t)) FROM made)
    T <@ (SELECT tstzrange(max(t), max(t)) FROM made WHERE k = 9)$$, E'\n '), '\n *');
\set ECHO all
SELECT a.n, a.condition, l.*
FROM asked AS a, listed(format('SELECT e.created, e.k, e.note FROM NAME_event AS e WHERE %s ORDER BY 1, 3',
    regexp_replace(a.condition, '\mT\M', 'TIME(e.id)'))) AS l
ORDER BY a.n;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event AS e WHERE e.id::timestamptz IN ('2025-03-30 01:00Z', '2025-04-02 03:00Z');
SET enable_bitmapscan = on;
EXPLAIN (COSTS OFF) SELECT * FROM uuid_event AS e
WHERE uuidv7_extract_timestamp(e.id)::date = ANY (ARRAY[current_date, '2025-03-30']) AND e.note > '';
EXPLAIN (COSTS OFF) SELECT * FROM snowflake_event AS e
WHERE snowflake_extract_timestamp(e.id, '2014-09-01Z', 24, '10 ms')::date IN ('2025-03-30', current_date);
SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event AS e WHERE e.id::timestamptz <@ tstzrange(now() - interval '1 day', now());

-- Lists of 99 to 2000 elements.
SELECT n, l.* FROM unnest('{99,101,1000}'::integer[]) AS n,
    LATERAL (SELECT array_agg(t) AS times FROM (SELECT t FROM made ORDER BY t LIMIT n) AS m) AS m,
    listed(format('SELECT e.created, e.note FROM NAME_event AS e WHERE TIME(e.id) = ANY (%L) ORDER BY 1, 2', times)) AS l;

-- The order of the index, which the scan has in both directions.
SELECT n, l.* FROM (VALUES (1, 'event', 'true', 'ASC'), (2, 'event', 'true', 'DESC'),
    (3, 'keyed', 'e.k = 2 AND e.note = ''last''', 'ASC'), (4, 'keyed', 'e.k = 2 AND e.note = ''last''', 'DESC'))
    AS c (n, name, condition, way),
    listed(format('SELECT e.created, e.note FROM NAME_%s AS e WHERE TIME(e.id) = ANY (ARRAY(TABLE few)) AND %s
        ORDER BY e.id %s LIMIT 9', name, condition, way)) AS l ORDER BY n;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event AS e WHERE e.id::timestamptz IN ('2025-03-30 01:00Z', '2025-04-02 03:00Z')
    ORDER BY e.id DESC;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_keyed AS e WHERE e.id::timestamptz IN ('2025-03-30 01:00Z', '2025-04-02 03:00Z')
    AND 2 = e.k AND e.note = concat('la', 'st') ORDER BY e.id;
SELECT plan_of($$SELECT * FROM ulid_keyed AS e WHERE e.id::timestamptz IN ('2025-03-30 01:00Z', '2025-04-02 03:00Z')
    AND e.k = (5 IN (SELECT k FROM made))::integer AND e.note = 'last'$$) ~ '\n *SubPlan \w+\n' AS subplan;

-- Keys before the id that are fixed, or not; a partial index; other indexes; partitions; a child table. Two plans of
-- the third cost about the same.
SELECT n, name, condition, CASE WHEN n = 3 AND l.scan !~ 'list' THEN 'no list' ELSE l.scan END AS scan, l.counts, l.other
FROM (VALUES
    (1, 'keyed', 'e.k = 3 AND e.note = ''first'''), (2, 'keyed', 'e.k = 3 AND e.note = (SELECT NULL)'), (3, 'keyed', 'e.k = 3'),
    (4, 'keyed', 'e.k IN (2, 3) AND e.note = ''first'''), (5, 'keyed', 'e.k = 3::bigint AND (SELECT ''last'') = e.note'),
    (6, 'partial', 'e.k = 3'), (7, 'partial', 'e.k > 1'), (8, 'brin', 'true'), (9, 'log', 'true'), (10, 'base', 'true'))
    AS c (n, name, condition),
    listed(format('SELECT e.created, e.k, e.note FROM NAME_%s AS e WHERE TIME(e.id) IN (%L, %L, %L) AND %s ORDER BY 1, 3', name,
        '2025-03-30 03:00Z', '2025-03-30 08:00Z', '2025-04-02 03:00Z', condition)) AS l ORDER BY n;
SELECT n, name, l.* FROM (VALUES (1, 'log'), (2, 'base'), (3, 'brin')) AS c (n, name),
    listed(format('SELECT e.created, e.k, e.note FROM NAME_%s AS e WHERE TIME(e.id) = ANY (ARRAY(TABLE few))
        ORDER BY 1, 3', name)) AS l ORDER BY n;
SELECT n, name, l.* FROM (VALUES (1, 'log'), (2, 'base'), (3, 'brin')) AS c (n, name),
    listed(format('SELECT e.created, e.k, e.note FROM NAME_%s AS e WHERE TIME(e.id)::date IN (''2025-03-31'', ''2025-04-02'')
        ORDER BY 1, 3', name)) AS l ORDER BY n;

-- A partial index whose predicate is on the id.
CREATE INDEX late ON ulid_event (k, id) WHERE id >= ulid_min('2025-03-28Z');
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event WHERE k = 3 AND id::timestamptz IN ('2025-03-30 01:00Z', '2025-04-02 03:00Z');
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event
WHERE k = 3 AND id >= ulid_min('2025-03-28Z') AND id::timestamptz IN ('2025-03-30 01:00Z', now());
DROP INDEX late;

-- The first and the last time of such a list, between which the rows are if no index looks it up.
SELECT ulidkit_earliest('=', a, 'day', ''), ulidkit_latest('=', a, 'day', '')
FROM unnest(ARRAY['{2025-03-30,NULL,2025-03-28}', '{2025-03-30}', '{}', '{infinity,2025-03-30}']::text[]) AS t (list),
    LATERAL (SELECT list::date[]) AS l (a);
SELECT ulidkit_earliest('=', '{2024.5,2025}'::numeric[], 'year', ''),
    ulidkit_latest('=', '{2025-03-30 01:30}'::timestamp[], 'hour', 'UTC');

-- Two lists, an OR, and a list from another table.
SELECT * FROM listed($$SELECT e.created, e.note FROM NAME_event AS e WHERE TIME(e.id) = ANY (ARRAY(TABLE few))
    AND TIME(e.id)::date IN ('2025-03-30', '2025-03-31') ORDER BY 1, 2$$);
SELECT * FROM listed($$SELECT e.created, e.note FROM NAME_event AS e WHERE TIME(e.id) IN ('2025-03-30 01:00Z', '2025-04-02 03:00Z')
    OR TIME(e.id) = '2025-04-03 03:00Z' ORDER BY 1, 2$$);
-- An OR of equalities of the time with constants is a list, and nothing else is.
SELECT number, l.* FROM unnest(ARRAY[
    $$TIME(e.id) = '2025-03-30 01:00Z' OR TIME(e.id) = '2025-04-02 03:00Z'$$,
    $$(TIME(e.id) = '2025-03-30 01:00Z' OR TIME(e.id) = ANY ('{NULL,2025-04-02 03:00Z}') OR TIME(e.id) IS NULL)$$,
    $$TIME(e.id) = ANY ('{NULL,2025-04-02 03:00Z}') OR TIME(e.id) = '2025-03-30 01:00Z'$$,
    $$TIME(e.id) = '2025-03-30 01:00Z' OR TIME(e.id) = timestamp '2025-04-02 03:00'$$,
    $$TIME(e.id) = '2025-03-30 01:00Z' OR TIME(e.id) > '2025-04-02 03:00Z'$$,
    $$TIME(e.id) = '2025-03-30 01:00Z' OR TIME(e.id) = ALL ('{2025-04-02 03:00Z}')$$,
    $$TIME(e.id) = '2025-03-30 01:00Z' OR e.created = '2025-04-02 03:00Z'$$,
    $$(TIME(e.id) = '2025-03-30 01:00Z' OR TIME(e.id) = '2025-04-02 03:00Z') IS NOT FALSE$$,
    $$NOT (TIME(e.id) = '2025-03-30 01:00Z' OR TIME(e.id) = '2025-04-02 03:00Z')$$,
    $$TIME(e.id)::date = '2025-03-30' OR TIME(e.id)::date = '2025-04-02'$$]) WITH ORDINALITY AS c (condition, number),
    listed(format('SELECT e.created, e.note FROM NAME_event AS e WHERE %s ORDER BY 1, 2', condition)) AS l ORDER BY 1;
CREATE TABLE lists (n integer, times timestamptz[]);
INSERT INTO lists SELECT n, ARRAY(SELECT t FROM made WHERE k = n ORDER BY t LIMIT 5) FROM generate_series(1, 6) AS n;
INSERT INTO lists VALUES (7, NULL), (8, '{NULL}');
SELECT * FROM listed($$SELECT l.n, e.created, e.note FROM lists AS l JOIN NAME_event AS e ON TIME(e.id) = ANY (l.times)
    ORDER BY 1, 2, 3$$);
-- A rescan with another list, and one with the same.
SELECT * FROM listed($$SELECT l.n, s.* FROM lists AS l, LATERAL (SELECT e.created, e.note FROM NAME_event AS e
    WHERE TIME(e.id) = ANY (l.times) ORDER BY e.id OFFSET 0) AS s ORDER BY 1, 2, 3$$);
SELECT * FROM listed($$SELECT l.n, (SELECT string_agg(e.note, ',' ORDER BY e.id) FROM NAME_event AS e
    WHERE TIME(e.id) IN ('2025-03-30 01:00Z', '2025-04-02 03:00Z') AND e.k > l.n) FROM lists AS l ORDER BY 1$$);
SET enable_seqscan = on;
EXPLAIN (COSTS OFF) SELECT l.n, s.* FROM lists AS l,
    LATERAL (SELECT e.created, e.note FROM ulid_event AS e WHERE e.id::timestamptz = ANY (l.times) ORDER BY e.id OFFSET 0) AS s;

-- Prepared, with plans for the values and for any.
PREPARE ids(timestamptz[], integer) AS SELECT e.created, e.k, e.note FROM ulid_keyed AS e
    WHERE e.id::timestamptz = ANY ($1) AND e.k = $2 AND e.note = 'first' ORDER BY e.id;
SET plan_cache_mode = force_custom_plan;
EXPLAIN (COSTS OFF) EXECUTE ids('{2025-03-30 01:00Z,2025-04-02 01:00Z}', 1);
EXECUTE ids('{2025-03-30 01:00Z,2025-04-02 01:00Z}', 1);
SET plan_cache_mode = force_generic_plan;
EXPLAIN (COSTS OFF) EXECUTE ids('{2025-03-30 01:00Z,2025-04-02 01:00Z}', 1);
EXECUTE ids('{2025-03-30 01:00Z,2025-04-02 01:00Z}', 1);
EXECUTE ids('{2025-04-02 02:00Z,2025-03-30 02:00Z}', 2);
EXECUTE ids('{2025-04-02 02:00Z,2025-03-30 02:00Z}', NULL);
EXECUTE ids(NULL, 2);
EXECUTE ids('{}', 2);
-- A plan ends with its index.
BEGIN;
DROP INDEX ulid_keyed_k_note_id_idx;
EXECUTE ids('{2025-04-02 02:00Z,2025-03-30 02:00Z}', 2);
ROLLBACK;
DEALLOCATE ids;
RESET plan_cache_mode;

-- Cursors: forwards, backwards, and the present row.
BEGIN;
DECLARE c SCROLL CURSOR FOR SELECT e.created, e.note FROM ulid_event AS e
    WHERE e.id::timestamptz IN ('2025-03-30 01:00Z', '2025-04-02 03:00Z') ORDER BY e.id;
FETCH 3 FROM c;
FETCH BACKWARD 2 FROM c;
FETCH LAST FROM c;
DECLARE d CURSOR FOR SELECT * FROM ulid_event AS e WHERE e.id::timestamptz IN ('2025-03-30 01:00Z', '2025-04-02 03:00Z');
MOVE 2 IN d;
DELETE FROM ulid_event WHERE CURRENT OF d RETURNING created, note;
ROLLBACK;

-- Changes of the rows that are found, and locks.
SELECT * FROM listed($$SELECT e.created, e.note FROM NAME_event AS e WHERE TIME(e.id) IN ('2025-03-30 01:00Z', '2025-04-02 03:00Z')
    ORDER BY 1, 2 FOR UPDATE$$);
BEGIN;
EXPLAIN (COSTS OFF) UPDATE uuid_event AS e SET id = uuidv7_at_or_after('2025-06-01Z')
    WHERE uuidv7_extract_timestamp(e.id) IN ('2025-03-30 01:00Z', '2025-06-01Z');
UPDATE uuid_event AS e SET id = uuidv7_at_or_after('2025-06-01Z')
    WHERE uuidv7_extract_timestamp(e.id) IN ('2025-03-30 01:00Z', '2025-06-01Z') RETURNING e.created, e.note;
DELETE FROM uuid_event AS e WHERE uuidv7_extract_timestamp(e.id) = ANY (ARRAY['2025-06-01Z', '2025-04-02 03:00Z']::timestamptz[])
    RETURNING e.created, e.note;
SELECT count(*) FROM uuid_event AS e WHERE uuidv7_extract_timestamp(e.id) IN ('2025-06-01Z', '2025-04-02 03:00Z');
ROLLBACK;

-- Partitions that are joined one by one, where a column of the other table is beside the list, and in it.
SET enable_partitionwise_join = on;
CREATE TABLE parts (id ulid, k integer, created timestamptz, note text) PARTITION BY LIST (k);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES IN (0, 1, 2);
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES IN (3, 4);
CREATE INDEX ON parts (id);
INSERT INTO parts SELECT id, k, created, note FROM ulid_event WHERE created IS NOT NULL;
ANALYZE parts;
SELECT q.n, a.rows = off.rows AS same, count_of_lines(a.rows) AS count FROM (VALUES
    (1, $$SELECT t.created, s.at, s.note FROM parts AS t LEFT JOIN LATERAL (SELECT e.k, t.created AS at, e.note FROM parts AS e
        WHERE e.id::timestamptz IN ('2025-03-30 01:00Z', '2025-04-02 03:00Z')) AS s ON t.k = s.k
        ORDER BY 1, 2, 3$$),
    (2, $$SELECT t.created, s.at, s.note FROM parts AS t LEFT JOIN LATERAL (SELECT e.k, t.created AS at, e.note FROM parts AS e
        WHERE e.id::timestamptz = ANY (ARRAY[t.created, '2025-04-02 03:00Z'])) AS s ON t.k = s.k
        ORDER BY 1, 2, 3$$)) AS q (n, query),
    answer_to(query, true) AS a, answer_to(query, false) AS off ORDER BY n;
RESET enable_partitionwise_join;

-- In a worker of a parallel query.
SELECT set_config(name, 'on', false) FROM pg_settings WHERE name IN ('force_parallel_mode', 'debug_parallel_query') \g /dev/null
SET max_parallel_workers_per_gather = 2;
EXPLAIN (COSTS OFF) SELECT max(e.note) FROM ulid_event AS e WHERE e.id::timestamptz IN ('2025-03-30 01:00Z', '2025-04-02 03:00Z');
SELECT * FROM listed($$SELECT e.created, max(e.note) FROM NAME_event AS e
    WHERE TIME(e.id) IN ('2025-03-30 01:00Z', '2025-04-02 03:00Z') GROUP BY 1 ORDER BY 1$$);
SET max_parallel_workers_per_gather = 0;

-- The privileges that the user has not.
BEGIN;
CREATE ROLE regress_ulidkit_time_lists;
GRANT USAGE ON SCHEMA time_lists TO regress_ulidkit_time_lists;
GRANT SELECT ON ALL TABLES IN SCHEMA time_lists TO regress_ulidkit_time_lists;
REVOKE EXECUTE ON FUNCTION public.ulid_at_or_after(timestamptz) FROM PUBLIC;
SET LOCAL ROLE regress_ulidkit_time_lists;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event AS e WHERE e.id::timestamptz IN ('2025-03-30 01:00Z', '2025-04-02 03:00Z');
EXPLAIN (COSTS OFF) SELECT * FROM timeid_event AS e WHERE e.id::timestamptz IN ('2025-03-30 01:00Z', '2025-04-02 03:00Z');
ROLLBACK;

DROP SCHEMA :test CASCADE;
