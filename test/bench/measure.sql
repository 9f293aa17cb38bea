-- Fills the table timing: the cost of each work for each contender in each round.

SET client_min_messages = warning;
CREATE EXTENSION ulidkit;

-- The kinds of the extension, and the core's types to compare them with. An expression for a new value, one for a value of
-- a random time, and the definition of a column that makes its own values. A contender that is only another generator of a
-- type takes part only in the works that generate.
CREATE TABLE contender (
    name text, is_kind boolean, by_value boolean, fresh text, random text, col text, generates_only boolean DEFAULT false,
    number integer GENERATED ALWAYS AS IDENTITY
);
INSERT INTO contender
SELECT typname, true, typbyval, typname || '_generate()',
    typname || $$_generate(timestamptz '2024-01-01 00:00Z' + random() * interval '3650 days')$$,
    typname || ' DEFAULT ' || typname || '_generate()'
FROM pg_type t
JOIN pg_depend d ON d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e'
JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
WHERE e.extname = 'ulidkit' AND EXISTS (
    SELECT FROM pg_opclass c JOIN pg_am m ON c.opcmethod = m.oid
    WHERE c.opcintype = t.oid AND c.opcdefault AND m.amname = 'btree')
ORDER BY t.oid;
CREATE SEQUENCE serial;
INSERT INTO contender VALUES
    ('uuid', false, false, 'gen_random_uuid()', 'gen_random_uuid()', 'uuid DEFAULT gen_random_uuid()'),
    ('bigint', false, true, $$nextval('serial')$$, 'hashint8extended(g, 0)', 'bigint GENERATED ALWAYS AS IDENTITY');
-- The kinds on a type of the server, and the server's function of the same name.
INSERT INTO contender
SELECT format(CASE WHEN is_kind THEN '%s' ELSE '%s()' END, kind), is_kind, false, generator, NULL,
    format('%s DEFAULT %s', type, generator), true
FROM (
    SELECT regexp_replace(p.proname, '_generate$', '') AS kind, p.prorettype::regtype AS type
    FROM pg_proc p
    JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
    JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
    WHERE e.extname = 'ulidkit' AND p.pronargs = 0 AND p.proname LIKE '%\_generate'
        AND p.prorettype::regtype NOT IN (SELECT name::regtype FROM contender WHERE is_kind)
    ORDER BY p.oid OFFSET 0
) guest, LATERAL (VALUES (true, kind || '_generate()'), (false, format('pg_catalog.%s()', kind))) AS v (is_kind, generator)
WHERE to_regprocedure(generator) IS NOT NULL
ORDER BY kind, is_kind DESC;

-- cost, idle: nanoseconds. size: bytes of the index.
CREATE TABLE timing (
    work text, round integer, contender text, cost double precision, idle double precision, size bigint,
    number integer GENERATED ALWAYS AS IDENTITY
);

-- Nanoseconds that `statement` takes, between `setup` and `undo`, and the bytes of the index "probe" if there is one.
-- A short statement is repeated until it has taken `shortest`.
CREATE FUNCTION run(statement text, setup text, undo text, shortest interval DEFAULT '20 ms', OUT cost double precision,
    OUT size bigint) AS $$
DECLARE
    start timestamptz;
    spent interval := '0';
    runs integer := 0;
BEGIN
    WHILE spent < shortest LOOP
        EXECUTE setup;
        start := clock_timestamp();
        EXECUTE statement;
        spent := spent + (clock_timestamp() - start);
        runs := runs + 1;
        size := pg_relation_size(to_regclass('probe'));
        EXECUTE undo;
    END LOOP;
    cost := extract(epoch FROM spent) * 1e9 / runs;
END
$$ LANGUAGE plpgsql STRICT;

CREATE FUNCTION fill(template text, c contender, items bigint) RETURNS text
    RETURN replace(replace(replace(replace(template, '@type@', c.name), '@fresh@', c.fresh), '@col@', c.col),
        '@items@', items::text);

-- Runs `statement` for every contender in turn, round after round, every other round backwards so that no place has an
-- advantage; round 0 is for warming up. The time is shared among `items`; `idle` is the statement without the work itself.
CREATE PROCEDURE measure(work text, rounds integer, items bigint, statement text, idle text DEFAULT NULL,
    setup text DEFAULT '', undo text DEFAULT '')
AS $$
DECLARE
    c record;
BEGIN
    RAISE INFO 'measuring: %', work;
    FOR round IN 0..rounds LOOP
        FOR c IN
            SELECT name, fill(statement, contender, items) AS statement, fill(idle, contender, items) AS idle,
                fill(setup, contender, items) AS setup
            FROM contender WHERE NOT generates_only OR work IN ('generate', 'insert') ORDER BY number * (-1) ^ round
        LOOP
            INSERT INTO timing (work, round, contender, cost, idle, size)
            SELECT work, round, c.name, r.cost / items, (run(c.idle, '', '')).cost / items, r.size
            FROM run(c.statement, c.setup, undo) r;
            COMMIT;
        END LOOP;
    END LOOP;
