-- Row-level security and security barriers: what is leakproof is, and nothing hidden is seen,
-- with time planning or not.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/planning.sql
SET datestyle = 'ISO';

SELECT setseed(0.5) \g /dev/null
-- Values that are to make a function fail: the ends of types and kinds, powers of two, random bytes.
CREATE TABLE value_timestamptz (v) AS
    SELECT v FROM unnest('{-infinity, infinity, 4714-11-24 00:00:00Z BC, 294276-12-31 23:59:59.999999Z}'::timestamptz[]) AS v
    UNION ALL
    SELECT '2000-01-01Z'::timestamptz + sign * (2::numeric ^ power)::bigint * interval '1 us'
    FROM generate_series(0, 62) AS power, (VALUES (1), (-1)) AS s (sign) WHERE sign = 1 OR power <= 57
    UNION ALL
    SELECT '2000-01-01Z'::timestamptz + (random() * 2 - 1) * 2 ^ 57 * interval '1 us' FROM generate_series(1, 200);
CREATE TABLE value_timestamp (v) AS
    SELECT v FROM unnest('{-infinity, infinity, 4714-11-24 00:00:00 BC, 294276-12-31 23:59:59.999999}'::timestamp[]) AS v
    UNION ALL SELECT timestamp '4714-11-24 BC' + i * interval '13 hours' FROM generate_series(0, 30) AS i
    UNION ALL SELECT timestamp '294276-12-31 23:59:59.999999' - i * interval '13 hours' FROM generate_series(0, 30) AS i;
CREATE TABLE value_date (v) AS
    SELECT v FROM unnest('{-infinity, infinity, 4714-11-24 BC, 5874897-12-31}'::date[]) AS v
    UNION ALL SELECT date '4714-11-24 BC' + i FROM generate_series(0, 20) AS i
    UNION ALL SELECT date '294276-12-31' - i FROM generate_series(-20, 20) AS i;
CREATE TABLE value_bool (v) AS VALUES (true), (false);
CREATE TABLE value_int8 (v) AS
    SELECT v FROM unnest('{0, 1, -1, 9223372036854775807, -9223372036854775808, 8816678312871386365}'::bigint[]) AS v;
CREATE TABLE value_numeric (v) AS
    SELECT v FROM unnest('{NaN, Infinity, -Infinity, 1e1000, -1e1000, 1e-1000, 0, 999.9, 1000, 2025, '
        '2025.5, 199999.99, 200000}'::numeric[]) AS v;
CREATE TABLE value_uuid (v) AS
    SELECT v FROM unnest('{00000000-0000-0000-0000-000000000000, ffffffff-ffff-ffff-ffff-ffffffffffff}'::uuid[]) AS v
    UNION ALL SELECT md5(i::text)::uuid FROM generate_series(1, 200) AS i;
CREATE TABLE value_text (v) AS
    SELECT v FROM unnest('{"",0,01JGFJJZ00,7ZZZZZZZZZ,zzz,~,é}'::text[]) AS v
    UNION ALL SELECT repeat(chr(1114111), n) FROM unnest('{1,10,100000,524288}'::integer[]) AS n
    UNION ALL SELECT left(md5(i::text), i % 33) || repeat(' ', i % 3) FROM generate_series(1, 200) AS i;
CREATE TABLE value_bpchar (v) AS SELECT v::bpchar FROM value_text;
CREATE TABLE value_bytea (v) AS
    SELECT substr(decode(md5(i::text), 'hex'), 1, i % 17) FROM generate_series(1, 200) AS i
    UNION ALL SELECT decode(repeat('ff', n), 'hex') FROM unnest('{1,8,100000,2097152}'::integer[]) AS n;
CREATE TABLE value__timestamptz (v) AS SELECT ARRAY[v, NULL, '-infinity'] FROM value_timestamptz
    UNION ALL VALUES ('{}'::timestamptz[]), ('{NULL}'), ('{{2025-01-01Z,2025-01-02Z},{infinity,NULL}}');
