-- Tables that have something of their own for the extracted time keep it: an index, a partial index, partitions, a
-- CHECK constraint, statistics, a generated column.
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/planning.sql
SET datestyle = 'ISO';
SET enable_bitmapscan = off;

-- An index on the time, alone and behind a column that the query fixes. Filters, orders and ends are left to it.
SELECT * FROM each_kind($$
    CREATE TABLE KIND_indexed AS SELECT * FROM KIND_event;
    ALTER TABLE KIND_indexed ADD PRIMARY KEY (id);
    CREATE INDEX KIND_time ON KIND_indexed ((id::timestamptz));
    ANALYZE KIND_indexed;
    SELECT plan_of('SELECT * FROM KIND_indexed WHERE id::timestamptz < ''2025-01-01 00:10Z''')$$);
EXPLAIN (COSTS OFF) SELECT * FROM ulid_indexed ORDER BY id::timestamptz DESC LIMIT 20;
SELECT plan_of('SELECT max(id::timestamptz) FROM ulid_indexed') ~ 'using ulid_time' AS by_time;
SELECT * FROM judge($$SELECT * FROM KIND_indexed AS e WHERE e.TIME < '2025-01-01 00:10Z' AND e.TIME IS NOT NULL$$);
SELECT * FROM judge($$SELECT e.TIME FROM KIND_indexed AS e ORDER BY 1 DESC LIMIT 20$$, in_order => true);
SELECT * FROM judge($$SELECT max(e.TIME), min(e.TIME) FROM KIND_indexed AS e WHERE e.TIME < '2025-01-02Z'$$);
-- A join with another id's time, which has a range, keeps the comparison for the index.
SELECT plan_of('SELECT count(*) FROM ulid_event AS e JOIN ulid_indexed AS i ON i.id::timestamptz < e.id::timestamptz')
    ~ '::timestamp with time zone\)* [<>]' AS kept;
-- The estimate is that of the index's statistics, and not the product of two that say the same.
SELECT estimate('SELECT * FROM ulid_indexed WHERE id::timestamptz < ''2025-01-01 05:00Z''') BETWEEN 250 AND 350 AS good;
DROP INDEX ulid_time;
CREATE INDEX ulid_k_time ON ulid_indexed (k, (id::timestamptz));
ANALYZE ulid_indexed;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_indexed WHERE k = 3 AND id::timestamptz > '2025-01-03Z'
    ORDER BY id::timestamptz DESC LIMIT 20;
SELECT plan_of('SELECT * FROM ulid_indexed WHERE k IN (3, 4) AND id::timestamptz > ''2025-01-03 01:50Z''')
    ~ 'using ulid_k_time' AS by_list,
    plan_of('SELECT * FROM (SELECT * FROM ulid_indexed WHERE k = 3) AS s WHERE id::timestamptz > ''2025-01-03Z''')
        ~ 'using ulid_k_time' AS in_subquery,
    plan_of('SELECT DISTINCT ON (k) * FROM ulid_indexed ORDER BY k, id::timestamptz') ~ 'using ulid_k_time' AS sorted;
-- Where the query does not fix it, the range goes beside: the id's index serves, and the other one can in a join.
EXPLAIN (COSTS OFF) SELECT * FROM ulid_indexed WHERE id::timestamptz > '2025-01-03 01:58Z' ORDER BY id::timestamptz DESC LIMIT 20;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SET enable_seqscan = off;
SET enable_material = off;
SELECT plan_of('SELECT * FROM span AS s JOIN ulid_indexed AS i ON i.k = s.n '
    'WHERE i.id::timestamptz > ''2025-01-01 01:58Z'' AND s.n < 3')
    ~ 'using ulid_k_time on ulid_indexed i\s+Index Cond: ..k = s.n. AND '
        '..id.::timestamp with time zone > .*\s+Filter: .id >= ' AS both;
