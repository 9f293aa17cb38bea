-- Conditions on a time that is converted first: to a local time, a date, the start of a unit, a year. Also lists of
-- times, and rows that begin with one. They use the id's index, and no row is lost, whatever the time zone does.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/planning.sql
SET datestyle = 'ISO';

-- Each form, for every kind: its rows, and whether a narrow range of ids is read for them.
CREATE TABLE form (n serial, condition text);
INSERT INTO form (condition) VALUES
    ('e.TIME::date = ''2025-01-02'''), ('e.TIME::date < ''2025-01-02'''), ('e.TIME::date >= ''2025-01-02'''),
    ('e.TIME::date BETWEEN ''2025-01-02'' AND ''2025-01-03'''), ('''2025-01-02'' >= e.TIME::date'),
    ('e.TIME::date = ''2025-01-02 12:00''::timestamp'), ('date(e.TIME) = ''2025-01-02'''),
    ('e.TIME::timestamp >= ''2025-01-02 03:00'' AND e.TIME::timestamp < ''2025-01-02 04:00'''),
    ('e.TIME::timestamp = ''2025-01-02 03:00'''),
    ('e.TIME::timestamp > ''2025-01-02''::date'),
    ('(e.TIME AT TIME ZONE ''Asia/Kolkata'') BETWEEN ''2025-01-02 03:00'' AND ''2025-01-02 04:00'''),
    ('(e.TIME AT TIME ZONE ''Asia/Kolkata'')::date = ''2025-01-02'''), ('(e.TIME AT TIME ZONE ''MST'')::date = ''2025-01-02'''),
    ('date_trunc(''hour'', e.TIME) = ''2025-01-02 03:00Z'''), ('date_trunc(''day'', e.TIME) = ''2025-01-02 05:00Z'''),
    ('date_trunc(''Day'', e.TIME) <= ''2025-01-02 06:00Z'''),
    ('date_trunc(''day'', e.TIME) < ''2025-01-02''::date'),
    ('date_trunc(''week'', e.TIME, ''Asia/Kolkata'') = ''2024-12-29 18:30Z'''),
    ('date_trunc(''month'', e.TIME AT TIME ZONE ''Asia/Kolkata'') > ''2024-12-31'''),
    ('date_trunc(''quarter'', e.TIME::timestamp) = ''2025-01-01'''),
    ('date_trunc(''week'', e.TIME)::date = ''2024-12-30'''), ('date_trunc(''hour'', e.TIME)::date = ''2025-01-02'''),
    ('date_trunc(''month'', e.TIME)::date > ''2024-12-31'''), ('''2025-01-01''::date <= date_trunc(''day'', e.TIME)::date'),
    ('date_trunc(''month'', e.TIME)::date < ''2025-01-01 12:00''::timestamp'),
    ('date_trunc(''day'', e.TIME)::date BETWEEN ''2025-01-02'' AND ''2025-01-03'''),
    ('date_trunc(''day'', e.TIME)::date IN (''2025-01-02'', ''2025-01-03'')'),
    ('date_trunc(''week'', e.TIME)::date = ANY (''{2024-12-23,2024-12-30,NULL}''::date[])'),
    ('date_trunc(''day'', e.TIME)::date = ANY (ARRAY(SELECT d FROM span WHERE n < 3))'),
    ('date_trunc(''day'', e.TIME, ''Asia/Kolkata'')::date = ''2025-01-01'''),
    ('date_trunc(''week'', e.TIME AT TIME ZONE ''Asia/Kolkata'')::date = ''2024-12-30'''),
    ('date_trunc(''hour'', e.TIME AT TIME ZONE ''Asia/Kolkata'')::date <= ''2025-01-02'''),
    ('date_trunc(''month'', e.TIME::timestamp)::date >= ''2025-01-01'''),
    ('date_trunc(''month'', date_trunc(''day'', e.TIME::timestamp)) = ''2025-01-01'''),
    ('date_trunc(''hour'', date_trunc(''day'', e.TIME::timestamp)) = ''2025-01-02'''),
    ('extract(year FROM date_trunc(''quarter'', e.TIME::timestamp)::date) = 2025'),
    ('date_trunc(''month'', date_trunc(''week'', e.TIME::timestamp)) = ''2024-12-01'''),
    ('extract(year FROM date_trunc(''week'', e.TIME::timestamp)) = 2024'),
    ('extract(hour FROM date_trunc(''day'', e.TIME::timestamp)) = 0'),
    ('extract(year FROM date_trunc(''day'', e.TIME)::date) = 2025'),
    ('extract(year FROM e.TIME) = 2025'), ('extract(year FROM e.TIME) > 2024.5'), ('extract(year FROM e.TIME::date) < 2025'),
    ('extract(year FROM e.TIME AT TIME ZONE ''Asia/Kolkata'') <= 2024'),
    ('date_part(''year'', e.TIME) = 2024'), ('date_part(''year'', e.TIME AT TIME ZONE ''Asia/Kolkata'') < 2025'),
    ('now() - e.TIME < interval ''1 month'''), ('interval ''-900 years'' >= CURRENT_TIMESTAMP - e.TIME'),
    ('e.TIME IN (''2025-01-01 03:00Z'', ''2025-01-02 04:00Z'', NULL, ''infinity'')'),
    ('e.TIME = ANY (''{2025-01-02 04:00Z,2025-01-02}''::timestamptz[])'), ('e.TIME = ANY (''{}''::timestamptz[])'),
    ('e.TIME = ANY (ARRAY[''2025-01-02 04:00Z'', now()])'), ('e.TIME = ANY (ARRAY(SELECT a FROM span WHERE n < 9))'),
    ('e.TIME = ANY (ARRAY[''2025-01-02'', CURRENT_DATE])'),
    ('e.TIME IN (SELECT a FROM span WHERE n < 9)'), ('e.TIME NOT IN (''2025-01-01 03:00Z'', ''2025-01-02 04:00Z'')'),
    ('(e.TIME, e.id) < (''2025-01-01 01:00Z'', KIND_max(''2025-01-01 01:00Z''))'),
    ('(e.TIME, e.id) <= (''2025-01-01 01:00Z'', KIND_max(''2025-01-01 01:00Z''))'),
    ('(e.TIME, e.id) > (''2025-01-03 01:00Z'', KIND_max(''2025-01-03 01:00Z''))'),
    ('(''2025-01-03 01:00Z'', KIND_max(''2025-01-03 01:00Z'')) <= (e.TIME, e.id)'),
    ('(e.TIME, e.k, e.note) >= (''2025-01-03 01:00Z'', 3, ''note 1'')'),
    ('(e.TIME, e.id) = (''2025-01-03 01:00Z'', KIND_max(''2025-01-03 01:00Z''))'),
    ('(e.TIME::date = ''2025-01-02'' AND e.k = 3 OR extract(year FROM e.TIME) = 2024)');
