-- Part of write.sql: what is not carried over, and the statements for it.

-- Views, and the views on them, in the order in which they can be made.
CREATE TEMPORARY TABLE view AS
WITH RECURSIVE depending (oid, depth) AS (
    SELECT r.ev_class, 1 FROM pg_temp.hanging AS h JOIN pg_rewrite r ON r.oid = h.objid WHERE h.classid = 'pg_rewrite'::regclass
    UNION
    SELECT r.ev_class, v.depth + 1
    FROM depending AS v JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = v.oid
        AND d.classid = 'pg_rewrite'::regclass
        JOIN pg_rewrite r ON r.oid = d.objid
    WHERE r.ev_class <> v.oid
)
SELECT oid, max(depth) AS depth FROM depending GROUP BY oid;

-- An object and its comment.
CREATE FUNCTION pg_temp.comment_on(what text, comment text) RETURNS text
    LANGUAGE sql AS $$SELECT format('COMMENT ON %s IS %L;', what, comment) WHERE comment IS NOT NULL$$;

CREATE FUNCTION pg_temp.view_statement(view oid) RETURNS text LANGUAGE sql AS $$
SELECT format('CREATE %s %I.%I%s AS%s', CASE c.relkind WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'VIEW' END, n.nspname, c.relname,
        coalesce((SELECT ' WITH (' || string_agg(format('%I = %L', o.option_name, o.option_value), ', ') || ')'
            FROM pg_options_to_table(c.reloptions) AS o), ''),
        chr(10) || pg_get_viewdef(c.oid))
    || CASE WHEN c.relowner::regrole::text <> quote_ident(current_user)
        THEN format(E'\nALTER %s %I.%I OWNER TO %s;', CASE c.relkind WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'VIEW' END, n.nspname,
            c.relname, c.relowner::regrole) ELSE '' END
    || coalesce((SELECT string_agg(E'\n' || pg_get_indexdef(i.indexrelid) || ';', '') FROM pg_index i WHERE i.indrelid = c.oid), '')
    || coalesce((SELECT string_agg(E'\n' || pg_get_triggerdef(t.oid) || ';', '') FROM pg_trigger t WHERE t.tgrelid = c.oid
        AND NOT t.tgisinternal), '')
    || coalesce((SELECT string_agg(format(E'\nGRANT %s ON %I.%I TO %s%s;', a.privilege_type, n.nspname, c.relname,
            CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END, CASE WHEN a.is_grantable
                THEN ' WITH GRANT OPTION' ELSE '' END), ''
            ORDER BY a.grantee, a.privilege_type)
        FROM aclexplode(c.relacl) AS a WHERE a.grantee <> c.relowner), '')
    || coalesce(E'\n' || pg_temp.comment_on(format('%s %I.%I', CASE c.relkind WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'VIEW' END,
        n.nspname, c.relname), obj_description(c.oid, 'pg_class')), '')
FROM pg_class c JOIN pg_namespace n ON c.relnamespace = n.oid WHERE c.oid = view
$$;

INSERT INTO pg_temp.note (moment, what, statement)
SELECT 'in the transaction of step 6', 'Views show the old columns until they are made again: '
    || string_agg(v.oid::regclass::text, ', ' ORDER BY v.depth, v.oid) || '.',
    string_agg(format('DROP %s %s;', CASE c.relkind WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'VIEW' END, v.oid::regclass), ' '
        ORDER BY v.depth DESC, v.oid DESC)
        || E'\n' || string_agg(pg_temp.view_statement(v.oid), E'\n' ORDER BY v.depth, v.oid)
FROM pg_temp.view AS v JOIN pg_class c ON v.oid = c.oid
HAVING count(*) > 0;
INSERT INTO pg_temp.watched SELECT h.objid FROM pg_temp.hanging AS h
    WHERE h.classid IN ('pg_rewrite'::regclass, 'pg_policy'::regclass, 'pg_proc'::regclass);

INSERT INTO pg_temp.note (moment, what, statement)
SELECT 'in the transaction of step 6',
    format('The policy %I of %s looks at the old column until it is changed. Compare it with values of the new type.', p.polname,
        p.polrelid::regclass),
    format('ALTER POLICY %I ON %s%s%s;', p.polname, p.polrelid::regclass, ' USING (' || pg_get_expr(p.polqual, p.polrelid) || ')',
        coalesce(' WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', ''))
FROM pg_policy p WHERE p.oid IN (SELECT h.objid FROM pg_temp.hanging AS h WHERE h.classid = 'pg_policy'::regclass)
ORDER BY p.polrelid, p.polname;

