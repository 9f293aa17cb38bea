-- What becomes of a condition on the time: queries for each row of the table in src/pg/planning/policy.cpp.
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
SET datestyle = 'ISO';
SET max_parallel_workers_per_gather = 0;
SET enable_bitmapscan = off;
SET enable_memoize = off;
SET random_page_cost = 1;

-- The types of ids: two of the extension's, and two of the server's with a function or a cast for the time. From here
-- on TYPE stands for the type, FIRST(t) for its first id of a time, and TIME(id) for the time of an id.
CREATE TABLE form (n serial, type text, first_id text, time_of text);
INSERT INTO form (type, first_id, time_of) VALUES
    ('ulid', 'ulid_at_or_after(\1)', '\1::timestamptz'),
    ('timeid', 'timeid_at_or_after(\1)', 'timeid_extract_timestamp(\1)'),
    ('uuid', 'uuidv7_at_or_after(\1)', 'uuidv7_extract_timestamp(\1)'),
    ('bigint', 'timeid_at_or_after(\1)::bigint', '\1::timeid::timestamptz');
CREATE FUNCTION spelt(query text, type text, first_id text, time_of text) RETURNS text IMMUTABLE LANGUAGE sql
    RETURN replace(regexp_replace(regexp_replace(query, 'FIRST\(([^()]+)\)', first_id, 'g'),
        'TIME\((([^()]|\([^()]+\))+)\)', time_of, 'g'), 'TYPE', type);

