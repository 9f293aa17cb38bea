-- K_hide() and K_reveal(): the vectors, round trips, what they refuse, and who may call them.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
\i :abs_srcdir/test/regress/hide_keys.sql

-- An id as a literal of its type: those of 8 bytes are written as bigint.
CREATE FUNCTION literal(kind text, id text) RETURNS text LANGUAGE sql RETURN CASE
    WHEN kind = 'uuidv7' THEN format('%L::uuid', id)
    WHEN (SELECT by_value FROM kinds WHERE kinds.kind = literal.kind) THEN format('%L::bigint::%s', id, kind)
    ELSE format('%L::%s', id, kind) END;
SELECT kind, count(*) AS vectors, count(*) FILTER (WHERE (
        answer_of(format('SELECT %s_hide(%s, %L, %L)', kind, id, context, key)) = hidden
        AND answer_of(format('SELECT %s_reveal(%L, %L, %L) = %s', kind, hidden, context, key, id)) = 'true'
        AND answer_of(format('SELECT %s_reveal_or_null(%L, %L, %L) = %s', kind, hidden, context, key, id)) = 'true'
    ) IS NOT TRUE) AS wrong
FROM (SELECT kind, 'vector_' || n AS key, context, literal(kind, id) AS id, hidden FROM vector) AS v GROUP BY kind ORDER BY kind;
SELECT count(*) AS fingerprints,
    count(*) FILTER (WHERE ulidkit_hide_key_fingerprint('fingerprint_' || n) IS DISTINCT FROM fingerprint) AS wrong
FROM fingerprint;

-- The key "default" is one by default, and arguments have names.
SELECT bigint_hide(1, 'order') = bigint_hide(context => 'order', id => 1, key => 'default') AS "default and named: hide",
    bigint_reveal(bigint_hide(1, 'order'), context => 'order') AS reveal,
    uuidv7_reveal(hidden => uuidv7_hide('01890a5d-ac96-774b-bcce-b302099a8057', 'user'), context => 'user') AS uuid;
SELECT num_nulls(bigint_hide(NULL, 'order'), bigint_hide(1, NULL), bigint_hide(1, 'order', NULL), bigint_reveal(NULL, 'order'),
    bigint_reveal('', NULL), bigint_reveal_or_null('', '', NULL), uuidv7_hide(NULL, ''), ulidkit_hide_key_fingerprint(NULL))
    AS "NULL of 8";

-- Every type of at most 16 bytes has a hidden form.
SELECT kind, size <= 16 AS small, to_regprocedure(format('%s_hide(%1$s, text, text)', kind)) IS NOT NULL AS hidden
FROM kinds ORDER BY oid;
CREATE TABLE hidable AS
    SELECT kind, kind AS type, 'text' AS form, oid FROM kinds
    WHERE to_regprocedure(format('%s_hide(%1$s, text, text)', kind)) IS NOT NULL
    UNION ALL VALUES ('bigint', 'bigint', 'text', 0), ('uuidv7', 'uuid', 'uuid', 1);
-- Runs the query for each of them, with the name in the place of KIND.
CREATE FUNCTION each_hidable(query text) RETURNS TABLE (kind text, answer text) LANGUAGE plpgsql AS $$
BEGIN
    FOR kind IN SELECT h.kind FROM hidable h ORDER BY oid LOOP
        answer := answer_of(replace(query, 'KIND', kind));
        RETURN NEXT;
    END LOOP;
END
$$;
SELECT format('CREATE TABLE %s_sample (id %s)', kind, type) FROM hidable \gexec
INSERT INTO bigint_sample SELECT generate_series(-50, 50)
    UNION ALL VALUES (9223372036854775807), (-9223372036854775808);
INSERT INTO uuidv7_sample VALUES ('00000000-0000-7000-8000-000000000000'), ('ffffffff-ffff-7fff-bfff-ffffffffffff');
SELECT format('INSERT INTO %1$s_sample SELECT %1$s_generate(''2025-01-01Z''::timestamptz + i * interval ''1 s'') '
    'FROM generate_series(1, 100) AS i', kind) FROM hidable WHERE kind <> 'bigint' \gexec
