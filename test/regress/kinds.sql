-- For the regression tests.

-- Whatever the server has in its configuration.
SET ulidkit.timeid_node = -1;
SET ulidkit.tbsl_machine = 0;
SET ulidkit.ulidflake_scalability_id = 0;
SET ulidkit.ulidflake_entropy_bytes = 1;
SET ulidkit.scru160_counter = 'random';
SET ulidkit.on_overflow = 'wait';
SET ulidkit.clock_rollback = 'advance';

-- The kinds, as the catalog knows them, and a query made for each of them.
CREATE VIEW kinds AS
    SELECT t.oid, t.typname::text AS kind, t.typlen AS size, t.typbyval AS by_value
    FROM pg_type t
    JOIN pg_depend d ON d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e'
    JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
    WHERE e.extname = 'ulidkit' AND t.typtype = 'b' AND t.typcategory <> 'A';

-- Runs `query` for every kind, its name in the place of KIND, and answers what the query does.
CREATE FUNCTION each_kind(query text) RETURNS TABLE (kind text, answer text) LANGUAGE plpgsql AS $$
BEGIN
    FOR kind IN SELECT k.kind FROM kinds k ORDER BY k.oid LOOP
        EXECUTE replace(query, 'KIND', kind) INTO answer;
        RETURN NEXT;
    END LOOP;
END
$$;

-- Runs `command` and answers its error: the message, the state and the detail.
CREATE FUNCTION error_of(command text, OUT state text, OUT message text, OUT detail text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE command;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
END
$$;
