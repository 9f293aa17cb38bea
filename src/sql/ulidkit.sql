-- What belongs to no single kind.

CREATE FUNCTION ulidkit_inspect(
    id text,
    OUT kind text, OUT canonical text, OUT "timestamp" timestamptz, OUT fields jsonb
) RETURNS SETOF record
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE ROWS 2;
COMMENT ON FUNCTION ulidkit_inspect(text) IS 'every kind that a text can be: its canonical text, time and fields';
