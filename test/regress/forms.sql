\ir setup.sql
\set ECHO none
-- The set-up of the regression tests of equalities by an inverse, which read it in the place of setup.sql: a table for
-- each form of an id, which also has the form in a column, and functions that compare queries. In a query IDS stands
-- for the table, e.FORM for the form of e.id, spelt out or read from the column, OF(n) for the form of row n, as a
-- constant, and RESULT for its type.

\o /dev/null
SET max_parallel_workers_per_gather = 0;
SET enable_seqscan = off;
CREATE TABLE forms (n serial, kind text, type text, form text, result text);
INSERT INTO forms (kind, type, form, result) VALUES
    ('ulid', 'ulid', 'id::text', 'text'),
    ('ulid', 'ulid', 'id::uuid', 'uuid'),
    ('ulid', 'uuid', 'id::ulid::text', 'text'),
    ('ulid', 'uuid', 'id::ulid::bytea', 'bytea'),
    ('timeid', 'bigint', 'id::timeid::text', 'text'),
    ('timeid', 'bigint', 'id::timeid::bytea', 'bytea'),
    ('timeid', 'bigint', 'timeid_to_compact(id::timeid)', 'text'),
    ('timeid', 'timeid', 'timeid_to_compact(id)', 'text'),
    ('scru160', 'scru160', 'scru160_to_hex(id)', 'text'),
    ('tbsl', 'tbsl', 'tbsl_to_base(id, 16)', 'text'),
    ('tbsl', 'tbsl', 'tbsl_to_base(id, 58)', 'text'),
    ('tbsl', 'tbsl', 'tbsl_to_base(base => 62, id => id)', 'text');
INSERT INTO forms (kind, type, form, result)
    SELECT kind, kind, form, result FROM kinds,
        (VALUES (1, 'id::text', 'text'), (2, 'id::varchar', 'varchar'), (3, 'id::bytea', 'bytea')) AS f (n, form, result)
    WHERE kind <> 'ulid' OR result <> 'text' ORDER BY kinds.oid, f.n;
INSERT INTO forms (kind, type, form, result) VALUES
    ('ulid', 'uuid', 'typeid_encode(''user'', id)', 'text'),
    ('ulid', 'ulid', 'typeid_encode(id => id::uuid, prefix => '''')', 'text'),
    ('uuidv7', 'uuid', 'id::text', 'text'),
    ('uuidv7', 'uuid', 'id::varchar', 'varchar'),
    ('ulid', 'uuid', 'id::ulid', 'ulid');
-- Hidden forms, with the keys of the vectors. The first and the last ID of uuidv7 are UUIDs of no version and have no
-- hidden form, so the kind v7 has another first and last ID.
CREATE FUNCTION v7_generate(timestamptz) RETURNS uuid LANGUAGE sql RETURN uuidv7_generate($1);
CREATE FUNCTION v7_min(timestamptz) RETURNS uuid LANGUAGE sql
    RETURN overlay(overlay(uuidv7_min($1)::text PLACING '7' FROM 15) PLACING '8' FROM 20)::uuid;
CREATE FUNCTION v7_max(timestamptz) RETURNS uuid LANGUAGE sql
    RETURN overlay(overlay(uuidv7_max($1)::text PLACING '7' FROM 15) PLACING 'b' FROM 20)::uuid;
\ir hide_keys.sql
\o /dev/null
INSERT INTO forms (kind, type, form, result)
    SELECT kind, kind, kind || '_hide(id, ''order'')', 'text' FROM kinds WHERE size <= 16 ORDER BY oid;
INSERT INTO forms (kind, type, form, result) VALUES
    ('timeid', 'bigint', 'bigint_hide(key => ''vector_1'', id => id, context => '''')', 'text'),
    ('ulid', 'uuid', 'ulid_hide(id::ulid, ''order'', ''vector_2'')', 'text'),
    ('v7', 'uuid', 'uuidv7_hide(id, ''order'')', 'uuid');

