\echo Use "ALTER EXTENSION ulidkit UPDATE TO '1.1-pg_upgraded'" to load this file. \quit

-- What depends on the version of the server, and what pg_upgrade does not carry over, as at the end of ulidkit--1.0.sql. It can
-- be run repeatedly.
--
-- The script runs as a superuser, in a schema where the installing user can have created operators and functions. One
-- of those would be called if it matched the argument types better than the server's, as = (oid, regclass) would.
-- Therefore every name is qualified.
DO $$
DECLARE
    extension CONSTANT pg_catalog.oid := (
        SELECT oid FROM pg_catalog.pg_extension WHERE extname OPERATOR(pg_catalog.=) 'ulidkit');
    classes CONSTANT pg_catalog.oid[] := ARRAY( -- the operator classes of the extension
        SELECT objid
        FROM pg_catalog.pg_depend
        WHERE refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
            AND refobjid OPERATOR(pg_catalog.=) extension AND deptype OPERATOR(pg_catalog.=) 'e'
            AND classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_opclass'::pg_catalog.regclass);
    functions pg_catalog.name[] := ARRAY( -- its functions in C: who installed it can have added others
        SELECT p.proname
        FROM pg_catalog.pg_depend d
        JOIN pg_catalog.pg_proc p ON d.objid OPERATOR(pg_catalog.=) p.oid
        JOIN pg_catalog.pg_language l ON p.prolang OPERATOR(pg_catalog.=) l.oid
        WHERE d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
            AND d.refobjid OPERATOR(pg_catalog.=) extension AND d.deptype OPERATOR(pg_catalog.=) 'e'
            AND d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
            AND l.lanname OPERATOR(pg_catalog.=) 'c');
    kind pg_catalog.text;
    family pg_catalog.text;
    method pg_catalog.name;
BEGIN
    -- BRIN operator classes store their input type, as the server's do; otherwise an index on a domain over the type
    -- would look for operators of the domain. CREATE OPERATOR CLASS ignores a STORAGE clause that names the indexed
    -- type itself. So does pg_upgrade, which also restores indexes on domains without it.
    UPDATE pg_catalog.pg_opclass c
    SET opckeytype = c.opcintype
    FROM pg_catalog.pg_am m
    WHERE c.opcmethod OPERATOR(pg_catalog.=) m.oid AND m.amname OPERATOR(pg_catalog.=) 'brin'
        AND c.oid OPERATOR(pg_catalog.=) ANY (classes) AND c.opckeytype OPERATOR(pg_catalog.=) 0::pg_catalog.oid;
    UPDATE pg_catalog.pg_attribute a
    SET atttypid = c.opcintype
    FROM pg_catalog.pg_index i, pg_catalog.pg_opclass c, pg_catalog.pg_am m
    WHERE a.attrelid OPERATOR(pg_catalog.=) i.indexrelid
        AND c.oid OPERATOR(pg_catalog.=) i.indclass[a.attnum OPERATOR(pg_catalog.-) 1]
        AND c.opcmethod OPERATOR(pg_catalog.=) m.oid AND m.amname OPERATOR(pg_catalog.=) 'brin'
        AND c.oid OPERATOR(pg_catalog.=) ANY (classes)
        AND a.atttypid OPERATOR(pg_catalog.<>) c.opcintype;
    -- pg_upgrade creates the members of an extension one by one, types before functions, and operator classes last. A
    -- function with a parsed body that sorts or groups IDs needs the B-tree and the hash class, so the type of GiST keys
    -- depends on them, and pg_dump writes them before it.
    INSERT INTO pg_catalog.pg_depend (classid, objid, objsubid, refclassid, refobjid, refobjsubid, deptype)
    SELECT 'pg_catalog.pg_type'::pg_catalog.regclass, g.opckeytype, 0,
        'pg_catalog.pg_opclass'::pg_catalog.regclass, c.oid, 0, 'n'
    FROM pg_catalog.pg_opclass g
    JOIN pg_catalog.pg_am gist ON g.opcmethod OPERATOR(pg_catalog.=) gist.oid
    JOIN pg_catalog.pg_opclass c ON c.opcintype OPERATOR(pg_catalog.=) g.opcintype AND c.opcdefault
    JOIN pg_catalog.pg_am m ON c.opcmethod OPERATOR(pg_catalog.=) m.oid
    WHERE g.oid OPERATOR(pg_catalog.=) ANY (classes) AND c.oid OPERATOR(pg_catalog.=) ANY (classes)
        AND gist.amname OPERATOR(pg_catalog.=) 'gist'
        AND m.amname OPERATOR(pg_catalog.=) ANY (ARRAY['btree', 'hash']::pg_catalog.name[])
        AND NOT EXISTS (
            SELECT FROM pg_catalog.pg_depend p
            WHERE p.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_type'::pg_catalog.regclass
                AND p.objid OPERATOR(pg_catalog.=) g.opckeytype
                AND p.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_opclass'::pg_catalog.regclass
                AND p.refobjid OPERATOR(pg_catalog.=) c.oid);
    -- The B-tree class of ulid has no options. A cast from ulid to uuid calls no function, so the library is loaded when the
    -- server opens an index. Where the library is missing, that function can have been dropped.
    IF NOT EXISTS (
        SELECT FROM pg_catalog.pg_amproc p
        JOIN pg_catalog.pg_opclass c ON c.opcfamily OPERATOR(pg_catalog.=) p.amprocfamily
        JOIN pg_catalog.pg_am m ON c.opcmethod OPERATOR(pg_catalog.=) m.oid
        WHERE c.oid OPERATOR(pg_catalog.=) ANY (classes) AND m.amname OPERATOR(pg_catalog.=) 'btree'
            AND p.amprocnum OPERATOR(pg_catalog.=) 5::pg_catalog.int2
    ) THEN
        ALTER OPERATOR FAMILY ulid_ops USING btree ADD FUNCTION 5 (ulid, ulid) ulid_btree_options(internal);
    END IF;
    -- The server calls that function to open an index, also to drop it, but makes no class depend on it, so DROP EXTENSION
    -- ... CASCADE would drop it first.
    INSERT INTO pg_catalog.pg_depend (classid, objid, objsubid, refclassid, refobjid, refobjsubid, deptype)
    SELECT 'pg_catalog.pg_opclass'::pg_catalog.regclass, c.oid, 0,
        'pg_catalog.pg_proc'::pg_catalog.regclass, p.amproc, 0, 'n'
    FROM pg_catalog.pg_opclass c
    JOIN pg_catalog.pg_am m ON c.opcmethod OPERATOR(pg_catalog.=) m.oid
    JOIN pg_catalog.pg_amproc p ON p.amprocfamily OPERATOR(pg_catalog.=) c.opcfamily
        AND p.amproclefttype OPERATOR(pg_catalog.=) c.opcintype
    WHERE c.oid OPERATOR(pg_catalog.=) ANY (classes) AND m.amname OPERATOR(pg_catalog.=) 'btree'
        AND p.amprocnum OPERATOR(pg_catalog.=) 5::pg_catalog.int2
        AND NOT EXISTS (
            SELECT FROM pg_catalog.pg_depend d
            WHERE d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_opclass'::pg_catalog.regclass
                AND d.objid OPERATOR(pg_catalog.=) c.oid
                AND d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
                AND d.refobjid OPERATOR(pg_catalog.=) p.amproc::pg_catalog.oid);
    -- PostgreSQL 18 and later: skip support for every B-tree operator class that does not have it yet, and for every
    -- GiST operator class the translation of comparisons to strategies, which WITHOUT OVERLAPS needs
    IF pg_catalog.current_setting('server_version_num')::pg_catalog.int4 OPERATOR(pg_catalog.<) 180000 THEN
        RETURN;
    END IF;
    FOR kind, family, method IN
        SELECT t.typname, f.opfname, m.amname
        FROM pg_catalog.pg_opclass c
        JOIN pg_catalog.pg_type t ON c.opcintype OPERATOR(pg_catalog.=) t.oid
        JOIN pg_catalog.pg_opfamily f ON c.opcfamily OPERATOR(pg_catalog.=) f.oid
        JOIN pg_catalog.pg_am m ON c.opcmethod OPERATOR(pg_catalog.=) m.oid
        JOIN (VALUES ('btree'::pg_catalog.name, 6), ('gist', 12)) AS v(method, procnum)
            ON v.method OPERATOR(pg_catalog.=) m.amname
        WHERE c.oid OPERATOR(pg_catalog.=) ANY (classes)
            AND NOT EXISTS (
                SELECT FROM pg_catalog.pg_amproc p
                WHERE p.amprocfamily OPERATOR(pg_catalog.=) c.opcfamily AND p.amprocnum OPERATOR(pg_catalog.=) v.procnum)
        ORDER BY t.oid, m.amname
    LOOP
        IF method OPERATOR(pg_catalog.=) 'btree' THEN
            EXECUTE pg_catalog.format(
                'CREATE FUNCTION %3$I(internal) RETURNS void
                    AS ''MODULE_PATHNAME'' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
                COMMENT ON FUNCTION %3$I(internal) IS ''skip support'';
                ALTER OPERATOR FAMILY %2$I USING btree ADD FUNCTION 6 (%1$I, %1$I) %3$I(internal);',
                kind, family, pg_catalog.concat(kind, '_skipsupport'));
        ELSE
            IF NOT 'ulidkit_gist_translate_cmptype' OPERATOR(pg_catalog.=) ANY (functions) THEN
                functions := functions OPERATOR(pg_catalog.||) 'ulidkit_gist_translate_cmptype'::pg_catalog.name;
                CREATE FUNCTION ulidkit_gist_translate_cmptype(integer) RETURNS smallint
                    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
                COMMENT ON FUNCTION ulidkit_gist_translate_cmptype(integer) IS 'GiST support';
            END IF;
            EXECUTE pg_catalog.format(
                'ALTER OPERATOR FAMILY %I USING gist ADD FUNCTION 12 ("any", "any") ulidkit_gist_translate_cmptype(integer);',
                family);
        END IF;
    END LOOP;
END
$$;
