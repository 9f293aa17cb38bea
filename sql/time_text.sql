-- ULIDs in columns of text, varchar and char, in either case: their times, and queries by them with the column's index.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
\i :abs_srcdir/test/regress/foreign.sql

-- The times of the vectors, as text in both cases.
CREATE TABLE vector (system text, id text, hex text, epoch bigint, bytes integer, unit bigint, ms bigint, iso text, source text);
\set file '\'' :abs_srcdir '/test/vectors/binaryid.tsv' '\''
\set copy '\\copy vector FROM ' :file ' (FORMAT text, HEADER)'
:copy
SELECT id, ulidtext_extract_timestamp(id), ulidtext_lower_extract_timestamp(lower(id)) AS lower FROM vector WHERE system = 'ULID';
SELECT count(*) > 100 AS many, count(*) FILTER (WHERE ulidtext_extract_timestamp(id::text) <> id::timestamptz
    OR ulidtext_lower_extract_timestamp(lower(id::text)) <> id::timestamptz) AS wrong
FROM (SELECT ulid_generate('epoch'::timestamptz + random() * 2 ^ 48 * interval '1 ms') FROM generate_series(1, 1000)) AS u (id);
-- The definition: the time is the greatest whose ten digits are at or before the text, by bytes, or the first. Of all
-- short texts of some characters, and of those with digits before them.
CREATE FUNCTION digits_of(m bigint, digits text) RETURNS text IMMUTABLE LANGUAGE sql
    RETURN (SELECT string_agg(substr(digits, (m >> 5 * p & 31)::integer + 1, 1), '' ORDER BY p DESC)
        FROM generate_series(0, 9) AS p);
CREATE TABLE short AS
    WITH RECURSIVE t (t) AS (SELECT '' UNION ALL
        SELECT t || c FROM t, unnest('{0,1,7,8,9,A,I,J,Z,a,i,j,z," ",!,~,é}'::text[]) AS c WHERE char_length(t) < 3)
    SELECT p || t AS t FROM t, unnest('{"",01JGFJJ,7ZZZZZZ,01jgfjj,7zzzzzz,0000000}'::text[]) AS p;
CREATE TABLE alphabet AS
    SELECT digits, digits = upper(digits) AS upper
    FROM unnest('{0123456789ABCDEFGHJKMNPQRSTVWXYZ,0123456789abcdefghjkmnpqrstvwxyz}'::text[]) AS digits;
CREATE TABLE millisecond AS
    SELECT m, upper, digits_of(m, digits) COLLATE "C" AS e FROM alphabet, generate_series(0, 46, 2) AS power,
        LATERAL (SELECT (2 ^ power)::bigint) AS p (p),
        unnest(ARRAY[p - 1, p, p + 1, 1735689600000 + p - 1, 281474976710655 - p]) AS m (m);
SELECT upper, count(*) > 500000 AS many, count(*) FILTER (WHERE (time >= 'epoch'::timestamptz
    + (m / 86400000)::integer * interval '1 day' + m % 86400000 * interval '1 ms') IS DISTINCT FROM (m = 0 OR e <= t)) AS wrong
FROM (SELECT t, true AS upper, ulidtext_extract_timestamp(t) AS time FROM short UNION ALL
    SELECT t, false, ulidtext_lower_extract_timestamp(t) FROM short) AS s JOIN millisecond USING (upper)
