-- make demo: the main features, on real rows.
\set ON_ERROR_STOP on
\pset footer off
\o /dev/null
SELECT set_config('TimeZone', 'UTC', false);
\o
\echo '# A table keyed by ulid'
\set ECHO queries

CREATE EXTENSION ulidkit;

CREATE TABLE customer (
    id ulid PRIMARY KEY DEFAULT ulid_generate(),
    name text NOT NULL
);
INSERT INTO customer (name) SELECT 'customer ' || i FROM generate_series(1, 100000) AS i;
-- Older rows: the id contains the time.
INSERT INTO customer (id, name)
    SELECT ulid_generate(now() - i * interval '1 hour'), 'older customer ' || i FROM generate_series(1, 1000) AS i;
ANALYZE customer;

SELECT id, name, id::timestamptz AS created_at FROM customer ORDER BY id DESC LIMIT 3;

\set ECHO none
\echo '# By its text'
SELECT id AS some_id FROM customer WHERE name = 'customer 4711' \gset
\set ECHO queries
SELECT name FROM customer WHERE id = :'some_id'::ulid;
EXPLAIN (COSTS OFF) SELECT name FROM customer WHERE id = :'some_id'::ulid;

\set ECHO none
\echo '# By its time: no created_at column, no index on it'
\set ECHO queries
SELECT count(*), min(id::timestamptz), max(id::timestamptz) FROM customer
WHERE id::timestamptz BETWEEN now() - interval '1 day' AND now() - interval '1 hour';
EXPLAIN (COSTS OFF) SELECT count(*) FROM customer
WHERE id::timestamptz BETWEEN now() - interval '1 day' AND now() - interval '1 hour';
EXPLAIN (COSTS OFF) SELECT * FROM customer ORDER BY id::timestamptz DESC LIMIT 20;
EXPLAIN (COSTS OFF) SELECT max(id::timestamptz) FROM customer;

\set ECHO none
\echo '# Other kinds'
SELECT format('CREATE TABLE %1$s_event (id %1$s PRIMARY KEY DEFAULT %1$s_generate(), note text)', kind)
FROM unnest('{scru160,ulidflake,timeid,tbsl}'::text[]) AS kind \gexec
SELECT format($$
    INSERT INTO %1$s_event (note) SELECT 'event ' || i FROM generate_series(1, 20000) AS i;
    INSERT INTO %1$s_event SELECT %1$s_generate(now() - i * interval '1 hour'), 'older event ' || i FROM generate_series(1, 500) AS i;
    ANALYZE %1$s_event;
    $$, kind)
FROM unnest('{scru160,ulidflake,timeid,tbsl}'::text[]) AS kind \gexec
\set ECHO queries
SELECT id, id::timestamptz AS created_at, note FROM scru160_event ORDER BY id DESC LIMIT 2;
SELECT id, id::timestamptz AS created_at, note FROM ulidflake_event ORDER BY id DESC LIMIT 2;
SELECT id, id::timestamptz AS created_at, note FROM timeid_event ORDER BY id DESC LIMIT 2;
SELECT id, id::timestamptz AS created_at, note FROM tbsl_event ORDER BY id DESC LIMIT 2;

\set ECHO none
SELECT id AS scru160_id FROM scru160_event WHERE note = 'event 42' \gset
SELECT id AS ulidflake_id FROM ulidflake_event WHERE note = 'event 42' \gset
SELECT id AS timeid_id FROM timeid_event WHERE note = 'event 42' \gset
SELECT id AS tbsl_id FROM tbsl_event WHERE note = 'event 42' \gset
\set ECHO queries
SELECT note FROM scru160_event WHERE id = :'scru160_id'::scru160
UNION ALL SELECT note FROM ulidflake_event WHERE id = :'ulidflake_id'::ulidflake
UNION ALL SELECT note FROM timeid_event WHERE id = :'timeid_id'::timeid
UNION ALL SELECT note FROM tbsl_event WHERE id = :'tbsl_id'::tbsl;

SELECT count(*) AS scru160 FROM scru160_event WHERE id::timestamptz BETWEEN now() - interval '1 day' AND now() - interval '1 minute';
SELECT count(*) AS ulidflake FROM ulidflake_event WHERE id::timestamptz BETWEEN now() - interval '1 day' AND now() - interval '1 minute';
SELECT count(*) AS timeid FROM timeid_event WHERE id::timestamptz BETWEEN now() - interval '1 day' AND now() - interval '1 minute';
SELECT count(*) AS tbsl FROM tbsl_event WHERE id::timestamptz BETWEEN now() - interval '1 day' AND now() - interval '1 minute';

\set ECHO none
\echo '# An id and a question'
\set ECHO queries
SELECT * FROM ulidkit_inspect('01ARZ3NDEKTSV4RRFFQ69G5FAV');

\set ECHO none
\echo 'To keep this server for a look around: make demo KEEP=1'
