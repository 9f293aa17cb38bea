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
