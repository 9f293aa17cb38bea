-- Ids in columns of the core's types uuid and bigint: their times are planned by the column's own index, operators and
-- partitions, and answered as a column of times.
\set builtin_types
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/planning.sql
SET datestyle = 'ISO';
SET intervalstyle = 'postgres';

-- What stands for a kind here.
SELECT kind, type, time FROM kinds ORDER BY oid;
SELECT * FROM each_kind($$SELECT plan_of($q$SELECT * FROM KIND_event WHERE id::timestamptz >= now()$q$)$$);
-- Filters: every operator, lists, ranges, NULL, values of other types and of other tables.
\set ECHO none
CREATE TABLE asked (n serial, condition text, relations text[] DEFAULT '{event,loose,log,base}');
INSERT INTO asked (condition) VALUES
    ('e.TIME >= ''2025-01-03 01:00Z'''), ('e.TIME > ''2025-01-03 01:00Z'''), ('''2025-01-01 03:00Z'' > e.TIME'),
    ('e.TIME <= ''2025-01-01 03:00Z'''),
    ('e.TIME BETWEEN ''2025-01-01 00:30Z'' AND ''2025-01-01 01:30Z'''),
    ('e.TIME < ''2025-01-01 00:10Z'' OR e.TIME >= ''2025-01-03 01:00Z'' AND e.k = 3'),
    ('e.TIME IS NOT NULL'),
    ('e.TIME >= ''2025-01-02''::date AND e.TIME < ''2025-01-02 00:30''::timestamp'), ('e.TIME >= now()'),
    ('e.TIME < (SELECT min(a) FROM span WHERE n > 5)'), ('e.TIME = NULL'), ('e.TIME > ''infinity''');
INSERT INTO asked (condition, relations) VALUES ('e.TIME = ''2025-01-02 03:00Z''', '{event,log,base}'),
    ('e.TIME IS NULL', '{event,loose}');
\set ECHO all
SELECT n, condition, string_agg(DISTINCT answer, ' ') AS answer, string_agg(counts, '; ' ORDER BY relation) AS counts
FROM asked, unnest(relations) AS relation,
    judge(format('SELECT * FROM KIND_%s AS e WHERE %s', relation, condition)) AS j GROUP BY 1, 2 ORDER BY 1;
-- What has no index, if it is a column: lists have a scan of their own, and forms of the time a range.
TRUNCATE asked RESTART IDENTITY;
\set ECHO none
INSERT INTO asked (condition) VALUES
    ('e.TIME <@ ''[2025-01-01 01:00Z,2025-01-01 02:00Z)''::tstzrange'),
    ('e.TIME IN (''2025-01-01 01:00Z'', ''2025-01-02 03:00Z'')'), ('e.TIME = ANY (ARRAY(SELECT a FROM span WHERE n < 9))'),
    ('e.TIME::date = ''2025-01-02'''), ('e.TIME::timestamp >= ''2025-01-02 12:00'''),
    ('(e.TIME AT TIME ZONE ''Asia/Kolkata'')::date = ''2025-01-02'''), ('date_trunc(''hour'', e.TIME) = ''2025-01-02 03:00Z'''),
    ('date_trunc(''day'', e.TIME, ''America/New_York'') < ''2025-01-02Z'''), ('extract(year FROM e.TIME) < 2025'),
    ('e.TIME::date < ''0500-01-01'''), ('e.TIME::date > ''250000-01-01'''), ('(e.TIME, e.k) < (''2025-01-01 00:10Z'', 3)');
\set ECHO all
SELECT n, condition, string_agg(DISTINCT answer, ' ') AS answer, string_agg(counts, '; ' ORDER BY relation) AS counts
FROM asked, unnest(relations) AS relation,
    judge(format('SELECT * FROM KIND_%s AS e WHERE %s', relation, condition), plans => false) AS j GROUP BY 1, 2 ORDER BY 1;
