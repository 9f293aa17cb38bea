-- GiST indexes on every kind, in each way to build them, give the same rows as a sequential scan.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- Ids of a second in no order, many of them twice, with some NULLs, both ends, and neighbours; of one of these as many
-- as fill pages. A column that indexes include makes their leaves so wide that the trees have three levels. The ids
-- that they are compared with are some of them and others.
SELECT * FROM facts(ARRAY[
    ['rows', '4505 rows, 8 asked for', $$
    CREATE TABLE KIND_row AS
        SELECT CASE WHEN i % 50 > 0 THEN KIND_generate('2025-01-01Z'::timestamptz + i * 7919 % 4000 * interval '250 microseconds')
            END AS id, i AS n
        FROM generate_series(1, 4000) AS i;
    INSERT INTO KIND_row
        SELECT id, -n FROM KIND_row WHERE n % 20 = 0
        UNION ALL SELECT KIND_max('2025-01-01 00:00:00.999999Z'), i FROM generate_series(5001, 5300) AS i
        UNION ALL VALUES (KIND_min('-infinity'), 6001), (KIND_max('infinity'), 6002), (KIND_min('2025-01-01 00:00:01Z'), 6003),
            (KIND_max('2024-12-31 23:59:59.999999Z'), 6004), (KIND_min('2025-01-01Z'), 6005);
    ALTER TABLE KIND_row ADD filler text DEFAULT repeat('x', 480);
    CREATE TABLE KIND_asked AS
        SELECT id FROM KIND_row WHERE n IN (77, 5001, 6001, 6002, 6003)
        UNION ALL SELECT KIND_generate('2025-01-01 00:00:00.5Z')
        UNION ALL VALUES (KIND_max('2030-01-01Z')), (NULL);
    SELECT format('%s rows, %s asked for', (SELECT count(*) FROM KIND_row), count(*)) FROM KIND_asked$$]]);

