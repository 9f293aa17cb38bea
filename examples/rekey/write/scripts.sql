-- Part of write.sql: the scripts, one function for each.

CREATE FUNCTION pg_temp.write_1() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
    k pg_temp.col;
    t pg_temp.tab;
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    SELECT * INTO k FROM pg_temp.col WHERE is_key;
    PERFORM pg_temp.begin_script('1',
        'step 1, columns for the new keys, and triggers that fill them in rows that are written from now on.',
        true, '{0}', 1, 'To write the scripts again, undo what was done first.');
    IF p.kept THEN
        PERFORM pg_temp.put('1', format($x$-- The new key for an old one, which has a time of its own.
CREATE FUNCTION %s(old_key %s) RETURNS %s IMMUTABLE STRICT LANGUAGE sql
RETURN %s;
$x$, pg_temp.own('make'), p.old_type, p.new_type, p.make));
    ELSE
        PERFORM pg_temp.put('1', format($x$-- The new key of a row: its time, and a number from its old key. It depends on nothing
-- else, so it does not matter when, in which order, or how often it is made.
CREATE FUNCTION %1$s(old_key %2$s, made_at timestamptz) RETURNS %3$s STRICT LANGUAGE sql
RETURN %4$s;

-- Keys of rows that are not there yet, but are referred to: the foreign key is checked later.
CREATE TABLE %5$s (old_key %6$s PRIMARY KEY, new_key %3$s NOT NULL UNIQUE);
$x$, pg_temp.own('make'), p.old_type, p.new_type, p.make, pg_temp.own('early'),
            (SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = p.rel AND attnum = p.key)));
    END IF;
    PERFORM pg_temp.put('1', format('ALTER TABLE %s %s;', table_name,
        string_agg(format('ADD COLUMN %I %s', new_name, p.new_type), ', ')))
    FROM pg_temp.columns GROUP BY n, table_name ORDER BY n;
    PERFORM pg_temp.put_attributes('1');
    PERFORM pg_temp.put('1', statement || during || ';') FROM pg_temp.publications;
    PERFORM pg_temp.put('1', format($x$
-- The new key for a reference. present is what it has been, if the reference has not changed: an action of a foreign key can
-- come when the row is gone.
CREATE FUNCTION %1$s(given %2$s, present %3$s) RETURNS %3$s LANGUAGE plpgsql AS %4$s;
REVOKE EXECUTE ON FUNCTION %1$s FROM PUBLIC;$x$, pg_temp.own('new'), p.old_type, p.new_type, pg_temp.look_up(p.new_type,
            format('coalesce(o.%I, %s)', k.new_name, pg_temp.make_for('o')), k.name,
            format($x$    INSERT INTO %1$s AS e (old_key, new_key) VALUES (given, %2$s)
    ON CONFLICT (old_key) DO UPDATE SET old_key = excluded.old_key RETURNING e.new_key INTO result;$x$,
                pg_temp.own('early'), p.next_new))))
    WHERE NOT p.kept;
    FOR t IN SELECT * FROM pg_temp.tables LOOP
        PERFORM pg_temp.put('1', E'\n' || pg_temp.forward(t));
        PERFORM pg_temp.put('1', format($x$REVOKE EXECUTE ON FUNCTION %2$s FROM PUBLIC;
CREATE TRIGGER zz_rekey BEFORE INSERT OR UPDATE ON %1$s FOR EACH ROW EXECUTE FUNCTION %2$s();
ALTER TABLE %1$s ENABLE ALWAYS TRIGGER zz_rekey;$x$, t.name, t.fn));
    END LOOP;
    PERFORM pg_temp.end_script('1', 1);
END
$$;

