-- What the planner needs to take the extracted time of an id for the id: see src/pg/time_planning.cpp.

CREATE FUNCTION ulidkit_extract_timestamp_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_extract_timestamp_support(internal) IS 'planner support for extracted times';

CREATE FUNCTION ulidkit_timestamptz(timestamp) RETURNS timestamptz
    AS 'MODULE_PATHNAME', 'ulidkit_timestamp_timestamptz' LANGUAGE C STABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidkit_timestamptz(timestamp) IS
    'timestamp as the planner compares it with the time of an id: infinite instead of out of range';

CREATE FUNCTION ulidkit_timestamptz(date) RETURNS timestamptz
    AS 'MODULE_PATHNAME', 'ulidkit_date_timestamptz' LANGUAGE C STABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidkit_timestamptz(date) IS
    'date as the planner compares it with the time of an id: infinite instead of out of range';
