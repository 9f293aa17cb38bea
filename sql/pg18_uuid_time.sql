-- The core's uuid_extract_timestamp(), on a table with a constraint by which every uuid is of version 7, and a virtual
-- column of it: planned as uuidv7_extract_timestamp(). Needs PostgreSQL 18.
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
SET datestyle = 'ISO';
SET max_parallel_workers_per_gather = 0;
-- The core's function cannot load the library, as session_preload_libraries would.
LOAD 'ulidkit';

CREATE FUNCTION is_planned(query text) RETURNS boolean LANGUAGE sql RETURN plan_of(query) ~ 'Index Cond: ';

CREATE TABLE event (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    k integer,
    created_at timestamptz GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL,
    seen timestamptz,
    CONSTRAINT version_7 CHECK (uuid_extract_version(id) IS NOT DISTINCT FROM 7)
);
-- The core makes them, five minutes apart, and they end half a day from now; and one at each end of the
-- range, where all is 0 and 1.
INSERT INTO event (id, k) SELECT uuidv7((i - 480) * interval '5 minutes'), i % 7 FROM generate_series(1, 600) AS i;
INSERT INTO event (id, k) VALUES ('00000000-0000-7000-8000-000000000000', 1), ('00000000-0000-7fff-bfff-ffffffffffff', 1),
    ('ffffffff-ffff-7000-8000-000000000000', 2), ('ffffffff-ffff-7fff-bfff-ffffffffffff', 2);
UPDATE event SET seen = created_at;
ANALYZE event;
-- The core's time is the leading 48 bits, and so is ours.
SELECT count(*) AS events, count(*) FILTER (WHERE uuid_extract_timestamp(id) = uuidv7_extract_timestamp(id)
    AND extract(epoch FROM created_at) * 1000 = ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint) AS same FROM event;