-- The new columns get what the old ones have.
CREATE FUNCTION pg_temp.put_attributes(script text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    c record;
BEGIN
    FOR c IN
        SELECT v.*, attstattarget AS target, attacl AS acl, format('ALTER TABLE %s ALTER %I SET ', table_name, new_name) AS alter,
            (SELECT string_agg(format('%I = %L', option_name, option_value), ', ') FROM pg_options_to_table(attoptions)
                WHERE option_name LIKE 'n_distinct%') AS options
        FROM pg_temp.columns AS v JOIN pg_attribute ON attrelid = rel AND attnum = att
    LOOP
        PERFORM pg_temp.put(script, c.alter || format('STATISTICS %s;', c.target)) WHERE c.target >= 0;
        PERFORM pg_temp.put(script, c.alter || '(' || c.options || ');');
        PERFORM pg_temp.put(script, format('GRANT %s (%I) ON %s TO %s%s;', privilege_type, c.new_name, c.table_name,
            CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END, CASE WHEN is_grantable THEN ' WITH GRANT OPTION'
                ELSE '' END))
        FROM aclexplode(c.acl);
        PERFORM pg_temp.put(script, pg_temp.comment_on(format('COLUMN %s.%I', c.table_name, c.new_name),
            col_description(c.rel, c.att)));
    END LOOP;
END
$$;

-- The body of a function that finds the value for a reference in the row that it refers to, which is called o.
CREATE FUNCTION pg_temp.look_up(type text, value text, key_column text, otherwise text) RETURNS text LANGUAGE sql AS $$
SELECT pg_temp.body(format($x$#variable_conflict use_variable
DECLARE
    result %1$s;
BEGIN
    IF given IS NULL THEN
        RETURN NULL;
    END IF;
    SELECT %2$s INTO result FROM %3$s AS o WHERE o.%4$I = given;
    IF FOUND THEN
        RETURN result;
    ELSIF present IS NOT NULL THEN
        RETURN present;
    END IF;
%5$s
    RETURN result;
END$x$, type, value, name, key_column, otherwise)) FROM pg_temp.plan
$$;

CREATE FUNCTION pg_temp.write_2() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_temp.begin_script('2', $x$step 2, the rows that were there before. It can be interrupted and run again.
-- Locks: on the rows of a batch. It is made smaller if somebody holds one of them for 300 ms.$x$, false, '{1}', 2,
        'Run the steps in their order.');
    PERFORM pg_temp.put('2', format($x$SET lock_timeout = '300ms';
SET statement_timeout = 0;

-- A row is in the page in which it was when this began, or has been written since, and was filled by the trigger.
CREATE OR REPLACE PROCEDURE %1$s(filled regclass, fill text, missing text, pages integer, pause interval)
LANGUAGE plpgsql AS %2$s;
REVOKE EXECUTE ON PROCEDURE %1$s FROM PUBLIC;
$x$, pg_temp.own('fill'), pg_temp.body($x$DECLARE
    last_page bigint := pg_relation_size(filled) / current_setting('block_size')::bigint;
    page bigint := 0;
    batch bigint := pages;
    n bigint;
    total bigint := 0;
    began timestamptz := clock_timestamp();
    told timestamptz := began;
    took float8;
BEGIN
    WHILE page <= last_page LOOP
        BEGIN
            EXECUTE fill USING format('(%s,0)', page)::tid, format('(%s,0)', page + batch)::tid;
            GET DIAGNOSTICS n = ROW_COUNT;
            total := total + n;
            page := page + batch;
            batch := least(2 * batch, pages);
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            n := 1;
            batch := greatest(batch / 4, 1);
        END;
        COMMIT;
        IF n > 0 THEN
            PERFORM pg_sleep_for(pause);
        END IF;
        IF clock_timestamp() > told + interval '5 s' OR page > last_page THEN
            told := clock_timestamp();
            took := extract(epoch FROM told - began);
            RAISE INFO '%: % of % pages, % rows written, % rows/s, % left', filled, least(page, last_page), last_page, total,
                round(total / took), make_interval(secs => round(took * greatest(last_page - page, 0) / greatest(page, 1)));
        END IF;
    END LOOP;
    EXECUTE missing INTO n;
    IF n > 0 THEN
        RAISE '% rows of % have no new key', n, filled
            USING HINT = 'The time of a row may be missing, or a trigger may refuse the update. Run this step again.';
    END IF;
END$x$)));
    PERFORM pg_temp.put('2', format(E'CALL %s(%L,\n    %L,\n    %L, pages => 200, pause => ''20 ms'');', pg_temp.own('fill'),
        table_name,
        format('UPDATE %s SET %s WHERE ctid >= $1 AND ctid < $2 AND (%s)', table_name, sets, missing),
        format('SELECT count(*) FROM %s WHERE %s', table_name, missing)))
    FROM (SELECT n, table_name, string_agg(format('%I = NULL', new_name), ', ' ORDER BY att) AS sets,
            string_agg(CASE WHEN not_null THEN format('%I IS NULL', new_name)
                ELSE format('%I IS NULL AND %I IS NOT NULL', new_name, name) END,
                ' OR ' ORDER BY att) AS missing
        FROM pg_temp.columns GROUP BY n, table_name ORDER BY n) AS x;
    PERFORM pg_temp.put('2', format(E'RESET lock_timeout;\nVACUUM (ANALYZE) %s;\nRESET statement_timeout;\n%s',
        string_agg(name, ', '),
        pg_temp.mark(2))) FROM pg_temp.tables;
END
$$;

CREATE FUNCTION pg_temp.write_3() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    i record;
BEGIN
    PERFORM pg_temp.begin_script('3', $x$step 3, indexes on the new columns. It can be interrupted and run again.
-- Lock: SHARE UPDATE EXCLUSIVE, which lets others read and write. It waits for transactions that are open.$x$, false, '{2}', 3,
        'Run the steps in their order.');
    PERFORM pg_temp.put('3', format($x$SET lock_timeout = 0;
SET statement_timeout = 0;
-- What was left when this was interrupted.
SELECT format('DROP INDEX CONCURRENTLY %%s', indexrelid::regclass) FROM pg_index
WHERE NOT indisvalid AND indexrelid IN (SELECT to_regclass(name) FROM unnest(%L::text[]) AS name) \gexec$x$,
        array_agg(full_new) || array_agg(schema || '.' || twin_name) FILTER (WHERE twin_name IS NOT NULL)))
    FROM pg_temp.indexes WHERE NOT locked;
    FOR i IN SELECT *, CASE WHEN is_unique THEN 'UNIQUE ' ELSE '' END AS uniqueness FROM pg_temp.indexes WHERE NOT locked LOOP
        PERFORM pg_temp.put('3', 'SET default_tablespace = ' || i.space || ';');
        PERFORM pg_temp.put('3', format('CREATE %sINDEX CONCURRENTLY IF NOT EXISTS %s ON %s %s;', i.uniqueness, i.new_name,
            i.table_name, i.new_def));
        PERFORM pg_temp.put('3',
            format(E'-- Takes the place of %s when step 6 is undone.\nCREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS %s ON %s %s;',
            pg_temp.flat(i.name), i.twin_name, i.table_name, i.twin_def)) WHERE i.twin_name IS NOT NULL;
        PERFORM pg_temp.put('3', 'RESET default_tablespace;') WHERE i.space IS NOT NULL;
        PERFORM pg_temp.put('3', format('ALTER INDEX %s %s;', i.full_new, array_to_string(i.targets, ', ')))
            WHERE cardinality(i.targets) > 0;
        PERFORM pg_temp.put('3', pg_temp.comment_on('INDEX ' || i.full_new, i.comment));
    END LOOP;
    FOR i IN SELECT * FROM pg_temp.stats LOOP
        PERFORM pg_temp.put('3', format('CREATE STATISTICS IF NOT EXISTS %s%s FROM %s;', i.full_new, i.new_def, i.table_name));
        PERFORM pg_temp.put('3', format('ALTER STATISTICS %s SET STATISTICS %s;', i.full_new, i.target)) WHERE i.target >= 0;
        PERFORM pg_temp.put('3', pg_temp.comment_on('STATISTICS ' || i.full_new, i.comment));
    END LOOP;
    FOR i IN SELECT * FROM pg_temp.indexes WHERE locked LOOP
        PERFORM pg_temp.put('3', format($x$
-- PostgreSQL builds this constraint under a lock: nobody passes for as long as it takes.
SET lock_timeout = '300ms';
SET default_tablespace = %s;
DO $lock$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = %L::regclass AND conname = %L) THEN
        ALTER TABLE %s ADD CONSTRAINT %s %s;$x$,
            coalesce(i.space, ''''''), i.table_name, (parse_ident(i.new_name))[1], i.table_name, i.new_name,
            i.new_def));
        PERFORM pg_temp.put('3', format('        ALTER INDEX %s SET (', i.full_new) || i.options || ');');
        PERFORM pg_temp.put('3', '        ' || pg_temp.comment_on('INDEX ' || i.full_new, i.comment));
        PERFORM pg_temp.put('3', '        ' || pg_temp.comment_on(format('CONSTRAINT %s ON %s', i.new_name, i.table_name),
            i.con_comment));
        PERFORM pg_temp.put('3', E'    END IF;\nEND\n$lock$;\nRESET default_tablespace;\nSET lock_timeout = 0;');
    END LOOP;
    PERFORM pg_temp.put('3', format(E'ANALYZE %s;\nRESET lock_timeout;\nRESET statement_timeout;\n%s', string_agg(name, ', '),
        pg_temp.mark(3)))
    FROM pg_temp.tables;
