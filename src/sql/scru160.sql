COMMENT ON TYPE scru160 IS 'SCRU160: 48-bit timestamp in milliseconds since 1970, 16-bit counter, 96 random bits';

CREATE FUNCTION scru160_extract_counter(id scru160) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_extract_counter(scru160) IS 'extract counter from scru160, 0 to 65535';

CREATE FUNCTION scru160_extract_random(id scru160) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_extract_random(scru160) IS 'extract random16 and random80 fields from scru160, 12 bytes';

CREATE FUNCTION scru160_make(ts timestamptz, counter integer, random bytea) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_make(timestamptz, integer, bytea) IS
    'make scru160 from timestamp, counter, 0 to 65535, and random16 and random80 fields, 12 bytes';

CREATE FUNCTION scru160_make_ordered(ts timestamptz, number bigint) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_make_ordered(timestamptz, bigint) IS
    'make scru160 from timestamp and number, in the order of the timestamps, to the microsecond, and of the numbers';

CREATE FUNCTION scru160_to_hex(id scru160) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION scru160_to_hex(scru160) IS 'convert scru160 to its alternative text form, 40 hexadecimal digits';

CREATE FUNCTION scru160_from_hex_or_null(value text) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_from_hex_or_null(text) IS
    'scru160 of its alternative text form, or NULL if it is that of none; used by the planner';