-- The forms: what the range adds.
SELECT * FROM each_kind($$SELECT plan_of($q$SELECT * FROM KIND_event WHERE (id::timestamptz)::date = '2025-01-03'$q$)$$);
-- Joins: by equal times, which hash and merge joins have, and which look ids up by the index; by ranges, also of two
-- ids.
SELECT * FROM judge($$
    SELECT s.n, e.id FROM span AS s JOIN KIND_event AS e ON e.TIME = s.a;
    SELECT s.n, e.id FROM span AS s LEFT JOIN KIND_event AS e ON e.TIME = s.a AND e.k = s.n % 7;
    SELECT s.n, e.id FROM span AS s LEFT JOIN KIND_log AS e ON e.TIME = s.a WHERE s.n < 9;
    SELECT s.n, e.id FROM span AS s JOIN KIND_event AS e ON e.TIME >= s.a AND e.TIME < s.b WHERE s.n = 20;
    SELECT e.id, f.id FROM KIND_event AS e JOIN KIND_base AS f ON e.TIME = f.TIME WHERE e.k = 3;
    SELECT e.id, f.k FROM KIND_event AS e JOIN KIND_loose AS f ON e.TIME < f.TIME WHERE e.k = 3 AND f.k = 2;
    SELECT s.n FROM span AS s WHERE EXISTS (SELECT FROM KIND_log AS e WHERE e.TIME = s.a AND e.k = 3)$$);
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SET enable_memoize = off;
EXPLAIN (COSTS OFF) SELECT s.n, e.id FROM span AS s JOIN uuidv7_event AS e ON uuidv7_extract_timestamp(e.id) = s.a;
EXPLAIN (COSTS OFF) SELECT s.n, e.id FROM span AS s JOIN tid_event AS e ON e.id::timeid::timestamptz = s.a;
EXPLAIN (COSTS OFF) SELECT s.n, e.id FROM span AS s JOIN sony_log AS e ON sony_extract_timestamp(e.id) = s.a;
SET enable_seqscan = off;
SELECT * FROM judge(estimates => false, queries => $$
    SELECT s.n, e.id FROM span AS s LEFT JOIN KIND_log AS e ON e.TIME = s.a;
    SELECT s.n, e.id FROM span AS s RIGHT JOIN KIND_loose AS e ON s.a = e.TIME OR e.TIME = s.b$$);
-- Servers from 18 on make an array of both values, and an array of times is a filter: plans differ.
SELECT * FROM judge('SELECT s.n, e.id FROM span AS s LEFT JOIN KIND_loose AS e ON e.TIME = s.a OR e.TIME = s.b', plans => false);
RESET enable_hashjoin;
RESET enable_mergejoin;
RESET enable_seqscan;
-- A BRIN index on the id answers look-ups too.
SELECT count(*) FROM each_kind($$
    CREATE TABLE KIND_lined (LIKE KIND_event);
    INSERT INTO KIND_lined SELECT * FROM KIND_event ORDER BY id;
    CREATE INDEX ON KIND_lined USING brin (id) WITH (pages_per_range = 1);
    ANALYZE KIND_lined;
    SELECT 1$$) WHERE answer = '1';
SELECT * FROM judge($$
    SELECT * FROM KIND_lined AS e WHERE e.TIME > '2025-01-03 01:30Z';
    SELECT s.n, e.id FROM span AS s JOIN KIND_lined AS e ON e.TIME = s.a$$);
