-- Random queries by equalities of forms of ids: the same rows with planning turned on and off, and by a column that has
-- the form. RANDOM_QUERIES and RANDOM_SEED are as in time_random.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/forms.sql

SELECT each_form($$
    DELETE FROM IDS WHERE row BETWEEN 61 AND 499;
    CREATE TABLE many_IDS AS SELECT e.* FROM IDS AS e, generate_series(1, 3) AS n WHERE row < 30 OR row > 500;
    CREATE INDEX ON many_IDS (k, id);
    CREATE TABLE parts_IDS (LIKE IDS) PARTITION BY RANGE (id, k);
    CREATE TABLE parts_IDS_1 PARTITION OF parts_IDS
        FOR VALUES FROM (KIND_min('2025-01-01 00:10Z')::TYPE, 2) TO (KIND_min('2025-01-01 00:30Z')::TYPE, 5);
    CREATE TABLE parts_IDS_2 PARTITION OF parts_IDS DEFAULT PARTITION BY HASH (id);
    CREATE TABLE parts_IDS_2a PARTITION OF parts_IDS_2 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
    CREATE TABLE parts_IDS_2b PARTITION OF parts_IDS_2 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
    CREATE INDEX ON parts_IDS (id);
    INSERT INTO parts_IDS TABLE IDS;
    CREATE TABLE kept_IDS (LIKE IDS, CHECK (FORM IS DISTINCT FROM NULL OR k = 3));
    INSERT INTO kept_IDS TABLE IDS;
    CREATE VIEW view_IDS WITH (security_barrier) AS SELECT * FROM IDS WHERE k < 5;
    CREATE TABLE asked_IDS AS SELECT value, row AS n, k FROM IDS WHERE row % 4 = 1 OR row > 500;
    ANALYZE IDS, many_IDS, parts_IDS, kept_IDS, asked_IDS$$);
SELECT each_form('CREATE INDEX ON kept_IDS (k, (FORM)); CREATE INDEX ON kept_IDS (id) WHERE FORM IS NOT NULL', '^(?!.*hide)');

CREATE FUNCTION some_row() RETURNS integer VOLATILE LANGUAGE sql
    RETURN CASE WHEN random() < 0.8 THEN 1 + floor(random() * 60) ELSE 501 + floor(random() * 3) END;
-- A value to compare with, as known or unknown as possible, and not always one of the form.
CREATE FUNCTION value(f forms, columns text[]) RETURNS text VOLATILE LANGUAGE plpgsql AS $$
DECLARE
    v text := value_of(f, some_row());
    known text := coalesce(quote_literal(v), 'NULL') || '::' || f.result;
    changed text := CASE WHEN f.result IN ('text', 'varchar')
        THEN pick(lower(v), upper(v), v || ' ', left(v, -1), '0' || v, replace(v, '-', ''), translate(v, '01', 'OL'), '', 'x') END;
BEGIN
    RETURN CASE floor(random() * 7)
        WHEN 0 THEN coalesce(quote_literal(changed), 'NULL') || '::' || f.result
        WHEN 1 THEN format('(SELECT value FROM form_%s WHERE row = %s)', f.n, some_row())
        WHEN 2 THEN format('(SELECT e0.FORM FROM form_%s AS e0 WHERE row = %s)', f.n, some_row())
        WHEN 3 THEN coalesce(pick(VARIADIC columns), known)
        WHEN 4 THEN format('(CASE WHEN now() > ''2000-01-01'' THEN %s END)', known)
        ELSE known
    END;
END
$$;
CREATE FUNCTION condition(f forms, alias text, columns text[], depth integer) RETURNS text VOLATILE LANGUAGE plpgsql AS $$
DECLARE
    form text := alias || '.FORM';
