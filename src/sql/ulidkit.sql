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
