-- The trigger ulidkit_observe(): what is generated after a statement is above the ids in its rows, which are as
-- they would be without it.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/observe.sql

-- In a new server some generators begin ahead of the clock: wait for it.
SELECT * FROM facts(ARRAY[
    ['generated', 'true', $$SELECT KIND_generate() IS NOT NULL$$]], 'each_observed');
DO 'BEGIN PERFORM pg_sleep_for(greatest(least(max(clock_lead), interval ''2 s''), interval ''0 s'')) '
    'FROM ulidkit_generators(); END';

-- With every event and time. ID is an id that is above all that are known here.
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
SELECT * FROM facts(ARRAY[
    ['writes', '16 of 16 observed, 6 rows, 7 ids', $$
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
        (SELECT count(DISTINCT i) FROM KIND_row, unnest(ARRAY[id, other]) AS i)) FROM KIND_result$$]], 'each_observed');
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
SELECT fires('origin') AS "enabled: origin", fires('replica') AS replica;
ALTER TABLE ulid_row ENABLE ALWAYS TRIGGER observe;
SELECT fires('origin') AS "always: origin", fires('replica') AS replica;
ALTER TABLE ulid_row ENABLE REPLICA TRIGGER observe;
SELECT fires('origin') AS "replica: origin", fires('replica') AS replica;
ALTER TABLE ulid_row DISABLE TRIGGER observe;
SELECT fires('origin') AS "disabled: origin", fires('replica') AS replica;
-- Columns of domains and of uuid, and generated ones, which have no value yet before the row is stored.
CREATE DOMAIN code AS ulid CHECK (VALUE > ulid_min('2025-01-01Z'));
CREATE DOMAIN special_code AS code;
CREATE DOMAIN key AS uuid;
CREATE TABLE mixed (u uuid, c special_code, k key, "The id" timeid, g ulid GENERATED ALWAYS AS (u::ulid) STORED);
CREATE TRIGGER observe BEFORE INSERT ON mixed FOR EACH ROW EXECUTE FUNCTION ulidkit_observe('u', 'c', 'k', 'The id', 'k');
SELECT command, is_observed(kind, command) FROM (VALUES ('ulid', 'INSERT INTO mixed (c) VALUES (ID)'),
    ('uuidv7', 'INSERT INTO mixed (u) VALUES (ID)'), ('uuidv7', 'INSERT INTO mixed (k) VALUES (ID)'),
    ('timeid', 'INSERT INTO mixed VALUES (NULL, NULL, gen_random_uuid(), ID)')) AS c (kind, command);
CREATE FUNCTION moves_ulid() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    before CONSTANT timestamptz := not_before('ulid');
BEGIN
    INSERT INTO mixed (u) VALUES (ulid_generate(time_after('5 ms', 'ulid')));
    RETURN not_before('ulid') > before;
END
$$;
CREATE TRIGGER observe_g BEFORE INSERT ON mixed FOR EACH ROW EXECUTE FUNCTION ulidkit_observe('g');
SELECT moves_ulid() AS "a generated column, before";
CREATE OR REPLACE TRIGGER observe_g AFTER INSERT ON mixed FOR EACH ROW EXECUTE FUNCTION ulidkit_observe('g');
SELECT moves_ulid() AS "a generated column, after";
-- At the end of the transaction.
CREATE TABLE deferred (id ulid);
CREATE CONSTRAINT TRIGGER observe AFTER INSERT ON deferred DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION ulidkit_observe('id');
BEGIN;
INSERT INTO deferred SELECT ulid_generate(time_after('30 ms', 'ulid')) RETURNING id AS later \gset
SELECT not_before('ulid') > (:'later'::ulid)::timestamptz AS "observed before the end";
COMMIT;
SELECT not_before('ulid') > (:'later'::ulid)::timestamptz AS "observed at the end", ulid_generate() > :'later' AS above;
-- Partitions, whose columns are in another order, and rows that move between them.
CREATE TABLE parted (n integer, note text, id scru160) PARTITION BY LIST (n);
CREATE TABLE part_1 PARTITION OF parted FOR VALUES IN (1);
CREATE TABLE part_2 (gone integer, id scru160, also_gone text, note text, n integer);
ALTER TABLE part_2 DROP gone, DROP also_gone;
ALTER TABLE parted ATTACH PARTITION part_2 FOR VALUES IN (2);
CREATE TRIGGER observe BEFORE INSERT OR UPDATE ON parted FOR EACH ROW EXECUTE FUNCTION ulidkit_observe('id');
SELECT command, is_observed('scru160', command) FROM unnest(ARRAY[
    'INSERT INTO parted VALUES (1, ''one'', scru160_min(''2025-01-01Z'')), (2, ''two'', ID), (1, ''three'', NULL)',
    'INSERT INTO part_2 (n, id) VALUES (2, ID)', 'UPDATE parted SET id = ID WHERE n = 2',
    'UPDATE parted SET n = 2, id = ID WHERE n = 1']) AS command;
