-- Makes tables of ids and of their texts, and prints the statements for test/bench/instructions, in turn. Columns, with
-- tabs between them: work, contender, what the contender did, number of rows, C function, whether to count, statement.

SET client_min_messages = warning;
CREATE EXTENSION ulidkit;
CREATE SEQUENCE serial;

-- `fresh` makes a new value. `random` makes one for row g, the same in every run as far as its order depends on it, and
-- is NULL if the contender is only another generator of its type.
CREATE TABLE contender (
    name text, type regtype, generator regprocedure, fresh text, random text,
    number integer GENERATED ALWAYS AS IDENTITY
);
INSERT INTO contender
SELECT kind, type, generator, kind || '_generate()', CASE WHEN type = to_regtype(kind)
    THEN kind || $$_generate(timestamptz '2024-01-01 00:00Z' + random() * interval '3650 days')$$ END
FROM (
    SELECT regexp_replace(p.proname, '_generate$', ''), p.prorettype, p.oid
    FROM pg_proc p
    JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
    JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
    WHERE e.extname = 'ulidkit' AND p.pronargs = 0 AND p.proname LIKE '%\_generate'
) AS own (kind, type, generator)
ORDER BY generator;
INSERT INTO contender VALUES
    ('uuid', 'uuid', 'gen_random_uuid()', 'gen_random_uuid()', 'md5(g::text)::uuid'),
    ('bigint', 'bigint', 'nextval(regclass)', $$nextval('serial')$$, 'hashint8extended(g, 0)');
INSERT INTO contender
SELECT name, 'uuid', to_regprocedure(name), name FROM (VALUES ('uuidv7()')) AS newer (name)
WHERE to_regprocedure(name) IS NOT NULL;
DELETE FROM contender WHERE :'contenders' <> '' AND name <> ALL (string_to_array(:'contenders', ' '));

SELECT setseed(0.5);
SELECT format('CREATE TABLE id_%s_%s AS SELECT %s AS id FROM generate_series(1, %s) g', name, part, random,
        part * :rows),
    format('CREATE TABLE text_%1$s_%2$s AS SELECT id::text AS text FROM id_%1$s_%2$s', name, part),
    format($$COPY id_%1$s_%2$s TO '%3$s/id_%1$s_%2$s' (FORMAT binary)$$, name, part, :'folder')
FROM contender, generate_series(1, 2) part WHERE random IS NOT NULL ORDER BY number, part \gexec
CREATE TABLE by_time (id bigint PRIMARY KEY, at timestamptz);
CREATE TABLE by_id (id ulid PRIMARY KEY, k bigint);
INSERT INTO by_time SELECT g, timestamptz '2024-01-01Z' + g * interval '1 hour' FROM generate_series(1, 10000) g;
INSERT INTO by_id SELECT ulid_generate(at), id FROM by_time;
CREATE TABLE random (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), k bigint);
CREATE TABLE snowflake (id bigint PRIMARY KEY DEFAULT snowflake_generate(), k bigint);
CREATE INDEX ON by_time (at);
CREATE INDEX ON by_id (k);
VACUUM ANALYZE;

-- The first support function of the type's default operator class for an access method.
CREATE FUNCTION support(method name, type oid) RETURNS regproc
    RETURN (SELECT p.amproc FROM pg_opclass c JOIN pg_am m ON c.opcmethod = m.oid
        JOIN pg_amproc p ON p.amprocfamily = c.opcfamily AND p.amproclefttype = type AND p.amprocrighttype = type
        WHERE m.amname = method AND c.opcintype = type AND c.opcdefault AND p.amprocnum = 1);

-- WHERE false: the rows are read and converted, but not inserted.
SELECT work.name, c.name, CASE WHEN work.name = 'generate' AND c.name || '_generate()' <> fresh THEN fresh END,
    part * :rows, f.prosrc, turn = 2, work.statement
FROM contender c
JOIN pg_type t ON t.oid = c.type, generate_series(1, 2) part, generate_series(1, 2) turn,
LATERAL (SELECT format('text_%s_%s', c.name, part) AS texts, format('id_%s_%s', c.name, part) AS ids) AS source,
LATERAL (VALUES
    (1, 'generate', c.generator, format('SELECT count(%s) FROM generate_series(1, %s)', fresh, part * :rows)),
    (2, 'text in', t.typinput, format('SELECT count(text::%s) FROM %s', type, texts)),
    (3, 'text out', t.typoutput, format('SELECT count(id::text) FROM %s', ids)),
    (4, 'binary in', t.typreceive, format($$COPY %s FROM '%s/%1$s' (FORMAT binary) WHERE false$$, ids, :'folder')),
    (5, 'binary out', t.typsend, format($$COPY %s TO '/dev/null' (FORMAT binary)$$, ids)),
    (6, 'hash', support('hash', t.oid), format('SELECT count(%s(id)) FROM %s', support('hash', t.oid), ids)),
    (7, 'compare', support('btree', t.oid), format('SELECT count(%s(id, id)) FROM %s', support('btree', t.oid), ids)),
    (8, 'sort', NULL, format('SELECT id FROM %s ORDER BY id OFFSET %s', ids, part * :rows))
) AS work (number, name, function, statement)
LEFT JOIN pg_proc f ON f.oid = work.function
WHERE (c.random IS NOT NULL OR work.name = 'generate')
    AND (:'works' = '' OR string_to_array(:'works', ' ') && ARRAY[work.name, split_part(work.name, ' ', 1)])
ORDER BY work.number, c.number, turn, part;
