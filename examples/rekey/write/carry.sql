-- Part of write.sql: what hangs on the columns, and its definitions for the new ones. The server writes these: each thing is
-- made on a copy of the table, the columns of the copy are renamed, and the definition is read again.

CREATE TEMPORARY TABLE fk (oid oid, rel oid, table_name text, frel oid, name text, new_name text, old_def text, new_def text,
    deferrability text,
    -- Those whose action would meet that of the old one, before it, are added in step 6.
    late boolean, comment text);
CREATE TEMPORARY TABLE idx (oid oid, rel oid, table_name text, schema text, name text, new_name text, old_name text, new_def text,
    is_unique boolean,
    -- Of its constraint: p, u or x, the name, and DEFERRABLE.
    contype "char", conname text, deferrability text,
    -- Those that PostgreSQL builds under a lock only, by the constraint.
    locked boolean,
    -- A second unique index on the old columns of a primary key, so that step 6 can be undone at once.
    twin_name text, twin_def text,
    clustered boolean, identity boolean, space text, options text, comment text, con_comment text, targets text[]);
-- CHECK constraints; from 18 on also those named NOT NULL constraints that the catalog has.
CREATE TEMPORARY TABLE chk (oid oid, rel oid, table_name text, kind "char", name text, new_name text, old_name text, new_def text,
    enforced boolean, comment text);
CREATE TEMPORARY TABLE sta (oid oid, rel oid, table_name text, schema text, name text, new_name text, old_name text, new_def text,
    target integer, comment text);
CREATE TEMPORARY TABLE trg (oid oid, rel oid, table_name text, name text, def text, state "char", comment text);
-- What is not carried over: when a statement is to be run, and why.
CREATE TEMPORARY TABLE note (n serial, moment text, what text, statement text);
-- The objects behind these notes that hang on the old key, which stays.
CREATE TEMPORARY TABLE watched (oid oid);

-- What hangs on the columns.
CREATE TEMPORARY TABLE hanging AS
SELECT DISTINCT d.classid, d.objid, d.objsubid, c.rel
FROM pg_depend d JOIN pg_temp.col AS c ON d.refobjid = c.rel AND d.refobjsubid = c.att
WHERE d.refclassid = 'pg_class'::regclass AND d.deptype <> 'e';

-- Columns of a foreign key, the new ones in the place of the old.
CREATE FUNCTION pg_temp.new_columns(rel oid, atts smallint[]) RETURNS text LANGUAGE sql AS $$
SELECT string_agg(quote_ident(coalesce(c.new_name, a.attname)), ', ' ORDER BY k.n)
FROM unnest($2) WITH ORDINALITY AS k (att, n) JOIN pg_attribute a ON a.attrelid = $1 AND a.attnum = k.att
    LEFT JOIN pg_temp.col AS c ON c.rel = $1 AND c.att = k.att
$$;

CREATE FUNCTION pg_temp.action(action "char", columns text DEFAULT NULL) RETURNS text LANGUAGE sql AS $$
SELECT CASE action WHEN 'r' THEN 'RESTRICT' WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' WHEN 'd' THEN 'SET DEFAULT' END
    || coalesce(' (' || columns || ')', '')
$$;

CREATE FUNCTION pg_temp.deferrability(is_deferrable boolean, is_deferred boolean) RETURNS text LANGUAGE sql AS $$
SELECT CASE WHEN is_deferred THEN ' DEFERRABLE INITIALLY DEFERRED' WHEN is_deferrable THEN ' DEFERRABLE' ELSE '' END
$$;