SELECT n AS part, count(*) AS rows, count(id) AS ids, string_agg(note, ' ' ORDER BY note) AS notes FROM parted GROUP BY n;

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
SELECT count(*) AS "rows of it", count(id) AS ids, count(n) AS numbers FROM failing;
SELECT report_of('SELECT ulidkit_observe()') AS "no trigger";
-- The name is that of the column at the time when a row is written.
CREATE TRIGGER observe BEFORE INSERT ON failing FOR EACH ROW EXECUTE FUNCTION ulidkit_observe(id);
ALTER TABLE failing RENAME id TO key;
SELECT report_of('INSERT INTO failing DEFAULT VALUES') AS "renamed";
ALTER TABLE failing RENAME other TO id;
SELECT report_of('INSERT INTO failing DEFAULT VALUES') AS "another column of the name";
ALTER TABLE failing DROP id CASCADE;
SELECT report_of('INSERT INTO failing DEFAULT VALUES') AS "dropped";
ALTER TABLE failing RENAME key TO id;
SELECT is_observed('ulid', 'INSERT INTO failing VALUES (ID)') AS "named again";
-- Whatever the search path.
SELECT ulid_generate(time_after('20 ms', 'ulid')) AS later \gset
BEGIN;
SET LOCAL search_path = '';
INSERT INTO :test.failing VALUES (:'later');
SELECT public.ulid_generate() > :'later' AS "above, without a search path";
COMMIT;

-- Only those observe to whom it is granted. Whoever creates the trigger needs the privilege, not whoever fires it.
CREATE ROLE regress_ulidkit_user;
CREATE ROLE regress_ulidkit_writer;
CREATE TABLE theirs (id ulid);
GRANT USAGE, CREATE ON SCHEMA :test TO regress_ulidkit_user;
GRANT USAGE ON SCHEMA :test TO regress_ulidkit_writer;
GRANT SELECT ON observed TO regress_ulidkit_user;
ALTER TABLE theirs OWNER TO regress_ulidkit_user;
BEGIN;
SET LOCAL ROLE regress_ulidkit_user;
SELECT * FROM facts(ARRAY[
    ['not granted',
    '42501 / permission denied for function KIND_observe', $$
    SELECT report_of('SELECT KIND_observe(KIND_generate())')$$]], 'each_observed');
SELECT report_of('CREATE TRIGGER observe BEFORE INSERT ON theirs FOR EACH ROW EXECUTE FUNCTION ulidkit_observe(id)')
    AS "creating a trigger";
ROLLBACK;
BEGIN;
GRANT EXECUTE ON FUNCTION ulid_observe(ulid), ulidkit_observe() TO regress_ulidkit_user;
SET LOCAL ROLE regress_ulidkit_user;
SELECT report_of('SELECT ulid_observe(''01ARZ3NDEKTSV4RRFFQ69G5FAV'')') AS granted;
CREATE TRIGGER observe BEFORE INSERT ON theirs FOR EACH ROW EXECUTE FUNCTION ulidkit_observe(id);
GRANT INSERT ON theirs TO regress_ulidkit_writer;
RESET ROLE;
SELECT ulid_generate(time_after('20 ms', 'ulid')) AS later \gset
SET LOCAL ROLE regress_ulidkit_writer;
INSERT INTO theirs VALUES (:'later');
SELECT ulid_generate() > :'later' AS "above, by a writer without the privilege";
ROLLBACK;

-- Other tests find the generators not ahead of the clock.
DO 'BEGIN PERFORM pg_sleep_for(greatest(least(max(clock_lead), interval ''2 s''), interval ''0 s'')) '
    'FROM ulidkit_generators(); END';
DROP SCHEMA :test CASCADE;
DROP ROLE regress_ulidkit_user, regress_ulidkit_writer;
