-- The cast from uuid to ulid becomes explicit. Stored expressions contain a cast on assignment as an implicit one. It goes
-- on working there, but pg_dump does not write it, and the dump could not be restored. Therefore such expressions prevent
-- the update, as DROP CAST would if the server recorded these dependencies.
--
-- As in newer.sql, every name is qualified.
DO $$
DECLARE
    ulid CONSTANT pg_catalog.oid := 'ulid'::pg_catalog.regtype;
    uuid CONSTANT pg_catalog.oid := 'pg_catalog.uuid'::pg_catalog.regtype;
    -- The cast in a stored expression: 2 is COERCE_IMPLICIT_CAST. For a domain over ulid, or over such a domain, the only
    -- cast is that to the domain, of an expression whose type is uuid.
    implicit_cast CONSTANT pg_catalog.text := pg_catalog.concat(
        ':resulttype ', ulid, ' :resulttypmod -?[0-9]+ :resultcollid [0-9]+ :relabelformat 2',
        '|COERCETODOMAIN :arg \{[A-Z]+ [^{}]*type(Id)? ', uuid, ' .*:resulttype (', (
            WITH RECURSIVE domain(id) AS (
                SELECT oid FROM pg_catalog.pg_type WHERE typbasetype OPERATOR(pg_catalog.=) ulid
                UNION ALL
                SELECT oid FROM pg_catalog.pg_type JOIN domain ON typbasetype OPERATOR(pg_catalog.=) id
            )
            SELECT pg_catalog.string_agg(id::pg_catalog.text, '|') FROM domain
        ), ') ');
    dependents pg_catalog.text;
BEGIN
    -- An expression can contain the same cast from a domain over ulid, so it must contain a uuid as well.
    SELECT pg_catalog.string_agg(pg_catalog.concat(object, ' depends on cast from uuid to ulid'), E'\n' ORDER BY object)
    INTO dependents
    FROM (
        SELECT pg_catalog.pg_describe_object('pg_catalog.pg_attrdef'::pg_catalog.regclass, oid, 0), adbin::pg_catalog.text
        FROM pg_catalog.pg_attrdef
        UNION ALL
        SELECT pg_catalog.pg_describe_object('pg_catalog.pg_type'::pg_catalog.regclass, oid, 0), typdefaultbin::pg_catalog.text
        FROM pg_catalog.pg_type
        WHERE typdefaultbin IS NOT NULL
        UNION ALL
        SELECT pg_catalog.pg_describe_object('pg_catalog.pg_proc'::pg_catalog.regclass, oid, 0),
            pg_catalog.concat(proargdefaults, prosqlbody)
        FROM pg_catalog.pg_proc
        WHERE proargdefaults IS NOT NULL OR prosqlbody IS NOT NULL
        UNION ALL
        SELECT pg_catalog.pg_describe_object('pg_catalog.pg_rewrite'::pg_catalog.regclass, oid, 0), ev_action::pg_catalog.text
        FROM pg_catalog.pg_rewrite
        WHERE ev_type OPERATOR(pg_catalog.<>) '1'
    ) AS stored(object, expression)
    WHERE expression OPERATOR(pg_catalog.~) implicit_cast
        AND expression OPERATOR(pg_catalog.~) pg_catalog.concat('type(Id)? ', uuid, ' ');
    IF dependents IS NOT NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'dependent_objects_still_exist',
            MESSAGE = 'cannot make the cast from uuid to ulid explicit because other objects depend on it',
            DETAIL = dependents,
            HINT = 'Use another default, such as ulid_generate(), or write the cast, as in "gen_random_uuid()::ulid".';
    END IF;
END
$$;

DROP CAST (uuid AS ulid);

-- Operators move to pg_catalog. What the server has parsed goes on using them, but a function whose text names them with
-- their schema would fail. Such functions prevent the update if nothing else can be meant, as no other operator of that
-- name is in the schema; of the others there is a warning.
DO $$
DECLARE
    schema CONSTANT pg_catalog.name := (
        SELECT n.nspname
        FROM pg_catalog.pg_extension e JOIN pg_catalog.pg_namespace n ON e.extnamespace OPERATOR(pg_catalog.=) n.oid
        WHERE e.extname OPERATOR(pg_catalog.=) 'ulidkit');
    escaped CONSTANT pg_catalog.text := pg_catalog.regexp_replace(
        pg_catalog.replace(schema::pg_catalog.text, '"', '""'), '(\W)', '\\\1', 'g');
    pattern CONSTANT pg_catalog.text := pg_catalog.concat(
        '\moperator\s*\(\s*(?:', escaped, '|"', escaped, '")\s*\.\s*(<|<=|=|<>|!=|>=|>)\s*\)');
    ours pg_catalog.text;
    doubtful pg_catalog.text;
