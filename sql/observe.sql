-- K_observe(): the next id of this server is above an id of another server that it was told of.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/observe.sql

-- What can be observed.
SELECT kind, type, kind IN (SELECT kind FROM kinds) AS has_type FROM observed ORDER BY oid;
SELECT kind AS "not observed" FROM kinds LEFT JOIN observed AS o USING (kind) WHERE o.oid IS NULL;
-- In a new server some generators begin ahead of the clock: wait for it.
SELECT * FROM facts(ARRAY[
    ['generated', 'true', $$SELECT KIND_generate() IS NOT NULL$$]], 'each_observed');
DO 'BEGIN PERFORM pg_sleep_for(greatest(least(max(clock_lead), interval ''2 s''), interval ''0 s'')) '
    'FROM ulidkit_generators(); END';

-- The next id is above the observed one, and of a later time: that of the next unit.
SELECT * FROM facts(ARRAY[
    ['the next is above', 'observed: t, 0 next not above, 0 as early, 0 limits wrong', $$
    CREATE TABLE KIND_seen (id TYPE, not_before timestamptz, newest TYPE, next TYPE);
    DO $do$
    DECLARE
        seen KIND_seen;
    BEGIN
        -- With a long unit, the next id waits for it.
        FOR i IN 1 .. CASE WHEN unit_of('KIND') < '10 ms' THEN 50 ELSE 5 END LOOP
            seen.id := KIND_generate(time_after((1 + i % 3) * interval '1 ms', 'KIND'));
            PERFORM KIND_observe(seen.id);
            SELECT g.not_before, g.newest INTO seen.not_before, seen.newest FROM ulidkit_generators() AS g WHERE kind = 'KIND';
            seen.next := KIND_generate();
            INSERT INTO KIND_seen SELECT seen.*;
        END LOOP;
    END
    $do$;
    -- Unless other sessions generate meanwhile, there is none that is not above the newest.
    SELECT format('observed: %s, %s next not above, %s as early, %s limits wrong', count(*) >= 5,
        count(*) FILTER (WHERE next <= id),
        count(*) FILTER (WHERE KIND_extract_timestamp(next) <= KIND_extract_timestamp(id)),
        count(*) FILTER (WHERE id > newest AND not_before <> KIND_extract_timestamp(id) + unit))
    FROM KIND_seen, observed WHERE kind = 'KIND'$$],
    -- What is not above the newest changes nothing.
    ['not above the newest', 'unchanged, 0 conflicts more', $$
    CREATE TABLE KIND_state AS SELECT 0 AS n, not_before, node_conflicts FROM ulidkit_generators() WHERE kind = 'KIND';
    SELECT KIND_generate();
    SELECT KIND_observe(id) FROM KIND_seen;
    SELECT KIND_observe(KIND_generate(clock_timestamp() - i * interval '1 hour')) FROM generate_series(1, 20) AS i;
    SELECT KIND_observe(newest::TYPE) FROM ulidkit_generators() WHERE kind = 'KIND';
    SELECT KIND_observe(NULL);
    SELECT KIND_observe(KIND_min('-infinity'));
    INSERT INTO KIND_state SELECT 1, not_before, node_conflicts FROM ulidkit_generators() WHERE kind = 'KIND';
    SELECT format('%s, %s conflicts more', CASE WHEN count(DISTINCT not_before) = 1 THEN 'unchanged' ELSE 'moved' END,
        max(node_conflicts) - min(node_conflicts)) FROM KIND_state$$],
    -- The lowest and the highest id of a time. A uuid of version 7 has fixed bits.
    ['the ends of a time', '10 of 10', $$
    CREATE FUNCTION KIND_end(id TYPE, variant text) RETURNS TYPE LANGUAGE sql
        RETURN CASE WHEN 'KIND' = 'uuidv7' THEN overlay(overlay(id::text PLACING '7' FROM 15) PLACING variant FROM 20)
            ELSE id::text END::TYPE;
    SELECT format('%s of %s', count(*) FILTER (WHERE above), count(*)) FROM (
        SELECT (SELECT KIND_generate() > id FROM (SELECT KIND_observe(id) OFFSET 0) AS o) AS above
        FROM generate_series(1, 5),
            LATERAL (SELECT KIND_extract_timestamp(KIND_at_or_before(time_after(interval '2 ms', 'KIND'))) AS t OFFSET 0) AS t,
            LATERAL (VALUES (KIND_end(KIND_min(t), '8')), (KIND_end(KIND_max(t), 'b'))) AS v (id)) AS s$$],
    -- Nothing changes if the id is too far ahead: by an hour, or at the end of the kind's range.
    ['too far ahead',
    '22008 / observed KIND is ahead of the system clock by N seconds / '
        'An observed ID can be ahead of the system clock by at most "ulidkit.max_clock_lead". / '
        'Correct the system clock of this server, or of the server that generated the ID.', $$
    SELECT report_of('SELECT KIND_observe(KIND_generate(clock_timestamp() + interval ''1 hour''))')$$],
    ['the last id of all', '22008 t t', $$
    SELECT concat_ws(' ', (error_of(command)).state, not_before('KIND') < clock_timestamp() + interval '1 second',
        KIND_extract_timestamp(KIND_generate()) < clock_timestamp() + interval '1 second')
    FROM (SELECT format('SELECT KIND_observe(%L)', KIND_end(KIND_max('infinity'), 'b')) AS command) AS c$$]], 'each_observed');
