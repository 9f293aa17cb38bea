-- Tables keyed by every kind: keys and references, parallel scans, generated columns, and partitions.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- A primary key with its default; RETURNING; a conflict; a reference to it.
SELECT * FROM facts(ARRAY[
    ['a key with a default', '1000 ids, in the order of insertion: t', $$
    CREATE TABLE KIND_item (id KIND PRIMARY KEY DEFAULT KIND_generate(), name text);
    CREATE TABLE KIND_part (item KIND REFERENCES KIND_item ON UPDATE CASCADE ON DELETE CASCADE, n integer);
    INSERT INTO KIND_item (name) SELECT 'item ' || i FROM generate_series(1, 1000) AS i;
    INSERT INTO KIND_part SELECT id, n FROM KIND_item, generate_series(1, 3) AS n;
    SELECT format('%s ids, in the order of insertion: %s', count(DISTINCT id),
        bool_and(id > before)) FROM (SELECT id, lag(id) OVER (ORDER BY ctid) AS before FROM KIND_item) AS s$$],
    ['conflicts', '1000', $$
    WITH inserted AS (
        INSERT INTO KIND_item (id) SELECT id FROM KIND_item ON CONFLICT (id) DO UPDATE SET name = 'again' RETURNING id
    ) SELECT count(*) FROM inserted$$],
    ['a duplicate', 'ERROR 23505: duplicate key value violates unique constraint "KIND_item_pkey"',
    $$INSERT INTO KIND_item SELECT * FROM KIND_item$$],
    ['no such item', '23503', $$SELECT state FROM error_of('INSERT INTO KIND_part VALUES (KIND_min(''2100-01-01Z''), 1)')$$],
    ['deleted and updated parts', '990 items, 2970 parts, 3 of them moved', $$
    DELETE FROM KIND_item WHERE id IN (SELECT id FROM KIND_item ORDER BY id LIMIT 10);
    UPDATE KIND_item SET id = KIND_generate('2100-01-01Z') WHERE id = (SELECT max(id) FROM KIND_item);
    SELECT format('%s items, %s parts, %s of them moved', (SELECT count(*) FROM KIND_item), count(*),
        count(*) FILTER (WHERE item >= KIND_min('2100-01-01Z'))) FROM KIND_part$$],
    -- By text, and by time.
    ['by text and by time', 'by text 1, by time 1, now or earlier 989', $$
    SELECT format('by text %s, by time %s, now or earlier %s',
        (SELECT count(*) FROM KIND_item WHERE id = (SELECT min(id)::text FROM KIND_item)::KIND),
        (SELECT count(*) FROM KIND_item WHERE id BETWEEN KIND_min('2099-12-31Z') AND KIND_max('2100-01-02Z')),
        (SELECT count(*) FROM KIND_item
            WHERE id < KIND_min('2100-01-01Z') AND id::timestamptz <= clock_timestamp() + interval '1 second'))$$]]);

-- In parallel.
SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2; SET enable_indexscan = off; SET enable_indexonlyscan = off;
CREATE FUNCTION in_parallel(query text) RETURNS boolean LANGUAGE sql RETURN plan_of(query) ~ 'Partial Aggregate';
SELECT * FROM facts(ARRAY[
    ['parallel', 't, t', $$
    SELECT format('%s, %s', in_parallel('SELECT min(item), max(item), count(*) FROM KIND_part '
        'WHERE item <> KIND_min(''2140-01-01Z'')'),
        (SELECT (min(item), max(item), count(*)) FROM KIND_part WHERE item <> KIND_min('2140-01-01Z'))
            = (SELECT (min(id), max(id), 3 * count(*)) FROM KIND_item))$$],
    ['generated in parallel', 'true', $$SELECT in_parallel('SELECT count(KIND_generate()) FROM KIND_part')$$],
    ['min and max of nothing', 'true', $$SELECT (min(id) IS NULL AND max(id) IS NULL) FROM KIND_item WHERE false$$]]);
RESET parallel_setup_cost; RESET parallel_tuple_cost; RESET min_parallel_table_scan_size;
RESET max_parallel_workers_per_gather; RESET enable_indexscan; RESET enable_indexonlyscan;

