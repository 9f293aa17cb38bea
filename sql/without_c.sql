-- examples/sql/ulidkit.sql, which is for servers without the extension: its functions have the results and the errors
-- of the extension's, on the vectors and on random values and texts. test/tap/026_without_c.pl has the way on.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

-- An ordinary role can run it.
CREATE ROLE regress_without_c;
SELECT current_database() AS database \gset
GRANT CREATE ON DATABASE :"database" TO regress_without_c;
SET ROLE regress_without_c;
\set file :abs_srcdir '/examples/sql/ulidkit.sql'
\i :file
RESET ROLE;

-- Functions with a name of the extension's have its arguments and properties; only superusers make them leakproof.
SELECT p.proname, pg_get_function_arguments(p.oid) AS arguments, p.provolatile AS volatility, p.proparallel AS parallel,
    p.proisstrict AS strict,
    (p.prorettype, p.provolatile, p.proparallel, p.proisstrict) = (c.prorettype, c.provolatile, c.proparallel, c.proisstrict)
        AND pg_get_function_arguments(p.oid) = pg_get_function_arguments(c.oid) AS same
FROM pg_proc p LEFT JOIN pg_proc c ON c.proname = p.proname AND c.proargtypes = p.proargtypes
        AND c.pronamespace = 'public'::regnamespace
WHERE p.pronamespace = 'ulidkit_sql'::regnamespace ORDER BY 1, 2;
-- No result depends on search_path: those without one of their own are one expression each, tried below.
SELECT p.oid::regprocedure AS "without a search_path", l.lanname FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
WHERE pronamespace = 'ulidkit_sql'::regnamespace AND proconfig IS DISTINCT FROM '{"search_path=pg_catalog, pg_temp"}'
ORDER BY proname;

-- An expression, once with the functions of the extension and once with these. Errors have code, message and detail.
CREATE FUNCTION answers(expression text, OUT of_c text, OUT of_sql text) LANGUAGE plpgsql AS $$
DECLARE
    path CONSTANT text := current_setting('search_path');
    answer text;
    answers text[];
    detail text;
BEGIN
    FOR i IN 1..2 LOOP
        PERFORM set_config('search_path', (ARRAY['public', 'ulidkit_sql'])[i], false);
        BEGIN
            EXECUTE 'SELECT ' || expression INTO answer;
        EXCEPTION WHEN OTHERS THEN
            GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
            answer := format('ERROR %s: %s / %s', SQLSTATE, SQLERRM, detail);
        END;
        answers[i] := answer;
    END LOOP;
    PERFORM set_config('search_path', path, false);
    of_c := answers[1];
    of_sql := answers[2];
END
$$;

-- The vectors
CREATE TABLE ulid_vector (canonical_text text, hex_of_binary text, unix_milliseconds bigint, iso_utc text, random_hex text,
    uuid_text text, alt_lower_text text, alt_mixed_case_text text, category text);
CREATE TABLE ulid_invalid (text text, class text, reason text, rejected_by text);
CREATE TABLE typeid_vector (name text, typeid text, prefix text, uuid uuid);
CREATE TABLE typeid_invalid (name text, typeid text);
\set file '\'' :abs_srcdir '/test/vectors/ulid.tsv' '\''
\set copy '\\copy ulid_vector FROM ' :file ' (FORMAT text, HEADER MATCH)'
:copy
\set file '\'' :abs_srcdir '/test/vectors/ulid_invalid.tsv' '\''
\set copy '\\copy ulid_invalid FROM ' :file ' (FORMAT text, HEADER MATCH)'
:copy
\set file '\'' :abs_srcdir '/test/vectors/typeid.tsv' '\''
\set copy '\\copy typeid_vector FROM ' :file ' (FORMAT text, HEADER MATCH)'
:copy
\set file '\'' :abs_srcdir '/test/vectors/typeid_invalid.tsv' '\''
\set copy '\\copy typeid_invalid FROM ' :file ' (FORMAT text, HEADER MATCH)'
:copy
SELECT count(*) > 300 AS "many ulids", count(*) FILTER (WHERE (
        uuid_text::uuid::ulidkit_sql.ulid::text = canonical_text AND uuid_text::uuid::ulidkit_sql.ulid::varchar = canonical_text
        AND uuid_text::uuid::ulidkit_sql.ulid::char(26) = canonical_text
        AND canonical_text::ulidkit_sql.ulid::uuid = uuid_text::uuid AND alt_lower_text::ulidkit_sql.ulid::uuid = uuid_text::uuid
        AND alt_mixed_case_text::varchar::ulidkit_sql.ulid::uuid = uuid_text::uuid
        AND canonical_text::ulidkit_sql.ulid::timestamptz = iso_utc::timestamptz
        AND ulidkit_sql.uuidv7_extract_timestamp(uuid_text::uuid) = iso_utc::timestamptz
        AND ulidkit_sql.uuidv7_min(iso_utc::timestamptz)::text = left(uuid_text, 13) || '-0000-0000-000000000000'
    ) IS NOT TRUE) AS wrong
