COMMENT ON TYPE timeid IS 'TID (TimeID): 54 bits of signed microseconds since 1970, a 10-bit node';

-- Every bigint is a timeid.
CREATE CAST (bigint AS timeid) WITHOUT FUNCTION;
COMMENT ON CAST (bigint AS timeid) IS 'the same 64 bits';

CREATE FUNCTION timeid_extract_node(timeid) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_extract_node(timeid) IS 'node of a timeid, 0 to 1023';

CREATE FUNCTION timeid_to_compact(timeid) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_to_compact(timeid) IS 'text of a timeid without hyphens, as in the AT Protocol';

CREATE FUNCTION timeid_prefix_min(text) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_prefix_min(text) IS 'first timeid whose text begins so';

CREATE FUNCTION timeid_prefix_max(text) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_prefix_max(text) IS 'last timeid whose text begins so';
