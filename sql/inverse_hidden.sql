-- Hidden forms and TypeIDs are looked up by the index on the id: the ways to ask, errors, privileges, and barriers.
\set ECHO none
\set echo none
\getenv abs_srcdir PG_ABS_SRCDIR
\i :abs_srcdir/test/regress/setup.sql
\i :abs_srcdir/test/regress/hide_keys.sql

SET enable_seqscan = off;
SET enable_bitmapscan = off;
SET max_parallel_workers_per_gather = 0;
-- Whether the index on the id is asked for a revealed id.
CREATE FUNCTION by_index(query text) RETURNS boolean LANGUAGE sql
    RETURN plan_of(query) ~ 'Index Cond: \(+id = (ANY \()?\(*(ARRAY\[)?\w+_or_null\(';
CREATE TABLE customer (id uuid PRIMARY KEY, name text, tenant integer);
INSERT INTO customer SELECT uuidv7_generate('2025-01-01Z'::timestamptz + n * interval '1 hour'), 'customer ' || n, n % 3
    FROM generate_series(1, 500) AS n;
INSERT INTO customer VALUES ('01890a5d-ac96-774b-bcce-b302099a8057', 'first', 0);
CREATE TABLE orders (id bigint, customer uuid, tenant integer);
INSERT INTO orders SELECT n, id, tenant FROM (SELECT row_number() OVER (ORDER BY id) AS n, id, tenant FROM customer) AS c;
CREATE UNIQUE INDEX ON orders (id);
CREATE INDEX ON orders (customer);
ANALYZE customer, orders;
SELECT uuidv7_hide(id, 'customer') AS hidden FROM customer WHERE name = 'first' \gset
SELECT bigint_hide(1, 'order') AS order, bigint_hide(2, 'order') AS second \gset

\set ECHO all
-- The ways to ask.
EXPLAIN (COSTS OFF) SELECT name FROM customer WHERE typeid_encode('user', id) = 'user_01h455vb4pex5vsknk084sn02q';
EXPLAIN (COSTS OFF) SELECT name FROM customer WHERE uuidv7_hide(id, 'customer') = 'ca319f51-ac2a-822d-b396-414e98cc6c29';
EXPLAIN (COSTS OFF) SELECT * FROM orders
    WHERE '75GSDS5ACMQVXE8VF4ASWTW49H' = bigint_hide(id, key => 'vector_1', context => 'order');
EXPLAIN (COSTS OFF) SELECT * FROM orders WHERE bigint_hide(id, 'order') IN ('75GSDS5ACMQVXE8VF4ASWTW49H', 'none', NULL);
EXPLAIN (COSTS OFF) SELECT o.id FROM customer AS c JOIN orders AS o ON o.customer = c.id
    WHERE uuidv7_hide(c.id, 'customer') = 'ca319f51-ac2a-822d-b396-414e98cc6c29';
SELECT name FROM customer WHERE uuidv7_hide(id, 'customer') = :'hidden';
SELECT id FROM orders WHERE bigint_hide(id, 'order') IN (:'order', :'second', 'none', NULL) ORDER BY id;
-- By a new key or an old one.
SELECT plan ~ 'Index Cond.*Index Cond' AS by_index FROM plan_of($$SELECT * FROM orders
    WHERE bigint_hide(id, 'order', 'vector_1') = 'x' OR bigint_hide(id, 'order') = 'x'$$) AS plan;
SELECT name FROM customer WHERE uuidv7_hide(id, 'customer', 'vector_1') = :'hidden' OR uuidv7_hide(id, 'customer') = :'hidden';
-- A view, a function, and a prepared statement whose key and context are parameters.
CREATE VIEW api_customer AS SELECT uuidv7_hide(id, 'customer') AS id, name FROM customer;
CREATE FUNCTION customer_of(hidden uuid) RETURNS text STABLE LANGUAGE sql
    RETURN (SELECT name FROM api_customer WHERE id = hidden);
CREATE FUNCTION name_of(hidden uuid) RETURNS text STABLE LANGUAGE plpgsql AS $$
BEGIN
    RETURN (SELECT name FROM api_customer AS a WHERE a.id = hidden);
