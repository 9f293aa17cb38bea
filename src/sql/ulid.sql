COMMENT ON TYPE ulid IS 'ULID: 48 bits of milliseconds since 1970, 80 random bits';

CREATE FUNCTION ulid_random() RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_random() IS 'new ulid of the present time, random and in no order within its millisecond';

CREATE FUNCTION ulid_extract_randomness(ulid) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_extract_randomness(ulid) IS 'the 80 random bits of a ulid';

CREATE FUNCTION ulid_to_uuidv7(ulid) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_to_uuidv7(ulid) IS
    'UUID of version 7 with the time of a ulid; the version and the variant overwrite 6 random bits, which are lost';

-- The same 16 bytes.
CREATE CAST (ulid AS uuid) WITHOUT FUNCTION AS ASSIGNMENT;
COMMENT ON CAST (ulid AS uuid) IS 'the same 16 bytes';

CREATE CAST (uuid AS ulid) WITHOUT FUNCTION AS ASSIGNMENT;
COMMENT ON CAST (uuid AS ulid) IS 'the same 16 bytes';
