-- Functions of the planner, and the casts to timestamp and date.

-- What the planner needs to plan by the time of an id: see src/pg/time_planning.cpp, and for estimates
-- src/pg/time_estimates.cpp.

CREATE FUNCTION ulidkit_ineqsel(internal, oid, internal, integer) RETURNS double precision
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_ineqsel(internal, oid, internal, integer) IS
    'restriction selectivity of <, <=, >= and > of identifiers';

CREATE FUNCTION ulidkit_ineqjoinsel(internal, oid, internal, smallint, internal) RETURNS double precision
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_ineqjoinsel(internal, oid, internal, smallint, internal) IS
    'join selectivity of <, <=, >= and > of identifiers';

CREATE FUNCTION ulidkit_earliest(comparison text, value anyelement, unit text, zone text) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidkit_earliest(text, anyelement, text, text) IS
    'no time before this one compares so with a value, once truncated to a unit in a time zone (by default the session''s)';

CREATE FUNCTION ulidkit_latest(comparison text, value anyelement, unit text, zone text) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidkit_latest(text, anyelement, text, text) IS
    'no time after this one compares so with a value, once truncated to a unit in a time zone (by default the session''s)';

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

-- Casts of a type of its own: to and from its bytes, and to its time.

CREATE FUNCTION ulid_to_timestamp(ulid) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN ulid_extract_timestamp($1)::timestamp;
COMMENT ON FUNCTION ulid_to_timestamp(ulid) IS 'local time of a ulid in the session''s time zone';

CREATE FUNCTION ulid_to_date(ulid) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN ulid_extract_timestamp($1)::date;
COMMENT ON FUNCTION ulid_to_date(ulid) IS 'date of a ulid in the session''s time zone';

CREATE CAST (ulid AS timestamp) WITH FUNCTION ulid_to_timestamp(ulid);
COMMENT ON CAST (ulid AS timestamp) IS 'local time of a ulid in the session''s time zone';

CREATE CAST (ulid AS date) WITH FUNCTION ulid_to_date(ulid);
COMMENT ON CAST (ulid AS date) IS 'date of a ulid in the session''s time zone';

-- Casts of a type of its own: to and from its bytes, and to its time.

CREATE FUNCTION scru160_to_timestamp(scru160) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN scru160_extract_timestamp($1)::timestamp;
COMMENT ON FUNCTION scru160_to_timestamp(scru160) IS 'local time of a scru160 in the session''s time zone';

CREATE FUNCTION scru160_to_date(scru160) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN scru160_extract_timestamp($1)::date;
COMMENT ON FUNCTION scru160_to_date(scru160) IS 'date of a scru160 in the session''s time zone';

CREATE CAST (scru160 AS timestamp) WITH FUNCTION scru160_to_timestamp(scru160);
COMMENT ON CAST (scru160 AS timestamp) IS 'local time of a scru160 in the session''s time zone';

CREATE CAST (scru160 AS date) WITH FUNCTION scru160_to_date(scru160);
COMMENT ON CAST (scru160 AS date) IS 'date of a scru160 in the session''s time zone';

-- Casts of a type of its own: to and from its bytes, and to its time.

CREATE FUNCTION ulidflake_to_timestamp(ulidflake) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN ulidflake_extract_timestamp($1)::timestamp;
COMMENT ON FUNCTION ulidflake_to_timestamp(ulidflake) IS 'local time of a ulidflake in the session''s time zone';

CREATE FUNCTION ulidflake_to_date(ulidflake) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN ulidflake_extract_timestamp($1)::date;
COMMENT ON FUNCTION ulidflake_to_date(ulidflake) IS 'date of a ulidflake in the session''s time zone';

CREATE CAST (ulidflake AS timestamp) WITH FUNCTION ulidflake_to_timestamp(ulidflake);
COMMENT ON CAST (ulidflake AS timestamp) IS 'local time of a ulidflake in the session''s time zone';

CREATE CAST (ulidflake AS date) WITH FUNCTION ulidflake_to_date(ulidflake);
COMMENT ON CAST (ulidflake AS date) IS 'date of a ulidflake in the session''s time zone';

-- Casts of a type of its own: to and from its bytes, and to its time.

CREATE FUNCTION timeid_to_timestamp(timeid) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN timeid_extract_timestamp($1)::timestamp;
COMMENT ON FUNCTION timeid_to_timestamp(timeid) IS 'local time of a timeid in the session''s time zone';

CREATE FUNCTION timeid_to_date(timeid) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN timeid_extract_timestamp($1)::date;
COMMENT ON FUNCTION timeid_to_date(timeid) IS 'date of a timeid in the session''s time zone';

CREATE CAST (timeid AS timestamp) WITH FUNCTION timeid_to_timestamp(timeid);
COMMENT ON CAST (timeid AS timestamp) IS 'local time of a timeid in the session''s time zone';

CREATE CAST (timeid AS date) WITH FUNCTION timeid_to_date(timeid);
COMMENT ON CAST (timeid AS date) IS 'date of a timeid in the session''s time zone';

-- Casts of a type of its own: to and from its bytes, and to its time.

CREATE FUNCTION tbsl_to_timestamp(tbsl) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN tbsl_extract_timestamp($1)::timestamp;
COMMENT ON FUNCTION tbsl_to_timestamp(tbsl) IS 'local time of a tbsl in the session''s time zone';