INSERT INTO pg_temp.note (moment, what, statement)
SELECT 'in the transaction of step 6', format('The function %s uses the old column until it is made again.', p.oid::regprocedure),
    pg_get_functiondef(p.oid) || ';'
FROM pg_proc p WHERE p.oid IN (SELECT h.objid FROM pg_temp.hanging AS h WHERE h.classid = 'pg_proc'::regclass)
ORDER BY p.oid;

-- Generated columns: from 17 on the expression can be set.
INSERT INTO pg_temp.note (moment, what, statement)
SELECT 'between steps 6 and 7',
    format('The generated column %I of %s is made of the old column until its expression is set again, '
        'which writes the table anew under a lock.', a.attname, t.name),
    CASE WHEN current_setting('server_version_num')::integer >= 170000
        THEN format('ALTER TABLE %s ALTER %I SET EXPRESSION AS (%s);', t.name, a.attname, pg_get_expr(d.adbin, d.adrelid))
        ELSE format('ALTER TABLE %s DROP %2$I, ADD %2$I %3$s GENERATED ALWAYS AS (%4$s) STORED;', t.name, a.attname,
            format_type(a.atttypid, a.atttypmod), pg_get_expr(d.adbin, d.adrelid)) END
FROM pg_attribute a JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum JOIN pg_temp.tab AS t ON t.rel = a.attrelid
WHERE a.attgenerated <> '' AND NOT a.attisdropped AND EXISTS (SELECT FROM pg_temp.hanging AS h
    WHERE (h.classid = 'pg_class'::regclass AND h.objid = a.attrelid AND h.objsubid = a.attnum)
        OR (h.classid = 'pg_attrdef'::regclass AND h.objid = d.oid))
ORDER BY t.n, a.attnum;

-- Defaults of references: a constant becomes the new key of the same row. If there is none, the new one is that of no row, too.
CREATE TEMPORARY TABLE dflt AS
SELECT c.rel, t.name AS table_name, c.name, pg_get_expr(a.adbin, a.adrelid) AS value
FROM pg_temp.col AS c JOIN pg_attrdef a ON a.adrelid = c.rel AND a.adnum = c.att JOIN pg_temp.tab AS t ON t.rel = c.rel
WHERE NOT c.is_key AND pg_get_expr(a.adbin, a.adrelid) !~ '^NULL(::|$)' ORDER BY t.n, c.att;
INSERT INTO pg_temp.note (moment, what, statement)
SELECT 'in the transaction of step 6', format('The default of %I of %s is no constant, %s: the new column has none.', name,
    table_name, value),
    format('ALTER TABLE %s ALTER %I SET DEFAULT ...;', table_name, name)
FROM pg_temp.dflt WHERE value !~ $re$^\(?('([^']|'')*'|-?[0-9]+)\)?(::[a-z0-9_ ()".]+)*(?!.)$re$;
DELETE FROM pg_temp.dflt WHERE value !~ $re$^\(?('([^']|'')*'|-?[0-9]+)\)?(::[a-z0-9_ ()".]+)*(?!.)$re$;

-- Publications with a list of columns: between steps 1 and 7 they have both.
CREATE TEMPORARY TABLE pub (name text, table_name text, before text, during text, afterwards text);
INSERT INTO pg_temp.pub
SELECT quote_ident(p.pubname), t.name,
    format('(%s)', string_agg(quote_ident(a.attname), ', ' ORDER BY k.n)) || filter,
    format('(%s)', string_agg(quote_ident(a.attname) || coalesce(', ' || quote_ident(c.new_name), ''), ', ' ORDER BY k.n))
        || filter,
    format('(%s)', string_agg(quote_ident(a.attname), ', ' ORDER BY k.n)) || filter
FROM pg_publication p JOIN pg_publication_rel r ON r.prpubid = p.oid JOIN pg_temp.tab AS t ON t.rel = r.prrelid,
    LATERAL (SELECT coalesce(' WHERE (' || pg_get_expr(r.prqual, r.prrelid) || ')', '') AS filter) AS f,
    unnest(r.prattrs::smallint[]) WITH ORDINALITY AS k (att, n) JOIN pg_attribute a ON a.attnum = k.att
    LEFT JOIN pg_temp.col AS c ON c.rel = a.attrelid AND c.att = k.att
