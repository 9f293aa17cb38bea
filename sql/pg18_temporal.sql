-- Temporal keys, which servers from 18 on have: primary keys and unique constraints WITHOUT OVERLAPS,
-- and foreign keys to them.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
SET datestyle = ISO;

-- Statements with KIND for the type, and #n for one of its ids. Each answers with a value, or with its error.
CREATE TABLE asked (n integer GENERATED ALWAYS AS IDENTITY, statement text);
CREATE TABLE answered (kind text, n integer, answer text);
CREATE FUNCTION ask(kind text, functions text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    ids text[];
    a asked;
    answer text;
    state text;
BEGIN
    EXECUTE format('SELECT array_agg(%I(''2025-01-01Z''::timestamptz + n * interval ''1 day'') ORDER BY n) '
        'FROM generate_series(1, 8) AS n', functions || '_min') INTO ids;
    FOR a IN SELECT * FROM asked ORDER BY n LOOP
        answer := NULL;
        FOR i IN 1 .. cardinality(ids) LOOP
            a.statement := replace(a.statement, '#' || i, ids[i]);
        END LOOP;
        BEGIN
            SET CONSTRAINTS ALL DEFERRED;
            IF a.statement ~ '^SELECT|RETURNING' THEN
                EXECUTE replace(a.statement, 'KIND', kind) INTO answer;
            ELSE
                EXECUTE replace(a.statement, 'KIND', kind);
            END IF;
            SET CONSTRAINTS ALL IMMEDIATE;
        EXCEPTION WHEN OTHERS THEN
            GET STACKED DIAGNOSTICS answer = MESSAGE_TEXT, state = RETURNED_SQLSTATE;
            answer := state || ': ' || answer;
        END;
        FOR i IN 1 .. cardinality(ids) LOOP
            answer := replace(answer, ids[i], '#' || i);
        END LOOP;
        INSERT INTO answered VALUES (kind, a.n, regexp_replace(answer, '\m' || kind || '(?=\M|_)', 'KIND', 'g'));
    END LOOP;
END
$$;
INSERT INTO asked (statement) VALUES
    ('CREATE TABLE KIND_room (id KIND, valid_at tstzrange, name text, PRIMARY KEY (id, valid_at WITHOUT OVERLAPS))'),
    ('SELECT string_agg(pg_get_constraintdef(oid), ''; '' ORDER BY contype DESC) FROM pg_constraint '
        'WHERE conrelid = ''KIND_room''::regclass AND contype <> ''n'''),
    ('INSERT INTO KIND_room VALUES (''#1'', ''[2025-01-01, 2025-01-10)'', ''a''), '
        '(''#1'', ''[2025-01-10, 2025-01-20)'', ''b''), (''#2'', ''[2025-01-05, 2025-01-15)'', ''c'')'),
    ('INSERT INTO KIND_room VALUES (''#1'', ''[2025-01-19, 2025-01-25)'', ''d'')'),
    ('INSERT INTO KIND_room VALUES (''#1'', ''[2024-12-01, 2025-02-01)'', ''d'')'),
    ('INSERT INTO KIND_room VALUES (''#1'', ''[2025-01-20, 2025-01-25)'', ''d'') RETURNING valid_at'),
    ('INSERT INTO KIND_room VALUES (''#3'', ''(,)'', ''e''), (''#4'', ''[2025-01-01, 2025-01-02)'', ''f'')'),
    ('INSERT INTO KIND_room VALUES (''#3'', ''[2030-01-01, 2030-01-02)'')'),
    ('INSERT INTO KIND_room VALUES (''#4'', ''empty'')'),
    ('INSERT INTO KIND_room VALUES (NULL, ''[2025-01-01, 2025-01-02)'')'),
    ('INSERT INTO KIND_room VALUES (''#4'', NULL)'),
    ('INSERT INTO KIND_room VALUES (''x'', ''(,)'')'),
    ('INSERT INTO KIND_room VALUES (''#1'', ''[2025-01-01, 2025-01-02)'') ON CONFLICT DO NOTHING RETURNING id'),
    ('INSERT INTO KIND_room VALUES (''#1'', ''[2025-01-01, 2025-01-02)'') '
        'ON CONFLICT (id, valid_at) DO UPDATE SET name = ''again'''),
    ('UPDATE KIND_room SET valid_at = ''[2025-01-01, 2025-01-11)'' WHERE name = ''a'''),
    ('UPDATE KIND_room SET id = ''#1'' WHERE name = ''c'''),
    ('UPDATE KIND_room SET id = ''#5'' WHERE name = ''c'' RETURNING id'),
    ('SELECT string_agg(format(''%s %s %s'', id, valid_at, name), ''; '' ORDER BY name) FROM KIND_room'),
    ('SELECT string_agg(name, '' '') FROM KIND_room WHERE id = ''#1'' AND valid_at @> ''2025-01-12''::timestamptz'),
    ('SELECT string_agg(name, '' '' ORDER BY name) FROM KIND_room '
        'WHERE id IN (''#1'', ''#4'') AND valid_at && ''[2025-01-01, 2025-01-12)'''),
    -- Foreign keys.
    ('CREATE TABLE KIND_booking (n integer PRIMARY KEY, room KIND, valid_at tstzrange, '
        'FOREIGN KEY (room, PERIOD valid_at) REFERENCES KIND_room (id, PERIOD valid_at))'),
    ('INSERT INTO KIND_booking VALUES (1, ''#1'', ''[2025-01-02, 2025-01-03)''), (2, ''#1'', ''[2025-01-08, 2025-01-22)''), '
        '(3, NULL, ''[2025-01-08, 2025-01-22)''), (4, ''#3'', ''(,2030-01-01)'')'),
    ('INSERT INTO KIND_booking VALUES (5, ''#1'', ''[2025-01-08, 2025-01-26)'')'),
    ('INSERT INTO KIND_booking VALUES (5, ''#2'', ''[2025-01-08, 2025-01-09)'')'),
    ('INSERT INTO KIND_booking VALUES (5, ''#5'', ''[2025-01-05, 2025-01-15)'') RETURNING room'),
    ('UPDATE KIND_booking SET valid_at = ''[2025-01-05, 2025-01-16)'' WHERE n = 5'),
    ('UPDATE KIND_booking SET room = ''#4'' WHERE n = 5'),
    ('DELETE FROM KIND_room WHERE name = ''b'''),
    ('DELETE FROM KIND_room WHERE name = ''f'' RETURNING id'),
    ('UPDATE KIND_room SET valid_at = ''[2025-01-01, 2025-01-09)'' WHERE name = ''a'''),
    ('UPDATE KIND_room SET valid_at = ''[2025-01-02, 2025-01-10)'' WHERE name = ''a'' RETURNING valid_at'),
    ('UPDATE KIND_room SET id = ''#6'' WHERE name = ''c'''),
    ('DELETE FROM KIND_booking WHERE n = 5; UPDATE KIND_room SET id = ''#6'' WHERE name = ''c'' RETURNING id'),
    ('CREATE TABLE KIND_cascaded (room KIND, valid_at tstzrange, '
        'FOREIGN KEY (room, PERIOD valid_at) REFERENCES KIND_room (id, PERIOD valid_at) ON DELETE CASCADE)'),
    ('CREATE TABLE KIND_cascaded (room KIND, valid_at tstzrange, '
        'FOREIGN KEY (room, PERIOD valid_at) REFERENCES KIND_room (id, PERIOD valid_at) ON UPDATE SET NULL)'),
    ('CREATE TABLE KIND_other (room text, valid_at tstzrange, '
        'FOREIGN KEY (room, PERIOD valid_at) REFERENCES KIND_room (id, PERIOD valid_at))'),
    ('CREATE TABLE KIND_later (room KIND, valid_at tstzrange, '
        'FOREIGN KEY (room, PERIOD valid_at) REFERENCES KIND_room (id, PERIOD valid_at) DEFERRABLE INITIALLY DEFERRED)'),
    ('INSERT INTO KIND_later VALUES (''#7'', ''[2025-01-01, 2025-01-02)''); '
        'INSERT INTO KIND_room VALUES (''#7'', ''[2025-01-01, 2025-01-03)'') RETURNING id'),
    ('DELETE FROM KIND_room WHERE id = ''#7''; INSERT INTO KIND_room VALUES (''#7'', ''[2024-01-01, 2025-01-02)'') RETURNING id'),
    ('INSERT INTO KIND_later VALUES (''#7'', ''[2025-01-01, 2025-01-03)'')'),
    -- Unique constraints, multiranges, domains, and keys of existing rows.
    ('CREATE TABLE KIND_unique (n integer, id KIND, valid_at daterange, UNIQUE (id, valid_at WITHOUT OVERLAPS))'),
    ('INSERT INTO KIND_unique VALUES (1, NULL, ''(,)''), (2, NULL, ''(,)''), (3, ''#1'', NULL), '
        '(4, ''#1'', NULL), (5, ''#1'', ''[2025-01-01, 2025-02-01)'')'),
    ('INSERT INTO KIND_unique VALUES (6, ''#1'', ''[2025-01-31, 2025-02-01)'')'),
    ('CREATE DOMAIN KIND_domain AS KIND; '
        'CREATE TABLE KIND_many (id KIND_domain, valid_at tstzmultirange, PRIMARY KEY (id, valid_at WITHOUT OVERLAPS))'),
    ('INSERT INTO KIND_many VALUES (''#1'', ''{[2025-01-01, 2025-02-01), [2025-03-01, 2025-04-01)}''), '
        '(''#1'', ''{[2025-02-01, 2025-03-01)}'')'),
    ('INSERT INTO KIND_many VALUES (''#1'', ''{[2024-02-01, 2024-03-01), [2025-03-02, 2025-03-03)}'')'),
    ('CREATE TABLE KIND_filled AS SELECT * '
        'FROM (VALUES (''#1''::KIND, ''[1,5)''::int4range), (''#1'', ''[4,6)''), (''#2'', ''[4,6)'')) AS v (id, valid_at)'),
    ('ALTER TABLE KIND_filled ADD PRIMARY KEY (id, valid_at WITHOUT OVERLAPS)'),
    ('DELETE FROM KIND_filled WHERE valid_at = ''[1,5)''; ALTER TABLE KIND_filled ADD PRIMARY KEY (id, valid_at WITHOUT OVERLAPS)'),
    ('ALTER TABLE KIND_filled REPLICA IDENTITY USING INDEX KIND_filled_pkey'),
    ('CREATE TABLE KIND_alone (id KIND, PRIMARY KEY (id WITHOUT OVERLAPS))'),
    -- Partitioned tables.
    ('CREATE TABLE KIND_split (id KIND, valid_at tstzrange, PRIMARY KEY (id, valid_at WITHOUT OVERLAPS)) PARTITION BY RANGE (id)'),
    ('CREATE TABLE KIND_low PARTITION OF KIND_split FOR VALUES FROM (MINVALUE) TO (''#5''); '
        'CREATE TABLE KIND_high PARTITION OF KIND_split FOR VALUES FROM (''#5'') TO (MAXVALUE)'),
    ('INSERT INTO KIND_split SELECT r.id, valid_at FROM KIND_room AS r'),
    ('INSERT INTO KIND_split VALUES (''#1'', ''[2025-01-19, 2025-01-21)'')'),
    ('UPDATE KIND_split SET id = ''#6'' WHERE id = ''#1'' AND valid_at @> ''2025-01-05''::timestamptz'),
    ('UPDATE KIND_split SET id = ''#8'' WHERE id = ''#1'' AND valid_at @> ''2025-01-05''::timestamptz '
        'RETURNING tableoid::regclass'),
    ('CREATE TABLE KIND_of_split (id KIND, valid_at tstzrange, '
        'FOREIGN KEY (id, PERIOD valid_at) REFERENCES KIND_split (id, PERIOD valid_at)) PARTITION BY HASH (id); '
        'CREATE TABLE KIND_of_split_all PARTITION OF KIND_of_split FOR VALUES WITH (MODULUS 1, REMAINDER 0)'),
    ('INSERT INTO KIND_of_split VALUES (''#8'', ''[2025-01-03, 2025-01-04)''), (''#1'', ''[2025-01-11, 2025-01-23)'')'),
    ('INSERT INTO KIND_of_split VALUES (''#8'', ''[2025-01-03, 2025-01-11)'')'),
    ('DELETE FROM KIND_split WHERE id = ''#8'''),
    ('DELETE FROM KIND_split WHERE id = ''#3'' RETURNING id'),
    ('ALTER TABLE KIND_split DETACH PARTITION KIND_high; INSERT INTO KIND_high VALUES (''#8'', ''[2025-01-03, 2025-01-04)'')'),
    ('CREATE TABLE KIND_by_time (id KIND, valid_at tstzrange, PRIMARY KEY (id, valid_at WITHOUT OVERLAPS)) '
        'PARTITION BY RANGE (valid_at)');
SELECT ask(kind, kind) FROM (SELECT * FROM kinds ORDER BY oid) AS k \g /dev/null
SELECT a.statement, coalesce(b.answer, 'done') AS answer, count(*) = (SELECT count(*) FROM kinds) AS all_kinds
FROM asked AS a JOIN answered AS b USING (n) GROUP BY n, a.statement, b.answer ORDER BY n, 2;
-- The key's index leads to the row of an id at a time.
SET enable_seqscan = off;
CREATE FUNCTION plan_as_json(query text) RETURNS json LANGUAGE plpgsql AS $$
DECLARE plan json;
BEGIN
    EXECUTE 'EXPLAIN (COSTS OFF, FORMAT json) ' || query INTO plan;
    RETURN plan -> 0 -> 'Plan';
END
$$;
SELECT * FROM facts(ARRAY[
    ['by the index', 'KIND_room_pkey: id, valid_at', $$
    SELECT format('%s: %s', plan ->> 'Index Name', (SELECT string_agg(m[1], ', ')
        FROM regexp_matches(plan ->> 'Index Cond', '(id|valid_at) \S+', 'g') AS m))
    FROM plan_as_json($q$SELECT valid_at FROM KIND_room
        WHERE id = KIND_min('2025-01-02Z') AND valid_at @> '2025-01-12Z'::timestamptz$q$) AS plan$$]]);

-- An update gives operator classes the extension's own function. Here, in the catalog of a server before 18, who
-- installed the extension has added another with its name.
BEGIN;
DROP EXTENSION ulidkit CASCADE;
CREATE ROLE regress_ulidkit_installer;
GRANT USAGE ON SCHEMA pg18_temporal TO regress_ulidkit_installer;
SELECT format('GRANT CREATE ON DATABASE %I TO regress_ulidkit_installer', current_database()) \gexec
SET ROLE regress_ulidkit_installer;
CREATE SCHEMA installed;
CREATE EXTENSION ulidkit SCHEMA installed;
RESET ROLE;
SELECT format('ALTER OPERATOR FAMILY installed.%I USING gist DROP FUNCTION 12 ("any", "any")', kind || '_ops') FROM kinds \gexec
ALTER EXTENSION ulidkit DROP FUNCTION installed.ulidkit_gist_translate_cmptype(integer);
DROP FUNCTION installed.ulidkit_gist_translate_cmptype(integer);
SET ROLE regress_ulidkit_installer;
CREATE FUNCTION installed.ulidkit_gist_translate_cmptype(integer) RETURNS smallint LANGUAGE plpgsql AS $$BEGIN RETURN 1; END$$;
ALTER EXTENSION ulidkit ADD FUNCTION installed.ulidkit_gist_translate_cmptype(integer);
SELECT message AS "beside another function" FROM error_of($$ALTER EXTENSION ulidkit UPDATE TO '1.1-pg_upgraded'$$);
ALTER EXTENSION ulidkit DROP FUNCTION installed.ulidkit_gist_translate_cmptype(integer);
DROP FUNCTION installed.ulidkit_gist_translate_cmptype(integer);
ALTER EXTENSION ulidkit UPDATE TO '1.1-pg_upgraded';
SELECT DISTINCT proowner = 10 AS bootstrap_superuser, lanname FROM pg_amproc JOIN pg_proc p ON p.oid = amproc
    JOIN pg_language l ON l.oid = prolang WHERE pronamespace = 'installed'::regnamespace AND amprocnum = 12;
ROLLBACK;

-- With btree_gist uuid answers the same, where that is installed.
SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'btree_gist') AS btree_gist \gset
\if :btree_gist
CREATE EXTENSION btree_gist;
SELECT ask('uuid', 'uuidv7') \g /dev/null
\endif
SELECT k.kind AS "not as uuid", statement, k.answer, u.answer AS answer_of_uuid
FROM answered AS u JOIN answered AS k USING (n) JOIN asked USING (n)
WHERE u.kind = 'uuid' AND k.answer IS DISTINCT FROM u.answer;

DROP SCHEMA :test CASCADE;
