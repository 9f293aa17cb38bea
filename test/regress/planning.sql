\ir setup.sql
\set ECHO none
-- The set-up of the regression tests of planning by time, which read it in the place of setup.sql: tables of every
-- kind, which also have the time in a column, their twins, and functions that compare queries. In a query e.TIME stands
-- for the time of e.id, spelt either way or read from the column, and KIND for the kind. With `generated` set the
-- column is a stored generated one, and the queries are by it.

\o /dev/null
SET max_parallel_workers_per_gather = 0;

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

\if :{?builtin_types}
CREATE FUNCTION spell(query text, kind text, spelling text) RETURNS text STABLE LANGUAGE sql
    RETURN of_builtin_type(regexp_replace(query, '(\w+)\.TIME', spelling, 'g'), kind);
\else
CREATE FUNCTION spell(query text, kind text, spelling text) RETURNS text IMMUTABLE LANGUAGE sql
    RETURN replace(regexp_replace(query, '(\w+)\.TIME', spelling, 'g'), 'KIND', kind);
\endif

-- The id is the created_at column. So a table has a twin, in a schema of its own, whose indexes, keys and partitions
-- are on `created` in the place of the id.
CREATE SCHEMA by_column;
SELECT set_config('planning.path', format('%I, public', :'test'), false), set_config('planning.test', :'test', false);
-- Makes the column `created` of the tables, which have these names behind that of their kind, a stored generated one.
CREATE FUNCTION generate_created(VARIADIC names text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    t record;
BEGIN
    FOR t IN SELECT format('%s_%s', kind, name) AS name, kind FROM kinds, unnest(names) AS name ORDER BY oid LOOP
        EXECUTE format('ALTER TABLE %I DROP created', t.name);
        EXECUTE spell(format('ALTER TABLE %I ADD created timestamptz GENERATED ALWAYS AS (id::timestamptz) STORED', t.name),
            t.kind, '');
        EXECUTE format('ANALYZE %I', t.name);
    END LOOP;
END
$$;
-- What defines an index, a partition or a view of the twin: the time is the column, and then the id is.
CREATE FUNCTION of_twin(definition text) RETURNS text IMMUTABLE LANGUAGE sql
    RETURN regexp_replace(regexp_replace(definition, '\w+_extract_timestamp\((\w+\.)?id(, [^()]*)?\)'
        '|\((\((\w+\.)?id\)::\w+|(\w+\.)?id)\)::timestamp with time zone', '\1\4\5created', 'g'),
        ' (COLLATE "[^"]*"|\w+_pattern_ops)', '', 'g');
-- The bounds of a partition, with the times of ids: those are the constants that are no small numbers.
CREATE FUNCTION bounds_of_twin(bounds text, kind text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    bound text;
    t timestamptz;
BEGIN
    FOR bound IN SELECT DISTINCT m[1] FROM regexp_matches(bounds, '''([^'']{5,})''', 'g') AS m WHERE bounds !~ 'MODULUS' LOOP
        IF answer_of(format('SELECT %L::timestamptz', bound)) ~ '^ERROR' THEN
            EXECUTE spell(format('SELECT x.TIME FROM (VALUES (%L::KIND)) AS x (id)', bound), kind, '\1.id::timestamptz') INTO t;
            bounds := replace(bounds, quote_literal(bound), quote_literal(t));
        END IF;
    END LOOP;
    RETURN bounds;
END
$$;
-- Makes the twins that are missing, of tables and of indexes. An index-only scan would be cheaper where autovacuum has
-- been, so it does not come, and is forgotten if it has been.
CREATE FUNCTION make_twins() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c record;
    part text;
    definition text;
    made text[] := '{}';
BEGIN
    FOR c IN SELECT r.oid, r.relname, r.relkind, r.relispartition, p.relname AS parent, k.kind,
            pg_get_expr(r.relpartbound, r.oid) AS bounds,
            'WITH (' || array_to_string(r.reloptions, ', ') || ')' AS options
        FROM pg_class AS r LEFT JOIN pg_inherits ON inhrelid = r.oid LEFT JOIN pg_class AS p ON p.oid = inhparent
        LEFT JOIN LATERAL (SELECT kind FROM kinds WHERE r.relname LIKE kind || '\_%' ORDER BY length(kind) DESC LIMIT 1) AS k
            ON true
        WHERE r.relnamespace = current_setting('planning.test')::regnamespace AND r.relkind IN ('r', 'p', 'v')
            AND to_regclass('by_column.' || r.relname) IS NULL
            AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = r.oid AND attname = 'created')
        ORDER BY r.oid LOOP
        IF c.relkind = 'v' THEN
            PERFORM set_config('search_path', 'by_column, ' || current_setting('planning.path'), true);
            EXECUTE format('CREATE VIEW by_column.%I %s AS %s', c.relname, c.options,
                of_twin(regexp_replace(pg_get_viewdef(c.oid), '\m' || current_setting('planning.test') || '\.', '', 'g')));
            PERFORM set_config('search_path', current_setting('planning.path'), true);
            CONTINUE;
        END IF;
        part := CASE WHEN c.relkind = 'p'
            THEN 'PARTITION BY ' || regexp_replace(of_twin(pg_get_partkeydef(c.oid)), '\mid\M', 'created', 'g') END;
        EXECUTE format('CREATE TABLE by_column.%I ', c.relname) || CASE
            WHEN c.relispartition THEN format('PARTITION OF by_column.%I %s', c.parent, bounds_of_twin(c.bounds, c.kind))
            WHEN c.parent IS NOT NULL THEN format('() INHERITS (by_column.%I)', c.parent)
            ELSE format('(LIKE %I)', c.relname) END || concat(' ', part);
        IF c.relkind = 'r' THEN
            EXECUTE format('ALTER TABLE %I SET (autovacuum_enabled = false)', c.relname);
            UPDATE pg_class SET relallvisible = 0 WHERE oid = c.oid;
            EXECUTE format('ALTER TABLE by_column.%I SET (autovacuum_enabled = false)', c.relname);
            EXECUTE format('INSERT INTO by_column.%I SELECT * FROM ONLY %1$I', c.relname);
        END IF;
        made := made || format('by_column.%I', c.relname);
    END LOOP;
    FOR definition IN SELECT pg_get_indexdef(indexrelid)
        FROM pg_index JOIN pg_class AS r ON r.oid = indexrelid JOIN pg_class AS t ON t.oid = indrelid
        WHERE r.relnamespace = current_setting('planning.test')::regnamespace AND NOT r.relispartition
            AND to_regclass('by_column.' || r.relname) IS NULL AND to_regclass('by_column.' || t.relname) IS NOT NULL
        ORDER BY indexrelid LOOP
        EXECUTE regexp_replace(regexp_replace(replace(of_twin(definition), ' ON ONLY ', ' ON '), '\mid\M', 'created', 'g'),
            ' ON ' || current_setting('planning.test'), ' ON by_column');
    END LOOP;
    IF made <> '{}' THEN
        EXECUTE 'ANALYZE ' || array_to_string(made, ', ');
    END IF;
END
$$;

-- The plan of a query: its nodes, but those that only compute columns, with indexes, and the ends that their conditions
-- have. The rows that each is expected to have are kept apart.
CREATE FUNCTION outline(query text, OUT nodes text[], OUT rows numeric[]) LANGUAGE plpgsql AS $$
DECLARE
    line text;
    node text[];
BEGIN
    nodes := '{}';
    FOR line IN EXECUTE 'EXPLAIN ' || query LOOP
        node := regexp_match(line, '^(.*?)  \(cost=.* rows=(\d+) ');
        IF node[1] !~ '^[ >-]*Result$' THEN
            nodes := nodes || regexp_replace(node[1], '_created_', '_id_');
            rows := rows || node[2]::numeric;
        ELSIF line ~ '^ *Index Cond: ' THEN
            nodes[cardinality(nodes)] := nodes[cardinality(nodes)] || ', Index Cond: '
                || coalesce(ends(substring(line FROM ': (.*)')), line);
        ELSIF line ~ '^ *Subplans Removed: ' THEN
            nodes[cardinality(nodes)] := nodes[cardinality(nodes)] || ', ' || ltrim(line);
        END IF;
    END LOOP;
END
$$;
CREATE FUNCTION shown(nodes text[], rows numeric[]) RETURNS text IMMUTABLE LANGUAGE sql
    RETURN (SELECT string_agg(node || '  rows=' || row, E'\n' ORDER BY n)
        FROM unnest(nodes, rows) WITH ORDINALITY AS u (node, row, n));
-- That of the query by the column, on the twins. Servers from 18 on remove a self-join on a unique column.
CREATE FUNCTION outline_by_column(query text, kind text, OUT nodes text[], OUT rows numeric[]) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('search_path', 'by_column, ' || current_setting('planning.path'), true);
    PERFORM set_config(name, 'off', true) FROM pg_settings WHERE name = 'enable_self_join_elimination';
    SELECT * INTO nodes, rows FROM outline(spell(regexp_replace(regexp_replace(query,
        'KIND_(min|max|at_or_after|after|before|at_or_before)\(([^()]*)\)', '\2::timestamptz', 'g'),
        '(\w+)\.(TIME|id)\M', '\1.created', 'g'), kind, ''));
    PERFORM set_config('search_path', current_setting('planning.path'), true);
    PERFORM set_config(name, 'on', true) FROM pg_settings WHERE name = 'enable_self_join_elimination';
END
$$;
-- Whether two plans are the same, from the top. The first one may read only an index, where the other one has to read
-- the table too; and it does not know that there is one row for a time, so that a semijoin would do as a join.
CREATE FUNCTION alike(a text[], b text[]) RETURNS boolean IMMUTABLE LANGUAGE sql
    RETURN coalesce((SELECT bool_and(coalesce(ltrim(y, ' ->')
            IN (node, regexp_replace(node, ' Only|(?<=Loop) Semi Join| Semi', '')), false))
        FROM unnest(a, b) AS u (x, y), ltrim(x, ' ->') AS node), true);
CREATE FUNCTION close(a numeric[], b numeric[]) RETURNS boolean IMMUTABLE LANGUAGE sql
    RETURN coalesce((SELECT bool_and(abs(x - y) <= greatest(5, 0.02 * y)) FROM unnest(a, b) AS u (x, y)), true);

-- An index on the id does not have the column.
\if :{?generated}
    SELECT set_config('planning.spellings', '{\\1.created}', false);
    SET enable_indexonlyscan = off;
\else
    SELECT set_config('planning.spellings', '{\\1.id::timestamptz,KIND_extract_timestamp(\\1.id)}', false);
\endif
-- For every kind, and each of the queries, which end with semicolons: whether the plan, with the time in all
-- spellings, is that of the query by the column, with the same estimates; and whether the rows are those by the time
-- column, with time planning off. Without `plans`, or `estimates`, these can be others. `like_query` is another query
-- by the column whose plan it has to have. `counts` are the numbers of rows of the queries, and `answer` names the
-- kinds of which it is not so, or that raise an error.
CREATE FUNCTION judge(queries text, in_order boolean DEFAULT false, plans boolean DEFAULT true, estimates boolean DEFAULT true,
    like_query text DEFAULT NULL, OUT answer text, OUT counts text) LANGUAGE plpgsql AS $$
DECLARE
    query text; k text; time text; by_time text;
    expected text; given text; fault text;
    numbers text[]; kinds_of jsonb;
    a record; b record;
BEGIN
    IF plans THEN
        PERFORM make_twins();
    END IF;
    FOREACH query IN ARRAY regexp_split_to_array(queries, ';\s*(\n|$)') LOOP
        CONTINUE WHEN query ~ '^\s*$';
        numbers := '{}';
        kinds_of := '{}';
        FOR k IN SELECT kind FROM kinds ORDER BY oid LOOP
            BEGIN
                fault := NULL;
                PERFORM set_config('ulidkit.time_planning', 'off', true);
                expected := rows_of(spell(query, k, '\1.created'), in_order);
                PERFORM set_config('ulidkit.time_planning', 'on', true);
                numbers := numbers || split_part(expected, ' ', 1);
                IF plans THEN
                    b := outline_by_column(coalesce(like_query, query), k);
                END IF;
                FOREACH time IN ARRAY current_setting('planning.spellings')::text[] LOOP
                    by_time := spell(query, k, time);
                    given := rows_of(by_time, in_order);
                    IF given IS DISTINCT FROM expected THEN
                        fault := concat_ws(E'\n', fault, format('%s instead of %s', given, expected));
                    END IF;
                    IF plans THEN
                        a := outline(by_time);
                        IF NOT alike(a.nodes, b.nodes) OR estimates AND NOT close(a.rows, b.rows) THEN
                            fault := concat_ws(E'\n', fault, shown(a.nodes, a.rows), 'by column:', shown(b.nodes, b.rows));
                        END IF;
                    END IF;
                    EXIT WHEN fault IS NOT NULL;
                END LOOP;
            EXCEPTION WHEN OTHERS THEN
                fault := format('ERROR %s: %s', SQLSTATE, SQLERRM);
            END;
            fault := regexp_replace(fault, format('\m%s_', k), 'KIND_', 'g');
            IF fault IS NOT NULL THEN
                kinds_of := kinds_of || jsonb_build_object(fault, concat_ws(', ', kinds_of ->> fault, k));
            END IF;
        END LOOP;
        answer := nullif(concat_ws(E'\n', answer, (SELECT string_agg(format(E'%s: %s\n%s', value, btrim(query, E' \n'), key), E'\n')
            FROM jsonb_each_text(kinds_of))), '');
        counts := concat_ws('; ', counts, (SELECT string_agg(DISTINCT n, ', ' ORDER BY n) FROM unnest(numbers) AS n));
    END LOOP;
    answer := coalesce(answer, 'as by column');
END
$$;

-- Whether the server has the time zone.
CREATE FUNCTION has_zone(name text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN now() AT TIME ZONE name IS NOT NULL;
EXCEPTION WHEN invalid_parameter_value THEN
    RETURN false;
END
$$;

-- KIND_event: one id a minute. KIND_loose: ids that are null, that have one time, and the first and last. KIND_log:
-- partitions, one of them in two levels. The views have the time as a column.
SELECT * FROM each_kind($$
    CREATE TABLE KIND_event (id KIND PRIMARY KEY, created timestamptz, k integer, note text);
    INSERT INTO KIND_event SELECT id, id::timestamptz, i % 7, 'note ' || i FROM generate_series(0, 2999) AS i,
        LATERAL (SELECT KIND_generate('2025-01-01Z'::timestamptz + i * interval '1 minute') AS id OFFSET 0) AS made;
    CREATE TABLE KIND_loose (id KIND, created timestamptz, k integer);
    INSERT INTO KIND_loose SELECT id, id::timestamptz, k FROM (
        SELECT CASE WHEN i % 10 > 0 THEN KIND_generate('2025-01-01Z'::timestamptz + (i % 30) * interval '1 hour') END, i % 7
        FROM generate_series(1, 300) AS i
        UNION ALL VALUES (KIND_min('-infinity'), 1), (KIND_max(KIND_min('-infinity')::timestamptz), 2),
            (KIND_max('infinity'), 3), (KIND_min(KIND_max('infinity')::timestamptz), 4) OFFSET 0) AS made (id, k);
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
    SELECT count(*) || ' events' FROM KIND_event$$);
\if :{?generated}
    SELECT generate_created('event', 'loose', 'log', 'base');
\endif
SELECT * FROM each_kind($$
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
\set ECHO :echo
