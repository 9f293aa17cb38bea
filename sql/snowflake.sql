-- snowflake_*(): the time of other systems' 64-bit ids, and its bounds.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
SET datestyle = 'ISO';

-- The systems' own examples.
CREATE TABLE vector (
    system text, int64 bigint, epoch_utc timestamptz, epoch_unix_milliseconds bigint, shift integer,
    unit_microseconds bigint, unix_milliseconds bigint, iso_utc timestamptz, documented text, source text);
\set file '\'' :abs_srcdir '/test/vectors/snowflake.tsv' '\''
\set copy '\\copy vector FROM ' :file ' (FORMAT text, HEADER MATCH)'
:copy
SELECT count(*) > 0 AS "any example", count(*) FILTER (WHERE (
        snowflake_extract_timestamp(id, epoch, shift, unit) = "time"
        AND snowflake_min("time", epoch, shift, unit) = id >> shift << shift
        AND snowflake_max("time", epoch, shift, unit) = id >> shift << shift | (1::bigint << shift) - 1
    ) IS NOT TRUE) AS wrong
FROM vector, LATERAL (SELECT int64 AS id, epoch_utc AS epoch, unit_microseconds * interval '1 us' AS unit, iso_utc AS "time") AS e;

-- The defaults are Twitter's, and names of arguments can be given.
SELECT snowflake_extract_timestamp(1050118621198921728) AS "by default", snowflake_min('2018-10-10 20:19:24.211Z'),
    snowflake_max('2018-10-10 20:19:24.211Z');
SELECT snowflake_extract_timestamp(103270115826048975, epoch => 'epoch', shift => 16) AS "with named arguments",
    snowflake_min('2025-01-01Z', shift => 24, unit => '10 ms', epoch => '2014-09-01Z');
-- They do not depend on settings, neither now nor when the extension is installed.
BEGIN;
DROP EXTENSION ulidkit;
SET LOCAL timezone = 'America/St_Johns';
SET LOCAL datestyle = 'SQL, DMY';
SET LOCAL intervalstyle = 'sql_standard';
CREATE EXTENSION ulidkit SCHEMA public;
SELECT extract(epoch FROM snowflake_extract_timestamp(1050118621198921728)) AS "with other settings: unix",
    snowflake_min(to_timestamp(1539202764.211));
SET LOCAL timezone = 'Pacific/Kiritimati';
SET LOCAL datestyle = 'German';
SELECT extract(epoch FROM snowflake_extract_timestamp(1050118621198921728)) AS "with other settings: unix",
    snowflake_min(to_timestamp(1539202764.211));
ROLLBACK;

-- Every id has a time: also a negative one, and one whose time would be out of range, which has that end's.
SELECT id, snowflake_extract_timestamp(id), snowflake_extract_timestamp(id, 'epoch', 0, '1 us') AS microseconds,
    snowflake_extract_timestamp(id, 'epoch', 0, '1 day') AS days
FROM unnest('{-9223372036854775808, -4194305, -4194304, -1, 0, 4194303, 4194304, 9223372036854775807}'::bigint[]) AS id;
SELECT num_nulls(snowflake_extract_timestamp(NULL), snowflake_extract_timestamp(0, NULL), snowflake_min(NULL),
    snowflake_before(now(), unit => NULL)) AS "NULL of 4";
-- A day has 24 hours in all time zones.
SET timezone = 'America/New_York';
SELECT snowflake_extract_timestamp(1, '2025-03-09', 0, '1 day') AS "a day in New York",
    snowflake_extract_timestamp(1, '2025-03-09', 0, '1 day -30 minutes'),
    snowflake_min('2025-03-10 01:00', '2025-03-09', 0, '1 day');
SET timezone = 'UTC';

