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
