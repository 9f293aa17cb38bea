-- A comparison of rows beside an array. 17 scans an index wrongly by both: it also returns rows whose key is no element
-- of the array. So there the comparison of rows stays a filter, and the rows are those of a sequential scan.
CREATE SCHEMA row_arrays;
SET search_path = row_arrays, public;
CREATE TABLE e (k integer, id ulid, v text);
INSERT INTO e SELECT (i * 7919) % 50,
    CASE WHEN i % 53 <> 0 THEN ulid_generate('2025-01-01Z'::timestamptz + ((i % 60) * 1000 + i) * interval '1 s') END,
    repeat('x', 900)
    FROM generate_series(1, 4000) AS i ORDER BY md5(i::text);
CREATE INDEX ON e (k, id DESC NULLS LAST);
VACUUM ANALYZE e;
SELECT count(*) FROM e WHERE k = ANY ('{1,2,3,4,7}') AND (k, id::timestamptz) <= (6, '2025-01-01 05:00Z');
SET enable_seqscan = off;
SELECT count(*) FROM e WHERE k = ANY ('{1,2,3,4,7}') AND (k, id::timestamptz) <= (6, '2025-01-01 05:00Z');
SET enable_indexscan = off;
SELECT count(*) FROM e WHERE k = ANY ('{1,2,3,4,7}') AND (k, id::timestamptz) <= (6, '2025-01-01 05:00Z');
SELECT count(*) FROM e WHERE k = ANY ('{1,2,3,4,7}') AND (k, id::timestamptz) >= (3, '2025-01-01 05:00Z');
SET enable_bitmapscan = off;
SET enable_seqscan = on;
SELECT count(*) FROM e WHERE k = ANY ('{1,2,3,4,7}') AND (k, id::timestamptz) >= (3, '2025-01-01 05:00Z');
SET client_min_messages = warning;
DROP SCHEMA row_arrays CASCADE;
