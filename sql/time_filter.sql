-- Conditions on the extracted time: planned as the range of ids, and answered as a column of times.
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/planning.sql

-- Every operator, either way round.
SELECT * FROM judge($$
    SELECT * FROM KIND_event AS e WHERE e.TIME >= '2025-01-03 01:00Z';
    SELECT * FROM KIND_event AS e WHERE e.TIME > '2025-01-03 01:00Z';
    SELECT * FROM KIND_event AS e WHERE e.TIME < '2025-01-01 03:00Z';
    SELECT * FROM KIND_event AS e WHERE e.TIME <= '2025-01-01 03:00Z';
    SELECT * FROM KIND_event AS e WHERE e.TIME = '2025-01-02 03:00Z';
    SELECT * FROM KIND_event AS e WHERE '2025-01-01 05:00Z' > e.TIME AND '2025-01-01 03:00Z' <= e.TIME;
    SELECT * FROM KIND_event AS e WHERE e.TIME BETWEEN '2025-01-01 00:30Z' AND '2025-01-01 01:30Z';
    SELECT * FROM KIND_event AS e WHERE e.TIME BETWEEN SYMMETRIC '2025-01-01 01:30Z' AND '2025-01-01 00:30Z';
    SELECT * FROM KIND_event AS e WHERE NOT e.TIME >= '2025-01-01 01:30Z'$$);
-- Between two units of the kind, beyond its ends, infinite and null.
SELECT t, string_agg(DISTINCT j.answer, ' ') AS answer, string_agg(op || ' ' || j.counts, '; ' ORDER BY op) AS counts
FROM unnest('{2025-01-01 01:30:00.000001Z,2024-12-31 23:59:59.999999Z,1500-01-01Z,100000-01-01Z,infinity,-infinity,
        4714-11-24 BC,294276-12-31 23:59:59.999999Z,NULL}'::timestamptz[]) AS t,
    unnest('{<,<=,=,>=,>}'::text[]) AS op,
    judge(format('SELECT e.id, e.k FROM KIND_event AS e WHERE e.TIME %s %L::timestamptz', op, t)) AS j
GROUP BY 1 ORDER BY 1;
SELECT t, string_agg(DISTINCT j.answer, ' ') AS answer, string_agg(op || ' ' || j.counts, '; ' ORDER BY op) AS counts
FROM unnest('{1500-01-01Z,100000-01-01Z,infinity,-infinity,4714-11-24 BC,294276-12-31 23:59:59.999999Z,NULL}'::timestamptz[]) AS t,
    unnest('{<,<=,=,>=,>}'::text[]) AS op,
    judge(format('SELECT e.id, e.k FROM KIND_loose AS e WHERE e.TIME %s %L::timestamptz', op, t)) AS j
GROUP BY 1 ORDER BY 1;
-- At the very ends of each kind, and a microsecond off them.
SELECT string_agg(DISTINCT j.answer, ' ') AS answer, count(*) / count(DISTINCT kind) AS asked
FROM (SELECT kind, 'first', answer::timestamptz FROM each_kind($$SELECT KIND_min('-infinity')::timestamptz$$)
        UNION ALL SELECT kind, 'last', answer::timestamptz
            FROM each_kind($$SELECT KIND_max('infinity')::timestamptz$$)) AS e (kind, side, t),
    unnest('{-1,0,1}'::integer[]) AS d, unnest('{<,<=,=,>=,>}'::text[]) AS op,
    judge(format('SELECT e.id, e.k FROM KIND_loose AS e WHERE e.TIME %s %L::timestamptz', op,
        e.t + d * interval '1 microsecond'), estimates => false) AS j;
-- Values of type date and timestamp, whose time zone is the session's, also out of the range of timestamptz.
SELECT zone, j.* FROM unnest('{UTC,America/New_York}'::text[]) AS zone, set_config('timezone', zone, false), judge($$
    SELECT * FROM KIND_event AS e WHERE e.TIME >= '2025-01-03'::date AND e.TIME < '2025-01-04'::date;
    SELECT * FROM KIND_event AS e WHERE '2025-01-02'::timestamp < e.TIME AND '2025-01-02 03:00'::timestamp >= e.TIME$$) AS j;
