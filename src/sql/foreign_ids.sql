-- IDs of other systems, stored as text or bytea: see src/core/ulidtext.hpp and src/core/binaryid.hpp. Nothing has a last
-- value, so the upper ends of ranges are exclusive, and the bounds that the planner uses serve both ends.

CREATE FUNCTION ulidtext_extract_timestamp(id text) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION ulidtext_extract_timestamp(text) IS
    'extract timestamp from ULID stored as text in upper case; defined for every text, and never less for a greater one in byte order';

CREATE FUNCTION ulidtext_min(ts timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidtext_min(timestamptz) IS
    'smallest text, in byte order, whose timestamp as a ULID in upper case is at or after a timestamp; error if there is none';

CREATE FUNCTION ulidtext_at_or_after(ts timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidtext_at_or_after(timestamptz) IS
    'smallest text whose timestamp as a ULID in upper case is at or after a timestamp, or one beyond all that can be indexed; used by the planner';

CREATE FUNCTION ulidtext_after(ts timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidtext_after(timestamptz) IS
    'smallest text whose timestamp as a ULID in upper case is after a timestamp, or one beyond all that can be indexed; used by the planner';

CREATE FUNCTION ulidtext_lower_extract_timestamp(id text) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION ulidtext_lower_extract_timestamp(text) IS
    'extract timestamp from ULID stored as text in lower case; defined for every text, and never less for a greater one in byte order';

CREATE FUNCTION ulidtext_lower_min(ts timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidtext_lower_min(timestamptz) IS
    'smallest text, in byte order, whose timestamp as a ULID in lower case is at or after a timestamp; error if there is none';

CREATE FUNCTION ulidtext_lower_at_or_after(ts timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidtext_lower_at_or_after(timestamptz) IS
    'smallest text whose timestamp as a ULID in lower case is at or after a timestamp, or one beyond all that can be indexed; used by the planner';

CREATE FUNCTION ulidtext_lower_after(ts timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidtext_lower_after(timestamptz) IS
    'smallest text whose timestamp as a ULID in lower case is after a timestamp, or one beyond all that can be indexed; used by the planner';

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
