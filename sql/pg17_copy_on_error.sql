-- COPY ... ON_ERROR, which servers from 17 on have.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- The vectors of what is no id, if there are any, and some more, each followed by an id: just these are ignored.
\set write '\\g (format=unaligned tuples_only=on) results/copy.psql'
SELECT kind, answer AS "not made" FROM each_kind($$
    CREATE TABLE KIND_invalid (text text, class text, reason text, rejected_by text);
    CREATE TABLE KIND_loaded (way text DEFAULT current_setting('copy.way'), n integer, id KIND);
    SELECT 1$$) WHERE answer <> '1';
SELECT format('\copy %s_invalid FROM PROGRAM %L (FORMAT text, HEADER)', kind,
    format('cat ''%s/test/vectors/%s_invalid.tsv'' 2>/dev/null; true', :'abs_srcdir', kind))
FROM kinds :write
\i results/copy.psql
SELECT kind, answer AS "not mixed" FROM each_kind($$
    INSERT INTO KIND_invalid (text) VALUES ('!'), (repeat('0', 100)), (right(KIND_max('infinity')::text, -1));
    CREATE TABLE KIND_good AS
        SELECT n * 2 AS n, KIND_generate('2025-01-01Z'::timestamptz + n * interval '1 s') AS id
        FROM generate_series(1, (SELECT count(*) FROM KIND_invalid)) AS n
        UNION ALL SELECT 0, NULL;
    CREATE TABLE KIND_mixed AS
        SELECT n, id::text AS text FROM KIND_good UNION ALL SELECT row_number() OVER () * 2 - 1, text FROM KIND_invalid;
    SELECT 1$$) WHERE answer <> '1';
SELECT format(E'SET copy.way = %L;\n\\copy (SELECT n, text FROM %s_mixed ORDER BY n) TO results/copy.data (FORMAT %1$s)\n',
    way, kind)
    || format('\copy %s_loaded (n, id) FROM results/copy.data (FORMAT %s, ON_ERROR ignore)', kind, way)
FROM kinds, (VALUES ('text'), ('csv')) AS v (way) ORDER BY oid, way :write
\i results/copy.psql
SELECT kind, answer AS "loaded" FROM each_kind($$
    SELECT format('%s rows in %s ways, wrong: %s', count(*), count(DISTINCT way),
        (SELECT count(*) FROM (TABLE KIND_loaded EXCEPT ALL SELECT way, n, id
            FROM KIND_good, (VALUES ('text'), ('csv')) AS v (way)) AS s))
    FROM KIND_loaded$$);

DROP SCHEMA :test CASCADE;
