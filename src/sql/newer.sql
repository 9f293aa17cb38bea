-- What only newer servers know. Harmless to run twice: upgrade scripts run it again, because pg_upgrade brings the older
-- server's catalog.
--
-- It runs as a superuser, in a schema where the user who installs it may have made operators and functions: of a better
-- match than the server's, as = (oid, regclass), they would be run. So every name is qualified.
DO $$
DECLARE
    kind pg_catalog.text;
BEGIN
    -- 18: skip support, for every kind that has none yet
    IF pg_catalog.current_setting('server_version_num')::pg_catalog.int4 OPERATOR(pg_catalog.<) 180000 THEN
        RETURN;
    END IF;
    FOR kind IN
        SELECT t.typname
        FROM pg_catalog.pg_type t
        JOIN pg_catalog.pg_depend d
            ON d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_type'::pg_catalog.regclass
            AND d.objid OPERATOR(pg_catalog.=) t.oid
        JOIN pg_catalog.pg_extension e
            ON d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
            AND d.refobjid OPERATOR(pg_catalog.=) e.oid
        JOIN pg_catalog.pg_opclass c ON c.opcintype OPERATOR(pg_catalog.=) t.oid AND c.opcdefault
        JOIN pg_catalog.pg_am m ON c.opcmethod OPERATOR(pg_catalog.=) m.oid
        WHERE e.extname OPERATOR(pg_catalog.=) 'ulidkit' AND d.deptype OPERATOR(pg_catalog.=) 'e'
            AND m.amname OPERATOR(pg_catalog.=) 'btree'
            AND NOT EXISTS (
                SELECT FROM pg_catalog.pg_amproc p
                WHERE p.amprocfamily OPERATOR(pg_catalog.=) c.opcfamily AND p.amprocnum OPERATOR(pg_catalog.=) 6)
        ORDER BY t.oid
    LOOP
        EXECUTE pg_catalog.format(
            'CREATE FUNCTION %1$s_skipsupport(internal) RETURNS void
                AS ''MODULE_PATHNAME'' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
            COMMENT ON FUNCTION %1$s_skipsupport(internal) IS ''skip support'';
            ALTER OPERATOR FAMILY %1$s_ops USING btree ADD FUNCTION 6 (%1$s, %1$s) %1$s_skipsupport(internal);',
            kind);
    END LOOP;
END
$$;
