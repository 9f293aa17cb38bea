-- What prevents the update of ulidkit from 0.3.0 or older to 1.0 in this database: docs/install.md says what to do with it.
-- Any role can run this, before anything is installed. A database that has 1.0 already has nothing of it.
WITH RECURSIVE old AS (
    SELECT n.nspname AS schema, t.oid AS ulid, v.oid AS view, v.reltype AS row_type, p.oid AS function
    FROM pg_extension e
        JOIN pg_namespace n ON n.oid = e.extnamespace
        JOIN pg_type t ON t.typnamespace = n.oid AND t.typname = 'ulid'
        JOIN pg_class v ON v.relnamespace = n.oid AND v.relname = 'ulidkit_generators'
        JOIN pg_proc p ON p.pronamespace = n.oid AND p.proname = 'ulidkit_generators'
    WHERE e.extname = 'ulidkit' AND e.extversion < '1'
), domain AS (
    SELECT t.oid FROM old JOIN pg_type t ON t.typbasetype = old.ulid
    UNION ALL
    SELECT t.oid FROM domain JOIN pg_type t ON t.typbasetype = domain.oid
), stored(classid, objid, expression) AS (
    SELECT 'pg_attrdef'::regclass, oid, adbin::text FROM pg_attrdef
    UNION ALL SELECT 'pg_type'::regclass, oid, typdefaultbin::text FROM pg_type
    UNION ALL SELECT 'pg_proc'::regclass, oid, concat(proargdefaults, prosqlbody) FROM pg_proc
    UNION ALL SELECT 'pg_rewrite'::regclass, oid, ev_action::text FROM pg_rewrite WHERE ev_type <> '1'
), elsewhere(classid, objid, expression) AS (
    SELECT 'pg_rewrite'::regclass, oid, concat(ev_qual, ev_action) FROM pg_rewrite WHERE ev_type = '1'
    UNION ALL SELECT 'pg_constraint'::regclass, oid, conbin::text FROM pg_constraint
    UNION ALL SELECT 'pg_policy'::regclass, oid, concat(polqual, polwithcheck) FROM pg_policy
    UNION ALL SELECT 'pg_trigger'::regclass, oid, tgqual::text FROM pg_trigger
    UNION ALL SELECT 'pg_statistic_ext'::regclass, oid, stxexprs::text FROM pg_statistic_ext
    UNION ALL SELECT 'pg_class'::regclass, indexrelid, concat(indexprs, indpred) FROM pg_index
    UNION ALL SELECT 'pg_class'::regclass, partrelid, partexprs::text FROM pg_partitioned_table
), found(classid, objid, objsubid, reason) AS (
    SELECT classid, objid, 0, 'casts uuid to ulid implicitly'
    FROM old, stored
    WHERE expression ~ 'type(Id)? 2950 ' AND expression ~ concat(
        ':resulttype ', ulid, ' :resulttypmod -?\d+ :resultcollid \d+ :relabelformat 2',
        '|COERCETODOMAIN :arg \{[A-Z]+ [^{}]*type(Id)? 2950 .*:resulttype (',
        (SELECT string_agg(oid::text, '|') FROM domain), ') ')
    UNION
    SELECT 'pg_proc'::regclass, p.oid, 0, format('has OPERATOR(%I.%s) in its text', schema, operator)
    FROM old, pg_proc p, unnest('{<,<=,=,<>,!=,>=,>}'::text[]) AS operator
    WHERE p.prosqlbody IS NULL AND position(
        lower(regexp_replace(format('OPERATOR(%s.%s)', schema, operator), '["\s]', '', 'g'))
        IN lower(regexp_replace(p.prosrc, '["\s]', '', 'g'))) > 0
    UNION
    SELECT classid, objid, 0, 'names the argument "time"'
    FROM old, (TABLE stored UNION ALL TABLE elsewhere) AS s
    WHERE expression ~ ':name time ' AND expression ~ concat(':funcid (', (
        SELECT string_agg(oid::text, '|') FROM pg_proc
        WHERE proname LIKE 'snowflake\_%' AND 'time' = ANY (proargnames)), ') ')
    UNION
    SELECT d.classid, d.objid, d.objsubid, 'uses ulidkit_generators'
    FROM old
        JOIN pg_depend d ON d.deptype = 'n' AND (d.refclassid, d.refobjid) IN
            (('pg_class'::regclass, view), ('pg_type'::regclass, row_type), ('pg_proc'::regclass, function))
        LEFT JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid
    WHERE r.ev_class IS DISTINCT FROM view
)
SELECT pg_describe_object(classid, objid, objsubid) AS object, reason FROM found ORDER BY 1, 2;
