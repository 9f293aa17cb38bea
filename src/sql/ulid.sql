COMMENT ON TYPE ulid IS 'ULID: 48-bit timestamp in milliseconds since 1970, 80 random bits';

CREATE FUNCTION ulid_generate_random() RETURNS ulid
    AS 'MODULE_PATHNAME', 'ulid_random' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_generate_random() IS
    'generate ulid with the current timestamp and 80 random bits; unordered within a millisecond';

CREATE FUNCTION ulid_extract_randomness(id ulid) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_extract_randomness(ulid) IS 'extract random bits from ulid, 10 bytes';

CREATE FUNCTION ulid_make(ts timestamptz, randomness bytea) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_make(timestamptz, bytea) IS 'make ulid from timestamp and random bits, 10 bytes';

CREATE FUNCTION ulid_make_ordered(ts timestamptz, number bigint) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_make_ordered(timestamptz, bigint) IS
    'make ulid from timestamp and number, in the order of the timestamps, to the microsecond, and of the numbers';

CREATE FUNCTION ulid_to_uuidv7(id ulid) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_to_uuidv7(ulid) IS
    'convert ulid to UUID version 7; the version and variant fields overwrite 6 random bits';

-- Both types store the same 16 bytes. Only ulid is cast to uuid on assignment: few UUIDs have a time.
CREATE CAST (ulid AS uuid) WITHOUT FUNCTION AS ASSIGNMENT;
COMMENT ON CAST (ulid AS uuid) IS 'convert ulid to uuid with the same 16 bytes';

CREATE CAST (uuid AS ulid) WITHOUT FUNCTION;
COMMENT ON CAST (uuid AS ulid) IS 'convert uuid to ulid with the same 16 bytes';

-- For the planner, see src/pg/planning/inverse.cpp. newer.sql gives it to the operator class.
CREATE FUNCTION ulid_btree_options(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_btree_options(internal) IS
    'options of the B-tree operator class of ulid; there are none, but the call loads the library';
