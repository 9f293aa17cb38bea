-- Conditions on the time: which of them become a range of ids, and that this changes no answer.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
SET timezone = 'Europe/Berlin';
SET datestyle = 'ISO';
SET max_parallel_workers_per_gather = 0;

-- An id every 17 hours of two years, and some that are null; of a type of the extension's, and of one of the server's.
CREATE TABLE of_ulid (id ulid, other ulid, created timestamptz, k integer, zone text);
INSERT INTO of_ulid SELECT ulid_at_or_after(t), ulid_at_or_after(t + interval '1 hour'), t, extract(day FROM t), 'Asia/Tokyo'
    FROM generate_series('2024-01-01Z'::timestamptz, '2025-12-31Z', '17 hours') AS t;
INSERT INTO of_ulid (k) SELECT generate_series(1, 10);
CREATE TABLE of_uuid AS SELECT id::uuid, other::uuid, created, k, zone FROM of_ulid;
CREATE INDEX ON of_ulid (id);
CREATE INDEX ON of_uuid (id);
ANALYZE of_ulid, of_uuid;
CREATE TABLE asked (day date, at timestamptz);
INSERT INTO asked VALUES ('2024-01-06', '2024-12-20 04:00Z'), ('2024-01-23', '2025-03-01Z');
ANALYZE asked;
-- A range of ids is then an index condition.
SET enable_seqscan = off;

CREATE FUNCTION spelt(condition text, time_of text) RETURNS text IMMUTABLE LANGUAGE sql
    RETURN regexp_replace(regexp_replace(condition, '\mT\M', replace(time_of, 'ID', 'e.id'), 'g'),
        '\mU\M', replace(time_of, 'ID', 'e.other'), 'g');
-- What becomes of a condition: a range of IDs, a range with one end ("from" or "to"), IS NULL or IS NOT NULL ("null"),
-- or a filter. And for how many rows it is true: they must be the same without planning by time.
CREATE FUNCTION answer_to(condition text, name text, OUT becomes text, OUT rows text) LANGUAGE plpgsql AS $$
DECLARE
    query text := format('SELECT e.* FROM %s AS e WHERE %s', name, condition);
    planning text;
    answer text;
BEGIN
    becomes := coalesce(replace(replace(ends_in(plan_of(query)), 'id from, id to', 'range'), 'id ', ''), 'filter');
    FOREACH planning IN ARRAY '{off,on}'::text[] LOOP
        PERFORM set_config('ulidkit.time_planning', planning, true);
        EXECUTE format('SELECT concat(count(*), '' '', md5(string_agg(q::text, '','' ORDER BY q))) FROM (%s) AS q', query)
            INTO answer;
        IF planning = 'on' AND answer IS DISTINCT FROM rows THEN
            RAISE EXCEPTION 'other rows for %', condition;
        END IF;
        rows := answer;
    END LOOP;
    rows := split_part(answer, ' ', 1);
END
$$;
-- For each line, with T for the time and U for that of the other id.
CREATE FUNCTION read(conditions text) RETURNS TABLE (condition text, ulid text, uuid text, rows text) LANGUAGE sql BEGIN ATOMIC
    SELECT c.condition, u.becomes, v.becomes, CASE WHEN u.rows = v.rows THEN u.rows ELSE concat(u.rows, ' and ', v.rows) END
    FROM regexp_split_to_table(conditions, E'\n *') WITH ORDINALITY AS c (condition, n),
        answer_to(spelt(c.condition, 'ID::timestamptz'), 'of_ulid') AS u,
        answer_to(spelt(c.condition, 'uuidv7_extract_timestamp(ID)'), 'of_uuid') AS v
    WHERE c.condition <> '' ORDER BY n;
END;

