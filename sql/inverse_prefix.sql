-- What the text of an id begins with is a range of ids: LIKE, ^@ and starts_with().
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/forms.sql

EXPLAIN (COSTS OFF) SELECT row FROM form_1 WHERE id::text LIKE '01JGF%';
EXPLAIN (COSTS OFF) SELECT row FROM form_1 WHERE id::text LIKE '01JGF%A_';
EXPLAIN (COSTS OFF) SELECT row FROM form_1 WHERE id::varchar ^@ '01JGF';
EXPLAIN (COSTS OFF) SELECT row FROM form_1 WHERE starts_with(id::text, '01JGF');
EXPLAIN (COSTS OFF) SELECT row FROM form_3 WHERE id::ulid::text LIKE '01JGF_';
EXPLAIN (COSTS OFF) SELECT row FROM form_5 WHERE id::timeid::text LIKE '3len-%';
SET plan_cache_mode = force_generic_plan;
PREPARE by_pattern(text) AS SELECT row FROM form_1 WHERE id::text LIKE $1;
EXPLAIN (COSTS OFF) EXECUTE by_pattern('01JGF%');
PREPARE by_prefix(text) AS SELECT row FROM form_1 WHERE id::text ^@ $1;
EXPLAIN (COSTS OFF) EXECUTE by_prefix('01JGF');
DEALLOCATE ALL;
RESET plan_cache_mode;
-- What no text begins with.
SELECT p, plan_of(format('SELECT row FROM form_1 WHERE id::text LIKE %L', p)) ~ 'NULL::ulid' AS none
FROM unnest('{01jgf%,O1JGF%,8%,01-%,a,abc\%%,ä%,01ARZ3NDEKTSV4RRFFQ69G5FAVX%}'::text[]) AS p;
-- Nothing is known of the first character, or of the pattern; other operators and collations.
SELECT condition_left($$id::text LIKE '%01JGF'$$), condition_left($$id::text LIKE '_1JGF%'$$), condition_left($$id::text LIKE ''$$),
    condition_left($$id::text ^@ ''$$), condition_left($$id::text LIKE value || '%'$$), condition_left($$id::text LIKE NULL$$),
    condition_left($$id::text ILIKE '01JGF%'$$), condition_left($$id::text NOT LIKE '01JGF%'$$), 
    condition_left($$NOT id::text LIKE '01JGF%'$$),
    condition_left($$id::text ~ '^01JGF'$$), condition_left($$'01JGF%' LIKE id::text$$), 
    condition_left($$id::char(26) LIKE '01JGF%'$$),
    condition_left($$id::bytea LIKE '\x01'$$);
SELECT * FROM judge($$SELECT row FROM IDS AS e WHERE e.FORM LIKE left(OF(17), 6) || '%'$$,
    'Index Cond: .*id.* >= ', '::(text|varchar)$');
SELECT * FROM judge($$SELECT row FROM IDS AS e WHERE e.FORM LIKE left(OF(17), 6) || '%' ESCAPE '#'
    OR starts_with(e.FORM, OF(501))$$,
    'Index Cond: .*id.* >= ', '::(text|varchar)$');
SELECT * FROM judge($$SELECT row FROM IDS AS e WHERE e.FORM LIKE OF(17)$$,
    'Index Cond: .*id.* = .*Filter: .*~~', '::(text|varchar)$');
SELECT * FROM judge($$SELECT row FROM IDS AS e WHERE e.FORM ^@ (SELECT left(value, 7) FROM IDS WHERE row = 40)$$,
    'Index Cond: .*id.* >= ', '::(text|varchar)$');
-- Privileges.
CREATE ROLE regress_ulidkit_prefix;
GRANT USAGE ON SCHEMA inverse_prefix TO regress_ulidkit_prefix;
GRANT SELECT ON form_1 TO regress_ulidkit_prefix;
BEGIN;
REVOKE EXECUTE ON FUNCTION ulid_like_max(text, boolean) FROM PUBLIC;
SET LOCAL ROLE regress_ulidkit_prefix;
SELECT condition_left($$id::text LIKE '01JGF%'$$);
ROLLBACK;
DROP OWNED BY regress_ulidkit_prefix;
DROP ROLE regress_ulidkit_prefix;

-- Random prefixes and patterns, of all kinds: the same rows with planning turned on and off.
\set ECHO none
CREATE FUNCTION query(f forms) RETURNS text VOLATILE LANGUAGE plpgsql AS $$
DECLARE
    row integer := CASE WHEN random() < 0.7 THEN 1 + floor(random() * 500) ELSE 501 + floor(random() * 2) END;
    v text := coalesce(value_of(f, row), '');
    prefix text := left(v, floor(random() * (length(v) + 2))::integer);
BEGIN
    prefix := pick(prefix, prefix, prefix, lower(prefix), upper(prefix), replace(prefix, '-', ''),
        translate(prefix, '01', 'OL'), prefix || pick('0', 'z', '-', 'U', 'ä', ' '), '\' || prefix,
        overlay(prefix PLACING '_' FROM 3), NULL);
    RETURN 'SELECT row FROM IDS AS e WHERE ' || CASE floor(random() * 6)
        WHEN 0 THEN format('e.FORM ^@ %L', prefix)
        WHEN 1 THEN format('starts_with(e.FORM, (SELECT %L::text))', prefix)
        WHEN 2 THEN format('e.FORM LIKE %L', prefix || pick('%', '_', '%%', '\%', '', '%' || right(v, 1), '_%'))
        WHEN 3 THEN format('e.FORM LIKE (SELECT %L::text)', prefix || pick('%', '_', '%%', '\_', '', '%' || right(v, 1)))
        WHEN 4 THEN format('(e.FORM LIKE %L OR e.FORM = %L)', prefix || '%', v)
        ELSE format('NOT e.FORM LIKE %L', prefix || '%')
    END;
END
$$;
-- Ids of all times, too.
CREATE FUNCTION scatter() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    f forms;
BEGIN
    FOR f IN SELECT * FROM forms WHERE form ~ '::(text|varchar)$' LOOP
        EXECUTE replace(replace(replace(replace('UPDATE IDS AS e SET id = i, value = FORM FROM (
                SELECT row AS r, KIND_from_bytea_or_null(set_byte(id::KIND::bytea, 0, (row * 37) % 256))::TYPE AS i
                FROM IDS) AS s WHERE r = row AND i IS NOT NULL AND row % 2 = 0', 'KIND', replace(f.kind, 'uuidv7', 'ulid')),
            'FORM', regexp_replace(f.form, '^id', 'i')), 'TYPE', f.type), 'IDS', 'form_' || f.n);
    END LOOP;
END
$$;
\set ECHO all
SELECT scatter();
SELECT sum(queries) >= least(:queries, 13) AS tried, count(*) FILTER (WHERE replanned = 0) < 4 AS most_replanned,
    sum(errors) < 0.01 * sum(queries) AS few_errors, sum(wrong) AS wrong, min(example) AS example
FROM forms AS f, try_queries(f, greatest(1, :queries / 13), 'query') AS t WHERE form ~ '::(text|varchar)$';
\i :abs_srcdir/test/regress/hide_keys_end.sql
DROP SCHEMA :test CASCADE;
