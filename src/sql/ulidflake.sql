COMMENT ON TYPE ulidflake IS 'Ulid-Flake: 43 bits of milliseconds since 2024, 20 random bits';

CREATE FUNCTION ulidflake_from_bigint(bigint) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_from_bigint(bigint) IS 'ulidflake of its 64 bits, which are never negative';

CREATE CAST (bigint AS ulidflake) WITH FUNCTION ulidflake_from_bigint(bigint);
COMMENT ON CAST (bigint AS ulidflake) IS 'the same 64 bits, which are never negative';

CREATE FUNCTION ulidflake_generate_scalable() RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_generate_scalable() IS
    'new ulidflake of the scalable form, with the id of ulidkit.ulidflake_scalability_id';

CREATE FUNCTION ulidflake_generate_scalable(scalability_id integer) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_generate_scalable(integer) IS
    'new ulidflake of the scalable form, with a scalability id of 0 to 31';

CREATE FUNCTION ulidflake_extract_randomness(ulidflake) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_extract_randomness(ulidflake) IS 'the 20 random bits of a stand-alone ulidflake';

CREATE FUNCTION ulidflake_extract_scalable_randomness(ulidflake) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_extract_scalable_randomness(ulidflake) IS 'the 15 random bits of a scalable ulidflake';

CREATE FUNCTION ulidflake_extract_scalability(ulidflake) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_extract_scalability(ulidflake) IS 'the scalability id of a scalable ulidflake, 0 to 31';
