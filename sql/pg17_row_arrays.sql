-- A comparison of rows beside an array. 17 scans an index wrongly by both, depending on where its pages end: it also
-- returns rows whose key is no element of the array. So there the comparison of rows stays a filter, and the rows are
-- those of a sequential scan.
CREATE SCHEMA row_arrays;
SET search_path = row_arrays, public;
CREATE TABLE message AS SELECT (i * 7919) % 50 AS k, CASE WHEN i % 53 <> 0
        THEN snowflake_at_or_after('2025-01-01Z'::timestamptz + ((i % 60) * 1000000 + i) * interval '1 ms') END AS id,
    repeat('x', 900) AS v FROM generate_series(1, 4000) AS i;
CREATE TABLE event AS SELECT (i * 7919) % 50 AS k, CASE WHEN i % 53 <> 0
        THEN ulid_at_or_after('2025-01-01Z'::timestamptz + ((i % 60) * 1000000 + i) * interval '1 ms') END AS id,
    repeat('x', 900) AS v FROM generate_series(1, 5000) AS i;
SELECT count(v), array_agg(DISTINCT k) AS k FROM message
    WHERE k = ANY ('{1,2,3,4,7}') AND (k, snowflake_extract_timestamp(id)) < (6, '2025-01-01 05:00Z');
SELECT count(v), array_agg(DISTINCT k) AS k FROM event
    WHERE k = ANY ('{1,2,3,4,7}') AND (k, id::timestamptz) < (6, '2025-01-01 05:00Z');
CREATE INDEX ON message (k, id DESC NULLS LAST);
CREATE INDEX ON event (k, id DESC NULLS LAST);
ANALYZE message, event;
SET enable_seqscan = off;
SELECT count(v), array_agg(DISTINCT k) AS k FROM message
    WHERE k = ANY ('{1,2,3,4,7}') AND (k, snowflake_extract_timestamp(id)) < (6, '2025-01-01 05:00Z');
SELECT count(v), array_agg(DISTINCT k) AS k FROM event
    WHERE k = ANY ('{1,2,3,4,7}') AND (k, id::timestamptz) < (6, '2025-01-01 05:00Z');
SET enable_indexscan = off;
SELECT count(v), array_agg(DISTINCT k) AS k FROM message
    WHERE k = ANY ('{1,2,3,4,7}') AND (k, snowflake_extract_timestamp(id)) < (6, '2025-01-01 05:00Z');
SELECT count(v), array_agg(DISTINCT k) AS k FROM event
    WHERE k = ANY ('{1,2,3,4,7}') AND (k, id::timestamptz) < (6, '2025-01-01 05:00Z');
SET client_min_messages = warning;
DROP SCHEMA row_arrays CASCADE;
