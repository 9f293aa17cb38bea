-- Tables that have something of their own for the extracted time: an index, a partial index, partitions, a CHECK
-- constraint, statistics, a generated column. It serves beside what they have for the id.
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/planning.sql
SET datestyle = 'ISO';
SET enable_bitmapscan = off;

-- Indexes on the time, alone and behind another column, for some rows, of other methods, on something made of the time
-- or on that of another column; behind a function, which the server puts in line; and one that could not be built.
-- Which of them the plan of a query uses, after a change.
SELECT bool_and(answer ~ format('Index Scan using %s_time', kind)) AS built FROM each_kind($$
    CREATE TABLE KIND_indexed AS SELECT * FROM KIND_event;
    ALTER TABLE KIND_indexed ADD PRIMARY KEY (id);
    CREATE INDEX KIND_time ON KIND_indexed ((id::timestamptz));
    ANALYZE KIND_indexed;
    SELECT plan_of('SELECT * FROM KIND_indexed WHERE id::timestamptz < ''2025-01-01 00:10Z''')$$);
SELECT * FROM judge(plans => false, in_order => true, queries => $$
    SELECT * FROM KIND_indexed AS e WHERE e.TIME < '2025-01-01 00:10Z' AND e.TIME IS NOT NULL ORDER BY e.k, e.TIME;
    SELECT e.TIME FROM KIND_indexed AS e ORDER BY 1 DESC LIMIT 20;
    SELECT max(e.TIME), min(e.TIME) FROM KIND_indexed AS e WHERE e.TIME < '2025-01-02Z'$$);