\set ECHO all
SET timezone = 'America/New_York';
SET enable_seqscan = off;
SELECT n, condition, j.*,
    ends_in(plan_of('SELECT * FROM ulid_event AS e WHERE ' || spell(condition, 'ulid', '\1.id::timestamptz'))) AS ends
FROM form, judge('SELECT * FROM KIND_event AS e WHERE ' || condition, plans => false) AS j ORDER BY n;
RESET enable_seqscan;
SELECT name, string_agg(DISTINCT j.answer, ' ') AS answer FROM form, unnest('{loose,log}'::text[]) AS name,
    judge(format('SELECT * FROM (SELECT *, NULL AS note FROM KIND_%s) AS e WHERE ', name) || condition, plans => false) AS j
GROUP BY name ORDER BY name;
-- How they look.
SET timezone = 'UTC';
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event WHERE id::timestamptz::date = '2025-01-03';
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event WHERE id::date = CURRENT_DATE;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event WHERE id::timestamp < '2025-01-01 01:00';
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event WHERE (id::timestamptz AT TIME ZONE 'Europe/Berlin')::date = '2025-01-03';
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event WHERE date_trunc('hour', id::timestamptz) = '2025-01-02 01:00Z';
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event WHERE date_trunc('day', id::timestamptz)::date = '2025-01-03';
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event
    WHERE date_trunc('month', id::timestamptz AT TIME ZONE 'Europe/Berlin')::date < '2025-01-01';
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event WHERE extract(year FROM id::timestamptz) < 2025;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event WHERE id::timestamptz IN ('2025-01-02 01:00Z', '2025-01-02 02:00Z');
EXPLAIN (COSTS OFF) SELECT * FROM ulid_view WHERE (seen, id) < ('2025-01-01 01:00Z', '01JGFP0CG00000000000000000')
    ORDER BY seen DESC, id DESC LIMIT 20;
