-- Equalities of a form of an id: what a table has for the form itself serves beside the id's index; privileges, and
-- what a security barrier hides.
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/forms.sql

-- An index on the form, alone, behind a column that the query fixes, and for some of the rows. A hidden form can have
-- none.
SELECT each_form($$CREATE TABLE own_IDS AS TABLE IDS; CREATE INDEX ON own_IDS (id); CREATE INDEX form_own_IDS ON own_IDS ((FORM));
    ANALYZE own_IDS$$, '^(?!.*hide)');
SELECT * FROM judge($$SELECT row FROM own_IDS AS e WHERE e.FORM = OF(17)$$, 'using form_own_.*Index Cond: \(.*id.* = ',
    '^(?!.*hide)');
SELECT * FROM judge($$SELECT row FROM own_IDS AS e WHERE e.FORM IN (OF(17), OF(18))$$, 'Index Cond: ', '^(?!.*hide)');
SELECT * FROM judge($$SELECT e.row FROM own_IDS AS e JOIN IDS AS f ON e.FORM = f.FORM WHERE f.row = 17$$,
    'Index Cond: ', '^(?!.*hide)');
CREATE TABLE own AS SELECT row, id, k, id AS other FROM form_1;
CREATE UNIQUE INDEX own_id ON own (id);
CREATE INDEX own_k_text ON own (k, (id::text));
ANALYZE own;
EXPLAIN (COSTS OFF) SELECT * FROM own WHERE k = 3 AND id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
EXPLAIN (COSTS OFF) SELECT * FROM own WHERE id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
DROP INDEX own_k_text;
CREATE INDEX own_some_text ON own ((id::text)) WHERE k = 3;
EXPLAIN (COSTS OFF) SELECT * FROM own WHERE k = 3 AND id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
EXPLAIN (COSTS OFF) SELECT * FROM own WHERE k = 4 AND id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
DROP INDEX own_some_text;
-- Not one in another collation than the query's, and not one of another form.
CREATE INDEX own_c_text ON own ((id::text COLLATE "C"));
CREATE INDEX own_varchar ON own ((id::varchar));
EXPLAIN (COSTS OFF) SELECT * FROM own WHERE id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
EXPLAIN (COSTS OFF) SELECT * FROM own WHERE id::text COLLATE "C" = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
DROP INDEX own_c_text, own_varchar;
-- A hash index serves as well, and one on the id with its cast.
CREATE INDEX own_hash_text ON own USING hash ((id::text));
EXPLAIN (COSTS OFF) SELECT * FROM own WHERE id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
DROP INDEX own_id;
EXPLAIN (COSTS OFF) SELECT * FROM own WHERE id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
DROP INDEX own_hash_text;
CREATE TABLE cast_id AS SELECT id, row FROM form_3;
CREATE INDEX ON cast_id ((id::ulid));
EXPLAIN (COSTS OFF) SELECT * FROM cast_id WHERE id::ulid::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
-- Other indexes on the id serve, too.
CREATE INDEX own_hash ON own USING hash (id);
EXPLAIN (COSTS OFF) SELECT * FROM own WHERE id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
DROP INDEX own_hash;
CREATE INDEX own_id ON own (id);

