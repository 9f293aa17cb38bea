-- Makes the tables and the queries of test/bench/plans, runs them, and prints what it has measured. :rows, :ids and :all are
-- PLANS_ROWS, PLANS_IDS and PLANS_ALL.

CREATE EXTENSION ulidkit;

-- What is compared. Each has a schema with the same tables and views, so that the text of a query is the same for all.
CREATE TABLE contender (number integer, name text, columns text, key text, "time" text, neighbour text);
INSERT INTO contender SELECT number, name, columns, key, "time", coalesce(lead(name) OVER others, first_value(name) OVER others)
FROM (VALUES
    (1, 'timestamptz', 'i AS id, at', 'at', 'at'),
    (2, 'ulid', 'ulid_generate(at) AS id', 'id', 'id::timestamptz'),
    (3, 'uuid', 'uuidv7_generate(at) AS id', 'id', 'uuidv7_extract_timestamp(id)'),
    (4, 'bigint', 'snowflake_min(at) + 20480 AS id', 'id', 'snowflake_extract_timestamp(id)'),
    (5, 'text', 'ulid_generate(at)::text COLLATE "C" AS id', 'id', 'ulidtext_extract_timestamp(id)'),
    (6, 'bytea', 'ulid_generate(at)::bytea AS id', 'id', 'binaryid_extract_timestamp(id)')
) AS c (number, name, columns, key, "time")
WHERE name = 'timestamptz' OR name = ANY (string_to_array(:'ids', ' '))
-- The other table of a feed.
WINDOW others AS (PARTITION BY name = 'timestamptz' ORDER BY number);

-- The times are unique, in whole milliseconds, and those of a year if there are 600,000.
CREATE TABLE moment AS
SELECT i::bigint, timestamptz '2025-01-01Z' + i * interval '50 s' + i * 7919::bigint % 40000 * interval '1 ms' AS at,
    abs(hashint4(i) % 1000) AS k
FROM generate_series(0, :rows - 1) AS i;
-- A hundred times. Every other one is that of a row.
CREATE TABLE wanted AS
SELECT n, at + n % 2 * interval '0.5 ms' AS t FROM generate_series(0, 99) AS n JOIN moment ON i = n * (:rows / 100);

CREATE FUNCTION enter(c contender) RETURNS text
    RETURN set_config('search_path', format('%I, public', c.name), false);
DO $$
DECLARE
    c contender;
BEGIN
    FOR c IN SELECT * FROM contender ORDER BY number LOOP
        EXECUTE format('CREATE SCHEMA %I', c.name);
        PERFORM enter(c);
        EXECUTE format('CREATE TABLE entry AS SELECT %s, k, ''event '' || i AS note FROM moment ORDER BY i', c.columns);
        ALTER TABLE entry ADD PRIMARY KEY (id);
        IF c.key <> 'id' THEN
            EXECUTE format('CREATE INDEX ON entry (%s)', c.key);
        END IF;
        EXECUTE format('CREATE INDEX ON entry (k, %s DESC)', c.key);
        EXECUTE format('CREATE VIEW event AS SELECT id, %s AS at, k, note FROM entry', c."time");
        CREATE TABLE detail AS SELECT id, 'detail of ' || note AS words FROM entry;
        ALTER TABLE detail ADD PRIMARY KEY (id);
        CREATE TABLE star AS SELECT id AS a, id AS b, id AS c, id AS d, id AS e, id AS f, id AS g FROM entry LIMIT 1000;
    END LOOP;
    FOR c IN SELECT * FROM contender LOOP
        PERFORM enter(c);
        EXECUTE format('CREATE VIEW feed AS SELECT at, note FROM event UNION ALL SELECT at, note FROM %I.event', c.neighbour);
    END LOOP;
END
$$;
RESET search_path;
VACUUM ANALYZE;

-- A statement with arguments is a prepared one, which has a generic plan.
CREATE TABLE query (
    number integer GENERATED ALWAYS AS IDENTITY, part text, title text, statement text, arguments text,
    printed boolean NOT NULL DEFAULT true
);
SET plan_cache_mode = force_generic_plan;
-- So many times from all of the year. Every other one is that of a row.
CREATE FUNCTION times(n integer) RETURNS text
    RETURN (SELECT string_agg(quote_literal(at + place % 2 * interval '0.5 ms'), ', ')
        FROM generate_series(0, n - 1) AS place JOIN moment ON i = (SELECT count(*) FROM moment) / n * place);
