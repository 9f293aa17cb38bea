-- Observing ids of other servers: the next one of this server is above them.
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
-- Most ids here are made on this server for a later time, and are taken for those of another server, with a warning.
SET client_min_messages = error;

-- The length of a kind's unit of time.
CREATE FUNCTION unit_of(kind text) RETURNS interval LANGUAGE plpgsql AS $$
DECLARE
    unit interval;
BEGIN
    EXECUTE replace('SELECT KIND_extract_timestamp(KIND_after(t)) - KIND_extract_timestamp(KIND_at_or_before(t))
        FROM (SELECT timestamptz ''2025-01-01Z'' AS t) AS s', 'KIND', kind) INTO unit;
    RETURN unit;
END
$$;
-- All that can be observed: the kinds and the types of their ids, and their units.
CREATE TABLE observed AS
    SELECT regexp_replace(p.proname, '_observe$', '') AS kind, p.proargtypes[0]::regtype::text AS type, p.oid,
        unit_of(regexp_replace(p.proname, '_observe$', '')) AS unit
    FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
    JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'ulidkit'
    WHERE p.proname LIKE '%\_observe' AND p.pronargs = 1;
SELECT kind, type, kind IN (SELECT kind FROM kinds) AS has_type FROM observed ORDER BY oid;
SELECT count(*) = count(o.oid) AS all_kinds FROM kinds LEFT JOIN observed AS o USING (kind);
-- Runs `query` for each of them, with its name in the place of KIND and the type in the place of TYPE, and returns the
-- result or the error.
CREATE FUNCTION each_observed(query text) RETURNS TABLE (kind text, answer text) LANGUAGE plpgsql AS $$
DECLARE
    o observed;
BEGIN
    FOR o IN SELECT * FROM observed ORDER BY oid LOOP
        kind := o.kind;
        BEGIN
            EXECUTE replace(replace(query, 'KIND', o.kind), 'TYPE', o.type) INTO answer;
        EXCEPTION WHEN OTHERS THEN
            answer := format('ERROR %s: %s', SQLSTATE, SQLERRM);
        END;
        RETURN NEXT;
    END LOOP;
END
$$;
-- A time so much later than all that is known here, which is within the second that is allowed: only kinds with a long
-- unit have to wait for that.
CREATE FUNCTION time_after(ahead interval, of_kind text) RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    known timestamptz;
BEGIN
    SELECT greatest(newest_time + unit_of(kind), not_before) INTO known FROM ulidkit_generators() WHERE kind = of_kind;
    IF known > clock_timestamp() + interval '0.9 s' THEN
        PERFORM pg_sleep_until(known - interval '0.9 s');
    END IF;
    RETURN greatest(clock_timestamp(), known) + ahead;
END
$$;
CREATE FUNCTION not_before(of_kind text) RETURNS timestamptz LANGUAGE sql VOLATILE
    RETURN (SELECT not_before FROM ulidkit_generators() WHERE kind = of_kind);
-- The error of a command, with its hint, without the digits of seconds.
CREATE FUNCTION report_of(command text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    detail text;
    hint text;
BEGIN
    EXECUTE command;
    RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(' / ', SQLSTATE, regexp_replace(SQLERRM, '[0-9]+\.[0-9]{6} seconds', 'N seconds'),
        nullif(detail, ''), nullif(hint, ''));
END
$$;

-- In a new server some generators begin ahead of the clock: wait for it.
SELECT * FROM each_observed($$SELECT KIND_generate() IS NOT NULL$$);
DO 'BEGIN PERFORM pg_sleep_for(greatest(least(max(clock_lead), interval ''2 s''), interval ''0 s'')) '
    'FROM ulidkit_generators(); END';

-- The next id is above the observed one, and of a later time: that of the next unit.
SELECT * FROM each_observed($$
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
    SELECT format('%s observed, %s next not above, %s as early, %s limits wrong', count(*), count(*) FILTER (WHERE next <= id),
        count(*) FILTER (WHERE KIND_extract_timestamp(next) <= KIND_extract_timestamp(id)),
        count(*) FILTER (WHERE id > newest AND not_before <> KIND_extract_timestamp(id) + unit))
    FROM KIND_seen, observed WHERE kind = 'KIND'$$);
-- What is not above the newest changes nothing.
SELECT * FROM each_observed($$
    CREATE TABLE KIND_state AS SELECT 0 AS n, not_before, node_conflicts FROM ulidkit_generators() WHERE kind = 'KIND';
    SELECT KIND_generate();
    SELECT KIND_observe(id) FROM KIND_seen;
    SELECT KIND_observe(KIND_generate(clock_timestamp() - i * interval '1 hour')) FROM generate_series(1, 20) AS i;
    SELECT KIND_observe(newest::TYPE) FROM ulidkit_generators() WHERE kind = 'KIND';
    SELECT KIND_observe(NULL);
    SELECT KIND_observe(KIND_min('-infinity'));
    INSERT INTO KIND_state SELECT 1, not_before, node_conflicts FROM ulidkit_generators() WHERE kind = 'KIND';
    SELECT format('%s, %s conflicts more', CASE WHEN count(DISTINCT not_before) = 1 THEN 'unchanged' ELSE 'moved' END,
        max(node_conflicts) - min(node_conflicts)) FROM KIND_state$$);
-- The lowest and the highest id of a time. A uuid of version 7 has fixed bits.
SELECT * FROM each_observed($$
    CREATE FUNCTION KIND_end(id TYPE, variant text) RETURNS TYPE LANGUAGE sql
        RETURN CASE WHEN 'KIND' = 'uuidv7' THEN overlay(overlay(id::text PLACING '7' FROM 15) PLACING variant FROM 20)
            ELSE id::text END::TYPE;
    SELECT format('%s of %s', count(*) FILTER (WHERE above), count(*)) FROM (
        SELECT (SELECT KIND_generate() > id FROM (SELECT KIND_observe(id) OFFSET 0) AS o) AS above
        FROM generate_series(1, 5),
            LATERAL (SELECT KIND_extract_timestamp(KIND_at_or_before(time_after(interval '2 ms', 'KIND'))) AS t OFFSET 0) AS t,
            LATERAL (VALUES (KIND_end(KIND_min(t), '8')), (KIND_end(KIND_max(t), 'b'))) AS v (id)) AS s$$);

-- Nothing changes if the id is too far ahead: by an hour, or at the end of the kind's range.
SELECT * FROM each_observed($$
    SELECT report_of('SELECT KIND_observe(KIND_generate(clock_timestamp() + interval ''1 hour''))')$$);
SELECT * FROM each_observed($$
    SELECT concat_ws(' ', (error_of(command)).state, not_before('KIND') < clock_timestamp() + interval '1 second',
        KIND_extract_timestamp(KIND_generate()) < clock_timestamp() + interval '1 second')
    FROM (SELECT format('SELECT KIND_observe(%L)', KIND_end(KIND_max('infinity'), 'b')) AS command) AS c$$);
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
SELECT ulid_observe(:'later');
ROLLBACK;
SELECT ulid_generate() > :'later' AS above;
CREATE FUNCTION observes(id ulid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    PERFORM ulid_observe(id);
    RETURN true;
EXCEPTION WHEN datetime_field_overflow THEN
    RETURN false;
END
$$;
SELECT observes(id) = (ahead < '1 hour') AS right, (ulid_generate() > id) = (ahead < '1 hour') AS as_well
FROM unnest('{10 ms,1 hour,30 ms,1 hour}'::interval[]) AS ahead,
    LATERAL (SELECT ulid_generate(time_after(ahead, 'ulid')) AS id OFFSET 0) AS i;

-- UUIDs that are not of version 7 have no time, and are ignored.
SELECT not_before('uuidv7') AS before \gset
SELECT count(uuidv7_observe(gen_random_uuid())) FROM generate_series(1, 1000);
SELECT count(uuidv7_observe(
    overlay(uuidv7_generate(clock_timestamp() + interval '1 hour')::text PLACING version FROM 15 FOR 1)::uuid))
FROM unnest('{0,1,2,3,4,5,6,8,9,a,b,c,d,e,f}'::text[]) AS version;
SELECT count(uuidv7_observe(
    overlay(uuidv7_generate(clock_timestamp() + interval '1 hour')::text PLACING variant FROM 20 FOR 1)::uuid))
FROM unnest('{0,7,c,f}'::text[]) AS variant;
SELECT uuidv7_observe(uuidv7_max('infinity')), uuidv7_observe(uuidv7_min('-infinity'));
SELECT not_before('uuidv7') = :'before' AS unchanged;
-- A ulid can be a uuid of a domain, and of a domain on it.
CREATE DOMAIN code AS ulid CHECK (VALUE > ulid_min('2025-01-01Z'));
CREATE DOMAIN special_code AS code;
CREATE DOMAIN key AS uuid;
SELECT ulid_observe(id::special_code), ulid_generate() > id AS above
FROM (SELECT ulid_generate(time_after('5 ms', 'ulid')) AS id OFFSET 0) AS s;
SELECT uuidv7_observe(id::key), uuidv7_generate() > id AS above
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
SELECT count, ulid_generate() > (SELECT max(id) FROM many) AS above FROM done;
COMMIT;

-- As a trigger, with every event and time: what is generated after a statement is above the ids in its rows, which are
-- as they would be without it. ID is an id that is above all that are known here.
CREATE TABLE writes (n serial, command text);
INSERT INTO writes (command) VALUES
    ('INSERT INTO KIND_row (id, note) VALUES (ID, ''first'')'),
    ('INSERT INTO KIND_row (id, other, note) SELECT KIND_min(''2025-01-01Z''), ID, ''second'''),
    ('INSERT INTO KIND_row (id, other) VALUES (ID, KIND_min(''2025-01-01Z'')), (NULL, NULL)'),
    ('UPDATE KIND_row SET id = ID WHERE note = ''first'''),
    ('UPDATE KIND_row SET other = ID, note = ''second'' WHERE note = ''first'''),
    ('INSERT INTO KIND_row (n, id) OVERRIDING SYSTEM VALUE VALUES (1, NULL) ON CONFLICT (n) DO UPDATE SET other = ID'),
    ('MERGE INTO KIND_row AS r USING (SELECT ID AS id) AS s ON r.id = s.id WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id)'),
    ('WITH w AS (INSERT INTO KIND_row (id) VALUES (ID) RETURNING n) SELECT n FROM w');
CREATE FUNCTION is_observed(of_kind text, command text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    o observed;
    id text;
    answer boolean;
BEGIN
    SELECT * INTO o FROM observed WHERE kind = of_kind;
    EXECUTE format('SELECT %I_generate(time_after(interval ''10 ms'', %1$L))', of_kind) INTO id;
    EXECUTE regexp_replace(replace(command, 'KIND', of_kind), '\mID\M', format('%L::%s', id, o.type), 'g');
    EXECUTE format('SELECT %I_generate() > %L', of_kind, id) INTO answer;
    RETURN answer;
END
$$;
SELECT * FROM each_observed($$
    CREATE TABLE KIND_row (n integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, gone text, id TYPE, note text, other TYPE);
    ALTER TABLE KIND_row DROP gone;
    CREATE TRIGGER observe BEFORE INSERT OR UPDATE ON KIND_row FOR EACH ROW EXECUTE FUNCTION ulidkit_observe('id', 'other');
    CREATE TABLE KIND_result AS SELECT n, is_observed('KIND', command) FROM writes ORDER BY n;
    CREATE OR REPLACE TRIGGER observe AFTER INSERT OR UPDATE OF id, other ON KIND_row
        FOR EACH ROW EXECUTE FUNCTION ulidkit_observe('other', 'id');
    DELETE FROM KIND_row;
    ALTER TABLE KIND_row ALTER n RESTART;
    INSERT INTO KIND_result SELECT n, is_observed('KIND', command) FROM writes ORDER BY n;
    SELECT format('%s of %s observed, %s rows, %s ids', count(*) FILTER (WHERE is_observed), count(*),
        (SELECT count(*) FROM KIND_row),
        (SELECT count(DISTINCT i) FROM KIND_row, unnest(ARRAY[id, other]) AS i)) FROM KIND_result$$);
-- When the trigger fires: the role replica is that of replicated rows.
CREATE FUNCTION fires(role text) RETURNS boolean LANGUAGE plpgsql SET session_replication_role = origin AS $$
DECLARE
    before CONSTANT timestamptz := not_before('ulid');
BEGIN
    PERFORM set_config('session_replication_role', role, true);
    INSERT INTO ulid_row (id) VALUES (ulid_generate(time_after('5 ms', 'ulid')));
    RETURN not_before('ulid') > before;
END
$$;
SELECT fires('origin') AS origin, fires('replica') AS replica;
ALTER TABLE ulid_row ENABLE ALWAYS TRIGGER observe;
SELECT fires('origin') AS origin, fires('replica') AS replica;
ALTER TABLE ulid_row ENABLE REPLICA TRIGGER observe;
SELECT fires('origin') AS origin, fires('replica') AS replica;
ALTER TABLE ulid_row DISABLE TRIGGER observe;
SELECT fires('origin') AS origin, fires('replica') AS replica;
-- Columns of domains and of uuid, and generated ones, which have no value yet before the row is stored.
CREATE TABLE mixed (u uuid, c special_code, k key, "The id" timeid, g ulid GENERATED ALWAYS AS (u::ulid) STORED);
CREATE TRIGGER observe BEFORE INSERT ON mixed FOR EACH ROW EXECUTE FUNCTION ulidkit_observe('u', 'c', 'k', 'The id', 'k');
SELECT is_observed('ulid', 'INSERT INTO mixed (c) VALUES (ID)'), is_observed('uuidv7', 'INSERT INTO mixed (u) VALUES (ID)'),
    is_observed('uuidv7', 'INSERT INTO mixed (k) VALUES (ID)'),
    is_observed('timeid', 'INSERT INTO mixed VALUES (NULL, NULL, gen_random_uuid(), ID)');
CREATE FUNCTION moves_ulid() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    before CONSTANT timestamptz := not_before('ulid');
BEGIN
    INSERT INTO mixed (u) VALUES (ulid_generate(time_after('5 ms', 'ulid')));
    RETURN not_before('ulid') > before;
END
$$;
CREATE TRIGGER observe_g BEFORE INSERT ON mixed FOR EACH ROW EXECUTE FUNCTION ulidkit_observe('g');
SELECT moves_ulid();
CREATE OR REPLACE TRIGGER observe_g AFTER INSERT ON mixed FOR EACH ROW EXECUTE FUNCTION ulidkit_observe('g');
SELECT moves_ulid();
-- At the end of the transaction.
CREATE TABLE deferred (id ulid);
CREATE CONSTRAINT TRIGGER observe AFTER INSERT ON deferred DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION ulidkit_observe('id');
BEGIN;
INSERT INTO deferred SELECT ulid_generate(time_after('30 ms', 'ulid')) RETURNING id AS later \gset
SELECT not_before('ulid') > (:'later'::ulid)::timestamptz AS observed;
COMMIT;
SELECT not_before('ulid') > (:'later'::ulid)::timestamptz AS observed, ulid_generate() > :'later' AS above;
-- Partitions, whose columns are in another order, and rows that move between them.
CREATE TABLE parted (n integer, note text, id scru160) PARTITION BY LIST (n);
CREATE TABLE part_1 PARTITION OF parted FOR VALUES IN (1);
CREATE TABLE part_2 (gone integer, id scru160, also_gone text, note text, n integer);
ALTER TABLE part_2 DROP gone, DROP also_gone;
ALTER TABLE parted ATTACH PARTITION part_2 FOR VALUES IN (2);
CREATE TRIGGER observe BEFORE INSERT OR UPDATE ON parted FOR EACH ROW EXECUTE FUNCTION ulidkit_observe('id');
SELECT is_observed('scru160',
    'INSERT INTO parted VALUES (1, ''one'', scru160_min(''2025-01-01Z'')), (2, ''two'', ID), (1, ''three'', NULL)'),
    is_observed('scru160', 'INSERT INTO part_2 (n, id) VALUES (2, ID)'),
    is_observed('scru160', 'UPDATE parted SET id = ID WHERE n = 2'),
    is_observed('scru160', 'UPDATE parted SET n = 2, id = ID WHERE n = 1');
SELECT n, count(*), count(id), string_agg(note, ' ' ORDER BY note) FROM parted GROUP BY n;

-- What is no row trigger for INSERT or UPDATE, and what are no columns of ids.
CREATE TABLE failing (id ulid, n integer, "8" bigint, list ulid[], other text);
CREATE VIEW view_of_it AS SELECT * FROM failing;
CREATE DOMAIN number AS bigint;
CREATE TYPE timeid AS ENUM ('same name');
ALTER TABLE failing ADD number number, ADD timeid timeid;
INSERT INTO failing DEFAULT VALUES;
SELECT definition, report_of(format('CREATE TRIGGER t %s; %s', definition, command)) AS report
FROM (VALUES
    ('AFTER INSERT ON failing EXECUTE FUNCTION ulidkit_observe(id)', 'INSERT INTO failing DEFAULT VALUES'),
    ('BEFORE UPDATE ON failing EXECUTE FUNCTION ulidkit_observe(id)', 'UPDATE failing SET n = 1'),
    ('BEFORE DELETE ON failing FOR EACH ROW EXECUTE FUNCTION ulidkit_observe(id)', 'DELETE FROM failing'),
    ('AFTER DELETE ON failing FOR EACH ROW EXECUTE FUNCTION ulidkit_observe(id)', 'DELETE FROM failing'),
    ('BEFORE TRUNCATE ON failing EXECUTE FUNCTION ulidkit_observe(id)', 'TRUNCATE failing'),
    ('INSTEAD OF INSERT ON view_of_it FOR EACH ROW EXECUTE FUNCTION ulidkit_observe(id)', 'INSERT INTO view_of_it DEFAULT VALUES'),
    ('INSTEAD OF UPDATE ON view_of_it FOR EACH ROW EXECUTE FUNCTION ulidkit_observe(id)', 'UPDATE view_of_it SET n = 1'),
    ('BEFORE INSERT ON failing FOR EACH ROW EXECUTE FUNCTION ulidkit_observe()', 'INSERT INTO failing DEFAULT VALUES'),
    ('BEFORE INSERT ON failing FOR EACH ROW EXECUTE FUNCTION ulidkit_observe(id, ''ID'')', 'INSERT INTO failing DEFAULT VALUES'),
    ('BEFORE INSERT ON failing FOR EACH ROW EXECUTE FUNCTION ulidkit_observe('''')', 'INSERT INTO failing DEFAULT VALUES'),
    ('BEFORE INSERT ON failing FOR EACH ROW EXECUTE FUNCTION ulidkit_observe(ctid)', 'INSERT INTO failing DEFAULT VALUES'),
    ('BEFORE INSERT ON failing FOR EACH ROW EXECUTE FUNCTION ulidkit_observe(n)', 'INSERT INTO failing DEFAULT VALUES'),
    ('AFTER INSERT ON failing FOR EACH ROW EXECUTE FUNCTION ulidkit_observe(8)', 'INSERT INTO failing DEFAULT VALUES'),
    ('AFTER UPDATE ON failing FOR EACH ROW EXECUTE FUNCTION ulidkit_observe(list)', 'UPDATE failing SET n = 1'),
    ('AFTER UPDATE ON failing FOR EACH ROW EXECUTE FUNCTION ulidkit_observe(number)', 'UPDATE failing SET n = 1'),
    ('BEFORE UPDATE ON failing FOR EACH ROW EXECUTE FUNCTION ulidkit_observe(timeid)', 'UPDATE failing SET n = 1'),
    ('BEFORE UPDATE ON failing FOR EACH ROW EXECUTE FUNCTION ulidkit_observe(id)',
        'UPDATE failing SET id = ulid_generate(clock_timestamp() + interval ''1 hour'')')
    ) AS v (definition, command);
SELECT count(*), count(id), count(n) FROM failing;
SELECT report_of('SELECT ulidkit_observe()');
-- The name is that of the column at the time when a row is written.
CREATE TRIGGER observe BEFORE INSERT ON failing FOR EACH ROW EXECUTE FUNCTION ulidkit_observe(id);
ALTER TABLE failing RENAME id TO key;
SELECT report_of('INSERT INTO failing DEFAULT VALUES');
ALTER TABLE failing RENAME other TO id;
SELECT report_of('INSERT INTO failing DEFAULT VALUES');
ALTER TABLE failing DROP id CASCADE;
SELECT report_of('INSERT INTO failing DEFAULT VALUES');
ALTER TABLE failing RENAME key TO id;
SELECT is_observed('ulid', 'INSERT INTO failing VALUES (ID)');
-- Whatever the search path.
SELECT ulid_generate(time_after('20 ms', 'ulid')) AS later \gset
BEGIN;
SET LOCAL search_path = '';
INSERT INTO observe.failing VALUES (:'later');
SELECT public.ulid_generate() > :'later' AS above;
COMMIT;

-- Only those observe to whom it is granted. Whoever creates the trigger needs the privilege, not whoever fires it.
CREATE ROLE regress_ulidkit_user;
CREATE ROLE regress_ulidkit_writer;
CREATE TABLE theirs (id ulid);
GRANT USAGE, CREATE ON SCHEMA observe TO regress_ulidkit_user;
GRANT USAGE ON SCHEMA observe TO regress_ulidkit_writer;
GRANT SELECT ON observed TO regress_ulidkit_user;
ALTER TABLE theirs OWNER TO regress_ulidkit_user;
BEGIN;
SET LOCAL ROLE regress_ulidkit_user;
SELECT * FROM each_observed($$SELECT report_of('SELECT KIND_observe(KIND_generate())')$$);
SELECT report_of('CREATE TRIGGER observe BEFORE INSERT ON theirs FOR EACH ROW EXECUTE FUNCTION ulidkit_observe(id)');
ROLLBACK;
BEGIN;
GRANT EXECUTE ON FUNCTION ulid_observe(ulid), ulidkit_observe() TO regress_ulidkit_user;
SET LOCAL ROLE regress_ulidkit_user;
SELECT ulid_observe('01ARZ3NDEKTSV4RRFFQ69G5FAV');
CREATE TRIGGER observe BEFORE INSERT ON theirs FOR EACH ROW EXECUTE FUNCTION ulidkit_observe(id);
GRANT INSERT ON theirs TO regress_ulidkit_writer;
RESET ROLE;
SELECT ulid_generate(time_after('20 ms', 'ulid')) AS later \gset
SET LOCAL ROLE regress_ulidkit_writer;
INSERT INTO theirs VALUES (:'later');
SELECT ulid_generate() > :'later' AS above;
ROLLBACK;

-- Other tests find the generators not ahead of the clock.
DO 'BEGIN PERFORM pg_sleep_for(greatest(least(max(clock_lead), interval ''2 s''), interval ''0 s'')) '
    'FROM ulidkit_generators(); END';
DROP SCHEMA :test CASCADE;
DROP ROLE regress_ulidkit_user, regress_ulidkit_writer;
