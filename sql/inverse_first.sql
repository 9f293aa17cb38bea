-- The first statement of a session already finds an id by a form of it: the library is loaded while it is planned.
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
CREATE TABLE first (id ulid PRIMARY KEY, u uuid UNIQUE, b bigint UNIQUE, t timeid UNIQUE);
INSERT INTO first SELECT id, id::uuid, t::bigint, t
    FROM (SELECT ulid_generate() AS id, timeid_generate() AS t FROM generate_series(1, 1000)) AS made;
CREATE TABLE parts (id ulid PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (MINVALUE) TO ('01AAAAAAAAAAAAAAAAAAAAAAAA');
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM ('01AAAAAAAAAAAAAAAAAAAAAAAA') TO (MAXVALUE);
CREATE TABLE hashed (id ulid);
CREATE INDEX ON hashed USING hash (id);
ANALYZE first;
\c -
EXPLAIN (COSTS OFF) SELECT FROM inverse_first.first WHERE id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
\c -
EXPLAIN (COSTS OFF) SELECT FROM inverse_first.first WHERE u::ulid::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
\c -
EXPLAIN (COSTS OFF) SELECT FROM inverse_first.first WHERE id::uuid = '01563e3a-b5d3-d676-4c61-efb99302bd5b';
\c -
EXPLAIN (COSTS OFF) SELECT FROM inverse_first.first WHERE public.timeid_to_compact(b::timeid) = '3zzzzzzzzzzzz';
\c -
EXPLAIN (COSTS OFF) SELECT FROM inverse_first.first WHERE public.typeid_encode('user', u) = 'user_01h455vb4pex5vsknk084sn02q';
\c -
EXPLAIN (COSTS OFF) SELECT FROM inverse_first.parts WHERE id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
\c -
EXPLAIN (COSTS OFF) SELECT FROM inverse_first.first WHERE id::text LIKE '01ARZ3NDEK%';
\c -
SET plan_cache_mode = force_generic_plan;
PREPARE by_text(text) AS SELECT FROM inverse_first.first WHERE id::text = $1;
EXPLAIN (COSTS OFF) EXECUTE by_text('01ARZ3NDEKTSV4RRFFQ69G5FAV');
\c -
SET plan_cache_mode = force_generic_plan;
PREPARE by_uuids(uuid[]) AS SELECT FROM inverse_first.first WHERE id::uuid = ANY ($1);
EXPLAIN (COSTS OFF) EXECUTE by_uuids('{}');
-- A plan that was made before the library was loaded is made again: without a btree index on the id nothing loads it.
\c -
SET plan_cache_mode = force_generic_plan;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
PREPARE by_uuid(uuid) AS SELECT FROM inverse_first.hashed WHERE id::uuid = $1;
EXECUTE by_uuid('01563e3a-b5d3-d676-4c61-efb99302bd5b');
SELECT public.ulid_extract_timestamp('01ARZ3NDEKTSV4RRFFQ69G5FAV') > '2016-07-30Z' AS loaded;
EXPLAIN (COSTS OFF) EXECUTE by_uuid('01563e3a-b5d3-d676-4c61-efb99302bd5b');
SET client_min_messages = warning;
DROP SCHEMA :test CASCADE;