WHERE a.attrelid = t.rel AND r.prattrs IS NOT NULL
GROUP BY p.oid, p.pubname, t.n, t.name, t.rel, filter
HAVING count(c.rel) > 0
ORDER BY p.pubname, t.n;
CREATE FUNCTION pg_temp.find_publications() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    r record;
BEGIN
    SELECT p.pubname, p.pubowner, t.name INTO r FROM pg_publication p JOIN pg_publication_rel x ON x.prpubid = p.oid
        JOIN pg_temp.tab AS t ON t.rel = x.prrelid
    WHERE x.oid IN (SELECT h.objid FROM pg_temp.hanging AS h WHERE h.classid = 'pg_publication_rel'::regclass)
        AND x.prqual IS NOT NULL
        AND EXISTS (SELECT FROM pg_temp.col AS c WHERE c.rel = x.prrelid AND x.prqual::text ~ (':varattno ' || c.att || ' '));
    IF FOUND THEN
        PERFORM pg_temp.refuse(format('the publication %I has a row filter with a key, for %s', r.pubname, r.name),
            'Drop the filter first, and set it again after step 7.');
    END IF;
    SELECT p.pubname, p.pubowner INTO r FROM pg_publication p WHERE quote_ident(p.pubname) IN (SELECT b.name FROM pg_temp.pub AS b)
        AND NOT pg_has_role(p.pubowner, 'USAGE');
    IF FOUND THEN
        PERFORM pg_temp.refuse(format('the publication %I has a list of columns with a key, and belongs to %s', r.pubname,
            r.pubowner::regrole), 'Run this and the scripts as a role that owns it, too.');
    END IF;
END
$$;
DO $$BEGIN PERFORM pg_temp.find_publications(); END$$;
INSERT INTO pg_temp.note (moment, what, statement)
SELECT 'at the subscribers',
    format('The publication %s. Subscribers stop at a column that they do not have, and go on when they have it: '
            'run the same scripts there, 1 before it is run here, and 6 and 7 after that.',
    string_agg(DISTINCT quote_ident(p.pubname), ', ')), NULL
FROM pg_publication p JOIN pg_publication_tables x ON x.pubname = p.pubname
    -- Compares names, because to_regclass() raises an error for a table in a schema that the role may not use.
    JOIN pg_namespace s ON s.nspname = x.schemaname JOIN pg_class c ON c.relnamespace = s.oid AND c.relname = x.tablename
    JOIN pg_temp.tab AS t ON t.rel = c.oid
HAVING count(*) > 0;

-- The tables, the views that show their keys, and the types of their rows.
CREATE TEMPORARY TABLE source AS
SELECT c.oid, lower(c.relname) AS name, c.reltype, y.typarray
FROM (SELECT t.rel AS oid FROM pg_temp.tab AS t UNION SELECT v.oid FROM pg_temp.view AS v) AS s
    JOIN pg_class c ON c.oid = s.oid JOIN pg_type y ON y.oid = c.reltype;
-- The functions of this database. Those that the reader cannot change, in C or of an extension, only matter if a trigger calls
-- them.
CREATE TEMPORARY TABLE candidate AS
SELECT p.oid, l.lanname, p.prosecdef, p.proowner, p.pronamespace, lower(p.prosrc) AS body,
    lower(p.proname) AS name, ARRAY[p.prorettype] || coalesce(p.proallargtypes, p.proargtypes::oid[]) AS types,
    l.lanname NOT IN ('internal', 'c') AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass
        AND d.objid = p.oid AND d.deptype = 'e') AS yours
FROM pg_proc p JOIN pg_language l ON p.prolang = l.oid
WHERE p.pronamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, pg_my_temp_schema())
    AND NOT pg_is_other_temp_schema(p.pronamespace);
-- Those that can meet a key: a trigger calls them, they take or return a row, their text names a table or a view, or the text of
-- such a function calls them.
CREATE TEMPORARY TABLE reader AS
WITH RECURSIVE found (oid) AS (
    SELECT p.oid FROM pg_temp.candidate AS p
    WHERE EXISTS (SELECT FROM pg_trigger g JOIN pg_temp.source AS s ON g.tgrelid = s.oid WHERE g.tgfoid = p.oid
            AND NOT g.tgisinternal)
        OR (p.yours AND EXISTS (SELECT FROM pg_temp.source AS s WHERE strpos(p.body, s.name) > 0
            OR s.reltype = ANY (p.types) OR s.typarray = ANY (p.types)))
    UNION
    SELECT p.oid
    FROM found AS f JOIN pg_temp.candidate AS caller ON caller.oid = f.oid AND caller.yours
        JOIN pg_temp.candidate AS p ON p.yours AND strpos(caller.body, p.name) > 0
            AND caller.body ~ ('(^|\W)' || regexp_replace(p.name, '(\W)', '\\\1', 'g') || '"?\s*\(')
)
SELECT p.* FROM found JOIN pg_temp.candidate AS p USING (oid);