FROM ulid_vector;
SELECT count(*) AS typeids, count(*) FILTER (WHERE (ulidkit_sql.typeid_encode(prefix, uuid) = typeid
    AND ulidkit_sql.typeid_decode(prefix, typeid) = uuid) IS NOT TRUE) AS wrong
FROM typeid_vector;
SELECT count(*) > 100 AS "many no ulids",
    count(*) FILTER (WHERE of_c !~ '^ERROR 22') AS read, count(*) FILTER (WHERE of_sql <> of_c) AS other
FROM ulid_invalid, answers(format('%L::text::ulid::uuid', text));
SELECT count(*) > 20 AS "many no typeids",
    count(*) FILTER (WHERE of_c !~ '^ERROR 22') AS read, count(*) FILTER (WHERE of_sql <> of_c) AS other
FROM typeid_invalid, substring(typeid FROM '^(.*)_') AS p, answers(format('typeid_decode(%L, %L)', coalesce(p, ''), typeid));

-- Times and their limits, whatever the settings of the session are.
SELECT setseed(0.5) \g /dev/null
CREATE TABLE given (ts timestamptz);
INSERT INTO given SELECT t + us * interval '1 us'
FROM unnest('{epoch,2000-01-01Z,2025-06-07 08:09:10.123Z,10889-08-02 05:31:50.655Z,5000-01-01Z}'::timestamptz[]) AS t,
    unnest('{-1001,-1000,-999,-1,0,1,499,500,501,999,1000,1001}'::integer[]) AS us;
INSERT INTO given VALUES ('infinity'), ('-infinity'), ('4713-01-01 BC'), ('294276-12-31 23:59:59.999999Z'), (NULL);
INSERT INTO given SELECT to_timestamp(s) + us * interval '1 us'
FROM (SELECT floor(random() * 281474976711) AS s, floor(random() * 1000000) AS us FROM generate_series(1, 1000)) AS r;
CREATE VIEW other_bounds AS SELECT ts, f, of_c, of_sql FROM given, unnest('{uuidv7_min,uuidv7_max,uuidv7_generate}'::text[]) AS f,
    answers(format(CASE f WHEN 'uuidv7_generate' THEN 'left(%s(%L::timestamptz)::text, 18)' ELSE '%s(%L::timestamptz)' END, f, ts));
SELECT f, count(*) > 1000 AS many, count(*) FILTER (WHERE of_c ~ 'ERROR') AS errors,
    count(*) FILTER (WHERE of_sql IS DISTINCT FROM of_c) AS other
FROM other_bounds GROUP BY f ORDER BY f;
SELECT f, ts, of_sql FROM other_bounds WHERE of_sql ~ 'ERROR' AND NOT isfinite(ts) ORDER BY f, ts;
CREATE FUNCTION without_messages(text) RETURNS text LANGUAGE sql RETURN regexp_replace($1, '^(ERROR .....).*', '\1');
CREATE TABLE setting AS SELECT datestyle, bytea_output, zone
FROM unnest('{"SQL, DMY","Postgres, MDY","German, YMD"}'::text[], '{hex,escape,escape}'::text[],
    '{Asia/Kathmandu,America/St_Johns,Africa/Monrovia}'::text[]) AS s (datestyle, bytea_output, zone);
CREATE FUNCTION others_with(setting) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('DateStyle', $1.datestyle, true), set_config('bytea_output', $1.bytea_output, true),
        set_config('TimeZone', $1.zone, true), set_config('extra_float_digits', '-15', true),
        set_config('IntervalStyle', 'sql_standard', true);
    RETURN count(*) FROM other_bounds WHERE without_messages(of_sql) IS DISTINCT FROM without_messages(of_c);
END
$$;
SELECT setting, others_with(setting) FROM setting;

