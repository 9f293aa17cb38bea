-- Moves what uses the functions of ulidkit.sql to those of the extension, which must be installed in the database: column
-- defaults, generated columns, views, functions, constraints, indexes and policies. It does so in one transaction, or lists
-- what it cannot move and changes nothing. Connect as the owner of all of these, or as a role that is a member of all owners:
-- the script runs functions of theirs, and does not do so as a superuser. It can be run again.
-- If it ends with a lock timeout, nothing was changed: run it again.
--
--     psql -f move.sql
\set ON_ERROR_STOP on
BEGIN;
-- What is moved is what has been checked, and nothing that somebody creates in between.
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ;
SET LOCAL lock_timeout = '300ms';
-- So PostgreSQL writes definitions with the schemas of all names, in one form, and without loss.
SET LOCAL search_path = pg_catalog, pg_temp;
SET LOCAL quote_all_identifiers = off;
SET LOCAL standard_conforming_strings = on;
SET LOCAL datestyle = iso;
SET LOCAL intervalstyle = postgres;
SET LOCAL extra_float_digits = 3;
SET LOCAL check_function_bodies = off;

DO $$
DECLARE
    missing text;
BEGIN
    SELECT string_agg(f, ', ') INTO missing
    FROM unnest(ARRAY['uuidv7_generate()', 'uuidv7_generate(timestamptz)', 'uuidv7_extract_timestamp(uuid)',
        'uuidv7_min(timestamptz)', 'uuidv7_max(timestamptz)', 'typeid_encode(text, uuid)', 'typeid_decode(text, text)']) AS f
    WHERE NOT EXISTS (SELECT FROM pg_extension
        WHERE extname = 'ulidkit' AND to_regprocedure(format('%s.%s', extnamespace::regnamespace, f)) IS NOT NULL);
    IF missing IS NOT NULL THEN
        RAISE EXCEPTION 'the extension ulidkit is not installed in this database, or is too old'
            USING ERRCODE = 'undefined_function', DETAIL = 'It has to have ' || missing || '.',
                HINT = 'Run CREATE EXTENSION ulidkit, or ALTER EXTENSION ulidkit UPDATE.';
    END IF;
END
$$;

-- The functions and the type that ulidkit.sql made, with what belongs to them.
CREATE FUNCTION pg_temp.members() RETURNS TABLE (classid oid, objid oid) LANGUAGE sql STABLE AS $$
WITH member AS (
    SELECT 'pg_proc'::regclass::oid AS classid, oid AS objid FROM pg_proc
    WHERE pronamespace = to_regnamespace('ulidkit_sql') AND proname IN ('uuidv7_generate', 'uuidv7_extract_timestamp',
        'uuidv7_min', 'uuidv7_max', 'uuidv7_out_of_range', 'typeid_encode', 'typeid_decode', 'typeid_start', 'crockford_encode',
        'crockford_decode', 'shown', 'found', 'ulid_from_uuid', 'ulid_to_uuid', 'ulid_extract_timestamp', 'ulid_from_text',
        'ulid_from_char', 'ulid_to_text')
    UNION ALL SELECT 'pg_type'::regclass, oid FROM pg_type
    WHERE typnamespace = to_regnamespace('ulidkit_sql') AND typname IN ('ulid', '_ulid')
    UNION ALL SELECT 'pg_class'::regclass, oid FROM pg_class
    WHERE relnamespace = to_regnamespace('ulidkit_sql') AND relname = 'ulid' AND relkind = 'c')
SELECT * FROM member
UNION ALL SELECT 'pg_cast'::regclass, c.oid FROM pg_cast c JOIN member m ON m.classid = 'pg_proc'::regclass AND m.objid = c.castfunc
$$;

