-- For the regression tests of planning by time, in the place of kinds.sql: ids in columns of built-in types. Each
-- function for their time is presented as a kind, with the function names of a kind. Functions that the extension does
-- not have under such a name are SQL functions here, which the planner inlines. With `more_builtin_types` there are
-- more.

-- `bound`: how the bounds are made, if not by functions of that name, with the name for %s; `shift`, of numbers.
CREATE TABLE kinds (oid oid, kind text, type text, time text, bound text, shift integer);
INSERT INTO kinds VALUES
    (1, 'uuidv7', 'uuid', 'uuidv7_extract_timestamp(\1)', NULL, NULL),
    (2, 'cast7', 'uuid', '\1::ulid::timestamptz', 'ulid_%s($1)::uuid', NULL),
    (3, 'tid', 'bigint', '\1::timeid::timestamptz', 'timeid_%s($1)::bigint', NULL),
    (4, 'snowflake', 'bigint', 'snowflake_extract_timestamp(\1)', NULL, 22),
    (5, 'sony', 'bigint', 'snowflake_extract_timestamp(\1, ''2014-09-01Z'', 24, ''10 ms'')',
        'snowflake_%s($1, ''2014-09-01Z'', 24, ''10 ms'')', 24);
\if :{?more_builtin_types}
-- Layouts of other systems, and of none: of seconds, of microseconds, and with a unit that nobody would take.
INSERT INTO kinds SELECT 5 + n, kind, 'bigint', format('snowflake_extract_timestamp(\1, %s)', layout),
    format('snowflake_%%s($1, %s)', layout), shift
FROM (VALUES
    (1, 'discord', '''2015-01-01Z''', 22), (2, 'mastodon', 'shift => 16, epoch => ''epoch''', 16),
    (3, 'instagram', '''2011-08-24 21:07:01.721Z'', 23', 23), (4, 'seconds', '''epoch'', 32, ''1 s''', 32),
    (5, 'micro', 'epoch => ''2000-01-01Z'', shift => 8, unit => ''1 us''', 8),
    (6, 'minutes', '''1867-10-18 15:33:32.5Z'', 36, ''7 minutes 0.1 s''', 36)) AS l (n, kind, layout, shift);
-- Uuids of all versions; and their time by the server's own function, which knows two of them, where it has it. In
-- columns of `version7`, and in those of the type that have such a constraint, all are of the version that is in order.
CREATE FUNCTION server_time() RETURNS text STABLE LANGUAGE sql
    RETURN coalesce(to_regprocedure('pg_catalog.uuid_extract_timestamp(uuid)')::oid::regproc::text,
        'uuidv7_extract_timestamp');
CREATE FUNCTION version_of(uuid) RETURNS integer IMMUTABLE LANGUAGE sql
    RETURN CASE WHEN $1::text ~ '^.{19}[89ab]' THEN ('x' || substr($1::text, 15, 1))::bit(4)::integer END;
SELECT format('CREATE DOMAIN version7 AS uuid CHECK (VALUE IS NULL OR %s(VALUE) IS NOT DISTINCT FROM 7)',
    CASE WHEN server_time() ~ '^uuidv7' THEN 'version_of' ELSE 'uuid_extract_version' END) \gexec
INSERT INTO kinds VALUES
    (12, 'mixed', 'uuid', 'uuidv7_extract_timestamp(\1)', 'uuidv7_%s($1)'),
    (13, 'server', 'uuid', server_time() || '(\1)', 'of_version_7(uuidv7_%1$s($1), ''%1$s'')'),
    (14, 'server_domain', 'version7', server_time() || '(\1)', 'of_version_7(uuidv7_%1$s($1), ''%1$s'')'),
    (15, 'server_mixed', 'uuid', server_time() || '(\1)', 'uuidv7_%s($1)');
-- ULIDs as texts of all types, in either case, also in a collation that is not that of bytes, if the server has one;
-- and byte strings: ULIDs, and ids of seconds. What has bounds of its own only for the planner gets those of these ids
-- here.
SELECT format('CREATE DOMAIN foreign_text AS text %s', 'COLLATE "und-x-icu"') AS made
FROM pg_collation WHERE collname = 'und-x-icu' AND pg_encoding_to_char(collencoding) IN ('', 'UTF8')
UNION ALL SELECT 'CREATE DOMAIN foreign_text AS text' LIMIT 1 \gexec
INSERT INTO kinds VALUES
    (16, 'upper_text', 'text', 'ulidtext_extract_timestamp(\1)', 'ulid_%s($1)::text'),
    (17, 'lower_char', 'char(26)', 'ulidtext_lower_extract_timestamp(\1)', 'lower(ulid_%s($1)::text)'),
    (18, 'upper_varchar', 'varchar(30)', 'ulidtext_extract_timestamp(\1)', 'ulid_%s($1)::text'),
    (19, 'foreign_text', 'foreign_text', 'ulidtext_extract_timestamp(\1)', 'ulid_%s($1)::text'),
    (20, 'bytes', 'bytea', 'binaryid_extract_timestamp(\1)', 'ulid_%s($1)::bytea'),
    (21, 'object_id', 'bytea', 'binaryid_extract_timestamp(\1, ''epoch'', 4, ''1 s'')', 'object_id_of(''%s'', $1)');
CREATE FUNCTION object_id_of(bound text, ts timestamptz) RETURNS bytea IMMUTABLE LANGUAGE sql
    RETURN (SELECT decode(lpad(to_hex(least(greatest(CASE WHEN first THEN ceil(s) ELSE floor(s) END, 0), 4294967295)::bigint),
            8, '0') || repeat(CASE WHEN first THEN '00' ELSE 'ff' END, 8), 'hex')
        FROM (SELECT bound ~ 'min|after', extract(epoch FROM ts)) AS t (first, s));
