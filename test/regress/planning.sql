\ir setup.sql
\set ECHO none
-- The set-up of the regression tests of planning by time, which read it in the place of setup.sql: tables of every
-- kind, which also have the time in a column, and functions that compare queries. In a query e.TIME stands for the time
-- of e.id, spelt either way or read from the column, and KIND for the kind.

\o /dev/null
SET max_parallel_workers_per_gather = 0;

\set for_guises false
\if :{?guises}
    \set for_guises true
\endif
-- A line of a plan with the bounds of IDs in columns of PostgreSQL's types as the comparisons that they stand for. For
-- comparisons with plans by hand, each once, and those of a bitmap scan as a filter.
CREATE FUNCTION with_comparisons(line text, once boolean DEFAULT :for_guises) RETURNS text LANGUAGE plpgsql STRICT AS $$
DECLARE
    letters text[];
    at integer;
    comma integer;
    depth integer;
    quoted boolean;
    i integer;
    nested text := '[^()]*';
BEGIN
    LOOP
        at := strpos(line, 'ulidkit_at_');
        EXIT WHEN at = 0;
        letters := string_to_array(line, NULL);
        i := strpos(substr(line, at), '(') + at - 1;
        depth := 0;
        quoted := false;
        LOOP
            quoted := quoted <> (letters[i] = '''');
            depth := depth + CASE WHEN quoted THEN 0 WHEN letters[i] = '(' THEN 1 WHEN letters[i] = ')' THEN -1 ELSE 0 END;
            EXIT WHEN depth = 0;
            IF depth = 1 AND NOT quoted AND letters[i] = ',' AND letters[i + 1] = ' ' THEN
                comma := i;
            END IF;
            i := i + 1;
        END LOOP;
        line := overlay(line PLACING CASE WHEN substr(line, at) ~ '^ulidkit_at_least' THEN ' >= ' ELSE ' <= ' END
            FROM comma FOR 2);
        line := overlay(line PLACING '' FROM at FOR strpos(substr(line, at), '(') - 1);
    END LOOP;
    IF once THEN
        IF line ~ ' AND ' THEN
            FOR i IN 1 .. 4 LOOP
                nested := format('(?:[^()]|\(%s\))*', nested);
            END LOOP;
            line := regexp_replace(line, format('(\(%s\)) AND \1', nested), '\1', 'g');
            line := regexp_replace(line, format(': \((\(%s\))\)$', nested), ': \1');
        END IF;
        line := replace(line, 'Recheck Cond: ', 'Filter: ');
    END IF;
    RETURN line;
END
$$;

-- The plan, in the place of what setup.sql has: without the width of rows, because sorting by time can add a column.
CREATE OR REPLACE FUNCTION plan_of(query text, options text DEFAULT 'COSTS OFF') RETURNS text LANGUAGE plpgsql STRICT AS $$
DECLARE
    line text;
    plan text := '';
BEGIN
    FOR line IN EXECUTE format('EXPLAIN (%s) %s', options, query) LOOP
        plan := plan || regexp_replace(with_comparisons(line), ' width=\d+', '') || E'\n';
    END LOOP;
    RETURN plan;
END
$$;

-- What runs the query: itself, or with arguments a statement of that name, prepared anew.
CREATE FUNCTION prepared(name text, statement text, arguments text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    IF arguments IS NULL THEN
        RETURN statement;
    END IF;
    DEALLOCATE ALL;
    EXECUTE format('PREPARE %s AS %s', name, statement);
    RETURN format('EXECUTE %s (%s)', name, arguments);
END
$$;

-- The rows of a query, sorted or in the query's own order. Changes are rolled back.
CREATE FUNCTION rows_of(query text, in_order boolean, arguments text DEFAULT NULL, OUT answer text) LANGUAGE plpgsql AS $$
DECLARE
    r record;
    alone text;
BEGIN
    EXECUTE prepared('counted',
        format('WITH q AS (%s) SELECT count(*) || '' rows '' || coalesce(md5(string_agg(q::text, ''|'' %s)), ''-'') FROM q',
            query, CASE WHEN NOT in_order THEN 'ORDER BY q::text' END), arguments) INTO answer;
    IF in_order THEN
        FOR r IN EXECUTE prepared('alone', query, arguments) LOOP
            alone := concat_ws('|', alone, r::text);
        END LOOP;
        IF split_part(answer, ' ', 3) <> coalesce(md5(alone), '-') THEN
            answer := answer || ' but alone ' || coalesce(md5(alone), '-');
        END IF;
    END IF;
    RAISE EXCEPTION SQLSTATE 'UNDOO';
EXCEPTION WHEN SQLSTATE 'UNDOO' THEN
END
$$;

\if :{?guises}
CREATE FUNCTION spell(query text, kind text, spelling text) RETURNS text STABLE LANGUAGE sql
    RETURN guised(regexp_replace(query, '(\w+)\.TIME', spelling, 'g'), kind);
\else
CREATE FUNCTION spell(query text, kind text, spelling text) RETURNS text IMMUTABLE LANGUAGE sql
    RETURN replace(regexp_replace(query, '(\w+)\.TIME', spelling, 'g'), 'KIND', kind);
\endif

-- The plan with the time in one spelling, and without parentheses.
CREATE FUNCTION as_cast(plan text, kind text) RETURNS text IMMUTABLE LANGUAGE sql
    RETURN translate(regexp_replace(plan, kind || '_extract_timestamp\((\w+\.)?id\)',
        '\1id::timestamp with time zone', 'g'), '()', '');

-- PostgreSQL has other estimates of comparisons by hand of uuids.
\set with_costs true
\if :{?guises}
    \set with_costs false
\endif

-- For every kind: whether the plan of the query, in both spellings, is that of the query by hand, with equal costs if
-- `costs`; and whether its rows are those by the time column, with time planning off. Names every kind of which it is
-- not so, or that raises an error.
CREATE FUNCTION judge(query text, by_hand text DEFAULT NULL, in_order boolean DEFAULT false, costs boolean DEFAULT :with_costs,
    OUT plan text, OUT rows text, OUT counts text) LANGUAGE plpgsql AS $$
DECLARE
    k text;
    options text := CASE WHEN costs THEN 'COSTS ON' ELSE 'COSTS OFF' END;
    by_cast text; by_function text; expected text; answer text;
    other_plans text; other_rows text;
BEGIN
    FOR k IN SELECT kind FROM kinds ORDER BY oid LOOP
        BEGIN
            by_cast := spell(query, k, '\1.id::timestamptz');
            by_function := spell(query, k, 'KIND_extract_timestamp(\1.id)');
            PERFORM set_config('ulidkit.time_planning', 'off', true);
            expected := rows_of(spell(query, k, '\1.created'), in_order);
            PERFORM set_config('ulidkit.time_planning', 'on', true);
            FOREACH answer IN ARRAY ARRAY[rows_of(by_cast, in_order), rows_of(by_function, in_order)] LOOP
                IF answer IS DISTINCT FROM expected THEN
                    other_rows := concat_ws(E'\n', other_rows, format('%s: %s instead of %s', k, answer, expected));
                END IF;
            END LOOP;
            counts := concat_ws(', ', counts, split_part(expected, ' ', 1));
            by_cast := plan_of(by_cast, options);
            by_function := plan_of(by_function, options);
            expected := plan_of(spell(by_hand, k, ''), options);
            IF by_cast IS DISTINCT FROM expected AND by_hand IS NOT NULL THEN
                other_plans := concat_ws(E'\n', other_plans, format(E'%s by cast:\n%sby hand:\n%s', k, by_cast, expected));
            ELSIF as_cast(by_function, k) IS DISTINCT FROM as_cast(by_cast, k) THEN
                other_plans := concat_ws(E'\n', other_plans, format(E'%s by cast:\n%sby function:\n%s', k, by_cast, by_function));
            END IF;
        EXCEPTION WHEN OTHERS THEN
            other_rows := concat_ws(E'\n', other_rows, format('%s: ERROR %s: %s', k, SQLSTATE, SQLERRM));
        END;
    END LOOP;
    plan := coalesce(other_plans, CASE WHEN by_hand IS NOT NULL THEN 'as by hand' END);
    rows := coalesce(other_rows, 'as by column');
    counts := array_to_string(ARRAY(SELECT DISTINCT f FROM unnest(string_to_array(counts, ', ')) AS f ORDER BY f), ', ');
END
$$;

-- Whether a query of every kind has the same plan as with time planning off. A warning names a kind of which
-- it has not, or that raises an error.
CREATE FUNCTION left_alone(query text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    k text;
    plan text;
    answer boolean := true;
BEGIN
    FOR k IN SELECT kind FROM kinds LOOP
        BEGIN
            PERFORM set_config('ulidkit.time_planning', 'off', true);
            plan := plan_of(spell(query, k, '\1.id::timestamptz'), 'COSTS OFF');
            PERFORM set_config('ulidkit.time_planning', 'on', true);
            IF plan_of(spell(query, k, '\1.id::timestamptz'), 'COSTS OFF') <> plan THEN
                answer := false;
                RAISE WARNING 'the query of % is not left alone', k;
            END IF;
        EXCEPTION WHEN OTHERS THEN
            answer := false;
            RAISE WARNING 'the query of % raises ERROR %: %', k, SQLSTATE, SQLERRM;
        END;
    END LOOP;
    RETURN answer;
END
$$;

-- KIND_event: one id a minute. KIND_loose: ids that are null, that have one time, and the first and last. KIND_log:
-- partitions, one of them in two levels. The views have the time as a column. Tables that get more indexes are not
-- updated: an index on updated rows is not used at once if an autovacuum worker has looked at them before.
SELECT * FROM each_kind($$
    CREATE TABLE KIND_event (id KIND PRIMARY KEY, created timestamptz, k integer, note text);
    INSERT INTO KIND_event (id, k, note)
        SELECT KIND_generate('2025-01-01Z'::timestamptz + i * interval '1 minute'), i % 7, 'note ' || i
        FROM generate_series(0, 2999) AS i;
    CREATE TABLE KIND_loose (id KIND, created timestamptz, k integer);
    INSERT INTO KIND_loose (id, k)
        SELECT CASE WHEN i % 10 > 0 THEN KIND_generate('2025-01-01Z'::timestamptz + (i % 30) * interval '1 hour') END, i % 7
        FROM generate_series(1, 300) AS i
        UNION ALL VALUES (KIND_min('-infinity'), 1), (KIND_max(KIND_min('-infinity')::timestamptz), 2),
            (KIND_max('infinity'), 3), (KIND_min(KIND_max('infinity')::timestamptz), 4);
    CREATE INDEX ON KIND_loose (id);
    CREATE TABLE KIND_log (id KIND, created timestamptz, k integer) PARTITION BY RANGE (id);
    CREATE TABLE KIND_log_1 PARTITION OF KIND_log FOR VALUES FROM (KIND_min('-infinity')) TO (KIND_min('2025-01-02Z'));
    CREATE TABLE KIND_log_2 PARTITION OF KIND_log FOR VALUES FROM (KIND_min('2025-01-02Z')) TO (KIND_min('2025-01-03Z'))
        PARTITION BY LIST (k);
    CREATE TABLE KIND_log_2a PARTITION OF KIND_log_2 FOR VALUES IN (0, 1, 2);
    CREATE TABLE KIND_log_2b PARTITION OF KIND_log_2 FOR VALUES IN (3, 4, 5, 6);
    CREATE TABLE KIND_log_3 PARTITION OF KIND_log FOR VALUES FROM (KIND_min('2025-01-03Z')) TO (KIND_max('infinity'));
    CREATE INDEX ON KIND_log (id);
    INSERT INTO KIND_log SELECT id, id::timestamptz, k FROM KIND_event;
    CREATE TABLE KIND_base (id KIND PRIMARY KEY, created timestamptz, k integer);
    CREATE TABLE KIND_heir (PRIMARY KEY (id)) INHERITS (KIND_base);
    INSERT INTO KIND_base SELECT id, id::timestamptz, k FROM KIND_event WHERE k < 3;
    INSERT INTO KIND_heir SELECT id, id::timestamptz, k FROM KIND_event WHERE k >= 3;
    UPDATE KIND_event SET created = id::timestamptz;
    UPDATE KIND_loose SET created = id::timestamptz;
    CREATE VIEW KIND_view AS SELECT id, created, id::timestamptz AS seen, k, note FROM KIND_event;
    ANALYZE KIND_event, KIND_loose, KIND_log, KIND_base, KIND_heir;
    SELECT count(*) || ' events' FROM KIND_event$$);
-- Values in columns: whole hours, of each type.
CREATE TABLE span (n integer, a timestamptz, b timestamptz, d date, t timestamp);
INSERT INTO span SELECT i, a, a + interval '90 minutes', a::date, a::timestamp
    FROM generate_series(1, 40) AS i, LATERAL (SELECT '2025-01-01Z'::timestamptz + (i - 2) * interval '1 hour' AS a) AS l;
INSERT INTO span VALUES (41, 'infinity', NULL, 'infinity', '-infinity'), (42, NULL, '-infinity', '-infinity', NULL);
ANALYZE span;
\o
\set ECHO all