RESET enable_hashjoin;
RESET enable_mergejoin;
RESET enable_seqscan;
RESET enable_material;
-- Dropped, it leaves all to the id.
DROP INDEX ulid_k_time;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_indexed WHERE id::timestamptz > '2025-01-03Z' ORDER BY id::timestamptz DESC LIMIT 20;
-- One for some rows: it serves the queries that are about these.
CREATE INDEX ulid_k3_time ON ulid_indexed ((id::timestamptz)) WHERE k = 3;
ANALYZE ulid_indexed;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_indexed WHERE id::timestamptz > '2025-01-03 01:58Z';
EXPLAIN (COSTS OFF) SELECT * FROM ulid_indexed WHERE k = 3 ORDER BY id::timestamptz DESC LIMIT 20;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_indexed WHERE id::timestamptz > '2025-01-03 01:58Z' ORDER BY id::timestamptz DESC LIMIT 20;
DROP INDEX ulid_k3_time;
-- Those of other methods matter only where the id has no btree index.
CREATE INDEX ulid_brin_time ON ulid_indexed USING brin ((id::timestamptz)) WITH (pages_per_range = 1);
CREATE INDEX ulid_hash_time ON ulid_indexed USING hash ((id::timestamptz));
EXPLAIN (COSTS OFF) SELECT * FROM ulid_indexed WHERE id::timestamptz > '2025-01-03 01:58Z';
EXPLAIN (COSTS OFF) SELECT * FROM ulid_indexed WHERE id::timestamptz = '2025-01-03 01:58Z';
DROP INDEX ulid_brin_time, ulid_hash_time;
CREATE TABLE lined_up AS SELECT * FROM ulid_indexed ORDER BY id;
CREATE INDEX lined_up_time ON lined_up USING brin ((id::timestamptz)) WITH (pages_per_range = 1);
ANALYZE lined_up;
SET enable_bitmapscan = on;
EXPLAIN (COSTS OFF) SELECT * FROM lined_up WHERE id::timestamptz > '2025-01-03 01:58Z';
SET enable_bitmapscan = off;
-- One that could not be built is of no use.
CREATE TABLE twice AS SELECT id FROM ulid_indexed;
CREATE INDEX ON twice (id);
INSERT INTO twice SELECT id FROM ulid_indexed ORDER BY id LIMIT 1;
ANALYZE twice;
\set VERBOSITY terse
CREATE UNIQUE INDEX CONCURRENTLY twice_time ON twice ((id::timestamptz));
\set VERBOSITY default
EXPLAIN (COSTS OFF) SELECT * FROM twice WHERE id::timestamptz > '2025-01-03 01:58Z' ORDER BY id::timestamptz DESC LIMIT 20;
-- An index on something made of the time, or on the time of another column, is no index on the time.
ALTER TABLE ulid_indexed ADD parent ulid;
CREATE INDEX ulid_parent_time ON ulid_indexed ((parent::timestamptz));
CREATE INDEX ulid_day ON ulid_indexed (date_trunc('day', id::timestamptz AT TIME ZONE 'UTC'));
EXPLAIN (COSTS OFF) SELECT * FROM ulid_indexed WHERE id::timestamptz > '2025-01-03Z' ORDER BY id::timestamptz DESC LIMIT 20;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_indexed WHERE date_trunc('day', id::timestamptz AT TIME ZONE 'UTC') = '2025-01-05';

-- Behind a function, which the server puts in line, it is one.
CREATE FUNCTION seen(ulid) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS 'SELECT $1::timestamptz';
CREATE TABLE wrapped AS SELECT id FROM ulid_event;
CREATE INDEX wrapped_seen ON wrapped (seen(id));
ANALYZE wrapped;
EXPLAIN (COSTS OFF) SELECT * FROM wrapped WHERE seen(id) < '2025-01-01 00:10Z';
EXPLAIN (COSTS OFF) SELECT * FROM wrapped WHERE id::timestamptz < '2025-01-01 00:10Z';

-- A partition's own partial index, whose predicate alone has the time, is used through the parent.
BEGIN;
CREATE INDEX ulid_late ON ulid_log_3 (k) WHERE id::timestamptz >= '2025-01-03 00:30Z';
DROP INDEX ulid_log_id_idx;
SET LOCAL enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_log WHERE id::timestamptz >= '2025-01-03 00:40Z' AND k = 3;
ROLLBACK;
-- What partitions have of their own is remembered until they change, also in a transaction that is rolled back.
CREATE TABLE grown (id ulid, k integer) PARTITION BY LIST (k);
CREATE TABLE grown_1 PARTITION OF grown FOR VALUES IN (1);
CREATE TABLE grown_2 PARTITION OF grown FOR VALUES IN (2) PARTITION BY LIST (k);
CREATE TABLE grown_2_1 PARTITION OF grown_2 FOR VALUES IN (2);
CREATE TABLE grown_3 (id ulid, k integer, CHECK (id::timestamptz >= '2025-01-01Z'));
CREATE INDEX grown_id ON grown (id);
CREATE FUNCTION keeps(change text DEFAULT 'SELECT') RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE change;
    RETURN plan_of('SELECT * FROM grown WHERE id::timestamptz > ''2025-01-03Z''') ~ 'id.*::timestamp with time zone';
