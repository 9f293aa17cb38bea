\set ECHO none
-- For time_text and time_bytea, which read it after setup.sql: tables of ids in each way that `layout` says, with the
-- time in a column, and functions that compare queries. In a query TIME stands for the time of the id or that column.
\o /dev/null
SET datestyle = 'ISO';
SET max_parallel_workers_per_gather = 0;

-- The rows of a query in its order.
CREATE FUNCTION rows_of(query text, OUT answer text) LANGUAGE plpgsql AS $$
DECLARE
    r record;
    n integer := 0;
BEGIN
    FOR r IN EXECUTE query LOOP
        n := n + 1;
        answer := md5(concat_ws('|', answer, r::text));
    END LOOP;
    answer := n || ' ' || coalesce(answer, '-');
EXCEPTION WHEN OTHERS THEN
    answer := 'ERROR ' || SQLSTATE;
END
$$;

-- `definition` of the table's id, and `key` of its index; `clock`: the time of ID; `sample`: an id of the instant `at`;
-- `others`: values that are no such ids.
CREATE TABLE layout (n serial, name text, definition text, key text, clock text, sample text, others text);
CREATE FUNCTION spelt(query text, l layout, by_column boolean DEFAULT false) RETURNS text IMMUTABLE LANGUAGE sql
    RETURN replace(regexp_replace(query, '\mTIME\M', CASE WHEN by_column THEN 'created' ELSE replace(l.clock, 'ID', 'id') END, 'g'),
        'ENTRY', l.name);