SELECT type, v, string_agg(DISTINCT j.answer, ' ') AS answer, string_agg(DISTINCT op || ' ' || j.counts, '; ') AS counts
FROM unnest('{Pacific/Kiritimati,Etc/GMT+12}'::text[]) AS zone,
    (VALUES
        ('date', '{infinity,-infinity,4714-11-24 BC,4714-11-25 BC,294276-12-30,294276-12-31,294277-01-01,5874897-12-31}'::text[]),
        ('timestamp', '{infinity,-infinity,4714-11-24 BC,4714-11-25 BC,294276-12-30,294276-12-31 23:59:59.999999}'))
            AS t (type, vs),
    unnest(vs) WITH ORDINALITY AS v (v, n), unnest('{<,>=}'::text[]) AS op, set_config('timezone', zone, false),
    judge(format('SELECT e.id, e.k FROM KIND_loose AS e WHERE e.TIME %s %L::%s', op, v, type)) AS j
GROUP BY 1, 2, n ORDER BY 1, n;
SET timezone = 'UTC';
-- Values that are known when the query runs.
SELECT * FROM judge($$
    SELECT * FROM KIND_event AS e WHERE e.TIME >= now() - interval '1 day';
    SELECT * FROM KIND_event AS e WHERE e.TIME < CURRENT_DATE;
    SELECT * FROM KIND_event AS e WHERE e.TIME < (SELECT min(b) FROM span WHERE n > 10);
    SELECT s.n, (SELECT count(*) FROM KIND_event AS e WHERE e.TIME >= s.a AND e.TIME < s.b) FROM span AS s$$);
-- In AND and OR at any depth, with other conditions.
SELECT * FROM judge($$
    SELECT * FROM KIND_event AS e
        WHERE e.k = 3 AND (e.TIME < '2025-01-01 01:00Z' OR e.TIME >= '2025-01-03Z' AND (e.k < 5 OR e.TIME = '2025-01-02Z'));
    SELECT * FROM KIND_event AS e WHERE e.TIME < '2025-01-01 01:00Z' OR e.TIME > 'infinity';
    SELECT * FROM KIND_event AS e WHERE e.TIME < '-infinity' OR e.TIME > 'infinity' OR e.TIME >= '100000-01-01';
    SELECT * FROM KIND_loose AS e WHERE e.TIME IS NULL AND e.k > 3;
    SELECT * FROM KIND_loose AS e WHERE e.TIME IS NOT NULL$$);
-- Columns of other tables: parameters of the index scan, and keys of hash and merge joins.
SELECT * FROM judge($$
    SELECT s.n, e.id FROM span AS s JOIN KIND_event AS e ON e.TIME >= s.a AND e.TIME < s.b WHERE s.n < 9;
    SELECT s.n, e.id FROM span AS s LEFT JOIN KIND_event AS e ON e.TIME BETWEEN s.a AND s.b AND e.k = 3;
    SELECT s.n, e.id FROM span AS s LEFT JOIN KIND_event AS e ON e.TIME = s.d;
    SELECT s.n, e.id FROM span AS s RIGHT JOIN KIND_event AS e ON e.TIME = s.t AND e.TIME > '2025-01-02Z';
    SELECT s.n, e.id FROM span AS s FULL JOIN KIND_event AS e ON e.TIME = s.a;
    SELECT s.n, e.id FROM span AS s FULL JOIN KIND_event AS e ON e.k = s.n AND e.TIME > s.a;
    SELECT s.n, e.id FROM span AS s FULL JOIN KIND_event AS e ON e.TIME = s.a WHERE e.TIME < '2025-01-01 02:00Z';
    SELECT s.n FROM span AS s WHERE EXISTS (SELECT FROM KIND_log AS e WHERE e.TIME = s.a AND e.k = 3);
    SELECT s.n FROM span AS s WHERE NOT EXISTS (SELECT FROM KIND_event AS e WHERE e.TIME > s.a);
    SELECT e.id, s.n FROM KIND_event AS e JOIN span AS s ON e.TIME = s.a WHERE e.TIME = '2025-01-01 03:00Z';
    SELECT s.n, l.id
        FROM span AS s, LATERAL (SELECT e.id FROM KIND_event AS e WHERE e.TIME >= s.a ORDER BY e.id LIMIT 1) AS l$$);