END
$$;
SELECT by_index(format('SELECT * FROM api_customer WHERE id = %L', :'hidden')) AS view, customer_of(:'hidden'), name_of(:'hidden');
SET plan_cache_mode = force_generic_plan;
PREPARE by_form(uuid, text, text) AS SELECT name FROM customer WHERE uuidv7_hide(id, $2, $3) = $1;
EXPLAIN (COSTS OFF) EXECUTE by_form(:'hidden', 'customer', 'default');
EXECUTE by_form(:'hidden', 'customer', 'default');
EXECUTE by_form(:'hidden', 'customers', 'default');
EXECUTE by_form(:'hidden', 'customer', NULL);
EXECUTE by_form(:'hidden', 'customer', 'none');
PREPARE by_forms(text[]) AS SELECT id FROM orders WHERE bigint_hide(id, 'order') = ANY ($1);
EXPLAIN (COSTS OFF) EXECUTE by_forms('{x}');
EXECUTE by_forms(ARRAY[:'order', NULL, 'none', '75GSDS5ACMQVXE8VF4ASWTW49h']);
PREPARE by_typeid(text, text) AS SELECT name FROM customer WHERE typeid_encode($2, id) = $1;
EXECUTE by_typeid('user_01h455vb4pex5vsknk084sn02q', 'user');
EXECUTE by_typeid('user_01h455vb4pex5vsknk084sn02q', 'order');
EXECUTE by_typeid('User_01h455vb4pex5vsknk084sn02q', 'User');
DEALLOCATE ALL;
RESET plan_cache_mode;

-- A view of a column with other UUIDs, too: without a condition it fails, with one it looks up by the index, and with a
-- CASE it does not.
CREATE TABLE mixed (id uuid PRIMARY KEY);
INSERT INTO mixed SELECT id FROM customer UNION ALL SELECT gen_random_uuid() FROM generate_series(1, 100)
    UNION ALL VALUES ('01890a5d-ac96-774b-4cce-b302099a8057'::uuid);
CREATE FUNCTION is_uuidv7(uuid) RETURNS boolean LANGUAGE sql IMMUTABLE
    RETURN get_byte(uuid_send($1), 6) >> 4 = 7 AND get_byte(uuid_send($1), 8) >> 6 = 2;
CREATE VIEW mixed_1 AS SELECT uuidv7_hide(id, 'customer') AS id FROM mixed;
CREATE VIEW mixed_2 AS SELECT uuidv7_hide(id, 'customer') AS id FROM mixed WHERE is_uuidv7(id);
CREATE VIEW mixed_3 AS SELECT CASE WHEN is_uuidv7(id) THEN uuidv7_hide(id, 'customer') END AS id FROM mixed;
SELECT n, answer_of(format('SELECT concat(count(id), '' of '', count(*)) FROM (SELECT * FROM mixed_%s OFFSET 0) AS m', n)),
    by_index(format('SELECT * FROM mixed_%s WHERE id = %L', n, :'hidden')), found
FROM generate_series(1, 3) AS n, answer_of(format('SELECT count(*) FROM mixed_%s WHERE id = %L', n, :'hidden')) AS found;

-- What is no form finds nothing. What is missing is an error, as of the function, not a row that is not found.
CREATE FUNCTION answers(query text) RETURNS TABLE (planning text, answer text) LANGUAGE plpgsql AS $$
BEGIN
    FOREACH planning IN ARRAY '{off,on}'::text[] LOOP
        PERFORM set_config('ulidkit.time_planning', planning, true);
        answer := answer_of(query);
        RETURN NEXT;
    END LOOP;
END
$$;
CREATE TABLE nobody (id uuid PRIMARY KEY);
CREATE TABLE no_tbsl (id tbsl PRIMARY KEY);
CREATE VIEW asked (n, condition) AS VALUES
    (1, 'orders WHERE bigint_hide(id, ''order'') = '''''),
    (2, 'orders WHERE bigint_hide(id, ''order'') = ''8ZZZZZZZZZZZZZZZZZZZZZZZZZ'''),
    (3, 'orders WHERE bigint_hide(id, ''order'') = lower(bigint_hide(1, ''order''))'),
    (4, 'orders WHERE bigint_hide(id, ''order'') = bigint_hide(1, ''orders'')'),
    (5, 'orders WHERE bigint_hide(id, ''order'') = bigint_hide(1, ''order'', ''vector_1'')'),
    (6, 'customer WHERE uuidv7_hide(id, ''customer'') = ''00000000-0000-0000-0000-000000000000'''),
    (7, 'customer WHERE typeid_encode(''user'', id) = ''user_81h455vb4pex5vsknk084sn02q'''),
    (8, 'customer WHERE typeid_encode(''user'', id) = ''user_01H455VB4PEX5VSKNK084SN02Q'''),
    (9, 'customer WHERE typeid_encode(''user'', id) = ''01h455vb4pex5vsknk084sn02q'''),
    (10, 'orders WHERE bigint_hide(id, ''order'', ''none'') = ''x'''),
    (11, 'orders WHERE bigint_hide(id, ''order'', ''none'') = ANY (''{x,y}'')'),
    (12, 'customer WHERE uuidv7_hide(id, ''customer'', ''none'') = ''00000000-0000-0000-0000-000000000000'''),
    (13, 'customer WHERE typeid_encode(''User'', id) = ''x'''),
    (14, 'orders AS o, LATERAL (SELECT ''x'' || o.tenant AS t OFFSET 0) AS s WHERE bigint_hide(o.id, ''order'', ''none'') = s.t');
