-- IDs of other systems, stored as bytea: see src/core/binaryid.hpp. As of texts, no time has a last value, so the upper
-- ends of ranges are exclusive, and the bounds that the planner uses serve both ends.

CREATE FUNCTION binaryid_extract_timestamp(
    id bytea,
    epoch timestamptz DEFAULT '1970-01-01Z', bytes integer DEFAULT 6, unit interval DEFAULT '1 ms'
) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION binaryid_extract_timestamp(bytea, timestamptz, integer, interval) IS
    'extract timestamp from binary ID: epoch + its first bytes as a number * unit, up to 294247-01-01; defined for every byte string';

CREATE FUNCTION binaryid_min(
    ts timestamptz,
    epoch timestamptz DEFAULT '1970-01-01Z', bytes integer DEFAULT 6, unit interval DEFAULT '1 ms'
) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION binaryid_min(timestamptz, timestamptz, integer, interval) IS
    'smallest byte string whose timestamp is at or after a timestamp; error if there is none';

CREATE FUNCTION binaryid_at_or_after(
    ts timestamptz,
    epoch timestamptz DEFAULT '1970-01-01Z', bytes integer DEFAULT 6, unit interval DEFAULT '1 ms'
) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION binaryid_at_or_after(timestamptz, timestamptz, integer, interval) IS
    'smallest byte string whose timestamp is at or after a timestamp, or one beyond all that can be indexed; used by the planner';

CREATE FUNCTION binaryid_after(
    ts timestamptz,
    epoch timestamptz DEFAULT '1970-01-01Z', bytes integer DEFAULT 6, unit interval DEFAULT '1 ms'
) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION binaryid_after(timestamptz, timestamptz, integer, interval) IS
    'smallest byte string whose timestamp is after a timestamp, or one beyond all that can be indexed; used by the planner';
