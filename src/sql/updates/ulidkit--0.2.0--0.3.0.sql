-- Functions for planning by the time of an ID, see src/pg/time_planning.cpp, and for selectivity estimates, see
-- src/pg/time_estimates.cpp.

COMMENT ON FUNCTION ulidkit_extract_timestamp_support(internal) IS
    'planner support for functions that extract a timestamp from an ID';

COMMENT ON FUNCTION ulidkit_ineqsel(internal, oid, internal, integer) IS
    'restriction selectivity of <, <=, > and >= on IDs';

COMMENT ON FUNCTION ulidkit_ineqjoinsel(internal, oid, internal, smallint, internal) IS
    'join selectivity of <, <=, > and >= on IDs';

COMMENT ON FUNCTION ulidkit_timestamptz(timestamp) IS
    'convert timestamp to timestamptz for comparison with the time of an ID; infinite if out of range';

COMMENT ON FUNCTION ulidkit_timestamptz(date) IS
    'convert date to timestamptz for comparison with the time of an ID; infinite if out of range';

COMMENT ON FUNCTION ulidkit_earliest(text, anyelement, text, text) IS
    'lower bound of the times that satisfy a comparison with a value after truncation to a unit in a time zone';

COMMENT ON FUNCTION ulidkit_latest(text, anyelement, text, text) IS
    'upper bound of the times that satisfy a comparison with a value after truncation to a unit in a time zone';

-- The planner adds this condition for a join on the time of an ID if the type of the ID belongs to the server.

COMMENT ON FUNCTION ulidkit_between(uuid, uuid, uuid) IS
    'is ID between the first and the last ID of a time, for joins on the time';

COMMENT ON FUNCTION ulidkit_between(bigint, bigint, bigint) IS
    'is ID between the first and the last ID of a time, for joins on the time';

-- Index support

COMMENT ON OPERATOR FAMILY ulid_ops USING btree IS 'B-tree operators for ulid';
COMMENT ON OPERATOR CLASS ulid_ops USING btree IS 'default B-tree operator class for ulid';

COMMENT ON FUNCTION ulid_hash_extended(ulid, bigint) IS 'hash with a seed';

COMMENT ON OPERATOR FAMILY ulid_ops USING hash IS 'hash operators for ulid';
COMMENT ON OPERATOR CLASS ulid_ops USING hash IS 'default hash operator class for ulid';

COMMENT ON OPERATOR FAMILY ulid_minmax_ops USING brin IS 'BRIN minmax operators for ulid';
COMMENT ON OPERATOR CLASS ulid_minmax_ops USING brin IS
    'default BRIN operator class for ulid, which stores the minimum and maximum of each block range';

COMMENT ON FUNCTION ulid_distance(internal, internal) IS 'BRIN minmax-multi distance';

COMMENT ON OPERATOR FAMILY ulid_minmax_multi_ops USING brin IS 'BRIN minmax-multi operators for ulid';
COMMENT ON OPERATOR CLASS ulid_minmax_multi_ops USING brin IS
    'BRIN operator class for ulid that stores several minimums and maximums of each block range';

COMMENT ON OPERATOR FAMILY ulid_bloom_ops USING brin IS 'BRIN Bloom operators for ulid';
COMMENT ON OPERATOR CLASS ulid_bloom_ops USING brin IS
    'BRIN operator class for ulid that stores a Bloom filter of each block range';

-- Objects of every kind, including kinds that use a type of the server.

COMMENT ON FUNCTION ulid_extract_timestamp(ulid) IS 'extract timestamp from ulid';

COMMENT ON FUNCTION ulid_min(timestamptz) IS 'smallest ulid at or after a timestamp; error if there is none';

COMMENT ON FUNCTION ulid_max(timestamptz) IS 'largest ulid at or before a timestamp; error if there is none';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

COMMENT ON FUNCTION ulid_at_or_after(timestamptz) IS
    'smallest ulid at or after a timestamp, or NULL if there is none';

COMMENT ON FUNCTION ulid_after(timestamptz) IS 'smallest ulid after a timestamp, or NULL if there is none';

COMMENT ON FUNCTION ulid_before(timestamptz) IS 'largest ulid before a timestamp, or NULL if there is none';