-- Comparisons, either way round, with values of each type.
SELECT * FROM read($$
    T < '2025-01-02 03:00Z'
    T <= '2025-01-02 03:00Z'
    T = '2024-01-01 17:00Z'
    T >= '2025-01-02 03:00Z'
    T > '2025-01-02 03:00Z'
    T <> '2024-01-01 17:00Z'
    '2025-01-02 03:00Z' < T
    '2024-01-01 17:00Z' = T
    '2025-01-02 03:00Z' >= T
    T < '2025-01-02'::date
    '2025-01-02'::date > T
    T >= '2025-01-02 03:00'::timestamp
    '2025-01-02 03:00'::timestamp <= T
    T < 'infinity'
    T < '-infinity'
    T > NULL
    T BETWEEN '2025-01-02Z' AND '2025-02-03Z'
    T NOT BETWEEN '2025-01-02Z' AND '2025-02-03Z'
    T BETWEEN SYMMETRIC '2025-02-03Z' AND '2025-01-02Z'
    NOT T < '2025-01-02 03:00Z'
    NOT (T < '2025-01-02 03:00Z' OR T > '2025-02-03Z')
    T < '2024-02-03Z' OR T > '2025-12-01Z'
    T < '2024-02-03Z' OR e.k = 3
    T < '2024-02-03Z' AND e.k = 3
    T IS NULL
    T IS NOT NULL
    T IS DISTINCT FROM '2024-01-01 17:00Z'
    T IS NOT DISTINCT FROM '2024-01-01 17:00Z'
    (T < '2024-02-03Z') IS TRUE
    (T < '2024-02-03Z') IS NOT FALSE
    CASE WHEN T < '2024-02-03Z' THEN true END
    coalesce(T < '2024-02-03Z', true)$$);
-- Values that the query computes: of its own table, volatile, and others.
SELECT * FROM read($$
    T < now() - (now() - '2025-01-02Z')
    T < clock_timestamp() - (clock_timestamp() - '2025-01-02Z')
    T < (SELECT max(at) FROM asked)
    T < (SELECT max(at) FROM asked WHERE extract(day FROM at) = e.k)
    T = e.created
    T < U
    T >= U - interval '1 hour'
    EXISTS (SELECT FROM asked WHERE at < T AND day = '2024-01-06')
    EXISTS (SELECT FROM asked WHERE at = T)
    T + interval '1 day' < '2025-01-02Z'
    T - '2025-01-02Z' < interval '1 day'
    greatest(T, '2024-01-01Z') < '2025-01-02Z'$$);
-- Ranges.
SELECT * FROM read($$
    T <@ '[2024-01-01 17:00Z,2024-01-03 20:00Z)'::tstzrange
    T <@ '(2024-01-01 17:00Z,2024-01-03 20:00Z]'::tstzrange
    T <@ '[2025-01-02Z,)'::tstzrange
    T <@ '(,2025-01-02Z)'::tstzrange
    T <@ 'empty'::tstzrange
    T <@ '(,)'::tstzrange AND e.created IS NOT NULL
    T <@ NULL::tstzrange
    '[2025-01-02Z,2025-02-03Z)'::tstzrange @> T
    T <@ (SELECT tstzrange(min(at), max(at)) FROM asked)
    T <@ '{[2025-01-02Z,2025-02-03Z)}'::tstzmultirange
    tstzrange(T, T, '[]') && '[2025-01-02Z,2025-02-03Z)'
    (T, T) OVERLAPS ('2025-01-02Z'::timestamptz, '2025-02-03Z'::timestamptz)$$);