SELECT n, array_agg(DISTINCT answer) FROM asked, answers('SELECT count(*) FROM ' || condition) GROUP BY n ORDER BY n;
-- Also where no row would be compared.
SELECT condition, planning, answer FROM unnest(ARRAY[
    $$customer WHERE tenant = 77 AND uuidv7_hide(id, 'customer', 'none') = '00000000-0000-0000-0000-000000000000'$$,
    $$nobody WHERE typeid_encode('User', id) = 'x'$$, $$no_tbsl WHERE tbsl_to_base(id, 99) = 'x'$$]) AS condition,
    answers('SELECT count(*) FROM ' || condition);

-- Privileges: who cannot hide, or cannot reveal, keeps the condition. For him a plan depends on nothing that is
-- revealed: neither its partitions nor its estimates.
CREATE TABLE parts (id bigint, tenant integer) PARTITION BY RANGE (id);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (MINVALUE) TO (100);
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM (100) TO (MAXVALUE);
CREATE INDEX ON parts (id);
INSERT INTO parts SELECT CASE WHEN id < 300 THEN 1 ELSE id END, tenant FROM orders;
ANALYZE parts;
CREATE ROLE regress_ulidkit_hider;
GRANT USAGE ON SCHEMA :test TO regress_ulidkit_hider;
GRANT SELECT ON ALL TABLES IN SCHEMA :test TO regress_ulidkit_hider;
SELECT plan_of(format('SELECT tenant FROM parts WHERE bigint_hide(id, ''order'') = %L', :'order'), 'COSTS ON') AS common,
    plan_of(format('SELECT tenant FROM parts WHERE bigint_hide(id, ''order'') = %L', :'second'), 'COSTS ON') AS rare \gset
SELECT :'common' ~ 'Subplans Removed' AS pruned, :'common' <> :'rare' AS estimated;
SET ROLE regress_ulidkit_hider;
SELECT count(*) FROM parts WHERE bigint_hide(id, 'order') = :'order';
RESET ROLE;
GRANT EXECUTE ON FUNCTION bigint_hide(bigint, text, text) TO regress_ulidkit_hider;
SET ROLE regress_ulidkit_hider;
SELECT plan_of('SELECT tenant FROM parts WHERE bigint_hide(id, ''order'') = ''75GSDS5ACMQVXE8VF4ASWTW49H''');
SELECT plan_of(format('SELECT tenant FROM parts WHERE bigint_hide(id, ''order'') = %L', :'order'), 'COSTS ON') AS common,
    plan_of(format('SELECT tenant FROM parts WHERE bigint_hide(id, ''order'') = %L', :'second'), 'COSTS ON') AS rare \gset