GROUP BY upper ORDER BY upper;
\set ECHO all
SELECT t, ulidtext_extract_timestamp(t), ulidtext_lower_extract_timestamp(t) AS lower
FROM unnest('{"",0,hello,01JGFJJZ00,01jgfjjz00,01JGFJJZ0,8,7ZZZZZZZZZ,7zzzzzzzzz,NULL}'::text[]) AS t;
-- The bounds. One with the time of the epoch is before all texts; there is none after the last time.
SELECT t, ulidtext_min(t), ulidtext_lower_min(t) AS lower, ulidtext_at_or_after(t), ulidtext_after(t), ulidtext_lower_after(t)
FROM unnest('{-infinity,epoch,"1970-01-01 00:00:00.0005Z",2025-01-01Z,"2025-01-01 00:00:00.000001Z",NULL}'::timestamptz[]) AS t;
SELECT ulidtext_min('10889-08-02 05:31:50.655Z'), char_length(ulidtext_at_or_after('10889-08-02 05:31:50.656Z')) > 100000 AS beyond;
SELECT ulidtext_min('10889-08-02 05:31:50.655001Z');
SELECT ulidtext_lower_min('infinity');
-- A large text is not read as a whole, and no time is an error.
SELECT ulidtext_extract_timestamp(repeat('01JGFJJZ00', 100000)), ulidtext_extract_timestamp(repeat(chr(1114111), 100000));

