-- What single kinds have of their own: casts, fields, prefixes, other spellings, and steps.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- ulid: the 16 bytes of a UUID; a UUID of version 7 of it.
SELECT id::uuid, ulid_extract_randomness(id), ulid_to_uuidv7(id) FROM (SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::ulid AS id) AS s;
SELECT '01563e3a-b5d3-d676-4c61-efb99302bd5b'::uuid::ulid AS "of a UUID";
SELECT bool_and(get_byte(uuid_send(u), 6) >> 4 = 7) AS "uuidv7: version", bool_and(get_byte(uuid_send(u), 8) >> 6 = 2) AS variant,
    bool_and(substr(uuid_send(u), 1, 6) = substr(id::bytea, 1, 6)) AS time,
    bool_and(get_byte(uuid_send(u), 6) & 15 = get_byte(id::bytea, 6) & 15
        AND get_byte(uuid_send(u), 8) & 63 = get_byte(id::bytea, 8) & 63
        AND get_byte(uuid_send(u), 7) = get_byte(id::bytea, 7) AND substr(uuid_send(u), 10) = substr(id::bytea, 10)) AS rest
FROM (SELECT ulid_generate_random() AS id FROM generate_series(1, 100)) AS r, LATERAL (SELECT ulid_to_uuidv7(id) AS u) AS u;
-- Neither way is implicit. A uuid column takes a ulid, but a ulid column takes a uuid by an explicit cast only.
CREATE TABLE both_ways (u uuid DEFAULT ulid_generate(), i ulid DEFAULT gen_random_uuid()::ulid);
INSERT INTO both_ways SELECT ulid_min('2025-01-01Z'), '01563e3a-b5d3-d676-4c61-efb99302bd5b'::uuid::ulid;
TABLE both_ways;
SELECT command, state, message FROM unnest(ARRAY[
    'INSERT INTO both_ways (i) VALUES (gen_random_uuid())', 'UPDATE both_ways SET i = u',
    'ALTER TABLE both_ways ALTER i SET DEFAULT gen_random_uuid()', 'SELECT u = i FROM both_ways',
    'INSERT INTO both_ways (i) SELECT u FROM both_ways',
    'INSERT INTO both_ways (i) VALUES (NULL), (gen_random_uuid())',
    'CREATE TABLE t (i ulid DEFAULT gen_random_uuid())', 'CREATE TABLE t (u uuid, i ulid GENERATED ALWAYS AS (u) STORED)',
    'CREATE TABLE t (i ulid[] DEFAULT ARRAY[gen_random_uuid()])', 'CREATE DOMAIN d AS ulid DEFAULT gen_random_uuid()',
    'CREATE TABLE t (i ulid DEFAULT gen_random_uuid()::ulid, j ulid[] DEFAULT ARRAY[gen_random_uuid()]::ulid[])',
    'CREATE TABLE t (u uuid, i ulid GENERATED ALWAYS AS (u::ulid) STORED)']) AS command,
    error_of('DROP TABLE IF EXISTS t; ' || command);
-- scru160
SELECT scru160_to_hex(id), scru160_extract_counter(id), scru160_extract_random(id)
FROM (SELECT '05TTUP1HNCPNH30VEK64KDQT9BSNU4C4'::scru160 AS id) AS s;

-- ulidflake, timeid: bigint
SELECT id::bigint, ulidflake_extract_randomness(id), ulidflake_extract_scalable_randomness(id) AS scalable,
    ulidflake_extract_scalability_id(id)
FROM (SELECT '00CMXB6TAK4SA'::ulidflake AS id) AS s;
SELECT 14246757444195114::ulidflake, 9223372036854775807::ulidflake, 0::bigint::ulidflake;
SELECT id::bigint, timeid_extract_node(id), timeid_to_compact(id) FROM (SELECT '3kxn-lhr-3gxq-23'::timeid AS id) AS s;
SELECT (-1)::bigint::timeid, 0::bigint::timeid, '-9223372036854775808'::bigint::timeid, 9223372036854775807::timeid;
CREATE TABLE numbers (f bigint, t bigint);
INSERT INTO numbers SELECT '00CMXB6TAK4SA'::ulidflake, '3kxn-lhr-3gxq-23'::timeid;
TABLE numbers;

-- timeid: the ranges of the draft's table, one prefix a row, in UTC.
SELECT prefix, timeid_prefix_min(prefix), timeid_prefix_max(prefix), timeid_prefix_min(prefix)::timestamptz AS first,
    timeid_prefix_max(prefix)::timestamptz AS last
FROM unnest('{3kxn-lhr-3gxq-23,3kxn-lhr-3gxq,3kxn-lhr-,3kxn-lhr,3kxnlhr,3kxn-,3kxn,3k,3,2,b,s,z,""}'::text[]) AS prefix;

-- tbsl
SELECT id::timestamptz AS "time of the last tbsl", tbsl_extract_machine(id), tbsl_extract_suffix(id)
FROM (SELECT 'DE0B6B3A763FFFFFFFFF'::tbsl AS id) AS s;
SELECT tbsl_from_base('1', 58), tbsl_from_base('0', 58), tbsl_from_base('0', 62), tbsl_from_base('00000000000001', 62),
    tbsl_from_base('11111111111112', 58);

-- Steps between the ulids of a millisecond: 1, or 1 to 2^(8n).
CREATE FUNCTION steps(bytes integer) RETURNS TABLE (rising boolean, ones boolean, largest numeric) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('ulidkit.ulid_step_bytes', bytes::text, true);
    RETURN QUERY SELECT bool_and(id > before), bool_and(step = 1), max(step)
    FROM (
        SELECT id, before, ulidkit_step(before, id) AS step
        FROM (SELECT id, lag(id) OVER (ORDER BY n) AS before
            FROM (SELECT n, ulid_generate() AS id FROM generate_series(1, 3000) AS n OFFSET 0) AS s) AS s
    ) AS s;
END
$$;
CREATE FUNCTION ulidkit_step(before ulid, id ulid) RETURNS numeric LANGUAGE sql RETURN
    CASE WHEN before::timestamptz = id::timestamptz THEN
        (SELECT sum((get_byte(ulid_extract_randomness(id), i) - get_byte(ulid_extract_randomness(before), i))
            * 256::numeric ^ (9 - i))
        FROM generate_series(0, 9) AS i) END;
SELECT bytes, rising, ones, largest <= 2::numeric ^ (8 * bytes) AS within, largest > 2::numeric ^ (8 * bytes - 3) AS used
FROM unnest('{0,1,2,4,6,8}'::integer[]) AS bytes, steps(bytes);

DROP SCHEMA :test CASCADE;
