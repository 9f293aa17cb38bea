\ir setup.sql
\set ECHO none
-- The set-up of the regression tests of observing, which read it in the place of setup.sql: what can be observed, and
-- functions that ask for it.

-- Most ids here are made on this server for a later time, and are taken for those of another server, with a warning.
SET client_min_messages = error;

-- The length of a kind's unit of time.
CREATE FUNCTION unit_of(kind text) RETURNS interval LANGUAGE plpgsql AS $$
DECLARE
    unit interval;
BEGIN
    EXECUTE replace('SELECT KIND_extract_timestamp(KIND_after(t)) - KIND_extract_timestamp(KIND_at_or_before(t))
        FROM (SELECT timestamptz ''2025-01-01Z'' AS t) AS s', 'KIND', kind) INTO unit;
    RETURN unit;
END
$$;
-- All that can be observed: the kinds and the types of their ids, and their units.
CREATE TABLE observed AS
    SELECT regexp_replace(p.proname, '_observe$', '') AS kind, p.proargtypes[0]::regtype::text AS type, p.oid,
        unit_of(regexp_replace(p.proname, '_observe$', '')) AS unit
    FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
    JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'ulidkit'
    WHERE p.proname LIKE '%\_observe' AND p.pronargs = 1;
-- Runs `query` for each of them, with its name in the place of KIND and the type in the place of TYPE, and returns the
-- result or the error.
CREATE FUNCTION each_observed(query text) RETURNS TABLE (kind text, answer text) LANGUAGE plpgsql AS $$
DECLARE
    o observed;
BEGIN
    FOR o IN SELECT * FROM observed ORDER BY oid LOOP
        kind := o.kind;
        answer := answer_of(replace(replace(query, 'KIND', o.kind), 'TYPE', o.type));
        RETURN NEXT;
    END LOOP;
END
$$;
-- A time so much later than all that is known here, which is within the second that is allowed: only kinds with a long
-- unit have to wait for that.
CREATE FUNCTION time_after(ahead interval, of_kind text) RETURNS timestamptz LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    known timestamptz;
BEGIN
    SELECT greatest(newest_time + unit_of(kind), not_before) INTO known FROM ulidkit_generators() WHERE kind = of_kind;
    IF known > clock_timestamp() + interval '0.9 s' THEN
        PERFORM pg_sleep_until(known - interval '0.9 s');
    END IF;
    RETURN greatest(clock_timestamp(), known) + ahead;
END
$$;
CREATE FUNCTION not_before(of_kind text) RETURNS timestamptz LANGUAGE sql VOLATILE
    RETURN (SELECT not_before FROM ulidkit_generators() WHERE kind = of_kind);
\set ECHO :echo
