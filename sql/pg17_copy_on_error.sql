-- COPY ... ON_ERROR, which servers from 17 on have.
\getenv abs_srcdir PG_ABS_SRCDIR
\set kinds :abs_srcdir '/test/regress/kinds.sql'
CREATE SCHEMA pg17_copy_on_error;
SET search_path = pg17_copy_on_error, public;
\set ECHO none
\i :kinds
\set ECHO all
SET timezone = 'UTC';
SET client_min_messages = warning;

CREATE TABLE ids (u ulid, s scru160, f ulidflake, t timeid, b tbsl);
COPY ids FROM STDIN (FORMAT csv, ON_ERROR ignore);
01ARZ3NDEKTSV4RRFFQ69G5FAV,05TTUP1HNCPNH30VEK64KDQT9BSNU4C4,00CMXB6TAK4SA,3kxn-lhr-3gxq-23,27DCADE1447231CDEF1D
01ARZ3NDEKTSV4RRFFQ69G5FA,05TTUP1HNCPNH30VEK64KDQT9BSNU4C4,00CMXB6TAK4SA,3kxn-lhr-3gxq-23,27DCADE1447231CDEF1D
8ZZZZZZZZZZZZZZZZZZZZZZZZZ,05TTUP1HNCPNH30VEK64KDQT9BSNU4C4,00CMXB6TAK4SA,3kxn-lhr-3gxq-23,27DCADE1447231CDEF1D
01ARZ3NDEKTSV4RRFFQ69G5FAV,05TTUP1HNCPNH30VEK64KDQT9BSNU4CW,00CMXB6TAK4SA,3kxn-lhr-3gxq-23,27DCADE1447231CDEF1D
01ARZ3NDEKTSV4RRFFQ69G5FAV,05TTUP1HNCPNH30VEK64KDQT9BSNU4C4,Z0CMXB6TAK4SA,3kxn-lhr-3gxq-23,27DCADE1447231CDEF1D
01ARZ3NDEKTSV4RRFFQ69G5FAV,05TTUP1HNCPNH30VEK64KDQT9BSNU4C4,00CMXB6TAK4SA,0kxn-lhr-3gxq-23,27DCADE1447231CDEF1D
01ARZ3NDEKTSV4RRFFQ69G5FAV,05TTUP1HNCPNH30VEK64KDQT9BSNU4C4,00CMXB6TAK4SA,3kxn-lhr-3gxq-23,FFFFFFFFFFFFFFFFFFFF
01ARZ3NDEKTSV4RRFFQ69G5FAW,,,3kxnlhr3gxq24,
\.
TABLE ids;

-- Every text that is no id of its kind, among others that are: just these are ignored, each with a notice.
\set write '\\g (format=unaligned tuples_only=on) results/copy.psql'
SELECT * FROM each_kind($$
    CREATE TABLE KIND_invalid (text text, class text, reason text, rejected_by text);
    CREATE TABLE KIND_loaded (way text DEFAULT current_setting('copy.way'), n integer, id KIND);
    CREATE VIEW KIND_mixed AS
        SELECT row_number() OVER () * 2 AS n, text FROM KIND_invalid
        UNION ALL SELECT n * 2 + 1, KIND_generate('2025-01-01Z'::timestamptz + n * interval '1 s')::text FROM generate_series(0, 150) AS n
        UNION ALL VALUES (0, NULL);
    SELECT format('%s bytes', size) FROM kinds WHERE kind = 'KIND'$$);
\set ECHO none
SELECT format('\copy %s_invalid FROM %L (FORMAT text, HEADER MATCH)', kind, :'abs_srcdir' || '/test/vectors/' || kind || '_invalid.tsv')
FROM kinds :write
\i results/copy.psql
\set ECHO all
SELECT format(E'SET copy.way = %L;\n\\copy (SELECT n, text FROM %s_mixed ORDER BY n) TO results/copy.data (FORMAT %1$s)\n', way, kind)
    || format('\copy %s_loaded (n, id) FROM results/copy.data (FORMAT %s, ON_ERROR ignore, LOG_VERBOSITY verbose)', kind, way)
FROM kinds, (VALUES ('text'), ('csv')) AS v (way) ORDER BY oid, way :write

DROP SCHEMA pg17_copy_on_error CASCADE;