DO $$
DECLARE
    behind float;
BEGIN
    PERFORM ulid_observe(ulid_min(clock_timestamp() + interval '1 hour'));
EXCEPTION WHEN datetime_field_overflow THEN
    behind := substring(SQLERRM FROM '([0-9.]+) seconds');
    IF behind NOT BETWEEN 3590 AND 3600.001 THEN
        RAISE 'by % seconds', behind;
    END IF;
END
$$;
-- What is observed stays so if the transaction is rolled back, and an error is like any other in a function.
SELECT ulid_generate(time_after('20 ms', 'ulid')) AS later \gset
BEGIN;
SELECT ulid_observe(:'later') \g /dev/null
ROLLBACK;
SELECT ulid_generate() > :'later' AS "above, rolled back";
CREATE FUNCTION observes(id ulid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM ulid_observe(id);
    RETURN true;
EXCEPTION WHEN datetime_field_overflow THEN
    RETURN false;
END
$$;
SELECT ahead, observes(id) = (ahead < '1 hour') AS right, (ulid_generate() > id) = (ahead < '1 hour') AS as_well
FROM unnest('{10 ms,1 hour,30 ms,1 hour}'::interval[]) AS ahead,
    LATERAL (SELECT ulid_generate(time_after(ahead, 'ulid')) AS id OFFSET 0) AS i;

-- UUIDs that are not of version 7 have no time, and are ignored.
SELECT not_before('uuidv7') AS before \gset
SELECT count(uuidv7_observe(gen_random_uuid())) AS "random UUIDs" FROM generate_series(1, 1000);
SELECT count(uuidv7_observe(
    overlay(uuidv7_generate(clock_timestamp() + interval '1 hour')::text PLACING version FROM 15 FOR 1)::uuid)) AS "other versions"
FROM unnest('{0,1,2,3,4,5,6,8,9,a,b,c,d,e,f}'::text[]) AS version;
SELECT count(uuidv7_observe(
    overlay(uuidv7_generate(clock_timestamp() + interval '1 hour')::text PLACING variant FROM 20 FOR 1)::uuid)) AS "other variants"
FROM unnest('{0,7,c,f}'::text[]) AS variant;
SELECT uuidv7_observe(uuidv7_max('infinity')), uuidv7_observe(uuidv7_min('-infinity')) \g /dev/null
SELECT not_before('uuidv7') = :'before' AS "unchanged by UUIDs without a time";
-- A ulid can be a uuid of a domain, and of a domain on it.
CREATE DOMAIN code AS ulid CHECK (VALUE > ulid_min('2025-01-01Z'));
CREATE DOMAIN special_code AS code;
CREATE DOMAIN key AS uuid;
SELECT ulid_observe(id::special_code) AS "of a domain of ulid", ulid_generate() > id AS above
FROM (SELECT ulid_generate(time_after('5 ms', 'ulid')) AS id OFFSET 0) AS s;
SELECT uuidv7_observe(id::key) AS "of a domain of uuid", uuidv7_generate() > id AS above
FROM (SELECT uuidv7_generate(time_after('5 ms', 'uuidv7')) AS id OFFSET 0) AS s;

-- In parallel workers.
CREATE TABLE many AS SELECT ulid_generate(time_after(i * interval '1 us', 'ulid')) AS id FROM generate_series(1, 20000) AS i;
ALTER TABLE many SET (parallel_workers = 2);
BEGIN;
SET LOCAL parallel_setup_cost = 0;
SET LOCAL parallel_tuple_cost = 0;
SET LOCAL min_parallel_table_scan_size = 0;
SET LOCAL parallel_leader_participation = off;
EXPLAIN (COSTS OFF, VERBOSE) SELECT ulid_observe(id) FROM many;
CREATE TABLE done AS SELECT count(*) FROM (SELECT ulid_observe(id)::text FROM many OFFSET 0) AS s;
SELECT count AS "in parallel", ulid_generate() > (SELECT max(id) FROM many) AS above FROM done;
COMMIT;

-- Other tests find the generators not ahead of the clock.
DO 'BEGIN PERFORM pg_sleep_for(greatest(least(max(clock_lead), interval ''2 s''), interval ''0 s'')) '
    'FROM ulidkit_generators(); END';
DROP SCHEMA :test CASCADE;
