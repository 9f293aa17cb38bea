-- What only newer servers know. Harmless to run twice: upgrade scripts run it again, because pg_upgrade brings the older
-- server's catalog.
--
-- It runs as a superuser, in a schema where the user who installs it may have made operators and functions: of a better
-- match than the server's, as = (oid, regclass), they would be run. So every name is qualified.
DO $$
DECLARE
    brin_classes pg_catalog.oid[];
    kind pg_catalog.text;
    family pg_catalog.text;
BEGIN
    -- BRIN classes name the type that they store, as the core's do: otherwise an index on a domain over it would look for
    -- operators of the domain. CREATE OPERATOR CLASS drops a STORAGE that is the indexed type itself, and so does
    -- pg_upgrade, which also makes indexes on domains without it.
    SELECT pg_catalog.array_agg(c.oid)
    INTO brin_classes
    FROM pg_catalog.pg_opclass c
    JOIN pg_catalog.pg_am m ON c.opcmethod OPERATOR(pg_catalog.=) m.oid
    JOIN pg_catalog.pg_depend d
        ON d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_opclass'::pg_catalog.regclass
        AND d.objid OPERATOR(pg_catalog.=) c.oid
    JOIN pg_catalog.pg_extension e
        ON d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
        AND d.refobjid OPERATOR(pg_catalog.=) e.oid
    WHERE e.extname OPERATOR(pg_catalog.=) 'ulidkit' AND d.deptype OPERATOR(pg_catalog.=) 'e'
        AND m.amname OPERATOR(pg_catalog.=) 'brin';
    UPDATE pg_catalog.pg_opclass c
    SET opckeytype = c.opcintype
    WHERE c.oid OPERATOR(pg_catalog.=) ANY (brin_classes) AND c.opckeytype OPERATOR(pg_catalog.=) 0::pg_catalog.oid;
    UPDATE pg_catalog.pg_attribute a
    SET atttypid = c.opcintype
    FROM pg_catalog.pg_index i, pg_catalog.pg_opclass c
    WHERE a.attrelid OPERATOR(pg_catalog.=) i.indexrelid
        AND c.oid OPERATOR(pg_catalog.=) i.indclass[a.attnum OPERATOR(pg_catalog.-) 1]
        AND c.oid OPERATOR(pg_catalog.=) ANY (brin_classes)
        AND a.atttypid OPERATOR(pg_catalog.<>) c.opcintype;
    -- 18: skip support, for every kind that has none yet
    IF pg_catalog.current_setting('server_version_num')::pg_catalog.int4 OPERATOR(pg_catalog.<) 180000 THEN
        RETURN;
    END IF;
    FOR kind, family IN
        SELECT t.typname, f.opfname
        FROM pg_catalog.pg_type t
        JOIN pg_catalog.pg_depend d
            ON d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_type'::pg_catalog.regclass
            AND d.objid OPERATOR(pg_catalog.=) t.oid
        JOIN pg_catalog.pg_extension e
            ON d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
            AND d.refobjid OPERATOR(pg_catalog.=) e.oid
        JOIN pg_catalog.pg_opclass c ON c.opcintype OPERATOR(pg_catalog.=) t.oid AND c.opcdefault
        JOIN pg_catalog.pg_opfamily f ON c.opcfamily OPERATOR(pg_catalog.=) f.oid
        JOIN pg_catalog.pg_am m ON c.opcmethod OPERATOR(pg_catalog.=) m.oid
        WHERE e.extname OPERATOR(pg_catalog.=) 'ulidkit' AND d.deptype OPERATOR(pg_catalog.=) 'e'
            AND m.amname OPERATOR(pg_catalog.=) 'btree'
            AND NOT EXISTS (
                SELECT FROM pg_catalog.pg_amproc p
                WHERE p.amprocfamily OPERATOR(pg_catalog.=) c.opcfamily AND p.amprocnum OPERATOR(pg_catalog.=) 6)
        ORDER BY t.oid
    LOOP
        EXECUTE pg_catalog.format(
            'CREATE FUNCTION %3$I(internal) RETURNS void
                AS ''MODULE_PATHNAME'' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
            COMMENT ON FUNCTION %3$I(internal) IS ''skip support'';
            ALTER OPERATOR FAMILY %2$I USING btree ADD FUNCTION 6 (%1$I, %1$I) %3$I(internal);',
            kind, family, pg_catalog.concat(kind, '_skipsupport'));
    END LOOP;
END
$$;