-- Runs the command for each form, or those that are like `which`.
CREATE FUNCTION each_form(command text, which text DEFAULT '') RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    f forms;
BEGIN
    FOR f IN SELECT * FROM forms WHERE form ~ which ORDER BY n LOOP
        EXECUTE regexp_replace(replace(replace(replace(replace(command, 'IDS', 'form_' || f.n), 'TYPE', f.type), 'KIND', f.kind),
            'RESULT', f.result), '\mFORM\M', f.form, 'g');
    END LOOP;
END
$$;
-- Ids of some hours, the ends of the kind, and a null. No row is updated: an index on updated rows is not used at once
-- if an older transaction is open.
SELECT each_form($$
    CREATE TABLE IDS (row integer, id TYPE, k integer, value RESULT);
    INSERT INTO IDS SELECT row, id, k, FORM FROM (
        SELECT n AS row, KIND_generate('2025-01-01Z'::timestamptz + n * interval '1 minute')::TYPE AS id, n % 7 AS k
        FROM generate_series(1, 500) AS n
        UNION ALL VALUES (501, KIND_min('-infinity')::TYPE, 1), (502, KIND_max('infinity')::TYPE, 2), (503, NULL, 3)) AS made;
    CREATE UNIQUE INDEX ON IDS (id);
    ANALYZE IDS$$);

CREATE FUNCTION value_of(f forms, number integer) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    value text;
BEGIN
    EXECUTE format('SELECT value FROM form_%s WHERE row = %s', f.n, number) INTO value;
    RETURN value;
END
$$;
-- The query for the form, or, if `by_column`, for the column in which it is.
CREATE FUNCTION spelt(query text, f forms, by_column boolean DEFAULT false) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    number text;
BEGIN
    query := replace(replace(replace(replace(query, 'IDS', 'form_' || f.n), 'TYPE', f.type), 'KIND', f.kind), 'RESULT', f.result);
    query := regexp_replace(query, '(\w+)\.FORM\M', CASE WHEN by_column THEN '\1.value'
        ELSE regexp_replace(f.form, '\mid\M(?! =>)', '\\1.id', 'g') END, 'g');
    -- Last, because a value can contain any of these words.
    FOR number IN SELECT DISTINCT (regexp_matches(query, 'OF\((\d+)\)', 'g'))[1] LOOP
        query := replace(query, format('OF(%s)', number), format('%L::%s', value_of(f, number::integer), f.result));
    END LOOP;
    RETURN (query);
