-- typeid_encode() and typeid_decode(): the specification's vectors, and any prefix and text against its grammar.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

CREATE TABLE vector (name text, typeid text, prefix text, uuid uuid);
CREATE TABLE invalid (name text, typeid text);
\set file '\'' :abs_srcdir '/test/vectors/typeid.tsv' '\''
\set copy '\\copy vector FROM ' :file ' (FORMAT text, HEADER MATCH)'
:copy
\set file '\'' :abs_srcdir '/test/vectors/typeid_invalid.tsv' '\''
\set copy '\\copy invalid FROM ' :file ' (FORMAT text, HEADER MATCH)'
:copy
SELECT count(*) AS vectors, count(*) FILTER (WHERE (
        typeid_encode(prefix, uuid) = typeid AND typeid_decode(prefix, typeid) = uuid
        AND typeid_decode_or_null(prefix, typeid) = uuid
    ) IS NOT TRUE) AS wrong
FROM vector;
-- What is invalid, with the prefix that its last _ ends.
SELECT name, state, message, detail
FROM invalid, substring(typeid FROM '^(.*)_') AS p, coalesce(p, '') AS prefix,
    error_of(format('SELECT typeid_decode(%L, %L)', prefix, typeid)) ORDER BY name;
SELECT count(*) AS invalid,
    count(*) FILTER (WHERE (error_of(format('SELECT typeid_decode(%L, %L)', p, typeid))).state IS NULL) AS read
FROM invalid, unnest('{"",prefix,pre_fix,abcdefghijklmnopqrstuvwxyz}'::text[]) AS p;

-- Another prefix is an error, and so is none.
SELECT typeid_encode('user', '01890a5d-ac96-774b-bcce-b302099a8057') AS encoded,
    typeid_encode('', '01890a5d-ac96-774b-bcce-b302099a8057'),
    typeid_encode('user', '01H455VB4PEX5VSKNK084SN02Q'::ulid::uuid),
    typeid_decode('user', 'user_01h455vb4pex5vsknk084sn02q')::ulid AS id;
SELECT call, report_of('SELECT ' || call) FROM unnest(ARRAY[
    $$typeid_decode('user', 'order_01h455vb4pex5vsknk084sn02q')$$,
    $$typeid_decode('user', 'users_01h455vb4pex5vsknk084sn02q')$$,
    $$typeid_decode('user', 'use')$$,
    $$typeid_decode('user', '01h455vb4pex5vsknk084sn02q')$$,
    $$typeid_decode('', 'user_01h455vb4pex5vsknk084sn02q')$$,
    $$typeid_decode('user', 'user_01h455vb4pex5vsknk084sn02é')$$,
    $$typeid_decode('user', 'user_81h455vb4pex5vsknk084sn02q')$$,
    $$typeid_encode('User', '01890a5d-ac96-774b-bcce-b302099a8057')$$,
    $$typeid_encode('naïve', '01890a5d-ac96-774b-bcce-b302099a8057')$$,
    $$typeid_decode_or_null('User', 'User_01h455vb4pex5vsknk084sn02q')$$]) AS call;
SELECT length(message) AS "long text", detail FROM error_of('SELECT typeid_decode(''a'', repeat(''é'', 1000000))');
SELECT length(message) AS "long prefix", detail FROM error_of('SELECT typeid_decode(repeat(''a'', 1000000), ''a'')');
SELECT typeid_encode(NULL, '01890a5d-ac96-774b-bcce-b302099a8057'), typeid_encode('user', NULL), typeid_decode(NULL, ''),
    typeid_decode('user', NULL), typeid_encode(id => '01890a5d-ac96-774b-bcce-b302099a8057', prefix => 'user'),
    typeid_decode(typeid => 'a_01h455vb4pex5vsknk084sn02q', prefix => 'a');

-- The grammar a second time: random prefixes of few letters, of many lengths.
SELECT setseed(0.5) \g /dev/null
CREATE TABLE random_prefix AS
    SELECT array_to_string(ARRAY(SELECT substr(letters, 1 + floor(random() * length(letters))::integer, 1)
        FROM generate_series(1, size)), '') AS prefix
    FROM generate_series(1, 1200) AS n,
        (VALUES ('az_'), ('abcxyz_'), ('az_`{'), ('az_A0-é '), ('mmmmmmmm')) AS l (letters),
        LATERAL (SELECT CASE WHEN random() < 0.7 THEN n % 6 ELSE n % 67 END AS size) AS s;
