-- Functions for planning by the time of an ID, see src/pg/planning/jointree.cpp, and for selectivity estimates, see
-- src/pg/planning/estimates.cpp.

CREATE FUNCTION ulidkit_extract_timestamp_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_extract_timestamp_support(internal) IS
    'planner support for functions that extract a timestamp from an ID';

CREATE FUNCTION ulidkit_ineqsel(internal, oid, internal, integer) RETURNS double precision
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_ineqsel(internal, oid, internal, integer) IS
    'restriction selectivity of <, <=, > and >= on IDs';

CREATE FUNCTION ulidkit_ineqjoinsel(internal, oid, internal, smallint, internal) RETURNS double precision
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_ineqjoinsel(internal, oid, internal, smallint, internal) IS
    'join selectivity of <, <=, > and >= on IDs';

CREATE FUNCTION ulidkit_timestamptz(timestamp) RETURNS timestamptz
    AS 'MODULE_PATHNAME', 'ulidkit_timestamp_timestamptz' LANGUAGE C STABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidkit_timestamptz(timestamp) IS
    'convert timestamp to timestamptz for comparison with the time of an ID; infinite if out of range';

CREATE FUNCTION ulidkit_timestamptz(date) RETURNS timestamptz
    AS 'MODULE_PATHNAME', 'ulidkit_date_timestamptz' LANGUAGE C STABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidkit_timestamptz(date) IS
    'convert date to timestamptz for comparison with the time of an ID; infinite if out of range';

CREATE FUNCTION ulidkit_earliest(comparison text, value anyelement, unit text, zone text) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidkit_earliest(text, anyelement, text, text) IS
    'lower bound of the times that satisfy a comparison with a value after truncation to a unit in a time zone';

CREATE FUNCTION ulidkit_latest(comparison text, value anyelement, unit text, zone text) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidkit_latest(text, anyelement, text, text) IS
    'upper bound of the times that satisfy a comparison with a value after truncation to a unit in a time zone';

-- Bounds of IDs in columns of PostgreSQL's own types, see comparisons.sql.in and src/pg/planning/guest_bounds.cpp.

CREATE FUNCTION ulidkit_at_least_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_at_least_support(internal) IS 'planner support for ulidkit_at_least()';

CREATE FUNCTION ulidkit_at_most_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_at_most_support(internal) IS 'planner support for ulidkit_at_most() and ulidkit_below()';

-- The planner copies a condition on a UNION ALL for each of its tables, and the support function rewrites the copy.

CREATE FUNCTION ulidkit_for_each_table_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_for_each_table_support(internal) IS 'planner support for ulidkit_for_each_table()';

CREATE FUNCTION ulidkit_for_each_table(condition boolean) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_for_each_table_support;
COMMENT ON FUNCTION ulidkit_for_each_table(boolean) IS
    'condition on a UNION ALL that is planned by time for each of its tables';

-- Equalities of a form of an ID, such as its text, become equalities of the ID: see src/pg/planning/inverse.cpp.

CREATE FUNCTION ulidkit_inverse_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_inverse_support(internal) IS 'planner support for functions of an ID that have an inverse';
