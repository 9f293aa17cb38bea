-- Ids of other systems in columns of bytea: their times, and queries by them with the column's index.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
\i :abs_srcdir/test/regress/foreign.sql

-- The vectors: ULID, ObjectId, XID and KSUID.
CREATE TABLE vector (
    system text, id text, hex text, epoch_unix_seconds bigint, bytes integer, unit_microseconds bigint, ms bigint, iso_utc text,
    source text);
\set file '\'' :abs_srcdir '/test/vectors/binaryid.tsv' '\''
\set copy '\\copy vector FROM ' :file ' (FORMAT text, HEADER)'
:copy
CREATE VIEW example AS SELECT *, decode(hex, 'hex') AS value, to_timestamp(epoch_unix_seconds) AS epoch,
    unit_microseconds * interval '1 us' AS unit FROM vector;
SELECT system, id, binaryid_extract_timestamp(value, epoch, bytes, unit), iso_utc::timestamptz = binaryid_extract_timestamp(value,
    epoch, bytes, unit) AS as_documented, substr(value, 1, bytes) = binaryid_min(iso_utc::timestamptz, epoch, bytes, unit) AS bound
FROM example;
-- The default is a ULID's layout, and names of arguments can be given.
SELECT binaryid_extract_timestamp('\x01563e3ab5d3d6764c61efb99302bd5b'), binaryid_min('2016-07-30 23:54:10.259Z'),
    binaryid_extract_timestamp('\x507c7f79bcf86cd7994f6c0e', bytes => 4, unit => '1 s') AS object_id,
    binaryid_extract_timestamp('\x0669f7efb5a1cd34b5f99d1154fb6853345c9735', '2014-05-13 16:53:20Z', 4, '1 s') AS ksuid,
    binaryid_min('2025-01-01Z', unit => '1 s', bytes => 4) AS object_id_min;
-- The definition: the time is that of the greatest number whose bytes are at or before the string, or of 0. Of all
-- strings of up to five of some bytes, and times around those of numbers.
CREATE TABLE short AS
    WITH RECURSIVE v (v) AS (SELECT ''::bytea UNION ALL
        SELECT v || b FROM v, unnest('{"\\x00","\\x01","\\x7f","\\x80","\\xff"}'::bytea[]) AS b WHERE length(v) < 5) TABLE v;
CREATE FUNCTION bytes_of(n bigint, bytes integer) RETURNS bytea IMMUTABLE LANGUAGE sql
    RETURN decode(lpad(to_hex(n), 2 * bytes, '0'), 'hex');
SELECT bytes, count(*) > 10000 AS many,
    count(*) FILTER (WHERE (binaryid_extract_timestamp(v, 'epoch', bytes, '1 ms') >= t) IS DISTINCT FROM (n = 0 OR v >= bound)
        OR binaryid_at_or_after(t, 'epoch', bytes, '1 ms') <> CASE WHEN n > 0 THEN bound ELSE '' END
        OR binaryid_after(t - interval '1 us', 'epoch', bytes, '1 ms') <> CASE WHEN n > 0 THEN bound ELSE '' END) AS wrong