BEGIN
    SELECT
        pg_catalog.string_agg(line, E'\n' ORDER BY line) FILTER (WHERE sure),
        pg_catalog.string_agg(line, E'\n' ORDER BY line) FILTER (WHERE NOT sure)
    INTO ours, doubtful
    FROM (
        SELECT pg_catalog.concat(
                pg_catalog.pg_describe_object('pg_catalog.pg_proc'::pg_catalog.regclass, p.oid, 0), ' uses ',
                pg_catalog.string_agg(DISTINCT pg_catalog.format('OPERATOR(%I.%s)', schema, u.used[1]), ', ')),
            pg_catalog.bool_or(NOT EXISTS (
                SELECT
                FROM pg_catalog.pg_operator o
                JOIN pg_catalog.pg_namespace n ON o.oprnamespace OPERATOR(pg_catalog.=) n.oid
                WHERE n.nspname OPERATOR(pg_catalog.=) schema
                    AND o.oprname::pg_catalog.text
                        OPERATOR(pg_catalog.=) pg_catalog.replace(u.used[1], '!=', '<>')
                    AND NOT EXISTS (
                        SELECT
                        FROM pg_catalog.pg_depend d
                        JOIN pg_catalog.pg_extension e
                            ON d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
                            AND d.refobjid OPERATOR(pg_catalog.=) e.oid
                        WHERE d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_operator'::pg_catalog.regclass
                            AND d.objid OPERATOR(pg_catalog.=) o.oid
                            AND e.extname OPERATOR(pg_catalog.=) 'ulidkit')))
        FROM pg_catalog.pg_proc p, pg_catalog.regexp_matches(p.prosrc, pattern, 'gi') AS u(used)
        WHERE p.prosqlbody IS NULL
        GROUP BY p.oid
    ) AS found(line, sure);
    IF ours IS NOT NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'dependent_objects_still_exist',
            MESSAGE = 'cannot move the operators of ulidkit to pg_catalog because functions name them with their schema',
            DETAIL = ours,
            HINT = pg_catalog.format('Write the operators without a schema, as in "a = b" instead of "a OPERATOR(%I.=) b".', schema);
    END IF;
    IF doubtful IS NOT NULL THEN
        RAISE WARNING USING
            MESSAGE = 'functions that name operators of ulidkit with their schema will fail',
            DETAIL = doubtful,
            HINT = 'The operators of ulidkit are in pg_catalog now. Where the operators of another type are meant, nothing changes.';
    END IF;
END
$$;

ALTER OPERATOR < (@kind@, @kind@) SET SCHEMA pg_catalog;
ALTER OPERATOR <= (@kind@, @kind@) SET SCHEMA pg_catalog;
ALTER OPERATOR = (@kind@, @kind@) SET SCHEMA pg_catalog;
ALTER OPERATOR <> (@kind@, @kind@) SET SCHEMA pg_catalog;
ALTER OPERATOR >= (@kind@, @kind@) SET SCHEMA pg_catalog;
ALTER OPERATOR > (@kind@, @kind@) SET SCHEMA pg_catalog;

-- Names that are kept from now on. What the server has parsed goes on using the functions.
DO $$
DECLARE
    users pg_catalog.text;
BEGIN
    SELECT pg_catalog.string_agg(pg_catalog.concat(pg_catalog.pg_describe_object('pg_catalog.pg_proc'::pg_catalog.regclass, oid, 0),
            ' uses ', name), E'\n' ORDER BY oid, name)
    INTO users
    FROM (
        SELECT DISTINCT p.oid, pg_catalog.concat(u.used[1], '()') AS name
        FROM pg_catalog.pg_proc p, pg_catalog.regexp_matches(p.prosrc,
            '\m(ulid_random|ulidkit_reset_clock|ulidflake_extract_scalability|(?:ulid|scru160|ulidflake|timeid|tbsl)_to_(?:timestamp|date))\s*\(', 'g') AS u(used)
        WHERE p.prosqlbody IS NULL
    ) AS found;
    IF users IS NOT NULL THEN
        RAISE WARNING USING
            MESSAGE = 'functions that name functions of ulidkit that have another name now will fail',
            DETAIL = users,
            HINT = 'The new names are ulid_generate_random(), ulidkit_reset_generators(), ulidflake_extract_scalability_id(), and for each type ..._to_local_timestamp() and ..._to_local_date().';
    END IF;