-- Types, collations and operator classes.
INSERT INTO layout (name, definition, key, clock, sample, others)
SELECT name, definition, key, 'ulidtext_' || CASE WHEN name ~ 'lower' THEN 'lower_' ELSE '' END || 'extract_timestamp(ID)',
    CASE WHEN name ~ 'lower' THEN 'lower(ulid_generate(at)::text)' ELSE 'ulid_generate(at)::text' END,
    '''{"",0,01J,01JGFJJZ00,"01JGFJJZ00 ",01JGFJJZ00!,01jgfjjz00,01jgm,7ZZZZZZZZZ,7zzzzzzzzz,8,Z,hello,zzz,~,é,NULL,'
        'NULL}''::text[]'
FROM (VALUES ('in_c', 'text COLLATE "C"', '(id)'), ('in_posix', 'varchar(26) COLLATE "POSIX"', '(id)'),
    ('lower_char', 'char(26)', '(id COLLATE "C")'), ('of_index', 'text', '(id COLLATE "C" DESC NULLS LAST)'),
    ('pattern', 'text', '(id text_pattern_ops)'), ('varchar_pattern', 'varchar', '(id varchar_pattern_ops DESC)'),
    ('lower_char_pattern', 'char(30)', '(id bpchar_pattern_ops)'), ('brin', 'text COLLATE "C"', 'USING brin (id)'))
    AS l (name, definition, key);
-- In a collation of ICU, if the server has it, for those whose index is in the order of bytes whatever it is.
SELECT count(*) > 0 AS icu FROM pg_collation WHERE collname = 'et-x-icu' \gset
\if :icu
UPDATE layout SET definition = definition || ' COLLATE "et-x-icu"' WHERE name ~ 'pattern';
\endif
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
WHERE name IN ('of_index', 'lower_char_pattern');
SELECT name, rows, as_by_column, plan
FROM judge('SELECT TIME, k FROM ENTRY WHERE TIME < ''2025-01-04Z'' ORDER BY TIME DESC, id DESC LIMIT 20')
WHERE name ~ 'posix|pattern';

-- The order is that of the column or of the index, not of a collation in the query.
CREATE TABLE collated AS SELECT id, created FROM pattern;
CREATE INDEX ON collated (id COLLATE "C");
ANALYZE collated;
SELECT e.c AS collation, string_agg(e.t::text, ' ') FILTER (WHERE e.t < '2025-01-01Z') AS first,
    bool_and(e.t >= e.before) AS in_order
FROM (SELECT 'C' AS c, t, lag(t, 1, t) OVER () AS before FROM (SELECT ulidtext_extract_timestamp(id COLLATE "C") AS t, id
            FROM collated WHERE id IS NOT NULL ORDER BY 1, id COLLATE "C" LIMIT 2000) AS q
    UNION ALL SELECT 'own', t, lag(t, 1, t) OVER () FROM (SELECT ulidtext_extract_timestamp(id) AS t
            FROM collated WHERE id IS NOT NULL ORDER BY 1 LIMIT 2000) AS q) AS e GROUP BY 1 ORDER BY 1;

-- Parameters that are known only when the query runs, also beyond all times.
SET plan_cache_mode = force_generic_plan;
SET enable_seqscan = off;
PREPARE between_texts (timestamptz, timestamptz) AS SELECT count(*), min(k), max(k) FROM pattern
    WHERE ulidtext_extract_timestamp(id) >= $1 AND ulidtext_extract_timestamp(id) < $2;
PREPARE between_chars (timestamptz, timestamptz) AS SELECT count(*), min(k), max(k) FROM lower_char
    WHERE ulidtext_lower_extract_timestamp(id) > $1 AND ulidtext_lower_extract_timestamp(id) <= $2;
EXPLAIN (COSTS OFF) EXECUTE between_texts (NULL, NULL);
EXPLAIN (COSTS OFF) EXECUTE between_chars (NULL, NULL);
EXECUTE between_texts ('2025-01-02Z', '2025-01-03Z');
EXECUTE between_texts ('-infinity', 'infinity');
EXECUTE between_texts ('10889-08-02 05:31:50.655Z', 'infinity');
EXECUTE between_texts ('10889-08-02 05:31:50.656Z', 'infinity');
EXECUTE between_texts ('2025-01-02Z', NULL);
EXECUTE between_chars ('2025-01-02Z', '2025-01-03Z');
EXECUTE between_chars ('epoch', 'infinity');
EXECUTE between_chars (NULL, 'infinity');
RESET enable_seqscan;
EXECUTE between_texts ('-infinity', 'infinity');
EXECUTE between_chars ('epoch', 'infinity');
SELECT count(*) FROM pattern;
SELECT count(*) FROM lower_char WHERE created > 'epoch';

-- Partitions, pruned by the plan and by the run, in the order of the partition key.
CREATE TABLE log (id text COLLATE "C", k integer) PARTITION BY RANGE (id);
CREATE TABLE log_1 PARTITION OF log FOR VALUES FROM (MINVALUE) TO (ulidtext_min('2025-01-02Z'));
CREATE TABLE log_2 PARTITION OF log FOR VALUES FROM (ulidtext_min('2025-01-02Z')) TO (ulidtext_min('2025-01-03Z'));
CREATE TABLE log_3 PARTITION OF log FOR VALUES FROM (ulidtext_min('2025-01-03Z')) TO (MAXVALUE);
CREATE INDEX ON log (id);
CREATE TABLE pattern_log (id char(26), k integer) PARTITION BY RANGE (id bpchar_pattern_ops);
CREATE TABLE pattern_log_1 PARTITION OF pattern_log FOR VALUES FROM (MINVALUE) TO (ulidtext_min('2025-01-02Z'));
CREATE TABLE pattern_log_2 PARTITION OF pattern_log FOR VALUES FROM (ulidtext_min('2025-01-02Z')) TO (MAXVALUE);
INSERT INTO log SELECT id, k FROM in_c WHERE id IS NOT NULL;
INSERT INTO pattern_log SELECT * FROM log WHERE char_length(id) < 27;
ANALYZE log, pattern_log;
EXPLAIN (COSTS OFF) SELECT * FROM log
WHERE ulidtext_extract_timestamp(id) >= '2025-01-02Z' AND ulidtext_extract_timestamp(id) < '2025-01-03Z';
EXPLAIN (COSTS OFF) SELECT * FROM pattern_log WHERE ulidtext_extract_timestamp(id) > '2025-01-02Z';
EXPLAIN (COSTS OFF) SELECT ulidtext_extract_timestamp(id) FROM log ORDER BY 1 DESC LIMIT 5;
PREPARE logged (timestamptz) AS SELECT count(*) FROM log WHERE ulidtext_extract_timestamp(id) < $1;
EXPLAIN (COSTS OFF) EXECUTE logged ('2025-01-02');
EXECUTE logged ('2025-01-02');
EXECUTE logged ('infinity');
EXECUTE logged (NULL);
SELECT count(*) FILTER (WHERE ulidtext_extract_timestamp(id) < '2025-01-02'), count(*) FROM in_c WHERE id IS NOT NULL;
RESET plan_cache_mode;

-- Joins, lists, and a UNION ALL with ids of other types.
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SELECT name, rows, as_by_column, plan FROM judge('SELECT i, ENTRY.k FROM span JOIN ENTRY ON TIME = a ORDER BY 1, 2')
WHERE name IN ('in_posix', 'lower_char', 'pattern') OR NOT as_by_column;
SELECT name, rows, as_by_column, plan
FROM judge('SELECT i, ENTRY.k FROM span LEFT JOIN ENTRY ON TIME >= a AND TIME < a + interval ''6 minutes'' ORDER BY 1, 2')
WHERE name IN ('lower_char', 'varchar_pattern') OR NOT as_by_column;
RESET enable_hashjoin;
RESET enable_mergejoin;
SELECT name, rows, as_by_column, plan
FROM judge('SELECT count(*), sum(k) FROM ENTRY WHERE TIME = ANY (ARRAY(SELECT a FROM span))')
WHERE name IN ('of_index', 'lower_char_pattern') OR NOT as_by_column;
CREATE TABLE event AS SELECT ulid_generate(a) AS id, i AS k FROM span;
CREATE INDEX ON event (id);
CREATE VIEW feed AS SELECT id::timestamptz AS at, k FROM event UNION ALL SELECT ulidtext_extract_timestamp(id), k FROM pattern
    UNION ALL SELECT ulidtext_lower_extract_timestamp(id), k FROM lower_char;
EXPLAIN (COSTS OFF) SELECT * FROM feed WHERE at < '2025-01-04Z' ORDER BY at DESC LIMIT 20;
CREATE FUNCTION newest(planning text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('ulidkit.time_planning', planning, true);
    RETURN (SELECT string_agg(at::text, ' ')
        FROM (SELECT at FROM feed WHERE at < '2025-01-02 00:10Z' ORDER BY at DESC LIMIT 7) AS f);
END
$$;
SELECT newest('off') AS newest, newest('on') = newest('off') AS same;
SET ulidkit.time_planning = on;

-- What has an index of its own for the time is left to that; so is a condition without an index in the order of bytes,
-- and one whose replacement the user may not call.
CREATE TABLE other AS SELECT * FROM in_c;
CREATE INDEX ON other (ulidtext_extract_timestamp(id));
ANALYZE other;
EXPLAIN (COSTS OFF) SELECT k FROM other WHERE ulidtext_extract_timestamp(id) = '2025-01-01 01:00Z';
\if :icu
CREATE TABLE unordered (id text COLLATE "et-x-icu" PRIMARY KEY);
\else
CREATE TABLE unordered (id text PRIMARY KEY);
SET ulidkit.time_planning = off;
\endif
EXPLAIN (COSTS OFF) SELECT * FROM unordered WHERE ulidtext_extract_timestamp(id) < '2025-01-01 01:00Z'
ORDER BY ulidtext_extract_timestamp(id) LIMIT 1;
RESET ulidkit.time_planning;
-- Which collations have the order: of those that the server has, these and no others.
CREATE FUNCTION is_planned(collation_name text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    DROP TABLE IF EXISTS tried;
    EXECUTE format('CREATE TABLE tried (id text COLLATE %I PRIMARY KEY)', collation_name);
    SET LOCAL enable_seqscan = off;
    RETURN plan_of('SELECT * FROM tried WHERE ulidtext_extract_timestamp(id) < ''2025-01-01Z''') ~ 'Index Cond: ';