-- In a subquery of which no column is needed any more.
SELECT * FROM judge($$
    SELECT s.n FROM span AS s WHERE EXISTS (SELECT FROM KIND_event AS e WHERE e.TIME > 'infinity' OR s.n = 3) OR s.n = 4$$);
-- Ids that many rows have, as where they refer to another table, with an index and without.
SELECT bool_and(answer = '1') AS built FROM each_kind($$
    CREATE TABLE KIND_shared AS SELECT id, id::timestamptz AS created, k FROM generate_series(1, 40) AS k,
        (SELECT KIND_at_or_after('2025-01-01Z'::timestamptz + n * interval '1 hour') AS id FROM generate_series(0, 49) AS n) AS i;
    CREATE TABLE KIND_bare AS TABLE KIND_shared;
    CREATE INDEX ON KIND_shared (id);
    ANALYZE KIND_shared, KIND_bare;
    SELECT 1$$);
SELECT t, j.* FROM unnest('{shared,bare}'::text[]) AS t, judge(replace($$
    SELECT * FROM KIND_TABLE AS e WHERE e.TIME < '2025-01-01 06:00Z';
    SELECT * FROM KIND_TABLE AS e WHERE e.TIME = '2025-01-02Z';
    SELECT * FROM KIND_TABLE AS e WHERE e.TIME >= '2025-01-02 00:10Z' AND e.TIME < '2025-01-02 00:20Z';
    SELECT * FROM span AS s JOIN KIND_TABLE AS e ON e.TIME = s.a;
    SELECT * FROM span AS s JOIN KIND_TABLE AS e ON e.TIME = s.a WHERE e.TIME = '2025-01-01 06:00Z';
    SELECT * FROM span AS s JOIN KIND_TABLE AS e ON e.TIME < '2025-01-01 06:00Z' OR s.n = 3;
    SELECT * FROM span AS s JOIN KIND_TABLE AS e ON e.TIME > s.a WHERE s.n < 2;
    SELECT * FROM span AS s WHERE EXISTS (SELECT FROM KIND_TABLE AS e WHERE e.TIME = s.a AND e.k > 0);
    SELECT * FROM span AS s WHERE EXISTS (SELECT FROM KIND_TABLE AS e WHERE e.TIME > s.a);
    SELECT * FROM span AS s JOIN KIND_TABLE AS e ON e.TIME = (SELECT max(t.a) FROM span AS t WHERE t.n < s.n)
        WHERE s.n < 9 AND e.k = 1;
    SELECT * FROM span AS s JOIN KIND_TABLE AS e ON e.TIME < (SELECT max(t.a) FROM span AS t WHERE t.n < s.n)
        WHERE s.n < 9 AND e.k = 1$$,
    'TABLE', t)) AS j ORDER BY t DESC;
-- The times of two tables' ids: either table can be the one that is looked up.
SELECT * FROM judge($$
    SELECT e.id, f.id FROM KIND_event AS e
        JOIN KIND_loose AS f ON f.TIME BETWEEN e.TIME AND e.TIME + interval '1 minute' WHERE e.k = 5;
    SELECT e.id, f.id FROM KIND_event AS e JOIN KIND_base AS f ON e.TIME = f.TIME;
    SELECT e.id, f.id FROM KIND_event AS e LEFT JOIN KIND_loose AS f ON e.TIME < f.TIME AND e.k < f.k
        WHERE e.TIME < '2025-01-01 01:00Z'$$);