SELECT replace(:'common', :'order', '') = replace(:'rare', :'second', '') AS same_plan;
SELECT count(*) FROM parts WHERE bigint_hide(id, 'order') = :'order';
SELECT count(*) FROM parts WHERE bigint_hide(id, 'order') IN (:'order', :'second');
SELECT by_index('SELECT FROM orders AS o JOIN parts AS p ON bigint_hide(o.id, ''order'') = p.tenant::text') AS joined;
RESET ROLE;
REVOKE EXECUTE ON FUNCTION bigint_hide(bigint, text, text) FROM regress_ulidkit_hider;
GRANT EXECUTE ON FUNCTION bigint_reveal(text, text, text) TO regress_ulidkit_hider;
SET ROLE regress_ulidkit_hider;
SELECT count(*) FROM orders WHERE bigint_hide(id, 'order') = :'order';
RESET ROLE;
GRANT EXECUTE ON FUNCTION bigint_hide(bigint, text, text) TO regress_ulidkit_hider;
SET ROLE regress_ulidkit_hider;
SELECT by_index('SELECT * FROM orders WHERE bigint_hide(id, ''order'') = ''x''') AS both;
SELECT count(*) FROM parts WHERE bigint_hide(id, 'order') = :'order';
-- A plan that was made with the privilege, or for another role, is made again without it.
SET plan_cache_mode = force_generic_plan;
PREPARE by_form(text) AS SELECT id FROM orders WHERE bigint_hide(id, 'order') = $1;
EXECUTE by_form(:'order');
SELECT by_index('EXECUTE by_form(''x'')') AS granted;
RESET ROLE;
REVOKE EXECUTE ON FUNCTION bigint_reveal(text, text, text) FROM regress_ulidkit_hider;
SET ROLE regress_ulidkit_hider;
SELECT by_index('EXECUTE by_form(''x'')') AS revoked;
EXECUTE by_form(:'order');
RESET ROLE;
SELECT by_index('EXECUTE by_form(''x'')') AS of_superuser;
REVOKE EXECUTE ON FUNCTION bigint_hide(bigint, text, text) FROM regress_ulidkit_hider;
SET ROLE regress_ulidkit_hider;
EXECUTE by_form(:'order');
RESET ROLE;
DEALLOCATE by_form;
RESET plan_cache_mode;

-- Row-level security and views: the look-up gets below a barrier, and a function that leaks does not.
GRANT EXECUTE ON FUNCTION bigint_hide(bigint, text, text), bigint_reveal(text, text, text), uuidv7_hide(uuid, text, text),
    uuidv7_reveal(uuid, text, text) TO regress_ulidkit_hider;
ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON orders USING (tenant = 1);
CREATE VIEW api_orders WITH (security_barrier) AS SELECT bigint_hide(id, 'order') AS id, customer FROM orders WHERE tenant < 2;
CREATE FUNCTION leak(anyelement) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS $$
BEGIN
    RAISE WARNING 'leaked %', $1;
    RETURN true;
END
$$;
GRANT SELECT ON api_orders TO regress_ulidkit_hider;
SET ROLE regress_ulidkit_hider;
EXPLAIN (COSTS OFF) SELECT * FROM orders WHERE bigint_hide(id, 'order') = '75GSDS5ACMQVXE8VF4ASWTW49H' AND leak(id);
EXPLAIN (COSTS OFF) SELECT * FROM api_orders WHERE id = '75GSDS5ACMQVXE8VF4ASWTW49H' AND leak(customer);
SELECT form, answer_of(format('SELECT count(*) FROM orders WHERE bigint_hide(id, ''order'') = %L AND leak(id)', form)) AS own,
    answer_of(format('SELECT count(*) FROM api_orders WHERE id = %L', form)) AS shown
FROM unnest('{75GSDS5ACMQVXE8VF4ASWTW49H,0Y337XBM40GJEGQWDJA1TKZBJP,1A5DR18388SAWAT7SCRHR0BPPE}'::text[]) AS form;
RESET ROLE;
-- A policy by the hidden form.
CREATE POLICY own ON customer USING (uuidv7_hide(id, 'customer') = current_setting('inverse_hidden.customer')::uuid);
ALTER TABLE customer ENABLE ROW LEVEL SECURITY;
SET inverse_hidden.customer = :'hidden';
SET ROLE regress_ulidkit_hider;
EXPLAIN (COSTS OFF) SELECT * FROM customer WHERE leak(name);
SELECT name FROM customer WHERE leak(name);
RESET ROLE;

-- Errors on a row: whoever has a view, and not its table, sees no value of a row in one. These are all that hide and
-- reveal and the functions that the planner calls raise for a value, and for a key, of a row.
CREATE TABLE vault (u uuid, t text, c character(26), b bytea, i bigint, z timestamptz, s timestamp, d date);
INSERT INTO vault VALUES
    ('f81d4fae-7dec-11d0-a765-00a0c91e6bf6', 'Secret77', 'Secret77', '\x5ec7e777', 777777777, '4713-07-07 BC', '290000-07-07',
        '5700000-07-07'),
    ('f81d4fae-7dec-7777-4765-00a0c91e6bf6', '75GSDS5ACMQVXE8VF4ASWTW49J', '7Z', '', -777777777, '290000-07-07',
        '4713-07-07 BC', '4713-07-07 BC'),
    (NULL, '75gsds5acmqvxe8vf4aswtw49h', '7Z', '', NULL, 'infinity', 'infinity', 'infinity');
