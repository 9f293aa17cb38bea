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
