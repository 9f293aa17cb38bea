-- Every error that a text, bytes, a number, a time, an argument or a setting can raise: its message, detail
-- and hint, and its SQLSTATE.
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- Text: wrong syntax, out of range.
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FA'::ulid;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAVX'::ulid;
SELECT ''::ulid;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAU'::ulid;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV '::ulid;
SELECT '01ARZ3NDÉKTSV4RRFFQ69G5FAV'::ulid;
SELECT '8ZZZZZZZZZZZZZZZZZZZZZZZZZ'::ulid;
SELECT '05TTUP1HNCPNH30VEK64KDQT9BSNU4C'::scru160;
SELECT '05TTUP1HNCPNH30VEK64KDQT9BSNU4CW'::scru160;
SELECT '017bdf6431bb33750751eb63beb3c3f8c5969d8g'::scru160;
SELECT '017bdf6431bb33750751eb63beb3c3f8c5969d8'::scru160;
SELECT '0CMXB6TAK4SA'::ulidflake;
SELECT '00CMXB6TAK4SL'::ulidflake;
SELECT 'G000000000000'::ulidflake;
SELECT '3kxn-lhr-3gxq-2'::timeid;
SELECT '3kxnlhr-3gxq-23'::timeid;
SELECT '3KXN-LHR-3GXQ-23'::timeid;
SELECT 'c222-222-2222-22'::timeid;
SELECT '27DCADE1447231CDEF1'::tbsl;
SELECT '27dcade1447231cdef1d'::tbsl;
SELECT 'DE0B6B3A764000000000'::tbsl;
-- A hint for what begins with a date, at the input of a type only.
SELECT ulid_min('2026-01-01Z') >= '2026-05-05 10:00:00.000000+00';
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
SELECT * FROM each_kind($$SELECT hint_of('SELECT ''2026-05-05''::KIND')$$);
SELECT text, count(*) FILTER (WHERE hint_of(format('SELECT %L::%I', text, kind)) <> '') = count(*) AS hints
FROM kinds, unnest('{2026-05-05,2026-05-05T10:00:00Z,9999-99-99 and more,2026-05-0,2026-5-05,2026/05/05,'
    '05-05-2026,20260505," 2026-05-05",infinity}'::text[])
    WITH ORDINALITY AS t (text, n) GROUP BY text, n ORDER BY n;
SELECT call, hint_of('SELECT ' || call) = '' AS "no hint"
FROM unnest('{ulid_prefix_min(''2026-05-05''),timeid_prefix_max(''2026-05-05''),"tbsl_from_base(''2026-05-05'', 16)"}'::text[])
    AS call;
-- And for a UUID, which only a ulid can have been.
SELECT '017F22e2-79b0-7cc3-98c4-dc0c0c07398f'::ulid;
SELECT '017F22e2-79b0-7cc3-98c4-dc0c0c07398f'::uuid::ulid;
SELECT * FROM each_kind($$SELECT hint_of('SELECT ''017f22e2-79b0-7cc3-98c4-dc0c0c07398f''::KIND')$$);
SELECT text, hint_of(format('SELECT %L::ulid', text))
FROM unnest('{017f22e279b07cc398c4dc0c0c07398f,017f22e2-79b0-7cc3-98c4-dc0c0c07398,017f22e2-79b0-7cc3-98c4-dc0c0c07398ff,'
    '017f22e2-79b07-cc3-98c4-dc0c0c07398f,017g22e2-79b0-7cc3-98c4-dc0c0c07398f,"{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}"}'::text[])
    AS text;
-- And for the bytes of an ID in hexadecimal digits, as a bytea is written or alone: what the hint says makes the ID of
-- them.
SELECT '\x01563E3ab5d3d6764c61efb99302bd5b'::ulid;
SELECT * FROM each_kind($$
    SELECT string_agg(concat_ws(': ', hint, answer_of('SELECT ' || substring(hint, '"(.*)"')) = id::text), E'\n' ORDER BY n)
    FROM (SELECT KIND_min('2025-01-01Z') AS id) AS i, unnest(ARRAY['\x', '']) WITH ORDINALITY AS before (before, n),
        hint_of(format('SELECT %L::KIND', before || encode(id::bytea, 'hex'))) AS hint
    WHERE hint <> 'no error'$$);
SELECT kind, string_agg(before || '1a..' || after, ' ' ORDER BY before COLLATE "C", after COLLATE "C")
    FILTER (WHERE hint LIKE '%::bytea::%') AS hints
FROM unnest(ARRAY['', '\x', '\X', 'x']) AS before, unnest(ARRAY['', '0', '0g', '1a', '1a0']) AS after, kinds,
    hint_of(format('SELECT %L::%I', before || repeat('1a', size - 1) || after, kind)) AS hint
GROUP BY kind, oid ORDER BY oid;

-- Binary forms: wrong size, out of range.
SELECT * FROM each_kind($$SELECT (error_of('SELECT ''\x''::bytea::KIND'))::text$$);
SELECT * FROM each_kind($$
    SELECT string_agg(format('%s: %s %s', k.size + more, state, detail), E'\n')
    FROM kinds k, (VALUES (-1), (1)) AS sizes (more),
        LATERAL error_of(format('SELECT %L::bytea::KIND', decode(repeat('00', k.size + more), 'hex')))
    WHERE kind = 'KIND'$$);