-- Lists: known, few, with nulls, of each type; more than 100; not known.
SELECT * FROM read($$
    T IN ('2024-01-01 17:00Z')
    T IN ('2024-01-01 17:00Z', '2024-01-02 10:00Z')
    T IN ('2024-01-01 17:00Z', NULL)
    T = ANY ('{}'::timestamptz[])
    T = ANY (NULL::timestamptz[])
    T = ANY ('{NULL}'::timestamptz[])
    T = ANY ('{2024-01-06,2024-01-23}'::date[])
    T = ANY ('{2024-01-01 18:00}'::timestamp[])
    T = ANY (ARRAY['2024-01-01 17:00Z', now() - (now() - '2024-01-02 10:00Z')])
    T = ANY (ARRAY(SELECT at FROM asked))
    T = ANY (ARRAY(SELECT day FROM asked))
    T = ANY (ARRAY(SELECT '2024-01-01Z'::timestamptz + n * interval '17 hours' FROM generate_series(1, 101) AS n))
    T = ANY ((SELECT array_agg(at) FROM asked)::timestamptz[])
    T IN (SELECT at FROM asked)
    T NOT IN ('2024-01-01 17:00Z', '2024-01-02 10:00Z')
    T <> ALL ('{2024-01-01 17:00Z}'::timestamptz[])
    T = ALL ('{2024-01-01 17:00Z}'::timestamptz[])
    T < ANY ('{2024-01-01 17:00Z,2024-01-02 10:00Z}'::timestamptz[])
    T > ALL ('{2024-01-01 17:00Z,2025-01-02 10:00Z}'::timestamptz[])$$);
SELECT left(condition, 17) AS condition, ulid, uuid, rows
FROM (SELECT array_agg(created) FROM (SELECT created FROM of_ulid ORDER BY 1 LIMIT 101) AS s) AS a (times),
    (SELECT array_agg('2024-01-01'::date + n) FROM generate_series(0, 100) AS n) AS b (days),
    read(format(E'T = ANY (%L::timestamptz[])\nT = ANY (%L::date[])', times, days));
-- Rows.
SELECT * FROM read($$
    (T, e.k) < ('2025-01-02 01:00Z', 3)
    (T, e.k) <= ('2025-01-02 01:00Z', 3)
    (T, e.k) > ('2025-01-02 01:00Z', 3)
    (T, e.k) >= ('2025-01-02 01:00Z', 3)
    ('2025-01-02 01:00Z', 3) > (T, e.k)
    ('2025-01-02 01:00Z', 3) <= (T, e.k)
    (T, e.k) < ('2025-01-02'::date, 3)
    (T, e.k) < (SELECT max(at), 3 FROM asked)
    (T, e.k) < (U, e.k)
    (e.k, T) < (3, '2025-01-02 01:00Z')
    (T, e.k) = ('2024-01-01 17:00Z', 1)
    (T, e.k) <> ('2024-01-01 17:00Z', 1)
    (T, e.k) IN (('2024-01-01 17:00Z', 1), ('2024-01-02 10:00Z', 2))$$);

-- Forms of the time: its date, its local time in the session's zone and in others.
SELECT * FROM read($$
    T::date < '2025-01-02'
    T::date <= '2025-01-02'
    T::date = '2025-01-02'
    T::date >= '2025-01-02'
    T::date > '2025-01-02'
    T::date <> '2025-01-02'
    '2025-01-02' > T::date
    T::date BETWEEN '2025-01-02' AND '2025-02-03'
    T::date = '2025-01-02 00:00'::timestamp
    T::date < '2025-01-02 03:00'::timestamp
    T::date < '2025-01-02Z'::timestamptz
    T::date IN ('2025-01-02', '2025-01-03')
    T::date = (SELECT min(day) FROM asked)
    T::date = 'infinity'
    T::date < 'infinity'
    T::date IS NULL
    T::timestamp < '2025-01-02 03:00'
    T::timestamp >= '2025-01-02 03:00'
    T::timestamp = '2024-01-01 18:00'
    T::timestamp < '2025-01-02'::date
    T::timestamp < '2025-01-02Z'::timestamptz
    T::timestamp::date = '2025-01-02'
    T AT TIME ZONE 'Asia/Tokyo' < '2025-01-02 03:00'
    T AT TIME ZONE 'UTC' = '2024-01-01 17:00'
    '2025-01-02 03:00' <= T AT TIME ZONE 'Asia/Tokyo'
    T AT TIME ZONE 'EST' < '2025-01-02 03:00'
    T AT TIME ZONE current_setting('timezone') < '2025-01-02 03:00'
    T AT TIME ZONE e.zone < '2025-01-02 03:00'
    T AT TIME ZONE interval '9 hours' < '2025-01-02 03:00'
    (T AT TIME ZONE 'Asia/Tokyo')::date = '2025-01-02'
    (T AT TIME ZONE 'Asia/Tokyo') AT TIME ZONE 'Asia/Tokyo' < '2025-01-02Z'
    T::time < '03:00'
    T::text < '2025'
    to_char(T, 'YYYY-MM') = '2025-01'$$);
