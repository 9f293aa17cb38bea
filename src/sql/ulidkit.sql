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
    OUT overflow_waits bigint, OUT clock_steps_back bigint, OUT refusals bigint, OUT time_waited interval,
    OUT number integer, OUT number_conflicts bigint, OUT not_before timestamptz, OUT saved_until timestamptz
) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'ulidkit_generators_0_4' LANGUAGE C VOLATILE STRICT PARALLEL SAFE ROWS 5;
COMMENT ON FUNCTION ulidkit_generators() IS 'state of the generators of this server, one row per kind';
REVOKE ALL ON FUNCTION ulidkit_generators() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ulidkit_generators() TO pg_monitor;

CREATE VIEW ulidkit_generators AS
    SELECT kind, generated, newest, newest_time, clock_lead, overflow_waits, clock_steps_back, refusals, time_waited,
        number, number_conflicts, not_before, saved_until
    FROM ulidkit_generators();
COMMENT ON VIEW ulidkit_generators IS 'state of the generators of this server, one row per kind';
COMMENT ON COLUMN ulidkit_generators.kind IS 'kind of ID';
COMMENT ON COLUMN ulidkit_generators.generated IS 'number of IDs generated since the server started';
COMMENT ON COLUMN ulidkit_generators.newest IS
    'newest ID, with zeros for the last 4 bytes of scru160; NULL if none has been generated';
COMMENT ON COLUMN ulidkit_generators.newest_time IS 'timestamp of the newest ID';
COMMENT ON COLUMN ulidkit_generators.clock_lead IS
    'how far the later of newest_time and not_before is ahead of the system clock; negative if it is behind';
COMMENT ON COLUMN ulidkit_generators.overflow_waits IS
    'number of times that a process waited because of the system clock or because no more IDs were available';
COMMENT ON COLUMN ulidkit_generators.clock_steps_back IS
    'number of times that the system clock was found to have stepped back';
COMMENT ON COLUMN ulidkit_generators.refusals IS
    'number of times that generation failed because of the system clock or because no more IDs were available';
COMMENT ON COLUMN ulidkit_generators.time_waited IS 'how long processes waited in total';
COMMENT ON COLUMN ulidkit_generators.number IS
    'number of this server in IDs of this kind; NULL if the kind has none or if none is set';
COMMENT ON COLUMN ulidkit_generators.number_conflicts IS
    'number of observed IDs that have the number of this server but were generated elsewhere';
COMMENT ON COLUMN ulidkit_generators.not_before IS 'no ID with an earlier timestamp is generated; NULL if there is no limit';
COMMENT ON COLUMN ulidkit_generators.saved_until IS
    'timestamp saved on disk that all generated IDs are before; NULL during recovery and before the first save';
REVOKE ALL ON ulidkit_generators FROM PUBLIC;
GRANT SELECT ON ulidkit_generators TO pg_monitor;

CREATE FUNCTION ulidkit_observe() RETURNS trigger
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_observe() IS
    'row trigger that makes the next IDs generated on this server greater than those in the given columns';

CREATE FUNCTION ulidkit_reset_clock() RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_reset_clock() IS
    'restart all generators of this server at the current time; gives up order and uniqueness relative to existing IDs';
REVOKE ALL ON FUNCTION ulidkit_reset_clock() FROM PUBLIC;