INSERT INTO pg_temp.fk
SELECT f.oid, f.conrelid, t.name, f.confrelid, quote_ident(f.conname), quote_ident(pg_temp.fresh(t.space, 'new_' || f.conname)),
    pg_get_constraintdef(f.oid),
    format('FOREIGN KEY (%s) REFERENCES %s (%s)', pg_temp.new_columns(f.conrelid, f.conkey), r.name,
        pg_temp.new_columns(f.confrelid, f.confkey))
        || CASE f.confmatchtype WHEN 'f' THEN ' MATCH FULL' ELSE '' END
        || coalesce(' ON UPDATE ' || pg_temp.action(f.confupdtype), '')
        || coalesce(' ON DELETE ' || pg_temp.action(f.confdeltype, pg_temp.new_columns(f.conrelid, f.confdelsetcols)), ''),
    pg_temp.deferrability(f.condeferrable, f.condeferred),
    'd' IN (f.confupdtype, f.confdeltype) OR ('n' IN (f.confupdtype, f.confdeltype) AND cardinality(f.conkey) > 1),
    obj_description(f.oid, 'pg_constraint')
FROM pg_constraint f JOIN pg_temp.tab AS t ON f.conrelid = t.rel JOIN pg_temp.tab AS r ON f.confrelid = r.rel
WHERE f.contype = 'f' AND EXISTS (SELECT FROM pg_temp.col AS c WHERE c.rel = f.conrelid AND c.att = ANY (f.conkey))
ORDER BY t.n, f.conname;

INSERT INTO pg_temp.idx
SELECT i.indexrelid, i.indrelid, t.name, quote_ident(n.nspname), quote_ident(r.relname), NULL, NULL, NULL, i.indisunique,
    k.contype, quote_ident(k.conname), pg_temp.deferrability(k.condeferrable, k.condeferred),
    coalesce(k.contype = 'x' OR (k.contype = 'u' AND k.condeferrable) OR to_jsonb(k)->>'conperiod' = 'true', false),
    NULL, NULL, i.indisclustered, i.indisreplident, quote_ident(s.spcname),
    (SELECT string_agg(format('%I = %L', o.option_name, o.option_value), ', ') FROM pg_options_to_table(r.reloptions) AS o),
    obj_description(i.indexrelid, 'pg_class'), obj_description(k.oid, 'pg_constraint'),
    ARRAY(SELECT format('ALTER COLUMN %s SET STATISTICS %s', a.attnum, a.attstattarget) FROM pg_attribute a
        WHERE a.attrelid = i.indexrelid AND a.attstattarget >= 0 ORDER BY a.attnum)
FROM pg_index i JOIN pg_temp.tab AS t ON i.indrelid = t.rel JOIN pg_class r ON i.indexrelid = r.oid
    JOIN pg_namespace n ON r.relnamespace = n.oid LEFT JOIN pg_tablespace s ON r.reltablespace = s.oid
    LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.conrelid = i.indrelid AND k.contype IN ('p', 'u', 'x')
WHERE EXISTS (SELECT FROM pg_temp.col AS c WHERE c.rel = i.indrelid AND c.att = ANY (i.indkey))
    OR EXISTS (SELECT FROM pg_temp.hanging AS h WHERE h.rel = i.indrelid
        AND ((h.classid = 'pg_class'::regclass AND h.objid = i.indexrelid)
            OR (h.classid = 'pg_constraint'::regclass AND h.objid = k.oid)))
ORDER BY t.n, i.indexrelid;

INSERT INTO pg_temp.chk
SELECT k.oid, k.conrelid, t.name, k.contype, quote_ident(k.conname), NULL, NULL, NULL,
    coalesce((to_jsonb(k)->>'conenforced')::boolean, true), obj_description(k.oid, 'pg_constraint')
FROM pg_constraint k JOIN pg_temp.tab AS t ON k.conrelid = t.rel
WHERE k.contype IN ('c', 'n') AND EXISTS (SELECT FROM pg_temp.col AS c WHERE c.rel = k.conrelid AND c.att = ANY (k.conkey))
ORDER BY t.n, k.conname;

INSERT INTO pg_temp.sta
SELECT s.oid, s.stxrelid, t.name, quote_ident(n.nspname), quote_ident(s.stxname), NULL, NULL, NULL, s.stxstattarget,
    obj_description(s.oid, 'pg_statistic_ext')
