-- Every error that a text, bytes, a number, a time, an argument or a setting can raise: its SQLSTATE, message, detail
-- and hint.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
CREATE FUNCTION hint_of(command text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    hint text;
BEGIN
    EXECUTE command;
    RETURN 'no error';
EXCEPTION WHEN invalid_text_representation THEN
    GET STACKED DIAGNOSTICS hint = PG_EXCEPTION_HINT;
    RETURN hint;
END
$$;

-- Text: wrong syntax, out of range. A hint for what begins with a date, for a UUID, and for the bytes of an ID in
-- hexadecimal digits.
SELECT call, report_of('SELECT ' || call) AS "errors of a text" FROM unnest(ARRAY[
    $$'01ARZ3NDEKTSV4RRFFQ69G5FA'::ulid$$, $$'01ARZ3NDEKTSV4RRFFQ69G5FAVX'::ulid$$, $$''::ulid$$, $$'0'::ulid$$,
    $$'01ARZ3NDEKTSV4RRFFQ69G5FAU'::ulid$$, $$'01ARZ3NDEKTSV4RRFFQ69G5FAV '::ulid$$, $$'01ARZ3NDÉKTSV4RRFFQ69G5FAV'::ulid$$,
    $$'8ZZZZZZZZZZZZZZZZZZZZZZZZZ'::ulid$$,
    $$'05TTUP1HNCPNH30VEK64KDQT9BSNU4C'::scru160$$, $$'05TTUP1HNCPNH30VEK64KDQT9BSNU4CW'::scru160$$,
    $$'017bdf6431bb33750751eb63beb3c3f8c5969d8g'::scru160$$, $$'017bdf6431bb33750751eb63beb3c3f8c5969d8'::scru160$$,
    $$'0CMXB6TAK4SA'::ulidflake$$, $$'00CMXB6TAK4SL'::ulidflake$$, $$'G000000000000'::ulidflake$$,
    $$'3kxn-lhr-3gxq-2'::timeid$$, $$'3kxnlhr-3gxq-23'::timeid$$, $$'3KXN-LHR-3GXQ-23'::timeid$$, $$'c222-222-2222-22'::timeid$$,
    $$'27DCADE1447231CDEF1'::tbsl$$, $$'27dcade1447231cdef1d'::tbsl$$, $$'DE0B6B3A764000000000'::tbsl$$,
    $$ulid_min('2026-01-01Z') >= '2026-05-05 10:00:00.000000+00'$$,
    $$'017F22e2-79b0-7cc3-98c4-dc0c0c07398f'::ulid$$, $$'\x01563E3ab5d3d6764c61efb99302bd5b'::ulid$$]) AS call;
-- What the hint for a UUID and for bytes says makes the ID of them.
SELECT '017F22e2-79b0-7cc3-98c4-dc0c0c07398f'::uuid::ulid AS "as the hint says";
SELECT kind, answer AS "hints for bytes, and as they say" FROM each_kind($$
    SELECT string_agg(concat_ws(': ', hint, answer_of('SELECT ' || substring(hint, '"(.*)"')) = id::text), E'\n' ORDER BY n)
    FROM (SELECT KIND_min('2025-01-01Z') AS id) AS i, unnest(ARRAY['\x', '']) WITH ORDINALITY AS before (before, n),
        hint_of(format('SELECT %L::KIND', before || encode(id::bytea, 'hex'))) AS hint
    WHERE hint <> 'no error'$$);
SELECT kind, string_agg(before || '1a..' || after, ' ' ORDER BY before COLLATE "C", after COLLATE "C")
    FILTER (WHERE hint LIKE '%::bytea::%') AS "hints for bytes"
FROM unnest(ARRAY['', '\x', '\X', 'x']) AS before, unnest(ARRAY['', '0', '0g', '1a', '1a0']) AS after, kinds,
    hint_of(format('SELECT %L::%I', before || repeat('1a', size - 1) || after, kind)) AS hint
GROUP BY kind, oid ORDER BY oid;
SELECT * FROM facts(ARRAY[
    ['hint for a date', 'To compare an ID with a timestamp, cast the ID, as in "id::timestamptz", or use KIND_min() or KIND_max().',
    $$SELECT hint_of('SELECT ''2026-05-05''::KIND')$$],
    ['dates of all texts', '2026-05-05; 2026-05-05T10:00:00Z; 9999-99-99 and more', $$
    SELECT string_agg(text, '; ' ORDER BY n) FILTER (WHERE hint_of(format('SELECT %L::KIND', text)) <> '')
    FROM unnest('{2026-05-05,2026-05-05T10:00:00Z,9999-99-99 and more,2026-05-0,2026-5-05,2026/05/05,'
        '05-05-2026,20260505," 2026-05-05",infinity}'::text[]) WITH ORDINALITY AS t (text, n)$$],
    ['hint for a UUID', '', $$SELECT hint_of('SELECT ''017f22e2-79b0-7cc3-98c4-dc0c0c07398f''::KIND')$$]]);
SELECT text AS "almost a UUID", hint_of(format('SELECT %L::ulid', text)) AS hint
FROM unnest('{017f22e2-79b0-7cc3-98c4-dc0c0c07398,017f22e2-79b0-7cc3-98c4-dc0c0c07398ff,017f22e2-79b07-cc3-98c4-dc0c0c07398f,'
    '017g22e2-79b0-7cc3-98c4-dc0c0c07398f,"{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}"}'::text[]) AS text;

-- Binary forms: wrong size, out of range. Numbers.
SELECT kind, answer AS "bytes of other sizes" FROM each_kind($$
    SELECT string_agg(report_of(format('SELECT %L::bytea::KIND', decode(repeat('00', length), 'hex'))), '; ' ORDER BY length)
    FROM kinds, unnest(ARRAY[0, size - 1, size + 1]) AS length WHERE kind = 'KIND'$$);
-- Times: no id on the asked side, none that may be generated. Arguments.
SELECT call, report_of('SELECT ' || call) AS "errors of bytes, numbers, times and arguments" FROM unnest(ARRAY[
    $$'\x8000000000000000'::bytea::ulidflake$$, $$'\xde0b6b3a764000000000'::bytea::tbsl$$,
    $$'\xffffffffffffffffffff'::bytea::tbsl$$,
    '(-1)::bigint::ulidflake', $$'-9223372036854775808'::bigint::ulidflake$$,
    $$ulid_max('1969-12-31 23:59:59.999999+00')$$, $$ulid_min('10889-08-02 05:31:50.655001+00')$$,
    $$ulid_min('infinity')$$, $$ulid_generate('1969-01-01Z')$$,
    $$scru160_min('infinity')$$, $$scru160_max('-infinity')$$,
    $$scru160_generate('1970-01-01 00:00:00.000999+00')$$, $$scru160_generate('10889-08-02 05:31:50.655+00')$$,
    $$ulidflake_max('2023-12-31 23:59:59.999999+00')$$, $$ulidflake_generate('2023-12-31 23:59:59.999999+00')$$,
    $$ulidflake_generate('2302-09-27 15:10:22.208+00')$$,
    $$timeid_min('2255-06-05 23:47:34.740992+00')$$, $$timeid_generate('infinity')$$,
    $$tbsl_min('2286-11-20 17:46:40+00')$$, $$tbsl_generate('294276-12-31 23:59:59.999999+00')$$,
    $$tbsl_to_base('27DCADE1447231CDEF1D', 10)$$, $$tbsl_to_base('27DCADE1447231CDEF1D', -16)$$,
    $$tbsl_from_base('27dc', 64)$$, $$tbsl_from_base('', 62)$$, $$tbsl_from_base('FF', 16)$$, $$tbsl_from_base('!', 16)$$,
    $$tbsl_from_base('0123456789abcdef01234', 16)$$, $$tbsl_from_base('l', 58)$$, $$tbsl_from_base('zzzzzzzzzzzzzz', 62)$$,
    $$tbsl_from_base('ffffffffffffffffffff', 16)$$, $$tbsl_from_base('2026-05-05', 16)$$,
    $$ulid_prefix_min('2026-05-05')$$, $$timeid_prefix_min('3kxn-lhr-3gxq-234')$$, $$timeid_prefix_min('3k-')$$,
    $$timeid_prefix_min('0')$$, $$timeid_prefix_min('g')$$,
    'ulidflake_generate_scalable(32)', 'ulidflake_generate_scalable(-1)', $$ulidflake_generate_scalable('2023-12-31Z', 0)$$,
    $$ulid_make('2025-01-01Z', '\x00112233445566778899aa'::bytea)$$,
    $$scru160_make('2025-01-01Z', 0, '\x00112233445566778899aa')$$,
    $$scru160_make('2025-01-01Z', 65536, '\x00112233445566778899aabb')$$,
    $$ulidflake_make('2025-01-01Z', 1048576)$$, $$ulidflake_make_scalable('2025-01-01Z', 32768, 0)$$,
    $$ulidflake_make_scalable('2025-01-01Z', 0, 32)$$, $$timeid_make('2025-01-01Z', 1024)$$,
    $$tbsl_make('2025-01-01Z', 100, 0)$$, $$tbsl_make('2025-01-01Z', 0, -1)$$]) AS call;
-- The range is shown in the session's time zone.
SET timezone = 'Asia/Kolkata';
SELECT report_of('SELECT ulidflake_generate(''2023-12-31 23:59:59.999999+00'')') AS "in Kolkata";
SET timezone = 'UTC';

-- Settings: the server refuses what is out of the range that pg_settings has, unknown, or of another unit.
SELECT setting, (error_of('SET ulidkit.' || setting)).state
FROM unnest(ARRAY['on_overflow = ignore', 'timeid_node = 1024', 'node = 5', 'unknown = 1']) AS setting;
\set VERBOSITY sqlstate
\set ECHO queries
ALTER SYSTEM SET ulidkit.max_clock_lead = '25h';
ALTER ROLE CURRENT_USER SET ulidkit.node = 5;
\set ECHO none

DROP SCHEMA :test CASCADE;