BEGIN
    IF depth > 0 AND random() < 0.6 THEN
        RETURN format('(%s %s %s)', condition(f, alias, columns, depth - 1), pick('AND', 'OR', 'OR'),
            condition(f, alias, columns, depth - 1));
    END IF;
    RETURN CASE floor(random() * 12)
        WHEN 0 THEN format('NOT %s', condition(f, alias, columns, 0))
        WHEN 1 THEN format('%s.k %s %s', alias, pick('<', '=', '>'), floor(random() * 7))
        WHEN 2 THEN format('%s IN (%s, %s, %s)', form, value(f, columns), value(f, NULL), value(f, NULL))
        WHEN 3 THEN format('%s = ANY (ARRAY[%s, NULL, %s])', form, value(f, NULL), value(f, columns))
        WHEN 4 THEN format('%s = ANY (ARRAY(SELECT value FROM form_%s WHERE k = %s))', form, f.n, floor(random() * 8))
        WHEN 5 THEN format('%s %s %s', form, pick('<>', '<', '>='), value(f, columns))
        WHEN 6 THEN format('(%s = %s) IS %s', form, value(f, columns), pick('TRUE', 'NOT TRUE', 'NULL'))
        WHEN 7 THEN format('%s = %s', value(f, columns), form)
        ELSE format('%s = %s', form, value(f, columns))
    END;
END
$$;
CREATE FUNCTION source(f forms) RETURNS text VOLATILE LANGUAGE sql
    RETURN replace(pick('IDS', 'IDS', 'many_IDS', 'parts_IDS', 'parts_IDS', 'kept_IDS', 'view_IDS',
        '(SELECT * FROM IDS WHERE k < 5)',
        '(SELECT * FROM parts_IDS UNION ALL SELECT * FROM many_IDS)', '(SELECT DISTINCT * FROM many_IDS)',
        '(SELECT * FROM parts_IDS UNION ALL SELECT row, CASE WHEN row > 0 THEN id END, k, value FROM many_IDS)',
        '(SELECT * FROM many_IDS ORDER BY row LIMIT 20)'), 'IDS', 'form_' || f.n);
CREATE FUNCTION query(f forms) RETURNS text VOLATILE LANGUAGE plpgsql AS $$
DECLARE
    a text[] := '{a.value}';
BEGIN
    RETURN CASE floor(random() * 9)
        WHEN 0 THEN format('SELECT a.n, e.row FROM asked_form_%s AS a %s JOIN %s AS e ON %s', f.n,
            pick('', 'LEFT', 'RIGHT', 'FULL'), source(f),
            pick('e.FORM = a.value AND ' || condition(f, 'e', NULL, 0), 'a.value = e.FORM', 'a.k = e.k AND a.value = e.FORM'))
        WHEN 1 THEN format('SELECT a.n FROM asked_form_%s AS a WHERE %s EXISTS (SELECT FROM %s AS e WHERE %s)', f.n,
            pick('', 'NOT'), source(f), condition(f, 'e', a, 1))
        WHEN 2 THEN format('SELECT e.row, g.row AS r FROM %s AS e %s JOIN %s AS g ON e.FORM = g.FORM %s WHERE %s',
            source(f), pick('', 'LEFT', 'FULL'), source(f), pick('', 'AND g.k = 3', 'AND g.FORM = ' || value(f, NULL)),
            pick(condition(f, 'e', NULL, 1), condition(f, 'g', NULL, 1)))
        WHEN 3 THEN format('SELECT e.row FROM %s AS e WHERE e.FORM %s (SELECT g.FORM FROM %s AS g'
            ' WHERE g.k < 4 AND g.id IS NOT NULL)', source(f), pick('IN', 'NOT IN'), source(f))
        WHEN 4 THEN format('SELECT a.n, e.row FROM asked_form_%s AS a JOIN %s AS e ON e.FORM = a.value WHERE %s', f.n,
            source(f), pick('a.value = ' || value(f, NULL), condition(f, 'e', NULL, 0), 'a.n < 10'))
        WHEN 5 THEN format('SELECT a.n, l.row FROM asked_form_%s AS a, LATERAL (SELECT row FROM %s AS e WHERE %s'
            ' ORDER BY row LIMIT 3) AS l', f.n, source(f), condition(f, 'e', a, 1))
        ELSE format('SELECT e.row, e.FORM FROM %s AS e WHERE %s', source(f), condition(f, 'e', NULL, 3))
    END;
END
$$;
SELECT sum(queries) >= least(:queries, 26) AS tried,
    CASE WHEN :queries < 1000 THEN sum(replanned) > sum(queries) / 16 -- of few queries for each form, those of all
        ELSE count(*) FILTER (WHERE replanned = 0) < 4 END AS most_replanned,
    sum(errors) AS errors, sum(wrong) AS wrong, min(example) AS example
FROM forms AS f, try_queries(f, greatest(1, :queries / (SELECT count(*)::integer FROM forms)), 'query') AS t;

DROP SCHEMA :test CASCADE;
