COMMENT ON TYPE ulid IS 'ULID: 48-bit timestamp in milliseconds since 1970, 80 random bits';

CREATE FUNCTION ulid_random() RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_random() IS
    'generate ulid with the current timestamp and 80 random bits; unordered within a millisecond';

CREATE FUNCTION ulid_extract_randomness(ulid) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_extract_randomness(ulid) IS 'extract random bits from ulid, 10 bytes';

CREATE FUNCTION ulid_to_uuidv7(ulid) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_to_uuidv7(ulid) IS
    'convert ulid to UUID version 7; the version and variant fields overwrite 6 random bits';

-- Both types store the same 16 bytes.
CREATE CAST (ulid AS uuid) WITHOUT FUNCTION AS ASSIGNMENT;
COMMENT ON CAST (ulid AS uuid) IS 'convert ulid to uuid with the same 16 bytes';

CREATE CAST (uuid AS ulid) WITHOUT FUNCTION AS ASSIGNMENT;
COMMENT ON CAST (uuid AS ulid) IS 'convert uuid to ulid with the same 16 bytes';