COMMENT ON FUNCTION ulid_at_or_before(timestamptz) IS
    'largest ulid at or before a timestamp, or NULL if there is none';

-- Generation

COMMENT ON FUNCTION ulid_generate() IS 'generate ulid greater than all generated before on this server';

COMMENT ON FUNCTION ulid_generate(timestamptz) IS
    'generate ulid with the given timestamp; unordered within a timestamp';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

COMMENT ON FUNCTION ulid_to_bytea(ulid) IS 'convert ulid to its binary representation';

COMMENT ON FUNCTION ulid_from_bytea(bytea) IS 'convert binary representation to ulid';

COMMENT ON CAST (ulid AS bytea) IS 'convert ulid to its binary representation';

COMMENT ON CAST (bytea AS ulid) IS 'convert binary representation to ulid';

COMMENT ON FUNCTION ulid_to_timestamp(ulid) IS
    'extract timestamp without time zone from ulid, in the session''s time zone';

COMMENT ON FUNCTION ulid_to_date(ulid) IS 'extract date from ulid, in the session''s time zone';

COMMENT ON CAST (ulid AS timestamptz) IS 'extract timestamp from ulid';

COMMENT ON CAST (ulid AS timestamp) IS 'extract timestamp without time zone from ulid, in the session''s time zone';

COMMENT ON CAST (ulid AS date) IS 'extract date from ulid, in the session''s time zone';

COMMENT ON TYPE ulid IS 'ULID: 48-bit timestamp in milliseconds since 1970, 80 random bits';

COMMENT ON FUNCTION ulid_random() IS
    'generate ulid with the current timestamp and 80 random bits; unordered within a millisecond';

COMMENT ON FUNCTION ulid_extract_randomness(ulid) IS 'extract random bits from ulid, 10 bytes';

COMMENT ON FUNCTION ulid_to_uuidv7(ulid) IS
    'convert ulid to UUID version 7; the version and variant fields overwrite 6 random bits';

COMMENT ON CAST (ulid AS uuid) IS 'convert ulid to uuid with the same 16 bytes';

COMMENT ON CAST (uuid AS ulid) IS 'convert uuid to ulid with the same 16 bytes';

-- Index support

COMMENT ON OPERATOR FAMILY scru160_ops USING btree IS 'B-tree operators for scru160';
COMMENT ON OPERATOR CLASS scru160_ops USING btree IS 'default B-tree operator class for scru160';

COMMENT ON FUNCTION scru160_hash_extended(scru160, bigint) IS 'hash with a seed';

COMMENT ON OPERATOR FAMILY scru160_ops USING hash IS 'hash operators for scru160';
COMMENT ON OPERATOR CLASS scru160_ops USING hash IS 'default hash operator class for scru160';

COMMENT ON OPERATOR FAMILY scru160_minmax_ops USING brin IS 'BRIN minmax operators for scru160';
COMMENT ON OPERATOR CLASS scru160_minmax_ops USING brin IS
    'default BRIN operator class for scru160, which stores the minimum and maximum of each block range';

COMMENT ON FUNCTION scru160_distance(internal, internal) IS 'BRIN minmax-multi distance';

COMMENT ON OPERATOR FAMILY scru160_minmax_multi_ops USING brin IS 'BRIN minmax-multi operators for scru160';
COMMENT ON OPERATOR CLASS scru160_minmax_multi_ops USING brin IS
    'BRIN operator class for scru160 that stores several minimums and maximums of each block range';

COMMENT ON OPERATOR FAMILY scru160_bloom_ops USING brin IS 'BRIN Bloom operators for scru160';
COMMENT ON OPERATOR CLASS scru160_bloom_ops USING brin IS
    'BRIN operator class for scru160 that stores a Bloom filter of each block range';

-- Objects of every kind, including kinds that use a type of the server.

COMMENT ON FUNCTION scru160_extract_timestamp(scru160) IS 'extract timestamp from scru160';

COMMENT ON FUNCTION scru160_min(timestamptz) IS 'smallest scru160 at or after a timestamp; error if there is none';

COMMENT ON FUNCTION scru160_max(timestamptz) IS 'largest scru160 at or before a timestamp; error if there is none';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