-- A generated column, an expression index and a CHECK on the time.
SELECT * FROM facts(ARRAY[
    ['a generated column', '1000 rows, 0 wrong, 23514', $$
    CREATE TABLE KIND_event (
        id KIND PRIMARY KEY,
        created_at timestamptz GENERATED ALWAYS AS (KIND_extract_timestamp(id)) STORED,
        CHECK (id::timestamptz < '2100-01-01Z'));
    CREATE INDEX KIND_event_time ON KIND_event ((id::timestamptz));
    INSERT INTO KIND_event SELECT KIND_generate('2025-01-01Z'::timestamptz + i * interval '1 minute')
        FROM generate_series(0, 999) AS i;
    SELECT format('%s rows, %s wrong, %s', count(*), count(*) FILTER (WHERE created_at <> id::timestamptz),
        (error_of('INSERT INTO KIND_event VALUES (KIND_generate(''2100-01-01Z''))')).state)
    FROM KIND_event$$]]);

-- Partitions by range of time, and by hash.
CREATE FUNCTION scanned(query text) RETURNS text LANGUAGE sql
    RETURN (SELECT string_agg(DISTINCT m[1], ' ') FROM regexp_matches(plan_of(query), 'Scan[^\n]* on \w+_(\w+)', 'g') AS m);
SET enable_bitmapscan = off;
SELECT * FROM facts(ARRAY[
    ['partitions by range', 'january 744, february 672, other 84; scanned: february', $$
    CREATE TABLE KIND_month (id KIND PRIMARY KEY) PARTITION BY RANGE (id);
    CREATE TABLE KIND_january PARTITION OF KIND_month FOR VALUES FROM (KIND_min('2025-01-01Z')) TO (KIND_min('2025-02-01Z'));
    CREATE TABLE KIND_february PARTITION OF KIND_month FOR VALUES FROM (KIND_min('2025-02-01Z')) TO (KIND_min('2025-03-01Z'));
    CREATE TABLE KIND_other PARTITION OF KIND_month DEFAULT;
    INSERT INTO KIND_month SELECT KIND_generate('2025-01-01Z'::timestamptz + i * interval '1 hour')
        FROM generate_series(0, 1499) AS i;
    SELECT format('january %s, february %s, other %s; scanned: %s', (SELECT count(*) FROM KIND_january),
        (SELECT count(*) FROM KIND_february),
        (SELECT count(*) FROM KIND_other),
        scanned('SELECT FROM KIND_month WHERE id >= KIND_min(''2025-02-10Z'') AND id < KIND_min(''2025-02-11Z'')'))$$]]);
RESET enable_bitmapscan;
SELECT * FROM facts(ARRAY[
    ['partitions by hash', '3000 rows, evenly: t; partitions scanned for one id: 1', $$
    CREATE TABLE KIND_hashed (id KIND PRIMARY KEY) PARTITION BY HASH (id);
    CREATE TABLE KIND_hash0 PARTITION OF KIND_hashed FOR VALUES WITH (MODULUS 3, REMAINDER 0);
    CREATE TABLE KIND_hash1 PARTITION OF KIND_hashed FOR VALUES WITH (MODULUS 3, REMAINDER 1);
    CREATE TABLE KIND_hash2 PARTITION OF KIND_hashed FOR VALUES WITH (MODULUS 3, REMAINDER 2);
    INSERT INTO KIND_hashed SELECT KIND_generate('2025-01-01Z'::timestamptz + i * interval '1 hour')
        FROM generate_series(1, 3000) AS i;
    SELECT format('%s rows, evenly: %s; partitions scanned for one id: %s', (SELECT count(*) FROM KIND_hashed),
        (SELECT min(c) > 800 AND max(c) < 1200 FROM (SELECT count(*) AS c FROM KIND_hashed GROUP BY tableoid) AS s),
        cardinality(string_to_array(scanned(format('SELECT FROM KIND_hashed WHERE id = %L', (SELECT min(id) FROM KIND_hashed))),
            ' ')))$$]]);
-- The hash decides for good in which partition a row lies: it is the same for ever.
SELECT kind, answer AS "the hash for ever" FROM each_kind($$
    SELECT format('%s %s', KIND_hash(id), KIND_hash_extended(id, 8816678312871386365))
    FROM (SELECT KIND_min('2025-01-01Z') AS id) AS s$$);

DROP SCHEMA :test CASCADE;
