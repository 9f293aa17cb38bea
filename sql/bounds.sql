-- Bounds by time, at every edge: id BETWEEN K_min(a) AND K_max(b) is a <= time AND time <= b.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- Times around the ends and around a unit of each kind, and what lies beyond.
CREATE TABLE edges (t timestamptz);
INSERT INTO edges
    SELECT edge + d * interval '1 microsecond'
    FROM (VALUES ('1969-12-31 23:59:59.999Z'::timestamptz), ('1970-01-01Z'), ('1970-01-01 00:00:00.001Z'),
            ('2024-01-01Z'), ('2024-01-01 00:00:00.001Z'), ('1684-07-28 00:12:25.259008Z'),
            ('2016-07-30 23:54:10.259Z'), ('2255-06-05 23:47:34.740991Z'), ('2286-11-20 17:46:39.999999Z'),
            ('2302-09-27 15:10:22.207Z'), ('2302-09-27 15:10:22.208Z'), ('10889-08-02 05:31:50.655Z'),
            ('10889-08-02 05:31:50.656Z')) AS e (edge),
        unnest('{-1000,-999,-2,-1,0,1,2,500,999,1000}'::integer[]) AS d
    UNION SELECT unnest('{-infinity,infinity,4714-11-24 00:00:00+00 BC,294276-12-31 23:59:59.999999+00}'::timestamptz[]);

-- The ends of each kind, and what the bounds are there.
SELECT kind, answer AS "the ends, and their times" FROM each_kind($$
    SELECT concat_ws(' ', KIND_min('-infinity'), KIND_min('-infinity')::timestamptz,
        KIND_max('infinity'), KIND_max('infinity')::timestamptz)$$);

-- The ids that the bounds make: those around every edge, each with its neighbour, which the
-- edge a microsecond off makes.
SELECT kind, answer AS "bounds" FROM each_kind($$
    CREATE TABLE KIND_bound AS
        SELECT t, id_or_null(format('KIND_min(%L)', t))::KIND AS low,
            id_or_null(format('KIND_max(%L)', t))::KIND AS high FROM edges;
    CREATE TABLE KIND_id AS
        SELECT low AS id FROM KIND_bound WHERE low IS NOT NULL UNION SELECT high FROM KIND_bound WHERE high IS NOT NULL;
    SELECT format('%s bounds, %s without a first id, %s without a last, %s ids', count(*), count(*) - count(low),
        count(*) - count(high), (SELECT count(*) FROM KIND_id)) FROM KIND_bound$$);

-- Without a first id, no id is at or after the time; without a last one, none is at or before it. Otherwise the bound
-- and the time agree on every id, on each of the four sides.
SELECT * FROM facts(ARRAY[
    ['bounds against times', 'many pairs, 0 wrong', $$
    SELECT format('%s pairs, %s wrong', CASE WHEN count(*) > 900 THEN 'many' END, count(*) FILTER (WHERE
        CASE WHEN low IS NULL THEN id::timestamptz >= t
            ELSE (id >= low) <> (id::timestamptz >= t) OR (id < low) <> (id::timestamptz < t) END
        OR CASE WHEN high IS NULL THEN id::timestamptz <= t
            ELSE (id <= high) <> (id::timestamptz <= t) OR (id > high) <> (id::timestamptz > t) END))
    FROM KIND_bound, KIND_id$$],
    -- pg_partman's encoder and decoder are the lower bound and the time, with text in between.
    ['pg_partman''s encoder and decoder', '114 times, 0 wrong', $$
    SELECT format('%s times, %s wrong', count(*), count(*) FILTER (WHERE
        id_or_null(format('KIND_time_encoder(%L)', t)) IS DISTINCT FROM low::text
        OR KIND_time_decoder(low::text) IS DISTINCT FROM low::timestamptz))
    FROM KIND_bound$$]]);

-- Bounds a unit apart, and the last id of the last of its microseconds.
SELECT ulid_min('2016-07-30 23:54:10.259Z'), ulid_min('2016-07-30 23:54:10.259001Z'), ulid_max('2016-07-30 23:54:10.259999Z');
SELECT scru160_min('2021-09-13 13:41:30.683Z'), scru160_min('2021-09-13 13:41:30.683001Z'),
    scru160_max('2021-09-13 13:41:30.683999Z');
SELECT ulidflake_min('2024-06-06 06:06:06.666Z'), ulidflake_min('2024-06-06 06:06:06.666001Z'),
    ulidflake_max('2024-06-06 06:06:06.666999Z');
