-- Makes the functions of the benchmark, and the tables that say what it compares: `contender`, `material` and `work`.
-- The columns of `result` are those of build/bench.csv. :rows and :rounds are BENCH_ROWS and BENCH_ROUNDS.

SET client_min_messages = warning;
CREATE EXTENSION ulidkit;

CREATE TABLE result (
    work text, contender text, against_note text, clients integer, rows bigint, round integer, measure text, unit text,
    value text, number integer GENERATED ALWAYS AS IDENTITY
);

-- The kinds of the extension, and what they are compared with. In the statements below, the columns stand in the places
-- @name@.
CREATE TABLE contender (
    number integer GENERATED ALWAYS AS IDENTITY,
    name text,
    kind text,                     -- of the extension
    form text DEFAULT '',          -- how its queries are written, if not as usual
    takes_part text[],             -- see contenders of the table work
    file text,                     -- in names of tables
    type text,
    fresh text,                    -- an expression for a new value
    definition text,               -- of a column that makes its own values
    sample text,                   -- columns with values of random times
    age text,                      -- in which order its rows are written
    time text,                     -- of a row
    at text DEFAULT '',            -- a function that makes of a time what is compared with it
    of text DEFAULT '',            -- a function that makes a time of it
    further text DEFAULT '',       -- a column beside the id
    further_index text DEFAULT '', -- its index
    hide text DEFAULT '',          -- a function for the hidden form of an id, or what it is compared with
    planning text DEFAULT 'on',    -- ulidkit.time_planning
    note text DEFAULT ''
);
\set random_time 'timestamptz ''2024-01-01Z'' + random() * interval ''3650 days'''

-- Each kind K has a function K_generate(), which makes a type of the same name or one of the server's.
WITH kinds AS (
    SELECT p.oid, kind, p.prorettype::regtype::text AS type, kind = p.prorettype::regtype::text AS own
    FROM pg_proc p
    JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
    JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid,
        substring(p.proname FROM '^(.*)_generate$') kind
    WHERE e.extname = 'ulidkit' AND p.pronargs = 0 AND kind IS NOT NULL
)
INSERT INTO contender (name, kind, form, takes_part, file, type, fresh, definition, sample, age, time, at, of, hide,
    planning, note)
SELECT concat_ws(' ', kind, form), kind, coalesce(form, ''), takes_part, kind, type, kind || '_generate()',
    format('%s DEFAULT %s_generate()', type, kind), format('%s_generate(%s) AS id', kind, :'random_time'), 'id',
    replace(time, 'K', kind), replace(at, 'K', kind), replace(of, 'K', kind), kind || '_hide(id, ''customer'')',
    planning, note
FROM kinds, LATERAL (VALUES
    (NULL, '{generate,insert,page,time,ends}' || CASE WHEN own THEN '{type}' ELSE '{}' END::text[]
        || CASE WHEN kind IN ('ulid', 'timeid', 'uuidv7') THEN '{growth}' ELSE '{}' END::text[]
        || CASE WHEN to_regproc(kind || '_hide') IS NULL THEN '{}' ELSE '{hide,reveal}' END::text[],
        'K_extract_timestamp(id)', '', '', 'on', ''),
    -- The server has no max(uuid).
    ('by hand', '{time}' || CASE WHEN own THEN '{ends}' ELSE '{}' END::text[], 'id', 'K_min', 'K_extract_timestamp',
        'on', 'conditions on the ID'),
    ('unplanned', '{time,ends}', 'K_extract_timestamp(id)', '', '', 'off', 'ulidkit.time_planning off')
) form (form, takes_part, time, at, of, planning, note)
ORDER BY form NULLS FIRST, own DESC, oid;

