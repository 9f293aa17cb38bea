-- GIN indexes on every kind, alone and beside arrays, give the same rows as a sequential scan.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- Ids of half a second in no order, many of them twice, with some NULLs, both ends, and neighbours, one of them often.
-- The ids that they are compared with are some of them and others.
SELECT * FROM facts(ARRAY[
    ['rows', '2705 rows, 7 asked for', $$
    CREATE TABLE KIND_row AS
        SELECT CASE WHEN i % 50 > 0 THEN KIND_generate('2025-01-01Z'::timestamptz + i * 7919 % 2000 * interval '250 microseconds')
            END AS id, i AS n
        FROM generate_series(1, 2000) AS i;
    INSERT INTO KIND_row
        SELECT id, -n FROM KIND_row WHERE n % 5 = 0
        UNION ALL SELECT KIND_max('2025-01-01 00:00:00.499999Z'), i FROM generate_series(10001, 10300) AS i
        UNION ALL VALUES (KIND_min('-infinity'), 6001), (KIND_max('infinity'), 6002), (KIND_min('2025-01-01 00:00:00.5Z'), 6003),
            (KIND_max('2024-12-31 23:59:59.999999Z'), 6004), (KIND_min('2025-01-01Z'), 6005);
    CREATE TABLE KIND_asked AS
        SELECT id FROM KIND_row WHERE n IN (77, 10001, 6001, 6002, 6003)
        UNION ALL SELECT KIND_generate('2025-01-01 00:00:00.25Z')
        UNION ALL SELECT NULL;
    SELECT format('%s rows, %s asked for', (SELECT count(*) FROM KIND_row), count(*)) FROM KIND_asked$$]]);

