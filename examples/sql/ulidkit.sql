-- Functions of ulidkit in SQL and PL/pgSQL, in a schema of their own, for servers where the extension cannot be installed:
-- PostgreSQL 13 and later. They have the names, the results and the error codes of the extension's functions. docs/install.md
-- says what they cannot do, and move.sql moves a database that uses them on to the extension.
--
--     psql -1 -v ON_ERROR_STOP=1 -f ulidkit.sql
--
-- It needs the privilege CREATE on the database, and no superuser. No function depends on search_path: those that are called
-- for each row name the schema of everything, so that the planner can put their bodies into the query, and the others set it.
-- What the server computes when it creates a generated column needs no other function of this file: pg_dump, which does not
-- know that one calls another, can write such a table between them.
CREATE SCHEMA ulidkit_sql;
COMMENT ON SCHEMA ulidkit_sql IS 'functions of ulidkit without the extension';
GRANT USAGE ON SCHEMA ulidkit_sql TO PUBLIC;

-- UUIDs of version 7. The first 48 bits are the milliseconds since 1970.

CREATE FUNCTION ulidkit_sql.uuidv7_extract_timestamp(id uuid) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
-- Two halves of 24 bits, because an interval is multiplied in floating point: these products are exact.
SELECT pg_catalog.timezone(interval '0', timestamp '1970-01-01'
    OPERATOR(pg_catalog.+) (('x' OPERATOR(pg_catalog.||) pg_catalog.substr(id::pg_catalog.text, 1, 6))::bit(24)::integer
        OPERATOR(pg_catalog.*) interval '16777.216 s')
    OPERATOR(pg_catalog.+) (('x' OPERATOR(pg_catalog.||) pg_catalog.substr(id::pg_catalog.text, 7, 2)
            OPERATOR(pg_catalog.||) pg_catalog.substr(id::pg_catalog.text, 10, 4))::bit(24)::integer
        OPERATOR(pg_catalog.*) interval '1 ms'))
$$;
COMMENT ON FUNCTION ulidkit_sql.uuidv7_extract_timestamp(uuid) IS 'extract timestamp from uuidv7';

CREATE FUNCTION ulidkit_sql.uuidv7_out_of_range(ts timestamptz) RETURNS void
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'datetime_field_overflow',
        MESSAGE = format('timestamp out of range for type uuidv7: "%s"', ts),
        DETAIL = format('Timestamps of type uuidv7 range from %s to %s.', timestamptz '1970-01-01 00:00:00+00',
            timestamptz '10889-08-02 05:31:50.655+00');
END
$$;
COMMENT ON FUNCTION ulidkit_sql.uuidv7_out_of_range(timestamptz) IS 'error: no uuidv7 has the time, or none is on that side of it';

-- The seconds of a time and their fraction are computed apart, because date_part() returns a floating-point number.

CREATE FUNCTION ulidkit_sql.uuidv7_min(ts timestamptz) RETURNS uuid
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    us bigint := 0;
BEGIN
    IF ts > timestamptz '10889-08-02 05:31:50.655+00' THEN
        PERFORM ulidkit_sql.uuidv7_out_of_range(ts);
    ELSIF ts > timestamptz '1970-01-01 00:00:00+00' THEN
        us := date_part('epoch', date_trunc('second', ts))::bigint * 1000000 + date_part('microseconds', ts)::bigint % 1000000;
    END IF;
    RETURN (lpad(to_hex((us + 999) / 1000), 12, '0') || repeat('0', 20))::uuid;
END
$$;
COMMENT ON FUNCTION ulidkit_sql.uuidv7_min(timestamptz) IS 'smallest uuidv7 at or after a timestamp; error if there is none';

CREATE FUNCTION ulidkit_sql.uuidv7_max(ts timestamptz) RETURNS uuid
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    us bigint := 281474976710655000;
BEGIN
    IF ts < timestamptz '1970-01-01 00:00:00+00' THEN
        PERFORM ulidkit_sql.uuidv7_out_of_range(ts);
    ELSIF ts < timestamptz '10889-08-02 05:31:50.655+00' THEN
        us := date_part('epoch', date_trunc('second', ts))::bigint * 1000000 + date_part('microseconds', ts)::bigint % 1000000;
    END IF;
    RETURN (lpad(to_hex(us / 1000), 12, '0') || repeat('f', 20))::uuid;