-- 50 times, each of 40 rows with the same id, as where ids refer to another table: all of them are in the statistics.
-- bare has no index, served one on the time, kept a partial one whose predicate has the time. log is partitioned by
-- the id and has an index on the time alone; part has one on the id; by_column is the same by a column of times.
-- unknown and unknown_kept have unique ids and no statistics.
CREATE FUNCTION create_tables(statements text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    f form;
BEGIN
    FOR f IN SELECT * FROM form LOOP
        EXECUTE spelt(statements, f.type, f.first_id, f.time_of);
    END LOOP;
END
$$;
SELECT create_tables($$
    CREATE TABLE TYPE_bare (id TYPE, other TYPE, created timestamptz, k integer, note text);
    INSERT INTO TYPE_bare SELECT FIRST(t), FIRST(t), t, k, repeat('x', 200)
        FROM generate_series('2025-01-01Z'::timestamptz, '2025-01-03 01:00Z', '1 hour') AS t, generate_series(1, 40) AS k;
    CREATE TABLE TYPE_event AS TABLE TYPE_bare;
    CREATE INDEX ON TYPE_event (id);
    CREATE INDEX ON TYPE_event (created);
    CREATE TABLE TYPE_served AS TABLE TYPE_event;
    CREATE INDEX ON TYPE_served (id);
    CREATE INDEX ON TYPE_served ((TIME(id)));
    CREATE INDEX ON TYPE_served (created);
    CREATE TABLE TYPE_kept AS TABLE TYPE_event;
    CREATE INDEX ON TYPE_kept (id);
    CREATE INDEX ON TYPE_kept (note) WHERE TIME(id) >= '2000-01-01Z';
    CREATE INDEX ON TYPE_kept (created);
    CREATE TABLE TYPE_log (LIKE TYPE_event) PARTITION BY RANGE (id);
    CREATE TABLE TYPE_log_1 PARTITION OF TYPE_log FOR VALUES FROM (MINVALUE) TO (FIRST('2025-01-02Z'));
    CREATE TABLE TYPE_log_2 PARTITION OF TYPE_log FOR VALUES FROM (FIRST('2025-01-02Z')) TO (MAXVALUE);
    CREATE INDEX ON TYPE_log ((TIME(id)));
    INSERT INTO TYPE_log TABLE TYPE_event;
    CREATE TABLE TYPE_by_column (LIKE TYPE_event) PARTITION BY RANGE (created);
    CREATE TABLE TYPE_by_column_1 PARTITION OF TYPE_by_column FOR VALUES FROM (MINVALUE) TO ('2025-01-02Z');
    CREATE TABLE TYPE_by_column_2 PARTITION OF TYPE_by_column FOR VALUES FROM ('2025-01-02Z') TO (MAXVALUE);
    CREATE INDEX ON TYPE_by_column (created);
    INSERT INTO TYPE_by_column TABLE TYPE_event;
    CREATE TABLE TYPE_part (LIKE TYPE_event) PARTITION BY RANGE (id);
    CREATE TABLE TYPE_part_1 PARTITION OF TYPE_part FOR VALUES FROM (MINVALUE) TO (FIRST('2025-01-02Z'));
    CREATE TABLE TYPE_part_2 PARTITION OF TYPE_part FOR VALUES FROM (FIRST('2025-01-02Z')) TO (MAXVALUE);
    CREATE INDEX ON TYPE_part (id);
    INSERT INTO TYPE_part TABLE TYPE_event;
    CREATE TABLE TYPE_unknown (id TYPE, created timestamptz, note text);
    INSERT INTO TYPE_unknown SELECT FIRST(t), t, repeat('x', 200)
        FROM generate_series('2025-01-01Z'::timestamptz, '2025-01-03Z', '1 minute') AS t;
    ALTER TABLE TYPE_unknown ALTER id SET STATISTICS 0, ALTER created SET STATISTICS 0;
    CREATE UNIQUE INDEX ON TYPE_unknown (id);
    CREATE UNIQUE INDEX ON TYPE_unknown (created);
    CREATE TABLE TYPE_unknown_kept AS TABLE TYPE_unknown;
    ALTER TABLE TYPE_unknown_kept ALTER id SET STATISTICS 0, ALTER created SET STATISTICS 0;
    CREATE UNIQUE INDEX ON TYPE_unknown_kept (id);
    CREATE UNIQUE INDEX ON TYPE_unknown_kept (created);
    CREATE INDEX ON TYPE_unknown_kept (note) WHERE TIME(id) >= '2000-01-01Z';
    ANALYZE TYPE_bare, TYPE_event, TYPE_served, TYPE_kept, TYPE_log, TYPE_by_column, TYPE_part, TYPE_unknown, TYPE_unknown_kept;
$$) \g /dev/null
CREATE TABLE span (n integer, a timestamptz, d date);
INSERT INTO span SELECT n, '2025-01-01Z'::timestamptz + n * interval '1 hour', '2025-01-01'::date + n
    FROM generate_series(0, 49) AS n;
CREATE TABLE spans (n integer, a timestamptz);
INSERT INTO spans SELECT n, '2025-01-01Z'::timestamptz + n * interval '1 hour' FROM generate_series(0, 4999) AS n;
CREATE INDEX ON spans (a);
ANALYZE span, spans;

-- The plan, and the rows that it expects: in all, and of each scan of e, which a join can repeat.
CREATE FUNCTION plan_of(query text, by_time boolean, OUT plan text, OUT rows numeric, OUT scanned numeric)
LANGUAGE plpgsql AS $$
DECLARE
    line text;
    as_json jsonb;
BEGIN
    PERFORM set_config('ulidkit.time_planning', by_time::text, true);
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
        plan := concat_ws(E'\n', plan, line);
    END LOOP;
    EXECUTE 'EXPLAIN (FORMAT JSON) ' || query INTO as_json;
    rows := as_json #> '{0,Plan,Plan Rows}';
    SELECT sum(r::numeric) INTO scanned
    FROM jsonb_path_query(as_json, 'strict $.** ? (@."Alias" starts with "e")."Plan Rows"') AS r;
    PERFORM set_config('ulidkit.time_planning', 'on', true);
END
$$;
-- A number of expected rows in comparison with that by a column of times, or by the query as it is written. A row more
-- or less counts as the same.
CREATE FUNCTION compared(rows numeric, by_column numeric, as_written numeric) RETURNS text IMMUTABLE LANGUAGE sql
    RETURN CASE WHEN abs(rows - by_column) <= greatest(1, 0.02 * by_column) THEN 'as by the column'
        WHEN abs(rows - as_written) <= greatest(1, 0.02 * as_written) THEN 'as written'
        ELSE round(rows / by_column, 2) || ' times those by the column' END;
-- For each type: what becomes of the condition, as the plan shows, and how many rows are expected, in all and of a scan
-- of e. `by_column` is the same query by a column of times, unless e.created in the place of TIME(e.id) makes it.
CREATE FUNCTION decided(query text, by_column text DEFAULT NULL)
RETURNS TABLE (type text, decision text, rows text, scanned text) LANGUAGE sql BEGIN ATOMIC
    SELECT form.type, CASE WHEN p.plan = w.plan THEN 'leave' WHEN p.plan ~ 'ulidkit list' THEN 'leave, and look up'
            WHEN p.plan ~ '\)::timestamp with time zone|_extract_timestamp\(' THEN 'add' ELSE 'replace' END,
        compared(p.rows, c.rows, w.rows), compared(p.scanned, c.scanned, w.scanned)
    FROM form, LATERAL (SELECT spelt(decided.query, form.type, form.first_id, form.time_of)) AS q (query),
        LATERAL (SELECT spelt(coalesce(by_column, decided.query), form.type, form.first_id, 'e.created')) AS b (query),
        plan_of(q.query, true) AS p, plan_of(q.query, false) AS w, plan_of(b.query, true) AS c
    ORDER BY form.n;
END;

-- as written: leave. Here the user may not execute what would be put in the place of the condition.
BEGIN;
CREATE ROLE regress_ulidkit_time_policy;
GRANT USAGE ON SCHEMA time_policy TO regress_ulidkit_time_policy;
GRANT SELECT ON ALL TABLES IN SCHEMA time_policy TO regress_ulidkit_time_policy;
REVOKE EXECUTE ON FUNCTION public.ulid_le(ulid, ulid), public.timeid_le(timeid, timeid), uuid_le(uuid, uuid), int8le(bigint, bigint)
    FROM PUBLIC;
SET LOCAL ROLE regress_ulidkit_time_policy;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event AS e WHERE e.id::timestamptz < '2025-01-01 06:00Z';
SELECT type, decision FROM decided($$SELECT * FROM TYPE_event AS e WHERE TIME(e.id) < '2025-01-01 06:00Z'$$);
ROLLBACK;

-- served, unless partitioned: leave.
EXPLAIN (COSTS OFF) SELECT * FROM ulid_served AS e WHERE e.id::timestamptz < '2025-01-01 06:00Z';
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_served AS e WHERE TIME(e.id) < '2025-01-01 06:00Z'$$);

