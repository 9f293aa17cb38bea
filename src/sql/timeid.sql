COMMENT ON TYPE timeid IS 'TID (TimeID): signed 54-bit timestamp in microseconds since 1970, 10-bit node';

-- Every bigint is a valid timeid.
CREATE CAST (bigint AS timeid) WITHOUT FUNCTION;
COMMENT ON CAST (bigint AS timeid) IS 'convert bigint to timeid with the same 64 bits';

CREATE FUNCTION timeid_extract_node(id timeid) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION timeid_extract_node(timeid) IS 'extract node from timeid, 0 to 1023';

CREATE FUNCTION timeid_to_compact(id timeid) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION timeid_to_compact(timeid) IS 'convert timeid to text without hyphens, as used by the AT Protocol';

CREATE FUNCTION timeid_from_compact_or_null(value text) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_from_compact_or_null(text) IS
    'timeid of its text without hyphens, or NULL if it is that of none; used by the planner';

CREATE FUNCTION timeid_make(ts timestamptz, node integer) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_make(timestamptz, integer) IS 'make timeid from timestamp and node, 0 to 1023';