-- The bound as a uuid of version 7.
CREATE FUNCTION of_version_7(id uuid, bound text) RETURNS uuid IMMUTABLE LANGUAGE sql
    RETURN overlay(overlay(id::text PLACING '7' FROM 15) PLACING CASE WHEN bound = 'min' THEN '8' ELSE 'b' END FROM 20)::uuid;
\endif

-- The query for the kind: KIND alone is the type, and id::timestamptz the time.
CREATE FUNCTION of_builtin_type(query text, name text) RETURNS text STABLE LANGUAGE sql
    RETURN (SELECT replace(regexp_replace(regexp_replace(query, '(KIND_\w+\([^()]*\)|(?:\w+\.)?\mid)::timestamptz', time, 'g'),
        '\mKIND\M', type, 'g'), 'KIND', kind)
        FROM kinds WHERE kind = name);

CREATE FUNCTION each_kind(query text) RETURNS TABLE (kind text, answer text) LANGUAGE plpgsql AS $$
BEGIN
    FOR kind IN SELECT k.kind FROM kinds k ORDER BY k.oid LOOP
        answer := answer_of(of_builtin_type(query, kind));
        RETURN NEXT;
    END LOOP;
END
$$;

-- The functions of all of them: those that have no name of a kind are called with their arguments, or a cast.
SELECT each_kind($$
    DO $do$
    DECLARE
        name text;
        call text := (SELECT bound FROM kinds WHERE kind || '_' = 'KIND_');
    BEGIN
        FOREACH name IN ARRAY CASE WHEN call IS NULL THEN '{}'
            ELSE '{min,max,at_or_after,after,before,at_or_before}'::text[] END LOOP
            EXECUTE format('CREATE FUNCTION KIND_%s(timestamptz) RETURNS KIND IMMUTABLE LANGUAGE sql RETURN ', name)
                || format(call, name);
        END LOOP;
        IF call IS NOT NULL THEN
            CREATE FUNCTION KIND_extract_timestamp(id KIND) RETURNS timestamptz IMMUTABLE PARALLEL SAFE LANGUAGE sql
                RETURN id::timestamptz;
        END IF;
    END
    $do$;
    SELECT 1$$);
-- One of the ids of the time.
CREATE FUNCTION uuidv7_generate(timestamptz) RETURNS uuid VOLATILE LANGUAGE sql
    RETURN overlay(gen_random_uuid()::text PLACING left(uuidv7_at_or_after($1)::text, 13) FROM 1)::uuid;
CREATE FUNCTION cast7_generate(timestamptz) RETURNS uuid VOLATILE LANGUAGE sql RETURN uuidv7_generate($1);
CREATE FUNCTION tid_generate(timestamptz) RETURNS bigint VOLATILE LANGUAGE sql RETURN timeid_generate($1)::bigint;
SELECT each_kind($$
    DO $do$
    BEGIN
        IF (SELECT shift IS NOT NULL FROM kinds WHERE kind || '_' = 'KIND_') THEN
            CREATE FUNCTION KIND_generate(timestamptz) RETURNS bigint VOLATILE LANGUAGE sql
                RETURN KIND_at_or_after($1) + floor(random() * 2 ^ (SELECT shift FROM kinds WHERE kind || '_' = 'KIND_'))::bigint;
        END IF;
    END
    $do$;
    SELECT 1$$);
\if :{?more_builtin_types}
CREATE FUNCTION server_generate(timestamptz) RETURNS uuid VOLATILE LANGUAGE sql
    RETURN of_version_7(uuidv7_generate($1), 'min');
CREATE FUNCTION server_domain_generate(timestamptz) RETURNS version7 VOLATILE LANGUAGE sql RETURN server_generate($1);
CREATE FUNCTION mixed_generate(timestamptz) RETURNS uuid VOLATILE LANGUAGE sql
    RETURN overlay(overlay(uuidv7_generate($1)::text PLACING substr('1467778', ceil(random() * 7)::integer, 1) FROM 15)
        PLACING substr('0789abcf', ceil(random() * 8)::integer, 1) FROM 20)::uuid;
CREATE FUNCTION upper_text_generate(timestamptz) RETURNS text VOLATILE LANGUAGE sql RETURN ulid_generate($1)::text;
CREATE FUNCTION lower_char_generate(timestamptz) RETURNS char(26) VOLATILE LANGUAGE sql RETURN lower(ulid_generate($1)::text);
CREATE FUNCTION upper_varchar_generate(timestamptz) RETURNS varchar VOLATILE LANGUAGE sql RETURN ulid_generate($1)::text;
CREATE FUNCTION foreign_text_generate(timestamptz) RETURNS foreign_text VOLATILE LANGUAGE sql RETURN ulid_generate($1)::text;
CREATE FUNCTION bytes_generate(timestamptz) RETURNS bytea VOLATILE LANGUAGE sql RETURN ulid_generate($1)::bytea;
CREATE FUNCTION object_id_generate(timestamptz) RETURNS bytea VOLATILE LANGUAGE sql
    RETURN substr(object_id_of('max', $1), 1, 4) || substr(ulid_generate($1)::bytea, 9);
-- Version 1 begins with the lowest digits of its time, 100 ns since 1582.
CREATE FUNCTION server_mixed_generate(timestamptz) RETURNS uuid VOLATILE LANGUAGE sql
    RETURN (SELECT CASE WHEN random() < 0.5 THEN mixed_generate($1)
        ELSE (right(ticks, 8) || substr(ticks, 4, 4) || '1' || left(ticks, 3) || right(gen_random_uuid()::text, 17))::uuid END
        FROM lpad(to_hex(((extract(epoch FROM $1) + 12219292800) * 10000000)::bigint), 15, '0') AS t (ticks));
\endif