-- An OR of conditions on such times, in which %1$L stands for the time.
CREATE FUNCTION any_of(condition text, n integer) RETURNS text
    RETURN (SELECT string_agg(format(condition, at + place % 2 * interval '0.5 ms'), ' OR ')
        FROM generate_series(0, n - 1) AS place JOIN moment ON i = (SELECT count(*) FROM moment) / n * place);
INSERT INTO query (part, title, statement) VALUES
    ('execution', 'range of an hour', $$SELECT note FROM event WHERE at >= '2025-06-01' AND at < '2025-06-01 01:00'$$),
    ('execution', 'half of the rows', $$SELECT count(k) FROM event WHERE at < '2025-06-23'$$),
    ('execution', 'two days, by `OR`', $$SELECT note FROM event
        WHERE at BETWEEN '2025-03-01' AND '2025-03-02' OR at BETWEEN '2025-06-01' AND '2025-06-02'$$),
    ('execution', '`at <@ range`', $$SELECT note FROM event WHERE at <@ tstzrange('2025-06-01', '2025-06-02')$$),
    ('execution', '`at <@ range`, not constant',
        $$SELECT note FROM event WHERE at <@ tstzrange(date '2025-06-01', date '2025-06-02')$$),
    ('execution', '`at::date IN (...)`, 3 days',
        $$SELECT note FROM event WHERE at::date IN ('2025-03-01', '2025-06-01', '2025-09-01')$$),
    ('execution', '`(at AT TIME ZONE zone)::date = d`',
        $$SELECT note FROM event WHERE (at AT TIME ZONE 'Europe/Berlin')::date = '2025-06-01'$$),
    ('execution', '`date_trunc(''hour'', at) = t`',
        $$SELECT note FROM event WHERE date_trunc('hour', at) = '2025-06-01'$$),
    ('execution', '`at IN (90)`', format('SELECT note FROM event WHERE at IN (%s)', times(90))),
    ('execution', '`at IN (140)`', format('SELECT note FROM event WHERE at IN (%s)', times(140))),
    ('execution', '`at IN (1000)`', format('SELECT note FROM event WHERE at IN (%s)', times(1000))),
    ('execution', '`OR` of 1,000 `at = t`', 'SELECT note FROM event WHERE ' || any_of('at = %1$L', 1000)),
    ('execution', '`OR` of 1,000 `at = t AND k < 500`',
        'SELECT note FROM event WHERE ' || any_of('at = %1$L AND k < 500', 1000)),
    ('execution', '`OR` of 1,000 hours', 'SELECT note FROM event WHERE '
        || any_of('at >= %1$L AND at < timestamptz %1$L + interval ''1 hour''', 1000));