-- How a plan finds rows by a condition.
CREATE FUNCTION scan(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    last text;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
        IF line LIKE '%Index Cond:%' THEN
            RETURN substring(last FROM '(Index Only Scan|Bitmap Index Scan) (?:on|using) \w*gist');
        END IF;
        last := line;
    END LOOP;
    RETURN 'no index';
END
$$;
-- Asks in each way for the rows that satisfy conditions. Returns the conditions for which a way is not taken, or
-- answers other than a sequential scan. GiST searches for the elements of an array in bitmap scans only.
CREATE FUNCTION other_rows(kind text, name text DEFAULT 'row', ways text[] DEFAULT '{Index Only Scan}')
    RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    conditions text[] := ARRAY['id < q.id', 'id <= q.id', 'id = q.id', 'id >= q.id', 'id > q.id', 'id <> q.id',
        'id = ANY (ARRAY[q.id, NULL, q.upto])',
        'id > q.id AND id < q.upto', 'id <> q.id AND id >= q.id AND id <= q.upto', 'id IS NULL', 'id IS NOT NULL AND q.n = 1'];
    query text := replace(replace(
        'SELECT md5(string_agg(concat_ws('' '', q.n, count, sum), '','' ORDER BY q.n))
        FROM (SELECT id, row_number() OVER w AS n, lead(id, 2) OVER w AS upto FROM KIND_asked
            WINDOW w AS (ORDER BY id) OFFSET 0) AS q,
            LATERAL (SELECT count(*), sum(KIND_hash(id)) FROM KIND_NAME AS r WHERE %s) AS f', 'KIND', kind), 'NAME', name);
    expected text[];
    answer text;
    way text;
    found text;
    other text[];
BEGIN
    SET LOCAL enable_seqscan = on; SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off;
    SET LOCAL enable_bitmapscan = off;
    FOR i IN 1 .. cardinality(conditions) LOOP
        EXECUTE format(query, conditions[i]) INTO answer;
        expected[i] := answer;
    END LOOP;
    SET LOCAL enable_seqscan = off;
    FOREACH way IN ARRAY ways LOOP
        PERFORM set_config('enable_indexscan', (way = 'Index Only Scan')::text, true),
            set_config('enable_indexonlyscan', (way = 'Index Only Scan')::text, true),
            set_config('enable_bitmapscan', (way = 'Bitmap Index Scan')::text, true);
        FOR i IN 1 .. cardinality(conditions) LOOP
            CONTINUE WHEN conditions[i] LIKE '%ANY%' AND way <> 'Bitmap Index Scan';
            found := scan(format(query, conditions[i]));
            EXECUTE format(query, conditions[i]) INTO answer;
            IF found IS DISTINCT FROM way OR answer IS DISTINCT FROM expected[i] THEN
                other := other || format('%s by %s', conditions[i], found);
            END IF;
        END LOOP;
    END LOOP;
    RETURN format('%s answers, wrong: %s', (SELECT count(DISTINCT e) FROM unnest(expected) AS e),
        coalesce(array_to_string(other, '; '), 'none'));
END
$$;
CREATE FUNCTION both_ways(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    found text;
    by_index text;
    answer text;
BEGIN
    SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = on; SET LOCAL enable_indexscan = off;
    SET LOCAL enable_indexonlyscan = off;
    found := scan(query);
    EXECUTE query INTO by_index;
    SET LOCAL enable_seqscan = on; SET LOCAL enable_bitmapscan = off;
    EXECUTE query INTO answer;
    RETURN format('%s: %s of %s', found, by_index, answer);
END
$$;
CREATE FUNCTION pages_per_id(query text, index text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE plan jsonb;
BEGIN
    SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = on; SET LOCAL enable_indexscan = off;
    SET LOCAL enable_indexonlyscan = off;
    EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT json) ' || query INTO plan;
    plan := jsonb_path_query_first(plan, '$.**?(@."Index Name" == $index)', jsonb_build_object('index', index));
    RETURN ((plan ->> 'Shared Hit Blocks')::numeric
        + (plan ->> 'Shared Read Blocks')::numeric) / (plan ->> 'Actual Loops')::numeric;
END
$$;
CREATE FUNCTION wal_records(query text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE plan jsonb;
BEGIN
    EXECUTE 'EXPLAIN (ANALYZE, WAL, TIMING OFF, FORMAT json) ' || query INTO plan;
    RETURN plan -> 0 -> 'Plan' ->> 'WAL Records';
END
$$;
-- Builds that sort, builds that insert with buffers, and indexes that grow with their tables.
SELECT * FROM facts(ARRAY[
    ['built by sorting', '11 answers, wrong: none, t', $$
    CREATE INDEX KIND_gist ON KIND_row USING gist (id) INCLUDE (filler);
    SELECT format('%s, %s', other_rows('KIND', ways => '{Index Only Scan,Bitmap Index Scan}'),
        pg_relation_size('KIND_gist') / 8192 > 295)$$],
    ['built with buffers', '11 answers, wrong: none, t', $$
    DROP INDEX KIND_gist;
    CREATE INDEX KIND_gist ON KIND_row USING gist (id) INCLUDE (filler) WITH (buffering = on);
    SELECT format('%s, %s', other_rows('KIND'), pg_relation_size('KIND_gist') / 8192 > 295)$$],
    ['inserted', '11 answers, wrong: none, t', $$
    CREATE TABLE KIND_inserted (LIKE KIND_row);
    CREATE INDEX KIND_inserted_gist ON KIND_inserted USING gist (id) INCLUDE (filler);
    INSERT INTO KIND_inserted TABLE KIND_row;
    SELECT format('%s, %s', other_rows('KIND', 'inserted'), pg_relation_size('KIND_inserted_gist') / 8192 > 295)$$],
    -- Deleted here and there, and on pages as a whole, which are used again.
    ['deleted', 'true', $$
    DELETE FROM KIND_inserted WHERE n % 3 = 0 OR id > KIND_min('2025-01-01 00:00:00.4Z')
        AND id < KIND_max('2025-01-01 00:00:00.6Z');
    SELECT count(*) < 3500 FROM KIND_inserted$$]]);
SELECT format('VACUUM (INDEX_CLEANUP on, TRUNCATE off) %I_inserted', kind) FROM kinds ORDER BY oid \gexec
SELECT * FROM facts(ARRAY[
    ['vacuumed', '11 answers, wrong: none', $$SELECT other_rows('KIND', 'inserted')$$],
    ['filled again', '11 answers, wrong: none', $$
    UPDATE KIND_inserted SET id = KIND_min('2025-01-01 00:00:00.5Z'::timestamptz + n * interval '10 microseconds') WHERE n % 2 = 0;
    INSERT INTO KIND_inserted SELECT * FROM KIND_row WHERE n % 3 = 0;
    SELECT other_rows('KIND', 'inserted')$$],
    -- Tables of other sorts, columns of a domain, and indexes of several columns, of some rows, or of an expression.
    ['other tables', '11 answers, wrong: none; 11 answers, wrong: none; 11 answers, wrong: none', $$
    CREATE DOMAIN KIND_domain AS KIND CHECK (VALUE > KIND_min('-infinity'));
    CREATE UNLOGGED TABLE KIND_unlogged (id KIND, filler text);
    CREATE TEMPORARY TABLE KIND_temporary (id KIND, filler text);
    CREATE TABLE KIND_of_domain (id KIND_domain, filler text);
    CREATE INDEX KIND_unlogged_gist ON KIND_unlogged USING gist (id) INCLUDE (filler);
    CREATE INDEX KIND_temporary_gist ON KIND_temporary USING gist (id) INCLUDE (filler);
    CREATE INDEX KIND_of_domain_gist ON KIND_of_domain USING gist (id) INCLUDE (filler);
    INSERT INTO KIND_unlogged SELECT id, filler FROM KIND_row WHERE n <= 600 OR n > 5290 AND n <> 6001;
    INSERT INTO KIND_temporary SELECT id, filler FROM KIND_row WHERE n <= 600 OR n > 5290 AND n <> 6001;
    INSERT INTO KIND_of_domain SELECT id, filler FROM KIND_row WHERE n <= 600 OR n > 5290 AND n <> 6001;
    SELECT concat_ws('; ', other_rows('KIND', 'unlogged'), other_rows('KIND', 'temporary'), other_rows('KIND', 'of_domain'))$$],
    ['the first of two columns', 'Bitmap Index Scan: 10 of 10, Bitmap Index Scan: 14 of 14', $$
    CREATE TABLE KIND_several AS
        SELECT KIND_min('2025-01-01Z'::timestamptz + i * 7919 % 40 * interval '1 second') AS id,
            tstzrange('2025-01-01Z'::timestamptz + i % 300 * interval '1 hour',
                '2025-01-01 02:30Z'::timestamptz + i % 300 * interval '1 hour') AS during, i AS n
        FROM generate_series(1, 2000) AS i;
    CREATE INDEX KIND_id_first_gist ON KIND_several USING gist (id, during);
    SELECT concat_ws(', ', both_ways('SELECT count(*) FROM KIND_several '
        'WHERE id = KIND_min(''2025-01-01 00:00:07Z'') AND during && ''[2025-01-03Z, 2025-01-05Z)'''),
        both_ways('SELECT count(*) FROM KIND_several WHERE during @> ''2025-01-03 05:30Z''::timestamptz'))$$],
    ['the second of two columns', 'Bitmap Index Scan: 65 of 65, Bitmap Index Scan: 11 of 11', $$
    DROP INDEX KIND_id_first_gist;
    CREATE INDEX KIND_id_last_gist ON KIND_several USING gist (during, id);
    SELECT concat_ws(', ', both_ways('SELECT count(*) FROM KIND_several '
        'WHERE id <= KIND_min(''2025-01-01 00:00:07Z'') AND during && ''[2025-01-03Z, 2025-01-05Z)'''),
        both_ways('SELECT count(*) FROM KIND_several WHERE id <> KIND_min(''2025-01-01 00:00:07Z'') '
            'AND during @> ''2025-01-03 05:30Z''::timestamptz'))$$],
    ['partial, and of an expression', 'Bitmap Index Scan: 48 of 48, Bitmap Index Scan: 1550 of 1550', $$
    DROP INDEX KIND_id_last_gist;
    CREATE INDEX KIND_partial_gist ON KIND_several USING gist (id) WHERE n > 100;
    CREATE INDEX KIND_expression_gist ON KIND_several USING gist (greatest(id, KIND_min('2025-01-01 00:00:30Z')));
    SELECT concat_ws(', ', both_ways('SELECT count(*) FROM KIND_several WHERE id = KIND_min(''2025-01-01 00:00:07Z'') AND n > 100'),
        both_ways('SELECT count(*) FROM KIND_several '
            'WHERE greatest(id, KIND_min(''2025-01-01 00:00:30Z'')) = KIND_min(''2025-01-01 00:00:30Z'')'))$$],
    -- A search for one id reads a page of each level, whichever way the index was filled, and the
    -- pages are half full at least.
    ['few pages for one id', 'random t t, rising t t, sorted t t', $$
    CREATE TABLE KIND_random (id KIND, filler text);
    CREATE TABLE KIND_rising (id KIND, filler text);
    CREATE INDEX KIND_random_gist ON KIND_random USING gist (id) INCLUDE (filler);
    CREATE INDEX KIND_rising_gist ON KIND_rising USING gist (id) INCLUDE (filler);
    INSERT INTO KIND_random SELECT KIND_generate('2025-01-01Z'::timestamptz + i * 7919 % 4000 * interval '1 second'),
        repeat('x', 480) FROM generate_series(1, 4000) AS i;
    INSERT INTO KIND_rising SELECT * FROM KIND_random ORDER BY id;
    CREATE TABLE KIND_sorted AS TABLE KIND_random;
    CREATE INDEX KIND_sorted_gist ON KIND_sorted USING gist (id) INCLUDE (filler);
    SELECT string_agg(format('%s %s %s', name, pages < 4, size < 1.1 * 2 * 484 / 8192 * 4000), ', ')
    FROM unnest('{random,rising,sorted}'::text[]) AS name, format('KIND_%s_gist', name) AS index,
        pages_per_id(format('SELECT FROM (SELECT id FROM KIND_random LIMIT 100) AS s JOIN KIND_%s AS r USING (id)', name),
            index) AS pages,
        CAST(pg_relation_size(index::regclass) / 8192 AS bigint) AS size$$],
    -- An insertion that no key has to grow for writes a row and its entry, and no page above.
    ['few WAL records', 'true', $$
    CREATE TABLE KIND_again (id KIND);
    CREATE INDEX KIND_again_gist ON KIND_again USING gist (id);
    INSERT INTO KIND_again SELECT id FROM KIND_random LIMIT 2000;
    SELECT wal_records('INSERT INTO KIND_again SELECT id FROM KIND_random LIMIT 500') < 1200$$]]);

-- A strategy that the class does not know, and the type of the keys, which has no text to be read from.
BEGIN;
SELECT format('CREATE OPERATOR <<>> (LEFTARG = %1$I, RIGHTARG = %1$I, FUNCTION = %1$I_eq)', kind),
    format('ALTER OPERATOR FAMILY %1$I_ops USING gist ADD OPERATOR 7 <<>> (%1$I, %1$I)', kind) FROM kinds ORDER BY oid \gexec
SET enable_seqscan = off;
SELECT * FROM facts(ARRAY[
    ['unknown strategy', 'ERROR XX000: unrecognized strategy number: 7',
    $$SELECT FROM KIND_row WHERE id <<>> KIND_min('2025-01-01Z')$$],
    ['text of a key', 'ERROR 0A000: cannot accept a value of type KIND_gist_key', $$SELECT '[]'::KIND_gist_key$$]]);
ROLLBACK;

DROP SCHEMA :test CASCADE;
