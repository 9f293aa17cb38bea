COMMENT ON TYPE tbsl IS 'TBSL: microseconds since 1970 with a machine of 0 to 99, a 20-bit suffix';

CREATE FUNCTION tbsl_generate_sequenced() RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_generate_sequenced() IS
    'new tbsl of the present time, above the last one; the first suffix of a microsecond is 1';

CREATE FUNCTION tbsl_extract_machine(tbsl) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_extract_machine(tbsl) IS 'machine of a tbsl, 0 to 99';

CREATE FUNCTION tbsl_extract_suffix(tbsl) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_extract_suffix(tbsl) IS 'suffix of a tbsl, 0 to 1048575';

CREATE FUNCTION tbsl_to_base(tbsl, base integer) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_to_base(tbsl, integer) IS 'a tbsl as a number in base 16, 32, 36, 58 or 62';

CREATE FUNCTION tbsl_from_base(text, base integer) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_from_base(text, integer) IS 'tbsl of a number in base 16, 32, 36, 58 or 62';