-- The casts are what they say, in the session's time zone.
SELECT * FROM facts(ARRAY[
    ['casts', 'true', $$
    SELECT bool_and(id::timestamp = created::timestamp AND id::date = created::date)
        FROM KIND_event, set_config('timezone', 'Asia/Kolkata', true)$$],
    ['by index', 'true', $$SELECT plan_of('SELECT * FROM KIND_event WHERE id::date = ''2025-01-03''')
    ~ 'Index Cond: .*KIND_at_or_after.*KIND_at_or_before'$$]]);
SELECT NULL::ulid::timestamp IS NULL AND NULL::ulid::date IS NULL AS strict;
-- A column of a UNION ALL that is the time of another; joined by a date.
SELECT * FROM judge(plans => false, queries => $$
    SELECT count(*) FROM (SELECT id, created, id::timestamptz AS seen FROM KIND_event
        UNION ALL SELECT id, created, KIND_extract_timestamp(id) FROM KIND_log) AS e
        WHERE e.seen::date = '2025-01-02' AND e.seen IN ('2025-01-02 01:00Z', '2025-01-02 02:00Z', '2025-01-03 02:00Z');
    SELECT s.n, e.id FROM span AS s LEFT JOIN KIND_event AS e ON e.TIME::date = s.d AND e.k = s.n;
    SELECT s.n FROM span AS s WHERE EXISTS (SELECT FROM KIND_event AS e WHERE e.TIME::date = s.d)$$);
-- An index on the form itself is used.
CREATE INDEX ulid_day ON ulid_event (date_trunc('day', id::timestamptz AT TIME ZONE 'UTC'));
ANALYZE ulid_event;
EXPLAIN (COSTS OFF) SELECT * FROM ulid_event WHERE date_trunc('day', id::timestamptz AT TIME ZONE 'UTC') = '2025-01-03';
DROP INDEX ulid_day;
-- A hundred times, and more.
SELECT n, j.* FROM unnest('{100,101}'::integer[]) AS n,
    judge(format('SELECT * FROM KIND_event AS e WHERE e.TIME = ANY (%L)',
        ARRAY(SELECT '2025-01-01Z'::timestamptz + i * interval '7 minutes' FROM generate_series(1, n) AS i)), plans => false) AS j;

-- The newest, or the oldest, of each.
SELECT bool_and(answer = '1') AS built FROM each_kind('CREATE INDEX KIND_k_id ON KIND_event (k, id); SELECT 1');
SELECT * FROM judge(in_order => true, queries => $$
    SELECT DISTINCT ON (e.k) e.k, e.note FROM KIND_event AS e ORDER BY e.k, e.TIME DESC;
    SELECT DISTINCT ON (e.k) e.k, e.TIME FROM KIND_loose AS e ORDER BY e.k DESC, e.TIME NULLS FIRST;
    SELECT count(*), max(t)
        FROM (SELECT DISTINCT ON (e.k) e.k, e.TIME AS t FROM KIND_event AS e ORDER BY e.k, e.TIME DESC) AS s$$);
SELECT * FROM judge(in_order => true, estimates => false, queries => $$
    SELECT DISTINCT ON (e.TIME) e.TIME FROM KIND_loose AS e ORDER BY e.TIME DESC;
    SELECT DISTINCT ON (e.k, e.TIME) e.k, e.TIME FROM KIND_loose AS e ORDER BY e.k, e.TIME DESC;
    SELECT DISTINCT ON (e.TIME) e.TIME, e.id FROM KIND_loose AS e ORDER BY e.TIME DESC, e.id DESC$$);
