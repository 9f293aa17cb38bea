-- For the regression tests of planning by time, in the place of kinds.sql: ids in columns of the core's types. Each
-- function for their time is presented as a kind, with the function names of a kind. Functions that the extension does
-- not have under such a name are SQL functions here, which the planner inlines.

CREATE TABLE kinds (oid oid, kind text, type text, time text);
INSERT INTO kinds VALUES
    (1, 'uuidv7', 'uuid', 'uuidv7_extract_timestamp(\1)'),
    (2, 'cast7', 'uuid', '\1::ulid::timestamptz'),
    (3, 'tid', 'bigint', '\1::timeid::timestamptz'),
    (4, 'snowflake', 'bigint', 'snowflake_extract_timestamp(\1)'),
    (5, 'sony', 'bigint', 'snowflake_extract_timestamp(\1, ''2014-09-01Z'', 24, ''10 ms'')');

-- The query for the kind: KIND alone is the type, and id::timestamptz the time.
CREATE FUNCTION guised(query text, name text) RETURNS text STABLE LANGUAGE sql
    RETURN (SELECT replace(regexp_replace(regexp_replace(query, '(KIND_\w+\([^()]*\)|(?:\w+\.)?\mid)::timestamptz', time, 'g'),
        '\mKIND\M', type, 'g'), 'KIND', kind)
        FROM kinds WHERE kind = name);

CREATE FUNCTION each_kind(query text) RETURNS TABLE (kind text, answer text) LANGUAGE plpgsql AS $$
BEGIN
    FOR kind IN SELECT k.kind FROM kinds k ORDER BY k.oid LOOP
        answer := answer_of(guised(query, kind));
        RETURN NEXT;
    END LOOP;
END
$$;

-- The functions of all of them: cast7 and tid use those of the kinds that they are cast to, sony has its arguments.
SELECT each_kind($$
    DO $do$
    DECLARE
        name text;
        call text := CASE 'KIND_' WHEN 'cast7_' THEN 'ulid_%s($1)::uuid' WHEN 'tid_' THEN 'timeid_%s($1)::bigint'
            WHEN 'sony_' THEN 'snowflake_%s($1, ''2014-09-01Z'', 24, ''10 ms'')' END;
    BEGIN
        FOREACH name IN ARRAY CASE WHEN call IS NULL THEN '{}'
            ELSE '{min,max,at_or_after,after,before,at_or_before}'::text[] END LOOP
            EXECUTE format('CREATE FUNCTION KIND_%s(timestamptz) RETURNS KIND IMMUTABLE LANGUAGE sql RETURN ' || call, name, name);
        END LOOP;
        IF call IS NOT NULL THEN
            CREATE FUNCTION KIND_extract_timestamp(id KIND) RETURNS timestamptz IMMUTABLE LANGUAGE sql RETURN id::timestamptz;
        END IF;
    END
    $do$;
    SELECT 1$$);
-- One of the ids of the time.
CREATE FUNCTION uuidv7_generate(timestamptz) RETURNS uuid VOLATILE LANGUAGE sql
    RETURN overlay(gen_random_uuid()::text PLACING left(uuidv7_at_or_after($1)::text, 13) FROM 1)::uuid;
CREATE FUNCTION cast7_generate(timestamptz) RETURNS uuid VOLATILE LANGUAGE sql RETURN uuidv7_generate($1);
CREATE FUNCTION tid_generate(timestamptz) RETURNS bigint VOLATILE LANGUAGE sql RETURN timeid_generate($1)::bigint;
CREATE FUNCTION snowflake_generate(timestamptz) RETURNS bigint VOLATILE LANGUAGE sql
    RETURN snowflake_at_or_after($1) + floor(random() * 2 ^ 22)::bigint;
CREATE FUNCTION sony_generate(timestamptz) RETURNS bigint VOLATILE LANGUAGE sql
    RETURN sony_at_or_after($1) + floor(random() * 2 ^ 24)::bigint;
