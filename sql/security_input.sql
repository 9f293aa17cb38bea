-- What somebody hostile passes to the functions: long texts, bytes of any length, what is not to be called from SQL.
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- A message shows the beginning of a long text, in whole characters.
CREATE VIEW long AS SELECT * FROM (VALUES ('digits', repeat('2', 1000000)),
    ('characters', '2' || repeat('é', 1000000))) AS v (of, text);
CREATE FUNCTION shown(command text) RETURNS text LANGUAGE sql
    RETURN (SELECT format('%s, %s characters ending in %s; %s', state, length(message), right(message, 6), detail)
        FROM error_of(command));
SELECT kind, of, shown(format('SELECT text::%I FROM long WHERE of = %L', kind, of)) FROM kinds, long ORDER BY oid, of DESC;
SELECT call, of, shown(format('SELECT %s FROM long WHERE of = %L', call, of))
FROM (VALUES ('ulid_prefix_min(text)'), ('scru160_prefix_max(text)'), ('timeid_prefix_min(text)'), ('timeid_prefix_max(text)'),
    ('uuidv7_prefix_min(text)'), ('tbsl_from_base(text, 16)'), ('tbsl_from_base(text, 32)'),
    ('tbsl_from_base(text, 36)'), ('tbsl_from_base(text, 58)'), ('tbsl_from_base(text, 62)')) AS c (call),
        long ORDER BY call, of DESC;
SELECT of, (SELECT count(*) FROM ulidkit_inspect(text)) AS kinds FROM long;
SELECT shown('SELECT (repeat(''2'', 12) || ''é'')::timeid'), shown('SELECT (repeat(''é'', 50))::ulid'),
    shown('SELECT (repeat(''é'', 51))::ulid');

-- Bytes: of every length, at any address, compressed and out of line.
SELECT * FROM each_kind($$
    SELECT string_agg(DISTINCT state, ' ') || ' ' || count(*)
    FROM kinds, generate_series(0, 100) AS length, error_of(format('SELECT %L::bytea::KIND', decode(repeat('00', length), 'hex')))
    WHERE kind = 'KIND' AND length <> size$$);
SELECT * FROM each_kind($$SELECT shown('SELECT decode(repeat(''00'', 1000000), ''hex'')::KIND')$$);
SELECT * FROM each_kind($$
    CREATE TABLE KIND_packed (a text, bytes bytea, b text, id KIND, many KIND[]);
    INSERT INTO KIND_packed SELECT repeat('a', i), id::bytea, repeat('b', i % 3), id, array_fill(id, ARRAY[1 + 200 * i])
        FROM generate_series(0, 16) AS i, KIND_generate('2025-01-01Z'::timestamptz + i * interval '1 s') AS id;
    SELECT format('%s of %s', count(*) FILTER (WHERE bytes::KIND = id AND id::bytea = bytes AND id = ALL (many)), count(*))
        FROM KIND_packed$$);
SELECT * FROM each_kind($$
    CREATE TABLE KIND_toasted (bytes bytea);
    INSERT INTO KIND_toasted VALUES (decode(repeat('00', 100000), 'hex'));
    ALTER TABLE KIND_toasted ALTER bytes SET STORAGE EXTERNAL;
    INSERT INTO KIND_toasted VALUES (decode(repeat('00', 100000), 'hex'));
    SELECT format('%s; %s', shown('SELECT bytes::KIND FROM KIND_toasted'),
        shown('SELECT bytes::KIND FROM KIND_toasted OFFSET 1'))$$);

-- Numbers
SELECT base, (error_of(format('SELECT tbsl_from_base(''0'', %s)', base))).state AS from_base,
    (error_of(format('SELECT tbsl_to_base(''00000000000000000000'', %s)', base))).state AS to_base
FROM unnest('{-2147483648, -62, -1, 0, 1, 2, 61, 63, 2147483647}'::integer[]) AS base;
SELECT id, (error_of(format('SELECT ulidflake_generate_scalable(%s)', id))).state
FROM unnest('{-2147483648, 2147483647}'::integer[]) AS id;

-- What takes or makes `internal` is the server's alone: SQL has no value of it, and no NULL either.
SELECT count(*) > 0 AS any, count(*) FILTER (WHERE (state IN ('22P02', '42846', '42883', '0A000')) IS NOT TRUE) AS accepted
FROM pg_proc p
JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'ulidkit',
    unnest('{"NULL", '''', 0, NULL::bytea, NULL::text, NULL::internal}'::text[]) AS value,
    error_of(format('SELECT %s(%s)', p.oid::regproc, array_to_string(array_fill(value, ARRAY[p.pronargs::integer]), ', ')))
WHERE 'internal'::regtype = ANY (p.proargtypes::oid[]);

DROP SCHEMA :test CASCADE;