SET enable_sort = off;
EXPLAIN (COSTS OFF) SELECT DISTINCT ON (k) * FROM ulid_event ORDER BY k DESC, id::timestamptz DESC;
RESET enable_sort;

-- Random conditions around the changes of time zones: clocks that are set back over midnight, days that do not exist or
-- come twice, and zones that nobody has. There are half as many as RANDOM_QUERIES, in the environment, says, or 500.
\set ECHO none
CREATE TABLE change (zone text, at timestamptz);
INSERT INTO change VALUES ('America/New_York', '2025-03-09 07:00Z'), ('America/New_York', '2025-11-02 06:00Z'),
    ('America/St_Johns', '1988-10-30 02:31Z'), ('America/St_Johns', '1988-04-03 03:31Z'), ('Pacific/Apia', '2011-12-30 10:00Z'),
    ('Pacific/Kwajalein', '1969-09-30 13:00Z'), ('Pacific/Kwajalein', '1993-08-21 12:00Z'), ('Asia/Manila', '1844-12-31 15:56Z'),
    ('America/Juneau', '1867-10-18 15:33Z'), ('Australia/Lord_Howe', '2025-04-05 15:00Z'),
    ('America/Sao_Paulo', '2018-11-04 03:00Z'), ('America/Sao_Paulo', '2018-02-18 02:00Z'), ('Africa/Cairo', '2023-04-27 22:00Z'),
    ('Asia/Beirut', '2024-03-30 22:00Z'), ('Pacific/Kiritimati', '1994-12-31 10:40Z'), ('Pacific/Kiritimati', '1995-01-01 10:00Z'),
    ('Africa/Monrovia', '1972-01-07 00:44:30Z'), ('UTC', '2025-01-01Z'), ('FOO+100BAR-60,M3.2.0/0,M3.2.3/0', '2025-03-09Z'),
    ('FOO+167BAR-167,M3.2.0/0,M3.2.4/0', '2025-03-09Z'), ('FOO0BAR-1,M3.2.0/23:30,M11.1.0/2', '2025-03-09 23:30Z'),
    ('FOO0BAR-1,M3.2.0/23:30,M11.1.0/0:30', '2025-03-09 23:30Z'), ('FOO0BAR-1,M3.2.0/23:30,M11.1.0/0:30', '2025-11-01 23:30Z');
CREATE TABLE changing (id timeid, created timestamptz);
INSERT INTO changing SELECT id, id::timestamptz FROM (
    SELECT timeid_generate(at + (random() * 2 - 1) * interval '1 s' * 10 ^ (random() * 6.2)) FROM change, generate_series(1, 60)
    UNION ALL SELECT timeid_generate(date_trunc('hour', at) + i * interval '1 hour') FROM change, generate_series(-40, 40) AS i
    UNION ALL SELECT timeid_generate(date_trunc('hour', at) + i * interval '30 days') FROM change, generate_series(-40, 40) AS i
) AS made (id);
CREATE INDEX ON changing (id);
ANALYZE changing;
CREATE FUNCTION try_zones(tries integer, OUT tried integer, OUT wrong integer, OUT example text) LANGUAGE plpgsql AS $$
DECLARE
    c change;
    form text; op text; value text; zone text; unit text; other text; t timestamptz; query text;
    by_id bigint; by_column bigint;