-- looked up: leave. The scan makes the ranges.
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event AS e WHERE e.id::timestamptz IN ('2025-01-02Z', '2025-01-01 06:00Z');
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_event AS e
    WHERE TIME(e.id) IN ('2025-01-02Z', '2025-01-01 06:00Z')$$);
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_kept AS e WHERE TIME(e.id) IN ('2025-01-02Z', '2025-01-01 06:00Z')$$);
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_event AS e
    WHERE date_trunc('hour', TIME(e.id)) IN ('2025-01-02Z', '2025-01-01 06:00Z')$$);
-- An index on the time is as good; without an index, in an OR and between tables there are ranges.
SELECT type, decision FROM decided($$SELECT * FROM TYPE_served AS e WHERE TIME(e.id) IN ('2025-01-02Z', '2025-01-01 06:00Z')$$);
EXPLAIN (COSTS OFF) SELECT * FROM ulid_bare AS e WHERE e.id::timestamptz IN ('2025-01-02Z', '2025-01-01 06:00Z');
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_bare AS e WHERE TIME(e.id) IN ('2025-01-02Z', '2025-01-01 06:00Z')$$);
SELECT type, decision FROM decided($$SELECT * FROM TYPE_bare AS e WHERE TIME(e.id)::date IN ('2025-01-02', '2025-01-01')$$);
SELECT type, decision FROM decided($$SELECT * FROM TYPE_event AS e WHERE TIME(e.id) IN ('2025-01-02Z', '2025-01-01 06:00Z')
    OR TIME(e.id) < '2025-01-01 03:00Z'$$);
