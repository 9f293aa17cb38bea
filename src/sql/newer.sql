-- What only newer servers know. Harmless to run twice: upgrade scripts run it again, because pg_upgrade brings the older
-- server's catalog.
DO $$
DECLARE
    kind text;
BEGIN
    -- 18: skip support, for every kind that has none yet
    IF pg_catalog.current_setting('server_version_num')::pg_catalog.int4 < 180000 THEN
        RETURN;
    END IF;
    FOR kind IN
        SELECT t.typname
        FROM pg_catalog.pg_type t
        JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_type'::pg_catalog.regclass AND d.objid = t.oid
        JOIN pg_catalog.pg_extension e
            ON d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass AND d.refobjid = e.oid
        JOIN pg_catalog.pg_opclass c ON c.opcintype = t.oid AND c.opcdefault
        JOIN pg_catalog.pg_am m ON c.opcmethod = m.oid
        WHERE e.extname = 'ulidkit' AND d.deptype = 'e' AND m.amname = 'btree'
            AND NOT EXISTS (
                SELECT FROM pg_catalog.pg_amproc p WHERE p.amprocfamily = c.opcfamily AND p.amprocnum = 6)
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
