-- A column that exists already changes its type in place, to every kind and back: rows, keys and references are kept,
-- what is the same bits is not written again, and what cannot be changed stays as it was.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- The types that ids come from and go to, and the words for it.
CREATE TABLE conversion (kind text, other text, to_kind text, from_kind text);
INSERT INTO conversion
    SELECT kind, replace(other, 'N', length(min)::text), 'USING COLUMN::' || kind, from_kind
    FROM each_kind($$SELECT KIND_min('2025-01-01Z')$$) AS k (kind, min),
        (VALUES ('text', ''), ('character varying', ''), ('character(N)', ''),
            ('bytea', 'USING COLUMN::bytea')) AS v (other, from_kind);
-- The same bits: without words where the cast is one of assignment.
INSERT INTO conversion
    SELECT c.castsource::regtype, c.casttarget::regtype,
        CASE WHEN back.castcontext = 'a' THEN '' ELSE 'USING COLUMN::' || c.castsource::regtype END, ''
    FROM pg_cast c JOIN pg_cast back ON back.castsource = c.casttarget AND back.casttarget = c.castsource
    WHERE c.castsource IN (SELECT oid FROM kinds) AND c.casttarget IN ('uuid'::regtype, 'bigint'::regtype);

-- A key with indexes of every sort, references to it, some of them NULL, and what it all is in text.
CREATE FUNCTION create_tables(kind text, other text, from_kind text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    DROP TABLE IF EXISTS item, part, kept;
    EXECUTE replace($q$
        CREATE TABLE item AS
            SELECT KIND_generate('2025-01-01Z'::timestamptz + n * interval '1 hour') AS id, n FROM generate_series(1, 200) AS n
            UNION ALL VALUES (KIND_min('-infinity'), 201), (KIND_max('infinity'), 202)$q$, 'KIND', kind);
    CREATE TABLE kept AS SELECT id::text AS canonical, '' AS other, n FROM item;
    EXECUTE format('ALTER TABLE item ALTER id TYPE %s %s', other, replace(from_kind, 'COLUMN', 'id'));
    UPDATE kept SET other = id::text FROM item WHERE item.n = kept.n;
    ALTER TABLE item ADD CONSTRAINT item_pkey PRIMARY KEY (id);
    CREATE UNIQUE INDEX item_covering ON item (n, id) INCLUDE (id);
    CREATE INDEX item_hash ON item USING hash (id);
    CREATE INDEX item_brin ON item USING brin (id);
    CREATE INDEX item_partial ON item (id) WHERE id IS NOT NULL AND n > 10;
    CREATE TABLE part AS SELECT id AS item, n FROM item UNION ALL SELECT id, -n FROM item UNION ALL SELECT NULL, n FROM item;
    CREATE INDEX part_index ON part (item);
    ALTER TABLE part ADD CONSTRAINT part_item FOREIGN KEY (item) REFERENCES item, ADD CONSTRAINT part_unique UNIQUE (item, n);
END
$$;
-- Both columns change, and then refer to each other again. Answers what is written anew.
CREATE VIEW file AS
    SELECT relname, relkind, pg_relation_filenode(oid) AS file FROM pg_class
    WHERE relnamespace = 'column_type'::regnamespace AND relname ~ '^(item|part)';
CREATE FUNCTION change(type text, words text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    before file[] := ARRAY(SELECT f FROM file AS f);
BEGIN
    ALTER TABLE part DROP CONSTRAINT part_item;
    EXECUTE format('ALTER TABLE item ALTER id TYPE %s %s', type, replace(words, 'COLUMN', 'id'));
    EXECUTE format('ALTER TABLE part ALTER item TYPE %s %s', type, replace(words, 'COLUMN', 'item'));
    ALTER TABLE part ADD CONSTRAINT part_item FOREIGN KEY (item) REFERENCES item;
    RETURN (SELECT format('%s of %s tables, %s of %s indexes',
        count(*) FILTER (WHERE relkind = 'r' AND f.file <> b.file), count(*) FILTER (WHERE relkind = 'r'),
        count(*) FILTER (WHERE relkind = 'i' AND f.file <> b.file), count(*) FILTER (WHERE relkind = 'i'))
        FROM file AS f JOIN unnest(before) AS b USING (relname, relkind));
END
$$;
-- Rows of the tables that are not as they were, or are not found by their index; the states of what the keys refuse.
CREATE FUNCTION wrong(form text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    EXECUTE format($q$
        WITH item_kept AS (SELECT %1$I AS id, n FROM kept), item_now AS (SELECT id::text, n FROM item),
        part_kept AS (SELECT id, n FROM item_kept UNION ALL SELECT id, -n FROM item_kept UNION ALL SELECT NULL, n FROM item_kept),
        part_now AS (SELECT item::text, n FROM part)
        SELECT format('%%s rows', count(*)) FROM (
            (TABLE item_kept EXCEPT ALL TABLE item_now) UNION ALL (TABLE item_now EXCEPT ALL TABLE item_kept) UNION ALL
            (TABLE part_kept EXCEPT ALL TABLE part_now) UNION ALL (TABLE part_now EXCEPT ALL TABLE part_kept)) AS s$q$,
                form) INTO answer;
    SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_sort = off;
    answer := answer || (SELECT format(', %s not found', 404 - count(p.item)) FROM item AS i JOIN part AS p ON p.item = i.id);
    RETURN answer || format(', %s, %s, %s', (error_of('INSERT INTO item SELECT id, 0 FROM item LIMIT 1')).state,
        (error_of('INSERT INTO part SELECT item, n FROM part WHERE item IS NOT NULL LIMIT 1')).state,
        (error_of('DELETE FROM item WHERE n = 1')).state);
END
$$;
CREATE FUNCTION there_and_back() RETURNS TABLE (kind text, other text, there text, wrong_there text, back text, wrong_back text)
LANGUAGE plpgsql AS $$
DECLARE
    c conversion;
BEGIN
    FOR c IN SELECT * FROM conversion LOOP
        PERFORM create_tables(c.kind, c.other, c.from_kind);
        kind := c.kind;
        other := c.other;
        there := change(c.kind, c.to_kind);
        wrong_there := wrong('canonical');
        back := change(c.other, c.from_kind);
        wrong_back := wrong('other');
        RETURN NEXT;
    END LOOP;
END
$$;
CREATE TABLE result AS SELECT * FROM there_and_back();
-- The table is kept where the bits are the same; indexes never are, as the operator classes differ.
SELECT kind, string_agg(regexp_replace(other, '\d+', 'N'), ', ' ORDER BY other) AS others, there, wrong_there, back, wrong_back
FROM result GROUP BY 1, 3, 4, 5, 6 ORDER BY 1, 2;
DROP TABLE item, part, kept;

-- What the command refuses, of some kinds or all, and whether that leaves the table as it was: rows, files and types.
CREATE FUNCTION look() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    EXECUTE $q$SELECT concat_ws(chr(10),
        (SELECT string_agg(t::text, chr(10)) FROM t),
        (SELECT string_agg(relname || pg_relation_filenode(oid), chr(10) ORDER BY relname) FROM pg_class
            WHERE relnamespace = 'column_type'::regnamespace AND relname ~ '^t(_|$)'),
        (SELECT string_agg(format_type(atttypid, atttypmod), chr(10) ORDER BY attnum) FROM pg_attribute
            WHERE attrelid = 't'::regclass))$q$ INTO STRICT answer;
    RETURN answer;
END
$$;
CREATE FUNCTION refused(setup text, command text, OUT state text, OUT unchanged boolean) LANGUAGE plpgsql AS $$
DECLARE
    before text;
BEGIN
    EXECUTE setup;
    before := look();
    state := (error_of(command)).state;
    unchanged := look() = before;
    DROP TABLE IF EXISTS t, t_part CASCADE;
END
$$;
CREATE TABLE refusal (n serial, name text, state text, kinds text, setup text,
    command text DEFAULT 'ALTER TABLE t ALTER id TYPE KIND USING id::KIND');
INSERT INTO refusal (name, state, kinds, setup) VALUES
    ('no id', '22P02', NULL, $$CREATE TABLE t AS SELECT KIND_generate(now())::text AS id FROM generate_series(1, 100)
        UNION ALL VALUES ('no id')$$),
    ('padded', '22P02', NULL, $$CREATE TABLE t AS SELECT KIND_generate(now())::character(40) AS id$$),
    ('too large', '22003', 'ulid ulidflake tbsl',
        $$CREATE TABLE t AS SELECT translate(KIND_max('infinity')::text, '7D', '8F') AS id$$),
    ('two spellings', '23505', 'ulid scru160 ulidflake', $$CREATE TABLE t (id text PRIMARY KEY);
        INSERT INTO t SELECT unnest(ARRAY[id, lower(id)]) FROM CAST(KIND_max(now()) AS text) AS id$$),
    ('two spellings', '23505', 'timeid', $$CREATE TABLE t (id text PRIMARY KEY);
        INSERT INTO t SELECT unnest(ARRAY[id::text, timeid_to_compact(id)]) FROM KIND_max(now()) AS id$$),
    ('bytes, too few', '22P03', NULL, $$CREATE TABLE t AS SELECT KIND_max(now())::bytea AS id UNION ALL VALUES ('\x00'::bytea)$$),
    ('bytes, too large', '22003', 'ulidflake tbsl', $$CREATE TABLE t AS SELECT set_byte(KIND_max(now())::bytea, 0, 255) AS id$$),
    ('negative', '22003', 'ulidflake', $$CREATE TABLE t AS SELECT id FROM (VALUES (1::bigint), (-1)) AS v (id)$$),
    ('a default', '42804', NULL, $$CREATE TABLE t (id text PRIMARY KEY DEFAULT md5(random()::text));
        INSERT INTO t SELECT KIND_max(now())$$),
    ('a sequence', '42804', 'ulidflake timeid', $$CREATE TABLE t (id bigserial PRIMARY KEY, n integer);
        INSERT INTO t (n) VALUES (1)$$),
    ('an identity', '22023', 'ulidflake timeid', $$CREATE TABLE t (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, n integer);
        INSERT INTO t (n) VALUES (1)$$),
    ('a reference', '42804', NULL, $$CREATE TABLE t (id text PRIMARY KEY); CREATE TABLE t_part (item text REFERENCES t);
        INSERT INTO t SELECT KIND_max(now()); INSERT INTO t_part TABLE t$$),
    ('a reference to it', '42804', 'ulid', $$CREATE TABLE t_part (id uuid PRIMARY KEY); CREATE TABLE t (id uuid REFERENCES t_part);
        INSERT INTO t_part VALUES (gen_random_uuid()); INSERT INTO t TABLE t_part$$),
    ('a default of the other type', '42804', 'ulid', $$CREATE TABLE t (id uuid DEFAULT gen_random_uuid(), n integer);
        INSERT INTO t (n) VALUES (1)$$),
    ('a view', '0A000', NULL, $$CREATE TABLE t AS SELECT KIND_max(now())::text AS id; CREATE VIEW t_view AS TABLE t$$);
INSERT INTO refusal (name, state, kinds, setup, command) VALUES
    ('without USING', '42804', NULL, $$CREATE TABLE t AS SELECT KIND_max(now())::text AS id$$, 'ALTER TABLE t ALTER id TYPE KIND'),
    ('an identity, dropped at once', '22023', 'timeid',
        $$CREATE TABLE t (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, n integer);
        INSERT INTO t (n) VALUES (1)$$,
        'ALTER TABLE t ALTER id DROP IDENTITY, ALTER id TYPE timeid USING id::timeid'),
    ('an index of the class of the other type', '42804', 'ulid', $$CREATE TABLE t AS SELECT gen_random_uuid() AS id;
        CREATE INDEX t_brin ON t USING brin (id uuid_minmax_multi_ops)$$, 'ALTER TABLE t ALTER id TYPE KIND USING id::KIND'),
    ('a uuid, without USING', '42804', 'ulid', $$CREATE TABLE t AS SELECT gen_random_uuid() AS id$$,
        'ALTER TABLE t ALTER id TYPE KIND'),
    ('back, with a column of times', '0A000', NULL,
        $$CREATE TABLE t (id KIND, at timestamptz GENERATED ALWAYS AS (KIND_extract_timestamp(id)) STORED);
        INSERT INTO t SELECT KIND_max(now())$$, 'ALTER TABLE t ALTER id TYPE text'),
    ('back, with an index of times', '42883', NULL, $$CREATE TABLE t AS SELECT KIND_max(now()) AS id;
        CREATE INDEX t_time ON t (KIND_extract_timestamp(id))$$, 'ALTER TABLE t ALTER id TYPE text');
SELECT kind, count(*) FILTER (WHERE r.state = f.state AND unchanged) AS refused,
    string_agg(format('%s: %s, unchanged: %s', name, r.state, unchanged), '; ' ORDER BY n)
        FILTER (WHERE (r.state = f.state AND unchanged) IS NOT TRUE) AS otherwise
FROM refusal AS f JOIN kinds AS k ON kind = ANY (string_to_array(coalesce(f.kinds, kind), ' ')),
    refused(replace(setup, 'KIND', kind), replace(command, 'KIND', kind)) AS r
GROUP BY kind, k.oid ORDER BY k.oid;

-- So a default goes before, and the new one comes, in the same command; an identity in a command of its own.
SELECT * FROM facts(ARRAY[
    ['a new default in the same command', '101 rows, 0 out of order', $$
    CREATE TABLE KIND_text (id text PRIMARY KEY DEFAULT md5(random()::text), n integer);
    INSERT INTO KIND_text SELECT KIND_generate('2025-01-01Z'::timestamptz + n * interval '1 minute'), n
        FROM generate_series(1, 100) AS n;
    ALTER TABLE KIND_text ALTER id DROP DEFAULT, ALTER id TYPE KIND USING id::KIND, ALTER id SET DEFAULT KIND_generate();
    INSERT INTO KIND_text (n) VALUES (101);
    SELECT format('%s rows, %s out of order', count(*), count(*) FILTER (WHERE n <> rank))
        FROM (SELECT n, rank() OVER (ORDER BY id) FROM KIND_text) AS s$$]]);
CREATE TABLE numbered (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, n integer);
INSERT INTO numbered (n) VALUES (1), (2);
ALTER TABLE numbered ALTER id DROP IDENTITY;
ALTER TABLE numbered ALTER id TYPE timeid USING id::timeid, ALTER id SET DEFAULT timeid_generate();
INSERT INTO numbered (n) VALUES (3);
SELECT string_agg(format('%s %s', n, id::timestamptz < '2025-01-01Z'), ', ' ORDER BY id) AS "numbers, old or new" FROM numbered;
DROP SCHEMA :test CASCADE;