END
$$;

CREATE FUNCTION pg_temp.write_4() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    i record;
BEGIN
    PERFORM pg_temp.begin_script('4', 'step 4, constraints on the new columns, for the rows that are written from now on.', true,
        '{3}', 4,
        'Run the steps in their order.');
    PERFORM pg_temp.put('4', format('ALTER TABLE %s ADD CONSTRAINT %s CHECK (%s) NOT VALID;', table_name, given,
        CASE WHEN not_null THEN format('%I IS NOT NULL', new_name) ELSE format('(%I IS NULL) = (%I IS NULL)', new_name, name) END))
    FROM pg_temp.columns;
    FOR i IN SELECT * FROM pg_temp.checks WHERE kind = 'c' LOOP
        PERFORM pg_temp.put('4', format('ALTER TABLE %s ADD CONSTRAINT %s %s%s;', i.table_name, i.new_name, i.new_def,
            CASE WHEN i.enforced THEN ' NOT VALID' ELSE '' END));
        PERFORM pg_temp.put('4', pg_temp.comment_on(format('CONSTRAINT %s ON %s', i.new_name, i.table_name), i.comment));
    END LOOP;
    PERFORM pg_temp.put('4', '-- Those that can be deferred are, until step 6: SET CONSTRAINTS does not name them yet.')
    WHERE EXISTS (SELECT FROM pg_temp.keys WHERE NOT late AND deferrability <> '');
    FOR i IN SELECT * FROM pg_temp.keys WHERE NOT late LOOP
        PERFORM pg_temp.put('4', format('ALTER TABLE %s ADD CONSTRAINT %s %s%s NOT VALID;', i.table_name, i.new_name, i.new_def,
            CASE WHEN i.deferrability <> '' THEN ' DEFERRABLE INITIALLY DEFERRED' ELSE '' END));
        PERFORM pg_temp.put('4', pg_temp.comment_on(format('CONSTRAINT %s ON %s', i.new_name, i.table_name), i.comment));
    END LOOP;
    PERFORM pg_temp.end_script('4', 4);
