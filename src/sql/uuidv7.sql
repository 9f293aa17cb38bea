-- UUIDs of version 7, in columns of the core's type uuid: every uuid has a time, by its leading 48 bits.

CREATE FUNCTION uuidv7_extract_timestamp(uuid) RETURNS timestamptz
    AS 'MODULE_PATHNAME', 'ulid_extract_timestamp'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION uuidv7_extract_timestamp(uuid) IS 'time of a uuid of version 7: its leading 48 bits, whatever its version';

CREATE FUNCTION uuidv7_min(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME', 'ulid_min' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_min(timestamptz) IS 'first possible uuid at or after a time';

CREATE FUNCTION uuidv7_max(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME', 'ulid_max' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_max(timestamptz) IS 'last possible uuid at or before a time';

CREATE FUNCTION uuidv7_at_or_after(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME', 'ulid_at_or_after' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidv7_at_or_after(timestamptz) IS 'first possible uuid at or after a time, if any';

CREATE FUNCTION uuidv7_after(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME', 'ulid_after' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidv7_after(timestamptz) IS 'first possible uuid after a time, if any';

CREATE FUNCTION uuidv7_before(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME', 'ulid_before' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidv7_before(timestamptz) IS 'last possible uuid before a time, if any';

CREATE FUNCTION uuidv7_at_or_before(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME', 'ulid_at_or_before' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidv7_at_or_before(timestamptz) IS 'last possible uuid at or before a time, if any';