CREATE FUNCTION tbsl_to_date(tbsl) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN tbsl_extract_timestamp($1)::date;
COMMENT ON FUNCTION tbsl_to_date(tbsl) IS 'date of a tbsl in the session''s time zone';

CREATE CAST (tbsl AS timestamp) WITH FUNCTION tbsl_to_timestamp(tbsl);
COMMENT ON CAST (tbsl AS timestamp) IS 'local time of a tbsl in the session''s time zone';

CREATE CAST (tbsl AS date) WITH FUNCTION tbsl_to_date(tbsl);
COMMENT ON CAST (tbsl AS date) IS 'date of a tbsl in the session''s time zone';

-- What every kind has, also one on a type of the server's.

CREATE FUNCTION uuidv7_extract_timestamp(uuid) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION uuidv7_extract_timestamp(uuid) IS 'time of a uuidv7, at the start of its unit';

CREATE FUNCTION uuidv7_min(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_min(timestamptz) IS 'first possible uuidv7 at or after a time';

CREATE FUNCTION uuidv7_max(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_max(timestamptz) IS 'last possible uuidv7 at or before a time';

-- What the planner puts for a comparison of an id's time with another: never an error, NULL where there is no such id.

CREATE FUNCTION uuidv7_at_or_after(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidv7_at_or_after(timestamptz) IS 'first possible uuidv7 at or after a time, if any';

CREATE FUNCTION uuidv7_after(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidv7_after(timestamptz) IS 'first possible uuidv7 after a time, if any';

CREATE FUNCTION uuidv7_before(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidv7_before(timestamptz) IS 'last possible uuidv7 before a time, if any';

CREATE FUNCTION uuidv7_at_or_before(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidv7_at_or_before(timestamptz) IS 'last possible uuidv7 at or before a time, if any';

-- Generation

CREATE FUNCTION uuidv7_generate() RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_generate() IS 'new uuidv7 of the present time, above the last one';

CREATE FUNCTION uuidv7_generate(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME', 'uuidv7_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_generate(timestamptz) IS 'new uuidv7 of a given time, in no order within its unit';

-- The 64-bit ids of other systems, in columns of type bigint: src/core/snowflake.hpp. The defaults are those of Twitter's
-- Snowflake. They become constants here: an epoch with its offset from UTC, year first, is the same under all settings.

CREATE FUNCTION snowflake_extract_timestamp(
    id bigint,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION snowflake_extract_timestamp(bigint, timestamptz, integer, interval) IS
    'time of another system''s id: epoch + (id >> shift) * unit, within 4713-01-01 BC and 294247-01-01';

CREATE FUNCTION snowflake_min(
    "time" timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION snowflake_min(timestamptz, timestamptz, integer, interval) IS
    'first possible id of another system at or after a time';

CREATE FUNCTION snowflake_max(
    "time" timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION snowflake_max(timestamptz, timestamptz, integer, interval) IS
    'last possible id of another system at or before a time';

-- What the planner puts for a comparison of an id's time with another: never an error, NULL where there is no such id, also
-- because there are no ids with these arguments.

CREATE FUNCTION snowflake_at_or_after(
    "time" timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_at_or_after(timestamptz, timestamptz, integer, interval) IS
    'first possible id of another system at or after a time, if any';

CREATE FUNCTION snowflake_after(
    "time" timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_after(timestamptz, timestamptz, integer, interval) IS
    'first possible id of another system after a time, if any';

CREATE FUNCTION snowflake_before(
    "time" timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_before(timestamptz, timestamptz, integer, interval) IS
    'last possible id of another system before a time, if any';

CREATE FUNCTION snowflake_at_or_before(
    "time" timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_at_or_before(timestamptz, timestamptz, integer, interval) IS
    'last possible id of another system at or before a time, if any';

-- Estimates of ranges, of the planner's functions.
ALTER OPERATOR < (ulid, ulid) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
ALTER OPERATOR <= (ulid, ulid) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
ALTER OPERATOR >= (ulid, ulid) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
ALTER OPERATOR > (ulid, ulid) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);

-- Estimates of ranges, of the planner's functions.
ALTER OPERATOR < (scru160, scru160) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
ALTER OPERATOR <= (scru160, scru160) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
ALTER OPERATOR >= (scru160, scru160) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
ALTER OPERATOR > (scru160, scru160) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);

-- Estimates of ranges, of the planner's functions.
ALTER OPERATOR < (ulidflake, ulidflake) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
ALTER OPERATOR <= (ulidflake, ulidflake) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
ALTER OPERATOR >= (ulidflake, ulidflake) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
ALTER OPERATOR > (ulidflake, ulidflake) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);

-- Estimates of ranges, of the planner's functions.
ALTER OPERATOR < (timeid, timeid) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
ALTER OPERATOR <= (timeid, timeid) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
ALTER OPERATOR >= (timeid, timeid) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
ALTER OPERATOR > (timeid, timeid) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);

-- Estimates of ranges, of the planner's functions.
ALTER OPERATOR < (tbsl, tbsl) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
ALTER OPERATOR <= (tbsl, tbsl) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
ALTER OPERATOR >= (tbsl, tbsl) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
ALTER OPERATOR > (tbsl, tbsl) SET (RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel);
