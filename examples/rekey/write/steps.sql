-- Part of write.sql: the words of the scripts.

CREATE TEMPORARY TABLE line (script text, n serial, words text);
CREATE FUNCTION pg_temp.put(script text, words text) RETURNS void LANGUAGE sql AS $$
INSERT INTO pg_temp.line (script, words) SELECT $1, $2 WHERE $2 IS NOT NULL
$$;
CREATE FUNCTION pg_temp.script(script text) RETURNS text LANGUAGE sql AS $$
SELECT string_agg(words, E'\n' ORDER BY n) FROM pg_temp.line AS l WHERE l.script = $1
$$;

CREATE FUNCTION pg_temp.body(words text) RETURNS text LANGUAGE plpgsql AS $body$
DECLARE
    mark text := '$$';
BEGIN
    WHILE strpos(words, mark) > 0 LOOP
        mark := '$rekey' || left(mark, -1) || '$';
    END LOOP;
    RETURN mark || E'\n' || words || E'\n' || mark;
END
$body$;

-- The beginning of a script: what it is, and whether it is due. done_before are the steps after which it may run.
CREATE FUNCTION pg_temp.begin_script(script text, what text, locked boolean, done_before integer[], done_after integer, stale text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
    tables text := (SELECT string_agg(t.name, ', ' ORDER BY t.n) FROM pg_temp.tab AS t);
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    PERFORM pg_temp.put(script, format('-- New keys for %s: %s', pg_temp.flat(p.name), what));
    IF locked THEN
        PERFORM pg_temp.put(script, format($x$-- Lock: ACCESS EXCLUSIVE on every table, for milliseconds. It is tried for a minute, 300 ms at a time, so that others wait no
-- longer, and so that this script gives way in a deadlock. If it ends with a lock timeout, nothing was changed: run it again.
\set ON_ERROR_STOP on
BEGIN;
SET LOCAL lock_timeout = '300ms';
SET LOCAL client_min_messages = warning;
DO $wait$
BEGIN
    FOR attempt IN 1 .. 60 LOOP
        BEGIN
            LOCK TABLE %s IN ACCESS EXCLUSIVE MODE;
            RETURN;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            IF attempt = 60 THEN
                RAISE;
            END IF;
        END;
        PERFORM pg_sleep(0.7);
    END LOOP;
END
$wait$;
SELECT clock_timestamp() AS locked_at \gset$x$, tables));
    ELSE
        PERFORM pg_temp.put(script, '\set ON_ERROR_STOP on');
    END IF;
    PERFORM pg_temp.put(script, format($x$-- The last step that was done stands in the comment on a function that step 1 makes and step 7 drops.
DO $due$
DECLARE
    fn regprocedure := to_regprocedure(%1$L);
    done integer := CASE WHEN fn IS NOT NULL THEN substring(obj_description(fn, 'pg_proc') FROM '^step ([1-7]) ')::integer
        WHEN EXISTS (SELECT FROM pg_attribute WHERE attrelid = %2$L::regclass AND attname = %3$L AND NOT attisdropped) THEN 7
        ELSE 0 END;
BEGIN
    IF done <> ALL (%4$L::integer[]) THEN
        RAISE %5$L USING DETAIL = format('The last step that was done is %%s of 7.', done), HINT = %6$L;
    END IF;
    PERFORM set_config('rekey.done', done::text, false);
END
$due$;
SELECT current_setting('rekey.done') = '%7$s' AS is_done \gset
\if :is_done
    %8$s\echo This is done already.
    \quit
\endif
$x$, p.fn || '()', p.name, (SELECT c.old_name FROM pg_temp.col AS c WHERE c.is_key), done_before || done_after,
        replace(format('%s of the new keys for %s is not due', CASE WHEN script ~ '^\d' THEN 'step ' || script ELSE script END, pg_temp.flat(p.name)), '%', '%%'),
        stale, done_after, CASE WHEN locked THEN E'ROLLBACK;\n    ' ELSE '' END));
END
$$;

CREATE FUNCTION pg_temp.mark(step integer) RETURNS text LANGUAGE sql AS $$
SELECT format('COMMENT ON FUNCTION %s() IS %L;', p.fn, format('step %s of 7 of the new keys for %s is done', step, pg_temp.flat(p.name))) FROM pg_temp.plan AS p WHERE step IS NOT NULL
$$;
CREATE FUNCTION pg_temp.commit(script text, step integer) RETURNS void LANGUAGE sql AS $$
SELECT pg_temp.put(script, coalesce(E'\n' || pg_temp.mark(step), '') || $x$
COMMIT;
\echo The tables were locked for:
SELECT clock_timestamp() - :'locked_at' AS locked;$x$)
$$;

-- Names of functions that begin with that of the trigger function.
CREATE FUNCTION pg_temp.own(suffix text) RETURNS text LANGUAGE sql AS $$
SELECT format('%I.%I', i[1], i[2] || '_' || suffix) FROM pg_temp.plan AS p, parse_ident(p.fn) AS i
$$;
-- The call that makes a new key for a row, which is written as "NEW" or "o".
CREATE FUNCTION pg_temp.make_for(alias text, default_time text DEFAULT NULL) RETURNS text LANGUAGE sql AS $$
SELECT format('%s(%s.%I%s)', pg_temp.own('make'), alias, p.key_name, CASE WHEN p.kept THEN '' WHEN default_time IS NULL THEN format(', ' || p.time_is, format('%s.%I', alias, j.made_at))
    ELSE format(', coalesce(%s, %s)', format(p.time_is, format('%s.%I', alias, j.made_at)), default_time) END)
FROM pg_temp.plan AS p, pg_temp.job AS j
$$;

CREATE FUNCTION pg_temp.trigger_function(fn text, body text[], declared text DEFAULT NULL) RETURNS text LANGUAGE sql AS $$
SELECT format(E'CREATE OR REPLACE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql\nSECURITY DEFINER SET search_path = pg_catalog, pg_temp AS %s;', fn,
    pg_temp.body(coalesce(E'DECLARE\n    ' || declared || E';\n', '') || E'BEGIN\n' || array_to_string(body, E'\n') || E'\n    RETURN NEW;\nEND'))
$$;

-- Steps 1 to 5: the trigger of a table writes the new columns.
CREATE FUNCTION pg_temp.forward(t pg_temp.tab) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
    k pg_temp.col;
    c pg_temp.col;
    body text[];
    given text;
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    SELECT * INTO k FROM pg_temp.col WHERE is_key;
    IF p.kept THEN
        FOR c IN SELECT * FROM pg_temp.col WHERE rel = t.rel ORDER BY NOT is_key, att LOOP
            body := body || format('    NEW.%I := %s(NEW.%I);', c.new_name, pg_temp.own('make'), c.name);
        END LOOP;
        RETURN pg_temp.trigger_function(t.fn, body);
    END IF;
    body := ARRAY['    -- What a publisher sends is complete.',
        format('    IF current_setting(''session_replication_role'') = ''replica'' AND num_nonnulls(%s) > 0 THEN', (SELECT string_agg(format('NEW.%I', new_name), ', ' ORDER BY att) FROM pg_temp.col WHERE rel = t.rel)),
        '        RETURN NEW;', '    END IF;'];
    IF t.n = 1 THEN
        body := body || format($x$    -- A row gets its new key when it is written for the first time, and keeps it, even if its time is changed then.
    IF TG_OP = 'UPDATE' THEN
        NEW.%1$I := coalesce(OLD.%1$I, %2$s);
    ELSE
        DELETE FROM %3$s AS e WHERE e.old_key = NEW.%4$I RETURNING e.new_key INTO NEW.%1$I;
        NEW.%1$I := coalesce(NEW.%1$I, %5$s);
    END IF;$x$, k.new_name, pg_temp.make_for('OLD'), pg_temp.own('early'), p.key_name, pg_temp.make_for('NEW', 'now()'));
    END IF;
    FOR c IN SELECT * FROM pg_temp.col WHERE rel = t.rel AND NOT is_key ORDER BY att LOOP
        given := format(CASE WHEN c.type = p.old_type THEN 'NEW.%I' ELSE 'NEW.%I::%s' END, c.name, p.old_type);
        body := body || CASE WHEN t.n = 1 THEN format($x$    IF NEW.%1$I = NEW.%2$I THEN
        NEW.%3$I := NEW.%4$I;
    ELSIF TG_OP = 'INSERT' THEN$x$, c.name, p.key_name, c.new_name, k.new_name) ELSE $x$    IF TG_OP = 'INSERT' THEN$x$ END;
        body := body || format($x$        NEW.%1$I := %2$s(%3$s, NULL);
    ELSIF (NEW.%4$I, NEW.%1$I) IS DISTINCT FROM (OLD.%4$I, OLD.%1$I) OR OLD.%1$I IS NULL THEN
        NEW.%1$I := %2$s(%3$s, CASE WHEN NEW.%4$I = OLD.%4$I THEN OLD.%1$I END);
    END IF;$x$, c.new_name, pg_temp.own('new'), given, c.name);
    END LOOP;
    RETURN pg_temp.trigger_function(t.fn, body);
END
$$;

-- From step 6 on it writes the old ones.
CREATE FUNCTION pg_temp.backward(t pg_temp.tab) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
    k pg_temp.col;
    c pg_temp.col;
    body text[];
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    SELECT * INTO k FROM pg_temp.col WHERE is_key;
    body := ARRAY['    -- What a publisher sends is complete.',
        format('    IF current_setting(''session_replication_role'') = ''replica'' AND num_nonnulls(%s) > 0 THEN', (SELECT string_agg(format('NEW.%I', old_name), ', ' ORDER BY att) FROM pg_temp.col WHERE rel = t.rel)),
        '        RETURN NEW;', '    END IF;'];
    IF t.n = 1 AND p.kept THEN
        body := body || format($x$    IF TG_OP = 'INSERT' OR NEW.%1$I IS DISTINCT FROM OLD.%1$I THEN
        NEW.%2$I := %3$s(NEW.%1$I);
    END IF;$x$, k.name, k.old_name, pg_temp.own('back'));
    ELSIF t.n = 1 THEN
        body := body || format($x$    IF TG_OP = 'INSERT' THEN
        DELETE FROM %2$s AS e WHERE e.new_key = NEW.%3$I RETURNING e.old_key INTO early_key;
        NEW.%1$I := coalesce(early_key, NEW.%1$I%4$s);
    END IF;$x$, k.old_name, pg_temp.own('early'), k.name,
            CASE WHEN p.back IS NOT NULL AND p.next_old = p.back THEN format(', %s(NEW.%I)', pg_temp.own('back'), k.name)
                WHEN p.sequence IS NOT NULL THEN ', ' || p.next_old ELSE '' END);
    END IF;
    FOR c IN SELECT * FROM pg_temp.col WHERE rel = t.rel AND NOT is_key ORDER BY att LOOP
        body := body || CASE WHEN t.n = 1 THEN format($x$    IF NEW.%1$I = NEW.%2$I THEN
        NEW.%3$I := NEW.%4$I;
    ELSIF TG_OP = 'INSERT' THEN$x$, c.name, k.name, c.old_name, k.old_name) ELSE $x$    IF TG_OP = 'INSERT' THEN$x$ END;
        body := body || format($x$        NEW.%1$I := %2$s(NEW.%3$I, NULL);
    ELSIF (NEW.%3$I, NEW.%1$I) IS DISTINCT FROM (OLD.%3$I, OLD.%1$I) THEN
        NEW.%1$I := %2$s(NEW.%3$I, CASE WHEN NEW.%3$I = OLD.%3$I THEN OLD.%1$I%4$s END);
    END IF;$x$, c.old_name, pg_temp.own('old'), c.name, CASE WHEN c.type = p.old_type THEN '' ELSE '::' || p.old_type END);
    END LOOP;
    RETURN pg_temp.trigger_function(t.fn, body, CASE WHEN t.n = 1 AND NOT p.kept THEN 'early_key ' || p.old_type END);
END
$$;

CREATE FUNCTION pg_temp.write_1() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
    k pg_temp.col;
    t pg_temp.tab;
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    SELECT * INTO k FROM pg_temp.col WHERE is_key;
    PERFORM pg_temp.begin_script('1', 'step 1, columns for the new keys, and triggers that fill them in every row that is written from now on.', true, '{0}', 1,
        'To write the scripts again, undo what was done first.');
    IF p.kept THEN
        PERFORM pg_temp.put('1', format(E'-- The new key for an old one, which has a time of its own.\nCREATE FUNCTION %s(old_key %s) RETURNS %s IMMUTABLE STRICT LANGUAGE sql\nRETURN %s;',
            pg_temp.own('make'), p.old_type, p.new_type, p.make));
    ELSE
        PERFORM pg_temp.put('1', format(E'-- The new key of a row: its time, and a number from its old key. It depends on nothing else, so it does not matter when, in which order,\n-- or how often it is made.\nCREATE FUNCTION %s(old_key %s, made_at timestamptz) RETURNS %s STRICT LANGUAGE sql\nRETURN %s;\n',
            pg_temp.own('make'), p.old_type, p.new_type, p.make));
        PERFORM pg_temp.put('1', format(E'-- Keys of rows that are not there yet, but are referred to: the foreign key is checked later.\nCREATE TABLE %s (old_key %s PRIMARY KEY, new_key %s NOT NULL UNIQUE);\n',
            pg_temp.own('early'), (SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = p.rel AND attnum = p.key), p.new_type));
    END IF;
    PERFORM pg_temp.put('1', string_agg(format('ALTER TABLE %s %s;', x.name, x.columns), E'\n' ORDER BY x.n))
    FROM (SELECT y.n, y.name, string_agg(format('ADD COLUMN %I %s', c.new_name, p.new_type), ', ' ORDER BY c.att) AS columns
        FROM pg_temp.col AS c JOIN pg_temp.tab AS y USING (rel) GROUP BY y.n, y.name) AS x;
    -- What columns have.
    PERFORM pg_temp.put('1', string_agg(x.statement, E'\n' ORDER BY x.n, x.att, x.statement))
    FROM (SELECT y.n, c.att, s.statement
        FROM pg_temp.col AS c JOIN pg_temp.tab AS y USING (rel) JOIN pg_attribute a ON a.attrelid = c.rel AND a.attnum = c.att,
            LATERAL (
                SELECT format('ALTER TABLE %s ALTER %I SET STATISTICS %s;', y.name, c.new_name, a.attstattarget) WHERE a.attstattarget >= 0
                UNION ALL SELECT format('ALTER TABLE %s ALTER %I SET (%s);', y.name, c.new_name, string_agg(format('%I = %L', o.option_name, o.option_value), ', '))
                    FROM pg_options_to_table(a.attoptions) AS o WHERE o.option_name LIKE 'n_distinct%' HAVING count(*) > 0
                UNION ALL SELECT format('GRANT %s (%I) ON %s TO %s%s;', g.privilege_type, c.new_name, y.name,
                        CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE g.grantee::regrole::text END, CASE WHEN g.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)
                    FROM aclexplode(a.attacl) AS g
                UNION ALL SELECT pg_temp.comment_on(format('COLUMN %s.%I', y.name, c.new_name), col_description(c.rel, c.att))) AS s (statement)
        WHERE s.statement IS NOT NULL) AS x;
    PERFORM pg_temp.put('1', string_agg(format('ALTER PUBLICATION %1$s DROP TABLE %2$s; ALTER PUBLICATION %1$s ADD TABLE %2$s %3$s;', b.name, b.table_name, b.during), E'\n' ORDER BY b.name, b.table_name))
    FROM pg_temp.pub AS b;

    IF NOT p.kept THEN
        PERFORM pg_temp.put('1', format($x$
-- The new key for a reference. present is what it has been, if the reference has not changed: an action of a foreign key can
-- come when the row is gone.
CREATE FUNCTION %1$s(given %2$s, present %3$s) RETURNS %3$s LANGUAGE plpgsql AS %4$s;
REVOKE EXECUTE ON FUNCTION %1$s FROM PUBLIC;$x$, pg_temp.own('new'), p.old_type, p.new_type, pg_temp.body(format($x$#variable_conflict use_variable
DECLARE
    result %1$s;
BEGIN
    IF given IS NULL THEN
        RETURN NULL;
    END IF;
    SELECT coalesce(o.%2$I, %3$s) INTO result FROM %4$s AS o WHERE o.%5$I = given;
    IF FOUND THEN
        RETURN result;
    ELSIF present IS NOT NULL THEN
        RETURN present;
    END IF;
    INSERT INTO %6$s AS e (old_key, new_key) VALUES (given, %7$s)
    ON CONFLICT (old_key) DO UPDATE SET old_key = excluded.old_key RETURNING e.new_key INTO result;
    RETURN result;
END$x$, p.new_type, k.new_name, pg_temp.make_for('o'), p.name, k.name, pg_temp.own('early'), p.next_new))));
    END IF;
    FOR t IN SELECT * FROM pg_temp.tab ORDER BY n LOOP
        PERFORM pg_temp.put('1', E'\n' || pg_temp.forward(t));
        PERFORM pg_temp.put('1', format($x$REVOKE EXECUTE ON FUNCTION %2$s FROM PUBLIC;
CREATE TRIGGER zz_rekey BEFORE INSERT OR UPDATE ON %1$s FOR EACH ROW EXECUTE FUNCTION %2$s();
ALTER TABLE %1$s ENABLE ALWAYS TRIGGER zz_rekey;$x$, t.name, t.fn));
    END LOOP;
    PERFORM pg_temp.commit('1', 1);
END
$$;

CREATE FUNCTION pg_temp.write_2() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    PERFORM pg_temp.begin_script('2', E'step 2, the rows that were there before. It can be interrupted and run again.\n-- Locks: the rows of a batch, which is made smaller if somebody holds one of them for 300 ms.', false, '{1}', 2,
        'Run the steps in their order.');
    PERFORM pg_temp.put('2', format($x$SET lock_timeout = '300ms';
SET statement_timeout = 0;

-- A row is in the page in which it was when this began, or has been written since, and was filled by the trigger.
CREATE OR REPLACE PROCEDURE %1$s(filled regclass, fill text, missing text, pages integer, pause interval) LANGUAGE plpgsql AS %2$s;
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
            RAISE INFO '%: % of % pages, % rows written, % rows/s, % left', filled, least(page, last_page), last_page, total, round(total / took),
                make_interval(secs => round(took * greatest(last_page - page, 0) / greatest(page, 1)));
        END IF;
    END LOOP;
    EXECUTE missing INTO n;
    IF n > 0 THEN
        RAISE '% rows of % have no new key', n, filled
            USING HINT = 'The time of a row may be missing, or a trigger may refuse the update. Run this step again.';
    END IF;
END$x$)));
    PERFORM pg_temp.put('2', string_agg(format($x$CALL %1$s(%2$L,
    'UPDATE %3$s SET %4$s WHERE ctid >= $1 AND ctid < $2 AND (%5$s)',
    'SELECT count(*) FROM %3$s WHERE %5$s', pages => 200, pause => '20 ms');$x$, pg_temp.own('fill'), x.name, replace(x.name, '''', ''''''), replace(x.sets, '''', ''''''), replace(x.missing, '''', '''''')), E'\n' ORDER BY x.n))
    FROM (SELECT t.n, t.name, string_agg(format('%I = NULL', c.new_name), ', ' ORDER BY c.att) AS sets,
            string_agg(CASE WHEN c.not_null THEN format('%I IS NULL', c.new_name) ELSE format('%I IS NULL AND %I IS NOT NULL', c.new_name, c.name) END, ' OR ' ORDER BY c.att) AS missing
        FROM pg_temp.tab AS t JOIN pg_temp.col AS c USING (rel) GROUP BY t.n, t.name) AS x;
    PERFORM pg_temp.put('2', format(E'RESET lock_timeout;\nVACUUM (ANALYZE) %s;\nRESET statement_timeout;\n%s', (SELECT string_agg(name, ', ' ORDER BY n) FROM pg_temp.tab), pg_temp.mark(2)));
END
$$;

CREATE FUNCTION pg_temp.write_3() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    i pg_temp.idx;
    made text[] := '{}';
BEGIN
    PERFORM pg_temp.begin_script('3', E'step 3, indexes on the new columns. It can be interrupted and run again.\n-- Lock: SHARE UPDATE EXCLUSIVE, which lets others read and write. It waits for transactions that are open.', false, '{2}', 3,
        'Run the steps in their order.');
    SELECT array_agg(format('%s.%s', schema, new_name)) || array_agg(format('%s.%s', schema, twin_name)) FILTER (WHERE twin_name IS NOT NULL) INTO made FROM pg_temp.idx WHERE NOT locked;
    PERFORM pg_temp.put('3', format($x$SET lock_timeout = 0;
SET statement_timeout = 0;
-- What was left when this was interrupted.
SELECT format('DROP INDEX CONCURRENTLY %%s', indexrelid::regclass) FROM pg_index
WHERE NOT indisvalid AND indexrelid IN (SELECT to_regclass(name) FROM unnest(%L::text[]) AS name) \gexec$x$, made));
    FOR i IN SELECT x.* FROM pg_temp.idx AS x JOIN pg_temp.tab AS t USING (rel) WHERE NOT x.locked ORDER BY t.n, x.oid LOOP
        PERFORM pg_temp.put('3', format('SET default_tablespace = %s;', i.space)) WHERE i.space IS NOT NULL;
        PERFORM pg_temp.put('3', format('CREATE %sINDEX CONCURRENTLY IF NOT EXISTS %s ON %s %s;', CASE WHEN i.is_unique THEN 'UNIQUE ' ELSE '' END, i.new_name, i.table_name, i.new_def));
        IF i.twin_name IS NOT NULL THEN
            PERFORM pg_temp.put('3', format('-- Takes the place of %s when step 6 is undone.', i.name));
            PERFORM pg_temp.put('3', format('CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS %s ON %s %s;', i.twin_name, i.table_name, i.twin_def));
        END IF;
        PERFORM pg_temp.put('3', 'RESET default_tablespace;') WHERE i.space IS NOT NULL;
        PERFORM pg_temp.put('3', format('ALTER INDEX %s.%s %s;', i.schema, i.new_name, array_to_string(i.targets, ', '))) WHERE cardinality(i.targets) > 0;
        PERFORM pg_temp.put('3', pg_temp.comment_on(format('INDEX %s.%s', i.schema, i.new_name), i.comment));
    END LOOP;
    PERFORM pg_temp.put('3', string_agg(format('CREATE STATISTICS IF NOT EXISTS %s.%s%s FROM %s;', schema, new_name, new_def, table_name)
        || CASE WHEN target >= 0 THEN format(E'\nALTER STATISTICS %s.%s SET STATISTICS %s;', schema, new_name, target) ELSE '' END
        || coalesce(E'\n' || pg_temp.comment_on(format('STATISTICS %s.%s', schema, new_name), comment), ''), E'\n' ORDER BY table_name, name)) FROM pg_temp.sta;
    FOR i IN SELECT x.* FROM pg_temp.idx AS x JOIN pg_temp.tab AS t USING (rel) WHERE x.locked ORDER BY t.n, x.oid LOOP
        PERFORM pg_temp.put('3', format($x$
-- PostgreSQL builds this constraint under a lock: nobody passes for as long as it takes.
SET lock_timeout = '300ms';
SET default_tablespace = %8$s;
DO $lock$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = %1$L::regclass AND conname = %2$L) THEN
        ALTER TABLE %3$s ADD CONSTRAINT %4$s %5$s;%6$s%7$s
    END IF;
END
$lock$;
RESET default_tablespace;
SET lock_timeout = 0;$x$, i.table_name, (parse_ident(i.new_name))[1], i.table_name, i.new_name, i.new_def, coalesce(format(E'\n        ALTER INDEX %s.%s SET (', i.schema, i.new_name) || i.options || ');', ''),
            coalesce(E'\n        ' || pg_temp.comment_on(format('INDEX %s.%s', i.schema, i.new_name), i.comment), '')
            || coalesce(E'\n        ' || pg_temp.comment_on(format('CONSTRAINT %s ON %s', i.new_name, i.table_name), i.con_comment), ''), coalesce(i.space, '''''')));
    END LOOP;
    PERFORM pg_temp.put('3', format(E'ANALYZE %s;\nRESET lock_timeout;\nRESET statement_timeout;\n%s', (SELECT string_agg(name, ', ' ORDER BY n) FROM pg_temp.tab), pg_temp.mark(3)));
END
$$;

-- The name of the constraint that a new column has a value where the old one has.
ALTER TABLE pg_temp.col ADD COLUMN given text;
UPDATE pg_temp.col AS c SET given = quote_ident(pg_temp.fresh(t.space, t.relname || '_' || c.new_name || '_given')) FROM pg_temp.tab AS t WHERE t.rel = c.rel;

CREATE FUNCTION pg_temp.write_4_5() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    PERFORM pg_temp.begin_script('4', 'step 4, constraints on the new columns, for the rows that are written from now on.', true, '{3}', 4, 'Run the steps in their order.');
    PERFORM pg_temp.put('4', string_agg(format('ALTER TABLE %s ADD CONSTRAINT %s CHECK (%s) NOT VALID;', t.name, c.given,
        CASE WHEN c.is_key OR c.not_null THEN format('%I IS NOT NULL', c.new_name) ELSE format('(%I IS NULL) = (%I IS NULL)', c.new_name, c.name) END), E'\n' ORDER BY t.n, c.att))
    FROM pg_temp.col AS c JOIN pg_temp.tab AS t USING (rel);
    PERFORM pg_temp.put('4', string_agg(format('ALTER TABLE %s ADD CONSTRAINT %s %s%s;', table_name, new_name, new_def, CASE WHEN enforced THEN ' NOT VALID' ELSE '' END)
        || coalesce(E'\n' || pg_temp.comment_on(format('CONSTRAINT %s ON %s', new_name, table_name), comment), ''), E'\n' ORDER BY table_name, name)) FROM pg_temp.chk WHERE kind = 'c';
    PERFORM pg_temp.put('4', E'-- In the order in which they were made, as their actions are. Those that can be deferred are, until step 6: SET CONSTRAINTS does not name them yet.') WHERE EXISTS (SELECT FROM pg_temp.fk WHERE NOT late AND deferrability <> '');
    PERFORM pg_temp.put('4', string_agg(format('ALTER TABLE %s ADD CONSTRAINT %s %s%s NOT VALID;', table_name, new_name, new_def, CASE WHEN deferrability <> '' THEN ' DEFERRABLE INITIALLY DEFERRED' ELSE '' END)
        || coalesce(E'\n' || pg_temp.comment_on(format('CONSTRAINT %s ON %s', new_name, table_name), comment), ''), E'\n' ORDER BY oid)) FROM pg_temp.fk WHERE NOT late;
    PERFORM pg_temp.commit('4', 4);

    PERFORM pg_temp.begin_script('5', E'step 5, the same constraints for all rows. It can be run again.\n-- Lock: SHARE UPDATE EXCLUSIVE, which lets others read and write.', false, '{4}', 5, 'Run the steps in their order.');
    PERFORM pg_temp.put('5', 'SET statement_timeout = 0;');
    IF NOT p.kept THEN
        PERFORM pg_temp.put('5', E'-- A reference that was written while its row was, by another transaction.');
        PERFORM pg_temp.put('5', string_agg(format('UPDATE %1$s SET %2$I = NULL WHERE %2$I IN (SELECT e.new_key FROM %3$s AS e JOIN %4$s AS o ON o.%5$I = e.old_key WHERE o.%6$I <> e.new_key);',
            t.name, c.new_name, pg_temp.own('early'), p.name, p.key_name, 'new_' || p.key_name), E'\n' ORDER BY t.n, c.att))
        FROM pg_temp.col AS c JOIN pg_temp.tab AS t USING (rel) WHERE NOT c.is_key;
    END IF;
    PERFORM pg_temp.put('5', string_agg(format('ALTER TABLE %s VALIDATE CONSTRAINT %s;', t.name, x.name), E'\n' ORDER BY x.kind, t.n, x.name))
    FROM (SELECT 1 AS kind, rel, given AS name FROM pg_temp.col
        UNION ALL SELECT 2, rel, new_name FROM pg_temp.chk WHERE kind = 'c' AND enforced
        UNION ALL SELECT 3, rel, new_name FROM pg_temp.fk WHERE NOT late) AS x JOIN pg_temp.tab AS t USING (rel);
    PERFORM pg_temp.put('5', E'RESET statement_timeout;\n' || pg_temp.mark(5));
END
$$;

-- What is done with names in step 6, and the other way round to undo it.
CREATE FUNCTION pg_temp.rename_columns(script text, undo boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_temp.put(script, string_agg(CASE WHEN undo
        THEN format('ALTER TABLE %1$s RENAME %2$I TO %3$I; ALTER TABLE %1$s RENAME %4$I TO %2$I;', t.name, c.name, c.new_name, c.old_name)
        ELSE format('ALTER TABLE %1$s RENAME %2$I TO %4$I; ALTER TABLE %1$s RENAME %3$I TO %2$I;', t.name, c.name, c.new_name, c.old_name) END, E'\n' ORDER BY t.n, c.att))
    FROM pg_temp.col AS c JOIN pg_temp.tab AS t USING (rel);
END
$$;

CREATE FUNCTION pg_temp.triggers(script text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_temp.put(script, string_agg(format('%s;', def) || CASE state WHEN 'O' THEN '' ELSE format(E'\nALTER TABLE %s %s TRIGGER %s;', table_name,
            CASE state WHEN 'D' THEN 'DISABLE' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE ALWAYS' END, name) END
        || coalesce(E'\n' || pg_temp.comment_on(format('TRIGGER %s ON %s', name, table_name), comment), ''), E'\n' ORDER BY table_name, name)) FROM pg_temp.trg;
END
$$;

-- Statements that are not run, for the reader.
CREATE FUNCTION pg_temp.yours(script text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_temp.put(script, string_agg(format(E'\n-- Yours: %s\n-- %s\n', pg_temp.flat(what), regexp_replace(statement, '[\n\r]+', E'\n-- ', 'g')), '' ORDER BY n))
    FROM pg_temp.note WHERE moment = 'in the transaction of step 6' AND statement IS NOT NULL;
END
$$;

CREATE FUNCTION pg_temp.identity_and_cluster(script text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_temp.put(script, string_agg(format('ALTER TABLE %s REPLICA IDENTITY USING INDEX %s;', table_name, name), E'\n')) FROM pg_temp.idx WHERE identity;
    PERFORM pg_temp.put(script, string_agg(format('ALTER TABLE %s CLUSTER ON %s;', table_name, name), E'\n')) FROM pg_temp.idx WHERE clustered;
END
$$;

CREATE FUNCTION pg_temp.refresh(script text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_temp.put(script, E'-- Nothing changes in these functions, but open sessions compile them anew, for the types of the columns.\n'
        || string_agg(format('ALTER ROUTINE %s SECURITY %s;', name, CASE WHEN prosecdef THEN 'DEFINER' ELSE 'INVOKER' END), E'\n' ORDER BY name))
    FROM pg_temp.routine WHERE own;
END
$$;

CREATE FUNCTION pg_temp.write_6() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
    k pg_temp.col;
    t pg_temp.tab;
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    SELECT * INTO k FROM pg_temp.col WHERE is_key;
    PERFORM pg_temp.begin_script('6', E'step 6, the columns change their names, and the new ones get all that the old ones had. The old keys are still written.', true, '{5}', 6, 'Run the steps in their order.');
    PERFORM pg_temp.put('6', string_agg(format('ALTER TABLE %s DROP CONSTRAINT %s;', table_name, name), E'\n' ORDER BY oid)) FROM pg_temp.fk;
    PERFORM pg_temp.put('6', string_agg(format('DROP TRIGGER %s ON %s;', name, table_name), E'\n' ORDER BY table_name, name)) FROM pg_temp.trg;
    PERFORM pg_temp.put('6', E'\n-- No value is missing, as step 5 has shown, so nothing is read.');
    PERFORM pg_temp.put('6', string_agg(format('ALTER TABLE %s ADD CONSTRAINT %s %s;', table_name, new_name, new_def)
        || coalesce(E'\n' || pg_temp.comment_on(format('CONSTRAINT %s ON %s', new_name, table_name), comment), ''), E'\n' ORDER BY table_name, name)) FROM pg_temp.chk WHERE kind = 'n';
    PERFORM pg_temp.put('6', string_agg(format('ALTER TABLE %s ALTER %I SET NOT NULL;', y.name, c.new_name), E'\n' ORDER BY y.n, c.att))
    FROM pg_temp.col AS c JOIN pg_temp.tab AS y USING (rel) WHERE c.not_null AND NOT EXISTS (SELECT FROM pg_temp.chk WHERE kind = 'n' AND chk.rel = c.rel AND new_def LIKE format('NOT NULL %I%%', c.new_name));
    PERFORM pg_temp.put('6', string_agg(format('ALTER TABLE %s DROP CONSTRAINT %s;', y.name, c.given), E'\n' ORDER BY y.n, c.att))
    FROM pg_temp.col AS c JOIN pg_temp.tab AS y USING (rel);

    PERFORM pg_temp.put('6', E'\n-- The old names.');
    PERFORM pg_temp.put('6', string_agg(CASE WHEN contype = 'p' THEN format('ALTER TABLE %s DROP CONSTRAINT %s;', table_name, conname)
            WHEN contype IS NOT NULL THEN format('ALTER TABLE %s RENAME CONSTRAINT %s TO %s;', table_name, conname, old_name)
            ELSE format('ALTER INDEX %s.%s RENAME TO %s;', schema, name, old_name) END, E'\n' ORDER BY table_name, name)) FROM pg_temp.idx;
    PERFORM pg_temp.put('6', string_agg(format('ALTER TABLE %s RENAME CONSTRAINT %s TO %s;', table_name, name, old_name), E'\n' ORDER BY table_name, name)) FROM pg_temp.chk;
    PERFORM pg_temp.put('6', string_agg(format('ALTER STATISTICS %s.%s RENAME TO %s;', schema, name, old_name), E'\n' ORDER BY table_name, name)) FROM pg_temp.sta;
    PERFORM pg_temp.put('6', E'\n-- The columns.');
    PERFORM pg_temp.rename_columns('6', false);
    PERFORM pg_temp.put('6', format('ALTER TABLE %s ALTER %I SET DEFAULT %s;', p.name, k.name, p.next_new));
    PERFORM pg_temp.put('6', string_agg(format($x$-- The new key of the row that the default has named; of none, if there is none.
DO $default$
DECLARE
    value text;
BEGIN
    SELECT o.%1$I INTO value FROM %2$s AS o WHERE o.%3$I = %4$s;
    EXECUTE format('ALTER TABLE %%s ALTER %%I SET DEFAULT %%L', %5$L, %6$L, coalesce(value, %7$s::text));
END
$default$;$x$, k.name, p.name, k.old_name, value, table_name, name, p.next_new), E'\n')) FROM pg_temp.dflt;

    PERFORM pg_temp.put('6', E'\n-- The new ones get the names.');
    PERFORM pg_temp.put('6', string_agg(CASE
            WHEN locked THEN format('ALTER TABLE %s RENAME CONSTRAINT %s TO %s;', table_name, new_name, conname)
            WHEN contype IS NOT NULL THEN format('ALTER TABLE %s ADD CONSTRAINT %s %s USING INDEX %s%s;', table_name, conname,
                CASE contype WHEN 'p' THEN 'PRIMARY KEY' ELSE 'UNIQUE' END, new_name, deferrability)
                || coalesce(E'\n' || pg_temp.comment_on(format('CONSTRAINT %s ON %s', conname, table_name), con_comment), '')
            ELSE format('ALTER INDEX %s.%s RENAME TO %s;', schema, new_name, name) END, E'\n' ORDER BY table_name, name)) FROM pg_temp.idx;
    PERFORM pg_temp.put('6', string_agg(format('ALTER TABLE %s RENAME CONSTRAINT %s TO %s;', table_name, new_name, name), E'\n' ORDER BY table_name, name)) FROM pg_temp.chk;
    PERFORM pg_temp.put('6', string_agg(format('ALTER STATISTICS %s.%s RENAME TO %s;', schema, new_name, name), E'\n' ORDER BY table_name, name)) FROM pg_temp.sta;
    PERFORM pg_temp.put('6', string_agg(CASE WHEN late
            THEN format('ALTER TABLE %s ADD CONSTRAINT %s %s%s NOT VALID;', table_name, name, pg_temp.final_columns(new_def, oid), deferrability)
                || coalesce(E'\n' || pg_temp.comment_on(format('CONSTRAINT %s ON %s', name, table_name), comment), '')
            ELSE format('ALTER TABLE %s RENAME CONSTRAINT %s TO %s;', table_name, new_name, name)
                || CASE deferrability WHEN ' DEFERRABLE' THEN format(E'\nALTER TABLE %s ALTER CONSTRAINT %s DEFERRABLE INITIALLY IMMEDIATE;', table_name, name) ELSE '' END
            END, E'\n' ORDER BY oid)) FROM pg_temp.fk;
    PERFORM pg_temp.identity_and_cluster('6');
    PERFORM pg_temp.triggers('6');

    PERFORM pg_temp.put('6', E'\n-- The triggers of step 1 write the old columns now.');
    PERFORM pg_temp.put('6', format($x$CREATE SEQUENCE %1$s;
SELECT setval(%1$L, greatest(max(%2$I), 0) + 1, false) FROM %3$s \g /dev/null$x$, p.sequence, k.old_name, p.name)) WHERE p.sequence IS NOT NULL;
    IF p.kept OR p.next_old = p.back THEN
        PERFORM pg_temp.put('6', format(E'CREATE FUNCTION %s(new_key %s) RETURNS %s IMMUTABLE STRICT LANGUAGE sql\nRETURN %s;', pg_temp.own('back'), p.new_type, p.old_type, p.back));
    END IF;
    PERFORM pg_temp.put('6', format($x$CREATE FUNCTION %1$s(given %2$s, present %3$s) RETURNS %3$s LANGUAGE plpgsql AS %4$s;
REVOKE EXECUTE ON FUNCTION %1$s FROM PUBLIC;
$x$, pg_temp.own('old'), p.new_type, p.old_type, pg_temp.body(format($x$#variable_conflict use_variable
DECLARE
    result %1$s;
BEGIN
    IF given IS NULL THEN
        RETURN NULL;
    END IF;
    SELECT o.%2$I INTO result FROM %3$s AS o WHERE o.%4$I = given;
    IF FOUND THEN
        RETURN result;
    ELSIF present IS NOT NULL THEN
        RETURN present;
    END IF;
%5$s
    RETURN result;
END$x$, p.old_type, k.old_name, p.name, k.name, CASE WHEN p.kept THEN format('    result := %s(given);', pg_temp.own('back')) ELSE format($x$    INSERT INTO %1$s AS e (old_key, new_key) VALUES (%2$s, given)
    ON CONFLICT (new_key) DO UPDATE SET new_key = excluded.new_key RETURNING e.old_key INTO result;$x$, pg_temp.own('early'),
        CASE WHEN p.next_old = p.back THEN format('%s(given)', pg_temp.own('back')) ELSE p.next_old END) END))));
    FOR t IN SELECT * FROM pg_temp.tab ORDER BY n LOOP
        PERFORM pg_temp.put('6', pg_temp.backward(t));
    END LOOP;
    PERFORM pg_temp.refresh('6');
    PERFORM pg_temp.yours('6');
    PERFORM pg_temp.commit('6', 6);
    PERFORM pg_temp.put('6', string_agg(format('ALTER TABLE %s VALIDATE CONSTRAINT %s;', table_name, name), E'\n' ORDER BY oid)) FROM pg_temp.fk WHERE late;
END
$$;

-- A foreign key under its final names is the old definition: the columns have these names now.
CREATE FUNCTION pg_temp.final_columns(new_def text, constraint_oid oid) RETURNS text LANGUAGE sql AS $$
SELECT regexp_replace(pg_get_constraintdef($2), '( NOT)? DEFERRABLE( INITIALLY (DEFERRED|IMMEDIATE))?$', '')
$$;

CREATE FUNCTION pg_temp.write_7() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
    k pg_temp.col;
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    SELECT * INTO k FROM pg_temp.col WHERE is_key;
    PERFORM pg_temp.begin_script('7', format(E'step 7, the old references are dropped. %s.%I stays, for links that have it. There is no way back from here.', pg_temp.flat(p.name), k.old_name), true, '{6}', 7,
        'Run the steps in their order.');
    PERFORM pg_temp.put('7', string_agg(format('DROP TRIGGER zz_rekey ON %s;', name), E'\n' ORDER BY n)) FROM pg_temp.tab;
    PERFORM pg_temp.put('7', string_agg(format('ALTER PUBLICATION %1$s DROP TABLE %2$s; ALTER PUBLICATION %1$s ADD TABLE %2$s %3$s;', name, table_name, afterwards), E'\n' ORDER BY name, table_name)) FROM pg_temp.pub;
    PERFORM pg_temp.put('7', string_agg(CASE WHEN contype IS NULL THEN format('DROP INDEX %s.%s;', schema, old_name)
        ELSE format('ALTER TABLE %s DROP CONSTRAINT %s;', table_name, old_name) END, E'\n' ORDER BY table_name, name)) FROM pg_temp.idx WHERE contype IS DISTINCT FROM 'p';
    PERFORM pg_temp.put('7', string_agg(format('DROP INDEX %s.%s;', schema, twin_name), E'\n' ORDER BY table_name, name)) FROM pg_temp.idx WHERE twin_name IS NOT NULL AND rel <> p.rel;
    PERFORM pg_temp.put('7', string_agg(format('ALTER TABLE %s DROP CONSTRAINT %s;', table_name, old_name), E'\n' ORDER BY table_name, name)) FROM pg_temp.chk WHERE kind = 'c';
    PERFORM pg_temp.put('7', string_agg(format('DROP STATISTICS %s.%s;', schema, old_name), E'\n' ORDER BY table_name, name)) FROM pg_temp.sta;
    PERFORM pg_temp.put('7', format($x$ALTER TABLE %1$s ALTER %2$I DROP IDENTITY IF EXISTS;
ALTER TABLE %1$s ALTER %2$I DROP DEFAULT, ALTER %2$I DROP NOT NULL;$x$, p.name, k.old_name));
    PERFORM pg_temp.put('7', format($x$
-- Nothing may hang on the old columns any more: what did when the scripts were written, and what came since.
DO $left$
DECLARE
    remaining text;
BEGIN
    SELECT string_agg(DISTINCT pg_describe_object(d.classid, d.objid, d.objsubid), '; ') INTO remaining
    FROM pg_depend d JOIN pg_attribute a ON d.refobjid = a.attrelid AND d.refobjsubid = a.attnum
        LEFT JOIN pg_constraint n ON d.classid = 'pg_constraint'::regclass AND d.objid = n.oid AND n.contype = 'n'
        LEFT JOIN pg_attrdef f ON d.classid = 'pg_attrdef'::regclass AND d.objid = f.oid AND (f.adrelid, f.adnum) = (a.attrelid, a.attnum)
    WHERE d.refclassid = 'pg_class'::regclass AND n.oid IS NULL AND f.oid IS NULL AND (%s);
    IF remaining IS NOT NULL THEN
        RAISE 'old columns are still in use' USING DETAIL = format('These need them: %%s.', remaining), HINT = 'Drop them, or make them of the new columns.';
    END IF;
END
$left$;$x$, (SELECT string_agg(CASE WHEN c.is_key THEN format('(a.attrelid = %L::regclass AND a.attname = %L AND d.objid = ANY (%L::oid[]))', t.name, c.old_name, (SELECT coalesce(array_agg(DISTINCT oid ORDER BY oid), '{}') FROM pg_temp.watched))
        ELSE format('(a.attrelid = %L::regclass AND a.attname = %L)', t.name, c.old_name) END, E'\n        OR ' ORDER BY t.n, c.att) FROM pg_temp.col AS c JOIN pg_temp.tab AS t USING (rel))));
    PERFORM pg_temp.put('7', string_agg(format('ALTER TABLE %s DROP COLUMN %I;', t.name, c.old_name), E'\n' ORDER BY t.n, c.att))
    FROM pg_temp.col AS c JOIN pg_temp.tab AS t USING (rel) WHERE NOT c.is_key;
    PERFORM pg_temp.drop_functions('7', false);
    PERFORM pg_temp.commit('7', NULL);
END
$$;

CREATE FUNCTION pg_temp.drop_functions(script text, undo boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    PERFORM pg_temp.put(script, format('DROP FUNCTION %s;', string_agg(fn || '()', ', ' ORDER BY n))) FROM pg_temp.tab;
    PERFORM pg_temp.put(script, format('DROP FUNCTION %s;', concat_ws(', ', pg_temp.own('make'), CASE WHEN NOT p.kept THEN pg_temp.own('new') END,
        CASE WHEN NOT undo THEN pg_temp.own('old') END, CASE WHEN NOT undo AND (p.kept OR p.next_old = p.back) THEN pg_temp.own('back') END)));
    PERFORM pg_temp.put(script, format('DROP PROCEDURE IF EXISTS %s;', pg_temp.own('fill')));
    PERFORM pg_temp.put(script, format('DROP TABLE %s;', pg_temp.own('early'))) WHERE NOT p.kept;
    PERFORM pg_temp.put(script, format('DROP SEQUENCE %s;', p.sequence)) WHERE p.sequence IS NOT NULL AND NOT undo;
END
$$;

CREATE FUNCTION pg_temp.write_undo() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
    k pg_temp.col;
    t pg_temp.tab;
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    SELECT * INTO k FROM pg_temp.col WHERE is_key;
    PERFORM pg_temp.begin_script('undo_swap', 'undoes step 6, at any time before step 7. Rows that were made in between keep both keys. Go on with step 3 again, or undo all.', true, '{6}', 2,
        'It undoes step 6 alone.');
    PERFORM pg_temp.put('undo_swap', string_agg(format('ALTER TABLE %s DROP CONSTRAINT %s;', table_name, name), E'\n' ORDER BY oid)) FROM pg_temp.fk;
    PERFORM pg_temp.put('undo_swap', string_agg(format('DROP TRIGGER %s ON %s;', name, table_name), E'\n' ORDER BY table_name, name)) FROM pg_temp.trg;
    PERFORM pg_temp.put('undo_swap', string_agg(CASE WHEN locked THEN format('ALTER TABLE %s RENAME CONSTRAINT %s TO %s;', table_name, conname, new_name)
            WHEN contype IS NOT NULL THEN format('ALTER TABLE %s DROP CONSTRAINT %s;', table_name, conname)
            ELSE format('ALTER INDEX %s.%s RENAME TO %s;', schema, name, new_name) END, E'\n' ORDER BY table_name, name)) FROM pg_temp.idx;
    PERFORM pg_temp.put('undo_swap', string_agg(format('ALTER TABLE %s DROP CONSTRAINT %s;', table_name, name), E'\n' ORDER BY table_name, name)) FROM pg_temp.chk;
    PERFORM pg_temp.put('undo_swap', string_agg(format('ALTER STATISTICS %s.%s RENAME TO %s;', schema, name, new_name), E'\n' ORDER BY table_name, name)) FROM pg_temp.sta;
    PERFORM pg_temp.put('undo_swap', string_agg(format('ALTER TABLE %s ALTER %I DROP DEFAULT, ALTER %2$I DROP NOT NULL;', y.name, c.name), E'\n' ORDER BY y.n, c.att)) FROM pg_temp.col AS c JOIN pg_temp.tab AS y USING (rel);
    PERFORM pg_temp.rename_columns('undo_swap', true);
    PERFORM pg_temp.put('undo_swap', string_agg(CASE WHEN contype = 'p' THEN format('ALTER TABLE %s ADD CONSTRAINT %s PRIMARY KEY USING INDEX %s%s;', table_name, conname, twin_name, deferrability)
                || coalesce(E'\n' || pg_temp.comment_on(format('CONSTRAINT %s ON %s', conname, table_name), con_comment), '')
                || coalesce(E'\n' || pg_temp.comment_on(format('INDEX %s.%s', schema, conname), comment), '')
            WHEN contype IS NOT NULL THEN format('ALTER TABLE %s RENAME CONSTRAINT %s TO %s;', table_name, old_name, conname)
            ELSE format('ALTER INDEX %s.%s RENAME TO %s;', schema, old_name, name) END, E'\n' ORDER BY table_name, name)) FROM pg_temp.idx;
    PERFORM pg_temp.put('undo_swap', string_agg(format('ALTER TABLE %s RENAME CONSTRAINT %s TO %s;', table_name, old_name, name), E'\n' ORDER BY table_name, name)) FROM pg_temp.chk;
    PERFORM pg_temp.put('undo_swap', string_agg(format('ALTER STATISTICS %s.%s RENAME TO %s;', schema, old_name, name), E'\n' ORDER BY table_name, name)) FROM pg_temp.sta;
    PERFORM pg_temp.put('undo_swap', string_agg(format('ALTER TABLE %s ADD CONSTRAINT %s %s NOT VALID;', table_name, name, old_def)
        || coalesce(E'\n' || pg_temp.comment_on(format('CONSTRAINT %s ON %s', name, table_name), comment), ''), E'\n' ORDER BY oid)) FROM pg_temp.fk;
    PERFORM pg_temp.identity_and_cluster('undo_swap');
    PERFORM pg_temp.triggers('undo_swap');
    FOR t IN SELECT * FROM pg_temp.tab ORDER BY n LOOP
        PERFORM pg_temp.put('undo_swap', E'\n' || pg_temp.forward(t));
    END LOOP;
    PERFORM pg_temp.put('undo_swap', format('DROP FUNCTION %s;', concat_ws(', ', pg_temp.own('old'), CASE WHEN p.kept OR p.next_old = p.back THEN pg_temp.own('back') END)));
    PERFORM pg_temp.put('undo_swap', format('DROP SEQUENCE %s;', p.sequence)) WHERE p.sequence IS NOT NULL;
    PERFORM pg_temp.refresh('undo_swap');
    PERFORM pg_temp.yours('undo_swap');
    PERFORM pg_temp.commit('undo_swap', 2);
    PERFORM pg_temp.put('undo_swap', E'-- Others read and write meanwhile.\n' || string_agg(format('ALTER TABLE %s VALIDATE CONSTRAINT %s;', table_name, name), E'\n' ORDER BY oid)) FROM pg_temp.fk;

    PERFORM pg_temp.begin_script('undo', 'undoes steps 1 to 5, as many of them as were done. After step 6 undo that first.', true, '{1,2,3,4,5}', 0, 'After step 6, run the script that undoes it first. After step 7 there is no way back.');
    PERFORM pg_temp.put('undo', string_agg(format('DROP TRIGGER zz_rekey ON %s;', name), E'\n' ORDER BY n)) FROM pg_temp.tab;
    PERFORM pg_temp.put('undo', string_agg(format('ALTER PUBLICATION %1$s DROP TABLE %2$s; ALTER PUBLICATION %1$s ADD TABLE %2$s %3$s;', name, table_name, before), E'\n' ORDER BY name, table_name)) FROM pg_temp.pub;
    PERFORM pg_temp.put('undo', string_agg(format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %s;', table_name, new_name), E'\n' ORDER BY oid)) FROM pg_temp.fk;
    PERFORM pg_temp.put('undo', string_agg(format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %s;', table_name, new_name), E'\n' ORDER BY table_name, name)) FROM pg_temp.idx WHERE locked;
    PERFORM pg_temp.put('undo', string_agg(format('DROP INDEX IF EXISTS %s.%s;', schema, twin_name), E'\n' ORDER BY table_name, name)) FROM pg_temp.idx WHERE twin_name IS NOT NULL;
    PERFORM pg_temp.put('undo', E'-- With them go their indexes, constraints and statistics.\n' || string_agg(format('ALTER TABLE %s DROP COLUMN %I;', y.name, c.new_name), E'\n' ORDER BY y.n DESC, c.att DESC))
    FROM pg_temp.col AS c JOIN pg_temp.tab AS y USING (rel);
    PERFORM pg_temp.drop_functions('undo', true);
    PERFORM pg_temp.commit('undo', NULL);
END
$$;

CREATE FUNCTION pg_temp.report() RETURNS text LANGUAGE sql AS $$
SELECT format(E'%s.%I, %s, becomes %s in %s rows%s; %s tables and %s columns.\n', p.name, p.key_name, p.old_type, p.new_type, p.rows,
        CASE WHEN p.kept THEN ', of the time that it has' ELSE format(', of the time in %I%s', j.made_at, CASE WHEN p.time_is = '%s' THEN '' ELSE format(' (%s)', j.zone) END) END,
        (SELECT count(*) FROM pg_temp.tab), (SELECT count(*) FROM pg_temp.col))
    || format(E'Written: %1$s_1_columns.sql, %1$s_2_fill.sql, %1$s_3_indexes.sql, %1$s_4_constraints.sql, %1$s_5_validate.sql, %1$s_6_swap.sql, %1$s_7_drop_old.sql, %1$s_undo_swap.sql, %1$s_undo.sql\n', p.file)
    || coalesce(E'\nNot carried over, or yours to know:\n' || (SELECT string_agg(format(E'\n%s. %s: %s\n', r, upper(left(moment, 1)) || substr(moment, 2), what)
        || coalesce('    ' || regexp_replace(statement, '\n', E'\n    ', 'g') || E'\n', ''), '' ORDER BY r)
        FROM (SELECT *, row_number() OVER (ORDER BY n) AS r FROM pg_temp.note) AS x), '')
FROM pg_temp.plan AS p, pg_temp.job AS j
$$;

DO $$
BEGIN
    PERFORM pg_temp.write_1();
    PERFORM pg_temp.write_2();
    PERFORM pg_temp.write_3();
    PERFORM pg_temp.write_4_5();
    PERFORM pg_temp.write_6();
    PERFORM pg_temp.write_7();
    PERFORM pg_temp.write_undo();
END
$$;