COMMENT ON FUNCTION scru160_at_or_after(timestamptz) IS
    'smallest scru160 at or after a timestamp, or NULL if there is none';

COMMENT ON FUNCTION scru160_after(timestamptz) IS 'smallest scru160 after a timestamp, or NULL if there is none';

COMMENT ON FUNCTION scru160_before(timestamptz) IS 'largest scru160 before a timestamp, or NULL if there is none';

COMMENT ON FUNCTION scru160_at_or_before(timestamptz) IS
    'largest scru160 at or before a timestamp, or NULL if there is none';

-- Generation

COMMENT ON FUNCTION scru160_generate() IS 'generate scru160 greater than all generated before on this server';

COMMENT ON FUNCTION scru160_generate(timestamptz) IS
    'generate scru160 with the given timestamp; unordered within a timestamp';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

COMMENT ON FUNCTION scru160_to_bytea(scru160) IS 'convert scru160 to its binary representation';

COMMENT ON FUNCTION scru160_from_bytea(bytea) IS 'convert binary representation to scru160';

COMMENT ON CAST (scru160 AS bytea) IS 'convert scru160 to its binary representation';

COMMENT ON CAST (bytea AS scru160) IS 'convert binary representation to scru160';

COMMENT ON FUNCTION scru160_to_timestamp(scru160) IS
    'extract timestamp without time zone from scru160, in the session''s time zone';

COMMENT ON FUNCTION scru160_to_date(scru160) IS 'extract date from scru160, in the session''s time zone';

COMMENT ON CAST (scru160 AS timestamptz) IS 'extract timestamp from scru160';

COMMENT ON CAST (scru160 AS timestamp) IS 'extract timestamp without time zone from scru160, in the session''s time zone';

COMMENT ON CAST (scru160 AS date) IS 'extract date from scru160, in the session''s time zone';

COMMENT ON TYPE scru160 IS 'SCRU160: 48-bit timestamp in milliseconds since 1970, 16-bit counter, 96 random bits';

COMMENT ON FUNCTION scru160_extract_counter(scru160) IS 'extract counter from scru160, 0 to 65535';

COMMENT ON FUNCTION scru160_extract_random(scru160) IS 'extract random16 and random80 fields from scru160, 12 bytes';

COMMENT ON FUNCTION scru160_to_hex(scru160) IS 'convert scru160 to its alternative text form, 40 hexadecimal digits';

-- Index support

COMMENT ON OPERATOR FAMILY ulidflake_ops USING btree IS 'B-tree operators for ulidflake';
COMMENT ON OPERATOR CLASS ulidflake_ops USING btree IS 'default B-tree operator class for ulidflake';

COMMENT ON FUNCTION ulidflake_hash_extended(ulidflake, bigint) IS 'hash with a seed';

COMMENT ON OPERATOR FAMILY ulidflake_ops USING hash IS 'hash operators for ulidflake';
COMMENT ON OPERATOR CLASS ulidflake_ops USING hash IS 'default hash operator class for ulidflake';

COMMENT ON OPERATOR FAMILY ulidflake_minmax_ops USING brin IS 'BRIN minmax operators for ulidflake';
COMMENT ON OPERATOR CLASS ulidflake_minmax_ops USING brin IS
    'default BRIN operator class for ulidflake, which stores the minimum and maximum of each block range';

COMMENT ON FUNCTION ulidflake_distance(internal, internal) IS 'BRIN minmax-multi distance';

COMMENT ON OPERATOR FAMILY ulidflake_minmax_multi_ops USING brin IS 'BRIN minmax-multi operators for ulidflake';
COMMENT ON OPERATOR CLASS ulidflake_minmax_multi_ops USING brin IS
    'BRIN operator class for ulidflake that stores several minimums and maximums of each block range';

COMMENT ON OPERATOR FAMILY ulidflake_bloom_ops USING brin IS 'BRIN Bloom operators for ulidflake';
COMMENT ON OPERATOR CLASS ulidflake_bloom_ops USING brin IS
    'BRIN operator class for ulidflake that stores a Bloom filter of each block range';

-- Objects of every kind, including kinds that use a type of the server.