-- Views, subqueries, common table expressions, UNION ALL, also with a column that is the time of another.
SELECT * FROM judge($$
    SELECT * FROM KIND_view AS e WHERE e.seen >= '2025-01-03Z' AND e.TIME < '2025-01-03 01:00Z';
    WITH c AS (SELECT id, created, k FROM KIND_event) SELECT * FROM c AS e WHERE e.TIME >= '2025-01-03Z';
    WITH c AS MATERIALIZED (SELECT id, created, k FROM KIND_event AS e WHERE e.TIME >= '2025-01-03Z')
        SELECT * FROM c WHERE k = 1;
    SELECT * FROM (SELECT e.TIME AS seen, count(*) FROM KIND_event AS e GROUP BY 1) AS e WHERE e.seen >= '2025-01-03Z';
    SELECT count(*) FROM (SELECT id, created FROM KIND_event UNION ALL SELECT id, created FROM KIND_log) AS e
        WHERE e.TIME >= '2025-01-03Z' AND e.TIME < '2025-01-03 00:10Z';
    SELECT count(*) FROM (SELECT e.TIME AS seen FROM KIND_event AS e UNION ALL SELECT e.TIME FROM KIND_log AS e) AS e
        WHERE e.seen >= '2025-01-03Z' AND e.seen < '2025-01-03 00:10Z';
    SELECT s.n, e.id, e.seen FROM span AS s LEFT JOIN (SELECT e.id, e.TIME AS seen FROM KIND_event AS e
        UNION ALL SELECT e.id, e.TIME FROM KIND_log AS e) AS e ON e.seen >= s.a AND e.seen < s.b AND s.n < 9$$);
SELECT * FROM judge(in_order => true, queries => $$
    SELECT e.seen FROM (SELECT e.TIME AS seen FROM KIND_event AS e UNION ALL SELECT e.TIME FROM KIND_log AS e) AS e
        WHERE e.seen < '2025-01-01 12:00Z' OR e.seen = '2025-01-02Z' ORDER BY e.seen LIMIT 7$$);
-- Grouping sets over views of views: the planner wraps their columns to say what can have made them null.
SELECT kind FROM each_kind($$
    CREATE VIEW KIND_both AS SELECT id, created, k FROM KIND_event UNION ALL SELECT id, created, k FROM KIND_log;
    CREATE VIEW KIND_filled AS SELECT e.id, e.created, l.k FROM span AS s
        LEFT JOIN KIND_event AS e ON e.created = s.a LEFT JOIN KIND_loose AS l ON l.created = e.created;
    CREATE VIEW KIND_both_again AS SELECT * FROM KIND_both;
    CREATE VIEW KIND_filled_again AS SELECT * FROM KIND_filled;
    SELECT 1$$) WHERE answer <> '1';
