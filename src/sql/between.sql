-- What the planner puts for an equality of times between tables, where the id is of a type of the core's.

CREATE FUNCTION ulidkit_between_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_between_support(internal) IS 'planner support for ulidkit_between()';

CREATE FUNCTION ulidkit_between(id uuid, first uuid, last uuid) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_between_uuids'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_between_support;
COMMENT ON FUNCTION ulidkit_between(uuid, uuid, uuid) IS
    'whether an id is one of those of a time, as the planner asks between tables';

CREATE FUNCTION ulidkit_between(id bigint, first bigint, last bigint) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_between_bigints'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_between_support;
COMMENT ON FUNCTION ulidkit_between(bigint, bigint, bigint) IS
    'whether an id is one of those of a time, as the planner asks between tables';
