-- Estimates of ranges, further forms of conditions on the time, and the casts to timestamp and date.

CREATE FUNCTION ulidkit_ineqsel(internal, oid, internal, integer) RETURNS double precision
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_ineqsel(internal, oid, internal, integer) IS
    'restriction selectivity of <, <=, >= and > of identifiers';

CREATE FUNCTION ulidkit_ineqjoinsel(internal, oid, internal, smallint, internal) RETURNS double precision
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_ineqjoinsel(internal, oid, internal, smallint, internal) IS
    'join selectivity of <, <=, >= and > of identifiers';

CREATE FUNCTION ulidkit_earliest(comparison text, value anyelement, unit text, zone text) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidkit_earliest(text, anyelement, text, text) IS
    'no time before this one compares so with a value, once truncated to a unit in a time zone (by default the session''s)';

CREATE FUNCTION ulidkit_latest(comparison text, value anyelement, unit text, zone text) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidkit_latest(text, anyelement, text, text) IS
    'no time after this one compares so with a value, once truncated to a unit in a time zone (by default the session''s)';

-- For every kind. Names are qualified as in newer.sql, and for the same reason.
DO $$
DECLARE
    kind pg_catalog.text;
    operator pg_catalog.text;
BEGIN
    FOREACH kind IN ARRAY '{ulid,scru160,ulidflake,timeid,tbsl}'::pg_catalog.text[] LOOP
        FOREACH operator IN ARRAY '{<,<=,>=,>}'::pg_catalog.text[] LOOP
            EXECUTE pg_catalog.format(
                'ALTER OPERATOR %1$s (%2$I, %2$I) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel)',
                operator, kind);
        END LOOP;
        EXECUTE pg_catalog.format(
            'CREATE FUNCTION %1$s_to_timestamp(%1$I) RETURNS timestamp
                LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN %1$s_extract_timestamp($1)::timestamp;
            COMMENT ON FUNCTION %1$s_to_timestamp(%1$I) IS
                ''local time of a %1$s in the session''''s time zone'';
            CREATE FUNCTION %1$s_to_date(%1$I) RETURNS date
                LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN %1$s_extract_timestamp($1)::date;
            COMMENT ON FUNCTION %1$s_to_date(%1$I) IS ''date of a %1$s in the session''''s time zone'';
            CREATE CAST (%1$I AS timestamp) WITH FUNCTION %1$s_to_timestamp(%1$I);
            COMMENT ON CAST (%1$I AS timestamp) IS ''local time of a %1$s in the session''''s time zone'';
            CREATE CAST (%1$I AS date) WITH FUNCTION %1$s_to_date(%1$I);
            COMMENT ON CAST (%1$I AS date) IS ''date of a %1$s in the session''''s time zone'';',
            kind);
    END LOOP;
END
$$;
