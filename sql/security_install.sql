-- The extension installed by an ordinary user, into a schema that somebody hostile has prepared.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
SET search_path = security_install;

CREATE VIEW members AS
    SELECT pg_describe_object(d.classid, d.objid, 0) AS object, d.classid::regclass AS catalog, d.objid AS oid
    FROM pg_depend d JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
    WHERE d.deptype = 'e' AND e.extname = 'ulidkit';
-- What an ordinary installation has, without the schema.
CREATE TABLE installed AS SELECT replace(object, 'public.', '') AS object FROM members;
-- What can be there before under a name of the extension's: functions that need no id, types, and a view.
CREATE TABLE decoy AS
    SELECT format('CREATE FUNCTION hostile.%I(%s) RETURNS text LANGUAGE sql RETURN ''hostile''', p.proname,
        oidvectortypes(p.proargtypes)) AS command
    FROM members m JOIN pg_proc p ON m.catalog = 'pg_proc'::regclass AND m.oid = p.oid
    WHERE NOT EXISTS (
        SELECT FROM unnest(p.proargtypes) AS a (type) JOIN pg_type t ON a.type = t.oid
        WHERE t.typtype = 'p' OR t.oid IN (SELECT m.oid FROM members m WHERE m.catalog = 'pg_type'::regclass))
    UNION ALL
    SELECT format(command, kind) FROM kinds, (VALUES ('CREATE DOMAIN hostile.%s AS text'), ('CREATE TYPE hostile.%s AS ENUM ()'),
        ('CREATE TYPE hostile.%s AS (a text)'), ('CREATE TYPE hostile.%s AS RANGE (subtype = text)'),
        ('CREATE TABLE hostile.%s ()'), ('CREATE TYPE hostile.%s_gist_key AS ENUM ()')) AS v (command)
    UNION ALL VALUES ('CREATE TABLE hostile.ulidkit_generator ()'), ('CREATE DOMAIN hostile.ulidkit_generator AS text'),
        ('CREATE FUNCTION hostile.ulidkit_generators(text DEFAULT NULL) RETURNS text LANGUAGE sql RETURN ''hostile'''),
        ('CREATE FUNCTION hostile.ulidkit_generators(VARIADIC text[]) RETURNS text LANGUAGE sql RETURN ''hostile''');

BEGIN;
SELECT format('REVOKE CREATE ON DATABASE %I FROM PUBLIC', current_database()) \gexec
DROP EXTENSION ulidkit;
CREATE ROLE regress_ulidkit_hostile;
CREATE ROLE regress_ulidkit_nobody;
GRANT ALL ON SCHEMA security_install TO regress_ulidkit_hostile, regress_ulidkit_nobody;
GRANT SELECT ON ALL TABLES IN SCHEMA security_install TO regress_ulidkit_hostile;
SELECT format('GRANT CREATE ON DATABASE %I TO regress_ulidkit_hostile', current_database()) \gexec
CREATE SCHEMA hostile AUTHORIZATION regress_ulidkit_hostile;

-- Who may not create in the database may not install.
SET ROLE regress_ulidkit_nobody;
SELECT state AS nobody FROM error_of('CREATE EXTENSION ulidkit');
SET ROLE regress_ulidkit_hostile;