SELECT * FROM each_kind($$
    CREATE TABLE value_KIND (v) AS
        SELECT KIND_min('-infinity') AS v UNION ALL SELECT KIND_max('infinity')
        UNION ALL SELECT KIND_at_or_after(v) FROM value_timestamptz UNION ALL SELECT KIND_before(v) FROM value_timestamptz
        UNION ALL SELECT id_or_null(format('%L::bytea::KIND', bytes))::KIND
        FROM (SELECT size, decode(md5(random()::text) || md5(random()::text), 'hex') AS long FROM kinds, generate_series(1, 400)
            WHERE kind = 'KIND') AS r,
            LATERAL (VALUES (substr(long, 1, size)), (set_byte(substr(long, 1, size), 0, 0)),
                (set_byte(substr(long, 1, size), 0, 1)),
                (decode(repeat(encode(substr(long, 1, 1), 'hex'), size), 'hex'))) AS b (bytes);
    DELETE FROM value_KIND WHERE v IS NULL;
    SELECT count(*) > 200 FROM value_KIND$$) WHERE answer <> 'true';

-- No leakproof function raises an error, in whatever time zone: then all that it could tell is its result.
CREATE VIEW leakproof AS
    SELECT p.oid::regprocedure AS function, p.proname,
        ARRAY(SELECT typname::text FROM unnest(p.proargtypes) WITH ORDINALITY AS a (type, n)
        JOIN pg_type t ON t.oid = a.type ORDER BY n) AS arguments
    FROM pg_proc p
    JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
    JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'ulidkit'
    WHERE p.proleakproof;
CREATE FUNCTION calls(zone text) RETURNS TABLE (function regprocedure, state text, message text) LANGUAGE plpgsql AS $$
DECLARE
    l leakproof;