-- Times that are truncated to each unit, and to none that is known.
SELECT unit, ulid, uuid, rows
FROM unnest('{microseconds,milliseconds,second,minute,hour,day,week,month,quarter,year,decade,century,millennium,
        DAY,days}'::text[]) WITH ORDINALITY AS u (unit, n),
    read(format('date_trunc(%1$L, T) = date_trunc(%1$L, ''2025-03-01Z''::timestamptz)', unit)) ORDER BY n;
SELECT * FROM read($$
    date_trunc('day', T) < '2025-01-02 00:00'
    date_trunc('day', T) <= '2025-01-02 00:00'
    date_trunc('day', T) = '2025-01-02 00:00'
    date_trunc('day', T) >= '2025-01-02 00:00'
    date_trunc('day', T) > '2025-01-02 00:00'
    date_trunc('day', T) <> '2025-01-02 00:00'
    '2025-01-02 00:00' > date_trunc('day', T)
    date_trunc('day', T) < '2025-01-02'::date
    date_trunc('day', T) < '2025-01-02'::timestamp
    date_trunc('day', T, 'Asia/Tokyo') = '2025-01-01 15:00Z'
    date_trunc('day', T, e.zone) = '2025-01-01 15:00Z'
    date_trunc('day', T::timestamp) = '2025-01-02'
    date_trunc('day', T AT TIME ZONE 'Asia/Tokyo') = '2025-01-02'
    date_trunc('day', T AT TIME ZONE 'Asia/Tokyo') = '2025-01-02'::date
    date_trunc('day', T AT TIME ZONE 'Asia/Tokyo', 'UTC') = '2025-01-02'
    date_trunc('month', T::date) = '2025-01-01'
    date_trunc('month', T) IN ('2025-01-01 00:00', '2025-02-01 00:00')
    date_trunc(lower('DAY'), T) = '2025-01-02 00:00'
    date_trunc(CASE e.k WHEN 3 THEN 'month' ELSE 'day' END, T) = '2025-01-02 00:00'
    date_bin('1 day', T, '2025-01-01Z') = '2025-01-02Z'$$);
-- Years.
SELECT * FROM read($$
    extract(year FROM T) < 2025
    extract(year FROM T) <= 2024
    extract(year FROM T) = 2025
    extract(year FROM T) >= 2025
    extract(year FROM T) > 2024
    extract(year FROM T) <> 2024
    2025 > extract(year FROM T)
    extract(year FROM T) < 2024.5
    extract(year FROM T) = 2024.5
    extract(year FROM T) < 'Infinity'
    extract(year FROM T) < 'NaN'
    extract(year FROM T) = -44
    extract(year FROM T::timestamp) = 2025
    extract(year FROM T AT TIME ZONE 'Asia/Tokyo') = 2025
    extract(year FROM T::date) = 2025
    extract(year FROM (T AT TIME ZONE 'Asia/Tokyo')::date) = 2025
    extract(year FROM T) IN (2024, 2025)
    extract(month FROM T) = 1
    extract(isoyear FROM T) = 2025
    extract(month FROM T::date) = 1
    extract(epoch FROM T) < 1735700000
    date_part('year', T) = 2025$$);

DROP SCHEMA :test CASCADE;
