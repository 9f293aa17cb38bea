-- Every index class of every kind: the same rows as a sequential scan.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- Ids of many times, in no order, some twice, some NULL, and both ends.
SELECT * FROM facts(ARRAY[
    ['rows', '5602', $$
    CREATE TABLE KIND_row (id KIND, n integer);
    INSERT INTO KIND_row SELECT KIND_generate('2025-01-01Z'::timestamptz + (i * 7919 % 5000) * interval '10 milliseconds'), i
        FROM generate_series(1, 5000) AS i;
    INSERT INTO KIND_row SELECT id, -n FROM KIND_row WHERE n % 10 = 0;
    INSERT INTO KIND_row SELECT NULL, -10000 - i FROM generate_series(1, 100) AS i;
    INSERT INTO KIND_row VALUES (KIND_min('-infinity'), 0), (KIND_max('infinity'), 0);
    ANALYZE KIND_row;
    SELECT count(*) FROM KIND_row$$]]);

-- Queries that an index may answer.
CREATE FUNCTION queries(kind text) RETURNS TABLE (name text, query text) LANGUAGE sql AS $$
    SELECT name, replace(q, 'KIND', kind) FROM (VALUES
        ('equal', $q$SELECT count(*), sum(n) FROM KIND_row WHERE id = (SELECT id FROM KIND_row WHERE n = 1234)$q$),
        ('equal to one of', $q$SELECT count(*), sum(n) FROM KIND_row
            WHERE id = ANY (ARRAY(SELECT id FROM KIND_row WHERE n IN (10, 20, 4444)))$q$),
        ('equal to the first', $q$SELECT count(*), sum(n) FROM KIND_row WHERE id = KIND_min('-infinity')$q$),
        ('equal to none', $q$SELECT count(*), sum(n) FROM KIND_row WHERE id = KIND_min('2030-01-01Z')$q$),
        ('range', $q$SELECT count(*), sum(n) FROM KIND_row WHERE id >= KIND_min('2025-01-01 00:00:10Z')
            AND id < KIND_min('2025-01-01 00:00:11Z')$q$),
        ('range, open above', $q$SELECT count(*), sum(n) FROM KIND_row WHERE id > KIND_max('2025-01-01 00:00:49Z')$q$),
        ('range, open below', $q$SELECT count(*), sum(n) FROM KIND_row WHERE id <= KIND_max('2025-01-01 00:00:00.1Z')$q$),
        ('null', $q$SELECT count(*), sum(n) FROM KIND_row WHERE id IS NULL$q$),
        ('order', $q$SELECT md5(string_agg(coalesce(id::text, ''), '|')), NULL
            FROM (SELECT id FROM KIND_row ORDER BY id LIMIT 1000) AS s$q$),
        ('order, descending', $q$SELECT md5(string_agg(coalesce(id::text, ''), '|')), NULL
            FROM (SELECT id FROM KIND_row ORDER BY id DESC LIMIT 1000) AS s$q$),
        ('ends', $q$SELECT min(id), max(id) FROM KIND_row$q$)) AS q (name, q)
