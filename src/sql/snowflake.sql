-- 64-bit IDs of other systems, stored as bigint: see src/core/snowflake.hpp. The defaults are those of Twitter's
-- Snowflake. They are evaluated when the functions are created. An epoch written with the year first and an offset from
-- UTC is read in the same way whatever DateStyle and TimeZone are.

CREATE FUNCTION snowflake_extract_timestamp(
    id bigint,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION snowflake_extract_timestamp(bigint, timestamptz, integer, interval) IS
    'extract timestamp from Snowflake ID: epoch + (id >> shift) * unit, between 4713-01-01 BC and 294247-01-01';

CREATE FUNCTION snowflake_min(
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION snowflake_min(timestamptz, timestamptz, integer, interval) IS
    'smallest Snowflake ID at or after a timestamp; error if there is none';

CREATE FUNCTION snowflake_max(
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION snowflake_max(timestamptz, timestamptz, integer, interval) IS
    'largest Snowflake ID at or before a timestamp; error if there is none';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID, or if the epoch, shift or unit is invalid.

CREATE FUNCTION snowflake_at_or_after(
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_at_or_after(timestamptz, timestamptz, integer, interval) IS
    'smallest Snowflake ID at or after a timestamp, or NULL if there is none';

CREATE FUNCTION snowflake_after(
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_after(timestamptz, timestamptz, integer, interval) IS
    'smallest Snowflake ID after a timestamp, or NULL if there is none';

CREATE FUNCTION snowflake_before(
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_before(timestamptz, timestamptz, integer, interval) IS
    'largest Snowflake ID before a timestamp, or NULL if there is none';

CREATE FUNCTION snowflake_at_or_before(
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_at_or_before(timestamptz, timestamptz, integer, interval) IS
    'largest Snowflake ID at or before a timestamp, or NULL if there is none';
