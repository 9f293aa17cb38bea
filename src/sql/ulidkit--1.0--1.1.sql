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

-- Snowflakes that this server makes. The arguments of a layout are those of snowflake_extract_timestamp().

CREATE FUNCTION snowflake_generate(
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms', node_bits integer DEFAULT 10, node_shift integer DEFAULT -1
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION snowflake_generate(timestamptz, integer, interval, integer, integer) IS
    'generate Snowflake ID greater than all of the same epoch, shift and unit generated before on this server';

CREATE FUNCTION snowflake_observe(
    id bigint,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms', node_bits integer DEFAULT 10, node_shift integer DEFAULT -1
) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION snowflake_observe(bigint, timestamptz, integer, interval, integer, integer) IS
    'make the next Snowflake ID of the same epoch, shift and unit generated on this server greater than the given one';
REVOKE ALL ON FUNCTION snowflake_observe(bigint, timestamptz, integer, interval, integer, integer) FROM PUBLIC;

CREATE FUNCTION snowflake_time_encoder(
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN snowflake_min(ts, epoch, shift, unit)::text;
COMMENT ON FUNCTION snowflake_time_encoder(timestamptz, timestamptz, integer, interval) IS
    'text form of the smallest Snowflake ID at or after a timestamp, for pg_partman; error if there is none';

CREATE FUNCTION snowflake_time_decoder(
    id text,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN snowflake_extract_timestamp(id::bigint, epoch, shift, unit);
COMMENT ON FUNCTION snowflake_time_decoder(text, timestamptz, integer, interval) IS
    'extract timestamp from the text form of a Snowflake ID, for pg_partman';

COMMENT ON FUNCTION ulidkit_generators() IS
    'state of the generators of this server, one row per kind and one per layout of Snowflake IDs';
COMMENT ON TYPE ulidkit_generator IS 'state of the generator of a kind or layout, as ulidkit_generators() returns it';
COMMENT ON COLUMN ulidkit_generator.kind IS 'kind of ID, or epoch, shift and unit of Snowflake IDs';
