-- K_make() and K_make_ordered(): ids of a time and fields, and of a time and a number.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- What the functions that extract the fields return makes the same ID.
CREATE TABLE times AS SELECT '2024-01-01Z'::timestamptz + n * interval '123456.789123 s' AS t, n FROM generate_series(0, 1000) AS n;
SELECT 'ulid' AS kind, count(*), count(*) FILTER (WHERE ulid_make(id::timestamptz, ulid_extract_randomness(id)) <> id) AS wrong
FROM times, ulid_generate(t) AS id
UNION ALL
SELECT 'scru160', count(*), count(*) FILTER (WHERE scru160_make(id::timestamptz, scru160_extract_counter(id),
    scru160_extract_random(id)) <> id)
FROM times, scru160_generate(t) AS id
UNION ALL
SELECT 'ulidflake', count(*), count(*) FILTER (WHERE ulidflake_make(id::timestamptz, ulidflake_extract_randomness(id)) <> id)
FROM times, ulidflake_generate(t) AS id
UNION ALL
SELECT 'ulidflake, scalable', count(*), count(*) FILTER (WHERE
    ulidflake_make_scalable(id::timestamptz, ulidflake_extract_scalable_randomness(id), ulidflake_extract_scalability_id(id)) <> id)
FROM times, ulidflake_generate(t) AS id
UNION ALL
SELECT 'timeid', count(*), count(*) FILTER (WHERE timeid_make(id::timestamptz, timeid_extract_node(id)) <> id)
FROM times, timeid_generate(t - interval '60 years') AS id
UNION ALL
SELECT 'tbsl', count(*), count(*) FILTER (WHERE tbsl_make(id::timestamptz, tbsl_extract_machine(id), tbsl_extract_suffix(id)) <> id)
FROM times, tbsl_generate(t) AS id
ORDER BY kind;

CREATE TABLE stored AS SELECT id AS ulid, ulid_extract_randomness(id) AS randomness, scru160,
    scru160_extract_random(scru160) AS random
FROM times, ulid_generate(t) AS id, scru160_generate(t) AS scru160;
SELECT count(*) AS "made again of stored fields" FROM stored WHERE ulid_make(ulid::timestamptz, randomness) = ulid
    AND scru160_make(scru160::timestamptz, scru160_extract_counter(scru160), random) = scru160;

-- The lowest and the highest fields make the bounds of a time, which is floored to the type's unit.
SELECT ulid_make(t, decode(repeat('00', 10), 'hex')) = ulid_min(floor) AS "bounds: ulid",
    ulid_make(t, decode(repeat('ff', 10), 'hex')) = ulid_max(t) AS ulid,
    scru160_make(t, 0, decode(repeat('00', 12), 'hex')) = scru160_min(floor) AS scru160,
    scru160_make(t, 65535, decode(repeat('ff', 12), 'hex')) = scru160_max(t) AS scru160,
    ulidflake_make(t, 0) = ulidflake_min(floor) AS ulidflake, ulidflake_make(t, 1048575) = ulidflake_max(t) AS ulidflake,
    ulidflake_make_scalable(t, 0, 0) = ulidflake_min(floor) AS scalable,
    ulidflake_make_scalable(t, 32767, 31) = ulidflake_max(t) AS scalable,
    timeid_make(t, 0) = timeid_min(t) AS timeid, timeid_make(t, 1023) = timeid_max(t) AS timeid,
    tbsl_make(t, 0, 0) = tbsl_min(t) AS tbsl, tbsl_make(t, 99, 1048575) = tbsl_max(t) AS tbsl
FROM (VALUES ('2025-01-01 00:00:00.123456Z'::timestamptz, '2025-01-01 00:00:00.123Z'::timestamptz)) AS v (t, floor);
SELECT timeid_make('1969-12-31 23:59:59.999999Z', 0) = timeid_min('1969-12-31 23:59:59.999999Z') AS "before 1970";

-- A time and a number: the fields, and the order of the times, to the microsecond, and of the numbers.
SELECT number AS ordered, ulid_extract_randomness(ulid_make_ordered(t, number)) AS ulid,
    scru160_extract_counter(scru160_make_ordered(t, number)) AS counter,
    scru160_extract_random(scru160_make_ordered(t, number)) AS random
