-- Pages of a list by the OR form, as object-relational mappers write it: an index scan begins at the cursor, and not at
-- the first row. The rows are those with planning by time turned off.
SET client_min_messages = warning;
DROP SCHEMA IF EXISTS time_pages CASCADE;
CREATE SCHEMA time_pages;
RESET client_min_messages;
SET search_path = time_pages, public;
SET TimeZone = 'UTC';
SET datestyle = 'ISO';
\pset format unaligned
-- The plan without its filters. Versions name values of subqueries in different ways.
CREATE FUNCTION plan_of(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    lines text := '';
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || statement LOOP
        IF line !~ '^ *InitPlan |Recheck Cond: |Filter: |Sort Key: |Limit|Replaces: ' THEN
            lines := lines || E'\n' || regexp_replace(line, '\$\d|\(InitPlan \w+\)\.col1', '$', 'g');
        END IF;
    END LOOP;
    RETURN lines;
END
$$;
-- The number of the page's rows, whether they are those with planning by time turned off, and the plan.
CREATE FUNCTION page(query text, OUT rows integer, OUT same boolean, OUT plan text) LANGUAGE plpgsql AS $$
DECLARE
    found text[];
    without text[];
BEGIN
    plan := plan_of(query);
    EXECUTE format('SELECT array_agg(q::text) FROM (%s) AS q', query) INTO found;
    SET LOCAL ulidkit.time_planning = off;
    EXECUTE format('SELECT array_agg(q::text) FROM (%s) AS q', query) INTO without;
    SET LOCAL ulidkit.time_planning = on;
    rows := cardinality(found);
    same := found = without;
END
$$;
CREATE TABLE event (id ulid PRIMARY KEY, k integer, created timestamptz
    GENERATED ALWAYS AS (ulid_extract_timestamp(id)) STORED);
INSERT INTO event SELECT ulid_make_ordered('2025-01-01Z'::timestamptz + i / 3 * interval '3 minutes', i % 3), i % 5
    FROM generate_series(1, 9000) AS i;
CREATE INDEX ON event (k, id);
CREATE TABLE payment (id uuid PRIMARY KEY, k integer, made timestamptz
    GENERATED ALWAYS AS (uuidv7_extract_timestamp(id)) STORED);
INSERT INTO payment SELECT uuidv7_make_ordered('2025-01-01Z'::timestamptz + i / 3 * interval '3 minutes', i % 3), i % 5
    FROM generate_series(1, 9000) AS i;
CREATE TABLE log (id ulid PRIMARY KEY, k integer) PARTITION BY RANGE (id);
CREATE TABLE log_1 PARTITION OF log FOR VALUES FROM (MINVALUE) TO (ulid_min('2025-01-03Z'));
CREATE TABLE log_2 PARTITION OF log FOR VALUES FROM (ulid_min('2025-01-03Z')) TO (ulid_min('2025-01-05Z'));
CREATE TABLE log_3 PARTITION OF log FOR VALUES FROM (ulid_min('2025-01-05Z')) TO (MAXVALUE);
INSERT INTO log SELECT id, k FROM event;
VACUUM ANALYZE event, payment, log;
-- By the time and the ID, in both directions.
SELECT * FROM page($$SELECT id FROM event
    WHERE id::timestamptz > '2025-01-02Z' OR (id::timestamptz = '2025-01-02Z' AND id > '01JGJ4ZP000008000000000001')
    ORDER BY id::timestamptz, id LIMIT 10$$);
SELECT * FROM page($$SELECT id FROM event
    WHERE id::timestamptz < '2025-01-02Z' OR (id::timestamptz = '2025-01-02Z' AND id < '01JGJ4ZP000008000000000002')
    ORDER BY id::timestamptz DESC, id DESC LIMIT 10$$);
SELECT * FROM page($$SELECT id FROM payment
    WHERE uuidv7_extract_timestamp(id) > '2025-01-02Z'
        OR (uuidv7_extract_timestamp(id) = '2025-01-02Z' AND id > '0194244f-d800-7000-8000-000000000001')
    ORDER BY uuidv7_extract_timestamp(id), id LIMIT 10$$);
-- By a generated column.
SELECT * FROM page($$SELECT id FROM payment
    WHERE made > '2025-01-02Z' OR (made = '2025-01-02Z' AND id > '0194244f-d800-7000-8000-000000000001')
    ORDER BY made, id LIMIT 10$$);
SELECT * FROM page($$SELECT id FROM event
    WHERE created < '2025-01-02Z' OR (created = '2025-01-02Z' AND k < 3) ORDER BY created DESC, k DESC LIMIT 10$$);
-- With a key before the ID.
SELECT * FROM page($$SELECT id FROM event WHERE k = 3
    AND (id::timestamptz > '2025-01-02Z' OR (id::timestamptz = '2025-01-02Z' AND id > '01JGJ4ZP000008000000000001'))
    ORDER BY id::timestamptz, id LIMIT 10$$);
-- By the ID alone.
SELECT * FROM page($$SELECT id, k FROM event
    WHERE id > '01JGJ4ZP000008000000000001' OR (id = '01JGJ4ZP000008000000000001' AND k > 1) ORDER BY id, k LIMIT 10$$);
-- In partitions.
SELECT * FROM page($$SELECT id FROM log
    WHERE id::timestamptz > '2025-01-04Z' OR (id::timestamptz = '2025-01-04Z' AND id > '01JGQ9S4000008000000000001')
    ORDER BY id::timestamptz, id LIMIT 10$$);
-- With values that are known when the query runs. A value that is NULL belongs to an arm that is not true.
PREPARE next_page(timestamptz, ulid) AS SELECT id FROM event
    WHERE id::timestamptz > $1 OR (id::timestamptz = $1 AND id > $2) ORDER BY id::timestamptz, id LIMIT 3;
SET plan_cache_mode = force_generic_plan;
EXPLAIN (COSTS OFF) EXECUTE next_page('2025-01-02Z', '01JGJ4ZP000008000000000001');
EXECUTE next_page('2025-01-02Z', '01JGJ4ZP000008000000000001');
EXECUTE next_page(NULL, '01JGJ4ZP000008000000000001');
SELECT * FROM page($$SELECT id FROM event WHERE id::timestamptz > (SELECT max(created) - interval '6 minutes' FROM event)
    OR id::timestamptz = (SELECT NULL::timestamptz) ORDER BY id::timestamptz, id LIMIT 9$$);
-- A value that can raise an error belongs to an arm that may never be reached.
SET enable_bitmapscan = off;
PREPARE division(integer) AS SELECT count(*) FROM event WHERE ($1 = 0 AND created > '2025-01-06Z')
    OR ($1 <> 0 AND created > '2025-01-06Z'::timestamptz + interval '1 day' * (1 / $1));
EXPLAIN (COSTS OFF) EXECUTE division(0);
EXECUTE division(0);
RESET enable_bitmapscan;
RESET plan_cache_mode;
-- In the order of the ID, in both directions, a condition on the time is a range of IDs.
SELECT * FROM page($$SELECT id FROM event WHERE id::timestamptz < '2025-01-02Z' ORDER BY id DESC LIMIT 10$$);
SELECT * FROM page($$SELECT id FROM payment WHERE uuidv7_extract_timestamp(id) >= '2025-01-02Z' ORDER BY id LIMIT 10$$);
SELECT * FROM page($$SELECT id FROM payment WHERE uuidv7_extract_timestamp(id)::date < '2025-01-02' ORDER BY id DESC LIMIT 10$$);
SELECT * FROM page($$SELECT id FROM event
    WHERE id::timestamptz > '2025-01-02Z' OR (id::timestamptz = '2025-01-02Z' AND id > '01JGJ4ZP000008000000000001')
    ORDER BY id LIMIT 10$$);
SELECT * FROM page($$SELECT id FROM payment
    WHERE made < '2025-01-02Z' OR (made = '2025-01-02Z' AND id < '0194244f-d800-7000-8000-000000000001')
    ORDER BY id DESC LIMIT 10$$);
-- No arm may be without a bound, and bounds of another ID count for nothing.
SELECT * FROM page($$SELECT id FROM event WHERE id::timestamptz > '2025-01-06Z' OR k = 7 ORDER BY id::timestamptz, id LIMIT 10$$);
SELECT * FROM page($$SELECT e.id FROM event AS e JOIN payment AS p ON p.made = e.created
    WHERE e.created > '2025-01-06Z' OR (p.made = '2025-01-06Z' AND e.k > 3) ORDER BY e.created, e.id, p.id LIMIT 10$$);
-- The range from the least to the greatest of values that are not known is not taken for a small one.
PREPARE two_times(timestamptz, timestamptz) AS SELECT id FROM event WHERE created IN ($1, $2);
SET plan_cache_mode = force_generic_plan;
SELECT plan_of($$EXECUTE two_times('2025-01-02Z', '2025-01-06Z')$$);
RESET plan_cache_mode;
-- Lists: an OR of ranges, or the range from the least to the greatest value.
SET enable_indexscan = off;
SELECT * FROM page($$SELECT id FROM event WHERE id::timestamptz IN ('2025-01-02Z', '2025-01-06Z') ORDER BY id$$);
SELECT * FROM page($$SELECT id FROM payment WHERE made::date IN ('2025-01-02', '2025-01-06') AND k = 2 ORDER BY id LIMIT 2$$);
RESET enable_indexscan;
SET enable_bitmapscan = off;
SELECT * FROM page($$SELECT id FROM event WHERE id::timestamptz IN ('2025-01-02Z', '2025-01-06Z') ORDER BY id::timestamptz, id$$);
SELECT * FROM page($$SELECT id FROM event
    WHERE id::timestamptz = ANY (ARRAY(SELECT created FROM event WHERE k = 4 LIMIT 2)) ORDER BY id$$);
RESET enable_bitmapscan;
SET client_min_messages = warning;
DROP SCHEMA time_pages CASCADE;
