\echo Use "CREATE EXTENSION ulidkit" to load this file. \quit

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

CREATE FUNCTION ulidkit_at_least(id uuid, bound uuid) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_uuid_at_least'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_least_support;
COMMENT ON FUNCTION ulidkit_at_least(uuid, uuid) IS
    'is ID at least the bound, in conditions that the planner makes';

CREATE FUNCTION ulidkit_at_most(id uuid, bound uuid) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_uuid_at_most'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_most_support;
COMMENT ON FUNCTION ulidkit_at_most(uuid, uuid) IS
    'is ID at most the bound, in conditions that the planner makes';

CREATE FUNCTION ulidkit_at_least(id bigint, bound bigint) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_bigint_at_least'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_least_support;
COMMENT ON FUNCTION ulidkit_at_least(bigint, bigint) IS
    'is ID at least the bound, in conditions that the planner makes';

CREATE FUNCTION ulidkit_at_most(id bigint, bound bigint) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_bigint_at_most'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_most_support;
COMMENT ON FUNCTION ulidkit_at_most(bigint, bigint) IS
    'is ID at most the bound, in conditions that the planner makes';

CREATE FUNCTION ulidkit_at_least(id text, bound text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_bytes_at_least'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_least_support;
COMMENT ON FUNCTION ulidkit_at_least(text, text) IS
    'is ID at least the bound in the order of bytes, in conditions that the planner makes';

CREATE FUNCTION ulidkit_below(id text, bound text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_bytes_below'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_most_support;
COMMENT ON FUNCTION ulidkit_below(text, text) IS
    'is ID below the bound in the order of bytes, in conditions that the planner makes';

CREATE FUNCTION ulidkit_at_least(id bpchar, bound bpchar) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_character_at_least'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_least_support;
COMMENT ON FUNCTION ulidkit_at_least(bpchar, bpchar) IS
    'is ID at least the bound in the order of bytes, in conditions that the planner makes';

CREATE FUNCTION ulidkit_below(id bpchar, bound bpchar) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_character_below'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_most_support;
COMMENT ON FUNCTION ulidkit_below(bpchar, bpchar) IS
    'is ID below the bound in the order of bytes, in conditions that the planner makes';

CREATE FUNCTION ulidkit_at_least(id bytea, bound bytea) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_bytes_at_least'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_least_support;
COMMENT ON FUNCTION ulidkit_at_least(bytea, bytea) IS
    'is ID at least the bound in the order of bytes, in conditions that the planner makes';

CREATE FUNCTION ulidkit_below(id bytea, bound bytea) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_bytes_below'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_most_support;
COMMENT ON FUNCTION ulidkit_below(bytea, bytea) IS
    'is ID below the bound in the order of bytes, in conditions that the planner makes';

-- ulid

-- Objects of every kind with a type of its own.

CREATE TYPE ulid;

CREATE FUNCTION ulid_in(cstring) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_in(cstring) IS 'I/O';

CREATE FUNCTION ulid_out(ulid) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;
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

-- For the planner, like all functions whose names end with "_or_null": NULL for what the form of no ID is.

CREATE FUNCTION ulid_in_or_null(id text) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_in_or_null(text) IS
    'ulid of its text, or NULL if it is the text of none; used by the planner';

CREATE FUNCTION ulid_like_min(start text, pattern boolean) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_like_min(text, boolean) IS
    'smallest ulid whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

CREATE FUNCTION ulid_like_max(start text, pattern boolean) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_like_max(text, boolean) IS
    'largest ulid whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

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

-- Operators are in pg_catalog, where all find them: PostgreSQL writes some expressions into a dump, and to other servers,
-- with the bare names of their operators.

CREATE OPERATOR pg_catalog.< (
    LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_lt,
    COMMUTATOR = OPERATOR(pg_catalog.>), NEGATOR = OPERATOR(pg_catalog.>=),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.< (ulid, ulid) IS 'less than';

CREATE OPERATOR pg_catalog.<= (
    LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_le,
    COMMUTATOR = OPERATOR(pg_catalog.>=), NEGATOR = OPERATOR(pg_catalog.>),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.<= (ulid, ulid) IS 'less than or equal';

CREATE OPERATOR pg_catalog.= (
    LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_eq,
    COMMUTATOR = OPERATOR(pg_catalog.=), NEGATOR = OPERATOR(pg_catalog.<>),
    RESTRICT = eqsel, JOIN = eqjoinsel,
    HASHES, MERGES
);
COMMENT ON OPERATOR pg_catalog.= (ulid, ulid) IS 'equal';

CREATE OPERATOR pg_catalog.<> (
    LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_ne,
    COMMUTATOR = OPERATOR(pg_catalog.<>), NEGATOR = OPERATOR(pg_catalog.=),
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR pg_catalog.<> (ulid, ulid) IS 'not equal';

CREATE OPERATOR pg_catalog.>= (
    LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_ge,
    COMMUTATOR = OPERATOR(pg_catalog.<=), NEGATOR = OPERATOR(pg_catalog.<),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.>= (ulid, ulid) IS 'greater than or equal';

CREATE OPERATOR pg_catalog.> (
    LEFTARG = ulid, RIGHTARG = ulid, FUNCTION = ulid_gt,
    COMMUTATOR = OPERATOR(pg_catalog.<), NEGATOR = OPERATOR(pg_catalog.<=),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.> (ulid, ulid) IS 'greater than';

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

CREATE FUNCTION ulid_extract_timestamp(id ulid) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION ulid_extract_timestamp(ulid) IS 'extract timestamp from ulid';

CREATE FUNCTION ulid_min(ts timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_min(timestamptz) IS 'smallest ulid at or after a timestamp; error if there is none';

CREATE FUNCTION ulid_max(ts timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_max(timestamptz) IS 'largest ulid at or before a timestamp; error if there is none';

CREATE FUNCTION ulid_prefix_min(prefix text) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_prefix_min(text) IS 'smallest ulid with the given text prefix';

CREATE FUNCTION ulid_prefix_max(prefix text) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_prefix_max(text) IS 'largest ulid with the given text prefix';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

CREATE FUNCTION ulid_at_or_after(ts timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_at_or_after(timestamptz) IS
    'smallest ulid at or after a timestamp, or NULL if there is none';

CREATE FUNCTION ulid_after(ts timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_after(timestamptz) IS 'smallest ulid after a timestamp, or NULL if there is none';

CREATE FUNCTION ulid_before(ts timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_before(timestamptz) IS 'largest ulid before a timestamp, or NULL if there is none';

CREATE FUNCTION ulid_at_or_before(ts timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_at_or_before(timestamptz) IS
    'largest ulid at or before a timestamp, or NULL if there is none';

-- Generation

CREATE FUNCTION ulid_generate() RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_generate() IS 'generate ulid greater than all generated before on this server';

CREATE FUNCTION ulid_generate(ts timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME', 'ulid_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_generate(timestamptz) IS
    'generate ulid with the given timestamp; unordered within a timestamp';

CREATE FUNCTION ulid_observe(id ulid) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_observe(ulid) IS 'make the next ulid generated on this server greater than the given one';
REVOKE ALL ON FUNCTION ulid_observe(ulid) FROM PUBLIC;

-- For pg_partman, which passes IDs as text, and calls the functions with a search path of its own.

CREATE FUNCTION ulid_time_encoder(ts timestamptz) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN ulid_min(ts)::text;
COMMENT ON FUNCTION ulid_time_encoder(timestamptz) IS
    'text form of the smallest ulid at or after a timestamp, for pg_partman; error if there is none';

CREATE FUNCTION ulid_time_decoder(id text) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN ulid_extract_timestamp(id::ulid);
COMMENT ON FUNCTION ulid_time_decoder(text) IS 'extract timestamp from the text form of ulid, for pg_partman';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

CREATE FUNCTION ulid_to_bytea(id ulid) RETURNS bytea
    AS 'MODULE_PATHNAME', 'ulid_send'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION ulid_to_bytea(ulid) IS 'convert ulid to its binary representation';

CREATE FUNCTION ulid_from_bytea(bytea) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_from_bytea(bytea) IS 'convert binary representation to ulid';

CREATE FUNCTION ulid_from_bytea_or_null(bytea) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_from_bytea_or_null(bytea) IS
    'ulid of its binary representation, or NULL if it is that of none; used by the planner';

CREATE CAST (ulid AS bytea) WITH FUNCTION ulid_to_bytea(ulid);
COMMENT ON CAST (ulid AS bytea) IS 'convert ulid to its binary representation';

CREATE CAST (bytea AS ulid) WITH FUNCTION ulid_from_bytea(bytea);
COMMENT ON CAST (bytea AS ulid) IS 'convert binary representation to ulid';

CREATE FUNCTION ulid_to_local_timestamp(id ulid) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN ulid_extract_timestamp(id)::timestamp;
COMMENT ON FUNCTION ulid_to_local_timestamp(ulid) IS
    'extract timestamp without time zone from ulid, in the session''s time zone';

CREATE FUNCTION ulid_to_local_date(id ulid) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN ulid_extract_timestamp(id)::date;
COMMENT ON FUNCTION ulid_to_local_date(ulid) IS 'extract date from ulid, in the session''s time zone';

CREATE CAST (ulid AS timestamptz) WITH FUNCTION ulid_extract_timestamp(ulid);
COMMENT ON CAST (ulid AS timestamptz) IS 'extract timestamp from ulid';

CREATE CAST (ulid AS timestamp) WITH FUNCTION ulid_to_local_timestamp(ulid);
COMMENT ON CAST (ulid AS timestamp) IS 'extract timestamp without time zone from ulid, in the session''s time zone';

CREATE CAST (ulid AS date) WITH FUNCTION ulid_to_local_date(ulid);
COMMENT ON CAST (ulid AS date) IS 'extract date from ulid, in the session''s time zone';

-- GiST operator class of every kind with a type of its own.

CREATE TYPE ulid_gist_key;

CREATE FUNCTION ulid_gist_key_in(cstring) RETURNS ulid_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_key_in(cstring) IS 'I/O';

CREATE FUNCTION ulid_gist_key_out(ulid_gist_key) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_key_out(ulid_gist_key) IS 'I/O';

CREATE TYPE ulid_gist_key (
    INPUT = ulid_gist_key_in,
    OUTPUT = ulid_gist_key_out,
    INTERNALLENGTH = 32, ALIGNMENT = char
);
COMMENT ON TYPE ulid_gist_key IS 'key of a GiST index on ulid: the smallest and the largest value below it';

CREATE FUNCTION ulid_gist_consistent(internal, ulid, smallint, oid, internal) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_consistent(internal, ulid, smallint, oid, internal) IS 'GiST support';

CREATE FUNCTION ulid_gist_union(internal, internal) RETURNS ulid_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_union(internal, internal) IS 'GiST support';

CREATE FUNCTION ulid_gist_compress(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_compress(internal) IS 'GiST support';

CREATE FUNCTION ulid_gist_penalty(internal, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_penalty(internal, internal, internal) IS 'GiST support';

CREATE FUNCTION ulid_gist_picksplit(internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_picksplit(internal, internal) IS 'GiST support';

CREATE FUNCTION ulid_gist_same(ulid_gist_key, ulid_gist_key, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_same(ulid_gist_key, ulid_gist_key, internal) IS 'GiST support';

CREATE FUNCTION ulid_gist_fetch(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_fetch(internal) IS 'GiST support';

CREATE FUNCTION ulid_gist_sortsupport(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_sortsupport(internal) IS 'GiST sort support';

CREATE OPERATOR CLASS ulid_ops DEFAULT FOR TYPE ulid USING gist AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    OPERATOR 6 <>,
    FUNCTION 1 ulid_gist_consistent(internal, ulid, smallint, oid, internal),
    FUNCTION 2 ulid_gist_union(internal, internal),
    FUNCTION 3 ulid_gist_compress(internal),
    FUNCTION 5 ulid_gist_penalty(internal, internal, internal),
    FUNCTION 6 ulid_gist_picksplit(internal, internal),
    FUNCTION 7 ulid_gist_same(ulid_gist_key, ulid_gist_key, internal),
    FUNCTION 9 ulid_gist_fetch(internal),
    FUNCTION 11 ulid_gist_sortsupport(internal),
    STORAGE ulid_gist_key;
COMMENT ON OPERATOR FAMILY ulid_ops USING gist IS 'GiST operators for ulid';
COMMENT ON OPERATOR CLASS ulid_ops USING gist IS 'default GiST operator class for ulid';

-- GIN operator class of every kind with a type of its own.

CREATE FUNCTION ulid_gin_extract_value(ulid, internal) RETURNS internal
    AS 'MODULE_PATHNAME', 'ulidkit_gin_extract_value' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gin_extract_value(ulid, internal) IS 'GIN support';

CREATE FUNCTION ulid_gin_extract_query(ulid, internal, smallint, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gin_extract_query(ulid, internal, smallint, internal, internal) IS 'GIN support';

CREATE FUNCTION ulid_gin_consistent(internal, smallint, ulid, integer, internal, internal) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_gin_consistent' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gin_consistent(internal, smallint, ulid, integer, internal, internal) IS 'GIN support';

CREATE FUNCTION ulid_gin_compare_partial(ulid, ulid, smallint, internal) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gin_compare_partial(ulid, ulid, smallint, internal) IS 'GIN support';

CREATE OPERATOR CLASS ulid_ops DEFAULT FOR TYPE ulid USING gin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 ulid_cmp(ulid, ulid),
    FUNCTION 2 ulid_gin_extract_value(ulid, internal),
    FUNCTION 3 ulid_gin_extract_query(ulid, internal, smallint, internal, internal),
    FUNCTION 4 ulid_gin_consistent(internal, smallint, ulid, integer, internal, internal),
    FUNCTION 5 ulid_gin_compare_partial(ulid, ulid, smallint, internal);
COMMENT ON OPERATOR FAMILY ulid_ops USING gin IS 'GIN operators for ulid';
COMMENT ON OPERATOR CLASS ulid_ops USING gin IS 'default GIN operator class for ulid';

-- The hidden form of every kind of at most 16 bytes: see src/core/hide.hpp.

CREATE FUNCTION ulid_hide(id ulid, context text, key text DEFAULT 'default') RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10 SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION ulid_hide(ulid, text, text) IS 'hidden form of ulid, which tells nothing without the key';
REVOKE ALL ON FUNCTION ulid_hide(ulid, text, text) FROM PUBLIC;

CREATE FUNCTION ulid_reveal(hidden text, context text, key text DEFAULT 'default') RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION ulid_reveal(text, text, text) IS 'ulid of its hidden form';
REVOKE ALL ON FUNCTION ulid_reveal(text, text, text) FROM PUBLIC;

-- For the planner. Only who can execute the function above can call it.
CREATE FUNCTION ulid_reveal_or_null(hidden text, context text, key text) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION ulid_reveal_or_null(text, text, text) IS
    'ulid of its hidden form, or NULL if it is no hidden form; used by the planner';

COMMENT ON TYPE ulid IS 'ULID: 48-bit timestamp in milliseconds since 1970, 80 random bits';

CREATE FUNCTION ulid_generate_random() RETURNS ulid
    AS 'MODULE_PATHNAME', 'ulid_random' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_generate_random() IS
    'generate ulid with the current timestamp and 80 random bits; unordered within a millisecond';

CREATE FUNCTION ulid_extract_randomness(id ulid) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulid_extract_randomness(ulid) IS 'extract random bits from ulid, 10 bytes';

CREATE FUNCTION ulid_make(ts timestamptz, randomness bytea) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_make(timestamptz, bytea) IS 'make ulid from timestamp and random bits, 10 bytes';

CREATE FUNCTION ulid_make_ordered(ts timestamptz, number bigint) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_make_ordered(timestamptz, bigint) IS
    'make ulid from timestamp and number, in the order of the timestamps, to the microsecond, and of the numbers';

CREATE FUNCTION ulid_to_uuidv7(id ulid) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_to_uuidv7(ulid) IS
    'convert ulid to UUID version 7; the version and variant fields overwrite 6 random bits';

-- Both types store the same 16 bytes. Only ulid is cast to uuid on assignment: few UUIDs have a time.
CREATE CAST (ulid AS uuid) WITHOUT FUNCTION AS ASSIGNMENT;
COMMENT ON CAST (ulid AS uuid) IS 'convert ulid to uuid with the same 16 bytes';

CREATE CAST (uuid AS ulid) WITHOUT FUNCTION;
COMMENT ON CAST (uuid AS ulid) IS 'convert uuid to ulid with the same 16 bytes';

-- For the planner, see src/pg/planning/inverse.cpp. newer.sql gives it to the operator class.
CREATE FUNCTION ulid_btree_options(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_btree_options(internal) IS
    'options of the B-tree operator class of ulid; there are none, but the call loads the library';

-- scru160

-- Objects of every kind with a type of its own.

CREATE TYPE scru160;

CREATE FUNCTION scru160_in(cstring) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_in(cstring) IS 'I/O';

CREATE FUNCTION scru160_out(scru160) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;
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

-- For the planner, like all functions whose names end with "_or_null": NULL for what the form of no ID is.

CREATE FUNCTION scru160_in_or_null(id text) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_in_or_null(text) IS
    'scru160 of its text, or NULL if it is the text of none; used by the planner';

CREATE FUNCTION scru160_like_min(start text, pattern boolean) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_like_min(text, boolean) IS
    'smallest scru160 whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

CREATE FUNCTION scru160_like_max(start text, pattern boolean) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_like_max(text, boolean) IS
    'largest scru160 whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

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

-- Operators are in pg_catalog, where all find them: PostgreSQL writes some expressions into a dump, and to other servers,
-- with the bare names of their operators.

CREATE OPERATOR pg_catalog.< (
    LEFTARG = scru160, RIGHTARG = scru160, FUNCTION = scru160_lt,
    COMMUTATOR = OPERATOR(pg_catalog.>), NEGATOR = OPERATOR(pg_catalog.>=),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.< (scru160, scru160) IS 'less than';

CREATE OPERATOR pg_catalog.<= (
    LEFTARG = scru160, RIGHTARG = scru160, FUNCTION = scru160_le,
    COMMUTATOR = OPERATOR(pg_catalog.>=), NEGATOR = OPERATOR(pg_catalog.>),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.<= (scru160, scru160) IS 'less than or equal';

CREATE OPERATOR pg_catalog.= (
    LEFTARG = scru160, RIGHTARG = scru160, FUNCTION = scru160_eq,
    COMMUTATOR = OPERATOR(pg_catalog.=), NEGATOR = OPERATOR(pg_catalog.<>),
    RESTRICT = eqsel, JOIN = eqjoinsel,
    HASHES, MERGES
);
COMMENT ON OPERATOR pg_catalog.= (scru160, scru160) IS 'equal';

CREATE OPERATOR pg_catalog.<> (
    LEFTARG = scru160, RIGHTARG = scru160, FUNCTION = scru160_ne,
    COMMUTATOR = OPERATOR(pg_catalog.<>), NEGATOR = OPERATOR(pg_catalog.=),
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR pg_catalog.<> (scru160, scru160) IS 'not equal';

CREATE OPERATOR pg_catalog.>= (
    LEFTARG = scru160, RIGHTARG = scru160, FUNCTION = scru160_ge,
    COMMUTATOR = OPERATOR(pg_catalog.<=), NEGATOR = OPERATOR(pg_catalog.<),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.>= (scru160, scru160) IS 'greater than or equal';

CREATE OPERATOR pg_catalog.> (
    LEFTARG = scru160, RIGHTARG = scru160, FUNCTION = scru160_gt,
    COMMUTATOR = OPERATOR(pg_catalog.<), NEGATOR = OPERATOR(pg_catalog.<=),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.> (scru160, scru160) IS 'greater than';

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

CREATE FUNCTION scru160_extract_timestamp(id scru160) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION scru160_extract_timestamp(scru160) IS 'extract timestamp from scru160';

CREATE FUNCTION scru160_min(ts timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_min(timestamptz) IS 'smallest scru160 at or after a timestamp; error if there is none';

CREATE FUNCTION scru160_max(ts timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_max(timestamptz) IS 'largest scru160 at or before a timestamp; error if there is none';

CREATE FUNCTION scru160_prefix_min(prefix text) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_prefix_min(text) IS 'smallest scru160 with the given text prefix';

CREATE FUNCTION scru160_prefix_max(prefix text) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_prefix_max(text) IS 'largest scru160 with the given text prefix';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

CREATE FUNCTION scru160_at_or_after(ts timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_at_or_after(timestamptz) IS
    'smallest scru160 at or after a timestamp, or NULL if there is none';

CREATE FUNCTION scru160_after(ts timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_after(timestamptz) IS 'smallest scru160 after a timestamp, or NULL if there is none';

CREATE FUNCTION scru160_before(ts timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_before(timestamptz) IS 'largest scru160 before a timestamp, or NULL if there is none';

CREATE FUNCTION scru160_at_or_before(ts timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_at_or_before(timestamptz) IS
    'largest scru160 at or before a timestamp, or NULL if there is none';

-- Generation

CREATE FUNCTION scru160_generate() RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_generate() IS 'generate scru160 greater than all generated before on this server';

CREATE FUNCTION scru160_generate(ts timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME', 'scru160_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_generate(timestamptz) IS
    'generate scru160 with the given timestamp; unordered within a timestamp';

CREATE FUNCTION scru160_observe(id scru160) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_observe(scru160) IS 'make the next scru160 generated on this server greater than the given one';
REVOKE ALL ON FUNCTION scru160_observe(scru160) FROM PUBLIC;

-- For pg_partman, which passes IDs as text, and calls the functions with a search path of its own.

CREATE FUNCTION scru160_time_encoder(ts timestamptz) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN scru160_min(ts)::text;
COMMENT ON FUNCTION scru160_time_encoder(timestamptz) IS
    'text form of the smallest scru160 at or after a timestamp, for pg_partman; error if there is none';

CREATE FUNCTION scru160_time_decoder(id text) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN scru160_extract_timestamp(id::scru160);
COMMENT ON FUNCTION scru160_time_decoder(text) IS 'extract timestamp from the text form of scru160, for pg_partman';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

CREATE FUNCTION scru160_to_bytea(id scru160) RETURNS bytea
    AS 'MODULE_PATHNAME', 'scru160_send'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION scru160_to_bytea(scru160) IS 'convert scru160 to its binary representation';

CREATE FUNCTION scru160_from_bytea(bytea) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_from_bytea(bytea) IS 'convert binary representation to scru160';

CREATE FUNCTION scru160_from_bytea_or_null(bytea) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_from_bytea_or_null(bytea) IS
    'scru160 of its binary representation, or NULL if it is that of none; used by the planner';

CREATE CAST (scru160 AS bytea) WITH FUNCTION scru160_to_bytea(scru160);
COMMENT ON CAST (scru160 AS bytea) IS 'convert scru160 to its binary representation';

CREATE CAST (bytea AS scru160) WITH FUNCTION scru160_from_bytea(bytea);
COMMENT ON CAST (bytea AS scru160) IS 'convert binary representation to scru160';

CREATE FUNCTION scru160_to_local_timestamp(id scru160) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN scru160_extract_timestamp(id)::timestamp;
COMMENT ON FUNCTION scru160_to_local_timestamp(scru160) IS
    'extract timestamp without time zone from scru160, in the session''s time zone';

CREATE FUNCTION scru160_to_local_date(id scru160) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN scru160_extract_timestamp(id)::date;
COMMENT ON FUNCTION scru160_to_local_date(scru160) IS 'extract date from scru160, in the session''s time zone';

CREATE CAST (scru160 AS timestamptz) WITH FUNCTION scru160_extract_timestamp(scru160);
COMMENT ON CAST (scru160 AS timestamptz) IS 'extract timestamp from scru160';

CREATE CAST (scru160 AS timestamp) WITH FUNCTION scru160_to_local_timestamp(scru160);
COMMENT ON CAST (scru160 AS timestamp) IS 'extract timestamp without time zone from scru160, in the session''s time zone';

CREATE CAST (scru160 AS date) WITH FUNCTION scru160_to_local_date(scru160);
COMMENT ON CAST (scru160 AS date) IS 'extract date from scru160, in the session''s time zone';

-- GiST operator class of every kind with a type of its own.

CREATE TYPE scru160_gist_key;

CREATE FUNCTION scru160_gist_key_in(cstring) RETURNS scru160_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_key_in(cstring) IS 'I/O';

CREATE FUNCTION scru160_gist_key_out(scru160_gist_key) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_key_out(scru160_gist_key) IS 'I/O';

CREATE TYPE scru160_gist_key (
    INPUT = scru160_gist_key_in,
    OUTPUT = scru160_gist_key_out,
    INTERNALLENGTH = 40, ALIGNMENT = char
);
COMMENT ON TYPE scru160_gist_key IS 'key of a GiST index on scru160: the smallest and the largest value below it';

CREATE FUNCTION scru160_gist_consistent(internal, scru160, smallint, oid, internal) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_consistent(internal, scru160, smallint, oid, internal) IS 'GiST support';

CREATE FUNCTION scru160_gist_union(internal, internal) RETURNS scru160_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_union(internal, internal) IS 'GiST support';

CREATE FUNCTION scru160_gist_compress(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_compress(internal) IS 'GiST support';

CREATE FUNCTION scru160_gist_penalty(internal, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_penalty(internal, internal, internal) IS 'GiST support';

CREATE FUNCTION scru160_gist_picksplit(internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_picksplit(internal, internal) IS 'GiST support';

CREATE FUNCTION scru160_gist_same(scru160_gist_key, scru160_gist_key, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_same(scru160_gist_key, scru160_gist_key, internal) IS 'GiST support';

CREATE FUNCTION scru160_gist_fetch(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_fetch(internal) IS 'GiST support';

CREATE FUNCTION scru160_gist_sortsupport(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_sortsupport(internal) IS 'GiST sort support';

CREATE OPERATOR CLASS scru160_ops DEFAULT FOR TYPE scru160 USING gist AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    OPERATOR 6 <>,
    FUNCTION 1 scru160_gist_consistent(internal, scru160, smallint, oid, internal),
    FUNCTION 2 scru160_gist_union(internal, internal),
    FUNCTION 3 scru160_gist_compress(internal),
    FUNCTION 5 scru160_gist_penalty(internal, internal, internal),
    FUNCTION 6 scru160_gist_picksplit(internal, internal),
    FUNCTION 7 scru160_gist_same(scru160_gist_key, scru160_gist_key, internal),
    FUNCTION 9 scru160_gist_fetch(internal),
    FUNCTION 11 scru160_gist_sortsupport(internal),
    STORAGE scru160_gist_key;
COMMENT ON OPERATOR FAMILY scru160_ops USING gist IS 'GiST operators for scru160';
COMMENT ON OPERATOR CLASS scru160_ops USING gist IS 'default GiST operator class for scru160';

-- GIN operator class of every kind with a type of its own.

CREATE FUNCTION scru160_gin_extract_value(scru160, internal) RETURNS internal
    AS 'MODULE_PATHNAME', 'ulidkit_gin_extract_value' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gin_extract_value(scru160, internal) IS 'GIN support';

CREATE FUNCTION scru160_gin_extract_query(scru160, internal, smallint, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gin_extract_query(scru160, internal, smallint, internal, internal) IS 'GIN support';

CREATE FUNCTION scru160_gin_consistent(internal, smallint, scru160, integer, internal, internal) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_gin_consistent' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gin_consistent(internal, smallint, scru160, integer, internal, internal) IS 'GIN support';

CREATE FUNCTION scru160_gin_compare_partial(scru160, scru160, smallint, internal) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gin_compare_partial(scru160, scru160, smallint, internal) IS 'GIN support';

CREATE OPERATOR CLASS scru160_ops DEFAULT FOR TYPE scru160 USING gin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 scru160_cmp(scru160, scru160),
    FUNCTION 2 scru160_gin_extract_value(scru160, internal),
    FUNCTION 3 scru160_gin_extract_query(scru160, internal, smallint, internal, internal),
    FUNCTION 4 scru160_gin_consistent(internal, smallint, scru160, integer, internal, internal),
    FUNCTION 5 scru160_gin_compare_partial(scru160, scru160, smallint, internal);
COMMENT ON OPERATOR FAMILY scru160_ops USING gin IS 'GIN operators for scru160';
COMMENT ON OPERATOR CLASS scru160_ops USING gin IS 'default GIN operator class for scru160';

COMMENT ON TYPE scru160 IS 'SCRU160: 48-bit timestamp in milliseconds since 1970, 16-bit counter, 96 random bits';

CREATE FUNCTION scru160_extract_counter(id scru160) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_extract_counter(scru160) IS 'extract counter from scru160, 0 to 65535';

CREATE FUNCTION scru160_extract_random(id scru160) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION scru160_extract_random(scru160) IS 'extract random16 and random80 fields from scru160, 12 bytes';

CREATE FUNCTION scru160_make(ts timestamptz, counter integer, random bytea) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_make(timestamptz, integer, bytea) IS
    'make scru160 from timestamp, counter, 0 to 65535, and random16 and random80 fields, 12 bytes';

CREATE FUNCTION scru160_make_ordered(ts timestamptz, number bigint) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_make_ordered(timestamptz, bigint) IS
    'make scru160 from timestamp and number, in the order of the timestamps, to the microsecond, and of the numbers';

CREATE FUNCTION scru160_to_hex(id scru160) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION scru160_to_hex(scru160) IS 'convert scru160 to its alternative text form, 40 hexadecimal digits';

CREATE FUNCTION scru160_from_hex_or_null(value text) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_from_hex_or_null(text) IS
    'scru160 of its alternative text form, or NULL if it is that of none; used by the planner';

-- ulidflake

-- Objects of every kind with a type of its own.

CREATE TYPE ulidflake;

CREATE FUNCTION ulidflake_in(cstring) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_in(cstring) IS 'I/O';

CREATE FUNCTION ulidflake_out(ulidflake) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;
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

-- For the planner, like all functions whose names end with "_or_null": NULL for what the form of no ID is.

CREATE FUNCTION ulidflake_in_or_null(id text) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_in_or_null(text) IS
    'ulidflake of its text, or NULL if it is the text of none; used by the planner';

CREATE FUNCTION ulidflake_like_min(start text, pattern boolean) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_like_min(text, boolean) IS
    'smallest ulidflake whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

CREATE FUNCTION ulidflake_like_max(start text, pattern boolean) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_like_max(text, boolean) IS
    'largest ulidflake whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

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

-- Operators are in pg_catalog, where all find them: PostgreSQL writes some expressions into a dump, and to other servers,
-- with the bare names of their operators.

CREATE OPERATOR pg_catalog.< (
    LEFTARG = ulidflake, RIGHTARG = ulidflake, FUNCTION = ulidflake_lt,
    COMMUTATOR = OPERATOR(pg_catalog.>), NEGATOR = OPERATOR(pg_catalog.>=),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.< (ulidflake, ulidflake) IS 'less than';

CREATE OPERATOR pg_catalog.<= (
    LEFTARG = ulidflake, RIGHTARG = ulidflake, FUNCTION = ulidflake_le,
    COMMUTATOR = OPERATOR(pg_catalog.>=), NEGATOR = OPERATOR(pg_catalog.>),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.<= (ulidflake, ulidflake) IS 'less than or equal';

CREATE OPERATOR pg_catalog.= (
    LEFTARG = ulidflake, RIGHTARG = ulidflake, FUNCTION = ulidflake_eq,
    COMMUTATOR = OPERATOR(pg_catalog.=), NEGATOR = OPERATOR(pg_catalog.<>),
    RESTRICT = eqsel, JOIN = eqjoinsel,
    HASHES, MERGES
);
COMMENT ON OPERATOR pg_catalog.= (ulidflake, ulidflake) IS 'equal';

CREATE OPERATOR pg_catalog.<> (
    LEFTARG = ulidflake, RIGHTARG = ulidflake, FUNCTION = ulidflake_ne,
    COMMUTATOR = OPERATOR(pg_catalog.<>), NEGATOR = OPERATOR(pg_catalog.=),
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR pg_catalog.<> (ulidflake, ulidflake) IS 'not equal';

CREATE OPERATOR pg_catalog.>= (
    LEFTARG = ulidflake, RIGHTARG = ulidflake, FUNCTION = ulidflake_ge,
    COMMUTATOR = OPERATOR(pg_catalog.<=), NEGATOR = OPERATOR(pg_catalog.<),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.>= (ulidflake, ulidflake) IS 'greater than or equal';

CREATE OPERATOR pg_catalog.> (
    LEFTARG = ulidflake, RIGHTARG = ulidflake, FUNCTION = ulidflake_gt,
    COMMUTATOR = OPERATOR(pg_catalog.<), NEGATOR = OPERATOR(pg_catalog.<=),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.> (ulidflake, ulidflake) IS 'greater than';

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

CREATE FUNCTION ulidflake_extract_timestamp(id ulidflake) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION ulidflake_extract_timestamp(ulidflake) IS 'extract timestamp from ulidflake';

CREATE FUNCTION ulidflake_min(ts timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_min(timestamptz) IS 'smallest ulidflake at or after a timestamp; error if there is none';

CREATE FUNCTION ulidflake_max(ts timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_max(timestamptz) IS 'largest ulidflake at or before a timestamp; error if there is none';

CREATE FUNCTION ulidflake_prefix_min(prefix text) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_prefix_min(text) IS 'smallest ulidflake with the given text prefix';

CREATE FUNCTION ulidflake_prefix_max(prefix text) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_prefix_max(text) IS 'largest ulidflake with the given text prefix';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

CREATE FUNCTION ulidflake_at_or_after(ts timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_at_or_after(timestamptz) IS
    'smallest ulidflake at or after a timestamp, or NULL if there is none';

CREATE FUNCTION ulidflake_after(ts timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_after(timestamptz) IS 'smallest ulidflake after a timestamp, or NULL if there is none';

CREATE FUNCTION ulidflake_before(ts timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_before(timestamptz) IS 'largest ulidflake before a timestamp, or NULL if there is none';

CREATE FUNCTION ulidflake_at_or_before(ts timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_at_or_before(timestamptz) IS
    'largest ulidflake at or before a timestamp, or NULL if there is none';

-- Generation

CREATE FUNCTION ulidflake_generate() RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_generate() IS 'generate ulidflake greater than all generated before on this server';

CREATE FUNCTION ulidflake_generate(ts timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME', 'ulidflake_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_generate(timestamptz) IS
    'generate ulidflake with the given timestamp; unordered within a timestamp';

CREATE FUNCTION ulidflake_observe(id ulidflake) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_observe(ulidflake) IS 'make the next ulidflake generated on this server greater than the given one';
REVOKE ALL ON FUNCTION ulidflake_observe(ulidflake) FROM PUBLIC;

-- For pg_partman, which passes IDs as text, and calls the functions with a search path of its own.

CREATE FUNCTION ulidflake_time_encoder(ts timestamptz) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN ulidflake_min(ts)::text;
COMMENT ON FUNCTION ulidflake_time_encoder(timestamptz) IS
    'text form of the smallest ulidflake at or after a timestamp, for pg_partman; error if there is none';

CREATE FUNCTION ulidflake_time_decoder(id text) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN ulidflake_extract_timestamp(id::ulidflake);
COMMENT ON FUNCTION ulidflake_time_decoder(text) IS 'extract timestamp from the text form of ulidflake, for pg_partman';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

CREATE FUNCTION ulidflake_to_bytea(id ulidflake) RETURNS bytea
    AS 'MODULE_PATHNAME', 'ulidflake_send'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION ulidflake_to_bytea(ulidflake) IS 'convert ulidflake to its binary representation';

CREATE FUNCTION ulidflake_from_bytea(bytea) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_from_bytea(bytea) IS 'convert binary representation to ulidflake';

CREATE FUNCTION ulidflake_from_bytea_or_null(bytea) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_from_bytea_or_null(bytea) IS
    'ulidflake of its binary representation, or NULL if it is that of none; used by the planner';

CREATE CAST (ulidflake AS bytea) WITH FUNCTION ulidflake_to_bytea(ulidflake);
COMMENT ON CAST (ulidflake AS bytea) IS 'convert ulidflake to its binary representation';

CREATE CAST (bytea AS ulidflake) WITH FUNCTION ulidflake_from_bytea(bytea);
COMMENT ON CAST (bytea AS ulidflake) IS 'convert binary representation to ulidflake';

CREATE FUNCTION ulidflake_to_local_timestamp(id ulidflake) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN ulidflake_extract_timestamp(id)::timestamp;
COMMENT ON FUNCTION ulidflake_to_local_timestamp(ulidflake) IS
    'extract timestamp without time zone from ulidflake, in the session''s time zone';

CREATE FUNCTION ulidflake_to_local_date(id ulidflake) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN ulidflake_extract_timestamp(id)::date;
COMMENT ON FUNCTION ulidflake_to_local_date(ulidflake) IS 'extract date from ulidflake, in the session''s time zone';

CREATE CAST (ulidflake AS timestamptz) WITH FUNCTION ulidflake_extract_timestamp(ulidflake);
COMMENT ON CAST (ulidflake AS timestamptz) IS 'extract timestamp from ulidflake';

CREATE CAST (ulidflake AS timestamp) WITH FUNCTION ulidflake_to_local_timestamp(ulidflake);
COMMENT ON CAST (ulidflake AS timestamp) IS 'extract timestamp without time zone from ulidflake, in the session''s time zone';

CREATE CAST (ulidflake AS date) WITH FUNCTION ulidflake_to_local_date(ulidflake);
COMMENT ON CAST (ulidflake AS date) IS 'extract date from ulidflake, in the session''s time zone';

-- Objects of every kind that is stored as an Int64.

CREATE CAST (ulidflake AS bigint) WITHOUT FUNCTION AS ASSIGNMENT;
COMMENT ON CAST (ulidflake AS bigint) IS 'convert ulidflake to bigint with the same 64 bits';

-- GiST operator class of every kind with a type of its own.

CREATE TYPE ulidflake_gist_key;

CREATE FUNCTION ulidflake_gist_key_in(cstring) RETURNS ulidflake_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_key_in(cstring) IS 'I/O';

CREATE FUNCTION ulidflake_gist_key_out(ulidflake_gist_key) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_key_out(ulidflake_gist_key) IS 'I/O';

CREATE TYPE ulidflake_gist_key (
    INPUT = ulidflake_gist_key_in,
    OUTPUT = ulidflake_gist_key_out,
    INTERNALLENGTH = 16, ALIGNMENT = double
);
COMMENT ON TYPE ulidflake_gist_key IS 'key of a GiST index on ulidflake: the smallest and the largest value below it';

CREATE FUNCTION ulidflake_gist_consistent(internal, ulidflake, smallint, oid, internal) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_consistent(internal, ulidflake, smallint, oid, internal) IS 'GiST support';

CREATE FUNCTION ulidflake_gist_union(internal, internal) RETURNS ulidflake_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_union(internal, internal) IS 'GiST support';

CREATE FUNCTION ulidflake_gist_compress(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_compress(internal) IS 'GiST support';

CREATE FUNCTION ulidflake_gist_penalty(internal, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_penalty(internal, internal, internal) IS 'GiST support';

CREATE FUNCTION ulidflake_gist_picksplit(internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_picksplit(internal, internal) IS 'GiST support';

CREATE FUNCTION ulidflake_gist_same(ulidflake_gist_key, ulidflake_gist_key, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_same(ulidflake_gist_key, ulidflake_gist_key, internal) IS 'GiST support';

CREATE FUNCTION ulidflake_gist_fetch(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_fetch(internal) IS 'GiST support';

CREATE FUNCTION ulidflake_gist_sortsupport(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_sortsupport(internal) IS 'GiST sort support';

CREATE OPERATOR CLASS ulidflake_ops DEFAULT FOR TYPE ulidflake USING gist AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    OPERATOR 6 <>,
    FUNCTION 1 ulidflake_gist_consistent(internal, ulidflake, smallint, oid, internal),
    FUNCTION 2 ulidflake_gist_union(internal, internal),
    FUNCTION 3 ulidflake_gist_compress(internal),
    FUNCTION 5 ulidflake_gist_penalty(internal, internal, internal),
    FUNCTION 6 ulidflake_gist_picksplit(internal, internal),
    FUNCTION 7 ulidflake_gist_same(ulidflake_gist_key, ulidflake_gist_key, internal),
    FUNCTION 9 ulidflake_gist_fetch(internal),
    FUNCTION 11 ulidflake_gist_sortsupport(internal),
    STORAGE ulidflake_gist_key;
COMMENT ON OPERATOR FAMILY ulidflake_ops USING gist IS 'GiST operators for ulidflake';
COMMENT ON OPERATOR CLASS ulidflake_ops USING gist IS 'default GiST operator class for ulidflake';

-- GIN operator class of every kind with a type of its own.

CREATE FUNCTION ulidflake_gin_extract_value(ulidflake, internal) RETURNS internal
    AS 'MODULE_PATHNAME', 'ulidkit_gin_extract_value' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gin_extract_value(ulidflake, internal) IS 'GIN support';

CREATE FUNCTION ulidflake_gin_extract_query(ulidflake, internal, smallint, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gin_extract_query(ulidflake, internal, smallint, internal, internal) IS 'GIN support';

CREATE FUNCTION ulidflake_gin_consistent(internal, smallint, ulidflake, integer, internal, internal) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_gin_consistent' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gin_consistent(internal, smallint, ulidflake, integer, internal, internal) IS 'GIN support';

CREATE FUNCTION ulidflake_gin_compare_partial(ulidflake, ulidflake, smallint, internal) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gin_compare_partial(ulidflake, ulidflake, smallint, internal) IS 'GIN support';

CREATE OPERATOR CLASS ulidflake_ops DEFAULT FOR TYPE ulidflake USING gin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 ulidflake_cmp(ulidflake, ulidflake),
    FUNCTION 2 ulidflake_gin_extract_value(ulidflake, internal),
    FUNCTION 3 ulidflake_gin_extract_query(ulidflake, internal, smallint, internal, internal),
    FUNCTION 4 ulidflake_gin_consistent(internal, smallint, ulidflake, integer, internal, internal),
    FUNCTION 5 ulidflake_gin_compare_partial(ulidflake, ulidflake, smallint, internal);
COMMENT ON OPERATOR FAMILY ulidflake_ops USING gin IS 'GIN operators for ulidflake';
COMMENT ON OPERATOR CLASS ulidflake_ops USING gin IS 'default GIN operator class for ulidflake';

-- The hidden form of every kind of at most 16 bytes: see src/core/hide.hpp.

CREATE FUNCTION ulidflake_hide(id ulidflake, context text, key text DEFAULT 'default') RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10 SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION ulidflake_hide(ulidflake, text, text) IS 'hidden form of ulidflake, which tells nothing without the key';
REVOKE ALL ON FUNCTION ulidflake_hide(ulidflake, text, text) FROM PUBLIC;

CREATE FUNCTION ulidflake_reveal(hidden text, context text, key text DEFAULT 'default') RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION ulidflake_reveal(text, text, text) IS 'ulidflake of its hidden form';
REVOKE ALL ON FUNCTION ulidflake_reveal(text, text, text) FROM PUBLIC;

-- For the planner. Only who can execute the function above can call it.
CREATE FUNCTION ulidflake_reveal_or_null(hidden text, context text, key text) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION ulidflake_reveal_or_null(text, text, text) IS
    'ulidflake of its hidden form, or NULL if it is no hidden form; used by the planner';

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

CREATE FUNCTION ulidflake_generate_scalable(ts timestamptz, scalability_id integer) RETURNS ulidflake
    AS 'MODULE_PATHNAME', 'ulidflake_generate_scalable_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_generate_scalable(timestamptz, integer) IS
    'generate ulidflake in the scalable form, with the given timestamp and a scalability ID from 0 to 31';

CREATE FUNCTION ulidflake_make(ts timestamptz, randomness integer) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_make(timestamptz, integer) IS
    'make ulidflake in the stand-alone form from timestamp and random bits, 0 to 1048575';

CREATE FUNCTION ulidflake_make_scalable(ts timestamptz, scalable_randomness integer, scalability_id integer)
    RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_make_scalable(timestamptz, integer, integer) IS
    'make ulidflake in the scalable form from timestamp, random bits, 0 to 32767, and scalability ID, 0 to 31';

CREATE FUNCTION ulidflake_extract_randomness(id ulidflake) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_extract_randomness(ulidflake) IS
    'extract random bits from stand-alone ulidflake, 0 to 1048575';

CREATE FUNCTION ulidflake_extract_scalable_randomness(id ulidflake) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_extract_scalable_randomness(ulidflake) IS
    'extract random bits from scalable ulidflake, 0 to 32767';

CREATE FUNCTION ulidflake_extract_scalability_id(id ulidflake) RETURNS integer
    AS 'MODULE_PATHNAME', 'ulidflake_extract_scalability' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidflake_extract_scalability_id(ulidflake) IS
    'extract scalability ID from scalable ulidflake, 0 to 31';

-- timeid

-- Objects of every kind with a type of its own.

CREATE TYPE timeid;

CREATE FUNCTION timeid_in(cstring) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_in(cstring) IS 'I/O';

CREATE FUNCTION timeid_out(timeid) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;
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

-- For the planner, like all functions whose names end with "_or_null": NULL for what the form of no ID is.

CREATE FUNCTION timeid_in_or_null(id text) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_in_or_null(text) IS
    'timeid of its text, or NULL if it is the text of none; used by the planner';

CREATE FUNCTION timeid_like_min(start text, pattern boolean) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_like_min(text, boolean) IS
    'smallest timeid whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

CREATE FUNCTION timeid_like_max(start text, pattern boolean) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_like_max(text, boolean) IS
    'largest timeid whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

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

-- Operators are in pg_catalog, where all find them: PostgreSQL writes some expressions into a dump, and to other servers,
-- with the bare names of their operators.

CREATE OPERATOR pg_catalog.< (
    LEFTARG = timeid, RIGHTARG = timeid, FUNCTION = timeid_lt,
    COMMUTATOR = OPERATOR(pg_catalog.>), NEGATOR = OPERATOR(pg_catalog.>=),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.< (timeid, timeid) IS 'less than';

CREATE OPERATOR pg_catalog.<= (
    LEFTARG = timeid, RIGHTARG = timeid, FUNCTION = timeid_le,
    COMMUTATOR = OPERATOR(pg_catalog.>=), NEGATOR = OPERATOR(pg_catalog.>),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.<= (timeid, timeid) IS 'less than or equal';

CREATE OPERATOR pg_catalog.= (
    LEFTARG = timeid, RIGHTARG = timeid, FUNCTION = timeid_eq,
    COMMUTATOR = OPERATOR(pg_catalog.=), NEGATOR = OPERATOR(pg_catalog.<>),
    RESTRICT = eqsel, JOIN = eqjoinsel,
    HASHES, MERGES
);
COMMENT ON OPERATOR pg_catalog.= (timeid, timeid) IS 'equal';

CREATE OPERATOR pg_catalog.<> (
    LEFTARG = timeid, RIGHTARG = timeid, FUNCTION = timeid_ne,
    COMMUTATOR = OPERATOR(pg_catalog.<>), NEGATOR = OPERATOR(pg_catalog.=),
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR pg_catalog.<> (timeid, timeid) IS 'not equal';

CREATE OPERATOR pg_catalog.>= (
    LEFTARG = timeid, RIGHTARG = timeid, FUNCTION = timeid_ge,
    COMMUTATOR = OPERATOR(pg_catalog.<=), NEGATOR = OPERATOR(pg_catalog.<),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.>= (timeid, timeid) IS 'greater than or equal';

CREATE OPERATOR pg_catalog.> (
    LEFTARG = timeid, RIGHTARG = timeid, FUNCTION = timeid_gt,
    COMMUTATOR = OPERATOR(pg_catalog.<), NEGATOR = OPERATOR(pg_catalog.<=),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.> (timeid, timeid) IS 'greater than';

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

CREATE FUNCTION timeid_extract_timestamp(id timeid) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION timeid_extract_timestamp(timeid) IS 'extract timestamp from timeid';

CREATE FUNCTION timeid_min(ts timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_min(timestamptz) IS 'smallest timeid at or after a timestamp; error if there is none';

CREATE FUNCTION timeid_max(ts timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_max(timestamptz) IS 'largest timeid at or before a timestamp; error if there is none';

CREATE FUNCTION timeid_prefix_min(prefix text) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_prefix_min(text) IS 'smallest timeid with the given text prefix';

CREATE FUNCTION timeid_prefix_max(prefix text) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_prefix_max(text) IS 'largest timeid with the given text prefix';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

CREATE FUNCTION timeid_at_or_after(ts timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION timeid_at_or_after(timestamptz) IS
    'smallest timeid at or after a timestamp, or NULL if there is none';

CREATE FUNCTION timeid_after(ts timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION timeid_after(timestamptz) IS 'smallest timeid after a timestamp, or NULL if there is none';

CREATE FUNCTION timeid_before(ts timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION timeid_before(timestamptz) IS 'largest timeid before a timestamp, or NULL if there is none';

CREATE FUNCTION timeid_at_or_before(ts timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION timeid_at_or_before(timestamptz) IS
    'largest timeid at or before a timestamp, or NULL if there is none';

-- Generation

CREATE FUNCTION timeid_generate() RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_generate() IS 'generate timeid greater than all generated before on this server';

CREATE FUNCTION timeid_generate(ts timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME', 'timeid_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_generate(timestamptz) IS
    'generate timeid with the given timestamp; unordered within a timestamp';

CREATE FUNCTION timeid_observe(id timeid) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_observe(timeid) IS 'make the next timeid generated on this server greater than the given one';
REVOKE ALL ON FUNCTION timeid_observe(timeid) FROM PUBLIC;

-- For pg_partman, which passes IDs as text, and calls the functions with a search path of its own.

CREATE FUNCTION timeid_time_encoder(ts timestamptz) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN timeid_min(ts)::text;
COMMENT ON FUNCTION timeid_time_encoder(timestamptz) IS
    'text form of the smallest timeid at or after a timestamp, for pg_partman; error if there is none';

CREATE FUNCTION timeid_time_decoder(id text) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN timeid_extract_timestamp(id::timeid);
COMMENT ON FUNCTION timeid_time_decoder(text) IS 'extract timestamp from the text form of timeid, for pg_partman';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

CREATE FUNCTION timeid_to_bytea(id timeid) RETURNS bytea
    AS 'MODULE_PATHNAME', 'timeid_send'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION timeid_to_bytea(timeid) IS 'convert timeid to its binary representation';

CREATE FUNCTION timeid_from_bytea(bytea) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_from_bytea(bytea) IS 'convert binary representation to timeid';

CREATE FUNCTION timeid_from_bytea_or_null(bytea) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_from_bytea_or_null(bytea) IS
    'timeid of its binary representation, or NULL if it is that of none; used by the planner';

CREATE CAST (timeid AS bytea) WITH FUNCTION timeid_to_bytea(timeid);
COMMENT ON CAST (timeid AS bytea) IS 'convert timeid to its binary representation';

CREATE CAST (bytea AS timeid) WITH FUNCTION timeid_from_bytea(bytea);
COMMENT ON CAST (bytea AS timeid) IS 'convert binary representation to timeid';

CREATE FUNCTION timeid_to_local_timestamp(id timeid) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN timeid_extract_timestamp(id)::timestamp;
COMMENT ON FUNCTION timeid_to_local_timestamp(timeid) IS
    'extract timestamp without time zone from timeid, in the session''s time zone';

CREATE FUNCTION timeid_to_local_date(id timeid) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN timeid_extract_timestamp(id)::date;
COMMENT ON FUNCTION timeid_to_local_date(timeid) IS 'extract date from timeid, in the session''s time zone';

CREATE CAST (timeid AS timestamptz) WITH FUNCTION timeid_extract_timestamp(timeid);
COMMENT ON CAST (timeid AS timestamptz) IS 'extract timestamp from timeid';

CREATE CAST (timeid AS timestamp) WITH FUNCTION timeid_to_local_timestamp(timeid);
COMMENT ON CAST (timeid AS timestamp) IS 'extract timestamp without time zone from timeid, in the session''s time zone';

CREATE CAST (timeid AS date) WITH FUNCTION timeid_to_local_date(timeid);
COMMENT ON CAST (timeid AS date) IS 'extract date from timeid, in the session''s time zone';

-- Objects of every kind that is stored as an Int64.

CREATE CAST (timeid AS bigint) WITHOUT FUNCTION AS ASSIGNMENT;
COMMENT ON CAST (timeid AS bigint) IS 'convert timeid to bigint with the same 64 bits';

-- GiST operator class of every kind with a type of its own.

CREATE TYPE timeid_gist_key;

CREATE FUNCTION timeid_gist_key_in(cstring) RETURNS timeid_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_key_in(cstring) IS 'I/O';

CREATE FUNCTION timeid_gist_key_out(timeid_gist_key) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_key_out(timeid_gist_key) IS 'I/O';

CREATE TYPE timeid_gist_key (
    INPUT = timeid_gist_key_in,
    OUTPUT = timeid_gist_key_out,
    INTERNALLENGTH = 16, ALIGNMENT = double
);
COMMENT ON TYPE timeid_gist_key IS 'key of a GiST index on timeid: the smallest and the largest value below it';

CREATE FUNCTION timeid_gist_consistent(internal, timeid, smallint, oid, internal) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_consistent(internal, timeid, smallint, oid, internal) IS 'GiST support';

CREATE FUNCTION timeid_gist_union(internal, internal) RETURNS timeid_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_union(internal, internal) IS 'GiST support';

CREATE FUNCTION timeid_gist_compress(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_compress(internal) IS 'GiST support';

CREATE FUNCTION timeid_gist_penalty(internal, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_penalty(internal, internal, internal) IS 'GiST support';

CREATE FUNCTION timeid_gist_picksplit(internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_picksplit(internal, internal) IS 'GiST support';

CREATE FUNCTION timeid_gist_same(timeid_gist_key, timeid_gist_key, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_same(timeid_gist_key, timeid_gist_key, internal) IS 'GiST support';

CREATE FUNCTION timeid_gist_fetch(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_fetch(internal) IS 'GiST support';

CREATE FUNCTION timeid_gist_sortsupport(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_sortsupport(internal) IS 'GiST sort support';

CREATE OPERATOR CLASS timeid_ops DEFAULT FOR TYPE timeid USING gist AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    OPERATOR 6 <>,
    FUNCTION 1 timeid_gist_consistent(internal, timeid, smallint, oid, internal),
    FUNCTION 2 timeid_gist_union(internal, internal),
    FUNCTION 3 timeid_gist_compress(internal),
    FUNCTION 5 timeid_gist_penalty(internal, internal, internal),
    FUNCTION 6 timeid_gist_picksplit(internal, internal),
    FUNCTION 7 timeid_gist_same(timeid_gist_key, timeid_gist_key, internal),
    FUNCTION 9 timeid_gist_fetch(internal),
    FUNCTION 11 timeid_gist_sortsupport(internal),
    STORAGE timeid_gist_key;
COMMENT ON OPERATOR FAMILY timeid_ops USING gist IS 'GiST operators for timeid';
COMMENT ON OPERATOR CLASS timeid_ops USING gist IS 'default GiST operator class for timeid';

-- GIN operator class of every kind with a type of its own.

CREATE FUNCTION timeid_gin_extract_value(timeid, internal) RETURNS internal
    AS 'MODULE_PATHNAME', 'ulidkit_gin_extract_value' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gin_extract_value(timeid, internal) IS 'GIN support';

CREATE FUNCTION timeid_gin_extract_query(timeid, internal, smallint, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gin_extract_query(timeid, internal, smallint, internal, internal) IS 'GIN support';

CREATE FUNCTION timeid_gin_consistent(internal, smallint, timeid, integer, internal, internal) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_gin_consistent' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gin_consistent(internal, smallint, timeid, integer, internal, internal) IS 'GIN support';

CREATE FUNCTION timeid_gin_compare_partial(timeid, timeid, smallint, internal) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gin_compare_partial(timeid, timeid, smallint, internal) IS 'GIN support';

CREATE OPERATOR CLASS timeid_ops DEFAULT FOR TYPE timeid USING gin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 timeid_cmp(timeid, timeid),
    FUNCTION 2 timeid_gin_extract_value(timeid, internal),
    FUNCTION 3 timeid_gin_extract_query(timeid, internal, smallint, internal, internal),
    FUNCTION 4 timeid_gin_consistent(internal, smallint, timeid, integer, internal, internal),
    FUNCTION 5 timeid_gin_compare_partial(timeid, timeid, smallint, internal);
COMMENT ON OPERATOR FAMILY timeid_ops USING gin IS 'GIN operators for timeid';
COMMENT ON OPERATOR CLASS timeid_ops USING gin IS 'default GIN operator class for timeid';

-- The hidden form of every kind of at most 16 bytes: see src/core/hide.hpp.

CREATE FUNCTION timeid_hide(id timeid, context text, key text DEFAULT 'default') RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10 SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION timeid_hide(timeid, text, text) IS 'hidden form of timeid, which tells nothing without the key';
REVOKE ALL ON FUNCTION timeid_hide(timeid, text, text) FROM PUBLIC;

CREATE FUNCTION timeid_reveal(hidden text, context text, key text DEFAULT 'default') RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION timeid_reveal(text, text, text) IS 'timeid of its hidden form';
REVOKE ALL ON FUNCTION timeid_reveal(text, text, text) FROM PUBLIC;

-- For the planner. Only who can execute the function above can call it.
CREATE FUNCTION timeid_reveal_or_null(hidden text, context text, key text) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION timeid_reveal_or_null(text, text, text) IS
    'timeid of its hidden form, or NULL if it is no hidden form; used by the planner';

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

-- tbsl

-- Objects of every kind with a type of its own.

CREATE TYPE tbsl;

CREATE FUNCTION tbsl_in(cstring) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_in(cstring) IS 'I/O';

CREATE FUNCTION tbsl_out(tbsl) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;
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

-- For the planner, like all functions whose names end with "_or_null": NULL for what the form of no ID is.

CREATE FUNCTION tbsl_in_or_null(id text) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_in_or_null(text) IS
    'tbsl of its text, or NULL if it is the text of none; used by the planner';

CREATE FUNCTION tbsl_like_min(start text, pattern boolean) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_like_min(text, boolean) IS
    'smallest tbsl whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

CREATE FUNCTION tbsl_like_max(start text, pattern boolean) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_like_max(text, boolean) IS
    'largest tbsl whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

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

-- Operators are in pg_catalog, where all find them: PostgreSQL writes some expressions into a dump, and to other servers,
-- with the bare names of their operators.

CREATE OPERATOR pg_catalog.< (
    LEFTARG = tbsl, RIGHTARG = tbsl, FUNCTION = tbsl_lt,
    COMMUTATOR = OPERATOR(pg_catalog.>), NEGATOR = OPERATOR(pg_catalog.>=),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.< (tbsl, tbsl) IS 'less than';

CREATE OPERATOR pg_catalog.<= (
    LEFTARG = tbsl, RIGHTARG = tbsl, FUNCTION = tbsl_le,
    COMMUTATOR = OPERATOR(pg_catalog.>=), NEGATOR = OPERATOR(pg_catalog.>),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.<= (tbsl, tbsl) IS 'less than or equal';

CREATE OPERATOR pg_catalog.= (
    LEFTARG = tbsl, RIGHTARG = tbsl, FUNCTION = tbsl_eq,
    COMMUTATOR = OPERATOR(pg_catalog.=), NEGATOR = OPERATOR(pg_catalog.<>),
    RESTRICT = eqsel, JOIN = eqjoinsel,
    HASHES, MERGES
);
COMMENT ON OPERATOR pg_catalog.= (tbsl, tbsl) IS 'equal';

CREATE OPERATOR pg_catalog.<> (
    LEFTARG = tbsl, RIGHTARG = tbsl, FUNCTION = tbsl_ne,
    COMMUTATOR = OPERATOR(pg_catalog.<>), NEGATOR = OPERATOR(pg_catalog.=),
    RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR pg_catalog.<> (tbsl, tbsl) IS 'not equal';

CREATE OPERATOR pg_catalog.>= (
    LEFTARG = tbsl, RIGHTARG = tbsl, FUNCTION = tbsl_ge,
    COMMUTATOR = OPERATOR(pg_catalog.<=), NEGATOR = OPERATOR(pg_catalog.<),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.>= (tbsl, tbsl) IS 'greater than or equal';

CREATE OPERATOR pg_catalog.> (
    LEFTARG = tbsl, RIGHTARG = tbsl, FUNCTION = tbsl_gt,
    COMMUTATOR = OPERATOR(pg_catalog.<), NEGATOR = OPERATOR(pg_catalog.<=),
    RESTRICT = ulidkit_ineqsel, JOIN = ulidkit_ineqjoinsel
);
COMMENT ON OPERATOR pg_catalog.> (tbsl, tbsl) IS 'greater than';

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

CREATE FUNCTION tbsl_extract_timestamp(id tbsl) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION tbsl_extract_timestamp(tbsl) IS 'extract timestamp from tbsl';

CREATE FUNCTION tbsl_min(ts timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_min(timestamptz) IS 'smallest tbsl at or after a timestamp; error if there is none';

CREATE FUNCTION tbsl_max(ts timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_max(timestamptz) IS 'largest tbsl at or before a timestamp; error if there is none';

CREATE FUNCTION tbsl_prefix_min(prefix text) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_prefix_min(text) IS 'smallest tbsl with the given text prefix';

CREATE FUNCTION tbsl_prefix_max(prefix text) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_prefix_max(text) IS 'largest tbsl with the given text prefix';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

CREATE FUNCTION tbsl_at_or_after(ts timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_at_or_after(timestamptz) IS
    'smallest tbsl at or after a timestamp, or NULL if there is none';

CREATE FUNCTION tbsl_after(ts timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_after(timestamptz) IS 'smallest tbsl after a timestamp, or NULL if there is none';

CREATE FUNCTION tbsl_before(ts timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_before(timestamptz) IS 'largest tbsl before a timestamp, or NULL if there is none';

CREATE FUNCTION tbsl_at_or_before(ts timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_at_or_before(timestamptz) IS
    'largest tbsl at or before a timestamp, or NULL if there is none';

-- Generation

CREATE FUNCTION tbsl_generate() RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_generate() IS 'generate tbsl greater than all generated before on this server';

CREATE FUNCTION tbsl_generate(ts timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME', 'tbsl_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_generate(timestamptz) IS
    'generate tbsl with the given timestamp; unordered within a timestamp';

CREATE FUNCTION tbsl_observe(id tbsl) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_observe(tbsl) IS 'make the next tbsl generated on this server greater than the given one';
REVOKE ALL ON FUNCTION tbsl_observe(tbsl) FROM PUBLIC;

-- For pg_partman, which passes IDs as text, and calls the functions with a search path of its own.

CREATE FUNCTION tbsl_time_encoder(ts timestamptz) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN tbsl_min(ts)::text;
COMMENT ON FUNCTION tbsl_time_encoder(timestamptz) IS
    'text form of the smallest tbsl at or after a timestamp, for pg_partman; error if there is none';

CREATE FUNCTION tbsl_time_decoder(id text) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN tbsl_extract_timestamp(id::tbsl);
COMMENT ON FUNCTION tbsl_time_decoder(text) IS 'extract timestamp from the text form of tbsl, for pg_partman';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

CREATE FUNCTION tbsl_to_bytea(id tbsl) RETURNS bytea
    AS 'MODULE_PATHNAME', 'tbsl_send'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION tbsl_to_bytea(tbsl) IS 'convert tbsl to its binary representation';

CREATE FUNCTION tbsl_from_bytea(bytea) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_from_bytea(bytea) IS 'convert binary representation to tbsl';

CREATE FUNCTION tbsl_from_bytea_or_null(bytea) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_from_bytea_or_null(bytea) IS
    'tbsl of its binary representation, or NULL if it is that of none; used by the planner';

CREATE CAST (tbsl AS bytea) WITH FUNCTION tbsl_to_bytea(tbsl);
COMMENT ON CAST (tbsl AS bytea) IS 'convert tbsl to its binary representation';

CREATE CAST (bytea AS tbsl) WITH FUNCTION tbsl_from_bytea(bytea);
COMMENT ON CAST (bytea AS tbsl) IS 'convert binary representation to tbsl';

CREATE FUNCTION tbsl_to_local_timestamp(id tbsl) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN tbsl_extract_timestamp(id)::timestamp;
COMMENT ON FUNCTION tbsl_to_local_timestamp(tbsl) IS
    'extract timestamp without time zone from tbsl, in the session''s time zone';

CREATE FUNCTION tbsl_to_local_date(id tbsl) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN tbsl_extract_timestamp(id)::date;
COMMENT ON FUNCTION tbsl_to_local_date(tbsl) IS 'extract date from tbsl, in the session''s time zone';

CREATE CAST (tbsl AS timestamptz) WITH FUNCTION tbsl_extract_timestamp(tbsl);
COMMENT ON CAST (tbsl AS timestamptz) IS 'extract timestamp from tbsl';

CREATE CAST (tbsl AS timestamp) WITH FUNCTION tbsl_to_local_timestamp(tbsl);
COMMENT ON CAST (tbsl AS timestamp) IS 'extract timestamp without time zone from tbsl, in the session''s time zone';

CREATE CAST (tbsl AS date) WITH FUNCTION tbsl_to_local_date(tbsl);
COMMENT ON CAST (tbsl AS date) IS 'extract date from tbsl, in the session''s time zone';

-- GiST operator class of every kind with a type of its own.

CREATE TYPE tbsl_gist_key;

CREATE FUNCTION tbsl_gist_key_in(cstring) RETURNS tbsl_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_key_in(cstring) IS 'I/O';

CREATE FUNCTION tbsl_gist_key_out(tbsl_gist_key) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_key_out(tbsl_gist_key) IS 'I/O';

CREATE TYPE tbsl_gist_key (
    INPUT = tbsl_gist_key_in,
    OUTPUT = tbsl_gist_key_out,
    INTERNALLENGTH = 20, ALIGNMENT = char
);
COMMENT ON TYPE tbsl_gist_key IS 'key of a GiST index on tbsl: the smallest and the largest value below it';

CREATE FUNCTION tbsl_gist_consistent(internal, tbsl, smallint, oid, internal) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_consistent(internal, tbsl, smallint, oid, internal) IS 'GiST support';

CREATE FUNCTION tbsl_gist_union(internal, internal) RETURNS tbsl_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_union(internal, internal) IS 'GiST support';

CREATE FUNCTION tbsl_gist_compress(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_compress(internal) IS 'GiST support';

CREATE FUNCTION tbsl_gist_penalty(internal, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_penalty(internal, internal, internal) IS 'GiST support';

CREATE FUNCTION tbsl_gist_picksplit(internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_picksplit(internal, internal) IS 'GiST support';

CREATE FUNCTION tbsl_gist_same(tbsl_gist_key, tbsl_gist_key, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_same(tbsl_gist_key, tbsl_gist_key, internal) IS 'GiST support';

CREATE FUNCTION tbsl_gist_fetch(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_fetch(internal) IS 'GiST support';

CREATE FUNCTION tbsl_gist_sortsupport(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_sortsupport(internal) IS 'GiST sort support';

CREATE OPERATOR CLASS tbsl_ops DEFAULT FOR TYPE tbsl USING gist AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    OPERATOR 6 <>,
    FUNCTION 1 tbsl_gist_consistent(internal, tbsl, smallint, oid, internal),
    FUNCTION 2 tbsl_gist_union(internal, internal),
    FUNCTION 3 tbsl_gist_compress(internal),
    FUNCTION 5 tbsl_gist_penalty(internal, internal, internal),
    FUNCTION 6 tbsl_gist_picksplit(internal, internal),
    FUNCTION 7 tbsl_gist_same(tbsl_gist_key, tbsl_gist_key, internal),
    FUNCTION 9 tbsl_gist_fetch(internal),
    FUNCTION 11 tbsl_gist_sortsupport(internal),
    STORAGE tbsl_gist_key;
COMMENT ON OPERATOR FAMILY tbsl_ops USING gist IS 'GiST operators for tbsl';
COMMENT ON OPERATOR CLASS tbsl_ops USING gist IS 'default GiST operator class for tbsl';

-- GIN operator class of every kind with a type of its own.

CREATE FUNCTION tbsl_gin_extract_value(tbsl, internal) RETURNS internal
    AS 'MODULE_PATHNAME', 'ulidkit_gin_extract_value' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gin_extract_value(tbsl, internal) IS 'GIN support';

CREATE FUNCTION tbsl_gin_extract_query(tbsl, internal, smallint, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gin_extract_query(tbsl, internal, smallint, internal, internal) IS 'GIN support';

CREATE FUNCTION tbsl_gin_consistent(internal, smallint, tbsl, integer, internal, internal) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_gin_consistent' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gin_consistent(internal, smallint, tbsl, integer, internal, internal) IS 'GIN support';

CREATE FUNCTION tbsl_gin_compare_partial(tbsl, tbsl, smallint, internal) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gin_compare_partial(tbsl, tbsl, smallint, internal) IS 'GIN support';

CREATE OPERATOR CLASS tbsl_ops DEFAULT FOR TYPE tbsl USING gin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 tbsl_cmp(tbsl, tbsl),
    FUNCTION 2 tbsl_gin_extract_value(tbsl, internal),
    FUNCTION 3 tbsl_gin_extract_query(tbsl, internal, smallint, internal, internal),
    FUNCTION 4 tbsl_gin_consistent(internal, smallint, tbsl, integer, internal, internal),
    FUNCTION 5 tbsl_gin_compare_partial(tbsl, tbsl, smallint, internal);
COMMENT ON OPERATOR FAMILY tbsl_ops USING gin IS 'GIN operators for tbsl';
COMMENT ON OPERATOR CLASS tbsl_ops USING gin IS 'default GIN operator class for tbsl';

-- The hidden form of every kind of at most 16 bytes: see src/core/hide.hpp.

CREATE FUNCTION tbsl_hide(id tbsl, context text, key text DEFAULT 'default') RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10 SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION tbsl_hide(tbsl, text, text) IS 'hidden form of tbsl, which tells nothing without the key';
REVOKE ALL ON FUNCTION tbsl_hide(tbsl, text, text) FROM PUBLIC;

CREATE FUNCTION tbsl_reveal(hidden text, context text, key text DEFAULT 'default') RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION tbsl_reveal(text, text, text) IS 'tbsl of its hidden form';
REVOKE ALL ON FUNCTION tbsl_reveal(text, text, text) FROM PUBLIC;

-- For the planner. Only who can execute the function above can call it.
CREATE FUNCTION tbsl_reveal_or_null(hidden text, context text, key text) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION tbsl_reveal_or_null(text, text, text) IS
    'tbsl of its hidden form, or NULL if it is no hidden form; used by the planner';

COMMENT ON TYPE tbsl IS 'TBSL: timestamp in microseconds since 1970 with a machine ID from 0 to 99, 20-bit suffix';

CREATE FUNCTION tbsl_generate_sequenced() RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_generate_sequenced() IS
    'generate tbsl greater than all generated before on this server; the first suffix of a microsecond is 1';

CREATE FUNCTION tbsl_make(ts timestamptz, machine integer, suffix integer) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_make(timestamptz, integer, integer) IS
    'make tbsl from timestamp, machine ID, 0 to 99, and suffix, 0 to 1048575';

CREATE FUNCTION tbsl_extract_machine(id tbsl) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_extract_machine(tbsl) IS 'extract machine ID from tbsl, 0 to 99';

CREATE FUNCTION tbsl_extract_suffix(id tbsl) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION tbsl_extract_suffix(tbsl) IS 'extract suffix from tbsl, 0 to 1048575';

CREATE FUNCTION tbsl_to_base(id tbsl, base integer) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION tbsl_to_base(tbsl, integer) IS 'convert tbsl to text in base 16, 32, 36, 58 or 62';

CREATE FUNCTION tbsl_from_base(value text, base integer) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_from_base(text, integer) IS 'convert text in base 16, 32, 36, 58 or 62 to tbsl';

CREATE FUNCTION tbsl_from_base_or_null(value text, base integer) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_from_base_or_null(text, integer) IS
    'tbsl of its text in base 16, 32, 36, 58 or 62, or NULL if it is that of none; used by the planner';

-- uuidv7

-- Objects of every kind, including kinds that use a type of the server.

CREATE FUNCTION uuidv7_extract_timestamp(id uuid) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION uuidv7_extract_timestamp(uuid) IS 'extract timestamp from uuidv7';

CREATE FUNCTION uuidv7_min(ts timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_min(timestamptz) IS 'smallest uuidv7 at or after a timestamp; error if there is none';

CREATE FUNCTION uuidv7_max(ts timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_max(timestamptz) IS 'largest uuidv7 at or before a timestamp; error if there is none';

CREATE FUNCTION uuidv7_prefix_min(prefix text) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_prefix_min(text) IS 'smallest uuidv7 with the given text prefix';

CREATE FUNCTION uuidv7_prefix_max(prefix text) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_prefix_max(text) IS 'largest uuidv7 with the given text prefix';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

CREATE FUNCTION uuidv7_at_or_after(ts timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidv7_at_or_after(timestamptz) IS
    'smallest uuidv7 at or after a timestamp, or NULL if there is none';

CREATE FUNCTION uuidv7_after(ts timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidv7_after(timestamptz) IS 'smallest uuidv7 after a timestamp, or NULL if there is none';

CREATE FUNCTION uuidv7_before(ts timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidv7_before(timestamptz) IS 'largest uuidv7 before a timestamp, or NULL if there is none';

CREATE FUNCTION uuidv7_at_or_before(ts timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION uuidv7_at_or_before(timestamptz) IS
    'largest uuidv7 at or before a timestamp, or NULL if there is none';

-- Generation

CREATE FUNCTION uuidv7_generate() RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_generate() IS 'generate uuidv7 greater than all generated before on this server';

CREATE FUNCTION uuidv7_generate(ts timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME', 'uuidv7_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_generate(timestamptz) IS
    'generate uuidv7 with the given timestamp; unordered within a timestamp';

CREATE FUNCTION uuidv7_observe(id uuid) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_observe(uuid) IS 'make the next uuidv7 generated on this server greater than the given one';
REVOKE ALL ON FUNCTION uuidv7_observe(uuid) FROM PUBLIC;

-- For pg_partman, which passes IDs as text, and calls the functions with a search path of its own.

CREATE FUNCTION uuidv7_time_encoder(ts timestamptz) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN uuidv7_min(ts)::text;
COMMENT ON FUNCTION uuidv7_time_encoder(timestamptz) IS
    'text form of the smallest uuidv7 at or after a timestamp, for pg_partman; error if there is none';

CREATE FUNCTION uuidv7_time_decoder(id text) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN uuidv7_extract_timestamp(id::uuid);
COMMENT ON FUNCTION uuidv7_time_decoder(text) IS 'extract timestamp from the text form of uuidv7, for pg_partman';

CREATE FUNCTION uuidv7_make_ordered(ts timestamptz, number bigint) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_make_ordered(timestamptz, bigint) IS
    'make uuidv7 from timestamp and number, 0 to 4611686018427387903, in the order of the timestamps, to the microsecond, and of the numbers';

-- ULIDs stored as text in upper case: see src/core/ulidtext.hpp.

CREATE FUNCTION ulidtext_extract_timestamp(id text) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION ulidtext_extract_timestamp(text) IS
    'extract timestamp from ULID stored as text in upper case; defined for every text, and never less for a greater one in byte order';

CREATE FUNCTION ulidtext_min(ts timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidtext_min(timestamptz) IS
    'smallest text, in byte order, whose timestamp as a ULID in upper case is at or after a timestamp; error if there is none';

CREATE FUNCTION ulidtext_at_or_after(ts timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidtext_at_or_after(timestamptz) IS
    'smallest text whose timestamp as a ULID in upper case is at or after a timestamp, or one beyond all that can be indexed; used by the planner';

CREATE FUNCTION ulidtext_after(ts timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidtext_after(timestamptz) IS
    'smallest text whose timestamp as a ULID in upper case is after a timestamp, or one beyond all that can be indexed; used by the planner';

-- ULIDs stored as text in lower case: see src/core/ulidtext.hpp.

CREATE FUNCTION ulidtext_lower_extract_timestamp(id text) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION ulidtext_lower_extract_timestamp(text) IS
    'extract timestamp from ULID stored as text in lower case; defined for every text, and never less for a greater one in byte order';

CREATE FUNCTION ulidtext_lower_min(ts timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidtext_lower_min(timestamptz) IS
    'smallest text, in byte order, whose timestamp as a ULID in lower case is at or after a timestamp; error if there is none';

CREATE FUNCTION ulidtext_lower_at_or_after(ts timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidtext_lower_at_or_after(timestamptz) IS
    'smallest text whose timestamp as a ULID in lower case is at or after a timestamp, or one beyond all that can be indexed; used by the planner';

CREATE FUNCTION ulidtext_lower_after(ts timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidtext_lower_after(timestamptz) IS
    'smallest text whose timestamp as a ULID in lower case is after a timestamp, or one beyond all that can be indexed; used by the planner';

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
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION snowflake_min(timestamptz, timestamptz, integer, interval) IS
    'smallest Snowflake ID at or after a timestamp; error if there is none';

CREATE FUNCTION snowflake_max(
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION snowflake_max(timestamptz, timestamptz, integer, interval) IS
    'largest Snowflake ID at or before a timestamp; error if there is none';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID, or if the epoch, shift or unit is invalid.

CREATE FUNCTION snowflake_at_or_after(
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_at_or_after(timestamptz, timestamptz, integer, interval) IS
    'smallest Snowflake ID at or after a timestamp, or NULL if there is none';

CREATE FUNCTION snowflake_after(
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_after(timestamptz, timestamptz, integer, interval) IS
    'smallest Snowflake ID after a timestamp, or NULL if there is none';

CREATE FUNCTION snowflake_before(
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_before(timestamptz, timestamptz, integer, interval) IS
    'largest Snowflake ID before a timestamp, or NULL if there is none';

CREATE FUNCTION snowflake_at_or_before(
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION snowflake_at_or_before(timestamptz, timestamptz, integer, interval) IS
    'largest Snowflake ID at or before a timestamp, or NULL if there is none';

-- IDs of other systems, stored as bytea: see src/core/binaryid.hpp. As of texts, no time has a last value, so the upper
-- ends of ranges are exclusive, and the bounds that the planner uses serve both ends.

CREATE FUNCTION binaryid_extract_timestamp(
    id bytea,
    epoch timestamptz DEFAULT '1970-01-01Z', bytes integer DEFAULT 6, unit interval DEFAULT '1 ms'
) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION binaryid_extract_timestamp(bytea, timestamptz, integer, interval) IS
    'extract timestamp from binary ID: epoch + its first bytes as a number * unit, up to 294247-01-01; defined for every byte string';

CREATE FUNCTION binaryid_min(
    ts timestamptz,
    epoch timestamptz DEFAULT '1970-01-01Z', bytes integer DEFAULT 6, unit interval DEFAULT '1 ms'
) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION binaryid_min(timestamptz, timestamptz, integer, interval) IS
    'smallest byte string whose timestamp is at or after a timestamp; error if there is none';

CREATE FUNCTION binaryid_at_or_after(
    ts timestamptz,
    epoch timestamptz DEFAULT '1970-01-01Z', bytes integer DEFAULT 6, unit interval DEFAULT '1 ms'
) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION binaryid_at_or_after(timestamptz, timestamptz, integer, interval) IS
    'smallest byte string whose timestamp is at or after a timestamp, or one beyond all that can be indexed; used by the planner';

CREATE FUNCTION binaryid_after(
    ts timestamptz,
    epoch timestamptz DEFAULT '1970-01-01Z', bytes integer DEFAULT 6, unit interval DEFAULT '1 ms'
) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION binaryid_after(timestamptz, timestamptz, integer, interval) IS
    'smallest byte string whose timestamp is after a timestamp, or one beyond all that can be indexed; used by the planner';

-- TypeIDs of a uuid: see src/core/typeid.hpp. A ulid is cast to uuid.

CREATE FUNCTION typeid_encode(prefix text, id uuid) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION typeid_encode(text, uuid) IS 'convert uuid to TypeID with the given prefix';

CREATE FUNCTION typeid_decode(prefix text, typeid text) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_decode(text, text) IS 'convert TypeID to uuid; error if it has another prefix';

-- For the planner: an error for a prefix only.
CREATE FUNCTION typeid_decode_or_null(prefix text, typeid text) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_decode_or_null(text, text) IS
    'convert TypeID to uuid, or NULL if it is no TypeID with the given prefix; used by the planner';

-- Hidden forms of the server's types, and their keys: see src/core/hide.hpp and hide.sql.in, which makes those of the kinds
-- with a type.

CREATE FUNCTION bigint_hide(id bigint, context text, key text DEFAULT 'default') RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10 SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION bigint_hide(bigint, text, text) IS 'hidden form of bigint, which tells nothing without the key';
REVOKE ALL ON FUNCTION bigint_hide(bigint, text, text) FROM PUBLIC;

CREATE FUNCTION bigint_reveal(hidden text, context text, key text DEFAULT 'default') RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION bigint_reveal(text, text, text) IS 'bigint of its hidden form';
REVOKE ALL ON FUNCTION bigint_reveal(text, text, text) FROM PUBLIC;

-- For the planner. Only who can execute the function above can call it.
CREATE FUNCTION bigint_reveal_or_null(hidden text, context text, key text) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION bigint_reveal_or_null(text, text, text) IS
    'bigint of its hidden form, or NULL if it is no hidden form; used by the planner';

CREATE FUNCTION uuidv7_hide(id uuid, context text, key text DEFAULT 'default') RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100 SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION uuidv7_hide(uuid, text, text) IS 'hidden form of uuidv7, which tells nothing without the key';
REVOKE ALL ON FUNCTION uuidv7_hide(uuid, text, text) FROM PUBLIC;

CREATE FUNCTION uuidv7_reveal(hidden uuid, context text, key text DEFAULT 'default') RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION uuidv7_reveal(uuid, text, text) IS 'uuidv7 of its hidden form';
REVOKE ALL ON FUNCTION uuidv7_reveal(uuid, text, text) FROM PUBLIC;

-- For the planner. Only who can execute the function above can call it.
CREATE FUNCTION uuidv7_reveal_or_null(hidden uuid, context text, key text) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION uuidv7_reveal_or_null(uuid, text, text) IS
    'uuidv7 of its hidden form, or NULL if it is no hidden form; used by the planner';

CREATE FUNCTION ulidkit_hide_key_fingerprint(key text DEFAULT 'default') RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_hide_key_fingerprint(text) IS
    'fingerprint of a key of hidden forms, equal on all servers that have the same key';
REVOKE ALL ON FUNCTION ulidkit_hide_key_fingerprint(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ulidkit_hide_key_fingerprint(text) TO pg_monitor;

-- Objects that do not belong to a single kind.

CREATE FUNCTION ulidkit_inspect(
    id text,
    OUT kind text, OUT canonical text, OUT "timestamp" timestamptz, OUT fields jsonb
) RETURNS SETOF record
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE ROWS 2;
COMMENT ON FUNCTION ulidkit_inspect(text) IS
    'list the kinds of which a text is a valid ID, with canonical text, timestamp and fields';

-- A type of its own, so that later versions can add columns: ALTER TYPE does so also if views depend on the function.

CREATE TYPE ulidkit_generator AS (
    kind text, generated bigint, newest text, newest_time timestamptz, clock_lead interval, overflow_waits bigint,
    clock_steps_back bigint, refusals bigint, time_waited interval, node integer, node_conflicts bigint,
    not_before timestamptz, saved_until timestamptz, save_failures bigint
);
COMMENT ON TYPE ulidkit_generator IS 'state of the generator of a kind, as ulidkit_generators() returns it';
COMMENT ON COLUMN ulidkit_generator.kind IS 'kind of ID';
COMMENT ON COLUMN ulidkit_generator.generated IS 'number of IDs generated since the server started';
COMMENT ON COLUMN ulidkit_generator.newest IS
    'newest ID, with zeros for the last 4 bytes of scru160; NULL if none has been generated';
COMMENT ON COLUMN ulidkit_generator.newest_time IS 'timestamp of the newest ID';
COMMENT ON COLUMN ulidkit_generator.clock_lead IS
    'how far the later of newest_time and not_before is ahead of the system clock; negative if it is behind';
COMMENT ON COLUMN ulidkit_generator.overflow_waits IS
    'number of times that a process waited because of the system clock or because no more IDs were available';
COMMENT ON COLUMN ulidkit_generator.clock_steps_back IS
    'number of times that the system clock was found to have stepped back';
COMMENT ON COLUMN ulidkit_generator.refusals IS
    'number of times that generation failed because of the system clock or because no more IDs were available';
COMMENT ON COLUMN ulidkit_generator.time_waited IS 'how long processes waited in total';
COMMENT ON COLUMN ulidkit_generator.node IS
    'number of this server in IDs of this kind; NULL if the kind has none or if none is set';
COMMENT ON COLUMN ulidkit_generator.node_conflicts IS
    'number of observed IDs that have the number of this server but were generated elsewhere';
COMMENT ON COLUMN ulidkit_generator.not_before IS 'no ID with an earlier timestamp is generated; NULL if there is no limit';
COMMENT ON COLUMN ulidkit_generator.saved_until IS
    'timestamp saved on disk that all generated IDs are before; NULL during recovery and before the first save';
COMMENT ON COLUMN ulidkit_generator.save_failures IS 'number of times that saved_until could not be saved';

-- The newest ID can help to guess the next one, so not everybody is allowed to read it.
CREATE FUNCTION ulidkit_generators() RETURNS SETOF ulidkit_generator
    AS 'MODULE_PATHNAME', 'ulidkit_generators_1_0' LANGUAGE C VOLATILE STRICT PARALLEL SAFE ROWS 6;
COMMENT ON FUNCTION ulidkit_generators() IS 'state of the generators of this server, one row per kind';
REVOKE ALL ON FUNCTION ulidkit_generators() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ulidkit_generators() TO pg_monitor;

-- Whoever can observe an ID can put the next IDs of all others ahead of the clock.
CREATE FUNCTION ulidkit_observe() RETURNS trigger
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_observe() IS
    'row trigger that makes the next IDs generated on this server greater than those in the given columns';
REVOKE ALL ON FUNCTION ulidkit_observe() FROM PUBLIC;

CREATE FUNCTION ulidkit_reset_generators() RETURNS void
    AS 'MODULE_PATHNAME', 'ulidkit_reset_clock' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_reset_generators() IS
    'restart all generators of this server at the current time; gives up order and uniqueness relative to existing IDs';
REVOKE ALL ON FUNCTION ulidkit_reset_generators() FROM PUBLIC;

CREATE FUNCTION ulidkit_version() RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_version() IS 'version of the library, which can be newer than the objects of the extension';

-- What depends on the version of the server, and what pg_upgrade does not carry over. It can be run repeatedly: update scripts
-- run it again, because pg_upgrade keeps the catalog of the older server.
--
-- The script runs as a superuser, in a schema where the installing user can have created operators and functions. One
-- of those would be called if it matched the argument types better than the server's, as = (oid, regclass) would.
-- Therefore every name is qualified.
DO $$
DECLARE
    extension CONSTANT pg_catalog.oid := (
        SELECT oid FROM pg_catalog.pg_extension WHERE extname OPERATOR(pg_catalog.=) 'ulidkit');
    classes CONSTANT pg_catalog.oid[] := ARRAY( -- the operator classes of the extension
        SELECT objid
        FROM pg_catalog.pg_depend
        WHERE refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
            AND refobjid OPERATOR(pg_catalog.=) extension AND deptype OPERATOR(pg_catalog.=) 'e'
            AND classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_opclass'::pg_catalog.regclass);
    functions pg_catalog.name[] := ARRAY( -- its functions in C: who installed it can have added others
        SELECT p.proname
        FROM pg_catalog.pg_depend d
        JOIN pg_catalog.pg_proc p ON d.objid OPERATOR(pg_catalog.=) p.oid
        JOIN pg_catalog.pg_language l ON p.prolang OPERATOR(pg_catalog.=) l.oid
        WHERE d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
            AND d.refobjid OPERATOR(pg_catalog.=) extension AND d.deptype OPERATOR(pg_catalog.=) 'e'
            AND d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
            AND l.lanname OPERATOR(pg_catalog.=) 'c');
    kind pg_catalog.text;
    family pg_catalog.text;
    method pg_catalog.name;
BEGIN
    -- BRIN operator classes store their input type, as the server's do; otherwise an index on a domain over the type
    -- would look for operators of the domain. CREATE OPERATOR CLASS ignores a STORAGE clause that names the indexed
    -- type itself. So does pg_upgrade, which also restores indexes on domains without it.
    UPDATE pg_catalog.pg_opclass c
    SET opckeytype = c.opcintype
    FROM pg_catalog.pg_am m
    WHERE c.opcmethod OPERATOR(pg_catalog.=) m.oid AND m.amname OPERATOR(pg_catalog.=) 'brin'
        AND c.oid OPERATOR(pg_catalog.=) ANY (classes) AND c.opckeytype OPERATOR(pg_catalog.=) 0::pg_catalog.oid;
    UPDATE pg_catalog.pg_attribute a
    SET atttypid = c.opcintype
    FROM pg_catalog.pg_index i, pg_catalog.pg_opclass c, pg_catalog.pg_am m
    WHERE a.attrelid OPERATOR(pg_catalog.=) i.indexrelid
        AND c.oid OPERATOR(pg_catalog.=) i.indclass[a.attnum OPERATOR(pg_catalog.-) 1]
        AND c.opcmethod OPERATOR(pg_catalog.=) m.oid AND m.amname OPERATOR(pg_catalog.=) 'brin'
        AND c.oid OPERATOR(pg_catalog.=) ANY (classes)
        AND a.atttypid OPERATOR(pg_catalog.<>) c.opcintype;
    -- pg_upgrade creates the members of an extension one by one, types before functions, and operator classes last. A
    -- function with a parsed body that sorts or groups IDs needs the B-tree and the hash class, so the type of GiST keys
    -- depends on them, and pg_dump writes them before it.
    INSERT INTO pg_catalog.pg_depend (classid, objid, objsubid, refclassid, refobjid, refobjsubid, deptype)
    SELECT 'pg_catalog.pg_type'::pg_catalog.regclass, g.opckeytype, 0,
        'pg_catalog.pg_opclass'::pg_catalog.regclass, c.oid, 0, 'n'
    FROM pg_catalog.pg_opclass g
    JOIN pg_catalog.pg_am gist ON g.opcmethod OPERATOR(pg_catalog.=) gist.oid
    JOIN pg_catalog.pg_opclass c ON c.opcintype OPERATOR(pg_catalog.=) g.opcintype AND c.opcdefault
    JOIN pg_catalog.pg_am m ON c.opcmethod OPERATOR(pg_catalog.=) m.oid
    WHERE g.oid OPERATOR(pg_catalog.=) ANY (classes) AND c.oid OPERATOR(pg_catalog.=) ANY (classes)
        AND gist.amname OPERATOR(pg_catalog.=) 'gist'
        AND m.amname OPERATOR(pg_catalog.=) ANY (ARRAY['btree', 'hash']::pg_catalog.name[])
        AND NOT EXISTS (
            SELECT FROM pg_catalog.pg_depend p
            WHERE p.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_type'::pg_catalog.regclass
                AND p.objid OPERATOR(pg_catalog.=) g.opckeytype
                AND p.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_opclass'::pg_catalog.regclass
                AND p.refobjid OPERATOR(pg_catalog.=) c.oid);
    -- A cast from ulid to uuid calls no function, so the library is loaded when the server opens an index. An operator
    -- class cannot be given a function later, so all have it from here, from version 1.0 on.
    IF 'ulid_btree_options' OPERATOR(pg_catalog.=) ANY (functions) AND NOT EXISTS (
        SELECT FROM pg_catalog.pg_amproc p
        JOIN pg_catalog.pg_opclass c ON c.opcfamily OPERATOR(pg_catalog.=) p.amprocfamily
        JOIN pg_catalog.pg_am m ON c.opcmethod OPERATOR(pg_catalog.=) m.oid
        WHERE c.oid OPERATOR(pg_catalog.=) ANY (classes) AND m.amname OPERATOR(pg_catalog.=) 'btree'
            AND p.amprocnum OPERATOR(pg_catalog.=) 5::pg_catalog.int2
    ) THEN
        ALTER OPERATOR FAMILY ulid_ops USING btree ADD FUNCTION 5 (ulid, ulid) ulid_btree_options(internal);
    END IF;
    -- The server calls that function to open an index, also to drop it, but makes no class depend on it, so DROP EXTENSION
    -- ... CASCADE would drop it first.
    INSERT INTO pg_catalog.pg_depend (classid, objid, objsubid, refclassid, refobjid, refobjsubid, deptype)
    SELECT 'pg_catalog.pg_opclass'::pg_catalog.regclass, c.oid, 0,
        'pg_catalog.pg_proc'::pg_catalog.regclass, p.amproc, 0, 'n'
    FROM pg_catalog.pg_opclass c
    JOIN pg_catalog.pg_am m ON c.opcmethod OPERATOR(pg_catalog.=) m.oid
    JOIN pg_catalog.pg_amproc p ON p.amprocfamily OPERATOR(pg_catalog.=) c.opcfamily
        AND p.amproclefttype OPERATOR(pg_catalog.=) c.opcintype
    WHERE c.oid OPERATOR(pg_catalog.=) ANY (classes) AND m.amname OPERATOR(pg_catalog.=) 'btree'
        AND p.amprocnum OPERATOR(pg_catalog.=) 5::pg_catalog.int2
        AND NOT EXISTS (
            SELECT FROM pg_catalog.pg_depend d
            WHERE d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_opclass'::pg_catalog.regclass
                AND d.objid OPERATOR(pg_catalog.=) c.oid
                AND d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
                AND d.refobjid OPERATOR(pg_catalog.=) p.amproc::pg_catalog.oid);
    -- PostgreSQL 18 and later: skip support for every B-tree operator class that does not have it yet, and for every
    -- GiST operator class the translation of comparisons to strategies, which WITHOUT OVERLAPS needs
    IF pg_catalog.current_setting('server_version_num')::pg_catalog.int4 OPERATOR(pg_catalog.<) 180000 THEN
        RETURN;
    END IF;
    FOR kind, family, method IN
        SELECT t.typname, f.opfname, m.amname
        FROM pg_catalog.pg_opclass c
        JOIN pg_catalog.pg_type t ON c.opcintype OPERATOR(pg_catalog.=) t.oid
        JOIN pg_catalog.pg_opfamily f ON c.opcfamily OPERATOR(pg_catalog.=) f.oid
        JOIN pg_catalog.pg_am m ON c.opcmethod OPERATOR(pg_catalog.=) m.oid
        JOIN (VALUES ('btree'::pg_catalog.name, 6), ('gist', 12)) AS v(method, procnum)
            ON v.method OPERATOR(pg_catalog.=) m.amname
        WHERE c.oid OPERATOR(pg_catalog.=) ANY (classes)
            AND NOT EXISTS (
                SELECT FROM pg_catalog.pg_amproc p
                WHERE p.amprocfamily OPERATOR(pg_catalog.=) c.opcfamily AND p.amprocnum OPERATOR(pg_catalog.=) v.procnum)
        ORDER BY t.oid, m.amname
    LOOP
        IF method OPERATOR(pg_catalog.=) 'btree' THEN
            EXECUTE pg_catalog.format(
                'CREATE FUNCTION %3$I(internal) RETURNS void
                    AS ''MODULE_PATHNAME'' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
                COMMENT ON FUNCTION %3$I(internal) IS ''skip support'';
                ALTER OPERATOR FAMILY %2$I USING btree ADD FUNCTION 6 (%1$I, %1$I) %3$I(internal);',
                kind, family, pg_catalog.concat(kind, '_skipsupport'));
        ELSE
            IF NOT 'ulidkit_gist_translate_cmptype' OPERATOR(pg_catalog.=) ANY (functions) THEN
                functions := functions OPERATOR(pg_catalog.||) 'ulidkit_gist_translate_cmptype'::pg_catalog.name;
                CREATE FUNCTION ulidkit_gist_translate_cmptype(integer) RETURNS smallint
                    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
                COMMENT ON FUNCTION ulidkit_gist_translate_cmptype(integer) IS 'GiST support';
            END IF;
            EXECUTE pg_catalog.format(
                'ALTER OPERATOR FAMILY %I USING gist ADD FUNCTION 12 ("any", "any") ulidkit_gist_translate_cmptype(integer);',
                family);
        END IF;
    END LOOP;
END
$$;