-- Filter, order, ends.
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT k FROM event WHERE created_at >= '2025-01-01' AND created_at < '2025-01-02';
EXPLAIN (COSTS OFF) SELECT k FROM event WHERE created_at > now() - interval '1 hour';
EXPLAIN (COSTS OFF) SELECT k, created_at FROM event ORDER BY created_at DESC LIMIT 5;
EXPLAIN (VERBOSE, COSTS OFF) SELECT k, created_at FROM event ORDER BY created_at DESC, id DESC LIMIT 5;
EXPLAIN (COSTS OFF) SELECT k FROM event ORDER BY created_at DESC, k LIMIT 5;
SELECT plan_of('SELECT max(created_at) FROM event') ~ 'Index Only Scan Backward using event_pkey' AS by_index;
EXPLAIN (COSTS OFF) SELECT k FROM event WHERE created_at::date = '2025-01-01';
EXPLAIN (COSTS OFF) SELECT k FROM event WHERE created_at IN ('2025-01-01', '2025-01-02');
EXPLAIN (COSTS OFF) UPDATE event SET k = 0 WHERE created_at < '2025-01-01';
-- The rows are those by a column of its own. A day either way, a minute, the ends.
CREATE FUNCTION rows_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    EXECUTE format('SELECT count(*) || '' '' || coalesce(md5(string_agg(q::text, ''|'')), '''') FROM (%s) AS q', query) INTO answer;
    RETURN answer;
END
$$;
CREATE FUNCTION wrong(relation text, OUT asked bigint, OUT wrong bigint, OUT example text) LANGUAGE sql BEGIN ATOMIC
    SELECT count(*), count(*) FILTER (WHERE rows_of(query) IS DISTINCT FROM rows_of(by_column)),
        min(query) FILTER (WHERE rows_of(query) IS DISTINCT FROM rows_of(by_column))
    FROM (VALUES ('TIME %s %L'), ('TIME::date %s %L::date'),
        ('date_trunc(''hour'', TIME) %s date_trunc(''hour'', %L::timestamptz)'), ('NOT TIME %s %L'),
            ('(TIME %s %L OR TIME IS NULL)'), ('TIME IS NOT NULL AND TIME %s %L')) AS f (form),
        unnest('{<,<=,=,>=,>}'::text[]) AS op,
        (SELECT seen + d FROM (SELECT seen FROM event ORDER BY seen OFFSET 200 LIMIT 1) AS t,
            unnest('{0,1 microsecond,-1 microsecond,1 day,5 minutes}'::interval[]) AS d
            UNION ALL SELECT unnest('{1970-01-01Z,1969-12-31 23:59:59.999999Z,10889-08-02 05:31:50.655Z,'
                '10889-08-02 05:31:50.655001Z,infinity,-infinity}'::timestamptz[])) AS v (v),
        LATERAL (SELECT 'SELECT id FROM ' || relation || ' WHERE ' || format(form, op, v) || ' ORDER BY TIME, id') AS c (c),
        LATERAL (SELECT replace(c, 'TIME', 'created_at'), replace(c, 'TIME', 'seen')) AS q (query, by_column);
END;
SELECT * FROM wrong('event');
SELECT min(created_at) = min(seen) AS first, max(created_at) = max(seen) AS last FROM event WHERE k = 3;

-- Which constraints prove it: those that NULL, the version of a uuid of a foreign variant, does not satisfy.
CREATE FUNCTION proves(condition text, more text DEFAULT '') RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    answer boolean;
BEGIN
    EXECUTE format('CREATE TABLE tried (id uuid, other uuid, k integer, CONSTRAINT c CHECK (%s) %s); '
        'CREATE INDEX ON tried (id)', condition, more);
    answer := is_planned('SELECT * FROM tried WHERE uuid_extract_timestamp(id) > now()');
    IF answer <> (plan_of('SELECT * FROM tried ORDER BY uuid_extract_timestamp(id), k') ~ 'Presorted') THEN
        RAISE WARNING 'not so of the order: %', condition;
    END IF;
    DROP TABLE tried;
    RETURN answer;
END
$$;
SELECT proves(condition), condition FROM unnest(ARRAY[
    'uuid_extract_version(id) IS NOT DISTINCT FROM 7',
    '7::bigint IS NOT DISTINCT FROM uuid_extract_version(id)',
    'uuid_extract_version(id) IS NOT DISTINCT FROM 7::smallint',
    '(uuid_extract_version(id) = 7) IS TRUE',
    'uuid_extract_version(id) = 7 AND uuid_extract_version(id) IS NOT NULL',
    'id IS NULL OR uuid_extract_version(id) IS NOT DISTINCT FROM 7',
    'uuid_extract_version(id) IS NOT DISTINCT FROM 7 AND k > 0',
    'uuid_extract_version(id) = 7',
    'uuid_extract_version(id) = 7 AND k IS NOT NULL',
    'uuid_extract_version(id) = 7 AND id IS NOT NULL',
    'uuid_extract_version(id) = 7 AND uuid_extract_version(other) IS NOT NULL',
    '(uuid_extract_version(id) = 7) IS NOT FALSE',
    'uuid_extract_version(id) IS DISTINCT FROM 7',
    'uuid_extract_version(id) IS NOT DISTINCT FROM 4',
    'uuid_extract_version(other) IS NOT DISTINCT FROM 7',
    'uuid_extract_version(id) IS NOT DISTINCT FROM 7 OR k > 0',
    'other IS NULL OR uuid_extract_version(id) IS NOT DISTINCT FROM 7',
    'k > 0']) AS condition;
-- Also two constraints together; not one that is not valid, or not enforced.
SELECT proves('uuid_extract_version(id) = 7', ', CHECK (uuid_extract_version(id) IS NOT NULL)') AS two,
    proves('uuid_extract_version(id) IS NOT DISTINCT FROM 7', 'NOT ENFORCED') AS not_enforced;
-- The trap: a uuid of a foreign variant satisfies the constraint, has no time, and is in the range.
CREATE TABLE trap (id uuid PRIMARY KEY, CHECK (uuid_extract_version(id) = 7));
INSERT INTO trap VALUES ('01941f29-7c00-7000-8000-000000000000'), ('01941f29-7c00-7000-0000-000000000000');
SELECT count(*) FROM trap WHERE uuid_extract_timestamp(id) >= '2025-01-01';
INSERT INTO event (id) VALUES ('01941f29-7c00-7000-0000-000000000000');
INSERT INTO event (id) VALUES ('01941f29-7c00-4000-8000-000000000000');

-- The plan ends with its constraint, also a cached one.
CREATE TABLE guarded (id uuid PRIMARY KEY, CONSTRAINT version_7 CHECK (uuid_extract_version(id) IS NOT DISTINCT FROM 7));
INSERT INTO guarded VALUES ('01941f29-7c00-7000-8000-000000000000');
SET plan_cache_mode = force_generic_plan;
PREPARE guarded (timestamptz) AS SELECT count(*) FROM guarded WHERE uuid_extract_timestamp(id) >= $1;
EXPLAIN (COSTS OFF) EXECUTE guarded ('2025-01-01');
EXECUTE guarded ('2025-01-01');
PREPARE in_order AS SELECT * FROM guarded ORDER BY uuid_extract_timestamp(id), md5(id::text) LIMIT 1;
EXPLAIN (COSTS OFF) EXECUTE in_order;
ALTER TABLE guarded DROP CONSTRAINT version_7;
EXPLAIN (COSTS OFF) EXECUTE in_order;
INSERT INTO guarded VALUES ('01941f29-7c00-7000-0000-000000000000'), ('01941f29-7c00-4000-8000-000000000000');
EXECUTE guarded ('2025-01-01');
DELETE FROM guarded WHERE id <> '01941f29-7c00-7000-8000-000000000000';
ALTER TABLE guarded ADD CONSTRAINT version_7 CHECK (uuid_extract_version(id) IS NOT DISTINCT FROM 7) NOT VALID;
SELECT is_planned($$EXECUTE guarded ('2025-01-01')$$) AS planned;
ALTER TABLE guarded VALIDATE CONSTRAINT version_7;
SELECT is_planned($$EXECUTE guarded ('2025-01-01')$$) AS planned;
DEALLOCATE guarded;

-- Tables that inherit: a constraint of the parent holds for all, unless it is its own alone. Partitions.
CREATE TABLE parent (id uuid PRIMARY KEY, seen timestamptz,
    created_at timestamptz GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL,
    CONSTRAINT own CHECK (uuid_extract_version(id) IS NOT DISTINCT FROM 7) NO INHERIT);
CREATE TABLE child (PRIMARY KEY (id)) INHERITS (parent);
INSERT INTO parent SELECT id, seen FROM event WHERE k < 4;
INSERT INTO child SELECT id, seen FROM event WHERE k >= 4;
INSERT INTO child VALUES ('01941f29-7c00-7000-0000-000000000000', NULL);
SELECT * FROM wrong('parent');
EXPLAIN (COSTS OFF) SELECT * FROM parent WHERE created_at > '2025-01-01';
DELETE FROM child WHERE seen IS NULL;
ALTER TABLE parent ADD CONSTRAINT of_all CHECK (uuid_extract_version(id) IS NOT DISTINCT FROM 7);
SELECT * FROM wrong('parent');
EXPLAIN (COSTS OFF) SELECT * FROM parent WHERE created_at > '2025-01-01';
CREATE TABLE log (id uuid PRIMARY KEY, seen timestamptz,
    created_at timestamptz GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL,
    CHECK (uuid_extract_version(id) IS NOT DISTINCT FROM 7)) PARTITION BY RANGE (id);
CREATE TABLE log_1 PARTITION OF log FOR VALUES FROM (MINVALUE) TO (uuidv7_min('2025-01-01Z'));
CREATE TABLE log_2 PARTITION OF log FOR VALUES FROM (uuidv7_min('2025-01-01Z')) TO (MAXVALUE);
INSERT INTO log SELECT id, seen FROM event;
ANALYZE log;
SELECT * FROM wrong('log');
EXPLAIN (COSTS OFF) SELECT * FROM log WHERE created_at < '2025-01-01Z';
SELECT plan_of('SELECT * FROM log ORDER BY created_at DESC LIMIT 5') !~ 'Sort' AS in_order;
-- UNION ALL: each for itself.
EXPLAIN (COSTS OFF) SELECT * FROM (SELECT id, created_at FROM event UNION ALL SELECT id, created_at FROM log) AS u
    WHERE created_at < '2024-01-01Z';
EXPLAIN (COSTS OFF) SELECT * FROM (SELECT id, created_at FROM event UNION ALL SELECT id, uuid_extract_timestamp(id) FROM trap) AS u
    WHERE created_at < '2024-01-01Z';

-- Ids that are null, and outer joins, in which they become so.
CREATE TABLE loose (id uuid, k integer, seen timestamptz,
    created_at timestamptz GENERATED ALWAYS AS (uuid_extract_timestamp(id)) VIRTUAL,
    CHECK (id IS NULL OR uuid_extract_version(id) IS NOT DISTINCT FROM 7));
INSERT INTO loose SELECT CASE WHEN k > 0 THEN id END, k, CASE WHEN k > 0 THEN seen END FROM event;
CREATE INDEX ON loose (id);
ANALYZE loose;
SELECT * FROM wrong('loose');
CREATE VIEW paired AS SELECT e.id, l.created_at, l.seen FROM event AS e LEFT JOIN loose AS l ON l.id = e.id AND l.k < 4;
SELECT * FROM wrong('paired');
CREATE VIEW later AS SELECT e.id, l.id AS other, l.created_at, l.seen
    FROM event AS e LEFT JOIN loose AS l ON l.created_at = e.seen AND e.k = 3;
SELECT * FROM wrong('later');
EXPLAIN (COSTS OFF) SELECT * FROM (VALUES (now())) AS v (t) LEFT JOIN event AS e ON e.created_at = v.t;

-- What the table has of its own for the core's time.
CREATE INDEX event_time ON event (uuid_extract_timestamp(id));
SELECT plan_of('SELECT * FROM event WHERE created_at < now()') ~ 'event_time' AS by_its_index;
DROP INDEX event_time;
-- Turned off, it is as the core plans it.
SET ulidkit.time_planning = off;
SELECT is_planned('SELECT * FROM event WHERE created_at > now()') AS planned;

SET client_min_messages = warning;
DROP SCHEMA :test CASCADE;
