-- Random queries by the extracted time: the same rows with the planning turned on and off. RANDOM_QUERIES, in the
-- environment, is how many; they are 1000 otherwise.
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/planning.sql
SET timezone = 'America/New_York';

SELECT setseed(0.20261121);
-- More tables: with a default partition, with partitions by the time, and with all that keeps a condition. Less rows;
-- nulls, and ids that tie and are at the ends, in every table.
SELECT kind FROM each_kind($$
    CREATE TABLE KIND_rest (id KIND, created timestamptz, k integer) PARTITION BY RANGE (id, k);
    CREATE TABLE KIND_rest_1 PARTITION OF KIND_rest FOR VALUES FROM (KIND_min('2025-01-01 06:00Z'), 2)
        TO (KIND_min('2025-01-02Z'), MAXVALUE)
        PARTITION BY RANGE (id);
    CREATE TABLE KIND_rest_1a PARTITION OF KIND_rest_1 FOR VALUES FROM (KIND_min('2025-01-01 12:00Z'))
        TO (KIND_min('2025-01-01 18:00Z'));
    CREATE TABLE KIND_rest_1b PARTITION OF KIND_rest_1 DEFAULT;
    CREATE TABLE KIND_rest_2 PARTITION OF KIND_rest DEFAULT;
    CREATE TABLE KIND_by_time (id KIND, created timestamptz, k integer) PARTITION BY RANGE ((id::timestamptz));
    CREATE TABLE KIND_by_time_1 PARTITION OF KIND_by_time FOR VALUES FROM ('2025-01-01 06:00Z') TO ('2025-01-02Z');
    CREATE TABLE KIND_by_time_2 PARTITION OF KIND_by_time DEFAULT;
    CREATE TABLE KIND_kept (id KIND, created timestamptz, k integer,
        CHECK (id::timestamptz > '2024-12-31Z' OR id::timestamptz < '2024-12-31Z'));
    INSERT INTO KIND_rest SELECT id, created, k FROM KIND_event WHERE random() < 0.03;
    INSERT INTO KIND_by_time SELECT id, created, k FROM KIND_event WHERE random() < 0.03;
    INSERT INTO KIND_kept SELECT id, created, k FROM KIND_event WHERE random() < 0.03;
    CREATE INDEX ON KIND_rest (id);
    CREATE INDEX ON KIND_by_time (id, k);
    CREATE INDEX ON KIND_kept (id);
    CREATE INDEX ON KIND_kept (k, (id::timestamptz));
    CREATE INDEX ON KIND_kept ((id::timestamptz)) WHERE k < 3;
    CREATE INDEX ON KIND_kept (id) WHERE id::timestamptz >= '2025-01-01 12:00Z';
    ALTER TABLE KIND_heir ADD CHECK (id::timestamptz IS NOT NULL);
    DELETE FROM KIND_event WHERE random() < 0.98;
    DELETE FROM KIND_log WHERE random() < 0.97;
    DELETE FROM KIND_base WHERE random() < 0.98;
    DELETE FROM KIND_loose WHERE random() < 0.85 AND (id IS NULL OR created BETWEEN '2025-01-01Z' AND '2025-01-03Z');
    INSERT INTO KIND_event SELECT id, created, k, 'loose' FROM KIND_loose WHERE id IS NOT NULL ON CONFLICT DO NOTHING;
    INSERT INTO KIND_log SELECT id, created, k FROM KIND_loose WHERE id < KIND_max('infinity');
    INSERT INTO KIND_base SELECT id, created, k FROM KIND_loose WHERE id IS NOT NULL ON CONFLICT DO NOTHING;
    INSERT INTO KIND_rest SELECT id, created, k FROM KIND_loose;
    INSERT INTO KIND_by_time SELECT id, created, k FROM KIND_loose;
    INSERT INTO KIND_kept SELECT id, created, k FROM KIND_loose;
    ANALYZE KIND_event, KIND_loose, KIND_log, KIND_base, KIND_heir, KIND_rest, KIND_by_time, KIND_kept;
    SELECT 1$$);
DELETE FROM span WHERE n % 3 = 0;
ANALYZE span;

CREATE FUNCTION pick(VARIADIC choices text[]) RETURNS text VOLATILE LANGUAGE sql
    RETURN choices[1 + floor(random() * cardinality(choices))::integer];

-- A value to compare with: of any type, known at any time. `columns` are those of other tables in reach.
CREATE FUNCTION value(columns text[]) RETURNS text VOLATILE LANGUAGE plpgsql AS $$
DECLARE
    t timestamptz := '2025-01-01Z'::timestamptz + floor(random() * 60) * interval '1 hour' + (floor(random() * 5) - 2)
        * interval '1 microsecond';
