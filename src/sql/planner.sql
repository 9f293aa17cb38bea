-- What the planner needs to plan by the time of an id: see src/pg/time_planning.cpp, and for estimates
-- src/pg/time_estimates.cpp.

CREATE FUNCTION ulidkit_extract_timestamp_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_extract_timestamp_support(internal) IS 'planner support for extracted times';

CREATE FUNCTION ulidkit_ineqsel(internal, oid, internal, integer) RETURNS double precision
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_ineqsel(internal, oid, internal, integer) IS
    'restriction selectivity of <, <=, >= and > of identifiers';

CREATE FUNCTION ulidkit_ineqjoinsel(internal, oid, internal, smallint, internal) RETURNS double precision
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_ineqjoinsel(internal, oid, internal, smallint, internal) IS
    'join selectivity of <, <=, >= and > of identifiers';

CREATE FUNCTION ulidkit_timestamptz(timestamp) RETURNS timestamptz
    AS 'MODULE_PATHNAME', 'ulidkit_timestamp_timestamptz' LANGUAGE C STABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidkit_timestamptz(timestamp) IS
    'timestamp as the planner compares it with the time of an id: infinite instead of out of range';

CREATE FUNCTION ulidkit_timestamptz(date) RETURNS timestamptz
    AS 'MODULE_PATHNAME', 'ulidkit_date_timestamptz' LANGUAGE C STABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidkit_timestamptz(date) IS
    'date as the planner compares it with the time of an id: infinite instead of out of range';

CREATE FUNCTION ulidkit_earliest(comparison text, value anyelement, unit text, zone text) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidkit_earliest(text, anyelement, text, text) IS
    'no time before this one compares so with a value, once truncated to a unit in a time zone (by default the session''s)';

CREATE FUNCTION ulidkit_latest(comparison text, value anyelement, unit text, zone text) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidkit_latest(text, anyelement, text, text) IS
    'no time after this one compares so with a value, once truncated to a unit in a time zone (by default the session''s)';