END
$$;
-- The rows of a query, or its error.
CREATE FUNCTION rows_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    EXECUTE format('WITH q AS (%s)
        SELECT count(*) || '' rows '' || coalesce(md5(string_agg(q::text, ''|'' ORDER BY q::text)), ''-'') FROM q', query)
        INTO answer;
    RETURN answer;
EXCEPTION WHEN OTHERS THEN
    RETURN format('ERROR %s: %s', SQLSTATE, SQLERRM);
END
$$;
-- For every form, or those that are like `which`: whether the plan is as `pattern` says, a regular expression, and
-- whether the rows are those by the column and those with planning turned off. If not, how many times, and the first
-- of them.
CREATE FUNCTION judge(query text, pattern text DEFAULT 'Index Cond: \(+\w*\.?id\)? = (?!.*Filter)',
    which text DEFAULT '', OUT plan text, OUT rows text, OUT counts text) LANGUAGE plpgsql AS $$
DECLARE
    f forms;
    expected text; answer text; planned text;
    other_plans text[]; other_rows text[];
BEGIN
    FOR f IN SELECT * FROM forms WHERE form ~ which ORDER BY n LOOP
        expected := rows_of(spelt(query, f, true));
        PERFORM set_config('ulidkit.time_planning', 'off', true);
        answer := rows_of(spelt(query, f));
        PERFORM set_config('ulidkit.time_planning', 'on', true);
        IF answer IS DISTINCT FROM expected OR expected ~ 'ERROR' THEN
            other_rows := other_rows || format('%s turned off: %s instead of %s', spelt(query, f), answer, expected);
        END IF;
        answer := rows_of(spelt(query, f));
        IF answer IS DISTINCT FROM expected THEN
            other_rows := other_rows || format('%s: %s instead of %s', spelt(query, f), answer, expected);
        END IF;
        planned := plan_of(spelt(query, f));
        IF planned !~ pattern THEN
            other_plans := other_plans || concat_ws(E'\n', spelt(query, f), planned);
        END IF;
        counts := concat_ws(', ', counts, split_part(expected, ' ', 1));
    END LOOP;
    plan := coalesce(cardinality(other_plans) || ' others: ' || other_plans[1], 'as wanted');
    rows := coalesce(cardinality(other_rows) || ' others: ' || other_rows[1], 'as by column');
    counts := array_to_string(ARRAY(SELECT DISTINCT c FROM unnest(string_to_array(counts, ', ')) AS c ORDER BY c), ', ');
END
$$;
-- The rows of a query by the column, and by the form with planning turned off and on, and whether that changes its
-- plan.
CREATE FUNCTION compared(query text, f forms, OUT by_column text, OUT off text, OUT answer text, OUT replanned boolean)
LANGUAGE plpgsql AS $$
DECLARE
    by_form text := spelt(query, f);
    plan text;
BEGIN
    PERFORM set_config('ulidkit.time_planning', 'off', true);
    by_column := rows_of(spelt(query, f, true));
    off := rows_of(by_form);
    IF off !~ '^ERROR' THEN
        plan := plan_of(by_form);
    END IF;
    PERFORM set_config('ulidkit.time_planning', 'on', true);
    answer := rows_of(by_form);
    replanned := off !~ '^ERROR' AND answer !~ '^ERROR' AND plan <> plan_of(by_form);
END
$$;
-- As many random queries as `number`, which the function of the name makes for a form, each without one way to plan.
CREATE FUNCTION try_queries(f forms, number integer, made_by text, OUT queries integer, OUT replanned integer,
    OUT errors integer, OUT wrong integer, OUT example text) LANGUAGE plpgsql AS $$
DECLARE
    q text;
    c record;
    setting text := 'seqscan';
BEGIN
    queries := 0; replanned := 0; errors := 0; wrong := 0;
    FOR i IN 1 .. number LOOP
        EXECUTE format('SELECT %I($1)', made_by) INTO q USING f;
        PERFORM set_config('enable_' || setting, 'on', true);
        setting := pick('seqscan', 'indexscan', 'bitmapscan', 'nestloop', 'hashjoin', 'mergejoin', 'sort');
        PERFORM set_config('enable_' || setting, 'off', true);
        c := compared(q, f);
        queries := queries + 1;
        replanned := replanned + c.replanned::integer;
        errors := errors + (c.by_column ~ '^ERROR')::integer;
        IF c.by_column !~ 'escape character' AND (c.answer IS DISTINCT FROM c.by_column OR c.off IS DISTINCT FROM c.by_column) THEN
            wrong := wrong + 1;
            example := format('%s: %s, off %s, by column %s', spelt(q, f), c.answer, c.off, c.by_column);
        END IF;
    END LOOP;
END
$$;
-- Whether no form's query has another plan than with planning turned off.
CREATE FUNCTION left_alone(query text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    f forms;
    plan text;
    answer boolean := true;
BEGIN
    FOR f IN SELECT * FROM forms ORDER BY n LOOP
        PERFORM set_config('ulidkit.time_planning', 'off', true);
        plan := plan_of(spelt(query, f));
        PERFORM set_config('ulidkit.time_planning', 'on', true);
        IF plan_of(spelt(query, f)) <> plan THEN
            answer := false;
            RAISE WARNING 'not left alone: %', spelt(query, f);
        END IF;
    END LOOP;
    RETURN answer;
END
$$;
-- Returns true if the planner leaves the condition to a filter.
CREATE FUNCTION condition_left(condition text) RETURNS boolean LANGUAGE sql
    RETURN plan_of('SELECT * FROM form_1 WHERE ' || condition) !~ 'Index Cond: ';
\o
\set ECHO :echo