END
$$;
COMMENT ON FUNCTION ulidkit_sql.uuidv7_max(timestamptz) IS 'largest uuidv7 at or before a timestamp; error if there is none';

-- RFC 9562, section 6.2, method 3: 12 bits after the version are the fraction of the millisecond. The milliseconds and this
-- fraction together are the time in units of 1/4096 ms, 15 digits, into which the version goes. gen_random_uuid() gives the
-- variant and the 62 random bits.
CREATE FUNCTION ulidkit_sql.uuidv7_generate() RETURNS uuid
    LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS $$
SELECT (pg_catalog.overlay(pg_catalog.lpad(pg_catalog.to_hex(
        (pg_catalog.date_part('epoch', pg_catalog.clock_timestamp()) OPERATOR(pg_catalog.*) 1000000)::bigint
        OPERATOR(pg_catalog.*) 512 OPERATOR(pg_catalog./) 125), 15, '0'), '7', 13, 0)
    OPERATOR(pg_catalog.||) pg_catalog.right(pg_catalog.gen_random_uuid()::pg_catalog.text, 17))::pg_catalog.uuid
$$;
COMMENT ON FUNCTION ulidkit_sql.uuidv7_generate() IS 'generate uuidv7; unordered within a microsecond';

-- From PostgreSQL 18 on the server has a function that is faster, and in order within a session.
DO $$
BEGIN
    IF current_setting('server_version_num')::integer >= 180000 THEN
        CREATE OR REPLACE FUNCTION ulidkit_sql.uuidv7_generate() RETURNS uuid
            LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS 'SELECT pg_catalog.uuidv7()';
        COMMENT ON FUNCTION ulidkit_sql.uuidv7_generate() IS 'generate uuidv7; ordered within a session';
    END IF;
END
$$;

CREATE FUNCTION ulidkit_sql.uuidv7_generate(ts timestamptz) RETURNS uuid
    LANGUAGE plpgsql VOLATILE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    us bigint;
BEGIN
    IF ts < timestamptz '1970-01-01 00:00:00+00' OR ts > timestamptz '10889-08-02 05:31:50.655999+00' THEN
        PERFORM ulidkit_sql.uuidv7_out_of_range(ts);
    END IF;
    us := date_part('epoch', date_trunc('second', ts))::bigint * 1000000 + date_part('microseconds', ts)::bigint % 1000000;
    RETURN (lpad(to_hex(us / 1000), 12, '0') || to_hex(7 * 4096 + us % 1000 * 4096 / 1000)
        || right(gen_random_uuid()::text, 17))::uuid;
END
$$;
COMMENT ON FUNCTION ulidkit_sql.uuidv7_generate(timestamptz) IS
    'generate uuidv7 with the given timestamp; unordered within a timestamp';

-- 26 digits of Crockford's Base32, for ULIDs and TypeIDs.