-- Those in PL/pgSQL: sessions that have run them have to plan them again.
CREATE TEMPORARY TABLE routine AS
SELECT p.oid, p.oid::regprocedure::text AS name, p.prosecdef,
    pg_has_role(p.proowner, 'USAGE') AND has_schema_privilege(p.pronamespace, 'USAGE') AS own
FROM pg_temp.reader AS p WHERE p.lanname = 'plpgsql';
INSERT INTO pg_temp.note (moment, what, statement)
SELECT 'right after step 6',
    format('Sessions that have run the function %s fail in it until they reconnect, or its owner runs this.', r.name),
    format('ALTER ROUTINE %s SECURITY %s;', r.name, CASE WHEN r.prosecdef THEN 'DEFINER' ELSE 'INVOKER' END)
FROM pg_temp.routine AS r WHERE NOT r.own ORDER BY r.name;
INSERT INTO pg_temp.note (moment, what)
SELECT 'before step 6',
    'Read these functions, because they can meet a key: a trigger calls them, they take or return a row, their text names a '
        'table or a view, or such a function calls them. Variables, parameters and results for keys need the new type, or that '
        'of the column. A function that keeps the old type fails after step 6, and so does every write that calls it. '
        'The functions are: '
    || string_agg(p.oid::regprocedure::text, ', ' ORDER BY p.oid) || '.'
FROM pg_temp.reader AS p
HAVING count(*) > 0;

INSERT INTO pg_temp.note (moment, what)
SELECT 'in step 2', 'Every row is updated once, which these triggers see: '
    || string_agg(format('%I of %s', g.tgname, t.name), ', ' ORDER BY t.n, g.tgname) || '.'
FROM pg_trigger g JOIN pg_temp.tab AS t ON g.tgrelid = t.rel
WHERE NOT g.tgisinternal AND g.tgtype & 16 <> 0 AND cardinality(g.tgattr::smallint[]) = 0 AND g.tgenabled IN ('O', 'A')
HAVING count(*) > 0;
INSERT INTO pg_temp.note (moment, what)
SELECT 'before step 1',
    format('The trigger %I of %s comes after zz_rekey, in the order of names: '
        'if it changes a key, a reference or the time, rename it.', g.tgname, t.name)
FROM pg_trigger g JOIN pg_temp.tab AS t ON g.tgrelid = t.rel WHERE NOT g.tgisinternal AND g.tgtype & 3 = 3 AND g.tgname > 'zz_rekey'
    ORDER BY t.n, g.tgname;

INSERT INTO pg_temp.note (moment, what)
SELECT 'in step 3', 'PostgreSQL builds these constraints under a lock that nobody passes, for as long as it takes: '
    || string_agg(format('%s of %s', i.conname, i.table_name), ', ') || '.'
FROM pg_temp.idx AS i WHERE i.locked HAVING count(*) > 0;
INSERT INTO pg_temp.note (moment, what)
SELECT 'from step 3 to step 6', format('%s of %s is checked at once for the new column, and not deferred.', i.conname, i.table_name)
FROM pg_temp.idx AS i WHERE i.contype = 'p' AND i.deferrability <> '';

-- Columns that look like references.
INSERT INTO pg_temp.note (moment, what)
SELECT 'before step 6',
    format('%s.%I has no foreign key, but the name and the type of a reference: if it is one, its values stay as they are. '
        'Add the foreign key, and write the scripts again.', a.attrelid::regclass, a.attname)
FROM pg_attribute a JOIN pg_class c ON a.attrelid = c.oid, pg_temp.plan AS p
WHERE c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND pg_temp.type_name(a.atttypid) = p.old_type
    AND c.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    AND (a.attname IN (SELECT k.name FROM pg_temp.col AS k WHERE NOT k.is_key)
        OR a.attname = (SELECT t.relname FROM pg_temp.tab AS t WHERE t.n = 1) || '_' || p.key_name)
    AND NOT EXISTS (SELECT FROM pg_temp.col AS k WHERE k.rel = a.attrelid AND k.att = a.attnum)
ORDER BY a.attrelid::regclass::text, a.attname;