$$;
CREATE FUNCTION answer(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE answer text;
BEGIN
    EXECUTE 'SELECT s::text FROM (' || query || ') AS s' INTO answer;
    RETURN answer;
END
$$;
-- How the plan uses the index.
CREATE FUNCTION access(query text, index text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE line text;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
        IF line LIKE '% using ' || index || ' %' OR line LIKE '% on ' || index THEN
            RETURN regexp_replace(line, '^[ >-]*| using .*| on .*', '', 'g');
        END IF;
    END LOOP;
    RETURN 'no access';
END
$$;
-- With a class, and no other way to go where there is one: the queries by their access, and which of them have another
-- answer than without.
CREATE TABLE without_index AS SELECT kind, name, query, answer(query) FROM kinds, queries(kind);
CREATE FUNCTION with_index(of_kind text, method text, class text, options text DEFAULT '') RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answers text;
BEGIN
    EXECUTE format('CREATE INDEX the_index ON %1$I_row USING %2$s (id %1$s_%3$s) %4$s', of_kind, method, class, options);
    SET LOCAL enable_seqscan = off;
    SELECT string_agg(format('%s: %s', access, names), '; ' ORDER BY access) INTO answers FROM (
        SELECT access,
            string_agg(name || CASE WHEN answer(query) = answer THEN '' ELSE ' (wrong)' END, ' / ' ORDER BY name) AS names
        FROM without_index, access(query, 'the_index') WHERE kind = of_kind GROUP BY access) AS s;
    DROP INDEX the_index;
    RETURN answers;
END
$$;
SELECT * FROM facts(ARRAY[
    ['btree',
        'Bitmap Index Scan: equal to one of / null / range / range, open above / range, open below; '
        'Index Only Scan: ends / order; '
        'Index Only Scan Backward: order, descending; '
        'Index Scan: equal / equal to none / equal to the first',
        $$SELECT with_index('KIND', 'btree', 'ops')$$],
    ['hash',
        'Bitmap Index Scan: equal to one of; '
        'Index Scan: equal / equal to none / equal to the first; '
        'no access: ends / null / order / order, descending / range / range, open above / range, open below',
        $$SELECT with_index('KIND', 'hash', 'ops')$$],
    ['gist',
        'Bitmap Index Scan: equal to one of; '
        'Index Only Scan: ends / order / order, descending; '
        'Index Scan: equal / equal to none / equal to the first / null / '
            'range / range, open above / range, open below',
        $$SET LOCAL enable_bitmapscan = off; SELECT with_index('KIND', 'gist', 'ops')$$],
    ['gin',
        'Bitmap Index Scan: equal / equal to none / equal to one of / equal to the first / '
            'range / range, open above / range, open below; '
        'no access: ends / null / order / order, descending',
        $$SET LOCAL enable_bitmapscan = on; SELECT with_index('KIND', 'gin', 'ops')$$],
    ['brin minmax',
        'Bitmap Index Scan: equal / equal to none / equal to one of / equal to the first / null / '
            'range / range, open above / range, open below; '
        'no access: ends / order / order, descending',
        $$SELECT with_index('KIND', 'brin', 'minmax_ops', 'WITH (pages_per_range = 2)')$$],
    ['brin minmax-multi',
        'Bitmap Index Scan: equal / equal to none / equal to one of / equal to the first / null / '
            'range / range, open above / range, open below; '
        'no access: ends / order / order, descending',
        $$SELECT with_index('KIND', 'brin', 'minmax_multi_ops', 'WITH (pages_per_range = 2)')$$],
    ['brin bloom',
        'Bitmap Index Scan: equal / equal to none / equal to one of / equal to the first / null; '
        'no access: ends / order / order, descending / range / range, open above / range, open below',
        $$SELECT with_index('KIND', 'brin', 'bloom_ops', 'WITH (pages_per_range = 2)')$$]]);

-- BRIN leaves out most pages of a table in the order of time: for a range by minmax and
-- minmax-multi, for one id by Bloom.
CREATE FUNCTION pages_read(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE plan json;
BEGIN
    SET LOCAL enable_seqscan = off;
    EXECUTE 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF, FORMAT json) ' || query INTO plan;
    plan := plan -> 0 -> 'Plan';
    RETURN format('%s rows, at most 20 pages: %s', (plan ->> 'Actual Rows')::numeric::integer,
        (plan ->> 'Lossy Heap Blocks')::integer <= 20);
END
$$;
CREATE FUNCTION with_brin(kind text, class text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    range text;
    one text;
BEGIN
    EXECUTE format('CREATE INDEX the_index ON %1$I_log USING brin (id %1$s_%2$s) WITH (pages_per_range = 4)', kind, class);
    IF class <> 'bloom_ops' THEN
        range := pages_read(format($q$SELECT FROM %1$s_log
            WHERE id BETWEEN %1$s_min('2025-01-01 00:50:00Z') AND %1$s_max('2025-01-01 00:51:00Z')$q$, kind));
    END IF;
    -- Of several, because a Bloom filter takes a few for what it has not.
    EXECUTE format('SELECT mode() WITHIN GROUP (ORDER BY pages_read(format($q$SELECT FROM %1$I_log WHERE id = %%L$q$, id)))
        FROM (SELECT id FROM %1$I_log LIMIT 9 OFFSET 3000) AS sample', kind) INTO one;
    DROP INDEX the_index;
    RETURN concat_ws('; ', range, one);
END
$$;
SELECT * FROM facts(ARRAY[
    ['a log of many pages', 'true', $$
    CREATE TABLE KIND_log (id KIND, filler text);
    INSERT INTO KIND_log SELECT KIND_generate('2025-01-01Z'::timestamptz + i * interval '1 second'), repeat('x', 200)
        FROM generate_series(1, 5000) AS i;
    SELECT pg_relation_size('KIND_log') > 140 * 8192$$],
    ['pages by brin minmax', '61 rows, at most 20 pages: t; 1 rows, at most 20 pages: t',
    $$SELECT with_brin('KIND', 'minmax_ops')$$],
    ['pages by brin minmax-multi', '61 rows, at most 20 pages: t; 1 rows, at most 20 pages: t',
    $$SELECT with_brin('KIND', 'minmax_multi_ops')$$],
    ['pages by brin bloom', '1 rows, at most 20 pages: t', $$SELECT with_brin('KIND', 'bloom_ops')$$]]);
-- On a domain over a kind, too.
CREATE FUNCTION by_index(query text, index text, OUT rows bigint) LANGUAGE plpgsql AS $$
BEGIN
    -- Only the named index is left.
    EXECUTE (SELECT coalesce(string_agg(format('DROP INDEX %s', c.oid::regclass), ';'), 'SELECT')
        FROM pg_class AS c JOIN pg_index AS i ON i.indexrelid = c.oid
        WHERE i.indrelid = substring(query FROM 'FROM (\w+)')::regclass AND c.relname IS DISTINCT FROM index);
    SET LOCAL enable_seqscan = off;
    EXECUTE query INTO rows;
    RAISE EXCEPTION SQLSTATE 'UNDOO';
EXCEPTION WHEN SQLSTATE 'UNDOO' THEN
END
$$;
SELECT * FROM facts(ARRAY[
    ['BRIN on a domain', '1 of 1, 59 of 59, 59 of 59', $$
    CREATE DOMAIN KIND_domain AS KIND;
    CREATE TABLE KIND_of_domain (id KIND_domain);
    CREATE INDEX KIND_dm ON KIND_of_domain USING brin (id) WITH (pages_per_range = 1);
    CREATE INDEX KIND_dmm ON KIND_of_domain USING brin (id KIND_minmax_multi_ops) WITH (pages_per_range = 1);
    CREATE INDEX KIND_db ON KIND_of_domain USING brin (id KIND_bloom_ops) WITH (pages_per_range = 1);
    INSERT INTO KIND_of_domain SELECT KIND_generate('2025-01-01Z'::timestamptz + i * interval '1 minute')
        FROM generate_series(1, 2000) AS i;
    SELECT string_agg(format('%s of %s', by_index(q, index), by_index(q, NULL)), ', ' ORDER BY index) FROM (VALUES
        ('KIND_dm', 'SELECT count(*) FROM KIND_of_domain WHERE id::timestamptz < ''2025-01-01 01:00Z'''),
        ('KIND_dmm', 'SELECT count(*) FROM KIND_of_domain WHERE id::timestamptz < ''2025-01-01 01:00Z'''),
        ('KIND_db', 'SELECT count(*) FROM KIND_of_domain WHERE id = (SELECT min(id) FROM KIND_of_domain)')) AS v (index, q)$$],
    -- Minmax-multi keeps ranges apart: two far groups of ids in each block range do not make it read what lies between.
    ['minmax-multi keeps ranges apart', '10 rows, at most 20 pages: t', $$
    CREATE TABLE KIND_mixed (id KIND, filler text);
    INSERT INTO KIND_mixed SELECT KIND_generate(CASE WHEN i % 2 = 0 THEN '2025-01-01Z'
        ELSE '2045-01-01Z' END::timestamptz + i * interval '1 second'), repeat('x', 200)
        FROM generate_series(1, 5000) AS i;
    INSERT INTO KIND_mixed SELECT KIND_generate('2035-01-01Z'), repeat('x', 200) FROM generate_series(1, 10) AS i;
    CREATE INDEX ON KIND_mixed USING brin (id KIND_minmax_multi_ops) WITH (pages_per_range = 4);
    SELECT pages_read($q$SELECT FROM KIND_mixed WHERE id BETWEEN KIND_min('2034-01-01Z') AND KIND_max('2036-01-01Z')$q$)$$],
    -- A foreign key's index is deduplicated.
    ['deduplicated', 'true', $$
    CREATE TABLE KIND_unique AS SELECT KIND_generate('2025-01-01Z'::timestamptz + i * interval '1 second') AS id
        FROM generate_series(1, 20000) AS i;
    CREATE TABLE KIND_repeated AS SELECT id FROM (SELECT id FROM KIND_unique LIMIT 200) AS u, generate_series(1, 100);
    CREATE INDEX KIND_unique_index ON KIND_unique (id);
    CREATE INDEX KIND_repeated_index ON KIND_repeated (id);
    SELECT pg_relation_size('KIND_repeated_index') < 0.5 * pg_relation_size('KIND_unique_index')$$]]);

DROP SCHEMA :test CASCADE;
