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

ALTER OPERATOR < (ulid, ulid) SET SCHEMA pg_catalog;
ALTER OPERATOR <= (ulid, ulid) SET SCHEMA pg_catalog;
ALTER OPERATOR = (ulid, ulid) SET SCHEMA pg_catalog;
ALTER OPERATOR <> (ulid, ulid) SET SCHEMA pg_catalog;
ALTER OPERATOR >= (ulid, ulid) SET SCHEMA pg_catalog;
ALTER OPERATOR > (ulid, ulid) SET SCHEMA pg_catalog;

ALTER OPERATOR < (scru160, scru160) SET SCHEMA pg_catalog;
ALTER OPERATOR <= (scru160, scru160) SET SCHEMA pg_catalog;
ALTER OPERATOR = (scru160, scru160) SET SCHEMA pg_catalog;
ALTER OPERATOR <> (scru160, scru160) SET SCHEMA pg_catalog;
ALTER OPERATOR >= (scru160, scru160) SET SCHEMA pg_catalog;
ALTER OPERATOR > (scru160, scru160) SET SCHEMA pg_catalog;

ALTER OPERATOR < (ulidflake, ulidflake) SET SCHEMA pg_catalog;
ALTER OPERATOR <= (ulidflake, ulidflake) SET SCHEMA pg_catalog;
ALTER OPERATOR = (ulidflake, ulidflake) SET SCHEMA pg_catalog;
ALTER OPERATOR <> (ulidflake, ulidflake) SET SCHEMA pg_catalog;
ALTER OPERATOR >= (ulidflake, ulidflake) SET SCHEMA pg_catalog;
ALTER OPERATOR > (ulidflake, ulidflake) SET SCHEMA pg_catalog;

ALTER OPERATOR < (timeid, timeid) SET SCHEMA pg_catalog;
ALTER OPERATOR <= (timeid, timeid) SET SCHEMA pg_catalog;
ALTER OPERATOR = (timeid, timeid) SET SCHEMA pg_catalog;
ALTER OPERATOR <> (timeid, timeid) SET SCHEMA pg_catalog;
ALTER OPERATOR >= (timeid, timeid) SET SCHEMA pg_catalog;
ALTER OPERATOR > (timeid, timeid) SET SCHEMA pg_catalog;

ALTER OPERATOR < (tbsl, tbsl) SET SCHEMA pg_catalog;
ALTER OPERATOR <= (tbsl, tbsl) SET SCHEMA pg_catalog;
ALTER OPERATOR = (tbsl, tbsl) SET SCHEMA pg_catalog;
ALTER OPERATOR <> (tbsl, tbsl) SET SCHEMA pg_catalog;
ALTER OPERATOR >= (tbsl, tbsl) SET SCHEMA pg_catalog;
ALTER OPERATOR > (tbsl, tbsl) SET SCHEMA pg_catalog;

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

ALTER FUNCTION ulid_to_timestamp(ulid) RENAME TO ulid_to_local_timestamp;
ALTER FUNCTION ulid_to_date(ulid) RENAME TO ulid_to_local_date;

ALTER FUNCTION scru160_to_timestamp(scru160) RENAME TO scru160_to_local_timestamp;
ALTER FUNCTION scru160_to_date(scru160) RENAME TO scru160_to_local_date;

ALTER FUNCTION ulidflake_to_timestamp(ulidflake) RENAME TO ulidflake_to_local_timestamp;
ALTER FUNCTION ulidflake_to_date(ulidflake) RENAME TO ulidflake_to_local_date;

ALTER FUNCTION timeid_to_timestamp(timeid) RENAME TO timeid_to_local_timestamp;
ALTER FUNCTION timeid_to_date(timeid) RENAME TO timeid_to_local_date;

ALTER FUNCTION tbsl_to_timestamp(tbsl) RENAME TO tbsl_to_local_timestamp;
ALTER FUNCTION tbsl_to_date(tbsl) RENAME TO tbsl_to_local_date;

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

-- Bounds of IDs in columns of PostgreSQL's own types, see comparisons.sql.in and src/pg/planning/guest_bounds.cpp.

CREATE FUNCTION ulidkit_at_least_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_at_least_support(internal) IS 'planner support for ulidkit_at_least()';

CREATE FUNCTION ulidkit_at_most_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_at_most_support(internal) IS 'planner support for ulidkit_at_most() and ulidkit_below()';

-- The planner copies a condition on a UNION ALL for each of its tables, and the support function rewrites the copy.

CREATE FUNCTION ulidkit_for_each_table_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_for_each_table_support(internal) IS 'planner support for ulidkit_for_each_table()';

CREATE FUNCTION ulidkit_for_each_table(condition boolean) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_for_each_table_support;
COMMENT ON FUNCTION ulidkit_for_each_table(boolean) IS
    'condition on a UNION ALL that is planned by time for each of its tables';

-- Equalities of a form of an ID, such as its text, become equalities of the ID: see src/pg/planning/inverse.cpp.

