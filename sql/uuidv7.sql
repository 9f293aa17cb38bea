-- The functions for UUIDs of version 7, in the server's type uuid: generation, time, bounds, and what has no time.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- Generated: in order, of version 7 and its variant, of the present time, and with steps that nobody can guess.
CREATE TABLE made (n bigserial, id uuid NOT NULL DEFAULT uuidv7_generate());
SELECT clock_timestamp() AS before \gset
INSERT INTO made SELECT FROM generate_series(1, 50000);
SELECT count(*) AS generated, count(DISTINCT id) AS different, bool_and(id > before) AS in_order,
    bool_and(substr(id::text, 15, 1) = '7' AND substr(id::text, 20, 1) IN ('8', '9', 'a', 'b')) AS version_and_variant,
    bool_and(uuidv7_extract_timestamp(id) BETWEEN date_trunc('milliseconds', timestamptz :'before')
        AND clock_timestamp()) AS present
FROM (SELECT id, lag(id) OVER (ORDER BY n) AS before FROM made) AS s;
SELECT count(*) FILTER (WHERE step = 1) AS next_is_known, percentile_disc(0.5) WITHIN GROUP (ORDER BY step) > 1 << 24 AS far_away
FROM (
    SELECT abs(suffix - lag(suffix) OVER (ORDER BY n)) AS step
    FROM made, LATERAL (SELECT ('x' || right(id::text, 12))::bit(48)::bigint) AS last_48_bits (suffix)
) AS s;
SELECT kind, generated >= 50000 AS counted, newest = max(id::text) AS newest,
    newest_time = max(uuidv7_extract_timestamp(id)) AS newest_time
FROM ulidkit_generators(), made WHERE kind = 'uuidv7' GROUP BY kind, generated, newest, newest_time;

-- Of a given time: rand_a is the fraction of the millisecond in 1/4096, and what comes after it is random.
SELECT count(*) AS "of a time", count(DISTINCT id) AS different,
    bool_and(uuidv7_extract_timestamp(id) = date_trunc('milliseconds', t)) AS time,
    bool_and(('x' || substr(id::text, 15, 4))::bit(16)::integer = 7 * 4096 + us * 4096 / 1000) AS fraction
FROM (
    SELECT t, us, uuidv7_generate(t) AS id
    FROM generate_series(0, 999) AS us, LATERAL (SELECT timestamptz '2025-06-07 08:09:10.123Z' + us * interval '1 us') AS given (t)
) AS s;

-- Any uuid has a time, of whatever version: that of its leading 48 bits. It never falls as the uuid rises.
SELECT count(*) AS any, bool_and(uuidv7_extract_timestamp(id) = timestamptz 'epoch' + ms / 1000 * interval '1 s'
    + ms % 1000 * interval '1 ms') AS leading_bits,
    bool_and(uuidv7_extract_timestamp(id) >= before) AS never_falls
FROM (SELECT id, ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint AS ms,
        lag(uuidv7_extract_timestamp(id), 1, '-infinity') OVER (ORDER BY id) AS before
    FROM (SELECT md5(i::text)::uuid AS id FROM generate_series(1, 5000) AS i) AS s) AS s;
SELECT id, uuidv7_extract_timestamp(id), id::ulid::timestamptz = uuidv7_extract_timestamp(id) AS as_ulid
FROM unnest('{017F22E2-79B0-7CC3-98C4-DC0C0C07398F,00000000-0000-0000-0000-000000000000,ffffffff-ffff-ffff-ffff-ffffffffffff,'
    '919108f7-52d1-4320-9bac-f847db4148a8}'::uuid[]) AS id;

-- Bounds. They fill with zeros and ones, so that they bound uuids of any version.
SELECT t, uuidv7_min(t), uuidv7_max(t), uuidv7_at_or_after(t), uuidv7_after(t), uuidv7_before(t), uuidv7_at_or_before(t)
FROM (VALUES (1, timestamptz '2025-01-01Z'), (2, '2025-01-01 00:00:00.0005Z'), (3, 'epoch'),
    (4, '10889-08-02 05:31:50.655Z')) AS v (f, t) ORDER BY f;