COMMENT ON FUNCTION ulidflake_extract_timestamp(ulidflake) IS 'extract timestamp from ulidflake';

COMMENT ON FUNCTION ulidflake_min(timestamptz) IS 'smallest ulidflake at or after a timestamp; error if there is none';

COMMENT ON FUNCTION ulidflake_max(timestamptz) IS 'largest ulidflake at or before a timestamp; error if there is none';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

COMMENT ON FUNCTION ulidflake_at_or_after(timestamptz) IS
    'smallest ulidflake at or after a timestamp, or NULL if there is none';

COMMENT ON FUNCTION ulidflake_after(timestamptz) IS 'smallest ulidflake after a timestamp, or NULL if there is none';

COMMENT ON FUNCTION ulidflake_before(timestamptz) IS 'largest ulidflake before a timestamp, or NULL if there is none';

COMMENT ON FUNCTION ulidflake_at_or_before(timestamptz) IS
    'largest ulidflake at or before a timestamp, or NULL if there is none';

-- Generation

COMMENT ON FUNCTION ulidflake_generate() IS 'generate ulidflake greater than all generated before on this server';

COMMENT ON FUNCTION ulidflake_generate(timestamptz) IS
    'generate ulidflake with the given timestamp; unordered within a timestamp';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

COMMENT ON FUNCTION ulidflake_to_bytea(ulidflake) IS 'convert ulidflake to its binary representation';

COMMENT ON FUNCTION ulidflake_from_bytea(bytea) IS 'convert binary representation to ulidflake';

COMMENT ON CAST (ulidflake AS bytea) IS 'convert ulidflake to its binary representation';

COMMENT ON CAST (bytea AS ulidflake) IS 'convert binary representation to ulidflake';

COMMENT ON FUNCTION ulidflake_to_timestamp(ulidflake) IS
    'extract timestamp without time zone from ulidflake, in the session''s time zone';

COMMENT ON FUNCTION ulidflake_to_date(ulidflake) IS 'extract date from ulidflake, in the session''s time zone';

COMMENT ON CAST (ulidflake AS timestamptz) IS 'extract timestamp from ulidflake';

COMMENT ON CAST (ulidflake AS timestamp) IS 'extract timestamp without time zone from ulidflake, in the session''s time zone';

COMMENT ON CAST (ulidflake AS date) IS 'extract date from ulidflake, in the session''s time zone';

-- Objects of every kind that is stored as an Int64.

COMMENT ON CAST (ulidflake AS bigint) IS 'convert ulidflake to bigint with the same 64 bits';

COMMENT ON TYPE ulidflake IS 'Ulid-Flake: 43-bit timestamp in milliseconds since 2024, 20 random bits';

COMMENT ON FUNCTION ulidflake_from_bigint(bigint) IS
    'convert bigint to ulidflake with the same 64 bits; error if negative';

COMMENT ON CAST (bigint AS ulidflake) IS 'convert bigint to ulidflake with the same 64 bits; error if negative';

COMMENT ON FUNCTION ulidflake_generate_scalable() IS
    'generate ulidflake in the scalable form, with the scalability ID set by ulidkit.ulidflake_scalability_id';

COMMENT ON FUNCTION ulidflake_generate_scalable(integer) IS
    'generate ulidflake in the scalable form, with a scalability ID from 0 to 31';

COMMENT ON FUNCTION ulidflake_extract_randomness(ulidflake) IS
    'extract random bits from stand-alone ulidflake, 0 to 1048575';

COMMENT ON FUNCTION ulidflake_extract_scalable_randomness(ulidflake) IS
    'extract random bits from scalable ulidflake, 0 to 32767';

COMMENT ON FUNCTION ulidflake_extract_scalability(ulidflake) IS
    'extract scalability ID from scalable ulidflake, 0 to 31';

-- Index support

COMMENT ON OPERATOR FAMILY timeid_ops USING btree IS 'B-tree operators for timeid';
COMMENT ON OPERATOR CLASS timeid_ops USING btree IS 'default B-tree operator class for timeid';

COMMENT ON FUNCTION timeid_hash_extended(timeid, bigint) IS 'hash with a seed';