FROM generate_series(1, 4) AS bytes,
    LATERAL (SELECT DISTINCT n FROM unnest('{0,1,2,127,128,129,255,256,257,511,32767,32768,65535,65536,65537,8355711,16711935,
        16777215,16777216,2139062143,4294901760,4294967294,4294967295}'::bigint[]) AS n WHERE n < 2::numeric ^ (8 * bytes)) AS m,
    LATERAL (SELECT 'epoch'::timestamptz + n * interval '1 ms', bytes_of(n, bytes)) AS b (t, bound), short
GROUP BY bytes ORDER BY bytes;
SELECT binaryid_extract_timestamp(NULL), binaryid_extract_timestamp('\x', NULL);
\set ECHO all
SELECT v, binaryid_extract_timestamp(v), binaryid_extract_timestamp(v, '2014-05-13 16:53:20Z', 8, '1 day') AS days
FROM unnest('{"\\x","\\x00","\\x01","\\x01941f297c","\\x01941f297c00","\\x01941f297c00ff","\\xffffffffffff",
    "\\xffffffffffffffffff"}'::bytea[]) AS v;
-- The bounds; none is after the last time, which is that of the layout or the last of all.
SELECT t, binaryid_min(t), binaryid_at_or_after(t), binaryid_after(t), binaryid_min(t, 'epoch', 4, '1 s') AS seconds
FROM unnest('{-infinity,epoch,"1970-01-01 00:00:00.0005Z",2025-01-01Z,NULL}'::timestamptz[]) AS t;
SELECT binaryid_min('2106-02-07 06:28:15Z', bytes => 4, unit => '1 s') AS last,
    length(binaryid_at_or_after('2106-02-07 06:28:15.000001Z', bytes => 4, unit => '1 s')) > 100000 AS beyond,
    length(binaryid_after('infinity')) > 100000 AS infinite,
    binaryid_min('294247-01-01Z', bytes => 8, unit => '1 day') AS last_of_all;
SELECT binaryid_min('2106-02-07 06:28:16Z', bytes => 4, unit => '1 s');
SELECT binaryid_min('infinity');
-- Impossible layouts are errors, and NULL as bounds for the planner.
SELECT binaryid_extract_timestamp('\x00', bytes => 0);
SELECT binaryid_extract_timestamp('\x00', bytes => 9);
SELECT binaryid_extract_timestamp('\x00', epoch => 'infinity');
SELECT binaryid_min('2025-01-01Z', unit => '1 month');
SELECT binaryid_min('2025-01-01Z', unit => '-1 s');
SELECT binaryid_at_or_after('2025-01-01Z', bytes => 9), binaryid_after('2025-01-01Z', unit => '0');
-- A large string is not read as a whole.
SELECT binaryid_extract_timestamp(decode(repeat('01941f297c00', 100000), 'hex'));

-- Layouts, and indexes.
INSERT INTO layout (name, definition, key, clock, sample, others)
SELECT name, 'bytea', key, format('binaryid_extract_timestamp(ID%s)', arguments), sample,
    '''{"\\x","\\x00","\\x0194","\\x01941f297bff","\\x01941f297c00","\\x67748580","\\x677485","\\x14","\\xff",'
        '"\\xffffffffffffffffffff",NULL,NULL}''::bytea[]'
FROM (VALUES ('ulids', '(id)', '', 'ulid_generate(at)::bytea'),
    ('object_ids', '(id DESC NULLS LAST)', ', ''epoch'', 4, ''1 s''',
        'binaryid_min(at, ''epoch'', 4, ''1 s'') || substr(ulid_generate(at)::bytea, 9)'),
    ('ksuids', '(id)', ', ''2014-05-13 16:53:20Z'', 4, ''1 s''',
        'binaryid_min(at, ''2014-05-13 16:53:20Z'', 4, ''1 s'') || ulid_generate(at)::bytea'),
    ('brin', 'USING brin (id)', '', 'ulid_generate(at)::bytea')) AS l (name, key, arguments, sample);
SELECT make_tables();

-- Conditions: the rows, by the index as well.
SELECT n, condition, string_agg(DISTINCT rows, ', ') AS rows, bool_and(as_by_column) AS as_by_column
FROM condition, judge(format('SELECT created, k FROM ENTRY WHERE %s ORDER BY 1, 2', condition)) GROUP BY 1, 2 ORDER BY 1;
SET enable_seqscan = off;
SELECT condition AS "other rows, or not by index", name, as_by_column
FROM condition, judge(format('SELECT created, k FROM ENTRY WHERE %s ORDER BY 1, 2', condition))
WHERE NOT as_by_column OR plan !~ ('(' || name || '_index|Result)') ORDER BY n;
SELECT name, plan FROM judge('SELECT k FROM ENTRY WHERE TIME >= ''2025-01-03 10:00Z'' AND TIME < ''2025-01-03 12:00Z''');
RESET enable_seqscan;
-- Orders and ends: in every direction, without a sort but of what has no order.
SELECT d, n, count(*) FILTER (WHERE as_by_column) AS as_by_column, count(*) FILTER (WHERE plan !~ 'Sort') AS unsorted
FROM unnest('{"",DESC}'::text[]) AS d, unnest('{"",NULLS FIRST,NULLS LAST}'::text[]) AS n,
    judge(format('SELECT TIME FROM ENTRY ORDER BY TIME %s %s LIMIT 30', d, n)) GROUP BY 1, 2 ORDER BY 1, 2;
