-- Soft errors, which servers from 16 on have: what pg_input_error_info() tells of every kind.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- An id is valid, and what is none has the soft error that the cast raises.
SELECT * FROM facts(ARRAY[
    ['an id', 't, t', $$SELECT format('%s, %s', pg_input_is_valid(KIND_min('2025-01-01Z')::text, 'KIND'),
        pg_input_is_valid(KIND_max('infinity')::text, 'KIND'))$$],
    ['errors as of the cast', '8 of 8', $$
    SELECT format('%s of %s', count(*) FILTER (WHERE report_of(format('SELECT %L::KIND', text)) = concat_ws(' / ',
        e.sql_error_code, e.message, nullif(e.detail, ''), nullif(e.hint, '')) AND NOT pg_input_is_valid(text, 'KIND')), count(*))
    FROM kinds, unnest(ARRAY['', '!', repeat('0', 100), KIND_min('2025-01-01Z')::text || '2',
        right(KIND_min('2025-01-01Z')::text, -1), '2026-05-05', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
        '\x' || repeat('ab', size)]) AS text, pg_input_error_info(text, 'KIND') AS e WHERE kind = 'KIND'$$]]);
SELECT text, type, (pg_input_error_info(text, type)).sql_error_code AS "too large"
FROM (VALUES ('8ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'ulid'), ('G0CMXB6TAK4SA', 'ulidflake'), ('g222-222-2222-22', 'timeid'),
    ('DE0B6B3A764000000000', 'tbsl')) AS v (text, type);
SELECT pg_input_is_valid('{01ARZ3NDEKTSV4RRFFQ69G5FAV,x}', 'ulid[]') AS "an array with no id";

DROP SCHEMA :test CASCADE;