CREATE SEQUENCE serial;
INSERT INTO contender (name, takes_part, file, type, fresh, definition, sample, age, hide, note) VALUES
    ('uuid', '{generate,type,insert,growth,hide}', 'uuid', 'uuid', 'gen_random_uuid()', 'uuid DEFAULT gen_random_uuid()',
        'gen_random_uuid() AS id', 'random()', 'gen_random_uuid()', 'version 4'),
    ('bigint', '{generate,type,insert,growth,hide,reveal}', 'bigint', 'bigint', $$nextval('serial')$$,
        'bigint GENERATED ALWAYS AS IDENTITY', 'hashint8extended(g, 0) AS id', 'id', $$bigint_hide(id, 'customer')$$,
        'identity');
INSERT INTO contender (name, takes_part, file, type, definition, sample, age, time, further, further_index, note)
SELECT v.name, v.takes_part::text[], v.file, type, definition, format('%s, %s AS created_at', sample, :'random_time'),
    'created_at', 'created_at', ', created_at timestamptz DEFAULT clock_timestamp()', v.further_index, v.note
FROM (VALUES
    ('uuid', 'uuid + created_at', '{insert,growth,page,time,ends}', 'uuid_dated', 'CREATE INDEX ON fresh (created_at)',
        'created_at has an index'),
    ('bigint', 'bigint + created_at', '{insert,growth,page}', 'bigint_dated', 'CREATE INDEX ON fresh (created_at)',
        'created_at has an index'),
    ('uuid', 'uuid + created_at unindexed', '{page}', 'uuid_undated', '', 'created_at has no index')
) v (id, name, takes_part, file, further_index, note)
JOIN contender c ON c.name = v.id;
INSERT INTO contender (name, takes_part, type, fresh, definition)
SELECT 'uuidv7()', '{generate,insert,growth}', 'uuid', 'pg_catalog.uuidv7()', 'uuid DEFAULT pg_catalog.uuidv7()'
WHERE to_regprocedure('pg_catalog.uuidv7()') IS NOT NULL;