END
$$;

CREATE FUNCTION pg_temp.write_5() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    PERFORM pg_temp.begin_script('5', $x$step 5, the same constraints for all rows. It can be run again.
-- Lock: SHARE UPDATE EXCLUSIVE, which lets others read and write.$x$, false, '{4}', 5, 'Run the steps in their order.');
    PERFORM pg_temp.put('5', 'SET statement_timeout = 0;');
    IF NOT p.kept AND EXISTS (SELECT FROM pg_temp.columns WHERE NOT is_key) THEN
        PERFORM pg_temp.put('5', '-- References that were written while the row was, by another transaction.');
        PERFORM pg_temp.put('5', format($x$UPDATE %1$s SET %2$I = NULL WHERE %2$I IN (
    SELECT e.new_key FROM %3$s AS e JOIN %4$s AS o ON o.%5$I = e.old_key WHERE o.%6$I <> e.new_key);$x$,
            table_name, new_name, pg_temp.own('early'), p.name, p.key_name, 'new_' || p.key_name))
        FROM pg_temp.columns WHERE NOT is_key;
    END IF;
    PERFORM pg_temp.put('5', format('ALTER TABLE %s VALIDATE CONSTRAINT %s;', table_name, given)) FROM pg_temp.columns;
    PERFORM pg_temp.put('5', format('ALTER TABLE %s VALIDATE CONSTRAINT %s;', table_name, new_name)) FROM pg_temp.checks
        WHERE kind = 'c' AND enforced;
    PERFORM pg_temp.put('5', format('ALTER TABLE %s VALIDATE CONSTRAINT %s;', table_name, new_name)) FROM pg_temp.keys
        WHERE NOT late;
    PERFORM pg_temp.put('5', E'RESET statement_timeout;\n' || pg_temp.mark(5));
END
$$;