-- The schemas in the search_path that is among such settings, as the server splits it, and NULL if that is not certain. A value
-- that was not written as a list, such as one of set_config(), is stored as it was given.
CREATE FUNCTION pg_temp.schemas(settings text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
SELECT CASE WHEN path ~ format('^%1$s(%2$s%1$s(,%1$s%2$s%1$s)*)?$', blanks, name) THEN ARRAY(
    SELECT CASE left(part[1], 1) WHEN '"' THEN replace(substr(part[1], 2, length(part[1]) - 2), '""', '"')
        ELSE lower(part[1] COLLATE "C") END
    FROM regexp_matches(path, name, 'g') WITH ORDINALITY AS m (part, n) ORDER BY n)
END
FROM (SELECT coalesce((SELECT substr(s, 13) FROM unnest(settings) AS s WHERE s LIKE 'search\_path=%'), '') AS path,
    '[ \t\n\r\f]*' AS blanks, '(?:"(?:[^"]|"")*"|(?!")[!-+.-~-]+)' AS name) AS s
$$;

-- Whether the schema is in that search_path, or may be.
CREATE FUNCTION pg_temp.has_schema(settings text[]) RETURNS boolean LANGUAGE sql STABLE AS $$
SELECT settings::text ~* 'ulidkit_sql' AND coalesce('ulidkit_sql' = ANY (pg_temp.schemas(settings)), true)
$$;

-- What depends on them, with its owner and the way in which it is moved, which is NULL if it cannot be.
CREATE FUNCTION pg_temp.dependents() RETURNS TABLE (classid oid, objid oid, objsubid integer, owner oid, what text)
    LANGUAGE sql STABLE AS $$
WITH member AS MATERIALIZED (
    SELECT * FROM pg_temp.members()
), dependent AS (
    SELECT DISTINCT d.classid, d.objid, d.objsubid
    FROM pg_depend d JOIN member m ON d.refclassid = m.classid AND d.refobjid = m.objid
    UNION SELECT d.classid, d.objid, d.objsubid
    FROM pg_depend d WHERE d.refclassid = 'pg_namespace'::regclass AND d.refobjid = to_regnamespace('ulidkit_sql')
    -- The bodies of functions that are text have no dependencies. pg_tle keeps the text of its extensions in such functions.
    UNION SELECT 'pg_proc'::regclass, oid, 0 FROM pg_proc
    WHERE (prosqlbody IS NULL AND prosrc ~* '\mulidkit_sql\M' OR pg_temp.has_schema(proconfig))
        AND pronamespace NOT IN (SELECT oid FROM pg_namespace WHERE nspname ~ '^pg_temp_|^pgtle$')
), indexed AS (
    -- An exclusion constraint depends on a function by its index.
    SELECT DISTINCT CASE WHEN c.oid IS NULL THEN d.classid ELSE 'pg_constraint'::regclass END AS classid,
        coalesce(c.oid, d.objid) AS objid, d.objsubid
    FROM dependent d LEFT JOIN pg_constraint c ON d.classid = 'pg_class'::regclass AND d.objid = c.conindid AND c.contype = 'x'
)
SELECT d.classid, d.objid, d.objsubid, coalesce(k.relowner, y.typowner, p.proowner), CASE
    WHEN a.adnum IS NOT NULL AND t.attgenerated = '' THEN 'default'
    WHEN a.adnum IS NOT NULL AND (current_setting('server_version_num')::integer >= 170000 OR pg_temp.can_be_added_again(t))
        THEN 'generated'
    WHEN r.rulename = '_RETURN' AND v.relkind = 'v' THEN 'view'
    WHEN c.contype IN ('c', 'x') AND NOT (c.coninhcount > 0 AND c.conislocal) THEN 'constraint'
    -- An index that foreign tables do not have would become invalid.
    WHEN i.indexrelid IS NOT NULL AND d.objsubid = 0 AND NOT EXISTS (
        SELECT FROM pg_partition_tree(i.indrelid) JOIN pg_class f ON f.oid = relid WHERE f.relkind = 'f') THEN 'index'
    WHEN p.prokind IN ('f', 'p') AND NOT EXISTS (
        SELECT FROM member m WHERE m.classid = 'pg_type'::regclass
            AND m.objid = ANY (array_append(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.prorettype)))
        -- What is left is not the name of a function.
        AND (p.prosqlbody IS NOT NULL OR pg_temp.moved_in_text(p.prosrc) !~* '\mulidkit_sql\M')
        -- An empty search_path is one that pg_get_functiondef() cannot write.
        AND pg_temp.schemas(p.proconfig) IS NOT NULL AND 'search_path=' = ANY (p.proconfig) IS NOT TRUE THEN 'function'
    WHEN o.oid IS NOT NULL THEN 'policy'
    END
FROM indexed d
    LEFT JOIN pg_attrdef a ON d.classid = 'pg_attrdef'::regclass AND a.oid = d.objid
    LEFT JOIN pg_attribute t ON t.attrelid = a.adrelid AND t.attnum = a.adnum
    LEFT JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
    LEFT JOIN pg_class v ON v.oid = r.ev_class
    LEFT JOIN pg_constraint c ON d.classid = 'pg_constraint'::regclass AND c.oid = d.objid
    LEFT JOIN pg_index i ON d.classid = 'pg_class'::regclass AND i.indexrelid = d.objid
    LEFT JOIN pg_proc p ON d.classid = 'pg_proc'::regclass AND p.oid = d.objid
    LEFT JOIN pg_policy o ON d.classid = 'pg_policy'::regclass AND o.oid = d.objid
    LEFT JOIN pg_trigger g ON d.classid = 'pg_trigger'::regclass AND g.oid = d.objid
    LEFT JOIN pg_statistic_ext x ON d.classid = 'pg_statistic_ext'::regclass AND x.oid = d.objid
    LEFT JOIN pg_class k ON k.oid = coalesce(a.adrelid, r.ev_class, nullif(c.conrelid, 0), i.indrelid, o.polrelid, g.tgrelid,
        x.stxrelid, CASE d.classid WHEN 'pg_class'::regclass THEN d.objid END)
    LEFT JOIN pg_type y ON y.oid = c.contypid
WHERE NOT EXISTS (SELECT FROM member m WHERE m.classid = d.classid AND m.objid = d.objid)
    -- Temporary tables of other sessions go with these.
    AND pg_is_other_temp_schema(coalesce(k.relnamespace, y.typnamespace, p.pronamespace)) IS NOT TRUE
$$;

-- Before 17 a generated column cannot get another expression, so it is dropped and added again, with its indexes and the
-- constraints of its table. That is not done if anything else depends on it, if it has privileges or settings of its own, nor
-- in a table with parents or children. (Debian's servers have options of their own in attoptions.)
CREATE FUNCTION pg_temp.can_be_added_again(column_of pg_attribute) RETURNS boolean LANGUAGE sql STABLE AS $$
SELECT column_of.attacl IS NULL AND column_of.attoptions::text ~ 'n_distinct' IS NOT TRUE AND column_of.attstattarget = -1
    AND column_of.attcompression = '' AND column_of.attstorage = (SELECT typstorage FROM pg_type WHERE oid = column_of.atttypid)
    AND NOT EXISTS (SELECT FROM pg_inherits WHERE column_of.attrelid IN (inhrelid, inhparent))
    AND (SELECT relkind = 'r' FROM pg_class WHERE oid = column_of.attrelid)
    AND NOT EXISTS (
        SELECT FROM pg_depend d LEFT JOIN pg_constraint c ON d.classid = 'pg_constraint'::regclass AND c.oid = d.objid
            LEFT JOIN pg_index i ON d.classid = 'pg_class'::regclass AND i.indexrelid = d.objid AND d.objsubid = 0
        WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = column_of.attrelid AND d.refobjsubid = column_of.attnum
            AND d.classid <> 'pg_attrdef'::regclass
            AND coalesce(c.conrelid, i.indrelid) IS DISTINCT FROM column_of.attrelid)
    -- Primary keys and unique constraints that others refer to.
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE confrelid = column_of.attrelid AND column_of.attnum = ANY (confkey))
$$;

-- Storage parameters as a statement has them.
CREATE FUNCTION pg_temp.options(reloptions text[]) RETURNS text LANGUAGE sql STABLE AS $$
SELECT string_agg(split_part(o, '=', 1) || ' = ' || quote_literal(substr(o, strpos(o, '=') + 1)), ', ')
FROM unnest(reloptions) AS o
$$;

-- A statement that makes an index again, with what its definition does not have: tablespace, comment, the storage parameters of a
-- constraint's index, and whether it is for CLUSTER or the replica identity.
CREATE FUNCTION pg_temp.index_again(id oid, statement text) RETURNS text LANGUAGE sql STABLE AS $$
SELECT concat_ws('; ', format('SET LOCAL default_tablespace = %L', coalesce(spcname, '')), statement,
    format('COMMENT ON INDEX %s IS %L', id::regclass, obj_description(id, 'pg_class')),
    CASE relkind WHEN 'i' THEN 'ALTER INDEX ' || id::regclass || ' SET (' || pg_temp.options(reloptions) || ')' END,
    CASE WHEN indisclustered THEN format('ALTER TABLE %s CLUSTER ON %I', indrelid::regclass, relname) END,
    CASE WHEN indisreplident THEN format('ALTER TABLE %s REPLICA IDENTITY USING INDEX %I', indrelid::regclass, relname) END)
FROM pg_index JOIN pg_class c ON c.oid = indexrelid LEFT JOIN pg_tablespace t ON t.oid = reltablespace
WHERE indexrelid = id
$$;

-- The indexes and constraints that go with such a column.
CREATE FUNCTION pg_temp.made_again(id oid, number smallint) RETURNS SETOF text LANGUAGE sql STABLE AS $$
WITH member AS (
    SELECT classid, objid FROM pg_depend WHERE refclassid = 'pg_class'::regclass AND refobjid = id AND refobjsubid = number
)
SELECT format('%s; COMMENT ON CONSTRAINT %I ON %s IS %L', coalesce(pg_temp.index_again(i.indexrelid, statement), statement),
    conname, id::regclass, obj_description(c.oid, 'pg_constraint'))
FROM pg_constraint c LEFT JOIN pg_index i ON i.indexrelid = conindid AND contype <> 'f',
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', id::regclass, conname, pg_get_constraintdef(c.oid)) AS statement
WHERE conrelid = id AND contype <> 'n' AND ('pg_constraint'::regclass, c.oid) IN (SELECT classid, objid FROM member)
UNION ALL
SELECT pg_temp.index_again(indexrelid, pg_get_indexdef(indexrelid))
FROM pg_index WHERE indrelid = id AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
    AND ('pg_class'::regclass, indexrelid) IN (SELECT classid, objid FROM member)
$$;

-- The body of a function: the names wherever they are, and in any case, as they are identifiers without quotes.
CREATE FUNCTION pg_temp.moved_in_text(body text) RETURNS text LANGUAGE sql STABLE AS $$
SELECT regexp_replace(body,
    '\mulidkit_sql\.(uuidv7_generate|uuidv7_extract_timestamp|uuidv7_min|uuidv7_max|typeid_encode|typeid_decode|ulid)\M',
    (SELECT replace(extnamespace::regnamespace::text, '\', '\\') FROM pg_extension WHERE extname = 'ulidkit') || '.\1', 'gi')
$$;

-- An expression or a definition as PostgreSQL writes it: the names that are not in a literal or between double quotes.
CREATE FUNCTION pg_temp.moved(definition text) RETURNS text LANGUAGE sql STABLE AS $$
SELECT string_agg(CASE WHEN left(part[1], 1) IN ('''', '"') THEN part[1] ELSE pg_temp.moved_in_text(part[1]) END, '' ORDER BY n)
FROM regexp_matches(definition, $re$'[^']*'|"[^"]*"|[^'"]+$re$, 'g') WITH ORDINALITY AS m (part, n)
$$;

-- Runs statements that were all made before the first of them changes the catalog.
CREATE FUNCTION pg_temp.run(statements text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    statement text;
BEGIN
    FOREACH statement IN ARRAY coalesce(statements, '{}') LOOP
        EXECUTE statement;
    END LOOP;
END
$$;

DO $$
DECLARE
    list text;
BEGIN
    SELECT string_agg(name || CASE
            WHEN classid = 'pg_attrdef'::regclass THEN
                ' (something else uses this generated column, or it has privileges or settings of its own)'
            WHEN pg_temp.schemas(proconfig) IS NULL THEN ' (its search_path cannot be read)'
            ELSE '' END, E'\n' ORDER BY name) INTO list
    FROM pg_temp.dependents() d LEFT JOIN pg_proc p ON d.classid = 'pg_proc'::regclass AND p.oid = d.objid,
        pg_describe_object(d.classid, d.objid, d.objsubid) AS name
    WHERE what IS NULL;
    IF list IS NOT NULL THEN
        RAISE EXCEPTION 'nothing was moved, because some objects that use the schema ulidkit_sql cannot be'
            USING ERRCODE = 'dependent_objects_still_exist', DETAIL = list, HINT = 'Drop or change them first.';
    END IF;
    -- What checks a constraint or computes a column runs functions of their owner as the present role, and these can return to
    -- the role that has connected, or go on to any other of which it is a member.
    SELECT string_agg(DISTINCT owner::regrole::text, ', ') INTO list
    FROM pg_temp.dependents() JOIN pg_roles r ON r.oid = owner
    WHERE NOT rolsuper AND EXISTS (SELECT FROM pg_stat_activity, pg_roles s
        WHERE pid = pg_backend_pid() AND s.rolsuper AND pg_has_role(usesysid, s.oid, 'MEMBER'));
    IF list IS NOT NULL THEN
        RAISE EXCEPTION 'nothing was moved, because functions of other roles would run with the rights of a superuser'
            USING ERRCODE = 'insufficient_privilege',
                DETAIL = 'Objects that use the schema ulidkit_sql are owned by ' || list || '.',
                HINT = 'Connect as the owner, or as a role that is a member of all owners and of no superuser.';
    END IF;
    IF NOT EXISTS (SELECT FROM pg_temp.dependents()) THEN
        RAISE NOTICE 'nothing uses the functions of the schema ulidkit_sql';
    END IF;
    FOR list IN SELECT pg_describe_object(classid, objid, objsubid) || CASE WHEN what = 'generated'
                AND current_setting('server_version_num')::integer < 170000 THEN ', which becomes the last column' ELSE '' END
        FROM pg_temp.dependents() ORDER BY 1 LOOP
        RAISE NOTICE 'moving %', list;
    END LOOP;
END
$$;

-- What is replaced in place: functions, defaults, views, policies, and from 17 on generated columns, whose rows are written again.
DO $$
BEGIN
    PERFORM pg_temp.run(array_agg(
        CASE WHEN prosqlbody IS NULL THEN pg_temp.moved_in_text(definition) ELSE pg_temp.moved(definition) END
        || coalesce('; ALTER ROUTINE ' || p.oid::regprocedure || ' SET search_path = ' || path, '')))
    FROM pg_temp.dependents() d JOIN pg_proc p ON p.oid = objid, pg_get_functiondef(p.oid) AS definition,
        LATERAL (SELECT string_agg(quote_literal(CASE schema WHEN 'ulidkit_sql' THEN nspname ELSE schema END), ', ' ORDER BY n)
            FROM unnest(pg_temp.schemas(proconfig)) WITH ORDINALITY AS u (schema, n), pg_extension e
                JOIN pg_namespace s ON s.oid = extnamespace WHERE extname = 'ulidkit') AS s (path)
    WHERE what = 'function';

    PERFORM pg_temp.run(array_agg(format('ALTER TABLE ONLY %s ALTER %I SET %s (%s)', adrelid::regclass, attname,
        CASE attgenerated WHEN '' THEN 'DEFAULT' ELSE 'EXPRESSION AS' END, pg_temp.moved(pg_get_expr(adbin, adrelid)))))
    FROM pg_temp.dependents() d JOIN pg_attrdef a ON a.oid = objid JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
    WHERE what IN ('default', 'generated') AND (attgenerated = '' OR current_setting('server_version_num')::integer >= 170000);

    PERFORM pg_temp.run(array_agg(format('CREATE OR REPLACE VIEW %s%s AS %s', c.oid::regclass,
        ' WITH (' || pg_temp.options(reloptions) || ')', pg_temp.moved(pg_get_viewdef(c.oid)))))
    FROM pg_temp.dependents() d JOIN pg_rewrite r ON r.oid = objid JOIN pg_class c ON c.oid = ev_class WHERE what = 'view';

    PERFORM pg_temp.run(array_agg(format('ALTER POLICY %I ON %s', polname, polrelid::regclass)
        || coalesce(' USING (' || pg_temp.moved(pg_get_expr(polqual, polrelid)) || ')', '')
        || coalesce(' WITH CHECK (' || pg_temp.moved(pg_get_expr(polwithcheck, polrelid)) || ')', '')))
    FROM pg_temp.dependents() d JOIN pg_policy p ON p.oid = objid WHERE what = 'policy';
END
$$;

-- What is dropped and made again, with its comment and statistics. Constraints of children go with their parents', and indexes of
-- partitions with the partitioned table's, but these are made one by one and attached, so that each is as it was.
DO $$
BEGIN
    PERFORM pg_temp.run(array_agg(format('ALTER %s DROP CONSTRAINT %I; %s; COMMENT ON CONSTRAINT %2$I ON %4$s IS %L',
        object, conname, coalesce(pg_temp.index_again(i.indexrelid, statement), statement),
        CASE contypid WHEN 0 THEN conrelid::regclass::text ELSE object END, obj_description(c.oid, 'pg_constraint'))))
    FROM pg_temp.dependents() d JOIN pg_constraint c ON c.oid = objid LEFT JOIN pg_index i ON i.indexrelid = conindid,
        concat(CASE contypid WHEN 0 THEN 'TABLE ' || conrelid::regclass ELSE 'DOMAIN ' || contypid::regtype END) AS object,
        format('ALTER %s ADD CONSTRAINT %I %s', object, conname, pg_temp.moved(pg_get_constraintdef(c.oid))) AS statement
    WHERE what = 'constraint' AND coninhcount = 0;

    -- Generated columns before 17: see can_be_added_again().
    PERFORM pg_temp.run(array_agg(format('ALTER TABLE %s DROP %I; ALTER TABLE %1$s ADD %2$I %s%s GENERATED ALWAYS AS (%s) STORED%s;'
            ' COMMENT ON COLUMN %1$s.%2$I IS %7$L; %s; ANALYZE %1$s', adrelid::regclass, attname, format_type(atttypid, atttypmod),
        CASE WHEN attcollation <> typcollation THEN ' COLLATE ' || attcollation::regcollation END,
        pg_temp.moved(pg_get_expr(adbin, adrelid)), CASE WHEN attnotnull THEN ' NOT NULL' END, col_description(adrelid, attnum),
        (SELECT string_agg(statement, '; ') FROM pg_temp.made_again(adrelid, attnum) AS statement)) ORDER BY adrelid, attnum))
    FROM pg_temp.dependents() d JOIN pg_attrdef a ON a.oid = objid JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
        JOIN pg_type t ON t.oid = atttypid
    WHERE what = 'generated';

    PERFORM pg_temp.run(array_agg(statement ORDER BY step) FILTER (WHERE statement IS NOT NULL))
    FROM pg_temp.dependents() d JOIN pg_index i ON i.indexrelid = objid JOIN pg_class c ON c.oid = i.indexrelid
        LEFT JOIN pg_inherits h ON h.inhrelid = i.indexrelid, LATERAL (VALUES
            (1, CASE WHEN inhparent IS NULL THEN 'DROP INDEX ' || i.indexrelid::regclass END),
            (2, pg_temp.index_again(i.indexrelid, pg_temp.moved(pg_get_indexdef(i.indexrelid)))),
            (3, 'ALTER INDEX ' || inhparent::regclass || ' ATTACH PARTITION ' || i.indexrelid::regclass),
            (4, 'ANALYZE ' || indrelid::regclass)) AS s (step, statement)
    WHERE what = 'index';
END
$$;

DO $$
DECLARE
    list text;
BEGIN
    SELECT string_agg(pg_describe_object(classid, objid, objsubid), E'\n') INTO list FROM pg_temp.dependents();
    IF list IS NOT NULL THEN
        RAISE EXCEPTION 'nothing was moved, because some objects still use the schema ulidkit_sql'
            USING ERRCODE = 'dependent_objects_still_exist', DETAIL = list;
    END IF;
    FOR list IN SELECT DISTINCT concat_ws(' of ', 'role ' || nullif(setrole, 0)::regrole, 'database ' || datname)
        FROM pg_db_role_setting s LEFT JOIN pg_database d ON d.oid = setdatabase, unnest(setconfig) AS c
        WHERE pg_temp.has_schema(ARRAY[c]) LOOP
        RAISE NOTICE 'the search_path of % still has ulidkit_sql', list;
    END LOOP;
END
$$;

DROP FUNCTION pg_temp.members(), pg_temp.dependents(), pg_temp.schemas(text[]), pg_temp.has_schema(text[]),
    pg_temp.moved_in_text(text), pg_temp.moved(text), pg_temp.can_be_added_again(pg_attribute), pg_temp.made_again(oid, smallint),
    pg_temp.index_again(oid, text), pg_temp.options(text[]), pg_temp.run(text[]);
COMMIT;
