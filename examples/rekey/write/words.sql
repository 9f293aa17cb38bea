-- Part of write.sql: the words that several scripts have in common.

CREATE TEMPORARY TABLE line (script text, n serial, words text);
-- Adds lines to a script. Nothing of NULL, so that a statement that a case does not need can be left out.
CREATE FUNCTION pg_temp.put(script text, words text) RETURNS void LANGUAGE sql AS $$
INSERT INTO pg_temp.line (script, words) SELECT $1, $2 WHERE $2 IS NOT NULL
$$;
CREATE FUNCTION pg_temp.script(script text) RETURNS text LANGUAGE sql AS $$
SELECT string_agg(words, E'\n' ORDER BY n) FROM pg_temp.line AS l WHERE l.script = $1
$$;

-- What is to be written, in its order: of foreign keys and indexes that in which they were made, as actions are and checks.
CREATE TEMPORARY VIEW tables AS SELECT * FROM pg_temp.tab ORDER BY n;
CREATE TEMPORARY VIEW columns AS
SELECT t.n, t.name AS table_name, c.* FROM pg_temp.col AS c JOIN pg_temp.tab AS t USING (rel) ORDER BY t.n, c.att;
CREATE TEMPORARY VIEW keys AS SELECT *, format('CONSTRAINT %s ON %s', name, table_name) AS named FROM pg_temp.fk ORDER BY oid;
CREATE TEMPORARY VIEW indexes AS
SELECT x.*, format('%s.%s', schema, x.name) AS full_name, format('%s.%s', schema, new_name) AS full_new,
    format('%s.%s', schema, old_name) AS full_old
FROM pg_temp.idx AS x JOIN pg_temp.tab AS t USING (rel) ORDER BY x.locked, t.n, x.oid;
CREATE TEMPORARY VIEW checks AS SELECT * FROM pg_temp.chk ORDER BY table_name, name;
CREATE TEMPORARY VIEW stats AS
SELECT *, format('%s.%s', schema, name) AS full_name, format('%s.%s', schema, new_name) AS full_new,
    format('%s.%s', schema, old_name) AS full_old
FROM pg_temp.sta ORDER BY table_name, name;
CREATE TEMPORARY VIEW triggers AS SELECT * FROM pg_temp.trg ORDER BY table_name, name;
CREATE TEMPORARY VIEW publications AS
SELECT *, format('ALTER PUBLICATION %1$s DROP TABLE %2$s; ALTER PUBLICATION %1$s ADD TABLE %2$s ', name, table_name) AS statement
FROM pg_temp.pub ORDER BY name, table_name;

-- A body of a function, in dollars that it does not contain.
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

-- Returns statements that validate the foreign keys which an ALTER TABLE has left NOT VALID. They are found by the names that they
-- have before step 1 and after step 6. These statements come after a script's COMMIT, so an interruption can leave some of them
-- to be run later, and only the catalog tells which.
CREATE FUNCTION pg_temp.validate_keys(only_late boolean) RETURNS text LANGUAGE sql AS $$
SELECT format($x$-- Validates the foreign keys that are not valid. Others read and write meanwhile.
SET statement_timeout = 0;
SELECT format('ALTER TABLE %%s VALIDATE CONSTRAINT %%I', conrelid::regclass, conname) FROM pg_constraint
WHERE NOT convalidated AND (conrelid, conname) IN (%s)
ORDER BY oid \gexec
RESET statement_timeout;$x$,
    string_agg(format('(%L::regclass, %L)', table_name, (parse_ident(name))[1]), E',\n    '))
FROM pg_temp.keys WHERE late OR NOT only_late HAVING count(*) > 0
$$;