CREATE FUNCTION pg_temp.write_6() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
    k pg_temp.col;
    i record;
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    SELECT * INTO k FROM pg_temp.col WHERE is_key;
    PERFORM pg_temp.begin_script('6', 'step 6, the new columns get the names and all else. The old keys are still written.', true,
        '{5}', 6,
        'Run the steps in their order.', finish => pg_temp.validate_keys(true));
    PERFORM pg_temp.put('6', format('ALTER TABLE %s DROP CONSTRAINT %s;', table_name, name)) FROM pg_temp.keys;
    PERFORM pg_temp.put('6', format('DROP TRIGGER %s ON %s;', name, table_name)) FROM pg_temp.triggers;
    PERFORM pg_temp.put('6', E'\n-- No value is missing, as step 5 has shown, so nothing is read.');
    FOR i IN SELECT * FROM pg_temp.checks WHERE kind = 'n' LOOP
        PERFORM pg_temp.put('6', format('ALTER TABLE %s ADD CONSTRAINT %s %s;', i.table_name, i.new_name, i.new_def));
        PERFORM pg_temp.put('6', pg_temp.comment_on(format('CONSTRAINT %s ON %s', i.new_name, i.table_name), i.comment));
    END LOOP;
    PERFORM pg_temp.put('6', format('ALTER TABLE %s ALTER %I SET NOT NULL;', table_name, new_name)) FROM pg_temp.columns AS c
    WHERE not_null AND NOT EXISTS (SELECT FROM pg_temp.checks AS n WHERE n.kind = 'n' AND n.rel = c.rel
        AND starts_with(n.new_def, format('NOT NULL %I', c.new_name)));
    PERFORM pg_temp.put('6', format('ALTER TABLE %s DROP CONSTRAINT %s;', table_name, given)) FROM pg_temp.columns;

    PERFORM pg_temp.put('6', E'\n-- The old names.');
    PERFORM pg_temp.put('6', CASE WHEN contype = 'p' THEN format('ALTER TABLE %s DROP CONSTRAINT %s;', table_name, conname)
        WHEN contype IS NOT NULL THEN format('ALTER TABLE %s RENAME CONSTRAINT %s TO %s;', table_name, conname, old_name)
        ELSE format('ALTER INDEX %s RENAME TO %s;', full_name, old_name) END) FROM pg_temp.indexes;
    PERFORM pg_temp.put('6', format('ALTER TABLE %s RENAME CONSTRAINT %s TO %s;', table_name, name, old_name)) FROM pg_temp.checks;
    PERFORM pg_temp.put('6', format('ALTER STATISTICS %s RENAME TO %s;', full_name, old_name)) FROM pg_temp.stats;
    PERFORM pg_temp.put('6', E'\n-- The columns.');
    PERFORM pg_temp.put('6', format('ALTER TABLE %1$s RENAME %2$I TO %4$I; ALTER TABLE %1$s RENAME %3$I TO %2$I;', table_name, name,
        new_name, old_name))
    FROM pg_temp.columns;
    PERFORM pg_temp.put('6', format('ALTER TABLE %s ALTER %I SET DEFAULT %s;', p.name, k.name, p.next_new));
    PERFORM pg_temp.put('6', format($x$-- The new key of the row that the default has named; of none, if there is none.
DO $default$
DECLARE
    value text;
BEGIN
    SELECT o.%1$I INTO value FROM %2$s AS o WHERE o.%3$I = %4$s;
    EXECUTE format('ALTER TABLE %%s ALTER %%I SET DEFAULT %%L', %5$L, %6$L, coalesce(value, %7$s::text));
END
$default$;$x$, k.name, p.name, k.old_name, value, table_name, name, p.next_new)) FROM pg_temp.dflt;

    PERFORM pg_temp.put('6', E'\n-- The names for the new ones.');
    FOR i IN SELECT * FROM pg_temp.indexes LOOP
        PERFORM pg_temp.put('6', CASE WHEN i.locked THEN format('ALTER TABLE %s RENAME CONSTRAINT %s TO %s;', i.table_name,
            i.new_name, i.conname)
            WHEN i.contype IS NOT NULL THEN format('ALTER TABLE %s ADD CONSTRAINT %s %s USING INDEX %s%s;', i.table_name, i.conname,
                CASE i.contype WHEN 'p' THEN 'PRIMARY KEY' ELSE 'UNIQUE' END, i.new_name, i.deferrability)
            ELSE format('ALTER INDEX %s RENAME TO %s;', i.full_new, i.name) END);
        PERFORM pg_temp.put('6', pg_temp.comment_on(format('CONSTRAINT %s ON %s', i.conname, i.table_name), i.con_comment))
            WHERE NOT i.locked;
    END LOOP;
    PERFORM pg_temp.put('6', format('ALTER TABLE %s RENAME CONSTRAINT %s TO %s;', table_name, new_name, name)) FROM pg_temp.checks;
    PERFORM pg_temp.put('6', format('ALTER STATISTICS %s RENAME TO %s;', full_new, name)) FROM pg_temp.stats;
    FOR i IN SELECT * FROM pg_temp.keys LOOP
        IF i.late THEN
            PERFORM pg_temp.put('6', format('ALTER TABLE %s ADD CONSTRAINT %s %s NOT VALID;', i.table_name, i.name, i.old_def));
            PERFORM pg_temp.put('6', pg_temp.comment_on(i.named, i.comment));
        ELSE
            PERFORM pg_temp.put('6', format('ALTER TABLE %s RENAME CONSTRAINT %s TO %s;', i.table_name, i.new_name, i.name));
            PERFORM pg_temp.put('6', format('ALTER TABLE %s ALTER CONSTRAINT %s DEFERRABLE INITIALLY IMMEDIATE;', i.table_name,
                i.name))
            WHERE i.deferrability = ' DEFERRABLE';
        END IF;
    END LOOP;
    PERFORM pg_temp.mark_indexes('6');
    PERFORM pg_temp.make_triggers('6');
    PERFORM pg_temp.put_backward('6');
    PERFORM pg_temp.compile_anew('6');
    PERFORM pg_temp.put_yours('6');
    PERFORM pg_temp.end_script('6', 6);
    PERFORM pg_temp.put('6', pg_temp.validate_keys(true));