SELECT uuidv7_min('-infinity') AS first, uuidv7_max('infinity') AS last;
SELECT t, uuidv7_at_or_after(t), uuidv7_after(t), uuidv7_before(t), uuidv7_at_or_before(t)
FROM (VALUES (timestamptz '1969-12-31 23:59:59.999999Z'), ('10889-08-02 05:31:50.655001Z'), ('-infinity'), ('infinity')) AS v (t);
SELECT count(*) AS pairs, bool_and((time >= t) = (id >= uuidv7_at_or_after(t)) AND (time > t) = (id >= uuidv7_after(t))
    AND (time < t) = (id <= uuidv7_before(t)) AND (time <= t) = (id <= uuidv7_at_or_before(t))) AS exact
FROM (SELECT id, uuidv7_extract_timestamp(id) AS time, uuidv7_extract_timestamp(id) + d * interval '1 us' AS t
    FROM (SELECT uuidv7_generate(timestamptz '2025-01-01Z' + i * interval '0.7 ms') AS id FROM generate_series(1, 200) AS i) AS s,
        generate_series(-1001, 1001, 77) AS d) AS s;

-- pg_partman's encoder and decoder
SELECT t, uuidv7_time_encoder(t) = uuidv7_min(t)::text AS bound, uuidv7_time_encoder(t),
    uuidv7_time_decoder(uuidv7_time_encoder(t))
FROM (VALUES (timestamptz '2025-01-01Z'), ('2025-01-01 00:00:00.0005Z'), ('-infinity')) AS v (t);
SELECT uuidv7_time_decoder('{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}'), uuidv7_time_decoder(NULL) IS NULL AS strict,
    uuidv7_generate(NULL) IS NULL AS "strict, too";

-- Errors
SELECT call, report_of('SELECT ' || call) FROM unnest(ARRAY[
    'uuidv7_generate(''1969-12-31 23:59:59.999999Z'')', 'uuidv7_generate(''10889-08-02 05:31:50.656Z'')',
    'uuidv7_generate(''infinity'')', 'uuidv7_min(''10889-08-02 05:31:50.655001Z'')',
    'uuidv7_max(''1969-12-31 23:59:59.999999Z'')', 'uuidv7_min(''infinity'')', 'uuidv7_max(''-infinity'')']) AS call;

-- ulidkit_inspect() takes the texts that uuid takes, and of these what is of version 7: a thousand edited ones.
SELECT * FROM ulidkit_inspect('{017F22E279B07CC398C4DC0C0C07398F}');
CREATE FUNCTION is_uuid_of_version_7(text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RETURN substr($1::uuid::text, 15, 1) = '7' AND substr($1::uuid::text, 20, 1) IN ('8', '9', 'a', 'b');
EXCEPTION WHEN invalid_text_representation THEN
    RETURN false;
END
$$;
CREATE FUNCTION edited(text, n integer) RETURNS text LANGUAGE sql IMMUTABLE RETURN
    (SELECT CASE get_byte(m, 0) % 5
        WHEN 0 THEN overlay($1 PLACING substr('0789abcfgF-{} ', 1 + get_byte(m, 2) % 14, 1) FROM place)
        WHEN 1 THEN overlay($1 PLACING substr('0789abcfgF-{} ', 1 + get_byte(m, 2) % 14, 1) FROM place FOR 0)
        WHEN 2 THEN overlay($1 PLACING '' FROM place)
        WHEN 3 THEN upper($1)
        ELSE '{' || $1 || '}' END
    FROM (SELECT sha256(n::text::bytea) AS m) AS m, LATERAL (SELECT 1 + get_byte(m, 1) % 38) AS p (place));
SELECT count(*) FILTER (WHERE is_uuid_of_version_7(t)) BETWEEN 400 AND 1600 AS some_are,
    count(*) FILTER (WHERE is_uuid_of_version_7(t) <> known) AS wrong
FROM (SELECT t, EXISTS (SELECT FROM ulidkit_inspect(t) WHERE kind = 'uuidv7' AND canonical = t::uuid::text) AS known
    FROM (SELECT edited(CASE WHEN n % 3 = 0 THEN edited(base, n + 10000) ELSE base END, n) AS t
        FROM generate_series(1, 1000) AS n,
            unnest('{017f22e2-79b0-7cc3-98c4-dc0c0c07398f,017f22e279b07cc398c4dc0c0c07398f}'::text[]) AS base) AS s) AS s;

DROP SCHEMA :test CASCADE;