COMMENT ON OPERATOR FAMILY timeid_ops USING hash IS 'hash operators for timeid';
COMMENT ON OPERATOR CLASS timeid_ops USING hash IS 'default hash operator class for timeid';

COMMENT ON OPERATOR FAMILY timeid_minmax_ops USING brin IS 'BRIN minmax operators for timeid';
COMMENT ON OPERATOR CLASS timeid_minmax_ops USING brin IS
    'default BRIN operator class for timeid, which stores the minimum and maximum of each block range';

COMMENT ON FUNCTION timeid_distance(internal, internal) IS 'BRIN minmax-multi distance';

COMMENT ON OPERATOR FAMILY timeid_minmax_multi_ops USING brin IS 'BRIN minmax-multi operators for timeid';
COMMENT ON OPERATOR CLASS timeid_minmax_multi_ops USING brin IS
    'BRIN operator class for timeid that stores several minimums and maximums of each block range';

COMMENT ON OPERATOR FAMILY timeid_bloom_ops USING brin IS 'BRIN Bloom operators for timeid';
COMMENT ON OPERATOR CLASS timeid_bloom_ops USING brin IS
    'BRIN operator class for timeid that stores a Bloom filter of each block range';

-- Objects of every kind, including kinds that use a type of the server.

COMMENT ON FUNCTION timeid_extract_timestamp(timeid) IS 'extract timestamp from timeid';

COMMENT ON FUNCTION timeid_min(timestamptz) IS 'smallest timeid at or after a timestamp; error if there is none';

COMMENT ON FUNCTION timeid_max(timestamptz) IS 'largest timeid at or before a timestamp; error if there is none';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

COMMENT ON FUNCTION timeid_at_or_after(timestamptz) IS
    'smallest timeid at or after a timestamp, or NULL if there is none';

COMMENT ON FUNCTION timeid_after(timestamptz) IS 'smallest timeid after a timestamp, or NULL if there is none';

COMMENT ON FUNCTION timeid_before(timestamptz) IS 'largest timeid before a timestamp, or NULL if there is none';

COMMENT ON FUNCTION timeid_at_or_before(timestamptz) IS
    'largest timeid at or before a timestamp, or NULL if there is none';

-- Generation

COMMENT ON FUNCTION timeid_generate() IS 'generate timeid greater than all generated before on this server';

COMMENT ON FUNCTION timeid_generate(timestamptz) IS
    'generate timeid with the given timestamp; unordered within a timestamp';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

COMMENT ON FUNCTION timeid_to_bytea(timeid) IS 'convert timeid to its binary representation';

COMMENT ON FUNCTION timeid_from_bytea(bytea) IS 'convert binary representation to timeid';

COMMENT ON CAST (timeid AS bytea) IS 'convert timeid to its binary representation';

COMMENT ON CAST (bytea AS timeid) IS 'convert binary representation to timeid';

COMMENT ON FUNCTION timeid_to_timestamp(timeid) IS
    'extract timestamp without time zone from timeid, in the session''s time zone';

COMMENT ON FUNCTION timeid_to_date(timeid) IS 'extract date from timeid, in the session''s time zone';

COMMENT ON CAST (timeid AS timestamptz) IS 'extract timestamp from timeid';

COMMENT ON CAST (timeid AS timestamp) IS 'extract timestamp without time zone from timeid, in the session''s time zone';

COMMENT ON CAST (timeid AS date) IS 'extract date from timeid, in the session''s time zone';

-- Objects of every kind that is stored as an Int64.

COMMENT ON CAST (timeid AS bigint) IS 'convert timeid to bigint with the same 64 bits';

COMMENT ON TYPE timeid IS 'TID (TimeID): signed 54-bit timestamp in microseconds since 1970, 10-bit node';

COMMENT ON CAST (bigint AS timeid) IS 'convert bigint to timeid with the same 64 bits';

COMMENT ON FUNCTION timeid_extract_node(timeid) IS 'extract node from timeid, 0 to 1023';

COMMENT ON FUNCTION timeid_to_compact(timeid) IS 'convert timeid to text without hyphens, as used by the AT Protocol';

COMMENT ON FUNCTION timeid_prefix_min(text) IS 'smallest timeid with the given text prefix';

COMMENT ON FUNCTION timeid_prefix_max(text) IS 'largest timeid with the given text prefix';

