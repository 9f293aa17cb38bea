-- What the extension puts into the catalog, which is the same for every kind.
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql

SELECT kind, size, by_value, typalign, typstorage, typcategory, typsend::oid <> 0 AS send, typreceive::oid <> 0 AS receive
FROM kinds JOIN pg_type USING (oid) ORDER BY kind;

-- Every function, the kind's name replaced by K: its labels, and which kind has it, if not all do.
CREATE VIEW functions AS
    SELECT k.kind,
        replace(regexp_replace(p.oid::regprocedure::text, '\m' || coalesce(k.kind, '-') || '(?=\M|_)', 'K', 'g'),
            'timestamp with time zone', 'timestamptz') AS signature,
        p.*
    FROM pg_proc p
    JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
    JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'ulidkit'
    LEFT JOIN kinds k ON p.proname LIKE k.kind || '\_%' OR k.oid = ANY (p.proargtypes::oid[]);
SELECT DISTINCT signature, provolatile AS volatile, proisstrict AS strict, proparallel AS parallel, proleakproof AS leakproof,
    CASE WHEN count(kind) OVER alike = (SELECT count(*) FROM kinds) THEN 'all' ELSE kind END AS kind
FROM functions WHERE proname NOT LIKE ALL ('{%skipsupport,%translate_cmptype}')
WINDOW alike AS (PARTITION BY signature, provolatile, proisstrict, proparallel, proleakproof) ORDER BY signature, kind;
-- All of them are C functions of the library, but for the aggregates, and SQL functions that call others.
SELECT prokind, l.lanname, probin, count(DISTINCT f.oid) > 0 AS any
FROM functions f JOIN pg_language l ON f.prolang = l.oid GROUP BY 1, 2, 3 ORDER BY 1, 2;

-- Every operator, in pg_catalog.
SELECT o.oprnamespace::regnamespace AS schema, o.oprname, c.oprname AS commutator, n.oprname AS negator,
    o.oprrest AS restrict, o.oprjoin AS join,
    o.oprcanhash AS hashes, o.oprcanmerge AS merges, count(*) = (SELECT count(*) FROM kinds) AS all_kinds
FROM pg_operator o
JOIN kinds k ON o.oprleft = k.oid AND o.oprright = k.oid AND o.oprresult = 'boolean'::regtype
LEFT JOIN pg_operator c ON o.oprcom = c.oid AND c.oprleft = k.oid
LEFT JOIN pg_operator n ON o.oprnegate = n.oid AND n.oprleft = k.oid
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 2;
SELECT count(*) AS other_operators FROM pg_operator o
WHERE (oprleft IN (SELECT oid FROM kinds) OR oprright IN (SELECT oid FROM kinds)) AND oprleft <> oprright;

-- Every operator class: its operators and support functions, and whether the server finds it complete.
CREATE VIEW classes AS
    SELECT k.kind, replace(c.opcname, k.kind, 'K') AS class, m.amname AS method, c.opcdefault AS is_default, c.*
    FROM pg_opclass c JOIN pg_am m ON c.opcmethod = m.oid JOIN kinds k ON c.opcintype = k.oid;
SELECT method, class, is_default, count(*) = (SELECT count(*) FROM kinds) AS all_kinds,
    bool_and(amvalidate(oid)) AS valid
FROM classes GROUP BY 1, 2, 3 ORDER BY 1, 2;
SELECT method, class, operators, count(*) = (SELECT count(*) FROM kinds) AS all_kinds
FROM (SELECT kind, method, class, string_agg(format('%s %s', a.amopstrategy, o.oprname), ', ' ORDER BY a.amopstrategy) AS operators
    FROM classes c JOIN pg_amop a ON a.amopfamily = c.opcfamily AND a.amoplefttype = c.opcintype
        JOIN pg_operator o ON a.amopopr = o.oid
    GROUP BY 1, 2, 3) AS s
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
SELECT method, class, a.amprocnum AS support, replace(a.amproc::regproc::text, kind, 'K') AS function,
    count(*) = (SELECT count(*) FROM kinds) AS all_kinds
FROM classes c JOIN pg_amproc a ON a.amprocfamily = c.opcfamily
WHERE (method, a.amprocnum) NOT IN (('btree', 6), ('gist', 12))
GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3;
-- From 18 on, skip support for B-tree, and for GiST the translation of comparisons to strategies: classes without.
SELECT class, method
FROM classes c JOIN (VALUES ('btree', 6), ('gist', 12)) AS v (needs, number) ON v.needs = method
WHERE current_setting('server_version_num')::integer >= 180000
    AND NOT EXISTS (SELECT FROM pg_amproc WHERE amprocfamily = c.opcfamily AND amprocnum = v.number);

-- Casts. None is implicit; those without a function join types that are stored alike.
SELECT format('%s -> %s', castsource::regtype, casttarget::regtype) AS cast,
    CASE castcontext WHEN 'i' THEN 'implicit' WHEN 'a' THEN 'assignment' WHEN 'e' THEN 'explicit' END AS context,
    CASE castmethod WHEN 'b' THEN 'binary-coercible' ELSE castfunc::regproc::text END AS method,
    castmethod <> 'b' OR (s.typlen, s.typbyval, s.typalign, s.typstorage) = (t.typlen, t.typbyval, t.typalign, t.typstorage)
        AS sound
FROM pg_cast JOIN pg_type s ON castsource = s.oid JOIN pg_type t ON casttarget = t.oid
WHERE castsource IN (SELECT oid FROM kinds) OR casttarget IN (SELECT oid FROM kinds)
ORDER BY 1;

-- Aggregates use the index.
SELECT replace(a.aggfnoid::regprocedure::text, kind, 'K') AS aggregate, o.oprname AS sort_operator,
    aggcombinefn <> 0 AS combines, p.proparallel AS parallel, count(*) = (SELECT count(*) FROM kinds) AS all_kinds
FROM pg_aggregate a JOIN pg_proc p ON a.aggfnoid = p.oid JOIN kinds k ON a.aggtranstype = k.oid
JOIN pg_operator o ON a.aggsortop = o.oid
GROUP BY 1, 2, 3, 4 ORDER BY 1;

-- Objects that most kinds have, with K for the kind, and one has not: hidden forms are of at most 16 bytes.
CREATE VIEW objects AS
    SELECT k.kind,
        regexp_replace(concat_ws(' ', o.type, o.identity), format('(public\.)?\m%s(?=\M|_)', k.kind), 'K', 'g') AS object
    FROM pg_depend d
    JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid AND e.extname = 'ulidkit',
        pg_identify_object(d.classid, d.objid, 0) o,
        kinds k
    WHERE d.deptype = 'e' AND o.identity ~ ('\m' || k.kind || '(\M|_)');
SELECT kind, object AS missing
FROM kinds CROSS JOIN (
    SELECT object FROM objects GROUP BY 1 HAVING count(*) > (SELECT count(*) FROM kinds) / 2
) AS of_most
EXCEPT SELECT kind, object FROM objects ORDER BY 1, 2;

-- Every object has a comment. (From 17 on array and row types are listed as objects of their own.)
SELECT pg_describe_object(d.classid, d.objid, 0) AS uncommented
FROM pg_depend d JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid
WHERE d.deptype = 'e' AND e.extname = 'ulidkit' AND obj_description(d.objid, d.classid::regclass::text) IS NULL
    AND NOT EXISTS (SELECT FROM pg_type WHERE d.classid = 'pg_type'::regclass AND oid = d.objid AND typcategory IN ('A', 'C'));

DROP SCHEMA :test CASCADE;