BEGIN
    PERFORM set_config('timezone', zone, true);
    FOR l IN TABLE leakproof LOOP
        function := l.function;
        SELECT e.state, e.message INTO state, message FROM error_of(CASE
            WHEN l.proname ~ '^(snowflake|binaryid)_' THEN format('SELECT count(%I(a.v, e.v, s, u))
                FROM value_timestamptz AS a, (SELECT v FROM value_timestamptz LIMIT 20) AS e,
                unnest(''{-1,0,1,8,9,22,62,63}''::integer[]) AS s,
                    unnest(''{1 us,-1 us,0,1 month,2147483647 days,-178000000 years}''::interval[]) AS u', l.proname)
            WHEN cardinality(l.arguments) = 4 THEN (SELECT string_agg(format('SELECT count(%I(c, a.v, u, z))
                FROM (SELECT v FROM value_%s LIMIT 40) AS a, unnest(''{<,=,>=,?}''::text[]) AS c,
                    unnest(''{microseconds,hour,week,month,century,moon}''::text[]) AS u,
                    unnest(''{"",UTC,X-167}''::text[]) AS z', l.proname, type), ' UNION ALL ')
                FROM unnest('{timestamptz,timestamp,date,numeric,_timestamptz,int8}'::text[]) AS type)
            WHEN cardinality(l.arguments) = 3 THEN format('SELECT count(%1$I(a.v, b.v, c.v)) '
                'FROM value_%2$s AS a, (SELECT v FROM value_%2$s LIMIT 10) AS b, (SELECT v FROM value_%2$s LIMIT 10) AS c',
                l.proname, l.arguments[1])
            WHEN cardinality(l.arguments) = 1 THEN format('SELECT count(%I(a.v)) FROM value_%s AS a', l.proname, l.arguments[1])
            ELSE format('SELECT count(%I(a.v, b.v)) FROM value_%s AS a, (SELECT v FROM value_%s LIMIT 50) AS b',
                l.proname, l.arguments[1], l.arguments[2])
            END) AS e;
        RETURN NEXT;
    END LOOP;
END
$$;
\set ECHO all
SELECT zone, count(*) > 0 AS any, count(state) AS errors,
    min(function::text || ': ' || message) FILTER (WHERE state IS NOT NULL) AS first
FROM unnest('{UTC, Pacific/Kiritimati, Pacific/Niue, X-167, X+167}'::text[]) AS zone, calls(zone) GROUP BY 1 ORDER BY 1;
-- What reads a text or bytes, or has no id for every time, raises errors with its argument in it, and is not leakproof:
-- but for those that take any.
SELECT proname FROM leakproof WHERE proname !~ '^ulidkit_(earliest|latest)$|^ulidtext_(lower_)?extract_timestamp$'
    AND arguments && '{text, cstring, bytea, internal}'
    OR proname ~ '_(min|max|in|recv|generate.*|from_.*)$';
-- Whatever time planning puts is: four bounds beside each function that extracts a time, or two of texts and byte
-- strings, and what is for all of them.
SELECT count(*) = 4 + (SELECT sum(CASE WHEN proname ~ '^(ulidtext|binaryid)_' THEN 2 ELSE 4 END) FROM pg_proc
    WHERE prosupport = 'ulidkit_extract_timestamp_support'::regproc) AS all
FROM leakproof WHERE proname ~ '_(after|before)$|^ulidkit_(timestamptz|earliest|latest)$';

-- Somebody else's rows below a policy, a barrier, and a leak: a cheap function that remembers what it is called with.
SELECT * FROM each_kind($$
    CREATE TABLE KIND_row (id KIND PRIMARY KEY, owner text, note text);
    INSERT INTO KIND_row SELECT id, CASE WHEN k < 2 AND extract(minute FROM created) IN (0, 5, 33) THEN 'regress_ulidkit_reader'
        ELSE 'secret' END, id::text
        FROM KIND_event;
    CREATE VIEW KIND_barrier WITH (security_barrier) AS SELECT id, id::timestamptz AS seen, note FROM KIND_row
        WHERE owner = current_user;
    ALTER TABLE KIND_row ENABLE ROW LEVEL SECURITY;
    CREATE POLICY own ON KIND_row USING (owner = current_user);
    ANALYZE KIND_row;
    SELECT NULL$$) WHERE answer IS NOT NULL;
\set ECHO none
CREATE ROLE regress_ulidkit_reader;
GRANT USAGE ON SCHEMA security_leaks TO regress_ulidkit_reader;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA security_leaks TO regress_ulidkit_reader;
CREATE TABLE leaked (v text);
CREATE FUNCTION leak(anyelement)
    RETURNS boolean LANGUAGE plpgsql COST 0.0001 SECURITY DEFINER SET search_path = security_leaks, pg_temp AS $$
BEGIN
    INSERT INTO leaked VALUES ($1::text);
    RETURN true;
END
$$;
CREATE TABLE condition (n serial, condition text);
INSERT INTO condition (condition) VALUES
    ('id <= KIND_before(''2025-01-01 12:00Z'')'),
    ('id::timestamptz < ''2025-01-01 12:00Z'''),
    ('id::timestamptz = ''2025-01-01 12:05Z'''),
    ('id::timestamptz < date ''2025-01-02'''),
    ('id::timestamptz < timestamp ''2025-01-01 12:00'''),
    ('(id::timestamptz >= ''2025-01-01 11:00Z'' AND id::timestamptz < ''2025-01-01 12:00Z'')'),
    ('(id::timestamptz < ''2025-01-01 01:00Z'' OR id::timestamptz > ''2025-01-02 23:00Z'')'),
    ('id::timestamptz IS NOT NULL'),
    ('note::KIND < KIND_before(''2025-01-01 12:00Z'')'),
    ('note::KIND::timestamptz < ''2025-01-01 12:00Z'''),
    ('id < KIND_max(id::timestamptz)'),
    ('id::date = ''2025-01-02'''),
    ('date_trunc(''hour'', id::timestamptz) = ''2025-01-01 12:00Z'''),
    ('id::timestamptz IN (''2025-01-01 12:00Z'', ''2025-01-02Z'')'),
    ('(id::timestamptz, id) < (''2025-01-01 12:00Z'', KIND_min(''2025-01-01 12:00Z''))');
GRANT SELECT ON condition, kinds TO regress_ulidkit_reader;
-- A query of the reader's: the number of rows, and what leaked of rows that are not his.
CREATE FUNCTION hidden_seen(query text, OUT rows bigint, OUT hidden bigint) LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM leaked;
    SET LOCAL ROLE regress_ulidkit_reader;
    EXECUTE format('SELECT count(*) FROM (%s) AS q', query) INTO rows;
    RESET ROLE;
    SELECT count(*) INTO hidden FROM leaked WHERE v NOT IN (SELECT * FROM owned);
END
$$;
CREATE TABLE owned (note text);
SELECT * FROM each_kind($$INSERT INTO owned SELECT note FROM KIND_row WHERE owner = 'regress_ulidkit_reader'; SELECT NULL$$)
WHERE answer IS NOT NULL;
CREATE VIEW query AS
    SELECT kind, condition.n, condition, relation, format(select_, kind, relation, replace(condition, 'KIND', kind)) AS query
    FROM kinds, condition, (VALUES ('row'), ('barrier')) AS r (relation),
        (VALUES ('SELECT note FROM %s_%s AS e WHERE %s AND leak(note)'),
            ('SELECT note FROM %s_%s AS e WHERE %s AND leak(id)'),
            ('SELECT note FROM %s_%s AS e WHERE leak(note) AND %s ORDER BY id::timestamptz DESC LIMIT 100')) AS q (select_);
CREATE VIEW seen AS
    SELECT kind, count(*) AS queries, sum(hidden) AS hidden, count(*) FILTER (WHERE rows > 0) AS with_rows,
        md5(string_agg(rows::text, ' ' ORDER BY q.query)) AS rows
    FROM query AS q, hidden_seen(q.query) GROUP BY kind;
\set ECHO all
SELECT * FROM facts(ARRAY(SELECT ARRAY['time planning ' || planning, '(KIND,90,0,72,3aa3e296cbf2bea7383bccf77546070e)', format(
    'SELECT set_config(''ulidkit.time_planning'', %L, true); SELECT seen FROM seen WHERE kind = ''KIND''', planning)]
    FROM unnest('{on,off}'::text[]) AS planning));
-- Nor do statistics leak, with which the planner calls the function of an operator.
CREATE FUNCTION leak(timestamptz, timestamptz) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RETURN leak($1); END';
CREATE OPERATOR <<< (LEFTARG = timestamptz, RIGHTARG = timestamptz, FUNCTION = leak, RESTRICT = scalarltsel);
SELECT * FROM hidden_seen('SELECT FROM ulid_row WHERE id::timestamptz <<< ''2025-01-02Z'' LIMIT 0');
-- The judge judges: without the barrier, the leaks are found.
ALTER TABLE ulid_row DISABLE ROW LEVEL SECURITY;
SELECT rows, hidden > 0 AS hidden FROM hidden_seen('SELECT note FROM ulid_row WHERE leak(note) AND owner = current_user');
SELECT rows, hidden > 0 AS hidden FROM hidden_seen('SELECT FROM ulid_row WHERE id::timestamptz <<< ''2025-01-02Z'' LIMIT 0');
ALTER TABLE ulid_row ENABLE ROW LEVEL SECURITY;
-- Nor do the statistics of a child or partition, which has no policy of its own, if its parent has one: of the time, of
-- a form of it or of the ID, through a generated column, and below a view. The reader may read every level.
\set ECHO none
CREATE FUNCTION leak(text, text) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RETURN leak($1); END';
CREATE OPERATOR <<< (LEFTARG = text, RIGHTARG = text, FUNCTION = leak, RESTRICT = scalarltsel);
CREATE FUNCTION leak(date, date) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RETURN leak($1); END';
CREATE OPERATOR <<< (LEFTARG = date, RIGHTARG = date, FUNCTION = leak, RESTRICT = scalarltsel);
CREATE TABLE own_policy (id ulid, made timestamptz GENERATED ALWAYS AS (id::timestamptz) STORED,
    public_id text GENERATED ALWAYS AS (id::text) STORED, owner text);
CREATE TABLE parent (LIKE own_policy INCLUDING GENERATED);
CREATE TABLE child () INHERITS (parent);
CREATE TABLE parted (LIKE own_policy INCLUDING GENERATED) PARTITION BY RANGE (id);
CREATE TABLE parted_1 PARTITION OF parted DEFAULT PARTITION BY LIST (owner);
CREATE TABLE parted_1a PARTITION OF parted_1 DEFAULT;
INSERT INTO own_policy (id, owner) SELECT id, 'secret' FROM ulid_event;
INSERT INTO child (id, owner) SELECT id, owner FROM own_policy;
INSERT INTO parted (id, owner) SELECT id, owner FROM own_policy;
CREATE POLICY own ON own_policy USING (owner = current_user);
CREATE POLICY own ON parent USING (owner = current_user);
CREATE POLICY own ON parted USING (owner = current_user);
CREATE VIEW invoker_view WITH (security_invoker) AS SELECT * FROM parent;
CREATE VIEW barrier_view WITH (security_barrier) AS SELECT * FROM parent WHERE owner = current_user;
ANALYZE own_policy, parent, child, parted;
GRANT SELECT ON own_policy, parent, child, parted, parted_1, parted_1a, invoker_view, barrier_view TO regress_ulidkit_reader;
CREATE FUNCTION protect(how text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('ALTER TABLE own_policy %1$s ROW LEVEL SECURITY; ALTER TABLE parent %1$s ROW LEVEL SECURITY;
        ALTER TABLE parted %1$s ROW LEVEL SECURITY', how);
END
$$;
CREATE VIEW by_statistics AS
    SELECT relation, condition, format('SELECT FROM %s WHERE %s LIMIT 0', relation, condition) AS query
    FROM unnest('{own_policy,parent,parted,invoker_view,barrier_view}'::text[]) WITH ORDINALITY AS r (relation, r),
        unnest(ARRAY['id::timestamptz <<< ''2025-01-02Z''', 'id::date <<< ''2025-01-02''', 'id::text <<< ''01JGQ''',
            'made <<< ''2025-01-02Z''', 'made::date <<< ''2025-01-02''', 'public_id <<< ''01JGQ'''])
            WITH ORDINALITY AS c (condition, c)
    ORDER BY r, c;
\set ECHO all
SELECT protect('ENABLE') \g /dev/null
SELECT relation, condition, hidden FROM by_statistics, hidden_seen(query);
SET ulidkit.time_planning = off;
SELECT sum(hidden) AS hidden FROM by_statistics, hidden_seen(query);
RESET ulidkit.time_planning;
-- The judge judges: without policies the values are seen, except below a barrier, where the condition does not go.
SELECT protect('DISABLE') \g /dev/null
SELECT relation, string_agg(condition, ', ' ORDER BY condition) FILTER (WHERE hidden > 0) AS seen
FROM by_statistics, hidden_seen(query) GROUP BY relation ORDER BY relation;
-- A plan for all values is made again for a role that may not call what planning by time has put into it, and for the
-- role that may: in both orders.
BEGIN;
REVOKE EXECUTE ON FUNCTION ulid_at_or_after(timestamptz) FROM PUBLIC;
SET LOCAL plan_cache_mode = force_generic_plan;
PREPARE since(timestamptz) AS SELECT count(*) FROM ulid_event WHERE id::timestamptz >= $1;
SELECT answer_of('EXECUTE since(''2025-01-03Z'')'), plan_of('EXECUTE since(''2025-01-03Z'')') ~ 'Index Cond' AS by_index;
SET LOCAL ROLE regress_ulidkit_reader;
SELECT answer_of('EXECUTE since(''2025-01-03Z'')'), plan_of('EXECUTE since(''2025-01-03Z'')') ~ 'Index Cond' AS by_index;
DEALLOCATE since;
PREPARE since(timestamptz) AS SELECT count(*) FROM ulid_event WHERE id::timestamptz >= $1;
SELECT answer_of('EXECUTE since(''2025-01-03Z'')'), plan_of('EXECUTE since(''2025-01-03Z'')') ~ 'Index Cond' AS by_index;
RESET ROLE;
SELECT answer_of('EXECUTE since(''2025-01-03Z'')'), plan_of('EXECUTE since(''2025-01-03Z'')') ~ 'Index Cond' AS by_index;
DEALLOCATE since;
ROLLBACK;
-- What goes below the barrier: conditions that are leakproof, and so can use the index. What is not stays above.
SET ROLE regress_ulidkit_reader;
SELECT condition, regexp_replace(plan_of(format('SELECT * FROM ulid_row WHERE leak(note) AND %s',
    replace(condition, 'KIND', 'ulid'))), E' *Recheck Cond:[^\n]*\n', '') AS plan_of
FROM condition WHERE n IN (1, 2, 4, 6, 9, 10, 11) OR condition ~ 'date|IN' ORDER BY n;
SELECT condition, regexp_replace(plan_of(format('SELECT * FROM ulid_barrier WHERE leak(note) AND %s',
    replace(condition, 'KIND', 'ulid'))), E' *Recheck Cond:[^\n]*\n', '') AS plan_of
FROM condition WHERE n IN (2, 10) ORDER BY n;
-- Statistics are not shown to who does not see all rows.
SELECT count(*) FROM pg_stats WHERE schemaname = 'security_leaks' AND tablename LIKE '%\_row';
RESET ROLE;

-- Policies by the time, of which there is another for each command, and for the table's owner too: the rows that can be
-- read, changed and deleted, and whether rows of other times can be put in, are those of the time in a column.
SELECT * FROM each_kind($$
    CREATE TABLE KIND_doc AS SELECT id, created FROM KIND_event;
    ALTER TABLE KIND_doc ADD PRIMARY KEY (id);
    ALTER TABLE KIND_doc ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY, OWNER TO regress_ulidkit_reader;
    CREATE POLICY reading ON KIND_doc FOR SELECT USING (id::timestamptz >= '2025-01-01 10:00Z');
    CREATE POLICY making ON KIND_doc FOR INSERT WITH CHECK (id::timestamptz BETWEEN '2025-02-01Z' AND '2025-03-01Z');
    CREATE POLICY changing ON KIND_doc FOR UPDATE USING (id::timestamptz < date '2025-01-02')
        WITH CHECK (id < KIND_min('2025-01-02Z'));
    CREATE POLICY deleting ON KIND_doc FOR DELETE
        USING (id::timestamptz <@ '[2025-01-02Z,2025-01-02 01:00Z)'::tstzrange OR id::timestamptz = '2025-01-03Z');
    CREATE POLICY never ON KIND_doc AS RESTRICTIVE
        USING (KIND_extract_timestamp(id) <> '2025-01-01 11:00Z' AND id::timestamptz < 'infinity');
    SELECT NULL$$) WHERE answer IS NOT NULL;
CREATE FUNCTION commands(kind text, planning text, OUT answer text) LANGUAGE plpgsql AS $$
DECLARE
    command text;
    result text;
BEGIN
    PERFORM set_config('ulidkit.time_planning', planning, true);
    SET LOCAL ROLE regress_ulidkit_reader;
    FOREACH command IN ARRAY ARRAY['SELECT * FROM KIND_doc', 'SELECT * FROM KIND_doc WHERE id::timestamptz < ''2025-01-01 12:00Z''',
        'UPDATE KIND_doc SET created = created RETURNING *', 'DELETE FROM KIND_doc RETURNING *',
        'INSERT INTO KIND_doc VALUES (KIND_generate(''2025-02-02Z'')) RETURNING *',
        'INSERT INTO KIND_doc VALUES (KIND_generate(''2025-04-01Z'')) RETURNING *',
        'UPDATE KIND_doc SET id = KIND_generate(''2025-02-02Z'') '
            'WHERE id = KIND_max(''2025-01-01 23:59Z'') OR id::timestamptz = ''2025-01-01 23:59Z'' RETURNING *'] LOOP
        BEGIN
            EXECUTE replace(format('WITH c AS (%s) SELECT count(*) FROM c', command), 'KIND', kind) INTO result;
        EXCEPTION WHEN OTHERS THEN
            result := SQLSTATE;
        END;
        answer := concat_ws(' ', answer, result);
    END LOOP;
    RAISE SQLSTATE 'UNDOO';
EXCEPTION WHEN SQLSTATE 'UNDOO' THEN
END
$$;
SELECT * FROM facts(ARRAY(SELECT ARRAY['policies, time planning ' || planning, '2399 119 839 61 1 42501 42501',
    format('SELECT commands(''KIND'', %L)', planning)] FROM unnest('{on,off}'::text[]) AS planning));
SELECT count(*) FILTER (WHERE created >= '2025-01-01 10:00Z' AND created <> '2025-01-01 11:00Z') AS read,
    count(*) FILTER (WHERE created >= '2025-01-01 10:00Z' AND created <> '2025-01-01 11:00Z'
        AND created < '2025-01-01 12:00Z') AS early,
    count(*) FILTER (WHERE created >= '2025-01-01 10:00Z' AND created <> '2025-01-01 11:00Z'
        AND created < '2025-01-02Z') AS changed,
    count(*) FILTER (WHERE created >= '2025-01-02Z' AND created < '2025-01-02 01:00Z' OR created = '2025-01-03Z') AS deleted
FROM ulid_event;

-- What time planning puts is the extension's own, whatever else has its name: earlier in the search path,
CREATE SCHEMA decoys;
GRANT ALL ON SCHEMA decoys TO regress_ulidkit_reader;
SET ROLE regress_ulidkit_reader;
CREATE FUNCTION decoys.run() RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RAISE 'hostile code runs as %', current_user;
END
$$;
SELECT * FROM each_kind($$
    CREATE FUNCTION decoys.KIND_at_or_after(timestamptz) RETURNS KIND IMMUTABLE LANGUAGE sql AS 'SELECT decoys.run()::KIND';
    CREATE FUNCTION decoys.KIND_after(timestamptz) RETURNS KIND IMMUTABLE LANGUAGE sql AS 'SELECT decoys.run()::KIND';
    CREATE FUNCTION decoys.KIND_before(timestamptz) RETURNS KIND IMMUTABLE LANGUAGE sql AS 'SELECT decoys.run()::KIND';
    CREATE FUNCTION decoys.KIND_at_or_before(timestamptz) RETURNS KIND IMMUTABLE LANGUAGE sql AS 'SELECT decoys.run()::KIND';
    CREATE FUNCTION decoys.KIND_extract_timestamp(KIND) RETURNS timestamptz LANGUAGE sql AS 'SELECT decoys.run()::timestamptz';
    CREATE FUNCTION decoys.run(KIND, KIND) RETURNS boolean LANGUAGE sql AS 'SELECT decoys.run()::boolean';
    CREATE OPERATOR decoys.<= (LEFTARG = KIND, RIGHTARG = KIND, FUNCTION = decoys.run);
    CREATE OPERATOR decoys.>= (LEFTARG = KIND, RIGHTARG = KIND, FUNCTION = decoys.run);
    SELECT NULL$$) WHERE answer IS NOT NULL;
CREATE FUNCTION decoys.ulidkit_timestamptz(date) RETURNS timestamptz IMMUTABLE LANGUAGE sql AS 'SELECT decoys.run()::timestamptz';
RESET ROLE;
SET search_path = decoys, security_leaks, public;
SELECT * FROM facts(ARRAY[
    ['beside decoys', '1440 1 1559 10', $$
    SELECT string_agg(n::text, ' ') FROM (
        SELECT count(*) AS n FROM KIND_event WHERE id::timestamptz < date '2025-01-02'
        UNION ALL SELECT count(*) FROM KIND_event WHERE id::timestamptz = '2025-01-02Z'
        UNION ALL SELECT count(*) FROM KIND_event WHERE id::timestamptz > '2025-01-02Z'
        UNION ALL SELECT count(*) FROM (SELECT FROM KIND_event ORDER BY id::timestamptz DESC LIMIT 10) AS s) AS s$$]]);
-- and a function that has only the name of the extension's is not taken for it,
SELECT plan_of('SELECT * FROM ulid_event WHERE decoys.ulid_extract_timestamp(id) < ''2025-01-02Z''');
-- and in the place of one that a superuser has renamed.
SET search_path = security_leaks, public;
BEGIN;
GRANT CREATE ON SCHEMA public TO regress_ulidkit_reader;
ALTER FUNCTION ulid_before(timestamptz) RENAME TO ulid_until;
ALTER FUNCTION ulidkit_timestamptz(date) RENAME TO ulidkit_day;
SET LOCAL ROLE regress_ulidkit_reader;
CREATE FUNCTION public.ulid_before(timestamptz) RETURNS ulid IMMUTABLE LANGUAGE sql AS 'SELECT decoys.run()::ulid';
CREATE FUNCTION public.ulidkit_timestamptz(date) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT decoys.run()';
RESET ROLE;
SELECT count(*) FROM ulid_event WHERE id::timestamptz < '2025-01-02Z';
SELECT count(*) FROM ulid_event WHERE id::timestamptz >= date '2025-01-02';
ROLLBACK;

DROP OWNED BY regress_ulidkit_reader;
DROP ROLE regress_ulidkit_reader;
DROP SCHEMA :test, by_column CASCADE;
