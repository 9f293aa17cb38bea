-- What the extension ulidkit_text changes: statements as clients send them, without it and with it.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
SET plan_cache_mode = force_generic_plan;

-- The statements. Those with parameters are prepared with each of the types that drivers declare. Of the 1,000 rows of
-- the table item, A and B, the values of $1 and $2, are the texts of the IDs of rows 10 and 20. N, the value of $N, is
-- that of no row. $1[] is a parameter that is an array.
CREATE TABLE statement (number integer GENERATED ALWAYS AS IDENTITY, command text);
INSERT INTO statement (command) VALUES
    -- Conditions
    ('SELECT n FROM item WHERE id = $1'),
    ('SELECT n FROM item WHERE $1 = id'),
    ('SELECT count(*) FROM item WHERE id <> $1'),
    ('SELECT count(*) FROM item WHERE id < $1'),
    ('SELECT count(*) FROM item WHERE id >= $1 AND id < $2'),
    ('SELECT count(*) FROM item WHERE id BETWEEN $1 AND $2'),
    ('SELECT n FROM item WHERE id > $1 ORDER BY id LIMIT 1'),
    ('SELECT n FROM item WHERE (id, n) > ($1, 10) ORDER BY id, n LIMIT 1'),
    ('SELECT n FROM item WHERE (id, n) IN (($1, 10), ($2, 20))'),
    ('SELECT n FROM item WHERE id IN ($1, $2)'),
    ('SELECT n FROM item WHERE id IN (VALUES ($1), ($2))'),
    ('SELECT n FROM item WHERE id = ANY (ARRAY[$1, $2])'),
    ('SELECT count(*) FROM item WHERE id NOT IN ($1, $2)'),
    ('SELECT n FROM item WHERE id = (SELECT $1)'),
    ('SELECT count(*) FROM item WHERE id IS DISTINCT FROM $1'),
    ('SELECT n FROM item WHERE $1 IS NULL OR id = $1'),
    ('SELECT n FROM item WHERE id = coalesce($1, $2)'),
    ('SELECT n FROM item WHERE id = coalesce($1, other)'),
    ('SELECT n FROM item WHERE id = CASE WHEN n < 15 THEN $1 ELSE $2 END'),
    ('SELECT n FROM item WHERE id = trim($1)'),
    ('SELECT n FROM item WHERE id = $1::KIND'),
    ('SELECT n FROM item WHERE id::text = $1'),
    ('SELECT n FROM item WHERE id LIKE $1'),
    ('SELECT n FROM item WHERE limited = $1'),
    ('SELECT n FROM item WHERE $1 = ANY (others)'),
    ('SELECT n FROM item WHERE others @> ARRAY[$1]'),
    ('SELECT n FROM item WHERE others[1] = $1'),
    ('SELECT count(*) FROM item GROUP BY n HAVING min(id) = $1'),
    ('SELECT count(*) FROM item WHERE id::timestamptz >= KIND_extract_timestamp($1)'),
    ('SELECT n FROM item JOIN (VALUES ($1)) AS v (id) ON item.id = v.id'),
    -- Results
    ('SELECT bool_or(id = $1) FROM item'),
    ('SELECT KIND_extract_timestamp($1)'),
    ('SELECT of_app($1)'),
    ('SELECT count(nullif(id, $1)) FROM item'),
    ('SELECT count(*) FROM item WHERE greatest(id, $1) = id'),
    ('SELECT count(*) FROM (SELECT id FROM item UNION SELECT $1) AS u'),
    ('SELECT n FROM item ORDER BY id = $1 DESC, id LIMIT 1'),
    ('SELECT count(*) FILTER (WHERE id < $1) FROM item'),
    ('SELECT array_position(array_agg(id ORDER BY id), $1) FROM item'),
    ('SELECT cardinality(array_append(others, $1)) FROM item WHERE n = 1'),
    ('SELECT max(v) = $1 FROM (VALUES ($1), ($2)) AS v (v)'),
    -- Changes
    ('INSERT INTO item (id, n) VALUES ($1, 0) ON CONFLICT DO NOTHING RETURNING n'),
    ('INSERT INTO item (id, n) VALUES ($N, 0), (DEFAULT, 1) RETURNING n'),
    ('INSERT INTO item (id, n) SELECT $N, 0 RETURNING n'),
    ('INSERT INTO item (id, n) VALUES ($1, 0) ON CONFLICT (id) DO UPDATE SET other = $2 RETURNING item.n'),
    ('INSERT INTO item (id, n) VALUES ($1, 0) ON CONFLICT (id) DO UPDATE SET n = 99 WHERE item.id = $1 RETURNING item.n'),
    ('INSERT INTO item (n, limited) VALUES (0, $N) RETURNING n'),
    ('INSERT INTO item (n, others) VALUES (0, ARRAY[$1, $2]) RETURNING cardinality(others)'),
    ('UPDATE item SET other = $1 WHERE id = $2 RETURNING n'),
    ('UPDATE item SET other = coalesce($1, other) WHERE n = 10 RETURNING n'),
    ('UPDATE item SET other = CASE id WHEN $1 THEN $2 ELSE other END WHERE n = 10 RETURNING n'),
    ('UPDATE item SET others[1] = $1 WHERE n = 10 RETURNING n'),
    ('UPDATE item SET n = v.n FROM (VALUES ($1, 98), ($2, 99)) AS v (id, n) WHERE item.id = v.id RETURNING item.n'),
    ('MERGE INTO item USING (VALUES ($1)) AS v (id) ON item.id = v.id WHEN MATCHED THEN UPDATE SET n = 99'),
    ('DELETE FROM item WHERE id = $1 RETURNING n'),
    -- Arrays
    ('SELECT n FROM item WHERE id = ANY ($1[])'),
    ('SELECT count(*) FROM item WHERE id <> ALL ($1[])'),
    ('SELECT n FROM item WHERE id IN (SELECT unnest($1[]))'),
    ('SELECT n FROM item JOIN unnest($1[]) AS u (id) ON item.id = u.id'),
    ('SELECT n FROM item WHERE others && $1[]'),
    ('SELECT n FROM item WHERE others = $1[]'),
    ('INSERT INTO item (n, others) VALUES (0, $1[]) RETURNING cardinality(others)'),
    ('INSERT INTO item (id, n) SELECT unnest($1[]), 0 ON CONFLICT DO NOTHING RETURNING n'),
    ('UPDATE item SET n = -n FROM unnest($1[]) AS u (id) WHERE item.id = u.id RETURNING n'),
    -- Without a parameter: literals
    ('SELECT n FROM item WHERE id = ''A'''),
    ('SELECT n FROM item WHERE id = ''A''::text'),
    ('SELECT n FROM item WHERE id IN (''A'', ''B'')'),
    ('SELECT n FROM item WHERE id = ANY (''{A,B}'')'),
    ('SELECT n FROM item WHERE id = ANY (ARRAY[''A'', ''B''])'),
    ('SELECT n FROM item WHERE id IN (VALUES (''A''), (''B''))'),
    ('SELECT n FROM item JOIN (VALUES (''A'')) AS v (id) ON item.id = v.id'),
    ('UPDATE item SET n = v.n FROM (VALUES (''A'', 99)) AS v (id, n) WHERE item.id = v.id RETURNING item.n'),
    ('INSERT INTO item (others, n) VALUES (ARRAY[''A'', ''B''], 0) RETURNING cardinality(others)'),
    -- Columns of other types: text t, varchar v, char c as long as an ID, char l which is longer, and d
    -- of a domain over text
    ('SELECT item.n FROM item JOIN said ON item.id = said.t'),
    ('SELECT item.n FROM item JOIN said ON said.v = item.id'),
    ('SELECT item.n FROM item JOIN said ON item.id = said.c'),
    ('SELECT item.n FROM item JOIN said ON item.id = said.l'),
    ('SELECT item.n FROM item JOIN said ON item.id = said.d'),
    ('SELECT item.n FROM item JOIN said ON item.id = trim(said.t)'),
    ('SELECT item.n FROM item JOIN said ON item.id = said.name'),
    ('SELECT count(said.n) FROM item LEFT JOIN said ON item.id = said.t'),
    ('SELECT said.n FROM said WHERE t = (SELECT id FROM item WHERE n = 10)'),
    ('SELECT n FROM said WHERE t = ''A''::KIND'),
    ('SELECT n FROM item WHERE id IN (SELECT t FROM said)'),
    ('SELECT count(*) FROM item WHERE id NOT IN (SELECT t FROM said)'),
    ('SELECT n FROM item WHERE EXISTS (SELECT FROM said WHERE t = item.id)'),
    ('SELECT count(*) FROM (SELECT id FROM item UNION ALL SELECT t FROM said) AS u'),
    ('SELECT n FROM item WHERE id = (''{"id": "A"}''::jsonb ->> ''id'')'),
    ('SELECT n FROM item WHERE id = (''{"id": "A"}''::jsonb -> ''id'')'),
    ('SELECT n FROM item JOIN jsonb_to_recordset(''[{"id": "A"}]'') AS r (id KIND) USING (id)'),
    ('SELECT n FROM item JOIN jsonb_array_elements_text(''["A", "B"]'') AS e (id) ON item.id = e.id'),
    ('INSERT INTO item (id, n) SELECT t, 0 FROM said ON CONFLICT DO NOTHING RETURNING n'),
    ('UPDATE item SET other = said.t FROM said WHERE item.n = said.n RETURNING item.n'),
    ('ALTER TABLE said ALTER t TYPE KIND'),
    -- Functions and operators of text on an ID
    ('SELECT n FROM item WHERE id LIKE ''A'''),
    ('SELECT n FROM item WHERE id::text LIKE ''A%'''),
    ('SELECT n FROM item WHERE id || '''' = ''A'''),
    ('SELECT count(concat(id, n)) FROM item'),
    ('SELECT count(format(''%s'', id)) FROM item'),
    ('SELECT max(length(id)) FROM item'),
    ('SELECT max(upper(id)) FROM item'),
    ('SELECT string_agg(id, '','') FROM item'),
    -- What has nothing to do with text
    ('SELECT min(id) < max(id) FROM item'),
    ('SELECT cardinality(array_agg(id)) FROM item'),
    ('SELECT count(*) FROM item AS a JOIN item AS b ON a.other = b.id'),
    ('SELECT n FROM item ORDER BY id DESC LIMIT 1'),
    ('COPY item (id, n) FROM PROGRAM ''echo N,0'' (FORMAT csv)'),
    ('COPY (SELECT id FROM item) TO PROGRAM ''cat >/dev/null''');