INSERT INTO query (part, title, statement, arguments) VALUES
    ('execution', '`at = ANY ($1)`, 100', 'SELECT note FROM event WHERE at = ANY ($1)',
        format('%L', format('{%s}', replace(times(100), '''', '"')))),
    ('execution', '`at = $1`', 'SELECT note FROM event WHERE at = $1', times(1)),
    ('execution', '`at = $1`, join by `id`', 'SELECT words FROM event JOIN detail USING (id) WHERE at = $1', times(1));
INSERT INTO query (part, title, statement) VALUES
    ('execution', '100 times: `= ANY (ARRAY(SELECT t ...))`',
        'SELECT note FROM event WHERE at = ANY (ARRAY(SELECT t FROM wanted))'),
    ('execution', '100 times: `IN (SELECT t ...)`', 'SELECT note FROM event WHERE at IN (SELECT t FROM wanted)'),
    ('execution', '100 times: join `ON at = t`', 'SELECT n, note FROM wanted JOIN event ON at = t'),
    ('execution', '100 times: left join `ON at = t`', 'SELECT n, note FROM wanted LEFT JOIN event ON at = t'),
    ('execution', '100 times: join, then one by `id`',
        'SELECT n, note, words FROM wanted JOIN event ON at = t JOIN detail USING (id)'),
    ('execution', '100 times: `EXISTS (... at = t)`',
        'SELECT n FROM wanted WHERE EXISTS (SELECT FROM event WHERE at = t)'),
    ('execution', '100 times: `NOT EXISTS (... at = t)`',
        'SELECT n FROM wanted WHERE NOT EXISTS (SELECT FROM event WHERE at = t)'),
    ('execution', '100 times: an hour of each, by a join',
        $$SELECT n, note FROM wanted JOIN event ON at >= t AND at < t + interval '1 hour'$$),
    ('execution', '100 times: `EXISTS` in a minute of each',
        $$SELECT n FROM wanted WHERE EXISTS (SELECT FROM event WHERE at > t AND at < t + interval '1 minute')$$),
    ('execution', '100 times: the last before each, `LATERAL`',
        'SELECT n, note FROM wanted, LATERAL (SELECT note FROM event WHERE at <= t ORDER BY at DESC LIMIT 1) AS last'),
    ('execution', 'an hour, join by `id`',
        $$SELECT note, words FROM event JOIN detail USING (id) WHERE at >= '2025-06-01' AND at < '2025-06-01 01:00'$$),
    ('execution', 'all rows, join by `at`', 'SELECT count(*) FROM event AS a JOIN event AS b USING (at)'),
    ('execution', 'all rows, join by `at`, `ORDER BY at LIMIT 20`',
        'SELECT a.k, b.k FROM event AS a JOIN event AS b USING (at) ORDER BY at LIMIT 20'),
    ('execution', '`min(at), max(at)`', 'SELECT min(at), max(at) FROM event'),
    ('execution', '`ORDER BY at DESC LIMIT 20`', 'SELECT at, note FROM event ORDER BY at DESC LIMIT 20'),
    ('execution', '`ORDER BY at DESC, k LIMIT 20`', 'SELECT at, note FROM event ORDER BY at DESC, k LIMIT 20'),
    ('execution', '`(at, id) < (t, i) ORDER BY at DESC, id DESC LIMIT 20`',
        $$SELECT at, note FROM event WHERE (at, id) < ('2025-06-01', (SELECT a FROM star LIMIT 1))
            ORDER BY at DESC, id DESC LIMIT 20$$),
    ('execution', '`k = 5 ORDER BY at DESC LIMIT 20`', 'SELECT at, note FROM event WHERE k = 5 ORDER BY at DESC LIMIT 20'),
    ('execution', '`DISTINCT ON (k) ... ORDER BY k, at DESC`',
        'SELECT DISTINCT ON (k) k, at, note FROM event ORDER BY k, at DESC'),
    ('execution', '`DISTINCT at LIMIT 10`', 'SELECT DISTINCT at FROM event LIMIT 10'),
    ('execution', '`GROUP BY at LIMIT 10`', 'SELECT at, count(*) FROM event GROUP BY at LIMIT 10'),
    ('execution', '`GROUP BY at, k LIMIT 10`', 'SELECT at, k, count(*) FROM event GROUP BY at, k LIMIT 10'),
    ('execution', '`rank() OVER (ORDER BY at) LIMIT 20`', 'SELECT at, rank() OVER (ORDER BY at) FROM event LIMIT 20'),
    ('execution', '`GROUP BY date_trunc(''day'', at)`',
        $$SELECT date_trunc('day', at), count(*) FROM event GROUP BY 1$$),
    ('execution', 'feed of two tables, `at >= t ORDER BY at DESC LIMIT 20`',
        $$SELECT * FROM feed WHERE at >= '2025-06-01' ORDER BY at DESC LIMIT 20$$),
    ('execution', 'feed of two tables, 100 times: join `ON at = t`', 'SELECT n, note FROM wanted JOIN feed ON at = t'),
    ('planning', 'no IDs', 'SELECT * FROM wanted JOIN moment ON n = i'),
    ('planning', 'star of eight tables, by `id`',
        'SELECT * FROM star, detail AS s, detail AS t, detail AS u, detail AS v, detail AS w, detail AS x, detail AS y
        WHERE a = s.id AND b = t.id AND c = u.id AND d = v.id AND e = w.id AND f = x.id AND g = y.id'),
    ('planning', 'eight tables, joined by one `id`',
        'SELECT * FROM star AS s JOIN star AS t USING (a) JOIN star AS u USING (a) JOIN star AS v USING (a)
        JOIN star AS w USING (a) JOIN star AS x USING (a) JOIN star AS y USING (a) JOIN star AS z USING (a)');
INSERT INTO query (part, title, statement)
SELECT 'planning', title, statement FROM query
WHERE title IN ('range of an hour', '`at IN (90)`', '`at IN (1000)`') OR title LIKE '`OR` of %';
INSERT INTO query (part, title, statement)
SELECT 'partitions', title || ', with 600 partitions of another table', statement FROM query
WHERE part = 'planning' AND title = 'range of an hour';
-- These say the same as their neighbours in the tables.
UPDATE query SET printed = :'all' = '1' WHERE title IN ('`at IN (90)`', '`at IN (140)`', '`at <@ range`, not constant',
    '`at = $1`, join by `id`', '100 times: left join `ON at = t`', '100 times: join, then one by `id`',
    '100 times: `NOT EXISTS (... at = t)`', '`ORDER BY at DESC, k LIMIT 20`', '`GROUP BY at LIMIT 10`');

-- What EXPLAIN says of a query: milliseconds, and rows, with the setting on and off.
CREATE TABLE result (query integer, contender integer, planned boolean, ms numeric, expected numeric, actual numeric);
CREATE FUNCTION explain(options text, q query, c contender, planned boolean, OUT plan json) AS $$
BEGIN
    PERFORM enter(c), set_config('ulidkit.time_planning', planned::text, false);
    IF q.arguments IS NULL THEN
        EXECUTE format('EXPLAIN (%s, FORMAT JSON) %s', options, q.statement) INTO plan;
    ELSE
        EXECUTE 'PREPARE prepared AS ' || q.statement;
        EXECUTE format('EXPLAIN (%s, FORMAT JSON) EXECUTE prepared (%s)', options, q.arguments) INTO plan;
        DEALLOCATE prepared;
    END IF;
    plan := plan->0;
    RESET search_path;
END
$$ LANGUAGE plpgsql;
CREATE PROCEDURE measure(part_name text, rounds integer, options text, what text) AS $$
DECLARE
    q query;
    c contender;
    setting boolean;
    plan json;
BEGIN
    FOR q IN SELECT * FROM query WHERE part = part_name ORDER BY number LOOP
        FOR round IN 1..rounds LOOP
            FOR c IN SELECT * FROM contender ORDER BY number LOOP
                FOREACH setting IN ARRAY CASE c.name WHEN 'timestamptz' THEN '{off}' ELSE '{on,off}'::boolean[] END LOOP
                    CONTINUE WHEN (SELECT sum(ms) FROM result AS r
                        WHERE r.query = q.number AND r.contender = c.number AND r.planned = setting) > 500;
                    plan := explain(options, q, c, setting);
                    INSERT INTO result VALUES (q.number, c.number, setting, (plan->>what)::numeric,
                        (plan#>>'{Plan,Plan Rows}')::numeric, (plan#>>'{Plan,Actual Rows}')::numeric);
                END LOOP;
            END LOOP;
        END LOOP;
        COMMIT;
    END LOOP;
END
$$ LANGUAGE plpgsql;
CALL measure('execution', 9, 'ANALYZE, TIMING OFF, SUMMARY', 'Execution Time');
CALL measure('planning', 21, 'SUMMARY', 'Planning Time');

CREATE TABLE log (n integer, at timestamptz, ulid ulid, uuid uuid, bigint bigint, CHECK (at >= '2025-01-01Z'),
    CHECK (ulid::timestamptz >= '2025-01-01Z'), CHECK (uuidv7_extract_timestamp(uuid) >= '2025-01-01Z'),
    CHECK (snowflake_extract_timestamp(bigint) >= '2025-01-01Z')) PARTITION BY LIST (n);
CREATE INDEX ON log (at, (ulid::timestamptz), uuidv7_extract_timestamp(uuid), snowflake_extract_timestamp(bigint));
SELECT format('CREATE TABLE log_%1$s PARTITION OF log FOR VALUES IN (%1$s)', n) FROM generate_series(1, 600) AS n \gexec
CALL measure('partitions', 21, 'SUMMARY', 'Planning Time');

-- The rows that are expected for ranges, of several lengths in 200 places each, and at both ends of the table.
CREATE TABLE range (number integer, title text, first timestamptz, length interval);
INSERT INTO range
SELECT number, length, at + interval '12 ms', length::interval
FROM unnest('{1 hour,6 hours,1 day,7 days}'::text[]) WITH ORDINALITY AS l (length, number),
    generate_series(1, 200) AS place JOIN moment ON i = place * (:rows / 205);
INSERT INTO range SELECT 5, 'the first hour', min(at) - interval '1 s', interval '1 hour' FROM moment
UNION ALL SELECT 6, 'the last hour', max(at) - interval '1 hour', interval '2 hours' FROM moment;
CREATE TABLE estimate (range integer, contender integer, expected numeric, actual numeric);
DO $$
DECLARE
    r range;
    c contender;
    q query;
    plan json;
BEGIN
    FOR r IN SELECT * FROM range LOOP
        q.statement := format('SELECT note FROM event WHERE at >= %L AND at < %L', r.first, r.first + r.length);
        FOR c IN SELECT * FROM contender LOOP
            plan := explain(CASE c.name WHEN 'timestamptz' THEN 'ANALYZE, TIMING OFF' ELSE 'COSTS' END, q, c, true);
            INSERT INTO estimate VALUES (r.number, c.number, (plan#>>'{Plan,Plan Rows}')::numeric,
                (plan#>>'{Plan,Actual Rows}')::numeric);
        END LOOP;
    END LOOP;
END
$$;

CREATE FUNCTION median(numbers numeric[]) RETURNS numeric
    RETURN (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY number) FROM unnest(numbers) AS number);
CREATE FUNCTION short(number numeric) RETURNS text
    RETURN to_char(number, CASE WHEN number < 0.0995 THEN 'FM0.000' WHEN number < 9.995 THEN 'FM0.00'
        WHEN number < 99.95 THEN 'FM00.0' ELSE 'FM999,999,999' END);
CREATE FUNCTION cell(number numeric, marked boolean) RETURNS text STRICT
    RETURN format(CASE WHEN marked THEN '**%s**' ELSE '%s' END, short(number));
CREATE FUNCTION line(VARIADIC cells text[]) RETURNS text
    RETURN format('| %s |', array_to_string(cells, ' | '));
CREATE FUNCTION head(VARIADIC cells text[]) RETURNS SETOF text
    RETURN unnest(ARRAY[line(VARIADIC cells), '|---|' || repeat('---:|', cardinality(cells) - 1)]);

-- What is compared, as the heads of columns.
CREATE FUNCTION heads() RETURNS text[]
    RETURN (SELECT array_agg(format('`%s`', name) ORDER BY number) FROM contender);

-- The table of times; `least_difference` in ms.
CREATE FUNCTION times_of(parts text[], least_difference numeric) RETURNS SETOF text AS $$
    WITH median AS (
        SELECT query, contender, median(array_agg(ms) FILTER (WHERE planned)) AS "on",
            median(array_agg(ms) FILTER (WHERE NOT planned)) AS off
        FROM result GROUP BY 1, 2
    ), summary AS (
        SELECT query, string_agg(coalesce(cell("on", "on" > "column" * 2 AND "on" > "column" + least_difference
                OR "on" > off * 1.2 AND "on" > off + least_difference), short(off)), ' | ' ORDER BY contender) AS cells,
            short(min(off) FILTER (WHERE "on" IS NOT NULL)) AS fastest_off
        FROM median JOIN (SELECT query, off AS "column" FROM median WHERE "on" IS NULL) AS c USING (query) GROUP BY 1
    )
    SELECT line(title, cells, fastest_off) FROM summary JOIN query ON query = number
    WHERE part = ANY (parts) AND printed ORDER BY number
$$ LANGUAGE sql;

SELECT format('PostgreSQL %s, ulidkit %s, %s rows, %s', current_setting('server_version'), extversion,
    to_char(:rows, 'FM999,999,999'), current_date)
FROM pg_extension WHERE extname = 'ulidkit';
\echo '\nExecution\n'
SELECT head(VARIADIC ARRAY['ms'] || heads() || ARRAY['off']);
SELECT times_of('{execution}', 0.1);
\echo '\nPlanning\n'
SELECT head(VARIADIC ARRAY['ms'] || heads() || ARRAY['off']);
SELECT times_of('{planning,partitions}', 0.05);
\echo '\nRows of conditions and joins\n'
SELECT head(VARIADIC '{form,rows}'::text[] || heads());
SELECT line(title, round(max(actual))::text, string_agg(expected::text, ' | ' ORDER BY contender))
FROM (SELECT DISTINCT ON (query, contender) * FROM result ORDER BY query, contender, planned DESC) AS r
JOIN query ON query = number
WHERE part = 'execution' AND statement ~ '^SELECT (note|n|words)' AND printed
GROUP BY number, title HAVING count(DISTINCT expected) > 1 OR :'all' = '1' ORDER BY number;
\echo '\nRows of ranges\n'
SELECT head(VARIADIC '{range,rows}'::text[] || heads());
SELECT line(title, max(actual)::text, string_agg(expected, ' | ' ORDER BY contender))
FROM (
    SELECT range, contender, round(median(array_agg(actual))) AS actual, CASE WHEN count(*) = 1 THEN min(expected)::text
        ELSE format('%s, %s, %s', min(expected), round(median(array_agg(expected))), max(expected)) END AS expected
    FROM estimate GROUP BY 1, 2
) AS e JOIN (SELECT DISTINCT number, title FROM range) AS r ON range = number
GROUP BY number, title ORDER BY number;