SELECT type, decision FROM decided($$SELECT * FROM span AS s JOIN TYPE_event AS e ON TIME(e.id) IN (s.a, '2025-01-02Z')$$);

-- join, unless indexed: leave.
EXPLAIN (COSTS OFF) SELECT * FROM span AS s JOIN ulid_bare AS e ON e.id::timestamptz < s.a;
SELECT type, decision, rows FROM decided($$SELECT * FROM span AS s JOIN TYPE_bare AS e ON TIME(e.id) < s.a$$);
EXPLAIN (COSTS OFF) SELECT * FROM span AS s JOIN ulid_bare AS e ON e.id::timestamptz = s.a;
SELECT type, decision, rows FROM decided($$SELECT * FROM span AS s JOIN TYPE_bare AS e ON TIME(e.id) = s.a$$);

-- computed, unless indexed: leave.
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event AS e WHERE coalesce(e.id, e.other)::timestamptz < '2025-01-01 06:00Z';
SELECT type, decision FROM decided($$SELECT * FROM TYPE_event AS e WHERE TIME(coalesce(e.id, e.other)) < '2025-01-01 06:00Z'$$);

-- join, equality, semijoin: leave. The inner rows are made unique.
EXPLAIN (COSTS OFF) SELECT * FROM spans AS s WHERE EXISTS (SELECT FROM ulid_event AS e WHERE e.id::timestamptz = s.a AND e.k > 0);

-- subplan, equality: leave.
SELECT regexp_replace(plan, 'SubPlan \w+', 'SubPlan', 'g') AS plan
FROM plan_of($$SELECT * FROM span AS s JOIN ulid_event AS e ON e.id::timestamptz =
    (SELECT max(t.a) FROM span AS t WHERE t.n < s.n)$$, true);
SELECT type, decision FROM decided($$SELECT * FROM span AS s JOIN TYPE_event AS e
    ON TIME(e.id) = (SELECT max(t.a) FROM span AS t WHERE t.n < s.n)$$);

-- subplan, needed: leave.
SELECT regexp_replace(plan, 'SubPlan \w+', 'SubPlan', 'g') AS plan
FROM plan_of($$SELECT * FROM span AS s JOIN ulid_kept AS e ON e.id::timestamptz <
    (SELECT max(t.a) FROM span AS t WHERE t.n < s.n)$$, true);
SELECT type, decision FROM decided($$SELECT * FROM span AS s JOIN TYPE_kept AS e
    ON TIME(e.id) < (SELECT max(t.a) FROM span AS t WHERE t.n < s.n)$$);

-- served, unless own index: add, the range counts not at all.
EXPLAIN (COSTS OFF) SELECT * FROM ulid_log AS e WHERE e.id::timestamptz >= '2025-01-01 03:00Z'
    AND e.id::timestamptz < '2025-01-01 06:00Z';
SELECT type, decision FROM decided($$SELECT * FROM TYPE_log AS e WHERE TIME(e.id) >= '2025-01-01 03:00Z'
    AND TIME(e.id) < '2025-01-01 06:00Z'$$);
-- PostgreSQL's estimators, which are those of uuid and bigint, know no weights.
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_log AS e WHERE TIME(e.id) >= '2025-01-01 03:00Z'
    AND TIME(e.id) < '2025-01-01 06:00Z'$$,
    $$SELECT * FROM TYPE_by_column AS e WHERE e.created >= '2025-01-01 03:00Z' AND e.created < '2025-01-01 06:00Z'$$);
-- The condition counts also beside one on the id, here one that is true for all.
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_log AS e WHERE e.id >= FIRST('2025-01-01Z')
    AND TIME(e.id) < '2025-01-01 06:00Z'$$,
    $$SELECT * FROM TYPE_by_column AS e WHERE e.created < '2025-01-01 06:00Z'$$);

-- one time, join, own index, unless partitioned: leave. The nested loop looks the time up all the same.
SET enable_hashjoin = off;
EXPLAIN (COSTS OFF) SELECT * FROM span AS s JOIN ulid_event AS e ON e.id::timestamptz = s.a;
RESET enable_hashjoin;
SELECT type, decision, rows FROM decided($$SELECT * FROM span AS s JOIN TYPE_event AS e ON TIME(e.id) = s.a$$);