FROM unnest('{-9223372036854775808, -1, 0, 5, 9223372036854775807}'::bigint[]) AS number,
    CAST('2025-01-01 00:00:00.123456Z' AS timestamptz) AS t;
CREATE TABLE numbered AS
    SELECT t, number, ulid_make_ordered(t, number) AS ulid, scru160_make_ordered(t, number) AS scru160
    FROM generate_series('2025-01-01 00:00:00.000997Z'::timestamptz, '2025-01-01 00:00:00.001003Z', '1 microsecond') AS t,
        unnest('{-9223372036854775808, -9223372036854775807, -4294967296, -2, -1, 0, 1, 2, 255, 256, '
            '4294967296, 9223372036854775806, 9223372036854775807}'::bigint[]) AS number;
SELECT count(*) AS "times and numbers", count(DISTINCT ulid) AS ulid, count(DISTINCT scru160) AS scru160,
    count(*) FILTER (WHERE by_ulid <> n) AS ulid_wrong, count(*) FILTER (WHERE by_scru160 <> n) AS scru160_wrong
FROM (SELECT ulid, scru160, row_number() OVER (ORDER BY t, number) AS n, row_number() OVER (ORDER BY ulid) AS by_ulid,
    row_number() OVER (ORDER BY scru160) AS by_scru160 FROM numbered) AS s;
-- Numbers from 0 to 2^62 - 1, and last halves of random UUIDs, are the same in the UUID of version 7.
SELECT number, ulid_to_uuidv7(ulid_make_ordered('2025-01-01 00:00:00.123456Z', number))
FROM unnest(ARRAY[0, 5, 4611686018427387903, 4611686018427387904,
    ('x' || right(replace('8f14e45f-ceea-467f-a1d2-6c5a3b7d9e10', '-', ''), 16))::bit(64)::bigint]) AS number;

-- The range of times is that of K_generate().
CREATE FUNCTION range_of(call text) RETURNS text LANGUAGE sql
    RETURN (SELECT string_agg(coalesce((error_of(format('SELECT ' || call, t))).state, 'made'), ' ' ORDER BY t)
        FROM unnest('{-infinity,1684-07-28 00:12:25.259007Z,1684-07-28 00:12:25.259008Z,1969-12-31 23:59:59.999999Z,'
            '1970-01-01Z,1970-01-01 00:00:00.001Z,2023-12-31 23:59:59.999999Z,2024-01-01Z,2255-06-05 23:47:34.740992Z,'
            '2286-11-20 17:46:39.999999Z,2286-11-20 17:46:40Z,2302-09-27 15:10:22.207999Z,2302-09-27 15:10:22.208Z,'
            '10889-08-02 05:31:50.654999Z,10889-08-02 05:31:50.655999Z,10889-08-02 05:31:50.656Z,infinity}'::timestamptz[]) AS t);
SELECT call, range_of(call) = range_of(split_part(call, '_', 1) || '_generate(timestamptz %L)') AS same, range_of(call)
FROM unnest(ARRAY['ulid_make(%L, ''\x00112233445566778899''::bytea)', 'ulid_make_ordered(%L, 5)',
    'scru160_make(%L, 0, ''\x00112233445566778899aabb'')', 'scru160_make_ordered(%L, 5)',
    'ulidflake_make(%L, 0)', 'ulidflake_make_scalable(%L, 0, 0)', 'ulidflake_generate_scalable(%L, 0)',
    'timeid_make(%L, 0)', 'tbsl_make(%L, 0, 0)']) WITH ORDINALITY AS c (call, n) ORDER BY n;

