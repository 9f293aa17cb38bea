-- K_generate(): ids are unique and in order, of the present time or a given one, and each
-- kind's parts are as specified.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
CREATE FUNCTION max_lead() RETURNS interval LANGUAGE sql AS $$ SELECT current_setting('ulidkit.max_clock_lead')::interval $$;

-- Unique and in order within a query, over queries, of the present time.
SELECT * FROM facts(ARRAY[
    ['unique, in order and of now', '40000 ids, 0 not above the one before, 0 not of now', $$
    CREATE TABLE KIND_new AS SELECT KIND_generate() AS id, i FROM generate_series(1, 20000) AS i;
    INSERT INTO KIND_new SELECT KIND_generate(), 20000 + i FROM generate_series(1, 20000) AS i;
    SELECT format('%s ids, %s not above the one before, %s not of now', count(DISTINCT id),
        count(*) FILTER (WHERE id <= before),
        count(*) FILTER (WHERE id::timestamptz NOT BETWEEN KIND_at_or_before(now())::timestamptz
            AND clock_timestamp() + max_lead()))
    FROM (SELECT id, lag(id) OVER (ORDER BY i) AS before FROM KIND_new) AS s$$],
    -- At a given time: of that time, floored to the unit; random otherwise, and no part of the order of new ids.
    ['of a given time', 't, 0 wrong, newest unmoved: t', $$
    SELECT format('%s, %s wrong, newest unmoved: %s', count(DISTINCT id) > 20,
        count(*) FILTER (WHERE id NOT BETWEEN KIND_min(t - interval '999 microseconds') AND KIND_max(t)),
        KIND_generate()::timestamptz < '2100-01-01Z')
    FROM (SELECT t, KIND_generate(t) AS id FROM (SELECT '2101-01-01 00:00:00.000999Z'::timestamptz AS t) AS t,
        generate_series(1, 1000)) AS s$$],
    ['of NULL', 'true', $$SELECT KIND_generate(NULL) IS NULL$$]]);
SELECT ulid_generate(t)::timestamptz AS ulid, scru160_generate(t)::timestamptz AS scru160,
    ulidflake_generate(t)::timestamptz AS ulidflake, timeid_generate('1969-12-31 23:59:59.999999Z')::timestamptz AS timeid,
    tbsl_generate(t)::timestamptz AS tbsl
FROM CAST('2025-01-01 00:00:00.123999Z' AS timestamptz) AS t;

-- ulid: the random part grows by 1 within a millisecond; ulid_generate_random() draws it anew.
SELECT count(*) FILTER (WHERE step = 1) = count(*) AS "ulid: steps of 1"
FROM (SELECT ('x' || right(encode(id::bytea, 'hex'), 8))::bit(32)::bigint
    - lag(('x' || right(encode(id::bytea, 'hex'), 8))::bit(32)::bigint) OVER w AS step
    FROM ulid_new WINDOW w AS (PARTITION BY id::timestamptz ORDER BY id)) AS s
WHERE step IS NOT NULL AND step > -4000000000;
SELECT count(DISTINCT id) AS "ulid: random ids", bool_or(id < before) AS in_no_order
FROM (SELECT id, lag(id) OVER (ORDER BY i) AS before
    FROM (SELECT i, ulid_generate_random() AS id FROM generate_series(1, 1000) AS i) AS r) AS s;

-- scru160: a start below 2^15 in each millisecond, then steps of 1; random parts fresh in every id.
SELECT max(counter) FILTER (WHERE first) < 32768 AS "scru160: start",
    bool_and(step = 1) AS steps_of_1, count(DISTINCT random) AS randoms
FROM (SELECT scru160_extract_counter(id) AS counter, scru160_extract_random(id) AS random,
        scru160_extract_counter(id) - lag(scru160_extract_counter(id)) OVER w AS step,
        row_number() OVER w = 1 AS first
    FROM scru160_new WINDOW w AS (PARTITION BY id::timestamptz ORDER BY id)) AS s;
SET ulidkit.scru160_counter = 'microsecond';
SELECT scru160_extract_counter(id) >> 6 AS "scru160: microsecond", scru160_extract_counter(id) & 63 < 32 AS start
FROM (SELECT scru160_generate('2025-01-01 00:00:00.123987Z') AS id) AS s;
-- From here on ids count in microseconds; those of the millisecond before, counted at random, stay below.
DO 'BEGIN PERFORM pg_sleep(0.002); END';
SELECT bool_and(id > before) AS "scru160: ordered", max(microsecond) < 1000 AS microseconds, bool_and(low < 32 OR step = 1) AS start
FROM (SELECT id, lag(id) OVER (ORDER BY i) AS before, scru160_extract_counter(id) >> 6 AS microsecond,
    scru160_extract_counter(id) & 63 AS low,
        scru160_extract_counter(id) - lag(scru160_extract_counter(id)) OVER (ORDER BY i) AS step
    FROM (SELECT i, scru160_generate() AS id FROM generate_series(0, 10000) AS i) AS r) AS s;
SET ulidkit.scru160_counter = 'random';

-- ulidflake: steps of 1 to 255 within a millisecond by default; the scalable form has its own.
SELECT min(step) BETWEEN 1 AND 10 AS "ulidflake: smallest step", max(step) BETWEEN 246 AND 255 AS greatest
FROM (SELECT id::bigint - lag(id::bigint) OVER (PARTITION BY id::timestamptz ORDER BY id) AS step FROM ulidflake_new) AS s;
SET ulidkit.ulidflake_step_bytes = 2;
SELECT min(step) >= 1 AND max(step) BETWEEN 30000 AND 65535 AS "ulidflake: steps of two bytes"
FROM (SELECT id::bigint - lag(id::bigint) OVER (PARTITION BY id::timestamptz ORDER BY id) AS step
    FROM (SELECT ulidflake_generate() AS id FROM generate_series(1, 1000)) AS r) AS s;