END
$$;

ALTER FUNCTION ulid_random() RENAME TO ulid_generate_random;
ALTER FUNCTION ulidflake_extract_scalability(ulidflake) RENAME TO ulidflake_extract_scalability_id;
ALTER FUNCTION ulidkit_reset_clock() RENAME TO ulidkit_reset_generators;

ALTER FUNCTION @kind@_to_timestamp(@kind@) RENAME TO @kind@_to_local_timestamp;
ALTER FUNCTION @kind@_to_date(@kind@) RENAME TO @kind@_to_local_date;

-- CREATE OR REPLACE FUNCTION gives names to arguments that have none, but does not change one: "time" is a keyword. A stored
-- expression that names it would be dumped with the old name, and prevents the update.
DO $$
DECLARE
    functions CONSTANT pg_catalog.text := (
        SELECT pg_catalog.string_agg(p.oid::pg_catalog.text, '|')
        FROM pg_catalog.pg_proc p
        JOIN pg_catalog.pg_depend d
            ON d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
            AND d.objid OPERATOR(pg_catalog.=) p.oid
        JOIN pg_catalog.pg_extension e
            ON d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
            AND d.refobjid OPERATOR(pg_catalog.=) e.oid
        WHERE e.extname OPERATOR(pg_catalog.=) 'ulidkit' AND d.deptype OPERATOR(pg_catalog.=) 'e'
            AND 'time' OPERATOR(pg_catalog.=) ANY (p.proargnames));
    users pg_catalog.text;
BEGIN
    SELECT pg_catalog.string_agg(pg_catalog.concat(pg_catalog.pg_describe_object(catalog, oid, 0),
        ' names argument "time" of a function of ulidkit'), E'\n' ORDER BY catalog, oid)
    INTO users
    FROM (
        SELECT 'pg_catalog.pg_attrdef'::pg_catalog.regclass, oid, adbin::pg_catalog.text FROM pg_catalog.pg_attrdef
        UNION ALL
        SELECT 'pg_catalog.pg_type'::pg_catalog.regclass, oid, typdefaultbin::pg_catalog.text FROM pg_catalog.pg_type
        UNION ALL
        SELECT 'pg_catalog.pg_constraint'::pg_catalog.regclass, oid, conbin::pg_catalog.text FROM pg_catalog.pg_constraint
        UNION ALL
        SELECT 'pg_catalog.pg_proc'::pg_catalog.regclass, oid, pg_catalog.concat(proargdefaults, prosqlbody)
        FROM pg_catalog.pg_proc
        UNION ALL
        SELECT 'pg_catalog.pg_rewrite'::pg_catalog.regclass, oid, pg_catalog.concat(ev_qual, ev_action)
        FROM pg_catalog.pg_rewrite
        UNION ALL
        SELECT 'pg_catalog.pg_policy'::pg_catalog.regclass, oid, pg_catalog.concat(polqual, polwithcheck)
        FROM pg_catalog.pg_policy
        UNION ALL
        SELECT 'pg_catalog.pg_trigger'::pg_catalog.regclass, oid, tgqual::pg_catalog.text FROM pg_catalog.pg_trigger
        UNION ALL
        SELECT 'pg_catalog.pg_statistic_ext'::pg_catalog.regclass, oid, stxexprs::pg_catalog.text
        FROM pg_catalog.pg_statistic_ext
        UNION ALL
        SELECT 'pg_catalog.pg_class'::pg_catalog.regclass, indexrelid, pg_catalog.concat(indexprs, indpred)
        FROM pg_catalog.pg_index
        UNION ALL
        SELECT 'pg_catalog.pg_class'::pg_catalog.regclass, partrelid, partexprs::pg_catalog.text
        FROM pg_catalog.pg_partitioned_table
    ) AS stored(catalog, oid, expression)
    WHERE expression OPERATOR(pg_catalog.~) ':name time '
        AND expression OPERATOR(pg_catalog.~) pg_catalog.concat(':funcid (', functions, ') ');
    IF users IS NOT NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'dependent_objects_still_exist',
            MESSAGE = 'cannot rename argument "time" because other objects depend on it',
            DETAIL = users,
            HINT = 'Drop these objects, and create them again after the update, with "ts" for "time".';
    END IF;