-- Fields out of range, and NULL.
SELECT call, state, message FROM unnest(ARRAY['ulid_make(now(), ''''::bytea)', 'ulid_make(now(), ''\x001122334455667788''::bytea)',
    'scru160_make(now(), -1, ''\x00112233445566778899aabb'')',
    'ulidflake_make(now(), -1)', 'ulidflake_make_scalable(now(), -1, 0)', 'ulidflake_make_scalable(now(), 0, -1)',
    'ulidflake_generate_scalable(now(), 32)', 'timeid_make(now(), -1)', 'tbsl_make(now(), -1, 0)',
    'tbsl_make(now(), 0, 1048576)', 'timeid_make(now(), 2147483647)', 'timeid_make(now(), -2147483648)',
    'timeid_make(now(), NULL)', 'ulid_make_ordered(NULL, 5)']) AS call,
    error_of('SELECT ' || call);

-- Each function has one signature, so a literal or a parameter needs no type, and arguments can be named.
SELECT pg_typeof(ulid_make_ordered('2025-01-01Z', 5)) AS "type of literals",
    ulid_make_ordered('2025-01-01Z', 5::smallint) = ulid_make_ordered('2025-01-01Z', '5') AS smallint,
    ulid_make_ordered(number => '5', ts => '2025-01-01Z') = ulid_make_ordered('2025-01-01Z', 5) AS named,
    ulid_make('2025-01-01Z', '\x00112233445566778899') = ulid_make(ts => '2025-01-01Z',
        randomness => '\x00112233445566778899') AS "named, too";
PREPARE made AS SELECT ulidflake_generate_scalable($1), ulidflake_generate_scalable($2, $1), ulid_make($2, $3),
    ulid_make_ordered($2, $4), scru160_make_ordered($2, $4), uuidv7_make_ordered($2, $4);
SELECT parameter_types FROM pg_prepared_statements WHERE name = 'made';
SELECT call AS "another signature", state
FROM unnest(ARRAY['ulidflake_make(now(), 0, 0)', 'ulid_make(now(), 5)', 'scru160_make(now(), 5)',
    'ulidflake_generate_scalable(now())']) AS call, error_of('SELECT ' || call);

-- UUIDs of version 7 of a time and a number: the milliseconds, the version, the fraction of the millisecond in 1/4096,
-- the variant and the number, one after the other.
SELECT count(*) AS uuids, count(DISTINCT id) AS different, count(*) FILTER (WHERE by_id <> n) AS wrong,
    count(*) FILTER (WHERE uuidv7_extract_timestamp(id) <> date_trunc('milliseconds', t)) AS other_time,
    count(*) FILTER (WHERE id::text <> regexp_replace(fields, '(.{8})(.{4})(.{4})(.{4})', '\1-\2-\3-\4-')) AS other_fields
FROM (SELECT t, id, row_number() OVER (ORDER BY t, number) AS n, row_number() OVER (ORDER BY id) AS by_id,
        lpad(to_hex(floor(extract(epoch FROM t) * 1000)::bigint), 12, '0') || '7'
            || lpad(to_hex(mod(extract(epoch FROM t) * 1000000, 1000)::integer * 4096 / 1000), 3, '0')
                || to_hex(number | (-9223372036854775808)) AS fields
    FROM generate_series('2025-01-01 00:00:00.000997Z'::timestamptz, '2025-01-01 00:00:00.001003Z', '1 microsecond') AS t,
        unnest('{0, 1, 2, 255, 256, 4294967296, 4611686018427387902, 4611686018427387903}'::bigint[]) AS number,
        uuidv7_make_ordered(t, number) AS id) AS s;
SELECT number, (error_of(format('SELECT uuidv7_make_ordered(%L, %s)', '2025-01-01Z', number))).*
FROM unnest('{-9223372036854775808, -1, 4611686018427387904, 9223372036854775807}'::bigint[]) AS number;
SELECT range_of('uuidv7_make_ordered(%L, 5)') = range_of('uuidv7_generate(timestamptz %L)') AS "range of uuidv7";

-- The scalable form at a given time.
SELECT count(*) AS scalable, count(*) FILTER (WHERE id::timestamptz <> date_trunc('milliseconds', t)) AS other_time,
    count(*) FILTER (WHERE ulidflake_extract_scalability_id(id) <> 7) AS other_number,
    count(DISTINCT ulidflake_extract_scalable_randomness(id)) > 900 AS random
FROM times, ulidflake_generate_scalable(t, 7) AS id;

DROP SCHEMA :test CASCADE;