SELECT format('INSERT INTO %1$s_sample VALUES (%1$s_min(''-infinity'')), (%1$s_max(''infinity''))', kind)
FROM hidable WHERE kind IN (SELECT kind FROM kinds) \gexec
-- Any id is revealed, also if a process uses more contexts than it keeps. Forms differ by id, context and key, and
-- have nothing of the order of the ids.
SELECT * FROM facts(ARRAY[
    ['revealed', '2448 of 2448 revealed, 2448 forms, 0 of another pattern', $$
    SELECT format('%s of %s revealed, %s forms, %s of another pattern', count(*) FILTER (WHERE
            KIND_reveal(form, context, key) = id AND KIND_reveal_or_null(form, context, key) = id
        ), count(*), count(DISTINCT form),
        count(*) FILTER (WHERE form::text !~ '^([0-7][0-9A-HJKMNP-TV-Z]{25}|.{8}-.{4}-8.{3}-[89ab].{3}-.{12})$'))
    FROM (SELECT id, context, key, KIND_hide(id, context, key) AS form
        FROM KIND_sample, unnest('{a,b,ab,A," a",ä,"",default}'::text[]) AS context,
            unnest('{default,vector_1,vector_2}'::text[]) AS key) AS s$$],
    ['in no order', 'no order', $$
    SELECT CASE WHEN abs(corr(by_id, by_form)) < 0.6 THEN 'no order' ELSE 'order' END
    FROM (SELECT row_number() OVER (ORDER BY id) AS by_id,
        row_number() OVER (ORDER BY KIND_hide(id, 'order')::text COLLATE "C") AS by_form
        FROM KIND_sample) AS s$$]], 'each_hidable');
-- The key and the context are not one word, and a context has any length.
SELECT bigint_hide(1, '1', 'vector_1') = bigint_hide(1, '', 'vector_11') AS "one word: same",
    count(DISTINCT bigint_hide(1, repeat('a', size))) AS forms,
    bool_and(bigint_reveal(bigint_hide(1, repeat('a', size)), repeat('a', size)) = 1) AS revealed
FROM unnest('{0,1,100,240,241,247,248,249,250,1000,1001,1000000}'::integer[]) AS size;

-- A text that is no hidden form; what hides nothing with this key, context and kind; UUIDs of other versions and
-- variants, which have no hidden form, and are none; keys that there are not.
SELECT call, report_of('SELECT ' || call) FROM unnest(ARRAY[
    $$bigint_reveal('75GSDS5ACMQVXE8VF4ASWTW4é', 'order')$$, $$uuidv7_reveal('75GSDS5ACMQVXE8VF4ASWTW49H', 'order')$$,
    $$bigint_reveal(bigint_hide(1, 'order', 'vector_1'), 'order')$$,
    $$uuidv7_reveal('01890a5d-ac96-774b-bcce-b302099a8057', 'order')$$,
    $$uuidv7_hide('7ac1ae5f-9bb1-4d2c-9e7c-1d40a2f1f0aa', 'user')$$,
    $$bigint_hide(1, 'order', 'none')$$, $$ulidkit_hide_key_fingerprint(key => 'none')$$]) AS call;
CREATE FUNCTION each_text(query text) RETURNS TABLE (kind text, answer text) LANGUAGE sql BEGIN ATOMIC
    SELECT e.* FROM each_hidable(query) AS e JOIN hidable USING (kind) WHERE form = 'text';