END
$$;

CREATE FUNCTION pg_temp.put_backward(script text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
    k pg_temp.col;
    t pg_temp.tab;
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    SELECT * INTO k FROM pg_temp.col WHERE is_key;
    PERFORM pg_temp.put(script, E'\n-- The triggers of step 1 write the old columns now.');
    PERFORM pg_temp.put(script,
        format(E'CREATE SEQUENCE %1$s;\nSELECT setval(%1$L, greatest(max(%2$I), 0) + 1, false) FROM %3$s \\g /dev/null',
        p.sequence, k.old_name, p.name)) WHERE p.sequence IS NOT NULL;
    PERFORM pg_temp.put(script, format(E'CREATE FUNCTION %s(new_key %s) RETURNS %s IMMUTABLE STRICT LANGUAGE sql\nRETURN %s;',
        pg_temp.own('back'),
        p.new_type, p.old_type, p.back)) WHERE p.next_old = p.back;
    PERFORM pg_temp.put(script, format($x$CREATE FUNCTION %1$s(given %2$s, present %3$s) RETURNS %3$s LANGUAGE plpgsql AS %4$s;
REVOKE EXECUTE ON FUNCTION %1$s FROM PUBLIC;
$x$, pg_temp.own('old'), p.new_type, p.old_type, pg_temp.look_up(p.old_type, format('o.%I', k.old_name), k.name,
        CASE WHEN p.kept THEN format('    result := %s(given);', pg_temp.own('back'))
            ELSE format($x$    INSERT INTO %1$s AS e (old_key, new_key) VALUES (%2$s, given)
    ON CONFLICT (new_key) DO UPDATE SET new_key = excluded.new_key RETURNING e.old_key INTO result;$x$, pg_temp.own('early'),
            CASE WHEN p.next_old = p.back THEN format('%s(given)', pg_temp.own('back')) ELSE p.next_old END) END)));
    FOR t IN SELECT * FROM pg_temp.tables LOOP
        PERFORM pg_temp.put(script, pg_temp.backward(t));
    END LOOP;
END
$$;

CREATE FUNCTION pg_temp.write_7() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
    k pg_temp.col;
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    SELECT * INTO k FROM pg_temp.col WHERE is_key;
    PERFORM pg_temp.begin_script('7',
        format(E'step 7, the old references are dropped. There is no way back from here.\n-- %s.%I stays, for links that have it.',
        pg_temp.flat(p.name), pg_temp.flat(k.old_name)), true, '{6}', 7, 'Run the steps in their order.',
        before => pg_temp.validate_keys(true));
    PERFORM pg_temp.put('7', format('DROP TRIGGER zz_rekey ON %s;', name)) FROM pg_temp.tables;
    PERFORM pg_temp.put('7', statement || afterwards || ';') FROM pg_temp.publications;
    PERFORM pg_temp.put('7', CASE WHEN contype IS NULL THEN format('DROP INDEX %s;', full_old)
        ELSE format('ALTER TABLE %s DROP CONSTRAINT %s;', table_name, old_name) END) FROM pg_temp.indexes WHERE contype IS DISTINCT
            FROM 'p';
    PERFORM pg_temp.put('7', format('DROP INDEX %s.%s;', schema, twin_name)) FROM pg_temp.indexes WHERE contype = 'p'
        AND rel <> p.rel;
    PERFORM pg_temp.put('7', format('ALTER TABLE %s DROP CONSTRAINT %s;', table_name, old_name)) FROM pg_temp.checks
        WHERE kind = 'c';
    PERFORM pg_temp.put('7', format('DROP STATISTICS %s;', full_old)) FROM pg_temp.stats;
    PERFORM pg_temp.put('7', format('ALTER TABLE %s ALTER %I DROP IDENTITY IF EXISTS;', p.name, k.old_name));
    PERFORM pg_temp.put('7', format('ALTER TABLE %1$s ALTER %2$I DROP DEFAULT, ALTER %2$I DROP NOT NULL;', p.name, k.old_name));
    PERFORM pg_temp.put('7', format($x$
-- Nothing may hang on the old columns any more: of %s what did when the scripts were written, of the others anything.
DO $left$
DECLARE
    remaining text;
BEGIN
    SELECT string_agg(DISTINCT pg_describe_object(d.classid, d.objid, d.objsubid), '; ') INTO remaining
    FROM pg_depend d JOIN pg_attribute a ON d.refobjid = a.attrelid AND d.refobjsubid = a.attnum
        LEFT JOIN pg_constraint n ON d.classid = 'pg_constraint'::regclass AND d.objid = n.oid AND n.contype = 'n'
        LEFT JOIN pg_attrdef f ON d.classid = 'pg_attrdef'::regclass AND d.objid = f.oid
            AND (f.adrelid, f.adnum) = (a.attrelid, a.attnum)
    WHERE d.refclassid = 'pg_class'::regclass AND n.oid IS NULL AND f.oid IS NULL AND (%s);
    IF remaining IS NOT NULL THEN
        RAISE 'old columns are still in use' USING DETAIL = format('These need them: %%s.', remaining),
            HINT = 'Drop them, or make them of the new columns.';
    END IF;
END
$left$;$x$, pg_temp.flat(quote_ident(k.old_name)),
        string_agg(format('(a.attrelid = %L::regclass AND a.attname = %L%s)', table_name, old_name,
            CASE WHEN is_key THEN format(' AND d.objid = ANY (%L::oid[])',
                ARRAY(SELECT DISTINCT oid FROM pg_temp.watched ORDER BY oid)) ELSE '' END),
            E'\n        OR '))) FROM pg_temp.columns;
    PERFORM pg_temp.put('7', format('ALTER TABLE %s DROP COLUMN %I;', table_name, old_name)) FROM pg_temp.columns WHERE NOT is_key;
    PERFORM pg_temp.drop_functions('7', true);
    PERFORM pg_temp.end_script('7', NULL);
END
$$;

CREATE FUNCTION pg_temp.write_undo_swap() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    s CONSTANT text := 'undo_swap';
    i record;
    t pg_temp.tab;
BEGIN
    PERFORM pg_temp.begin_script(s, $x$undoes step 6, at any time before step 7. Rows that were made in between keep both keys.
-- Go on with step 3 again, or undo all.$x$, true, '{6}', 2, 'It undoes step 6 alone.', finish => pg_temp.validate_keys(false));
    PERFORM pg_temp.put(s, format('ALTER TABLE %s DROP CONSTRAINT %s;', table_name, name)) FROM pg_temp.keys;
    PERFORM pg_temp.put(s, format('DROP TRIGGER %s ON %s;', name, table_name)) FROM pg_temp.triggers;
    PERFORM pg_temp.put(s, CASE WHEN locked THEN format('ALTER TABLE %s RENAME CONSTRAINT %s TO %s;', table_name, conname, new_name)
        WHEN contype IS NOT NULL THEN format('ALTER TABLE %s DROP CONSTRAINT %s;', table_name, conname)
        ELSE format('ALTER INDEX %s RENAME TO %s;', full_name, new_name) END) FROM pg_temp.indexes;
    PERFORM pg_temp.put(s, format('ALTER TABLE %s DROP CONSTRAINT %s;', table_name, name)) FROM pg_temp.checks;
    PERFORM pg_temp.put(s, format('ALTER STATISTICS %s RENAME TO %s;', full_name, new_name)) FROM pg_temp.stats;
    PERFORM pg_temp.put(s, format('ALTER TABLE %s ALTER %I DROP DEFAULT, ALTER %2$I DROP NOT NULL;', table_name, name))
        FROM pg_temp.columns;
    PERFORM pg_temp.put(s, format('ALTER TABLE %1$s RENAME %2$I TO %3$I; ALTER TABLE %1$s RENAME %4$I TO %2$I;', table_name, name,
        new_name, old_name))
    FROM pg_temp.columns;
    FOR i IN SELECT * FROM pg_temp.indexes LOOP
        PERFORM pg_temp.put(s, CASE WHEN i.contype = 'p'
            THEN format('ALTER TABLE %s ADD CONSTRAINT %s PRIMARY KEY USING INDEX %s%s;', i.table_name,
                i.conname, i.twin_name, i.deferrability)
            WHEN i.contype IS NOT NULL THEN format('ALTER TABLE %s RENAME CONSTRAINT %s TO %s;', i.table_name, i.old_name,
                i.conname)
            ELSE format('ALTER INDEX %s RENAME TO %s;', i.full_old, i.name) END);
        IF i.contype = 'p' THEN
            PERFORM pg_temp.put(s, pg_temp.comment_on(format('CONSTRAINT %s ON %s', i.conname, i.table_name), i.con_comment));
            PERFORM pg_temp.put(s, pg_temp.comment_on('INDEX ' || i.full_name, i.comment));
        END IF;
    END LOOP;
    PERFORM pg_temp.put(s, format('ALTER TABLE %s RENAME CONSTRAINT %s TO %s;', table_name, old_name, name)) FROM pg_temp.checks;
    PERFORM pg_temp.put(s, format('ALTER STATISTICS %s RENAME TO %s;', full_old, name)) FROM pg_temp.stats;
    FOR i IN SELECT * FROM pg_temp.keys LOOP
        PERFORM pg_temp.put(s, format('ALTER TABLE %s ADD CONSTRAINT %s %s NOT VALID;', i.table_name, i.name, i.old_def));
        PERFORM pg_temp.put(s, pg_temp.comment_on(i.named, i.comment));
    END LOOP;
    PERFORM pg_temp.mark_indexes(s);
    PERFORM pg_temp.make_triggers(s);
    FOR t IN SELECT * FROM pg_temp.tables LOOP
        PERFORM pg_temp.put(s, E'\n' || pg_temp.forward(t));
    END LOOP;
    PERFORM pg_temp.drop_old_functions(s);
    PERFORM pg_temp.compile_anew(s);
    PERFORM pg_temp.put_yours(s);
    PERFORM pg_temp.end_script(s, 2);
    PERFORM pg_temp.put(s, pg_temp.validate_keys(false));
END
$$;

CREATE FUNCTION pg_temp.write_undo() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    s CONSTANT text := 'undo';
BEGIN
    PERFORM pg_temp.begin_script(s, 'undoes steps 1 to 5, as many of them as were done. After step 6 undo that first.', true,
        '{1,2,3,4,5}', 0,
        'After step 6, run the script that undoes it first. After step 7 there is no way back.',
        finish => pg_temp.validate_keys(false));
    PERFORM pg_temp.put(s, format('DROP TRIGGER zz_rekey ON %s;', name)) FROM pg_temp.tables;
    PERFORM pg_temp.put(s, statement || before || ';') FROM pg_temp.publications;
    PERFORM pg_temp.put(s, format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %s;', table_name, new_name)) FROM pg_temp.keys;
    PERFORM pg_temp.put(s, format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %s;', table_name, new_name)) FROM pg_temp.indexes
        WHERE locked;
    PERFORM pg_temp.put(s, format('DROP INDEX IF EXISTS %s.%s;', schema, twin_name)) FROM pg_temp.indexes WHERE contype = 'p';
    PERFORM pg_temp.put(s, '-- With them go their other indexes and constraints, and their statistics.');
    PERFORM pg_temp.put(s, format('ALTER TABLE %s DROP COLUMN %I;', table_name, new_name))
    FROM (SELECT * FROM pg_temp.columns ORDER BY n DESC, att DESC) AS c;
    PERFORM pg_temp.drop_functions(s, false);
    PERFORM pg_temp.end_script(s, NULL);
    -- These are left if undo_swap was interrupted after its COMMIT.
    PERFORM pg_temp.put(s, pg_temp.validate_keys(false));
END
$$;

-- What is printed.
CREATE FUNCTION pg_temp.report() RETURNS text LANGUAGE sql AS $$
SELECT format(E'%s.%I, %s, becomes %s in %s rows, of the time %s; %s tables and %s columns.\n', p.name, p.key_name, p.old_type,
    p.new_type,
        p.rows, CASE WHEN p.kept THEN 'that it has' WHEN p.time_is = '%s' THEN format('in %I', j.made_at)
            ELSE format('in %I (%s)', j.made_at, j.zone) END,
        (SELECT count(*) FROM pg_temp.tab), (SELECT count(*) FROM pg_temp.col))
    || format(E'Written: %1$s_1_columns.sql to %1$s_7_drop_old.sql, %1$s_undo_swap.sql and %1$s_undo.sql\n', p.file)
    || coalesce(E'\nNot carried over, or yours to know:\n' || (
        SELECT string_agg(format(E'\n%s. %s: %s\n', r, upper(left(moment, 1)) || substr(moment, 2), what)
            || coalesce('    ' || regexp_replace(statement, '\n', E'\n    ', 'g') || E'\n', ''), '' ORDER BY r)
        FROM (SELECT *, row_number() OVER (ORDER BY n) AS r FROM pg_temp.note) AS x), '')
FROM pg_temp.plan AS p, pg_temp.job AS j
$$;

DO $$
BEGIN
    PERFORM pg_temp.write_1();
    PERFORM pg_temp.write_2();
    PERFORM pg_temp.write_3();
    PERFORM pg_temp.write_4();
    PERFORM pg_temp.write_5();
    PERFORM pg_temp.write_6();
    PERFORM pg_temp.write_7();
    PERFORM pg_temp.write_undo_swap();
    PERFORM pg_temp.write_undo();
END
$$;