SELECT j.* FROM unnest('{both,both_again,filled,filled_again}'::text[]) WITH ORDINALITY AS u (v, n),
    judge('SELECT e.TIME, e.k, count(*) FROM KIND_' || v || ' AS e WHERE e.TIME > ''2024-12-31Z''
        GROUP BY ROLLUP (e.TIME, e.k)') AS j ORDER BY n;
SELECT * FROM judge($$SELECT e.TIME, f.k, count(*) FROM KIND_filled_again AS e
    LEFT JOIN KIND_both_again AS f ON f.id = e.id AND f.TIME > '2025-01-01 05:00Z'
    WHERE e.TIME > '2025-01-01 03:00Z' OR f.TIME IS NULL GROUP BY CUBE (e.TIME, f.k) HAVING e.TIME > '2025-01-01 04:00Z'$$);
-- One that is the time of another column in each table.
SELECT * FROM facts(ARRAY[
    ['either time', '241 of 241', $$
    CREATE TABLE KIND_pair AS SELECT a.id, b.id AS other, a.created, b.created AS other_created
        FROM KIND_event AS a JOIN KIND_event AS b ON a.k = 3 AND b.id = KIND_max(a.created + interval '-1 day');
    INSERT INTO KIND_pair SELECT a.id, KIND_min(a.created - interval '1 day'), a.created, a.created - interval '1 day'
        FROM KIND_event AS a WHERE a.k = 3;
    CREATE VIEW KIND_pairs AS SELECT id, other, id::timestamptz AS seen, created FROM KIND_pair
        UNION ALL SELECT id, other, other::timestamptz, other_created FROM KIND_pair;
    SELECT count(*) || ' of ' || (SELECT count(*) FROM KIND_pairs WHERE created >= '2025-01-02Z') FROM KIND_pairs
        WHERE seen >= '2025-01-02Z'$$]]);
-- Partitions, pruned by the plan and by the run; inheritance.
SELECT * FROM judge($$
    SELECT * FROM KIND_log AS e WHERE e.TIME >= '2025-01-02Z' AND e.TIME < '2025-01-03Z' AND e.k = 5;
    SELECT * FROM KIND_log AS e WHERE e.TIME >= '2025-01-03'::date;
    SELECT * FROM KIND_base AS e WHERE e.TIME = '2025-01-02Z'$$);
-- Ranges with constant ends are an index condition, as which the server has those of a column from 17 on.
SELECT * FROM judge(estimates => false, like_query => 'SELECT * FROM KIND_event AS e WHERE e.TIME > now()', queries => $$
    SELECT * FROM KIND_event AS e WHERE e.TIME <@ '[2025-01-03Z,)'::tstzrange$$);
SELECT * FROM judge(estimates => false, like_query => 'SELECT * FROM KIND_event AS e WHERE e.TIME < ''-infinity''', queries => $$
    SELECT * FROM KIND_event AS e WHERE e.TIME <@ '(,2025-01-01 01:00Z)'::tstzrange$$);
SELECT * FROM judge(estimates => false, like_query => 'SELECT * FROM KIND_event AS e WHERE e.TIME BETWEEN now() AND ''infinity''',
    queries => $$
    SELECT * FROM KIND_event AS e WHERE e.TIME <@ '[2025-01-01 01:00Z,2025-01-01 02:00Z)'::tstzrange;
    SELECT * FROM KIND_event AS e WHERE e.TIME <@ '(2025-01-01 01:00Z,2025-01-01 02:00Z]'::tstzrange;
    SELECT * FROM KIND_event AS e WHERE tstzrange('2025-01-01 01:00Z', '2025-01-01 02:00Z') @> e.TIME$$);
-- A range of times in another order has other ends.
CREATE FUNCTION later_first(timestamptz, timestamptz) RETURNS integer IMMUTABLE STRICT LANGUAGE sql RETURN timestamptz_cmp($2, $1);
CREATE OPERATOR CLASS later_first FOR TYPE timestamptz USING btree AS
    OPERATOR 1 >, OPERATOR 2 >=, OPERATOR 3 =, OPERATOR 4 <=, OPERATOR 5 <, FUNCTION 1 later_first(timestamptz, timestamptz);
CREATE TYPE backwards AS RANGE (SUBTYPE = timestamptz, SUBTYPE_OPCLASS = later_first);
SELECT * FROM judge($$
    SELECT * FROM KIND_event AS e WHERE e.TIME <@ '[2025-01-01 02:00Z,2025-01-01 01:00Z)'::time_filter.backwards;
    SELECT * FROM KIND_event AS e WHERE e.TIME <@ '(,2025-01-01 01:00Z)'::time_filter.backwards$$);
-- What no index answers, that of a column neither.
SELECT * FROM judge($$
    SELECT * FROM KIND_event AS e WHERE (e.TIME, e.k) <> ('2025-01-01 01:00Z', 3);
    SELECT * FROM KIND_event AS e WHERE e.TIME <> '2025-01-01 01:00Z';
    SELECT * FROM KIND_event AS e WHERE e.TIME <@ '(,)'::tstzrange;
    SELECT * FROM KIND_event AS e WHERE e.TIME <@ 'empty'::tstzrange;
    SELECT * FROM KIND_event AS e WHERE NOT (e.TIME < '2025-01-03Z' AND e.k = 3);
    SELECT * FROM KIND_event AS e WHERE (e.TIME > '2025-01-03Z') IS NOT TRUE;
    SELECT * FROM KIND_event AS e
        WHERE CASE WHEN e.k = 3 THEN e.TIME > '2025-01-03Z' ELSE e.TIME < '2025-01-01 01:00Z' END;
    SELECT * FROM KIND_event AS e WHERE e.TIME > clock_timestamp() - interval '1 second';
    SELECT * FROM KIND_event AS e WHERE e.TIME + interval '1 hour' > '2025-01-03Z';
    SELECT * FROM KIND_event AS e WHERE e.TIME >= e.k * interval '1 day' + timestamptz '2025-01-01Z'$$);
-- An equality with a constant, where the time is in another equality: the other side's partitions are pruned as well.
CREATE TABLE by_hour (at timestamptz, n integer) PARTITION BY RANGE (at);
CREATE TABLE by_hour_1 PARTITION OF by_hour FOR VALUES FROM ('2025-01-01Z') TO ('2025-01-02Z');
CREATE TABLE by_hour_2 PARTITION OF by_hour FOR VALUES FROM ('2025-01-02Z') TO ('2025-01-03Z');
INSERT INTO by_hour SELECT a, n FROM span WHERE n BETWEEN 2 AND 40;
SELECT * FROM judge($$SELECT * FROM KIND_event AS e JOIN by_hour AS h ON e.TIME = h.at WHERE e.TIME = '2025-01-02 03:00Z'$$);
SET enable_nestloop = off;
SELECT * FROM judge('SELECT s.n, e.id FROM span AS s JOIN KIND_event AS e ON e.TIME = s.a');
RESET enable_nestloop;

-- Partitions with a default one, which some servers, as 15.18, prune wrongly by IS NOT NULL and an OR of ranges.
SELECT bool_and(answer = '1') AS built FROM each_kind($$
    CREATE TABLE KIND_rest (id KIND, created timestamptz, k integer) PARTITION BY RANGE (id);
    CREATE TABLE KIND_rest_1 PARTITION OF KIND_rest FOR VALUES FROM (MINVALUE) TO (KIND_min('2025-01-02Z'));
    CREATE TABLE KIND_rest_2 PARTITION OF KIND_rest DEFAULT;
    INSERT INTO KIND_rest SELECT id, created, k FROM KIND_loose;
    CREATE INDEX ON KIND_rest (id);
    ANALYZE KIND_rest;
    SELECT 1$$);
-- Minor releases before these prune a column's partitions wrongly, and those of ids not at all.
SELECT number >= ('{150019,160015,170011,180006,190000}'::integer[])[number / 10000 - 14] AS prunes
FROM CAST(current_setting('server_version_num') AS integer) AS number \gset
SELECT * FROM judge(plans => :'prunes', queries => $$
    SELECT * FROM KIND_rest AS e
        WHERE (e.TIME < '2025-01-01 12:00Z' OR e.TIME <= '2025-01-02 11:59Z') AND e.TIME IS NOT NULL$$);
-- The plans have a range that those by a column do not have.
SELECT * FROM judge(plans => false, queries => $$
    SELECT max(e.TIME), min(e.TIME) FROM KIND_rest AS e WHERE e.TIME < '2025-01-01 12:00Z' OR e.TIME <= '2025-01-02 11:59Z';
    SELECT max(e.TIME) FROM (SELECT * FROM KIND_rest UNION ALL SELECT * FROM KIND_loose) AS e
        WHERE e.TIME < '2025-01-01 12:00Z' OR e.TIME <= '2025-01-02 11:59Z'$$);

-- Rows that change, which leaves dead ones. No WITH takes MERGE.
SELECT * FROM judge($$
    UPDATE KIND_event AS e SET k = -1 WHERE e.TIME < '2025-01-01 00:10Z' RETURNING e.*;
    DELETE FROM KIND_base AS e USING span AS s WHERE e.TIME BETWEEN s.a AND s.b AND s.n = 30 RETURNING e.*$$);
SELECT alike(a.nodes, b.nodes), close(a.rows, b.rows)
FROM (VALUES ($$MERGE INTO KIND_event AS e USING (SELECT 1 WHERE true) AS s ON e.TIME < '2025-01-01 00:10Z'
        WHEN MATCHED AND e.k < 3 THEN DELETE WHEN MATCHED THEN UPDATE SET note = 'merged'$$)) AS q (query),
    outline(spell(query, 'ulid', '\1.id::timestamptz')) AS a, outline_by_column(query, 'ulid') AS b;
BEGIN;
MERGE INTO ulid_event AS e USING (SELECT 1 WHERE true) AS s ON e.id::timestamptz < '2025-01-01 00:10Z'
    WHEN MATCHED AND e.k < 3 THEN DELETE WHEN MATCHED THEN UPDATE SET note = 'merged';
SELECT count(*), count(*) FILTER (WHERE note = 'merged') FROM ulid_event;
ROLLBACK;

-- Parameters, in plans for their values and in plans for any.
PREPARE events (timestamptz, date) AS SELECT count(*) FROM ulid_event WHERE id::timestamptz >= $1 AND id::timestamptz < $2;
SET plan_cache_mode = force_custom_plan;
EXPLAIN (COSTS OFF) EXECUTE events ('2025-01-02 12:00Z', '2025-01-03');
EXECUTE events ('2025-01-02 12:00Z', '2025-01-03');
SET plan_cache_mode = force_generic_plan;
EXPLAIN (COSTS OFF) EXECUTE events ('2025-01-02 12:00Z', '2025-01-03');
EXECUTE events ('2025-01-02 12:00Z', '2025-01-03');
EXECUTE events ('infinity', '2025-01-03');
EXECUTE events (NULL, '2025-01-03');
EXECUTE events ('-infinity', '5874897-01-01');
PREPARE logs (timestamptz) AS SELECT count(*) FROM ulid_log WHERE id::timestamptz >= $1;
EXPLAIN (COSTS OFF) EXECUTE logs ('2025-01-03');
EXECUTE logs ('2025-01-03');
-- The time of an id that is known by then is a value like another.
PREPARE earlier (ulid) AS SELECT count(*) FROM ulid_event WHERE id::timestamptz < $1::timestamptz;
EXPLAIN (COSTS OFF) EXECUTE earlier ('01JGFJJZ000000000000000000');
RESET plan_cache_mode;
DEALLOCATE earlier;
SELECT * FROM judge('SELECT (SELECT count(*) FROM KIND_loose AS e WHERE e.TIME < o.TIME) FROM KIND_loose AS o');

-- The setting.
SET ulidkit.time_planning = off;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event WHERE id::timestamptz >= '2025-01-03 01:50Z';
SET ulidkit.time_planning = on;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event WHERE id::timestamptz >= '2025-01-03 01:50Z';

-- A domain, and an id that is an expression with an index.
CREATE DOMAIN event_id AS ulid CHECK (VALUE IS NOT NULL);
CREATE TABLE of_domain (id event_id PRIMARY KEY, document jsonb);
INSERT INTO of_domain SELECT id, jsonb_build_object('id', id) FROM ulid_event;
CREATE INDEX ON of_domain (((document ->> 'id')::ulid));
ANALYZE of_domain;
EXPLAIN (COSTS OFF) SELECT * FROM of_domain WHERE id::timestamptz < '2025-01-01 00:10Z';
EXPLAIN (COSTS OFF) SELECT * FROM of_domain WHERE (document ->> 'id')::ulid::timestamptz < '2025-01-01 00:10Z';

-- The first query of a session.
\c -
SET search_path = time_filter, public;
SET timezone = 'UTC';
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event WHERE id::timestamptz < '2025-01-01 00:10Z';
\c -
SET search_path = time_filter, public;
SET timezone = 'UTC';
EXPLAIN (COSTS OFF) SELECT * FROM ulid_view WHERE seen < '2025-01-01 00:10Z';

-- Row-level security and security-barrier views: the comparisons and bounds leak nothing, and so the index is used
-- under conditions that do not.
CREATE FUNCTION wary(ulid) RETURNS boolean LANGUAGE plpgsql COST 1000 AS 'BEGIN RETURN true; END';
CREATE VIEW guarded WITH (security_barrier) AS SELECT id, id::timestamptz AS seen, k FROM ulid_event WHERE wary(id);
EXPLAIN (COSTS OFF) SELECT * FROM guarded WHERE seen < '2025-01-01 00:10Z' AND id::timestamptz > '2025-01-01 00:05Z';
SELECT count(*) FROM guarded WHERE seen < '2025-01-01 00:10Z' AND id::timestamptz > '2025-01-01 00:05Z';
CREATE ROLE regress_ulidkit_time_reader;
GRANT USAGE ON SCHEMA time_filter TO regress_ulidkit_time_reader;
GRANT SELECT ON ulid_event, ulid_log TO regress_ulidkit_time_reader;
CREATE POLICY recent ON ulid_event USING (id::timestamptz >= '2025-01-03 01:30Z');
ALTER TABLE ulid_event ENABLE ROW LEVEL SECURITY;
SET ROLE regress_ulidkit_time_reader;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event WHERE note LIKE '%9' AND id::timestamptz < '2025-01-03 01:45Z';
SELECT count(*) FROM ulid_event WHERE note LIKE '%9' AND id::timestamptz < '2025-01-03 01:45Z';
-- A policy prunes partitions.
RESET ROLE;
BEGIN;
CREATE POLICY recent ON ulid_log USING (id::timestamptz >= '2025-01-03 01:30Z');
ALTER TABLE ulid_log ENABLE ROW LEVEL SECURITY;
SET LOCAL ROLE regress_ulidkit_time_reader;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_log WHERE k = 3;
SELECT count(*) FROM ulid_log;
ROLLBACK;
-- Who may not execute what would be put in has the query as it is written.
BEGIN;
REVOKE EXECUTE ON FUNCTION public.ulid_before(timestamptz) FROM PUBLIC;
SET LOCAL ROLE regress_ulidkit_time_reader;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event WHERE id::timestamptz < '2025-01-03 01:45Z';
SELECT count(*) FROM ulid_event WHERE id::timestamptz < '2025-01-03 01:45Z';
SELECT count(*) FROM ulid_event WHERE id::timestamptz <@ '[2025-01-03 01:35Z,2025-01-03 01:45Z)'::tstzrange;
RESET ROLE;
GRANT EXECUTE ON FUNCTION public.ulid_before(timestamptz) TO PUBLIC;
REVOKE EXECUTE ON FUNCTION public.ulid_le(ulid, ulid) FROM PUBLIC;
SET LOCAL ROLE regress_ulidkit_time_reader;
SELECT nodes('SELECT * FROM ulid_event WHERE id::timestamptz < ''2025-01-03 01:45Z''');
RESET ROLE;
REVOKE EXECUTE ON FUNCTION public.ulid_before(timestamptz) FROM PUBLIC;
-- Also where it was planned for somebody who may.
RESET ROLE;
SET LOCAL plan_cache_mode = force_generic_plan;
PREPARE logged_before (timestamptz) AS SELECT count(*) FROM ulid_log WHERE id::timestamptz < $1;
EXECUTE logged_before ('2025-01-03 01:45Z');
SET LOCAL ROLE regress_ulidkit_time_reader;
EXPLAIN (COSTS OFF) EXECUTE logged_before ('2025-01-03 01:45Z');
EXECUTE logged_before ('2025-01-03 01:45Z');
ROLLBACK;
DEALLOCATE logged_before;
-- Who may not execute what is replaced has no way around that.
BEGIN;
REVOKE EXECUTE ON FUNCTION public.ulid_extract_timestamp(ulid) FROM PUBLIC;
GRANT SELECT ON ulid_log_1 TO regress_ulidkit_time_reader;
SET LOCAL ROLE regress_ulidkit_time_reader;
SAVEPOINT denied;
SELECT count(*) FROM ulid_log WHERE id::timestamptz < '2025-01-03 01:45Z';
ROLLBACK TO denied;
SELECT count(*) FROM ulid_log_1 WHERE id::timestamptz IS NULL;
ROLLBACK TO denied;
SELECT id FROM ulid_log ORDER BY ulid_extract_timestamp(id) LIMIT 1;
ROLLBACK;
RESET ROLE;
-- Nor by a plan that was made before.
GRANT EXECUTE ON FUNCTION public.ulid_extract_timestamp(ulid) TO regress_ulidkit_time_reader;
CREATE FUNCTION early(ulid) RETURNS boolean LANGUAGE sql IMMUTABLE RETURN $1::timestamptz < '2025-01-03 01:45Z';
SET ROLE regress_ulidkit_time_reader;
SET plan_cache_mode = force_generic_plan;
PREPARE early AS SELECT count(*) FROM ulid_log WHERE id::timestamptz < '2025-01-03 01:45Z';
PREPARE early_inline AS SELECT count(*) FROM ulid_log WHERE early(id);
EXECUTE early;
EXECUTE early_inline;
RESET ROLE;
BEGIN;
REVOKE EXECUTE ON FUNCTION public.ulid_extract_timestamp(ulid) FROM regress_ulidkit_time_reader, PUBLIC;
SET LOCAL ROLE regress_ulidkit_time_reader;
SAVEPOINT denied;
EXECUTE early;
ROLLBACK TO denied;
EXECUTE early_inline;
ROLLBACK;
DEALLOCATE ALL;
RESET plan_cache_mode;
DROP OWNED BY regress_ulidkit_time_reader;
DROP ROLE regress_ulidkit_time_reader;

SET client_min_messages = warning;
DROP SCHEMA :test, by_column CASCADE;