SELECT '\x8000000000000000'::bytea::ulidflake;
SELECT '\xde0b6b3a764000000000'::bytea::tbsl;
SELECT '\xffffffffffffffffffff'::bytea::tbsl;

-- bigint
SELECT (-1)::bigint::ulidflake;
SELECT '-9223372036854775808'::bigint::ulidflake;

-- Times: no id on the asked side, none that may be generated.
SELECT ulid_max('1969-12-31 23:59:59.999999+00');
SELECT ulid_min('10889-08-02 05:31:50.655001+00');
SELECT scru160_min('infinity');
SELECT scru160_max('-infinity');
SELECT scru160_generate('1970-01-01 00:00:00.000999+00');
SELECT scru160_generate('10889-08-02 05:31:50.655+00');
SELECT ulidflake_max('2023-12-31 23:59:59.999999+00');
SELECT ulidflake_generate('2023-12-31 23:59:59.999999+00');
SELECT ulidflake_generate('2302-09-27 15:10:22.208+00');
SELECT timeid_min('2255-06-05 23:47:34.740992+00');
SELECT timeid_generate('infinity');
SELECT tbsl_min('2286-11-20 17:46:40+00');
SELECT tbsl_generate('294276-12-31 23:59:59.999999+00');
-- The range is shown in the session's time zone.
SET timezone = 'Asia/Kolkata';
SELECT ulidflake_generate('2023-12-31 23:59:59.999999+00');
RESET timezone;
SET timezone = 'UTC';

-- Arguments
SELECT tbsl_to_base('27DCADE1447231CDEF1D', 10);
SELECT tbsl_to_base('27DCADE1447231CDEF1D', -16);
SELECT tbsl_from_base('27dc', 64);
SELECT tbsl_from_base('', 62);
SELECT tbsl_from_base('FF', 16);
SELECT tbsl_from_base('0123456789abcdef01234', 16);
SELECT tbsl_from_base('l', 58);
SELECT tbsl_from_base('zzzzzzzzzzzzzz', 62);
SELECT tbsl_from_base('ffffffffffffffffffff', 16);
SELECT timeid_prefix_min('3kxn-lhr-3gxq-234');
SELECT timeid_prefix_min('3k-');
SELECT timeid_prefix_max('g');
SELECT ulidflake_generate_scalable(32);
SELECT ulidflake_generate_scalable(-1);
SELECT ulidflake_generate_scalable('2023-12-31Z', 0);
SELECT ulid_make('2025-01-01Z', '\x00112233445566778899aa'::bytea);
SELECT scru160_make('2025-01-01Z', 0, '\x00112233445566778899aa');
SELECT scru160_make('2025-01-01Z', 65536, '\x00112233445566778899aabb');
SELECT ulidflake_make('2025-01-01Z', 1048576);
SELECT ulidflake_make_scalable('2025-01-01Z', 32768, 0);
SELECT ulidflake_make_scalable('2025-01-01Z', 0, 32);
SELECT timeid_make('2025-01-01Z', 1024);
SELECT tbsl_make('2025-01-01Z', 100, 0);
SELECT tbsl_make('2025-01-01Z', 0, -1);

-- Settings: the server refuses what is out of range, unknown, or of another unit.
SELECT command, state FROM (VALUES
    ('on_overflow = ignore'), ('on_clock_step_back = wait'), ('timeid_node = 1024'), ('timeid_node = -2'),
    ('ulidflake_scalability_id = 32'),
    ('ulidflake_scalability_id = -2'), ('ulidflake_step_bytes = 0'), ('ulidflake_step_bytes = 4'),
    ('tbsl_machine = 100'), ('tbsl_machine = -2'), ('scru160_counter = none'), ('node = 5'), ('unknown = 1')
    ) AS commands (command), error_of('SET ulidkit.' || command);

\set VERBOSITY sqlstate
ALTER SYSTEM SET ulidkit.max_clock_lead = -1;
ALTER SYSTEM SET ulidkit.max_clock_lead = '25h';
ALTER SYSTEM SET ulidkit.node = 1024;
ALTER SYSTEM SET ulidkit.node = -2;
ALTER ROLE CURRENT_USER SET ulidkit.node = 5;
\set VERBOSITY default

-- States
SELECT command, state FROM (VALUES
    ($$'x'::ulid$$), ($$'8ZZZZZZZZZZZZZZZZZZZZZZZZZ'::ulid$$), ($$'\x00'::bytea::ulid$$),
    ($$'\xffffffffffffffffffff'::bytea::tbsl$$), ($$(-1)::bigint::ulidflake$$), ($$ulid_min('infinity')$$),
    ($$ulid_generate('1969-01-01Z')$$), ($$tbsl_to_base('00000000000000000000', 10)$$), ($$tbsl_from_base('!', 16)$$),
    ($$tbsl_from_base('ffffffffffffffffffff', 16)$$), ($$ulidflake_generate_scalable(32)$$),
    ($$timeid_prefix_min('0')$$), ($$timeid_prefix_min('g')$$)
    ) AS commands (command), error_of('SELECT ' || command);

DROP SCHEMA :test CASCADE;
