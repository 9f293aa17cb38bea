COMMENT ON TYPE scru160 IS 'SCRU160: 48 bits of milliseconds since 1970, a 16-bit counter, 96 random bits';

CREATE FUNCTION scru160_extract_counter(scru160) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_extract_counter(scru160) IS 'counter of a scru160, 0 to 65535';

CREATE FUNCTION scru160_extract_random(scru160) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_extract_random(scru160) IS 'random16 and random80 of a scru160, 12 bytes';

CREATE FUNCTION scru160_to_hex(scru160) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_to_hex(scru160) IS 'alternative text of a scru160, 40 hexadecimal digits';
