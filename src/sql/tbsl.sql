COMMENT ON TYPE tbsl IS 'TBSL: timestamp in microseconds since 1970 with a machine ID from 0 to 99, 20-bit suffix';

CREATE FUNCTION tbsl_generate_sequenced() RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_generate_sequenced() IS
    'generate tbsl greater than all generated before on this server; the first suffix of a microsecond is 1';

CREATE FUNCTION tbsl_make(ts timestamptz, machine integer, suffix integer) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_make(timestamptz, integer, integer) IS
    'make tbsl from timestamp, machine ID, 0 to 99, and suffix, 0 to 1048575';

CREATE FUNCTION tbsl_extract_machine(id tbsl) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_extract_machine(tbsl) IS 'extract machine ID from tbsl, 0 to 99';

CREATE FUNCTION tbsl_extract_suffix(id tbsl) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_extract_suffix(tbsl) IS 'extract suffix from tbsl, 0 to 1048575';

CREATE FUNCTION tbsl_to_base(id tbsl, base integer) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION tbsl_to_base(tbsl, integer) IS 'convert tbsl to text in base 16, 32, 36, 58 or 62';

CREATE FUNCTION tbsl_from_base(value text, base integer) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_from_base(text, integer) IS 'convert text in base 16, 32, 36, 58 or 62 to tbsl';

CREATE FUNCTION tbsl_from_base_or_null(value text, base integer) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_from_base_or_null(text, integer) IS
    'tbsl of its text in base 16, 32, 36, 58 or 62, or NULL if it is that of none; used by the planner';