-- Two ids of each of 1,200 instants, other values, and NULLs. No row is updated: an index on updated rows is not used
-- at once if an older transaction is open.
CREATE FUNCTION make_tables() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    l layout;
BEGIN
    FOR l IN SELECT * FROM layout ORDER BY n LOOP
        EXECUTE format('CREATE TABLE %I (id %s, created timestamptz, k integer)', l.name, l.definition);
        EXECUTE format('CREATE TABLE made (id %s, k integer)', l.definition);
        EXECUTE format('INSERT INTO made SELECT %s, i %% 7 FROM generate_series(0, 2399) AS i,
            LATERAL (SELECT ''2025-01-01Z''::timestamptz + i / 2 * interval ''6 minutes'') AS t (at)', l.sample);
        EXECUTE format('INSERT INTO made SELECT o, n FROM unnest(%s) WITH ORDINALITY AS u (o, n)', l.others);
        EXECUTE format('INSERT INTO %I SELECT id, %s, k FROM made', l.name, replace(l.clock, 'ID', 'id'));
        DROP TABLE made;
        EXECUTE format('CREATE INDEX %1$s_index ON %1$s %2$s', l.name, l.key);
        EXECUTE format('CREATE INDEX %1$s_created ON %1$s (created)', l.name);
        EXECUTE format('ANALYZE %I', l.name);
    END LOOP;
    RETURN (SELECT count(*) FROM layout);
END
$$;

-- For each table: whether the rows of the query are those by the column, with time planning on and off; how many; and
-- the plan.
CREATE FUNCTION judge(query text) RETURNS TABLE (name text, rows text, as_by_column boolean, plan text) LANGUAGE plpgsql AS $$
DECLARE
    l layout;
    by_column text;
    by_time text;
BEGIN
    FOR l IN SELECT * FROM layout ORDER BY n LOOP
        name := l.name;
        by_time := spelt(query, l);
        by_column := rows_of(spelt(query, l, true));
        rows := split_part(by_column, ' ', 1);
        as_by_column := rows_of(by_time) = by_column;
        plan := replace(plan_of(by_time), ' COLLATE "et-x-icu"', '');
        -- Without what newer servers show in another way.
        plan := regexp_replace(plan, '\(InitPlan \w+\)\.col1', '$0', 'g');
        plan := regexp_replace(plan, 'InitPlan \w+( \(returns \$\d+\))?', 'InitPlan', 'g');
        SET LOCAL ulidkit.time_planning = off;
        as_by_column := as_by_column AND rows_of(by_time) = by_column AND by_column !~ 'ERROR';
        SET LOCAL ulidkit.time_planning = on;
        RETURN NEXT;
    END LOOP;
END
$$;
-- Leaves the tables with ids of different times, and no other values, nor dead rows, which estimates could depend on.
CREATE FUNCTION leave_one_of_each_time() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    l layout;
BEGIN
    FOR l IN SELECT * FROM layout LOOP
        EXECUTE spelt('CREATE TABLE kept AS SELECT DISTINCT ON (created) * FROM ENTRY
                WHERE created BETWEEN ''2025-01-01Z'' AND ''2025-01-06Z'' ORDER BY created, ctid;
            TRUNCATE ENTRY; INSERT INTO ENTRY TABLE kept; DROP TABLE kept; ANALYZE ENTRY', l);
    END LOOP;
    RETURN (SELECT count(*) FROM layout);
END
$$;

-- How many of some ranges are expected to have other numbers of rows than by the column.
CREATE TABLE range AS SELECT a, a + width AS b FROM generate_series('2025-01-01Z', '2025-01-05Z', interval '17 hours') AS a,
    unnest('{20 minutes,7 hours,2 days}'::interval[]) AS width;
CREATE FUNCTION far_off(l layout, condition text) RETURNS bigint LANGUAGE sql
    RETURN (SELECT count(*) FROM range, LATERAL (SELECT format('SELECT * FROM ENTRY WHERE ' || condition, a, b)) AS f (query),
            LATERAL (SELECT estimate(spelt(query, l)), estimate(spelt(query, l, true))) AS e (by_time, by_column)
        WHERE abs(by_time - by_column) > greatest(2, 0.02 * by_column));
CREATE TABLE span AS SELECT '2025-01-02Z'::timestamptz + i * interval '1 hour' AS a, i FROM generate_series(0, 5) AS i;
ANALYZE span;

CREATE VIEW condition AS SELECT * FROM unnest('{
    "TIME >= ''2025-01-03 10:00Z'' AND TIME < ''2025-01-03 12:00Z''",
    "TIME > ''2025-01-03 10:00Z'' AND TIME <= ''2025-01-03 12:00Z''",
    "TIME BETWEEN ''2025-01-03 10:00:00.0005Z'' AND ''2025-01-03 12:00Z''",
    "TIME = ''2025-01-03 10:00Z''",
    "''2025-01-01 01:00Z'' >= TIME",
    "TIME < ''1970-01-01Z''",
    "TIME <= ''1970-01-01Z''",
    "TIME > ''1970-01-01Z'' AND TIME < ''2025-01-01Z''",
    "TIME >= ''-infinity'' AND TIME < ''2025-01-01Z''",
    "TIME < ''-infinity''",
    "TIME > ''infinity''",
    "TIME >= ''2025-01-05 20:00Z'' AND TIME <= ''infinity''",
    "TIME > ''10889-08-02 05:31:50.654Z''",
    "TIME >= ''10889-08-02 05:31:50.655Z''",
    "TIME > ''10889-08-02 05:31:50.655Z''",
    "TIME = NULL",
    "TIME IS NULL",
    "TIME IN (''2025-01-02Z'', ''2025-01-03Z'', NULL)",
    "TIME::date IN (''2025-01-02'', ''2025-01-03'')",
    "TIME::date = ''2025-01-02''",
    "date_trunc(''hour'', TIME) = ''2025-01-02 03:00Z''",
    "TIME <@ tstzrange(''2025-01-02Z'', ''2025-01-02 01:00Z'')",
    "(TIME, k) < (''2025-01-01 00:30Z'', 3)",
    "TIME < ''2025-01-01 00:10Z'' OR TIME >= ''2025-01-05 23:00Z'' AND k = 3",
    "NOT TIME < ''2025-01-05 23:00Z''",
    "TIME >= now()",
    "TIME < (SELECT min(created) + interval ''1 day'' FROM ENTRY WHERE k = 3 AND created > ''2025-01-01Z'')"
    }'::text[]) WITH ORDINALITY AS c (condition, n);
\o
\set ECHO :echo