SELECT timeid_min('2024-07-19 16:40:46.480310Z'), timeid_max('2024-07-19 16:40:46.480310Z'),
    timeid_max('1969-12-31 23:59:59.999999Z');
SELECT tbsl_min('1970-01-01 00:00:00.000001Z'), tbsl_max('1970-01-01 00:00:00.000001Z');

-- On random data the range by id is the range by time.
SELECT * FROM facts(ARRAY[
    ['ranges of random ids', '31 ranges, 0 wrong', $$
    CREATE TABLE KIND_row AS SELECT KIND_generate('2025-01-01Z'::timestamptz + i * interval '250 microseconds') AS id
        FROM generate_series(1, 4000) AS i;
    SELECT format('%s ranges, %s wrong', count(*), count(*) FILTER (WHERE by_id <> by_time))
    FROM generate_series('2025-01-01Z'::timestamptz, '2025-01-01 00:00:01Z', '33333 microseconds') AS a,
        LATERAL (SELECT a + interval '123457 microseconds' AS b) AS b,
        LATERAL (SELECT count(*) AS by_id FROM KIND_row WHERE id BETWEEN KIND_min(a) AND KIND_max(b)) AS i,
        LATERAL (SELECT count(*) AS by_time FROM KIND_row WHERE id::timestamptz BETWEEN a AND b) AS t$$]]);

-- Bounds by prefix: the ids between them are those whose text begins with the prefix.
CREATE FUNCTION ids_of_prefix(kind text, prefix text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE answer text;
BEGIN
    EXECUTE format('SELECT concat_ws($1, %1$I(%3$L), %2$I(%3$L))', kind || '_prefix_min', kind || '_prefix_max',
        prefix) INTO answer USING ' to ';
    RETURN answer;
EXCEPTION WHEN data_exception THEN
    RETURN format('%s: %s', SQLSTATE, SQLERRM);
END
$$;
SELECT kind, answer AS "bounds of prefixes" FROM each_kind($$
    SELECT string_agg(ids_of_prefix('KIND', left(KIND_max('infinity')::text, size)), E'\n' ORDER BY size)
    FROM unnest('{0,1,2,5,10}'::integer[]) AS size$$);
SELECT * FROM facts(ARRAY[
    ['ids of prefixes', '0 wrong, some begin so', $$
    CREATE TABLE KIND_prefix AS
        SELECT prefix, KIND_prefix_min(prefix) AS first, KIND_prefix_max(prefix) AS last
        FROM (SELECT DISTINCT left(id::text, size) AS prefix FROM (SELECT id FROM KIND_row LIMIT 10) AS r,
            generate_series(0, 40) AS size) AS p;
    SELECT format('%s wrong, %s', count(*) FILTER (WHERE (id BETWEEN first AND last) <> starts_with(shown, prefix)),
        CASE WHEN count(*) FILTER (WHERE starts_with(shown, prefix)) BETWEEN 1000 AND count(*) - 1000 THEN 'some begin so' END)
    FROM KIND_prefix, (SELECT id, id::text AS shown FROM KIND_row OFFSET 0) AS r$$],
    ['no prefixes', '22P02: invalid input syntax for type KIND', $$
    SELECT string_agg(DISTINCT rtrim(replace(ids_of_prefix('KIND', prefix), format(': "%s"', prefix), '')), '; ')
    FROM unnest(ARRAY[KIND_min('2025-01-01Z')::text || '2', '!', '2026-05-05']) AS prefix$$]]);
SELECT kind, prefix, ids_of_prefix(kind, prefix)
FROM (VALUES ('ulid', '01k'), ('ulid', '8'), ('ulidflake', '8'), ('scru160', 'v'), ('timeid', 'g'), ('tbsl', 'DE'),
    ('tbsl', 'DE1'), ('tbsl', 'de'), ('uuidv7', ''),
    ('uuidv7', '01983E3'), ('uuidv7', '01983e3a-b5d3-7'), ('uuidv7', '01983e3ab5d37'), ('uuidv7', '01983e3a-b5d37'),
    ('uuidv7', '{01983e3a')) AS v (kind, prefix);
SELECT count(*) AS "prefixes of a UUID" FROM uuidv7_generate('2025-01-01Z') AS id, generate_series(0, 36) AS size
WHERE id BETWEEN uuidv7_prefix_min(left(id::text, size)) AND uuidv7_prefix_max(left(id::text, size))
    AND id BETWEEN uuidv7_prefix_min(left(replace(id::text, '-', ''), size))
        AND uuidv7_prefix_max(upper(left(replace(id::text, '-', ''), size)));

DROP SCHEMA :test CASCADE;