-- Index support

COMMENT ON OPERATOR FAMILY tbsl_ops USING btree IS 'B-tree operators for tbsl';
COMMENT ON OPERATOR CLASS tbsl_ops USING btree IS 'default B-tree operator class for tbsl';

COMMENT ON FUNCTION tbsl_hash_extended(tbsl, bigint) IS 'hash with a seed';

COMMENT ON OPERATOR FAMILY tbsl_ops USING hash IS 'hash operators for tbsl';
COMMENT ON OPERATOR CLASS tbsl_ops USING hash IS 'default hash operator class for tbsl';

COMMENT ON OPERATOR FAMILY tbsl_minmax_ops USING brin IS 'BRIN minmax operators for tbsl';
COMMENT ON OPERATOR CLASS tbsl_minmax_ops USING brin IS
    'default BRIN operator class for tbsl, which stores the minimum and maximum of each block range';

COMMENT ON FUNCTION tbsl_distance(internal, internal) IS 'BRIN minmax-multi distance';

COMMENT ON OPERATOR FAMILY tbsl_minmax_multi_ops USING brin IS 'BRIN minmax-multi operators for tbsl';
COMMENT ON OPERATOR CLASS tbsl_minmax_multi_ops USING brin IS
    'BRIN operator class for tbsl that stores several minimums and maximums of each block range';

COMMENT ON OPERATOR FAMILY tbsl_bloom_ops USING brin IS 'BRIN Bloom operators for tbsl';
COMMENT ON OPERATOR CLASS tbsl_bloom_ops USING brin IS
    'BRIN operator class for tbsl that stores a Bloom filter of each block range';

-- Objects of every kind, including kinds that use a type of the server.

COMMENT ON FUNCTION tbsl_extract_timestamp(tbsl) IS 'extract timestamp from tbsl';

COMMENT ON FUNCTION tbsl_min(timestamptz) IS 'smallest tbsl at or after a timestamp; error if there is none';

COMMENT ON FUNCTION tbsl_max(timestamptz) IS 'largest tbsl at or before a timestamp; error if there is none';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

COMMENT ON FUNCTION tbsl_at_or_after(timestamptz) IS
    'smallest tbsl at or after a timestamp, or NULL if there is none';

COMMENT ON FUNCTION tbsl_after(timestamptz) IS 'smallest tbsl after a timestamp, or NULL if there is none';

COMMENT ON FUNCTION tbsl_before(timestamptz) IS 'largest tbsl before a timestamp, or NULL if there is none';

COMMENT ON FUNCTION tbsl_at_or_before(timestamptz) IS
    'largest tbsl at or before a timestamp, or NULL if there is none';

-- Generation

COMMENT ON FUNCTION tbsl_generate() IS 'generate tbsl greater than all generated before on this server';

COMMENT ON FUNCTION tbsl_generate(timestamptz) IS
    'generate tbsl with the given timestamp; unordered within a timestamp';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

COMMENT ON FUNCTION tbsl_to_bytea(tbsl) IS 'convert tbsl to its binary representation';

COMMENT ON FUNCTION tbsl_from_bytea(bytea) IS 'convert binary representation to tbsl';

COMMENT ON CAST (tbsl AS bytea) IS 'convert tbsl to its binary representation';

COMMENT ON CAST (bytea AS tbsl) IS 'convert binary representation to tbsl';

COMMENT ON FUNCTION tbsl_to_timestamp(tbsl) IS
    'extract timestamp without time zone from tbsl, in the session''s time zone';

COMMENT ON FUNCTION tbsl_to_date(tbsl) IS 'extract date from tbsl, in the session''s time zone';

COMMENT ON CAST (tbsl AS timestamptz) IS 'extract timestamp from tbsl';

COMMENT ON CAST (tbsl AS timestamp) IS 'extract timestamp without time zone from tbsl, in the session''s time zone';

COMMENT ON CAST (tbsl AS date) IS 'extract date from tbsl, in the session''s time zone';

COMMENT ON TYPE tbsl IS 'TBSL: timestamp in microseconds since 1970 with a machine ID from 0 to 99, 20-bit suffix';