BEGIN
    tried := 0; wrong := 0;
    FOR i IN 1 .. tries LOOP
        SELECT * INTO c FROM change ORDER BY random() LIMIT 1;
        PERFORM set_config('timezone', pick(c.zone, c.zone, 'UTC'), true);
        zone := pick(c.zone, c.zone, 'Europe/Berlin', 'EST');
        t := c.at + CASE WHEN random() < 0.5 THEN floor(random() * 100 - 50) * interval '1 hour'
            ELSE (random() * 2 - 1) * interval '1 s' * 10 ^ (random() * 6.5) END;
        unit := pick('second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year', 'milliseconds');
        op := pick('=', '<', '<=', '>', '>=', '=', '= ANY');
        CASE floor(random() * 13)
            WHEN 8 THEN form := pick('now() - e.TIME', 'CURRENT_TIMESTAMP - e.TIME', 'statement_timestamp() - e.TIME');
                value := format('%L::interval', now() - t);
            WHEN 9 THEN form := format('date_trunc(%L, e.TIME)::date', unit);
                value := format('%L::date', pick(date_trunc(unit, t)::date::text, t::date::text));
            WHEN 10 THEN form := format('date_trunc(%L, e.TIME, %L)::date', unit, zone);
                value := format('%L::date', pick(date_trunc(unit, t, zone)::date::text, t::date::text));
            WHEN 11 THEN form := format('date_trunc(%L, e.TIME AT TIME ZONE %L)::date', unit, zone);
                value := format('%L::date',
                    pick(date_trunc(unit, t AT TIME ZONE zone)::date::text, (t AT TIME ZONE zone)::date::text));
            WHEN 12 THEN other := pick('hour', 'day', 'week', 'month', 'quarter', 'year');
                form := format('date_trunc(%L, date_trunc(%L, e.TIME AT TIME ZONE %L))', other, unit, zone);
                value := format('%L::timestamp', date_trunc(other, date_trunc(unit, t AT TIME ZONE zone)));
            WHEN 0 THEN form := 'e.TIME::date'; value := format('%L::date', t::date);
            WHEN 1 THEN form := 'e.TIME::timestamp';
                value := pick(format('%L::timestamp', date_trunc(pick('minute', 'hour', 'day'), t::timestamp)),
                    format('%L::date', t::date));
            WHEN 2 THEN form := format('(e.TIME AT TIME ZONE %L)', zone);
                value := format('%L::timestamp', date_trunc(pick('minute', 'hour', 'day'), t AT TIME ZONE zone));
            WHEN 3 THEN form := format('(e.TIME AT TIME ZONE %L)::date', zone);
                value := format('%L::date', (t AT TIME ZONE zone)::date);
            WHEN 4 THEN form := format('date_trunc(%L, e.TIME)', unit);
                value := format('to_timestamp(%s)',
                    extract(epoch FROM CASE WHEN random() < 0.7 THEN date_trunc(unit, t) ELSE t END));
            WHEN 5 THEN form := format('date_trunc(%L, e.TIME, %L)', unit, zone);
                value := format('to_timestamp(%s)',
                    extract(epoch FROM CASE WHEN random() < 0.7 THEN date_trunc(unit, t, zone) ELSE t END));
            WHEN 6 THEN form := format('date_trunc(%L, e.TIME AT TIME ZONE %L)', unit, zone);
                value := format('%L::timestamp', date_trunc(pick(unit, 'minute'), t AT TIME ZONE zone));
            ELSE form := pick('extract(year FROM e.TIME)', 'extract(year FROM e.TIME::date)', 'date_part(''year'', e.TIME)',
                format('extract(year FROM e.TIME AT TIME ZONE %L)', zone));
                value := extract(year FROM t) + pick('0', '0', '0.5', '1')::numeric;
        END CASE;
        query := format('SELECT count(*) FROM changing AS e WHERE %s %s %s', form, op,
            CASE op WHEN '= ANY' THEN format('(ARRAY[NULL, %s])', value) ELSE value END);
        EXECUTE spell(query, 'timeid', '\1.id::timestamptz') INTO by_id;
        EXECUTE spell(query, 'timeid', '\1.created') INTO by_column;
        tried := tried + 1;
        IF by_id <> by_column THEN
            wrong := wrong + 1;
            example := format('%s: %s: %s instead of %s', current_setting('timezone'), query, by_id, by_column);
        END IF;
    END LOOP;