FROM pg_statistic_ext s JOIN pg_temp.tab AS t ON s.stxrelid = t.rel JOIN pg_namespace n ON s.stxnamespace = n.oid
WHERE EXISTS (SELECT FROM pg_temp.hanging AS h WHERE h.classid = 'pg_statistic_ext'::regclass AND h.objid = s.oid)
ORDER BY t.n, s.stxname;

INSERT INTO pg_temp.trg
SELECT g.oid, g.tgrelid, t.name, quote_ident(g.tgname), pg_get_triggerdef(g.oid), g.tgenabled, obj_description(g.oid, 'pg_trigger')
FROM pg_trigger g JOIN pg_temp.tab AS t ON g.tgrelid = t.rel
WHERE NOT g.tgisinternal AND EXISTS (SELECT FROM pg_temp.hanging AS h WHERE h.classid = 'pg_trigger'::regclass AND h.objid = g.oid)
ORDER BY t.n, g.tgname;

-- What follows a known beginning.
CREATE FUNCTION pg_temp.after(whole text, beginning text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    IF NOT starts_with(whole, beginning) THEN
        RAISE 'unexpected definition: %', whole USING DETAIL = format('It does not begin with %s.', beginning);
    END IF;
    RETURN substr(whole, length(beginning) + 1);
END
$$;

-- Whether a statement works on the table "trial", which has the columns as they are between steps 1 and 6, or after step 6.
CREATE FUNCTION pg_temp.works(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    message text;
BEGIN
    EXECUTE statement;
    RETURN NULL;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT;
    RETURN message;
END
$$;

-- The definitions for the new columns of one table.
CREATE FUNCTION pg_temp.carry(rel oid, space oid, name text) RETURNS void LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
    i record;
    c record;
    beginning text;
    def text;
    problem text;
    temporary CONSTANT text := 'pg_temp';
BEGIN
    EXECUTE format('CREATE TEMPORARY TABLE probe (LIKE %s)', name);
    FOR i IN SELECT * FROM pg_temp.idx AS x WHERE x.rel = carry.rel LOOP
        IF i.locked THEN
            EXECUTE format('ALTER TABLE pg_temp.probe ADD CONSTRAINT carry_%s %s', i.oid,
                (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conindid = i.oid AND conrelid = carry.rel
                    AND contype IN ('u', 'x', 'p')));
        ELSE
            def := pg_temp.after(pg_get_indexdef(i.oid), format('CREATE %sINDEX %s ON %s ', CASE WHEN i.is_unique THEN 'UNIQUE '
                ELSE '' END, i.name, name));
            EXECUTE format('CREATE %sINDEX carry_%s ON pg_temp.probe %s', CASE WHEN i.is_unique THEN 'UNIQUE ' ELSE '' END, i.oid,
                def);
            IF i.contype = 'p' THEN
                UPDATE pg_temp.idx AS x SET twin_def = def WHERE x.oid = i.oid;
            END IF;
        END IF;
    END LOOP;
    FOR i IN SELECT * FROM pg_temp.chk AS k WHERE k.rel = carry.rel AND k.kind = 'c' LOOP
        EXECUTE format('ALTER TABLE pg_temp.probe ADD CONSTRAINT carry_%s %s', i.oid, pg_get_constraintdef(i.oid));
    END LOOP;
    FOR i IN SELECT * FROM pg_temp.sta AS s WHERE s.rel = carry.rel LOOP
        def := pg_temp.after(pg_get_statisticsobjdef(i.oid), format('CREATE STATISTICS %s.%s', i.schema, i.name));
        IF right(def, length(name) + 6) <> ' FROM ' || name THEN
            RAISE 'unexpected definition: %', def;
        END IF;
        EXECUTE format('CREATE STATISTICS pg_temp.carry_%s%s FROM pg_temp.probe', i.oid, left(def, -length(name) - 6));
    END LOOP;

    EXECUTE format('CREATE TEMPORARY TABLE trial (LIKE %s)', name);
    FOR c IN SELECT * FROM pg_temp.col AS k WHERE k.rel = carry.rel LOOP
        EXECUTE format('ALTER TABLE pg_temp.probe RENAME %I TO %I', c.name, c.new_name);
        EXECUTE format('ALTER TABLE pg_temp.trial ADD COLUMN %I %s', c.new_name, (SELECT new_type FROM pg_temp.plan));
    END LOOP;

    FOR i IN SELECT * FROM pg_temp.idx AS x WHERE x.rel = carry.rel LOOP
        IF i.locked THEN
            def := pg_get_constraintdef((SELECT oid FROM pg_constraint WHERE conname = 'carry_' || i.oid
                AND conrelid = 'pg_temp.probe'::regclass));
            problem := pg_temp.works('ALTER TABLE pg_temp.trial ADD ' || def);
        ELSE
            def := pg_temp.after(pg_get_indexdef(to_regclass(format('pg_temp.carry_%s', i.oid))),
                format('CREATE %sINDEX carry_%s ON %s.probe ', CASE WHEN i.is_unique THEN 'UNIQUE ' ELSE '' END, i.oid, temporary));
            problem := pg_temp.works(format('CREATE %sINDEX ON pg_temp.trial %s', CASE WHEN i.is_unique THEN 'UNIQUE ' ELSE '' END,
                def));
        END IF;
        IF problem IS NULL THEN
            UPDATE pg_temp.idx AS x SET new_def = def, new_name = quote_ident(pg_temp.fresh(space, 'new_'
                || (parse_ident(i.name))[1])),
                old_name = quote_ident(pg_temp.fresh(space, 'old_' || (parse_ident(i.name))[1])),
                twin_name = CASE WHEN i.contype = 'p' THEN quote_ident(pg_temp.fresh(space,
                    (SELECT relname || '_' || string_agg(k.old_name, '_') || '_idx' FROM pg_temp.col AS k
                        JOIN pg_class r ON k.rel = r.oid
                    WHERE k.rel = carry.rel AND k.att = ANY ((SELECT indkey FROM pg_index WHERE indexrelid = i.oid)::smallint[])
                    GROUP BY relname))) END
            WHERE x.oid = i.oid;
        ELSIF i.contype = 'p' THEN
            PERFORM pg_temp.refuse(format('the primary key of %s cannot be made of the new column: %s', name, problem));
        ELSE
            INSERT INTO pg_temp.note (moment, what, statement) VALUES ('before step 7',
                format('%s %s cannot be carried over: %s. It stays on the old column until you drop it. '
                        'To replace it, make one with the new column before.',
                    CASE WHEN i.contype IS NULL THEN 'The index' ELSE 'The constraint' END, coalesce(i.conname, i.name), problem),
                CASE WHEN i.contype IS NULL THEN format('DROP INDEX CONCURRENTLY %s.%s;', i.schema, i.name)
                    ELSE format('ALTER TABLE %s DROP CONSTRAINT %s;', name, i.conname) END);
            INSERT INTO pg_temp.watched VALUES (i.oid);
            DELETE FROM pg_temp.idx AS x WHERE x.oid = i.oid;
        END IF;
    END LOOP;

    FOR i IN SELECT * FROM pg_temp.chk AS k WHERE k.rel = carry.rel LOOP
        IF i.kind = 'n' THEN
            def := (SELECT format('NOT NULL %I', k.new_name) || CASE WHEN con.connoinherit THEN ' NO INHERIT' ELSE '' END
                FROM pg_constraint con JOIN pg_temp.col AS k ON k.rel = con.conrelid AND k.att = con.conkey[1]
                    WHERE con.oid = i.oid);
            problem := NULL;
        ELSE
            def := pg_get_constraintdef((SELECT oid FROM pg_constraint WHERE conname = 'carry_' || i.oid
                AND conrelid = 'pg_temp.probe'::regclass));
            problem := pg_temp.works('ALTER TABLE pg_temp.trial ADD ' || def);
        END IF;
        IF problem IS NULL THEN
            UPDATE pg_temp.chk AS k SET new_def = def, new_name = quote_ident(pg_temp.fresh(space, 'new_'
                || (parse_ident(i.name))[1])),
                old_name = quote_ident(pg_temp.fresh(space, 'old_' || (parse_ident(i.name))[1]))
            WHERE k.oid = i.oid;
        ELSE
            INSERT INTO pg_temp.note (moment, what, statement) VALUES ('before step 7',
                format('The constraint %s, %s, cannot be carried over: %s. It stays on the old column until you drop it. '
                        'To replace it, add one for the new column.',
                    i.name, pg_get_constraintdef(i.oid), problem),
                format('ALTER TABLE %s DROP CONSTRAINT %s;', name, i.name));
            INSERT INTO pg_temp.watched VALUES (i.oid);
            DELETE FROM pg_temp.chk AS k WHERE k.oid = i.oid;
        END IF;
    END LOOP;

    FOR i IN SELECT * FROM pg_temp.sta AS s WHERE s.rel = carry.rel LOOP
        def := pg_temp.after(pg_get_statisticsobjdef((SELECT oid FROM pg_statistic_ext WHERE stxname = 'carry_' || i.oid)),
            format('CREATE STATISTICS %s.carry_%s', temporary, i.oid));
        def := regexp_replace(def, ' FROM (pg_temp\.)?probe$', '');
        problem := pg_temp.works(format('CREATE STATISTICS pg_temp.trial_%s%s FROM pg_temp.trial', i.oid, def));
        IF problem IS NULL THEN
            UPDATE pg_temp.sta AS s SET new_def = def, new_name = quote_ident(pg_temp.fresh(i.schema::regnamespace, 'new_'
                || (parse_ident(i.name))[1])),
                old_name = quote_ident(pg_temp.fresh(i.schema::regnamespace, 'old_' || (parse_ident(i.name))[1]))
            WHERE s.oid = i.oid;
        ELSE
            INSERT INTO pg_temp.note (moment, what, statement) VALUES ('before step 7',
                format('The statistics %s cannot be carried over: %s. They stay on the old column until you drop them.', i.name,
                    problem),
                format('DROP STATISTICS %s.%s;', i.schema, i.name));
            INSERT INTO pg_temp.watched VALUES (i.oid);
            DELETE FROM pg_temp.sta AS s WHERE s.oid = i.oid;
        END IF;
    END LOOP;

    -- Triggers are made again, from the same words, when the columns have their new names.
    FOR c IN SELECT * FROM pg_temp.col AS k WHERE k.rel = carry.rel LOOP
        EXECUTE format('ALTER TABLE pg_temp.trial RENAME %I TO %I', c.name, c.old_name);
        EXECUTE format('ALTER TABLE pg_temp.trial RENAME %I TO %I', c.new_name, c.name);
    END LOOP;
    FOR i IN SELECT * FROM pg_temp.trg AS t WHERE t.rel = carry.rel LOOP
        -- Its name stands between the same words.
        problem := pg_temp.works(overlay(i.def PLACING 'pg_temp.trial'
            FROM strpos(i.def, ' ON ' || name || ' ') + 4 FOR length(name)));
        IF problem IS NOT NULL THEN
            INSERT INTO pg_temp.note (moment, what, statement) VALUES ('in the transaction of step 6',
                format('The trigger %s of %s cannot be carried over: %s. It goes on to look at the old column.', i.name, name,
                    problem),
                format('DROP TRIGGER %s ON %s; %s;', i.name, name, i.def));
            INSERT INTO pg_temp.watched VALUES (i.oid);
            DELETE FROM pg_temp.trg AS t WHERE t.oid = i.oid;
        END IF;
    END LOOP;
    DROP TABLE pg_temp.probe, pg_temp.trial;
END
$$;
DO $$
BEGIN
    PERFORM pg_temp.carry(t.rel, t.space, t.name) FROM pg_temp.tab AS t ORDER BY t.n;
END
$$;