-- A name that is taken is an error: nothing is replaced or adopted.
CREATE FUNCTION pg_temp.install_beside(decoy text, OUT state text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE decoy;
    state := (security_install.error_of('CREATE EXTENSION ulidkit SCHEMA hostile')).state;
    RAISE SQLSTATE 'UNDOO';
EXCEPTION WHEN SQLSTATE 'UNDOO' THEN
END
$$;
SELECT substring(command FROM '^CREATE (\w+)') AS what, state, count(*) > 0 AS any,
    string_agg(command, E'\n' ORDER BY command) FILTER (WHERE state IS NULL OR state = '42725') AS commands
FROM (SELECT pg_temp.install_beside(command) AS state, command FROM security_install.decoy) AS s GROUP BY 1, 2 ORDER BY 1, 2;

-- Objects of other signatures, better matches than the server's own for whatever the script leaves to the search path:
-- operators of all pairs of these types, and functions, types and relations named as the server's.
CREATE FUNCTION hostile.run() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RAISE 'hostile code runs as %', current_user;
END
$$;
DO $$
DECLARE
    types CONSTANT text[] := ARRAY['oid', 'regclass', 'regproc', 'regtype', 'name', 'text', 'varchar',
        '"char"', 'int2', 'int4', 'int8', 'bool'];
    l text;
    r text;
    name text;
BEGIN
    FOREACH l IN ARRAY types LOOP
        FOREACH r IN ARRAY types LOOP
            EXECUTE format('CREATE FUNCTION hostile.run(%1$s, %2$s) RETURNS boolean LANGUAGE sql RETURN hostile.run()', l, r);
            FOREACH name IN ARRAY ARRAY['=', '<>', '<', '<=', '>', '>=', '||', '~~'] LOOP
                EXECUTE format('CREATE OPERATOR hostile.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = hostile.run)', name, l, r);
            END LOOP;
            EXECUTE format('CREATE FUNCTION hostile.format(%1$s, %2$s) RETURNS text LANGUAGE sql RETURN hostile.run()::text', l, r);
        END LOOP;
        EXECUTE format('CREATE FUNCTION hostile.current_setting(%s) RETURNS text LANGUAGE sql RETURN hostile.run()::text', l);
        EXECUTE format('CREATE FUNCTION hostile.btequalimage(%s) RETURNS boolean LANGUAGE sql RETURN hostile.run()', l);
    END LOOP;
    FOREACH name IN ARRAY ARRAY['text', 'timestamptz', 'timestamp', 'date', 'bytea', 'uuid', 'int8',
        'boolean', 'jsonb', 'internal', 'regclass'] LOOP
        EXECUTE format('CREATE DOMAIN hostile.%I AS pg_catalog.int4 CHECK (hostile.run())', name);
    END LOOP;
    FOREACH name IN ARRAY ARRAY['pg_type', 'pg_depend', 'pg_extension', 'pg_opclass', 'pg_opfamily', 'pg_am', 'pg_amproc',
        'pg_proc', 'pg_language'] LOOP
        EXECUTE format('CREATE VIEW hostile.%I AS SELECT hostile.run()', name);
        EXECUTE format('CREATE TEMPORARY VIEW %I AS SELECT hostile.run()', name);
    END LOOP;
    CREATE DOMAIN pg_temp.ulid AS pg_catalog.text;
    CREATE TEMPORARY TABLE ulidkit_generator ();
END
$$;
SET search_path = hostile, pg_temp, pg_catalog, security_install;
CREATE EXTENSION ulidkit SCHEMA hostile;
RESET ROLE;
SET search_path = security_install;
DISCARD TEMP;
SELECT replace(object, 'hostile.', '') AS more FROM members EXCEPT TABLE installed;
SELECT object AS missing FROM installed EXCEPT SELECT replace(object, 'hostile.', '') FROM members;

-- What is there belongs to whom the server belongs to, and only the extension itself to who installed it.
SELECT extowner::regrole, extnamespace::regnamespace FROM pg_extension WHERE extname = 'ulidkit';
SELECT DISTINCT owner = 10 AS bootstrap_superuser FROM (
    SELECT proowner AS owner FROM pg_proc JOIN members USING (oid) WHERE catalog = 'pg_proc'::regclass
    UNION ALL SELECT typowner FROM pg_type JOIN members USING (oid) WHERE catalog = 'pg_type'::regclass
    UNION ALL SELECT oprowner FROM pg_operator JOIN members USING (oid) WHERE catalog = 'pg_operator'::regclass
    UNION ALL SELECT opcowner FROM pg_opclass JOIN members USING (oid) WHERE catalog = 'pg_opclass'::regclass
    UNION ALL SELECT opfowner FROM pg_opfamily JOIN members USING (oid) WHERE catalog = 'pg_opfamily'::regclass
    UNION ALL SELECT relowner FROM pg_class JOIN members USING (oid) WHERE catalog = 'pg_class'::regclass) AS s;
-- Functions are everybody's, but these.
SELECT split_part(proname, '_', 1) AS "of", string_agg(p.oid::regprocedure::text, ', ' ORDER BY p.oid) AS functions,
    has_function_privilege('regress_ulidkit_nobody', p.oid, 'EXECUTE') AS everybody,
    has_function_privilege('pg_monitor', p.oid, 'EXECUTE') AS monitor
FROM pg_proc p JOIN members m ON m.catalog = 'pg_proc'::regclass AND m.oid = p.oid
WHERE p.proacl IS NOT NULL GROUP BY 1, 3, 4 ORDER BY min(p.oid);

-- Neither the extension's owner nor the schema's, who is the same here, can change what others trust.
SET ROLE regress_ulidkit_hostile;
SELECT command, state FROM unnest(ARRAY[
    'SELECT hostile.ulidkit_reset_generators()',
    'SELECT * FROM hostile.ulidkit_generators()',
    'GRANT EXECUTE ON FUNCTION hostile.ulidkit_reset_generators() TO regress_ulidkit_hostile',
    'SELECT hostile.ulid_observe(hostile.ulid_generate())',
    'GRANT EXECUTE ON FUNCTION hostile.ulidkit_generators() TO regress_ulidkit_hostile',
    'GRANT EXECUTE ON FUNCTION hostile.ulid_observe(hostile.ulid) TO regress_ulidkit_hostile',
    'ALTER FUNCTION hostile.ulidkit_reset_generators() OWNER TO regress_ulidkit_hostile',
    'ALTER FUNCTION hostile.ulid_before(timestamptz) RENAME TO ulid_until',
    'ALTER FUNCTION hostile.ulid_before(timestamptz) SECURITY DEFINER',
    'ALTER FUNCTION hostile.ulid_before(timestamptz) SET SCHEMA security_install',
    'CREATE OR REPLACE FUNCTION hostile.ulid_before(timestamptz) RETURNS hostile.ulid LANGUAGE sql RETURN NULL',
    'CREATE OR REPLACE FUNCTION hostile.ulidkit_generators() RETURNS SETOF hostile.ulidkit_generator LANGUAGE sql RETURN NULL',
    'DROP FUNCTION hostile.ulid_before(timestamptz)',
    'DROP FUNCTION hostile.ulidkit_generators()',
    'ALTER EXTENSION ulidkit SET SCHEMA security_install',
    'ALTER EXTENSION ulidkit DROP FUNCTION hostile.ulid_before(timestamptz)',
    'ALTER EXTENSION ulidkit DROP FUNCTION hostile.ulidkit_generators()',
    'ALTER TYPE hostile.ulidkit_generator ADD ATTRIBUTE more text',
    'ALTER TYPE hostile.ulid RENAME TO id',
    'ALTER TYPE hostile.ulid OWNER TO regress_ulidkit_hostile',
    'ALTER TYPE hostile.ulid SET (SEND = NONE)',
    'ALTER OPERATOR pg_catalog.= (hostile.ulid, hostile.ulid) SET (RESTRICT = NONE)',
    'ALTER OPERATOR pg_catalog.= (hostile.ulid, hostile.ulid) SET SCHEMA hostile',
    'DROP OPERATOR pg_catalog.= (hostile.ulid, hostile.ulid)',
    'CREATE OPERATOR pg_catalog.= (LEFTARG = hostile.ulid, RIGHTARG = text, FUNCTION = texteq)',
    'ALTER OPERATOR FAMILY hostile.ulid_ops USING btree ADD OPERATOR 1 pg_catalog.< (oid, oid)',
    'CREATE OPERATOR CLASS hostile.own DEFAULT FOR TYPE hostile.ulid USING gist AS STORAGE hostile.ulid',
    'CREATE CAST (pg_catalog.uuid AS hostile.timeid) WITHOUT FUNCTION',
    'CREATE FUNCTION hostile.own(hostile.ulid) RETURNS timestamptz LANGUAGE sql LEAKPROOF RETURN now()',
    'CREATE FUNCTION hostile.own(hostile.ulid) RETURNS timestamptz '
        'LANGUAGE sql SUPPORT hostile.ulidkit_extract_timestamp_support RETURN now()',
    'CREATE FUNCTION hostile.own(hostile.ulid) RETURNS bigint LANGUAGE c AS ''ulidkit'', ''timeid_send'''
    ]) WITH ORDINALITY AS c (command, n), error_of(command) ORDER BY n;
-- Who was given the function may call it, and is no superuser.
RESET ROLE;
GRANT EXECUTE ON FUNCTION hostile.ulidkit_reset_generators() TO regress_ulidkit_hostile;
SET ROLE regress_ulidkit_hostile;
SELECT state AS granted FROM error_of('SELECT hostile.ulidkit_reset_generators()');
-- The extension's owner may use it and drop it.
CREATE TABLE hostile.kept (id hostile.ulid PRIMARY KEY DEFAULT hostile.ulid_generate());
INSERT INTO hostile.kept DEFAULT VALUES;
SELECT count(*) AS kept FROM hostile.kept WHERE id::timestamptz <= clock_timestamp();
DROP EXTENSION ulidkit CASCADE;
SELECT count(*) AS "members, dropped" FROM members;
ROLLBACK;

DROP SCHEMA :test CASCADE;