-- Random UUIDs of any version, with prefixes of every length
CREATE TABLE random_id AS SELECT
    CASE n % 4 WHEN 0 THEN uuidv7_generate() WHEN 1 THEN ulidkit_sql.uuidv7_generate() ELSE gen_random_uuid() END AS id,
    rtrim(left('abcdefghijklmnopqrstuvwxyz_abcdefghijklmnopqrstuvwxyz_abcdefghi', n % 64), '_') AS prefix
FROM generate_series(1, 5000) AS n;
INSERT INTO random_id VALUES ('00000000-0000-0000-0000-000000000000', ''), ('ffffffff-ffff-ffff-ffff-ffffffffffff', ''),
    (NULL, NULL), (NULL, 'a');
CREATE FUNCTION others() RETURNS TABLE (rows bigint, times bigint, ulids bigint, typeids bigint, back bigint) LANGUAGE sql AS $$
SELECT count(*),
    count(*) FILTER (WHERE ulidkit_sql.uuidv7_extract_timestamp(id) IS DISTINCT FROM uuidv7_extract_timestamp(id)),
    count(*) FILTER (WHERE id::ulidkit_sql.ulid::text IS DISTINCT FROM id::ulid::text
        OR (id::ulidkit_sql.ulid IS NULL) <> (id::ulid IS NULL)),
    count(*) FILTER (WHERE ulidkit_sql.typeid_encode(prefix, id) IS DISTINCT FROM typeid_encode(prefix, id)),
    count(*) FILTER (WHERE id::ulid::text::ulidkit_sql.ulid::uuid IS DISTINCT FROM id
        OR ulidkit_sql.typeid_decode(prefix, typeid_encode(prefix, id)) IS DISTINCT FROM id)
FROM random_id
$$;
SELECT * FROM others();
SET bytea_output = escape;
SET datestyle = 'SQL, DMY';
SET timezone = 'Asia/Kathmandu';
SELECT * FROM others();
RESET bytea_output;
RESET datestyle;
SET timezone = 'UTC';
SELECT count(id) AS ids, count(id::ulidkit_sql.ulid) AS ulids FROM random_id;

-- Texts with one or two letters replaced, removed or added, and prefixes of few letters
CREATE FUNCTION edited(text, letters text) RETURNS text LANGUAGE sql VOLATILE AS $$
SELECT CASE WHEN how < 0.1 THEN $1 WHEN how < 0.6 THEN overlay($1 PLACING letter FROM place FOR 1)
    WHEN how < 0.8 THEN overlay($1 PLACING '' FROM place FOR 1) ELSE overlay($1 PLACING letter FROM place FOR 0) END
FROM (SELECT random() AS how, substr(letters, 1 + floor(random() * length(letters))::integer, 1) AS letter,
    1 + floor(random() * (1 + length($1)))::integer AS place) AS s
$$;
CREATE TABLE random_text AS
    SELECT prefix, edited(CASE n % 3 WHEN 0 THEN edited(ulid, '078zZuUiILoO-é ') ELSE ulid END, '078zZuUiILoO-é ') AS ulid,
        edited(CASE n % 3 WHEN 0 THEN edited(typeid, '_078zaouilA-é') ELSE typeid END, '_078zaouilA-é') AS typeid,
        CASE n % 2 WHEN 0 THEN edited(edited(edited('', 'az_A0-é'), 'az_'), 'abc_é') ELSE edited(prefix, 'az_A0-é {') END
            AS other
    FROM (SELECT prefix, id::ulid::text AS ulid, typeid_encode(prefix, id) AS typeid, row_number() OVER () AS n
        FROM random_id WHERE id IS NOT NULL) AS s;
CREATE VIEW random_answer AS
    SELECT 'ulid' AS what, (answers(format('%L::text::ulid::uuid', ulid))).* FROM random_text
    UNION ALL SELECT 'typeid', (answers(format('typeid_decode(%L, %L)', prefix, typeid))).* FROM random_text
    UNION ALL SELECT 'prefix', (answers(format('typeid_encode(%L, ''017f22e2-79b0-7cc3-98c4-dc0c0c07398f'')', other))).*
    FROM random_text;
SELECT what, count(*) > 4000 AS many, count(*) FILTER (WHERE of_c ~ '^ERROR') > 500 AS errors,
    count(*) FILTER (WHERE of_c !~ '^ERROR') > 500 AS values,
    array_agg(DISTINCT substr(of_c, 7, 5)) FILTER (WHERE of_c ~ '^ERROR') AS states,
    count(*) FILTER (WHERE of_sql IS DISTINCT FROM of_c) AS other
