-- Order, equality and hash of every kind: the laws, against the bytes or the integers.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- The node at the top of the query's plan, and whether its rows are as many as those of the query of the bytes.
CREATE FUNCTION by_bytes(query text) RETURNS text LANGUAGE sql
    RETURN format('%s %s', split_part(nodes(query), ',', 1),
        answer_of(format('SELECT count(*) = (SELECT count(*) FROM (%s) AS b) FROM (%s) AS i',
            replace(query, '(id)', '(b)'), query)));
CREATE FUNCTION grouped(kind text) RETURNS text LANGUAGE sql
    RETURN by_bytes(format('SELECT FROM %I_id GROUP BY (id)', kind));
CREATE FUNCTION joined(kind text) RETURNS text LANGUAGE sql
    RETURN by_bytes(format('SELECT FROM %1$I_id AS x JOIN %1$I_id AS y USING (id)', kind));

-- Ids all over each kind: the bounds by times of its range; where that is an id, hashed bytes and bytes that differ in
-- one place, also with the top bit clear; one id twice. Beside each the bytes that order it: those of its binary form,
-- the sign inverted where it is a number.
SELECT * FROM facts(ARRAY[
    ['150 ids', 'true', $$
    CREATE TABLE KIND_id AS
    WITH k AS (SELECT size FROM kinds WHERE kind = 'KIND'),
    bytes AS (
        SELECT substr(sha256(i::text::bytea), 1, size) AS b FROM k, generate_series(1, 60) AS i
        UNION ALL SELECT decode(repeat('00', size), 'hex') FROM k
        UNION ALL SELECT decode(repeat('ff', size), 'hex') FROM k
        UNION ALL SELECT set_byte(decode(repeat('00', size), 'hex'), i, 1) FROM k, generate_series(0, size - 1) AS i
        UNION ALL SELECT set_byte(decode(repeat('00', size), 'hex'), i, 255) FROM k, generate_series(0, size - 1) AS i
        UNION ALL SELECT set_byte(decode(repeat('55', size), 'hex'), i, 86) FROM k, generate_series(0, size - 1) AS i
        UNION ALL SELECT decode(repeat('55', size), 'hex') FROM k),
    times AS (
        SELECT first + i * (last - first) / 40 AS t
        FROM (SELECT KIND_min('-infinity')::timestamptz AS first, KIND_max('infinity')::timestamptz AS last) AS ends,
            generate_series(1, 39) AS i)
    SELECT id, CASE WHEN by_value THEN set_byte(id::bytea, 0, get_byte(id::bytea, 0) # 128) ELSE id::bytea END AS b
    FROM (SELECT KIND_at_or_after(t) AS id FROM times UNION ALL SELECT KIND_after(t) FROM times
        UNION ALL SELECT KIND_before(t) FROM times UNION ALL SELECT KIND_at_or_before(t) FROM times
        UNION ALL VALUES (KIND_min('2025-01-01Z')), (KIND_min('2025-01-01Z'))
        UNION ALL SELECT id_or_null(format('%L::bytea::KIND', b))::KIND FROM bytes
        UNION ALL SELECT id_or_null(format('%L::bytea::KIND', set_byte(b, 0, get_byte(b, 0) & 127)))::KIND FROM bytes) AS ids,
        kinds
    WHERE id IS NOT NULL AND kind = 'KIND';
    SELECT count(*) >= 150 FROM KIND_id$$],
    -- All pairs: each operator and the comparison agree with the order of the bytes.
    ['operators that differ from the order of bytes', '0', $$
    SELECT count(*) FROM KIND_id AS x (a, p), KIND_id AS y (b, q)
    WHERE (a < b) <> (p < q) OR (a <= b) <> (p <= q) OR (a = b) <> (p = q)
        OR (a <> b) <> (p <> q) OR (a >= b) <> (p >= q) OR (a > b) <> (p > q)
        OR KIND_cmp(a, b) <> CASE WHEN p < q THEN -1 WHEN p > q THEN 1 ELSE 0 END
        OR KIND_smaller(a, b)::bytea <> CASE WHEN p <= q THEN a ELSE b END::bytea
        OR KIND_larger(a, b)::bytea <> CASE WHEN p >= q THEN a ELSE b END::bytea
        OR least(a, b) <> KIND_smaller(a, b) OR greatest(a, b) <> KIND_larger(a, b)$$],
    -- Equal ids hash alike; different ones do not collide here, neither in 32 nor in 64 bits, and the seed matters.
    -- With seed 0 the low half of the 64 bits is the 32-bit hash.
    ['hashes', 't, t, t, t', $$
    SELECT format('%s, %s, %s, %s', count(DISTINCT id) = count(DISTINCT KIND_hash(id)),
        count(DISTINCT id) = count(DISTINCT KIND_hash_extended(id, 42)),
        bool_and(KIND_hash_extended(id, 1) <> KIND_hash_extended(id, 2)),
        bool_and((KIND_hash_extended(id, 0) & 4294967295) = (KIND_hash(id)::bigint & 4294967295)))
    FROM KIND_id$$],
    -- Sorting, grouping by sort and by hash, joins by every method, which are those of the bytes.
    ['sorted', 'true', $$
    SELECT array_agg(id ORDER BY id)::text = array_agg(id ORDER BY b)::text
        AND array_agg(id ORDER BY id DESC)::text = array_agg(id ORDER BY b DESC)::text FROM KIND_id$$],
    ['grouped by sort', 'Group true', $$SET LOCAL enable_hashagg = off; SELECT grouped('KIND')$$],
    ['grouped by hash', 'HashAggregate true', $$
    SET LOCAL enable_hashagg = on; SET LOCAL enable_sort = off; SELECT grouped('KIND')$$],
    ['joined by hash', 'Hash Join true', $$
    SET LOCAL enable_sort = on; SET LOCAL enable_nestloop = off; SET LOCAL enable_mergejoin = off; SELECT joined('KIND')$$],
    ['joined by merging', 'Merge Join true', $$
    SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = on; SELECT joined('KIND')$$],
    ['joined by a loop', 'Nested Loop true', $$
    SET LOCAL enable_mergejoin = off; SET LOCAL enable_nestloop = on; SELECT joined('KIND')$$]]);

-- Sorts large enough for abbreviated keys to be given up on the way, as they are (test/tap/006_library.pl sees it) for
-- ids alike in their leading 8 bytes: in order all the same, and so are others.
SELECT * FROM facts(ARRAY[
    ['sorts that give up abbreviated keys', 'true', $$
    CREATE TABLE KIND_few AS
        SELECT overlay(bytes PLACING int2send((i * 7919 % 30011)::smallint) FROM length(bytes) - 1)::KIND AS id
        FROM CAST(KIND_min('2025-01-01Z') AS bytea) AS bytes, generate_series(1, 30000) AS i;
    CREATE TABLE KIND_many AS
        SELECT id FROM KIND_few
        UNION ALL SELECT KIND_generate('2025-01-01Z'::timestamptz + i * interval '1 second') FROM generate_series(1, 30000) AS i;
    SELECT (SELECT array_agg(id ORDER BY id) = array_agg(id ORDER BY id::bytea) FROM KIND_few)
        AND (SELECT array_agg(id ORDER BY id) = array_agg(id ORDER BY id::bytea) FROM KIND_many)$$],
    -- Estimates: a range from the histogram, a join on unique ids not as a product.
    ['estimates', 'range t, equal t, join t', $$
    CREATE TABLE KIND_row AS
        SELECT DISTINCT KIND_generate('2025-01-01Z'::timestamptz + i * interval '1 second') AS id
            FROM generate_series(1, 10000) AS i;
    ANALYZE KIND_row;
    SELECT format('range %s, equal %s, join %s',
        estimate($q$SELECT FROM KIND_row WHERE id >= KIND_min('2025-01-01 01:23:20Z') AND id < KIND_min('2025-01-01 01:56:40Z')$q$)
            BETWEEN 1600 AND 2400,
        estimate($q$SELECT FROM KIND_row WHERE id = (SELECT min(id) FROM KIND_row)$q$) = 1,
        estimate($q$SELECT FROM KIND_row AS a JOIN KIND_row AS b USING (id)$q$) BETWEEN 9000 AND 11000)$$]]);

DROP SCHEMA :test CASCADE;