-- The bounds are exact, for every id and every time. Ids at the ends, around the epoch and around every bound; times
-- beyond the ends, infinite, and a microsecond around those of the ids.
CREATE TABLE layout (n serial, epoch timestamptz, shift integer, unit interval);
INSERT INTO layout (epoch, shift, unit) VALUES
    ('2010-11-04 01:42:54.657Z', 22, '1 ms'), ('epoch', 16, '1 ms'), ('2014-09-01Z', 24, '10 ms'),
    ('2011-08-24 21:07:01.721Z', 23, '1 ms'),
    ('2020-01-01Z', 0, '1 us'), ('2020-01-01Z', 62, '1 us'), ('2020-01-01Z', 62, '36525 days'), ('2020-01-01Z', 0, '36525 days'),
    ('4713-01-01Z BC', 1, '1 s'), ('294247-01-01Z', 10, '1 hour'), ('4713-01-01Z BC', 5, '2147483647 days'),
    ('1969-12-31 23:59:59.999999Z', 30, '2 days -1 us');
CREATE TABLE near AS
    SELECT DISTINCT n, t + d * interval '1 us' AS t
    FROM layout, unnest('{-9223372036854775808, -4611686018427387905, -4194305, -4194304, -1, 0, 1, '
        '4194303, 4194304, 1050118621198921728, 9223372036854775807}'::bigint[]) AS i (id),
        LATERAL (VALUES (snowflake_extract_timestamp(id, epoch, shift, unit)), ('2025-01-01Z'), ('4713-01-01Z BC'),
            ('294247-01-01Z'), ('294247-02-01Z')) AS v (t),
        unnest('{-1, 0, 1}'::integer[]) AS d
    UNION SELECT n, t FROM layout,
        unnest('{-infinity, infinity, 4714-11-24 00:00:00+00 BC, 294276-12-31 23:59:59.999999+00}'::timestamptz[]) AS t;
CREATE TABLE bound AS
    SELECT n, t, snowflake_at_or_after(t, epoch, shift, unit) AS at_or_after, snowflake_after(t, epoch, shift, unit) AS after,
        snowflake_before(t, epoch, shift, unit) AS before, snowflake_at_or_before(t, epoch, shift, unit) AS at_or_before
    FROM near JOIN layout USING (n);
CREATE TABLE id AS
    SELECT n, id, snowflake_extract_timestamp(id, epoch, shift, unit) AS "time"
    FROM layout JOIN (
        SELECT n, i AS id FROM layout, unnest('{-9223372036854775808, -1, 0, 1, 9223372036854775807}'::bigint[]) AS i
        UNION SELECT n, b + CASE WHEN abs(b::numeric) < 9000000000000000000 THEN d ELSE 0 END
        FROM bound, unnest(ARRAY[at_or_after, after, before, at_or_before]) AS b, unnest('{-1, 0, 1}'::integer[]) AS d
        WHERE b IS NOT NULL) AS i USING (n);
SELECT n AS layout, count(*) AS pairs, count(DISTINCT id) AS ids, count(DISTINCT t) AS times, count(*) FILTER (WHERE
    (coalesce(id >= at_or_after, false), coalesce(id >= after, false), coalesce(id <= before, false),
        coalesce(id <= at_or_before, false))
    <> ("time" >= t, "time" > t, "time" < t, "time" <= t)) AS wrong
