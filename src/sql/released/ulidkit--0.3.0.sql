\echo Use "CREATE EXTENSION ulidkit" to load this file. \quit

-- Functions for planning by the time of an ID, see src/pg/time_planning.cpp, and for selectivity estimates, see
-- src/pg/time_estimates.cpp.

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

-- The planner adds this condition for a join on the time of an ID if the type of the ID belongs to the server.

CREATE FUNCTION ulidkit_between_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_between_support(internal) IS 'planner support for ulidkit_between()';

CREATE FUNCTION ulidkit_between(id uuid, first uuid, last uuid) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_between_uuids'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_between_support;
COMMENT ON FUNCTION ulidkit_between(uuid, uuid, uuid) IS
    'is ID between the first and the last ID of a time, for joins on the time';

CREATE FUNCTION ulidkit_between(id bigint, first bigint, last bigint) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_between_bigints'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_between_support;
COMMENT ON FUNCTION ulidkit_between(bigint, bigint, bigint) IS
    'is ID between the first and the last ID of a time, for joins on the time';

-- ulid

-- Objects of every kind with a type of its own.

CREATE TYPE ulid;

CREATE FUNCTION ulid_in(cstring) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_in(cstring) IS 'I/O';

CREATE FUNCTION ulid_out(ulid) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_out(ulid) IS 'I/O';

CREATE FUNCTION ulid_recv(internal) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_recv(internal) IS 'I/O';

CREATE FUNCTION ulid_send(ulid) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_send(ulid) IS 'I/O';

CREATE TYPE ulid (
    INPUT = ulid_in,
    OUTPUT = ulid_out,
    RECEIVE = ulid_recv,
    SEND = ulid_send,
    INTERNALLENGTH = 16, ALIGNMENT = char
);

-- Comparison