-- Orders and ends; the last key may be the id.
SELECT d, n, j.* FROM unnest('{"",DESC}'::text[]) AS d, unnest('{"",NULLS FIRST,NULLS LAST}'::text[]) AS n,
    judge(format('SELECT e.k, e.note FROM KIND_event AS e ORDER BY e.TIME %1$s %2$s LIMIT 20;
        SELECT e.TIME FROM KIND_loose AS e ORDER BY 1 %1$s %2$s', d, n), in_order => true) AS j
ORDER BY 1, 2;
SELECT * FROM judge(in_order => true, queries => $$
    SELECT e.note FROM KIND_event AS e ORDER BY e.TIME DESC, e.id DESC LIMIT 20;
    SELECT e.k, e.TIME FROM KIND_log AS e WHERE e.TIME < '2025-01-02 12:00Z' ORDER BY 2 DESC LIMIT 20;
    SELECT min(e.TIME), max(e.TIME) FROM KIND_event AS e WHERE e.TIME < '2025-01-02Z';
    SELECT max(e.TIME) FROM KIND_loose AS e;
    SELECT DISTINCT ON (e.k) e.k, e.note FROM KIND_event AS e ORDER BY e.k, e.TIME DESC;
    SELECT e.seen, e.note FROM (SELECT * FROM KIND_view) AS e WHERE e.seen < '2025-01-01 00:10Z' ORDER BY e.seen DESC LIMIT 5;
    SELECT count(*) FROM (SELECT e.TIME AS seen FROM KIND_event AS e UNION ALL SELECT e.TIME FROM KIND_log AS e) AS e
        WHERE e.seen >= '2025-01-03Z' AND e.seen < '2025-01-03 00:10Z'$$);
SELECT * FROM judge('SELECT e.note FROM KIND_event AS e ORDER BY e.TIME DESC, e.id LIMIT 20', in_order => true, plans => false);
-- Partitions, pruned by the plan and by the run, and by a look-up.
EXPLAIN (COSTS OFF) SELECT * FROM cast7_log WHERE id::ulid::timestamptz < '2025-01-01 00:10Z';
SET plan_cache_mode = force_generic_plan;
PREPARE logs (timestamptz) AS SELECT count(*) FROM sony_log WHERE sony_extract_timestamp(id) >= $1;
EXPLAIN (COSTS OFF) EXECUTE logs ('2025-01-03');
EXECUTE logs ('2025-01-03');
RESET plan_cache_mode;
SELECT kind, sum(position('never executed' IN line)) > 0 AS pruned
FROM (VALUES ('uuidv7', 'uuidv7_extract_timestamp(e.id)'), ('tid', 'e.id::timeid::timestamptz'),
    ('sony', 'sony_extract_timestamp(e.id)')) AS t (kind, time),
    plan_of(format('SELECT * FROM span AS s JOIN %s_log AS e ON %s = s.a WHERE s.n = 5', kind, time),
        'ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF') AS line
GROUP BY 1 ORDER BY 1;
-- Without an index on the column, one on the cast serves; with both, that on the column.
CREATE TABLE cast_event AS SELECT id, created, k FROM cast7_event;
CREATE INDEX ON cast_event ((id::ulid));
CREATE INDEX ON cast_event (k, (id::ulid));
ANALYZE cast_event;
EXPLAIN (COSTS OFF) SELECT * FROM cast_event WHERE id::ulid::timestamptz < '2025-01-01 00:10Z';
EXPLAIN (COSTS OFF) SELECT * FROM cast_event ORDER BY id::ulid::timestamptz DESC LIMIT 5;
SELECT count(*), min(k) FROM cast_event WHERE id::ulid::timestamptz < '2025-01-01 00:10Z';
CREATE INDEX cast_event_id ON cast_event (id);
EXPLAIN (COSTS OFF) SELECT * FROM cast_event WHERE id::ulid::timestamptz < '2025-01-01 00:10Z';
-- A domain over uuid.
CREATE DOMAIN event_id AS uuid CHECK (VALUE IS NOT NULL);
CREATE TABLE of_domain (id event_id PRIMARY KEY);
INSERT INTO of_domain SELECT id FROM uuidv7_event;
ANALYZE of_domain;
EXPLAIN (COSTS OFF) SELECT * FROM of_domain WHERE uuidv7_extract_timestamp(id) < '2025-01-01 00:10Z';
EXPLAIN (COSTS OFF) SELECT * FROM of_domain WHERE id::ulid::timestamptz < '2025-01-01 00:10Z'
    ORDER BY id::ulid::timestamptz DESC LIMIT 1;

-- What the table has of its own for the time. The same function with other constants is another time.
CREATE TABLE two_times (id bigint PRIMARY KEY, k integer);
INSERT INTO two_times SELECT id, k FROM sony_event;
CREATE INDEX two_times_twitter ON two_times (snowflake_extract_timestamp(id));
ANALYZE two_times;
EXPLAIN (COSTS OFF) SELECT * FROM two_times WHERE snowflake_extract_timestamp(id) < '1990-01-01Z';
EXPLAIN (COSTS OFF) SELECT * FROM two_times WHERE sony_extract_timestamp(id) < '2025-01-01 00:10Z';
CREATE TABLE checked (id bigint PRIMARY KEY, CHECK (sony_extract_timestamp(id) >= '2025-01-01Z'));
SET constraint_exclusion = on;
SELECT plan_of($$SELECT * FROM checked WHERE sony_extract_timestamp(id) < '2024-01-01Z'$$) ~ 'One-Time Filter: false' AS excluded;
EXPLAIN (COSTS OFF) SELECT * FROM checked WHERE sony_extract_timestamp(id) = '2025-01-03Z';
EXPLAIN (COSTS OFF) SELECT * FROM checked WHERE snowflake_extract_timestamp(id) = '2025-01-03Z';
RESET constraint_exclusion;
CREATE TABLE by_time (id bigint) PARTITION BY RANGE (sony_extract_timestamp(id));
CREATE TABLE by_time_1 PARTITION OF by_time FOR VALUES FROM (MINVALUE) TO ('2025-01-02Z');
CREATE TABLE by_time_2 PARTITION OF by_time FOR VALUES FROM ('2025-01-02Z') TO (MAXVALUE);
CREATE INDEX ON by_time (id);
EXPLAIN (COSTS OFF) SELECT * FROM by_time WHERE sony_extract_timestamp(id) < '2025-01-01 00:10Z';
EXPLAIN (COSTS OFF) SELECT * FROM by_time WHERE snowflake_extract_timestamp(id) < '2025-01-01 00:10Z';
-- A UNION ALL of other times is left as it is.
EXPLAIN (COSTS OFF) SELECT * FROM (SELECT id, snowflake_extract_timestamp(id) AS seen FROM snowflake_event
    UNION ALL SELECT id, sony_extract_timestamp(id) FROM sony_event) AS e
WHERE seen < '2025-01-01 00:10Z';

-- Arguments that are not constant, and such as no ids have, stay as they are written; the latter are an error where the
-- core asks for one, which is for a row.
EXPLAIN (COSTS OFF) SELECT * FROM snowflake_event WHERE snowflake_extract_timestamp(id, shift => k) >= '2025-01-02Z';
CREATE TABLE nobody (id bigint PRIMARY KEY);
EXPLAIN (COSTS OFF) SELECT * FROM nobody WHERE snowflake_extract_timestamp(id, shift => 63) >= '2025-01-02Z';
EXPLAIN (COSTS OFF) SELECT * FROM nobody WHERE snowflake_extract_timestamp(id, unit => '-1 s') >= '2025-01-02Z';
EXPLAIN (COSTS OFF) SELECT * FROM nobody WHERE snowflake_extract_timestamp(id, epoch => 'infinity') >= '2025-01-02Z';
EXPLAIN (COSTS OFF) SELECT * FROM nobody WHERE snowflake_extract_timestamp(id, epoch => now()) >= '2025-01-02Z';
SELECT plan_of($$SELECT * FROM nobody WHERE snowflake_extract_timestamp(id, shift => NULL) >= '2025-01-02Z'$$)
    ~ 'One-Time Filter: false' AS none;
SELECT * FROM nobody WHERE snowflake_extract_timestamp(id, shift => 63) >= '2025-01-02Z';
INSERT INTO nobody VALUES (1);
SELECT * FROM nobody WHERE snowflake_extract_timestamp(id, shift => 63) >= '2025-01-02Z';
-- bigint::ulidflake is a check of every id, which can be an error, and stays.
EXPLAIN (COSTS OFF) SELECT * FROM nobody WHERE id::ulidflake::timestamptz >= '2025-01-02Z';

-- Row-level security and security barriers: what can raise an error stays above them, with what it is called for.
CREATE FUNCTION wary(bigint) RETURNS boolean LANGUAGE plpgsql COST 1000 AS 'BEGIN RETURN true; END';
CREATE VIEW guarded WITH (security_barrier) AS SELECT id, sony_extract_timestamp(id) AS seen, k FROM sony_event WHERE wary(id);
EXPLAIN (COSTS OFF) SELECT * FROM guarded WHERE seen < '2025-01-01 00:10Z';
EXPLAIN (COSTS OFF) SELECT * FROM guarded WHERE seen::date = '2025-01-01';
EXPLAIN (COSTS OFF) SELECT * FROM guarded WHERE snowflake_extract_timestamp(id, shift => k) < '2025-01-01 00:10Z';
SELECT count(*) FROM guarded WHERE seen < '2025-01-01 00:10Z';

-- Estimates. For bigint they are the core's own, which interpolate; for uuid they are made so, but for an end without
-- another. What stays beside its range counts once, and a look-up by an equal time finds the rows of one id.
CREATE TABLE estimated (n serial, condition text);
INSERT INTO estimated (condition) VALUES ('e.TIME >= ''2025-01-01 12:00Z'' AND e.TIME < ''2025-01-02Z'''),
    ('e.TIME < ''2025-01-01 12:00Z'''),
    ('e.TIME >= ''2025-01-02 18:00Z'''), ('e.TIME::date = ''2025-01-02'''), ('date_trunc(''day'', e.TIME) = ''2025-01-02Z'''),
    ('e.TIME::date = ''2025-01-02'' OR date_trunc(''hour'', e.TIME) = ''2025-01-01 12:00Z'''),
    ('e.TIME::date >= ''2025-01-02'' AND e.TIME::date < ''2025-01-03'''),
    ('e.TIME IN (''2025-01-02Z'', ''2025-01-02 01:00Z'')');
SELECT n, bool_and(abs(estimate - rows) <= greatest(3, 0.03 * rows)) AS close
FROM estimated, kinds, unnest('{event,log}'::text[]) AS relation,
    LATERAL (SELECT spell(format('FROM KIND_%s AS e WHERE %s', relation, condition), kind, '\1.id::timestamptz')) AS q (query),
    LATERAL (SELECT estimate('SELECT * ' || query),
        split_part(rows_of('SELECT e.id ' || query, false), ' ', 1)::integer) AS e (estimate, rows)
GROUP BY n ORDER BY n;
-- Ranges within a bucket, and of two columns: as of a column of times.
CREATE TABLE pair AS SELECT a.id, b.id AS other, a.created, b.created AS other_created FROM uuidv7_event AS a
    JOIN uuidv7_event AS b ON b.created = a.created + interval '1 day';
ANALYZE pair;
SELECT count(*) AS asked, count(*) FILTER (WHERE abs(estimate(by_id) - estimate(by_column)) > 2) AS off,
    min(by_id) FILTER (WHERE abs(estimate(by_id) - estimate(by_column)) > 2) AS example
FROM generate_series(0, 24, 5) AS h, unnest('{3 min,20 min,50 min}'::interval[]) AS width,
    unnest(ARRAY['ID >= %1$L AND ID < %2$L', 'ID BETWEEN %1$L AND %2$L',
        'ID >= %1$L AND ID < %2$L OR OTHER >= %3$L AND OTHER < %4$L',
        'ID <= %2$L AND ID >= %1$L AND OTHER >= %1$L',
        '%3$L <= OTHER AND %4$L > OTHER AND ID >= %1$L AND ID < %4$L AND ID IS NOT NULL']) AS form,
    LATERAL (SELECT '2025-01-01 00:11Z'::timestamptz + h * interval '1 hour') AS t (t),
    LATERAL (SELECT 'SELECT * FROM pair WHERE '
        || format(form, t, t + width, t + interval '1 day', t + width + interval '1 day')) AS f (f),
    LATERAL (SELECT replace(replace(f, 'OTHER', 'uuidv7_extract_timestamp(other)'), 'ID ', 'uuidv7_extract_timestamp(id) '),
        replace(replace(f, 'OTHER', 'other_created'), 'ID ', 'created ')) AS q (by_id, by_column);
-- Joins are expected to have as many rows as by a column, give or take a tenth; a look-up, one.
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SET enable_seqscan = off;
SELECT n, bool_and(estimate(query) / estimate(spell(form, kind, '\1.created')) BETWEEN 0.9 AND 1.1) AS close,
    bool_and(plan_of(query, 'COSTS ON') ~ 'event_pkey on .* rows=1 ') AS one
FROM kinds, LATERAL (VALUES (1, 'SELECT * FROM span AS s JOIN KIND_event AS e ON e.TIME = s.a'),
        (2, 'SELECT * FROM span AS s LEFT JOIN KIND_event AS e ON e.TIME = s.a'),
        (3, 'SELECT * FROM KIND_base AS s JOIN KIND_log AS e ON e.TIME = s.TIME WHERE s.k = 3'),
        (4, 'SELECT * FROM span AS s JOIN KIND_log AS e ON e.TIME >= s.a AND e.TIME < s.b')) AS f (n, form),
    LATERAL (SELECT spell(form, kind, '\1.id::timestamptz')) AS q (query) GROUP BY n ORDER BY n;
RESET enable_hashjoin;
RESET enable_mergejoin;
RESET enable_seqscan;

-- Times that no kind has: before the year 1000 and after 200000.
CREATE TABLE far (id bigint PRIMARY KEY, created timestamptz);
INSERT INTO far SELECT id, snowflake_extract_timestamp(id, '2000-01-01Z', 0, '1 day')
FROM unnest('{-2000000,-1000000,-365530,-365200,-364000,-363000,0,365000,72319000,72319200,72319240,'
    '72319300,100000000,106750000,9223372036854775807}'::bigint[]) AS id;
SET enable_seqscan = off;
SELECT count(*) AS asked, count(*) FILTER (WHERE rows_of(query, false) <> rows_of(by_column, false)) AS wrong,
    count(*) FILTER (WHERE ends_in(plan_of(query)) IS DISTINCT FROM
        CASE op WHEN '=' THEN 'id from, id to' WHEN '<' THEN 'id to' WHEN '<=' THEN 'id to' ELSE 'id from' END) AS other_ends
FROM unnest('{<,<=,=,>=,>}'::text[]) AS op,
    unnest('{0300-01-01,0999-03-01,1000-01-01,1002-06-01,1005-01-01,2000-01-01,199999-07-01,200000-01-01,'
        '200001-01-01,250000-01-01}'::text[]) AS v,
    unnest(ARRAY['(TIME)::date %s %L', '(TIME)::timestamp %s %L', 'date_trunc(''quarter'', TIME) %s %L::timestamptz',
        'date_trunc(''year'', TIME, ''Asia/Kolkata'') %s %L::timestamptz']) AS form,
    LATERAL (SELECT 'SELECT id FROM far WHERE ' || format(form, op, v)) AS f (f),
    LATERAL (SELECT replace(f, 'TIME', 'snowflake_extract_timestamp(id, ''2000-01-01Z'', 0, ''1 day'')'),
        replace(f, 'TIME', 'created')) AS q (query, by_column);
RESET enable_seqscan;

SET client_min_messages = warning;
DROP SCHEMA :test, by_column CASCADE;
