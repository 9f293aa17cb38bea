-- What belongs to no single kind.

CREATE FUNCTION ulidkit_inspect(
    id text,
    OUT kind text, OUT canonical text, OUT "timestamp" timestamptz, OUT fields jsonb
) RETURNS SETOF record
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE ROWS 2;
COMMENT ON FUNCTION ulidkit_inspect(text) IS 'every kind that a text can be: its canonical text, time and fields';

-- The newest id tells what the next one may be: not for everybody.
CREATE FUNCTION ulidkit_generators(
    OUT kind text, OUT generated bigint, OUT newest text, OUT newest_time timestamptz, OUT clock_lead interval,
    OUT overflow_waits bigint, OUT clock_steps_back bigint
) RETURNS SETOF record
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE ROWS 5;
COMMENT ON FUNCTION ulidkit_generators() IS 'state of the generators of this server, one row a kind';
REVOKE ALL ON FUNCTION ulidkit_generators() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ulidkit_generators() TO pg_monitor;

CREATE VIEW ulidkit_generators AS SELECT * FROM ulidkit_generators();
COMMENT ON VIEW ulidkit_generators IS 'state of the generators of this server, one row a kind';
COMMENT ON COLUMN ulidkit_generators.kind IS 'type of the identifiers';
COMMENT ON COLUMN ulidkit_generators.generated IS 'identifiers generated since the server, or its memory of them, started';
COMMENT ON COLUMN ulidkit_generators.newest IS 'the newest identifier; NULL before the first';
COMMENT ON COLUMN ulidkit_generators.newest_time IS 'time of the newest identifier';
COMMENT ON COLUMN ulidkit_generators.clock_lead IS 'by how much the newest identifier is ahead of the clock; negative: behind';
COMMENT ON COLUMN ulidkit_generators.overflow_waits IS 'times that a process waited, because no identifier was left at the time';
COMMENT ON COLUMN ulidkit_generators.clock_steps_back IS 'times that the clock was found to have stepped back';
REVOKE ALL ON ulidkit_generators FROM PUBLIC;
GRANT SELECT ON ulidkit_generators TO pg_monitor;

CREATE FUNCTION ulidkit_reset_clock() RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_reset_clock() IS
    'lets all generators of this server start again from the present clock, giving up order and uniqueness';
REVOKE ALL ON FUNCTION ulidkit_reset_clock() FROM PUBLIC;
