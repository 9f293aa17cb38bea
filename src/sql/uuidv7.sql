CREATE FUNCTION uuidv7_make_ordered(ts timestamptz, number bigint) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_make_ordered(timestamptz, bigint) IS
    'make uuidv7 from timestamp and number, 0 to 4611686018427387903, in the order of the timestamps, to the microsecond, and of the numbers';