CREATE FUNCTION ulid_lt(ulid, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_lt(ulid, ulid) IS 'implementation of < operator';

CREATE FUNCTION ulid_le(ulid, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_le(ulid, ulid) IS 'implementation of <= operator';

CREATE FUNCTION ulid_eq(ulid, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_eq(ulid, ulid) IS 'implementation of = operator';

CREATE FUNCTION ulid_ne(ulid, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_ne(ulid, ulid) IS 'implementation of <> operator';

CREATE FUNCTION ulid_ge(ulid, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_ge(ulid, ulid) IS 'implementation of >= operator';

CREATE FUNCTION ulid_gt(ulid, ulid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_gt(ulid, ulid) IS 'implementation of > operator';

CREATE OPERATOR < (
    LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_lt,
    COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR < (ulid, ulid) IS 'less than';

CREATE OPERATOR <= (
    LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_le,
    COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR <= (ulid, ulid) IS 'less than or equal';

CREATE OPERATOR = (
    LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_eq,
    COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel,
    HASHES, MERGES
);
COMMENT ON OPERATOR = (ulid, ulid) IS 'equal';

CREATE OPERATOR <> (
    LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_ne,
    COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (ulid, ulid) IS 'not equal';

CREATE OPERATOR >= (
    LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_ge,
    COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR >= (ulid, ulid) IS 'greater than or equal';

CREATE OPERATOR > (
    LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_gt,
    COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR > (ulid, ulid) IS 'greater than';

-- Index support

CREATE FUNCTION ulid_cmp(ulid, ulid) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_cmp(ulid, ulid) IS 'less-equal-greater';

CREATE FUNCTION ulid_sortsupport(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_sortsupport(internal) IS 'sort support';

CREATE OPERATOR CLASS ulid_ops DEFAULT FOR TYPE ulid USING btree AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 ulid_cmp(ulid, ulid),
    FUNCTION 2 ulid_sortsupport(internal),
    FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR FAMILY ulid_ops USING btree IS 'B-tree operators for ulid';
COMMENT ON OPERATOR CLASS ulid_ops USING btree IS 'default B-tree operator class for ulid';

CREATE FUNCTION ulid_hash(ulid) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_hash(ulid) IS 'hash';

CREATE FUNCTION ulid_hash_extended(ulid, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_hash_extended(ulid, bigint) IS 'hash with a seed';

CREATE OPERATOR CLASS ulid_ops DEFAULT FOR TYPE ulid USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 ulid_hash(ulid),
    FUNCTION 2 ulid_hash_extended(ulid, bigint);
COMMENT ON OPERATOR FAMILY ulid_ops USING hash IS 'hash operators for ulid';
COMMENT ON OPERATOR CLASS ulid_ops USING hash IS 'default hash operator class for ulid';

CREATE OPERATOR CLASS ulid_minmax_ops DEFAULT FOR TYPE ulid USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_opcinfo(internal),
    FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 brin_minmax_union(internal, internal, internal);
COMMENT ON OPERATOR FAMILY ulid_minmax_ops USING brin IS 'BRIN minmax operators for ulid';
COMMENT ON OPERATOR CLASS ulid_minmax_ops USING brin IS
    'default BRIN operator class for ulid, which stores the minimum and maximum of each block range';

CREATE FUNCTION ulid_distance(internal, internal) RETURNS double precision
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_distance(internal, internal) IS 'BRIN minmax-multi distance';

CREATE OPERATOR CLASS ulid_minmax_multi_ops FOR TYPE ulid USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 brin_minmax_multi_options(internal),
    FUNCTION 11 (ulid, ulid) ulid_distance(internal, internal);
COMMENT ON OPERATOR FAMILY ulid_minmax_multi_ops USING brin IS 'BRIN minmax-multi operators for ulid';
COMMENT ON OPERATOR CLASS ulid_minmax_multi_ops USING brin IS
    'BRIN operator class for ulid that stores several minimums and maximums of each block range';

CREATE OPERATOR CLASS ulid_bloom_ops FOR TYPE ulid USING brin AS
    OPERATOR 1 =,
    FUNCTION 1 brin_bloom_opcinfo(internal),
    FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_bloom_union(internal, internal, internal),
    FUNCTION 5 brin_bloom_options(internal),
    FUNCTION 11 ulid_hash(ulid);
COMMENT ON OPERATOR FAMILY ulid_bloom_ops USING brin IS 'BRIN Bloom operators for ulid';
COMMENT ON OPERATOR CLASS ulid_bloom_ops USING brin IS
    'BRIN operator class for ulid that stores a Bloom filter of each block range';

-- Aggregates

CREATE FUNCTION ulid_smaller(ulid, ulid) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_smaller(ulid, ulid) IS 'smaller of two';

CREATE FUNCTION ulid_larger(ulid, ulid) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_larger(ulid, ulid) IS 'larger of two';

CREATE AGGREGATE min(ulid) (
    SFUNC = ulid_smaller, STYPE = ulid, COMBINEFUNC = ulid_smaller, SORTOP = <, PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(ulid) IS 'minimum value of all ulid input values';

CREATE AGGREGATE max(ulid) (
    SFUNC = ulid_larger, STYPE = ulid, COMBINEFUNC = ulid_larger, SORTOP = >, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(ulid) IS 'maximum value of all ulid input values';

-- Objects of every kind, including kinds that use a type of the server.

CREATE FUNCTION ulid_extract_timestamp(ulid) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION ulid_extract_timestamp(ulid) IS 'extract timestamp from ulid';

CREATE FUNCTION ulid_min(timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_min(timestamptz) IS 'smallest ulid at or after a timestamp; error if there is none';

CREATE FUNCTION ulid_max(timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_max(timestamptz) IS 'largest ulid at or before a timestamp; error if there is none';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

CREATE FUNCTION ulid_at_or_after(timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_at_or_after(timestamptz) IS
    'smallest ulid at or after a timestamp, or NULL if there is none';

CREATE FUNCTION ulid_after(timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_after(timestamptz) IS 'smallest ulid after a timestamp, or NULL if there is none';

CREATE FUNCTION ulid_before(timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_before(timestamptz) IS 'largest ulid before a timestamp, or NULL if there is none';

CREATE FUNCTION ulid_at_or_before(timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_at_or_before(timestamptz) IS
    'largest ulid at or before a timestamp, or NULL if there is none';

-- Generation

CREATE FUNCTION ulid_generate() RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_generate() IS 'generate ulid greater than all generated before on this server';

CREATE FUNCTION ulid_generate(timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME', 'ulid_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_generate(timestamptz) IS
    'generate ulid with the given timestamp; unordered within a timestamp';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

CREATE FUNCTION ulid_to_bytea(ulid) RETURNS bytea
    AS 'MODULE_PATHNAME', 'ulid_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_to_bytea(ulid) IS 'convert ulid to its binary representation';

CREATE FUNCTION ulid_from_bytea(bytea) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_from_bytea(bytea) IS 'convert binary representation to ulid';

CREATE CAST (ulid AS bytea) WITH FUNCTION ulid_to_bytea(ulid);
COMMENT ON CAST (ulid AS bytea) IS 'convert ulid to its binary representation';

CREATE CAST (bytea AS ulid) WITH FUNCTION ulid_from_bytea(bytea);
COMMENT ON CAST (bytea AS ulid) IS 'convert binary representation to ulid';

CREATE FUNCTION ulid_to_timestamp(ulid) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN ulid_extract_timestamp($1)::timestamp;
COMMENT ON FUNCTION ulid_to_timestamp(ulid) IS
    'extract timestamp without time zone from ulid, in the session''s time zone';

CREATE FUNCTION ulid_to_date(ulid) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN ulid_extract_timestamp($1)::date;
COMMENT ON FUNCTION ulid_to_date(ulid) IS 'extract date from ulid, in the session''s time zone';

CREATE CAST (ulid AS timestamptz) WITH FUNCTION ulid_extract_timestamp(ulid);
COMMENT ON CAST (ulid AS timestamptz) IS 'extract timestamp from ulid';

CREATE CAST (ulid AS timestamp) WITH FUNCTION ulid_to_timestamp(ulid);
COMMENT ON CAST (ulid AS timestamp) IS 'extract timestamp without time zone from ulid, in the session''s time zone';

CREATE CAST (ulid AS date) WITH FUNCTION ulid_to_date(ulid);
COMMENT ON CAST (ulid AS date) IS 'extract date from ulid, in the session''s time zone';

COMMENT ON TYPE ulid IS 'ULID: 48-bit timestamp in milliseconds since 1970, 80 random bits';

CREATE FUNCTION ulid_random() RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_random() IS
    'generate ulid with the current timestamp and 80 random bits; unordered within a millisecond';

CREATE FUNCTION ulid_extract_randomness(ulid) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_extract_randomness(ulid) IS 'extract random bits from ulid, 10 bytes';

CREATE FUNCTION ulid_to_uuidv7(ulid) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_to_uuidv7(ulid) IS
    'convert ulid to UUID version 7; the version and variant fields overwrite 6 random bits';

-- Both types store the same 16 bytes.
CREATE CAST (ulid AS uuid) WITHOUT FUNCTION AS ASSIGNMENT;
COMMENT ON CAST (ulid AS uuid) IS 'convert ulid to uuid with the same 16 bytes';

CREATE CAST (uuid AS ulid) WITHOUT FUNCTION AS ASSIGNMENT;
COMMENT ON CAST (uuid AS ulid) IS 'convert uuid to ulid with the same 16 bytes';

-- scru160

-- Objects of every kind with a type of its own.

CREATE TYPE scru160;

CREATE FUNCTION scru160_in(cstring) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_in(cstring) IS 'I/O';

CREATE FUNCTION scru160_out(scru160) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_out(scru160) IS 'I/O';

CREATE FUNCTION scru160_recv(internal) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_recv(internal) IS 'I/O';

CREATE FUNCTION scru160_send(scru160) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_send(scru160) IS 'I/O';

CREATE TYPE scru160 (
    INPUT = scru160_in,
    OUTPUT = scru160_out,
    RECEIVE = scru160_recv,
    SEND = scru160_send,
    INTERNALLENGTH = 20, ALIGNMENT = char
);

-- Comparison

CREATE FUNCTION scru160_lt(scru160, scru160) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_lt(scru160, scru160) IS 'implementation of < operator';

CREATE FUNCTION scru160_le(scru160, scru160) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_le(scru160, scru160) IS 'implementation of <= operator';

CREATE FUNCTION scru160_eq(scru160, scru160) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_eq(scru160, scru160) IS 'implementation of = operator';

CREATE FUNCTION scru160_ne(scru160, scru160) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_ne(scru160, scru160) IS 'implementation of <> operator';

CREATE FUNCTION scru160_ge(scru160, scru160) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_ge(scru160, scru160) IS 'implementation of >= operator';

CREATE FUNCTION scru160_gt(scru160, scru160) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_gt(scru160, scru160) IS 'implementation of > operator';

CREATE OPERATOR < (
    LEFTARG = scru160, RIGHTARG = scru160, FUNCTION = scru160_lt,
    COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR < (scru160, scru160) IS 'less than';

CREATE OPERATOR <= (
    LEFTARG = scru160, RIGHTARG = scru160, FUNCTION = scru160_le,
    COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR <= (scru160, scru160) IS 'less than or equal';

CREATE OPERATOR = (
    LEFTARG = scru160, RIGHTARG = scru160, FUNCTION = scru160_eq,
    COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel,
    HASHES, MERGES
);
COMMENT ON OPERATOR = (scru160, scru160) IS 'equal';

CREATE OPERATOR <> (
    LEFTARG = scru160, RIGHTARG = scru160, FUNCTION = scru160_ne,
    COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (scru160, scru160) IS 'not equal';

CREATE OPERATOR >= (
    LEFTARG = scru160, RIGHTARG = scru160, FUNCTION = scru160_ge,
    COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR >= (scru160, scru160) IS 'greater than or equal';

CREATE OPERATOR > (
    LEFTARG = scru160, RIGHTARG = scru160, FUNCTION = scru160_gt,
    COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR > (scru160, scru160) IS 'greater than';

-- Index support

CREATE FUNCTION scru160_cmp(scru160, scru160) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_cmp(scru160, scru160) IS 'less-equal-greater';

CREATE FUNCTION scru160_sortsupport(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_sortsupport(internal) IS 'sort support';

CREATE OPERATOR CLASS scru160_ops DEFAULT FOR TYPE scru160 USING btree AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 scru160_cmp(scru160, scru160),
    FUNCTION 2 scru160_sortsupport(internal),
    FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR FAMILY scru160_ops USING btree IS 'B-tree operators for scru160';
COMMENT ON OPERATOR CLASS scru160_ops USING btree IS 'default B-tree operator class for scru160';

CREATE FUNCTION scru160_hash(scru160) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_hash(scru160) IS 'hash';

CREATE FUNCTION scru160_hash_extended(scru160, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_hash_extended(scru160, bigint) IS 'hash with a seed';

CREATE OPERATOR CLASS scru160_ops DEFAULT FOR TYPE scru160 USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 scru160_hash(scru160),
    FUNCTION 2 scru160_hash_extended(scru160, bigint);
COMMENT ON OPERATOR FAMILY scru160_ops USING hash IS 'hash operators for scru160';
COMMENT ON OPERATOR CLASS scru160_ops USING hash IS 'default hash operator class for scru160';

CREATE OPERATOR CLASS scru160_minmax_ops DEFAULT FOR TYPE scru160 USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_opcinfo(internal),
    FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 brin_minmax_union(internal, internal, internal);
COMMENT ON OPERATOR FAMILY scru160_minmax_ops USING brin IS 'BRIN minmax operators for scru160';
COMMENT ON OPERATOR CLASS scru160_minmax_ops USING brin IS
    'default BRIN operator class for scru160, which stores the minimum and maximum of each block range';

CREATE FUNCTION scru160_distance(internal, internal) RETURNS double precision
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_distance(internal, internal) IS 'BRIN minmax-multi distance';

CREATE OPERATOR CLASS scru160_minmax_multi_ops FOR TYPE scru160 USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 brin_minmax_multi_options(internal),
    FUNCTION 11 (scru160, scru160) scru160_distance(internal, internal);
COMMENT ON OPERATOR FAMILY scru160_minmax_multi_ops USING brin IS 'BRIN minmax-multi operators for scru160';
COMMENT ON OPERATOR CLASS scru160_minmax_multi_ops USING brin IS
    'BRIN operator class for scru160 that stores several minimums and maximums of each block range';

CREATE OPERATOR CLASS scru160_bloom_ops FOR TYPE scru160 USING brin AS
    OPERATOR 1 =,
    FUNCTION 1 brin_bloom_opcinfo(internal),
    FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_bloom_union(internal, internal, internal),
    FUNCTION 5 brin_bloom_options(internal),
    FUNCTION 11 scru160_hash(scru160);
COMMENT ON OPERATOR FAMILY scru160_bloom_ops USING brin IS 'BRIN Bloom operators for scru160';
COMMENT ON OPERATOR CLASS scru160_bloom_ops USING brin IS
    'BRIN operator class for scru160 that stores a Bloom filter of each block range';

-- Aggregates

CREATE FUNCTION scru160_smaller(scru160, scru160) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_smaller(scru160, scru160) IS 'smaller of two';

CREATE FUNCTION scru160_larger(scru160, scru160) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_larger(scru160, scru160) IS 'larger of two';

CREATE AGGREGATE min(scru160) (
    SFUNC = scru160_smaller, STYPE = scru160, COMBINEFUNC = scru160_smaller, SORTOP = <, PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(scru160) IS 'minimum value of all scru160 input values';

CREATE AGGREGATE max(scru160) (
    SFUNC = scru160_larger, STYPE = scru160, COMBINEFUNC = scru160_larger, SORTOP = >, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(scru160) IS 'maximum value of all scru160 input values';

-- Objects of every kind, including kinds that use a type of the server.

CREATE FUNCTION scru160_extract_timestamp(scru160) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION scru160_extract_timestamp(scru160) IS 'extract timestamp from scru160';

CREATE FUNCTION scru160_min(timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_min(timestamptz) IS 'smallest scru160 at or after a timestamp; error if there is none';

CREATE FUNCTION scru160_max(timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_max(timestamptz) IS 'largest scru160 at or before a timestamp; error if there is none';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

CREATE FUNCTION scru160_at_or_after(timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_at_or_after(timestamptz) IS
    'smallest scru160 at or after a timestamp, or NULL if there is none';

CREATE FUNCTION scru160_after(timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_after(timestamptz) IS 'smallest scru160 after a timestamp, or NULL if there is none';

CREATE FUNCTION scru160_before(timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_before(timestamptz) IS 'largest scru160 before a timestamp, or NULL if there is none';

CREATE FUNCTION scru160_at_or_before(timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_at_or_before(timestamptz) IS
    'largest scru160 at or before a timestamp, or NULL if there is none';

-- Generation

CREATE FUNCTION scru160_generate() RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_generate() IS 'generate scru160 greater than all generated before on this server';

CREATE FUNCTION scru160_generate(timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME', 'scru160_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_generate(timestamptz) IS
    'generate scru160 with the given timestamp; unordered within a timestamp';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

CREATE FUNCTION scru160_to_bytea(scru160) RETURNS bytea
    AS 'MODULE_PATHNAME', 'scru160_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_to_bytea(scru160) IS 'convert scru160 to its binary representation';

CREATE FUNCTION scru160_from_bytea(bytea) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_from_bytea(bytea) IS 'convert binary representation to scru160';

CREATE CAST (scru160 AS bytea) WITH FUNCTION scru160_to_bytea(scru160);
COMMENT ON CAST (scru160 AS bytea) IS 'convert scru160 to its binary representation';

CREATE CAST (bytea AS scru160) WITH FUNCTION scru160_from_bytea(bytea);
COMMENT ON CAST (bytea AS scru160) IS 'convert binary representation to scru160';

CREATE FUNCTION scru160_to_timestamp(scru160) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN scru160_extract_timestamp($1)::timestamp;
COMMENT ON FUNCTION scru160_to_timestamp(scru160) IS
    'extract timestamp without time zone from scru160, in the session''s time zone';

CREATE FUNCTION scru160_to_date(scru160) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN scru160_extract_timestamp($1)::date;
COMMENT ON FUNCTION scru160_to_date(scru160) IS 'extract date from scru160, in the session''s time zone';

CREATE CAST (scru160 AS timestamptz) WITH FUNCTION scru160_extract_timestamp(scru160);
COMMENT ON CAST (scru160 AS timestamptz) IS 'extract timestamp from scru160';

CREATE CAST (scru160 AS timestamp) WITH FUNCTION scru160_to_timestamp(scru160);
COMMENT ON CAST (scru160 AS timestamp) IS 'extract timestamp without time zone from scru160, in the session''s time zone';

CREATE CAST (scru160 AS date) WITH FUNCTION scru160_to_date(scru160);
COMMENT ON CAST (scru160 AS date) IS 'extract date from scru160, in the session''s time zone';

COMMENT ON TYPE scru160 IS 'SCRU160: 48-bit timestamp in milliseconds since 1970, 16-bit counter, 96 random bits';

CREATE FUNCTION scru160_extract_counter(scru160) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_extract_counter(scru160) IS 'extract counter from scru160, 0 to 65535';

CREATE FUNCTION scru160_extract_random(scru160) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_extract_random(scru160) IS 'extract random16 and random80 fields from scru160, 12 bytes';

CREATE FUNCTION scru160_to_hex(scru160) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_to_hex(scru160) IS 'convert scru160 to its alternative text form, 40 hexadecimal digits';

-- ulidflake

-- Objects of every kind with a type of its own.

CREATE TYPE ulidflake;

CREATE FUNCTION ulidflake_in(cstring) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_in(cstring) IS 'I/O';

CREATE FUNCTION ulidflake_out(ulidflake) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_out(ulidflake) IS 'I/O';

CREATE FUNCTION ulidflake_recv(internal) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_recv(internal) IS 'I/O';

CREATE FUNCTION ulidflake_send(ulidflake) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_send(ulidflake) IS 'I/O';

CREATE TYPE ulidflake (
    INPUT = ulidflake_in,
    OUTPUT = ulidflake_out,
    RECEIVE = ulidflake_recv,
    SEND = ulidflake_send,
    LIKE = int8
);

-- Comparison

CREATE FUNCTION ulidflake_lt(ulidflake, ulidflake) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_lt(ulidflake, ulidflake) IS 'implementation of < operator';

CREATE FUNCTION ulidflake_le(ulidflake, ulidflake) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_le(ulidflake, ulidflake) IS 'implementation of <= operator';

CREATE FUNCTION ulidflake_eq(ulidflake, ulidflake) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_eq(ulidflake, ulidflake) IS 'implementation of = operator';

CREATE FUNCTION ulidflake_ne(ulidflake, ulidflake) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_ne(ulidflake, ulidflake) IS 'implementation of <> operator';

CREATE FUNCTION ulidflake_ge(ulidflake, ulidflake) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_ge(ulidflake, ulidflake) IS 'implementation of >= operator';

CREATE FUNCTION ulidflake_gt(ulidflake, ulidflake) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_gt(ulidflake, ulidflake) IS 'implementation of > operator';

CREATE OPERATOR < (
    LEFTARG = ulidflake, RIGHTARG = ulidflake, FUNCTION = ulidflake_lt,
    COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR < (ulidflake, ulidflake) IS 'less than';

CREATE OPERATOR <= (
    LEFTARG = ulidflake, RIGHTARG = ulidflake, FUNCTION = ulidflake_le,
    COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR <= (ulidflake, ulidflake) IS 'less than or equal';

CREATE OPERATOR = (
    LEFTARG = ulidflake, RIGHTARG = ulidflake, FUNCTION = ulidflake_eq,
    COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel,
    HASHES, MERGES
);
COMMENT ON OPERATOR = (ulidflake, ulidflake) IS 'equal';

CREATE OPERATOR <> (
    LEFTARG = ulidflake, RIGHTARG = ulidflake, FUNCTION = ulidflake_ne,
    COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (ulidflake, ulidflake) IS 'not equal';

CREATE OPERATOR >= (
    LEFTARG = ulidflake, RIGHTARG = ulidflake, FUNCTION = ulidflake_ge,
    COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR >= (ulidflake, ulidflake) IS 'greater than or equal';

CREATE OPERATOR > (
    LEFTARG = ulidflake, RIGHTARG = ulidflake, FUNCTION = ulidflake_gt,
    COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR > (ulidflake, ulidflake) IS 'greater than';

-- Index support

CREATE FUNCTION ulidflake_cmp(ulidflake, ulidflake) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_cmp(ulidflake, ulidflake) IS 'less-equal-greater';

CREATE FUNCTION ulidflake_sortsupport(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_sortsupport(internal) IS 'sort support';

CREATE OPERATOR CLASS ulidflake_ops DEFAULT FOR TYPE ulidflake USING btree AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 ulidflake_cmp(ulidflake, ulidflake),
    FUNCTION 2 ulidflake_sortsupport(internal),
    FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR FAMILY ulidflake_ops USING btree IS 'B-tree operators for ulidflake';
COMMENT ON OPERATOR CLASS ulidflake_ops USING btree IS 'default B-tree operator class for ulidflake';

CREATE FUNCTION ulidflake_hash(ulidflake) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_hash(ulidflake) IS 'hash';

CREATE FUNCTION ulidflake_hash_extended(ulidflake, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_hash_extended(ulidflake, bigint) IS 'hash with a seed';

CREATE OPERATOR CLASS ulidflake_ops DEFAULT FOR TYPE ulidflake USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 ulidflake_hash(ulidflake),
    FUNCTION 2 ulidflake_hash_extended(ulidflake, bigint);
COMMENT ON OPERATOR FAMILY ulidflake_ops USING hash IS 'hash operators for ulidflake';
COMMENT ON OPERATOR CLASS ulidflake_ops USING hash IS 'default hash operator class for ulidflake';

CREATE OPERATOR CLASS ulidflake_minmax_ops DEFAULT FOR TYPE ulidflake USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_opcinfo(internal),
    FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 brin_minmax_union(internal, internal, internal);
COMMENT ON OPERATOR FAMILY ulidflake_minmax_ops USING brin IS 'BRIN minmax operators for ulidflake';
COMMENT ON OPERATOR CLASS ulidflake_minmax_ops USING brin IS
    'default BRIN operator class for ulidflake, which stores the minimum and maximum of each block range';

CREATE FUNCTION ulidflake_distance(internal, internal) RETURNS double precision
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_distance(internal, internal) IS 'BRIN minmax-multi distance';

CREATE OPERATOR CLASS ulidflake_minmax_multi_ops FOR TYPE ulidflake USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 brin_minmax_multi_options(internal),
    FUNCTION 11 (ulidflake, ulidflake) ulidflake_distance(internal, internal);
COMMENT ON OPERATOR FAMILY ulidflake_minmax_multi_ops USING brin IS 'BRIN minmax-multi operators for ulidflake';
COMMENT ON OPERATOR CLASS ulidflake_minmax_multi_ops USING brin IS
    'BRIN operator class for ulidflake that stores several minimums and maximums of each block range';

CREATE OPERATOR CLASS ulidflake_bloom_ops FOR TYPE ulidflake USING brin AS
    OPERATOR 1 =,
    FUNCTION 1 brin_bloom_opcinfo(internal),
    FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_bloom_union(internal, internal, internal),
    FUNCTION 5 brin_bloom_options(internal),
    FUNCTION 11 ulidflake_hash(ulidflake);
COMMENT ON OPERATOR FAMILY ulidflake_bloom_ops USING brin IS 'BRIN Bloom operators for ulidflake';
COMMENT ON OPERATOR CLASS ulidflake_bloom_ops USING brin IS
    'BRIN operator class for ulidflake that stores a Bloom filter of each block range';

-- Aggregates

CREATE FUNCTION ulidflake_smaller(ulidflake, ulidflake) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_smaller(ulidflake, ulidflake) IS 'smaller of two';

CREATE FUNCTION ulidflake_larger(ulidflake, ulidflake) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_larger(ulidflake, ulidflake) IS 'larger of two';

CREATE AGGREGATE min(ulidflake) (
    SFUNC = ulidflake_smaller, STYPE = ulidflake, COMBINEFUNC = ulidflake_smaller, SORTOP = <, PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(ulidflake) IS 'minimum value of all ulidflake input values';

CREATE AGGREGATE max(ulidflake) (
    SFUNC = ulidflake_larger, STYPE = ulidflake, COMBINEFUNC = ulidflake_larger, SORTOP = >, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(ulidflake) IS 'maximum value of all ulidflake input values';

-- Objects of every kind, including kinds that use a type of the server.

CREATE FUNCTION ulidflake_extract_timestamp(ulidflake) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION ulidflake_extract_timestamp(ulidflake) IS 'extract timestamp from ulidflake';

CREATE FUNCTION ulidflake_min(timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_min(timestamptz) IS 'smallest ulidflake at or after a timestamp; error if there is none';

CREATE FUNCTION ulidflake_max(timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_max(timestamptz) IS 'largest ulidflake at or before a timestamp; error if there is none';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

CREATE FUNCTION ulidflake_at_or_after(timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_at_or_after(timestamptz) IS
    'smallest ulidflake at or after a timestamp, or NULL if there is none';

CREATE FUNCTION ulidflake_after(timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_after(timestamptz) IS 'smallest ulidflake after a timestamp, or NULL if there is none';

CREATE FUNCTION ulidflake_before(timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_before(timestamptz) IS 'largest ulidflake before a timestamp, or NULL if there is none';

CREATE FUNCTION ulidflake_at_or_before(timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_at_or_before(timestamptz) IS
    'largest ulidflake at or before a timestamp, or NULL if there is none';

-- Generation

CREATE FUNCTION ulidflake_generate() RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_generate() IS 'generate ulidflake greater than all generated before on this server';

CREATE FUNCTION ulidflake_generate(timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME', 'ulidflake_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_generate(timestamptz) IS
    'generate ulidflake with the given timestamp; unordered within a timestamp';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

CREATE FUNCTION ulidflake_to_bytea(ulidflake) RETURNS bytea
    AS 'MODULE_PATHNAME', 'ulidflake_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_to_bytea(ulidflake) IS 'convert ulidflake to its binary representation';

CREATE FUNCTION ulidflake_from_bytea(bytea) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_from_bytea(bytea) IS 'convert binary representation to ulidflake';

CREATE CAST (ulidflake AS bytea) WITH FUNCTION ulidflake_to_bytea(ulidflake);
COMMENT ON CAST (ulidflake AS bytea) IS 'convert ulidflake to its binary representation';

CREATE CAST (bytea AS ulidflake) WITH FUNCTION ulidflake_from_bytea(bytea);
COMMENT ON CAST (bytea AS ulidflake) IS 'convert binary representation to ulidflake';

CREATE FUNCTION ulidflake_to_timestamp(ulidflake) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN ulidflake_extract_timestamp($1)::timestamp;
COMMENT ON FUNCTION ulidflake_to_timestamp(ulidflake) IS
    'extract timestamp without time zone from ulidflake, in the session''s time zone';

CREATE FUNCTION ulidflake_to_date(ulidflake) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN ulidflake_extract_timestamp($1)::date;
COMMENT ON FUNCTION ulidflake_to_date(ulidflake) IS 'extract date from ulidflake, in the session''s time zone';

CREATE CAST (ulidflake AS timestamptz) WITH FUNCTION ulidflake_extract_timestamp(ulidflake);
COMMENT ON CAST (ulidflake AS timestamptz) IS 'extract timestamp from ulidflake';

CREATE CAST (ulidflake AS timestamp) WITH FUNCTION ulidflake_to_timestamp(ulidflake);
COMMENT ON CAST (ulidflake AS timestamp) IS 'extract timestamp without time zone from ulidflake, in the session''s time zone';

CREATE CAST (ulidflake AS date) WITH FUNCTION ulidflake_to_date(ulidflake);
COMMENT ON CAST (ulidflake AS date) IS 'extract date from ulidflake, in the session''s time zone';

-- Objects of every kind that is stored as an Int64.

CREATE CAST (ulidflake AS bigint) WITHOUT FUNCTION AS ASSIGNMENT;
COMMENT ON CAST (ulidflake AS bigint) IS 'convert ulidflake to bigint with the same 64 bits';

COMMENT ON TYPE ulidflake IS 'Ulid-Flake: 43-bit timestamp in milliseconds since 2024, 20 random bits';

CREATE FUNCTION ulidflake_from_bigint(bigint) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_from_bigint(bigint) IS
    'convert bigint to ulidflake with the same 64 bits; error if negative';

CREATE CAST (bigint AS ulidflake) WITH FUNCTION ulidflake_from_bigint(bigint);
COMMENT ON CAST (bigint AS ulidflake) IS 'convert bigint to ulidflake with the same 64 bits; error if negative';

CREATE FUNCTION ulidflake_generate_scalable() RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_generate_scalable() IS
    'generate ulidflake in the scalable form, with the scalability ID set by ulidkit.ulidflake_scalability_id';

CREATE FUNCTION ulidflake_generate_scalable(scalability_id integer) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_generate_scalable(integer) IS
    'generate ulidflake in the scalable form, with a scalability ID from 0 to 31';

CREATE FUNCTION ulidflake_extract_randomness(ulidflake) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_extract_randomness(ulidflake) IS
    'extract random bits from stand-alone ulidflake, 0 to 1048575';

CREATE FUNCTION ulidflake_extract_scalable_randomness(ulidflake) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_extract_scalable_randomness(ulidflake) IS
    'extract random bits from scalable ulidflake, 0 to 32767';

CREATE FUNCTION ulidflake_extract_scalability(ulidflake) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_extract_scalability(ulidflake) IS
    'extract scalability ID from scalable ulidflake, 0 to 31';

-- timeid

-- Objects of every kind with a type of its own.

CREATE TYPE timeid;

CREATE FUNCTION timeid_in(cstring) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_in(cstring) IS 'I/O';

CREATE FUNCTION timeid_out(timeid) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_out(timeid) IS 'I/O';

CREATE FUNCTION timeid_recv(internal) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_recv(internal) IS 'I/O';

CREATE FUNCTION timeid_send(timeid) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_send(timeid) IS 'I/O';

CREATE TYPE timeid (
    INPUT = timeid_in,
    OUTPUT = timeid_out,
    RECEIVE = timeid_recv,
    SEND = timeid_send,
    LIKE = int8
);

-- Comparison

CREATE FUNCTION timeid_lt(timeid, timeid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION timeid_lt(timeid, timeid) IS 'implementation of < operator';

CREATE FUNCTION timeid_le(timeid, timeid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION timeid_le(timeid, timeid) IS 'implementation of <= operator';

CREATE FUNCTION timeid_eq(timeid, timeid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION timeid_eq(timeid, timeid) IS 'implementation of = operator';

CREATE FUNCTION timeid_ne(timeid, timeid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION timeid_ne(timeid, timeid) IS 'implementation of <> operator';

CREATE FUNCTION timeid_ge(timeid, timeid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION timeid_ge(timeid, timeid) IS 'implementation of >= operator';

CREATE FUNCTION timeid_gt(timeid, timeid) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION timeid_gt(timeid, timeid) IS 'implementation of > operator';

CREATE OPERATOR < (
    LEFTARG = timeid, RIGHTARG = timeid, FUNCTION = timeid_lt,
    COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR < (timeid, timeid) IS 'less than';

CREATE OPERATOR <= (
    LEFTARG = timeid, RIGHTARG = timeid, FUNCTION = timeid_le,
    COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR <= (timeid, timeid) IS 'less than or equal';

CREATE OPERATOR = (
    LEFTARG = timeid, RIGHTARG = timeid, FUNCTION = timeid_eq,
    COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel,
    HASHES, MERGES
);
COMMENT ON OPERATOR = (timeid, timeid) IS 'equal';

CREATE OPERATOR <> (
    LEFTARG = timeid, RIGHTARG = timeid, FUNCTION = timeid_ne,
    COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (timeid, timeid) IS 'not equal';

CREATE OPERATOR >= (
    LEFTARG = timeid, RIGHTARG = timeid, FUNCTION = timeid_ge,
    COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR >= (timeid, timeid) IS 'greater than or equal';

CREATE OPERATOR > (
    LEFTARG = timeid, RIGHTARG = timeid, FUNCTION = timeid_gt,
    COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR > (timeid, timeid) IS 'greater than';

-- Index support

CREATE FUNCTION timeid_cmp(timeid, timeid) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION timeid_cmp(timeid, timeid) IS 'less-equal-greater';

CREATE FUNCTION timeid_sortsupport(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_sortsupport(internal) IS 'sort support';

CREATE OPERATOR CLASS timeid_ops DEFAULT FOR TYPE timeid USING btree AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 timeid_cmp(timeid, timeid),
    FUNCTION 2 timeid_sortsupport(internal),
    FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR FAMILY timeid_ops USING btree IS 'B-tree operators for timeid';
COMMENT ON OPERATOR CLASS timeid_ops USING btree IS 'default B-tree operator class for timeid';

CREATE FUNCTION timeid_hash(timeid) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION timeid_hash(timeid) IS 'hash';

CREATE FUNCTION timeid_hash_extended(timeid, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION timeid_hash_extended(timeid, bigint) IS 'hash with a seed';

CREATE OPERATOR CLASS timeid_ops DEFAULT FOR TYPE timeid USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 timeid_hash(timeid),
    FUNCTION 2 timeid_hash_extended(timeid, bigint);
COMMENT ON OPERATOR FAMILY timeid_ops USING hash IS 'hash operators for timeid';
COMMENT ON OPERATOR CLASS timeid_ops USING hash IS 'default hash operator class for timeid';

CREATE OPERATOR CLASS timeid_minmax_ops DEFAULT FOR TYPE timeid USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_opcinfo(internal),
    FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 brin_minmax_union(internal, internal, internal);
COMMENT ON OPERATOR FAMILY timeid_minmax_ops USING brin IS 'BRIN minmax operators for timeid';
COMMENT ON OPERATOR CLASS timeid_minmax_ops USING brin IS
    'default BRIN operator class for timeid, which stores the minimum and maximum of each block range';

CREATE FUNCTION timeid_distance(internal, internal) RETURNS double precision
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_distance(internal, internal) IS 'BRIN minmax-multi distance';

CREATE OPERATOR CLASS timeid_minmax_multi_ops FOR TYPE timeid USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 brin_minmax_multi_options(internal),
    FUNCTION 11 (timeid, timeid) timeid_distance(internal, internal);
COMMENT ON OPERATOR FAMILY timeid_minmax_multi_ops USING brin IS 'BRIN minmax-multi operators for timeid';
COMMENT ON OPERATOR CLASS timeid_minmax_multi_ops USING brin IS
    'BRIN operator class for timeid that stores several minimums and maximums of each block range';

CREATE OPERATOR CLASS timeid_bloom_ops FOR TYPE timeid USING brin AS
    OPERATOR 1 =,
    FUNCTION 1 brin_bloom_opcinfo(internal),
    FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_bloom_union(internal, internal, internal),
    FUNCTION 5 brin_bloom_options(internal),
    FUNCTION 11 timeid_hash(timeid);
COMMENT ON OPERATOR FAMILY timeid_bloom_ops USING brin IS 'BRIN Bloom operators for timeid';
COMMENT ON OPERATOR CLASS timeid_bloom_ops USING brin IS
    'BRIN operator class for timeid that stores a Bloom filter of each block range';

-- Aggregates

CREATE FUNCTION timeid_smaller(timeid, timeid) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_smaller(timeid, timeid) IS 'smaller of two';

CREATE FUNCTION timeid_larger(timeid, timeid) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_larger(timeid, timeid) IS 'larger of two';

CREATE AGGREGATE min(timeid) (
    SFUNC = timeid_smaller, STYPE = timeid, COMBINEFUNC = timeid_smaller, SORTOP = <, PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(timeid) IS 'minimum value of all timeid input values';

CREATE AGGREGATE max(timeid) (
    SFUNC = timeid_larger, STYPE = timeid, COMBINEFUNC = timeid_larger, SORTOP = >, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(timeid) IS 'maximum value of all timeid input values';

-- Objects of every kind, including kinds that use a type of the server.

CREATE FUNCTION timeid_extract_timestamp(timeid) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION timeid_extract_timestamp(timeid) IS 'extract timestamp from timeid';

CREATE FUNCTION timeid_min(timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_min(timestamptz) IS 'smallest timeid at or after a timestamp; error if there is none';

CREATE FUNCTION timeid_max(timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_max(timestamptz) IS 'largest timeid at or before a timestamp; error if there is none';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

CREATE FUNCTION timeid_at_or_after(timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION timeid_at_or_after(timestamptz) IS
    'smallest timeid at or after a timestamp, or NULL if there is none';

CREATE FUNCTION timeid_after(timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION timeid_after(timestamptz) IS 'smallest timeid after a timestamp, or NULL if there is none';

CREATE FUNCTION timeid_before(timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION timeid_before(timestamptz) IS 'largest timeid before a timestamp, or NULL if there is none';

CREATE FUNCTION timeid_at_or_before(timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION timeid_at_or_before(timestamptz) IS
    'largest timeid at or before a timestamp, or NULL if there is none';

-- Generation

CREATE FUNCTION timeid_generate() RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_generate() IS 'generate timeid greater than all generated before on this server';

CREATE FUNCTION timeid_generate(timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME', 'timeid_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_generate(timestamptz) IS
    'generate timeid with the given timestamp; unordered within a timestamp';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

CREATE FUNCTION timeid_to_bytea(timeid) RETURNS bytea
    AS 'MODULE_PATHNAME', 'timeid_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_to_bytea(timeid) IS 'convert timeid to its binary representation';

CREATE FUNCTION timeid_from_bytea(bytea) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_from_bytea(bytea) IS 'convert binary representation to timeid';

CREATE CAST (timeid AS bytea) WITH FUNCTION timeid_to_bytea(timeid);
COMMENT ON CAST (timeid AS bytea) IS 'convert timeid to its binary representation';

CREATE CAST (bytea AS timeid) WITH FUNCTION timeid_from_bytea(bytea);
COMMENT ON CAST (bytea AS timeid) IS 'convert binary representation to timeid';

CREATE FUNCTION timeid_to_timestamp(timeid) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN timeid_extract_timestamp($1)::timestamp;
COMMENT ON FUNCTION timeid_to_timestamp(timeid) IS
    'extract timestamp without time zone from timeid, in the session''s time zone';

CREATE FUNCTION timeid_to_date(timeid) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN timeid_extract_timestamp($1)::date;
COMMENT ON FUNCTION timeid_to_date(timeid) IS 'extract date from timeid, in the session''s time zone';

CREATE CAST (timeid AS timestamptz) WITH FUNCTION timeid_extract_timestamp(timeid);
COMMENT ON CAST (timeid AS timestamptz) IS 'extract timestamp from timeid';

CREATE CAST (timeid AS timestamp) WITH FUNCTION timeid_to_timestamp(timeid);
COMMENT ON CAST (timeid AS timestamp) IS 'extract timestamp without time zone from timeid, in the session''s time zone';

CREATE CAST (timeid AS date) WITH FUNCTION timeid_to_date(timeid);
COMMENT ON CAST (timeid AS date) IS 'extract date from timeid, in the session''s time zone';

-- Objects of every kind that is stored as an Int64.

CREATE CAST (timeid AS bigint) WITHOUT FUNCTION AS ASSIGNMENT;
COMMENT ON CAST (timeid AS bigint) IS 'convert timeid to bigint with the same 64 bits';

COMMENT ON TYPE timeid IS 'TID (TimeID): signed 54-bit timestamp in microseconds since 1970, 10-bit node';

-- Every bigint is a valid timeid.
CREATE CAST (bigint AS timeid) WITHOUT FUNCTION;
COMMENT ON CAST (bigint AS timeid) IS 'convert bigint to timeid with the same 64 bits';

CREATE FUNCTION timeid_extract_node(timeid) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_extract_node(timeid) IS 'extract node from timeid, 0 to 1023';

CREATE FUNCTION timeid_to_compact(timeid) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_to_compact(timeid) IS 'convert timeid to text without hyphens, as used by the AT Protocol';

CREATE FUNCTION timeid_prefix_min(text) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_prefix_min(text) IS 'smallest timeid with the given text prefix';

CREATE FUNCTION timeid_prefix_max(text) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_prefix_max(text) IS 'largest timeid with the given text prefix';

-- tbsl

-- Objects of every kind with a type of its own.

CREATE TYPE tbsl;

CREATE FUNCTION tbsl_in(cstring) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_in(cstring) IS 'I/O';

CREATE FUNCTION tbsl_out(tbsl) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_out(tbsl) IS 'I/O';

CREATE FUNCTION tbsl_recv(internal) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_recv(internal) IS 'I/O';

CREATE FUNCTION tbsl_send(tbsl) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_send(tbsl) IS 'I/O';

CREATE TYPE tbsl (
    INPUT = tbsl_in,
    OUTPUT = tbsl_out,
    RECEIVE = tbsl_recv,
    SEND = tbsl_send,
    INTERNALLENGTH = 10, ALIGNMENT = char
);

-- Comparison

CREATE FUNCTION tbsl_lt(tbsl, tbsl) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_lt(tbsl, tbsl) IS 'implementation of < operator';

CREATE FUNCTION tbsl_le(tbsl, tbsl) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_le(tbsl, tbsl) IS 'implementation of <= operator';

CREATE FUNCTION tbsl_eq(tbsl, tbsl) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_eq(tbsl, tbsl) IS 'implementation of = operator';

CREATE FUNCTION tbsl_ne(tbsl, tbsl) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_ne(tbsl, tbsl) IS 'implementation of <> operator';

CREATE FUNCTION tbsl_ge(tbsl, tbsl) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_ge(tbsl, tbsl) IS 'implementation of >= operator';

CREATE FUNCTION tbsl_gt(tbsl, tbsl) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_gt(tbsl, tbsl) IS 'implementation of > operator';

CREATE OPERATOR < (
    LEFTARG = tbsl, RIGHTARG = tbsl, FUNCTION = tbsl_lt,
    COMMUTATOR = >, NEGATOR = >=,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR < (tbsl, tbsl) IS 'less than';

CREATE OPERATOR <= (
    LEFTARG = tbsl, RIGHTARG = tbsl, FUNCTION = tbsl_le,
    COMMUTATOR = >=, NEGATOR = >,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR <= (tbsl, tbsl) IS 'less than or equal';

CREATE OPERATOR = (
    LEFTARG = tbsl, RIGHTARG = tbsl, FUNCTION = tbsl_eq,
    COMMUTATOR = =, NEGATOR = <>,
    RESTRICT = eqsel, JOIN = eqjoinsel,
    HASHES, MERGES
);
COMMENT ON OPERATOR = (tbsl, tbsl) IS 'equal';

CREATE OPERATOR <> (
    LEFTARG = tbsl, RIGHTARG = tbsl, FUNCTION = tbsl_ne,
    COMMUTATOR = <>, NEGATOR = =,
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (tbsl, tbsl) IS 'not equal';

CREATE OPERATOR >= (
    LEFTARG = tbsl, RIGHTARG = tbsl, FUNCTION = tbsl_ge,
    COMMUTATOR = <=, NEGATOR = <,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR >= (tbsl, tbsl) IS 'greater than or equal';

CREATE OPERATOR > (
    LEFTARG = tbsl, RIGHTARG = tbsl, FUNCTION = tbsl_gt,
    COMMUTATOR = <, NEGATOR = <=,
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR > (tbsl, tbsl) IS 'greater than';

-- Index support

CREATE FUNCTION tbsl_cmp(tbsl, tbsl) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_cmp(tbsl, tbsl) IS 'less-equal-greater';

CREATE FUNCTION tbsl_sortsupport(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_sortsupport(internal) IS 'sort support';

CREATE OPERATOR CLASS tbsl_ops DEFAULT FOR TYPE tbsl USING btree AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 tbsl_cmp(tbsl, tbsl),
    FUNCTION 2 tbsl_sortsupport(internal),
    FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR FAMILY tbsl_ops USING btree IS 'B-tree operators for tbsl';
COMMENT ON OPERATOR CLASS tbsl_ops USING btree IS 'default B-tree operator class for tbsl';

CREATE FUNCTION tbsl_hash(tbsl) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_hash(tbsl) IS 'hash';

CREATE FUNCTION tbsl_hash_extended(tbsl, bigint) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_hash_extended(tbsl, bigint) IS 'hash with a seed';

CREATE OPERATOR CLASS tbsl_ops DEFAULT FOR TYPE tbsl USING hash AS
    OPERATOR 1 =,
    FUNCTION 1 tbsl_hash(tbsl),
    FUNCTION 2 tbsl_hash_extended(tbsl, bigint);
COMMENT ON OPERATOR FAMILY tbsl_ops USING hash IS 'hash operators for tbsl';
COMMENT ON OPERATOR CLASS tbsl_ops USING hash IS 'default hash operator class for tbsl';

CREATE OPERATOR CLASS tbsl_minmax_ops DEFAULT FOR TYPE tbsl USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_opcinfo(internal),
    FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
    FUNCTION 4 brin_minmax_union(internal, internal, internal);
COMMENT ON OPERATOR FAMILY tbsl_minmax_ops USING brin IS 'BRIN minmax operators for tbsl';
COMMENT ON OPERATOR CLASS tbsl_minmax_ops USING brin IS
    'default BRIN operator class for tbsl, which stores the minimum and maximum of each block range';

CREATE FUNCTION tbsl_distance(internal, internal) RETURNS double precision
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_distance(internal, internal) IS 'BRIN minmax-multi distance';

CREATE OPERATOR CLASS tbsl_minmax_multi_ops FOR TYPE tbsl USING brin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 brin_minmax_multi_opcinfo(internal),
    FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
    FUNCTION 5 brin_minmax_multi_options(internal),
    FUNCTION 11 (tbsl, tbsl) tbsl_distance(internal, internal);
COMMENT ON OPERATOR FAMILY tbsl_minmax_multi_ops USING brin IS 'BRIN minmax-multi operators for tbsl';
COMMENT ON OPERATOR CLASS tbsl_minmax_multi_ops USING brin IS
    'BRIN operator class for tbsl that stores several minimums and maximums of each block range';

CREATE OPERATOR CLASS tbsl_bloom_ops FOR TYPE tbsl USING brin AS
    OPERATOR 1 =,
    FUNCTION 1 brin_bloom_opcinfo(internal),
    FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
    FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
    FUNCTION 4 brin_bloom_union(internal, internal, internal),
    FUNCTION 5 brin_bloom_options(internal),
    FUNCTION 11 tbsl_hash(tbsl);
COMMENT ON OPERATOR FAMILY tbsl_bloom_ops USING brin IS 'BRIN Bloom operators for tbsl';
COMMENT ON OPERATOR CLASS tbsl_bloom_ops USING brin IS
    'BRIN operator class for tbsl that stores a Bloom filter of each block range';

-- Aggregates

CREATE FUNCTION tbsl_smaller(tbsl, tbsl) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_smaller(tbsl, tbsl) IS 'smaller of two';

CREATE FUNCTION tbsl_larger(tbsl, tbsl) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_larger(tbsl, tbsl) IS 'larger of two';

CREATE AGGREGATE min(tbsl) (
    SFUNC = tbsl_smaller, STYPE = tbsl, COMBINEFUNC = tbsl_smaller, SORTOP = <, PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(tbsl) IS 'minimum value of all tbsl input values';

CREATE AGGREGATE max(tbsl) (
    SFUNC = tbsl_larger, STYPE = tbsl, COMBINEFUNC = tbsl_larger, SORTOP = >, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(tbsl) IS 'maximum value of all tbsl input values';

-- Objects of every kind, including kinds that use a type of the server.

CREATE FUNCTION tbsl_extract_timestamp(tbsl) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION tbsl_extract_timestamp(tbsl) IS 'extract timestamp from tbsl';

CREATE FUNCTION tbsl_min(timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_min(timestamptz) IS 'smallest tbsl at or after a timestamp; error if there is none';

CREATE FUNCTION tbsl_max(timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_max(timestamptz) IS 'largest tbsl at or before a timestamp; error if there is none';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

CREATE FUNCTION tbsl_at_or_after(timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_at_or_after(timestamptz) IS
    'smallest tbsl at or after a timestamp, or NULL if there is none';

CREATE FUNCTION tbsl_after(timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_after(timestamptz) IS 'smallest tbsl after a timestamp, or NULL if there is none';

CREATE FUNCTION tbsl_before(timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_before(timestamptz) IS 'largest tbsl before a timestamp, or NULL if there is none';

CREATE FUNCTION tbsl_at_or_before(timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_at_or_before(timestamptz) IS
    'largest tbsl at or before a timestamp, or NULL if there is none';

-- Generation

CREATE FUNCTION tbsl_generate() RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_generate() IS 'generate tbsl greater than all generated before on this server';

CREATE FUNCTION tbsl_generate(timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME', 'tbsl_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_generate(timestamptz) IS
    'generate tbsl with the given timestamp; unordered within a timestamp';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

CREATE FUNCTION tbsl_to_bytea(tbsl) RETURNS bytea
    AS 'MODULE_PATHNAME', 'tbsl_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_to_bytea(tbsl) IS 'convert tbsl to its binary representation';

CREATE FUNCTION tbsl_from_bytea(bytea) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_from_bytea(bytea) IS 'convert binary representation to tbsl';

CREATE CAST (tbsl AS bytea) WITH FUNCTION tbsl_to_bytea(tbsl);
COMMENT ON CAST (tbsl AS bytea) IS 'convert tbsl to its binary representation';

CREATE CAST (bytea AS tbsl) WITH FUNCTION tbsl_from_bytea(bytea);
COMMENT ON CAST (bytea AS tbsl) IS 'convert binary representation to tbsl';

CREATE FUNCTION tbsl_to_timestamp(tbsl) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN tbsl_extract_timestamp($1)::timestamp;
COMMENT ON FUNCTION tbsl_to_timestamp(tbsl) IS
    'extract timestamp without time zone from tbsl, in the session''s time zone';

CREATE FUNCTION tbsl_to_date(tbsl) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN tbsl_extract_timestamp($1)::date;
COMMENT ON FUNCTION tbsl_to_date(tbsl) IS 'extract date from tbsl, in the session''s time zone';

CREATE CAST (tbsl AS timestamptz) WITH FUNCTION tbsl_extract_timestamp(tbsl);
COMMENT ON CAST (tbsl AS timestamptz) IS 'extract timestamp from tbsl';

CREATE CAST (tbsl AS timestamp) WITH FUNCTION tbsl_to_timestamp(tbsl);
COMMENT ON CAST (tbsl AS timestamp) IS 'extract timestamp without time zone from tbsl, in the session''s time zone';

CREATE CAST (tbsl AS date) WITH FUNCTION tbsl_to_date(tbsl);
COMMENT ON CAST (tbsl AS date) IS 'extract date from tbsl, in the session''s time zone';

COMMENT ON TYPE tbsl IS 'TBSL: timestamp in microseconds since 1970 with a machine ID from 0 to 99, 20-bit suffix';

CREATE FUNCTION tbsl_generate_sequenced() RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_generate_sequenced() IS
    'generate tbsl greater than all generated before on this server; the first suffix of a microsecond is 1';

CREATE FUNCTION tbsl_extract_machine(tbsl) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_extract_machine(tbsl) IS 'extract machine ID from tbsl, 0 to 99';

CREATE FUNCTION tbsl_extract_suffix(tbsl) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_extract_suffix(tbsl) IS 'extract suffix from tbsl, 0 to 1048575';

CREATE FUNCTION tbsl_to_base(tbsl, base integer) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_to_base(tbsl, integer) IS 'convert tbsl to text in base 16, 32, 36, 58 or 62';

CREATE FUNCTION tbsl_from_base(text, base integer) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_from_base(text, integer) IS 'convert text in base 16, 32, 36, 58 or 62 to tbsl';

-- uuidv7

-- Objects of every kind, including kinds that use a type of the server.

CREATE FUNCTION uuidv7_extract_timestamp(uuid) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION uuidv7_extract_timestamp(uuid) IS 'extract timestamp from uuidv7';

CREATE FUNCTION uuidv7_min(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_min(timestamptz) IS 'smallest uuidv7 at or after a timestamp; error if there is none';

CREATE FUNCTION uuidv7_max(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_max(timestamptz) IS 'largest uuidv7 at or before a timestamp; error if there is none';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

CREATE FUNCTION uuidv7_at_or_after(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidv7_at_or_after(timestamptz) IS
    'smallest uuidv7 at or after a timestamp, or NULL if there is none';

CREATE FUNCTION uuidv7_after(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidv7_after(timestamptz) IS 'smallest uuidv7 after a timestamp, or NULL if there is none';

CREATE FUNCTION uuidv7_before(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidv7_before(timestamptz) IS 'largest uuidv7 before a timestamp, or NULL if there is none';

CREATE FUNCTION uuidv7_at_or_before(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidv7_at_or_before(timestamptz) IS
    'largest uuidv7 at or before a timestamp, or NULL if there is none';

-- Generation

CREATE FUNCTION uuidv7_generate() RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_generate() IS 'generate uuidv7 greater than all generated before on this server';

CREATE FUNCTION uuidv7_generate(timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME', 'uuidv7_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_generate(timestamptz) IS
    'generate uuidv7 with the given timestamp; unordered within a timestamp';

-- 64-bit IDs of other systems, stored as bigint: see src/core/snowflake.hpp. The defaults are those of Twitter's
-- Snowflake. They are evaluated when the functions are created. An epoch written with the year first and an offset from
-- UTC is read in the same way whatever DateStyle and TimeZone are.

CREATE FUNCTION snowflake_extract_timestamp(
    id bigint,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION snowflake_extract_timestamp(bigint, timestamptz, integer, interval) IS
    'extract timestamp from Snowflake ID: epoch + (id >> shift) * unit, between 4713-01-01 BC and 294247-01-01';

CREATE FUNCTION snowflake_min(
    "time" timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION snowflake_min(timestamptz, timestamptz, integer, interval) IS
    'smallest Snowflake ID at or after a timestamp; error if there is none';

CREATE FUNCTION snowflake_max(
    "time" timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION snowflake_max(timestamptz, timestamptz, integer, interval) IS
    'largest Snowflake ID at or before a timestamp; error if there is none';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID, or if the epoch, shift or unit is invalid.

CREATE FUNCTION snowflake_at_or_after(
    "time" timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_at_or_after(timestamptz, timestamptz, integer, interval) IS
    'smallest Snowflake ID at or after a timestamp, or NULL if there is none';

CREATE FUNCTION snowflake_after(
    "time" timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_after(timestamptz, timestamptz, integer, interval) IS
    'smallest Snowflake ID after a timestamp, or NULL if there is none';

CREATE FUNCTION snowflake_before(
    "time" timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_before(timestamptz, timestamptz, integer, interval) IS
    'largest Snowflake ID before a timestamp, or NULL if there is none';

CREATE FUNCTION snowflake_at_or_before(
    "time" timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_at_or_before(timestamptz, timestamptz, integer, interval) IS
    'largest Snowflake ID at or before a timestamp, or NULL if there is none';

-- Objects that do not belong to a single kind.

CREATE FUNCTION ulidkit_inspect(
    id text,
    OUT kind text, OUT canonical text, OUT "timestamp" timestamptz, OUT fields jsonb
) RETURNS SETOF record
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE ROWS 2;
COMMENT ON FUNCTION ulidkit_inspect(text) IS
    'list the kinds of which a text is a valid ID, with canonical text, timestamp and fields';

-- The newest ID can help to guess the next one, so not everybody is allowed to read it.
CREATE FUNCTION ulidkit_generators(
    OUT kind text, OUT generated bigint, OUT newest text, OUT newest_time timestamptz, OUT clock_lead interval,
    OUT overflow_waits bigint, OUT clock_steps_back bigint
) RETURNS SETOF record
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE ROWS 5;
COMMENT ON FUNCTION ulidkit_generators() IS 'state of the generators of this server, one row per kind';
REVOKE ALL ON FUNCTION ulidkit_generators() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ulidkit_generators() TO pg_monitor;

CREATE VIEW ulidkit_generators AS SELECT * FROM ulidkit_generators();
COMMENT ON VIEW ulidkit_generators IS 'state of the generators of this server, one row per kind';
COMMENT ON COLUMN ulidkit_generators.kind IS 'kind of ID';
COMMENT ON COLUMN ulidkit_generators.generated IS 'number of IDs generated since the server started';
COMMENT ON COLUMN ulidkit_generators.newest IS 'newest ID; NULL if none has been generated';
COMMENT ON COLUMN ulidkit_generators.newest_time IS 'timestamp of the newest ID';
COMMENT ON COLUMN ulidkit_generators.clock_lead IS
    'how far the newest ID is ahead of the system clock; negative if it is behind';
COMMENT ON COLUMN ulidkit_generators.overflow_waits IS
    'number of times that a process waited because no more IDs were available';
COMMENT ON COLUMN ulidkit_generators.clock_steps_back IS
    'number of times that the system clock was found to have stepped back';
REVOKE ALL ON ulidkit_generators FROM PUBLIC;
GRANT SELECT ON ulidkit_generators TO pg_monitor;

CREATE FUNCTION ulidkit_reset_clock() RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_reset_clock() IS
    'restart all generators of this server at the current time; gives up order and uniqueness relative to existing IDs';
REVOKE ALL ON FUNCTION ulidkit_reset_clock() FROM PUBLIC;

-- What depends on the version of the server. It can be run repeatedly: update scripts run it again, because pg_upgrade
-- keeps the catalog of the older server.
--
-- The script runs as a superuser, in a schema where the installing user can have created operators and functions. One
-- of those would be called if it matched the argument types better than the server's, as = (oid, regclass) would.
-- Therefore every name is qualified.
DO $$
DECLARE
    brin_classes pg_catalog.oid[];
    kind pg_catalog.text;
    family pg_catalog.text;
BEGIN
    -- BRIN operator classes store their input type, as the server's do; otherwise an index on a domain over the type
    -- would look for operators of the domain. CREATE OPERATOR CLASS ignores a STORAGE clause that names the indexed
    -- type itself. So does pg_upgrade, which also restores indexes on domains without it.
    SELECT pg_catalog.array_agg(c.oid)
    INTO brin_classes
    FROM pg_catalog.pg_opclass c
    JOIN pg_catalog.pg_am m ON c.opcmethod OPERATOR(pg_catalog.=) m.oid
    JOIN pg_catalog.pg_depend d
        ON d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_opclass'::pg_catalog.regclass
        AND d.objid OPERATOR(pg_catalog.=) c.oid
    JOIN pg_catalog.pg_extension e
        ON d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
        AND d.refobjid OPERATOR(pg_catalog.=) e.oid
    WHERE e.extname OPERATOR(pg_catalog.=) 'ulidkit' AND d.deptype OPERATOR(pg_catalog.=) 'e'
        AND m.amname OPERATOR(pg_catalog.=) 'brin';
    UPDATE pg_catalog.pg_opclass c
    SET opckeytype = c.opcintype
    WHERE c.oid OPERATOR(pg_catalog.=) ANY (brin_classes) AND c.opckeytype OPERATOR(pg_catalog.=) 0::pg_catalog.oid;
    UPDATE pg_catalog.pg_attribute a
    SET atttypid = c.opcintype
    FROM pg_catalog.pg_index i, pg_catalog.pg_opclass c
    WHERE a.attrelid OPERATOR(pg_catalog.=) i.indexrelid
        AND c.oid OPERATOR(pg_catalog.=) i.indclass[a.attnum OPERATOR(pg_catalog.-) 1]
        AND c.oid OPERATOR(pg_catalog.=) ANY (brin_classes)
        AND a.atttypid OPERATOR(pg_catalog.<>) c.opcintype;
    -- PostgreSQL 18 and later: skip support for every kind that does not have it yet
    IF pg_catalog.current_setting('server_version_num')::pg_catalog.int4 OPERATOR(pg_catalog.<) 180000 THEN
        RETURN;
    END IF;
    FOR kind, family IN
        SELECT t.typname, f.opfname
        FROM pg_catalog.pg_type t
        JOIN pg_catalog.pg_depend d
            ON d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_type'::pg_catalog.regclass
            AND d.objid OPERATOR(pg_catalog.=) t.oid
        JOIN pg_catalog.pg_extension e
            ON d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
            AND d.refobjid OPERATOR(pg_catalog.=) e.oid
        JOIN pg_catalog.pg_opclass c ON c.opcintype OPERATOR(pg_catalog.=) t.oid AND c.opcdefault
        JOIN pg_catalog.pg_opfamily f ON c.opcfamily OPERATOR(pg_catalog.=) f.oid
        JOIN pg_catalog.pg_am m ON c.opcmethod OPERATOR(pg_catalog.=) m.oid
        WHERE e.extname OPERATOR(pg_catalog.=) 'ulidkit' AND d.deptype OPERATOR(pg_catalog.=) 'e'
            AND m.amname OPERATOR(pg_catalog.=) 'btree'
            AND NOT EXISTS (
                SELECT FROM pg_catalog.pg_amproc p
                WHERE p.amprocfamily OPERATOR(pg_catalog.=) c.opcfamily AND p.amprocnum OPERATOR(pg_catalog.=) 6)
        ORDER BY t.oid
    LOOP
        EXECUTE pg_catalog.format(
            'CREATE FUNCTION %3$I(internal) RETURNS void
                AS ''MODULE_PATHNAME'' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
            COMMENT ON FUNCTION %3$I(internal) IS ''skip support'';
            ALTER OPERATOR FAMILY %2$I USING btree ADD FUNCTION 6 (%1$I, %1$I) %3$I(internal);',
            kind, family, pg_catalog.concat(kind, '_skipsupport'));
    END LOOP;
END
$$;