CREATE FUNCTION make_tables(kind text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    size integer;
BEGIN
    EXECUTE format('SELECT length(%s_min(now())::text)', kind) INTO size;
    EXECUTE replace(replace($sql$
        CREATE DOMAIN limited AS KIND;
        CREATE TABLE item (id KIND PRIMARY KEY DEFAULT KIND_generate(), n integer, other KIND,
            limited limited UNIQUE, others KIND[]);
        INSERT INTO item SELECT id, n, id, id, ARRAY[id]
        FROM generate_series(1, 1000) AS n, KIND_min('2025-01-01Z'::timestamptz + n * interval '1 h') AS id;
        CREATE INDEX ON item USING gin (others);
        CREATE FUNCTION of_app(KIND) RETURNS integer LANGUAGE sql STABLE RETURN (SELECT n FROM item WHERE id = $1);
        CREATE DOMAIN said_domain AS text;
        CREATE TABLE said AS
            SELECT id::text AS t, id::varchar AS v, id::char(SIZE) AS c, id::char(64) AS l, id::text::said_domain AS d,
                id::text::name AS name, n
            FROM item WHERE n IN (10, 20);
        CREATE UNIQUE INDEX ON said (t);
        ANALYZE item, said$sql$, 'KIND', kind), 'SIZE', size::text);
END
$$;

-- Tries a statement, prepared with parameters of the type if it has some. The outcome is the error's SQLSTATE, or the
-- values that it returns. The plan is that of the default settings and that in which an index is used if it can be.
CREATE FUNCTION try(kind text, command text, type text, only_plan boolean) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    ids text[];
    prepare text;
    call text;
    scans text;
    line text;
    answer text[];
BEGIN
    EXECUTE format('SELECT array_agg(%s_min(''2025-01-01Z''::timestamptz + n * interval ''1 h'')::text ORDER BY n) '
        'FROM unnest(ARRAY[10, 20, 1001]) AS n',
        kind) INTO ids;
    command := replace(command, 'KIND', kind);
    IF command ~ '\$1\[\]' THEN
        prepare := format('PREPARE tried (%s) AS %s', type || CASE WHEN type = 'unknown' THEN '' ELSE '[]' END,
            replace(command, '$1[]', '$1'));
        call := format('EXECUTE tried (''{%s,%s}'')', ids[1], ids[2]);
    ELSIF command ~ '\$2' THEN
        prepare := format('PREPARE tried (%1$s, %1$s) AS %2$s', type, command);
        call := format('EXECUTE tried (%L, %L)', ids[1], ids[2]);
    ELSIF command ~ '\$' THEN
        prepare := format('PREPARE tried (%s) AS %s', type, replace(command, '$N', '$1'));
        call := format('EXECUTE tried (%L)', ids[CASE WHEN command ~ '\$N' THEN 3 ELSE 1 END]);
    ELSE
        prepare := 'SELECT';
        call := regexp_replace(regexp_replace(regexp_replace(command, '\mA\M', ids[1], 'g'),
            '\mB\M', ids[2], 'g'), '\mN\M', ids[3], 'g');
    END IF;
    IF only_plan THEN
        FOREACH scans IN ARRAY ARRAY['on', 'off'] LOOP
            PERFORM set_config(name, scans, true)
                FROM unnest(ARRAY['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) AS name;
            EXECUTE prepare;
            IF command !~ '^(ALTER|COPY)' THEN
                FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || call LOOP
                    answer := answer || line;
                END LOOP;
            END IF;
            DEALLOCATE ALL;
        END LOOP;
    ELSE
        EXECUTE prepare;
        IF command ~ '^SELECT| RETURNING ' THEN
            FOR line IN EXECUTE call LOOP
                answer := answer || line;
            END LOOP;
            answer := coalesce(answer, '{no row}');
        ELSE
            EXECUTE call;
            answer := '{done}';
        END IF;
    END IF;
    RAISE SQLSTATE 'UNDOO'; -- what the statement did
EXCEPTION WHEN OTHERS THEN
    DEALLOCATE ALL;
    IF SQLSTATE <> 'UNDOO' THEN
        RETURN SQLSTATE;
    END IF;
    RETURN array_to_string(answer, CASE WHEN only_plan THEN E'\n' ELSE ' ' END);
END
$$;

-- Every statement with every kind, without the extension and then with it. The plans are looked at
-- before the tables change.
CREATE TABLE trial AS
    SELECT kind, number, command, CASE type WHEN kind THEN 'KIND' ELSE type END AS type,
        NULL AS plan_without, NULL AS plan_with, NULL AS without, NULL AS "with"
    FROM kinds, statement, unnest(ARRAY['unknown', 'text', 'varchar', 'bpchar', kind, NULL]) AS type
    WHERE (type IS NULL) = (command !~ '\$');
-- Returns the kinds that raise an error, which are left as they were.
CREATE FUNCTION try_all(which text) RETURNS TABLE (failed text, error text) LANGUAGE plpgsql AS $$
BEGIN
    FOR failed IN SELECT kind FROM kinds LOOP
        BEGIN
            PERFORM make_tables(failed);
            EXECUTE replace('UPDATE trial SET plan_WHICH = try(kind, command, replace(type, ''KIND'', kind), true)
                WHERE kind = $1', 'WHICH', which) USING failed;
            EXECUTE replace('UPDATE trial SET "WHICH" = try(kind, command, replace(type, ''KIND'', kind), false)
                || CASE WHEN plan_WHICH ~ ''Index Cond: .(?!id IS NOT NULL)'' THEN '' by index'' ELSE '''' END
                WHERE kind = $1', 'WHICH', which) USING failed;
            DROP FUNCTION of_app;
            DROP TABLE item, said;
            DROP DOMAIN limited, said_domain;
        EXCEPTION WHEN OTHERS THEN
            error := format('ERROR %s: %s', SQLSTATE, SQLERRM);
            RETURN NEXT;
        END;
    END LOOP;
END
$$;

-- Operators and functions of the server, on columns of all types where text is among them. EXPLAIN tells what is cast,
-- and by that which operator or function it is.
CREATE DOMAIN text_domain AS text;
CREATE TABLE typed AS
    SELECT t.oid, format_type(t.oid, NULL) AS type, format('c%s', t.oid) AS name,
        t.typname ~ '^_?(text|varchar|bpchar|name|char|text_domain)$' AS like_text, k.kind
    FROM pg_type t LEFT JOIN kinds k ON t.oid = k.oid OR t.typelem = k.oid AND t.typcategory = 'A'
    WHERE t.typtype IN ('b', 'r', 'd') AND t.typisdefined
        AND (t.typcategory <> 'A' OR t.typname ~ '^_(text|varchar|bpchar)$' OR k.oid IS NOT NULL)
        AND t.typnamespace IN ('pg_catalog'::regnamespace, 'public'::regnamespace, 'text_casts'::regnamespace);
DO $$
BEGIN
    EXECUTE (SELECT format('CREATE TABLE wide (%s)', string_agg(format('%I %s', name, type), ', ' ORDER BY oid)) FROM typed);
END
$$;
CREATE TABLE expression AS
    SELECT format('%s %s %s', l.name, operator, r.name) AS expression, coalesce(l.kind, r.kind) AS kind,
        format('%s %s %s', l.type, operator, r.type) AS types, NULL AS without, NULL AS "with"
    FROM typed l, typed r, unnest(ARRAY['=', '<', '||', '~~', '@>']) AS operator
    WHERE l.like_text OR r.like_text;
INSERT INTO expression (expression)
    SELECT DISTINCT format('%s(%s)', p.oid::regproc, arguments)
    FROM pg_proc p, unnest(ARRAY['text', 'character varying', 'character']) AS instead, LATERAL (
        SELECT string_agg(coalesce(w.name, t.name), ', ' ORDER BY i) AS arguments,
            bool_or(w.name IS NOT NULL) AND bool_and(coalesce(w.name, t.name) IS NOT NULL) AS good
        FROM unnest(p.proargtypes) WITH ORDINALITY AS a (type, i)
            LEFT JOIN typed t ON t.oid = a.type
            LEFT JOIN typed w ON w.type = instead
                AND a.type IN ('text'::regtype, 'varchar'::regtype, 'bpchar'::regtype, 'name'::regtype,
                'anyelement'::regtype, 'anycompatible'::regtype, '"any"'::regtype)) AS a
    WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.prokind IN ('f', 'a') AND good;
CREATE FUNCTION resolved(expression text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    plan text;
BEGIN
    FOR line IN EXECUTE format('EXPLAIN (VERBOSE, COSTS OFF) SELECT %s FROM wide', expression) LOOP
        plan := concat_ws(' ', plan, line);
    END LOOP;
    RETURN plan;
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE;
END
$$;

-- Functions of an application that are overloaded
CREATE FUNCTION of_ulid_and_text(ulid) RETURNS text LANGUAGE sql RETURN 'ulid';
CREATE FUNCTION of_ulid_and_text(text) RETURNS text LANGUAGE sql RETURN 'text';
CREATE FUNCTION of_ulid_and_varchar(ulid) RETURNS text LANGUAGE sql RETURN 'ulid';
CREATE FUNCTION of_ulid_and_varchar(varchar) RETURNS text LANGUAGE sql RETURN 'varchar';
CREATE FUNCTION of_ulid_and_regclass(ulid) RETURNS text LANGUAGE sql RETURN 'ulid';
CREATE FUNCTION of_ulid_and_regclass(regclass) RETURNS text LANGUAGE sql RETURN 'regclass';
CREATE FUNCTION of_ulid_and_any(ulid) RETURNS text LANGUAGE sql RETURN 'ulid';
CREATE FUNCTION of_ulid_and_any(anyelement) RETURNS text LANGUAGE sql AS 'SELECT ''anyelement''';
CREATE FUNCTION of_ulid_and_tbsl(ulid) RETURNS text LANGUAGE sql RETURN 'ulid';
CREATE FUNCTION of_ulid_and_tbsl(tbsl) RETURNS text LANGUAGE sql RETURN 'tbsl';
CREATE TABLE overloaded AS
    SELECT format('of_ulid_and_%s(%s)', other, argument) AS call, NULL AS without, NULL AS "with"
    FROM unnest(ARRAY['text', 'varchar', 'regclass', 'any', 'tbsl']) AS other,
        unnest(ARRAY[$$'pg_class'$$, $$'pg_class'::text$$, $$'pg_class'::varchar$$, $$'pg_class'::char(8)$$]) AS argument;
CREATE FUNCTION called(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    EXECUTE 'SELECT ' || call INTO answer;
    RETURN answer;
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE;
END
$$;

SELECT * FROM try_all('without');
UPDATE expression SET without = resolved(expression);
UPDATE overloaded SET without = called(call);
CREATE EXTENSION ulidkit_text;
SELECT * FROM try_all('with');
UPDATE expression SET "with" = resolved(expression);
UPDATE overloaded SET "with" = called(call);
ANALYZE trial, expression;
CREATE FUNCTION works(outcome text) RETURNS boolean LANGUAGE sql RETURN outcome !~ '^[0-9A-Z]{5}$';

-- Parameters for ulid, declared without a type and as text
SELECT command AS "with a parameter", u.without, u.with, t.without AS text_without, t.with AS text_with
FROM trial u JOIN trial t USING (kind, number, command) WHERE kind = 'ulid' AND u.type = 'unknown'
    AND t.type = 'text' ORDER BY number;
-- As varchar and char no other than as text
SELECT kind, command AS "other than text", t.type, t.without, t.with FROM trial t JOIN trial u USING (kind, number, command)
WHERE t.type IN ('varchar', 'bpchar') AND u.type = 'text' AND (t.without, t.with) IS DISTINCT FROM (u.without, u.with)
ORDER BY kind, number, t.type;
-- Declared as ulid
SELECT command AS "not as ulid", without, "with" FROM trial
WHERE kind = 'ulid' AND type = 'KIND' AND NOT (works(without) AND works("with")) ORDER BY number;
-- What works as text and as ulid gives the same rows in the same way. But a text of an ID compared with an ID is
-- read as one, and the index on the ID is not used. (The column `type` has the word that is replaced.)
SELECT * FROM facts(ARRAY[
    ['other than the kind', 'SELECT n FROM item WHERE id::text = $1: 10 by index, not 10', $$
    SELECT string_agg(format('%s: %s, not %s', command, t.with, u.with), E'\n' ORDER BY number)
    FROM trial t JOIN trial u USING (kind, number, command) WHERE kind = 'KIND'
        AND t.type = 'text' AND u.type = 'K' || 'IND' AND works(t.with) AND works(u.with) AND t.with <> u.with$$]]);
-- Without a parameter
SELECT command AS "without a parameter", without, "with" FROM trial WHERE kind = 'ulid' AND type IS NULL ORDER BY number;
-- All kinds are as ulid, and nothing that works without the extension changes with it.
SELECT * FROM facts(ARRAY[
    ['tried', '364, 131 work without it, 315 with it, 0 changed, 0 otherwise', $$
    SELECT format('%s, %s work without it, %s with it, %s changed, %s otherwise', count(*),
        count(*) FILTER (WHERE works(t.without)), count(*) FILTER (WHERE works(t.with)),
        count(*) FILTER (WHERE works(t.without) AND (t.plan_without, t.without) IS DISTINCT FROM (t.plan_with, t.with)),
        count(*) FILTER (WHERE (t.without, t.with) IS DISTINCT FROM (u.without, u.with)))
    FROM trial t JOIN trial u USING (number)
    WHERE t.kind = 'KIND' AND u.kind = 'ulid' AND t.type IS NOT DISTINCT FROM u.type$$]]);

-- Operators and functions of the server: those that worked are the same, and of the others only
-- those with a kind work now.
SELECT count(*) > 5000 AS "many expressions", count(*) FILTER (WHERE works(without)) > 1000 AS many_work FROM expression;
SELECT expression AS "changed", types, without, "with" FROM expression
WHERE without <> "with" AND (works(without) OR kind IS NULL) ORDER BY expression;
SELECT * FROM facts(ARRAY[
    ['works now', 'KIND < character, KIND < character varying, KIND < text, KIND < text_domain, KIND = character, '
        'KIND = character varying, KIND = text, KIND = text_domain, character < KIND, character = KIND, '
        'character varying < KIND, character varying = KIND, text < KIND, text = KIND, text_domain < KIND, text_domain = KIND', $$
    SELECT string_agg(types, ', ' ORDER BY replace(types, kind, 'K')) FROM expression
    WHERE kind = 'KIND' AND NOT works(without) AND works("with")$$]]);

-- Overloaded functions of an application: f(varchar) or f(regclass) beside f(ulid) is ambiguous for a text.
SELECT split_part(call, '(', 1) AS function, string_agg(DISTINCT format('%s: %s, with: %s', substring(call FROM '\((.*)\)'),
    without, "with"), '; ') AS calls FROM overloaded GROUP BY 1 ORDER BY 1;

-- A text is read for each row, and compared as the ID that it is. What is no ID is an error. USING needs a common type.
CREATE TABLE item (id ulid PRIMARY KEY);
CREATE TABLE said (t text);
INSERT INTO item VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV');
INSERT INTO said VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV'), ('01arz3ndektsv4rrffq69g5fav');
SELECT t, t = id AS as_ulid, t = id::text AS as_text FROM item, said;
INSERT INTO said VALUES ('none');
SELECT answer_of('SELECT count(*) FROM item JOIN said ON id = t') AS "no ID",
    answer_of('SELECT count(*) FROM item JOIN said ON id::text = t') AS "as text",
    (error_of('SELECT FROM item JOIN (SELECT t AS id FROM said) AS s USING (id)')).state AS "USING";

-- A foreign key of text on an ID does not work: 18 and later refuse it, and before that it can be made, but the server
-- fails when a referenced row is changed or deleted.
SELECT command AS "foreign key", state
FROM unnest(ARRAY['DELETE FROM item', 'UPDATE item SET id = $$01ARZ3NDEKTSV4RRFFQ69G5FAX$$']) AS command,
    error_of('DELETE FROM said WHERE t = $$none$$; ALTER TABLE said ADD FOREIGN KEY (t) REFERENCES item; ' || command);

-- Views, functions and prepared statements keep the casts that they were made with.
DELETE FROM item;
DELETE FROM said;
CREATE VIEW joined AS SELECT t FROM item JOIN said ON id = t;
CREATE FUNCTION put(text) RETURNS void LANGUAGE sql BEGIN ATOMIC INSERT INTO item VALUES ($1); END;
PREPARE put (text) AS INSERT INTO item VALUES ($1);
DROP EXTENSION ulidkit_text;
SELECT put('01ARZ3NDEKTSV4RRFFQ69G5FAV') \g /dev/null
EXECUTE put ('01ARZ3NDEKTSV4RRFFQ69G5FAW');
INSERT INTO said VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV');
SELECT t AS "by a view, a function and a statement" FROM joined;
SELECT pg_get_viewdef('joined');
SELECT state AS "without the extension" FROM error_of('SELECT FROM item JOIN said ON id = t');
DEALLOCATE ALL;

-- Installed by an ordinary user, in a schema with hostile types; ulidkit is in another, with a strange name.
BEGIN;
SET LOCAL client_min_messages = warning;
DROP EXTENSION ulidkit CASCADE;
CREATE SCHEMA "a "",b";
CREATE EXTENSION ulidkit SCHEMA "a "",b";
UPDATE kinds SET oid = to_regtype('"a "",b".' || kind);
CREATE ROLE regress_ulidkit_text;
CREATE ROLE regress_ulidkit_text_nobody;
DO $$
BEGIN
    EXECUTE format('REVOKE CREATE ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT CREATE ON DATABASE %I TO regress_ulidkit_text', current_database());
END
$$;
CREATE SCHEMA hostile AUTHORIZATION regress_ulidkit_text;
GRANT ALL ON SCHEMA text_casts TO regress_ulidkit_text, regress_ulidkit_text_nobody;
GRANT SELECT ON kinds TO regress_ulidkit_text;
SET ROLE regress_ulidkit_text_nobody;
SELECT state AS "by nobody" FROM error_of('CREATE EXTENSION ulidkit_text');
SET ROLE regress_ulidkit_text;
SELECT format('CREATE TYPE %s.%I AS ENUM ()', schema, kind) FROM kinds, unnest(ARRAY['hostile', 'pg_temp']) AS schema \gexec
CREATE FUNCTION hostile.format(text, name) RETURNS text LANGUAGE sql RETURN (1 / 0)::text;
CREATE EXTENSION ulidkit_text SCHEMA hostile;
SHOW search_path;
RESET ROLE;
SELECT * FROM facts(ARRAY[
    ['casts', 'text i i: convert text to KIND, also where no cast is written; '
        'character i i: convert char to KIND, also where no cast is written; '
        'character varying i i: convert varchar to KIND, also where no cast is written', $$
    SELECT string_agg(format('%s %s %s: %s', castsource::regtype, castcontext, castmethod,
        obj_description(c.oid, 'pg_cast')), '; ' ORDER BY castsource)
    FROM kinds k JOIN pg_cast c ON castsource IN ('text'::regtype, 'varchar'::regtype, 'bpchar'::regtype) AND casttarget = k.oid
        JOIN pg_depend d ON d.classid = 'pg_cast'::regclass AND d.objid = c.oid
            AND d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e'
        JOIN pg_extension e ON d.refobjid = e.oid AND e.extname = 'ulidkit_text'
    WHERE k.kind = 'KIND'$$]]);
-- It has nothing else, and can be moved.
SELECT count(*) - 3 * (SELECT count(*) FROM kinds) AS others
FROM pg_depend d JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
WHERE e.extname = 'ulidkit_text' AND d.deptype = 'e';
ALTER EXTENSION ulidkit_text SET SCHEMA public;
SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV'::text = '01arz3ndektsv4rrffq69g5fav'::"a "",b".ulid AS equal;
-- ulidkit cannot be dropped without it.
SELECT state, message AS "dropping ulidkit" FROM error_of('DROP EXTENSION ulidkit');
ROLLBACK;

SET client_min_messages = warning;
DROP SCHEMA :test CASCADE;