FROM id JOIN bound USING (n) GROUP BY 1 ORDER BY 1;
-- The time never falls as the id rises.
SELECT count(*) > 0 AS "any in order", count(*) FILTER (WHERE "time" < earlier) AS wrong
FROM (SELECT "time", lag("time") OVER (PARTITION BY n ORDER BY id) AS earlier FROM id) AS s;
-- min and max are the bounds at a time; where there is none, they are errors.
CREATE FUNCTION maybe(expression text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE answer bigint;
BEGIN
    EXECUTE 'SELECT ' || expression INTO answer;
    RETURN answer;
EXCEPTION WHEN datetime_field_overflow THEN
    RETURN NULL;
END
$$;
SELECT count(*) > 0 AS "any min or max", count(*) FILTER (WHERE
        maybe(format('snowflake_min(%L, %L, %s, %L)', t, epoch, shift, unit)) IS DISTINCT FROM at_or_after
        OR maybe(format('snowflake_max(%L, %L, %s, %L)', t, epoch, shift, unit)) IS DISTINCT FROM at_or_before) AS wrong
FROM bound JOIN layout USING (n);

-- Errors: no such id, and no layout.
SELECT call, report_of('SELECT ' || call) FROM unnest(ARRAY[
    $$snowflake_min('2080-07-10 17:30:30.208001Z')$$,
    $$snowflake_min('infinity', 'epoch', 0, '1 s')$$,
    $$snowflake_max('-infinity')$$,
    $$snowflake_extract_timestamp(1, shift => 63)$$,
    $$snowflake_extract_timestamp(1, unit => '0')$$,
    $$snowflake_extract_timestamp(1, unit => '1 month')$$,
    $$snowflake_extract_timestamp(1, epoch => '-infinity')$$,
    $$snowflake_extract_timestamp(1, epoch => '294247-01-01 00:00:00.000001Z')$$]) AS call;
CREATE TABLE nonsense (arguments text);
INSERT INTO nonsense VALUES ('shift => 63'), ('shift => -1'), ('shift => 2147483647'), ('unit => ''0'''), ('unit => ''-1 us'''),
    ('unit => ''1 year'''), ('unit => ''1 day -24 hours'''), ('unit => ''-1 month 60 days'''),
    ('epoch => ''infinity'''), ('epoch => ''-infinity'''), ('epoch => ''4713-01-01Z BC''::timestamptz - interval ''1 us''');
SELECT string_agg(arguments, '; ') AS "no layout", e.state AS extract_timestamp, min.state AS min, max.state AS max
FROM nonsense, error_of(format('SELECT snowflake_extract_timestamp(1, %s)', arguments)) AS e,
    error_of(format('SELECT snowflake_min(''2025-01-01'', %s)', arguments)) AS min,
    error_of(format('SELECT snowflake_max(''2025-01-01'', %s)', arguments)) AS max
GROUP BY 2, 3, 4 ORDER BY 2, 3, 4;
-- Infinite intervals, where there are any.
SELECT state = CASE WHEN current_setting('server_version_num')::integer >= 170000 THEN '22023' ELSE '22007' END AS "infinite unit"
FROM unnest('{infinity, -infinity}'::text[]) AS unit, error_of(format('SELECT snowflake_extract_timestamp(1, unit => %L)', unit));
-- What the planner puts has no error: there is no such id.
SELECT bool_and(maybe(format('coalesce(snowflake_at_or_after(%1$L, %2$s), snowflake_after(%1$L, %2$s), '
    'snowflake_before(%1$L, %2$s), snowflake_at_or_before(%1$L, %2$s))', t, arguments)) IS NULL) AS "NULL for the planner"
FROM nonsense, unnest('{-infinity, 2025-01-01, infinity}'::timestamptz[]) AS t;

-- A column of its own, an index, and partitions.
CREATE TABLE message (
    id bigint PRIMARY KEY, created_at timestamptz GENERATED ALWAYS AS (snowflake_extract_timestamp(id, '2015-01-01Z')) STORED
) PARTITION BY RANGE (id);
CREATE TABLE message_2016 PARTITION OF message FOR VALUES
    FROM (snowflake_min('2016-01-01Z', '2015-01-01Z')) TO (snowflake_min('2017-01-01Z', '2015-01-01Z'));
CREATE INDEX ON message (snowflake_extract_timestamp(id, '2015-01-01Z'));
INSERT INTO message VALUES (175928847299117063);
SELECT tableoid::regclass, id, created_at FROM message;
SELECT state AS "no partition" FROM error_of($$INSERT INTO message VALUES (snowflake_min('2017-01-01Z', '2015-01-01Z'))$$);

DROP SCHEMA :test CASCADE;