END
$$;
\set ECHO all
SELECT tried = :queries / 2 AS all_tried, wrong, example FROM try_zones(:queries / 2);
-- Where midnight does not exist, the start of a day is truncated to what is later than some of its times.
CREATE FUNCTION counted(condition text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    EXECUTE 'SELECT count(*) FROM changing WHERE ' || condition INTO n;
    RETURN n;
END
$$;
SET timezone = 'FOO0BAR-1,M3.2.0/23:30,M11.1.0/2';
SELECT unit, count(*) AS tried, count(*) FILTER (WHERE counted(format('date_trunc(%L, id::timestamptz) %s %L', unit, op, v))
    <> counted(format('date_trunc(%L, created) %s %L', unit, op, v))) AS wrong
FROM unnest('{hour,day,week}'::text[]) AS unit, unnest('{<,<=,=,>=,>}'::text[]) AS op,
    generate_series('2025-03-09 22:30Z'::timestamptz, '2025-03-10 01:30Z', '10 minutes') AS v GROUP BY 1 ORDER BY 1;
-- Where most of a week does not exist, neither does its first midnight: the date of the week's start is another day.
SET timezone = 'FOO+100BAR-60,M3.2.0/0,M3.2.3/0';
SELECT unit, count(*) AS tried, count(*) FILTER (WHERE counted(format('date_trunc(%L, id::timestamptz)::date %s %L', unit, op, d))
    <> counted(format('date_trunc(%L, created)::date %s %L', unit, op, d))) AS wrong
FROM unnest('{hour,day,week,month}'::text[]) AS unit, unnest('{<,<=,=,>=,>}'::text[]) AS op,
    generate_series('2025-02-24'::timestamp, '2025-03-24', '1 day') AS g (t), date(t) AS d GROUP BY 1 ORDER BY 1;
RESET timezone;
-- How exact: none of the rows read is left out again, but around a change, or in a zone that is not known.
CREATE FUNCTION left_out(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, FORMAT JSON) ' || query INTO plan;
    RETURN (plan -> 0 -> 'Plan' ->> 'Rows Removed by Filter')::bigint;
END
$$;
SET enable_seqscan = off;
SET timezone = 'America/New_York';
SELECT left_out($$SELECT * FROM ulid_event WHERE id::date = '2025-01-02'$$) AS date,
    left_out($$SELECT * FROM ulid_event WHERE date_trunc('hour', id::timestamptz) = '2025-01-02 01:00'$$) AS trunc,
    left_out($$SELECT * FROM ulid_event WHERE (id::timestamptz AT TIME ZONE 'Asia/Tokyo')::date < '2025-01-02'$$) AS zone,
    left_out($$SELECT * FROM ulid_event WHERE extract(year FROM id::timestamptz) > 2024$$) AS year,
    left_out($$SELECT * FROM ulid_event WHERE (id::timestamptz AT TIME ZONE 'EST')::date < '2025-01-02'$$) > 0 AS abbreviation,
    left_out($$SELECT * FROM changing WHERE id::date = '2025-03-09'$$) AS change;
RESET enable_seqscan;

-- Times that are rounded, as in columns of timestamptz(3): half a unit before and after, and a microsecond more.
SET timezone = 'UTC';
CREATE TABLE rounding (id timeid PRIMARY KEY, created timestamptz,
    r3 timestamptz(3) GENERATED ALWAYS AS (timeid_extract_timestamp(id)) STORED,
    r0 timestamptz(0) GENERATED ALWAYS AS (timeid_extract_timestamp(id)) STORED,
    r6 timestamptz(6) GENERATED ALWAYS AS (timeid_extract_timestamp(id)) STORED,
    l3 timestamp(3) GENERATED ALWAYS AS (timeid_extract_timestamp(id) AT TIME ZONE 'UTC') STORED,
    l1 timestamp(1) GENERATED ALWAYS AS (timeid_extract_timestamp(id) AT TIME ZONE 'Europe/Berlin') STORED,
    l6 timestamp(6) GENERATED ALWAYS AS (timeid_extract_timestamp(id) AT TIME ZONE 'UTC') STORED);
INSERT INTO rounding (id, created) SELECT id, id::timestamptz FROM (
    SELECT DISTINCT timeid_generate(t + (i * 500 + j) * interval '1 us' * 10 ^ p)
    FROM unnest('{1999-12-31 23:59:59.99Z,1985-03-31 01:00Z,2025-03-30 01:00Z,2025-06-01Z}'::timestamptz[]) AS t,
        generate_series(-4, 4) AS i, generate_series(-1, 1) AS j, generate_series(0, 3) AS p) AS made (id);
ANALYZE rounding;
EXPLAIN (COSTS OFF) SELECT * FROM rounding WHERE r3 = '2025-06-01 00:00:00.001Z';
EXPLAIN (COSTS OFF) SELECT * FROM rounding WHERE l3 >= '2025-06-01' AND l3 < '2025-06-02';
EXPLAIN (COSTS OFF) SELECT * FROM rounding WHERE r6 = '2025-06-01Z' AND l6 = '2025-06-01';
SET enable_seqscan = off;
SELECT ends_in(plan_of('SELECT * FROM rounding WHERE ' || condition)) AS ends, condition FROM unnest(ARRAY[
    'r3 = ''2025-06-01Z''', 'r0 < ''2025-06-01Z''', 'l3 = ''2025-06-01''', 'l1 > ''2025-06-01''',
    'r3 BETWEEN ''2025-06-01Z'' AND ''2025-06-02Z''', 'l3 IN (''2025-06-01'', ''2025-06-02'')', 'r3 IN (''2025-06-01Z'')',
    'r0 = ANY (ARRAY[''2025-06-01Z''::timestamptz, now()])', 'l3 = now()', 'l3::date = ''2025-06-01''', 'r3::date = ''2025-06-01''',
    'id::timestamptz::timestamptz(2) >= ''2025-06-01Z''', 'date_trunc(''hour'', r3) = ''2025-06-01Z''',
    'date_trunc(''precision 3'', r6) = ''2025-06-01Z''']) AS condition;
CREATE FUNCTION counted_rounding(condition text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    EXECUTE 'SELECT count(*) FROM rounding WHERE ' || condition INTO n;
    RETURN n;
END
$$;
SELECT form, count(*) > 500 AS tried, count(*) FILTER (WHERE counted_rounding(replace(condition, 'MOMENT', 'id::timestamptz'))
    <> counted_rounding(replace(condition, 'MOMENT', 'created'))) AS wrong
FROM unnest('{MOMENT::timestamptz(%s) %s %L,(MOMENT AT TIME ZONE ''Europe/Berlin'')::timestamp(%s) %s %L,'
        'MOMENT::timestamptz(%1$s) = ANY (%3$L),date(MOMENT::timestamptz(%s)) %s %L}'::text[]) AS form, generate_series(0, 5) AS p,
    (SELECT created FROM rounding ORDER BY random() LIMIT 10) AS r, unnest('{-1,0,1}'::integer[]) AS halves,
    unnest('{<,<=,=,>=,>}'::text[]) AS op,
    LATERAL (SELECT created + halves * 10 ^ (6 - p) / 2 * interval '1 us') AS v (t),
    LATERAL (SELECT format(form, p, op, CASE WHEN form ~ 'ZONE' THEN (t AT TIME ZONE 'Europe/Berlin')::text
        WHEN form ~ 'ANY' THEN ARRAY[t]::text WHEN form ~ 'date' THEN t::date::text ELSE t::text END)) AS c (condition)
GROUP BY form ORDER BY form;
SELECT name, count(*) > 500 AS tried, count(*) FILTER (WHERE counted_rounding(format('%s %s %L', name, op, v))
    <> counted_rounding(format('%s %s %L', original, op, v))) AS wrong
FROM (VALUES ('r3', 'created::timestamptz(3)', 3, 'UTC'), ('r0', 'created::timestamptz(0)', 0, 'UTC'),
        ('l3', '(created AT TIME ZONE ''UTC'')::timestamp(3)', 3, 'UTC'),
        ('l1', '(created AT TIME ZONE ''Europe/Berlin'')::timestamp(1)', 1, 'Europe/Berlin')) AS c (name, original, p, zone),
    (SELECT created FROM rounding ORDER BY random() LIMIT 50) AS r, unnest('{-1,0,1}'::integer[]) AS halves,
    unnest('{<,<=,=,>=,>}'::text[]) AS op,
    LATERAL (SELECT created + halves * 10 ^ (6 - p) / 2 * interval '1 us') AS t (t),
    LATERAL (SELECT CASE WHEN name ~ 'l' THEN (t AT TIME ZONE zone)::text ELSE t::text END) AS v (v)
GROUP BY name ORDER BY name;
-- Where ids have whole milliseconds, rounding to them reads no row in vain.
SELECT left_out($$SELECT * FROM ulid_event WHERE id::timestamptz::timestamptz(3) = '2025-01-02 01:00Z'$$) AS "to milliseconds";
RESET enable_seqscan;
SET timezone = 'America/New_York';

-- Zones with leap seconds, which PostgreSQL refuses as that of a session, are not known. The server may have none; one
-- that is only seconds off is refused as well.
SELECT condition, j.answer
FROM (SELECT CASE WHEN has_zone('right/Europe/Berlin') THEN 'right/' ELSE '' END || 'Europe/Berlin') AS z (zone),
    unnest(ARRAY['(e.TIME AT TIME ZONE %L)::date = ''2025-01-02''', 'date_trunc(''day'', e.TIME, %L) <= ''2025-01-02''',
        '(e.TIME AT TIME ZONE %L) < ''2025-01-02''',
        'date_trunc(''microseconds'', e.TIME, %L) = ''2025-01-01 23:59:33Z''']) WITH ORDINALITY AS c (condition, n),
    judge('SELECT * FROM KIND_event AS e WHERE ' || format(condition, zone), plans => false) AS j
ORDER BY n;
SET enable_seqscan = off;
SELECT left_out($$SELECT * FROM ulid_event
        WHERE (id::timestamptz AT TIME ZONE '<+27/s>-0:00:27')::date < '2025-01-02'$$) > 0 AS seconds_off,
    left_out($$SELECT * FROM ulid_event
        WHERE (id::timestamptz AT TIME ZONE '<+30/m>-0:30')::date < '2025-01-02'$$) AS half_an_hour_off;
RESET enable_seqscan;

-- What they are called with, by hand: what no kind has a time for is infinite, what is not known bounds nothing.
-- Version 1.1 called them with decades, centuries, millennia and an epoch.
SET timezone = 'UTC';
SELECT v, ulidkit_earliest('=', v, 'day', ''), ulidkit_latest('=', v, 'day', '')
FROM unnest('{2025-01-02 03:04:05,infinity,-infinity,0999-12-31,200001-01-01}'::timestamp[]) AS v;
SELECT c, ulidkit_earliest(c, '2025-01-02'::date, 'month', 'Asia/Tokyo'),
    ulidkit_latest(c, '2025-01-02'::date, 'month', 'Asia/Tokyo') FROM unnest('{<,<=,=,>=,>,<>}'::text[]) AS c;
SELECT ulidkit_earliest('=', 'x'::text, 'day', ''), ulidkit_latest('=', '2025-01-02'::date, 'moon', ''),
    ulidkit_earliest('=', '2025-01-02'::date, 'day', '../../etc/passwd');
SELECT unit, ulidkit_earliest('=', '2025-01-02'::date, unit, ''), ulidkit_latest('=', '2025-01-02'::date, unit, ''),
    ulidkit_earliest('>=', 1735689600, 'epoch', ''), ulidkit_latest('<', 1735689600::numeric, 'epoch', '')
FROM unnest('{decade,century,millennium,epoch}'::text[]) AS unit;
SELECT ulidkit_earliest('=', '{2025-01-02Z,NULL,2025-01-01Z}'::timestamptz[], 'microseconds', ''),
    ulidkit_latest('=', '{2025-01-02Z,NULL,2025-01-01Z}'::timestamptz[], 'microseconds', ''),
    ulidkit_earliest('=', '{NULL}'::timestamptz[], 'microseconds', '');
SELECT v, ulidkit_earliest('>=', v, 'year', ''), ulidkit_latest('<', v, 'year', '')
FROM unnest('{2025,2025.5,NaN,Infinity,-Infinity,-1,1e100}'::numeric[]) AS v;

SET client_min_messages = warning;
DROP SCHEMA :test, by_column CASCADE;