FROM random_answer GROUP BY what ORDER BY what;
-- What they say
SELECT expression, of_sql, of_sql IS DISTINCT FROM of_c AS other FROM unnest(ARRAY['NULL::text::ulid::text',
    'typeid_encode(NULL, NULL)', 'typeid_decode(''a'', NULL)', 'typeid_decode(NULL, ''a'')', 'typeid_encode(''naïve'', NULL)',
    'typeid_decode(''user'', ''users_01h455vb4pex5vsknk084sn02q'')', 'typeid_decode('''', '''')',
    'typeid_encode(''naïve'', ''017f22e2-79b0-7cc3-98c4-dc0c0c07398f'')', '''81ARZ3NDEKTSV4RRFFQ69G5FAV''::text::ulid::uuid',
    '''01ARZ3NDEKTSV4RRFFQ69G5FA''::varchar::ulid::uuid', 'uuidv7_min(ts => ''2025-01-01Z'')',
    'typeid_decode(prefix => ''a'', typeid => ''a_01h455vb4pex5vsknk084sn02q'')']) AS expression, answers(expression);
-- Texts in char(n), whose blanks are read; texts of which a message shows 100 bytes, in whole characters.
SELECT expression AS "of char", of_sql, of_sql IS DISTINCT FROM of_c AS other FROM unnest(ARRAY[
    '''01ARZ3NDEKTSV4RRFFQ69G5FAV''::char(26)::ulid::uuid', '''01ARZ3NDEKTSV4RRFFQ69G5FAV''::char(27)::ulid::uuid',
    '''01ARZ3NDEKTSV4RRFFQ69G5FA''::char(26)::ulid::uuid', 'NULL::char(26)::ulid::uuid']) AS expression, answers(expression);
SELECT count(*) AS "long texts",
    count(*) FILTER (WHERE of_c ~ '^ERROR.*\.\.\."') AS cut, count(*) FILTER (WHERE of_sql <> of_c) AS other
FROM generate_series(96, 102) AS n, unnest('{a,é,€,𝄞}'::text[]) AS c,
    unnest('{%L::text::ulid::uuid,"typeid_decode(''a'', %L)"}'::text[]) AS f,
    answers(format(f, repeat('a', n % 4) || repeat(c, n / octet_length(c))));
-- A nondeterministic collation changes nothing. Servers without ICU have none.
SELECT EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS icu \gset
\if :icu
CREATE COLLATION anyhow (provider = icu, locale = 'und-u-ks-level1', deterministic = false);
\else
CREATE COLLATION anyhow FROM "C";
\endif
SELECT ulidkit_sql.typeid_decode('user' COLLATE anyhow, 'user_01h455vb4pex5vsknk084sn02q' COLLATE anyhow),
    ('01arz3ndektsv4rrffq69g5fav'::text COLLATE anyhow)::ulidkit_sql.ulid::uuid,
    ulidkit_sql.typeid_encode('user' COLLATE anyhow, '01890a5d-ac96-774b-bcce-b302099a8057');
SELECT a AS "in another collation", state FROM unnest(ARRAY['''User'', ''user_01h455vb4pex5vsknk084sn02q''',
    '''user'', ''USER_01h455vb4pex5vsknk084sn02q''', '''user'', ''user_01H455vb4pex5vsknk084sn02q''']) AS a,
    error_of(format('SELECT ulidkit_sql.typeid_decode(%s COLLATE anyhow)', a));

-- Generated: of version 7, of the present time to the microsecond, and in order unless two are of one microsecond.
CREATE TABLE made (n bigserial, before timestamptz, id uuid, after timestamptz);
INSERT INTO made (before, id, after)
SELECT clock_timestamp(), ulidkit_sql.uuidv7_generate(), clock_timestamp() FROM generate_series(1, 20000);
CREATE VIEW made_at AS
    SELECT *, uuidv7_extract_timestamp(id)
        + ('x' || substr(id::text, 16, 3))::bit(12)::integer / 4.096 * interval '1 us' AS ts
    FROM made;
SELECT count(*) AS generated, count(DISTINCT id) AS different,
    bool_and(substr(id::text, 15, 1) = '7' AND substr(id::text, 20, 1) IN ('8', '9', 'a', 'b')) AS version,
    count(DISTINCT substr(id::text, 20)) AS suffixes,
    bool_and(ts BETWEEN before - interval '1 us' AND after + interval '1 us') AS present
FROM made_at;
SELECT count(*) AS "generated out of order"
FROM (SELECT id, ts, lag(id) OVER (ORDER BY n) AS id_before, lag(ts) OVER (ORDER BY n) AS ts_before FROM made_at) AS s
WHERE id < id_before AND ts > ts_before;
SELECT count(DISTINCT ulidkit_sql.uuidv7_generate('2025-01-01Z')) AS "of a time" FROM generate_series(1, 1000);

-- In indexes and generated columns, and in the query of whoever has a search_path with other functions.
CREATE TABLE customer (id uuid PRIMARY KEY DEFAULT ulidkit_sql.uuidv7_generate(), name text,
    public text GENERATED ALWAYS AS (ulidkit_sql.typeid_encode('customer', id)) STORED UNIQUE);
CREATE INDEX ON customer ((id::ulidkit_sql.ulid::text));
CREATE INDEX ON customer (ulidkit_sql.uuidv7_extract_timestamp(id));
INSERT INTO customer (name) SELECT 'customer ' || n FROM generate_series(1, 1000) AS n;
ANALYZE customer;
CREATE SCHEMA trap;
CREATE TABLE trap.text ();
CREATE TABLE trap.uuid ();
CREATE TABLE trapped AS
    SELECT p.oid, oprname
    FROM pg_proc p LEFT JOIN pg_operator o ON oprcode = p.oid AND oprkind = 'b' AND oprname IN ('||', '+', '*', '/')
    WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind = 'f' AND NOT proretset AND provariadic = 0
        AND (oprname IS NOT NULL OR proname IN (SELECT m[1] FROM pg_proc, regexp_matches(prosrc, '(\w+)\(', 'g') AS m
            WHERE pronamespace = 'ulidkit_sql'::regnamespace))
        AND NOT EXISTS (SELECT FROM pg_type t WHERE t.oid = ANY (array_append(proargtypes::oid[], prorettype)) AND typtype = 'p');
SELECT count(DISTINCT oid) > 50 AS "trapped: functions", count(oprname) > 50 AS operators FROM trapped;
SELECT format('CREATE FUNCTION trap.%I(%s) RETURNS %s LANGUAGE plpgsql AS $$ BEGIN RAISE ''trapped''; END $$',
    proname, oidvectortypes(proargtypes), prorettype::regtype) FROM pg_proc WHERE oid IN (SELECT oid FROM trapped) \gexec
SELECT format('CREATE OPERATOR trap.%s (FUNCTION = trap.%I, LEFTARG = %s, RIGHTARG = %s)', o.oprname, proname,
    oprleft::regtype, oprright::regtype)
FROM trapped t JOIN pg_proc p ON p.oid = t.oid JOIN pg_operator o ON oprcode = t.oid AND o.oprname = t.oprname
\gexec
SET search_path = trap, pg_catalog;
SELECT count(s) AS "not trapped" FROM (SELECT ulidkit_sql.uuidv7_generate(), ulidkit_sql.uuidv7_generate(pg_catalog.now()),
    ulidkit_sql.uuidv7_min(pg_catalog.now()), ulidkit_sql.uuidv7_max(pg_catalog.now()),
    ulidkit_sql.uuidv7_extract_timestamp(id), id::ulidkit_sql.ulid::pg_catalog.text::ulidkit_sql.ulid::pg_catalog.uuid,
    ulidkit_sql.typeid_decode('a', ulidkit_sql.typeid_encode('a', id))
    FROM pg_catalog.gen_random_uuid() AS id OFFSET 0) AS s;
SET search_path = :test, public;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT name FROM customer WHERE id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'::text::ulidkit_sql.ulid::uuid;
SELECT answer_of('EXPLAIN (COSTS OFF) SELECT name FROM customer WHERE id::ulidkit_sql.ulid::text = ''01ARZ3NDEKTSV4RRFFQ69G5FAV''')
    AS "first line";
EXPLAIN (COSTS OFF) SELECT name FROM customer
WHERE id >= ulidkit_sql.uuidv7_min('2025-01-01Z') AND id < ulidkit_sql.uuidv7_min('2025-01-02Z');

-- What stays different from the extension's type: a literal has to be a text first.
SELECT report_of('SELECT ''01ARZ3NDEKTSV4RRFFQ69G5FAV''::ulidkit_sql.ulid') AS "a literal";

DROP SCHEMA trap CASCADE;
DROP SCHEMA :test CASCADE;
DROP SCHEMA ulidkit_sql CASCADE;
REVOKE CREATE ON DATABASE :"database" FROM regress_without_c;
DROP ROLE regress_without_c;
