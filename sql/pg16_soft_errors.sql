-- Soft errors, which servers from 16 on have: what pg_input_error_info() tells of every kind.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

SELECT kind, pg_input_is_valid('', kind) AS empty, e.message, e.detail, e.sql_error_code
FROM kinds, pg_input_error_info('!', kind) AS e ORDER BY oid;
SELECT text, type, pg_input_is_valid(text, type), (pg_input_error_info(text, type)).sql_error_code
FROM (VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'ulid'), ('01ARZ3NDEKTSV4RRFFQ69G5FA', 'ulid'), ('8ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'ulid'),
    ('05TTUP1HNCPNH30VEK64KDQT9BSNU4C4', 'scru160'), ('05TTUP1HNCPNH30VEK64KDQT9BSNU4CW', 'scru160'),
    ('00CMXB6TAK4SA', 'ulidflake'), ('G0CMXB6TAK4SA', 'ulidflake'), ('3kxn-lhr-3gxq-23', 'timeid'), ('g222-222-2222-22', 'timeid'),
    ('27DCADE1447231CDEF1D', 'tbsl'), ('DE0B6B3A764000000000', 'tbsl'), ('27DCADE1447231CDEF1Z', 'tbsl')) AS v (text, type);
SELECT kind, message, detail, hint FROM kinds, pg_input_error_info('2026-05-05', kind) ORDER BY oid;
SELECT kind, message, detail, hint FROM kinds, pg_input_error_info('\x' || repeat('ab', size), kind) ORDER BY oid;
SELECT pg_input_is_valid('{01ARZ3NDEKTSV4RRFFQ69G5FAV,x}', 'ulid[]') AS "an array with no id";

DROP SCHEMA :test CASCADE;