-- one time, join: add, as one time.
EXPLAIN (COSTS OFF) SELECT * FROM span AS s JOIN ulid_part AS e ON e.id::timestamptz = s.a;
SELECT type, decision, rows FROM decided($$SELECT * FROM span AS s JOIN TYPE_part AS e ON TIME(e.id) = s.a$$,
    $$SELECT * FROM span AS s JOIN TYPE_by_column AS e ON e.created = s.a$$);

-- one time, needed: add, as one time, once.
EXPLAIN (COSTS OFF) SELECT * FROM ulid_kept AS e WHERE e.id::timestamptz = '2025-01-02Z';
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_kept AS e WHERE TIME(e.id) = '2025-01-02Z'$$);
-- Without statistics: one of the rows, and not the share that is assumed of a range.
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_unknown_kept AS e WHERE TIME(e.id) = '2025-01-02Z'$$);

-- one time, equated: add, as one time, once.
EXPLAIN (COSTS OFF) SELECT * FROM span AS s JOIN ulid_event AS e ON e.id::timestamptz = s.a WHERE e.id::timestamptz = '2025-01-02Z';
SELECT type, decision, rows FROM decided($$SELECT * FROM span AS s JOIN TYPE_event AS e ON TIME(e.id) = s.a
    WHERE TIME(e.id) = '2025-01-02Z'$$);
SELECT type, decision, rows FROM decided($$SELECT * FROM span AS s JOIN TYPE_unknown AS e ON TIME(e.id) = s.a
    WHERE TIME(e.id) = '2025-01-02Z'$$);

-- one time: replace, as one time.
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event AS e WHERE e.id::timestamptz = '2025-01-02Z';
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_event AS e WHERE TIME(e.id) = '2025-01-02Z'$$);
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_unknown AS e WHERE TIME(e.id) = '2025-01-02Z'$$);
SELECT type, decision, rows FROM decided($$SELECT * FROM span AS s JOIN TYPE_event AS e ON TIME(e.id) = '2025-01-01 06:00Z'
    OR s.n = 3$$);
-- In an EXISTS, where it is no condition between the tables.
SELECT type, decision FROM decided($$SELECT * FROM span AS s WHERE EXISTS (SELECT FROM TYPE_event AS e
    WHERE TIME(e.id) = '2025-01-02Z' AND e.k = s.n)$$);

-- join, needed: add, not in joins.
EXPLAIN (COSTS OFF) SELECT * FROM span AS s JOIN ulid_kept AS e ON e.id::timestamptz > s.a WHERE s.n < 2;
SELECT * FROM decided($$SELECT * FROM span AS s JOIN TYPE_kept AS e ON TIME(e.id) > s.a WHERE s.n < 2$$);
EXPLAIN (COSTS OFF) SELECT * FROM span AS s JOIN ulid_event AS e ON e.id::timestamptz::date = s.d WHERE s.n < 2;
SELECT type, decision, rows FROM decided($$SELECT * FROM span AS s JOIN TYPE_event AS e ON TIME(e.id)::date = s.d WHERE s.n < 2$$,
    $$SELECT * FROM span AS s JOIN TYPE_event AS e ON e.created::date = s.d WHERE s.n < 2$$);

-- join: replace, like any condition.
EXPLAIN (COSTS OFF) SELECT * FROM span AS s JOIN ulid_event AS e ON e.id::timestamptz > s.a WHERE s.n < 2;
SELECT type, decision, rows FROM decided($$SELECT * FROM span AS s JOIN TYPE_event AS e ON TIME(e.id) > s.a WHERE s.n < 2$$);
-- In an EXISTS, and with a subplan.
SELECT type, decision FROM decided($$SELECT * FROM span AS s WHERE EXISTS (SELECT FROM TYPE_event AS e WHERE TIME(e.id) > s.a)$$);
SELECT type, decision FROM decided($$SELECT * FROM span AS s JOIN TYPE_event AS e
    ON TIME(e.id) < (SELECT max(t.a) FROM span AS t WHERE t.n < s.n)$$);