BEGIN
    RETURN CASE floor(random() * 10)
        WHEN 0 THEN format('%L::date', t::date)
        WHEN 1 THEN format('%L::timestamp', t::timestamp)
        WHEN 2 THEN pick('''infinity''', '''-infinity''', '''1600-01-01''', '''9000-01-01''', '''200000-01-01''',
            '''294276-12-31''::date',
            '''5874897-12-31''::date', '''4714-11-24 BC''::timestamp', 'NULL::timestamptz', 'now()',
            'CURRENT_DATE', '''1970-01-01Z''',
            'KIND_min(''-infinity'')::timestamptz', 'KIND_max(''infinity'')::timestamptz',
            'KIND_max(''infinity'')::timestamptz + interval ''1 microsecond''',
            'KIND_min(''-infinity'')::timestamptz - interval ''1 microsecond''')
        WHEN 3 THEN format('(now() - %L::interval)', clock_timestamp() - t)
        WHEN 4 THEN format('(SELECT min(a) FROM span WHERE n > %s)', floor(random() * 42))
        WHEN 5 THEN coalesce(pick(VARIADIC columns), format('%L', t))
        WHEN 6 THEN coalesce(pick(VARIADIC columns), format('%L', t))
        ELSE format('%L', t)
    END;
END
$$;