CREATE FUNCTION ulidkit_sql.crockford_encode(id uuid, alphabet text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    -- 26 digits have 130 bits.
    bits CONSTANT bit varying := B'00' || ('x' || translate(id::text, '-', ''))::bit(128);
    digits text := '';
BEGIN
    FOR i IN 0..25 LOOP
        digits := digits || substr(alphabet, 1 + substring(bits FROM 1 + 5 * i FOR 5)::bit(5)::integer, 1);
    END LOOP;
    RETURN digits;
END
$$;
COMMENT ON FUNCTION ulidkit_sql.crockford_encode(uuid, text) IS 'convert uuid to 26 digits of the given alphabet';

CREATE FUNCTION ulidkit_sql.crockford_decode(digits text, alphabet text) RETURNS uuid
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    bits bit varying := B'';
BEGIN
    FOR i IN 1..26 LOOP
        bits := bits || (strpos(alphabet, substr(digits, i, 1) COLLATE "C") - 1)::bit(5);
    END LOOP;
    -- varbit_send() writes the length first.
    RETURN right(encode(varbit_send(substring(bits FROM 3)), 'hex'), 32)::uuid;
END
$$;
COMMENT ON FUNCTION ulidkit_sql.crockford_decode(text, text) IS 'convert 26 digits of the given alphabet to uuid';

-- What an error says of a text, at most 100 bytes, and of the first character that does not belong there.
CREATE FUNCTION ulidkit_sql.shown(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
SELECT CASE WHEN octet_length(value) <= 100 THEN value
    ELSE (SELECT left(value, max(n)) || '...' FROM generate_series(0, 100) AS n WHERE octet_length(left(value, n)) <= 100) END
$$;
COMMENT ON FUNCTION ulidkit_sql.shown(text) IS 'beginning of a text, for error messages';

CREATE FUNCTION ulidkit_sql.found(value text, place integer) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
SELECT CASE WHEN place <= length(value) THEN format('found "%s" at character %s.', substr(value, place, 1), place)
    ELSE format('found %s character%s.', length(value), CASE length(value) WHEN 1 THEN '' ELSE 's' END) END
$$;
COMMENT ON FUNCTION ulidkit_sql.found(text, integer) IS 'character at a place, or the length, for error messages';

-- ULIDs. Their type is only for casts, as in id::ulid::text, where the column is a uuid.

CREATE TYPE ulidkit_sql.ulid AS (id uuid);
COMMENT ON TYPE ulidkit_sql.ulid IS 'for casts only: uuid as ULID';

CREATE FUNCTION ulidkit_sql.ulid_from_uuid(id uuid) RETURNS ulidkit_sql.ulid
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT CASE WHEN id IS NOT NULL THEN ROW(id)::ulidkit_sql.ulid END
$$;
COMMENT ON FUNCTION ulidkit_sql.ulid_from_uuid(uuid) IS 'convert uuid to ulid';

CREATE FUNCTION ulidkit_sql.ulid_to_uuid(ulid ulidkit_sql.ulid) RETURNS uuid
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
SELECT (ulid).id
$$;
COMMENT ON FUNCTION ulidkit_sql.ulid_to_uuid(ulidkit_sql.ulid) IS 'convert ulid to uuid';

CREATE FUNCTION ulidkit_sql.ulid_extract_timestamp(id ulidkit_sql.ulid) RETURNS timestamptz
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN ulidkit_sql.uuidv7_extract_timestamp((id).id);
END
$$;
COMMENT ON FUNCTION ulidkit_sql.ulid_extract_timestamp(ulidkit_sql.ulid) IS 'extract timestamp from ulid';

CREATE FUNCTION ulidkit_sql.ulid_to_text(ulid ulidkit_sql.ulid) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN ulidkit_sql.crockford_encode(ulid.id, '0123456789ABCDEFGHJKMNPQRSTVWXYZ');
END
$$;
COMMENT ON FUNCTION ulidkit_sql.ulid_to_text(ulidkit_sql.ulid) IS 'convert ulid to its text form';

CREATE FUNCTION ulidkit_sql.ulid_from_text(value text) RETURNS ulidkit_sql.ulid
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    upper_case CONSTANT text COLLATE "C" := translate(value, 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
BEGIN
    IF upper_case ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$' THEN
        RETURN ROW(ulidkit_sql.crockford_decode(upper_case, '0123456789ABCDEFGHJKMNPQRSTVWXYZ'))::ulidkit_sql.ulid;
    ELSIF upper_case ~ '^[0-9A-HJKMNP-TV-Z]{26}$' THEN
        RAISE EXCEPTION USING ERRCODE = 'numeric_value_out_of_range',
            MESSAGE = format('value "%s" is out of range for type ulid', value),
            DETAIL = 'The range of type ulid is 00000000000000000000000000 to 7ZZZZZZZZZZZZZZZZZZZZZZZZZ.';
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'invalid_text_representation',
        MESSAGE = format('invalid input syntax for type ulid: "%s"', ulidkit_sql.shown(value)),
        DETAIL = 'Expected 26 Crockford base32 digits, '
            || ulidkit_sql.found(value, 1 + length(substring(upper_case FROM '^[0-9A-HJKMNP-TV-Z]*')));
END
$$;
COMMENT ON FUNCTION ulidkit_sql.ulid_from_text(text) IS 'convert text to ulid';

-- The blanks at the end, which a cast to text would remove, are read as well.
CREATE FUNCTION ulidkit_sql.ulid_from_char(value char) RETURNS ulidkit_sql.ulid
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN ulidkit_sql.ulid_from_text(concat(value));
END
$$;
COMMENT ON FUNCTION ulidkit_sql.ulid_from_char(char) IS 'convert char to ulid';

CREATE CAST (uuid AS ulidkit_sql.ulid) WITH FUNCTION ulidkit_sql.ulid_from_uuid(uuid);
CREATE CAST (ulidkit_sql.ulid AS uuid) WITH FUNCTION ulidkit_sql.ulid_to_uuid(ulidkit_sql.ulid) AS ASSIGNMENT;
CREATE CAST (ulidkit_sql.ulid AS timestamptz) WITH FUNCTION ulidkit_sql.ulid_extract_timestamp(ulidkit_sql.ulid);
CREATE CAST (text AS ulidkit_sql.ulid) WITH FUNCTION ulidkit_sql.ulid_from_text(text);
CREATE CAST (varchar AS ulidkit_sql.ulid) WITH FUNCTION ulidkit_sql.ulid_from_text(text);
CREATE CAST (char AS ulidkit_sql.ulid) WITH FUNCTION ulidkit_sql.ulid_from_char(char);
CREATE CAST (ulidkit_sql.ulid AS text) WITH FUNCTION ulidkit_sql.ulid_to_text(ulidkit_sql.ulid) AS ASSIGNMENT;
CREATE CAST (ulidkit_sql.ulid AS varchar) WITH FUNCTION ulidkit_sql.ulid_to_text(ulidkit_sql.ulid) AS ASSIGNMENT;
CREATE CAST (ulidkit_sql.ulid AS char) WITH FUNCTION ulidkit_sql.ulid_to_text(ulidkit_sql.ulid) AS ASSIGNMENT;

-- TypeIDs: https://github.com/jetify-com/typeid/tree/main/spec, version 0.3.

CREATE FUNCTION ulidkit_sql.typeid_start(prefix text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    place integer;
BEGIN
    IF prefix COLLATE "C" ~ '^[a-z]([a-z_]{0,61}[a-z])?$' THEN
        RETURN prefix || '_';
    ELSIF prefix COLLATE "C" = '' THEN
        RETURN '';
    END IF;
    place := 1 + length(substring(prefix COLLATE "C" FROM '^(?:[a-z]|[a-z][a-z_]*(?:[a-z]|_(?=.)))?'));
    RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value',
        MESSAGE = format('invalid TypeID prefix: "%s"', ulidkit_sql.shown(prefix)),
        DETAIL = 'Expected at most 63 letters a to z and underscores, a letter first and last, '
            || ulidkit_sql.found(prefix, place);
END
$$;
COMMENT ON FUNCTION ulidkit_sql.typeid_start(text) IS 'start of a TypeID; error if the prefix is invalid';

CREATE FUNCTION ulidkit_sql.typeid_encode(prefix text, id uuid) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN ulidkit_sql.typeid_start(prefix)
        OPERATOR(pg_catalog.||) ulidkit_sql.crockford_encode(id, '0123456789abcdefghjkmnpqrstvwxyz');
END
$$;
COMMENT ON FUNCTION ulidkit_sql.typeid_encode(text, uuid) IS 'convert uuid to TypeID with the given prefix';

CREATE FUNCTION ulidkit_sql.typeid_decode(prefix text, typeid text) RETURNS uuid
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    start CONSTANT text COLLATE "C" := ulidkit_sql.typeid_start(prefix);
    digits CONSTANT text COLLATE "C" := substr(typeid, length(start) + 1);
    same integer := 0;
BEGIN
    IF left(typeid, length(start)) COLLATE "C" = start AND digits ~ '^[0-7][0-9a-hjkmnp-tv-z]{25}$' THEN
        RETURN ulidkit_sql.crockford_decode(digits, '0123456789abcdefghjkmnpqrstvwxyz');
    END IF;
    -- The place of the first character that is wrong, or that is missing.
    WHILE same < length(start) AND substr(typeid, same + 1, 1) COLLATE "C" = substr(start, same + 1, 1) LOOP
        same := same + 1;
    END LOOP;
    IF same = length(start) AND digits !~ '^[89a-hjkmnp-tv-z][0-9a-hjkmnp-tv-z]{25}$' THEN
        same := same + length(substring(digits FROM '^[0-9a-hjkmnp-tv-z]*'));
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'invalid_text_representation',
        MESSAGE = format('invalid TypeID: "%s"', ulidkit_sql.shown(typeid)),
        DETAIL = format('Expected %s26 lower-case Crockford base32 digits, the first 0 to 7, %s',
            CASE WHEN start <> '' THEN format('"%s" and ', start) ELSE '' END, ulidkit_sql.found(typeid, same + 1));
END
$$;
COMMENT ON FUNCTION ulidkit_sql.typeid_decode(text, text) IS 'convert TypeID to uuid; error if it has another prefix';