CREATE TABLE value AS
SELECT DISTINCT vault.ctid AS row, v.value FROM vault, jsonb_each_text(to_jsonb(vault)) AS v WHERE v.value > '';
-- The arguments that are no values of a row.
CREATE TABLE constant (functions, n, value) AS VALUES ('_(hide|reveal|reveal_or_null)$', 2, '''order'''),
    ('_(hide|reveal|reveal_or_null)$', 3, '''default'''), ('^typeid', 1, '''user'''), ('_base_or_null$', 2, '16'),
    ('_like_', 2, 'false'), ('^ulidkit_(earliest|latest)', 1, '''='''), ('^ulidkit_(earliest|latest)', 2, 'd'),
    ('^ulidkit_(earliest|latest)', 3, '''day'''), ('^ulidkit_(earliest|latest)', 4, '''UTC'''),
    ('^(snowflake|binaryid)', 2, 'timestamptz ''2024-01-01Z'''), ('^(snowflake|binaryid)', 3, '6'),
    ('^(snowflake|binaryid)', 4, 'interval ''1 ms''');
CREATE TABLE call AS SELECT row_number() OVER () AS n, * FROM (
    SELECT proname::text AS function, format('%s(%s)', proname, (
        SELECT string_agg(coalesce(value, attname, format('(SELECT %s_min(''2025-01-01Z''))', typname)), ', ' ORDER BY a.n)
        FROM unnest(proargtypes) WITH ORDINALITY AS a (type, n) JOIN pg_type ON pg_type.oid = type
        LEFT JOIN pg_attribute ON attrelid = 'vault'::regclass AND atttypid = type AND attnum > 0
        LEFT JOIN constant AS c ON proname ~ functions AND c.n = a.n)) AS expression
    FROM pg_depend AS d JOIN pg_extension AS e ON e.oid = d.refobjid AND extname = 'ulidkit' JOIN pg_proc AS p ON p.oid = d.objid
    WHERE d.classid = 'pg_proc'::regclass AND proname ~ ('(_hide|_reveal|_or_null|_like_min|_like_max|_after|_before'
        '|^ulidkit_(timestamptz|earliest|latest))$')
    UNION ALL VALUES ('key of a row', 'bigint_hide(i, ''order'', t)'), ('key of a row', 'uuidv7_reveal(u, ''order'', t)'),
        ('key of a row', 'bigint_reveal_or_null(t, ''order'', t)')) AS f;
DO $$
DECLARE
    f record;
BEGIN
    FOR f IN TABLE call LOOP
        EXECUTE format('CREATE VIEW shown_%s AS SELECT ctid AS row, %s FROM vault', f.n, f.expression);
        EXECUTE format('GRANT SELECT ON shown_%s TO regress_ulidkit_hider', f.n);
    END LOOP;
    FOR f IN SELECT oid::regprocedure AS function FROM pg_proc WHERE proname ~ '_(hide|reveal)$' LOOP
        EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO regress_ulidkit_hider', f.function);
    END LOOP;
END
$$;
GRANT SELECT ON call, value TO regress_ulidkit_hider;
CREATE FUNCTION raised(query text) RETURNS TABLE (state text, message text, detail text, hint text, context text)
LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE query;
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL,
        hint = PG_EXCEPTION_HINT, context = PG_EXCEPTION_CONTEXT;
    RETURN NEXT;
END
$$;
SET ROLE regress_ulidkit_hider;
SET client_min_messages = log;
SELECT state, message, detail, string_agg(DISTINCT function, ' ') AS raised_by, string_agg(DISTINCT value, ' ') AS shown
FROM call, (SELECT DISTINCT row FROM value) AS r, raised(format('SELECT * FROM shown_%s WHERE row = %L', n, row)) AS e
    LEFT JOIN value AS v ON position(lower(v.value) IN lower(concat(message, detail, hint, context))) > 0
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
SELECT count(*) > 80 AS all_called FROM call;
SET client_min_messages = warning;
RESET ROLE;

DROP OWNED BY regress_ulidkit_hider;
DROP ROLE regress_ulidkit_hider;
\i :abs_srcdir/test/regress/hide_keys_end.sql
DROP SCHEMA :test CASCADE;
