-- The core's uuid_extract_timestamp(): the same rows with the planning by time turned on and off, whatever versions it
-- knows, of which 17 has 1 alone, and 18 also 7; and other plans only where it knows the version of all IDs. Needs
-- PostgreSQL 17.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
LOAD 'ulidkit';
CREATE TABLE event (id uuid PRIMARY KEY, CHECK (uuid_extract_version(id) IS NOT DISTINCT FROM 7));
INSERT INTO event SELECT overlay(gen_random_uuid()::text PLACING left(uuidv7_at_or_after('2025-01-01Z'::timestamptz
    + i * interval '1 minute')::text, 13) || '-7' FROM 1)::uuid
FROM generate_series(1, 1000) AS i;
CREATE TABLE any_version (id uuid PRIMARY KEY);
INSERT INTO any_version SELECT id FROM event UNION ALL SELECT gen_random_uuid() FROM generate_series(1, 100)
    UNION ALL VALUES ('c232ab00-9414-11ec-b3c8-9f6bdeced846'::uuid), ('01941f29-7c00-7000-0000-000000000000'),
        ('01941f29-7c00-1000-8000-000000000000');
ANALYZE event, any_version;
CREATE FUNCTION rows_of(query text, planning boolean) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    PERFORM set_config('ulidkit.time_planning', planning::text, true);
    EXECUTE format('SELECT count(*) || '' '' || md5(coalesce(string_agg(q::text, ''|'' ORDER BY q::text), '''')) FROM (%s) AS q',
        query) INTO answer;
    RETURN answer;
END
$$;
SELECT count(*) AS asked, count(*) FILTER (WHERE rows_of(query, true) IS DISTINCT FROM rows_of(query, false)) AS wrong
FROM unnest('{event,any_version}'::text[]) AS relation,
    unnest(ARRAY['TIME >= ''2025-01-01 03:00Z''', 'TIME < ''2025-01-01 03:00Z''', 'TIME = ''2025-01-01 03:00Z''',
        'TIME::date = ''2022-02-22''', 'TIME IS NULL',
        'TIME IS NOT NULL', 'TIME < ''2025-01-01Z'' OR TIME IS NULL', 'NOT TIME > ''2025-01-01 03:00Z''']) AS condition,
    unnest('{*,min(TIME),max(TIME)}'::text[]) AS what,
    LATERAL (SELECT replace(format('SELECT %s FROM %s WHERE %s', what, relation, condition), 'TIME',
        'uuid_extract_timestamp(id)')) AS q (query);
SELECT rows_of('SELECT id FROM any_version ORDER BY uuid_extract_timestamp(id) DESC NULLS LAST, id LIMIT 20', true)
    = rows_of('SELECT id FROM any_version ORDER BY uuid_extract_timestamp(id) DESC NULLS LAST, id LIMIT 20', false) AS same_order;
-- Which plans change: those of queries on `event` from 18 on, where the function knows the version of all of its IDs.
-- Before 18, and on a table with IDs of other versions, each query keeps its plan.
CREATE FUNCTION plan_with(query text, planning text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('ulidkit.time_planning', planning, true);
    RETURN plan_of(query);
END
$$;
SET enable_seqscan = off;
SELECT relation, rest, CASE WHEN relation = 'event' AND current_setting('server_version_num')::integer >= 180000
    THEN by_time <> without AND by_time !~ 'Sort' AND ends_in(by_time) IS NOT DISTINCT FROM ends
    ELSE by_time = without END AS as_promised
FROM unnest('{event,any_version}'::text[]) AS relation,
    (VALUES ('WHERE TIME >= ''2025-01-01 03:00Z''', 'id from'), ('WHERE TIME < ''2025-01-01 03:00Z''', 'id to'),
        ('WHERE TIME = ''2025-01-01 03:00Z''', 'id from, id to'), ('WHERE TIME::date = ''2022-02-22''', 'id from, id to'),
        ('ORDER BY TIME DESC LIMIT 5', NULL)) AS r (rest, ends),
    replace(format('SELECT id FROM %s %s', relation, rest), 'TIME', 'uuid_extract_timestamp(id)') AS query,
    plan_with(query, 'on') AS by_time, plan_with(query, 'off') AS without;
SET client_min_messages = warning;
DROP SCHEMA :test CASCADE;
