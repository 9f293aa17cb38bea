-- The 64-bit ids of other systems, in columns of type bigint: src/core/snowflake.hpp. The defaults are those of Twitter's
-- Snowflake. They become constants here: an epoch with its offset from UTC, year first, is the same under all settings.

CREATE FUNCTION snowflake_extract_timestamp(
    id bigint,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION snowflake_extract_timestamp(bigint, timestamptz, integer, interval) IS
    'time of another system''s id: epoch + (id >> shift) * unit, from the year -4712 to 294247';

CREATE FUNCTION snowflake_min(
    "time" timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION snowflake_min(timestamptz, timestamptz, integer, interval) IS
    'first possible id of another system at or after a time';

CREATE FUNCTION snowflake_max(
    "time" timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION snowflake_max(timestamptz, timestamptz, integer, interval) IS
    'last possible id of another system at or before a time';

-- What the planner puts for a comparison of an id's time with another: never an error, NULL where there is no such id, also
-- because there are no ids with these arguments.

CREATE FUNCTION snowflake_at_or_after(
    "time" timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_at_or_after(timestamptz, timestamptz, integer, interval) IS
    'first possible id of another system at or after a time, if any';

CREATE FUNCTION snowflake_after(
    "time" timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_after(timestamptz, timestamptz, integer, interval) IS
    'first possible id of another system after a time, if any';

CREATE FUNCTION snowflake_before(
    "time" timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_before(timestamptz, timestamptz, integer, interval) IS
    'last possible id of another system before a time, if any';

CREATE FUNCTION snowflake_at_or_before(
    "time" timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_at_or_before(timestamptz, timestamptz, integer, interval) IS
    'last possible id of another system at or before a time, if any';