-- One on the time as something else, or among others. A row's time is in its column, too.
CREATE FUNCTION form(alias text, columns text[]) RETURNS text VOLATILE LANGUAGE plpgsql AS $$
DECLARE
    time text := alias || '.TIME';
    op text := pick('<', '<=', '=', '>=', '>', '=', '<>');
    t timestamptz := '2025-01-01Z'::timestamptz + floor(random() * 60) * interval '1 hour' + (floor(random() * 3) - 1)
        * interval '1 microsecond';
    zone text := pick('UTC', 'Asia/Kolkata', 'Pacific/Kiritimati', 'EST');
    value text := coalesce(pick(VARIADIC ARRAY(SELECT c FROM unnest(columns) AS c WHERE c ~ '[.][ab]$')
        || format('%L::timestamptz', t)),
        pick('now()', '''infinity''::timestamptz', '(SELECT min(a) FROM span WHERE n > 20)', 'NULL::timestamptz'));
BEGIN
    IF random() < 0.5 THEN
        value := format('%L::timestamptz', t);
    END IF;
    RETURN CASE floor(random() * 9)
        WHEN 0 THEN format('%s::date %s %s', time, op, coalesce(pick(VARIADIC ARRAY(SELECT c FROM unnest(columns) AS c
            WHERE c ~ '[.][dt]$') || format('%L::date', t::date)), 'CURRENT_DATE'))
        WHEN 1 THEN format('%s::timestamp %s %L::timestamp', time, op, t::timestamp)
        WHEN 2 THEN format('(%s AT TIME ZONE %L)::date %s %L::date', time, zone, op, t::date)
        WHEN 3 THEN format('date_trunc(%L, %s) %s %s', pick('hour', 'day', 'week', 'month'), time, op, value)
        WHEN 4 THEN format('date_trunc(%L, %s, %L) %s %L', pick('hour', 'day', 'week', 'month'), time,
            zone, op, date_trunc('day', t, zone))
        WHEN 5 THEN format('extract(year FROM %s) %s %s', time, op, pick('2024', '2025', '2024.5'))
        WHEN 6 THEN format('%s IN (%s, %L, ''2025-01-01 12:00Z'')', time, value, t)
        WHEN 7 THEN format('%s = ANY (ARRAY(SELECT a FROM span WHERE n > %s))', time, floor(random() * 44))
        ELSE format('(%s, %s.k) %s (%s, %s)', time, alias, pick('<', '<=', '>=', '>'), value, floor(random() * 7))
    END;
END
$$;

-- A condition on `alias`, which may be of another table's columns too.
CREATE FUNCTION condition(alias text, columns text[], depth integer) RETURNS text VOLATILE LANGUAGE plpgsql AS $$
DECLARE
    time text := alias || '.TIME';
BEGIN
    RETURN CASE
        WHEN depth > 0 AND random() < 0.6
            THEN format('(%s %s %s)', condition(alias, columns, depth - 1), pick('AND', 'AND', 'OR'),
                condition(alias, columns, depth - 1))
        WHEN random() < 0.1 THEN format('NOT %s', condition(alias, columns, 0))
        WHEN random() < 0.1 THEN pick(alias || '.k = 3', alias || '.k < 3', alias || '.id IS NULL',
            time || ' IS NULL', time || ' IS NOT NULL')
        WHEN random() < 0.2 THEN form(alias, columns)
        WHEN random() < 0.1 THEN format('%s <@ tstzrange(%L, %L, %L)', time,
            '2025-01-01Z'::timestamptz + random() * interval '1 day',
            pick('infinity', '2025-01-02 12:00Z', NULL), pick('[]', '[)', '(]', '()'))
        WHEN random() < 0.2 THEN format('%s BETWEEN %s AND %s', time, value(columns), value(columns))
        WHEN random() < 0.5 THEN format('%s %s %s', time, pick('<', '<=', '=', '>=', '>', '<>'), value(columns))
        ELSE format('%s %s %s', value(columns), pick('<', '<=', '=', '>=', '>', '<>'), time)
    END;
END
$$;

CREATE FUNCTION source() RETURNS text VOLATILE LANGUAGE sql
    RETURN pick('KIND_event', 'KIND_loose', 'KIND_log', 'KIND_base', 'KIND_rest', 'KIND_by_time', 'KIND_kept',
        '(SELECT * FROM KIND_log WHERE k < 5)', '(SELECT id, created, k FROM KIND_view)',
        '(SELECT id, created, k FROM KIND_event UNION ALL SELECT id, created, k FROM KIND_loose)',
        '(SELECT id, created, k FROM KIND_kept UNION ALL SELECT id, created, k FROM KIND_rest)',
        '(SELECT id, created, min(k) AS k FROM KIND_loose GROUP BY 1, 2)', '(SELECT * FROM KIND_base ORDER BY id LIMIT 50)');

CREATE FUNCTION query(OUT query text, OUT in_order boolean) LANGUAGE plpgsql AS $$
DECLARE
    s text[] := '{s.a,s.b,s.d,s.t}';
    o text := pick('', 'ASC', 'DESC', 'NULLS FIRST', 'DESC NULLS LAST');
    n text := pick('', 'LIMIT 1', 'LIMIT 7', 'OFFSET 3', 'FETCH FIRST 5 ROWS WITH TIES');
BEGIN
    in_order := false;
    CASE floor(random() * 18)
        WHEN 12 THEN
            query := format('SELECT DISTINCT ON (e.k) e.k, e.TIME FROM %s AS e WHERE %s ORDER BY e.k %s, e.TIME %s',
                source(), condition('e', NULL, 1),
                pick('', 'DESC'), o);
            in_order := true;
        WHEN 13 THEN
            query := format('SELECT e.TIME, e.k FROM %s AS e WHERE %s ORDER BY %s %s', source(), condition('e', NULL, 1),
                pick('e.TIME ' || o || ', e.k', 'e.TIME ' || o || ', e.k DESC', 'e.k, e.TIME ' || o, 'e.k DESC, 1 ' || o), n);
            in_order := true;
        WHEN 14 THEN
            query := format('SELECT e.TIME AS t, count(*), min(e.k), max(e.k) AS k FROM %s AS e WHERE %s GROUP BY e.TIME%s
                ORDER BY t %s, k %s', source(), condition('e', NULL, 1), pick('', ', e.k'), o, n);
            in_order := true;
        WHEN 15 THEN
            query := format('SELECT DISTINCT %s e.TIME AS t, %s AS k FROM %s AS e WHERE %s ORDER BY t %s, k %s',
                pick('', 'ON (e.TIME)'),
                pick('e.k', 'rank() OVER (ORDER BY e.TIME ' || o || ')', 'count(*) OVER (PARTITION BY e.TIME)'), source(),
                condition('e', NULL, 1), o, n);
            in_order := true;
        WHEN 16 THEN
            query := format('SELECT f.t, f.k FROM (SELECT e.TIME AS t, e.k FROM %s AS e %s
                UNION ALL SELECT e.TIME, 10 + e.k FROM %s AS e
                UNION ALL SELECT a, 20 + n FROM span) AS f %s ORDER BY f.t %s, f.k %s', source(),
                pick('', 'WHERE ' || condition('e', NULL, 1)), source(),
                pick('', 'WHERE f.t > ''2025-01-01 20:00Z''', 'WHERE f.k <> 3'), o, n);
            in_order := true;
        WHEN 17 THEN
            query := format('SELECT e.TIME AS t, e.k, f.k AS l FROM %s AS e %s JOIN KIND_loose AS f ON e.TIME = f.TIME WHERE %s
                ORDER BY t %s, e.k, l %s', source(), pick('', 'LEFT', 'FULL'), condition('e', NULL, 1), o, n);
            in_order := true;
        WHEN 0 THEN query := format('SELECT count(*), min(e.TIME), max(e.TIME) FROM %s AS e WHERE %s',
            source(), condition('e', NULL, 3));
        WHEN 1 THEN query := format('SELECT %s(e.TIME) FROM %s AS e WHERE %s', pick('min', 'max'), source(),
            condition('e', NULL, 1));
        WHEN 2 THEN query := format('SELECT e.id, e.k FROM %s AS e WHERE %s', source(), condition('e', NULL, 3));
        WHEN 3 THEN
            query := format('SELECT e.TIME FROM %s AS e WHERE %s ORDER BY 1 %s %s', source(), condition('e', NULL, 1), o, n);
            in_order := true;
        WHEN 4 THEN
            query := format('SELECT e.TIME FROM %s AS e WHERE %s ORDER BY e.TIME %s, e.id %s', source(), condition('e', NULL, 1),
                split_part(o, ' ', 1), split_part(o, ' ', 1));
            query := replace(query, 'NULLS', '');
            in_order := true;
        WHEN 5 THEN
            query := format('SELECT e.k FROM %s AS e WHERE %s ORDER BY e.k, e.TIME %s', source(), condition('e', NULL, 1), o);
            in_order := true;
        WHEN 6 THEN query := format('SELECT s.n, e.id FROM span AS s %s JOIN %s AS e ON %s WHERE %s',
            pick('', 'LEFT', 'RIGHT'), source(),
            condition('e', s, 2), pick('s.n < 20', 's.n IS NULL', 'true', 'e.TIME > ''2025-01-01 20:00Z'''));
        WHEN 7 THEN query := format('SELECT s.n, e.id FROM span AS s FULL JOIN %s AS e ON s.n = e.k AND %s',
            source(), condition('e', s, 1));
        WHEN 8 THEN query := format('SELECT s.n FROM span AS s WHERE %s EXISTS (SELECT FROM %s AS e WHERE %s)',
            pick('', 'NOT'), source(),
            condition('e', s, 1));
        WHEN 9 THEN query := format('SELECT s.n, l.t '
            'FROM span AS s %s JOIN LATERAL (SELECT e.TIME AS t FROM %s AS e WHERE %s ORDER BY e.TIME %s LIMIT 2) AS l ON true',
            pick('', 'LEFT'), source(), condition('e', s, 1), o);
        WHEN 10 THEN query := format('SELECT e.id, f.id FROM %s AS e %s JOIN KIND_loose AS f ON %s AND %s',
            source(), pick('', 'LEFT'),
            condition('e', '{f.TIME,f.created}', 0), condition('f', '{e.TIME,e.created}', 0));
        ELSE query := format('DELETE FROM %s AS e USING span AS s WHERE %s RETURNING e.id',
            pick('KIND_event', 'KIND_log', 'KIND_base', 'KIND_rest', 'KIND_kept'),
            condition('e', s, 2));
    END CASE;
END
$$;

CREATE FUNCTION tried(query text, in_order boolean) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN rows_of(query, in_order);
EXCEPTION WHEN OTHERS THEN
    RETURN 'error ' || SQLSTATE || ' ' || SQLERRM;
END
$$;

CREATE FUNCTION try_queries(kind text, number integer, OUT queries integer, OUT replanned integer,
    OUT errors integer, OUT wrong integer,
    OUT example text) LANGUAGE plpgsql AS $$
DECLARE
    q record;
    by_time text; by_column text; off text; expected text; answer text; plan text;
    setting text := 'seqscan';
BEGIN
    queries := 0; replanned := 0; errors := 0; wrong := 0;
    PERFORM setseed(hashtext(kind) / 2147483648.0);
    FOR i IN 1 .. number LOOP
        SELECT * INTO q FROM query();
        by_time := spell(q.query, kind, pick('\1.id::timestamptz', 'KIND_extract_timestamp(\1.id)'));
        by_column := spell(q.query, kind, '\1.created');
        PERFORM set_config('enable_' || setting, 'on', true);
        setting := pick('seqscan', 'indexscan', 'bitmapscan', 'nestloop', 'hashjoin', 'mergejoin', 'sort');
        PERFORM set_config('enable_' || setting, 'off', true);
        PERFORM set_config('ulidkit.time_planning', 'off', true);
        expected := tried(by_column, q.in_order);
        off := tried(by_time, q.in_order);
        plan := plan_of(by_time);
        PERFORM set_config('ulidkit.time_planning', 'on', true);
        answer := tried(by_time, q.in_order);
        queries := queries + 1;
        replanned := replanned + (plan <> plan_of(by_time))::integer;
        errors := errors + (expected LIKE 'error%')::integer;
        IF answer IS DISTINCT FROM expected OR off IS DISTINCT FROM expected THEN
            wrong := wrong + 1;
            example := format('%s: %s, off %s, by column %s', by_time, answer, off, expected);
        END IF;
    END LOOP;
END
$$;

SELECT kind, queries = share AS all_tried, replanned > queries / 4 AS many_replanned, errors, wrong, example
FROM kinds, LATERAL (SELECT :queries / count(*) AS share FROM kinds) AS s, try_queries(kind, share::integer) ORDER BY oid;

SET client_min_messages = warning;
DROP SCHEMA :test CASCADE;
