-- COPY of every kind: out and in in every format, from the bytes of other types, and what is refused.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- \copy reads and writes files as the client, and is written for each kind by a query.
\set write '\\g (format=unaligned tuples_only=on) results/copy.psql'

-- KIND_vector: the text and the bytes of ids, as the reference implementations have them, if there are
-- any, and as SQL has them.
SELECT kind, answer AS "bytes" FROM each_kind($$
    CREATE TABLE KIND_line (n integer GENERATED ALWAYS AS IDENTITY, line text);
    CREATE TABLE KIND_copy (n integer, id KIND, ids KIND[]);
    CREATE TABLE KIND_copied (way text DEFAULT current_setting('copy.way'), n integer, id KIND, ids KIND[]);
    CREATE TABLE KIND_text (way text DEFAULT current_setting('copy.way'), n integer, id text, ids text[]);
    CREATE TABLE KIND_bytes (n integer, id bytea);
    CREATE TABLE KIND_read (type text DEFAULT current_setting('copy.type'), n integer, id KIND);
    CREATE TABLE KIND_refused (id KIND);
    CREATE TABLE KIND_empty (what text DEFAULT current_setting('copy.what'), id KIND);
    SELECT format('%s bytes', size) FROM kinds WHERE kind = 'KIND'$$);
SELECT format(E'\\copy %s_line (line) FROM PROGRAM %L (FORMAT csv, HEADER, DELIMITER E''\\x01'', QUOTE E''\\x02'')',
    kind, format('cat ''%s/test/vectors/%s.tsv'' 2>/dev/null; true', :'abs_srcdir', kind)) FROM kinds :write
\i results/copy.psql
SELECT * FROM facts(ARRAY[
    ['vectors', 'true', $$
    CREATE TABLE KIND_vector AS
        SELECT n, split_part(line, E'\t', 1) AS text, decode(split_part(line, E'\t', 2), 'hex') AS bytes FROM KIND_line
        UNION ALL SELECT 1000000 + i, id::text, id::bytea
            FROM generate_series(1, 50) AS i, KIND_min('2025-01-01Z'::timestamptz + i * interval '77777 seconds') AS id;
    INSERT INTO KIND_copy SELECT n, text::KIND, ARRAY[text, NULL, text]::KIND[] FROM KIND_vector;
    INSERT INTO KIND_copy VALUES (0, NULL, NULL), (-1, NULL, '{}'), (-2, NULL, '{NULL}');
    SELECT count(*) >= 50 FROM KIND_vector$$]]);

-- Each way out and in, also into text and bytea: what stands in the file is what KIND_vector has.
CREATE TABLE way (way text, back text);
INSERT INTO way VALUES
    ('FORMAT text', NULL), ('FORMAT text, DELIMITER ''-'', NULL ''nil''', NULL),
    ('FORMAT text, HEADER', 'FORMAT text, HEADER MATCH'),
    ('FORMAT csv', NULL), ('FORMAT csv, DELIMITER ''-''', NULL), ('FORMAT csv, HEADER', 'FORMAT csv, HEADER MATCH'),
    ('FORMAT csv, FORCE_QUOTE *, NULL ''nil''', 'FORMAT csv, NULL ''nil'''),
    ('FORMAT csv, QUOTE ''-'', ESCAPE ''|'', DELIMITER '';''', NULL), ('FORMAT binary', NULL);
SELECT format(E'SET copy.way = %L;\n\\copy %s_copy TO results/copy.data (%s)\n', way, kind, way)
    || format(E'\\copy %s_copied (n, id, ids) FROM results/copy.data (%s)\n', kind, coalesce(back, way))
    || CASE way WHEN 'FORMAT binary' THEN
        format(E'\\copy %s_copy (n, id) TO results/copy.data (%s)\n\\copy %1$s_bytes FROM results/copy.data (%2$s)', kind, way)
    ELSE format(E'\\copy %s_text (n, id, ids) FROM results/copy.data (%s)', kind, coalesce(back, way)) END
FROM kinds, way :write
\i results/copy.psql
SELECT * FROM facts(ARRAY[
    ['each way', '9 and 8 ways, wrong: 0 ids, 0 texts, 0 bytes', $$
    SELECT format('%s and %s ways, wrong: %s ids, %s texts, %s bytes', (SELECT count(DISTINCT way) FROM KIND_copied),
        (SELECT count(DISTINCT way) FROM KIND_text),
        (SELECT count(*) FROM (SELECT way, n, id, ids FROM way, KIND_copy EXCEPT ALL SELECT * FROM KIND_copied) AS s),
        (SELECT count(*) FROM (SELECT way, n, text, ARRAY[text, NULL, text] FROM way, KIND_vector WHERE way <> 'FORMAT binary'
            EXCEPT ALL SELECT * FROM KIND_text) AS s),
        (SELECT count(*) FROM (SELECT n, bytes FROM KIND_vector EXCEPT ALL SELECT * FROM KIND_bytes) AS s))$$]]);