-- The beginning of a script: what it is, and whether it is due. Before it, one of some steps must be the last one that was
-- done; afterwards, another is. "before" is run before the script takes a lock. "finish" is what the script runs after its COMMIT:
-- a script that is run again runs nothing else.
CREATE FUNCTION pg_temp.begin_script(script text, what text, locked boolean, due_after integer[], done integer, hint text,
    before text DEFAULT NULL, finish text DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
    called text;
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    called := format('%s of the new keys for %s', CASE WHEN script ~ '^\d' THEN 'step ' || script ELSE script END,
        pg_temp.flat(p.name));
    PERFORM pg_temp.put(script, format('-- New keys for %s: %s', pg_temp.flat(p.name), what));
    IF locked THEN
        PERFORM pg_temp.put(script, format($x$-- Lock: ACCESS EXCLUSIVE on all tables, for milliseconds. It is tried for a minute,
-- 300 ms at a time, so that others do not wait for longer, and that in a deadlock it is this script that gives way.
-- After a lock timeout nothing was changed: run it again.
\set ON_ERROR_STOP on
%sBEGIN;
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
SELECT clock_timestamp() AS locked_at \gset$x$, before || E'\n', (SELECT string_agg(name, ', ') FROM pg_temp.tables)));
    ELSE
        PERFORM pg_temp.put(script, '\set ON_ERROR_STOP on');
    END IF;
    PERFORM pg_temp.put(script, format($x$-- The last step that was done stands in the comment on a function, from step 1 to step 7.
DO $due$
DECLARE
    fn regprocedure := to_regprocedure(%1$L);
    done integer := CASE WHEN fn IS NOT NULL THEN substring(obj_description(fn, 'pg_proc') FROM '^step ([1-7]) ')::integer
        WHEN EXISTS (SELECT FROM pg_attribute WHERE attrelid = %2$L::regclass AND NOT attisdropped
            AND (attname = %3$L OR (attname = %9$L AND atttypid <> %10$L::regtype)))
        THEN 7 ELSE 0 END;
BEGIN
    IF done IS NULL THEN
        RAISE 'the last step that was done is not known'
            USING DETAIL = format('The comment on the function %%s does not name it.', fn);
    ELSIF done NOT IN (%4$s, %5$s) THEN
        RAISE %6$L
            USING DETAIL = format('The last step that was done is %%s of 7.', done), HINT = %7$L;
    END IF;
    PERFORM set_config('rekey.done', done::text, false);
END
$due$;
SELECT current_setting('rekey.done') = '%5$s' AS is_done \gset
\if :is_done
    %8$s\echo This is done already.
    \quit
\endif
$x$, p.fn || '()', p.name, (SELECT old_name FROM pg_temp.col WHERE is_key), array_to_string(due_after, ', '), done,
        replace(called, '%', '%%') || ' is not due', hint,
        CASE WHEN locked THEN E'ROLLBACK;\n    ' ELSE '' END || coalesce(finish || E'\n    ', ''),
        p.key_name, p.old_type));
END
$$;

CREATE FUNCTION pg_temp.mark(step integer) RETURNS text LANGUAGE sql AS $$
SELECT format('COMMENT ON FUNCTION %s() IS %L;', fn, format('step %s of 7 of the new keys for %s is done', step,
    pg_temp.flat(name)))
FROM pg_temp.plan WHERE step IS NOT NULL
$$;
-- The end of a script with a lock.
CREATE FUNCTION pg_temp.end_script(script text, step integer) RETURNS void LANGUAGE sql AS $$
SELECT pg_temp.put(script, coalesce(E'\n' || pg_temp.mark(step), '') || $x$
COMMIT;
\echo The tables were locked for:
SELECT clock_timestamp() - :'locked_at' AS locked;$x$)
$$;

-- The names of other functions begin with that of the key's trigger function.
CREATE FUNCTION pg_temp.own(suffix text) RETURNS text LANGUAGE sql AS $$
SELECT format('%I.%I', i[1], i[2] || '_' || suffix) FROM pg_temp.plan, parse_ident(fn) AS i
$$;
-- The call that makes a new key for the row that is called NEW, OLD or o.
CREATE FUNCTION pg_temp.make_for(alias text, without_time text DEFAULT NULL) RETURNS text LANGUAGE sql AS $$
SELECT format('%s(%s.%I%s)', pg_temp.own('make'), alias, p.key_name,
    CASE WHEN p.kept THEN '' WHEN without_time IS NULL THEN ', ' || t.time
        ELSE format(', coalesce(%s, %s)', t.time, without_time) END)
FROM pg_temp.plan AS p, pg_temp.job AS j, LATERAL (SELECT format(p.time_is, format('%s.%I', alias, j.made_at)) AS time) AS t
$$;

CREATE FUNCTION pg_temp.trigger_function(fn text, body text[], declared text DEFAULT NULL) RETURNS text LANGUAGE sql AS $$
SELECT format(
    E'CREATE OR REPLACE FUNCTION %s() RETURNS trigger LANGUAGE plpgsql\n'
    'SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS %s;',
    fn, pg_temp.body(coalesce(E'DECLARE\n    ' || declared || E';\n', '') || E'BEGIN\n' || array_to_string(body, E'\n')
        || E'\n    RETURN NEW;\nEND'))
$$;

-- A trigger function writes columns from others. What a publisher sends is complete already.
CREATE FUNCTION pg_temp.from_publisher(written text[]) RETURNS text LANGUAGE sql AS $$
SELECT format($x$    -- What a publisher sends is complete.
    IF current_setting('session_replication_role') = 'replica' AND num_nonnulls(%s) > 0 THEN
        RETURN NEW;
    END IF;$x$, (SELECT string_agg(format('NEW.%I', name), ', ' ORDER BY n) FROM unnest(written) WITH ORDINALITY AS w (name, n)))
$$;
-- One reference: read and written are the columns, fn makes the one of the other, and key_* are those of the key, if it is a
-- reference of the table to itself. A row that refers to itself is not there yet.
CREATE FUNCTION pg_temp.write_reference(read text, read_as text, written text, written_as text, fn text, key_read text,
    key_written text,
    missing text) RETURNS text LANGUAGE sql AS $$
SELECT CASE WHEN key_read IS NULL THEN E'    IF TG_OP = ''INSERT'' THEN\n' ELSE format($x$    IF NEW.%1$I = NEW.%2$I THEN
        NEW.%3$I := NEW.%4$I;
    ELSIF TG_OP = 'INSERT' THEN
$x$, read, key_read, written, key_written) END || format($x$        NEW.%2$I := %3$s(NEW.%1$I%4$s, NULL);
    ELSIF (NEW.%1$I, NEW.%2$I) IS DISTINCT FROM (OLD.%1$I, OLD.%2$I)%6$s THEN
        NEW.%2$I := %3$s(NEW.%1$I%4$s, CASE WHEN NEW.%1$I = OLD.%1$I THEN OLD.%2$I%5$s END);
    END IF;$x$, read, written, fn, read_as, written_as, missing)
$$;

-- Steps 1 to 5: the trigger of a table writes the new columns.
CREATE FUNCTION pg_temp.forward(t pg_temp.tab) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
    k pg_temp.col;
    body text[];
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    SELECT * INTO k FROM pg_temp.col WHERE is_key;
    IF p.kept THEN
        RETURN pg_temp.trigger_function(t.fn, (SELECT array_agg(format('    NEW.%I := %s(NEW.%I);', new_name, pg_temp.own('make'),
            name))
            FROM pg_temp.columns WHERE rel = t.rel));
    END IF;
    body := ARRAY[pg_temp.from_publisher((SELECT array_agg(new_name) FROM pg_temp.columns WHERE rel = t.rel))];
    IF t.n = 1 THEN
        body := body || format($x$    -- A row gets its new key when it is written first, and keeps it, even if its time changes.
    IF TG_OP = 'UPDATE' THEN
        NEW.%1$I := coalesce(OLD.%1$I, %2$s);
    ELSE
        DELETE FROM %3$s AS e WHERE e.old_key = NEW.%4$I RETURNING e.new_key INTO NEW.%1$I;
        NEW.%1$I := coalesce(NEW.%1$I, %5$s);
    END IF;$x$, k.new_name, pg_temp.make_for('OLD'), pg_temp.own('early'), p.key_name, pg_temp.make_for('NEW', 'now()'));
    END IF;
    RETURN pg_temp.trigger_function(t.fn, body || (
        SELECT array_agg(pg_temp.write_reference(name, CASE WHEN type = p.old_type THEN '' ELSE '::' || p.old_type END, new_name,
            '',
            pg_temp.own('new'), CASE WHEN t.n = 1 THEN k.name END, k.new_name, format(' OR OLD.%I IS NULL', new_name)))
        FROM pg_temp.columns WHERE rel = t.rel AND NOT is_key));
END
$$;

-- From step 6 on it writes the old ones.
CREATE FUNCTION pg_temp.backward(t pg_temp.tab) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
    k pg_temp.col;
    body text[];
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    SELECT * INTO k FROM pg_temp.col WHERE is_key;
    body := ARRAY[pg_temp.from_publisher((SELECT array_agg(old_name) FROM pg_temp.columns WHERE rel = t.rel))];
    IF t.n = 1 AND p.kept THEN
        body := body || format($x$    IF TG_OP = 'INSERT' OR NEW.%1$I IS DISTINCT FROM OLD.%1$I THEN
        NEW.%2$I := %3$s(NEW.%1$I);
    END IF;$x$, k.name, k.old_name, pg_temp.own('back'));
    ELSIF t.n = 1 THEN
        body := body || format($x$    IF TG_OP = 'INSERT' THEN
        DELETE FROM %2$s AS e WHERE e.new_key = NEW.%3$I RETURNING e.old_key INTO early_key;
        NEW.%1$I := coalesce(early_key, NEW.%1$I%4$s);
    END IF;$x$, k.old_name, pg_temp.own('early'), k.name,
            CASE WHEN p.next_old = p.back THEN format(', %s(NEW.%I)', pg_temp.own('back'), k.name)
            WHEN p.sequence IS NOT NULL THEN ', ' || p.next_old ELSE '' END);
    END IF;
    RETURN pg_temp.trigger_function(t.fn, body || (
        SELECT array_agg(pg_temp.write_reference(name, '', old_name, CASE WHEN type = p.old_type THEN '' ELSE '::'
            || p.old_type END,
            pg_temp.own('old'), CASE WHEN t.n = 1 THEN k.name END, k.old_name, ''))
        FROM pg_temp.columns WHERE rel = t.rel AND NOT is_key), CASE WHEN t.n = 1 AND NOT p.kept THEN 'early_key '
            || p.old_type END);
END
$$;

-- What the scripts of steps 6 and to undo it do alike.
CREATE FUNCTION pg_temp.make_triggers(script text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    i record;
BEGIN
    FOR i IN SELECT * FROM pg_temp.triggers LOOP
        PERFORM pg_temp.put(script, i.def || ';');
        PERFORM pg_temp.put(script, format('ALTER TABLE %s %s TRIGGER %s;', i.table_name, CASE i.state WHEN 'D' THEN 'DISABLE'
            WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE ALWAYS' END, i.name)) WHERE i.state <> 'O';
        PERFORM pg_temp.put(script, pg_temp.comment_on(format('TRIGGER %s ON %s', i.name, i.table_name), i.comment));
    END LOOP;
END
$$;
CREATE FUNCTION pg_temp.mark_indexes(script text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_temp.put(script, format('ALTER TABLE %s REPLICA IDENTITY USING INDEX %s;', table_name, name)) FROM pg_temp.indexes
        WHERE identity;
    PERFORM pg_temp.put(script, format('ALTER TABLE %s CLUSTER ON %s;', table_name, name)) FROM pg_temp.indexes WHERE clustered;
END
$$;
-- Functions that were dropped or made again since are not altered: no session has a plan of the new ones.
CREATE FUNCTION pg_temp.compile_anew(script text) RETURNS void LANGUAGE sql AS $$
SELECT pg_temp.put(script, format($x$-- Nothing changes in these functions, but open sessions compile them again, for the types
-- of the columns: %s
SELECT format('ALTER ROUTINE %%s SECURITY %%s', oid::regprocedure, CASE WHEN prosecdef THEN 'DEFINER' ELSE 'INVOKER' END)
FROM pg_proc WHERE oid = ANY (%L::oid[]) ORDER BY oid \gexec$x$,
    string_agg(pg_temp.flat(name), E',\n-- ' ORDER BY name), array_agg(oid ORDER BY oid)))
FROM pg_temp.routine WHERE own HAVING count(*) > 0
$$;
-- Statements that are not run, for the reader.
CREATE FUNCTION pg_temp.put_yours(script text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_temp.put(script, format(E'\n-- Yours: %s\n-- %s', pg_temp.flat(what),
        regexp_replace(statement, '[\n\r]+', E'\n-- ', 'g')))
    FROM (SELECT * FROM pg_temp.note WHERE moment = 'in the transaction of step 6' AND statement IS NOT NULL ORDER BY n) AS x;
END
$$;
-- What step 1 has made and step 6, if it is not undone.
CREATE FUNCTION pg_temp.drop_functions(script text, swapped boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    PERFORM pg_temp.put(script, format('DROP FUNCTION %s;', (SELECT string_agg(fn || '()', ', ') FROM pg_temp.tables)));
    PERFORM pg_temp.put(script, format('DROP FUNCTION %s;', concat_ws(', ', pg_temp.own('make'), CASE WHEN NOT p.kept
        THEN pg_temp.own('new') END)));
    PERFORM pg_temp.drop_old_functions(script) WHERE swapped;
    PERFORM pg_temp.put(script, format('DROP PROCEDURE IF EXISTS %s;', pg_temp.own('fill')));
    PERFORM pg_temp.put(script, format('DROP TABLE %s;', pg_temp.own('early'))) WHERE NOT p.kept;
END
$$;
CREATE FUNCTION pg_temp.drop_old_functions(script text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    p pg_temp.plan;
BEGIN
    SELECT * INTO p FROM pg_temp.plan;
    PERFORM pg_temp.put(script, format('DROP FUNCTION %s;', concat_ws(', ', pg_temp.own('old'), CASE WHEN p.next_old = p.back
        THEN pg_temp.own('back') END)));
    PERFORM pg_temp.put(script, format('DROP SEQUENCE %s;', p.sequence)) WHERE p.sequence IS NOT NULL;
END
$$;