CREATE FUNCTION ulidkit_inverse_support(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_inverse_support(internal) IS 'planner support for functions of an ID that have an inverse';

CREATE FUNCTION ulidkit_at_least(id uuid, bound uuid) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_uuid_at_least'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_least_support;
COMMENT ON FUNCTION ulidkit_at_least(uuid, uuid) IS
    'is ID at least the bound, in conditions that the planner makes';

CREATE FUNCTION ulidkit_at_most(id uuid, bound uuid) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_uuid_at_most'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_most_support;
COMMENT ON FUNCTION ulidkit_at_most(uuid, uuid) IS
    'is ID at most the bound, in conditions that the planner makes';

CREATE FUNCTION ulidkit_at_least(id bigint, bound bigint) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_bigint_at_least'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_least_support;
COMMENT ON FUNCTION ulidkit_at_least(bigint, bigint) IS
    'is ID at least the bound, in conditions that the planner makes';

CREATE FUNCTION ulidkit_at_most(id bigint, bound bigint) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_bigint_at_most'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_most_support;
COMMENT ON FUNCTION ulidkit_at_most(bigint, bigint) IS
    'is ID at most the bound, in conditions that the planner makes';

CREATE FUNCTION ulidkit_at_least(id text, bound text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_bytes_at_least'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_least_support;
COMMENT ON FUNCTION ulidkit_at_least(text, text) IS
    'is ID at least the bound in the order of bytes, in conditions that the planner makes';

CREATE FUNCTION ulidkit_below(id text, bound text) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_bytes_below'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_most_support;
COMMENT ON FUNCTION ulidkit_below(text, text) IS
    'is ID below the bound in the order of bytes, in conditions that the planner makes';

CREATE FUNCTION ulidkit_at_least(id bpchar, bound bpchar) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_character_at_least'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_least_support;
COMMENT ON FUNCTION ulidkit_at_least(bpchar, bpchar) IS
    'is ID at least the bound in the order of bytes, in conditions that the planner makes';

CREATE FUNCTION ulidkit_below(id bpchar, bound bpchar) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_character_below'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_most_support;
COMMENT ON FUNCTION ulidkit_below(bpchar, bpchar) IS
    'is ID below the bound in the order of bytes, in conditions that the planner makes';

CREATE FUNCTION ulidkit_at_least(id bytea, bound bytea) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_bytes_at_least'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_least_support;
COMMENT ON FUNCTION ulidkit_at_least(bytea, bytea) IS
    'is ID at least the bound in the order of bytes, in conditions that the planner makes';

CREATE FUNCTION ulidkit_below(id bytea, bound bytea) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_bytes_below'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_at_most_support;
COMMENT ON FUNCTION ulidkit_below(bytea, bytea) IS
    'is ID below the bound in the order of bytes, in conditions that the planner makes';

-- Objects of every kind with a type of its own.

CREATE OR REPLACE FUNCTION ulid_out(ulid) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;

-- For the planner, like all functions whose names end with "_or_null": NULL for what the form of no ID is.

CREATE FUNCTION ulid_in_or_null(id text) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_in_or_null(text) IS
    'ulid of its text, or NULL if it is the text of none; used by the planner';

CREATE FUNCTION ulid_like_min(start text, pattern boolean) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_like_min(text, boolean) IS
    'smallest ulid whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

CREATE FUNCTION ulid_like_max(start text, pattern boolean) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_like_max(text, boolean) IS
    'largest ulid whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

-- Operators are in pg_catalog, where all find them: PostgreSQL writes some expressions into a dump, and to other servers,
-- with the bare names of their operators.

COMMENT ON OPERATOR pg_catalog.< (ulid, ulid) IS 'less than';

COMMENT ON OPERATOR pg_catalog.<= (ulid, ulid) IS 'less than or equal';

COMMENT ON OPERATOR pg_catalog.= (ulid, ulid) IS 'equal';

COMMENT ON OPERATOR pg_catalog.<> (ulid, ulid) IS 'not equal';

COMMENT ON OPERATOR pg_catalog.>= (ulid, ulid) IS 'greater than or equal';

COMMENT ON OPERATOR pg_catalog.> (ulid, ulid) IS 'greater than';

-- Objects of every kind, including kinds that use a type of the server.

CREATE OR REPLACE FUNCTION ulid_extract_timestamp(id ulid) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;

CREATE OR REPLACE FUNCTION ulid_min(ts timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE OR REPLACE FUNCTION ulid_max(ts timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_prefix_min(prefix text) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_prefix_min(text) IS 'smallest ulid with the given text prefix';

CREATE FUNCTION ulid_prefix_max(prefix text) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_prefix_max(text) IS 'largest ulid with the given text prefix';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

CREATE OR REPLACE FUNCTION ulid_at_or_after(ts timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION ulid_after(ts timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION ulid_before(ts timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION ulid_at_or_before(ts timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

-- Generation

CREATE OR REPLACE FUNCTION ulid_generate(ts timestamptz) RETURNS ulid
    AS 'MODULE_PATHNAME', 'ulid_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;

CREATE FUNCTION ulid_observe(id ulid) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_observe(ulid) IS 'make the next ulid generated on this server greater than the given one';
REVOKE ALL ON FUNCTION ulid_observe(ulid) FROM PUBLIC;

-- For pg_partman, which passes IDs as text, and calls the functions with a search path of its own.

CREATE FUNCTION ulid_time_encoder(ts timestamptz) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN ulid_min(ts)::text;
COMMENT ON FUNCTION ulid_time_encoder(timestamptz) IS
    'text form of the smallest ulid at or after a timestamp, for pg_partman; error if there is none';

CREATE FUNCTION ulid_time_decoder(id text) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN ulid_extract_timestamp(id::ulid);
COMMENT ON FUNCTION ulid_time_decoder(text) IS 'extract timestamp from the text form of ulid, for pg_partman';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

CREATE OR REPLACE FUNCTION ulid_to_bytea(id ulid) RETURNS bytea
    AS 'MODULE_PATHNAME', 'ulid_send'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;

CREATE FUNCTION ulid_from_bytea_or_null(bytea) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_from_bytea_or_null(bytea) IS
    'ulid of its binary representation, or NULL if it is that of none; used by the planner';

CREATE OR REPLACE FUNCTION ulid_to_local_timestamp(id ulid) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN ulid_extract_timestamp(id)::timestamp;

CREATE OR REPLACE FUNCTION ulid_to_local_date(id ulid) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN ulid_extract_timestamp(id)::date;

-- GiST operator class of every kind with a type of its own.

CREATE TYPE ulid_gist_key;

CREATE FUNCTION ulid_gist_key_in(cstring) RETURNS ulid_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_key_in(cstring) IS 'I/O';

CREATE FUNCTION ulid_gist_key_out(ulid_gist_key) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_key_out(ulid_gist_key) IS 'I/O';

CREATE TYPE ulid_gist_key (
    INPUT = ulid_gist_key_in,
    OUTPUT = ulid_gist_key_out,
    INTERNALLENGTH = 32, ALIGNMENT = char
);
COMMENT ON TYPE ulid_gist_key IS 'key of a GiST index on ulid: the smallest and the largest value below it';

CREATE FUNCTION ulid_gist_consistent(internal, ulid, smallint, oid, internal) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_consistent(internal, ulid, smallint, oid, internal) IS 'GiST support';

CREATE FUNCTION ulid_gist_union(internal, internal) RETURNS ulid_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_union(internal, internal) IS 'GiST support';

CREATE FUNCTION ulid_gist_compress(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_compress(internal) IS 'GiST support';

CREATE FUNCTION ulid_gist_penalty(internal, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_penalty(internal, internal, internal) IS 'GiST support';

CREATE FUNCTION ulid_gist_picksplit(internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_picksplit(internal, internal) IS 'GiST support';

CREATE FUNCTION ulid_gist_same(ulid_gist_key, ulid_gist_key, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_same(ulid_gist_key, ulid_gist_key, internal) IS 'GiST support';

CREATE FUNCTION ulid_gist_fetch(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_fetch(internal) IS 'GiST support';

CREATE FUNCTION ulid_gist_sortsupport(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gist_sortsupport(internal) IS 'GiST sort support';

CREATE OPERATOR CLASS ulid_ops DEFAULT FOR TYPE ulid USING gist AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    OPERATOR 6 <>,
    FUNCTION 1 ulid_gist_consistent(internal, ulid, smallint, oid, internal),
    FUNCTION 2 ulid_gist_union(internal, internal),
    FUNCTION 3 ulid_gist_compress(internal),
    FUNCTION 5 ulid_gist_penalty(internal, internal, internal),
    FUNCTION 6 ulid_gist_picksplit(internal, internal),
    FUNCTION 7 ulid_gist_same(ulid_gist_key, ulid_gist_key, internal),
    FUNCTION 9 ulid_gist_fetch(internal),
    FUNCTION 11 ulid_gist_sortsupport(internal),
    STORAGE ulid_gist_key;
COMMENT ON OPERATOR FAMILY ulid_ops USING gist IS 'GiST operators for ulid';
COMMENT ON OPERATOR CLASS ulid_ops USING gist IS 'default GiST operator class for ulid';

-- GIN operator class of every kind with a type of its own.

CREATE FUNCTION ulid_gin_extract_value(ulid, internal) RETURNS internal
    AS 'MODULE_PATHNAME', 'ulidkit_gin_extract_value' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gin_extract_value(ulid, internal) IS 'GIN support';

CREATE FUNCTION ulid_gin_extract_query(ulid, internal, smallint, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gin_extract_query(ulid, internal, smallint, internal, internal) IS 'GIN support';

CREATE FUNCTION ulid_gin_consistent(internal, smallint, ulid, integer, internal, internal) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_gin_consistent' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gin_consistent(internal, smallint, ulid, integer, internal, internal) IS 'GIN support';

CREATE FUNCTION ulid_gin_compare_partial(ulid, ulid, smallint, internal) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_gin_compare_partial(ulid, ulid, smallint, internal) IS 'GIN support';

CREATE OPERATOR CLASS ulid_ops DEFAULT FOR TYPE ulid USING gin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 ulid_cmp(ulid, ulid),
    FUNCTION 2 ulid_gin_extract_value(ulid, internal),
    FUNCTION 3 ulid_gin_extract_query(ulid, internal, smallint, internal, internal),
    FUNCTION 4 ulid_gin_consistent(internal, smallint, ulid, integer, internal, internal),
    FUNCTION 5 ulid_gin_compare_partial(ulid, ulid, smallint, internal);
COMMENT ON OPERATOR FAMILY ulid_ops USING gin IS 'GIN operators for ulid';
COMMENT ON OPERATOR CLASS ulid_ops USING gin IS 'default GIN operator class for ulid';

-- The hidden form of every kind of at most 16 bytes: see src/core/hide.hpp.

CREATE FUNCTION ulid_hide(id ulid, context text, key text DEFAULT 'default') RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10 SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION ulid_hide(ulid, text, text) IS 'hidden form of ulid, which tells nothing without the key';
REVOKE ALL ON FUNCTION ulid_hide(ulid, text, text) FROM PUBLIC;

CREATE FUNCTION ulid_reveal(hidden text, context text, key text DEFAULT 'default') RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION ulid_reveal(text, text, text) IS 'ulid of its hidden form';
REVOKE ALL ON FUNCTION ulid_reveal(text, text, text) FROM PUBLIC;

-- For the planner. Only who can execute the function above can call it.
CREATE FUNCTION ulid_reveal_or_null(hidden text, context text, key text) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION ulid_reveal_or_null(text, text, text) IS
    'ulid of its hidden form, or NULL if it is no hidden form; used by the planner';

CREATE OR REPLACE FUNCTION ulid_generate_random() RETURNS ulid
    AS 'MODULE_PATHNAME', 'ulid_random' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;

CREATE OR REPLACE FUNCTION ulid_extract_randomness(id ulid) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION ulid_make(ts timestamptz, randomness bytea) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_make(timestamptz, bytea) IS 'make ulid from timestamp and random bits, 10 bytes';

CREATE FUNCTION ulid_make_ordered(ts timestamptz, number bigint) RETURNS ulid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_make_ordered(timestamptz, bigint) IS
    'make ulid from timestamp and number, in the order of the timestamps, to the microsecond, and of the numbers';

CREATE OR REPLACE FUNCTION ulid_to_uuidv7(id ulid) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE CAST (uuid AS ulid) WITHOUT FUNCTION;
COMMENT ON CAST (uuid AS ulid) IS 'convert uuid to ulid with the same 16 bytes';

-- For the planner, see src/pg/planning/inverse.cpp. newer.sql gives it to the operator class.
CREATE FUNCTION ulid_btree_options(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulid_btree_options(internal) IS
    'options of the B-tree operator class of ulid; there are none, but the call loads the library';

-- Objects of every kind with a type of its own.

CREATE OR REPLACE FUNCTION scru160_out(scru160) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;

-- For the planner, like all functions whose names end with "_or_null": NULL for what the form of no ID is.

CREATE FUNCTION scru160_in_or_null(id text) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_in_or_null(text) IS
    'scru160 of its text, or NULL if it is the text of none; used by the planner';

CREATE FUNCTION scru160_like_min(start text, pattern boolean) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_like_min(text, boolean) IS
    'smallest scru160 whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

CREATE FUNCTION scru160_like_max(start text, pattern boolean) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_like_max(text, boolean) IS
    'largest scru160 whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

-- Operators are in pg_catalog, where all find them: PostgreSQL writes some expressions into a dump, and to other servers,
-- with the bare names of their operators.

COMMENT ON OPERATOR pg_catalog.< (scru160, scru160) IS 'less than';

COMMENT ON OPERATOR pg_catalog.<= (scru160, scru160) IS 'less than or equal';

COMMENT ON OPERATOR pg_catalog.= (scru160, scru160) IS 'equal';

COMMENT ON OPERATOR pg_catalog.<> (scru160, scru160) IS 'not equal';

COMMENT ON OPERATOR pg_catalog.>= (scru160, scru160) IS 'greater than or equal';

COMMENT ON OPERATOR pg_catalog.> (scru160, scru160) IS 'greater than';

-- Objects of every kind, including kinds that use a type of the server.

CREATE OR REPLACE FUNCTION scru160_extract_timestamp(id scru160) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;

CREATE OR REPLACE FUNCTION scru160_min(ts timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE OR REPLACE FUNCTION scru160_max(ts timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_prefix_min(prefix text) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_prefix_min(text) IS 'smallest scru160 with the given text prefix';

CREATE FUNCTION scru160_prefix_max(prefix text) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_prefix_max(text) IS 'largest scru160 with the given text prefix';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

CREATE OR REPLACE FUNCTION scru160_at_or_after(ts timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION scru160_after(ts timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION scru160_before(ts timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION scru160_at_or_before(ts timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

-- Generation

CREATE OR REPLACE FUNCTION scru160_generate(ts timestamptz) RETURNS scru160
    AS 'MODULE_PATHNAME', 'scru160_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;

CREATE FUNCTION scru160_observe(id scru160) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_observe(scru160) IS 'make the next scru160 generated on this server greater than the given one';
REVOKE ALL ON FUNCTION scru160_observe(scru160) FROM PUBLIC;

-- For pg_partman, which passes IDs as text, and calls the functions with a search path of its own.

CREATE FUNCTION scru160_time_encoder(ts timestamptz) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN scru160_min(ts)::text;
COMMENT ON FUNCTION scru160_time_encoder(timestamptz) IS
    'text form of the smallest scru160 at or after a timestamp, for pg_partman; error if there is none';

CREATE FUNCTION scru160_time_decoder(id text) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN scru160_extract_timestamp(id::scru160);
COMMENT ON FUNCTION scru160_time_decoder(text) IS 'extract timestamp from the text form of scru160, for pg_partman';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

CREATE OR REPLACE FUNCTION scru160_to_bytea(id scru160) RETURNS bytea
    AS 'MODULE_PATHNAME', 'scru160_send'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;

CREATE FUNCTION scru160_from_bytea_or_null(bytea) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_from_bytea_or_null(bytea) IS
    'scru160 of its binary representation, or NULL if it is that of none; used by the planner';

CREATE OR REPLACE FUNCTION scru160_to_local_timestamp(id scru160) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN scru160_extract_timestamp(id)::timestamp;

CREATE OR REPLACE FUNCTION scru160_to_local_date(id scru160) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN scru160_extract_timestamp(id)::date;

-- GiST operator class of every kind with a type of its own.

CREATE TYPE scru160_gist_key;

CREATE FUNCTION scru160_gist_key_in(cstring) RETURNS scru160_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_key_in(cstring) IS 'I/O';

CREATE FUNCTION scru160_gist_key_out(scru160_gist_key) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_key_out(scru160_gist_key) IS 'I/O';

CREATE TYPE scru160_gist_key (
    INPUT = scru160_gist_key_in,
    OUTPUT = scru160_gist_key_out,
    INTERNALLENGTH = 40, ALIGNMENT = char
);
COMMENT ON TYPE scru160_gist_key IS 'key of a GiST index on scru160: the smallest and the largest value below it';

CREATE FUNCTION scru160_gist_consistent(internal, scru160, smallint, oid, internal) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_consistent(internal, scru160, smallint, oid, internal) IS 'GiST support';

CREATE FUNCTION scru160_gist_union(internal, internal) RETURNS scru160_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_union(internal, internal) IS 'GiST support';

CREATE FUNCTION scru160_gist_compress(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_compress(internal) IS 'GiST support';

CREATE FUNCTION scru160_gist_penalty(internal, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_penalty(internal, internal, internal) IS 'GiST support';

CREATE FUNCTION scru160_gist_picksplit(internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_picksplit(internal, internal) IS 'GiST support';

CREATE FUNCTION scru160_gist_same(scru160_gist_key, scru160_gist_key, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_same(scru160_gist_key, scru160_gist_key, internal) IS 'GiST support';

CREATE FUNCTION scru160_gist_fetch(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_fetch(internal) IS 'GiST support';

CREATE FUNCTION scru160_gist_sortsupport(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gist_sortsupport(internal) IS 'GiST sort support';

CREATE OPERATOR CLASS scru160_ops DEFAULT FOR TYPE scru160 USING gist AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    OPERATOR 6 <>,
    FUNCTION 1 scru160_gist_consistent(internal, scru160, smallint, oid, internal),
    FUNCTION 2 scru160_gist_union(internal, internal),
    FUNCTION 3 scru160_gist_compress(internal),
    FUNCTION 5 scru160_gist_penalty(internal, internal, internal),
    FUNCTION 6 scru160_gist_picksplit(internal, internal),
    FUNCTION 7 scru160_gist_same(scru160_gist_key, scru160_gist_key, internal),
    FUNCTION 9 scru160_gist_fetch(internal),
    FUNCTION 11 scru160_gist_sortsupport(internal),
    STORAGE scru160_gist_key;
COMMENT ON OPERATOR FAMILY scru160_ops USING gist IS 'GiST operators for scru160';
COMMENT ON OPERATOR CLASS scru160_ops USING gist IS 'default GiST operator class for scru160';

-- GIN operator class of every kind with a type of its own.

CREATE FUNCTION scru160_gin_extract_value(scru160, internal) RETURNS internal
    AS 'MODULE_PATHNAME', 'ulidkit_gin_extract_value' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gin_extract_value(scru160, internal) IS 'GIN support';

CREATE FUNCTION scru160_gin_extract_query(scru160, internal, smallint, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gin_extract_query(scru160, internal, smallint, internal, internal) IS 'GIN support';

CREATE FUNCTION scru160_gin_consistent(internal, smallint, scru160, integer, internal, internal) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_gin_consistent' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gin_consistent(internal, smallint, scru160, integer, internal, internal) IS 'GIN support';

CREATE FUNCTION scru160_gin_compare_partial(scru160, scru160, smallint, internal) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_gin_compare_partial(scru160, scru160, smallint, internal) IS 'GIN support';

CREATE OPERATOR CLASS scru160_ops DEFAULT FOR TYPE scru160 USING gin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 scru160_cmp(scru160, scru160),
    FUNCTION 2 scru160_gin_extract_value(scru160, internal),
    FUNCTION 3 scru160_gin_extract_query(scru160, internal, smallint, internal, internal),
    FUNCTION 4 scru160_gin_consistent(internal, smallint, scru160, integer, internal, internal),
    FUNCTION 5 scru160_gin_compare_partial(scru160, scru160, smallint, internal);
COMMENT ON OPERATOR FAMILY scru160_ops USING gin IS 'GIN operators for scru160';
COMMENT ON OPERATOR CLASS scru160_ops USING gin IS 'default GIN operator class for scru160';

CREATE OR REPLACE FUNCTION scru160_extract_counter(id scru160) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION scru160_extract_random(id scru160) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE FUNCTION scru160_make(ts timestamptz, counter integer, random bytea) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_make(timestamptz, integer, bytea) IS
    'make scru160 from timestamp, counter, 0 to 65535, and random16 and random80 fields, 12 bytes';

CREATE FUNCTION scru160_make_ordered(ts timestamptz, number bigint) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_make_ordered(timestamptz, bigint) IS
    'make scru160 from timestamp and number, in the order of the timestamps, to the microsecond, and of the numbers';

CREATE OR REPLACE FUNCTION scru160_to_hex(id scru160) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;

CREATE FUNCTION scru160_from_hex_or_null(value text) RETURNS scru160
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION scru160_from_hex_or_null(text) IS
    'scru160 of its alternative text form, or NULL if it is that of none; used by the planner';

-- Objects of every kind with a type of its own.

CREATE OR REPLACE FUNCTION ulidflake_out(ulidflake) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;

-- For the planner, like all functions whose names end with "_or_null": NULL for what the form of no ID is.

CREATE FUNCTION ulidflake_in_or_null(id text) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_in_or_null(text) IS
    'ulidflake of its text, or NULL if it is the text of none; used by the planner';

CREATE FUNCTION ulidflake_like_min(start text, pattern boolean) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_like_min(text, boolean) IS
    'smallest ulidflake whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

CREATE FUNCTION ulidflake_like_max(start text, pattern boolean) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_like_max(text, boolean) IS
    'largest ulidflake whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

-- Operators are in pg_catalog, where all find them: PostgreSQL writes some expressions into a dump, and to other servers,
-- with the bare names of their operators.

COMMENT ON OPERATOR pg_catalog.< (ulidflake, ulidflake) IS 'less than';

COMMENT ON OPERATOR pg_catalog.<= (ulidflake, ulidflake) IS 'less than or equal';

COMMENT ON OPERATOR pg_catalog.= (ulidflake, ulidflake) IS 'equal';

COMMENT ON OPERATOR pg_catalog.<> (ulidflake, ulidflake) IS 'not equal';

COMMENT ON OPERATOR pg_catalog.>= (ulidflake, ulidflake) IS 'greater than or equal';

COMMENT ON OPERATOR pg_catalog.> (ulidflake, ulidflake) IS 'greater than';

-- Objects of every kind, including kinds that use a type of the server.

CREATE OR REPLACE FUNCTION ulidflake_extract_timestamp(id ulidflake) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;

CREATE OR REPLACE FUNCTION ulidflake_min(ts timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE OR REPLACE FUNCTION ulidflake_max(ts timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION ulidflake_prefix_min(prefix text) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_prefix_min(text) IS 'smallest ulidflake with the given text prefix';

CREATE FUNCTION ulidflake_prefix_max(prefix text) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_prefix_max(text) IS 'largest ulidflake with the given text prefix';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

CREATE OR REPLACE FUNCTION ulidflake_at_or_after(ts timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION ulidflake_after(ts timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION ulidflake_before(ts timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION ulidflake_at_or_before(ts timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

-- Generation

CREATE OR REPLACE FUNCTION ulidflake_generate(ts timestamptz) RETURNS ulidflake
    AS 'MODULE_PATHNAME', 'ulidflake_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;

CREATE FUNCTION ulidflake_observe(id ulidflake) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_observe(ulidflake) IS 'make the next ulidflake generated on this server greater than the given one';
REVOKE ALL ON FUNCTION ulidflake_observe(ulidflake) FROM PUBLIC;

-- For pg_partman, which passes IDs as text, and calls the functions with a search path of its own.

CREATE FUNCTION ulidflake_time_encoder(ts timestamptz) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN ulidflake_min(ts)::text;
COMMENT ON FUNCTION ulidflake_time_encoder(timestamptz) IS
    'text form of the smallest ulidflake at or after a timestamp, for pg_partman; error if there is none';

CREATE FUNCTION ulidflake_time_decoder(id text) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN ulidflake_extract_timestamp(id::ulidflake);
COMMENT ON FUNCTION ulidflake_time_decoder(text) IS 'extract timestamp from the text form of ulidflake, for pg_partman';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

CREATE OR REPLACE FUNCTION ulidflake_to_bytea(id ulidflake) RETURNS bytea
    AS 'MODULE_PATHNAME', 'ulidflake_send'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;

CREATE FUNCTION ulidflake_from_bytea_or_null(bytea) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_from_bytea_or_null(bytea) IS
    'ulidflake of its binary representation, or NULL if it is that of none; used by the planner';

CREATE OR REPLACE FUNCTION ulidflake_to_local_timestamp(id ulidflake) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN ulidflake_extract_timestamp(id)::timestamp;

CREATE OR REPLACE FUNCTION ulidflake_to_local_date(id ulidflake) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN ulidflake_extract_timestamp(id)::date;

-- GiST operator class of every kind with a type of its own.

CREATE TYPE ulidflake_gist_key;

CREATE FUNCTION ulidflake_gist_key_in(cstring) RETURNS ulidflake_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_key_in(cstring) IS 'I/O';

CREATE FUNCTION ulidflake_gist_key_out(ulidflake_gist_key) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_key_out(ulidflake_gist_key) IS 'I/O';

CREATE TYPE ulidflake_gist_key (
    INPUT = ulidflake_gist_key_in,
    OUTPUT = ulidflake_gist_key_out,
    INTERNALLENGTH = 16, ALIGNMENT = double
);
COMMENT ON TYPE ulidflake_gist_key IS 'key of a GiST index on ulidflake: the smallest and the largest value below it';

CREATE FUNCTION ulidflake_gist_consistent(internal, ulidflake, smallint, oid, internal) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_consistent(internal, ulidflake, smallint, oid, internal) IS 'GiST support';

CREATE FUNCTION ulidflake_gist_union(internal, internal) RETURNS ulidflake_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_union(internal, internal) IS 'GiST support';

CREATE FUNCTION ulidflake_gist_compress(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_compress(internal) IS 'GiST support';

CREATE FUNCTION ulidflake_gist_penalty(internal, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_penalty(internal, internal, internal) IS 'GiST support';

CREATE FUNCTION ulidflake_gist_picksplit(internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_picksplit(internal, internal) IS 'GiST support';

CREATE FUNCTION ulidflake_gist_same(ulidflake_gist_key, ulidflake_gist_key, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_same(ulidflake_gist_key, ulidflake_gist_key, internal) IS 'GiST support';

CREATE FUNCTION ulidflake_gist_fetch(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_fetch(internal) IS 'GiST support';

CREATE FUNCTION ulidflake_gist_sortsupport(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gist_sortsupport(internal) IS 'GiST sort support';

CREATE OPERATOR CLASS ulidflake_ops DEFAULT FOR TYPE ulidflake USING gist AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    OPERATOR 6 <>,
    FUNCTION 1 ulidflake_gist_consistent(internal, ulidflake, smallint, oid, internal),
    FUNCTION 2 ulidflake_gist_union(internal, internal),
    FUNCTION 3 ulidflake_gist_compress(internal),
    FUNCTION 5 ulidflake_gist_penalty(internal, internal, internal),
    FUNCTION 6 ulidflake_gist_picksplit(internal, internal),
    FUNCTION 7 ulidflake_gist_same(ulidflake_gist_key, ulidflake_gist_key, internal),
    FUNCTION 9 ulidflake_gist_fetch(internal),
    FUNCTION 11 ulidflake_gist_sortsupport(internal),
    STORAGE ulidflake_gist_key;
COMMENT ON OPERATOR FAMILY ulidflake_ops USING gist IS 'GiST operators for ulidflake';
COMMENT ON OPERATOR CLASS ulidflake_ops USING gist IS 'default GiST operator class for ulidflake';

-- GIN operator class of every kind with a type of its own.

CREATE FUNCTION ulidflake_gin_extract_value(ulidflake, internal) RETURNS internal
    AS 'MODULE_PATHNAME', 'ulidkit_gin_extract_value' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gin_extract_value(ulidflake, internal) IS 'GIN support';

CREATE FUNCTION ulidflake_gin_extract_query(ulidflake, internal, smallint, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gin_extract_query(ulidflake, internal, smallint, internal, internal) IS 'GIN support';

CREATE FUNCTION ulidflake_gin_consistent(internal, smallint, ulidflake, integer, internal, internal) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_gin_consistent' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gin_consistent(internal, smallint, ulidflake, integer, internal, internal) IS 'GIN support';

CREATE FUNCTION ulidflake_gin_compare_partial(ulidflake, ulidflake, smallint, internal) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_gin_compare_partial(ulidflake, ulidflake, smallint, internal) IS 'GIN support';

CREATE OPERATOR CLASS ulidflake_ops DEFAULT FOR TYPE ulidflake USING gin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 ulidflake_cmp(ulidflake, ulidflake),
    FUNCTION 2 ulidflake_gin_extract_value(ulidflake, internal),
    FUNCTION 3 ulidflake_gin_extract_query(ulidflake, internal, smallint, internal, internal),
    FUNCTION 4 ulidflake_gin_consistent(internal, smallint, ulidflake, integer, internal, internal),
    FUNCTION 5 ulidflake_gin_compare_partial(ulidflake, ulidflake, smallint, internal);
COMMENT ON OPERATOR FAMILY ulidflake_ops USING gin IS 'GIN operators for ulidflake';
COMMENT ON OPERATOR CLASS ulidflake_ops USING gin IS 'default GIN operator class for ulidflake';

-- The hidden form of every kind of at most 16 bytes: see src/core/hide.hpp.

CREATE FUNCTION ulidflake_hide(id ulidflake, context text, key text DEFAULT 'default') RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10 SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION ulidflake_hide(ulidflake, text, text) IS 'hidden form of ulidflake, which tells nothing without the key';
REVOKE ALL ON FUNCTION ulidflake_hide(ulidflake, text, text) FROM PUBLIC;

CREATE FUNCTION ulidflake_reveal(hidden text, context text, key text DEFAULT 'default') RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION ulidflake_reveal(text, text, text) IS 'ulidflake of its hidden form';
REVOKE ALL ON FUNCTION ulidflake_reveal(text, text, text) FROM PUBLIC;

-- For the planner. Only who can execute the function above can call it.
CREATE FUNCTION ulidflake_reveal_or_null(hidden text, context text, key text) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION ulidflake_reveal_or_null(text, text, text) IS
    'ulidflake of its hidden form, or NULL if it is no hidden form; used by the planner';

CREATE FUNCTION ulidflake_generate_scalable(ts timestamptz, scalability_id integer) RETURNS ulidflake
    AS 'MODULE_PATHNAME', 'ulidflake_generate_scalable_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_generate_scalable(timestamptz, integer) IS
    'generate ulidflake in the scalable form, with the given timestamp and a scalability ID from 0 to 31';

CREATE FUNCTION ulidflake_make(ts timestamptz, randomness integer) RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_make(timestamptz, integer) IS
    'make ulidflake in the stand-alone form from timestamp and random bits, 0 to 1048575';

CREATE FUNCTION ulidflake_make_scalable(ts timestamptz, scalable_randomness integer, scalability_id integer)
    RETURNS ulidflake
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidflake_make_scalable(timestamptz, integer, integer) IS
    'make ulidflake in the scalable form from timestamp, random bits, 0 to 32767, and scalability ID, 0 to 31';

CREATE OR REPLACE FUNCTION ulidflake_extract_randomness(id ulidflake) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION ulidflake_extract_scalable_randomness(id ulidflake) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION ulidflake_extract_scalability_id(id ulidflake) RETURNS integer
    AS 'MODULE_PATHNAME', 'ulidflake_extract_scalability' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

-- Objects of every kind with a type of its own.

CREATE OR REPLACE FUNCTION timeid_out(timeid) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;

-- For the planner, like all functions whose names end with "_or_null": NULL for what the form of no ID is.

CREATE FUNCTION timeid_in_or_null(id text) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_in_or_null(text) IS
    'timeid of its text, or NULL if it is the text of none; used by the planner';

CREATE FUNCTION timeid_like_min(start text, pattern boolean) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_like_min(text, boolean) IS
    'smallest timeid whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

CREATE FUNCTION timeid_like_max(start text, pattern boolean) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_like_max(text, boolean) IS
    'largest timeid whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

-- Operators are in pg_catalog, where all find them: PostgreSQL writes some expressions into a dump, and to other servers,
-- with the bare names of their operators.

COMMENT ON OPERATOR pg_catalog.< (timeid, timeid) IS 'less than';

COMMENT ON OPERATOR pg_catalog.<= (timeid, timeid) IS 'less than or equal';

COMMENT ON OPERATOR pg_catalog.= (timeid, timeid) IS 'equal';

COMMENT ON OPERATOR pg_catalog.<> (timeid, timeid) IS 'not equal';

COMMENT ON OPERATOR pg_catalog.>= (timeid, timeid) IS 'greater than or equal';

COMMENT ON OPERATOR pg_catalog.> (timeid, timeid) IS 'greater than';

-- Objects of every kind, including kinds that use a type of the server.

CREATE OR REPLACE FUNCTION timeid_extract_timestamp(id timeid) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;

CREATE OR REPLACE FUNCTION timeid_min(ts timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE OR REPLACE FUNCTION timeid_max(ts timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE OR REPLACE FUNCTION timeid_prefix_min(prefix text) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE OR REPLACE FUNCTION timeid_prefix_max(prefix text) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

CREATE OR REPLACE FUNCTION timeid_at_or_after(ts timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION timeid_after(ts timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION timeid_before(ts timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION timeid_at_or_before(ts timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

-- Generation

CREATE OR REPLACE FUNCTION timeid_generate(ts timestamptz) RETURNS timeid
    AS 'MODULE_PATHNAME', 'timeid_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;

CREATE FUNCTION timeid_observe(id timeid) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_observe(timeid) IS 'make the next timeid generated on this server greater than the given one';
REVOKE ALL ON FUNCTION timeid_observe(timeid) FROM PUBLIC;

-- For pg_partman, which passes IDs as text, and calls the functions with a search path of its own.

CREATE FUNCTION timeid_time_encoder(ts timestamptz) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN timeid_min(ts)::text;
COMMENT ON FUNCTION timeid_time_encoder(timestamptz) IS
    'text form of the smallest timeid at or after a timestamp, for pg_partman; error if there is none';

CREATE FUNCTION timeid_time_decoder(id text) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN timeid_extract_timestamp(id::timeid);
COMMENT ON FUNCTION timeid_time_decoder(text) IS 'extract timestamp from the text form of timeid, for pg_partman';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

CREATE OR REPLACE FUNCTION timeid_to_bytea(id timeid) RETURNS bytea
    AS 'MODULE_PATHNAME', 'timeid_send'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;

CREATE FUNCTION timeid_from_bytea_or_null(bytea) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_from_bytea_or_null(bytea) IS
    'timeid of its binary representation, or NULL if it is that of none; used by the planner';

CREATE OR REPLACE FUNCTION timeid_to_local_timestamp(id timeid) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN timeid_extract_timestamp(id)::timestamp;

CREATE OR REPLACE FUNCTION timeid_to_local_date(id timeid) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN timeid_extract_timestamp(id)::date;

-- GiST operator class of every kind with a type of its own.

CREATE TYPE timeid_gist_key;

CREATE FUNCTION timeid_gist_key_in(cstring) RETURNS timeid_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_key_in(cstring) IS 'I/O';

CREATE FUNCTION timeid_gist_key_out(timeid_gist_key) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_key_out(timeid_gist_key) IS 'I/O';

CREATE TYPE timeid_gist_key (
    INPUT = timeid_gist_key_in,
    OUTPUT = timeid_gist_key_out,
    INTERNALLENGTH = 16, ALIGNMENT = double
);
COMMENT ON TYPE timeid_gist_key IS 'key of a GiST index on timeid: the smallest and the largest value below it';

CREATE FUNCTION timeid_gist_consistent(internal, timeid, smallint, oid, internal) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_consistent(internal, timeid, smallint, oid, internal) IS 'GiST support';

CREATE FUNCTION timeid_gist_union(internal, internal) RETURNS timeid_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_union(internal, internal) IS 'GiST support';

CREATE FUNCTION timeid_gist_compress(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_compress(internal) IS 'GiST support';

CREATE FUNCTION timeid_gist_penalty(internal, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_penalty(internal, internal, internal) IS 'GiST support';

CREATE FUNCTION timeid_gist_picksplit(internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_picksplit(internal, internal) IS 'GiST support';

CREATE FUNCTION timeid_gist_same(timeid_gist_key, timeid_gist_key, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_same(timeid_gist_key, timeid_gist_key, internal) IS 'GiST support';

CREATE FUNCTION timeid_gist_fetch(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_fetch(internal) IS 'GiST support';

CREATE FUNCTION timeid_gist_sortsupport(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gist_sortsupport(internal) IS 'GiST sort support';

CREATE OPERATOR CLASS timeid_ops DEFAULT FOR TYPE timeid USING gist AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    OPERATOR 6 <>,
    FUNCTION 1 timeid_gist_consistent(internal, timeid, smallint, oid, internal),
    FUNCTION 2 timeid_gist_union(internal, internal),
    FUNCTION 3 timeid_gist_compress(internal),
    FUNCTION 5 timeid_gist_penalty(internal, internal, internal),
    FUNCTION 6 timeid_gist_picksplit(internal, internal),
    FUNCTION 7 timeid_gist_same(timeid_gist_key, timeid_gist_key, internal),
    FUNCTION 9 timeid_gist_fetch(internal),
    FUNCTION 11 timeid_gist_sortsupport(internal),
    STORAGE timeid_gist_key;
COMMENT ON OPERATOR FAMILY timeid_ops USING gist IS 'GiST operators for timeid';
COMMENT ON OPERATOR CLASS timeid_ops USING gist IS 'default GiST operator class for timeid';

-- GIN operator class of every kind with a type of its own.

CREATE FUNCTION timeid_gin_extract_value(timeid, internal) RETURNS internal
    AS 'MODULE_PATHNAME', 'ulidkit_gin_extract_value' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gin_extract_value(timeid, internal) IS 'GIN support';

CREATE FUNCTION timeid_gin_extract_query(timeid, internal, smallint, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gin_extract_query(timeid, internal, smallint, internal, internal) IS 'GIN support';

CREATE FUNCTION timeid_gin_consistent(internal, smallint, timeid, integer, internal, internal) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_gin_consistent' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gin_consistent(internal, smallint, timeid, integer, internal, internal) IS 'GIN support';

CREATE FUNCTION timeid_gin_compare_partial(timeid, timeid, smallint, internal) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_gin_compare_partial(timeid, timeid, smallint, internal) IS 'GIN support';

CREATE OPERATOR CLASS timeid_ops DEFAULT FOR TYPE timeid USING gin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 timeid_cmp(timeid, timeid),
    FUNCTION 2 timeid_gin_extract_value(timeid, internal),
    FUNCTION 3 timeid_gin_extract_query(timeid, internal, smallint, internal, internal),
    FUNCTION 4 timeid_gin_consistent(internal, smallint, timeid, integer, internal, internal),
    FUNCTION 5 timeid_gin_compare_partial(timeid, timeid, smallint, internal);
COMMENT ON OPERATOR FAMILY timeid_ops USING gin IS 'GIN operators for timeid';
COMMENT ON OPERATOR CLASS timeid_ops USING gin IS 'default GIN operator class for timeid';

-- The hidden form of every kind of at most 16 bytes: see src/core/hide.hpp.

CREATE FUNCTION timeid_hide(id timeid, context text, key text DEFAULT 'default') RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10 SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION timeid_hide(timeid, text, text) IS 'hidden form of timeid, which tells nothing without the key';
REVOKE ALL ON FUNCTION timeid_hide(timeid, text, text) FROM PUBLIC;

CREATE FUNCTION timeid_reveal(hidden text, context text, key text DEFAULT 'default') RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION timeid_reveal(text, text, text) IS 'timeid of its hidden form';
REVOKE ALL ON FUNCTION timeid_reveal(text, text, text) FROM PUBLIC;

-- For the planner. Only who can execute the function above can call it.
CREATE FUNCTION timeid_reveal_or_null(hidden text, context text, key text) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION timeid_reveal_or_null(text, text, text) IS
    'timeid of its hidden form, or NULL if it is no hidden form; used by the planner';

CREATE OR REPLACE FUNCTION timeid_extract_node(id timeid) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION timeid_to_compact(id timeid) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;

CREATE FUNCTION timeid_from_compact_or_null(value text) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_from_compact_or_null(text) IS
    'timeid of its text without hyphens, or NULL if it is that of none; used by the planner';

CREATE FUNCTION timeid_make(ts timestamptz, node integer) RETURNS timeid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION timeid_make(timestamptz, integer) IS 'make timeid from timestamp and node, 0 to 1023';

-- Objects of every kind with a type of its own.

CREATE OR REPLACE FUNCTION tbsl_out(tbsl) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;

-- For the planner, like all functions whose names end with "_or_null": NULL for what the form of no ID is.

CREATE FUNCTION tbsl_in_or_null(id text) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_in_or_null(text) IS
    'tbsl of its text, or NULL if it is the text of none; used by the planner';

CREATE FUNCTION tbsl_like_min(start text, pattern boolean) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_like_min(text, boolean) IS
    'smallest tbsl whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

CREATE FUNCTION tbsl_like_max(start text, pattern boolean) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_like_max(text, boolean) IS
    'largest tbsl whose text begins with another, or like a pattern for LIKE, or NULL if there is none; used by the planner';

-- Operators are in pg_catalog, where all find them: PostgreSQL writes some expressions into a dump, and to other servers,
-- with the bare names of their operators.

COMMENT ON OPERATOR pg_catalog.< (tbsl, tbsl) IS 'less than';

COMMENT ON OPERATOR pg_catalog.<= (tbsl, tbsl) IS 'less than or equal';

COMMENT ON OPERATOR pg_catalog.= (tbsl, tbsl) IS 'equal';

COMMENT ON OPERATOR pg_catalog.<> (tbsl, tbsl) IS 'not equal';

COMMENT ON OPERATOR pg_catalog.>= (tbsl, tbsl) IS 'greater than or equal';

COMMENT ON OPERATOR pg_catalog.> (tbsl, tbsl) IS 'greater than';

-- Objects of every kind, including kinds that use a type of the server.

CREATE OR REPLACE FUNCTION tbsl_extract_timestamp(id tbsl) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;

CREATE OR REPLACE FUNCTION tbsl_min(ts timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE OR REPLACE FUNCTION tbsl_max(ts timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION tbsl_prefix_min(prefix text) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_prefix_min(text) IS 'smallest tbsl with the given text prefix';

CREATE FUNCTION tbsl_prefix_max(prefix text) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_prefix_max(text) IS 'largest tbsl with the given text prefix';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

CREATE OR REPLACE FUNCTION tbsl_at_or_after(ts timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION tbsl_after(ts timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION tbsl_before(ts timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION tbsl_at_or_before(ts timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

-- Generation

CREATE OR REPLACE FUNCTION tbsl_generate(ts timestamptz) RETURNS tbsl
    AS 'MODULE_PATHNAME', 'tbsl_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;

CREATE FUNCTION tbsl_observe(id tbsl) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_observe(tbsl) IS 'make the next tbsl generated on this server greater than the given one';
REVOKE ALL ON FUNCTION tbsl_observe(tbsl) FROM PUBLIC;

-- For pg_partman, which passes IDs as text, and calls the functions with a search path of its own.

CREATE FUNCTION tbsl_time_encoder(ts timestamptz) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN tbsl_min(ts)::text;
COMMENT ON FUNCTION tbsl_time_encoder(timestamptz) IS
    'text form of the smallest tbsl at or after a timestamp, for pg_partman; error if there is none';

CREATE FUNCTION tbsl_time_decoder(id text) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN tbsl_extract_timestamp(id::tbsl);
COMMENT ON FUNCTION tbsl_time_decoder(text) IS 'extract timestamp from the text form of tbsl, for pg_partman';

-- Casts of every kind with a type of its own: to and from bytea, and to its time.

CREATE OR REPLACE FUNCTION tbsl_to_bytea(id tbsl) RETURNS bytea
    AS 'MODULE_PATHNAME', 'tbsl_send'
    LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;

CREATE FUNCTION tbsl_from_bytea_or_null(bytea) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_from_bytea_or_null(bytea) IS
    'tbsl of its binary representation, or NULL if it is that of none; used by the planner';

CREATE OR REPLACE FUNCTION tbsl_to_local_timestamp(id tbsl) RETURNS timestamp
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN tbsl_extract_timestamp(id)::timestamp;

CREATE OR REPLACE FUNCTION tbsl_to_local_date(id tbsl) RETURNS date
    LANGUAGE sql STABLE STRICT PARALLEL SAFE RETURN tbsl_extract_timestamp(id)::date;

-- GiST operator class of every kind with a type of its own.

CREATE TYPE tbsl_gist_key;

CREATE FUNCTION tbsl_gist_key_in(cstring) RETURNS tbsl_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_key_in(cstring) IS 'I/O';

CREATE FUNCTION tbsl_gist_key_out(tbsl_gist_key) RETURNS cstring
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_key_out(tbsl_gist_key) IS 'I/O';

CREATE TYPE tbsl_gist_key (
    INPUT = tbsl_gist_key_in,
    OUTPUT = tbsl_gist_key_out,
    INTERNALLENGTH = 20, ALIGNMENT = char
);
COMMENT ON TYPE tbsl_gist_key IS 'key of a GiST index on tbsl: the smallest and the largest value below it';

CREATE FUNCTION tbsl_gist_consistent(internal, tbsl, smallint, oid, internal) RETURNS boolean
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_consistent(internal, tbsl, smallint, oid, internal) IS 'GiST support';

CREATE FUNCTION tbsl_gist_union(internal, internal) RETURNS tbsl_gist_key
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_union(internal, internal) IS 'GiST support';

CREATE FUNCTION tbsl_gist_compress(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_compress(internal) IS 'GiST support';

CREATE FUNCTION tbsl_gist_penalty(internal, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_penalty(internal, internal, internal) IS 'GiST support';

CREATE FUNCTION tbsl_gist_picksplit(internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_picksplit(internal, internal) IS 'GiST support';

CREATE FUNCTION tbsl_gist_same(tbsl_gist_key, tbsl_gist_key, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_same(tbsl_gist_key, tbsl_gist_key, internal) IS 'GiST support';

CREATE FUNCTION tbsl_gist_fetch(internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_fetch(internal) IS 'GiST support';

CREATE FUNCTION tbsl_gist_sortsupport(internal) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gist_sortsupport(internal) IS 'GiST sort support';

CREATE OPERATOR CLASS tbsl_ops DEFAULT FOR TYPE tbsl USING gist AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    OPERATOR 6 <>,
    FUNCTION 1 tbsl_gist_consistent(internal, tbsl, smallint, oid, internal),
    FUNCTION 2 tbsl_gist_union(internal, internal),
    FUNCTION 3 tbsl_gist_compress(internal),
    FUNCTION 5 tbsl_gist_penalty(internal, internal, internal),
    FUNCTION 6 tbsl_gist_picksplit(internal, internal),
    FUNCTION 7 tbsl_gist_same(tbsl_gist_key, tbsl_gist_key, internal),
    FUNCTION 9 tbsl_gist_fetch(internal),
    FUNCTION 11 tbsl_gist_sortsupport(internal),
    STORAGE tbsl_gist_key;
COMMENT ON OPERATOR FAMILY tbsl_ops USING gist IS 'GiST operators for tbsl';
COMMENT ON OPERATOR CLASS tbsl_ops USING gist IS 'default GiST operator class for tbsl';

-- GIN operator class of every kind with a type of its own.

CREATE FUNCTION tbsl_gin_extract_value(tbsl, internal) RETURNS internal
    AS 'MODULE_PATHNAME', 'ulidkit_gin_extract_value' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gin_extract_value(tbsl, internal) IS 'GIN support';

CREATE FUNCTION tbsl_gin_extract_query(tbsl, internal, smallint, internal, internal) RETURNS internal
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gin_extract_query(tbsl, internal, smallint, internal, internal) IS 'GIN support';

CREATE FUNCTION tbsl_gin_consistent(internal, smallint, tbsl, integer, internal, internal) RETURNS boolean
    AS 'MODULE_PATHNAME', 'ulidkit_gin_consistent' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gin_consistent(internal, smallint, tbsl, integer, internal, internal) IS 'GIN support';

CREATE FUNCTION tbsl_gin_compare_partial(tbsl, tbsl, smallint, internal) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_gin_compare_partial(tbsl, tbsl, smallint, internal) IS 'GIN support';

CREATE OPERATOR CLASS tbsl_ops DEFAULT FOR TYPE tbsl USING gin AS
    OPERATOR 1 <,
    OPERATOR 2 <=,
    OPERATOR 3 =,
    OPERATOR 4 >=,
    OPERATOR 5 >,
    FUNCTION 1 tbsl_cmp(tbsl, tbsl),
    FUNCTION 2 tbsl_gin_extract_value(tbsl, internal),
    FUNCTION 3 tbsl_gin_extract_query(tbsl, internal, smallint, internal, internal),
    FUNCTION 4 tbsl_gin_consistent(internal, smallint, tbsl, integer, internal, internal),
    FUNCTION 5 tbsl_gin_compare_partial(tbsl, tbsl, smallint, internal);
COMMENT ON OPERATOR FAMILY tbsl_ops USING gin IS 'GIN operators for tbsl';
COMMENT ON OPERATOR CLASS tbsl_ops USING gin IS 'default GIN operator class for tbsl';

-- The hidden form of every kind of at most 16 bytes: see src/core/hide.hpp.

CREATE FUNCTION tbsl_hide(id tbsl, context text, key text DEFAULT 'default') RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10 SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION tbsl_hide(tbsl, text, text) IS 'hidden form of tbsl, which tells nothing without the key';
REVOKE ALL ON FUNCTION tbsl_hide(tbsl, text, text) FROM PUBLIC;

CREATE FUNCTION tbsl_reveal(hidden text, context text, key text DEFAULT 'default') RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION tbsl_reveal(text, text, text) IS 'tbsl of its hidden form';
REVOKE ALL ON FUNCTION tbsl_reveal(text, text, text) FROM PUBLIC;

-- For the planner. Only who can execute the function above can call it.
CREATE FUNCTION tbsl_reveal_or_null(hidden text, context text, key text) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION tbsl_reveal_or_null(text, text, text) IS
    'tbsl of its hidden form, or NULL if it is no hidden form; used by the planner';

CREATE FUNCTION tbsl_make(ts timestamptz, machine integer, suffix integer) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_make(timestamptz, integer, integer) IS
    'make tbsl from timestamp, machine ID, 0 to 99, and suffix, 0 to 1048575';

CREATE OR REPLACE FUNCTION tbsl_extract_machine(id tbsl) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION tbsl_extract_suffix(id tbsl) RETURNS integer
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION tbsl_to_base(id tbsl, base integer) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;

CREATE OR REPLACE FUNCTION tbsl_from_base(value text, base integer) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION tbsl_from_base_or_null(value text, base integer) RETURNS tbsl
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tbsl_from_base_or_null(text, integer) IS
    'tbsl of its text in base 16, 32, 36, 58 or 62, or NULL if it is that of none; used by the planner';

-- Objects of every kind, including kinds that use a type of the server.

CREATE OR REPLACE FUNCTION uuidv7_extract_timestamp(id uuid) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;

CREATE OR REPLACE FUNCTION uuidv7_min(ts timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE OR REPLACE FUNCTION uuidv7_max(ts timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE FUNCTION uuidv7_prefix_min(prefix text) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_prefix_min(text) IS 'smallest uuidv7 with the given text prefix';

CREATE FUNCTION uuidv7_prefix_max(prefix text) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_prefix_max(text) IS 'largest uuidv7 with the given text prefix';

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID.

CREATE OR REPLACE FUNCTION uuidv7_at_or_after(ts timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION uuidv7_after(ts timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION uuidv7_before(ts timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION uuidv7_at_or_before(ts timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

-- Generation

CREATE OR REPLACE FUNCTION uuidv7_generate(ts timestamptz) RETURNS uuid
    AS 'MODULE_PATHNAME', 'uuidv7_generate_at' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;

CREATE FUNCTION uuidv7_observe(id uuid) RETURNS void
    AS 'MODULE_PATHNAME' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_observe(uuid) IS 'make the next uuidv7 generated on this server greater than the given one';
REVOKE ALL ON FUNCTION uuidv7_observe(uuid) FROM PUBLIC;

-- For pg_partman, which passes IDs as text, and calls the functions with a search path of its own.

CREATE FUNCTION uuidv7_time_encoder(ts timestamptz) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN uuidv7_min(ts)::text;
COMMENT ON FUNCTION uuidv7_time_encoder(timestamptz) IS
    'text form of the smallest uuidv7 at or after a timestamp, for pg_partman; error if there is none';

CREATE FUNCTION uuidv7_time_decoder(id text) RETURNS timestamptz
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN uuidv7_extract_timestamp(id::uuid);
COMMENT ON FUNCTION uuidv7_time_decoder(text) IS 'extract timestamp from the text form of uuidv7, for pg_partman';

CREATE FUNCTION uuidv7_make_ordered(ts timestamptz, number bigint) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidv7_make_ordered(timestamptz, bigint) IS
    'make uuidv7 from timestamp and number, 0 to 4611686018427387903, in the order of the timestamps, to the microsecond, and of the numbers';

-- ULIDs stored as text in upper case: see src/core/ulidtext.hpp.

CREATE FUNCTION ulidtext_extract_timestamp(id text) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION ulidtext_extract_timestamp(text) IS
    'extract timestamp from ULID stored as text in upper case; defined for every text, and never less for a greater one in byte order';

CREATE FUNCTION ulidtext_min(ts timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidtext_min(timestamptz) IS
    'smallest text, in byte order, whose timestamp as a ULID in upper case is at or after a timestamp; error if there is none';

CREATE FUNCTION ulidtext_at_or_after(ts timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidtext_at_or_after(timestamptz) IS
    'smallest text whose timestamp as a ULID in upper case is at or after a timestamp, or one beyond all that can be indexed; used by the planner';

CREATE FUNCTION ulidtext_after(ts timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidtext_after(timestamptz) IS
    'smallest text whose timestamp as a ULID in upper case is after a timestamp, or one beyond all that can be indexed; used by the planner';

-- ULIDs stored as text in lower case: see src/core/ulidtext.hpp.

CREATE FUNCTION ulidtext_lower_extract_timestamp(id text) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION ulidtext_lower_extract_timestamp(text) IS
    'extract timestamp from ULID stored as text in lower case; defined for every text, and never less for a greater one in byte order';

CREATE FUNCTION ulidtext_lower_min(ts timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidtext_lower_min(timestamptz) IS
    'smallest text, in byte order, whose timestamp as a ULID in lower case is at or after a timestamp; error if there is none';

CREATE FUNCTION ulidtext_lower_at_or_after(ts timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidtext_lower_at_or_after(timestamptz) IS
    'smallest text whose timestamp as a ULID in lower case is at or after a timestamp, or one beyond all that can be indexed; used by the planner';

CREATE FUNCTION ulidtext_lower_after(ts timestamptz) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION ulidtext_lower_after(timestamptz) IS
    'smallest text whose timestamp as a ULID in lower case is after a timestamp, or one beyond all that can be indexed; used by the planner';

-- 64-bit IDs of other systems, stored as bigint: see src/core/snowflake.hpp. The defaults are those of Twitter's
-- Snowflake. They are evaluated when the functions are created. An epoch written with the year first and an offset from
-- UTC is read in the same way whatever DateStyle and TimeZone are.

CREATE OR REPLACE FUNCTION snowflake_min(
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

CREATE OR REPLACE FUNCTION snowflake_max(
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;

-- The planner turns comparisons of an ID's time into comparisons with these bounds. They never raise an error: the
-- result is NULL if there is no such ID, or if the epoch, shift or unit is invalid.

CREATE OR REPLACE FUNCTION snowflake_at_or_after(
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION snowflake_after(
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION snowflake_before(
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

CREATE OR REPLACE FUNCTION snowflake_at_or_before(
    ts timestamptz,
    epoch timestamptz DEFAULT '2010-11-04 01:42:54.657Z', shift integer DEFAULT 22,
    unit interval DEFAULT '1 ms'
) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;

-- IDs of other systems, stored as bytea: see src/core/binaryid.hpp. As of texts, no time has a last value, so the upper
-- ends of ranges are exclusive, and the bounds that the planner uses serve both ends.

CREATE FUNCTION binaryid_extract_timestamp(
    id bytea,
    epoch timestamptz DEFAULT '1970-01-01Z', bytes integer DEFAULT 6, unit interval DEFAULT '1 ms'
) RETURNS timestamptz
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_extract_timestamp_support;
COMMENT ON FUNCTION binaryid_extract_timestamp(bytea, timestamptz, integer, interval) IS
    'extract timestamp from binary ID: epoch + its first bytes as a number * unit, up to 294247-01-01; defined for every byte string';

CREATE FUNCTION binaryid_min(
    ts timestamptz,
    epoch timestamptz DEFAULT '1970-01-01Z', bytes integer DEFAULT 6, unit interval DEFAULT '1 ms'
) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION binaryid_min(timestamptz, timestamptz, integer, interval) IS
    'smallest byte string whose timestamp is at or after a timestamp; error if there is none';

CREATE FUNCTION binaryid_at_or_after(
    ts timestamptz,
    epoch timestamptz DEFAULT '1970-01-01Z', bytes integer DEFAULT 6, unit interval DEFAULT '1 ms'
) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION binaryid_at_or_after(timestamptz, timestamptz, integer, interval) IS
    'smallest byte string whose timestamp is at or after a timestamp, or one beyond all that can be indexed; used by the planner';

CREATE FUNCTION binaryid_after(
    ts timestamptz,
    epoch timestamptz DEFAULT '1970-01-01Z', bytes integer DEFAULT 6, unit interval DEFAULT '1 ms'
) RETURNS bytea
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE LEAKPROOF;
COMMENT ON FUNCTION binaryid_after(timestamptz, timestamptz, integer, interval) IS
    'smallest byte string whose timestamp is after a timestamp, or one beyond all that can be indexed; used by the planner';

-- TypeIDs of a uuid: see src/core/typeid.hpp. A ulid is cast to uuid.

CREATE FUNCTION typeid_encode(prefix text, id uuid) RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION typeid_encode(text, uuid) IS 'convert uuid to TypeID with the given prefix';

CREATE FUNCTION typeid_decode(prefix text, typeid text) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_decode(text, text) IS 'convert TypeID to uuid; error if it has another prefix';

-- For the planner: an error for a prefix only.
CREATE FUNCTION typeid_decode_or_null(prefix text, typeid text) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION typeid_decode_or_null(text, text) IS
    'convert TypeID to uuid, or NULL if it is no TypeID with the given prefix; used by the planner';

-- Hidden forms of the server's types, and their keys: see src/core/hide.hpp and hide.sql.in, which makes those of the kinds
-- with a type.

CREATE FUNCTION bigint_hide(id bigint, context text, key text DEFAULT 'default') RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10 SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION bigint_hide(bigint, text, text) IS 'hidden form of bigint, which tells nothing without the key';
REVOKE ALL ON FUNCTION bigint_hide(bigint, text, text) FROM PUBLIC;

CREATE FUNCTION bigint_reveal(hidden text, context text, key text DEFAULT 'default') RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION bigint_reveal(text, text, text) IS 'bigint of its hidden form';
REVOKE ALL ON FUNCTION bigint_reveal(text, text, text) FROM PUBLIC;

-- For the planner. Only who can execute the function above can call it.
CREATE FUNCTION bigint_reveal_or_null(hidden text, context text, key text) RETURNS bigint
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 10;
COMMENT ON FUNCTION bigint_reveal_or_null(text, text, text) IS
    'bigint of its hidden form, or NULL if it is no hidden form; used by the planner';

CREATE FUNCTION uuidv7_hide(id uuid, context text, key text DEFAULT 'default') RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100 SUPPORT ulidkit_inverse_support;
COMMENT ON FUNCTION uuidv7_hide(uuid, text, text) IS 'hidden form of uuidv7, which tells nothing without the key';
REVOKE ALL ON FUNCTION uuidv7_hide(uuid, text, text) FROM PUBLIC;

CREATE FUNCTION uuidv7_reveal(hidden uuid, context text, key text DEFAULT 'default') RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION uuidv7_reveal(uuid, text, text) IS 'uuidv7 of its hidden form';
REVOKE ALL ON FUNCTION uuidv7_reveal(uuid, text, text) FROM PUBLIC;

-- For the planner. Only who can execute the function above can call it.
CREATE FUNCTION uuidv7_reveal_or_null(hidden uuid, context text, key text) RETURNS uuid
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE COST 100;
COMMENT ON FUNCTION uuidv7_reveal_or_null(uuid, text, text) IS
    'uuidv7 of its hidden form, or NULL if it is no hidden form; used by the planner';

CREATE FUNCTION ulidkit_hide_key_fingerprint(key text DEFAULT 'default') RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_hide_key_fingerprint(text) IS
    'fingerprint of a key of hidden forms, equal on all servers that have the same key';
REVOKE ALL ON FUNCTION ulidkit_hide_key_fingerprint(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ulidkit_hide_key_fingerprint(text) TO pg_monitor;

-- Objects that do not belong to a single kind.

CREATE OR REPLACE FUNCTION ulidkit_inspect(
    id text,
    OUT kind text, OUT canonical text, OUT "timestamp" timestamptz, OUT fields jsonb
) RETURNS SETOF record
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE ROWS 2;

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

CREATE OR REPLACE FUNCTION ulidkit_reset_generators() RETURNS void
    AS 'MODULE_PATHNAME', 'ulidkit_reset_clock' LANGUAGE C VOLATILE STRICT PARALLEL SAFE;

CREATE FUNCTION ulidkit_version() RETURNS text
    AS 'MODULE_PATHNAME' LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION ulidkit_version() IS 'version of the library, which can be newer than the objects of the extension';

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