-- The tables NAME_FILE that works need, with the statements that make them for a contender.
CREATE TABLE material (number integer GENERATED ALWAYS AS IDENTITY, name text, statements text[]);
INSERT INTO material (name, statements) VALUES
    ('sample', ARRAY[
        'CREATE UNLOGGED TABLE sample_@file@ AS SELECT @sample@ FROM generate_series(1, @rows@) g',
        'VACUUM ANALYZE sample_@file@']),
    -- Few enough to stay in the server's buffers, so that scanning them is cheap.
    ('text', ARRAY[
        'CREATE UNLOGGED TABLE text_@file@ AS SELECT id, id::text AS text FROM sample_@file@ LIMIT @rows@ / 8',
        'VACUUM ANALYZE text_@file@']),
    ('hidden', ARRAY[
        'CREATE UNLOGGED TABLE hidden_@file@ AS SELECT @hide@ AS id FROM text_@file@',
        'VACUUM ANALYZE hidden_@file@']),
    ('file', ARRAY[
        'CREATE UNLOGGED TABLE file_@file@ (LIKE sample_@file@)',
        $$COPY (SELECT * FROM sample_@file@ LIMIT @rows@ / 4) TO '@folder@/@file@.text'$$,
        $$COPY (SELECT * FROM sample_@file@ LIMIT @rows@ / 4) TO '@folder@/@file@.binary' (FORMAT binary)$$]),
    -- In the order in which rows are written whose ids are generated.
    ('event', ARRAY[
        'CREATE UNLOGGED TABLE fresh AS
            SELECT *, row_number() OVER () AS payload FROM (SELECT * FROM sample_@file@ ORDER BY @age@) s',
        'ALTER TABLE fresh ADD PRIMARY KEY (id)',
        '@further_index@',
        'VACUUM ANALYZE fresh',
        'ALTER TABLE fresh RENAME TO event_@file@']),
    ('lookup', ARRAY[
        'CREATE UNLOGGED TABLE lookup_@file@ AS
            SELECT array_agg(id) AS ids FROM (SELECT id FROM sample_@file@ LIMIT 20000) s',
        'CREATE FUNCTION look_up(ids @type@[]) RETURNS void AS $body$
            DECLARE
                one @type@;
                found bigint;
            BEGIN
                FOREACH one IN ARRAY ids LOOP
                    SELECT payload INTO STRICT found FROM event_@file@ WHERE id = one;
                END LOOP;
            END
            $body$ LANGUAGE plpgsql']);

-- A work is done for the contenders that take part in `contenders`, `rounds` times. If it has clients, pgbench runs its
-- statement, otherwise one backend does.
CREATE TABLE work (
    number integer GENERATED ALWAYS AS IDENTITY,
    name text,
    part text,
    contenders text,
    needs text[] DEFAULT '{}',    -- material
    rows bigint[],                -- in the table, or made by the statement; several: as the table grows
    step bigint,                  -- rows of one statement, if not all
    per_row boolean DEFAULT true, -- whether the costs are of a row or of a statement
    rounds integer DEFAULT :rounds,
    clients integer[],
    setup text DEFAULT '',
    statement text,               -- @items@ are its rows
    idle text,                    -- the same without the work itself
    undo text DEFAULT '',
    changes text,                 -- a table whose size is measured
    plan text,                    -- occurs in the statement's plan
    note text DEFAULT ''          -- for against_note
);
\set many 'greatest(1, :rounds * 2 / 3)'
\set few '(:rounds + 1) / 2'

INSERT INTO work (name, contenders, rows, note, statement, idle) VALUES
    ('generate', 'generate', ARRAY[:rows / 4], '@fresh@', 'SELECT count(@fresh@) FROM generate_series(1, @items@) g',
        'SELECT count(g) FROM generate_series(1, @items@) g');
INSERT INTO work (name, contenders, rows, note, rounds, clients, statement) VALUES
    -- Of so many rows that pgbench and the switches between processes cost little.
    ('clients', 'generate', ARRAY[20000], '@fresh@', :many, '{1,2,8,32,64}',
        'SELECT count(@fresh@) FROM generate_series(1, 20000)');
INSERT INTO work (name, part, contenders, needs, rows, statement, idle) VALUES
    ('text', 'in', 'type', '{sample,text}', ARRAY[:rows / 8], 'SELECT count(text::@type@) FROM text_@file@',
        'SELECT count(text) FROM text_@file@'),
    ('text', 'out', 'type', '{sample,text}', ARRAY[:rows / 8], 'SELECT count(id::text) FROM text_@file@',
        'SELECT count(id) FROM text_@file@'),
    ('hide', NULL, 'hide', '{sample,text}', ARRAY[:rows / 8], 'SELECT count(@hide@) FROM text_@file@',
        'SELECT count(id) FROM text_@file@'),
    ('reveal', NULL, 'reveal', '{sample,text,hidden}', ARRAY[:rows / 8],
        $$SELECT count(@name@_reveal(id, 'customer')) FROM hidden_@file@$$, 'SELECT count(id) FROM hidden_@file@'),
    ('binary', 'in', 'type', '{sample,file}', ARRAY[:rows / 4],
        $$COPY file_@file@ FROM '@folder@/@file@.binary' (FORMAT binary) WHERE false$$, NULL),
    ('binary', 'out', 'type', '{sample,text}', ARRAY[:rows / 8], 'SELECT count(@send@(id)) FROM text_@file@',
        'SELECT count(id) FROM text_@file@');
INSERT INTO work (name, part, contenders, needs, rows, statement, setup, undo, changes)
SELECT 'copy', format || ' ' || direction, 'type', '{sample,file}', ARRAY[:rows / 4],
    replace(statement, '@format@', format), setup, undo, changes
FROM (VALUES ('text'), ('binary')) format (format), (VALUES
    ('in', $$COPY fresh FROM '@folder@/@file@.@format@' (FORMAT @format@)$$, 'CREATE TABLE fresh (LIKE sample_@file@)',
        'DROP TABLE fresh', 'fresh'),
    ('out', $$COPY (SELECT * FROM sample_@file@ LIMIT @items@) TO '/dev/null' (FORMAT @format@)$$, '', '', NULL)
) direction (direction, statement, setup, undo, changes);
INSERT INTO work (name, contenders, needs, rows, statement, undo, changes, plan) VALUES
    ('sort', 'type', '{sample}', ARRAY[:rows], 'SELECT id FROM sample_@file@ ORDER BY id OFFSET @items@', '', NULL,
        'Sort'),
    ('index', 'type', '{sample}', ARRAY[:rows], 'CREATE INDEX probe ON sample_@file@ (id)', 'DROP INDEX probe',
        'sample_@file@', NULL),
    ('group', 'type', '{sample}', ARRAY[:rows], 'SELECT id FROM sample_@file@ GROUP BY id OFFSET @items@', '', NULL,
        'HashAggregate'),
    ('join', 'type', '{sample}', ARRAY[:rows], 'SELECT count(*) FROM sample_@file@ a JOIN sample_@file@ b USING (id)',
        '', NULL, 'Hash Join');
INSERT INTO work (name, contenders, needs, rows, statement) VALUES
    ('lookup', 'type', '{sample,event,lookup}', ARRAY[least(20000, :rows)], 'SELECT look_up(ids) FROM lookup_@file@');
INSERT INTO work (name, part, contenders, needs, rows, per_row, note, statement, plan) VALUES
    -- A tenth of the rows.
    ('time', 'filter', 'time', '{sample,event}', ARRAY[:rows], false, '@note@',
        $$SELECT count(*) FROM event_@file@ WHERE @time@ >= @at@('2028-01-01Z') AND @time@ < @at@('2028-12-31Z')$$,
        'Index'),
    ('time', 'order', 'time', '{sample,event}', ARRAY[:rows], false, '@note@',
        'SELECT payload FROM event_@file@ ORDER BY @time@ DESC LIMIT 1 OFFSET @rows@ / 10', 'Index'),
    ('time', 'subquery', 'time', '{sample,event}', ARRAY[:rows], false, '@note@',
        'SELECT count(payload) FROM (SELECT payload FROM event_@file@ ORDER BY @time@ DESC LIMIT @rows@ / 10) e',
        'Index'),
    ('time', 'ends', 'ends', '{sample,event}', ARRAY[:rows], false, '@note@',
        'SELECT @of@(max(@time@)), @of@(min(@time@)) FROM event_@file@', 'Index');
INSERT INTO work (name, part, contenders, needs, rows, per_row, note, rounds, clients, statement) VALUES
    ('page', 'newest 20', 'page', '{sample,event}', ARRAY[:rows], false, '@note@', :many, '{1}',
        'SELECT id, @time@, payload FROM event_@file@ ORDER BY @time@ DESC LIMIT 20'),
    -- :day is a random one.
    ('page', 'one day', 'page', '{sample,event}', ARRAY[:rows], false, '@note@', :many, '{1}',
        'SELECT id, @time@, payload FROM event_@file@ WHERE @time@ >= to_timestamp(:day) AND @time@ < to_timestamp(:day + 86400)'
        ' ORDER BY @time@');
INSERT INTO work (name, contenders, rows, step, note, rounds, setup, statement, undo, changes)
SELECT name, name, rows, :rows / 2, '@note@', :few,
    'CREATE TABLE fresh (id @definition@ PRIMARY KEY, payload bigint @further@); @further_index@',
    'INSERT INTO fresh (payload) SELECT generate_series(1, @items@)', 'DROP TABLE fresh', 'fresh'
FROM (VALUES ('insert', ARRAY[:rows]), ('growth', ARRAY[:rows / 2, :rows / 2 * 5, :rows / 2 * 20])) w (name, rows);

CREATE FUNCTION fill(template text, c contender, items bigint DEFAULT NULL) RETURNS text AS $$
DECLARE
    place text;
    filling text;
BEGIN
    FOR place, filling IN
        SELECT * FROM jsonb_each_text(to_jsonb(c) || jsonb_build_object('items', items,
            'rows', current_setting('bench.rows'), 'folder', current_setting('data_directory'),
            'send', (SELECT typsend FROM pg_type WHERE oid = to_regtype(c.type))))
    LOOP
        template := replace(template, '@' || place || '@', coalesce(filling, ''));
    END LOOP;
    RETURN template;
END
$$ LANGUAGE plpgsql;

CREATE FUNCTION title(w work) RETURNS text
    RETURN concat_ws(' ', w.name, w.part);

-- Every other round is backwards, so that no place in it has an advantage.
CREATE FUNCTION contenders(w work, round integer) RETURNS SETOF contender AS $$
    SELECT c.* FROM contender c WHERE w.contenders = ANY (takes_part) ORDER BY number * (-1) ^ round
$$ LANGUAGE sql;

-- The statements that make what a work needs and is not there yet.
CREATE FUNCTION preparation(work_name text) RETURNS SETOF text AS $$
    SELECT fill(s.statement, c)
    FROM (SELECT DISTINCT ON (m.number, c.file) m, c
        FROM work w, contenders(w, 0) c, material m
        WHERE w.name = work_name AND m.name = ANY (w.needs)) AS need (m, c),
        unnest((m).statements) WITH ORDINALITY s (statement, number)
    WHERE to_regclass(format('%s_%s', (m).name, (c).file)) IS NULL
    ORDER BY (m).number, (c).number, s.number
$$ LANGUAGE sql;

-- Says where the run is, at most once a second.
CREATE FUNCTION progress(w work, round integer, c contender) RETURNS void AS $$
DECLARE
    elapsed interval := date_trunc('second', clock_timestamp() - to_timestamp(current_setting('bench.start')::integer));
BEGIN
    IF elapsed::text IS DISTINCT FROM current_setting('bench.said', true) THEN
        RAISE INFO '% %, %, %; works left after this one: %', elapsed, title(w),
            CASE WHEN round = 0 THEN 'warming up' ELSE format('round %s of %s', round, w.rounds) END, c.name,
            current_setting('bench.left');
        PERFORM set_config('bench.said', elapsed::text, false);
    END IF;
END
$$ LANGUAGE plpgsql;

CREATE FUNCTION keep(w work, c contender, clients integer, rows bigint, round integer, measure text, unit text,
    value numeric) RETURNS void AS $$
    INSERT INTO result (work, contender, against_note, clients, rows, round, measure, unit, value)
    VALUES (title(w), c.name, nullif(fill(w.note, c), ''), clients, rows, round, measure, unit,
        trim_scale(round(value, 3)))
$$ LANGUAGE sql;

-- The CPU time of this backend in nanoseconds, where the system tells it: up to the last time that it slept.
CREATE FUNCTION cpu_time() RETURNS bigint AS $$
BEGIN
    PERFORM pg_sleep(0.0001);
    RETURN nullif(split_part(pg_read_file('/proc/self/schedstat', 0, 100, true), ' ', 1), '0');
END
$$ LANGUAGE plpgsql;

-- Runs a statement once, or until it has taken `shortest`; what one time costs, in nanoseconds and bytes.
CREATE FUNCTION run(statement text, shortest interval, OUT "time" numeric, OUT cpu numeric, OUT wal numeric) AS $$
DECLARE
    first_cpu bigint := cpu_time();
    first_wal pg_lsn := pg_current_wal_insert_lsn();
    start timestamptz := clock_timestamp();
    spent interval;
    runs integer := 0;
BEGIN
    LOOP
        EXECUTE statement;
        spent := clock_timestamp() - start;
        runs := runs + 1;
        EXIT WHEN spent >= shortest;
    END LOOP;
    "time" := extract(epoch FROM spent) * 1e9 / runs;
    cpu := (cpu_time() - first_cpu)::numeric / runs;
    wal := (pg_current_wal_insert_lsn() - first_wal) / runs;
END
$$ LANGUAGE plpgsql STRICT;

CREATE PROCEDURE check_plan(statement text, expected text) AS $$
DECLARE
    line text;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN ' || statement LOOP
        IF position(expected IN line) > 0 THEN
            RETURN;
        END IF;
    END LOOP;
    RAISE 'the plan has no %: %', expected, statement;
END
$$ LANGUAGE plpgsql;

-- Measures what one backend does of a work. A statement that leaves nothing to undo runs once before it is measured, so
-- that its data is in the caches in every round. For others round 0 is for that; it ends at the first of several sizes.
CREATE PROCEDURE measure(work_name text) AS $$
DECLARE
    w work;
    c contender;
    cost record;
    total record;
    idle record;
    size bigint;
    done bigint;
    items bigint;
    repeatable boolean;
BEGIN
    FOR w IN SELECT * FROM work WHERE name = work_name AND clients IS NULL ORDER BY number LOOP
        repeatable := w.undo = '';
        FOR round IN repeatable::integer..w.rounds LOOP
            FOR c IN SELECT * FROM contenders(w, round) LOOP
                PERFORM progress(w, round, c);
                PERFORM set_config('ulidkit.time_planning', c.planning, false);
                EXECUTE fill(w.setup, c);
                COMMIT;
                IF round <= 1 AND w.plan IS NOT NULL AND c.planning = 'on' THEN
                    CALL check_plan(fill(w.statement, c, w.rows[1]), w.plan);
                END IF;
                IF repeatable THEN
                    PERFORM run(fill(w.statement, c, w.rows[1]), '0');
                END IF;
                done := 0;
                FOREACH size IN ARRAY CASE WHEN round = 0 THEN w.rows[1:1] ELSE w.rows END LOOP
                    SELECT 0::bigint AS items, 0.0 AS "time", 0.0 AS cpu, 0.0 AS wal INTO total;
                    WHILE done < size LOOP
                        items := least(w.step, size - done);
                        IF w.step IS NOT NULL THEN
                            CHECKPOINT;
                        END IF;
                        SELECT * INTO cost FROM run(fill(w.statement, c, items),
                            CASE WHEN repeatable THEN interval '20 ms' ELSE '0' END);
                        COMMIT;
                        SELECT total.items + items AS items, total."time" + cost."time" AS "time",
                            total.cpu + cost.cpu AS cpu, total.wal + cost.wal AS wal INTO total;
                        done := done + items;
                    END LOOP;
                    SELECT * INTO idle FROM run(fill(w.idle, c, size), '20 ms');
                    IF NOT w.per_row THEN
                        total.items := 1;
                    END IF;
                    PERFORM keep(w, c, 1, size, round, m.measure, m.unit, m.value)
                    FROM (VALUES ('time', 'ns', total."time" / total.items), ('cpu', 'ns', total.cpu / total.items),
                        ('idle', 'ns', idle."time" / total.items), ('idle cpu', 'ns', idle.cpu / total.items),
                        -- Less than a byte a row is of other processes.
                        ('wal', 'bytes', CASE WHEN total.wal >= size THEN total.wal / total.items END),
                        ('index size', 'bytes', pg_indexes_size(to_regclass(fill(w.changes, c)))),
                        ('table size', 'bytes', pg_relation_size(to_regclass(fill(w.changes, c))))
                    ) m (measure, unit, value)
                    WHERE round > 0 AND m.value > 0;
                END LOOP;
                EXECUTE w.undo;
                COMMIT;
            END LOOP;
        END LOOP;
    END LOOP;
END
$$ LANGUAGE plpgsql;