-- Binary COPY has bytes and no types: those of bytea read as the same ids, as do those of uuid and bigint
-- where these are stored alike.
CREATE VIEW other AS
    SELECT kind, type, format('SELECT n, %s FROM %s_vector ORDER BY n', format(value, kind), kind) AS query
    FROM kinds JOIN (VALUES ('bytea', 'bytes'), ('uuid', 'encode(bytes, ''hex'')::uuid'),
        ('bigint', '(''x'' || encode(bytes, ''hex''))::bit(64)::bigint')) AS v (type, value)
        ON type = 'bytea' OR EXISTS (SELECT FROM pg_cast
            WHERE castsource = kinds.oid AND casttarget = type::regtype AND castmethod = 'b');
SELECT format(E'SET copy.type = %L;\n\\copy (%s) TO results/copy.data (FORMAT binary)\n', type, query)
    || format('\copy %s_read (n, id) FROM results/copy.data (FORMAT binary)', kind)
FROM other :write
\i results/copy.psql
SELECT kind, answer AS "bytes of other types" FROM each_kind($$
    SELECT format('%s: %s rows each, %s wrong', string_agg(DISTINCT type, ', '), count(*) / count(DISTINCT type),
        count(*) FILTER (WHERE v.text IS DISTINCT FROM r.id::text))
    FROM KIND_read r FULL JOIN (SELECT type, v.* FROM other, KIND_vector v WHERE kind = 'KIND') AS v USING (type, n)$$);

-- Refused, with all that came before in the file: bytes of another size, and of no value.
CREATE VIEW refused AS
    SELECT kind, v.* FROM kinds, LATERAL (VALUES
        ('no byte', ''''''), ('a byte short', 'substr(bytes, 2)'), ('a byte long', 'bytes || ''\x00''')) AS v (what, value)
    UNION ALL VALUES
        ('ulidflake', 'the bigint -1', 'int8send(-1)'), ('ulidflake', 'the lowest bigint', '''\x8000000000000000'''),
        ('tbsl', 'the first above', '''\xde0b6b3a764000000000'''), ('tbsl', 'the last above', '''\xffffffffffffffffffff''');
SELECT format(E'\\copy (SELECT bytes FROM %s_vector UNION ALL SELECT %s FROM %1$s_vector WHERE n = 1000001) '
    'TO results/copy.data (FORMAT binary)\n', kind, value)
    || format(E'\\echo -n %L\n\\copy %s_refused FROM results/copy.data (FORMAT binary)', kind || ', ' || what || ': ', kind)
FROM refused JOIN kinds USING (kind) ORDER BY oid, what :write
\set VERBOSITY sqlstate
\i results/copy.psql
-- An empty string is no id, and what stands for NULL is.
CREATE TABLE empty (what text, value text, way text);
INSERT INTO empty VALUES
    ('text, empty', '''''', 'FORMAT text'), ('text, NULL', 'NULL', 'FORMAT text'),
    ('text, empty for NULL', '''''', 'FORMAT text, NULL '''''),
    ('csv, quoted', '''''', 'FORMAT csv'), ('csv, unquoted', 'NULL', 'FORMAT csv'),
    ('csv, quoted for NULL', '''''', 'FORMAT csv, FORCE_NULL (id)'),
    ('csv, unquoted for no NULL', 'NULL', 'FORMAT csv, FORCE_NOT_NULL (id)');
SELECT format(E'SET copy.what = %L;\n\\echo -n %L\n', what, kind || ', ' || what || ': ')
    || format(E'\\copy (SELECT %s) TO results/copy.data (FORMAT %s)\n', value, split_part(what, ',', 1))
    || format(E'\\copy %s_empty (id) FROM results/copy.data (%s)\n', kind, way)
    || format('SELECT %L FROM %s_empty WHERE what = %L \g (tuples_only=on)', 'loaded', kind, what)
FROM empty, kinds ORDER BY oid, what :write
\i results/copy.psql
\set VERBOSITY default
SELECT * FROM facts(ARRAY[
    ['nothing is loaded of what is refused', '0 loaded', $$SELECT count(*) || ' loaded' FROM KIND_refused$$],
    ['what is NULL',
    'csv, quoted for NULL; csv, unquoted; text, NULL; text, empty for NULL', $$
    SELECT string_agg(what, '; ' ORDER BY what) FROM KIND_empty WHERE id IS NULL$$]]);

DROP SCHEMA :test CASCADE;