END;
-- No hidden form: a wrong length, another case, an alias of a digit, too large.
SELECT * FROM facts(ARRAY[
    ['no hidden form', '22P02 t', $$
    SELECT string_agg(DISTINCT concat(state, ' ', (message = 'invalid hidden form of type KIND')), ', ')
    FROM (SELECT KIND_hide(id, 'a')::text AS good FROM KIND_sample LIMIT 1) AS h,
        unnest(ARRAY['', ' ', left(good, 25), good || ' ', good || '0', lower(left(good, 25)) || 'a', '8' || right(good, 25),
            left(good, 25) || 'O', left(good, 25) || 'I', left(good, 25) || 'U',
            left(good, 12) || '-' || right(good, 13)]) AS form,
        error_of(format('SELECT KIND_reveal(%L, ''a'')', form))$$],
    -- What the planner uses is NULL for what hides nothing, but misses no key.
    ['for the planner', 'NULL', $$
    SELECT string_agg(DISTINCT coalesce(KIND_reveal_or_null(form, 'a', 'default')::text, 'NULL'), ', ')
    FROM unnest('{"",8ZZZZZZZZZZZZZZZZZZZZZZZZZ,75gsds5acmqvxe8vf4aswtw49h,O5GSDS5ACMQVXE8VF4ASWTW49H}'::text[]) AS form$$]],
    'each_text');
SELECT * FROM facts(ARRAY[
    ['without the key', '42704: key "none" does not exist', $$
    SELECT string_agg(DISTINCT concat_ws(': ', state, message), '; ')
    FROM unnest('{hide,reveal,reveal_or_null}'::text[]) AS function,
        error_of(format('SELECT KIND_%s(%s, ''a'', ''none'')', function,
            CASE WHEN function = 'hide' THEN '(SELECT id FROM KIND_sample LIMIT 1)'
            WHEN 'KIND' = 'uuidv7' THEN '''00000000-0000-0000-0000-000000000000''' ELSE '''''' END))$$]], 'each_hidable');
-- A block hides some ulid whatever it is.
SELECT kind, answer AS "of something else" FROM each_hidable($$
    SELECT string_agg(concat(state, ' ', message = 'hidden form does not hide a KIND'), ', ')
        || CASE WHEN bool_and(KIND_reveal_or_null(form, 'b', 'default') IS NULL) THEN ', NULL' END
    FROM (SELECT KIND_hide(id, 'a') AS form FROM KIND_sample LIMIT 1) AS h, unnest('{b default,a vector_1}'::text[]) AS other,
        error_of(format('SELECT KIND_reveal(%L, %L, %L)', form, split_part(other, ' ', 1), split_part(other, ' ', 2)))$$)
WHERE kind NOT IN ('ulid', 'uuidv7');
SELECT ulid_reveal(ulid_hide(u.id, 'a'), 'b') <> u.id AS "another ulid", uuidv7_reveal(uuidv7_hide(v.id, 'a'), 'b') <> v.id AS uuid
FROM ulid_sample AS u, uuidv7_sample AS v LIMIT 1;
SELECT uuid AS "no hidden form", (error_of(format('SELECT uuidv7_hide(%L, ''a'')', uuid))).state AS hide,
    (error_of(format('SELECT uuidv7_reveal(%L, ''a'')', uuid))).state AS reveal,
    uuidv7_reveal_or_null(uuid, 'a', 'default') AS or_null
FROM unnest('{00000000-0000-0000-0000-000000000000,00000000-0000-7000-0000-000000000000,'
    '00000000-0000-7000-c000-000000000000,00000000-0000-8000-4000-000000000000,'
    '00000000-0000-6000-8000-000000000000,ffffffff-ffff-ffff-ffff-ffffffffffff}'::uuid[]) AS uuid;

SELECT key AS "no key", (error_of(format('SELECT bigint_hide(1, ''order'', %L)', key))).state
FROM unnest('{"",Default,"default ",vector_1234567890123456789012345678901234567890123456789012345678901}'::text[]) AS key;

-- Neither in an index nor in a generated column, because the key is not in the database.
SELECT command, (error_of(command)).state FROM unnest(ARRAY['CREATE INDEX ON bigint_sample (bigint_hide(id, ''order''))',
    'CREATE TABLE generated (id bigint, form text GENERATED ALWAYS AS (bigint_hide(id, ''order'')) STORED)']) AS command;