-- The estimate is that of the statistics of either, and not the product of two that say the same.
SELECT estimate('SELECT * FROM ulid_indexed WHERE id::timestamptz < ''2025-01-01 05:00Z''') BETWEEN 250 AND 350 AS good;
CREATE FUNCTION seen(ulid) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS 'SELECT $1::timestamptz';
CREATE TABLE wrapped AS SELECT id, NULL::ulid AS parent, k FROM ulid_event;
CREATE TABLE lined_up AS SELECT * FROM ulid_indexed ORDER BY id;
CREATE TABLE twice AS SELECT id FROM ulid_indexed UNION ALL (SELECT id FROM ulid_indexed ORDER BY id LIMIT 1);
CREATE INDEX twice_id ON twice (id);
\set VERBOSITY terse
CREATE UNIQUE INDEX CONCURRENTLY twice_time ON twice ((id::timestamptz));
\set VERBOSITY default
ANALYZE wrapped, lined_up, twice;
CREATE FUNCTION used(change text, query text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE change || '; ANALYZE ulid_indexed, wrapped, lined_up';
    RETURN (SELECT string_agg(DISTINCT coalesce(m[1], m[2]), ', ')
        FROM regexp_matches(plan_of('SELECT * FROM ' || query), 'using (\w+)|Bitmap Index Scan on (\w+)', 'g') AS m);
END
$$;
-- Of the two indexes of the second query, which cost the same, either.
SELECT n, regexp_replace(used(change, regexp_replace(query, 'TIME(?! ZONE)', 'id::timestamptz', 'g')),
    CASE n WHEN 2 THEN 'ulid_indexed_pkey' ELSE '^$' END, 'ulid_time') AS used FROM (VALUES
    (1, 'SELECT', 'ulid_indexed ORDER BY TIME DESC LIMIT 20'), (2, 'SELECT', '(SELECT max(TIME) FROM ulid_indexed) AS m'),
    (3, 'DROP INDEX ulid_time; CREATE INDEX ulid_k_time ON ulid_indexed (k, (id::timestamptz))',
        'ulid_indexed WHERE k = 9 ORDER BY TIME DESC LIMIT 20'),
    (4, 'SELECT', 'ulid_indexed WHERE k = 3 AND TIME > ''2025-01-03 01:00Z'' ORDER BY TIME DESC LIMIT 20'),
    (5, 'SELECT', '(SELECT DISTINCT ON (k) * FROM ulid_indexed ORDER BY k, TIME) AS d'),
    (6, 'SELECT', 'ulid_indexed WHERE TIME > ''2025-01-03 01:58Z'' ORDER BY TIME DESC LIMIT 20'),
    (7, 'SELECT', 'span AS s CROSS JOIN LATERAL (SELECT * FROM ulid_indexed AS i WHERE i.k = s.n AND TIME > ''2025-01-03 01:00Z''
        ORDER BY TIME LIMIT 1) AS l'),
    (8, 'DROP INDEX ulid_k_time; CREATE INDEX ulid_k3_time ON ulid_indexed ((id::timestamptz)) WHERE k = 3',
        'ulid_indexed WHERE TIME > ''2025-01-03 01:58Z'' ORDER BY TIME DESC LIMIT 20'),
    (9, 'SELECT', 'ulid_indexed WHERE k = 3 ORDER BY TIME DESC LIMIT 20'),
    (10, 'DROP INDEX ulid_k3_time; CREATE INDEX ulid_brin_time ON ulid_indexed USING brin ((id::timestamptz))',
        'ulid_indexed WHERE TIME > ''2025-01-03 01:58Z'''),
    (11, 'CREATE INDEX ulid_hash_time ON ulid_indexed USING hash ((id::timestamptz))',
        'ulid_indexed WHERE TIME = ''2025-01-03 01:58Z'''),
    (12, 'SET LOCAL enable_bitmapscan = on; SET LOCAL enable_seqscan = off;
        CREATE INDEX lined_up_time ON lined_up USING brin ((id::timestamptz)) WITH (pages_per_range = 1)',
        'lined_up WHERE TIME > ''2025-01-03 01:58Z'''),
    (13, 'SET LOCAL enable_bitmapscan = off; CREATE INDEX wrapped_seen ON wrapped (seen(id))',
        'wrapped WHERE seen(id) < ''2025-01-01 00:10Z'''),
    (14, 'SELECT', 'wrapped WHERE TIME < ''2025-01-01 00:10Z'''),
    (15, 'DROP INDEX wrapped_seen; CREATE INDEX wrapped_id ON wrapped (id);
        CREATE INDEX wrapped_parent ON wrapped ((parent::timestamptz));
        CREATE INDEX wrapped_day ON wrapped (date_trunc(''day'', id::timestamptz AT TIME ZONE ''UTC''))',
        'wrapped WHERE TIME > ''2025-01-03Z'' ORDER BY TIME DESC LIMIT 20'),
    (16, 'SELECT', 'wrapped WHERE date_trunc(''day'', TIME AT TIME ZONE ''UTC'') = ''2025-01-05'''),
    (17, 'SELECT', 'twice WHERE TIME > ''2025-01-03 01:58Z'' ORDER BY TIME DESC LIMIT 20')) AS c (n, change, query) ORDER BY n;
RESET enable_seqscan;

-- A partition's own partial index, whose predicate alone has the time, is used through the parent.
BEGIN;
CREATE INDEX ulid_late ON ulid_log_3 (k) WHERE id::timestamptz >= '2025-01-03 00:30Z';
DROP INDEX ulid_log_id_idx;
SET LOCAL enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_log WHERE id::timestamptz >= '2025-01-03 00:40Z' AND k = 3;
ROLLBACK;
-- Partitions by the id are pruned, also if they have an index on the time.
SELECT bool_and(answer ~ format('Index Scan using \w+ on %s_log_1 ', kind)) AS built FROM each_kind($$
    CREATE INDEX ON KIND_log ((id::timestamptz));
    SELECT plan_of('SELECT * FROM KIND_log WHERE id::timestamptz < ''2025-01-01 00:10Z''')$$);
SELECT * FROM judge(plans => false, in_order => true, queries => $$
    SELECT * FROM KIND_log AS e WHERE e.TIME BETWEEN '2025-01-01 23:50Z' AND '2025-01-02 00:10Z' ORDER BY e.TIME;
    SELECT e.TIME FROM KIND_log AS e ORDER BY e.TIME DESC LIMIT 20$$);

-- Each of the tables that inherit has its own.
CREATE INDEX ulid_heir_time ON ulid_heir ((id::timestamptz));
ANALYZE ulid_heir;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_base WHERE id::timestamptz < '2025-01-01 00:02Z';
DROP INDEX ulid_heir_time;
CREATE INDEX ulid_heir_time ON ulid_heir ((id::timestamptz)) WHERE k = 3;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_base WHERE id::timestamptz < '2025-01-01 00:02Z';
DROP INDEX ulid_heir_time;

-- A partial index whose predicate has the time, which the condition proves.
SELECT bool_and(answer ~ format('Index Scan using %s_recent', kind)) AS built FROM each_kind($$
    CREATE TABLE KIND_partial AS SELECT * FROM KIND_event;
    CREATE INDEX KIND_recent ON KIND_partial (note) WHERE id::timestamptz >= '2025-01-01 06:00Z';
    CREATE INDEX KIND_all ON KIND_partial (id);
    ANALYZE KIND_partial;
    SELECT plan_of('SELECT * FROM KIND_partial WHERE id::timestamptz >= ''2025-01-01 12:00Z'' AND note = ''note 2000''')$$);
EXPLAIN (COSTS OFF) SELECT * FROM ulid_partial WHERE id::timestamptz < '2025-01-01 00:10Z';
EXPLAIN (COSTS OFF) SELECT * FROM ulid_partial ORDER BY id::timestamptz DESC LIMIT 20;
SELECT * FROM judge(plans => false, queries => $$
    SELECT * FROM KIND_partial AS e WHERE e.TIME >= '2025-01-03 01:00Z' AND e.k = 3 OR e.TIME = '2025-01-02Z'$$);

-- Partitions by the time are pruned, and read by the index on the id, in order.
SELECT bool_and(answer = '1') AS built FROM each_kind($$
    CREATE TABLE KIND_by_time (id KIND, created timestamptz, k integer) PARTITION BY RANGE ((id::timestamptz));
    CREATE TABLE KIND_day_1 PARTITION OF KIND_by_time FOR VALUES FROM ('2025-01-01Z') TO ('2025-01-02Z');
    CREATE TABLE KIND_day_2 PARTITION OF KIND_by_time FOR VALUES FROM ('2025-01-02Z') TO ('2025-01-03Z');
    CREATE TABLE KIND_day_3 PARTITION OF KIND_by_time FOR VALUES FROM ('2025-01-03Z') TO ('2025-01-04Z');
    CREATE INDEX ON KIND_by_time (id);
    INSERT INTO KIND_by_time SELECT id, created, k FROM KIND_event;
    ANALYZE KIND_by_time;
    SELECT 1$$);
EXPLAIN (COSTS OFF) SELECT * FROM ulid_by_time ORDER BY id::timestamptz DESC LIMIT 20;
SELECT * FROM judge(in_order => true, queries => $$
    SELECT * FROM KIND_by_time AS e WHERE e.TIME > '2025-01-02 23:50Z' AND e.TIME <= '2025-01-03Z' ORDER BY e.TIME;
    SELECT e.TIME FROM KIND_by_time AS e ORDER BY 1 LIMIT 20;
    SELECT max(e.TIME), min(e.TIME) FROM KIND_by_time AS e WHERE e.TIME < '2025-01-02Z'$$);

-- By the time on the second level, and by a function of the id.
CREATE TABLE deep (id ulid, k integer) PARTITION BY LIST (k);
CREATE TABLE deep_1 PARTITION OF deep FOR VALUES IN (1) PARTITION BY RANGE ((id::timestamptz));
CREATE TABLE deep_1_1 PARTITION OF deep_1 FOR VALUES FROM ('2025-01-01Z') TO ('2025-01-02Z');
CREATE TABLE deep_1_2 PARTITION OF deep_1 FOR VALUES FROM ('2025-01-02Z') TO ('2025-01-03Z');
EXPLAIN (COSTS OFF) SELECT * FROM deep WHERE id::timestamptz < '2025-01-01 00:10Z';
CREATE TABLE hidden (id ulid) PARTITION BY RANGE (seen(id));
CREATE TABLE hidden_1 PARTITION OF hidden FOR VALUES FROM ('2025-01-01Z') TO ('2025-01-02Z');
CREATE TABLE hidden_2 PARTITION OF hidden FOR VALUES FROM ('2025-01-02Z') TO ('2025-01-03Z');
EXPLAIN (COSTS OFF) SELECT * FROM hidden WHERE id::timestamptz < '2025-01-01 00:10Z';

-- CHECK constraints, which exclude tables.
SELECT * FROM each_kind($$
    CREATE TABLE KIND_checked (id KIND, created timestamptz, k integer, CHECK (id::timestamptz >= '2025-01-01Z'));
    INSERT INTO KIND_checked SELECT id, created, k FROM KIND_event;
    CREATE TABLE KIND_old (CHECK (id::timestamptz < '2025-01-01Z')) INHERITS (KIND_base);
    SELECT NULL$$) WHERE answer IS NOT NULL;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_checked WHERE id::timestamptz > '2025-01-03 01:58Z';
SET constraint_exclusion = on;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_checked WHERE id::timestamptz > '2025-01-03 01:58Z';
SELECT plan_of('SELECT * FROM ulid_checked WHERE id::timestamptz < ''2024-12-31Z''') ~ 'One-Time Filter: false' AS excluded;
RESET constraint_exclusion;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_base WHERE id::timestamptz > '2025-01-03 01:58Z';
EXPLAIN (COSTS OFF) SELECT * FROM ulid_base WHERE id::timestamptz < '2024-12-31Z';
SELECT * FROM judge(plans => false, in_order => true, queries => $$
    SELECT e.k FROM KIND_checked AS e WHERE e.TIME > '2025-01-03Z' ORDER BY e.TIME;
    SELECT e.k FROM KIND_base AS e WHERE e.TIME > '2025-01-03Z' ORDER BY e.TIME$$);

-- Statistics on the time: those on the id say the same.
CREATE TABLE counted AS SELECT * FROM ulid_event;
CREATE STATISTICS counted_time ON (id::timestamptz) FROM counted;
ANALYZE counted;
SELECT estimate('SELECT * FROM counted WHERE id::timestamptz < ''2025-01-01 05:00Z''') BETWEEN 250 AND 350 AS good;

-- A generated column with its index is a column like another.
CREATE TABLE generated (id ulid PRIMARY KEY, seen timestamptz GENERATED ALWAYS AS (ulid_extract_timestamp(id)) STORED);
INSERT INTO generated SELECT id FROM ulid_event;
CREATE INDEX generated_seen ON generated (seen);
ANALYZE generated;
EXPLAIN (COSTS OFF) SELECT * FROM generated WHERE seen < '2025-01-01 00:10Z';
EXPLAIN (COSTS OFF) SELECT * FROM generated WHERE id::timestamptz < '2025-01-01 00:10Z';

-- BRIN on the id.
CREATE TABLE lined (id ulid, note text);
INSERT INTO lined SELECT id, repeat('x', 500) FROM ulid_event ORDER BY id;
CREATE INDEX lined_id ON lined USING brin (id) WITH (pages_per_range = 4);
ANALYZE lined;
SET enable_bitmapscan = on;
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM lined WHERE id::timestamptz < '2025-01-01 00:10Z';
SELECT count(*) FROM lined WHERE id::timestamptz < '2025-01-01 00:10Z';

DROP SCHEMA :test, by_column CASCADE;