-- needed: add, like any, once.
EXPLAIN (COSTS OFF) SELECT * FROM ulid_kept AS e WHERE e.id::timestamptz < '2025-01-01 06:00Z';
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_kept AS e WHERE TIME(e.id) < '2025-01-01 06:00Z'$$);
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event AS e WHERE e.id::timestamptz::date = '2025-01-02';
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_event AS e WHERE TIME(e.id)::date = '2025-01-02'$$,
    $$SELECT * FROM TYPE_event AS e WHERE e.created >= '2025-01-02' AND e.created < '2025-01-03'$$);
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_kept AS e WHERE TIME(e.id) >= '2025-01-02 00:10Z'
    AND TIME(e.id) < '2025-01-02 00:20Z'$$);
SELECT type, decision, rows FROM decided($$SELECT * FROM span AS s JOIN TYPE_kept AS e ON TIME(e.id) < '2025-01-01 06:00Z'
    OR s.n = 3$$);
-- Partitions that are served, with an index on the id as well.
SELECT create_tables('CREATE INDEX ON TYPE_log (id); ANALYZE TYPE_log') \g /dev/null
EXPLAIN (COSTS OFF) SELECT * FROM ulid_log AS e WHERE e.id::timestamptz < '2025-01-01 06:00Z';
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_log AS e WHERE TIME(e.id) < '2025-01-01 06:00Z'$$,
    $$SELECT * FROM TYPE_by_column AS e WHERE e.created < '2025-01-01 06:00Z'$$);

-- looked up, parent: add, the range counts not at all. The first to the last for more than 8 elements.
EXPLAIN (COSTS OFF) SELECT * FROM ulid_log AS e WHERE e.id::timestamptz IN ('2025-01-01 05:00Z', '2025-01-01 06:00Z');
EXPLAIN (COSTS OFF) SELECT * FROM ulid_log AS e
WHERE e.id::timestamptz = ANY ('{2025-01-01 05:00Z,2025-01-01 06:00Z,2025-01-01 07:00Z,2025-01-01 08:00Z,2025-01-01 09:00Z,
    2025-01-01 10:00Z,2025-01-01 11:00Z,2025-01-01 12:00Z,2025-01-01 13:00Z}');
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_log AS e
    WHERE TIME(e.id) = ANY (ARRAY['2025-01-01 05:00Z', '2025-01-02 06:00Z']::timestamptz[])$$,
    $$SELECT * FROM TYPE_by_column AS e WHERE e.created = ANY (ARRAY['2025-01-01 05:00Z', '2025-01-02 06:00Z']::timestamptz[])$$);

-- otherwise: replace, like any condition.
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event AS e WHERE e.id::timestamptz < '2025-01-01 06:00Z';
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_event AS e WHERE TIME(e.id) < '2025-01-01 06:00Z'$$);
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_event AS e WHERE TIME(e.id) >= '2025-01-02 00:10Z'
    AND TIME(e.id) < '2025-01-02 00:20Z'$$);
SELECT type, decision, rows FROM decided($$SELECT * FROM span AS s JOIN TYPE_event AS e ON TIME(e.id) < '2025-01-01 06:00Z'
    OR s.n = 3$$);
-- Without an index, and on an id that is no column, with one.
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_bare AS e WHERE TIME(e.id) < '2025-01-01 06:00Z'$$);
SELECT create_tables('CREATE INDEX ON TYPE_event (coalesce(id, other)); ANALYZE TYPE_event') \g /dev/null
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event AS e WHERE coalesce(e.id, e.other)::timestamptz < '2025-01-01 06:00Z';
SELECT type, decision, rows FROM decided($$SELECT * FROM TYPE_event AS e
    WHERE TIME(coalesce(e.id, e.other)) < '2025-01-01 06:00Z'$$,
    $$SELECT * FROM TYPE_event AS e WHERE e.created < '2025-01-01 06:00Z'$$);

DROP SCHEMA :test CASCADE;