-- Asks for the rows that satisfy conditions. Returns the conditions for which the index is not used, or answers
-- other than a sequential scan.
CREATE FUNCTION other_rows(kind text, name text DEFAULT 'row') RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    condition text;
    query text := replace(replace(
        'SELECT md5(string_agg(concat_ws('' '', q.n, count, sum), '','' ORDER BY q.n))
        FROM (SELECT id, row_number() OVER w AS n, lead(id, 2) OVER w AS upto FROM KIND_asked
            WINDOW w AS (ORDER BY id) OFFSET 0) AS q,
            LATERAL (SELECT count(*), sum(KIND_hash(id)) FROM KIND_NAME AS r WHERE %s) AS f', 'KIND', kind), 'NAME', name);
    line text;
    found boolean;
    by_index text;
    answer text;
    answers text[];
    other text[];
BEGIN
    FOREACH condition IN ARRAY ARRAY['id < q.id', 'id <= q.id', 'id = q.id', 'id >= q.id', 'id > q.id',
        'id = ANY (ARRAY[q.id, NULL, q.upto])',
        'id > q.id AND id < q.upto', 'id >= q.id AND id <= q.upto', 'id < q.id OR id > q.upto'] LOOP
        SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = on;
        found := false;
        FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || format(query, condition) LOOP
            found := found OR line ~ 'Bitmap Index Scan on \w*gin';
        END LOOP;
        EXECUTE format(query, condition) INTO by_index;
        SET LOCAL enable_seqscan = on; SET LOCAL enable_bitmapscan = off;
        EXECUTE format(query, condition) INTO answer;
        answers := answers || answer;
        IF NOT found OR by_index IS DISTINCT FROM answer THEN
            other := other || condition;
        END IF;
    END LOOP;
    RETURN format('%s answers, wrong: %s', (SELECT count(DISTINCT a) FROM unnest(answers) AS a),
        coalesce(array_to_string(other, '; '), 'none'));
END
$$;
CREATE FUNCTION both_ways(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    found text;
    by_index text;
    answer text;
BEGIN
    SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = on;
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
        found := coalesce(array_to_string(regexp_match(line, 'Index Cond: .*'), ''), found);
    END LOOP;
    EXECUTE query INTO by_index;
    SET LOCAL enable_seqscan = on; SET LOCAL enable_bitmapscan = off;
    EXECUTE query INTO answer;
    RETURN format('%s of %s by %s', by_index, answer, array_to_string(ARRAY(SELECT DISTINCT m[1]
        FROM regexp_matches(found, '\m(tenant|tags|document|ids)\M', 'g') AS m ORDER BY 1), ', '));
END
$$;
-- Built, and grown with the table: with entries that wait in the pending list, and without it.
SELECT * FROM facts(ARRAY[
    ['built', '9 answers, wrong: none', $$CREATE INDEX KIND_gin ON KIND_row USING gin (id); SELECT other_rows('KIND')$$],
    ['grown, with a pending list and without',
    '9 answers, wrong: none; 9 answers, wrong: none; t; 9 answers, wrong: none', $$
    CREATE TABLE KIND_pending (LIKE KIND_row);
    CREATE TABLE KIND_inserted (LIKE KIND_row);
    CREATE INDEX KIND_pending_gin ON KIND_pending USING gin (id) WITH (gin_pending_list_limit = 100000);
    CREATE INDEX KIND_inserted_gin ON KIND_inserted USING gin (id) WITH (fastupdate = off);
    INSERT INTO KIND_pending TABLE KIND_row;
    INSERT INTO KIND_inserted TABLE KIND_row;
    SELECT concat_ws('; ', other_rows('KIND', 'pending'), other_rows('KIND', 'inserted'),
        gin_clean_pending_list('KIND_pending_gin') > 0, other_rows('KIND', 'pending'))$$],
    -- Deleted here and there, and a range, and filled again.
    ['deleted', 'true', $$
    DELETE FROM KIND_inserted WHERE n % 3 = 0 OR id > KIND_min('2025-01-01 00:00:00.2Z')
        AND id < KIND_max('2025-01-01 00:00:00.3Z');
    SELECT count(*) < 2000 FROM KIND_inserted$$]]);
SELECT format('VACUUM (INDEX_CLEANUP on, TRUNCATE off) %I_inserted', kind) FROM kinds ORDER BY oid \gexec
SELECT * FROM facts(ARRAY[
    ['vacuumed', '9 answers, wrong: none', $$SELECT other_rows('KIND', 'inserted')$$],
    ['filled again', '9 answers, wrong: none', $$
    UPDATE KIND_inserted SET id = KIND_min('2025-01-01 00:00:00.25Z'::timestamptz + n * interval '10 microseconds') WHERE n % 2 = 0;
    INSERT INTO KIND_inserted SELECT * FROM KIND_row WHERE n % 3 = 0;
    SELECT other_rows('KIND', 'inserted')$$],
    -- Tables of other sorts, and a column of a domain.
    ['other tables', '9 answers, wrong: none; 9 answers, wrong: none; 9 answers, wrong: none', $$
    CREATE DOMAIN KIND_domain AS KIND CHECK (VALUE > KIND_min('-infinity'));
    CREATE UNLOGGED TABLE KIND_unlogged (id KIND);
    CREATE TEMPORARY TABLE KIND_temporary (id KIND);
    CREATE TABLE KIND_of_domain (id KIND_domain);
    CREATE INDEX KIND_unlogged_gin ON KIND_unlogged USING gin (id);
    CREATE INDEX KIND_temporary_gin ON KIND_temporary USING gin (id);
    CREATE INDEX KIND_of_domain_gin ON KIND_of_domain USING gin (id);
    INSERT INTO KIND_unlogged SELECT id FROM KIND_row WHERE n <= 600 OR n > 2000 AND n <> 6001;
    INSERT INTO KIND_temporary SELECT id FROM KIND_row WHERE n <= 600 OR n > 2000 AND n <> 6001;
    INSERT INTO KIND_of_domain SELECT id FROM KIND_row WHERE n <= 600 OR n > 2000 AND n <> 6001;
    SELECT concat_ws('; ', other_rows('KIND', 'unlogged'), other_rows('KIND', 'temporary'), other_rows('KIND', 'of_domain'))$$],
    -- Beside arrays and documents, and beside arrays of ids: one index scan with all conditions.
    ['an index of several columns', 'KIND_both_gin', $$
    CREATE TABLE KIND_both AS
        SELECT KIND_min('2025-01-01Z'::timestamptz + i * 7919 % 20 * interval '1 second') AS tenant, i AS n,
            ARRAY['tag ' || i % 7, 'tag ' || i % 11] AS tags, jsonb_build_object('size', i % 5) AS document,
            ARRAY[KIND_min('2025-01-01Z'::timestamptz + i % 30 * interval '1 second'), NULL] AS ids
        FROM generate_series(1, 2000) AS i;
    CREATE INDEX KIND_both_gin ON KIND_both USING gin (tenant, tags, document jsonb_path_ops, ids);
    SELECT 'KIND_both_gin'::regclass$$],
    ['beside arrays and documents',
    '22 of 22 by tags, tenant; 29 of 29 by document, tags, tenant; 33 of 33 by ids, tenant; 26 of 26 by tags', $$
    SELECT string_agg(both_ways('SELECT count(*) FROM KIND_both WHERE ' || condition), '; ') FROM (VALUES
        ('tenant = KIND_min(''2025-01-01 00:00:07Z'') AND tags @> ''{tag 3}'''),
        ('tenant >= KIND_min(''2025-01-01 00:00:07Z'') AND tenant < KIND_min(''2025-01-01 00:00:11Z'') '
            'AND tags && ''{tag 3,tag 8}'' AND document @> ''{"size": 2}'''),
        ('tenant < KIND_min(''2025-01-01 00:00:07Z'') AND ids @> ARRAY[KIND_min(''2025-01-01 00:00:05Z'')]'),
        ('tags @> ''{tag 3, tag 8}''')) AS v (condition)$$]]);

-- A strategy that the class does not know.
BEGIN;
SELECT format('CREATE OPERATOR <<>> (LEFTARG = %1$I, RIGHTARG = %1$I, FUNCTION = %1$I_eq)', kind),
    format('ALTER OPERATOR FAMILY %1$I_ops USING gin ADD OPERATOR 7 <<>> (%1$I, %1$I)', kind) FROM kinds ORDER BY oid \gexec
SET enable_seqscan = off;
SELECT * FROM facts(ARRAY[
    ['unknown strategy', 'ERROR XX000: unrecognized strategy number: 7',
    $$SELECT FROM KIND_row WHERE id <<>> KIND_max('infinity')$$]]);
ROLLBACK;

DROP SCHEMA :test CASCADE;
