-- The server's own uuidv7() and uuidv7_generate(), beside each other in one column.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
CREATE TABLE both_made (n bigserial, maker text, id uuid PRIMARY KEY);
INSERT INTO both_made (maker, id) SELECT 'server', uuidv7() FROM generate_series(1, 5000);
INSERT INTO both_made (maker, id) SELECT 'ulidkit', uuidv7_generate() FROM generate_series(1, 5000);
INSERT INTO both_made (maker, id) SELECT 'server', uuidv7() FROM generate_series(1, 5000);
INSERT INTO both_made (maker, id) SELECT 'given', uuidv7_generate(timestamptz '2025-01-01Z' + i * interval '1 h')
    FROM generate_series(1, 5000) AS i;
-- The server reads what ulidkit made, and ulidkit what the server made.
SELECT maker, count(*) AS made, bool_and(uuid_extract_version(id) = 7) AS version_7,
    bool_and(uuid_extract_timestamp(id) = uuidv7_extract_timestamp(id)) AS same_time
FROM both_made GROUP BY maker ORDER BY maker;
-- Each maker's ids are in order.
SELECT maker, count(*) FILTER (WHERE id < before) AS out_of_order
FROM (SELECT maker, id, lag(id) OVER (PARTITION BY maker ORDER BY n) AS before FROM both_made) AS s GROUP BY maker ORDER BY maker;
-- What the server's function does not read, other versions, has a time by its leading bits here.
SELECT uuid_extract_timestamp(id) AS "of the server", uuidv7_extract_timestamp(id) IS NOT NULL AS "by its bits"
FROM (VALUES (gen_random_uuid())) AS v (id);
DROP SCHEMA :test CASCADE;