-- In parallel workers, which read the file by themselves.
CREATE TABLE many AS SELECT i AS id, bigint_hide(i, 'many') AS form FROM generate_series(1::bigint, 20000) AS i;
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
EXPLAIN (COSTS OFF) SELECT count(*) FROM many WHERE bigint_reveal(form, 'many') = id AND bigint_hide(id, 'many') = form;
SELECT count(*) AS "in parallel" FROM many WHERE bigint_reveal(form, 'many') = id AND bigint_hide(id, 'many') = form;

-- Who may call what: nobody, until it is granted. The planner's function is everybody's, but reveals only to whom can
-- reveal.
BEGIN;
CREATE ROLE regress_ulidkit_reader;
GRANT ALL ON SCHEMA :test TO regress_ulidkit_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA :test TO regress_ulidkit_reader;
CREATE VIEW calls AS
    SELECT kind, function, form, format('SELECT %s_%s(%s, ''a'', ''default'')', kind, function, CASE
        WHEN function = 'hide' THEN format('(SELECT id FROM %s_sample LIMIT 1)', kind)
        WHEN form = 'uuid' THEN '(SELECT id FROM uuidv7_sample LIMIT 1)' ELSE '''''' END) AS call
    FROM hidable, unnest('{hide,reveal,reveal_or_null}'::text[]) WITH ORDINALITY AS f (function, n);
GRANT SELECT ON calls TO regress_ulidkit_reader;
SET ROLE regress_ulidkit_reader;
SELECT function AS "not granted", state, count(*) FROM calls, error_of(call) GROUP BY 1, 2 ORDER BY 1, 2;
SELECT call, report_of('SELECT ' || call) FROM unnest(ARRAY[$$ulid_reveal_or_null('', 'a', 'default')$$,
    'ulidkit_hide_key_fingerprint()']) AS call;
-- With hide alone nothing is revealed.
RESET ROLE;
SELECT format('GRANT EXECUTE ON FUNCTION %s_hide(%s, text, text) TO regress_ulidkit_reader', kind, type) FROM hidable
\gexec
SET ROLE regress_ulidkit_reader;
SELECT function AS "hide granted", state, count(*) FROM calls, error_of(call) GROUP BY 1, 2 ORDER BY 1, 2;
RESET ROLE;
SELECT format('GRANT EXECUTE ON FUNCTION %s_reveal(%s, text, text) TO regress_ulidkit_reader', kind, form) FROM hidable
\gexec
GRANT pg_monitor TO regress_ulidkit_reader;
SET ROLE regress_ulidkit_reader;
SELECT function AS "all granted", state, count(*) FROM calls, error_of(call) GROUP BY 1, 2 ORDER BY 1, 2;
SELECT length(ulidkit_hide_key_fingerprint('default')) AS "fingerprint, for a monitor";
-- Where the file is, only superusers see, and who reads all settings.
SELECT current_setting('ulidkit.hide_key_file') <> '' AS "file seen by a monitor";
ROLLBACK;
BEGIN;
CREATE ROLE regress_ulidkit_reader;
GRANT ALL ON SCHEMA :test TO regress_ulidkit_reader;
SET ROLE regress_ulidkit_reader;
SELECT state AS "file, not seen" FROM error_of('SHOW ulidkit.hide_key_file');
ROLLBACK;
SELECT report_of('SET ulidkit.hide_key_file = ''keys''') AS "another file";

-- Without a file every call is an error.
ALTER SYSTEM SET ulidkit.hide_key_file = '';
\i :abs_srcdir/test/regress/reload.sql
SELECT call AS "no file", report_of('SELECT ' || call) FROM unnest(ARRAY[$$bigint_hide(1, 'order')$$,
    $$bigint_reveal('none', 'order')$$, $$bigint_reveal_or_null('none', 'order', 'default')$$,
    'ulidkit_hide_key_fingerprint()']) AS call;

\i :abs_srcdir/test/regress/hide_keys_end.sql
DROP SCHEMA :test CASCADE;