END
$$;
SELECT change, keeps(change) FROM unnest(ARRAY['SELECT',
    'ALTER TABLE grown_1 ADD CONSTRAINT late CHECK (id::timestamptz >= ''2025-01-01Z'') NOT VALID',
    'ALTER TABLE grown_1 DROP CONSTRAINT late',
    'CREATE INDEX grown_2_1_k ON grown_2_1 (k) WHERE id::timestamptz >= ''2025-01-01Z''',
    'ALTER TABLE grown DETACH PARTITION grown_2',
    'ALTER TABLE grown ATTACH PARTITION grown_2 FOR VALUES IN (2)', 'DROP INDEX grown_2_1_k',
    'ALTER TABLE grown ATTACH PARTITION grown_3 FOR VALUES IN (3)', 'DROP TABLE grown_3',
    'CREATE TABLE grown_4 PARTITION OF grown FOR VALUES IN (4) PARTITION BY RANGE ((id::timestamptz))', 'DROP TABLE grown_4',
    'CREATE INDEX grown_1_k ON grown_1 (k) WHERE id > ulid_min(''2025-01-01Z'')']) WITH ORDINALITY AS c (change, n) ORDER BY n;
BEGIN;
SELECT keeps('CREATE INDEX ON grown_1 ((id::timestamptz))');
ROLLBACK;
SELECT keeps();
-- Partitions of other tables cost nothing, and those of the table itself only once.
CREATE TABLE other (id ulid) PARTITION BY HASH (id);
SELECT count(*) FROM generate_series(0, 49) AS i,
    error_of(format('CREATE TABLE other_%s PARTITION OF other (CHECK (id::timestamptz > ''2025-01-01Z''))
        FOR VALUES WITH (MODULUS 50, REMAINDER %1$s)', i))
WHERE state IS NOT NULL;
CREATE FUNCTION catalog_reads() RETURNS bigint VOLATILE LANGUAGE sql
    RETURN (SELECT sum(pg_stat_get_xact_tuples_returned(c)) FROM unnest('{pg_depend_reference_index,pg_depend_depender_index,
        pg_constraint_conrelid_contypid_conname_index,pg_inherits_parent_index}'::regclass[]) AS c);
SELECT keeps();
ALTER TABLE grown_1 ALTER k SET NOT NULL;
SELECT once - before BETWEEN 1 AND 20 AS few, twice - once AS again
FROM (SELECT catalog_reads() AS before, keeps() AS k1, catalog_reads() AS once, keeps() AS k2, catalog_reads() AS twice
    OFFSET 0) AS s;
-- On a table with partitions by the id, the filter gets a range beside it, which prunes them.
SELECT * FROM each_kind($$
    CREATE INDEX ON KIND_log ((id::timestamptz));
    SELECT plan_of('SELECT * FROM KIND_log WHERE id::timestamptz < ''2025-01-01 00:10Z''')$$);
SELECT * FROM judge($$SELECT * FROM KIND_log AS e WHERE e.TIME BETWEEN '2025-01-01 23:50Z' AND '2025-01-02 00:10Z'$$);
SELECT * FROM judge($$SELECT e.TIME FROM KIND_log AS e ORDER BY e.TIME DESC LIMIT 20$$, in_order => true);

-- Tables that inherit: the condition stays beside its range, for an index or a constraint of theirs.
CREATE INDEX ulid_heir_time ON ulid_heir ((id::timestamptz));
ANALYZE ulid_heir;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_base WHERE id::timestamptz < '2025-01-01 00:02Z';
EXPLAIN (COSTS OFF) SELECT * FROM ONLY ulid_base WHERE id::timestamptz < '2025-01-01 00:02Z';
DROP INDEX ulid_heir_time;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_base WHERE id::timestamptz < '2025-01-01 00:02Z';
CREATE INDEX ulid_heir_time ON ulid_heir ((id::timestamptz)) WHERE k = 3;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_base WHERE id::timestamptz < '2025-01-01 00:02Z';
DROP INDEX ulid_heir_time;
INSERT INTO ulid_heir (id) SELECT ulid_generate(id::timestamptz) FROM ulid_heir ORDER BY id LIMIT 1;
\set VERBOSITY terse
CREATE UNIQUE INDEX CONCURRENTLY ulid_heir_time ON ulid_heir ((id::timestamptz));
\set VERBOSITY default
DELETE FROM ulid_heir WHERE k IS NULL;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_base WHERE id::timestamptz < '2025-01-01 00:02Z';
DROP INDEX ulid_heir_time;

-- A partial index whose predicate has the time: the condition stays beside its range, and proves it.
SELECT * FROM each_kind($$
    CREATE TABLE KIND_partial AS SELECT * FROM KIND_event;
    CREATE INDEX KIND_recent ON KIND_partial (note) WHERE id::timestamptz >= '2025-01-01 06:00Z';
    CREATE INDEX KIND_all ON KIND_partial (id);
    ANALYZE KIND_partial;
    SELECT plan_of('SELECT * FROM KIND_partial WHERE id::timestamptz >= ''2025-01-01 12:00Z'' AND note = ''note 2000''')$$);
EXPLAIN (COSTS OFF) SELECT * FROM ulid_partial WHERE id::timestamptz < '2025-01-01 00:10Z';
-- One range, however often the planner's hook is called.
SELECT regexp_count(plan_of($$SELECT * FROM (SELECT id FROM ulid_event UNION ALL SELECT id FROM ulid_log) AS u, ulid_partial AS p
    WHERE u.id = p.id AND p.id::timestamptz >= '2025-01-03 01:00Z'$$), 'id >= ') AS ranges;
SELECT regexp_count(plan_of($$SELECT * FROM (VALUES (1), (2)) AS v (k), ulid_partial AS p
    WHERE p.k = v.k AND p.id::timestamptz >= '2025-01-03 01:00Z'$$), 'id >= ') AS ranges,
    regexp_count(plan_of($$SELECT * FROM (SELECT id, k FROM ulid_partial UNION ALL SELECT id, k FROM ulid_partial) AS u
        WHERE id::timestamptz >= '2025-01-03 01:00Z'$$), 'id >= ') AS of_two,
    regexp_count(plan_of($$SELECT * FROM (SELECT id, k, id::timestamptz AS seen FROM ulid_partial
        UNION ALL SELECT id, k, id::timestamptz FROM ulid_partial) AS u, ulid_event AS e
        WHERE seen >= '2025-01-03 01:00Z' AND u.k = e.k$$), 'id >= ') AS of_columns;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_partial ORDER BY id::timestamptz DESC LIMIT 20;
SELECT * FROM judge($$SELECT * FROM KIND_partial AS e WHERE e.TIME >= '2025-01-03 01:00Z' AND e.k = 3 OR e.TIME = '2025-01-02Z'$$);

-- Partitions by the time: they are pruned by the condition, and read by the range.
SELECT * FROM each_kind($$
    CREATE TABLE KIND_by_time (id KIND, created timestamptz, k integer) PARTITION BY RANGE ((id::timestamptz));
    CREATE TABLE KIND_day_1 PARTITION OF KIND_by_time FOR VALUES FROM ('2025-01-01Z') TO ('2025-01-02Z');
    CREATE TABLE KIND_day_2 PARTITION OF KIND_by_time FOR VALUES FROM ('2025-01-02Z') TO ('2025-01-03Z');
    CREATE TABLE KIND_day_3 PARTITION OF KIND_by_time FOR VALUES FROM ('2025-01-03Z') TO ('2025-01-04Z');
    CREATE INDEX ON KIND_by_time (id);
    INSERT INTO KIND_by_time SELECT id, created, k FROM KIND_event;
    ANALYZE KIND_by_time;
    SELECT plan_of('SELECT * FROM KIND_by_time WHERE id::timestamptz >= ''2025-01-02 23:50Z'' '
        'AND id::timestamptz < ''2025-01-03Z''')$$);
EXPLAIN (COSTS OFF) SELECT * FROM ulid_by_time ORDER BY id::timestamptz DESC LIMIT 20;
SELECT * FROM judge($$SELECT * FROM KIND_by_time AS e WHERE e.TIME > '2025-01-02 23:50Z' AND e.TIME <= '2025-01-03Z'$$);
SELECT * FROM judge($$SELECT e.TIME FROM KIND_by_time AS e ORDER BY 1 LIMIT 20$$, in_order => true);
SELECT * FROM judge($$SELECT max(e.TIME), min(e.TIME) FROM KIND_by_time AS e WHERE e.TIME < '2025-01-02Z'$$);

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
SELECT * FROM judge($$SELECT e.k FROM KIND_checked AS e WHERE e.TIME > '2025-01-03Z' ORDER BY e.TIME$$, in_order => true);
SELECT * FROM judge($$SELECT e.k FROM KIND_base AS e WHERE e.TIME > '2025-01-03Z' ORDER BY e.TIME$$, in_order => true);

-- Statistics on the time: those on the id say the same, and the range alone is estimated as well.
CREATE TABLE counted AS SELECT * FROM ulid_event;
CREATE STATISTICS counted_time ON (id::timestamptz) FROM counted;
ANALYZE counted;
SELECT plan_of('SELECT * FROM counted WHERE id::timestamptz < ''2025-01-01 05:00Z''', 'COSTS OFF'),
    estimate('SELECT * FROM counted WHERE id::timestamptz < ''2025-01-01 05:00Z''') BETWEEN 250 AND 350 AS good,
    estimate('SELECT * FROM counted WHERE id::timestamptz < ''2025-01-01 05:00Z''')
        = estimate('SELECT * FROM counted WHERE id <= ulid_before(''2025-01-01 05:00Z'')') AS as_by_hand;

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