-- The predicate of a partial index, a CHECK constraint that can exclude, and a partition key.
CREATE INDEX own_part ON own (k) WHERE id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
EXPLAIN (COSTS OFF) SELECT * FROM own WHERE id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV' AND k = 2;
DROP INDEX own_part;
ALTER TABLE own ADD CHECK (id::text > '0');
EXPLAIN (COSTS OFF) SELECT * FROM own WHERE id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
SET constraint_exclusion = on;
EXPLAIN (COSTS OFF) SELECT * FROM own WHERE id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
SELECT plan_of($$SELECT * FROM own WHERE id::text = '-'$$);
RESET constraint_exclusion;
CREATE TABLE by_text (id ulid, row integer) PARTITION BY HASH ((id::text));
CREATE TABLE by_text_0 PARTITION OF by_text FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE by_text_1 PARTITION OF by_text FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE INDEX ON by_text (id);
INSERT INTO by_text SELECT id, row FROM form_1 WHERE id IS NOT NULL;
ANALYZE by_text;
EXPLAIN (COSTS OFF) SELECT * FROM by_text WHERE id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
SELECT count(*) FROM form_1 AS f WHERE EXISTS (SELECT FROM by_text AS b WHERE b.id::text = f.value AND b.row = f.row);
-- A table among those of an inheritance.
CREATE TABLE heir () INHERITS (own);
SELECT plan_of($$SELECT * FROM own WHERE id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV'$$);
DROP TABLE heir;
ANALYZE own;

-- Beside an equality with another table's column, from which the planner infers a third one.
CREATE TABLE named AS SELECT value AS name, row FROM form_1;
CREATE INDEX ON named (name);
ANALYZE named;
ALTER TABLE own DROP CONSTRAINT own_id_check;
EXPLAIN (COSTS OFF) SELECT * FROM own AS o JOIN named AS n ON o.id::text = n.name
    WHERE o.id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
EXPLAIN (COSTS OFF) SELECT * FROM own AS o JOIN form_1 AS n ON o.id::text = n.id::text
    WHERE o.id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

-- Rows expected: those of an equality on the id.
CREATE TABLE many AS SELECT f.id, f.id::uuid AS u, f.value, n FROM form_1 AS f, generate_series(1, 40) AS n WHERE row <= 50;
CREATE INDEX ON many (id);
CREATE INDEX ON many (u);
ANALYZE many;
SELECT value AS some, id FROM form_1 WHERE row = 17 \gset
SELECT estimate(format('SELECT * FROM many WHERE id = %L', :'id')) AS by_id,
    estimate(format('SELECT * FROM many WHERE id::text = %L', :'some')) AS by_text,
    estimate(format('SELECT * FROM many WHERE u::ulid::text = %L', :'some')) AS of_uuid,
    estimate(format('SELECT * FROM many WHERE id::text IN (%L, ''x'', %1$L)', :'some')) AS list;
-- It counts once.
ALTER TABLE many ADD CHECK (id::text > '0'), ADD CHECK (u::ulid::text > '0');
SET constraint_exclusion = on;
SELECT estimate(format('SELECT * FROM many WHERE id::text = %L', :'some')) AS by_text,
    estimate(format('SELECT * FROM many WHERE u::ulid::text = %L AND n > 0', :'some')) AS of_uuid,
    estimate(format('SELECT * FROM many WHERE n = 1 OR id::text = %L', :'some')) AS in_or,
    estimate(format('SELECT * FROM many WHERE n = 1 OR id = %L', :'id')) AS id_in_or,
    estimate(format('SELECT * FROM many WHERE id::text IN (%L, ''x'', %1$L)', :'some')) AS list;
RESET constraint_exclusion;
SELECT plan_of(format('SELECT * FROM many AS m JOIN named ON m.id::text = name WHERE m.id::text = %L', :'some'))
        ~ 'Index Cond: \(id = ' AS by_id,
    estimate(format('SELECT * FROM many AS m JOIN named ON m.id::text = name WHERE m.id::text = %L', :'some')) AS joined,
    estimate(format('SELECT * FROM many AS m JOIN named ON value = name WHERE value = %L', :'some')) AS by_column;

-- The user needs the privilege to call the function, its inverse, and the inverse that everybody uses.
CREATE ROLE regress_ulidkit_asker;
GRANT USAGE ON SCHEMA inverse_kept TO regress_ulidkit_asker;
GRANT SELECT ON form_1, form_10 TO regress_ulidkit_asker;
CREATE FUNCTION asked(OUT text text, OUT base text) LANGUAGE plpgsql AS $$
BEGIN
    SET LOCAL ROLE regress_ulidkit_asker;
    text := inverse_kept.plan_of('SELECT * FROM inverse_kept.form_1 WHERE id::text = ''01ARZ3NDEKTSV4RRFFQ69G5FAV''')
        ~ 'Index Cond: \(id = ';
    BEGIN
        base := inverse_kept.plan_of('SELECT * FROM inverse_kept.form_10 WHERE tbsl_to_base(id, 16) = ''1''')
            ~ 'Index Cond: \(id = ';
    EXCEPTION WHEN insufficient_privilege THEN
        base := SQLERRM;
    END;
    RESET ROLE;
END
$$;
SELECT * FROM asked();
BEGIN;
REVOKE EXECUTE ON FUNCTION ulid_in_or_null(text), tbsl_from_base_or_null(text, integer) FROM PUBLIC;
SELECT * FROM asked();
ROLLBACK;
BEGIN;
REVOKE EXECUTE ON FUNCTION ulid_eq(ulid, ulid), tbsl_from_base(text, integer) FROM PUBLIC;
SELECT * FROM asked();
ROLLBACK;
BEGIN;
REVOKE EXECUTE ON FUNCTION ulid_out(ulid), tbsl_to_base(tbsl, integer) FROM PUBLIC;
SELECT * FROM asked();
SET LOCAL ROLE regress_ulidkit_asker;
SELECT count(*) FROM form_10 WHERE tbsl_to_base(id, 16) = '1';
ROLLBACK;
-- A prepared plan follows them: each of these is another plan.
SET plan_cache_mode = force_generic_plan;
PREPARE asked AS SELECT count(*) FROM form_10 WHERE tbsl_to_base(id, 16) = '1';
SELECT plan_of('EXECUTE asked') ~ 'Index Cond: \(id = ' AS before;
SET ROLE regress_ulidkit_asker;
EXECUTE asked;
RESET ROLE;
REVOKE EXECUTE ON FUNCTION tbsl_to_base(tbsl, integer) FROM PUBLIC;
SET ROLE regress_ulidkit_asker;
EXECUTE asked;
RESET ROLE;
SELECT plan_of('EXECUTE asked') ~ 'Index Cond: \(id = ' AS for_owner;
GRANT EXECUTE ON FUNCTION tbsl_to_base(tbsl, integer) TO PUBLIC;
SET ROLE regress_ulidkit_asker;
EXECUTE asked;
RESET ROLE;
DEALLOCATE asked;
RESET plan_cache_mode;

-- A barrier: the equality of ids gets below it and uses the index, a conversion of its rows does not. A join with a
-- column of another table does not convert what the barrier hides.
CREATE TABLE secret AS SELECT id, value, k = 3 AS visible, row FROM form_1;
CREATE UNIQUE INDEX ON secret (id);
ANALYZE secret;
CREATE VIEW shown WITH (security_barrier) AS SELECT id, id::text AS form, row FROM secret WHERE visible;
CREATE VIEW shown_group WITH (security_barrier) AS SELECT id, count(*) FROM secret WHERE visible GROUP BY id;
CREATE TABLE texts AS SELECT value AS t, n FROM form_1, generate_series(1, 3) AS n WHERE row < 20;
ANALYZE texts;
GRANT SELECT ON shown, shown_group, texts TO regress_ulidkit_asker;
ALTER TABLE secret ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON secret USING (visible);
GRANT SELECT ON secret TO regress_ulidkit_asker;
CREATE FUNCTION leak(anyelement) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS $$
BEGIN
    RAISE NOTICE 'leaked';
    RETURN true;
END
$$;
SET ROLE regress_ulidkit_asker;
EXPLAIN (COSTS OFF) SELECT * FROM shown WHERE form = '01ARZ3NDEKTSV4RRFFQ69G5FAV' AND leak(id);
EXPLAIN (COSTS OFF) SELECT * FROM secret WHERE id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV' AND leak(id);
-- Before 19 a query of the view alone is not seen.
SELECT view, plan ~ 'Index Cond: \(id = ' AS below, plan ~ 'Filter: .*leak\(' AS leak_above
FROM unnest('{shown,shown_group}'::text[]) AS view,
    plan_of(format('SELECT * FROM texts JOIN %s AS s ON s.id::text = ''01ARZ3NDEKTSV4RRFFQ69G5FAV'' AND leak(s.id)', view)) AS plan;
SELECT count(*) FROM shown AS s JOIN texts AS t ON s.id::text = t.t;
SELECT count(*) FROM secret AS s JOIN texts AS t ON s.id::text = t.t;
RESET ROLE;

-- What is put is the extension's own, whatever else has its name.
BEGIN;
GRANT CREATE ON SCHEMA public TO regress_ulidkit_asker;
ALTER FUNCTION ulid_in_or_null(text) RENAME TO ulid_in_or_nothing;
SET LOCAL ROLE regress_ulidkit_asker;
CREATE FUNCTION public.ulid_in_or_null(text) RETURNS ulid IMMUTABLE STRICT LANGUAGE sql AS 'SELECT NULL::ulid';
RESET ROLE;
SELECT plan_of($$SELECT * FROM form_1 WHERE id::text = '01ARZ3NDEKTSV4RRFFQ69G5FAV'$$);
ROLLBACK;
CREATE FUNCTION ulid_out_hex(ulid) RETURNS text IMMUTABLE STRICT LANGUAGE sql SUPPORT ulidkit_inverse_support
    RETURN encode($1::bytea, 'hex');
SELECT plan_of('SELECT * FROM form_1 WHERE ulid_out_hex(id) = ''x''') ~ 'Index Cond: \(id = ' AS without_inverse;

DROP OWNED BY regress_ulidkit_asker;
DROP ROLE regress_ulidkit_asker;
\i :abs_srcdir/test/regress/hide_keys_end.sql
DROP SCHEMA :test CASCADE;