COMMENT ON FUNCTION tbsl_generate_sequenced() IS
    'generate tbsl greater than all generated before on this server; the first suffix of a microsecond is 1';

COMMENT ON FUNCTION tbsl_extract_machine(tbsl) IS 'extract machine ID from tbsl, 0 to 99';

COMMENT ON FUNCTION tbsl_extract_suffix(tbsl) IS 'extract suffix from tbsl, 0 to 1048575';

COMMENT ON FUNCTION tbsl_to_base(tbsl, integer) IS 'convert tbsl to text in base 16, 32, 36, 58 or 62';

COMMENT ON FUNCTION tbsl_from_base(text, integer) IS 'convert text in base 16, 32, 36, 58 or 62 to tbsl';

-- Objects of every kind, including kinds that use a type of the server.

COMMENT ON FUNCTION uuidv7_extract_timestamp(uuid) IS 'extract timestamp from uuidv7';

COMMENT ON FUNCTION uuidv7_min(timestamptz) IS 'smallest uuidv7 at or after a timestamp; error if there is none';

COMMENT ON FUNCTION uuidv7_max(timestamptz) IS 'largest uuidv7 at or before a timestamp; error if there is none';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

COMMENT ON FUNCTION uuidv7_at_or_after(timestamptz) IS
    'smallest uuidv7 at or after a timestamp, or NULL if there is none';

COMMENT ON FUNCTION uuidv7_after(timestamptz) IS 'smallest uuidv7 after a timestamp, or NULL if there is none';

COMMENT ON FUNCTION uuidv7_before(timestamptz) IS 'largest uuidv7 before a timestamp, or NULL if there is none';

COMMENT ON FUNCTION uuidv7_at_or_before(timestamptz) IS
    'largest uuidv7 at or before a timestamp, or NULL if there is none';

-- Generation

COMMENT ON FUNCTION uuidv7_generate() IS 'generate uuidv7 greater than all generated before on this server';

COMMENT ON FUNCTION uuidv7_generate(timestamptz) IS
    'generate uuidv7 with the given timestamp; unordered within a timestamp';

-- 64-bit IDs of other systems, stored as bigint: see src/core/snowflake.hpp. The defaults are those of Twitter's
-- Snowflake. They are evaluated when the functions are created. An epoch written with the year first and an offset from
-- UTC is read in the same way whatever DateStyle and TimeZone are.

COMMENT ON FUNCTION snowflake_extract_timestamp(bigint, timestamptz, integer, interval) IS
    'extract timestamp from Snowflake ID: epoch + (id >> shift) * unit, between 4713-01-01 BC and 294247-01-01';

COMMENT ON FUNCTION snowflake_min(timestamptz, timestamptz, integer, interval) IS
    'smallest Snowflake ID at or after a timestamp; error if there is none';

COMMENT ON FUNCTION snowflake_max(timestamptz, timestamptz, integer, interval) IS
    'largest Snowflake ID at or before a timestamp; error if there is none';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID, or if the epoch, shift or unit is invalid.

COMMENT ON FUNCTION snowflake_at_or_after(timestamptz, timestamptz, integer, interval) IS
    'smallest Snowflake ID at or after a timestamp, or NULL if there is none';

COMMENT ON FUNCTION snowflake_after(timestamptz, timestamptz, integer, interval) IS
    'smallest Snowflake ID after a timestamp, or NULL if there is none';

COMMENT ON FUNCTION snowflake_before(timestamptz, timestamptz, integer, interval) IS
    'largest Snowflake ID before a timestamp, or NULL if there is none';

COMMENT ON FUNCTION snowflake_at_or_before(timestamptz, timestamptz, integer, interval) IS
    'largest Snowflake ID at or before a timestamp, or NULL if there is none';

-- Objects that do not belong to a single kind.

COMMENT ON FUNCTION ulidkit_inspect(text) IS
    'list the kinds of which a text is a valid ID, with canonical text, timestamp and fields';

COMMENT ON FUNCTION ulidkit_generators() IS 'state of the generators of this server, one row per kind';

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

COMMENT ON FUNCTION ulidkit_reset_clock() IS
    'restart all generators of this server at the current time; gives up order and uniqueness relative to existing IDs';
