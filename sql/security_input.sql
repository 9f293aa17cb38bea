-- What somebody hostile passes to the functions: long texts, bytes of any length, what is not to be called from SQL.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- A message shows the beginning of a long text, in whole characters.
CREATE VIEW long AS SELECT * FROM (VALUES ('digits', repeat('2', 1000000)),
    ('characters', '2' || repeat('é', 1000000))) AS v (of, text);
CREATE FUNCTION shown(command text) RETURNS text LANGUAGE sql
    RETURN (SELECT format('%s, %s characters ending in %s; %s', state, length(message), right(message, 6), detail)
        FROM error_of(command));
SELECT kind, string_agg(shown(format('SELECT text::%I FROM long WHERE of = %L', kind, of)), '; ' ORDER BY of DESC)
    AS "digits and characters"
FROM kinds, long GROUP BY kind, oid ORDER BY oid;
SELECT call, string_agg(shown(format('SELECT %s FROM long WHERE of = %L', call, of)), '; ' ORDER BY of DESC)
    AS "digits and characters"
FROM (VALUES ('ulid_prefix_min(text)'), ('scru160_prefix_max(text)'), ('timeid_prefix_min(text)'), ('timeid_prefix_max(text)'),
    ('uuidv7_prefix_min(text)'), ('tbsl_from_base(text, 16)'), ('tbsl_from_base(text, 32)'),
    ('tbsl_from_base(text, 36)'), ('tbsl_from_base(text, 58)'), ('tbsl_from_base(text, 62)')) AS c (call),
        long GROUP BY call ORDER BY call;
SELECT of AS "inspected", (SELECT count(*) FROM ulidkit_inspect(text)) AS kinds FROM long;
SELECT call, shown('SELECT ' || call)
FROM unnest(ARRAY[$$(repeat('2', 12) || 'é')::timeid$$, $$(repeat('é', 50))::ulid$$, $$(repeat('é', 51))::ulid$$]) AS call;

-- Bytes: of every length, at any address, compressed and out of line.
SELECT * FROM facts(ARRAY[
    ['bytes of every length', '22P03 100', $$
    SELECT string_agg(DISTINCT state, ' ') || ' ' || count(*)
    FROM kinds, generate_series(0, 100) AS length, error_of(format('SELECT %L::bytea::KIND', decode(repeat('00', length), 'hex')))
    WHERE kind = 'KIND' AND length <> size$$]]);
SELECT * FROM facts(ARRAY[
    ['packed', '17 of 17', $$
    CREATE TABLE KIND_packed (a text, bytes bytea, b text, id KIND, many KIND[]);
    INSERT INTO KIND_packed SELECT repeat('a', i), id::bytea, repeat('b', i % 3), id, array_fill(id, ARRAY[1 + 200 * i])
        FROM generate_series(0, 16) AS i, KIND_generate('2025-01-01Z'::timestamptz + i * interval '1 s') AS id;
    SELECT format('%s of %s', count(*) FILTER (WHERE bytes::KIND = id AND id::bytea = bytes AND id = ALL (many)), count(*))
        FROM KIND_packed$$]]);
SELECT kind, answer AS "bytes out of line" FROM each_kind($$
    CREATE TABLE KIND_toasted (bytes bytea);
    INSERT INTO KIND_toasted VALUES (decode(repeat('00', 100000), 'hex'));
    ALTER TABLE KIND_toasted ALTER bytes SET STORAGE EXTERNAL;
    INSERT INTO KIND_toasted VALUES (decode(repeat('00', 100000), 'hex'));
    SELECT format('%s; %s', shown('SELECT bytes::KIND FROM KIND_toasted'),
        shown('SELECT bytes::KIND FROM KIND_toasted OFFSET 1'))$$);

-- Numbers
SELECT string_agg(base::text, ' ') AS base, f.state AS from_base, t.state AS to_base
FROM unnest('{-2147483648, -62, -1, 0, 1, 2, 61, 63, 2147483647}'::integer[]) AS base,
    error_of(format('SELECT tbsl_from_base(''0'', %s)', base)) AS f,
    error_of(format('SELECT tbsl_to_base(''00000000000000000000'', %s)', base)) AS t
GROUP BY f.state, t.state ORDER BY 2, 3;
SELECT id AS "scalability ID", (error_of(format('SELECT ulidflake_generate_scalable(%s)', id))).state
FROM unnest('{-2147483648, 2147483647}'::integer[]) AS id;

-- What takes or makes `internal` is the server's alone: SQL has no value of it, and no NULL either.
SELECT count(*) > 0 AS "any with internal",
    count(*) FILTER (WHERE (state IN ('22P02', '42846', '42883', '0A000')) IS NOT TRUE) AS accepted
FROM pg_proc p
JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'ulidkit',
    unnest('{"NULL", '''', 0, NULL::bytea, NULL::text, NULL::internal}'::text[]) AS value,
    error_of(format('SELECT %s(%s)', p.oid::regproc, array_to_string(array_fill(value, ARRAY[p.pronargs::integer]), ', ')))
WHERE 'internal'::regtype = ANY (p.proargtypes::oid[]);

DROP SCHEMA :test CASCADE;