SELECT name, rows, as_by_column, plan FROM judge('SELECT max(TIME), min(TIME) FROM ENTRY WHERE TIME < ''2025-01-04Z''') AS j
WHERE name = 'object_ids';
SELECT name, rows, as_by_column, plan
FROM judge('SELECT TIME, k FROM ENTRY WHERE TIME < ''2025-01-04Z'' ORDER BY TIME DESC, id DESC LIMIT 20') WHERE name = 'ksuids';

-- Parameters that are known only when the query runs, also beyond all times.
SET plan_cache_mode = force_generic_plan;
SET enable_seqscan = off;
PREPARE seconds (timestamptz, timestamptz) AS SELECT count(*), min(k), max(k) FROM object_ids
    WHERE binaryid_extract_timestamp(id, 'epoch', 4, '1 s') > $1 AND binaryid_extract_timestamp(id, 'epoch', 4, '1 s') <= $2;
EXPLAIN (COSTS OFF) EXECUTE seconds (NULL, NULL);
EXECUTE seconds ('2025-01-02Z', '2025-01-03Z');
EXECUTE seconds ('-infinity', 'infinity');
EXECUTE seconds ('2106-02-07 06:28:14.5Z', '2106-02-07 06:28:15Z');
EXECUTE seconds ('2106-02-07 06:28:15Z', 'infinity');
EXECUTE seconds ('2025-01-02Z', NULL);
RESET enable_seqscan;
EXECUTE seconds ('-infinity', 'infinity');
SELECT count(*), count(id) FROM object_ids;

-- Partitions, pruned by the plan and by the run.
CREATE TABLE log (id bytea, k integer) PARTITION BY RANGE (id);
CREATE TABLE log_1 PARTITION OF log FOR VALUES FROM (MINVALUE) TO (binaryid_min('2025-01-02Z'));
CREATE TABLE log_2 PARTITION OF log FOR VALUES FROM (binaryid_min('2025-01-02Z')) TO (MAXVALUE);
CREATE INDEX ON log (id);
INSERT INTO log SELECT id, k FROM ulids WHERE id IS NOT NULL;
ANALYZE log;
EXPLAIN (COSTS OFF) SELECT * FROM log WHERE binaryid_extract_timestamp(id) < '2025-01-01 01:00Z';
SET enable_seqscan = off;
SET enable_bitmapscan = off;
PREPARE logged (timestamptz) AS SELECT count(k) FROM log WHERE binaryid_extract_timestamp(id) >= $1;
EXPLAIN (COSTS OFF) EXECUTE logged ('2025-01-05 23:00Z');
EXECUTE logged ('2025-01-05 23:00Z');
EXECUTE logged ('infinity');
RESET enable_seqscan;
RESET enable_bitmapscan;
RESET plan_cache_mode;

-- Joins and lists.
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SELECT name, rows, as_by_column, plan FROM judge('SELECT i, ENTRY.k FROM span JOIN ENTRY ON TIME = a ORDER BY 1, 2')
WHERE name = 'ksuids' OR NOT as_by_column;
RESET enable_hashjoin;
RESET enable_mergejoin;
SELECT name, rows, as_by_column, plan
FROM judge('SELECT count(*), sum(k) FROM ENTRY WHERE TIME = ANY (ARRAY(SELECT a FROM span))')
WHERE name = 'object_ids' OR NOT as_by_column;
-- Arguments that are not constant, and such as no ids have, stay as they are written.
EXPLAIN (COSTS OFF) SELECT k FROM ulids WHERE binaryid_extract_timestamp(id, bytes => k) >= '2025-01-02Z';
EXPLAIN (COSTS OFF) SELECT k FROM ulids WHERE binaryid_extract_timestamp(id, bytes => 9) >= '2025-01-02Z';
SELECT k FROM ulids WHERE binaryid_extract_timestamp(id, bytes => 9) >= '2025-01-02Z';

-- Estimates are those of a column of the times, but for a few rows.
SELECT leave_one_of_each_time();
SELECT name, far_off(l, 'TIME >= %L AND TIME < %L') AS ranges, far_off(l, 'TIME < %L') AS ends,
    far_off(l, 'TIME BETWEEN %L AND %L OR TIME > ''2025-01-05 20:00Z''') AS arms, far_off(l, 'TIME = %L') AS equalities
FROM layout AS l ORDER BY n;
DROP SCHEMA :test CASCADE;