SELECT valid AS prefix, count(*) > 100 AS many, count(*) FILTER (WHERE (state IS NULL) <> valid) AS wrong,
    array_agg(DISTINCT state) AS states, max(length(prefix)) FILTER (WHERE valid) AS longest
FROM (SELECT prefix, prefix ~ '^([a-z]([a-z_]{0,61}[a-z])?)?$' AS valid,
        (error_of(format('SELECT typeid_encode(%L, %L)', prefix, gen_random_uuid()))).state FROM random_prefix) AS s
GROUP BY valid ORDER BY valid;
-- Texts with one letter replaced, removed or added, and whole ones, of any UUID.
CREATE TABLE random_text AS
    SELECT prefix, uuid, typeid, CASE n % 4 WHEN 0 THEN typeid
            WHEN 1 THEN overlay(typeid PLACING letter FROM place FOR 1)
            WHEN 2 THEN overlay(typeid PLACING '' FROM place FOR 1)
            ELSE overlay(typeid PLACING letter FROM place FOR 0) END AS text
    FROM (SELECT n, prefix, uuid, concat_ws('_', nullif(prefix, ''), typeid_encode('', uuid)) AS typeid,
            substr('az_ilou08A-é', 1 + floor(random() * 12)::integer, 1) AS letter
        FROM (SELECT *, gen_random_uuid() AS uuid, row_number() OVER () AS n FROM random_prefix) AS r
        WHERE prefix ~ '^([a-z]([a-z_]{0,61}[a-z])?)?$') AS s,
        LATERAL (SELECT 1 + floor(random() * length(typeid))::integer AS place) AS p;
SELECT valid AS text, count(*) > 300 AS many, count(*) FILTER (WHERE (state = '22P02') IS TRUE = valid) AS wrong,
    count(*) FILTER (WHERE valid <> (typeid_decode_or_null(prefix, text) IS NOT NULL)
        OR valid AND typeid_encode(prefix, typeid_decode_or_null(prefix, text)) <> text) AS wrong_or_null,
    count(*) FILTER (WHERE text = typeid AND typeid_decode_or_null(prefix, text) <> uuid) AS other_uuids
FROM (SELECT *, text ~ ('^' || prefix || CASE prefix WHEN '' THEN '' ELSE '_' END || '[0-7][0-9a-hjkmnp-tv-z]{25}$') AS valid,
        (error_of(format('SELECT typeid_decode(%L, %L)', prefix, text))).state FROM random_text) AS s
GROUP BY valid ORDER BY valid;
-- The digits are those of a number in base 32, and sort as the UUIDs do.
SELECT count(*) FILTER (WHERE upper(typeid_encode('', uuid)) <> uuid::ulid::text) AS "wrong digits",
    count(*) FILTER (WHERE by_text <> by_uuid) AS out_of_order
FROM (SELECT uuid, rank() OVER (ORDER BY typeid_encode('a', uuid) COLLATE "C") AS by_text, rank() OVER (ORDER BY uuid) AS by_uuid
    FROM random_text) AS s;

-- What the planner uses is NULL for any other text, and an error for a prefix only.
SELECT num_nulls(typeid_decode_or_null('user', 'order_01h455vb4pex5vsknk084sn02q'), typeid_decode_or_null('user', ''),
    typeid_decode_or_null('user', 'user_01H455VB4PEX5VSKNK084SN02Q'), typeid_decode_or_null('', 'user_81h455vb4pex5vsknk084sn02q'),
    typeid_decode_or_null('user', repeat('é', 1000))) AS "NULL of 5";
SELECT count(*) AS "invalid, but read" FROM invalid, unnest('{"",prefix,pre_fix}'::text[]) AS p
WHERE typeid_decode_or_null(p, typeid) IS NOT NULL;

-- In generated columns and in indexes.
CREATE TABLE customer (id uuid PRIMARY KEY, public text GENERATED ALWAYS AS (typeid_encode('customer', id)) STORED UNIQUE);
CREATE INDEX ON customer (typeid_encode('c', id));
INSERT INTO customer SELECT uuidv7_generate('2025-01-01Z'::timestamptz + i * interval '1 s') FROM generate_series(1, 1000) AS i;
SELECT count(*) AS customers, count(*) FILTER (WHERE typeid_decode('customer', public) = id) AS read FROM customer;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT id FROM customer WHERE typeid_encode('c', id) = 'c_01h455vb4pex5vsknk084sn02q';

DROP SCHEMA :test CASCADE;