END
$$;
SELECT count(*) > 2 AS some, count(*) FILTER (WHERE is_planned(collname)
    <> (collname IN ('default', 'C', 'POSIX', 'ucs_basic') OR collname ~* '^(c\.utf-?8|pg_c_utf8|pg_unicode_fast)$')) AS wrong
FROM (SELECT DISTINCT collname FROM pg_collation WHERE collnamespace = 'pg_catalog'::regnamespace
        AND collencoding IN (-1, pg_char_to_encoding('UTF8')) AND (collprovider <> 'i' OR collname ~ '^(et|und)-')) AS c;
-- Nor is the order that of citext, which another type's index has, or of a collation after the time.
SELECT count(*) > 0 AS citext FROM pg_available_extensions WHERE name = 'citext' \gset
\set folding text
\set linguistic C
CREATE FUNCTION is_as_written(query text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    written text;
BEGIN
    SET LOCAL ulidkit.time_planning = off;
    written := rows_of(query);
    SET LOCAL ulidkit.time_planning = on;
    RETURN written !~ 'ERROR' AND rows_of(query) = written;
END
$$;
BEGIN;
\if :icu
\set linguistic et-x-icu
\if :citext
CREATE EXTENSION citext;
\set folding citext
\endif
\endif
CREATE TABLE folded (id :folding COLLATE :"linguistic" PRIMARY KEY);
INSERT INTO folded VALUES ('0a'), ('0B'), ('0C'), ('01J');
CREATE TABLE cased (id text COLLATE "C" PRIMARY KEY);
INSERT INTO cased VALUES ('01JGFJJV00B'), ('01JGFJJV00a'), ('01JGFJJV01A');
SET LOCAL enable_seqscan = off;
SELECT is_as_written('SELECT id FROM folded ORDER BY ulidtext_extract_timestamp(id::text)') AS folded,
    is_as_written('SELECT id FROM folded WHERE ulidtext_extract_timestamp(id::text) >= ulidtext_extract_timestamp(''0C'')') AS some,
    is_as_written(format('SELECT id FROM cased ORDER BY ulidtext_extract_timestamp(id), id COLLATE %I', :'linguistic')) AS cased;
ROLLBACK;
CREATE ROLE regress_ulidkit_texts;
GRANT USAGE ON SCHEMA time_text TO regress_ulidkit_texts;
GRANT SELECT ON pattern TO regress_ulidkit_texts;
BEGIN;
REVOKE EXECUTE ON FUNCTION ulidtext_at_or_after(timestamptz) FROM PUBLIC;
SET LOCAL ROLE regress_ulidkit_texts;
EXPLAIN (COSTS OFF) SELECT k FROM pattern WHERE ulidtext_extract_timestamp(id) < '2025-01-01 01:00Z';
ROLLBACK;
DROP OWNED BY regress_ulidkit_texts;
DROP ROLE regress_ulidkit_texts;
-- The query that finds texts that are no ULIDs in the right case.
SELECT count(*), min(id) FROM in_c WHERE id !~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$';

-- Estimates are those of a column of the times, but for a few rows; a collation of another order puts other ids between
-- the buckets of the statistics. For what is newer than these the index is asked.
SELECT leave_one_of_each_time();
SELECT name, far_off(l, 'TIME >= %L AND TIME < %L') <= few AS ranges, far_off(l, 'TIME < %L') AS ends,
    far_off(l, 'TIME BETWEEN %L AND %L OR TIME > ''2025-01-05 20:00Z''') <= few AS arms, far_off(l, 'TIME = %L') AS equalities
FROM layout AS l, LATERAL (SELECT CASE WHEN name ~ 'pattern' THEN 2 ELSE 0 END) AS f (few) ORDER BY n;
INSERT INTO in_posix SELECT ulid_generate('2025-01-06Z'::timestamptz + i * interval '6 minutes')::text, NULL, 1
    FROM generate_series(0, 479) AS i;
SELECT estimate('SELECT * FROM in_posix WHERE ulidtext_extract_timestamp(id) > ''2025-01-06 12:00Z''') > 5 AS newer_expected;
DROP SCHEMA :test CASCADE;