END
$$ LANGUAGE plpgsql;

-- Runs a query by the time of an id and the same query written by hand on the id, alternately, 20 times a round; the cost
-- is the median. Once a round the query by time runs with ulidkit.time_planning off, too.
CREATE PROCEDURE measure_planning(work text, rounds integer, items bigint, by_time text, by_hand text) AS $$
DECLARE
    kind contender;
BEGIN
    RAISE INFO 'measuring: % by time', work;
    FOR round IN 0..rounds LOOP
        FOR kind IN SELECT * FROM contender WHERE is_kind AND NOT generates_only ORDER BY number * (-1) ^ round LOOP
            INSERT INTO timing (work, round, contender, cost)
            SELECT work, round, kind.name || ' ' || turn.name, percentile_cont(0.5) WITHIN GROUP (ORDER BY r.cost)
            FROM (
                SELECT form.* FROM (VALUES (1, 'by time', by_time, 'on', 20), (2, 'by hand', by_hand, 'on', 20),
                    (3, 'unplanned', by_time, 'off', 1)) AS form (number, name, query, planning, turns),
                    generate_series(1, turns) turn
                ORDER BY turn, number * (-1) ^ turn OFFSET 0
            ) turn, run(fill(query, kind, items), 'SET LOCAL ulidkit.time_planning = ' || planning, '', '1 ms') r
            GROUP BY turn.name;
            COMMIT;
        END LOOP;
    END LOOP;
END
$$ LANGUAGE plpgsql;

-- Few enough texts to stay in the server's buffers, so that scanning them is cheap.
\set texts :rows / 8
SELECT format('CREATE UNLOGGED TABLE random_%s AS SELECT %s AS id FROM generate_series(1, %s) g', name, random, :rows),
    format('CREATE UNLOGGED TABLE text_%1$s AS SELECT id, id::text AS text FROM random_%1$s LIMIT %2$s', name, :texts)
FROM contender WHERE NOT generates_only ORDER BY number \gexec
VACUUM ANALYZE;

CALL measure('text in', :rounds, :texts, 'SELECT count(text::@type@) FROM text_@type@',
    idle => 'SELECT count(text) FROM text_@type@');
CALL measure('text out', :rounds, :texts, 'SELECT count(id::text) FROM text_@type@',
    idle => 'SELECT count(id) FROM text_@type@');
CALL measure('generate', :rounds, :rows / 4, 'SELECT count(@fresh@) FROM generate_series(1, @items@) g',
    idle => 'SELECT count(g) FROM generate_series(1, @items@) g');
CALL measure('sort', :rounds, :rows, 'SELECT id FROM random_@type@ ORDER BY id OFFSET @items@');
CALL measure('group', :rounds, :rows, 'SELECT id FROM random_@type@ GROUP BY id OFFSET @items@');
CALL measure('create index', :rounds, :rows, 'CREATE INDEX probe ON random_@type@ (id)', undo => 'DROP INDEX probe');
-- This takes longest by far.
CALL measure('insert', least(:rounds, 3), :rows, 'INSERT INTO fresh (payload) SELECT generate_series(1, @items@)',
    setup => 'CREATE TABLE fresh (id @col@ CONSTRAINT probe PRIMARY KEY, payload bigint); CHECKPOINT',
    undo => 'DROP TABLE fresh');

-- Rows in the order of their ids, as in tables whose ids are generated. A tenth of them is of these 365 days.
\set tenth :rows / 10
SELECT format('CREATE UNLOGGED TABLE event_%1$s AS SELECT id, row_number() OVER (ORDER BY id) AS payload
        FROM random_%1$s', name),
    format('ALTER TABLE event_%s ADD PRIMARY KEY (id)', name), format('VACUUM ANALYZE event_%s', name)
FROM contender WHERE is_kind AND NOT generates_only ORDER BY number \gexec

CALL measure_planning('filter', :rounds, :rows,
    $$SELECT count(*) FROM event_@type@ WHERE id::timestamptz >= '2028-01-01Z' AND id::timestamptz < '2028-12-31Z'$$,
    $$SELECT count(*) FROM event_@type@ WHERE id >= @type@_min('2028-01-01Z') AND id < @type@_min('2028-12-31Z')$$);
CALL measure_planning('order', :rounds, :tenth,
    'SELECT payload FROM event_@type@ ORDER BY id::timestamptz DESC LIMIT 1 OFFSET @items@',
    'SELECT payload FROM event_@type@ ORDER BY id DESC LIMIT 1 OFFSET @items@');
CALL measure_planning('order in a subquery', :rounds, :tenth,
    'SELECT count(payload) FROM (SELECT payload FROM event_@type@ ORDER BY id::timestamptz DESC LIMIT @items@) e',
    'SELECT count(payload) FROM (SELECT payload FROM event_@type@ ORDER BY id DESC LIMIT @items@) e');
CALL measure_planning('ends', :rounds, :rows,
    'SELECT max(id::timestamptz), min(id::timestamptz) FROM event_@type@',
    'SELECT max(id)::timestamptz, min(id)::timestamptz FROM event_@type@');
