-- What a call of the functions of examples/sql/ulidkit.sql costs, and of the extension's. docs/install.md has the extremes.
--
--   test/bin/setup test/bin/with-server psql -X -f test/bench/without_c.sql
\set QUIET on
\set ON_ERROR_STOP on
SET client_min_messages = warning;
SET jit = off;
SET max_parallel_workers_per_gather = 0;
\ir ../../examples/sql/ulidkit.sql
-- The extension will be in public, and then its functions come first.
SET search_path = public, ulidkit_sql;

CREATE TABLE measured AS SELECT id, id::ulid::text AS ulid, typeid_encode('user', id) AS typeid
FROM (SELECT uuidv7_generate() AS id FROM generate_series(1, 100000)) AS s;
VACUUM measured;

-- Microseconds a call: the best of eleven runs of so many calls, minus the best of as many that only count the argument.
CREATE FUNCTION microseconds(expression text, argument text, calls integer) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
    expressions text[] := ARRAY[argument, expression];
    best interval[] := '{1 day,1 day}';
    start timestamptz;
    cost numeric;
BEGIN
    FOR run IN 1..11 LOOP
        FOR i IN 1..2 LOOP
            start := clock_timestamp();
            EXECUTE format('SELECT count(%s) FROM (SELECT * FROM measured LIMIT %s) AS m', expressions[i], calls);
            best[i] := least(best[i], clock_timestamp() - start);
        END LOOP;
    END LOOP;
    cost := extract(epoch FROM best[2] - best[1]) * 1e6 / calls;
    RETURN round(cost, CASE WHEN cost < 1 THEN 2 WHEN cost < 10 THEN 1 ELSE 0 END);
END
$$;

CREATE TABLE cost (number integer GENERATED ALWAYS AS IDENTITY, expression text, argument text, in_sql numeric, in_c numeric);
INSERT INTO cost (expression, argument) VALUES
    ('gen_random_uuid()', '1'),
    ('uuidv7_generate()', '1'),
    ('uuidv7_generate(now())', 'now()'),
    ('uuidv7_extract_timestamp(id)', 'id'),
    ('uuidv7_min(now())', 'now()'),
    ('id::ulid::text', 'id'),
    ('ulid::text::ulid::uuid', 'ulid'),
    ('typeid_encode(''user'', id)', 'id'),
    ('typeid_decode(''user'', typeid)', 'typeid');
UPDATE cost SET in_sql = microseconds(expression, argument, 10000);
CREATE EXTENSION ulidkit SCHEMA public;
UPDATE cost SET in_c = microseconds(expression, argument, 100000);

\pset format unaligned
\pset tuples_only on
SELECT '| expression | without the extension | with it |' UNION ALL SELECT '|---|---|---|';
SELECT format('| `%s` | %s | %s |', expression, in_sql, in_c) FROM cost ORDER BY number;