END
$$;

UPDATE pg_catalog.pg_proc
SET proargnames = pg_catalog.array_replace(proargnames, 'time', 'ts')
WHERE 'time' OPERATOR(pg_catalog.=) ANY (proargnames) AND oid OPERATOR(pg_catalog.=) ANY (ARRAY(
    SELECT d.objid
    FROM pg_catalog.pg_depend d
    JOIN pg_catalog.pg_extension e
        ON d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
        AND d.refobjid OPERATOR(pg_catalog.=) e.oid
    WHERE e.extname OPERATOR(pg_catalog.=) 'ulidkit' AND d.deptype OPERATOR(pg_catalog.=) 'e'
        AND d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass));

-- The function takes the place of the view, which tools that compare schemas took for one of the application's. Whoever
-- can read the view, or execute the function, can execute it afterwards.
DO $$
DECLARE
    view CONSTANT pg_catalog.regclass := 'ulidkit_generators';
    dependents pg_catalog.text;
BEGIN
    SELECT pg_catalog.string_agg(
        pg_catalog.concat(pg_catalog.pg_describe_object(d.classid, d.objid, d.objsubid), ' depends on ',
            pg_catalog.pg_describe_object(d.refclassid, d.refobjid, 0)),
        E'\n' ORDER BY d.classid, d.objid)
    INTO dependents
    FROM (
        SELECT DISTINCT classid, objid, objsubid, refclassid, refobjid
        FROM pg_catalog.pg_depend
        WHERE deptype OPERATOR(pg_catalog.=) 'n' AND (
            refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_class'::pg_catalog.regclass
                AND refobjid OPERATOR(pg_catalog.=) view
            OR refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_type'::pg_catalog.regclass
                AND refobjid OPERATOR(pg_catalog.=) ANY (
                    SELECT pg_catalog.unnest(ARRAY[t.oid, t.typarray]) FROM pg_catalog.pg_type t
                    WHERE t.typrelid OPERATOR(pg_catalog.=) view)
            OR refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
                AND refobjid OPERATOR(pg_catalog.=) 'ulidkit_generators()'::pg_catalog.regprocedure)
    ) AS d
    WHERE NOT (d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_rewrite'::pg_catalog.regclass AND d.objid OPERATOR(pg_catalog.=) (
        SELECT oid FROM pg_catalog.pg_rewrite WHERE ev_class OPERATOR(pg_catalog.=) view));
    IF dependents IS NOT NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'dependent_objects_still_exist',
            MESSAGE = 'cannot drop view ulidkit_generators because other objects depend on it',
            DETAIL = dependents,
            HINT = 'Drop these objects, and create them again after the update, with "ulidkit_generators()" for "ulidkit_generators".';
    END IF;
    PERFORM pg_catalog.set_config('ulidkit_update.grants', (
        SELECT pg_catalog.string_agg(DISTINCT pg_catalog.concat(
            CASE WHEN a.grantee OPERATOR(pg_catalog.=) '0' THEN 'PUBLIC'
                ELSE pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(a.grantee)) END,
            CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' END), E'\n')
        FROM (
            SELECT proacl FROM pg_catalog.pg_proc
            WHERE oid OPERATOR(pg_catalog.=) 'ulidkit_generators()'::pg_catalog.regprocedure
            UNION ALL
            SELECT relacl FROM pg_catalog.pg_class WHERE oid OPERATOR(pg_catalog.=) view
        ) AS object(privileges), pg_catalog.aclexplode(object.privileges) AS a
        WHERE a.grantee OPERATOR(pg_catalog.<>) a.grantor
            AND a.privilege_type OPERATOR(pg_catalog.=) ANY (ARRAY['EXECUTE', 'SELECT'])
    ), true);
END
$$;

DROP VIEW ulidkit_generators;

DROP FUNCTION ulidkit_generators();

DROP FUNCTION ulidkit_between(uuid, uuid, uuid);

DROP FUNCTION ulidkit_between(bigint, bigint, bigint);

DROP FUNCTION ulidkit_between_support(internal);

@new@

DO $$
DECLARE
    grantee pg_catalog.text;
BEGIN
    FOR grantee IN
        SELECT pg_catalog.string_to_table(pg_catalog.current_setting('ulidkit_update.grants'), E'\n')
    LOOP
        EXECUTE pg_catalog.concat('GRANT EXECUTE ON FUNCTION ulidkit_generators() TO ', grantee);
    END LOOP;
END
$$;