SET ulidkit.ulidflake_step_bytes = 1;
SET ulidkit.ulidflake_scalability_id = 7;
SELECT ulidflake_extract_scalability_id(ulidflake_generate_scalable()) AS "scalable: as set",
    ulidflake_extract_scalability_id(ulidflake_generate_scalable(31)) AS "as given",
    ulidflake_generate_scalable(0) < ulidflake_generate() AS ordered;
SELECT bool_and(id > before) AS "scalable: ordered", min(step) >= 1 AND max(step) BETWEEN 128 AND 255 AS greatest
FROM (SELECT id, lag(id) OVER (ORDER BY i) AS before,
        ulidflake_extract_scalable_randomness(id)
            - lag(ulidflake_extract_scalable_randomness(id)) OVER (PARTITION BY id::timestamptz ORDER BY i) AS step
    FROM (SELECT i, ulidflake_generate_scalable(i % 32) AS id FROM generate_series(1, 2000) AS i) AS r) AS s;
SET ulidkit.ulidflake_scalability_id = -1;

-- timeid: one node in a session, one of the best-effort ones unless it is set; a microsecond apart at least.
SELECT count(DISTINCT timeid_extract_node(id)) AS "timeid: nodes", max(timeid_extract_node(id)) < 32 AS best_effort,
    count(DISTINCT id::timestamptz) = count(*) AS apart FROM timeid_new;
SET ulidkit.timeid_node = 1023;
SELECT timeid_extract_node(timeid_generate()) AS "timeid: node", timeid_extract_node(timeid_generate('2025-01-01Z')) AS "at a time",
    timeid_generate() < timeid_generate() AS ordered;
SET ulidkit.timeid_node = -1;

-- tbsl: sequenced, the suffix begins with 1, once the clock has passed the time that the generators of a new server
-- start from. A machine below the last id's does not make an id below it.
DO 'BEGIN PERFORM pg_sleep_for(max_lead() + interval ''0.1 s''); END';
SELECT bool_and(first = 1) AS "tbsl: first is 1", bool_and(last = ids) AS steps_of_1
FROM (SELECT min(tbsl_extract_suffix(id)) AS first, max(tbsl_extract_suffix(id)) AS last, count(*) AS ids
    FROM (SELECT tbsl_generate_sequenced() AS id FROM generate_series(1, 10000)) AS r GROUP BY id::timestamptz) AS s;
SET ulidkit.tbsl_machine = 99;
SELECT tbsl_extract_machine(tbsl_generate()) AS "tbsl: machine", tbsl_extract_machine(tbsl_generate('2025-01-01Z')) AS "at a time";
CREATE FUNCTION on_machine(machine integer) RETURNS tbsl LANGUAGE sql AS $$
    SELECT set_config('ulidkit.tbsl_machine', machine::text, true);
    SELECT tbsl_generate();
$$;
SELECT bool_and(id > before) AS "tbsl: ordered"
FROM (SELECT id, lag(id) OVER (ORDER BY i) AS before
    FROM (SELECT i, on_machine(i * 37 % 100) AS id FROM generate_series(1, 5000) AS i) AS r) AS s;
SET ulidkit.tbsl_machine = -1;

-- With no id left at the present time, to wait is the default. A step of up to 2^24 does not fit into 20 bits.
SET ulidkit.ulidflake_step_bytes = 3;
SELECT count(DISTINCT ulidflake_generate()) AS "ids, waiting" FROM generate_series(1, 50);
-- An error has a code of its own, so that a client can tell it from a clock that is wrong, and is counted.
SET ulidkit.on_overflow = 'error';
SELECT refusals AS before FROM ulidkit_generators() WHERE kind = 'ulidflake' \gset
SELECT report_of('SELECT count(DISTINCT ulidflake_generate()) FROM generate_series(1, 50)') AS "ids, not waiting"
FROM generate_series(1, 2);
SELECT refusals - :before AS refusals, overflow_waits > 0 AS waited, time_waited > interval '0 s' AS some_time
FROM ulidkit_generators() WHERE kind = 'ulidflake';
-- After the error, the next millisecond goes on.
SELECT pg_sleep(0.002) \g /dev/null
SELECT ulidflake_generate()::timestamptz > now() - interval '1 minute' AS goes_on;
SET ulidkit.ulidflake_step_bytes = 1;
SET ulidkit.on_overflow = 'wait';

-- Compiled just in time, where the server can do that, and the functions are inlined.
SET jit = on;
SET jit_above_cost = 0;
SET jit_inline_above_cost = 0;
SET jit_optimize_above_cost = 0;
SELECT plan_of('SELECT ulid_generate()', 'COSTS') ~ 'JIT:' = pg_jit_available() AS "compiled, if it can be";
SELECT * FROM facts(ARRAY[
    ['compiled', '100, of a time 100, above the least t', $$
    SELECT format('%s, of a time %s, above the least %s', count(DISTINCT id), count(DISTINCT past),
        bool_and(KIND_min(past::timestamptz) <= past))
    FROM (SELECT KIND_generate() AS id, KIND_generate(timestamptz '2024-06-01Z' + i * interval '1 s') AS past
        FROM generate_series(1, 100) AS i) AS made$$]]);
SELECT count(DISTINCT ulid_generate_random()) AS "compiled: random",
    count(DISTINCT uuidv7_generate(now())) AS uuidv7 FROM generate_series(1, 100);

DROP SCHEMA :test CASCADE;
