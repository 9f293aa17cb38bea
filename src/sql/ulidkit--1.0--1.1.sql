\echo Use "ALTER EXTENSION ulidkit UPDATE TO '1.1'" to load this file. \quit

-- What version 1.1 adds to the objects of 1.0 and changes of them. CREATE EXTENSION runs this script after that of 1.0.

-- The planner does without these. To drop them fails, and names all that needs them, if somebody's views or functions call them.
DROP FUNCTION ulidkit_at_least(uuid, uuid), ulidkit_at_most(uuid, uuid), ulidkit_at_least(bigint, bigint),
    ulidkit_at_most(bigint, bigint), ulidkit_at_least(text, text), ulidkit_below(text, text), ulidkit_at_least(bpchar, bpchar),
    ulidkit_below(bpchar, bpchar), ulidkit_at_least(bytea, bytea), ulidkit_below(bytea, bytea), ulidkit_for_each_table(boolean);
DROP FUNCTION ulidkit_at_least_support(internal), ulidkit_at_most_support(internal), ulidkit_for_each_table_support(internal);

-- For the planner: a uuid is looked up by its text as the types of the extension are.

CREATE FUNCTION uuid_in_or_null(id text) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION uuid_in_or_null(text) IS
    'uuid of its text, or NULL if it is the text of none; used by the planner';

CREATE FUNCTION uuid_like_min(start text, pattern boolean) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_like_min(text, boolean) IS
    'smallest uuid whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

CREATE FUNCTION uuid_like_max(start text, pattern boolean) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuid_like_max(text, boolean) IS
    'largest uuid whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';
